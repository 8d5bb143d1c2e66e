//! The cursor of a trace: the current step and the ways to move it, for a screen that steps through a
//! computation.
//!
//! | key, by custom | method |
//! | --- | --- |
//! | Right | [`Walk::next`] |
//! | Left | [`Walk::previous`] |
//! | Down, Up | [`Walk::next_chapter`], [`Walk::previous_chapter`]: a direction further or back |
//! | Home, End | [`Walk::first`], [`Walk::last`] |
//! | Space | [`Walk::next`] in regular intervals, until it returns `false` |

use super::{Chapter, Step, Topic, Trace};

/// A trace and its current step.
///
/// Every method that moves it returns true if the step changed.
#[derive(Clone, Debug)]
pub struct Walk<T = Topic> {
    /// The trace, with at least one step.
    pub trace: Trace<T>,
    /// The index of the current step, from 0.
    pub at: usize,
}

impl<T> Walk<T> {
    /// Starts at the first step of a trace.
    pub const fn new(trace: Trace<T>) -> Self {
        Self { trace, at: 0 }
    }

    /// Returns the number of steps, at least 1.
    pub fn steps(&self) -> usize {
        self.trace.steps.len()
    }

    /// Returns the current step.
    pub fn step(&self) -> &Step {
        &self.trace.steps[self.at]
    }

    /// Returns the chapter of the current step.
    pub fn chapter(&self) -> &Chapter {
        &self.trace.chapters[self.step().chapter]
    }

    /// Returns the step number within the chapter, from 1, and the number of its steps.
    pub fn place_in_chapter(&self) -> (usize, usize) {
        let steps = &self.chapter().steps;
        (self.at - steps.start + 1, steps.len())
    }

    /// Moves one step forward.
    #[allow(clippy::should_implement_trait)] // a walk goes both ways, so it is not an iterator
    pub fn next(&mut self) -> bool {
        self.go(self.at + 1)
    }

    /// Moves one step back.
    pub fn previous(&mut self) -> bool {
        self.at > 0 && self.go(self.at - 1)
    }

    /// Moves to the first step of the next chapter.
    pub fn next_chapter(&mut self) -> bool {
        self.go(self.chapter().steps.end)
    }

    /// Moves to the first step of this chapter or, if already there, of the previous one.
    pub fn previous_chapter(&mut self) -> bool {
        let start = self.chapter().steps.start;
        if self.at > start {
            return self.go(start);
        }
        let before = self.step().chapter.checked_sub(1);
        before.is_some_and(|chapter| self.go_to_chapter(chapter))
    }

    /// Moves to the first step.
    pub fn first(&mut self) -> bool {
        self.go(0)
    }

    /// Moves to the last step.
    pub fn last(&mut self) -> bool {
        self.go(self.steps() - 1)
    }

    /// Moves to a step, counted from 0, if it exists.
    pub fn go(&mut self, at: usize) -> bool {
        let moves = at < self.steps() && at != self.at;
        if moves {
            self.at = at;
        }
        moves
    }

    /// Moves to the first step of a chapter, counted from 0.
    pub fn go_to_chapter(&mut self, chapter: usize) -> bool {
        let chapter = self.trace.chapters.get(chapter);
        chapter
            .map(|chapter| chapter.steps.start)
            .is_some_and(|at| self.go(at))
    }

    /// Replaces the trace by another one of the same position. If it has the same topic, this stays at the
    /// same step of the same chapter where that exists, so that switching the mask shows the same moment
    /// with and without it.
    pub fn replace(&mut self, trace: Trace<T>)
    where
        T: PartialEq,
    {
        let title = self.chapter().title.clone();
        let (within, _) = self.place_in_chapter();
        let start = self.chapter().steps.start;
        // A name can occur several times, like `run` in a fill: count its occurrences so far.
        let name = self.step().result.name;
        let same = |step: &&Step| step.result.name == name;
        let earlier = self.trace.steps[start..self.at].iter().filter(same).count();
        let same_topic = trace.topic == self.trace.topic;

        self.trace = trace;
        self.at = 0;
        if !same_topic {
            return;
        }
        let chapters = &self.trace.chapters;
        if let Some(chapter) = chapters.iter().find(|chapter| chapter.title == title) {
            let range = &chapter.steps;
            let steps = &self.trace.steps[range.clone()];
            let named = steps.iter().enumerate().filter(|(_, step)| same(step));
            let place = named
                .take(earlier + 1)
                .last()
                .map_or((within - 1).min(steps.len() - 1), |(place, _)| place);
            self.at = range.start + place;
        }
    }
}
