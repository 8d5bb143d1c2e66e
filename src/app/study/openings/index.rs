//! The index: the games of a folder, read once.
//!
//! Each file of games has its own run, named after the path, size and time of the file. All runs are merged
//! into one more, which is searched. When the files have changed, only new ones are read.
//! What is damaged is made again.

use std::collections::BTreeSet;
use std::fs::{self, Metadata};
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use super::canonical::{Canonical, mix};
use super::count::moves;
use super::run::{self, Contents, Run, RunEntry};
use super::scan::MoveCounts;
use crate::app::store::StorageError;
use crate::app::store::atomic::create_folder;
use crate::app::wording::openings::cannot;
use crate::board::Board;
use crate::notation::detect;
use crate::notation::input::open_regular;
use crate::square::Square;

/// The deepest folder in the folder of games that is read.
const MAX_DEPTH: usize = 8;

/// The name of the merged run.
const MERGED: &str = "index";

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

/// The index of a folder of games.
#[derive(Debug)]
pub struct Index {
    /// The folder of the runs.
    cache: PathBuf,
    /// The folder of games.
    games: PathBuf,
    /// The merged run.
    run: Option<Run>,
}

impl Index {
    /// Creates an index that reads the games of a folder when it is first needed, and keeps its files in
    /// another one.
    pub const fn new(cache: PathBuf, games: PathBuf) -> Self {
        Self {
            cache,
            games,
            run: None,
        }
    }

    /// Returns the number of games; 0 before the first [`Index::update`].
    pub fn games(&self) -> u64 {
        self.run.as_ref().map_or(0, |run| run.contents().games)
    }

    /// Returns the number of games that cannot be read.
    pub fn faults(&self) -> u64 {
        self.run.as_ref().map_or(0, |run| run.contents().faults)
    }

    /// Reads the files that have changed since the last time. What is complete stays if it is stopped.
    ///
    /// # Errors
    /// [`IndexError`].
    pub fn update(
        &mut self,
        on_progress: &mut dyn FnMut(ReadProgress),
        stop: &dyn Fn() -> bool,
    ) -> Result<(), IndexError> {
        let files = list(&self.games)
            .map_err(|error| StorageError::when(cannot::READ_GAMES, &self.games)(error))?;
        let cannot_save = |error| StorageError::when(cannot::SAVE_INDEX, &self.cache)(error);
        create_folder(&self.cache).map_err(cannot_save)?;
        let merged = self.cache.join(MERGED);
        let mut may_fail = true;
        loop {
            let stamps = self.read_new(&files, on_progress, stop)?;
            self.run = Run::open(&merged).ok();
            if (self.run.as_ref()).is_some_and(|run| run.contents().stamps == stamps) {
                return Ok(());
            }
            match self.merge(&stamps) {
                // A run may be damaged: all files are read once more.
                Err(_) if may_fail => self.remove_all_but(&[]),
                merged => {
                    merged.map_err(cannot_save)?;
                    self.remove_all_but(&stamps);
                }
            }
            may_fail = false;
        }
    }

    /// Makes the runs that are missing. Returns the stamps of the files that can be read.
    fn read_new(
        &self,
        files: &[SourceFile],
        on_progress: &mut dyn FnMut(ReadProgress),
        stop: &dyn Fn() -> bool,
    ) -> Result<Vec<u64>, IndexError> {
        let is_new = |file: &&SourceFile| Run::open(&self.path_of(file.stamp)).is_err();
        let new: BTreeSet<u64> = files.iter().filter(is_new).map(|file| file.stamp).collect();
        let new_files = files.iter().filter(|file| new.contains(&file.stamp));
        let of = new_files.map(|file| file.length).sum();
        let (mut before, mut stamps) = (0, Vec::new());
        for file in files {
            if new.contains(&file.stamp) {
                let on_read = &mut |read| {
                    on_progress(ReadProgress {
                        read: before + read,
                        of,
                    });
                };
                let Some((contents, entries)) = read(file, on_read, stop)? else {
                    continue;
                };
                let entries = run::sum(entries.into_iter().map(Ok));
                run::write(&self.path_of(file.stamp), contents, entries)
                    .map_err(StorageError::when(cannot::SAVE_INDEX, &self.cache))?;
                before += file.length;
            }
            stamps.push(file.stamp);
        }
        Ok(stamps)
    }

    fn path_of(&self, stamp: u64) -> PathBuf {
        self.cache.join(format!("{stamp:016x}"))
    }

