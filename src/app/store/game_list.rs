//! Owns lists of games to choose from: a line for each game of a file, of a text or of the log, in
//! memory that does not grow with it, and reading the one that was chosen.

use std::collections::VecDeque;
use std::io::{self, BufRead, Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::history;
use super::state::StateFolder;
use crate::color::{ByColor, Color};
use crate::notation::{Problem, Record, Records, clean, detect, summary};

/// A list of a file or a text has so many games at most; any other is named by its number.
pub const LONGEST_LIST: usize = 10_000;

/// The list of the log has so many games at most: the latest.
pub const LATEST: usize = 500;

/// How much of a text from a file is kept for its line, in characters.
const CLIP: usize = 60;

/// Where games come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A file.
    File(PathBuf),
    /// A text, such as one that was pasted.
    Text(Arc<str>),
    /// The log of games.
    Log(StateFolder),
}

/// What a list says about a game, fit for a terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// The players, `?` where they are not known.
    pub players: ByColor<String>,
    /// The result in a few words, as [`summary::result`] has it.
    pub result: String,
    /// The date in whatever form, without seconds; empty where it is not known.
    pub date: String,
    /// How many discs were placed.
    pub moves: usize,
}

impl About {
    /// What a list says about a record.
    #[must_use]
    pub fn of(record: &Record) -> Self {
        let date = record.date.trim();
        let date = match date.as_bytes().get(13) {
            Some(b':') => date.get(..16).unwrap_or(date),
            _ => date,
        };
        Self {
            players: ByColor::new(Color::Black, Color::White)
                .map(|color| clip(&summary::player(record, color))),
            result: clip(&summary::result(record)),
            date: clip(&clean(date)),
            moves: record.moves.iter().filter(|m| m.square.is_some()).count(),
        }
    }
}

fn clip(text: &str) -> String {
    text.chars().take(CLIP).collect()
}

/// A line of a list: a game, or a sentence about what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameLine {
    /// The number of the game in its source, counted from 1.
    pub number: u64,
    /// What it is.
    pub game: Result<About, String>,
}

/// The games of a source.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameList {
    /// The games; of the log the latest first.
    pub lines: Vec<GameLine>,
    /// Whether there are more than are listed.
    pub more: bool,
    /// The game, where there is but one.
    pub only: Option<Box<Record>>,
}

/// The file and the number that a person means: `FILE`, or `FILE#K` for game K where no file has the
/// whole name.
#[must_use]
pub fn file_and_number(path: &Path) -> (PathBuf, Option<u64>) {
    let split = || {
        let (file, number) = path.to_str()?.rsplit_once('#')?;
        Some((PathBuf::from(file), number.parse().ok()?))
    };
    match split() {
        Some((file, number)) if !path.exists() => (file, Some(number)),
        _ => (path.to_owned(), None),
    }
}

/// Lists the games of a source until it is told to stop; `None` when it was.
///
/// # Errors
/// A sentence without its full stop: the source cannot be read at all.
pub fn list(source: &Source, stop: &dyn Fn() -> bool) -> Result<Option<GameList>, String> {
    match source {
        Source::File(path) => Ok(list_records(open(path, stop)?, stop)),
        Source::Text(text) => Ok(list_records(read(text), stop)),
        Source::Log(state) => list_log(state, stop),
    }
}

/// A file that is read until it is told to stop: one without games would be read to its end otherwise.
struct Stoppable<'a> {
    file: std::fs::File,
    stop: &'a dyn Fn() -> bool,
}

impl Read for Stoppable<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if (self.stop)() {
            return Err(io::Error::other("it was given up"));
        }
        self.file.read(buffer)
    }
}

