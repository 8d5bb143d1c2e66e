//! The player's record: opened from the list of what can be practised, exported and deleted.

use std::fs;

use insta::assert_snapshot;
use reversi::{ByColor, transcript};
use reversi_notation::Record;
use reversi_table::store::history;
use reversi_table::store::state::StateFolder;
use reversi_tui::FirstScreen;

use crate::person::{MIDDLE, PASSES, Person, Table, WIPEOUT};

const GAMES: [(&str, &str, &str); 4] = [
    ("human", "engine:3", PASSES),
    ("greedy", "human", WIPEOUT),
    ("human", "engine:3", MIDDLE),
    ("engine:3", "human", PASSES),
];

fn state() -> (tempfile::TempDir, StateFolder) {
    state_of(&GAMES)
}

pub(crate) fn state_of(games: &[(&str, &str, &str)]) -> (tempfile::TempDir, StateFolder) {
    let folder = tempfile::tempdir().unwrap();
    let state = StateFolder::at(folder.path().join("reversi"));
    for &(black, white, moves) in games {
        let mut record = Record::from_game(&transcript::parse(moves).unwrap());
        record.players = ByColor::new(black.to_owned(), white.to_owned());
        history::append(&state, &record).unwrap();
    }
    (folder, state)
}

fn record(state: Option<&StateFolder>, size: (u16, u16)) -> Person {
    let table = Table::new().first(FirstScreen::Start).size(size.0, size.1);
    let mut person = table.with(|options| options.state = state.cloned()).sit();
    person.keys("down down down enter down down down enter");
    person
}

/// The record after the review of its games.
pub(crate) fn reviewed(state: &StateFolder, size: (u16, u16)) -> Person {
    let mut person = record(Some(state), size);
    // The pages are those of the size.
    person.is_of_one_size = true;
    // A small screen has no room for how far the reviews are.
    person.resize(80, 24);
    person.wait_until("reviewed games", |person| {
        !person.says("reading") && !person.says("reviewing") && person.says("Results")
    });
    person.resize(size.0, size.1);
    person
}

#[test]
fn the_record_stands_on_the_screen_at_every_size() {
    // A rating needs five games against levels.
    let more = [
        ("human", "engine:3", WIPEOUT),
        ("engine:4", "human", PASSES),
        ("human", "engine:4", PASSES),
        ("engine:2", "human", WIPEOUT),
    ];
    let (_folder, state) = state_of(&[&GAMES[..], &more[..]].concat());
    for size in [(80, 24), (120, 40), (40, 15), (24, 12)] {
        let mut person = reviewed(&state, size);
        let mut pages = Vec::new();
        while pages.first() != Some(&person.text()) {
            pages.push(person.text());
            person.keys("tab");
        }
        let expected = match size {
            (80, 24) => 3,
            (120, 40) => 1,
            _ => 7,
        };
        assert_eq!(pages.len(), expected, "{size:?}");
        let text = pages.join("\n\n");
        for what in [
            "Results",
            "Openings",
            "lost per move",
            "lost by phase",
            "Rating in games",
            "Your mistakes",
            "by square",
        ] {
            assert!(text.contains(what), "{what} at {size:?}:\n{text}");
        }
        assert_snapshot!(format!("record_{}x{}", size.0, size.1), text);
        person.keys("backtab");
        assert_eq!(Some(&person.text()), pages.last());
    }
}

#[test]
fn pages_are_reached_by_a_click_on_their_names() {
    let (_folder, state) = state();
    let mut person = reviewed(&state, (80, 24));
    let header = person.text().lines().next().unwrap().to_owned();
    let column = header.chars().position(|letter| letter == 'S').unwrap();
    person.click(column.try_into().unwrap(), 0);
    assert!(person.says("Most were lost on"), "{}", person.text());
}

#[test]
fn without_games_the_record_tells_what_fills_it() {
    let folder = tempfile::tempdir().unwrap();
    let state = StateFolder::at(folder.path().join("reversi"));
    let mut person = record(Some(&state), (80, 24));
    person.wait_for_text("No finished games of yours yet");
    assert_snapshot!(person.text());
    // There is nothing to save or to delete.
    person.keys("s delete");
    assert!(!person.says("JSON") && !person.says("Delete your history"));
    person.keys("n");
    assert!(person.says("Clock"), "{}", person.text());
    person.keys("esc");
    assert!(person.says("No finished games of yours yet"));
}

