//! Owns the tables of keys of the screens but the review.

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
