//! The real program in a pseudo-terminal: a whole game, resizing, suspending, and every way to end,
//! with the state of the terminal looked at afterwards.

#![cfg(unix)]
#![allow(clippy::unwrap_used)] // in tests a panic is the report

use std::io::{Read as _, Write};
use std::num::NonZero;
use std::path::Path;
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, ExitStatus, MasterPty, PtySize, native_pty_system};
use reversi::app::player::PlayerKind;
use reversi::app::player::{Control, Player, PlayerError};
use reversi::app::session::Setup;
use reversi::app::settings::Settings;
use reversi::app::store::config::Store;
use reversi::app::tui::{self, ColorDepth, FirstScreen, Options};
use reversi::notation::transcript;
use reversi::search::Limits;
use reversi::{ByColor, Game, Square};
use vt100::MouseProtocolMode;

/// How long anything may take on a machine that does other things as well.
const PATIENCE: Duration = Duration::from_secs(30);

const PROGRAM: &str = env!("CARGO_BIN_EXE_reversi");

/// A program in a pseudo-terminal, and what it shows there.
struct Terminal {
    master: Box<dyn MasterPty + Send>,
    keyboard: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    screen: Arc<Mutex<vt100::Parser>>,
    /// All that it sent to the terminal.
    sent: Arc<Mutex<Vec<u8>>>,
    /// The settings of the terminal before the program began.
    before: String,
    _home: tempfile::TempDir,
}

impl Terminal {
    /// Starts a program at a screen of 80x24.
    fn start(program: &str, args: &[&str]) -> Self {
        Self::start_with(program, args, &[])
    }

