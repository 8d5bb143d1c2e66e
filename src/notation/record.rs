//! `Record`: a game with what is known about it, the value that all formats share.

use std::fmt;

use super::error::Problem;
use super::transcript::{self, Token};
use crate::color::{ByColor, Color};
use crate::game::{Ending, Entry, Game, Outcome};
use crate::position::Position;
use crate::square::Square;

/// One entry of a recorded game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RecordedMove {
    /// Where the disc was placed; `None` is a forced pass.
    pub square: Option<Square>,
    /// The time that was spent on it, in seconds; finite and not negative.
    pub seconds: Option<f64>,
    /// What the side that made the move thought of it, in discs for that side; finite.
    pub evaluation: Option<f64>,
    /// What was said about it; empty where nothing was. As it was read: show it through
    /// [`clean`](super::clean()).
    pub comment: String,
}

impl RecordedMove {
    /// A move, or `None` for a pass, with nothing known about it.
    #[must_use]
    pub const fn new(square: Option<Square>) -> Self {
        Self {
            square,
            seconds: None,
            evaluation: None,
            comment: String::new(),
        }
    }
}

/// What a record says about who won. It may be wrong: see [`Record::check`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StatedScore {
    /// How many discs each side is said to have.
    Counts(ByColor<u32>),
    /// Black's discs minus White's; finite.
    Margin(f64),
    /// Only who won; `None` is a draw.
    Winner(Option<Color>),
}

impl StatedScore {
    /// Who is said to have won; `None` is a draw.
    #[must_use]
    pub fn winner(self) -> Option<Color> {
        match (self, self.margin()) {
            (Self::Winner(winner), _) => winner,
            (_, Some(margin)) if margin > 0.0 => Some(Color::Black),
            (_, Some(margin)) if margin < 0.0 => Some(Color::White),
            _ => None,
        }
    }

    /// The official counts, 64 together, where they follow from what is stated.
    #[must_use]
    pub fn counts(self) -> Option<ByColor<u32>> {
        match self {
            Self::Counts(counts) => Some(counts),
            Self::Margin(margin) => (0..=64)
                .map(|black| ByColor::new(black, 64 - black))
                .find(|counts| Self::Counts(*counts).margin() == Some(margin)),
            Self::Winner(_) => None,
        }
    }

    /// Black's discs minus White's, where they follow from what is stated.
    #[must_use]
    pub fn margin(self) -> Option<f64> {
        match self {
            Self::Counts(counts) => Some(f64::from(counts.black) - f64::from(counts.white)),
            Self::Margin(margin) => Some(margin),
            Self::Winner(_) => None,
        }
    }
}

/// How a game is said to have ended, where that was not on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatedEnding {
    /// A side gave up.
    Resignation,
    /// A side ran out of time.
    Time,
    /// The sides agreed on a score.
    Agreement,
    /// A side left, or was ruled to have lost.
    Left,
}

/// The result that a record states.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StatedResult {
    /// Who won and by how much, if it says.
    pub score: Option<StatedScore>,
    /// How it ended, if it says.
    pub ending: Option<StatedEnding>,
}

impl StatedResult {
    /// Only a score.
    #[must_use]
    pub const fn of(score: StatedScore) -> Self {
        Self {
            score: Some(score),
            ending: None,
        }
    }
}

/// `34-30`, `Black +4`, `White wins on time`, or `unknown`.
impl fmt::Display for StatedResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.score {
            None => write!(f, "unknown"),
            Some(StatedScore::Counts(counts)) => write!(f, "{}-{}", counts.black, counts.white),
            Some(score) => match (score.winner(), score.margin()) {
                (None, _) => write!(f, "draw"),
                (Some(winner), Some(margin)) => write!(f, "{winner} +{}", margin.abs()),
                (Some(winner), None) => write!(f, "{winner} wins"),
            },
        }?;
        match self.ending {
            None => Ok(()),
            Some(StatedEnding::Resignation) => write!(f, " by resignation"),
            Some(StatedEnding::Time) => write!(f, " on time"),
            Some(StatedEnding::Agreement) => write!(f, " by agreement"),
            Some(StatedEnding::Left) => write!(f, " by forfeit"),
        }
    }
}

