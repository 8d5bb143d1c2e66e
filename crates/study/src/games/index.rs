//! The index: the games of the libraries, files and folders, read once.
//!
//! The games are kept as rows in one file, [`RowsFile`]. Those of a file of games belong to its stamp: its path, size and
//! time. When the files have changed, only new ones are read. A game that occurs more than once counts once.
//!
//! One program at a time adds rows; the others read what it has finished. A reading that was stopped resumes after the last
//! row written.

use std::collections::HashSet;
use std::fs::{self, File, Metadata};
use std::hash::{BuildHasherDefault, Hasher};
use std::io::{self, BufReader};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::{Duration, Instant, UNIX_EPOCH};

use super::row::{OwnRow, ReadRow};
use super::rows_file::{BlockPlace, FileEnd, IndexedFile, RowsFile};
use reversi::Opening;
use reversi_notation::input::{check_regular, open_regular};
use reversi_notation::wthor::Names;
use reversi_notation::{Format, Problem, detect};
use reversi_table::phrase::faults::{problem, record_error, remarks};
use reversi_table::phrase::{about, path_text, plural, time_spent};
use reversi_table::player::random::{hashed, mixed};
use reversi_table::store::atomic::create_folder;
use reversi_table::store::document::try_lock_beside;
use reversi_table::store::{FileCheck, StorageError, is_missing};
use reversi_text::{Name, Said, tr};

/// The deepest folder in the folder of games that is read.
const MAX_DEPTH: usize = 8;

/// The most files without games that are named.
const MOST_NAMED: usize = 5;

/// The name of the file of rows.
const NAME: &str = "games";

/// The number of games in a block.
const BLOCK: usize = 256;

/// The number of games between two reports of progress.
const STEP: u64 = 500;

/// How long games are read before the remaining time is known.
const BEFORE_REMAINING: Duration = Duration::from_secs(1);

/// The part of the games that is read, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadProgress {
    /// The number of bytes read.
    pub read: u64,
    /// The number of bytes to read.
    pub of: u64,
    /// About how long the rest takes; `None` at first.
    pub remaining: Option<Duration>,
}

impl ReadProgress {
    /// Returns the part that is read and the time that is left, in a few words: `31 %, 0:40 left`.
    pub fn words(&self) -> Said {
        let percent = self.read * 100 / self.of.max(1);
        let Some(time) = self.remaining else {
            return tr!("{percent} %", percent);
        };
        tr!(
            "{percent} %, {time} left",
            percent,
            time = Name(&time_spent(time))
        )
    }
}

/// Why there is no index.
#[derive(Debug, thiserror::Error)]
pub enum IndexError {
    /// The reading was stopped.
    #[error("{}", tr!("reading was cancelled"))]
    Stopped,
    /// The folder of games cannot be read, or the index cannot be written.
    #[error("{0}")]
    Storage(#[from] StorageError),
}

/// What is done with a game, and the path of its file.
type OnGame<'a> = dyn FnMut(&Path, &ReadRow<'_>) -> ControlFlow<()> + 'a;

/// The index of files and folders of games.
#[derive(Debug)]
pub struct GamesIndex {
    /// The folder of the file of rows.
    folder: PathBuf,
    /// The files and folders of games.
    libraries: Vec<PathBuf>,
    /// The rows, once they were needed.
    rows: Option<RowsFile>,
    /// The files of games, in the order of their paths.
    sources: Vec<SourceFile>,
    /// The files and folders that could not be read: a clause about each.
    problems: Vec<Said>,
    /// How many of the files another program has still to read; `None` before the files were listed.
    missing: Option<usize>,
}

impl GamesIndex {
    /// Creates an index that reads the games of files and folders when it is first needed, and keeps its rows in a folder.
    pub const fn new(folder: PathBuf, libraries: Vec<PathBuf>) -> Self {
        Self {
            folder,
            libraries,
            rows: None,
            sources: Vec::new(),
            problems: Vec::new(),
            missing: None,
        }
    }

    /// Returns what the files had that were read to their ends, with the files.
    fn ends(&self) -> impl Iterator<Item = (&SourceFile, &FileEnd)> {
        let end = |source| Some((source, self.indexed(source)?.end.as_ref()?));
        self.sources.iter().filter_map(end)
    }

