//! The keys of the review.

use super::{Intent, ReviewScreen};
use crate::keymap::{
    BACKSPACE, BACKTAB, CURSOR, DELETE, DOWN, END, ENTER, ESC, HOME, Keymap, LEFT, RIGHT, Shortcut,
    TAB, UP, also, key,
};
use reversi::Status;
use reversi_table::session::AnalysisMode;
use reversi_table::table::TableAction;
use reversi_text::{Message, label};
use reversi_wording::PROOF_OF_DRAW;

/// The keys.
#[rustfmt::skip] // a table
pub(super) static KEYS: Keymap<Intent> = &[
    bind!(&[(LEFT, Intent::Back), (RIGHT, Intent::Forward)], "step", 9, "previous or next move"),
    bind!(&[(UP, Intent::PreviousMistake), (DOWN, Intent::NextMistake)], "mistake", 8,
        "previous or next mistake (also Shift-Tab, Tab)"),
    also(&[(BACKTAB, Intent::PreviousMistake), (TAB, Intent::NextMistake)]),
    bind!(&[(HOME, Intent::First), (END, Intent::Last)], "", 0, "start of the game, end of the game"),
    bind!(&[(ENTER, Intent::ShowCursor)], "try", 6, "try another move|: arrow keys, then Enter"),
    bind!(&[(key(Shortcut::Undo), Intent::Undo)], "undo", 8, "undo the last change: a move, a comment, a deletion, or a new main line"),
    bind!(&[(key(Shortcut::Redo), Intent::Redo)], "redo", 4, "redo what was undone"),
    bind!(&[(DELETE, Intent::Delete)], "delete", 2, "delete this move of a variation, with all that follow it"),
    bind!(&[(key(Shortcut::Hint), Intent::Evaluate(AnalysisMode::Hint))], "hint", 7, "hint: the best move and its line, ever deeper; again: off"),
    bind!(&[(key(Shortcut::Values), Intent::Evaluate(AnalysisMode::Values))], "values", 5, "a score for each move, deeper while you stay; again: off"),
    bind!(&[(key(Shortcut::More), Intent::Lines(true)), (key(Shortcut::Less), Intent::Lines(false))], "lines", 4, "more or fewer lines of the hint, from 1 to 5"),
    bind!(&[(key(Shortcut::Evaluation), Intent::Bar)], "evaluation", 1, "evaluation bar on or off: who is ahead"),
    bind!(&[(key(Shortcut::Comment), Intent::Annotate)], "comment", 3, "comment on this move, and mark it with ! or ?"),
    bind!(&[(key(Shortcut::MainLine), Intent::Promote)], "", 0, "make this variation the main line"),
    bind!(&[(key(Shortcut::Collapse), Intent::Collapse)], "", 0, "collapse or expand the variations here"),
    bind!(&[(key(Shortcut::PlayOn), Intent::PlayOn)], "play on", 7, "play on from here, against any player"),
    bind!(&[(key(Shortcut::FindMistakes), Intent::Find)], "find", 5, "find the mistakes yourself; better moves are hidden"),
    bind!(&[(key(Shortcut::Edit), Intent::EditPosition)], "edit", 1, "edit the position: set and clear discs, paste a board"),
    on_board!(&[BACKSPACE], "", 0, "delete the typed letter, or undo"),
    bind!(&[(key(Shortcut::Openings), Intent::Openings)], "openings", 1, "openings on or off: what was played here in other games"),
    bind!(&[(key(Shortcut::AddLine), Intent::AddLine)], "", 0, "train this line: add the moves so far to your lines"),
    bind!(&[(key(Shortcut::YourLines), Intent::TrainLines)], "your line", 8, "train your line from where the game left it"),
    bind!(&[(key(Shortcut::OpeningGames), Intent::OpeningsGames)], "", 0, "openings of some games: by player, year, opening or result"),
    bind!(&[(key(Shortcut::Overlays), Intent::Overlays)], "overlays", 1, "overlays: stable discs, frontier, mobility, regions, corners"),
    bind!(&[(key(Shortcut::Copy), Intent::Copy)], "copy", 3, "show the moves and copy them to the clipboard"),
    listed!(&Intent::CopyAs, "copy as a diagram or a picture, or the game as numbers (kifu)"),
    bind!(&[(key(Shortcut::Save), Intent::Save)], "save", 4, "save with scores and variations (SGF or PGN)"),
    bind!(&[(key(Shortcut::Open), Intent::Open)], "open", 3, "open another game"),
    bind!(&[(ESC, Intent::Leave)], "back", 8, "back: cancel the input, leave the variation, leave this screen"),
];

/// The keys of an analysis only.
#[rustfmt::skip] // a table
static ANALYSIS: Keymap<Intent> = &[
    bind!(&[(key(Shortcut::Next), Intent::New)], "new", 2, "new analysis"),
];

