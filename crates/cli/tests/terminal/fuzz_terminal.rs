//! Random keys, mouse events, pastes, resizes, signals and noise for the real program in a
//! pseudo-terminal. It must neither panic nor end by itself, and obey at the end.
//!
//! `REVERSI_FUZZ` sets the number of events, `REVERSI_FUZZ_MINUTES` how long they go on at least, and
//! `REVERSI_FUZZ_SEED` repeats a run.

use crate::{fuzz, program, random, terminal};

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use fuzz::{seeded, setting};
use program::{Running, signal};
use random::Random;
use reversi::{ByColor, transcript};
use reversi_notation::Record;
use reversi_table::store::history;
use reversi_table::store::state::StateFolder;
use terminal::{PROGRAM, Terminal, size};

/// How long the interface may take to obey at the end, on a machine that does other things as well.
const PATIENCE: Duration = Duration::from_secs(60);

/// How many events one run of the program gets.
const ROUND: u64 = 2_000;

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

const LETTERS: &[u8] = b"abcdefgh12345678?ktvnilouyspwrx,.+-\"|)*#:[(>&_=jmz0";

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

/// The end of whatever sequence or paste may have begun.
const BREAK: &str = "\x07\x1b\\\x1b[201~";

/// Back from nearly anywhere to the first screen.
const HOME: &str = "\x1b\x1b\x1b\x1b\x1b\x1b";

/// Rows of the first screen, and keys that lead on from there to where random keys seldom do. What is there may be read or
/// searched first.
const WAYS: [(&str, &[&str]); 14] = [
    // Puzzles, a storm, openings, the record, and the mistakes of the games in the history.
    ("Train", &["\r", "\r"]),
    ("Train", &["\r", "vv>\r"]),
    ("Train", &["\r", "vv>\r"]),
    ("Train", &["vv\r"]),
    ("Train", &["vvv\r"]),
    ("Train", &["vvvv\r", "\r"]),
    ("Train", &["vvvv\r", "", "\r"]),
    ("Review", &[]),
    ("Review", &["you"]),
    ("More", &["\r"]),
    ("Friend", &[]),
    // The openings of the libraries, of some games; the games of a library.
    ("Friend", &["\r", "/", "?openings of some\r", "year:1990.."]),
    ("Friend", &["\r", "o", "v\r"]),
    ("Friend", &["\r", "o", "v\r", "librarian 7"]),
];

