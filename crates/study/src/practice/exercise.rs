//! Puzzles as an exercise: looks for the next ones, judges answers and notes results on background threads.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::attempt::{Attempt, AttemptState};
use super::fact::{PracticeFact, PracticeFeedback};
use super::judge::{self, JudgeTask};
use super::practice_store::{Noted, PracticeJob, PracticeStore, PracticeStoreTask};
use super::storm::Storm;
use super::supply::Supply;
use reversi::{Game, Square};
use reversi_lessons::exercise::{Exercise, ExercisePhase, ExerciseRequest, Feedback, Tone};
use reversi_table::background::{Background, Reporter, SAVING, TaskFailure, ValueTask, Waker};
use reversi_table::player::name::PersonName;
use reversi_table::store::StorageError;
use reversi_table::store::state::StateFolder;

/// The puzzles that are made ahead.
const AHEAD: usize = 3;

/// How long to look for one of them while a puzzle is on the board: nobody is waiting for it.
const PATIENCE: Duration = Duration::from_secs(6);

/// One puzzle after the other.
pub struct PuzzleExercise {
    /// Looks for a puzzle. Without one it tells whether there are no more.
    supply: ValueTask<(), (Option<Attempt>, bool), StorageError>,
    /// The number of puzzles that the supply was asked for.
    asked: usize,
    /// No puzzle is on the board, so the supply looks for one as long as it takes.
    is_waiting: Arc<AtomicBool>,
    judge: JudgeTask,
    store: PracticeStoreTask,
    /// Puzzles made ahead.
    ready: VecDeque<Attempt>,
    /// The supply has no more.
    is_exhausted: bool,
    /// The attempt at the puzzle on the board.
    pub attempt: Option<Attempt>,
    /// The player's rating and streak, once they are read.
    pub noted: Option<Noted>,
    /// What the attempt did to the ratings.
    pub change: Option<Noted>,
    /// The storm, if the puzzles are one.
    pub storm: Option<Storm>,
}

impl PuzzleExercise {
    /// Starts to take the puzzles of a supply for the player with this name.
    pub fn of(supply: Supply, state: Option<StateFolder>, name: PersonName, waker: &Waker) -> Self {
        Self::with_patience(supply, state, name, waker, PATIENCE)
    }

    fn with_patience(
        supply: Supply,
        state: Option<StateFolder>,
        name: PersonName,
        waker: &Waker,
        patience: Duration,
    ) -> Self {
        let mut supply = supply.of_player(name);
        let is_waiting = Arc::new(AtomicBool::new(true));
        let waiting = Arc::clone(&is_waiting);
        let next = move |(), reporter: &Reporter<_>| {
            let started = Instant::now();
            let is_late = || !waiting.load(Ordering::Relaxed) && started.elapsed() >= patience;
            let stop = || reporter.is_stopped() || is_late();
            let found = supply.next(&stop)?;
            let is_last = found.is_none() && !stop();
            Ok((found, is_last))
        };
        let mut exercise = Self {
            supply: Background::start("puzzles", waker.clone(), next),
            asked: 0,
            is_waiting,
            judge: judge::start(judge::of_puzzles(), waker.clone()),
            store: PracticeStore::new(state)
                .of_player(name)
                .start(waker.clone()),
            ready: VecDeque::new(),
            is_exhausted: false,
            attempt: None,
            noted: None,
            change: None,
            storm: None,
        };
        exercise.store.queue(PracticeJob::Read);
        exercise.look_ahead();
        exercise
    }

    /// Asks for the puzzles that are to be ready.
    fn look_ahead(&mut self) {
        let is_waiting = self.attempt.is_none();
        self.is_waiting.store(is_waiting, Ordering::Relaxed);
        while self.ready.len() + self.asked < AHEAD {
            self.asked += 1;
            self.supply.queue(());
        }
    }

    /// Makes them a storm, which is not rated.
    pub fn start_storm(&mut self) {
        self.storm = Some(Storm::new());
    }

