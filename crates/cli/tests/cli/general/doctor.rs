//! `reversi doctor`: what it reports, and that it changes nothing.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use reversi::transcript;
use reversi_notation::Record;
use reversi_table::store::history;
use reversi_table::store::state::StateFolder;

use super::program;
#[cfg(unix)]
use crate::program::succeeds;

/// Every file and folder below a folder, with its bytes and the time of its last change.
fn tree(folder: &Path) -> BTreeMap<PathBuf, (Vec<u8>, std::time::SystemTime)> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let data = fs::metadata(&path).unwrap();
            if data.is_dir() {
                folders.push(path.clone());
            }
            let bytes = if data.is_file() {
                fs::read(&path).unwrap()
            } else {
                Vec::new()
            };
            found.insert(path, (bytes, data.modified().unwrap()));
        }
    }
    found
}

/// Returns the report and the exit code of a run that changes no file.
fn report_of(home: &Path, args: &[&str], variables: &[(&str, &str)]) -> (String, i32) {
    let before = tree(home);
    let args = [&["doctor"], args].concat();
    let output = program(home, &args)
        .envs(variables.iter().copied())
        .output()
        .unwrap();
    assert!(tree(home) == before, "it changed a file");
    let report = String::from_utf8(output.stdout).unwrap();
    let code = output.status.code().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    let problems = report.lines().filter(|line| line.starts_with('!')).count();
    match problems {
        0 => assert_eq!((code, &*error), (0, ""), "{report}"),
        1 => assert_eq!(
            error,
            "error: 1 problem found, marked with ! in the report\n"
        ),
        _ => assert!(error.starts_with(&format!("error: {problems} problems found, "))),
    }
    assert_eq!(report.ends_with("\nNo problems found.\n"), problems == 0);
    assert!(!report.contains(home.to_str().unwrap()), "{report}");
    let harmful = |c: char| c != '\n' && c.is_control();
    assert!(!report.contains(harmful), "{report:?}");
    // Windows writes paths with a backslash.
    (report.replace(std::path::MAIN_SEPARATOR, "/"), code)
}

/// Fails unless the report has this line, whatever the gap after the name.
fn assert_line(report: &str, line: &str) {
    let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let has = report.lines().any(|other| words(other).starts_with(line));
    assert!(has, "{line}: {report}");
}

#[test]
fn a_portable_folder_holds_the_settings_and_the_games() {
    let home = tempfile::tempdir().unwrap();
    let stick = home.path().join("stick");
    let variables = [("REVERSI_HOME", stick.to_str().unwrap())];
    let (report, code) = report_of(home.path(), &[], &variables);
    assert_eq!(code, 0, "{report}");
    assert_line(&report, "REVERSI_HOME ~/stick");
    assert_line(&report, "file ~/stick/config.toml: absent");
    assert_line(&report, "history ~/stick/games.ggf: absent");
    let (report, _) = report_of(home.path(), &[], &[("REVERSI_HOME", "")]);
    assert_line(&report, "file ~/reversi/config.toml: absent");
}

#[test]
fn a_portable_folder_that_is_a_file_is_reported_by_every_command() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("stick");
    std::fs::write(&file, "").unwrap();
    let below = file.join("folder");
    let home_of_others = tempfile::tempdir().unwrap();
    for (home, args, code, prefix) in [
        (&file, &["history"][..], 1, "error"),
        (&below, &["stats"], 1, "error"),
        (&file, &["hint", "f5", "--depth", "1"], 0, "warning"),
        (&file, &["play", "--plain"], 0, "warning"),
        (&below, &["perft", "2"], 0, "warning"),
    ] {
        let mut command = program(home_of_others.path(), args);
        command.env("REVERSI_HOME", home).stdin(Stdio::null());
        let output = command.output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        let why = format!("{prefix}: REVERSI_HOME: nothing is saved, because ");
        assert!(
            stderr.starts_with(&why) && stderr.contains(" is a file"),
            "{args:?}: {stderr}"
        );
        assert_eq!(output.status.code(), Some(code), "{args:?}: {stderr}");
        assert_eq!(output.stdout.is_empty(), code == 1, "{args:?}");
    }
}

