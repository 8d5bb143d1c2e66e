//! The file of a match: each game as a line of GGF, added when it ends.
//!
//! The event of a game names the players, the openings, the random seed and the time control, and its
//! round is the number of the pair and the game: 9.1 is the first game of the ninth pair. So a file says
//! to which match it belongs, and which games are missing.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufRead as _, BufReader, Read as _, Seek as _};
use std::path::{Path, PathBuf};

use super::{Fixture, GameResult, Match, Results};
use reversi_notation::input::{GAME_LIMIT, check_regular};
use reversi_notation::{Format, Problem, Record, clean, decode};
use reversi_table::phrase::{about, faults, io_reason, path_text};
use reversi_table::store::history::{add_line, line_of, parse};
use reversi_text::{Name, Said, tr};

/// An error of the file of a match. Displays as a clause.
#[derive(Debug, thiserror::Error)]
pub enum MatchFileError {
    /// The name has another extension.
    #[error("{}", tr!("{path}: the games are stored as GGF; use a name that ends in .ggf", path = Name(&path_text(_0))))]
    NotGgf(PathBuf),
    /// The file exists already.
    #[error("{}", tr!("{path} already exists; use --resume to continue its match, or another name", path = Name(&path_text(_0))))]
    Present(PathBuf),
    /// The file has a game of another match.
    #[error("{}", tr!("{path} has games of another match: {other}; this one is: {this}", path = Name(&path_text(path)), other = Name(&clean(found)), this = Name(&clean(expected))))]
    OtherMatch {
        /// The file.
        path: PathBuf,
        /// What its game says about its match.
        found: Said,
        /// What it would say here.
        expected: String,
    },
    /// The file has something else.
    #[error("{}", tr!("{path}, line {line}: not a game of a match: {problem}", path = Name(&path_text(path)), line = *line, problem = &faults::problem(problem)))]
    NotAGame {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: u64,
        /// The problem with it.
        problem: Problem,
    },
    /// Another program is writing it.
    #[error("{}", tr!("{path} is in use by another program", path = Name(&path_text(_0))))]
    InUse(PathBuf),
    /// An error of the system.
    #[error("{}", about(&path_text(_0), io_reason(_1)))]
    Failed(PathBuf, io::Error),
}

/// The file of a match, locked as long as it is open.
#[derive(Debug)]
pub struct MatchFile {
    file: File,
    path: PathBuf,
}

/// What a file had when it was opened.
#[derive(Debug)]
pub struct Kept {
    /// The results of its games.
    pub results: Results,
    /// The number of games.
    pub(crate) games: u32,
    /// The last game was incomplete, and was removed.
    pub torn: bool,
}

