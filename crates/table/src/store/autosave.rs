//! The autosave: the game being played, in a file that survives any end of the program.
//!
//! Each unfinished game is `autosave/ID.toml` in the [state folder](super::state), replaced atomically
//! after every entry; until that is done, the newest entries are in `ID.lock`. Its program holds a lock on
//! that file while it plays; once the lock is free, the game can be resumed. So two programs never write
//! the same file or resume the same game. A game that is only listed is not locked: it is claimed when it
//! is resumed or discarded.
//!
//! On a file system without locks, games of running programs are found too. Resuming one does no harm:
//! each program writes its own file.

mod text;

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::SystemTime;

use super::saved_game::{
    self, Found, GameFiles, PendingSave, ReadError, SavedGame, SavedText, claim,
};
use super::state::StateFolder;
use super::{FileCheck, StorageError};
use crate::clock::StartTime;
use crate::player::TablePlayer as _;
use crate::player::description::PlayerName;
use crate::session::{GameMeta, Session, TableGame};
use reversi::{ByColor, Color, Game};
use reversi_text::{Name, Said, tr};

pub(super) use text::{read, write};

/// A game that is saved while it is played, and added to a history once it is over.
pub trait StoredGame: TableGame {
    /// The ending of the names of the files of unfinished games.
    const EXTENSION: &'static str;

    /// Returns the folder of unfinished games.
    fn folder(state: &StateFolder) -> PathBuf;

    /// Returns the file of the history.
    fn history(state: &StateFolder) -> PathBuf;

    /// Reads the file of an unfinished game.
    ///
    /// # Errors
    /// [`ReadError`].
    fn read(bytes: &[u8]) -> Result<(Self, GameMeta<Self>), ReadError>;

    /// Returns the contents of the file of an unfinished game.
    fn write(&self, meta: &GameMeta<Self>) -> String;

    /// Returns the line of a finished game in the history, without a line end.
    fn history_line(&self, meta: &GameMeta<Self>) -> String;

    /// Returns a sentence about how a game that was just added to the history compares with earlier ones.
    fn standing(
        _state: &StateFolder,
        _players: &ByColor<Self::Kind>,
        _stop: &dyn Fn() -> bool,
    ) -> Option<Said> {
        None
    }
}

/// An unfinished game whose program had ended when it was found.
#[derive(Clone, Debug)]
pub struct UnfinishedGame<G: TableGame = Game> {
    /// The game, including undone entries.
    pub game: G,
    /// Everything else about it.
    pub meta: GameMeta<G>,
    /// The time of the last save.
    pub saved: SystemTime,
    path: PathBuf,
}

impl<G: StoredGame> UnfinishedGame<G> {
    /// Returns a clause about the game: its start, its players and its number of moves.
    pub fn describe(&self) -> Said {
        let minute = self.meta.started_at.minute();
        let ByColor { black, white } = &self.meta.shown_players().map(|name| name.said());
        let (start, count) = (Name(&minute), self.moves());
        tr!(
            "{start}: {black} against {white}, {count} move"
                | "{start}: {black} against {white}, {count} moves",
            start,
            black,
            white,
            count
        )
    }

    /// Returns the players, the next move and the start in a few words: `vs level 5, move 23, today 13:58`.
    pub fn headline(&self) -> Said {
        let minute = self.meta.started_at.minute();
        let (date, time) = minute.split_at(10);
        let today = StartTime::now().minute();
        let game = &game_so_far(&self.meta.shown_players(), self.moves());
        if today.starts_with(date) {
            tr!("{game}, today {time}", game, time = Name(time.trim_start()))
        } else {
            tr!("{game}, {date}", game, date = Name(&minute))
        }
    }

    fn moves(&self) -> usize {
        let entries = self.game.entries().iter();
        entries.filter(|entry| G::is_chosen(entry)).count()
    }

    /// Returns whether it was played over the network.
    pub fn is_remote(&self) -> bool {
        Color::ALL.iter().any(|&c| self.meta.players[c].is_remote())
    }

    /// Puts the game into a session, with its players, and its clocks as of the last save. A game over the
    /// network continues between two people here, unless this session is also over the network.
    pub(super) fn resume(&self, session: &mut Session<G>) {
        let meta = &self.meta;
        session.names = meta.names;
        let is_remote = session.remote().is_some();
        session.set_players(meta.players.clone().map(|kind| {
            if kind.is_remote() && !is_remote {
                G::Kind::HUMAN
            } else {
                kind
            }
        }));
        session.restart(self.game.clone());
        session.started_at = meta.started_at;
        session.set_notes(meta.notes.clone());
        session.opening.clone_from(&meta.opening);
        // The person at this screen, whoever was at the other end.
        let local = Color::ALL
            .into_iter()
            .find(|&color| meta.players[color].is_human());
        let first = if self.is_remote() { local } else { None };
        session.help.casual = meta.casual;
        session.take_over_from(meta);
        session.help.first = first.unwrap_or(meta.first);
        let control = meta.clocks.as_ref().map(|clocks| clocks.control);
        let rule = meta.clocks.as_ref().map(|clocks| clocks.rule);
        session.set_time(control, rule.unwrap_or_default());
        if let Some(clocks) = &meta.clocks {
            session.set_left(clocks.left_ms);
        }
        session.set_paused(false);
    }