/// The keys of a small screen that shows the board, and of one that shows the cards; they take precedence.
#[rustfmt::skip] // a table
static SMALL: [Keymap<Intent>; 2] = [
    &[bind!(&[(TAB, Intent::Switch)], "text", 9, "show the text in place of the board")],
    &[bind!(&[(TAB, Intent::Switch)], "board", 9, "show the board again")],
];

/// What the list of actions explains.
pub(super) static LEGEND: &[(&Message, &Message)] = &[
    (
        label!("a-h 1-8"),
        label!("a square: try that move in a variation, below the one it replaces"),
    ),
    (
        label!("mouse"),
        label!("click the graph, a move or a square; the wheel steps, back undoes"),
    ),
    (
        label!("board"),
        label!("before the move: the move played, and the best score"),
    ),
    (
        label!("+4="),
        label!("a score for the side to move; = is proven"),
    ),
    (label!("proven"), PROOF_OF_DRAW),
    (
        label!("graph"),
        label!("Black's lead up, White's down; solid where proven"),
    ),
    (
        label!("triangle"),
        label!("a mistake: Black's points down, White's up; a blunder is large"),
    ),
    (
        label!("? ??"),
        label!("a mistake, more than 2 discs lost; a blunder, more than 6"),
    ),
];

/// The keys in a variation; they take precedence.
#[rustfmt::skip] // a table
static ASIDE: Keymap<Intent> = &[
    bind!(&[(UP, Intent::Sibling(false)), (DOWN, Intent::Sibling(true))], "others", 8,
        "previous or next move that was tried in place of this one"),
];

/// The keys while a move is selected with the cursor; they take precedence.
#[rustfmt::skip] // a table
static CHOOSING: Keymap<Intent> = &[
    on_board!(CURSOR, "", 0, ""),
    on_board!(&[ENTER], "", 0, ""),
];

/// Returns what an intent does with the game at the table.
pub(super) const fn action(intent: Intent) -> TableAction {
    match intent {
        Intent::PlayOn | Intent::Open => TableAction::Rearrange,
        Intent::Evaluate(_) | Intent::Lines(_) => TableAction::Analyse,
        Intent::Entry(_)
        | Intent::Node(_)
        | Intent::Back
        | Intent::Forward
        | Intent::First
        | Intent::Last
        | Intent::PreviousMistake
        | Intent::NextMistake
        | Intent::ShowCursor
        | Intent::Sibling(_)
        | Intent::Undo
        | Intent::Redo
        | Intent::Delete
        | Intent::Promote
        | Intent::Collapse
        | Intent::Annotate
        | Intent::Bar
        | Intent::New
        | Intent::Find
        | Intent::EditPosition
        | Intent::Openings
        | Intent::OpeningsGames
        | Intent::AddLine
        | Intent::TrainLines
        | Intent::Overlays
        | Intent::Copy
        | Intent::CopyAs
        | Intent::Save
        | Intent::Switch
        | Intent::Leave => TableAction::Look,
    }
}

impl ReviewScreen {
    /// Returns the active tables.
    pub(super) fn active_tables(&self) -> Vec<Keymap<Intent>> {
        let choosing = self.pane.square().map(|_| CHOOSING);
        let small = self
            .is_small()
            .then(|| SMALL[usize::from(self.shows_cards)]);
        let aside = self.tree.aside().then_some(ASIDE);
        let special = choosing.into_iter().chain(small).chain(aside);
        let analysis = self.is_analysis().then_some(ANALYSIS);
        special.chain([KEYS]).chain(analysis).collect()
    }

    /// Returns whether an intent does something now.
    pub(super) fn can(&self, intent: Intent) -> bool {
        let review = self.review();
        match intent {
            Intent::Undo => self.tree.can_undo(),
            Intent::Delete => self.tree.can_delete(),
            Intent::Promote => self.tree.aside(),
            Intent::Collapse => self.tree.has_branches(),
            Intent::Redo => self.tree.can_redo(),
            Intent::TrainLines => self.departure.is_some(),
            Intent::Sibling(_) => self.tree.has_siblings(),
            Intent::PlayOn => !matches!(self.game_here().status(), Status::Over(_)),
            Intent::ShowCursor => !self.position().legal_moves().is_empty(),
            Intent::PreviousMistake => {
                let at = self.focus();
                review.next_mistake(at).is_some() || review.previous_mistake(at).is_some()
            }
            Intent::Entry(_)
            | Intent::Node(_)
            | Intent::Back
            | Intent::Forward
            | Intent::First
            | Intent::Last
            | Intent::NextMistake
            | Intent::Annotate
            | Intent::Evaluate(_)
            | Intent::Lines(_)
            | Intent::Bar
            | Intent::New
            | Intent::Find
            | Intent::EditPosition
            | Intent::Openings
            | Intent::OpeningsGames
            | Intent::AddLine
            | Intent::Overlays
            | Intent::Copy
            | Intent::CopyAs
            | Intent::Save
            | Intent::Open
            | Intent::Switch
            | Intent::Leave => true,
        }
    }
}
