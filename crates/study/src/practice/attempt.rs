//! An attempt at a puzzle: right and wrong answers, hints, the game from there on, and its result.

use std::collections::VecDeque;

use jiff::civil::Date;

use super::fact::{PracticeFact, PracticeFeedback};
use super::judge::{self, JudgeReport, JudgeRequest};
use super::puzzle::Puzzle;
use crate::progress::{AttemptResult, KeptPuzzle};
use crate::rating::Rating;
use crate::review::Reason;
use crate::schedule::{ANSWER_NAMED, Recall};
use reversi::{Game, MoveError, Square};
use reversi_lessons::exercise::{ExercisePhase, Feedback, Tone};

/// Why a puzzle was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It was missed and is due again.
    Again,
    /// A mistake of the player.
    Mistake,
    /// The player added it.
    Added,
    /// The puzzle of a day, and whether it was tried before: then it is not rated again.
    Daily(Date, bool),
    /// Anything else.
    New,
}

/// The state of an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AttemptState {
    /// An answer is wanted.
    Asked,
    /// A wrong answer is on the board, and its refutation is wanted.
    Judging,
    /// The refutation is played: the moves to come.
    Refuted(VecDeque<Square>),
    /// It is solved.
    Solved,
    /// It is played to the end: the player is to move.
    PlayingOn,
    /// It is played to the end: the reply of the best defence is wanted.
    Defending,
    /// It was played to the end.
    Over,
}

impl AttemptState {
    /// Returns what the exercise does with a square.
    pub(crate) const fn phase(&self) -> ExercisePhase {
        match self {
            Self::Asked | Self::PlayingOn => ExercisePhase::Asking,
            Self::Judging | Self::Refuted(_) => ExercisePhase::Refuted,
            Self::Solved | Self::Over => ExercisePhase::Done,
            Self::Defending => ExercisePhase::Waiting,
        }
    }

    /// Returns whether a refutation has more moves.
    pub(crate) fn has_refutation(&self) -> bool {
        matches!(self, Self::Refuted(line) if !line.is_empty())
    }

    /// Plays the next move of a refutation, if there is one.
    pub(crate) fn refute(&mut self, game: &mut Game) -> bool {
        let Self::Refuted(line) = self else {
            return false;
        };
        // A line of the search is legal.
        let next = line.pop_front();
        next.is_some_and(|square| game.play(square).is_ok())
    }
}

/// A puzzle that is being solved.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Why it was chosen.
    pub origin: Origin,
    rating: Rating,
    hints: u32,
    is_noted: bool,
    /// The game from the position of the puzzle on.
    pub game: Game,
    /// The state.
    pub state: AttemptState,
    /// The last right answer.
    solved_by: Option<Square>,
    /// The feedback on the last answer or hint.
    pub feedback: Option<PracticeFeedback>,
}

impl Attempt {
    /// Starts an attempt.
    pub(crate) fn new(puzzle: Puzzle, origin: Origin, rating: Rating) -> Self {
        Self {
            game: Game::from_position(puzzle.position),
            puzzle,
            origin,
            rating,
            hints: 0,
            is_noted: matches!(origin, Origin::Daily(_, true)),
            state: AttemptState::Asked,
            solved_by: None,
            feedback: None,
        }
    }

    /// Returns whether a right answer was given.
    pub const fn is_solved(&self) -> bool {
        self.solved_by.is_some()
    }

    /// Returns to the position of the puzzle.
    pub(crate) fn restart(&mut self) {
        self.game = Game::from_position(self.puzzle.position);
        self.state = AttemptState::Asked;
        self.feedback = None;
    }

