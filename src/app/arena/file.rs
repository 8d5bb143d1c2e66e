//! The file of a match: each game as a line of GGF, added when it ends.
//!
//! The event of a game names the players, the openings, the random seed and the time control, and its
//! round is the number of the pair and the game: 9.1 is the first game of the ninth pair. So a file says
//! to which match it belongs, and which games are missing.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufRead as _, BufReader, Read as _, Seek as _};
use std::path::{Path, PathBuf};

use super::{GameResult, Match, Results};
use crate::app::store::history::{add_line, line_of, parse};
use crate::app::wording::path_text;
use crate::notation::input::{GAME_LIMIT, check_regular};
use crate::notation::{Problem, Record, clean, decode};

/// An error of the file of a match. Displays as a clause.
#[derive(Debug, thiserror::Error)]
pub(crate) enum FileError {
    /// The name has another extension.
    #[error("{}: the games are stored as GGF; use a name that ends in .ggf", path_text(.0))]
    NotGgf(PathBuf),
    /// The file exists already.
    #[error("{} already exists; use --resume to continue its match, or another name", path_text(.0))]
    Present(PathBuf),
    /// The file has a game of another match.
    #[error(
        "{} has games of another match: {}; this one is: {}", path_text(.path), clean(.found),
        clean(.expected)
    )]
    OtherMatch {
        /// The file.
        path: PathBuf,
        /// What its game says about its match.
        found: String,
        /// What it would say here.
        expected: String,
    },
    /// The file has something else.
    #[error("{}, line {line}: not a game of a match: {problem}", path_text(.path))]
    NotAGame {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: u64,
        /// The problem with it.
        problem: Problem,
    },
    /// Another program is writing it.
    #[error("{} is in use by another program", path_text(.0))]
    InUse(PathBuf),
    /// An error of the system.
    #[error("{}: {}", path_text(.0), .1)]
    Failed(PathBuf, io::Error),
}

/// The file of a match, locked as long as it is open.
#[derive(Debug)]
pub(crate) struct MatchFile {
    file: File,
    path: PathBuf,
}

/// What a file had when it was opened.
#[derive(Debug)]
pub(crate) struct Kept {
    /// The results of its games.
    pub(crate) results: Results,
    /// The number of games.
    pub(crate) games: u32,
    /// The last game was incomplete, and was removed.
    pub(crate) torn: bool,
}

impl MatchFile {
    /// Opens a new or empty file, or with `resume` one that may have games of this match already.
    ///
    /// # Errors
    /// [`FileError`]; the file is unchanged.
    pub(crate) fn open(
        path: &Path,
        contest: &Match,
        resume: bool,
    ) -> Result<(Self, Kept), FileError> {
        let failed = |error| FileError::Failed(path.to_owned(), error);
        if path
            .extension()
            .is_none_or(|ending| !ending.eq_ignore_ascii_case("ggf"))
        {
            return Err(FileError::NotGgf(path.to_owned()));
        }
        match check_regular(path) {
            Ok(()) if !resume && fs::metadata(path).is_ok_and(|file| file.len() > 0) => {
                return Err(FileError::Present(path.to_owned()));
            }
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(failed(error)),
            _ => {}
        }
        let mut options = File::options();
        let file = options.read(true).append(true).create(true).open(path);
        let mut file = Self {
            file: file.map_err(failed)?,
            path: path.to_owned(),
        };
        // Without locks in the file system, nothing stops two programs.
        if let Err(TryLockError::WouldBlock) = file.file.try_lock() {
            return Err(FileError::InUse(path.to_owned()));
        }
        let kept = file.read(contest)?;
        Ok((file, kept))
    }

    /// Adds a game. On return it is on the disk.
    ///
    /// # Errors
    /// Any error of the system; the file is unchanged.
    pub(crate) fn add(&mut self, record: &Record) -> Result<(), FileError> {
        add_line(&mut self.file, &line_of(record))
            .map_err(|error| FileError::Failed(self.path.clone(), error))
    }

    /// Reads the games, and removes an incomplete one at the end, which was cut off by the end of the
    /// program.
    fn read(&mut self, contest: &Match) -> Result<Kept, FileError> {
        let failed = |error| FileError::Failed(self.path.clone(), error);
        let mut kept = Kept {
            results: Results::new(contest),
            games: 0,
            torn: false,
        };
        self.file.rewind().map_err(failed)?;
        let mut lines = BufReader::new(&self.file);
        let (mut number, mut complete) = (0, 0);
        let mut line = Vec::new();
        loop {
            number += 1;
            line.clear();
            let length = (&mut lines)
                .take(GAME_LIMIT as u64)
                .read_until(b'\n', &mut line)
                .map_err(failed)?;
            let text = line.trim_ascii();
            if length == 0 {
                break;
            }
            if !text.is_empty() {
                match parse(text) {
                    Ok(record) => {
                        let (game, result) = self.check(contest, &record)?;
                        if game < contest.games() && !kept.results.contains(game) {
                            kept.results.add(game, result);
                            kept.games += 1;
                        }
                    }
                    Err(_)
                        if length < GAME_LIMIT
                            && !line.ends_with(b"\n")
                            && is_cut_off(text, contest) =>
                    {
                        kept.torn = true;
                        self.file.set_len(complete).map_err(failed)?;
                        break;
                    }
                    Err(problem) => {
                        return Err(FileError::NotAGame {
                            path: self.path.clone(),
                            line: number,
                            problem,
                        });
                    }
                }
            }
            complete += length as u64;
        }
        Ok(kept)
    }

    /// Returns the number of a game and its result for the first player of its pairing.
    fn check(&self, contest: &Match, record: &Record) -> Result<(u32, GameResult), FileError> {
        let found = || {
            let (pair, game) = record.round.split_once('.')?;
            let pair: u32 = pair.parse().ok()?;
            let game: u32 = game.parse().ok().filter(|game| (1..=2).contains(game))?;
            let number = pair.checked_sub(1)?.checked_mul(2)? + game - 1;
            let fixture = contest.fixture(number);
            let opening = contest.opening(&fixture);
            let replayed = record.replay().ok()?;
            let expected = as_read(&contest.described(&fixture));
            let is_ours = record.event == expected.event
                && record.players == expected.players
                && replayed.entries().starts_with(opening.entries());
            let result = GameResult::of(record, fixture.first())?;
            is_ours.then_some((number, result))
        };
        found().ok_or_else(|| FileError::OtherMatch {
            path: self.path.clone(),
            found: match record.event.as_str() {
                "" => "a game without an event".to_owned(),
                event if record.round.is_empty() => format!("{event}, without a round"),
                event => format!("{event}, round {}", record.round),
            },
            expected: contest.event(),
        })
    }
}

/// Returns whether the last line of a file may be the beginning of a game of a match.
fn is_cut_off(line: &[u8], contest: &Match) -> bool {
    const START: &str = "(;GM[Othello]";
    let line = decode(line);
    let event = as_read(&contest.described(&contest.fixture(0))).event;
    // The event comes before the players.
    let is_ours = !line.contains("]PB[") || line.contains(&format!("]EV[{event}]"));
    (line.starts_with(START) || START.starts_with(&*line)) && !line.ends_with(";)") && is_ours
}

/// Returns a record as it is read back: some characters of a text cannot be written.
fn as_read(record: &Record) -> Record {
    parse(line_of(record).as_bytes()).expect("a record can be read back")
}