    fn start_with(program: &str, args: &[&str], environment: &[(&str, &str)]) -> Self {
        let home = tempfile::tempdir().unwrap();
        let pty = native_pty_system().openpty(size(80, 24)).unwrap();
        let mut command = CommandBuilder::new(program);
        command.args(args);
        command.env("XDG_CONFIG_HOME", home.path());
        command.env("XDG_STATE_HOME", home.path());
        command.env("HOME", home.path());
        command.env("TERM", "xterm-256color");
        command.env("COLORTERM", "truecolor");
        command.env_remove("NO_COLOR");
        for (name, value) in environment {
            command.env(name, value);
        }
        let before = settings_of(pty.master.as_ref());
        let child = pty.slave.spawn_command(command).unwrap();
        drop(pty.slave);
        let screen = Arc::new(Mutex::new(vt100::Parser::new(count(24), count(80), 0)));
        let mut output = pty.master.try_clone_reader().unwrap();
        let sent = Arc::new(Mutex::new(Vec::new()));
        let (shown, log) = (Arc::clone(&screen), Arc::clone(&sent));
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = output.read(&mut bytes) {
                log.lock().unwrap().extend_from_slice(&bytes[..count]);
                shown.lock().unwrap().process(&bytes[..count]);
            }
        });
        Self {
            keyboard: pty.master.take_writer().unwrap(),
            master: pty.master,
            child,
            screen,
            sent,
            before,
            _home: home,
        }
    }

    /// Makes the picture larger or smaller.
    fn show(&self, columns: u16, rows: u16) {
        let mut parser = self.screen.lock().unwrap();
        parser.screen_mut().set_size(count(rows), count(columns));
    }

    fn text(&self) -> String {
        self.screen.lock().unwrap().screen().contents()
    }

    fn type_keys(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
        self.keyboard.flush().unwrap();
    }

    /// Waits until something holds for the screen.
    fn wait_for(&self, what: &str, holds: impl Fn(&str) -> bool) {
        let end = Instant::now() + PATIENCE;
        while !holds(&self.text()) {
            assert!(Instant::now() < end, "no {what} on\n{}", self.text());
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    fn wait_for_text(&self, text: &str) {
        self.wait_for(text, |screen| screen.contains(text));
    }

    fn wait_for_end(&mut self) -> ExitStatus {
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                // What it wrote last is still on its way.
                self.wait_for("main screen", |_| !self.is_taken());
                return status;
            }
            assert!(Instant::now() < end, "it goes on:\n{}", self.text());
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Whether the program has the alternate screen.
    fn is_taken(&self) -> bool {
        self.screen.lock().unwrap().screen().alternate_screen()
    }

    /// The terminal is as it was before.
    fn assert_given_back(&self) {
        let parser = self.screen.lock().unwrap();
        let screen = parser.screen();
        assert!(!screen.alternate_screen());
        assert!(!screen.hide_cursor());
        assert!(!screen.bracketed_paste());
        assert_eq!(screen.mouse_protocol_mode(), MouseProtocolMode::None);
        assert_eq!(settings_of(self.master.as_ref()), self.before);
    }

    fn assert_taken(&self) {
        self.wait_for("taken terminal", |_| {
            let parser = self.screen.lock().unwrap();
            let screen = parser.screen();
            screen.alternate_screen()
                && screen.hide_cursor()
                && screen.bracketed_paste()
                && screen.mouse_protocol_mode() != MouseProtocolMode::None
        });
        assert_ne!(settings_of(self.master.as_ref()), self.before);
    }

    fn signal(&self, name: &str) {
        let id = self.child.process_id().unwrap().to_string();
        let killed = Command::new("kill").args([name, &id]).status().unwrap();
        assert!(killed.success());
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // It has ended already, unless the test failed.
        let _ = self.child.kill();
    }
}

fn size(cols: u16, rows: u16) -> PtySize {
    PtySize {
        rows,
        cols,
        pixel_width: 0,
        pixel_height: 0,
    }
}

fn count(cells: u16) -> NonZero<u16> {
    NonZero::new(cells).unwrap()
}

/// Canonical mode, echo and the rest, as the system describes them.
fn settings_of(master: &dyn MasterPty) -> String {
    format!("{:?}", master.get_termios().unwrap())
}

const TWO_PERSONS: [&str; 4] = ["--black", "human", "--white", "human"];

#[test]
fn a_game_is_saved_and_a_paste_with_the_line_ends_of_a_terminal_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.pgn");
    let mut terminal = Terminal::start(PROGRAM, &TWO_PERSONS);
    terminal.wait_for_text("Black to move");
    terminal.type_keys("f5d6c3s");
    terminal.wait_for_text("Save game");
    terminal.type_keys("\u{15}");
    terminal.type_keys(&format!("{}\r", path.display()));
    terminal.wait_for_text("Saved to game.pgn");
    let saved = std::fs::read_to_string(&path).unwrap();
    terminal.type_keys("uuu");
    terminal.wait_for_text("60 empty");
    terminal.type_keys(&format!(
        "\u{1b}[200~{}\u{1b}[201~",
        saved.replace('\n', "\r")
    ));
    terminal.wait_for_text("Opened: Black human, White human, 3");
    terminal.type_keys("\u{3}");
    assert!(terminal.wait_for_end().success());
    terminal.assert_given_back();
}

#[test]
fn a_whole_game_is_played_by_typing() {
    let moves = "e6f4e3f6g5d6e7f5c5";
    let mut terminal = Terminal::start(PROGRAM, &TWO_PERSONS);
    terminal.wait_for_text("Black to move");
    terminal.assert_taken();
    for (count, square) in (1..).zip(transcript::parse(moves).unwrap().entries()) {
        let square = square.square().unwrap();
        terminal.type_keys(&square.to_string());
        let listed = format!("{count} {square}");
        terminal.wait_for_text(&listed);
    }
    terminal.wait_for_text("Game over. Black 64, White 0: Black wins by 64.");
    terminal.type_keys("q");
    assert!(terminal.wait_for_end().success());
    terminal.assert_given_back();
}

#[test]
fn a_game_against_the_cpu_begins_in_the_choice_of_players() {
    let mut terminal = Terminal::start(PROGRAM, &["--pace", "0"]);
    terminal.wait_for_text("Enter start");
    terminal.type_keys("\r");
    terminal.wait_for_text("Black to move");
    terminal.type_keys("f5");
    terminal.wait_for_text("White plays");
    // A game is under way: q asks, and the second q is the answer.
    terminal.type_keys("q");
    terminal.wait_for_text("Quit?");
    terminal.type_keys("q");
    assert!(terminal.wait_for_end().success());
    terminal.assert_given_back();
}

