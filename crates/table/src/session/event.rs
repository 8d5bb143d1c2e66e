//! The events that a session reports.

use super::table_game::TableGame;
use crate::player::PlayerError;
use reversi::{ByColor, Color, Entry, Game, Square, SquareSet};

/// An event of a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event<G: TableGame = Game> {
    /// A game started.
    Started,
    /// A disc or a stone was placed.
    Played {
        /// The side that moved.
        color: Color,
        /// The square.
        square: Square,
        /// The discs that were turned, in Go the stones that were captured.
        flips: SquareSet,
    },
    /// A side passed.
    Passed {
        /// The side that passed.
        color: Color,
        /// The other side has just moved, in Go passed.
        again: bool,
    },
    /// A side resigned.
    Resigned {
        /// The side that resigned.
        color: Color,
    },
    /// A side left, and the other one claimed the win; an [`Event::Over`] follows.
    Left {
        /// The side that left.
        color: Color,
    },
    /// The win that this side claimed does not count, because the other side had not left. The game continues.
    Reopened,
    /// A side ran out of time. If the clock's rule ends the game, an [`Event::Over`] follows.
    TimeUp {
        /// The side that ran out of time.
        color: Color,
        /// The game continues.
        goes_on: bool,
    },
    /// Both sides agreed to a draw; an [`Event::Over`] follows.
    DrawAgreed,
    /// The game ended.
    Over(G::Outcome),
    /// Entries were undone, the last one first.
    Undone(Vec<Entry>),
    /// Entries were redone, in order.
    Redone(Vec<Entry>),
    /// The players changed.
    PlayersChanged(ByColor<G::Kind>),
    /// The CPUs were paused (`true`) or resumed.
    Paused(bool),
    /// A CPU failed to move; the CPUs are paused.
    PlayerFailed {
        /// Its side.
        color: Color,
        /// The player.
        player: G::Kind,
        /// The reason, as a clause.
        error: PlayerError,
    },
}
