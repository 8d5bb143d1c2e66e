//! The sentences about a game over the network.

use std::fmt::Display;
use std::net::SocketAddr;

use super::sentence;
use crate::square::Square;

/// A rematch needs the end of the game.
pub(crate) const NOT_OVER: &str = "the game is not over";

/// This side wants a rematch.
pub(crate) const REMATCH_OFFERED: &str = "You want a rematch. Waiting for your opponent to agree.";

/// Something was typed before the guest has come.
pub(crate) const STILL_WAITING: &str = "Still waiting for a guest; type quit to stop.";

/// The question before a guest quits during a game.
pub(crate) const ASK_LEAVE_HOST: &str =
    "Quit? Your host keeps the game; you can join again with the same code.";

/// The games of host and guest differ.
pub(crate) const AS_HOST: &str = "Your host's game was different; it is on the board now.";

/// A guest is connected again.
pub(crate) const BACK: &str = "Connected again.";

/// The other program sent something that has no place there, as a clause.
pub(crate) const OUT_OF_PLACE: &str = "the other program sent something unexpected";

/// A clock of a host shows more time than the time control gives, as a clause.
pub(crate) const IMPOSSIBLE_CLOCK: &str = "the host sent an impossible time for a clock";

/// What a host tells its guest.
pub(crate) fn invitation(address: SocketAddr, code: impl Display) -> String {
    let port = address.port();
    let (place, shown) = if address.ip().is_unspecified() {
        let place = format!("port {port} of every address of this computer");
        (place, format!("ADDRESS:{port}, with one of these"))
    } else {
        (address.to_string(), address.to_string())
    };
    format!("Waiting for a guest at {place}.\nYour guest types: reversi join {shown}\nCode: {code}")
}

fn known(name: impl Display, otherwise: &str) -> String {
    let name = name.to_string();
    if name.is_empty() {
        otherwise.to_owned()
    } else {
        name
    }
}

/// A guest has come, for the first time or again.
pub(crate) fn guest_is_back(name: impl Display) -> String {
    format!("{} is connected.", known(name, "Your guest"))
}

/// The other player wants a rematch.
pub(crate) fn rematch_wanted(name: impl Display) -> String {
    format!("{} wants a rematch.", known(name, "Your opponent"))
}

/// The connection is lost for now; the reason is a clause.
pub(crate) fn lost(why: impl Display, is_host: bool) -> String {
    let next = if is_host {
        "Waiting for your guest."
    } else {
        "Trying again."
    };
    format!("Connection lost: {why}. {next}")
}

/// The connection has ended; the reason is a clause.
pub(crate) fn ended(why: impl Display, is_host: bool) -> String {
    let kept = if is_host { " The game is kept." } else { "" };
    sentence(why) + kept
}

/// A move that the other program should not have sent, as a clause.
pub(crate) fn illegal(square: Square, why: impl Display) -> String {
    format!("the other program played {square}, but {why}")
}

/// The connection was closed because of a message; the reason is a clause.
pub(crate) fn broke_rules(why: impl Display) -> String {
    sentence(why) + " The connection is closed; the game is kept."
}

/// Why a connection is lost, as clauses.
pub(crate) mod loss {
    /// It was closed.
    pub(crate) const CLOSED: &str = "the other side disconnected";
    /// Nothing came for too long.
    pub(crate) const SILENT: &str = "the other side stopped responding";
    /// Messages come too fast.
    pub(crate) const FLOOD: &str = "the other side sends too many messages";
    /// Messages are not handled fast enough.
    pub(crate) const BACKLOG: &str = "too many messages are waiting";
    /// The host refuses a guest that comes back.
    pub(crate) const OLD_CODE: &str =
        "the host no longer accepts the code; join again with a new one";
    /// The other player has quit.
    pub(crate) const QUIT: &str = "the other player has quit";
    /// The host has a guest.
    pub(crate) const BUSY: &str = "the host is playing with another guest";
    /// The protocols differ.
    pub(crate) const VERSION: &str =
        "the other player has a different version of the program; use the same one";
    /// Something from this side was against the rules.
    pub(crate) const RULES: &str = "the other program refused what this one sent";
}

/// A square for a ply that has another one.
pub(crate) const MOVED_ALREADY: &str = "it has moved already";

/// A move for a ply that is still to come.
pub(crate) const MOVES_MISSING: &str = "earlier moves are missing";
