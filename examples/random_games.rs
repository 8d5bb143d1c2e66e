//! Plays random games and counts how they end.
//!
//!     cargo run --example random_games

use reversi::{Color, Game, MoveError, Square};

/// The number of games.
const GAMES: u32 = 1000;

fn main() -> Result<(), MoveError> {
    let mut seed = 1;
    let (mut black, mut white, mut draws) = (0, 0, 0);
    for _ in 0..GAMES {
        // The game makes forced passes itself, so a game without legal moves is over.
        let mut game = Game::new();
        while let Some(square) = any_of(&game.legal_moves().iter().collect::<Vec<_>>(), &mut seed) {
            game.play(square)?;
        }
        match game.outcome().and_then(|outcome| outcome.winner) {
            Some(Color::Black) => black += 1,
            Some(Color::White) => white += 1,
            None => draws += 1,
        }
    }
    println!("{GAMES} games: Black won {black}, White {white}, {draws} were drawn");
    Ok(())
}

/// Returns one of the squares by chance (George Marsaglia's xorshift); `None` if there are none.
fn any_of(squares: &[Square], seed: &mut usize) -> Option<Square> {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    squares.get(*seed % squares.len().max(1)).copied()
}