/// Something in a record that should be reported, but does not make it unreadable.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Warning {
    /// The stated result is not that of the moves. The moves are believed.
    Contradiction {
        /// What is stated.
        stated: StatedResult,
        /// What the moves led to.
        outcome: Outcome,
    },
    /// A score is stated, but the moves end before the game is over and nothing says why.
    Unfinished {
        /// What is stated.
        stated: StatedResult,
        /// The empty squares after the last move.
        empties: u32,
    },
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Contradiction { stated, outcome } => write!(
                f,
                "the stated result is {stated}, but the moves give {}-{}",
                outcome.score.black, outcome.score.white
            ),
            Self::Unfinished { stated, empties } => write!(
                f,
                "the stated result is {stated}, but the moves stop with {empties} empty squares"
            ),
        }
    }
}

/// A game and what is known about it.
///
/// Texts are as they were read, with whatever was in them: show them through
/// [`clean`](super::clean()). Empty means unknown. A record that was read has been replayed: its moves
/// are legal and its forced passes are among them, so that `moves` and the entries of
/// [`Record::replay`] go side by side. The fields are free to be filled in otherwise, too.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// Who played.
    pub players: ByColor<String>,
    /// How strong they were, on whatever scale; finite.
    pub ratings: ByColor<Option<f64>>,
    /// When, in whatever form.
    pub date: String,
    /// Where.
    pub place: String,
    /// The tournament or match.
    pub event: String,
    /// The round of it.
    pub round: String,
    /// The time that each side had for the game, in the words of the format.
    pub time_control: ByColor<String>,
    /// The result as stated, `None` where none is.
    pub result: Option<StatedResult>,
    /// Black's discs, 0 to 64, if both sides had played perfectly from some move on, as WTHOR has it.
    pub theoretical: Option<u8>,
    /// The position before the first move.
    pub start: Position,
    /// The moves and the forced passes. Passes may be left out: every reader puts them in again.
    pub moves: Vec<RecordedMove>,
    /// What is said about the whole game, or before its first move.
    pub comment: String,
}

/// The side of a move or pass, and the position after it. A pass that is forced is made, written or
/// not; an illegal move changes nothing.
fn step(position: Position, square: Option<Square>) -> (Color, Position) {
    let passed = position.pass().unwrap_or(position);
    let Some(square) = square else {
        return (position.side_to_move(), passed);
    };
    (
        passed.side_to_move(),
        passed.play(square).unwrap_or(position),
    )
}

impl Default for Record {
    fn default() -> Self {
        Self::new(Position::START)
    }
}

impl Record {
    /// A record of which only the start is known.
    #[must_use]
    pub fn new(start: Position) -> Self {
        Self {
            players: ByColor::default(),
            ratings: ByColor::default(),
            date: String::new(),
            place: String::new(),
            event: String::new(),
            round: String::new(),
            time_control: ByColor::default(),
            result: None,
            theoretical: None,
            start,
            moves: Vec::new(),
            comment: String::new(),
        }
    }

    /// The record of a game so far: its moves and passes, and its result when it is over. What was
    /// undone is not in it.
    #[must_use]
    pub fn from_game(game: &Game) -> Self {
        let mut record = Self::new(game.start());
        record.moves = game
            .entries()
            .iter()
            .filter(|entry| matches!(entry, Entry::Move { .. } | Entry::Pass { .. }))
            .map(|entry| RecordedMove::new(entry.square()))
            .collect();
        let lost = |loser: Color, ending| StatedResult {
            score: Some(StatedScore::Winner(Some(loser.opposite()))),
            ending: Some(ending),
        };
        record.result = game.outcome().map(|outcome| match outcome.ending {
            Ending::Finished => StatedResult::of(StatedScore::Counts(outcome.score)),
            Ending::Resigned(loser) => lost(loser, StatedEnding::Resignation),
            Ending::TimedOut(loser) => lost(loser, StatedEnding::Time),
        });
        record
    }

