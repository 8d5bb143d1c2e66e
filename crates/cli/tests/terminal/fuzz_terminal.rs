//! Random keys, mouse events, pastes, resizes, signals and noise for the real program in a
//! pseudo-terminal. It must neither panic nor end by itself, and obey at the end.
//!
//! `REVERSI_FUZZ` sets the number of events, `REVERSI_FUZZ_SEED` repeats a run.

use crate::{fuzz, random, terminal};

use std::path::Path;
use std::time::{Duration, Instant};

use fuzz::{seeded, setting};
use portable_pty::CommandBuilder;
use random::Random;
use terminal::{PROGRAM, Terminal, kill, size};

/// How long the interface may be busy at the end, and how long a search: without optimization a review
/// takes its time.
const PATIENCE: Duration = Duration::from_secs(60);
const PATIENCE_FOR_SEARCHES: Duration = Duration::from_secs(600);

/// How many events one run of the program gets.
const ROUND: u64 = 2_000;

/// Every so many runs, the searches may finish; the others are quit while they search.
const RUNS_TO_A_FINISHED_SEARCH: u64 = 64;

const FIRST_SCREENS: [&[&str]; 6] = [
    &[],
    &["--black", "human", "--white", "human"],
    &["--black", "human", "--white", "greedy", "--pace", "0"],
    &["--black", "greedy", "--white", "random"],
    &["--white", "engine:1", "--time", "1m"],
    &[
        "--black",
        "human",
        "--white",
        "human",
        "--ascii",
        "--no-mouse",
    ],
];

/// Whole sequences, so that they are frequent.
const SEQUENCES: [&str; 38] = [
    "\x1b",
    "\r",
    "\t",
    "\x7f",
    " ",
    "\x1b[A",
    "\x1b[B",
    "\x1b[C",
    "\x1b[D",
    "\x1b[H",
    "\x1b[F",
    "\x1b[5~",
    "\x1b[6~",
    "\x1b[3~",
    "\x1b[Z",
    "\x1bOP",
    "\x0c",
    "\x15",
    "\x17",
    "\x1bq",
    "\x1b[",
    "\x1b[M",
    "\x1b[<35;0;5M",
    "\x1b[1;5",
    "\x1b[I",
    "\x1b[O",
    "\x1b[24;80R",
    "\x1b[99999;99999H",
    "\x1b[201~",
    "\x1b[200~\x1b[201~",
    "\x1b[200~",
    "\x1b]11;rgb:ffff/ffff/ffff\x07",
    "\x1b]11;rgb:0000/0000/0000\x1b\\",
    "\x1b]11;rgb:ff",
    "\x1b]",
    "\x1b_Gi=31;OK\x1b\\",
    "\x1bP>|kitty(0.35.2)\x1b\\",
    "\x07",
];

/// Beginnings of what people paste.
const TEXTS: [&str; 8] = [
    "f5d6c3d3c4",
    "---------------------------OX------XO--------------------------- X",
    "(;GM[2]FF[4]SZ[8]B[f5]W[d6])",
    "(;GM[Othello]PC[x]PB[a]PW[b]RE[?]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5];)",
    "[Event \"x\"]\r[Black \"a\"]\r\r1. f5 d6 *",
    "{\"black\":1}",
    "\u{202e}\u{e9}\u{1f600}\u{7}\x1b]0;x\x07",
    "",
];

/// A random number of columns or rows.
fn number(random: &mut Random, bound: usize) -> u16 {
    u16::try_from(random.below(bound)).unwrap()
}

/// Names of files are typed as well, and stay in the working directory of the program. After a quit, the
/// terminal itself obeys Ctrl-C, Ctrl-Z and Ctrl-\\, and drops what the program wrote last.
fn harmless(text: &mut Vec<u8>) {
    text.retain(|byte| !b"/~\x03\x1a\x1c".contains(byte));
}

fn noise(random: &mut Random, longest: usize) -> Vec<u8> {
    let length = random.below(longest);
    (0..length)
        .map(|_| random.next().to_le_bytes()[0])
        .collect()
}

/// The bytes of a random event at the keyboard or the mouse.
fn event(random: &mut Random) -> Vec<u8> {
    let mut bytes = match random.below(100) {
        0..40 => vec![b"abcdefgh12345678?ktvnilouyspwrx,.+-"[random.below(35)]],
        40..55 => SEQUENCES[random.below(SEQUENCES.len())].as_bytes().to_vec(),
        55..75 => {
            let button = [0, 0, 2, 3, 35, 64, 65, 128][random.below(8)];
            let (column, row) = (number(random, 130), number(random, 50));
            let last = if random.below(4) == 0 { 'm' } else { 'M' };
            format!("\x1b[<{button};{column};{row}{last}").into_bytes()
        }
        75..80 => {
            let mut text = TEXTS[random.below(TEXTS.len())].as_bytes().to_vec();
            match random.below(4) {
                0 => text = text.repeat(random.below(200)),
                1 => text.extend(noise(random, 5_000)),
                _ => {}
            }
            [b"\x1b[200~", &text[..], b"\x1b[201~"].concat()
        }
        80..81 => b"q".to_vec(),
        81..83 => noise(random, 60),
        _ => {
            let square = [
                b'a' + random.next().to_le_bytes()[0] % 8,
                b'1' + random.next().to_le_bytes()[0] % 8,
            ];
            square.to_vec()
        }
    };
    harmless(&mut bytes);
    bytes
}

