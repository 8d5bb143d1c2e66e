//! The lessons of Reversi.

use super::{LessonTopic, Lessons};
use crate::app::lesson::{LessonOptions, Topic, Trace};
use crate::color::Color;
use crate::position::Position;
use crate::square::Square;

/// The lessons about a position of Reversi.
#[derive(Debug)]
pub(super) struct OfReversi(pub(super) Position);

impl Lessons for OfReversi {
    fn topics(&self, square: Square) -> Vec<LessonTopic> {
        let topic = |topic: Topic| LessonTopic {
            label: match topic {
                Topic::Carry => "carry".to_owned(),
                Topic::StableDiscs => "stable".to_owned(),
                Topic::Mobility => "mobility".to_owned(),
                topic => topic.to_string(),
            },
            has_mask: topic.has_mask(),
            has_directions: topic.has_directions(),
            square: match topic {
                Topic::Flips(square) => Some(square),
                _ => None,
            },
        };
        Topic::all(square).map(topic).into()
    }

    fn trace(&self, topic: usize, square: Square, masked: bool) -> Trace<usize> {
        let board = self.0.board();
        let options = LessonOptions {
            direction: None,
            masked,
        };
        let (own, opponent) = (board.player().bits(), board.opponent().bits());
        let trace = Topic::all(square)[topic].trace(own, opponent, options);
        trace.with_topic(topic)
    }

    fn side_to_move(&self) -> Color {
        self.0.side_to_move()
    }
}
