//! The moving picture at the top of the README: the first screen, a game with the coach, and the mistakes of a game.
//!
//! It is kept in `docs/pictures/first-minutes.svg`. What the computer plays in it depends on the time that it has, so
//! that a test compares its first screen only. Draw it again with:
//! `cargo test --test tui -- --ignored redraw_the_moving_picture`

use std::fmt::Write as _;
use std::path::PathBuf;

use ratatui::buffer::Buffer;
use reversi_table::player::PlayerKind::{Engine, Human};
use reversi_table::player::level::Level;
use reversi_tui::{FirstScreen, Options};

use crate::person::{Person, Table};
use crate::pictures::{draw_cells, picture};

/// The largest file.
const LARGEST: usize = 1_000_000;

/// The columns of the board.
const BOARD: u16 = 50;

/// The time between two frames of what moves, in milliseconds.
const FRAME: u32 = 90;

/// A game in which Black is about to open a corner with a3.
const BEFORE_A3: &str =
    "f5f6e6f4e3c5c4d6b5d3c3e2f2c2g4f3g3f1d1b6c6e1c1d2g1a5g5h6e7f7b4a4d7b3f8c7c8h4h3h5g2g6h7b2b1e8";

/// A game before its last move: the final of the World Championship of 1978.
const BEFORE_THE_END: &str = "f5f6e6f4e3c5c4d3f3e2d2e7c6c3f1c2f2d1b3b4a3a5b5e1c1d6g4g5e8f8g8d7c7b6g3d8c8f7h6a6a4g6h5a2b7a8\
                    a7b2a1b1g7h3h4b8h2h8h7g2g1";

/// Screens, and for how many milliseconds each is seen.
#[derive(Default)]
struct Film(Vec<(Buffer, u32)>);

impl Film {
    fn show(&mut self, person: &Person, milliseconds: u32) {
        self.0.push((person.buffer().clone(), milliseconds));
    }

    /// Presses keys one after another, and shows the screen after each.
    fn keys(&mut self, person: &mut Person, script: &str, milliseconds: u32) {
        for key in script.split_whitespace() {
            person.keys(key);
            self.show(person, milliseconds);
        }
    }

    /// Waits, and shows what moves meanwhile.
    fn wait(&mut self, person: &mut Person, milliseconds: u32) {
        for _ in 0..milliseconds / FRAME {
            person.wait(FRAME.into());
            self.show(person, FRAME);
        }
    }

    /// Waits for the computer's move, and shows it.
    fn answer(&mut self, person: &mut Person) {
        self.wait(person, 500);
        person.wait_for_answer();
        self.wait(person, 800);
    }

    /// Draws the film. Each screen is drawn over the one before, where it differs.
    fn draw(&self) -> String {
        let length: u32 = self.0.iter().map(|(_, shown)| shown).sum();
        let (first, shown) = &self.0[0];
        let mut layers = draw_cells(first, &|_, _| true, None);
        let mut at = *shown;
        for (previous, (screen, shown)) in self.0.iter().zip(&self.0[1..]) {
            let before = &previous.0;
            if before != screen {
                let differs = |column, row| is_redrawn((before, screen), column, row);
                let start = f64::from(at) / f64::from(length);
                let drawn = draw_cells(screen, &differs, None);
                write!(
                    layers,
                    "<g visibility=\"hidden\"><animate attributeName=\"visibility\" \
                     values=\"hidden;visible\" keyTimes=\"0;{start:.4}\" calcMode=\"discrete\" \
                     dur=\"{length}ms\" repeatCount=\"indefinite\"/>\n{drawn}</g>\n"
                )
                .unwrap();
            }
            at += shown;
        }
        let title = "The first minutes: a game with the coach, and the mistakes of a game";
        picture(first, title, &layers)
    }
}

/// Returns whether a cell is drawn again: beside the board a line as a whole, because letters may be wider than cells.
fn is_redrawn((before, screen): (&Buffer, &Buffer), column: u16, row: u16) -> bool {
    let differs = |column: u16| before[(column, row)] != screen[(column, row)];
    if column < BOARD {
        differs(column)
    } else {
        (BOARD..screen.area.width).any(differs)
    }
}

/// With the coach, and with the time that flips take.
fn as_beginners_see_it(options: &mut Options) {
    options.settings.coach = Some(true);
    options.animation = true;
}

/// The person at the first screen, as the film begins.
fn beginning() -> Person {
    let first = Table::new().players(Human, Engine(Level::new(3).unwrap()));
    let first = first.first(FirstScreen::Start).with(as_beginners_see_it);
    let mut person = first.sit();
    person.wait(12_000);
    person
}

fn film() -> Film {
    let mut film = Film::default();
    let level = Engine(Level::new(3).unwrap());
    let mut person = beginning();
    film.wait(&mut person, 1_800);
    film.keys(&mut person, "enter", 800);
    film.keys(&mut person, "f 5", 250);
    film.answer(&mut person);

    let game = |moves| {
        let table = Table::new().players(Human, level.clone()).moves(moves);
        table.with(as_beginners_see_it)
    };
    let mut person = game(BEFORE_A3).sit();
    film.show(&person, 900);
    film.keys(&mut person, "a 3", 250);
    person.wait_for_text("opens the corner a1");
    film.show(&person, 2_600);
    film.keys(&mut person, "esc", 500);
    person.keys("k");
    person.wait_for_analysis();
    film.show(&person, 2_200);
    person.keys("enter");
    film.answer(&mut person);

    // Moves that were given would be nobody's.
    let mut person = Table::new().with(as_beginners_see_it).sit();
    person.paste(BEFORE_THE_END);
    person.keys("h1");
    film.wait(&mut person, 3_000);
    person.wait(5_000);
    person.wait_until("review", |person| person.says("find the "));
    film.show(&person, 2_200);
    film.keys(&mut person, "enter", 1_800);
    film.keys(&mut person, "k", 1_600);
    film
}

fn path() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
        .join("docs/pictures/first-minutes.svg")
}

#[test]
fn the_moving_picture_of_the_readme_is_small_moves_and_begins_with_the_first_screen() {
    let kept = std::fs::read_to_string(path()).unwrap();
    assert!(kept.len() < LARGEST, "{} bytes", kept.len());
    let mut person = beginning();
    person.wait(FRAME.into());
    let first = draw_cells(person.buffer(), &|_, _| true, None);
    assert!(kept.contains(&first), "see the top of this file");
    let picture = roxmltree::Document::parse(&kept).unwrap();
    let moves = picture
        .descendants()
        .filter(|node| node.has_tag_name("animate"));
    assert!(moves.count() > 20);
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    for name in ["README.md", "README.ja.md"] {
        let readme = std::fs::read_to_string(root.join(name)).unwrap();
        assert!(readme.contains("docs/pictures/first-minutes.svg"), "{name}");
    }
}

#[test]
#[ignore = "writes the moving picture"]
fn redraw_the_moving_picture() {
    std::fs::write(path(), film().draw()).unwrap();
}
