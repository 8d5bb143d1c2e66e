//! The settings that a person changes, as a form: each change is seen and kept at once.

use std::time::{Duration, Instant};

use ratatui::layout::Rect;

use super::form::{FormCanvas, FormContent, FormIntent, FormRow, FormScreen, FormState};
use super::{Command, Context, Screen as _, dialog};
use crate::context::UiContext;
use crate::keymap::{
    BACKTAB, DELETE, DOWN, ENTER, ESC, Keymap, LEFT, RIGHT, SPACE, Shortcut, TAB, UP, also, key,
};
use crate::layout::{Frame, Slices, centered, right_of};
use crate::text::{rows, wrap};
use reversi::Game;
use reversi::transcript;
use reversi_board::parts::{BoardPane, BoardPlace, BoardScene, Tile};
use reversi_study::stats::text::{DELETED, ask_delete};
use reversi_table::phrase::sentence;
use reversi_table::store::settings::{BellEvent, Settings};
use reversi_wording::GAMES_NOT_SAVED;

use FormIntent::{Change, Leave, Pick, Row};
use reversi_text::{Language, Message, label};

/// The width of the form.
const WIDTH: u16 = 74;

/// The rows for the edges of a card around the form, and for a text below it.
const OUTSIDE: u16 = 7;

/// The columns between the form and a board beside it.
const GAP: u16 = 3;

/// The row of the form from which on there is room for a small board at the right end: below the themes.
const BELOW_THEMES: u16 = 2;

/// The game that shows the theme: discs of both sides, a last move and legal moves.
const SAMPLE: &str = "f5d6c3d3c4f4f6";

/// The pauses to choose from, in milliseconds, and their names.
const PACES: [(u32, &Message); 5] = [
    (0, label!("none")),
    (200, label!("0.2 s")),
    (500, label!("0.5 s")),
    (1000, label!("1 s")),
    (2000, label!("2 s")),
];

#[rustfmt::skip] // a table
static KEYS: Keymap<FormIntent<SettingsIntent>> = &[
    bind!(&[(UP, Row(false)), (DOWN, Row(true)), (TAB, Row(true))], "setting", 6, "next or previous setting"),
    also(&[(BACKTAB, Row(false))]),
    bind!(&[(LEFT, Change(false)), (RIGHT, Change(true))], "change", 7, "change it"),
    bind!(&[(SPACE, Pick), (ENTER, Pick)], "", 0, "next value, or a list of them if there are many"),
    bind!(&[(DELETE, FormIntent::Own(SettingsIntent::Reset))], "reset", 5, "reset everything on this screen, after a question"),
    bind!(&[(key(Shortcut::Clear), FormIntent::Own(SettingsIntent::DeleteAll))], "delete all", 3, "delete the history, all reviews and your practice, after a question"),
    bind!(&[(ESC, Leave)], "back", 8, "back"),
];

/// What a key or a click means in this form alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SettingsIntent {
    /// Resets everything on the screen.
    Reset,
    /// Deletes everything that is kept about the person's games.
    DeleteAll,
}

/// The form with the settings.
pub(crate) type SettingsScreen = FormScreen<SettingsForm>;

/// The settings, which are kept elsewhere.
#[derive(Debug)]
pub(crate) struct SettingsForm;

impl SettingsScreen {
    pub(crate) fn new() -> Self {
        Self::with(SettingsForm)
    }
}

/// Creates the row of a setting that is on or off.
fn switch(
    label: &str,
    is_on: bool,
    set: fn(&mut Settings, bool),
    about: &str,
) -> FormRow<SettingsForm> {
    let values = [(false, label!("off")), (true, label!("on"))];
    let row = FormRow::new(label, values, &is_on, move |_, is_on, ui| {
        ui.keep(move |settings| set(settings, is_on));
    });
    row.about(about)
}

/// Creates the row of the languages, each under its own name. With `--ascii` there is only English.
fn language(ui: &UiContext) -> FormRow<SettingsForm> {
    let choices = Language::CHOICES.into_iter();
    let choices = choices.filter(|&language| !ui.ascii || language == Language::English);
    let names = choices.map(|language| (language, language.name()));
    let set = |_: &mut _, language, ui: &mut UiContext| {
        ui.keep_language(move |settings| settings.language = Some(language));
    };
    let about = if ui.ascii {
        label!("Other languages need UTF-8 and do not work with --ascii.")
    } else {
        label!("The language of all texts.")
    };
    FormRow::new(label!("Language").text(), names, &Language::chosen(), set).about(about.text())
}

