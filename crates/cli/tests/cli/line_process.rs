//! Line mode in the real program, at the end of a pipe: tournament games, noise, and what a thousand
//! games leave behind.

#[cfg(target_os = "linux")]
use std::io::Read as _;
use std::io::{BufRead, BufReader, Write as _};
#[cfg(target_os = "linux")]
use std::process::Child;
use std::process::Output;

use reversi::transcript;

use crate::program;

use program::program;

/// Runs the program with an input that may be larger than a pipe holds.
fn run(args: &[&str], input: &[u8]) -> Output {
    let home = tempfile::tempdir().unwrap();
    program::run(&mut program(home.path(), args), input)
}

struct Record {
    name: String,
    black: u32,
    moves: String,
}

/// The tournament games of the fixture.
fn records() -> Vec<Record> {
    let text = include_str!("../../../../tests/fixtures/tournament_games.tsv");
    let records: Vec<Record> = text
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            Record {
                name: format!("WTHOR {}, no. {}", fields[0], fields[1]),
                black: fields[2].parse().unwrap(),
                moves: fields[3].to_owned(),
            }
        })
        .collect();
    assert!(records.len() >= 60);
    records
}

/// The last line of a finished game with this official score.
fn result_line(black: u32) -> String {
    let white = 64 - black;
    match black.cmp(&white) {
        std::cmp::Ordering::Equal => "Game over. Draw 32-32.".to_owned(),
        std::cmp::Ordering::Greater => format!("Game over. Black wins {black}-{white}."),
        std::cmp::Ordering::Less => format!("Game over. White wins {white}-{black}."),
    }
}

#[test]
fn tournament_games_end_with_their_stored_results() {
    for record in records() {
        // A line a move, as a person would type it.
        let squares: Vec<&[u8]> = record.moves.as_bytes().chunks(2).collect();
        let output = run(&[], &squares.join(&b'\n'));
        assert!(output.status.success(), "{}", record.name);
        assert!(output.stderr.is_empty());
        let said = String::from_utf8(output.stdout).unwrap();
        assert_eq!(
            said.lines().last(),
            Some(&*result_line(record.black)),
            "{}",
            record.name
        );
    }
}

#[test]
fn tournament_games_play_one_after_another_in_one_process() {
    let records = records();
    let input: Vec<String> = records.iter().map(|record| record.moves.clone()).collect();
    let output = run(&["--plain"], input.join("\nnew\n").as_bytes());
    assert!(output.status.success());
    let said = String::from_utf8(output.stdout).unwrap();
    let results: Vec<&str> = said
        .lines()
        .filter(|line| line.starts_with("Game over."))
        .collect();
    let expected: Vec<String> = records
        .iter()
        .map(|record| result_line(record.black))
        .collect();
    assert_eq!(results, expected);
}

#[test]
fn given_away_squares_are_told_before_the_result() {
    let mut early = 0;
    for record in records() {
        let outcome = transcript::parse(&record.moves).unwrap().outcome().unwrap();
        let said = String::from_utf8(run(&[], record.moves.as_bytes()).stdout).unwrap();
        let before = said.lines().rev().nth(1).unwrap();
        let told = before.contains(" on the board; ");
        assert_eq!(told, outcome.empties() > 0, "{}: {before}", record.name);
        early += u32::from(told);
        if told && outcome.winner.is_none() {
            assert!(before.ends_with("are shared."), "{before}");
        }
    }
    assert!(early > 10);
}