#[test]
fn a_game_against_the_engine_has_clocks_and_gives_hints() {
    let args = ["--black", "human", "--white", "engine:3", "--time", "5m+3s"];
    let mut terminal = Terminal::start(PROGRAM, &[&args[..], &["--pace", "0"]].concat());
    terminal.wait_for_text("engine:3");
    terminal.wait_for_text("Black to move");
    // The clock of the person runs by itself, the other one stands.
    terminal.wait_for_text("4:59");
    terminal.wait_for_text("5:00");
    terminal.type_keys("k");
    terminal.wait_for_text("Hint: ");
    terminal.type_keys("f5");
    terminal.wait_for_text("White plays");
    terminal.wait_for("end of the hint", |screen| !screen.contains("Hint: "));
    terminal.type_keys("v");
    terminal.wait_for_text("Best ");
    terminal.type_keys("qq");
    assert!(terminal.wait_for_end().success());
    terminal.assert_given_back();
}

#[test]
fn a_bracketed_paste_is_played_and_its_control_characters_are_not_obeyed() {
    let mut terminal = Terminal::start(PROGRAM, &TWO_PERSONS);
    terminal.wait_for_text("Black to move");
    terminal.type_keys("\x1b[200~f5d6c3\x1b[201~");
    terminal.wait_for_text("3 c3");
    terminal.type_keys("\x1b[200~d3 \x07\x1b]0;x\x07\x1b[201~");
    terminal.wait_for_text("is not a square like f5");
    terminal.wait_for_text("4 d3");
    terminal.type_keys("\x03");
    assert!(terminal.wait_for_end().success());
    terminal.assert_given_back();
}

#[test]
fn the_mouse_clicks_and_is_left_alone_with_no_mouse() {
    let mut terminal = Terminal::start(PROGRAM, &TWO_PERSONS);
    terminal.wait_for_text("Black to move");
    terminal.type_keys("f");
    terminal.wait_for_text("f_");
    let text = terminal.text();
    let (row, line) = (1..)
        .zip(text.lines())
        .find(|(_, l)| l.contains("f5"))
        .unwrap();
    let column = line[..line.find("f5").unwrap()].chars().count() + 1;
    terminal.type_keys(&format!("\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m"));
    terminal.wait_for_text("1 f5");

    let mut quiet = Terminal::start(PROGRAM, &["--no-mouse"]);
    quiet.wait_for_text("Enter start");
    let mode = quiet.screen.lock().unwrap().screen().mouse_protocol_mode();
    assert_eq!(mode, MouseProtocolMode::None);
    quiet.type_keys("q");
    assert!(quiet.wait_for_end().success());
}

#[test]
fn a_storm_of_resizes_ends_with_a_picture_of_the_last_size() {
    let mut terminal = Terminal::start(PROGRAM, &TWO_PERSONS);
    terminal.wait_for_text("Black to move");
    for step in 0..60 {
        let (columns, rows) = (20 + step * 3 % 140, 8 + step % 50);
        terminal.master.resize(size(columns, rows)).unwrap();
    }
    terminal.master.resize(size(20, 8)).unwrap();
    terminal.show(20, 8);
    terminal.wait_for_text("20x8 (");
    terminal.show(120, 40);
    terminal.master.resize(size(120, 40)).unwrap();
    terminal.wait_for_text("Black to move");
    terminal.type_keys("f5");
    terminal.wait_for_text("1 f5");
    terminal.type_keys("\x03");
    assert!(terminal.wait_for_end().success());
    terminal.assert_given_back();
}

