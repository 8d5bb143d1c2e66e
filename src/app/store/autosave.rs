//! Owns the autosave: the game under way as a file that survives the end of the program, whatever ends
//! it.
//!
//! Each game under way is `autosave/ID.toml` in the [state folder](super::state), replaced as a whole
//! with every entry, and beside it `ID.lock`, which its program holds locked as long as it lives. A game
//! whose lock can be taken has lost its program and can be gone on with. So two programs never write
//! the same file, and two programs that start together never take up the same game.
//!
//! Where a file system knows no locks, games of programs that still run are found, too. To go on with
//! such a game does no harm: either program writes its own.

mod text;

use std::fs::{self, File, TryLockError};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::atomic::AtomicFile;
use super::state::{StateFolder, local_time};
use super::{Operation, StorageError};
use crate::app::session::MoveNote;
use crate::app::wording::unfinished_game;
use crate::color::ByColor;
use crate::game::{Entry, Game};
use crate::notation::clean;

pub use text::ReadError;

/// More than this is no autosave, in bytes.
const MAX_SIZE: u64 = 64 * 1024;

/// What was left behind by a program that was killed while it wrote is removed when it is so old.
const STALE: Duration = Duration::from_secs(24 * 60 * 60);

/// What belongs to a game besides its moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameMeta {
    /// When the game began, as [`local_time`] writes it. It tells the games of a program apart.
    pub begun: String,
    /// Who plays each side, as on the command line.
    pub players: ByColor<String>,
    /// The time that each side has, as on the command line.
    pub time: Option<String>,
    /// What happens when it is used up, as on the command line.
    pub flag: Option<String>,
    /// The time that is left, in milliseconds; negative when it is used up and the game goes on.
    pub left_ms: Option<ByColor<i64>>,
    /// What is noted about each entry, those that are undone too; what is missing at the end is not.
    pub notes: Vec<MoveNote>,
}

impl GameMeta {
    /// What belongs to a game that begins now.
    #[must_use]
    pub fn starting_now(players: ByColor<String>) -> Self {
        Self {
            begun: local_time(),
            players,
            ..Self::default()
        }
    }
}

/// A game that was under way when its program ended. It is held: no other program finds it as long as
/// this value lives. Dropped, it stays on disk, to be found again.
#[derive(Debug)]
pub struct Found {
    /// The game, with what was undone in it.
    pub game: Game,
    /// What belongs to it.
    pub meta: GameMeta,
    /// When it was saved last.
    pub saved: SystemTime,
    slot: Slot,
}

impl Found {
    /// One sentence about the game: when it began, who plays, how far it is.
    #[must_use]
    pub fn describe(&self) -> String {
        let GameMeta { begun, players, .. } = &self.meta;
        let is_move = |entry: &&Entry| matches!(entry, Entry::Move { .. });
        let moves = self.game.entries().iter().filter(is_move).count();
        unfinished_game(begun, players, moves)
    }

    /// Removes the game.
    ///
    /// # Errors
    /// What the system says.
    pub fn discard(self) -> Result<(), StorageError> {
        self.slot.remove()
    }
}

/// The files of one game under way.
#[derive(Debug)]
struct Slot {
    path: PathBuf,
    lock_path: PathBuf,
    /// Locked, where the file system knows locks, until it is closed.
    _lock: File,
}

impl Slot {
    fn paths(folder: &Path, id: &str) -> (PathBuf, PathBuf) {
        (
            folder.join(format!("{id}.toml")),
            folder.join(format!("{id}.lock")),
        )
    }

    /// Files that no other program has.
    fn new(folder: &Path) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        let mut number = since.map_or(0, |since| since.as_millis());
        loop {
            let id = format!("{number}-{}", std::process::id());
            let (path, lock_path) = Self::paths(folder, &id);
            match File::options()
                .write(true)
                .create_new(true)
                .open(&lock_path)
            {
                Ok(lock) => {
                    // Nobody else takes it: others look at locks of games that are there alone.
                    let _ = lock.try_lock();
                    return Ok(Self {
                        path,
                        lock_path,
                        _lock: lock,
                    });
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
                Err(error) => return Err(error),
            }
        }
    }

    /// The files of a game that is there; `None` while its program lives.
    fn take(folder: &Path, id: &str) -> io::Result<Option<Self>> {
        let (path, lock_path) = Self::paths(folder, id);
        let lock = File::options()
            .write(true)
            .create(true)
            .truncate(false)
            .open(&lock_path)?;
        if let Err(TryLockError::WouldBlock) = lock.try_lock() {
            return Ok(None);
        }
        let slot = Self {
            path,
            lock_path,
            _lock: lock,
        };
        if slot.path.exists() {
            return Ok(Some(slot));
        }
        // Its program ended it in the meantime.
        let _ = fs::remove_file(&slot.lock_path);
        Ok(None)
    }

    fn remove(self) -> Result<(), StorageError> {
        let removed = match fs::remove_file(&self.path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        };
        // The lock goes last, and its name before it is let go of.
        let _ = fs::remove_file(&self.lock_path);
        removed.map_err(StorageError::when(Operation::RemoveGame, &self.path))
    }
}

/// The autosave of one program.
#[derive(Debug)]
pub struct Autosave {
    folder: PathBuf,
    slot: Option<Slot>,
}

impl Autosave {
    /// Looks for games whose programs have ended, the newest first. A file that is damaged is set aside
    /// under another name; a sentence tells of each. Nothing is written before the first
    /// [`Autosave::save`].
    #[must_use]
    pub fn open(state: &StateFolder) -> (Self, Vec<Found>, Vec<String>) {
        let folder = state.autosaves();
        let (found, notices) = match look_into(&folder) {
            Ok(looked) => looked,
            Err(error) => (Vec::new(), vec![format!("{error}.")]),
        };
        (Self { folder, slot: None }, found, notices)
    }

