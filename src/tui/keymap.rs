//! Owns which key does what, as data. The help and the line of keys below each screen are made from it.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::square::{File, Rank};

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// The first half of a square's name.
    File(File),
    /// The second half.
    Rank(Rank),
    /// Backspace: takes a typed letter back.
    TakeBack,
    /// Esc: takes back what is begun, closes what is open.
    Leave,
    /// Enter.
    Accept,
    /// Space.
    Choose,
    /// An arrow key.
    Up,
    /// An arrow key.
    Down,
    /// An arrow key.
    Left,
    /// An arrow key.
    Right,
    /// To the next legal move, the next row, the next topic.
    Next,
    /// To the previous one.
    Previous,
    /// To the first step.
    First,
    /// To the last step.
    Last,
    /// Takes moves back.
    Undo,
    /// Plays them again.
    Redo,
    /// Opens the inspector.
    Inspect,
    /// The mask against wrapping, on or off.
    Mask,
    /// Opens the choice of players.
    NewGame,
    /// The same players play again.
    Rematch,
    /// Exchanges the players.
    Swap,
    /// Dots legal moves or not.
    Dots,
    /// The next theme.
    Theme,
    /// Pauses the CPUs or lets them go on.
    Pause,
    /// A longer pause before a CPU's move.
    Slower,
    /// A shorter one.
    Faster,
    /// Shows the best move and what it is worth, or stops to.
    Hint,
    /// Shows what every legal move is worth, or stops to.
    Values,
    /// A stronger engine.
    Stronger,
    /// A weaker one.
    Weaker,
    /// Copies the transcript.
    Copy,
    /// Opens the help.
    Help,
    /// Quits, after a question where a game would be lost.
    Quit,
    /// Quits without a question.
    QuitNow,
    /// Gives the terminal back to the shell for a while.
    Suspend,
    /// Draws everything again.
    Redraw,
}

/// A key, as a table names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Key {
    code: KeyCode,
    ctrl: bool,
}

const fn key(code: KeyCode) -> Key {
    Key { code, ctrl: false }
}

const fn ch(letter: char) -> Key {
    key(KeyCode::Char(letter))
}

const fn ctrl(letter: char) -> Key {
    Key {
        code: KeyCode::Char(letter),
        ctrl: true,
    }
}

impl Key {
    fn matches(self, event: KeyEvent) -> bool {
        let same = match (self.code, event.code) {
            // Capitals are the same keys: Caps Lock is no reason to fail.
            (KeyCode::Char(own), KeyCode::Char(other)) => own == other.to_ascii_lowercase(),
            (own, other) => own == other,
        };
        same && self.ctrl == event.modifiers.contains(KeyModifiers::CONTROL)
    }

    /// How the key is written.
    pub(crate) fn label(self, ascii: bool) -> String {
        let name = match self.code {
            KeyCode::Char(' ') => "Space",
            KeyCode::Char(letter) if self.ctrl => {
                return format!("Ctrl-{}", letter.to_ascii_uppercase());
            }
            KeyCode::Char(letter) => return letter.to_string(),
            KeyCode::Enter => "Enter",
            KeyCode::Esc => "Esc",
            KeyCode::Tab => "Tab",
            KeyCode::BackTab => "Shift-Tab",
            KeyCode::Backspace => "Backspace",
            KeyCode::Up => return if ascii { "Up" } else { "↑" }.to_owned(),
            KeyCode::Down => return if ascii { "Down" } else { "↓" }.to_owned(),
            KeyCode::Left => return if ascii { "Left" } else { "←" }.to_owned(),
            KeyCode::Right => return if ascii { "Right" } else { "→" }.to_owned(),
            KeyCode::Home => "Home",
            KeyCode::End => "End",
            KeyCode::PageUp => "Page Up",
            KeyCode::PageDown => "Page Down",
            _ => "",
        };
        name.to_owned()
    }
}

/// What some keys do on a screen.
#[derive(Debug)]
pub(crate) struct Binding {
    /// The keys, the one that is shown first.
    pub(crate) keys: &'static [Key],
    /// What they ask for.
    pub(crate) action: Action,
    /// For the line of keys; empty where it has no place there.
    pub(crate) short: &'static str,
    /// For the help; empty where another binding says it.
    pub(crate) long: &'static str,
    /// How soon it leaves a line of keys that is too short: the lowest first.
    pub(crate) weight: u8,
}

const fn bind(
    keys: &'static [Key],
    action: Action,
    short: &'static str,
    long: &'static str,
    weight: u8,
) -> Binding {
    Binding {
        keys,
        action,
        short,
        long,
        weight,
    }
}

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

/// Looks a key up in tables, the first one first.
pub(crate) fn look_up(tables: &[&'static [Binding]], event: KeyEvent) -> Option<Action> {
    if event.modifiers.contains(KeyModifiers::ALT) {
        return None;
    }
    // An arrow key is listed with its siblings to be shown with them: the binding whose first key it is
    // comes before one that only lists it.
    let bindings = || tables.iter().flat_map(|table| table.iter());
    bindings()
        .find(|binding| binding.keys[0].matches(event))
        .or_else(|| bindings().find(|binding| binding.keys.iter().any(|key| key.matches(event))))
        .map(|binding| binding.action)
}

/// The letters and digits that name squares, in any case.
pub(crate) fn coordinate(event: KeyEvent) -> Option<Action> {
    let modifiers = KeyModifiers::ALT | KeyModifiers::CONTROL;
    let KeyCode::Char(letter) = event.code else {
        return None;
    };
    if event.modifiers.intersects(modifiers) {
        return None;
    }
    File::from_letter(letter)
        .map(Action::File)
        .or_else(|| Rank::from_digit(letter).map(Action::Rank))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLES: [&[Binding]; 9] = [
        ANYWHERE, MOVES, GAME, GAME_OVER, NEW_GAME, INSPECTOR, ASK_QUIT, UNFINISHED, READING,
    ];

    #[test]
    fn letters_and_digits_of_squares_are_free_of_commands() {
        for binding in TABLES.iter().flat_map(|table| table.iter()) {
            for key in binding.keys {
                if let (KeyCode::Char(letter), false) = (key.code, key.ctrl) {
                    assert!(!"abcdefghABCDEFGH12345678".contains(letter), "{binding:?}");
                }
            }
        }
    }

    #[test]
    fn every_first_key_finds_its_own_action() {
        for table in TABLES {
            for binding in table {
                let key = binding.keys[0];
                let modifiers = if key.ctrl {
                    KeyModifiers::CONTROL
                } else {
                    KeyModifiers::NONE
                };
                let event = KeyEvent::new(key.code, modifiers);
                assert_eq!(look_up(&[table], event), Some(binding.action));
                assert!(!key.label(true).is_empty());
                assert!(key.label(true).is_ascii());
            }
        }
    }
}
