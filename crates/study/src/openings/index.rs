//! The index: the games of the libraries, files and folders, read once into a database.
//!
//! Each file of games has two tables of its own, named after the path, size and time of the file: what was played in
//! its positions, and its games one by one. When the files have changed, only new ones are read. A game that occurs more
//! than once counts once: another table has the moves of its repetitions. A damaged database is made again.
//!
//! The database is open only while it is read or written, so that another program can use it, too.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::error::Error;
use std::fs::{self, File, Metadata};
use std::io::{self, BufReader};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::{Duration, UNIX_EPOCH};

use redb::{
    Database, DatabaseError, ReadOnlyDatabase, ReadableDatabase as _, ReadableTable as _, Table,
    TableDefinition,
};

use super::MIN_EMPTIES;
use super::count::{Canonical, Counts, MoveCounts, moves};
use super::row::{OwnRow, ReadRow};
use reversi::notation::input::{check_regular, open_regular};
use reversi::notation::wthor::Names;
use reversi::notation::{Format, Problem, Record, detect};
use reversi::{Board, Color, Opening, Square};
use reversi_table::background::catch;
use reversi_table::phrase::{path_text, plural};
use reversi_table::player::random::{hashed, mixed};
use reversi_table::store::atomic::create_folder;
use reversi_table::store::document::{open_private, wait_for};
use reversi_table::store::{FileCheck, StorageError};

/// The deepest folder in the folder of games that is read.
const MAX_DEPTH: usize = 8;

/// The most files without games that are named.
const MOST_NAMED: usize = 5;

/// The name of the database.
const NAME: &str = "index";

/// The numbers of games of each file, and of those that cannot be read, and why the first of them cannot.
const FILES: TableDefinition<u64, (u64, u64, &str)> = TableDefinition::new("files");

/// How often each move was played in repeated games, which do not count.
const REPEATED: TableDefinition<MoveKey, &'static [u8]> = TableDefinition::new("repeated");

/// The number of repeated games.
const REPEATED_GAMES: TableDefinition<u8, u64> = TableDefinition::new("repeated games");

/// The number of games in an entry of the table of games.
const BLOCK: usize = 256;

/// A move: the key of the position, and the square on the canonical board.
type MoveKey = (u64, u8);

/// The memory for pages of the database, in bytes.
const CACHE: usize = 32 << 20;

/// The number of moves that are counted before they are written.
const BATCH: usize = 1 << 18;

/// With fewer games, a flush to the disk takes longer than reading them again after a crash.
const WORTH_A_FLUSH: u64 = 1000;

/// How long to wait while another program reads the games.
const PATIENCE: Duration = Duration::from_secs(30);

/// The number of games between two reports of progress.
const STEP: u64 = 500;

/// The part of the games that is read, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadProgress {
    /// The number of bytes read.
    pub read: u64,
    /// The number of bytes to read.
    pub of: u64,
}

/// Why there is no index.
#[derive(Debug, thiserror::Error)]
pub enum IndexError {
    /// The reading was stopped.
    #[error("reading was cancelled")]
    Stopped,
    /// The folder of games cannot be read, or the index cannot be written.
    #[error("{0}")]
    Storage(#[from] StorageError),
}

/// A result of the database. Any error but that of another program means that it is damaged.
pub(crate) type DatabaseResult<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// The games of each file that is in the index, and those that cannot be read and why, by the stamp of the file.
type IndexedFiles = BTreeMap<u64, (u64, u64, String)>;

/// The files in the index, and the number of repeated games.
type Indexed = (IndexedFiles, u64);

/// The index of files and folders of games.
#[derive(Debug)]
pub struct GamesIndex {
    /// The folder of the database.
    folder: PathBuf,
    /// The files and folders of games.
    libraries: Vec<PathBuf>,
    /// What was in the index at the last update.
    files: Option<IndexedFiles>,
    /// The number of repeated games, which do not count.
    repeated: u64,
    /// The files at that time, in the order of their paths.
    sources: Vec<SourceFile>,
    /// The files and folders that could not be read: a clause about each.
    problems: Vec<String>,
}

impl GamesIndex {
    /// Creates an index that reads the games of files and folders when it is first needed, and keeps its database in
    /// a folder.
    pub const fn new(folder: PathBuf, libraries: Vec<PathBuf>) -> Self {
        Self {
            folder,
            libraries,
            files: None,
            repeated: 0,
            sources: Vec::new(),
            problems: Vec::new(),
        }
    }

