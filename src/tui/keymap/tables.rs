//! Owns the tables of keys: one for each screen and window.

use crossterm::event::KeyCode;

use super::{Action, Binding, bind, ch, ctrl, key};

/// Keys that do the same on every screen.
pub(crate) static ANYWHERE: &[Binding] = &[
    bind(
        &[ctrl('c')],
        Action::QuitNow,
        "",
        "quit at once, without a question",
        0,
    ),
    bind(
        &[ctrl('z')],
        Action::Suspend,
        "",
        "back to the shell; fg returns here",
        0,
    ),
    bind(&[ctrl('l')], Action::Redraw, "", "draw the screen again", 0),
];

/// Keys over the board, for moves.
pub(crate) static MOVES: &[Binding] = &[
    bind(
        &[
            key(KeyCode::Up),
            key(KeyCode::Down),
            key(KeyCode::Left),
            key(KeyCode::Right),
        ],
        Action::Up,
        "",
        "move the cursor, which shows what would turn",
        0,
    ),
    bind(&[key(KeyCode::Down)], Action::Down, "", "", 0),
    bind(&[key(KeyCode::Left)], Action::Left, "", "", 0),
    bind(&[key(KeyCode::Right)], Action::Right, "", "", 0),
    bind(
        &[key(KeyCode::Tab)],
        Action::Next,
        "",
        "cursor to the next legal move; Shift-Tab to the one before",
        0,
    ),
    bind(&[key(KeyCode::BackTab)], Action::Previous, "", "", 0),
    bind(
        &[key(KeyCode::Enter), ch(' ')],
        Action::Accept,
        "",
        "play at the cursor",
        0,
    ),
    bind(&[ch(' ')], Action::Choose, "", "", 0),
    bind(
        &[key(KeyCode::Backspace), key(KeyCode::Esc)],
        Action::TakeBack,
        "",
        "take a typed letter back, hide the cursor",
        0,
    ),
    bind(&[key(KeyCode::Esc)], Action::Leave, "", "", 0),
];

/// Keys over the board, while a game is under way.
pub(crate) static GAME: &[Binding] = &[
    bind(&[ch('?')], Action::Help, "help", "this help", 8),
    bind(
        &[ch('u')],
        Action::Undo,
        "undo",
        "undo, against a CPU to your own last move",
        7,
    ),
    bind(&[ch('r')], Action::Redo, "redo", "redo", 6),
    bind(
        &[ch('k')],
        Action::Hint,
        "hint",
        "the best move and its score, or no more",
        6,
    ),
    bind(
        &[ch('v')],
        Action::Values,
        "values",
        "a score on every legal square, = behind a proven one",
        4,
    ),
    bind(
        &[ch('n')],
        Action::NewGame,
        "new",
        "new game, other players",
        5,
    ),
    bind(
        &[ch('i')],
        Action::Inspect,
        "inspect",
        "look inside the bitboard: how moves are found",
        5,
    ),
    bind(
        &[ch('w')],
        Action::Review,
        "review",
        "review the game so far: what each move was worth",
        4,
    ),
    bind(&[ch('x')], Action::Swap, "swap", "swap sides", 1),
    bind(
        &[ch('p')],
        Action::Pause,
        "pause",
        "pause the CPU and the clocks, or let them go on",
        4,
    ),
    bind(
        &[ch('+'), ch('=')],
        Action::Slower,
        "slower",
        "a longer pause before a CPU's move",
        1,
    ),
    bind(
        &[ch('-'), ch('_')],
        Action::Faster,
        "faster",
        "a shorter one; 0 is none",
        1,
    ),
    bind(
        &[ch('l')],
        Action::Dots,
        "dots",
        "dots on legal moves, or none",
        2,
    ),
    bind(&[ch('t')], Action::Theme, "theme", "the next theme", 3),
    bind(
        &[ch('y')],
        Action::Copy,
        "copy",
        "copy the moves to the clipboard, and show them",
        2,
    ),
    bind(
        &[ch('s')],
        Action::Save,
        "save",
        "save the game to a file; its ending says how",
        4,
    ),
    bind(
        &[ch('o')],
        Action::Open,
        "open",
        "open a game from a file or from the log of games",
        4,
    ),
    bind(&[ch('q')], Action::Quit, "quit", "quit", 9),
];

