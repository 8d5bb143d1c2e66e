//! Owns how the screen of a game looks.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget, Wrap};

use super::BoardScreen;
use super::panel::PANEL_WITH_MESSAGES;
use crate::app::tui::context::{Target, UiContext};
use crate::app::tui::layout::BoardLayout;
use crate::app::tui::text::{width, wrap};
use crate::app::tui::theme::{ActiveTheme, Role};
use crate::app::tui::widget::board::BoardView;
use crate::app::tui::widget::keys;
use crate::app::tui::widget::tile::{Disc, Mark, Tile};
use crate::color::Color;
use crate::game::Status;
use crate::square::Square;
use crate::squares::SquareSet;

impl BoardScreen {
    /// Draws the screen.
    pub(crate) fn draw(&self, layout: &BoardLayout, env: &UiContext, buf: &mut Buffer) {
        let look = env.look();
        let view = BoardView {
            place: layout.board,
            tiles: self.tiles(layout.board.height, env),
            lit_file: self.typed,
            lit_square: self.marked_square(&look),
            look: &look,
            cache: &env.tiles,
        };
        view.render(buf.area, buf);
        for square in Square::all() {
            env.hits
                .add(layout.board.rect(square), Target::Square(square));
        }
        if let Some(title) = layout.title {
            self.draw_title(title, env, &look, buf);
        }
        let with_messages = layout.panel.height >= PANEL_WITH_MESSAGES;
        self.draw_panel(layout.panel, with_messages, &look, buf);
        self.draw_speech(layout, with_messages, &look, buf);
        for (area, action) in keys::draw(self.keys(env), layout.keys, &look, buf) {
            env.hits.add(area, Target::Key(action));
        }
    }

    /// The square whose coordinates stand out.
    fn marked_square(&self, look: &ActiveTheme) -> Option<Square> {
        let pointer = self.pointer.map(|pointer| pointer.square);
        // Where the mark on the last move is small, its coordinates help to find it.
        let small = look.is_ascii() || !look.has_colors();
        let last = self.session.game().last_move().map(|(square, _)| square);
        pointer.or(last.filter(|_| small && self.typed.is_none()))
    }

    /// The square that a move is shown for before it is played, with what it would turn.
    fn preview(&self) -> Option<(Square, SquareSet)> {
        let square = self.pointer?.square;
        let position = self.session.game().position();
        let legal = self.session.awaits_human() && position.legal_moves().contains(square);
        legal.then(|| (square, position.board().flips(square)))
    }

    fn tiles(&self, height: u16, env: &UiContext) -> [Tile; 64] {
        let game = self.session.game();
        let position = game.position();
        let side = position.side_to_move();
        let choosing = self.session.awaits_human();
        let legal = if choosing {
            game.legal_moves()
        } else {
            SquareSet::EMPTY
        };
        let last = game.last_move().map(|(square, _)| square);
        let preview = self.preview();
        let mut tiles = [Tile::default(); 64];
        for square in Square::all() {
            let tile = &mut tiles[usize::from(square.index())];
            *tile = Tile::of(square);
            let turning = self.timeline.turning(square, env.now);
            tile.disc = position.disc(square).map(|color| Disc {
                color: turning.map_or(color, |turning| turning.color),
                step: turning.map_or(0, |turning| turning.step),
                ghost: false,
            });
            tile.mark = if preview.is_some_and(|(_, flips)| flips.contains(square)) {
                Mark::WouldTurn(side)
            } else if Some(square) == last {
                Mark::Last
            } else if self.timeline.glows(square) {
                Mark::Turned
            } else if legal.contains(square) && env.settings.legal_dots {
                Mark::Legal
            } else {
                Mark::None
            };
            if preview.is_some_and(|(at, _)| at == square) {
                tile.mark = Mark::None;
                tile.disc = Some(Disc {
                    color: side,
                    step: 0,
                    ghost: true,
                });
            }
            let of_file = self.typed == Some(square.file()) && legal.contains(square);
            tile.named = of_file;
            if of_file {
                // The name says it.
                tile.mark = Mark::None;
            }
            tile.label = self
                .label(square)
                .filter(|_| tile.disc.is_none() && !of_file);
            if tile.label.is_some() && height > 1 {
                // The score says it.
                tile.mark = Mark::None;
            }
            tile.lit = of_file || self.pointer.is_some_and(|pointer| pointer.square == square);
        }
        tiles
    }

