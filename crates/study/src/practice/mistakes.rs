//! The mistakes of a reviewed game, or of many, as an exercise: each position is shown again, and a better move is to be
//! found.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, TryRecvError};

use jiff::civil::Date;

use super::attempt::AttemptState;
use super::fact::{PracticeFact, PracticeFeedback, PracticeSubject};
use super::hints::{region_hint, shape_hint};
use super::judge::{self, JudgeReport, JudgeRequest, JudgeTask};
use super::mistake_search::{self, AskedGame, FoundMoves, MistakeSearch};
use super::practice_store::PracticeStore;
use crate::review::{MoveReview, Reason, ReasonAspect, Review, Reviewer, Whose};
use crate::schedule::{ANSWER_NAMED, Recall};
use crate::stats::FoundMistake;
use reversi::{Color, Game, Position, Square, SquareSet};
use reversi_lessons::exercise::{Exercise, ExercisePhase, ExerciseRequest, Feedback, Tone};
use reversi_table::background::{Background, Reporter, SAVING, ValueTask, Waker};
use reversi_table::clock::today;
use reversi_table::store::StorageError;
use reversi_table::store::state::StateFolder;
use reversi_text::Said;

/// A move that loses at most this many discs is right.
const TOLERANCE: u32 = 1;

/// The longest line of the better move that is shown, in moves.
const LINE: usize = 8;

/// How many mistakes are asked first after a game, the worst ones: nobody who has just lost wants to see them all.
pub const WORST: usize = 3;

/// How many more each further round asks.
const MORE: usize = 10;

/// What the better move is called before it is found.
const SUBJECT: PracticeSubject = PracticeSubject::BetterMove;

/// What a person has done about a mistake.
#[derive(Clone, Copy, Debug, Default)]
struct MistakeTry {
    hints: u32,
    has_erred: bool,
    /// Whether the next mistake was asked for.
    is_passed: bool,
    /// How it was found; `None` as long as it is not.
    recall: Option<Recall>,
}

impl MistakeTry {
    /// Notes that a better move was found, and returns how, if that is still to be kept. Only the first time counts.
    fn solve(&mut self) -> Option<Recall> {
        let recall = match Recall::after(self.hints) {
            Recall::Found if self.has_erred => Recall::Helped,
            recall => recall,
        };
        let is_first = self.recall.is_none();
        self.recall.get_or_insert(recall);
        (is_first && !self.is_named()).then_some(recall)
    }

    /// Returns whether a hint has named the better move. That is kept at once.
    const fn is_named(self) -> bool {
        self.hints == ANSWER_NAMED
    }
}

/// A mistake: the index of its game, and its entry there.
type MistakeAt = (usize, usize);

/// Where later reviews come from.
enum Updates {
    /// The review of the only game.
    Review(Receiver<Review>),
    Search(MistakeSearch),
}

/// Notes how a better move was found.
type NoteTask = ValueTask<(Position, Recall), (), StorageError>;

/// The mistakes of a game or of many, one after the other.
pub struct MistakeExercise {
    /// The games, as far as they are reviewed, and what is left to do.
    found: FoundMoves,
    /// The later reviews, while there are any.
    updates: Option<Updates>,
    judge: JudgeTask,
    /// Notes which mistakes of many games were found, so that they are asked again.
    notes: Option<NoteTask>,
    /// How many are asked, the worst ones.
    asked_for: usize,
    /// The mistakes that were shown.
    tries: BTreeMap<MistakeAt, MistakeTry>,
    /// The mistake on the board.
    at: Option<MistakeAt>,
    /// The game up to the mistake, with the moves tried in place of it.
    game: Game,
    state: AttemptState,
    feedback: Option<PracticeFeedback>,
}

impl MistakeExercise {
    /// Starts with the first mistake of the player of a side, as in the end, or of both. `asked_for` limits them to that many of the worst; `None` asks
    /// for all. `updates` has the later reviews of the same game; the reviewer judges answers.
    pub fn new(
        (review, updates): (Review, Receiver<Review>),
        (side, whose): (Option<Color>, Whose),
        asked_for: Option<usize>,
        reviewer: Reviewer,
        waker: Waker,
    ) -> Self {
        let found = FoundMoves {
            games: vec![AskedGame {
                review,
                side,
                whose,
                place: None,
            }],
            ..FoundMoves::default()
        };
        let mut exercise = Self::of(found, Updates::Review(updates), None, reviewer, waker);
        exercise.asked_for = asked_for.unwrap_or(usize::MAX);
        exercise.take_reviews(&mut None);
        exercise.next();
        exercise
    }

