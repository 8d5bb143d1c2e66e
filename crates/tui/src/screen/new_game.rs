//! The choice of players, clocks and appearance.

use ratatui::layout::Rect;

use super::files::FileWindow;
use super::form::{
    FormCanvas, FormContent, FormIntent, FormRow, FormScreen, FormState, Started, change_keys,
    draw_label, row_keys, start_keys,
};
use super::{Command, Context, Screen as _};
use crate::context::UiContext;
use crate::keymap::Meaning;
use crate::keymap::{ESC, Keymap, Shortcut, key};
use crate::layout::{Frame, Slices, centered, right_of};
use crate::text::{cut, rows, side_name, wrap, wrap_with_dots};
use crate::theme::Role;
use crate::widget::choice::{ChoiceView, chip_places};
use crate::widget::field::Field;
use reversi::{ByColor, Color, Game, transcript};
use reversi_board::parts::{BoardPlace, Disc, Mark, Tile};
use reversi_notation::clean;
use reversi_study::stats::RecordTask;
use reversi_table::background::{Background, Reporter};
use reversi_table::phrase;
use reversi_table::player::description::PlayerName;
use reversi_table::player::level::{LEVEL_WORDS, LEVELS, Level};
use reversi_table::player::name::{PersonName, name_players, shown_names};
use reversi_table::player::{DEFAULT_LEVEL, ExternalEngine, PlayerError, PlayerKind};
use reversi_text::{Message, Name, Said, label, tr};

/// The game shown in the theme preview.
const PREVIEW: &str = "f5d6c3d3c4f4f6f3e6e7d7c6";

/// The rows with the players, in a game that a person plays: the levels, the other players, and the colour of the
/// person. In a game to watch, the first two stand twice.
const LEVEL: usize = 0;
const OTHER: usize = 1;
const YOU: usize = 2;

/// What a person does: plays a colour, or watches.
const SEATS: [(Option<Color>, &Message); 3] = [
    (Some(Color::Black), label!("Black")),
    (Some(Color::White), label!("White")),
    (None, label!("neither")),
];

/// The widest form with a column of labels, and the narrowest one.
const FORM: u16 = 76;
const LABELLED: u16 = 40;

/// The narrowest form beside a board.
const BESIDE: u16 = 50;

/// What a key or a click means in this form alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NewGameIntent {
    Stronger,
    Weaker,
    Swap,
    /// Starts an engine to see whether it answers.
    Check,
    /// Edits the name of a person.
    Name,
    Open,
}

#[rustfmt::skip] // a table
static KEYS: Keymap<FormIntent<NewGameIntent>> = &[
    bind!(&[(key(Shortcut::More), FormIntent::Own(NewGameIntent::Stronger)), (key(Shortcut::Less), FormIntent::Own(NewGameIntent::Weaker))], "level", 8,
        "stronger or weaker engine"),
    bind!(&[(key(Shortcut::Swap), FormIntent::Own(NewGameIntent::Swap))], "swap colours", 6, "swap Black and White"),
    bind!(&[(key(Shortcut::Name), FormIntent::Own(NewGameIntent::Name))], "name", 4, "name the person who plays"),
    bind!(&[(key(Shortcut::CheckEngine), FormIntent::Own(NewGameIntent::Check))], "check", 8, "check whether another engine answers"),
    bind!(&[(ESC, FormIntent::Leave)], "back", 8, "back"),
    bind!(&[(key(Shortcut::Open), FormIntent::Own(NewGameIntent::Open))], "open", 3, "open a game from a file or from the history"),
];

/// Starts an engine and ends it again. Answers with a sentence about it.
type Check = Background<ExternalEngine, (), (String, Role)>;

/// The form for a new game.
pub(crate) type NewGameScreen = FormScreen<NewGameForm>;

