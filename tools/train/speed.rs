//! The speed of midgame searches on positions of tournament games.

use reversi::search::{Limits, Searcher};
use reversi_notation::Record;

/// The table of the searcher in megabytes.
const TABLE: usize = 16;

/// One game in this many is used, so that a file of games by year has positions of many players.
const STRIDE: usize = 37;

/// Searches the position with a number of empty squares of some games, each with a fresh table on one thread, and
/// returns a line with the number of positions, nodes and seconds.
pub fn speed(games: &[Record], empties: u32, depth: u32, positions: usize) -> String {
    let boards = games.iter().step_by(STRIDE).filter_map(|game| {
        game.positions()
            .map(reversi::Position::board)
            .find(|board| board.empty_count() == empties && !board.legal_moves().is_empty())
    });
    let mut searcher = Searcher::new(TABLE);
    let (mut count, mut nodes, mut seconds) = (0, 0, 0.0);
    for board in boards.take(positions) {
        searcher.clear();
        let found = searcher.search(board, &Limits::depth(depth), &mut ());
        count += 1;
        nodes += found.nodes;
        seconds += found.elapsed.as_secs_f64();
    }
    let rate = nodes as f64 / f64::max(seconds, 1e-9) / 1e6;
    format!("positions {count}, nodes {nodes}, {seconds:.3} s, {rate:.1} million nodes a second\n")
}
