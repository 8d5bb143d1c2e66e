//! The engine's thinking on the board screen: a CPU's thoughts, hints and values. Updates are limited to a
//! few times a second.

use std::time::{Duration, Instant};

use crate::app::player::{score_cell, score_line, score_sentence, score_short, scored_move};
use crate::app::session::{AnalysisMode, Refusal, Session};
use crate::app::study::known_scores::KnownScores;
use crate::app::tui::table::Table;
use crate::app::tui::text::{cut, cut_with_dots, width};
use crate::app::tui::widget::tile::Label;
use crate::app::wording::PROOF_OF_DRAW;
use crate::color::Color;
use crate::game::Status;
use crate::opening::is_proven_draw;
use crate::position::Position;
use crate::search::{Certainty, Limits, MoveScore, Score, SearchInfo};
use crate::square::Square;

/// The shortest time between two updates of the display.
const CALM: Duration = Duration::from_millis(250);

/// The width of a line of play with its score and depth: about ten moves.
const LONGEST_LINE: usize = 56;

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
pub(super) struct ShownThinking {
    asked: Option<AnalysisMode>,
    /// The analysis has been asked to go on after its end.
    is_deeper: bool,
    /// Shows what a CPU thinks while it plays against the user.
    shows_opponent: bool,
    /// The best move that a CPU has found.
    thought: Debounced<MoveScore>,
    /// What is known of the position on the board.
    known: Option<KnownScores>,
    /// The part of it that is displayed.
    scores: Debounced<KnownScores>,
    /// The evaluation for the bar: while nothing is known of a position, that of the one before.
    evaluation: Option<Evaluation>,
}

impl ShownThinking {
    /// Returns the active analysis, which lasts until the next change of the game.
    pub(super) fn mode(&self, session: &Session) -> Option<AnalysisMode> {
        session.analysis().and(self.asked)
    }

    /// Returns the best move while a hint is shown to a person who is to move.
    pub(super) fn hint(&self, session: &Session) -> Option<Square> {
        let is_asked = self.mode(session) == Some(AnalysisMode::Hint);
        let moves = self
            .known_moves(session)
            .filter(|_| is_asked && session.awaits_human());
        moves?.first()?.square
    }

    /// Returns whether there are moves to analyse and no CPU is thinking.
    pub(super) fn is_possible(session: &Session) -> bool {
        matches!(session.game().status(), Status::ToMove(_)) && session.thinking().is_none()
    }

    /// Returns whether the analysis has ended before its scores were proven, for the first time.
    pub(super) fn can_go_deeper(&self, session: &Session) -> bool {
        let can_change = |info: &SearchInfo| !info.moves.iter().all(MoveScore::is_exact);
        let ended = session.analysis().filter(|_| !session.is_analysing());
        !self.is_deeper && ended.is_some_and(|found| found.is_ok_and(can_change))
    }

    /// Starts an analysis, searches deeper if one ended before its scores were proven, or hides it. The limits
    /// are those of the first and of the second search. Returns whether it started.
    ///
    /// # Errors
    /// Why there is nothing to analyse.
    pub(super) fn toggle(
        &mut self,
        mode: AnalysisMode,
        table: &mut Table,
        limits: [Limits; 2],
    ) -> Result<bool, Refusal> {
        let session = &mut table.session;
        if mode == AnalysisMode::Values && Self::has_secrets(session) {
            self.shows_opponent = !self.shows_opponent;
            return Ok(false);
        }
        let on = self.mode(session) == Some(mode);
        let deeper = on && self.can_go_deeper(session);
        session.stop_analysis();
        self.asked = None;
        self.is_deeper = deeper;
        if on && !deeper {
            return Ok(false);
        }
        if let Status::MustPass(color) = session.game().status() {
            return Err(Refusal::NothingToAnalyse(color));
        }
        if !Self::is_possible(session) {
            return Err(table.turn_refusal());
        }
        if !session.analyse(mode.count(), limits[usize::from(deeper)]) {
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
            self.is_deeper = false;
            session.analyse(AnalysisMode::Hint.count(), limits);
        }
    }

    /// Returns the evaluation that the bar shows.
    pub(super) const fn evaluation(&self) -> Option<Evaluation> {
        self.evaluation
    }

    /// Returns what is displayed of the position on the board. Until something is, the last evaluation
    /// stays, except at the start of a game.
    fn evaluated(&self, session: &Session) -> Option<Evaluation> {
        let position = session.game().position();
        let displayed = self.thought.shown.as_ref();
        let found = displayed.or_else(|| self.scores(position).first());
        let under_way = !session.game().entries().is_empty();
        found
            .map(|found| Evaluation::of(position.side_to_move(), found))
            .or_else(|| self.evaluation.filter(|_| under_way))
    }

