//! Owns what a session does with its clocks: when they run, and what a fallen flag leads to.

use std::time::Instant;

use super::{Event, Session};
use crate::app::clock::{Clock, FlagRule, Remaining, TimeControl};
use crate::app::player::TimeLeft;
use crate::color::{ByColor, Color};
use crate::game::{Entry, Status};

impl Session {
    /// The clocks, when there are any.
    #[must_use]
    pub const fn clock(&self) -> Option<&Clock> {
        self.clock.as_ref()
    }

    /// What both sides have left now, when there are clocks.
    #[must_use]
    pub fn remaining(&self) -> Option<ByColor<Remaining>> {
        let now = (self.now)();
        let clock = self.clock.as_ref()?;
        Some(ByColor::from_fn(|color| clock.remaining(color, now)))
    }

    /// When a flag will fall if nothing happens before, so that a front end that sleeps knows when to
    /// [`Session::tick`].
    #[must_use]
    pub fn flag_falls(&self) -> Option<Instant> {
        self.clock.as_ref()?.flag_falls()
    }

    /// When the text of the clock that runs will change next; `None` while both stand.
    #[must_use]
    pub fn clock_changes(&self) -> Option<Instant> {
        let now = (self.now)();
        let clock = self.clock.as_ref()?;
        now.checked_add(clock.remaining(clock.running()?, now).shown_for())
    }

    /// Gives the sides another time control, or none. Both clocks begin anew.
    pub fn set_time(&mut self, time: Option<TimeControl>, flag: FlagRule) {
        let entries = self.game.entries().len();
        self.clock = time.map(|time| Clock::new(time, flag, entries));
        self.run_clock();
    }

    /// Sets what both sides have left, in milliseconds, negative when it is used up: a game that was kept
    /// goes on. To take moves back gives no time back that was spent before. Without clocks nothing
    /// changes.
    pub fn set_left(&mut self, left_ms: ByColor<i64>) {
        let now = (self.now)();
        let Some(clock) = &mut self.clock else {
            return;
        };
        clock.stop(now);
        clock.set_left(left_ms.map(Remaining::from_millis));
        // A CPU that thinks should know how much time it has.
        self.stop_thinking();
        self.run_clock();
        self.think_if_due();
    }

    /// Looks at the clocks: when a side has used up its time, it has lost, or a warning is an event,
    /// whichever the rule is. Says whether there was such a side. A front end with clocks calls this
    /// as often as it shows them.
    pub fn tick(&mut self) -> bool {
        // An answer that came in time counts, however late it is taken in.
        self.poll();
        self.flag_at((self.now)())
    }

    /// Whether a flag has fallen by a moment, with what follows from it.
    pub(super) fn flag_at(&mut self, now: Instant) -> bool {
        let Some(clock) = &mut self.clock else {
            return false;
        };
        let Some(color) = clock.flag(now) else {
            return false;
        };
        if clock.rule() == FlagRule::Warn {
            let goes_on = true;
            self.events.push_back(Event::TimeUp { color, goes_on });
            return true;
        }
        clock.stop(now);
        self.stop_thinking();
        let before = self.game.entries().len();
        self.game.time_out(color);
        self.went_on(before);
        true
    }

    /// Lets the clock of the side that is to decide run, and no other: none while the session is paused,
    /// a pass is open, the game is over, or a CPU's answer waits to be played.
    pub(super) fn run_clock(&mut self) {
        let now = (self.now)();
        let Some(clock) = &mut self.clock else {
            return;
        };
        match self.game.status() {
            Status::ToMove(color) if !self.paused && self.answer.is_none() => {
                clock.start(color, now);
            }
            _ => clock.stop(now),
        }
    }

    pub(super) fn stop_clock(&mut self, at: Instant) {
        if let Some(clock) = &mut self.clock {
            clock.stop(at);
        }
    }

    /// Takes the entries from an index on into the clocks.
    pub(super) fn record_times(&mut self, before: usize) {
        let now = (self.now)();
        let Some(clock) = &mut self.clock else {
            return;
        };
        clock.stop(now);
        for (index, entry) in self.game.entries().iter().enumerate().skip(before) {
            let by = match entry {
                Entry::Move { color, .. } => Some(*color),
                Entry::Pass { .. } | Entry::Resignation { .. } | Entry::Timeout { .. } => None,
            };
            clock.moved(by, index + 1);
        }
    }

    /// Sets the clocks to what they were at the present entry.
    pub(super) fn recall_times(&mut self) {
        if let Some(clock) = &mut self.clock {
            clock.went_to(self.game.entries().len());
        }
    }

    pub(super) fn reset_clock(&mut self) {
        if let Some(clock) = &mut self.clock {
            let entries = self.game.entries().len();
            *clock = Clock::new(clock.control(), clock.rule(), entries);
        }
    }

    /// What a CPU that begins to think is told about its clock.
    pub(super) fn time_left(&self, color: Color) -> Option<TimeLeft> {
        let now = (self.now)();
        let clock = self.clock.as_ref()?;
        Some(TimeLeft {
            left: clock.remaining(color, now).left(),
            since: now,
            increment: clock.control().increment,
        })
    }
}
