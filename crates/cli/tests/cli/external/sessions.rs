//! Sessions word for word, logs, whole games, hints and reviews.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::Stdio;

use reversi::transcript;
use reversi::{Color, Game, Position};
use reversi_notation::{Format, Record};
use serde_json::Value;
use tempfile::TempDir;

use crate::external::{home_of, home_with_limit, nboard, play, program};
use crate::program::path;

#[test]
fn the_log_has_both_directions_and_the_errors_without_control_characters() {
    let script = nboard("printf 'odd \\033[2J\\n'; echo careful >&2; sleep 0.1; echo === d6");
    let home = home_of("nboard", &script);
    let log = home.path().join("log");
    let args = ["--plain", "--white", "test", "--log", log.to_str().unwrap()];
    let mut child = program(&home, &args).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"f5\n").unwrap();
    assert!(child.wait().unwrap().success());
    let text = fs::read_to_string(log).unwrap();
    for part in [
        " test > nboard 2\n",
        " test < pong 1\n",
        " test > go\n",
        " test < odd \\u{1b}[2J\n",
        " test ! careful\n",
        " test < === d6\n",
    ] {
        assert!(text.contains(part), "{part:?} is not in {text}");
    }
    let is_timed = |line: &str| line.starts_with("20") && line[..25].ends_with("Z ");
    assert!(text.lines().all(is_timed), "{text}");
}

#[test]
fn an_engine_that_warns_and_was_told_no_depth_is_told_one() {
    let script = "depth=; while read -r word rest; do case $word in ping) echo \"pong $rest\";; set) case $rest in \
                  depth*) depth=$rest;; esac;; go) if [ \"$depth\" ]; then echo status $depth; echo === d6; \
                  else echo 'warning Must pick a depth'; fi;; quit) exit 0;; esac; done";
    let text = play(&home_of("nboard", script), "f5\nmoves\n");
    assert!(text.contains("d6") && !text.contains("failed"), "{text}");
}

/// The program with its own engine in place of another one.
fn own(level: u32) -> String {
    let program = path();
    format!("'{}' engine nboard --level {level}", program.display())
}

/// Takes seconds: it plays four games to their ends, each between two engines that it starts.
#[test]
fn whole_games_are_played_over_both_protocols() {
    let path = path();
    let path = path.display();
    let home = tempfile::tempdir().unwrap();
    for (black, white) in [("nboard", "gtp"), ("gtp", "nboard")] {
        let player = |protocol: &str, level| {
            format!("{protocol}:'{path}' engine {protocol} --level {level} --threads 1")
        };
        let (black, white) = (player(black, 1), player(white, 2));
        // White passes at once in this game.
        let moves = "f5f4e3d6f3g3g4g5h3d3h6h5h4h2";
        for moves in ["f5", moves] {
            let args = [
                "--plain", "--black", &black, "--white", &white, "--moves", moves,
            ];
            let output = program(&home, &args).stdin(Stdio::null()).output().unwrap();
            let text = String::from_utf8(output.stdout).unwrap();
            assert!(text.contains("Game over. "), "{text}");
            assert!(!text.contains("failed"), "{text}");
        }
    }
}

/// Takes seconds: an engine has up to two seconds for a hint and a tenth of one for each position, and one that
/// says nothing is given up after a second.
#[test]
fn another_engine_gives_hints_and_reviews() {
    let home = home_with_limit("gtp", "exec cat", 1);
    let engine = format!("nboard:{}", own(3));
    // FFO endgame test position 1.
    let position = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";
    let hint = [
        "hint",
        position,
        "--engine",
        &engine,
        "-n",
        "2",
        "--time-limit",
        "2",
    ];
    let output = program(&home, &hint).output().unwrap();
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    assert_eq!(text.lines().count(), 2, "{output:?}");
    assert!(text.starts_with("g8: exact, +18, g8"), "{text}");
    let game = "f5d6c3d3c4f4f6f3";
    let log = home.path().join("log");
    let review = [
        "review",
        game,
        "--engine",
        &engine,
        "--depth",
        "4",
        "--log",
        log.to_str().unwrap(),
    ];
    let output = program(&home, &review).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        text.contains("\n 1 B f5 ") && text.contains("(depth "),
        "{text}"
    );
    // To its end, with passes.
    let whole = "f5f4c3e6f7g6g4e8g8g5h5";
    let output = program(
        &home,
        &["review", whole, "--engine", &engine, "--time-limit", "0.1"],
    )
    .output()
    .unwrap();
    assert!(output.status.success(), "{output:?}");
    let log = fs::read_to_string(log).unwrap();
    assert!(log.contains(" reversi > set depth 4\n") && log.contains(" reversi > hint 1\n"));
    for (engine, code, reason) in [
        (
            "nboard:false",
            1,
            "error: false failed: it ended with exit code 1\n",
        ),
        ("gtp:false", 1, "error: false failed: "),
        (
            "test",
            1,
            "error: test failed: it did not answer within 1 second; ",
        ),
        (
            "greedy",
            2,
            "expected nboard:COMMAND or the name of an engine in the settings",
        ),
    ] {
        let output = program(&home, &["hint", "f5", "--engine", engine])
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(code));
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(reason), "{said}");
    }
}

