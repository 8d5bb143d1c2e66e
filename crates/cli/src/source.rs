//! Where positions and games come from. The argument GAME is a transcript, a board or any text with one, standard input,
//! or a game of a file or the history.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use reversi::{Game, Oddity, Position, transcript};
use reversi_notation::find::{FindError, TextContent, find as find_in, looks_like_a_board};
use reversi_notation::input::{Decoded, Unpacked, read_bounded};
use reversi_notation::{Format, Record, RecordError, Records, detect};
use reversi_table::phrase::faults::{find_error, oddity, record_error, remarks};
use reversi_table::phrase::path_text;
use reversi_table::store::game_list::{
    Source, SourceError, SourceName, pick, pick_record, resolve,
};
use reversi_table::store::saver;
use reversi_table::store::state::StateFolder;
use reversi_text::{Message, Name, Said, label, tr};

use super::Failure;
use super::line::until_ctrl_c;
use super::output::{
    about, error, is_standard, note, print_message, print_one_of_many, report_reading, warning,
};
use super::person;

/// The largest single transcript or board on standard input, in bytes.
const MAX_INPUT: usize = 64 * 1024;

/// The name of standard input in sentences.
pub(super) const STANDARD_INPUT: &Message = label!("standard input");

/// What an argument for a game or a position may be, for the help.
pub(super) const A_GAME: &str = "A transcript such as f5d6c3, a board, a file in any format, FILE#N, history:N, history:last, \
                                 or - for standard input";

/// What an argument for games may be, for the help.
pub(super) const GAMES: &str = "Files of games in any format, or single games: FILE#N, history:N, a transcript or a board; \
                                - is standard input";

/// The same for commands that read folders, too.
pub(super) const GAMES_OR_FOLDERS: &str = "Files of games in any format, folders with such files, or single games: FILE#N, \
                                           history:N, a transcript or a board; - is standard input";

/// A resolved argument GAME.
pub(super) struct GameArgument {
    pub(super) subject: PositionOrGame,
    /// What was read in a text that is no file of games.
    pub(super) content: Option<TextContent>,
    /// Whether the command line itself holds it, rather than a file, the history or standard input.
    is_typed: bool,
    /// The number in its file or in the history; 1 for `history:last`.
    pub(super) number: u64,
}

impl GameArgument {
    /// Creates one that the command line only names.
    fn of(subject: PositionOrGame) -> Self {
        Self {
            subject,
            content: None,
            is_typed: false,
            number: 1,
        }
    }

    /// Returns the error for what is wrong about it. A clause.
    pub(super) fn wrong(&self, clause: Said) -> Failure {
        if self.is_typed {
            Failure::Usage(clause)
        } else {
            Failure::Faults(clause)
        }
    }

    /// Returns its record; one without moves of a position.
    pub(super) fn record(&self) -> Record {
        match &self.subject {
            PositionOrGame::Game(_, Some(record)) => (**record).clone(),
            PositionOrGame::Game(game, None) => Record::from_game(game),
            PositionOrGame::Position(position) => {
                Record::from_game(&Game::from_position(*position))
            }
        }
    }
}

/// What an argument GAME names.
pub(super) enum PositionOrGame {
    /// A position without a game.
    Position(Position),
    /// A game. One from a file or the history has a record with its details.
    Game(Box<Game>, Option<Box<Record>>),
}

impl PositionOrGame {
    /// Returns item `number` of a text, by default the first. Prints a note about how the text was understood, unless it
    /// can be read in one way only.
    pub(super) fn of_text(
        content: Option<&TextContent>,
        number: Option<u64>,
    ) -> Result<Self, Failure> {
        let Some(content) = content else {
            return Ok(Self::Game(Box::default(), None));
        };
        let number = number.unwrap_or(1);
        let item = (1..)
            .zip(&content.items)
            .find_map(|(count, item)| (count == number).then_some(item));
        let Some(item) = item else {
            let error = match number {
                0 => SourceError::NumberZero,
                _ => SourceError::NoSuchGame {
                    count: content.items.len() as u64,
                    number,
                },
            };
            return Err(Failure::Usage(Said::display(error)));
        };
        if !content.is_plain() {
            print_message(&read_as(content));
        }
        report_no_game(item.no_game_because());
        Ok(match &item.game {
            Some(record) => Self::Game(Box::new(record.replay()?), None),
            None => Self::Position(item.position),
        })
    }