    /// Starts to search the better moves of mistakes in many games. They are asked by the schedule of the practice.
    pub fn of_games(
        mistakes: Vec<FoundMistake>,
        state: Option<StateFolder>,
        reviewer: Reviewer,
        waker: Waker,
    ) -> Self {
        let store = PracticeStore::new(state.clone());
        let search = mistake_search::start(store, reviewer.clone(), waker.clone());
        search.ask(mistakes);
        let mut store = PracticeStore::new(state);
        let note = move |(position, recall): (Position, Recall), _: &Reporter<()>| {
            store.update(|progress| progress.note_mistake(position, recall, today()))
        };
        let notes = Background::start("practice", waker.clone(), note);
        let updates = Updates::Search(search);
        Self::of(FoundMoves::default(), updates, Some(notes), reviewer, waker)
    }

    fn of(
        found: FoundMoves,
        updates: Updates,
        notes: Option<NoteTask>,
        reviewer: Reviewer,
        waker: Waker,
    ) -> Self {
        Self {
            found,
            updates: Some(updates),
            judge: judge::start(reviewer, waker),
            notes,
            asked_for: usize::MAX,
            tries: BTreeMap::new(),
            at: None,
            game: Game::new(),
            state: AttemptState::Over,
            feedback: None,
        }
    }

    /// Returns all mistakes known so far, each with the discs that it lost.
    fn all_mistakes(&self) -> impl Iterator<Item = (MistakeAt, u32)> {
        let games = self.found.games.iter().enumerate();
        games.flat_map(|(index, game)| {
            game.review.mistakes().filter_map(move |entry| {
                let mistake = game.review.move_review(entry)?;
                let is_asked = match game.side {
                    Some(side) => game.whose.is_found_by(side, mistake),
                    None => game.whose.finder(mistake).is_some(),
                } && mistake.best.square.is_some();
                is_asked.then_some(((index, entry), mistake.loss))
            })
        })
    }

    /// Returns the mistakes that are asked, as far as they are known: the worst ones, in the order of the game.
    fn mistakes(&self) -> impl DoubleEndedIterator<Item = MistakeAt> {
        let mut worst: Vec<_> = self.all_mistakes().collect();
        worst.sort_by_key(|&(_, loss)| Reverse(loss));
        worst.truncate(self.asked_for);
        worst.sort_unstable();
        worst.into_iter().map(|(at, _)| at)
    }

    /// Returns how many mistakes cost less than those that are asked.
    fn others(&self) -> usize {
        self.all_mistakes().count().saturating_sub(self.asked_for)
    }

    /// Returns whether the mistakes are from many games.
    pub const fn is_of_games(&self) -> bool {
        self.notes.is_some()
    }

    /// Returns the game of the mistake on the board.
    fn asked(&self) -> Option<&AskedGame> {
        self.at.map(|(index, _)| &self.found.games[index])
    }

    /// Returns the mistake on the board, with its better move.
    fn mistake(&self) -> Option<(&MoveReview, Square)> {
        let mistake = self.asked()?.review.move_review(self.at?.1)?;
        Some((mistake, mistake.best.square?))
    }

    /// Returns the number of the mistake on the board, and how many there are, as far as that is known.
    pub fn progress(&self) -> Option<(usize, usize)> {
        let before = self.mistakes().filter(|&at| Some(at) < self.at);
        let all = self.mistakes().count() + self.found.left;
        self.at.map(|_| (before.count() + 1, all))
    }

    /// Returns where the mistake on the board is from, if it is one of many games.
    pub fn place(&self) -> Option<&Said> {
        self.asked()?.place.as_ref()
    }

    /// Returns whether every mistake was shown.
    pub fn is_over(&self) -> bool {
        self.at.is_none() && self.updates.is_none()
    }

