//! A game between two programs over a network: one hosts it, the other joins.
//!
//! From the bottom up: [`code`] is the secret that the host shows and the guest types; [`message`] is what
//! the programs say to each other; [`channel`] encrypts it; [`link`] keeps the connection on threads of its
//! own; [`game`] applies it to a [`Session`](crate::app::session::Session). Every received move is checked by the
//! receiver's own game.
//!
//! The host's program is the referee: it has the game, and its clock counts. A guest that was away gets the
//! whole game from the host. Nothing is sent in clear, every message has a maximum size and every
//! connection a maximum rate, and every read and write ends in time.

pub mod channel;
pub mod code;
pub mod game;
pub(crate) mod link;
pub mod message;

use game::NetworkGame;

/// A game over the network, before it begins.
#[derive(Debug)]
pub struct OnlineGame {
    /// The game.
    pub network: NetworkGame,
    /// What a host tells its guest; shown until the guest is there.
    pub invitation: String,
    /// Whether a host resumes its last unfinished game over the network.
    pub resumes: bool,
}

/// The port of a host, unless another one is chosen: 8 by 8 is 64.
pub(crate) const DEFAULT_PORT: u16 = 8864;
