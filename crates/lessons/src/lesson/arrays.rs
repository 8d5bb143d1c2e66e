//! The lesson on the array board: eight walks from one square on an array with walls, the byte of flags that
//! they set, and the move that reads it.
//!
//! It runs the code of [`array_board`] on a board that records every step.

use super::expression::Expression;
use super::flips::result;
use super::grid::{CellGrid, GridFocus, RowLength};
use super::narrator::{self, NarratedStep};
use super::source::SourceLine;
use super::traced::Traced;
use super::words::{squares, toward};
use super::{LessonOptions, Topic, Trace, View};
use reversi::array_board::{self, ArrayBoard, BLACK, DIRECTIONS, EMPTY, WALL};
use reversi::bitboard::plain::{self, Direction};
use reversi::{Square, SquareSet};
use reversi_text::{Name, Said, label, tr};

/// The side to move. The lesson is the same for both colours: own discs are 1.
const SIDE: i8 = BLACK;

/// The names of the cells that a move changes.
const CELL_FROM: &str = "board[from]";
const CELL_PLACE: &str = "board[place]";

/// A board that records every walk.
struct RecordingBoard<const CELLS: usize> {
    cells: [i8; CELLS],
    turned: SquareSet,
}

impl<const CELLS: usize> RecordingBoard<CELLS> {
    const ROWS: RowLength = if CELLS == 160 {
        RowLength::Sixteen
    } else {
        RowLength::Ten
    };
}

/// Returns a place as an index of the array.
fn index(place: u64) -> usize {
    usize::try_from(place).expect("a place on the board")
}

/// Returns the content of a cell as the value of a step.
fn content(cell: i8) -> u64 {
    i64::from(cell).cast_unsigned()
}

impl<const CELLS: usize> ArrayBoard for RecordingBoard<CELLS> {
    type Place = Traced;

    fn place(square: Square) -> Traced {
        let [row, column] = [square.rank().index(), square.file().index()];
        let [row, column] = [row, column].map(|index| Expression::Number(u64::from(index) + 1));
        let length = Expression::Number(Self::ROWS.cells() as u64);
        let row = Expression::Infix("*", Box::new([length, row]));
        let place = Expression::Infix("+", Box::new([row, column]));
        let index = Self::ROWS.index_of(square) as u64;
        let line = SourceLine::reading("walls.set(A::place(square), cell);");
        Traced::stated("from", index, place, Some(line))
    }

    fn next(&self, place: Traced, direction: usize) -> Traced {
        let step = Self::ROWS.step(direction);
        let by = u32::try_from(step.unsigned_abs()).expect("a row is short");
        if step > 0 { place + by } else { place - by }
    }

    fn get(&self, place: Traced) -> i8 {
        let cell = self.cells[index(place.value)];
        place.indexes("board", content(cell));
        cell
    }

    fn set(&mut self, place: Traced, cell: i8) {
        let at = index(place.value);
        if self.cells[at] == EMPTY {
            let line = SourceLine::reading("board.set(place, side);");
            let side = Expression::Number(content(cell));
            Traced::stated(CELL_FROM, content(cell), side, Some(line));
        } else {
            let line = SourceLine::reading("board.set(place, -board.get(place));");
            let negated = Expression::Negative(Box::new(place.index_of("board")));
            Traced::stated(CELL_PLACE, content(cell), negated, Some(line));
            let square = Self::ROWS.square(at).expect("a disc stands on a square");
            self.turned = self.turned.with(square);
        }
        self.cells[at] = cell;
    }
}

/// Returns the direction of a flag, 0 to 7.
fn direction(flag: usize) -> Direction {
    let (down, right) = DIRECTIONS[flag];
    let mut all = plain::DIRECTIONS.into_iter();
    let direction = all.find(|direction| isize::from(direction.shift) == -8 * down - right);
    direction.expect("both tables have all directions")
}

/// Returns the flag of a direction, 0 to 7.
fn flag_of(sought: Direction) -> usize {
    let flag = (0..8).find(|&flag| direction(flag) == sought);
    flag.expect("both tables have all directions")
}

/// Returns the indices of the flags that are set, 0 to 7.
fn set_flags(flags: u8) -> impl Iterator<Item = usize> {
    (0..8).filter(move |flag| flags >> flag & 1 == 1)
}

