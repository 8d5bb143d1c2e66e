//! The reasons why a session refuses a request.

use std::fmt;

use super::table_game::TableGame;
use crate::app::player::TablePlayer;
use crate::app::wording;
use crate::color::Color;
use crate::game::Game;
use crate::square::Square;

/// The reason why a session refused a request. Nothing has changed. Displays as a clause.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal<G: TableGame = Game> {
    /// The move is not legal.
    #[error("{0}")]
    Move(G::MoveError),
    /// A CPU plays the side that is to move.
    #[error("{}", not_your_turn(*.color, .player))]
    NotYourTurn {
        /// The side to move.
        color: Color,
        /// The player of that side.
        player: G::Kind,
    },
    /// There is no decision of a human to undo.
    #[error("there is nothing to undo")]
    NothingToUndo,
    /// There is nothing to redo.
    #[error("there is nothing to redo")]
    NothingToRedo,
    /// Passes are automatic.
    #[error("forced passes are automatic{}", match .to_move {
        Some(color) => format!(", and {color} has a legal move"),
        None => "; redo plays the undone pass again".to_owned(),
    })]
    PassesAreMade {
        /// The side that has a legal move, if any.
        to_move: Option<Color>,
    },
    /// The side that must pass has no move to analyse.
    #[error("{0} has no move to analyse")]
    NothingToAnalyse(Color),
    /// The game is over.
    #[error("{}", G::OVER)]
    GameOver,
    /// No CPU has failed to move.
    #[error("no player has failed to move")]
    NobodyFailed,
    /// No human is playing who could resign.
    #[error("only a person can resign")]
    NobodyToResign,
    /// The player at the other end of the connection is not there.
    #[error("{}", wording::NOT_CONNECTED)]
    NotConnected,
    /// Only the players move, resign and ask for a rematch.
    #[error("{}", wording::WATCHING)]
    Watching,
    /// Not possible in a game over the network.
    #[error("{}", wording::NOT_OVER_NETWORK)]
    NotOverNetwork,
    /// The computer does not help in a game over the network.
    #[error("{}", wording::NO_ENGINE_HELP)]
    NoEngineHelp,
    /// The coach helps one person against the computer, without clocks.
    #[error("the coach works only in games against the computer without clocks")]
    NoCoach,
    /// Both sides have the same player, so swapping changes nothing.
    #[error("both sides have the same player")]
    SamePlayers,
}

/// Why moves that belong together cannot all be played. Displays as a clause that names the move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BadMove<G: TableGame = Game> {
    /// The number of moves and passes before it.
    pub(crate) index: usize,
    /// The move; `None` for a pass.
    pub(crate) played: Option<Square>,
    /// Why it cannot be played.
    pub(crate) why: Refusal<G>,
}

impl<G: TableGame> fmt::Display for BadMove<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names_it = matches!(&self.why, Refusal::Move(error) if *error != G::OVER);
        match self.played.filter(|_| self.index > 0 && !names_it) {
            Some(square) => write!(f, "{square}: {}", self.why),
            None => write!(f, "{}", self.why),
        }
    }
}

fn not_your_turn(color: Color, player: &impl TablePlayer) -> String {
    if player.is_remote() {
        format!("it is {color}'s turn; wait for your opponent")
    } else {
        wording::not_your_turn(color, player.name())
    }
}
