//! The settings file: reading it, and saving changes.
//!
//! People edit it: a change replaces the values that change, and leaves everything else as it is. A setting with a
//! mistake is ignored, and the others hold. A file that is no TOML or cannot be read is never written.

use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize as _;
use serde::de::IntoDeserializer as _;
use toml_edit::{DocumentMut, InlineTable, Item, Value};

use super::document::{Document, printable, unusable};
use crate::phrase::one_of;
use crate::store::settings::Settings;
use crate::store::{Cannot, at};
use reversi_text::{Name, Said, label, tr};

/// The settings file. There is no lock file beside it, because the user looks into that folder.
const SETTINGS: Document<SettingsFile> = Document {
    cannot_read: |at| tr!("cannot read the settings file {at}", at),
    cannot_save: |at| tr!("cannot save the settings file {at}", at),
    limit: 64 * 1024,
    has_lock: false,
    decode,
    encode: |file| Ok(file.text.to_string().into_bytes()),
};

/// What a settings file holds.
#[derive(Default)]
struct SettingsFile {
    settings: Settings,
    /// The mistakes, which are ignored, in the order of the text: a clause with the place of each.
    faults: Vec<Said>,
    /// The text, to be edited.
    text: DocumentMut,
}

/// What is wrong with a settings file. Displays as one clause with the sentences after it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text())]
pub struct SettingsNotice {
    /// The file that the faults are in; `None` if it cannot be read at all.
    path: Option<PathBuf>,
    /// The faults as clauses, one at least.
    faults: Vec<Said>,
}

impl SettingsNotice {
    /// Returns a clause for each fault.
    pub fn clauses(&self) -> impl Iterator<Item = Said> {
        let faults = self.faults.iter();
        faults.map(|fault| in_file(self.path.as_deref(), fault))
    }

    /// Returns the faults and what follows from them.
    fn text(&self) -> Said {
        let faults = self.faults.iter().cloned().reduce(|before, next| {
            tr!("{before}; {next}"; "faults one after another", before = &before, next = &next)
        });
        let faults = &in_file(self.path.as_deref(), &faults.unwrap_or_default());
        let end = &self.end().sentence();
        tr!("{faults}. {end}"; "what is wrong with the settings", faults, end)
    }

    /// Returns what follows from the faults, as a clause.
    pub fn end(&self) -> Said {
        if self.path.is_some() {
            tr!("the other settings are used")
        } else {
            tr!("using the defaults; changes will not be saved")
        }
    }
}

/// The settings and their file.
#[derive(Clone, Debug)]
pub struct Store {
    kept: Settings,
    /// `None`: changes last until the program ends.
    path: Option<PathBuf>,
}

impl Store {
    /// Creates a store without a file: changes last until the program ends.
    pub fn in_memory() -> Self {
        Self {
            kept: Settings::default(),
            path: None,
        }
    }

    /// Reads a settings file. A missing file means the defaults. So does one that is no TOML or cannot be read; it is
    /// then never written. A setting with a mistake is ignored. A notice names the file, the places and the reasons.
    pub fn open_at(path: PathBuf) -> (Self, Option<SettingsNotice>) {
        match read(&path) {
            Ok(file) => {
                let file = file.unwrap_or_default();
                let notice = (!file.faults.is_empty()).then(|| SettingsNotice {
                    path: Some(path.clone()),
                    faults: file.faults,
                });
                let path = Some(path);
                let kept = file.settings;
                (Self { kept, path }, notice)
            }
            Err(problem) => {
                let notice = SettingsNotice {
                    path: None,
                    faults: vec![Said::verbatim(problem.to_string())],
                };
                (Self::in_memory(), Some(notice))
            }
        }
    }

    /// Returns the current settings.
    pub const fn kept(&self) -> &Settings {
        &self.kept
    }