#[test]
fn the_record_is_exported_under_a_name() {
    let (folder, state) = state();
    let mut person = reviewed(&state, (80, 24));
    person.keys("s");
    assert!(person.says("reversi-record.json") && person.says("JSON"));
    let path = folder.path().join("mine.json");
    person.keys("ctrl-u");
    person.paste(path.to_str().unwrap());
    person.keys("enter");
    person.wait_for_text("Saved to mine.json");
    let json: serde_json::Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    assert_eq!(json["games"], 4);
    // An existing file is not replaced without a question.
    person.keys("s ctrl-u");
    person.paste(path.to_str().unwrap());
    person.keys("enter");
    person.wait_for_text("already exists");
    assert!(!person.says("append"));
}

#[test]
fn the_games_of_the_choice_are_removed_after_a_yes_and_come_back() {
    let (_folder, state) = state();
    let mut person = reviewed(&state, (80, 24));
    assert!(!person.says("u undo"), "there is nothing to undo");
    person.keys("enter");
    person.paste("result:win");
    person.keys("enter");
    person.wait_for_text("result:win: ");
    person.keys("delete");
    assert!(
        person.says("Remove 1 chosen game from your history?"),
        "{}",
        person.text()
    );
    person.keys("esc");
    assert!(!person.says("Remove 1"));
    person.keys("delete enter");
    person.wait_for_text("Removed 1 game. You can bring it back for 30 days.");
    person.wait_for_text("None of your 3 games match.");
    person.keys("u");
    person.wait_for_text("Brought back 1 game.");
    assert!(!person.says("None of your"), "{}", person.text());
}

#[test]
fn everything_is_deleted_in_the_settings_only_after_a_yes() {
    let (_folder, state) = state();
    drop(reviewed(&state, (80, 24)));
    let table = Table::new().first(FirstScreen::Start);
    let mut person = table
        .with(|options| options.state = Some(state.clone()))
        .sit();
    person.keys("up enter");
    person.keys("?delete_the_history");
    assert!(
        person.says("Delete your history (4 games)"),
        "{}",
        person.text()
    );
    person.keys("esc");
    assert!(!person.says("Delete your history") && state.log().exists());
    person.keys("?delete_the_history enter");
    person.wait_for_text("Deleted the history, the reviews and your practice.");
    assert!(!state.log().exists() && !state.reviews().exists());
}

#[test]
fn games_that_are_not_saved_have_no_record() {
    let person = record(None, (80, 24));
    assert!(
        person.says("Games are not being saved."),
        "{}",
        person.text()
    );
}

#[test]
fn a_filter_counts_only_some_games_and_says_how_they_went() {
    let (_folder, state) = state();
    let mut person = reviewed(&state, (80, 24));
    person.keys("enter");
    person.wait_for_text("Games to count");
    person.keys("level:3 enter");
    assert!(person.says("is not a filter"), "{}", person.text());
    for _ in 0.."level:3".len() {
        person.keys("backspace");
    }
    person.paste("result:win");
    person.keys("enter");
    person.wait_for_text("result:win: ");
    person.wait_until("reviews", |person| !person.says("reviewing"));
    assert_snapshot!(person.text());
    person.keys("enter");
    person.paste(" opening:nothing");
    person.keys("enter");
    person.wait_for_text("None of your 4 games match. Enter changes the choice.");
}

#[test]
fn the_record_of_one_game_fills_the_screen_with_what_one_game_says() {
    for size in [(80, 24), (120, 40), (40, 15)] {
        let (_folder, state) = state_of(&[("human", "engine:3", PASSES)]);
        let mut person = reviewed(&state, size);
        if size.0 > 40 {
            for card in [
                "Results",
                "Openings",
                "Discs lost by phase",
                "Your mistakes",
            ] {
                assert!(person.says(card), "{card}\n{}", person.text());
            }
            // The results have their bars, and the last rows are used.
            let text = person.text();
            let row = text.lines().find(|line| line.contains("level 3")).unwrap();
            assert!(row.contains('━'), "{text}");
            let rows = text.lines().collect::<Vec<_>>();
            let end = rows[rows.len() - 5..rows.len() - 2].concat();
            assert!(!end.trim().is_empty(), "{text}");
        }
        for _ in 0..8 {
            assert!(!person.says("Two reviewed games"), "{}", person.text());
            person.keys("tab");
        }
    }
}
