//! Owns reading bytes from a file of any size while counting bytes and lines, never holding more than
//! one game.

use std::io::{self, BufRead, ErrorKind};

use super::error::{Place, Problem};

/// The longest game of a text format, in bytes, side lines not counted, and the longest line. A game
/// with a comment at every move takes some tens of thousands.
pub(crate) const GAME_LIMIT: usize = 1 << 20;

/// A game's text as the file has it, before it is understood.
#[derive(Debug)]
pub(crate) struct Chunk {
    pub(crate) bytes: Vec<u8>,
    pub(crate) line: u64,
}

/// What cutting a file into games gives: a game, or what is wrong and where.
pub(crate) type Cut = Result<Chunk, (Place, Problem)>;

/// An input that knows how far it was read.
#[derive(Debug)]
pub(crate) struct Source<R> {
    inner: R,
    offset: u64,
    line: u64,
}

/// How reading a line ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// The input had ended before.
    End,
    /// The line is there.
    Whole,
    /// The line is longer than allowed; the rest of it was skipped.
    TooLong,
}

/// What a reader gives next, of what it has cut. An error of the system is the last that comes, which
/// `ended` remembers.
pub(crate) fn next_cut(cut: io::Result<Option<Cut>>, ended: &mut bool, line: u64) -> Option<Cut> {
    cut.unwrap_or_else(|error| {
        *ended = true;
        Some(Err((Place::Line(line), Problem::from(&error))))
    })
}

impl<R: BufRead> Source<R> {
    pub(crate) const fn new(inner: R) -> Self {
        Self {
            inner,
            offset: 0,
            line: 1,
        }
    }

    /// How many bytes were read.
    pub(crate) const fn offset(&self) -> u64 {
        self.offset
    }

    /// The line that the next byte is on.
    pub(crate) const fn line(&self) -> u64 {
        self.line
    }

    /// What can be seen of the input without reading on; empty at its end.
    pub(crate) fn fill(&mut self) -> io::Result<&[u8]> {
        loop {
            match self.inner.fill_buf() {
                // A second call gives the bytes: a borrow cannot leave a loop that goes on.
                Ok(_) => break,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        self.inner.fill_buf()
    }

    /// Passes over bytes of what [`Source::fill`] gave; `line` is the line after them.
    pub(crate) fn advance(&mut self, count: usize, line: u64) {
        self.consume(count);
        self.line = line;
    }

    fn consume(&mut self, count: usize) {
        self.inner.consume(count);
        self.offset += count as u64;
    }

    /// The next byte, `None` at the end.
    pub(crate) fn byte(&mut self) -> io::Result<Option<u8>> {
        let Some(&byte) = self.fill()?.first() else {
            return Ok(None);
        };
        self.consume(1);
        self.line += u64::from(byte == b'\n');
        Ok(Some(byte))
    }

    /// Fills a buffer as far as the input goes; says how far.
    pub(crate) fn read_block(&mut self, block: &mut [u8]) -> io::Result<usize> {
        let mut filled = 0;
        while filled < block.len() {
            let seen = self.fill()?;
            let count = seen.len().min(block.len() - filled);
            if count == 0 {
                break;
            }
            block[filled..filled + count].copy_from_slice(&seen[..count]);
            self.consume(count);
            filled += count;
        }
        Ok(filled)
    }

    /// Appends the next line without its end.
    pub(crate) fn read_line(&mut self, line: &mut Vec<u8>) -> io::Result<Line> {
        let room = line.len() + GAME_LIMIT;
        let mut result = Line::End;
        loop {
            let seen = self.fill()?;
            if seen.is_empty() {
                break;
            }
            if result == Line::End {
                result = Line::Whole;
            }
            let end = seen.iter().position(|&byte| byte == b'\n');
            let part = &seen[..end.unwrap_or(seen.len())];
            if line.len() + part.len() <= room {
                line.extend_from_slice(part);
            } else {
                result = Line::TooLong;
            }
            let count = part.len() + usize::from(end.is_some());
            self.consume(count);
            if end.is_some() {
                self.line += 1;
                break;
            }
        }
        Ok(result)
    }
}
