//! The drawing of a game of Go.

use ratatui::layout::Rect;
use ratatui::text::Line;

use super::keys::first_steps;
use super::new_game::size_name;
use super::{GoScreen, Intent};
use crate::app::go::{GoEnding, GoMove, text};
use crate::app::tui::keymap::Meaning;
use crate::app::tui::layout::{BoardLayout, Slices};
use crate::app::tui::screen::board_pane::{BoardFooter, paused_line, thinking_line};
use crate::app::tui::screen::{Canvas, Hint, hints};
use crate::app::tui::text::{columns, cut};
use crate::app::tui::theme::{ActiveTheme, Role};
use crate::app::tui::widget::moves::{MoveItem, MovesView, Notes, role_of};
use crate::app::tui::widget::players::{HUGE, PlayersView};
use crate::app::tui::widget::tile::{Disc, GridLines, Mark, Tile};
use crate::app::wording::go::captures_short;
use crate::app::wording::plural;
use crate::color::{ByColor, Color};

/// The fewest rows of a panel with a gap below the players.
const WITH_GAP: u16 = 14;

/// The fewest rows of a panel with messages.
const WITH_MESSAGES: u16 = 17;

impl GoScreen {
    pub(super) fn draw_all(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let Some(layout) = BoardLayout::with(self.shape(), area) else {
            return;
        };
        let last = self.game().last_stone();
        self.pane
            .draw(layout.board, &self.tiles(canvas), last, canvas);
        self.draw_title(layout.title, canvas);
        let with_messages = layout.panel.height >= WITH_MESSAGES && layout.panel.width >= 20;
        self.draw_panel(layout.panel, with_messages, canvas);
        self.draw_footer(&layout, with_messages, canvas);
        let items = self.hints(canvas);
        canvas.keys(layout.keys, items);
    }

    fn tiles(&self, canvas: &Canvas<Intent>) -> [Tile; 64] {
        let game = self.game();
        let grid = game.grid();
        let last_index = grid.size() - 1;
        let side = game.side_to_move();
        let is_over = matches!(game.outcome(), Some(outcome) if outcome.ending == GoEnding::Passed);
        let area = ByColor::from_fn(|color| if is_over { game.area(color) } else { 0 });
        let chain = self.chain_point().filter(|_| self.shows_liberties);
        let chain = chain.and_then(|point| text::chain_at(game, point));
        let (_, chain, liberties) = chain.unwrap_or((side, 0, 0));
        let scene = self.scene();
        let flips = Some((&self.timeline, canvas.context.ui.now));
        Tile::board(|point| {
            let Some(bit) = grid.bit(point) else {
                return Tile::default();
            };
            let (column, row) = (point.file().index(), point.rank().index());
            let tile = self.pane.tile(point, &scene, flips);
            let counts = |color: &Color| game.stone(point).is_none() && area[*color] & bit != 0;
            let mark = match Color::ALL.into_iter().find(counts) {
                _ if tile.named || tile.disc == Some(Disc::ghost(side)) => Mark::None,
                Some(color) => Mark::Counts(color),
                None if chain & bit != 0 || matches!(tile.mark, Mark::WouldTurn(_)) => Mark::Turned,
                None if liberties & bit != 0 && tile.mark == Mark::None => Mark::Legal,
                None => tile.mark,
            };
            Tile {
                dark: false,
                stars: 0,
                lines: GridLines {
                    left: column > 0,
                    right: column < last_index,
                    up: row < last_index,
                    down: row > 0,
                    dot: 2 * column == last_index && 2 * row == last_index,
                },
                mark,
                ..tile
            }
        })
    }

    fn draw_title(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let game = self.game();
        let title = format!("Go {}", size_name(game.grid()));
        let set = format!("komi {}, {} theme", game.komi(), canvas.look.name);
        canvas.title_with_settings(area, &title, &set);
    }

    fn draw_panel(&self, area: Rect, with_messages: bool, canvas: &mut Canvas<Intent>) {
        let game = self.game();
        let outcome = game.outcome();
        let counts_area = outcome.is_some_and(|outcome| outcome.ending == GoEnding::Passed);
        let look = canvas.look;
        let players = PlayersView {
            names: self.session.shown_players(),
            counts: if counts_area {
                ByColor::from_fn(|color| game.area(color).count_ones())
            } else {
                text::both_captures(game)
            },
            to_move: outcome.is_none().then(|| game.side_to_move()),
            winner: outcome.and_then(|outcome| outcome.winner),
            clocks: None,
            used: ByColor::default(),
            look: &look,
        };
        let Some(mut rest) = self.pane.draw_players(&players, area, canvas) else {
            return;
        };
        let gap = u16::from(area.height >= WITH_GAP);
        rest.top(gap);
        let captures = text::captures(game);
        let captures = if columns(&captures) <= area.width {
            captures
        } else {
            captures_short(text::both_captures(game))
        };
        canvas.text(rest.top(1), captures, Role::Muted);
        rest.top(gap);
        if with_messages {
            let messages = rest.bottom((area.height / 3).clamp(4, 12));
            canvas.messages(messages, &self.messages);
            rest.bottom(1);
        }
        let used = self.draw_moves(rest.0, canvas);
        if game.outcome().is_none() && area.height >= HUGE.height {
            rest.top(used + 1);
            let (columns, room) = (usize::from(rest.0.width), usize::from(rest.0.height));
            canvas.steps(rest.0, &first_steps(columns, room));
        }
    }

