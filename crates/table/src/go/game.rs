//! A game of Go: a state machine with turns, passes, the end, undo and redo.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;

use super::{Grid, Stones, kernel};
use reversi::{ByColor, Color, Entry, Square, SquareSet};
use reversi_text::{Said, tr};

/// What a side does in its turn. Prints as `c3` or `pass`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GoMove {
    /// Places a stone.
    Stone(Square),
    /// Places none, which is always legal.
    Pass,
}

impl GoMove {
    /// Returns what a side did in an entry; `None` if it resigned.
    pub const fn of(entry: &Entry) -> Option<Self> {
        match *entry {
            Entry::Move { square, .. } => Some(Self::Stone(square)),
            Entry::Pass { .. } => Some(Self::Pass),
            Entry::Resignation { .. } | Entry::Timeout { .. } | Entry::Agreement { .. } => None,
        }
    }
}

impl fmt::Display for GoMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stone(point) => point.fmt(f),
            Self::Pass => f.pad("pass"),
        }
    }
}

impl From<GoMove> for Option<Square> {
    fn from(played: GoMove) -> Self {
        match played {
            GoMove::Stone(point) => Some(point),
            GoMove::Pass => None,
        }
    }
}

/// The error for a text that is not a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", tr!("neither a point like c3 nor pass"))]
pub struct ParseMoveError;

/// Reads a point or `pass`, in small or capital letters.
impl FromStr for GoMove {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Self, ParseMoveError> {
        if text.eq_ignore_ascii_case("pass") {
            return Ok(Self::Pass);
        }
        text.parse().map(Self::Stone).map_err(|_| ParseMoveError)
    }
}

/// The points that White gets for moving second. Prints as `9` or `7.5`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Komi {
    half_points: i16,
}

impl Komi {
    /// Returns the usual komi: 9 on 7x7, with which perfect play is believed to be a draw, and 0 on smaller
    /// boards, which are played for the margin: on 5x5, Black can take everything.
    pub const fn usual(grid: Grid) -> Self {
        Self {
            half_points: if grid.size() == 7 { 18 } else { 0 },
        }
    }

    /// Returns the komi in half points.
    pub(super) const fn half_points(self) -> i32 {
        self.half_points as i32
    }
}

impl fmt::Display for Komi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        HalfPoints(self.half_points()).fmt(f)
    }
}

/// The error for a text that is not a komi.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", tr!("a komi is a number of points or half points, from -50 to 50, such as 7.5"))]
pub struct ParseKomiError;

impl FromStr for Komi {
    type Err = ParseKomiError;

    fn from_str(text: &str) -> Result<Self, ParseKomiError> {
        let points: f64 = text.parse().map_err(|_| ParseKomiError)?;
        let halves = 2.0 * points;
        if halves.fract() != 0.0 || halves.abs() > 100.0 {
            return Err(ParseKomiError);
        }
        #[allow(clippy::cast_possible_truncation)] // whole, and at most 100
        let half_points = halves as i16;
        Ok(Self { half_points })
    }
}

/// A number of half points. Prints as points.
struct HalfPoints(i32);

impl fmt::Display for HalfPoints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let half = if self.0 % 2 == 0 { "" } else { ".5" };
        write!(f, "{sign}{}{half}", self.0.abs() / 2)
    }
}

/// Why a move is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GoMoveError {
    /// The game has ended.
    #[error("{}", tr!("the game is over"))]
    Over,
    /// The point is not on the board.
    #[error("{}", tr!("{point} is not on this board", point = *_0))]
    Outside(Square),
    /// There is a stone on the point.
    #[error("{}", tr!("{point} is occupied", point = *_0))]
    Occupied(Square),
    /// The stone would have no liberty.
    #[error("{}", tr!("{point} is suicide: the stone would have no liberty and capture nothing", point = *_0))]
    Suicide(Square),
    /// The position stood on the board before.
    #[error("{}", repeats(*point, *after))]
    Repeats {
        /// The point.
        point: Square,
        /// The number of moves, passes among them, after which the position stood; 0 is the start.
        after: usize,
    },
}

