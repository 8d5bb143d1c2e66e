//! The keys of commands. What people press often has one, with one meaning on all screens; what they seldom do stands in
//! the list of a screen's actions alone. The settings can give any of them a key.
//!
//! ```toml
//! [keys]
//! undo = "z"
//! turn-board = "u"    # no two commands have the same key
//! mirror = "%"
//! ```

use std::collections::BTreeMap;

use serde::de::{Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use reversi::{File, Rank, typed_key};
use reversi_text::{Message, Name, label, tr};

/// Declares the commands: the variant, its name in the settings, its usual keys and what it does.
macro_rules! shortcuts {
    ($($command:ident $name:literal $keys:literal label!($meaning:literal))*) => {
        /// A command that has the same key on every screen, or can be given one.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Shortcut {
            $(#[doc = $meaning] $command,)*
        }

        impl Shortcut {
            /// All commands, in the order of the guide.
            pub const ALL: &[Self] = &[$(Self::$command),*];

            /// Returns its name in the settings.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$command => $name),* }
            }

            /// Returns its usual keys, the shown one first; none if it has no usual one. Another one is the same key of
            /// the keyboard with or without Shift.
            pub const fn keys(self) -> &'static str {
                match self { $(Self::$command => $keys),* }
            }

            /// Returns what it does, on whatever screen.
            pub const fn meaning(self) -> &'static Message {
                match self { $(Self::$command => label!($meaning)),* }
            }
        }
    };
}

// A letter or digit of a square is no key.
shortcuts! {
    Actions "actions" "?" label!("all that can be done on this screen")
    Quit "quit" "q" label!("quit the program")
    Theme "theme" "t" label!("the next theme")
    Next "next" "n" label!("what comes next: puzzle, step or game; where nothing does, a new one")
    Undo "undo" "u" label!("undo, or go back: to the position, to the last step")
    Redo "redo" "r" label!("redo")
    Hint "hint" "k" label!("a hint")
    Values "values" "v" label!("a score for each move")
    Evaluation "evaluation" "|\\" label!("the evaluation bar")
    Openings "openings" "/" label!("what was played here in other games")
    OpeningGames "opening-games" "" label!("the games that openings are counted in")
    YourLines "your-lines" "" label!("train your opening line from where the game left it")
    AddLine "add-line" "" label!("add the moves so far to your opening lines")
    Overlays "overlays" "" label!("signs on the board: stable discs, mobility and others")
    Dots "dots" "l" label!("dots on legal moves; in Go a chain and its liberties")
    Coach "coach" "m" label!("the coach")
    Pass "pass" "." label!("pass: the other side is to move")
    Pause "pause" "p" label!("pause or resume")
    More "more" "+=" label!("more, such as a longer pause, a stronger level or more lines")
    Less "less" "-_" label!("less, such as a shorter pause, a weaker level or fewer lines")
    Resign "resign" "j" label!("end the game: resign it, or claim the win when the other player has left; stop the match")
    Draw "draw" "" label!("offer a draw, or agree to it")
    Say "say" "" label!("say something to the other player")
    Swap "swap" "x" label!("swap the sides, or the two ways in which a lesson is shown, such as with and without the mask")
    TurnBoard "turn-board" "z" label!("turn the board")
    Mirror "mirror" "" label!("mirror the board")
    Clear "clear" "" label!("clear: the board, or in the settings all that is kept about your games")
    Inspect "inspect" "i" label!("how it works")
    Analyse "analyse" "w" label!("review the game, analyse the position")
    FindMistakes "find-mistakes" "#" label!("find the mistakes yourself")
    Comment "comment" "" label!("comment on the move")
    MainLine "main-line" "" label!("make the variation the main line")
    Collapse "collapse" "" label!("collapse or expand the variations")
    PlayOn "play-on" ">" label!("play on from here")
    Edit "edit" "" label!("edit the position")
    Save "save" "s" label!("save")
    Open "open" "o" label!("open a game")
    Copy "copy" "y" label!("copy")
    Name "name" "" label!("name the person who plays")
    CheckEngine "check-engine" "" label!("check whether another engine answers")
}

/// The keys that the user has given to commands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OwnKeys(BTreeMap<Shortcut, char>);

impl OwnKeys {
    /// The usual keys alone.
    pub const NONE: &Self = &Self(BTreeMap::new());

    /// Returns whether all commands have their usual keys.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the keys of a command, the shown one first.
    pub fn of(&self, shortcut: Shortcut) -> impl Iterator<Item = char> {
        let own = self.0.get(&shortcut).copied();
        let usual = shortcut.keys().chars().filter(move |_| own.is_none());
        own.into_iter().chain(usual)
    }