    /// Returns whether the review has found no further mistake yet.
    const fn is_looking(&self) -> bool {
        self.at.is_none() && self.updates.is_some()
    }

    /// Returns what is to be done: the mistake on the board, and whether it is that of the player of its side.
    pub fn task(&self) -> Option<(&MoveReview, bool)> {
        let (mistake, _) = self.mistake()?;
        Some((mistake, self.asked()?.side.is_some()))
    }

    /// Returns the end: how many mistakes were found and how, and which ones to look at again.
    pub fn summary(&self) -> MistakeSummary {
        let recall = |at: &MistakeAt| self.tries.get(at).and_then(|made| made.recall);
        let count = |wanted| {
            let found = self.mistakes().filter(|entry| recall(entry) == wanted);
            found.count()
        };
        let only = self.found.games.first().filter(|_| !self.is_of_games());
        let again = self
            .mistakes()
            .filter(|at| recall(at) != Some(Recall::Found));
        let again = again.filter_map(|(_, entry)| {
            let review = &only?.review;
            let square = review.move_review(entry)?.square;
            Some((review.move_number(entry), square))
        });
        MistakeSummary {
            all: self.mistakes().count(),
            found: count(Some(Recall::Found)),
            helped: count(Some(Recall::Helped)),
            later: self.found.later,
            of_game: only.map(|AskedGame { review, side, .. }| GameMistakes {
                is_of_you: side.is_some(),
                again: again.collect(),
                others: self.others(),
                is_complete: review.is_complete(),
            }),
        }
    }
}

/// What was found of the mistakes of a game, or of many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MistakeSummary {
    /// The mistakes that were asked.
    pub all: usize,
    /// Those that were found at once.
    pub found: usize,
    /// Those that were found with help.
    pub helped: usize,
    /// The day on which mistakes of many games are asked again, if none is asked before.
    pub later: Option<Date>,
    /// More about the mistakes of one game; `None` for those of many.
    pub of_game: Option<GameMistakes>,
}

/// What there is to say about the mistakes of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameMistakes {
    /// They are those of one side, which is "you".
    pub is_of_you: bool,
    /// The numbers and the squares of the moves that were not found at once.
    pub again: Vec<(usize, Square)>,
    /// How many mistakes cost less than those that were asked.
    pub others: usize,
    /// Whether the review found all of them.
    pub is_complete: bool,
}

/// What changes the position on the board.
impl MistakeExercise {
    /// Shows a mistake.
    fn show(&mut self, at: MistakeAt) {
        self.at = Some(at);
        self.tries.entry(at).or_default();
        self.restart();
    }

    /// Shows the position before the mistake.
    fn restart(&mut self) {
        let Some((index, entry)) = self.at else {
            return;
        };
        self.game = self.found.games[index].review.game().up_to(entry);
        self.state = AttemptState::Asked;
        self.feedback = None;
    }

    /// Shows the next mistake that was not passed yet, then those before it that the review found later, then the end.
    fn next(&mut self) {
        if let Some(made) = self.tried() {
            let is_missed = !made.is_passed && made.recall.is_none() && !made.is_named();
            made.is_passed = true;
            if is_missed {
                self.note(Recall::Missed);
            }
        }
        let is_open = |at: &MistakeAt| {
            let made = self.tries.get(at);
            made.is_none_or(|made| !made.is_passed)
        };
        let open = || self.mistakes().filter(is_open);
        let after = |now| open().find(|at| *at > now);
        if let Some(at) = self.at.and_then(after).or_else(|| open().next()) {
            return self.show(at);
        }
        (self.at, self.feedback) = (None, None);
        self.state = AttemptState::Over;
        if self.is_over()
            && let [only] = &self.found.games[..]
        {
            self.game = only.review.game().clone();
        }
    }

    fn previous(&self) -> Option<MistakeAt> {
        let end = self.at.unwrap_or((usize::MAX, 0));
        self.mistakes().rfind(|&at| at < end)
    }

    /// Notes how the mistake on the board was found, if that is kept.
    fn note(&self, recall: Recall) {
        if let (Some(notes), Some((index, entry))) = (&self.notes, self.at) {
            let before = self.found.games[index].review.positions()[entry];
            notes.queue((before, recall));
        }
    }

