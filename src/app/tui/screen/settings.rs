//! The settings that a person changes, as a form: each change is seen and kept at once.

use ratatui::layout::Rect;

use super::form::{FormRow, FormStep};
use super::{Canvas, Command, Context, Screen, pick};
use crate::app::store::settings::{BellEvent, MAX_PACE_MS, Settings};
use crate::app::tui::context::UiContext;
use crate::app::tui::keymap::{
    BACKTAB, DOWN, ENTER, ESC, Keymap, LEFT, RIGHT, SPACE, TAB, UP, also, bind,
};
use crate::app::tui::layout::{Frame, Slices, centered, right_of};
use crate::app::tui::text::{rows, wrap};
use crate::app::tui::theme::Role;

use Intent::{Close, Form, Pick};

/// The width of the labels.
const LABELS: u16 = 20;

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

/// What a key or a click means on this screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Intent {
    Form(FormStep),
    /// Chooses the next value, or one of many from a list.
    Pick,
    Close,
}

#[rustfmt::skip] // a table
static KEYS: Keymap<Intent> = &[
    bind(&[(UP, Form(FormStep::Row(false))), (DOWN, Form(FormStep::Row(true))), (TAB, Form(FormStep::Row(true)))], "setting", 8, "next or previous setting"),
    also(&[(BACKTAB, Form(FormStep::Row(false)))]),
    bind(&[(LEFT, Form(FormStep::Option(false))), (RIGHT, Form(FormStep::Option(true)))], "change", 9, "change it"),
    bind(&[(SPACE, Pick), (ENTER, Pick)], "", 0, "next value, or a list of them if there are many"),
    bind(&[(ESC, Close)], "back", 10, "back"),
];

/// A switch of the settings.
type Switch = fn(&mut Settings) -> &mut bool;

/// How a setting is chosen.
enum SettingKind {
    Theme,
    Pace,
    Switch(Switch),
    Bell(BellEvent),
    Coach,
    Japanese,
    /// Animated flips, until the program ends.
    Animation,
}

/// The settings: a name, what it does, and how it is chosen.
#[rustfmt::skip] // a table
static SETTINGS: [(&str, &str, SettingKind); 11] = [
    ("Theme", "The colours. Your own are in the settings file; reversi themes shows them all.", SettingKind::Theme),
    ("Legal moves", "A dot on each square where you can play.", SettingKind::Switch(|s| &mut s.legal_dots)),
    ("Turning discs", "Discs turn one after the other, or at once. This lasts until you quit.", SettingKind::Animation),
    ("Pause", "How long the computer waits before its move.", SettingKind::Pace),
    ("Coach", "Warns you before a move that loses much, against the computer without clocks.", SettingKind::Coach),
    ("Evaluation bar", "Who is ahead, beside the board.", SettingKind::Switch(|s| &mut s.evaluation_bar)),
    ("Opening book", "The strong levels begin with moves that were worked out before.", SettingKind::Switch(|s| &mut s.book)),
    ("Japanese names", "Openings have their Japanese names, too.", SettingKind::Japanese),
    ("Bell: a move", "The terminal's bell rings when the computer or your friend has moved.", SettingKind::Bell(BellEvent::Move)),
    ("Bell: the end", "It rings when a game is over.", SettingKind::Bell(BellEvent::End)),
    ("Bell: little time", "It rings when your clock has ten seconds left.", SettingKind::Bell(BellEvent::Time)),
];

/// The settings.
#[derive(Debug, Default)]
pub(crate) struct SettingsScreen {
    row: usize,
    notice: Option<String>,
}

fn on_or_off(label: &str, is_on: bool) -> FormRow {
    FormRow::new(label, ["off", "on"], usize::from(is_on))
}

