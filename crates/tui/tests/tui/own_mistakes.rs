//! The mistakes of the player in many games: chosen, asked, and asked again on another day.

use std::fs;

use insta::assert_snapshot;
use reversi::search::Limits;
use reversi::{ByColor, transcript};
use reversi_notation::Record;
use reversi_study::progress::Progress;
use reversi_table::clock::today;
use reversi_table::store::history;
use reversi_table::store::state::StateFolder;
use reversi_tui::FirstScreen;

use crate::person::{MIDDLE, PASSES, Person, Table, WIPEOUT};

fn state() -> (tempfile::TempDir, StateFolder) {
    let folder = tempfile::tempdir().unwrap();
    let state = StateFolder::at(folder.path().join("reversi"));
    let games = [
        ("human", "level 3", PASSES),
        ("greedy", "human", WIPEOUT),
        ("human", "level 3", MIDDLE),
    ];
    for (day, (black, white, moves)) in (1..).zip(games) {
        let mut record = Record::from_game(&transcript::parse(moves).unwrap());
        record.players = ByColor::new(black.to_owned(), white.to_owned());
        record.date = format!("2026-11-0{day} 10:00:00.000");
        history::append(&state, &record).unwrap();
    }
    (folder, state)
}

/// The choice of mistakes, once all games are reviewed.
fn choice(state: &StateFolder, size: (u16, u16)) -> Person {
    let table = Table::new().first(FirstScreen::Start);
    let table = table.with(|options| {
        options.state = Some(state.clone());
        options.review = Limits::depth(8).with_exact_from(16);
    });
    let mut person = table.sit();
    person.keys("down down down enter down down down down enter");
    person.wait_until("reviews", |person| {
        person.says("lost more than 4 discs") && !person.says("Reviewing")
    });
    person.resize(size.0, size.1);
    person
}

#[test]
fn the_mistakes_of_many_games_are_counted_and_chosen() {
    let (_folder, state) = state();
    let mut person = choice(&state, (80, 24));
    assert_snapshot!(person.text());
    let count = |person: &Person| -> usize {
        let words = person.words();
        let (_, rest) = words.split_once("In your last 3 games, ").unwrap();
        let number = rest.split(' ').next().unwrap();
        number.parse().unwrap_or(0)
    };
    let all = count(&person);
    person.keys("down right");
    let of_a_reason = count(&person);
    assert!(of_a_reason > 0 && of_a_reason < all, "{}", person.text());
    for (columns, rows) in [(120, 40), (40, 15), (24, 12)] {
        person.resize(columns, rows);
        assert!(person.says("Reason"), "{}", person.text());
    }
}

#[test]
fn a_better_move_that_is_found_is_asked_again_on_another_day() {
    let (_folder, state) = state();
    let mut person = choice(&state, (80, 24));
    person.keys("enter");
    person.wait_for_text("Find a better move");
    assert!(person.says(", 2026-11-0"), "{}", person.text());
    assert!(!state.practice().exists());
    person.keys("k k k enter");
    assert!(person.says("is right"), "{}", person.text());
    // All others are passed.
    while !person.says("Summary") {
        person.keys("n");
        person.wait_until("mistake", |person| !person.says("Looking"));
    }
    assert!(person.says("Each is asked again"), "{}", person.text());
    person.keys("enter enter");
    person.wait_for_text("They are asked again from");
    drop(person);
    let text = fs::read_to_string(state.practice()).unwrap();
    let progress = Progress::load(&state).unwrap();
    let name = text.split('"').find(|name| name.starts_with("puzzle:"));
    let due = progress.cards.card(name.unwrap()).unwrap().due.to_string();
    fs::write(state.practice(), text.replace(&due, "2020-01-01")).unwrap();
    let mut person = choice(&state, (80, 24));
    person.keys("enter");
    person.wait_for_text("Find a better move");
}

#[test]
fn a_better_move_that_was_named_is_kept_before_it_is_seen() {
    let (_folder, state) = state();
    let mut person = choice(&state, (80, 24));
    person.keys("enter");
    person.wait_for_text("Find a better move");
    person.keys("k k");
    assert!(!state.practice().exists());
    person.keys("k");
    let kept = fs::read_to_string(state.practice()).unwrap();
    let name = kept.split('"').find(|name| name.starts_with("puzzle:"));
    let progress = Progress::load(&state).unwrap();
    let card = progress.cards.card(name.unwrap()).unwrap();
    assert_eq!(card.due, today().tomorrow().unwrap());
    // It is kept once.
    person.keys("k enter");
    assert!(person.says("is right"), "{}", person.text());
    drop(person);
    assert_eq!(fs::read_to_string(state.practice()).unwrap(), kept);
}

#[test]
fn the_record_opens_the_mistakes_of_the_games_that_it_counts() {
    let (_folder, state) = state();
    let mut person = crate::stats::reviewed(&state, (80, 24));
    person.keys("enter");
    person.paste("opening:nothing");
    person.keys("enter #");
    assert!(!person.says("Your mistakes "), "{}", person.text());
    person.keys("enter");
    for _ in 0.."nothing".len() {
        person.keys("backspace");
    }
    person.paste("fish");
    person.keys("enter");
    person.wait_until("reviews", |person| {
        person.says("opening:fish") && !person.says("reviewing")
    });
    person.keys("#");
    person.wait_for_text("In your last 1 game,");
}
