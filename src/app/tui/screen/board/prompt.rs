//! The lines below the board: a pass or the result, the input, and the prompt.

use ratatui::text::Line;

use super::Intent;
use super::view::GameView;
use crate::app::tui::layout::BoardLayout;
use crate::app::tui::screen::Canvas;
use crate::app::tui::screen::board_pane::{Speech, paused_line, thinking_line};
use crate::app::tui::theme::Role;
use crate::app::wording::screens::board::TYPE_SQUARE;
use crate::app::wording::{NOT_CONNECTED, capitalized, plural, sentence};
use crate::color::Color;
use crate::game::Status;

impl GameView<'_> {
    /// Draws the notice and the prompt.
    pub(super) fn draw_speech(
        &self,
        layout: &BoardLayout,
        with_messages: bool,
        canvas: &mut Canvas<Intent>,
    ) {
        // Beside a board as high as the screen the prompt has two short lines.
        let roomy = layout.board.height > 2 && layout.notice.height > 1;
        let lines = if roomy && self.table.banner.is_none() {
            2
        } else {
            1
        };
        let complaint = self.complaint();
        let speech = Speech {
            complaint: complaint.as_deref(),
            banner: self.table.banner.as_deref(),
            latest: self.table.messages.last().filter(|_| !with_messages),
            prompt: self.prompt(lines * layout.keys.width, layout.board.height == 1),
            has_input: !self.screen.pane.is_empty(),
            is_urgent: self.prompt_is_urgent(),
        };
        speech.draw(layout, canvas);
    }

    /// Returns whether the prompt adds to the last message.
    fn prompt_is_urgent(&self) -> bool {
        let status = self.game.status();
        !self.screen.pane.is_empty()
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
        let style = |role| self.look.style(role);
        if let Some(complaint) = self.complaint() {
            return Line::styled(complaint, style(Role::Warning));
        }
        if self.table.held {
            return Line::styled("Press any key.", style(Role::Strong));
        }
        let thinking = &self.screen.thinking;
        let advice = || thinking.advice_line(self.session, usize::from(columns), small);
        if let Some(advice) = self.screen.pane.is_empty().then(advice).flatten() {
            // The recommended move stands out from its details.
            let end = advice.find([':', '.']).map_or(advice.len(), |end| end + 1);
            let (head, rest) = advice.split_at(end);
            return self.look.line([(head, Role::Strong), (rest, Role::Text)]);
        }
        match self.game.status() {
            Status::Over(_) if self.game.entries().is_empty() => Line::default(),
            Status::Over(_) => self.over_line(columns),
            Status::MustPass(color) => self.look.line([
                (&format!("{color} has no legal move: "), Role::Strong),
                ("Enter", Role::Key),
                (" passes again.", Role::Strong),
            ]),
            Status::ToMove(color) => self.turn_line(color, columns),
        }
    }

    /// Returns what is expected of the side to move.
    fn turn_line(&self, color: Color, columns: u16) -> Line<'static> {
        let player = &self.session.players()[color];
        let paused = self.session.is_paused();
        if player.is_remote() || self.session.remote().is_some() && paused {
            self.remote_line(color)
        } else if player.is_human() {
            self.choice_line(color, columns)
        } else if paused {
            paused_line(&player.name(), color, &self.look)
        } else {
            let thought = |room| self.screen.thinking.thought_line(room);
            thinking_line(&player.name(), color, thought, columns, &self.look)
        }
    }

    /// Returns the input, or that the user is to move.
    fn choice_line(&self, color: Color, columns: u16) -> Line<'static> {
        let pane = &self.screen.pane;
        let has_clock = self.session.timing().clock().is_some();
        let mut line = if self.session.is_paused() && has_clock && pane.typed().is_none() {
            self.look.line([
                ("Paused (", Role::Muted),
                ("p", Role::Key),
                ("). ", Role::Muted),
            ])
        } else {
            Line::default()
        };
        let says_more = columns >= 40 || !pane.is_empty();
        let end = if says_more { ": " } else { "." };
        let turn = format!("{color} to move{end}");
        line.extend(self.look.line([(&turn, Role::Strong)]));
        match (pane.typed(), pane.square(), self.preview()) {
            (Some(file), ..) => line.extend(self.look.line([(&format!("{file}_"), Role::Key)])),
            (_, _, Some((square, flips))) => {
                let name = square.to_string();
                let turned = format!(" turns {}", plural(flips.len(), "disc"));
                line.extend(self.look.line([(&name, Role::Key), (&turned, Role::Muted)]));
                if let Some(worth) = self.screen.thinking.worth(square, self.session) {
                    line.extend(self.look.line([(&format!(", {worth}"), Role::Strong)]));
                }
            }
            (None, Some(square), None) if self.game.position().disc(square).is_none() => {
                line.extend(self.look.line([(&square.to_string(), Role::Muted)]));
            }
            (None, _, None) if columns >= 40 => {
                line.extend(self.look.line([(TYPE_SQUARE, Role::Muted)]));
            }
            (None, _, None) => {}
        }
        line
    }

    /// Returns what can be done after the end of the game.
    fn over_line(&self, columns: u16) -> Line<'static> {
        let (key, muted) = (Role::Key, Role::Muted);
        if self.table.is_counting() {
            self.look.line([("Counting the discs.", muted)])
        } else if self.session.remote().is_some() {
            self.look.line([
                ("m", key),
                (" offers a rematch, ", muted),
                ("w", key),
                (" reviews it.", muted),
            ])
        } else if columns < 60 {
            self.look.line([("w", key), (" reviews it.", muted)])
        } else {
            self.look.line([
                ("w", key),
                (" reviews the game, ", muted),
                ("m", key),
                (" plays again.", muted),
            ])
        }
    }

    /// Returns what a game over the network waits for.
    fn remote_line(&self, color: Color) -> Line<'static> {
        if self.session.is_paused() {
            return self.look.line([(&sentence(NOT_CONNECTED), Role::Strong)]);
        }
        let name = &self.session.shown_players()[color];
        self.look
            .line([(&format!("Waiting for {name} ({color})."), Role::Muted)])
    }
}
