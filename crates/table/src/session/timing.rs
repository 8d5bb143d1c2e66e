//! The time of a session: clocks, the duration of each turn, and notes about each move.

use std::time::{Duration, Instant};

use super::{Event, GameMeta, Session, TableGame, TimeSource, Turn, participants};
use crate::clock::{Clock, FlagRule, Remaining, TimeControl};
use crate::player::TimeLeft;
use reversi::notation::{MoveOrigin, Seats};
use reversi::search::Score;
use reversi::{ByColor, Color, Entry};

/// Notes about an entry of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveNote {
    /// The thinking time without pauses; `None` if it was not measured.
    pub time: Option<Duration>,
    /// The CPU's score for the move, from its point of view.
    pub score: Option<Score>,
    /// How it came about.
    pub origin: MoveOrigin,
}

impl MoveNote {
    /// The note about an entry that was there before play began.
    pub const GIVEN: Self = Self {
        time: None,
        score: None,
        origin: MoveOrigin::Given,
    };
}

/// The clocks of a game, the time of the current turn, and the notes about earlier ones.
pub struct Timing {
    pub(super) now: TimeSource,
    clock: Option<Clock>,
    /// Notes by index of the entry, including undone entries. May be shorter than the game.
    notes: Vec<MoveNote>,
    /// The time of this turn up to the last pause.
    spent: Duration,
    /// When this turn last started or resumed.
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

    /// Returns the current time.
    pub fn now(&self) -> Instant {
        (self.now)()
    }

    /// Returns the clocks, if any.
    pub const fn clock(&self) -> Option<&Clock> {
        self.clock.as_ref()
    }

    /// Returns the time left on both clocks, if any.
    pub fn remaining(&self) -> Option<ByColor<Remaining>> {
        let (clock, now) = (self.clock.as_ref()?, (self.now)());
        Some(ByColor::from_fn(|color| clock.remaining(color, now)))
    }

    /// Returns the time spent on the current turn so far, without pauses.
    pub fn turn(&self) -> Duration {
        let running = self
            .since
            .map(|since| (self.now)().saturating_duration_since(since));
        self.spent + running.unwrap_or_default()
    }

    /// Returns when a flag will fall unless something happens first, so that a sleeping front end knows
    /// when to [`tick`](super::Session::tick).
    pub fn flag_falls(&self) -> Option<Instant> {
        self.clock.as_ref()?.flag_falls()
    }

    /// Returns the times that both clocks show, if any.
    pub fn shown(&self) -> Option<ByColor<Remaining>> {
        let (clock, now) = (self.clock.as_ref()?, (self.now)());
        Some(ByColor::from_fn(|color| clock.shown(color, now)))
    }

    /// Returns when the text of the running clock changes next; `None` while both are stopped.
    pub fn clock_changes(&self) -> Option<Instant> {
        self.clock.as_ref()?.changes((self.now)())
    }

    /// Returns the notes about the entries, including undone ones, up to the last one with any.
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

    /// Sets new, stopped clocks for a game with this many entries.
    pub(super) fn set_clock(&mut self, time: Option<TimeControl>, flag: FlagRule, entries: usize) {
        self.clock = time.map(|time| Clock::new(time, flag, entries));
    }

    /// Swaps the clocks of the sides.
    pub(super) fn swap_clocks(&mut self) {
        if let Some(clock) = &mut self.clock {
            clock.swap();
        }
    }

    /// Resets the clocks and clears the notes.
    pub(super) fn reset(&mut self, entries: usize, paused: bool) {
        if let Some(clock) = &mut self.clock {
            *clock = Clock::new(clock.control(), clock.rule(), entries);
        }
        self.set_notes(vec![MoveNote::GIVEN; entries], paused);
    }

    /// Sets the time left on both clocks. Returns whether there are clocks.
    pub(super) fn set_left(&mut self, left: ByColor<Remaining>) -> bool {
        let now = (self.now)();
        let Some(clock) = &mut self.clock else {
            return false;
        };
        clock.stop(now);
        clock.set_left(left);
        true
    }

    /// Runs the clock of one side and stops the other.
    pub(super) fn run_clock(&mut self, side: Option<Color>) {
        let now = (self.now)();
        match (&mut self.clock, side) {
            (Some(clock), Some(color)) => clock.start(color, now),
            (Some(clock), None) => clock.stop(now),
            (None, _) => {}
        }
    }

    /// Starts or restarts a turn; its time runs unless the session is paused.
    pub(super) fn begin_turn(&mut self, paused: bool) {
        (self.spent, self.since) = (Duration::ZERO, (!paused).then(|| (self.now)()));
    }

    /// Sets the time spent on the present turn so far, by the clock of another program.
    pub fn set_turn(&mut self, spent: Duration) {
        self.spent = spent;
        self.since = self.since.map(|_| (self.now)());
    }

    /// Stops the clocks and the time of the turn.
    pub(super) fn hold(&mut self, at: Instant) {
        if let Some(clock) = &mut self.clock {
            clock.stop(at);
        }
        if let Some(since) = self.since.take() {
            self.spent += at.saturating_duration_since(since);
        }
    }

    /// Resumes the clock of a side and the time of the turn, perhaps only after a moment to come.
    pub(super) fn resume_at(&mut self, color: Color, at: Instant) {
        self.hold((self.now)());
        if let Some(clock) = &mut self.clock {
            clock.start(color, at);
        }
        self.since = Some(at);
    }

    /// Resumes the time of the turn.
    pub(super) fn resume(&mut self) {
        self.since.get_or_insert((self.now)());
    }