    /// Returns its final position.
    pub(super) fn end(&self) -> Position {
        match self {
            Self::Position(position) => *position,
            Self::Game(game, _) => game.position(),
        }
    }

    /// Returns the game; one without moves from a position.
    pub(super) fn into_game(self) -> Game {
        match self {
            Self::Position(position) => Game::from_position(position),
            Self::Game(game, _) => *game,
        }
    }
}

/// Where the game of an argument is.
pub(super) enum Located {
    /// In the argument itself; `None` if it is empty.
    Text(Option<TextContent>),
    /// In a file, which may not be readable; the number is that of `FILE#N`.
    File(PathBuf, Option<u64>),
    /// In the history.
    Logged(Option<u64>),
}

/// Returns whether a word is meant as a game rather than as a command.
pub(super) fn looks_like_a_game(text: &str) -> bool {
    /// A word such as `boo` has the letters of a board.
    const SHORTEST_BOARD: usize = 16;
    let begins_with_a_square = matches!(transcript::tokens(text).next(), Some(Ok(_)));
    let is_board = text.len() >= SHORTEST_BOARD && looks_like_a_board(text);
    begins_with_a_square
        || is_board
        || text.contains(char::is_whitespace) && find_in(text).is_ok()
        || match resolve(text) {
            Ok(SourceName::File(file, _)) => is_path(text, &file) || file.is_file(),
            Ok(SourceName::Logged(_)) | Err(_) => true,
        }
}

/// Returns whether a text is the path of a file even if there is none.
fn is_path(text: &str, file: &Path) -> bool {
    can_be_path(text) && (text.contains(['/', '\\']) || Format::of_file(file).is_some())
}

/// Returns false for an address, a text with control characters such as line ends, a board, and what is too long for a
/// file name.
fn can_be_path(text: &str) -> bool {
    const LONGEST_NAME: usize = 255;
    let are_short = text
        .split(['/', '\\'])
        .all(|name| name.len() <= LONGEST_NAME);
    are_short
        && !text.contains("://")
        && !text.contains(char::is_control)
        && !looks_like_a_board(text)
}

/// Locates the game of an argument: `history:N` and `history:last` are games of the history; then a transcript, board
/// text, a file, or `FILE#N` for game N of a file.
pub(super) fn locate(text: &str) -> Result<Located, Failure> {
    let (file, number) = match resolve(text).map_err(|error| failure(error, text))? {
        SourceName::File(file, number) => (file, number),
        SourceName::Logged(which) => return Ok(Located::Logged(which)),
    };
    // A file name may contain moves, so only a bare transcript or board is preferred to a file.
    if file.exists() && transcript::parse(text).is_err() && text.parse::<Position>().is_err() {
        return Ok(Located::File(file, number));
    }
    match read(text) {
        Ok(content) => Ok(Located::Text(content)),
        Err(_) if is_path(text, &file) || file.exists() => Ok(Located::File(file, number)),
        Err(error) => {
            // Perhaps it is meant as a file name, because not even its start is a transcript.
            let is_transcript = !matches!(transcript::tokens(text).next(), Some(Err(_)));
            let why = find_error(&error);
            Err(Failure::Usage(if !is_transcript && can_be_path(text) {
                tr!("{why}, and there is no such file", why = &why)
            } else {
                why
            }))
        }
    }
}

