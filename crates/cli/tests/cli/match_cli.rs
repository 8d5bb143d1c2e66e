//! `reversi match`: games that are kept, interruptions, sequential tests and tournaments.

use std::path::Path;
use std::process::{Command, Output};

use reversi::balanced_openings;
use reversi_notation::detect;
use serde_json::Value;

use crate::program;

#[cfg(unix)]
use crate::terminal;

/// Returns a command in a home of its own.
fn match_program(home: &Path, args: &[&str]) -> Command {
    let mut command = program::program(home, args);
    command.current_dir(home);
    command
}

fn run(home: &Path, args: &[&str]) -> Output {
    program::run(&mut match_program(home, args), b"")
}

/// What is on stdout of a run that succeeds and complains of nothing.
fn said(home: &Path, args: &[&str]) -> String {
    program::printed(run(home, args))
}

/// What is on stderr of a run that fails with an exit code.
fn refused(home: &Path, args: &[&str], code: i32) -> String {
    program::error(run(home, args), code)
}

fn object(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn each_game_is_saved_as_it_ends_and_read_by_the_other_commands() {
    let home = tempfile::tempdir().unwrap();
    let args = ["match", "greedy", "random", "--games", "6", "-o", "m.ggf"];
    let text = said(home.path(), &args);
    assert_eq!(said(home.path(), &args[..5]), text);
    let listed = said(home.path(), &["games", "m.ggf"]);
    assert_eq!(listed.lines().count(), 6, "{listed}");
    assert!(
        listed.contains("greedy\t") || listed.contains("greedy"),
        "{listed}"
    );
    let told = refused(home.path(), &args, 1);
    assert_eq!(
        told,
        "error: m.ggf already exists; use --resume to continue its match, or another name\n"
    );
    // A match that is complete has nothing left to play, and one with more games goes on.
    let resumed = [&args[..], &["--resume"]].concat();
    assert_eq!(said(home.path(), &resumed), text);
    let more = [
        "match", "greedy", "random", "--games", "10", "-o", "m.ggf", "--resume",
    ];
    said(home.path(), &more);
    assert_eq!(said(home.path(), &["games", "m.ggf"]).lines().count(), 10);
    let other = ["match", "random", "greedy", "-o", "m.ggf", "--resume"];
    let told = refused(home.path(), &other, 1);
    assert!(
        told.starts_with("error: m.ggf has games of another match: Match of greedy and random,"),
        "{told}"
    );
}

#[cfg(unix)]
use crate::signals;

#[cfg(unix)]
mod interrupted {
    use std::os::unix::process::ExitStatusExt as _;
    use std::sync::LazyLock;
    use std::time::Duration;

    use super::*;

    /// Long enough to be interrupted, by players who hardly think.
    const MATCH: [&str; 7] = ["match", "random", "greedy", "--games", "600", "--jobs", "2"];

    /// Returns what the whole match prints.
    fn whole() -> &'static str {
        static WHOLE: LazyLock<String> =
            LazyLock::new(|| said(tempfile::tempdir().unwrap().path(), &MATCH));
        &WHOLE
    }

    /// Runs the match until some games are saved, and ends it with a signal.
    fn interrupt(home: &Path, signal: &str) -> Output {
        let args = [&MATCH[..], &["-o", "m.ggf", "--resume"]].concat();
        let saved = || std::fs::read(home.join("m.ggf")).unwrap_or_default().len();
        let before = saved();
        signals::have_usual_actions();
        let child = match_program(home, &args).spawn().unwrap();
        while saved() < before + 5_000 {
            std::thread::sleep(Duration::from_millis(1));
        }
        program::signal(signal, &[child.id()]);
        child.wait_with_output().unwrap()
    }

    /// Takes seconds: it plays a match of 600 games twice, once in three parts.
    #[test]
    fn a_match_that_is_killed_and_resumed_has_the_result_of_one_that_is_not() {
        let home = tempfile::tempdir().unwrap();
        let killed = interrupt(home.path(), "-KILL");
        assert_eq!(
            (killed.status.signal(), &*killed.stdout),
            (Some(9), &b""[..])
        );
        interrupt(home.path(), "-KILL");
        // The next one is killed while it writes.
        let path = home.path().join("m.ggf");
        let mut text = std::fs::read(&path).unwrap();
        text.extend_from_within(..50);
        std::fs::write(&path, text).unwrap();
        let resumed = run(
            home.path(),
            &[&MATCH[..], &["-o", "m.ggf", "--resume"]].concat(),
        );
        assert_eq!(
            String::from_utf8(resumed.stderr).unwrap(),
            "m.ggf: removed an incomplete game at the end; it is played again\n"
        );
        assert_eq!(String::from_utf8(resumed.stdout).unwrap(), whole());
        assert_eq!(said(home.path(), &["games", "m.ggf"]).lines().count(), 600);
    }

    #[test]
    fn ctrl_c_prints_the_results_so_far_and_how_to_continue() {
        let home = tempfile::tempdir().unwrap();
        let output = interrupt(home.path(), "-INT");
        assert_eq!(output.status.signal(), Some(2), "a shell sees why it ended");
        let stdout = String::from_utf8(output.stdout).unwrap();
        let (games, rest) = stdout
            .strip_prefix("random against greedy, ")
            .and_then(|rest| rest.split_once(" of 600 games, openings of 8 moves, seed 1\nwins "))
            .unwrap_or_else(|| panic!("{stdout}"));
        assert!(rest.contains("Elo difference "), "{stdout}");
        assert_eq!(
            String::from_utf8(output.stderr).unwrap(),
            format!(
                "Interrupted after {games} of 600 games. To continue, run the same command with --resume.\n"
            )
        );
        let args = [&MATCH[..], &["-o", "m.ggf", "--resume"]].concat();
        assert_eq!(said(home.path(), &args), whole());
    }

    #[test]
    fn the_results_so_far_are_shown_on_a_terminal_while_the_match_runs() {
        let args = [
            "match", "engine:3", "engine:2", "--games", "10000", "--sprt", "0", "1",
        ];
        let mut terminal = terminal::Terminal::start(terminal::PROGRAM, &args);
        terminal.wait_for_text("of 10000 games");
        terminal.wait_for("the results", |screen| {
            screen.contains("level 3 ") && screen.contains("Elo difference +")
        });
        terminal.wait_for_text("LLR ");
        terminal.type_keys("\x03");
        terminal.wait_for_text("Interrupted after ");
        assert!(!terminal.wait_for_end().success());
        terminal.assert_given_back();
    }
}