/// The lines of a log without their times, joined by line feeds.
fn said(log: &Path) -> String {
    let text = fs::read_to_string(log).unwrap();
    let lines = text
        .lines()
        .map(|line| line.split_once("Z test ").unwrap().1);
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn a_session_over_nboard_is_word_for_word_this_one() {
    let script = "while read -r word rest; do case $word in nboard) echo set myname Fixture;; \
                  ping) echo \"pong $rest\";; go) echo status busy; echo === D6/-1.5/0.3;; quit) exit 0;; esac; done";
    let home = home_of("nboard", script);
    let settings = home.path().join("reversi/config.toml");
    let text = fs::read_to_string(&settings).unwrap() + "depth = 9\n";
    fs::write(settings, text).unwrap();
    let log = home.path().join("log");
    let args = ["--plain", "--white", "test", "--log", log.to_str().unwrap()];
    let mut child = program(&home, &args).spawn().unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(b"f5\nundo\nf5\n")
        .unwrap();
    assert!(child.wait_with_output().unwrap().status.success());
    let game = "> set game (;GM[Othello]PB[]PW[]TY[8]RE[?]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- \
                -------- *]B[F5];)";
    let turn = format!("{game}\n> go\n< status busy\n< === D6/-1.5/0.3");
    let start = "> nboard 2\n> set depth 9\n> ping 1\n< set myname Fixture\n< pong 1";
    assert_eq!(said(&log), format!("{start}\n{turn}\n{turn}\n> quit"));
}

#[test]
fn a_session_over_gtp_is_word_for_word_this_one_and_says_forced_passes() {
    // The numbers stand apart, as Edax prints them.
    let script = "while read -r id word rest; do case $word in genmove) printf '= %s h8\\n\\n' $id;; \
                  name) printf '=%s Fixture\\n\\n' $id;; list_commands) printf '= %s play\\nset_game\\n\\n' $id;; \
                  *) printf '=%s\\n\\n' $id;; esac; done";
    let home = home_of("gtp", script);
    let log = home.path().join("log");
    // White passes after the last of these moves.
    let moves = "f5f4e3d6f3g3g4g5h3d3h6h5h4h2h1e2g6f2g2h7g7f7g8";
    let args = [
        "--plain",
        "--black",
        "test",
        "--moves",
        moves,
        "--log",
        log.to_str().unwrap(),
    ];
    let mut child = program(&home, &args).spawn().unwrap();
    drop(child.stdin.take());
    assert!(child.wait_with_output().unwrap().status.success());
    let mut expected = "> 1 name\n< =1 Fixture\n< \n> 2 list_commands\n< = 2 play\n< set_game\n< \n\
                        > 3 set_game Othello\n< =3\n< \n> 4 boardsize 8\n< =4\n< \n> 5 clear_board\n< =5\n< \n"
        .to_owned();
    let squares = moves
        .as_bytes()
        .chunks(2)
        .map(|name| str::from_utf8(name).unwrap());
    for (index, name) in squares.chain(["pass"]).enumerate() {
        let (id, color) = (index + 6, ["b", "w"][index % 2]);
        writeln!(expected, "> {id} play {color} {name}\n< ={id}\n< ").unwrap();
    }
    // White passes again.
    expected += "> 30 genmove b\n< = 30 h8\n< \n> 31 play w pass\n";
    let said = said(&log);
    assert!(said.starts_with(&expected), "{said}\n{expected}");
}

#[test]
fn an_engine_is_told_its_time() {
    /// Plays f5 against an engine with this script in a game with clocks. Returns the log.
    fn log_of(protocol: &str, script: &str) -> String {
        let home = home_of(protocol, script);
        let log = home.path().join("log");
        let mut args = vec!["--plain", "--white", "test", "--time", "5m+3s"];
        args.extend(["--log", log.to_str().unwrap()]);
        let mut child = program(&home, &args).spawn().unwrap();
        child.stdin.take().unwrap().write_all(b"f5\n").unwrap();
        assert!(child.wait_with_output().unwrap().status.success());
        fs::read_to_string(log).unwrap()
    }
    let text = log_of("nboard", &nboard("echo === d6"));
    let (_, rest) = text.split_once("TW[").unwrap();
    let (time, _) = rest.split_once("/0:03]").unwrap();
    let (minutes, seconds) = time.split_once(':').unwrap();
    let left = 60 * minutes.parse::<u32>().unwrap() + seconds.parse::<u32>().unwrap();
    assert!((1..=300).contains(&left), "{time}");
    let gtp = "while read -r id word rest; do case $word in genmove) printf '=%s d6\\n\\n' $id;; \
               list_commands) printf '=%s time_left\\ntime_settings\\n\\n' $id;; \
               *) printf '=%s\\n\\n' $id;; esac; done";
    let text = log_of("gtp", gtp);
    let (_, rest) = text.split_once(" time_left w ").unwrap();
    let left: u32 = rest.split_once(" 0\n").unwrap().0.parse().unwrap();
    assert!((1..=300).contains(&left), "{left}");
}

/// Runs a review by the engine `test` with the settings of `home_of` and a depth of 9. Returns what it prints and
/// the log.
fn reviewed(script: &str, game: &str, effort: [&str; 2]) -> (String, String) {
    let home = home_of("nboard", script);
    let settings = home.path().join("reversi/config.toml");
    let text = fs::read_to_string(&settings).unwrap() + "depth = 9\n";
    fs::write(settings, text).unwrap();
    let log = home.path().join("log");
    let args = ["review", game, "--engine", "test", effort[0], effort[1]];
    let log_args = ["--log", log.to_str().unwrap()];
    let output = program(&home, &[&args[..], &log_args].concat())
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    (String::from_utf8(output.stdout).unwrap(), said(&log))
}

/// The rows of a board in the text of a game, with the side to move as Black.
fn rows(game: &Game) -> String {
    let board = game.position().board();
    let text = Position::new(board, Color::Black)
        .to_string()
        .replace('X', "*");
    let rows = text.as_bytes()[..64].chunks(8);
    let rows: Vec<_> = rows.map(|row| str::from_utf8(row).unwrap()).collect();
    rows.join(" ")
}

/// An engine that answers `hint` after these moves with these scores, and goes on with lines about nothing: they
/// have the moves of the other positions and the score of a wipeout.
fn scripted(answers: &[(&str, &str)]) -> String {
    let mut cases = String::new();
    for (moves, answer) in answers {
        let rows = rows(&transcript::parse(moves).unwrap());
        writeln!(cases, "*\"{rows}\"*) echo search {answer};;").unwrap();
    }
    format!(
        "while read -r word rest; do case $word in ping) echo \"pong $rest\";; quit) exit 0;; \
         set) case $rest in game*) game=$rest;; esac;; hint) case $game in\n{cases}esac\n\
         for m in c3 c5 d3 d6 e3 f5 f6; do echo search $m 64 0 12; done;; esac; done"
    )
}

#[test]
fn an_engine_is_asked_about_each_position_once_with_the_depth_that_the_user_set() {
    // The score of c3 is -2, that of c5 is -1, whatever the engine thought before c5; and so on.
    let answers = [
        ("f5d6c3", "d3 2 0 6"),
        ("f5d6", "c5 9 0 6"),
        ("f5d6c5", "f4 1 0 6"),
        ("f5", "f6 3 0 6"),
        ("f5f6", "e6 7 0 6"),
        ("", "f5 0 0 6"),
    ];
    let (text, log) = reviewed(&scripted(&answers), "f5d6c3", ["--depth", "6"]);
    for line in [
        " 1 B f5   0 (depth 6)\n",
        " 2 W d6  -2 best f6 (depth 7): ",
        " 3 B c3  -1 best c5 (depth 7)\n",
    ] {
        assert!(text.contains(line), "{line}{text}");
    }
    let sent = |word: &str| {
        let lines = log.lines().filter_map(|line| line.strip_prefix("> "));
        lines
            .filter(|line| line.starts_with(word))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(sent("set depth"), ["set depth 9", "set depth 6"]);
    assert_eq!(sent("hint"), ["hint 1"; 6]);
    let games = sent("set game");
    assert_eq!(games.len(), 6);
    for ((moves, _), game) in answers.iter().zip(games) {
        let rows = rows(&transcript::parse(moves).unwrap());
        assert!(game.contains(&rows), "{moves}: {game}");
    }
    // The engine proves one of two scores: the difference is an estimate.
    let mut answers = answers;
    answers[2].1 = "f4 2 0 100%";
    answers[0].1 = "d3 6 0 6";
    let (text, _) = reviewed(&scripted(&answers), "f5d6c3", ["--depth", "6"]);
    let line = " 3 B c3  -4 best c5 (depth 7)";
    assert!(text.contains(line), "{text}");
}

#[test]
fn an_engine_that_is_given_time_keeps_the_depth_of_its_settings() {
    let answers = [("f5", "d6 1 0 5"), ("", "f5 1 0 5")];
    let (text, log) = reviewed(&scripted(&answers), "f5", ["--time-limit", "0.1"]);
    assert!(text.contains(" 1 B f5   0 (depth "), "{text}");
    let depths: Vec<_> = log.matches("> set depth").collect();
    assert_eq!(depths.len(), 1, "{log}");
    assert!(log.contains("> set depth 9\n"), "{log}");
}

#[test]
fn the_review_of_an_engine_agrees_with_the_solver_in_the_last_fourteen_moves() {
    let home = tempfile::tempdir().unwrap();
    // A tournament game of 2005 from the WTHOR database, with passes near its end.
    let game = "f5d6c5f4e3c4e6d2d3c6b4a3b5c3f2a4f3f6c2c1b3e2e1g4g3h3b6f1g1a6a5d1b1g2h1h2h4g5g6h6h5b2h7c7c8d7d8e7\
                f8e8g7f7g8h8a7b8b7a8a2a1";
    // Its last 20 moves: those before them would be searched in vain.
    let (opening, rest) = game.split_at(game.len() - 40);
    let mut late = Game::from_position(transcript::parse(opening).unwrap().position());
    transcript::play(&mut late, rest).unwrap();
    let mut text = String::new();
    assert!(Format::Ggf.write(&Record::from_game(&late), &mut text));
    let file = home.path().join("late.ggf");
    fs::write(&file, text).unwrap();
    let engine = format!("nboard:'{}' engine nboard", path().display());
    let review = |args: &[&str]| review_of(&home, file.to_str().unwrap(), args);
    let asked = review(&["--engine", &engine, "--depth", "14"]);
    let solved = review(&["--depth", "1"]);
    assert_eq!(asked.len(), solved.len());
    let last = asked.len() - 14;
    assert_eq!(asked[last..], solved[last..]);
    let mistakes = solved[last..].iter().filter(|entry| entry[1] != 0).count();
    assert!(mistakes > 3, "{mistakes} moves lost something");
}

/// The moves of a review: move, loss, whether it is proven, and reason.
fn review_of(home: &TempDir, game: &str, args: &[&str]) -> Vec<[Value; 4]> {
    let args = [&["review", game, "--json"], args].concat();
    let output = program(home, &args).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let review: Value = serde_json::from_slice(&output.stdout).unwrap();
    let entries = review["entries"].as_array().unwrap().iter();
    let moves = entries.filter(|entry| entry["entry"] == "move");
    let fields =
        |entry: &Value| ["move", "loss", "exact", "reason"].map(|name| entry[name].clone());
    moves.map(fields).collect()
}