    /// Plays a move: an answer, or a move of a puzzle that is played on. The first answer decides the result
    /// of the attempt, which is returned, unless a hint has named the answer.
    ///
    /// # Errors
    /// The move is not legal.
    pub fn answer(&mut self, square: Square) -> Result<Option<AttemptResult>, MoveError> {
        let plays_on = self.state == AttemptState::PlayingOn;
        if !plays_on && self.state != AttemptState::Asked {
            self.restart();
        }
        self.game.play(square)?;
        if plays_on {
            self.go_on();
            return Ok(None);
        }
        let is_right = self.puzzle.is_answer(square);
        (self.state, self.feedback) = if is_right {
            self.solved_by = Some(square);
            let feedback = Feedback {
                details: self.puzzle.refutations(),
                ..Feedback::new(Tone::Right, self.puzzle.praise(square))
            };
            (AttemptState::Solved, Some(feedback))
        } else {
            (AttemptState::Judging, None)
        };
        let recall = if is_right {
            Recall::after(self.hints)
        } else {
            Recall::Missed
        };
        Ok(self.result(recall))
    }

    /// Returns the result of the attempt; `None` if it was decided before.
    fn result(&mut self, recall: Recall) -> Option<AttemptResult> {
        let is_first = !std::mem::replace(&mut self.is_noted, true);
        is_first.then(|| AttemptResult {
            position: self.puzzle.position,
            kept: KeptPuzzle {
                kind: self.puzzle.kind,
                rating: self.rating,
                own: matches!(self.origin, Origin::Mistake | Origin::Added),
                added: self.origin == Origin::Added,
                tried: true,
            },
            recall,
            daily: match self.origin {
                Origin::Daily(date, _) => Some(date),
                _ => None,
            },
        })
    }

    /// Returns the request to the judge, if the attempt waits for one.
    pub fn judge_request(&self) -> Option<JudgeRequest> {
        match self.state {
            AttemptState::Judging => {
                let (wrong, _) = self.game.last_move()?;
                Some(JudgeRequest::Refute(self.puzzle.position, wrong))
            }
            AttemptState::Defending => Some(JudgeRequest::Reply(self.game.position())),
            _ => None,
        }
    }

    /// Takes a report of the judge.
    pub fn take_report(&mut self, report: JudgeReport) {
        match report {
            JudgeReport::Refutation(review) => {
                let squares = review.reason.map(Reason::squares).unwrap_or_default();
                let line = review.played.pv.iter().copied().take(judge::REFUTATION);
                self.state = AttemptState::Refuted(line.skip(1).collect());
                let wrong = Feedback::new(Tone::Wrong, PracticeFact::Wrong(review));
                self.feedback = Some(wrong.about(squares));
            }
            JudgeReport::Reply(square) => {
                // A move of the search is legal.
                let _ = self.game.play(square);
                self.go_on();
            }
        }
    }

    /// Plays the next move of the refutation. Returns whether there was one.
    pub fn refute(&mut self) -> bool {
        self.state.refute(&mut self.game)
    }

    /// Plays a solved puzzle on from the last right answer. Returns whether it is solved.
    pub fn play_on(&mut self) -> bool {
        let Some(answer) = self.solved_by else {
            return false;
        };
        self.restart();
        // An answer is legal.
        let _ = self.game.play(answer);
        self.go_on();
        true
    }

    /// Lets the defence move, or asks the player, or ends the game.
    fn go_on(&mut self) {
        let own = self.puzzle.position.side_to_move();
        (self.state, self.feedback) = if let Some(outcome) = self.game.outcome() {
            let end = self.puzzle.played_out(outcome);
            (AttemptState::Over, Some(Feedback::new(Tone::Right, end)))
        } else if self.game.position().side_to_move() == own {
            let prompt = Feedback::new(Tone::Prompt, PracticeFact::PlayOn);
            (AttemptState::PlayingOn, Some(prompt))
        } else {
            (AttemptState::Defending, None)
        };
    }

    /// Gives the next hint: where to look in words, then some moves, then the answer. Once the answer is named, the attempt
    /// has failed, whether an answer follows or not: its result is returned, to be noted before the hint is shown.
    pub fn hint(&mut self) -> Option<AttemptResult> {
        self.hints = (self.hints + 1).min(ANSWER_NAMED);
        self.feedback = self.puzzle.hint(self.hints);
        let is_named = self.hints == ANSWER_NAMED;
        is_named.then(|| self.result(Recall::Shown)).flatten()
    }

