//! The settings file: its location, reading it, and saving changes.
//!
//! It is `reversi/config.toml` in the platform's configuration folder (`$XDG_CONFIG_HOME` or
//! `~/.config`; on Windows the roaming `AppData`). A file that is invalid or cannot be read is never
//! overwritten.

use std::io;
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy as _;

use super::document::{Document, printable};
use crate::app::store::settings::Settings;

/// The settings file. There is no lock file beside it, because the user looks into that folder.
const SETTINGS: Document<Settings> = Document {
    cannot_read: "Cannot read the settings file",
    cannot_save: "Cannot save the settings file",
    limit: 64 * 1024,
    has_lock: false,
    decode,
    encode: |settings| {
        let text = toml::to_string(settings).map_err(io::Error::other)?;
        Ok(text.into_bytes())
    },
};

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

    /// Reads the settings file of this user. A missing file means the defaults. So does one that is
    /// invalid or cannot be read; it is then never written, and a notice names the file, the place and
    /// the reason.
    pub fn open() -> (Self, Option<String>) {
        match settings_path() {
            Some(path) => Self::open_at(path),
            None => (Self::in_memory(), None),
        }
    }

    /// Like [`Store::open`], with a settings file at a given path.
    pub fn open_at(path: PathBuf) -> (Self, Option<String>) {
        match read(&path) {
            Ok(kept) => {
                let kept = kept.unwrap_or_default();
                let path = Some(path);
                (Self { kept, path }, None)
            }
            Err(problem) => {
                let notice = format!("{problem}. Using the defaults; changes will not be saved.");
                (Self::in_memory(), Some(notice))
            }
        }
    }

    /// Returns the current settings.
    pub const fn kept(&self) -> &Settings {
        &self.kept
    }

    /// Changes a setting and saves it atomically. Changes by other programs are kept, comments in the
    /// file are lost.
    ///
    /// # Errors
    /// Cannot write the file, or it has become invalid; the change then lasts until the program ends.
    pub(crate) fn keep(&mut self, change: impl FnOnce(&mut Settings)) -> io::Result<()> {
        let Some(path) = &self.path else {
            change(&mut self.kept);
            return Ok(());
        };
        let now = read(path);
        if let Ok(Some(settings)) = &now {
            self.kept = settings.clone();
        }
        change(&mut self.kept);
        if let Some(error) = self.kept.theme_error() {
            // Another program has removed the theme.
            return Err(io::Error::other(error));
        }
        match now {
            Err(problem) => Err(problem),
            Ok(Some(settings)) if settings == self.kept => Ok(()),
            Ok(_) => SETTINGS.write(path, &self.kept),
        }
    }
}

/// Returns the path of the settings file of this user; `None` without a home folder.
pub(crate) fn settings_path() -> Option<PathBuf> {
    let folders = etcetera::choose_base_strategy().ok()?;
    Some(folders.config_dir().join("reversi").join("config.toml"))
}

/// Reads a settings file; `None` if it does not exist. The error is a sentence without a full stop.
fn read(path: &Path) -> io::Result<Option<Settings>> {
    SETTINGS.read(path).map_err(|error| {
        let path = printable(&path.to_string_lossy());
        let sentence = match error.kind() {
            io::ErrorKind::InvalidData => format!("Error in the settings file {path}, {error}"),
            _ => format!("{} {path}: {error}", SETTINGS.cannot_read),
        };
        io::Error::new(error.kind(), sentence)
    })
}