#[cfg(unix)]
#[test]
fn another_program_that_cannot_play_ends_a_match_with_its_last_words() {
    let home = tempfile::tempdir().unwrap();
    let crash = "gtp:sh -c 'echo no licence >&2; exit 3'";
    let args = ["match", "greedy", crash, "--jobs", "1", "-o", "m.ggf"];
    let told = refused(home.path(), &args, 1);
    // Nothing stands in the way of the right command.
    said(
        home.path(),
        &["match", "greedy", "random", "--games", "2", "-o", "m.ggf"],
    );
    assert_eq!(
        told,
        format!(
            "error: the match has stopped, because {crash} failed to move in 3 games in a row: it ended \
             with exit code 3: no licence\n"
        )
    );
}

/// Writes settings with an engine named `tester`.
#[cfg(unix)]
fn name_engine(home: &Path, command: &str) {
    let folder = home.join("reversi");
    std::fs::create_dir_all(&folder).unwrap();
    let settings =
        format!("[engines.tester]\ncommand = {command:?}\nprotocol = \"gtp\"\nstart-limit = 1\n");
    std::fs::write(folder.join("config.toml"), settings).unwrap();
}

#[cfg(unix)]
#[test]
fn an_engine_that_cannot_start_ends_a_match_of_two_games_with_the_reason() {
    let home = tempfile::tempdir().unwrap();
    let args = ["match", "greedy", "tester", "--games", "2", "-o", "m.ggf"];
    for (command, reason) in [
        (
            "/nowhere/engine",
            "cannot start \"/nowhere/engine\": there is no such file or folder",
        ),
        (
            "sleep 100",
            "it did not answer within 1 second; if it needs longer, raise start-limit of \
             [engines.tester] in the settings file",
        ),
    ] {
        name_engine(home.path(), command);
        assert_eq!(
            refused(home.path(), &args, 1),
            format!(
                "error: the match has stopped, because tester failed to move in 2 games in a row: {reason}\n"
            )
        );
        // With the right settings, the same command plays both games.
        assert_eq!(std::fs::read(home.path().join("m.ggf")).unwrap(), b"");
    }
    let unnamed = [
        "match",
        "greedy",
        "gtp:/nowhere/engine",
        "--games",
        "2",
        "--json",
    ];
    let told = refused(home.path(), &unnamed, 1);
    assert!(
        told.contains(
            "because gtp:/nowhere/engine failed to move in 2 games in a row: cannot start"
        ),
        "{told}"
    );
}

