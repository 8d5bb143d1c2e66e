//! A position from any text that a person may paste.
//!
//! The first reading that fits is taken:
//!
//! 1. a game in SGF, GGF, PGN or Othello Quest JSON, with or without the command of a protocol before it, or
//!    the `BO[8 ...]` of GGF alone: its final position;
//! 2. eight lines of eight squares, as this program, Edax, `NBoard` and GGS print a board. Coordinates, borders,
//!    spaces and the text beside and around the board are skipped;
//! 3. 64 squares, in any number of lines, and what OBF allows after them;
//! 4. a transcript;
//! 5. two hexadecimal numbers with a1 as the highest bit: the discs of Black and of White, if words before them or the
//!    side to move say so, otherwise those of the side to move and its opponent, as most engines write them.
//!
//! The squares are those of [`Position`]'s text. In addition:
//!
//! - `*` is a legal move, as this program marks it, if there is another sign for Black and the squares with `*`
//!   are the legal moves of one side. Otherwise it is a black disc.
//! - `0` is Black and `1` White if both occur with a sign for empty squares and no other disc, as Egaroucid
//!   writes. `0` alone, beside black discs, is a mistyped `O`. Anything else with `0` or `1` is an error: it may be
//!   a set of bits.
//!
//! Where the text does not name the side to move, it is the side with the legal moves marked by `*`; or the only
//! one that can move; or Black after an even number of discs and White after an odd one, as in a game without
//! passes.

use std::fmt;

use super::detect::{self, Format, detect};
use super::error::{GAME_LIMIT, Problem};
use super::record::Record;
use super::transcript;
use crate::board::OverlapError;
use crate::color::{ByColor, Color};
use crate::position::{ParsePositionError, Position};
use crate::squares::SquareSet;

/// A position that was read from a text. Displays as a clause that describes how the text was understood:
/// `a board of 8 lines, * for Black; White to move`.
#[derive(Clone, Debug, PartialEq)]
pub struct PositionText {
    /// The position.
    pub position: Position,
    /// What the text is, and what unusual signs were taken for, as a clause.
    pub form: String,
    /// False if the side to move was inferred.
    pub side_is_stated: bool,
    /// The game that led to the position.
    pub game: Option<Record>,
    /// True if this is the first of several positions or games in the text.
    pub more_follow: bool,
    /// What the same text would be in another reading, as a clause.
    pub other_reading: Option<String>,
}

/// An error of reading a position from a text. Displays as a clause.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionTextError {
    /// There is only white space.
    #[error("the text is empty; expected a board, a transcript, a game or two hexadecimal numbers")]
    Empty,
    /// The text is longer than 1 MiB.
    #[error("the text is too long: at most {GAME_LIMIT} bytes")]
    TooLong,
    /// The text looks like the squares of a board, but is none.
    #[error("{0}")]
    Squares(ParsePositionError),
    /// There is a board of another number of lines.
    #[error("the board has {found} lines of eight squares, but it needs 8")]
    Lines {
        /// The number of lines with eight squares.
        found: usize,
    },
    /// The coordinates of the board do not run from a to h and from 1 to 8.
    #[error("the coordinates of the board must run from a to h and from 1 to 8")]
    Coordinates,
    /// `0` or `1` may mean several things.
    #[error(
        "the meaning of 0 and 1 is unclear here: use X for Black, O for White and - for empty squares"
    )]
    UnclearDigits,
    /// There is only one hexadecimal number.
    #[error(
        "only one hexadecimal number found, but a position needs two: the discs of Black and those of White"
    )]
    OneNumber,
    /// The two bitboards have common squares.
    #[error("the two hexadecimal numbers overlap: {0}")]
    Overlap(OverlapError),
    /// The text looks like a transcript, or like nothing else.
    #[error("in the transcript, {0}")]
    Transcript(Problem),
    /// A game cannot be read.
    #[error("in the game, {0}")]
    Game(Problem),
}

impl fmt::Display for PositionText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = self.position;
        let turn = if position.board().is_game_over() {
            return write!(f, "{}; the game is over", self.form);
        } else if position.legal_moves().is_empty() {
            "must pass"
        } else {
            "to move"
        };
        let stated = if self.side_is_stated {
            ""
        } else {
            " (not stated)"
        };
        write!(
            f,
            "{}; {} {turn}{stated}",
            self.form,
            position.side_to_move()
        )?;
        self.other_reading
            .as_ref()
            .map_or(Ok(()), |other| write!(f, "; {other}"))
    }
}

