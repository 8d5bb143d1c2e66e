//! The inbox of the engine, for one thread that waits for lines of the host and for reports of the search. Its
//! memory is bounded: a host that writes too fast has to wait.

use std::collections::VecDeque;
use std::io;

use reversi_table::sync::{Condvar, Mutex};

use reversi_table::player::protocol::LINE_LIMIT;

/// The number of lines that wait at most.
const MAX_LINES: usize = 256;

/// What happens next.
#[derive(Debug)]
pub(super) enum HostEvent {
    /// A line; `None` if it was too long.
    Line(Option<String>),
    /// The search has something to report.
    Woken,
    /// The input has ended, perhaps with an error.
    End(io::Result<()>),
}

#[derive(Debug, Default)]
pub(super) struct Inbox {
    state: Mutex<InboxState>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct InboxState {
    lines: VecDeque<Option<String>>,
    bytes: usize,
    end: Option<io::Result<()>>,
    woken: bool,
}

impl InboxState {
    fn is_full(&self) -> bool {
        self.lines.len() >= MAX_LINES || self.bytes > LINE_LIMIT
    }

    /// Returns whether a waiting line is `quit`.
    fn quits(&self) -> bool {
        let last_word = |line: &String| line.split_whitespace().last() == Some("quit");
        self.lines.iter().flatten().any(last_word)
    }
}

impl Inbox {
    /// Adds a line, after waiting for room.
    pub(super) fn push(&self, line: Option<String>) {
        let mut state = self.state.lock();
        self.changed.wait_while(&mut state, |state| state.is_full());
        state.bytes += line.as_ref().map_or(0, String::len);
        state.lines.push_back(line);
        self.changed.notify_all();
    }

    /// Ends the input.
    pub(super) fn end(&self, how: io::Result<()>) {
        self.state.lock().end = Some(how);
        self.changed.notify_all();
    }

    /// Announces a report of the search.
    pub(super) fn wake(&self) {
        self.state.lock().woken = true;
        self.changed.notify_all();
    }

    /// Waits for the next event. Without `with_lines`, lines keep waiting, and the end of the input is returned
    /// before them, unless one of them is `quit`.
    pub(super) fn next(&self, with_lines: bool) -> HostEvent {
        let mut state = self.state.lock();
        loop {
            if with_lines && let Some(line) = state.lines.pop_front() {
                state.bytes -= line.as_ref().map_or(0, String::len);
                self.changed.notify_all();
                return HostEvent::Line(line);
            }
            if state.woken {
                state.woken = false;
                return HostEvent::Woken;
            }
            if !state.quits()
                && let Some(how) = state.end.take()
            {
                return HostEvent::End(how);
            }
            self.changed.wait(&mut state);
        }
    }
}