    /// Returns the key by which a command is reached: its own, or that of the list of actions, in which it stands.
    pub fn shown(&self, shortcut: Shortcut) -> char {
        let usual = || char::from(Shortcut::Actions.keys().as_bytes()[0]);
        let list = || self.0.get(&Shortcut::Actions).copied();
        let own = self.of(shortcut).next();
        own.or_else(list).unwrap_or_else(usual)
    }

    /// Returns the name of a command whose own key is also that of another one, and a clause about it.
    pub(super) fn conflict(&self) -> Option<(&'static str, String)> {
        self.0.iter().find_map(|(&shortcut, &key)| {
            let mut others = Shortcut::ALL.iter().filter(|&&other| other != shortcut);
            let other = others.find(|&&other| self.of(other).any(|used| used == key))?;
            let (name, key) = (shortcut.name(), format!("\"{key}\""));
            let why = tr!(
                "{key} is the key of both {name} and {other}; give one of them another key",
                key = Name(&key),
                name = Name(name),
                other = Name(other.name())
            );
            Some((name, why.into()))
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
            let text = format!("{text:?}");
            let text = Name(&text);
            D::Error::custom(tr!(
                "{text} is not a key; use a character such as \"z\"",
                text
            ))
        })?;
        let typed = typed_key(key);
        if File::from_letter(typed).is_some() || Rank::from_digit(typed).is_some() {
            let text = format!("{text:?}");
            return Err(D::Error::custom(tr!(
                "{text} belongs to the squares; use a key that is not a to h or 1 to 8",
                text = Name(&text)
            )));
        }
        Ok(Self(key))
    }
}

impl<'de> Deserialize<'de> for Shortcut {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        let known = Self::ALL.iter().find(|shortcut| shortcut.name() == text);
        known.copied().ok_or_else(|| {
            let text = format!("{text:?}");
            D::Error::custom(tr!(
                "{text} is not a command that has a key, such as undo; the guide lists them all (settings, keys)",
                text = Name(&text)
            ))
        })
    }
}

impl<'de> Deserialize<'de> for OwnKeys {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct OwnKeysVisitor;
        impl<'de> Visitor<'de> for OwnKeysVisitor {
            type Value = OwnKeys;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("commands and their keys")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<OwnKeys, A::Error> {
                let mut keys = OwnKeys::default();
                while let Some((shortcut, OwnKey(key))) = map.next_entry()? {
                    keys.0.insert(shortcut, key);
                }
                Ok(keys)
            }
        }
        from.deserialize_map(OwnKeysVisitor)
    }
}

impl Serialize for OwnKeys {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.0.iter().map(|(shortcut, key)| (shortcut.name(), key)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_key_has_one_meaning_in_words_and_none_belongs_to_a_square() {
        let mut keys: Vec<char> = Shortcut::ALL
            .iter()
            .flat_map(|s| s.keys().chars())
            .collect();
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
        for text in [Shortcut::name, |shortcut: Shortcut| {
            shortcut.meaning().text()
        }] {
            let mut texts: Vec<&str> = Shortcut::ALL.iter().copied().map(text).collect();
            texts.sort_unstable();
            texts.dedup();
            assert_eq!(texts.len(), Shortcut::ALL.len(), "a meaning has two keys");
        }
    }

    #[test]
    fn few_commands_have_a_usual_key_and_it_is_easy_to_type() {
        let usual = Shortcut::ALL.iter().map(|shortcut| shortcut.keys());
        let keys: Vec<char> = usual.filter_map(|keys| keys.chars().next()).collect();
        assert!(keys.len() <= 26, "{}", keys.len());
        let signs: String = keys.iter().filter(|key| !key.is_alphabetic()).collect();
        assert_eq!(signs, "?|/.+-#>");
    }

    #[test]
    fn two_commands_may_exchange_their_keys() {
        let keys: OwnKeys = toml_edit::de::from_str("undo = \"Z\"\nturn-board = \"u\"").unwrap();
        let shown = [Shortcut::Undo, Shortcut::TurnBoard].map(|shortcut| keys.shown(shortcut));
        assert_eq!(shown, ['z', 'u']);
        assert_eq!(keys.conflict(), None);
        let text = toml_edit::ser::to_string(&keys).unwrap();
        assert_eq!(toml_edit::de::from_str(&text), Ok(keys));
    }

    #[test]
    fn a_key_that_replaces_others_frees_all_of_them() {
        let keys: OwnKeys = toml_edit::de::from_str("evaluation = \"^\"\nredo = \"|\"").unwrap();
        assert_eq!(keys.conflict(), None);
        assert_eq!(keys.of(Shortcut::Evaluation).collect::<String>(), "^");
    }
}