fn open<'a>(
    path: &Path,
    stop: &'a dyn Fn() -> bool,
) -> Result<Records<impl BufRead + use<'a>>, String> {
    let failed = |error: io::Error| {
        let shown = path.display().to_string();
        format!("{}: {}", clean(&shown), clean(&error.to_string()))
    };
    if path.as_os_str().is_empty() {
        return Err("There is no name of a file before the number".to_owned());
    }
    if path.is_dir() {
        let shown = path.display().to_string();
        return Err(format!(
            "{} is a folder: add the name of a file in it",
            clean(&shown)
        ));
    }
    detect::open_through(path, None, |file| Stoppable { file, stop }).map_err(failed)
}

fn read(text: &Arc<str>) -> Records<impl BufRead + use<>> {
    detect::read(Cursor::new(Arc::<[u8]>::from(Arc::clone(text))), None)
}

fn list_records(records: Records<impl BufRead>, stop: &dyn Fn() -> bool) -> Option<GameList> {
    let mut list = GameList::default();
    for (number, game) in (1..).zip(records) {
        if stop() {
            return None;
        }
        if list.lines.len() == LONGEST_LIST {
            list.more = true;
            break;
        }
        list.lines.push(GameLine {
            number,
            game: match &game {
                Ok(record) => Ok(About::of(record)),
                Err(error) => Err(error.problem.to_string()),
            },
        });
        list.only = game.ok().filter(|_| number == 1).map(Box::new);
    }
    // What was given up ends like a file that cannot be read.
    (!stop()).then_some(list)
}

fn list_log(state: &StateFolder, stop: &dyn Fn() -> bool) -> Result<Option<GameList>, String> {
    let mut latest = VecDeque::new();
    let mut more = false;
    for logged in history::read(state).map_err(|error| error.to_string())? {
        let logged = logged.map_err(|error| error.to_string())?;
        if stop() {
            return Ok(None);
        }
        if logged.superseded {
            continue;
        }
        latest.push_front(GameLine {
            number: logged.number,
            game: match &logged.record {
                Ok(record) => Ok(About::of(record)),
                Err(problem) => Err(problem.to_string()),
            },
        });
        if latest.len() > LATEST {
            latest.pop_back();
            more = true;
        }
    }
    Ok(Some(GameList {
        lines: latest.into(),
        more,
        only: None,
    }))
}

/// Reads one game of a source, by its number; `None` when it was told to stop.
///
/// # Errors
/// A sentence without its full stop.
pub fn pick(
    source: &Source,
    number: u64,
    stop: &dyn Fn() -> bool,
) -> Result<Option<Record>, String> {
    match source {
        Source::File(path) => pick_record(open(path, stop)?, number, stop),
        Source::Text(text) => pick_record(read(text), number, stop),
        Source::Log(state) => {
            let log = history::read(state).map_err(|error| error.to_string())?;
            for logged in log {
                let logged = logged.map_err(|error| error.to_string())?;
                if stop() {
                    return Ok(None);
                }
                if logged.number == number {
                    return found(logged.record);
                }
            }
            Err(format!("The history has no game {number}"))
        }
    }
}

fn found(record: Result<Record, Problem>) -> Result<Option<Record>, String> {
    record.map(Some).map_err(|problem| problem.to_string())
}

