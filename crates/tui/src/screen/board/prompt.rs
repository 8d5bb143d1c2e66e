//! What is to be done, and the lines below a small board.

use ratatui::text::Line;

use super::Intent;
use super::view::GameView;
use crate::keymap::Shortcut;
use crate::layout::BoardLayout;
use crate::screen::board_pane::{BoardFooter, TAP_A_SQUARE, paused_line, thinking_line};
use crate::screen::{Canvas, overlays};
use crate::text::{self, width, wrap};
use crate::theme::Role;
use crate::widget::players::NARROW;
use reversi::{Color, Entry, Game, Status};
use reversi_table::phrase::sentence;
use reversi_table::session::AnalysisMode;
use reversi_table::table::Offer;
use reversi_text::{Said, label, tr};
use reversi_wording as wording;
use reversi_wording::{PLAYER_NOT_CONNECTED, coach, no_move, your_move};

impl GameView<'_> {
    /// Draws the notice and the prompt.
    pub(super) fn draw_footer(&self, layout: &BoardLayout, canvas: &mut Canvas<Intent>) {
        // Beside a board as high as the screen the prompt has two short lines.
        let roomy = layout.board.height > 2 && layout.notice.height > 1;
        let announcement = self.table.log.announcement();
        let lines = if roomy && announcement.is_none() {
            2
        } else {
            1
        };
        if self.is_past() {
            canvas.wrapped(
                layout.notice.union(layout.prompt),
                self.prompt(layout.keys.width),
            );
            return;
        }
        let columns = usize::from(layout.keys.width);
        let rows = usize::from(layout.notice.height + layout.prompt.height);
        let complaint = self.complaint(columns, rows);
        // Without a panel, the legend is here.
        let legend = self.overlay().filter(|_| layout.panel.width < NARROW);
        let legend = legend.map(|overlay| overlays::legend_line(overlay, self.game.position()));
        let mut prompt = match &complaint {
            Some(complaint) => Line::styled(complaint.clone(), self.look.style(Role::Warning)),
            None => self.prompt_or_advice(lines * layout.keys.width, layout.board.height == 1),
        };
        let is_cut = wrap(&prompt.to_string(), columns).len() > rows;
        if is_cut && matches!(self.game.status(), Status::MustPass(_)) {
            prompt = self.look.line(self.pass_again());
        }
        let has_one_line = rows == 1;
        if let Some(legend) = legend
            .as_ref()
            .filter(|_| has_one_line && self.screen.pane.is_empty())
        {
            // The first meaning is there as a whole.
            let legend = legend.split("; ").next().unwrap_or_default().to_owned();
            prompt = Line::styled(legend, self.look.style(Role::Text));
        }
        // A hint on request matters more than a pass.
        let is_asked = self.screen.thinking.mode(self.session).is_some();
        let footer = BoardFooter {
            complaint: complaint.as_deref(),
            banner: announcement.filter(|_| !(has_one_line && is_asked)),
            latest: legend.as_deref().or(self.table.log.last_line()),
            prompt,
            has_input: !self.screen.pane.is_empty(),
            is_urgent: self.prompt_is_urgent(),
        };
        footer.draw(layout, canvas);
    }

    /// Notes whose turn it is once it has changed, the hint, and the square under the cursor for a reader of the screen.
    pub(super) fn say(&self, canvas: &mut Canvas<Intent>) {
        if self.session.awaits_human() && !self.is_past() {
            let turn = wording::turn(
                self.game,
                self.session.timing.shown(),
                self.session.lone_human(),
            );
            canvas.say_once(format!("{} entries", self.game.entries().len()), turn);
        }
        if let Some(square) = self.table.premove {
            canvas.say_once(
                format!("premove {square} {}", self.game.entries().len()),
                tr!("Premove: {square}.", square),
            );
        }
        if let Some(square) = self.screen.thinking.hint(self.session) {
            let thinking = &self.screen.thinking;
            let advice = thinking.advice(self.session, (u16::MAX, 1), false, self.ui);
            let advice = advice.unwrap_or_default();
            canvas.say_once(
                format!("hint {square}"),
                Said::sentences([tr!("Hint: {square}.", square), Said::verbatim(advice)]),
            );
        }
        let pane = self.screen.pane;
        let worth = |square| self.screen.thinking.worth(square, self.session);
        let worth = pane.square().and_then(worth);
        canvas.say_input(pane, &self.screen.scene(self.table), worth);
    }

    /// Returns what waits for the person besides a move, and how to answer it: the coach's warning, a pass, a look back, an
    /// offer, or a pause.
    pub(super) fn question(&self) -> Option<String> {
        let must_pass = matches!(self.game.status(), Status::MustPass(_));
        let warns = self.table.coach.warns() && !self.is_past();
        let is_stopped = self.is_past() || self.table.held || must_pass || warns;
        let is_asked = self.table.connection_status().asked.is_some();
        let has_clock = self.session.timing.clock().is_some();
        // Without a clock, a person at the board moves in a pause as well.
        let is_paused = self.session.is_paused() && (has_clock || !self.session.awaits_human());
        if !is_stopped && !is_asked && !is_paused {
            return None;
        }
        let scores = self.screen.thinking.scores(self.game.position());
        let judged = self.table.coach.warning(scores).filter(|_| warns);
        let forms = judged.map(|judged| coach::warning_forms(&judged));
        let warning = forms.and_then(|forms| forms.into_iter().next());
        let warning = warning.map(String::from);
        let prompt = self.prompt(u16::MAX).to_string();
        let end = if prompt.ends_with('.') { "" } else { "." };
        let words = warning.into_iter().chain([prompt + end]);
        Some(words.collect::<Vec<_>>().join(" "))
    }

    /// Returns whether the prompt matters more than the last message.
    fn prompt_is_urgent(&self) -> bool {
        let status = self.game.status();
        !self.screen.pane.is_empty()
            || self.table.premove.is_some()
            || self.session.is_paused()
            || self.screen.thinking.mode(self.session).is_some()
            || self.screen.thinking.thought_line(usize::MAX).is_some()
            || matches!(status, Status::MustPass(_))
            || self.game.entries().is_empty()
    }

    /// Returns the current error, or the coach's warning in a form that fits these columns and rows.
    fn complaint(&self, columns: usize, rows: usize) -> Option<String> {
        let scores = self.screen.thinking.scores(self.game.position());
        let warning = || {
            let judged = self.table.coach.warning(scores)?;
            Some(coach::warning_in(&judged, columns, rows).into())
        };
        let complaint = self.table.log.refusal().map(str::to_owned);
        complaint.or_else(warning)
    }

    /// Returns the hint or the values if no card shows them, otherwise the prompt.
    fn prompt_or_advice(&self, columns: u16, small: bool) -> Line<'static> {
        let thinking = &self.screen.thinking;
        let head = match thinking.mode(self.session) {
            // The reason matters more than the word.
            Some(AnalysisMode::Hint) if columns >= 40 => "Hint: ",
            _ => "",
        };
        let room = columns.saturating_sub(text::columns(head));
        let advice = || thinking.advice(self.session, (room, 1), small, self.ui);
        let shows_advice = self.screen.pane.is_empty() && !self.table.held;
        match shows_advice.then(advice).flatten() {
            Some(advice) => self
                .look
                .line([(head, Role::Strong), (&advice, Role::Text)]),
            None => self.prompt(columns),
        }
    }

    /// Returns the prompt: the typed input, or what to do next.
    pub(super) fn prompt(&self, columns: u16) -> Line<'static> {
        if self.is_past() {
            let count = |game: &Game| game.entries().iter().filter_map(Entry::square).count();
            let (count, all) = (count(self.game), count(self.session.game()));
            let (at, words) = if columns < 26 {
                (
                    tr!("{count} of {all}. ", count, all),
                    (label!("Any key: now.").text(), label!("Tap: now.").text()),
                )
            } else {
                (
                    tr!("Move {count} of {all}. ", count, all),
                    (
                        label!("Any key returns.").text(),
                        label!("Tap to return.").text(),
                    ),
                )
            };
            let words = self.ui.words(words.0, words.1);
            return self.look.line([(&at, Role::Strong), (words, Role::Muted)]);
        }
        if self.table.held {
            return Line::styled(
                self.ui
                    .words(
                        label!("Press any key.").text(),
                        label!("Tap to go on.").text(),
                    )
                    .to_owned(),
                self.look.style(Role::Strong),
            );
        }
        if let Some(line) = self.offer_line() {
            return line;
        }
        match self.game.status() {
            Status::Over(_) if self.game.entries().is_empty() => Line::default(),
            Status::Over(_) => self.over_line(),
            Status::MustPass(color) => {
                let head = format!("{} ", no_move(color, self.session.lone_human()));
                let [how, what] = self.pass_again();
                self.look.line([(&*head, Role::Strong), how, what])
            }
            Status::ToMove(color) => self.turn_line(color, columns),
        }
    }

    /// Returns how to pass once more.
    fn pass_again(&self) -> [(&'static str, Role); 2] {
        let how = self
            .ui
            .words(label!("Enter").text(), label!("A tap").text());
        [
            (how, Role::Key),
            (label!(" passes again.").text(), Role::Strong),
        ]
    }

    /// Returns the prompt while a side is to move.
    fn turn_line(&self, color: Color, columns: u16) -> Line<'static> {
        let player = &self.session.players()[color];
        let paused = self.session.is_paused();
        if let Some(line) = self.premove_line(columns) {
            return line;
        }
        if player.is_remote() || self.session.remote().is_some() && paused {
            self.remote_line(color, columns)
        } else if player.is_human() {
            self.choice_line(color, columns)
        } else if paused {
            paused_line(&player.name().said(), color, self.ui, &self.look)
        } else if self.ui.is_loading() {
            self.look
                .line([(wording::ENGINE_LOADS.text(), Role::Muted)])
        } else {
            let thought = |room| self.screen.thinking.thought_line(room);
            thinking_line(&player.name().said(), color, thought, columns, &self.look)
        }
    }

    /// Returns the prompt while the other side is to move and a premove is typed or waits.
    fn premove_line(&self, columns: u16) -> Option<Line<'static>> {
        if !self.table.takes_premove(self.ui) {
            return None;
        }
        let head = label!("Premove: ").text();
        if let Some(file) = self.screen.pane.typed() {
            let typed = format!("{file}_");
            return Some(self.look.line([(head, Role::Strong), (&typed, Role::Key)]));
        }
        let square = self.table.premove?.to_string();
        let ends = [
            label!(", played on your turn if it is legal").text(),
            label!(", on your turn").text(),
            "",
        ];
        let room = usize::from(columns).saturating_sub(width(head) + width(&square));
        let end = ends.into_iter().find(|end| width(end) < room);
        let end = format!("{}.", end.unwrap_or_default());
        Some(self.look.line([
            (head, Role::Strong),
            (&square, Role::Key),
            (&end, Role::Muted),
        ]))
    }

    /// Returns the prompt while a person is to move: the typed input, or how to move.
    fn choice_line(&self, color: Color, columns: u16) -> Line<'static> {
        let pane = &self.screen.pane;
        let has_clock = self.session.timing.clock().is_some();
        let mut line = if self.session.is_paused() && has_clock && pane.typed().is_none() {
            self.look.line([
                (label!("Paused (").text(), Role::Muted),
                (&self.key(Shortcut::Pause), Role::Key),
                ("). ", Role::Muted),
            ])
        } else {
            Line::default()
        };
        let turn = your_move(color, self.session.lone_human());
        if pane.is_empty() {
            let room = usize::from(columns).saturating_sub(line.width());
            let (end, how) = self.way_to_move(&turn, room);
            let turn = format!("{turn}{end}");
            line.extend(self.look.line([(&turn, Role::Strong), (&how, Role::Muted)]));
            return line;
        }
        let shows_move = self.preview().is_some() && pane.typed().is_none();
        if columns >= 40 || !shows_move {
            line.extend(self.look.line([(&format!("{turn}: "), Role::Strong)]));
        }
        match (pane.typed(), pane.square(), self.preview()) {
            (Some(file), ..) => line.extend(self.look.line([(&format!("{file}_"), Role::Key)])),
            (_, _, Some((square, flips))) => {
                let name = square.to_string();
                let turned = tr!(
                    " turns {count} disc" | " turns {count} discs",
                    count = flips.len()
                );
                line.extend(self.look.line([(&name, Role::Key), (&turned, Role::Muted)]));
                if let Some(worth) = self.screen.thinking.worth(square, self.session) {
                    line.extend(self.look.line([(&format!(", {worth}"), Role::Strong)]));
                }
            }
            (None, Some(square), None) if self.game.position().disc(square).is_none() => {
                line.extend(self.look.line([(&square.to_string(), Role::Muted)]));
            }
            (None, _, None) => {}
        }
        line
    }

    /// Returns how to move, in as many words as fit after a text that says whose turn it is, and what stands between.
    fn way_to_move(&self, turn: &str, columns: usize) -> (&'static str, Said) {
        let mut ways = if self.ui.has_buttons() {
            let square = match self.preview() {
                Some((marked, _)) => tr!("Tap {square} to play it.", square = marked),
                None => Said::from(TAP_A_SQUARE),
            };
            vec![(". ", square), (".", Said::default())]
        } else if let Some((marked, _)) = self.preview() {
            vec![
                (
                    ": ",
                    tr!(
                        "Enter plays {square}, or type another square",
                        square = marked
                    ),
                ),
                (". ", tr!("Enter plays {square}.", square = marked)),
                (". ", tr!("Type {square}.", square = marked)),
            ]
        } else {
            let square = self.screen.pane.scene(self.game, self.legal()).first();
            vec![
                (
                    ": ",
                    tr!("type a square like {square}, or click it", square),
                ),
                (". ", tr!("Type {square} or click.", square)),
                (". ", tr!("Type {square}.", square)),
                (".", Said::default()),
            ]
        };
        let fits = |(end, how): &(&str, Said)| width(turn) + width(end) + width(how) <= columns;
        let found = ways.iter().position(fits);
        ways.swap_remove(found.unwrap_or(ways.len() - 1))
    }

    /// Returns the prompt after the end of the game. The key line lists the choices.
    fn over_line(&self) -> Line<'static> {
        if self.table.is_counting() {
            return self
                .look
                .line([(label!("Counting the discs.").text(), Role::Muted)]);
        }
        if self.session.remote().is_some() {
            return self.remote_over_line();
        }
        Line::default()
    }

    /// Returns who offers a rematch over the network. Spectators see nothing.
    fn remote_over_line(&self) -> Line<'static> {
        let status = self.table.connection_status();
        if self.session.is_watched() || !status.is_connected {
            return Line::default();
        }
        let what = match (status.offered, status.asked) {
            (Some(_), _) => {
                return self
                    .look
                    .line([(label!("You offer a rematch.").text(), Role::Muted)]);
            }
            (None, Some(_)) => label!(" agrees to a rematch.").text(),
            (None, None) => label!(" offers a rematch.").text(),
        };
        let key = self.key(Shortcut::Next);
        self.look.line([(&key, Role::Key), (what, Role::Muted)])
    }

    /// Returns what the other player asks for during the game, or what this one does.
    fn offer_line(&self) -> Option<Line<'static>> {
        let status = self.table.connection_status();
        let is_open = status.is_connected && self.screen.pane.typed().is_none();
        let key = |what| match what {
            Offer::Takeback => Some((
                Shortcut::Undo,
                label!(" agrees to a takeback; a move refuses it.").text(),
            )),
            Offer::Draw => Some((
                Shortcut::Resign,
                label!(" agrees to a draw; a move refuses it.").text(),
            )),
            Offer::Rematch => None,
        };
        let (key, agrees) = key(status.asked.filter(|_| is_open)?)?;
        Some((self.look).line([(&self.key(key), Role::Key), (agrees, Role::Strong)]))
    }

    /// Returns the player or the connection that a network game waits for.
    fn remote_line(&self, color: Color, columns: u16) -> Line<'static> {
        let is_watched = self.session.is_watched();
        if self.session.is_paused() && !is_watched {
            return self.away_line(columns);
        }
        let waits = if self.table.connection_status().is_connected {
            PLAYER_NOT_CONNECTED.text()
        } else {
            label!("you are not connected").text()
        };
        if self.session.is_paused() {
            return self.look.line([(&sentence(waits), Role::Strong)]);
        }
        let name = &self.session.shown_players()[color].said();
        self.look.line([(
            &*tr!("Waiting for {name} ({color}).", name, color),
            Role::Muted,
        )])
    }
}
