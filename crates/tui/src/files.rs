//! Background file I/O, so that no screen ever waits for a disk.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::pictures::{Picture, RECORDING};
use reversi::ByColor;
use reversi_notation::{Format, LeftOut, Record, clean};
use reversi_study::stats::remove_games;
use reversi_table::background::{Background, TaskError, Waker};
use reversi_table::go::GoGame;
use reversi_table::go::player::GoPlayerKind;
pub(crate) use reversi_table::store::game_file::{self, IfPresent, SaveError};
pub(crate) use reversi_table::store::game_list::{self, GameList, Source, SourceError, SourceName};
use reversi_table::store::history::removed;
use reversi_table::store::recent::RecentFiles;
use reversi_table::store::state::StateFolder;
use reversi_table::store::{StorageError, go_file};
use reversi_text::{Said, tr};

/// Returns the extensions that a game can be saved with, as a list in a sentence.
pub(crate) fn endings() -> String {
    game_file::endings(&[RECORDING]).into()
}

/// The folder in which files are looked for, as a typed name.
pub(crate) const HERE: &str = "./";

/// How many file names a sentence lists.
const NAMES: usize = 6;

/// What was read.
#[derive(Debug)]
pub(super) enum FileReply {
    /// The games of a source.
    Listed(Source, Result<GameList, SourceError>),
    /// The games of the history.
    Log(Result<GameList, SourceError>),
    /// The number of games that were removed from the history, or brought back.
    Removed(Result<usize, StorageError>),
    BroughtBack(Result<usize, StorageError>),
    /// Several games as a text, in GGF.
    Text(Result<Arc<str>, SourceError>),
    /// A game.
    Picked(Result<Box<Record>, SourceError>),
    /// A game of Go and its players, or why it cannot be opened.
    GoGame(Result<(GoGame, ByColor<GoPlayerKind>), Said>),
    /// A completed file name: the typed text, its completion, and the names to choose from.
    Completed(String, String, Option<String>),
    /// The folders and games that a typed name may become.
    Names(String, Vec<String>),
}

impl FileReply {
    /// Returns whether a game was read.
    fn has_game(&self) -> bool {
        match self {
            Self::Listed(_, Ok(games)) => games.lines.iter().any(|line| line.game.is_ok()),
            Self::Picked(game) => game.is_ok(),
            Self::Listed(_, Err(_))
            | Self::Log(_)
            | Self::Removed(_)
            | Self::BroughtBack(_)
            | Self::Text(_)
            | Self::GoGame(_)
            | Self::Completed(..)
            | Self::Names(..) => false,
        }
    }
}

/// A read request.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum FileRequest {
    /// The games of a file, or one game, named by the user; the history, if there is one.
    Name(String, Option<Source>),
    /// The games of a source.
    List(Source),
    /// The games of the history.
    Log(Source),
    /// Games of the history are removed; those removed last are brought back.
    Remove(StateFolder, BTreeSet<u64>),
    BringBack(StateFolder),
    /// Games of several sources, as one text.
    Text(Vec<(Source, u64)>),
    /// One game of a source.
    Pick(Source, Option<u64>),
    /// The game of Go in a file, named by the user.
    GoGame(String),
    /// The names of files with this prefix.
    Complete(String),
    /// The names that a typed one may become, in a folder unless it names another. Before a name is typed, the files
    /// opened lately and the libraries are among them.
    Names(PathBuf, String, Option<StateFolder>, Vec<String>),
}

/// A file that was saved.
#[derive(Debug)]
pub(super) struct SavedFile {
    pub(super) path: PathBuf,
    /// The format of a game or an image.
    pub(super) format: Option<Format>,
    /// What the format cannot hold of a game.
    pub(super) left_out: LeftOut,
}

/// What is saved.
pub(super) enum SavedContent {
    /// A game.
    Game(Box<Record>),
    /// A text.
    Text(Arc<str>),
}

/// What to save, its file name, and what to do with an existing file.
type Save = (SavedContent, PathBuf, IfPresent);

/// A file that was saved, or why it was not.
pub(super) type Saved = Result<SavedFile, SaveError>;

type ReadTask = Background<FileRequest, (), FileReply>;

