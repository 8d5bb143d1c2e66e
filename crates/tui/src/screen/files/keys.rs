//! The keys of the file window, and what they mean.

use tui_input::InputRequest;

use super::own_games::GameOrder;
use crate::keymap::{
    BACKSPACE, BACKTAB, DELETE, DOWN, END, ENTER, ESC, HOME, Keymap, PAGE_DOWN, PAGE_UP, SPACE,
    Shortcut, TAB, UP, also, key,
};
use crate::widget::list::ListStep;
use reversi_table::store::game_file::IfPresent;

use Intent::{
    Accept, AnotherName, AskRemove, Close, Complete, DropLabel, EditLabel, KeepLabel, Mark, Move,
    SaveAs, Sort, Stop,
};

/// What a key or a click means in the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Intent {
    /// Opens what is typed or selected.
    Accept,
    /// Saves to the typed name.
    SaveAs(IfPresent),
    AnotherName,
    Complete,
    /// Starts to edit the tags and the note of the selected game; saves or discards the changes.
    EditLabel,
    KeepLabel,
    DropLabel,
    /// Asks whether to remove the selected game, or those that are marked, from the history.
    AskRemove,
    /// Marks the selected game, or unmarks it.
    Mark,
    /// Sorts the games in an order, or in the next one.
    Sort(Option<GameOrder>),
    Edit(InputRequest),
    Move(ListStep),
    Game(usize),
    Stop,
    Close,
}

#[rustfmt::skip] // a table
pub(super) static SAVE: Keymap<Intent> = &[
    bind!(&[(ENTER, SaveAs(IfPresent::Ask))], "save", 10, ""),
    bind!(&[(ESC, Close)], "back", 9, ""),
    bind!(&[(TAB, Complete)], "complete", 5, ""),
];

#[rustfmt::skip] // a table
pub(super) static PRESENT: Keymap<Intent> = &[
    bind!(&[(key(Shortcut::Save), SaveAs(IfPresent::Replace))], "replace", 10, ""),
    bind!(&[(key(Shortcut::More), SaveAs(IfPresent::Append))], "append", 9, ""),
    bind!(&[(ESC, AnotherName), (BACKSPACE, AnotherName)], "another name", 8, ""),
];

#[rustfmt::skip] // a table
pub(super) static OPEN: Keymap<Intent> = &[
    bind!(&[(ENTER, Accept)], "open", 10, ""),
    bind!(&[(ESC, Close)], "back", 9, ""),
    bind!(&[(DOWN, Move(ListStep::Down)), (UP, Move(ListStep::Up))], "choose", 8, ""),
    also(&[(PAGE_DOWN, Move(ListStep::PageDown)), (PAGE_UP, Move(ListStep::PageUp))]),
    bind!(&[(TAB, Complete)], "complete", 5, ""),
];

/// The keys of a list that filters as one types.
#[rustfmt::skip] // a table
pub(super) static FILTERED: Keymap<Intent> = &[
    bind!(&[(ENTER, Accept)], "open", 10, ""),
    bind!(&[(ESC, Close)], "back", 9, ""),
    bind!(&[(TAB, EditLabel)], "tags", 5, ""),
    bind!(&[(DELETE, AskRemove)], "remove", 3, ""),
    bind!(&[(DOWN, Move(ListStep::Down)), (UP, Move(ListStep::Up))], "choose", 8, ""),
    also(&[(PAGE_DOWN, Move(ListStep::PageDown)), (PAGE_UP, Move(ListStep::PageUp))]),
    also(&[(HOME, Move(ListStep::First)), (END, Move(ListStep::Last))]),
];

/// The keys of such a list while games are marked.
#[rustfmt::skip] // a table
pub(super) static MARKED: Keymap<Intent> = &[
    bind!(&[(ENTER, Accept)], "what to do", 10, ""),
    bind!(&[(ESC, Close)], "back", 9, ""),
    bind!(&[(DELETE, AskRemove)], "remove", 3, ""),
    bind!(&[(DOWN, Move(ListStep::Down)), (UP, Move(ListStep::Up))], "choose", 8, ""),
    also(&[(PAGE_DOWN, Move(ListStep::PageDown)), (PAGE_UP, Move(ListStep::PageUp))]),
    also(&[(HOME, Move(ListStep::First)), (END, Move(ListStep::Last))]),
];

/// The key that marks games, unless it is part of what is typed.
#[rustfmt::skip] // a table
pub(super) static MARKS: Keymap<Intent> = &[
    bind!(&[(SPACE, Mark)], "mark", 6, ""),
];

/// The key that sorts the player's games.
#[rustfmt::skip] // a table
pub(super) static SORTS: Keymap<Intent> = &[
    bind!(&[(BACKTAB, Sort(None))], "sort", 2, ""),
];

/// The keys while the tags and the note of a game are typed.
#[rustfmt::skip] // a table
pub(super) static LABEL: Keymap<Intent> = &[
    bind!(&[(ENTER, KeepLabel)], "keep", 10, ""),
    bind!(&[(ESC, DropLabel)], "back", 9, ""),
];

#[rustfmt::skip] // a table
pub(super) static CHOOSE: Keymap<Intent> = &[
    bind!(&[(ENTER, Accept), (SPACE, Accept)], "open", 10, ""),
    bind!(&[(ESC, Close), (BACKSPACE, Close)], "back", 9, ""),
    bind!(&[(DOWN, Move(ListStep::Down)), (UP, Move(ListStep::Up))], "choose", 8, ""),
    also(&[(PAGE_DOWN, Move(ListStep::PageDown)), (PAGE_UP, Move(ListStep::PageUp))]),
    also(&[(HOME, Move(ListStep::First)), (END, Move(ListStep::Last))]),
];

pub(super) static BUSY: Keymap<Intent> = &[bind!(&[(ESC, Stop)], "stop", 10, "")];
