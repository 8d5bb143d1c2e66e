//! The sentences about a game over the network.

use std::fmt::Display;
use std::net::SocketAddr;

use super::sentence;
use crate::square::Square;

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
pub(crate) mod loss {}
