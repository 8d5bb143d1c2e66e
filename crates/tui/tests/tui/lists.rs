//! Lists that are longer than one looks through: typing filters them.

use std::cell::RefCell;
use std::fmt::Write as _;

use insta::assert_snapshot;
use reversi::{ByColor, Game, transcript};
use reversi_notation::Record;
use reversi_table::player::PlayerKind::{Greedy, Human};
use reversi_table::session::GameMeta;
use reversi_table::store::autosave::Autosave;
use reversi_table::store::history;
use reversi_table::store::state::StateFolder;
use reversi_tui::FirstScreen;

use crate::online::two_friends;
use crate::own_lines;
use crate::person::{Person, Table, WIPEOUT};
use crate::review::after;

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
    start(table, "down down down down down down down enter enter")
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
    let openings = start(Table::new(), "down down down enter down down enter");
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

/// What people type in the list of actions, and a part of what it must find, on the first screen and in a game.
#[rustfmt::skip] // a table
const WORDS: [(&str, &str, &str); 64] = [
    ("level", "choose the opponent", "choose the opponent"),
    ("difficulty", "choose the opponent", "choose the opponent"),
    ("stronger", "choose the opponent", "choose the opponent"),
    ("harder", "choose the opponent", "choose the opponent"),
    ("computer", "choose the opponent", "choose the opponent"),
    ("play white", "your colour", "swap sides"),
    ("colour", "your colour", "your colour"),
    ("color", "themes", "themes"),
    ("clock", "the clock", "the clock"),
    ("timer", "the clock", "the clock"),
    ("sound", "Settings", "Settings"),
    ("bell", "Settings", "Settings"),
    ("theme", "next theme", "next theme"),
    ("dark mode", "Settings", "Settings"),
    ("font", "Settings", "Settings"),
    ("speed", "Settings", "pause before the computer moves"),
    ("animation", "Settings", "Settings"),
    ("options", "Settings", "Settings"),
    ("settings", "Settings", "Settings"),
    ("help", "this list", "this list"),
    ("tutorial", "learn to play", "learn to play"),
    ("how to play", "learn to play", "the rules of the game"),
    ("rules", "the rules of the game", "the rules of the game"),
    ("menu", "this list", "this list"),
    ("exit", "quit", "quit"),
    ("quit", "quit; the game is saved", "quit; the game is saved"),
    ("record", "Your record", "Your record"),
    ("stats", "Your record", "Your record"),
    ("rating", "Your record", "Your record"),
    ("history", "from the history", "from the history"),
    ("my games", "all your games", "all your games"),
    ("load", "open a game", "open a game"),
    ("library", "open a game", "openings"),
    ("puzzle", "Puzzles: find the move", "Puzzles: find the move"),
    ("daily", "Puzzle of the day", "Puzzle of the day"),
    ("practice", "Puzzles", "Puzzles"),
    ("mistakes", "Your mistakes", "Your mistakes"),
    ("blunder", "Your mistakes", "Your mistakes"),
    ("review", "Review", "review the game so far"),
    ("analyze", "Analyse", "Analyse"),
    ("watch", "Watch: two computers", "Watch: two computers"),
    ("demo", "Watch: two computers", "Watch: two computers"),
    ("online", "Friend", "Friend"),
    ("two players", "Friend", "Friend"),
    ("friend", "Friend", "Friend"),
    ("bitboard", "How it works", "How it works"),
    ("baduk", "Go: a board", "Go: a board"),
    ("new game", "new game", "new game"),
    ("restart", "new game", "new game"),
    ("rematch", "new game", "new game"),
    ("joseki", "Openings", "openings"),
    // What only a game has.
    ("coach", "", "coach on or off"),
    ("swap colours", "", "swap sides"),
    ("give up", "", "resign"),
    ("surrender", "", "resign"),
    ("takeback", "", "undo"),
    ("oops", "", "undo"),
    ("best move", "", "a good move"),
    ("tip", "", "a good move"),
    ("who is winning", "", "evaluation bar"),
    ("scores", "", "a score for each move"),
    ("export", "", "save the game"),
    ("share", "", "copy"),
    ("setup", "", "edit the position"),
];

/// Takes seconds: it presses nearly a thousand keys, and a screen of 120x40 is drawn after each.
#[test]
fn what_people_type_finds_what_they_mean() {
    let mut first = start(Table::new().size(120, 40), "");
    let mut game = Table::new().players(Human, Greedy).size(120, 40).sit();
    game.keys("f5");
    game.wait_for_turn();
    for (typed, on_first, in_game) in WORDS {
        for (person, expected) in [(&mut first, on_first), (&mut game, in_game)] {
            if !expected.is_empty() {
                person.keys(&format!("? {}", typed.replace(' ', " space ")));
                assert!(person.says(expected), "{typed}:\n{}", person.text());
                person.keys("esc");
            }
        }
    }
}

