//! The screen of the settings.

use reversi_table::store::config::Store;
use reversi_table::store::settings::Settings;
use reversi_tui::FirstScreen;

use super::person::{Person, Table};

/// The rows, and the words at their left ends.
const ROWS: [&str; 13] = [
    "Theme",
    "Legal moves",
    "Turning discs",
    "Premove",
    "Pause",
    "Coach",
    "Evaluation bar",
    "Opening book",
    "Watched games",
    "Japanese names",
    "Bell: a move",
    "Bell: the end",
    "Bell: ten seconds",
];

fn settings(columns: u16, rows: u16) -> Person {
    let table = Table::new().first(FirstScreen::Start).size(columns, rows);
    let mut person = table.sit();
    person.keys("up enter");
    assert!(person.says("Settings"), "{}", person.text());
    person
}

#[test]
fn a_board_shows_the_theme_while_it_is_chosen_wherever_it_has_room() {
    for (columns, rows, has_board) in [
        (80, 24, true),
        (100, 30, true),
        (120, 40, true),
        (200, 60, true),
        (60, 24, false),
        (40, 15, false),
        (24, 12, false),
    ] {
        let mut person = settings(columns, rows);
        // A place of the board has the colours of a square and changes with the theme.
        let looks = |person: &Person| {
            let cells = person.buffer().content.iter();
            let mut grounds: Vec<_> = cells.map(|cell| cell.bg).collect();
            grounds.dedup();
            grounds.sort_by_key(|color| format!("{color:?}"));
            grounds.dedup();
            grounds
        };
        let classic = looks(&person);
        let letters = |gap: usize| ["a", "b", "c", "d"].join(&" ".repeat(gap));
        let board = (1..12).any(|gap| person.text().contains(&letters(gap)));
        assert_eq!(board, has_board, "{columns}x{rows}\n{}", person.text());
        person.keys("right");
        assert_ne!(looks(&person), classic, "{columns}x{rows}");
        for name in ROWS.iter().take(usize::from(rows).saturating_sub(6)) {
            assert!(
                person.says(name),
                "{columns}x{rows} {name}\n{}",
                person.text()
            );
        }
    }
}

#[test]
fn the_rows_stay_where_they_are_whatever_is_said_below_them() {
    for (columns, rows) in [(80, 24), (60, 18), (40, 20), (40, 17), (120, 40)] {
        let mut person = settings(columns, rows);
        let places = |person: &Person| {
            let text = person.text();
            let lines = text.lines();
            let place = |name: &&str| lines.clone().position(|line| line.contains(*name));
            ROWS.iter().map(place).collect::<Vec<_>>()
        };
        let before = places(&person);
        // Where a row is out of sight, the list moves with the marked one.
        let shown = before.iter().flatten().count();
        for _ in 1..shown {
            person.keys("down");
            assert_eq!(
                places(&person),
                before,
                "{columns}x{rows}\n{}",
                person.text()
            );
        }
    }
}

#[test]
fn a_reset_sets_everything_on_the_screen_as_it_was_and_leaves_the_rest() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("config.toml");
    let rest = "name = \"Ann\"\nwhite = \"level 7\"\n\n[keys]\nundo = \"^\"\n\n[engines.edax]\n\
                command = \"edax -nboard\"\nprotocol = \"nboard\"\n";
    std::fs::write(&path, rest).unwrap();
    let open = || Store::open_at(path.clone()).0;
    let first = open().kept().clone();
    let table = Table::new().first(FirstScreen::Start);
    let mut person = table
        .with(|options| (options.store, options.settings) = (open(), first.clone()))
        .sit();
    person.keys("up enter");
    let fresh = person.text();
    for _ in ROWS {
        person.keys("right down");
    }
    let wait = |person: &mut Person, holds: &dyn Fn(&Settings) -> bool| {
        person.wait_until("the settings are saved", |_| holds(open().kept()));
    };
    wait(&mut person, &|kept| {
        kept.theme != first.theme
            && kept.legal_dots != first.legal_dots
            && kept.animation == Some(true)
            && kept.pace != first.pace
            && kept.coach == Some(true)
            && !kept.premove
            && kept.evaluation_bar
            && !kept.book
            && kept.japanese == Some(true)
            && !kept.keep_watched
            && kept.bell != first.bell
    });
    person.keys("delete");
    assert!(
        person.says("Reset everything on this screen?"),
        "{}",
        person.text()
    );
    person.keys("esc");
    assert_ne!(person.text(), fresh, "nothing has happened");
    person.keys("delete enter");
    assert_eq!(person.text(), fresh);
    wait(&mut person, &|kept| *kept == first);
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(rest.lines().all(|line| text.contains(line)), "{text}");
}

#[test]
fn the_turning_of_discs_is_kept_and_overrules_the_system() {
    let said = |person: &Person| {
        let text = person.text();
        text.lines()
            .find(|line| line.contains("Turning discs"))
            .unwrap()
            .to_owned()
    };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("config.toml");
    let open = || Store::open_at(path.clone()).0;
    // The system has a wish for less motion.
    let mut person = Table::new()
        .first(FirstScreen::Start)
        .with(|options| (options.animation, options.store) = (false, open()))
        .sit();
    person.keys("up enter");
    let reduced = said(&person);
    person.keys("down down right");
    assert_ne!(said(&person), reduced);
    person.wait_until("it is saved", |_| open().kept().animation == Some(true));
    let after_a_move = |system, animation| {
        let table = Table::new().moves("f5").with(|options| {
            (options.animation, options.settings.animation) = (system, animation);
        });
        let mut person = table.sit();
        person.keys("d6");
        person.buffer().clone()
    };
    let [still, turning] = [Some(false), Some(true)].map(|chosen| after_a_move(true, chosen));
    assert_ne!(still, turning);
    assert_eq!(after_a_move(false, Some(true)), turning);
    assert_eq!(after_a_move(false, None), still);
    assert_eq!(after_a_move(true, None), turning);
}

#[test]
fn groups_of_settings_stand_apart_where_there_is_room() {
    for (rows, stands_apart) in [(24, true), (20, false)] {
        let person = settings(80, rows);
        let text = person.text();
        let row = |name: &str| text.lines().position(|line| line.contains(name)).unwrap();
        for (above, below) in [
            ("Theme", "Legal moves"),
            ("Pause", "Coach"),
            ("Japanese names", "Bell: a move"),
        ] {
            let gap = usize::from(stands_apart);
            assert_eq!(row(above) + 1 + gap, row(below), "{text}");
        }
        assert_eq!(row("Coach") + 1, row("Evaluation bar"), "{text}");
    }
}
