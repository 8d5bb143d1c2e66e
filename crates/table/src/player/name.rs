//! The names of people.

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayString;

use super::{PlayerKind, TablePlayer};
use crate::player::description::PlayerName;
use reversi::{ByColor, Color};
use reversi_notation::{GameOrigin, Participant, Record, clean};
use reversi_text::{Name, tr};

/// The longest name, in bytes.
const LONGEST: usize = 64;

/// The name of a person; empty if unknown. It has no control characters and is not the name of a CPU.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PersonName(ArrayString<LONGEST>);

/// The error for a text that cannot be the name of a person. Holds the text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", tr!("{text} is a computer player; choose another name", text = Name(&format!("{_0:?}"))))]
pub struct ParseNameError(String);

impl PersonName {
    /// No name.
    pub const EMPTY: Self = Self(ArrayString::new_const());

    /// Returns the name, or the kind of the player if there is no name.
    pub(crate) fn or_kind(&self, kind: &impl TablePlayer) -> PlayerName {
        if !kind.is_cpu() && !self.0.is_empty() {
            return PlayerName::Own(self.0.to_string());
        }
        kind.name()
    }
}

impl fmt::Display for PersonName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// Reads a name: without spaces around it, with control characters escaped, and cut at 64 bytes.
impl FromStr for PersonName {
    type Err = ParseNameError;

    fn from_str(text: &str) -> Result<Self, ParseNameError> {
        let text = text.trim();
        if is_cpu(text) {
            return Err(ParseNameError(text.to_owned()));
        }
        let mut name = ArrayString::new();
        for letter in clean(text).chars() {
            if name.try_push(letter).is_err() {
                break;
            }
        }
        Ok(Self(name))
    }
}

/// Returns whether a player's name in a saved game is that of a CPU.
pub(crate) fn is_cpu(name: &str) -> bool {
    name.parse::<PlayerKind>().is_ok_and(|kind| kind.is_cpu())
}

/// Returns the side of the player in a recorded game: as its program knew it, otherwise that of the only person. Of two
/// people at one screen nobody knows who the player is.
pub fn lone_person(record: &Record) -> Option<Color> {
    if let Some(origin) = &record.origin {
        let has_two = origin.side(Participant::SecondPerson).is_some();
        return origin.side(Participant::You).filter(|_| !has_two);
    }
    let plays = |color: Color| !is_cpu(&record.players[color]);
    match (plays(Color::Black), plays(Color::White)) {
        (true, false) => Some(Color::Black),
        (false, true) => Some(Color::White),
        _ => None,
    }
}

/// Returns whether the program that recorded a game knew that its player only watched it.
pub fn is_watched(origin: &GameOrigin) -> bool {
    let plays = |side| matches!(side, Participant::You | Participant::SecondPerson);
    !plays(origin.sides.black) && !plays(origin.sides.white)
}

/// Returns the side of the player in a recorded game, or of the only one with the player's name, unless the player
/// watched it.
pub fn own_side(record: &Record, name: PersonName) -> Option<Color> {
    if record.origin.as_ref().is_some_and(is_watched) {
        return None;
    }
    lone_person(record).or_else(|| named_side(record.players.as_ref().map(String::as_str), name))
}

/// Returns the side of the only one with this name, in capitals or not.
pub(crate) fn named_side(players: ByColor<&str>, name: PersonName) -> Option<Color> {
    let own = name.0.to_lowercase();
    let is_named = |color: &Color| !own.is_empty() && players[*color].to_lowercase() == own;
    let mut named = Color::ALL.into_iter().filter(is_named);
    match (named.next(), named.next()) {
        (side, None) => side,
        _ => None,
    }
}

/// Returns the players as people know them. Of two people at this terminal, the second without a name is a friend.
pub fn shown_names<K: TablePlayer>(
    players: &ByColor<K>,
    names: &ByColor<PersonName>,
) -> ByColor<PlayerName> {
    let two = players.black.is_human() && players.white.is_human();
    ByColor::from_fn(|color| match color {
        Color::White if two && names.white == PersonName::EMPTY => PlayerName::Friend,
        _ => names[color].or_kind(&players[color]),
    })
}

