//! The commands of the guide are run, in a folder with the files that they name.

use std::collections::BTreeSet;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::{LazyLock, Mutex};
use std::time::{Duration, Instant};
use std::{fs, thread};

use reversi::{ByColor, transcript};
use reversi_notation::Record;
use reversi_table::store::history;
use reversi_table::store::state::StateFolder;
use tempfile::TempDir;

use super::{blocks, command_of, is_japanese, root};
use crate::program::{command, succeeds};
use crate::terminal::{self, PROGRAM, Terminal};

/// After this time a command that still runs is right: it waits for a host, a guest or a thought. A wrong one ends at
/// once.
const ENOUGH: Duration = Duration::from_secs(3);

/// So is one that has computed for so many hundredths of a second.
#[cfg(target_os = "linux")]
const MUCH: u64 = 50;

/// Commands that need what the folder cannot have, and what they say.
const REFUSED: [(&str, &str); 2] = [
    ("reversi host --resume", "unfinished"),
    ("reversi stats --libraries", "set libraries in the settings"),
];

/// An endgame.
const POSITION: &str = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X\n";

/// A finished game.
const GAME: &str = "f5f6e6f4e3c5c4d3f3e2d2e7c6c3f1c2f2d1b3b4a3a5b5e1c1d6g4g5e8f8g8d7c7b6g3d8c8f7h6a6a4g6h5\
                    a2b7a8a7b2a1b1g7h3h4b8h2h8h7g2g1h1";

/// Returns a home of its own: a copy of the first one.
fn home() -> TempDir {
    static FIRST: LazyLock<TempDir> = LazyLock::new(first_home);
    let home = tempfile::tempdir().unwrap();
    let all = FIRST.path().join(".");
    assert!(succeeds("cp", ["-a".as_ref(), &*all, home.path()]));
    home
}

