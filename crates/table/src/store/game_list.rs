//! Lists of games to choose from: one line for each game of a file, a text or the history, in bounded
//! memory, and the chosen game.

use std::fs;
use std::io::{self, BufRead, Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::game_facts::GameFacts;
use super::game_file::listed_path;
use super::history::{self, Logged};
use super::state::StateFolder;
use super::{StorageError, summary};
use crate::background::TaskError;
use crate::phrase::faults::problem;
use crate::phrase::{io_reason, opening_name, path_text, to_the_minute};
use crate::player::name::lone_person;
use reversi::{ByColor, Color, Opening, Position};
use reversi_notation::{Problem, Record, RecordError, Records, clean, detect};
use reversi_text::{Name, Said, tr};

/// The maximum number of games listed from a file or a text; later ones can be chosen by number.
pub(crate) const LONGEST_LIST: usize = 10_000;

/// The maximum number of games listed from the history: the latest ones.
pub const LATEST: usize = 500;

/// The longest text from a file that a line keeps, in characters.
const CLIP: usize = 60;

/// A source of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A file.
    File(PathBuf),
    /// A text, such as a pasted one.
    Text(Arc<str>),
    /// The history.
    Log(StateFolder),
}

impl Source {
    /// Returns the folder of the history; `None` for any other source.
    pub const fn state(&self) -> Option<&StateFolder> {
        match self {
            Self::Log(state) => Some(state),
            Self::File(_) | Self::Text(_) => None,
        }
    }
}

/// A line about a game, safe to print.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// The players, `?` where unknown.
    pub(crate) players: ByColor<String>,
    /// What tells the game from others where both players are unknown, besides the opening: the first moves, or the
    /// board of a position. `None` if a player is known.
    pub(crate) content: Option<String>,
    /// A short result, as in [`summary::result`].
    pub result: String,
    /// The date in any form, without seconds; empty if unknown.
    pub date: String,
    /// The number of discs placed.
    pub(crate) moves: usize,
    /// The board after the last move.
    pub end: Position,
    /// The game as its only person sees it; `None` if there is none, or several.
    pub own: Option<OwnGame>,
    /// What filters ask.
    pub facts: GameFacts<'static>,
}

/// A game as one of its players sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnGame {
    /// The name of the other player.
    pub opponent: String,
    /// Whether it was won, and how, as in [`summary::own_result`].
    pub result: String,
}

impl About {
    /// Creates the line about a record.
    pub(crate) fn of(record: &Record) -> Self {
        let opening = Opening::of(record.positions());
        let mut sides = Color::ALL.into_iter();
        let is_anonymous = sides.all(|color| record.players[color].trim().is_empty());
        Self {
            players: ByColor::new(Color::Black, Color::White)
                .map(|color| clip(&summary::player(record, color))),
            content: is_anonymous.then(|| clip(&content(record))),
            result: clip(&summary::listed_result(record)),
            date: clip(&clean(to_the_minute(&record.readable_date()))),
            moves: record.squares().count(),
            end: record.final_position(),
            own: lone_person(record).map(|side| OwnGame {
                opponent: clip(&summary::player(record, side.opposite())),
                result: clip(&summary::own_result(record, side)),
            }),
            facts: GameFacts::of(record, opening).into_owned(),
        }
    }

    /// Returns the players; if both are unknown, the opening, in Japanese too if that is wanted, and the first moves.
    pub fn title(&self, japanese: bool) -> String {
        let ByColor { black, white } = &self.players;
        match (&self.content, self.facts.opening) {
            (None, _) => [&**black, white].join(" - "),
            (Some(content), None) => content.clone(),
            (Some(content), Some(opening)) => {
                format!("{}  {content}", opening_name(opening, japanese))
            }
        }
    }
}

