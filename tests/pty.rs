//! The real program in a pseudo-terminal: a whole game, resizing, suspending, and every way to end,
//! with the state of the terminal looked at afterwards.

#![cfg(unix)]
#![allow(clippy::unwrap_used)] // in tests a panic is the report

#[path = "support/terminal.rs"]
mod terminal;

use std::time::Duration;

use portable_pty::CommandBuilder;
use reversi::app::player::PlayerKind;
use reversi::app::player::{Control, Player, PlayerError};
use reversi::app::session::Setup;
use reversi::app::settings::Settings;
use reversi::app::store::config::Store;
use reversi::app::tui::{self, ColorDepth, FirstScreen, Options};
use reversi::notation::transcript;
use reversi::search::Limits;
use reversi::{ByColor, Game, Square};
use terminal::{PROGRAM, Terminal, autosaves, size};
use vt100::MouseProtocolMode;

const TWO_PERSONS: [&str; 4] = ["--black", "human", "--white", "human"];

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
    terminal.wait_for_text("60 empty");
    terminal.type_keys(&format!(
        "\u{1b}[200~{}\u{1b}[201~",
        saved.replace('\n', "\r")
    ));
    terminal.wait_for_text("Opened: Black human, White human, 3");
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
    for (count, square) in (1..).zip(transcript::parse(moves).unwrap().entries()) {
        let square = square.square().unwrap();
        terminal.type_keys(&square.to_string());
        let listed = format!("{count} {square}");
        terminal.wait_for_text(&listed);
    }
    terminal.wait_for_text("Game over. Black 64, White 0: Black wins by 64.");
    terminal.type_keys("q");
    assert!(terminal.wait_for_end().success());
    terminal.assert_given_back();
}

#[test]
fn a_game_against_the_cpu_begins_in_the_choice_of_players() {
    let mut terminal = Terminal::start(PROGRAM, &["--pace", "0"]);
    terminal.wait_for_text("Enter open");
    terminal.type_keys("p");
    terminal.wait_for_text("Enter start");
    terminal.type_keys("\r");
    terminal.wait_for_text("Black to move");
    terminal.type_keys("f5");
    terminal.wait_for_text("White plays");
    // A game is under way: q asks, and the second q is the answer.
    terminal.type_keys("q");
    terminal.wait_for_text("Quit?");
    terminal.type_keys("q");
    assert!(terminal.wait_for_end().success());
    terminal.assert_given_back();
}

#[test]
fn a_game_against_the_engine_has_clocks_and_gives_hints() {
    let args = ["--black", "human", "--white", "engine:3", "--time", "5m+3s"];
    let mut terminal = Terminal::start(PROGRAM, &[&args[..], &["--pace", "0"]].concat());
    terminal.wait_for_text("level 3");
    terminal.wait_for_text("Black to move");
    // The clock of the person runs by itself, the other one stands.
    terminal.wait_for_text("4:59");
    terminal.wait_for_text("5:00");
    terminal.type_keys("k");
    terminal.wait_for_text("Hint: ");
    terminal.type_keys("f5");
    terminal.wait_for_text("White plays");
    terminal.wait_for("end of the hint", |screen| !screen.contains("Hint: "));
    terminal.type_keys("v");
    terminal.wait_for_text("Best ");
    terminal.type_keys("qq");
    assert!(terminal.wait_for_end().success());
    terminal.assert_given_back();
}

#[test]
fn a_bracketed_paste_is_played_and_its_control_characters_are_not_obeyed() {
    let mut terminal = Terminal::start(PROGRAM, &TWO_PERSONS);
    terminal.wait_for_text("Black to move");
    terminal.type_keys("\x1b[200~f5d6c3\x1b[201~");
    terminal.wait_for_text("3 c3");
    terminal.type_keys("\x1b[200~d3 \x07\x1b]0;x\x07\x1b[201~");
    terminal.wait_for_text("is not a square like f5");
    terminal.wait_for_text("4 d3");
    terminal.type_keys("\x03");
    assert!(terminal.wait_for_end().success());
    terminal.assert_given_back();
}

