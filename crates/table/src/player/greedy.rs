//! The greedy player: turns as many discs as it can.

use super::random::pick;
use super::{Control, Player, PlayerError};
use reversi::{Game, Square};

/// Chooses a move that turns the most discs, at random among equals.
#[derive(Clone, Debug)]
pub(crate) struct Greedy {
    seed: u64,
}

impl Greedy {
    /// Creates a player from a random seed.
    pub(crate) const fn new(seed: u64) -> Self {
        Self { seed }
    }
}

impl Player for Greedy {
    fn choose(&mut self, game: &Game, _: &Control) -> Result<Square, PlayerError> {
        let board = game.position().board();
        let turned = |square: Square| board.flips(square).len();
        let most = game.legal_moves().iter().map(turned).max();
        let best: Vec<Square> = game
            .legal_moves()
            .iter()
            .filter(|&square| Some(turned(square)) == most)
            .collect();
        pick(&best, self.seed, game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reversi::SquareSet;
    use reversi::transcript;

    #[test]
    fn no_legal_move_turns_more_discs_than_the_chosen_one() {
        let mut game = transcript::parse("f5d6c3d3c4").unwrap();
        for seed in 0.. {
            if game.outcome().is_some() {
                break;
            }
            let board = game.position().board();
            let square = Greedy::new(seed)
                .choose(&game, &Control::default())
                .unwrap();
            let turned = board.flips(square).len();
            assert!(
                board
                    .legal_moves()
                    .iter()
                    .all(|s| board.flips(s).len() <= turned)
            );
            game.play(square).unwrap();
        }
    }

    #[test]
    fn equal_moves_are_all_chosen_at_times() {
        let mut chosen = SquareSet::EMPTY;
        for seed in 0..200 {
            let square = Greedy::new(seed).choose(&Game::new(), &Control::default());
            chosen.insert(square.unwrap());
        }
        assert_eq!(chosen, Game::new().legal_moves());
    }
}
