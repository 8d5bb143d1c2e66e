//! Makes `src/opening/balanced.txt`: the openings of eight moves after which neither side is ahead.
//!
//!     cargo run --release -p tools --bin balanced > src/opening/balanced.txt
//!
//! It searches every position after eight moves, one of each eight that are symmetric, with the search of this
//! program: first to shallow depths, where it drops what is far from equal, and what is left to the last depth.
//! Each search has one thread and an empty table, so every machine makes the same list. It takes a quarter of an hour.

use std::collections::HashSet;
use std::time::Instant;

use reversi::search::{Limits, Searcher};
use reversi::{Board, Square};

/// The number of moves of an opening.
const MOVES: usize = 8;

/// The depth of each round of searches, and the largest score with which an opening stays, in discs for either side.
const ROUNDS: [(u32, i32); 4] = [(4, 8), (8, 4), (12, 1), (18, 1)];

/// A transcript and the board after it.
type Line = (String, Board);

fn main() {
    let mut lines = all_lines();
    eprintln!("{} positions after {MOVES} moves", lines.len());
    for (depth, bound) in ROUNDS {
        let begin = Instant::now();
        lines = balanced(lines, depth, bound);
        let seconds = begin.elapsed().as_secs();
        eprintln!(
            "{} within {bound} discs at depth {depth}, {seconds} s",
            lines.len()
        );
    }
    println!(
        "# Balanced openings of {MOVES} moves, one of each eight that are symmetric. Made by this command:"
    );
    println!("# cargo run --release -p tools --bin balanced");
    for (depth, bound) in ROUNDS {
        println!("# A search to depth {depth} gives neither side more than {bound}.");
    }
    for (moves, _) in lines {
        println!("{moves}");
    }
}

/// Returns a line from f5 to every position, sorted. Of several, the first is kept after each move.
fn all_lines() -> Vec<Line> {
    let first: Square = "f5".parse().expect("a square");
    let board = Board::START.play(first).expect("a first move");
    let mut lines = vec![(first.to_string(), board)];
    for _ in 1..MOVES {
        let mut seen = HashSet::new();
        lines = lines
            .iter()
            .flat_map(longer)
            .filter(|(_, board)| seen.insert(board.canonical()))
            .collect();
    }
    lines
}

/// Returns a line with each next move. So early in the game every position has one.
fn longer((moves, board): &Line) -> Vec<Line> {
    let mut next: Vec<_> = board
        .legal_moves()
        .into_iter()
        .filter_map(|square| Some((format!("{moves}{square}"), board.play(square)?)))
        .collect();
    next.sort_unstable();
    next
}

/// Returns the lines whose score is within this number of discs.
fn balanced(mut lines: Vec<Line>, depth: u32, bound: i32) -> Vec<Line> {
    let mut searcher = Searcher::new(8);
    let limits = Limits::depth(depth);
    lines.retain(|&(_, board)| {
        searcher.clear();
        let score = searcher.search(board, &limits, &mut ()).score();
        score.discs().abs() <= bound
    });
    lines
}
