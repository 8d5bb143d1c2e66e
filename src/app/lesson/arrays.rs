//! The lesson of the array board: eight walks from one square on the board of 100 cells, the byte of flags that
//! they leave, and the move that uses it.
//!
//! The code of [`array_board`](crate::array_board) itself walks here, on a board that records every step.

use super::expression::Expression;
use super::flips::result;
use super::narrator::{self, Moment, common};
use super::source::SourceLine;
use super::traced::{Traced, renamed};
use super::words::squares;
use super::{LessonOptions, Topic, Trace};
use crate::app::wording::plural;
use crate::array_board::{self, ArrayBoard, BLACK, DIRECTIONS, EMPTY, WALL};
use crate::bitboard::plain::{self, Direction};
use crate::square::Square;
use crate::squares::SquareSet;

/// The side to move. The lesson writes `side` and `-side`, because it shows the moves of both colours.
const SIDE: i8 = BLACK;

/// A board of 100 cells that records every walk.
struct RecordingBoard {
    cells: [i8; 100],
    turned: Traced,
}

/// Returns the set with the square of a place; empty for a wall.
fn square_at(place: u64) -> u64 {
    let mut squares = Square::all();
    let square = squares.find(|square| cell_of(*square) == place);
    square.map_or(0, Square::bit)
}

/// Returns a place as an index of the array.
fn index(place: u64) -> usize {
    usize::try_from(place).expect("a place on the board")
}

/// Returns the place of a square.
fn cell_of(square: Square) -> u64 {
    <[i8; 100]>::place(square) as u64
}

impl RecordingBoard {
    #[track_caller]
    fn square(place: Traced) -> Traced {
        Traced::called("square_at", square_at(place.value), [place])
    }
}

impl ArrayBoard for RecordingBoard {
    type Place = Traced;

    fn place(square: Square) -> Traced {
        let [row, column] = [square.rank().index(), square.file().index()];
        let [row, column] = [row, column].map(|index| Expression::Number(u64::from(index) + 1));
        let row = Expression::Infix("*", Box::new([Expression::Number(10), row]));
        let place = Expression::Infix("+", Box::new([row, column]));
        Traced::stated("from", cell_of(square), place, None)
    }

    fn next(&self, place: Traced, direction: usize) -> Traced {
        let step = array_board::steps(10)[direction];
        let by = step.unsigned_abs() as u64;
        if step > 0 { place + by } else { place - by }
    }

    fn get(&self, place: Traced) -> i8 {
        Self::square(place);
        self.cells[index(place.value)]
    }

    fn set(&mut self, place: Traced, cell: i8) {
        let square = Self::square(place);
        if self.cells[index(place.value)] != EMPTY {
            // Not `|=`, which would take its name from this line and not from that of the board.
            let turned = self.turned | square;
            self.turned = turned;
        }
        self.cells[index(place.value)] = cell;
    }
}

/// The values that are told under another name than in the source.
const ALIASES: &[(&str, &str)] = &[("cell", "square"), ("play", "placed"), ("turn", "turned")];

/// Returns the direction of a flag, 0 to 7.
fn direction(flag: usize) -> Direction {
    let (down, right) = DIRECTIONS[flag];
    let mut all = plain::DIRECTIONS.into_iter();
    let direction = all.find(|direction| isize::from(direction.shift) == -8 * down - right);
    direction.expect("both tables have all directions")
}

/// Returns the indices of the flags that are set, 0 to 7.
fn set_flags(flags: u8) -> impl Iterator<Item = usize> {
    (0..8).filter(move |flag| flags >> flag & 1 == 1)
}

/// Lists the directions of a byte of flags: `up left, down`.
pub(crate) fn directions(flags: u8) -> String {
    let names = set_flags(flags).map(|flag| direction(flag).to_string());
    names.collect::<Vec<_>>().join(", ")
}

/// Returns the expression of a byte of flags: `(1 << 0) | (1 << 6)`.
fn flags_expression(flags: u8) -> Expression {
    let flag = |flag: usize| {
        let operands = [1, flag as u64].map(Expression::Number);
        Expression::Infix("<<", Box::new(operands))
    };
    set_flags(flags)
        .map(flag)
        .reduce(|all, flag| Expression::Infix("|", Box::new([all, flag])))
        .unwrap_or(Expression::Number(0))
}

