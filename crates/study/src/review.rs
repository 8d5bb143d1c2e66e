//! The review of a game: the score of each position, what each move lost against the best one, and why.
//!
//! A [`Review`] starts empty and is filled in by a [`Reviewer`], which searches; [`ReviewTask`] runs it in
//! the background for a front end. [`Reason`] says why a move was bad; [`text`] and [`svg`]
//! draw the evaluation.
//!
//! ```
//! use reversi_study::review::{Review, Reviewer, limits_of_depth};
//! use reversi::transcript;
//!
//! let game = transcript::parse("f5d6c3d3c4f4")?;
//! let mut review = Review::new(&game);
//! Reviewer::new(16, limits_of_depth(4)).run(&mut review)?;
//! assert!(review.is_complete());
//! let first = review.move_review(0).unwrap();
//! assert_eq!(first.loss, 0, "all first moves are the same");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod best_lines;
pub mod graph;
mod reason;
mod reviewer;
mod stored;
pub mod svg;
mod task;
pub mod text;
mod whose;

use std::time::Duration;

use serde::ser::{SerializeStruct as _, Serializer};
use serde::{Deserialize, Serialize};

use reversi::search::{Certainty, Confidence, Limits, MoveScore, Score};
use reversi::{ByColor, Color, Entry, Game, Position, Square, SquareSet};
use reversi_notation::Record;
use reversi_table::player::people::Strength;
use reversi_table::player::people::group::{Chance, PlayerGroup};
use reversi_table::player::people::survey::Survey;

pub(crate) use best_lines::BestLines;
pub use reason::{LastMoveIn, Reason};
pub(crate) use reason::{ReasonAspect, complete, find, last_mover, movers};
pub(crate) use reviewer::Asker;
pub use reviewer::Reviewer;
pub use stored::{AnalysisSource, AnalysisStore};
pub use task::{KeptReviews, ReviewTask};
pub use whose::Whose;

/// A move that loses more discs than this is a mistake.
pub const MISTAKE: u32 = 2;

/// A move that loses more discs than this is a blunder, and not a mistake.
pub const BLUNDER: u32 = 6;

/// With fewer judged moves, nothing is said of the strength of a side.
const TELLING_MOVES: u32 = 15;

/// The default search depth of a review in plies.
pub const DEFAULT_DEPTH: u32 = 16;

/// With at most this many empty squares, a review solves the position at any depth.
pub(crate) const EXACT_FROM: u32 = 22;

/// The memory of each thread of a review in megabytes.
pub const TABLE: usize = 32;

/// The limits for each position of a review by another engine: many search until they are stopped.
pub const ENGINE_LIMITS: Limits = Limits::time(Duration::from_secs(2));

/// Returns the limits for each position of a review at a depth in plies that solves the last
/// `EXACT_FROM` empty squares.
pub const fn limits_of_depth(plies: u32) -> Limits {
    Limits::depth(plies)
        .with_exact_from(EXACT_FROM)
        .with_confidence(Confidence::C87)
}

/// How bad a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grade {
    /// It lost nothing.
    Best,
    /// It lost up to `MISTAKE` discs.
    Good,
    /// It lost more than `MISTAKE` discs, and up to `BLUNDER`.
    Mistake,
    /// It lost more than `BLUNDER` discs.
    Blunder,
}

impl Grade {
    /// Returns the grade of a loss in discs.
    pub(crate) const fn of(loss: u32) -> Self {
        match loss {
            0 => Self::Best,
            1..=MISTAKE => Self::Good,
            _ if loss <= BLUNDER => Self::Mistake,
            _ => Self::Blunder,
        }
    }

    /// Returns whether it is a mistake or a blunder.
    pub const fn is_bad(self) -> bool {
        matches!(self, Self::Mistake | Self::Blunder)
    }
}

/// How likely a player is to make a bad move and the best one, by the [model](reversi_table::player::people) of how people
/// move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveChances {
    /// The move.
    pub played: Chance,
    /// The best move.
    pub best: Chance,
}

