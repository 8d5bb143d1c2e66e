//! Owns the tables of keys of the windows over the screens.

use crossterm::event::KeyCode;

use super::{Action, Binding, bind, ch, ctrl, key};

/// Keys in the question whether to quit.
pub(crate) static ASK_QUIT: &[Binding] = &[
    bind(
        &[key(KeyCode::Enter), ch('q'), ch('y')],
        Action::QuitNow,
        "quit",
        "",
        9,
    ),
    bind(
        &[key(KeyCode::Esc), ch('n'), key(KeyCode::Backspace)],
        Action::Leave,
        "stay",
        "",
        8,
    ),
];

/// Keys in the offer to go on with an unfinished game.
pub(crate) static UNFINISHED: &[Binding] = &[
    bind(
        &[key(KeyCode::Enter), ch('r'), ch('y'), ch(' ')],
        Action::Accept,
        "go on",
        "",
        10,
    ),
    bind(
        &[key(KeyCode::Up), key(KeyCode::BackTab)],
        Action::Up,
        "",
        "",
        0,
    ),
    bind(
        &[key(KeyCode::Down), key(KeyCode::Tab)],
        Action::Down,
        "",
        "",
        0,
    ),
    bind(
        &[key(KeyCode::Esc), ch('n'), key(KeyCode::Backspace)],
        Action::Leave,
        "no",
        "",
        9,
    ),
    bind(&[ch('q')], Action::Quit, "quit", "", 7),
];

/// Keys in a line of text. What they do not say is typed.
pub(crate) static FIELD: &[Binding] = &[
    bind(&[key(KeyCode::Left)], Action::Left, "", "", 0),
    bind(&[key(KeyCode::Right)], Action::Right, "", "", 0),
    bind(
        &[key(KeyCode::Home), key(KeyCode::End)],
        Action::First,
        "",
        "to the beginning of the text, to its end",
        0,
    ),
    bind(&[key(KeyCode::End)], Action::Last, "", "", 0),
    bind(&[key(KeyCode::Backspace)], Action::TakeBack, "", "", 0),
    bind(&[key(KeyCode::Delete)], Action::Delete, "", "", 0),
    bind(
        &[ctrl('w'), ctrl('u')],
        Action::EraseWord,
        "",
        "take a word away, or all of the text",
        0,
    ),
    bind(&[ctrl('u')], Action::EraseLine, "", "", 0),
];

/// Keys where a name to save under is typed.
pub(crate) static SAVE: &[Binding] = &[
    bind(&[key(KeyCode::Enter)], Action::Accept, "save", "", 10),
    bind(&[key(KeyCode::Esc)], Action::Leave, "back", "", 9),
    bind(
        &[key(KeyCode::Tab)],
        Action::Next,
        "complete",
        "complete the name of a file",
        5,
    ),
];

/// Keys where there is a file of that name.
pub(crate) static SAVE_PRESENT: &[Binding] = &[
    bind(&[ch('r')], Action::Replace, "replace it", "", 10),
    bind(&[ch('+'), ch('=')], Action::Append, "add to its end", "", 9),
    bind(
        &[key(KeyCode::Esc), ch('n'), key(KeyCode::Backspace)],
        Action::Leave,
        "another name",
        "",
        8,
    ),
];

/// Keys where a game to open is named or chosen.
pub(crate) static OPEN: &[Binding] = &[
    bind(&[key(KeyCode::Enter)], Action::Accept, "open", "", 10),
    bind(&[key(KeyCode::Esc)], Action::Leave, "back", "", 9),
    bind(
        &[key(KeyCode::Down), key(KeyCode::Up)],
        Action::Down,
        "choose",
        "",
        8,
    ),
    bind(&[key(KeyCode::Up)], Action::Up, "", "", 0),
    bind(&[key(KeyCode::PageDown)], Action::PageDown, "", "", 0),
    bind(&[key(KeyCode::PageUp)], Action::PageUp, "", "", 0),
    bind(&[key(KeyCode::Tab)], Action::Next, "complete", "", 5),
];

/// Keys in a list of games.
pub(crate) static GAMES: &[Binding] = &[
    bind(
        &[key(KeyCode::Enter), ch(' ')],
        Action::Accept,
        "open",
        "",
        10,
    ),
    bind(
        &[key(KeyCode::Esc), ch('q'), key(KeyCode::Backspace)],
        Action::Leave,
        "back",
        "",
        9,
    ),
    bind(
        &[key(KeyCode::Down), key(KeyCode::Up)],
        Action::Down,
        "choose",
        "",
        8,
    ),
    bind(&[key(KeyCode::Up)], Action::Up, "", "", 0),
    bind(&[key(KeyCode::PageDown)], Action::PageDown, "", "", 0),
    bind(&[key(KeyCode::PageUp)], Action::PageUp, "", "", 0),
    bind(&[key(KeyCode::Home)], Action::First, "", "", 0),
    bind(&[key(KeyCode::End)], Action::Last, "", "", 0),
];

/// Keys while a file is read or written.
pub(crate) static BUSY: &[Binding] = &[bind(&[key(KeyCode::Esc)], Action::Leave, "stop", "", 10)];

/// Keys in the question whether a pasted game takes the place of the one under way.
pub(crate) static ASK_PASTED: &[Binding] = &[
    bind(
        &[key(KeyCode::Enter), ch('y')],
        Action::Accept,
        "open it",
        "",
        10,
    ),
    bind(
        &[key(KeyCode::Esc), ch('n'), key(KeyCode::Backspace)],
        Action::Leave,
        "stay",
        "",
        9,
    ),
];

/// Keys in a window that is read: the help, the transcript.
pub(crate) static READING: &[Binding] = &[
    bind(
        &[
            key(KeyCode::Esc),
            key(KeyCode::Enter),
            ch('?'),
            ch('q'),
            ch(' '),
            ch('y'),
            key(KeyCode::Backspace),
        ],
        Action::Leave,
        "close",
        "",
        9,
    ),
    bind(
        &[key(KeyCode::Up), key(KeyCode::PageUp)],
        Action::Up,
        "",
        "",
        0,
    ),
    bind(
        &[key(KeyCode::Down), key(KeyCode::PageDown)],
        Action::Down,
        "",
        "",
        0,
    ),
];