/// How long the question waits for the number of games, which it can leave out: less than a person notices.
const COUNTING: Duration = Duration::from_millis(40);

/// Asks whether to delete everything that is kept about the person's games.
fn delete_all(ui: &UiContext) -> Command {
    let Some(sources) = ui.record_sources() else {
        return Command::Report(GAMES_NOT_SAVED.into());
    };
    // A damaged history can be deleted, too.
    let started = Instant::now();
    let games = sources.count(&|| started.elapsed() >= COUNTING);
    let delete = Command::act_on(move |_: &mut SettingsScreen, _| {
        Some(match sources.delete() {
            Ok(()) => Command::Report(DELETED.into()),
            Err(error) => Command::Warn(sentence(error)),
        })
    });
    Command::open(dialog::ask_delete(&ask_delete(games), delete))
}

impl FormContent for SettingsForm {
    type Own = SettingsIntent;

    const LABELS: u16 = 20;
    const LEAST_OPTIONS: u16 = 24;

    fn keys(&self) -> Vec<Keymap<FormIntent<SettingsIntent>>> {
        vec![KEYS]
    }

    fn act(
        &mut self,
        own: SettingsIntent,
        _: &mut FormState,
        context: &mut Context,
    ) -> Option<Command> {
        if own == SettingsIntent::DeleteAll {
            return Some(delete_all(&context.ui));
        }
        let reset = |_: &mut SettingsScreen, context: &mut Context| {
            context.ui.keep_language(Settings::reset);
            None
        };
        Some(Command::open(dialog::ask_reset(Command::act_on(reset))))
    }

    #[rustfmt::skip] // a table
    fn rows(&self, ui: &UiContext) -> Vec<FormRow<Self>> {
        let settings = &ui.settings;
        let (bell, has_japanese) = (settings.bell, settings.has_japanese());
        let flips = [(false, label!("at once")), (true, label!("animated"))];
        let paces = PACES.iter().map(|&(pace, _)| pace);
        let pace = paces.rev().find(|&pace| pace <= settings.pace).unwrap_or(0);
        let mut rows = vec![
            FormRow::themes(ui).about(label!("The colours of the board and of the screen.").text()),
            switch(label!("Legal moves").text(), settings.legal_dots, |s, on| s.legal_dots = on, label!("A dot on each square where you can play.").text()).group(),
            FormRow::new(label!("Turning discs").text(), flips, &ui.animates(), |_, is_on, ui| ui.keep(move |settings| settings.animation = Some(is_on)))
                .about(label!("Discs turn one after the other, or at once. The default is what your system asks for.").text()),
            switch(label!("Premove").text(), settings.premove, |s, on| s.premove = on, label!("A square that you choose while the other side is to move is played on your turn.").text()),
            FormRow::new(label!("Pause").text(), PACES, &pace, |_, pace, ui| ui.keep(move |settings| settings.pace = pace))
                .about(label!("How long the computer waits before its move.").text()),
            switch(label!("Coach").text(), settings.coaches(), |s, on| s.coach = Some(on), label!("Warns you before a move that loses much, against the computer without clocks.").text()).group(),
            switch(label!("Evaluation bar").text(), settings.evaluation_bar, |s, on| s.evaluation_bar = on, label!("Who is ahead, beside the board.").text()),
            switch(label!("Opening book").text(), settings.book, |s, on| s.book = on, label!("The strong levels begin with moves that were worked out before.").text()),
            switch(label!("Watched games").text(), settings.keep_watched, |s, on| s.keep_watched = on, label!("Games of others that you watch to the end over the network are kept with yours.").text()),
            switch(label!("Japanese names").text(), has_japanese, |s, on| s.japanese = Some(on), label!("Openings have their Japanese names, too.").text()),
            switch(label!("Bell: a move").text(), bell.has(BellEvent::Move), |s, on| s.bell.set(BellEvent::Move, on), label!("The terminal's bell rings when the computer or your friend has moved.").text()).group(),
            switch(label!("Bell: the end").text(), bell.has(BellEvent::End), |s, on| s.bell.set(BellEvent::End, on), label!("It rings when a game is over.").text()),
            switch(label!("Bell: ten seconds").text(), bell.has(BellEvent::Time), |s, on| s.bell.set(BellEvent::Time, on), label!("It rings when your clock has ten seconds left.").text()),
        ];
        if ui.language.is_some() {
            rows.insert(1, language(ui));
        }
        rows
    }

