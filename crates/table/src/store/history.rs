//! The history: every finished game as a line of GGF in `games.ggf` in the [state
//! folder](super::state), the oldest first. Any program that reads GGF can read it, and so can every
//! command that takes a file of games.
//!
//! Lines are only added, by one program at a time, so that every game keeps its number, even if a line
//! cannot be read. When a game is undone after its end and ends again, the history has both lines, and
//! the earlier one is superseded. A game that is [removed] leaves an empty place with its number.

mod index;
pub mod removed;

use std::collections::HashMap;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read as _, Seek as _, SeekFrom, Write as _};
use std::ops::Range;
use std::path::{Path, PathBuf};

use index::HistoryIndex;

use super::atomic::create_folder;
use super::document::{lock, open_private};
use super::state::StateFolder;
use super::{FileCheck, StorageError, is_missing};
use crate::store::cannot;
use reversi::{ByColor, Color, Square};
pub use reversi_notation::input::{GAME_LIMIT, LineEnd, check_regular, open_regular, read_line};
use reversi_notation::{
    Format, GameOrigin, MoveOrigin, Participant, Problem, Record, decode, detect,
};

/// A game of the history.
#[derive(Clone, Debug, PartialEq)]
pub struct Logged {
    /// The number of its line, counted from 1 without blank lines.
    pub number: u64,
    /// The game, or the error in its line.
    pub record: Result<Record, Problem>,
    /// A later line has the same game with another end.
    pub superseded: bool,
}

/// Returns a record as one line without a line end.
///
/// # Panics
/// If a record cannot be written as GGF, which is a bug.
pub fn line_of(record: &Record) -> String {
    let mut line = String::new();
    assert!(Format::Ggf.write(record, &mut line), "GGF is text");
    // Only comments can have line breaks.
    line.trim_end().replace('\n', " ")
}

/// Adds a finished game to the history. On return it is on the disk.
///
/// # Errors
/// [`StorageError`]; the history is unchanged.
pub fn append(state: &StateFolder, record: &Record) -> Result<(), StorageError> {
    append_line(&state.log(), &line_of(record), false)
        .map_err(StorageError::when(cannot::LOG_GAME, &state.log()))
}

/// Adds a line to a history, unless it is there already and must not be there twice. On return it is on the
/// disk.
///
/// # Errors
/// Any error of the system; the file is unchanged.
pub(crate) fn append_line(log: &Path, line: &str, unless_there: bool) -> io::Result<()> {
    if let Some(folder) = log.parent() {
        create_folder(folder)?;
    }
    match check_regular(log) {
        Err(error) if !is_missing(&error) => return Err(error),
        _ => {}
    }
    let mut file = open_private(File::options().read(true).append(true), log)?;
    lock(&file)?;
    if unless_there && has_line(&file, line.as_bytes())? {
        return Ok(());
    }
    add_line(&mut file, line)
}

/// Adds a line to an open file. On return it is on the disk.
///
/// # Errors
/// Any error of the system.
pub fn add_line(file: &mut File, line: &str) -> io::Result<()> {
    let length = file.metadata()?.len();
    let mut bytes = Vec::with_capacity(line.len() + 2);
    if ends_within_a_line(file, length)? {
        // A program was killed while it wrote its line. The incomplete line stays.
        bytes.push(b'\n');
    }
    bytes.extend_from_slice(line.as_bytes());
    bytes.push(b'\n');
    let written = file.write_all(&bytes).and_then(|()| file.sync_all());
    if written.is_err() {
        // Half a line is worse than none. The first error is the one that counts.
        let _ = file.set_len(length);
    }
    written
}

fn ends_within_a_line(file: &mut File, length: u64) -> io::Result<bool> {
    // An empty file cannot be sought from its end, and a special file has no length.
    if length == 0 {
        return Ok(false);
    }
    file.seek(SeekFrom::End(-1))?;
    let mut last = [0];
    file.read_exact(&mut last)?;
    Ok(last != *b"\n")
}

