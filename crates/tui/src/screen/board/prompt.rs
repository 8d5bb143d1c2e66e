//! What is to be done, and the lines below a small board.

use ratatui::text::Line;

use super::Intent;
use super::view::GameView;
use crate::keymap::Shortcut;
use crate::layout::BoardLayout;
use crate::screen::board_pane::{BoardFooter, paused_line, thinking_line};
use crate::screen::side::PROMPT_ROWS;
use crate::screen::{Canvas, overlays};
use crate::text::{self, rows, wrap};
use crate::theme::{Role, in_role, line_of};
use crate::widget::fit;
use crate::widget::players::NARROW;
use reversi::{Color, Entry, Game, Status};
use reversi_table::phrase::sentence;
use reversi_table::session::AnalysisMode;
use reversi_table::table::Offer;
use reversi_text::{Said, label, tr};
use reversi_wording as wording;
use reversi_wording::{PLAYER_NOT_CONNECTED, coach, your_move};

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
        let legend = legend.map(|overlay| overlays::legend_parts(overlay, self.game.position()));
        let mut prompt = match &complaint {
            Some(complaint) => Line::styled(complaint.clone(), self.look.style(Role::Warning)),
            None => self.prompt_or_advice(lines * layout.keys.width, layout.board.height == 1),
        };
        let is_cut = wrap(&prompt.to_string(), columns).len() > rows;
        if is_cut && matches!(self.game.status(), Status::MustPass(_)) {
            let pass = tr!("{key} passes again.", key = &self.passing_key());
            prompt = line_of(&pass, Role::Strong, &self.look);
        }
        let has_one_line = rows == 1;
        if let Some(legend) = legend
            .as_ref()
            .filter(|_| has_one_line && self.screen.pane.is_empty())
        {
            // The first meaning is there as a whole.
            let first = legend.first().map_or("", |first| first);
            let first = fit(first, columns, &self.look).into_owned();
            prompt = Line::styled(first, self.look.style(Role::Text));
        }
        let legend = legend.map(Said::clauses);
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
                premove(&Said::verbatim(square.to_string())),
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
        let prompt = Said::verbatim(self.prompt(u16::MAX).to_string());
        let prompt = if prompt.ends_with('.') {
            prompt
        } else {
            prompt.sentence()
        };
        Some(Said::sentences(warning.into_iter().chain([prompt])).into())
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
        // The reason matters more than the word.
        let is_hint = thinking.mode(self.session) == Some(AnalysisMode::Hint) && columns >= 40;
        let named = |advice: &Said| tr!("Hint: {advice}", advice);
        let room = if is_hint {
            columns.saturating_sub(text::columns(&named(&Said::default())))
        } else {
            columns
        };
        let advice = || thinking.advice(self.session, (room, 1), small, self.ui);
        let shows_advice = self.screen.pane.is_empty() && !self.table.held;
        match shows_advice.then(advice).flatten() {
            Some(advice) if is_hint => line_of(
                &named(&in_role(Role::Text, advice)),
                Role::Strong,
                &self.look,
            ),
            Some(advice) => self.look.line([(&advice, Role::Text)]),
            None => self.prompt(columns),
        }
    }

    /// Returns the prompt: the typed input, or what to do next.
    pub(super) fn prompt(&self, columns: u16) -> Line<'static> {
        if self.is_past() {
            let count = |game: &Game| game.entries().iter().filter_map(Entry::square).count();
            let (count, all) = (count(self.game), count(self.session.game()));
            let is_narrow = columns < 26;
            let at = if is_narrow {
                tr!("{count} of {all}.", count, all)
            } else {
                tr!("Move {count} of {all}.", count, all)
            };
            let back = match (is_narrow, self.ui.has_buttons()) {
                (true, true) => tr!("Tap: now."),
                (true, false) => tr!("Any key: now."),
                (false, true) => tr!("Tap to return."),
                (false, false) => tr!("Any key returns."),
            };
            let both = Said::sentences([in_role(Role::Strong, at), back]);
            return line_of(&both, Role::Muted, &self.look);
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
                let key = &self.passing_key();
                let pass = if self.session.lone_human() == Some(color) {
                    tr!("You have no legal move: {key} passes again.", key)
                } else {
                    tr!("{color} has no legal move: {key} passes again.", color, key)
                };
                line_of(&pass, Role::Strong, &self.look)
            }
            Status::ToMove(color) => self.turn_line(color, columns),
        }
    }

    /// Returns the key that passes once more.
    fn passing_key(&self) -> Said {
        let key = self
            .ui
            .words(label!("Enter").text(), label!("A tap").text());
        in_role(Role::Key, key)
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
        if let Some(file) = self.screen.pane.typed() {
            let typed = in_role(Role::Key, format!("{file}_"));
            return Some(line_of(&premove(&typed), Role::Strong, &self.look));
        }
        let square = &in_role(Role::Key, self.table.premove?.to_string());
        let forms = [
            tr!(
                "Premove: {square}, played on your turn if it is legal.",
                square
            ),
            tr!("Premove: {square}, on your turn.", square),
            premove(square),
        ];
        let lines = forms.map(|form| line_of(&form, Role::Muted, &self.look));
        Some(longest(lines, columns))
    }

    /// Returns the prompt while a person is to move: the typed input, or how to move.
    fn choice_line(&self, color: Color, columns: u16) -> Line<'static> {
        let pane = &self.screen.pane;
        let has_clock = self.session.timing.clock().is_some();
        let is_paused = self.session.is_paused() && has_clock && pane.typed().is_none();
        let key = &in_role(Role::Key, self.key(Shortcut::Pause));
        let paused = is_paused.then(|| tr!("Paused ({key}).", key));
        let turn = &in_role(Role::Strong, your_move(color, self.session.lone_human()));
        let line = |said| {
            let both = Said::sentences(paused.clone().into_iter().chain([said]));
            line_of(&both, Role::Muted, &self.look)
        };
        if pane.is_empty() {
            return longest(self.ways_to_move(turn).into_iter().map(line), columns);
        }
        let has_turn = columns >= 40 || self.preview().is_none() || pane.typed().is_some();
        let input = match (pane.typed(), pane.square(), self.preview()) {
            (Some(file), ..) => in_role(Role::Key, format!("{file}_")),
            (_, _, Some((square, flips))) => {
                let worth = self.screen.thinking.worth(square, self.session);
                let square = in_role(Role::Key, square.to_string());
                return line(preview_in_words(
                    has_turn.then_some(turn),
                    &square,
                    flips.len(),
                    worth,
                ));
            }
            (None, Some(square), None) if self.game.position().disc(square).is_none() => {
                Said::verbatim(square.to_string())
            }
            (None, _, None) => Said::default(),
        };
        line(tr!("{turn}: {input}"; "whose turn it is, and what is typed", turn, input = &input))
    }

    /// Returns how to move, after whose turn it is, in fewer and fewer words.
    fn ways_to_move(&self, turn: &Said) -> Vec<Said> {
        let marked = self.preview().map(|(square, _)| square);
        let only = || tr!("{turn}.", turn);
        let type_it = |square| tr!("{turn}. Type {square}.", turn, square);
        match marked {
            Some(square) if self.ui.has_buttons() => {
                vec![
                    tr!("{turn}. Tap {square} to play it.", turn, square),
                    only(),
                ]
            }
            None if self.ui.has_buttons() => vec![tr!("{turn}. Tap a square.", turn), only()],
            Some(square) => vec![
                tr!(
                    "{turn}: Enter plays {square}, or type another square",
                    turn,
                    square
                ),
                tr!("{turn}. Enter plays {square}.", turn, square),
                type_it(square),
            ],
            None => {
                let square = self.screen.pane.scene(self.game, self.legal()).first();
                vec![
                    tr!(
                        "{turn}: type a square like {square}, or click it",
                        turn,
                        square
                    ),
                    tr!("{turn}. Type {square} or click.", turn, square),
                    type_it(square),
                    only(),
                ]
            }
        }
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
        let key = &in_role(Role::Key, self.key(Shortcut::Next));
        let what = match (status.offered, status.asked) {
            (Some(_), _) => {
                return self
                    .look
                    .line([(label!("You offer a rematch.").text(), Role::Muted)]);
            }
            (None, Some(_)) => tr!("{key} agrees to a rematch.", key),
            (None, None) => tr!("{key} offers a rematch.", key),
        };
        line_of(&what, Role::Muted, &self.look)
    }

    /// Returns what the other player asks for during the game, or what this one does.
    fn offer_line(&self) -> Option<Line<'static>> {
        let status = self.table.connection_status();
        let is_open = status.is_connected && self.screen.pane.typed().is_none();
        let key = |shortcut| in_role(Role::Key, self.key(shortcut));
        let agrees = match status.asked.filter(|_| is_open)? {
            Offer::Takeback => {
                let key = &key(Shortcut::Undo);
                tr!("{key} agrees to a takeback; a move refuses it.", key)
            }
            Offer::Draw => {
                let key = &key(Shortcut::Resign);
                tr!("{key} agrees to a draw; a move refuses it.", key)
            }
            Offer::Rematch => return None,
        };
        Some(line_of(&agrees, Role::Strong, &self.look))
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
        let named = tr!("Waiting for {name} ({color}).", name, color);
        let waits = if rows(&wrap(&named, usize::from(columns))) <= PROMPT_ROWS {
            named
        } else {
            tr!("Waiting for {color}.", color)
        };
        self.look.line([(&*waits, Role::Muted)])
    }
}