    /// Counts an answer of the storm, and shows the next puzzle.
    fn answer_in_storm(&mut self, answer: Option<Square>) {
        if let (Some(storm), Some(attempt)) = (&mut self.storm, &self.attempt) {
            let puzzle = &attempt.puzzle;
            let is_right = answer.is_some_and(|square| puzzle.is_answer(square));
            if let Some(right) = puzzle.answers()[0].square {
                let told = PracticeFact::StormAnswer {
                    answer,
                    is_right,
                    right,
                };
                storm.count(is_right, told);
            }
            self.next();
        }
    }

    fn state(&self) -> Option<&AttemptState> {
        self.attempt.as_ref().map(|attempt| &attempt.state)
    }

    /// Puts the next puzzle on the board, if there is one.
    fn next(&mut self) {
        self.change = None;
        self.attempt = self.ready.pop_front();
        self.look_ahead();
    }

    /// Takes the puzzles that were found.
    fn take_puzzles(&mut self, notice: &mut Option<PracticeFeedback>) {
        while let Some(next) = self.supply.next_value() {
            self.asked -= 1;
            match next {
                Ok((Some(attempt), _)) => self.ready.push_back(attempt),
                Ok((None, true)) => self.is_exhausted = true,
                // It began while a puzzle was on the board.
                Ok((None, false)) if self.attempt.is_none() => self.look_ahead(),
                Ok((None, false)) => {}
                Err(error) => {
                    if let TaskFailure::Work(_) = error {
                        self.look_ahead();
                    }
                    *notice = Some(PracticeFact::failed(error));
                }
            }
        }
        if self.attempt.is_none() && !self.ready.is_empty() {
            self.next();
        }
    }

    /// Sends the request of the attempt to the judge, in place of the last one.
    fn ask_judge(&mut self) {
        self.judge.stop();
        if let Some(request) = self.attempt.as_ref().and_then(Attempt::judge_request) {
            self.judge.ask(request);
        }
    }
}

impl Drop for PuzzleExercise {
    fn drop(&mut self) {
        self.store.finish_within(SAVING);
    }
}

impl Exercise for PuzzleExercise {
    type Fact = PracticeFact;

    fn game(&self) -> Option<&Game> {
        self.attempt.as_ref().map(|attempt| &attempt.game)
    }

    fn phase(&self) -> ExercisePhase {
        if self.storm.as_ref().is_some_and(Storm::is_over) {
            return ExercisePhase::Done;
        }
        self.state()
            .map_or(ExercisePhase::Waiting, AttemptState::phase)
    }

    fn answer(&mut self, square: Square) -> Result<(), PracticeFeedback> {
        let answer = self.attempt.as_mut().map(|attempt| attempt.answer(square));
        let result = answer.transpose().map_err(PracticeFact::illegal)?.flatten();
        if self.storm.is_some() {
            self.answer_in_storm(Some(square));
            return Ok(());
        }
        self.ask_judge();
        if let Some(result) = result {
            self.store.queue(PracticeJob::Attempt(result));
        }
        Ok(())
    }

    fn can(&self, request: ExerciseRequest) -> bool {
        if let Some(storm) = &self.storm {
            return request == ExerciseRequest::Next && !storm.is_over() && self.attempt.is_some();
        }
        self.state().is_some_and(|state| match request {
            ExerciseRequest::Hint => *state == AttemptState::Asked,
            ExerciseRequest::PlayOn => *state == AttemptState::Solved,
            ExerciseRequest::Again => *state != AttemptState::Asked,
            ExerciseRequest::Next => true,
            ExerciseRequest::Previous | ExerciseRequest::Swap => false,
        })
    }

    fn carry_out(&mut self, request: ExerciseRequest) {
        if self.storm.is_some() {
            self.answer_in_storm(None);
        } else if request == ExerciseRequest::Next {
            self.next();
        } else if let Some(attempt) = &mut self.attempt {
            match request {
                ExerciseRequest::Hint => {
                    if let Some(result) = attempt.hint() {
                        self.store.queue(PracticeJob::Attempt(result));
                        // Whoever leaves after they have seen the answer has failed.
                        self.store.finish_within(SAVING);
                    }
                }
                ExerciseRequest::PlayOn => drop(attempt.play_on()),
                _ => attempt.restart(),
            }
        }
        self.ask_judge();
    }