    fn indexed(&self, source: &SourceFile) -> Option<&IndexedFile> {
        self.rows.as_ref()?.files.get(&source.stamp)
    }

    /// Returns a clause about the files that are still read elsewhere, by another program or for another screen of this
    /// one; `None` if none are missing.
    pub fn still_read(&self) -> Option<Said> {
        let missing = self.missing.filter(|&missing| missing > 0)?;
        let count = self.sources.len();
        Some(tr!(
            "your library is still being read: {read} of {count} file so far"
                | "your library is still being read: {read} of {count} files so far",
            read = count - missing,
            count
        ))
    }

    /// Returns a clause about each file or folder that cannot be read, or not as a whole, and one about all files without
    /// games.
    pub fn problems(&self) -> Vec<Said> {
        // A folder may also have other files, such as a letter.
        let without_games = [Problem::Unrecognised, Problem::NoGame("Othello")];
        let without_games = without_games.map(|problem| problem.to_string());
        let (mut problems, mut others) = (self.problems.clone(), Vec::new());
        for (source, FileEnd { games, faults, why }) in self.ends() {
            let path = path_text(&source.path);
            let (name, reason) = (Name(&path), Name(why));
            let is_game_file = self.libraries.contains(&source.path)
                || Format::of_file(&source.path)
                    .is_some_and(|format| format.can_be_read() && format != Format::Transcript);
            if *faults > 0 {
                problems.push(tr!(
                    "{name}: cannot read {count} game: {reason}"
                        | "{name}: cannot read {count} games: {reason}",
                    name,
                    count = *faults,
                    reason
                ));
            } else if *games > 0 && !why.is_empty() {
                problems.push(about(&path, why));
            } else if !why.is_empty() {
                if is_game_file || !without_games.contains(why) {
                    problems.push(about(&path, why));
                } else if !Names::is_list(&source.path) {
                    others.push(Said::verbatim(path));
                }
            }
        }
        if !others.is_empty() {
            let count = others.len();
            others.truncate(MOST_NAMED);
            let more = count - others.len();
            let names = &Said::list(others);
            problems.push(if more == 0 {
                tr!(
                    "no games in {count} file: {names}" | "no games in {count} files: {names}",
                    count,
                    names
                )
            } else {
                tr!(
                    "no games in {number} files: {names} and {more} more",
                    number = count,
                    names,
                    more
                )
            });
        }
        problems.extend(self.still_read());
        problems
    }

    /// Reads the files that have changed since the last time. If it is stopped, what was read stays in the index.
    ///
    /// # Errors
    /// [`IndexError`].
    pub fn update(
        &mut self,
        on_progress: &mut dyn FnMut(ReadProgress),
        stop: &dyn Fn() -> bool,
    ) -> Result<(), IndexError> {
        self.missing = None;
        self.walk(on_progress, stop, None)
    }

    /// Calls a function with each game and the path of its file, in the order of the files, until it breaks. Skips
    /// repeated games. Files that were not read yet are read when their turn comes, unless another program reads them:
    /// then [`GamesIndex::still_read`] says so.
    ///
    /// # Errors
    /// [`IndexError`].
    pub fn each_game(
        &mut self,
        on_progress: &mut dyn FnMut(ReadProgress),
        stop: &dyn Fn() -> bool,
        on_game: &mut OnGame<'_>,
    ) -> Result<(), IndexError> {
        self.walk(on_progress, stop, Some(on_game))
    }

    /// Goes through the files: reads those that are not in the index, and calls a function with the games of all.
    fn walk(
        &mut self,
        on_progress: &mut dyn FnMut(ReadProgress),
        stop: &dyn Fn() -> bool,
        on_game: Option<&mut OnGame<'_>>,
    ) -> Result<(), IndexError> {
        let mut walk = IndexWalk {
            lock: None,
            meter: ReadMeter::new(on_progress),
            stop,
            known: HashSet::default(),
            on_game,
            buffer: Vec::new(),
        };
        let cannot_save = StorageError::when(
            |at| tr!("cannot save the index of openings in {at}", at),
            &self.folder,
        );
        if self.missing.take() != Some(0) {
            self.list_sources()?;
            if let Err(error) = self.open(&mut walk) {
                return Err(cannot_save(error).into());
            }
        }
        let mut missing = 0;
        for source in self.sources.clone() {
            match self.walk_file(&source, &mut walk) {
                Ok(Walked::Whole) => {}
                Ok(Walked::Missing) => missing += 1,
                Ok(Walked::Broken) if stop() => return Err(IndexError::Stopped),
                Ok(Walked::Broken) => return Ok(()),
                Err(error) => return Err(cannot_save(error).into()),
            }
        }
        self.missing = Some(missing);
        Ok(())
    }

