//! A game as the index keeps it: what a list shows, what filters ask, and the moves.

use serde::{Deserialize, Serialize};

use reversi::notation::{
    Record, RecordedMove, StatedEnding, StatedResult, StatedScore, TheoreticalScore,
};
use reversi::{Board, ByColor, Color, Opening, Position, Square, SquareSet};
use reversi_table::player::recorded::is_unnamed;
use reversi_table::store::game_facts::{GameFacts, label_key};
pub use reversi_table::store::rated::RatedState;
use reversi_table::store::summary::Verdict;
use reversi_table::store::summary::verdict;

/// The number of a pass among the squares.
const PASS: u8 = 64;

/// The stated endings by their numbers.
const ENDINGS: [Option<StatedEnding>; 5] = [
    None,
    Some(StatedEnding::Resignation),
    Some(StatedEnding::Time),
    Some(StatedEnding::Agreement),
    Some(StatedEnding::Left),
];

/// A game of the index. It has no comments and no variations: those are in its file.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRow<T, M> {
    /// The number of the game in its file, counted from 1.
    pub number: u64,
    players: [T; 2],
    date: T,
    event: T,
    /// Who played it, as text; empty if unknown.
    origin: T,
    /// The player, if that is certain: a library may have games of others against computers.
    lone: Option<RowSide>,
    year: Option<u16>,
    /// The winner, or `Some(None)` for a draw.
    #[allow(clippy::option_option)] // a draw is known
    winner: Option<Option<RowSide>>,
    /// The place among all openings.
    opening: Option<u16>,
    key: u64,
    /// The final score for Black.
    score: Option<i8>,
    result: Option<(RowScore, u8)>,
    theory: Option<(u8, u8)>,
    /// The discs of the side to move and of the other one, and the side to move; `None` is the usual start.
    start: Option<(u64, u64, RowSide)>,
    /// The squares of moves and passes.
    moves: M,
}

/// A game that is written.
pub(crate) type OwnRow = GameRow<String, Vec<u8>>;

/// A game that is read.
pub type ReadRow<'a> = GameRow<&'a str, &'a [u8]>;

/// A side.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
enum RowSide {
    Black,
    White,
}

impl From<Color> for RowSide {
    fn from(color: Color) -> Self {
        match color {
            Color::Black => Self::Black,
            Color::White => Self::White,
        }
    }
}

impl From<RowSide> for Color {
    fn from(side: RowSide) -> Self {
        match side {
            RowSide::Black => Self::Black,
            RowSide::White => Self::White,
        }
    }
}

/// A stated score.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
enum RowScore {
    Unknown,
    Counts(u32, u32),
    Margin(f64),
    Winner(Option<RowSide>),
}

impl From<Option<StatedScore>> for RowScore {
    fn from(score: Option<StatedScore>) -> Self {
        match score {
            None => Self::Unknown,
            Some(StatedScore::Counts(counts)) => Self::Counts(counts.black, counts.white),
            Some(StatedScore::Margin(margin)) => Self::Margin(margin),
            Some(StatedScore::Winner(winner)) => Self::Winner(winner.map(Into::into)),
        }
    }
}

impl From<RowScore> for Option<StatedScore> {
    fn from(score: RowScore) -> Self {
        match score {
            RowScore::Unknown => None,
            RowScore::Counts(black, white) => Some(StatedScore::Counts(ByColor::new(black, white))),
            RowScore::Margin(margin) => Some(StatedScore::Margin(margin)),
            RowScore::Winner(winner) => Some(StatedScore::Winner(winner.map(Into::into))),
        }
    }
}

