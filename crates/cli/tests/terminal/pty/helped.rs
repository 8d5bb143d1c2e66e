//! A hint that was shown is never forgotten, however the program ends before the next move.

use std::path::Path;

use serde_json::Value;

use crate::program::{printed, program, run};
use crate::terminal::{PROGRAM, Terminal, command, size};

/// How the program ends; one is a closed window, another a key.
const ENDS: [&str; 4] = ["-KILL", "-HUP", "window", "q"];

/// Starts the program on a screen with a header.
fn start(home: &Path, args: &[&str]) -> Terminal {
    let terminal = Terminal::spawn(command(home, PROGRAM, args));
    terminal.show(120, 40);
    terminal.master.resize(size(120, 40)).unwrap();
    terminal
}

/// The latest game of the history.
fn latest(home: &Path) -> Value {
    let listed = printed(run(
        &mut program(home, &["history", "-n", "1", "--json"]),
        b"",
    ));
    serde_json::from_str(&listed).unwrap()
}

#[test]
fn a_game_is_casual_after_a_hint_however_the_program_ends_before_the_next_move() {
    for end in ENDS {
        let home = tempfile::tempdir().unwrap();
        let players = ["--black", "human", "--white", "engine:1", "--pace", "0"];
        let mut terminal = start(home.path(), &players);
        terminal.wait_for_text("Your move");
        terminal.type_keys("f5");
        terminal.wait_for_answer("f5");
        terminal.wait_for_text("Your move");
        terminal.wait_for_text("level 1 · rated");
        terminal.type_keys("k");
        terminal.wait_for_text("level 1 · casual");
        match end {
            "window" => terminal.hang_up(),
            "q" => terminal.type_keys("q"),
            signal => terminal.signal(signal),
        }
        terminal.wait_for_exit();

        let mut terminal = start(home.path(), &[]);
        terminal.wait_for_text("Continue");
        terminal.type_keys("\r");
        terminal.wait_for_text("level 1 · casual");
        terminal.type_keys("j");
        terminal.wait_for_text("Resign?");
        terminal.type_keys("\r");
        terminal.wait_for_text("Not rated: a hint was shown.");
        terminal.type_keys("\x03");
        terminal.wait_for_exit();
        let game = latest(home.path());
        assert_eq!(
            (&game["rated"], &game["casual"], &game["you"]),
            (&false.into(), &"hint".into(), &"black".into()),
            "{end}: {game}"
        );
    }
}

#[test]
fn a_game_without_help_stays_rated_when_it_is_continued() {
    let home = tempfile::tempdir().unwrap();
    let players = ["--black", "human", "--white", "engine:1", "--pace", "0"];
    let mut terminal = start(home.path(), &players);
    terminal.wait_for_text("Your move");
    terminal.type_keys("f5");
    terminal.wait_for_answer("f5");
    terminal.signal("-KILL");
    terminal.wait_for_exit();

    let mut terminal = start(home.path(), &[]);
    terminal.wait_for_text("Continue");
    terminal.type_keys("\r");
    terminal.wait_for_text("level 1 · rated");
    terminal.type_keys("j");
    terminal.wait_for_text("Resign?");
    terminal.type_keys("\r");
    terminal.wait_for_text("You lose: you resigned.");
    terminal.type_keys("\x03");
    terminal.wait_for_exit();
    let game = latest(home.path());
    assert_eq!(
        (&game["rated"], &game["casual"]),
        (&true.into(), &Value::Null),
        "{game}"
    );
}
