//! Where everything stands on the board screen: the board, and the cards beside it or below.

use crate::screen::actions::said;
use ratatui::layout::Rect;
use ratatui::widgets::Widget as _;

use super::cards::{CHAT, NEWS};
use super::thinking::Evaluation;
use super::view::{GameView, opening_of};
use super::{Intent, evaluates, keys};
use crate::keymap::Shortcut;
use crate::layout::{BoardLayout, Slices, centered};
use crate::screen::actions::first_steps;
use crate::screen::side::{POSITION, TextCard, draw_players, draw_prompt, is_boxed};
use crate::screen::{Canvas, card_edges, openings_panel, overlays};
use crate::text::{columns, rows};
use crate::theme::Role;
use crate::widget::evaluation::EvaluationView;
use crate::widget::moves::MOVES_TITLE;
use crate::widget::players::NARROW;
use reversi_table::table::TableAction;
use reversi_text::label;
use reversi_wording::rules;

/// The columns of the program's name in the header, with a gap.
const TITLE: u16 = 14;

/// The fewest and the most rows of the card with the graph.
const GRAPH: (u16, u16) = (8, 18);

/// The rows of the graph below the other cards, over the whole width: there each position has a column. And the fewest rows
/// of a column of cards with room for it.
const WIDE_GRAPH: u16 = 16;
const WITH_WIDE_GRAPH: u16 = 36;

/// The columns of the card with the moves beside other cards: without and with the times of the moves.
const MOVES: (u16, u16) = (19, 29);

/// The columns from which on there is room for the times.
const WITH_TIMES: u16 = 56;

/// The fewest rows apart from the board with room for the players and the card at the end.
const WITH_END: u16 = 18;

/// The rows of moves from which on there is room for the signs on the board.
const WITH_LEGEND: u16 = 8;

/// The number of move rows that take precedence over the opening's name.
const ROWS_OF_MOVES: u16 = 3;

