//! The keys of the whole program, the buttons of the mouse and its wheel.

use reversi_tui::Options;
use reversi_tui::event::{MouseButton, MouseEventKind};

use super::person::{MIDDLE, PASSES, Person, Table};

fn press(person: &mut Person, button: MouseButton) {
    person.mouse(MouseEventKind::Down(button), 4, 4);
}

#[test]
fn the_buttons_of_the_mouse_for_back_and_forward_undo_and_redo() {
    let mut person = Table::new().moves("f5d6c3").sit();
    press(&mut person, MouseButton::Back);
    press(&mut person, MouseButton::Back);
    assert_eq!(person.transcript(), "f5");
    press(&mut person, MouseButton::Forward);
    assert_eq!(person.transcript(), "f5d6");
    // In the editor and in an analysis, too; and nowhere else are they anything but a click that means nothing.
    person.keys("?edit_the_position a1");
    let with_disc = person.text();
    press(&mut person, MouseButton::Back);
    assert_ne!(person.text(), with_disc);
    press(&mut person, MouseButton::Forward);
    assert_eq!(person.text(), with_disc);
    person.keys("?");
    let list = person.text();
    press(&mut person, MouseButton::Back);
    assert_eq!(person.text(), list);
    person.keys("esc u esc w");
    person.wait_for_text("Review");
    person.wait_for_review();
    person.keys("home");
    let before = person.text();
    person.keys("c4");
    assert_ne!(person.text(), before);
    press(&mut person, MouseButton::Back);
    person.wait_until("step back", |person| person.text() == before);
}

#[test]
fn the_wheel_over_the_board_shows_earlier_positions_until_anything_else_is_done() {
    let mut person = Table::new().moves(MIDDLE).sit();
    let (now, moves) = (person.text(), person.transcript());
    let count = moves.len() / 2;
    let turn = |person: &mut Person, kind| person.mouse(kind, 10, 10);
    turn(&mut person, MouseEventKind::ScrollDown);
    assert_eq!(person.text(), now, "there is nothing later");
    turn(&mut person, MouseEventKind::ScrollUp);
    let said = |at: usize| format!("Move {at} of {count}. Any key");
    assert!(person.says(&said(count - 1)), "{}", person.text());
    let undone = Table::new().moves(&moves[..moves.len() - 2]).sit();
    // The same discs stand there as in the shorter game, without the dots of legal moves.
    let board = |person: &Person| {
        let dots = person.text().replace('·', " ");
        let rows = dots
            .lines()
            .map(|line| line.chars().take(49).collect::<String>());
        let rows = rows.map(|row| row.trim_end().to_owned());
        rows.collect::<Vec<_>>()
    };
    assert_eq!(board(&person), board(&undone));
    assert_eq!(person.transcript(), moves, "the game stays");
    turn(&mut person, MouseEventKind::ScrollDown);
    assert_eq!(person.text(), now);
    for _ in 0..count + 5 {
        turn(&mut person, MouseEventKind::ScrollUp);
    }
    assert!(person.says(&said(0)), "{}", person.text());
    // A click plays nothing: it was meant for a position that has gone.
    person.click(10, 10);
    assert_eq!(
        (person.text(), person.transcript()),
        (now.clone(), moves.clone())
    );
    turn(&mut person, MouseEventKind::ScrollUp);
    person.keys("enter");
    assert_eq!((person.text(), person.transcript()), (now, moves));
}

#[test]
fn the_wheel_steps_through_a_lesson_and_a_finished_game() {
    let mut person = Table::new().moves(MIDDLE).sit();
    person.keys("i tab");
    let first = person.text();
    person.mouse(MouseEventKind::ScrollDown, 10, 10);
    assert_ne!(person.text(), first);
    person.mouse(MouseEventKind::ScrollUp, 10, 10);
    assert_eq!(person.text(), first);
    let mut person = Table::new().moves(PASSES).sit();
    person.wait(10_000);
    person.mouse(MouseEventKind::ScrollUp, 10, 10);
    assert!(person.says("Any key"), "{}", person.text());
    person.keys("esc");
    assert!(!person.says("Any key"), "{}", person.text());
}

/// A table with keys of its own.
fn with_keys(text: &str) -> Table {
    let keys = toml_edit::de::from_str(text).unwrap();
    Table::new().with(|options| options.settings.keys = keys)
}

#[test]
fn own_keys_are_shown_and_work_on_all_screens_and_type_in_fields() {
    let keys = "undo = \"z\"\nturn-board = \"u\"\nactions = \"~\"\nhint = \"ö\"\ncopy = \"9\"";
    let mut person = with_keys(keys).size(120, 60).sit();
    assert!(
        person.says("ö") && person.says("~ more"),
        "{}",
        person.text()
    );
    person.keys("f5 d6");
    assert!(person.says("z undo"), "{}", person.text());
    person.keys("z");
    assert_eq!(person.transcript(), "f5");
    person.keys("u");
    assert_eq!(person.transcript(), "f5", "another command has this key");
    press(&mut person, MouseButton::Back);
    assert_eq!(person.transcript(), "", "the mouse follows");
    person.keys("? r");
    assert_eq!(person.transcript(), "f5", "this is no key any more");
    person.keys("~");
    let list = person.text();
    for row in ["z  ", "ö  ", "~  ", "9  "] {
        assert!(list.contains(&format!("│  {row}")), "{row}\n{list}");
    }
    let mut person = with_keys(keys).choose();
    person.keys("~ name space the space person enter z u enter");
    assert!(person.says("zu"), "{}", person.text());
}

#[test]
fn sentences_name_the_keys_that_the_user_has_chosen() {
    let keys = "pass = \"^\"\ncomment = \"'\"\nhint = \"ö\"";
    let own =
        |options: &mut Options| options.settings.keys = toml_edit::de::from_str(keys).unwrap();
    let person = super::go::people(5).with(own).sit();
    assert!(person.says("^ pass"), "{}", person.text());
    let mut person = Table::new().with(own).size(200, 60).sit();
    assert!(person.says("ö shows the best move"), "{}", person.text());
    person.keys("f5 w");
    person.wait_for_text("Review");
    person.wait_for_review();
    assert!(
        person.says("A click here or ' writes one."),
        "{}",
        person.text()
    );
    person.keys("ö");
    for _ in 0..5 {
        person.keys("-");
    }
    person.wait_for_text("ö hides it.");
}