#[test]
fn every_place_is_reached_from_a_game_and_leads_back_to_it() {
    let mut person = Table::new().players(Human, Greedy).sit();
    person.keys("f5");
    person.wait_for_turn();
    let board = person.text();
    for (typed, shown) in [
        ("watch: two", "neither"),
        ("review: your", "Games"),
        ("analyse: a", "Analyse"),
        ("go: a", "5x5"),
        ("how it works: a", "bits"),
        ("settings: themes", "Settings"),
        ("puzzles: find", "Puzzles"),
        ("puzzle of the day", "Puzzle"),
        ("openings: play", "Train openings"),
        ("your record", "record"),
        ("your mistakes:", "mistakes"),
        ("play: choose", "New game"),
    ] {
        person.keys(&format!("? {} enter", typed.replace(' ', " space ")));
        assert!(person.says(shown), "{typed}:\n{}", person.text());
        assert_ne!(person.text(), board, "{typed}");
        person.keys("esc");
        if person.text() != board {
            person.keys("esc");
        }
        assert_eq!(person.text(), board, "{typed}");
    }
}

/// What the guide says about a word for the list of actions: where it is typed, and what comes first then.
#[rustfmt::skip] // a table
const QUOTED: [(&str, &str, &str); 14] = [
    ("edit", "review", "edit the position"),
    ("comment", "review", "comment on this move"),
    ("variation", "review", "make this variation the main line"),
    ("copy as", "review", "copy as a diagram"),
    ("overlays", "game", "overlays: stable discs"),
    ("edit the position", "game", "edit the position"),
    ("openings of some games", "review", "openings of some games"),
    ("say", "online", "say something to the other player"),
    ("name", "new game", "name the person who plays"),
    ("check", "another engine", "check whether another engine answers"),
    ("train this line", "review", "train this line"),
    ("train your line", "own lines", "train your line"),
    ("delete", "settings", "delete the history"),
    ("mistakes", "game", "Your mistakes"),
];

/// The words that the guide quotes for the list of actions.
fn quoted_in_the_guide() -> Vec<String> {
    let folder = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs"));
    let pages = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let pages = pages.filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    let (mut found, list) = (Vec::new(), "the list of `?`");
    for page in pages {
        let text = std::fs::read_to_string(page).unwrap();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let parts: Vec<&str> = text.split('"').collect();
        for around in parts.windows(3) {
            let [before, word, after] = around else {
                unreachable!()
            };
            let follows =
                before.ends_with("`?`, ") || before.ends_with(&format!("{list} has them under "));
            let comes_before = [" in ", " from "]
                .iter()
                .any(|joint| after.starts_with(&format!("{joint}{list}")));
            if follows || comes_before {
                found.push((*word).to_owned());
            }
        }
    }
    found.sort();
    found.dedup();
    found
}

/// The first action in the list.
fn first_action(person: &Person) -> String {
    let text = person.text();
    let at = |line: &str| line.find(" Actions ").map(|at| line[..at].chars().count());
    let column = text.lines().find_map(at).unwrap();
    let rows = text
        .lines()
        .skip_while(|line| !line.contains(" Actions "))
        .skip(1);
    let inside = rows.map(|line| {
        let inside: String = line
            .chars()
            .skip(column)
            .take_while(|c| *c != '│')
            .collect();
        inside.trim().to_owned()
    });
    // The first one is what is typed.
    inside
        .filter(|row| !row.is_empty())
        .nth(1)
        .unwrap_or_default()
}

#[test]
fn each_word_that_the_guide_quotes_comes_first_in_the_list_of_actions() {
    let mut quoted = quoted_in_the_guide();
    // No page quotes it.
    quoted.push("mistakes".to_owned());
    quoted.sort();
    let mut known = QUOTED.map(|(word, ..)| word.to_owned());
    known.sort();
    assert_eq!(quoted, known);
    for (word, place, first) in QUOTED {
        let table = Table::new().players(Human, Greedy).size(120, 40);
        let folder = tempfile::tempdir().unwrap();
        let mut person = match place {
            "game" => table.sit(),
            "review" => after(table.moves(WIPEOUT), "home d3"),
            "online" => two_friends(&[]).into_iter().next().unwrap(),
            "own lines" => {
                own_lines::keep(&folder, r#""Tiger | f5d6c3d3c4f4""#);
                own_lines::review(&folder, "f5d6c3d3c4b3c5")
            }
            "another engine" => {
                let mut person = engines();
                person.keys("s e v e n enter");
                person
            }
            "new game" => table.choose(),
            _ => start(table, "up enter"),
        };
        // One by one: a word may be a key.
        let letters = word.chars().map(|letter| match letter {
            ' ' => "space".to_owned(),
            letter => letter.to_string(),
        });
        person.keys(&format!("? {}", letters.collect::<Vec<_>>().join(" ")));
        let found = first_action(&person);
        assert!(
            found.starts_with(first),
            "{word}: {found}\n{}",
            person.text()
        );
    }
}

#[test]
fn what_begins_with_the_typed_word_comes_before_what_contains_it() {
    let mut friends = two_friends(&[]);
    let person = &mut friends[0];
    person.keys("?say");
    assert!(!person.says("is not shown"), "{}", person.text());
    assert!(!person.says("Your friend is muted"), "{}", person.text());
    person.keys("h i enter");
    assert!(person.says("hi"), "{}", person.text());
}
