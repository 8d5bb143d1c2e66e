//! The tutorial: positions with a task each, which the learner does on the board. The answers follow from
//! the rules, and a wrong one gets a sentence that says why.

use std::collections::BTreeSet;

use super::{Course, CourseKind, CourseStep, StepAim};
use crate::exercise::{Feedback, Tone};
use reversi::bitboard::neighbours;
use reversi::{Board, Game, Square, SquareSet};
use reversi_table::phrase::illegal_move;
use reversi_text::{Message, Said, label, tr};

/// What a step asks for. Black, the learner, is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TutorialTask {
    /// Any legal move.
    Move,
    /// A move that turns discs in this many directions.
    Directions(usize),
    /// A move after which White has to pass.
    MakePass,
    /// A move to a corner.
    TakeCorner,
    /// A move after which White cannot take a corner, and that is not next to an empty one.
    KeepCorner,
    /// A move after which White has as few moves as possible.
    FewMoves,
    /// A move that turns only discs without an empty square beside them.
    Quiet,
    /// A move that keeps the corners and leaves White as few moves as possible.
    Strategy,
}

/// The first task for somebody without a keyboard.
pub const FIRST_TASK_BY_TOUCH: &Message = label!("You are Black. Tap a dot.");

/// The tutorial: the rules first, then the four things that a beginner needs, then what to try in the first game.
pub const STEPS: [CourseStep; 9] = [
    CourseStep {
        title: label!("A move"),
        text: label!(
            "Black and White take turns. A move traps a row of the other side's discs between the \
               new disc and one of your own. The trapped discs turn to your colour."
        ),
        task: label!("You are Black. Type d3, or click a dot."),
        done: Some(label!("The trapped disc turned black.")),
        start: "",
        shown: None,
        aim: StepAim::Play(TutorialTask::Move),
    },
    CourseStep {
        title: label!("Several rows at once"),
        text: label!(
            "Rows run in eight directions: along ranks, files and diagonals. One move turns every \
               row that it traps."
        ),
        task: label!("Turn discs in three directions."),
        done: Some(label!("One disc placed, three rows turned.")),
        start: "f5d6c5f4f3e3",
        shown: None,
        aim: StepAim::Play(TutorialTask::Directions(3)),
    },
    CourseStep {
        title: label!("Passing"),
        text: label!(
            "Every move must turn at least one disc. A side without such a move passes, and the \
               other side moves again. Nobody may pass otherwise."
        ),
        task: label!("Leave White without a move."),
        done: Some(label!("White passes. It is your turn again.")),
        start: "f5d6c4d3c5f6e6f4c6b5a4a6b4b3a3b6c2b1d1b2",
        shown: None,
        aim: StepAim::Play(TutorialTask::MakePass),
    },
    CourseStep {
        title: label!("The end"),
        text: label!(
            "The game ends when neither side can move, usually because the board is full. The side \
               with more discs wins. White is ahead, but you have the last move."
        ),
        task: label!("Play the last move."),
        done: None,
        start: "f5d6c3d3c4f4c5b3c2b4e3e6c6f6a5a4b5a6d7d8f7e7g4g3g5d2c8e8f8b6c1e1c7f3d1b1g6e2f2h5f1g1h6g7\
                h4h3h8h7b2g8a3b7a7a1a2a8b8h2g2",
        shown: None,
        aim: StepAim::Play(TutorialTask::Move),
    },
    CourseStep {
        title: label!("Corners"),
        text: label!(
            "A disc in a corner can never be turned, because no row runs through it. It also \
               protects your discs beside it. Corners decide most games."
        ),
        task: label!("Take the corner."),
        done: Some(label!("This disc stays black until the end.")),
        start: "f5d6c3d3c4f4f6g5e3f3g6e2h5c5g4g3f2d2h2b5d1f1c1b3c2g1e6e1",
        shown: None,
        aim: StepAim::Play(TutorialTask::TakeCorner),
    },
    CourseStep {
        title: label!("Beside the corners"),
        text: label!(
            "White needs a row of your discs that ends at the corner. So a disc of yours beside an \
               empty corner is dangerous, most of all diagonally, on b2, g2, b7 or g7."
        ),
        task: label!("Give White no corner, and keep away from them."),
        done: Some(label!("White cannot take a corner.")),
        start: "f5d6c5f4d3c4e3e6f6g5e7c7d7c3g6e8f8c8f7g4h5c6f3e2",
        shown: None,
        aim: StepAim::Play(TutorialTask::KeepCorner),
    },
    CourseStep {
        title: label!("Few choices"),
        text: label!(
            "Before the end, moves count more than discs. A side with few legal moves must soon \
               play a bad one, such as beside a corner."
        ),
        task: label!("Leave White as few moves as you can."),
        done: Some(label!("White has only one move left.")),
        start: "f5f4e3f6d3c5d6c3c4e2c6b4b5d2a3a6a4c7",
        shown: None,
        aim: StepAim::Play(TutorialTask::FewMoves),
    },
    CourseStep {
        title: label!("Quiet moves"),
        text: label!(
            "Discs beside empty squares are what the other side can trap. A quiet move turns only \
               discs that are surrounded, so it gives White little to trap."
        ),
        task: label!("Turn only discs that touch no empty square."),
        done: Some(label!("A quiet move: it turned only surrounded discs.")),
        start: "f5f6e6f4e3c5g5f3g6d7g3d2d3e2f1e1c1f2",
        shown: None,
        aim: StepAim::Play(TutorialTask::Quiet),
    },
    CourseStep {
        title: label!("Your first game"),
        text: label!(
            "Take corners, keep away from the squares beside them, and leave the other side few \
               moves. Do not count discs before the end: here the largest move loses a corner."
        ),
        task: label!("Keep the corners, and leave White few moves."),
        done: Some(label!("That is all you need. Now play a game.")),
        start: "d3c3b3d2c4d6c2f3f4e3d7g5g2b4b5a5d1c7a4c5f5c1e1d8e6g6b1b2e2f6",
        shown: None,
        aim: StepAim::Play(TutorialTask::Strategy),
    },
];

