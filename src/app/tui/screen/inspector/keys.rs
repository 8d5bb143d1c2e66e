//! The keys of the inspector.

use super::InspectorScreen;
use super::Intent;
use crate::app::tui::context::UiContext;
use crate::app::tui::keymap::{
    BACKSPACE, BACKTAB, DOWN, END, ENTER, ESC, HOME, Keymap, LEFT, Meaning, RIGHT, SPACE, TAB, UP,
    also, bind, ch, help_key, theme_key,
};
use crate::app::tui::screen::{Hint, hints};

/// The keys.
#[rustfmt::skip] // a table
pub(in crate::app::tui::screen) static KEYS: Keymap<Intent> = &[
    bind(&[(RIGHT, Intent::NextStep), (LEFT, Intent::PreviousStep)], "step", 9, "next step, previous step"),
    bind(&[(DOWN, Intent::NextChapter), (UP, Intent::PreviousChapter)], "part", 7,
        "next or previous part, such as a direction"),
    bind(&[(SPACE, Intent::Run)], "run", 8, "run; any key stops it"),
    bind(&[(HOME, Intent::FirstStep), (END, Intent::LastStep)], "", 0, "first step, last step"),
    bind(&[(TAB, Intent::NextTopic)], "topic", 6, "next topic; Shift-Tab for the previous one"),
    also(&[(BACKTAB, Intent::PreviousTopic)]),
    bind(&[(ENTER, Intent::ShowCursor)], "square", 3, "pick a square with the arrow keys to see its flips"),
    bind(&[(ch('m'), Intent::Mask)], "mask off", 5, "mask on or off: see what goes wrong without it"),
    bind(&[(ch('+'), Intent::Slower)], "", 0, "run slower"),
    bind(&[(ch('-'), Intent::Faster)], "", 0, "run faster"),
    also(&[(ch('='), Intent::Slower), (ch('_'), Intent::Faster)]),
    bind(&[(BACKSPACE, Intent::Erase)], "", 0, "delete the typed letter"),
    theme_key(1),
    help_key(6, "show this help"),
    bind(&[(ch('q'), Intent::Close), (ch('i'), Intent::Close)], "close", 10, "back to the game"),
    bind(&[(ESC, Intent::Leave)], "", 0, "cancel the input or the run, then back to the game"),
];

/// The keys while a square is selected with the cursor; they take precedence.
#[rustfmt::skip] // a table
static CHOOSING: Keymap<Intent> = &[
    also(&[(UP, Intent::MoveCursor(0, -1)), (DOWN, Intent::MoveCursor(0, 1)), (LEFT, Intent::MoveCursor(-1, 0)), (RIGHT, Intent::MoveCursor(1, 0))]),
    bind(&[(ENTER, Intent::ChooseAtCursor), (SPACE, Intent::ChooseAtCursor)], "show flips", 10, ""),
];

impl InspectorScreen {
    fn is_choosing(&self) -> bool {
        self.input.square().is_some()
    }

    /// Returns the active tables.
    pub(super) fn tables(&self) -> &'static [Keymap<Intent>] {
        static TABLES: [Keymap<Intent>; 2] = [CHOOSING, KEYS];
        &TABLES[usize::from(!self.is_choosing())..]
    }

    /// Returns the keys that do something now, as shown.
    pub(super) fn hints(&self, ui: &UiContext) -> Vec<Hint<Intent>> {
        let topic = self.walk.trace.topic;
        let mut items = hints(self.tables(), ui, |intent| match intent {
            Intent::NextTopic => !self.is_choosing(),
            Intent::Mask => topic.has_mask() && !self.is_choosing(),
            Intent::NextChapter => self.walk.trace.chapters.len() > 1,
            _ => true,
        });
        for item in &mut items {
            match item.target {
                Meaning::Own(Intent::NextStep | Intent::NextChapter) => {
                    if ui.ascii {
                        // There is no room for both names.
                        item.key = item.key.split('/').next_back().unwrap_or("").to_owned();
                    }
                    if item.target == Meaning::Own(Intent::NextChapter) && topic.has_directions() {
                        "direction".clone_into(&mut item.label);
                    }
                }
                Meaning::Own(Intent::Run) if self.due.is_some() => {
                    "stop".clone_into(&mut item.label);
                }
                Meaning::Own(Intent::Mask) if !self.masked => "mask on".clone_into(&mut item.label),
                _ => {}
            }
        }
        items
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::tui::keymap::check_tables;

    #[test]
    fn the_tables_keep_the_laws_of_keys() {
        check_tables(&[CHOOSING, KEYS], true);
    }
}