/// Reads files in the background for one window. A read that hangs, such as one from a named pipe, is abandoned once its
/// result is not needed.
pub(crate) struct FileReader {
    waker: Waker,
    /// The read that the user waits for.
    wanted: ReadTask,
    /// The history, read at the same time.
    log: ReadTask,
    /// Looks for names that complete a typed one.
    names: ReadTask,
}

impl std::fmt::Debug for FileReader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("FileReader").finish_non_exhaustive()
    }
}

impl FileReader {
    /// Creates an idle reader. The waker is called when there is a reply.
    pub(super) fn new(waker: Waker) -> Self {
        Self {
            wanted: reading(&waker),
            log: reading(&waker),
            names: reading(&waker),
            waker,
        }
    }

    /// Starts a read. Abandons an unfinished one of the same kind.
    pub(super) fn read(&mut self, request: FileRequest) {
        let (task, keeps_thread) = match request {
            FileRequest::Log(_) => (&mut self.log, false),
            FileRequest::Names(..) => (&mut self.names, true),
            _ => (&mut self.wanted, false),
        };
        if !keeps_thread {
            std::mem::replace(task, reading(&self.waker)).abandon();
        }
        task.ask(request);
    }

    /// Stops the read that the user waits for.
    pub(super) fn stop(&mut self) {
        if self.wanted.is_busy() {
            std::mem::replace(&mut self.wanted, reading(&self.waker)).abandon();
        }
    }

    /// Returns a reply, if there is one. Never blocks.
    pub(super) fn next_reply(&self) -> Option<FileReply> {
        let not_read = |error| FileReply::Picked(Err(SourceError::Task(error)));
        let no_log = |error| FileReply::Log(Err(SourceError::Task(error)));
        let no_names = |_| FileReply::Names(String::new(), Vec::new());
        let reply = |task: &ReadTask, failed: fn(TaskError) -> FileReply| {
            task.next_answer().map(|reply| reply.unwrap_or_else(failed))
        };
        reply(&self.wanted, not_read)
            .or_else(|| reply(&self.log, no_log))
            .or_else(|| reply(&self.names, no_names))
    }
}

impl Drop for FileReader {
    fn drop(&mut self) {
        for task in [&mut self.wanted, &mut self.log, &mut self.names] {
            std::mem::replace(task, reading(&self.waker)).abandon();
        }
    }
}

fn reading(waker: &Waker) -> ReadTask {
    Background::start("read", waker.clone(), |request, reporter| {
        read(request, &|| reporter.is_stopped())
    })
}

/// Saves files in the background.
pub(super) struct FileSaver(Background<Save, (), Saved>);

impl FileSaver {
    /// Creates an idle one. The waker is called when something was saved.
    pub(super) fn new(waker: Waker) -> Self {
        Self(Background::start("save", waker, |save, _| write(save)))
    }

    /// Saves a game or a text.
    pub(super) fn save(&self, content: SavedContent, name: &str, if_present: IfPresent) {
        let path = game_file::expand_home(name);
        self.0.queue((content, path, if_present));
    }

    /// Returns the next result of saving, if there is one. Never blocks.
    pub(super) fn next_saved(&self) -> Option<Saved> {
        let saved = self.0.next_answer()?;
        Some(saved.unwrap_or_else(|error| Err(SaveError::Task(error))))
    }

    /// Waits until everything is saved.
    pub(super) fn close(self) {
        self.0.finish();
    }
}

fn write((content, path, if_present): Save) -> Saved {
    let as_text = |text: &str| game_file::save_text(text, &path, if_present);
    let (path, format, left_out) = match content {
        SavedContent::Text(text) => (as_text(&text)?, None, LeftOut::default()),
        SavedContent::Game(record) => {
            if let Some(picture) = Picture::of_path(&path) {
                let text = picture.draw(&record).map_err(SaveError::Game)?;
                (as_text(&text)?, Format::of_path(&path), LeftOut::default())
            } else {
                let saved = game_file::save(&record, &path, if_present)?;
                let format = game_file::format_of(&path)?;
                (saved, Some(format), format.left_out(&record))
            }
        }
    };
    Ok(SavedFile {
        path,
        format,
        left_out,
    })
}