    /// Draws the list of moves. Returns how many rows it fills.
    fn draw_moves(&self, area: Rect, canvas: &mut Canvas<Intent>) -> u16 {
        let game = self.game();
        let played = game.entries().len();
        let entries = game.entries().iter().chain(game.undone());
        let items: Vec<MoveItem> = (1..)
            .zip(entries)
            .map(|(number, entry)| MoveItem {
                number: Some(number),
                color: entry.color(),
                text: GoMove::of(entry).map_or("resigns".to_owned(), |played| played.to_string()),
                role: role_of(number, played),
                note: None,
            })
            .collect();
        let moves = MovesView {
            items: &items,
            focus: played.saturating_sub(1),
            scroll: Some(&self.scroll),
            notes: Notes::None,
            look: &canvas.look,
        };
        moves.draw(area, canvas.buf);
        moves.rows().min(area.height)
    }

    /// Draws a pass, the result or the last message, and the prompt.
    fn draw_footer(&self, layout: &BoardLayout, with_messages: bool, canvas: &mut Canvas<Intent>) {
        let mut layout = *layout;
        if layout.notice.is_empty() || layout.prompt.is_empty() {
            let both = [layout.notice, layout.prompt].into_iter();
            let mut only = Slices(both.max_by_key(|part| part.height).unwrap_or_default());
            (layout.prompt, layout.notice) = (only.bottom(1), only.0);
        }
        let footer = BoardFooter {
            complaint: self.complaint.as_deref(),
            banner: self.banner.as_deref(),
            latest: self.messages.last().filter(|_| !with_messages),
            prompt: self.prompt(layout.keys.width, &canvas.look),
            has_input: !self.pane.is_empty(),
            is_urgent: true,
        };
        footer.draw(&layout, canvas);
    }

    /// Returns what is to be done.
    fn prompt(&self, columns: u16, look: &ActiveTheme) -> Line<'static> {
        let game = self.game();
        let color = game.side_to_move();
        let player = self.session.players()[color].name();
        if let Some(complaint) = &self.complaint {
            look.line([(complaint, Role::Warning)])
        } else if self.waits_to_go_on() {
            paused_line(&player, color, look)
        } else if let (true, Some(point)) = (self.shows_liberties, self.chain_point()) {
            look.line([(&text::liberties(game, point), Role::Text)])
        } else if game.outcome().is_some() {
            look.line([
                ("m", Role::Key),
                (" plays again, ", Role::Muted),
                ("n", Role::Key),
                (" starts another game.", Role::Muted),
            ])
        } else if self.session.awaits_human() {
            self.choice_line(color, look)
        } else {
            let thought = |room| {
                let thought = self.session.search_info().and_then(text::thought)?;
                Some(cut(&thought, room))
            };
            thinking_line(&player, color, thought, columns, look)
        }
    }

    /// Returns the input, or that the user is to move.
    fn choice_line(&self, color: Color, look: &ActiveTheme) -> Line<'static> {
        let mut line = look.line([(&format!("{color} to move: "), Role::Strong)]);
        let point = self.pane.square();
        let checked = point.map(|point| (point, self.game().check(GoMove::Stone(point))));
        line.extend(match (self.pane.typed(), checked) {
            (Some(file), _) => look.line([(&format!("{file}_"), Role::Key)]),
            (None, Some((point, Ok(0)))) => look.line([(&point.to_string(), Role::Key)]),
            (None, Some((point, Ok(captured)))) => {
                let stones = plural(captured.count_ones(), "stone");
                let what = format!(" captures {stones}");
                look.line([(&point.to_string(), Role::Key), (&what, Role::Muted)])
            }
            (None, Some((_, Err(why)))) => look.line([(&why.to_string(), Role::Muted)]),
            (None, None) => look.line([
                ("type a point like c3 (rows from the bottom), ", Role::Muted),
                ("p", Role::Key),
                (" passes", Role::Muted),
            ]),
        });
        line
    }

    /// Returns the keys that do something now, as shown.
    fn hints(&self, canvas: &Canvas<Intent>) -> Vec<Hint<Intent>> {
        let game = self.game();
        let over = game.outcome().is_some();
        let mut items = hints(&self.tables(), &canvas.context.ui, |intent| match intent {
            Intent::Undo | Intent::Save => !game.entries().is_empty(),
            Intent::Redo => !game.undone().is_empty(),
            Intent::Pass => self.session.awaits_human() || self.waits_to_go_on(),
            Intent::Liberties => self.chain_point().is_some(),
            Intent::Resign => self.is_under_way() && self.session.has_human(),
            Intent::Pause => !over,
            _ => true,
        });
        for item in &mut items {
            match item.target {
                Meaning::Own(Intent::Pass | Intent::Pause) if self.session.is_paused() => {
                    item.label = "go on";
                }
                Meaning::Own(Intent::Liberties) if self.shows_liberties => {
                    item.label = "no liberties";
                }
                _ => {}
            }
        }
        items
    }
}
