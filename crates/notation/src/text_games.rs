//! Files of transcripts and board texts, usually with one game per line, and pasted text.
//!
//! A line is a game and may end with its result (`34-30`). But a transcript may also span several lines:
//! a line continues the previous game if it cannot be played from the start but can be played from where
//! the previous line ended, or if it begins with a move number other than 1. A line that begins with 64
//! squares is a position; moves may follow after a semicolon, and scores of moves, as in OBF test
//! files, which are kept as they stand. Lines such as `Black: Ann` directly below a game name its players and event. What
//! follows `%` or `#` is the comment on the game. Blank lines, and comments
//! without a game, are skipped.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, BufRead};

use super::clean::clean_for_file;
use super::decoded::decode;
use super::error::{Place, Problem};
use super::input::{CountedInput, GAME_LIMIT, LineEnd, read_line};
use super::named::NamedField;
use super::obf;
use super::pgn;
use super::record::{Record, StatedResult, StatedScore};
use super::replay::{Replay, comment_on};
use reversi::Position;
use reversi::transcript::{Token, tokens};

/// A line in a game that has one move in each line.
const BETWEEN_MOVES: &str = "line between the moves";

/// The placeholder for an unknown result, so that every line has two fields.
const UNKNOWN: &str = "?";

/// The result of reading one game.
pub(super) type Item = (Place, Result<Record, Problem>);

/// A game that may continue on the next line.
#[derive(Debug)]
struct OpenGame {
    line: u64,
    replay: Replay,
    /// What is known of it beside its moves; its tags are the scores of moves.
    record: Record,
    problem: Option<Problem>,
    /// Whether each of its lines has one move.
    is_single: bool,
    /// Why its first line does not continue a game before it that has one move in each line.
    not_joined: Option<Problem>,
    /// Its result, if that stands on a line of its own after it.
    result_line: Option<Problem>,
    /// True if the next line may continue it: the game is unfinished and has no result.
    goes_on: bool,
}

impl OpenGame {
    fn new(line: u64, start: Position, comment: &str) -> Self {
        Self {
            line,
            replay: Replay::new(start),
            record: Record {
                comment: comment.to_owned(),
                ..Record::default()
            },
            problem: None,
            is_single: true,
            not_joined: None,
            result_line: None,
            goes_on: false,
        }
    }

    fn play(&mut self, text: &str) {
        if self.problem.is_none() {
            self.problem = self.replay.transcript(text, usize::MAX).err();
        }
    }

    fn close(self) -> Item {
        let record = match self.problem {
            Some(problem) => Err(problem),
            None => Ok(self.replay.into_record(self.record)),
        };
        (Place::Line(self.line), record)
    }
}

/// Reads the games of a file of lines.
#[derive(Debug, Default)]
pub(super) struct Lines {
    open: Option<OpenGame>,
    line: Vec<u8>,
    /// The last line that was not blank.
    last: u64,
    /// An input error, reported after the game that it cut off.
    failed: Option<io::Error>,
}

const fn is_board_character(c: char) -> bool {
    matches!(
        c,
        '-' | '.' | 'x' | 'X' | '*' | 'b' | 'B' | 'o' | 'O' | 'w' | 'W'
    )
}

/// Returns true if a line is a position or a row of one, not a transcript: `b6` begins like a row.
pub(super) fn is_board(line: &str) -> bool {
    let squares = line
        .chars()
        .filter(|c| !c.is_whitespace() && *c != '/')
        .take_while(|c| is_board_character(*c))
        .count();
    let all = line
        .chars()
        .all(|c| c.is_whitespace() || matches!(c, '/' | ';' | '%' | '#') || is_board_character(c));
    // No transcript begins with that many passes.
    squares >= 16 || (squares == 8 && all)
}

/// Returns the move number at the beginning of a line.
fn move_number(line: &str) -> Option<u32> {
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = &line[..line.len() - rest.len()];
    rest.starts_with('.').then(|| digits.parse().ok()).flatten()
}

/// Splits off a result at the end of a line, as in PGN: `34-30`, `1-0` or a draw, or `?` if unknown. The last value is
/// true if there was either, in which case the game ends with the line.
fn split_result(line: &str) -> (&str, Option<StatedResult>, bool) {
    let rest = line.trim_end_matches(|c: char| !c.is_whitespace());
    let field = &line[rest.len()..];
    let result = pgn::result(field);
    if result.is_none() && field != UNKNOWN {
        return (line, None, false);
    }
    (rest, result, true)
}