#[cfg(unix)]
#[test]
fn an_engine_of_the_settings_plays_under_its_name() {
    let home = tempfile::tempdir().unwrap();
    let program = terminal::PROGRAM;
    name_engine(
        home.path(),
        &format!("'{program}' engine gtp --level 1 --seed 1"),
    );
    let games = ["--games", "2", "-o", "m.ggf"];
    let two = [&["match", "tester", "greedy"], &games[..]].concat();
    let text = said(home.path(), &two);
    assert!(
        text.starts_with("tester against greedy, 2 games, "),
        "{text}"
    );
    let listed = said(home.path(), &["games", "m.ggf"]);
    assert!(
        listed.contains("tester") && !listed.contains(program),
        "{listed}"
    );
    assert_eq!(said(home.path(), &[&two[..], &["--resume"]].concat()), text);
    let json = object(&said(
        home.path(),
        &[&two[..], &["--resume", "--json"]].concat(),
    ));
    assert_eq!(
        [&json["a"], &json["b"]],
        [&Value::from("tester"), &"greedy".into()]
    );
    let three = [
        "match", "random", "tester", "greedy", "--games", "2", "--json",
    ];
    let saved = ["-o", "three.ggf"];
    let text = said(home.path(), &[&three[..], &saved].concat());
    assert!(
        text.contains("\"tester\"") && !text.contains(program),
        "{text}"
    );
    let text = said(home.path(), &[&three[..6], &saved, &["--resume"]].concat());
    assert!(
        text.contains(" tester\n") && !text.contains(program),
        "{text}"
    );
}

#[cfg(unix)]
#[test]
fn a_match_is_watched_and_runs_on_or_stops_when_the_person_leaves() {
    let match_of = |games| ["match", "engine:6", "greedy", "--games", games, "--watch"];
    for (games, keys, told) in [
        ("30", "\r", "30 games, "),
        ("10000", "j", "Interrupted after "),
    ] {
        let mut terminal = terminal::Terminal::start(terminal::PROGRAM, &match_of(games));
        terminal.wait_for_text("level 6");
        terminal.assert_taken();
        terminal.type_keys("q");
        terminal.wait_for("question", |screen| {
            // The games may be over by then.
            screen.contains("Stop the match") || screen.contains(" 30 games")
        });
        terminal.type_keys(keys);
        terminal.wait_for_text("level 6 against greedy, ");
        terminal.wait_for_text(told);
        assert!(terminal.wait_for_end().success());
        terminal.assert_given_back();
    }
}

/// Takes seconds: it plays six matches, one of them with two milliseconds for every move.
#[test]
fn a_sequential_test_ends_a_match_when_it_has_a_verdict() {
    let home = tempfile::tempdir().unwrap();
    let args = [
        "match", "greedy", "random", "--games", "1000", "--sprt", "0", "100",
    ];
    let text = said(home.path(), &args);
    let last = text.lines().last().unwrap();
    assert!(
        last.starts_with("SPRT 0 100: LLR +") && last.ends_with(" (-2.94 to +2.94), H1 accepted"),
        "{text}"
    );
    for jobs in ["1", "3"] {
        assert_eq!(
            said(home.path(), &[&args[..], &["--jobs", jobs]].concat()),
            text
        );
    }
    let args = [
        "match", "random", "greedy", "--games", "1000", "--sprt", "-5", "100", "--json",
    ];
    let object = object(&said(home.path(), &args));
    assert_eq!(object["sprt"]["verdict"], "H0");
    assert!(object["sprt"]["llr"].as_f64().unwrap() < -2.94);
    assert!(object["games"].as_u64().unwrap() < 1000);
    // Level 1 errs, however long it searches.
    let args = [
        "match",
        "10@0.002s",
        "1@0.002s",
        "--games",
        "200",
        "--sprt",
        "0",
        "200",
        "--jobs",
        "1",
        "--json",
    ];
    let timed = self::object(&said(home.path(), &args));
    assert_eq!(timed["sprt"]["verdict"], "H1");
    assert_eq!(
        (&timed["a"], &timed["b"]),
        (&"10@0.002s".into(), &"1@0.002s".into())
    );
    let args = [
        "match", "random", "greedy", "--games", "4", "--sprt", "0", "1", "--json",
    ];
    let undecided = self::object(&said(home.path(), &args));
    assert_eq!(
        (&undecided["sprt"]["verdict"], &undecided["games"]),
        (&Value::Null, &4.into())
    );
}

