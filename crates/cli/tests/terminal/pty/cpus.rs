//! CPUs that hang or crash.

use reversi::search::Limits;
use reversi::{ByColor, Game, Square};
use reversi_cli::terminal;
use reversi_table::player::{Control, Player, PlayerError, PlayerKind};
use reversi_table::session::Setup;
use reversi_table::store::config::Store;
use reversi_table::store::settings::Settings;
use reversi_tui::{FirstScreen, Options};

use crate::terminal::Terminal;

/// Never answers, and cannot be stopped.
struct Stuck;

impl Player for Stuck {
    fn choose(&mut self, _: &Game, _: &Control) -> Result<Square, PlayerError> {
        loop {
            std::thread::park();
        }
    }
}

/// Not a test: the program of the next one.
#[test]
#[ignore = "run by quitting_does_not_wait_for_a_cpu_that_hangs"]
fn a_program_with_a_cpu_that_hangs() {
    play_against(|kind, _| (!kind.is_human()).then(|| Box::new(Stuck) as Box<dyn Player>));
}

#[test]
fn quitting_does_not_wait_for_a_cpu_that_hangs() {
    let mut terminal = start_own("pty::cpus::a_program_with_a_cpu_that_hangs");
    terminal.wait_for_text("Your move");
    terminal.type_keys("f5");
    terminal.wait_for_text("1 f5");
    terminal.type_keys("\x03");
    let status = terminal.wait_for_end();
    assert!(status.success(), "{status:?}");
    terminal.assert_given_back();
}

/// Crashes when it is asked.
struct Crash;

impl Player for Crash {
    fn choose(&mut self, _: &Game, _: &Control) -> Result<Square, PlayerError> {
        panic!("the player is out of ideas")
    }
}

/// Not a test: the program of the next one, run by it in a terminal of its own.
#[test]
#[ignore = "run by a_cpu_that_crashes_is_reported_after_the_game_and_not_over_it"]
fn a_program_with_a_cpu_that_crashes() {
    play_against(|kind, _| (!kind.is_human()).then(|| Box::new(Crash) as Box<dyn Player>));
}

/// Runs the interface with CPUs of a test.
fn play_against(factory: fn(&PlayerKind, u64) -> Option<Box<dyn Player>>) {
    let players = ByColor::new(PlayerKind::Human, PlayerKind::Greedy);
    let mut setup = Setup::new(players, 1);
    setup.factory = factory;
    terminal::run(Options {
        analysis: Limits::depth(4),
        deeper_analysis: Limits::depth(4),
        review: Limits::depth(4),
        folder: std::path::PathBuf::from("/nowhere"),
        ..Options::new(
            setup,
            FirstScreen::Board,
            Settings::default(),
            Store::in_memory(),
        )
    })
    .unwrap();
}

/// Starts an ignored test of this file in a terminal of its own.
pub(crate) fn start_own(name: &str) -> Terminal {
    let own = std::env::current_exe().unwrap();
    let args = ["--ignored", "--exact", "--nocapture", name];
    Terminal::start(own.to_str().unwrap(), &args)
}

#[test]
fn a_cpu_that_crashes_is_reported_after_the_game_and_not_over_it() {
    let mut terminal = start_own("pty::cpus::a_program_with_a_cpu_that_crashes");
    terminal.wait_for_text("Your move");
    terminal.type_keys("f5");
    terminal.wait_for_text("White (greedy) failed to move: internal error");
    assert!(!terminal.text().contains("panicked at"));
    terminal.assert_taken();
    terminal.type_keys("\x03");
    assert!(terminal.wait_for_end().success());
    terminal.assert_given_back();
    assert!(terminal.text().contains("the player is out of ideas"));
}
