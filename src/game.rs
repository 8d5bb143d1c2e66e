//! The game: a state machine with turns, forced passes, the end, undo and redo.

use crate::color::{ByColor, Color};
use crate::position::{MoveError, Position};
use crate::square::Square;
use crate::squares::SquareSet;

/// One step of a game's history.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Entry {
    /// A placed disc.
    Move {
        /// The side that placed it.
        color: Color,
        /// The square.
        square: Square,
        /// The discs it turned, at least one.
        flips: SquareSet,
    },
    /// A forced pass.
    Pass {
        /// The side that had no legal move.
        color: Color,
    },
    /// A side resigned; the game is over.
    Resignation {
        /// The side that resigned.
        color: Color,
    },
    /// A side ran out of time; the game is over.
    Timeout {
        /// The side that ran out of time.
        color: Color,
    },
    /// Both sides agreed to a draw; the game is over.
    Agreement {
        /// The side that was to move.
        color: Color,
    },
}

impl Entry {
    /// Returns the side that moved, passed, resigned or ran out of time, or that was to move when both agreed.
    pub const fn color(&self) -> Color {
        match *self {
            Self::Move { color, .. }
            | Self::Pass { color }
            | Self::Resignation { color }
            | Self::Timeout { color }
            | Self::Agreement { color } => color,
        }
    }

    /// Returns the square of a move, or `None` for anything else.
    pub const fn square(&self) -> Option<Square> {
        match *self {
            Self::Move { square, .. } => Some(square),
            Self::Pass { .. }
            | Self::Resignation { .. }
            | Self::Timeout { .. }
            | Self::Agreement { .. } => None,
        }
    }
}

/// What can happen next in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// A side has a legal move and must choose one.
    ToMove(Color),
    /// A side has no legal move and the other has one. A game makes such a pass automatically; it is
    /// pending only after an undo.
    MustPass(Color),
    /// The game has ended.
    Over(Outcome),
}

impl Status {
    fn outcome(self) -> Option<Outcome> {
        match self {
            Self::Over(outcome) => Some(outcome),
            Self::ToMove(_) | Self::MustPass(_) => None,
        }
    }
}

/// What the rules say of a position alone. A game may also end by resignation, time or agreement.
impl Position {
    /// Returns whether a move or a pass is next, or whether neither side can move.
    pub fn status(self) -> Status {
        let color = self.side_to_move();
        if !self.legal_moves().is_empty() {
            Status::ToMove(color)
        } else if self.pass().is_some() {
            Status::MustPass(color)
        } else {
            Status::Over(Outcome::finished(self))
        }
    }

    /// Returns the outcome, if neither side can move.
    ///
    /// ```
    /// use reversi::{Color, Position};
    ///
    /// let wipeout: Position = format!("{}-- X", "X".repeat(62)).parse()?;
    /// let outcome = wipeout.outcome().expect("neither side can move");
    /// assert_eq!((outcome.winner, outcome.score.black), (Some(Color::Black), 64));
    /// assert_eq!(Position::START.outcome(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn outcome(self) -> Option<Outcome> {
        self.status().outcome()
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// Neither side can move.
    Finished,
    /// This side resigned.
    Resigned(Color),
    /// This side ran out of time.
    TimedOut(Color),
    /// Both sides agreed to a draw.
    Agreed,
}

/// The outcome of a game: how it ended, who won, and by how much.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Outcome {
    /// How it ended.
    pub ending: Ending,
    /// The winner; `None` is a draw.
    pub winner: Option<Color>,
    /// The discs on the board.
    pub discs: ByColor<u32>,
    /// The official counts of a finished game, 64 in total: the discs, with the empty squares given to
    /// the winner (split in a draw). After a resignation, a loss on time or an agreement, just the discs on
    /// the board.
    pub score: ByColor<u32>,
}

impl Outcome {
    /// Returns the number of empty squares on the board.
    pub const fn empties(&self) -> u32 {
        64 - self.discs.black - self.discs.white
    }

    /// Returns the winner's official count minus the loser's, 0 for a draw. Meaningless after a resignation, a
    /// loss on time or an agreement, where the counts do not decide.
    pub const fn margin(&self) -> u32 {
        self.score.black.abs_diff(self.score.white)
    }

    /// Returns the outcome of a position in which neither side can move.
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

    /// Returns the outcome of a game that ended before its end on the board, with its winner.
    fn early(position: Position, ending: Ending, winner: Option<Color>) -> Self {
        Self {
            ending,
            winner,
            discs: position.counts(),
            score: position.counts(),
        }
    }
}

/// A game from any starting position: the entries played, those undone, and the current position.
///
/// The game adds forced passes automatically, right after the move that leaves a side without a legal
/// move (or at the start of such a set-up).
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
    /// All entries; those from `played` onwards are undone and can be redone.
    entries: Vec<Entry>,
    played: usize,
    position: Position,
}

impl Game {
    /// Creates a game from the standard start.
    pub fn new() -> Self {
        Self::from_position(Position::START)
    }

    /// Creates a game from any position. If the side to move can only pass, the pass is made.
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

    /// Returns the starting position.
    pub const fn start(&self) -> Position {
        self.start
    }

    /// Returns the current position.
    pub const fn position(&self) -> Position {
        self.position
    }

    /// Returns the entries played, oldest first.
    pub fn entries(&self) -> &[Entry] {
        &self.entries[..self.played]
    }

    /// Returns the undone entries that can be redone, the next one first.
    pub fn undone(&self) -> &[Entry] {
        &self.entries[self.played..]
    }