    /// Returns the number of games, each of which counts once; 0 before the first [`GamesIndex::update`].
    pub fn games(&self) -> u64 {
        let files = self.files.iter().flat_map(BTreeMap::values);
        files.map(|(games, ..)| games).sum::<u64>() - self.repeated
    }

    /// Returns the number of games that cannot be read.
    pub fn faults(&self) -> u64 {
        let files = self.files.iter().flat_map(BTreeMap::values);
        files.map(|(_, faults, _)| faults).sum()
    }

    /// Returns a clause about each file or folder that cannot be read, or not as a whole, and one about all files without
    /// games.
    pub fn problems(&self) -> Vec<String> {
        // A folder may also have other files, such as a letter.
        let without_games = [Problem::Unrecognised, Problem::NoGame("Othello")];
        let without_games = without_games.map(|problem| problem.to_string());
        let (mut problems, mut others) = (self.problems.clone(), Vec::new());
        for source in &self.sources {
            let files = self.files.as_ref();
            let Some((games, faults, why)) = files.and_then(|files| files.get(&source.stamp))
            else {
                continue;
            };
            let name = path_text(&source.path);
            let is_game_file = self.libraries.contains(&source.path)
                || Format::of_file(&source.path)
                    .is_some_and(|format| format.can_be_read() && format != Format::Transcript);
            if *faults > 0 {
                let count = plural(*faults, "game");
                problems.push(format!("{name}: cannot read {count}: {why}"));
            } else if *games == 0 && !why.is_empty() {
                if is_game_file || !without_games.contains(why) {
                    problems.push(format!("{name}: {why}"));
                } else if !Names::is_list(&source.path) {
                    others.push(name);
                }
            }
        }
        if !others.is_empty() {
            let count = plural(others.len() as u64, "file");
            let more = others.len().saturating_sub(MOST_NAMED);
            others.truncate(MOST_NAMED);
            let names = others.join(", ");
            problems.push(match more {
                0 => format!("no games in {count}: {names}"),
                _ => format!("no games in {count}: {names} and {more} more"),
            });
        }
        problems
    }

    /// Reads the files that have changed since the last time. If it is stopped, the files that were read whole stay in
    /// the index.
    ///
    /// # Errors
    /// [`IndexError`].
    pub fn update(
        &mut self,
        on_progress: &mut dyn FnMut(ReadProgress),
        stop: &dyn Fn() -> bool,
    ) -> Result<(), IndexError> {
        let (mut files, mut problems) = (Vec::new(), Vec::new());
        for library in &self.libraries {
            match list(library) {
                Ok(found) => files.extend(found),
                Err(error) => {
                    problems.push(StorageError::when("cannot read the games in", library)(
                        error,
                    ));
                }
            }
        }
        if problems.len() == self.libraries.len()
            && let Some(problem) = problems.pop()
        {
            return Err(problem.into());
        }
        files.sort();
        files.dedup();
        let mut problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
        let (known, repeated) = self.indexed(stop).unwrap_or_default();
        files.retain(|file| {
            let opened = if known.contains_key(&file.stamp) {
                Ok(())
            } else {
                open_regular(&file.path).map(drop)
            };
            let unreadable = StorageError::when("cannot read", &file.path);
            let problem = opened.map_err(|error| unreadable(error).to_string()).err();
            let is_readable = problem.is_none();
            problems.extend(problem);
            is_readable
        });
        self.problems = problems;
        if known.len() == files.len() && files.iter().all(|file| known.contains_key(&file.stamp)) {
            (self.files, self.repeated) = (Some(known), repeated);
            self.sources = files;
            return Ok(());
        }
        let mut written = self.write(&files, on_progress, stop);
        if written.as_ref().is_err_and(|error| !is_in_use(&**error)) {
            // It is damaged, or of an earlier version: all files are read again.
            self.clear();
            written = self.write(&files, on_progress, stop);
        }
        let written = written.map_err(|error| {
            StorageError::when("cannot save the index of openings in", &self.folder)(system(error))
        })?;
        self.repeated = written.as_ref().map_or(0, |(_, repeated)| *repeated);
        self.files = written.map(|(files, _)| files);
        self.sources = files;
        match self.files {
            Some(_) => Ok(()),
            None => Err(IndexError::Stopped),
        }
    }

