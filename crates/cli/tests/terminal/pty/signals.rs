//! Signals, suspending, and closing the window.

use std::io::Read as _;
use std::path::Path;
use std::time::{Duration, Instant};

use portable_pty::native_pty_system;

use crate::program;
use crate::pty::TWO_PERSONS;
use crate::terminal::{self, PROGRAM, Terminal};

#[test]
fn ctrl_z_gives_the_terminal_to_the_shell_and_fg_takes_it_again() {
    let script = "set -m; \"$0\" --black human --white human; echo in-the-shell; read line; \
                  fg >/dev/null; echo back-in-the-shell; read line";
    let mut terminal = Terminal::start("sh", &["-c", script, PROGRAM]);
    terminal.wait_for_text("Black to move");
    terminal.type_keys("f5");
    terminal.wait_for_text("1  f5");
    terminal.assert_taken();
    terminal.type_keys("\x1a");
    terminal.wait_for_text("in-the-shell");
    terminal.assert_given_back();
    terminal.type_keys("\r");
    terminal.wait_for_text("1  f5");
    terminal.assert_taken();
    terminal.type_keys("d6");
    terminal.wait_for_text(" d6 ");
    terminal.type_keys("\x03");
    assert_ends_in_the_shell(&mut terminal);
}

/// Returns the number of the only child of a process.
fn child(parent: u32) -> u32 {
    // Linux tells it without a program, which a small system does not have.
    let threads = std::fs::read_dir(format!("/proc/{parent}/task"));
    let threads = threads.into_iter().flatten().map(Result::unwrap);
    let children = threads.map(|thread| std::fs::read_to_string(thread.path().join("children")));
    let mut children: String = children.filter_map(Result::ok).collect();
    if children.is_empty() {
        let mut listed = program::command(Path::new("/nowhere"), "pgrep");
        let listed = listed.args(["-P", &parent.to_string()]).output().unwrap();
        children = String::from_utf8(listed.stdout).unwrap();
    }
    children.trim().parse().unwrap()
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

/// Takes seconds: each of twelve programs makes its first move after half a second, the usual pace.
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
        terminal.wait_for_answer("1");
        terminal.assert_taken();
        terminal.signal(name);
        let status = terminal.wait_for_end();
        terminal.assert_given_back();
        let signal = status.signal().unwrap_or_default();
        assert!(signal.starts_with(text), "{name}: {status:?}");
    }
}

#[test]
fn a_signal_overtakes_the_resizes_and_keys_that_wait() {
    let mut terminal = Terminal::start(PROGRAM, &["analyse", "f5d6c3d3c4"]);
    terminal.wait_for_text(" 5 Black c4 ");
    let sent = terminal.sent.clone();
    let frames = || {
        let sent = sent.lock().unwrap();
        let starts = sent.windows(8);
        starts.filter(|bytes| *bytes == b"\x1b[?2026h").count()
    };
    for step in 0..400 {
        let (columns, rows) = (80 + step % 60, 40 + step % 20);
        terminal
            .master
            .resize(terminal::size(columns, rows))
            .unwrap();
        terminal.type_keys("\x1b[D");
    }
    terminal.signal("-TERM");
    let before = frames();
    let status = terminal.child.wait().unwrap();
    assert!(
        status
            .signal()
            .unwrap_or_default()
            .starts_with("Terminated")
    );
    let after = frames() - before;
    assert!(after <= 8, "{after} frames after the signal");
}

/// The default action of these cannot be had, but the exit code is that of the shell.
/// Takes seconds: each of four programs makes its first move after half a second, the usual pace.
#[cfg(target_os = "linux")]
#[test]
fn rare_signals_give_the_terminal_back_too() {
    for (name, code) in [("-IO", 157), ("-PWR", 158), ("-40", 168), ("-64", 192)] {
        let mut terminal = Terminal::start(PROGRAM, &["--black", "greedy", "--white", "random"]);
        terminal.wait_for_answer("1");
        terminal.assert_taken();
        terminal.signal(name);
        let status = terminal.wait_for_end();
        terminal.assert_given_back();
        assert_eq!(status.exit_code(), code, "{name}: {status:?}");
    }
}

