//! The first screen and the end of a game.

use reversi::app::player::PlayerKind::{Greedy, Human};
use reversi::app::tui::FirstScreen;
use reversi::{ByColor, Color};

use crate::person::{Table, WIPEOUT};

fn start() -> Table {
    Table::new().first(FirstScreen::Start)
}

#[test]
fn a_typed_square_starts_a_game_at_once() {
    let mut person = start().players(Human, Greedy).sit();
    person.keys("f5");
    assert_eq!(person.transcript(), "f5");
    assert_eq!(person.session().players(), ByColor::new(Human, Greedy));
    // The person who typed it plays Black, whoever did last time.
    let mut person = start().players(Greedy, Human).sit();
    person.keys("d3");
    assert_eq!(person.session().players(), ByColor::new(Human, Greedy));
    let mut person = start().sit();
    person.keys("a1");
    assert!(person.app.session().is_none() && person.says("a1 is not a legal first move"));
}

#[test]
fn the_ways_lead_on_and_back() {
    let mut person = start().sit();
    person.keys("enter");
    assert!(person.says("Clock"));
    person.keys("esc w");
    assert!(person.says("level 5"));
    person.keys("esc r");
    assert!(person.says("Open game"));
    person.keys("esc");
    assert!(person.says("Type f5 or click a square"));
}

#[test]
fn the_demo_plays_until_a_key_and_then_nothing_wakes() {
    let mut person = start().with(|options| options.animation = true).sit();
    assert!(person.says("World Championship 1978"));
    let first = person.text();
    person.wait(5_000);
    assert_ne!(person.text(), first);
    person.keys("down");
    assert_eq!(person.app.deadline(), None);
    assert!(person.says("Type f5 or click a square"));
    // It also ends by itself.
    let mut person = start().with(|options| options.animation = true).sit();
    person.wait(120_000);
    assert_eq!(person.app.deadline(), None);
    // Without animation it does not begin.
    assert_eq!(start().sit().app.deadline(), None);
}

#[test]
fn the_clock_of_the_form_is_the_clock_of_the_game() {
    let mut person = start().sit();
    person.keys("p down down right enter");
    assert!(person.session().timing().clock().is_some());
    person.keys("n down down left enter");
    assert!(person.session().timing().clock().is_none());
}

#[test]
fn discs_are_counted_before_the_result_is_told() {
    let animated = || Table::new().with(|options| options.animation = true);
    let mut person = animated().moves(&WIPEOUT[..16]).sit();
    person.keys("c5");
    assert!(!person.says("Black wins"));
    assert!(person.says("Counting the discs."));
    person.wait(5_000);
    assert!(person.says("Black wins by 64"));
    assert_eq!(person.app.deadline(), None);
    assert_eq!(person.game().position().counts()[Color::Black], 13);
    // Any key skips the count.
    let mut person = animated().moves(&WIPEOUT[..16]).sit();
    person.keys("c5 esc");
    assert!(person.says("Black wins by 64"));
}

#[test]
fn a_rematch_begins_at_once_after_a_typed_last_move() {
    for (animation, script) in [(false, "c5 m"), (true, "c5 m"), (false, "c5 x")] {
        let mut person = Table::new()
            .with(|options| options.animation = animation)
            .moves(&WIPEOUT[..16])
            .sit();
        person.keys(script);
        assert!(person.game().entries().is_empty(), "{script}");
        person.keys("enter f5");
        assert_eq!(person.transcript(), "f5");
    }
}

#[test]
fn the_result_is_told_to_the_person() {
    let mut person = Table::new()
        .players(Human, Greedy)
        .moves(&WIPEOUT[..16])
        .sit();
    person.keys("c5");
    assert!(person.says("You win 64-0."));
}
