//! The choice of players and theme, the first screen.

use crossterm::event::KeyEvent;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::{Command, Context, Hint, Hits, PlayOn, Screen, draw_keys, hints};
use crate::app::player::level::Level;
use crate::app::player::{DEFAULT_LEVEL, PlayerKind};
use crate::app::settings::ThemeName;
use crate::app::tui::context::UiContext;
use crate::app::tui::keymap::{
    BACKTAB, DOWN, ENTER, ESC, Keymap, LEFT, Meaning, RIGHT, SPACE, TAB, UP, also, bind, ch,
    help_key, look_up, quit_key, theme_key,
};
use crate::app::tui::text::{width, wrap};
use crate::app::tui::theme::Role;
use crate::app::tui::widget::board::{BoardPlace, BoardView};
use crate::app::tui::widget::choice::ChoiceView;
use crate::app::tui::widget::tile::{Disc, Mark, Tile};
use crate::color::{ByColor, Color};
use crate::game::Game;
use crate::notation::transcript;
use crate::square::Square;

/// The game shown in the theme preview.
const PREVIEW: &str = "f5d6c3d3c4f4f6f3e6e7d7c6";

/// What a row chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Row {
    Player(Color),
    Theme,
}

/// What a key or a click means on this screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Intent {
    Start,
    NextRow,
    PreviousRow,
    NextOption,
    PreviousOption,
    /// An option of a row.
    Choose(Row, usize),
    Stronger,
    Weaker,
    Swap,
    Leave,
    Open,
}

/// The keys.
#[rustfmt::skip] // a table
pub(super) static KEYS: Keymap<Intent> = &[
    bind(&[(ENTER, Intent::Start)], "start", 10, "start the game"),
    bind(&[(UP, Intent::PreviousRow), (DOWN, Intent::NextRow), (TAB, Intent::NextRow)], "row", 6, "next or previous row"),
    also(&[(BACKTAB, Intent::PreviousRow)]),
    bind(&[(LEFT, Intent::PreviousOption), (RIGHT, Intent::NextOption), (SPACE, Intent::NextOption)], "change", 7, "change the value"),
    bind(&[(ch('+'), Intent::Stronger), (ch('-'), Intent::Weaker), (ch('='), Intent::Stronger)], "level", 8,
        "stronger or weaker engine"),
    also(&[(ch('_'), Intent::Weaker)]),
    bind(&[(ch('x'), Intent::Swap)], "swap", 4, "swap Black and White"),
    theme_key(3),
    bind(&[(ESC, Intent::Leave)], "back", 8, "back to the game"),
    bind(&[(ch('o'), Intent::Open)], "open", 5, "open a game from a file or from the history"),
    help_key(5, "show this help"),
    quit_key(9),
];

/// The keys that differ when continuing a game.
static PLAYING_ON: Keymap<Intent> = &[also(&[(ch('q'), Intent::Leave)])];

/// The choice of players and theme.
#[derive(Debug)]
pub(crate) struct NewGameScreen {
    players: ByColor<PlayerKind>,
    /// Each side's engine level when an engine is selected.
    levels: ByColor<Level>,
    /// The index of the active row.
    row: usize,
    /// Whether there is a screen to return to.
    can_leave: bool,
    /// The game to continue with its heading; `None` for a new game.
    playing_on: Option<(Game, String)>,
    /// Set after a refused start, whose reason is shown.
    warned: bool,
    notice: Option<String>,
    preview: Box<[Tile; 64]>,
}

impl NewGameScreen {
    /// Creates the screen for a new game, with these players selected.
    pub(crate) fn new(players: ByColor<PlayerKind>, can_leave: bool) -> Self {
        let example = transcript::parse(PREVIEW).expect("a test plays this game");
        Self {
            players,
            levels: players.map(|kind| kind.level().unwrap_or(DEFAULT_LEVEL)),
            row: 0,
            can_leave,
            playing_on: None,
            warned: false,
            notice: None,
            preview: Box::new(preview(&example)),
        }
    }

    /// Creates the screen for a game to continue, with its heading.
    pub(crate) fn playing_on(players: ByColor<PlayerKind>, game: Game, heading: String) -> Self {
        Self {
            preview: Box::new(preview(&game)),
            playing_on: Some((game, heading)),
            ..Self::new(players, true)
        }
    }

    /// Returns the message, if any.
    pub(crate) fn notice(&self) -> Option<&str> {
        self.notice.as_deref()
    }

    /// Returns the selected players.
    pub(crate) const fn players(&self) -> ByColor<PlayerKind> {
        self.players
    }

    fn start(&mut self) -> Command {
        let players = self.players;
        match &self.playing_on {
            None => Command::Start(players),
            Some((game, _)) => Command::PlayOn(Box::new(PlayOn {
                game: game.clone(),
                players,
                warned: std::mem::replace(&mut self.warned, true),
            })),
        }
    }

    fn choose(&mut self, row: Row, option: usize, ui: &mut UiContext) {
        match row {
            Row::Player(color) => self.players[color] = self.kinds(color)[option],
            Row::Theme => {
                let theme = ThemeName::ALL[option];
                self.notice = ui.keep(|settings| settings.theme = theme);
            }
        }
    }

    fn change(&mut self, row: Row, forward: bool, ui: &mut UiContext) {
        let (_, options, chosen) = self.row_content(row, ui);
        let step = if forward { 1 } else { options.len() - 1 };
        self.choose(row, (chosen + step) % options.len(), ui);
    }

