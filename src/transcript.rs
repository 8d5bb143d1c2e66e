//! Transcripts: a game as a sequence of moves, `f5d6c3d3c4`.
//!
//! Written in lower case without separators or passes. Read leniently: in any case; white space, commas
//! and move numbers (`12.`) are skipped; `pa`, `ps`, `pass` and `--` are accepted where a pass is forced;
//! missing forced passes are added.

use std::fmt;
use std::str::FromStr;

use crate::color::Color;
use crate::game::{Entry, Game, Status};
use crate::position::MoveError;
use crate::square::{ParseSquareError, Square, typed_key};

/// An error of reading a game as text: which move, and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParseGameError {
    /// The number of the move or pass, counted from 1 as written.
    pub number: usize,
    /// The reason.
    pub why: MoveProblem,
}

impl fmt::Display for ParseGameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {}: {}", self.number, self.why)
    }
}

impl std::error::Error for ParseGameError {}

/// Why one move of a written game could not be played.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MoveProblem {
    /// The text is not a move.
    Unreadable(ParseSquareError),
    /// The move is not legal.
    Illegal {
        /// The square of the move.
        square: Square,
        /// Why it is not legal.
        error: MoveError,
    },
    /// The move is recorded for the side that is not to move, in a format that names the side.
    WrongSide {
        /// The recorded move; `None` is a pass.
        square: Option<Square>,
        /// The side to move.
        side_to_move: Color,
    },
    /// A pass is recorded where no side has to pass.
    NoPass {
        /// The side to move, `None` when the game is over.
        side_to_move: Option<Color>,
    },
}

impl fmt::Display for MoveProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(error) => error.fmt(f),
            Self::Illegal {
                square,
                error: MoveError::GameOver,
            } => write!(f, "{square} comes after the end of the game"),
            Self::Illegal { error, .. } => error.fmt(f),
            Self::WrongSide {
                square,
                side_to_move,
            } => {
                match square {
                    Some(square) => square.fmt(f)?,
                    None => f.write_str("a pass")?,
                }
                let side = side_to_move.opposite();
                write!(f, " is recorded for {side}, but {side_to_move} is to move")
            }
            Self::NoPass { side_to_move: None } => {
                f.write_str("a pass is recorded after the end of the game")
            }
            Self::NoPass {
                side_to_move: Some(color),
            } => write!(f, "a pass is recorded, but {color} has a legal move"),
        }
    }
}

impl std::error::Error for MoveProblem {}

/// An item of a transcript, before it is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token {
    /// A move.
    Move(Square),
    /// A written pass.
    Pass,
}

/// Splits a text into moves and passes, lazily. Anything else ends it with an error.
pub fn tokens(text: &str) -> Tokens<'_> {
    Tokens { rest: text }
}

/// Reads moves that were typed on a keyboard of another script or with an input method left on: `ｆ５` is `f5`. Returns `None`
/// if the text is anything else.
pub fn typed(text: &str) -> Option<String> {
    let typed: String = text.chars().map(typed_key).collect();
    let are_moves = !typed.is_empty() && tokens(&typed).all(|token| token.is_ok());
    are_moves.then_some(typed)
}

/// The iterator over the items of a transcript, returned by [`tokens`].
#[derive(Clone, Debug)]
pub struct Tokens<'a> {
    rest: &'a str,
}

impl Tokens<'_> {
    /// Returns true if a digit that is not a move number follows two characters: `f10` is not `f1`.
    fn goes_on_with_a_digit(&self) -> bool {
        let rest = &self.rest[2..];
        let after = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        after.len() < rest.len() && !after.starts_with('.')
    }

    fn skip_between(&mut self) {
        loop {
            let rest = self
                .rest
                .trim_start_matches(|c: char| c.is_whitespace() || c == ',' || c == ';');
            let after_digits = rest.trim_start_matches(|c: char| c.is_ascii_digit());
            // A move number: digits and a full stop, `12.` or `12...`.
            if after_digits.len() < rest.len() && after_digits.starts_with('.') {
                self.rest = after_digits.trim_start_matches('.');
            } else {
                self.rest = rest;
                return;
            }
        }
    }
}

impl Iterator for Tokens<'_> {
    type Item = Result<Token, ParseSquareError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.skip_between();
        if self.rest.is_empty() {
            return None;
        }
        for word in ["pass", "pa", "ps", "--"] {
            if let Some(start) = self.rest.get(..word.len())
                && start.eq_ignore_ascii_case(word)
            {
                self.rest = &self.rest[word.len()..];
                return Some(Ok(Token::Pass));
            }
        }
        if let Some(Ok(square)) = self.rest.get(..2).map(str::parse)
            && !self.goes_on_with_a_digit()
        {
            self.rest = &self.rest[2..];
            return Some(Ok(Token::Move(square)));
        }
        // Quote the whole wrong word, but not a whole file. A letter and one digit are a square off the
        // board, regardless of what follows: `i9c3`.
        let bytes = self.rest.as_bytes();
        let digit = |index: usize| bytes.get(index).is_some_and(u8::is_ascii_digit);
        let end = if bytes[0].is_ascii_alphabetic() && digit(1) && !digit(2) {
            2
        } else {
            self.rest
                .char_indices()
                .enumerate()
                .find(|&(count, (_, c))| count == 20 || c.is_whitespace())
                .map_or(self.rest.len(), |(_, (at, _))| at)
        };
        let word = &self.rest[..end];
        self.rest = "";
        Some(word.parse().map(Token::Move))
    }
}