    /// Plays the record. Passes that are missing are made. A stated resignation, or a stated loss on
    /// time, of a game that is under way after its last move ends it; no other stated result is believed.
    ///
    /// # Errors
    /// [`Problem::Move`] names the move, the square and why. A record that was read has none.
    pub fn replay(&self) -> Result<Game, Problem> {
        let mut game = Game::from_position(self.start);
        for (number, recorded) in (1..).zip(&self.moves) {
            let token = recorded.square.map_or(Token::Pass, Token::Move);
            transcript::enter(&mut game, number, token)?;
        }
        if let Some(StatedResult {
            score: Some(score),
            ending: Some(ending @ (StatedEnding::Resignation | StatedEnding::Time)),
        }) = self.result
            && let Some(winner) = score.winner()
        {
            let loser = winner.opposite();
            if ending == StatedEnding::Time {
                game.time_out(loser);
            } else {
                game.resign(loser);
            }
        }
        Ok(game)
    }

    /// The moves and passes, each with its side and the position after it.
    fn steps(&self) -> impl Iterator<Item = (Color, Position, &RecordedMove)> {
        self.moves.iter().scan(self.start, |position, recorded| {
            let (color, next) = step(*position, recorded.square);
            *position = next;
            Some((color, next, recorded))
        })
    }

    /// The position after the last move, and after the pass that it forces. An illegal move, which no
    /// record that was read has, is skipped.
    #[must_use]
    pub fn final_position(&self) -> Position {
        let position = self.positions().last().unwrap_or(self.start);
        position.pass().unwrap_or(position)
    }

    /// The moves and passes with the side that each belongs to, whether the forced passes are written
    /// or not.
    pub fn sides(&self) -> impl Iterator<Item = (Color, &RecordedMove)> {
        self.steps().map(|(color, _, recorded)| (color, recorded))
    }

    /// The start, and the position after each of `moves`.
    pub fn positions(&self) -> impl Iterator<Item = Position> {
        std::iter::once(self.start).chain(self.steps().map(|(_, position, _)| position))
    }