impl GameView<'_> {
    pub(super) fn draw(&self, area: Rect, layout: &BoardLayout, canvas: &mut Canvas<Intent>) {
        self.say(canvas);
        let tiles = self.tiles(layout.board.height);
        let last = self.game.last_move().map(|(square, _)| square);
        canvas.draw_pane(self.pane(), layout.board, &tiles, last);
        if let Some(cheer) = self.cheer() {
            cheer.render(layout.board.squares, canvas.buf);
        }
        if evaluates(self.table, self.ui) && !self.is_past() {
            let bar = EvaluationView {
                black: self.screen.thinking.evaluation().map(Evaluation::black),
                has_discs: layout.has_bars,
                look: &self.look,
            };
            bar.render(layout.bar, canvas.buf);
        }
        if layout.has_bars {
            let room = usize::from(layout.title.width.saturating_sub(TITLE));
            canvas.header(
                layout.title,
                true,
                label!("Reversi").text(),
                &self.about(room),
            );
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
                news.draw_at_end(0..=NEWS, &mut rest, is_apart_boxed, canvas);
            }
            self.draw_chat(&mut rest, is_apart_boxed, canvas);
            over = rest.0;
        } else if let Some(side) = layout.side() {
            let rest = self.draw_players(side, canvas);
            // The header says it, where there is one.
            let rated = self.rated_word().filter(|_| !layout.has_bars);
            self.draw_side(rest, is_boxed(side, layout.has_bars), rated, canvas);
        } else {
            canvas.line(layout.title, canvas.title(label!("Reversi").text()));
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

    /// Draws the players at the top of the column beside the board and the prompt at its end. Returns the area between
    /// them.
    fn draw_players(&self, area: Rect, canvas: &mut Canvas<Intent>) -> Slices {
        let mut rest = Slices(area);
        draw_prompt(self.prompt(area.width), &mut rest, canvas);
        draw_players(&self.players(), &mut rest, canvas);
        rest
    }

    /// Draws the cards below the players.
    fn draw_side(
        &self,
        mut rest: Slices,
        is_boxed: bool,
        rated: Option<&str>,
        canvas: &mut Canvas<Intent>,
    ) {
        let columns = rest.0.width;
        let status = self
            .evaluation_text(columns, rated)
            .unwrap_or_else(|| self.status(columns, rated));
        canvas.text(rest.top(1), status, Role::Muted);
        let legend = self.sign_legend();
        if let (Some(legend), true) = (&legend, is_boxed) {
            canvas.text(rest.top(1), legend, Role::Muted);
        } else {
            rest.top(u16::from(is_boxed));
        }
        self.thoughts().draw(&mut rest, is_boxed, canvas);
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
            news.draw_at_end(0..=NEWS, &mut rest, false, canvas);
        }
        self.draw_chat(&mut rest, false, canvas);
        if let Some(legend) = legend.filter(|_| rest.0.height > WITH_LEGEND) {
            canvas.text(rest.bottom(1), legend, Role::Muted);
        }
        let room = usize::from(columns).saturating_sub(14);
        let opening = opening_of(self.game, room, self.ui).unwrap_or_default();
        self.draw_move_card(rest.0, false, &opening, canvas);
    }

    /// Draws the chat at the end of a column, if anything was said, and takes its rows.
    fn draw_chat(&self, rest: &mut Slices, is_boxed: bool, canvas: &mut Canvas<Intent>) {
        if let Some(chat) = self.chat(rest.0.width, is_boxed) {
            chat.draw_at_end(0..=CHAT, rest, is_boxed, canvas);
        }
    }

    /// Draws the move list, and beside it the cards with the lead, the position and the news.
    fn draw_cards(&self, mut rest: Slices, news: Option<TextCard>, canvas: &mut Canvas<Intent>) {
        let shows_openings = self.shows_openings();
        let is_wide = rest.0.width >= WITH_TIMES && rest.0.height >= WITH_WIDE_GRAPH;
        let has_wide_graph = is_wide && !shows_openings;
        if has_wide_graph {
            self.draw_lead(rest.bottom(WIDE_GRAPH), canvas);
        }
        if !shows_openings {
            let has_times = rest.0.width >= WITH_TIMES;
            let moves = rest.left(if has_times { MOVES.1 } else { MOVES.0 });
            self.draw_move_card(moves, true, "", canvas);
            rest.left(1);
        }
        if let Some(news) = news {
            news.draw_at_end(0..=NEWS, &mut rest, true, canvas);
        }
        self.draw_chat(&mut rest, true, canvas);
        if shows_openings {
            self.draw_move_card(rest.0, true, "", canvas);
            return;
        }
        if self.is_first_game() && !has_wide_graph {
            // What experts look at can wait.
            self.draw_how_to_move(rest.0, true, canvas);
            return;
        }
        if !has_wide_graph {
            let spare = rest.0.height.saturating_sub(POSITION + self.lines_rows());
            self.draw_lead(rest.top(spare.clamp(GRAPH.0, GRAPH.1)), canvas);
        }
        let lines = rest.bottom(self.lines_rows());
        if rest.0.height >= POSITION && self.table.permits(TableAction::Help).is_ok() {
            canvas.draw_position(self.game.position(), rest.0);
        }
        self.draw_lines(lines, canvas);
    }

    /// Draws the lead over the game in a card, or the legend of what the board shows.
    fn draw_lead(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        if self.draw_legend(area, true, canvas) {
            return;
        }
        let thoughts = self.thoughts();
        if thoughts.has_curve() {
            thoughts.draw_curves(area, canvas);
        } else {
            let inner = canvas.card(area, true, label!("Discs now").text(), "");
            self.draw_graph(inner, canvas);
        }
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
            let inner = canvas.card(area, is_boxed, label!("Openings").text(), &state);
            self.draw_moves(inner, canvas);
            return;
        }
        if self.game.entries().is_empty() && self.game.undone().is_empty() {
            self.draw_how_to_move(area, is_boxed, canvas);
            return;
        }
        let inner = canvas.card(area, is_boxed, MOVES_TITLE.text(), figure);
        self.draw_moves(inner, canvas);
    }

    /// Returns whether the person plays the first game against the computer, and has not asked for what experts look at.
    fn is_first_game(&self) -> bool {
        let is_against_cpu = self.session.lone_human().is_some() && self.session.has_cpu();
        let has_asked =
            self.overlay().is_some() || self.screen.thinking.mode(self.session).is_some();
        let is_over = self.game.outcome().is_some();
        self.ui.settings.is_first_game() && is_against_cpu && !has_asked && !is_over
    }

    /// Draws the instructions, and below them the rules in a card of their own.
    fn draw_how_to_move(&self, area: Rect, is_boxed: bool, canvas: &mut Canvas<Intent>) {
        let [hint, inspect, list] =
            [Shortcut::Hint, Shortcut::Inspect, Shortcut::Actions].map(|command| self.key(command));
        let steps = if self.ui.has_buttons() {
            said(&keys::FIRST_TAPS)
        } else {
            keys::first_steps(&hint, &inspect, &list).to_vec()
        };
        let can_help = self.table.permits(TableAction::Help).is_ok();
        let steps = steps.into_iter();
        let steps: Vec<_> = steps.filter(|(key, _)| can_help || *key != hint).collect();
        let (sides, edges) = card_edges(is_boxed);
        let columns = usize::from(area.width.saturating_sub(sides));
        let shown = |steps, area: Rect| {
            first_steps(
                steps,
                columns,
                usize::from(area.height.saturating_sub(edges)),
            )
        };
        let steps = shown(&steps, area);
        let mut rest = Slices(area);
        let rules_fit = is_boxed && area.height > rows(&steps) + 2 * edges;
        let place = if rules_fit {
            rest.top(rows(&steps) + edges)
        } else {
            area
        };
        let inner = canvas.card(place, is_boxed, label!("How to move").text(), "");
        canvas.steps(inner, &steps);
        if rules_fit {
            let rules = shown(&rules(), rest.0);
            let inner = canvas.card(rest.0, true, label!("Rules").text(), "");
            canvas.steps(inner, &rules);
        }
    }

    /// Draws the panel of a small screen.
    fn draw_panel(&self, area: Rect, names: Rect, canvas: &mut Canvas<Intent>) {
        let players = self.players();
        let pane = self.screen.pane;
        let rated = self.rated_word();
        let mut narrow = Slices(area);
        if let (Some(word), true) = (rated, area.width < NARROW) {
            let between = players.between_names(names);
            let needed = columns(word);
            let place = if between.width >= needed {
                centered(between, needed)
            } else {
                // It may need the gap to the board, whose row of letters it is beside.
                let row = narrow.top(1);
                let x = (row.x + 1).min(row.right().saturating_sub(needed));
                Rect {
                    x,
                    width: row.right() - x,
                    ..row
                }
            };
            canvas.text(place, word, Role::Muted);
        }
        let area = narrow.0;
        let Some(mut rest) = canvas.draw_players(pane, &players, area, names) else {
            return;
        };
        canvas.text(rest.top(1), self.status(area.width, rated), Role::Muted);
        if let Some(text) = self.evaluation_text(area.width, None) {
            canvas.text(rest.top(1), text, Role::Text);
        }
        let name = opening_of(self.game, area.width.into(), self.ui);
        if let Some(name) = name.filter(|_| rest.0.height > ROWS_OF_MOVES) {
            canvas.text(rest.top(1), name, Role::Strong);
        }
        if !self.draw_legend(rest.0, false, canvas) {
            self.draw_moves(rest.0, canvas);
        }
    }
}
