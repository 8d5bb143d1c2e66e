//! The engine's thinking on the board screen: a CPU's thoughts, hints and values. Updates are limited to a
//! few times a second.

use std::time::{Duration, Instant};

use crate::app::session::{Refusal, Session};
use crate::app::tui::table::Table;
use crate::app::tui::text::{cut, cut_with_dots, width};
use crate::app::tui::widget::tile::Label;
use crate::app::wording::screens::board::SEARCHING;
use crate::app::wording::{score_cell, score_line, score_sentence, score_short, scored_move};
use crate::color::Color;
use crate::game::Status;
use crate::search::{Certainty, Limits, MoveScore, Score};
use crate::square::Square;

/// The shortest time between two updates of the display.
const CALM: Duration = Duration::from_millis(250);

/// The width of a line of play with its score and depth: about ten moves.
const LONGEST_LINE: usize = 56;

/// The analysis that the user asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AnalysisMode {
    /// The best move and its score.
    Hint,
    /// A score for every legal move.
    Values,
}

impl AnalysisMode {
    /// Returns how many moves to analyse.
    const fn count(self) -> usize {
        match self {
            Self::Hint => 1,
            Self::Values => 64,
        }
    }
}

/// A displayed value, and when it was last updated.
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
    /// Takes a new value, unless the last one is too recent. Returns whether the display changed.
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

    /// Returns when a waiting value may be shown.
    fn due(&self, news: Option<&T>) -> Option<Instant> {
        (news != self.shown.as_ref())
            .then_some(self.since)
            .flatten()
            .map(|since| since + CALM)
    }
}

/// The evaluation of a position, for the bar beside the board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Evaluation {
    /// The side that the score is for.
    side: Color,
    score: Score,
    certainty: Certainty,
    depth: u32,
}

impl Evaluation {
    fn of(side: Color, found: &MoveScore) -> Self {
        Self {
            side,
            score: found.score,
            certainty: found.certainty,
            depth: found.depth,
        }
    }

    /// Returns Black's lead in discs.
    pub(super) fn black(self) -> i32 {
        let discs = self.score.discs();
        match self.side {
            Color::Black => discs,
            Color::White => -discs,
        }
    }

    /// Returns who is ahead, as a sentence if it fits into this many columns.
    pub(super) fn text(self, columns: usize) -> String {
        let Self {
            side,
            score,
            certainty,
            depth,
        } = self;
        let sentence = score_sentence(side, score, certainty, depth);
        if width(&sentence) <= columns {
            return sentence;
        }
        score_short(side, score, certainty, depth)
    }
}

/// The displayed thinking.
#[derive(Debug, Default)]
pub(super) struct Thinking {
    asked: Option<AnalysisMode>,
    /// Shows what a CPU thinks while it plays against the user.
    shows_opponent: bool,
    /// The CPU's thinking.
    line: Debounced<String>,
    /// The analysed moves, best first.
    moves: Debounced<Vec<MoveScore>>,
    /// The evaluation for the bar: while nothing is known of a position, that of the one before.
    evaluation: Debounced<Evaluation>,
}

impl Thinking {
    /// Returns the active analysis, which lasts until the next change of the game.
    pub(super) fn mode(&self, session: &Session) -> Option<AnalysisMode> {
        session.analysis().and(self.asked)
    }

    /// Returns whether there are moves to analyse and no CPU is thinking.
    pub(super) fn is_possible(session: &Session) -> bool {
        matches!(session.game().status(), Status::ToMove(_)) && session.thinking().is_none()
    }

    /// Starts or stops an analysis. Returns whether it started.
    ///
    /// # Errors
    /// Why there is nothing to analyse.
    pub(super) fn toggle(
        &mut self,
        mode: AnalysisMode,
        table: &mut Table,
        limits: Limits,
    ) -> Result<bool, Refusal> {
        let session = &mut table.session;
        if mode == AnalysisMode::Values && Self::has_secrets(session) {
            self.shows_opponent = !self.shows_opponent;
            return Ok(false);
        }
        let on = self.mode(session) == Some(mode);
        session.stop_analysis();
        self.asked = None;
        self.moves = Debounced::default();
        if on {
            return Ok(false);
        }
        if let Status::MustPass(color) = session.game().status() {
            return Err(Refusal::NothingToAnalyse(color));
        }
        if !Self::is_possible(session) {
            return Err(table.turn_refusal());
        }
        if !session.analyse(mode.count(), limits) {
            return Err(Refusal::GameOver);
        }
        self.asked = Some(mode);
        Ok(true)
    }

    /// Returns whether the user thinks about a position that is not analysed.
    pub(super) fn lacks_evaluation(session: &Session) -> bool {
        session.awaits_human() && session.analysis().is_none()
    }

