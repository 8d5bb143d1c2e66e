//! Owns the table of keys of the review.

use crossterm::event::KeyCode;

use super::{Action, Binding, bind, ch, key};

/// Keys in the review of a game.
pub(crate) static REVIEW: &[Binding] = &[
    bind(
        &[key(KeyCode::Left), key(KeyCode::Right)],
        Action::Left,
        "step",
        "one entry back, one on; in a side line along it",
        9,
    ),
    bind(&[key(KeyCode::Right)], Action::Right, "", "", 0),
    bind(
        &[key(KeyCode::Up), key(KeyCode::Down)],
        Action::Up,
        "mistake",
        "the mistake before, the next one; Shift-Tab and Tab, too",
        8,
    ),
    bind(
        &[key(KeyCode::Down), key(KeyCode::Tab)],
        Action::Down,
        "",
        "",
        0,
    ),
    bind(&[key(KeyCode::BackTab)], Action::Up, "", "", 0),
    bind(
        &[key(KeyCode::Home), key(KeyCode::End)],
        Action::First,
        "",
        "to the start of the game, to its end",
        0,
    ),
    bind(&[key(KeyCode::End)], Action::Last, "", "", 0),
    bind(
        &[key(KeyCode::Enter)],
        Action::Accept,
        "try",
        "try another move with the arrow keys; Enter plays it",
        6,
    ),
    bind(
        &[ch('u')],
        Action::Undo,
        "take back",
        "take the last move of a side line back",
        8,
    ),
    bind(
        &[ch('n')],
        Action::NewGame,
        "play on",
        "play on from here, against any player",
        7,
    ),
    bind(
        &[key(KeyCode::Backspace)],
        Action::TakeBack,
        "",
        "take a typed letter back, or the last move of a side line",
        0,
    ),
    bind(
        &[ch('y')],
        Action::Copy,
        "copy",
        "copy the moves to the clipboard, and show them",
        3,
    ),
    bind(
        &[ch('s')],
        Action::Save,
        "save",
        "save the game with what its moves were worth",
        4,
    ),
    bind(&[ch('o')], Action::Open, "open", "open another game", 3),
    bind(&[ch('t')], Action::Theme, "theme", "the next theme", 2),
    bind(&[ch('?')], Action::Help, "help", "this help", 6),
    bind(
        &[key(KeyCode::Esc)],
        Action::Leave,
        "",
        "give up what is typed, leave the side line, then go back",
        0,
    ),
    bind(
        &[ch('q'), ch('w')],
        Action::Quit,
        "back",
        "back to the board",
        10,
    ),
];
