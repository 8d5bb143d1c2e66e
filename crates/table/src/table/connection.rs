//! The other program of a game over a network, as a table sees it.

use std::fmt::Debug;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::player::description::PlayerName;
use crate::player::name::PersonName;
use crate::session::{Refusal, Session, TableGame};
use reversi::{ByColor, Game, Square};
use reversi_text::Said;

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
    /// How the connection was lost last, unless this program only watches.
    pub absence: Option<Absence>,
    /// From when on the win can be claimed, because the other player has left.
    pub claim_from: Option<Instant>,
    /// Whether what the other player says is not shown.
    pub is_muted: bool,
}

/// How the connection with the other player was lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Absence {
    /// The connection was lost. The guest keeps trying to connect.
    #[default]
    Lost,
    /// The other player has quit.
    Quit,
    /// It has ended for good for another reason.
    Ended,
}

/// What the clocks do while the other program is not connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClocksWhileAway {
    /// There are none.
    None,
    /// Both stand still.
    Stopped,
    /// That of the guest runs on after this time.
    GuestRunsAfter(Duration),
}

/// What a program is in a game over a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConnectionRole {
    /// It has the game, and waits for its guest.
    Host,
    /// It plays with a host.
    Guest,
    /// It watches.
    Spectator,
}

/// What happened on a connection. Front ends make sentences of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConnectionEvent<G: TableGame = Game> {
    /// The guest of this host has connected, for the first time or again. Has its name, possibly empty.
    GuestConnected(PersonName),
    /// This guest or spectator has connected again.
    ConnectedAgain,
    /// The other program is not connected any more.
    Disconnected {
        /// What this program is.
        role: ConnectionRole,
        /// Why.
        why: Disconnection<G>,
        /// What the clocks do.
        clocks: ClocksWhileAway,
        /// After which time this side can claim the win; `None` if it cannot.
        claim_after: Option<Duration>,
    },
    /// The host had another game, which is on the board now.
    GameReplaced,
    /// The players of the game that this program watches, by name.
    Players(ByColor<PlayerName>),
    /// Whether the game that this program watches waits for a player.
    Waits(bool),
    /// The names of all spectators, after some have come or gone; empty ones if they are unknown.
    Spectators(Vec<PersonName>),
    /// The other player offers something. Has its name, possibly empty.
    Asked(PersonName, Offer),
    /// The other player has moved instead of agreeing to what this side offered. Has its name, possibly empty.
    Declined(PersonName, Offer),
    /// This side offers something to the other player, by name.
    Offered(PlayerName, Offer),
    /// This side agrees to what the other player offers.
    Agreed,
    /// This side said something. Has its name, possibly empty, and the line.
    Said(PersonName, String),
    /// The other player said something. Has its name, possibly empty, and the line.
    Heard(PersonName, String),
    /// From now on, what the other player says is not shown (`true`) or is shown again.
    Muted(bool),
    /// The win that this side claimed does not count: the host, whose name may be empty, had not left.
    ClaimRefused(PersonName),
    /// The guest claimed the win while this host was there, which does not count. Has its name, possibly empty.
    ClaimIgnored(PersonName),
}

/// Why a connection does not stand any more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Disconnection<G: TableGame = Game> {
    /// It is lost. The guest connects again by itself.
    Lost(LossReason),
    /// It has ended for good. A host waits for a guest again.
    Ended(EndReason),
    /// This program has closed it, because the other one broke the rules.
    Closed(Violation<G>),
}

/// Why a connection is lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LossReason {
    /// The other side closed it.
    Closed,
    /// Nothing came from the other side for too long.
    Silent,
    /// The other side sends messages too fast.
    TooManyMessages,
    /// The messages of the other side were not taken in time.
    TooManyWaiting,
    /// The other side has another code or is another program, or a message was changed on its way.
    WrongCode,
    /// The other side sent a message of so many bytes.
    TooLong(usize),
    /// The other side sent something that is not a message.
    NotAMessage,
    /// An error of the system: a clause.
    System(Said),
}

/// Why a connection has ended for good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndReason {
    /// The other program said so.
    Goodbye(GoodbyeReason),
    /// The host refuses the code with which this program connects again.
    CodeRefused,
}

/// Why a program closes the connection for good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GoodbyeReason {
    /// The person has quit.
    Quit,
    /// The host has a guest.
    Busy,
    /// The host has another version of the protocol.
    Version,
    /// The receiver has sent something that is against the rules.
    Rules,
    /// The host has quit, as spectators are told.
    HostQuit,
    /// The host has as many spectators as it takes.
    Full,
}

/// How the other program broke the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Violation<G: TableGame = Game> {
    /// It sent something unexpected.
    OutOfPlace,
    /// It sent a time that a clock cannot have.
    ImpossibleClock,
    /// It played this move, but it has moved already.
    MovedAlready(Square),
    /// It played this move, but earlier moves are missing.
    MovesMissing(Square),
    /// It played a move that is refused.
    Illegal(Square, Refusal<G>),
}

/// The connection of a game with another program.
pub trait GameConnection<G: TableGame>: Debug {
    /// Returns what this program is.
    fn role(&self) -> ConnectionRole;

    /// Returns the state of the connection.
    fn status(&self) -> ConnectionStatus;

    /// Applies the received messages to the session, and sends the changes of the session. Returns what happened.
    fn update(&mut self, session: &mut Session<G>) -> Vec<ConnectionEvent<G>>;

    /// Offers something to the other player, or agrees to what that one offers.
    ///
    /// # Errors
    /// The reason why that is not possible.
    fn offer(
        &mut self,
        what: Offer,
        session: &mut Session<G>,
    ) -> Result<ConnectionEvent<G>, Refusal<G>>;

    /// Says something to the other player.
    ///
    /// # Errors
    /// The reason why that is not possible.
    fn say(&mut self, text: &str, session: &Session<G>) -> Result<ConnectionEvent<G>, Refusal<G>>;

    /// Shows what the other player says, or no longer does.
    ///
    /// # Errors
    /// The reason why that is not possible.
    fn mute(&mut self, muted: bool) -> Result<ConnectionEvent<G>, Refusal<G>>;

    /// Claims the win, because the other player has left.
    ///
    /// # Errors
    /// The reason why that is not possible.
    fn claim(&mut self, session: &mut Session<G>) -> Result<(), Refusal<G>>;
}
