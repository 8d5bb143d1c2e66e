//! The choice of a new game: size, komi and players.

use std::convert::Infallible;
use std::fmt::Display;

use super::GoScreen;
use crate::context::UiContext;
use crate::screen::form::{FormContent, FormRow, FormScreen, FormState, Started};
use crate::screen::{Command, Context, ScreenKind};
use reversi::{ByColor, Color};
use reversi_table::go::player::GoPlayerKind;
use reversi_table::go::{GoGame, Grid, Komi};
use reversi_text::{Message, label, tr};

/// The sizes to choose from.
const SIZES: [u8; 2] = [5, 7];

/// The usual komis to choose from.
const KOMIS: [&str; 6] = ["0", "0.5", "5.5", "7.5", "9", "9.5"];

/// The window with the choice of a new game.
pub(super) type NewGoGame = FormScreen<GoForm>;

/// What is chosen: size, komi, Black and White.
#[derive(Debug)]
pub(crate) struct GoForm {
    grid: Grid,
    komi: Komi,
    players: ByColor<GoPlayerKind>,
}

impl NewGoGame {
    /// Creates the choice, with the size, the komi and the players of a game chosen.
    pub(super) fn new(game: &GoGame, players: ByColor<GoPlayerKind>) -> Self {
        Self::with(GoForm {
            grid: game.grid(),
            komi: game.komi(),
            players,
        })
    }
}

/// Returns values with their names. One that is none of them is added to them.
fn with<T: Copy + PartialEq, S: Display>(
    values: impl IntoIterator<Item = T>,
    value: T,
    name: fn(T) -> S,
) -> Vec<(T, S)> {
    let mut values: Vec<T> = values.into_iter().collect();
    if !values.contains(&value) {
        values.push(value);
    }
    let named = values.into_iter().map(|value| (value, name(value)));
    named.collect()
}

impl FormContent for GoForm {
    type Own = Infallible;

    const KIND: ScreenKind = ScreenKind::Dialog;
    const WINDOW: (&'static Message, u16, u16) = (label!("New game"), 68, 0);
    const START: &'static ::reversi_text::Message = ::reversi_text::label!("start the game");
    const LABELS: u16 = 8;

    fn rows(&self, _ui: &UiContext) -> Vec<FormRow<Self>> {
        let grids = SIZES.into_iter().filter_map(Grid::new);
        let grids = with(grids, self.grid, Grid::size);
        let komis = KOMIS.map(|komi| komi.parse().expect("a komi as it is read"));
        let komis = with(komis, self.komi, |komi: Komi| komi);
        let [black, white] = Color::ALL.map(|color| {
            let kinds = GoPlayerKind::all().map(|kind| (kind, kind.name().said()));
            let chosen = &self.players[color];
            FormRow::new(
                tr!("{color}", color),
                kinds,
                chosen,
                move |form: &mut Self, kind, _| {
                    form.players[color] = kind;
                },
            )
        });
        let size = FormRow::new(
            label!("Size").text(),
            grids,
            &self.grid,
            |form: &mut Self, grid, _| {
                form.grid = grid;
                form.komi = Komi::usual(grid);
            },
        );
        let komi = FormRow::of(
            label!("Komi").text(),
            komis,
            &self.komi,
            |form: &mut Self| &mut form.komi,
        );
        vec![size, komi, black, white]
    }

    fn start(&mut self, _form: &FormState, _context: &mut Context) -> Started {
        let (game, players) = (GoGame::new(self.grid, self.komi), self.players);
        Ok(Some(Command::Close.then(GoScreen::opened(game, players))))
    }
}

/// Returns a size as shown: `5x5`.
pub(super) fn size_name(grid: Grid) -> String {
    format!("{0}x{0}", grid.size())
}
