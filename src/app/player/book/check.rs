//! The check of a book: its moves against deeper searches.

use super::Book;
use super::expand::limits;
use crate::app::background::in_order;
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
        let chosen = (0..count).map(|number| boards[number * boards.len() / count]);
        let mut losses = Vec::new();
        in_order(
            self.threads,
            chosen,
            &|| false,
            || Searcher::new(TABLE),
            |searcher, board, _| {
                searcher.clear();
                (board, self.loss(book, board, searcher))
            },
            |loss| {
                losses.push(loss);
                done();
                true
            },
        );
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
