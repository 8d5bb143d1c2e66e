//! The events that a session reports.

use std::fmt;

use crate::app::player::{PlayerError, PlayerKind};
use crate::app::wording;
use crate::color::{ByColor, Color};
use crate::game::{Entry, Outcome};
use crate::square::Square;
use crate::squares::SquareSet;

/// An event of a session. Displays as one sentence; [`Event::Over`] may take two lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    /// A game started.
    Started,
    /// A disc was placed.
    Played {
        /// The side that moved.
        color: Color,
        /// The square.
        square: Square,
        /// The discs that were turned.
        flips: SquareSet,
    },
    /// A side had no legal move.
    Passed {
        /// The side that passed.
        color: Color,
        /// The other side has just moved.
        again: bool,
    },
    /// A side resigned.
    Resigned {
        /// The side that resigned.
        color: Color,
    },
    /// A side ran out of time. If the clock's rule ends the game, an [`Event::Over`] follows.
    TimeUp {
        /// The side that ran out of time.
        color: Color,
        /// The game continues.
        goes_on: bool,
    },
    /// The game ended.
    Over(Outcome),
    /// Entries were undone, the last one first.
    Undone(Vec<Entry>),
    /// Entries were redone, in order.
    Redone(Vec<Entry>),
    /// The players changed.
    PlayersChanged(ByColor<PlayerKind>),
    /// The CPUs were paused (`true`) or resumed.
    Paused(bool),
    /// A CPU failed to move; the CPUs are paused.
    PlayerFailed {
        /// Its side.
        color: Color,
        /// The player.
        player: PlayerKind,
        /// The reason, as a clause.
        error: PlayerError,
    },
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sentence = match self {
            Self::Started => wording::STARTED.to_owned(),
            Self::Played {
                color,
                square,
                flips,
            } => wording::played(*color, *square, flips.len()),
            Self::Passed { color, again } => wording::passed(*color, *again),
            Self::Resigned { color } => wording::resigned(*color),
            Self::TimeUp { color, goes_on } => wording::time_up(*color, *goes_on),
            Self::Over(outcome) => {
                let (before, last) = wording::outcome(outcome);
                before.map_or_else(String::new, |before| before + "\n") + &last
            }
            Self::Undone(entries) => wording::undone(entries),
            Self::Redone(entries) => wording::redone(entries),
            Self::PlayersChanged(players) => wording::players(players),
            Self::Paused(paused) => wording::paused(*paused).to_owned(),
            Self::PlayerFailed {
                color,
                player,
                error,
            } => wording::player_failed(*color, player.name(), error),
        };
        f.write_str(&sentence)
    }
}