impl MatchFile {
    /// Opens a new or empty file, or with `resume` one that may have games of this match already.
    ///
    /// # Errors
    /// [`MatchFileError`]; the file is unchanged.
    pub fn open(
        path: &Path,
        contest: &Match,
        resume: bool,
    ) -> Result<(Self, Kept), MatchFileError> {
        let failed = |error| MatchFileError::Failed(path.to_owned(), error);
        if Format::of_path(path) != Some(Format::Ggf) {
            return Err(MatchFileError::NotGgf(path.to_owned()));
        }
        match check_regular(path) {
            Ok(()) if !resume && fs::metadata(path).is_ok_and(|file| file.len() > 0) => {
                return Err(MatchFileError::Present(path.to_owned()));
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
            return Err(MatchFileError::InUse(path.to_owned()));
        }
        let kept = file.read(contest)?;
        Ok((file, kept))
    }

    /// Adds a game. On return it is on the disk.
    ///
    /// # Errors
    /// Any error of the system; the file is unchanged.
    pub fn add(&mut self, record: &Record) -> Result<(), MatchFileError> {
        add_line(&mut self.file, &line_of(record))
            .map_err(|error| MatchFileError::Failed(self.path.clone(), error))
    }

    /// Reads the games, and removes an incomplete one at the end, which was cut off by the end of the
    /// program.
    fn read(&mut self, contest: &Match) -> Result<Kept, MatchFileError> {
        let failed = |error| MatchFileError::Failed(self.path.clone(), error);
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
                        let is_own = game < contest.games() && contest.has(game);
                        if is_own && !kept.results.contains(game) {
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
                        return Err(MatchFileError::NotAGame {
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
    fn check(&self, contest: &Match, record: &Record) -> Result<(u32, GameResult), MatchFileError> {
        let found = || {
            let (pair, game) = record.round.split_once('.')?;
            let pair: u32 = pair.parse().ok()?;
            let game: u32 = game.parse().ok().filter(|game| (1..=2).contains(game))?;
            let number = pair.checked_sub(1)?.checked_mul(2)? + game - 1;
            let fixture = contest.fixture(number);
            let opening = contest.opening(&fixture);
            let replayed = record.replay().ok()?;
            let is_named = |expected: &Record| {
                record.event == expected.event && record.players == expected.players
            };
            let is_ours = descriptions(contest, &fixture).iter().any(is_named)
                && replayed.entries().starts_with(opening.entries());
            let result = GameResult::of(record, fixture.first())?;
            is_ours.then_some((number, result))
        };
        found().ok_or_else(|| MatchFileError::OtherMatch {
            path: self.path.clone(),
            found: match record.event.as_str() {
                "" => tr!("a game without an event"),
                event if record.round.is_empty() => {
                    tr!("{event}, without a round", event = Name(event))
                }
                event => {
                    let (event, round) = (Name(event), Name(&record.round));
                    tr!("{event}, round {round}", event, round)
                }
            },
            expected: contest.event(),
        })
    }
}

/// Returns whether the last line of a file may be the beginning of a game of a match.
fn is_cut_off(line: &[u8], contest: &Match) -> bool {
    const START: &str = "(;GM[Othello]";
    let line = decode(line);
    let has_event = |record: &Record| line.contains(&format!("]EV[{}]", record.event));
    // The event comes before the players.
    let is_ours = !line.contains("]PB[")
        || descriptions(contest, &contest.fixture(0))
            .iter()
            .any(has_event);
    (line.starts_with(START) || START.starts_with(&*line)) && !line.ends_with(";)") && is_ours
}

/// Returns what a file of a match says about a game, today and as older versions wrote it.
fn descriptions(contest: &Match, fixture: &Fixture) -> [Record; 2] {
    [
        contest.described(fixture),
        contest.formerly_described(fixture),
    ]
    .map(|record| as_read(&record))
}

/// Returns a record as it is read back: some characters of a text cannot be written.
fn as_read(record: &Record) -> Record {
    parse(line_of(record).as_bytes()).expect("a record can be read back")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::tests::{contest, failing, run};
    use crate::arena::{Runner, Update};
    use reversi_table::game_opening::GameOpening;

    /// Plays at most this many games, keeping them, and returns the results.
    fn play(contest: &Match, path: &Path, most: u32) -> Results {
        let (mut file, kept) = MatchFile::open(path, contest, true).unwrap();
        let runner = Runner::resume(kept.results);
        let stopper = runner.stopper();
        let mut left = most;
        let results = runner.run(2, |update| {
            if let Update::Ended(_, record, _) = update
                && left > 0
            {
                file.add(record).unwrap();
                left -= 1;
                if left == 0 {
                    stopper.stop();
                }
            }
            Ok(())
        });
        results.unwrap()
    }

    /// Takes seconds: it plays matches of 12 and of 36 games twice, and level 1 thinks in three quarters of them.
    #[test]
    fn a_match_that_was_interrupted_has_the_same_result_as_another() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("match.ggf");
        for players in [
            &["greedy", "engine:1"][..],
            &["random", "greedy", "engine:1"],
        ] {
            let contest = contest(players);
            let whole = run(&contest, 2).unwrap();
            play(&contest, &path, 5);
            // The program was killed while it wrote the sixth game.
            let text = fs::read_to_string(&path).unwrap();
            assert_eq!(text.lines().count(), 5);
            let line = text.lines().next().unwrap();
            fs::write(&path, text.clone() + &line[..100]).unwrap();
            let (_, kept) = MatchFile::open(&path, &contest, true).unwrap();
            assert_eq!((kept.games, kept.torn), (5, true));
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
            play(&contest, &path, 3);
            let results = play(&contest, &path, u32::MAX);
            assert!(results.is_complete());
            for pairing in 0..contest.pairings().len() {
                assert_eq!(results.tally(pairing), whole.tally(pairing));
            }
            let games = reversi_notation::detect::open(&path, None).unwrap();
            assert_eq!(games.map(Result::unwrap).count(), contest.games() as usize);
            fs::remove_file(&path).unwrap();
        }
    }

    #[test]
    fn the_file_of_an_older_version_is_continued_with_the_names_of_today() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("match.ggf");
        let contest = contest(&["engine:2", "level 1"]);
        play(&contest, &path, 3);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains("PB[level 2]") && !text.contains("engine"));
        let former = text.replace("level ", "engine:");
        fs::write(&path, former.clone() + &former[..90]).unwrap();
        let (_, kept) = MatchFile::open(&path, &contest, true).unwrap();
        assert_eq!((kept.games, kept.torn), (3, true));
        assert!(play(&contest, &path, u32::MAX).is_complete());
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.starts_with(&former) && text[former.len()..].contains("PW[level 2]"));
    }

    #[test]
    fn forfeits_and_losses_on_time_are_read_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("match.ggf");
        let contest = Match {
            factory: failing,
            ..contest(&["greedy", "random"])
        };
        let whole = play(&contest, &path, u32::MAX);
        let (_, kept) = MatchFile::open(&path, &contest, true).unwrap();
        assert_eq!(kept.results.tally(0), whole.tally(0));
        assert_eq!(kept.results.tally(0).forfeited, [6, 0]);
    }