/// Reads the position that a text contains.
///
/// # Errors
/// [`PositionTextError`] about the form that the text resembles most.
///
/// ```
/// use reversi::notation::position_text;
/// let start = position_text::read("0x0000000810000000 0x0000001008000000")?;
/// assert_eq!(start.position, reversi::Position::START);
/// assert_eq!(position_text::read("f5 d6 c3")?.to_string(), "a transcript of 3 moves; White to move");
/// # Ok::<(), position_text::PositionTextError>(())
/// ```
pub fn read(text: &str) -> Result<PositionText, PositionTextError> {
    let text = text.trim_start_matches('\u{feff}');
    if text.len() > GAME_LIMIT {
        return Err(PositionTextError::TooLong);
    }
    if text.trim().is_empty() {
        return Err(PositionTextError::Empty);
    }
    if let Some((text, format)) = embedded_game(text) {
        return game(&text, format).map_err(PositionTextError::Game);
    }
    let rows = rows(text);
    if rows.len() >= 8 {
        return lines(text, &rows);
    }
    if let Some(board) = squares(text).or_else(|| text.lines().find_map(squares)) {
        return board;
    }
    // Moves of one game in several lines, or a line of a file with a result or a comment.
    let problem = match transcript::parse(text) {
        Ok(game) => return Ok(of_game(Record::from_game(&game), Format::Transcript)),
        Err(problem) => problem,
    };
    if let Ok(game) = game(text, Format::Transcript) {
        return Ok(game);
    }
    if let Some(numbers) = hexadecimal(text) {
        return numbers;
    }
    Err(if rows.len() > 1 {
        PositionTextError::Lines { found: rows.len() }
    } else if looks_like_a_board(text)
        && let Err(error) = text.parse::<Position>()
    {
        PositionTextError::Squares(error)
    } else {
        PositionTextError::Transcript(problem)
    })
}

/// Returns true if most characters of a text are those of a board.
pub(crate) fn looks_like_a_board(text: &str) -> bool {
    let characters = text.chars().filter(|c| !c.is_whitespace());
    let of_a_board = |c: &char| "XxOo*BbWw-./".contains(*c);
    2 * characters.clone().filter(of_a_board).count() > characters.count()
}

/// Returns the game of a text, without what a protocol has before it, and its format.
fn embedded_game(text: &str) -> Option<(String, Format)> {
    if let Some(format @ (Format::Pgn | Format::Quest)) = detect(text.as_bytes()) {
        return Some((text.to_owned(), format));
    }
    if let Some(at) = text.find("(;") {
        let text = &text[at..];
        let format =
            detect(text.as_bytes()).filter(|format| matches!(format, Format::Ggf | Format::Sgf));
        return Some((text.to_owned(), format?));
    }
    let (board, _) = text[text.find("BO[")?..].split_once(']')?;
    Some((format!("(;GM[Othello]{board}];)"), Format::Ggf))
}

/// Reads the first game of a text.
fn game(text: &str, format: Format) -> Result<PositionText, Problem> {
    let mut games = detect::read(text.as_bytes(), Some(format));
    let first = games.next().ok_or(Problem::NoGame(format.name()))?;
    let first = of_game(first.map_err(|error| error.problem)?, format);
    Ok(first.or_first_of_several(games.next().is_some()))
}

fn of_game(game: Record, format: Format) -> PositionText {
    let name = match format {
        Format::Transcript => "a transcript".to_owned(),
        Format::Quest => "a game of Othello Quest".to_owned(),
        format => format!("a game in {}", format.name().to_uppercase()),
    };
    let moves = game
        .moves
        .iter()
        .filter(|played| played.square.is_some())
        .count();
    let plural = if moves == 1 { "" } else { "s" };
    PositionText {
        position: game.final_position(),
        form: format!("{name} of {moves} move{plural}"),
        side_is_stated: true,
        game: Some(game),
        more_follow: false,
        other_reading: None,
    }
}

impl PositionText {
    fn or_first_of_several(mut self, are_several: bool) -> Self {
        self.more_follow = are_several;
        if are_several {
            self.form.insert_str(0, "the first of several: ");
        }
        self
    }
}

/// Returns true for what may stand between the squares of a board.
fn is_filler(c: char) -> bool {
    c.is_whitespace() || matches!(c, '/' | '|' | '+' | '\u{2500}'..='\u{257f}')
}

