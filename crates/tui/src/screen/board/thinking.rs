//! The engine's thinking on the board screen: a CPU's thoughts, hints and values. Updates are limited to a
//! few times a second.

use std::time::{Duration, Instant};

use crate::context::UiContext;
use crate::table::TableView;
use crate::text::{align_right, cut, width, wrap};
use reversi::search::{Certainty, Limits, MoveScore, Score, SearchInfo};
use reversi::{Color, Position, Square, Status, is_proven_draw};
use reversi_board::parts::Label;
use reversi_study::known_scores::KnownScores;
use reversi_table::session::{ALL_MOVES, AnalysisMode, Refusal, Session};
use reversi_table::store::settings::keys::Shortcut;
use reversi_table::table::Help;
use reversi_text::{Moves, Name, Said, label, tr};
use reversi_wording::score::{score_cell, score_line, score_list, score_sentence, score_short};
use reversi_wording::{DRAW_WITH_BEST_PLAY, ENGINE_LOADS, hint};

/// The shortest time between two updates of the display.
const CALM: Duration = Duration::from_millis(250);

/// The depth in plies from which a hint is shown while its search is running.
const HINT_DEPTH: u32 = 8;

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
    /// Takes a new value, unless the last one is too recent.
    fn take(&mut self, value: Option<T>, urgent: bool, now: Instant) {
        let due = self.since.is_none_or(|since| since + CALM <= now);
        if value != self.shown && (value.is_none() || urgent || due) {
            self.since = value.is_some().then_some(now);
            self.shown = value;
        }
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
    pub(super) fn text(self, columns: usize, you: Option<Color>) -> String {
        let Self {
            side,
            score,
            certainty,
            depth,
        } = self;
        let sentence = score_sentence(side, score, certainty, depth, you);
        if width(&sentence) <= columns {
            return sentence.into();
        }
        score_short(side, score, certainty, depth, you).into()
    }
}

/// The displayed thinking.
#[derive(Debug, Default)]
#[allow(clippy::struct_excessive_bools)] // independent switches
pub(super) struct ShownThinking {
    asked: Option<AnalysisMode>,
    /// The number of entries of the game when a hint was asked for while a CPU was to move: it is for the next turn.
    wished: Option<usize>,
    /// Whether the analysis was extended after it ended.
    is_deeper: bool,
    /// Whether the hint shows its score and line.
    has_details: bool,
    /// Whether a CPU's thoughts are shown while it plays against the user.
    shows_opponent: bool,
    /// The best move that a CPU has found.
    thought: Debounced<MoveScore>,
    /// The known scores of the position on the board.
    known: Option<KnownScores>,
    /// The displayed part of `known`.
    scores: Debounced<KnownScores>,
    /// The evaluation on the bar. Until the current position has a score, it is that of the previous one.
    evaluation: Option<Evaluation>,
}

impl ShownThinking {
    /// Returns the active analysis, which lasts until the next change of the game.
    pub(super) fn mode(&self, session: &Session) -> Option<AnalysisMode> {
        session.analysis.latest().and(self.asked)
    }

    /// Returns the best move while a hint is shown to a person who is to move.
    pub(super) fn hint(&self, session: &Session) -> Option<Square> {
        let is_asked = self.mode(session) == Some(AnalysisMode::Hint);
        let moves = self
            .known_moves(session)
            .filter(|_| is_asked && session.awaits_human());
        moves?.first()?.square
    }

    /// Returns whether a hint is deep enough to show, or final.
    fn is_ready(session: &Session, best: &MoveScore) -> bool {
        best.depth >= HINT_DEPTH || best.is_exact() || !session.analysis.is_busy()
    }

    /// Returns whether another request shows more of the hint.
    pub(super) fn has_more(&self, session: &Session) -> bool {
        !self.has_details || self.can_go_deeper(session)
    }

    /// Returns whether the position can be analysed: it has legal moves and no CPU is thinking.
    pub(super) fn is_possible(session: &Session) -> bool {
        matches!(session.game().status(), Status::ToMove(_)) && session.thinking().is_none()
    }

    /// Returns whether a person who asks for a hint now gets it on the next turn: the CPU on the other side is to move.
    pub(super) fn can_wish(session: &Session) -> bool {
        let cpu = session.lone_human().map(Color::opposite);
        let is_theirs = cpu.is_some() && session.thinking() == cpu;
        is_theirs && !session.is_paused() && session.analysis.latest().is_none()
    }