#[test]
fn ctrl_z_gives_the_terminal_to_the_shell_and_fg_takes_it_again() {
    let script = "set -m; \"$0\" --black human --white human; echo in-the-shell; read line; \
                  fg >/dev/null; echo back-in-the-shell; read line";
    let mut terminal = Terminal::start("sh", &["-c", script, PROGRAM]);
    terminal.wait_for_text("Black to move");
    terminal.type_keys("f5");
    terminal.wait_for_text("1 f5");
    terminal.assert_taken();
    terminal.type_keys("\x1a");
    terminal.wait_for_text("in-the-shell");
    terminal.assert_given_back();
    terminal.type_keys("\r");
    terminal.wait_for_text("1 f5");
    terminal.assert_taken();
    terminal.type_keys("d6");
    terminal.wait_for_text("2 d6");
    terminal.type_keys("\x03");
    terminal.wait_for_text("back-in-the-shell");
    terminal.assert_given_back();
    terminal.type_keys("\r");
    assert!(terminal.wait_for_end().success());
}

#[test]
fn a_stop_from_outside_is_survived_and_the_screen_drawn_again() {
    let mut terminal = Terminal::start(PROGRAM, &TWO_PERSONS);
    terminal.wait_for_text("Black to move");
    terminal.signal("-STOP");
    // Somebody else writes over the screen meanwhile.
    terminal
        .screen
        .lock()
        .unwrap()
        .process(b"\x1b[2J\x1b[?1049l");
    assert!(!terminal.text().contains("Black to move"));
    terminal.signal("-CONT");
    terminal.wait_for_text("Black to move");
    terminal.assert_taken();
    terminal.type_keys("\x03");
    assert!(terminal.wait_for_end().success());
    terminal.assert_given_back();
}

#[test]
fn signals_that_end_it_give_the_terminal_back_and_are_seen_from_outside() {
    for (name, number) in [("-TERM", 15), ("-HUP", 1), ("-INT", 2)] {
        // The shell tells how the program ended: 128 and the signal's number.
        let mut terminal = Terminal::start(PROGRAM, &["--black", "greedy", "--white", "random"]);
        terminal.wait_for_text("plays");
        terminal.assert_taken();
        terminal.signal(name);
        let status = terminal.wait_for_end();
        terminal.assert_given_back();
        assert!(!status.success(), "{name}");
        assert!(status.signal().is_some(), "{name} {number}: {status:?}");
    }
}

#[test]
fn without_colours_no_colour_code_is_sent() {
    for args in [["--color", "never"], ["--theme", "monochrome"]] {
        let mut terminal = Terminal::start(PROGRAM, &args);
        terminal.wait_for_text("Enter start");
        terminal.type_keys("\rf5");
        terminal.wait_for_text("1 f5");
        let sent = String::from_utf8_lossy(&terminal.sent.lock().unwrap()).into_owned();
        for sequence in sent.split("\x1b[").skip(1) {
            let end = sequence.find(|c: char| c.is_ascii_alphabetic()).unwrap();
            if sequence[end..].starts_with('m') {
                for code in sequence[..end].split(';') {
                    let code: u16 = code.parse().unwrap_or(0);
                    let colored = matches!(code, 30..=49 | 90..=107);
                    assert!(!colored, "{args:?}: {:?}", &sequence[..=end]);
                }
            }
        }
        terminal.type_keys("\x03");
        assert!(terminal.wait_for_end().success());
    }
}

#[test]
fn a_terminal_without_truecolor_gets_256_colours() {
    let terminal = Terminal::start_with(PROGRAM, &TWO_PERSONS, &[("COLORTERM", "")]);
    terminal.wait_for_text("Black to move");
    let parser = terminal.screen.lock().unwrap();
    let screen = parser.screen();
    for row in 0..24 {
        for column in 0..80 {
            let cell = screen.cell(row, column).unwrap();
            for color in [cell.fgcolor(), cell.bgcolor()] {
                assert!(!matches!(color, vt100::Color::Rgb(..)), "{color:?}");
            }
        }
    }
}

