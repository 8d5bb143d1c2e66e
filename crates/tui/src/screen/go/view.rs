//! The drawing of a game of Go.

use ratatui::layout::Rect;
use ratatui::text::Line;

use super::keys::first_steps;
use super::new_game::size_name;
use super::{GoScreen, Intent};
use crate::context::UiContext;
use crate::layout::{BoardLayout, Slices};
use crate::screen::board_pane::{BoardFooter, flipping_tile, paused_line, thinking_line};
use crate::screen::side::{self, TextCard};
use crate::screen::{Canvas, Screen as _};
use crate::text::{cut, rows, width, wrap};
use crate::theme::{ActiveTheme, Role, in_role, line_of};
use crate::widget::moves::{MOVES_TITLE, MoveItem, Notes, RESIGNS, role_of};
use crate::widget::players::PlayersView;
use reversi::{ByColor, Color, Square};
use reversi_board::parts::{Disc, Mark, Sides, Tile};
use reversi_table::go::{GoEnding, GoMove, GoOutcome};
use reversi_text::{Message, Name, Said, label, tr};
use reversi_wording::{go as text, your_move};

/// The most rows of the news while the moves are above it.
const LONGEST_NEWS: u16 = 6;

/// The rows of the players without large digits.
const SMALL_PLAYERS: u16 = 5;

/// The fewest columns of a small screen's panel with a card.
const WITH_CARD: u16 = 30;

/// The columns of the card with the moves beside other cards.
const MOVES: u16 = 19;

impl GoScreen {
    pub(super) fn draw_all(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let Some(mut layout) = BoardLayout::with(self.shape(), area) else {
            return;
        };
        self.say(canvas);
        let last = self.game().last_move().map(|(point, _)| point);
        canvas.draw_pane(self.pane, layout.board, &self.tiles(canvas), last);
        let title = tr!("Go {size}", size = Name(&size_name(self.game().grid())));
        let komi = tr!(
            "komi {points}",
            points = Name(&self.game().komi().to_string())
        );
        if let Some((header, rest)) = layout.column(1) {
            canvas.header(header, layout.has_bars, &title, &komi);
            self.draw_side(rest, layout.has_bars, canvas);
        } else {
            canvas.header(layout.title, false, &title, &komi);
            let names = layout.take_names();
            self.draw_panel(layout.panel, names, canvas);
            self.draw_footer(&layout, canvas);
        }
        let items = self.hints(canvas.context);
        canvas.footer(layout.keys, layout.has_bars, items);
    }

    fn tiles(&self, canvas: &Canvas<Intent>) -> [Tile; 64] {
        let game = self.game();
        let grid = game.grid();
        let side = game.side_to_move();
        let is_counted = self.is_counted();
        let area = ByColor::from_fn(|color| if is_counted { game.area(color) } else { 0 });
        let chain = self.chain_point().filter(|_| self.shows_liberties);
        let chain = chain.and_then(|point| text::chain_at(game, point));
        let (_, chain, liberties) = chain.unwrap_or((side, 0, 0));
        let ui = &canvas.context.ui;
        let mut scene = self.scene();
        if let Some((stones, color)) = self.table.timeline.dissolving(ui.now) {
            scene.discs[color] |= stones;
        }
        let flips = (&self.table.timeline, ui.now);
        Tile::board(|point| {
            let Some(bit) = grid.bit(point) else {
                return Tile::default();
            };
            let tile = flipping_tile(self.pane, point, &scene, flips);
            let counts = |color: &Color| game.stone(point).is_none() && area[*color] & bit != 0;
            let mark = match Color::ALL.into_iter().find(counts) {
                _ if tile.named || tile.disc == Some(Disc::ghost(side)) => Mark::None,
                Some(color) => Mark::Counts(color),
                None if chain & bit != 0 || matches!(tile.mark, Mark::WouldTurn(_)) => Mark::Turned,
                None if liberties & bit != 0 && tile.mark == Mark::None => Mark::Legal,
                None => tile.mark,
            };
            let joined = |disc: Disc| {
                let is_same = |at| scene.discs[disc.color].contains(at);
                Sides::around(point, is_same)
            };
            let chains = ui.settings.chains;
            let disc = tile.disc.filter(|disc| chains && !disc.ghost);
            Tile {
                mark,
                atari: chains && self.is_in_atari(point),
                joined: disc.map(joined).unwrap_or_default(),
                ..tile
            }
        })
    }