    #[test]
    fn a_file_of_something_else_is_refused_and_stays_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("match.ggf");
        let ours = contest(&["greedy", "random"]);
        play(&ours, &path, 3);
        let before = fs::read(&path).unwrap();
        let error = |contest: &Match, resume| {
            let error = MatchFile::open(&path, contest, resume).unwrap_err();
            assert_eq!(fs::read(&path).unwrap(), before);
            let folder = format!("{}{}", folder.path().display(), std::path::MAIN_SEPARATOR);
            error.to_string().replace(&folder, "/")
        };
        assert_eq!(
            error(&ours, false),
            "/match.ggf already exists; use --resume to continue its match, or another name"
        );
        let told = error(
            &Match {
                seed: 8,
                ..ours.clone()
            },
            true,
        );
        // Either of the first two games may end first.
        assert_eq!(
            told.replace("1.2", "1.1"),
            "/match.ggf has games of another match: Match of greedy and random, openings of 8 moves, \
             seed 7, no clocks, round 1.1; this one is: Match of greedy and random, openings of 8 moves, \
             seed 8, no clocks"
        );
        let time = Some("1m".parse().unwrap());
        for other in [
            contest(&["random", "greedy"]),
            Match {
                openings: GameOpening::Random(9),
                ..ours.clone()
            },
            Match {
                openings: GameOpening::Balanced,
                ..ours.clone()
            },
            Match {
                time,
                ..ours.clone()
            },
        ] {
            assert!(error(&other, true).contains("another match"));
        }
        // More games of the same match may be played later.
        let (file, kept) = MatchFile::open(
            &path,
            &Match {
                pairs: 9,
                ..ours.clone()
            },
            true,
        )
        .unwrap();
        assert_eq!(kept.games, 3);
        assert!(error(&ours, true).ends_with("is in use by another program"));
        drop(file);
        let other = "(;GM[Othello]EV[Match of x and y]PB[x]PW[y]B[f5";
        let long = format!("(;GM[Othello]CO[{}", "x".repeat(2 << 20));
        for text in [
            "Dear reader",
            "Dear reader\n",
            "(;GM[Othello];)",
            other,
            &long,
        ] {
            fs::write(&path, text).unwrap();
            MatchFile::open(&path, &ours, true).unwrap_err();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        for (text, said) in [
            (
                "Dear reader
",
                "/match.ggf, line 1: not a game of a match: ",
            ),
            (
                "(;GM[Othello]EV[Spring cup]PB[x]PW[y]B[f5];)
",
                "/match.ggf has games of another match: Spring cup, without a round; this one is: ",
            ),
        ] {
            fs::write(&path, text).unwrap();
            let error = MatchFile::open(&path, &ours, true).unwrap_err().to_string();
            let error = error.replace(&*folder.path().display().to_string(), "");
            assert!(error.replace('\\', "/").starts_with(said), "{error}");
        }
        let name = folder.path().join("match.pgn");
        let error = MatchFile::open(&name, &ours, false)
            .unwrap_err()
            .to_string();
        assert!(error.ends_with("use a name that ends in .ggf"), "{error}");
        assert!(!name.exists());
    }
}
