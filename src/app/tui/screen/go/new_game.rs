//! The choice of a new game: size, komi and players.

use super::Intent;
use super::keys::FORM;
use crate::app::go::player::{LEVELS, PlayerKind};
use crate::app::go::{Game, Grid, Komi};
use crate::app::tui::layout::right_of;
use crate::app::tui::screen::window::draw_frame;
use crate::app::tui::screen::{Canvas, hints};
use crate::app::tui::theme::Role;
use crate::app::tui::widget::choice::ChoiceView;
use crate::color::{ByColor, Color};

use ratatui::layout::Rect;

/// The sizes to choose from.
pub(crate) const SIZES: [u8; 2] = [5, 7];

/// The usual komis to choose from.
const KOMIS: [&str; 6] = ["0", "0.5", "5.5", "7.5", "9", "9.5"];

/// The width of the labels.
const LABEL: u16 = 8;

/// A change of what is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// The next row, or the previous one.
    Row(bool),
    /// The next option of the row, or the previous one.
    Option(bool),
    /// An option of a row.
    Choose(usize, usize),
}

/// What is chosen for a new game.
#[derive(Debug)]
pub(super) struct Form {
    row: usize,
    grids: Vec<Grid>,
    grid: Grid,
    komi: Komi,
    players: ByColor<PlayerKind>,
}

impl Form {
    /// Creates the choice, with the size, the komi and the players of a game chosen.
    pub(super) fn new(game: &Game, players: ByColor<PlayerKind>) -> Self {
        let mut grids: Vec<Grid> = SIZES.into_iter().filter_map(Grid::new).collect();
        if !grids.contains(&game.grid()) {
            grids.push(game.grid());
        }
        Self {
            row: 0,
            grids,
            grid: game.grid(),
            komi: game.komi(),
            players,
        }
    }

    /// Returns the chosen game and its players.
    pub(super) fn chosen(&self) -> (Game, ByColor<PlayerKind>) {
        (Game::new(self.grid, self.komi), self.players)
    }

    fn komis(&self) -> Vec<Komi> {
        let mut komis: Vec<Komi> = KOMIS.iter().filter_map(|text| text.parse().ok()).collect();
        if !komis.contains(&self.komi) {
            komis.push(self.komi);
        }
        komis
    }

    /// Returns the label of each row, its options, and the chosen one.
    fn rows(&self) -> [(String, Vec<String>, usize); 4] {
        let grids = self.grids.iter().map(|grid| size_name(*grid)).collect();
        let komis = self.komis();
        let kinds = kinds();
        let player = |color: Color| {
            let names = kinds.iter().map(ToString::to_string).collect();
            (
                color.to_string(),
                names,
                index_of(&kinds, &self.players[color]),
            )
        };
        [
            ("Size".to_owned(), grids, index_of(&self.grids, &self.grid)),
            (
                "Komi".to_owned(),
                komis.iter().map(ToString::to_string).collect(),
                index_of(&komis, &self.komi),
            ),
            player(Color::Black),
            player(Color::White),
        ]
    }

    pub(super) fn change(&mut self, change: Change) {
        let rows = self.rows();
        let next = |at: usize, count: usize, forward: bool| {
            (at + if forward { 1 } else { count - 1 }) % count
        };
        match change {
            Change::Row(forward) => self.row = next(self.row, rows.len(), forward),
            Change::Option(forward) => {
                let (_, options, chosen) = &rows[self.row];
                self.choose(self.row, next(*chosen, options.len(), forward));
            }
            Change::Choose(row, option) => {
                self.row = row;
                self.choose(row, option);
            }
        }
    }

    fn choose(&mut self, row: usize, option: usize) {
        match row {
            0 => {
                self.grid = self.grids[option];
                self.komi = Komi::usual(self.grid);
            }
            1 => self.komi = self.komis()[option],
            row => self.players[Color::ALL[row - 2]] = kinds()[option],
        }
    }

    pub(super) fn draw(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let rows = self.rows();
        let size = (68, u16::try_from(rows.len()).unwrap_or(u16::MAX));
        let (inner, footer) = draw_frame(" New game ".to_owned(), size, area, canvas);
        for (index, ((label, options, chosen), line)) in rows.iter().zip(inner.rows()).enumerate() {
            let active = index == self.row;
            if active {
                let arrow = canvas.look.symbol("▸", ">");
                canvas.text(line, arrow, Role::Key);
            }
            let role = if active { Role::Strong } else { Role::Text };
            canvas.text(right_of(line, 2), label, role);
            let choice = ChoiceView {
                options,
                chosen: *chosen,
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

/// Returns the players to choose from.
fn kinds() -> Vec<PlayerKind> {
    let mut kinds = vec![PlayerKind::Human, PlayerKind::Random, PlayerKind::Greedy];
    kinds.extend((1..=LEVELS).map(PlayerKind::Mcts));
    kinds
}

fn index_of<T: PartialEq>(options: &[T], value: &T) -> usize {
    let index = options.iter().position(|option| option == value);
    index.expect("what is chosen is one of the options")
}