#[test]
fn the_index_of_a_long_history_is_named_and_one_of_another_is_no_problem() {
    let home = tempfile::tempdir().unwrap();
    let state = home.path().join("reversi");
    std::fs::create_dir(&state).unwrap();
    let game = "(;GM[Othello]PB[human]PW[engine:3]TY[8]BO[8 ---------------------------O*------\
                *O--------------------------- *]B[f5];)\n";
    std::fs::write(state.join("games.ggf"), game.repeat(3_000)).unwrap();
    let mut listed = program(home.path(), &["history", "-n", "1"]);
    assert!(listed.output().unwrap().status.success());
    let (report, code) = report_of(home.path(), &[], &[]);
    assert_eq!(code, 0, "{report}");
    let shown = "history index ~/reversi/games.index: 48040 bytes, 3000 lines";
    assert_line(&report, shown);
    std::fs::write(state.join("games.index"), "of another").unwrap();
    let (report, code) = report_of(home.path(), &[], &[]);
    assert_eq!(code, 0, "{report}");
    let why = "not that of the history; it is made again when it is next needed";
    let shown = format!("history index ~/reversi/games.index: 10 bytes, {why}");
    assert_line(&report, &shown);
}

#[test]
fn without_any_file_there_is_no_problem() {
    let home = tempfile::tempdir().unwrap();
    let (report, code) = report_of(home.path(), &[], &[]);
    assert_eq!(code, 0);
    for line in [
        &format!("version {}", env!("CARGO_PKG_VERSION")),
        &format!(
            "kernel in use {}",
            reversi::bitboard::AnyKernel::fastest().name()
        ),
        "standard input no terminal",
        "standard output no terminal",
        "TERM xterm-256color",
        "COLORTERM (not set)",
        "colours 256: COLORTERM is neither truecolor nor 24bit",
        "locale Unicode",
        "pictures none: they need 24-bit colours",
        "interface line mode",
        "folder ~/reversi: absent",
        "file ~/reversi/config.toml: absent",
        "libraries (not set)",
        "history ~/reversi/games.ggf: absent",
        "history index ~/reversi/games.index: absent",
        "unfinished games ~/reversi/autosave: absent",
        "reviews ~/reversi/reviews: absent",
        "practice ~/reversi/practice.json: absent",
        "tags and notes ~/reversi/labels.json: absent",
        "network ~/reversi/friend.json: absent",
        "openings index ~/reversi/openings/games: absent",
        "unfinished Go ~/reversi/go: absent",
    ] {
        assert_line(&report, line);
    }
}

#[test]
fn what_is_in_the_files_is_counted() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("reversi");
    let games = home.path().join("games");
    for folder in [&folder, &games] {
        fs::create_dir(folder).unwrap();
    }
    let settings = "theme = \"contrast\"\ngames-folder = \"~/games\"\n";
    fs::write(folder.join("config.toml"), settings).unwrap();
    let record = Record::from_game(&transcript::parse("e6f4e3f6g5d6e7f5c5").unwrap());
    let state = StateFolder::at(folder.clone());
    history::append(&state, &record).unwrap();
    fs::copy(state.log(), games.join("a.ggf")).unwrap();
    let index = program(home.path(), &["openings", "--no-eval"]).output();
    assert!(index.unwrap().status.success());
    // A game through a pipe is not saved, but one of Go is a line of SGF.
    fs::write(
        folder.join("go.sgf"),
        "(;FF[4]GM[1]SZ[5]KM[24]DT[2026-07-01 12:00:00];B[cc];W[];B[])\n",
    )
    .unwrap();
    let (report, _) = report_of(home.path(), &[], &[]);
    let bytes = fs::metadata(state.log()).unwrap().len();
    for line in [
        &format!(
            "file ~/reversi/config.toml: {} bytes, theme contrast, graphics auto",
            settings.len()
        ),
        "library ~/games: 1 file",
        &format!("history ~/reversi/games.ggf: {bytes} bytes, 1 game"),
    ] {
        assert_line(&report, line);
    }
    let index = report.lines().find(|line| line.contains("/openings/"));
    assert!(index.unwrap().ends_with(" bytes, 1 game"), "{report}");
}

#[test]
fn what_is_damaged_is_named_with_what_to_do() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("reversi");
    for folder in ["autosave", "analyses", "openings", "go", "reviews"] {
        fs::create_dir_all(home.path().join("reversi").join(folder)).unwrap();
    }
    let harm = "\u{1b}[2J\u{9b}31m\u{202e}";
    for (name, text) in [
        ("config.toml", format!("theme = \"{harm}\"\n")),
        ("games.ggf", format!("{harm}\n{harm};)\n")),
        ("reviews/1.json", "{\"version\": 99}".to_owned()),
        ("practice.json", format!("{{\"version\": \"{harm}\"}}")),
        ("friend.json", format!("{{\"version\": \"{harm}\"}}")),
        ("autosave/game-1.toml", harm.to_owned()),
        ("autosave/game-2.damaged", harm.to_owned()),
        ("analyses/x.sgf", harm.to_owned()),
        ("openings/games", harm.to_owned()),
        ("go.sgf", harm.to_owned()),
        ("go/game-3.sgf", harm.to_owned()),
    ] {
        fs::write(folder.join(name), text).unwrap();
    }
    let (report, code) = report_of(home.path(), &[], &[]);
    assert_eq!(code, 1);
    for line in [
        "! In the settings file ~/reversi/config.toml, line 1, column ",
        "What to do: correct it, or move it away.",
        "! game 1: ",
        "! game 2: ",
        "! 1.json: a later version",
        "What to do: it is made again when it is next needed.",
        "! game-1.toml: ",
        "! game-2.damaged: it was damaged and set aside",
        "! x.sgf: ",
        "! game-3.sgf: ",
        "What to do: it is repaired or made again when it is next needed.",
    ] {
        assert_line(&report, line);
    }
    assert!(report.contains("~/reversi/practice.json: it is damaged ("));
    assert_eq!(report.matches("\n!").count(), 12, "{report}");
}

