//! How the players are named and described.

use std::fmt::Display;

/// The strength of an engine with a time for each move; `like` is the level that it plays like, if it plays like people.
pub(crate) fn timed_level(name: &str, time: impl Display, like: Option<u8>) -> String {
    match like {
        Some(number) => format!("{name}: moves like {}, at once", level_name(number)),
        None => format!("{name}: searches {time} a move"),
    }
}

/// The name of a level of the engine.
pub fn level_name(number: u8) -> String {
    format!("level {number}")
}

/// The name of the person at this terminal who has given none.
pub use crate::phrase::YOU;

/// The name of another person who has given none.
pub const FRIEND: &str = "a friend";

/// The description of a person who plays.
pub const A_PERSON: &str = "plays at this keyboard";

/// The player's double, as the command line names it.
pub const DOUBLE: &str = "me";

/// The player's double, for people.
pub const YOUR_DOUBLE: &str = "your double";

/// The description of the player's double, before its strength is known.
pub const PLAYS_LIKE_YOU: &str = "plays like you, by the reviews of your games";

/// Returns the description of a double whose moves lose this many discs on average.
pub(crate) fn double(discs: f32, is_weakest: bool) -> String {
    let strength = if is_weakest {
        "the weakest double"
    } else {
        "plays like you"
    };
    format!("{strength}: loses about {discs:.1} discs a move")
}

/// The description of the random player.
pub const RANDOM: &str = "plays any legal move at random";

/// The greedy player.
pub(crate) const GREEDY: &str = "greedy";

/// The description of the greedy player.
pub const TURNS_MOST: &str = "turns as many discs as it can";

/// The players that need no person, as a list in a sentence.
pub const COMPUTERS: &str = "random, greedy, level 1 to level 10, nboard:COMMAND or gtp:COMMAND";

/// The search of a player has no result.
pub(crate) const FOUND_NO_MOVE: &str = "it found no move";
