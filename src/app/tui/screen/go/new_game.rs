//! The choice of a new game: size, komi and players.

use std::fmt::Debug;
use std::str::FromStr;

use ratatui::layout::Rect;

use super::GoScreen;
use crate::app::go::player::GoPlayerKind;
use crate::app::go::{GoGame, Grid, Komi};
use crate::app::tui::keymap::{
    BACKSPACE, BACKTAB, DOWN, ENTER, ESC, Keymap, LEFT, RIGHT, SPACE, TAB, UP, also, bind,
};
use crate::app::tui::screen::form::{FormRow, FormStep};
use crate::app::tui::screen::window::draw_frame;
use crate::app::tui::screen::{Canvas, Command, Context, Screen, ScreenKind};
use crate::app::tui::text::rows;
use crate::color::{ByColor, Color};

use Intent::{Close, Form, Start};

/// The width of the labels.
const LABELS: u16 = 8;

/// The sizes to choose from.
const SIZES: [&str; 2] = ["5", "7"];

/// The usual komis to choose from.
const KOMIS: [&str; 6] = ["0", "0.5", "5.5", "7.5", "9", "9.5"];

/// What a key or a click means in the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Intent {
    Start,
    Close,
    Form(FormStep),
}

/// The keys.
#[rustfmt::skip] // a table
pub(super) static FORM: Keymap<Intent> = &[
    bind(&[(ENTER, Start)], "start", 10, "start the game"),
    bind(&[(UP, Form(FormStep::Row(false))), (DOWN, Form(FormStep::Row(true))), (TAB, Form(FormStep::Row(true)))], "row", 6, "next or previous row"),
    also(&[(BACKTAB, Form(FormStep::Row(false)))]),
    bind(&[(LEFT, Form(FormStep::Option(false))), (RIGHT, Form(FormStep::Option(true))), (SPACE, Form(FormStep::Option(true)))], "change", 7, "change the value"),
    bind(&[(ESC, Close), (BACKSPACE, Close)], "back", 8, "back"),
];

/// The window with the choice of a new game: size, komi, Black and White.
#[derive(Debug)]
pub(super) struct NewGoGame {
    row: usize,
    rows: [FormRow; 4],
}

/// Creates a row; a value that is none of the options is added to them.
fn row_with(
    label: impl Into<String>,
    options: impl IntoIterator<Item: ToString>,
    value: &impl ToString,
) -> FormRow {
    let (mut row, value) = (FormRow::new(label, options, 0), value.to_string());
    let known = row.options.iter().position(|option| *option == value);
    row.chosen = Some(known.unwrap_or(row.options.len()));
    if known.is_none() {
        row.options.push(value);
    }
    row
}

/// Returns the chosen value of a row.
fn value<T: FromStr<Err: Debug>>(row: &FormRow) -> T {
    let text = row.chosen.map(|chosen| row.options[chosen].parse());
    let value = text.expect("a value is chosen");
    value.expect("the options are values as they are read")
}

impl NewGoGame {
    /// Creates the choice, with the size, the komi and the players of a game chosen.
    pub(super) fn new(game: &GoGame, players: ByColor<GoPlayerKind>) -> Self {
        let [black, white] = Color::ALL.map(|color| {
            let names = GoPlayerKind::all().map(GoPlayerKind::name);
            row_with(color.to_string(), names, &players[color].name())
        });
        Self {
            row: 0,
            rows: [
                row_with("Size", SIZES, &game.grid().size()),
                row_with("Komi", KOMIS, &game.komi()),
                black,
                white,
            ],
        }
    }

    /// Returns the chosen game and its players.
    fn chosen(&self) -> (GoGame, ByColor<GoPlayerKind>) {
        let [_, komi, black, white] = &self.rows;
        let players = ByColor::new(value(black), value(white));
        (GoGame::new(self.grid(), value(komi)), players)
    }

    fn grid(&self) -> Grid {
        Grid::new(value(&self.rows[0])).expect("the sizes are those of boards")
    }

    fn change(&mut self, step: FormStep) {
        let (row, option) = step.from(self.row, &self.rows);
        self.row = row;
        if let Some(option) = option {
            self.rows[row].chosen = Some(option);
        }
        if let (0, Some(_)) = (row, option) {
            self.rows[1] = row_with("Komi", KOMIS, &Komi::usual(self.grid()));
        }
    }
}

impl Screen for NewGoGame {
    type Intent = Intent;

    fn kind(&self) -> ScreenKind {
        ScreenKind::Dialog
    }

    fn tables(&self, _context: &Context) -> Vec<Keymap<Intent>> {
        vec![FORM]
    }

    fn act(&mut self, intent: Intent, _context: &mut Context) -> Option<Command> {
        match intent {
            Start => {
                let (game, players) = self.chosen();
                return Some(Command::Close.then(GoScreen::opened(game, players)));
            }
            Close => return Some(Command::Close),
            Form(step) => self.change(step),
        }
        None
    }

    /// A dialog shows no messages.
    fn report(&mut self, _sentence: String, _context: &mut Context) {}

    fn draw(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let size = (68, rows(&self.rows));
        let (inner, footer) = draw_frame(" New game ", size, area, canvas);
        for (index, (row, line)) in self.rows.iter().zip(inner.rows()).enumerate() {
            let active = index == self.row;
            let intent = |option| Form(FormStep::Choose(index, option));
            row.draw(line, LABELS, active, None, intent, canvas);
        }
        canvas.keys(footer, self.hints(canvas.context));
    }
}

/// Returns a size as shown: `5x5`.
pub(super) fn size_name(grid: Grid) -> String {
    format!("{0}x{0}", grid.size())
}
