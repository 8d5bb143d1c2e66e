//! The keys of the board.

use std::convert::Infallible;

use crossterm::event::KeyEvent;

use super::Intent;
use crate::app::session::{Refusal, Session};
use crate::app::tui::keymap::{
    BACKSPACE, BoardAction, ENTER, ESC, FIELD, Keymap, Meaning, SPACE, also, bind, board_keys, ch,
    help_key, look_up, on_board, quit_key, theme_key,
};
use crate::app::tui::screen::help::{
    self, HelpLinks, HelpRow, HelpTopic, everywhere, keys_of, texts,
};
use crate::app::tui::screen::new_game;
use crate::app::tui::table::Table;

/// The keys while a game is in progress.
#[rustfmt::skip] // a table
static GAME: Keymap<Intent> = &[
    help_key(8, "show this help"),
    bind(&[(ch('u'), Intent::Undo)], "undo", 7, "undo; against the computer, back to your last move"),
    bind(&[(ch('r'), Intent::Redo)], "redo", 6, "redo"),
    bind(&[(ch('k'), Intent::Hint)], "hint", 6, "the best move and its score; again: think longer, then hide"),
    bind(&[(ch('v'), Intent::Values)], "values", 4, "a score for each move, = is proven; again: think longer, then hide; while the computer thinks, its thoughts"),
    bind(&[(ch('n'), Intent::NewGame)], "new", 5, "new game"),
    bind(&[(ch('i'), Intent::Inspect)], "inspect", 5, "inspect the bitboard: how moves are found"),
    bind(&[(ch('w'), Intent::Review)], "review", 4, "review the game so far"),
    bind(&[(ch('x'), Intent::Swap)], "swap", 1, "swap sides"),
    bind(&[(ch('p'), Intent::Pause)], "pause", 4, "pause or resume the computer and the clocks"),
    bind(&[(ch('+'), Intent::Slower)], "slower", 1, "longer pause before the computer moves"),
    bind(&[(ch('-'), Intent::Faster)], "faster", 1, "shorter pause before the computer moves"),
    also(&[(ch('='), Intent::Slower), (ch('_'), Intent::Faster)]),
    bind(&[(ch('m'), Intent::Coach)], "coach", 3, "coach on or off: a warning before a move that loses much"),
    bind(&[(ch('|'), Intent::Evaluation)], "evaluation", 1, "evaluation bar on or off: who is ahead"),
    also(&[(ch('\\'), Intent::Evaluation)]),
    bind(&[(ch('/'), Intent::Openings)], "openings", 1, "openings on or off: what was played here in other games"),
    bind(&[(ch('j'), Intent::Resign)], "resign", 1, "resign, after a question"),
    bind(&[(ch('l'), Intent::Dots)], "dots", 2, "show or hide dots on legal moves"),
    bind(&[(ch('z'), Intent::Turn)], "turn", 1, "turn the board: White's side down, or up again"),
    theme_key(3),
    bind(&[(ch('y'), Intent::Copy)], "copy", 2, "show the moves and copy them to the clipboard"),
    bind(&[(ch('s'), Intent::Save)], "save", 4, "save the game; the extension sets the format"),
    bind(&[(ch('o'), Intent::Open)], "open", 4, "open a game from a file or from the history"),
    quit_key(9),
];

/// The keys that differ once a game is over. The others stay.
#[rustfmt::skip] // a table
static GAME_OVER: Keymap<Intent> = &[
    bind(&[(ch('m'), Intent::Rematch)], "rematch", 10, "play again"),
    bind(&[(ch('w'), Intent::Review)], "review", 10, "review the game"),
    bind(&[(ch('n'), Intent::NewGame)], "menu", 10, "choose players for a new game"),
    bind(&[(ch('x'), Intent::Swap)], "swap sides", 7, "swap sides and play again"),
];

/// The keys while the coach judges a move or has warned about it.
#[rustfmt::skip] // a table
static COACH: Keymap<Intent> = &[
    on_board(&[(ENTER, BoardAction::Enter), (SPACE, BoardAction::Enter)], "play it", 11, ""),
    on_board(&[(ESC, BoardAction::GiveUp), (BACKSPACE, BoardAction::GiveUp)], "back", 10, ""),
];

/// Returns the active tables.
pub(super) fn tables(table: &Table) -> &'static [Keymap<Intent>] {
    static TABLES: [Keymap<Intent>; 3] = [GAME_OVER, GAME, board_keys()];
    static COACHED: [Keymap<Intent>; 3] = [COACH, GAME, board_keys()];
    if table.coach.square().is_some() {
        return &COACHED;
    }
    let over = table.session.game().outcome().is_some();
    &TABLES[usize::from(!over)..]
}

/// Returns the meaning of a key.
pub(super) fn intent(key: KeyEvent, table: &Table) -> Option<Meaning<Intent>> {
    // A key without a meaning still ends a pass.
    look_up(tables(table), key).or_else(|| table.held.then_some(Meaning::Own(Intent::GoOn)))
}

/// Returns why an intent is not possible in a game over the network.
pub(super) fn refusal_over_network(intent: Intent, session: &Session) -> Option<Refusal> {
    session.remote()?;
    let over = session.game().outcome().is_some();
    match intent {
        Intent::Hint | Intent::Values | Intent::Coach | Intent::Evaluation | Intent::Openings => {
            Some(Refusal::NoEngineHelp)
        }
        Intent::Review | Intent::Entry(_) if !over => Some(Refusal::NoEngineHelp),
        Intent::Undo
        | Intent::Redo
        | Intent::Swap
        | Intent::Pause
        | Intent::NewGame
        | Intent::Open => Some(Refusal::NotOverNetwork),
        _ => None,
    }
}

/// The help.
pub(crate) static HELP: HelpTopic = HelpTopic {
    title: " Help ",
    sections: |ascii| {
        let mut moves = texts(HOW_TO_MOVE);
        moves.extend(keys_of(board_keys::<Infallible>(), ascii));
        vec![
            ("Moves", moves),
            ("Game", keys_of(GAME, ascii)),
            ("After the game", keys_of(GAME_OVER, ascii)),
            ("Choosing players", keys_of(new_game::KEYS, ascii)),
            ("File names", keys_of(FIELD, ascii)),
            everywhere(ascii),
        ]
    },
    links: HelpLinks::Rules,
};

/// How to move: by typing and clicking, which no key table lists.
const HOW_TO_MOVE: [(&str, &str); 3] = [
    (
        "a-h 1-8",
        "a square: the letter selects the file, the digit plays",
    ),
    ("mouse", "point to preview the flips, click to play"),
    (
        "paste",
        "moves like f5d6c3, or a game in any supported format",
    ),
];

/// Returns the help for the beginning of a game: as many entries as fit into the given rows.
pub(super) fn first_steps(ascii: bool, limit: usize, room: usize) -> Vec<HelpRow> {
    let keys = GAME.iter().filter(|binding| {
        let shown = [Intent::Hint, Intent::Values, Intent::Inspect].map(Meaning::Own);
        shown.contains(&binding.first())
    });
    let keys = keys.map(|binding| (binding.labels(ascii), binding.long.to_owned()));
    let entries = texts(HOW_TO_MOVE).into_iter().chain(keys);
    help::first_steps(entries.collect(), limit, room)
}