impl MoveChances {
    /// Returns the chances of a move and the best one, for each of [`PlayerGroup::ALL`].
    fn of(survey: &Survey, played: Square, best: Square) -> [Self; PlayerGroup::ALL.len()] {
        PlayerGroup::ALL.map(|group| {
            let [played, best] = [played, best].map(|square| group.chance(survey, square.into()));
            Self { played, best }
        })
    }
}

/// A move to be reviewed, which need not have been played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TriedMove {
    /// The position before it.
    pub position: Position,
    /// The move that led to that position, if it is known: people like to answer beside it.
    pub last: Option<Square>,
    /// The square of the move.
    pub square: Square,
}

/// The review of a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveReview {
    /// The side that moved.
    pub color: Color,
    /// The move.
    pub square: Square,
    /// The best move, with its score for the side that moved and its line. It is the played move when
    /// that lost nothing.
    pub best: MoveScore,
    /// The played move, with the same details.
    pub played: MoveScore,
    /// The discs lost against the best move, 0 to 128.
    pub loss: u32,
    /// The reason; `None` for a loss of less than two discs.
    pub reason: Option<Reason>,
    /// How likely people are to make the move, for each of [`PlayerGroup::ALL`]; `None` unless it is a bad one of a
    /// [`Reviewer`].
    pub chances: Option<[MoveChances; PlayerGroup::ALL.len()]>,
}

impl MoveReview {
    /// Returns whether the loss is proven.
    pub fn is_exact(&self) -> bool {
        self.best.is_exact() && self.played.is_exact()
    }

    /// Returns how likely players of a group are to make this move and the best one; `None` unless it is a mistake or
    /// a blunder.
    pub fn chances(&self, group: PlayerGroup) -> Option<MoveChances> {
        let chances = self.chances.filter(|_| self.grade().is_bad())?;
        Some(chances[group as usize])
    }

    /// Returns the squares that the reason names, besides the moves; none if nothing is lost.
    pub fn squares(&self) -> SquareSet {
        let reason = self.reason.filter(|_| self.loss > 0);
        reason.map_or(SquareSet::EMPTY, Reason::squares)
    }

    /// Returns the same review by deeper scores of its moves, if there are any of both.
    pub(crate) fn with_scores(&self, scores: &[MoveScore]) -> Self {
        let deeper = |line: &MoveScore| {
            let mut found = scores.iter().filter(|found| found.square == line.square);
            found.find(|found| found.is_deeper_than(line)).cloned()
        };
        let Some((best, played)) = deeper(&self.best).zip(deeper(&self.played)) else {
            return self.clone();
        };
        let loss = best.score.discs() - played.score.discs();
        Self {
            loss: u32::try_from(loss).unwrap_or(0),
            best,
            played,
            ..self.clone()
        }
    }

    /// Returns how bad the move was.
    pub const fn grade(&self) -> Grade {
        Grade::of(self.loss)
    }
}

/// How well a side played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// The number of judged moves.
    pub moves: u32,
    /// The sum of the discs lost.
    pub loss: u32,
    /// The number of moves that lost nothing.
    pub best: u32,
    /// The number of moves that lost more than `MISTAKE` discs and at most `BLUNDER`.
    pub mistakes: u32,
    /// The number of moves that lost more than `BLUNDER` discs.
    pub blunders: u32,
}

impl Totals {
    /// Returns the discs lost per move; `None` without judged moves.
    pub fn mean_loss(&self) -> Option<f64> {
        (self.moves > 0).then(|| f64::from(self.loss) / f64::from(self.moves))
    }

    /// Returns the group of players who lose as much; club players if too few moves are judged.
    pub fn group(&self) -> PlayerGroup {
        if self.moves < TELLING_MOVES {
            return PlayerGroup::default();
        }
        let mean = 100 * self.loss / self.moves;
        PlayerGroup::of(Strength(u16::try_from(mean).unwrap_or(u16::MAX)))
    }

    /// Returns the rounded percentage of moves that lost nothing; `None` without judged moves.
    pub fn best_percent(&self) -> Option<u32> {
        let half = self.moves / 2;
        (100 * self.best + half).checked_div(self.moves)
    }
}

