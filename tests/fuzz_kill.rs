//! The real program, ended at random moments of a game and started again: every move that it has shown is
//! still there, unless it was ended by SIGKILL, and the game is offered.
//!
//! `REVERSI_FUZZ_KILLS` sets the number of kills, `REVERSI_FUZZ_SEED` repeats a run.

#![cfg(unix)]
#![allow(clippy::unwrap_used)] // in tests a panic is the report

#[path = "support/fuzz.rs"]
mod fuzz;
#[path = "support/random.rs"]
mod random;
#[path = "support/terminal.rs"]
mod terminal;

use std::time::Duration;

use fuzz::{seeded, setting};
use reversi::notation::transcript;
use reversi::{Entry, Game, Square};
use terminal::{PROGRAM, Terminal, autosaves};

/// How the program ends; the last is a closed window.
const ENDS: [&str; 8] = [
    "-KILL", "-TERM", "-HUP", "-INT", "-QUIT", "-USR1", "-XCPU", "window",
];

/// The moves in the autosave, if there is just one.
fn saved_moves(text: &str) -> String {
    let mut lines = text
        .lines()
        .filter_map(|line| line.strip_prefix("moves = "));
    let moves = lines.next().unwrap_or_default().trim_matches('"');
    // Passes follow from the moves.
    let moves = moves
        .split(' ')
        .filter(|text| text.parse::<Square>().is_ok())
        .collect();
    assert_eq!(lines.next(), None, "{text}");
    moves
}

#[test]
fn no_move_that_was_shown_is_lost_by_a_kill() {
    let kills = setting("REVERSI_FUZZ_KILLS", 12);
    let (mut random, seed) = seeded();
    let state = tempfile::tempdir().unwrap();
    let environment = [("XDG_STATE_HOME", state.path().to_str().unwrap())];
    let mut game = Game::new();
    let mut lost = Vec::new();
    for kill in 0..kills {
        let is_new = game.entries().is_empty();
        let players = ["--black", "human", "--white", "human"];
        let args = if is_new { &players[..] } else { &[] };
        let mut terminal = Terminal::start_with(PROGRAM, args, &environment);
        if !is_new {
            terminal.wait_for_text("Continue your game?");
            terminal.type_keys("\r");
        }
        terminal.wait_for_text(&format!("{} empty", empties(&game)));
        for _ in 0..=random.below(6) {
            let moves: Vec<_> = game.position().legal_moves().into_iter().collect();
            let square = moves[random.below(moves.len())];
            game.play(square).unwrap();
            if game.outcome().is_some() {
                // What is over is in the history instead.
                game.undo();
                break;
            }
            terminal.type_keys(&square.to_string());
            terminal.wait_for_text(&format!("{} empty", empties(&game)));
        }
        std::thread::sleep(Duration::from_micros(random.next() % 5_000));
        let end = ENDS[random.below(ENDS.len())];
        if end == "window" {
            terminal.hang_up();
        } else {
            terminal.signal(end);
        }
        terminal.wait_for_exit();

        let told = transcript_of(&game);
        let text = autosaves(state.path());
        let saved = saved_moves(&text);
        // Saves run beside the game: what was shown last may not have been written before a SIGKILL.
        let may_lose = end == "-KILL";
        assert!(
            told == saved || may_lose && told.starts_with(&saved),
            "seed {seed}, kill {kill} by {end}: {told} was shown, {saved} is saved"
        );
        lost.push((told.len() - saved.len()) / 2);
        game = transcript::parse(&saved).unwrap();
        if empties(&game) < 20 {
            // Another game.
            std::fs::remove_dir_all(state.path().join("reversi")).unwrap();
            game = Game::new();
        }
    }
    lost.retain(|&moves| moves > 0);
    println!("moves that were shown and lost by SIGKILL: {lost:?}");
}

fn transcript_of(game: &Game) -> String {
    game.entries()
        .iter()
        .filter_map(Entry::square)
        .map(|square| square.to_string())
        .collect()
}

fn empties(game: &Game) -> usize {
    60 - transcript_of(game).len() / 2
}