impl TutorialTask {
    /// Checks a move.
    ///
    /// # Errors
    /// Why it is not legal, or not the answer.
    pub(super) fn check(self, game: &Game, square: Square) -> Result<(), Feedback> {
        if let Err(error) = game.clone().play(square) {
            let why = illegal_move(error).sentence();
            let rule = tr!("A move must trap discs.");
            return Err(Feedback::new(Tone::Wrong, Said::sentences([why, rule])));
        }
        let board = game.position().board();
        let replies = |square| {
            board
                .play(square)
                .map_or(SquareSet::EMPTY, Board::legal_moves)
        };
        match self.mistake(board, square, &replies) {
            None => Ok(()),
            Some((why, squares)) => Err(Feedback::new(Tone::Wrong, why).about(squares)),
        }
    }

    /// Returns what is wrong with a legal move, and the squares that show it; `None` if it is right.
    /// `replies` returns the legal moves of White after a move.
    fn mistake(
        self,
        board: Board,
        square: Square,
        replies: &dyn Fn(Square) -> SquareSet,
    ) -> Option<(Said, SquareSet)> {
        let (legal, left) = (board.legal_moves(), replies(square));
        Some(match self {
            Self::Move => return None,
            Self::Directions(wanted) => {
                let count = directions(board, square);
                let why = tr!(
                    "{square} turns discs in only {count} direction."
                        | "{square} turns discs in only {count} directions.",
                    square,
                    count
                );
                (count < wanted).then(|| (why, board.flips(square)))?
            }
            Self::MakePass => {
                let reply = left.first()?;
                let why = tr!(
                    "{square} leaves White a move, such as {reply}.",
                    square,
                    reply
                );
                (why, left)
            }
            Self::TakeCorner if SquareSet::CORNERS.contains(square) => return None,
            Self::TakeCorner => (
                tr!("{square} is not a corner, and you can take one.", square),
                legal & SquareSet::CORNERS,
            ),
            Self::KeepCorner => {
                let given = (left & SquareSet::CORNERS).first();
                let lets = |corner| {
                    tr!(
                        "{square} lets White take the corner {corner}.",
                        square,
                        corner
                    )
                };
                let is_beside = |corner| {
                    tr!(
                        "{square} is next to the empty corner {corner}.",
                        square,
                        corner
                    )
                };
                let beside = || board.empty_corner_beside(square);
                let lost = given.map(|corner| (lets(corner), corner.into()));
                lost.or_else(|| Some((is_beside(beside()?), beside()?.into())))?
            }
            Self::FewMoves => {
                let least = legal.iter().map(|square| replies(square).len()).min();
                let least = least.filter(|&least| least < left.len())?;
                let why = tr!(
                    "{square} leaves White {count} move; another leaves {least}."
                        | "{square} leaves White {count} moves; another leaves {least}.",
                    square,
                    count = left.len(),
                    least
                );
                (why, left)
            }
            Self::Strategy => {
                let mut aims = [Self::KeepCorner, Self::FewMoves].into_iter();
                aims.find_map(|aim| aim.mistake(board, square, replies))?
            }
            Self::Quiet => {
                let empties = board.empties() - square.into();
                let beside = |disc| neighbours(SquareSet::from(disc).bits());
                let mut flips = board.flips(square).iter();
                let open = flips.find(|&disc| beside(disc) & empties.bits() != 0)?;
                let why = tr!(
                    "{square} turns {open}, which touches an empty square.",
                    square,
                    open
                );
                (why, open.into())
            }
        })
    }
}

/// The kind of the tutorial.
#[derive(Debug)]
pub struct Rules;

impl CourseKind for Rules {
    const STEPS: &'static [CourseStep] = &STEPS;
}

/// The tutorial, one step after the other.
pub type Tutorial = Course<Rules>;

/// Returns in how many directions a move turns discs.
fn directions(board: Board, square: Square) -> usize {
    let toward = |disc: Square| {
        let step = |to: u8, from: u8| (i16::from(to) - i16::from(from)).signum();
        (
            step(disc.file().index(), square.file().index()),
            step(disc.rank().index(), square.rank().index()),
        )
    };
    let found: BTreeSet<_> = board.flips(square).iter().map(toward).collect();
    found.len()
}
