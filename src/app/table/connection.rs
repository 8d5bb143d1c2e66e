//! The other program of a game over a network, as a table sees it.

use std::fmt::Debug;

use serde::{Deserialize, Serialize};

use crate::app::player::name::PersonName;
use crate::app::session::{Session, TableGame};

/// An offer to the other player. The game continues until that player accepts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Offer {
    /// To undo the last move of whoever asks for it.
    Takeback,
    /// To end the game as a draw.
    Draw,
    /// Another game with the sides swapped, once the game is over.
    Rematch,
}

impl Offer {
    /// Returns its name with an article: `a draw`.
    pub(crate) const fn asked(self) -> &'static str {
        match self {
            Self::Takeback => "a takeback",
            Self::Draw => "a draw",
            Self::Rematch => "a rematch",
        }
    }
}

/// What a front end shows about a game over the network besides the game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConnectionStatus {
    /// Whether the connection stands.
    pub is_connected: bool,
    /// The names of the spectators; empty ones if they are unknown.
    pub watching: Vec<PersonName>,
    /// What this side offers.
    pub offered: Option<Offer>,
    /// What the other side offers.
    pub asked: Option<Offer>,
}

/// The connection of a game with another program.
pub trait GameConnection<G: TableGame>: Debug {
    /// Returns whether this program hosts the game.
    fn is_host(&self) -> bool;

    /// Returns whether this program only watches.
    fn is_spectator(&self) -> bool;

    /// Returns the state of the connection.
    fn status(&self) -> ConnectionStatus;

    /// Applies the received messages to the session, and sends the changes of the session. Returns sentences for the
    /// person.
    fn update(&mut self, session: &mut Session<G>) -> Vec<String>;

    /// Offers something to the other player, or agrees to what that one offers. Returns a sentence.
    ///
    /// # Errors
    /// A clause: why that is not possible.
    fn offer(&mut self, what: Offer, session: &mut Session<G>) -> Result<String, String>;

    /// Says something to the other player. Returns the line as both see it.
    ///
    /// # Errors
    /// A clause: why that is not possible.
    fn say(&mut self, text: &str, session: &Session<G>) -> Result<String, String>;
}
