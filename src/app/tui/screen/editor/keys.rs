//! The keys of the position editor.

use super::BoardChange::{Clear, Mirror, Side, Start, Swap, Turn};
use super::Intent::{self, AddPuzzle, Analyse, Change, ClearSquare, NextBrush, PlayOn, Take};
use crate::app::tui::keymap::{
    BACKSPACE, BACKTAB, BoardAction, CURSOR, DELETE, ENTER, ESC, HOME, Keymap, SPACE, TAB, bind,
    ch, on_board,
};

/// The keys for single squares.
#[rustfmt::skip] // a table
pub(super) static SET: Keymap<Intent> = &[
    on_board(CURSOR, "", 0, "move the cursor"),
    on_board(&[(ENTER, BoardAction::Enter), (SPACE, BoardAction::Enter)], "set", 8, "set or clear a disc at the cursor"),
    bind(&[(TAB, NextBrush), (BACKTAB, NextBrush)], "disc", 7, "what to place: each in turn, Black, White, or nothing"),
    bind(&[(DELETE, ClearSquare)], "", 0, "clear the square at the cursor"),
    bind(&[(ch('u'), Intent::Undo)], "undo", 9, "undo the last change"),
    bind(&[(ch('r'), Intent::Redo)], "redo", 4, "redo what was undone"),
    on_board(&[(ESC, BoardAction::GiveUp), (BACKSPACE, BoardAction::GiveUp)], "back", 8,
        "back: delete the typed letter, hide the cursor, leave the editor"),
];

/// The keys for the whole board.
#[rustfmt::skip] // a table
pub(super) static CHANGE: Keymap<Intent> = &[
    bind(&[(ch('.'), Change(Side))], "pass", 6, "pass: the other side to move"),
    bind(&[(ch('x'), Change(Swap))], "swap", 3, "swap the colours"),
    bind(&[(ch('z'), Change(Turn))], "turn", 3, "turn the board a quarter"),
    bind(&[(ch('%'), Change(Mirror))], "mirror", 3, "mirror the board"),
    bind(&[(ch('0'), Change(Clear))], "clear", 4, "clear the board"),
    bind(&[(HOME, Change(Start))], "start", 2, "set up the usual start"),
];

/// The keys that do something with the position.
#[rustfmt::skip] // a table
pub(super) static USE: Keymap<Intent> = &[
    bind(&[(ch('w'), Analyse)], "analyse", 8, "analyse the position"),
    bind(&[(ch('>'), PlayOn)], "play on", 7, "play on from here"),
    bind(&[(ch('s'), AddPuzzle)], "save", 2, "save it as a puzzle"),
    bind(&[(ch('y'), Intent::Copy)], "copy", 5, "copy the position"),
];

/// The keys while a pasted position is shown.
#[rustfmt::skip] // a table
pub(super) static PASTED: Keymap<Intent> = &[
    bind(&[(ENTER, Take(true)), (SPACE, Take(true))], "take it", 10, "put the pasted position on the board"),
    bind(&[(ESC, Take(false)), (BACKSPACE, Take(false))], "back", 9, "back to the board as it was"),
];

/// What the list of actions explains.
pub(super) static LEGEND: &[(&str, &str)] = &[
    ("a-h 1-8", "a square: sets or clears a disc there"),
    ("mouse", "click a square, or what to place"),
    (
        "paste",
        "a board, OBF, a transcript or game, or two hexadecimal bitboards",
    ),
    (
        "a puzzle",
        "a position in which one move or two can be proven to be best",
    ),
];