fn is_square(c: char) -> bool {
    "XxOo*BbWw-.01".contains(c)
}

/// A line of a text with the eight squares of a rank.
struct Row {
    /// Where the line begins, in bytes.
    at: usize,
    /// The digit of the rank, if it is written.
    rank: Option<char>,
    squares: String,
}

impl Row {
    fn read(at: usize, line: &str) -> Option<Self> {
        if line.trim_start().starts_with('+') {
            return None;
        }
        // Two coordinates, and no more than the beginning of the text beside the board.
        let cells: String = line.chars().filter(|&c| !is_filler(c)).take(10).collect();
        let is_rank = |c: char| ('1'..='8').contains(&c);
        let (rank, squares) = match cells.len() {
            8 => (None, cells.as_str()),
            9.. if cells.starts_with(is_rank) => (cells.chars().next(), cells.get(1..9)?),
            9 if cells.ends_with(is_rank) => (cells.chars().last(), cells.get(..8)?),
            _ => return None,
        };
        let is_row = squares.chars().all(is_square);
        let squares = squares.to_owned();
        is_row.then_some(Self { at, rank, squares })
    }
}

/// Returns the lines of boards. If one has a coordinate, lines without one, such as borders, are none.
fn rows(text: &str) -> Vec<Row> {
    let mut at = 0;
    let mut rows = Vec::new();
    for line in text.split_inclusive('\n') {
        rows.extend(Row::read(at, line));
        at += line.len();
    }
    let have_ranks = rows.iter().any(|row| row.rank.is_some());
    rows.retain(|row| row.rank.is_some() == have_ranks);
    rows
}

/// Reads a board of eight lines: the first one whose ranks are all there.
fn lines(text: &str, rows: &[Row]) -> Result<PositionText, PositionTextError> {
    let are_ranks = |board: &[Row]| {
        let mut ranks = ('1'..='8').zip(board);
        ranks.all(|(rank, row)| row.rank.is_none_or(|written| written == rank))
    };
    let first = rows
        .windows(8)
        .position(are_ranks)
        .ok_or(PositionTextError::Coordinates)?;
    let (board, more) = rows[first..].split_at(8);
    let text = &text[..more.first().map_or(text.len(), |row| row.at)];
    if text.to_lowercase().contains("h g f e d c b a") {
        return Err(PositionTextError::Coordinates);
    }
    let squares: String = board.iter().map(|row| row.squares.as_str()).collect();
    let (before, after) = text.split_at(board[0].at);
    let last = after.lines().last().unwrap_or("").trim();
    let signs = Signs::read(&squares)?;
    let side = stated_side(after)
        .or_else(|| stated_side(before))
        .or_else(|| signs.side(last));
    // `reversi show` prints sets of bits below the board.
    let are_several = more
        .iter()
        .any(|row| row.squares.contains(|c| !"01.".contains(c)));
    Ok(signs
        .text("a board of 8 lines", side)
        .or_first_of_several(are_several))
}

/// Reads a text that begins with 64 squares and has nothing else than the side to move, moves after a semicolon,
/// comments, and other lines.
fn squares(text: &str) -> Option<Result<PositionText, PositionTextError>> {
    let (squares, rest) = split_squares(text)?;
    let signs = match Signs::read(&squares) {
        Ok(signs) => signs,
        Err(error) => return Some(Err(error)),
    };
    let end = rest.find([';', ',', '%', '#', '\n']).unwrap_or(rest.len());
    let (sentence, rest) = rest.split_at(end);
    let side = signs
        .side(sentence.trim())
        .or_else(|| stated_side(sentence));
    if side.is_none() && !sentence.trim().is_empty() {
        return None;
    }
    let are_several = rest.lines().any(|line| split_squares(line).is_some());
    let alone = signs
        .text("64 squares", side)
        .or_first_of_several(are_several);
    let line = rest.lines().next().filter(|line| line.starts_with(';'));
    let game = line.map(|line| detect::parse(&format!("{}{line}", alone.position), Format::Obf));
    Some(match game {
        Some(Err(problem)) => Err(PositionTextError::Game(problem)),
        Some(Ok(game)) if game.moves.iter().any(|played| played.square.is_some()) => {
            Ok(of_game(game, Format::Obf))
        }
        _ => Ok(alone),
    })
}

