//! The autosave: the game under way as a file that survives the end of the program, whatever ends it.
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
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::atomic::write_file;
use super::state::{StartTime, StateFolder};
use super::{Operation, StorageError, is_missing};
use crate::app::clock::{FlagRule, TimeControl};
use crate::app::player::PlayerKind;
use crate::app::session::{MoveNote, Session};
use crate::app::wording::unfinished_game;
use crate::color::ByColor;
use crate::game::{Entry, Game};
use crate::notation::clean;
use crate::notation::input::read_bounded;

pub use text::ReadError;

/// More than this is no autosave, in bytes.
const MAX_SIZE: usize = 64 * 1024;

/// What was left behind by a program that was killed while it wrote is removed when it is so old.
const STALE: Duration = Duration::from_secs(24 * 60 * 60);

/// What belongs to a game besides its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameMeta {
    /// When the game began. It tells the games of a program apart.
    pub started_at: StartTime,
    /// Who plays each side.
    pub players: ByColor<PlayerKind>,
    /// The clocks, if the game has any.
    pub clocks: Option<SavedClocks>,
    /// What is noted about each entry, those that are undone too; what is missing at the end is not.
    pub notes: Vec<MoveNote>,
}

/// The clocks of a game as they are saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedClocks {
    /// The time that each side has.
    pub control: TimeControl,
    /// What happens when it is used up.
    pub rule: FlagRule,
    /// The time that is left, in milliseconds; negative when it is used up and the game goes on.
    pub left_ms: ByColor<i64>,
}

impl GameMeta {
    /// What belongs to a game without clocks and notes.
    #[must_use]
    pub const fn new(started_at: StartTime, players: ByColor<PlayerKind>) -> Self {
        Self {
            started_at,
            players,
            clocks: None,
            notes: Vec::new(),
        }
    }

    /// What belongs to the game of a session now.
    #[must_use]
    pub fn of(session: &Session, started_at: StartTime) -> Self {
        let millis = |time: Duration| i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
        let timing = session.timing();
        let clocks = timing.clock().zip(timing.remaining());
        Self {
            clocks: clocks.map(|(clock, left)| SavedClocks {
                control: clock.control(),
                rule: clock.rule(),
                left_ms: left.map(|left| millis(left.left()) - millis(left.over())),
            }),
            notes: timing.notes().to_vec(),
            ..Self::new(started_at, session.players())
        }
    }
}

/// A game that was under way when its program ended. It is held: no other program finds it as long as
/// this value lives. Dropped, it stays on disk, to be found again.
#[derive(Debug)]
pub struct UnfinishedGame {
    /// The game, with what was undone in it.
    pub game: Game,
    /// What belongs to it.
    pub meta: GameMeta,
    /// When it was saved last.
    pub saved: SystemTime,
    files: GameFiles,
}

impl UnfinishedGame {
    /// One sentence about the game: when it began, who plays, how far it is.
    #[must_use]
    pub fn describe(&self) -> String {
        let is_move = |entry: &&Entry| matches!(entry, Entry::Move { .. });
        let moves = self.game.entries().iter().filter(is_move).count();
        let minute = self.meta.started_at.minute();
        unfinished_game(minute, &self.meta.players, moves)
    }

    /// Puts the game into a session, with its players and clocks, which run on from what was left when
    /// the game was saved.
    pub(super) fn resume(&self, session: &mut Session) {
        let meta = &self.meta;
        session.set_players(meta.players);
        session.restart(self.game.clone());
        session.set_notes(meta.notes.clone());
        let control = meta.clocks.as_ref().map(|clocks| clocks.control);
        let rule = meta.clocks.as_ref().map(|clocks| clocks.rule);
        session.set_time(control, rule.unwrap_or_default());
        if let Some(clocks) = &meta.clocks {
            session.set_left(clocks.left_ms);
        }
        session.set_paused(false);
    }

    /// Removes the game.
    ///
    /// # Errors
    /// What the system says.
    pub fn discard(self) -> Result<(), StorageError> {
        self.files.remove()
    }
}

/// The files of one game under way.
#[derive(Debug)]
struct GameFiles {
    path: PathBuf,
    lock_path: PathBuf,
    /// Locked, where the file system knows locks, until it is closed.
    _lock: File,
}

impl GameFiles {
    /// Creates files that no other program has.
    fn new(folder: &Path) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        // The name must not be one that was used before: a damaged game may be kept under it.
        let (lock, lock_path) = tempfile::Builder::new()
            .prefix("game-")
            .suffix(".lock")
            .rand_bytes(12)
            .tempfile_in(folder)?
            .keep()?;
        // Nobody else takes it: others look at locks of games that are there alone.
        let _ = lock.try_lock();
        Ok(Self {
            path: lock_path.with_extension("toml"),
            lock_path,
            _lock: lock,
        })
    }

    /// The files of a game that is there; `None` while its program lives.
    fn take(path: &Path) -> io::Result<Option<Self>> {
        let lock_path = path.with_extension("lock");
        let lock = File::options()
            .write(true)
            .create(true)
            .truncate(false)
            .open(&lock_path)?;
        if let Err(TryLockError::WouldBlock) = lock.try_lock() {
            return Ok(None);
        }
        if !path.exists() {
            // Its program ended it in the meantime.
            let _ = fs::remove_file(&lock_path);
            return Ok(None);
        }
        Ok(Some(Self {
            path: path.to_owned(),
            lock_path,
            _lock: lock,
        }))
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
    files: Option<GameFiles>,
}

