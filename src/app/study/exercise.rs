//! Exercises: positions on the board with a question that a square answers.
//!
//! The puzzles, the lines of openings and the tutorial are exercises. Each asks questions, takes answers, and gives
//! hints; some also refute wrong answers.

use std::fmt::Display;
use std::time::Duration;

use super::openings::task::OpeningTask;
use crate::app::wording::sentence;
use crate::game::Game;
use crate::square::Square;
use crate::squares::SquareSet;

/// How long leaving an exercise waits for the last result to be saved.
pub(crate) const SAVING: Duration = Duration::from_secs(1);

/// What an exercise does with a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExercisePhase {
    /// Nothing: it is being prepared, or the other side is to move.
    Waiting,
    /// Takes it as the answer.
    Asking,
    /// Takes it as the next answer, after a wrong one that is shown.
    Refuted,
    /// Nothing: it is over.
    Done,
}

/// What a person can ask of an exercise besides answering.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExerciseRequest {
    /// Help with the answer.
    Hint,
    /// The same position again.
    Again,
    /// To play on after the answer.
    PlayOn,
    /// The next position.
    Next,
    /// The position before this one.
    Previous,
    /// The other side.
    Swap,
}

/// What a sentence about an exercise means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// What is to be done, or waited for.
    Prompt,
    /// Help with the answer.
    Hint,
    /// The answer was right.
    Right,
    /// The answer was wrong, or something failed.
    Wrong,
}

/// A sentence about an exercise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feedback {
    /// The kind of sentence.
    pub tone: Tone,
    /// The sentence.
    pub sentence: String,
    /// The squares that it is about.
    pub squares: SquareSet,
}

impl Feedback {
    /// Creates a sentence that marks no squares.
    pub(crate) fn new(tone: Tone, sentence: impl Into<String>) -> Self {
        Self {
            tone,
            sentence: sentence.into(),
            squares: SquareSet::EMPTY,
        }
    }

    /// Creates a sentence about something wrong from a clause.
    pub(crate) fn wrong(clause: impl Display) -> Self {
        Self::new(Tone::Wrong, sentence(clause))
    }

    /// Marks squares.
    pub(crate) fn about(self, squares: impl Into<SquareSet>) -> Self {
        Self {
            squares: squares.into(),
            ..self
        }
    }
}

/// An exercise: one position after another.
pub(crate) trait Exercise {
    /// Returns the game on the board; `None` before the first position.
    fn game(&self) -> Option<&Game>;

    /// Returns what it does with a square.
    fn phase(&self) -> ExercisePhase;

    /// Takes a square as an answer.
    ///
    /// # Errors
    /// The move is not legal, or so wrong that it is not played.
    fn answer(&mut self, square: Square) -> Result<(), Feedback>;

    /// Returns whether a request does something now.
    fn can(&self, request: ExerciseRequest) -> bool;

    /// Carries out a request that does something.
    fn carry_out(&mut self, request: ExerciseRequest);

    /// Returns the sentence about the last answer, or about what is to be done.
    fn feedback(&self) -> Option<Feedback>;

    /// Returns whether a refutation has more moves.
    fn has_refutation(&self) -> bool {
        false
    }

    /// Plays the next move of a refutation.
    fn refute(&mut self) {}

    /// Takes results from background threads, and asks for tables of openings with evaluations of a depth. Sets
    /// the notice after an error. Returns whether anything has changed.
    fn update(&mut self, _tables: (&mut OpeningTask, u32), _notice: &mut Option<Feedback>) -> bool {
        false
    }
}