    /// Changes a setting and saves it atomically. Everything else in the file stays: comments, order, unknown keys,
    /// and changes by other programs.
    ///
    /// # Errors
    /// Cannot write the file, or it has become invalid; the change then lasts until the program ends.
    pub fn keep(&mut self, change: impl FnOnce(&mut Settings)) -> io::Result<()> {
        let Some(path) = &self.path else {
            change(&mut self.kept);
            return Ok(());
        };
        let now = read(path);
        if let Ok(Some(file)) = &now {
            self.kept = file.settings.clone();
        }
        change(&mut self.kept);
        if let Some((_, error)) = self.kept.misfit() {
            // Another program has removed the theme.
            return Err(io::Error::other(error));
        }
        let mut file = now?.unwrap_or_default();
        if file.change_to(&self.kept)? {
            let saved = SETTINGS.write(path, &file);
            saved.map_err(|error| {
                unusable(error.kind(), cannot(SETTINGS.cannot_save, path, &error))
            })?;
        }
        Ok(())
    }
}

impl SettingsFile {
    /// Edits the text where these settings differ from those that it has. Returns whether they do.
    fn change_to(&mut self, settings: &Settings) -> io::Result<bool> {
        let items = |settings| toml_edit::ser::to_document(settings).map_err(io::Error::other);
        let (before, mut after) = (items(&self.settings)?, items(settings)?);
        let same = |key: &str, item: &Item| {
            let other = before.get(key);
            other.is_some_and(|other| other.to_string() == item.to_string())
        };
        let removed = before.iter().filter(|(key, _)| !after.contains_key(key));
        let removed: Vec<String> = removed.map(|(key, _)| key.to_owned()).collect();
        let changed = after.iter().filter(|(key, item)| !same(key, item));
        let changed: Vec<String> = changed.map(|(key, _)| key.to_owned()).collect();
        for key in &removed {
            self.text.remove(key);
        }
        for key in &changed {
            let mut new = after.remove(key).unwrap_or_default();
            let old = self.text.get(key).and_then(Item::as_value);
            if let (Some(old), Some(new)) = (old, new.as_value_mut()) {
                // With the comment behind it.
                *new.decor_mut() = old.decor().clone();
            }
            self.text[key] = new;
        }
        self.settings = settings.clone();
        Ok(!removed.is_empty() || !changed.is_empty())
    }
}

/// Reads a settings file; `None` if it does not exist. The error is a clause.
fn read(path: &Path) -> io::Result<Option<SettingsFile>> {
    SETTINGS.read(path).map_err(|error| {
        let why = if error.kind() == io::ErrorKind::InvalidData {
            in_file(Some(path), &Said::verbatim(error.to_string()))
        } else {
            cannot(SETTINGS.cannot_read, path, &error)
        };
        unusable(error.kind(), why)
    })
}

/// Returns the clause about an operation on a settings file that failed.
fn cannot(operation: Cannot, path: &Path, error: &io::Error) -> Said {
    operation(&at(&printable(&path.to_string_lossy()), error))
}

/// Returns the clause about a mistake in a settings file, which has the place in it already.
fn in_file(path: Option<&Path>, fault: &Said) -> Said {
    let Some(path) = path else {
        return fault.clone();
    };
    let path = printable(&path.to_string_lossy());
    tr!(
        "in the settings file {path}, {fault}",
        path = Name(&path),
        fault
    )
}