    /// Returns the available players: the engine at one level, which other keys change.
    fn kinds(&self, color: Color) -> [PlayerKind; 4] {
        [
            PlayerKind::Human,
            PlayerKind::Random,
            PlayerKind::Greedy,
            PlayerKind::Engine(self.levels[color]),
        ]
    }

    /// Makes the engine of a row stronger or weaker, if one is selected.
    fn change_level(&mut self, row: Row, by: i8) {
        if let Row::Player(color) = row
            && let Some(level) = self.players[color].level()
            && let Some(level) = level.number.checked_add_signed(by).and_then(Level::new)
        {
            self.levels[color] = level;
            self.players[color] = PlayerKind::Engine(level);
        }
    }

    /// Returns the keys that do something now, as shown.
    fn hints(&self, row: Row, ui: &UiContext) -> Vec<Hint<Intent>> {
        hints(self.tables(), ui, |intent| match intent {
            Intent::Leave => self.can_leave,
            Intent::Stronger => {
                matches!(row, Row::Player(color) if self.players[color].level().is_some())
            }
            Intent::Swap => self.players.black != self.players.white,
            _ => true,
        })
    }

    /// Returns the active tables.
    fn tables(&self) -> &'static [Keymap<Intent>] {
        static TABLES: [Keymap<Intent>; 2] = [PLAYING_ON, KEYS];
        &TABLES[usize::from(self.playing_on.is_none())..]
    }

    fn draw_on(&self, area: Rect, ui: &UiContext, hits: &Hits<Intent>, buf: &mut Buffer) {
        let look = ui.look();
        let rows = rows(ui);
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
                cache: &ui.tiles,
            };
            view.render(area, buf);
            let form = Rect::new(form_left, top, left + width - form_left, lines);
            self.draw_form(form, &rows, true, ui, hits, buf);
        } else {
            let form = Rect::new(form_left, top, width, form_height);
            self.draw_form(form, &rows, spacious, ui, hits, buf);
        }
        let keys = if area.width < 60 { 2 } else { 1 };
        let keys = Rect::new(left, area.bottom() - keys, width, keys);
        draw_keys(self.hints(rows[self.row], ui), keys, &look, hits, buf);
    }

    fn draw_form(
        &self,
        area: Rect,
        rows: &[Row],
        spacious: bool,
        ui: &UiContext,
        hits: &Hits<Intent>,
        buf: &mut Buffer,
    ) {
        let look = &ui.look();
        let playing_on = self.playing_on.as_ref();
        let heading = playing_on.map_or("Reversi", |(_, heading)| heading);
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
        // Descriptions take one or four lines, so that nothing jumps when another player is selected.
        let described = if area.height >= 15 { 4 } else { 1 };
        let step = if described > 1 { 5 } else { 3 };
        for (index, &row) in rows.iter().enumerate() {
            let active = index == self.row;
            let (label, options, chosen) = self.row_content(row, ui);
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
            hits.add_all(choice.draw(strip, buf), |option| {
                Intent::Choose(row, option)
            });
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

    fn row_content(&self, row: Row, ui: &UiContext) -> (&'static str, Vec<String>, usize) {
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
                index_of(&ThemeName::ALL, ui.settings.theme),
            ),
        }
    }
}

fn rows(ui: &UiContext) -> Vec<Row> {
    let mut rows: Vec<Row> = Color::ALL.into_iter().map(Row::Player).collect();
    if ui.has_themes() {
        rows.push(Row::Theme);
    }
    rows
}

fn index_of<T: PartialEq + Copy>(options: &[T], value: T) -> usize {
    let index = options.iter().position(|option| *option == value);
    index.expect("what is chosen is one of the options")
}

/// Returns as many clauses of a description as fit into the given columns and lines.
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

impl Screen for NewGameScreen {
    type Intent = Intent;

    fn intent(&self, key: KeyEvent, _context: &Context) -> Option<Meaning<Intent>> {
        look_up(self.tables(), key)
    }

    fn act(&mut self, intent: Intent, context: &mut Context) -> Option<Command> {
        self.notice = None;
        let ui = &mut context.ui;
        let rows = rows(ui);
        match intent {
            Intent::Start => return Some(self.start()),
            Intent::NextRow => self.row = (self.row + 1) % rows.len(),
            Intent::PreviousRow => self.row = (self.row + rows.len() - 1) % rows.len(),
            Intent::NextOption => self.change(rows[self.row], true, ui),
            Intent::PreviousOption => self.change(rows[self.row], false, ui),
            Intent::Choose(row, option) => {
                self.row = index_of(&rows, row);
                self.choose(row, option, ui);
            }
            Intent::Stronger => self.change_level(rows[self.row], 1),
            Intent::Weaker => self.change_level(rows[self.row], -1),
            Intent::Swap => {
                self.players = self.players.swapped();
                self.levels = self.levels.swapped();
            }
            Intent::Leave if self.can_leave => return Some(Command::Close),
            Intent::Leave => {}
            Intent::Open => return Some(Command::OpenFile),
        }
        None
    }

    fn say(&mut self, sentence: String, _context: &mut Context) {
        self.notice = Some(sentence);
    }

    fn draw(&self, area: Rect, context: &Context, hits: &Hits<Intent>, buf: &mut Buffer) {
        self.draw_on(area, &context.ui, hits, buf);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::tui::keymap::check_tables;

    #[test]
    fn the_game_of_the_preview_is_legal() {
        assert!(transcript::parse(PREVIEW).is_ok());
    }

    #[test]
    fn the_tables_keep_the_laws_of_keys() {
        check_tables(&[PLAYING_ON, KEYS], true);
    }
}
