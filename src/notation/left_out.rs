//! What a format cannot hold of a game.

use super::detect::Format;
use super::record::{Record, StatedResult};
use super::variations::RecordedMove;
use super::{ggf, pgn, sgf, text_games, wthor};

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
}

/// What a format cannot hold of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    parts: u32,
    /// The number of variations that are left out.
    pub variations: usize,
}

impl LeftOut {
    /// Returns the parts that are left out.
    pub fn parts(self) -> impl Iterator<Item = GamePart> {
        let parts = GamePart::ALL.into_iter();
        parts.filter(move |part| self.parts & part.bit() != 0)
    }
}

impl Format {
    /// Returns what [`Format::write`], or the writer of WTHOR, leaves out of a record. Only SGF and PGN hold
    /// variations.
    pub fn left_out(self, record: &Record) -> LeftOut {
        let mut parts = 0;
        let mut add = |part: GamePart, is_left_out: bool| {
            parts |= u32::from(is_left_out) * part.bit();
        };
        let is_text = matches!(self, Self::Ggf | Self::Sgf | Self::Pgn);
        let has_line = matches!(self, Self::Transcript | Self::Obf);
        let is_wthor = self == Self::Wthor;
        let names = &record.players;
        let time = &record.time_control;
        for (part, is_there, is_held) in [
            (GamePart::Moves, !record.moves.is_empty(), self != Self::Obf),
            (
                GamePart::Players,
                !(names.black.is_empty() && names.white.is_empty()),
                is_text || is_wthor,
            ),
            (
                GamePart::Ratings,
                record.ratings.black.or(record.ratings.white).is_some(),
                is_text,
            ),
            (GamePart::Place, !record.place.is_empty(), is_text),
            (
                GamePart::Event,
                !record.event.is_empty(),
                is_text || is_wthor,
            ),
            (GamePart::Round, !record.round.is_empty(), is_text),
            (
                GamePart::TimeControl,
                !(time.black.is_empty() && time.white.is_empty()),
                is_text,
            ),
            (
                GamePart::Theoretical,
                record.theoretical.is_some(),
                is_text || is_wthor,
            ),
        ] {
            add(part, is_there && !is_held);
        }
        let has_date = !record.date.is_empty();
        let is_year = || {
            record
                .year()
                .is_some_and(|year| record.date == year.to_string())
        };
        add(
            GamePart::Date,
            has_date && !is_text && !(is_wthor && is_year()),
        );
        add(GamePart::Result, !self.holds_result(record));
        let has_comment = !record.comment.is_empty();
        let is_line = || text_games::line_comment(record).is_some();
        add(
            GamePart::GameComment,
            has_comment && !is_text && !(has_line && is_line()),
        );
        let (mut comments, mut marks, mut evaluations, mut times) = (false, false, false, false);
        for RecordedMove { notes, .. } in &record.moves {
            comments |= !notes.comment.is_empty();
            marks |= notes.mark.is_some();
            evaluations |= notes.evaluation.is_some();
            times |= notes.seconds.is_some();
        }
        add(GamePart::MoveComments, comments && !is_text);
        add(GamePart::Marks, marks && !is_text);
        add(GamePart::Evaluations, evaluations && !is_text);
        add(GamePart::Times, times && (!is_text || self == Self::Sgf));
        add(GamePart::Characters, !self.holds_characters(record));
        LeftOut {
            parts,
            variations: self.variations_left_out(record),
        }
    }

    /// Returns whether the result of a game comes back as it is stated. That of a finished game is on the board.
    fn holds_result(self, record: &Record) -> bool {
        let Some(stated) = record.possible_result() else {
            return true;
        };
        let has_counts = stated.score.is_some_and(|score| score.counts().is_some());
        // This is usual, and does not need the end of the game.
        if self != Self::Obf && has_counts && stated.ending.is_none() || record.outcome().is_some()
        {
            return true;
        }
        match self {
            Self::Ggf => ggf::holds_result(stated),
            Self::Sgf => sgf::holds_result(stated),
            Self::Pgn => pgn::holds_result(stated),
            _ => stated == StatedResult::default(),
        }
    }

    /// Returns whether the texts of a game that are written come back as they are.
    fn holds_characters(self, record: &Record) -> bool {
        let names = &record.players;
        match self {
            Self::Ggf => {
                let notes = record.moves.iter().map(|recorded| &recorded.notes.comment);
                let texts = [
                    &names.black,
                    &names.white,
                    &record.date,
                    &record.place,
                    &record.event,
                    &record.round,
                    &record.time_control.black,
                    &record.time_control.white,
                    &record.comment,
                ];
                (texts.into_iter().chain(notes)).all(|text| ggf::holds_text(text))
            }
            Self::Wthor => {
                let players = [&names.black, &names.white].into_iter();
                players.into_iter().all(|name| wthor::holds_player(name))
                    && wthor::holds_tournament(&record.event)
            }
            _ => true,
        }
    }
}
