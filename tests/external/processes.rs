//! No process, no thread and no zombie of an engine is left behind.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, Command};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::{home_of, nboard, play, program};

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
