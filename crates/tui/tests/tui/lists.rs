//! Lists that are longer than one looks through: typing filters them.

use std::cell::RefCell;
use std::fmt::Write as _;

use insta::assert_snapshot;
use reversi::notation::{Record, transcript};
use reversi::{ByColor, Game};
use reversi_table::player::PlayerKind::{Greedy, Human};
use reversi_table::session::GameMeta;
use reversi_table::store::autosave::Autosave;
use reversi_table::store::history;
use reversi_table::store::state::StateFolder;
use reversi_tui::FirstScreen;

use crate::person::{Person, Table, WIPEOUT};

/// The names of twelve things, of which one alone has `seven`.
const NAMES: [&str; 12] = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
];

fn start(table: Table, keys: &str) -> Person {
    let mut person = table.first(FirstScreen::Start).sit();
    person.keys(keys);
    person
}

fn with_state(folder: &tempfile::TempDir) -> Table {
    let state = StateFolder::at(folder.path().to_owned());
    Table::new().with(|options| options.state = Some(state))
}

/// Twelve unfinished games, begun on one day each.
fn unfinished() -> (Person, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    for day in 10..22 {
        let state = StateFolder::at(folder.path().to_owned());
        let (mut autosave, ..) = Autosave::<Game>::open(&state);
        let begun = format!("2024-05-{day} 08:00:00.000");
        let meta = GameMeta::new(begun.parse().unwrap(), ByColor::new(Human, Greedy));
        autosave
            .save(&transcript::parse("f5").unwrap(), &meta)
            .unwrap();
    }
    (start(with_state(&folder), "enter"), folder)
}

/// Twelve games of a file, against one opponent each.
fn games() -> (Person, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let state = StateFolder::at(folder.path().to_owned());
    for name in NAMES {
        let mut record = Record::from_game(&transcript::parse(WIPEOUT).unwrap());
        record.players = ByColor::new("you".to_owned(), name.to_owned());
        history::append(&state, &record).unwrap();
    }
    let mut person = Table::new().sit();
    person.keys("o");
    person.paste(state.log().to_str().unwrap());
    person.keys("enter");
    person.wait_for_text("of 12.");
    (person, folder)
}

/// Twelve themes of the settings.
fn themes() -> Person {
    let themes = NAMES.iter().fold(String::new(), |mut all, name| {
        let _ = writeln!(all, "[{name}]\ntext = \"#ffffff\"");
        all
    });
    let table = Table::new()
        .with(|options| options.settings.themes = toml_edit::de::from_str(&themes).unwrap());
    start(
        table,
        "down down down down down down down down down enter enter",
    )
}

/// Twelve engines of the settings, for a new game.
fn engines() -> Person {
    let engines = NAMES.iter().fold(String::new(), |mut all, name| {
        let _ = writeln!(all, "[{name}]\ncommand = \"/nowhere\"\nprotocol = \"gtp\"");
        all
    });
    let engines = RefCell::new(toml_edit::de::from_str(&engines).ok());
    let mut person = Table::new()
        .players(Human, Greedy)
        .with(|options| options.settings.engines = engines.take().unwrap())
        .choose();
    person.keys("down space");
    person
}

#[test]
fn each_list_of_more_than_ten_rows_filters() {
    let (unfinished, _kept) = unfinished();
    let (games, _file) = games();
    let openings = start(Table::new(), "down down down down enter down down enter");
    let mut actions = Table::new().sit();
    actions.keys("?");
    // The list, what is typed, a row that matches it, and one that does not.
    let lists = vec![
        (
            "unfinished games",
            unfinished,
            "-15",
            "2024-05-15",
            "2024-05-14",
        ),
        ("games", games, "seven", "you - seven", "you - six"),
        ("openings", openings, "tiger", "Tiger", "Diagonal"),
        ("actions", actions, "undo", "undo", "cursor"),
        ("themes", themes(), "seven", "seven", "eight"),
        ("engines", engines(), "seven", "seven", "eight"),
    ];
    for (list, mut person, typed, found, other) in lists {
        let text = person.text();
        assert!(person.says("type to "), "{list}\n{text}");
        let rows = |person: &Person, name: &str| {
            let text = person.text();
            text.lines().filter(|line| line.contains(name)).count()
        };
        assert!(rows(&person, other) > 0, "{list}\n{text}");
        let keys: Vec<String> = typed.chars().map(String::from).collect();
        person.keys(&keys.join(" "));
        let text = person.text();
        assert!(rows(&person, found) > 0, "{list}\n{text}");
        assert_eq!(rows(&person, other), 0, "{list}\n{text}");
        assert!(rows(&person, typed) > 0, "{list} shows the filter\n{text}");
        // No text has this.
        person.keys("@ @ @");
        let text = person.text();
        assert!(
            person.says("these words") || person.says("this name"),
            "{list}\n{text}"
        );
        person.keys("enter");
        person.keys("backspace backspace backspace");
        assert!(rows(&person, found) > 0, "{list}\n{}", person.text());
    }
}

#[test]
fn a_long_row_of_a_form_is_a_list_to_pick_from() {
    let mut person = themes();
    person.keys("s e v e n");
    assert_snapshot!(person.text());
    person.keys("enter");
    assert!(
        person.says("Settings") && person.says("seven"),
        "{}",
        person.text()
    );
    assert!(!person.says("type to filter"), "{}", person.text());
    let mut person = engines();
    person.keys("s e v e n enter");
    assert!(
        person.says("another program: /nowhere"),
        "{}",
        person.text()
    );
    // A short row has no list: its next value is chosen at once.
    let mut person = Table::new().players(Human, Greedy).choose();
    person.keys("down space");
    assert!(!person.says("type to filter"), "{}", person.text());
}
