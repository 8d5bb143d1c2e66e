//! The drawing of the board screen.

use std::time::Duration;

use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::Widget as _;

use super::end::GameEnd;
use super::keys::{self, tables};
use super::thinking::{Evaluation, ShownThinking};
use super::{BoardScreen, Intent, evaluates};
use crate::context::UiContext;
use crate::keymap::{Meaning, Shortcut};
use crate::layout::{BoardLayout, Slices};
use crate::screen::actions::first_steps;
use crate::screen::board_pane::{BoardFooter, BoardPane, BoardScene, paused_line, thinking_line};
use crate::screen::side::{TextCard, draw_moves, draw_players, draw_prompt, is_boxed};
use crate::screen::thoughts::Thoughts;
use crate::screen::{Canvas, Hint, hints, openings_panel, overlays};
use crate::table::TableView;
use crate::text::{self, cut, opening_name, rows, width, wrap};
use crate::theme::{ActiveTheme, Role};
use crate::widget::evaluation::EvaluationView;
use crate::widget::graph::GraphView;
use crate::widget::moves::{self, Notes};
use crate::widget::players::{NARROW, PlayersView};
use crate::widget::tile::{Disc, Tile};
use reversi::{ByColor, Color, Entry, Game, Opening, Square, SquareSet, Status};
use reversi_study::overlay::Overlay;
use reversi_study::review::graph::{Graph, Point};
use reversi_table::phrase::{plural, sentence, time_spent};
use reversi_table::player::PlayerKind;
use reversi_table::session::{AnalysisMode, Session};
use reversi_table::table::{Offer, TableAction};
use reversi_wording::{NOT_CONNECTED, PLAYER_NOT_CONNECTED, side, spectators, watching};

/// A view of the board screen: its state, the game at the table, and the context.
pub(super) struct GameView<'a> {
    pub(super) screen: &'a BoardScreen,
    pub(super) table: &'a TableView,
    pub(super) ui: &'a UiContext,
    pub(super) look: ActiveTheme,
    pub(super) session: &'a Session,
    pub(super) game: &'a Game,
}

