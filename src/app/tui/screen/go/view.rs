//! The drawing of a game of Go.

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget as _;

use super::keys::first_steps;
use super::new_game::size_name;
use super::{GoScreen, Intent, Window};
use crate::app::go::{GoEnding, GoEntry, GoMove, text};
use crate::app::tui::keymap::Meaning;
use crate::app::tui::layout::{BoardLayout, Slices};
use crate::app::tui::screen::square_input::SquareAction;
use crate::app::tui::screen::window::{draw_frame, widest_inside};
use crate::app::tui::screen::{Canvas, Hint, hints};
use crate::app::tui::text::{columns, cut, rows, width, wrap};
use crate::app::tui::theme::Role;
use crate::app::tui::widget::board::BoardShape;
use crate::app::tui::widget::moves::{Item, MovesView, Notes};
use crate::app::tui::widget::players::{HUGE, PlayersView};
use crate::app::tui::widget::tile::{Disc, Lines, Mark, Tile};
use crate::app::wording::go::captures_short;
use crate::app::wording::screens::board::thinking;
use crate::app::wording::screens::go::TYPE_POINT;
use crate::app::wording::screens::unfinished::ASK_RESUME;
use crate::app::wording::{ASK_RESIGN, ask_quit, plural, unfinished_game};
use crate::color::{ByColor, Color};

/// The fewest rows of a panel with a gap below the players.
const WITH_GAP: u16 = 14;

/// The fewest rows of a panel with messages.
const WITH_MESSAGES: u16 = 17;

impl GoScreen {
    pub(super) fn draw_all(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let shape = BoardShape {
            side: self.game().grid().size(),
            upward: true,
        };
        let Some(layout) = BoardLayout::with(shape, area) else {
            return;
        };
        let last = self.game().last_stone();
        let lit = self.input.square().or(last.filter(|_| {
            (canvas.look.ascii || !canvas.look.has_colors()) && self.input.typed.is_none()
        }));
        canvas.board(layout.board, &self.tiles(), self.input.typed, lit);
        let take = |point| Intent::Board(SquareAction::Take(point));
        canvas.hits.add_all(layout.board.rects(), take);
        self.draw_title(layout.title, canvas);
        let with_messages = layout.panel.height >= WITH_MESSAGES && layout.panel.width >= 20;
        self.draw_panel(layout.panel, with_messages, canvas);
        self.draw_speech(&layout, with_messages, canvas);
        let items = self.hints(canvas);
        canvas.keys(layout.keys, items);
        if let Some(window) = &self.window {
            // Only the window can be clicked.
            canvas.hits.clear();
            match window {
                Window::AskResign => self.draw_question(" Resign ", ASK_RESIGN, area, canvas),
                Window::AskQuit => {
                    self.draw_question(
                        " Quit ",
                        ask_quit(self.saver.state().is_some()),
                        area,
                        canvas,
                    );
                }
                Window::AskResume(game) => {
                    let question = unfinished_game(&game.describe()) + " " + ASK_RESUME;
                    self.draw_question(" Unfinished game ", &question, area, canvas);
                }
                Window::NewGame(form) => form.draw(area, canvas),
                Window::Open(field) => {
                    let size = (widest_inside(area).min(76), 1);
                    let (inner, footer) = draw_frame(" Open game ", size, area, canvas);
                    field.draw(inner, true, &canvas.look, canvas.buf);
                    canvas.keys(footer, hints(&self.tables(), &canvas.context.ui, |_| true));
                }
            }
        }
    }

    fn draw_question(&self, title: &str, question: &str, area: Rect, canvas: &mut Canvas<Intent>) {
        let limit = widest_inside(area).min(72);
        let lines = wrap(question, usize::from(limit));
        let widest = lines.iter().map(|line| columns(line)).max().unwrap_or(0);
        let size = (widest.max(20).min(limit), rows(&lines));
        let (inner, footer) = draw_frame(title, size, area, canvas);
        canvas.lines(inner, lines, Role::Text);
        let items = hints(&self.tables(), &canvas.context.ui, |_| true);
        canvas.keys(footer, items);
    }

