//! Owns files of transcripts and board texts: usually one game a line, and what people paste.
//!
//! A line is a game, and may end with its result (`34-30`). But a transcript may also go on over
//! several lines: a line that cannot be played from the start, but where the line before ended, goes on
//! with its game, and so does one that begins with a move number other than 1. A line
//! that begins with 64 squares is a position; moves may follow it after a semicolon, scores of moves as
//! OBF test files have them are passed over. Blank lines are skipped, and comments after `%` or `#`.

use std::io::BufRead;

use super::clean::decode;
use super::error::{MoveProblem, Place, Problem};
use super::record::{Record, StatedResult, StatedScore};
use super::replay::Replay;
use super::source::{GAME_LIMIT, Line, Source};
use super::transcript::{Token, tokens};
use crate::color::ByColor;
use crate::position::Position;

/// Stands in the place of a result that is not known, so that every line has two fields.
const UNKNOWN: &str = "?";

/// What reading one game gives.
pub(crate) type Item = (Place, Result<Record, Problem>);

/// A game that may go on in the next line.
#[derive(Debug)]
struct Open {
    line: u64,
    replay: Replay,
    result: Option<StatedResult>,
    comment: String,
    problem: Option<Problem>,
    /// Whether the next line may go on with it: not a finished game, nor one with a result.
    goes_on: bool,
}

impl Open {
    fn close(self) -> Item {
        let place = Place::Line(self.line);
        if let Some(problem) = self.problem {
            return (place, Err(problem));
        }
        let mut record = Record::new(self.replay.start());
        record.moves = self.replay.into_moves();
        record.result = self.result;
        record.comment = self.comment;
        (place, Ok(record))
    }
}

/// The games of a file of lines.
#[derive(Debug)]
pub(crate) struct Lines<R> {
    source: Source<R>,
    open: Option<Open>,
    line: Vec<u8>,
    ended: bool,
    /// Said after the last game.
    failed: Option<Item>,
}

const fn is_board_character(c: char) -> bool {
    matches!(
        c,
        '-' | '.' | 'x' | 'X' | '*' | 'b' | 'B' | 'o' | 'O' | 'w' | 'W'
    )
}

/// Whether a line is a position or a row of one, and no transcript: `b6` begins like a row.
pub(crate) fn is_board(line: &str) -> bool {
    let squares = line
        .chars()
        .filter(|c| !c.is_whitespace() && *c != '/')
        .take_while(|c| is_board_character(*c))
        .count();
    let all = line
        .chars()
        .all(|c| c.is_whitespace() || matches!(c, '/' | ';' | '%' | '#') || is_board_character(c));
    // No transcript has so many squares' worth of passes in front.
    squares >= 16 || (squares == 8 && all)
}

/// The number that a line of a numbered transcript begins with.
fn move_number(line: &str) -> Option<u32> {
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = &line[..line.len() - rest.len()];
    rest.starts_with('.').then(|| digits.parse().ok()).flatten()
}

/// Splits `34-30`, or `?` for a result that is not known, off the end of a line. Says last whether there
/// was either: the game ends with the line then.
fn split_result(line: &str) -> (&str, Option<StatedResult>, bool) {
    let field = line
        .rsplit(|c: char| c.is_whitespace())
        .next()
        .unwrap_or("");
    let score = counts(field).map(StatedScore::Counts);
    if score.is_none() && field != UNKNOWN {
        return (line, None, false);
    }
    let rest = &line[..line.len() - field.len()];
    (rest, score.map(StatedResult::of), true)
}

/// Reads `34-30`: Black's discs and White's.
pub(crate) fn counts(text: &str) -> Option<ByColor<u32>> {
    let (black, white) = text.split_once('-')?;
    let count = |digits: &str| {
        let plain = (1..=2).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
        plain.then(|| digits.parse().ok()).flatten()
    };
    let (black, white) = (count(black)?, count(white)?);
    (black + white <= 64).then_some(ByColor::new(black, white))
}

fn play(replay: &mut Replay, text: &str) -> Result<(), Problem> {
    for token in tokens(text) {
        match token {
            Ok(token) => replay.token(token, None)?,
            Err(error) => return Err(replay.fail(MoveProblem::Unreadable(error))),
        };
    }
    Ok(())
}

impl<R: BufRead> Lines<R> {
    pub(crate) const fn new(source: Source<R>) -> Self {
        Self {
            source,
            open: None,
            line: Vec::new(),
            ended: false,
            failed: None,
        }
    }

    pub(crate) const fn offset(&self) -> u64 {
        self.source.offset()
    }

    /// Reads the lines of a position that is written in rows.
    fn rest_of_board(&mut self) -> std::io::Result<()> {
        for _ in 0..8 {
            let text = decode(&self.line);
            let squares = text.chars().filter(|c| is_board_character(*c)).count();
            let next = self.source.fill()?.first().copied().map(char::from);
            let more = next.is_some_and(|c| c.is_whitespace() || c == '/' || is_board_character(c));
            if squares > 64 || text.contains(';') || !more {
                break;
            }
            self.line.push(b' ');
            if self.source.read_line(&mut self.line)? != Line::Whole {
                break;
            }
        }
        Ok(())
    }

