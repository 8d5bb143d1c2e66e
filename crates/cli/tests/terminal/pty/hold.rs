//! The law of tasks: no screen waits for the thread of a task. Tasks hang for ever, every screen that asks them is drawn
//! and left, by Esc and by other questions, and the program ends, by a key and by a signal, with the terminal given back.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;
use std::time::Duration;

use reversi::ByColor;
use reversi_cli::terminal;
use reversi_table::background::{SAVING, before_work, wait_for_all};
use reversi_table::player::PlayerKind;
use reversi_table::session::Setup;
use reversi_table::store::config::Store;
use reversi_table::store::settings::Settings;
use reversi_table::store::state::StateFolder;
use reversi_tui::{FirstScreen, Options};

use crate::terminal::Terminal;

/// The variables with the names of the tasks that hang, or `all`, and with the folder of what is kept.
const HANGING: &str = "HANGING_TASKS";
const FOLDER: &str = "HANGING_FOLDER";

/// The file with the names of the tasks that were asked, each in a line.
const ASKED: &str = "asked";

/// Whether the first screen is shown, and no window over it.
fn is_home(screen: &str) -> bool {
    screen.contains("n new game") && !screen.contains("Esc back")
}

/// Notes that a task was asked, and hangs for ever if it is one of those.
fn hang(name: &str) {
    let variable = |name| std::env::var(name).unwrap();
    let asked = Path::new(&variable(FOLDER)).join(ASKED);
    let mut asked = File::options()
        .append(true)
        .create(true)
        .open(asked)
        .unwrap();
    // In one piece: several tasks write at the same time.
    asked.write_all(format!("{name}\n").as_bytes()).unwrap();
    let hanging = variable(HANGING);
    while hanging == "all" || hanging.split(',').any(|one| one == name) {
        std::thread::park();
    }
}

/// Not a test: the program of the next ones.
#[test]
#[ignore = "run by the tests of this file"]
fn a_program_whose_tasks_hang() {
    before_work(hang);
    let folder = std::env::var(FOLDER).unwrap();
    let folder = Path::new(&folder);
    let players = ByColor::new(PlayerKind::Human, PlayerKind::Greedy);
    let (store, _) = Store::open_at(folder.join("config.toml"));
    let done = terminal::run(Options {
        state: Some(StateFolder::at(folder.join("state"))),
        folder: folder.to_owned(),
        ..Options::new(
            Setup::new(players, 1),
            FirstScreen::Start,
            Settings::default(),
            store,
        )
    });
    wait_for_all(SAVING);
    done.unwrap();
}

/// A program whose tasks with these names hang.
struct Hanging {
    folder: tempfile::TempDir,
    terminal: Terminal,
}

impl Hanging {
    fn start(names: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let own = std::env::current_exe().unwrap();
        let name = "pty::hold::a_program_whose_tasks_hang";
        let args = ["--ignored", "--exact", "--nocapture", name];
        let place = folder.path().to_str().unwrap();
        let variables = [(HANGING, names), (FOLDER, place)];
        let terminal = Terminal::start_with(own.to_str().unwrap(), &args, &variables);
        terminal.wait_for("first screen", is_home);
        Self { folder, terminal }
    }

    /// Returns the names of the tasks that were asked so far.
    fn asked(&self) -> BTreeSet<String> {
        let asked = fs::read_to_string(self.folder.path().join(ASKED)).unwrap_or_default();
        asked.lines().map(str::to_owned).collect()
    }

    /// Types keys and waits for a text of the screen that they lead to.
    fn go(&mut self, keys: &str, text: &str) {
        self.terminal.type_keys(keys);
        self.terminal.wait_for_text(text);
    }

    /// Waits until a task has been asked.
    fn wait_for_task(&self, name: &str) {
        let is_asked = |_: &str| self.asked().contains(name);
        self.terminal.wait_for(name, is_asked);
    }

    /// Leaves the screens on top of the first one.
    fn go_home(&mut self) {
        /// Escs that follow each other faster may be one key, since an answer of the terminal is owed.
        const BETWEEN: Duration = Duration::from_millis(300);
        for _ in 0..20 {
            if is_home(&self.terminal.text()) {
                return;
            }
            self.terminal.type_keys("\x1b");
            std::thread::sleep(BETWEEN);
        }
        self.terminal.wait_for("first screen", is_home);
    }

    /// Ends the program by a signal, without a word.
    fn end_by_signal(mut self) {
        self.terminal.signal("-TERM");
        self.terminal.wait_for_exit();
        self.terminal
            .wait_for("main screen", |_| !self.terminal.is_taken());
        self.terminal.assert_given_back();
    }
}