impl OwnRow {
    /// Returns the row of a game with its number and its opening.
    pub(crate) fn of(number: u64, record: &Record, opening: Option<&'static Opening>) -> Self {
        let facts = GameFacts::of(record, opening);
        let place = |wanted: &Opening| Opening::ALL.iter().position(|opening| opening == wanted);
        let board = record.start.board();
        let start = (record.start != Position::START).then(|| {
            let (player, opponent) = (board.player().bits(), board.opponent().bits());
            (player, opponent, record.start.side_to_move().into())
        });
        let moves = record.moves.iter();
        Self {
            number,
            players: [record.players.black.clone(), record.players.white.clone()],
            date: record.date.clone(),
            event: record.event.clone(),
            origin: (record.origin.as_ref()).map_or(String::new(), ToString::to_string),
            lone: (facts.lone)
                .filter(|&side| record.origin.is_some() || is_unnamed(&record.players[side]))
                .map(Into::into),
            year: facts.year,
            winner: facts.verdict.map(|verdict| match verdict {
                Verdict::Won(winner) => Some(winner.into()),
                Verdict::Draw => None,
            }),
            opening: opening
                .and_then(place)
                .and_then(|at| u16::try_from(at).ok()),
            key: facts.key,
            score: final_score(record).and_then(|score| i8::try_from(score).ok()),
            result: record.result.map(|result| {
                let ending = ENDINGS.iter().position(|ending| *ending == result.ending);
                let ending = ending.and_then(|at| u8::try_from(at).ok());
                (result.score.into(), ending.unwrap_or_default())
            }),
            theory: record.theoretical.map(|score| (score.black, score.empties)),
            start,
            moves: moves
                .map(|recorded| recorded.square.map_or(PASS, Square::index))
                .collect(),
        }
    }
}

impl ReadRow<'_> {
    /// Returns what filters ask of the game.
    pub fn facts(&self) -> GameFacts<'_> {
        let [black, white] = self.players;
        GameFacts {
            players: ByColor::new(black.into(), white.into()),
            lone: self.lone.map(Into::into),
            year: self.year,
            verdict: self.verdict(),
            opening: (self.opening).and_then(|at| Opening::ALL.get(usize::from(at))),
            given: self.given_squares(),
            rated: self.rated(),
            key: self.key,
        }
    }

    /// Returns whether it counts for the rating.
    fn rated(&self) -> RatedState {
        let record = (!self.origin.is_empty() || self.lone.is_some()).then(|| self.record());
        let rated = record.flatten().map(|record| RatedState::of(&record));
        rated.unwrap_or(RatedState::NotAgainstLevel)
    }

    /// Returns the squares of the moves that the players did not find themselves.
    fn given_squares(&self) -> SquareSet {
        let record = (!self.origin.is_empty()).then(|| self.record()).flatten();
        record.map_or(SquareSet::EMPTY, |record| record.given_squares())
    }

    /// Returns the text in which the words of a filter are looked for.
    pub fn line(&self) -> String {
        let facts = self.facts();
        let opening = facts.opening.map(|opening| opening.name(true));
        let opening = opening.unwrap_or_default();
        let ByColor { black, white } = &facts.players;
        format!("{} {black} {white} {} {opening}", self.date, self.event)
    }

    /// Returns the date in the form that people read.
    pub(super) fn readable_date(&self) -> String {
        let mut record = Record::default();
        record.date = self.date.into();
        record.readable_date().into_owned()
    }

    /// Returns the game in few bytes.
    pub(super) fn packed(&self) -> PackedGame {
        PackedGame::of_row(self)
    }

    /// Returns the position before the first move; `None` if the index is damaged.
    pub(super) fn start(&self) -> Option<Position> {
        let Some((player, opponent, side)) = self.start else {
            return Some(Position::START);
        };
        let board = Board::from_bits(player, opponent).ok()?;
        Some(Position::new(board, side.into()))
    }

    /// Returns the squares of the moves, `None` for a pass.
    pub(super) fn squares(&self) -> impl Iterator<Item = Option<Square>> + Clone {
        self.moves.iter().map(|&number| Square::new(number))
    }

    /// Returns the result as openings count it.
    pub(super) fn opening_result(&self) -> OpeningResult {
        OpeningResult {
            verdict: self.verdict(),
            score: self.score.map(i64::from),
            theory: theoretical_score(self.theory()),
        }
    }

    fn verdict(&self) -> Option<Verdict> {
        self.winner.map(|winner| match winner {
            Some(winner) => Verdict::Won(winner.into()),
            None => Verdict::Draw,
        })
    }

    fn theory(&self) -> Option<TheoreticalScore> {
        (self.theory).map(|(black, empties)| TheoreticalScore { black, empties })
    }

    /// Returns whether the same moves may be the same game: not without players and without an end.
    pub(super) fn may_be_repeated(&self) -> bool {
        self.winner.is_some() || self.players.iter().any(|player| !player.is_empty())
    }

    /// Returns the number of the game with its players, the same in all files.
    pub fn label_key(&self) -> u64 {
        let [black, white] = self.players;
        label_key(self.key, ByColor::new(black, white))
    }

    /// Returns the game; `None` if the index is damaged.
    pub fn record(&self) -> Option<Record> {
        let [black, white] = self.players.map(str::to_owned);
        let result = match self.result {
            None => None,
            Some((score, ending)) => Some(StatedResult {
                score: score.into(),
                ending: *ENDINGS.get(usize::from(ending))?,
            }),
        };
        let mut record = Record::default();
        record.players = ByColor::new(black, white);
        record.date = self.date.into();
        record.event = self.event.into();
        record.origin = self.origin.parse().ok();
        record.result = result;
        record.theoretical = self.theory();
        record.start = self.start()?;
        record.moves = self.squares().map(RecordedMove::new).collect();
        Some(record)
    }
}