    /// Merges the runs of files.
    fn merge(&self, stamps: &[u64]) -> io::Result<()> {
        let mut contents = Contents::default();
        let mut loaded = Vec::new();
        for &stamp in stamps {
            let run = Run::open(&self.path_of(stamp))?;
            contents.stamps.push(stamp);
            contents.games += run.contents().games;
            contents.faults += run.contents().faults;
            loaded.push(run.load()?);
        }
        run::write(&self.cache.join(MERGED), contents, run::merge(loaded))
    }

    /// Removes the runs of other files. What cannot be removed does no harm.
    fn remove_all_but(&self, stamps: &[u64]) {
        let kept: BTreeSet<PathBuf> = stamps.iter().map(|&stamp| self.path_of(stamp)).collect();
        let entries = fs::read_dir(&self.cache).into_iter().flatten().flatten();
        let of_file = |path: &PathBuf| path.file_name().is_some_and(|name| name.len() == 16);
        for path in entries.map(|entry| entry.path()).filter(of_file) {
            if !kept.contains(&path) {
                let _ = fs::remove_file(path);
            }
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
        if let Some(run) = &mut self.run
            && let Ok(counts) = look_up(run, board)
        {
            return Ok(counts);
        }
        self.update(on_progress, stop)?;
        let merged = self.cache.join(MERGED);
        let mut counts = self.run.as_mut().and_then(|run| look_up(run, board).ok());
        if counts.is_none() {
            // If it cannot be removed, the update fails, too.
            let _ = fs::remove_file(&merged);
            self.update(on_progress, stop)?;
            counts = self.run.as_mut().and_then(|run| look_up(run, board).ok());
        }
        let damaged =
            || StorageError::when(cannot::READ_INDEX, &merged)(io::ErrorKind::InvalidData.into());
        counts.ok_or_else(|| damaged().into())
    }
}

/// Looks a position up in a run.
fn look_up(run: &mut Run, board: Board) -> io::Result<MoveCounts> {
    let mut counts = MoveCounts::new(board);
    for entry in run.entries_of(counts.key())? {
        let square = Square::new(entry.square).ok_or(io::ErrorKind::InvalidData)?;
        counts.add(square, &entry.counts);
    }
    Ok(counts)
}

/// A file that may have games.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct SourceFile {
    pub(crate) path: PathBuf,
    length: u64,
    /// A number that changes when the file does.
    stamp: u64,
}

/// Lists the files in a folder and in the folders in it, in order.
pub(crate) fn list(folder: &Path) -> io::Result<Vec<SourceFile>> {
    let mut files = Vec::new();
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
                files.push(SourceFile {
                    length: data.len(),
                    stamp: stamp(&path, &data),
                    path,
                });
            }
        }
    }
    files.sort();
    Ok(files)
}

/// Returns a number that changes when a file does.
fn stamp(path: &Path, data: &Metadata) -> u64 {
    let time = data.modified().ok();
    let time = time.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    let time = time.map_or(0, |time| time.as_nanos());
    let mut bytes = path.as_os_str().as_encoded_bytes().to_vec();
    bytes.extend(time.to_le_bytes());
    bytes.chunks(8).fold(mix(data.len()), |sum, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        mix(sum ^ u64::from_le_bytes(word))
    })
}

/// Reads the games of a file into sorted entries; `None` if it cannot be opened. A file without games has
/// no entries.
fn read(
    file: &SourceFile,
    on_read: &mut dyn FnMut(u64),
    stop: &dyn Fn() -> bool,
) -> Result<Option<(Contents, Vec<RunEntry>)>, IndexError> {
    let mut contents = Contents {
        stamps: vec![file.stamp],
        ..Contents::default()
    };
    let mut entries = Vec::new();
    let Ok(open) = open_regular(&file.path) else {
        return Ok(None);
    };
    let mut records = detect::read(BufReader::new(open), None);
    on_read(0);
    while let Some(game) = records.next() {
        if stop() {
            return Err(IndexError::Stopped);
        }
        match game {
            Ok(record) => {
                contents.games += 1;
                entries.extend(moves(&record).map(|(board, square, counts)| {
                    let position = Canonical::of(board);
                    RunEntry {
                        key: position.key(),
                        square: position.square(square).index(),
                        counts,
                    }
                }));
            }
            Err(error) if error.problem.is_of_the_file() => {}
            Err(_) => contents.faults += 1,
        }
        if (contents.games + 1).is_multiple_of(STEP) {
            on_read(records.bytes_read());
        }
    }
    entries.sort_unstable_by_key(RunEntry::order);
    Ok(Some((contents, entries)))
}
