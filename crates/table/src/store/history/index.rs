//! Where the lines of a history stand and which are superseded, so that one game is read without those before it.
//!
//! The index of a long history is kept beside it, and renewed when the history has grown. One that does not fit,
//! because another program has changed the history, is made again.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, BufReader, Read as _, Seek as _, SeekFrom};
use std::path::Path;
use std::time::UNIX_EPOCH;

use super::{GameIds, GameStart, REMOVED, index_path, next_line, open, parse};
use crate::phrase::plural;
use crate::player::random::hashed;
use crate::store::FileCheck;
use crate::store::atomic::write_file;

/// The first bytes of an index; the last one is the version.
const MAGIC: u64 = u64::from_le_bytes(*b"RevHist\x01");

/// The bytes of a history from which on its index is kept. A shorter one is read in a moment.
const LEAST_KEPT: u64 = if cfg!(test) { 1 } else { 256 << 10 };

/// The numbers before the lines in the file of an index: what it is, the bytes of the history that it covers, when the
/// history was changed last, and the hashes of its last line and of all lines of the index.
const HEAD: usize = 5;

/// A line of a history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LinePlace {
    /// The byte at which it starts, or the blank lines before it.
    pub(super) start: u64,
    /// The hash of the start of its game, an even number; 0 if the game cannot be known again.
    game: u64,
    /// A later line has the same game with another end, or the game was removed.
    pub(super) superseded: bool,
}

/// The lines of a history.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct HistoryIndex {
    pub(super) lines: Vec<LinePlace>,
    /// The bytes of the history up to the end of the last of them.
    covered: u64,
}

impl HistoryIndex {
    /// Returns the lines of a history, up to where it was stopped.
    pub(super) fn of(log: &Path, stop: &dyn Fn() -> bool) -> io::Result<Self> {
        let Some(mut file) = open(log)? else {
            return Ok(Self::default());
        };
        let (length, changed) = state_of(&file)?;
        let mut index = Self::kept(log, &mut file, (length, changed))?.unwrap_or_default();
        let before = index.covered;
        index.extend(&mut file, stop)?;
        if index.covered > before && index.covered >= LEAST_KEPT {
            // Without it, the history is read again next time.
            let _ = index.keep(log, &mut file, changed);
        }
        Ok(index)
    }

    /// Checks the index that was kept, and changes nothing.
    pub(super) fn check(log: &Path) -> io::Result<FileCheck> {
        let kept = match open(log)? {
            Some(mut file) => {
                let state = state_of(&file)?;
                Self::kept(log, &mut file, state)?
            }
            None => None,
        };
        let again =
            || "not that of the history; it is made again when it is next needed".to_owned();
        Ok(FileCheck {
            summary: kept.map_or_else(again, |index| plural(index.lines.len(), "line")),
            faults: Vec::new(),
        })
    }

    /// Returns the index that was kept, if it fits a history of this length that was changed last at this time.
    fn kept(
        log: &Path,
        file: &mut BufReader<File>,
        (length, changed): (u64, u64),
    ) -> io::Result<Option<Self>> {
        if length < LEAST_KEPT {
            return Ok(None);
        }
        // What cannot be read is made again.
        let Ok(bytes) = fs::read(index_path(log)) else {
            return Ok(None);
        };
        let words = bytes
            .chunks_exact(8)
            .filter_map(|word| Some(u64::from_le_bytes(word.try_into().ok()?)));
        let words: Vec<u64> = words.collect();
        let Some((&[MAGIC, covered, then, tail, sum], lines)) = words.split_first_chunk::<HEAD>()
        else {
            return Ok(None);
        };
        if covered > length
            || (covered == length && changed != then)
            || sum != hashed(0, &bytes[HEAD * 8..])
        {
            return Ok(None);
        }
        let lines = lines.chunks_exact(2).map(|line| LinePlace {
            start: line[0],
            game: line[1] & !1,
            superseded: line[1] & 1 == 1,
        });
        let index = Self {
            lines: lines.collect(),
            covered,
        };
        let fits = index.tail(file)? == (tail, true);
        Ok(fits.then_some(index))
    }