/// Explains in which directions a disc on `square` turns discs, and the byte of flags that a move uses.
pub(super) fn trace(discs: [u64; 2], square: Square) -> Trace {
    let [own, opponent] = discs.map(SquareSet::from_bits);
    let cells = array_board::set_up([WALL; 100], own, opponent);
    let run = |_: Traced, _: Traced| {
        let from = RecordingBoard::place(square);
        let turned = Traced::stated("turned", 0, Expression::Number(0), None);
        renamed(ALIASES, || {
            let mut board = RecordingBoard { cells, turned };
            let flags = array_board::flags(&board, from, SIDE);
            let line = SourceLine::reading("flags |= 1 << direction;");
            Traced::stated("flags", flags.into(), flags_expression(flags), Some(line));
            if flags != 0 {
                array_board::play(&mut board, from, SIDE, flags);
            }
            board.turned.returned_as("flips")
        })
    };
    let mut teller = ArrayTeller {
        cells,
        square,
        directions: Box::new(0..8),
        direction: plain::DIRECTIONS[0],
        run: 0,
    };
    let options = LessonOptions::default();
    narrator::trace(Topic::Arrays(square), options, discs, run, |step| {
        teller.tell(step)
    })
}

/// What the sentences need to know.
struct ArrayTeller {
    cells: [i8; 100],
    square: Square,
    /// The flags of the directions that are still to be walked, first to find and then to turn discs.
    directions: Box<dyn Iterator<Item = usize>>,
    /// The direction that is walked.
    direction: Direction,
    /// The number of opponent discs met in this direction.
    run: u64,
}

impl ArrayTeller {
    fn tell(&mut self, step: &mut Moment) -> Option<String> {
        let (square, value) = (self.square, step.value);
        let taken = self.cells[<[i8; 100]>::place(square)] != EMPTY;
        Some(match step.name {
            "from" => format!(
                "{square} is in row {} and column {} of ten cells a row: cell {value}. The array holds side, 1 or -1, \
                 for an own disc, -side for an opponent disc, 0 for an empty square and {WALL} for a wall.",
                square.rank(),
                square.file().index() + 1
            ),
            "place" => self.next_cell(step),
            "square" => self.met(step.at("place"), value),
            "flags" => {
                step.begins("the flags", None);
                let flags = u8::try_from(value).expect("a byte");
                self.directions = Box::new(set_flags(flags));
                match flags {
                    0 if taken => format!("{square} is occupied: no direction is tried."),
                    0 => "Discs turn in no direction: no bit is set.".to_owned(),
                    _ => format!(
                        "One bit for each direction in which discs turn: {}. In hexadecimal the byte is {flags:02x}.",
                        directions(flags)
                    ),
                }
            }
            "placed" => {
                step.begins("the move", None);
                format!(
                    "The disc is placed: cell {} becomes side. The byte of flags remains from the test, so only its \
                     directions are walked again.",
                    step.at("from")
                )
            }
            "turned" if step.before.is_none() => "No disc is turned yet.".to_owned(),
            "turned" => format!(
                "Cell {} changes its sign and becomes side: {} turns.",
                step.at("place"),
                squares(step.added())
            ),
            "flips" => {
                step.begins("the result", None);
                result(square, taken, value)
            }
            _ => return common(step),
        })
    }

    /// Describes one step of a walk.
    fn next_cell(&mut self, step: &mut Moment) -> String {
        let is_first = step.expression.variables()[0].name == "from";
        let turns = step.has("flags");
        if is_first && let Some(flag) = self.directions.next() {
            self.direction = direction(flag);
            self.run = 0;
            if !turns {
                step.begins(self.direction.to_string(), Some(self.direction));
            }
        }
        let (direction, place) = (self.direction, step.value);
        let how = match (is_first, turns) {
            (true, false) => format!("One step {direction}: cell {place}."),
            (true, true) => {
                format!("The flag of {direction} is set. One step {direction}: cell {place}.")
            }
            (false, _) => format!("One step further: cell {place}."),
        };
        if turns && square_at(place) & step.at("own") != 0 {
            return format!("{how} It is side, so the run ends here.");
        }
        how
    }

    /// Describes the cell that a walk meets.
    fn met(&mut self, place: u64, square: u64) -> String {
        let direction = self.direction;
        let discs = plural(self.run, "disc");
        let end = match self.run {
            0 => format!("No run begins, so nothing turns {direction}."),
            _ => format!("Nothing closes the run of {discs}, so nothing turns {direction}."),
        };
        let square = squares(square);
        match self.cells[index(place)] {
            SIDE if self.run == 0 => format!(
                "Cell {place}, {square}, is side: an own disc, with no opponent disc in between. Nothing turns {direction}."
            ),
            SIDE => format!(
                "Cell {place}, {square}, is side: an own disc closes the run of {discs}, and the flag of {direction} is set."
            ),
            EMPTY => format!("Cell {place}, {square}, is 0: empty. {end}"),
            WALL => format!("Cell {place} is {WALL}: a wall. {end}"),
            _ => {
                self.run += 1;
                format!("Cell {place}, {square}, is -side: an opponent disc, so the walk goes on.")
            }
        }
    }
}
