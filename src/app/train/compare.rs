//! Games between two sets of weights, to measure which one is better.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;

use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;

use crate::app::arena::{Tally, opening};
use crate::board::Board;
use crate::eval::Weights;
use crate::search::{Limits, Searcher};

/// The table of a searcher in megabytes.
const TABLE: usize = 16;

/// The parameters of a comparison.
pub(crate) struct Comparison {
    /// The two sets of weights; the result is that of the first.
    pub(crate) weights: [Arc<Weights>; 2],
    /// The limits of each search.
    pub(crate) limits: Limits,
    /// The number of openings, each played twice with sides exchanged.
    pub(crate) pairs: u32,
    /// The number of random moves in each opening.
    pub(crate) opening_moves: u32,
    /// The random seed of the openings.
    pub(crate) seed: u64,
}

impl Comparison {
    /// Plays all games on this many threads. `finished` is called after each.
    pub(crate) fn run(&self, threads: usize, mut finished: impl FnMut()) -> Tally {
        let next = AtomicU32::new(0);
        let (queue, results) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..threads.max(1) {
                let (queue, next) = (queue.clone(), &next);
                scope.spawn(move || {
                    while let number = next.fetch_add(1, Ordering::Relaxed)
                        && number < 2 * self.pairs
                        && queue.send((number, self.play(number))).is_ok()
                    {}
                });
            }
            drop(queue);
            let mut margins = vec![0; 2 * self.pairs as usize];
            for (number, margin) in results {
                margins[number as usize] = margin;
                finished();
            }
            Tally::of(&margins)
        })
    }

    /// Plays a game and returns the margin for the first set of weights.
    fn play(&self, number: u32) -> i32 {
        let mut searchers = self
            .weights
            .clone()
            .map(|weights| Searcher::new(TABLE).with_weights(weights));
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(u64::from(number / 2));
        let mut board: Board = opening(self.opening_moves, &mut random).position().board();
        let mut mover = number as usize % 2;
        loop {
            if board.legal_moves().is_empty() {
                (board, mover) = (board.swapped(), 1 - mover);
                if board.legal_moves().is_empty() {
                    let score = board.final_score();
                    return if mover == 0 { score } else { -score };
                }
            }
            let info = searchers[mover].search(board, &self.limits, &mut ());
            let square = info.best_move().expect("a legal move");
            board = board.play(square).expect("a legal move");
            mover = 1 - mover;
        }
    }
}