fn pick_record(
    records: Records<impl BufRead>,
    number: u64,
    stop: &dyn Fn() -> bool,
) -> Result<Option<Record>, String> {
    if number == 0 {
        return Err("Games are numbered from 1".to_owned());
    }
    let mut count: u64 = 0;
    for game in records {
        if stop() {
            return Ok(None);
        }
        count += 1;
        if count == number {
            return found(game.map_err(|error| error.problem));
        }
    }
    if stop() {
        return Ok(None);
    }

    Err(format!(
        "There is no game {number}, only {}",
        crate::app::wording::plural(count, "game")
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go_on() -> bool {
        false
    }

    #[test]
    fn a_file_is_given_up_where_no_game_comes_any_more() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("comments.txt");
        let comments = "% nothing here\n".repeat(1 << 16);
        std::fs::write(&path, format!("f5d6\n{comments}")).unwrap();
        let asked = std::cell::Cell::new(0);
        let stop = || {
            asked.set(asked.get() + 1);
            asked.get() > 3
        };
        let source = Source::File(path);
        assert_eq!(list(&source, &stop), Ok(None));
        assert!(asked.get() < 10, "asked {} times", asked.get());
        asked.set(0);
        assert_eq!(pick(&source, 2, &stop), Ok(None));
    }

    fn text(games: &str) -> Source {
        Source::Text(games.into())
    }

    #[test]
    fn a_list_has_a_line_for_each_game_and_an_error_hides_no_other() {
        let source = text("f5d6c3\nf5f5\nf5f4\n");
        let list = list(&source, &go_on).unwrap().unwrap();
        assert_eq!(list.only, None);
        let moves: Vec<_> = list
            .lines
            .iter()
            .map(|l| l.game.as_ref().map(|g| g.moves))
            .collect();
        let wrong = "move 2: f5 is taken by Black".to_owned();
        assert_eq!(moves, [Ok(3), Err(&wrong), Ok(2)]);
        assert_eq!(pick(&source, 3, &go_on).unwrap().unwrap().moves.len(), 2);
        assert_eq!(pick(&source, 2, &go_on), Err(wrong));
        let none = "There is no game 4, only 3 games".to_owned();
        assert_eq!(pick(&source, 4, &go_on), Err(none));
    }

    #[test]
    fn the_only_game_comes_with_its_list() {
        let list = list(&text("f5d6c3"), &go_on).unwrap().unwrap();
        assert_eq!(list.only.unwrap().moves.len(), 3);
    }

    #[test]
    fn a_long_list_ends_and_says_that_there_is_more() {
        let games = "f5d6\n".repeat(LONGEST_LIST);
        let whole = list(&text(&games), &go_on).unwrap().unwrap();
        assert_eq!((whole.lines.len(), whole.more), (LONGEST_LIST, false));
        let source = text(&(games + "f5f4\n"));
        let cut = list(&source, &go_on).unwrap().unwrap();
        assert_eq!((cut.lines.len(), cut.more), (LONGEST_LIST, true));
        let last = pick(&source, LONGEST_LIST as u64 + 1, &go_on)
            .unwrap()
            .unwrap();
        assert_eq!(last.moves[1].square, "f4".parse().ok());
    }

    #[test]
    fn reading_stops_when_it_is_told_to() {
        let source = text(&"f5d6\n".repeat(100));
        let left = std::cell::Cell::new(50);
        let stop = || left.replace(left.get() - 1) == 0;
        assert_eq!(list(&source, &stop), Ok(None));
        left.set(50);
        assert_eq!(pick(&source, 90, &stop), Ok(None));
    }

    #[test]
    fn names_of_any_length_with_anything_in_them_become_short_and_harmless() {
        let name = "\u{1b}[2J".repeat(1000);
        let list = list(
            &text(&format!("(;GM[Othello]PB[{name}]PW[b]B[f5];)")),
            &go_on,
        );
        let about = list.unwrap().unwrap().lines[0].game.clone().unwrap();
        assert!(about.players.black.starts_with("\\u{1b}"), "{about:?}");
        assert!(about.players.black.chars().count() <= CLIP);
    }

    #[test]
    fn a_number_behind_a_name_is_a_game_unless_it_is_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.ggf#2");
        assert_eq!(
            file_and_number(&path),
            (folder.path().join("a.ggf"), Some(2))
        );
        std::fs::write(&path, "").unwrap();
        assert_eq!(file_and_number(&path), (path.clone(), None));
        assert_eq!(file_and_number(Path::new("a#b")), ("a#b".into(), None));
    }

    #[test]
    fn a_file_that_is_not_there_is_named() {
        let error = list(&Source::File("none/here.ggf".into()), &go_on).unwrap_err();
        assert!(error.starts_with("none/here.ggf: "), "{error}");
        assert!(
            list(&Source::File(".".into()), &go_on)
                .unwrap_err()
                .contains("is a folder")
        );
    }
}
