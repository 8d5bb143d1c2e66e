//! The keys of the puzzles, and what they mean.

use crate::app::tui::keymap::{
    BACKSPACE, BACKTAB, DOWN, ENTER, ESC, Keymap, LEFT, RIGHT, SPACE, TAB, UP, also, bind, ch,
    help_key, theme_key,
};
use crate::app::tui::screen::help::{HelpLinks, HelpTopic, one_table};
use crate::app::tui::screen::square_input::SquareAction::{self, Enter, MoveCursor, NextMove};

/// What a key or a click means on this screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Intent {
    Board(SquareAction),
    Hint,
    Again,
    Next,
    PlayOn,
    /// Deletes a typed letter or hides the cursor, otherwise closes the screen.
    Leave,
    Close,
}

/// The keys.
#[rustfmt::skip] // a table
pub(super) static KEYS: Keymap<Intent> = &[
    also(&[(UP, Intent::Board(MoveCursor(0, -1))), (DOWN, Intent::Board(MoveCursor(0, 1))), (LEFT, Intent::Board(MoveCursor(-1, 0))), (RIGHT, Intent::Board(MoveCursor(1, 0))), (TAB, Intent::Board(NextMove(true))), (BACKTAB, Intent::Board(NextMove(false)))]),
    bind(&[(ENTER, Intent::Board(Enter)), (SPACE, Intent::Board(Enter))], "", 0, "play at the cursor; then try again, or the next puzzle"),
    bind(&[(ch('k'), Intent::Hint)], "hint", 7, "where to look, then the answer"),
    bind(&[(ch('o'), Intent::PlayOn)], "play on", 6, "play a solved puzzle to the end against the best defence"),
    bind(&[(ch('r'), Intent::Again)], "again", 5, "back to the position of the puzzle"),
    bind(&[(ch('n'), Intent::Next)], "next", 8, "next puzzle"),
    theme_key(1),
    help_key(4, "these keys"),
    bind(&[(ch('q'), Intent::Close)], "leave", 9, "leave the puzzles"),
    bind(&[(ESC, Intent::Leave), (BACKSPACE, Intent::Leave)], "", 0, "delete the typed letter, hide the cursor, leave"),
];

/// The help.
pub(super) static HELP: HelpTopic = HelpTopic {
    title: " Puzzle help ",
    sections: |ascii| one_table("Puzzles", KEYS, ascii),
    links: HelpLinks::Rules,
};

/// The keys after a wrong answer; they take precedence.
#[rustfmt::skip] // a table
pub(super) static REFUTED: Keymap<Intent> = &[
    bind(&[(ENTER, Intent::Again), (SPACE, Intent::Again)], "try again", 10, ""),
];

/// The keys after the end of a puzzle; they take precedence.
#[rustfmt::skip] // a table
pub(super) static DONE: Keymap<Intent> = &[
    bind(&[(ENTER, Intent::Next), (SPACE, Intent::Next)], "next", 10, ""),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::tui::keymap::check_tables;

    #[test]
    fn the_tables_keep_the_laws_of_keys() {
        check_tables(&[REFUTED, KEYS], true);
        check_tables(&[DONE, KEYS], true);
    }
}
