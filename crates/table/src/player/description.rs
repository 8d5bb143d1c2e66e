//! How the players are named and described.

use std::fmt::{self, Display, Formatter};

use reversi_text::{Message, Name, Said, label, tr};

/// The word for the person at this terminal who has given no name, in files and on the command line.
pub(crate) const YOU: &str = "you";

/// The word for another person who has given no name.
pub(crate) const FRIEND: &str = "a friend";

/// The player's double, as the command line names it.
pub const DOUBLE: &str = "me";

/// The player's double, in words.
pub const YOUR_DOUBLE: &str = "your double";

/// The greedy player.
pub(crate) const GREEDY: &str = "greedy";

/// The name of a player. Displays as in files and on the command line.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PlayerName {
    /// The person at this terminal, who has given none.
    You,
    /// Another person, who has given none.
    Friend,
    /// The player's double.
    Double,
    /// A level of a player that searches.
    Level(u8),
    /// A name that no language changes.
    Own(String),
}

impl PlayerName {
    /// Returns the name for people.
    pub fn said(&self) -> Said {
        match self {
            Self::You => tr!("you"),
            Self::Friend => tr!("a friend"),
            Self::Double => tr!("your double"),
            Self::Level(number) => tr!("level {number}", number = *number),
            Self::Own(name) => Said::verbatim(name.clone()),
        }
    }
}

impl Display for PlayerName {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::You => f.pad(YOU),
            Self::Friend => f.pad(FRIEND),
            Self::Double => f.pad(YOUR_DOUBLE),
            Self::Level(number) => f.pad(&format!("level {number}")),
            Self::Own(name) => f.pad(name),
        }
    }
}

/// The strength of an engine with a time for each move; `like` is the level that it plays like, if it plays like people.
pub(crate) fn timed_level(name: &Said, time: impl Display, like: Option<u8>) -> Said {
    if let Some(number) = like {
        return tr!("{name}: moves like level {number}, at once", name, number);
    }
    let time = time.to_string();
    tr!("{name}: searches {time} a move", name, time = Name(&time))
}

/// The description of a person who plays.
pub const A_PERSON: &Message = label!("plays at this keyboard");

/// The description of the player's double, before its strength is known.
pub const PLAYS_LIKE_YOU: &Message = label!("plays like you, by the reviews of your games");

/// Returns the description of a double whose moves lose this many discs on average.
pub(crate) fn double(discs: f32, is_weakest: bool) -> Said {
    let discs = format!("{discs:.1}");
    let discs = Name(&discs);
    if is_weakest {
        tr!(
            "the weakest double: loses about {discs} discs a move",
            discs
        )
    } else {
        tr!("plays like you: loses about {discs} discs a move", discs)
    }
}

/// The description of the random player.
pub const RANDOM: &Message = label!("plays any legal move at random");

/// The description of the greedy player.
pub const TURNS_MOST: &Message = label!("turns as many discs as it can");

/// The players that need no person, as a list in a sentence.
pub const COMPUTERS: &Message =
    label!("random, greedy, level 1 to level 10, nboard:COMMAND or gtp:COMMAND");

/// The search of a player has no result.
pub(crate) const FOUND_NO_MOVE: &Message = label!("it found no move");