    /// Analyses the position for the evaluation bar while the user thinks, unless an analysis is there.
    pub(super) fn keep_evaluating(&mut self, session: &mut Session, limits: Limits) {
        if Self::lacks_evaluation(session) {
            self.asked = None;
            self.moves = Debounced::default();
            session.analyse(AnalysisMode::Hint.count(), limits);
        }
    }

    /// Returns the evaluation that the bar shows.
    pub(super) const fn evaluation(&self) -> Option<Evaluation> {
        self.evaluation.shown
    }

    /// Returns what is known of the position on the board. Until something is, the evaluation shown stays,
    /// except at the start of a game.
    fn evaluated(&self, session: &Session) -> Option<Evaluation> {
        let side = session.game().position().side_to_move();
        let found = found_moves(session).and_then(<[MoveScore]>::first);
        let thought = || session.thought().filter(|_| self.is_open(session));
        found
            .or_else(thought)
            .map(|found| Evaluation::of(side, found))
            .or_else(|| {
                let under_way = !session.game().entries().is_empty();
                self.evaluation.shown.filter(|_| under_way)
            })
    }

    /// Returns whether a CPU is thinking against the user, who then sees its thoughts only on request.
    pub(super) fn has_secrets(session: &Session) -> bool {
        session.thinking().is_some() && session.lone_human().is_some()
    }

    /// Returns whether the CPU's thoughts are shown.
    pub(super) fn is_open(&self, session: &Session) -> bool {
        self.shows_opponent || !Self::has_secrets(session)
    }

    /// Returns the CPU's thinking, unless it is hidden.
    fn thought(&self, session: &Session) -> Option<String> {
        self.is_open(session).then(|| thought(session)).flatten()
    }

    /// Takes new search results. Returns whether the display changed.
    pub(super) fn update(&mut self, session: &mut Session, now: Instant) -> bool {
        let answered = session.poll();
        let finished = !session.is_analysing();
        let moves = found_moves(session).map(<[MoveScore]>::to_vec);
        let evaluation = self.evaluated(session);
        self.line.take(self.thought(session), answered, now)
            | self.moves.take(moves, finished, now)
            | self.evaluation.take(evaluation, finished, now)
    }

    /// Returns when waiting results may be shown.
    pub(super) fn due(&self, session: &Session) -> Option<Instant> {
        let line = self.line.due(self.thought(session).as_ref());
        let moves = found_moves(session).map(<[MoveScore]>::to_vec);
        let evaluation = self.evaluated(session);
        let dues = [
            line,
            self.moves.due(moves.as_ref()),
            self.evaluation.due(evaluation.as_ref()),
        ];
        dues.into_iter().flatten().min()
    }

    /// Returns the analysed moves, best first; `None` without an analysis.
    fn known_moves(&self, session: &Session) -> Option<&[MoveScore]> {
        self.mode(session)?;
        Some(self.moves.shown.as_deref().unwrap_or_default())
    }

    fn found(&self, square: Square, session: &Session) -> Option<&MoveScore> {
        let mut moves = self.known_moves(session)?.iter();
        moves.find(|found| found.square == Some(square))
    }

    /// Returns the score shown on a legal square.
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

    /// Returns the analysis of the square under the cursor.
    pub(super) fn worth(&self, square: Square, session: &Session) -> Option<String> {
        let found = self.found(square, session)?;
        Some(score_cell(found.certainty, found.score))
    }

    /// Returns the analysis in one line of the given width: a list of moves if the squares have no room for
    /// scores.
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
            return Some(cut(SEARCHING, columns));
        };
        let name = |found: &MoveScore| found.square.map_or_else(String::new, |m| m.to_string());
        if mode == AnalysisMode::Values {
            let score = |found: &MoveScore| score_cell(found.certainty, found.score);
            let short = |found| format!("{} {}", name(found), score(found));
            if listed {
                let text = moves.iter().map(short).collect::<Vec<_>>().join(", ");
                return Some(cut_with_dots(&text, columns.min(LONGEST_LINE)));
            }
            let text = format!("Best {}", scored_move(best));
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

    /// Returns the thinking of the CPU to move, in one line of the given width.
    pub(super) fn thought_line(&self, columns: usize) -> Option<String> {
        let line = self.line.shown.as_deref()?;
        Some(cut(line, columns.min(LONGEST_LINE)))
    }
}

/// Returns the CPU's thinking.
fn thought(session: &Session) -> Option<String> {
    let t = session.thought()?;
    Some(score_line(t.certainty, t.score, t.depth, &t.pv))
}

/// Returns the analysed moves, once there are any.
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
