//! Other programs as players: what the program says of engines that misbehave, that the game goes on
//! as the user chooses, and that none of them is left behind.

#![cfg(unix)]
#![allow(clippy::unwrap_used)] // in tests a panic is the report

use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use reversi::app::player::{Control, External, Player as _, PlayerError};
use reversi::notation::transcript;
use tempfile::TempDir;

/// The beginning of every engine here: it reads lines, answers pings and is otherwise silent until
/// `go`, for which each engine has its own command.
fn nboard(on_go: &str) -> String {
    format!(
        "while read -r word rest; do case $word in ping) echo \"pong $rest\";; go) {on_go};; \
         quit) exit 0;; esac; done"
    )
}

/// A home with the settings and the script of an engine named `test`.
fn home_of(protocol: &str, script: &str) -> TempDir {
    home_with_limit(protocol, script, 60)
}

/// The same with a limit to each wait in seconds.
fn home_with_limit(protocol: &str, script: &str, limit: u32) -> TempDir {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("engine.sh");
    fs::write(&path, script).unwrap();
    let folder = home.path().join("reversi");
    fs::create_dir(&folder).unwrap();
    let settings = format!(
        "[engines.test]\ncommand = \"sh '{}'\"\nprotocol = \"{protocol}\"\n\
         start-limit = {limit}\nmove-limit = {limit}\n",
        path.display()
    );
    fs::write(folder.join("config.toml"), settings).unwrap();
    home
}

