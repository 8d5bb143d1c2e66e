//! The time of a session: its clocks, the time of each turn, and what is noted about each move.

use std::time::{Duration, Instant};

use super::TimeSource;
use crate::app::clock::{Clock, FlagRule, Remaining, TimeControl};
use crate::app::player::TimeLeft;
use crate::color::{ByColor, Color};
use crate::game::{Entry, Game};
use crate::search::Score;

/// What is noted about an entry of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveNote {
    /// How long the side thought, pauses left out; `None` where nobody measured it.
    pub time: Option<Duration>,
    /// What the CPU that made the move thought of it, for its own side.
    pub score: Option<Score>,
}

/// The clocks of a game, the time of the turn that goes on, and the notes about those before it.
pub struct Timing {
    pub(super) now: TimeSource,
    clock: Option<Clock>,
    /// By the index of the entry, those that were undone too. What is missing at the end is not noted.
    notes: Vec<MoveNote>,
    /// What the turn has taken up to the last pause.
    spent: Duration,
    /// Since when it runs again.
    since: Option<Instant>,
}

impl Timing {
    pub(super) fn new(now: TimeSource) -> Self {
        Self {
            now,
            clock: None,
            notes: Vec::new(),
            spent: Duration::ZERO,
            since: None,
        }
    }

    /// Returns the clocks, when there are any.
    #[must_use]
    pub const fn clock(&self) -> Option<&Clock> {
        self.clock.as_ref()
    }

    /// Returns what both sides have left now, when there are clocks.
    #[must_use]
    pub fn remaining(&self) -> Option<ByColor<Remaining>> {
        let (clock, now) = (self.clock.as_ref()?, (self.now)());
        Some(ByColor::from_fn(|color| clock.remaining(color, now)))
    }

    /// Returns when a flag will fall if nothing happens before, so that a front end that sleeps knows when
    /// to [`tick`](super::Session::tick).
    #[must_use]
    pub fn flag_falls(&self) -> Option<Instant> {
        self.clock.as_ref()?.flag_falls()
    }

    /// Returns when the text of the clock that runs will change next; `None` while both stand.
    #[must_use]
    pub fn clock_changes(&self) -> Option<Instant> {
        let (clock, now) = (self.clock.as_ref()?, (self.now)());
        now.checked_add(clock.remaining(clock.running()?, now).shown_for())
    }

    /// Returns what is noted about every entry of the game, those that are undone too, up to the last one
    /// that anything is noted about.
    #[must_use]
    pub fn notes(&self) -> &[MoveNote] {
        let noted = |note: &MoveNote| *note != MoveNote::default();
        let count = self
            .notes
            .iter()
            .rposition(noted)
            .map_or(0, |last| last + 1);
        &self.notes[..count]
    }

    pub(super) fn set_notes(&mut self, notes: Vec<MoveNote>, paused: bool) {
        self.notes = notes;
        self.begin_turn(paused);
    }

    /// Sets new clocks, which stand still, for a game with so many entries.
    pub(super) fn set_clock(&mut self, time: Option<TimeControl>, flag: FlagRule, entries: usize) {
        self.clock = time.map(|time| Clock::new(time, flag, entries));
    }

    /// Sets the clocks to their start and forgets the notes.
    pub(super) fn reset(&mut self, entries: usize, paused: bool) {
        if let Some(clock) = &mut self.clock {
            *clock = Clock::new(clock.control(), clock.rule(), entries);
        }
        self.set_notes(Vec::new(), paused);
    }

    /// Sets what both sides have left. Returns whether there are clocks.
    pub(super) fn set_left(&mut self, left: ByColor<Remaining>) -> bool {
        let now = (self.now)();
        let Some(clock) = &mut self.clock else {
            return false;
        };
        clock.stop(now);
        clock.set_left(left);
        true
    }

    /// Lets the clock of a side run, and no other.
    pub(super) fn run_clock(&mut self, side: Option<Color>) {
        let now = (self.now)();
        match (&mut self.clock, side) {
            (Some(clock), Some(color)) => clock.start(color, now),
            (Some(clock), None) => clock.stop(now),
            (None, _) => {}
        }
    }

    /// A turn begins, or begins anew: its time runs unless the session is paused.
    pub(super) fn begin_turn(&mut self, paused: bool) {
        (self.spent, self.since) = (Duration::ZERO, (!paused).then(|| (self.now)()));
    }

    /// The clocks and the time of the turn stand still from a moment on.
    pub(super) fn hold(&mut self, at: Instant) {
        if let Some(clock) = &mut self.clock {
            clock.stop(at);
        }
        if let Some(since) = self.since.take() {
            self.spent += at.saturating_duration_since(since);
        }
    }

    /// The time of the turn runs on.
    pub(super) fn go_on(&mut self) {
        self.since.get_or_insert((self.now)());
    }

    /// Takes in that the game has gone on with entries from an index on: at most one move, which may have
    /// a score, and what follows from it. The next turn begins.
    pub(super) fn record(&mut self, game: &Game, index: usize, score: Option<Score>, paused: bool) {
        self.hold((self.now)());
        let entries = game.entries();
        self.notes.truncate(index);
        self.notes.resize(index, MoveNote::default());
        if entries.get(index).and_then(Entry::square).is_some() {
            let time = Some(self.spent);
            self.notes.push(MoveNote { time, score });
        }
        if let Some(clock) = &mut self.clock {
            for (number, entry) in (1..).zip(entries).skip(index) {
                let by = entry.square().map(|_| entry.color());
                clock.moved(by, number);
            }
        }
        self.begin_turn(paused);
    }

    /// Takes in that the game has gone back or forth to so many entries: the clocks are what they were.
    pub(super) fn go_to(&mut self, entries: usize, paused: bool) {
        if let Some(clock) = &mut self.clock {
            clock.went_to(entries);
        }
        self.begin_turn(paused);
    }

    /// Returns the side whose flag has fallen by a moment, and what follows from it.
    pub(super) fn flag(&mut self, now: Instant) -> Option<(Color, FlagRule)> {
        let clock = self.clock.as_mut()?;
        clock.flag(now).map(|color| (color, clock.rule()))
    }

    /// Returns what a CPU that begins to think is told about its clock.
    pub(super) fn time_left(&self, color: Color) -> Option<TimeLeft> {
        let (clock, now) = (self.clock.as_ref()?, (self.now)());
        Some(TimeLeft {
            left: clock.remaining(color, now).left(),
            since: now,
            increment: clock.control().increment,
        })
    }
}