    /// Returns what is in the index.
    fn indexed(&self, stop: &dyn Fn() -> bool) -> DatabaseResult<Indexed> {
        read(&self.path(), stop, |database| {
            let transaction = database.begin_read()?;
            let files = transaction.open_table(FILES)?;
            let rows = files.iter()?.map(|row| {
                let (stamp, counts) = row?;
                let (games, faults, why) = counts.value();
                Ok((stamp.value(), (games, faults, why.to_owned())))
            });
            let repeated = transaction.open_table(REPEATED_GAMES)?.get(0)?;
            let rows: DatabaseResult<IndexedFiles> = rows.collect();
            Ok((rows?, repeated.map_or(0, |count| count.value())))
        })
    }

    /// Removes the files that are gone from the index, and adds those that are not in it. Returns what is in it;
    /// `None` if it was stopped.
    fn write(
        &self,
        files: &[SourceFile],
        on_progress: &mut dyn FnMut(ReadProgress),
        stop: &dyn Fn() -> bool,
    ) -> DatabaseResult<Option<Indexed>> {
        create_folder(&self.folder)?;
        let written = catch(|| {
            let mut database = self.open(stop)?;
            database.check_integrity()?;
            let known = remove_others(&database, files)?;
            let new = || files.iter().filter(|file| !known.contains(&file.stamp));
            let of = new().map(|file| file.length).sum();
            let mut before = 0;
            for file in new() {
                let on_read = &mut |read| {
                    on_progress(ReadProgress {
                        read: before + read,
                        of,
                    });
                };
                if !add(&database, file, on_read, stop)? {
                    return Ok(false);
                }
                before += file.length;
            }
            note_repeated(&database, files)?;
            Ok(true)
        });
        let is_complete: DatabaseResult<bool> = written?;
        Ok(if is_complete? {
            Some(self.indexed(stop)?)
        } else {
            None
        })
    }

    /// Opens the database for writing. No other program can use it meanwhile.
    fn open(&self, stop: &dyn Fn() -> bool) -> DatabaseResult<Database> {
        in_turn(stop, || {
            let options = &mut File::options();
            let file = open_private(options.read(true).write(true), &self.path());
            let file = file.map_err(redb::StorageError::Io)?;
            Database::builder().set_cache_size(CACHE).create_file(file)
        })
    }

    /// Returns the path of the database.
    pub fn path(&self) -> PathBuf {
        self.folder.join(NAME)
    }

    /// Reads what is in the index, without waiting for another program and without reading the games again.
    ///
    /// # Errors
    /// It is damaged.
    pub fn check(&mut self) -> DatabaseResult<FileCheck> {
        check_regular(&self.path())?;
        let summary = match self.indexed(&|| true) {
            Ok((files, repeated)) => {
                (self.files, self.repeated) = (Some(files), repeated);
                plural(self.games(), "game")
            }
            Err(error) if is_in_use(&*error) => error.to_string(),
            Err(error) => return Err(error),
        };
        Ok(FileCheck {
            summary,
            ..FileCheck::default()
        })
    }

    /// Removes the database and the files of earlier versions. If that fails, the next write reports it.
    fn clear(&self) {
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let _ = fs::remove_file(entry.path());
        }
    }