#[test]
fn more_than_two_players_meet_in_a_tournament() {
    let home = tempfile::tempdir().unwrap();
    let args = [
        "match", "random", "greedy", "engine:3", "--games", "4", "--seed", "3",
    ];
    let text = said(home.path(), &args);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines[0],
        "tournament of 3 players, 12 games, openings of 8 moves, seed 3"
    );
    assert_eq!(lines.len(), 5, "{text}");
    let head: Vec<&str> = lines[1].split_whitespace().collect();
    assert_eq!(
        head,
        [
            "rating", "error", "points", "games", "1", "2", "3", "player"
        ]
    );
    assert!(lines[2].ends_with("  level 3"), "{text}");
    let best: Vec<&str> = lines[2].split_whitespace().collect();
    assert_eq!((best[0], best[4]), ("1", "8"), "{text}");
    assert_eq!(best[5], "-", "{text}");
    assert_eq!(
        said(home.path(), &[&args[..], &["--jobs", "3"]].concat()),
        text
    );

    let saved = [&args[..], &["-o", "t.ggf", "--json"]].concat();
    let object = object(&said(home.path(), &saved));
    let points: f64 = object["players"]
        .as_array()
        .unwrap()
        .iter()
        .map(|player| player["points"].as_f64().unwrap())
        .sum();
    assert!((points - 12.0).abs() < 1e-9, "{object}");
    assert_eq!(object["players"][0]["player"], "level 3");
    assert_eq!(object["pairings"].as_array().unwrap().len(), 3);
    assert_eq!(object["pairings"][0]["a"], "random");
    let resumed = [&args[..], &["-o", "t.ggf", "--resume"]].concat();
    assert_eq!(said(home.path(), &resumed), text);
}

#[test]
fn a_match_with_clocks_names_its_time_control() {
    let home = tempfile::tempdir().unwrap();
    let args = [
        "match", "greedy", "random", "--games", "4", "--time", "60s+1", "--jobs", "1",
    ];
    let text = said(home.path(), &args);
    assert!(
        text.starts_with("greedy against random, 4 games, openings of 8 moves, seed 1, 1m+1s\n"),
        "{text}"
    );
    let object = object(&said(home.path(), &[&args[..], &["--json"]].concat()));
    assert_eq!(object["time"], "1m+1s");
    assert_eq!(object["lost_on_time"], serde_json::json!([0, 0]));
}

#[test]
fn a_match_is_played_from_balanced_openings() {
    let home = tempfile::tempdir().unwrap();
    let args = [
        "match",
        "1",
        "greedy",
        "--games",
        "6",
        "--opening",
        "balanced",
        "-o",
        "m.ggf",
        "--json",
    ];
    assert_eq!(object(&said(home.path(), &args))["openings"], "balanced");
    let mut lines = Vec::new();
    for game in detect::open(&home.path().join("m.ggf"), None).unwrap() {
        let squares = game
            .unwrap()
            .moves
            .into_iter()
            .filter_map(|played| played.square);
        let moves: String = squares.take(8).map(|square| square.to_string()).collect();
        assert!(balanced_openings().contains(&moves.as_str()), "{moves}");
        lines.push(moves);
    }
    lines.sort_unstable();
    lines.dedup();
    assert_eq!(lines.len(), 3, "each opening is played twice");
}

#[test]
fn wrong_options_are_refused_with_a_reason() {
    let home = tempfile::tempdir().unwrap();
    for (args, part) in [
        (&["--resume"][..], "--output <FILE>"),
        (
            &["--sprt", "5", "0"],
            "the first Elo difference must be less than the second",
        ),
        (
            &["--sprt", "0", "x"],
            "expected an Elo difference from -1000 to 1000",
        ),
        (&["engine", "--sprt", "0", "5"], "cannot be used with"),
        (
            &["--opening", "41"],
            "expected a whole number from 0 to 40, balanced, a name such as Tiger, moves, or a file",
        ),
        (&["--time", "0s"], "is not a time control"),
        (&["--time", "0"], "0 needs a unit"),
        (&["engine:11"], "invalid value 'engine:11' for '[C]...'"),
    ] {
        let told = refused(
            home.path(),
            &[&["match", "greedy", "random"], args].concat(),
            2,
        );
        assert!(told.contains(part), "{args:?}: {told}");
    }
    let args = ["match", "greedy", "random", "-o", "m.pgn"];
    let told = refused(home.path(), &args, 2);
    assert!(told.contains("expected a name that ends in .ggf"), "{told}");
    let args = ["match", "greedy", "random", "-o", "none/m.ggf"];
    assert!(refused(home.path(), &args, 1).starts_with("error: none/m.ggf: "));
}
