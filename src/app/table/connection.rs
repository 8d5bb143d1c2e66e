//! The other program of a game over a network, as a table sees it.

use std::fmt::Debug;

use crate::app::session::{Session, TableGame};

/// What a front end shows about a game over the network besides the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ConnectionStatus {
    /// Whether the connection stands.
    pub is_connected: bool,
    /// The number of spectators.
    pub watching: u32,
    /// Whether this side wants a rematch.
    pub offers_rematch: bool,
    /// Whether the other side wants one.
    pub is_asked: bool,
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

    /// Offers another game with the sides swapped, or agrees to it. Returns a sentence.
    ///
    /// # Errors
    /// A clause: why that is not possible.
    fn offer_rematch(&mut self, session: &Session<G>) -> Result<String, &'static str>;
}
