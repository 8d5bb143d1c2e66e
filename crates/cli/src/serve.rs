//! The engine: answers the commands of a host, such as a graphical board, over `NBoard` or GTP. GTP
//! plays [any game](gtp::GtpGame): Othello and Go.
//!
//! Input is read on its own thread, and the search runs on another, so that a command is taken at once
//! while the engine thinks. The end of the input ends the engine, even in the middle of a search. Only
//! the protocol is written to the output, and every line is flushed.

mod gtp;
mod gtp_clock;
mod inbox;
mod nboard;
mod shared_game;
mod thinker;

use std::fmt::Display;
use std::io::{self, BufReader, Read, Write};
use std::sync::Arc;
use std::thread;

use crate::line::LineError;
use reversi::Position;
use reversi::search::Searcher;
use reversi_notation::input::{LineEnd, read_line};
use reversi_notation::{Record, Warning, decode};
use reversi_table::background::Waker;
use reversi_table::phrase::io_reason;
use reversi_table::player::book::Book;
use reversi_table::player::level::Level;
use reversi_table::player::protocol::{LINE_LIMIT, Protocol};
use reversi_table::player::traffic::{TrafficDirection, TrafficLog};

use gtp::Gtp;
use gtp::go::GoEngine;
pub(crate) use gtp::go::GoStrength;
use gtp::othello::OthelloEngine;
use inbox::{HostEvent, Inbox};
use reversi_text::tr;
use reversi_wording::report::warning;
use thinker::Thinker;

/// How the engine plays.
pub(crate) struct OthelloStrength {
    /// The level; `None` for the strongest, or the depth that the host sets.
    pub(crate) level: Option<Level>,
    /// The seed of the level's random choices.
    pub(crate) seed: u64,
    /// The opening book; it is not used at a depth that the host sets.
    pub(crate) book: Option<&'static Book>,
    /// The searcher, with its threads and weights.
    pub(crate) searcher: Searcher,
}

/// Reports why no game leads to a position that the host sets.
fn report_no_game(position: Position) {
    if let Some(why) = position.no_game_because() {
        // Nothing can be done if stderr is closed.
        let _ = writeln!(io::stderr(), "{}", warning(why));
    }
}

/// Reports how a game was read that the host names, where that may be done in another way.
fn report_reading(record: &Record) {
    if !record.reading.is_empty() {
        let _ = writeln!(
            io::stderr(),
            "note: {}",
            Warning::Reading(record.reading.clone())
        );
    }
}

/// What a line asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    Continue,
    Quit,
}

/// An engine that speaks a protocol.
pub(crate) trait ProtocolEngine {
    /// Takes a line of the host.
    fn take_line(&mut self, line: &str, output: &mut EngineOutput) -> io::Result<Flow>;

    /// Refuses a line that is too long.
    fn refuse_line(&mut self, output: &mut EngineOutput) -> io::Result<()>;

    /// Takes the reports of the search.
    fn take_reports(&mut self, output: &mut EngineOutput) -> io::Result<()>;

    /// Returns whether lines can be taken while the search runs, or wait for its answer.
    fn takes_lines(&self) -> bool;
}

/// Serves a host until it quits or its input ends.
///
/// # Errors
/// [`LineError`]. A closed output is [`io::ErrorKind::BrokenPipe`].
pub(crate) fn serve(
    protocol: Protocol,
    strength: OthelloStrength,
    input: impl Read + Send + 'static,
    output: &mut dyn Write,
    log: Option<TrafficLog>,
) -> Result<(), LineError> {
    let start = |waker| -> Box<dyn ProtocolEngine> {
        let thinker = Thinker::start(strength, waker);
        match protocol {
            Protocol::NBoard => Box::new(nboard::NBoard::new(thinker)),
            Protocol::Gtp => Box::new(Gtp::new(OthelloEngine::new(thinker))),
        }
    };
    run(start, input, output, log)
}

/// Serves a host that plays Go over GTP until it quits or its input ends.
///
/// # Errors
/// As [`serve`].
pub(crate) fn serve_go(
    strength: GoStrength,
    input: impl Read + Send + 'static,
    output: &mut dyn Write,
    log: Option<TrafficLog>,
) -> Result<(), LineError> {
    let start =
        |waker| -> Box<dyn ProtocolEngine> { Box::new(Gtp::new(GoEngine::new(strength, waker))) };
    run(start, input, output, log)
}

/// Serves a host with the engine that `start` creates, whose search calls the waker.
fn run(
    start: impl FnOnce(Waker) -> Box<dyn ProtocolEngine>,
    input: impl Read + Send + 'static,
    output: &mut dyn Write,
    log: Option<TrafficLog>,
) -> Result<(), LineError> {
    let inbox = Arc::new(Inbox::default());
    let waker: Waker = {
        let inbox = Arc::clone(&inbox);
        Arc::new(move || inbox.wake())
    };
    let mut engine = start(waker);
    let reader = Arc::clone(&inbox);
    thread::Builder::new()
        .name("input".to_owned())
        .spawn(move || read_lines(input, &reader))
        .map_err(LineError::Thread)?;
    let mut output = EngineOutput {
        writer: output,
        log,
    };
    loop {
        match inbox.next(engine.takes_lines()) {
            HostEvent::Line(Some(line)) => {
                output.log(TrafficDirection::ToEngine, &line);
                let flow = engine.take_line(&line, &mut output);
                if flow.map_err(LineError::Output)? == Flow::Quit {
                    return Ok(());
                }
            }
            HostEvent::Line(None) => engine.refuse_line(&mut output).map_err(LineError::Output)?,
            HostEvent::Woken => engine
                .take_reports(&mut output)
                .map_err(LineError::Output)?,
            HostEvent::End(how) => return how.map_err(LineError::Input),
        }
    }
}

/// Reads lines into the inbox until the input ends.
fn read_lines(input: impl Read, inbox: &Inbox) {
    let mut input = BufReader::new(input);
    let mut line = Vec::new();
    loop {
        line.clear();
        match read_line(&mut input, &mut line, LINE_LIMIT) {
            Ok(LineEnd::EndOfInput) => return inbox.end(Ok(())),
            Ok(LineEnd::Complete) => inbox.push(Some(decode(&line).into_owned())),
            Ok(LineEnd::TooLong) => inbox.push(None),
            Err(error) => return inbox.end(Err(error)),
        }
    }
}

/// The output of the engine, with its log.
pub(crate) struct EngineOutput<'a> {
    writer: &'a mut dyn Write,
    log: Option<TrafficLog>,
}

impl EngineOutput<'_> {
    /// Writes a response and flushes it.
    pub(crate) fn send(&mut self, response: &impl Display) -> io::Result<()> {
        let mut text = response.to_string();
        for line in text.trim_end().split('\n') {
            self.log(TrafficDirection::FromEngine, line);
        }
        if !text.ends_with('\n') {
            text.push('\n');
        }
        self.writer.write_all(text.as_bytes())?;
        self.writer.flush()
    }

    fn log(&mut self, direction: TrafficDirection, line: &str) {
        if let Some(log) = &mut self.log
            && let Err(error) = log.line("", direction, line)
        {
            // Nothing can be done if stderr is closed.
            let why = tr!("cannot write the log: {why}", why = &io_reason(&error));
            let _ = writeln!(io::stderr(), "{}", warning(why));
        }
    }
}

#[cfg(test)]
mod tests;