/// Resolves an argument: none is the start; `-` is standard input; anything else as [`locate`] says.
/// `number` selects a game of a file or standard input; the first by default.
pub(super) fn find(text: Option<&str>, number: Option<u64>) -> Result<GameArgument, Failure> {
    let typed = |subject, content| GameArgument {
        content,
        is_typed: true,
        ..GameArgument::of(subject)
    };
    let text = match text {
        None => {
            only_one(number)?;
            let start = PositionOrGame::Position(Position::START);
            return Ok(typed(start, None));
        }
        Some("-") => return standard_input(number),
        Some(text) => text,
    };
    match locate(text)? {
        Located::Text(content) => {
            let has_several = content
                .as_ref()
                .is_some_and(|content| content.items.len() > 1);
            if !has_several {
                only_one(number)?;
            }
            let subject = PositionOrGame::of_text(content.as_ref(), number)?;
            Ok(typed(subject, content))
        }
        Located::File(file, of_name) => {
            if of_name.is_some() {
                only_one(number)?;
            }
            let number = of_name.or(number);
            Ok(GameArgument {
                number: number.unwrap_or(1),
                ..GameArgument::of(in_file(&file, number)?)
            })
        }
        Located::Logged(which) => {
            only_one(number)?;
            let log = Source::Log(state_folder()?);
            Ok(GameArgument {
                number: which.unwrap_or(1),
                ..GameArgument::of(subject(pick(&log, which, &until_ctrl_c), text)?)
            })
        }
    }
}

/// What an argument for games names.
pub(super) enum GamesArgument<'a> {
    /// One game: a transcript, a board, `FILE#N` or `history:N`, as [`locate`] says.
    One(Box<GameArgument>),
    /// Standard input.
    StandardInput,
    /// A file or a folder, which need not exist.
    File(&'a Path),
}

/// Resolves an argument for games.
pub(super) fn games_of(argument: &Path) -> Result<GamesArgument<'_>, Failure> {
    if is_standard(argument) {
        return Ok(GamesArgument::StandardInput);
    }
    let text = argument.to_str();
    let text = text.filter(|text| !argument.exists() && looks_like_a_game(text));
    Ok(match text {
        Some(text) if !matches!(locate(text)?, Located::File(_, None)) => {
            GamesArgument::One(Box::new(find(Some(text), None)?))
        }
        _ => GamesArgument::File(argument),
    })
}

/// Returns the file that an argument for files names: itself, or FILE of FILE#N.
pub(super) fn file_of(argument: &Path) -> PathBuf {
    let named = argument.to_str().filter(|_| !argument.exists());
    match named.map(resolve) {
        Some(Ok(SourceName::File(file, Some(_)))) => file,
        _ => argument.to_owned(),
    }
}

/// Returns the position that an argument of a command names.
pub(super) fn position(text: Option<&str>) -> Result<Position, Failure> {
    find(text, None).map(|found| found.subject.end())
}

/// Returns the position of the option `--position`, or the start.
pub(super) fn position_or_start(text: Option<&str>) -> Result<Position, Failure> {
    let Some(text) = text else {
        return Ok(Position::START);
    };
    let position: Position = text
        .parse()
        .map_err(|error| Failure::Usage(about("--position", error)))?;
    report_no_game(position.no_game_because());
    Ok(position)
}

/// Reports why no game leads to a position that is used all the same.
pub(super) fn report_no_game(why: Option<Oddity>) {
    if let Some(why) = why {
        print_message(&warning(oddity(&why)));
    }
}

/// Returns the state folder, after adding games to the history that were over when their program was
/// killed.
pub(super) fn state_folder() -> Result<StateFolder, Failure> {
    let state = person::state_folder().ok_or_else(|| Failure::faults(SourceError::NoLog))?;
    for notice in saver::log_what_was_over(&state) {
        print_message(&warning(notice));
    }
    Ok(state)
}

/// Opens a file of games in any format.
pub(super) fn open_games(
    path: &Path,
    format: Option<Format>,
) -> Result<Records<BufReader<File>>, Failure> {
    detect::open(path, format).map_err(|error| Failure::File(path.to_owned(), error))
}

/// Reports why games of a file have no names.
pub(super) fn report_names<R: BufRead>(name: &str, records: &Records<R>) {
    for problem in records.name_problems() {
        print_message(&warning(about(name, problem)));
    }
}

/// Reads all games of a file.
///
/// # Errors
/// If the file or one of its games cannot be read.
pub fn records(path: &Path) -> Result<Vec<Record>, Failure> {
    let name = path_text(path);
    let records: Result<Vec<Record>, _> = open_games(path, None)?.collect();
    let records = records.map_err(|error| Failure::Faults(about(&name, record_error(&error))))?;
    for record in &records {
        report_reading(&name, record);
    }
    Ok(records)
}

