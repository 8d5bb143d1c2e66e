//! The real program with random command lines and damaged files: it ends in time, with an exit code of its
//! own, and nothing that it prints controls a terminal.
//!
//! `REVERSI_FUZZ` sets the number of commands, `REVERSI_FUZZ_SEED` repeats a run.

use crate::program;

use crate::{fuzz, random};

use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::OsStringExt as _;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::mpsc;
use std::time::Duration;

use fuzz::{seeded, setting};
use random::Random;
use rustix::process::{Pid, Signal, kill_process};

/// How long a command may take on a machine that does other things as well. The longest is a review of some twenty games.
const PATIENCE: Duration = Duration::from_secs(180);

/// Commands that are quick; FILE is a damaged file.
const COMMANDS: [&str; 28] = [
    "show FILE",
    "show FILE#2",
    "show -",
    "games FILE",
    "games FILE --json",
    "games -",
    "convert FILE",
    "convert FILE FILE -o out.ggf",
    "convert FILE --to wthor -o out.wtb",
    "convert FILE --to svg -o out.svg",
    "convert - --to pgn -o -",
    "review FILE --depth 1 --threads 1",
    "review FILE --depth 1 --json",
    "review history:1 --depth 1 --lines",
    "hint f5d6c3 --depth 2 --threads 1",
    "hint FILE --depth 2 --threads 1",
    "explain FILE",
    "explain f5d6c3 --mobility",
    "history",
    "history --stats --json",
    "perft 2",
    "--plain",
    "--plain --black random --white random",
    "match random greedy --games 2",
    "host --port 0",
    "join FILE",
    "engine nboard --level 1 --threads 1",
    "engine gtp --level 1 --threads 1",
];

/// Words that may follow in any place.
const WORDS: [&str; 44] = [
    "--json",
    "--hex",
    "--lines",
    "--output",
    "-",
    "--to",
    "--from",
    "sgf",
    "pgn",
    "ggf",
    "obf",
    "svg",
    "wthor",
    "transcript",
    "quest",
    "--game",
    "--at",
    "0",
    "1",
    "99999999999999999999",
    "-1",
    "--",
    "--depth",
    "--threads",
    "--time-limit",
    "--stats",
    "--player",
    "--year",
    "1990-1999",
    "--legal-moves",
    "--position",
    "--flips",
    "--direction",
    "up",
    "history:1",
    "history:last",
    "history:x",
    "f5d6c3",
    "--help",
    "--color",
    "always",
    "--seed",
    "./",
    "/dev/null",
];

/// Characters that do something, or that many programs forget.
const ODD: [&str; 14] = [
    "\u{1b}[2J",
    "\u{9b}31m",
    "\u{202e}",
    "\u{7f}",
    "\u{e0080}",
    "\u{fff0}",
    "\u{feff}",
    "\r",
    "\t",
    "村",
    "{}",
    "%s",
    "]",
    "\\",
];

