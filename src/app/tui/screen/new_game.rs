//! The choice of players, clocks and appearance.

use crossterm::event::KeyEvent;
use ratatui::layout::Rect;
use tui_input::InputRequest;

use super::files::FileWindow;
use super::form::{FormRow, FormStep};
use super::{Canvas, Command, Context, Pasted, Screen};
use crate::app::background::{Background, Report, Reporter};
use crate::app::clock::TimeControl;
use crate::app::player::PlayerError;
use crate::app::player::level::{LEVELS, Level};
use crate::app::player::name::{PersonName, name_players, shown_names};
use crate::app::player::{DEFAULT_LEVEL, ExternalEngine, PlayerKind};
use crate::app::study::stats::RecordTask;
use crate::app::tui::context::UiContext;
use crate::app::tui::keymap::{
    BACKTAB, DOWN, ENTER, ESC, Keymap, LEFT, Meaning, RIGHT, SPACE, TAB, UP, also, bind, ch,
    field_request, look_up,
};
use crate::app::tui::layout::{Frame, Slices, centered, right_of};
use crate::app::tui::text::{cut, wrap};
use crate::app::tui::theme::Role;
use crate::app::tui::widget::board::BoardPlace;
use crate::app::tui::widget::field::Field;
use crate::app::tui::widget::tile::{Disc, Mark, Tile};
use crate::app::wording;
use crate::color::{ByColor, Color};
use crate::game::Game;
use crate::notation::clean;
use crate::notation::transcript;

/// The game shown in the theme preview.
const PREVIEW: &str = "f5d6c3d3c4f4f6f3e6e7d7c6";

/// What a row chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Setting {
    Player(Color),
    Clock,
    /// What the game begins with.
    Start,
    Theme,
    Animation,
}

/// What a game that begins with a random opening is.
const SURPRISE: &str =
    "A random opening of 8 moves after which the game is about even; a rematch gets another.";

/// The time controls to choose from.
const CLOCKS: [&str; 3] = ["5m", "15m", "3m+2s"];

/// What a key or a click means on this screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Intent {
    Start,
    Form(FormStep),
    /// An engine of this level.
    Level(Color, Level),
    Stronger,
    Weaker,
    Swap,
    /// Starts an engine to see whether it answers.
    Check,
    /// Edits the name of a person.
    Name,
    Edit(InputRequest),
    Leave,
    Open,
}

/// The keys.
#[rustfmt::skip] // a table
pub(super) static KEYS: Keymap<Intent> = &[
    bind(&[(ENTER, Intent::Start)], "start", 10, "start the game"),
    bind(&[(UP, Intent::Form(FormStep::Row(false))), (DOWN, Intent::Form(FormStep::Row(true))), (TAB, Intent::Form(FormStep::Row(true)))], "row", 6, "next or previous row"),
    also(&[(BACKTAB, Intent::Form(FormStep::Row(false)))]),
    bind(&[(LEFT, Intent::Form(FormStep::Option(false))), (RIGHT, Intent::Form(FormStep::Option(true))), (SPACE, Intent::Form(FormStep::Option(true)))], "change", 7, "change the value"),
    bind(&[(ch('+'), Intent::Stronger), (ch('-'), Intent::Weaker), (ch('='), Intent::Stronger)], "level", 8,
        "stronger or weaker engine"),
    also(&[(ch('_'), Intent::Weaker)]),
    bind(&[(ch('x'), Intent::Swap)], "swap", 4, "swap Black and White"),
    bind(&[(ch('@'), Intent::Name)], "name", 5, "name the person who plays"),
    bind(&[(ch('!'), Intent::Check)], "check", 8, "check whether another engine answers"),
    bind(&[(ESC, Intent::Leave)], "back", 8, "back"),
    bind(&[(ch('o'), Intent::Open)], "open", 5, "open a game from a file or from the history"),
];

/// The keys while a name is typed. Other keys type.
static NAMING: Keymap<Intent> = &[
    bind(&[(ENTER, Intent::Start)], "keep the name", 10, ""),
    bind(&[(ESC, Intent::Leave)], "cancel", 9, ""),
];

/// Starts an engine and ends it again. Answers with a sentence about it.
type Check = Background<ExternalEngine, (), (String, Role)>;