impl Autosave {
    /// Looks for games whose programs have ended, the newest first. A file that is damaged is set aside
    /// under another name; a sentence tells of each. Nothing is written before the first
    /// [`Autosave::save`].
    #[must_use]
    pub fn open(state: &StateFolder) -> (Self, Vec<UnfinishedGame>, Vec<String>) {
        let folder = state.autosaves();
        let (found, notices) = match look_into(&folder) {
            Ok(looked) => looked,
            Err(error) => (Vec::new(), vec![format!("{error}.")]),
        };
        (
            Self {
                folder,
                files: None,
            },
            found,
            notices,
        )
    }

    /// Saves the game in the place of what was saved before. When this returns it is on the disk.
    ///
    /// # Errors
    /// [`StorageError`]; what was saved before is still there.
    pub fn save(&mut self, game: &Game, meta: &GameMeta) -> Result<(), StorageError> {
        let text = text::write(game, meta);
        let files = match &mut self.files {
            Some(files) => files,
            none => none.insert(
                GameFiles::new(&self.folder)
                    .map_err(StorageError::when(Operation::SaveGame, &self.folder))?,
            ),
        };
        write_file(&files.path, text.as_bytes())
            .map_err(StorageError::when(Operation::SaveGame, &files.path))
    }

    /// Goes on with a game that was found: it is saved where it was. What this program saved before is
    /// removed.
    ///
    /// # Errors
    /// When that cannot be removed. The game is gone on with all the same.
    pub fn adopt(&mut self, found: UnfinishedGame) -> Result<(), StorageError> {
        let done = self.finish();
        self.files = Some(found.files);
        done
    }

    /// Leaves what was saved where it is, to be found by the next program that starts: the next game is
    /// saved elsewhere.
    pub fn set_aside(&mut self) {
        self.files = None;
    }

    /// Removes what was saved: the game has ended and is kept elsewhere, or nobody wants it.
    ///
    /// # Errors
    /// What the system says.
    pub fn finish(&mut self) -> Result<(), StorageError> {
        self.files.take().map_or(Ok(()), GameFiles::remove)
    }
}

impl Drop for Autosave {
    fn drop(&mut self) {
        // A lock without a game is of no use: the first save may have failed.
        if let Some(files) = &self.files
            && !files.path.exists()
        {
            let _ = fs::remove_file(&files.lock_path);
        }
    }
}

fn look_into(folder: &Path) -> Result<(Vec<UnfinishedGame>, Vec<String>), StorageError> {
    let failed = |path: &Path| StorageError::when(Operation::LookForGames, path);
    let (mut found, mut notices) = (Vec::new(), Vec::new());
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        // No folder, no games; a file in its place is told when something is to be saved.
        Err(error) if is_missing(&error) => {
            return Ok((found, notices));
        }
        Err(error) => return Err(failed(folder)(error)),
    };
    for entry in entries {
        let path = entry.map_err(failed(folder))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.ends_with(".toml") && !name.starts_with('.') {
            match look_at(&path) {
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

/// Looks at one autosave: a game, or a sentence about a file that cannot be read; `None` while its
/// program lives. A damaged file gets another name, under which it is not looked at again.
fn look_at(path: &Path) -> io::Result<Option<Result<UnfinishedGame, String>>> {
    let Some(files) = GameFiles::take(path)? else {
        return Ok(None);
    };
    let file = File::open(path)?;
    let saved = file.metadata()?.modified()?;
    let why = match text::read(&read_bounded(file, MAX_SIZE)?) {
        Ok((game, meta)) => {
            return Ok(Some(Ok(UnfinishedGame {
                game,
                meta,
                saved,
                files,
            })));
        }
        Err(why) => why,
    };
    let shown = path.display().to_string();
    let mut notice = format!("Cannot read the saved game {}: {why}.", clean(&shown));
    // A newer program can read a file of its version.
    if !matches!(why, ReadError::Version(_)) {
        let aside = path.with_extension("damaged");
        fs::rename(path, &aside)?;
        let name = aside.file_name().unwrap_or_default().to_string_lossy();
        notice = format!("{notice} It was renamed to {}.", clean(&name));
        let _ = fs::remove_file(&files.lock_path);
    }
    Ok(Some(Err(notice)))
}

/// Removes what belongs to no game, unless it is new: it may just be coming into being.
fn remove_if_stale(path: &Path) {
    let is_lock = path.extension().is_some_and(|ending| ending == "lock");
    let has_game = is_lock && path.with_extension("toml").exists();
    let old = |path: &Path| {
        let age = fs::metadata(path)?.modified()?.elapsed();
        Ok::<_, io::Error>(age.is_ok_and(|age| age > STALE))
    };
    if has_game || !old(path).is_ok_and(|old| old) {
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
