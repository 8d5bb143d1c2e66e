//! The searcher: the engine's entry point, with the memory that its searches share.

use std::sync::{Arc, OnceLock};
use std::time::Instant;
use std::{fmt, thread};

use super::compiled::Compiled;
use super::info::{Handler, SearchInfo};
use super::limits::Limits;
use super::parameters::{HELPER_MEMORY, PARALLEL_EMPTIES};
use super::score::Score;
use super::table::TranspositionTable;
use super::worker::{SharedSearch, Worker};
use crate::bitboard::AnyKernel;
use crate::bitboard::any_kernel::with_kernel;
use crate::board::Board;
use crate::eval::{self, Weights};
use crate::memory;

/// Searches boards and keeps its transposition table between searches.
pub struct Searcher {
    table: TranspositionTable,
    /// Set at the first search, because reading the standard weights takes time.
    weights: OnceLock<Arc<Weights>>,
    threads: usize,
    kernel: AnyKernel,
}

impl fmt::Debug for Searcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Searcher")
            .field("threads", &self.threads)
            .finish_non_exhaustive()
    }
}

impl Searcher {
    /// Creates a single-threaded searcher with the standard weights, which are read at the first search. Its table, of
    /// this size in megabytes (2^20 bytes), is allocated then too: 64 suit a game, 128 or more long solves.
    pub fn new(table_megabytes: usize) -> Self {
        Self {
            table: TranspositionTable::new(table_megabytes),
            weights: OnceLock::new(),
            threads: 1,
            kernel: AnyKernel::fastest(),
        }
    }

    /// Sets the number of threads (at least 1), fewer where the system starts no more.
    ///
    /// A search with one thread from a fresh table is reproducible, unless its time is limited. With more threads:
    ///
    /// - proven scores are the same, and so is the depth that a search without a limit of time or nodes reaches;
    /// - the choice between equally good moves and the line may vary, and the number of nodes does;
    /// - scores that are not proven may vary by a disc or two, and the best move with them, because it
    ///   depends on chance which results a thread finds in the table.
    ///
    /// Measured: of 1025 searches to depths of 10 to 18 plies, 10 had a score other than with one thread, 1 another
    /// best move, and 29 another line. Of 250 solved positions, 5 had another line.
    pub fn with_threads(mut self, threads: usize) -> Self {
        self.threads = threads.max(1);
        self
    }

    /// Sets the kernel, instead of the fastest one. All find the same results with the same number of nodes.
    pub(crate) fn with_kernel(mut self, kernel: AnyKernel) -> Self {
        self.kernel = kernel;
        self
    }

    /// Sets the weights of the evaluation.
    pub fn with_weights(mut self, weights: Arc<Weights>) -> Self {
        self.weights = weights.into();
        self.clear();
        self
    }

    /// Returns whether there is memory for a search. Without it a failed allocation would abort the program.
    pub fn has_memory() -> bool {
        Weights::has_memory()
    }

    fn weights(&self) -> &Arc<Weights> {
        self.weights.get_or_init(Weights::standard)
    }

    /// Returns the static evaluation of a board for the side to move.
    pub fn evaluate(&self, board: Board) -> Score {
        Score::of(eval::evaluate(self.weights(), board).discs())
    }

    /// Clears the table.
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

    /// Finds the best `count` moves and scores each; a count of 64 covers every legal move. Finds at
    /// least one line.
    pub fn analyse(
        &mut self,
        board: Board,
        count: usize,
        limits: &Limits,
        handler: &mut dyn Handler,
    ) -> SearchInfo {
        with_kernel!(self.kernel, kernel => self.run(kernel, board, count, limits, handler))
    }

    fn run<K: Compiled>(
        &self,
        kernel: K,
        board: Board,
        count: usize,
        limits: &Limits,
        handler: &mut dyn Handler,
    ) -> SearchInfo {
        let begin = Instant::now();
        // The table takes what memory is left, so the weights are read before it.
        let weights = self.weights();
        self.table.allocate();
        self.table.new_generation();
        let shared = SharedSearch::new(&self.table, weights, limits, begin);
        let mut worker = Worker::new(kernel, &shared, Some(handler));
        // A thread costs more than a position with few empty squares.
        let helpers = if board.empty_count() < PARALLEL_EMPTIES {
            0
        } else {
            self.threads - 1
        };
        let moves = thread::scope(|scope| {
            // Closed even after a panic: the helpers would wait for ever.
            let _open = shared.pool.open();
            for started in 0..helpers {
                let help = || {
                    let mut helper = Worker::new(kernel, &shared, None);
                    helper.help();
                    helper.all_nodes();
                };
                // Where the system starts no more threads, fewer find the same answer. The stack of one more must not
                // take the memory that the others need, which they may not have taken yet.
                if !memory::is_free(HELPER_MEMORY.saturating_mul(started + 1)) {
                    break;
                }
                if thread::Builder::new().spawn_scoped(scope, help).is_err() {
                    break;
                }
            }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Limits;

    /// Fourteen empty squares of a game (FFO endgame test, number 1).
    const FOURTEEN: &str = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";

    #[test]
    fn the_evaluation_changes_no_exact_score() {
        let position: crate::Position = FOURTEEN.parse().unwrap();
        let solve = |searcher: Searcher| {
            let mut searcher = searcher;
            searcher
                .search(position.board(), &Limits::solve(), &mut ())
                .score()
        };
        let blind = Searcher::new(8).with_weights(Arc::new(Weights::zero()));
        assert_eq!(solve(blind), solve(Searcher::new(8)));
    }

    #[test]
    fn a_panic_on_a_helper_thread_ends_the_search_with_a_panic() {
        let result = std::panic::catch_unwind(|| {
            let mut weights = Weights::zero();
            weights.only_thread = Some(thread::current().id());
            let mut searcher = Searcher::new(1)
                .with_threads(2)
                .with_weights(Arc::new(weights));
            // The helper is asked long before this is over.
            searcher.search(Board::START, &Limits::depth(60), &mut ())
        });
        assert!(result.is_err());
    }
}
