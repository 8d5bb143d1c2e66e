//! The sentences of the full screens, by screen.

use crate::color::Color;
use crate::square::Square;

/// The terminal cannot show a screen.
pub(crate) fn too_small(width: u16, height: u16, needed: (u16, u16)) -> String {
    let (columns, rows) = needed;
    format!("Terminal too small: {width}x{height} (needs {columns}x{rows})")
}

/// Themes cannot be told apart.
pub(crate) const NO_COLORS: &str = "Themes need colours, and colours are off here.";

/// A text was sent to the clipboard.
pub(crate) const COPIED: &str = "Copied to the clipboard, if the terminal allows it.";

/// A pasted game cannot be shown before something else was done: `Leave the match`.
pub(crate) fn before_paste(first: &str) -> String {
    format!("{first} first to paste a game.")
}

/// The program is slow to quit.
pub(crate) fn waiting_to_quit(what: &str) -> String {
    format!("Waiting for {what}. Press Ctrl-C to quit at once.")
}

/// What the program waits for before it quits.
pub(crate) mod waits_for {
    /// Anything.
    pub(crate) const PROGRAM: &str = "the program";
    /// A game saved under a name.
    pub(crate) const FILE: &str = "a file to be saved";
    /// The settings.
    pub(crate) const SETTINGS: &str = "the settings to be saved";
    /// The unfinished game.
    pub(crate) const GAME: &str = "the game to be saved";
    /// A search.
    pub(crate) const CPU: &str = "the CPU to stop thinking";
}

/// The board.
pub(crate) mod board {
    use super::Color;

    /// A pass is shown until a key is pressed.
    pub(crate) const PRESS_ANY_KEY: &str = "Press any key.";
    /// The result is about to be shown.
    pub(crate) const COUNTING: &str = "Counting the discs.";
    /// A hint has no move yet.
    pub(crate) const SEARCHING: &str = "Searching for the best move.";
    /// The question before a game in progress is left.
    pub(crate) const ASK_LEAVE: &str =
        "The game on the board is not over. Press Enter again to leave it.";
    /// How to move.
    pub(crate) const TYPE_SQUARE: &str = "type a square like f5";

    /// A person at the other end is to move.
    pub(crate) fn waiting(name: &str, color: Color) -> String {
        format!("Waiting for {name} ({color}).")
    }

    /// A CPU is to move, as a clause.
    pub(crate) fn thinking(player: &str, color: Color) -> String {
        format!("{color} ({player}) is thinking")
    }
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

    /// An answer, on request.
    pub(crate) fn answer(square: Square) -> String {
        format!("{square} is right. Try it.")
    }
}

/// What can be practised.
pub(crate) mod train {
    /// Puzzles.
    pub(crate) const PUZZLES: &str = "find the move; your own mistakes come first";
    /// Opening lines.
    pub(crate) const OPENINGS: &str = "play an opening or your own lines; the program answers";
    /// The player's record.
    pub(crate) const RECORD: &str = "your results, losses, mistakes and openings";
}

/// A watched match.
pub(crate) mod match_ {
    /// The question before leaving.
    pub(crate) const ASK_LEAVE: &str = "Stop the match, or let it run without this screen?";
    /// There is no game yet.
    pub(crate) const STARTS: &str = "The match starts.";

    /// A game has ended; the result is a sentence.
    pub(crate) fn game_over(result: &str) -> String {
        format!("Game over: {result}")
    }
}

/// The inspector.
pub(crate) mod inspector {
    use std::time::Duration;

    use super::Square;

    /// A topic works without a mask.
    pub(crate) fn no_mask(topic: &str) -> String {
        format!("{topic}: this topic has no mask.")
    }

    /// How fast it runs.
    pub(crate) fn pause(pause: Duration) -> String {
        format!("Each step is shown for {:.1} s.", pause.as_secs_f64())
    }

    /// Half of a square was typed.
    pub(crate) fn type_digit(file: impl std::fmt::Display) -> String {
        format!("{file}_: type a digit to see the flips.")
    }

    /// The cursor is on a square.
    pub(crate) fn at_cursor(cursor: Square) -> String {
        format!("{cursor}: arrow keys move, Enter shows the flips.")
    }
}

/// The review.
pub(crate) mod review {
    use super::{Color, Square};

    /// How to try a move.
    pub(crate) const TRY: &str = "Type a square to try another move.";
    /// The same at the end of a game.
    pub(crate) const TRY_EARLIER: &str = "Step back and type a square to try another move.";
    /// There is nothing before it.
    pub(crate) const LINE_START: &str = "Start of the side line. Esc leaves it.";
    /// There is nothing after it.
    pub(crate) const LINE_END: &str = "End of the side line. Type a square to extend it.";
    /// There is nothing to undo.
    pub(crate) const NO_LINE: &str = "No side line to undo; type a square to start one.";
    /// A finished game cannot be played on.
    pub(crate) const OVER_HERE: &str = "The game is over here; go back a few moves first.";

    /// There is no other mistake in this direction, as far as the game is reviewed.
    pub(crate) fn no_mistakes(forward: bool, so_far: bool) -> String {
        let way = if forward { "after" } else { "before" };
        let so_far = if so_far { " so far" } else { "" };
        format!("No mistakes {way} this one{so_far}.")
    }

    /// The heading above the players of the rest of a game.
    pub(crate) fn play_on(number: usize, color: Color) -> String {
        format!("Play on from move {number}, {color} to move")
    }

    /// The moves tried from a move on.
    pub(crate) fn side_line(number: usize, names: &[String]) -> String {
        format!("Side line from {number}: {}", names.join(" "))
    }

    /// The square of the cursor.
    pub(crate) fn at_cursor(square: Square, is_legal: bool) -> String {
        let what = if is_legal {
            "Enter tries it"
        } else {
            "not legal here"
        };
        format!("{square}: {what}.")
    }

    /// An opening by its names.
    pub(crate) fn opening(english: &str, japanese: Option<&str>) -> String {
        japanese.map_or_else(
            || format!("Opening: {english}."),
            |japanese| format!("Opening: {english} ({japanese})."),
        )
    }
}
