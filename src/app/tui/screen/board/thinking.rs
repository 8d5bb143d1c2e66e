//! What is shown of thinking: what a CPU thinks while it does, and what a person asked to be told
//! about the moves. Both are shown calmly: the picture changes a few times a second at most.

use std::time::{Duration, Instant};

use crate::app::session::{Refusal, Session};
use crate::app::tui::table::Table;
use crate::app::tui::text::{cut, width};
use crate::app::tui::widget::tile::Label;
use crate::app::wording::{score_cell, score_line, score_sentence, scored_move};
use crate::game::Status;
use crate::search::{Limits, MoveScore};
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

impl Thinking {
    /// Returns what the person asked for, as long as it holds: until the next change of the game.
    pub(super) fn mode(&self, session: &Session) -> Option<AnalysisMode> {
        session.analysis().and(self.asked)
    }

    /// Whether there is a move to say something about, and it is not a CPU that thinks about it.
    pub(super) fn is_possible(session: &Session) -> bool {
        matches!(session.game().status(), Status::ToMove(_)) && session.thinking().is_none()
    }

    /// Begins to tell something about the moves, or stops. Returns whether it began.
    ///
    /// # Errors
    /// A sentence about why there is nothing to tell.
    pub(super) fn toggle(
        &mut self,
        mode: AnalysisMode,
        table: &mut Table,
        limits: Limits,
    ) -> Result<bool, String> {
        let session = table.session_mut();
        let on = self.mode(session) == Some(mode);
        session.stop_analysis();
        self.asked = None;
        self.moves = Debounced::default();
        if on {
            return Ok(false);
        }
        if let Status::MustPass(color) = session.game().status() {
            return Err(format!("{color} has no move to analyse"));
        }
        if !Self::is_possible(session) {
            return Err(table.turn_refusal().to_string());
        }
        if !session.analyse(mode.count(), limits) {
            return Err(Refusal::GameOver.to_string());
        }
        self.asked = Some(mode);
        Ok(true)
    }

    /// Takes in what was thought. Returns whether the picture changed.
    pub(super) fn update(&mut self, session: &mut Session, now: Instant) -> bool {
        let answered = session.poll();
        let finished = !session.is_analysing();
        let moves = found_moves(session).map(<[MoveScore]>::to_vec);
        self.line.take(
            session
                .thought()
                .map(|t| score_line(t.certainty, t.score, t.depth, &t.pv)),
            answered,
            now,
        ) | self.moves.take(moves, finished, now)
    }

    /// Returns when something that was thought may be shown.
    pub(super) fn due(&self, session: &Session) -> Option<Instant> {
        let line = self.line.due(
            session
                .thought()
                .map(|t| score_line(t.certainty, t.score, t.depth, &t.pv))
                .as_ref(),
        );
        let moves = found_moves(session).map(<[MoveScore]>::to_vec);
        line.into_iter().chain(self.moves.due(moves.as_ref())).min()
    }

    /// Returns what is known about the moves, best first; `None` when nobody asked.
    fn known_moves(&self, session: &Session) -> Option<&[MoveScore]> {
        self.mode(session)?;
        Some(self.moves.shown.as_deref().unwrap_or_default())
    }

    fn found(&self, square: Square, session: &Session) -> Option<&MoveScore> {
        let mut moves = self.known_moves(session)?.iter();
        moves.find(|found| found.square == Some(square))
    }

    /// Returns what a legal square has written on it.
    pub(super) fn label(&self, square: Square, session: &Session) -> Option<Label> {
        let best = self.known_moves(session)?.first()?;
        let found = self.found(square, session)?;
        let is_best = found.square == best.square
            || (found.score == best.score && found.certainty == best.certainty);
        Some(Label::new(
            &score_cell(found.certainty, found.score),
            is_best,
        ))
    }

    /// Returns what is told about a square that is pointed at.
    pub(super) fn worth(&self, square: Square, session: &Session) -> Option<String> {
        let found = self.found(square, session)?;
        Some(score_cell(found.certainty, found.score))
    }

    /// Returns what is told about the moves, in one line of so many columns: a list of them where the
    /// squares have no room for scores.
    pub(super) fn advice_line(
        &self,
        session: &Session,
        columns: usize,
        listed: bool,
    ) -> Option<String> {
        let mode = self.mode(session)?;
        if let Some(Err(error)) = session.analysis() {
            return Some(cut(&format!("{error}."), columns));
        }
        let moves = self.known_moves(session)?;
        let Some(best) = moves.first() else {
            return Some(cut("Searching for the best move.", columns));
        };
        let name = |found: &MoveScore| found.square.map_or_else(String::new, |m| m.to_string());
        if mode == AnalysisMode::Values {
            let short = |found| {
                format!(
                    "{} {}",
                    name(found),
                    score_cell(found.certainty, found.score)
                )
            };
            let text = if listed {
                moves.iter().map(short).collect::<Vec<_>>().join(", ")
            } else {
                format!("Best {}", scored_move(best))
            };
            return Some(cut(&text, columns.min(LONGEST_LINE)));
        }
        let side = session.game().position().side_to_move();
        let worth = score_sentence(side, best.score, best.certainty, best.depth);
        let sentence = format!("Hint: {}. {worth}", name(best));
        if width(&sentence) <= columns {
            return Some(sentence);
        }
        Some(cut(&scored_move(best), columns))
    }

    /// Returns what the CPU that is to move thinks, in one line of so many columns.
    pub(super) fn thought_line(&self, columns: usize) -> Option<String> {
        let line = self.line.shown.as_deref()?;
        Some(cut(line, columns.min(LONGEST_LINE)))
    }
}

/// Returns what the analysis has found, once it has found anything.
fn found_moves(session: &Session) -> Option<&[MoveScore]> {
    let moves = session.analysis()?.ok()?.moves.as_slice();
    (!moves.is_empty()).then_some(moves)
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