fn repeats(point: Square, after: usize) -> Said {
    match after {
        0 => tr!("{point} repeats the position of the start", point),
        number => tr!(
            "{point} repeats the position after move {number}",
            point,
            number
        ),
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoEnding {
    /// Both sides passed, one after the other.
    Passed,
    /// This side resigned.
    Resigned(Color),
}

/// The outcome of a game. Prints as in SGF: `B+25`, `W+0.5`, `B+R`, or `0` for a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GoOutcome {
    /// How it ended.
    pub ending: GoEnding,
    /// The winner; `None` is a draw.
    pub winner: Option<Color>,
    /// The stones of each side on the board.
    pub stones: ByColor<u32>,
    /// The area of each side: its stones and the empty points that only they reach.
    pub area: ByColor<u32>,
    /// The komi.
    pub komi: Komi,
}

impl GoOutcome {
    /// Returns the points by which the winner is ahead, as text: `25` or `0.5`. Meaningless after a
    /// resignation.
    pub fn margin(&self) -> String {
        HalfPoints(lead(self.area, self.komi).abs()).to_string()
    }
}

/// Returns the lead of Black in half points.
fn lead(area: ByColor<u32>, komi: Komi) -> i32 {
    2 * (area.black.cast_signed() - area.white.cast_signed()) - komi.half_points()
}

impl fmt::Display for GoOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.winner, self.ending) {
            (None, _) => f.write_str("0"),
            (Some(winner), GoEnding::Resigned(_)) => write!(f, "{}+R", winner.initial()),
            (Some(winner), GoEnding::Passed) => write!(f, "{}+{}", winner.initial(), self.margin()),
        }
    }
}

/// A game with its history. Undone entries can be redone until another move is made.
#[derive(Clone, Debug)]
pub struct GoGame {
    grid: Grid,
    komi: Komi,
    start: Stones,
    first: Color,
    stones: Stones,
    /// All entries; the flips of a move are the stones that it captured. Those from `played` onwards are undone
    /// and can be redone.
    entries: Vec<Entry>,
    played: usize,
    /// The positions so far, and the number of moves after which each stood.
    seen: HashMap<Stones, usize>,
}

impl GoGame {
    /// Creates a game on an empty board. Black moves first.
    ///
    /// # Panics
    /// Never: an empty board is legal.
    pub fn new(grid: Grid, komi: Komi) -> Self {
        Self::from_position(grid, komi, Stones::default(), Color::Black)
            .expect("an empty board is legal")
    }

    /// Creates a game from set-up stones. `None` if they overlap, are not on the board, or if some have no
    /// liberty.
    pub fn from_position(grid: Grid, komi: Komi, stones: Stones, first: Color) -> Option<Self> {
        let Stones { black, white } = stones;
        let is_legal = black & white == 0
            && (black | white) & !grid.board() == 0
            && kernel::dead_stones(grid, black, white) == 0
            && kernel::dead_stones(grid, white, black) == 0;
        is_legal.then(|| Self {
            grid,
            komi,
            start: stones,
            first,
            stones,
            entries: Vec::new(),
            played: 0,
            seen: HashMap::from([(stones, 0)]),
        })
    }

    /// Returns the board.
    pub const fn grid(&self) -> Grid {
        self.grid
    }

    /// Returns the komi.
    pub const fn komi(&self) -> Komi {
        self.komi
    }

    /// Returns the game with another komi.
    pub fn with_komi(self, komi: Komi) -> Self {
        Self { komi, ..self }
    }

    /// Returns the stones before the first move, and the side that moves first.
    pub const fn start(&self) -> (Stones, Color) {
        (self.start, self.first)
    }

    /// Returns the stones on the board.
    pub const fn stones(&self) -> Stones {
        self.stones
    }

    /// Returns the stone on a point.
    pub fn stone(&self, point: Square) -> Option<Color> {
        let bit = self.grid.bit(point)?;
        Color::ALL
            .into_iter()
            .find(|&color| self.stones[color] & bit != 0)
    }

    /// Returns the history, the oldest entry first.
    pub fn entries(&self) -> &[Entry] {
        &self.entries[..self.played]
    }

    /// Returns the undone entries that can be redone, the next one first.
    pub fn undone(&self) -> &[Entry] {
        &self.entries[self.played..]
    }

    /// Returns the last stone that was placed, and those that it captured.
    pub fn last_move(&self) -> Option<(Square, SquareSet)> {
        self.entries().iter().rev().find_map(|entry| match *entry {
            Entry::Move { square, flips, .. } => Some((square, flips)),
            _ => None,
        })
    }

    /// Returns the side to move; at the end, the side that would be.
    pub fn side_to_move(&self) -> Color {
        self.entries()
            .last()
            .map_or(self.first, |last| last.color().opposite())
    }

    /// Returns whether the last move was a pass, so that another ends the game.
    pub fn has_passed(&self) -> bool {
        self.entries()
            .last()
            .is_some_and(|last| matches!(last, Entry::Pass { .. }))
    }

    /// Returns whether these stones stood on the board before, or do now.
    pub(super) fn has_seen(&self, stones: Stones) -> bool {
        self.seen.contains_key(&stones)
    }

    /// Returns the number of stones that a side has captured.
    pub fn captures(&self, by: Color) -> u32 {
        let of = |entry: &Entry| match *entry {
            Entry::Move { color, flips, .. } if color == by => flips.bits().count_ones(),
            _ => 0,
        };
        self.entries().iter().map(of).sum()
    }

    /// Returns the area of a side.
    pub fn area(&self, of: Color) -> u64 {
        kernel::area(self.grid, self.stones[of], self.stones[of.opposite()])
    }

