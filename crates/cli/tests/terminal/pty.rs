//! The real program in a pseudo-terminal: a whole game, resizing, suspending, and every way to end,
//! with the state of the terminal looked at afterwards.

mod colors;
mod cpus;
mod go;
mod helped;
mod hold;
mod language;
mod memory;
mod signals;
use crate::terminal;

use std::time::Duration;

use reversi::transcript;
use terminal::{PROGRAM, Terminal, autosaves, size};
use vt100::MouseProtocolMode;

pub(crate) const TWO_PERSONS: [&str; 4] = ["--black", "human", "--white", "human"];

#[test]
fn a_game_is_saved_and_a_paste_with_the_line_ends_of_a_terminal_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.pgn");
    let mut terminal = Terminal::start(PROGRAM, &TWO_PERSONS);
    terminal.wait_for_text("Black to move");
    terminal.type_keys("f5d6c3s");
    terminal.wait_for_text("Save game");
    terminal.type_keys("\u{15}");
    terminal.type_keys(&format!("{}\r", path.display()));
    terminal.wait_for_text("Saved to game.pgn");
    let saved = std::fs::read_to_string(&path).unwrap();
    terminal.type_keys("uuu");
    terminal.wait_for_text("Black can move to 4 squares");
    terminal.type_keys(&format!(
        "\u{1b}[200~{}\u{1b}[201~",
        saved.replace('\n', "\r")
    ));
    terminal.wait_for_text("Opened: you against a friend, 3");
    terminal.type_keys("\u{3}");
    assert!(terminal.wait_for_end().success());
    terminal.assert_given_back();
}

#[test]
fn a_whole_game_is_played_by_typing() {
    let moves = "e6f4e3f6g5d6e7f5c5";
    let mut terminal = Terminal::start(PROGRAM, &TWO_PERSONS);
    terminal.wait_for_text("Black to move");
    terminal.assert_taken();
    for square in transcript::parse(moves).unwrap().entries() {
        let square = square.square().unwrap();
        terminal.type_keys(&square.to_string());
        let listed = format!(" {square} ");
        terminal.wait_for_text(&listed);
    }
    terminal.wait_for_text("Black wins 64-0.");
    terminal.type_keys("q");
    assert!(terminal.wait_for_end().success());
    terminal.assert_given_back();
}

#[test]
fn a_game_against_the_cpu_begins_in_the_choice_of_players() {
    let mut terminal = Terminal::start(PROGRAM, &["--pace", "0"]);
    terminal.wait_for_text("Enter open");
    terminal.type_keys("n");
    terminal.wait_for_text("Enter start");
    terminal.type_keys("\r");
    terminal.wait_for_text("Your move");
    terminal.type_keys("f5");
    terminal.wait_for_answer("f5");
    // The game is saved: q quits without a question.
    terminal.type_keys("q");
    assert!(terminal.wait_for_end().success());
    terminal.assert_given_back();
}

#[test]
fn what_has_a_screen_opens_it_at_a_terminal_and_prints_with_plain() {
    let cases: [(&[&str], &str, &str); 5] = [
        (&["learn"], "Esc leave", "goal"),
        (&["puzzle"], "Puzzles", "to move"),
        (&["stats"], "Your record", "finish"),
        (&["review", "f5d6c3", "--depth", "2"], "? more", "best"),
        (&["go"], "? more", "You (Black) to move"),
    ];
    for (args, shown, printed) in cases {
        let mut terminal = Terminal::start(PROGRAM, args);
        terminal.wait_for_text(shown);
        terminal.assert_taken();
        terminal.type_keys("\x03");
        assert!(terminal.wait_for_end().success(), "{args:?}");
        terminal.assert_given_back();
        let mut terminal = Terminal::start(PROGRAM, &[args, &["--plain"]].concat());
        terminal.wait_for_text(printed);
        terminal.type_keys("quit\r");
        assert!(terminal.wait_for_end().success(), "{args:?}");
    }
    let mut terminal = Terminal::start(PROGRAM, &["review"]);
    terminal.wait_for_text("Your games");
    terminal.type_keys("\x03");
    assert!(terminal.wait_for_end().success());
}

#[test]
fn a_game_against_the_engine_has_clocks_and_gives_hints() {
    let args = ["--black", "human", "--white", "engine:3", "--time", "5m+3s"];
    let mut terminal = Terminal::start(PROGRAM, &[&args[..], &["--pace", "0"]].concat());
    terminal.wait_for_text("level 3");
    terminal.wait_for_text("Your move");
    // The clock of the person runs by itself, the other one stands.
    terminal.wait_for_text("4:59");
    terminal.wait_for_text("5:00");
    terminal.type_keys("k");
    terminal.wait_for_text("Hint ");
    terminal.type_keys("f5");
    terminal.wait_for_answer("f5");
    terminal.wait_for("end of the hint", |screen| !screen.contains("Hint "));
    terminal.type_keys("v");
    terminal.wait_for_text("Values ");
    terminal.type_keys("qq");
    assert!(terminal.wait_for_end().success());
    terminal.assert_given_back();
}