    /// Returns whether a CPU is thinking against the user, who then sees its thoughts only on request.
    pub(super) fn has_secrets(session: &Session) -> bool {
        session.thinking().is_some() && session.lone_human().is_some()
    }

    /// Returns whether the CPU's thoughts are shown.
    pub(super) fn is_open(&self, session: &Session) -> bool {
        self.shows_opponent || !Self::has_secrets(session)
    }

    /// Returns the best move that the CPU has found, unless it is hidden.
    fn thought<'a>(&self, session: &'a Session) -> Option<&'a MoveScore> {
        session.thought().filter(|_| self.is_open(session))
    }

    /// Takes new search results, and scores of the position that were found elsewhere: several lists, each
    /// with the best first. Returns whether the display changed.
    pub(super) fn update(
        &mut self,
        session: &mut Session,
        elsewhere: &[Vec<MoveScore>],
        now: Instant,
    ) -> bool {
        let answered = session.poll();
        self.learn(session, elsewhere);
        let position = session.game().position();
        let moved = (self.scores.shown.as_ref()).is_some_and(|shown| shown.position != position);
        let urgent = moved || !session.is_analysing();
        let thought = self.thought(session).cloned();
        let is_new = self.thought.take(thought, answered, now)
            | self.scores.take(self.known.clone(), urgent, now);
        let evaluation = self.evaluated(session);
        is_new | (std::mem::replace(&mut self.evaluation, evaluation) != evaluation)
    }

    /// Takes what was found of the position on the board. While a CPU thinks, its thoughts stand alone.
    fn learn(&mut self, session: &Session, elsewhere: &[Vec<MoveScore>]) {
        let position = session.game().position();
        let thinks = session.thinking().is_some();
        self.known
            .take_if(|known| thinks || known.position != position);
        if thinks {
            return;
        }
        let analysed = found_moves(session).unwrap_or_default();
        let all = elsewhere.iter().map(|found| (&found[..], false));
        for (found, latest) in all.chain([(analysed, true)]) {
            if !found.is_empty() {
                let none = KnownScores::new(position);
                self.known.get_or_insert(none).take(found, latest);
            }
        }
    }

    /// Returns the displayed scores of a position, the best first.
    pub(super) fn scores(&self, position: Position) -> &[MoveScore] {
        match &self.scores.shown {
            Some(known) if known.position == position => &known.moves,
            _ => &[],
        }
    }

    /// Returns when waiting results may be shown.
    pub(super) fn due(&self, session: &Session) -> Option<Instant> {
        let thought = self.thought.due(self.thought(session));
        let scores = self.scores.due(self.known.as_ref());
        thought.into_iter().chain(scores).min()
    }

    /// Returns the moves of the analysis that the user asked for, best first; `None` without one.
    fn known_moves(&self, session: &Session) -> Option<&[MoveScore]> {
        let count = self.mode(session)?.count();
        let moves = self.scores(session.game().position());
        Some(&moves[..count.min(moves.len())])
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
            return Some(cut("Searching for the best move.", columns));
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
            let offer = if self.can_go_deeper(session) && columns >= LONGEST_LINE {
                " (v thinks longer)"
            } else {
                ""
            };
            let room = columns.min(LONGEST_LINE) - width(offer);
            return Some(cut(&text, room) + offer);
        }
        let side = session.game().position().side_to_move();
        let after = best
            .square
            .and_then(|square| session.game().position().play(square));
        let worth = if after.is_some_and(|after| is_proven_draw(after.board())) {
            format!("Proven draw ({PROOF_OF_DRAW}).")
        } else {
            score_sentence(side, best.score, best.certainty, best.depth)
        };
        let sentence = format!("Hint: {}. {worth}", name(best));
        let offer = if self.can_go_deeper(session) {
            " k thinks longer."
        } else {
            ""
        };
        if width(&sentence) + width(offer) <= columns {
            return Some(sentence + offer);
        }
        if width(&sentence) <= columns {
            return Some(sentence);
        }
        Some(cut(&scored_move(best), columns))
    }

    /// Returns how the game may go on after each move whose score is shown: the score and the moves to come.
    pub(super) fn lines(&self, session: &Session) -> Vec<String> {
        let moves = self.known_moves(session).unwrap_or_default().iter();
        let lines = moves.filter(|found| !found.pv.is_empty()).map(|found| {
            let moves: Vec<String> = found.pv.iter().map(ToString::to_string).collect();
            let score = score_cell(found.certainty, found.score);
            format!("{score:>4}  {}", moves.join(" "))
        });
        lines.collect()
    }

    /// Returns the thinking of the CPU to move, in one line of the given width.
    pub(super) fn thought_line(&self, columns: usize) -> Option<String> {
        let t = self.thought.shown.as_ref()?;
        let line = score_line(t.certainty, t.score, t.depth, &t.pv);
        Some(cut(&line, columns.min(LONGEST_LINE)))
    }
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