/// Returns the 64 squares at the beginning of a text, and the text after them.
fn split_squares(text: &str) -> Option<(String, &str)> {
    let mut cells = text.char_indices().filter(|&(_, c)| !is_filler(c));
    let squares: String = cells
        .by_ref()
        .take(64)
        .map(|(_, c)| c)
        .take_while(|&c| is_square(c))
        .collect();
    let rest = cells.next().map_or("", |(at, _)| &text[at..]);
    (squares.len() == 64).then_some((squares, rest))
}

/// What `0` and `1` are taken for where both occur.
const DIGITS: &str = ", 0 for Black and 1 for White";

/// 64 squares and what their signs were taken for.
struct Signs {
    /// The position with Black to move.
    position: Position,
    /// A clause about unusual signs.
    meaning: &'static str,
    /// The side whose legal moves are marked.
    marked: Option<Color>,
}

impl Signs {
    fn read(squares: &str) -> Result<Self, PositionTextError> {
        let has = |signs: &str| squares.contains(|c| signs.contains(c));
        let (black, stars, white) = (has("XxBb"), has("*"), has("OoWw"));
        let (squares, meaning) = match (has("0"), has("1")) {
            (false, false) => (squares.to_owned(), if stars { ", * for Black" } else { "" }),
            (true, true) if has("-.") && !black && !stars && !white => {
                (squares.replace('0', "X").replace('1', "O"), DIGITS)
            }
            (true, false) if (black || stars) && !white => {
                (squares.replace('0', "O"), ", 0 for White")
            }
            _ => return Err(PositionTextError::UnclearDigits),
        };
        let parse = |squares: &str| {
            format!("{squares}X")
                .parse()
                .map_err(PositionTextError::Squares)
        };
        let all_discs = Self {
            position: parse(&squares)?,
            meaning,
            marked: None,
        };
        if !black || !stars {
            return Ok(all_discs);
        }
        let position: Position = parse(&squares.replace('*', "-"))?;
        let marked = all_discs.position.board().occupied() - position.board().occupied();
        let moves_of = |color| position.with_side_to_move(color).legal_moves();
        let side = Color::ALL
            .into_iter()
            .find(|&color| moves_of(color) == marked);
        Ok(side.map_or(all_discs, |_| Self {
            position,
            meaning: ", * for legal moves",
            marked: side,
        }))
    }

    /// Returns the side that a word names.
    fn side(&self, word: &str) -> Option<Color> {
        match word {
            "0" if self.meaning == DIGITS => Some(Color::Black),
            "1" if self.meaning == DIGITS => Some(Color::White),
            word => side_named(word),
        }
    }

    /// Returns the position, with the side to move if it is stated.
    fn text(&self, form: &str, side: Option<Color>) -> PositionText {
        let color = side
            .or(self.marked)
            .unwrap_or_else(|| likely_side(self.position));
        PositionText {
            position: self.position.with_side_to_move(color),
            form: form.to_owned() + self.meaning,
            side_is_stated: side.is_some(),
            game: None,
            more_follow: false,
            other_reading: None,
        }
    }
}

/// Returns the side that a word names.
fn side_named(word: &str) -> Option<Color> {
    match word.to_lowercase().as_str() {
        "black" | "x" | "*" | "b" => Some(Color::Black),
        "white" | "o" | "w" => Some(Color::White),
        _ => None,
    }
}

/// Returns the side to move that a text names: `* to move`, `White's turn`, `Black has no legal move`.
fn stated_side(text: &str) -> Option<Color> {
    let words = text.split(|c: char| c.is_whitespace() || "(),.;:|".contains(c));
    let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    (0..words.len()).find_map(|at| {
        let word = |after: usize| words.get(at + after).copied().unwrap_or("");
        match (word(0), word(1), word(2)) {
            (side, "to", "move" | "play") | (side, "has", "no") | (side, "must", "pass") => {
                side_named(side)
            }
            (side, "turn", _) => side_named(side.trim_end_matches("'s")),
            ("move" | "turn" | "Turn", side, _) => side_named(side),
            _ => None,
        }
    })
}

/// Returns the only side that can move; otherwise the one that is to move in a game without passes.
fn likely_side(position: Position) -> Color {
    let can_move = |&color: &Color| !position.with_side_to_move(color).legal_moves().is_empty();
    let mut able = Color::ALL.into_iter().filter(can_move);
    match (able.next(), able.next()) {
        (Some(color), None) => color,
        _ if position.board().empty_count() % 2 == 1 => Color::White,
        _ => Color::Black,
    }
}

/// What two bitboards are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reading {
    BlackAndWhite,
    PlayerAndOpponent,
}