#[test]
fn the_program_answers_each_line_before_it_reads_the_next() {
    let home = tempfile::tempdir().unwrap();
    let mut command = program(home.path(), &["--plain"]);
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut said = BufReader::new(child.stdout.take().unwrap());
    expect(
        &mut said,
        "Black (X) 2, White (O) 2. Black to move: c4 d3 e6 f5.",
    );
    stdin.write_all(b"f5\n").unwrap();
    expect(&mut said, "Black plays f5, turning 1 disc.");
    expect(
        &mut said,
        "Black (X) 4, White (O) 1. White to move: d6 f4 f6.",
    );
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_flag_falls_while_the_program_waits_for_a_line() {
    let home = tempfile::tempdir().unwrap();
    let mut child = program(home.path(), &["--plain", "--time", "1s"])
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut said = BufReader::new(child.stdout.take().unwrap());
    // Nothing is typed.
    expect(&mut said, "Game over. Black's time is up: White wins.");
    stdin.write_all(b"f5\n").unwrap();
    expect(&mut said, "The game is over; type new, undo or quit.");
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

/// Reads on to a line.
fn expect(said: &mut impl BufRead, wanted: &str) {
    let mut line = String::new();
    loop {
        line.clear();
        assert_ne!(said.read_line(&mut line).unwrap(), 0, "no line {wanted:?}");
        if line.trim_end() == wanted {
            return;
        }
    }
}

#[test]
fn random_bytes_never_break_the_dialogue() {
    // A fixed sequence that holds every byte, line feeds and letters often.
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut noise = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()[3]
    };
    let bytes: Vec<u8> = (0..200_000)
        .map(|index| match index % 3 {
            0 => b"abcdefgh12345678\n undopas"[usize::from(noise()) % 25],
            1 => b"\n 12345678"[usize::from(noise()) % 10],
            _ => noise(),
        })
        .collect();
    let output = run(&["--white", "random", "--seed", "1"], &bytes);
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty());
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.chars().all(|c| c == '\n' || !c.is_control()));
    assert!(said.contains(" plays "));
}

#[cfg(target_os = "linux")]
mod resources {
    //! What a thousand games leave behind, as the system counts it.

    use super::*;

    /// A game with eight passes (WTHOR 1999, no. 317), and the next one.
    const GAME: &str = "f5f4e3d6f3g3g4g5h3d3h6h5h4h2h1e2g6f2g2h7g7f7g8h8e1f1g1f6f8d1d2e6d7\nnew\n";

    /// A number of `/proc/PID/status`: memory in kB, or threads.
    fn status(child: &Child, field: &str) -> u64 {
        let text = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        let line = text.lines().find(|line| line.starts_with(field)).unwrap();
        let number = line.split_whitespace().nth(1).unwrap();
        number.parse().unwrap()
    }

    fn open_files(child: &Child) -> usize {
        std::fs::read_dir(format!("/proc/{}/fd", child.id()))
            .unwrap()
            .count()
    }

    fn children(child: &Child) -> String {
        let id = child.id();
        std::fs::read_to_string(format!("/proc/{id}/task/{id}/children")).unwrap_or_default()
    }

    /// Plays games until a count of results is reached, and measures at 100 and at the end.
    fn a_thousand_games_leave_nothing(args: &[&str], game: &str, threads: u64) {
        const WARM: usize = 100;
        const GAMES: usize = 1_000;
        let home = tempfile::tempdir().unwrap();
        let mut command = program(home.path(), args);
        let mut child = command.spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let mut said = BufReader::new(child.stdout.take().unwrap());
        let mut play = |games: usize| {
            for _ in 0..games {
                stdin.write_all(game.as_bytes()).unwrap();
                loop {
                    let mut line = String::new();
                    assert_ne!(said.read_line(&mut line).unwrap(), 0, "it ended");
                    if line.starts_with("Game over.") {
                        break;
                    }
                }
            }
        };
        play(WARM);
        let measure = |child: &Child| {
            (
                status(child, "Threads:"),
                open_files(child),
                children(child),
            )
        };
        let (before, memory) = (measure(&child), status(&child, "VmRSS:"));
        assert_eq!(before.0, threads);
        play(GAMES - WARM);
        let grown = status(&child, "VmRSS:").saturating_sub(memory);
        assert_eq!(measure(&child), before);
        // Some 80 kB were seen; a copy of each game's history, left behind, makes 600 kB and more.
        assert!(grown < 256, "{grown} kB more");
        drop(stdin);
        let mut rest = String::new();
        said.read_to_string(&mut rest).unwrap();
        assert!(child.wait().unwrap().success());
    }

    #[test]
    fn a_thousand_games_of_two_people_leave_nothing_behind() {
        // One thread for the dialogue, one that reads the lines.
        a_thousand_games_leave_nothing(&["--plain"], GAME, 2);
    }

    /// Takes seconds: two CPUs play a thousand games.
    #[test]
    fn a_thousand_games_of_two_cpus_leave_nothing_behind() {
        // Spoken: boards would take most of the time.
        let args = [
            "--black", "greedy", "--white", "random", "--seed", "5", "--spoken",
        ];
        // And one on which both CPUs think.
        a_thousand_games_leave_nothing(&args, "new\n", 3);
    }
}