fn has_line(file: &File, line: &[u8]) -> io::Result<bool> {
    let mut lines = BufReader::new(file);
    while let Some(bytes) = next_line(&mut lines)? {
        if bytes == line {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Reads the next line that is not blank. A line that is too long is cut and yields no game.
fn next_line(lines: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    loop {
        let mut bytes = Vec::new();
        if read_line(lines, &mut bytes, GAME_LIMIT)? == LineEnd::EndOfInput {
            return Ok(None);
        }
        let line = bytes.trim_ascii();
        if !line.is_empty() {
            return Ok(Some(line.to_vec()));
        }
    }
}

/// What stands at the beginning of the place of a removed game; spaces fill the rest.
const REMOVED: &str = "-";

/// What the lines of one game have in common: its start, its players, and the side of the player whose program saved it.
/// Two people who share a history, and somebody who watches them, have a game each.
type GameStart = (String, [String; 2], Option<Color>);

/// Identifies a game of a history: its start, and its number among those that have all this in common by chance.
type GameId = (GameStart, usize);

/// An end of a game.
#[derive(Debug)]
struct GameEnd {
    moves: Vec<Option<Square>>,
    /// The first move that was played after an undo; `None` also if that is unknown.
    retaken: Option<usize>,
    has_origin: bool,
}

impl GameEnd {
    fn of(record: &Record) -> Self {
        let origin = record.origin.as_ref();
        let is_retaken = |origin: &GameOrigin, at| origin.of_move(at) == MoveOrigin::Retaken;
        Self {
            moves: record.moves.iter().map(|played| played.square).collect(),
            retaken: origin
                .and_then(|origin| (0..record.moves.len()).find(|&at| is_retaken(origin, at))),
            has_origin: origin.is_some(),
        }
    }

    /// Returns whether it can be a later end of the same game: one goes on where the other stops, or they differ only
    /// after a move was undone.
    fn can_follow(&self, earlier: &Self) -> bool {
        let both = self.moves.iter().zip(&earlier.moves);
        let common = both.take_while(|(own, other)| own == other).count();
        let is_part = common == self.moves.len() || common == earlier.moves.len();
        is_part || !self.has_origin || self.retaken.is_some_and(|at| at <= common)
    }
}

/// Tells the games of the lines of a history apart, in the order of the lines.
#[derive(Debug, Default)]
struct GameIds(HashMap<GameStart, Vec<GameEnd>>);

impl GameIds {
    /// Returns what the lines of the game of this one have in common; `None` if it cannot be known again.
    fn start_of(record: &Record) -> Option<GameStart> {
        // A date without a time of day tells nothing.
        if !record.date.contains(':') {
            return None;
        }
        let side = record.origin.as_ref();
        let side = side.and_then(|origin| origin.side(Participant::You));
        let ByColor { black, white } = record.players.clone();
        Some((record.date.clone(), [black, white], side))
    }

    /// Returns the game of the next line; `None` if it cannot be known again.
    fn next(&mut self, record: &Record) -> Option<GameId> {
        let start = Self::start_of(record)?;
        let end = GameEnd::of(record);
        let games = self.0.entry(start.clone()).or_default();
        let known = games.iter().position(|game| end.can_follow(game));
        let number = known.unwrap_or(games.len());
        match games.get_mut(number) {
            Some(game) => *game = end,
            None => games.push(end),
        }
        Some((start, number))
    }
}

/// Reads a line of a history.
///
/// # Errors
/// What is wrong with the line.
pub fn parse(line: &[u8]) -> Result<Record, Problem> {
    if !line.ends_with(b";)") {
        return Err(Problem::Truncated("the end of the line"));
    }
    detect::parse(&decode(line), Format::Ggf)
}

/// The games of the history, the oldest first, or from the end the newest first. Created by [`read`].
#[derive(Debug)]
pub struct GameLog {
    file: Option<BufReader<File>>,
    index: HistoryIndex,
    /// The lines that were not read yet, and the one that the file is before.
    rest: Range<usize>,
    at: usize,
    path: PathBuf,
}

/// Returns the path of the index of a history, which is made again when it is missing.
pub fn index_path(log: &Path) -> PathBuf {
    log.with_extension("index")
}

fn open(path: &Path) -> io::Result<Option<BufReader<File>>> {
    match open_regular(path) {
        Ok(file) => Ok(Some(BufReader::new(file))),
        Err(error) if is_missing(&error) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Reads every game of a history, of Reversi or of another game.
///
/// # Errors
/// The file cannot be read.
pub fn check<T, E: Display>(
    path: &Path,
    parse: impl Fn(&[u8]) -> Result<T, E>,
) -> io::Result<FileCheck> {
    let mut games = Vec::new();
    if let Some(mut lines) = open(path)? {
        let mut number = 0;
        while let Some(line) = next_line(&mut lines)? {
            number += 1;
            if line != REMOVED.as_bytes() {
                games.push((format!("game {number}"), parse(&line).map(drop)));
            }
        }
    }
    Ok(FileCheck::of_entries("game", games))
}

/// Checks the index of a history, and changes nothing.
///
/// # Errors
/// The history cannot be read.
pub fn check_index(log: &Path) -> io::Result<FileCheck> {
    HistoryIndex::check(log)
}

/// Reads the history game by game. A missing file is an empty history. It can be stopped while it looks where the games
/// are, before it returns the first; after that, the caller stops between games.
///
/// # Errors
/// [`StorageError`] if the file exists and cannot be read.
pub fn read(state: &StateFolder, stop: &dyn Fn() -> bool) -> Result<GameLog, StorageError> {
    let path = state.log();
    let read = HistoryIndex::of(&path, stop).and_then(|index| Ok((index, open(&path)?)));
    let (index, file) = read.map_err(StorageError::when(cannot::READ_LOG, &path))?;
    Ok(GameLog {
        file,
        rest: 0..index.lines.len(),
        index,
        at: 0,
        path,
    })
}

/// Returns the number of games of the history without those that ended anew later; `None` if it was stopped before it knew.
///
/// # Errors
/// [`StorageError`] if the file exists and cannot be read.
pub fn count(state: &StateFolder, stop: &dyn Fn() -> bool) -> Result<Option<usize>, StorageError> {
    let log = read(state, stop)?;
    let lines = log.index.lines.iter();
    let count = lines.filter(|line| !line.superseded).count();
    Ok((!stop()).then_some(count))
}

impl GameLog {
    /// Reads the game with a number; `None` if there is none or it was removed.
    ///
    /// # Errors
    /// [`StorageError`] if it cannot be read.
    pub fn game(&mut self, number: u64) -> Result<Option<Logged>, StorageError> {
        let at = usize::try_from(number)
            .ok()
            .and_then(|number| number.checked_sub(1));
        match at.filter(|&at| at < self.index.lines.len()) {
            Some(at) => self.read_at(at),
            None => Ok(None),
        }
    }

    /// Reads the next game from an end.
    fn step(
        &mut self,
        next: fn(&mut Range<usize>) -> Option<usize>,
    ) -> Option<Result<Logged, StorageError>> {
        while self.file.is_some() {
            let at = next(&mut self.rest)?;
            if let Some(game) = self.read_at(at).transpose() {
                return Some(game);
            }
        }
        None
    }

    /// Reads a line; `None` if its game was removed.
    fn read_at(&mut self, at: usize) -> Result<Option<Logged>, StorageError> {
        let place = self.index.lines[at];
        let Some(file) = &mut self.file else {
            return Ok(None);
        };
        let sought = match self.at {
            here if here == at => Ok(()),
            _ => file.seek(SeekFrom::Start(place.start)).map(drop),
        };
        let line = match sought.and_then(|()| next_line(file)) {
            Ok(line) => line,
            Err(error) => {
                self.file = None;
                return Err(StorageError::when(cannot::READ_LOG, &self.path)(error));
            }
        };
        self.at = at + 1;
        let line = line.filter(|line| line != REMOVED.as_bytes());
        Ok(line.map(|line| Logged {
            number: at as u64 + 1,
            record: parse(&line),
            superseded: place.superseded,
        }))
    }
}

/// Returns the games up to the first error of reading the file.
impl Iterator for GameLog {
    type Item = Result<Logged, StorageError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.step(Range::next)
    }
}

impl DoubleEndedIterator for GameLog {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.step(Range::next_back)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reversi::transcript;
    use std::fs;

    const SHORTEST: &str = "e6f4e3f6g5d6e7f5c5";

    fn append_unless_there(state: &StateFolder, record: &Record) -> io::Result<()> {
        append_line(&state.log(), &line_of(record), true)
    }

    pub(super) fn state() -> (tempfile::TempDir, StateFolder) {
        let folder = tempfile::tempdir().unwrap();
        let state = StateFolder::at(folder.path().join("reversi"));
        (folder, state)
    }

    pub(super) fn record(black: &str, date: &str) -> Record {
        let mut record = Record::from_game(&transcript::parse(SHORTEST).unwrap());
        record.players = ByColor::new(black.to_owned(), "greedy".to_owned());
        record.date = date.to_owned();
        record
    }

    /// Returns whether a line holds the game of this player.
    fn is_game_of(logged: &Logged, black: &str) -> bool {
        let expected = record(black, "");
        logged.record.as_ref().is_ok_and(|record| {
            record.players == expected.players
                && record.moves == expected.moves
                && record.true_result() == expected.result
        })
    }

    fn games(state: &StateFolder) -> Vec<Logged> {
        read(state, &|| false)
            .unwrap()
            .map(Result::unwrap)
            .collect()
    }

    #[test]
    fn games_are_numbered_in_the_order_in_which_they_ended() {
        let (_folder, state) = state();
        assert!(games(&state).is_empty());
        for name in ["ann", "ben", "c\u{1b}\nd]"] {
            append(&state, &record(name, "2024-01-01")).unwrap();
        }
        let games = games(&state);
        let numbers: Vec<u64> = games.iter().map(|logged| logged.number).collect();
        assert_eq!(numbers, [1, 2, 3]);
        assert!(is_game_of(&games[1], "ben"));
        let text = fs::read_to_string(state.log()).unwrap();
        assert_eq!(text.lines().count(), 3);
        assert!(text.chars().all(|c| c == '\n' || !c.is_control()));
    }

    #[test]
    fn half_a_line_costs_no_other_game() {
        let (_folder, state) = state();
        append(&state, &record("ann", "a")).unwrap();
        let whole = fs::read(state.log()).unwrap();
        for end in 1..whole.len() - 1 {
            let torn = [&whole[..], &whole[..end]].concat();
            fs::write(state.log(), torn).unwrap();
            append(&state, &record("ben", "b")).unwrap();
            let games = games(&state);
            assert_eq!(games.len(), 3, "{end}");
            assert!(games[1].record.is_err(), "{end}");
            assert!(is_game_of(&games[0], "ann"));
            assert!(is_game_of(&games[2], "ben"));
        }
    }

    #[test]
    fn a_game_that_ends_anew_supersedes_its_first_end() {
        let (_folder, state) = state();
        let date = "2024-01-01 10:00:00.000";
        for name in ["ann", "ben", "ann"] {
            append(&state, &record(name, date)).unwrap();
        }
        let superseded: Vec<bool> = games(&state).iter().map(|g| g.superseded).collect();
        assert_eq!(superseded, [true, false, false]);
    }

    #[test]
    fn two_games_with_one_time_stamp_are_two_and_an_end_after_an_undo_is_one_of_them() {
        let (_folder, state) = state();
        let game = |moves: &str, origin: &str| {
            let mut game = transcript::parse(moves).unwrap();
            game.resign(Color::White);
            let mut record = Record::from_game(&game);
            record.players = ByColor::new("you".to_owned(), "level 3".to_owned());
            record.date = "2024-01-01 10:00:00.000".to_owned();
            record.origin = origin.parse().ok();
            append(&state, &record).unwrap();
        };
        game("f5d6c3d3", "you computer played*4");
        game("f5f6e6f4", "you computer played*4");
        // Other moves after an undo, and fewer moves.
        game(
            "f5d6c5f4",
            "you computer casual:undo played*2 retaken played",
        );
        game("f5f6", "you computer casual:undo played*2");
        let superseded: Vec<bool> = games(&state).iter().map(|g| g.superseded).collect();
        assert_eq!(superseded, [true, true, false, false]);
        let gone = removed::remove(&state, &std::collections::BTreeSet::from([3])).unwrap();
        assert_eq!(gone.0, 1);
        let numbers: Vec<u64> = games(&state).iter().map(|game| game.number).collect();
        assert_eq!(numbers, [2, 4]);
        assert_eq!(removed::undo(&state).unwrap(), 1);
        assert_eq!(games(&state).len(), 4);
    }

    #[test]
    fn the_same_line_is_added_once_when_that_is_asked_for() {
        let (_folder, state) = state();
        for _ in 0..2 {
            append_unless_there(&state, &record("ann", "a")).unwrap();
        }
        append_unless_there(&state, &record("ben", "a")).unwrap();
        assert_eq!(games(&state).len(), 2);
    }

    #[test]
    fn noise_is_no_game_and_takes_one_number_a_line() {
        let (_folder, state) = state();
        append(&state, &record("ann", "a")).unwrap();
        let mut bytes = fs::read(state.log()).unwrap();
        bytes.extend_from_slice(b"\n\xff\xfe\x00(;\n  \n");
        bytes.extend_from_slice(&vec![b'('; 3 << 20]);
        fs::write(state.log(), bytes).unwrap();
        append(&state, &record("ben", "a")).unwrap();
        let games = games(&state);
        assert_eq!(games.len(), 4);
        assert!(games[1].record.is_err() && games[2].record.is_err());
        assert!(is_game_of(&games[3], "ben"));
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_in_the_place_of_the_history_is_refused() {
        let (_folder, state) = state();
        fs::create_dir_all(state.path()).unwrap();
        crate::store::make_socket(&state.log());
        let refused = append(&state, &record("ann", "a")).unwrap_err();
        for error in [refused, read(&state, &|| false).unwrap_err()] {
            let error = error.to_string();
            assert!(error.ends_with("it is not a regular file"), "{error}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_one_sentence() {
        let (_folder, state) = state();
        let mut full = File::options().append(true).open("/dev/full").unwrap();
        let error = add_line(&mut full, &line_of(&record("ann", "a"))).unwrap_err();
        let error = StorageError::when(cannot::LOG_GAME, &state.log())(error).to_string();
        assert!(
            error.starts_with("cannot add the game to the history "),
            "{error}"
        );
        assert!(error.contains("the disk is full"), "{error}");
    }
}