    /// Asks again: the mistake on the board, or at the end all that were not found at once.
    fn again(&mut self) {
        if self.is_over() {
            self.tries
                .retain(|_, made| made.recall == Some(Recall::Found));
            self.next();
        } else {
            self.restart();
        }
    }

    fn tried(&mut self) -> Option<&mut MistakeTry> {
        self.tries.get_mut(&self.at?)
    }

    /// Gives the next hint: what a better move does, then some moves, then the move.
    fn hint(&mut self) {
        let Some(made) = self.tried() else { return };
        let was_named = made.is_named();
        made.hints = (made.hints + 1).min(ANSWER_NAMED);
        let hints = made.hints;
        let is_kept = made.is_named() && !was_named && made.recall.is_none();
        if is_kept {
            self.note(Recall::Shown);
            if let Some(notes) = &self.notes {
                // Whoever leaves after they have seen the move has not found it.
                notes.finish_within(SAVING);
            }
        }
        let board = self.game.position().board();
        let Some((mistake, best)) = self.mistake() else {
            return;
        };
        self.feedback = Some(match hints {
            1 => Feedback::new(Tone::Hint, first_hint(mistake, best, &self.game)),
            // The mistake itself is no answer.
            2 => {
                let possible = board.legal_moves() - SquareSet::from(mistake.square);
                region_hint(SUBJECT, possible, best)
            }
            _ => Feedback::new(Tone::Hint, PracticeFact::IsBetter(best))
                .about(best)
                .recommending(Some(best)),
        });
    }

    /// Accepts an answer. `loss` is what it loses, and whether that is proven; the better move of the review loses
    /// nothing.
    fn solve(&mut self, square: Square, (loss, is_exact): (u32, bool)) {
        if let Some(recall) = self.tried().and_then(MistakeTry::solve) {
            self.note(recall);
        }
        let Some((mistake, best)) = self.mistake() else {
            return;
        };
        let merit = mistake.reason.filter(|reason| reason.has_merit());
        let merit = merit.map(|reason| (reason, mistake.color));
        let told = match loss {
            _ if square == best => PracticeFact::Better(square, merit.filter(|_| loss == 0)),
            0 => PracticeFact::AsGood {
                square,
                best,
                is_exact,
            },
            _ => PracticeFact::LosesLittle {
                square,
                best,
                loss,
                is_exact,
            },
        };
        let line = &mistake.best.pv[..mistake.best.pv.len().min(LINE)];
        self.feedback = Some(Feedback {
            details: vec![PracticeFact::BestPlay(line.to_vec())],
            ..Feedback::new(Tone::Right, told)
        });
        self.state = AttemptState::Solved;
    }

    /// Rejects an answer, and lets the board show why.
    fn reject(&mut self, wrong: &MoveReview) {
        if let Some(made) = self.tried() {
            made.has_erred = true;
        }
        let Some((_, best)) = self.mistake() else {
            return;
        };
        self.feedback = Some(rejection(wrong, best));
        let line = wrong.played.pv.iter().copied().take(judge::REFUTATION);
        self.state = AttemptState::Refuted(line.skip(1).collect());
    }

    /// Takes the later reviews. Returns whether there were any.
    fn take_reviews(&mut self, notice: &mut Option<PracticeFeedback>) -> bool {
        let mut is_new = false;
        while let Some(updates) = &self.updates {
            match updates {
                Updates::Review(updates) => {
                    match (updates.try_recv(), self.found.games.first_mut()) {
                        (Ok(review), Some(game)) => game.review = review,
                        (Err(TryRecvError::Empty), _) => break,
                        _ => self.updates = None,
                    }
                }
                Updates::Search(search) => match search.next_value() {
                    Some(Ok(found)) => self.found = found,
                    Some(Err(error)) => *notice = Some(PracticeFact::failed(error)),
                    None if search.is_busy() => break,
                    None => self.updates = None,
                },
            }
            is_new = true;
        }
        is_new
    }

