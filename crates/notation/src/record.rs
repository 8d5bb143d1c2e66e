//! The record: a game with its players, result and comments, shared by all formats.

use std::borrow::Cow;
use std::fmt;

use super::error::Problem;
use super::origin::GameOrigin;
use super::variations::{RecordedMove, Variations};
use crate::remark::{Remark, said};
use reversi::Position;
use reversi::Square;
use reversi::SquareSet;
use reversi::transcript::{self, Token};
use reversi::{ByColor, Color};
use reversi::{Ending, Entry, Game, Outcome};
use reversi::{ForeignTag, ForeignTags, NodeNotes};

/// The result stated in a record. It may be wrong: see [`Record::check`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StatedScore {
    /// The number of discs of each side.
    Counts(ByColor<u32>),
    /// Black's discs minus White's; finite.
    Margin(f64),
    /// Only the winner; `None` is a draw.
    Winner(Option<Color>),
}

impl StatedScore {
    /// Returns the stated winner; `None` is a draw.
    pub fn winner(self) -> Option<Color> {
        match (self, self.margin()) {
            (Self::Winner(winner), _) => winner,
            (_, Some(margin)) if margin > 0.0 => Some(Color::Black),
            (_, Some(margin)) if margin < 0.0 => Some(Color::White),
            _ => None,
        }
    }

    /// Returns false for a margin of more than 64 discs, which no board has. Edax writes -127 for an unfinished
    /// game.
    pub fn is_possible(self) -> bool {
        self.margin().is_none_or(|margin| margin.abs() <= 64.0)
    }

    /// Returns the official counts, 64 in total, if the statement determines them.
    pub fn counts(self) -> Option<ByColor<u32>> {
        match self {
            Self::Counts(counts) => Some(counts),
            Self::Margin(margin) => (0..=64)
                .map(|black| ByColor::new(black, 64 - black))
                .find(|counts| Self::Counts(*counts).margin() == Some(margin)),
            Self::Winner(None) => Some(ByColor::new(32, 32)),
            Self::Winner(Some(_)) => None,
        }
    }

    /// Returns Black's discs minus White's, if the statement determines them.
    pub fn margin(self) -> Option<f64> {
        match self {
            Self::Counts(counts) => Some(f64::from(counts.black) - f64::from(counts.white)),
            Self::Margin(margin) => Some(margin),
            Self::Winner(None) => Some(0.0),
            Self::Winner(Some(_)) => None,
        }
    }
}

/// The stated ending of a game that did not end on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StatedEnding {
    /// A side resigned.
    Resignation,
    /// A side ran out of time.
    Time,
    /// The sides agreed on a score.
    Agreement,
    /// A side left or was ruled to have lost.
    Left,
}

/// Prints `by resignation`, `on time`, `by agreement`, or `by forfeit`.
impl fmt::Display for StatedEnding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Resignation => "by resignation",
            Self::Time => "on time",
            Self::Agreement => "by agreement",
            Self::Left => "by forfeit",
        })
    }
}

/// The result that a record states.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StatedResult {
    /// The winner and the score, if stated.
    pub score: Option<StatedScore>,
    /// How the game ended, if stated.
    pub ending: Option<StatedEnding>,
}

impl StatedResult {
    /// Creates a result with a score only.
    pub const fn of(score: StatedScore) -> Self {
        Self {
            score: Some(score),
            ending: None,
        }
    }

    /// Returns whether another result says all that this one does.
    pub(super) fn is_held_by(self, other: Self) -> bool {
        let margin = |result: Self| result.score.and_then(StatedScore::margin);
        self.ending == other.ending
            && self.score.map(StatedScore::winner) == other.score.map(StatedScore::winner)
            && margin(self).is_none_or(|known| margin(other) == Some(known))
    }
}

/// Prints `34-30`, `Black +4`, `White wins on time`, `unknown`, or `impossible (-127)`.
impl fmt::Display for StatedResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.score {
            None => write!(f, "unknown"),
            Some(StatedScore::Margin(margin)) if margin.abs() > 64.0 => {
                write!(f, "impossible ({margin:+})")
            }
            Some(StatedScore::Counts(counts)) => write!(f, "{}-{}", counts.black, counts.white),
            Some(score) => match (score.winner(), score.margin()) {
                (None, _) => write!(f, "draw"),
                (Some(winner), Some(margin)) => write!(f, "{winner} +{}", margin.abs()),
                (Some(winner), None) => write!(f, "{winner} wins"),
            },
        }?;
        match self.ending {
            None => Ok(()),
            Some(ending) => write!(f, " {ending}"),
        }
    }
}

/// The score of Black after perfect play from some move on. WTHOR files have one for each game. Prints `46/24`: the
/// discs and the empty squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TheoreticalScore {
    /// The discs of Black, with the empty squares given to the winner: 0 to 64. A damaged file may have more.
    pub black: u8,
    /// The number of empty squares from which on play was perfect.
    pub empties: u8,
}

