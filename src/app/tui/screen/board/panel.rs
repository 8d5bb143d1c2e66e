//! The panel beside the board: players, status, opening, moves and messages.

use std::time::Duration;

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::Intent;
use super::help::first_steps;
use super::view::{GameView, PANEL_WITH_GAPS, PANEL_WITH_MESSAGES};
use crate::app::study::review::graph::{Graph, Point};
use crate::app::tui::layout::Slices;
use crate::app::tui::screen::{Canvas, openings_panel};
use crate::app::tui::text::{cut, width};
use crate::app::tui::theme::{ActiveTheme, Role};
use crate::app::tui::widget::graph::GraphView;
use crate::app::tui::widget::moves::{self, MovesView, Notes};
use crate::app::tui::widget::players::{HUGE, PlayersView};
use crate::app::wording::{plural, time_spent};
use crate::color::ByColor;
use crate::game::{Game, Status};
use crate::opening::Opening;

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
    pub(super) fn draw_panel(&self, area: Rect, with_messages: bool, canvas: &mut Canvas<Intent>) {
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
        let mut rest = Slices(area);
        players.render(rest.top(players.rows(area)), canvas.buf);
        if area.width < 14 {
            rest.top(1);
            if let Some(file) = self.screen.pane.typed() {
                canvas.text(rest.top(1), format!(" {file}_"), Role::Key);
            }
            return;
        }
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
            canvas.messages(rest.bottom(rows), &self.table.messages);
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
        canvas.messages(rest.0, &self.table.messages);
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

/// Returns the opening's name within a width, also in Japanese if there is room and the terminal shows more
/// than ASCII.
fn opening_line(game: &Game, columns: u16, look: &ActiveTheme) -> Option<Line<'static>> {
    let opening = Opening::current(game)?;
    let columns = usize::from(columns);
    let mut line = Line::styled(cut(opening.english, columns), look.style(Role::Strong));
    if let (Some(japanese), false) = (opening.japanese, look.ascii) {
        let behind = format!(" ({japanese})");
        if line.width() + width(&behind) <= columns {
            line.push_span(Span::styled(behind, look.style(Role::Muted)));
        }
    }
    (line.width() > 0).then_some(line)
}
