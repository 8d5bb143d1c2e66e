//! Where positions and games come from. The argument GAME is a transcript, a board or any text with one, standard input,
//! or a game of a file or the history.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read as _};
use std::path::{Path, PathBuf};

use reversi::{Game, Oddity, Position, transcript};
use reversi_notation::find::{TextContent, find as find_in, looks_like_a_board};
use reversi_notation::input::{Decoded, Unpacked, read_bounded};
use reversi_notation::{Format, Record, RecordError, Records, detect};
use reversi_table::phrase::{path_text, plural};
use reversi_table::store::game_list::{Name, Source, SourceError, pick, pick_record, resolve};
use reversi_table::store::saver;
use reversi_table::store::state::StateFolder;

use super::Failure;
use super::line::until_ctrl_c;
use super::output::{print_message, print_one_of_many, report_reading};
use super::person;

/// The largest single transcript or board on standard input, in bytes.
const MAX_INPUT: usize = 64 * 1024;

/// The name of standard input in sentences.
pub(super) const STANDARD_INPUT: &str = "standard input";

/// A resolved argument GAME.
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
            return Err(Failure::Usage(error.to_string()));
        };
        if !content.is_plain() {
            print_message(&format!("note: read as {content}"));
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

    /// Returns the record of the game; of one without moves from a position.
    fn into_record(self) -> Record {
        match self {
            Self::Game(_, Some(record)) => *record,
            found => Record::from_game(&found.into_game()),
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
            Ok(Name::File(file, _)) => is_path(text, &file) || file.is_file(),
            Ok(Name::Logged(_)) | Err(_) => true,
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
        Name::File(file, number) => (file, number),
        Name::Logged(which) => return Ok(Located::Logged(which)),
    };
    // A file name may contain moves, so only a bare transcript or board is preferred to a file.
    if file.exists() && transcript::parse(text).is_err() && text.parse::<Position>().is_err() {
        return Ok(Located::File(file, number));
    }
    match read(text) {
        Ok(content) => Ok(Located::Text(content)),
        Err(_) if is_path(text, &file) || file.exists() => Ok(Located::File(file, number)),
        Err(problem) => Err(or_no_file(text, problem)),
    }
}

/// Resolves an argument: none is the start; `-` is standard input; anything else as [`locate`] says.
/// `number` selects a game of a file or standard input; the first by default.
pub(super) fn find(text: Option<&str>, number: Option<u64>) -> Result<PositionOrGame, Failure> {
    find_with_content(text, number).map(|(subject, _)| subject)
}

/// Does the same as [`find`], and also returns the content of a text that is not a file.
pub(super) fn find_with_content(
    text: Option<&str>,
    number: Option<u64>,
) -> Result<(PositionOrGame, Option<TextContent>), Failure> {
    let text = match text {
        None => {
            only_one(number)?;
            return Ok((PositionOrGame::Position(Position::START), None));
        }
        Some("-") => return standard_input(number),
        Some(text) => text,
    };
    let subject = match locate(text)? {
        Located::Text(content) => {
            let has_several = content
                .as_ref()
                .is_some_and(|content| content.items.len() > 1);
            if !has_several {
                only_one(number)?;
            }
            return Ok((PositionOrGame::of_text(content.as_ref(), number)?, content));
        }
        Located::File(file, of_name) => {
            if of_name.is_some() {
                only_one(number)?;
            }
            in_file(&file, of_name.or(number))
        }
        Located::Logged(which) => {
            only_one(number)?;
            let log = Source::Log(state_folder()?);
            subject(pick(&log, which, &until_ctrl_c), text)
        }
    };
    subject.map(|subject| (subject, None))
}

/// Returns the one game that an argument for files names as [`locate`] says; `None` if it is a file or a folder, or meant
/// as one, or standard input.
pub(super) fn one_game(argument: &Path) -> Result<Option<Record>, Failure> {
    let text = match argument.to_str() {
        Some(text) if text != "-" && !argument.exists() && looks_like_a_game(text) => text,
        _ => return Ok(None),
    };
    if let Located::File(_, None) = locate(text)? {
        return Ok(None);
    }
    find(Some(text), None).map(|found| Some(found.into_record()))
}

/// Returns the file that an argument for files names: itself, or FILE of FILE#N.
pub(super) fn file_of(argument: &Path) -> PathBuf {
    let named = argument.to_str().filter(|_| !argument.exists());
    match named.map(resolve) {
        Some(Ok(Name::File(file, Some(_)))) => file,
        _ => argument.to_owned(),
    }
}

/// Returns the position that an argument of a command names.
pub(super) fn position(text: Option<&str>) -> Result<Position, Failure> {
    find(text, None).map(|found| found.end())
}

/// Returns the position of the option `--position`, or the start.
pub(super) fn position_or_start(text: Option<&str>) -> Result<Position, Failure> {
    let Some(text) = text else {
        return Ok(Position::START);
    };
    let position: Position = text
        .parse()
        .map_err(|error| Failure::Usage(format!("--position: {error}")))?;
    report_no_game(position.no_game_because());
    Ok(position)
}

/// Reports why no game leads to a position that is used all the same.
pub(super) fn report_no_game(why: Option<Oddity>) {
    if let Some(why) = why {
        print_message(&format!("warning: {why}"));
    }
}

/// Returns the state folder, after adding games to the history that were over when their program was
/// killed.
pub(super) fn state_folder() -> Result<StateFolder, Failure> {
    let state =
        person::state_folder().ok_or_else(|| Failure::Faults(SourceError::NoLog.to_string()))?;
    for notice in saver::log_what_was_over(&state) {
        print_message(&format!("warning: {notice}"));
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
        print_message(&format!("warning: {name}: {problem}"));
    }
}

/// Reads all games of a file.
///
/// # Errors
/// If the file or one of its games cannot be read.
pub fn records(path: &Path) -> Result<Vec<Record>, Failure> {
    let name = path_text(path);
    let records: Result<Vec<Record>, _> = open_games(path, None)?.collect();
    let records = records.map_err(|error| Failure::Faults(format!("{name}: {error}")))?;
    for record in &records {
        report_reading(&name, record);
    }
    Ok(records)
}

/// Reads the games of files, and those that [`one_game`] finds, one by one. Those that cannot be read are reported and
/// skipped.
pub(super) fn each_record(
    arguments: &[PathBuf],
) -> Result<impl Iterator<Item = Record> + Send + use<>, Failure> {
    type Games = Box<dyn Iterator<Item = Record> + Send>;
    let open = |path: &PathBuf| -> Result<Games, Failure> {
        if let Some(record) = one_game(path)? {
            return Ok(Box::new(std::iter::once(record)));
        }
        let name = path_text(path);
        if name == "-" {
            let bytes = standard_bytes()?;
            let records = detect::read(Cursor::new(bytes), None);
            return Ok(Box::new(readable(STANDARD_INPUT.to_owned(), records)));
        }
        Ok(Box::new(readable(name, open_games(path, None)?)))
    };
    let opened: Vec<Games> = arguments.iter().map(open).collect::<Result<_, Failure>>()?;
    Ok(opened.into_iter().flatten())
}

/// Returns the games that can be read of a source with this name. The others are reported.
fn readable<R: BufRead>(name: String, records: Records<R>) -> impl Iterator<Item = Record> {
    records.filter_map(move |record| {
        let report = |error: RecordError| {
            print_one_of_many(&error.problem, &format!("error: {name}: {error}"));
        };
        let record = record.map_err(report).ok()?;
        report_reading(&name, &record);
        Some(record)
    })
}

/// Returns a clause with the number of games or files that cannot be read.
pub(super) fn cannot_read(count: u64, noun: &str) -> String {
    format!("cannot read {}", plural(count, noun))
}

/// Returns an error with the number of games that could not be read, if any.
pub(super) fn skipped(faults: u64) -> Result<(), Failure> {
    match faults {
        0 => Ok(()),
        _ => Err(Failure::Faults(cannot_read(faults, "game"))),
    }
}

/// Returns the error for a text that may be meant as a file name, because not even its start is a
/// transcript.
fn or_no_file(text: &str, problem: Failure) -> Failure {
    let is_transcript = !matches!(transcript::tokens(text).next(), Some(Err(_)));
    match problem {
        Failure::Usage(clause) if !is_transcript && can_be_path(text) => {
            Failure::Usage(format!("{clause}, and there is no such file"))
        }
        problem => problem,
    }
}

/// Refuses `--game` where there is only one game.
fn only_one(number: Option<u64>) -> Result<(), Failure> {
    match number {
        None => Ok(()),
        Some(_) => Err(Failure::Usage(
            "--game works only with a file or standard input".to_owned(),
        )),
    }
}

/// Reads the positions and games in any text; `None` for an empty one.
fn read(text: &str) -> Result<Option<TextContent>, Failure> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    find_in(text)
        .map(Some)
        .map_err(|error| Failure::Usage(error.to_string()))
}