/// Reads the bytes of a settings file. Ignores what is wrong, unless it is no TOML. The error has the place of the
/// first mistake.
fn decode(bytes: &[u8]) -> io::Result<SettingsFile> {
    let clause = |at: usize, reason: &str| {
        let (line, column) = place(bytes, at);
        let reason = printable(reason);
        let reason = Name(&reason);
        tr!(
            "line {line}, column {column}: {reason}",
            line,
            column,
            reason
        )
    };
    let wrong = |at: usize, reason: &str| unusable(io::ErrorKind::InvalidData, clause(at, reason));
    let text = str::from_utf8(bytes)
        .map_err(|error| wrong(error.valid_up_to(), label!("invalid UTF-8").text()))?;
    let document = toml_edit::Document::parse(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        wrong(at, error.message())
    })?;
    let mut table = document.as_table().clone().into_inline_table();
    let (mut faults, mut removed) = (Vec::new(), Vec::new());
    let settings = loop {
        let (at, reason) =
            match Settings::deserialize(Value::from(table.clone()).into_deserializer()) {
                Ok(settings) => match settings.misfit() {
                    None => break settings,
                    Some((path, error)) => {
                        let (name, tables) = path.split_last().expect("a setting has a name");
                        let tables = tables.iter().try_fold(&table, |table, name| {
                            table.get(name).and_then(Value::as_inline_table)
                        });
                        let value = tables.and_then(|table| table.get(name));
                        let place = value.and_then(Value::span);
                        (place.map_or(0, |span| span.start), EntryProblem::Own(error))
                    }
                },
                Err(error) => {
                    let at = error.span().map_or(0, |span| span.start);
                    (at, EntryProblem::of(error.message()))
                }
            };
        // Without the entry that is wrong there may be another mistake.
        let Some(entry) = remove_at(&mut table, at) else {
            return Err(wrong(at, &reason.clause("")));
        };
        let is_known = match &reason {
            // It was there, but with a mistake.
            EntryProblem::Missing(part) => removed.contains(&format!("{entry}.{part}")),
            _ => false,
        };
        if !is_known {
            faults.push((at, clause(at, &reason.clause(&entry))));
        }
        removed.push(entry);
    };
    // What does not fit the others was found last.
    faults.sort();
    let faults = faults.into_iter().map(|(_, fault)| fault).collect();
    let text = document.into_mut();
    Ok(SettingsFile {
        settings,
        faults,
        text,
    })
}

