//! Other programs on the screen: choosing and checking them, and the question when one fails.

use std::cell::RefCell;

use reversi::Status;
use reversi_table::player::PlayerKind::{self, Greedy, Human};

use crate::person::{Person, Table};

/// An engine that answers `go` with a command.
fn engine(on_go: &str) -> PlayerKind {
    let script = format!(
        "while read -r word rest; do case $word in nboard) echo set myname Fixture 1;; \
         ping) echo \"pong $rest\";; go) {on_go};; quit) exit 0;; esac; done"
    );
    format!("nboard:sh -c '{script}'").parse().unwrap()
}

pub(crate) fn failed() -> Person {
    let mut person = Table::new().players(Human, engine("exit 3")).sit();
    person.keys("f5");
    person.wait_for_turn();
    person
}

#[test]
fn a_failed_engine_asks_what_to_do_and_the_game_stays() {
    let mut person = failed();
    assert!(person.says("White (sh) failed to move: it ended with exit code 3."));
    insta::assert_snapshot!(person.text());
    person.keys("esc");
    assert!(!person.says("resign for it"));
    assert_eq!(person.transcript(), "f5");
    assert!(person.session().is_paused());
    // The key that resumes asks it once more.
    person.keys("p");
    person.wait_for_turn();
    assert!(person.says("resign for it"));
}

#[test]
fn the_user_plays_for_a_failed_engine_resigns_for_it_or_tries_again() {
    let mut person = failed();
    person.keys(">");
    assert_eq!(person.session().players().white, Human);
    person.keys("d6");
    assert_eq!(person.transcript(), "f5d6");
    let mut person = failed();
    person.keys("j");
    assert!(person.game().outcome().is_some());
    assert!(person.says("White resigned"), "{}", person.text());
    let mut person = failed();
    person.keys("enter");
    assert!(person.session().thinking().is_some());
    person.wait_for_turn();
    assert!(person.says("resign for it"));
    assert_eq!(person.transcript(), "f5");
}

#[test]
fn an_engine_that_answers_plays_and_undo_while_it_thinks_drops_its_answer() {
    let mut person = Table::new().players(Human, engine("echo === d6")).sit();
    person.keys("f5");
    person.wait_for_entries(2);
    assert_eq!(person.transcript(), "f5d6");
    let slow = engine("sleep 0.2; echo === d6");
    let mut person = Table::new().players(Human, slow).sit();
    person.keys("f5");
    person.keys("u");
    assert_eq!(
        person.game().status(),
        Status::ToMove(reversi::Color::Black)
    );
    person.keys("d3");
    // The late d6 is not legal now; the engine answers the new question with it too.
    person.wait_for_turn();
    assert!(person.says("it chose an illegal move: d6 would turn no discs"));
}

#[test]
fn the_choice_of_players_lists_the_engines_of_the_settings_and_checks_them() {
    let settings = "[edax]\ncommand = \"sh -c 'read x; echo set myname Edax6; read y; echo pong 1; read z'\"\n\
                    protocol = \"nboard\"\n\n[gone]\ncommand = \"/nowhere\"\nprotocol = \"gtp\"\n";
    let engines = RefCell::new(toml_edit::de::from_str(settings).ok());
    let mut person = Table::new()
        .players(Human, Greedy)
        .size(120, 30)
        .with(|options| options.settings.engines = engines.take().unwrap())
        .choose();
    let line = |person: &Person| {
        let text = person.text();
        let line = text.lines().find(|line| line.contains("random"));
        line.unwrap().to_owned()
    };
    assert!(line(&person).contains("greedy") && !person.says("another program"));
    person.keys("down right");
    assert!(line(&person).contains("edax"));
    assert!(person.says("another program: sh -c"));
    person.keys("?check_whether");
    person.wait_for_text("edax works: it answers as Edax6.");
    person.keys("right ?check_whether");
    person.wait_for_text("gone does not work: cannot start \"/nowhere\"");
}

#[test]
fn what_an_engine_says_while_it_thinks_is_shown_as_the_thoughts_of_a_level_are() {
    let mut person = Table::new()
        .players(Human, engine("echo search D6c3 3.4 0 12; sleep 5"))
        .size(100, 30)
        .sit();
    person.keys("f5 v");
    person.wait_for_text("depth 12");
    assert!(person.says("depth 12, +3, d6 c3"));
}
