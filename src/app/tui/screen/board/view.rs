//! The drawing of the board screen.

use std::time::Duration;

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget as _;

use super::keys::{first_steps, refusal_over_network, tables};
use super::thinking::{AnalysisMode, Evaluation, ShownThinking};
use super::{BoardScreen, Intent, seconds};
use crate::app::session::Session;
use crate::app::study::review::graph::{Graph, Point};
use crate::app::tui::context::UiContext;
use crate::app::tui::keymap::Meaning;
use crate::app::tui::layout::{BoardLayout, Slices};
use crate::app::tui::screen::board_pane::{BoardFooter, BoardScene, paused_line, thinking_line};
use crate::app::tui::screen::{Canvas, Hint, hints, openings_panel};
use crate::app::tui::table::Table;
use crate::app::tui::text::{cut, width};
use crate::app::tui::theme::{ActiveTheme, Role};
use crate::app::tui::widget::evaluation::EvaluationView;
use crate::app::tui::widget::graph::GraphView;
use crate::app::tui::widget::moves::{self, MovesView, Notes};
use crate::app::tui::widget::players::{HUGE, PlayersView};
use crate::app::tui::widget::tile::{Disc, Tile};
use crate::app::wording::{NOT_CONNECTED, capitalized, plural, sentence, time_spent};
use crate::color::{ByColor, Color};
use crate::game::{Game, Status};
use crate::opening::Opening;
use crate::square::Square;
use crate::squares::SquareSet;

/// The minimum panel height for messages.
const PANEL_WITH_MESSAGES: u16 = 17;

/// The minimum panel height for blank lines between its parts.
const PANEL_WITH_GAPS: u16 = 20;

/// A view of the board screen: its state, the game at the table, and the context.
pub(super) struct GameView<'a> {
    pub(super) screen: &'a BoardScreen,
    pub(super) table: &'a Table,
    pub(super) ui: &'a UiContext,
    pub(super) look: ActiveTheme,
    pub(super) session: &'a Session,
    pub(super) game: &'a Game,
}

impl GameView<'_> {
    pub(super) fn draw(&self, layout: &BoardLayout, canvas: &mut Canvas<Intent>) {
        let tiles = self.tiles(layout.board.height);
        let last = self.game.last_move().map(|(square, _)| square);
        self.screen.pane.draw(layout.board, &tiles, last, canvas);
        self.draw_title(layout.title, canvas);
        if self.ui.settings.evaluation_bar {
            let bar = EvaluationView {
                black: self.screen.thinking.evaluation().map(Evaluation::black),
                look: &self.look,
            };
            bar.render(layout.bar, canvas.buf);
        }
        // In a low panel, openings take the rows of the messages.
        let needed = if self.shows_openings() {
            PANEL_WITH_GAPS
        } else {
            PANEL_WITH_MESSAGES
        };
        let with_messages = layout.panel.height >= needed;
        self.draw_panel(layout.panel, with_messages, canvas);
        self.draw_footer(layout, with_messages, canvas);
        canvas.keys(layout.keys, self.hints());
    }

    /// Returns whether the panel shows openings.
    pub(super) fn shows_openings(&self) -> bool {
        let is_open = self.ui.shows_openings && self.session.remote().is_none();
        is_open && self.game.outcome().is_none()
    }

    /// Returns the moves that the user can choose now.
    fn legal(&self) -> SquareSet {
        if self.session.awaits_human() {
            self.game.legal_moves()
        } else {
            SquareSet::EMPTY
        }
    }

    /// Returns the move that is previewed, with its flips: the one that the coach judges, or that under the
    /// cursor.
    pub(super) fn preview(&self) -> Option<(Square, SquareSet)> {
        let mut pane = self.screen.pane;
        if let Some(square) = self.table.coach.square() {
            pane.point_at(square);
        }
        pane.preview(self.game.position(), self.legal())
    }

    fn tiles(&self, height: u16) -> [Tile; 64] {
        let (pane, thinking) = (self.screen.pane, &self.screen.thinking);
        let timeline = &self.table.timeline;
        if let Some(counted) = timeline.counted(self.ui.now) {
            return sorted(counted);
        }
        let warning = (self.table.coach).warning(thinking.scores(self.game.position()));
        let scene = BoardScene {
            preview: self.preview(),
            dots: self.ui.settings.legal_dots,
            pointed: warning.map_or(SquareSet::EMPTY, |(_, about)| about),
            ..pane.scene(self.game, self.legal())
        };
        Tile::board(|square| {
            let tile = pane.tile(square, &scene, Some((timeline, self.ui.now)));
            let label = thinking.label(square, self.session);
            tile.labelled(label.filter(|_| tile.disc.is_none()), height)
        })
    }

    fn draw_title(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let mut set = format!("{} theme", self.look.name);
        if self.session.has_cpu() {
            set = format!("{set}, pace {}", seconds(self.ui.settings.pace));
        }
        canvas.title_with_settings(area, "Reversi", &set);
    }
}