/// The choice of players and theme.
#[derive(Debug)]
pub(crate) struct NewGameScreen {
    players: ByColor<PlayerKind>,
    /// Each side's engine level when an engine is selected.
    levels: ByColor<Level>,
    /// The index of the active row.
    row: usize,
    /// The game to continue with its heading; `None` for a new game.
    playing_on: Option<(Game, String)>,
    /// Set after a refused start, whose reason is shown.
    warned: bool,
    /// The name that is being typed.
    naming: Option<(Color, Field)>,
    notice: Option<(String, Role)>,
    /// The check of an engine.
    check: Option<Check>,
    /// The player's record, which knows the double; `None` until it is read, or if games are not saved.
    record: Option<RecordTask>,
    preview: Box<[Tile; 64]>,
}

impl NewGameScreen {
    /// Creates the screen for a new game, with these players selected.
    pub(crate) fn new(players: ByColor<PlayerKind>) -> Self {
        let example = transcript::parse(PREVIEW).expect("a test plays this game");
        Self {
            levels: players
                .as_ref()
                .map(|kind| kind.level().unwrap_or(DEFAULT_LEVEL)),
            players,
            row: 0,
            playing_on: None,
            warned: false,
            naming: None,
            notice: None,
            check: None,
            record: None,
            preview: Box::new(preview(&example)),
        }
    }

    /// Creates the screen for a game to continue, with its heading.
    pub(crate) fn playing_on(players: ByColor<PlayerKind>, game: Game, heading: String) -> Self {
        Self {
            preview: Box::new(preview(&game)),
            playing_on: Some((game, heading)),
            ..Self::new(players)
        }
    }

    /// Returns the selected players.
    pub(crate) const fn players(&self) -> &ByColor<PlayerKind> {
        &self.players
    }

    fn start(&mut self, ui: &UiContext) -> Command {
        let players = self.players.clone();
        match &self.playing_on {
            None if ui.surprises => Command::Surprise(players),
            None => Command::Start(players),
            Some((game, _)) => {
                let warned = std::mem::replace(&mut self.warned, true);
                Command::PlayOn(Box::new(game.clone()), players, warned)
            }
        }
    }

    fn choose(&mut self, row: Setting, option: usize, ui: &mut UiContext) {
        match row {
            Setting::Player(color) => self.players[color] = self.kinds(color, ui)[option].clone(),
            Setting::Clock => ui.time = clocks(ui)[option],
            Setting::Start => {
                ui.surprises = option == 1;
                self.notice = ui.surprises.then(|| (SURPRISE.to_owned(), Role::Muted));
            }
            Setting::Animation => ui.animation = option == 0,
            Setting::Theme => {
                let theme = ui.themes()[option];
                ui.keep(move |settings| settings.theme = theme);
                self.notice = ui
                    .look()
                    .contrast_report()
                    .map(|text| (text, Role::Warning));
            }
        }
    }

    /// Returns the available players: the engine at one level, which other keys change, and those of the
    /// settings.
    fn kinds(&self, color: Color, ui: &UiContext) -> Vec<PlayerKind> {
        let mut kinds = vec![
            PlayerKind::Human,
            PlayerKind::Random,
            PlayerKind::Greedy,
            PlayerKind::Engine(self.levels[color]),
        ];
        kinds.extend(self.double());
        kinds.extend(ui.settings.engines.kinds());
        let chosen = &self.players[color];
        if !kinds.contains(chosen) {
            kinds.push(chosen.clone());
        }
        kinds
    }

    /// Returns the player's double, if it is known that there is one.
    fn double(&self) -> Option<PlayerKind> {
        self.record.as_ref()?.record()?.double()
    }

    /// Takes the player's record once it is read. A double that was chosen before becomes the one of today. Returns whether
    /// the record is new.
    fn take_record(&mut self) -> bool {
        let is_read = self.record.as_mut().is_some_and(RecordTask::poll);
        if let (true, Some(double)) = (is_read, self.double()) {
            for color in Color::ALL {
                if matches!(self.players[color], PlayerKind::Double(_)) {
                    self.players[color] = double.clone();
                }
            }
        }
        is_read
    }

