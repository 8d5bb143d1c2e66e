//! Owns what is shown of thinking: what a CPU thinks while it does, and what a person asked to be told
//! about the moves. Both are shown calmly: the picture changes a few times a second at most.

use std::time::{Duration, Instant};

use super::BoardScreen;
use crate::app::session::Refusal;
use crate::app::tui::context::UiContext;
use crate::app::tui::text::{cut, width};
use crate::app::tui::widget::tile::Label;
use crate::app::wording::{score_cell, score_line, score_sentence, scored_move};
use crate::game::Status;
use crate::search::MoveScore;
use crate::square::Square;

/// The shortest time between two pictures of what is thought.
const CALM: Duration = Duration::from_millis(250);

/// Columns of a line of play with what is said before it: some ten moves, more are not read.
const LONGEST_LINE: usize = 56;

/// What a person asked to be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AnalysisMode {
    /// The best move and its score.
    Hint,
    /// A score for every legal move.
    Values,
}

impl AnalysisMode {
    /// How many moves that takes.
    const fn count(self) -> usize {
        match self {
            Self::Hint => 1,
            Self::Values => 64,
        }
    }
}

/// Something that is shown, and since when.
#[derive(Debug)]
struct Debounced<T> {
    shown: Option<T>,
    since: Option<Instant>,
}

impl<T> Default for Debounced<T> {
    fn default() -> Self {
        Self {
            shown: None,
            since: None,
        }
    }
}

impl<T: PartialEq> Debounced<T> {
    /// Takes what there is now, unless the last picture is too new. Says whether the picture changed.
    fn take(&mut self, news: Option<T>, urgent: bool, now: Instant) -> bool {
        if news == self.shown {
            return false;
        }
        let due = self.since.is_none_or(|since| since + CALM <= now);
        if news.is_some() && !urgent && !due {
            return false;
        }
        self.since = news.is_some().then_some(now);
        self.shown = news;
        true
    }

    /// When a picture that waits may be shown.
    fn due(&self, news: Option<&T>) -> Option<Instant> {
        (news != self.shown.as_ref())
            .then_some(self.since)
            .flatten()
            .map(|since| since + CALM)
    }
}

/// What is shown of thinking.
#[derive(Debug, Default)]
pub(super) struct Thinking {
    asked: Option<AnalysisMode>,
    /// What a CPU thinks.
    line: Debounced<String>,
    /// What is known about the moves, best first.
    moves: Debounced<Vec<MoveScore>>,
}

impl BoardScreen {
    /// What the person asked for, as long as it holds: until the next change of the game.
    pub(super) fn advice(&self) -> Option<AnalysisMode> {
        let asked = self.thinking.asked?;
        self.session.analysis().map(|_| asked)
    }

    /// Whether there is a move to say something about, and it is not a CPU that thinks about it.
    pub(super) fn can_advise(&self) -> bool {
        matches!(self.session.game().status(), Status::ToMove(_))
            && self.session.thinking().is_none()
    }

    /// Begins to tell something about the moves, or stops.
    pub(super) fn toggle_advice(&mut self, advice: AnalysisMode, env: &UiContext) {
        self.typed = None;
        let on = self.advice() == Some(advice);
        self.session.stop_analysis();
        self.thinking.asked = None;
        self.thinking.moves = Debounced::default();
        if on {
            return;
        }
        if let Status::MustPass(color) = self.session.game().status() {
            self.complaint = Some(format!("{color} has no legal move to tell about"));
        } else if !self.can_advise() {
            self.complain_of_turn();
        } else if self.session.analyse(advice.count(), env.analysis) {
            self.pointer = None;
            self.thinking.asked = Some(advice);
        } else {
            self.complaint = Some(Refusal::GameOver.to_string());
        }
    }

    fn thought_news(&self) -> Option<String> {
        self.session
            .thought()
            .map(|t| score_line(t.certainty, t.score, t.depth, &t.pv))
    }

    /// What the analysis has found, once it has found anything.
    fn moves_news(&self) -> Option<&[MoveScore]> {
        let moves = self.session.analysis()?.ok()?.moves.as_slice();
        (!moves.is_empty()).then_some(moves)
    }