/// Returns the first line that fits the columns, of some that become shorter, or else the last one.
fn longest(lines: impl IntoIterator<Item = Line<'static>>, columns: u16) -> Line<'static> {
    let mut lines = lines.into_iter().peekable();
    loop {
        let line = lines.next().unwrap_or_default();
        if line.width() <= usize::from(columns) || lines.peek().is_none() {
            return line;
        }
    }
}

/// Says that a square is played on the person's turn.
fn premove(square: &Said) -> Said {
    tr!("Premove: {square}.", square)
}

/// Returns what a move under the cursor turns and what it is worth, after whose turn it is if there is room for that.
fn preview_in_words(
    turn: Option<&Said>,
    square: &Said,
    count: usize,
    worth: Option<String>,
) -> Said {
    let worth = worth.map(|worth| in_role(Role::Strong, worth));
    match (turn, &worth) {
        (Some(turn), Some(worth)) => tr!(
            "{turn}: {square} turns {count} disc, {worth}"
                | "{turn}: {square} turns {count} discs, {worth}",
            turn,
            square,
            count,
            worth,
        ),
        (Some(turn), None) => tr!(
            "{turn}: {square} turns {count} disc" | "{turn}: {square} turns {count} discs",
            turn,
            square,
            count,
        ),
        (None, Some(worth)) => tr!(
            "{square} turns {count} disc, {worth}" | "{square} turns {count} discs, {worth}",
            square,
            count,
            worth,
        ),
        (None, None) => tr!(
            "{square} turns {count} disc" | "{square} turns {count} discs",
            square,
            count
        ),
    }
}
