//! The player's record: opened from the list of what can be practised, exported and deleted.

use std::fs;

use insta::assert_snapshot;
use reversi::ByColor;
use reversi::app::store::history;
use reversi::app::store::state::StateFolder;
use reversi::app::tui::FirstScreen;
use reversi::notation::{Record, transcript};

use crate::person::{MIDDLE, PASSES, Person, Table, WIPEOUT};

fn state() -> (tempfile::TempDir, StateFolder) {
    let folder = tempfile::tempdir().unwrap();
    let state = StateFolder::at(folder.path().join("reversi"));
    let games = [
        ("human", "engine:3", PASSES),
        ("greedy", "human", WIPEOUT),
        ("human", "engine:3", MIDDLE),
        ("engine:3", "human", PASSES),
    ];
    for (black, white, moves) in games {
        let mut record = Record::from_game(&transcript::parse(moves).unwrap());
        record.players = ByColor::new(black.to_owned(), white.to_owned());
        history::append(&state, &record).unwrap();
    }
    (folder, state)
}

fn record(state: Option<&StateFolder>, size: (u16, u16)) -> Person {
    let table = Table::new().first(FirstScreen::Start).size(size.0, size.1);
    let mut person = table.with(|options| options.state = state.cloned()).sit();
    person.keys("i down down enter");
    person
}

/// The record after the review of its games.
fn reviewed(state: &StateFolder, size: (u16, u16)) -> Person {
    let mut person = record(Some(state), size);
    person.wait_until("reviewed games", |person| {
        !person.says("Reading") && !person.says("Reviewing") && person.says("Results")
    });
    person
}

#[test]
fn the_record_stands_on_the_screen_at_every_size() {
    let (_folder, state) = state();
    for size in [(80, 24), (120, 40), (40, 15)] {
        let person = reviewed(&state, size);
        assert_snapshot!(format!("record_{}x{}", size.0, size.1), person.text());
    }
    let mut person = reviewed(&state, (40, 15));
    person.keys("end");
    assert!(person.says("No puzzles tried yet.") && !person.says("Results"));
    person.keys("home");
    assert!(person.says("Results"));
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
fn everything_is_deleted_only_after_a_yes() {
    let (_folder, state) = state();
    let mut person = reviewed(&state, (80, 24));
    person.keys("x");
    assert!(person.says("Delete your history (4 games)"));
    person.keys("n");
    assert!(!person.says("Delete your history") && state.log().exists());
    person.keys("x y");
    person.wait_for_text("Deleted the history, the reviews and your practice.");
    assert!(person.says("No finished games of yours yet"));
    assert!(!state.log().exists() && !state.reviews().exists());
    person.keys("esc");
    assert!(person.says("Your record"), "back to the list");
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
