//! What a session reports.

use std::fmt;

use crate::app::player::{PlayerError, PlayerKind};
use crate::app::wording;
use crate::color::{ByColor, Color};
use crate::game::{Entry, Outcome};
use crate::square::Square;
use crate::squares::SquareSet;

/// Something that happened in a session. Prints as one sentence; [`Event::Over`] may be two lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A game began.
    Started,
    /// A disc was placed.
    Played {
        /// By whom.
        color: Color,
        /// Where.
        square: Square,
        /// The discs it turned.
        flips: SquareSet,
    },
    /// A side had no legal move.
    Passed {
        /// Which side.
        color: Color,
        /// Whether the other side has just moved.
        again: bool,
    },
    /// A side gave up.
    Resigned {
        /// Which side.
        color: Color,
    },
    /// A side used up its time. Whether that ends the game is the clock's rule; if it does, an
    /// [`Event::Over`] follows.
    TimeUp {
        /// Whose time.
        color: Color,
        /// Whether the game goes on all the same.
        goes_on: bool,
    },
    /// The game ended.
    Over(Outcome),
    /// Entries were taken back, the last one first.
    Undone(Vec<Entry>),
    /// Entries were played again, in order.
    Redone(Vec<Entry>),
    /// Other players play.
    PlayersChanged(ByColor<PlayerKind>),
    /// The CPUs were paused (`true`) or go on.
    Paused(bool),
    /// A CPU gave no move. The CPUs are paused.
    PlayerFailed {
        /// Its side.
        color: Color,
        /// What it is.
        player: PlayerKind,
        /// Why.
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
            } => wording::player_failed(*color, player, error),
        };
        f.write_str(&sentence)
    }
}
