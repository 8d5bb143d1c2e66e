//! Owns the choice of players and theme, the first screen of all.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::board::BoardScreen;
use super::{Request, key_hint};
use crate::app::player::level::Level;
use crate::app::player::{DEFAULT_LEVEL, PlayerKind};
use crate::app::settings::ThemeName;
use crate::app::tui::context::{Target, UiContext};
use crate::app::tui::keymap::{Action, NEW_GAME};
use crate::app::tui::text::{width, wrap};
use crate::app::tui::theme::{ActiveTheme, Role};
use crate::app::tui::widget::board::{BoardPlace, BoardView};
use crate::app::tui::widget::choice::ChoiceView;
use crate::app::tui::widget::keys;
use crate::app::tui::widget::tile::{Disc, Mark, Tile};
use crate::color::{ByColor, Color};
use crate::game::Game;
use crate::notation::transcript;
use crate::square::Square;

/// The game that the preview of the theme shows.
const PREVIEW: &str = "f5d6c3d3c4f4f6f3e6e7d7c6";

/// What a row chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Row {
    Player(Color),
    Theme,
}

/// The choice of players and theme.
#[derive(Debug)]
pub(crate) struct NewGameScreen {
    players: ByColor<PlayerKind>,
    /// The level that each side's engine has when it is chosen.
    levels: ByColor<Level>,
    row: usize,
    /// The game that is left behind this screen, and found again when it is closed.
    behind: Option<Box<BoardScreen>>,
    /// What the game is that is played on; `None` where a new one begins.
    heading: Option<String>,
    notice: Option<String>,
    preview: Box<[Tile; 64]>,
}

impl NewGameScreen {
    /// The choice, with these players chosen, over a game if there is one.
    pub(crate) fn new(players: ByColor<PlayerKind>, behind: Option<BoardScreen>) -> Self {
        Self {
            players,
            levels: players.map(|kind| kind.level().unwrap_or(DEFAULT_LEVEL)),
            row: 0,
            behind: behind.map(Box::new),
            heading: None,
            notice: None,
            preview: Box::new(preview(&example())),
        }
    }

    /// The choice of players for a game that is played on; the heading says which.
    pub(crate) fn playing_on(players: ByColor<PlayerKind>, heading: String, game: &Game) -> Self {
        Self {
            heading: Some(heading),
            preview: Box::new(preview(game)),
            ..Self::new(players, None)
        }
    }

    /// Whether there is something to go back to.
    const fn can_leave(&self) -> bool {
        self.behind.is_some() || self.heading.is_some()
    }

    /// Shows a sentence.
    pub(crate) fn say(&mut self, notice: Option<String>) {
        self.notice = notice;
    }

    /// The sentence that is shown.
    pub(crate) fn notice(&self) -> Option<&str> {
        self.notice.as_deref()
    }

    /// The players that are chosen.
    pub(crate) const fn players(&self) -> ByColor<PlayerKind> {
        self.players
    }

    /// The game behind this screen.
    pub(crate) fn behind(&self) -> Option<&BoardScreen> {
        self.behind.as_deref()
    }

    /// The same, to let its clocks run on.
    pub(crate) fn behind_mut(&mut self) -> Option<&mut BoardScreen> {
        self.behind.as_deref_mut()
    }

    /// Gives the game behind this screen back.
    pub(crate) fn into_behind(self) -> Option<BoardScreen> {
        self.behind.map(|behind| *behind)
    }

    /// Takes an action.
    pub(crate) fn act(&mut self, action: Action, env: &mut UiContext) -> Option<Request> {
        self.notice = None;
        let rows = rows(env);
        self.row = self.row.min(rows.len() - 1);
        match action {
            Action::Accept => return Some(Request::Start),
            Action::Up => self.row = (self.row + rows.len() - 1) % rows.len(),
            Action::Down => self.row = (self.row + 1) % rows.len(),
            Action::Left => self.change(rows[self.row], false, env),
            Action::Right => self.change(rows[self.row], true, env),
            Action::Stronger => self.change_level(rows[self.row], true),
            Action::Weaker => self.change_level(rows[self.row], false),
            Action::Swap => {
                self.players = self.players.swapped();
                self.levels = self.levels.swapped();
            }
            Action::Leave if self.can_leave() => return Some(Request::Back),
            Action::Help => return Some(Request::Help),
            Action::Open => return Some(Request::Open),
            Action::Quit if self.behind().is_some_and(BoardScreen::is_under_way) => {
                return Some(Request::AskQuit);
            }
            Action::Quit | Action::QuitNow => return Some(Request::Quit),
            _ => {}
        }
        None
    }

    /// An option was clicked.
    pub(crate) fn choose(&mut self, row: usize, option: usize, env: &mut UiContext) {
        let rows = rows(env);
        let Some(&kind) = rows.get(row) else { return };
        self.row = row;
        match kind {
            Row::Player(color) => {
                if let Some(&kind) = self.kinds(color).get(option) {
                    self.players[color] = kind;
                }
            }
            Row::Theme => {
                if let Some(&theme) = ThemeName::ALL.get(option) {
                    self.notice = env.keep(|settings| settings.theme = theme);
                }
            }
        }
    }