    /// Returns the results of the games in which a position occurred. Reads the games first if they were
    /// not read yet, or if the index is damaged.
    ///
    /// # Errors
    /// [`IndexError`].
    pub fn counts(
        &mut self,
        board: Board,
        on_progress: &mut dyn FnMut(ReadProgress),
        stop: &dyn Fn() -> bool,
    ) -> Result<MoveCounts, IndexError> {
        if let Ok(Some(counts)) = self.look_up(board, stop) {
            return Ok(counts);
        }
        self.update(on_progress, stop)?;
        let mut counts = self.look_up(board, stop);
        if counts.as_ref().is_err_and(|error| !is_in_use(&**error)) {
            self.clear();
            self.update(on_progress, stop)?;
            counts = self.look_up(board, stop);
        }
        let counts = counts.and_then(|counts| counts.ok_or_else(|| "it is empty".into()));
        let failed = |error| {
            StorageError::when("cannot read the index of openings", &self.path())(system(error))
        };
        Ok(counts.map_err(failed)?)
    }

    /// Calls a function with each game and the path of its file, in the order of the files, until it breaks. Skips
    /// repeated games. Reads the games first if they were not read yet.
    ///
    /// # Errors
    /// [`IndexError`].
    pub fn each_game(
        &mut self,
        on_progress: &mut dyn FnMut(ReadProgress),
        stop: &dyn Fn() -> bool,
        on_game: &mut dyn FnMut(&Path, &ReadRow<'_>) -> ControlFlow<()>,
    ) -> Result<(), IndexError> {
        if self.files.is_none() {
            self.update(on_progress, stop)?;
        }
        let walked = read(&self.path(), stop, |database| {
            let transaction = database.begin_read()?;
            // One that has just been removed is not in it.
            let is_known = |file: &&SourceFile| {
                let files = self.files.as_ref();
                files.is_some_and(|files| files.contains_key(&file.stamp))
            };
            let mut known = HashSet::new();
            for file in self.sources.iter().filter(is_known) {
                let table = transaction.open_table(games_of(&games_name(file.stamp)))?;
                for block in table.iter()? {
                    let (_, packed) = block?;
                    if stop() {
                        return Ok(false);
                    }
                    for row in postcard::from_bytes::<Vec<ReadRow<'_>>>(packed.value())? {
                        if !is_repeated(&row, &mut known) && on_game(&file.path, &row).is_break() {
                            return Ok(true);
                        }
                    }
                }
            }
            Ok(true)
        });
        let walked = walked.map_err(|error| {
            if !is_in_use(&*error) {
                // It is damaged. Some games may have been shown already: the next run reads all of them again.
                self.clear();
            }
            StorageError::when("cannot read the index of openings", &self.path())(system(error))
        });
        if walked? {
            Ok(())
        } else {
            Err(IndexError::Stopped)
        }
    }

    /// Looks a position up; `None` before the first update.
    fn look_up(&self, board: Board, stop: &dyn Fn() -> bool) -> DatabaseResult<Option<MoveCounts>> {
        let Some(files) = &self.files else {
            return Ok(None);
        };
        let mut counts = MoveCounts::new(board);
        let key = counts.key();
        read(&self.path(), stop, |database| {
            let transaction = database.begin_read()?;
            for &stamp in files.keys() {
                let table = transaction.open_table(moves_of(&table_name(stamp)))?;
                for row in table.range((key, 0)..=(key, u8::MAX))? {
                    let (at, packed) = row?;
                    let square = Square::new(at.value().1).ok_or("there is no such square")?;
                    counts.add(square, &postcard::from_bytes(packed.value())?);
                }
            }
            let repeated = transaction.open_table(REPEATED)?;
            for row in repeated.range((key, 0)..=(key, u8::MAX))? {
                let (at, packed) = row?;
                let square = Square::new(at.value().1).ok_or("there is no such square")?;
                counts.subtract(square, &postcard::from_bytes(packed.value())?);
            }
            Ok(())
        })?;
        Ok(Some(counts))
    }
}

/// Calls a function with an open database. A panic is an error: it means that the database is damaged.
fn read<T>(
    path: &Path,
    stop: &dyn Fn() -> bool,
    work: impl FnOnce(&ReadOnlyDatabase) -> DatabaseResult<T>,
) -> DatabaseResult<T> {
    catch(|| work(&in_turn(stop, || ReadOnlyDatabase::open(path))?))?
}