    /// Returns whether the result is decided: by an answer, or because the answer was named.
    pub(crate) const fn is_decided(&self) -> bool {
        self.is_noted
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::practice::fact::PracticeSubject;
    use crate::practice::generate::{PuzzleFilter, find_all, random};
    use crate::practice::puzzle::PuzzleKind;

    #[test]
    fn hints_help_and_the_third_one_tells_the_answer() {
        let wanted = PuzzleFilter {
            kinds: vec![PuzzleKind::Best],
            empties: Some(7..=8),
        };
        find_all(random(2), &wanted, 1, &|| false, |puzzle| {
            let right = puzzle.answers()[0].square;
            let wrong = puzzle.moves.last().unwrap().square.unwrap();
            let recalls = [
                Some(Recall::Found),
                Some(Recall::Helped),
                Some(Recall::Helped),
                None,
                None,
            ];
            for (hints, expected) in recalls.into_iter().enumerate() {
                let mut attempt = Attempt::new(puzzle.clone(), Origin::New, Rating::new());
                for hint in 1..=hints {
                    let result = attempt.hint();
                    // The third one decides the attempt, whatever is answered then.
                    let shown = (hint == 3).then_some(Recall::Shown);
                    assert_eq!(result.map(|result| result.recall), shown);
                    let feedback = attempt.feedback.as_ref().unwrap();
                    assert_eq!(feedback.recommended, right.filter(|_| hint >= 3));
                    assert_eq!(feedback.squares.is_empty(), hint == 1);
                    let is_marked = right.is_some_and(|right| feedback.squares.contains(right));
                    assert_eq!(is_marked, hint >= 2);
                    let is_region = feedback.squares.len() > 1;
                    assert_eq!(is_region, hint == 2, "{:?}", feedback.sentence);
                }
                let mut other = attempt.clone();
                let result = other.answer(right.unwrap()).unwrap();
                assert_eq!(result.map(|result| result.recall), expected);
                assert_eq!(other.state, AttemptState::Solved);
                let result = attempt.answer(wrong).unwrap();
                let missed = expected.map(|_| Recall::Missed);
                assert_eq!(result.map(|result| result.recall), missed);
                assert_eq!(attempt.state, AttemptState::Judging);
                let result = attempt.answer(right.unwrap()).unwrap();
                assert!(result.is_none(), "noted once");
            }
            false
        });
    }

    #[test]
    fn hints_speak_of_the_answer_only_if_there_is_one() {
        let wanted = PuzzleFilter {
            kinds: vec![PuzzleKind::Best],
            empties: Some(7..=8),
        };
        let mut seen = [false; 2];
        find_all(random(2), &wanted, 1, &|| false, |puzzle| {
            let is_only = puzzle.answers().len() == 1;
            seen[usize::from(is_only)] = true;
            let answers = Vec::from(puzzle.answers()).into_iter();
            let mut attempt = Attempt::new(puzzle, Origin::New, Rating::new());
            let [first, second, third] = [(); 3].map(|()| {
                attempt.hint();
                attempt.feedback.clone().unwrap().sentence
            });
            let subject = if is_only {
                PracticeSubject::Answer
            } else {
                PracticeSubject::OneAnswer
            };
            let is_named =
                matches!(first, PracticeFact::Looks { subject: named, .. } if named != subject);
            assert!(!is_named, "{first:?}");
            assert!(matches!(second, PracticeFact::IsAmong(named, _) if named == subject));
            assert!(matches!(third, PracticeFact::IsAnswer(_, only) if only == is_only));
            for answer in answers.filter_map(|answer| answer.square) {
                attempt.restart();
                attempt.answer(answer).unwrap();
                let mut played_on = attempt.clone();
                assert!(played_on.play_on());
                assert_eq!(played_on.game.entries()[0].square(), Some(answer));
            }
            seen != [true; 2]
        });
    }
}
