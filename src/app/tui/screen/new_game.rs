//! The choice of players, clocks and appearance.

use crossterm::event::KeyEvent;
use ratatui::layout::Rect;

use super::{Canvas, Command, Context, Hint, Screen, hints};
use crate::app::clock::TimeControl;
use crate::app::player::level::{LEVELS, Level};
use crate::app::player::{DEFAULT_LEVEL, PlayerKind};
use crate::app::settings::ThemeName;
use crate::app::tui::context::UiContext;
use crate::app::tui::keymap::{
    BACKTAB, DOWN, ENTER, ESC, Keymap, LEFT, Meaning, RIGHT, SPACE, TAB, UP, also, bind, ch,
    help_key, look_up, quit_key, theme_key,
};
use crate::app::tui::layout::{Slices, right_of};
use crate::app::tui::text::{width, wrap};
use crate::app::tui::theme::Role;
use crate::app::tui::widget::board::BoardPlace;
use crate::app::tui::widget::choice::ChoiceView;
use crate::app::tui::widget::tile::{Disc, Mark, Tile};
use crate::color::{ByColor, Color};
use crate::game::Game;
use crate::notation::transcript;

/// The game shown in the theme preview.
const PREVIEW: &str = "f5d6c3d3c4f4f6f3e6e7d7c6";

/// What a row chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Row {
    Player(Color),
    Clock,
    Theme,
    Animation,
}