    /// Returns the description of a player. That of the person who has the record begins with the estimated level.
    fn description(&self, color: Color) -> String {
        let text = self.players[color].describe();
        let has_record = match color {
            Color::Black => self.players.black.is_human(),
            Color::White => !self.players.black.is_human() && self.players.white.is_human(),
        };
        let record = self.record.as_ref().and_then(RecordTask::record);
        match record.and_then(|record| record.level) {
            Some(level) if has_record => format!("{}, {text}", level.words()),
            _ => text.into_owned(),
        }
    }

    /// Starts the engine of a row to see whether it answers.
    fn check(&mut self, row: Setting, ui: &UiContext) {
        let Setting::Player(color) = row else {
            return;
        };
        if let PlayerKind::External(engine) = &self.players[color] {
            let check = self.check.get_or_insert_with(|| {
                let check = |engine: ExternalEngine, reporter: &Reporter<()>| {
                    let tested = engine.test(&|| reporter.is_stopped());
                    let role = if tested.is_ok() {
                        Role::Text
                    } else {
                        Role::Warning
                    };
                    (engine_check(engine.name(), tested), role)
                };
                Background::start("check", ui.waker.clone(), check)
            });
            self.notice = Some((format!("Starting {}.", engine.name()), Role::Text));
            check.ask((**engine).clone());
        }
    }

    /// Returns the name of the person who plays a side, or would.
    fn name(&self, color: Color, ui: &UiContext) -> PersonName {
        let mut players = self.players.clone();
        players[color] = PlayerKind::Human;
        name_players(&players, ui.settings.people())[color]
    }

    /// Takes the name that was typed.
    fn keep_name(&mut self, color: Color, text: &str, ui: &mut UiContext) {
        let name: PersonName = match text.parse() {
            Ok(name) => name,
            Err(error) => {
                self.notice = Some((format!("{error}."), Role::Warning));
                return;
            }
        };
        let is_second = color == Color::White && self.players.black.is_human();
        ui.keep(move |settings| {
            if is_second {
                settings.second_name = name;
            } else {
                settings.name = name;
            }
        });
    }

