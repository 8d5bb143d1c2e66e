//! Owns the search: what is the best move, and what is the position worth?
//!
//! A [`Searcher`] holds the memory that searches share and answers for one board at a time, within
//! [`Limits`], telling a [`Handler`] how far it has come. It knows boards and nothing above them:
//! no game, no player, no screen, and no clock but its own deadline. It never prints.
//!
//! ```
//! use reversi::{Board, search::{Limits, Searcher}};
//!
//! let mut searcher = Searcher::new(16);
//! let result = searcher.search(Board::START, &Limits::depth(6), &mut ());
//! println!("{:?} {} {:?}", result.best_move(), result.score(), result.certainty());
//! # assert!(result.best_move().is_some() && !result.certainty().is_proven());
//! ```
//!
//! The parts: [`score`] says what is found and how sure it is; `root` deepens step by step;
//! `midgame` is the principal variation search, with `probcut` and `order`; `endgame` and `last`
//! solve positions near the end; `table` remembers, and `parallel` shares the work among threads.

#![allow(clippy::cast_possible_truncation)] // scores, depths and counts of squares are small

pub mod bench;
mod endgame;
mod info;
mod last_four;
mod limits;
mod line;
mod midgame;
mod order;
mod parallel;
pub(crate) mod parameters;
mod parity;
mod pool;
mod probcut;
mod root;
pub mod score;
pub mod solve;
mod table;
mod thread_table;
mod worker;

pub use info::{Handler, MoveScore, SearchInfo};
pub use limits::Limits;
pub use score::{Certainty, Confidence, Score};

use std::time::Instant;

use crate::board::Board;
use crate::eval::{Classical, Evaluator};
use parameters::PARALLEL_EMPTIES;
use table::Table;
use worker::{Shared, Worker};

/// Searches boards, and remembers what it has found from one search to the next.
pub struct Searcher {
    table: Table,
    evaluator: Box<dyn Evaluator + Send>,
    threads: usize,
}

impl Searcher {
    /// A searcher on one thread with the classical evaluation, whose table takes so many megabytes
    /// (2^20 bytes) from its first search on. 64 serve a game well, 128 and more long solutions.
    #[must_use]
    pub fn new(table_megabytes: usize) -> Self {
        Self {
            table: Table::new(table_megabytes),
            evaluator: Box::new(Classical),
            threads: 1,
        }
    }

    /// The same with another number of threads, at least one. With one thread the same searches from
    /// a fresh table visit the same positions and find the same moves; with more they may not.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Self {
        self.threads = threads.max(1);
        self
    }

    /// The same with another evaluation.
    #[must_use]
    pub fn with_evaluator(mut self, evaluator: impl Evaluator + Send + 'static) -> Self {
        self.evaluator = Box::new(evaluator);
        self.clear();
        self
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Finds the best move.
    pub fn search(
        &mut self,
        board: Board,
        limits: &Limits,
        handler: &mut dyn Handler,
    ) -> SearchInfo {
        self.analyse(board, 1, limits, handler)
    }

    /// Finds the best `count` moves, each with a score of its own: with a count of 64 every legal
    /// move. At least one line is found.
    pub fn analyse(
        &mut self,
        board: Board,
        count: usize,
        limits: &Limits,
        handler: &mut dyn Handler,
    ) -> SearchInfo {
        let begin = Instant::now();
        self.table.allocate();
        self.table.new_generation();
        let shared = Shared::new(&self.table, &*self.evaluator, limits, begin);
        let mut worker = Worker::new(&shared, Some(handler));
        // A thread costs more than a position with few empty squares.
        let helpers = if board.empty_count() < PARALLEL_EMPTIES {
            0
        } else {
            self.threads - 1
        };
        let moves = std::thread::scope(|scope| {
            for _ in 0..helpers {
                scope.spawn(|| {
                    let mut helper = Worker::new(&shared, None);
                    helper.help();
                    helper.all_nodes();
                });
            }
            // Closed even if the handler panics: the helpers would wait for ever.
            let _open = shared.pool.open();
            worker.deepen(board, count.max(1), limits, begin)
        });
        SearchInfo {
            moves,
            nodes: worker.all_nodes(),
            elapsed: begin.elapsed(),
            stopped: worker.stopped,
        }
    }
}