    /// The outcome on the board: `None` while a side can still move, whatever is stated.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        Game::from_position(self.final_position()).outcome()
    }

    /// The result to write down: that of the board where the game is finished, else the stated one.
    #[must_use]
    pub fn true_result(&self) -> Option<StatedResult> {
        match self.outcome() {
            Some(outcome) => Some(StatedResult::of(StatedScore::Counts(outcome.score))),
            None => self.result,
        }
    }

    /// Holds the stated result against the moves. For a finished game the official score and the
    /// discs on the board both count as true.
    #[must_use]
    pub fn check(&self) -> Option<Warning> {
        let stated = self.result?;
        let score = stated.score?;
        let Some(outcome) = self.outcome() else {
            let unexplained = stated.ending.is_none();
            return unexplained.then(|| Warning::Unfinished {
                stated,
                empties: self.final_position().board().empty_count(),
            });
        };
        let agrees = |counts: ByColor<u32>| match score {
            StatedScore::Counts(stated) => stated == counts,
            StatedScore::Margin(_) => score.margin() == StatedScore::Counts(counts).margin(),
            StatedScore::Winner(winner) => winner == outcome.winner,
        };
        let true_enough = agrees(outcome.score)
            || agrees(outcome.discs)
            || (stated.ending.is_some() && score.winner() == outcome.winner);
        (!true_enough).then_some(Warning::Contradiction { stated, outcome })
    }

    /// The year of the date: its first four digits in a row, 1 to 9999.
    #[must_use]
    pub fn year(&self) -> Option<u16> {
        self.date
            .split(|c: char| !c.is_ascii_digit())
            .find(|digits| digits.len() == 4)
            .and_then(|digits| digits.parse().ok())
            .filter(|&year| year > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::transcript;

    fn record(moves: &str) -> Record {
        Record::from_game(&transcript::parse(moves).unwrap())
    }

    const SHORTEST: &str = "e6f4e3f6g5d6e7f5c5";

    #[test]
    fn a_record_of_a_game_replays_as_that_game() {
        let mut game = transcript::parse("f5d6c3d3c4").unwrap();
        assert_eq!(Record::from_game(&game).replay(), Ok(game.clone()));
        let mut late = game.clone();
        late.time_out(Color::White);
        assert_eq!(Record::from_game(&late).replay(), Ok(late));
        game.resign(Color::White);
        assert_eq!(Record::from_game(&game).replay(), Ok(game));
    }

    #[test]
    fn passes_may_be_left_out() {
        let game =
            transcript::parse("f5f4e3d6f3g3g4g5h3d3h6h5h4h2h1e2g6f2g2h7g7f7g8h8e1f1g1f6f8d1d2e6d7")
                .unwrap();
        let mut record = Record::from_game(&game);
        assert!(record.moves.iter().any(|m| m.square.is_none()));
        assert_eq!(record.final_position(), game.position());
        record.moves.retain(|m| m.square.is_some());
        assert_eq!(record.final_position(), game.position());
        assert_eq!(record.replay(), Ok(game));
    }

    #[test]
    fn a_false_result_is_reported_and_not_believed() {
        let mut record = record(SHORTEST);
        assert_eq!(record.check(), None);
        record.result = Some(StatedResult::of(StatedScore::Counts(ByColor::new(13, 0))));
        assert_eq!(record.check(), None, "the discs on the board are true, too");
        record.result = Some(StatedResult::of(StatedScore::Margin(-2.0)));
        let warning = record.check().unwrap();
        assert_eq!(
            warning.to_string(),
            "the stated result is White +2, but the moves give 64-0"
        );
        let counts = record.true_result().unwrap().score.unwrap().counts();
        assert_eq!(counts, Some(ByColor::new(64, 0)));
    }

    #[test]
    fn a_score_of_an_unfinished_game_is_reported_unless_it_says_why() {
        let mut record = record("f5d6");
        record.result = Some(StatedResult::of(StatedScore::Winner(Some(Color::Black))));
        assert_eq!(
            record.check().unwrap().to_string(),
            "the stated result is Black wins, but the moves stop with 58 empty squares"
        );
        for ending in [StatedEnding::Time, StatedEnding::Resignation] {
            record.result = Some(StatedResult {
                score: Some(StatedScore::Winner(Some(Color::Black))),
                ending: Some(ending),
            });
            assert_eq!(record.check(), None);
        }
    }

    #[test]
    fn an_illegal_move_is_named() {
        let mut record = record("f5d6");
        record
            .moves
            .push(RecordedMove::new(Some("a1".parse().unwrap())));
        assert_eq!(
            record.replay().unwrap_err().to_string(),
            "move 3: a1 would turn no discs"
        );
    }

    #[test]
    fn a_margin_gives_counts_only_where_they_are_64_together() {
        assert_eq!(
            StatedScore::Margin(-62.0).counts(),
            Some(ByColor::new(1, 63))
        );
        for margin in [3.0, 66.0, -127.0, 0.5] {
            assert_eq!(StatedScore::Margin(margin).counts(), None, "{margin}");
        }
    }

    #[test]
    fn the_year_is_found_in_every_usual_date() {
        let year = |date: &str| {
            Record {
                date: date.into(),
                ..Record::default()
            }
            .year()
        };
        assert_eq!(year("2003.12.15_12:33:18.MST"), Some(2003));
        assert_eq!(year("15/12/1999"), Some(1999));
        assert_eq!(year("1977"), Some(1977));
        assert_eq!(year("20031215"), None);
        assert_eq!(year("0000.1.1"), None);
    }
}
