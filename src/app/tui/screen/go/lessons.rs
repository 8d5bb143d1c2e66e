//! The lessons of Go for the inspector.

use crate::app::go::GoGame;
use crate::app::go::lesson::GoTopic;
use crate::app::lesson::Trace;
use crate::app::tui::screen::inspector::{LessonTopic, Lessons};
use crate::color::Color;
use crate::square::Square;

/// The lessons about the position of a game.
#[derive(Debug)]
pub(super) struct OfGame(pub(super) GoGame);

impl Lessons for OfGame {
    fn topics(&self, _square: Square) -> Vec<LessonTopic> {
        let topic = |topic: GoTopic| LessonTopic {
            label: topic.to_string(),
            has_mask: false,
            has_directions: false,
            square: None,
        };
        GoTopic::ALL.map(topic).into()
    }

    fn trace(&self, topic: usize, _square: Square, _masked: bool) -> Trace<usize> {
        let subject = GoTopic::ALL[topic];
        subject.trace(subject.position(&self.0)).with_topic(topic)
    }

    fn side_to_move(&self) -> Color {
        self.0.side_to_move()
    }
}
