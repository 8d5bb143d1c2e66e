//! How the screens are coloured, and that they can be read without colours.

use ratatui::style::Color as Tint;
use reversi::app::settings::ThemeName;
use reversi::app::tui::{ColorDepth, Input, Options};
use reversi::{Color, Square};

use crate::person::{MIDDLE, PASSES, Person, Table, WIPEOUT};

/// Screens that show everything there is.
fn screens(table: impl Fn() -> Table) -> Vec<Person> {
    let mut people = Vec::new();
    for size in [(24, 12), (40, 15), (60, 20), (80, 24), (120, 40)] {
        for (moves, keys) in [
            ("", ""),
            (MIDDLE, "e"),
            (MIDDLE, "tab"),
            (MIDDLE, "a1"),
            (MIDDLE, "?"),
            (MIDDLE, "q"),
            (MIDDLE, "y"),
            (MIDDLE, "n down"),
            (MIDDLE, "i tab down right right right"),
            (MIDDLE, "i tab m end"),
            (MIDDLE, "i tab tab tab tab right right right right right"),
            (MIDDLE, "i enter left"),
            (MIDDLE, "i ?"),
            (&PASSES[..44], "g8"),
            (WIPEOUT, ""),
        ] {
            let mut person = table().moves(moves).size(size.0, size.1).sit();
            person.keys(keys);
            people.push(person);
        }
    }
    people
}

#[test]
fn without_colours_no_cell_has_one() {
    let tables: [fn() -> Table; 3] = [
        || Table::new().theme(ThemeName::Monochrome),
        || Table::new().with(|options| options.colors = ColorDepth::None),
        || {
            Table::new().with(|options| {
                options.colors = ColorDepth::None;
                options.ascii = true;
            })
        },
    ];
    for person in tables.into_iter().flat_map(screens) {
        for cell in &person.buffer().content {
            assert_eq!((cell.fg, cell.bg), (Tint::Reset, Tint::Reset));
        }
    }
}

#[test]
fn the_automatic_theme_is_light_on_a_terminal_that_says_so_in_time() {
    let (white, black) = (
        Input::Background([253, 246, 227]),
        Input::Background([0, 43, 54]),
    );
    let asked = |change: fn(&mut Options)| {
        let table = Table::new().with(|options| options.asks_background = true);
        table.with(change).sit()
    };
    let theme = |person: &Person| {
        let text = person.text();
        let at = text.find(" theme").unwrap();
        text[..at].split_whitespace().last().unwrap().to_owned()
    };
    let mut person = asked(|_| {});
    person.wait(1000);
    assert_eq!(theme(&person), "classic");
    person.send(white.clone());
    assert_eq!(theme(&person), "light");
    let ground = person.buffer()[(79, 12)].bg;
    assert!(
        matches!(ground, Tint::Rgb(240.., 240.., 240..)),
        "{ground:?}"
    );
    // One answer is enough, and the next theme is the one after the light one.
    person.send(black.clone());
    assert_eq!(theme(&person), "light");
    person.keys("t");
    assert_eq!(theme(&person), "contrast");

    let mut dark = asked(|_| {});
    dark.send(black);
    dark.send(white.clone());
    let mut late = asked(|_| {});
    late.wait(1001);
    late.send(white.clone());
    let mut unasked = Table::new().sit();
    unasked.send(white.clone());
    let mut chosen = asked(|options| options.settings.theme = ThemeName::Classic.into());
    chosen.send(white);
    for person in [dark, late, unasked, chosen] {
        assert_eq!(theme(&person), "classic");
    }
}

#[test]
fn ascii_is_ascii() {
    for person in screens(|| Table::new().with(|options| options.ascii = true)) {
        let text = person.text();
        assert!(text.is_ascii(), "{text}");
    }
}

#[test]
fn indexed_colours_are_never_those_that_the_person_sets() {
    for person in screens(|| Table::new().with(|options| options.colors = ColorDepth::Indexed)) {
        for cell in &person.buffer().content {
            for tint in [cell.fg, cell.bg] {
                assert!(
                    matches!(tint, Tint::Indexed(16..)) || tint == Tint::Reset,
                    "{tint:?}"
                );
            }
        }
    }
}

/// The characters of a square without its colours, of a board of this many columns and rows.
fn symbols(person: &Person, columns: u16, rows: u16, left: u16, top: u16) -> String {
    let buffer = person.buffer();
    (top..top + rows)
        .flat_map(|y| (left..left + columns).map(move |x| (x, y)))
        .map(|at| buffer[at].symbol())
        .collect()
}

/// Where a square begins on the screen, found by the coordinates around the board.
fn corner_of(person: &Person, square: Square, height: u16) -> (u16, u16) {
    let buffer = person.buffer();
    // The ranks stand left of everything else.
    let find = |label: &str| {
        let places = buffer.area.positions();
        let labels = places.filter(|&at| buffer[at].symbol() == label);
        labels.min_by_key(|at| at.x).unwrap()
    };
    let (rank_1, rank_2) = (find("1"), find("2"));
    assert_eq!(rank_2.y - rank_1.y, height);
    let top = rank_1.y - (height - 1) / 2 + u16::from(square.rank().index()) * height;
    let left = rank_1.x + 2 + u16::from(square.file().index()) * 2 * height;
    (left, top)
}

#[test]
fn discs_differ_by_shape_in_color_safe_monochrome_and_ascii() {
    let tables: [fn() -> Table; 3] = [
        || Table::new().theme(ThemeName::ColorSafe),
        || Table::new().theme(ThemeName::Monochrome),
        || Table::new().with(|options| options.ascii = true),
    ];
    for table in tables {
        for (size, height) in [((24, 12), 1), ((60, 20), 2), ((100, 32), 3), ((120, 40), 4)] {
            // After the first move no mark is on d4 (White) and d5 (Black).
            let person = table().size(size.0, size.1).sit();
            let shape = |name: &str| {
                let square: Square = name.parse().unwrap();
                let (left, top) = corner_of(&person, square, height);
                (
                    person.game().position().disc(square).unwrap(),
                    symbols(&person, 2 * height, height, left, top),
                )
            };
            let (white, black) = (shape("d4"), shape("d5"));
            assert_eq!((white.0, black.0), (Color::White, Color::Black));
            assert_ne!(white.1, black.1, "{size:?}");
            assert_eq!(shape("e5"), white, "{size:?}");
            assert_eq!(shape("e4"), black, "{size:?}");
        }
    }
}

#[test]
fn the_theme_of_the_choice_is_seen_at_once() {
    let mut person = Table::new().choose();
    let before = person.buffer().clone();
    person.keys("t");
    assert_ne!(before, *person.buffer());
    assert!(person.says("light"));
}
