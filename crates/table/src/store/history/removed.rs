//! Games that were removed from the history: kept for some days, so that the last removal can be undone.
//!
//! A removal first copies the lines of its games to a new file in a folder. Then it blanks them in place, so that the
//! other games keep their numbers, and other programs can go on adding games.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use reversi_notation::Record;
use serde::{Deserialize, Serialize};

use super::{
    GameId, GameIds, REMOVED, add_line, cannot, check_regular, create_folder, index_path,
    open_private, parse,
};
use crate::clock::StartTime;
use crate::store::document::{Document, lock};
use crate::store::state::StateFolder;
use crate::store::{StorageError, is_missing};
use reversi_text::tr;

/// How many days removed games are kept.
pub const DAYS: u32 = 30;

/// The games of a removal: their numbers and lines.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Removal {
    version: u32,
    games: Vec<(u64, String)>,
}

const FILE: Document<Removal> = Document {
    has_lock: false,
    ..Document::json::<1>(
        |at| tr!("cannot read the removed games {at}", at),
        |at| tr!("cannot keep the removed games {at}", at),
    )
};

impl Removal {
    /// Returns the number of games. Several lines may be ends of one game.
    fn count(&self) -> usize {
        let mut ids = GameIds::default();
        let mut key = |(number, line): &(u64, String)| id_of(line, &mut ids).ok_or(*number);
        let keys = self.games.iter().map(&mut key);
        keys.collect::<BTreeSet<_>>().len()
    }
}

/// Identifies the game of the next line; `None` if it cannot be known again.
fn id_of(line: &str, ids: &mut GameIds) -> Option<GameId> {
    ids.next(&parse(line.as_bytes()).ok()?)
}

/// A line of the history with its place in the file.
struct HistoryLine {
    number: u64,
    start: u64,
    text: String,
    game: Option<GameId>,
}

/// Removes the games with these numbers, and the earlier ends of the same games. Returns the number of games, and the
/// records of all these ends.
///
/// # Errors
/// [`StorageError`]; no game is lost.
pub fn remove(
    state: &StateFolder,
    numbers: &BTreeSet<u64>,
) -> Result<(usize, Vec<Record>), StorageError> {
    forget_old(state);
    let path = state.log();
    let cannot_change = || StorageError::when(cannot::CHANGE_LOG, &path);
    let Some((mut file, lines)) = lines(state).map_err(cannot_change())? else {
        return Ok((0, Vec::new()));
    };
    let chosen = lines.iter().filter(|line| numbers.contains(&line.number));
    let games: BTreeSet<_> = chosen.filter_map(|line| line.game.clone()).collect();
    let is_removed = |line: &&HistoryLine| {
        let is_same = || line.game.as_ref().is_some_and(|game| games.contains(game));
        line.text != REMOVED && (numbers.contains(&line.number) || is_same())
    };
    let removed: Vec<&HistoryLine> = lines.iter().filter(is_removed).collect();
    if removed.is_empty() {
        return Ok((0, Vec::new()));
    }
    let text = |line: &&HistoryLine| (line.number, line.text.clone());
    let removal = Removal {
        version: 1,
        games: removed.iter().map(text).collect(),
    };
    let kept = new_file(state);
    FILE.write(&kept, &removal)
        .map_err(StorageError::when(FILE.cannot_save, &kept))?;
    for line in &removed {
        let blank = format!("{REMOVED:<width$}", width = line.text.len());
        write_at(&mut file, line.start, &blank).map_err(cannot_change())?;
    }
    file.sync_all().map_err(cannot_change())?;
    forget_index(&path);
    let records = removed
        .iter()
        .filter_map(|line| parse(line.text.as_bytes()).ok());
    Ok((removal.count(), records.collect()))
}

/// Returns whether there is a removal that can be undone.
pub fn can_undo(state: &StateFolder) -> bool {
    !files(state).is_empty()
}

/// Puts the games of the last removal back into their places. Returns the number of games.
///
/// # Errors
/// [`StorageError`]; the games stay removed, or some of them.
pub fn undo(state: &StateFolder) -> Result<usize, StorageError> {
    let Some((kept, removal)) = last_removal(state)? else {
        return Ok(0);
    };
    let path = state.log();
    let cannot_change = || StorageError::when(cannot::CHANGE_LOG, &path);
    let (mut file, lines) = match lines(state).map_err(cannot_change())? {
        Some(found) => found,
        // The history was deleted since then.
        None => (new_history(state).map_err(cannot_change())?, Vec::new()),
    };
    for (number, text) in &removal.games {
        let place = lines.iter().find(|line| line.number == *number);
        let is_free = |line: &&HistoryLine| line.text == REMOVED;
        match place.filter(is_free) {
            Some(line) => write_at(&mut file, line.start, text),
            None if place.is_none() => add_line(&mut file, text),
            None => Ok(()),
        }
        .map_err(cannot_change())?;
    }
    file.sync_all().map_err(cannot_change())?;
    forget_index(&path);
    fs::remove_file(&kept).map_err(StorageError::when(cannot::DELETE, &kept))?;
    Ok(removal.count())
}