impl GameView<'_> {
    pub(super) fn draw(&self, area: Rect, layout: &BoardLayout, canvas: &mut Canvas<Intent>) {
        if let Some(past) = self.past() {
            let pane = BoardPane::default();
            let scene = pane.scene(&past, SquareSet::EMPTY);
            pane.draw_scene(layout.board, &scene, None, canvas);
        } else {
            let tiles = self.tiles(layout.board.height);
            let last = self.game.last_move().map(|(square, _)| square);
            self.pane().draw(layout.board, &tiles, last, canvas);
        }
        if evaluates(self.table, self.ui) {
            let bar = EvaluationView {
                black: self.screen.thinking.evaluation().map(Evaluation::black),
                has_discs: layout.has_bars,
                look: &self.look,
            };
            bar.render(layout.bar, canvas.buf);
        }
        if layout.has_bars {
            let room = usize::from(layout.title.width.saturating_sub(TITLE));
            canvas.header(layout.title, true, "Reversi", &self.about(room));
        }
        let open = self.open_end();
        // The card at the end leaves the board to be seen, where there is room beside it or below.
        let apart = layout.side().or_else(|| layout.below());
        let apart = apart.filter(|apart| open.is_some() && apart.height >= WITH_END);
        let is_apart_boxed = apart.is_some_and(|apart| is_boxed(apart, layout.has_bars));
        let mut over = area;
        if let Some(apart) = apart {
            let mut rest = self.draw_players(apart, canvas);
            if let Some(news) = self.news(rest.0.width) {
                let news_area = rest.bottom(news.rows(rest.0.width, 0..=NEWS, is_apart_boxed));
                news.draw(news_area, is_apart_boxed, canvas);
            }
            over = rest.0;
        } else if let Some(side) = layout.side() {
            let rest = self.draw_players(side, canvas);
            self.draw_side(rest, is_boxed(side, layout.has_bars), canvas);
        } else {
            canvas.line(layout.title, canvas.title("Reversi"));
            let mut layout = *layout;
            let names = layout.take_names();
            self.draw_panel(layout.panel, names, canvas);
            self.draw_footer(&layout, canvas);
        }
        canvas.footer(layout.keys, layout.has_bars, self.hints());
        if let Some(end) = open {
            let below = self.draw_end(end, over, apart.is_some(), canvas);
            if is_apart_boxed && below.height > GRAPH.0 {
                self.draw_cards(Slices(below), None, canvas);
            } else if apart.is_some() && !is_apart_boxed && below.height > 1 {
                self.draw_move_card(below, false, "", canvas);
            }
        }
    }

    /// Returns the opening, the level of the computer and the clock, as many of them as fit.
    fn about(&self, columns: usize) -> String {
        let spectators = self.table.connection_status().watching.len();
        let watched = (spectators > 0).then(|| watching(spectators));
        let opening = opening_of(self.game, OPENING, &self.look);
        let players = self.session.players();
        let levels = Color::ALL.map(|color| match &players[color] {
            kind @ PlayerKind::Engine(_) => Some(kind.name().into_owned()),
            _ => None,
        });
        let [black, white] = levels;
        let white = white.filter(|level| black.as_ref() != Some(level));
        let clock = self.session.timing.clock();
        let clock = clock.map(|clock| clock.control().to_string());
        let mut parts: Vec<String> = [watched, opening, black, white, clock]
            .into_iter()
            .flatten()
            .collect();
        let dot = self.look.symbol(" · ", ", ");
        // What comes first is of most interest.
        while width(&parts.join(dot)) > columns {
            parts.pop();
        }
        parts.join(dot)
    }

    /// Returns the key of a command.
    fn key(&self, command: Shortcut) -> String {
        self.ui.settings.keys.shown(command).to_string()
    }

    /// Returns whether the panel shows openings.
    pub(super) fn shows_openings(&self) -> bool {
        let is_open = self.ui.shows_openings && self.game.outcome().is_none();
        is_open && self.table.permits(TableAction::Help).is_ok()
    }

    /// Returns the overlay on the board, unless help is not permitted.
    fn overlay(&self) -> Option<Overlay> {
        (self.ui.overlay).filter(|_| self.table.permits(TableAction::Help).is_ok())
    }

    /// Returns the game up to the position that is shown, if that lies back.
    fn past(&self) -> Option<Game> {
        let mut past = (self.screen.back > 0).then(|| self.game.clone())?;
        for _ in 0..self.screen.back {
            past.undo();
        }
        Some(past)
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
        let mut pane = self.pane();
        if let Some(square) = self.table.coach.square() {
            pane.point_at(square);
        }
        pane.preview(self.game.position(), self.legal())
    }

    /// Returns the input. A hint puts the cursor on its square.
    fn pane(&self) -> BoardPane {
        let mut pane = self.screen.pane;
        let hint = self.screen.thinking.hint(self.session);
        if let Some(square) = hint.filter(|_| pane.is_empty()) {
            pane.point_at(square);
        }
        pane
    }

    fn tiles(&self, height: u16) -> [Tile; 64] {
        let (pane, thinking) = (self.pane(), &self.screen.thinking);
        let timeline = &self.table.timeline;
        if let Some(counted) = timeline.counted(self.ui.now) {
            return sorted(counted);
        }
        let warning = (self.table.coach).warning(thinking.scores(self.game.position()));
        let scene = BoardScene {
            preview: self.preview(),
            dots: self.ui.settings.legal_dots,
            pointed: warning.map_or(SquareSet::EMPTY, |(_, about)| about),
            signs: self
                .overlay()
                .map_or([None; 64], |overlay| overlay.signs(self.game.position())),
            ..pane.scene(self.game, self.legal())
        };
        Tile::board(|square| {
            let tile = pane.tile(square, &scene, Some((timeline, self.ui.now)));
            let label = thinking.label(square, self.session);
            tile.labelled(label.filter(|_| tile.disc.is_none()), height)
        })
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

/// The columns of the program's name in the header, with a gap.
const TITLE: u16 = 14;

/// The most columns of an opening in the header.
const OPENING: usize = 40;

/// The fewest and the most rows of the card with the graph.
const GRAPH: (u16, u16) = (8, 18);

/// The columns of the card with the moves beside other cards: without and with the times of the moves.
const MOVES: (u16, u16) = (19, 29);

/// The columns from which on there is room for the times.
const WITH_TIMES: u16 = 56;

/// The fewest rows apart from the board with room for the players and the card at the end.
const WITH_END: u16 = 18;

/// The most rows of the news card, without its edges.
const NEWS: u16 = 6;

/// The rows of the position card, with its edges.
const POSITION: u16 = 6;

/// Explains the rows of the position card.
const ABOUT_POSITION: [&str; 3] = [
    "Whoever has few moves soon has only bad ones.",
    "Discs at the frontier touch an empty square and give the other side moves.",
    "Stable discs are never turned again.",
];

/// The number of positions in a game without passes. The graph has room for all of them from the start.
const POSITIONS: usize = 61;

/// The number of move rows that take precedence over the opening's name.
const ROWS_OF_MOVES: u16 = 3;

impl GameView<'_> {
    pub(super) fn players(&self) -> PlayersView<'_> {
        let game = self.game;
        PlayersView {
            names: self.table.names(),
            counts: (self.table.timeline.counted(self.ui.now))
                .unwrap_or_else(|| game.position().counts()),
            squares: Some(64),
            to_move: match game.status() {
                Status::ToMove(color) | Status::MustPass(color) => Some(color),
                Status::Over(_) => None,
            },
            winner: (game.outcome().filter(|_| !self.table.is_counting()))
                .and_then(|outcome| outcome.winner),
            clocks: self.table.clocks.as_ref(),
            used: self.used(),
            look: &self.look,
        }
    }

    /// Draws the players at the top of the column beside the board and the prompt at its end. Returns the area between
    /// them.
    fn draw_players(&self, area: Rect, canvas: &mut Canvas<Intent>) -> Slices {
        let mut rest = Slices(area);
        draw_prompt(self.prompt(area.width), &mut rest, canvas);
        draw_players(&self.players(), &mut rest, canvas);
        rest
    }

    /// Draws the cards below the players.
    fn draw_side(&self, mut rest: Slices, is_boxed: bool, canvas: &mut Canvas<Intent>) {
        let columns = rest.0.width;
        let status = self
            .evaluation_text(columns)
            .unwrap_or_else(|| self.status(columns));
        canvas.text(rest.top(1), status, Role::Muted);
        rest.top(u16::from(is_boxed));
        let thoughts = self.thoughts();
        if !thoughts.is_empty() {
            let height = Thoughts::rows(columns, is_boxed);
            thoughts.draw(rest.top(height), is_boxed, canvas);
        }
        // A box may have the moves beside it.
        let beside = if is_boxed && !self.shows_openings() {
            MOVES.1 + 5
        } else {
            0
        };
        let news = self.news(columns.saturating_sub(beside));
        if is_boxed {
            self.draw_cards(rest, news, canvas);
            return;
        }
        if let Some(news) = news {
            let height = news.rows(columns, 0..=NEWS, false);
            news.draw(rest.bottom(height), false, canvas);
        }
        let room = usize::from(columns).saturating_sub(14);
        let opening = opening_of(self.game, room, &self.look).unwrap_or_default();
        self.draw_move_card(rest.0, false, &opening, canvas);
    }

    /// Draws the move list, and beside it the cards with the lead, the position and the news.
    fn draw_cards(&self, mut rest: Slices, news: Option<TextCard>, canvas: &mut Canvas<Intent>) {
        let height = |columns| {
            let news = news.as_ref();
            news.map_or(0, |news| news.rows(columns, 0..=NEWS, true))
        };
        if self.shows_openings() {
            let below = rest.bottom(height(rest.0.width));
            self.draw_move_card(rest.0, true, "", canvas);
            if let Some(news) = news {
                news.draw(below, true, canvas);
            }
            return;
        }
        let has_times = rest.0.width >= WITH_TIMES;
        let moves = rest.left(if has_times { MOVES.1 } else { MOVES.0 });
        self.draw_move_card(moves, true, "", canvas);
        rest.left(1);
        let below = rest.bottom(height(rest.0.width));
        let spare = rest.0.height.saturating_sub(POSITION + self.lines_rows());
        let lead = rest.top(spare.clamp(GRAPH.0, GRAPH.1));
        if !self.draw_legend(lead, true, canvas) {
            let thoughts = self.thoughts();
            if thoughts.has_curve() {
                let inner = canvas.card(lead, true, "Scores", "Black's lead");
                thoughts.draw_curves(inner, canvas);
            } else {
                let inner = canvas.card(lead, true, "Discs now", "");
                self.draw_graph(inner, canvas);
            }
        }
        let lines = rest.bottom(self.lines_rows());
        if rest.0.height >= POSITION && self.table.permits(TableAction::Help).is_ok() {
            self.draw_position(rest.0, canvas);
        }
        self.draw_lines(lines, canvas);
        if let Some(news) = news {
            news.draw(below, true, canvas);
        }
    }

    /// Returns what two computers think that play each other; empty in other games.
    fn thoughts(&self) -> Thoughts {
        let mut thoughts = Thoughts::default();
        let players = self.session.players();
        if !Color::ALL.into_iter().all(|color| players[color].is_cpu()) {
            return thoughts;
        }
        let noted = self.game.entries().iter().zip(self.session.timing.notes());
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

    /// Draws the numbers of moves, frontier discs and stable discs of both sides.
    fn draw_position(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let columns = usize::from(area.width.saturating_sub(4));
        let about = ABOUT_POSITION.map(|text| wrap(text, columns)).concat();
        let has_room = area.height > POSITION + rows(&about);
        let inner = canvas.card(area, true, "Position", "");
        let position = self.game.position();
        let moves = |color| position.with_side_to_move(color).legal_moves().len();
        let discs = |overlay: Overlay| {
            let groups = overlay.groups(position);
            let all = groups.iter().map(|group| group.squares);
            let all = all.fold(SquareSet::EMPTY, |all, squares| all | squares);
            ByColor::from_fn(|color| (all & position.discs(color)).len())
        };
        let counts = [
            ("moves", ByColor::from_fn(moves)),
            ("frontier", discs(Overlay::Frontier)),
            ("stable", discs(Overlay::Stable)),
        ];
        let mut rest = Slices(inner);
        canvas.text(
            rest.top(1),
            format!("{:>12}{:>6}", "Black", "White"),
            Role::Muted,
        );
        for (name, ByColor { black, white }) in counts {
            let row = format!("{name:8}{black:>4}{white:>6}");
            canvas.text(rest.top(1), row, Role::Text);
        }
        if has_room {
            rest.top(1);
            canvas.lines(rest.0, about, Role::Muted);
        }
    }

    /// Returns the rows of the card with the lines of the engine.
    fn lines_rows(&self) -> u16 {
        let lines = self.screen.thinking.lines(self.session);
        if lines.is_empty() {
            0
        } else {
            rows(&lines).min(NEWS) + 2
        }
    }

    /// Draws the expected line after each scored move.
    fn draw_lines(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let lines = self.screen.thinking.lines(self.session);
        if lines.is_empty() || area.height < 3 {
            return;
        }
        let inner = canvas.card(area, true, "Lines", "");
        let room = usize::from(inner.width);
        canvas.lines(inner, lines.iter().map(|line| cut(line, room)), Role::Text);
    }

    /// Draws the move list in a card; before the first move, the instructions.
    fn draw_move_card(
        &self,
        area: Rect,
        is_boxed: bool,
        figure: &str,
        canvas: &mut Canvas<Intent>,
    ) {
        let mut rest = Slices(area);
        if let Some(overlay) = self.overlay().filter(|_| !is_boxed) {
            let position = self.game.position();
            let key = self.key(Shortcut::Inspect);
            let legend = overlays::legend_rows(overlay, position, Some(&key), area.width) + 1;
            // The moves stay above it if there is room.
            let has_room = legend + ROWS_OF_MOVES <= area.height;
            let below = rest.bottom(if has_room { legend } else { area.height });
            self.draw_legend(below, false, canvas);
        }
        let area = rest.0;
        if area.is_empty() {
            return;
        }
        if self.shows_openings() {
            let state = openings_panel::state(self.game.position(), canvas);
            let inner = canvas.card(area, is_boxed, "Openings", &state);
            self.draw_moves(inner, canvas);
            return;
        }
        if self.game.entries().is_empty() && self.game.undone().is_empty() {
            let inner = canvas.card(area, is_boxed, "How to move", "");
            let (columns, room) = (usize::from(inner.width), usize::from(inner.height));
            let [hint, list] = [Shortcut::Hint, Shortcut::Actions].map(|command| self.key(command));
            let steps = keys::first_steps(&hint, &list);
            let can_help = self.table.permits(TableAction::Help).is_ok();
            let steps: Vec<_> = (steps.into_iter())
                .filter(|(key, _)| can_help || *key != hint)
                .collect();
            canvas.steps(inner, &first_steps(&steps, columns, room));
            return;
        }
        let inner = canvas.card(area, is_boxed, "Moves", figure);
        self.draw_moves(inner, canvas);
    }

    /// Draws the legend of the overlay in a card, if one is on.
    fn draw_legend(&self, area: Rect, is_boxed: bool, canvas: &mut Canvas<Intent>) -> bool {
        let Some(overlay) = self.overlay() else {
            return false;
        };
        let inner = canvas.card(area, is_boxed, overlay.name(), "");
        let key = self.key(Shortcut::Inspect);
        overlays::draw_legend(overlay, self.game.position(), Some(&key), inner, canvas);
        true
    }

    /// Returns the most important news for a column of this width: an error, the coach's warning, a pass, the result or
    /// a hint, otherwise the messages since the last move.
    fn news(&self, columns: u16) -> Option<TextCard> {
        let scores = self.screen.thinking.scores(self.game.position());
        if let Some(refusal) = self.table.log.refusal() {
            return Some(TextCard::of("Not possible", refusal, Role::Warning));
        }
        if let Some((warning, _)) = self.table.coach.warning(scores) {
            return Some(TextCard::of("Coach", warning, Role::Text));
        }
        // A later message matters more, such as that the game was saved. The card at the end says the result.
        let announcement = self.table.log.announcement();
        let is_last = announcement == self.table.log.latest() && self.open_end().is_none();
        if let Some(message) = announcement.filter(|_| is_last) {
            let is_over = self.game.outcome().is_some();
            let title = if is_over { "Result" } else { "Pass" };
            let mut card = TextCard::of(title, message.text.clone(), Role::Banner);
            card.short.clone_from(&message.short);
            return Some(card);
        }
        let own = &self.ui.settings.keys;
        let advice = (self.screen.thinking).advice(self.session, (columns, NEWS), false, own);
        match advice.filter(|_| self.screen.pane.is_empty() && !self.table.held) {
            Some(advice) => {
                let mode = self.screen.thinking.mode(self.session);
                let title = if mode == Some(AnalysisMode::Values) {
                    "Values"
                } else {
                    "Hint"
                };
                Some(TextCard::of(title, advice, Role::Text))
            }
            None => Some(TextCard::of("News", self.table.log.news()?, Role::Text)),
        }
    }

    /// Draws the panel of a small screen.
    fn draw_panel(&self, area: Rect, names: Rect, canvas: &mut Canvas<Intent>) {
        let players = self.players();
        let pane = self.screen.pane;
        let Some(mut rest) = pane.draw_players(&players, area, names, canvas) else {
            return;
        };
        canvas.text(rest.top(1), self.status(area.width), Role::Muted);
        if let Some(text) = self.evaluation_text(area.width) {
            canvas.text(rest.top(1), text, Role::Text);
        }
        let name = opening_of(self.game, area.width.into(), &self.look);
        if let Some(name) = name.filter(|_| rest.0.height > ROWS_OF_MOVES) {
            canvas.text(rest.top(1), name, Role::Strong);
        }
        if !self.draw_legend(rest.0, false, canvas) {
            self.draw_moves(rest.0, canvas);
        }
    }

    /// Returns who is ahead while the evaluation is on and the game is not over.
    fn evaluation_text(&self, columns: u16) -> Option<String> {
        // A hint and the values say it, too.
        let is_told = self.screen.thinking.mode(self.session).is_some();
        let is_on = evaluates(self.table, self.ui) && self.game.outcome().is_none();
        (is_on && !is_told).then(|| {
            let evaluation = self.screen.thinking.evaluation();
            evaluation.map_or_else(
                || "Evaluating.".to_owned(),
                |evaluation| evaluation.text(usize::from(columns)),
            )
        })
    }

    /// Draws the lead in discs over the game.
    fn draw_graph(&self, area: Rect, canvas: &mut Canvas<Intent>) {
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
            numbers: None,
            look: &self.look,
        };
        let places = view.draw(area, canvas.buf);
        canvas
            .hits
            .add_all(places, |entry| Intent::Entry(entry.min(at)));
    }

    /// Draws the list of moves, or the openings in its place.
    fn draw_moves(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        if self.shows_openings() {
            let position = self.game.position();
            let scores = self.screen.thinking.all_scores(position);
            openings_panel::draw(position, scores, area, false, canvas);
            return;
        }
        let notes = self.session.timing.notes();
        let time = |index: usize| notes.get(index).and_then(|note| note.time);
        let past = self.past();
        let game = past.as_ref().unwrap_or(self.game);
        let items = moves::items_of(game, time, &self.look);
        let (played, scroll) = (game.entries().len(), Some(&self.screen.scroll));
        let notes = Notes::times(area.width);
        let places = draw_moves(&items, played, scroll, notes, area, canvas);
        canvas.hits.add_all(places, Intent::Entry);
    }

    /// Returns the time that the moves of each side took; empty if it was not measured.
    fn used(&self) -> ByColor<String> {
        let entries = self.game.entries().iter();
        let timed = || entries.clone().zip(self.session.timing.notes());
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
        let count = game.legal_moves().len();
        let you = self.session.lone_human();
        let status = match game.status() {
            Status::ToMove(color) => {
                let who = side(color, you);
                format!("{who} can move to {}", plural(count, "square"))
            }
            Status::MustPass(color) => format!("{} must pass", side(color, you)),
            Status::Over(_) => "Game over".to_owned(),
        };
        let names = self.table.connection_status().watching;
        let with = |status: &str| format!("{status}{dot}{empties} empty");
        // The sign beside the player says who is to move, too.
        let moves = plural(count, "possible move");
        let mut choices = vec![with(&status), status.clone()];
        if matches!(game.status(), Status::ToMove(_)) {
            choices.extend([with(&moves), moves]);
        }
        if !names.is_empty() {
            choices.insert(0, format!("{}{dot}{status}", spectators(&names)));
            choices.insert(1, spectators(&names));
            choices.insert(2, watching(names.len()));
        }
        let columns = usize::from(columns);
        let fits = choices.into_iter().find(|choice| width(choice) <= columns);
        fits.unwrap_or_else(|| cut(&status, columns))
    }
}

