//! The journal of a game: its newest states, one after another, until the file of the game has them.
//!
//! A state is the text of the whole game after a line with its length in bytes. A program that is killed
//! while it writes leaves an incomplete state at the end, which is not read.

use std::fs::File;
use std::io::{self, Seek as _, SeekFrom, Write as _};
use std::path::Path;

use crate::sync::Mutex;

use super::MAX_SIZE;
use crate::system::files::is_at;
use reversi_notation::input::read_bounded;

/// The largest journal, in bytes.
const MAX_JOURNAL: usize = 1 << 20;

/// The journal of a game that this program has locked: the file is its lock, too.
#[derive(Debug)]
pub(super) struct Journal {
    file: File,
    state: Mutex<JournalState>,
}

#[derive(Debug)]
struct JournalState {
    /// The length of the complete states, in bytes.
    length: usize,
    /// Something else follows them.
    is_torn: bool,
    /// The number of states that this program has added.
    count: u64,
    /// The newest of them that is complete, here or in the file of the game; 0 if none is.
    saved: u64,
    /// The game is being removed.
    is_closed: bool,
}

impl Journal {
    /// Takes a file, and returns its states, the newest last.
    ///
    /// # Errors
    /// Cannot read it.
    pub(super) fn open(file: File) -> io::Result<(Self, Vec<Vec<u8>>)> {
        let (texts, length, is_torn) = read(&file)?;
        let state = JournalState {
            length,
            is_torn,
            count: 0,
            saved: 0,
            is_closed: false,
        };
        let state = Mutex::new(state);
        Ok((Self { file, state }, texts))
    }

    /// Adds a state, and returns its number; `None` if the game is being removed. On return it survives the
    /// end of the program, unless the file cannot be written: the file of the game must have it anyway.
    pub(super) fn add(&self, text: &str) -> Option<u64> {
        let mut state = self.state.lock();
        if state.is_closed {
            return None;
        }
        state.count += 1;
        if self.write(&mut state, text).is_ok() {
            state.saved = state.count;
        } else {
            state.is_torn = true;
        }
        Some(state.count)
    }

    fn write(&self, state: &mut JournalState, text: &str) -> io::Result<()> {
        let added = format!("{}\n{text}\n", text.len());
        if state.length + added.len() > MAX_JOURNAL {
            state.is_torn = true;
            state.length = 0;
        }
        if state.is_torn {
            self.file.set_len(state.length as u64)?;
            state.is_torn = false;
        }
        let mut file = &self.file;
        file.seek(SeekFrom::Start(state.length as u64))?;
        file.write_all(added.as_bytes())?;
        state.length += added.len();
        Ok(())
    }

    /// Returns whether many states wait for the file of the game.
    pub(super) fn is_half_full(&self) -> bool {
        self.state.lock().length > MAX_JOURNAL / 2
    }

    /// Returns whether no state was added after this one, and the game is not being removed.
    pub(super) fn is_newest(&self, number: u64) -> bool {
        let state = self.state.lock();
        state.count == number && !state.is_closed
    }

    /// Flushes the states to the disk.
    ///
    /// # Errors
    /// Any error of the system.
    pub(super) fn sync(&self) -> io::Result<()> {
        self.file.sync_data()
    }

    /// Returns whether the newest state is complete, here or in the file of the game.
    pub(super) fn has_saved_newest(&self) -> bool {
        let state = self.state.lock();
        state.saved == state.count
    }

    /// Returns whether this is the file with that path.
    pub(super) fn is_at(&self, path: &Path) -> bool {
        is_at(&self.file, path)
    }

    /// Removes the states, because the file of the game has this one; unless one was added after it.
    pub(super) fn clear_up_to(&self, number: u64) {
        let mut state = self.state.lock();
        state.saved = state.saved.max(number);
        if state.count == number && self.file.set_len(0).is_ok() {
            (state.length, state.is_torn) = (0, false);
        }
    }

    /// Takes no more states, unless one was added after this one. Returns whether it is closed.
    pub(super) fn close_at(&self, number: u64) -> bool {
        let mut state = self.state.lock();
        state.is_closed |= state.count == number;
        state.is_closed
    }

    /// Takes no more states, and forgets all.
    pub(super) fn erase(&self) {
        self.state.lock().is_closed = true;
        // Without this file, nobody will read it.
        let _ = self.file.set_len(0);
    }

    /// Returns whether the file is empty.
    pub(super) fn is_empty(&self) -> bool {
        self.file.metadata().is_ok_and(|file| file.len() == 0)
    }

    /// Returns the time of the last change.
    ///
    /// # Errors
    /// Any error of the system.
    pub(super) fn modified(&self) -> io::Result<std::time::SystemTime> {
        self.file.metadata()?.modified()
    }
}

