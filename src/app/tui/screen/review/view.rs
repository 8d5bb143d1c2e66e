//! The drawing of the review.

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::details::play_line;
use super::layout::ReviewLayout;
use super::{Intent, ReviewScreen};
use crate::app::player::score_cell;
use crate::app::study::review::graph::Graph;
use crate::app::tui::context::UiContext;
use crate::app::tui::layout::Slices;
use crate::app::tui::screen::board_pane::BoardScene;
use crate::app::tui::screen::{Canvas, openings_panel};
use crate::app::tui::text::{clip, columns, cut, width, wrap};
use crate::app::tui::theme::{ActiveTheme, Role};
use crate::app::tui::widget::graph::GraphView;
use crate::app::tui::widget::tile::{Label, Mark, Tile};
use crate::app::wording::screens;
use crate::game::Game;
use crate::squares::SquareSet;

/// The shortest useful part of a name, in columns.
const SHORTEST_NAME: usize = 4;

/// The minimum width for two lines of play in one row.
const SHARED: usize = 60;

impl ReviewScreen {
    pub(super) fn draw_on(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let layout = ReviewLayout::of(area);
        let tiles = self.tiles(layout.board.height, &canvas.context.ui, &canvas.look);
        self.pane.draw(layout.board, &tiles, None, canvas);
        self.draw_title(layout.title, canvas);
        let openings = if layout.list.is_empty() {
            layout.graph
        } else {
            layout.list.union(layout.totals)
        };
        if !canvas.context.ui.shows_openings || openings != layout.graph {
            self.draw_graph(layout.graph, canvas);
        }
        if layout.title.is_empty() {
            // Shown where nothing is known yet.
            canvas.text(Slices(layout.graph).bottom(1), self.progress(), Role::Key);
        }
        if canvas.context.ui.shows_openings {
            let scores = self.scores();
            openings_panel::draw(self.position(), &scores, openings, canvas);
        } else {
            self.draw_list(layout.list, canvas);
            self.draw_totals(layout.totals, canvas);
        }
        self.draw_brief(layout.brief, canvas);
        self.draw_details(&layout, canvas);
        canvas.keys(layout.keys, self.hints(&canvas.context.ui));
    }

    fn tiles(&self, height: u16, ui: &UiContext, look: &ActiveTheme) -> [Tile; 64] {
        let here = Game::from_position(self.position());
        let next = self.next_square();
        let best = self.best();
        // A previewed disc differs from others only by its colours, if there are any.
        let ghostly = look.paints().is_some() && height > 1;
        let scene = BoardScene {
            last: self.last_square(),
            dots: ui.settings.legal_dots,
            preview: (next.filter(|_| ghostly)).map(|square| (square, SquareSet::EMPTY)),
            ..self.pane.scene(&here, here.legal_moves())
        };
        Tile::board(|square| {
            let best = best.as_ref().filter(|f| f.square == Some(square));
            let label = best.map(|best| Label::new(&score_cell(best.certainty, best.score), true));
            let tile = self.pane.tile(square, &scene, None).labelled(label, height);
            if next == Some(square) && !ghostly && best.is_none() {
                return Tile {
                    named: true,
                    mark: Mark::None,
                    ..tile
                };
            }
            tile
        })
    }

    /// Draws the players, the result, and the progress of the review.
    fn draw_title(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let (look, outcome) = (canvas.look, self.review().game().outcome());
        let mut title = canvas.title("Review");
        let progress = self.progress();
        let dot = look.symbol(" · ", ", ");
        let room = usize::from(area.width).saturating_sub(9 + progress.len() + 1);
        if let Some(side) = self.side_text() {
            // A long line is shown from its current end.
            let mut text = format!("{dot}{side}");
            while width(&text) > room
                && let Some((head, moves)) = text.split_once(": ")
                && let Some((_, rest)) = moves.trim_start_matches(".. ").split_once(' ')
            {
                text = format!("{head}: .. {rest}");
            }
            title.push_span(Span::styled(cut(&text, room), look.style(Role::Key)));
        } else {
            // Long names get the space that the score leaves.
            let score = outcome.map_or_else(String::new, |outcome| {
                format!("{dot}{}-{}", outcome.score.black, outcome.score.white)
            });
            let left = room.saturating_sub(width(&score) + width(dot));
            let names = self.names_in(left);
            let names = names.map_or_else(String::new, |names| format!("{dot}{names}"));
            title.push_span(Span::styled(names + &score, look.style(Role::Muted)));
        }
        canvas.line(area, title);
        if columns(&progress) + 9 <= area.width {
            canvas.right(area, &progress, Role::Key);
        }
    }

    /// Returns the players within a width: each name gets half, plus what the other leaves. `None` if
    /// nobody is known or there is no room.
    fn names_in(&self, columns: usize) -> Option<String> {
        let (black, white) = (&*self.names.black, &*self.names.white);
        if [black, white].iter().all(|name| matches!(*name, "" | "?")) {
            return None;
        }
        let between = " - ";
        let room = columns.checked_sub(between.len() + 2 * SHORTEST_NAME)? + 2 * SHORTEST_NAME;
        let half = room / 2;
        let black = clip(black, room - half.min(width(white)));
        let white = clip(white, room - width(black));
        Some(format!("{}{between}{}", black.trim_end(), white.trim_end()))
    }

