//! What lasts is marked on the screen as long as it lasts.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use reversi_table::player::PlayerKind::{self, Human};
use reversi_table::store::state::StateFolder;
use reversi_tui::{Input, Page};

use crate::engines::failed;
use crate::online::{two_friends_with, wait_for};
use crate::person::{Person, Table};

/// The sizes at which each mark is looked for.
const SIZES: [(u16, u16); 5] = [(80, 24), (120, 40), (60, 50), (40, 15), (24, 12)];

/// Checks that the mark is on the screen at every size, once, and what the list of actions says about it.
fn assert_marked(person: &mut Person, mark: &str, why: &str) {
    for (columns, rows) in SIZES {
        person.resize(columns, rows);
        let marks = person.text().to_lowercase().matches(mark).count();
        assert_eq!(marks, 1, "{mark}, {columns}x{rows}:\n{}", person.text());
    }
    person.resize(120, 40);
    person.keys("?");
    assert!(person.says(why), "{}", person.text());
    person.keys("esc");
}

/// A program whose games are saved in a folder that is not there while a file is in its place.
fn table_at(folder: &Path) -> Table {
    let state = StateFolder::at(folder.join("games"));
    Table::new().with(|options| options.state = Some(state))
}

#[test]
fn a_game_is_marked_from_its_first_move_that_is_not_saved_until_it_is_saved_again() {
    let folder = tempfile::tempdir().unwrap();
    let in_the_way = folder.path().join("games");
    std::fs::write(&in_the_way, "in the way").unwrap();
    let mut person = table_at(folder.path()).sit();
    assert!(!person.says("not saved"), "{}", person.text());
    person.keys("f5");
    person.wait_for_text("not saved");
    person.wait_for_text("The game continues.");
    assert_marked(&mut person, "not saved", "Cannot save the game to");
    // On every screen, and after more moves.
    for keys in ["d6", "c3", "i", "esc", "esc", "Q"] {
        person.keys(keys);
        assert!(person.says("not saved"), "{keys}: {}", person.text());
    }
    let mut person = table_at(folder.path()).sit();
    person.keys("f5");
    person.wait_for_text("not saved");
    std::fs::remove_file(&in_the_way).unwrap();
    person.keys("d6");
    person.wait_for_text("The game is saved again.");
    assert!(!person.says("not saved"), "{}", person.text());
}

#[test]
fn a_failed_engine_is_marked_until_it_is_asked_again_or_replaced() {
    let mut person = failed();
    person.keys("esc");
    assert_marked(
        &mut person,
        "engine failed",
        "failed to move and was not asked again.",
    );
    person.keys("p");
    person.wait_for_turn();
    person.keys(">");
    assert!(!person.says("engine failed"), "{}", person.text());
}

#[test]
fn a_lost_connection_is_marked_until_the_end_of_the_game() {
    let [mut ann, bob] = two_friends_with(false, &["f5", "d6"]);
    assert!(!ann.says("disconnected"), "{}", ann.text());
    drop(bob);
    wait_for(&mut [&mut ann], 0, "disconnected");
    assert_marked(
        &mut ann,
        "disconnected",
        "The connection to the other player is lost.",
    );
    ann.wait(60_000);
    ann.keys("j enter");
    assert!(!ann.says("disconnected"), "{}", ann.text());
}

#[test]
fn a_page_marks_that_its_weights_are_missing_and_says_when_they_are_there() {
    let is_loading = Arc::new(AtomicBool::new(true));
    let page = Page {
        address: String::new(),
        has_buttons: false,
        is_loading: Arc::clone(&is_loading),
    };
    let mut person = Table::new().with(|options| options.page = Some(page)).sit();
    let spoken = person.app.take_spoken().unwrap();
    let why = "The engine is loading. The computer cannot move yet.";
    assert!(spoken.contains(why), "{spoken}");
    assert_marked(&mut person, "loading", why);
    is_loading.store(false, Ordering::Relaxed);
    person.send(Input::Wake);
    assert!(!person.says(" loading"), "{}", person.text());
    let spoken = person.app.take_spoken().unwrap();
    assert!(spoken.contains("The engine is loaded."), "{spoken}");
    // What stands on the screen is not hidden by it.
    assert!(!person.says("The engine is loaded."), "{}", person.text());
}

#[test]
fn nobody_is_said_to_think_while_the_engine_is_loading() {
    let is_loading = Arc::new(AtomicBool::new(true));
    let page = Page {
        address: String::new(),
        has_buttons: true,
        is_loading: Arc::clone(&is_loading),
    };
    // This one takes seconds.
    let engine: PlayerKind = "9".parse().unwrap();
    let table = Table::new().players(Human, engine).size(40, 32);
    let mut person = table.with(|options| options.page = Some(page)).sit();
    person.is_of_one_size = true;
    person.keys("f 5");
    assert!(person.says("The engine is loading."), "{}", person.text());
    assert!(!person.says("thinking"), "{}", person.text());
    is_loading.store(false, Ordering::Relaxed);
    person.send(Input::Wake);
    assert!(!person.says("The engine is loading."), "{}", person.text());
    assert!(person.says("is thinking"), "{}", person.text());
}

#[test]
fn a_clock_that_runs_is_marked_where_it_is_not_shown() {
    let mut person = Table::new()
        .with(|options| options.setup.time = "5m".parse().ok())
        .sit();
    person.keys("f5");
    assert!(!person.says("clock runs"), "{}", person.text());
    person.keys("i");
    assert_marked(
        &mut person,
        "clock runs",
        "The clock of the game runs while you are here.",
    );
    person.keys("esc");
    assert!(!person.says("clock runs"), "{}", person.text());
}

#[test]
fn the_list_of_actions_says_why_a_game_is_casual() {
    let level: PlayerKind = "1".parse().unwrap();
    let mut person = Table::new().players(Human, level).sit();
    person.keys("k");
    assert_marked(&mut person, "casual", "Not rated: a hint was shown.");
}
