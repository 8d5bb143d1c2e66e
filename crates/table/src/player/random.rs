//! The random player: plays any legal move.

use rand::RngExt as _;

use super::{Control, Player, PlayerError, chance};
use crate::player::description;
use reversi::{Game, Square};

/// Chooses among the legal moves, all equally likely.
#[derive(Clone, Debug)]
pub(crate) struct Random {
    seed: u64,
}

impl Random {
    /// Creates a player from a random seed.
    pub(crate) const fn new(seed: u64) -> Self {
        Self { seed }
    }
}

impl Player for Random {
    fn choose(&mut self, game: &Game, _: &Control) -> Result<Square, PlayerError> {
        let moves: Vec<Square> = game.legal_moves().iter().collect();
        pick(&moves, self.seed, game)
    }
}

/// Returns one of several squares, all equally likely.
pub(super) fn pick(moves: &[Square], seed: u64, game: &Game) -> Result<Square, PlayerError> {
    let count = u32::try_from(moves.len()).expect("a board has 64 squares");
    if count == 0 {
        return Err(PlayerError::failed(description::FOUND_NO_MOVE));
    }
    // A u32 range: the random number must not depend on the width of usize.
    let index = chance(seed, game).random_range(0..count);
    Ok(moves[index as usize])
}

/// Spreads a number over 64 bits: the finalizer of `SplitMix64` (Steele, Lea and Flood 2014). The index of
/// openings on disk depends on it.
pub const fn mixed(number: u64) -> u64 {
    let z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Returns a number for bytes. What is on disk depends on it.
pub fn hashed(seed: u64, bytes: &[u8]) -> u64 {
    bytes.chunks(8).fold(mixed(seed), |sum, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        mixed(sum ^ u64::from_le_bytes(word))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_first_move_comes_about_equally_often() {
        let game = Game::new();
        let mut counts = [0u32; 64];
        for seed in 0..4000 {
            let square = Random::new(seed)
                .choose(&game, &Control::default())
                .unwrap();
            counts[usize::from(square.index())] += 1;
        }
        for square in game.legal_moves() {
            // The mean is 1000 and the standard deviation 27: allow six of them.
            let count = counts[usize::from(square.index())];
            assert!((838..=1162).contains(&count), "{square} came {count} times");
        }
        assert_eq!(counts.iter().sum::<u32>(), 4000);
    }
}
