//! Solves a position near the end of a game: the exact score of every move.
//!
//!     cargo run --release --example solve -- "POSITION"

use std::error::Error;

use reversi::Position;
use reversi::search::{Limits, Searcher};

/// Number 1 of the endgame test positions of the French federation: 14 empty squares, Black to move.
const PROBLEM: &str = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";

fn main() -> Result<(), Box<dyn Error>> {
    let text = std::env::args().nth(1);
    let position: Position = text.as_deref().unwrap_or(PROBLEM).parse()?;
    let mut searcher = Searcher::new(64); // MiB
    let all = 64;
    let result = searcher.analyse(position.board(), all, &Limits::solve(), &mut ());
    for found in &result.moves {
        let line: String = found.pv.iter().map(ToString::to_string).collect();
        println!("{:>3} {line}", found.score);
    }
    Ok(())
}