/// Opens and locks the history, and returns its lines; `None` if there is no history.
fn lines(state: &StateFolder) -> io::Result<Option<(File, Vec<HistoryLine>)>> {
    let path = state.log();
    match check_regular(&path) {
        Err(error) if is_missing(&error) => return Ok(None),
        checked => checked?,
    }
    let mut file = File::options().read(true).write(true).open(&path)?;
    lock(&file)?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    let (mut lines, mut ids) = (Vec::new(), GameIds::default());
    let (mut start, mut number) = (0, 0);
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        let text = line.trim_ascii();
        if !text.is_empty() {
            number += 1;
            let before = line.len() - line.trim_ascii_start().len();
            let start = start + before as u64;
            // What is not text is no game.
            let text = String::from_utf8(text.to_vec()).unwrap_or_default();
            lines.push(HistoryLine {
                number,
                start,
                game: id_of(&text, &mut ids),
                text,
            });
        }
        start += line.len() as u64;
    }
    Ok(Some((file, lines)))
}

/// Creates the file of the history.
fn new_history(state: &StateFolder) -> io::Result<File> {
    create_folder(state.path())?;
    let mut options = File::options();
    let file = open_private(options.read(true).write(true).create(true), &state.log())?;
    lock(&file)?;
    Ok(file)
}

/// Deletes the index of a history whose lines have changed in their places.
fn forget_index(log: &Path) {
    // One that is still there does not fit, unless more games are added in this moment.
    let _ = fs::remove_file(index_path(log));
}

/// Writes a text over another one.
fn write_at(file: &mut File, start: u64, text: &str) -> io::Result<()> {
    file.seek(SeekFrom::Start(start))?;
    file.write_all(text.as_bytes())
}

/// Returns the path of the file of a new removal. Their names sort by time.
fn new_file(state: &StateFolder) -> PathBuf {
    let now = StartTime::now().to_string().replace([' ', ':', '.'], "-");
    state.removed().join(format!("{now}.json"))
}

/// Returns the newest removal with its file.
fn last_removal(state: &StateFolder) -> Result<Option<(PathBuf, Removal)>, StorageError> {
    let newest = files(state).into_iter().max();
    let Some(path) = newest else {
        return Ok(None);
    };
    let read = FILE.read(&path);
    let read = read.map_err(StorageError::when(FILE.cannot_read, &path))?;
    Ok(read.map(|removal| (path, removal)))
}

/// Returns the files of the removals.
fn files(state: &StateFolder) -> Vec<PathBuf> {
    let files = fs::read_dir(state.removed())
        .into_iter()
        .flatten()
        .flatten();
    files.map(|file| file.path()).collect()
}