/// Why an entry cannot be used, taken from the message of the TOML reader, which is written for programmers.
enum EntryProblem {
    /// There is no such entry; the entries that there are.
    Unknown(Vec<String>),
    /// A part is missing.
    Missing(String),
    /// The value is of another kind: what it must be.
    Kind(fn(Name<'_>) -> Said),
    /// The number is too small or too large.
    Range(String),
    /// The value is none of these.
    Choice(Vec<String>),
    /// A clause of this program.
    Own(String),
}

impl EntryProblem {
    /// Takes a message apart.
    fn of(message: &str) -> Self {
        /// The names between grave accents.
        fn names(list: &str) -> Vec<String> {
            let parts = list.split('`').skip(1).step_by(2);
            parts.map(str::to_owned).collect()
        }
        // The text of the file is in the first part.
        let (what, expected) = message.rsplit_once(", expected ").unwrap_or((message, ""));
        let first = || names(what).into_iter().next().unwrap_or_default();
        let begins = |words: &str| what.starts_with(words);
        if begins("unknown field ") {
            Self::Unknown(names(expected))
        } else if begins("unknown variant ") {
            Self::Choice(names(expected))
        } else if begins("missing field ") {
            Self::Missing(first())
        } else if begins("invalid value: integer ") {
            Self::Range(first())
        } else if begins("invalid type: ") {
            Self::Kind(match expected {
                "a boolean" => |entry| tr!("{entry} must be true or false", entry),
                "a sequence" => |entry| tr!("{entry} must be a list in brackets", entry),
                "u8" | "u32" | "u64" => |entry| tr!("{entry} must be a whole number", entry),
                "a map" | "a table of colours" => |entry| tr!("{entry} must be a table", entry),
                _ if expected.starts_with("struct ") => {
                    |entry| tr!("{entry} must be a table", entry)
                }
                _ => |entry| tr!("{entry} must be text in quotes", entry),
            })
        } else {
            Self::Own(message.to_owned())
        }
    }

    /// Returns the clause about an entry.
    fn clause(&self, entry: &str) -> Said {
        let quoted = format!("{entry:?}");
        let (quoted, key) = (Name(&quoted), Name(entry));
        match self {
            // All settings are too many to be listed here.
            Self::Unknown(_) if !entry.contains('.') => {
                tr!(
                    "{quoted} is not a setting; the guide lists all settings",
                    quoted
                )
            }
            Self::Unknown(names) => {
                let names = &one_of(names);
                tr!("{quoted} is not a setting; use {names}", quoted, names)
            }
            Self::Missing(part) => tr!("{key} needs {part}", key, part = Name(part)),
            Self::Kind(must_be) => must_be(key),
            Self::Range(number) => tr!("{key} cannot be {number}", key, number = Name(number)),
            Self::Choice(names) => tr!("{key} must be {names}", key, names = &one_of(names)),
            Self::Own(clause) => Said::verbatim(clause.clone()),
        }
    }
}

/// Removes the innermost entry that a place of the text is in. Returns its name, after those of the tables that it is
/// in; `None` if there is none.
fn remove_at(table: &mut InlineTable, at: usize) -> Option<String> {
    let is_in = |span: Option<std::ops::Range<usize>>| span.is_some_and(|span| span.contains(&at));
    for (name, value) in table.iter_mut() {
        if let Some(entry) = value
            .as_inline_table_mut()
            .and_then(|table| remove_at(table, at))
        {
            return Some(format!("{}.{entry}", name.get()));
        }
    }
    let found = table.iter().find_map(|(name, value)| {
        let key = table.key(name).and_then(toml_edit::Key::span);
        (is_in(key) || is_in(value.span())).then(|| name.to_owned())
    });
    found.filter(|name| table.remove(name).is_some())
}

/// Returns the line and column of a byte, both counted from 1, the column in characters.
fn place(bytes: &[u8], at: usize) -> (usize, usize) {
    let before = &bytes[..at.min(bytes.len())];
    let line_start = before
        .iter()
        .rposition(|&byte| byte == b'\n')
        .map_or(0, |index| index + 1);
    let line = before.split(|&byte| byte == b'\n').count();
    let column = 1 + String::from_utf8_lossy(&before[line_start..])
        .chars()
        .count();
    (line, column)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::PlayerKind;
    use crate::store::settings::ThemeName;
    use crate::store::settings::keys::Shortcut;
    use std::fs;

    fn at(folder: &tempfile::TempDir) -> PathBuf {
        folder.path().join("deep").join("config.toml")
    }

    fn file_with(text: impl AsRef<[u8]>) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("config.toml");
        fs::write(&path, text).unwrap();
        (folder, path)
    }

    /// Returns the notice about a file, without its path.
    fn notice(text: impl AsRef<[u8]>) -> String {
        let (_folder, path) = file_with(&text);
        let (mut store, notice) = Store::open_at(path.clone());
        assert_eq!(store.kept(), &Settings::default());
        store.keep(|settings| settings.pace = 7).unwrap();
        assert_eq!(store.kept().pace, 7);
        assert_eq!(fs::read(&path).unwrap(), text.as_ref(), "it is overwritten");
        plain(notice.as_ref(), &path)
    }

    fn plain(notice: Option<&SettingsNotice>, path: &Path) -> String {
        let notice = notice.unwrap().to_string();
        assert!(!notice.chars().any(char::is_control), "{notice:?}");
        notice.replace(&path.display().to_string(), "FILE")
    }

    /// Returns the notice about a file in which something is ignored, without its path, and the bell of the
    /// settings. A change leaves the rest of the text as it is.
    fn ignored(text: &str) -> (String, Settings) {
        let (_folder, path) = file_with(text);
        let (mut store, notice) = Store::open_at(path.clone());
        let settings = store.kept().clone();
        store.keep(|settings| settings.coach = Some(true)).unwrap();
        let after = fs::read_to_string(&path).unwrap();
        assert_eq!(after.replace("coach = true\n", ""), text);
        (plain(notice.as_ref(), &path), settings)
    }

    #[test]
    fn a_change_is_found_again_at_the_next_start() {
        let folder = tempfile::tempdir().unwrap();
        let (mut store, notice) = Store::open_at(at(&folder));
        assert_eq!((store.kept(), notice), (&Settings::default(), None));
        store
            .keep(|settings| {
                settings.theme = ThemeName::Contrast.into();
                settings.black = PlayerKind::Random;
            })
            .unwrap();
        let (again, notice) = Store::open_at(at(&folder));
        assert_eq!((again.kept(), notice), (store.kept(), None));
        assert_eq!(again.kept().theme, ThemeName::Contrast.into());
        let names: Vec<_> = fs::read_dir(at(&folder).parent().unwrap())
            .unwrap()
            .map(|entry| entry.unwrap().file_name())
            .collect();
        assert_eq!(names, ["config.toml"], "nothing else is left behind");
    }

    #[test]
    fn a_wrong_file_is_reported_with_its_place_and_never_overwritten() {
        let end = "Using the defaults; changes will not be saved.";
        assert_eq!(
            notice(b"pace = 5\n# \xff"),
            format!("in the settings file FILE, line 2, column 3: invalid UTF-8. {end}")
        );
        assert!(notice("pace = ").contains("line 1, column 8: "));
        assert!(notice("\u{1b}\u{7}").contains("line 1, column 3: "));
        assert!(notice(vec![b'#'; 70_000]).contains("larger than 65536 bytes"));
        let (long, _) = ignored(&format!("theme = \"{}\"\n", "x".repeat(50_000)));
        assert!(long.len() < 600, "{long}");
    }

    #[test]
    fn a_setting_that_is_wrong_is_named_and_the_others_hold() {
        let end = "The other settings are used.";
        let (said, settings) = ignored("pace = 300\n  colour = \"green\"\n");
        assert_eq!(
            said,
            format!(
                "in the settings file FILE, line 2, column 3: \"colour\" is not a setting; the guide lists all settings. \
                 {end}"
            )
        );
        assert_eq!(settings.pace, 300);
        let (said, settings) =
            ignored("theme = \"light\"\npace = 10001 # ms\nblack = \"nobody\"\n");
        assert_eq!(
            said,
            format!(
                "in the settings file FILE, line 2, column 8: pace 10001 is too \
                 long; use 0 to 10000 milliseconds; line 3, column 9: \"nobody\" is not a player; use you, random, \
                 greedy, level 1 to level 10, nboard:COMMAND or gtp:COMMAND. {end}"
            )
        );
        assert_eq!(settings.theme, ThemeName::Light.into());
        let (said, _) = ignored("white = \"\\u001b[2J\"\n");
        assert_eq!(
            said,
            format!(
                "in the settings file FILE, line 1, column 9: \"\\u{{1b}}[2J\" is not a \
                 player; use you, random, greedy, level 1 to level 10, nboard:COMMAND or \
                 gtp:COMMAND. {end}"
            )
        );
        let text = "pace = 5\ntheme = \"lake\"\n[themes.ocean]\naccent = \"#ffd166\"\n";
        let (said, settings) = ignored(text);
        assert_eq!(
            said,
            format!(
                "in the settings file FILE, line 2, column 9: \"lake\" is not a theme; use auto, classic, \
                 light, contrast, color-safe, monochrome or ocean. {end}"
            )
        );
        assert_eq!((settings.pace, settings.themes.is_empty()), (5, false));
        let (said, settings) = ignored(
            "[keys]\nundo = \"z\"\nredo = \"A\"\nwings = \"i\"\nhint = \"kk\"\nsave = \"^\"\n",
        );
        assert!(said.starts_with(
            "in the settings file FILE, line 2, column 8: \"z\" is the key of both undo and turn-board; give one of \
             them another key; line 3, column 8: \"A\" belongs to the squares; use a key that is not a to h or 1 to \
             8; line 4, column 1: \"wings\" is not a command that has a key, such as undo; the guide"
        ));
        assert!(said.ends_with(&format!(
            "line 5, column 8: \"kk\" is not a key; use a character such as \"z\". {end}"
        )));
        assert_eq!(
            [Shortcut::Save, Shortcut::Undo].map(|command| settings.keys.shown(command)),
            ['^', 'u']
        );
        let text = "[themes.ocean]\naccent = \"gold\"\ntext = \"#000000\"\n";
        let (said, settings) = ignored(text);
        assert_eq!(
            said,
            format!(
                "in the settings file FILE, line 2, column 10: \"gold\" is not a colour; use #rrggbb, \
                 such as #1e7943. {end}"
            )
        );
        assert!(!settings.themes.is_empty());
    }

    #[test]
    fn every_setting_with_a_value_of_a_wrong_kind_is_told_in_words_for_people() {
        let words = [
            "invalid", "expected", "unknown", "missing", "field", "variant", "integer", "struct",
            "`",
        ];
        let keys = toml_edit::ser::to_document(&Settings::default()).unwrap();
        let mut keys: Vec<String> = keys.iter().map(|(key, _)| key.to_owned()).collect();
        let others = [
            "animation",
            "coach",
            "games-folder",
            "games-started",
            "japanese",
            "libraries",
            "keys",
            "engines",
            "themes",
            "keys.undo",
            "engines.e",
            "engines.e.command",
            "engines.e.protocol",
            "engines.e.depth",
            "engines.e.start-limit",
            "engines.e.wings",
            "themes.t",
            "themes.t.base",
            "themes.t.text",
            "wings",
        ];
        keys.extend(others.map(str::to_owned));
        let values = [
            "-5",
            "99999999999",
            "1.5",
            "true",
            "\"?\"",
            "[7]",
            "{ x = 1 }",
            "2026-11-26",
        ];
        let mut faults = 0;
        for (key, value) in keys.iter().flat_map(|key| values.map(|value| (key, value))) {
            let (_folder, path) = file_with(format!("{key} = {value}\n"));
            let Some(notice) = Store::open_at(path.clone()).1 else {
                continue;
            };
            let said: Vec<String> = notice.clauses().map(String::from).collect();
            let said = said.join("\n").replace(&path.display().to_string(), "FILE");
            let found = words.iter().find(|word| said.contains(**word));
            assert_eq!(found, None, "{key} = {value}: {said}");
            assert!(said.contains("line 1, column "), "{said}");
            faults += 1;
        }
        assert!(faults > 250, "{faults}");
    }

    #[test]
    fn mistakes_are_told_one_by_one_in_the_order_of_the_text() {
        let (_folder, path) = file_with(
            "theme = \"lake\"\npace = -3\ngraphics = \"on\"\nbell = 3\ncoach = 1\nwhite = 7\n\
             [keys]\nundo = \"z\"\n[engines.edax]\ncommand = 5\nprotocol = \"gtp\"\nwings = 2\n\
             [engines.zebra]\ncommand = \"zebra\"\n",
        );
        let notice = Store::open_at(path.clone()).1.unwrap();
        let place = in_file(Some(&path), &Said::default());
        let said: Vec<String> = notice
            .clauses()
            .map(|clause| clause.strip_prefix(&*place).unwrap().to_owned())
            .collect();
        assert_eq!(
            said,
            [
                "line 1, column 9: \"lake\" is not a theme; use auto, classic, light, contrast, color-safe or \
                 monochrome",
                "line 2, column 8: pace cannot be -3",
                "line 3, column 12: graphics must be auto or off",
                "line 4, column 8: bell must be true, false, or a list of \"move\", \"end\" and \"time\"",
                "line 5, column 9: coach must be true or false",
                "line 6, column 9: white must be text in quotes",
                "line 8, column 8: \"z\" is the key of both undo and turn-board; give one of them another key",
                "line 10, column 11: engines.edax.command must be text in quotes",
                "line 12, column 1: \"engines.edax.wings\" is not a setting; use command, protocol, depth, \
                 start-limit or move-limit",
                "line 13, column 10: engines.zebra needs protocol",
            ]
        );
        assert_eq!(notice.end(), "the other settings are used");
    }

    #[test]
    fn a_change_of_a_setting_leaves_comments_order_and_unknown_keys() {
        let text = "# My settings\n\npace = 300   # not too fast\n\n# for later\nwings = \"2\"\ntheme = 'light'\n\n\
                    [engines.edax]  # strong\ncommand = \"edax -nboard\"\nprotocol = \"nboard\"\n# the end\n";
        let (_folder, path) = file_with(text);
        let (mut store, notice) = Store::open_at(path.clone());
        assert!(notice.unwrap().to_string().contains("\"wings\""));
        store.keep(|settings| settings.pace = 40).unwrap();
        store
            .keep(|settings| settings.japanese = Some(true))
            .unwrap();
        store.keep(|settings| settings.pace = 40).unwrap();
        let expected = text
            .replace("300", "40")
            .replace("'light'\n", "'light'\njapanese = true\n");
        assert_eq!(fs::read_to_string(&path).unwrap(), expected);
        store.keep(|settings| settings.japanese = None).unwrap();
        let expected = text.replace("300", "40");
        assert_eq!(fs::read_to_string(&path).unwrap(), expected);
        // One that was wrong is replaced by a choice.
        fs::write(&path, "pace = \"slow\" # a word\n").unwrap();
        store.keep(|settings| settings.pace = 9).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "pace = 9 # a word\n");
    }

