//! The check of a book: its moves against deeper searches.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::Book;
use super::expand::limits;
use crate::app::background::on_threads;
use crate::board::Board;
use crate::search::Searcher;

/// The table of each thread's searcher in megabytes.
const TABLE: usize = 16;

/// A check of some positions of a book.
pub(crate) struct Check {
    /// The depth of the searches in plies.
    pub(crate) depth: u8,
    /// The most positions to check, spread over the book.
    pub(crate) positions: usize,
    /// The number of threads.
    pub(crate) threads: usize,
}

impl Check {
    /// Returns the number of positions of a book that it checks.
    pub(crate) fn count(&self, book: &Book) -> usize {
        self.positions.min(book.len())
    }

    /// Finds how many discs the best move of each position loses by a search of this depth. Calls `done`
    /// after each position.
    pub(crate) fn losses(&self, book: &Book, done: impl Fn() + Sync) -> Vec<(Board, i32)> {
        let (boards, count) = (book.boards(), self.count(book));
        let next = AtomicUsize::new(0);
        let losses = Mutex::new(Vec::new());
        on_threads(self.threads, || {
            let mut searcher = Searcher::new(TABLE);
            while let number = next.fetch_add(1, Ordering::Relaxed)
                && number < count
            {
                let board = boards[number * boards.len() / count];
                searcher.clear();
                let loss = self.loss(book, board, &mut searcher);
                losses
                    .lock()
                    .expect("no thread panicked")
                    .push((board, loss));
                done();
            }
        });
        let mut losses = losses.into_inner().expect("no thread panicked");
        losses.sort_unstable();
        losses
    }

    /// Returns how many discs the book's best move of a board loses.
    fn loss(&self, book: &Book, board: Board, searcher: &mut Searcher) -> i32 {
        let (best, _) = book.scores(board)[0];
        let search = searcher.search(board, &limits(self.depth), &mut ());
        if search.best_move() == Some(best) {
            return 0;
        }
        let next = board.play(best).expect("a legal move");
        let reply = searcher.search(next, &limits(self.depth - 1), &mut ());
        (search.score().discs() + reply.score().discs()).max(0)
    }
}