/// What standard input has.
pub(super) enum StandardInput {
    /// Several games in one of the formats.
    Games(Vec<u8>),
    /// Anything else.
    One(PositionOrGame),
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
        in_input(&bytes[..], None).map(|(subject, _)| Self::One(subject))
    }
}

/// Reads a transcript, board text, or a game in any other format from standard input.
fn standard_input(number: Option<u64>) -> Result<(PositionOrGame, Option<TextContent>), Failure> {
    in_input(io::stdin().lock(), number)
}

fn in_input(
    input: impl io::Read,
    number: Option<u64>,
) -> Result<(PositionOrGame, Option<TextContent>), Failure> {
    let mut stdin = Decoded::new(Unpacked::new(input));
    let bytes = begun(&mut stdin)?;
    let format = detect::detect(&bytes);
    // What is too large for one game is a file of games.
    let is_file = bytes.len() > MAX_INPUT && format.is_some();
    if number.is_some() || is_file || !format.is_none_or(Format::is_plain) {
        let all = BufReader::new(Cursor::new(bytes).chain(stdin));
        let mut records = detect::read(all, None);
        let record = pick_record(&mut records, number.unwrap_or(1), &until_ctrl_c);
        return subject(record, STANDARD_INPUT).map(|subject| (subject, None));
    }
    let content = read(&decoded(bytes)?)?;
    Ok((PositionOrGame::of_text(content.as_ref(), None)?, content))
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
        return Err(Failure::Usage(format!(
            "{STANDARD_INPUT} is empty; it must have moves, a board or a game"
        )));
    }
    Ok(bytes)
}

