//! Owns why a session did not do what it was asked to, and the clause for each reason.

use std::fmt;

use crate::app::player::PlayerKind;
use crate::color::Color;
use crate::game::MoveError;

/// Why a session did not do what it was asked to. Nothing has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The move is not legal.
    Move(MoveError),
    /// A CPU plays the side that is to move.
    NotYourTurn {
        /// The side to move.
        color: Color,
        /// What plays it.
        player: PlayerKind,
    },
    /// Nothing was played that a person could take back.
    NothingToUndo,
    /// Nothing is undone.
    NothingToRedo,
    /// Passes are never asked for.
    PassesAreMade {
        /// The side that has a move, if one has.
        to_move: Option<Color>,
    },
    /// The game has ended already.
    GameOver,
    /// No person plays who could resign.
    NobodyToResign,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(error) => error.fmt(f),
            Self::NotYourTurn { color, player } => {
                write!(f, "it is {color}'s turn, and {player} plays {color}")
            }
            Self::NothingToUndo => write!(f, "there is nothing to undo"),
            Self::NothingToRedo => write!(f, "there is nothing to redo"),
            Self::PassesAreMade {
                to_move: Some(color),
            } => write!(
                f,
                "passes are made for you when they are forced, and {color} has a legal move"
            ),
            Self::PassesAreMade { to_move: None } => {
                write!(
                    f,
                    "passes are made for you when they are forced; redo makes the one that was undone again"
                )
            }
            Self::GameOver => write!(f, "the game is over"),
            Self::NobodyToResign => write!(f, "no person plays who could resign"),
        }
    }
}

impl std::error::Error for Refusal {}
