//! Exercises: positions on the board with a question that a square answers, or a text.
//!
//! The puzzles, the lines of openings, the tutorial and the course are exercises. Each asks questions, takes answers, and gives
//! hints; some also refute wrong answers.

use std::fmt::Display;
use std::time::Instant;

use crate::lesson::Variable;
use reversi::{Game, Square, SquareSet};
use reversi_text::{Said, tr};

/// How a question is answered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum AnswerForm {
    /// With a legal move; all of them are marked.
    #[default]
    Move,
    /// With a square.
    Square,
    /// With one of these texts.
    Choice(Vec<String>),
    /// With a typed number in hex.
    Text,
}

/// What an exercise does with a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExercisePhase {
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
pub enum ExerciseRequest {
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

/// A sentence about an exercise, or the fact that it is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feedback<F = Said> {
    /// The kind of sentence.
    pub tone: Tone,
    /// The sentence.
    pub sentence: F,
    /// The squares that it is about.
    pub squares: SquareSet,
    /// The square that it recommends: the cursor is put there.
    pub recommended: Option<Square>,
    /// More sentences, shown as far as there is room.
    pub details: Vec<F>,
}

impl<F> Feedback<F> {
    /// Creates a sentence that marks no squares.
    pub fn new(tone: Tone, sentence: impl Into<F>) -> Self {
        Self {
            tone,
            sentence: sentence.into(),
            squares: SquareSet::EMPTY,
            recommended: None,
            details: Vec::new(),
        }
    }

    /// Marks squares.
    pub fn about(self, squares: impl Into<SquareSet>) -> Self {
        Self {
            squares: squares.into(),
            ..self
        }
    }

    /// Recommends a square.
    pub fn recommending(self, square: Option<Square>) -> Self {
        Self {
            recommended: square,
            ..self
        }
    }

    /// Returns the same with each fact as a sentence.
    pub fn map<G>(&self, say: impl Fn(&F) -> G) -> Feedback<G> {
        Feedback {
            tone: self.tone,
            sentence: say(&self.sentence),
            squares: self.squares,
            recommended: self.recommended,
            details: self.details.iter().map(say).collect(),
        }
    }
}

impl Feedback {
    /// Creates a sentence about something wrong from a clause.
    pub fn wrong(clause: impl Display) -> Self {
        Self::new(Tone::Wrong, Said::verbatim(clause.to_string()).sentence())
    }
}

/// Says that an answer is right: `f5 is right.`
pub fn right_answer(square: Square) -> Said {
    tr!("{square} is right.", square)
}

/// An exercise: one position after another.
pub trait Exercise {
    /// What it tells: sentences, or facts of which they are made.
    type Fact: Clone + PartialEq;

    /// Returns the game on the board; `None` before the first position.
    fn game(&self) -> Option<&Game>;

    /// Returns what it does with a square.
    fn phase(&self) -> ExercisePhase;

    /// Returns how the question is answered.
    fn form(&self) -> AnswerForm {
        AnswerForm::Move
    }

    /// Returns whether the task itself says how to choose a square.
    fn says_how(&self) -> bool {
        false
    }

    /// Returns the value whose bits are shown on the board, and whether its digits may be shown too.
    fn bits(&self) -> Option<(Variable, bool)> {
        None
    }

    /// Returns the mistaken move that a better one is to replace.
    fn mistaken(&self) -> Option<Square> {
        None
    }

    /// Takes a square as an answer.
    ///
    /// # Errors
    /// The move is not legal, or so wrong that it is not played.
    fn answer(&mut self, square: Square) -> Result<(), Feedback<Self::Fact>>;

    /// Takes a text as an answer: one to choose, or a typed one.
    ///
    /// # Errors
    /// It is wrong.
    fn answer_in_words(&mut self, _text: &str) -> Result<(), Feedback<Self::Fact>> {
        Ok(())
    }

    /// Returns whether a request does something now.
    fn can(&self, request: ExerciseRequest) -> bool;

    /// Carries out a request that does something.
    fn carry_out(&mut self, request: ExerciseRequest);

    /// Returns the sentence about the last answer, or about what is to be done. The screen says how to answer.
    fn feedback(&self) -> Option<Feedback<Self::Fact>>;

    /// Returns whether a refutation has more moves.
    fn has_refutation(&self) -> bool {
        false
    }

    /// Plays the next move of a refutation.
    fn refute(&mut self) {}

    /// Lets time pass, up to this one.
    fn pass_to(&mut self, _now: Instant) {}

    /// Returns the time at which it shows something else, whatever the person does.
    fn deadline(&self) -> Option<Instant> {
        None
    }

    /// Takes results from background threads. Sets the notice after an error.
    fn update(&mut self, _notice: &mut Option<Feedback<Self::Fact>>) {}
}
