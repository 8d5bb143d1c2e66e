//! Documents: files of this program's own that are read and replaced as a whole.
//!
//! A [`Document`] describes a kind of file. Reading is bounded. A file that is damaged or from a later version
//! is reported and left alone. A change is made to what the file holds at that time, so that those of other
//! programs stay, and the file is replaced atomically.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::atomic::{create_folder, write_file};
use super::{Cannot, StorageError, is_missing};
use crate::system::files::{make_file_private, try_lock};
use reversi_notation::clean;
use reversi_notation::input::{open_regular, read_bounded};
use reversi_text::{Name, Said, tr};

/// The largest file of JSON, in bytes.
const MAX_JSON: usize = 64 << 20;

/// The longest excerpt of a parser's message, in characters.
const MAX_REASON: usize = 450;

/// How long to wait while another program uses a file.
const PATIENCE: Duration = Duration::from_secs(2);

/// A kind of file that holds a value.
pub struct Document<T> {
    /// What failed when it cannot be read.
    pub cannot_read: Cannot,
    /// What failed when it cannot be saved.
    pub cannot_save: Cannot,
    /// The largest file, in bytes.
    pub limit: usize,
    /// Whether a file beside it, which ends in `.lock`, is locked during a change.
    pub has_lock: bool,
    /// Reads the bytes of the file.
    pub decode: fn(&[u8]) -> io::Result<T>,
    /// Returns the bytes of the file.
    pub encode: fn(&T) -> io::Result<Vec<u8>>,
}

impl<T> Document<T> {
    /// Reads a file; `None` if it does not exist.
    ///
    /// # Errors
    /// Any error of the system, or of the contents: a clause that says why they cannot be used.
    pub fn read(&self, path: &Path) -> io::Result<Option<T>> {
        let file = match open_regular(path) {
            Ok(file) => file,
            Err(error) if is_missing(&error) => return Ok(None),
            Err(error) => return Err(error),
        };
        let bytes = read_bounded(file, self.limit)?;
        if bytes.len() > self.limit {
            let clause = tr!("it is larger than {count} bytes", count = self.limit);
            return Err(unusable(io::ErrorKind::FileTooLarge, clause));
        }
        (self.decode)(&bytes).map(Some)
    }

    /// Replaces or creates a private file.
    ///
    /// # Errors
    /// Any error of the system; the old file is unchanged.
    pub fn write(&self, path: &Path, value: &T) -> io::Result<()> {
        let bytes = (self.encode)(value)?;
        if let Some(folder) = path.parent() {
            create_folder(folder)?;
        }
        write_file(path, &bytes)
    }
}

impl<T: DeserializeOwned + Serialize> Document<T> {
    /// Creates a kind of file that holds JSON with a version, and is locked during a change.
    pub const fn json<const VERSION: u32>(cannot_read: Cannot, cannot_save: Cannot) -> Self {
        Self {
            cannot_read,
            cannot_save,
            limit: MAX_JSON,
            has_lock: true,
            decode: from_json::<T, VERSION>,
            encode: to_json,
        }
    }
}

impl<T: Clone + Default + PartialEq> Document<T> {
    /// Reads a file; a missing one holds the default.
    ///
    /// # Errors
    /// [`StorageError`] if the file exists and cannot be used.
    pub fn load(&self, path: &Path) -> Result<T, StorageError> {
        let value = self.read(path);
        let value = value.map_err(StorageError::when(self.cannot_read, path))?;
        Ok(value.unwrap_or_default())
    }

    /// Changes a file, after reading what other programs have written to it.
    ///
    /// # Errors
    /// [`StorageError`]; the file is unchanged.
    pub fn update<R>(
        &self,
        path: &Path,
        change: impl FnOnce(&mut T) -> R,
    ) -> Result<R, StorageError> {
        let cannot_save = || StorageError::when(self.cannot_save, path);
        let _lock = if self.has_lock {
            Some(lock_beside(path).map_err(cannot_save())?)
        } else {
            None
        };
        let mut value = self.load(path)?;
        let before = value.clone();
        let result = change(&mut value);
        if value != before || !path.exists() {
            self.write(path, &value).map_err(cannot_save())?;
        }
        Ok(result)
    }
}

/// Reads JSON with a version.
///
/// # Errors
/// It is damaged, or from a later version.
pub fn from_json<T: DeserializeOwned, const VERSION: u32>(bytes: &[u8]) -> io::Result<T> {
    #[derive(Deserialize)]
    struct VersionField {
        version: u32,
    }
    let damaged = |error: serde_json::Error| {
        let how = printable(&error.to_string());
        let how = Name(&how);
        let why = tr!(
            "it is damaged ({how}); nothing is saved until you move it away",
            how
        );
        unusable(io::ErrorKind::InvalidData, why)
    };
    let VersionField { version } = serde_json::from_slice(bytes).map_err(damaged)?;
    if version > VERSION {
        let why = tr!(
            "a later version of this program wrote it; nothing is saved until you move it away"
        );
        return Err(unusable(io::ErrorKind::InvalidData, why));
    }
    serde_json::from_slice(bytes).map_err(damaged)
}

/// An error that says why a file cannot be used.
pub(crate) fn unusable(kind: io::ErrorKind, why: Said) -> io::Error {
    io::Error::new(kind, String::from(why))
}

/// Writes JSON.
fn to_json<T: Serialize>(value: &T) -> io::Result<Vec<u8>> {
    Ok(serde_json::to_vec_pretty(value)?)
}

/// Returns text of a file on one line, without control characters, cut to a maximum length.
pub(crate) fn printable(text: &str) -> String {
    let line = text.trim().replace('\n', ", ");
    let cut: String = line.chars().take(MAX_REASON).collect();
    let dots = if cut.len() < line.len() { "..." } else { "" };
    format!("{}{dots}", clean(&cut))
}

