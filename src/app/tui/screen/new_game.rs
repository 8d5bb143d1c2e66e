//! The choice of players, clocks and appearance.

use crate::app::tui::event::KeyEvent;
use ratatui::layout::Rect;
use tui_input::InputRequest;

use super::files::FileWindow;
use super::form::{CLOCK_HELP, ClockChoice, FormRow, FormStep, LABEL, begins_clock, draw_label};
use super::{Canvas, Command, Context, Pasted, Screen, ScreenContents, pick};
use crate::app::background::{Background, Report, Reporter};
use crate::app::clock::ParseTimeError;
use crate::app::game_opening::GameOpening;
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
use crate::app::tui::text::{cut, rows, wrap};
use crate::app::tui::theme::Role;
use crate::app::tui::widget::board::BoardPlace;
use crate::app::tui::widget::choice::ChoiceView;
use crate::app::tui::widget::field::Field;
use crate::app::tui::widget::tile::{Disc, Mark, Tile};
use crate::app::wording::{self, A_PERSON, FRIEND, LEVEL_WORDS};
use crate::color::{ByColor, Color};
use crate::game::Game;
use crate::notation::clean;
use crate::notation::transcript;

/// The game shown in the theme preview.
const PREVIEW: &str = "f5d6c3d3c4f4f6f3e6e7d7c6";

/// What a row chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Setting {
    /// The level of the computer.
    Level(Color),
    /// A player that is no level.
    Other(Color),
    /// The colour of the person, or that the computer plays both.
    You,
    Clock,
    /// What the game begins with.
    Start,
    Theme,
}

/// What a person does: plays a colour, or watches.
const SEATS: [(Option<Color>, &str); 3] = [
    (Some(Color::Black), "Black"),
    (Some(Color::White), "White"),
    (None, "nothing: watch"),
];

/// What a game that begins with a random opening is.
const SURPRISE: &str =
    "A random opening of 8 moves after which the game is about even; a rematch gets another.";

/// The widest form with a column of labels, and the narrowest one.
const FORM: u16 = 76;
const LABELLED: u16 = 40;

/// The narrowest form beside a board.
const BESIDE: u16 = 50;

/// What a key or a click means on this screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Intent {
    Start,
    Form(FormStep),
    /// Chooses the next value, or one of many from a list.
    Pick,
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
    bind(&[(LEFT, Intent::Form(FormStep::Option(false))), (RIGHT, Intent::Form(FormStep::Option(true)))], "change", 7, "change the value"),
    bind(&[(SPACE, Intent::Pick)], "", 0, "next value, or a list of them if there are many"),
    bind(&[(ch('+'), Intent::Stronger), (ch('-'), Intent::Weaker), (ch('='), Intent::Stronger)], "level", 8,
        "stronger or weaker engine"),
    also(&[(ch('_'), Intent::Weaker)]),
    bind(&[(ch('x'), Intent::Swap)], "swap colours", 6, "swap Black and White"),
    bind(&[(ch('@'), Intent::Name)], "name", 4, "name the person who plays"),
    bind(&[(ch('!'), Intent::Check)], "check", 8, "check whether another engine answers"),
    bind(&[(ESC, Intent::Leave)], "back", 8, "back"),
    bind(&[(ch('o'), Intent::Open)], "open", 3, "open a game from a file or from the history"),
];

/// The keys while a name or a clock is typed. Other keys type.
static TYPING: Keymap<Intent> = &[
    bind(&[(ENTER, Intent::Start)], "keep it", 10, ""),
    bind(&[(ESC, Intent::Leave)], "cancel", 9, ""),
];

/// Starts an engine and ends it again. Answers with a sentence about it.
type Check = Background<ExternalEngine, (), (String, Role)>;

/// What is being typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Typed {
    /// The name of the person of a colour.
    Name(Color),
    Clock,
}