    /// Takes in one line; gives the game before it, if that is complete now.
    fn take(&mut self, line: u64) -> std::io::Result<Option<Item>> {
        let is_row = is_board(decode(&self.line).trim());
        if is_row {
            self.rest_of_board()?;
        }
        let text = decode(&self.line);
        let (text, comment) = match text.find(['%', '#']) {
            Some(at) => (&text[..at], text[at + 1..].trim()),
            None => (&*text, ""),
        };
        let text = text.trim();
        if text.is_empty() {
            return Ok(None);
        }
        if is_row {
            let fresh = Some(position(text, comment, line));
            return Ok(std::mem::replace(&mut self.open, fresh).map(Open::close));
        }
        let (moves, result, ended) = split_result(text);
        if let Some(open) = &mut self.open
            && open.goes_on
            && move_number(moves).map_or_else(|| continues(open, moves), |number| number != 1)
        {
            open.problem = open.problem.take().or(play(&mut open.replay, moves).err());
            open.result = result;
            open.goes_on = !ended && !open.replay.is_over();
            return Ok(None);
        }
        let mut replay = Replay::new(Position::START);
        let problem = play(&mut replay, moves).err();
        let fresh = Open {
            line,
            result,
            comment: comment.to_owned(),
            // A line that is no transcript at all is not waited for.
            goes_on: !ended && !replay.is_over() && problem.is_none(),
            replay,
            problem,
        };
        Ok(self.open.replace(fresh).map(Open::close))
    }

    fn read(&mut self) -> std::io::Result<Option<Item>> {
        loop {
            self.line.clear();
            let line = self.source.line();
            match self.source.read_line(&mut self.line)? {
                Line::End => {
                    self.ended = true;
                    return Ok(self.open.take().map(Open::close));
                }
                Line::Whole => {
                    if let Some(item) = self.take(line)? {
                        return Ok(Some(item));
                    }
                }
                Line::TooLong => {
                    let fresh = Open {
                        line,
                        replay: Replay::new(Position::START),
                        result: None,
                        comment: String::new(),
                        problem: Some(Problem::TooLong { limit: GAME_LIMIT }),
                        goes_on: false,
                    };
                    if let Some(open) = self.open.replace(fresh) {
                        return Ok(Some(open.close()));
                    }
                }
            }
        }
    }
}

/// Whether a line without a move number goes on with a game rather than begin one.
fn continues(open: &Open, moves: &str) -> bool {
    let Some(Ok(first)) = tokens(moves).next() else {
        return false;
    };
    let mut longer = open.replay.clone();
    if matches!(first, Token::Move(square) if Position::START.legal_moves().contains(square)) {
        let alone = play(&mut Replay::new(Position::START), moves);
        alone.is_err() && play(&mut longer, moves).is_ok()
    } else {
        longer.token(first, None).is_ok()
    }
}

/// Reads a line that begins with 64 squares.
fn position(text: &str, comment: &str, line: u64) -> Open {
    let mut parts = text.split(';').map(str::trim);
    let mut open = Open {
        line,
        replay: Replay::new(Position::START),
        result: None,
        comment: comment.to_owned(),
        problem: None,
        goes_on: false,
    };
    match parts.next().unwrap_or("").parse() {
        Ok(start) => open.replay = Replay::new(start),
        Err(error) => {
            open.problem = Some(Problem::Start(error));
            return open;
        }
    }
    for part in parts {
        let (part, result, _) = split_result(part);
        // `G8:+18` is what an OBF test file says about a move that was not played.
        if !part.contains(':') {
            open.problem = open.problem.or(play(&mut open.replay, part).err());
        }
        open.result = open.result.or(result);
    }
    open
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        if !self.ended {
            match self.read() {
                Ok(item) => return item,
                Err(error) => {
                    self.ended = true;
                    let problem = Problem::from(&error);
                    self.failed = Some((Place::Line(self.source.line()), Err(problem)));
                }
            }
        }
        let last = self.open.take().map(Open::close);
        last.or_else(|| self.failed.take())
    }
}

/// Writes a record as one line without its end: the moves, a tab and the result as `BLACK-WHITE`, the
/// empty squares given to the winner. Where the game is not finished this is what was stated, and
/// [`UNKNOWN`] when that gives no counts. A game from another start is written as its board text, a semicolon and the moves;
/// a record without moves as board text alone.
pub(crate) fn write(record: &Record, out: &mut String) {
    use std::fmt::Write as _;
    let mut squares = record.moves.iter().filter_map(|m| m.square).peekable();
    // Writing to a String cannot fail.
    if record.start != Position::START || squares.peek().is_none() {
        let _ = write!(out, "{}", record.start);
        if squares.peek().is_some() {
            out.push(';');
        }
    }
    for square in squares {
        out.push(square.file().letter());
        out.push(square.rank().digit());
    }
    let score = record.true_result().and_then(|result| result.score);
    let is_position = record.moves.iter().all(|m| m.square.is_none());
    if is_position {
        return;
    }
    let _ = match score.and_then(StatedScore::counts) {
        Some(counts) => write!(out, "\t{}-{}", counts.black, counts.white),
        None => write!(out, "\t{UNKNOWN}"),
    };
}