    /// Lists the files of the libraries.
    fn list_sources(&mut self) -> Result<(), StorageError> {
        let (mut files, mut problems) = (Vec::new(), Vec::new());
        for library in &self.libraries {
            let unreadable =
                StorageError::when(|at| tr!("cannot read the games in {at}", at), library);
            match list(library) {
                Ok(found) => files.extend(found),
                Err(error) => problems.push(unreadable(error)),
            }
        }
        if problems.len() == self.libraries.len()
            && let Some(problem) = problems.pop()
        {
            return Err(problem);
        }
        files.sort();
        files.dedup();
        self.problems = problems.iter().map(Said::display).collect();
        self.sources = files;
        Ok(())
    }

    /// Opens the rows: to add some if there are files that were not read, unless another program is adding some.
    fn open(&mut self, walk: &mut IndexWalk<'_, '_>) -> io::Result<()> {
        self.rows = match RowsFile::open(&self.path()) {
            Err(error) if is_missing(&error) => None,
            rows => Some(rows?),
        };
        let (rows, problems) = (&self.rows, &mut self.problems);
        let mut has_new = false;
        self.sources.retain(|source| {
            let file = rows.as_ref().and_then(|rows| rows.files.get(&source.stamp));
            if file.is_some_and(|file| file.end.is_some()) {
                return true;
            }
            match open_regular(&source.path) {
                Ok(_) => {
                    has_new = true;
                    walk.meter.of += source.length;
                    true
                }
                Err(error) => {
                    let unreadable =
                        StorageError::when(|at| tr!("cannot read {at}", at), &source.path);
                    problems.push(Said::display(unreadable(error)));
                    false
                }
            }
        });
        if has_new {
            self.open_to_add(walk)?;
        }
        Ok(())
    }

    /// Opens the rows to add some. Returns whether they are: not if another program is adding some.
    fn open_to_add(&mut self, walk: &mut IndexWalk<'_, '_>) -> io::Result<bool> {
        if walk.lock.is_none() {
            create_folder(&self.folder)?;
            walk.lock = try_lock_beside(&self.path())?;
            if walk.lock.is_some() {
                self.remove_earlier();
                let rows = RowsFile::open_to_add(&self.path())?;
                let is_wanted = |stamp| self.sources.iter().any(|source| source.stamp == stamp);
                self.rows = Some(if rows.is_mostly_unwanted(is_wanted) {
                    rows.keep_only(&self.path(), is_wanted)?
                } else {
                    rows
                });
            }
        }
        Ok(walk.lock.is_some())
    }

    /// Returns the path of the file of rows.
    pub fn path(&self) -> PathBuf {
        self.folder.join(NAME)
    }