/// Deletes the removals that are too old. One that cannot be deleted is tried again next time.
fn forget_old(state: &StateFolder) {
    let kept = Duration::from_secs(u64::from(DAYS) * 24 * 60 * 60);
    for path in files(state) {
        let changed = fs::metadata(&path).and_then(|data| data.modified());
        let age = changed
            .ok()
            .and_then(|changed| SystemTime::now().duration_since(changed).ok());
        if age.is_some_and(|age| age > kept) {
            let _ = fs::remove_file(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::history::{Logged, append, read};
    use reversi::{ByColor, Game, transcript};
    use reversi_notation::Record;

    fn state(players: &[&str]) -> (tempfile::TempDir, StateFolder) {
        let folder = tempfile::tempdir().unwrap();
        let state = StateFolder::at(folder.path().join("reversi"));
        for player in players {
            add(&state, player);
        }
        (folder, state)
    }

    fn add(state: &StateFolder, player: &str) {
        let game: Game = transcript::parse("e6f4e3f6g5d6e7f5c5").unwrap();
        let mut record = Record::from_game(&game);
        record.players = ByColor::new(player.to_owned(), "greedy".to_owned());
        record.date = format!("2026-01-01 10:00:00.{:03}", player.len());
        append(state, &record).unwrap();
    }

    fn games(state: &StateFolder) -> Vec<(u64, String)> {
        let games = read(state, &|| false).unwrap().map(Result::unwrap);
        let name = |logged: Logged| (logged.number, logged.record.unwrap().players.black);
        games.map(name).collect()
    }

    fn named(games: &[(u64, &str)]) -> Vec<(u64, String)> {
        games
            .iter()
            .map(|&(number, name)| (number, name.to_owned()))
            .collect()
    }

    #[test]
    fn exactly_the_named_games_are_removed_and_the_others_keep_their_numbers() {
        let (_folder, state) = state(&["a", "bb", "ccc", "dddd"]);
        assert_eq!(remove(&state, &BTreeSet::from([2, 4])).unwrap().0, 2);
        assert_eq!(games(&state), named(&[(1, "a"), (3, "ccc")]));
        add(&state, "eeeee");
        let with_new = [(1, "a"), (3, "ccc"), (5, "eeeee")];
        assert_eq!(games(&state), named(&with_new));
        assert_eq!(remove(&state, &BTreeSet::from([2, 99])).unwrap().0, 0);
        assert_eq!(games(&state), named(&with_new));
    }

    #[test]
    fn what_cannot_be_removed_or_brought_back_is_named() {
        let (_folder, state) = state(&["a"]);
        let fails = |done: Result<usize, StorageError>, said: &str| {
            let error = done.unwrap_err().to_string();
            assert!(error.starts_with(said), "{error}");
        };
        let remove = || remove(&state, &BTreeSet::from([1])).map(|(count, _)| count);
        fs::write(state.removed(), "").unwrap();
        fails(remove(), "cannot keep the removed games ");
        assert_eq!(games(&state), named(&[(1, "a")]));
        fs::remove_file(state.removed()).unwrap();
        fs::create_dir(state.removed()).unwrap();
        fs::write(state.removed().join("1.json"), "{").unwrap();
        fails(undo(&state), "cannot read the removed games ");
        fs::remove_file(state.log()).unwrap();
        fs::create_dir(state.log()).unwrap();
        fails(remove(), "cannot change the history ");
    }

    #[test]
    fn the_last_removal_is_undone_and_then_the_one_before_it() {
        let all = ["a", "bb", "ccc"];
        let (_folder, state) = state(&all);
        let before = fs::read(state.log()).unwrap();
        remove(&state, &BTreeSet::from([2])).unwrap();
        std::thread::sleep(Duration::from_millis(2));
        remove(&state, &BTreeSet::from([1, 3])).unwrap();
        assert_eq!(games(&state), []);
        assert!(can_undo(&state));
        assert_eq!(undo(&state).unwrap(), 2);
        assert_eq!(games(&state), named(&[(1, "a"), (3, "ccc")]));
        assert_eq!(undo(&state).unwrap(), 1);
        assert_eq!(fs::read(state.log()).unwrap(), before);
        assert!(!can_undo(&state));
        assert_eq!(undo(&state).unwrap(), 0);
    }

    #[test]
    fn an_earlier_end_of_a_game_goes_and_comes_back_with_it() {
        let (_folder, state) = state(&["a", "bb", "a"]);
        assert_eq!(remove(&state, &BTreeSet::from([3])).unwrap().0, 1);
        assert_eq!(games(&state), named(&[(2, "bb")]));
        assert_eq!(undo(&state).unwrap(), 1);
        assert_eq!(games(&state).len(), 3);
    }

    #[test]
    fn games_come_back_even_if_the_history_was_deleted() {
        let (_folder, state) = state(&["a", "bb"]);
        remove(&state, &BTreeSet::from([2])).unwrap();
        fs::remove_file(state.log()).unwrap();
        assert_eq!(undo(&state).unwrap(), 1);
        assert_eq!(games(&state), named(&[(1, "bb")]));
    }

    #[test]
    fn removals_are_forgotten_after_some_days() {
        let (_folder, state) = state(&["a", "bb"]);
        remove(&state, &BTreeSet::from([1])).unwrap();
        let old = SystemTime::now() - Duration::from_secs(31 * 24 * 60 * 60);
        let file = File::options().write(true).open(&files(&state)[0]).unwrap();
        file.set_modified(old).unwrap();
        drop(file);
        remove(&state, &BTreeSet::from([2])).unwrap();
        assert_eq!(undo(&state).unwrap(), 1);
        assert_eq!(games(&state), named(&[(2, "bb")]));
        assert_eq!(undo(&state).unwrap(), 0);
    }
}