/// Reads the bytes of a settings file. The error has the place of the first mistake.
fn decode(bytes: &[u8]) -> io::Result<Settings> {
    let wrong = |at: usize, reason: &str| {
        let (line, column) = place(bytes, at);
        let reason = printable(reason);
        let clause = format!("line {line}, column {column}: {reason}");
        io::Error::new(io::ErrorKind::InvalidData, clause)
    };
    let text =
        str::from_utf8(bytes).map_err(|error| wrong(error.valid_up_to(), "invalid UTF-8"))?;
    let read = |error: toml::de::Error| {
        let at = error.span().map_or(0, |span| span.start);
        wrong(at, error.message())
    };
    let settings: Settings = toml::from_str(text).map_err(read)?;
    match settings.theme_error() {
        None => Ok(settings),
        Some(error) => {
            let Places { theme } = toml::from_str(text).map_err(read)?;
            let at = theme.map_or(0, |theme| theme.span().start);
            Err(wrong(at, &error.to_string()))
        }
    }
}

/// Where the settings stand that depend on others.
#[derive(serde::Deserialize)]
struct Places {
    theme: Option<toml::Spanned<String>>,
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
    use crate::app::player::PlayerKind;
    use crate::app::store::settings::ThemeName;
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
        let notice = notice.unwrap();
        assert!(!notice.chars().any(char::is_control), "{notice:?}");
        notice.replace(&path.display().to_string(), "FILE")
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
            notice("pace = 300\n  colour = \"green\"\n"),
            format!(
                "Error in the settings file FILE, line 2, column 3: unknown field `colour`, \
                 expected one of `theme`, `pace`, `graphics`, `legal-dots`, `chains`, `evaluation-bar`, `coach`, `games-started`, `book`, `bell`, `name`, \
                 `second-name`, `black`, `white`, `watch-black`, `watch-white`, `japanese`, `games-folder`, `engines`, `themes`. {end}"
            )
        );
        assert_eq!(
            notice("theme = \"classic\"\npace = 10001"),
            format!(
                "Error in the settings file FILE, line 2, column 8: pace 10001 is too \
                 long; use 0 to 10000 milliseconds. {end}"
            )
        );
        assert_eq!(
            notice("white = \"\\u001b[2J\""),
            format!(
                "Error in the settings file FILE, line 1, column 9: \"\\u{{1b}}[2J\" is not a \
                 player; use you, random, greedy, level 1 to level 10, nboard:COMMAND or \
                 gtp:COMMAND. {end}"
            )
        );
        assert_eq!(
            notice("pace = 5\ntheme = \"lake\"\n[themes.ocean]\naccent = \"#ffd166\"\n"),
            format!(
                "Error in the settings file FILE, line 2, column 9: \"lake\" is not a theme; use auto, classic, \
                 light, contrast, color-safe, monochrome or ocean. {end}"
            )
        );
        assert_eq!(
            notice("[themes.ocean]\naccent = \"gold\"\n"),
            format!(
                "Error in the settings file FILE, line 2, column 10: \"gold\" is not a colour; use #rrggbb, \
                 such as #1e7943. {end}"
            )
        );
        assert_eq!(
            notice(b"pace = 5\n# \xff"),
            format!("Error in the settings file FILE, line 2, column 3: invalid UTF-8. {end}")
        );
        assert!(notice("pace = ").contains("line 1, column 8: "));
        assert!(notice("\u{1b}\u{7}").contains("line 1, column 3: "));
        assert!(notice(vec![b'#'; 70_000]).contains("larger than 65536 bytes"));
        let long = notice(format!("theme = \"{}\"", "x".repeat(50_000)));
        assert!(long.len() < 600, "{long}");
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
                .starts_with("Cannot read the settings file ")
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_in_the_place_of_the_file_is_reported() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("config.toml");
        crate::app::store::make_socket(&path);
        let (_, notice) = Store::open_at(path);
        assert!(notice.unwrap().contains(": it is not a regular file. "));
    }

    #[test]
    fn a_home_that_cannot_be_written_is_no_error_until_a_change_is_to_be_kept() {
        let (_folder, file) = file_with("");
        let (mut store, notice) = Store::open_at(file.join("reversi").join("config.toml"));
        assert_eq!(notice, None);
        assert!(store.keep(|settings| settings.pace = 7).is_err());
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