    /// Returns the progress of the review; empty when complete.
    fn progress(&self) -> String {
        let review = self.review();
        if review.is_complete() {
            if self.job.is_busy() {
                "looking".to_owned()
            } else {
                String::new()
            }
        } else if self.job.is_busy() {
            let all = review.positions().len();
            format!("reviewing {}/{all}", review.known())
        } else {
            "review stopped".to_owned()
        }
    }

    fn draw_graph(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let view = GraphView {
            graph: &Graph::of(self.review()),
            at: self.at,
            ruled: true,
            look: &canvas.look,
        };
        let places = view.draw(area, canvas.buf);
        canvas.hits.add_all(places, Intent::Entry);
    }

    /// Draws a short summary beside a small board.
    fn draw_brief(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let review = self.review();
        let all = review.game().entries().len();
        let mut rest = Slices(area);
        canvas.text(rest.top(1), format!("{}/{all}", self.at), Role::Strong);
        rest.top(1);
        if let Some((black, certainty)) = review.black_score(self.at) {
            canvas.text(rest.top(1), "Black", Role::Muted);
            canvas.text(rest.top(1), score_cell(certainty, black), Role::Text);
        }
        if self.job.is_busy() {
            rest.top(1);
            let known = format!("{}/{}", review.known(), review.positions().len());
            canvas.text(rest.top(1), known, Role::Key);
        }
    }

    /// Returns the input, the error or the message.
    fn speech(&self) -> Option<(String, Role)> {
        if self.notice.is_some() {
            return self.notice.clone();
        }
        let legal = self.position().legal_moves();
        let name = |square| screens::review::at_cursor(square, legal.contains(square));
        let text = self.pane.text(name)?;
        Some((text, Role::Key))
    }

    fn draw_details(&self, layout: &ReviewLayout, canvas: &mut Canvas<Intent>) {
        let (area, look) = (layout.details, &canvas.look);
        let details = self.details(look);
        let (columns, rows) = (usize::from(area.width), usize::from(area.height));
        let [text, muted] = [Role::Text, Role::Muted].map(|role| look.style(role));
        let mut lines: Vec<Line<'static>> = Vec::new();
        if let Some(side) = self.side_text().filter(|_| layout.title.is_empty()) {
            lines.push(Line::styled(cut(&side, columns), look.style(Role::Key)));
        }
        let mut head = if details.head.width() <= columns {
            details.head
        } else {
            details.short
        };
        // The score is at the right of the headline, if it fits.
        let mut worth = details.worth;
        if let Some(sentence) = &worth
            && head.width() + 3 + width(sentence) <= columns
        {
            let gap = columns - head.width() - width(sentence);
            head.push_span(Span::raw(" ".repeat(gap)));
            head.push_span(Span::styled(sentence.clone(), muted));
            worth = None;
        }
        lines.push(head);
        // If rows are few, the two lines of play share one.
        let share = rows < 4 && columns >= SHARED && details.reason.is_some();
        let plays = if let ([(one, best), (other, played)], true) = (&details.lines[..], share) {
            let half = (columns - 2) / 2;
            let mut line = play_line(one, best, half, look);
            line.push_span(Span::raw(" ".repeat(half + 2 - line.width())));
            line.extend(play_line(other, played, half, look));
            vec![line]
        } else {
            let lines = details.lines.iter();
            lines
                .map(|(name, found)| play_line(name, found, columns, look))
                .collect()
        };
        let free = rows.saturating_sub(lines.len());
        // The reason takes precedence over a line of play that does not fit.
        let room = free.saturating_sub(details.lines.len()).max(1);
        let reason = details.reason.iter();
        let reason = reason.flat_map(|reason| reason_in(reason, columns, room));
        let reason: Vec<_> = reason.map(|line| Line::styled(line, text)).collect();
        let parts = if rows < 4 {
            [reason, plays]
        } else {
            [plays, reason]
        };
        lines.extend(parts.into_iter().flatten());
        let more = worth.iter().chain(&details.more);
        lines.extend(more.map(|more| Line::styled(cut(more, columns), muted)));
        let speech = self.speech();
        lines.resize(rows - usize::from(speech.is_some()), Line::default());
        if let Some((speech, role)) = speech {
            lines.push(Line::styled(cut(&speech, columns), look.style(role)));
        }
        for (line, row) in lines.into_iter().zip(area.rows()) {
            canvas.buf.set_line(row.x, row.y, &line, row.width);
        }
    }
}

/// Fits a reason into columns and rows: only its first clause, if not all of it fits.
fn reason_in(reason: &str, columns: usize, rows: usize) -> Vec<String> {
    let whole = wrap(reason, columns);
    if whole.len() <= rows {
        return whole;
    }
    let clause = reason.split([';', ':']).next().unwrap_or(reason);
    let mut lines = wrap(&format!("{}.", clause.trim_end_matches('.')), columns);
    lines.truncate(rows);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_without_room_keeps_its_first_clause() {
        let reason = "g5 leaves the corner h1 open; c6 does not.";
        assert_eq!(reason_in(reason, 80, 1), [reason]);
        assert_eq!(reason_in(reason, 30, 1), ["g5 leaves the corner h1 open."]);
        assert_eq!(reason_in(reason, 24, 2).len(), 2);
    }
}
