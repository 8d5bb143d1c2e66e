//! Replies: their text, and how a host collects them from lines.

use std::fmt;

use super::{read_vertex, split_id, vertex};
use crate::app::player::protocol::{LINE_LIMIT, ProtocolError, split_word};
use crate::notation::{clean_output, clip};
use crate::square::Square;

/// The reply to a request.
///
/// Displays with the empty line that ends it. Empty lines within the text are left out, because they
/// would end the reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The number of the request.
    pub id: Option<u32>,
    /// The answer, or the error. It may have several lines, and begin with a line feed.
    pub answer: Result<String, String>,
}

impl Reply {
    /// Creates the reply to the request with this number.
    pub const fn new(id: Option<u32>, answer: Result<String, String>) -> Self {
        Self { id, answer }
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, text) = match &self.answer {
            Ok(text) => ('=', text),
            Err(text) => ('?', text),
        };
        write!(f, "{sign}")?;
        if let Some(id) = self.id {
            write!(f, "{id}")?;
        }
        let text = clean_output(text);
        let mut lines = text.split('\n').map(str::trim_end);
        match lines.next() {
            Some("") | None => {}
            Some(first) => write!(f, " {first}")?,
        }
        for line in lines.filter(|line| !line.is_empty()) {
            write!(f, "\n{line}")?;
        }
        f.write_str("\n\n")
    }
}

/// The move of a reply to `genmove` or `reg_genmove`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chosen {
    /// A move, or a pass for `None`.
    Move(Option<Square>),
    /// The engine resigns.
    Resignation,
}

impl Chosen {
    /// Reads the text of a reply.
    ///
    /// # Errors
    /// [`ProtocolError::Move`] if it is not a move.
    pub fn parse(text: &str) -> Result<Self, ProtocolError> {
        let (word, _) = split_word(text);
        if word.eq_ignore_ascii_case("resign") {
            return Ok(Self::Resignation);
        }
        read_vertex(word).map(Self::Move)
    }
}

impl fmt::Display for Chosen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(square) => f.write_str(&vertex(*square)),
            Self::Resignation => f.write_str("resign"),
        }
    }
}

/// Collects replies from the lines of an engine, for a host.
///
/// Lines that belong to no reply are skipped. The number may stand apart, as Edax prints it
/// (`= 12 text`), if it is the expected one.
#[derive(Debug, Default)]
pub struct Replies {
    /// The reply whose end is not read yet.
    begun: Option<Reply>,
}

impl Replies {
    /// Takes a line without its line feed; `expected` is the number of the request that waits for its
    /// reply. Returns a reply if the line ends one.
    ///
    /// # Errors
    /// [`ProtocolError::Argument`] if a reply is longer than [`LINE_LIMIT`]. It is dropped.
    pub fn push(
        &mut self,
        line: &str,
        expected: Option<u32>,
    ) -> Result<Option<Reply>, ProtocolError> {
        let line = line.trim_end();
        if line.is_empty() {
            return Ok(self.begun.take());
        }
        let Some(reply) = &mut self.begun else {
            self.begun = first_line(line, expected);
            return Ok(None);
        };
        let (Ok(text) | Err(text)) = &mut reply.answer;
        if text.len() + line.len() >= LINE_LIMIT {
            let found = clip(text);
            self.begun = None;
            return Err(ProtocolError::Argument {
                command: "a reply",
                expected: "an empty line at its end",
                found,
            });
        }
        text.push('\n');
        text.push_str(line);
        Ok(None)
    }
}

/// Reads the first line of a reply; `None` if it does not begin one.
fn first_line(line: &str, expected: Option<u32>) -> Option<Reply> {
    let (sign, rest) = line.split_at_checked(1)?;
    if !matches!(sign, "=" | "?") {
        return None;
    }
    let (mut id, mut text) = split_id(rest);
    if id.is_none() {
        text = rest.trim_start();
        let (word, after) = split_word(text);
        if expected.is_some() && word.parse().ok() == expected {
            id = expected;
            text = after;
        }
    }
    let text = text.to_owned();
    let answer = if sign == "=" { Ok(text) } else { Err(text) };
    Some(Reply { id, answer })
}
