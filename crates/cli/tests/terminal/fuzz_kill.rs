//! The real program, ended at random moments of a game and started again: every move that it has shown is
//! still there, and the game is offered.
//!
//! `REVERSI_FUZZ_KILLS` sets the number of kills, `REVERSI_FUZZ_SEED` repeats a run.

use crate::{fuzz, terminal};

use std::time::Duration;

use fuzz::{seeded, setting};
use reversi::{Entry, Game};
use reversi_table::store::autosave::Autosave;
use reversi_table::store::state::StateFolder;
use terminal::{PROGRAM, Terminal, size};

/// How the program ends; the last is a closed window.
const ENDS: [&str; 8] = [
    "-KILL", "-TERM", "-HUP", "-INT", "-QUIT", "-USR1", "-XCPU", "window",
];

/// The game that the next program will offer.
fn saved_game(state: &StateFolder) -> Game {
    let (_, mut found, notices) = Autosave::<reversi::Game>::open(state);
    assert_eq!((found.len(), notices.len()), (1, 0), "{notices:?}");
    found.remove(0).game
}

#[test]
fn no_move_that_was_shown_is_lost_by_a_kill() {
    let kills = setting("REVERSI_FUZZ_KILLS", 12);
    let (mut random, seed) = seeded();
    let state = tempfile::tempdir().unwrap();
    let environment = [("XDG_STATE_HOME", state.path().to_str().unwrap())];
    let mut game = Game::new();
    let folder = StateFolder::at(state.path().join("reversi"));
    for kill in 0..kills {
        let is_new = game.entries().is_empty();
        let players = ["--black", "human", "--white", "human"];
        let args = if is_new { &players[..] } else { &[] };
        let mut terminal = Terminal::start_with(PROGRAM, args, &environment);
        // Large enough for the number of empty squares.
        terminal.show(120, 40);
        terminal.master.resize(size(120, 40)).unwrap();
        if !is_new {
            terminal.wait_for_text("Continue");
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
        // At once, or after some of what follows a move.
        if random.below(2) == 0 {
            std::thread::sleep(Duration::from_micros(random.next() % 5_000));
        }
        let end = ENDS[random.below(ENDS.len())];
        if end == "window" {
            terminal.hang_up();
        } else {
            terminal.signal(end);
        }
        terminal.wait_for_exit();

        assert_eq!(
            transcript_of(&saved_game(&folder)),
            transcript_of(&game),
            "seed {seed}, kill {kill} by {end}"
        );
        if empties(&game) < 20 {
            // Another game.
            std::fs::remove_dir_all(state.path().join("reversi")).unwrap();
            game = Game::new();
        }
    }
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