    #[test]
    fn an_own_theme_is_chosen_and_kept() {
        let text = "theme = \"ocean\"\npace = 1\n\n[themes.ocean]\naccent = \"#ffd166\"\n";
        let (_folder, path) = file_with(text);
        let (mut store, notice) = Store::open_at(path.clone());
        assert_eq!(notice, None);
        assert_eq!(store.kept().theme.to_string(), "ocean");
        store.keep(|settings| settings.pace = 2).unwrap();
        let (again, notice) = Store::open_at(path.clone());
        assert_eq!((again.kept(), notice), (store.kept(), None));
        // Without the theme, the choice of it would make the file invalid.
        fs::write(&path, "pace = 2").unwrap();
        let ocean = store.kept().theme;
        assert!(store.keep(|settings| settings.theme = ocean).is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "pace = 2");
    }

    #[test]
    fn a_folder_in_the_place_of_the_file_is_reported() {
        let folder = tempfile::tempdir().unwrap();
        let (_, notice) = Store::open_at(folder.path().to_owned());
        assert!(
            notice
                .unwrap()
                .to_string()
                .starts_with("cannot read the settings file ")
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_in_the_place_of_the_file_is_reported() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("config.toml");
        crate::store::make_socket(&path);
        let (_, notice) = Store::open_at(path);
        assert!(
            notice
                .unwrap()
                .to_string()
                .contains(": it is not a regular file. ")
        );
    }

    #[test]
    fn a_home_that_cannot_be_written_is_no_error_until_a_change_is_to_be_kept() {
        let (_folder, file) = file_with("");
        let (mut store, notice) = Store::open_at(file.join("reversi").join("config.toml"));
        assert_eq!(notice, None);
        let error = store.keep(|settings| settings.pace = 7).unwrap_err();
        let said = error.to_string();
        assert!(said.starts_with("cannot save the settings file "), "{said}");
        assert_eq!(store.kept().pace, 7);
    }

    #[test]
    fn a_change_of_another_program_meanwhile_stays() {
        let (_folder, path) = file_with("pace = 1\n");
        let (mut one, _) = Store::open_at(path.clone());
        let (mut two, _) = Store::open_at(path.clone());
        one.keep(|settings| settings.pace = 2).unwrap();
        two.keep(|settings| settings.legal_dots = false).unwrap();
        let (now, _) = Store::open_at(path.clone());
        assert_eq!((now.kept().pace, now.kept().legal_dots), (2, false));
        fs::write(&path, "half = \"done").unwrap();
        assert!(one.keep(|settings| settings.pace = 3).is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "half = \"done");
        assert_eq!(one.kept().pace, 3);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link() {
        let (folder, path) = file_with("pace = 1\n");
        let link = folder.path().join("link.toml");
        std::os::unix::fs::symlink(&path, &link).unwrap();
        let (mut store, _) = Store::open_at(link.clone());
        store.keep(|settings| settings.pace = 2).unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert!(fs::read_to_string(&path).unwrap().contains("pace = 2"));
    }
}