/// Writes the counts and the discs lost per move.
impl Serialize for Totals {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut fields = to.serialize_struct("Totals", 5)?;
        fields.serialize_field("best", &self.best)?;
        fields.serialize_field("blunders", &self.blunders)?;
        fields.serialize_field("mean_loss", &self.mean_loss())?;
        fields.serialize_field("mistakes", &self.mistakes)?;
        fields.serialize_field("moves", &self.moves)?;
        fields.end()
    }
}

/// A game and what is known so far about its positions and moves.
#[derive(Clone, Debug)]
pub struct Review {
    game: Game,
    positions: Vec<Position>,
    /// The best move of each position, with its score for the side to move.
    scores: Vec<Option<MoveScore>>,
    /// The review of each entry. Passes, resignations and losses on time have none.
    moves: Vec<Option<MoveReview>>,
}

impl Review {
    /// Creates an empty review of a game, without undone entries.
    pub fn new(game: &Game) -> Self {
        let positions: Vec<Position> = game.positions().collect();
        Self {
            game: game.clone(),
            scores: vec![None; positions.len()],
            moves: vec![None; game.entries().len()],
            positions,
        }
    }

    /// Creates a review of another game that keeps what is known of the positions that both share from the start.
    pub(crate) fn continued(&self, game: &Game) -> Self {
        let mut review = Self::new(game);
        let both = self.positions.iter().zip(&review.positions);
        let both = both.take_while(|(old, new)| old == new).count();
        review.scores[..both].clone_from_slice(&self.scores[..both]);
        let entries = self.game.entries().iter().zip(game.entries());
        let entries = entries
            .take_while(|(old, new)| old == new)
            .count()
            .min(both);
        review.moves[..entries].clone_from_slice(&self.moves[..entries]);
        review
    }

    /// Returns what is known of a position: its best move, once the move played there is judged, too.
    fn judged(&self, at: usize) -> Option<&MoveScore> {
        let is_move = matches!(self.game.entries().get(at), Some(Entry::Move { .. }));
        self.scores[at]
            .as_ref()
            .filter(|_| !is_move || self.moves[at].is_some())
    }

    /// Returns the game.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the positions of the game, the start first: one more than there are entries.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// Returns the best move after this many entries, with its score for the side to move; `None` while
    /// unknown.
    ///
    /// # Panics
    /// When the game has fewer entries.
    pub fn score(&self, entries: usize) -> Option<&MoveScore> {
        self.scores[entries].as_ref()
    }

    /// Returns the score for Black after this many entries, and its certainty; `None` while unknown.
    ///
    /// # Panics
    /// When the game has fewer entries.
    pub fn black_score(&self, entries: usize) -> Option<(Score, Certainty)> {
        let found = self.score(entries)?;
        let score = match self.positions[entries].side_to_move() {
            Color::Black => found.score,
            Color::White => -found.score,
        };
        Some((score, found.certainty))
    }

    /// Returns the review of an entry, counted from 0; `None` for entries that are not moves, and
    /// before the move is judged.
    pub fn move_review(&self, entry: usize) -> Option<&MoveReview> {
        self.moves.get(entry)?.as_ref()
    }

    /// Returns the move reviews so far, in the order of the game.
    pub fn move_reviews(&self) -> impl Iterator<Item = &MoveReview> {
        self.moves.iter().flatten()
    }

    /// Returns the group of players that a side plays like in this game.
    pub fn group(&self, color: Color) -> PlayerGroup {
        self.totals(&Whose::default())[color].group()
    }

    /// Returns the number of known positions.
    pub fn known(&self) -> usize {
        self.scores.iter().flatten().count()
    }

    /// Returns whether all positions are known.
    pub fn is_complete(&self) -> bool {
        self.scores.iter().all(Option::is_some)
    }

    /// Returns the totals of the player of each side, as in the end. Moves that they did not find themselves do not count.
    pub fn totals(&self, whose: &Whose) -> ByColor<Totals> {
        let mut totals = ByColor::<Totals>::default();
        for move_review in self.move_reviews() {
            let Some(side) = whose.finder(move_review) else {
                continue;
            };
            let side = &mut totals[side];
            side.moves += 1;
            side.loss += move_review.loss;
            match move_review.grade() {
                Grade::Best => side.best += 1,
                Grade::Good => {}
                Grade::Mistake => side.mistakes += 1,
                Grade::Blunder => side.blunders += 1,
            }
        }
        totals
    }