    fn draw_title(&self, area: Rect, env: &UiContext, look: &ActiveTheme, buf: &mut Buffer) {
        let title = Line::from(vec![
            Span::styled(look.disc(Color::Black), look.disc_style(Color::Black)),
            Span::styled(look.disc(Color::White), look.disc_style(Color::White)),
            Span::styled(" Reversi", look.style(Role::Strong)),
        ]);
        buf.set_line(area.x, area.y, &title, area.width);
        let players = self.session.players();
        let mut set = format!("{} theme", look.name());
        if !players.black.is_human() || !players.white.is_human() {
            let pace = env.settings.pace;
            set = format!("{set}, pace {}.{} s", pace / 1000, pace % 1000 / 100);
        }
        let columns = u16::try_from(width(&set)).unwrap_or(area.width);
        if columns + 12 <= area.width {
            buf.set_string(area.right() - columns, area.y, set, look.style(Role::Muted));
        }
    }

    /// The notice and the prompt; one line for both where there is only one.
    fn draw_speech(
        &self,
        layout: &BoardLayout,
        with_messages: bool,
        look: &ActiveTheme,
        buf: &mut Buffer,
    ) {
        let prompt = self.prompt(layout.keys.width, layout.board.height == 1, look);
        let latest = self.messages.last().filter(|_| !with_messages);
        match (layout.notice, layout.prompt) {
            (Some(notice), Some(line)) => {
                let both = notice.union(line);
                let complaint = self.complaint.as_deref().unwrap_or_default();
                if width(complaint) > usize::from(line.width) {
                    // It is worth more than what stands above it.
                    draw_bottom(complaint, both, look.style(Role::Warning), buf);
                    return;
                }
                if let Some(banner) = &self.banner {
                    draw_banner(banner, notice, look, buf);
                } else if prompt.width() > usize::from(line.width) {
                    // What can be done now is worth more than what has been.
                    let above = both.height.saturating_sub(2);
                    let rows = Rect::new(both.x, both.y + above, both.width, both.height - above);
                    let prompt = Paragraph::new(prompt).wrap(Wrap { trim: true });
                    prompt.render(rows, buf);
                    return;
                } else if let Some(message) = latest {
                    draw_text(message, notice, look.style(Role::Text), buf);
                }
                Widget::render(prompt, line, buf);
            }
            (Some(only), None) | (None, Some(only)) => match &self.banner {
                _ if self.complaint.is_some() => {
                    let complaint = self.complaint.as_deref().unwrap_or_default();
                    draw_text(complaint, only, look.style(Role::Warning), buf);
                }
                Some(banner) if self.typed.is_none() && self.pointer.is_none() => {
                    draw_banner(banner, only, look, buf);
                }
                _ if only.height > 1 && !self.prompt_is_urgent() => {
                    if let Some(message) = latest {
                        draw_text(message, only, look.style(Role::Text), buf);
                    }
                }
                _ => Paragraph::new(prompt)
                    .wrap(Wrap { trim: true })
                    .render(only, buf),
            },
            (None, None) => {}
        }
    }

    /// Whether the prompt says something that the last message does not.
    fn prompt_is_urgent(&self) -> bool {
        let status = self.session.game().status();
        self.typed.is_some()
            || self.pointer.is_some()
            || self.session.is_paused()
            || self.advice().is_some()
            || self.thought_text(usize::MAX).is_some()
            || matches!(status, Status::MustPass(_))
            || self.session.game().entries().is_empty()
    }

    fn is_taken(&self, square: Square) -> bool {
        self.session.game().position().disc(square).is_some()
    }

