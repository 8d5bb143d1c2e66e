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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lesson::LessonOptions;
    use reversi::Board;
    use reversi::bitboard::plain::DIRECTIONS;

    impl Walk {
        fn retrace(&mut self, topic: Topic, options: LessonOptions) {
            self.replace(topic.trace(self.trace.own, self.trace.opponent, options));
        }
    }

    fn walk(topic: Topic) -> Walk {
        let (own, opponent) = (Board::START.player().bits(), Board::START.opponent().bits());
        Walk::new(topic.trace(own, opponent, LessonOptions::default()))
    }

    #[test]
    fn a_walk_ends_at_both_ends_and_visits_every_step() {
        let mut walk = walk(Topic::LegalMoves);
        assert!(!walk.previous());
        let mut visited = 1;
        while walk.next() {
            visited += 1;
        }
        assert_eq!(visited, walk.steps());
        assert!(!walk.last());
        assert!(walk.first());
        assert!(!walk.first());
        assert!(walk.last());
        assert_eq!(walk.at, walk.steps() - 1);
        while walk.previous() {
            visited -= 1;
        }
        assert_eq!(visited, 1);
    }

    #[test]
    fn chapters_are_walked_in_order_and_back() {
        let mut walk = walk(Topic::LegalMoves);
        let mut titles = vec![walk.chapter().title.clone()];
        while walk.next_chapter() {
            assert_eq!(walk.place_in_chapter().0, 1);
            titles.push(walk.chapter().title.clone());
        }
        let mut expected = vec!["the position".to_owned()];
        expected.extend(DIRECTIONS.map(|direction| direction.to_string()));
        expected.push("the result".to_owned());
        assert_eq!(titles, expected);
        // From within a chapter first to its beginning, then to the one before.
        assert!(walk.previous());
        titles.pop();
        assert!(walk.previous_chapter());
        assert_eq!(walk.chapter().title, "up left");
        assert_eq!(walk.place_in_chapter().0, 1);
        while walk.previous_chapter() {
            titles.pop();
        }
        assert_eq!(titles, ["the position"]);
    }

    #[test]
    fn a_jump_finds_the_chapter_of_a_direction() {
        let mut walk = walk(Topic::LegalMoves);
        assert!(walk.go_to_chapter(7));
        assert_eq!(walk.chapter().direction, Some(DIRECTIONS[6]));
        assert!(!walk.go_to_chapter(7));
        assert!(!walk.go(walk.steps()));
        assert!(!walk.go_to_chapter(99));
    }

    #[test]
    fn the_mask_is_switched_at_the_same_moment() {
        let mut walk = walk(Topic::LegalMoves);
        walk.go_to_chapter(7);
        while walk.step().result.name != "run" {
            walk.next();
        }
        let unmasked = LessonOptions {
            masked: false,
            ..LessonOptions::default()
        };
        walk.retrace(Topic::LegalMoves, unmasked);
        assert_eq!(walk.chapter().title, "left");
        assert_eq!(walk.step().result.name, "run");
        assert!(!walk.trace.options.masked);
        walk.retrace(Topic::DiscCount, unmasked);
        assert_eq!(walk.at, 0);
    }
}