    /// Adds the scores to a record of the same game: the score of each move for the side that made it,
    /// unless the record has one.
    pub fn annotate(&self, record: &mut Record) {
        for (recorded, move_review) in record.moves.iter_mut().zip(&self.moves) {
            if let (None, Some(move_review)) = (recorded.notes.evaluation, move_review)
                && recorded.square == Some(move_review.square)
            {
                recorded.notes.evaluation = Some(f64::from(move_review.played.score.discs()));
            }
        }
    }

    /// Returns the entry that decided a finished game: the last bad move that turned a win or a draw into
    /// a loss; without one, the worst bad move of the side that did not win. `None` without such a move. Moves that nobody
    /// found do not count.
    pub fn turning_point(&self, whose: &Whose) -> Option<usize> {
        let winner = self.game.outcome()?.winner;
        let lost = |entry: &usize| {
            let judged = self.move_review(*entry)?;
            let counts = winner != Some(judged.color) && whose.finder(judged).is_some();
            counts.then_some(judged)
        };
        let turned = |entry: &usize| {
            let gave = |judged: &MoveReview| {
                judged.best.score.discs() >= 0 && judged.played.score.discs() < 0
            };
            lost(entry).is_some_and(gave)
        };
        let worst = || {
            self.mistakes()
                .max_by_key(|entry| lost(entry).map(|judged| judged.loss))
        };
        let worst = || worst().filter(|entry| lost(entry).is_some());
        self.mistakes().rfind(turned).or_else(worst)
    }

    /// Returns the worst bad move of the only person.
    pub fn worst_move(&self, whose: &Whose) -> Option<&MoveReview> {
        let side = whose.person()?;
        let bad = self.mistakes().filter_map(|entry| self.move_review(entry));
        let own = bad.filter(|judged| whose.is_found_by(side, judged));
        own.max_by_key(|judged| judged.loss)
    }

    /// Returns the entry of the best move of the only person, the mistake before it, and the move: the one that lost nothing
    /// after the worst mistake of the opponent.
    pub fn best_answer(&self, whose: &Whose) -> Option<(usize, &MoveReview, &MoveReview)> {
        let side = whose.person()?;
        let answers = (1..self.moves.len()).filter_map(|entry| {
            let (mistake, answer) = (self.move_review(entry - 1)?, self.move_review(entry)?);
            let had_choice = self.positions[entry].legal_moves().len() > 1;
            let is_best = answer.grade() == Grade::Best && had_choice;
            let is_theirs =
                whose.is_found_by(side, answer) && whose.is_found_by(side.opposite(), mistake);
            (is_best && is_theirs && mistake.grade().is_bad()).then_some((entry, mistake, answer))
        });
        answers.max_by_key(|(_, mistake, _)| mistake.loss)
    }

    /// Returns the number of an entry's move, without passes.
    pub fn move_number(&self, entry: usize) -> usize {
        let moves = self.game.entries()[..=entry]
            .iter()
            .filter_map(Entry::square);
        moves.count()
    }

    /// Returns the entries whose moves were mistakes or blunders, in the order of the game.
    pub fn mistakes(&self) -> impl DoubleEndedIterator<Item = usize> {
        (0..self.moves.len()).filter(|&entry| self.is_mistake(entry))
    }

    /// Returns the first entry after this one whose move was a mistake or a blunder.
    pub fn next_mistake(&self, entry: usize) -> Option<usize> {
        (entry + 1..self.moves.len()).find(|&entry| self.is_mistake(entry))
    }

    /// Returns the last entry before this one whose move was a mistake or a blunder.
    pub fn previous_mistake(&self, entry: usize) -> Option<usize> {
        let end = entry.min(self.moves.len());
        (0..end).rfind(|&entry| self.is_mistake(entry))
    }

    fn is_mistake(&self, entry: usize) -> bool {
        self.move_review(entry)
            .is_some_and(|move_review| move_review.grade().is_bad())
    }
}
