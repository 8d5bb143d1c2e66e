//! Games of Go in files: unfinished games and the history, both in SGF.

use std::path::{Path, PathBuf};

use super::autosave::StoredGame;
use super::saved_game::ReadError;
use super::state::StateFolder;
use crate::go::GoGame;
use crate::go::player::GoPlayerKind;
use crate::go::sgf::{self, GameRecord};
use crate::phrase::{io_reason, path_text};
use crate::session::GameMeta;
use crate::store::cannot_open;
use reversi::ByColor;
use reversi_text::Said;

impl StoredGame for GoGame {
    const EXTENSION: &'static str = "sgf";

    fn folder(state: &StateFolder) -> PathBuf {
        state.path().join("go")
    }

    fn history(state: &StateFolder) -> PathBuf {
        state.path().join("go.sgf")
    }

    fn read(bytes: &[u8]) -> Result<(Self, GameMeta<Self>), ReadError> {
        let damaged = |why: &dyn ToString| ReadError::Damaged(why.to_string());
        let record = sgf::parse(bytes).map_err(|why| damaged(&why))?;
        let started_at = record
            .date
            .parse()
            .map_err(|why: jiff::Error| damaged(&why))?;
        Ok((
            record.game,
            GameMeta::new(started_at, kinds(&record.players)),
        ))
    }

    fn write(&self, meta: &GameMeta<Self>) -> String {
        sgf::to_string(&GameRecord {
            game: self.clone(),
            players: meta.players.map(|kind| kind.to_string()),
            date: meta.started_at.to_string(),
        })
    }

    fn history_line(&self, meta: &GameMeta<Self>) -> String {
        self.write(meta).trim_end().to_owned()
    }
}

/// Returns the players of a file; those that are not known are people.
pub fn kinds(names: &ByColor<String>) -> ByColor<GoPlayerKind> {
    let kind = |name: &String| name.parse().unwrap_or(GoPlayerKind::Human);
    names.as_ref().map(kind)
}

/// Reads the first game of an SGF file, and its players.
///
/// # Errors
/// The file cannot be read, or holds no such game: a clause.
pub fn open(path: &Path) -> Result<(GoGame, ByColor<GoPlayerKind>), Said> {
    let cannot = |why: &str| cannot_open(format_args!("{}: {why}", path_text(path)));
    let record = sgf::open(path).map_err(|error| cannot(&io_reason(&error)))?;
    let record = record.map_err(|why| cannot(&why.to_string()))?;
    Ok((record.game, kinds(&record.players)))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::clock::StartTime;
    use crate::go::{GoMove, Grid, Komi};
    use crate::session::{Session, Setup};
    use crate::store::autosave::Autosave;
    use crate::store::saver::GameSaver;

    fn state() -> (tempfile::TempDir, StateFolder) {
        let folder = tempfile::tempdir().unwrap();
        let state = StateFolder::at(folder.path().join("reversi"));
        (folder, state)
    }

    fn game(moves: &[&str]) -> GoGame {
        let grid = Grid::new(5).unwrap();
        let mut game = GoGame::new(grid, Komi::usual(grid));
        for text in moves {
            game.play(text.parse::<GoMove>().unwrap()).unwrap();
        }
        game
    }

    fn people() -> ByColor<GoPlayerKind> {
        ByColor::new(GoPlayerKind::Human, GoPlayerKind::Human)
    }

    /// Saves a game in the name of a program that is killed before its thread does anything.
    fn killed(state: &StateFolder, game: &GoGame) {
        let (mut file, ..) = Autosave::open(state);
        let meta = GameMeta::new(StartTime::now(), people());
        file.save(game, &meta).unwrap();
    }

    fn start(state: &StateFolder) -> GameSaver<GoGame> {
        let (saver, notices) = GameSaver::start(Some(state.clone()), Arc::new(|| ()));
        assert_eq!(notices, [""; 0]);
        saver
    }

    #[test]
    fn a_game_is_found_as_it_was_when_its_program_was_killed() {
        let (_folder, state) = state();
        killed(&state, &game(&["c3", "b2"]));
        let mut saver = start(&state);
        assert_eq!(saver.unfinished()[0].game.entries().len(), 2);
        let setup = Setup::of_game(game(&[]), people(), 1);
        let mut session = Session::new(setup, Arc::new(|| ()));
        saver.resume(0, &mut session).unwrap();
        session.play("d4".parse().unwrap()).unwrap();
        saver.save(&session);
        drop(saver);
        let mut saver = start(&state);
        assert_eq!(saver.unfinished()[0].game.entries().len(), 3);
        saver.discard(0).unwrap();
        assert!(start(&state).unfinished().is_empty());
        assert_eq!(
            std::fs::read_dir(GoGame::folder(&state)).unwrap().count(),
            0
        );
    }

    #[test]
    fn a_game_that_was_over_when_its_program_was_killed_is_logged_once() {
        let (_folder, state) = state();
        let over = game(&["c3", "pass", "pass"]);
        assert!(over.outcome().is_some());
        killed(&state, &over);
        for _ in 0..2 {
            assert!(start(&state).unfinished().is_empty());
            let log = std::fs::read_to_string(state.path().join("go.sgf")).unwrap();
            assert_eq!(log.lines().count(), 1);
        }
    }
}
