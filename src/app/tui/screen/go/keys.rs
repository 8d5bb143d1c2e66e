//! The keys of a game of Go, and what they mean.

use super::new_game::FORM;
use crate::app::tui::keymap::{
    BACKSPACE, BACKTAB, BoardAction, CURSOR, ENTER, ESC, Keymap, SPACE, TAB, bind, ch, help_key,
    on_board, theme_key,
};
use crate::app::tui::screen::help::{
    self, HelpLinks, HelpRow, HelpTopic, everywhere, keys_of, texts,
};
use crate::app::wording::go::RULES;

use BoardAction::{Enter, GiveUp, NextMove};

/// What a key or a click means on this screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Intent {
    Pass,
    Undo,
    Redo,
    Liberties,
    Lessons,
    Pause,
    NewGame,
    Rematch,
    Resign,
    Save,
    Open,
    Quit,
    /// Scrolls the list of moves.
    Scroll(bool),
}

/// The keys of a game.
#[rustfmt::skip] // a table
pub(super) static GAME: Keymap<Intent> = &[
    on_board(CURSOR, "", 0, "move the cursor and preview a move"),
    on_board(&[(TAB, NextMove(true))], "", 0, "next legal point; Shift-Tab for the previous one"),
    on_board(&[(BACKTAB, NextMove(false))], "", 0, ""),
    on_board(&[(ENTER, Enter), (SPACE, Enter)], "", 0, "play at the cursor; resume the stopped computer"),
    on_board(&[(BACKSPACE, GiveUp), (ESC, GiveUp)], "", 0, "delete the typed letter, hide the cursor, stop the computer"),
    bind(&[(ch('p'), Intent::Pass)], "pass", 10, "pass; two passes in turn end the game"),
    help_key(8, "show this help"),
    bind(&[(ch('u'), Intent::Undo)], "undo", 7, "undo; against the computer, back to your last move"),
    bind(&[(ch('r'), Intent::Redo)], "redo", 6, "redo"),
    bind(&[(ch('l'), Intent::Liberties)], "liberties", 6, "show or hide a chain and its liberties: at the cursor, or of the last move"),
    bind(&[(ch('i'), Intent::Lessons)], "", 0, "how the program finds dead stones and legal moves, step by step"),
    bind(&[(ch('n'), Intent::NewGame)], "new", 5, "new game: size, komi, players"),
    bind(&[(ch('s'), Intent::Save)], "save", 4, "save the game as SGF"),
    bind(&[(ch('o'), Intent::Open)], "open", 4, "open a game from an SGF file"),
    bind(&[(ch('j'), Intent::Resign)], "resign", 1, "resign, after a question"),
    theme_key(3),
    bind(&[(ch('q'), Intent::Quit)], "quit", 9, "quit"),
];

/// The keys that differ while only CPUs play.
#[rustfmt::skip] // a table
pub(super) static WATCHING: Keymap<Intent> = &[
    bind(&[(ch('p'), Intent::Pause), (SPACE, Intent::Pause)], "pause", 10, "pause or resume the game"),
];

/// The keys that differ once a game is over.
#[rustfmt::skip] // a table
pub(super) static OVER: Keymap<Intent> = &[
    bind(&[(ch('m'), Intent::Rematch)], "rematch", 10, "play again"),
    bind(&[(ch('n'), Intent::NewGame)], "new", 10, "new game: size, komi, players"),
];

/// How to move: by typing and clicking, which no key table lists.
const HOW_TO_MOVE: [(&str, &str); 3] = [
    (
        "a-g 1-7",
        "a point: column from the left, row from the bottom",
    ),
    ("mouse", "point to preview a move, click to play"),
    ("paste", "moves such as c3 b3 pass, or a game in SGF"),
];

/// The help.
pub(super) static HELP: HelpTopic = HelpTopic {
    title: " Go help ",
    sections: |ascii| {
        vec![
            ("Moves", texts(HOW_TO_MOVE)),
            ("Game", keys_of(GAME, ascii)),
            ("After the game", keys_of(OVER, ascii)),
            ("New game", keys_of(FORM, ascii)),
            ("Rules", texts(RULES)),
            everywhere(ascii),
        ]
    },
    // Its rules are in its help.
    links: HelpLinks::None,
};

/// Returns the rules for the beginning of a game: as many as fit into the given rows.
pub(super) fn first_steps(limit: usize, room: usize) -> Vec<HelpRow> {
    let entries = texts(HOW_TO_MOVE).into_iter().chain(texts(RULES));
    help::first_steps(entries.collect(), limit, room)
}
