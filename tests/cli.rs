//! The command line: commands, help, exit codes, what is said to wrong values, and the settings file.

#![allow(clippy::unwrap_used)] // in tests a panic is the report

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const START: &str = "---------------------------OX------XO--------------------------- X";

/// The program with a home of its own and an environment of its own.
fn program(home: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_reversi"));
    command
        .args(args)
        .env_clear()
        .env("HOME", home)
        .env("XDG_CONFIG_HOME", home)
        .env("TERM", "xterm-256color")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn run(args: &[&str]) -> Output {
    let home = tempfile::tempdir().unwrap();
    program(home.path(), args).output().unwrap()
}

fn run_with_input(args: &[&str], input: &[u8]) -> Output {
    let home = tempfile::tempdir().unwrap();
    let mut child = program(home.path(), args)
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // The program may refuse before it has read all.
    let _ = stdin.write_all(input);
    drop(stdin);
    child.wait_with_output().unwrap()
}

/// What is on stdout of a run that succeeds and complains of nothing.
fn said(args: &[&str]) -> String {
    let output = run(args);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {output:?}");
    assert!(output.stderr.is_empty(), "{args:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The first line on stderr of a run that is wrong usage; nothing is on stdout.
fn refused(args: &[&str]) -> String {
    refusal(args).lines().next().unwrap().to_owned()
}

/// What is on stderr of a run that is wrong usage; nothing is on stdout.
fn refusal(args: &[&str]) -> String {
    let output = run(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {output:?}");
    assert!(output.stdout.is_empty(), "{args:?}: {output:?}");
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(
        text.chars().all(|c| c == '\n' || !c.is_control()),
        "{text:?}"
    );
    text
}

#[test]
fn every_help_says_what_it_is_about_before_options_and_examples() {
    for args in [
        &["--help"][..],
        &["-h"],
        &["play", "--help"],
        &["perft", "-h"],
        &["show", "--help"],
        &["convert", "--help"],
        &["games", "--help"],
        &["history", "--help"],
        &["solve", "--help"],
        &["hint", "--help"],
        &["match", "--help"],
        &["bench", "--help"],
        &["completions", "--help"],
        &["man", "--help"],
        &["help", "show"],
    ] {
        let help = said(args);
        let place = |part: &str| help.find(part).unwrap_or_else(|| panic!("{part}: {help}"));
        assert!(place("\n\nUsage: reversi") > 0, "{args:?}: {help}");
        assert!(place("\nUsage: ") < place("\nOptions:\n"), "{args:?}");
        assert!(
            place("\nOptions:\n") < place("\nExamples:\n  reversi"),
            "{args:?}"
        );
    }
}

#[test]
fn the_help_lists_players_themes_and_commands() {
    let help = said(&["--help"]);
    for word in [
        "human",
        "random",
        "greedy",
        "engine:1",
        "engine:10",
        "classic",
        "contrast",
        "color-safe",
        "monochrome",
        "perft",
        "show",
        "completions",
        "man",
        "--no-animation",
        "--position",
        "auto, always, never",
    ] {
        assert!(help.contains(word), "{word}: {help}");
    }
    assert_eq!(
        said(&["--version"]),
        format!("reversi {}\n", env!("CARGO_PKG_VERSION"))
    );
}

#[test]
fn the_examples_of_the_help_run() {
    for args in [
        &["show", "f5d6c3"][..],
        &["show", "--hex", "f5d6c3"],
        &["--moves", "f5d6c3", "--white", "random"],
        &["play", "--white", "greedy", "--pace", "0"],
        &[
            "play", "--black", "random", "--white", "random", "--seed", "7", "--plain",
        ],
    ] {
        said(args);
    }
}

#[test]
fn perft_prints_the_count_alone_and_the_rate_on_stderr() {
    for (args, count) in [
        (&["perft", "0"][..], "1\n"),
        (&["perft", "7"], "55092\n"),
        (&["perft", "3", "--position", START], "56\n"),
        // Nobody can move: the game is one leaf however deep.
        (
            &["perft", "60", "--position", &format!("{}O", "X".repeat(64))],
            "1\n",
        ),
    ] {
        let output = run(args);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert_eq!(String::from_utf8(output.stdout).unwrap(), count);
        let rate = String::from_utf8(output.stderr).unwrap();
        let end = format!(
            " million leaves a second ({} kernel)\n",
            reversi::bitboard::kernel::AnyKernel::fastest().name()
        );
        assert!(rate.ends_with(&end), "{rate}");
    }
}

#[test]
fn show_prints_the_board_the_moves_and_the_bits() {
    let shown = said(&["show"]);
    assert!(shown.starts_with("  a b c d e f g h\n1 . . . . . . . .\n"));
    assert!(shown.contains("\nBlack (X) 2, White (O) 2. Black to move: c4 d3 e6 f5.\n"));
    assert!(shown.contains(&format!("\n{START}\n")));
    assert!(shown.contains(
        "\n4 . . . . 1 . . .    4 . . . 1 . . . .    4 . . 1 . . . . .\n\
         5 . . . 1 . . . .    5 . . . . 1 . . .    5 . . . . . 1 . .\n"
    ));
    let hex = said(&["show", "--hex"]);
    assert!(
        hex.ends_with(
            "\nBlack       0x0000000810000000\n\
             White       0x0000001008000000\n\
             legal moves 0x0000102004080000\n"
        ),
        "{hex}"
    );
}

#[test]
fn show_reads_a_transcript_or_a_board_by_what_it_is() {
    // A transcript tells more than a board: the opening.
    let head = "Opening: Perpendicular (縦取り)\n\n";
    let with_head = said(&["show", "f5d6c3"]);
    let after = with_head.strip_prefix(head).unwrap();
    assert!(
        after.contains("\n------------------X--------XX------OXX-----O-------------------- O\n")
    );
    assert_eq!(said(&["show", "F5 d6, c3"]), with_head);
    let text = after.lines().find(|line| line.len() == 66).unwrap();
    assert_eq!(said(&["show", text]), after);
    assert_eq!(
        said(&["show", &text.replace(' ', "").to_lowercase()]),
        after
    );
    assert_eq!(said(&["show", START]), said(&["show"]));
    assert_eq!(said(&["show", ""]), said(&["show"]));
    for input in ["f5d6c3\n", text] {
        let output = run_with_input(&["show", "-"], input.as_bytes());
        let shown = String::from_utf8(output.stdout).unwrap();
        assert_eq!(shown.strip_prefix(head).unwrap_or(&shown), after);
    }
    assert_eq!(
        said(&["show", "f5", "--hex"]),
        said(&["show", "--hex", "f5"])
    );
}

#[test]
fn show_says_when_a_side_must_pass_or_the_game_is_over() {
    let board = |rest: &str, side: &str| format!("{rest}{} {side}", "-".repeat(64 - rest.len()));
    let pass = said(&["show", &board("XO", "O")]);
    assert!(
        pass.contains("\nBlack (X) 1, White (O) 1. White has no legal move and must pass.\n"),
        "{pass}"
    );
    let over = said(&["show", "e6f4e3f6g5d6e7f5c5"]);
    assert!(
        over.contains(
            "\nBlack (X) 13, White (O) 0. The game is over.\n\
             13-0 on the board; the 51 empty squares go to Black.\n\
             Game over. Black 64, White 0: Black wins by 64.\n"
        ),
        "{over}"
    );
}

#[test]
fn a_wrong_position_or_transcript_is_one_sentence_about_what_it_resembles() {
    for (args, sentence) in [
        (
            &["show", "hello"][..],
            "error: in the transcript, move 1: \"hello\" is not a square like f5, \
             and there is no such file",
        ),
        (
            &["show", "f5a1"],
            "error: in the transcript, move 2: a1 would turn no discs",
        ),
        (
            &["show", "f5i9"],
            "error: in the transcript, move 2: i9 is off the board: files are a-h and ranks are 1-8",
        ),
        (
            &["show", "XO--"],
            "error: the position has 4 squares, but it needs 64, followed by the side to move, X or O",
        ),
        (
            &["show", &START.replacen('O', "Z", 1)],
            "error: character 28 of the position is 'Z', but a square must be X, O or -",
        ),
        (
            &["show", "--hexx"],
            "error: unknown option \"--hexx\"; see `reversi show --help`",
        ),
        (
            &["show", "\u{1b}[2J"],
            "error: in the transcript, move 1: \"\\u{1b}[2J\" is not a square like f5, \
             and there is no such file",
        ),
        (
            &["--moves", "f5d6a1"],
            "error: --moves: move 3: a1 would turn no discs",
        ),
        (
            &["play", "--position", &START[..64]],
            "error: --position: the position does not name the side to move: \
             add X (Black) or O (White) after the squares",
        ),
        (
            &["perft", "3", "--position", "abc"],
            "error: --position: character 1 of the position is 'a', but a square must be X, O or -",
        ),
    ] {
        assert_eq!(refused(args), sentence);
    }
    for (input, sentence) in [
        (
            vec![b'f'; 100_000],
            "standard input is larger than 65536 bytes",
        ),
        (
            b"f5\xff".to_vec(),
            "invalid UTF-8 at byte 3 of standard input",
        ),
    ] {
        let output = run_with_input(&["show", "-"], &input);
        assert_eq!(output.status.code(), Some(2));
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(text.starts_with(&format!("error: {sentence}")), "{text}");
    }
}

#[test]
fn a_wrong_value_is_told_with_the_right_ones() {
    for (args, part) in [
        (&["--black", "edax"][..], "'edax' for '--black <PLAYER>'"),
        (&["--theme", "gren"], "'gren' for '--theme <THEME>'"),
        (&["--color", "maybe"], "'maybe' for '--color <WHEN>'"),
        (
            &["--pace", "10001"],
            "expected a whole number from 0 to 10000",
        ),
        (&["--pace", "-1"], "expected a whole number from 0 to 10000"),
        (
            &["--seed", "x"],
            "expected a whole number from 0 to 18446744073709551615",
        ),
        (&["perft", "61"], "expected a whole number from 0 to 60"),
        (&["perft", "ten"], "expected a whole number from 0 to 60"),
        (
            &["--plain", "show"],
            "--plain is an option of `play`, not of `show`",
        ),
        (&["--no-mouse", "play"], "--no-mouse must come after `play`"),
        (&["--blakc", "human"], "'--blakc'"),
        (&["--black", "a\u{1b}[2Jb\u{7}"], "for '--black <PLAYER>'"),
        (&["dance\u{7}"], "dance"),
    ] {
        let sentence = refused(args);
        assert!(sentence.starts_with("error: "), "{sentence}");
        assert!(sentence.contains(part), "{sentence}");
    }
    for (args, values) in [
        (
            &["--black", "edax"][..],
            "human, random, greedy, engine:1, ",
        ),
        (
            &["--theme", "gren"],
            "classic, contrast, color-safe, monochrome]",
        ),
        (&["--color", "maybe"], "auto, always, never]"),
        (&["--time", "5m", "--flag", "never"], "lose, warn]"),
        (&["explain", "--direction", "north"], "left, "),
        (&["convert", "a", "--to", "png"], "transcript, "),
        (&["completions", "tcsh"], "bash, "),
    ] {
        let text = refusal(args);
        assert!(
            text.contains("[possible values: ") && text.contains(values),
            "{text}"
        );
    }
    refused(&["perft"]);
}

#[test]
fn the_bare_program_takes_the_options_of_play() {
    let options = [
        "--black", "greedy", "--white", "random", "--seed", "9", "--pace", "5",
    ];
    let game = said(&options);
    assert!(game.lines().last().unwrap().starts_with("Game over."));
    assert_eq!(said(&[&["play"][..], &options].concat()), game);
    assert_ne!(
        said(&["--black", "greedy", "--white", "random", "--seed", "8"]),
        game
    );
}

#[test]
fn moves_are_played_from_the_position() {
    let after_f5 = "---------------------------OX------XXX-------------------------- O";
    let both = said(&["--position", after_f5, "--moves", "d6c3"]);
    assert!(both.contains("\nWhite plays d6, turning 1 disc.\nBlack plays c3, turning 1 disc.\n"));
    let all = said(&["--moves", "f5d6c3"]);
    let board = |text: &str| text[text.rfind("  a b c").unwrap()..].to_owned();
    assert_eq!(board(&both), board(&all));
    // A new game begins at that position again.
    let home = tempfile::tempdir().unwrap();
    let mut child = program(home.path(), &["--position", after_f5, "--moves", "d6c3"])
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"new").unwrap();
    let output = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    assert!(output.ends_with("Black (X) 4, White (O) 1. White to move: d6 f4 f6.\n"));
}

#[test]
fn line_mode_sends_no_escape_sequence_whatever_the_colours() {
    for args in [
        &["--color", "always"][..],
        &["--color", "always", "--theme", "classic"],
    ] {
        let output = said(args);
        assert!(output.starts_with("Black is human"));
        assert!(!output.contains('\u{1b}'));
    }
}

#[test]
fn help_and_mistakes_are_coloured_only_when_asked_for() {
    let home = tempfile::tempdir().unwrap();
    let escapes = |args: &[&str], variables: &[(&str, &str)]| {
        let output = program(home.path(), args)
            .envs(variables.iter().copied())
            .output()
            .unwrap();
        [output.stdout, output.stderr].concat().contains(&0x1b)
    };
    assert!(!escapes(&["--help"], &[]));
    assert!(escapes(&["--color", "always", "--help"], &[]));
    assert!(escapes(&["--color=always", "--black", "x"], &[]));
    assert!(escapes(
        &["perft", "x", "--color=always"],
        &[("NO_COLOR", "1")]
    ));
    assert!(!escapes(&["--black", "x"], &[("NO_COLOR", "1")]));
    assert!(!escapes(&["--color", "never", "--black", "x"], &[]));
}

#[test]
fn completions_are_written_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = said(&["completions", shell]);
        for word in ["perft", "completions", "no-animation"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
        // The scripts for the other two complete no values.
        if ["bash", "zsh", "fish"].contains(&shell) {
            assert!(
                script.contains("greedy") && script.contains("color-safe"),
                "{shell}"
            );
        }
    }
}

#[cfg(unix)]
#[test]
fn the_completion_script_is_accepted_by_bash() {
    let script = said(&["completions", "bash"]);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("reversi.bash");
    std::fs::write(&path, script).unwrap();
    // Where there is no bash there is nothing to check.
    if let Ok(status) = Command::new("bash").arg("-n").arg(&path).status() {
        assert!(status.success());
    }
}

#[test]
fn the_manual_page_holds_examples_and_every_command() {
    let page = said(&["man"]);
    assert!(page.contains(".TH reversi 1"));
    assert!(page.find(".SH EXAMPLES").unwrap() < page.find(".SH OPTIONS").unwrap());
    for section in ["PERFT", "SHOW", "COMPLETIONS", "MAN"] {
        assert!(
            page.contains(&format!(".SH REVERSI {section}\n")),
            "{section}"
        );
    }
    for option in ["black", "position", "hex", "pace", "color"] {
        assert!(page.contains(&format!("\\-\\-{option}")), "{option}");
    }
}

#[cfg(unix)]
#[test]
fn an_output_that_nobody_reads_ends_the_program_quietly() {
    let home = tempfile::tempdir().unwrap();
    for args in [
        &["--black", "random", "--white", "random"][..],
        &["perft", "5"],
        &["show"],
        &["completions", "bash"],
        &["man"],
        &["--help"],
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = program(home.path(), args).stdout(writer).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        let complaints = String::from_utf8(output.stderr).unwrap();
        assert!(!complaints.contains("error"), "{args:?}: {complaints}");
        // With stderr closed as well, as in `2>&1 | head -0`.
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let status = program(home.path(), args)
            .stdout(writer.try_clone().unwrap())
            .stderr(writer)
            .status()
            .unwrap();
        assert_eq!(status.code(), Some(0), "{args:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_output_that_is_full_is_a_failure() {
    let home = tempfile::tempdir().unwrap();
    for args in [
        &[][..],
        &["show"],
        &["perft", "2"],
        &["--help"],
        &["man"],
        &["history", "--json"],
    ] {
        let full = std::fs::File::options()
            .write(true)
            .open("/dev/full")
            .unwrap();
        let output = program(home.path(), args).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        let complaint = String::from_utf8(output.stderr).unwrap();
        assert!(
            complaint.starts_with("error: cannot write the output: "),
            "{args:?}: {complaint}"
        );
        assert_eq!(complaint.lines().count(), 1);
    }
}

#[cfg(unix)]
#[test]
fn an_input_that_cannot_be_read_is_a_failure() {
    let home = tempfile::tempdir().unwrap();
    for args in [&["--plain"][..], &["show", "-"]] {
        let folder = std::fs::File::open(home.path()).unwrap();
        let output = program(home.path(), args).stdin(folder).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        let complaint = String::from_utf8(output.stderr).unwrap();
        assert!(
            complaint.starts_with("error: cannot read standard input: "),
            "{complaint}"
        );
    }
}

#[cfg(unix)]
#[test]
fn arguments_that_are_no_text_are_wrong_usage() {
    use std::os::unix::ffi::OsStrExt as _;
    let home = tempfile::tempdir().unwrap();
    let output = program(home.path(), &["show"])
        .arg(std::ffi::OsStr::from_bytes(b"f5\xff"))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("UTF-8"));
}

#[test]
fn line_mode_needs_no_settings_and_leaves_no_file() {
    let home = tempfile::tempdir().unwrap();
    let output = program(home.path(), &["--white", "greedy", "--theme", "contrast"])
        .output()
        .unwrap();
    assert!(output.status.success());
    assert_eq!(std::fs::read_dir(home.path()).unwrap().count(), 0);
    // A wrong file matters to nobody here.
    std::fs::create_dir(home.path().join("reversi")).unwrap();
    let file = home.path().join("reversi").join("config.toml");
    std::fs::write(&file, "theme = ").unwrap();
    let output = program(home.path(), &["--plain"]).output().unwrap();
    assert!(output.status.success());
    assert!(output.stderr.is_empty());
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "theme = ");
}

/// Runs the program for at most ten seconds.
#[cfg(target_os = "linux")]
fn run_in_time(command: &mut Command) -> Output {
    let child = command.spawn().unwrap();
    let id = rustix::process::Pid::from_raw(i32::try_from(child.id()).unwrap()).unwrap();
    let (done, wait) = std::sync::mpsc::channel::<()>();
    let guard = std::thread::spawn(move || {
        if wait
            .recv_timeout(std::time::Duration::from_secs(10))
            .is_err()
        {
            let _ = rustix::process::kill_process(id, rustix::process::Signal::KILL);
        }
    });
    let output = child.wait_with_output().unwrap();
    let _ = done.send(());
    guard.join().unwrap();
    output
}

#[cfg(target_os = "linux")]
#[test]
fn a_device_without_an_end_is_refused() {
    let home = tempfile::tempdir().unwrap();
    for args in [
        &["solve", "/dev/full"][..],
        &["games", "/dev/zero", "--from", "ggf"],
        &["games", "/dev/zero", "--from", "transcript"],
        &["convert", "/dev/zero", "--from", "pgn"],
        &["show", "/dev/full"],
    ] {
        let output = run_in_time(&mut program(home.path(), args));
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(": it is a device, not a file"), "{said}");
    }
    for args in [&["solve"][..], &["--plain"]] {
        let zeros = std::fs::File::open("/dev/zero").unwrap();
        let output = run_in_time(program(home.path(), args).stdin(zeros));
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains("longer than 64 MiB"), "{said}");
    }
    let output = run_in_time(&mut program(home.path(), &["solve", "/dev/null"]));
    assert_eq!(output.status.code(), Some(0));
}

#[cfg(target_os = "linux")]
#[test]
fn a_time_zone_that_is_a_device_is_not_read() {
    let home = tempfile::tempdir().unwrap();
    let args = ["convert", "-", "-o", "a.wtb"];
    let mut child = program(home.path(), &args);
    child.current_dir(home.path()).env("TZ", "/dev/zero");
    let input = home.path().join("a.txt");
    std::fs::write(&input, "e6f4e3f6g5d6e7f5c5\n").unwrap();
    let output = run_in_time(child.stdin(std::fs::File::open(&input).unwrap()));
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}