/// Returns the squares with counted discs, sorted from both ends as at a tournament table.
fn sorted(counted: ByColor<u32>) -> [Tile; 64] {
    Tile::board(|square| {
        let index = u32::from(square.index());
        let color = if index < counted.black {
            Some(Color::Black)
        } else {
            (63 - index < counted.white).then_some(Color::White)
        };
        Tile {
            disc: color.map(Disc::flat),
            ..Tile::of(square)
        }
    })
}

/// The minimum panel height for a blank line below the players.
const PANEL_WITH_GAP: u16 = 14;

/// The rows of a list in two columns that shows a whole game.
const WHOLE_GAME: u16 = 15;

/// The fewest rows for the keys that help at the beginning.
const FIRST_STEPS: u16 = 5;

/// The fewest and the most rows of the graph.
const GRAPH: (u16, u16) = (5, 11);

/// The positions of a game without passes, which all have their place in the graph from the start.
const POSITIONS: usize = 61;

/// The number of move rows that take precedence over the opening's name.
const ROWS_OF_MOVES: u16 = 3;

impl GameView<'_> {
    /// Returns the messages, without the last one while it is the last line of the banner, which always shows it.
    fn messages(&self) -> &[String] {
        let messages = &self.table.messages;
        let banner = self.table.banner.as_deref().unwrap_or("");
        match messages.split_last() {
            Some((last, earlier)) if banner.lines().last() == Some(last) => earlier,
            _ => messages,
        }
    }

    fn draw_panel(&self, area: Rect, with_messages: bool, canvas: &mut Canvas<Intent>) {
        let (look, clocks) = (&self.look, self.table.clocks.as_ref());
        let game = self.game;
        let to_move = match game.status() {
            Status::ToMove(color) | Status::MustPass(color) => Some(color),
            Status::Over(_) => None,
        };
        let players = PlayersView {
            names: self.table.names(),
            counts: (self.table.timeline.counted(self.ui.now))
                .unwrap_or_else(|| game.position().counts()),
            to_move,
            winner: (game.outcome().filter(|_| !self.table.is_counting()))
                .and_then(|outcome| outcome.winner),
            clocks,
            used: self.used(),
            look,
        };
        let Some(mut rest) = self.screen.pane.draw_players(&players, area, canvas) else {
            return;
        };
        let roomy = area.height >= PANEL_WITH_MESSAGES;
        rest.top(u16::from(area.height >= PANEL_WITH_GAP));
        canvas.text(rest.top(1), self.status(area.width), Role::Muted);
        // After the end, the result stands elsewhere.
        if self.ui.settings.evaluation_bar && game.outcome().is_none() {
            let text = (self.screen.thinking.evaluation()).map_or_else(
                || "Evaluating.".to_owned(),
                |evaluation| evaluation.text(usize::from(area.width)),
            );
            canvas.text(rest.top(1), text, Role::Text);
        }
        let name = opening_line(game, area.width, look);
        if roomy {
            // The name fills a gap that exists anyway, so that nothing jumps.
            canvas.line(rest.top(1), name.unwrap_or_default());
            rest.top(u16::from(area.height >= PANEL_WITH_GAPS));
        } else if let Some(name) = name.filter(|_| rest.0.height > ROWS_OF_MOVES) {
            canvas.line(rest.top(1), name);
        }
        if area.width >= HUGE.width && area.height >= HUGE.height {
            self.draw_lower_half(rest, canvas);
            return;
        }
        if with_messages {
            let rows = match area.height {
                ..PANEL_WITH_GAPS => 3,
                height => (height / 4).min(10),
            };
            canvas.messages(rest.bottom(rows), self.messages());
            rest.bottom(1);
        }
        self.draw_moves(rest.0, canvas);
    }

    /// Draws the lower half of a large panel: the list of moves, the graph of the discs, and messages.
    fn draw_lower_half(&self, mut rest: Slices, canvas: &mut Canvas<Intent>) {
        // Three messages, and two blank lines.
        let room = rest.0.height.saturating_sub(3 + 2);
        let graph = (room * 2 / 5).clamp(GRAPH.0, GRAPH.1);
        let moves = room.saturating_sub(graph).min(WHOLE_GAME);
        let list = rest.top(moves);
        let used = self.draw_moves(list, canvas);
        if self.game.outcome().is_none() {
            let mut free = Slices(list);
            free.top(if used > 0 { used + 1 } else { 0 });
            self.draw_first_steps(free.0, canvas);
        }
        rest.top(1);
        self.draw_graph(rest.top(graph), canvas);
        rest.top(1);
        canvas.messages(rest.0, self.messages());
    }

    /// Draws the keys that help at the beginning of a game, while the list of moves leaves room.
    fn draw_first_steps(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        if area.height < FIRST_STEPS {
            return;
        }
        let (columns, room) = (usize::from(area.width), usize::from(area.height));
        let steps = first_steps(self.look.ascii, columns, room);
        canvas.steps(area, &steps);
    }

    /// Draws the lead in discs over the game.
    fn draw_graph(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let mut rest = Slices(area);
        canvas.text(rest.top(1), "Lead in discs", Role::Muted);
        let game = self.game;
        let leads = game.positions().map(|position| {
            let ByColor { black, white } = position.counts();
            Some(Point {
                black: black.cast_signed() - white.cast_signed(),
                exact: true,
            })
        });
        let mut points: Vec<Option<Point>> = leads.collect();
        let at = points.len() - 1;
        points.resize(points.len().max(POSITIONS), None);
        let graph = Graph {
            points,
            mistakes: Vec::new(),
        };
        let view = GraphView {
            graph: &graph,
            at,
            ruled: false,
            look: &self.look,
        };
        let places = view.draw(rest.0, canvas.buf);
        canvas
            .hits
            .add_all(places, |entry| Intent::Entry(entry.min(at)));
    }

    /// Draws the list of moves, or the openings in its place. Returns how many rows it fills.
    fn draw_moves(&self, area: Rect, canvas: &mut Canvas<Intent>) -> u16 {
        if self.shows_openings() {
            let position = self.game.position();
            let scores = self.screen.thinking.scores(position);
            openings_panel::draw(position, scores, area, canvas);
            return area.height;
        }
        let notes = self.session.timing().notes();
        let time = |index: usize| notes.get(index).and_then(|note| note.time);
        let items = moves::items_of(self.game, time, &self.look);
        let moves = MovesView {
            items: &items,
            focus: self.game.entries().len().saturating_sub(1),
            scroll: Some(&self.screen.scroll),
            notes: Notes::times(area.width),
            look: &self.look,
        };
        let places = moves.draw(area, canvas.buf);
        canvas.hits.add_all(places, Intent::Entry);
        moves.rows().min(area.height)
    }

    /// Returns the time that the moves of each side took; empty if it was not measured.
    fn used(&self) -> ByColor<String> {
        let entries = self.game.entries().iter();
        let timed = || entries.clone().zip(self.session.timing().notes());
        ByColor::from_fn(|color| {
            let own = timed().filter(|(entry, _)| entry.color() == color);
            let time: Duration = own.filter_map(|(_, note)| note.time).sum();
            if time.as_secs() > 0 {
                format!("{} used", time_spent(time))
            } else {
                String::new()
            }
        })
    }

    /// Returns the status of the game in a few words.
    fn status(&self, columns: u16) -> String {
        let game = self.game;
        let empties = game.position().board().empty_count();
        let dot = self.look.symbol(" · ", ", ");
        let moves = plural(game.legal_moves().len(), "move");
        let status = match game.status() {
            Status::ToMove(color) => format!("{color} has {moves}"),
            Status::MustPass(color) => format!("{color} must pass"),
            Status::Over(_) => "Game over".to_owned(),
        };
        let full = format!("{status}{dot}{empties} empty");
        // The sign beside the player says who is to move, too.
        let short = format!("{moves}{dot}{empties} empty");
        if width(&full) <= usize::from(columns) {
            full
        } else if matches!(game.status(), Status::ToMove(_))
            && width(&short) <= usize::from(columns)
        {
            short
        } else {
            status
        }
    }
}

