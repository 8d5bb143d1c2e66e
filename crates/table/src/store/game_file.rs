//! Saving one game to a file that the user names, in the format of its extension; an existing file is
//! replaced or extended.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, Metadata};
use std::io::{self, BufRead as _, BufReader, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use super::atomic::AtomicFile;
use crate::background::TaskError;
use crate::phrase::faults::problem;
use crate::phrase::{io_reason, one_of, path_text};
use reversi_notation::detect::detect;
use reversi_notation::{Format, Problem, Record, clean};
use reversi_text::{Name, Said, tr};

/// The number of bytes examined before a game is added to a file.
const HEAD: usize = 4096;

/// What to do with an existing file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IfPresent {
    /// Leaves it unchanged and returns [`SaveError::Present`].
    Ask,
    /// Replaces it.
    Replace,
    /// Adds the game to its end.
    Append,
}

/// An error in saving a game. Displays as a sentence without a full stop.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// The file exists already.
    #[error("{}", tr!("{path} already exists", path = Name(&path_text(path))))]
    Present {
        /// The file.
        path: PathBuf,
        /// The format allows adding the game to its end.
        holds_many: bool,
    },
    /// The name has no extension, so the format is unknown.
    #[error("{}", tr!("{path} has no extension; use {formats}", path = Name(&path_text(_0)), formats = &endings(&[])))]
    NoEnding(PathBuf),
    /// The extension is not that of a known format.
    #[error("{}", tr!(".{extension} is not a known extension; use {formats}", extension = Name(&clean(_0)), formats = &endings(&[])))]
    UnknownEnding(String),
    /// WTHOR is not a format for single games.
    #[error("{}", tr!(".wtb is a database, not a file for one game; use {formats}", formats = &endings(&[])))]
    Database,
    /// The format can only be read.
    #[error("{}", tr!(".{extension} files can only be read; use {formats}", extension = Name(_0.extension()), formats = &endings(&[])))]
    ReadOnly(Format),
    /// The game cannot be played.
    #[error("{}", tr!("Cannot draw the game: {why}", why = &problem(_0)))]
    Game(Problem),
    /// The path is a folder.
    #[error("{}", tr!("{path} is a folder; add a file name", path = Name(&path_text(_0))))]
    IsFolder(PathBuf),
    /// The path is a pipe or a device.
    #[error("{}", tr!("{path} is not a regular file; choose another name", path = Name(&path_text(_0))))]
    NotAFile(PathBuf),
    /// The folder of the file does not exist.
    #[error("{}", tr!("There is no folder {path}; create it or save elsewhere", path = Name(&path_text(_0))))]
    NoFolder(PathBuf),
    /// The file to extend holds something else.
    #[error("{}", tr!("{path} is not a file of {format} games; replace it or choose another name", path = Name(&path_text(_0)), format = &Said::display(_1)))]
    OtherContent(PathBuf, Format),
    /// An error of the system.
    #[error("{}", tr!("Cannot save the game to {path}: {why}", path = Name(&path_text(_0)), why = &io_reason(_1)))]
    Failed(PathBuf, io::Error),
    /// An error of the system with a file that holds no game.
    #[error("{}", tr!("Cannot write {path}: {why}", path = Name(&path_text(_0)), why = &io_reason(_1)))]
    NotWritten(PathBuf, io::Error),
    /// The background task failed.
    #[error("{}", tr!("Cannot save the game: {why}", why = &Said::display(_0)))]
    Task(TaskError),
}

/// Returns the path that the user means: a leading `~` is the home folder.
pub fn expand_home(text: &str) -> PathBuf {
    let rest = match text.strip_prefix('~') {
        Some("") => Some(""),
        Some(rest) => rest.strip_prefix(std::path::is_separator),
        None => None,
    };
    match (rest, etcetera::home_dir()) {
        (Some(rest), Ok(home)) => home.join(rest),
        _ => PathBuf::from(text),
    }
}