impl fmt::Display for TheoreticalScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.black, self.empties)
    }
}

impl TheoreticalScore {
    /// Reads what is printed.
    pub(super) fn read(text: &str) -> Option<Self> {
        let (black, empties) = text.trim().split_once('/')?;
        let (black, empties) = (black.parse().ok()?, empties.parse().ok()?);
        Some(Self { black, empties })
    }
}

/// What should be said of a record that was read: how, where there was a choice, or that it contradicts itself.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Warning {
    /// How it was read, where that may be done in another way, or something was skipped: [`Record::reading`].
    Reading(Vec<Remark>),
    /// The stated result differs from that of the moves. The moves count.
    Contradiction {
        /// The stated score.
        stated: StatedResult,
        /// The result of the moves.
        outcome: Outcome,
    },
    /// A score is stated, but the moves stop before the end of the game without a reason.
    Unfinished {
        /// The stated score.
        stated: StatedResult,
        /// The empty squares after the last move.
        empties: u32,
    },
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Reading(reading) => f.write_str(&said(reading)),
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

/// The text before the time of each side, where they differ: `Black 05:00, White 01:00`.
const BLACK_TIME: &str = "Black ";
const WHITE_TIME: &str = ", White ";

/// A game with its players, event, result and comments.
///
/// Texts are unchanged foreign text: show them through [`clean`](super::clean()). Empty means unknown.
/// A record that was read from a file has been replayed: its moves are legal and include the forced
/// passes, so that `moves` match the entries of [`Record::replay`]. A record built in code has no such
/// guarantee.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Record {
    /// The names of the players.
    pub players: ByColor<String>,
    /// The ratings of the players, on any scale; finite.
    pub ratings: ByColor<Option<f64>>,
    /// The date, in any form.
    pub date: String,
    /// The place.
    pub place: String,
    /// The tournament or match.
    pub event: String,
    /// The round of the event.
    pub round: String,
    /// The time control of each side, as the format writes it.
    pub time_control: ByColor<String>,
    /// The stated result, if any.
    pub result: Option<StatedResult>,
    /// The score after perfect play, in WTHOR and what was converted from it.
    pub theoretical: Option<TheoreticalScore>,
    /// Who played it, and how its moves came about, in games that this program recorded.
    pub origin: Option<GameOrigin>,
    /// The position before the first move.
    pub start: Position,
    /// The moves and the forced passes. Passes may be missing; replaying adds them.
    pub moves: Vec<RecordedMove>,
    /// The comment on the whole game, or before its first move.
    pub comment: String,
    /// What a file says about the game or its start that has no other place here.
    pub tags: ForeignTags,
    /// The moves beside `moves`, in SGF and PGN. If moves that they follow are removed, all of them are left
    /// out.
    pub variations: Variations,
    /// How it was read, where that may be done in another way, or something was skipped. It is never written.
    pub reading: Vec<Remark>,
}

/// Returns the side of a move or pass and the position after it. A forced pass is made even if it is
/// not recorded; an illegal move changes nothing.
pub(super) fn step(position: Position, square: Option<Square>) -> (Color, Position) {
    let passed = position.pass().unwrap_or(position);
    let Some(square) = square else {
        return (position.side_to_move(), passed);
    };
    (
        passed.side_to_move(),
        passed.play(square).unwrap_or(position),
    )
}

impl Record {
    /// Creates the record of a game so far: its moves and passes, and its result if it is over. Undone
    /// entries are not included.
    pub fn from_game(game: &Game) -> Self {
        let moves = game
            .entries()
            .iter()
            .filter(|entry| matches!(entry, Entry::Move { .. } | Entry::Pass { .. }))
            .map(|entry| RecordedMove::new(entry.square()));
        let lost = |loser: Color, ending| StatedResult {
            score: Some(StatedScore::Winner(Some(loser.opposite()))),
            ending: Some(ending),
        };
        let result = game.outcome().map(|outcome| match outcome.ending {
            Ending::Finished => StatedResult::of(StatedScore::Counts(outcome.score)),
            Ending::Resigned(loser) => lost(loser, StatedEnding::Resignation),
            Ending::TimedOut(loser) => lost(loser, StatedEnding::Time),
            Ending::Agreed => StatedResult {
                score: Some(StatedScore::Winner(None)),
                ending: Some(StatedEnding::Agreement),
            },
        });
        Self {
            start: game.start(),
            moves: moves.collect(),
            result,
            ..Self::default()
        }
    }

