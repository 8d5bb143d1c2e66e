//! What most programs call first: moves, errors, the end of a game, texts, and keys for tables.
//!
//!     cargo run --example first_steps

use std::collections::HashSet;
use std::error::Error;

use reversi::transcript;
use reversi::{Game, Opening, Position, Square, SquareSet, Status, perft};

fn main() -> Result<(), Box<dyn Error>> {
    // A position is a value: a move returns the next one.
    let start = Position::START;
    println!("{} can play {}", start.side_to_move(), start.legal_moves());
    println!("f5 turns {}", start.flips(Square::F5));
    let position = start.play(Square::F5)?;
    println!("{position:#?}");
    if let Err(error) = position.play(Square::A1) {
        println!("An illegal move: {error}");
    }

    // Its text is 64 characters and the side to move.
    let read: Position = position.to_string().parse()?;
    println!("Read back: {}", read == position);

    // Sets of squares are collections.
    let moves = position.legal_moves();
    println!(
        "{} moves, a corner among them: {}",
        moves.len(),
        !moves.is_disjoint(SquareSet::CORNERS)
    );

    // A game keeps its moves and makes forced passes itself. Here each side plays its first legal move.
    let mut game = Game::new();
    let mut seen = HashSet::new();
    while let Status::ToMove(_) = game.status() {
        seen.insert(game.position().hash64());
        let first = game
            .legal_moves()
            .first()
            .ok_or("a side to move has a move")?;
        game.play(first)?;
    }
    if let Some(outcome) = game.outcome() {
        let score = outcome.score;
        println!("{} positions, {}-{}", seen.len(), score.black, score.white);
    }
    game.undo();
    println!("After an undo it goes on: {}", !game.is_over());

    // The rules are right if the leaves of the game tree are: 8200 after six plies.
    println!("perft(6) = {}", perft(start.board(), 6));
    let opening = Opening::current(&transcript::parse("f5d6c3d3c4")?);
    println!(
        "{}",
        opening.map_or("no opening", |opening| opening.english)
    );
    Ok(())
}