fn read(request: FileRequest, stop: &dyn Fn() -> bool) -> FileReply {
    match request {
        FileRequest::Name(name, log) => {
            let (mut opened, state) = (None, log.as_ref().and_then(Source::state).cloned());
            let request = match game_list::resolve(&name) {
                Ok(SourceName::File(file, number)) => {
                    opened = state.map(|state| (state, file.clone()));
                    let source = Source::File(file);
                    match number {
                        None => FileRequest::List(source),
                        number => FileRequest::Pick(source, number),
                    }
                }
                Ok(SourceName::Logged(number)) => match log {
                    Some(log) => FileRequest::Pick(log, number),
                    None => return FileReply::Picked(Err(SourceError::NoLog)),
                },
                Err(error) => return FileReply::Picked(Err(error)),
            };
            let reply = read(request, stop);
            if let Some((state, file)) = opened.filter(|_| reply.has_game()) {
                // The game opens even if the list of files opened lately cannot be saved.
                let _ = RecentFiles::note(&state, &file);
            }
            reply
        }
        FileRequest::List(source) => {
            let listed = game_list::list(&source, stop);
            FileReply::Listed(source, listed)
        }
        FileRequest::Pick(source, number) => {
            FileReply::Picked(game_list::pick(&source, number, stop).map(Box::new))
        }
        FileRequest::GoGame(name) => {
            FileReply::GoGame(go_file::open(&game_file::listed_path(&name)))
        }
        FileRequest::Remove(state, numbers) => FileReply::Removed(remove_games(&state, &numbers)),
        FileRequest::BringBack(state) => FileReply::BroughtBack(removed::undo(&state)),
        FileRequest::Text(games) => FileReply::Text(text_of(&games, stop)),
        FileRequest::Log(log) => FileReply::Log(game_list::list(&log, stop)),
        FileRequest::Complete(typed) => {
            let (text, hint) = complete(&typed, stop);
            FileReply::Completed(typed, text, hint)
        }
        FileRequest::Names(folder, typed, state, libraries) => {
            let mut names = games_and_folders(&folder, &typed, stop);
            if typed.is_empty() || typed == HERE {
                let recent = state.and_then(|state| RecentFiles::load(&state).ok());
                let recent = recent.unwrap_or_default();
                let recent = recent.existing().take(NAMES);
                let recent = recent.map(|path| game_file::listed_name(path.as_os_str()));
                let libraries = libraries.iter().filter_map(|library| library_name(library));
                names.splice(0..0, recent.chain(libraries).collect::<Vec<_>>());
            }
            FileReply::Names(typed, names)
        }
    }
}

/// Returns games of several sources as a text.
fn text_of(games: &[(Source, u64)], stop: &dyn Fn() -> bool) -> Result<Arc<str>, SourceError> {
    let mut text = String::new();
    for (source, number) in games {
        let record = game_list::pick(source, Some(*number), stop)?;
        Format::Ggf.write(&record, &mut text);
    }
    Ok(text.into())
}

/// Returns the names in a folder that a typed name may become: folders, then files of games, the newest first.
fn games_and_folders(start: &Path, typed: &str, stop: &dyn Fn() -> bool) -> Vec<String> {
    let (folder, begun) = split(typed);
    let (mut folders, mut files) = (Vec::new(), Vec::new());
    for (name, path) in names_in(&start.join(folder_of(folder)), begun, stop).unwrap_or_default() {
        if name.ends_with(std::path::is_separator) {
            folders.push(name);
            continue;
        }
        if Format::of_file(&path).is_some_and(Format::can_be_read) {
            let modified = path.metadata().and_then(|data| data.modified()).ok();
            files.push((std::cmp::Reverse(modified), name));
        }
    }
    folders.sort();
    files.sort();
    folders.extend(files.into_iter().map(|(_, name)| name));
    folders
}

/// Returns the name of a library to list, with a separator if it is a folder; `None` if there is nothing at the path.
fn library_name(library: &str) -> Option<String> {
    let data = game_file::expand_home(library).metadata().ok()?;
    let mut name = game_file::listed_name(library.as_ref());
    if data.is_dir() && !name.ends_with(std::path::is_separator) {
        name.push(std::path::MAIN_SEPARATOR);
    }
    Some(name)
}

