//! Labels: the tags and the note of games, kept beside them, so that a game has the same label in the history and in
//! every file.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::StorageError;
use super::document::Document;
use super::game_facts::GameFacts;
use super::state::StateFolder;
use reversi_notation::clean;
use reversi_text::tr;

/// The version of the file.
const VERSION: u32 = 1;

/// The longest note, in characters.
const LONGEST: usize = 500;

/// The tags and the note of a game. Reads and prints `#blitz #lost forgot the corner`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameLabel {
    /// The tags without the sign, in the order in which they were typed.
    #[serde(default)]
    tags: Vec<String>,
    /// The note, one line.
    #[serde(default)]
    note: String,
}

impl GameLabel {
    /// Returns the tags without the sign, in the order in which they were typed.
    pub fn tags(&self) -> &[String] {
        &self.tags
    }

    /// Returns the note, one line; empty without one.
    pub fn note(&self) -> &str {
        &self.note
    }

    /// Returns whether it has a tag, in any case.
    pub(crate) fn has_tag(&self, tag: &str) -> bool {
        let mut tags = self.tags.iter();
        tags.any(|own| own.to_lowercase() == tag.to_lowercase())
    }
}

impl fmt::Display for GameLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tags = self.tags.iter().map(|tag| format!("#{tag}"));
        let note = Some(self.note.clone()).filter(|note| !note.is_empty());
        let words: Vec<String> = tags.chain(note).collect();
        f.pad(&words.join(" "))
    }
}

impl FromStr for GameLabel {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        let text: String = clean(text).chars().take(LONGEST).collect();
        let is_tag = |word: &&str| word.len() > 1 && word.starts_with('#');
        let (tags, note): (Vec<&str>, Vec<&str>) = text.split_whitespace().partition(is_tag);
        let mut label = Self {
            tags: Vec::new(),
            note: note.join(" "),
        };
        for tag in tags.iter().map(|tag| &tag[1..]) {
            if !label.has_tag(tag) {
                label.tags.push(tag.to_owned());
            }
        }
        Ok(label)
    }
}

/// The labels of games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Labels {
    version: u32,
    /// By the number of the game with its players, as text.
    games: BTreeMap<String, GameLabel>,
}

impl Default for Labels {
    fn default() -> Self {
        Self {
            version: VERSION,
            games: BTreeMap::new(),
        }
    }
}

/// The file of labels.
const LABELS: Document<Labels> = Document::json::<VERSION>(
    |at| tr!("cannot read the tags and notes of games {at}", at),
    |at| tr!("cannot save the tags and notes of games {at}", at),
);

impl Labels {
    /// Reads the file; a missing one is empty.
    ///
    /// # Errors
    /// [`StorageError`] if the file exists and cannot be used.
    pub fn load(state: &StateFolder) -> Result<Self, StorageError> {
        LABELS.load(&state.labels())
    }

    /// Returns the number of games with a label.
    pub fn count(&self) -> usize {
        self.games.len()
    }

    /// Returns the label of a game; `None` if it has none.
    pub fn of(&self, facts: &GameFacts<'_>) -> Option<&GameLabel> {
        if self.games.is_empty() {
            return None;
        }
        self.with_key(facts.label_key())
    }

    /// Returns the label of the game with a key; `None` if it has none.
    pub(crate) fn with_key(&self, key: u64) -> Option<&GameLabel> {
        self.games.get(&name_of(key))
    }

    /// Keeps the label of the game with a key, or removes an empty one. Returns all labels.
    ///
    /// # Errors
    /// [`StorageError`]; the file is unchanged.
    pub fn keep(state: &StateFolder, key: u64, label: GameLabel) -> Result<Self, StorageError> {
        LABELS.update(&state.labels(), |all| {
            if label == GameLabel::default() {
                all.games.remove(&name_of(key));
            } else {
                all.games.insert(name_of(key), label);
            }
            all.clone()
        })
    }
}

fn name_of(key: u64) -> String {
    format!("{key:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use reversi::{ByColor, transcript};
    use reversi_notation::Record;

    #[test]
    fn a_label_is_read_back_as_it_is_printed() {
        let label: GameLabel = " #blitz  forgot the #Lost corner #BLITZ # \u{1b}[2J"
            .parse()
            .unwrap();
        assert_eq!(
            label.to_string(),
            "#blitz #Lost forgot the corner # \\u{1b}[2J"
        );
        assert_eq!(label.to_string().parse(), Ok(label.clone()));
        assert!(label.has_tag("lost") && label.has_tag("Blitz") && !label.has_tag("bli"));
        assert_eq!("".parse(), Ok(GameLabel::default()));
    }

    #[test]
    fn a_game_has_its_label_in_every_file_and_no_other_game_has_it() {
        let folder = tempfile::tempdir().unwrap();
        let state = StateFolder::at(folder.path().to_owned());
        let game = |moves: &str, black: &str| {
            let mut record = Record::from_game(&transcript::parse(moves).unwrap());
            record.players = ByColor::new(black.to_owned(), "Bob".to_owned());
            record
        };
        let record = game("f5d6c3", "Ann");
        let key = GameFacts::of(&record, None).label_key();
        let labels = Labels::keep(&state, key, "#good".parse().unwrap()).unwrap();
        assert_eq!(Labels::load(&state).unwrap(), labels);
        let text = crate::store::history::line_of(&record);
        let saved = crate::store::history::parse(text.as_bytes()).unwrap();
        let label = |record: &Record| labels.of(&GameFacts::of(record, None)).cloned();
        assert_eq!(label(&saved), "#good".parse().ok());
        assert_eq!(label(&game("f5d6c3", "Eve")), None);
        assert_eq!(label(&game("f5d6c4", "Ann")), None);
        let none = Labels::keep(&state, key, GameLabel::default()).unwrap();
        assert_eq!(none.count(), 0);
    }
}