/// Returns the opening's name within a width, also in Japanese if that is wanted and there is room.
fn opening_of(game: &Game, columns: usize, look: &ActiveTheme) -> Option<String> {
    Some(opening_name(
        Opening::current(game)?,
        columns,
        look.japanese,
    ))
}

impl GameView<'_> {
    /// Draws the notice and the prompt.
    fn draw_footer(&self, layout: &BoardLayout, canvas: &mut Canvas<Intent>) {
        // Beside a board as high as the screen the prompt has two short lines.
        let roomy = layout.board.height > 2 && layout.notice.height > 1;
        let announcement = self.table.log.announcement();
        let lines = if roomy && announcement.is_none() {
            2
        } else {
            1
        };
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
            let short = [("Enter", Role::Key), (" passes again.", Role::Strong)];
            prompt = self.look.line(short);
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

    /// Returns whether the prompt matters more than the last message.
    fn prompt_is_urgent(&self) -> bool {
        let status = self.game.status();
        !self.screen.pane.is_empty()
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
            self.table
                .coach
                .warning_in(scores, columns, rows)
                .map(|(sentence, _)| sentence)
        };
        let complaint = self.table.log.refusal().map(str::to_owned);
        complaint.or_else(warning)
    }

    /// Returns the hint or the values if no card shows them, otherwise the prompt.
    fn prompt_or_advice(&self, columns: u16, small: bool) -> Line<'static> {
        let thinking = &self.screen.thinking;
        let head = match thinking.mode(self.session) {
            Some(AnalysisMode::Hint) => "Hint: ",
            _ => "",
        };
        let room = columns.saturating_sub(text::columns(head));
        let own = &self.ui.settings.keys;
        let advice = || thinking.advice(self.session, (room, 1), small, own);
        let shows_advice = self.screen.pane.is_empty() && !self.table.held;
        match shows_advice.then(advice).flatten() {
            Some(advice) => self
                .look
                .line([(head, Role::Strong), (&advice, Role::Text)]),
            None => self.prompt(columns),
        }
    }

    /// Returns the prompt: the typed input, or what to do next.
    fn prompt(&self, columns: u16) -> Line<'static> {
        if let Some(past) = self.past() {
            let count = |game: &Game| game.entries().iter().filter_map(Entry::square).count();
            let at = format!("Move {} of {}. ", count(&past), count(self.game));
            return self
                .look
                .line([(&at, Role::Strong), ("Any key returns.", Role::Muted)]);
        }
        if self.table.held {
            return Line::styled("Press any key.", self.look.style(Role::Strong));
        }
        if let Some(line) = self.offer_line() {
            return line;
        }
        match self.game.status() {
            Status::Over(_) if self.game.entries().is_empty() => Line::default(),
            Status::Over(_) => self.over_line(),
            Status::MustPass(color) => self.look.line([
                (&self.no_move(color), Role::Strong),
                ("Enter", Role::Key),
                (" passes again.", Role::Strong),
            ]),
            Status::ToMove(color) => self.turn_line(color, columns),
        }
    }

    /// Returns how the question begins whether a side passes again.
    fn no_move(&self, color: Color) -> String {
        match self.session.lone_human() {
            Some(you) if you == color => "You have no legal move: ".to_owned(),
            _ => format!("{color} has no legal move: "),
        }
    }

    /// Returns the prompt while a side is to move.
    fn turn_line(&self, color: Color, columns: u16) -> Line<'static> {
        let player = &self.session.players()[color];
        let paused = self.session.is_paused();
        if player.is_remote() || self.session.remote().is_some() && paused {
            self.remote_line(color)
        } else if player.is_human() {
            self.choice_line(color, columns)
        } else if paused {
            paused_line(&player.name(), color, &self.ui.settings.keys, &self.look)
        } else {
            let thought = |room| self.screen.thinking.thought_line(room);
            thinking_line(&player.name(), color, thought, columns, &self.look)
        }
    }

    /// Returns the prompt while a person is to move: the typed input, or how to move.
    fn choice_line(&self, color: Color, columns: u16) -> Line<'static> {
        let pane = &self.screen.pane;
        let has_clock = self.session.timing.clock().is_some();
        let mut line = if self.session.is_paused() && has_clock && pane.typed().is_none() {
            self.look.line([
                ("Paused (", Role::Muted),
                (&self.key(Shortcut::Pause), Role::Key),
                ("). ", Role::Muted),
            ])
        } else {
            Line::default()
        };
        let turn = if self.session.lone_human() == Some(color) {
            "Your move".to_owned()
        } else {
            format!("{color} to move")
        };
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
                let turned = format!(" turns {}", plural(flips.len(), "disc"));
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
    fn way_to_move(&self, turn: &str, columns: usize) -> (&'static str, String) {
        let mut ways = if let Some((marked, _)) = self.preview() {
            vec![
                (
                    ": ",
                    format!("Enter plays {marked}, or type another square"),
                ),
                (". ", format!("Enter plays {marked}.")),
                (". ", format!("Type {marked}.")),
            ]
        } else {
            let first = self.screen.pane.scene(self.game, self.legal()).first();
            vec![
                (": ", format!("type a square like {first}, or click it")),
                (". ", format!("Type {first} or click.")),
                (". ", format!("Type {first}.")),
                (".", String::new()),
            ]
        };
        let fits = |(end, how): &(&str, String)| width(turn) + width(end) + width(how) <= columns;
        let found = ways.iter().position(fits);
        ways.swap_remove(found.unwrap_or(ways.len() - 1))
    }

    /// Returns the prompt after the end of the game. The key line lists the choices.
    fn over_line(&self) -> Line<'static> {
        if self.table.is_counting() {
            return self.look.line([("Counting the discs.", Role::Muted)]);
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
            (Some(_), _) => return self.look.line([("You offer a rematch.", Role::Muted)]),
            (None, Some(_)) => " agrees to a rematch.",
            (None, None) => " offers a rematch.",
        };
        let key = self.key(Shortcut::Next);
        self.look.line([(&key, Role::Key), (what, Role::Muted)])
    }

    /// Returns what the other player asks for during the game, or what this one does.
    fn offer_line(&self) -> Option<Line<'static>> {
        let status = self.table.connection_status();
        let is_open = status.is_connected && self.screen.pane.typed().is_none();
        let key = |what| match what {
            Offer::Takeback => Some((Shortcut::Undo, " agrees to a takeback; a move refuses it.")),
            Offer::Draw => Some((Shortcut::Draw, " agrees to a draw; a move refuses it.")),
            Offer::Rematch => None,
        };
        let (key, agrees) = key(status.asked.filter(|_| is_open)?)?;
        Some((self.look).line([(&self.key(key), Role::Key), (agrees, Role::Strong)]))
    }

    /// Returns the player or the connection that a network game waits for.
    fn remote_line(&self, color: Color) -> Line<'static> {
        let waits = if !self.session.is_watched() {
            NOT_CONNECTED
        } else if self.table.connection_status().is_connected {
            PLAYER_NOT_CONNECTED
        } else {
            "you are not connected"
        };
        if self.session.is_paused() {
            return self.look.line([(&sentence(waits), Role::Strong)]);
        }
        let name = &self.session.shown_players()[color];
        self.look
            .line([(&format!("Waiting for {name} ({color})."), Role::Muted)])
    }
}