/// The time controls to choose from.
const CLOCKS: [&str; 3] = ["5m", "15m", "3m+2s"];

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
    /// An engine of this level.
    Level(Color, Level),
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
            Some((game, _)) => {
                let warned = std::mem::replace(&mut self.warned, true);
                Command::PlayOn(Box::new(game.clone()), players, warned)
            }
        }
    }

    fn choose(&mut self, row: Row, option: usize, ui: &mut UiContext) {
        match row {
            Row::Player(color) => self.players[color] = self.kinds(color)[option],
            Row::Clock => ui.time = clocks(ui)[option],
            Row::Animation => ui.animation = option == 0,
            Row::Theme => {
                let theme = ThemeName::ALL[option];
                self.notice = None;
                ui.keep(move |settings| settings.theme = theme.into());
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
            self.set_level(color, level);
        }
    }

    fn set_level(&mut self, color: Color, level: Level) {
        self.levels[color] = level;
        self.players[color] = PlayerKind::Engine(level);
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

    fn rows(&self, ui: &UiContext) -> Vec<Row> {
        let mut rows: Vec<Row> = Color::ALL.into_iter().map(Row::Player).collect();
        if self.playing_on.is_none() {
            rows.push(Row::Clock);
        }
        if ui.has_themes() {
            rows.push(Row::Theme);
        }
        if self.playing_on.is_none() {
            rows.push(Row::Animation);
        }
        rows
    }

    fn draw_form(&self, area: Rect, spacious: bool, canvas: &mut Canvas<Intent>) {
        let ui = &canvas.context.ui;
        let playing_on = self.playing_on.as_ref();
        let heading = playing_on.map_or("Reversi", |(_, heading)| heading);
        let short = heading.split(',').next().unwrap_or(heading);
        let fits = width(heading) + 3 <= usize::from(area.width);
        canvas.line(area, canvas.title(if fits { heading } else { short }));
        let mut y = area.y + if spacious { 3 } else { 2 };
        // Descriptions take one or three lines, so that nothing jumps when another player is selected.
        let described = if area.height >= 16 { 3 } else { 1 };
        for (index, row) in self.rows(ui).into_iter().enumerate() {
            let step = match row {
                Row::Player(_) if spacious => described + 2,
                _ if spacious && area.height >= 20 => 2,
                _ => 1,
            };
            let active = index == self.row;
            let (label, options, chosen) = self.row_content(row, ui);
            let place = Rect {
                y,
                height: 1,
                ..area
            };
            if active {
                let arrow = canvas.look.symbol("▸", ">");
                canvas.text(place, arrow, Role::Key);
            }
            let role = if active { Role::Strong } else { Role::Text };
            canvas.text(right_of(place, 2), label, role);
            let choice = ChoiceView {
                options: &options,
                chosen,
                active,
                look: &canvas.look,
            };
            let places = choice.draw(right_of(place, 8), canvas.buf);
            canvas
                .hits
                .add_all(places, |option| Intent::Choose(row, option));
            if spacious && let Row::Player(color) = row {
                let below = Rect {
                    y: y + 1,
                    height: described,
                    ..right_of(area, 9)
                };
                self.describe(color, below, canvas);
            }
            y += step;
        }
        let screen = canvas.buf.area;
        let below = |y: u16| Rect {
            y,
            height: (screen.bottom() - 2).saturating_sub(y),
            ..area
        };
        if let Some(notice) = &self.notice {
            let lines = wrap(notice, usize::from(area.width));
            canvas.lines(below(y), lines, Role::Warning);
        } else if let (false, Some(&Row::Player(color))) = (spacious, self.rows(ui).get(self.row)) {
            let area = right_of(below(y + 1), 2);
            self.describe(color, area, canvas);
        }
    }

    /// Draws a slider for the level of an engine, and as many clauses about the player as fit.
    fn describe(&self, color: Color, area: Rect, canvas: &mut Canvas<Intent>) {
        let text = self.players[color].describe();
        let mut rest = Slices(area);
        if let (Some(level), true) = (self.players[color].level(), area.height > 1) {
            draw_slider(color, level, rest.top(1), canvas);
        }
        let area = rest.0;
        let lines = described_in(&text, usize::from(area.width), usize::from(area.height));
        canvas.lines(area, lines, Role::Muted);
    }

    fn row_content(&self, row: Row, ui: &UiContext) -> (String, Vec<String>, usize) {
        match row {
            Row::Player(color) => (
                color.to_string(),
                self.kinds(color)
                    .map(|kind| kind.name().into_owned())
                    .to_vec(),
                index_of(&self.kinds(color), self.players[color]),
            ),
            Row::Clock => (
                "Clock".to_owned(),
                clocks(ui)
                    .iter()
                    .map(|&time| time.map_or_else(|| "none".to_owned(), |time| time.to_string()))
                    .collect(),
                index_of(&clocks(ui), ui.time),
            ),
            Row::Animation => (
                "Turns".to_owned(),
                ["animated", "at once"].map(str::to_owned).to_vec(),
                usize::from(!ui.animation),
            ),
            Row::Theme => (
                "Theme".to_owned(),
                ThemeName::ALL.iter().map(ToString::to_string).collect(),
                index_of(&ThemeName::ALL, ui.theme()),
            ),
        }
    }
}

/// Draws the ten levels in a row, filled up to the chosen one.
fn draw_slider(color: Color, level: Level, area: Rect, canvas: &mut Canvas<Intent>) {
    let cells = area.width / 2;
    for (at, other) in (0..cells).zip(LEVELS) {
        let place = Rect {
            x: area.x + 2 * at,
            width: 2,
            ..area
        };
        let (symbol, role) = if other.number <= level.number {
            (canvas.look.symbol("■", "#"), Role::Key)
        } else {
            (canvas.look.symbol("□", "-"), Role::Muted)
        };
        canvas.text(place, symbol, role);
        canvas.hits.add(place, Intent::Level(color, other));
    }
}

/// Returns the time controls to choose from, with the one in force.
fn clocks(ui: &UiContext) -> Vec<Option<TimeControl>> {
    let mut clocks = vec![None];
    clocks.extend(CLOCKS.map(|text| text.parse().ok()));
    if !clocks.contains(&ui.time) {
        clocks.push(ui.time);
    }
    clocks
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
    Tile::board(|square| Tile {
        disc: game.position().disc(square).map(Disc::flat),
        mark: if Some(square) == last {
            Mark::Last
        } else if game.legal_moves().contains(square) {
            Mark::Legal
        } else {
            Mark::None
        },
        ..Tile::of(square)
    })
}

impl Screen for NewGameScreen {
    type Intent = Intent;

    fn intent(&self, key: KeyEvent, _context: &Context) -> Option<Meaning<Intent>> {
        look_up(self.tables(), key)
    }

    fn act(&mut self, intent: Intent, context: &mut Context) -> Option<Command> {
        self.notice = None;
        let ui = &mut context.ui;
        let rows = self.rows(ui);
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
            Intent::Level(color, level) => {
                self.row = index_of(&rows, Row::Player(color));
                self.set_level(color, level);
            }
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

    fn draw(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let ui = &canvas.context.ui;
        let (narrow_form, wide_form) = (39, 54);
        let form_height = match area.height {
            20.. => 15,
            16.. => 12,
            _ => 7,
        };
        let board = (2..=8).rev().find_map(|height| {
            let (columns, lines) = BoardPlace::size(height);
            (columns + narrow_form + 4 <= area.width && lines + 5 <= area.height).then_some((
                height,
                columns + 3,
                lines,
            ))
        });
        // Without a board, the form may be narrower.
        let (height, beside, lines) = board.unwrap_or((0, 0, form_height));
        let form_width = (area.width - beside)
            .saturating_sub(if board.is_some() { 3 } else { 2 })
            .clamp(narrow_form, wide_form);
        let margin = if board.is_some() { 0 } else { 2 };
        let width = (beside + form_width).min(area.width - margin);
        let left = area.x + (area.width - width) / 2;
        let lines = lines.max(form_height);
        let top = area.y + (area.height.saturating_sub(lines + 2)) / 2;
        if height > 0 {
            canvas.board(BoardPlace::at(left, top, height), &self.preview, None, None);
        }
        let form = Rect::new(left + beside, top, width - beside, lines);
        self.draw_form(form, height > 0 || area.height >= 16, canvas);
        let keys = if area.width < 60 { 2 } else { 1 };
        let keys = Rect::new(left, area.bottom() - keys, width, keys);
        canvas.keys(keys, self.hints(self.rows(ui)[self.row], ui));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::tui::keymap::check_tables;

    #[test]
    fn the_game_of_the_preview_is_legal() {
        assert!(transcript::parse(PREVIEW).is_ok());
        assert!(
            CLOCKS
                .iter()
                .all(|text| text.parse::<TimeControl>().is_ok())
        );
    }

    #[test]
    fn the_tables_keep_the_laws_of_keys() {
        check_tables(&[PLAYING_ON, KEYS], true);
    }
}