/// Returns the complete states of a journal, the newest last, their length in bytes, and whether something else
/// follows them.
///
/// # Errors
/// Cannot read it.
pub(super) fn read(file: &File) -> io::Result<(Vec<Vec<u8>>, usize, bool)> {
    let bytes = read_bounded(file, MAX_JOURNAL)?;
    let (mut texts, mut rest) = (Vec::new(), &bytes[..]);
    while let Some((text, after)) = first_text(rest) {
        texts.push(text.to_vec());
        rest = after;
    }
    Ok((texts, bytes.len() - rest.len(), !rest.is_empty()))
}

/// Returns the first text, and what follows it.
fn first_text(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = bytes.iter().take(8).position(|&byte| byte == b'\n')?;
    let length: usize = str::from_utf8(&bytes[..end]).ok()?.parse().ok()?;
    if length > MAX_SIZE {
        return None;
    }
    let (text, rest) = bytes[end + 1..].split_at_checked(length)?;
    Some((text, rest.strip_prefix(b"\n")?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn open(path: &Path) -> (Journal, Vec<String>) {
        let mut options = File::options();
        options.read(true).write(true).create(true).truncate(false);
        let (journal, texts) = Journal::open(options.open(path).unwrap()).unwrap();
        let text = |text| String::from_utf8(text).unwrap();
        (journal, texts.into_iter().map(text).collect())
    }

    #[test]
    fn states_are_found_in_order_and_an_incomplete_one_is_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let (journal, texts) = open(&path);
        assert!(texts.is_empty() && journal.is_empty());
        assert_eq!(journal.add("one\n"), Some(1));
        let first = fs::read(&path).unwrap().len();
        assert_eq!(journal.add("two, which is longer"), Some(2));
        let whole = fs::read(&path).unwrap();
        for end in 0..=whole.len() {
            let expected = match end {
                _ if end == whole.len() => vec!["one\n", "two, which is longer"],
                _ if end >= first => vec!["one\n"],
                _ => vec![],
            };
            fs::write(&path, &whole[..end]).unwrap();
            let (journal, texts) = open(&path);
            assert_eq!(texts, expected, "{end}");
            assert_eq!(journal.add("3"), Some(1));
            let expected = [&expected[..], &["3"]].concat();
            assert_eq!(open(&path).1, expected, "{end}");
            let written = expected.iter().map(|text| text.len() + 2);
            let digits = expected.iter().map(|text| text.len().to_string().len());
            let size: usize = written.zip(digits).map(|(a, b)| a + b).sum();
            assert_eq!(fs::read(&path).unwrap().len(), size, "{end}");
        }
    }

    #[test]
    fn what_no_program_wrote_is_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        for bytes in [
            &b"\0\0\0\0\0\0"[..],
            b"1\n",
            b"1\nab\n",
            b"-1\na\n",
            b"99999999999999999999\na\n",
            b"1000000\na\n",
            b"\xff\na\n",
            b"\n\n",
        ] {
            fs::write(&path, bytes).unwrap();
            assert_eq!(open(&path).1, Vec::<String>::new(), "{bytes:?}");
        }
        // One byte more than any state.
        let long = "x".repeat(MAX_SIZE + 1);
        fs::write(&path, format!("{}\n{long}\n", long.len())).unwrap();
        assert_eq!(open(&path).1, Vec::<String>::new());
        fs::write(&path, format!("{MAX_SIZE}\n{}\n", &long[1..])).unwrap();
        assert_eq!(open(&path).1, [&long[1..]]);
    }

    #[test]
    fn only_the_newest_state_clears_or_closes_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let (journal, _) = open(&path);
        journal.add("one");
        journal.add("two");
        journal.clear_up_to(1);
        assert!(!journal.is_newest(1) && !journal.close_at(1));
        assert_eq!(open(&path).1, ["one", "two"]);
        journal.clear_up_to(2);
        assert!(journal.is_empty() && journal.is_newest(2));
        journal.add("three");
        assert_eq!(open(&path).1, ["three"]);
        assert!(journal.close_at(3));
        assert_eq!(journal.add("four"), None);
        journal.erase();
        assert!(journal.is_empty());
    }

    #[test]
    fn it_stays_small_and_keeps_the_newest_state() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let (journal, _) = open(&path);
        let text = |number: u64| format!("{number:>50000}");
        let mut was_half_full = false;
        for number in 1..60 {
            was_half_full |= journal.is_half_full();
            assert_eq!(journal.add(&text(number)), Some(number));
            let texts = open(&path).1;
            assert_eq!(texts.last(), Some(&text(number)));
            assert!(texts.len() > 10 || number <= 10 || number > 20);
            assert!(fs::metadata(&path).unwrap().len() <= MAX_JOURNAL as u64);
        }
        assert!(was_half_full);
    }
}
