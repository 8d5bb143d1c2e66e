//! Searches a position within a limit, and prints the first result of each depth.
//!
//!     cargo run --release --example search -- f5d6c3d3c4

use std::error::Error;
use std::time::Duration;

use reversi::search::{Handler, Limits, SearchInfo, Searcher};
use reversi::transcript;

/// Prints the progress of a search.
struct Progress(u32);

impl Handler for Progress {
    fn progress(&mut self, info: &SearchInfo) {
        let best = info.best();
        if best.depth > self.0 {
            self.0 = best.depth;
            println!("depth {}: {} {:?}", best.depth, best.score, best.pv);
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let moves = std::env::args().nth(1);
    let game = transcript::parse(moves.as_deref().unwrap_or("f5d6c3d3c4"))?;
    let limits = Limits::depth(8).with_time(Duration::from_secs(60));
    let board = game.position().board();
    let result = Searcher::new(16).search(board, &limits, &mut Progress(0));
    if let Some(square) = result.best_move() {
        println!("{square} {}, {} nodes", result.score(), result.nodes);
    }
    Ok(())
}