/// Texts that stand on a screen, and the screen: how often each is met is printed.
const LANDMARKS: [(&str, &str); 15] = [
    ("first screen", "here or online"),
    ("puzzles", "Puzzles"),
    ("storm", " solved"),
    ("choice of mistakes", "Your mistakes"),
    ("own mistakes", "Mistakes"),
    ("openings trainer", "Train openings"),
    ("record", "Your record"),
    ("review", "Review"),
    ("games of a library", "Librarian"),
    ("filter of games", "Games to count"),
    ("openings panel", "Openings"),
    ("friend", "Play with a friend"),
    ("network game", "Bob"),
    ("watched network game", "watch"),
    ("chat", "One line to the other"),
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
        0..40 => vec![LETTERS[random.below(LETTERS.len())]],
        40..55 => return SEQUENCES[random.below(SEQUENCES.len())].as_bytes().to_vec(),
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
            harmless(&mut text);
            return [b"\x1b[200~", &text[..], b"\x1b[201~"].concat();
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

/// How often each of the landmarks was met.
type Met = [u64; LANDMARKS.len()];

/// What is true after every few events.
fn check(terminal: &Terminal, seed: u64, met: &mut Met) {
    let screen = terminal.text();
    for (count, (_, text)) in met.iter_mut().zip(LANDMARKS) {
        *count += u64::from(screen.contains(text));
    }
    let mut sent = terminal.sent.lock().unwrap();
    let text = String::from_utf8_lossy(&sent);
    for wrong in ["panicked", "nternal error"] {
        assert!(!text.contains(wrong), "seed {seed}: {text}");
    }
    sent.clear();
}

/// The other programs of a game over the network, in line mode.
struct Others(Vec<Running>);

impl Others {
    /// Lets each of them do something: move, mostly.
    fn act(&mut self, random: &mut Random) {
        for other in &mut self.0 {
            let line = match random.below(40) {
                0..6 => format!(
                    "say {}",
                    TEXTS[random.below(TEXTS.len())].replace('\r', " ")
                ),
                6 => "undo".to_owned(),
                7 => "draw".to_owned(),
                8 => "new".to_owned(),
                9 if random.below(4) == 0 => "resign".to_owned(),
                _ => String::from_utf8(square(random).to_vec()).unwrap(),
            };
            // A game that is over for one ends the others.
            let _ = writeln!(other.child.stdin.as_mut().unwrap(), "{line}");
        }
    }
}

fn square(random: &mut Random) -> [u8; 2] {
    [b'a', b'1'].map(|first| first + random.next().to_le_bytes()[0] % 8)
}

/// Writes settings that name a library of games.
fn write_settings(folder: &Path, state: &Path) {
    let folder = folder.join("reversi");
    fs::create_dir_all(&folder).unwrap();
    let libraries = ["library.ggf", "wthor-1978.wtb"].map(|name| state.join(name));
    let [ggf, wtb] = libraries.map(|path| path.to_str().unwrap().to_owned());
    let settings = format!("libraries = [{ggf:?}, {wtb:?}]\n");
    fs::write(folder.join("config.toml"), settings).unwrap();
}

/// Writes a library, and games with mistakes into the history.
fn write_games(folder: &Path) {
    // Short ones are soon reviewed.
    const GAMES: [(&str, &str, &str); 2] = [
        ("human", "level 3", "f5d6c3d3c4f4f6f3e6e7d7c6"),
        ("level 3", "human", "e6f4e3f6g5d6e7f5c5"),
    ];
    let fixtures = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join("tests/fixtures");
    fs::copy(
        fixtures.join("wthor-1978.wtb"),
        folder.join("wthor-1978.wtb"),
    )
    .unwrap();
    let game = fs::read_to_string(fixtures.join("edax-b7.ggf")).unwrap();
    let games: String = (0..300)
        .map(|number| game.replace("PB[", &format!("PB[Librarian {number} ")))
        .collect();
    fs::write(folder.join("library.ggf"), games).unwrap();
    let state = StateFolder::at(folder.join("reversi"));
    for (day, (black, white, moves)) in (1..).zip(GAMES) {
        let mut record = Record::from_game(&transcript::parse(moves).unwrap());
        record.players = ByColor::new(black.to_owned(), white.to_owned());
        record.date = format!("2026-11-0{day} 10:00:00.000");
        history::append(&state, &record).unwrap();
    }
}

/// Starts the program: alone, as a host, a guest or a spectator.
fn start(random: &mut Random, state: &Path, settings: &Path) -> (Terminal, Others) {
    let spawn = |args: &[&str]| {
        let terminal = Terminal::start_as(PROGRAM, args, |command| {
            command.cwd(state);
            command.env("XDG_STATE_HOME", state);
            command.env("XDG_CONFIG_HOME", settings);
        });
        terminal.wait_for("program", |_| terminal.is_taken());
        terminal
    };
    let host = || {
        let args = ["host", "--port", "0", "--name", "Bob", "--spectators"];
        let mut host = Running::start(&args);
        let address = host.expect("reversi join ");
        let codes = ["Code: ", "Their code: "].map(|label| host.expect(label));
        (host, address, codes)
    };
    let join = |address: &str, code: &str| {
        Running::start(&["join", address, "--code", code, "--name", "Bob"])
    };
    match random.below(FIRST_SCREENS.len() + 3) {
        0 => {
            let terminal = spawn(&["host", "--port", "0", "--spectators"]);
            terminal.wait_for_text("Code: ");
            let text = terminal.text();
            let [address, code] = ["reversi join ", "Code: "].map(|label| {
                let (_, rest) = text.split_once(label).unwrap();
                rest.split_whitespace().next().unwrap()
            });
            let guest = join(address, code);
            (terminal, Others(vec![guest]))
        }
        1 => {
            let (host, address, [code, _]) = host();
            (
                spawn(&["join", &address, "--code", &code]),
                Others(vec![host]),
            )
        }
        2 => {
            let (host, address, [code, theirs]) = host();
            let guest = join(&address, &code);
            let args = ["join", &address, "--watch", "--code", &theirs];
            (spawn(&args), Others(vec![host, guest]))
        }
        other => (spawn(FIRST_SCREENS[other - 3]), Others(Vec::new())),
    }
}

/// Runs the program once. Returns the number of events, fewer than asked for after a quit.
fn round(random: &mut Random, seed: u64, state: &Path, events: u64, met: &mut Met) -> u64 {
    let settings = tempfile::tempdir().unwrap();
    write_settings(settings.path(), state);
    let (mut terminal, mut others) = start(random, state, settings.path());
    let id = terminal.child.process_id().unwrap();
    for done in 1..=events {
        match random.below(200) {
            0..6 => {
                // Most windows are large enough.
                let (least, fewest) = [(1, 1), (24, 12), (60, 20)][random.below(3)];
                let (columns, rows) = (least + number(random, 100), fewest + number(random, 40));
                terminal.show(columns, rows);
                terminal.master.resize(size(columns, rows)).unwrap();
            }
            6 => signal(["-WINCH", "-TSTP"][random.below(2)], &[id]),
            7..10 => std::thread::sleep(Duration::from_micros(random.next() % 20_000)),
            10..18 => others.act(random),
            18..20 => {
                let way = WAYS[random.below(WAYS.len())];
                go(way, random, &mut terminal, seed, met);
            }
            _ => {
                let bytes = event(random);
                terminal.try_type(&bytes);
            }
        }
        if done % 50 == 0 {
            check(&terminal, seed, met);
        }
        if has_quit(&mut terminal, seed, met) {
            return done;
        }
    }
    // A window of a useful size.
    terminal.show(80, 24);
    let _ = terminal.master.resize(size(80, 24));
    // A change of the size may clear the screen as well, and so may keys that were not read yet.
    for _ in 0..3 {
        if !obeys(&mut terminal, seed, met) {
            return events;
        }
    }
    let end = Instant::now() + PATIENCE;
    while !is_calm(&terminal) {
        assert!(
            Instant::now() < end,
            "seed {seed}: busy at\n{}",
            terminal.text()
        );
    }
    terminal.type_keys("\x03");
    assert!(terminal.wait_for_end().success(), "seed {seed}");
    check(&terminal, seed, met);
    terminal.assert_given_back();
    events
}

/// Goes a way from the first screen.
fn go(
    way: (&str, &[&str]),
    random: &mut Random,
    terminal: &mut Terminal,
    seed: u64,
    met: &mut Met,
) {
    terminal.show(80, 24);
    let _ = terminal.master.resize(size(80, 24));
    terminal.try_type([BREAK, HOME].concat().as_bytes());
    if !obeys(terminal, seed, met) {
        return;
    }
    let text = terminal.text();
    let mut lines = (1..).zip(text.lines());
    let place =
        lines.find_map(|(y, line)| Some((y, line.split_once(way.0)?.0.chars().count() + 1)));
    let Some((y, x)) = place else {
        return;
    };
    let click = format!("\x1b[<0;{x};{y}M\x1b[<0;{x};{y}m");
    for keys in [&*click].into_iter().chain(way.1.iter().copied()) {
        let keys = keys.replace('v', "\x1b[B").replace('>', "\x1b[C");
        terminal.try_type(keys.as_bytes());
        if !obeys(terminal, seed, met) {
            return;
        }
        std::thread::sleep(Duration::from_millis(random.next() % 600));
    }
    check(terminal, seed, met);
}

/// Asks for a redraw and waits for it. Returns `false` if the program has quit instead.
fn obeys(terminal: &mut Terminal, seed: u64, met: &mut Met) -> bool {
    check(terminal, seed, met);
    terminal.try_type([BREAK, "\x0c"].concat().as_bytes());
    let end = Instant::now() + PATIENCE;
    while !(terminal.is_taken() && has_cleared(terminal)) {
        if has_quit(terminal, seed, met) {
            return false;
        }
        let text = terminal.text();
        assert!(
            Instant::now() < end,
            "seed {seed}: it neither ends nor obeys at\n{text}"
        );
        std::thread::sleep(Duration::from_millis(5));
    }
    true
}

/// Whether the screen was cleared since the last check, to be drawn once more.
fn has_cleared(terminal: &Terminal) -> bool {
    let sent = terminal.sent.lock().unwrap();
    sent.windows(4).any(|bytes| bytes == b"\x1b[2J")
}

/// Whether a q or a click on it has ended the program.
fn has_quit(terminal: &mut Terminal, seed: u64, met: &mut Met) -> bool {
    let Some(status) = terminal.child.try_wait().unwrap() else {
        return false;
    };
    assert!(status.success(), "seed {seed}: {status:?}");
    terminal.wait_for_end();
    check(terminal, seed, met);
    terminal.assert_given_back();
    true
}

/// Returns whether the interface waits for most of the time, whatever is searched. On a busy machine it computes even less.
#[cfg(target_os = "linux")]
fn is_calm(terminal: &Terminal) -> bool {
    let before = terminal.main_ticks();
    std::thread::sleep(Duration::from_millis(200));
    terminal.main_ticks().saturating_sub(before) <= 10
}

#[cfg(not(target_os = "linux"))]
fn is_calm(_: &Terminal) -> bool {
    true
}

/// Takes seconds: it sends 4000 events (`REVERSI_FUZZ`), and one in a hundred is a way to a screen, with pauses.
#[test]
fn the_program_survives_random_events() {
    let events = setting("REVERSI_FUZZ", 4_000);
    let minutes = setting("REVERSI_FUZZ_MINUTES", 0);
    let end = Instant::now() + Duration::from_secs(60 * minutes);
    let (mut random, seed) = seeded();
    let state = tempfile::tempdir().unwrap();
    write_games(state.path());
    let (mut done, mut runs) = (0, 0);
    let mut met = [0; LANDMARKS.len()];
    while done < events || Instant::now() < end {
        runs += 1;
        let left = if done < events { events - done } else { ROUND };
        done += round(&mut random, seed, state.path(), ROUND.min(left), &mut met);
        println!("{done} events in {runs} runs");
    }
    for (count, (name, _)) in met.iter().zip(LANDMARKS) {
        println!("{count:6} times {name}");
    }
}