/// The choice of players and theme.
#[derive(Debug)]
pub(crate) struct NewGameScreen {
    players: ByColor<PlayerKind>,
    /// The colour of the person who chooses; `None` to watch.
    you: Option<Color>,
    /// Each side's engine level when an engine is selected.
    levels: ByColor<Level>,
    /// The index of the active row.
    row: usize,
    /// The game to continue with its heading; `None` for a new game.
    playing_on: Option<(Game, String)>,
    /// Set after a refused start, whose reason is shown.
    warned: bool,
    /// The name or the clock that is being typed.
    typing: Option<(Typed, Field)>,
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
        let mut sides = Color::ALL.into_iter();
        Self {
            you: sides.find(|&color| players[color].is_human()),
            levels: players
                .as_ref()
                .map(|kind| kind.level().unwrap_or(DEFAULT_LEVEL)),
            players,
            row: 0,
            playing_on: None,
            warned: false,
            typing: None,
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

    fn start(&mut self, ui: &UiContext) -> Command {
        let players = self.players.clone();
        match &self.playing_on {
            None => Command::new_game(players, ui),
            Some((game, _)) => {
                let warned = std::mem::replace(&mut self.warned, true);
                Command::PlayOn(Box::new(game.clone()), players, warned)
            }
        }
    }

    fn choose(&mut self, row: Setting, option: usize, ui: &mut UiContext) {
        match row {
            Setting::Level(color) => self.set_level(color, LEVELS[option]),
            Setting::Other(color) => self.players[color] = self.others(color, ui)[option].clone(),
            Setting::You => self.take_seat(SEATS[option].0),
            Setting::Clock => match ClockChoice::of(option, ui.time) {
                ClockChoice::Time(time) => ui.time = time,
                ClockChoice::Other => self.typing = Some((Typed::Clock, Field::default())),
            },
            Setting::Start => {
                ui.opening = match option {
                    1 => GameOpening::Balanced,
                    _ => GameOpening::Standard,
                }
            }
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

    /// Takes a colour, or leaves both to the computer. The opponent stays.
    fn take_seat(&mut self, seat: Option<Color>) {
        match (self.you, seat) {
            (Some(before), Some(now)) if before != now => self.swap(),
            (Some(before), None) => {
                for color in [before, before.opposite()] {
                    if self.players[color].is_human() {
                        self.players[color] = PlayerKind::Engine(self.levels[color]);
                    }
                }
            }
            (None, Some(now)) => self.players[now] = PlayerKind::Human,
            _ => {}
        }
        self.you = seat;
    }

    fn swap(&mut self) {
        self.players = self.players.clone().swapped();
        self.levels = self.levels.swapped();
    }

    /// Returns the colour whose player the row of levels chooses first.
    fn opponent(&self) -> Color {
        self.you.map_or(Color::Black, Color::opposite)
    }

    /// Returns the available players that are no level: a friend, the simple ones, the double, and those of the
    /// settings.
    fn others(&self, color: Color, ui: &UiContext) -> Vec<PlayerKind> {
        let friend = self.you.map(|_| PlayerKind::Human);
        let simple = [PlayerKind::Random, PlayerKind::Greedy];
        let mut kinds: Vec<_> = friend.into_iter().chain(simple).collect();
        kinds.extend(self.double());
        kinds.extend(ui.settings.engines.kinds());
        let chosen = &self.players[color];
        if !kinds.contains(chosen) && !is_plain_level(chosen) {
            kinds.push(chosen.clone());
        }
        kinds
    }

    /// Returns the player's double, if it is known that there is one.
    fn double(&self) -> Option<PlayerKind> {
        self.record.as_ref()?.record()?.double()
    }

    /// Takes the player's record once it is read. A double that was chosen before becomes the one of today.
    fn take_record(&mut self) {
        let Some(task) = self.record.as_mut().filter(|task| task.record().is_none()) else {
            return;
        };
        task.poll();
        if let Some(double) = self.double() {
            for color in Color::ALL {
                if matches!(self.players[color], PlayerKind::Double(_)) {
                    self.players[color] = double.clone();
                }
            }
        }
    }

    /// Returns the description of a player.
    fn description(&self, color: Color) -> String {
        self.players[color].describe().into_owned()
    }

    /// Returns the estimated level of the person who has the record, if that is known.
    fn own_level(&self) -> Option<String> {
        self.you?;
        let record = self.record.as_ref().and_then(RecordTask::record)?;
        record.level.map(|level| format!("You: {}", level.words()))
    }

    /// Starts the engine of a row to see whether it answers.
    fn check(&mut self, row: Setting, ui: &UiContext) {
        let color = self.player_of(row);
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

    /// Takes the clock that was typed.
    fn keep_clock(&mut self, text: &str, ui: &mut UiContext) {
        let text = text.trim();
        match text.parse() {
            Ok(time) => ui.time = Some(time),
            Err(_) if text.is_empty() => {}
            Err(error) => {
                let error: ParseTimeError = error;
                self.notice = Some((wording::sentence(error), Role::Warning));
                self.typing = Some((Typed::Clock, Field::new(text)));
            }
        }
    }

    /// Returns the colour whose player a row is about: the opponent's, unless it says otherwise.
    fn player_of(&self, row: Setting) -> Color {
        match row {
            Setting::Level(color) | Setting::Other(color) => color,
            _ => self.opponent(),
        }
    }

    /// Returns the person whose name a key edits in a row, and the row for it.
    fn person_of(&self, row: Setting) -> Option<(Color, Setting)> {
        match row {
            Setting::Other(color) if self.players[color].is_human() => Some((color, row)),
            _ => self.you.map(|color| (color, Setting::You)),
        }
    }

    /// Makes the engine of a row stronger or weaker, if there is one.
    fn change_level(&mut self, row: Setting, by: i8) {
        let color = self.player_of(row);
        if let Some(level) = self.players[color].level()
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
        let colors = match self.you {
            Some(you) => vec![you.opposite()],
            None => Color::ALL.to_vec(),
        };
        let players = colors.into_iter();
        let players = players.flat_map(|color| [Setting::Level(color), Setting::Other(color)]);
        let mut rows: Vec<Setting> = players.chain([Setting::You]).collect();
        if self.playing_on.is_none() {
            rows.extend([Setting::Clock, Setting::Start]);
        }
        if ui.has_themes() {
            rows.push(Setting::Theme);
        }
        rows
    }

    /// Returns the content of a row, with the names of levels as far as they fit the columns.
    fn row_content(&self, row: Setting, columns: u16, ui: &UiContext) -> FormRow {
        match row {
            Setting::Level(color) => {
                let label = match self.you {
                    Some(_) => "Opponent".to_owned(),
                    None => color.to_string(),
                };
                let level = self.players[color]
                    .level()
                    .filter(|level| level.time.is_none());
                let chosen = level.map(|level| usize::from(level.number - 1));
                FormRow::new(label, level_names(chosen, columns), chosen)
            }
            Setting::Other(color) => {
                let (kinds, name) = (self.others(color, ui), self.name(color, ui));
                let chosen = kinds.iter().position(|kind| kind == &self.players[color]);
                let names = kinds.iter().map(|kind| {
                    let mut players = self.players.clone();
                    players[color] = kind.clone();
                    let people = ByColor::from_fn(|_| name);
                    match kind {
                        PlayerKind::Human if name == PersonName::EMPTY => FRIEND.to_owned(),
                        _ => shown_names(&players, &people)[color].clone(),
                    }
                });
                FormRow::new("or", names, chosen)
            }
            Setting::You => {
                let chosen = SEATS.iter().position(|seat| seat.0 == self.you);
                FormRow::new("You play", SEATS.map(|seat| seat.1), chosen)
            }
            Setting::Clock => FormRow::of_clocks(ui.time),
            Setting::Start => {
                let chosen = usize::from(ui.opening != GameOpening::Standard);
                FormRow::new("Start", ["standard", "surprise me"], chosen)
            }
            Setting::Theme => {
                let themes = ui.themes();
                FormRow::new("Theme", &themes, index_of(&themes, &ui.theme()))
            }
        }
    }

    /// Returns what the active row means.
    fn about(&self, row: Setting, ui: &UiContext) -> String {
        match row {
            Setting::Level(color) | Setting::Other(color) => self.description(color),
            Setting::You => match self.you {
                Some(color) => match self.name(color, ui) {
                    name if name == PersonName::EMPTY => self.description(color),
                    name => format!("{name} {A_PERSON}"),
                },
                None => "The computer plays both colours.".to_owned(),
            },
            Setting::Clock => CLOCK_HELP.to_owned(),
            Setting::Start if ui.opening != GameOpening::Standard => SURPRISE.to_owned(),
            Setting::Start => "The usual four discs in the middle.".to_owned(),
            Setting::Theme => "The colours of all boards.".to_owned(),
        }
    }
}

/// Returns whether a player is one of the levels of the row.
fn is_plain_level(kind: &PlayerKind) -> bool {
    kind.level().is_some_and(|level| level.time.is_none())
}

/// Returns the options of the ten levels: all with their words if the columns allow it, otherwise the chosen one and the
/// ends, the chosen one, or none.
fn level_names(chosen: Option<usize>, columns: u16) -> Vec<String> {
    let named = |has_word: &dyn Fn(usize) -> bool| -> Vec<String> {
        let levels = LEVEL_WORDS.iter().enumerate();
        let names = levels.map(|(index, word)| {
            let number = index + 1;
            if has_word(index) {
                format!("{number} {word}")
            } else {
                number.to_string()
            }
        });
        names.collect()
    };
    let fits = |names: &[String]| ChoiceView::least_columns(names) <= usize::from(columns);
    let all = named(&|_| true);
    let ends = named(&|index| Some(index) == chosen || index == 0 || index == LEVELS.len() - 1);
    let one = named(&|index| Some(index) == chosen);
    [all, ends, one]
        .into_iter()
        .find(|names| fits(names))
        .unwrap_or_else(|| named(&|_| false))
}

fn index_of<T: PartialEq>(options: &[T], value: &T) -> usize {
    let index = options.iter().position(|option| option == value);
    index.expect("what is chosen is one of the options")
}

impl Screen for NewGameScreen {
    type Intent = Intent;

    fn tables(&self, _context: &Context) -> Vec<Keymap<Intent>> {
        vec![if self.types() { TYPING } else { KEYS }]
    }

    fn works(&self, intent: Intent, context: &Context) -> bool {
        let row = self.rows(&context.ui)[self.row];
        let player = &self.players[self.player_of(row)];
        match intent {
            Intent::Stronger => player.level().is_some(),
            Intent::Swap => self.players.black != self.players.white,
            Intent::Name => self.person_of(row).is_some(),
            Intent::Check => matches!(player, PlayerKind::External(_)),
            _ => true,
        }
    }

    fn intent(&self, key: KeyEvent, context: &Context) -> Option<Meaning<Intent>> {
        look_up(&self.tables(context), key).or_else(|| {
            let is_clock = || self.rows(&context.ui)[self.row] == Setting::Clock;
            let request = match &self.typing {
                Some(_) => field_request(key),
                None if is_clock() => begins_clock(key),
                None => None,
            };
            Some(Meaning::Own(Intent::Edit(request?)))
        })
    }

    fn act(&mut self, intent: Intent, context: &mut Context) -> Option<Command> {
        self.notice = None;
        let ui = &mut context.ui;
        let rows = self.rows(ui);
        // Any other key or click ends the typing.
        match (self.typing.take(), intent) {
            (typing, Intent::Edit(request)) => {
                let (typed, mut field) = typing.unwrap_or((Typed::Clock, Field::default()));
                field.edit(request);
                self.typing = Some((typed, field));
                return None;
            }
            (Some((typed, field)), Intent::Start) if !field.text().is_empty() => {
                match typed {
                    Typed::Name(color) => self.keep_name(color, field.text(), ui),
                    Typed::Clock => self.keep_clock(field.text(), ui),
                }
                return None;
            }
            (Some(_), Intent::Start | Intent::Leave) => return None,
            (Some((Typed::Clock, field)), _) => self.keep_clock(field.text(), ui),
            _ => {}
        }
        match intent {
            Intent::Start => return Some(self.start(ui)),
            Intent::Pick => {
                let list = pick::open(&self.row_content(rows[self.row], 0, ui), |option| {
                    Command::act_on(move |screen: &mut Self, context| {
                        let chosen = FormStep::Choose(screen.row, option);
                        screen.act(Intent::Form(chosen), context)
                    })
                });
                let next = || self.act(Intent::Form(FormStep::Option(true)), context);
                return list.or_else(next);
            }
            Intent::Form(step) => {
                let contents: Vec<_> = rows
                    .iter()
                    .map(|row| self.row_content(*row, 0, ui))
                    .collect();
                let (row, option) = step.from(self.row, &contents);
                self.row = row;
                if let Some(option) = option {
                    self.choose(rows[row], option, ui);
                    // The rows above may be others now.
                    self.row = index_of(&self.rows(ui), &self.same_row(rows[row]));
                }
            }
            Intent::Stronger => self.change_level(rows[self.row], 1),
            Intent::Weaker => self.change_level(rows[self.row], -1),
            Intent::Swap => {
                self.swap();
                self.you = self.you.map(Color::opposite);
            }
            Intent::Name => {
                if let Some((color, row)) = self.person_of(rows[self.row]) {
                    self.row = index_of(&rows, &row);
                    let name = self.name(color, ui).to_string();
                    self.typing = Some((Typed::Name(color), Field::new(&name)));
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
        match &mut self.typing {
            Some((_, field)) => {
                field.paste(text);
                Pasted::Taken
            }
            None => Pasted::Passed,
        }
    }

    fn tick(&mut self, context: &mut Context) -> Option<Command> {
        if self.record.is_none() {
            let sources = context.ui.record_sources();
            self.record =
                sources.map(|sources| RecordTask::start(sources, context.ui.waker.clone()));
        }
        None
    }

    fn poll(&mut self) {
        self.take_record();
        let report = self.check.as_ref().and_then(Background::poll);
        if let Some(Report::Answer(answer)) = report {
            self.notice =
                Some(answer.unwrap_or_else(|error| (wording::sentence(error), Role::Warning)));
        }
    }

    fn contents(&self) -> ScreenContents<'_> {
        ScreenContents {
            players: Some(&self.players),
            ..ScreenContents::default()
        }
    }

    fn report(&mut self, sentence: String, _context: &mut Context) {
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
        let board = (2..=8).rev().find_map(|height| {
            let (columns, lines) = BoardPlace::size(height);
            let fits = columns + BESIDE + 3 <= body.width && lines <= body.height;
            fits.then_some((height, columns + 3, lines))
        });
        // Without a board, the form may be narrower.
        let (height, beside, lines) = board.unwrap_or((0, 0, body.height.min(20)));
        let form = (body.width - beside).min(FORM);
        let mut rest = Slices(centered(body, beside + form));
        rest.top(body.height.saturating_sub(lines) / 2);
        if height > 0 {
            let board = BoardPlace::at(rest.0.x, rest.0.y, height);
            canvas.board(board, &self.preview, None, None);
        }
        self.draw_form(right_of(rest.top(lines), beside), canvas);
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
    /// Returns whether keys are typed. The arrow keys leave a clock of which nothing is typed.
    fn types(&self) -> bool {
        let typing = self.typing.as_ref();
        typing.is_some_and(|(typed, field)| *typed != Typed::Clock || !field.text().is_empty())
    }

    /// Returns a row after a choice: the opponent may play the other colour now.
    fn same_row(&self, row: Setting) -> Setting {
        match (row, self.you) {
            (Setting::Level(_), Some(_)) => Setting::Level(self.opponent()),
            (Setting::Other(_), Some(_)) => Setting::Other(self.opponent()),
            _ => row,
        }
    }

    /// Draws the form, and what the active row means below it.
    fn draw_form(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let ui = &canvas.context.ui;
        let settings = self.rows(ui);
        let is_narrow = area.width < LABELLED;
        let mut rest = Slices(area);
        let count = rows(&settings);
        let gap = u16::from(area.height >= 2 * count + 3);
        for (index, row) in settings.iter().copied().enumerate() {
            let active = index == self.row;
            let is_level = matches!(row, Setting::Level(_));
            let place = rest.top(1);
            let room = area.width.saturating_sub(if is_narrow { 2 } else { LABEL });
            let content = self.row_content(row, room, ui);
            let field = self.typing.as_ref().filter(|_| active);
            let field = field.map(|(_, field)| field);
            let intent = |option| Intent::Form(FormStep::Choose(index, option));
            if is_narrow && is_level {
                // The levels are in another row.
                draw_label(&content.label, place, active, canvas);
                let level = content.chosen.map_or("", |level| LEVEL_WORDS[level]);
                canvas.text(right_of(place, LABEL), level, Role::Key);
                let place = right_of(rest.top(1), 2);
                content.draw_options(place, active, intent, canvas);
            } else {
                content.draw(place, LABEL, active, field, intent, canvas);
            }
            // The two rows of a player stand together.
            if !is_level {
                rest.top(gap);
            }
        }
        rest.top(1 - gap.min(1));
        let active = settings[self.row.min(settings.len() - 1)];
        let (text, role) = match &self.notice {
            Some((notice, role)) => (notice.clone(), *role),
            None => (self.about(active, ui), Role::Muted),
        };
        let place = right_of(rest.0, 2);
        let (columns, room) = (usize::from(place.width), usize::from(place.height));
        let about_players = !matches!(active, Setting::Clock | Setting::Start | Setting::Theme);
        let own = self
            .own_level()
            .filter(|_| about_players && self.notice.is_none());
        let lines = match self.notice {
            Some(_) => wrap(&text, columns),
            None => described_in(
                &text,
                columns,
                room - usize::from(own.is_some() && room > 1),
            ),
        };
        let lines = lines.into_iter().chain(own);
        canvas.lines(place, lines, role);
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
    }

    #[test]
    fn the_levels_have_their_words_as_far_as_there_is_room() {
        let shown = |columns| level_names(Some(2), columns).join(" ");
        assert_eq!(shown(22), "1 2 3 4 5 6 7 8 9 10");
        assert_eq!(shown(40), "1 2 3 casual 4 5 6 7 8 9 10");
        assert_eq!(shown(60), "1 beginner 2 3 casual 4 5 6 7 8 9 10 strongest");
        assert!(shown(200).ends_with("9 stronger 10 strongest"));
        for chosen in 0..LEVELS.len() {
            let names = level_names(Some(chosen), BESIDE - LABEL);
            assert!(names[chosen].contains(LEVEL_WORDS[chosen]), "{names:?}");
        }
    }
}
