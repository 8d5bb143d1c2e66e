//! Counts the leaves of the game tree, and those below each first move.
//!
//!     cargo run --release --example perft -- 10

use std::error::Error;

use reversi::{Board, perft};

fn main() -> Result<(), Box<dyn Error>> {
    let depth = match std::env::args().nth(1) {
        Some(depth) => depth.parse()?,
        None => 7_u32,
    };
    let start = Board::START;
    for square in start.legal_moves() {
        if let Some(board) = start.play(square)
            && depth > 0
        {
            println!("{square} {}", perft(board, depth - 1));
        }
    }
    println!("perft({depth}) = {}", perft(start, depth));
    Ok(())
}