    /// Takes a report of the judge about the answer on the board; `None` if it failed.
    fn take_report(&mut self, report: Option<JudgeReport>, notice: &mut Option<PracticeFeedback>) {
        if self.state != AttemptState::Judging {
            return;
        }
        match report {
            Some(JudgeReport::Refutation(judged)) if judged.loss <= TOLERANCE => {
                self.solve(judged.square, (judged.loss, judged.is_exact()));
            }
            Some(JudgeReport::Refutation(judged)) => self.reject(&judged),
            Some(JudgeReport::Reply(_)) | None => {
                *notice = Some(Feedback::new(Tone::Wrong, PracticeFact::NotJudged));
                self.restart();
            }
        }
    }
}

/// Returns what a better move does, without its name.
fn first_hint(mistake: &MoveReview, best: Square, game: &Game) -> PracticeFact {
    let reason = mistake.reason.filter(|reason| reason.has_merit());
    let is_secret = |told| reason.filter(|reason| !reason.named(mistake, told).contains(best));
    if let Some(reason) = is_secret(ReasonAspect::Merit) {
        PracticeFact::Does(SUBJECT, reason, mistake.color)
    } else if let Some(reason) = is_secret(ReasonAspect::Hint) {
        PracticeFact::Look(reason, mistake.color)
    } else {
        shape_hint(SUBJECT, game.position().board(), best)
    }
}

/// Returns why an answer is wrong. Neither the words nor the marks show the better move.
fn rejection(wrong: &MoveReview, best: Square) -> PracticeFeedback {
    let named = wrong
        .reason
        .map(|reason| reason.named(wrong, ReasonAspect::Fact));
    let review = Box::new(wrong.clone());
    if named.is_some_and(|named| named.contains(best)) {
        return Feedback::new(Tone::Wrong, PracticeFact::WrongAlone(review));
    }
    let squares = wrong.reason.map(Reason::squares).unwrap_or_default();
    let squares = if squares.contains(best) {
        SquareSet::EMPTY
    } else {
        squares
    };
    Feedback::new(Tone::Wrong, PracticeFact::Wrong(review)).about(squares)
}

impl Drop for MistakeExercise {
    fn drop(&mut self) {
        if let Some(notes) = &self.notes {
            notes.finish_within(SAVING);
        }
    }
}

impl Exercise for MistakeExercise {
    type Fact = PracticeFact;

    fn game(&self) -> Option<&Game> {
        (!self.is_looking()).then_some(&self.game)
    }

    fn phase(&self) -> ExercisePhase {
        if self.is_looking() {
            return ExercisePhase::Waiting;
        }
        self.state.phase()
    }

    fn mistaken(&self) -> Option<Square> {
        self.mistake().map(|(mistake, _)| mistake.square)
    }

    fn answer(&mut self, square: Square) -> Result<(), PracticeFeedback> {
        let Some((mistake, best)) = self.mistake() else {
            return Ok(());
        };
        let (mistake, position) = (mistake.clone(), self.game.position());
        self.game.play(square).map_err(PracticeFact::illegal)?;
        if square == best {
            self.solve(square, (0, mistake.is_exact()));
        } else if square == mistake.square {
            self.reject(&mistake);
        } else {
            self.state = AttemptState::Judging;
            self.feedback = Some(Feedback::new(Tone::Prompt, PracticeFact::Judging(square)));
            self.judge.ask(JudgeRequest::Refute(position, square));
        }
        Ok(())
    }

    fn can(&self, request: ExerciseRequest) -> bool {
        match request {
            ExerciseRequest::Hint => self.state == AttemptState::Asked,
            ExerciseRequest::Again if self.is_over() => {
                let all_found = |made: &MistakeTry| made.recall == Some(Recall::Found);
                !self.tries.values().all(all_found)
            }
            ExerciseRequest::Again => self.at.is_some() && self.state != AttemptState::Asked,
            ExerciseRequest::Next => self.at.is_some() || self.is_over() && self.others() > 0,
            ExerciseRequest::Previous => self.previous().is_some(),
            ExerciseRequest::PlayOn | ExerciseRequest::Swap => false,
        }
    }

    fn carry_out(&mut self, request: ExerciseRequest) {
        self.judge.stop();
        match request {
            ExerciseRequest::Hint => self.hint(),
            ExerciseRequest::Next => {
                if self.is_over() {
                    self.asked_for = self.asked_for.saturating_add(MORE);
                }
                self.next();
            }
            ExerciseRequest::Previous => {
                if let Some(entry) = self.previous() {
                    self.show(entry);
                }
            }
            _ => self.again(),
        }
    }