    /// Plays the record and adds missing passes. If the game is not over after the last move, a stated
    /// resignation, loss on time or agreed draw ends it; any other stated result is ignored.
    ///
    /// # Errors
    /// [`Problem::Move`] for an illegal move. A record that was read from a file has none.
    pub fn replay(&self) -> Result<Game, Problem> {
        let mut game = Game::from_position(self.start);
        for (number, recorded) in (1..).zip(&self.moves) {
            let token = recorded.square.map_or(Token::Pass, Token::Move);
            transcript::enter(&mut game, token).map_err(|why| Problem::Move { number, why })?;
        }
        if let Some(StatedResult {
            score: Some(score),
            ending: Some(ending),
        }) = self.result
        {
            let loser = score.winner().map(Color::opposite);
            match (ending, loser) {
                (StatedEnding::Time, Some(loser)) => game.time_out(loser),
                (StatedEnding::Resignation, Some(loser)) => game.resign(loser),
                (StatedEnding::Agreement, None) => game.agree_to_draw(),
                _ => false,
            };
        }
        Ok(game)
    }

    /// Returns the moves and passes, each with its side and the position after it.
    fn steps(&self) -> impl Iterator<Item = (Color, Position, &RecordedMove)> {
        self.moves.iter().scan(self.start, |position, recorded| {
            let (color, next) = step(*position, recorded.square);
            *position = next;
            Some((color, next, recorded))
        })
    }

    /// Returns the position after the last move and the pass that it forces, if any. Illegal moves, which
    /// no record read from a file has, are skipped.
    pub fn final_position(&self) -> Position {
        let position = self.positions().last().unwrap_or(self.start);
        position.pass().unwrap_or(position)
    }

    /// Returns the moves and passes, each with its side, even if the forced passes are not
    /// recorded.
    pub fn sides(&self) -> impl Iterator<Item = (Color, &RecordedMove)> {
        self.steps().map(|(color, _, recorded)| (color, recorded))
    }

    /// Returns the squares of the moves that the player of a side, as in the end, found itself, whatever side it had when
    /// it made them. Without an origin, all moves of the side are its own.
    pub fn own_squares(&self, side: Color) -> SquareSet {
        let is_own = |index, color| match &self.origin {
            Some(origin) => origin.is_by(index, color, side) && origin.of_move(index).is_own(),
            None => color == side,
        };
        let own = self.sides().enumerate();
        let own = own.filter(|&(index, (color, _))| is_own(index, color));
        own.filter_map(|(_, (_, recorded))| recorded.square)
            .collect()
    }

    /// Returns the squares of the moves that the players did not find themselves: those that were given at the start, that
    /// a hint showed, or that others made who sat there before.
    pub fn given_squares(&self) -> SquareSet {
        if self.origin.is_none() {
            return SquareSet::EMPTY;
        }
        let own = Color::ALL.map(|side| self.own_squares(side));
        self.squares().collect::<SquareSet>() - own[0] - own[1]
    }

    /// Returns the squares of the discs that were placed, in order.
    pub fn squares(&self) -> impl Iterator<Item = Square> {
        self.moves.iter().filter_map(|recorded| recorded.square)
    }

    /// Returns the start and the position after each of `moves`.
    pub fn positions(&self) -> impl Iterator<Item = Position> {
        std::iter::once(self.start).chain(self.steps().map(|(_, position, _)| position))
    }

    /// Returns the outcome on the board: `None` while a side can still move, even if a result is stated.
    pub fn outcome(&self) -> Option<Outcome> {
        Game::from_position(self.final_position()).outcome()
    }

    /// Returns the result to write: that of the board if the game is finished, otherwise the stated one, if it is
    /// possible.
    pub fn true_result(&self) -> Option<StatedResult> {
        match self.outcome() {
            Some(outcome) => Some(StatedResult::of(StatedScore::Counts(outcome.score))),
            None => self.possible_result(),
        }
    }

    /// Returns the stated result, if a board can have it.
    pub fn possible_result(&self) -> Option<StatedResult> {
        let is_possible = |stated: &StatedResult| stated.score.is_none_or(StatedScore::is_possible);
        self.result.filter(is_possible)
    }

