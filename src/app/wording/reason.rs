//! Reasons why a move was worse than the best one, as clauses about the played move. `better` is the
//! best move.

use super::plural;
use crate::color::Color;
use crate::search::Score;
use crate::square::Square;
use crate::squares::SquareSet;

/// The best move wins every disc, the played one does not.
pub(crate) fn missed_wipeout(better: Square) -> String {
    format!("misses a wipeout: {better} takes every disc")
}

/// The opponent can now win every disc.
pub(crate) fn allowed_wipeout(opponent: Color, better: Square) -> String {
    format!("lets {opponent} take every disc; {better} does not")
}

/// The opponent takes a corner, which may have been open to it before.
pub(crate) fn gave_corner(
    opponent: Color,
    corner: Square,
    was_open: bool,
    better: Square,
) -> String {
    let verb = if was_open { "leaves" } else { "gives" };
    format!("{verb} {opponent} the corner {corner}; {better} does not")
}

/// The best move was to take a corner.
pub(crate) fn left_corner(corner: Square) -> String {
    format!("misses the corner {corner}")
}

/// The opponent passes.
pub(crate) fn let_pass(own: Color, opponent: Color) -> String {
    format!("lets {opponent} pass: {own} has to move twice in a row")
}

/// The opponent gets the last move in a region of empty squares or in the whole game.
pub(crate) fn lost_last_move(opponent: Color, region: Option<SquareSet>, better: Square) -> String {
    let place = region.map_or("of the game".to_owned(), |set| format!("in {set}"));
    format!("leaves {opponent} the last move {place}; {better} keeps it")
}

/// Fewer legal moves for the side that moved.
pub(crate) fn cut_own_mobility(from: usize, to: usize, better: Square, best: usize) -> String {
    format!("cuts own mobility from {from} to {to}; {better} leaves {best}")
}

/// More legal moves for the opponent.
pub(crate) fn gave_mobility(opponent: Color, to: usize, better: Square, best: usize) -> String {
    format!(
        "gives {opponent} {}; {better} gives {best}",
        plural(to, "move")
    )
}

/// The result with best play has changed. Both scores are for the side that moved.
pub(crate) fn lost_result(best: Score, played: Score) -> String {
    format!("turns {} into {}", result(best), result(played))
}

/// A result: `a win by 4`, `a draw`, `a loss by 2`.
fn result(score: Score) -> String {
    let margin = score.discs().abs();
    match score.discs() {
        1.. => format!("a win by {margin}"),
        0 => "a draw".to_owned(),
        _ => format!("a loss by {margin}"),
    }
}
