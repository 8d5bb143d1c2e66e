//! OBF lines: a position with optional scores of its moves.
//!
//! `POSITION; MOVE:+SCORE; MOVE:-SCORE; ...`: the text of a [`Position`] first, then
//! items with a move and its score for the side to move. `%` begins a comment that runs to the end of
//! the line. The FFO test positions are written in this way. Sets of other authors have items that say nothing
//! (`--:-127`), scores of passes and comments without a `%`, so the reader is lenient about everything but the
//! position.

use reversi::{ParsePositionError, Position};
use reversi::{ParseSquareError, Square};

/// The name of the format in its tags, which are scores of moves.
pub(super) const NAME: &str = "obf";

/// One line of an OBF file: a position and scores of its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoredPosition {
    /// The position.
    pub position: Position,
    /// Moves and their scores in discs for the side to move, -64..=64, in the order of the line. All
    /// moves are legal.
    pub scores: Vec<(Square, i32)>,
    /// Why parts of the line were ignored, in the order of the line.
    pub ignored: Vec<IgnoredText>,
}

/// The reason why a part of an OBF line was ignored. Holds the offending part.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
// Debug escapes control characters: the text may come from anywhere.
#[non_exhaustive]
pub enum IgnoredText {
    /// Text after the position or after a score.
    #[error("ignored {0:?}")]
    Comment(String),
    /// An item is not of the form `MOVE:SCORE`.
    #[error("ignored {0:?}, which is not a move and its score, like f5:+4")]
    NotAnItem(String),
    /// The text before the colon is not a square.
    #[error("ignored a score: {0}")]
    Square(#[source] ParseSquareError),
    /// The move is not legal in the position.
    #[error("ignored the score of {0}, which is not a legal move here")]
    IllegalMove(Square),
    /// The line has a score for a pass, but there is a legal move.
    #[error("ignored the score of a pass, which is not legal here")]
    IllegalPass,
    /// The text after the colon is not a whole number from -64 to 64.
    #[error("ignored the score of {square}: {score:?} is not a whole number from -64 to +64")]
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
    /// [`ParsePositionError`] if the position is malformed. Anything else that is wrong is ignored and listed.
    ///
    /// ```
    /// use reversi_notation::obf::ScoredPosition;
    /// let line = "---------------------------OX------XO--------------------------- X; f5:+0 % a start";
    /// let line = ScoredPosition::parse_line(line)?.unwrap();
    /// assert_eq!(line.scores, [("f5".parse()?, 0)]);
    /// assert_eq!(ScoredPosition::parse_line("% only a comment")?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse_line(line: &str) -> Result<Option<Self>, ParsePositionError> {
        let line = line.split('%').next().unwrap_or_default();
        if line.trim().is_empty() {
            return Ok(None);
        }
        let mut parts = line.split(';');
        let board = parts.next().unwrap_or_default();
        let mut ignored = Vec::new();
        let position: Position = match board.parse() {
            Err(ParsePositionError::TooLong { at }) => {
                let end = board
                    .char_indices()
                    .nth(at - 1)
                    .map_or(board.len(), |(end, _)| end);
                let (board, comment) = board.split_at(end);
                ignored.push(IgnoredText::Comment(comment.trim().to_owned()));
                board.parse()?
            }
            parsed => parsed?,
        };
        let mut scores = Vec::new();
        for item in parts.map(str::trim).filter(|item| !item.is_empty()) {
            match parse_item(position, item, &mut ignored) {
                Ok(Some(score)) => scores.push(score),
                Ok(None) => {}
                Err(why) => ignored.push(why),
            }
        }
        Ok(Some(Self {
            position,
            scores,
            ignored,
        }))
    }
}

/// Parses an item. Returns `None` for a pass, whose score is not used.
fn parse_item(
    position: Position,
    item: &str,
    ignored: &mut Vec<IgnoredText>,
) -> Result<Option<(Square, i32)>, IgnoredText> {
    let (square, score) = item
        .split_once(':')
        .ok_or_else(|| IgnoredText::NotAnItem(item.to_owned()))?;
    let (square, score) = (square.trim(), score.trim());
    if ["--", "pa", "ps", "pass"]
        .iter()
        .any(|pass| square.eq_ignore_ascii_case(pass))
    {
        // Edax writes --:-127 where it knows of no move.
        let says_nothing = score == "-127";
        return if says_nothing || position.legal_moves().is_empty() {
            Ok(None)
        } else {
            Err(IgnoredText::IllegalPass)
        };
    }
    let square: Square = square.parse().map_err(IgnoredText::Square)?;
    if position.board().flips(square).is_empty() {
        return Err(IgnoredText::IllegalMove(square));
    }
    let (number, comment) = match score.split_once(char::is_whitespace) {
        Some((number, comment)) => (number, comment.trim()),
        None => (score, ""),
    };
    match number.parse() {
        Ok(discs @ -64..=64) => {
            if !comment.is_empty() {
                ignored.push(IgnoredText::Comment(comment.to_owned()));
            }
            Ok(Some((square, discs)))
        }
        _ => Err(IgnoredText::BadScore {
            square,
            score: score.to_owned(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "---------------------------OX------XO--------------------------- X";

    fn parsed(line: &str) -> ScoredPosition {
        ScoredPosition::parse_line(line).unwrap().unwrap()
    }

    fn ignored(items: &str) -> String {
        let line = parsed(&format!("{START};{items}"));
        assert!(line.scores.is_empty());
        let texts: Vec<String> = line.ignored.iter().map(ToString::to_string).collect();
        texts.join(" and ")
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
    fn what_is_ignored_of_a_line_is_named() {
        assert_eq!(
            ignored("f5"),
            "ignored \"f5\", which is not a move and its score, like f5:+4"
        );
        assert_eq!(
            ignored("a1:+2; PA:+4"),
            "ignored the score of a1, which is not a legal move here and \
             ignored the score of a pass, which is not legal here"
        );
        assert_eq!(
            ignored("f5:+66"),
            "ignored the score of f5: \"+66\" is not a whole number from -64 to +64"
        );
        assert!(ignored("i9:+2").starts_with("ignored a score: i9 is off the board"));
        assert!(!ignored("\u{1b}[2J").chars().any(char::is_control));
        assert!(!ignored("f5:\u{7}").chars().any(char::is_control));
        assert!(ScoredPosition::parse_line("X").is_err());
    }

    #[test]
    fn text_after_the_position_and_after_a_score_is_ignored() {
        let line = parsed(&format!("{START} a start; f5:+0 by symmetry; d3:+0"));
        assert_eq!(line.position, Position::START);
        assert_eq!(line.scores.len(), 2);
        let comments = ["a start", "by symmetry"].map(|text| IgnoredText::Comment(text.into()));
        assert_eq!(line.ignored, comments);
    }

    #[test]
    fn a_pass_is_written_in_several_ways() {
        // g8 is empty: a move for Black, not for White.
        let pass = "OOOOOOOO OOOOOOOO OOOOOOOO OOOOOOOO OOOOOOOO OOOOOOOO OOOOOOOO XOOOOO-X O";
        for item in ["--:-127", "--:+4", "PA:+4", "ps:-2", "pass:0"] {
            let line = parsed(&format!("{pass}; {item}"));
            assert_eq!((line.scores.len(), line.ignored.len()), (0, 0), "{item}");
        }
        assert_eq!(ignored("--:-127"), "");
    }
}