    /// Keeps the index of a history that was changed last at this time.
    fn keep(&self, log: &Path, file: &mut BufReader<File>, changed: u64) -> io::Result<()> {
        let lines = self
            .lines
            .iter()
            .flat_map(|line| [line.start, line.game | u64::from(line.superseded)]);
        let lines: Vec<u8> = lines.flat_map(u64::to_le_bytes).collect();
        let tail = self.tail(file)?;
        if !tail.1 {
            // A program was killed while it wrote its line, or is still writing it.
            return Ok(());
        }
        let head = [MAGIC, self.covered, changed, tail.0, hashed(0, &lines)];
        let head: Vec<u8> = head.into_iter().flat_map(u64::to_le_bytes).collect();
        write_file(&index_path(log), &[head, lines].concat())
    }

    /// Returns the hash of the last line of the history that is covered, and whether it is complete.
    fn tail(&self, file: &mut BufReader<File>) -> io::Result<(u64, bool)> {
        let start = self.lines.last().map_or(0, |line| line.start);
        let mut bytes = Vec::new();
        file.seek(SeekFrom::Start(start))?;
        file.take(self.covered.saturating_sub(start))
            .read_to_end(&mut bytes)?;
        Ok((hashed(start, &bytes), bytes.ends_with(b"\n")))
    }

    /// Returns the indices of the lines with each hash of a game.
    fn lines_by_game(&self) -> HashMap<u64, Vec<usize>> {
        let mut all: HashMap<u64, Vec<usize>> = HashMap::new();
        for (at, line) in self.lines.iter().enumerate() {
            all.entry(line.game).or_default().push(at);
        }
        all
    }

    /// Adds the lines of a history after the last one.
    fn extend(&mut self, file: &mut BufReader<File>, stop: &dyn Fn() -> bool) -> io::Result<()> {
        // Most often nothing is new.
        let mut known = None;
        let (mut ids, mut last) = (GameIds::default(), HashMap::new());
        file.seek(SeekFrom::Start(self.covered))?;
        while !stop()
            && let Some(line) = next_line(file)?
        {
            let end = file.stream_position()?;
            let record = parse(&line).ok();
            let game = record.as_ref().and_then(GameIds::start_of);
            let game = game.as_ref().map_or(0, hash);
            let known = known.get_or_insert_with(|| self.lines_by_game());
            // Earlier ends of the same game were read another time.
            if let Some(earlier) = known.remove(&game).filter(|_| game != 0) {
                for at in earlier {
                    file.seek(SeekFrom::Start(self.lines[at].start))?;
                    let earlier = next_line(file)?.and_then(|line| parse(&line).ok());
                    if let Some(id) = earlier.and_then(|record| ids.next(&record)) {
                        last.insert(id, at);
                    }
                }
                file.seek(SeekFrom::Start(end))?;
            }
            let id = record.and_then(|record| ids.next(&record));
            if let Some(earlier) = id.and_then(|id| last.insert(id, self.lines.len())) {
                self.lines[earlier].superseded = true;
            }
            self.lines.push(LinePlace {
                start: self.covered,
                game,
                superseded: line == REMOVED.as_bytes(),
            });
            self.covered = end;
        }
        Ok(())
    }
}

/// Returns the length of a history, and when it was changed last.
fn state_of(file: &BufReader<File>) -> io::Result<(u64, u64)> {
    let data = file.get_ref().metadata()?;
    let changed = data.modified().ok();
    let changed = changed.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    #[allow(clippy::cast_possible_truncation)] // enough for 500 years
    let changed = changed.map_or(0, |time| time.as_nanos() as u64);
    Ok((data.len(), changed))
}