fn program(home: &TempDir, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_reversi"));
    command
        .args(args)
        .env("HOME", home.path())
        .env("XDG_CONFIG_HOME", home.path())
        .env("XDG_STATE_HOME", home.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Plays Black in line mode against an engine and returns what is printed.
fn play(home: &TempDir, input: &str) -> String {
    let mut child = program(home, &["--plain", "--white", "test"])
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(input.as_bytes())
        .unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.stderr.is_empty(), "{output:?}");
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(!text.contains('\u{1b}'), "an escape sequence: {text:?}");
    text
}

/// What an engine is said to do that never answers within its limit of a second.
const SILENT: &str = "it did not answer within 1 second";

/// What is printed about an engine that fails to move, where this is expected.
fn failure(protocol: &str, script: &str, expected: &str) -> String {
    let limit = if expected == SILENT { 1 } else { 60 };
    let home = home_with_limit(protocol, script, limit);
    let text = play(&home, "f5\nmoves\n");
    let line = text
        .lines()
        .find(|line| line.starts_with("White (test) failed"));
    let line = line.unwrap_or_else(|| panic!("no failure: {text}"));
    // The game is where it was.
    assert!(text.contains("White to move: d6 f4 f6."), "{text}");
    let rest = line.strip_prefix("White (test) failed to move: ").unwrap();
    let (reason, advice) = rest.split_once(". The CPU is paused. ").unwrap();
    assert_eq!(
        advice,
        "Type go to try again, take to play for it, or forfeit to resign for it."
    );
    reason.to_owned()
}

#[test]
fn each_way_to_fail_has_a_sentence_of_its_own() {
    for (script, reason) in [
        ("sleep 100".to_owned(), SILENT),
        (nboard("sleep 100"), SILENT),
        ("exec 1>&-; sleep 100".to_owned(), "it closed its output"),
        (
            "trap '' TERM HUP INT; while :; do sleep 1; done".to_owned(),
            SILENT,
        ),
        (nboard("exit 3"), "it ended with exit code 3"),
        (nboard("exit 0"), "it ended"),
        (
            nboard("echo 'no memory left.' >&2; exit 1"),
            "it ended with exit code 1: no memory left",
        ),
        (nboard("kill -9 $$"), "it was ended by signal 9"),
        (
            nboard("echo === a1"),
            "it chose an illegal move: a1 would turn no discs",
        ),
        (
            nboard("echo === f5"),
            "it chose an illegal move: f5 is taken by Black",
        ),
        (
            nboard("echo === PA"),
            "it passed although it has a legal move",
        ),
        (
            nboard("echo === pass"),
            "it passed although it has a legal move",
        ),
        (nboard("printf '\\033[2J\\007=== nonsense\\n'"), SILENT),
        (
            nboard("while :; do echo 'status busy'; done"),
            "it printed 100000 lines without an answer",
        ),
        (
            nboard("head -c 200000 /dev/zero | tr '\\0' x; echo; sleep 100"),
            "it printed a line of more than 65536 bytes",
        ),
    ] {
        let said = failure("nboard", &script, reason);
        assert!(said.starts_with(reason), "{script}\n{said}");
        assert!(said.len() < 300, "{said}");
    }
}

#[test]
fn over_gtp_errors_and_nonsense_are_reported_too() {
    let gtp = |on_genmove: &str| {
        format!(
            "while read -r id word rest; do case $word in genmove) {on_genmove};; \
             list_commands) printf '=%s play\\ngenmove\\n\\n' $id;; quit) exit 0;; \
             *) printf '=%s\\n\\n' $id;; esac; done"
        )
    };
    for (answer, reason) in [
        (
            "printf '?%s no license\\n\\n' $id",
            "it refused \"genmove\": no license",
        ),
        (
            "printf '= %s pass\\n\\n' $id",
            "it passed although it has a legal move",
        ),
        (
            "printf '=%s a1\\n\\n' $id",
            "it chose an illegal move: a1 would turn no discs",
        ),
        ("printf '=%s z9\\n\\n' $id", "its answer cannot be read"),
        ("printf '=%s f4\\n' $id", SILENT),
        ("printf '=99 f4\\n\\n'", SILENT),
    ] {
        let said = failure("gtp", &gtp(answer), reason);
        assert!(said.starts_with(reason), "{answer}\n{said}");
    }
    let home = home_of("gtp", &gtp("printf '=%s resign\\n\\n' $id"));
    assert!(play(&home, "f5\n").contains("White resigns: Black wins."));
}

#[test]
fn the_user_plays_on_for_an_engine_that_failed_tries_again_or_resigns_for_it() {
    let crash = nboard("exit 1");
    let taken = play(&home_of("nboard", &crash), "f5\ntake\nd6\n");
    assert!(taken.contains("White plays d6, turning 1 disc."), "{taken}");
    let lost = play(&home_of("nboard", &crash), "f5\nforfeit\n");
    assert!(lost.contains("White resigns: Black wins."), "{lost}");
    // The first time it crashes, the second time it moves.
    let home = home_of("nboard", "");
    let mark = home.path().join("mark");
    let go = format!(
        "if [ -e '{0}' ]; then echo === d6; else touch '{0}'; exit 1; fi",
        mark.display()
    );
    fs::write(home.path().join("engine.sh"), nboard(&go)).unwrap();
    let again = play(&home, "f5\ngo\n");
    assert!(
        again.contains("failed to move: it ended with exit code 1"),
        "{again}"
    );
    assert!(again.contains("White plays d6, turning 1 disc."), "{again}");
    let nothing = play(&home, "take\n");
    assert!(nothing.contains("No CPU has failed to move"), "{nothing}");
}

#[test]
fn a_late_answer_to_a_dropped_question_is_not_taken_for_the_answer_to_the_next() {
    // Busy with the first move, the engine reads the ping late.
    let script = "while read -r word rest; do case $word in ping) echo \"pong $rest\";; \
                  go) if [ -z $seen ]; then seen=1; sleep 0.3; echo === d6; else echo === f4; fi;; esac; done";
    let home = home_of("nboard", script);
    let command = format!("nboard:sh '{}'", home.path().join("engine.sh").display());
    let mut engine = External::new(command.parse().unwrap());
    let game = transcript::parse("f5").unwrap();
    let control = Control::default();
    let reporter = control.reporter.clone();
    let stopper = thread::spawn(move || {
        thread::sleep(Duration::from_millis(100));
        reporter.stop();
    });
    assert_eq!(engine.choose(&game, &control), Err(PlayerError::Stopped));
    stopper.join().unwrap();
    assert_eq!(
        engine.choose(&game, &Control::default()),
        Ok("f4".parse().unwrap())
    );
}

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

/// Waits until no process has this text in its command line.
fn assert_gone(mark: &str) {
    let until = Instant::now() + Duration::from_secs(20);
    loop {
        let found: Vec<String> = fs::read_dir("/proc")
            .unwrap()
            .filter_map(|entry| fs::read(entry.ok()?.path().join("cmdline")).ok())
            .map(|line| String::from_utf8_lossy(&line).replace('\0', " "))
            .filter(|line| line.contains(mark))
            .collect();
        if found.is_empty() {
            return;
        }
        assert!(Instant::now() < until, "still running: {found:?}");
        thread::sleep(Duration::from_millis(20));
    }
}

/// Starts a game against an engine with children that ignore signals and the end of input, and waits
/// until the engine runs.
fn started_with_stubborn_engine(seconds: u32) -> (TempDir, Child) {
    let script = format!(
        "trap '' TERM HUP INT; sleep {seconds} & sleep {seconds} & echo started >&2; \
         while :; do sleep {seconds}; done"
    );
    let home = home_of("nboard", &script);
    let log = home.path().join("log");
    let args = [
        "--plain",
        "--white",
        "test",
        "--moves",
        "f5",
        "--log",
        log.to_str().unwrap(),
    ];
    let child = program(&home, &args).spawn().unwrap();
    let until = Instant::now() + Duration::from_secs(20);
    while !fs::read_to_string(&log)
        .unwrap_or_default()
        .contains("started")
    {
        assert!(Instant::now() < until, "the engine does not start");
        thread::sleep(Duration::from_millis(5));
    }
    (home, child)
}

#[cfg(target_os = "linux")]
#[test]
fn no_engine_and_no_child_of_one_outlives_the_program_however_that_ends() {
    for (index, signal) in ["KILL", "TERM", "INT", "HUP"].into_iter().enumerate() {
        let seconds = 86_391 + u32::try_from(index).unwrap();
        let (home, mut child) = started_with_stubborn_engine(seconds);
        let kill = format!("kill -{signal} {}", child.id());
        assert!(
            Command::new("sh")
                .args(["-c", &kill])
                .status()
                .unwrap()
                .success()
        );
        child.wait().unwrap();
        assert_gone(&format!("sleep {seconds}"));
        assert_gone(home.path().to_str().unwrap());
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_engine_that_ignores_quit_is_ended_when_the_game_ends() {
    let script = "trap '' TERM HUP INT; while :; do if read -r word rest; then case $word in \
                  ping) echo \"pong $rest\";; go) echo === d6;; esac; else sleep 86390; fi; done";
    let home = home_of("nboard", script);
    assert!(play(&home, "f5\n").contains("White plays d6"));
    assert_gone(home.path().to_str().unwrap());
    assert_gone("sleep 86390");
}

#[test]
fn a_missing_program_and_a_wrong_command_are_named() {
    let home = tempfile::tempdir().unwrap();
    let args = [
        "--plain",
        "--white",
        "nboard:/nowhere/engine -x",
        "--moves",
        "f5",
    ];
    let mut child = program(&home, &args).spawn().unwrap();
    drop(child.stdin.take());
    let mut text = String::new();
    for line in BufReader::new(child.stdout.take().unwrap()).lines() {
        text += &line.unwrap();
    }
    child.wait().unwrap();
    assert!(
        text.contains(
            "White (engine) failed to move: cannot start \"/nowhere/engine\": No such file"
        ),
        "{text}"
    );
    for (player, reason) in [
        (
            "nboard:",
            "the command of the engine is missing; write nboard:COMMAND or gtp:COMMAND",
        ),
        ("gtp:'x", "\"'x\" is not a command line; check its quotes"),
        ("nobody", "invalid value 'nobody' for '--white <PLAYER>'"),
    ] {
        let output = program(&home, &["--plain", "--white", player])
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2));
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(reason), "{said}");
    }
}