/// Returns the row of a setting with its current value.
fn row_of((label, _, choice): &(&str, &str, SettingKind), ui: &UiContext) -> FormRow {
    let settings = &ui.settings;
    match choice {
        SettingKind::Theme => {
            let themes = ui.themes();
            let chosen = themes.iter().position(|&theme| theme == ui.theme());
            FormRow::new(*label, themes, chosen.unwrap_or(0))
        }
        SettingKind::Pace => {
            let chosen = PACES.iter().rposition(|&(pace, _)| pace <= settings.pace);
            FormRow::new(*label, PACES.map(|(_, name)| name), chosen.unwrap_or(0))
        }
        SettingKind::Switch(switch) => on_or_off(label, *switch(&mut settings.clone())),
        SettingKind::Coach => on_or_off(label, settings.coaches()),
        SettingKind::Bell(event) => on_or_off(label, settings.bell.has(*event)),
        SettingKind::Japanese => on_or_off(label, settings.japanese == Some(true)),
        SettingKind::Animation => {
            FormRow::new(*label, ["at once", "animated"], usize::from(ui.animation))
        }
    }
}

/// Chooses an option of a setting.
fn choose(choice: &'static SettingKind, option: usize, ui: &mut UiContext) {
    let is_on = option == 1;
    match choice {
        SettingKind::Theme => {
            let theme = ui.themes()[option];
            ui.keep(move |settings| settings.theme = theme);
        }
        SettingKind::Pace => {
            let (pace, _) = PACES[option];
            ui.keep(move |settings| settings.pace = pace.min(MAX_PACE_MS));
        }
        SettingKind::Switch(switch) => ui.keep(move |settings| *switch(settings) = is_on),
        SettingKind::Coach => ui.keep(move |settings| settings.coach = Some(is_on)),
        SettingKind::Bell(event) => ui.keep(move |settings| settings.bell.set(*event, is_on)),
        SettingKind::Japanese => ui.keep(move |settings| settings.japanese = Some(is_on)),
        SettingKind::Animation => ui.animation = is_on,
    }
}

impl Screen for SettingsScreen {
    type Intent = Intent;

    fn tables(&self, _context: &Context) -> Vec<Keymap<Intent>> {
        vec![KEYS]
    }

    fn touch(&mut self, _context: &mut Context) {
        self.notice = None;
    }

    fn act(&mut self, intent: Intent, context: &mut Context) -> Option<Command> {
        let ui = &mut context.ui;
        let contents: Vec<FormRow> = SETTINGS.iter().map(|row| row_of(row, ui)).collect();
        let step = match intent {
            Close => return Some(Command::Close),
            Form(step) => step,
            Pick => {
                let list = pick::open(&contents[self.row], |option| {
                    Command::act_on(move |screen: &mut Self, context| {
                        let chosen = FormStep::Choose(screen.row, option);
                        screen.act(Form(chosen), context)
                    })
                });
                if list.is_some() {
                    return list;
                }
                FormStep::Option(true)
            }
        };
        let (row, option) = step.from(self.row, &contents);
        self.row = row;
        if let Some(option) = option {
            choose(&SETTINGS[row].2, option, ui);
            self.notice = ui.look().contrast_report();
        }
        None
    }

    fn scroll(down: bool) -> Option<Intent> {
        Some(Form(FormStep::Row(down)))
    }

    fn report(&mut self, sentence: String, _context: &mut Context) {
        self.notice = Some(sentence);
    }

    fn draw(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let frame = Frame::of(area);
        canvas.header(frame.header, true, "Settings", "");
        let body = centered(frame.body, WIDTH);
        let count = rows(&SETTINGS);
        let (about, role) = match &self.notice {
            Some(notice) => (notice.as_str(), Role::Warning),
            None => (SETTINGS[self.row].1, Role::Muted),
        };
        let is_boxed = body.height >= count + 7;
        let mut rest = Slices(body);
        let inside = if is_boxed {
            canvas.card(rest.top(count + 2), true, "Saved as you change them", "")
        } else {
            let text = wrap(about, usize::from(body.width));
            let below = rest.bottom(rows(&text));
            canvas.lines(below, &text, role);
            rest.0
        };
        rest.top(1);
        if is_boxed {
            canvas.paragraph(right_of(rest.0, 2), about, role);
        }
        // The marked row stays in view.
        let shown = usize::from(inside.height).max(1);
        let first = (self.row + 1).saturating_sub(shown);
        for ((index, row), line) in SETTINGS.iter().enumerate().skip(first).zip(inside.rows()) {
            let content = row_of(row, &canvas.context.ui);
            let intent = move |option| Form(FormStep::Choose(index, option));
            content.draw_wide(line, LABELS, index == self.row, intent, canvas);
        }
        canvas.footer(frame.footer, true, self.hints(canvas.context));
    }
}