    fn feedback(&self) -> Option<PracticeFeedback> {
        let prompt = |told| Some(Feedback::new(Tone::Prompt, told));
        let storm = self.storm.as_ref();
        if storm.is_some_and(Storm::is_over) {
            return None;
        }
        let last = storm.and_then(|storm| storm.last.clone());
        let Some(attempt) = &self.attempt else {
            let looking = if self.is_exhausted {
                PracticeFact::NoMorePuzzles
            } else {
                PracticeFact::LookingForPuzzle
            };
            return last.or_else(|| prompt(looking));
        };
        attempt.feedback.clone().or(last)
    }

    fn pass_to(&mut self, now: Instant) {
        let asks = self.attempt.is_some();
        if let Some(storm) = &mut self.storm
            && storm.pass_to(now, asks)
        {
            self.store.queue(PracticeJob::Storm(storm.solved()));
        }
    }

    fn deadline(&self) -> Option<Instant> {
        self.storm.as_ref()?.next_second()
    }

    fn has_refutation(&self) -> bool {
        self.state().is_some_and(AttemptState::has_refutation)
    }

    fn refute(&mut self) {
        if let Some(attempt) = &mut self.attempt {
            attempt.refute();
        }
    }

    fn update(&mut self, notice: &mut Option<PracticeFeedback>) {
        self.take_puzzles(notice);
        while let Some(report) = self.judge.next_value() {
            match report {
                Ok(Some(report)) => {
                    if let Some(attempt) = &mut self.attempt {
                        attempt.take_report(report);
                    }
                    self.ask_judge();
                }
                Ok(None) => {}
                Err(error) => *notice = Some(PracticeFact::failed(error)),
            }
        }
        while let Some(noted) = self.store.next_value() {
            match noted {
                Ok(noted) => {
                    self.noted = Some(noted);
                    let is_decided = |attempt: &Attempt| {
                        let is_named = attempt.is_decided() && noted.change.is_some();
                        is_named || attempt.state != AttemptState::Asked
                    };
                    let is_answered =
                        self.storm.is_none() && self.attempt.as_ref().is_some_and(is_decided);
                    self.change = is_answered.then_some(noted).or(self.change.take());
                }
                Err(error) => *notice = Some(PracticeFact::failed(error)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::practice::generate::{PuzzleFilter, PuzzleSource, random};
    use crate::practice::puzzle::PuzzleKind;

    /// Takes what was found until something holds.
    fn wait_until(exercise: &mut PuzzleExercise, holds: impl Fn(&PuzzleExercise) -> bool) {
        let end = Instant::now() + Duration::from_secs(60);
        while !holds(exercise) {
            assert!(Instant::now() < end, "{} asked", exercise.asked);
            std::thread::sleep(Duration::from_millis(1));
            exercise.take_puzzles(&mut None);
        }
    }

    #[test]
    fn nothing_is_searched_for_long_while_a_puzzle_is_on_the_board() {
        let wanted = PuzzleFilter {
            kinds: vec![PuzzleKind::Best],
            empties: Some(7..=8),
        };
        // Games without a puzzle, without end, after the first source with one.
        let mut finder = Supply::of(None, wanted.clone(), Box::new(random(3)));
        let first = finder.next(&|| false).unwrap().unwrap();
        let first = PuzzleSource::Game(Box::new(Game::from_position(first.puzzle.position)));
        let nothing = std::iter::repeat_with(|| PuzzleSource::Game(Box::default()));
        let sources = std::iter::once(first).chain(nothing);
        let supply = Supply::of(None, wanted, Box::new(sources));
        let (waker, name) = (Arc::new(|| ()) as Waker, PersonName::EMPTY);
        let patience = Duration::from_millis(20);
        let mut exercise = PuzzleExercise::with_patience(supply, None, name, &waker, patience);
        wait_until(&mut exercise, |exercise| exercise.attempt.is_some());
        wait_until(&mut exercise, |exercise| !exercise.supply.is_busy());
        assert!(!exercise.is_exhausted && exercise.ready.is_empty());
        exercise.carry_out(ExerciseRequest::Next);
        assert_eq!(exercise.phase(), ExercisePhase::Waiting);
        std::thread::sleep(5 * patience);
        exercise.take_puzzles(&mut None);
        assert!(exercise.supply.is_busy(), "somebody waits");
    }
}
