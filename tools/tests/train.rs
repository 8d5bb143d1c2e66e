//! The commands and arguments of `train`.

use std::fs;
use std::path::Path;

use crate::program::{NO_SUCH_FILE, command, path};

/// Runs the tool in a folder. Returns the exit code, stdout and stderr.
fn train(folder: &Path, args: &[&str]) -> (i32, String, String) {
    run_program(Path::new(env!("CARGO_BIN_EXE_train")), folder, args)
}

/// Runs a command of `reversi` in a folder. Returns the exit code, stdout and stderr.
fn run(folder: &Path, args: &[&str]) -> (i32, String, String) {
    run_program(&path(), folder, args)
}

fn run_program(program: &Path, folder: &Path, args: &[&str]) -> (i32, String, String) {
    let output = command(folder, program)
        .args(args)
        .current_dir(folder)
        .output()
        .unwrap();
    let [stdout, stderr] =
        [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    (output.status.code().unwrap(), stdout, stderr)
}

#[test]
fn every_argument_is_checked_before_anything_runs() {
    let folder = tempfile::tempdir().unwrap();
    let play = ["play", "-o", "samples"];
    let compare = ["compare", "a", "b"];
    for (command, option, value, sentence) in [
        (&play[..], "--games", "0", "from 1 to 1000000000"),
        (&play, "--games", "-1", "from 1 to 1000000000"),
        (&play, "--games", "many", "from 1 to 1000000000"),
        (&play, "--depth", "0", "from 1 to 60"),
        (&play, "--depth", "99", "from 1 to 60"),
        (&play, "--solve-from", "99", "from 0 to 30"),
        (&play, "--seed", "-1", "a whole number, 0 or more"),
        (&play, "--shard", "3/2", "a part and the number of parts"),
        (&play, "--threads", "0", "from 1 to 256"),
        (&["play"], "--output", "-", "the name of a file"),
        (&["fit", "samples"], "--output", "-", "the name of a file"),
        (&compare, "--games", "0", "from 2 to 1000000"),
        (&compare, "--depth", "0", "from 1 to 60"),
        (&compare, "--time", "-1", "from 0.001 to 86400"),
        (&compare, "--openings", "99", "from 0 to 40"),
    ] {
        let (code, stdout, stderr) = train(folder.path(), &[command, &[option, value]].concat());
        assert_eq!((code, &*stdout), (2, ""), "{option} {value}: {stderr}");
        assert!(stderr.contains(sentence), "{option} {value}: {stderr}");
    }
    let (code, _, stderr) = train(folder.path(), &[&play[..], &["--label"]].concat());
    assert_eq!(code, 2, "labels without games: {stderr}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn bad_files_are_named_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::create_dir(folder.join("folder")).unwrap();
    fs::write(folder.join("letter"), "Dear reader, this is neither.").unwrap();
    fs::write(folder.join("empty"), "reversi samples\n").unwrap();
    fs::write(folder.join("cut"), "reversi samples\n\x01").unwrap();
    let not_samples = "not a file of training samples, or damaged";
    for (args, file, reason) in [
        (&["fit", "none", "-o", "new"][..], "none", NO_SUCH_FILE),
        (&["fit", "folder", "-o", "new"], "folder", "it is a folder"),
        (&["fit", "letter", "-o", "new"], "letter", not_samples),
        (
            &["fit", "cut", "-o", "new"],
            "cut",
            "the last game is incomplete",
        ),
        (
            &["fit", "empty", "-o", "new"],
            "",
            "the files contain no samples",
        ),
        (
            &["fit", "empty", "-o", "folder"],
            "folder",
            "it is a folder",
        ),
        (
            &["fit", "empty", "-o", "none/new"],
            "none/new",
            NO_SUCH_FILE,
        ),
        (&["play", "-o", "folder"], "folder", "it is a folder"),
        (&["play", "-o", "letter"], "letter", not_samples),
        (
            &["play", "-o", "/dev/null"],
            "/dev/null",
            "it is not a regular file",
        ),
        (&["play", "none", "-o", "new"], "none", NO_SUCH_FILE),
        (
            &["play", "letter", "-o", "new"],
            "letter",
            "unrecognised format",
        ),
        (
            &["play", "--weights", "none", "-o", "new"],
            "none",
            NO_SUCH_FILE,
        ),
        (
            &["play", "--weights", "folder", "-o", "new"],
            "folder",
            "it is a folder",
        ),
        (
            &["play", "--weights", "letter", "-o", "new"],
            "letter",
            "weights",
        ),
        (&["compare", "none", "letter"], "none", NO_SUCH_FILE),
    ] {
        let (code, stdout, stderr) = train(folder, args);
        assert_eq!((code, &*stdout), (1, ""), "{args:?}: {stderr}");
        assert_eq!(stderr.lines().count(), 1, "{args:?}: {stderr}");
        assert!(
            stderr.contains(file) && stderr.contains(reason),
            "{args:?}: {stderr}"
        );
    }
    assert!(!folder.join("new").exists());
    let (code, _, stderr) = train(folder, &["compare", "letter", "letter", "--games", "3"]);
    assert_eq!(code, 2);
    assert!(stderr.contains("even number"), "{stderr}");
}

#[test]
fn the_evaluation_is_checked_against_theoretical_scores() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let moves = "f5d6c5f4f3g4d3e3f2g5e6f6h4e2g6h3e7g3d2f1h5h6g1h1h2c4c2g2b4c1e1d1h7h8g7f7g8b2b1f8b3d8e8a1c8\
        c3a2c6a4a3a5a6b5c7b7a8b6a7d7b8";
    fs::write(folder.join("game.txt"), moves).unwrap();
    let converted = run(folder, &["convert", "game.txt", "-o", "game.wtb"]);
    assert_eq!(converted.0, 0, "{}", converted.2);
    let check = ["check", "--empties", "1", "game.wtb"];
    let (code, stdout, stderr) = train(folder, &[&check[..], &["--depth", "1"]].concat());
    assert_eq!((code, &*stderr), (0, ""));
    assert_eq!(
        stdout,
        "positions 1, mean error 0.00 discs, root mean square 0.00, mean score minus estimate +0.00\n"
    );
    let (_, alone, _) = train(folder, &check);
    assert_ne!(alone, stdout, "the evaluation alone is not exact");
    fs::write(folder.join("short.txt"), &moves[..80]).unwrap();
    let (code, stdout, stderr) = train(folder, &["check", "short.txt"]);
    assert_eq!((code, &*stdout), (1, ""));
    assert!(
        stderr.contains("no game has a theoretical score"),
        "{stderr}"
    );
}

#[test]
fn the_error_model_is_fitted_to_the_games_of_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let games = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../tests/fixtures/wthor-1978.wtb"
    );
    let options = ["--positions", "20", "--depth", "3", "--solve-from", "6"];
    let args = [&["fit-probcut", games][..], &options].concat();
    let (code, stdout, stderr) = train(folder.path(), &args);
    assert_eq!((code, &*stderr), (0, ""));
    assert!(stdout.contains("growth: "), "{stdout}");
}

