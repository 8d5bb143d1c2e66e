//! No process, no thread and no zombie of an engine is left behind.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::Child;
use std::time::{Duration, Instant};
use std::{fs, thread};

use tempfile::TempDir;

use crate::external::{home_of, nboard, play, program};
use crate::program::signal;
use crate::signals;

/// How long a test waits for what must come, so that it fails and does not hang.
const PATIENCE: Duration = Duration::from_secs(120);

/// Waits until no process has this text in its command line.
fn assert_gone(mark: &str) {
    let until = Instant::now() + PATIENCE;
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
    started_with_engine(&format!(
        "trap '' TERM HUP INT; sleep {seconds} & sleep {seconds} & echo started >&2; \
         while :; do sleep {seconds}; done"
    ))
}

/// Starts a game against an engine, and waits until the engine says that it has started.
fn started_with_engine(script: &str) -> (TempDir, Child) {
    let home = home_of("nboard", script);
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
    let until = Instant::now() + PATIENCE;
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
    for (index, name) in ["-KILL", "-TERM", "-INT", "-HUP"].into_iter().enumerate() {
        signals::have_usual_actions();
        let seconds = 86_391 + u32::try_from(index).unwrap();
        let (home, mut child) = started_with_stubborn_engine(seconds);
        signal(name, &[child.id()]);
        child.wait().unwrap();
        assert_gone(&format!("sleep {seconds}"));
        assert_gone(home.path().to_str().unwrap());
    }
}

/// Returns the numbers of all processes, of their parents, and their states.
#[cfg(target_os = "linux")]
fn processes() -> Vec<(u32, u32, String)> {
    let folders = fs::read_dir("/proc").unwrap().map_while(Result::ok);
    let status = folders.filter_map(|folder| {
        let process = folder.file_name().to_str()?.parse().ok()?;
        let status = fs::read_to_string(folder.path().join("stat")).ok()?;
        let mut fields = status.rsplit_once(')')?.1.split_whitespace();
        let state = fields.next()?.to_owned();
        Some((process, fields.next()?.parse().ok()?, state))
    });
    status.collect()
}

#[cfg(target_os = "linux")]
fn only_child(parent: u32) -> u32 {
    let processes = processes();
    let mut children = processes.iter().filter(|(_, of, _)| *of == parent);
    match (children.next(), children.next()) {
        (Some(&(child, ..)), None) => child,
        _ => panic!("not one child of {parent}: {processes:?}"),
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_engine_in_a_session_of_its_own_ends_with_the_program() {
    for (index, name) in ["-KILL", "-TERM"].into_iter().enumerate() {
        let seconds = 86_381 + u32::try_from(index).unwrap();
        // One is a child of the engine, the other one is left behind by its parent.
        let stubborn = format!("trap '' TERM HUP INT; while :; do sleep {seconds}; done");
        let (home, mut child) = started_with_engine(&format!(
            "setsid sh -c \"{stubborn}\" & (setsid sh -c \"{stubborn}\" &); echo started >&2; {stubborn}"
        ));
        signal(name, &[child.id()]);
        child.wait().unwrap();
        assert_gone(&format!("sleep {seconds}"));
        assert_gone(home.path().to_str().unwrap());
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_engine_ends_when_its_guards_are_killed() {
    for (index, killed) in [&[0][..], &[1], &[0, 1]].into_iter().enumerate() {
        let seconds = 86_371 + u32::try_from(index).unwrap();
        let script = format!(
            "trap '' TERM HUP INT; sleep {seconds} & echo started >&2; exec sleep {seconds}"
        );
        // Without children where both are killed: then only the engine itself ends.
        let script = match killed {
            [_] => script,
            _ => format!("echo started >&2; exec sleep {seconds}"),
        };
        let (_home, mut child) = started_with_engine(&script);
        let outer = only_child(child.id());
        let guards = [outer, only_child(outer)];
        let killed: Vec<_> = killed.iter().map(|&guard: &usize| guards[guard]).collect();
        signal("-KILL", &killed);
        assert_gone(&format!("sleep {seconds}"));
        assert!(child.try_wait().unwrap().is_none(), "the program goes on");
        child.kill().unwrap();
        child.wait().unwrap();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_an_engine_leaves_behind_is_no_zombie_when_it_ends() {
    let (_home, mut child) = started_with_engine(
        "for i in 1 2 3 4 5 6 7 8 9; do (sleep 0 &); done; echo started >&2; exec sleep 86361",
    );
    let outer = only_child(child.id());
    let guards = [outer, only_child(outer)];
    let until = Instant::now() + PATIENCE;
    // The engine itself is the only child of its guard that stays.
    while processes()
        .iter()
        .filter(|(_, of, _)| guards.contains(of))
        .count()
        > 2
    {
        assert!(Instant::now() < until, "{:?}", processes());
        thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert_gone("sleep 86361");
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

/// Takes seconds: it starts a hundred engines, one after another, each with two guards.
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
