//! An attempt at a puzzle: right and wrong answers, hints, and its result.

use jiff::civil::Date;

use super::progress::{KeptPuzzle, Progress};
use super::puzzle::Puzzle;
use super::rating::Rating;
use super::schedule::Recall;
use crate::app::wording::practice::{self as wording, origin};
use crate::position::Position;
use crate::square::Square;

/// Why a puzzle was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It was missed and is due again.
    Again,
    /// A mistake of the player.
    Mistake,
    /// Anything else.
    New,
}

impl Origin {
    /// Returns a sentence about it; empty for a new puzzle.
    pub(crate) const fn sentence(self) -> &'static str {
        match self {
            Self::Again => origin::AGAIN,
            Self::Mistake => origin::MISTAKE,
            Self::New => "",
        }
    }
}

/// The prefix of the cards of puzzles.
pub(super) const CARDS: &str = "puzzle:";

/// Returns the name of the card of a puzzle.
pub(super) fn card(position: Position) -> String {
    format!("{CARDS}{position}")
}

/// Whether a move solves a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AnswerCheck {
    /// The move is not legal.
    Illegal,
    /// The move is wrong.
    Wrong,
    /// The move is right.
    Right,
}

/// The result of an attempt, to be noted.
#[derive(Clone, Debug)]
pub(crate) struct AttemptResult {
    position: Position,
    kept: KeptPuzzle,
    recall: Recall,
}

/// The ratings before and after an attempt.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct RatingChange {
    /// The player's.
    pub(crate) player: [Rating; 2],
    /// The puzzle's.
    pub(crate) puzzle: [Rating; 2],
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
}

impl Attempt {
    /// Starts an attempt.
    pub(crate) const fn new(puzzle: Puzzle, origin: Origin, rating: Rating) -> Self {
        Self {
            puzzle,
            origin,
            rating,
            hints: 0,
            is_noted: false,
        }
    }

    /// Judges a move. The first legal one decides the result of the attempt, which is returned with it.
    pub(crate) fn answer(&mut self, square: Square) -> (AnswerCheck, Option<AttemptResult>) {
        if !self.puzzle.position.legal_moves().contains(square) {
            return (AnswerCheck::Illegal, None);
        }
        let is_right = self.puzzle.is_answer(square);
        let verdict = if is_right {
            AnswerCheck::Right
        } else {
            AnswerCheck::Wrong
        };
        let recall = match (is_right, self.hints) {
            (true, 0) => Recall::Found,
            (true, 1) => Recall::Helped,
            _ => Recall::Missed,
        };
        let is_first = !std::mem::replace(&mut self.is_noted, true);
        let result = is_first.then(|| AttemptResult {
            position: self.puzzle.position,
            kept: KeptPuzzle {
                kind: self.puzzle.kind,
                rating: self.rating,
                own: self.origin == Origin::Mistake,
                tried: true,
            },
            recall,
        });
        (verdict, result)
    }

    /// Returns the next hint: first where to look, then the answer.
    pub(crate) fn hint(&mut self) -> String {
        self.hints = (self.hints + 1).min(2);
        let say = if self.hints == 1 {
            wording::where_to_look
        } else {
            wording::answer
        };
        let answers = self.puzzle.answers();
        let is_only = answers.len() == 1;
        let first = answers[0].square;
        first.map_or_else(String::new, |square| say(square, is_only))
    }

    /// Returns the answer once the second hint has named it.
    pub(crate) fn named_answer(&self) -> Option<Square> {
        self.puzzle.answers()[0].square.filter(|_| self.hints == 2)
    }
}

impl Progress {
    /// Notes the result of an attempt. Returns the change of the ratings; `None` after help, which leaves them.
    pub(crate) fn note(&mut self, result: &AttemptResult, today: Date) -> Option<RatingChange> {
        let AttemptResult {
            position, recall, ..
        } = *result;
        let name = position.to_string();
        // Another attempt may have changed its rating.
        let before = self.puzzles.get(&name).unwrap_or(&result.kept).clone();
        let mut kept = KeptPuzzle {
            tried: true,
            ..before.clone()
        };
        let solved = recall != Recall::Missed;
        let change = (recall != Recall::Helped).then(|| {
            let (player, puzzle) = Rating::attempt(self.rating, before.rating, solved);
            RatingChange {
                player: [self.rating, player],
                puzzle: [before.rating, puzzle],
            }
        });
        if let Some(change) = change {
            [_, self.rating] = change.player;
            [_, kept.rating] = change.puzzle;
        }
        self.cards.answer(&card(position), recall, today);
        if self.cards.card(&card(position)).is_some() || kept.own {
            self.puzzles.insert(name, kept);
        }
        let rating = self.rating.rating;
        let day = self.day(today);
        day.puzzles += 1;
        day.solved += u32::from(recall == Recall::Found);
        day.rating = Some(rating);
        change
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::study::practice::generate::{Wanted, find_all, random};
    use crate::app::study::practice::puzzle::PuzzleKind;

    #[test]
    fn a_hint_helps_and_a_second_one_tells_the_answer() {
        let wanted = Wanted {
            kinds: vec![PuzzleKind::Best],
            empties: Some(7..=8),
        };
        find_all(random(2), &wanted, 1, &|| false, |puzzle| {
            let right = puzzle.answers()[0].square;
            let wrong = puzzle.moves.last().unwrap().square.unwrap();
            let recalls = [
                Recall::Found,
                Recall::Helped,
                Recall::Missed,
                Recall::Missed,
            ];
            for (hints, expected) in recalls.into_iter().enumerate() {
                let mut attempt = Attempt::new(puzzle.clone(), Origin::New, Rating::START);
                for _ in 0..hints {
                    assert_eq!(
                        attempt.named_answer(),
                        None.or(right.filter(|_| attempt.hints == 2))
                    );
                    attempt.hint();
                }
                assert_eq!(attempt.named_answer(), right.filter(|_| hints >= 2));
                let (check, result) = attempt.clone().answer(right.unwrap());
                assert_eq!(
                    (check, result.unwrap().recall),
                    (AnswerCheck::Right, expected)
                );
                let (check, result) = attempt.answer(wrong);
                assert_eq!(
                    (check, result.unwrap().recall),
                    (AnswerCheck::Wrong, Recall::Missed)
                );
                assert!(attempt.answer(right.unwrap()).1.is_none(), "noted once");
            }
            false
        });
    }

    #[test]
    fn hints_speak_of_the_answer_only_if_there_is_one() {
        let wanted = Wanted {
            kinds: vec![PuzzleKind::Best],
            empties: Some(7..=8),
        };
        let mut seen = [false; 2];
        find_all(random(2), &wanted, 1, &|| false, |puzzle| {
            let is_only = puzzle.answers().len() == 1;
            seen[usize::from(is_only)] = true;
            let mut attempt = Attempt::new(puzzle, Origin::New, Rating::START);
            let [first, second] = [attempt.hint(), attempt.hint()];
            assert_eq!(
                first.starts_with("The answer is in the "),
                is_only,
                "{first}"
            );
            assert_eq!(second.ends_with(" is the answer."), is_only, "{second}");
            assert_eq!(second.ends_with(" is an answer."), !is_only, "{second}");
            seen != [true; 2]
        });
    }
}