/// Opens a database, and waits while another program writes it.
fn in_turn<T>(
    stop: &dyn Fn() -> bool,
    open: impl Fn() -> Result<T, DatabaseError>,
) -> DatabaseResult<T> {
    let opened = wait_for(PATIENCE, stop, || match open() {
        Err(DatabaseError::DatabaseAlreadyOpen) => None,
        opened => Some(opened),
    })?;
    Ok(opened?)
}

/// Returns whether another program uses the database.
fn is_in_use(error: &(dyn Error + Send + Sync + 'static)) -> bool {
    let error = error.downcast_ref::<io::Error>();
    error.is_some_and(|error| error.kind() == io::ErrorKind::ResourceBusy)
}

/// Returns the error of the system in an error of the database.
fn system(error: Box<dyn Error + Send + Sync>) -> io::Error {
    match error.downcast::<io::Error>() {
        Ok(error) => *error,
        Err(error) => io::Error::other(error),
    }
}

/// Returns the name of the table of a file.
fn table_name(stamp: u64) -> String {
    format!("{stamp:016x}")
}

/// Returns the name of the table of the games of a file.
fn games_name(stamp: u64) -> String {
    format!("games {stamp:016x}")
}

/// Returns the table of the games of a file, in blocks.
const fn games_of(name: &str) -> TableDefinition<'_, u64, &'static [u8]> {
    TableDefinition::new(name)
}

/// Returns the table of a file: the results of each move.
const fn moves_of(name: &str) -> TableDefinition<'_, MoveKey, &'static [u8]> {
    TableDefinition::new(name)
}

/// Removes the tables of all but some files. Returns the stamps of those that are left.
fn remove_others(database: &Database, files: &[SourceFile]) -> DatabaseResult<Vec<u64>> {
    let transaction = database.begin_write()?;
    let mut table = transaction.open_table(FILES)?;
    let stamps: Result<Vec<u64>, _> = (table.iter()?)
        .map(|row| row.map(|(stamp, _)| stamp.value()))
        .collect();
    let is_wanted = |stamp: &u64| files.iter().any(|file| file.stamp == *stamp);
    let (wanted, others) = stamps?.into_iter().partition::<Vec<u64>, _>(is_wanted);
    for stamp in others {
        table.remove(stamp)?;
        transaction.delete_table(moves_of(&table_name(stamp)))?;
        transaction.delete_table(games_of(&games_name(stamp)))?;
    }
    drop(table);
    transaction.commit()?;
    Ok(wanted)
}

/// Adds the games of a file. Returns false if it was stopped, which adds nothing. A file without games has an
/// empty table.
fn add(
    database: &Database,
    file: &SourceFile,
    on_read: &mut dyn FnMut(u64),
    stop: &dyn Fn() -> bool,
) -> DatabaseResult<bool> {
    let Ok(open) = open_regular(&file.path) else {
        // It has just been removed.
        return Ok(true);
    };
    let mut transaction = database.begin_write()?;
    let (mut games, mut faults, mut why) = (0u64, 0u64, String::new());
    {
        let mut table = transaction.open_table(moves_of(&table_name(file.stamp)))?;
        let mut blocks = transaction.open_table(games_of(&games_name(file.stamp)))?;
        let mut batch = HashMap::new();
        let mut block = Vec::new();
        let names = Names::beside(&file.path);
        let mut records = detect::read_with_names(BufReader::new(open), None, names);
        on_read(0);
        let mut number = 0;
        while let Some(game) = records.next() {
            if stop() {
                return Ok(false);
            }
            number += 1;
            match game {
                Ok(record) => {
                    games += 1;
                    let opening = add_moves(&mut batch, &record);
                    let opening = opening_of_few_moves(&record).or(opening);
                    block.push(OwnRow::of(number, &record, opening));
                }
                Err(error) => {
                    faults += u64::from(!error.problem.is_of_the_file());
                    if why.is_empty() {
                        why = error.to_string();
                    }
                }
            }
            if block.len() == BLOCK {
                write_block(&mut blocks, number, &mut block)?;
            }
            if (games + 1).is_multiple_of(STEP) {
                on_read(records.bytes_read());
            }
            if batch.len() >= BATCH {
                write_batch(&mut table, std::mem::take(&mut batch))?;
            }
        }
        write_batch(&mut table, batch)?;
        write_block(&mut blocks, number, &mut block)?;
        transaction
            .open_table(FILES)?
            .insert(file.stamp, (games, faults, why.as_str()))?;
    }
    if games < WORTH_A_FLUSH {
        transaction.set_durability(redb::Durability::None)?;
    }
    transaction.commit()?;
    Ok(true)
}

/// Finds the repeated games of the files, and keeps their number and their moves.
fn note_repeated(database: &Database, files: &[SourceFile]) -> DatabaseResult<()> {
    let (mut known, mut batch, mut count) = (HashSet::new(), HashMap::new(), 0u64);
    let transaction = database.begin_write()?;
    for file in files {
        if transaction.open_table(FILES)?.get(file.stamp)?.is_none() {
            continue;
        }
        let table = transaction.open_table(games_of(&games_name(file.stamp)))?;
        for block in table.iter()? {
            let (_, packed) = block?;
            for row in postcard::from_bytes::<Vec<ReadRow<'_>>>(packed.value())? {
                if is_repeated(&row, &mut known) {
                    count += 1;
                    add_moves(&mut batch, &row.record().ok_or("a game is damaged")?);
                }
            }
        }
    }
    transaction.delete_table(REPEATED)?;
    write_batch(&mut transaction.open_table(REPEATED)?, batch)?;
    transaction.open_table(REPEATED_GAMES)?.insert(0, count)?;
    transaction.commit()?;
    Ok(())
}

