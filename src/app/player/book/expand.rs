//! Drop-out expansion: adds the positions that lines of good moves lead to.
//!
//! Michael Buro, "Toward opening book learning", 1999; Thomas Lincke, "Strategies for the automatic
//! construction of opening books", 2000. A position is added with the best moves that a search finds. The
//! next positions to add are those behind the moves that are not in the book yet and that the players reach
//! most cheaply: the sum of what the moves on the way lose, and a little for each ply.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

use arrayvec::ArrayVec;

use super::{Book, BookMove, BookNode, MOVES};
use crate::app::background::in_order;
use crate::board::Board;
use crate::search::{Confidence, Handler, Limits, Searcher};

/// The number of positions that are searched before the next ones are chosen.
const BATCH: usize = 16;

/// The cost of a disc lost, in plies.
const DISC_COST: u32 = 2;

/// The table of each thread's searcher in megabytes.
const TABLE: usize = 16;

/// How a book is extended.
pub(crate) struct Extension<'a> {
    /// The number of threads.
    pub(crate) threads: usize,
    /// Set to stop.
    pub(crate) stop: &'a AtomicBool,
}

/// Stops a search when a flag is set.
struct StopFlag<'a>(&'a AtomicBool);

impl Handler for StopFlag<'_> {
    fn should_stop(&mut self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl Extension<'_> {
    /// Adds the next positions to a book. Which ones they are depends only on the book. Returns false if
    /// there are no more, or if it was stopped, which adds none.
    pub(crate) fn add_batch(&self, book: &mut Book) -> bool {
        let boards = book.next_boards();
        let stop = || self.stop.load(Ordering::Relaxed);
        let mut found = Vec::new();
        in_order(
            self.threads.min(boards.len()),
            boards.into_iter(),
            &stop,
            || Searcher::new(TABLE),
            |searcher, board, _| {
                // What an earlier search left in the table must not matter.
                searcher.clear();
                (board, search(board, book.depth, searcher, self.stop))
            },
            |node| {
                found.push(node);
                true
            },
        );
        if found.is_empty() || stop() {
            return false;
        }
        book.nodes.extend(found);
        book.propagate();
        true
    }
}

/// Finds the best moves of a canonical board.
fn search(board: Board, depth: u8, searcher: &mut Searcher, stop: &AtomicBool) -> BookNode {
    let limits = limits(depth);
    let info = searcher.analyse(board, MOVES, &limits, &mut StopFlag(stop));
    let mut edges = ArrayVec::<BookMove, MOVES>::new();
    for found in info.moves {
        let square = found.square.expect("boards of the book have moves");
        let child = board.play(square).expect("a legal move").canonical();
        if edges.iter().all(|edge| edge.child != child) {
            #[allow(clippy::cast_possible_truncation)] // -64 to 64
            let score = found.score.discs() as i8;
            edges.push(BookMove {
                square,
                child,
                searched: score,
            });
        }
    }
    let score = edges.iter().map(|edge| edge.searched).max();
    BookNode {
        score: score.expect("a search finds a move"),
        edges,
    }
}

/// Returns the limits of a search to this depth.
pub(super) fn limits(depth: u8) -> Limits {
    Limits {
        confidence: Confidence::C73,
        ..Limits::depth(depth.into())
    }
}

impl Book {
    /// Returns the boards to add next: those that are reached most cheaply.
    fn next_boards(&self) -> Vec<Board> {
        let start = Board::START.canonical();
        let mut costs = HashMap::from([(start, 0)]);
        for board in self.boards() {
            let (cost, node) = (costs[&board], &self.nodes[&board]);
            for edge in &node.edges {
                let loss = u32::from((node.score - self.score(edge)).unsigned_abs());
                let there = cost + DISC_COST * loss + 1;
                let least = costs.entry(edge.child).or_insert(there);
                *least = there.min(*least);
            }
        }
        let mut boards: Vec<(u32, Board)> = costs
            .into_iter()
            .filter(|(board, _)| !self.nodes.contains_key(board) && !board.legal_moves().is_empty())
            .map(|(board, cost)| (cost, board))
            .collect();
        boards.sort_unstable();
        boards.truncate(BATCH);
        boards.into_iter().map(|(_, board)| board).collect()
    }
}
