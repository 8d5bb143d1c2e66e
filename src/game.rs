//! The state machine of a game: whose turn it is, forced passes, the end, undo and redo.

use std::fmt;

use crate::color::{ByColor, Color};
use crate::position::Position;
use crate::square::Square;
use crate::squares::SquareSet;

/// One step of a game's history.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Entry {
    /// A disc placed.
    Move {
        /// Who placed it.
        color: Color,
        /// Where.
        square: Square,
        /// The discs it turned, never none.
        flips: SquareSet,
    },
    /// A forced pass.
    Pass {
        /// Who had no legal move.
        color: Color,
    },
    /// A side gave up; the game is over.
    Resignation {
        /// Who gave up.
        color: Color,
    },
    /// A side used up its time; the game is over.
    Timeout {
        /// Whose time it was.
        color: Color,
    },
}

impl Entry {
    /// The side that moved, passed, resigned or ran out of time.
    #[must_use]
    pub const fn color(&self) -> Color {
        match *self {
            Self::Move { color, .. }
            | Self::Pass { color }
            | Self::Resignation { color }
            | Self::Timeout { color } => color,
        }
    }

    /// The square of a move, `None` for anything else.
    #[must_use]
    pub const fn square(&self) -> Option<Square> {
        match *self {
            Self::Move { square, .. } => Some(square),
            Self::Pass { .. } | Self::Resignation { .. } | Self::Timeout { .. } => None,
        }
    }
}

/// What can happen next in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// A side has a legal move and must choose one.
    ToMove(Color),
    /// A side has no legal move and the other has one. A game makes such a pass by itself; it stands
    /// open only after it was undone.
    MustPass(Color),
    /// The game has ended.
    Over(Outcome),
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// Neither side can move.
    Finished,
    /// This side gave up.
    Resigned(Color),
    /// This side used up its time.
    TimedOut(Color),
}

/// The end of a game: how, who won, and by how much.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// How it ended.
    pub ending: Ending,
    /// Who won; `None` is a draw.
    pub winner: Option<Color>,
    /// The discs on the board.
    pub discs: ByColor<u32>,
    /// The official counts of a finished game: the discs, with the empty squares given to the winner
    /// (split in a draw), 64 together. After a resignation, or when a side ran out of time, nobody gets
    /// the empty squares and this is the discs on the board.
    pub score: ByColor<u32>,
}

impl Outcome {
    /// The empty squares on the board.
    #[must_use]
    pub const fn empties(&self) -> u32 {
        64 - self.discs.black - self.discs.white
    }

    /// The winner's official count minus the loser's; 0 for a draw. Without meaning in a game that was
    /// given up or lost on time, where the winner may have fewer discs.
    #[must_use]
    pub const fn margin(&self) -> u32 {
        self.score.black.abs_diff(self.score.white)
    }

    fn finished(position: Position) -> Self {
        let discs = position.counts();
        let empties = 64 - discs.black - discs.white;
        let winner = match discs.black.cmp(&discs.white) {
            std::cmp::Ordering::Greater => Some(Color::Black),
            std::cmp::Ordering::Less => Some(Color::White),
            std::cmp::Ordering::Equal => None,
        };
        let score = ByColor::from_fn(|color| match winner {
            Some(winner) if winner == color => discs[color] + empties,
            Some(_) => discs[color],
            None => 32,
        });
        Self {
            ending: Ending::Finished,
            winner,
            discs,
            score,
        }
    }

    /// A game that `loser` gave up or lost on time.
    fn lost(position: Position, ending: Ending, loser: Color) -> Self {
        Self {
            ending,
            winner: Some(loser.opposite()),
            discs: position.counts(),
            score: position.counts(),
        }
    }
}

/// Why a move was refused. The game is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// A disc is there already.
    Occupied {
        /// Where.
        square: Square,
        /// Whose disc it is.
        by: Color,
    },
    /// The square is empty, but the move turns no disc.
    NothingToTurn {
        /// Where.
        square: Square,
    },
    /// The game has ended.
    GameOver,
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Occupied { square, by } => write!(f, "{square} is taken by {by}"),
            Self::NothingToTurn { square } => write!(f, "{square} would turn no discs"),
            Self::GameOver => write!(f, "the game is over"),
        }
    }
}

impl std::error::Error for MoveError {}

/// A game from any start: the entries played, those undone, and the position they lead to.
///
/// Forced passes are entries that the game makes by itself, right after the move that leaves a side
/// without one (or at the start of such a set-up).
///
/// ```
/// use reversi::{Game, Color, Status};
/// let mut game = Game::new();
/// game.play("f5".parse()?)?;
/// assert_eq!(game.status(), Status::ToMove(Color::White));
/// game.undo();
/// assert_eq!(game, Game::new());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    start: Position,
    /// All entries; those from `played` on are undone and can be redone.
    entries: Vec<Entry>,
    played: usize,
    position: Position,
}

impl Game {
    /// A game from the standard start.
    #[must_use]
    pub fn new() -> Self {
        Self::from_position(Position::START)
    }

    /// A game from any position. Where the side to move can only pass, the pass is made.
    #[must_use]
    pub fn from_position(start: Position) -> Self {
        let mut game = Self {
            start,
            entries: Vec::new(),
            played: 0,
            position: start,
        };
        game.pass_if_forced();
        game
    }

    /// The position that the game began with.
    #[must_use]
    pub const fn start(&self) -> Position {
        self.start
    }

    /// The position now.
    #[must_use]
    pub const fn position(&self) -> Position {
        self.position
    }