/// Returns whether a game is known already, and adds it to those that are. Equal moves without players and without an end
/// may be two games.
fn is_repeated(row: &ReadRow<'_>, known: &mut HashSet<u64>) -> bool {
    let facts = row.facts();
    let has_player = Color::ALL
        .iter()
        .any(|&color| !facts.players[color].is_empty());
    (has_player || facts.verdict.is_some()) && !known.insert(facts.label_key())
}

/// Counts the moves of a game. Returns its last named opening, as far as its moves are counted.
fn add_moves(batch: &mut HashMap<MoveKey, Counts>, record: &Record) -> Option<&'static Opening> {
    let mut opening = None;
    for (board, square, counts) in moves(record) {
        let position = Canonical::of(board);
        if Opening::can_begin_at(record.start) {
            opening = Opening::at_canonical(position.board()).or(opening);
        }
        let key = (position.key(), position.square(square).index());
        batch.entry(key).or_default().add(&counts);
    }
    opening
}

/// Returns the opening of a game whose last position would still be counted.
fn opening_of_few_moves(record: &Record) -> Option<&'static Opening> {
    let empties = record.start.board().empty_count() as usize;
    let is_short = empties.saturating_sub(record.squares().count()) >= MIN_EMPTIES as usize;
    is_short.then(|| Opening::of(record.positions())).flatten()
}

/// Adds games to a table, and empties the block.
fn write_block(
    table: &mut Table<u64, &'static [u8]>,
    last: u64,
    block: &mut Vec<OwnRow>,
) -> DatabaseResult<()> {
    if !block.is_empty() {
        table.insert(last, postcard::to_stdvec(block)?.as_slice())?;
        block.clear();
    }
    Ok(())
}

/// Adds results to those in a table.
fn write_batch(
    table: &mut Table<MoveKey, &'static [u8]>,
    batch: HashMap<MoveKey, Counts>,
) -> DatabaseResult<()> {
    for (key, mut counts) in batch {
        if let Some(packed) = table.get(key)? {
            counts.add(&postcard::from_bytes(packed.value())?);
        }
        table.insert(key, postcard::to_stdvec(&counts)?.as_slice())?;
    }
    Ok(())
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
const ROWS: u64 = 4;

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