/// Returns a result as a line has it: the counts, or the winner.
fn result_text(result: StatedResult) -> Option<String> {
    let score = match (result.score?.counts(), result.score?) {
        (Some(counts), _) => StatedScore::Counts(counts),
        (None, StatedScore::Winner(winner)) => StatedScore::Winner(winner),
        (None, _) => return None,
    };
    Some(pgn::result_text(Some(StatedResult::of(score))))
}

/// Returns a result as it is read from what is written of it.
pub(super) fn result_again(stated: StatedResult) -> StatedResult {
    let text = result_text(stated);
    text.and_then(|text| pgn::result(&text)).unwrap_or_default()
}

impl Lines {
    /// Reads the lines of a position that is written row by row.
    fn rest_of_board(&mut self, input: &mut CountedInput<impl BufRead>) -> io::Result<()> {
        for row in 0..8 {
            let text = decode(&self.line);
            let squares = text.chars().filter(|c| is_board_character(*c)).count();
            // A line with all squares is complete.
            if row == 0 && squares >= 64 {
                break;
            }
            let next = input.fill_buf()?.first().copied().map(char::from);
            let more = next.is_some_and(|c| c.is_whitespace() || c == '/' || is_board_character(c));
            if squares > 64 || text.contains(';') || !more {
                break;
            }
            self.line.push(b' ');
            if read_line(input, &mut self.line, GAME_LIMIT)? != LineEnd::Complete {
                break;
            }
        }
        Ok(())
    }

    /// Processes one line. Returns the previous game if it is now complete.
    fn take(
        &mut self,
        line: u64,
        input: &mut CountedInput<impl BufRead>,
    ) -> io::Result<Option<Item>> {
        let is_row = is_board(decode(&self.line).trim());
        if is_row {
            self.rest_of_board(input)?;
        }
        let text = decode(&self.line);
        let (text, comment) = split_comment(&text);
        let (text, comment) = (text.trim(), comment.trim());
        if text.is_empty() {
            return Ok(None);
        }
        let is_next = line <= std::mem::replace(&mut self.last, line) + 1;
        if let Some((field, value)) = NamedField::of_line(text)
            && let Some(open) = self.open.as_mut().filter(|_| is_next)
        {
            open.goes_on = false;
            field.set(&mut open.record, value);
            return Ok(None);
        }
        let fresh = if is_row {
            position(text, comment, line)
        } else {
            let (moves, result, ended) = split_result(text);
            let is_result = ended && tokens(moves).next().is_none();
            if is_result && !self.line.starts_with(b"\t") {
                let text = text.to_owned();
                return Ok(self.take_result(line, &text, result));
            }
            if let Some(open) = &mut self.open
                && open.result_line.is_some()
                && open.is_single
                && is_one_move(moves)
                && open.replay.clone().transcript(moves, 1).is_ok()
            {
                open.problem = open.result_line.take().or(open.problem.take());
                return Ok(None);
            }
            if let Some(open) = &mut self.open
                && open.goes_on
                && (move_number(moves).map_or_else(|| continues(open, moves), |number| number != 1)
                    || open.not_joined.is_some() && is_one_move(moves))
            {
                open.is_single &= is_one_move(moves);
                if is_one_move(moves) {
                    open.problem = open.not_joined.take().or(open.problem.take());
                }
                open.play(moves);
                if !comment.is_empty() {
                    comment_on(None, &mut open.record.comment, comment);
                }
                open.record.result = result;
                open.goes_on = !ended && !open.replay.over();
                return Ok(None);
            }
            // A sign between games.
            if !ended && tokens(moves).next().is_none() {
                return Ok(None);
            }
            let mut fresh = OpenGame::new(line, Position::START, comment);
            fresh.play(moves);
            fresh.is_single = is_one_move(moves);
            let before = self
                .open
                .as_ref()
                .filter(|open| open.is_single && open.goes_on);
            fresh.not_joined = before.and_then(|open| {
                let mut squares = open.replay.squares();
                squares.nth(usize::from(!is_one_move(moves)))?;
                let failed = open.replay.clone().transcript(moves, usize::MAX).err();
                let between = || Problem::malformed(BETWEEN_MOVES, moves, "a move");
                failed.or_else(|| (!is_one_move(moves)).then(between))
            });
            fresh.record.result = result;
            // Do not wait for more lines if this one is not a transcript.
            fresh.goes_on = !ended && !fresh.replay.over() && fresh.problem.is_none();
            fresh
        };
        Ok(self.open.replace(fresh).map(OpenGame::close))
    }

