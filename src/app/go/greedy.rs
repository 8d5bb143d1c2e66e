//! The greedy player: looks one move ahead.

use super::{GoGame, Grid, kernel};

/// Returns the moves that capture the most stones, then save the most stones from capture, then have the
/// most liberties. None if every move would lose the new stone for nothing.
pub(super) fn best_moves(game: &GoGame) -> u64 {
    let (mut best, mut moves) = (None, 0);
    let mut rest = sensible_moves(game);
    while rest != 0 {
        let point = rest & rest.wrapping_neg();
        rest &= !point;
        let value = value(game, point);
        if value > best {
            (best, moves) = (value, 0);
        }
        if value == best && value.is_some() {
            moves |= point;
        }
    }
    moves
}

/// Returns the stones that a move captures, the stones that it saves, and the liberties of its chain.
fn value(game: &GoGame, point: u64) -> Option<(u32, u32, u32)> {
    let (grid, color) = (game.grid(), game.side_to_move());
    let (own, opponent) = (game.stones()[color], game.stones()[color.opposite()]);
    let captured = kernel::captures(grid, own, opponent, point);
    let in_atari = stones_in_atari(grid, own, opponent);
    let (own, opponent) = (own | point, opponent & !captured);
    let saved = in_atari & !stones_in_atari(grid, own, opponent);
    let liberties = kernel::liberties(grid, own, opponent, point).count_ones();
    let counts = (captured.count_ones(), saved.count_ones(), liberties);
    (captured != 0 || liberties > 1).then_some(counts)
}

/// Returns the stones of a side whose chains have a single liberty.
fn stones_in_atari(grid: Grid, own: u64, opponent: u64) -> u64 {
    let (mut rest, mut in_atari) = (own, 0);
    while rest != 0 {
        let chain = kernel::reached(grid, rest & rest.wrapping_neg(), own);
        let liberties = kernel::neighbours(grid, chain) & !(own | opponent);
        if liberties.is_power_of_two() {
            in_atari |= chain;
        }
        rest &= !chain;
    }
    in_atari
}

/// Returns the legal moves that do not fill an eye of the side to move.
pub(super) fn sensible_moves(game: &GoGame) -> u64 {
    let color = game.side_to_move();
    let stones = game.stones();
    let eyes = kernel::eyes(game.grid(), stones[color], stones[color.opposite()]);
    game.legal_moves() & !eyes
}
