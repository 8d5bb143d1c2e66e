//! Games for these tests, and the slow and obvious way to count them.

use std::fs;
use std::path::Path;

use reversi::transcript;
use reversi::{Board, Color, Entry, Game, Square, Status, Symmetry};
use reversi_study::openings::{Counts, MIN_EMPTIES};

use crate::random::Random;

/// Plays random games. The first moves are few, so that positions come up again.
pub(crate) fn random_games(random: &mut Random, count: usize) -> Vec<Game> {
    let mut games = Vec::new();
    for _ in 0..count {
        let mut game = Game::new();
        while let Status::ToMove(_) = game.status() {
            let moves: Vec<Square> = game.legal_moves().into_iter().collect();
            let wide = if game.entries().len() < 10 {
                moves.len().min(2)
            } else {
                moves.len()
            };
            game.play(moves[random.below(wide)]).unwrap();
            // A game may stop without a result.
            if random.below(2000) == 0 {
                break;
            }
        }
        games.push(game);
    }
    games
}

/// Returns a game as seen from another side of the board, if it begins there.
pub(crate) fn turned(game: &Game, symmetry: Symmetry) -> Option<Game> {
    let mut turned = Game::new();
    for square in game.entries().iter().filter_map(Entry::square) {
        turned.play(symmetry.square(square)).ok()?;
    }
    Some(turned)
}

/// Writes games to a file, one a line.
pub(crate) fn write(path: &Path, games: &[Game]) {
    let lines = games.iter().map(|game| transcript::print(game) + "\n");
    fs::write(path, lines.collect::<String>()).unwrap();
}

/// A move of a game.
pub(crate) struct Played {
    board: Board,
    square: Square,
    /// The final score of the game for the side that moved, if it was finished.
    score: Option<i64>,
}

/// Returns all moves of games.
pub(crate) fn played(games: &[Game]) -> Vec<Played> {
    let mut all = Vec::new();
    for game in games {
        let black = game.outcome().map(|outcome| outcome.score);
        let black = black.map(|score| i64::from(score.black) - i64::from(score.white));
        for (position, entry) in game.positions().zip(game.entries()) {
            let own = |score: i64| match position.side_to_move() {
                Color::Black => score,
                Color::White => -score,
            };
            all.extend(entry.square().map(|square| Played {
                board: position.board(),
                square,
                score: black.map(own),
            }));
        }
    }
    all
}

/// Counts the games in which a move was played in a position: each move of each game is compared with all
/// eight images of the board and the move.
pub(crate) fn scan(played: &[Played], board: Board, square: Square) -> Counts {
    let mut counts = Counts::default();
    if board.empty_count() < MIN_EMPTIES {
        return counts;
    }
    let images: Vec<(Board, Square)> = Symmetry::ALL
        .into_iter()
        .map(|image| (board.transformed(image), image.square(square)))
        .collect();
    let empties = board.empty_count();
    let near = played
        .iter()
        .filter(|played| played.board.empty_count() == empties);
    for played in near {
        if !images.contains(&(played.board, played.square)) {
            continue;
        }
        counts.games += 1;
        if let Some(score) = played.score {
            counts.scored += 1;
            counts.score_sum += score;
            match score {
                1.. => counts.wins += 1,
                0 => counts.draws += 1,
                _ => counts.losses += 1,
            }
        }
    }
    counts
}