impl GameView<'_> {
    /// Returns the keys that work now, with their labels.
    pub(super) fn hints(&self) -> Vec<Hint<Intent>> {
        let mode = self.screen.thinking.mode(self.session);
        let ends = self.screen.end.as_ref().is_some_and(|end| !end.is_closed);
        let mut items = hints(&tables(self.table, ends), self.ui, |intent| {
            self.works(intent)
        });
        // While a move is judged, which is short, the keys stay as they are.
        items.retain(|item| !matches!(item.target, Meaning::Board(_)) || self.table.coach.warns());
        for item in &mut items {
            let (text, weight) = match item.target {
                Meaning::Own(Intent::Hint) if mode == Some(AnalysisMode::Hint) => {
                    let has_more = self.screen.thinking.has_more(self.session);
                    (if has_more { "more" } else { "no hint" }, None)
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

    /// Returns whether an action is available now.
    pub(super) fn works(&self, intent: Intent) -> bool {
        let game = self.game;
        let players = self.session.players();
        let has_cpu = self.session.has_cpu();
        let over = game.outcome().is_some();
        if keys::action(intent).is_some_and(|action| self.table.permits(action).is_err()) {
            return false;
        }
        match intent {
            Intent::Redo => !game.undone().is_empty(),
            Intent::Undo | Intent::Copy | Intent::Review | Intent::Save | Intent::Share => {
                !game.entries().is_empty()
            }
            Intent::Pause => (has_cpu || self.session.timing.clock().is_some()) && !over,
            Intent::TakeOver => self.session.watched_turn().is_some(),
            Intent::Slower => has_cpu && !over,
            Intent::Faster => has_cpu && !over && self.ui.settings.pace > 0,
            Intent::Values if ShownThinking::has_secrets(self.session) => true,
            Intent::Hint | Intent::Values => ShownThinking::is_possible(self.session),
            Intent::Dots | Intent::Evaluation | Intent::Openings => !over,
            Intent::PlayYourself => {
                let end = self.screen.end.as_ref();
                end.and_then(GameEnd::double).is_some()
            }
            Intent::Rematch => self.table.connection_status().offered.is_none(),
            Intent::Offer(what) => {
                let status = self.table.connection_status();
                let agrees = status.asked == Some(what);
                let own = self.session.lone_human();
                let can_ask = what != Offer::Takeback || self.session.before_decision(own).is_ok();
                !over && status.is_connected && status.offered != Some(what) && (agrees || can_ask)
            }
            Intent::Say => self.table.connection_status().is_connected,
            Intent::Invitation => !self.table.invitation.is_empty(),
            Intent::Coach => !over && self.table.permits(TableAction::Coach).is_ok(),
            Intent::Resign => !over && !game.entries().is_empty() && self.session.has_human(),
            Intent::Swap => {
                let names = self.session.names;
                over || players.black != players.white || names.black != names.white
            }
            _ => true,
        }
    }
}
