//! The one way from a command to stdout and stderr: foreign text cannot reach a terminal past it.

use std::io::{self, BufWriter, StdoutLock, Write};

use serde::Serialize;

use crate::notation::{clean_json, clean_output};

use super::Failure;

/// A writer of text and JSON that escapes harmful characters, wherever they come from.
pub(super) struct Output<W>(W);

/// Standard output, buffered.
pub(super) type Stdout = BufWriter<StdoutLock<'static>>;

impl Output<Stdout> {
    pub(super) fn stdout() -> Self {
        Self(BufWriter::with_capacity(1 << 16, io::stdout().lock()))
    }
}

impl<W: Write> Output<W> {
    pub(super) const fn new(out: W) -> Self {
        Self(out)
    }

    /// Writes text. Harmful characters are shown like `\u{9b}`.
    pub(super) fn text(&mut self, text: &str) -> io::Result<()> {
        self.0.write_all(clean_output(text).as_bytes())
    }

    /// Writes a value as JSON on one line. Harmful characters are escaped, so that it says the same.
    pub(super) fn json(&mut self, value: &impl Serialize) -> io::Result<()> {
        let json = serde_json::to_string(value)?;
        self.0.write_all(clean_json(&json).as_bytes())
    }

    /// Writes what is buffered and returns the output.
    pub(super) fn finish(mut self) -> io::Result<W> {
        self.0.flush()?;
        Ok(self.0)
    }
}

/// Writes a result to stdout at once.
pub(super) fn print(text: &str) -> Result<(), Failure> {
    let mut out = Output::stdout();
    out.text(text)
        .and_then(|()| out.finish().map(drop))
        .map_err(Failure::Output)
}

/// Writes a result to stdout at once, as a line of JSON.
pub(super) fn print_json(value: &impl Serialize) -> Result<(), Failure> {
    let mut out = Output::stdout();
    out.json(value)
        .and_then(|()| out.text("\n"))
        .and_then(|()| out.finish().map(drop))
        .map_err(Failure::Output)
}

/// Writes a message to stderr.
pub(super) fn complain(sentence: &str) {
    // Nothing can be done if stderr is closed.
    let _ = writeln!(io::stderr(), "{}", clean_output(sentence));
}