/// Returns the name of a file or folder as it is listed: safe to show.
pub fn listed_name(name: &OsStr) -> String {
    path_text(name.as_ref())
}

/// Returns the path of a file to be read. The name of one that cannot be shown as it is may be typed as it is
/// [listed](listed_name).
pub fn listed_path(text: &str) -> PathBuf {
    let path = expand_home(text);
    if path.exists() || !text.contains(['\\', char::REPLACEMENT_CHARACTER]) {
        return path;
    }
    let mut found = PathBuf::new();
    for part in path.components() {
        let typed = found.join(part);
        let folder = if found.as_os_str().is_empty() {
            Path::new(".")
        } else {
            &found
        };
        let same = |name: &OsString| Some(listed_name(name).as_str()) == part.as_os_str().to_str();
        let listed = || {
            let names = fs::read_dir(folder).ok()?.flatten();
            names.map(|entry| entry.file_name()).find(same)
        };
        found = if typed.exists() {
            typed
        } else {
            listed().map_or(typed, |name| found.join(name))
        };
    }
    found
}

/// Returns the extensions for a single game and some others, as a list in a sentence: the formats for all about a game,
/// those of lines, then pictures.
pub fn endings(others: &[&'static str]) -> Said {
    let mut formats = Format::ALL.to_vec();
    formats.retain(|format| format.can_be_written() && !format.is_database());
    formats.sort_by_key(|format| (!format.can_be_read(), format.is_plain()));
    let endings = formats.into_iter().map(Format::extension);
    let endings = endings.chain(others.iter().copied());
    let endings: Vec<String> = endings.map(|ending| format!(".{ending}")).collect();
    one_of(&endings)
}

/// Returns the format in which a single game is saved under this name.
///
/// # Errors
/// [`SaveError`] if its extension is not that of such a format.
pub fn format_of(path: &Path) -> Result<Format, SaveError> {
    match (Format::of_path(path), path.extension()) {
        (Some(format), _) if !format.can_be_written() => Err(SaveError::ReadOnly(format)),
        (Some(format), _) if format.is_database() => Err(SaveError::Database),
        (Some(format), _) => Ok(format),
        (None, None) => Err(SaveError::NoEnding(path.to_owned())),
        (None, Some(ending)) => {
            let ending = ending.to_string_lossy().into_owned();
            Err(SaveError::UnknownEnding(ending))
        }
    }
}

/// Saves a game in the format of the file's extension, atomically. Returns the file's canonical path.
///
/// # Errors
/// [`SaveError`]; the file is unchanged.
///
/// # Panics
/// If a format with a file extension cannot be written, which is a bug.
pub fn save(record: &Record, path: &Path, if_present: IfPresent) -> Result<PathBuf, SaveError> {
    is_present(path)?;
    let format = format_of(path)?;
    let mut text = String::new();
    let written = format.write(record, &mut text);
    assert!(written, "`format_of` returns formats with a text");
    store(&text, path, if_present, Some(format))
}

/// Saves a text that is not a game, like [`save`].
///
/// # Errors
/// [`SaveError`]; the file is unchanged.
pub fn save_text(text: &str, path: &Path, if_present: IfPresent) -> Result<PathBuf, SaveError> {
    store(text, path, if_present, None).map_err(|error| match error {
        SaveError::Failed(path, error) => SaveError::NotWritten(path, error),
        error => error,
    })
}

/// Saves a text, which is a game in a format if there is one.
fn store(
    text: &str,
    path: &Path,
    if_present: IfPresent,
    format: Option<Format>,
) -> Result<PathBuf, SaveError> {
    let replaces = is_present(path)?;
    if replaces && if_present == IfPresent::Ask {
        return Err(SaveError::Present {
            path: path.to_owned(),
            holds_many: format.is_some_and(|format| format.between_games().is_some()),
        });
    }
    let appends = replaces && if_present == IfPresent::Append;
    write(text, path, format.filter(|_| appends))?;
    Ok(dunce::canonicalize(path).unwrap_or_else(|_| path.to_owned()))
}

/// Returns whether there is a file to replace.
fn is_present(path: &Path) -> Result<bool, SaveError> {
    let present = fs::metadata(path).ok();
    if present.as_ref().is_some_and(Metadata::is_dir) {
        return Err(SaveError::IsFolder(path.to_owned()));
    }
    // Writing to a pipe could block for ever.
    if present.as_ref().is_some_and(|present| !present.is_file()) {
        return Err(SaveError::NotAFile(path.to_owned()));
    }
    Ok(present.is_some())
}

/// Returns whether the path is a folder; an empty path is the working folder.
fn is_folder(path: &Path) -> bool {
    path.as_os_str().is_empty() || path.is_dir()
}

fn write(text: &str, path: &Path, append_to: Option<Format>) -> Result<(), SaveError> {
    let failed = |error: io::Error| match (error.kind(), path.parent()) {
        (io::ErrorKind::NotFound, Some(folder)) if !is_folder(folder) => {
            SaveError::NoFolder(folder.to_owned())
        }
        _ => SaveError::Failed(path.to_owned(), error),
    };
    let mut file = AtomicFile::create(path).map_err(failed)?;
    if let Some(format) = append_to
        && !copy_games(path, format, &mut file).map_err(failed)?
    {
        return Err(SaveError::OtherContent(path.to_owned(), format));
    }
    file.write_all(text.as_bytes())
        .and_then(|()| file.commit())
        .map_err(failed)
}

/// Copies the games of a file, and completes its last line. Returns false if the file holds something else.
fn copy_games(path: &Path, format: Format, to: &mut AtomicFile) -> io::Result<bool> {
    let mut old = BufReader::with_capacity(HEAD, File::open(path)?);
    let head = old.fill_buf()?;
    if !head.iter().all(u8::is_ascii_whitespace) && detect(head) != Some(format) {
        return Ok(false);
    }
    if io::copy(&mut old, to)? > 0 {
        old.seek(SeekFrom::End(-1))?;
        let mut last = [0];
        old.read_exact(&mut last)?;
        if last != *b"\n" {
            to.write_all(b"\n")?;
        }
        to.write_all(format.between_games().unwrap_or_default().as_bytes())?;
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use reversi::transcript;
    use reversi_notation::detect;

    fn record() -> Record {
        let game = transcript::parse("e6f4e3f6g5d6e7f5c5").unwrap();
        let mut record = Record::from_game(&game);
        record.players.black = "human".to_owned();
        record.players.white = "engine:3".to_owned();
        record
    }

    fn read(path: &Path) -> Vec<Record> {
        detect::open(path, None)
            .unwrap()
            .map(Result::unwrap)
            .collect()
    }

    #[test]
    fn a_saved_game_is_read_back_and_another_one_is_added_to_its_end() {
        let folder = tempfile::tempdir().unwrap();
        for ending in ["ggf", "sgf", "pgn", "txt", "GGF"] {
            let path = folder.path().join(format!("game.{ending}"));
            let path = if ending == "GGF" {
                folder.path().join("other.GGF")
            } else {
                path
            };
            save(&record(), &path, IfPresent::Ask).unwrap();
            let first = read(&path);
            assert_eq!(first.len(), 1, "{ending}");
            assert_eq!(first[0].moves, record().moves, "{ending}");
            let before = fs::read(&path).unwrap();
            let asked = save(&record(), &path, IfPresent::Ask).unwrap_err();
            assert!(matches!(
                asked,
                SaveError::Present {
                    holds_many: true,
                    ..
                }
            ));
            assert_eq!(fs::read(&path).unwrap(), before, "it is as it was");
            save(&record(), &path, IfPresent::Append).unwrap();
            assert_eq!(
                read(&path),
                [first[0].clone(), first[0].clone()],
                "{ending}"
            );
            save(&record(), &path, IfPresent::Replace).unwrap();
            assert_eq!(read(&path), first, "{ending}");
        }
    }

    #[test]
    fn a_game_is_added_to_a_file_without_a_line_end_and_not_to_a_letter() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.txt");
        fs::write(&path, "f5d6c3").unwrap();
        save(&record(), &path, IfPresent::Append).unwrap();
        assert_eq!(read(&path).len(), 2);
        fs::write(&path, "Dear reader").unwrap();
        let error = save(&record(), &path, IfPresent::Append).unwrap_err();
        assert!(error.to_string().contains("is not a file of"), "{error}");
        assert_eq!(fs::read(&path).unwrap(), b"Dear reader");
    }

    #[test]
    fn what_is_wrong_with_a_name_is_said() {
        let folder = tempfile::tempdir().unwrap();
        let error = |name: &str| {
            let path = folder.path().join(name);
            save(&record(), &path, IfPresent::Ask)
                .unwrap_err()
                .to_string()
        };
        assert_eq!(
            error("game.doc"),
            ".doc is not a known extension; use .ggf, .sgf, .pgn, .txt, .obf or .svg"
        );
        assert_eq!(
            error("game.\u{1b}[2J"),
            ".\\u{1b}[2J is not a known extension; use .ggf, .sgf, .pgn, .txt, .obf or .svg"
        );
        assert!(error("game").contains("has no extension; use .ggf, "));
        assert!(error("game.json").starts_with(".json files can only be read"));
        assert!(error("game.wtb").starts_with(".wtb is a database"));
        assert!(error("").contains("is a folder"));
        assert!(error("none/game.ggf").starts_with("There is no folder "));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_folder_that_takes_no_file_is_not_said_to_be_missing() {
        let error = save(&record(), Path::new("/proc/a.ggf"), IfPresent::Ask)
            .unwrap_err()
            .to_string();
        assert!(
            error.starts_with("Cannot save the game to /proc/a.ggf: "),
            "{error}"
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_or_a_device_is_no_place_for_a_game() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe.ggf");
        crate::store::make_socket(&pipe);
        for path in [&pipe, Path::new("/dev/null")] {
            for if_present in [IfPresent::Ask, IfPresent::Replace, IfPresent::Append] {
                let error = save(&record(), path, if_present).unwrap_err().to_string();
                let expected = "is not a regular file; choose another name";
                assert!(error.ends_with(expected), "{error}");
            }
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_said() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("full.ggf");
        std::os::unix::fs::symlink("/dev/full", &path).unwrap();
        let error = write("f5", &path, None).unwrap_err().to_string();
        assert!(error.starts_with("Cannot save the game to "), "{error}");
        assert!(error.contains("the disk is full"), "{error}");
    }

    #[test]
    fn a_tilde_is_the_home_folder_and_only_at_the_beginning() {
        let home = etcetera::home_dir().unwrap();
        assert_eq!(expand_home("~/a.ggf"), home.join("a.ggf"));
        assert_eq!(expand_home("~"), home);
        assert_eq!(expand_home("~a"), Path::new("~a"));
        assert_eq!(expand_home("a/~"), Path::new("a/~"));
    }

    #[test]
    fn a_game_is_added_to_an_empty_file_and_after_a_blank_line_only_in_pgn() {
        let folder = tempfile::tempdir().unwrap();
        for ending in ["ggf", "sgf", "pgn", "txt"] {
            let path = folder.path().join(format!("game.{ending}"));
            fs::write(&path, "").unwrap();
            save(&record(), &path, IfPresent::Append).unwrap();
            let one = fs::read_to_string(&path).unwrap();
            assert!(!one.starts_with('\n'), "{one}");
            save(&record(), &path, IfPresent::Append).unwrap();
            let two = fs::read_to_string(&path).unwrap();
            let blank = if ending == "pgn" { "\n" } else { "" };
            assert_eq!(two, format!("{one}{blank}{one}"));
        }
    }
}