/// The result of a game, for Black.
#[derive(Clone, Copy)]
pub(super) struct OpeningResult {
    pub(super) verdict: Option<Verdict>,
    /// The final score.
    pub(super) score: Option<i64>,
    /// The theoretical score.
    pub(super) theory: Option<i64>,
}

impl OpeningResult {
    pub(super) fn of(record: &Record) -> Self {
        Self {
            verdict: verdict(record),
            score: final_score(record),
            theory: theoretical_score(record.theoretical),
        }
    }
}

/// Returns the final score of a game for Black, if it is known.
fn final_score(record: &Record) -> Option<i64> {
    let counts = record.true_result()?.score?.counts()?;
    Some(i64::from(counts.black) - i64::from(counts.white))
}

/// Returns a theoretical score for Black, if it is possible.
fn theoretical_score(score: Option<TheoreticalScore>) -> Option<i64> {
    let score = score.filter(|score| score.black <= 64)?;
    Some(2 * i64::from(score.black) - 64)
}

/// A game in few bytes, as the index keeps it.
#[derive(Debug)]
pub(crate) struct PackedGame(pub(crate) Box<[u8]>);

impl PackedGame {
    pub(crate) fn of(record: &Record) -> Self {
        Self::of_row(&OwnRow::of(0, record, None))
    }

    fn of_row(row: &impl Serialize) -> Self {
        let row = postcard::to_stdvec(row);
        Self(row.expect("a row can be written").into())
    }

    pub(crate) fn record(&self) -> Record {
        let row = postcard::from_bytes::<ReadRow<'_>>(&self.0).ok();
        let record = row.and_then(|row| row.record());
        record.expect("it was written here")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reversi::notation::transcript;

    #[test]
    fn a_row_has_the_game_with_its_result_and_its_start() {
        let passes = "f5f4e3d6f3g3g4g5h3d3h6h5h4h2h1e2g6f2g2h7g7f7g8h8e1f1g1f6f8d1d2e6d7";
        let mut record = Record::from_game(&transcript::parse(passes).unwrap());
        record.players = ByColor::new("human".to_owned(), "engine:3".to_owned());
        record.date = "2020-01-02".to_owned();
        record.event = "Open".to_owned();
        record.origin = "you computer casual:hint given*4 played*10 hint"
            .parse()
            .ok();
        record.theoretical = Some(TheoreticalScore {
            black: 30,
            empties: 22,
        });
        let mut other = record.clone();
        other.start = transcript::parse("f5d6c3").unwrap().position();
        other.moves.clear();
        let scores = [
            None,
            Some(StatedScore::Counts(ByColor::new(40, 24))),
            Some(StatedScore::Margin(-3.5)),
            Some(StatedScore::Winner(Some(Color::White))),
            Some(StatedScore::Winner(None)),
        ];
        for (score, ending) in scores.into_iter().zip(ENDINGS) {
            other.result = Some(StatedResult { score, ending });
            for record in [&record, &other] {
                let opening = Opening::of(record.positions());
                let bytes = postcard::to_stdvec(&OwnRow::of(7, record, opening)).unwrap();
                let row: ReadRow<'_> = postcard::from_bytes(&bytes).unwrap();
                assert_eq!(row.number, 7);
                assert_eq!(row.record().as_ref(), Some(record));
                let (read, made) = (row.facts(), GameFacts::of(record, opening));
                assert_eq!(format!("{read:?}"), format!("{made:?}"));
            }
        }
    }
}