    fn change(&mut self, row: Row, forward: bool, env: &mut UiContext) {
        let (chosen, count) = match row {
            Row::Player(color) => {
                let kinds = self.kinds(color);
                (index_of(&kinds, self.players[color]), kinds.len())
            }
            Row::Theme => (
                index_of(&ThemeName::ALL, env.settings.theme),
                ThemeName::ALL.len(),
            ),
        };
        let step = if forward { 1 } else { count - 1 };
        self.choose(self.row, (chosen + step) % count, env);
    }

    /// The players that are offered: the engine at one level, which other keys change.
    fn kinds(&self, color: Color) -> [PlayerKind; 4] {
        [
            PlayerKind::Human,
            PlayerKind::Random,
            PlayerKind::Greedy,
            PlayerKind::Engine(self.levels[color]),
        ]
    }

    /// Makes the engine of a row stronger or weaker, where one is chosen.
    fn change_level(&mut self, row: Row, stronger: bool) {
        let Row::Player(color) = row else { return };
        let Some(level) = self.players[color].level() else {
            return;
        };
        let number = if stronger {
            level.number + 1
        } else {
            level.number - 1
        };
        if let Some(level) = Level::new(number) {
            self.levels[color] = level;
            self.players[color] = PlayerKind::Engine(level);
        }
    }

    /// Whether the row that is active has an engine chosen.
    fn has_level(&self, env: &UiContext) -> bool {
        match rows(env).get(self.row) {
            Some(&Row::Player(color)) => self.players[color].level().is_some(),
            _ => false,
        }
    }

    /// Draws the screen.
    pub(crate) fn draw(&self, area: Rect, env: &UiContext, buf: &mut Buffer) {
        let look = env.look();
        let rows = rows(env);
        let spacious = area.height >= 16;
        let (narrow_form, wide_form) = (39, 54);
        let form_height = match area.height {
            20.. => 15,
            16.. => 12,
            _ => 7,
        };
        let board = (2..=8).rev().find_map(|height| {
            let (columns, lines) = BoardPlace::size(height);
            (columns + narrow_form + 4 <= area.width && lines + 5 <= area.height)
                .then_some((height, columns, lines))
        });
        let beside = board.map_or(0, |(_, columns, _)| columns + 4);
        let form_width = (area.width - beside)
            .saturating_sub(2)
            .clamp(narrow_form, wide_form);
        let width = board.map_or(form_width.min(area.width - 2), |(_, columns, _)| {
            columns + 3 + form_width
        });
        let left = area.x + (area.width - width) / 2;
        let form_left = board.map_or(left, |(_, columns, _)| left + columns + 3);
        let lines = board.map_or(form_height, |(_, _, lines)| lines.max(form_height));
        let top = area.y + (area.height.saturating_sub(lines + 2)) / 2;
        if let Some((height, _, lines)) = board {
            let place = BoardPlace::at(left, top, height);
            let view = BoardView {
                place,
                tiles: *self.preview,
                lit_file: None,
                lit_square: None,
                look: &look,
                cache: &env.tiles,
            };
            view.render(area, buf);
            let form = Rect::new(form_left, top, left + width - form_left, lines);
            self.draw_form(form, &rows, true, env, &look, buf);
        } else {
            let form = Rect::new(form_left, top, width, form_height);
            self.draw_form(form, &rows, spacious, env, &look, buf);
        }
        self.draw_keys(area, left, width, env, &look, buf);
    }

    fn draw_form(
        &self,
        area: Rect,
        rows: &[Row],
        spacious: bool,
        env: &UiContext,
        look: &ActiveTheme,
        buf: &mut Buffer,
    ) {
        let heading = self.heading.as_deref().unwrap_or("Reversi");
        let short = heading.split(',').next().unwrap_or(heading);
        let room = usize::from(area.width).saturating_sub(3);
        let heading = if width(heading) <= room {
            heading
        } else {
            short
        };
        let title = Line::from(vec![
            Span::styled(look.disc(Color::Black), look.disc_style(Color::Black)),
            Span::styled(look.disc(Color::White), look.disc_style(Color::White)),
            Span::styled(format!(" {heading}"), look.style(Role::Strong)),
        ]);
        buf.set_line(area.x, area.y, &title, area.width);
        let mut y = area.y + if spacious { 3 } else { 2 };
        // Descriptions of one line or of four; either way nothing jumps when another player is chosen.
        let described = if area.height >= 15 { 4 } else { 1 };
        let step = if described > 1 { 5 } else { 3 };
        for (index, &row) in rows.iter().enumerate() {
            let active = index == self.row;
            let (label, options, chosen) = self.row_content(row, env);
            if active {
                let arrow = if look.is_ascii() { ">" } else { "▸" };
                buf.set_string(area.x, y, arrow, look.style(Role::Key));
            }
            let role = if active { Role::Strong } else { Role::Text };
            buf.set_string(area.x + 2, y, label, look.style(role));
            let at = area.x + 8;
            let choice = ChoiceView {
                options: &options,
                chosen,
                active,
                look,
            };
            let strip = Rect::new(at, y, area.right().saturating_sub(at), 1);
            for (place, option) in choice.draw(strip, buf) {
                env.hits.add(place, Target::Option(index, option));
            }
            if spacious {
                if let Row::Player(color) = row {
                    let text = self.players[color].describe();
                    let room = usize::from(area.right().saturating_sub(at + 1));
                    let lines = described_in(&text, room, described);
                    for (line, y) in lines.iter().zip(y + 1..) {
                        buf.set_stringn(at + 1, y, line, room, look.style(Role::Muted));
                    }
                }
                y += step;
            } else {
                y += 1;
            }
        }
        if let (false, None, Some(&Row::Player(color))) =
            (spacious, &self.notice, rows.get(self.row))
        {
            let text = self.players[color].describe();
            let room = usize::from(area.width.saturating_sub(2));
            let free = buf.area.bottom().saturating_sub(2 + y + 1);
            let lines = described_in(&text, room, usize::from(free));
            for (line, y) in lines.iter().zip(y + 1..) {
                buf.set_stringn(area.x + 2, y, line, room, look.style(Role::Muted));
            }
        }
        if let Some(notice) = &self.notice {
            let width = usize::from(area.width);
            for (line, y) in wrap(notice, width).iter().zip(y..buf.area.bottom() - 2) {
                buf.set_stringn(area.x, y, line, width, look.style(Role::Warning));
            }
        }
    }

