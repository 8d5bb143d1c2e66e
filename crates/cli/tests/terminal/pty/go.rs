//! Go in the real program: a short game, and one that is killed and resumed.

use std::path::Path;

use crate::terminal::{PROGRAM, Terminal};

const PEOPLE: [&str; 3] = ["go", "--white", "human"];

/// The texts of the unfinished games.
fn saved(state: &Path) -> String {
    let Ok(entries) = std::fs::read_dir(state.join("reversi/go")) else {
        return String::new();
    };
    // A file that is being written is not a game yet.
    let paths = entries.map(|entry| entry.unwrap().path());
    let games = paths.filter(|path| path.extension().is_some_and(|ending| ending == "sgf"));
    games
        .map(|path| std::fs::read_to_string(path).unwrap_or_default())
        .collect()
}

#[test]
fn a_short_game_is_played_by_typing() {
    let mut terminal = Terminal::start(PROGRAM, &PEOPLE);
    terminal.wait_for_text("Black to move");
    terminal.assert_taken();
    for (key, said) in [
        ("a2", "Black plays a2."),
        ("a1", "White plays a1."),
        ("b1", "captures 1 stone: a1."),
        (".", "White passes."),
        (".", "Black wins by 25."),
    ] {
        terminal.type_keys(key);
        terminal.wait_for_text(said);
    }
    terminal.type_keys("q");
    assert!(terminal.wait_for_end().success());
    terminal.assert_given_back();
}

#[test]
fn a_game_against_the_cpu_is_killed_and_goes_on_at_the_next_start() {
    let state = tempfile::tempdir().unwrap();
    let environment = [("XDG_STATE_HOME", state.path().to_str().unwrap())];
    let args = ["go", "--white", "random"];
    let mut killed = Terminal::start_with(PROGRAM, &args, &environment);
    killed.wait_for_text("Your move");
    killed.type_keys("c3");
    killed.wait_for("save", |_| saved(state.path()).contains(";W["));
    killed.signal("-KILL");
    killed.child.wait().unwrap();

    let mut next = Terminal::start_with(PROGRAM, &["go"], &environment);
    next.wait_for_text("Resume it?");
    next.type_keys("\r");
    next.wait_for_text("random");
    next.wait_for_text(" c3 ");
    next.type_keys("qq");
    assert!(next.wait_for_end().success());
    next.assert_given_back();

    // Line mode offers the same game.
    let mut lines = Terminal::start_with(PROGRAM, &["go", "--plain"], &environment);
    lines.wait_for_text("Type resume to continue it.");
    lines.type_keys("resume\r");
    lines.wait_for_text("Black> ");
    lines.type_keys("resign\r");
    lines.wait_for_text("Game over: White wins.");
    lines.type_keys("quit\r");
    assert!(lines.wait_for_end().success());
    assert!(!saved(state.path()).contains(";B["));
    let log = std::fs::read_to_string(state.path().join("reversi/go.sgf")).unwrap();
    assert!(log.contains("RE[W+R]"), "{log}");
}
