//! Premoves: a square that is chosen while the other side is to move is played on the person's turn, or dropped with a
//! sentence.

use reversi_table::clock::FlagRule;
use reversi_table::player::PlayerKind::{Greedy, Human};
use reversi_tui::Page;

use crate::cpu::{before_a_persons_pass, scripted};
use crate::online::{hears, two_friends, waits_for_entries};
use crate::person::{PASSES, Person, Table};
use crate::review::find;

/// A person as Black against a computer that plays the moves of [`PASSES`]: after f5 it answers f4.
fn table() -> Table {
    let table = Table::new().players(Human, Greedy);
    table.with(|options| options.setup.factory = scripted)
}

/// After f5, while the computer is to move.
fn after_f5() -> Person {
    let mut person = table().sit();
    person.keys("f5");
    person
}

/// Lets the computer move, and the premove be played.
fn let_it_move(person: &mut Person) {
    person.wait_for_answer();
    person.wait(1_000);
}

#[test]
fn a_premove_is_marked_and_played_when_the_turn_comes() {
    let mut person = after_f5();
    person.keys("e3");
    assert!(person.says("Premove: e3, on your turn."));
    insta::assert_snapshot!(person.text());
    let_it_move(&mut person);
    assert!(person.transcript().starts_with("f5f4e3"));
    assert!(!person.says("Premove"), "{}", person.text());
    // A letter stays when the turn changes, and another premove begins with it.
    let mut person = after_f5();
    person.keys("e3 e");
    assert!(person.says("Premove: e_"), "{}", person.text());
    let_it_move(&mut person);
    assert_eq!(person.transcript(), "f5f4");
    assert!(person.says("Your move: e_"), "{}", person.text());
    person.keys("3");
    assert_eq!(person.transcript(), "f5f4e3");
}

#[test]
fn a_premove_that_is_not_legal_is_dropped_with_a_sentence() {
    let mut person = after_f5();
    person.keys("h8");
    let_it_move(&mut person);
    assert_eq!(person.transcript(), "f5f4");
    let dropped = "h8 is not legal now, so your premove is dropped.";
    assert!(person.says(dropped), "{}", person.text());
    person.keys("e3");
    assert_eq!(person.transcript(), "f5f4e3");
    let mut person = after_f5();
    person.keys("d4");
    assert!(person.says("d4 is taken by White"), "{}", person.text());
    assert!(!person.says("Premove"), "{}", person.text());
}

#[test]
fn another_square_replaces_it_and_esc_takes_it_back_before_anything_else() {
    let mut person = after_f5();
    person.keys("h8 e3");
    assert!(person.says("Premove: e3") && !person.says("h8"));
    person.keys("right");
    person.keys("esc");
    assert!(person.says("You take back your premove e3."));
    assert!(!person.says("no premove"), "{}", person.text());
    let_it_move(&mut person);
    assert_eq!(person.transcript(), "f5f4");
    // The key line is a button of the mouse.
    let mut person = after_f5();
    person.keys("e3");
    let (column, row) = find(&person, "no premove");
    person.click(column, row);
    let_it_move(&mut person);
    assert_eq!(person.transcript(), "f5f4");
}

#[test]
fn a_click_and_the_cursor_premove() {
    let mut person = table().sit();
    // A file that was typed names its legal squares where they are.
    person.keys("d");
    let (_, row) = find(&person, "d3");
    person.keys("e");
    let (column, _) = find(&person, "e6");
    person.keys("esc f5");
    person.click(column, row);
    assert!(person.says("Premove: e3"), "{}", person.text());
    let_it_move(&mut person);
    assert!(person.transcript().starts_with("f5f4e3"));
    let mut person = after_f5();
    person.keys("tab enter");
    assert!(person.says("Premove: "), "{}", person.text());
}

#[test]
fn a_pass_an_undo_and_a_new_game_end_a_premove() {
    let mut person = before_a_persons_pass();
    person.keys("h8");
    assert!(person.says("Premove: h8"), "{}", person.text());
    person.wait_for_turn();
    let dropped = "You pass, so your premove h8 is dropped.";
    assert!(person.says(dropped), "{}", person.text());
    for keys in ["u", "n enter", "x"] {
        let mut person = after_f5();
        person.keys("e3");
        person.keys(keys);
        assert!(!person.says("Premove: "), "{keys}: {}", person.text());
        person.wait(5_000);
        assert!(!person.transcript().contains("e3"), "{keys}");
    }
}

