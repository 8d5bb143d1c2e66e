//! OBF lines: a position with optional scores of its moves.
//!
//! `POSITION; MOVE:+SCORE; MOVE:-SCORE; ...`: the text of a [`Position`] first, then
//! items with a move and its score for the side to move. `%` begins a comment that runs to the end of
//! the line. The FFO test positions are written in this way.

use crate::position::{ParsePositionError, Position};
use crate::square::{ParseSquareError, Square};

/// One line of an OBF file: a position and scores of its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoredPosition {
    /// The position.
    pub position: Position,
    /// Moves and their scores in discs for the side to move, -64..=64, in the order of the line. All
    /// moves are legal.
    pub scores: Vec<(Square, i32)>,
}

/// An error of parsing an OBF line. Holds the offending part.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseObfError {
    /// The board text is wrong.
    #[error("{0}")]
    Position(#[source] ParsePositionError),
    /// An item is not of the form `MOVE:SCORE`.
    // Debug escapes control characters: the text may come from anywhere.
    #[error("{0:?} is not a move and its score, like f5:+4")]
    NotAnItem(String),
    /// The text before the colon is not a square.
    #[error("{0}")]
    Square(#[source] ParseSquareError),
    /// The move is not legal in the position.
    #[error("a score is listed for {0}, which is not a legal move here")]
    IllegalMove(Square),
    /// The text after the colon is not a whole number from -64 to 64.
    #[error("the score of {square} is {score:?}, but it must be a whole number from -64 to +64")]
    BadScore {
        /// The move.
        square: Square,
        /// The text after the colon.
        score: String,
    },
}

impl ScoredPosition {
    /// Parses one line. Returns `None` if it has only white space and a comment.
    ///
    /// # Errors
    /// [`ParseObfError`] if the line is malformed.
    ///
    /// ```
    /// use reversi::notation::obf::ScoredPosition;
    /// let line = "---------------------------OX------XO--------------------------- X; f5:+0 % a start";
    /// let line = ScoredPosition::parse_line(line)?.unwrap();
    /// assert_eq!(line.scores, [("f5".parse()?, 0)]);
    /// assert_eq!(ScoredPosition::parse_line("% only a comment")?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse_line(line: &str) -> Result<Option<Self>, ParseObfError> {
        let line = line.split('%').next().unwrap_or_default();
        if line.trim().is_empty() {
            return Ok(None);
        }
        let mut parts = line.split(';');
        let board = parts.next().unwrap_or_default();
        let position: Position = board.parse().map_err(ParseObfError::Position)?;
        let scores = parts
            .map(str::trim)
            .filter(|item| !item.is_empty())
            .map(|item| parse_item(position, item))
            .collect::<Result<_, _>>()?;
        Ok(Some(Self { position, scores }))
    }
}

fn parse_item(position: Position, item: &str) -> Result<(Square, i32), ParseObfError> {
    let (square, score) = item
        .split_once(':')
        .ok_or_else(|| ParseObfError::NotAnItem(item.to_owned()))?;
    let square: Square = square.trim().parse().map_err(ParseObfError::Square)?;
    if position.board().flips(square).is_empty() {
        return Err(ParseObfError::IllegalMove(square));
    }
    let score = score.trim();
    match score.parse() {
        Ok(discs @ -64..=64) => Ok((square, discs)),
        _ => Err(ParseObfError::BadScore {
            square,
            score: score.to_owned(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "---------------------------OX------XO--------------------------- X";

    fn error(items: &str) -> String {
        ScoredPosition::parse_line(&format!("{START};{items}"))
            .unwrap_err()
            .to_string()
    }

    #[test]
    fn a_line_is_read_with_its_scores_in_order() {
        let line = format!("{START}; F5:+0; d3:-2;c4:12; % moves of the start");
        let problem = ScoredPosition::parse_line(&line).unwrap().unwrap();
        assert_eq!(problem.position, Position::START);
        let scores: Vec<_> = problem
            .scores
            .iter()
            .map(|(square, score)| format!("{square}:{score}"))
            .collect();
        assert_eq!(scores, ["f5:0", "d3:-2", "c4:12"]);
    }

    #[test]
    fn empty_lines_and_comments_are_no_problems() {
        for line in ["", "  ", "% 1", "\t%;;"] {
            assert_eq!(ScoredPosition::parse_line(line), Ok(None), "{line:?}");
        }
    }

    #[test]
    fn what_is_wrong_with_a_line_is_named() {
        assert_eq!(
            error("f5"),
            "\"f5\" is not a move and its score, like f5:+4"
        );
        assert_eq!(
            error("a1:+2"),
            "a score is listed for a1, which is not a legal move here"
        );
        assert_eq!(
            error("f5:+66"),
            "the score of f5 is \"+66\", but it must be a whole number from -64 to +64"
        );
        assert!(error("i9:+2").starts_with("i9 is off the board"));
        assert!(ScoredPosition::parse_line("X").is_err());
        assert!(!error("\u{1b}[2J").chars().any(char::is_control));
        assert!(!error("f5:\u{7}").chars().any(char::is_control));
    }
}
