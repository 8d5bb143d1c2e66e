//! The player's level and double: in the record, in the choice of players and at the end of a game.

use reversi::ByColor;
use reversi::notation::{Record, transcript};
use reversi_table::player::PlayerKind;
use reversi_table::store::history;
use reversi_table::store::state::StateFolder;

use crate::person::{Person, Table, WIPEOUT};
use crate::stats::reviewed;

/// A history of short games against levels, which are reviewed.
fn played(count: usize) -> (tempfile::TempDir, StateFolder) {
    let folder = tempfile::tempdir().unwrap();
    let state = StateFolder::at(folder.path().join("reversi"));
    for number in 0..count {
        let players = match number % 5 {
            0..3 => ["human", "engine:3"],
            _ => ["engine:4", "human"],
        };
        let mut record = Record::from_game(&transcript::parse(WIPEOUT).unwrap());
        let [black, white] = players.map(str::to_owned);
        record.players = ByColor::new(black, white);
        history::append(&state, &record).unwrap();
    }
    drop(reviewed(&state, (80, 24)));
    (folder, state)
}

/// The choice of players.
fn choice(state: &StateFolder, size: (u16, u16)) -> Person {
    let table = Table::new().size(size.0, size.1);
    table
        .with(|options| options.state = Some(state.clone()))
        .choose()
}

#[test]
fn the_choice_of_players_says_the_range_of_the_level_and_no_rating() {
    let (_folder, state) = played(5);
    let mut person = choice(&state, (80, 24));
    person.wait_for_text("You: about level 4 (2 to 5)");
    assert!(!person.says("rating 1"), "{}", person.text());
    for (columns, rows) in [(40, 15), (24, 12)] {
        person.resize(columns, rows);
        assert!(person.says("You: about level"), "{}", person.text());
    }
}

fn is_double(player: &PlayerKind) -> bool {
    matches!(player, PlayerKind::Double(_))
}

/// A game between two people that is over.
fn ended(state: &StateFolder, size: (u16, u16)) -> Person {
    let (moves, last) = WIPEOUT.split_at(WIPEOUT.len() - 2);
    let table = Table::new().size(size.0, size.1);
    let mut person = table
        .with(|options| options.state = Some(state.clone()))
        .sit();
    // Moves that were given would be nobody's.
    person.paste(moves);
    person.keys(last);
    person.wait(10_000);
    assert!(person.says("Game over"), "{}", person.text());
    person
}

#[test]
fn the_record_says_the_level_from_five_games_on_at_every_size() {
    let (_folder, state) = played(5);
    for size in [(80, 24), (120, 40), (40, 15), (24, 12)] {
        let person = reviewed(&state, size);
        assert!(person.says("You play at about level"), "{}", person.text());
        assert!(person.says("level 3"), "the results: {}", person.text());
    }
    let (_folder, state) = played(4);
    let person = reviewed(&state, (80, 24));
    assert!(!person.says("You play at"), "{}", person.text());
}

#[test]
fn the_choice_of_players_says_the_level_of_the_person_with_the_record() {
    let (_folder, state) = played(5);
    for size in [(80, 24), (120, 40), (40, 15), (24, 12)] {
        let mut person = choice(&state, size);
        person.wait_for_text("about level");
        let found = person.text().matches("about level").count();
        assert_eq!(found, 1, "{}", person.text());
    }
}

#[test]
fn a_double_is_among_the_players_from_twenty_reviewed_games_on() {
    let (_folder, state) = played(19);
    let mut person = choice(&state, (80, 24));
    person.wait_for_text("about level");
    person.keys("down left");
    assert!(!person.says("your double"), "{}", person.text());
    for size in [(80, 24), (40, 15), (24, 12)] {
        let (_folder, state) = played(20);
        let mut person = choice(&state, size);
        person.wait_for_text("about level");
        person.keys("down left");
        assert!(person.says("your double"), "{}", person.text());
        person.keys("x enter");
        let players = person.session().players();
        assert!(is_double(&players.black) && players.white.is_human());
        person.wait_for_entries(1);
    }
}

#[test]
fn a_double_of_the_settings_becomes_that_of_the_record() {
    let (_folder, state) = played(20);
    let table = Table::new().players("me:1.00".parse().unwrap(), PlayerKind::Human);
    let mut person = table
        .with(|options| options.state = Some(state.clone()))
        .choose();
    person.wait_until("double of the record", |person| !person.says("1.0 discs"));
    assert!(person.says("8.4 discs"), "{}", person.text());
    person.keys("enter");
    assert_eq!(person.session().players().black.to_string(), "me:8.45");
}

#[test]
fn after_a_game_one_can_play_against_oneself() {
    let (_folder, state) = played(20);
    for (size, keys) in [
        ((80, 24), "left enter"),
        ((24, 12), "left enter"),
        ((80, 24), "? yourself enter"),
        ((40, 15), "esc ? yourself enter"),
    ] {
        // The game was reviewed before, so that the button for its mistakes is there at once.
        let mut person = ended(&state, size);
        person.wait_for_text("play yourself");
        person.wait_for_text("worst moves");
        person.keys(keys);
        let players = person.session().players();
        assert!(
            players.black.is_human() && is_double(&players.white),
            "{keys}"
        );
        assert_eq!(person.game().entries().len(), 0);
        // The smallest screen has no room for names.
        let is_named = size.0 == 24 || person.says("your double");
        assert!(is_named, "{}", person.text());
    }
}

#[test]
fn without_a_double_nothing_is_offered_after_a_game() {
    let (_folder, state) = played(4);
    let mut person = ended(&state, (110, 60));
    person.keys("?");
    assert!(person.says("review the game"), "{}", person.text());
    assert!(!person.says("yourself"), "{}", person.text());
}