/// Lists the directions of a byte of flags: `up left, down`.
pub fn directions(flags: u8) -> Said {
    Said::list(set_flags(flags).map(|flag| toward(direction(flag))))
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
pub(super) fn trace(discs: [u64; 2], square: Square, options: LessonOptions) -> Trace {
    match options.rows {
        RowLength::Ten => trace_on([WALL; 100], discs, square, options),
        RowLength::Sixteen => trace_on([WALL; 160], discs, square, options),
    }
}

/// Walks on an array that is made of walls.
fn trace_on<const CELLS: usize>(
    walls: [i8; CELLS],
    discs: [u64; 2],
    square: Square,
    options: LessonOptions,
) -> Trace {
    let [own, opponent] = discs.map(SquareSet::from_bits);
    let cells = array_board::set_up(walls, own, opponent);
    let only = options.direction.map(flag_of);
    let run = |_: Traced, _: Traced| {
        let line = SourceLine::reading("walls.set(A::place(square), cell);");
        let made = format!("set_up([WALL; {CELLS}], own, opponent)");
        let made = Expression::Verbatim(made);
        Traced::stated("board", CELLS as u64, made, Some(line));
        let from = RecordingBoard::<CELLS>::place(square);
        let mut board = RecordingBoard {
            cells,
            turned: SquareSet::EMPTY,
        };
        let flags = match only {
            None => array_board::flags(&board, from, SIDE),
            // The other directions are not tried.
            Some(flag) if cells[index(from.value)] == EMPTY => {
                u8::from(array_board::run(&board, from, SIDE, flag) > 0) << flag
            }
            Some(_) => 0,
        };
        let line = SourceLine::reading("flags |= 1 << direction;");
        Traced::stated("flags", flags.into(), flags_expression(flags), Some(line));
        if flags != 0 {
            array_board::play(&mut board, from, SIDE, flags);
        }
        let indexes = board
            .turned
            .iter()
            .map(|square| options.rows.index_of(square));
        let indexes: Vec<String> = indexes.map(|index| options.rows.index(index)).collect();
        let line = SourceLine::reading("discs(&after, side) - discs(board, side).with(square)");
        let list = Expression::Verbatim(format!("[{}]", indexes.join(", ")));
        Traced::stated("flips", board.turned.bits(), list, Some(line))
    };
    let walked = only.map_or(0..8, |flag| flag..flag + 1);
    let mut teller = ArrayTeller {
        grid: CellGrid {
            own: own.bits(),
            opponent: opponent.bits(),
            rows: options.rows,
            focus: GridFocus::Whole,
        },
        square,
        taken: cells[options.rows.index_of(square)] != EMPTY,
        directions: Box::new(walked),
        flag: 0,
        steps: 0,
        run: 0,
    };
    narrator::trace(Topic::Arrays(square), options, discs, run, |step| {
        let sentence = teller.tell(step)?;
        step.shows(View::Grid(teller.grid));
        Some(sentence)
    })
}

/// The facts that the sentences state.
struct ArrayTeller {
    /// The array, with the marks of the current step.
    grid: CellGrid,
    square: Square,
    /// Whether there is a disc on the square.
    taken: bool,
    /// The flags of the directions not walked yet, first to find and then to turn discs.
    directions: Box<dyn Iterator<Item = usize>>,
    /// The flag of the direction that is walked.
    flag: usize,
    /// The number of steps in this direction.
    steps: usize,
    /// The number of opponent discs met in this direction.
    run: u64,
}

impl ArrayTeller {
    fn tell(&mut self, step: &mut NarratedStep) -> Option<Said> {
        let (square, value, rows) = (self.square, step.value, self.grid.rows);
        let name = |place| rows.index(index(place));
        Some(match step.name {
            "own" | "opponent" => return None,
            "board" => {
                step.begins(label!("the array"), None);
                let made = tr!(
                    "Ten rows of {length} cells, one after the other. 1 is a disc of the side to move, -1 one of the \
                     other side, 0 an empty square. All around are walls, the number {wall} in the code: a walk \
                     ends there, so no step is tested against the edge.",
                    length = rows.cells(),
                    wall = WALL.unsigned_abs()
                );
                let reads = match rows {
                    RowLength::Ten => return Some(made),
                    RowLength::Sixteen => tr!(
                        "In hexadecimal an index reads as row and column: 0x35 is row 3, column 5."
                    ),
                };
                Said::sentences([made, reads])
            }
            "from" => {
                self.grid.focus = GridFocus::From(square);
                let around = array_board::steps(rows.cells()).map(|step| format!("{step:+}"));
                let there = tr!(
                    "{square} is in row {row} and column {column}: cell {cell}. A step to a neighbour adds {steps}.",
                    square,
                    row = square.rank().index() + 1,
                    column = square.file().index() + 1,
                    cell = Name(&name(value)),
                    steps = Name(&around.join(", "))
                );
                let speed = match rows {
                    RowLength::Ten => return Some(there),
                    RowLength::Sixteen => tr!(
                        "The command {command} compares the speed of rows of 10 and 16.",
                        command = Name("reversi bench --boards")
                    ),
                };
                Said::sentences([there, speed])
            }
            "place" => self.next_cell(step),
            "cell" => self.met(step.at("place")),
            "flags" => {
                step.begins(label!("the flags"), None);
                let flags = u8::try_from(value).expect("a byte");
                self.directions = Box::new(set_flags(flags));
                self.grid.focus = GridFocus::Flags {
                    from: square,
                    flags,
                };
                match flags {
                    0 if self.taken => tr!("{square} is occupied: no direction is tried.", square),
                    0 => tr!("Discs turn in no direction: no bit is set."),
                    _ => tr!(
                        "One bit for each direction in which discs turn: {directions}. In hexadecimal the byte is {byte}.",
                        directions = &directions(flags),
                        byte = Name(&format!("{flags:02x}"))
                    ),
                }
            }
            CELL_FROM => {
                step.begins(label!("the move"), None);
                self.grid.own |= square.bit();
                self.grid.focus = GridFocus::Placed(square);
                tr!(
                    "The disc is placed: cell {cell} becomes 1. The byte of flags remains from the test, so only its \
                     directions are walked again.",
                    cell = Name(&name(step.at("from")))
                )
            }
            CELL_PLACE => {
                let place = step.at("place");
                let turned = rows.square(index(place)).map_or(0, Square::bit);
                self.grid.own |= turned;
                self.grid.opponent &= !turned;
                tr!(
                    "The number changes its sign: cell {cell} becomes 1, and {disc} turns.",
                    cell = Name(&name(place)),
                    disc = &squares(turned)
                )
            }
            "flips" => {
                step.begins(label!("the result"), None);
                self.grid.focus = GridFocus::Squares(SquareSet::from_bits(value));
                result(square, self.taken, value)
            }
            other => unreachable!("nothing is said of {other}"),
        })
    }

    /// Describes one step of a walk.
    fn next_cell(&mut self, step: &mut NarratedStep) -> Said {
        let is_first = step.expression.variables()[0].name == "from";
        let turns = step.has("flags");
        if is_first && let Some(flag) = self.directions.next() {
            self.flag = flag;
            (self.run, self.steps) = (0, 0);
            if !turns {
                let direction = direction(flag);
                step.begins(toward(direction), Some(direction));
            }
        }
        self.steps += 1;
        self.grid.focus = GridFocus::Walk {
            from: self.square,
            direction: self.flag,
            steps: self.steps,
        };
        let (direction, rows) = (&toward(direction(self.flag)), self.grid.rows);
        let place = index(step.value);
        let (by, cell) = (format!("{:+}", rows.step(self.flag)), rows.index(place));
        let (by, cell) = (Name(&by), Name(&cell));
        let how = match (is_first, turns) {
            (true, false) => tr!(
                "One step {direction} adds {by}: cell {cell}.",
                direction,
                by,
                cell
            ),
            (true, true) => tr!(
                "The flag of {direction} is set. One step adds {by}: cell {cell}.",
                direction,
                by,
                cell
            ),
            (false, _) => tr!("One step further, {by}: cell {cell}.", by, cell),
        };
        if turns && self.grid.content(place) == SIDE {
            return Said::sentences([how, tr!("It is 1, so the run ends here.")]);
        }
        how
    }

    /// Describes the cell that a walk meets.
    fn met(&mut self, place: u64) -> Said {
        let (direction, rows) = (&toward(direction(self.flag)), self.grid.rows);
        let place = index(place);
        let cell = &rows.index(place);
        let cell = Name(cell);
        let square = &squares(rows.square(place).map_or(0, Square::bit));
        let end = match self.run {
            0 => tr!("No run begins, so nothing turns {direction}.", direction),
            count => tr!(
                "Nothing closes the run of {count} disc, so nothing turns {direction}."
                    | "Nothing closes the run of {count} discs, so nothing turns {direction}.",
                count,
                direction
            ),
        };
        match self.grid.content(place) {
            SIDE if self.run == 0 => tr!(
                "Cell {cell}, {square}, is 1: an own disc, with no opponent disc in between. Nothing turns {direction}.",
                cell,
                square,
                direction
            ),
            SIDE => tr!(
                "Cell {cell}, {square}, is 1: an own disc closes the run of {count} disc, and the flag of {direction} is \
                 set."
                    | "Cell {cell}, {square}, is 1: an own disc closes the run of {count} discs, and the flag of \
                       {direction} is set.",
                cell,
                square,
                count = self.run,
                direction
            ),
            EMPTY => Said::sentences([
                tr!("Cell {cell}, {square}, is 0: empty.", cell, square),
                end,
            ]),
            WALL => Said::sentences([
                tr!("Cell {cell} is a wall, which stops the walk.", cell),
                end,
            ]),
            _ => {
                self.run += 1;
                tr!(
                    "Cell {cell}, {square}, is -1: an opponent disc, so the walk continues.",
                    cell,
                    square
                )
            }
        }
    }
}
