//! The keys of the review.

use super::Intent;
use super::ReviewScreen;
use crate::app::tui::context::UiContext;
use crate::app::tui::keymap::{
    BACKSPACE, BACKTAB, BoardAction, CURSOR, DOWN, END, ENTER, ESC, HOME, Keymap, LEFT, Meaning,
    RIGHT, TAB, UP, also, bind, ch, help_key, on_board, theme_key,
};
use crate::app::tui::screen::help::{HelpLinks, HelpTopic, keys_of, texts, with_legend};
use crate::app::tui::screen::{Hint, hints};
use crate::game::Status;

/// The keys.
#[rustfmt::skip] // a table
pub(super) static KEYS: Keymap<Intent> = &[
    bind(&[(LEFT, Intent::Back), (RIGHT, Intent::Forward)], "step", 9, "previous or next move"),
    bind(&[(UP, Intent::PreviousMistake), (DOWN, Intent::NextMistake)], "mistake", 8,
        "previous or next mistake (also Shift-Tab, Tab)"),
    also(&[(BACKTAB, Intent::PreviousMistake), (TAB, Intent::NextMistake)]),
    bind(&[(HOME, Intent::First), (END, Intent::Last)], "", 0, "start of the game, end of the game"),
    bind(&[(ENTER, Intent::ShowCursor)], "try", 6, "try another move: arrow keys, then Enter"),
    bind(&[(ch('u'), Intent::TakeBack)], "undo", 8, "undo the last move of a side line"),
    bind(&[(ch('n'), Intent::PlayOn)], "play on", 7, "play on from here, against any player"),
    on_board(&[(BACKSPACE, BoardAction::GiveUp)], "", 0, "delete the typed letter, or undo as u does"),
    bind(&[(ch('/'), Intent::Openings)], "openings", 1, "openings on or off: what was played here in other games"),
    bind(&[(ch('y'), Intent::Copy)], "copy", 3, "show the moves and copy them to the clipboard"),
    bind(&[(ch('s'), Intent::Save)], "save", 4, "save the game with its scores"),
    bind(&[(ch('o'), Intent::Open)], "open", 3, "open another game"),
    theme_key(2),
    help_key(6, "show this help"),
    bind(&[(ESC, Intent::Leave)], "", 0, "cancel the input, leave the side line, go back"),
    bind(&[(ch('q'), Intent::Close), (ch('w'), Intent::Close)], "back", 10, "back to the board"),
];

/// The help.
pub(super) static HELP: HelpTopic = HelpTopic {
    title: " Review help ",
    sections: |ascii| {
        with_legend(
            keys_of(KEYS, ascii),
            [
                ("a-h 1-8", "a square: try that move in a side line"),
                ("mouse", "click the graph, the list, or a square to try it"),
            ],
            texts([
                (
                    "board",
                    "before the move: the move played, and the best score",
                ),
                ("?", "a mistake: lost more than 2 discs"),
                (
                    if ascii { "?? !" } else { "?? ⁇" },
                    "a blunder: lost more than 6",
                ),
                ("+4=", "a score for the side to move; = is proven"),
                ("graph", "Black's lead up, White's down; solid where proven"),
            ]),
            ascii,
        )
    },
    links: HelpLinks::Rules,
};

/// The keys while a move is selected with the cursor; they take precedence.
#[rustfmt::skip] // a table
static CHOOSING: Keymap<Intent> = &[
    on_board(CURSOR, "", 0, ""),
    on_board(&[(ENTER, BoardAction::Enter)], "", 0, ""),
];

impl ReviewScreen {
    /// Returns the active tables.
    pub(super) fn tables(&self) -> &'static [Keymap<Intent>] {
        static TABLES: [Keymap<Intent>; 2] = [CHOOSING, KEYS];
        &TABLES[usize::from(self.pane.square().is_none())..]
    }

    /// Returns the keys that do something now, as shown.
    pub(super) fn hints(&self, ui: &UiContext) -> Vec<Hint<Intent>> {
        let review = self.review();
        let mut items = hints(&[KEYS], ui, |intent| match intent {
            Intent::TakeBack => self.side.is_some(),
            Intent::PlayOn => !matches!(self.game_here().status(), Status::Over(_)),
            Intent::ShowCursor => !self.position().legal_moves().is_empty(),
            Intent::PreviousMistake => {
                review.next_mistake(self.at).is_some() || review.previous_mistake(self.at).is_some()
            }
            _ => true,
        });
        if self.side.is_some() {
            let close = Meaning::Own(Intent::Close);
            for item in items.iter_mut().filter(|item| item.target == close) {
                "Esc".clone_into(&mut item.key);
                item.label = "leave line";
                item.target = Meaning::Own(Intent::Leave);
            }
        }
        items
    }
}