/// Reads the games of arguments one by one. Those that cannot be read are reported, counted and skipped.
pub(super) fn each_record(
    arguments: &[PathBuf],
    faults: &Arc<AtomicU64>,
) -> Result<impl Iterator<Item = Record> + Send + use<>, Failure> {
    type Games = Box<dyn Iterator<Item = Record> + Send>;
    let open = |argument: &PathBuf| -> Result<Games, Failure> {
        Ok(match games_of(argument)? {
            GamesArgument::One(game) => Box::new(std::iter::once(game.record())),
            GamesArgument::StandardInput => {
                let records = detect::read(Cursor::new(standard_bytes()?), None);
                Box::new(readable(STANDARD_INPUT.into(), records, Arc::clone(faults)))
            }
            GamesArgument::File(path) => Box::new(readable(
                path_text(path),
                open_games(path, None)?,
                Arc::clone(faults),
            )),
        })
    };
    let opened: Vec<Games> = arguments.iter().map(open).collect::<Result<_, Failure>>()?;
    Ok(opened.into_iter().flatten())
}

/// Returns the games that can be read of a source with this name. The others are reported and counted.
fn readable<R: BufRead>(
    name: String,
    records: Records<R>,
    faults: Arc<AtomicU64>,
) -> impl Iterator<Item = Record> {
    records.filter_map(move |record| {
        let report = |why: RecordError| {
            faults.fetch_add(1, Ordering::Relaxed);
            print_one_of_many(&why.problem, &error(about(&name, record_error(&why))));
        };
        let record = record.map_err(report).ok()?;
        report_reading(&name, &record);
        Some(record)
    })
}

/// Returns a clause with the number of games that cannot be read.
pub(super) fn cannot_read(count: u64) -> Said {
    tr!(
        "cannot read {count} game" | "cannot read {count} games",
        count
    )
}

/// Returns a number of games.
pub(super) fn games(count: u64) -> Said {
    tr!("{count} game" | "{count} games", count)
}

/// The option `--at` names a position after the end of a game.
pub(super) fn ends_at(at: usize, end: usize) -> Said {
    tr!("--at {at}: the game ends at position {end}", at, end)
}

/// Returns how a text was understood.
pub(super) fn read_as(content: &TextContent) -> Said {
    note(tr!("read as {what}", what = &remarks(&content.remarks())))
}

/// Returns an error with the number of games that could not be read, if any.
pub(super) fn skipped(faults: u64) -> Result<(), Failure> {
    match faults {
        0 => Ok(()),
        _ => Err(Failure::Faults(cannot_read(faults))),
    }
}

/// Refuses `--game` where there is only one game.
fn only_one(number: Option<u64>) -> Result<(), Failure> {
    match number {
        None => Ok(()),
        Some(_) => Err(Failure::Usage(tr!(
            "--game works only with a file or standard input"
        ))),
    }
}

/// Reads the positions and games in any text; `None` for an empty one.
fn read(text: &str) -> Result<Option<TextContent>, FindError> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    find_in(text).map(Some)
}

/// What standard input has.
pub(super) enum StandardInput {
    /// Several games in one of the formats.
    Games(Vec<u8>),
    /// Anything else.
    One(Box<GameArgument>),
}

impl StandardInput {
    /// Reads all of it.
    pub(super) fn read() -> Result<Self, Failure> {
        let mut bytes = Vec::new();
        Decoded::new(Unpacked::new(io::stdin().lock()))
            .read_to_end(&mut bytes)
            .map_err(Failure::Input)?;
        let bytes = not_empty(bytes)?;
        let is_file = detect::detect(&bytes).is_some_and(|format| !format.is_plain());
        let readable = || detect::read(&bytes[..], None).flatten();
        if is_file && readable().take(2).count() == 2 {
            return Ok(Self::Games(bytes));
        }
        in_input(&bytes[..], None).map(|found| Self::One(Box::new(found)))
    }
}

/// Reads a transcript, board text, or a game in any other format from standard input.
fn standard_input(number: Option<u64>) -> Result<GameArgument, Failure> {
    in_input(io::stdin().lock(), number)
}