    fn row_content(&self, row: Row, env: &UiContext) -> (&'static str, Vec<String>, usize) {
        match row {
            Row::Player(color) => (
                if color == Color::Black {
                    "Black"
                } else {
                    "White"
                },
                self.kinds(color).iter().map(ToString::to_string).collect(),
                index_of(&self.kinds(color), self.players[color]),
            ),
            Row::Theme => (
                "Theme",
                ThemeName::ALL.iter().map(ToString::to_string).collect(),
                index_of(&ThemeName::ALL, env.settings.theme),
            ),
        }
    }

    fn draw_keys(
        &self,
        area: Rect,
        left: u16,
        width: u16,
        env: &UiContext,
        look: &ActiveTheme,
        buf: &mut Buffer,
    ) {
        let items = NEW_GAME
            .iter()
            .filter(|binding| match binding.action {
                Action::Leave => self.can_leave(),
                Action::Quit => self.heading.is_none(),
                Action::Theme => env.has_themes(),
                Action::Stronger => self.has_level(env),
                Action::Swap => self.players.black != self.players.white,
                _ => true,
            })
            .filter_map(|binding| {
                let mut item = key_hint(binding, look)?;
                // Rows and values have two arrows each.
                if matches!(binding.action, Action::Up | Action::Left | Action::Stronger) {
                    let labels = binding.keys[..2].iter().map(|k| k.label(look.is_ascii()));
                    item.key =
                        labels
                            .collect::<Vec<_>>()
                            .join(if look.is_ascii() { "/" } else { "" });
                }
                Some(item)
            })
            .collect();
        let rows = if area.width < 60 { 2 } else { 1 };
        let keys = Rect::new(left, area.bottom() - rows, width, rows);
        for (place, action) in keys::draw(items, keys, look, buf) {
            let action = match action {
                Action::Up => Action::Down,
                Action::Left => Action::Right,
                action => action,
            };
            env.hits.add(place, Target::Key(action));
        }
    }
}

fn rows(env: &UiContext) -> Vec<Row> {
    let mut rows: Vec<Row> = Color::ALL.into_iter().map(Row::Player).collect();
    if env.has_themes() {
        rows.push(Row::Theme);
    }
    rows
}

fn index_of<T: PartialEq + Copy>(options: &[T], value: T) -> usize {
    options
        .iter()
        .position(|option| *option == value)
        .unwrap_or(0)
}

/// A description in so many columns and lines: as many of its clauses as there is room for.
fn described_in(text: &str, columns: usize, lines: usize) -> Vec<String> {
    let mut text = text;
    loop {
        let wrapped = wrap(text, columns);
        match text.rsplit_once(", ") {
            Some((shorter, _)) if wrapped.len() > lines => text = shorter,
            _ => return wrapped.into_iter().take(lines).collect(),
        }
    }
}

/// A board in the middle of a game, with everything that a theme paints.
fn example() -> Game {
    let mut game = Game::new();
    // The moves are legal, as a test below says; a shorter game would be a board as well.
    let _ = transcript::play(&mut game, PREVIEW);
    game
}

fn preview(game: &Game) -> [Tile; 64] {
    let last = game.last_move().map(|(square, _)| square);
    let mut tiles = [Tile::default(); 64];
    for square in Square::all() {
        let tile = &mut tiles[usize::from(square.index())];
        *tile = Tile::of(square);
        tile.disc = game.position().disc(square).map(|color| Disc {
            color,
            step: 0,
            ghost: false,
        });
        if Some(square) == last {
            tile.mark = Mark::Last;
        } else if game.legal_moves().contains(square) {
            tile.mark = Mark::Legal;
        }
    }
    tiles
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_game_of_the_preview_is_legal() {
        assert!(transcript::parse(PREVIEW).is_ok());
    }
}