    /// Returns whether the last entry was not there before play began.
    pub(crate) fn has_chosen(&self) -> bool {
        let last = self.notes.last();
        last.is_some_and(|note| note.origin != MoveOrigin::Given)
    }

    /// Records new entries from an index on, at most one move, with its note but for the time, and its consequences,
    /// and starts the next turn.
    pub(super) fn record<G: TableGame>(
        &mut self,
        entries: &[Entry],
        index: usize,
        note: MoveNote,
        paused: bool,
    ) {
        self.hold((self.now)());
        self.notes.truncate(index);
        self.notes.resize(index, MoveNote::default());
        if entries.get(index).is_some_and(G::is_chosen) {
            let time = Some(self.spent);
            self.notes.push(MoveNote { time, ..note });
        }
        if let Some(clock) = &mut self.clock {
            for (number, entry) in (1..).zip(entries).skip(index) {
                let by = G::is_chosen(entry).then(|| entry.color());
                clock.moved(by, number);
            }
        }
        self.begin_turn(paused);
    }

    /// Restores the clocks after undo or redo to this many entries.
    pub(super) fn go_to(&mut self, entries: usize, paused: bool) {
        if let Some(clock) = &mut self.clock {
            clock.went_to(entries);
        }
        self.begin_turn(paused);
    }

    /// Returns the side whose flag has fallen by `now`, and the flag rule.
    pub(super) fn flag(&mut self, now: Instant) -> Option<(Color, FlagRule)> {
        let clock = self.clock.as_mut()?;
        clock.flag(now).map(|color| (color, clock.rule()))
    }

    /// Returns the clock information for a CPU that starts thinking.
    pub(super) fn time_left(&self, color: Color) -> Option<TimeLeft> {
        let (clock, now) = (self.clock.as_ref()?, (self.now)());
        let side = clock.control().side(color);
        Some(TimeLeft {
            left: clock.remaining(color, now).left(),
            since: now,
            increment: side.per_move,
            reserve: side.reserve(),
        })
    }
}

impl<G: TableGame> Session<G> {
    /// Changes the time control, `None` for no clocks. Both clocks restart.
    pub fn set_time(&mut self, time: Option<TimeControl>, flag: FlagRule) {
        self.timing.set_clock(time, flag, self.game.entries().len());
        self.run_clock();
    }

    /// Sets the time left on both clocks in milliseconds, negative when exceeded, for a resumed game.
    /// Undoing earlier moves restores no time. Does nothing without clocks.
    pub fn set_left(&mut self, left_ms: ByColor<i64>) {
        if self.timing.set_left(left_ms.map(Remaining::from_millis)) {
            // A CPU that thinks should know how much time it has.
            self.thinking.stop();
            self.run_clock();
            self.think_if_due();
        }
    }

    /// Takes over who made the entries of a resumed game, and the hint that was shown. Where nobody else is known to have sat there, it was those who
    /// play it, as the file has them.
    pub(crate) fn take_over_from(&mut self, meta: &GameMeta<G>) {
        self.help.hinted = meta.hinted;
        self.seats = meta.seats.clone();
        if self.seats == Seats::EMPTY {
            let sides = participants(&meta.players, meta.first, meta.remote);
            self.seats.note(0, sides);
        }
    }

    /// Sets the notes of a resumed game. The present turn starts anew.
    pub fn set_notes(&mut self, notes: Vec<MoveNote>) {
        self.timing.set_notes(notes, self.paused);
    }

    /// Checks the clocks: a side that has run out of time loses, or an event warns about it, depending
    /// on the rule. Returns whether there was such a side. A front end with clocks calls this whenever
    /// it draws them.
    pub fn tick(&mut self) -> bool {
        // An answer that came in time counts, however late it is processed.
        self.poll();
        self.flag_at((self.timing.now)())
    }

    /// Checks whether a flag has fallen by `now`, and acts on it.
    pub(super) fn flag_at(&mut self, now: Instant) -> bool {
        let Some((color, rule)) = self.timing.flag(now) else {
            return false;
        };
        if rule == FlagRule::Warn {
            let goes_on = true;
            self.events.push_back(Event::TimeUp { color, goes_on });
            return true;
        }
        self.timing.hold(now);
        self.end_with(|game| game.time_out(color)).is_ok()
    }

    /// Runs the clock of the side to decide and stops the other. Stops both while the session is
    /// paused, a pass is pending, the game is over, or a CPU's answer is waiting.
    pub(super) fn run_clock(&mut self) {
        let side = match self.game.turn() {
            Turn::Move(color) if !self.paused && self.thinking.answer.is_none() => Some(color),
            _ => None,
        };
        self.timing.run_clock(side);
    }

    /// Lets the clock of a side run while the game is paused because that side is absent, after a grace, if it is to
    /// move. Returns whether it will run.
    pub fn run_clock_of_absent(&mut self, color: Color, grace: Duration) -> bool {
        let is_due = self.paused && self.game.turn() == Turn::Move(color);
        let start = (self.timing.now)().checked_add(grace);
        let start = start.filter(|_| is_due && self.timing.clock().is_some());
        if let Some(start) = start {
            self.timing.resume_at(color, start);
        }
        start.is_some()
    }

    /// Returns the part of the grace that is left, while the clock of an absent side runs or will run.
    pub fn unused_grace(&self) -> Option<Duration> {
        let clock = self.timing.clock().filter(|_| self.paused)?;
        Some(
            clock
                .starts()?
                .saturating_duration_since((self.timing.now)()),
        )
    }
}