/// Returns the first moves; without moves, how many discs are on the board.
fn content(record: &Record) -> String {
    let moves: String = record.squares().map(|square| square.to_string()).collect();
    if moves.is_empty() {
        let ByColor { black, white } = record.start.counts();
        let (count, color) = (black + white, record.start.side_to_move());
        return tr!(
            "{count} disc, {color} to move" | "{count} discs, {color} to move",
            count,
            color
        )
        .into();
    }
    moves
}

fn clip(text: &str) -> String {
    text.chars().take(CLIP).collect()
}

/// A line of a list: a game, or the error in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameLine {
    /// The file of the game, if it is not the source of the list.
    pub file: Option<Arc<Path>>,
    /// The number of the game in its source, counted from 1.
    pub number: u64,
    /// The game, or the error in it.
    pub game: Result<About, Problem>,
}

impl GameLine {
    /// Creates the line about a game of a file.
    pub fn of_file(file: Arc<Path>, number: u64, record: &Record) -> Self {
        Self {
            file: Some(file),
            number,
            game: Ok(About::of(record)),
        }
    }

    /// Returns the date in any form; empty if it is unknown.
    pub fn date(&self) -> &str {
        self.game.as_ref().map_or("", |about| &about.date)
    }

    /// Returns the text in which the words of a filter are looked for.
    pub fn text(&self) -> String {
        match &self.game {
            Ok(about) => {
                let ByColor { black, white } = &about.players;
                let own = about.own.as_ref().map_or("", |own| &own.result);
                let opening = about.facts.opening.map(|opening| opening.name(true));
                let opening = opening.unwrap_or_default();
                let title = about.content.as_ref().map(|_| about.title(false));
                let title = title.unwrap_or_default();
                let (number, date, result) = (self.number, &about.date, &about.result);
                format!("{number} {date} {black} {white} {title} {result} {own} {opening}")
            }
            Err(problem) => format!("{} {problem}", self.number),
        }
    }
}

/// The games of a source.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameList {
    /// The games; the latest first for the history.
    pub lines: Vec<GameLine>,
    /// There are more games than listed.
    pub more: bool,
    /// The game, if there is only one.
    pub only: Option<Box<Record>>,
}

/// An error in reading a source. Displays as a clause.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// The file name is missing.
    #[error("{}", tr!("the file name before the number is missing"))]
    NoName,
    /// The path is a folder.
    #[error("{}", tr!("cannot open {path}: it is a folder; add a file name", path = Name(&path_text(_0))))]
    IsFolder(PathBuf),
    /// The path is a pipe or a device.
    #[error("{}", tr!("cannot open {path}: it is not a regular file", path = Name(&path_text(_0))))]
    NotAFile(PathBuf),
    /// Cannot read the file.
    #[error("{}", tr!("cannot read {path}: {why}", path = Name(&path_text(_0)), why = &io_reason(_1)))]
    Unreadable(PathBuf, io::Error),
    /// Cannot read the history.
    #[error("{0}")]
    Log(#[from] StorageError),
    /// Game numbers start at 1.
    #[error("{}", tr!("game numbers start at 1"))]
    NumberZero,
    /// There are fewer games.
    #[error("{}", tr!("there is no game {number}, only {count} game" | "there is no game {number}, only {count} games", number = *number, count = *count))]
    NoSuchGame {
        /// The number of games.
        count: u64,
        /// The requested number.
        number: u64,
    },
    /// The history has no such game, only this many.
    #[error("{}", games_of_history(*.0))]
    NotInLog(u64),
    /// This is not the number of a game in the history.
    #[error("{}", tr!("{text} is not a game number; use one from `reversi history`, or last", text = Name(&format!("{_0:?}"))))]
    NotANumber(String),
    /// This is not the number of a game in the file.
    #[error("{}", tr!("{text} is not the number of a game; the first is {file}#1", text = Name(&format!("{number:?}")), file = Name(&path_text(file))))]
    NotANumberOf {
        /// The file before the sign.
        file: PathBuf,
        /// What stands after it.
        number: String,
    },
    /// There is no history, because there is no home folder.
    #[error("{}", tr!("cannot find the history without a home folder"))]
    NoLog,
    /// Cannot read the game.
    #[error("{}", problem(&_0.problem))]
    Game(RecordError),
    /// Cannot read the game with this number in the history.
    #[error("{}", tr!("history:{number}: {problem}", number = *_0, problem = &problem(_1)))]
    LoggedGame(u64, Problem),
    /// Reading was cancelled.
    #[error("{}", tr!("reading was cancelled"))]
    Stopped,
    /// The background task failed.
    #[error("{0}")]
    Task(TaskError),
}