    /// Returns the time control in one text, for formats that have one for both sides.
    pub(super) fn time_control_text(&self) -> Cow<'_, str> {
        let ByColor { black, white } = &self.time_control;
        if black == white {
            black.into()
        } else {
            format!("{BLACK_TIME}{black}{WHITE_TIME}{white}").into()
        }
    }

    /// Reads the text of [`Record::time_control_text`].
    pub(super) fn set_time_control(&mut self, text: &str) {
        let each = text.strip_prefix(BLACK_TIME);
        self.time_control = match each.and_then(|each| each.split_once(WHITE_TIME)) {
            Some((black, white)) => ByColor::new(black.to_owned(), white.to_owned()),
            None => ByColor::from_fn(|_| text.to_owned()),
        };
    }

    /// Returns all that a file says and that has no other place here: about the game, its moves and its variations.
    pub fn foreign_tags(&self) -> impl Iterator<Item = ForeignTag<'_>> {
        let tags = self.all_notes().map(|notes| &notes.tags);
        let tags = tags.filter(|tags| !tags.is_empty());
        std::iter::once(&self.tags)
            .chain(tags)
            .flat_map(ForeignTags::iter)
    }

    /// Returns the notes on all moves, those of variations last.
    pub(super) fn all_notes(&self) -> impl Iterator<Item = &NodeNotes> {
        let sides = self.variations.moves.iter().map(|side| &side.recorded);
        self.moves
            .iter()
            .chain(sides)
            .map(|recorded| &recorded.notes)
    }

    /// Returns what should be said of the record wherever it is used: how it was read, and what [`check`](Self::check)
    /// finds.
    pub fn warnings(&self) -> impl Iterator<Item = Warning> {
        let reading = Some(self.reading.clone()).filter(|reading| !reading.is_empty());
        reading
            .map(Warning::Reading)
            .into_iter()
            .chain(self.check())
    }

    /// Checks the stated result against the moves. For a finished game, both the official score and the
    /// discs on the board are accepted.
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

    /// Returns the date for people. A number of 9 or 10 digits is a Unix time, as in old archives of the
    /// Generic Game Server.
    pub fn readable_date(&self) -> Cow<'_, str> {
        let text = self.date.trim();
        let is_unix_time =
            matches!(text.len(), 9 | 10) && text.bytes().all(|byte| byte.is_ascii_digit());
        match text.parse() {
            Ok(seconds) if is_unix_time => utc(seconds).into(),
            _ => text.into(),
        }
    }

    /// Returns the year of the date: its first four consecutive digits, 1 to 9999.
    pub fn year(&self) -> Option<u16> {
        self.readable_date()
            .split(|c: char| !c.is_ascii_digit())
            .find(|digits| digits.len() == 4)
            .and_then(|digits| digits.parse().ok())
            .filter(|&year| year > 0)
    }
}

/// Returns a Unix time as a date and a time of day: `1999-10-22 15:45:37 UTC`.
///
/// Source: `civil_from_days` of Howard Hinnant's "chrono-Compatible Low-Level Date Algorithms".
fn utc(seconds: u64) -> String {
    let (days, time) = (seconds / 86_400, seconds % 86_400);
    // The days are counted from 1 March of the year 0, so that a leap day is the last of its year.
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = 400 * era + year + u64::from(month <= 2);
    let (hours, minutes, seconds) = (time / 3600, time / 60 % 60, time % 60);
    format!("{year}-{month:02}-{day:02} {hours:02}:{minutes:02}:{seconds:02} UTC")
}

#[cfg(test)]
mod tests {
    use super::*;
    use reversi::transcript;

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
    fn a_stated_score_must_be_that_of_the_board_unless_the_game_was_cut_short() {
        let mut record = record(SHORTEST);
        let warning = |record: &mut Record, score, ending| {
            record.result = Some(StatedResult {
                score: Some(score),
                ending,
            });
            record.check().is_some()
        };
        let resigned = Some(StatedEnding::Resignation);
        for (score, without, with) in [
            (StatedScore::Margin(64.0), false, false),
            (StatedScore::Margin(13.0), false, false),
            (StatedScore::Margin(10.0), true, false),
            (StatedScore::Margin(-10.0), true, true),
            (StatedScore::Winner(Some(Color::Black)), false, false),
            (StatedScore::Winner(Some(Color::White)), true, true),
            (StatedScore::Counts(ByColor::new(40, 24)), true, false),
        ] {
            assert_eq!(warning(&mut record, score, None), without, "{score:?}");
            assert_eq!(warning(&mut record, score, resigned), with, "{score:?}");
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
        assert_eq!(year("940607137"), Some(1999));
    }

    #[test]
    fn a_unix_time_is_a_readable_date_and_no_other_number_is() {
        let readable = |date: &str| {
            let date = date.to_owned();
            let record = Record {
                date,
                ..Record::default()
            };
            record.readable_date().into_owned()
        };
        assert_eq!(readable(" 940607137 "), "1999-10-22 15:45:37 UTC");
        for text in ["19991022", "20031215123", "1999.10.22", "94060713x", ""] {
            assert_eq!(readable(text), text);
        }
    }

    #[test]
    fn every_unix_time_has_the_date_of_the_calendar() {
        let leap_days = [951_782_399, 951_782_400, 951_868_799, 951_868_800];
        let others = (100_000_000..10_000_000_000).step_by(9_999_991);
        for seconds in others.chain(leap_days) {
            let time = jiff::Timestamp::from_second(seconds).unwrap();
            let expected = time.strftime("%Y-%m-%d %H:%M:%S UTC").to_string();
            assert_eq!(utc(seconds.unsigned_abs()), expected);
        }
    }
}
