//! The keys of a game of Go, and what they mean.

use tui_input::InputRequest;

use crate::app::tui::keymap::{
    BACKSPACE, BACKTAB, BoardAction, CURSOR, DOWN, ENTER, ESC, Keymap, LEFT, RIGHT, SPACE, TAB, UP,
    also, bind, ch, help_key, on_board, theme_key,
};
use crate::app::tui::screen::form::FormStep;
use crate::app::tui::screen::help::{
    self, HelpLinks, HelpRow, HelpTopic, everywhere, keys_of, texts,
};
use crate::app::wording::go::RULES;

use BoardAction::{Enter, GiveUp, NextMove};
use Intent::{Accept, Close, Form};

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
    /// The answer to a question.
    Accept,
    Close,
    /// Removes the unfinished game.
    Discard,
    /// Edits the name of a file.
    Edit(InputRequest),
    /// Changes what is chosen for a new game.
    Form(FormStep),
}

/// The keys of a game.
#[rustfmt::skip] // a table
pub(super) static GAME: Keymap<Intent> = &[
    on_board(CURSOR, "", 0, "move the cursor and preview a move"),
    on_board(&[(TAB, NextMove(true))], "", 0, "next legal point; Shift-Tab for the previous one"),
    on_board(&[(BACKTAB, NextMove(false))], "", 0, ""),
    on_board(&[(ENTER, Enter), (SPACE, Enter)], "", 0, "play at the cursor; resume a stopped CPU"),
    on_board(&[(BACKSPACE, GiveUp), (ESC, GiveUp)], "", 0, "delete the typed letter, hide the cursor, stop a CPU"),
    bind(&[(ch('p'), Intent::Pass)], "pass", 10, "pass; two passes in turn end the game"),
    help_key(8, "show this help"),
    bind(&[(ch('u'), Intent::Undo)], "undo", 7, "undo; against a CPU, back to your last move"),
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
    bind(&[(ch('p'), Intent::Pause), (SPACE, Intent::Pause)], "pause", 10, "pause or resume two CPUs"),
];

/// The keys that differ once a game is over.
#[rustfmt::skip] // a table
pub(super) static OVER: Keymap<Intent> = &[
    bind(&[(ch('m'), Intent::Rematch)], "rematch", 10, "play again"),
    bind(&[(ch('n'), Intent::NewGame)], "new", 10, "new game: size, komi, players"),
];

/// The keys of a question.
#[rustfmt::skip] // a table
pub(super) static QUESTION: Keymap<Intent> = &[
    bind(&[(ENTER, Accept), (ch('y'), Accept)], "yes", 9, ""),
    bind(&[(ESC, Close), (ch('n'), Close), (BACKSPACE, Close)], "no", 8, ""),
];

/// The keys of the offer to resume a game.
#[rustfmt::skip] // a table
pub(super) static RESUMING: Keymap<Intent> = &[
    bind(&[(ENTER, Accept), (ch('r'), Accept), (ch('y'), Accept)], "resume", 10, ""),
    bind(&[(ESC, Close), (ch('n'), Close), (BACKSPACE, Close)], "new game", 9, ""),
    bind(&[(ch('x'), Intent::Discard)], "discard", 6, ""),
];

/// The keys while the name of a file is typed. Other keys type.
pub(super) static NAMING: Keymap<Intent> = &[
    bind(&[(ENTER, Accept)], "open", 10, ""),
    bind(&[(ESC, Close)], "back", 9, ""),
];

/// The keys that opened a question answer it with yes.
pub(super) static RESIGNING: Keymap<Intent> = &[also(&[(ch('j'), Accept)])];
pub(super) static QUITTING: Keymap<Intent> = &[also(&[(ch('q'), Accept)])];

/// The keys of the choice of a new game.
#[rustfmt::skip] // a table
pub(super) static FORM: Keymap<Intent> = &[
    bind(&[(ENTER, Accept)], "start", 10, "start the game"),
    bind(&[(UP, Form(FormStep::Row(false))), (DOWN, Form(FormStep::Row(true))), (TAB, Form(FormStep::Row(true)))], "row", 6, "next or previous row"),
    also(&[(BACKTAB, Form(FormStep::Row(false)))]),
    bind(&[(LEFT, Form(FormStep::Option(false))), (RIGHT, Form(FormStep::Option(true))), (SPACE, Form(FormStep::Option(true)))], "change", 7, "change the value"),
    bind(&[(ESC, Close), (ch('n'), Close), (ch('q'), Close), (BACKSPACE, Close)], "back", 8, "back"),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::tui::keymap::check_tables;

    #[test]
    fn the_tables_keep_the_laws_of_keys() {
        for over in [WATCHING, OVER] {
            check_tables(&[over, GAME], true);
        }
        for over in [RESIGNING, QUITTING] {
            check_tables(&[over, QUESTION], true);
        }
        check_tables(&[FORM], true);
        check_tables(&[RESUMING], true);
    }
}
