//! The settings that a person changes, as a form: each change is seen and kept at once.

use std::convert::Infallible;

use ratatui::layout::Rect;

use super::Screen as _;
use super::form::{FormCanvas, FormContent, FormIntent, FormRow, FormScreen};
use crate::app::store::settings::{BellEvent, Settings};
use crate::app::tui::context::UiContext;
use crate::app::tui::keymap::{
    BACKTAB, DOWN, ENTER, ESC, Keymap, LEFT, RIGHT, SPACE, TAB, UP, also, bind,
};
use crate::app::tui::layout::{Frame, Slices, centered, right_of};
use crate::app::tui::text::{rows, wrap};

use FormIntent::{Change, Leave, Pick, Row};

/// The width of the form.
const WIDTH: u16 = 74;

/// The pauses to choose from, in milliseconds, and their names.
const PACES: [(u32, &str); 5] = [
    (0, "none"),
    (200, "0.2 s"),
    (500, "0.5 s"),
    (1000, "1 s"),
    (2000, "2 s"),
];

#[rustfmt::skip] // a table
static KEYS: Keymap<FormIntent<Infallible>> = &[
    bind(&[(UP, Row(false)), (DOWN, Row(true)), (TAB, Row(true))], "setting", 6, "next or previous setting"),
    also(&[(BACKTAB, Row(false))]),
    bind(&[(LEFT, Change(false)), (RIGHT, Change(true))], "change", 7, "change it"),
    bind(&[(SPACE, Pick), (ENTER, Pick)], "", 0, "next value, or a list of them if there are many"),
    bind(&[(ESC, Leave)], "back", 8, "back"),
];

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
    let values = [(false, "off"), (true, "on")];
    let row = FormRow::new(label, values, &is_on, move |_, is_on, ui| {
        ui.keep(move |settings| set(settings, is_on));
    });
    row.about(about)
}

impl FormContent for SettingsForm {
    type Own = Infallible;

    const LABELS: u16 = 20;
    const LEAST_OPTIONS: u16 = 24;

    fn keys(&self) -> Vec<Keymap<FormIntent<Infallible>>> {
        vec![KEYS]
    }

    #[rustfmt::skip] // a table
    fn rows(&self, ui: &UiContext) -> Vec<FormRow<Self>> {
        let settings = &ui.settings;
        let (bell, has_japanese) = (settings.bell, settings.japanese == Some(true));
        let flips = [(false, "at once"), (true, "animated")];
        let paces = PACES.iter().map(|&(pace, _)| pace);
        let pace = paces.rev().find(|&pace| pace <= settings.pace).unwrap_or(0);
        vec![
            FormRow::themes(ui).about("The colours. Your own are in the settings file; reversi themes shows them all."),
            switch("Legal moves", settings.legal_dots, |s, on| s.legal_dots = on, "A dot on each square where you can play."),
            FormRow::new("Turning discs", flips, &ui.animation, |_, is_on, ui| ui.animation = is_on)
                .about("Discs turn one after the other, or at once. This lasts until you quit."),
            FormRow::new("Pause", PACES, &pace, |_, pace, ui| ui.keep(move |settings| settings.pace = pace))
                .about("How long the computer waits before its move."),
            switch("Coach", settings.coaches(), |s, on| s.coach = Some(on), "Warns you before a move that loses much, against the computer without clocks."),
            switch("Evaluation bar", settings.evaluation_bar, |s, on| s.evaluation_bar = on, "Who is ahead, beside the board."),
            switch("Opening book", settings.book, |s, on| s.book = on, "The strong levels begin with moves that were worked out before."),
            switch("Japanese names", has_japanese, |s, on| s.japanese = Some(on), "Openings have their Japanese names, too."),
            switch("Bell: a move", bell.has(BellEvent::Move), |s, on| s.bell.set(BellEvent::Move, on), "The terminal's bell rings when the computer or your friend has moved."),
            switch("Bell: the end", bell.has(BellEvent::End), |s, on| s.bell.set(BellEvent::End, on), "It rings when a game is over."),
            switch("Bell: little time", bell.has(BellEvent::Time), |s, on| s.bell.set(BellEvent::Time, on), "It rings when your clock has ten seconds left."),
        ]
    }

    fn draw(form: &FormScreen<Self>, area: Rect, canvas: &mut FormCanvas<Self>) {
        let settings = form.rows(canvas);
        let frame = Frame::of(area);
        canvas.header(frame.header, true, "Settings", "");
        let body = centered(frame.body, WIDTH);
        let count = rows(&settings);
        let (about, role) = form.advice(&settings);
        let is_boxed = body.height >= count + 7;
        let mut rest = Slices(body);
        let inside = if is_boxed {
            canvas.card(rest.top(count + 2), true, "Saved as you change them", "")
        } else {
            let text = wrap(&about, usize::from(body.width));
            let below = rest.bottom(rows(&text));
            canvas.lines(below, &text, role);
            rest.0
        };
        rest.top(1);
        if is_boxed {
            canvas.paragraph(right_of(rest.0, 2), &about, role);
        }
        form.draw_rows(&settings, inside, canvas);
        canvas.footer(frame.footer, true, form.hints(canvas.context));
    }
}
