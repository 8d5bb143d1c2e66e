//! The feedback of exercises as facts. The sentences are made where they are shown.

use std::fmt::Display;

use crate::review::{LastMoveIn, MoveReview, Reason};
use reversi::{Color, MoveError, Opening, Outcome, Square, SquareSet};
use reversi_lessons::exercise::{Feedback, Tone};
use reversi_text::Said;

/// The feedback on an answer, or on what to do next.
pub type PracticeFeedback = Feedback<PracticeFact>;

/// What a hint calls the move that it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PracticeSubject {
    /// The only answer of a puzzle.
    Answer,
    /// One of several answers.
    OneAnswer,
    /// A better move than a mistake.
    BetterMove,
    /// The only next move of a line.
    NextMove,
    /// One of several next moves.
    OneRightMove,
}

/// Where a move is on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MovePlace {
    /// In a corner.
    Corner,
    /// Next to an empty corner.
    BesideCorner,
    /// On an edge.
    Edge,
    /// Anywhere else.
    Inside,
}

/// Why an answer of a puzzle is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhyRight {
    /// No other move wins.
    OnlyWin,
    /// Every other move loses.
    OthersLose,
    /// This side has to pass.
    Passes(Color),
    /// It keeps this side out of a corner.
    KeepsCorner(Color, Square),
    /// It gets the last move.
    LastMove(LastMoveIn),
    /// What it does better than another move, for this side.
    Merit(Reason, Color),
    /// Only this other move is as good, and the others lose that many discs or more.
    AsGoodAs(Square, u32),
    /// Every other move loses that many discs or more.
    OthersLoseDiscs(u32),
}

/// How lines continue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NextMoves {
    /// The opening that the moves lead to; `None` if it has no name.
    pub opening: Option<&'static Opening>,
    /// The moves.
    pub moves: SquareSet,
}

/// What the feedback says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PracticeFact {
    /// Something failed: a clause about it.
    Failed(Said),
    /// A move is not legal.
    Illegal(MoveError),

    /// The next puzzle is not there yet.
    LookingForPuzzle,
    /// There is no other puzzle.
    NoMorePuzzles,
    /// A puzzle of a storm was answered, or passed.
    StormAnswer {
        /// The answer; `None` if the puzzle was passed.
        answer: Option<Square>,
        /// Whether it was right.
        is_right: bool,
        /// A right answer.
        right: Square,
    },
    /// An answer is right.
    Right {
        /// The answer.
        square: Square,
        /// Why, if something can be said.
        why: Option<WhyRight>,
        /// The score with best play, in discs.
        score: i32,
    },
    /// All moves but the answers fail in the same way.
    AllFail {
        /// The other side.
        opponent: Color,
        /// The corner that it can take; `None` if it gets the last move.
        corner: Option<Square>,
        /// The answers.
        answers: Vec<Square>,
        /// The best of the others.
        best: Square,
        /// The discs that it loses.
        loss: u32,
    },
    /// A move that is no answer loses discs, which is proven.
    Fails(Box<MoveReview>),
    /// Moves that are no answers, and are not named, lose this many discs or more.
    OthersFail {
        /// Their number.
        count: usize,
        /// The discs.
        loss: u32,
    },
    /// A solved puzzle is played on.
    PlayOn,
    /// A game that went on from a puzzle is over.
    PlayedOut {
        /// The end.
        outcome: Outcome,
        /// The side of the player.
        own: Color,
        /// The discs that were lost against the solution, if any.
        lost: Option<u32>,
    },

    /// What a move looks like that is to be found.
    Looks {
        /// What it is called.
        subject: PracticeSubject,
        /// Where it is.
        place: MovePlace,
        /// The discs that it turns.
        turned: usize,
    },
    /// A move that is to be found is one of these.
    IsAmong(PracticeSubject, SquareSet),
    /// A move that is to be found is one of the marked squares, or is not.
    IsMarked(PracticeSubject, bool),
    /// What a move does better that is to be found, for this side.
    Does(PracticeSubject, Reason, Color),
    /// Where to look for the move that is to be found, for this side.
    Look(Reason, Color),
    /// A side must find no row to trap from a corner.
    NoRowFrom(Color, Square),
    /// This side would have that many moves, if it were its turn.
    WouldHave(Color, usize),
    /// This is the answer of a puzzle, or one of several.
    IsAnswer(Square, bool),
    /// This is a better move.
    IsBetter(Square),

    /// A wrong answer, with what it loses and why.
    Wrong(Box<MoveReview>),
    /// A wrong answer, with what it loses: the reason would name the right one.
    WrongAlone(Box<MoveReview>),
    /// The better move was found, with what it does better, if that can be said, for this side.
    Better(Square, Option<(Reason, Color)>),
    /// A move is as good as the better one.
    AsGood {
        /// The move.
        square: Square,
        /// The better one.
        best: Square,
        /// Whether that is proven.
        is_exact: bool,
    },
    /// A move loses little against the better one.
    LosesLittle {
        /// The move.
        square: Square,
        /// The better one.
        best: Square,
        /// The discs that it loses.
        loss: u32,
        /// Whether that is proven.
        is_exact: bool,
    },
    /// The line of best play.
    BestPlay(Vec<Square>),
    /// A move is being judged.
    Judging(Square),
    /// A move could not be judged.
    NotJudged,
    /// A game is being reviewed: the positions that are known, and all.
    LookingForMistakes(usize, usize),
    /// Many games are searched.
    LookingForMoves,

    /// The lines are being read.
    ReadingLines,
    /// The line ends, and the player goes on.
    LineEnds,
    /// The next move of the line is wanted.
    PlayNext,
    /// A move after the end of the lines is being judged.
    Checking(Square),
    /// The answer of the program is looked up.
    LookingUp,
    /// The line is over, and whether it had no mistake.
    LineOver {
        /// It had none.
        is_known: bool,
    },
    /// How the lines go on.
    Continues(NextMoves),
    /// A move is not in the line.
    NotInLine {
        /// The move.
        square: Square,
        /// The discs that it loses, if it loses some.
        loss: Option<u32>,
        /// What is right.
        next: NextMoves,
    },
    /// A move after the end of the lines loses discs.
    LosesDiscs {
        /// The move.
        square: Square,
        /// How many.
        loss: u32,
        /// The best move.
        best: Square,
    },
}

impl PracticeFact {
    /// Returns the feedback about something that failed.
    pub(crate) fn failed(error: impl Display) -> PracticeFeedback {
        Feedback::new(Tone::Wrong, Self::Failed(Said::display(error)))
    }

    /// Returns the feedback about a move that is not legal.
    pub(crate) fn illegal(error: MoveError) -> PracticeFeedback {
        Feedback::new(Tone::Wrong, Self::Illegal(error))
    }
}