/// Returns an even number for the start of a game.
fn hash((date, [black, white], side): &GameStart) -> u64 {
    hashed(0, format!("{date}\n{black}\n{white}\n{side:?}").as_bytes()) & !1
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::store::history::tests::{record, state};
    use crate::store::history::{Logged, append, read, removed};
    use crate::store::state::StateFolder;

    /// The games of the history as a program reads them that has no index.
    fn without_index(state: &StateFolder) -> Vec<Logged> {
        let lines = fs::read(state.log()).unwrap_or_default();
        let lines = lines.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
        let lines: Vec<_> = lines.filter(|line| !line.is_empty()).collect();
        let mut ids = GameIds::default();
        let records: Vec<_> = lines.iter().map(|line| parse(line)).collect();
        let known = records.iter().map(|record| ids.next(record.as_ref().ok()?));
        let known: Vec<_> = known.collect();
        let all = (1..).zip(records).zip(&known);
        let all = all.map(|((number, record), id)| Logged {
            number,
            record,
            superseded: id.is_some() && known[usize::try_from(number).unwrap()..].contains(id),
        });
        all.zip(lines)
            .filter(|(_, line)| *line != b"-")
            .map(|(logged, _)| logged)
            .collect()
    }

    /// Checks that the history is read as if there were no index, from both ends and by number.
    fn assert_read(state: &StateFolder) {
        let expected = without_index(state);
        let games: Vec<Logged> = read(state, &|| false)
            .unwrap()
            .map(Result::unwrap)
            .collect();
        assert_eq!(games, expected);
        let count = expected.iter().filter(|logged| !logged.superseded).count();
        assert_eq!(
            crate::store::history::count(state, &|| false).unwrap(),
            Some(count)
        );
        assert_eq!(crate::store::history::count(state, &|| true).unwrap(), None);
        let back: Vec<Logged> = read(state, &|| false)
            .unwrap()
            .rev()
            .map(Result::unwrap)
            .collect();
        assert!(back.iter().rev().eq(&expected));
        let mut log = read(state, &|| false).unwrap();
        for number in (0..=expected.last().map_or(2, |last| last.number + 1)).rev() {
            let game = expected.iter().find(|logged| logged.number == number);
            assert_eq!(log.game(number).unwrap().as_ref(), game);
        }
        if log
            .next()
            .is_some_and(|game| Some(&game.unwrap()) == expected.first())
        {
            assert_eq!(log.count(), expected.len() - 1);
        }
    }

    #[test]
    fn a_history_that_grows_is_read_as_without_an_index() {
        let (_folder, state) = state();
        assert_read(&state);
        for (number, name) in ["ann", "ben", "ann", "cid", "ben", "ann"]
            .iter()
            .enumerate()
        {
            append(&state, &record(name, "2024-01-01 10:00:00.000")).unwrap();
            assert_read(&state);
            assert!(index_path(&state.log()).is_file());
            match number {
                1 => fs::write(
                    state.log(),
                    [&fs::read(state.log()).unwrap()[..], b"\n \n(;GM"].concat(),
                )
                .unwrap(),
                3 => assert_eq!(removed::remove(&state, &BTreeSet::from([1])).unwrap().0, 1),
                4 => assert_eq!(removed::undo(&state).unwrap(), 1),
                _ => continue,
            }
            assert_read(&state);
        }
    }

    #[test]
    fn only_the_lines_that_are_new_are_read_again() {
        let (_folder, state) = state();
        let date = |second| format!("2024-01-01 10:00:0{second}.000");
        append(&state, &record("ann", &date(1))).unwrap();
        append(&state, &record("ben", &date(2))).unwrap();
        assert_read(&state);
        // Nobody sees that a line has changed before the last one, once more lines have come.
        let text = fs::read_to_string(state.log()).unwrap();
        fs::write(state.log(), text.replacen("10:00:01", "10:00:05", 1)).unwrap();
        append(&state, &record("ann", &date(5))).unwrap();
        let games: Vec<Logged> = read(&state, &|| false)
            .unwrap()
            .map(Result::unwrap)
            .collect();
        assert!(!games[0].superseded && without_index(&state)[0].superseded);
    }

    #[test]
    fn an_index_that_does_not_fit_is_made_again() {
        let (_folder, state) = state();
        for name in ["ann", "ben", "ann"] {
            append(&state, &record(name, "2024-01-01 10:00:00.000")).unwrap();
        }
        assert_read(&state);
        let (log, index) = (state.log(), index_path(&state.log()));
        let (games, kept) = (fs::read(&log).unwrap(), fs::read(&index).unwrap());
        for at in 0..kept.len() {
            for damaged in [
                &kept[..at],
                &[&kept[..at], &[kept[at] ^ 3], &kept[at + 1..]].concat(),
            ] {
                fs::write(&index, damaged).unwrap();
                assert_read(&state);
            }
        }
        for changed in [
            &games[..games.len() / 2],
            &games[1..],
            &[&games[..], &games].concat(),
            b"",
        ] {
            fs::write(&index, &kept).unwrap();
            fs::write(&log, changed).unwrap();
            assert_read(&state);
        }
    }
}