fn decoded(bytes: Vec<u8>) -> Result<String, Failure> {
    if bytes.len() > MAX_INPUT {
        return Err(Failure::Usage(format!(
            "standard input is larger than {MAX_INPUT} bytes, too large for a transcript or a board"
        )));
    }
    String::from_utf8(bytes).map_err(|error| {
        let byte = error.utf8_error().valid_up_to() + 1;
        Failure::Usage(format!("invalid UTF-8 at byte {byte} of standard input"))
    })
}

fn in_file(path: &Path, number: Option<u64>) -> Result<PositionOrGame, Failure> {
    let name = path_text(path);
    let mut records = open_games(path, None)?;
    let record = pick_record(&mut records, number.unwrap_or(1), &until_ctrl_c);
    let subject = subject(record, &name)?;
    report_names(&name, &records);
    if number.is_none() && records.next().is_some() {
        print_message(&format!(
            "note: showing the first of several games; the next is {name}#2"
        ));
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
        SourceError::Game(error) => Failure::Faults(format!("{name}: {error}")),
        SourceError::NumberZero | SourceError::NotANumber(_) | SourceError::NotANumberOf { .. } => {
            Failure::Usage(error.to_string())
        }
        SourceError::NoSuchGame { .. } => Failure::Faults(format!("{name}: {error}")),
        error => Failure::Faults(error.to_string()),
    }
}