    /// Returns whether a move is legal and, for a stone, what it captures.
    ///
    /// # Errors
    /// [`GoMoveError`].
    pub fn check(&self, played: GoMove) -> Result<u64, GoMoveError> {
        if self.outcome().is_some() {
            return Err(GoMoveError::Over);
        }
        let GoMove::Stone(point) = played else {
            return Ok(0);
        };
        let bit = self.grid.bit(point).ok_or(GoMoveError::Outside(point))?;
        let color = self.side_to_move();
        let (own, opponent) = (self.stones[color], self.stones[color.opposite()]);
        if (own | opponent) & bit != 0 {
            return Err(GoMoveError::Occupied(point));
        }
        let captured = kernel::captures(self.grid, own, opponent, bit);
        let after = after(self.stones, color, bit, captured);
        if kernel::dead_stones(self.grid, after[color], after[color.opposite()]) != 0 {
            return Err(GoMoveError::Suicide(point));
        }
        match self.seen.get(&after) {
            Some(&after) => Err(GoMoveError::Repeats { point, after }),
            None => Ok(captured),
        }
    }

    /// Returns the points where the side to move may play.
    pub fn legal_moves(&self) -> u64 {
        let legal = |&point: &Square| self.check(GoMove::Stone(point)).is_ok();
        let empty = self.grid.board() & !(self.stones.black | self.stones.white);
        self.grid.set(self.grid.points(empty).filter(legal))
    }

    /// Makes a move and discards undone entries.
    ///
    /// # Errors
    /// [`GoMoveError`]; the game is unchanged.
    pub fn play(&mut self, played: GoMove) -> Result<(), GoMoveError> {
        let captured = self.check(played)?;
        let color = self.side_to_move();
        self.entries.truncate(self.played);
        self.entries.push(match played {
            GoMove::Stone(square) => Entry::Move {
                color,
                square,
                flips: self.grid.points(captured).collect(),
            },
            GoMove::Pass => Entry::Pass { color },
        });
        self.redo();
        Ok(())
    }

    /// Resigns for a side.
    ///
    /// # Errors
    /// [`GoMoveError::Over`]; the game is unchanged.
    pub fn resign(&mut self, color: Color) -> Result<(), GoMoveError> {
        if self.outcome().is_some() {
            return Err(GoMoveError::Over);
        }
        self.entries.truncate(self.played);
        self.entries.push(Entry::Resignation { color });
        self.redo();
        Ok(())
    }

    /// Undoes the last entry and returns it; `None` at the start.
    ///
    /// # Panics
    /// Never: the moves of the history are on the board.
    pub fn undo(&mut self) -> Option<Entry> {
        let entry = *self.entries().last()?;
        self.played -= 1;
        if let Entry::Move {
            color,
            square,
            flips,
        } = entry
        {
            self.seen.remove(&self.stones);
            let bit = self.grid.bit(square).expect("a point of the board");
            self.stones[color] &= !bit;
            self.stones[color.opposite()] |= self.grid.set(flips);
        }
        Some(entry)
    }

    /// Redoes the last undone entry and returns it; `None` if there is none.
    ///
    /// # Panics
    /// Never: the moves of the history are on the board.
    pub fn redo(&mut self) -> Option<Entry> {
        let entry = *self.undone().first()?;
        self.played += 1;
        if let Entry::Move {
            color,
            square,
            flips,
        } = entry
        {
            let bit = self.grid.bit(square).expect("a legal move");
            self.stones = after(self.stones, color, bit, self.grid.set(flips));
            self.seen.insert(self.stones, self.played);
        }
        Some(entry)
    }

    /// Returns the outcome, if the game is over.
    pub fn outcome(&self) -> Option<GoOutcome> {
        let ending = match self.entries() {
            [.., Entry::Resignation { color }] => GoEnding::Resigned(*color),
            [.., Entry::Pass { .. }, Entry::Pass { .. }] => GoEnding::Passed,
            _ => return None,
        };
        let winner = match ending {
            GoEnding::Resigned(color) => Some(color.opposite()),
            GoEnding::Passed => match self.half_points() {
                0 => None,
                1.. => Some(Color::Black),
                _ => Some(Color::White),
            },
        };
        Some(GoOutcome {
            ending,
            winner,
            stones: self.stones.map(u64::count_ones),
            area: self.areas(),
            komi: self.komi,
        })
    }

    /// Returns the lead of Black in half points, if the game ended now.
    pub(super) fn half_points(&self) -> i32 {
        lead(self.areas(), self.komi)
    }

    fn areas(&self) -> ByColor<u32> {
        ByColor::from_fn(|color| self.area(color).count_ones())
    }
}

/// Returns the stones after a move.
fn after(mut stones: Stones, color: Color, bit: u64, captured: u64) -> Stones {
    stones[color] |= bit;
    stones[color.opposite()] &= !captured;
    stones
}
