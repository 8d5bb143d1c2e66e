//! Drop-out expansion: adds the positions that lines of good moves lead to.
//!
//! Michael Buro, "Toward opening book learning", 1999; Thomas Lincke, "Strategies for the automatic
//! construction of opening books", 2000. A position is added with the best moves that a search finds. The
//! next positions to add are those behind the moves that are not in the book yet and that the players reach
//! most cheaply: the sum of what the moves on the way lose, and a little for each ply.

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicBool, Ordering};

use arrayvec::ArrayVec;

use super::{Book, BookMove, BookNode, MOVES};
use crate::background::in_order;
use reversi::search::{Confidence, Handler, Limits, Searcher};
use reversi::{Board, Square};

/// The number of positions that are searched before the next ones are chosen.
const BATCH: usize = 16;

/// The cost of a disc lost, in plies.
const DISC_COST: u32 = 2;

/// The table of each thread's searcher in megabytes.
const TABLE: usize = 16;

/// How a book is extended.
pub struct Extension<'a> {
    /// The number of threads.
    pub threads: usize,
    /// Set to stop.
    pub stop: &'a AtomicBool,
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
    pub fn add_batch(&self, book: &mut Book) -> bool {
        let found = self.search_all(book.next_boards(), book.depth);
        if found.is_empty() || self.is_stopped() {
            return false;
        }
        book.nodes.extend(found);
        book.propagate();
        true
    }

    /// Adds the positions that lines of play lead to from the start, nearest first: each with the best moves that a
    /// search finds, and with the moves of the lines, as far as a position has room for them. The lines are moves by
    /// canonical board. Returns false if it was stopped, which leaves out what comes later.
    pub fn add_lines(
        &self,
        book: &mut Book,
        lines: &HashMap<Board, BTreeSet<Square>>,
        done: impl Fn(usize),
    ) -> bool {
        let start = Board::START.canonical();
        if !book.nodes.contains_key(&start) {
            book.nodes.extend(self.search_all(vec![start], book.depth));
        }
        let mut level = BTreeSet::from([start]);
        while !level.is_empty() && !self.is_stopped() {
            let steps: Vec<(Board, Square, Board)> = level
                .iter()
                .flat_map(|&board| {
                    lines
                        .get(&board)
                        .into_iter()
                        .flatten()
                        .map(move |&square| (board, square))
                })
                .filter_map(|(board, square)| {
                    Some((board, square, board.play(square)?.canonical()))
                })
                .filter(|(.., child)| !child.legal_moves().is_empty())
                .collect();
            let children: BTreeSet<Board> = steps.iter().map(|&(.., child)| child).collect();
            let missing = children
                .into_iter()
                .filter(|child| !book.nodes.contains_key(child));
            let found = self.search_all(missing.collect(), book.depth);
            if self.is_stopped() {
                break;
            }
            let mut found: HashMap<Board, BookNode> = found.into_iter().collect();
            level.clear();
            for &(board, square, child) in &steps {
                let child_node = book.nodes.get(&child).or_else(|| found.get(&child));
                let searched = child_node.map(|node| -node.score);
                let is_wanted = |edge: &BookMove| {
                    let mut of_board = steps.iter().filter(|(from, ..)| *from == board);
                    of_board.any(|&(.., child)| child == edge.child)
                        || book.nodes.contains_key(&edge.child)
                };
                let edges = book.nodes.get(&board).map(|node| node.edges.clone());
                let (Some(searched), Some(mut edges)) = (searched, edges) else {
                    continue;
                };
                if edges.iter().all(|edge| edge.child != child) {
                    if edges.is_full() {
                        let worst = (0..edges.len())
                            .filter(|&at| !is_wanted(&edges[at]))
                            .min_by_key(|&at| edges[at].searched);
                        let Some(worst) = worst else { continue };
                        edges.remove(worst);
                    }
                    edges.push(BookMove {
                        square,
                        child,
                        searched,
                    });
                }
                if let Some(node) = book.nodes.get_mut(&board) {
                    node.edges = edges;
                }
                book.nodes.extend(found.remove_entry(&child));
                level.insert(child);
            }
            done(book.nodes.len());
        }
        book.propagate();
        !self.is_stopped()
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Searches canonical boards, in their order, until it is stopped.
    fn search_all(&self, boards: Vec<Board>, depth: u8) -> Vec<(Board, BookNode)> {
        let stop = || self.is_stopped();
        let mut found = Vec::new();
        in_order(
            self.threads.min(boards.len()),
            boards.into_iter(),
            &stop,
            || Searcher::new(TABLE),
            |searcher, board, _| {
                // What an earlier search left in the table must not matter.
                searcher.clear();
                (board, search(board, depth, searcher, self.stop))
            },
            |node| {
                found.push(node);
                true
            },
        );
        found
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
    Limits::depth(depth.into()).with_confidence(Confidence::C73)
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
