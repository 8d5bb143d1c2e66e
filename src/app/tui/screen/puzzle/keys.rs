//! The keys of the puzzles, and what they mean.

use crate::app::tui::keymap::{
    BACKSPACE, BoardAction, ENTER, ESC, Keymap, SPACE, bind, ch, help_key, on_board, theme_key,
};
use crate::app::tui::screen::help::{HelpLinks, HelpTopic, one_table};

/// What a key or a click means on this screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Intent {
    Hint,
    Again,
    Next,
    PlayOn,
    Close,
}

/// The keys.
#[rustfmt::skip] // a table
pub(super) static KEYS: Keymap<Intent> = &[
    on_board(&[(ENTER, BoardAction::Enter), (SPACE, BoardAction::Enter)], "", 0, "play at the cursor; then try again, or the next puzzle"),
    bind(&[(ch('k'), Intent::Hint)], "hint", 7, "where to look, then the answer"),
    bind(&[(ch('o'), Intent::PlayOn)], "play on", 6, "play a solved puzzle to the end against the best defence"),
    bind(&[(ch('r'), Intent::Again)], "again", 5, "back to the position of the puzzle"),
    bind(&[(ch('n'), Intent::Next)], "next", 8, "next puzzle"),
    theme_key(1),
    help_key(4, "these keys"),
    bind(&[(ch('q'), Intent::Close)], "leave", 9, "leave the puzzles"),
    on_board(&[(ESC, BoardAction::GiveUp), (BACKSPACE, BoardAction::GiveUp)], "", 0, "delete the typed letter, hide the cursor, leave"),
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
    use crate::app::tui::keymap::{board_keys, check_tables};

    #[test]
    fn the_tables_keep_the_laws_of_keys() {
        check_tables(&[REFUTED, KEYS, board_keys()], true);
        check_tables(&[DONE, KEYS, board_keys()], true);
    }
}