    /// The entries up to now, oldest first.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries[..self.played]
    }

    /// The entries that were undone and can be redone, the next one first.
    #[must_use]
    pub fn undone(&self) -> &[Entry] {
        &self.entries[self.played..]
    }

    /// What can happen next.
    #[must_use]
    pub fn status(&self) -> Status {
        let lost = |ending, color| Status::Over(Outcome::lost(self.position, ending, color));
        match self.entries().last() {
            Some(&Entry::Resignation { color }) => return lost(Ending::Resigned(color), color),
            Some(&Entry::Timeout { color }) => return lost(Ending::TimedOut(color), color),
            Some(Entry::Move { .. } | Entry::Pass { .. }) | None => {}
        }
        let color = self.position.side_to_move();
        if !self.position.legal_moves().is_empty() {
            Status::ToMove(color)
        } else if self.position.pass().is_some() {
            Status::MustPass(color)
        } else {
            Status::Over(Outcome::finished(self.position))
        }
    }

    /// The outcome, once the game is over.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        match self.status() {
            Status::Over(outcome) => Some(outcome),
            Status::ToMove(_) | Status::MustPass(_) => None,
        }
    }

    /// The squares where the side to move may place a disc; none once the game is over.
    #[must_use]
    pub fn legal_moves(&self) -> SquareSet {
        match self.status() {
            Status::ToMove(_) => self.position.legal_moves(),
            Status::MustPass(_) | Status::Over(_) => SquareSet::EMPTY,
        }
    }

    /// Plays a move for the side to move, then the pass that it forces, if it forces one. What was
    /// undone is forgotten. A pass that was undone is made again first.
    ///
    /// # Errors
    /// [`MoveError`] if the move is not legal; the game is then unchanged.
    pub fn play(&mut self, square: Square) -> Result<(), MoveError> {
        let position = match self.status() {
            Status::Over(_) => return Err(MoveError::GameOver),
            Status::ToMove(_) => self.position,
            Status::MustPass(color) => after(self.position, Entry::Pass { color }),
        };
        if let Some(by) = position.disc(square) {
            return Err(MoveError::Occupied { square, by });
        }
        let flips = position.board().flips(square);
        if flips.is_empty() {
            return Err(MoveError::NothingToTurn { square });
        }
        self.pass_if_forced();
        let color = self.position.side_to_move();
        self.push(Entry::Move {
            color,
            square,
            flips,
        });
        self.pass_if_forced();
        Ok(())
    }

    /// Makes a forced pass that was undone; what was undone after it can still be redone. Returns true if
    /// there was one to make.
    pub fn pass_if_forced(&mut self) -> bool {
        let Status::MustPass(color) = self.status() else {
            return false;
        };
        let pass = Entry::Pass { color };
        if self.undone().first() == Some(&pass) {
            self.redo();
        } else {
            self.push(pass);
        }
        true
    }

    /// Ends the game: `color` gives up. Returns false if it had ended before.
    pub fn resign(&mut self, color: Color) -> bool {
        self.end(Entry::Resignation { color })
    }

    /// Ends the game: `color` has used up its time, and the other side wins whatever stands on the
    /// board. Returns false if the game had ended before.
    pub fn time_out(&mut self, color: Color) -> bool {
        self.end(Entry::Timeout { color })
    }

    fn end(&mut self, entry: Entry) -> bool {
        let under_way = self.outcome().is_none();
        if under_way {
            self.push(entry);
        }
        under_way
    }

    /// Takes the last entry back, a pass like a move. `None` at the start.
    pub fn undo(&mut self) -> Option<Entry> {
        let entry = *self.entries().last()?;
        self.played -= 1;
        self.position = match entry {
            Entry::Move {
                color,
                square,
                flips,
            } => Position::new(self.position.board().unplay(square, flips), color),
            Entry::Pass { color } => Position::new(self.position.board().swapped(), color),
            Entry::Resignation { .. } | Entry::Timeout { .. } => self.position,
        };
        Some(entry)
    }

    /// Plays the entry that was undone last again. `None` when nothing is undone.
    pub fn redo(&mut self) -> Option<Entry> {
        let entry = *self.undone().first()?;
        self.played += 1;
        self.position = after(self.position, entry);
        Some(entry)
    }

    fn push(&mut self, entry: Entry) {
        self.entries.truncate(self.played);
        self.entries.push(entry);
        self.played += 1;
        self.position = after(self.position, entry);
    }

    /// The discs that the last move turned, and its square; `None` before the first move. What
    /// came after it that was no move does not hide it.
    #[must_use]
    pub fn last_move(&self) -> Option<(Square, SquareSet)> {
        self.entries().iter().rev().find_map(|entry| match *entry {
            Entry::Move { square, flips, .. } => Some((square, flips)),
            Entry::Pass { .. } | Entry::Resignation { .. } | Entry::Timeout { .. } => None,
        })
    }

    /// Every position of the game so far, the start first: one more than there are entries.
    pub fn positions(&self) -> impl Iterator<Item = Position> {
        let later = self.entries().iter().scan(self.start, |position, &entry| {
            *position = after(*position, entry);
            Some(*position)
        });
        std::iter::once(self.start).chain(later)
    }
}

fn after(position: Position, entry: Entry) -> Position {
    let board = position.board();
    let next = position.side_to_move().opposite();
    match entry {
        Entry::Move { square, flips, .. } => {
            Position::new(board.play_unchecked(square, flips), next)
        }
        Entry::Pass { .. } => Position::new(board.swapped(), next),
        Entry::Resignation { .. } | Entry::Timeout { .. } => position,
    }
}

impl Default for Game {
    fn default() -> Self {
        Self::new()
    }
}

/// Games are equal when they began alike and the same was played; what was undone does not count.
impl PartialEq for Game {
    fn eq(&self, other: &Self) -> bool {
        self.start == other.start && self.entries() == other.entries()
    }
}

impl Eq for Game {}
