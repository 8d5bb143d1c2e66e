//! The inspector over a game of Go: the lessons of its kernel, on a smaller board.

use insta::assert_snapshot;
use reversi::ByColor;
use reversi_table::go::player::GoPlayerKind::Human;
use reversi_table::go::{GoGame, Grid, Komi};
use reversi_table::session::Setup;
use reversi_tui::FirstScreen;

use crate::person::{Person, Table};

/// A ko: the last move captured b2.
const KO: &str = "a2 b2 b1 c1 b3 c3 e5 d2 c2";

/// After these keys in a game for two people.
fn after(size: u8, window: (u16, u16), keys: &str) -> Person {
    let mut person = table(size, window).sit();
    person.keys(keys);
    person
}

fn table(size: u8, (columns, rows): (u16, u16)) -> Table {
    let grid = Grid::new(size).unwrap();
    let setup = Setup::of_game(
        GoGame::new(grid, Komi::default()),
        ByColor::new(Human, Human),
        7,
    );
    let table = Table::new().first(FirstScreen::Go(Box::new(setup)));
    table.size(columns, rows)
}

#[test]
fn the_dead_stones_at_every_size_of_the_window() {
    let keys = format!("{KO} i down right right right right right");
    for (name, size) in [
        ("wide", (120, 40)),
        ("panel", (80, 24)),
        ("compact", (40, 15)),
        ("smallest", (24, 12)),
    ] {
        assert_snapshot!(name, after(5, size, &keys).text());
    }
}

#[test]
fn the_lessons_are_drawn_in_windows_of_every_width() {
    for columns in 60..130 {
        let person = after(5, (columns, 18), "i end tab end");
        assert!(!person.text().is_empty());
    }
}

#[test]
fn the_legal_moves_of_the_larger_board() {
    let person = after(7, (120, 40), "a6 d4 b7 d5 i tab down down right right");
    assert_snapshot!(person.text());
}

#[test]
fn it_explains_the_position_of_the_game_and_leaves_the_game_alone() {
    let mut person = after(5, (120, 40), &format!("{KO} i end"));
    assert!(person.says("b2 has no liberty."), "{}", person.text());
    person.keys("tab end");
    assert!(person.says("may play: 16 points."), "{}", person.text());
    // There are no squares to choose and no mask to leave out.
    person.keys("c3 enter x");
    assert!(person.says("this lesson has no mask"), "{}", person.text());
    person.keys("esc u");
    assert!(person.says("Undid"), "{}", person.text());
}

#[test]
fn the_rounds_show_the_chains_joined_as_on_the_board() {
    let joined = |keys: &str| {
        let in_letters = table(5, (80, 24)).with(|options| options.ascii = true);
        let mut person = in_letters.sit();
        person.keys(&format!("b1 b2 a2 b3 a3 c3 e5 d3 {keys} i end"));
        person.text().matches('=').count()
    };
    // The chain of b3, c3 and d3 has two necks from left to right.
    assert_eq!(joined(""), joined("? joined enter") + 2);
}
