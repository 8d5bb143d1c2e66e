//! The choice of a new game: size, komi and players.

use std::fmt::Debug;
use std::str::FromStr;

use ratatui::layout::Rect;

use super::Intent;
use super::keys::{Change, FORM};
use crate::app::go::player::PlayerKind;
use crate::app::go::{Game, Grid, Komi};
use crate::app::tui::layout::right_of;
use crate::app::tui::screen::window::draw_frame;
use crate::app::tui::screen::{Canvas, hints};
use crate::app::tui::text::rows;
use crate::app::tui::theme::Role;
use crate::app::tui::widget::choice::ChoiceView;
use crate::color::{ByColor, Color};

/// The sizes to choose from.
const SIZES: [&str; 2] = ["5", "7"];

/// The usual komis to choose from.
const KOMIS: [&str; 6] = ["0", "0.5", "5.5", "7.5", "9", "9.5"];

/// The width of the labels.
const LABEL: u16 = 8;

/// What is chosen for a new game: size, komi, Black and White.
#[derive(Debug)]
pub(super) struct Form {
    row: usize,
    rows: [Row; 4],
}

/// A row of the form.
#[derive(Debug)]
struct Row {
    label: &'static str,
    options: Vec<String>,
    chosen: usize,
}

impl Row {
    /// Creates a row; a value that is none of the options is added to them.
    fn new(label: &'static str, mut options: Vec<String>, value: &str) -> Self {
        let known = options.iter().position(|option| option == value);
        let chosen = known.unwrap_or(options.len());
        if known.is_none() {
            options.push(value.to_owned());
        }
        Self {
            label,
            options,
            chosen,
        }
    }

    fn komi(komi: Komi) -> Self {
        Self::new("Komi", KOMIS.map(str::to_owned).into(), &komi.to_string())
    }

    fn player(color: Color, kind: PlayerKind) -> Self {
        let label = match color {
            Color::Black => "Black",
            Color::White => "White",
        };
        let kinds = PlayerKind::all().map(|kind| kind.to_string()).collect();
        Self::new(label, kinds, &kind.to_string())
    }

    /// Returns the chosen value.
    fn value<T: FromStr<Err: Debug>>(&self) -> T {
        let text = self.options[self.chosen].parse();
        text.expect("the options are values as they are printed")
    }
}

impl Form {
    /// Creates the choice, with the size, the komi and the players of a game chosen.
    pub(super) fn new(game: &Game, players: ByColor<PlayerKind>) -> Self {
        let sizes = SIZES.map(str::to_owned).into();
        let size = game.grid().size().to_string();
        let [black, white] = Color::ALL.map(|color| Row::player(color, players[color]));
        Self {
            row: 0,
            rows: [
                Row::new("Size", sizes, &size),
                Row::komi(game.komi()),
                black,
                white,
            ],
        }
    }

    /// Returns the chosen game and its players.
    pub(super) fn chosen(&self) -> (Game, ByColor<PlayerKind>) {
        let [_, komi, black, white] = &self.rows;
        let players = ByColor::new(black.value(), white.value());
        (Game::new(self.grid(), komi.value()), players)
    }

    fn grid(&self) -> Grid {
        Grid::new(self.rows[0].value()).expect("the sizes are those of boards")
    }

    pub(super) fn change(&mut self, change: Change) {
        let next = |at: usize, count: usize, forward: bool| {
            (at + if forward { 1 } else { count - 1 }) % count
        };
        match change {
            Change::Row(forward) => {
                self.row = next(self.row, self.rows.len(), forward);
                return;
            }
            Change::Option(forward) => {
                let row = &mut self.rows[self.row];
                row.chosen = next(row.chosen, row.options.len(), forward);
            }
            Change::Choose(row, option) => {
                self.row = row;
                self.rows[row].chosen = option;
            }
        }
        if self.row == 0 {
            self.rows[1] = Row::komi(Komi::usual(self.grid()));
        }
    }

    pub(super) fn draw(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let size = (68, rows(&self.rows));
        let (inner, footer) = draw_frame(" New game ", size, area, canvas);
        for (index, (row, line)) in self.rows.iter().zip(inner.rows()).enumerate() {
            let active = index == self.row;
            if active {
                let arrow = canvas.look.symbol("▸", ">");
                canvas.text(line, arrow, Role::Key);
            }
            let role = if active { Role::Strong } else { Role::Text };
            canvas.text(right_of(line, 2), row.label, role);
            let choice = ChoiceView {
                options: &row.options,
                chosen: row.chosen,
                active,
                look: &canvas.look,
            };
            let places = choice.draw(right_of(line, LABEL), canvas.buf);
            let target = |option| Intent::Form(Change::Choose(index, option));
            canvas.hits.add_all(places, target);
        }
        let items = hints(&[FORM], &canvas.context.ui, |_| true);
        canvas.keys(footer, items);
    }
}

/// Returns a size as shown: `5x5`.
pub(super) fn size_name(grid: Grid) -> String {
    format!("{0}x{0}", grid.size())
}
