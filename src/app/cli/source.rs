//! The argument GAME: a transcript, a board, standard input, or a game of a file or the history.

use std::fs;
use std::io::{self, BufRead, BufReader, Cursor, Read as _};
use std::path::Path;

use crate::app::store::game_list::{SourceError, file_and_number, find_logged, pick_record};
use crate::app::wording::plural;
use crate::notation::input::read_bounded;
use crate::notation::{Format, Record, Records, clean, detect, transcript};
use crate::{Game, Position};

use super::{Failure, complain};

/// The largest transcript or board on standard input, in bytes.
const MAX_INPUT: usize = 64 * 1024;

/// The meaning of a GAME.
pub(super) enum Source {
    /// A position without a game.
    Position(Position),
    /// A game from a transcript.
    Transcript(Game),
    /// A game from a file or the history, with its details.
    Record(Box<Record>),
}

impl Source {
    /// Returns its final position.
    pub(super) fn end(&self) -> Position {
        match self {
            Self::Position(position) => *position,
            Self::Transcript(game) => game.position(),
            Self::Record(record) => record.final_position(),
        }
    }
}

/// Resolves an argument: none is the start; `-` is standard input; `history:N` and `history:last` are
/// games of the history; then a transcript, board text, a file, or `FILE#N` for game N of a file.
/// `number` selects another game than the first of a file or standard input. `command` is for the error
/// messages.
pub(super) fn find(
    text: Option<&str>,
    number: Option<u64>,
    command: &str,
) -> Result<Source, Failure> {
    let text = match text {
        None => return only_one(number).map(|()| Source::Position(Position::START)),
        Some("-") => return standard_input(number, command),
        Some(text) => text,
    };
    if let Some(which) = text.strip_prefix("history:") {
        only_one(number)?;
        return logged(which);
    }
    let problem = match read(text, command) {
        Ok(source) => return only_one(number).map(|()| source),
        Err(problem) => problem,
    };
    let (file, of_name) = file_and_number(Path::new(text));
    if file.exists() {
        if of_name.is_some() {
            only_one(number)?;
        }
        return in_file(&file, of_name.or(number));
    }
    let is_path = text.contains(['/', '\\']) || Format::of_path(&file).is_some();
    match fs::metadata(&file) {
        Err(error) if is_path => Err(Failure::File(file, error)),
        Err(_) => Err(or_no_file(text, problem)),
        Ok(_) => Err(problem),
    }
}

/// Returns the error for a text that may be meant as a file name, because not even its start is a
/// transcript.
fn or_no_file(text: &str, problem: Failure) -> Failure {
    let is_transcript = !matches!(transcript::tokens(text).next(), Some(Err(_)));
    match problem {
        Failure::Usage(clause) if !is_transcript && !looks_like_a_board(text) => {
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

/// Parses a transcript or board text. If it is neither, the error is about the more similar one: a
/// board has no digits, a transcript is half digits.
fn read(text: &str, command: &str) -> Result<Source, Failure> {
    if text.starts_with("--") && text.len() < 20 && text.contains(|c: char| c.is_lowercase()) {
        return Err(Failure::Usage(format!(
            "unknown option {text:?}; see `reversi {command} --help`"
        )));
    }
    let as_game = match transcript::parse(text) {
        Ok(game) => return Ok(Source::Transcript(game)),
        Err(error) => error,
    };
    let as_board = match text.parse::<Position>() {
        Ok(position) => return Ok(Source::Position(position)),
        Err(error) => error,
    };
    Err(Failure::Usage(if looks_like_a_board(text) {
        as_board.to_string()
    } else {
        format!("in the transcript, {as_game}")
    }))
}

fn looks_like_a_board(text: &str) -> bool {
    let characters = text.chars().filter(|c| !c.is_whitespace());
    let of_a_board = |c: &char| "XxOo*BbWw-./".contains(*c);
    2 * characters.clone().filter(of_a_board).count() > characters.count()
}

/// Reads a transcript, board text, or a game in any other format.
fn standard_input(number: Option<u64>, command: &str) -> Result<Source, Failure> {
    let mut stdin = io::stdin().lock();
    let bytes = read_bounded(&mut stdin, MAX_INPUT).map_err(Failure::Input)?;
    let lines = [Some(Format::Transcript), Some(Format::Obf), None];
    if number.is_some() || !lines.contains(&detect::detect(&bytes)) {
        let all = BufReader::new(Cursor::new(bytes).chain(stdin));
        let mut records = detect::read(all, None);
        return pick(&mut records, number.unwrap_or(1), "standard input");
    }
    if bytes.len() > MAX_INPUT {
        return Err(Failure::Usage(format!(
            "standard input is larger than {MAX_INPUT} bytes, too large for a transcript or a board"
        )));
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        Failure::Usage(format!(
            "invalid UTF-8 at byte {} of standard input",
            error.utf8_error().valid_up_to() + 1
        ))
    })?;
    read(&text, command)
}

fn in_file(path: &Path, number: Option<u64>) -> Result<Source, Failure> {
    let shown = path.display().to_string();
    let name = clean(&shown);
    let mut records =
        detect::open(path, None).map_err(|error| Failure::File(path.into(), error))?;
    let source = pick(&mut records, number.unwrap_or(1), &name)?;
    if number.is_none() && records.next().is_some() {
        complain(&format!(
            "note: showing the first of several games; the next is {name}#2"
        ));
    }
    Ok(source)
}

/// Reads game `number` of a file.
fn pick<R: BufRead>(records: &mut Records<R>, number: u64, name: &str) -> Result<Source, Failure> {
    match pick_record(records, number, &|| false) {
        Ok(record) => Ok(Source::Record(Box::new(record))),
        Err(SourceError::Game(error)) => Err(Failure::Faults(format!("{name}: {error}"))),
        Err(SourceError::NumberZero) => Err(Failure::Usage("game numbers start at 1".to_owned())),
        Err(SourceError::NoSuchGame { count, number }) => Err(Failure::Usage(format!(
            "{name} has no game {number}, it has {}",
            plural(count, "game")
        ))),
        Err(error) => Err(Failure::Faults(error.to_string())),
    }
}

/// Reads a game of the history.
fn logged(which: &str) -> Result<Source, Failure> {
    let number = match which {
        "last" => None,
        _ => Some(which.parse::<u64>().map_err(|_| {
            Failure::Usage(format!(
                "{which:?} is not a game number; use one from `reversi history`, or last"
            ))
        })?),
    };
    let state = super::history::state_folder()?;
    let (found, count) = find_logged(&state, number, &|| false)
        .map_err(|error| Failure::Faults(error.to_string()))?;
    let Some(game) = found else {
        return Err(Failure::Usage(match count {
            0 => "the history is empty".to_owned(),
            1 => "the history has 1 game; use history:1".to_owned(),
            _ => format!("the history has {count} games; use history:1 to history:{count}"),
        }));
    };
    match game.record {
        Ok(record) => Ok(Source::Record(Box::new(record))),
        Err(why) => Err(Failure::Faults(format!("history:{}: {why}", game.number))),
    }
}
