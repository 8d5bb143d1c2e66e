//! A game between two programs over a network: one hosts it, the other joins, and more may watch.
//!
//! From the bottom up: [`code`] is the secret that the host shows and the guest types; [`message`] has the
//! messages; [`channel`] encrypts them; [`link`] keeps the connections on their own threads; [`game`] applies the
//! messages to a [`Session`](reversi_table::session::Session); [`request`] starts it. Every received move is checked
//! by the receiver's own game.
//!
//! Spectators have a code of their own, which the host makes only on request. They get the whole game after each
//! change and can send nothing, so that none of them can disturb it, and one who was away is never behind.
//!
//! If the two programs disagree, the host's game and the host's clock count. A guest that reconnects gets the
//! whole game from the host. Everything is encrypted, every message has a maximum size and every connection a
//! maximum rate, and every read and write has a time limit.

pub mod channel;
pub mod code;
pub mod friend_file;
pub mod game;
pub mod link;
pub mod message;
pub mod request;

use game::NetworkGame;
use request::{Invitation, JoinRequest};

/// A game over the network, before it begins.
#[derive(Debug)]
pub struct OnlineGame {
    /// The game.
    pub network: NetworkGame,
    /// What a host shows until its guest has connected.
    pub invitation: Option<Invitation>,
    /// Whether a host resumes its last unfinished game over the network.
    pub resumes: bool,
    /// What a guest or spectator asked for.
    pub joined: Option<JoinRequest>,
}

/// The default port of a host: the board is 8 by 8, 64 squares.
pub const DEFAULT_PORT: u16 = 8864;
