//! The review of a game: the score of each position, what each move lost against the best one, and why.
//!
//! A [`Review`] starts empty and is filled in by a [`Reviewer`], which searches; [`ReviewTask`] runs it in
//! the background for a front end. [`Reason`] says why a move was bad; [`text`] and [`svg`]
//! render a review.
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
use reversi::{ByColor, Color, Entry, Game, Position, Square};
use reversi_notation::Record;
use reversi_table::phrase;
use reversi_table::player::people::Strength;
use reversi_table::player::people::group::{Chance, PlayerGroup};
use reversi_table::player::people::survey::Survey;

pub(crate) use best_lines::BestLines;
pub use reason::Reason;
pub(crate) use reason::{complete, find, last_mover, movers};
pub(crate) use reviewer::Asker;
pub use reviewer::Reviewer;
pub use stored::{AnalysisSource, AnalysisStore};
pub use task::{KeptReviews, ReviewTask};
pub use whose::Whose;

/// A move that loses more discs than this is a mistake.
pub(crate) const MISTAKE: u32 = 2;

/// A move that loses more discs than this is a blunder, and not a mistake.
pub(crate) const BLUNDER: u32 = 6;

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
    pub(crate) chances: Option<[MoveChances; PlayerGroup::ALL.len()]>,
}

impl MoveReview {
    /// Returns whether the loss is proven.
    pub fn is_exact(&self) -> bool {
        self.best.is_exact() && self.played.is_exact()
    }

    /// Returns why the move was worse than the best one, as a clause about the move: `opens the corner
    /// h1; c6 does not`. `None` for a loss of less than two discs. `you` is the side of the only person of the game.
    pub fn reason_sentence(&self, you: Option<Color>) -> Option<String> {
        Some(self.reason?.clause(self, you))
    }

    /// Returns how likely players of a group are to make this move and the best one; `None` unless it is a mistake or
    /// a blunder.
    pub fn chances(&self, group: PlayerGroup) -> Option<MoveChances> {
        let chances = self.chances.filter(|_| self.grade().is_bad())?;
        Some(chances[group as usize])
    }

    /// Returns how many players of a group make this bad move as well, if it is more than half of them: `About 3 of 4
    /// club players play h1 here.`
    pub fn people_sentence(&self, group: PlayerGroup) -> Option<String> {
        let share = self.chances(group)?.played.share_of(group)?;
        let square = self.square;
        Some(phrase::sentence(format!("{share} play {square} here")))
    }

    /// Returns the same in fewer words, after a sentence about the move: `Most club players play it.`
    pub fn short_people_sentence(&self, group: PlayerGroup) -> Option<String> {
        let is_common = self.chances(group)?.played.is_more_than_half();
        is_common.then(|| format!("Most {group} play it."))
    }

    /// Returns the reason as a clause for the player who moved, without the best move: `leaves you only 3 moves`.
    pub(crate) fn fact_for_player(&self) -> Option<String> {
        Some(self.reason?.fact(self, Some(self.color)))
    }

    /// Returns what the best move does better, as a clause for the player who moved: `c6 leaves 7`.
    pub(crate) fn contrast_for_player(&self) -> Option<String> {
        self.reason?.contrast(self, Some(self.color))
    }

    /// Returns the loss in discs: `about 6 discs`, and `6 discs` if it is proven.
    fn lost_discs(&self) -> String {
        let about = if self.is_exact() { "" } else { "about " };
        format!("{about}{}", phrase::plural(self.loss, "disc"))
    }

    /// Returns the loss as a clause: `loses about 6 discs`, `loses 6 discs (proven)`.
    pub(crate) fn loss_clause(&self) -> String {
        phrase::loses(self.loss, self.is_exact())
    }

    /// Returns what the move loses and why, as a sentence for the player who moved: `b2 loses about 24 discs: it is next
    /// to the empty corner a1.` It does not name the best move, unless the reason does.
    pub(crate) fn loss_sentence(&self) -> String {
        let loss = self.loss_clause();
        self.with_fact(&loss)
            .unwrap_or_else(|| format!("{} {loss}.", self.square))
    }

    /// Returns the reason after a clause about the loss, as a sentence for the player who moved; `None` without a
    /// reason.
    pub(crate) fn with_fact(&self, loss: &str) -> Option<String> {
        let fact = self.fact_for_player()?;
        Some(format!("{} {loss}: it {fact}.", self.square))
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

    /// Returns a sentence about a move that lost something: the reason, otherwise the loss.
    pub(crate) fn why(&self, you: Option<Color>) -> String {
        let Self {
            square, loss, best, ..
        } = self;
        match (self.reason_sentence(you), best.square) {
            (Some(reason), _) => format!("{square} {reason}."),
            (None, best) => {
                let better = best.map_or(String::new(), |best| format!("; {best} is better"));
                format!(
                    "{square} {}{better}.",
                    phrase::loses(*loss, self.is_exact())
                )
            }
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

    /// Returns how many players like the side that moved make the bad move of an entry as well, if it is more than half
    /// of them.
    pub fn people_sentence(&self, entry: usize) -> Option<String> {
        let judged = self.move_review(entry)?;
        judged.people_sentence(self.group(judged.color))
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

    /// Returns the turning point as a sentence: `The turning point was move 23: b7 opens the
    /// corner a8; d1 does not.`
    pub fn turning_sentence(&self, whose: &Whose) -> Option<String> {
        let entry = self.turning_point(whose)?;
        let judged = self.move_review(entry)?;
        let you = whose.you(judged.color, judged.square);
        let (number, why) = (self.move_number(entry), judged.why(you));
        Some(format!("The turning point was move {number}: {why}"))
    }

    /// Returns the best move of the only person as a sentence: `Your best move was move 24: f8 punished g8, which lost
    /// about 12 discs.` It is the one that lost nothing after the worst mistake of the opponent; `None` without one.
    pub fn best_move_sentence(&self, whose: &Whose) -> Option<String> {
        let (entry, mistake, answer) = self.best_answer(whose)?;
        let number = self.move_number(entry);
        Some(format!(
            "Your best move was move {number}: {} punished {}, which lost {}.",
            answer.square,
            mistake.square,
            mistake.lost_discs(),
        ))
    }

    /// Returns the best and the worst move of the only person in few words: `Your best move: e3. You lost most with g2:
    /// about 12 discs.` `None` if there is neither.
    pub fn highlights(&self, whose: &Whose) -> Option<String> {
        let best = self.best_answer(whose);
        let best = best.map(|(_, _, answer)| format!("Your best move: {}.", answer.square));
        let side = whose.person()?;
        let bad = self.mistakes().filter_map(|entry| self.move_review(entry));
        let own = bad.filter(|judged| whose.is_found_by(side, judged));
        let worst = own.max_by_key(|judged| judged.loss).map(|judged| {
            format!(
                "You lost most with {}: {}.",
                judged.square,
                judged.lost_discs()
            )
        });
        let parts: Vec<String> = best.into_iter().chain(worst).collect();
        (!parts.is_empty()).then(|| parts.join(" "))
    }

    /// Returns the best move of the only person, its entry and the mistake before it.
    fn best_answer(&self, whose: &Whose) -> Option<(usize, &MoveReview, &MoveReview)> {
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
