//! The coach: a word before a move that loses much, and nothing that waits.

use reversi::{Entry, Game, Square};
use reversi_table::player::PlayerKind::{Greedy, Human};
use reversi_table::player::{Control, Player, PlayerError};

use reversi_table::store::settings::BellEvent;

use crate::person::{MIDDLE, Person, Table};

/// A position where a3 opens the corner a1.
const BEFORE_A3: &str =
    "f5f6e6f4e3c5c4d6b5d3c3e2f2c2g4f3g3f1d1b6c6e1c1d2g1a5g5h6e7f7b4a4d7b3f8c7c8h4h3h5g2g6h7b2b1e8";

fn coached() -> Table {
    coached_after(BEFORE_A3)
}

fn coached_after(moves: &str) -> Table {
    coached_at(Table::new(), moves)
}

/// A table where a3 is a bad move and the coach says so.
pub(crate) fn before_a_bad_move(table: Table) -> Table {
    coached_at(table, BEFORE_A3)
}

fn coached_at(table: Table, moves: &str) -> Table {
    let table = table.players(Human, Greedy).moves(moves);
    table.with(|options| options.settings.coach = Some(true))
}

/// The computer is to move, plays e8, and then a3 opens the corner.
pub(crate) fn before_a_bad_premove() -> Person {
    struct PlaysE8;
    impl Player for PlaysE8 {
        fn choose(&mut self, _: &Game, _: &Control) -> Result<Square, PlayerError> {
            Ok("e8".parse().unwrap())
        }
    }
    let table = coached_after(BEFORE_A3.strip_suffix("e8").unwrap());
    let table = table.with(|options| {
        options.setup.factory =
            |kind, _| (!kind.is_human()).then(|| Box::new(PlaysE8) as Box<dyn Player>);
    });
    table.sit()
}

fn is_played(person: &Person) -> bool {
    person.transcript() != BEFORE_A3
}

#[test]
fn it_warns_once_before_a_move_that_loses_much_is_final() {
    for (columns, rows) in [(24, 12), (80, 24), (120, 40)] {
        let mut person = coached().size(columns, rows).sit();
        person.keys("a3");
        person.wait_until("warning", |person| person.words().contains("corner a1"));
        // The smallest screen has room for the reason alone.
        assert!(person.words().contains("a3 loses ") || columns == 24);
        assert!(person.words().contains("opens the corner a1."));
        assert!(
            person.words().contains("Enter play it"),
            "{}",
            person.text()
        );
        assert!(!is_played(&person));
        person.keys("esc");
        assert!(!person.words().contains("corner a1") && !is_played(&person));
        person.keys("a3");
        assert!(is_played(&person), "it asks only once");
    }
}

#[test]
fn enter_plays_the_move_and_undo_or_another_square_thinks_again() {
    let mut person = coached().sit();
    person.keys("a3");
    person.wait_until("warning", |person| person.words().contains("corner a1"));
    person.keys("enter");
    assert!(is_played(&person));
    let mut person = coached().sit();
    person.keys("a3");
    person.wait_until("warning", |person| person.words().contains("corner a1"));
    person.keys("u");
    assert!(!is_played(&person) && person.game().undone().is_empty());
    person.keys("a6");
    person.wait_until("move", is_played);
    assert!(
        person.transcript().ends_with("e8a6"),
        "{}",
        person.transcript()
    );
}

#[test]
fn a_quick_enter_does_not_wait_for_it_and_a_late_judgement_is_not_waited_for() {
    let mut person = coached().sit();
    person.keys("a3 enter enter");
    assert!(is_played(&person));
    let mut person = coached().sit();
    person.keys("a6");
    let end = person.now + std::time::Duration::from_secs(1);
    person.wait_until("move", is_played);
    assert!(person.now <= end);
}

#[test]
fn the_turning_point_is_named_after_the_game_even_without_the_coach() {
    // Black threw the game away with b7.
    let moves = "f5d6c5f4d3c4e3e6f6g5e7c7d7c3g6e8f8c8f7g4h5c6f3e2";
    for coach in [true, false] {
        let table = coached_after(moves).with(|options| options.settings.coach = Some(coach));
        let mut person = table.size(120, 40).sit();
        person.keys("b7 enter enter j enter");
        // The result is read first.
        person.wait(5_000);
        person.wait_until("turning point", |person| {
            person.words().contains("The turning point was move 25")
        });
    }
}

#[test]
fn it_is_silent_between_people_on_the_clock_and_when_off() {
    let off = coached().with(|options| options.settings.coach = Some(false));
    let people = coached().players(Human, Human);
    let timed = coached().with(|o| o.setup.time = Some("5m".parse().unwrap()));
    for table in [off, people, timed] {
        let mut person = table.sit();
        person.keys("a3");
        assert!(is_played(&person));
    }
}

#[test]
fn it_is_switched_with_a_key() {
    let mut person = Table::new().players(Human, Greedy).sit();
    person.keys("m");
    assert!(
        person.words().contains("The coach is on"),
        "{}",
        person.text()
    );
    person.keys("m");
    assert!(person.words().contains("The coach is off"));
    let mut person = Table::new().sit();
    person.keys("m");
    assert!(
        person
            .words()
            .contains("against the computer without clocks"),
        "{}",
        person.text()
    );
}

#[test]
fn resigning_is_asked_first_and_ends_the_game() {
    let mut person = Table::new().players(Human, Greedy).moves(MIDDLE).sit();
    person.keys("j");
    assert!(person.words().contains("Resign?"), "{}", person.text());
    person.keys("esc");
    assert!(person.game().outcome().is_none());
    person.keys("j enter");
    assert!(matches!(
        person.game().entries().last(),
        Some(Entry::Resignation { .. })
    ));
    let text = person.text();
    assert!(person.says("You lose: you resigned."), "{text}");
    assert!(!person.says("White wins"), "{text}");
    person.keys("j");
    assert!(
        person.words().contains("The game is over"),
        "{}",
        person.text()
    );
}

#[test]
fn the_bell_rings_after_a_cpu_s_move_for_those_who_want_it() {
    for wanted in [true, false] {
        let table = Table::new().players(Human, Greedy);
        let mut person = table
            .with(|o| o.settings.bell.set(BellEvent::Move, wanted))
            .sit();
        person.keys("f5");
        assert!(!person.app.take_bell(), "not for the own move");
        person.wait_for_turn();
        assert_eq!(person.app.take_bell(), wanted);
        assert!(!person.app.take_bell(), "once");
    }
}

#[test]
fn the_prompt_names_the_move_that_the_coach_has_stopped() {
    for (columns, rows) in [(80, 24), (120, 40)] {
        let mut person = coached().size(columns, rows).sit();
        person.keys("a3");
        // How far the coach has searched in its time decides what its warning says.
        let names = ["Enter plays a3", "Type a3."];
        person.wait_until("prompt with the move", |person| {
            names.iter().any(|name| person.says(name))
        });
    }
}