#[test]
fn a_newly_started_game_without_a_file_is_read_from_its_journal() {
    let home = tempfile::tempdir().unwrap();
    let autosave = home.path().join("reversi").join("autosave");
    fs::create_dir_all(&autosave).unwrap();
    let state = "version = 99\n";
    let journal = format!("{}\n{state}\n", state.len());
    fs::write(autosave.join("game-1.lock"), journal).unwrap();
    fs::write(autosave.join("game-2.lock"), "").unwrap();
    let (report, code) = report_of(home.path(), &[], &[]);
    assert_eq!(code, 1);
    assert_line(&report, "! game-1.lock: ");
    assert!(!report.contains("game-2"), "{report}");
}

#[test]
fn many_faults_of_one_file_are_counted() {
    let home = tempfile::tempdir().unwrap();
    fs::create_dir(home.path().join("reversi")).unwrap();
    let log = home.path().join("reversi").join("games.ggf");
    fs::write(log, "junk\n".repeat(9)).unwrap();
    let (report, _) = report_of(home.path(), &[], &[]);
    assert_line(&report, "! game 5: ");
    assert_line(&report, "! and 4 more");
    assert!(!report.contains("game 6"), "{report}");
}

#[test]
fn the_reason_for_the_colours_is_given() {
    let home = tempfile::tempdir().unwrap();
    let no_color = [("NO_COLOR", "1"), ("COLORTERM", "truecolor")];
    let (report, _) = report_of(home.path(), &[], &no_color);
    assert_line(&report, "colours none: NO_COLOR is set");
    assert_line(&report, "pictures none: they need 24-bit colours");
    let (report, _) = report_of(home.path(), &["--color", "always"], &no_color);
    assert_line(&report, "colours 24-bit: by COLORTERM");
    let (report, _) = report_of(home.path(), &["--color", "never"], &[]);
    assert_line(&report, "colours none: --color is never");
    let (report, _) = report_of(
        home.path(),
        &[],
        &[("LC_ALL", "C"), ("TERM", "\u{1b}[2J\n")],
    );
    assert_line(&report, "locale ASCII only");
    assert_line(&report, "TERM \\u{1b}[2J\\n");
}

#[test]
fn a_file_in_place_of_the_folder_is_a_problem() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("reversi"), "").unwrap();
    let (report, code) = report_of(home.path(), &[], &[]);
    assert_eq!(code, 1);
    assert_line(
        &report,
        "! folder ~/reversi: nothing is saved, because ~/reversi is a file",
    );
}

#[cfg(unix)]
#[test]
fn what_is_no_regular_file_is_not_waited_for() {
    let home = tempfile::tempdir().unwrap();
    fs::create_dir_all(home.path().join("reversi").join("openings")).unwrap();
    let names = [
        "config.toml",
        "games.ggf",
        "practice.json",
        "openings/games",
    ];
    let path = |name| home.path().join("reversi").join(name);
    // Where there is no such command there is nothing to check.
    if succeeds("mkfifo", names.map(path)) {
        let (report, code) = report_of(home.path(), &[], &[]);
        assert_eq!(code, 1);
        assert_eq!(
            report.matches("it is not a regular file").count(),
            4,
            "{report}"
        );
    }
}

#[test]
fn what_is_in_place_of_the_folder_of_the_openings_index_is_named() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("reversi/openings");
    let is = |kind: &str| {
        let (report, code) = report_of(home.path(), &[], &[]);
        assert_eq!(code, 1);
        assert_line(
            &report,
            &format!(
                "! openings index ~/reversi/openings/games: nothing is saved, because ~/reversi/openings is {kind}"
            ),
        );
        fs::remove_file(&folder).unwrap();
    };
    fs::create_dir(home.path().join("reversi")).unwrap();
    fs::write(&folder, "garbage").unwrap();
    is("a file");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("/dev/null", &folder).unwrap();
        is("a device");
        if succeeds("mkfifo", [&folder]) {
            is("a named pipe");
        }
    }
}