/// Gives the players of a game their names. The first of two people plays Black.
pub fn name_players(players: &ByColor<PlayerKind>, people: [PersonName; 2]) -> ByColor<PersonName> {
    let [first, second] = people;
    match players.as_ref().map(PlayerKind::is_human) {
        ByColor { black: true, white } => {
            ByColor::new(first, if white { second } else { PersonName::EMPTY })
        }
        ByColor { white, .. } => ByColor::new(
            PersonName::EMPTY,
            if white { first } else { PersonName::EMPTY },
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_clean_short_and_not_that_of_a_cpu() {
        let read = |text: &str| text.parse::<PersonName>().map(|name| name.to_string());
        assert_eq!(read(" \u{c5}sa B. "), Ok("\u{c5}sa B.".to_owned()));
        assert_eq!(read("\u{1b}[2J"), Ok("\\u{1b}[2J".to_owned()));
        assert_eq!(read(&"\u{e9}".repeat(100)), Ok("\u{e9}".repeat(32)));
        assert_eq!(read("  "), Ok(String::new()));
        assert_eq!(read("human"), Ok("human".to_owned()));
        for cpu in ["greedy", "Random", "engine", "engine:7"] {
            assert!(read(cpu).is_err(), "{cpu}");
        }
    }

    #[test]
    fn the_first_of_two_people_plays_black_and_a_cpu_has_no_name() {
        let people = ["Ann", "Bob"].map(|name| name.parse().unwrap());
        let [human, cpu] = [&PlayerKind::Human, &PlayerKind::Greedy];
        let names = |black: &PlayerKind, white: &PlayerKind| {
            let players = ByColor::new(black.clone(), white.clone());
            let names = name_players(&players, people);
            shown_names(&players, &names).map(|name| name.to_string())
        };
        let pair = |black: &str, white: &str| ByColor::new(black.to_owned(), white.to_owned());
        assert_eq!(names(human, human), pair("Ann", "Bob"));
        assert_eq!(names(human, cpu), pair("Ann", "greedy"));
        assert_eq!(names(cpu, human), pair("greedy", "Ann"));
        assert_eq!(names(cpu, cpu), pair("greedy", "greedy"));
        let unnamed = ByColor::default();
        let shown = |players| shown_names(&players, &unnamed).map(|name| name.to_string());
        let two = ByColor::new(human.clone(), human.clone());
        assert_eq!(shown(two), pair("you", "a friend"));
        let against = ByColor::new(cpu.clone(), human.clone());
        assert_eq!(shown(against), pair("greedy", "you"));
    }

    #[test]
    fn the_player_is_known_by_name_in_capitals_or_not_and_by_the_origin_before_that() {
        let record = |black: &str, white: &str, origin: &str| {
            let mut record = Record::default();
            record.players = ByColor::new(black.to_owned(), white.to_owned());
            record.origin = origin.parse().ok();
            record
        };
        let ann: PersonName = "ann".parse().unwrap();
        let side = |black, white, origin| own_side(&record(black, white, origin), ann);
        assert_eq!(side("Ann", "Bob", ""), Some(Color::Black));
        assert_eq!(side("Bob", "ANN", ""), Some(Color::White));
        assert_eq!(side("Ann", "ann", ""), None);
        assert_eq!(side("Ann", "Bob", "guest you"), Some(Color::White));
        assert_eq!(side("Cleo", "Dan", "you host"), Some(Color::Black));
        assert_eq!(side("Cleo", "Dan", "you person"), None, "two at one screen");
        assert_eq!(side("Ann", "Dan", "person you"), Some(Color::Black));
        assert_eq!(side("Ann", "Dan", "host guest"), None, "it was watched");
        assert_eq!(side("engine:3", "human", ""), Some(Color::White));
    }
}
