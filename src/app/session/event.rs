//! The events that a session reports.

use std::fmt;

use super::table_game::TableGame;
use crate::app::phrase;
use crate::app::player::{PlayerError, TablePlayer as _};
use crate::app::wording;
use crate::color::{ByColor, Color};
use crate::game::{Entry, Game};
use crate::square::Square;
use crate::squares::SquareSet;

/// An event of a session. Displays as one sentence; [`Event::Over`] may take two lines.
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

impl<G: TableGame> fmt::Display for Event<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sentence = match self {
            Self::Started => "New game.".to_owned(),
            Self::Played {
                color,
                square,
                flips,
            } => G::describe_move(*color, *square, *flips),
            Self::Passed { color, again } => G::describe_pass(*color, *again),
            Self::Resigned { color } => wording::resigned(*color),
            Self::TimeUp { color, goes_on } => wording::time_up(*color, *goes_on),
            Self::DrawAgreed => phrase::sentence(phrase::AGREED),
            Self::Over(outcome) => G::describe_outcome(outcome),
            Self::Undone(entries) => format!("Undid {}.", described(entries)),
            Self::Redone(entries) => format!("Redid {}.", described(entries)),
            Self::PlayersChanged(players) => wording::players(&players.as_ref().map(G::Kind::name)),
            Self::Paused(true) => "The computer is paused.".to_owned(),
            Self::Paused(false) => "The computer resumes.".to_owned(),
            Self::PlayerFailed {
                color,
                player,
                error,
            } => format!(
                "{color} ({player}) failed to move: {error}. The computer is paused.",
                player = player.name()
            ),
        };
        f.write_str(&sentence)
    }
}

/// Returns the entries as a list in a sentence: `a, b and c`.
fn described(entries: &[Entry]) -> String {
    let names: Vec<String> = entries.iter().map(wording::entry).collect();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => names.concat(),
    }
}
