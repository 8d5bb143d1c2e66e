//! The cards beside the board.

use ratatui::layout::Rect;

use super::Intent;
use super::view::GameView;
use crate::keymap::Shortcut;
use crate::screen::side::{TextCard, draw_moves};
use crate::screen::thoughts::Thoughts;
use crate::screen::{Canvas, card_edges, openings_panel, overlays};
use crate::text::{cut, rows, wrap};
use crate::theme::Role;
use crate::widget::graph::GraphView;
use crate::widget::moves::{self, Notes};
use reversi::{ByColor, Color};
use reversi_study::review::graph::{Graph, Point};
use reversi_table::session::AnalysisMode;
use reversi_text::label;
use reversi_wording::coach;

/// The most rows of the news card, without its edges.
pub(super) const NEWS: u16 = 6;

/// The most rows of the chat card, without its edges: however much is said, the rest of the column stays.
pub(super) const CHAT: u16 = 3;

/// The number of positions in a game without passes. The graph has room for all of them from the start.
const POSITIONS: usize = 61;

impl GameView<'_> {
    /// Returns what answers the last key or click: a title, and the text in its forms, the longest first. It outranks what
    /// happened, and that outranks where the cursor is.
    pub(super) fn answer(&self) -> Option<(&'static str, Vec<String>, Role)> {
        let (table, thinking) = (self.table, &self.screen.thinking);
        if let Some(refusal) = table.log.refusal() {
            return Some((
                label!("Not possible").text(),
                vec![refusal.to_owned()],
                Role::Warning,
            ));
        }
        let scores = thinking.scores(self.game.position());
        if let Some(judged) = table.coach.warning(scores) {
            let forms = coach::warning_forms(&judged);
            let forms = forms.into_iter().map(String::from).collect();
            return Some((label!("Coach").text(), forms, Role::Text));
        }
        if self.screen.has_asked && thinking.hint(self.session).is_some() {
            let advice = thinking.advice_forms(self.session, self.ui);
            return Some((label!("Hint").text(), advice, Role::Text));
        }
        let reply = table.log.reply()?;
        Some((label!("News").text(), vec![reply.to_owned()], Role::Text))
    }

    /// Returns the most important news for a column of this width: the answer to the last key or click, a pass, the result or
    /// a hint, otherwise the messages since the last move.
    pub(super) fn news(&self, columns: u16) -> Option<TextCard> {
        if self.is_past() {
            return None;
        }
        let answer = self.answer();
        let is_refused = self.table.log.refusal().is_some();
        if let Some(card) = self.away_card().filter(|_| !is_refused) {
            return Some(card);
        }
        if let Some((title, forms, role)) = answer {
            let fits = |form: &&String| wrap(form, columns.into()).len() <= usize::from(NEWS);
            let form = forms.iter().find(fits).or(forms.last())?;
            return Some(TextCard::of(title, form, role));
        }
        // A later message matters more, such as that the game was saved. The card at the end says the result.
        let announcement = self.table.log.announcement();
        let is_last = announcement == self.table.log.latest() && self.open_end().is_none();
        if let Some(message) = announcement.filter(|_| is_last) {
            let is_over = self.game.outcome().is_some();
            let title = if is_over {
                label!("Result").text()
            } else {
                label!("Pass").text()
            };
            let mut card = TextCard::of(title, message.text.clone(), Role::Banner);
            card.short.clone_from(&message.short);
            return Some(card);
        }
        let advice = (self.screen.thinking).advice(self.session, (columns, NEWS), false, self.ui);
        match advice.filter(|_| !self.table.held) {
            Some(advice) => {
                let mode = self.screen.thinking.mode(self.session);
                let is_hint = mode == Some(AnalysisMode::Hint);
                let title = if is_hint {
                    label!("Hint").text()
                } else {
                    label!("Values").text()
                };
                Some(TextCard::of(title, advice, Role::Text))
            }
            None => Some(TextCard::of(
                label!("News").text(),
                self.table.log.news()?,
                Role::Text,
            )),
        }
    }

    /// Returns the last lines of the chat for a column of this width, as many as have room in its rows.
    pub(super) fn chat(&self, columns: u16, is_boxed: bool) -> Option<TextCard> {
        let columns = usize::from(columns.saturating_sub(card_edges(is_boxed).0));
        let (mut lines, mut room) = (Vec::new(), usize::from(CHAT));
        let most = room;
        for line in self.table.log.chat().iter().rev() {
            let mut wrapped = wrap(line, columns);
            if lines.is_empty() && wrapped.len() > most {
                // The last row shows that there is more.
                let rest = wrapped.split_off(most - 1).join(" ");
                wrapped.push(cut(&rest, columns));
            }
            let Some(left) = room.checked_sub(wrapped.len()) else {
                break;
            };
            room = left;
            lines.push((wrapped.join("\n"), Role::Text));
        }
        lines.reverse();
        (!lines.is_empty()).then(|| TextCard::new(label!("Chat").text(), lines))
    }

    /// Returns what two computers think that play each other; empty in other games.
    pub(super) fn thoughts(&self) -> Thoughts {
        let mut thoughts = Thoughts::default();
        let players = self.session.players();
        if !Color::ALL.into_iter().all(|color| players[color].is_cpu()) {
            return thoughts;
        }
        let noted = (self.session.game().entries().iter()).zip(self.session.timing.notes());
        for (entry, (played, note)) in noted.enumerate() {
            if let Some(score) = note.score {
                thoughts.add(played.color(), entry, score);
            }
        }
        for color in Color::ALL {
            let info = self.session.thought_of(color);
            if let Some((info, best)) = info.and_then(|info| Some((info, info.moves.first()?))) {
                thoughts.set(color, best, info.nodes);
            }
        }
        thoughts
    }

    /// Draws the legend of the overlay in a card, if one is on.
    pub(super) fn draw_legend(
        &self,
        area: Rect,
        is_boxed: bool,
        canvas: &mut Canvas<Intent>,
    ) -> bool {
        let Some(overlay) = self.overlay() else {
            return false;
        };
        let inner = canvas.card(area, is_boxed, overlay.name().text(), "");
        let key = self.key(Shortcut::Inspect);
        overlays::draw_legend(overlay, self.game.position(), Some(&key), inner, canvas);
        true
    }

    /// Draws the lead in discs over the game.
    pub(super) fn draw_graph(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let leads = self.session.game().positions().map(|position| {
            let ByColor { black, white } = position.counts();
            Some(Point {
                black: black.cast_signed() - white.cast_signed(),
                exact: true,
            })
        });
        let mut points: Vec<Option<Point>> = leads.collect();
        let (at, last) = (self.game.entries().len(), points.len() - 1);
        points.resize(points.len().max(POSITIONS), None);
        let graph = Graph {
            points,
            mistakes: Vec::new(),
        };
        let view = GraphView {
            graph: &graph,
            at,
            numbers: None,
            look: &self.look,
        };
        let places = view.draw(area, canvas.buf);
        canvas
            .hits
            .add_all(places, |entry| Intent::Entry(entry.min(last)));
    }

    /// Returns the rows of the card with the lines of the engine.
    pub(super) fn lines_rows(&self) -> u16 {
        let lines = self.screen.thinking.lines(self.session);
        if lines.is_empty() {
            0
        } else {
            rows(&lines).min(NEWS) + 2
        }
    }

    /// Draws the expected line after each scored move.
    pub(super) fn draw_lines(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let lines = self.screen.thinking.lines(self.session);
        if lines.is_empty() || area.height < 3 {
            return;
        }
        let inner = canvas.card(area, true, label!("Lines").text(), "");
        let room = usize::from(inner.width);
        canvas.lines(inner, lines.iter().map(|line| cut(line, room)), Role::Text);
    }

    /// Draws the list of moves, or the openings in its place.
    pub(super) fn draw_moves(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        if self.shows_openings() {
            let position = self.game.position();
            let scores = self.screen.thinking.all_scores(position);
            openings_panel::draw(position, scores, area, false, canvas);
            return;
        }
        let notes = self.session.timing.notes();
        let time = |index: usize| notes.get(index).and_then(|note| note.time);
        let mut items = moves::items_of(self.game, time, &self.look);
        if self.session.departed().is_some() {
            moves::note_departure(&mut items);
        }
        let (played, scroll) = (
            self.game.entries().len(),
            Some((self.screen.scroll, Intent::Scroll as _)),
        );
        let notes = Notes::times(area.width);
        let places = draw_moves(&items, played, scroll, notes, area, canvas);
        canvas.hits.add_all(places, Intent::Entry);
    }
}
