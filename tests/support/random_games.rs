//! Games of random moves, in which both sides make mistakes.

use reversi::{ByColor, Game};
use reversi_notation::Record;
use reversi_table::store::history;
use reversi_table::store::state::StateFolder;

use crate::random;

/// Plays this many games to their ends.
pub(crate) fn random_games(count: usize) -> Vec<Game> {
    let mut random = random::Random(1);
    let play = |_| {
        let mut game = Game::new();
        while game.outcome().is_none() {
            let moves: Vec<_> = game.legal_moves().iter().collect();
            game.play(moves[random.below(moves.len())]).unwrap();
        }
        game
    };
    (0..count).map(play).collect()
}

/// Adds games to the history, with a person as Black.
pub(crate) fn add_to_history(state: &StateFolder, games: &[Game]) {
    for game in games {
        let mut record = Record::from_game(game);
        record.players = ByColor::new("Ann".to_owned(), "engine:5".to_owned());
        history::append(state, &record).unwrap();
    }
}