/// What the autosaves in a folder for state say, one after another.
fn autosaves(home: &Path) -> String {
    let Ok(entries) = std::fs::read_dir(home.join("reversi/autosave")) else {
        return String::new();
    };
    let paths = entries.map(|entry| entry.unwrap().path());
    let games = paths.filter(|path| path.extension().is_some_and(|ending| ending == "toml"));
    // It may have been replaced or removed just now.
    games
        .filter_map(|path| std::fs::read_to_string(path).ok())
        .collect()
}

#[test]
fn a_game_that_was_killed_is_offered_at_the_next_start_and_goes_on() {
    for signal in ["-KILL", "-TERM"] {
        let state = tempfile::tempdir().unwrap();
        let environment = [("XDG_STATE_HOME", state.path().to_str().unwrap())];
        let mut killed = Terminal::start_with(PROGRAM, &TWO_PERSONS, &environment);
        killed.wait_for_text("Black to move");
        killed.type_keys("f5d6");
        killed.wait_for_text("2 d6");
        if signal == "-KILL" {
            // Nothing can be written any more after it: the save that runs beside the game comes first.
            killed.wait_for("save", |_| autosaves(state.path()).contains("d6"));
        }
        killed.signal(signal);
        killed.child.wait().unwrap();
        assert!(autosaves(state.path()).contains("d6"), "{signal}");

        let mut next = Terminal::start_with(PROGRAM, &[], &environment);
        next.wait_for_text("Unfinished game of");
        next.type_keys("\r");
        next.wait_for_text("2 d6");
        next.wait_for_text("Black to move");
        next.type_keys("c3");
        next.wait_for_text("3 c3");
        next.type_keys("qq");
        assert!(next.wait_for_end().success());
        next.assert_given_back();
        assert!(autosaves(state.path()).contains("c3"), "{signal}");
    }
}

/// The time that a process has computed so far, in ticks of (nearly everywhere) 10 ms.
#[cfg(target_os = "linux")]
fn ticks(id: u32) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap();
    // The name of the program is in parentheses and may hold anything.
    let fields: Vec<&str> = stat[stat.rfind(')').unwrap() + 2..].split(' ').collect();
    fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn an_idle_game_uses_no_cpu() {
    let mut terminal = Terminal::start(PROGRAM, &["--black", "human", "--white", "greedy"]);
    terminal.wait_for_text("Black to move");
    terminal.type_keys("f5");
    terminal.wait_for_text("White plays");
    terminal.wait_for_text("Black to move");
    // The marks on the turned discs are gone after a second.
    std::thread::sleep(Duration::from_millis(1500));
    let id = terminal.child.process_id().unwrap();
    let before = ticks(id);
    std::thread::sleep(Duration::from_millis(1500));
    let used = ticks(id) - before;
    assert!(used <= 2, "{used} ticks in 1.5 s");
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
    let players = ByColor::new(PlayerKind::Human, PlayerKind::Greedy);
    let mut setup = Setup::new(players, 1);
    setup.factory = |kind, _| (!kind.is_human()).then(|| Box::new(Crash) as Box<dyn Player>);
    tui::run(Options {
        setup,
        first: FirstScreen::Board,
        settings: Settings::default(),
        store: Store::in_memory(),
        colors: ColorDepth::True,
        ascii: false,
        mouse: true,
        animation: true,
        analysis: Limits::depth(4),
        review: Limits::depth(4),
        state: None,
        notice: None,
    })
    .unwrap();
}

#[test]
fn a_cpu_that_crashes_is_reported_after_the_game_and_not_over_it() {
    let own = std::env::current_exe().unwrap();
    let name = "a_program_with_a_cpu_that_crashes";
    let args = ["--ignored", "--exact", "--nocapture", name];
    let mut terminal = Terminal::start(own.to_str().unwrap(), &args);
    terminal.wait_for_text("Black to move");
    terminal.type_keys("f5");
    terminal.wait_for_text("White (greedy) failed to move: internal error");
    assert!(!terminal.text().contains("panicked at"));
    terminal.assert_taken();
    terminal.type_keys("\x03");
    assert!(terminal.wait_for_end().success());
    terminal.assert_given_back();
    assert!(terminal.text().contains("the player is out of ideas"));
}