/// A parsed name of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SourceName {
    /// `FILE`, or `FILE#N` for its game N.
    File(PathBuf, Option<u64>),
    /// `history:N`, or `history:last` for `None`.
    Logged(Option<u64>),
}

/// Resolves a typed name. `FILE#N`, or `FILE N` where there is such a file, is game N of a file unless a file has that
/// whole name; a leading `~` is the home folder.
///
/// # Errors
/// [`SourceError::NotANumber`] for any other text after `history:`, [`SourceError::NotANumberOf`] after a file and `#`.
pub fn resolve(text: &str) -> Result<SourceName, SourceError> {
    if let Some(which) = text.strip_prefix("history:") {
        return match (which, which.parse()) {
            ("last", _) => Ok(SourceName::Logged(None)),
            (_, Ok(number)) => Ok(SourceName::Logged(Some(number))),
            _ => Err(SourceError::NotANumber(which.to_owned())),
        };
    }
    let path = listed_path(text);
    let spaced = text
        .rsplit_once(char::is_whitespace)
        .filter(|(file, _)| listed_path(file.trim_end()).is_file());
    let signed = text.rsplit_once('#');
    if let Some((file, number)) = signed.filter(|_| !path.exists())
        && number.parse::<u64>().is_err()
        && listed_path(file).is_file()
    {
        return Err(SourceError::NotANumberOf {
            file: file.into(),
            number: number.to_owned(),
        });
    }
    let numbered = [spaced, signed].into_iter().flatten();
    let mut numbered = numbered.filter_map(|(file, number)| Some((file, number.parse().ok()?)));
    Ok(match numbered.next().filter(|_| !path.exists()) {
        Some((file, number)) => SourceName::File(listed_path(file.trim_end()), Some(number)),
        None => SourceName::File(path, None),
    })
}

/// Lists the games of a source until it is cancelled.
///
/// # Errors
/// [`SourceError`]: cannot read the source, or it was cancelled.
pub fn list(source: &Source, stop: &dyn Fn() -> bool) -> Result<GameList, SourceError> {
    match source {
        Source::File(path) => list_records(open(path, stop)?, stop),
        Source::Text(text) => list_records(read(text), stop),
        Source::Log(state) => list_log(state, stop),
    }
}

/// Fails once reading is cancelled.
fn check_stop(stop: &dyn Fn() -> bool) -> Result<(), SourceError> {
    if stop() {
        Err(SourceError::Stopped)
    } else {
        Ok(())
    }
}

/// A file whose reads fail once reading is cancelled. Otherwise one without games would be read to its
/// end.
struct Stoppable<'a> {
    file: std::fs::File,
    stop: &'a dyn Fn() -> bool,
}

impl Read for Stoppable<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if (self.stop)() {
            return Err(io::Error::other("cancelled"));
        }
        self.file.read(buffer)
    }
}

fn open<'a>(
    path: &Path,
    stop: &'a dyn Fn() -> bool,
) -> Result<Records<impl BufRead + use<'a>>, SourceError> {
    if path.as_os_str().is_empty() {
        return Err(SourceError::NoName);
    }
    match fs::metadata(path) {
        Ok(file) if file.is_dir() => return Err(SourceError::IsFolder(path.to_owned())),
        // Opening a pipe or a terminal could block for ever or steal the program's keys.
        Ok(file) if !file.is_file() => return Err(SourceError::NotAFile(path.to_owned())),
        _ => {}
    }
    detect::open_through(path, None, |file| Stoppable { file, stop })
        .map_err(|error| SourceError::Unreadable(path.to_owned(), error))
}