    /// Takes the result of the game before, on a line of its own. Without a game, that line is an error. Returns the
    /// game before that.
    fn take_result(&mut self, line: u64, text: &str, result: Option<StatedResult>) -> Option<Item> {
        match self.open.take() {
            Some(mut open)
                if open.record.result.is_none() && open.replay.squares().next().is_some() =>
            {
                open.record.result = result;
                open.goes_on = false;
                open.result_line = Some(Problem::malformed(BETWEEN_MOVES, text, "a move"));
                self.open = Some(open);
                None
            }
            open => {
                let mut fresh = OpenGame::new(line, Position::START, "");
                fresh.problem = Some(Problem::Truncated("the list of moves"));
                self.open = Some(fresh);
                open.map(OpenGame::close)
            }
        }
    }

    fn read(&mut self, input: &mut CountedInput<impl BufRead>) -> io::Result<Option<Item>> {
        loop {
            self.line.clear();
            let line = input.line;
            let item = match read_line(input, &mut self.line, GAME_LIMIT)? {
                LineEnd::EndOfInput => return Ok(self.open.take().map(OpenGame::close)),
                LineEnd::Complete => self.take(line, input)?,
                LineEnd::TooLong => {
                    let mut fresh = OpenGame::new(line, Position::START, "");
                    fresh.problem = Some(Problem::TooLong);
                    self.open.replace(fresh).map(OpenGame::close)
                }
            };
            if item.is_some() {
                return Ok(item);
            }
        }
    }

    /// Reads the next game. An input error is returned after the game that it cut off.
    pub(super) fn next(
        &mut self,
        input: &mut CountedInput<impl BufRead>,
    ) -> io::Result<Option<Item>> {
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        self.read(input).or_else(|error| match self.open.take() {
            Some(open) => {
                self.failed = Some(error);
                Ok(Some(open.close()))
            }
            None => Err(error),
        })
    }
}

/// Returns true if a line without a move number continues a game instead of beginning one.
fn continues(open: &OpenGame, moves: &str) -> bool {
    let Some(Ok(first)) = tokens(moves).next() else {
        return false;
    };
    // Two equal moves are two games of one move.
    let mut played = open.replay.squares();
    let is_begun = played.next().is_some_and(|square| {
        played.next().is_some() || !matches!(first, Token::Move(first) if first == square)
    });
    // A game with one move in each line goes on, or has a mistake.
    if open.is_single && is_one_move(moves) && is_begun {
        return true;
    }
    let starts_a_game =
        matches!(first, Token::Move(square) if Position::START.play(square).is_ok());
    let most = if starts_a_game { usize::MAX } else { 1 };
    let alone = || Replay::new(Position::START).transcript(moves, most);
    (!starts_a_game || alone().is_err()) && open.replay.clone().transcript(moves, most).is_ok()
}

/// Returns whether a text is one move without anything else.
fn is_one_move(text: &str) -> bool {
    let mut tokens = tokens(text);
    matches!(tokens.next(), Some(Ok(Token::Move(_)))) && tokens.next().is_none()
}

/// Reads a line that begins with 64 squares.
fn position(text: &str, comment: &str, line: u64) -> OpenGame {
    let mut parts = text.split(';').map(str::trim);
    let (start, problem) = match parts.next().unwrap_or("").parse() {
        Ok(start) => (start, None),
        Err(error) => (Position::START, Some(Problem::Start(error))),
    };
    let mut open = OpenGame::new(line, start, comment);
    open.problem = problem;
    for part in parts {
        let (part, result, _) = split_result(part);
        // `G8:+18` in an OBF test file is the score of a move, not a move that was played.
        if let Some((name, text)) = part.split_once(':') {
            open.record.tags.push(obf::NAME, name.trim(), text.trim());
        } else {
            open.play(part);
        }
        open.record.result = open.record.result.or(result);
    }
    open
}