    /// What is typed, or what is waited for.
    fn prompt(&self, columns: u16, small: bool, look: &ActiveTheme) -> Line<'static> {
        let [muted, strong, key] = [Role::Muted, Role::Strong, Role::Key].map(|r| look.style(r));
        if let Some(complaint) = &self.complaint {
            return Line::styled(complaint.clone(), look.style(Role::Warning));
        }
        if self.held {
            return Line::styled("Press a key to go on.", strong);
        }
        let span = |text: &str, style: Style| Span::styled(text.to_owned(), style);
        if self.typed.is_none()
            && self.pointer.is_none()
            && let Some(advice) = self.advice_line(usize::from(columns), small)
        {
            // What is advised stands out from how it was found.
            let end = advice.find([':', '.']).map_or(advice.len(), |end| end + 1);
            let (head, rest) = advice.split_at(end);
            return Line::from(vec![span(head, strong), span(rest, look.style(Role::Text))]);
        }
        let players = self.session.players();
        let color = match self.session.game().status() {
            Status::Over(_) if self.session.game().entries().is_empty() => {
                return Line::default();
            }
            Status::Over(_) => {
                let text = if columns < 40 {
                    " reviews it."
                } else {
                    " shows where the game was won and lost."
                };
                return Line::from(vec![span("w", key), span(text, muted)]);
            }
            Status::MustPass(color) => {
                let text = format!("{color} has no legal move: ");
                return Line::from(vec![
                    span(&text, strong),
                    span("Enter", key),
                    span(" passes again.", strong),
                ]);
            }
            Status::ToMove(color) => color,
        };
        if !players[color].is_human() {
            return if self.session.is_paused() {
                Line::from(vec![
                    span("Paused: ", strong),
                    span("p", key),
                    span(&format!(" lets {} ({color}) go on.", players[color]), muted),
                ])
            } else {
                self.thinking_line(color, usize::from(columns), look)
            };
        }
        let mut spans = Vec::new();
        if self.session.is_paused()
            && self.session.timing().clock().is_some()
            && self.typed.is_none()
        {
            spans.push(span("Paused (", muted));
            spans.push(span("p", key));
            spans.push(span("). ", muted));
        }
        spans.push(span(&format!("{color} to move: "), strong));
        match (self.typed, self.pointer, self.preview()) {
            (Some(file), ..) => spans.push(span(&format!("{file}_"), key)),
            (_, _, Some((square, flips))) => {
                let count = flips.len();
                let plural = if count == 1 { "" } else { "s" };
                spans.push(span(&square.to_string(), key));
                spans.push(span(&format!(" turns {count} disc{plural}"), muted));
                if let Some(worth) = self.worth(square) {
                    spans.push(span(&format!(", {worth}"), strong));
                }
            }
            (None, Some(pointer), None) if !self.is_taken(pointer.square) => {
                spans.push(span(&pointer.square.to_string(), muted));
            }
            (None, _, None) if columns >= 40 => {
                spans.push(span("type a square, like f5", muted));
            }
            (None, _, None) => {}
        }
        Line::from(spans)
    }

    /// What the CPU that is to move thinks, as far as it is known and there is room.
    fn thinking_line(&self, color: Color, columns: usize, look: &ActiveTheme) -> Line<'static> {
        let [muted, text] = [Role::Muted, Role::Text].map(|role| look.style(role));
        let player = self.session.players()[color];
        let who = if columns < 60 {
            format!("{color}: ")
        } else {
            format!("{color} ({player}) is thinking: ")
        };
        match self.thought_text(columns.saturating_sub(width(&who))) {
            Some(thought) => {
                Line::from(vec![Span::styled(who, muted), Span::styled(thought, text)])
            }
            None => Line::styled(format!("{color} ({player}) is thinking."), muted),
        }
    }
}

/// Draws a text that has to be seen over the whole width.
fn draw_banner(text: &str, area: Rect, look: &ActiveTheme, buf: &mut Buffer) {
    let style = look.style(Role::Banner);
    let lines = banner_lines(text, usize::from(area.width), usize::from(area.height));
    for (y, line) in (area.y..area.bottom()).zip(lines) {
        let bar = Rect::new(area.x, y, area.width, 1);
        buf.set_style(bar, style);
        Widget::render(Line::styled(line, style).centered(), bar, buf);
    }
}

/// A banner in so many columns and rows. Where not all of it fits: of several lines the last one, of a
/// result the counts, of several sentences the first one.
fn banner_lines(text: &str, columns: usize, rows: usize) -> Vec<String> {
    let last = text.lines().last().unwrap_or_default();
    let counts = last.strip_prefix("Game over. ").unwrap_or(last);
    let first = text.split_inclusive(". ").next().unwrap_or_default().trim();
    for candidate in [text, last, counts, first] {
        let lines = wrap(candidate, columns);
        if lines.len() <= rows {
            return lines;
        }
    }
    wrap(counts, columns)
}

fn draw_text(text: &str, area: Rect, style: Style, buf: &mut Buffer) {
    let lines = wrap(text, usize::from(area.width));
    for (line, y) in lines.iter().zip(area.y..area.bottom()) {
        buf.set_stringn(area.x, y, line, usize::from(area.width), style);
    }
}

/// Draws the beginning of a text so that it ends with the area.
fn draw_bottom(text: &str, area: Rect, style: Style, buf: &mut Buffer) {
    let rows = wrap(text, usize::from(area.width)).len();
    let rows = u16::try_from(rows).unwrap_or(u16::MAX).min(area.height);
    let area = Rect {
        y: area.bottom() - rows,
        height: rows,
        ..area
    };
    draw_text(text, area, style, buf);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_banner_without_room_says_what_counts() {
        let pass = "White has no legal move and passes. Black moves again.";
        assert_eq!(banner_lines(pass, 80, 1), [pass]);
        assert_eq!(
            banner_lines(pass, 24, 2),
            ["White has no legal move", "and passes."]
        );
        let over = "13-0 on the board; the 51 empty squares go to Black.\n\
                    Game over. Black 64, White 0: Black wins by 64.";
        assert_eq!(banner_lines(over, 80, 2), over.lines().collect::<Vec<_>>());
        assert_eq!(
            banner_lines(over, 80, 1),
            ["Game over. Black 64, White 0: Black wins by 64."]
        );
        assert_eq!(
            banner_lines(over, 24, 2),
            ["Black 64, White 0: Black", "wins by 64."]
        );
    }
}
