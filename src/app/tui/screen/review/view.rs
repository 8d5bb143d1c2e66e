//! The drawing of the review.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::details::{Details, play_line};
use super::layout::ReviewLayout;
use super::{Intent, ReviewScreen};
use crate::app::review::graph::Graph;
use crate::app::tui::context::UiContext;
use crate::app::tui::hits::Hits;
use crate::app::tui::screen::draw_keys;
use crate::app::tui::text::{clip, cut, width, wrap};
use crate::app::tui::theme::{ActiveTheme, Role};
use crate::app::tui::widget::board::BoardView;
use crate::app::tui::widget::graph::GraphView;
use crate::app::tui::widget::tile::{Disc, Label, Mark, Tile};
use crate::app::wording::score_cell;
use crate::color::Color;
use crate::square::Square;

/// The shortest useful part of a name, in columns.
const SHORTEST_NAME: usize = 4;

/// The minimum width for two lines of play in one row.
const SHARED: usize = 60;

impl ReviewScreen {
    pub(super) fn draw_on(
        &self,
        area: Rect,
        ui: &UiContext,
        hits: &Hits<Intent>,
        buf: &mut Buffer,
    ) {
        let look = ui.look();
        let layout = ReviewLayout::of(area);
        let view = BoardView {
            place: layout.board,
            tiles: self.tiles(layout.board.height, ui, &look),
            lit_file: self.input.typed(),
            lit_square: self.input.square(),
            look: &look,
            cache: &ui.tiles,
        };
        view.render(buf.area, buf);
        hits.add_all(layout.board.rects(), Intent::Square);
        if let Some(title) = layout.title {
            self.draw_title(title, &look, buf);
        }
        if let Some(graph) = layout.graph {
            self.draw_graph(graph, hits, &look, buf);
            if layout.title.is_none() {
                // Shown where nothing is known yet.
                let y = graph.bottom() - 1;
                let room = usize::from(graph.width);
                buf.set_stringn(graph.x, y, self.progress(), room, look.style(Role::Key));
            }
        }
        if let Some(list) = layout.list {
            self.draw_list(list, hits, &look, buf);
        }
        if let Some(totals) = layout.totals {
            self.draw_totals(totals, &look, buf);
        }
        let details = self.details(&look);
        if let Some(brief) = layout.brief {
            self.draw_brief(brief, &look, buf);
        }
        self.draw_details(&details, &layout, &look, buf);
        draw_keys(self.hints(ui), layout.keys, &look, hits, buf);
    }

    fn tiles(&self, height: u16, ui: &UiContext, look: &ActiveTheme) -> [Tile; 64] {
        let position = self.position();
        let legal = position.legal_moves();
        let last = self.last_square();
        let next = self.next_square();
        let best = self.best();
        // A previewed disc differs from others only by its colours, if there are any.
        let ghostly = look.has_colors() && !look.is_ascii() && height > 1;
        let mut tiles = [Tile::default(); 64];
        for square in Square::all() {
            let tile = &mut tiles[usize::from(square.index())];
            *tile = Tile::of(square);
            tile.disc = position.disc(square).map(|color| Disc {
                color,
                step: 0,
                ghost: false,
            });
            let is_best = best.as_ref().filter(|f| f.square == Some(square));
            let is_legal = legal.contains(square);
            let of_file = self.input.typed() == Some(square.file()) && is_legal;
            tile.lit = of_file || self.input.square() == Some(square);
            tile.mark = if Some(square) == last {
                Mark::Last
            } else if is_legal && ui.settings.legal_dots {
                Mark::Legal
            } else {
                Mark::None
            };
            if next == Some(square) && ghostly {
                tile.mark = Mark::None;
                tile.disc = Some(Disc {
                    color: position.side_to_move(),
                    step: 0,
                    ghost: true,
                });
            }
            tile.named = of_file || next == Some(square) && !ghostly && is_best.is_none();
            tile.label =
                is_best.map(|found| Label::new(&score_cell(found.certainty, found.score), true));
            if tile.named || is_best.is_some() && height > 1 {
                // The label replaces the mark.
                tile.mark = Mark::None;
            }
        }
        tiles
    }