    fn draw(form: &FormScreen<Self>, area: Rect, canvas: &mut FormCanvas<Self>) {
        let settings = form.rows(canvas);
        let frame = Frame::of(area);
        canvas.header(frame.header, true, label!("Settings").text(), "");
        let (body, beside) = beside(frame.body);
        let count = rows(&settings);
        let is_boxed = body.height >= count + OUTSIDE;
        let mut rest = Slices(body);
        let (text, role) = form.advice(&settings, &canvas.context.ui);
        let inside = if is_boxed {
            // Two lines of text, right below the card, leave room for the gaps.
            let height = FormRow::height(&settings, body.height - (OUTSIDE - 3));
            canvas.card(
                rest.top(height + 2),
                true,
                label!("Saved as you change them").text(),
                "",
            )
        } else {
            // The longest text has room, so that the rows stay where they are.
            let columns = usize::from(body.width);
            let height = |row: &FormRow<Self>| rows(&wrap(row.described(), columns));
            let most = settings.iter().map(height).max().unwrap_or(0);
            let lines = wrap(&text, columns);
            let below = rest.bottom(most.max(rows(&lines)));
            canvas.lines(below, &lines, role);
            rest.bottom(u16::from(rest.0.height > count));
            rest.0
        };
        if is_boxed {
            let lines = wrap(&text, usize::from(right_of(rest.0, 2).width));
            rest.top(u16::from(rest.0.height > rows(&lines)));
            canvas.lines(right_of(rest.0, 2), lines, role);
        }
        form.draw_rows(&settings, inside, canvas);
        let within = || is_boxed.then(|| small_board(inside, &settings)).flatten();
        if let Some(place) = beside.or_else(within) {
            draw_sample(place, canvas);
        }
        canvas.footer(frame.footer, true, form.hints(canvas.context));
    }
}

/// Returns where the form is, and where a board is beside it, if it has room.
fn beside(body: Rect) -> (Rect, Option<BoardPlace>) {
    let boards = (2..=4)
        .rev()
        .map(|height| (height, BoardPlace::size(height)));
    let mut fitting = boards
        .filter(|&(_, (columns, rows))| body.width >= WIDTH + GAP + columns && body.height >= rows);
    let Some((height, (columns, _))) = fitting.next() else {
        return (centered(body, WIDTH), None);
    };
    let both = centered(body, WIDTH + GAP + columns);
    let form = Rect {
        width: WIDTH,
        ..both
    };
    let place = BoardPlace::at(form.right() + GAP, form.y, height);
    (form, Some(place))
}

/// Returns where the smallest board is, at the right end of the form, if it covers none of the options beside it.
fn small_board(form: Rect, settings: &[FormRow<SettingsForm>]) -> Option<BoardPlace> {
    let (columns, rows) = BoardPlace::size(1);
    // The themes are above it.
    let beside = settings.iter().skip(1).map(FormRow::options_columns).max();
    let needed = FormRow::label_columns(settings) + beside.unwrap_or(0) + columns;
    let has_room =
        form.width + 4 >= WIDTH && form.width >= needed && form.height >= BELOW_THEMES + rows;
    let place = || BoardPlace::at(form.right() - columns, form.y + BELOW_THEMES, 1);
    has_room.then(place)
}

/// Draws a position in the colours of the theme.
fn draw_sample(place: BoardPlace, canvas: &mut FormCanvas<SettingsForm>) {
    let mut game = Game::new();
    transcript::play(&mut game, SAMPLE).expect("these moves are legal");
    let pane = BoardPane::default();
    let scene = BoardScene {
        dots: canvas.context.ui.settings.legal_dots,
        ..pane.scene(&game, game.legal_moves())
    };
    let tiles = Tile::board(|square| pane.tile(square, &scene));
    canvas.board(place, &tiles, None, None);
}