fn harmful(c: char) -> bool {
    c.is_control() && !matches!(c, '\n' | '\t')
        || matches!(c, '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
        || matches!(c, '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff0}'..='\u{fffb}')
        || matches!(c, '\u{e0000}'..='\u{e0fff}')
}

/// Returns the files of the fixtures, each damaged in a few places.
fn damaged(folder: &Path, random: &mut Random) -> Vec<String> {
    let fixtures = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join("tests/fixtures");
    let mut names = Vec::new();
    let mut entries: Vec<_> = fs::read_dir(fixtures)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    entries.sort();
    for path in entries {
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let mut bytes = fs::read(&path).unwrap();
        // A review solves the end of each game, at any depth: of a hundred games it takes a minute.
        bytes.truncate(3_000);
        for _ in 0..random.below(6) {
            damage(&mut bytes, random);
        }
        fs::write(folder.join(&name), bytes).unwrap();
        names.push(name);
    }
    names
}

fn damage(bytes: &mut Vec<u8>, random: &mut Random) {
    let at = random.below(bytes.len() + 1);
    let to = (at + random.below(40)).min(bytes.len());
    match random.below(6) {
        0 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
        1 => drop(bytes.drain(at..to)),
        2 => bytes.truncate(at),
        3 => drop(bytes.splice(at..at, ODD[random.below(ODD.len())].bytes())),
        4 => {
            let part = bytes[at..to].to_vec();
            let place = random.below(bytes.len() + 1);
            drop(bytes.splice(place..place, part));
        }
        _ => drop(bytes.splice(at..to, (0..to - at).map(|_| random.next().to_le_bytes()[0]))),
    }
}

fn arguments(files: &[String], random: &mut Random) -> Vec<OsString> {
    let mut words: Vec<OsString> = COMMANDS[random.below(COMMANDS.len())]
        .split(' ')
        .map(|word| {
            word.replace("FILE", &files[random.below(files.len())])
                .into()
        })
        .collect();
    for _ in 0..random.below(5).saturating_sub(2) {
        let mut word = WORDS[random.below(WORDS.len())].as_bytes().to_vec();
        if random.below(4) == 0 {
            damage(&mut word, random);
        }
        // An argument has no byte 0.
        word.retain(|&byte| byte != 0);
        let place = 1 + random.below(words.len());
        words.insert(place, OsString::from_vec(word));
    }
    words
}

/// Runs a command; `None` if it does not end in time.
fn run(command: &mut Command) -> Option<Output> {
    let child = command.spawn().unwrap();
    let id = Pid::from_raw(i32::try_from(child.id()).unwrap()).unwrap();
    let (done, output) = mpsc::channel();
    let waiter = std::thread::spawn(move || {
        let _ = done.send(child.wait_with_output().unwrap());
    });
    let output = output.recv_timeout(PATIENCE).ok();
    if output.is_none() {
        kill_process(id, Signal::KILL).unwrap();
    }
    waiter.join().unwrap();
    output
}

/// Takes seconds: it runs 150 commands (`REVERSI_FUZZ`), one after another.
#[test]
fn any_command_line_with_any_file_ends_well() {
    let (mut random, seed) = seeded();
    let outer = tempfile::tempdir().unwrap();
    // A path of `..` does not lead out of it.
    let home = outer.path().join("1/2/3/4");
    fs::create_dir_all(&home).unwrap();
    let mut files = Vec::new();
    let mut codes = [0; 3];
    for number in 0..setting("REVERSI_FUZZ", 150) {
        if number % 10 == 0 {
            files = damaged(&home, &mut random);
            let log = home.join("reversi");
            fs::create_dir_all(&log).unwrap();
            fs::copy(home.join("ggs.ggf"), log.join("games.ggf")).unwrap();
        }
        let args = arguments(&files, &mut random);
        let input = fs::File::open(home.join(&files[random.below(files.len())])).unwrap();
        let about = format!("seed {seed}, command {number}: {args:?}");
        let mut command = program::program(&home, &args);
        let output = run(command.current_dir(&home).stdin(input));
        let output = output.unwrap_or_else(|| panic!("{about} does not end"));
        let code = output
            .status
            .code()
            .and_then(|code| usize::try_from(code).ok());
        let code = code.filter(|&code| code < 3);
        codes[code.unwrap_or_else(|| panic!("{about}: {output:?}"))] += 1;
        for bytes in [output.stdout, output.stderr] {
            let text = String::from_utf8(bytes).unwrap_or_else(|_| panic!("{about}: no UTF-8"));
            // Colours that were asked for are escape sequences.
            let is_colored = args.iter().any(|arg| arg == "always");
            let found = text
                .chars()
                .find(|&c| harmful(c) && !(is_colored && c == '\u{1b}'));
            assert_eq!(found, None, "{about}: {text:?}");
            let is_bug = text.contains("internal error") || text.contains("panicked");
            assert!(!is_bug, "{about}: {text}");
        }
    }
    println!("exit codes 0, 1 and 2: {codes:?}");
}