/// Makes a home with the files that the guide names, and the programs that it names in `bin`.
fn first_home() -> TempDir {
    let home = tempfile::tempdir().unwrap();
    let at = |name: &str| home.path().join(name);
    for (fixture, names) in [
        ("wthor-1978.wtb", &["games.wtb"][..]),
        ("ggs.ggf", &["game.ggf", "g.ggf"]),
        ("variations.sgf", &["game.sgf", "a.sgf"]),
    ] {
        for name in names {
            fs::copy(root().join("tests/fixtures").join(fixture), at(name)).unwrap();
        }
    }
    fs::write(at("positions.obf"), POSITION).unwrap();
    fs::write(at("set.obf"), POSITION).unwrap();
    fs::write(at("go.sgf"), "(;FF[4]GM[1]SZ[5];B[cc];W[cb])").unwrap();
    fs::create_dir(at("bin")).unwrap();
    symlink(PROGRAM, at("bin/reversi")).unwrap();
    for (name, protocol) in [("edax", "nboard"), ("other-engine", "gtp")] {
        let script = at("bin").join(name);
        let text = format!("#!/bin/sh\nexec '{PROGRAM}' engine {protocol} --level 1\n");
        fs::write(&script, text).unwrap();
        fs::set_permissions(script, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let mut record = Record::from_game(&transcript::parse(GAME).unwrap());
    record.players = ByColor::new("human".to_owned(), "engine:3".to_owned());
    let state = StateFolder::at(home.path().join("reversi"));
    history::append(&state, &record).unwrap();
    for command in [
        "reversi convert games.wtb -o games.ggf",
        "reversi book extend my.book --depth 1 --positions 1",
    ] {
        let output = shell(home.path(), command).output().unwrap();
        assert!(output.status.success(), "{command}: {output:?}");
    }
    home
}

/// Returns where the programs of a home are, and all others.
fn path(home: &Path) -> String {
    let inherited = std::env::var("PATH").unwrap();
    format!("{}:{inherited}", home.join("bin").display())
}

/// Returns a command in a home, without a terminal.
fn shell(home: &Path, line: &str) -> Command {
    let mut shell = command(home, "sh");
    shell
        .args(["-c", line])
        .current_dir(home)
        .env("PATH", path(home))
        .env("LC_ALL", "C.UTF-8")
        .stdin(Stdio::null());
    shell
}

#[cfg(target_os = "linux")]
fn has_computed_much(terminal: &Terminal) -> bool {
    terminal.ticks() > MUCH
}

/// Elsewhere nothing tells.
#[cfg(not(target_os = "linux"))]
fn has_computed_much(_: &Terminal) -> bool {
    false
}

/// Runs a command at a terminal. Returns the exit code and the terminal if it ends.
fn at_terminal(home: &Path, line: &str) -> Option<(u32, Terminal)> {
    let mut command = terminal::command(home, "sh", &["-c", &format!("exec {line}")]);
    command.cwd(home);
    command.env("PATH", path(home));
    let mut terminal = Terminal::spawn(command);
    let end = Instant::now() + ENOUGH;
    // One that has taken the terminal waits for keys.
    while Instant::now() < end && !terminal.is_taken() && !has_computed_much(&terminal) {
        if let Some(status) = terminal.child.try_wait().unwrap() {
            return Some((status.exit_code(), terminal));
        }
        thread::sleep(Duration::from_millis(20));
    }
    terminal.child.kill().unwrap();
    terminal.child.wait().unwrap();
    None
}

/// Returns a reason why a command of the guide is wrong.
fn fault(command: &str) -> Option<String> {
    let home = home();
    // A file to write is not there yet.
    let words: Vec<&str> = command.split_whitespace().collect();
    for pair in words.windows(2) {
        if ["-o", ">"].contains(&pair[0]) {
            let _ = fs::remove_file(home.path().join(pair[1]));
        }
    }
    let refused = REFUSED.iter().find(|(refused, _)| *refused == command);
    // Another program may have the usual port.
    let is_host = words[1..].first() == Some(&"host");
    let run = if is_host {
        format!("{command} --port 0")
    } else {
        command.to_owned()
    };
    match (at_terminal(home.path(), &run), refused) {
        (None | Some((0, _)), None) => None,
        (Some((code, terminal)), Some((_, why))) if code != 0 => {
            terminal.wait_for_text(why);
            None
        }
        (end, _) => {
            let end = end.map(|(code, terminal)| (code, terminal.text()));
            Some(format!("{command}: {end:?}"))
        }
    }
}

/// Takes seconds: it runs more than a hundred commands, eight at once, and each that waits for somebody gets three
/// seconds (`ENOUGH`).
#[test]
fn every_command_of_the_guide_runs() {
    let lines = blocks("sh").into_iter().flat_map(|block| block.lines);
    let lines = lines.filter(|line| line.starts_with("reversi"));
    // A page in Japanese has the commands of the English one.
    let lines: BTreeSet<String> = lines.map(|line| command_of(&line).to_owned()).collect();
    assert!(lines.len() > 50);
    let (left, wrong) = (Mutex::new(lines.iter()), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                loop {
                    let next = left.lock().unwrap().next();
                    let Some(line) = next else { break };
                    let fault = fault(line);
                    wrong.lock().unwrap().extend(fault);
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_the_guide_says_that_a_command_prints_is_what_it_prints() {
    let home = home();
    for block in blocks("console") {
        let (command, shown) = block.lines.split_first().unwrap();
        let command = command.strip_prefix("$ ").unwrap();
        let language = if is_japanese(&block.page) { "ja" } else { "en" };
        let mut command = shell(home.path(), command);
        let output = command.env("REVERSI_LANG", language).output().unwrap();
        let printed = String::from_utf8(output.stdout).unwrap();
        let (printed, shown) = (printed.trim_end(), shown.join("\n"));
        assert_eq!(printed, shown.trim_end(), "{}", block.place);
    }
}
