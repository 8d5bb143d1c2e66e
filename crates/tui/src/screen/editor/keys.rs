//! The keys of the position editor.

use super::BoardChange::{Clear, Mirror, Side, Start, Swap, Turn};
use super::Intent::{self, AddPuzzle, Analyse, Change, ClearSquare, NextBrush, PlayOn, Take};
use crate::keymap::{
    BACKSPACE, BACKTAB, CURSOR, DELETE, ENTER, ESC, HOME, Keymap, SPACE, Shortcut, TAB, key,
};
use reversi_text::{Message, label};

/// The keys for single squares.
#[rustfmt::skip] // a table
pub(super) static SET: Keymap<Intent> = &[
    on_board!(CURSOR, "", 0, "move the cursor"),
    on_board!(&[ENTER, SPACE], "set", 8, "set or clear a disc at the cursor"),
    bind!(&[(TAB, NextBrush), (BACKTAB, NextBrush)], "disc", 7, "what to place: each in turn, Black, White, or nothing"),
    bind!(&[(DELETE, ClearSquare)], "", 0, "clear the square at the cursor"),
    bind_in_place!(&[(key(Shortcut::Undo), Intent::Undo)], "undo", 9, "undo the last change"),
    bind!(&[(key(Shortcut::Redo), Intent::Redo)], "redo", 4, "redo what was undone"),
    on_board!(&[ESC, BACKSPACE], "back", 8,
        "back: delete the typed letter, hide the cursor, leave the editor"),
];

/// The keys for the whole board.
#[rustfmt::skip] // a table
pub(super) static CHANGE: Keymap<Intent> = &[
    bind!(&[(key(Shortcut::Pass), Change(Side))], "pass", 6, "pass: the other side to move"),
    bind!(&[(key(Shortcut::Swap), Change(Swap))], "swap", 3, "swap the colours"),
    bind!(&[(key(Shortcut::TurnBoard), Change(Turn))], "turn", 3, "turn the board a quarter"),
    bind!(&[(key(Shortcut::Mirror), Change(Mirror))], "mirror", 3, "mirror the board"),
    bind!(&[(key(Shortcut::Clear), Change(Clear))], "clear", 4, "clear the board"),
    bind!(&[(HOME, Change(Start))], "start", 2, "set up the usual start"),
];

/// The keys that do something with the position.
#[rustfmt::skip] // a table
pub(super) static USE: Keymap<Intent> = &[
    bind!(&[(key(Shortcut::Analyse), Analyse)], "analyse", 8, "analyse the position"),
    bind!(&[(key(Shortcut::PlayOn), PlayOn)], "play on", 7, "play on from here"),
    bind!(&[(key(Shortcut::Save), AddPuzzle)], "save", 2, "save it as a puzzle"),
    bind!(&[(key(Shortcut::Copy), Intent::Copy)], "copy", 5, "copy the position"),
];

/// The keys while a pasted position is shown.
#[rustfmt::skip] // a table
pub(super) static PASTED: Keymap<Intent> = &[
    bind!(&[(ENTER, Take(true)), (SPACE, Take(true))], "take it", 10, "put the pasted position on the board"),
    bind!(&[(ESC, Take(false)), (BACKSPACE, Take(false))], "back", 9, "back to the board as it was"),
];

/// What the list of actions explains.
pub(super) static LEGEND: &[(&Message, &Message)] = &[
    (
        label!("a-h 1-8"),
        label!("a square: sets or clears a disc there"),
    ),
    (label!("mouse"), label!("click a square, or what to place")),
    (
        label!("paste"),
        label!("a board, OBF, a transcript or game, or two hexadecimal bitboards"),
    ),
    (
        label!("a puzzle"),
        label!("a position in which one move or two can be proven to be best"),
    ),
];
