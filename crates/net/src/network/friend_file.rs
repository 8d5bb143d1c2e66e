//! How this person last played over the network, so that a guest whose program ended can join again.

use serde::{Deserialize, Serialize};

use super::code::Code;
use reversi_table::as_text;
use reversi_table::player::name::PersonName;
use reversi_table::store::StorageError;
use reversi_table::store::document::Document;
use reversi_table::store::state::StateFolder;
use reversi_text::tr;

/// The version of the file.
const VERSION: u32 = 1;

const FILE: Document<FriendFile> = Document {
    limit: 64 << 10,
    ..Document::json::<VERSION>(
        |at| tr!("cannot read which host was joined last {at}", at),
        |at| tr!("cannot save which host was joined last {at}", at),
    )
};

/// What is remembered of games over the network.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FriendFile {
    version: u32,
    /// The name that the friend saw; empty for that of the settings.
    #[serde(default, with = "as_text")]
    pub name: PersonName,
    /// The host that was joined last.
    #[serde(default)]
    pub host: Option<JoinedHost>,
}

impl Default for FriendFile {
    fn default() -> Self {
        Self {
            version: VERSION,
            name: PersonName::EMPTY,
            host: None,
        }
    }
}

/// A host that was joined to play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JoinedHost {
    /// Its address, as it was typed.
    pub address: String,
    /// Its code, which is valid as long as its program runs.
    #[serde(with = "as_text")]
    pub code: Code,
    /// Whether the game was not over.
    pub is_unfinished: bool,
}

impl FriendFile {
    /// Reads the file of a folder.
    ///
    /// # Errors
    /// [`StorageError`] if it exists and cannot be used.
    pub fn read(state: &StateFolder) -> Result<Self, StorageError> {
        FILE.load(&state.friend())
    }

    /// Replaces the file of a folder.
    ///
    /// # Errors
    /// [`StorageError`]; the file is unchanged.
    pub fn save(&self, state: &StateFolder) -> Result<(), StorageError> {
        FILE.update(&state.friend(), |file| file.clone_from(self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_saved_is_read_again_and_a_damaged_file_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let state = StateFolder::at(folder.path().to_owned());
        assert_eq!(FriendFile::read(&state).unwrap(), FriendFile::default());
        let file = FriendFile {
            name: "Bob".parse().unwrap(),
            host: Some(JoinedHost {
                address: "192.168.0.7".to_owned(),
                code: Code::random(),
                is_unfinished: true,
            }),
            ..FriendFile::default()
        };
        file.save(&state).unwrap();
        assert_eq!(FriendFile::read(&state).unwrap(), file);
        std::fs::write(state.friend(), "{").unwrap();
        assert!(FriendFile::read(&state).is_err() && file.save(&state).is_err());
        assert_eq!(std::fs::read(state.friend()).unwrap(), b"{");
        let below = StateFolder::at(state.friend());
        let error = file.save(&below).unwrap_err().to_string();
        assert!(
            error.starts_with("cannot save which host was joined last "),
            "{error}"
        );
    }
}
