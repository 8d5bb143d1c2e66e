//! The lines below the board: a pass or the result, the input, and the prompt.

use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::Intent;
use super::view::View;
use crate::app::tui::layout::{BoardLayout, Slices};
use crate::app::tui::screen::Canvas;
use crate::app::tui::text::{rows, width, wrap};
use crate::app::tui::theme::Role;
use crate::app::wording::screens::board::{
    COUNTING, PRESS_ANY_KEY, TYPE_SQUARE, thinking, waiting,
};
use crate::app::wording::{NOT_CONNECTED, capitalized, plural, sentence};
use crate::color::Color;
use crate::game::Status;

impl View<'_> {
    /// Draws the notice and the prompt; in one line if there is only one.
    pub(super) fn draw_speech(
        &self,
        layout: &BoardLayout,
        with_messages: bool,
        canvas: &mut Canvas<Intent>,
    ) {
        let complaint = self.complaint();
        let complaint = complaint.as_deref();
        // Beside a board as high as the screen the prompt has two short lines.
        let roomy = layout.board.height > 2 && layout.notice.height > 1;
        let lines = if roomy && self.table.banner.is_none() {
            2
        } else {
            1
        };
        let prompt = self.prompt(lines * layout.keys.width, layout.board.height == 1);
        let latest = self.table.messages.last().filter(|_| !with_messages);
        let (notice, line) = (layout.notice, layout.prompt);
        if notice.is_empty() || line.is_empty() {
            let only = if line.is_empty() { notice } else { line };
            match (complaint, self.table.banner.as_deref()) {
                (Some(complaint), _) => draw_text(complaint, only, Role::Warning, canvas),
                (None, Some(banner)) if self.screen.input.is_empty() => {
                    canvas.banner(only, banner);
                }
                _ if only.height > 1 && !self.prompt_is_urgent() => {
                    if let Some(message) = latest {
                        draw_text(message, only, Role::Text, canvas);
                    }
                }
                _ => canvas.wrapped(only, prompt),
            }
            return;
        }
        let both = notice.union(line);
        if let Some(complaint) = complaint
            && width(complaint) > usize::from(line.width)
        {
            // It matters more than what is above it.
            let lines = wrap(complaint, usize::from(both.width));
            let area = Slices(both).bottom(rows(&lines));
            canvas.lines(area, lines, Role::Warning);
            return;
        }
        if let Some(banner) = self.table.banner.as_deref() {
            canvas.banner(notice, banner);
        } else if prompt.width() > usize::from(line.width) {
            // Current choices matter more than past events.
            let lines = wrap(&prompt.to_string(), usize::from(line.width));
            canvas.wrapped(Slices(both).bottom(rows(&lines)), prompt);
            return;
        } else if let Some(message) = latest {
            draw_text(message, notice, Role::Text, canvas);
        }
        canvas.line(line, prompt);
    }

    /// Returns whether the prompt adds to the last message.
    fn prompt_is_urgent(&self) -> bool {
        let status = self.game.status();
        !self.screen.input.is_empty()
            || self.session.is_paused()
            || self.screen.thinking.mode(self.session).is_some()
            || self.screen.thinking.thought_line(usize::MAX).is_some()
            || matches!(status, Status::MustPass(_))
            || self.game.entries().is_empty()
    }

    /// Returns what the user did wrong, or the coach's warning.
    fn complaint(&self) -> Option<String> {
        let scores = self.screen.thinking.scores(self.game.position());
        let warning = || {
            self.table
                .coach
                .warning(scores)
                .map(|(sentence, _)| sentence)
        };
        let complaint = self.screen.complaint.as_deref().map(capitalized);
        complaint.or_else(warning)
    }

    /// Returns the input or the prompt.
    fn prompt(&self, columns: u16, small: bool) -> Line<'static> {
        let (look, input) = (&self.look, &self.screen.input);
        let [muted, strong, key] = [Role::Muted, Role::Strong, Role::Key].map(|r| look.style(r));
        if let Some(complaint) = self.complaint() {
            return Line::styled(complaint, look.style(Role::Warning));
        }
        if self.table.held {
            return Line::styled(PRESS_ANY_KEY, strong);
        }
        let span = |text: &str, style: Style| Span::styled(text.to_owned(), style);
        let thinking = &self.screen.thinking;
        if input.is_empty()
            && let Some(advice) = thinking.advice_line(self.session, usize::from(columns), small)
        {
            // The recommended move stands out from its details.
            let end = advice.find([':', '.']).map_or(advice.len(), |end| end + 1);
            let (head, rest) = advice.split_at(end);
            return Line::from(vec![span(head, strong), span(rest, look.style(Role::Text))]);
        }
        let players = self.session.players();
        let color = match self.game.status() {
            Status::Over(_) if self.game.entries().is_empty() => {
                return Line::default();
            }
            Status::Over(_) => return self.over_line(columns),
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
        let is_away = self.session.remote().is_some() && self.session.is_paused();
        if players[color].is_remote() || is_away {
            return self.remote_line(color);
        }
        if !players[color].is_human() {
            return if self.session.is_paused() {
                Line::from(vec![
                    span("Paused: ", strong),
                    span("p", key),
                    span(
                        &format!(" resumes {} ({color}).", players[color].name()),
                        muted,
                    ),
                ])
            } else {
                self.thinking_line(color, usize::from(columns))
            };
        }
        let mut spans = Vec::new();
        if self.session.is_paused()
            && self.session.timing().clock().is_some()
            && input.typed.is_none()
        {
            spans.push(span("Paused (", muted));
            spans.push(span("p", key));
            spans.push(span("). ", muted));
        }
        let says_more = columns >= 40 || !input.is_empty();
        let end = if says_more { ": " } else { "." };
        spans.push(span(&format!("{color} to move{end}"), strong));
        match (input.typed, input.square(), self.preview()) {
            (Some(file), ..) => spans.push(span(&format!("{file}_"), key)),
            (_, _, Some((square, flips))) => {
                spans.push(span(&square.to_string(), key));
                let turned = plural(flips.len(), "disc");
                spans.push(span(&format!(" turns {turned}"), muted));
                if let Some(worth) = thinking.worth(square, self.session) {
                    spans.push(span(&format!(", {worth}"), strong));
                }
            }
            (None, Some(square), None) if self.game.position().disc(square).is_none() => {
                spans.push(span(&square.to_string(), muted));
            }
            (None, _, None) if columns >= 40 => {
                spans.push(span(TYPE_SQUARE, muted));
            }
            (None, _, None) => {}
        }
        Line::from(spans)
    }

    /// Returns what can be done after the end of the game.
    fn over_line(&self, columns: u16) -> Line<'static> {
        let [muted, key] = [Role::Muted, Role::Key].map(|role| self.look.style(role));
        if self.table.is_counting() {
            return Line::styled(COUNTING, muted);
        }
        let key = |name: &'static str| Span::styled(name, key);
        let text = |text: &'static str| Span::styled(text, muted);
        Line::from(if self.session.remote().is_some() {
            vec![
                key("m"),
                text(" offers a rematch, "),
                key("w"),
                text(" reviews it."),
            ]
        } else if columns < 60 {
            vec![key("w"), text(" reviews it.")]
        } else {
            vec![
                key("w"),
                text(" reviews the game, "),
                key("m"),
                text(" plays again."),
            ]
        })
    }

    /// Returns what a game over the network waits for.
    fn remote_line(&self, color: Color) -> Line<'static> {
        let style = |role| self.look.style(role);
        if self.session.is_paused() {
            return Line::styled(sentence(NOT_CONNECTED), style(Role::Strong));
        }
        let name = &self.session.shown_players()[color];
        Line::styled(waiting(name, color), style(Role::Muted))
    }

    /// Returns what the CPU to move is thinking, as far as known and as room allows.
    fn thinking_line(&self, color: Color, columns: usize) -> Line<'static> {
        let [muted, text] = [Role::Muted, Role::Text].map(|role| self.look.style(role));
        let player = self.session.players()[color].name();
        let who = if columns < 60 {
            format!("{color}: ")
        } else {
            thinking(&player, color) + ": "
        };
        let room = columns.saturating_sub(width(&who));
        match self.screen.thinking.thought_line(room) {
            Some(thought) => {
                Line::from(vec![Span::styled(who, muted), Span::styled(thought, text)])
            }
            None => Line::styled(thinking(&player, color) + ".", muted),
        }
    }
}

fn draw_text(text: &str, area: Rect, role: Role, canvas: &mut Canvas<Intent>) {
    canvas.lines(area, wrap(text, usize::from(area.width)), role);
}