#[test]
fn a_bracketed_paste_is_played_and_its_control_characters_are_not_obeyed() {
    let mut terminal = Terminal::start(PROGRAM, &TWO_PERSONS);
    terminal.wait_for_text("Black to move");
    terminal.type_keys("\x1b[200~f5d6c3\x1b[201~");
    terminal.wait_for_text(" c3 ");
    terminal.type_keys("\x1b[200~d3 \x07\x1b]0;x\x07\x1b[201~");
    terminal.wait_for_text("is not a square like f5");
    // Nothing of it was played.
    terminal.type_keys("d3");
    terminal.wait_for_text(" d3 ");
    terminal.type_keys("\x03");
    assert!(terminal.wait_for_end().success());
    terminal.assert_given_back();
}

#[test]
fn the_mouse_clicks_and_is_left_alone_with_no_mouse() {
    let mut terminal = Terminal::start(PROGRAM, &TWO_PERSONS);
    terminal.wait_for_text("Black to move");
    terminal.type_keys("c");
    terminal.wait_for_text("c_");
    let text = terminal.text();
    let (row, line) = (1..)
        .zip(text.lines())
        .find(|(_, l)| l.contains("c4"))
        .unwrap();
    let column = line[..line.find("c4").unwrap()].chars().count() + 1;
    terminal.type_keys(&format!("\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m"));
    terminal.wait_for_text("1  c4");

    let mut quiet = Terminal::start(PROGRAM, &["--no-mouse"]);
    quiet.wait_for_text("Enter open");
    let mode = quiet.screen.lock().unwrap().screen().mouse_protocol_mode();
    assert_eq!(mode, MouseProtocolMode::None);
    quiet.type_keys("q");
    assert!(quiet.wait_for_end().success());
}

#[test]
fn a_storm_of_resizes_ends_with_a_picture_of_the_last_size() {
    let mut terminal = Terminal::start(PROGRAM, &TWO_PERSONS);
    terminal.wait_for_text("Black to move");
    for step in 0..60 {
        let (columns, rows) = (20 + step * 3 % 140, 8 + step % 50);
        terminal.master.resize(size(columns, rows)).unwrap();
    }
    terminal.master.resize(size(20, 8)).unwrap();
    terminal.show(20, 8);
    terminal.wait_for_text("20x8 (");
    terminal.show(120, 40);
    terminal.master.resize(size(120, 40)).unwrap();
    terminal.wait_for_text("Black to move");
    terminal.type_keys("f5");
    terminal.wait_for_text("1 f5");
    terminal.type_keys("\x03");
    assert!(terminal.wait_for_end().success());
    terminal.assert_given_back();
}

#[test]
fn a_paste_right_after_a_resize_leaves_the_keys_alive() {
    let mut terminal = Terminal::start(PROGRAM, &TWO_PERSONS);
    terminal.wait_for_text("Black to move");
    let text = "z".repeat(4_000);
    for turn in 0..40 {
        let columns = 80 + turn % 2;
        terminal.show(columns, 24);
        terminal.master.resize(size(columns, 24)).unwrap();
        std::thread::sleep(Duration::from_micros(u64::from(turn) * 10));
        terminal.type_keys(&format!("\x1b[200~{text}\x1b[201~"));
        terminal.type_keys("f5");
        terminal.wait_for_text("White can move to 3 squares");
        terminal.type_keys("u");
        terminal.wait_for_text("Black can move to 4 squares");
    }
    terminal.type_keys("\x03");
    assert!(terminal.wait_for_end().success());
    terminal.assert_given_back();
}

#[test]
fn a_key_in_the_same_read_as_a_paste_is_not_late() {
    for length in [1_000, 1_500, 2_000] {
        let mut terminal = Terminal::start(PROGRAM, &TWO_PERSONS);
        terminal.wait_for_text("Black to move");
        let text = "x".repeat(length);
        terminal.type_keys(&format!("\x1b[200~{text}\x1b[201~\x03"));
        assert!(terminal.wait_for_end().success());
        terminal.assert_given_back();
    }
}

#[test]
fn a_paste_without_an_end_does_not_block_ctrl_c() {
    let mut terminal = Terminal::start(PROGRAM, &TWO_PERSONS);
    terminal.wait_for_text("Black to move");
    terminal.type_keys("\x1b[200~");
    let text = "x".repeat(1_000);
    for _ in 0..2_000 {
        terminal.type_keys(&text);
    }
    std::thread::sleep(Duration::from_millis(200));
    terminal.type_keys("\x03");
    assert!(terminal.wait_for_end().success());
    terminal.assert_given_back();
}

#[test]
fn impossible_sequences_are_no_keys_and_no_end() {
    let mut terminal = Terminal::start(PROGRAM, &TWO_PERSONS);
    terminal.wait_for_text("Black to move");
    terminal.type_keys("\x1b[<35;0;5M\x1b[<0;0;0M\x1b[M   \x1b[0;0R\x1b[99999~\x1b[1;");
    std::thread::sleep(Duration::from_millis(200));
    terminal.type_keys("f5");
    terminal.wait_for_text("1 f5");
    terminal.type_keys("\x03");
    assert!(terminal.wait_for_end().success());
    terminal.assert_given_back();
}