    fn feedback(&self) -> Option<PracticeFeedback> {
        let prompt = |told| Some(Feedback::new(Tone::Prompt, told));
        if self.is_looking() {
            return prompt(match &self.found.games[..] {
                [
                    AskedGame {
                        review,
                        place: None,
                        ..
                    },
                ] => PracticeFact::LookingForMistakes(review.known(), review.positions().len()),
                _ => PracticeFact::LookingForMoves,
            });
        }
        self.feedback.clone()
    }

    fn has_refutation(&self) -> bool {
        self.state.has_refutation()
    }

    fn refute(&mut self) {
        self.state.refute(&mut self.game);
    }

    fn update(&mut self, notice: &mut Option<PracticeFeedback>) {
        if self.take_reviews(notice) && self.at.is_none() {
            self.next();
        }
        while let Some(noted) = self.notes.as_ref().and_then(Background::next_value) {
            if let Err(error) = noted {
                *notice = Some(PracticeFact::failed(error));
            }
        }
        while let Some(report) = self.judge.next_value() {
            match report {
                Ok(report) => self.take_report(report, notice),
                Err(error) => {
                    self.take_report(None, notice);
                    *notice = Some(PracticeFact::failed(error));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reversi::search::{Certainty, MoveScore, Score};

    /// The review of d3 at the start, with f5 as the better move.
    fn mistake(reason: Reason) -> MoveReview {
        let line = |moves: &str, score| {
            let pv = moves.split(' ').map(|square| square.parse().unwrap());
            let pv: Vec<Square> = pv.collect();
            MoveScore::new(
                pv.first().copied(),
                Score::of(score),
                Certainty::Estimate,
                4,
                pv,
            )
        };
        MoveReview {
            color: Color::Black,
            square: "d3".parse().unwrap(),
            best: line("f5 d6", 8),
            played: line("d3 f5", -4),
            loss: 12,
            reason: Some(reason),
            chances: None,
        }
    }

    #[test]
    fn neither_a_rejection_nor_a_hint_names_the_better_move() {
        let best: Square = "f5".parse().unwrap();
        let other: Square = "f6".parse().unwrap();
        let region = |squares: &[Square]| Reason::LostLastMove {
            region: squares.iter().copied().collect(),
            is_whole: false,
        };
        let gave = |corner| Reason::GaveCorner {
            corner,
            was_open: false,
        };
        let secrets = [
            // Its reply is f5.
            Reason::LostResult {
                opponent_passes: false,
            },
            gave(best),
            region(&[best, other]),
            Reason::LaterCorner {
                corner: other,
                after: [other, best],
            },
        ];
        for reason in secrets {
            let rejected = rejection(&mistake(reason), best);
            let told = PracticeFact::WrongAlone(Box::new(mistake(reason)));
            assert_eq!(rejected.sentence, told);
            assert!(rejected.squares.is_empty(), "{reason:?}");
            let hint = first_hint(&mistake(reason), best, &Game::new());
            assert!(matches!(hint, PracticeFact::Looks { .. }), "{hint:?}");
        }
        let hint = first_hint(&mistake(Reason::LowerScore), best, &Game::new());
        assert!(matches!(hint, PracticeFact::Looks { .. }), "{hint:?}");
        let rejected = rejection(&mistake(gave(other)), best);
        let told = PracticeFact::Wrong(Box::new(mistake(gave(other))));
        assert_eq!(rejected.sentence, told);
        assert_eq!(rejected.squares, other.into());
        let hint = first_hint(&mistake(gave(other)), best, &Game::new());
        let does = PracticeFact::Does(SUBJECT, gave(other), Color::Black);
        assert_eq!(
            hint, does,
            "A better move keeps White from taking f6 at once."
        );
        // The words of a large region name no square, but its marks would.
        let large: Vec<Square> = ["f5", "f6", "g5", "g6", "h5"]
            .map(|s| s.parse().unwrap())
            .into();
        let rejected = rejection(&mistake(region(&large)), best);
        assert!(!rejected.squares.contains(best), "{:?}", rejected.sentence);
    }
}