/// Keys that do something else once a game is over. The others stay as they are.
pub(crate) static GAME_OVER: &[Binding] = &[
    bind(
        &[key(KeyCode::Enter)],
        Action::Rematch,
        "rematch",
        "play again",
        10,
    ),
    bind(
        &[ch('w')],
        Action::Review,
        "review",
        "review the game: where it was won and lost",
        9,
    ),
    bind(
        &[ch('x')],
        Action::Swap,
        "swap sides",
        "swap sides and play again",
        7,
    ),
];

/// Keys on the choice of players.
pub(crate) static NEW_GAME: &[Binding] = &[
    bind(
        &[key(KeyCode::Enter)],
        Action::Accept,
        "start",
        "start the game",
        10,
    ),
    bind(
        &[key(KeyCode::Up), key(KeyCode::Down), key(KeyCode::Tab)],
        Action::Up,
        "row",
        "go to another row",
        6,
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
        &[key(KeyCode::Left), key(KeyCode::Right), ch(' ')],
        Action::Left,
        "change",
        "choose another value",
        7,
    ),
    bind(&[key(KeyCode::Right), ch(' ')], Action::Right, "", "", 0),
    bind(
        &[ch('+'), ch('-'), ch('=')],
        Action::Stronger,
        "level",
        "a stronger engine, or a weaker one",
        8,
    ),
    bind(&[ch('-'), ch('_')], Action::Weaker, "", "", 0),
    bind(
        &[ch('x')],
        Action::Swap,
        "swap",
        "exchange Black and White",
        4,
    ),
    bind(&[ch('t')], Action::Theme, "theme", "the next theme", 3),
    bind(
        &[key(KeyCode::Esc)],
        Action::Leave,
        "back",
        "back to the game",
        8,
    ),
    bind(
        &[ch('o')],
        Action::Open,
        "open",
        "open a game from a file or from the log of games",
        5,
    ),
    bind(&[ch('?')], Action::Help, "help", "help", 5),
    bind(&[ch('q')], Action::Quit, "quit", "quit", 9),
];

/// Keys in the inspector.
pub(crate) static INSPECTOR: &[Binding] = &[
    bind(
        &[key(KeyCode::Right), key(KeyCode::Left)],
        Action::Right,
        "step",
        "one step on, one step back",
        9,
    ),
    bind(&[key(KeyCode::Left)], Action::Left, "", "", 0),
    bind(
        &[key(KeyCode::Down), key(KeyCode::Up)],
        Action::Down,
        "part",
        "the next part or the one before, such as a direction",
        7,
    ),
    bind(&[key(KeyCode::Up)], Action::Up, "", "", 0),
    bind(
        &[ch(' ')],
        Action::Choose,
        "run",
        "let it run; any key stops it",
        8,
    ),
    bind(
        &[key(KeyCode::Home), key(KeyCode::End)],
        Action::First,
        "",
        "to the first step, to the last",
        0,
    ),
    bind(&[key(KeyCode::End)], Action::Last, "", "", 0),
    bind(
        &[key(KeyCode::Tab)],
        Action::Next,
        "topic",
        "the next topic; Shift-Tab for the one before",
        6,
    ),
    bind(&[key(KeyCode::BackTab)], Action::Previous, "", "", 0),
    bind(
        &[key(KeyCode::Enter)],
        Action::Accept,
        "square",
        "choose a square by arrow keys: what a disc there turns",
        3,
    ),
    bind(
        &[ch('m')],
        Action::Mask,
        "mask off",
        "leave the mask out, to see what goes wrong, or put it back",
        5,
    ),
    bind(&[ch('+'), ch('=')], Action::Slower, "", "run slower", 0),
    bind(&[ch('-'), ch('_')], Action::Faster, "", "run faster", 0),
    bind(
        &[key(KeyCode::Backspace)],
        Action::TakeBack,
        "",
        "take a typed letter back",
        0,
    ),
    bind(&[ch('t')], Action::Theme, "theme", "the next theme", 1),
    bind(&[ch('?')], Action::Help, "help", "this help", 6),
    bind(
        &[ch('q'), ch('i')],
        Action::Quit,
        "close",
        "back to the game",
        10,
    ),
    bind(
        &[key(KeyCode::Esc)],
        Action::Leave,
        "",
        "give up what is typed or running, then back to the game",
        0,
    ),
];

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
