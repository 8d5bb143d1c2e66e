//! Measurements that fit the numbers of the search and the evaluation.

mod probcut;

use rand::rngs::ChaCha8Rng;
use rand::{RngExt as _, SeedableRng as _};

use crate::board::Board;
use crate::notation::Record;
use crate::position::Position;

pub(crate) use probcut::fit_probcut;

/// The parameters of a measurement.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    /// The number of positions.
    pub(crate) positions: u32,
    /// The depth of the deepest midgame search.
    pub(crate) depth: u32,
    /// Positions with at most this many empty squares are solved.
    pub(crate) solve_from: u32,
    /// The random seed.
    pub(crate) seed: u64,
}

/// Draws positions in which the side to move has a legal move from games, some after up to three random
/// moves. Reproducible from games and seed. Empty if the games have none.
fn sample(games: &[Record], plan: Plan) -> Vec<Board> {
    let boards: Vec<Vec<Board>> = games
        .iter()
        .map(|game| game.positions().map(Position::board).collect())
        .collect();
    let mut random = ChaCha8Rng::seed_from_u64(plan.seed);
    #[allow(clippy::cast_possible_truncation)]
    // Below a usize; u64, so that no random number depends on its width.
    let mut below = |limit: usize| random.random_range(0..limit as u64) as usize;
    let mut sample = Vec::new();
    // Positions at the end of a game do not count, so try more often.
    for _ in 0..2 * plan.positions {
        if boards.is_empty() || sample.len() == plan.positions as usize {
            break;
        }
        let game = &boards[below(boards.len())];
        let mut board = game[below(game.len())];
        for _ in 0..below(4) {
            let moves = board.legal_moves();
            if let Some(square) = moves.iter().nth(below(moves.len().max(1))) {
                board = board.play(square).expect("a legal move");
            }
        }
        if !board.legal_moves().is_empty() {
            sample.push(board);
        }
    }
    sample
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::detect;

    const PLAN: Plan = Plan {
        positions: 60,
        depth: 3,
        solve_from: 6,
        seed: 1,
    };

    fn games() -> Vec<Record> {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/wthor-1978.wtb");
        let records = detect::open(path.as_ref(), None).unwrap();
        records.take(20).map(Result::unwrap).collect()
    }

    #[test]
    fn the_same_seed_draws_the_same_positions_and_another_seed_others() {
        let games = games();
        let drawn = sample(&games, PLAN);
        assert_eq!(drawn.len(), 60);
        assert_eq!(drawn, sample(&games, PLAN));
        assert_ne!(drawn, sample(&games, Plan { seed: 2, ..PLAN }));
        assert_eq!(sample(&[], PLAN), []);
    }

    #[test]
    fn the_fits_print_their_tables_and_the_same_again() {
        let games = games();
        let probcut = fit_probcut(&games, PLAN);
        assert!(
            probcut.contains("per_root_ply: ") && !probcut.contains("NaN"),
            "{probcut}"
        );
        assert_eq!(probcut, fit_probcut(&games, PLAN));
    }
}