/// Takes seconds: in each of two games White thinks for two seconds, until its clock shows 4:58.
#[test]
fn closing_the_window_keeps_everything_and_ends_by_the_hang_up() {
    for has_control in [true, false] {
        let args = [&TWO_PERSONS[..], &["--time", "5m"]].concat();
        let mut terminal = Terminal::start_as(PROGRAM, &args, |command| {
            command.set_controlling_tty(has_control);
        });
        terminal.wait_for_text("Black to move");
        terminal.type_keys("f5");
        terminal.wait_for_text("1  f5");
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

/// Takes seconds: in each of two games White thinks for 1.2 seconds.
#[test]
fn a_signal_gives_no_thinking_time_back_in_line_mode() {
    for (name, text) in [("-INT", "Interrupt"), ("-TERM", "Terminated")] {
        let lines = [&["--plain", "--time", "5m"][..], &TWO_PERSONS].concat();
        let mut terminal = Terminal::start_with(PROGRAM, &lines, &[]);
        terminal.wait_for_text("> ");
        terminal.type_keys("f5\r");
        terminal.wait_for_text("White>");
        // White thinks this long.
        std::thread::sleep(std::time::Duration::from_millis(1200));
        terminal.signal(name);
        let status = terminal.wait_for_end();
        let signal = status.signal().unwrap_or_default();
        assert!(signal.starts_with(text), "{name}: {status:?}");
        let saved = terminal.autosaves();
        let mut clocks = (saved.lines()).filter_map(|line| line.strip_prefix("white-left-ms = "));
        let left: u32 = clocks.next().unwrap().parse().unwrap();
        assert!(left <= 298_800, "{name}: {saved}");
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
    program::signal("-TSTP", &[child(shell)]);
    terminal.wait_for_text("in-the-shell");
    terminal.assert_given_back();
    terminal.type_keys("\r");
    terminal.wait_for_text("Black to move");
    terminal.assert_taken();
    terminal.type_keys("f5");
    terminal.wait_for_text("1  f5");
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
    terminal.wait_for_text("1  f5");
    terminal.assert_taken();
    terminal.type_keys("\x03");
    assert!(terminal.wait_for_end().success());
    terminal.assert_given_back();
}

/// Leaves the screen of a match whose games go on.
fn match_left_with(keys: &str) -> Terminal {
    let mut terminal = Terminal::start(
        "sh",
        &[
            "-c",
            "exec \"$0\" match engine:3 engine:2 --games 100000 --jobs 1 --watch",
            PROGRAM,
        ],
    );
    terminal.wait_for_text("level 3 ");
    terminal.assert_taken();
    terminal.type_keys(keys);
    terminal
}

#[test]
fn after_the_screen_of_a_match_signals_do_what_they_do_elsewhere() {
    for (key, text) in [
        ("\x1c", "Quit"),
        ("-USR1", "User defined signal 1"),
        ("-ALRM", "Alarm clock"),
    ] {
        let mut terminal = match_left_with("qq");
        terminal.wait_for_text("of 100000 games");
        match key.strip_prefix('-') {
            Some(_) => terminal.signal(key),
            None => terminal.type_keys(key),
        }
        let status = terminal.wait_for_end();
        let signal = status.signal().unwrap_or_default();
        assert!(signal.starts_with(text), "{key}: {status:?}");
        assert!(!terminal.text().contains("Interrupted after"), "{key}");
        terminal.assert_given_back();
    }
}

#[test]
fn ctrl_c_after_the_screen_of_a_match_ends_it_with_its_results() {
    // Also if it comes with the keys that leave the screen.
    for keys in ["qq\x03", "qq"] {
        let mut terminal = match_left_with(keys);
        if keys == "qq" {
            terminal.wait_for_text("of 100000 games");
            terminal.type_keys("\x03");
        }
        let status = terminal.wait_for_end();
        let signal = status.signal().unwrap_or_default();
        assert!(signal.starts_with("Interrupt"), "{status:?}");
        terminal.wait_for_text("Interrupted after ");
        terminal.assert_given_back();
    }
}

#[test]
fn ctrl_z_after_the_screen_of_a_match_gives_the_terminal_to_the_shell() {
    let script = "set -m; \"$0\" match engine:3 engine:2 --games 100000 --jobs 1 --watch; echo in-the-shell; \
                  read line; fg >/dev/null; read line";
    // Also if it comes with the keys that leave the screen.
    for keys in ["qq\x1a", "qq"] {
        let mut terminal = Terminal::start("sh", &["-c", script, PROGRAM]);
        terminal.wait_for_text("level 3 ");
        terminal.assert_taken();
        terminal.type_keys(keys);
        if keys == "qq" {
            terminal.wait_for_text("of 100000 games");
            terminal.type_keys("\x1a");
        }
        terminal.wait_for_text("in-the-shell");
        terminal.type_keys("\r");
        terminal.wait_for("the match", |text| {
            text.rsplit("in-the-shell")
                .next()
                .unwrap()
                .contains("of 100000 games")
        });
        terminal.type_keys("\x03");
        terminal.wait_for_text("Interrupted after ");
        // Some shells end with a program that was interrupted.
        terminal.type_keys("\r");
        terminal.wait_for_end();
        terminal.assert_given_back();
    }
}

#[test]
fn ctrl_c_works_in_the_same_read_as_esc() {
    let mut terminal = Terminal::start(PROGRAM, &TWO_PERSONS);
    terminal.wait_for_text("Black to move");
    terminal.type_keys("\x1b\x03");
    assert!(terminal.wait_for_end().success());
    terminal.assert_given_back();
}

#[test]
fn without_a_thread_for_signals_it_says_so() {
    // No address space has room for such a stack.
    let environment = [("RUST_MIN_STACK", "1000000000000000")];
    let mut terminal = Terminal::start_with(PROGRAM, &TWO_PERSONS, &environment);
    assert_eq!(terminal.wait_for_end().exit_code(), 1);
    terminal.wait_for_text("error: cannot start a thread: ");
    terminal.assert_given_back();
}

/// Takes seconds: the guard is gone once the first process of the system has noticed its end, which may look for such
/// only every other second.
#[cfg(target_os = "linux")]
#[test]
fn a_signal_does_not_wait_for_an_engine() {
    let folder = tempfile::tempdir().unwrap();
    let [script, mark] = ["engine.sh", "thinks"].map(|name| folder.path().join(name));
    let thinks = format!(
        "while read -r id command rest; do case $command in genmove) : > '{}'; exec sleep 86351;; \
         *) printf '=%s\\n\\n' \"$id\";; esac; done",
        mark.display()
    );
    std::fs::write(&script, thinks).unwrap();
    let engine = format!("gtp:sh '{}'", script.display());
    let mut terminal = Terminal::start(PROGRAM, &["--black", "human", "--white", &engine]);
    terminal.wait_for_text("Your move");
    terminal.type_keys("f5");
    terminal.wait_for("question to the engine", |_| mark.exists());
    let guard = child(terminal.child.process_id().unwrap());
    // The guard ends the engine only later.
    program::signal("-STOP", &[guard]);
    terminal.signal("-HUP");
    let status = terminal.wait_for_end();
    assert!(
        status.signal().unwrap_or_default().starts_with("Hangup"),
        "{status:?}"
    );
    let process = Path::new("/proc").join(guard.to_string());
    assert!(
        process.exists(),
        "the program waited for the guard and killed it"
    );
    program::signal("-CONT", &[guard]);
    terminal.wait_for("end of the guard", |_| !process.exists());
}

/// Takes seconds: a program with a screen has a second to end (`PATIENCE`) before the second signal ends it, and three
/// of these have one.
#[test]
fn a_second_signal_ends_it_in_a_terminal_that_nobody_reads() {
    let home = tempfile::tempdir().unwrap();
    let players = "match engine:3 engine:2 --games 100000 --jobs 1";
    let watched = format!("{players} --watch");
    for (name, arguments) in [
        ("-TERM", ""),
        ("-HUP", "--black human --white human"),
        ("-INT", watched.as_str()),
        ("-TERM", players),
    ] {
        let pty = native_pty_system()
            .openpty(terminal::size(250, 120))
            .unwrap();
        let arguments: Vec<&str> = arguments.split_whitespace().collect();
        let command = terminal::command(home.path(), PROGRAM, &arguments);
        let mut child = pty.slave.spawn_command(command).unwrap();
        drop(pty.slave);
        // It writes, and catches signals before it does.
        let mut output = pty.master.try_clone_reader().unwrap();
        output.read_exact(&mut [0; 30]).unwrap();
        let id = [child.process_id().unwrap()];
        let end = Instant::now() + Duration::from_secs(60);
        program::signal(name, &id);
        std::thread::sleep(Duration::from_millis(200));
        if child.try_wait().unwrap().is_none() {
            program::signal(name, &id);
        }
        while Instant::now() < end && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(20));
        }
        let Some(status) = child.try_wait().unwrap() else {
            program::signal("-KILL", &id);
            panic!("{name} {arguments:?}: it does not end");
        };
        assert!(
            status.signal().is_some(),
            "{name} {arguments:?}: {status:?}"
        );
    }
}

/// No folder can be made below a device, whoever runs the test.
const NOWHERE: &[(&str, &str)] = &[("XDG_STATE_HOME", "/dev/null")];

#[test]
fn a_game_that_could_not_be_saved_is_printed_whatever_ends_the_program() {
    for end in ["\x03", "-TERM"] {
        let mut terminal = Terminal::start_with(PROGRAM, &TWO_PERSONS, NOWHERE);
        terminal.wait_for_text("Black to move");
        terminal.type_keys("f5");
        terminal.wait_for_text("1 f5");
        match end.strip_prefix('-') {
            Some(_) => terminal.signal(end),
            None => terminal.type_keys(end),
        }
        let status = terminal.wait_for_end();
        terminal.wait_for_text("error: cannot save the game to /dev/null/reversi/autosave: ");
        terminal.wait_for_text("GM[Othello]");
        assert_eq!(status.exit_code(), 1, "{end}: {status:?}");
        assert_eq!(status.signal().is_some(), end == "-TERM", "{status:?}");
        terminal.assert_given_back();
    }
}

#[test]
fn line_mode_asks_before_it_leaves_a_game_that_could_not_be_saved() {
    let lines = [&["--plain"][..], &TWO_PERSONS].concat();
    for end in ["quit\rquit\r", "\x04"] {
        let mut terminal = Terminal::start_with(PROGRAM, &lines, NOWHERE);
        terminal.wait_for_text("Black to move");
        terminal.type_keys("f5\r");
        terminal.wait_for_text("The game continues.");
        if end != "\x04" {
            terminal.type_keys("quit\rboard\r");
            terminal.wait_for_text("could not be saved. Type quit again");
        }
        terminal.type_keys(end);
        let status = terminal.wait_for_exit();
        terminal.wait_for_text("GM[Othello]");
        assert_eq!(status.exit_code(), 1, "{status:?}");
    }
}
