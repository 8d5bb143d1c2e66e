//! The opening book: positions with the scores of their best moves, found by this program's own search.
//!
//! Symmetric positions are one position, and different orders of the same moves lead to one position. The
//! score of a move that leads to another position of the book is that position's score; other moves have
//! the score of the search. `expand` makes the book larger, `file` reads and writes it.

mod expand;
mod file;

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::iter;
use std::sync::LazyLock;

use arrayvec::ArrayVec;

pub use expand::Extension;

use crate::background::{Stop, in_order};
use expand::limits;
use reversi::search::{Certainty, MoveScore, Score, Searcher};
use reversi::{Board, Square};

/// Positions and their best moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    /// The depth of the searches that found the scores, in plies.
    depth: u8,
    /// The positions, each the canonical one of eight.
    nodes: HashMap<Board, BookNode>,
}

/// The most moves of a position.
const MOVES: usize = 4;

/// A position of the book.
#[derive(Clone, Debug, PartialEq, Eq)]
struct BookNode {
    /// The best moves, at least one; of those that lead to symmetric positions, only one.
    edges: ArrayVec<BookMove, MOVES>,
    /// The score for the side to move.
    score: i8,
}

/// A move of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
struct BookMove {
    square: Square,
    /// The canonical position that it leads to.
    child: Board,
    /// The score that the search found, for the side that moves.
    searched: i8,
}

impl Book {
    /// Creates a book without positions, whose scores come from searches of this depth.
    pub fn new(depth: u8) -> Self {
        Self {
            depth,
            nodes: HashMap::new(),
        }
    }

    /// Returns the book that comes with this program.
    ///
    /// # Panics
    /// Never: the tests read it.
    pub fn standard() -> &'static Self {
        static STANDARD: LazyLock<Book> = LazyLock::new(|| {
            Book::from_bytes(include_bytes!("book/book.bin")).expect("the book of this crate")
        });
        &STANDARD
    }

    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns true if there are no positions.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Returns the depth of the searches that found the scores, in plies.
    pub const fn depth(&self) -> u8 {
        self.depth
    }

    /// Returns the best moves of a board with their lines, best first; none if the board is not in the book.
    pub fn moves(&self, board: Board) -> Vec<MoveScore> {
        let scored = self.scores(board).into_iter().map(|(square, score)| {
            let next = board.play(square).map(|next| self.line(next));
            MoveScore::new(
                Some(square),
                score,
                Certainty::Estimate,
                self.depth.into(),
                iter::once(square)
                    .chain(next.into_iter().flatten())
                    .collect(),
            )
        });
        scored.collect()
    }

    /// Returns whether a move is one of the best of a board; `None` if the board is not in the book.
    pub fn has_move(&self, board: Board, square: Square) -> Option<bool> {
        let node = self.nodes.get(&board.canonical())?;
        let child = board.play(square)?.canonical();
        Some(node.edges.iter().any(|edge| edge.child == child))
    }

    /// Returns the scores of the best moves of a board, best first; none if the board is not in the book.
    fn scores(&self, board: Board) -> Vec<(Square, Score)> {
        let Some(node) = self.nodes.get(&board.canonical()) else {
            return Vec::new();
        };
        let scored = board.legal_moves().into_iter().filter_map(|square| {
            let child = board.play(square)?.canonical();
            let edge = node.edges.iter().find(|edge| edge.child == child)?;
            Some((square, Score::of(self.score(edge).into())))
        });
        let mut sorted: Vec<_> = scored.collect();
        sorted.sort_by_key(|(_, score)| Reverse(*score));
        sorted
    }

    /// Returns lines of play from the start that together have every position, each ending where the book ends or where
    /// an earlier line goes on.
    pub fn lines(&self) -> Vec<Vec<Square>> {
        let (mut lines, mut seen) = (Vec::new(), HashSet::new());
        let mut open = vec![(Board::START, Vec::new())];
        while let Some((board, line)) = open.pop() {
            let is_new = seen.insert(board.canonical());
            let scores = if is_new {
                self.scores(board)
            } else {
                Vec::new()
            };
            let mut children = HashSet::new();
            let next = scores.iter().rev().filter_map(|&(square, _)| {
                let child = board.play(square)?;
                let is_book = self.nodes.contains_key(&child.canonical());
                (is_book && children.insert(child.canonical())).then(|| {
                    let line = [&line[..], &[square]].concat();
                    (child, line)
                })
            });
            let before = open.len();
            open.extend(next);
            if open.len() == before && is_new && !line.is_empty() {
                lines.push(line);
            }
        }
        lines
    }

    /// Returns the best moves of both sides from a board on.
    fn line(&self, mut board: Board) -> Vec<Square> {
        let mut line = Vec::new();
        while let Some(&(best, _)) = self.scores(board).first()
            && let Some(next) = board.play(best)
        {
            line.push(best);
            board = next;
        }
        line
    }

    /// Returns the score of a move for the side that moves.
    fn score(&self, edge: &BookMove) -> i8 {
        self.nodes
            .get(&edge.child)
            .map_or(edge.searched, |child| -child.score)
    }

    /// Returns the positions, those with the most empty squares first.
    fn boards(&self) -> Vec<Board> {
        let mut boards: Vec<Board> = self.nodes.keys().copied().collect();
        boards.sort_unstable_by_key(|board| (Reverse(board.empty_count()), *board));
        boards
    }

    /// Brings the scores of all positions up to date with those of their successors.
    fn propagate(&mut self) {
        for board in self.boards().iter().rev() {
            let scores = self.nodes[board].edges.iter().map(|edge| self.score(edge));
            if let Some(best) = scores.max()
                && let Some(node) = self.nodes.get_mut(board)
            {
                node.score = best;
            }
        }
    }
}

/// The table of each thread's searcher in megabytes.
const TABLE: usize = 16;

/// A check of some positions of a book.
pub struct BookCheck {
    /// The depth of the searches in plies.
    pub depth: u8,
    /// The most positions to check, spread over the book.
    pub positions: usize,
    /// The number of threads.
    pub threads: usize,
}

impl BookCheck {
    /// Returns the number of positions of a book that it checks.
    pub fn count(&self, book: &Book) -> usize {
        self.positions.min(book.len())
    }

    /// Finds how many discs the best move of each position loses by a search of this depth. Calls `done`
    /// after each position. Those of some positions if it is stopped.
    pub fn losses(&self, book: &Book, stop: Stop<'_>, done: impl Fn() + Sync) -> Vec<(Board, i32)> {
        let (boards, count) = (book.boards(), self.count(book));
        let chosen = (0..count).map(|number| boards[number * boards.len() / count]);
        let mut losses = Vec::new();
        in_order(
            self.threads,
            chosen,
            stop,
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

#[cfg(test)]
mod tests;
