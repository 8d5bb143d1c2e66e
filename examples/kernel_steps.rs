//! Finds the legal moves as the kernel does, and prints every step: a direction at a time, all squares at once.
//!
//!     cargo run --example kernel_steps -- f5d6c3

use std::error::Error;

use reversi::SquareSet;
use reversi::bitboard::plain::{self, DIRECTIONS};
use reversi::transcript;

fn main() -> Result<(), Box<dyn Error>> {
    let moves = std::env::args().nth(1);
    let board = transcript::parse(moves.as_deref().unwrap_or("f5d6c3"))?
        .position()
        .board();
    let (own, opponent) = (board.player().bits(), board.opponent().bits());
    println!("own discs {}", board.player());
    println!("opponent  {}", board.opponent());
    let mut found = 0;
    for direction in &DIRECTIONS {
        println!("shift {:+}, mask {:016x}", direction.shift, direction.mask);
        let passable = opponent & direction.mask;
        let mut run = direction.step(own) & passable;
        loop {
            println!("    run   {}", SquareSet::from_bits(run));
            let longer = run | direction.step(run) & passable;
            if longer == run {
                break;
            }
            run = longer;
        }
        let ends = direction.step(run) & board.empties().bits();
        println!("    moves {}", SquareSet::from_bits(ends));
        found |= ends;
    }
    assert_eq!(found, plain::legal_moves(own, opponent));
    println!("legal moves {}", SquareSet::from_bits(found));
    Ok(())
}