fn read(text: &Arc<str>) -> Records<impl BufRead + use<>> {
    detect::read(Cursor::new(Arc::<[u8]>::from(Arc::clone(text))), None)
}

fn list_records(
    records: Records<impl BufRead>,
    stop: &dyn Fn() -> bool,
) -> Result<GameList, SourceError> {
    let mut list = GameList::default();
    for (number, game) in (1..).zip(records) {
        check_stop(stop)?;
        if list.lines.len() == LONGEST_LIST {
            list.more = true;
            break;
        }
        let game = game.map_err(|error| error.problem);
        let about = game.as_ref().map(About::of).map_err(Clone::clone);
        list.lines.push(GameLine {
            file: None,
            number,
            game: about,
        });
        list.only = game.ok().filter(|_| number == 1).map(Box::new);
    }
    // A cancelled file ends with a read error.
    check_stop(stop)?;
    Ok(list)
}

fn list_log(state: &StateFolder, stop: &dyn Fn() -> bool) -> Result<GameList, SourceError> {
    let mut list = GameList::default();
    for logged in history::read(state, stop)?.rev() {
        let logged = logged?;
        check_stop(stop)?;
        if logged.superseded {
            continue;
        }
        if list.lines.len() == LATEST {
            list.more = true;
            break;
        }
        list.lines.push(GameLine {
            file: None,
            number: logged.number,
            game: logged.record.map(|record| About::of(&record)),
        });
    }
    check_stop(stop)?;
    Ok(list)
}

/// Reads one game of a source by number. `None` is the last game of the history that is readable and
/// not superseded, and the first one of any other source.
///
/// # Errors
/// [`SourceError`].
pub fn pick(
    source: &Source,
    number: Option<u64>,
    stop: &dyn Fn() -> bool,
) -> Result<Record, SourceError> {
    match source {
        Source::File(path) => pick_record(&mut open(path, stop)?, number.unwrap_or(1), stop),
        Source::Text(text) => pick_record(&mut read(text), number.unwrap_or(1), stop),
        Source::Log(state) => pick_logged(state, number, stop),
    }
}

fn pick_logged(
    state: &StateFolder,
    number: Option<u64>,
    stop: &dyn Fn() -> bool,
) -> Result<Record, SourceError> {
    let mut games = history::read(state, stop)?;
    check_stop(stop)?;
    if let Some(number) = number
        && let Some(logged) = games.game(number)?
    {
        return of_log(logged);
    }
    let mut count = 0;
    for logged in games.rev() {
        let logged = logged?;
        check_stop(stop)?;
        count = count.max(logged.number);
        if number.is_some() {
            break;
        }
        if !logged.superseded && logged.record.is_ok() {
            return of_log(logged);
        }
    }
    Err(SourceError::NotInLog(count))
}

fn of_log(logged: Logged) -> Result<Record, SourceError> {
    let named = |problem| SourceError::LoggedGame(logged.number, problem);
    logged.record.map_err(named)
}

/// Reads game `number` of a file or a text.
///
/// # Errors
/// [`SourceError`].
pub fn pick_record(
    records: &mut Records<impl BufRead>,
    number: u64,
    stop: &dyn Fn() -> bool,
) -> Result<Record, SourceError> {
    if number == 0 {
        return Err(SourceError::NumberZero);
    }
    let mut count = 0;
    for game in records {
        check_stop(stop)?;
        count += 1;
        if count == number {
            return game.map_err(SourceError::Game);
        }
    }
    check_stop(stop)?;
    Err(SourceError::NoSuchGame { count, number })
}