/// Plays a move or a pass on a game.
///
/// # Errors
/// [`MoveProblem`] if it is not legal; the game is then unchanged.
pub fn enter(game: &mut Game, token: Token) -> Result<(), MoveProblem> {
    match token {
        Token::Move(square) => game
            .play(square)
            .map_err(|error| MoveProblem::Illegal { square, error }),
        // The game already made the pass, right after the move that forced it.
        Token::Pass if matches!(game.entries().last(), Some(Entry::Pass { .. })) => Ok(()),
        Token::Pass if game.pass_if_forced() => Ok(()),
        Token::Pass => Err(no_pass(game)),
    }
}

fn no_pass(game: &Game) -> MoveProblem {
    MoveProblem::NoPass {
        side_to_move: match game.status() {
            Status::Over(_) => None,
            Status::ToMove(color) | Status::MustPass(color) => Some(color),
        },
    }
}

/// Plays a transcript on a game.
///
/// # Errors
/// [`ParseGameError`] for the first bad item; the items before it have been played.
pub fn play(game: &mut Game, text: &str) -> Result<(), ParseGameError> {
    let mut before = None;
    for (number, token) in (1..).zip(tokens(text)) {
        let token = token.map_err(MoveProblem::Unreadable);
        let entered = token.and_then(|token| match (before.replace(token), token) {
            // Two passes never follow each other: the game would be over.
            (Some(Token::Pass), Token::Pass) => Err(no_pass(game)),
            _ => enter(game, token),
        });
        entered.map_err(|why| ParseGameError { number, why })?;
    }
    Ok(())
}

/// Reads a game from the standard start, as `text.parse::<Game>()` does.
///
/// # Errors
/// [`ParseGameError`] for the first bad item.
///
/// ```
/// use reversi::transcript;
/// let game = transcript::parse("f5 d6 c3")?;
/// assert_eq!(transcript::print(&game), "f5d6c3");
/// # Ok::<(), reversi::ParseGameError>(())
/// ```
pub fn parse(text: &str) -> Result<Game, ParseGameError> {
    let mut game = Game::new();
    play(&mut game, text)?;
    Ok(game)
}

/// Parses a transcript from the standard start: `f5d6c3`.
impl FromStr for Game {
    type Err = ParseGameError;

    fn from_str(text: &str) -> Result<Self, ParseGameError> {
        parse(text)
    }
}

/// Returns the moves of a game so far, without passes.
pub fn print(game: &Game) -> String {
    game.entries()
        .iter()
        .filter_map(Entry::square)
        .map(|square| square.to_string())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lenient_spelling_reads_as_the_same_game() {
        let game = parse("f5d6c3d3c4").unwrap();
        assert_eq!("f5d6c3d3c4".parse(), Ok(game.clone()));
        for text in [
            "F5D6C3D3C4",
            "f5 d6 c3\nd3\tc4\n",
            "1. f5 d6 2. c3 d3 3. c4",
            "1.f5 2.d6 3.c3 4.d3 5.c4",
            "1.f52.d63.c34.d35.c4",
            "f5, d6, c3, d3, c4",
        ] {
            assert_eq!(parse(text), Ok(game.clone()), "{text}");
        }
        assert_eq!(print(&game), "f5d6c3d3c4");
    }

    #[test]
    fn a_forced_pass_may_be_written_or_left_out() {
        // A tournament game (WTHOR 1999, no. 317) with eight passes.
        let moves = "f5f4e3d6f3g3g4g5h3d3h6h5h4h2h1e2g6f2g2h7g7f7g8h8e1f1g1f6f8d1d2e6d7";
        let game = parse(moves).unwrap();
        let mut written = String::new();
        for entry in game.entries() {
            written += &entry.square().map_or("PA ".to_owned(), |s| format!("{s} "));
        }
        assert!(written.contains("PA"), "{written}");
        assert_eq!(parse(&written), Ok(game.clone()));
        assert_eq!(print(&game), moves);
        assert_eq!(
            parse("f5 pass").unwrap_err().to_string(),
            "move 2: a pass is recorded, but White has a legal move"
        );
        let twice = written.replacen("PA ", "PA PA ", 1);
        let error = parse(&twice).unwrap_err().to_string();
        assert!(
            error.ends_with("a pass is recorded, but Black has a legal move"),
            "{error}"
        );
    }

    #[test]
    fn an_error_names_the_move_and_why() {
        let error = |text: &str| parse(text).unwrap_err().to_string();
        assert_eq!(error("f5d6a1"), "move 3: a1 would turn no discs");
        assert_eq!(error("f5f5"), "move 2: f5 is taken by Black");
        assert_eq!(
            error("f5i6"),
            "move 2: i6 is off the board: files are a-h and ranks are 1-8"
        );
        assert_eq!(
            error("f5d9c3"),
            "move 2: d9 is off the board: files are a-h and ranks are 1-8"
        );
        assert_eq!(
            error("f5 d61"),
            "move 2: d61 is off the board: files are a-h and ranks are 1-8"
        );
        assert_eq!(
            error("f5 hello d6"),
            "move 2: \"hello\" is not a square like f5"
        );
        assert_eq!(
            error("e6f4e3f6g5d6e7f5c5a1"),
            "move 10: a1 comes after the end of the game"
        );
    }
}