impl fmt::Display for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::BlackAndWhite => "Black and White",
            Self::PlayerAndOpponent => "player and opponent",
        })
    }
}

/// Reads two bitboards.
fn hexadecimal(text: &str) -> Option<Result<PositionText, PositionTextError>> {
    let mut numbers = Vec::new();
    let mut owner = None;
    for word in text.split(|c: char| !c.is_alphanumeric() && c != '_') {
        match number(word) {
            Some(number) => numbers.push((owner.take(), SquareSet::from_bits(number))),
            None => owner = owner_named(word).or(owner),
        }
    }
    let (first, second) = match numbers[..] {
        [first, second, ..] => (first, second),
        // One number without a prefix may as well be a transcript.
        [_] if text.contains("0x") => return Some(Err(PositionTextError::OneNumber)),
        _ => return None,
    };
    let side = stated_side(text).or_else(|| side_named(text.split_whitespace().last()?));
    let (stated, is_first) = match (first.0, second.0) {
        (Some((reading, true)), Some((other, false))) if reading == other => (Some(reading), true),
        (Some((reading, false)), Some((other, true))) if reading == other => (Some(reading), false),
        // A side to move has a meaning only beside the discs of Black and White.
        _ => (side.map(|_| Reading::BlackAndWhite), true),
    };
    let (first, second) = if is_first {
        (first.1, second.1)
    } else {
        (second.1, first.1)
    };
    let black_is_first = stated != Some(Reading::PlayerAndOpponent) || side != Some(Color::White);
    let discs = if black_is_first {
        ByColor::new(first, second)
    } else {
        ByColor::new(second, first)
    };
    let position = match Position::from_discs(discs, Color::Black) {
        Ok(position) => position,
        Err(overlap) => return Some(Err(PositionTextError::Overlap(overlap))),
    };
    let (reading, other) = match stated {
        Some(reading) => (reading, None),
        None => likely_reading(position),
    };
    let color = side.unwrap_or_else(|| side_of(position, reading));
    Some(Ok(PositionText {
        position: position.with_side_to_move(color),
        form: format!("two hexadecimal numbers, taken as {reading} with a1 as the highest bit"),
        side_is_stated: side.is_some(),
        game: None,
        more_follow: false,
        other_reading: other,
    }))
}

/// Returns what a word says about the number after it: the reading of both, and whether it names the first side of
/// that.
fn owner_named(word: &str) -> Option<(Reading, bool)> {
    match word.to_lowercase().as_str() {
        "player" => Some((Reading::PlayerAndOpponent, true)),
        "opponent" => Some((Reading::PlayerAndOpponent, false)),
        word => side_named(word).map(|color| (Reading::BlackAndWhite, color == Color::Black)),
    }
}

/// Returns the side to move of a position with the discs of the first number as Black's.
fn side_of(position: Position, reading: Reading) -> Color {
    match reading {
        Reading::BlackAndWhite => likely_side(position),
        Reading::PlayerAndOpponent => Color::Black,
    }
}

/// Returns what two bitboards without any word probably are, and a remark about the other reading where it has another
/// side to move. The discs of the first number are Black's.
fn likely_reading(position: Position) -> (Reading, Option<String>) {
    let (colors, sides) = (Reading::BlackAndWhite, Reading::PlayerAndOpponent);
    let white = position.with_side_to_move(Color::White);
    if side_of(position, colors) == Color::Black {
        return (colors, None);
    }
    if position.legal_moves().is_empty() {
        return (colors, Some(format!("as {sides}, Black must pass: add X")));
    }
    let (reading, other) = match (white.has_last_move(), position.has_last_move()) {
        (true, false) => (colors, format!("as {sides}, no game leads to it")),
        (false, true) => (sides, format!("as {colors}, no game leads to it")),
        _ => (sides, format!("as {colors}, White would be to move: add O")),
    };
    (reading, Some(other))
}

/// Reads a hexadecimal number: 16 digits, or with `0x` any number up to 16. Underscores and the suffix of C are
/// skipped.
fn number(word: &str) -> Option<u64> {
    let word = word.trim_end_matches(['u', 'U', 'l', 'L']).replace('_', "");
    let (digits, least) = word
        .strip_prefix("0x")
        .map_or((word.as_str(), 16), |digits| (digits, 1));
    let is_number = digits.len() >= least && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    u64::from_str_radix(digits, 16).ok().filter(|_| is_number)
}

#[cfg(test)]
mod tests;
