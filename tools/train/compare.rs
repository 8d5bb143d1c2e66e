//! Games between two sets of weights, to measure which one is better.

use std::sync::Arc;
use std::sync::atomic::{AtomicI32, AtomicU32, Ordering};

use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;

use reversi::Board;
use reversi::eval::Weights;
use reversi::search::{Limits, Searcher};
use reversi_net::arena::{GameResult, Tally};
use reversi_table::background::on_threads;
use reversi_table::game_opening::random_game;

/// The table of a searcher in megabytes.
const TABLE: usize = 16;

/// The parameters of a comparison.
pub struct WeightsComparison {
    /// The two sets of weights; the result is that of the first.
    pub weights: [Arc<Weights>; 2],
    /// The limits of each search.
    pub limits: Limits,
    /// The number of openings, each played twice with sides exchanged.
    pub pairs: u32,
    /// The number of random moves in each opening.
    pub opening_moves: u32,
    /// The random seed of the openings.
    pub seed: u64,
}

impl WeightsComparison {
    /// Plays all games on this many threads. `finished` is called after each.
    pub fn run(&self, threads: usize, finished: impl Fn() + Sync) -> Tally {
        let next = AtomicU32::new(0);
        let margins: Vec<_> = (0..2 * self.pairs).map(|_| AtomicI32::new(0)).collect();
        on_threads(threads, || {
            while let number = next.fetch_add(1, Ordering::Relaxed)
                && let Some(margin) = margins.get(number as usize)
            {
                margin.store(self.play(number), Ordering::Relaxed);
                finished();
            }
        });
        let results: Vec<_> = margins
            .into_iter()
            .map(|margin| i8::try_from(margin.into_inner()).expect("a board has 64 squares"))
            .map(GameResult::from_margin)
            .collect();
        Tally::of(&results.chunks(2).map(<[_]>::to_vec).collect::<Vec<_>>())
    }

    /// Plays a game and returns the margin for the first set of weights.
    fn play(&self, number: u32) -> i32 {
        let mut searchers = self
            .weights
            .clone()
            .map(|weights| Searcher::new(TABLE).with_weights(weights));
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(u64::from(number / 2));
        let mut board: Board = random_game(self.opening_moves, &mut random)
            .position()
            .board();
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
