//! The list of what can be practised.

use super::help::HelpRow;
use super::opening_trainer::choose;
use super::puzzle::PuzzleScreen;
use super::stats::StatsScreen;
use super::window::{Intent, WindowContent, WindowScreen, WindowSpec, WindowState};
use super::{Command, Context, ScreenKind};
use crate::app::tui::context::UiContext;
use crate::app::tui::keymap::{BACKSPACE, DOWN, ENTER, ESC, Keymap, SPACE, UP, bind, ch, quit_key};
use crate::app::tui::widget::list::ListStep;

use Intent::{Answer, Close, Move};

/// What can be practised: its name, what it is, and what opens it.
type Exercise = (&'static str, &'static str, fn(&UiContext) -> Command);

#[rustfmt::skip] // a table
const EXERCISES: [Exercise; 3] = [
    ("Puzzles", "find the move; your own mistakes come first", |ui| Command::open(PuzzleScreen::new(ui))),
    ("Openings", "play an opening or your own lines; the program answers", |_| Command::open(choose::window())),
    ("Your record", "your results, losses, mistakes and openings", |ui| Command::open(StatsScreen::new(ui))),
];

#[rustfmt::skip] // a table
static KEYS: Keymap<Intent> = &[
    bind(&[(ENTER, Answer(0)), (SPACE, Answer(0))], "open", 10, ""),
    bind(&[(UP, Move(ListStep::Up)), (DOWN, Move(ListStep::Down))], "choose", 8, ""),
    bind(&[(ESC, Close), (BACKSPACE, Close), (ch('n'), Close)], "back", 9, ""),
    quit_key(7),
];

/// Returns the window with the list of what can be practised.
pub(crate) fn window() -> WindowScreen<Exercises> {
    let spec = WindowSpec {
        kind: ScreenKind::Window,
        widths: (48, 48),
        text_rows: 2,
        picks_at_once: true,
        ..WindowSpec::new(" Train ", KEYS)
    };
    WindowScreen::new(spec, Exercises)
}

/// The list of what can be practised.
pub(crate) struct Exercises;

impl WindowContent for Exercises {
    fn text(&self, state: &WindowState, _ascii: bool, limit: usize) -> Vec<HelpRow> {
        state.message(EXERCISES[state.chosen].1, limit)
    }

    fn list(&self, _columns: usize) -> Vec<String> {
        EXERCISES.map(|(name, ..)| name.to_owned()).into()
    }

    fn answer(
        &mut self,
        _: usize,
        state: &mut WindowState,
        context: &mut Context,
    ) -> Option<Command> {
        let (.., open) = EXERCISES[state.chosen];
        Some(open(&context.ui))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::tui::keymap::check_tables;

    #[test]
    fn the_table_keeps_the_laws_of_keys() {
        check_tables(&[KEYS], true);
    }
}