    fn tiles(&self) -> [Tile; 64] {
        let game = self.game();
        let grid = game.grid();
        let last_index = grid.size() - 1;
        let side = game.side_to_move();
        let is_over = matches!(game.outcome(), Some(outcome) if outcome.ending == GoEnding::Passed);
        let area = ByColor::from_fn(|color| if is_over { game.area(color) } else { 0 });
        let chain = self.chain_point().filter(|_| self.shows_liberties);
        let chain = chain.and_then(|point| text::chain_at(game, point));
        let (_, chain, liberties) = chain.unwrap_or((side, 0, 0));
        let preview = self.input.square().filter(|_| self.session.awaits_human());
        let preview = preview.and_then(|point| {
            let captured = game.check(GoMove::Stone(point)).ok()?;
            Some((point, captured))
        });
        let last = self.game().last_stone();
        Tile::board(|point| {
            let Some(bit) = grid.bit(point) else {
                return Tile::default();
            };
            let (column, row) = (point.file().index(), point.rank().index());
            let stone = game.stone(point);
            let previewed = preview.is_some_and(|(at, _)| at == point);
            let captured = preview.is_some_and(|(_, captured)| captured & bit != 0);
            let glows = self.glow.is_some_and(|(points, _)| points.contains(point));
            let named = self.input.typed == Some(point.file()) && stone.is_none();
            let counts = Color::ALL
                .into_iter()
                .find(|&color| stone.is_none() && area[color] & bit != 0);
            let mark = match counts {
                _ if named || previewed => Mark::None,
                Some(color) => Mark::Counts(color),
                None if captured || chain & bit != 0 || glows => Mark::Turned,
                None if liberties & bit != 0 => Mark::Legal,
                None if last == Some(point) => Mark::Last,
                None => Mark::None,
            };
            Tile {
                lines: Lines {
                    left: column > 0,
                    right: column < last_index,
                    up: row < last_index,
                    down: row > 0,
                    dot: 2 * column == last_index && 2 * row == last_index,
                },
                disc: if previewed {
                    Some(Disc::ghost(side))
                } else {
                    stone.map(Disc::flat)
                },
                mark,
                lit: named || self.input.square() == Some(point),
                named,
                ..Tile::default()
            }
        })
    }

    fn draw_title(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let game = self.game();
        let title = format!("Go {}", size_name(game.grid()));
        canvas.line(area, canvas.title(&title));
        let set = format!("komi {}, {} theme", game.komi(), canvas.look.name);
        if columns(&set) + 12 <= area.width {
            canvas.right(area, &set, Role::Muted);
        } else if area.height > 1 {
            canvas.text(Slices(area).bottom(1), &set, Role::Muted);
        }
    }

    fn draw_panel(&self, area: Rect, with_messages: bool, canvas: &mut Canvas<Intent>) {
        let game = self.game();
        let outcome = game.outcome();
        let counts_area = outcome.is_some_and(|outcome| outcome.ending == GoEnding::Passed);
        let players = PlayersView {
            names: self.session.players().map(|kind| kind.to_string()),
            counts: if counts_area {
                ByColor::from_fn(|color| game.area(color).count_ones())
            } else {
                text::both_captures(game)
            },
            to_move: outcome.is_none().then(|| game.side_to_move()),
            winner: outcome.and_then(|outcome| outcome.winner),
            clocks: None,
            used: ByColor::default(),
            look: &canvas.look,
        };
        let mut rest = Slices(area);
        players.render(rest.top(players.rows(area)), canvas.buf);
        if area.width < 14 {
            rest.top(1);
            if let Some(file) = self.input.typed {
                canvas.text(rest.top(1), format!(" {file}_"), Role::Key);
            }
            return;
        }
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
        let items: Vec<Item> = (1..)
            .zip(entries)
            .map(|(number, entry)| Item {
                number: Some(number),
                color: entry.color(),
                text: match entry {
                    GoEntry::Move { played, .. } => played.to_string(),
                    GoEntry::Resignation(_) => "resigns".to_owned(),
                },
                role: match number {
                    number if number < played => Role::Text,
                    number if number == played => Role::Chosen,
                    _ => Role::Muted,
                },
                note: None,
            })
            .collect();
        let moves = MovesView {
            items: &items,
            focus: played.saturating_sub(1),
            scrolled: self.scrolled.get(),
            notes: Notes::None,
            look: &canvas.look,
        };
        self.scrolled.set(moves.scrolled_within(area));
        moves.draw(area, canvas.buf);
        u16::try_from(moves.rows()).map_or(area.height, |rows| rows.min(area.height))
    }

