//! The names and descriptions of players, and the errors about them.

use std::fmt::Display;

/// The strength of an engine level, for menus and help.
pub(crate) fn level(number: u8) -> String {
    let strength = match number {
        1 => "for children, slips all the time",
        2 => "beginner, often slips",
        3 => "casual player, often slips",
        4 => "casual player, sometimes slips",
        5 => "good casual player, sometimes slips",
        6 => "club player",
        7 => "strong club player",
        8 => "tournament player",
        9 => "expert",
        _ => "master, takes a few seconds",
    };
    format!("level {number}: {strength}")
}

/// A person at the other end of a connection, without a name.
pub(crate) const OPPONENT: &str = "opponent";

/// The description of a person at the other end of a connection.
pub(crate) const REMOTE: &str = "a person at the other end of the connection";

/// The description of a human player.
pub(crate) const HUMAN: &str = "you";

/// The description of the random player.
pub(crate) const RANDOM: &str = "plays any legal move at random";

/// The description of the greedy player.
pub(crate) const GREEDY: &str = "turns as many discs as it can";

/// The players that need no person, as a list in a sentence.
const CPUS: &str = "random, greedy, engine:1 to engine:10, nboard:COMMAND or gtp:COMMAND";

/// The error for a person in a match.
pub(crate) fn no_person() -> String {
    format!("a human cannot play a match; use {CPUS}")
}

/// The error for a text that is not a player.
pub(crate) fn not_a_player(text: &str) -> String {
    format!("{text:?} is not a player; use human, {CPUS}")
}

/// The error for an engine whose level does not exist.
pub(crate) fn no_such_level(text: &str, default: u8) -> String {
    format!(
        "{text:?} is not a level of the engine; use engine:1 to engine:10, or engine for \
         engine:{default}"
    )
}

/// Why a player did not move, as clauses about it: nobody asked it to stop.
pub(crate) const STOPPED: &str = "it stopped unexpectedly";

/// It gave up the game.
pub(crate) const RESIGNED: &str = "it resigned";

/// Its search has no result.
pub(crate) const FOUND_NO_MOVE: &str = "it found no move";

/// It is a player without moves, such as a person.
pub(crate) const CANNOT_CHOOSE: &str = "it cannot choose moves";

/// Its move is illegal; the reason is a clause.
pub(crate) fn chose_illegal(reason: impl Display) -> String {
    format!("it chose an illegal move: {reason}")
}
