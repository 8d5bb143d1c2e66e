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
//! 5. two hexadecimal numbers, the discs of Black and of White with a1 as the highest bit.
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
use crate::square::Square;
use crate::squares::SquareSet;

/// A position that was read from a text. Displays as a clause that describes how the text was understood:
/// `a board of 8 lines, * for Black; White to move`.
#[derive(Clone, Debug, PartialEq)]
pub struct PositionText {
    /// The position.
    pub position: Position,
    /// The form of the text.
    pub form: TextForm,
    /// What unusual signs were taken for, as a clause.
    pub signs: Option<&'static str>,
    /// False if the side to move was inferred.
    pub side_is_stated: bool,
    /// True if the text goes on with another board or game.
    pub is_first_of_several: bool,
    /// The game that led to the position.
    pub game: Option<Record>,
}

/// The form of a text with a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextForm {
    /// A board with a line for each rank.
    Lines,
    /// The squares one after another, as in OBF.
    Squares,
    /// Two bitboards.
    Hexadecimal,
    /// A game in a format of games.
    Game(Format),
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
    /// A rank occurs twice within eight lines.
    #[error("rank {rank} of the board occurs twice, before all of the ranks 1 to 8")]
    RepeatedRank {
        /// The rank, 1 to 8.
        rank: usize,
    },
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
        if self.is_first_of_several {
            f.write_str("the first of several: ")?;
        }
        match self.form {
            TextForm::Lines => f.write_str("a board of 8 lines")?,
            TextForm::Squares => f.write_str("64 squares")?,
            TextForm::Hexadecimal => {
                f.write_str(
                    "two hexadecimal numbers, taken as Black and White with a1 as the highest bit",
                )?;
            }
            TextForm::Game(Format::Transcript) => f.write_str("a transcript")?,
            TextForm::Game(Format::Quest) => f.write_str("a game of Othello Quest")?,
            TextForm::Game(format) => write!(f, "a game in {}", format.name().to_uppercase())?,
        }
        if let Some(game) = &self.game {
            match game
                .moves
                .iter()
                .filter(|played| played.square.is_some())
                .count()
            {
                1 => f.write_str(" of 1 move")?,
                moves => write!(f, " of {moves} moves")?,
            }
        }
        if let Some(signs) = self.signs {
            write!(f, ", {signs}")?;
        }
        let color = self.position.side_to_move();
        if self.position.board().is_game_over() {
            return f.write_str("; the game is over");
        }
        match self.position.legal_moves().is_empty() {
            true => write!(f, "; {color} must pass")?,
            false => write!(f, "; {color} to move")?,
        }
        if self.side_is_stated {
            Ok(())
        } else {
            f.write_str(" (not stated)")
        }
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
    if let Some(board) = lines(text).or_else(|| squares(text)) {
        return board;
    }
    let problem = match transcript::parse(text) {
        Ok(game) if game.entries().is_empty() => Problem::NoGame("Othello"),
        Ok(game) => return Ok(of_game(Record::from_game(&game), Format::Transcript)),
        Err(problem) => problem,
    };
    // A line of a file may have a result or a comment.
    if let Ok(game) = game(text, Format::Transcript)
        && game
            .game
            .as_ref()
            .is_some_and(|record| !record.moves.is_empty())
    {
        return Ok(game);
    }
    if let Some(numbers) = hexadecimal(text) {
        return numbers;
    }
    let found = rows(text).len();
    Err(if (2..8).contains(&found) {
        PositionTextError::Lines { found }
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
    let is_first_of_several = games.next().is_some();
    Ok(PositionText {
        is_first_of_several,
        ..first
    })
}

fn of_game(game: Record, format: Format) -> PositionText {
    PositionText {
        position: game.final_position(),
        form: TextForm::Game(format),
        signs: None,
        side_is_stated: true,
        is_first_of_several: false,
        game: Some(game),
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
    /// The number of the rank, 1 to 8, if it is written.
    rank: Option<usize>,
    squares: String,
}

impl Row {
    fn read(at: usize, line: &str) -> Option<Self> {
        if line.trim_start().starts_with('+') {
            return None;
        }
        // Two coordinates, and no more than the beginning of the text beside the board.
        let cells: Vec<char> = line.chars().filter(|&c| !is_filler(c)).take(10).collect();
        let are_squares = |cells: &[char]| cells.iter().all(|&c| is_square(c));
        let rank = |c: char| {
            c.to_digit(9)
                .filter(|&digit| digit > 0)
                .map(|digit| digit as usize)
        };
        let (rank, squares) = match cells[..] {
            [_, _, _, _, _, _, _, _] if are_squares(&cells) => (None, &cells[..]),
            [first, _, _, _, _, _, _, _, _, ..]
                if rank(first).is_some() && are_squares(&cells[1..9]) =>
            {
                (rank(first), &cells[1..9])
            }
            [_, _, _, _, _, _, _, _, last] if rank(last).is_some() && are_squares(&cells[..8]) => {
                (rank(last), &cells[..8])
            }
            _ => return None,
        };
        let squares = squares.iter().collect();
        Some(Self { at, rank, squares })
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
    if rows.iter().any(|row| row.rank.is_some()) {
        rows.retain(|row| row.rank.is_some());
    }
    rows
}

/// Reads a board of eight lines.
fn lines(text: &str) -> Option<Result<PositionText, PositionTextError>> {
    let rows = rows(text);
    let (board, more) = rows.split_at_checked(8)?;
    // `reversi show` prints sets of bits below the board.
    let next = more
        .iter()
        .find(|row| row.squares.contains(|c| !"01.".contains(c)));
    let text = &text[..more.first().map_or(text.len(), |row| row.at)];
    let is_turned = text.lines().any(|line| {
        let letters = line
            .chars()
            .filter(|&c| !is_filler(c))
            .map(|c| c.to_ascii_lowercase());
        letters.eq("hgfedcba".chars())
    });
    let mut ranks = [const { String::new() }; 8];
    for (number, row) in (1..).zip(board) {
        let rank = row.rank.unwrap_or(number);
        if !ranks[rank - 1].is_empty() {
            return Some(Err(PositionTextError::RepeatedRank { rank }));
        }
        ranks[rank - 1] = if is_turned {
            row.squares.chars().rev().collect()
        } else {
            row.squares.clone()
        };
    }
    Some(ReadSquares::read(&ranks.concat()).map(|board| {
        let (before, after) = text.split_at(rows[0].at);
        let last = after.lines().last().unwrap_or("").trim();
        let side = stated_side(after)
            .or_else(|| stated_side(before))
            .or_else(|| board.side(last));
        PositionText {
            is_first_of_several: next.is_some(),
            ..board.with_side(TextForm::Lines, side)
        }
    }))
}

/// Reads 64 squares that begin the text or one of its lines.
fn squares(text: &str) -> Option<Result<PositionText, PositionTextError>> {
    let whole = run_of_squares(text).map(|(squares, end)| (text, squares, end));
    let (text, squares, end) = whole.or_else(|| {
        text.lines()
            .find_map(|line| run_of_squares(line).map(|(squares, end)| (line, squares, end)))
    })?;
    Some(ReadSquares::read(&squares).and_then(|board| board.with_rest(text, end)))
}

/// Returns the 64 squares at the beginning of a text, and where they end, in bytes.
fn run_of_squares(text: &str) -> Option<(String, usize)> {
    let mut squares = String::new();
    for (at, c) in text.char_indices().filter(|&(_, c)| !is_filler(c)) {
        if !is_square(c) {
            return None;
        }
        squares.push(c);
        if squares.len() == 64 {
            return Some((squares, at + 1));
        }
    }
    None
}

/// What `0` and `1` are taken for where both occur.
const DIGITS: &str = "0 for Black and 1 for White";

/// 64 squares whose signs are known.
struct ReadSquares {
    /// The position with Black to move.
    position: Position,
    signs: Option<&'static str>,
    /// The side whose legal moves are marked.
    marked: Option<Color>,
}

impl ReadSquares {
    fn read(squares: &str) -> Result<Self, PositionTextError> {
        let has = |signs: &str| squares.contains(|c| signs.contains(c));
        let (black, stars, white) = (has("XxBb"), has("*"), has("OoWw"));
        let parse = |squares: &str| {
            format!("{squares}X")
                .parse::<Position>()
                .map_err(PositionTextError::Squares)
        };
        let (squares, signs) = match (has("0"), has("1")) {
            (false, false) => (squares.to_owned(), stars.then_some("* for Black")),
            (true, true) if has("-.") && !black && !stars && !white => {
                (squares.replace('0', "X").replace('1', "O"), Some(DIGITS))
            }
            (true, false) if (black || stars) && !white => {
                (squares.replace('0', "O"), Some("0 for White"))
            }
            _ => return Err(PositionTextError::UnclearDigits),
        };
        if black && stars {
            let marked: SquareSet = squares
                .chars()
                .zip(Square::all())
                .filter_map(|(c, square)| (c == '*').then_some(square))
                .collect();
            let position = parse(&squares.replace('*', "-"))?;
            let moves_of = |&color: &Color| position.with_side_to_move(color).legal_moves();
            if let Some(color) = Color::ALL
                .into_iter()
                .find(|color| moves_of(color) == marked)
            {
                return Ok(Self {
                    position,
                    signs: Some("* for legal moves"),
                    marked: Some(color),
                });
            }
        }
        Ok(Self {
            position: parse(&squares)?,
            signs,
            marked: None,
        })
    }

    /// Returns the side that a word names.
    fn side(&self, word: &str) -> Option<Color> {
        match word {
            "0" if self.signs == Some(DIGITS) => Some(Color::Black),
            "1" if self.signs == Some(DIGITS) => Some(Color::White),
            word => side_named(word),
        }
    }

    /// Returns the position, with the side to move if it is known.
    fn with_side(&self, form: TextForm, side: Option<Color>) -> PositionText {
        let color = side
            .or(self.marked)
            .unwrap_or_else(|| likely_side(self.position));
        PositionText {
            position: self.position.with_side_to_move(color),
            form,
            signs: self.signs,
            side_is_stated: side.is_some(),
            is_first_of_several: false,
            game: None,
        }
    }

    /// Reads what follows the squares: the side to move, moves after a semicolon, comments, and other positions.
    fn with_rest(&self, text: &str, end: usize) -> Result<PositionText, PositionTextError> {
        let rest = text[end..].trim_start_matches(is_filler);
        let word = rest
            .split(|c: char| c.is_whitespace() || ";,%#".contains(c))
            .next()
            .unwrap_or("");
        let line = rest.lines().next().unwrap_or("");
        let sentence = rest.split([';', ',', '%', '#']).next().unwrap_or("");
        let (side, line) = match (stated_side(sentence), self.side(word)) {
            (Some(side), _) => (Some(side), ""),
            (None, Some(side)) => (Some(side), line[word.len()..].trim()),
            (None, None) if run_of_squares(rest).is_some() => (None, ""),
            (None, None) => (None, line),
        };
        let alone = self.with_side(TextForm::Squares, side);
        let is_first_of_several = rest.lines().any(|line| run_of_squares(line).is_some());
        let alone = PositionText {
            is_first_of_several,
            ..alone
        };
        match line.chars().next() {
            None | Some(',' | '%' | '#') => Ok(alone),
            Some(';') => {
                let game = detect::parse(&format!("{}{line}", alone.position), Format::Obf);
                let game = game.map_err(PositionTextError::Game)?;
                if game.moves.iter().all(|played| played.square.is_none()) {
                    return Ok(alone);
                }
                Ok(PositionText {
                    position: game.final_position(),
                    game: Some(game),
                    ..alone
                })
            }
            Some(found) if side.is_none() => {
                Err(PositionTextError::Squares(ParsePositionError::BadSide {
                    found,
                }))
            }
            Some(_) => {
                let before = line.as_ptr().addr() - text.as_ptr().addr();
                let at = text[..before].chars().count() + 1;
                Err(PositionTextError::Squares(ParsePositionError::TooLong {
                    at,
                }))
            }
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

/// Reads two bitboards.
fn hexadecimal(text: &str) -> Option<Result<PositionText, PositionTextError>> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    let numbers: Vec<_> = words.filter_map(number).take(2).collect();
    let [black, white] = match numbers[..] {
        [black, white] => [black, white].map(SquareSet::from_bits),
        // One number without a prefix may as well be a transcript.
        [_] if text.to_lowercase().contains("0x") => {
            return Some(Err(PositionTextError::OneNumber));
        }
        _ => return None,
    };
    let position = Position::from_discs(ByColor::new(black, white), Color::Black);
    Some(
        position
            .map_err(PositionTextError::Overlap)
            .map(|position| {
                let board = ReadSquares {
                    position,
                    signs: None,
                    marked: None,
                };
                let last = text.split_whitespace().last().unwrap_or("");
                board.with_side(
                    TextForm::Hexadecimal,
                    stated_side(text).or_else(|| side_named(last)),
                )
            }),
    )
}

/// Reads a hexadecimal number: 16 digits, or with `0x` any number up to 16. Underscores and the suffix of C are
/// skipped.
fn number(word: &str) -> Option<u64> {
    let word = word.trim_end_matches(['u', 'U', 'l', 'L']);
    let prefixed = word.strip_prefix("0x").or_else(|| word.strip_prefix("0X"));
    let digits = prefixed.unwrap_or(word).replace('_', "");
    let fits = if prefixed.is_some() { 1..=16 } else { 16..=16 };
    let is_number =
        fits.contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_number
        .then(|| u64::from_str_radix(&digits, 16).ok())
        .flatten()
}

#[cfg(test)]
mod tests;
