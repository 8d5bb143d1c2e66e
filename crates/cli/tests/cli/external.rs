//! Other programs as players: what the program says of engines that misbehave, that the game continues
//! as the user chooses, and that none of them is left behind.

mod failures;
mod processes;
mod sessions;
use crate::program as support;

use std::fs;
use std::process::Command;

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
    support::program(home.path(), args)
}

/// Plays Black in line mode against an engine and returns what is printed.
pub(crate) fn play(home: &TempDir, input: &str) -> String {
    let mut command = program(home, &["--plain", "--white", "test"]);
    let text = support::printed(support::run(&mut command, input.as_bytes()));
    assert!(!text.contains('\u{1b}'), "an escape sequence: {text:?}");
    text
}