#[test]
fn the_mouse_clicks_and_is_left_alone_with_no_mouse() {
    let mut terminal = Terminal::start(PROGRAM, &TWO_PERSONS);
    terminal.wait_for_text("Black to move");
    terminal.type_keys("f");
    terminal.wait_for_text("f_");
    let text = terminal.text();
    let (row, line) = (1..)
        .zip(text.lines())
        .find(|(_, l)| l.contains("f5"))
        .unwrap();
    let column = line[..line.find("f5").unwrap()].chars().count() + 1;
    terminal.type_keys(&format!("\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m"));
    terminal.wait_for_text("1 f5");

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
fn ctrl_z_gives_the_terminal_to_the_shell_and_fg_takes_it_again() {
    let script = "set -m; \"$0\" --black human --white human; echo in-the-shell; read line; \
                  fg >/dev/null; echo back-in-the-shell; read line";
    let mut terminal = Terminal::start("sh", &["-c", script, PROGRAM]);
    terminal.wait_for_text("Black to move");
    terminal.type_keys("f5");
    terminal.wait_for_text("1 f5");
    terminal.assert_taken();
    terminal.type_keys("\x1a");
    terminal.wait_for_text("in-the-shell");
    terminal.assert_given_back();
    terminal.type_keys("\r");
    terminal.wait_for_text("1 f5");
    terminal.assert_taken();
    terminal.type_keys("d6");
    terminal.wait_for_text("2 d6");
    terminal.type_keys("\x03");
    assert_ends_in_the_shell(&mut terminal);
}

/// The shell that started the program has the terminal again, and ends as well.
fn assert_ends_in_the_shell(terminal: &mut Terminal) {
    terminal.wait_for_text("back-in-the-shell");
    terminal.assert_given_back();
    terminal.type_keys("\r");
    assert!(terminal.wait_for_end().success());
}

#[test]
fn a_stop_from_outside_is_survived_and_the_screen_drawn_again() {
    let mut terminal = Terminal::start(PROGRAM, &TWO_PERSONS);
    terminal.wait_for_text("Black to move");
    terminal.signal("-STOP");
    // Somebody else writes over the screen meanwhile.
    terminal
        .screen
        .lock()
        .unwrap()
        .process(b"\x1b[2J\x1b[?1049l");
    assert!(!terminal.text().contains("Black to move"));
    terminal.signal("-CONT");
    terminal.wait_for_text("Black to move");
    terminal.assert_taken();
    terminal.type_keys("\x03");
    assert!(terminal.wait_for_end().success());
    terminal.assert_given_back();
}

#[test]
fn signals_that_end_it_give_the_terminal_back_and_are_seen_from_outside() {
    for (name, text) in [
        ("-TERM", "Terminated"),
        ("-HUP", "Hangup"),
        ("-INT", "Interrupt"),
        ("-QUIT", "Quit"),
        ("-ABRT", "Abort"),
        ("-USR1", "User defined signal 1"),
        ("-USR2", "User defined signal 2"),
        ("-ALRM", "Alarm clock"),
        ("-VTALRM", "Virtual timer expired"),
        ("-PROF", "Profiling timer expired"),
        ("-XCPU", "C"),
        ("-XFSZ", "File"),
    ] {
        // The shell tells how the program ended: 128 and the signal's number.
        let mut terminal = Terminal::start(PROGRAM, &["--black", "greedy", "--white", "random"]);
        terminal.wait_for_text("plays");
        terminal.assert_taken();
        terminal.signal(name);
        let status = terminal.wait_for_end();
        terminal.assert_given_back();
        let signal = status.signal().unwrap_or_default();
        assert!(signal.starts_with(text), "{name}: {status:?}");
    }
}

/// The default action of these cannot be had, but the exit code is that of the shell.
#[cfg(target_os = "linux")]
#[test]
fn rare_signals_give_the_terminal_back_too() {
    for (name, code) in [("-IO", 157), ("-PWR", 158), ("-40", 168), ("-64", 192)] {
        let mut terminal = Terminal::start(PROGRAM, &["--black", "greedy", "--white", "random"]);
        terminal.wait_for_text("plays");
        terminal.assert_taken();
        terminal.signal(name);
        let status = terminal.wait_for_end();
        terminal.assert_given_back();
        assert_eq!(status.exit_code(), code, "{name}: {status:?}");
    }
}

#[test]
fn closing_the_window_keeps_everything_and_ends_by_the_hang_up() {
    for has_control in [true, false] {
        let mut command = CommandBuilder::new(PROGRAM);
        command.args([&TWO_PERSONS[..], &["--time", "5m"]].concat());
        command.set_controlling_tty(has_control);
        let mut terminal = Terminal::spawn(command, &[]);
        terminal.wait_for_text("Black to move");
        terminal.type_keys("f5");
        terminal.wait_for_text("1 f5");
        // The save with the last clocks is the one at the end.
        terminal.wait_for_text("4:58");
        terminal.hang_up();
        // Without a controlling terminal no signal comes: reading finds the end.
        let status = terminal.wait_for_exit();
        let signal = status.signal().unwrap_or_default();
        assert!(signal.starts_with("Hangup"), "{status:?}");
        let saved = terminal.autosaves();
        assert!(saved.contains("f5"), "{saved}");
        let mut clocks = saved
            .lines()
            .filter_map(|line| line.strip_prefix("white-left-ms = "));
        let left: u32 = clocks.next().unwrap().parse().unwrap();
        assert!(left < 299_000, "{saved}");
    }
}

#[test]
fn a_stop_request_from_outside_gives_the_terminal_to_the_shell() {
    let script = "set -m; \"$0\" --black human --white human; echo in-the-shell; read line; \
                  fg >/dev/null; echo back-in-the-shell; read line";
    let mut terminal = Terminal::start("sh", &["-c", script, PROGRAM]);
    terminal.wait_for_text("Black to move");
    terminal.assert_taken();
    let shell = terminal.child.process_id().unwrap();
    let children = std::process::Command::new("pgrep")
        .args(["-P", &shell.to_string()])
        .output()
        .unwrap();
    let program = String::from_utf8(children.stdout).unwrap();
    terminal::kill("-TSTP", program.trim());
    terminal.wait_for_text("in-the-shell");
    terminal.assert_given_back();
    terminal.type_keys("\r");
    terminal.wait_for_text("Black to move");
    terminal.assert_taken();
    terminal.type_keys("f5");
    terminal.wait_for_text("1 f5");
    terminal.type_keys("\x03");
    assert_ends_in_the_shell(&mut terminal);
}

#[test]
fn without_job_control_nothing_stops_it() {
    let mut terminal = Terminal::start(PROGRAM, &TWO_PERSONS);
    terminal.wait_for_text("Black to move");
    terminal.signal("-TSTP");
    terminal.type_keys("\x1a");
    terminal.type_keys("f5");
    terminal.wait_for_text("1 f5");
    terminal.assert_taken();
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
        terminal.wait_for_text("59 empty");
        terminal.type_keys("u");
        terminal.wait_for_text("60 empty");
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

/// Never answers, and cannot be stopped.
struct Stuck;

impl Player for Stuck {
    fn choose(&mut self, _: &Game, _: &Control) -> Result<Square, PlayerError> {
        loop {
            std::thread::park();
        }
    }
}

/// Not a test: the program of the next one.
#[test]
#[ignore = "run by quitting_says_what_it_waits_for_and_a_second_ctrl_c_ends_it"]
fn a_program_with_a_cpu_that_hangs() {
    play_against(|kind, _| (!kind.is_human()).then(|| Box::new(Stuck) as Box<dyn Player>));
}

#[test]
fn quitting_says_what_it_waits_for_and_a_second_ctrl_c_ends_it() {
    let mut terminal = start_own("a_program_with_a_cpu_that_hangs");
    terminal.wait_for_text("Black to move");
    terminal.type_keys("f5");
    terminal.wait_for_text("1 f5");
    terminal.type_keys("\x03");
    terminal.wait_for_text("Waiting for the CPU to stop thinking. Press Ctrl-C to quit at once.");
    terminal.assert_given_back();
    // Now the terminal itself turns the key into a signal.
    terminal.type_keys("\x03");
    let status = terminal.wait_for_end();
    let signal = status.signal().unwrap_or_default();
    assert!(signal.starts_with("Interrupt"), "{status:?}");
    terminal.assert_given_back();
}

#[test]
fn without_colours_no_colour_code_is_sent() {
    for args in [["--color", "never"], ["--theme", "monochrome"]] {
        let mut terminal = Terminal::start(PROGRAM, &args);
        terminal.wait_for_text("Enter open");
        terminal.type_keys("f5");
        terminal.wait_for_text("1 f5");
        let sent = String::from_utf8_lossy(&terminal.sent.lock().unwrap()).into_owned();
        for sequence in sent.split("\x1b[").skip(1) {
            let Some(end) = sequence.find(|c: char| c.is_ascii_alphabetic()) else {
                break; // cut off where reading stopped
            };
            if sequence[end..].starts_with('m') {
                for code in sequence[..end].split(';') {
                    let code: u16 = code.parse().unwrap_or(0);
                    let colored = matches!(code, 30..=49 | 90..=107);
                    assert!(!colored, "{args:?}: {:?}", &sequence[..=end]);
                }
            }
        }
        terminal.type_keys("\x03");
        assert!(terminal.wait_for_end().success());
    }
}

/// The question for the background colour.
const BACKGROUND: &[u8] = b"\x1b]11;?\x1b\\";

fn has_asked(terminal: &Terminal) -> bool {
    let sent = terminal.sent.lock().unwrap();
    sent.windows(BACKGROUND.len())
        .any(|bytes| bytes == BACKGROUND)
}

#[test]
fn a_light_terminal_gets_the_light_theme_and_its_answer_is_never_typed() {
    // A slow machine may take the answer for a late one.
    let is_light = (0..10).any(|_| {
        let mut terminal = Terminal::start(PROGRAM, &["--no-animation"]);
        terminal.wait_for("question", |_| has_asked(&terminal));
        terminal.type_keys("\x1b]11;rgb:fdf");
        std::thread::sleep(Duration::from_millis(60));
        terminal.type_keys("d/f6f5/e3e3\x1b");
        std::thread::sleep(Duration::from_millis(60));
        terminal.type_keys("\\");
        terminal.wait_for_text("Enter open");
        // Neither does what comes late and without an end.
        terminal.type_keys("\x1b]11;rgb:f5d6/c3\x1b]11;rgb:f5f5/d6d6/c3c3\x07?");
        terminal.wait_for_text("show this help");
        terminal.type_keys("\x1b");
        terminal.wait_for_text("Type f5 or click a square");
        assert!(!terminal.text().contains("1 f5"));
        let ground = {
            let parser = terminal.screen.lock().unwrap();
            parser.screen().cell(12, 79).unwrap().bgcolor()
        };
        terminal.type_keys("\x03");
        assert!(terminal.wait_for_end().success());
        terminal.assert_given_back();
        matches!(ground, vt100::Color::Rgb(240.., 240.., 240..))
    });
    assert!(is_light);
}

#[test]
fn pictures_are_sent_before_they_are_shown_and_deleted_when_the_terminal_is_given_back() {
    const PLACEHOLDER: &str = "\u{10eeee}";
    let sent =
        |terminal: &Terminal| String::from_utf8_lossy(&terminal.sent.lock().unwrap()).into_owned();
    // A slow machine may take the answers for late ones.
    let is_drawn = (0..10).any(|_| {
        let args = [&TWO_PERSONS[..], &["--no-animation"]].concat();
        let mut terminal = Terminal::start(PROGRAM, &args);
        terminal.wait_for("question", |_| sent(&terminal).contains("a=q"));
        terminal.type_keys("\x1b_Gi=31;OK\x1b\\\x1bP>|kitty(0.35.2)\x1b\\");
        terminal.wait_for_text("Black to move");
        // The answers come before the key.
        terminal.type_keys("f5");
        terminal.wait_for_text("1 f5");
        let before = sent(&terminal);
        let Some(shown) = before.find(PLACEHOLDER) else {
            terminal.type_keys("\x03");
            assert!(terminal.wait_for_end().success());
            return false;
        };
        let uploaded = before.find("a=T,U=1").unwrap();
        assert!(uploaded < shown);
        let uploads = |text: &str| text.matches("a=T,U=1").count();
        let deletes = |text: &str| text.matches("a=d,d=I,i=").count();
        assert_eq!(deletes(&before), 0);
        // Another program may have cleared everything.
        terminal.signal("-CONT");
        let again = |terminal: &Terminal| uploads(&sent(terminal)) > uploads(&before);
        terminal.wait_for("pictures", |_| again(&terminal));
        terminal.type_keys("\x03");
        assert!(terminal.wait_for_end().success());
        terminal.assert_given_back();
        let all = sent(&terminal);
        assert_eq!(deletes(&all), uploads(&all));
        assert!(all.rfind("a=d,") < all.rfind("\x1b[?1049l"));
        true
    });
    assert!(is_drawn);
    for args in [["--graphics", "off"], ["--color", "never"]] {
        let mut terminal = Terminal::start(PROGRAM, &args);
        terminal.wait_for_text("Enter open");
        assert!(!sent(&terminal).contains("\x1b_G"), "{args:?}");
        terminal.type_keys("\x03");
        assert!(terminal.wait_for_end().success());
    }
}

#[test]
fn only_a_terminal_that_can_answer_is_asked_and_only_for_an_automatic_theme() {
    let environments = [("TERM", "linux"), ("NO_COLOR", "1")];
    for (args, environment) in [
        (&["--theme", "classic"][..], &[][..]),
        (&[][..], &environments[..1]),
        (&[][..], &environments[1..]),
    ] {
        let mut terminal = Terminal::start_with(PROGRAM, args, environment);
        terminal.wait_for_text("Enter open");
        assert!(!has_asked(&terminal), "{args:?} {environment:?}");
        terminal.type_keys("\x03");
        assert!(terminal.wait_for_end().success());
    }
}

#[test]
fn a_terminal_without_truecolor_gets_256_colours() {
    let terminal = Terminal::start_with(PROGRAM, &TWO_PERSONS, &[("COLORTERM", "")]);
    terminal.wait_for_text("Black to move");
    let parser = terminal.screen.lock().unwrap();
    let screen = parser.screen();
    for row in 0..24 {
        for column in 0..80 {
            let cell = screen.cell(row, column).unwrap();
            for color in [cell.fgcolor(), cell.bgcolor()] {
                assert!(!matches!(color, vt100::Color::Rgb(..)), "{color:?}");
            }
        }
    }
}

#[test]
fn a_game_that_was_killed_is_offered_at_the_next_start_and_goes_on() {
    for signal in ["-KILL", "-TERM"] {
        let state = tempfile::tempdir().unwrap();
        let environment = [("XDG_STATE_HOME", state.path().to_str().unwrap())];
        let mut killed = Terminal::start_with(PROGRAM, &TWO_PERSONS, &environment);
        killed.wait_for_text("Black to move");
        killed.type_keys("f5d6");
        killed.wait_for_text("2 d6");
        if signal == "-KILL" {
            // Nothing can be written any more after it: the save that runs beside the game comes first.
            killed.wait_for("save", |_| autosaves(state.path()).contains("d6"));
        }
        killed.signal(signal);
        killed.child.wait().unwrap();
        assert!(autosaves(state.path()).contains("d6"), "{signal}");

        let mut next = Terminal::start_with(PROGRAM, &[], &environment);
        next.wait_for_text("Continue your game?");
        next.type_keys("\r");
        next.wait_for_text("2 d6");
        next.wait_for_text("Black to move");
        next.type_keys("c3");
        next.wait_for_text("3 c3");
        next.type_keys("qq");
        assert!(next.wait_for_end().success());
        next.assert_given_back();
        assert!(autosaves(state.path()).contains("c3"), "{signal}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_idle_game_uses_no_cpu() {
    let mut terminal = Terminal::start(PROGRAM, &["--black", "human", "--white", "greedy"]);
    terminal.wait_for_text("Black to move");
    terminal.type_keys("f5");
    terminal.wait_for_text("White plays");
    terminal.wait_for_text("Black to move");
    // The marks on the turned discs are gone after a second.
    std::thread::sleep(Duration::from_millis(1500));
    let before = terminal.ticks(&[]);
    std::thread::sleep(Duration::from_millis(1500));
    let used = terminal.ticks(&[]) - before;
    assert!(used <= 2, "{used} ticks in 1.5 s");
}

/// Crashes when it is asked.
struct Crash;

impl Player for Crash {
    fn choose(&mut self, _: &Game, _: &Control) -> Result<Square, PlayerError> {
        panic!("the player is out of ideas")
    }
}

/// Not a test: the program of the next one, run by it in a terminal of its own.
#[test]
#[ignore = "run by a_cpu_that_crashes_is_reported_after_the_game_and_not_over_it"]
fn a_program_with_a_cpu_that_crashes() {
    play_against(|kind, _| (!kind.is_human()).then(|| Box::new(Crash) as Box<dyn Player>));
}

/// Runs the interface with CPUs of a test.
fn play_against(factory: fn(&PlayerKind, u64) -> Option<Box<dyn Player>>) {
    let players = ByColor::new(PlayerKind::Human, PlayerKind::Greedy);
    let mut setup = Setup::new(players, 1);
    setup.factory = factory;
    tui::run(Options {
        setup,
        first: FirstScreen::Board,
        settings: Settings::default(),
        store: Store::in_memory(),
        colors: ColorDepth::True,
        asks_background: false,
        asks_graphics: false,
        ascii: false,
        mouse: true,
        animation: true,
        analysis: Limits::depth(4),
        review: Limits::depth(4),
        state: None,
        notice: None,
        online: None,
    })
    .unwrap();
}

/// Starts an ignored test of this file in a terminal of its own.
fn start_own(name: &str) -> Terminal {
    let own = std::env::current_exe().unwrap();
    let args = ["--ignored", "--exact", "--nocapture", name];
    Terminal::start(own.to_str().unwrap(), &args)
}

#[test]
fn a_cpu_that_crashes_is_reported_after_the_game_and_not_over_it() {
    let mut terminal = start_own("a_program_with_a_cpu_that_crashes");
    terminal.wait_for_text("Black to move");
    terminal.type_keys("f5");
    terminal.wait_for_text("White (greedy) failed to move: internal error");
    assert!(!terminal.text().contains("panicked at"));
    terminal.assert_taken();
    terminal.type_keys("\x03");
    assert!(terminal.wait_for_end().success());
    terminal.assert_given_back();
    assert!(terminal.text().contains("the player is out of ideas"));
}