fn in_input(input: impl io::Read, number: Option<u64>) -> Result<GameArgument, Failure> {
    let mut stdin = Decoded::new(Unpacked::new(input));
    let bytes = begun(&mut stdin)?;
    let format = detect::detect(&bytes);
    // What is too large for one game is a file of games.
    let is_file = bytes.len() > MAX_INPUT && format.is_some();
    if number.is_some() || is_file || !format.is_none_or(Format::is_plain) {
        let all = BufReader::new(Cursor::new(bytes).chain(stdin));
        let mut records = detect::read(all, None);
        let record = pick_record(&mut records, number.unwrap_or(1), &until_ctrl_c);
        return Ok(GameArgument::of(subject(record, STANDARD_INPUT.text())?));
    }
    let content = read(&decoded(bytes)?);
    let content = content.map_err(|error| Failure::faults(find_error(&error)))?;
    let subject = PositionOrGame::of_text(content.as_ref(), None)?;
    Ok(GameArgument {
        content,
        ..GameArgument::of(subject)
    })
}

/// Reads a transcript or board text, of whatever game, from standard input.
pub(super) fn standard_text() -> Result<String, Failure> {
    let stdin = Decoded::new(Unpacked::new(io::stdin().lock()));
    decoded(begun(stdin)?)
}

/// Reads all of standard input, which must not be empty.
fn standard_bytes() -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    io::stdin()
        .lock()
        .read_to_end(&mut bytes)
        .map_err(Failure::Input)?;
    not_empty(bytes)
}

/// Reads the beginning of standard input, which must not be empty: a program before the pipe may have failed.
fn begun(stdin: impl io::Read) -> Result<Vec<u8>, Failure> {
    not_empty(read_bounded(stdin, MAX_INPUT).map_err(Failure::Input)?)
}

fn not_empty(bytes: Vec<u8>) -> Result<Vec<u8>, Failure> {
    if bytes.trim_ascii().is_empty() {
        return Err(Failure::Faults(tr!(
            "standard input is empty; it must have moves, a board or a game"
        )));
    }
    Ok(bytes)
}

fn decoded(bytes: Vec<u8>) -> Result<String, Failure> {
    if bytes.len() > MAX_INPUT {
        return Err(Failure::Faults(tr!(
            "standard input is larger than {most} bytes, too large for a transcript or a board",
            most = MAX_INPUT
        )));
    }
    String::from_utf8(bytes).map_err(|error| {
        let byte = error.utf8_error().valid_up_to() + 1;
        Failure::Faults(tr!("invalid UTF-8 at byte {byte} of standard input", byte))
    })
}

fn in_file(path: &Path, number: Option<u64>) -> Result<PositionOrGame, Failure> {
    let name = path_text(path);
    let mut records = open_games(path, None)?;
    let record = pick_record(&mut records, number.unwrap_or(1), &until_ctrl_c);
    let subject = subject(record, &name)?;
    report_names(&name, &records);
    if number.is_none() && records.next().is_some() {
        let next = format!("{name}#2");
        print_message(&note(tr!(
            "showing the first of several games; the next is {next}",
            next = Name(&next)
        )));
    }
    Ok(subject)
}

/// Replays a game that was read from a source with this name.
fn subject(record: Result<Record, SourceError>, name: &str) -> Result<PositionOrGame, Failure> {
    let record = record.map_err(|error| failure(error, name))?;
    report_reading(name, &record);
    let game = record.replay()?;
    report_no_game(record.start.no_game_for_either_side());
    Ok(PositionOrGame::Game(Box::new(game), Some(Box::new(record))))
}

/// Returns the error of reading a source with this name.
fn failure(error: SourceError, name: &str) -> Failure {
    match error {
        SourceError::Game(error) => Failure::Faults(about(name, record_error(&error))),
        SourceError::NumberZero
        | SourceError::NoName
        | SourceError::NotANumber(_)
        | SourceError::NotANumberOf { .. } => Failure::Usage(Said::display(error)),
        SourceError::NoSuchGame { .. } => Failure::Faults(about(name, error)),
        error => Failure::faults(error),
    }
}
