//! The tutorial: positions with a task each, which the learner does on the board. The answers follow from
//! the rules, and a wrong one gets a sentence that says why.

use std::collections::BTreeSet;

use super::{Course, CourseKind, CourseStep, StepAim};
use crate::exercise::Feedback;
use reversi::bitboard::neighbours;
use reversi::{Board, Game, Square, SquareSet};
use reversi_table::phrase::plural;

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
pub const FIRST_TASK_BY_TOUCH: &str = "You are Black. Tap a dot.";

/// The tutorial: the rules first, then the four things that a beginner needs, then what to try in the first game.
pub const STEPS: [CourseStep; 9] = [
    CourseStep {
        title: "A move",
        text: "Black and White take turns. A move traps a row of the other side's discs between the \
               new disc and one of your own. The trapped discs turn to your colour.",
        task: "You are Black. Type d3, or click a dot.",
        done: "The trapped disc turned black.",
        start: "",
        shown: None,
        aim: StepAim::Play(TutorialTask::Move),
    },
    CourseStep {
        title: "Several rows at once",
        text: "Rows run in eight directions: along ranks, files and diagonals. One move turns every \
               row that it traps.",
        task: "Turn discs in three directions.",
        done: "One disc placed, three rows turned.",
        start: "f5d6c5f4f3e3",
        shown: None,
        aim: StepAim::Play(TutorialTask::Directions(3)),
    },
    CourseStep {
        title: "Passing",
        text: "Every move must turn at least one disc. A side without such a move passes, and the \
               other side moves again. Nobody may pass otherwise.",
        task: "Leave White without a move.",
        done: "White passes. It is your turn again.",
        start: "f5d6c4d3c5f6e6f4c6b5a4a6b4b3a3b6c2b1d1b2",
        shown: None,
        aim: StepAim::Play(TutorialTask::MakePass),
    },
    CourseStep {
        title: "The end",
        text: "The game ends when neither side can move, usually because the board is full. The side \
               with more discs wins. White is ahead, but you have the last move.",
        task: "Play the last move.",
        done: "",
        start: "f5d6c3d3c4f4c5b3c2b4e3e6c6f6a5a4b5a6d7d8f7e7g4g3g5d2c8e8f8b6c1e1c7f3d1b1g6e2f2h5f1g1h6g7\
                h4h3h8h7b2g8a3b7a7a1a2a8b8h2g2",
        shown: None,
        aim: StepAim::Play(TutorialTask::Move),
    },
    CourseStep {
        title: "Corners",
        text: "A disc in a corner can never be turned, because no row runs through it. It also \
               protects your discs beside it. Corners decide most games.",
        task: "Take the corner.",
        done: "This disc stays black until the end.",
        start: "f5d6c3d3c4f4f6g5e3f3g6e2h5c5g4g3f2d2h2b5d1f1c1b3c2g1e6e1",
        shown: None,
        aim: StepAim::Play(TutorialTask::TakeCorner),
    },
    CourseStep {
        title: "Beside the corners",
        text: "White needs a row of your discs that ends at the corner. So a disc of yours beside an \
               empty corner is dangerous, most of all diagonally, on b2, g2, b7 or g7.",
        task: "Give White no corner, and keep away from them.",
        done: "White cannot take a corner.",
        start: "f5d6c5f4d3c4e3e6f6g5e7c7d7c3g6e8f8c8f7g4h5c6f3e2",
        shown: None,
        aim: StepAim::Play(TutorialTask::KeepCorner),
    },
    CourseStep {
        title: "Few choices",
        text: "Before the end, moves count more than discs. A side with few legal moves must soon \
               play a bad one, such as beside a corner.",
        task: "Leave White as few moves as you can.",
        done: "White has only one move left.",
        start: "f5f4e3f6d3c5d6c3c4e2c6b4b5d2a3a6a4c7",
        shown: None,
        aim: StepAim::Play(TutorialTask::FewMoves),
    },
    CourseStep {
        title: "Quiet moves",
        text: "Discs beside empty squares are what the other side can trap. A quiet move turns only \
               discs that are surrounded, so it gives White little to trap.",
        task: "Turn only discs that touch no empty square.",
        done: "A quiet move: it turned only surrounded discs.",
        start: "f5f6e6f4e3c5g5f3g6d7g3d2d3e2f1e1c1f2",
        shown: None,
        aim: StepAim::Play(TutorialTask::Quiet),
    },
    CourseStep {
        title: "Your first game",
        text: "Take corners, keep away from the squares beside them, and leave the other side few \
               moves. Do not count discs before the end: here the largest move loses a corner.",
        task: "Keep the corners, and leave White few moves.",
        done: "That is all you need. Now play a game.",
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
            return Err(Feedback::wrong(format!("{error}. A move must trap discs")));
        }
        let board = game.position().board();
        let replies = |square| {
            board
                .play(square)
                .map_or(SquareSet::EMPTY, Board::legal_moves)
        };
        match self.mistake(board, square, &replies) {
            None => Ok(()),
            Some((what, squares)) => {
                Err(Feedback::wrong(format!("{square} {what}")).about(squares))
            }
        }
    }

    /// Returns what is wrong with a legal move, and the squares that show it; `None` if it is right.
    /// `replies` returns the legal moves of White after a move.
    fn mistake(
        self,
        board: Board,
        square: Square,
        replies: &dyn Fn(Square) -> SquareSet,
    ) -> Option<(String, SquareSet)> {
        let (legal, left) = (board.legal_moves(), replies(square));
        let (what, squares) = match self {
            Self::Move => return None,
            Self::Directions(wanted) => {
                let found = directions(board, square);
                let what = format!("turns discs in only {}", plural(found, "direction"));
                (found < wanted).then(|| (what, board.flips(square)))?
            }
            Self::MakePass => (
                format!("leaves White a move, such as {}", left.first()?),
                left,
            ),
            Self::TakeCorner if SquareSet::CORNERS.contains(square) => return None,
            Self::TakeCorner => (
                "is not a corner, and you can take one".to_owned(),
                legal & SquareSet::CORNERS,
            ),
            Self::KeepCorner => {
                let given = (left & SquareSet::CORNERS).first();
                let lets = |corner| format!("lets White take the corner {corner}");
                let is_beside = |corner| format!("is next to the empty corner {corner}");
                let beside = || board.empty_corner_beside(square);
                let lost = given.map(|corner| (lets(corner), corner.into()));
                lost.or_else(|| Some((is_beside(beside()?), beside()?.into())))?
            }
            Self::FewMoves => {
                let least = legal.iter().map(|square| replies(square).len()).min();
                let least = least.filter(|&least| least < left.len())?;
                let count = plural(left.len(), "move");
                (
                    format!("leaves White {count}; another leaves {least}"),
                    left,
                )
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
                (
                    format!("turns {open}, which touches an empty square"),
                    open.into(),
                )
            }
        };
        Some((what, squares))
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

#[cfg(test)]
mod tests {
    use super::*;
    use reversi::search::{Limits, Searcher};
    use reversi::{Color, Entry};
    use reversi_table::phrase::columns::wrap;

    fn answers(step: &CourseStep) -> (Vec<String>, Vec<String>) {
        let game = step.game();
        let legal = game.legal_moves().iter();
        let (right, wrong): (Vec<Square>, Vec<Square>) =
            legal.partition(|&square| step.check(&game, square).is_ok());
        let names = |squares: Vec<Square>| squares.iter().map(ToString::to_string).collect();
        (names(right), names(wrong))
    }

    #[test]
    fn each_step_has_the_answers_that_its_text_says() {
        let right: Vec<String> = STEPS.iter().map(|step| answers(step).0.join(" ")).collect();
        assert_eq!(
            right,
            [
                "d3 c4 f5 e6",
                "d3",
                "a2",
                "h1",
                "h1",
                "d1 e1 c2 d2 b3 b4 b5 b6 d8",
                "b3",
                "d1",
                "a6"
            ]
        );
    }

    #[test]
    fn a_move_that_the_texts_warn_of_does_not_pass() {
        let corners = STEPS
            .iter()
            .position(|step| step.title == "Beside the corners");
        let mut refused = 0;
        for (index, step) in STEPS.iter().enumerate() {
            let game = step.game();
            let board = game.position().board();
            for square in game.legal_moves() {
                // The only squares that a text names are those to avoid; later steps build on it.
                let is_named = step.text.contains(&square.to_string());
                let is_beside =
                    Some(index) >= corners && board.empty_corner_beside(square).is_some();
                if is_named || is_beside {
                    assert!(
                        step.check(&game, square).is_err(),
                        "{}: {square}",
                        step.title
                    );
                    refused += 1;
                }
            }
        }
        assert!(refused > 2, "{refused}");
        let step = &STEPS[5];
        let wrong = step.check(&step.game(), "b2".parse().unwrap()).unwrap_err();
        assert_eq!(wrong.sentence, "b2 is next to the empty corner a1.");
        assert_eq!(wrong.squares, Square::A1.into());
    }

    #[test]
    fn black_is_to_move_and_every_wrong_move_gets_a_short_sentence_about_itself() {
        for step in &STEPS {
            let game = step.game();
            assert_eq!(
                game.position().side_to_move(),
                Color::Black,
                "{}",
                step.title
            );
            for square in Square::all() {
                let Err(wrong) = step.check(&game, square) else {
                    continue;
                };
                assert!(
                    wrong.sentence.contains(&square.to_string()),
                    "{}",
                    wrong.sentence
                );
                assert!(wrong.sentence.ends_with('.'));
                assert!(wrap(&wrong.sentence, 24).len() <= 2, "{}", wrong.sentence);
            }
            for sentence in [step.task, step.done] {
                assert!(wrap(sentence, 24).len() <= 2, "{sentence}");
            }
        }
    }

    #[test]
    fn the_pass_is_one_and_the_end_is_the_end_with_the_count() {
        let after = |step: &CourseStep| {
            let mut game = step.game();
            let answer = step.answer(&game).unwrap();
            game.play(answer).unwrap();
            game
        };
        let game = after(&STEPS[2]);
        let pass = Entry::Pass {
            color: Color::White,
        };
        assert_eq!(game.entries().last(), Some(&pass));
        assert!(game.outcome().is_none());
        let counts = STEPS[3].game().position().counts();
        assert!(counts.black < counts.white, "White is ahead");
        let game = after(&STEPS[3]);
        assert_eq!(game.outcome().unwrap().winner, Some(Color::Black));
        assert_eq!(STEPS[3].done(&game), "You win 33-31.");
        let game = after(&STEPS[6]);
        assert_eq!(game.legal_moves().len(), 1, "as the sentence says");
    }

    #[test]
    fn the_last_step_is_about_strategy_and_refuses_the_largest_move() {
        let step = STEPS.last().unwrap();
        let game = step.game();
        let board = game.position().board();
        let flips = |square: &Square| board.flips(*square).len();
        let largest = game.legal_moves().iter().max_by_key(flips).unwrap();
        let wrong = step.check(&game, largest).unwrap_err();
        assert!(
            wrong.sentence.contains("lets White take the corner"),
            "{wrong:?}"
        );
        // Each part of the advice refuses a move.
        let sentences: Vec<String> = game
            .legal_moves()
            .iter()
            .filter_map(|square| step.check(&game, square).err())
            .map(|wrong| wrong.sentence)
            .collect();
        for part in ["is next to the empty corner", "; another leaves"] {
            assert!(
                sentences.iter().any(|text| text.contains(part)),
                "{sentences:?}"
            );
        }
        let words = STEPS.map(|step| step.text).join(" ");
        assert!(
            !words.contains("arXiv") && !words.contains("draw"),
            "{words}"
        );
    }

    #[test]
    fn what_the_strategy_recommends_is_right() {
        let mut searcher = Searcher::new(16);
        for step in &STEPS[4..] {
            let board = step.game().position().board();
            let best = searcher.search(board, &Limits::depth(8), &mut ());
            let best = best.best_move().unwrap().to_string();
            assert!(answers(step).0.contains(&best), "{}: {best}", step.title);
        }
    }
}