    /// Claims the game for this program, and reads it again. Returns `None` if another program has
    /// resumed or discarded it since it was found.
    ///
    /// # Errors
    /// Any error of the system.
    pub(super) fn claim(&self) -> Result<Option<(Self, GameFiles)>, StorageError> {
        let claimed = claim::<Contents<G>>(&self.path)?;
        Ok(claimed.map(|(found, files)| (Self::from(found), files)))
    }
}

impl<G: StoredGame> From<Found<Contents<G>>> for UnfinishedGame<G> {
    fn from(found: Found<Contents<G>>) -> Self {
        let (game, meta) = found.contents;
        Self {
            game,
            meta,
            saved: found.saved,
            path: found.path,
        }
    }
}

/// Reads every unfinished game without claiming it, also those that are being played.
///
/// # Errors
/// The folder cannot be read.
pub fn check<G: StoredGame>(state: &StateFolder) -> io::Result<FileCheck> {
    saved_game::check::<Contents<G>>(&G::folder(state))
}

/// The autosave of one program.
#[derive(Debug)]
pub struct Autosave<G: StoredGame = Game> {
    saved: SavedGame<Contents<G>>,
    /// The start of the game whose end was saved last.
    over: Option<StartTime>,
}

/// What is in a file.
type Contents<G> = (G, GameMeta<G>);

impl<G: StoredGame> SavedText for Contents<G> {
    const EXTENSION: &'static str = G::EXTENSION;

    fn read(bytes: &[u8]) -> Result<Self, ReadError> {
        G::read(bytes)
    }
}

impl<G: StoredGame> Autosave<G> {
    /// Finds the games whose programs have ended, the newest first. Damaged files are renamed, with a
    /// notice about each. Nothing is written before the first [`Autosave::save`].
    pub fn open(state: &StateFolder) -> (Self, Vec<UnfinishedGame<G>>, Vec<Said>) {
        let (saved, found, notices) = SavedGame::open(G::folder(state));
        let found = found.into_iter().map(UnfinishedGame::from).collect();
        (Self { saved, over: None }, found, notices)
    }

    /// Saves the game over the last save. On return it is on the disk.
    ///
    /// # Errors
    /// [`StorageError`]; the last save is unchanged.
    pub fn save(&mut self, game: &G, meta: &GameMeta<G>) -> Result<(), StorageError> {
        self.add(game, meta)?.commit()
    }

    /// Saves the game, so that it survives the end of the program. It is to be
    /// [committed](PendingSave::commit) on a thread.
    ///
    /// # Errors
    /// [`StorageError`]: there is no file yet, and none can be created.
    pub(super) fn add(
        &mut self,
        game: &G,
        meta: &GameMeta<G>,
    ) -> Result<PendingSave, StorageError> {
        if self
            .over
            .is_some_and(|started_at| started_at != meta.started_at)
        {
            // The game that is over may not be in the history yet.
            self.saved.set_aside();
        }
        self.over = game.outcome().is_some().then_some(meta.started_at);
        self.saved.save(game.write(meta))
    }

    /// Returns whether many saves wait to be [committed](PendingSave::commit).
    pub(super) fn is_far_behind(&self) -> bool {
        self.saved.is_far_behind()
    }

    /// Returns whether the next start finds the state that was saved last.
    pub(super) fn holds_newest(&self) -> bool {
        self.saved.holds_newest()
    }

    /// Continues in the files of a resumed game. Returns the files of the previous game, which is no longer
    /// wanted.
    pub(super) fn adopt(&mut self, files: GameFiles) -> Option<Arc<GameFiles>> {
        self.over = None;
        self.saved.adopt(files)
    }

    /// Leaves the saved game for the next program to find; the next game gets a new file.
    pub(crate) fn set_aside(&mut self) {
        self.over = None;
        self.saved.set_aside();
    }
}

/// A game in progress in a few words, with the number of the next move: `vs level 5, move 23` if you play, otherwise
/// `Ann vs level 5, move 23`.
pub fn game_so_far(names: &ByColor<PlayerName>, moves: usize) -> Said {
    let next = moves + 1;
    match (&names.black, &names.white) {
        (PlayerName::You, other) | (other, PlayerName::You) => {
            tr!("vs {other}, move {next}", other = &other.said(), next)
        }
        (black, white) => {
            let (black, white) = (&black.said(), &white.said());
            tr!("{black} vs {white}, move {next}", black, white, next)
        }
    }
}

#[cfg(test)]
mod tests;