#[test]
fn the_end_of_a_game_ends_a_premove() {
    let end = PASSES.len() - 2;
    let (before, last) = PASSES.split_at(end);
    let table = table().players(Greedy, Greedy).moves(before);
    let mut person = table
        .with(|options| {
            let last = options.setup.game.position().side_to_move();
            options.setup.players[last.opposite()] = Human;
        })
        .sit();
    person.keys("a1");
    assert!(person.says("Premove: a1"), "{}", person.text());
    let_it_move(&mut person);
    person.wait(60_000);
    assert!(person.transcript().ends_with(last));
    assert!(!person.says("remove"), "{}", person.text());
}

#[test]
fn a_premove_asks_the_coach_as_a_move_that_is_typed() {
    let mut person = crate::coach::before_a_bad_premove();
    person.keys("a3");
    assert!(person.says("Premove: a3"), "{}", person.text());
    let_it_move(&mut person);
    person.wait_until("warning", |person| person.words().contains("corner a1"));
    assert!(!person.transcript().ends_with("a3"));
    person.keys("enter");
    assert!(person.transcript().contains("a3"));
}

#[test]
fn a_setting_turns_premoves_off() {
    let mut person = table()
        .with(|options| options.settings.premove = false)
        .sit();
    person.keys("f5 e3");
    let said = "It is White's turn, and greedy plays White";
    assert!(person.says(said), "{}", person.text());
}

#[test]
fn a_running_clock_plays_a_premove_at_once_and_without_one_the_discs_turn_first() {
    for time in [None, Some("5m")] {
        let table = table().with(|options| {
            options.animation = true;
            options.setup.time = time.map(|time| time.parse().unwrap());
            options.setup.flag = FlagRule::Lose;
        });
        let mut person = table.sit();
        person.keys("f5 e3");
        person.wait_for_answer();
        while person.game().entries().len() < 2 {
            person.wait(10);
        }
        let is_at_once = person.transcript().starts_with("f5f4e3");
        assert_eq!(is_at_once, time.is_some());
        person.wait(1_000);
        assert!(person.transcript().starts_with("f5f4e3"));
    }
}

#[test]
fn a_friend_over_the_network_moves_and_the_premove_follows() {
    let mut people = two_friends(&["f5"]);
    people[0].keys("f4");
    assert!(people[0].says("Premove: f4"), "{}", people[0].text());
    people[0].keys("c3");
    people[1].keys("d6");
    waits_for_entries(&mut people, 3);
    assert_eq!(people[1].transcript(), "f5d6c3");
    // Agreeing to a takeback drops the premove. While one is offered, the premove waits: a move would turn the offer down.
    people[0].keys("d3");
    people[0].keys("u");
    hears(&mut people, 1, "u agrees to a takeback; a move refuses it.");
    people[1].keys("u");
    waits_for_entries(&mut people, 2);
    assert!(!people[0].says("Premove: "), "{}", people[0].text());
}

#[test]
fn a_premove_is_seen_at_every_size_in_ascii_and_heard_on_a_page() {
    for (columns, rows) in [(24, 12), (40, 15), (120, 40)] {
        let mut person = after_f5();
        person.resize(columns, rows);
        person.keys("e3");
        insta::assert_snapshot!(format!("premove_{columns}x{rows}"), person.text());
    }
    let mut person = table().with(|options| options.ascii = true).sit();
    person.keys("f5 e3");
    insta::assert_snapshot!(person.text());
    person.keys("? premove");
    assert!(person.says("marks your premove"), "{}", person.text());
    let page = Page {
        address: "https://example.org/".to_owned(),
        has_buttons: true,
        is_loading: std::sync::Arc::default(),
    };
    let mut person = table().with(|options| options.page = Some(page)).sit();
    person.is_of_one_size = true;
    person.keys("f5 e3");
    let spoken = person.app.take_spoken().unwrap_or_default();
    assert!(spoken.contains("Premove: e3."), "{spoken}");
    let buttons = person.app.take_buttons().unwrap();
    assert!(buttons.iter().any(|button| button.label == "no premove"));
}