    /// Saves the game in the place of what was saved before. When this returns it is on the disk.
    ///
    /// # Errors
    /// [`StorageError`]; what was saved before is still there.
    pub fn save(&mut self, game: &Game, meta: &GameMeta) -> Result<(), StorageError> {
        let text = text::write(game, meta);
        let slot = match &mut self.slot {
            Some(slot) => slot,
            none => none.insert(
                Slot::new(&self.folder)
                    .map_err(StorageError::when(Operation::SaveGame, &self.folder))?,
            ),
        };
        let write = |path: &Path| {
            let mut file = AtomicFile::create(path)?;
            file.write_all(text.as_bytes())?;
            file.commit()
        };
        write(&slot.path).map_err(StorageError::when(Operation::SaveGame, &slot.path))
    }

    /// Goes on with a game that was found: it is saved where it was. What this program saved before is
    /// removed.
    ///
    /// # Errors
    /// When that cannot be removed. The game is gone on with all the same.
    pub fn adopt(&mut self, found: Found) -> Result<(), StorageError> {
        let done = self.finish();
        self.slot = Some(found.slot);
        done
    }

    /// Leaves what was saved where it is, to be found by the next program that starts: the next game is
    /// saved elsewhere.
    pub fn set_aside(&mut self) {
        self.slot = None;
    }

    /// Removes what was saved: the game has ended and is kept elsewhere, or nobody wants it.
    ///
    /// # Errors
    /// What the system says.
    pub fn finish(&mut self) -> Result<(), StorageError> {
        self.slot.take().map_or(Ok(()), Slot::remove)
    }
}

impl Drop for Autosave {
    fn drop(&mut self) {
        // A lock without a game is of no use: the first save may have failed.
        if let Some(slot) = &self.slot
            && !slot.path.exists()
        {
            let _ = fs::remove_file(&slot.lock_path);
        }
    }
}

fn look_into(folder: &Path) -> Result<(Vec<Found>, Vec<String>), StorageError> {
    let failed = |path: &Path| StorageError::when(Operation::LookForGames, path);
    let (mut found, mut notices) = (Vec::new(), Vec::new());
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        // No folder, no games; a file in its place is told when something is to be saved.
        Err(error)
            if matches!(
                error.kind(),
                io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
            ) =>
        {
            return Ok((found, notices));
        }
        Err(error) => return Err(failed(folder)(error)),
    };
    for entry in entries {
        let path = entry.map_err(failed(folder))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if let Some(id) = name.strip_suffix(".toml")
            && !id.starts_with('.')
        {
            match look_at(folder, id) {
                Ok(Some(Ok(game))) => found.push(game),
                Ok(Some(Err(notice))) => notices.push(notice),
                Ok(None) => {}
                Err(error) => notices.push(format!("{}.", failed(&path)(error))),
            }
        } else if name.starts_with('.') || name.ends_with(".lock") {
            remove_if_stale(&path);
        }
    }
    found.sort_by_key(|found| std::cmp::Reverse(found.saved));
    notices.sort();
    Ok((found, notices))
}

/// Looks at one autosave: a game, or a sentence about a file that was set aside; `None` while its
/// program lives.
fn look_at(folder: &Path, id: &str) -> io::Result<Option<Result<Found, String>>> {
    let Some(slot) = Slot::take(folder, id)? else {
        return Ok(None);
    };
    let mut file = File::open(&slot.path)?;
    let saved = file.metadata()?.modified()?;
    let mut bytes = Vec::new();
    (&mut file).take(MAX_SIZE).read_to_end(&mut bytes)?;
    drop(file);
    match text::read(&bytes) {
        Ok((game, meta)) => Ok(Some(Ok(Found {
            game,
            meta,
            saved,
            slot,
        }))),
        // It is whole, and a newer program can read it.
        Err(why @ ReadError::Version(_)) => {
            let path = clean(&slot.path.display().to_string()).into_owned();
            Ok(Some(Err(format!(
                "Cannot read the saved game {path}: {why}."
            ))))
        }
        Err(why) => {
            let aside = set_aside(&slot.path)?;
            let notice = format!(
                "Cannot read the saved game {}: {why}. It was renamed to {}.",
                clean(&slot.path.display().to_string()),
                clean(&aside.file_name().unwrap_or_default().to_string_lossy()),
            );
            let _ = fs::remove_file(&slot.lock_path);
            Ok(Some(Err(notice)))
        }
    }
}

/// Gives a file another name, under which it is not looked at again.
fn set_aside(path: &Path) -> io::Result<PathBuf> {
    let mut number = 1;
    loop {
        let ending = if number == 1 {
            "damaged".to_owned()
        } else {
            format!("damaged-{number}")
        };
        let aside = path.with_extension(ending);
        if !aside.exists() {
            fs::rename(path, &aside)?;
            return Ok(aside);
        }
        number += 1;
    }
}

/// Removes what belongs to no game, unless it is new: it may just be coming into being.
fn remove_if_stale(path: &Path) {
    let is_lock = path.extension().is_some_and(|ending| ending == "lock");
    let has_game = is_lock && path.with_extension("toml").exists();
    let old = |path: &Path| {
        let age = fs::metadata(path)?.modified()?.elapsed();
        Ok::<_, io::Error>(age.is_ok_and(|age| age > STALE))
    };
    if has_game || !old(path).unwrap_or(false) {
        return;
    }
    if let Ok(file) = File::options().write(true).open(path)
        && !matches!(file.try_lock(), Err(TryLockError::WouldBlock))
    {
        let _ = fs::remove_file(path);
    }
}

#[cfg(test)]
mod tests;