    /// Returns whether the game was counted: each side's area, in place of its captures.
    fn is_counted(&self) -> bool {
        let outcome = self.game().outcome();
        outcome.is_some_and(|outcome| outcome.ending == GoEnding::Passed)
    }

    /// Returns the name of the players' numbers.
    fn unit(&self) -> &'static str {
        if self.is_counted() {
            label!("area"; "points of Go").text()
        } else {
            label!("captures"; "points of Go").text()
        }
    }

    fn players<'a>(&self, look: &'a ActiveTheme) -> PlayersView<'a> {
        let game = self.game();
        let outcome = game.outcome();
        let counts = if self.is_counted() {
            ByColor::from_fn(|color| game.area(color).count_ones())
        } else {
            text::both_captures(game)
        };
        PlayersView {
            names: (self.table.session().shown_players()).map(|name| name.said().into()),
            counts,
            squares: self.is_counted().then(|| game.grid().area()),
            to_move: outcome.is_none().then(|| game.side_to_move()),
            winner: outcome.and_then(|outcome| outcome.winner),
            clocks: None,
            used: ByColor::from_fn(|_| self.unit().to_owned()),
            look,
        }
    }

    /// Draws the column beside the board.
    fn draw_side(&self, mut rest: Slices, has_bars: bool, canvas: &mut Canvas<Intent>) {
        let look = canvas.look;
        let area = rest.0;
        let is_boxed = side::is_boxed(area, has_bars);
        side::draw_prompt(
            self.prompt(area.width, &canvas.context.ui, &look),
            &mut rest,
            canvas,
        );
        let players = self.players(&look);
        let height = players.rows(rest.0);
        side::draw_players(&players, &mut rest, canvas);
        let has_unit = height <= SMALL_PLAYERS;
        self.draw_legend(&mut rest, has_unit, canvas);
        if let Some(news) = self.news() {
            news.draw_at_end(1..=LONGEST_NEWS, &mut rest, is_boxed, canvas);
        } else if let Some(latest) = self.table.log.last_line() {
            let lines = wrap(latest, usize::from(rest.0.width));
            canvas.paragraph(rest.bottom(rows(&lines)), latest, Role::Text);
        }
        rest.bottom(1);
        if is_boxed && !self.is_before_the_first_move() {
            let moves = rest.left(MOVES);
            self.draw_move_card(moves, true, canvas);
            rest.left(1);
            Self::draw_rules(rest.0, true, canvas);
        } else {
            self.draw_move_card(rest.0, is_boxed, canvas);
        }
    }

    /// Draws the list of moves in a card; before the first move, how to move and the rules.
    fn draw_move_card(&self, area: Rect, is_boxed: bool, canvas: &mut Canvas<Intent>) {
        if self.is_before_the_first_move() {
            Self::draw_rules(area, is_boxed, canvas);
        } else {
            let inner = canvas.card(area, is_boxed, MOVES_TITLE.text(), "");
            self.draw_moves(inner, canvas);
        }
    }

    /// Draws a card with how to move and the rules.
    fn draw_rules(area: Rect, is_boxed: bool, canvas: &mut Canvas<Intent>) {
        let inner = canvas.card(area, is_boxed, label!("How to play").text(), "");
        let (columns, room) = (usize::from(inner.width), usize::from(inner.height));
        canvas.steps(inner, &first_steps(columns, room));
    }

    fn is_before_the_first_move(&self) -> bool {
        self.game().entries().is_empty() && self.game().undone().is_empty()
    }

    /// Returns what has a card: an error, a chain, a pass or the result.
    fn news(&self) -> Option<TextCard> {
        let log = &self.table.log;
        if let Some(refusal) = log.refusal() {
            return Some(TextCard::of(
                label!("Not possible").text(),
                refusal,
                Role::Warning,
            ));
        }
        if let (true, Some(point)) = (self.shows_liberties, self.chain_point()) {
            let chain = text::liberties(self.game(), point);
            return Some(TextCard::of(label!("Liberties").text(), chain, Role::Text));
        }
        // A later message matters more, such as that the game was saved.
        let latest = log.latest();
        let announcement = log.announcement().filter(|_| log.announcement() == latest);
        let text = &announcement?.text;
        Some(match self.game().outcome() {
            Some(outcome) => self.result(&outcome),
            None => TextCard::of(label!("Pass").text(), text, Role::Banner),
        })
    }

    /// Returns the result: who has won, and how it was counted.
    fn result(&self, outcome: &GoOutcome) -> TextCard {
        let you = self.table.session().lone_human();
        let (winner, count) = text::result_and_count(outcome, you);
        let mut card = TextCard::of(label!("Result").text(), winner, Role::Strong);
        if let Some(count) = count.filter(|_| self.is_counted()) {
            let points = label!("Small squares mark the points.").text().to_owned();
            let count = (count.into(), Role::Text);
            card.paragraphs.extend([count, (points, Role::Muted)]);
        }
        card
    }

    /// Draws the panel of a small screen.
    fn draw_panel(&self, area: Rect, names: Rect, canvas: &mut Canvas<Intent>) {
        let look = canvas.look;
        let players = self.players(&look);
        let Some(mut rest) = canvas.draw_players(self.pane, &players, area, names) else {
            return;
        };
        self.draw_legend(&mut rest, true, canvas);
        if area.width >= WITH_CARD {
            self.draw_move_card(rest.0, false, canvas);
        } else {
            self.draw_moves(rest.0, canvas);
        }
    }

    /// Draws what the numbers above mean, if they have no name there, and the sign on stones in danger, if there are
    /// any; in two rows if they do not fit into one. Without a name, the row stays blank.
    fn draw_legend(&self, rest: &mut Slices, has_unit: bool, canvas: &mut Canvas<Intent>) {
        const LEGEND: &Message = label!("! one liberty");
        let unit = if has_unit { self.unit() } else { "" };
        let row = rest.top(1);
        canvas.right(row, unit, Role::Muted);
        let is_marked =
            canvas.context.ui.settings.chains && Square::all().any(|point| self.is_in_atari(point));
        if is_marked {
            let fits = width(LEGEND.text()) + 1 + width(unit) <= usize::from(row.width);
            let row = if fits { row } else { rest.top(1) };
            canvas.text(row, LEGEND.text(), Role::Muted);
        }
    }

    /// Returns whether a stone's chain has one liberty left.
    fn is_in_atari(&self, point: Square) -> bool {
        let chain = text::chain_at(self.game(), point);
        chain.is_some_and(|(.., liberties)| liberties.is_power_of_two())
    }

    /// Draws the list of moves.
    fn draw_moves(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let game = self.game();
        let played = game.entries().len();
        let entries = game.entries().iter().chain(game.undone());
        let items: Vec<MoveItem> = (1..)
            .zip(entries)
            .map(|(number, entry)| MoveItem {
                number: Some(number),
                color: entry.color(),
                text: GoMove::of(entry)
                    .map_or_else(|| RESIGNS.to_string(), |played| text::played(played).into()),
                role: role_of(number, played),
                note: None,
            })
            .collect();
        let scroll = Some((self.scroll, Intent::Scroll as _));
        side::draw_moves(&items, played, scroll, Notes::None, area, canvas);
    }

    /// Notes what happened or was refused, and the point under the cursor, for a reader of the screen.
    fn say(&self, canvas: &mut Canvas<Intent>) {
        let log = &self.table.log;
        if let Some(message) = log.latest() {
            let entries = self.game().entries().len();
            canvas.say_once(format!("{entries} {}", message.text), &message.text);
        }
        if let Some(refusal) = log.refusal() {
            canvas.say(refusal);
        }
        if !self.pane.is_empty() {
            let prompt = self.prompt_or_news(u16::MAX, &canvas.context.ui, &canvas.look);
            canvas.say(prompt.to_string());
        }
    }

    /// Draws a pass, the result or the last message, and the prompt.
    fn draw_footer(&self, layout: &BoardLayout, canvas: &mut Canvas<Intent>) {
        let mut layout = *layout;
        if layout.notice.is_empty() || layout.prompt.is_empty() {
            let both = [layout.notice, layout.prompt].into_iter();
            let mut only = Slices(both.max_by_key(|part| part.height).unwrap_or_default());
            (layout.prompt, layout.notice) = (only.bottom(1), only.0);
        }
        let footer = BoardFooter {
            complaint: self.table.log.refusal(),
            banner: self.table.log.announcement(),
            latest: self.table.log.last_line(),
            prompt: self.prompt_or_news(layout.keys.width, &canvas.context.ui, &canvas.look),
            has_input: !self.pane.is_empty(),
            is_urgent: true,
        };
        footer.draw(&layout, canvas);
    }

    /// Returns an error or the marked chain if no card shows it, otherwise the prompt.
    fn prompt_or_news(&self, columns: u16, ui: &UiContext, look: &ActiveTheme) -> Line<'static> {
        if let Some(refusal) = self.table.log.refusal() {
            look.line([(refusal, Role::Warning)])
        } else if let (true, Some(point)) = (self.shows_liberties, self.chain_point()) {
            let chain = text::liberties(self.game(), point);
            // Without room for their names, the board marks them.
            let fits = rows(&wrap(&chain, usize::from(columns))) <= 2;
            let shown = if fits {
                chain
            } else {
                text::liberties_in_short(self.game(), point)
            };
            look.line([(&shown, Role::Text)])
        } else {
            self.prompt(columns, ui, look)
        }
    }

    /// Returns the prompt; it is empty after the end.
    pub(super) fn prompt(&self, columns: u16, ui: &UiContext, look: &ActiveTheme) -> Line<'static> {
        let game = self.game();
        let color = game.side_to_move();
        let player = self.table.session().players()[color].name().said();
        if self.waits_to_go_on() {
            paused_line(&player, color, ui, look)
        } else if game.outcome().is_some() {
            Line::default()
        } else if self.table.session().awaits_human() {
            self.choice_line(color, ui, look)
        } else {
            let thought = |room| {
                let thought = self.table.session().search_info().and_then(text::thought)?;
                Some(cut(&thought, room))
            };
            thinking_line(&player, color, thought, columns, look)
        }
    }

    /// Returns the prompt while a person is to move: the typed input, or how to move.
    fn choice_line(&self, color: Color, ui: &UiContext, look: &ActiveTheme) -> Line<'static> {
        let turn = your_move(color, self.table.session().lone_human());
        let turn = &in_role(Role::Strong, turn);
        let point = self.pane.square();
        let checked = point.map(|point| (point, self.game().check(GoMove::Stone(point))));
        let in_key = |text: String| in_role(Role::Key, text);
        let said = match (self.pane.typed(), checked) {
            (None, Some((point, Ok(captured)))) if captured != 0 => tr!(
                "{turn}: {point} captures {count} stone"
                    | "{turn}: {point} captures {count} stones",
                turn,
                point = &in_key(point.to_string()),
                count = captured.count_ones(),
            ),
            (None, None) if ui.has_buttons() => tr!("{turn}: tap a point, or pass", turn),
            (None, None) => tr!("{turn}: a point like c3", turn),
            (typed, checked) => {
                let input = match (typed, checked) {
                    (None, Some((_, Err(why)))) => Said::verbatim(why.to_string()),
                    (None, Some((point, Ok(_)))) => in_key(point.to_string()),
                    (typed, _) => in_key(typed.map_or_else(String::new, |file| format!("{file}_"))),
                };
                tr!("{turn}: {input}"; "whose turn it is, and what is typed", turn, input = &input)
            }
        };
        line_of(&said, Role::Muted, look)
    }
}