/// Returns the opening's name within a width, also in Japanese if that is wanted and there is room.
fn opening_line(game: &Game, columns: u16, look: &ActiveTheme) -> Option<Line<'static>> {
    let opening = Opening::current(game)?;
    let columns = usize::from(columns);
    let mut line = Line::styled(cut(opening.english, columns), look.style(Role::Strong));
    if let (Some(japanese), true) = (opening.japanese, look.japanese) {
        let behind = format!(" ({japanese})");
        if line.width() + width(&behind) <= columns {
            line.push_span(Span::styled(behind, look.style(Role::Muted)));
        }
    }
    (line.width() > 0).then_some(line)
}

impl GameView<'_> {
    /// Draws the notice and the prompt.
    fn draw_footer(&self, layout: &BoardLayout, with_messages: bool, canvas: &mut Canvas<Intent>) {
        // Beside a board as high as the screen the prompt has two short lines.
        let roomy = layout.board.height > 2 && layout.notice.height > 1;
        let lines = if roomy && self.table.banner.is_none() {
            2
        } else {
            1
        };
        let complaint = self.complaint();
        let footer = BoardFooter {
            complaint: complaint.as_deref(),
            banner: self.table.banner.as_deref(),
            latest: self.table.messages.last().filter(|_| !with_messages),
            prompt: self.prompt(lines * layout.keys.width, layout.board.height == 1),
            has_input: !self.screen.pane.is_empty(),
            is_urgent: self.prompt_is_urgent(),
        };
        footer.draw(layout, canvas);
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
                line.extend(self.look.line([("type a square like f5", Role::Muted)]));
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

impl GameView<'_> {
    /// Returns the keys that do something now, as shown.
    fn hints(&self) -> Vec<Hint<Intent>> {
        let mode = self.screen.thinking.mode(self.session);
        let mut items = hints(tables(self.table), self.ui, |intent| self.works(intent));
        // While a move is judged, which is short, the keys stay as they are.
        items.retain(|item| !matches!(item.target, Meaning::Board(_)) || self.table.coach.warns());
        for item in &mut items {
            let (text, weight) = match item.target {
                Meaning::Own(Intent::Hint) if mode == Some(AnalysisMode::Hint) => {
                    let deeper = self.screen.thinking.can_go_deeper(self.session);
                    (if deeper { "longer" } else { "no hint" }, None)
                }
                Meaning::Own(Intent::Values) if ShownThinking::has_secrets(self.session) => {
                    let is_open = self.screen.thinking.is_open(self.session);
                    (if is_open { "no thoughts" } else { "thoughts" }, None)
                }
                Meaning::Own(Intent::Values) if mode == Some(AnalysisMode::Values) => {
                    let deeper = self.screen.thinking.can_go_deeper(self.session);
                    (if deeper { "longer" } else { "no values" }, None)
                }
                Meaning::Own(Intent::Pause) if self.session.is_paused() => ("go on", Some(9)),
                Meaning::Own(Intent::Redo) if matches!(self.game.status(), Status::MustPass(_)) => {
                    ("pass", Some(9))
                }
                _ => continue,
            };
            item.label = text;
            item.weight = weight.unwrap_or(item.weight);
        }
        if self.table.held {
            let any_key = Hint {
                key: "any key".to_owned(),
                label: "go on",
                target: Meaning::Own(Intent::GoOn),
                pair: None,
                weight: 11,
            };
            items.insert(0, any_key);
        }
        items
    }

    /// Returns whether a key would do something.
    fn works(&self, intent: Intent) -> bool {
        let game = self.game;
        let players = self.session.players();
        let has_cpu = self.session.has_cpu();
        let over = game.outcome().is_some();
        if refusal_over_network(intent, self.session).is_some() {
            return false;
        }
        match intent {
            Intent::Redo => !game.undone().is_empty(),
            Intent::Undo | Intent::Copy | Intent::Review | Intent::Save => {
                !game.entries().is_empty()
            }
            Intent::Pause => (has_cpu || self.session.timing().clock().is_some()) && !over,
            Intent::Slower => has_cpu && !over,
            Intent::Faster => has_cpu && !over && self.ui.settings.pace > 0,
            Intent::Values if ShownThinking::has_secrets(self.session) => true,
            Intent::Hint | Intent::Values => ShownThinking::is_possible(self.session),
            Intent::Dots | Intent::Evaluation | Intent::Openings => !over,
            Intent::Coach => !over && self.table.can_be_coached(),
            Intent::Resign => !over && !game.entries().is_empty() && self.session.has_human(),
            Intent::Swap => {
                let names = self.session.names();
                over || players.black != players.white || names.black != names.white
            }
            _ => true,
        }
    }
}