    /// Draws the players, the result, and the progress of the review.
    fn draw_title(&self, area: Rect, look: &ActiveTheme, buf: &mut Buffer) {
        let review = self.review();
        let outcome = review.game().outcome();
        let mut spans = vec![
            Span::styled(look.disc(Color::Black), look.disc_style(Color::Black)),
            Span::styled(look.disc(Color::White), look.disc_style(Color::White)),
            Span::styled(" Review", look.style(Role::Strong)),
        ];
        let progress = self.progress();
        let dot = if look.is_ascii() { ", " } else { " · " };
        let score = outcome.map(|outcome| {
            let counts = outcome.score;
            format!("{}-{}", counts.black, counts.white)
        });
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
            spans.push(Span::styled(cut(&text, room), look.style(Role::Key)));
        } else {
            // Long names get the space that the score leaves.
            let score = score
                .map(|score| format!("{dot}{score}"))
                .unwrap_or_default();
            let left = room.saturating_sub(width(&score) + width(dot));
            let names = self
                .names_in(left)
                .map(|names| format!("{dot}{names}"))
                .unwrap_or_default();
            for text in [names, score] {
                spans.push(Span::styled(text, look.style(Role::Muted)));
            }
        }
        buf.set_line(area.x, area.y, &Line::from(spans), area.width);
        let columns = u16::try_from(width(&progress)).unwrap_or(area.width);
        if columns + 9 <= area.width {
            let style = look.style(Role::Key);
            buf.set_string(area.right() - columns, area.y, progress, style);
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

    fn draw_graph(&self, area: Rect, hits: &Hits<Intent>, look: &ActiveTheme, buf: &mut Buffer) {
        let view = GraphView {
            graph: &Graph::of(self.review()),
            at: self.at,
            look,
        };
        hits.add_all(view.draw(area, buf), Intent::Entry);
    }

    /// Draws a short summary beside a small board.
    fn draw_brief(&self, area: Rect, look: &ActiveTheme, buf: &mut Buffer) {
        let review = self.review();
        let all = review.game().entries().len();
        let score = review.black_score(self.at);
        let mut rows = vec![
            (format!("{}/{all}", self.at), Role::Strong),
            (String::new(), Role::Text),
        ];
        if let Some((black, certainty)) = score {
            rows.push(("Black".to_owned(), Role::Muted));
            rows.push((score_cell(certainty, black), Role::Text));
        }
        if self.job.is_busy() {
            let known = format!("{}/{}", review.known(), review.positions().len());
            rows.push((String::new(), Role::Text));
            rows.push((known, Role::Key));
        }
        let room = usize::from(area.width);
        for ((text, role), y) in rows.into_iter().zip(area.y..area.bottom()) {
            buf.set_stringn(area.x, y, text, room, look.style(role));
        }
    }

    /// Returns the input, the error or the message.
    fn speech(&self) -> Option<(String, Role)> {
        if let Some((notice, complaint)) = &self.notice {
            let role = if *complaint {
                Role::Warning
            } else {
                Role::Text
            };
            return Some((notice.clone(), role));
        }
        let name = |square: Square| {
            let what = if self.position().legal_moves().contains(square) {
                "Enter tries it"
            } else {
                "not legal here"
            };
            format!("{square}: {what}.")
        };
        let typed = self.input.typed().map(|file| format!("{file}_"));
        let text = typed.or_else(|| self.input.square().map(name))?;
        Some((text, Role::Key))
    }

    fn draw_details(
        &self,
        details: &Details,
        layout: &ReviewLayout,
        look: &ActiveTheme,
        buf: &mut Buffer,
    ) {
        let area = layout.details;
        let columns = usize::from(area.width);
        let mut lines: Vec<Line<'static>> = Vec::new();
        let [text, muted] = [Role::Text, Role::Muted].map(|role| look.style(role));
        let head = if details.head.width() <= columns {
            &details.head
        } else {
            &details.short
        };
        let speech = self
            .speech()
            .map(|(text, role)| (cut(&text, columns), role));
        if let Some(side) = self.side_text().filter(|_| layout.title.is_none()) {
            lines.push(Line::styled(cut(&side, columns), look.style(Role::Key)));
        }
        let mut head = head.clone();
        // The score is at the right of the headline, if it fits.
        let mut worth = details.worth.clone();
        if let Some(sentence) = &worth
            && head.width() + 3 + width(sentence) <= columns
        {
            let gap = columns - head.width() - width(sentence);
            head.push_span(Span::raw(" ".repeat(gap)));
            head.push_span(Span::styled(sentence.clone(), muted));
            worth = None;
        }
        lines.push(head);
        let rows = usize::from(area.height);
        let mut others: Vec<Line<'static>> = Vec::new();
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
        let reason = details.reason.as_ref();
        let reason = reason.map_or_else(Vec::new, |reason| reason_in(reason, columns, room));
        let reason = reason.into_iter().map(|line| Line::styled(line, text));
        if rows < 4 {
            others.extend(reason);
            others.extend(plays);
        } else {
            others.extend(plays);
            others.extend(reason);
        }
        others.extend(worth.map(|worth| Line::styled(cut(&worth, columns), muted)));
        let more = details.more.iter().map(|more| cut(more, columns));
        others.extend(more.map(|more| Line::styled(more, muted)));
        lines.extend(others);
        lines.truncate(rows);
        if let Some((speech, role)) = speech {
            lines.truncate(rows - 1);
            while lines.len() + 1 < rows {
                lines.push(Line::default());
            }
            lines.push(Line::styled(speech, look.style(role)));
        }
        for (line, y) in lines.iter().zip(area.y..area.bottom()) {
            buf.set_line(area.x, y, line, area.width);
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
        let reason = "g5 gives White the corner h1; c6 does not.";
        assert_eq!(reason_in(reason, 80, 1), [reason]);
        assert_eq!(reason_in(reason, 30, 1), ["g5 gives White the corner h1."]);
        assert_eq!(reason_in(reason, 24, 2).len(), 2);
    }
}