#[test]
fn the_speed_of_midgame_searches_is_measured_with_the_same_nodes_each_time() {
    let folder = tempfile::tempdir().unwrap();
    let games = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../tests/fixtures/wthor-1978.wtb"
    );
    let nodes = || {
        let args = ["speed", games, "--depth", "4", "--positions", "1"];
        let (code, stdout, stderr) = train(folder.path(), &args);
        assert_eq!((code, &*stderr), (0, ""));
        assert!(stdout.starts_with("positions 1, nodes "), "{stdout}");
        stdout.split(' ').nth(3).map(str::to_owned)
    };
    assert_eq!(nodes(), nodes());
}

#[test]
fn the_program_itself_has_no_such_commands() {
    let folder = tempfile::tempdir().unwrap();
    for command in ["train", "fit-probcut"] {
        let (code, stdout, stderr) = run(folder.path(), &[command]);
        assert_eq!((code, &*stdout), (2, ""));
        assert!(stderr.contains("is no command"), "{stderr}");
    }
}

#[test]
fn samples_are_played_and_weights_fitted_to_them() {
    let folder = tempfile::tempdir().unwrap();
    let options = ["--games", "2", "--depth", "1", "--solve-from", "6"];
    let played = train(
        folder.path(),
        &[&["play", "-o", "samples"], &options[..]].concat(),
    );
    assert_eq!(played, (0, String::new(), String::new()));
    let (code, stdout, stderr) = train(folder.path(), &["fit", "samples", "-o", "weights"]);
    assert_eq!((code, &*stderr), (0, ""));
    assert!(stdout.starts_with("2 games\n"), "{stdout}");
    assert!(!stdout.contains("NaN"), "{stdout}");
    // Other weights find other scores, and the same at every run.
    let hint = ["hint", "f5", "--depth", "4"];
    let standard = run(folder.path(), &hint);
    let other = run(
        folder.path(),
        &[&hint[..], &["--weights", "weights"]].concat(),
    );
    assert_eq!((other.0, &*other.2), (0, ""));
    assert_ne!(other.1, standard.1);
    fs::write(folder.path().join("letter"), "Dear reader").unwrap();
    let bad = run(
        folder.path(),
        &[&hint[..], &["--weights", "letter"]].concat(),
    );
    assert_eq!((bad.0, &*bad.1), (1, ""));
    assert!(
        bad.2.contains("\"letter\"") && bad.2.lines().count() == 1,
        "{}",
        bad.2
    );
    let compare = [
        "compare", "weights", "weights", "--games", "2", "--depth", "1",
    ];
    let (code, stdout, stderr) = train(folder.path(), &compare);
    assert_eq!((code, &*stderr), (0, ""));
    assert!(
        stdout.starts_with("wins 1, draws 0, losses 1") || stdout.contains("draws 2"),
        "{stdout}"
    );
}
