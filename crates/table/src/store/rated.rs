//! Whether a game counts for the rating against levels. It is decided here alone, from how the game began, who sat there,
//! and what helped:
//!
//! | how it began or went | rated? |
//! | --- | --- |
//! | usual start, an opening, balanced or random first moves: at most 20 given | rated |
//! | a set-up position, a handicap, more given moves | casual: from a position |
//! | a hint, values, the bar, openings, a review, an analysis, the coach, an undo | casual, for the first of them |
//! | swap, takeover, another level or player | casual: players changed |
//! | two people at one screen or over a network | not against a level |
//! | a level with a time for each move, or another player of the computer | not against a level |

use crate::player::PlayerKind;
use crate::player::level::Level;
use crate::player::name::lone_person;
use reversi::Position;
use reversi_notation::{Casual, MoveOrigin, Participant, Record, Seats};

/// The most moves that a rated game can be given.
const MOST_GIVEN: usize = 20;

/// Whether a game counts for the rating against levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RatedState {
    /// It does.
    Rated(Level),
    /// It is a game of a person against the computer and does not: why.
    Casual(Casual),
    /// It is not a game of a person against a level: only a rating between levels and people is kept.
    NotAgainstLevel,
}

impl RatedState {
    /// Returns whether a game counts, by its record. Games of older programs without an origin are rated if they were
    /// played against a level from the usual start.
    pub fn of(record: &Record) -> Self {
        let Some(side) = lone_person(record) else {
            return Self::NotAgainstLevel;
        };
        let opponent = record.players[side.opposite()].parse::<PlayerKind>();
        // With a time for each move, the levels are not as strong as measured.
        let level = opponent.ok().and_then(|opponent| opponent.level());
        let level = level.filter(|level| level.time.is_none());
        let against_computer = match &record.origin {
            Some(origin) => origin.sides[side.opposite()] == Participant::Computer,
            None => level.is_some(),
        };
        if !against_computer {
            return Self::NotAgainstLevel;
        }
        match (why_casual(record), level) {
            (Some(why), _) => Self::Casual(why),
            (None, Some(level)) => Self::Rated(level),
            (None, None) => Self::NotAgainstLevel,
        }
    }

    /// Returns whether it counts.
    pub const fn is_rated(self) -> bool {
        matches!(self, Self::Rated(_))
    }
}

/// Returns why a game of a person against the computer is casual, if it is.
fn why_casual(record: &Record) -> Option<Casual> {
    let origin = record.origin.as_ref();
    let is_given = |index: &usize| {
        let is_move = record.moves[*index].square.is_some();
        is_move && origin.is_some_and(|origin| origin.of_move(*index) == MoveOrigin::Given)
    };
    let given = (0..record.moves.len()).filter(is_given).count();
    let helped = origin.and_then(|origin| origin.casual);
    let has_changed = origin.is_some_and(|origin| origin.seats != Seats::EMPTY);
    if helped == Some(Casual::Unrated) {
        helped
    } else if record.start != Position::START || given > MOST_GIVEN {
        Some(Casual::Position)
    } else {
        helped.or(has_changed.then_some(Casual::Players))
    }
}