    /// Draws a pass, the result or the last message, and the prompt.
    fn draw_speech(&self, layout: &BoardLayout, with_messages: bool, canvas: &mut Canvas<Intent>) {
        let (notice, line) = (layout.notice, layout.prompt);
        let both = if notice.is_empty() || line.is_empty() {
            if line.is_empty() { notice } else { line }
        } else {
            notice.union(line)
        };
        let latest = self.messages.last().filter(|_| !with_messages);
        let prompt = self.prompt(layout.keys.width, canvas);
        let room = usize::from(both.width);
        let lines = wrap(&prompt.to_string(), room);
        let urgent = self.complaint.is_some() || !self.input.is_empty();
        let mut rest = Slices(both);
        let height = rows(&lines).min(both.height);
        match &self.banner {
            Some(banner) if !urgent || both.height > height => {
                let prompt_rows = height.min(both.height.saturating_sub(1));
                let below = rest.bottom(prompt_rows);
                canvas.banner(rest.0, banner);
                canvas.wrapped(below, prompt);
            }
            _ => {
                canvas.wrapped(rest.bottom(height), prompt);
                if let Some(latest) = latest
                    && rows(&wrap(latest, room)) <= rest.0.height
                {
                    canvas.lines(rest.0, wrap(latest, room), Role::Text);
                }
            }
        }
    }

    /// Returns what is to be done.
    fn prompt(&self, columns: u16, canvas: &Canvas<Intent>) -> Line<'static> {
        let game = self.game();
        let span = |text: String, role| Span::styled(text, canvas.look.style(role));
        if let Some(complaint) = &self.complaint {
            return Line::from(span(complaint.clone(), Role::Warning));
        }
        let color = game.side_to_move();
        let player = self.session.players()[color];
        if self.waits_to_go_on() {
            return Line::from(vec![
                span("Paused: ".to_owned(), Role::Strong),
                span("p".to_owned(), Role::Key),
                span(format!(" resumes {player} ({color})."), Role::Muted),
            ]);
        }
        if let (true, Some(point)) = (self.shows_liberties, self.chain_point()) {
            return Line::from(span(text::liberties(game, point), Role::Text));
        }
        if game.outcome().is_some() {
            return Line::from(vec![
                span("m".to_owned(), Role::Key),
                span(" plays again, ".to_owned(), Role::Muted),
                span("n".to_owned(), Role::Key),
                span(" starts another game.".to_owned(), Role::Muted),
            ]);
        }
        if !self.session.awaits_human() {
            let thought = self.session.search_info().and_then(text::thought);
            let who = match &thought {
                Some(_) if columns < 60 => format!("{color}: "),
                Some(_) => thinking(&player.to_string(), color) + ": ",
                None => thinking(&player.to_string(), color) + ".",
            };
            let room = usize::from(columns).saturating_sub(width(&who));
            let thought = thought.map(|thought| cut(&thought, room));
            return Line::from(vec![
                span(who, Role::Muted),
                span(thought.unwrap_or_default(), Role::Text),
            ]);
        }
        let turn = span(format!("{color} to move: "), Role::Strong);
        let what = match (self.input.typed, self.input.square()) {
            (Some(file), _) => vec![span(format!("{file}_"), Role::Key)],
            (None, Some(point)) => match game.check(GoMove::Stone(point)) {
                Ok(captured) => {
                    let stones = plural(captured.count_ones(), "stone");
                    let what = (captured != 0).then(|| format!(" captures {stones}"));
                    vec![
                        span(point.to_string(), Role::Key),
                        span(what.unwrap_or_default(), Role::Muted),
                    ]
                }
                Err(why) => vec![span(why.to_string(), Role::Muted)],
            },
            (None, None) => vec![
                span(TYPE_POINT.to_owned(), Role::Muted),
                span("p".to_owned(), Role::Key),
                span(" passes".to_owned(), Role::Muted),
            ],
        };
        std::iter::once(turn).chain(what).collect()
    }

    /// Returns the keys that do something now, as shown.
    fn hints(&self, canvas: &Canvas<Intent>) -> Vec<Hint<Intent>> {
        let game = self.game();
        let over = game.outcome().is_some();
        let mut items = hints(
            &self.tables_of_board(),
            &canvas.context.ui,
            |intent| match intent {
                Intent::Undo | Intent::Save => !game.entries().is_empty(),
                Intent::Redo => !game.undone().is_empty(),
                Intent::Pass => self.session.awaits_human() || self.waits_to_go_on(),
                Intent::Liberties => self.chain_point().is_some(),
                Intent::Resign => self.is_under_way() && self.session.has_human(),
                Intent::Pause => !over,
                _ => true,
            },
        );
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
