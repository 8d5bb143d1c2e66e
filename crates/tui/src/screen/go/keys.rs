//! The keys of a game of Go, and what they mean.

use std::sync::LazyLock;

use crate::keymap::{BACKSPACE, BACKTAB, CURSOR, ENTER, ESC, Keymap, SPACE, Shortcut, TAB, key};
use crate::screen::actions;
use crate::screen::window::WindowRow;
use reversi_wording::go::rules;

/// What a key or a click means on this screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Intent {
    Pass,
    Undo,
    Redo,
    Liberties,
    Chains,
    Lessons,
    Pause,
    NewGame,
    Rematch,
    Resign,
    Save,
    Open,
    /// Scrolls the list of moves, down or up, which has some rows above its end.
    Scroll(bool, usize),
}

/// The keys of a game.
#[rustfmt::skip] // a table
pub(super) static GAME: Keymap<Intent> = &[
    on_board!(CURSOR, "", 0, "move the cursor and preview a move"),
    on_board!(&[TAB], "", 0, "next legal point; Shift-Tab for the previous one"),
    on_board!(&[BACKTAB], "", 0, ""),
    on_board!(&[ENTER, SPACE], "", 0, "play at the cursor; resume the stopped computer"),
    on_board!(&[BACKSPACE, ESC], "", 0, "back: delete the typed letter, hide the cursor, leave the game"),
    bind_in_place!(&[(key(Shortcut::Pass), Intent::Pass)], "pass", 10, "pass; two passes in turn end the game"),
    bind_in_place!(&[(key(Shortcut::Undo), Intent::Undo)], "undo", 7, "undo; against the computer, back to your last move"),
    bind!(&[(key(Shortcut::Redo), Intent::Redo)], "redo", 6, "redo"),
    bind!(&[(key(Shortcut::Pause), Intent::Pause)], "pause", 4, "pause or resume the computer"),
    bind!(&[(key(Shortcut::Dots), Intent::Liberties)], "liberties", 6, "show or hide a chain and its liberties: at the cursor, or of the last move"),
    listed!(&Intent::Chains, "joined chains on or off; ! marks one with a single liberty"),
    bind!(&[(key(Shortcut::Inspect), Intent::Lessons)], "", 0, "how the program finds dead stones and legal moves, step by step"),
    bind!(&[(key(Shortcut::Next), Intent::NewGame)], "new", 5, "new game: size, komi, players"),
    bind!(&[(key(Shortcut::Save), Intent::Save)], "save", 4, "save the game as SGF"),
    bind!(&[(key(Shortcut::Open), Intent::Open)], "open", 4, "open a game from an SGF file"),
    bind!(&[(key(Shortcut::Resign), Intent::Resign)], "resign", 1, "resign, after a question"),
];

/// The keys that differ while only CPUs play.
#[rustfmt::skip] // a table
pub(super) static WATCHING: Keymap<Intent> = &[
    bind!(&[(key(Shortcut::Pause), Intent::Pause), (SPACE, Intent::Pause)], "pause", 10, "pause or resume the game"),
];

/// The keys that differ once a game is over.
#[rustfmt::skip] // a table
pub(super) static OVER: Keymap<Intent> = &[
    bind!(&[(key(Shortcut::Next), Intent::Rematch)], "next game", 10, "next game: play again"),
];

/// How to move, which no key table lists, and the rules.
pub(super) static LEGEND: LazyLock<Vec<(&str, &str)>> =
    LazyLock::new(|| [HOW_TO_MOVE, &rules(), ATARI].concat());

/// The mark of chains that are in danger.
static ATARI: &[(&str, &str)] = &[("!", "on a stone: its chain has one liberty left")];

/// How to move: by typing and clicking.
static HOW_TO_MOVE: &[(&str, &str)] = &[
    (
        "a-g 1-7",
        "a point: column from the left, row from the bottom",
    ),
    ("mouse", "point to preview a move, click to play"),
    ("paste", "moves such as c3 b3 pass, or a game in SGF"),
];

/// Returns the rules for the beginning of a game: as many as fit into the given rows.
pub(super) fn first_steps(limit: usize, room: usize) -> Vec<WindowRow> {
    actions::first_steps(&LEGEND, limit, room)
}
