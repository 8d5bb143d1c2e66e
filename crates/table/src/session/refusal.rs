//! The reasons why a session or a table refuses a request.

use std::time::Duration;

use super::table_game::TableGame;
use reversi::{Color, Game, Square};

/// The reason why a session or a table refused a request. Nothing has changed.
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
    /// The game is not over.
    GameNotOver,
    /// No CPU has failed to move.
    NobodyFailed,
    /// No human is playing who could resign.
    NobodyToResign,
    /// The player at the other end of the connection is not there.
    NotConnected,
    /// The other player is there, so that there is no win to claim.
    NobodyLeft,
    /// There is no win to claim before the first move.
    NothingToClaim,
    /// The other player may still come back; the win can be claimed after this time.
    ClaimLater(Duration),
    /// Only the players move, resign and ask for a rematch.
    Watching,
    /// Not possible in a game over the network.
    NotOverNetwork,
    /// Possible only in a game over the network.
    OnlyOverNetwork,
    /// There is nothing to say in an empty line.
    NothingToSay,
    /// The computer does not help in a game over the network.
    NoEngineHelp,
    /// The coach helps one person against the computer, without clocks.
    NoCoach,
    /// Both sides have the same player, so swapping changes nothing.
    SamePlayers,
    /// No level is playing.
    NoLevel,
}

/// Why moves that belong together cannot all be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadMove<G: TableGame = Game> {
    /// The number of moves and passes before it.
    pub index: usize,
    /// The move; `None` for a pass.
    pub played: Option<Square>,
    /// Why it cannot be played.
    pub why: Refusal<G>,
}
