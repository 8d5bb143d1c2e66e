//! The parts of a text that were not read.

use std::fmt;
use std::ops::Range;

use super::tokens::{LineStarts, TextWord, WordKind};
use crate::error::{Place, Problem, clip};
use crate::remark::{Remark, remark};

/// The most games that are read from a text.
pub(super) const MOST_GAMES: usize = 10_000;

/// The most parts of a text that are listed as skipped.
const MOST_SKIPPED: usize = 1000;

/// A part of a text that was not read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SkippedText {
    /// Where it begins.
    pub place: Place,
    /// The text, shortened; foreign.
    pub text: String,
    /// Why it cannot be read, if it is a game or a board. The text is this sentence then.
    pub problem: Option<Problem>,
}

impl SkippedText {
    /// Creates the entry of what follows the last of the most games that are read.
    pub(super) fn after_most_games(place: Place) -> Self {
        Self {
            place,
            text: format!("what follows {MOST_GAMES} games"),
            problem: None,
        }
    }

    /// Creates the entry of a game or a board that cannot be read.
    pub(super) fn of_problem(place: Place, problem: Problem) -> Self {
        Self {
            place,
            text: problem.to_string(),
            problem: Some(problem),
        }
    }
}

impl SkippedText {
    /// Returns what it is and where.
    pub(super) fn remark(&self) -> Remark {
        let text = &*self.text;
        match self.place {
            Place::Line(line) => remark!("\"{text}\" at line {line}", text, line),
            Place::Column { line, column } => {
                remark!(
                    "\"{text}\" at line {line}, column {column}",
                    text,
                    line,
                    column
                )
            }
            Place::Byte(byte) => remark!("\"{text}\" at byte {byte}", text, byte),
        }
    }
}

/// Displays as `"why?" at line 1, column 16`.
impl fmt::Display for SkippedText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.remark())
    }
}

/// Returns the text of a part without the words that were read.
pub(super) fn skipped(
    text: &str,
    lines: &LineStarts,
    words: &[TextWord],
    used: &[Range<usize>],
) -> Vec<SkippedText> {
    let mut is_used = vec![false; words.len()];
    for words in used {
        is_used[words.clone()].fill(true);
    }
    let mut skipped = Vec::new();
    let mut open: Option<(usize, usize)> = None;
    let mut close = |open: &mut Option<(usize, usize)>| {
        if let Some((at, end)) = open.take() {
            let text = &text[at..end];
            let is_header = text
                .to_lowercase()
                .split_whitespace()
                .eq(["a", "b", "c", "d", "e", "f", "g", "h"]);
            // A number may be the size of a board or the score of a move.
            let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
            if skipped.len() < MOST_SKIPPED && !is_header && !is_number {
                skipped.push(SkippedText {
                    place: lines.place(at),
                    text: clip(text),
                    problem: None,
                });
            }
        }
    };
    for (index, word) in words.iter().enumerate() {
        let is_same_line = open.is_some_and(|(at, _)| lines.line(at) == lines.line(word.at));
        if !is_same_line {
            close(&mut open);
        }
        let next_is_used = is_used[index + 1..].iter().zip(&words[index + 1..]);
        let is_number_of_move = matches!(word.kind, WordKind::Number)
            && next_is_used
                .take(1)
                .any(|(&used, next)| used && lines.line(next.at) == lines.line(word.at));
        match word.kind {
            _ if is_used[index] || is_number_of_move => close(&mut open),
            WordKind::Between | WordKind::Pass => {
                if let Some((_, end)) = &mut open {
                    *end = word.end;
                }
            }
            _ => open = Some((open.map_or(word.at, |(at, _)| at), word.end)),
        }
    }
    close(&mut open);
    skipped
}