#[test]
fn many_changes_in_a_row_do_not_hold_up_the_end() {
    let mut terminal = Terminal::start(PROGRAM, &TWO_PERSONS);
    terminal.wait_for_text("Black to move");
    terminal.type_keys("f5");
    terminal.wait_for_text("White can move to 3 squares");
    terminal.type_keys(&"ur".repeat(2_500));
    terminal.type_keys(&"t".repeat(20_000));
    terminal.type_keys("d6\u{3}");
    assert!(terminal.wait_for_end().success());
    terminal.assert_given_back();
    assert!(terminal.autosaves().contains("moves = \"f5 d6\""));
}

#[test]
fn a_game_that_was_killed_is_offered_at_the_next_start_and_goes_on() {
    for signal in ["-KILL", "-TERM"] {
        let state = tempfile::tempdir().unwrap();
        let environment = [("XDG_STATE_HOME", state.path().to_str().unwrap())];
        let mut killed = Terminal::start_with(PROGRAM, &TWO_PERSONS, &environment);
        killed.wait_for_text("Black to move");
        killed.type_keys("f5d6");
        killed.wait_for_text(" d6 ");
        if signal == "-KILL" {
            // Nothing can be written any more after it: the save that runs beside the game comes first.
            killed.wait_for("save", |_| autosaves(state.path()).contains("d6"));
        }
        killed.signal(signal);
        killed.child.wait().unwrap();
        assert!(autosaves(state.path()).contains("d6"), "{signal}");

        let mut next = Terminal::start_with(PROGRAM, &[], &environment);
        next.wait_for_text("Continue");
        next.type_keys("\r");
        next.wait_for_text(" d6 ");
        next.wait_for_text("Black to move");
        next.type_keys("c3");
        next.wait_for_text(" c3 ");
        next.type_keys("qq");
        assert!(next.wait_for_end().success());
        next.assert_given_back();
        assert!(autosaves(state.path()).contains("c3"), "{signal}");
    }
}

#[test]
fn an_analysis_that_was_killed_goes_on_with_its_variations() {
    let state = tempfile::tempdir().unwrap();
    let environment = [("XDG_STATE_HOME", state.path().to_str().unwrap())];
    let analyses = || {
        let files = std::fs::read_dir(state.path().join("reversi/analyses"));
        let texts = files.into_iter().flatten().flatten();
        let texts = texts.filter_map(|file| std::fs::read_to_string(file.path()).ok());
        texts.collect::<String>()
    };
    let mut killed = Terminal::start_with(PROGRAM, &["analyse"], &environment);
    killed.wait_for_text("Black to move");
    killed.type_keys("f5d6");
    killed.wait_for_text(" 2 White d6 ");
    killed.type_keys("\u{1b}[Df6");
    killed.wait_for_text("Variation from 2");
    killed.wait_for("save", |_| analyses().contains("W[f6]"));
    killed.signal("-KILL");
    killed.child.wait().unwrap();

    let mut next = Terminal::start_with(PROGRAM, &["analyse"], &environment);
    next.wait_for_text("Your last analysis.");
    next.wait_for_text("2 f6");
    next.type_keys("q");
    assert!(next.wait_for_end().success());
    next.assert_given_back();
}

/// Takes seconds: it waits a second and a half until nothing moves, and measures for as long.
#[cfg(target_os = "linux")]
#[test]
fn an_idle_game_uses_no_cpu() {
    let mut terminal = Terminal::start(PROGRAM, &["--black", "human", "--white", "greedy"]);
    terminal.wait_for_text("Your move");
    terminal.type_keys("f5");
    terminal.wait_for_answer("f5");
    terminal.wait_for_text("Your move");
    // The marks on the turned discs are gone after a second.
    std::thread::sleep(Duration::from_millis(1500));
    let before = terminal.ticks();
    std::thread::sleep(Duration::from_millis(1500));
    let used = terminal.ticks() - before;
    assert!(used <= 2, "{used} ticks in 1.5 s");
}

#[test]
fn the_doctor_tells_about_the_terminal_without_asking_it() {
    let mut terminal = Terminal::start(PROGRAM, &["doctor"]);
    assert!(terminal.wait_for_end().success());
    terminal.wait_for_text("No problems found.");
    let sent = String::from_utf8_lossy(&terminal.sent.lock().unwrap()).into_owned();
    assert!(!sent.contains('\x1b'), "{sent:?}");
    let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let lines: Vec<String> = sent.lines().map(words).collect();
    for line in [
        "standard input a terminal",
        "standard error a terminal",
        "size 80x24",
        "colours 24-bit: by COLORTERM",
        "interface screen",
    ] {
        assert!(lines.iter().any(|other| other == line), "{line}: {sent}");
    }
}