    /// Makes the engine of a row stronger or weaker, if one is selected.
    fn change_level(&mut self, row: Setting, by: i8) {
        if let Setting::Player(color) = row
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

    fn rows(&self, ui: &UiContext) -> Vec<Setting> {
        let mut rows: Vec<Setting> = Color::ALL.into_iter().map(Setting::Player).collect();
        if self.playing_on.is_none() {
            rows.extend([Setting::Clock, Setting::Start]);
        }
        if ui.has_themes() {
            rows.push(Setting::Theme);
        }
        if self.playing_on.is_none() {
            rows.push(Setting::Animation);
        }
        rows
    }

    fn row_content(&self, row: Setting, ui: &UiContext) -> FormRow {
        match row {
            Setting::Player(color) => {
                let (kinds, name) = (self.kinds(color, ui), self.name(color, ui));
                let chosen = index_of(&kinds, &self.players[color]);
                let names = kinds.iter().map(|kind| {
                    let mut players = self.players.clone();
                    players[color] = kind.clone();
                    let people = ByColor::from_fn(|_| name);
                    shown_names(&players, &people)[color].clone()
                });
                FormRow::new(color.to_string(), names, chosen)
            }
            Setting::Clock => {
                let clocks = clocks(ui);
                let none = || "none".to_owned();
                let options = clocks
                    .iter()
                    .map(|time| time.map_or_else(none, |t| t.to_string()));
                FormRow::new("Clock", options, index_of(&clocks, &ui.time))
            }
            Setting::Start => {
                let chosen = usize::from(ui.surprises);
                FormRow::new("Start", ["standard", "surprise me"], chosen)
            }
            Setting::Animation => {
                FormRow::new("Turns", ["animated", "at once"], usize::from(!ui.animation))
            }
            Setting::Theme => {
                let themes = ui.themes();
                FormRow::new("Theme", &themes, index_of(&themes, &ui.theme()))
            }
        }
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

fn index_of<T: PartialEq>(options: &[T], value: &T) -> usize {
    let index = options.iter().position(|option| option == value);
    index.expect("what is chosen is one of the options")
}

impl Screen for NewGameScreen {
    type Intent = Intent;

    fn tables(&self, _context: &Context) -> Vec<Keymap<Intent>> {
        vec![if self.naming.is_some() { NAMING } else { KEYS }]
    }

    fn works(&self, intent: Intent, context: &Context) -> bool {
        let row = self.rows(&context.ui)[self.row];
        match intent {
            Intent::Stronger => {
                matches!(row, Setting::Player(color) if self.players[color].level().is_some())
            }
            Intent::Swap => self.players.black != self.players.white,
            Intent::Name => matches!(row, Setting::Player(color) if self.players[color].is_human()),
            Intent::Check => {
                matches!(row, Setting::Player(color) if matches!(self.players[color], PlayerKind::External(_)))
            }
            _ => true,
        }
    }

    fn intent(&self, key: KeyEvent, context: &Context) -> Option<Meaning<Intent>> {
        look_up(&self.tables(context), key).or_else(|| {
            self.naming.as_ref()?;
            Some(Meaning::Own(Intent::Edit(field_request(key)?)))
        })
    }

    fn act(&mut self, intent: Intent, context: &mut Context) -> Option<Command> {
        self.notice = None;
        let ui = &mut context.ui;
        let rows = self.rows(ui);
        // Any other key or click ends the typing of a name.
        match (self.naming.take(), intent) {
            (Some((color, mut field)), Intent::Edit(request)) => {
                field.edit(request);
                self.naming = Some((color, field));
                return None;
            }
            (Some((color, field)), Intent::Start) => {
                self.keep_name(color, field.text(), ui);
                return None;
            }
            (Some(_), Intent::Leave) => return None,
            _ => {}
        }
        match intent {
            Intent::Start => return Some(self.start(ui)),
            Intent::Form(step) => {
                let contents: Vec<_> = rows.iter().map(|row| self.row_content(*row, ui)).collect();
                let (row, option) = step.from(self.row, &contents);
                self.row = row;
                if let Some(option) = option {
                    self.choose(rows[row], option, ui);
                }
            }
            Intent::Stronger => self.change_level(rows[self.row], 1),
            Intent::Weaker => self.change_level(rows[self.row], -1),
            Intent::Level(color, level) => {
                self.row = index_of(&rows, &Setting::Player(color));
                self.set_level(color, level);
            }
            Intent::Swap => {
                self.players = self.players.clone().swapped();
                self.levels = self.levels.swapped();
            }
            Intent::Name => {
                if let Setting::Player(color) = rows[self.row]
                    && self.players[color].is_human()
                {
                    let name = self.name(color, ui).to_string();
                    self.naming = Some((color, Field::new(&name)));
                }
            }
            Intent::Check => self.check(rows[self.row], ui),
            Intent::Edit(_) => {}
            Intent::Leave => return Some(Command::Close),
            Intent::Open => return Some(Command::open(FileWindow::open(context))),
        }
        None
    }

    fn paste(&mut self, text: &str, _context: &mut Context) -> Pasted {
        match &mut self.naming {
            Some((_, field)) => {
                field.paste(text);
                Pasted::Taken
            }
            None => Pasted::Passed,
        }
    }

    fn tick(&mut self, context: &mut Context) -> bool {
        if self.record.is_none() {
            let sources = context.ui.record_sources();
            self.record =
                sources.map(|sources| RecordTask::start(sources, context.ui.waker.clone()));
        }
        false
    }

    fn poll(&mut self) -> bool {
        let is_read = self.take_record();
        let report = self.check.as_ref().and_then(Background::poll);
        let Some(Report::Answer(answer)) = report else {
            return is_read;
        };
        self.notice =
            Some(answer.unwrap_or_else(|error| (wording::sentence(error), Role::Warning)));
        true
    }

    fn say(&mut self, sentence: String, _context: &mut Context) {
        self.notice = Some((sentence, Role::Warning));
    }

    /// Draws the form, beside a board if there is room.
    fn draw(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let frame = Frame::of(area);
        let heading = self
            .playing_on
            .as_ref()
            .map_or("New game", |(_, heading)| heading);
        canvas.header(
            frame.header,
            true,
            &cut(heading, usize::from(area.width) - 4),
            "",
        );
        let body = frame.body;
        let (narrow_form, wide_form) = (38, 54);
        let board = (2..=8).rev().find_map(|height| {
            let (columns, lines) = BoardPlace::size(height);
            let fits = columns + narrow_form + 3 <= body.width && lines <= body.height;
            fits.then_some((height, columns + 3, lines))
        });
        // Without a board, the form may be narrower.
        let (height, beside, lines) = board.unwrap_or((0, 0, 15));
        let form = (body.width - beside).min(wide_form);
        let mut rest = Slices(centered(body, beside + form));
        rest.top(body.height.saturating_sub(lines) / 2);
        if height > 0 {
            let board = BoardPlace::at(rest.0.x, rest.0.y, height);
            canvas.board(board, &self.preview, None, None);
        }
        let is_spacious = height > 0 || body.height >= 13;
        let lines = lines.min(rest.0.height);
        self.draw_form(right_of(rest.top(lines), beside), is_spacious, canvas);
        canvas.footer(frame.footer, true, self.hints(canvas.context));
    }
}

/// Returns the message about the check of an engine: whether it works, and the name that it gives itself.
fn engine_check(name: &str, check: Result<Option<String>, PlayerError>) -> String {
    match check {
        Ok(Some(own_name)) => format!("{name} works: it answers as {}.", clean(&own_name)),
        Ok(None) => format!("{name} works."),
        Err(reason) => format!("{name} does not work: {reason}."),
    }
}

impl NewGameScreen {
    /// Draws the form, and messages below it.
    fn draw_form(&self, area: Rect, spacious: bool, canvas: &mut Canvas<Intent>) {
        let ui = &canvas.context.ui;
        let lines = area.height;
        let mut rest = Slices(area);
        // Descriptions take one or three lines, so that nothing jumps when another player is selected.
        let described = if lines >= 16 { 3 } else { 1 };
        for (index, row) in self.rows(ui).into_iter().enumerate() {
            let step = match row {
                Setting::Player(_) if spacious => described + 2,
                _ if spacious && lines >= 20 => 2,
                _ => 1,
            };
            let active = index == self.row;
            let mut place = Slices(rest.top(step));
            let field = self.naming.as_ref().filter(|_| active);
            let field = field.map(|(_, field)| field);
            let intent = |option| Intent::Form(FormStep::Choose(index, option));
            let content = self.row_content(row, ui);
            content.draw(place.top(1), active, field, intent, canvas);
            if spacious && let Setting::Player(color) = row {
                self.describe(color, right_of(place.top(described), 9), canvas);
            }
        }
        if let Some((notice, role)) = &self.notice {
            canvas.paragraph(rest.0, notice, *role);
        } else if let (false, Some(&Setting::Player(color))) =
            (spacious, self.rows(ui).get(self.row))
        {
            rest.top(1);
            self.describe(color, right_of(rest.0, 2), canvas);
        }
    }

    /// Draws a slider for the level of an engine, and as many clauses about the player as fit.
    fn describe(&self, color: Color, area: Rect, canvas: &mut Canvas<Intent>) {
        let text = self.description(color);
        let mut rest = Slices(area);
        if let (Some(level), true) = (self.players[color].level(), area.height > 1) {
            draw_slider(color, level, rest.top(1), canvas);
        }
        let area = rest.0;
        let lines = described_in(&text, usize::from(area.width), usize::from(area.height));
        canvas.lines(area, lines, Role::Muted);
    }
}

/// Draws the ten levels in a row, filled up to the chosen one.
fn draw_slider(color: Color, level: Level, area: Rect, canvas: &mut Canvas<Intent>) {
    let mut rest = Slices(area);
    for other in LEVELS.into_iter().take(usize::from(area.width / 2)) {
        let place = rest.left(2);
        let (symbol, role) = if other.number <= level.number {
            (canvas.look.symbol("■", "#"), Role::Key)
        } else {
            (canvas.look.symbol("□", "-"), Role::Muted)
        };
        canvas.text(place, symbol, role);
        canvas.hits.add(place, Intent::Level(color, other));
    }
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

/// Returns the squares of the board beside the form.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_game_of_the_preview_is_legal() {
        assert!(transcript::parse(PREVIEW).is_ok());
        assert!(
            CLOCKS
                .iter()
                .all(|text| text.parse::<TimeControl>().is_ok())
        );
    }
}