/// What is chosen.
#[derive(Debug)]
pub(crate) struct NewGameForm {
    players: ByColor<PlayerKind>,
    /// The colour of the person who chooses; `None` to watch.
    you: Option<Color>,
    /// Each side's engine level when an engine is selected.
    levels: ByColor<Level>,
    /// The game to continue with its heading; `None` for a new game.
    playing_on: Option<(Game, String)>,
    /// Set after a refused start, whose reason is shown.
    warned: bool,
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
        Self::with(NewGameForm {
            you: sides.find(|&color| players[color].is_human()),
            levels: players
                .as_ref()
                .map(|kind| kind.level().unwrap_or(DEFAULT_LEVEL)),
            players,
            playing_on: None,
            warned: false,
            check: None,
            record: None,
            preview: Box::new(preview(&example)),
        })
    }

    /// Creates the screen for a game to continue, with its heading.
    pub(crate) fn playing_on(players: ByColor<PlayerKind>, game: Game, heading: String) -> Self {
        let mut screen = Self::new(players);
        screen.content.preview = Box::new(preview(&game));
        screen.content.playing_on = Some((game, heading));
        screen
    }
}

impl NewGameForm {
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
        self.record.as_ref()?.value()?.double()
    }

    /// Takes the player's record once it is read. A double that was chosen before becomes the one of today.
    fn take_record(&mut self) {
        let Some(task) = self.record.as_mut().filter(|task| task.value().is_none()) else {
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

    /// Returns the estimated level of the person who has the record, if that is known.
    fn own_level(&self) -> Option<String> {
        self.you?;
        let record = self.record.as_ref().and_then(RecordTask::value)?;
        record
            .level
            .map(|level| tr!("You: {level}", level = Name(&level.range())).into())
    }

    /// Starts the engine of a row to see whether it answers.
    fn check(&mut self, form: &mut FormState, ui: &UiContext) {
        if let PlayerKind::External(engine) = &self.players[self.player_of(form.row)] {
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
            let notice = tr!("Starting {engine}.", engine = Name(engine.name()));
            form.notice = Some((notice.into(), Role::Text));
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
    fn keep_name(&mut self, color: Color, text: &str, ui: &mut UiContext) -> Result<(), String> {
        let name: PersonName = text.parse().map_err(|error| format!("{error}"))?;
        let is_second = color == Color::White && self.players.black.is_human();
        ui.keep(move |settings| {
            if is_second {
                settings.second_name = name;
            } else {
                settings.name = name;
            }
        });
        Ok(())
    }

    /// Returns the colour whose player a row is about: the opponent's, unless it is one of two.
    fn player_of(&self, row: usize) -> Color {
        match self.you {
            None if row / 2 == 1 => Color::White,
            _ => self.opponent(),
        }
    }

    /// Returns the person whose name a key edits in a row, and the row for it.
    fn person_of(&self, row: usize) -> Option<(Color, usize)> {
        let you = self.you?;
        if row == OTHER && self.players[self.opponent()].is_human() {
            Some((self.opponent(), OTHER))
        } else {
            Some((you, YOU))
        }
    }

    /// Makes the engine of a row stronger or weaker, if there is one.
    fn change_level(&mut self, row: usize, by: i8) {
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

    /// Returns the rows that choose a player: one of the levels, or another one.
    fn player_rows(&self, color: Color, ui: &UiContext) -> [FormRow<Self>; 2] {
        let label = match self.you {
            Some(_) => label!("Opponent").text().to_owned(),
            None => side_name(color),
        };
        let player = &self.players[color];
        let levels = LEVELS.map(|level| (PlayerKind::Engine(level), level.number));
        let levels = FormRow::new(label, levels, player, move |form: &mut Self, kind, _| {
            if let Some(level) = kind.level() {
                form.set_level(color, level);
            }
        });
        let name = self.name(color, ui);
        let others = self.others(color, ui).into_iter().map(|kind| {
            let mut players = self.players.clone();
            players[color] = kind.clone();
            let people = ByColor::from_fn(|_| name);
            let name = match kind {
                PlayerKind::Human if name == PersonName::EMPTY => PlayerName::Friend,
                _ => shown_names(&players, &people)[color].clone(),
            };
            (kind, name.said())
        });
        let others = FormRow::new(
            label!("or"),
            others,
            player,
            move |form: &mut Self, kind, _| {
                form.players[color] = kind;
            },
        );
        let others = others.typed(move |form, name, ui| form.keep_name(color, name, ui));
        let (about, brief) = self.player_about(color, ui);
        [levels, others].map(|row| row.about(about.clone()).briefly(brief.clone()))
    }

    /// Returns the description of a player, with how to name one of two people at this screen who has no name; and a
    /// shorter one.
    fn player_about(&self, color: Color, ui: &UiContext) -> (Said, Option<Said>) {
        let player = &self.players[color];
        let about = player.describe();
        let two = self.players.black.is_human() && self.players.white.is_human();
        let is_unnamed = two && self.name(color, ui) == PersonName::EMPTY;
        match naming_keys(ui).filter(|_| is_unnamed) {
            Some(keys) => {
                let person = &about;
                let whole = tr!(
                    "{person}, has no name yet: press {keys}",
                    person,
                    keys = Name(&keys),
                );
                (whole, Some(about))
            }
            None => (about, player.describe_briefly()),
        }
    }

    /// Returns the row with the colour of the person.
    fn your_row(&self, ui: &UiContext) -> FormRow<Self> {
        let (about, brief) = match self.you.map(|color| (color, self.name(color, ui))) {
            None => (label!("The computer plays both colours.").into(), None),
            Some((color, name)) if name == PersonName::EMPTY => self.player_about(color, ui),
            Some((_, name)) => {
                let name = name.to_string();
                (
                    tr!("{name} plays at this keyboard", name = Name(&name)),
                    None,
                )
            }
        };
        FormRow::new(
            label!("You play").text(),
            SEATS,
            &self.you,
            |form: &mut Self, seat, _| {
                form.take_seat(seat);
            },
        )
        .about(about)
        .briefly(brief)
        .typed(|form, name, ui| form.keep_name(form.opponent().opposite(), name, ui))
    }
}

/// Returns what to press for the name of a person in a new game; `None` where there are no keys.
pub(super) fn naming_keys(ui: &UiContext) -> Option<String> {
    let [list, own] = [Shortcut::Actions, Shortcut::Name].map(|key| ui.settings.keys.shown(key));
    let keys = if own == list {
        tr!("{key} and type name", key = Name(&list.to_string())).into()
    } else {
        own.to_string()
    };
    (!ui.has_buttons()).then_some(keys)
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
    let least = |names: &[String]| ChoiceView::least_columns(names);
    let all = named(&|_| true);
    let ends_and =
        |chosen| named(&|index| Some(index) == chosen || index == 0 || index == LEVELS.len() - 1);
    // They have room with any level, so that nothing jumps.
    let room = (0..LEVELS.len()).map(|level| least(&ends_and(Some(level))));
    let ends = room.max().unwrap_or_default();
    let one = named(&|index| Some(index) == chosen);
    // Words have a gap on both sides, but for the chosen one in a narrow form.
    let choices = [
        (least(&all) + 9, all),
        (ends + 9, ends_and(chosen)),
        (least(&one) + 9, one.clone()),
        (least(&one), one),
    ];
    let mut fitting = (choices.into_iter()).filter(|(needed, _)| *needed <= usize::from(columns));
    (fitting.next()).map_or_else(|| named(&|_| false), |(_, names)| names)
}

/// Returns the row that chooses whether games count for the rating.
fn rated_row(ui: &UiContext) -> FormRow<NewGameForm> {
    let values = [(true, label!("rated")), (false, label!("casual"))];
    let row = FormRow::new(
        label!("Game").text(),
        values,
        &ui.settings.rated,
        |_, rated, ui| {
            ui.keep(move |settings| settings.rated = rated);
        },
    );
    row.about(label!("A rated game says how strong you are. A hint, a value, an undo or the coach makes it casual.").text())
}

impl FormContent for NewGameForm {
    type Own = NewGameIntent;

    const START: &'static ::reversi_text::Message = ::reversi_text::label!("start the game");

    fn keys(&self) -> Vec<Keymap<FormIntent<NewGameIntent>>> {
        vec![start_keys::<Self>(), row_keys(), change_keys(), KEYS]
    }

    fn rows(&self, ui: &UiContext) -> Vec<FormRow<Self>> {
        let mut rows: Vec<_> = match self.you {
            Some(you) => self.player_rows(you.opposite(), ui).into(),
            None => Color::ALL
                .map(|color| self.player_rows(color, ui))
                .into_iter()
                .flatten()
                .collect(),
        };
        rows.push(self.your_row(ui));
        if self.playing_on.is_none() {
            rows.push(FormRow::clocks(ui.time, |_, time, ui| ui.time = time));
            rows.push(FormRow::openings(
                &ui.opening,
                ui.has_japanese(),
                |_, opening, ui| {
                    ui.opening = opening;
                },
            ));
            let opponent = &self.players[self.opponent()];
            if self.you.is_some() && opponent.level().is_some() {
                rows.push(rated_row(ui));
            }
        }
        if ui.has_themes {
            rows.push(FormRow::themes(ui).about(label!("The colours of all boards.").text()));
        }
        rows
    }

    fn works(&self, own: NewGameIntent, form: &FormState) -> bool {
        let player = &self.players[self.player_of(form.row)];
        match own {
            NewGameIntent::Stronger => player.level().is_some(),
            NewGameIntent::Swap => self.players.black != self.players.white,
            NewGameIntent::Name => self.person_of(form.row).is_some(),
            NewGameIntent::Check => matches!(player, PlayerKind::External(_)),
            NewGameIntent::Weaker | NewGameIntent::Open => true,
        }
    }

    fn start(&mut self, _form: &FormState, context: &mut Context) -> Started {
        let players = self.players.clone();
        Ok(Some(match &self.playing_on {
            None => Command::new_game(players, &context.ui),
            Some((game, _)) => {
                let warned = std::mem::replace(&mut self.warned, true);
                Command::PlayOn(Box::new(game.clone()), players, warned)
            }
        }))
    }

    fn act(
        &mut self,
        own: NewGameIntent,
        form: &mut FormState,
        context: &mut Context,
    ) -> Option<Command> {
        match own {
            NewGameIntent::Stronger => self.change_level(form.row, 1),
            NewGameIntent::Weaker => self.change_level(form.row, -1),
            NewGameIntent::Swap => {
                self.swap();
                self.you = self.you.map(Color::opposite);
            }
            NewGameIntent::Name => {
                let (color, row) = self.person_of(form.row)?;
                form.row = row;
                let name = self.name(color, &context.ui).to_string();
                form.typed = Some(Field::new(&name));
            }
            NewGameIntent::Check => self.check(form, &context.ui),
            NewGameIntent::Open => return Some(Command::open(FileWindow::games(context))),
        }
        None
    }

    fn tick(&mut self, _form: &mut FormState, context: &mut Context) -> Option<Command> {
        if self.record.is_none() {
            let sources = context.ui.record_sources();
            self.record = sources.map(|sources| sources.start(None, context.ui.waker.clone()));
        }
        None
    }

    fn poll(&mut self, form: &mut FormState) {
        self.take_record();
        if let Some(checked) = self.check.as_ref().and_then(Background::next_answer) {
            let failed = |error| (phrase::sentence(error), Role::Warning);
            form.notice = Some(checked.unwrap_or_else(failed));
        }
    }

    fn players(&self) -> Option<&ByColor<PlayerKind>> {
        Some(&self.players)
    }

    /// Draws the form, beside a board if there is room.
    fn draw(form: &FormScreen<Self>, area: Rect, canvas: &mut FormCanvas<Self>) {
        let mut choices = form.rows(canvas);
        let has_chips = canvas.context.ui.has_buttons();
        for (index, row) in choices.iter_mut().enumerate() {
            if has_chips && form.is_level(index) {
                // The text below the rows names the level.
                row.options = (1..=LEVELS.len()).map(|level| level.to_string()).collect();
            }
        }
        let frame = Frame::of(area);
        let playing_on = form.content.playing_on.as_ref();
        let heading = playing_on.map_or(label!("New game").text(), |(_, heading)| heading);
        let heading = cut(heading, usize::from(area.width) - 4);
        canvas.header(frame.header, true, &heading, "");
        let body = frame.body;
        let board = (2..=8).rev().find_map(|height| {
            let (columns, lines) = BoardPlace::size(height);
            let fits = columns + BESIDE + 3 <= body.width && lines <= body.height;
            fits.then_some((height, columns + 3, lines))
        });
        // Without a board, the form may be narrower.
        let (height, beside, lines) = board.unwrap_or((0, 0, body.height.min(20)));
        let columns = (body.width - beside).min(FORM);
        let mut rest = Slices(centered(body, beside + columns));
        rest.top(body.height.saturating_sub(lines) / 2);
        if height > 0 {
            let board = BoardPlace::at(rest.0.x, rest.0.y, height);
            canvas.board(board, &form.content.preview, None, None);
        }
        let place = right_of(rest.top(lines), beside);
        let mut hints = form.hints(canvas.context);
        let chips = Rect {
            height: body.bottom() - place.y,
            ..place
        };
        if has_chips && chip_rows(&choices, chips.width) <= chips.height {
            form.draw_chips(&choices, chips, canvas);
            // A tap chooses.
            hints.retain(|item| {
                let arrows = [FormIntent::Row(false), FormIntent::Row(true)];
                let change = [FormIntent::Change(false), FormIntent::Change(true)];
                let mut tapped = arrows.into_iter().chain(change);
                !tapped.any(|intent| item.target == Meaning::Own(intent))
            });
        } else {
            form.draw_choices(choices, place, height == 0, canvas);
        }
        canvas.footer(frame.footer, true, hints);
    }
}

/// Returns the rows of choices as chips beside their labels, with the text below them.
fn chip_rows(choices: &[FormRow<NewGameForm>], columns: u16) -> u16 {
    let labels = FormRow::label_columns(choices);
    let rows = choices.iter().map(|row| {
        let places = chip_places(&row.options, columns.saturating_sub(labels));
        places.last().map_or(2, |last| last.bottom())
    });
    rows.sum::<u16>() + 3
}

/// Returns the message about the check of an engine: whether it works, and the name that it gives itself.
fn engine_check(name: &str, check: Result<Option<String>, PlayerError>) -> String {
    let name = Name(name);
    let said = match check {
        Ok(Some(own)) => tr!(
            "{name} works: it answers as {own}.",
            name,
            own = Name(&clean(&own))
        ),
        Ok(None) => tr!("{name} works.", name),
        Err(reason) => {
            let reason = reason.to_string();
            tr!(
                "{name} does not work: {reason}.",
                name,
                reason = Name(&reason)
            )
        }
    };
    said.into()
}

impl NewGameScreen {
    /// Draws a small board at the right end of an area, if there is room, and takes its columns.
    fn draw_small_board(&self, rest: &mut Slices, canvas: &mut FormCanvas<NewGameForm>) {
        let (columns, rows) = BoardPlace::size(1);
        if rest.0.width > BESIDE + columns && rest.0.height >= rows {
            let place = rest.right(columns);
            rest.right(1);
            // The blank row above is free, so that it ends above the text below the rows.
            let place = BoardPlace::at(place.x, place.y - 1, 1);
            canvas.board(place, &self.content.preview, None, None);
        }
    }

    /// Returns whether a row has the levels of a player.
    fn is_level(&self, index: usize) -> bool {
        index % YOU == LEVEL && index < self.player_rows()
    }

    /// Returns how many rows choose the players.
    const fn player_rows(&self) -> usize {
        if self.content.you.is_some() {
            YOU
        } else {
            2 * YOU
        }
    }

    /// Draws the rows with their options as chips for fingers, and what the marked one means below them.
    fn draw_chips(
        &self,
        choices: &[FormRow<NewGameForm>],
        area: Rect,
        canvas: &mut FormCanvas<NewGameForm>,
    ) {
        let mut rest = Slices(area);
        let labels = FormRow::label_columns(choices);
        for (index, row) in choices.iter().enumerate() {
            let is_active = self.say_row(index, row, canvas);
            draw_label(&row.label, rest.0, is_active, canvas);
            let place = right_of(rest.0, labels);
            if self.form.field(index, row).is_some() {
                self.draw_value(index, row, right_of(rest.top(2), labels), canvas);
                continue;
            }
            let chips = ChoiceView {
                options: &row.options,
                chosen: row.chosen,
                active: is_active,
                look: &canvas.look,
            };
            let places = chips.draw_chips(place, canvas.buf);
            let end = places.last().map_or(place.y + 2, |(last, _)| last.bottom());
            let intent = |option| FormIntent::Choose(index, option);
            canvas.hits.add_all(places, intent);
            rest.top(end - place.y);
        }
        let (text, role) = self.advice(choices, &canvas.context.ui);
        let place = right_of(rest.0, 2);
        canvas.lines(place, wrap(&text, usize::from(place.width)), role);
    }

    /// Draws the rows, and what the marked one means below them. If no board is beside them, a small one is beside those
    /// below the players, if there is room.
    fn draw_choices(
        &self,
        mut choices: Vec<FormRow<NewGameForm>>,
        area: Rect,
        is_alone: bool,
        canvas: &mut FormCanvas<NewGameForm>,
    ) {
        let is_narrow = area.width < LABELLED;
        let (mut rest, mut board_end) = (Slices(area), area.y);
        let count = rows(&choices);
        let gap = u16::from(area.height >= 2 * count + 3);
        let players = self.player_rows();
        let labels = FormRow::label_columns(&choices);
        for (index, row) in choices.iter_mut().enumerate() {
            let is_level = self.is_level(index);
            if index == players && is_alone && gap > 0 {
                // It begins in the blank row above.
                board_end = rest.0.y - 1 + BoardPlace::size(1).1;
                self.draw_small_board(&mut rest, canvas);
            }
            if rest.0.y >= board_end {
                // Below the small board is the whole width.
                rest.0.width = area.width;
            }
            let place = rest.top(1);
            if is_level {
                let room = area
                    .width
                    .saturating_sub(if is_narrow { 2 } else { labels });
                row.options = level_names(row.chosen, room);
            }
            if is_narrow && is_level {
                // The levels are in another row.
                draw_label(&row.label, place, index == self.form.row, canvas);
                let level = row.chosen.map_or("", |level| LEVEL_WORDS[level].text());
                canvas.text(right_of(place, labels), level, Role::Key);
                self.draw_value(index, row, right_of(rest.top(1), 2), canvas);
            } else {
                self.draw_row(index, row, place, labels, canvas);
            }
            // The two rows of a player stand together.
            if !is_level {
                rest.top(gap);
            }
        }
        rest.top(1 - gap.min(1));
        let (text, role) = self.advice(&choices, &canvas.context.ui);
        if rest.0.y >= board_end {
            rest.0.width = area.width;
        }
        let place = right_of(rest.0, 2);
        let (columns, room) = (usize::from(place.width), usize::from(place.height));
        if self.form.notice.is_some() {
            canvas.lines(place, wrap(&text, columns), role);
            return;
        }
        let own = self
            .content
            .own_level()
            .filter(|_| self.form.row <= players)
            .map(|own| wrap_with_dots(&own, columns, 1).concat());
        let room = room - usize::from(own.is_some() && room > 1);
        let brief = choices[self.form.row].brief();
        let brief = brief.filter(|_| self.content.progress().is_none());
        let text = brief
            .filter(|_| wrap(&text, columns).len() > room)
            .unwrap_or(&text);
        let lines = wrap_with_dots(text, columns, room);
        canvas.lines(place, lines.into_iter().chain(own), role);
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
        assert_eq!(shown(65), "1 beginner 2 3 casual 4 5 6 7 8 9 10 strongest");
        assert!(shown(200).ends_with("9 stronger 10 strongest"));
        for chosen in 0..LEVELS.len() {
            let names = level_names(Some(chosen), BESIDE - NewGameForm::LABELS);
            assert!(
                names[chosen].contains(LEVEL_WORDS[chosen].text()),
                "{names:?}"
            );
        }
    }
}