    /// Takes in what was thought. Says whether anything is to be drawn.
    pub(super) fn look_at_thinking(&mut self, env: &UiContext) -> bool {
        let answered = self.session.poll();
        let line = self.thought_news();
        let moves = self.moves_news().map(<[MoveScore]>::to_vec);
        let finished = !self.session.is_analysing();
        self.thinking.line.take(line, answered, env.now)
            | self.thinking.moves.take(moves, finished, env.now)
    }

    /// When something that was thought may be shown.
    pub(super) fn thinking_due(&self) -> Option<Instant> {
        let line = self.thinking.line.due(self.thought_news().as_ref());
        let moves = self.moves_news().map(<[MoveScore]>::to_vec);
        let moves = self.thinking.moves.due(moves.as_ref());
        line.into_iter().chain(moves).min()
    }

    /// What is known about the moves, best first; `None` when nobody asked.
    fn known_moves(&self) -> Option<&[MoveScore]> {
        self.advice()?;
        Some(self.thinking.moves.shown.as_deref().unwrap_or_default())
    }

    /// What a legal square has written on it.
    pub(super) fn label(&self, square: Square) -> Option<Label> {
        let moves = self.known_moves()?;
        let best = moves.first()?;
        let found = moves.iter().find(|m| m.square == Some(square))?;
        let is_best = found.square == best.square
            || (found.score == best.score && found.certainty == best.certainty);
        Some(Label::new(
            &score_cell(found.certainty, found.score),
            is_best,
        ))
    }

    /// What is told about a square that is pointed at.
    pub(super) fn worth(&self, square: Square) -> Option<String> {
        let moves = self.known_moves()?;
        let found = moves.iter().find(|m| m.square == Some(square))?;
        Some(score_cell(found.certainty, found.score))
    }

    /// What is told about the moves, in one line of so many columns. A list of them where the squares
    /// have no room for scores.
    pub(super) fn advice_line(&self, columns: usize, listed: bool) -> Option<String> {
        let advice = self.advice()?;
        if let Some(Err(error)) = self.session.analysis() {
            return Some(cut(&format!("{error}."), columns));
        }
        let Some(best) = self.known_moves()?.first() else {
            return Some(cut("Looking for the best move.", columns));
        };
        if advice == AnalysisMode::Values {
            let short = |found: &MoveScore| {
                let square = found.square.map_or_else(String::new, |m| m.to_string());
                format!("{square} {}", score_cell(found.certainty, found.score))
            };
            let list = || self.known_moves().unwrap_or_default().iter().map(short);
            let text = if listed {
                list().collect::<Vec<_>>().join(", ")
            } else {
                format!("Best {}", scored_move(best))
            };
            return Some(cut(&text, columns.min(LONGEST_LINE)));
        }
        let name = best.square.map_or_else(String::new, |m| m.to_string());
        let side = self.session.game().position().side_to_move();
        let sentence = format!(
            "Hint: {name}. {}",
            score_sentence(side, best.score, best.certainty, best.depth)
        );
        if width(&sentence) <= columns {
            return Some(sentence);
        }
        Some(cut(&scored_move(best), columns))
    }

    /// What the CPU that is to move thinks, in one line of so many columns.
    pub(super) fn thought_text(&self, columns: usize) -> Option<String> {
        let line = self.thinking.line.shown.as_deref()?;
        Some(cut(line, columns.min(LONGEST_LINE)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_stays_for_a_quarter_of_a_second_unless_it_ends() {
        let zero = Instant::now();
        let at = |millis| zero + Duration::from_millis(millis);
        let mut calm = Debounced::default();
        assert!(calm.take(Some(1), false, at(0)), "the first one at once");
        assert!(!calm.take(Some(2), false, at(249)));
        assert_eq!(calm.due(Some(&2)), Some(at(250)));
        assert_eq!(calm.due(Some(&1)), None);
        assert!(calm.take(Some(2), false, at(250)));
        assert!(!calm.take(Some(2), true, at(251)), "it is the same");
        assert!(calm.take(Some(3), true, at(252)), "the last one at once");
        assert!(calm.take(None, false, at(253)));
        assert_eq!(calm.due(None), None);
        assert!(calm.take(Some(4), false, at(254)));
    }
}
