//! The keys of commands: each has one, with one meaning on all screens, and the settings can give it another.
//!
//! ```toml
//! [keys]
//! undo = "z"
//! turn-board = "u"    # no two commands have the same key
//! ```

use std::collections::BTreeMap;

use serde::de::{Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::square::{File, Rank, typed_key};

/// A command that has the same key on every screen.
#[derive(Debug)]
pub struct Shortcut {
    /// Its name in the settings.
    pub name: &'static str,
    /// Its usual keys, the shown one first. Another one is the same key of the keyboard with or without Shift.
    pub keys: &'static str,
    /// What it does, on whatever screen.
    pub meaning: &'static str,
    /// How a row of keys with it is named: the label or the text of the row begins with one of these.
    pub(crate) words: &'static [&'static str],
}

/// How rows are named that make something more or less.
const AMOUNTS: &[&str] = &[
    "longer",
    "shorter",
    "slower",
    "run",
    "stronger",
    "append",
    "more or fewer",
];

/// All commands that have a key, in the order of the guide. A letter or digit of a square is no key.
#[rustfmt::skip] // a table
pub const SHORTCUTS: [Shortcut; 43] = [
    of("actions", "?", "all that can be done on this screen", &["this list"]),
    of("quit", "q", "quit the program", &["quit", "let it run"]),
    of("theme", "t", "the next theme", &["next theme"]),
    of("next", "n", "what comes next: puzzle, step or game; where nothing does, a new one", &["next", "new"]),
    of("undo", "u", "undo, or go back: to the position, to the last step", &["undo", "back to", "previous"]),
    of("redo", "r", "redo", &["redo"]),
    of("hint", "k", "a hint", &["hint"]),
    of("values", "v", "a score for each move", &["values"]),
    of("evaluation", "|\\", "the evaluation bar", &["evaluation"]),
    of("openings", "/", "what was played here in other games", &["openings"]),
    of("opening-games", ")", "the games that openings are counted in", &["openings of some games"]),
    of("your-lines", "(", "train your opening line from where the game left it", &["train your line"]),
    of("add-line", "$", "add the moves so far to your opening lines", &["train this line"]),
    of("overlays", "*", "signs on the board: stable discs, mobility and others; in Go the liberties", &["overlays", "liberties"]),
    of("dots", "l", "dots on legal moves", &["dots"]),
    of("coach", "m", "the coach", &["coach"]),
    of("pass", ".", "pass: the other side is to move", &["pass"]),
    of("pause", "p", "pause or resume", &["pause"]),
    of("more", "+=", "more, such as a longer pause, a stronger level or more lines", AMOUNTS),
    of("less", "-_", "less, such as a shorter pause, a weaker level or fewer lines", AMOUNTS),
    of("resign", "j", "give up: resign the game, stop the match", &["resign", "stop"]),
    of("draw", "~", "offer a draw, or agree to it", &["draw"]),
    of("say", "\"", "say something to the other player", &["say"]),
    of("swap", "x", "swap the sides", &["swap"]),
    of("turn-board", "z", "turn the board", &["turn the board"]),
    of("mirror", "%", "mirror the board", &["mirror"]),
    of("clear", "0", "clear the board", &["clear"]),
    of("page", "'", "turn between the text and the board", &["turn the page"]),
    of("mask", "&", "switch what the inspector shows in two ways, such as the mask", &["mask"]),
    of("inspect", "i", "how it works", &["how"]),
    of("analyse", "w", "review the game, analyse the position", &["review", "analyse"]),
    of("find-mistakes", "#", "find the mistakes yourself", &["find"]),
    of("comment", ";", "comment on the move", &["comment"]),
    of("main-line", "<", "make the variation the main line", &["make this variation"]),
    of("collapse", ",", "collapse or expand the variations", &["collapse"]),
    of("play-on", ">", "play on from here", &["play on", "play for", "take over"]),
    of("edit", ":", "edit the position", &["edit"]),
    of("save", "s", "save", &["save"]),
    of("open", "o", "open a game", &["open"]),
    of("copy", "y", "copy", &["copy"]),
    of("replace", "!", "replace the existing file", &["replace"]),
    of("name", "@", "name the person who plays", &["name"]),
    of("check-engine", "[", "check whether another engine answers", &["check"]),
];

const fn of(
    name: &'static str,
    keys: &'static str,
    meaning: &'static str,
    words: &'static [&'static str],
) -> Shortcut {
    Shortcut {
        name,
        keys,
        meaning,
        words,
    }
}

impl Shortcut {
    /// Returns the command with a usual key, which is shown.
    pub(crate) const fn with(key: char) -> Option<&'static Self> {
        let mut at = 0;
        while at < SHORTCUTS.len() {
            if SHORTCUTS[at].keys.as_bytes()[0] as char == key {
                return Some(&SHORTCUTS[at]);
            }
            at += 1;
        }
        None
    }

    /// Returns whether a row of keys with this label or text is named as the command is.
    pub(crate) const fn names(&self, short: &str, long: &str) -> bool {
        let mut at = 0;
        while at < self.words.len() {
            if begins(short, self.words[at]) || begins(long, self.words[at]) {
                return true;
            }
            at += 1;
        }
        false
    }

    fn named(name: &str) -> Option<&'static Self> {
        SHORTCUTS.iter().find(|shortcut| shortcut.name == name)
    }
}

