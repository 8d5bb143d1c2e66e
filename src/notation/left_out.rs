//! What a format cannot hold of a game.

use super::record::{Record, StatedResult};
use crate::color::ByColor;
use crate::game_tree::NodeNotes;

/// A part of a game that some formats cannot hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GamePart {
    /// The moves; only the position after them is held.
    Moves,
    /// The names of the players.
    Players,
    /// The ratings of the players.
    Ratings,
    /// The date, or more of it than the year.
    Date,
    /// The place.
    Place,
    /// The event.
    Event,
    /// The round.
    Round,
    /// The time control.
    TimeControl,
    /// The stated result, or a part of it.
    Result,
    /// The theoretical score.
    Theoretical,
    /// The comment on the game.
    GameComment,
    /// The comments on moves.
    MoveComments,
    /// The marks on moves.
    Marks,
    /// The evaluations of moves.
    Evaluations,
    /// The times spent on moves.
    Times,
    /// Characters that the texts of the format cannot hold; others stand in their place.
    Characters,
}

impl GamePart {
    /// All parts.
    pub const ALL: [Self; 16] = [
        Self::Moves,
        Self::Players,
        Self::Ratings,
        Self::Date,
        Self::Place,
        Self::Event,
        Self::Round,
        Self::TimeControl,
        Self::Result,
        Self::Theoretical,
        Self::GameComment,
        Self::MoveComments,
        Self::Marks,
        Self::Evaluations,
        Self::Times,
        Self::Characters,
    ];

    /// Returns the name of this part of several games.
    pub const fn plural(self) -> &'static str {
        match self {
            Self::Moves => "moves",
            Self::Players => "players",
            Self::Ratings => "ratings",
            Self::Date => "dates",
            Self::Place => "places",
            Self::Event => "events",
            Self::Round => "rounds",
            Self::TimeControl => "time controls",
            Self::Result => "results",
            Self::Theoretical => "theoretical scores",
            Self::GameComment => "comments on the game",
            Self::MoveComments => "comments on moves",
            Self::Marks => "marks",
            Self::Evaluations => "evaluations",
            Self::Times => "times of moves",
            Self::Characters => "characters",
        }
    }

    const fn bit(self) -> u32 {
        1 << self as u32
    }

    /// Returns whether a record has this part.
    fn is_in(self, record: &Record) -> bool {
        let has_texts =
            |texts: &ByColor<String>| !(texts.black.is_empty() && texts.white.is_empty());
        let has_notes = |is_there: fn(&NodeNotes) -> bool| {
            (record.moves.iter()).any(|recorded| is_there(&recorded.notes))
        };
        match self {
            Self::Moves => !record.moves.is_empty(),
            Self::Players => has_texts(&record.players),
            Self::Ratings => record.ratings.black.or(record.ratings.white).is_some(),
            Self::Date => !record.date.is_empty(),
            Self::Place => !record.place.is_empty(),
            Self::Event => !record.event.is_empty(),
            Self::Round => !record.round.is_empty(),
            Self::TimeControl => has_texts(&record.time_control),
            // That of a finished game is on the board.
            Self::Result => {
                let stated = record.possible_result().unwrap_or_default();
                stated != StatedResult::default() && record.outcome().is_none()
            }
            Self::Theoretical => record.theoretical.is_some(),
            Self::GameComment => !record.comment.is_empty(),
            Self::MoveComments => has_notes(|notes| !notes.comment.is_empty()),
            Self::Marks => has_notes(|notes| notes.mark.is_some()),
            Self::Evaluations => has_notes(|notes| notes.evaluation.is_some()),
            Self::Times => has_notes(|notes| notes.seconds.is_some()),
            Self::Characters => true,
        }
    }
}

/// Whether a format holds a part of a game.
#[derive(Clone, Copy)]
pub(super) enum Held {
    /// Of every game.
    Yes,
    /// Of no game.
    No,
    /// Of the games for which this is true.
    If(fn(&Record) -> bool),
}

impl Held {
    fn of(self, record: &Record) -> bool {
        match self {
            Self::Yes => true,
            Self::No => false,
            Self::If(holds) => holds(record),
        }
    }
}

/// What a format cannot hold of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    parts: u32,
    /// The number of variations that are left out.
    pub variations: usize,
}

impl LeftOut {
    /// Returns what is left out of a record, by what a format holds.
    pub(super) fn of(record: &Record, holds: fn(GamePart) -> Held, variations: bool) -> Self {
        // Whether it is held costs less than whether it is there.
        let left_out = GamePart::ALL.into_iter();
        let left_out = left_out.filter(|part| !holds(*part).of(record) && part.is_in(record));
        Self {
            parts: left_out.fold(0, |parts, part| parts | part.bit()),
            variations: if variations {
                0
            } else {
                record.variation_count()
            },
        }
    }

    /// Returns the parts that are left out.
    pub fn parts(self) -> impl Iterator<Item = GamePart> {
        let parts = GamePart::ALL.into_iter();
        parts.filter(move |part| self.parts & part.bit() != 0)
    }
}