/// What is true after every few events.
fn check(terminal: &Terminal, seed: u64) {
    let mut sent = terminal.sent.lock().unwrap();
    let text = String::from_utf8_lossy(&sent);
    for wrong in ["panicked", "nternal error"] {
        assert!(!text.contains(wrong), "seed {seed}: {text}");
    }
    sent.clear();
}

/// Runs the program once. Returns the number of events, fewer than asked for after a quit.
fn round(random: &mut Random, seed: u64, state: &Path, events: u64, finish: bool) -> u64 {
    let mut command = CommandBuilder::new(PROGRAM);
    command.args(FIRST_SCREENS[random.below(FIRST_SCREENS.len())]);
    command.cwd(state);
    let mut terminal = Terminal::spawn(command, &[("XDG_STATE_HOME", state.to_str().unwrap())]);
    terminal.wait_for("program", |_| terminal.is_taken());
    let id = terminal.child.process_id().unwrap().to_string();
    for done in 1..=events {
        match random.below(200) {
            0..6 => {
                let (columns, rows) = (1 + number(random, 160), 1 + number(random, 60));
                terminal.master.resize(size(columns, rows)).unwrap();
            }
            6 => kill(["-WINCH", "-TSTP"][random.below(2)], &id),
            7..10 => std::thread::sleep(Duration::from_micros(random.next() % 20_000)),
            _ => {
                let bytes = event(random);
                terminal.try_type(&bytes);
            }
        }
        if done % 50 == 0 {
            check(&terminal, seed);
        }
        if has_quit(&mut terminal, seed) {
            return done;
        }
    }
    // The end of a paste that may be open; a window of a useful size.
    terminal.try_type(b"\x1b[201~");
    let _ = terminal.master.resize(size(80, 24));
    let (searchers, patience) = if finish {
        (&[][..], PATIENCE_FOR_SEARCHES)
    } else {
        (&SEARCHERS[..], PATIENCE)
    };
    let end = Instant::now() + patience;
    while !is_idle(&terminal, searchers) {
        let busy = terminal.text();
        assert!(
            Instant::now() < end,
            "seed {seed}: busy for ever at\n{busy}"
        );
    }
    // A quit gives the terminal back and then stops the search; after a stop signal it is taken again.
    let end = Instant::now() + PATIENCE;
    loop {
        if has_quit(&mut terminal, seed) {
            return events;
        }
        if terminal.is_taken() {
            break;
        }
        assert!(
            Instant::now() < end,
            "seed {seed}: it neither ends nor goes on"
        );
        std::thread::sleep(Duration::from_millis(5));
    }
    terminal.type_keys("\x03");
    assert!(terminal.wait_for_end().success(), "seed {seed}");
    check(&terminal, seed);
    terminal.assert_given_back();
    events
}

/// Whether a q or a click on it has ended the program.
fn has_quit(terminal: &mut Terminal, seed: u64) -> bool {
    let Some(status) = terminal.child.try_wait().unwrap() else {
        return false;
    };
    assert!(status.success(), "seed {seed}: {status:?}");
    terminal.wait_for_end();
    check(terminal, seed);
    terminal.assert_given_back();
    true
}

/// The names of the threads that search.
const SEARCHERS: [&str; 3] = ["player", "analysis", "review"];

/// Returns whether all threads but those of these names have nothing left to do: the CPUs have finished
/// their game, and everything is drawn and saved.
#[cfg(target_os = "linux")]
fn is_idle(terminal: &Terminal, searchers: &[&str]) -> bool {
    let before = terminal.ticks(searchers);
    std::thread::sleep(Duration::from_millis(200));
    terminal.ticks(searchers).saturating_sub(before) <= 2
}

#[cfg(not(target_os = "linux"))]
fn is_idle(_: &Terminal, _: &[&str]) -> bool {
    true
}

#[test]
fn the_program_survives_random_events() {
    let events = setting("REVERSI_FUZZ", 4_000);
    let (mut random, seed) = seeded();
    let state = tempfile::tempdir().unwrap();
    let (mut done, mut runs) = (0, 0);
    while done < events {
        runs += 1;
        let finish = runs % RUNS_TO_A_FINISHED_SEARCH == 0;
        let left = ROUND.min(events - done);
        done += round(&mut random, seed, state.path(), left, finish);
        println!("{done} events in {runs} runs");
    }
}
