//! The programs that tests start find nothing of whoever runs the tests.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use reversi::transcript;
use reversi_notation::Record;
use reversi_table::store::history;
use reversi_table::store::state::StateFolder;

use crate::program::{HOME_VARIABLES, command, environment, printed, program, run};
use crate::terminal::{self, PROGRAM, Terminal};

/// Variables beside [`HOME_VARIABLES`] that lead to files of a person, or change what the program answers.
const OF_A_PERSON: [&str; 17] = [
    "REVERSI_HOME",
    "REVERSI_TESTS",
    "XDG_CACHE_HOME",
    "XDG_CONFIG_DIRS",
    "XDG_DATA_HOME",
    "COLORTERM",
    "COLUMNS",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "LC_MESSAGES",
    "LINES",
    "NO_COLOR",
    "PAGER",
    "TERM",
    "TERM_PROGRAM",
    "TZ",
];

/// Returns the files of a folder and of those in it, with what they hold and when they were written.
fn contents(folder: &Path) -> BTreeMap<PathBuf, (Vec<u8>, std::time::SystemTime)> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.append(&mut contents(&path));
        } else {
            let written = path.metadata().unwrap().modified().unwrap();
            found.insert(path.clone(), (fs::read(&path).unwrap(), written));
        }
    }
    found
}

#[test]
#[ignore = "the next test runs it in the environment of a person"]
fn a_game_is_played_at_a_terminal_and_another_through_pipes() {
    let names = |text: &str| {
        let lines = text.lines().filter_map(|line| line.split_once('='));
        lines
            .map(|(name, _)| name.to_owned())
            .collect::<BTreeSet<_>>()
    };
    let home = tempfile::tempdir().unwrap();
    // The environment is what the test gives, and no more.
    let given = environment(home.path()).map(|(name, _)| name.to_owned());
    let mut given: BTreeSet<String> = given.collect();
    let listed = command(home.path(), "env").output().unwrap();
    assert_eq!(names(&printed(listed)), given);
    let shown = Terminal::spawn(terminal::command::<&str>(home.path(), "env", &[]));
    shown.wait_for_text("TERM=");
    // The crate of the terminal adds the shell of the system.
    given.extend(["COLORTERM", "LC_ALL", "SHELL"].map(str::to_owned));
    assert_eq!(names(&shown.text()), given);
    // The files are those of the home.
    let mut person = Terminal::spawn(terminal::command(home.path(), PROGRAM, &["--plain"]));
    person.wait_for_text("Black to move");
    person.type_keys("f5d6\rquit\r");
    assert!(person.wait_for_exit().success());
    assert!(terminal::autosaves(home.path()).contains("f5 d6"));
    let history = run(&mut program(home.path(), &["history"]), b"");
    assert_eq!(printed(history), "");
    let report = printed(run(&mut program(home.path(), &["doctor"]), b""));
    assert!(report.contains("~/reversi/config.toml: absent"), "{report}");
    assert!(!report.contains("REVERSI_HOME"), "{report}");
}

#[test]
fn what_tests_start_neither_reads_nor_writes_the_files_of_whoever_runs_them() {
    let person = tempfile::tempdir().unwrap();
    let folder = person.path().join("reversi");
    fs::create_dir(&folder).unwrap();
    // Whoever reads it says so.
    fs::write(folder.join("config.toml"), "no settings").unwrap();
    let game = Record::from_game(&transcript::parse("f5d6").unwrap());
    history::append(&StateFolder::at(folder.clone()), &game).unwrap();
    let before = contents(person.path());
    let mut test = command(person.path(), std::env::current_exe().unwrap());
    for name in HOME_VARIABLES.iter().chain(&OF_A_PERSON) {
        test.env(name, person.path());
    }
    test.env("REVERSI_HOME", &folder);
    let name = "isolation::a_game_is_played_at_a_terminal_and_another_through_pipes";
    let output = test.args(["--ignored", "--exact", name]).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && said.contains("1 passed"),
        "{said}"
    );
    assert_eq!(contents(person.path()), before);
}