    /// Keeps the wish for a hint on the next turn, or takes it back. Returns what happens now, as a sentence.
    pub(super) fn wish(&mut self, session: &Session) -> &'static str {
        if self.wished.take().is_some() {
            return label!("No hint comes on your turn.").text();
        }
        self.wished = Some(session.game().entries().len());
        label!("A hint comes on your turn.").text()
    }

    /// Returns whether the hint that was wished for is due: the person's turn has come. Whatever else happens to the game
    /// drops the wish.
    pub(super) fn take_wish(&mut self, session: &Session) -> bool {
        let entries = session.game().entries().len();
        self.wished
            .take_if(|then| entries < *then || session.game().outcome().is_some());
        let is_due = |then: &mut usize| {
            entries > *then && session.awaits_human() && Self::is_possible(session)
        };
        self.wished.take_if(is_due).is_some()
    }

    /// Returns whether the analysis ended with unproven scores and was not extended yet.
    pub(super) fn can_go_deeper(&self, session: &Session) -> bool {
        let can_change = |info: &SearchInfo| !info.moves.iter().all(MoveScore::is_exact);
        let ended = session
            .analysis
            .latest()
            .filter(|_| !session.analysis.is_busy());
        !self.is_deeper && ended.is_some_and(|found| found.is_ok_and(can_change))
    }

    /// Shows a hint or values; further requests show more of them, then hide them. The second request for a hint adds
    /// its details. Hints and values come from one search, so they agree; it is extended if it ended with unproven
    /// scores. `limits` are those of the search and of its extension. Returns whether something is shown.
    ///
    /// # Errors
    /// Why there is nothing to analyse.
    pub(super) fn toggle(
        &mut self,
        mode: AnalysisMode,
        table: &mut TableView,
        limits: [Limits; 2],
    ) -> Result<bool, Refusal> {
        let session = table.session();
        let help = match mode {
            AnalysisMode::Hint => Help::Hint(None),
            AnalysisMode::Values => Help::Values,
        };
        if mode == AnalysisMode::Values && Self::has_secrets(session) {
            if !self.shows_opponent {
                table.help(help)?;
            }
            self.shows_opponent = !self.shows_opponent;
            return Ok(false);
        }
        let was = self.mode(session);
        let on = was == Some(mode);
        let deeper = on && self.can_go_deeper(session);
        let details = on && mode == AnalysisMode::Hint && !self.has_details;
        if on && !deeper && !details {
            table.table().stop_analysis();
            self.asked = None;
            return Ok(false);
        }
        if let Status::MustPass(color) = session.game().status() {
            return Err(Refusal::NothingToAnalyse(color));
        }
        if !Self::is_possible(session) {
            return Err(session.turn_refusal());
        }
        let is_new = !matches!(session.analysis.latest(), Some(Ok(_)));
        if is_new || deeper {
            table
                .table()
                .analyse(help, ALL_MOVES, limits[usize::from(deeper)])?;
        } else {
            table.help(help)?;
        }
        self.is_deeper = deeper || self.is_deeper && !is_new;
        self.has_details = details || deeper && mode == AnalysisMode::Hint;
        self.asked = Some(mode);
        Ok(true)
    }

    /// Returns whether the user is to move in a position without an analysis.
    pub(super) fn lacks_evaluation(session: &Session) -> bool {
        session.awaits_human() && session.analysis.latest().is_none()
    }

    /// Analyses the position for the evaluation bar while the user thinks, unless an analysis is there.
    pub(super) fn keep_evaluating(&mut self, table: &mut TableView, limits: Limits) {
        if Self::lacks_evaluation(table.session())
            && table.table().analyse(Help::Bar, ALL_MOVES, limits).is_ok()
        {
            self.asked = None;
            self.is_deeper = false;
        }
    }

    /// Returns the evaluation that the bar shows.
    pub(super) const fn evaluation(&self) -> Option<Evaluation> {
        self.evaluation
    }

    /// Returns the evaluation of the position on the board. Until there is one, the last evaluation stays, except at
    /// the start of a game.
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

    /// Takes new search results, and scores of the position from other sources: several lists, each with the best move
    /// first. Returns whether the display changed.
    pub(super) fn update(
        &mut self,
        table: &mut TableView,
        elsewhere: &[Vec<MoveScore>],
        now: Instant,
    ) {
        let answered = table.table().poll();
        self.learn(table.session(), elsewhere);
        if let Some(best) = self.hint(table.session()) {
            // A hint was permitted when it was asked for.
            let _ = table.help(Help::Hint(Some(best)));
        }
        let session = table.session();
        let position = session.game().position();
        let moved = (self.scores.shown.as_ref()).is_some_and(|shown| shown.position != position);
        let urgent = moved || !session.analysis.is_busy();
        let thought = self.thought(session).cloned();
        self.thought.take(thought, answered, now);
        self.scores.take(self.known.clone(), urgent, now);
        self.evaluation = self.evaluated(session);
    }

    /// Collects the known scores of the position on the board. While a CPU is thinking, only its thoughts are shown.
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

    fn shown(&self, position: Position) -> Option<&KnownScores> {
        let shown = self.scores.shown.as_ref();
        shown.filter(|known| known.position == position)
    }

    /// Returns the displayed scores of a position, each from the deepest search, the best first.
    pub(super) fn all_scores(&self, position: Position) -> &[MoveScore] {
        self.shown(position).map_or(&[], |known| &known.moves)
    }

    /// Returns the displayed scores of a position by one search, the best first.
    pub(super) fn scores(&self, position: Position) -> &[MoveScore] {
        self.shown(position).map_or(&[], |known| &known.compared)
    }

    /// Returns when waiting results may be shown.
    pub(super) fn due(&self, session: &Session) -> Option<Instant> {
        let thought = self.thought.due(self.thought(session));
        let scores = self.scores.due(self.known.as_ref());
        thought.into_iter().chain(scores).min()
    }

    /// Returns the moves of the requested analysis, best first; a hint has one. `None` without a request.
    fn known_moves(&self, session: &Session) -> Option<&[MoveScore]> {
        let mode = self.mode(session)?;
        let moves = self.scores(session.game().position());
        Some(match (mode, moves) {
            (AnalysisMode::Hint, [best, ..]) if Self::is_ready(session, best) => &moves[..1],
            (AnalysisMode::Hint, _) => &[],
            (AnalysisMode::Values, moves) => moves,
        })
    }

    fn found(&self, square: Square, session: &Session) -> Option<&MoveScore> {
        let mut moves = self.known_moves(session)?.iter();
        moves.find(|found| found.square == Some(square))
    }

    /// Returns the score to show on a legal square. A hint has one only with its details.
    pub(super) fn label(&self, square: Square, session: &Session) -> Option<Label> {
        let best = self.known_moves(session)?.first()?;
        let found = self.found(square, session)?;
        if self.mode(session) == Some(AnalysisMode::Hint) && !self.has_details {
            return None;
        }
        let is_best = found.square == best.square
            || (found.score == best.score && found.certainty == best.certainty);
        Some(Label::new(
            &score_cell(found.certainty, found.score),
            is_best,
        ))
    }

    /// Returns the analysis of the square under the cursor.
    pub(super) fn worth(&self, square: Square, session: &Session) -> Option<String> {
        self.label(square, session)?;
        let found = self.found(square, session)?;
        Some(score_cell(found.certainty, found.score).into())
    }

    /// Returns the hint or the values as a text that fits these columns and rows. `listed` lists the values, for boards
    /// whose squares have no room for them.
    pub(super) fn advice(
        &self,
        session: &Session,
        (columns, rows): (u16, u16),
        listed: bool,
        ui: &UiContext,
    ) -> Option<String> {
        let columns = usize::from(columns);
        if listed
            && self.mode(session) == Some(AnalysisMode::Values)
            && let Some(moves) = self.known_moves(session).filter(|moves| !moves.is_empty())
        {
            return Some(score_list(moves, columns.min(LONGEST_LINE)).into());
        }
        let mut forms = self.advice_forms(session, ui);
        let fits = |text: &String| wrap(text, columns).len() <= usize::from(rows);
        let found = forms.iter().position(fits);
        let at = found.or(forms.len().checked_sub(1))?;
        Some(forms.swap_remove(at))
    }

    /// Returns the hint or the values in words, the longest form first; empty without a request.
    pub(super) fn advice_forms(&self, session: &Session, ui: &UiContext) -> Vec<String> {
        let Some(moves) = self.known_moves(session) else {
            return Vec::new();
        };
        if let Some(Err(error)) = session.analysis.latest() {
            return vec![format!("{error}.")];
        }
        let Some(best) = moves.first() else {
            let sentence = if ui.is_loading() {
                ENGINE_LOADS.text()
            } else {
                label!("Looking for the best move.").text()
            };
            return vec![sentence.to_owned()];
        };
        let position = session.game().position();
        let is_you = session.lone_human() == Some(position.side_to_move());
        match self.asked {
            Some(AnalysisMode::Values) => {
                let goes_on = self.can_go_deeper(session);
                values_legend(
                    moves,
                    goes_on.then(|| ui.settings.keys.shown(Shortcut::Values)),
                )
            }
            _ if self.has_details => hint_details(session, best),
            _ => hint::sentences(position, self.scores(position), is_you)
                .into_iter()
                .map(String::from)
                .collect(),
        }
    }

    /// Returns the score and the expected line of each scored move.
    pub(super) fn lines(&self, session: &Session) -> Vec<String> {
        let moves = self.known_moves(session).unwrap_or_default().iter();
        let lines = moves.filter(|found| !found.pv.is_empty()).map(|found| {
            let moves: Vec<String> = found.pv.iter().map(ToString::to_string).collect();
            let score = score_cell(found.certainty, found.score);
            align_right(&score, 4) + "  " + &moves.join(" ")
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

/// Returns legends for the values on the squares, the longest first: it names the key that thinks longer, if one does.
fn values_legend(moves: &[MoveScore], deeper: Option<char>) -> Vec<String> {
    let Some(best) = moves.first() else {
        return Vec::new();
    };
    let is_best =
        |found: &&MoveScore| (found.score, found.certainty) == (best.score, best.certainty);
    let names: Vec<String> = moves.iter().filter(is_best).map(name).collect();
    let best = match &names[..] {
        [] => String::new(),
        all if all.len() == moves.len() && all.len() > 1 => {
            label!("All moves are equally good.").text().to_owned()
        }
        [only] => tr!("Best is {square}.", square = Name(only)).into(),
        all => tr!(
            "Best are {squares}.",
            squares = &Said::all_of(all.iter().cloned().map(Said::verbatim))
        )
        .into(),
    };
    let is_proven = |found: &MoveScore| found.is_exact();
    let signs = if moves.iter().any(is_proven) {
        tr!("Discs ahead (+) or behind (-); = is proven.")
    } else {
        tr!("Discs ahead (+) or behind (-).")
    };
    let best = Said::verbatim(best);
    let legend = Said::sentences([best.clone(), signs]);
    let longer = deeper.map(|key| {
        let longer = tr!("({key} thinks longer)", key = Name(&key.to_string()));
        Said::sentences([legend.clone(), longer])
    });
    let forms = longer.into_iter().chain([legend.clone(), best]);
    forms.map(String::from).collect()
}

/// Returns the score of a hint and its line as text, the longest form first.
fn hint_details(session: &Session, best: &MoveScore) -> Vec<String> {
    let (position, you) = (session.game().position(), session.lone_human());
    let after = best.square.and_then(|square| position.play(square).ok());
    let is_draw = after.is_some_and(|after| is_proven_draw(after.board()));
    let square = name(best);
    let worth = score_sentence(
        position.side_to_move(),
        best.score,
        best.certainty,
        best.depth,
        you,
    );
    let score = format!(
        "{square}: {}.",
        score_short(
            position.side_to_move(),
            best.score,
            best.certainty,
            best.depth,
            you,
        )
    );
    let short = format!("{square}: {}.", score_cell(best.certainty, best.score));
    if is_draw {
        let proof = format!("{square}: {DRAW_WITH_BEST_PLAY}.");
        return vec![
            proof,
            tr!("{square}: proven draw.", square = Name(&square)).into(),
            short,
        ];
    }
    let line = format!("{square}: {worth}");
    let then = best.pv.get(1..6.min(best.pv.len())).unwrap_or_default();
    let then = [
        Said::verbatim(line.clone()),
        tr!("Then {moves}.", moves = Moves(then)),
    ];
    let with_line = (best.pv.len() > 1).then(|| Said::sentences(then).into());
    with_line.into_iter().chain([line, score, short]).collect()
}

fn name(found: &MoveScore) -> String {
    found
        .square
        .map_or_else(String::new, |square| square.to_string())
}

/// Returns the analysed moves, once there are any.
fn found_moves(session: &Session) -> Option<&[MoveScore]> {
    let moves = session.analysis.latest()?.ok()?.moves.as_slice();
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
        let mut take = |value, urgent, millis| {
            calm.take(value, urgent, at(millis));
            calm.shown
        };
        assert_eq!(take(Some(1), false, 0), Some(1), "the first one at once");
        assert_eq!(take(Some(2), false, 249), Some(1));
        assert_eq!(take(Some(2), false, 250), Some(2));
        assert_eq!(take(Some(2), true, 251), Some(2), "it is the same");
        assert_eq!(take(Some(3), true, 252), Some(3), "the last one at once");
        assert_eq!(take(None, false, 253), None);
        assert_eq!(take(Some(4), false, 254), Some(4));
    }

    #[test]
    fn a_waiting_value_is_due_a_quarter_of_a_second_after_the_last_one() {
        let zero = Instant::now();
        let mut calm = Debounced::default();
        calm.take(Some(1), false, zero);
        calm.take(Some(2), false, zero + Duration::from_millis(249));
        let due = zero + Duration::from_millis(250);
        assert_eq!(calm.due(Some(&2)), Some(due));
        assert_eq!(calm.due(Some(&1)), None);
        assert_eq!(Debounced::<u32>::default().due(None), None);
    }
}