/// Splits a typed name into its folder, with the separator, and the beginning of a name in it.
fn split(typed: &str) -> (&str, &str) {
    let last = typed.rfind(std::path::is_separator);
    typed.split_at(last.map_or(0, |separator| separator + 1))
}

fn folder_of(typed: &str) -> PathBuf {
    match typed {
        "" => PathBuf::from("."),
        folder => game_file::listed_path(folder),
    }
}

/// Returns the names in a folder that begin like this, those of folders with a separator, and their paths.
fn names_in(
    folder: &Path,
    begun: &str,
    stop: &dyn Fn() -> bool,
) -> std::io::Result<Vec<(String, PathBuf)>> {
    let entries = std::fs::read_dir(folder)?.flatten();
    let named = entries.take_while(|_| !stop()).filter_map(|entry| {
        let mut name = game_file::listed_name(&entry.file_name());
        // Hidden files match only when the full stop is typed.
        let hidden = name.starts_with('.') && !begun.starts_with('.');
        if hidden || !name.starts_with(begun) {
            return None;
        }
        let path = entry.path();
        if path.is_dir() {
            name.push(std::path::MAIN_SEPARATOR);
        }
        Some((name, path))
    });
    Ok(named.collect())
}

/// Completes a file name as far as it is unambiguous, and lists the names to choose from otherwise.
fn complete(typed: &str, stop: &dyn Fn() -> bool) -> (String, Option<String>) {
    let (folder, begun) = split(typed);
    if folder.is_empty() && begun == "~" {
        return (format!("~{}", std::path::MAIN_SEPARATOR), None);
    }
    let Ok(found) = names_in(&folder_of(folder), begun, stop) else {
        return (
            typed.to_owned(),
            Some(
                tr!(
                    "There is no folder {folder}.",
                    folder = reversi_text::Name(&clean(folder))
                )
                .into(),
            ),
        );
    };
    let count = found.len();
    let mut names: Vec<String> = found.into_iter().map(|(name, _)| name).collect();
    let common = names
        .iter()
        .cloned()
        .reduce(|common, name| shared(&common, &name));
    names.sort();
    names.truncate(NAMES);
    let Some(common) = common else {
        return (
            typed.to_owned(),
            Some(
                tr!(
                    "No file name starts with {text}.",
                    text = reversi_text::Name(&clean(typed))
                )
                .into(),
            ),
        );
    };
    let more = if count > names.len() { " ..." } else { "" };
    let hint = (count > 1).then(|| format!("{}{more}", names.join("  ")));
    (format!("{folder}{common}"), hint)
}

