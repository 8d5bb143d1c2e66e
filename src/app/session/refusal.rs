//! The reasons why a session refuses a request.

use std::fmt;

use super::table_game::TableGame;
use crate::app::player::TablePlayer as _;
use crate::app::wording;
use crate::color::Color;
use crate::game::Game;

/// The reason why a session refused a request. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal<G: TableGame = Game> {
    /// The move is not legal.
    Move(G::MoveError),
    /// A CPU plays the side that is to move.
    NotYourTurn {
        /// The side to move.
        color: Color,
        /// The player of that side.
        player: G::Kind,
    },
    /// There is no decision of a human to undo.
    NothingToUndo,
    /// There is nothing to redo.
    NothingToRedo,
    /// Passes are automatic.
    PassesAreMade {
        /// The side that has a legal move, if any.
        to_move: Option<Color>,
    },
    /// The side that must pass has no move to analyse.
    NothingToAnalyse(Color),
    /// The game is over.
    GameOver,
    /// No CPU has failed to move.
    NobodyFailed,
    /// No human is playing who could resign.
    NobodyToResign,
    /// The player at the other end of the connection is not there.
    NotConnected,
    /// Not possible in a game over the network.
    NotOverNetwork,
    /// The engine does not help in a game over the network.
    NoEngineHelp,
    /// Both sides have the same player, so swapping changes nothing.
    SamePlayers,
}

impl<G: TableGame> fmt::Display for Refusal<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(error) => error.fmt(f),
            Self::NotYourTurn { color, player } if player.is_remote() => {
                write!(f, "it is {color}'s turn; wait for your opponent")
            }
            Self::NotYourTurn { color, player } => {
                f.write_str(&wording::not_your_turn(*color, player.name()))
            }
            Self::NothingToUndo => f.write_str("there is nothing to undo"),
            Self::NothingToRedo => f.write_str("there is nothing to redo"),
            Self::PassesAreMade { to_move } => f.write_str(&wording::no_voluntary_pass(*to_move)),
            Self::NothingToAnalyse(color) => {
                write!(f, "{color} has no move to analyse")
            }
            Self::GameOver => G::OVER.fmt(f),
            Self::SamePlayers => f.write_str("both sides have the same player"),
            Self::NotConnected => f.write_str(wording::NOT_CONNECTED),
            Self::NotOverNetwork => f.write_str(wording::NOT_OVER_NETWORK),
            Self::NoEngineHelp => f.write_str(wording::NO_ENGINE_HELP),
            Self::NobodyFailed => f.write_str("no CPU has failed to move"),
            Self::NobodyToResign => f.write_str("only a human player can resign"),
        }
    }
}

impl<G: TableGame> std::error::Error for Refusal<G> {}