    /// Returns whether a move or a pass is next, or whether the game is over.
    ///
    /// ```
    /// use reversi::{Color, Game, Status};
    ///
    /// assert_eq!(Game::new().status(), Status::ToMove(Color::Black));
    /// ```
    pub fn status(&self) -> Status {
        let early = match self.entries().last() {
            Some(&Entry::Resignation { color }) => {
                Some((Ending::Resigned(color), Some(color.opposite())))
            }
            Some(&Entry::Timeout { color }) => {
                Some((Ending::TimedOut(color), Some(color.opposite())))
            }
            Some(Entry::Agreement { .. }) => Some((Ending::Agreed, None)),
            Some(Entry::Move { .. } | Entry::Pass { .. }) | None => None,
        };
        if let Some((ending, winner)) = early {
            return Status::Over(Outcome::early(self.position, ending, winner));
        }
        self.position.status()
    }

    /// Returns the outcome once the game is over.
    ///
    /// ```
    /// use reversi::{Color, Game};
    ///
    /// let mut game = Game::new();
    /// assert_eq!(game.outcome(), None);
    /// game.resign(Color::White);
    /// assert_eq!(game.outcome().and_then(|outcome| outcome.winner), Some(Color::Black));
    /// ```
    pub fn outcome(&self) -> Option<Outcome> {
        self.status().outcome()
    }

    /// Returns true once the game is over: neither side can move, or it ended before that.
    #[doc(alias = "is_game_over")]
    pub fn is_over(&self) -> bool {
        self.outcome().is_some()
    }

    /// Returns the legal moves of the side to move; none once the game is over.
    pub fn legal_moves(&self) -> SquareSet {
        match self.status() {
            Status::ToMove(_) => self.position.legal_moves(),
            Status::MustPass(_) | Status::Over(_) => SquareSet::EMPTY,
        }
    }

    /// Returns the game after its first entries, without an end before that on the board, and without undone entries.
    /// The pass that the last move forces is made.
    ///
    /// # Panics
    /// When the game has fewer entries.
    pub fn up_to(&self, entries: usize) -> Self {
        let mut game = Self::from_position(self.start());
        for square in self.entries()[..entries].iter().filter_map(Entry::square) {
            game.play(square).expect("it was legal in this game");
        }
        game
    }

    /// Plays a move for the side to move, then the pass that it forces, if any. Clears the undone
    /// entries. An undone pass is made again first.
    ///
    /// # Errors
    /// [`MoveError`] if the move is not legal; the game is then unchanged.
    pub fn play(&mut self, square: Square) -> Result<(), MoveError> {
        let position = match self.status() {
            Status::Over(_) => return Err(MoveError::GameOver),
            Status::ToMove(_) => self.position,
            Status::MustPass(color) => after(self.position, Entry::Pass { color }),
        };
        let flips = position.flips(square);
        if flips.is_empty() {
            return Err(position.why_illegal(square));
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

    /// Makes a pending forced pass; entries undone after it can still be redone. Returns true if there was
    /// one.
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

    /// Resigns for `color` and ends the game. Returns false if it was already over.
    pub fn resign(&mut self, color: Color) -> bool {
        self.end(Entry::Resignation { color })
    }

    /// Ends the game because `color` ran out of time; the other side wins regardless of the board.
    /// Returns false if the game was already over.
    pub fn time_out(&mut self, color: Color) -> bool {
        self.end(Entry::Timeout { color })
    }

    /// Ends the game as a draw to which both sides agree. Returns false if it was already over.
    pub fn agree_to_draw(&mut self) -> bool {
        let color = self.position.side_to_move();
        self.end(Entry::Agreement { color })
    }

    fn end(&mut self, entry: Entry) -> bool {
        let under_way = self.outcome().is_none();
        if under_way {
            self.push(entry);
        }
        under_way
    }

    /// Undoes the last entry, a move or a pass. Returns `None` at the start.
    ///
    /// ```
    /// use reversi::Game;
    ///
    /// let mut game = Game::new();
    /// game.play("f5".parse()?)?;
    /// let undone = game.undo();
    /// assert_eq!((game.position(), game.redo()), (game.start(), undone));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
            Entry::Resignation { .. } | Entry::Timeout { .. } | Entry::Agreement { .. } => {
                self.position
            }
        };
        Some(entry)
    }

    /// Redoes the last undone entry. Returns `None` if there is none.
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

    /// Returns the last move's square and the discs that it turned, even if a pass or the end of the game
    /// followed; `None` before the first move.
    pub fn last_move(&self) -> Option<(Square, SquareSet)> {
        self.entries().iter().rev().find_map(|entry| match *entry {
            Entry::Move { square, flips, .. } => Some((square, flips)),
            Entry::Pass { .. }
            | Entry::Resignation { .. }
            | Entry::Timeout { .. }
            | Entry::Agreement { .. } => None,
        })
    }

    /// Returns every position of the game so far, the start first: one more than there are entries.
    ///
    /// ```
    /// use reversi::transcript;
    ///
    /// let game = transcript::parse("f5d6c3")?;
    /// let discs: Vec<u32> = game.positions().map(|position| 64 - position.board().empty_count()).collect();
    /// assert_eq!(discs, [4, 5, 6, 7]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
        Entry::Resignation { .. } | Entry::Timeout { .. } | Entry::Agreement { .. } => position,
    }
}

impl Default for Game {
    fn default() -> Self {
        Self::new()
    }
}

/// Games are equal if they have the same start and the same entries; undone entries do not count.
impl PartialEq for Game {
    fn eq(&self, other: &Self) -> bool {
        self.start == other.start && self.entries() == other.entries()
    }
}

impl Eq for Game {}