/// Returns a clause about the number of games in the history and how to name them.
fn games_of_history(count: u64) -> Said {
    match count {
        0 => tr!("the history is empty"),
        count => tr!(
            "the history has {count} game; use history:1"
                | "the history has {count} games; use history:1 to history:{count}",
            count
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn never() -> bool {
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
        assert!(matches!(list(&source, &stop), Err(SourceError::Stopped)));
        assert!(asked.get() < 10, "asked {} times", asked.get());
        asked.set(0);
        assert!(matches!(
            pick(&source, Some(2), &stop),
            Err(SourceError::Stopped)
        ));
    }

    fn text(games: &str) -> Source {
        Source::Text(games.into())
    }

    #[test]
    fn a_list_has_a_line_for_each_game_and_an_error_hides_no_other() {
        let source = text("f5d6c3\nf5f5\nf5f4\n");
        let list = list(&source, &never).unwrap();
        assert_eq!(list.only, None);
        let moves: Vec<_> = list
            .lines
            .iter()
            .map(|l| {
                l.game
                    .as_ref()
                    .map(|g| g.moves)
                    .map_err(ToString::to_string)
            })
            .collect();
        let wrong = "move 2: f5 is taken by Black".to_owned();
        assert_eq!(moves, [Ok(3), Err(wrong.clone()), Ok(2)]);
        assert_eq!(pick(&source, Some(3), &never).unwrap().moves.len(), 2);
        let error = |number| pick(&source, Some(number), &never).unwrap_err().to_string();
        assert_eq!(error(2), wrong);
        assert_eq!(error(4), "there is no game 4, only 3 games");
    }

    #[test]
    fn the_only_game_comes_with_its_list() {
        let list = list(&text("f5d6c3"), &never).unwrap();
        assert_eq!(list.only.unwrap().moves.len(), 3);
    }

    #[test]
    fn a_long_list_ends_and_says_that_there_is_more() {
        let games = "f5d6\n".repeat(LONGEST_LIST);
        let whole = list(&text(&games), &never).unwrap();
        assert_eq!((whole.lines.len(), whole.more), (LONGEST_LIST, false));
        let source = text(&(games + "f5f4\n"));
        let cut = list(&source, &never).unwrap();
        assert_eq!((cut.lines.len(), cut.more), (LONGEST_LIST, true));
        let last = pick(&source, Some(LONGEST_LIST as u64 + 1), &never).unwrap();
        assert_eq!(last.moves[1].square, "f4".parse().ok());
    }

    #[test]
    fn reading_stops_when_it_is_told_to() {
        let source = text(&"f5d6\n".repeat(100));
        let left = std::cell::Cell::new(50);
        let stop = || left.replace(left.get() - 1) == 0;
        assert!(matches!(list(&source, &stop), Err(SourceError::Stopped)));
        left.set(50);
        assert!(matches!(
            pick(&source, Some(90), &stop),
            Err(SourceError::Stopped)
        ));
    }

    #[test]
    fn names_of_any_length_with_anything_in_them_become_short_and_harmless() {
        let name = "\u{1b}[2J".repeat(1000);
        let list = list(
            &text(&format!("(;GM[Othello]PB[{name}]PW[b]B[f5];)")),
            &never,
        );
        let about = list.unwrap().lines[0].game.clone().unwrap();
        assert!(about.players.black.starts_with("\\u{1b}"), "{about:?}");
        assert!(about.players.black.chars().count() <= CLIP);
    }

    #[test]
    fn games_of_unknown_players_are_told_apart_by_their_openings_moves_and_boards() {
        let position = "8 --------------------O-----OX------OX---------------------------- X";
        let games = [
            "f5d6c3d3c4f4",
            "f5f6e6f4e3",
            "(;GM[Othello]PB[Ann]B[f5];)",
            &format!("(;GM[Othello]BO[{position}];)"),
        ];
        let titles = games.map(|game| {
            let record = detect::read(game.as_bytes(), None).next().unwrap();
            let about = About::of(&record.unwrap());
            let (number, title) = (1, about.title(false));
            let is_anonymous = about.content.is_some();
            let line = GameLine {
                file: None,
                number,
                game: Ok(about),
            };
            assert_eq!(is_anonymous, line.text().contains(&title));
            title
        });
        let expected = [
            "Tiger  f5d6c3d3c4f4",
            "Cow  f5f6e6f4e3",
            "Ann - ?",
            "5 discs, Black to move",
        ];
        assert_eq!(titles, expected);
    }

    #[test]
    fn a_number_behind_a_name_is_a_game_unless_it_is_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.ggf#2");
        let text = path.to_str().unwrap();
        let file = |path: PathBuf, number| SourceName::File(path, number);
        assert_eq!(
            resolve(text).unwrap(),
            file(folder.path().join("a.ggf"), Some(2))
        );
        std::fs::write(&path, "").unwrap();
        assert_eq!(resolve(text).unwrap(), file(path.clone(), None));
        let spaced = format!("{text} 12");
        assert_eq!(resolve(&spaced).unwrap(), file(path, Some(12)));
        assert_eq!(resolve("a 12").unwrap(), file("a 12".into(), None));
        assert_eq!(resolve("a#b").unwrap(), file("a#b".into(), None));
        assert_eq!(resolve("history:3").unwrap(), SourceName::Logged(Some(3)));
        assert_eq!(resolve("history:last").unwrap(), SourceName::Logged(None));
        assert!(resolve("history:first").is_err());
    }

    #[test]
    fn a_file_that_is_not_there_is_named() {
        let error = |path: &str| {
            let listed = list(&Source::File(path.into()), &never);
            listed.unwrap_err().to_string()
        };
        assert!(error("none/here.ggf").starts_with("cannot read none/here.ggf: "));
        assert!(error(".").contains("is a folder"));
        #[cfg(unix)]
        assert_eq!(
            error("/dev/null"),
            "cannot open /dev/null: it is not a regular file"
        );
    }

    #[test]
    fn the_list_of_the_history_has_the_latest_games_and_no_superseded_one() {
        let folder = tempfile::tempdir().unwrap();
        let state = StateFolder::at(folder.path().join("reversi"));
        let record = Record::from_game(&reversi::transcript::parse("f5d6").unwrap());
        for _ in 0..LATEST {
            history::append(&state, &record).unwrap();
        }
        let source = Source::Log(state.clone());
        let whole = list(&source, &never).unwrap();
        assert_eq!((whole.lines.len(), whole.more), (LATEST, false));
        history::append(&state, &record).unwrap();
        let cut = list(&source, &never).unwrap();
        assert_eq!((cut.lines.len(), cut.more), (LATEST, true));
        assert_eq!(cut.lines[0].number, LATEST as u64 + 1);
    }

    #[test]
    fn the_last_game_of_the_history_is_the_last_that_can_be_read_and_counts() {
        let folder = tempfile::tempdir().unwrap();
        let state = StateFolder::at(folder.path().join("reversi"));
        let game = |moves: &str| reversi::transcript::parse(moves).unwrap();
        let record = |game: &reversi::Game| {
            let mut record = Record::from_game(game);
            record.date = "2026-01-01 10:00:00.000".to_owned();
            record
        };
        let mut first = game("f5d6");
        first.resign(reversi::Color::Black);
        history::append(&state, &record(&first)).unwrap();
        let unreadable = b"(;GM[Othello]BO[8 nonsense]B[zz];)\n";
        let mut log = std::fs::read(state.log()).unwrap();
        log.extend_from_slice(unreadable);
        std::fs::write(state.log(), log).unwrap();
        let last = pick(&Source::Log(state.clone()), None, &never).unwrap();
        assert_eq!(
            last,
            pick(&Source::Log(state.clone()), Some(1), &never).unwrap()
        );
        assert!(pick(&Source::Log(state), Some(2), &never).is_err());
    }
}