/// Returns whether a text is a file of games or positions, judged by the first line that is not a comment.
pub(super) fn is_plain(text: &str) -> bool {
    let mut lines = text.lines().map(|line| split_comment(line).0.trim());
    let Some(line) = lines.find(|line| !line.is_empty()) else {
        return false;
    };
    if is_board(line) {
        let squares = line.split(';').next().unwrap_or("");
        return squares.parse::<Position>().is_ok();
    }
    let (moves, ..) = split_result(line);
    tokens(moves).all(|token| token.is_ok())
}

/// Returns whether every line of a text may stand in such a file.
pub(super) fn are_plain(text: &str) -> bool {
    text.lines().all(|line| {
        let line = split_comment(line).0.trim();
        let (moves, ..) = split_result(line);
        is_board(line)
            || NamedField::of_line(line).is_some()
            || is_bare(moves) && tokens(moves).all(|token| token.is_ok())
    })
}

/// Returns whether a line has nothing between its moves but spaces and the like: no numbers, and no signs in place of a move.
fn is_bare(moves: &str) -> bool {
    let is_sign = |c: char| c.is_ascii_alphanumeric() || c.is_whitespace() || ",;-".contains(c);
    let mut words = moves.split(|c: char| !c.is_ascii_alphanumeric());
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    moves.chars().all(is_sign)
        && !moves.contains(",,")
        && !words.any(|word| !word.is_empty() && is_number(word))
}

/// Returns whether a line is an empty game: a tab and the result, and perhaps a comment.
pub(super) fn is_empty_game(line: &str) -> bool {
    let (text, _) = split_comment(line);
    line.starts_with('\t') && matches!(split_result(text.trim()), ("", _, true))
}

/// Splits off the comment of a line.
fn split_comment(line: &str) -> (&str, &str) {
    line.split_once(['%', '#']).unwrap_or((line, ""))
}

/// Returns the comment on a game if it stands on one line.
pub(super) fn line_comment(record: &Record) -> Option<Cow<'_, str>> {
    let comment = clean_for_file(record.comment.trim());
    (!comment.is_empty() && !comment.contains('\n')).then_some(comment)
}

/// Writes a record as one line without a line end: the moves, a tab and the result as `BLACK-WHITE`, with
/// the empty squares given to the winner. For an unfinished game this is the stated result, or
/// [`UNKNOWN`] if there is none. A comment of one line follows after a tab and `%`. A game from another start is
/// written as board text, a semicolon and the moves; without moves and a stated result as board text alone.
pub(super) fn write(record: &Record, out: &mut String) {
    if is_position(record) {
        return write_position(record, out);
    }
    // Writing to a String cannot fail.
    if record.start != Position::START {
        let _ = write!(out, "{};", record.start);
    }
    for square in record.squares() {
        out.push(square.file().letter());
        out.push(square.rank().digit());
    }
    out.push('\t');
    let result = record.true_result().and_then(result_text);
    out.push_str(result.as_deref().unwrap_or(UNKNOWN));
    if let Some(comment) = line_comment(record) {
        let _ = write!(out, "\t% {comment}");
    }
}

/// Returns whether a line holds a record as board text alone.
pub(super) fn is_position(record: &Record) -> bool {
    record.start != Position::START
        && is_without_moves(record)
        && (record.true_result().and_then(result_text).is_none() || record.outcome().is_some())
}

/// Returns whether no disc was placed.
pub(super) fn is_without_moves(record: &Record) -> bool {
    record.squares().next().is_none()
}

/// Writes the last position of a record as board text, with a comment of one line. Without moves this is the start, with
/// the scores of moves.
pub(super) fn write_position(record: &Record, out: &mut String) {
    let is_start = is_without_moves(record);
    let position = if is_start {
        record.start
    } else {
        record.final_position()
    };
    // Writing to a String cannot fail.
    let _ = write!(out, "{position}");
    let scores = record.tags.iter();
    for tag in scores.filter(|tag| is_start && tag.format == obf::NAME) {
        let [name, score] = [tag.name, tag.text].map(clean_for_file);
        let _ = write!(out, "; {name}:{score}");
    }
    if let Some(comment) = line_comment(record) {
        let _ = write!(out, " % {comment}");
    }
}
