//! What the program says of engines that misbehave, and what the user can do then.

use std::io::{BufRead as _, BufReader};
use std::time::Duration;
use std::{fs, thread};

use reversi::transcript;
use reversi_table::player::{Control, External, Player as _, PlayerError};

use crate::external::{home_of, home_with_limit, nboard, play, program};

/// What an engine is said to do that never answers within its limit of a second.
const SILENT: &str = "it did not answer within 1 second; if it needs longer, raise ";

/// What an engine is said to do that warned, also when it was told a depth.
const WARNED: &str = "it warned \"Must pick a depth\", and did not answer";

/// What is printed about an engine that fails to move, where this is expected.
fn failure(protocol: &str, script: &str, expected: &str) -> String {
    let limit = if [SILENT, WARNED].contains(&expected) {
        1
    } else {
        60
    };
    let home = home_with_limit(protocol, script, limit);
    let text = play(&home, "f5\nmoves\n");
    let line = text
        .lines()
        .find(|line| line.starts_with("White (test) failed"));
    let line = line.unwrap_or_else(|| panic!("no failure: {text}"));
    // The game is where it was.
    assert!(text.contains("White to move: d6 f4 f6."), "{text}");
    let rest = line.strip_prefix("White (test) failed to move: ").unwrap();
    let (reason, advice) = rest.split_once(". The computer is paused. ").unwrap();
    assert_eq!(
        advice,
        "Type go to try again, take to play for it, or forfeit to resign for it."
    );
    reason.to_owned()
}

#[test]
fn each_way_to_fail_has_a_sentence_of_its_own() {
    let ways = [
        ("sleep 100".to_owned(), SILENT),
        (nboard("sleep 100"), SILENT),
        ("exec 1>&-; sleep 100".to_owned(), "it closed its output"),
        (
            "trap '' TERM HUP INT; while :; do sleep 1; done".to_owned(),
            SILENT,
        ),
        (nboard("echo 'warning Must pick a depth'"), WARNED),
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
    ];
    // They wait for the limit together.
    thread::scope(|scope| {
        for (script, reason) in &ways {
            scope.spawn(move || {
                let said = failure("nboard", script, reason);
                assert!(said.starts_with(reason), "{script}\n{said}");
                assert!(said.len() < 300, "{said}");
            });
        }
    });
}

/// Takes seconds: it waits for two engines, one after the other, for the limit of a second.
#[test]
fn an_engine_that_needs_longer_than_a_limit_is_told_apart_by_the_setting_to_raise() {
    for (script, setting) in [
        ("sleep 100".to_owned(), "start-limit"),
        (nboard("sleep 100"), "move-limit"),
    ] {
        assert_eq!(
            failure("nboard", &script, SILENT),
            format!("{SILENT}{setting} of [engines.test] in the settings file")
        );
    }
}

/// Takes seconds: two of the seven engines say nothing that counts, one after the other, for the limit of a second.
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
    assert!(play(&home, "f5\n").contains("You win: White resigned."));
}

#[test]
fn the_user_plays_on_for_an_engine_that_failed_tries_again_or_resigns_for_it() {
    let crash = nboard("exit 1");
    let taken = play(&home_of("nboard", &crash), "f5\ntake\nd6\n");
    assert!(taken.contains("White plays d6, turning 1 disc."), "{taken}");
    let lost = play(&home_of("nboard", &crash), "f5\nforfeit\n");
    assert!(lost.contains("You win: White resigned."), "{lost}");
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
    assert!(
        nothing.contains("No player has failed to move"),
        "{nothing}"
    );
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
            "White (engine) failed to move: cannot start \"/nowhere/engine\": there is no such file"
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