/// Returns whether a text begins with these words.
const fn begins(text: &str, beginning: &str) -> bool {
    let (text, beginning) = (text.as_bytes(), beginning.as_bytes());
    let mut at = 0;
    while at < beginning.len() {
        if at == text.len() || text[at] != beginning[at] {
            return false;
        }
        at += 1;
    }
    at == text.len() || !text[at].is_ascii_alphanumeric()
}

/// The keys that the user has given to commands, by the names of the commands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OwnKeys(BTreeMap<&'static str, char>);

impl OwnKeys {
    /// The usual keys alone.
    pub(crate) const NONE: &Self = &Self(BTreeMap::new());

    /// Returns whether all commands have their usual keys.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the keys of a command, the shown one first.
    pub fn of(&self, shortcut: &'static Shortcut) -> impl Iterator<Item = char> {
        let own = self.0.get(shortcut.name).copied();
        let usual = shortcut.keys.chars().filter(move |_| own.is_none());
        own.into_iter().chain(usual)
    }

    /// Returns the key that is shown for a command, which is known by its usual key.
    pub(crate) fn shown(&self, usual: char) -> char {
        let own = Shortcut::with(usual).and_then(|shortcut| self.of(shortcut).next());
        own.unwrap_or(usual)
    }

    /// Returns the key that is shown in place of a usual one; anything else stays as it is.
    pub(crate) fn label(&self, usual: &str) -> String {
        let mut letters = usual.chars();
        match (letters.next(), letters.next()) {
            (Some(letter), None) => self.shown(letter).to_string(),
            _ => usual.to_owned(),
        }
    }

    /// Returns the name of a command whose own key is also that of another one, and a clause about it.
    pub(super) fn conflict(&self) -> Option<(&'static str, String)> {
        self.0.iter().find_map(|(&name, &key)| {
            let mut others = SHORTCUTS.iter().filter(|other| other.name != name);
            let other = others.find(|other| self.of(other).any(|used| used == key))?;
            let (key, other) = (key.to_string(), other.name);
            let why = format!(
                "{key:?} is the key of both {name} and {other}; give one of them another key"
            );
            Some((name, why))
        })
    }
}

/// A key as the settings have it.
struct OwnKey(char);

impl<'de> Deserialize<'de> for OwnKey {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        let mut letters = text.chars().flat_map(char::to_lowercase);
        let key = letters.next().filter(|_| letters.next().is_none());
        let key = key.filter(|key| key.is_ascii_graphic() || key.is_alphanumeric());
        let key = key.ok_or_else(|| {
            D::Error::custom(format!(
                "{text:?} is not a key; use a character such as \"z\""
            ))
        })?;
        let typed = typed_key(key);
        if File::from_letter(typed).is_some() || Rank::from_digit(typed).is_some() {
            return Err(D::Error::custom(format!(
                "{text:?} belongs to the squares; use a key that is not a to h or 1 to 8"
            )));
        }
        Ok(Self(key))
    }
}

/// The name of a command, as the settings have it.
struct CommandName(&'static str);

impl<'de> Deserialize<'de> for CommandName {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        let known = Shortcut::named(&text).map(|shortcut| Self(shortcut.name));
        known.ok_or_else(|| {
            D::Error::custom(format!(
                "{text:?} is not a command that has a key, such as undo; the guide lists them all (settings, keys)"
            ))
        })
    }
}

impl<'de> Deserialize<'de> for OwnKeys {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Keys;
        impl<'de> Visitor<'de> for Keys {
            type Value = OwnKeys;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("commands and their keys")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<OwnKeys, A::Error> {
                let mut keys = OwnKeys::default();
                while let Some((CommandName(name), OwnKey(key))) = map.next_entry()? {
                    keys.0.insert(name, key);
                }
                Ok(keys)
            }
        }
        from.deserialize_map(Keys)
    }
}

impl Serialize for OwnKeys {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_key_has_one_meaning_in_words_and_none_belongs_to_a_square() {
        let mut keys: Vec<char> = SHORTCUTS.iter().flat_map(|s| s.keys.chars()).collect();
        for &key in &keys {
            let is_square = File::from_letter(key).is_some() || Rank::from_digit(key).is_some();
            assert!(
                key.is_ascii_graphic() && !key.is_ascii_uppercase() && !is_square,
                "{key}"
            );
        }
        let count = keys.len();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), count, "a key has two meanings");
        for text in [
            |s: &'static Shortcut| s.name,
            |s: &'static Shortcut| s.meaning,
        ] {
            let mut texts: Vec<&str> = SHORTCUTS.iter().map(text).collect();
            texts.sort_unstable();
            texts.dedup();
            assert_eq!(texts.len(), SHORTCUTS.len(), "a meaning has two keys");
        }
    }

    #[test]
    fn two_commands_may_exchange_their_keys() {
        let keys: OwnKeys = toml_edit::de::from_str("undo = \"Z\"\nturn-board = \"u\"").unwrap();
        assert_eq!((keys.shown('u'), keys.shown('z')), ('z', 'u'));
        assert_eq!(keys.conflict(), None);
        let text = toml_edit::ser::to_string(&keys).unwrap();
        assert_eq!(toml_edit::de::from_str(&text), Ok(keys));
    }

    #[test]
    fn a_key_that_replaces_others_frees_all_of_them() {
        let keys: OwnKeys = toml_edit::de::from_str("evaluation = \"^\"\nredo = \"|\"").unwrap();
        assert_eq!(keys.conflict(), None);
        let evaluation = Shortcut::with('|').unwrap();
        assert_eq!(keys.of(evaluation).collect::<String>(), "^");
    }
}