    /// Removes the files of earlier versions.
    fn remove_earlier(&self) {
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            if Path::new(&entry.file_name()).file_stem() != Some(NAME.as_ref()) {
                let _ = fs::remove_file(entry.path());
            }
        }
    }

    /// Gives the games of a file, which is read before if it is not in the index.
    fn walk_file(
        &mut self,
        source: &SourceFile,
        walk: &mut IndexWalk<'_, '_>,
    ) -> io::Result<Walked> {
        // The number of the last game that was given.
        let mut given = 0;
        let mut flow = self.give_rows(source, &mut given, walk);
        if flow.is_err() {
            if !self.open_to_add(walk)? {
                return Ok(Walked::Missing);
            }
            flow = self.give_rows(source, &mut given, walk);
        }
        match (flow, self.rows.take()) {
            (Err(_), Some(rows)) => {
                // Its rows are damaged: it is read again.
                self.rows = Some(rows.keep_only(&self.path(), |stamp| stamp != source.stamp)?);
            }
            (Ok(ControlFlow::Break(())), rows) => {
                self.rows = rows;
                return Ok(Walked::Broken);
            }
            (_, rows) => self.rows = rows,
        }
        if self.indexed(source).is_some_and(|file| file.end.is_some()) {
            return Ok(Walked::Whole);
        }
        match (&mut self.rows, &walk.lock) {
            (Some(rows), Some(_)) => add(rows, source, &mut given, walk),
            _ => Ok(Walked::Missing),
        }
    }

    /// Gives the games of a file that are in the index, after the last one that was given.
    fn give_rows(
        &self,
        source: &SourceFile,
        given: &mut u64,
        walk: &mut IndexWalk<'_, '_>,
    ) -> io::Result<ControlFlow<()>> {
        if let Some(rows) = &self.rows
            && let Some(file) = rows.files.get(&source.stamp)
            && walk.on_game.is_some()
        {
            for &block in &file.blocks {
                if walk.give(rows, block, &source.path, given)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Reads what is in the index, without reading the games again.
    ///
    /// # Errors
    /// It is damaged.
    pub fn check(&self) -> io::Result<FileCheck> {
        check_regular(&self.path())?;
        let games = RowsFile::open(&self.path())?.check()?;
        Ok(FileCheck {
            summary: plural(games, "game"),
            ..FileCheck::default()
        })
    }
}

/// How far a walk got in a file.
enum Walked {
    /// All its games were given.
    Whole,
    /// Another program is reading it.
    Missing,
    /// It was stopped, or whoever is given the games wants no more.
    Broken,
}

/// A walk through the games of an index.
struct IndexWalk<'a, 'b> {
    /// Keeps other programs from adding rows.
    lock: Option<File>,
    meter: ReadMeter<'a>,
    stop: &'a dyn Fn() -> bool,
    /// The numbers of the games with their players, which are not given again.
    known: HashSet<u64, BuildHasherDefault<Same>>,
    on_game: Option<&'a mut OnGame<'b>>,
    buffer: Vec<u8>,
}

impl IndexWalk<'_, '_> {
    /// Gives the games of a block after the last one that was given.
    fn give(
        &mut self,
        rows: &RowsFile,
        block: BlockPlace,
        path: &Path,
        given: &mut u64,
    ) -> io::Result<ControlFlow<()>> {
        let Some(on_game) = &mut self.on_game else {
            return Ok(ControlFlow::Continue(()));
        };
        if (self.stop)() {
            return Ok(ControlFlow::Break(()));
        }
        for row in rows.rows(block, &mut self.buffer)? {
            if row.number > *given {
                *given = row.number;
                if !is_repeated(&row, &mut self.known) && on_game(path, &row).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// The progress over all files that are to be read.
struct ReadMeter<'a> {
    report: &'a mut dyn FnMut(ReadProgress),
    /// The bytes of all these files, and of those that were read.
    of: u64,
    before: u64,
    started: Instant,
}

impl<'a> ReadMeter<'a> {
    fn new(on_progress: &'a mut dyn FnMut(ReadProgress)) -> Self {
        Self {
            report: on_progress,
            of: 0,
            before: 0,
            started: Instant::now(),
        }
    }

    /// Reports how much of a file was read.
    fn report(&mut self, of_file: u64) {
        let (read, of) = (self.before + of_file, self.of);
        let elapsed = self.started.elapsed();
        #[allow(clippy::cast_precision_loss)] // an estimate
        let remaining = || elapsed.mul_f64(of.saturating_sub(read) as f64 / read as f64);
        let is_known = elapsed >= BEFORE_REMAINING && read > 0;
        (self.report)(ReadProgress {
            read,
            of,
            remaining: is_known.then(remaining),
        });
    }
}

/// A hasher of numbers that are hashes already.
#[derive(Default)]
struct Same(u64);

impl Hasher for Same {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0 = hashed(self.0, bytes);
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }
}

/// Reads a file on from the last game that is in the index, and gives its games after the last one that was given.
fn add(
    rows: &mut RowsFile,
    source: &SourceFile,
    given: &mut u64,
    walk: &mut IndexWalk<'_, '_>,
) -> io::Result<Walked> {
    let Ok(open) = open_regular(&source.path) else {
        // It has just been removed.
        return Ok(Walked::Whole);
    };
    let kept = rows.files.get(&source.stamp).map_or(0, IndexedFile::last);
    let names = Names::beside(&source.path);
    let mut records = detect::read_with_names(BufReader::new(open), None, names);
    let (mut end, mut number, mut block) = (FileEnd::default(), 0, Vec::new());
    let mut reading = String::new();
    walk.meter.report(0);
    loop {
        let is_stopped = (walk.stop)();
        let game = records.next().filter(|_| !is_stopped);
        let is_last = game.is_none();
        number += u64::from(!is_last);
        match game {
            Some(Ok(record)) => {
                end.games += 1;
                if reading.is_empty() {
                    reading = remarks(&record.reading).into();
                }
                if number > kept {
                    block.push(OwnRow::of(number, &record, Opening::of(record.positions())));
                }
            }
            Some(Err(error)) => {
                end.faults += u64::from(!error.problem.is_of_the_file());
                if end.why.is_empty() {
                    // A file that is no list of games may have a table that resembles a board.
                    end.why = match error.problem {
                        Problem::Text(_) => problem(&Problem::Unrecognised).into(),
                        _ => record_error(&error).into(),
                    };
                }
            }
            None => {}
        }
        if block.len() == BLOCK || is_last && !block.is_empty() {
            let place = rows.add_games(source.stamp, number, &block)?;
            block.clear();
            if walk.give(rows, place, &source.path, given)?.is_break() {
                return Ok(Walked::Broken);
            }
        }
        if is_stopped {
            return Ok(Walked::Broken);
        }
        if is_last {
            break;
        }
        if number.is_multiple_of(STEP) {
            walk.meter.report(records.bytes_read());
        }
    }
    walk.meter.before += source.length;
    if end.why.is_empty() {
        end.why = reading;
    }
    rows.add_end(source.stamp, end)?;
    Ok(Walked::Whole)
}

/// Returns whether a game is known already, and adds it to those that are. Equal moves without players and without an end
/// may be two games.
fn is_repeated(row: &ReadRow<'_>, known: &mut HashSet<u64, BuildHasherDefault<Same>>) -> bool {
    row.may_be_repeated() && !known.insert(row.label_key())
}

/// A file that may have games.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SourceFile {
    /// Where it is.
    pub path: PathBuf,
    length: u64,
    /// A number that changes when the file does.
    stamp: u64,
}

/// Lists a file, or those in a folder and in the folders in it, in order.
///
/// # Errors
/// A folder cannot be read.
pub fn list(folder: &Path) -> io::Result<Vec<SourceFile>> {
    let mut files = Vec::new();
    let data = fs::metadata(folder)?;
    if !data.is_dir() {
        check_regular(folder)?;
        return Ok(vec![SourceFile::new(folder.to_owned(), &data)]);
    }
    let mut folders = vec![(fs::read_dir(folder)?, 0)];
    while let Some((entries, depth)) = folders.pop() {
        for entry in entries.flatten() {
            let Ok(kind) = entry.file_type() else {
                continue;
            };
            let path = entry.path();
            if entry.file_name().as_encoded_bytes().starts_with(b".") {
                continue;
            }
            // A link to a folder may lead back to this one.
            if kind.is_dir() && depth < MAX_DEPTH {
                folders.extend(fs::read_dir(path).map(|entries| (entries, depth + 1)));
            } else if let Ok(data) = fs::metadata(&path)
                && data.is_file()
            {
                files.push(SourceFile::new(path, &data));
            }
        }
    }
    files.sort();
    Ok(files)
}

impl SourceFile {
    fn new(path: PathBuf, data: &Metadata) -> Self {
        Self {
            length: data.len(),
            stamp: stamp(&path, data),
            path,
        }
    }
}

/// The version of the rows.
const ROWS: u64 = 5;

/// Returns a number that changes when a file does, or the names of openings, or what a row holds.
fn stamp(path: &Path, data: &Metadata) -> u64 {
    static OPENINGS: LazyLock<u64> = LazyLock::new(|| {
        let openings = Opening::ALL.iter();
        openings.fold(ROWS, |sum, opening| hashed(sum, opening.moves.as_bytes()))
    });
    let time = data.modified().ok();
    let time = time.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    let time = time.map_or(0, |time| time.as_nanos());
    let mut bytes = path.as_os_str().as_encoded_bytes().to_vec();
    bytes.extend(time.to_le_bytes());
    hashed(mixed(data.len()) ^ *OPENINGS, &bytes)
}
