//! The names and descriptions of players, and the errors about them.

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

/// The description of a human player.
pub(crate) const HUMAN: &str = "you";

/// The description of the random player.
pub(crate) const RANDOM: &str = "plays any legal move at random";

/// The description of the greedy player.
pub(crate) const GREEDY: &str = "turns as many discs as it can";

/// The players that need no person, as a list in a sentence.
pub(crate) const CPUS: &str =
    "random, greedy, engine:1 to engine:10, nboard:COMMAND or gtp:COMMAND";

/// The error for a person in a match.
pub(crate) fn no_person() -> String {
    format!("a human cannot play a match; use {CPUS}")
}

/// Its search has no result.
pub(crate) const FOUND_NO_MOVE: &str = "it found no move";
