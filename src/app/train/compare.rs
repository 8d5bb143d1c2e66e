//! Games between two sets of weights, to measure which one is better.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use rand::rngs::ChaCha8Rng;
use rand::{RngExt as _, SeedableRng as _};

use crate::board::Board;
use crate::eval::Weights;
use crate::search::{Limits, Searcher};

/// Plays pairs of games from random openings of this many moves, with sides exchanged, and returns the
/// margins for the first weights.
pub(crate) fn compare(
    weights: &[Arc<Weights>; 2],
    limits: Limits,
    games: u32,
    opening_moves: u32,
    threads: usize,
    finished: impl Fn() + Sync,
) -> Vec<i32> {
    let next = AtomicU32::new(0);
    let margins = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= games {
                        return;
                    }
                    let mut searchers = weights
                        .clone()
                        .map(|weights| Searcher::new(16).with_weights(weights));
                    let mut random = ChaCha8Rng::seed_from_u64(1);
                    random.set_stream(u64::from(number / 2));
                    let mut board = opening(opening_moves, &mut random);
                    let mut mover = number as usize % 2;
                    let margin = loop {
                        if board.legal_moves().is_empty() {
                            board = board.swapped();
                            mover = 1 - mover;
                            if board.legal_moves().is_empty() {
                                let score = board.final_score();
                                break if mover == 0 { score } else { -score };
                            }
                        }
                        let info = searchers[mover].search(board, &limits, &mut ());
                        let square = info.best_move().expect("a legal move");
                        board = board.play(square).expect("a legal move");
                        mover = 1 - mover;
                    };
                    margins.lock().expect("no panic").push(margin);
                    finished();
                }
            });
        }
    });
    margins.into_inner().expect("no panic")
}

fn opening(moves: u32, random: &mut ChaCha8Rng) -> Board {
    let mut board = Board::START;
    for _ in 0..moves {
        let legal = board.legal_moves();
        let index = random.random_range(0..legal.bits().count_ones().max(1));
        board = match legal.iter().nth(index as usize) {
            Some(square) => board.play(square).expect("a legal move"),
            None => board.swapped(),
        };
    }
    board
}