/// Opens a file, which is private if it is created.
///
/// # Errors
/// Any error of the system.
pub fn open_private(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    make_file_private(options);
    options.create(true).open(path)
}

/// Keeps other programs from changing a file until the result is dropped. Locks a file beside it, because the
/// file itself is replaced.
fn lock_beside(path: &Path) -> io::Result<File> {
    let file = open_beside(path)?;
    lock(&file)?;
    Ok(file)
}

/// Keeps other programs from changing a file until the result is dropped, as a lock beside it does; `None` if another
/// program is changing it. Without locks in the file system there is nothing to wait for.
///
/// # Errors
/// Any error of the system.
pub fn try_lock_beside(path: &Path) -> io::Result<Option<File>> {
    let file = open_beside(path)?;
    let is_held = matches!(try_lock(&file), Err(TryLockError::WouldBlock));
    Ok((!is_held).then_some(file))
}

/// Opens the file beside a file that is locked in its place.
fn open_beside(path: &Path) -> io::Result<File> {
    if let Some(folder) = path.parent() {
        create_folder(folder)?;
    }
    // Windows cannot lock a file that is open only for appending.
    let mut options = File::options();
    let lock = path.with_extension("lock");
    open_private(options.read(true).append(true), &lock)
}

/// Locks a file until it is closed.
///
/// # Errors
/// Another program keeps it locked.
pub(crate) fn lock(file: &File) -> io::Result<()> {
    wait_for(PATIENCE, &|| false, || match try_lock(file) {
        Err(TryLockError::WouldBlock) => None,
        // If the file system has no locks, it must suffice that each change is written in one piece.
        Ok(()) | Err(TryLockError::Error(_)) => Some(()),
    })
}

/// Calls a function until it returns something, for this long or until `stop` returns true.
///
/// # Errors
/// Another program is using the file.
pub fn wait_for<T>(
    patience: Duration,
    stop: &dyn Fn() -> bool,
    mut attempt: impl FnMut() -> Option<T>,
) -> io::Result<T> {
    let started = Instant::now();
    loop {
        if let Some(result) = attempt() {
            return Ok(result);
        }
        if started.elapsed() >= patience || stop() {
            let kind = io::ErrorKind::ResourceBusy;
            return Err(unusable(kind, tr!("another program is using it")));
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// Ten bytes of text at most.
    const TEXT: Document<String> = Document {
        cannot_read: |at| tr!("cannot read the text {at}", at),
        cannot_save: |at| tr!("cannot save the text {at}", at),
        limit: 10,
        has_lock: true,
        decode: |bytes| Ok(String::from_utf8_lossy(bytes).into_owned()),
        encode: |text| Ok(text.clone().into_bytes()),
    };

    #[test]
    fn a_file_may_be_as_large_as_the_limit() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("text");
        assert_eq!(TEXT.read(&path).unwrap(), None);
        assert_eq!(TEXT.load(&path).unwrap(), "");
        fs::write(&path, "0123456789").unwrap();
        assert_eq!(TEXT.load(&path).unwrap(), "0123456789");
        fs::write(&path, "0123456789a").unwrap();
        let error = TEXT.read(&path).unwrap_err();
        assert_eq!(error.to_string(), "it is larger than 10 bytes");
    }

    #[test]
    fn a_folder_in_the_place_of_a_file_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let error = TEXT.load(folder.path()).unwrap_err().to_string();
        assert!(error.starts_with("cannot read the text "), "{error}");
        TEXT.update(folder.path(), String::clear).unwrap_err();
    }

    #[cfg(unix)]
    #[test]
    fn a_file_is_replaced_only_if_it_changes() {
        use std::os::unix::fs::MetadataExt as _;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/text");
        TEXT.update(&path, |text| text.push('a')).unwrap();
        // A second name keeps the number of the file in use.
        let before = folder.path().join("before");
        fs::hard_link(&path, &before).unwrap();
        fs::remove_file(&before).unwrap();
        let kept = fs::File::open(&path).unwrap();
        TEXT.update(&path, |text| text.push('b')).unwrap();
        let changed = fs::metadata(&path).unwrap().ino();
        assert_ne!(changed, kept.metadata().unwrap().ino());
        TEXT.update(&path, |_| ()).unwrap();
        assert_eq!(fs::metadata(&path).unwrap().ino(), changed);
        assert_eq!(TEXT.load(&path).unwrap(), "ab");
    }

    /// Takes seconds: it waits for the file of another program for two seconds (`PATIENCE`).
    #[test]
    fn who_waits_for_another_program_gives_up() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("text");
        let held = lock_beside(&path).unwrap();
        let error = TEXT.update(&path, String::clear).unwrap_err().to_string();
        assert!(error.contains("another program is using it"), "{error}");
        assert!(!path.exists());
        drop(held);
        TEXT.update(&path, String::clear).unwrap();
        let mut attempts = 0;
        let second = || {
            attempts += 1;
            (attempts == 2).then_some(())
        };
        wait_for(PATIENCE, &|| false, second).unwrap();
        let stopped = wait_for(PATIENCE, &|| true, || None::<()>);
        assert_eq!(stopped.unwrap_err().kind(), io::ErrorKind::ResourceBusy);
    }

    #[test]
    fn a_long_message_of_a_parser_is_cut_off() {
        let whole = "x".repeat(MAX_REASON);
        assert_eq!(printable(&whole), whole);
        assert_eq!(printable(&format!("{whole}x")), format!("{whole}..."));
        assert_eq!(
            printable(" a\nb\u{1b} "),
            format!("a, b{}", clean("\u{1b}"))
        );
    }
}