/// Returns the common prefix of two names.
fn shared(a: &str, b: &str) -> String {
    let same = a.chars().zip(b.chars()).take_while(|(a, b)| a == b);
    same.map(|(a, _)| a).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use reversi::transcript;
    use std::path::MAIN_SEPARATOR;

    #[test]
    fn a_picture_is_saved_in_the_form_of_its_extension() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let save = |name: &str| {
            let game = transcript::parse("f5d6c3d3c4").unwrap();
            let content = SavedContent::Game(Box::new(Record::from_game(&game)));
            write((content, at(name), IfPresent::Ask))
        };
        assert_eq!(save("game.svg").unwrap().format, Some(Format::Svg));
        assert_eq!(save("game.CAST").unwrap().format, None);
        let text = |name: &str| std::fs::read_to_string(at(name)).unwrap();
        assert!(text("game.svg").contains("@keyframes"));
        assert!(text("game.CAST").starts_with("{\"env\""));
        assert!(matches!(save("game.svg"), Err(SaveError::Present { .. })));
        let other = save("game.png").unwrap_err().to_string();
        assert!(
            other.starts_with(".png is not a known extension"),
            "{other}"
        );
    }

    #[test]
    fn folders_come_first_and_of_the_files_only_those_of_games() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["a.ggf", "notes.md", "b.SGF", ".hidden.ggf"] {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        std::fs::create_dir(folder.path().join("sub")).unwrap();
        let base = format!("{}/", folder.path().display());
        let here = Path::new(".");
        let mut names = games_and_folders(here, &base, &|| false);
        assert_eq!(names.remove(0), format!("sub{MAIN_SEPARATOR}"));
        names.sort();
        assert_eq!(names, ["a.ggf", "b.SGF"]);
        let begun = format!("{base}a");
        assert_eq!(games_and_folders(here, &begun, &|| false), ["a.ggf"]);
        assert_eq!(games_and_folders(folder.path(), "a", &|| false), ["a.ggf"]);
        assert_eq!(games_and_folders(here, "none/here/", &|| false), [""; 0]);
    }

    #[test]
    fn libraries_stand_before_other_names_until_something_is_typed() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        std::fs::write(path("games.wtb"), "").unwrap();
        std::fs::create_dir(path("here")).unwrap();
        std::fs::write(path("here/a.ggf"), "").unwrap();
        let libraries = [path(""), path("games.wtb"), path("missing")];
        let names = |typed: &str| {
            let here = path("here").into();
            match read(
                FileRequest::Names(here, typed.to_owned(), None, libraries.to_vec()),
                &|| false,
            ) {
                FileReply::Names(_, names) => names,
                reply => panic!("{reply:?}"),
            }
        };
        assert_eq!(names(""), [path(""), path("games.wtb"), "a.ggf".to_owned()]);
        assert_eq!(names("a"), ["a.ggf"]);
        assert_eq!(names(HERE), names(""));
    }

    #[cfg(unix)]
    #[test]
    fn a_name_with_control_characters_is_listed_escaped_and_found() {
        use std::os::unix::ffi::OsStringExt as _;
        let folder = tempfile::tempdir().unwrap();
        let odd = folder.path().join("a\u{1b}[2J\n");
        std::fs::create_dir(&odd).unwrap();
        let raw = std::ffi::OsString::from_vec(b"b\xff\x07.ggf".to_vec());
        for path in [odd.join("\u{202e}x.ggf"), odd.join(&raw)] {
            std::fs::write(path, "").unwrap();
        }
        let base = format!("{}/", folder.path().display());
        let here = Path::new(".");
        let listed = games_and_folders(here, &base, &|| false);
        assert_eq!(listed, ["a\\u{1b}[2J\\n/"]);
        let base = base + &listed[0];
        let mut listed = games_and_folders(here, &base, &|| false);
        listed.sort();
        assert_eq!(listed, ["\\u{202e}x.ggf", "b\u{fffd}\\u{7}.ggf"]);
        let path = |name: &String| game_file::listed_path(&format!("{base}{name}"));
        assert_eq!(path(&listed[0]), odd.join("\u{202e}x.ggf"));
        assert_eq!(path(&listed[1]), odd.join(raw));
        let none = format!("{base}\\u{{7}}");
        assert_eq!(
            game_file::listed_path(&none).file_name(),
            Some("\\u{7}".as_ref())
        );
    }

    #[test]
    fn a_name_is_completed_as_far_as_it_is_certain() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["match-1.ggf", "match-2.ggf", "other.sgf", ".hidden"] {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        std::fs::create_dir(folder.path().join("sub")).unwrap();
        let base = format!("{}/", folder.path().display());
        let after = |typed: &str| {
            let (text, hint) = complete(&format!("{base}{typed}"), &|| false);
            (text.strip_prefix(&base).unwrap().to_owned(), hint)
        };
        let both = Some("match-1.ggf  match-2.ggf".to_owned());
        assert_eq!(after("m"), ("match-".to_owned(), both));
        assert_eq!(after("o"), ("other.sgf".to_owned(), None));
        assert_eq!(after("s"), (format!("sub{MAIN_SEPARATOR}"), None));
        assert!(
            after("x")
                .1
                .unwrap()
                .starts_with("No file name starts with")
        );
        assert_eq!(after(".").0, ".hidden");
        let (text, hint) = complete("none/here/a", &|| false);
        assert_eq!(text, "none/here/a");
        assert_eq!(hint.unwrap(), "There is no folder none/here/.");
        assert_eq!(complete(&base, &|| true).0, base);
    }
}
