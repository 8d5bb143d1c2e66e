//! The sentences of the full screens, by screen.

use crate::square::Square;

/// A pasted game cannot be shown before something else was done: `Leave the match`.
pub(crate) fn before_paste(first: &str) -> String {
    format!("{first} first to paste a game.")
}

/// The board.
pub(crate) mod board {
    /// The question before a game in progress is left.
    pub(crate) const ASK_LEAVE: &str =
        "The game on the board is not over. Press Enter again to leave it.";
    /// How to move.
    pub(crate) const TYPE_SQUARE: &str = "type a square like f5";
}

/// A game of Go.
pub(crate) mod go {
    /// How to move, before the key that passes.
    pub(crate) const TYPE_POINT: &str = "type a point like c3 (rows from the bottom), ";
}

/// The start screen.
pub(crate) mod start {
    use super::Square;

    /// The caption of the demo.
    pub(crate) const DEMO: &str = "World Championship 1978: Carol Jacobs - Hidenori Maruoka";
    /// How to start.
    pub(crate) const TYPE_MOVE: &str = "Type f5 or click a square to start a game.";
    /// A saved game is first in the list.
    pub(crate) const CONTINUE: &str = "Continue your game?";
    /// Playing.
    pub(crate) const PLAY: &str = "against the computer or a friend";
    /// Watching.
    pub(crate) const WATCH: &str = "two computer players, at any pace";
    /// Learning.
    pub(crate) const LEARN: &str = "the rules, step by step on a board";
    /// Training.
    pub(crate) const TRAIN: &str = "puzzles at your strength";
    /// Reviewing.
    pub(crate) const REVIEW: &str = "your games or any file, move by move";
    /// Go.
    pub(crate) const GO: &str = "the other game, on 5x5 or 7x7 points";

    /// A square does not start a game.
    pub(crate) fn not_first(square: Square) -> String {
        format!("{square} is not a legal first move; type d3, c4, f5 or e6.")
    }
}

/// The unfinished games.
pub(crate) mod unfinished {
    /// The question about the marked game.
    pub(crate) const ASK_RESUME: &str = "Resume it?";
    /// The question before it is lost.
    pub(crate) const ASK_DISCARD: &str = "Discard it for good? Press x again.";
}

/// The tutorial.
pub(crate) mod learn {
    use super::Square;
    use crate::app::wording::plural;

    /// What a move would do.
    pub(crate) fn preview(square: Square, flips: usize) -> String {
        format!("{square} turns {}. Enter plays it.", plural(flips, "disc"))
    }
}

/// The inspector.
pub(crate) mod inspector {
    use super::Square;

    /// The cursor is on a square.
    pub(crate) fn at_cursor(cursor: Square) -> String {
        format!("{cursor}: arrow keys move, Enter shows the flips.")
    }
}

/// The review.
pub(crate) mod review {
    use super::Square;

    /// The square of the cursor.
    pub(crate) fn at_cursor(square: Square, is_legal: bool) -> String {
        let what = if is_legal {
            "Enter tries it"
        } else {
            "not legal here"
        };
        format!("{square}: {what}.")
    }
}