/// The words by which a place is found in the list of actions, keys on its screen, and a task that they ask.
const PLACES: &[(&str, &str, &str)] = &[
    ("all your games", "", "games"),
    ("all your games", "f5", "labels"),
    ("your record", "", "record"),
    ("your mistakes", "", "record"),
    ("puzzles: find", "", "practice"),
    ("puzzles: find", "\r", "puzzles"),
    ("puzzle of the day", "", "puzzles"),
    ("play an opening", "\r", "opening trainer"),
    ("a board to try", "k", "analysis"),
    ("themes", "\x1b[C", "settings"),
    ("two computers", "\r", "player"),
];

/// The tasks that no screen of the test asks, each with the reason. All tasks stop in the same way: when they are dropped.
const NOT_HELD: &[(&str, &str)] = &[
    (
        "check",
        "it needs another program, which `pty::cpus` lets hang",
    ),
    (
        "course",
        "it is asked at the end of a chapter, after many steps",
    ),
    ("editor", "it is asked with a position that is set up first"),
    (
        "engine",
        "it belongs to `reversi engine`, which has no screen",
    ),
    (
        "judge",
        "it is asked after a wrong answer to a puzzle, which another task finds",
    ),
    (
        "mistakes",
        "it is asked with the mistakes that another task finds",
    ),
    (
        "review of a try",
        "it is asked about a review that another task makes",
    ),
];

/// The names of all tasks of the program: what follows `Background::start(` in its source.
fn tasks() -> BTreeSet<String> {
    fn collect(folder: &Path, names: &mut BTreeSet<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() && path.file_name().unwrap() != "tests" {
                collect(&path, names);
            } else if path.extension().is_some_and(|ending| ending == "rs")
                && !path.ends_with("tests.rs")
            {
                let text = fs::read_to_string(&path).unwrap();
                let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
                let code = code
                    .lines()
                    .filter(|line| !line.trim_start().starts_with("//"));
                let code = code.collect::<Vec<_>>().join(" ");
                for start in code.split("Background::start(").skip(1) {
                    let name = start.trim_start().strip_prefix('"');
                    let name = name.and_then(|rest| rest.split('"').next());
                    names.insert(
                        name.unwrap_or_else(|| panic!("{}: {start:.40}", path.display()))
                            .to_owned(),
                    );
                }
            }
        }
    }
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut names = BTreeSet::new();
    for of in fs::read_dir(crates).unwrap() {
        let source = of.unwrap().path().join("src");
        if source.is_dir() {
            collect(&source, &mut names);
        }
    }
    names
}

/// It walks all screens with Esc, which is held for a moment while an answer of the terminal is owed: it takes ten seconds.
#[test]
fn every_screen_is_drawn_and_left_although_all_tasks_hang() {
    let mut program = Hanging::start("all");
    for (words, keys, task) in PLACES {
        program.go("?", "Actions");
        program.terminal.type_keys(&format!("{words}\r"));
        program.terminal.wait_for("another screen", |screen| {
            !is_home(screen) && !screen.contains("Actions")
        });
        program.terminal.type_keys(keys);
        program.wait_for_task(task);
        program.go_home();
    }
    program.go("n", "Enter start");
    program.go("\r", "Your move");
    program.terminal.type_keys("k");
    program.wait_for_task("analysis");
    program.terminal.type_keys("/");
    program.wait_for_task("openings");
    program.terminal.type_keys("f5");
    program.wait_for_task("coach");
    program.go("\r", "is thinking");
    program.wait_for_task("saver");
    program.go("s", "Save game");
    program.terminal.type_keys("\r");
    program.wait_for_task("save");
    program.terminal.type_keys("w");
    program.wait_for_task("review");
    program.go_home();
    for name in tasks() {
        match NOT_HELD.iter().find(|(known, _)| *known == name) {
            Some((_, why)) => assert!(!program.asked().contains(&name), "{name}: {why}"),
            None => program.wait_for_task(&name),
        }
    }
    // The game comes first: it is not lost without a word, and Ctrl-C ends the wait.
    program.terminal.signal("-TERM");
    program
        .terminal
        .wait_for_text("Waiting for the game to be saved. Press Ctrl-C to quit at once.");
    program.terminal.assert_given_back();
    program.terminal.signal("-INT");
    program.terminal.wait_for_exit();
    program.terminal.assert_given_back();
}

#[test]
fn the_end_waits_for_no_task_but_one_that_saves() {
    for keys in [
        "",
        "?all your games\r",
        "?your record\r",
        "?two computers\r\r",
    ] {
        let mut program = Hanging::start("record,games,labels,read,lines,player");
        program.wait_for_task("record");
        program.terminal.type_keys(keys);
        if !keys.is_empty() {
            program
                .terminal
                .wait_for("another screen", |screen| !is_home(screen));
        }
        program.end_by_signal();
    }
    let mut program = Hanging::start("record,lines");
    program.wait_for_task("record");
    program.terminal.type_keys("q");
    assert!(program.terminal.wait_for_end().success());
    program.terminal.assert_given_back();
}
