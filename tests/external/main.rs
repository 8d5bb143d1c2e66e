//! Other programs as players: what the program says of engines that misbehave, that the game continues
//! as the user chooses, and that none of them is left behind.

#![cfg(unix)]
#![allow(clippy::unwrap_used)] // in tests a panic is the report

mod failures;
mod processes;
mod sessions;

use std::fs;
use std::io::Write as _;
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// The beginning of every engine here: it reads lines, answers pings and is otherwise silent until
/// `go`, for which each engine has its own command.
pub(crate) fn nboard(on_go: &str) -> String {
    format!(
        "while read -r word rest; do case $word in ping) echo \"pong $rest\";; go) {on_go};; \
         quit) exit 0;; esac; done"
    )
}

/// A home with the settings and the script of an engine named `test`.
pub(crate) fn home_of(protocol: &str, script: &str) -> TempDir {
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

pub(crate) fn program(home: &TempDir, args: &[&str]) -> Command {
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
pub(crate) fn play(home: &TempDir, input: &str) -> String {
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