/// The program with its own engine in place of another one.
fn own(level: u32) -> String {
    let program = env!("CARGO_BIN_EXE_reversi");
    format!("'{program}' engine nboard --level {level}")
}

#[test]
fn whole_games_are_played_over_both_protocols() {
    let program_path = env!("CARGO_BIN_EXE_reversi");
    let home = tempfile::tempdir().unwrap();
    for (black, white) in [("nboard", "gtp"), ("gtp", "nboard")] {
        let player = |protocol: &str, level| {
            format!("{protocol}:'{program_path}' engine {protocol} --level {level} --threads 1")
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

#[test]
fn another_engine_gives_hints_and_reviews() {
    let home = tempfile::tempdir().unwrap();
    let engine = format!("nboard:{}", own(3));
    // FFO endgame test position 1.
    let position = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";
    let hint = [
        "hint", position, "--engine", &engine, "-n", "2", "--time", "2",
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
        &["review", whole, "--engine", &engine, "--time", "0.1"],
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
        ("gtp:cat", 1, "error: cat failed: "),
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

#[cfg(target_os = "linux")]
#[test]
fn after_a_hundred_games_no_engine_no_zombie_and_no_thread_is_left() {
    let home = home_of("nboard", &nboard("echo === d6"));
    let mut child = program(&home, &["--plain", "--white", "test"])
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap()).lines();
    let tasks = || {
        fs::read_dir(format!("/proc/{}/task", child.id()))
            .unwrap()
            .count()
    };
    let mut first = None;
    for game in 0..100 {
        // Each game has an engine of its own.
        input.write_all(b"f5\nnew\n").unwrap();
        let moved = output
            .by_ref()
            .map_while(Result::ok)
            .any(|line| line.contains("White plays d6"));
        assert!(moved, "game {game}");
        if game == 1 {
            first = Some(tasks());
        }
    }
    assert!(tasks() <= first.unwrap() + 1, "{} threads", tasks());
    let mine = child.id().to_string();
    let children: Vec<String> = fs::read_dir("/proc")
        .unwrap()
        .filter_map(|entry| fs::read_to_string(entry.ok()?.path().join("stat")).ok())
        .filter(|stat| {
            let after_name = stat.rsplit(')').next().unwrap_or_default();
            after_name.split_whitespace().nth(1) == Some(&mine)
        })
        .collect();
    assert!(children.len() <= 1, "{children:?}");
    assert!(
        children.iter().all(|stat| !stat.contains(") Z ")),
        "{children:?}"
    );
    drop(input);
    assert!(child.wait().unwrap().success());
    assert_gone(home.path().to_str().unwrap());
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
