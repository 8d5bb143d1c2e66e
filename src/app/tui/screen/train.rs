//! The choice of what to practise, and of the lines of an opening: an opening by its name, or a file of lines.

use super::exercise;
use super::pick::{self, PickList, PickRow, pick_keys};
use super::puzzle_choice::PuzzleChoice;
use super::stats::StatsScreen;
use super::window::{Intent, WindowContent, WindowRow, WindowScreen, WindowSpec, WindowState};
use super::{Command, Context, ScreenKind};
use crate::app::store::game_file::expand_home;
use crate::app::study::openings::practice::LineSource;
use crate::app::tui::context::UiContext;
use crate::app::tui::keymap::{DOWN, ENTER, ESC, Keymap, TAB, UP, bind};
use crate::app::tui::text::width;
use crate::app::tui::theme::Role;
use crate::app::tui::widget::list::{ListStep, TO_FILTER};
use crate::app::wording::has_words;
use crate::color::Color;
use crate::opening::Opening;

use Intent::{Answer, Close, Move};

/// What can be practised: its name, what it is, and what opens it.
type Practice = (&'static str, &'static str, fn(&UiContext) -> Command);

#[rustfmt::skip] // a table
const PRACTICES: [Practice; 4] = [
    ("Puzzles", "find the move; your own mistakes come first", |_| Command::open(PuzzleChoice::new())),
    ("Puzzle of the day", "the same for everybody", |ui| Command::open(exercise::puzzle_of_the_day(ui))),
    ("Openings", "play an opening or your own lines; the program answers", |_| Command::open(line_window())),
    ("Your record", "your results, losses, mistakes and openings", |ui| Command::open(StatsScreen::new(ui))),
];

static KEYS: Keymap<Intent> = &pick_keys("open");

/// Returns the window with the list of what can be practised.
pub(crate) fn window() -> WindowScreen<PickList> {
    let spec = WindowSpec {
        widths: (48, 48),
        text_rows: 2,
        picks_at_once: true,
        ..WindowSpec::new(" Train ", KEYS)
    };
    let rows = PRACTICES
        .map(|(name, about, open)| PickRow::new(name, about, move |context| open(&context.ui)));
    pick::window(spec, rows, 0)
}

/// No opening matches what is typed.
const NO_SUCH_OPENING: &str = "No opening has this name.";

/// The longest list.
const ROWS: u16 = 12;

/// The choice of the lines to train.
pub(crate) struct LineSources {
    /// The lines that match what is typed.
    sources: Vec<LineSource>,
    side: Color,
}

/// The answer that trains the other side.
const SWAP: usize = 1;

#[rustfmt::skip] // a table
static LINE_KEYS: Keymap<Intent> = &[
    bind(&[(ENTER, Answer(0))], "train", 10, ""),
    bind(&[(DOWN, Move(ListStep::Down)), (UP, Move(ListStep::Up))], "choose", 8, ""),
    bind(&[(TAB, Answer(SWAP))], "other side", 7, ""),
    bind(&[(ESC, Close)], "back", 9, ""),
];

/// Returns the window with the lines to train.
fn line_window() -> WindowScreen<LineSources> {
    let spec = WindowSpec {
        kind: ScreenKind::Window,
        widths: (56, 56),
        field: Some(ROWS),
        placeholder: TO_FILTER,
        picks_at_once: true,
        ..WindowSpec::new(" Train openings ", LINE_KEYS)
    };
    let list = LineSources {
        sources: sources(""),
        side: Color::Black,
    };
    WindowScreen::new(spec, list)
}

/// Returns the lines that match a text: those of a file, if it looks like one.
fn sources(text: &str) -> Vec<LineSource> {
    let text = text.trim();
    if text.contains(['/', '.', '\\', '~']) {
        return vec![LineSource::File(expand_home(text))];
    }
    let matches = |opening: &&Opening| {
        let japanese = opening.japanese.unwrap_or_default();
        has_words(&format!("{} {japanese}", opening.english), text)
    };
    let all = text.is_empty().then_some(LineSource::All);
    let named = Opening::ALL.iter().filter(matches);
    all.into_iter()
        .chain(named.map(LineSource::Opening))
        .collect()
}

/// Returns a line of the list, within a width.
fn line(source: &LineSource, columns: usize) -> String {
    match source {
        LineSource::Opening(opening) => {
            let room = columns.saturating_sub(width(opening.english) + 2);
            let moves = if opening.moves.len() <= room {
                opening.moves
            } else {
                ""
            };
            format!("{}  {moves}", opening.english)
        }
        LineSource::All => source.name(),
        LineSource::File(_) => format!("The lines in {}", source.name()),
    }
}

impl WindowContent for LineSources {
    fn text(&self, state: &WindowState, _ascii: bool, _limit: usize) -> Vec<WindowRow> {
        let advice = if self.sources.is_empty() {
            NO_SUCH_OPENING
        } else {
            "Type part of a name, or a file of your own lines."
        };
        let mut rows = state.message(advice, usize::from(u16::MAX));
        rows.push(WindowRow::new(
            format!("You play {}.", self.side),
            Role::Text,
        ));
        rows
    }

    fn list(&self, columns: usize) -> Vec<WindowRow> {
        let lines = self.sources.iter().map(|source| line(source, columns));
        lines.map(|line| WindowRow::new(line, Role::Text)).collect()
    }

    fn edited(&mut self, text: &str) {
        self.sources = sources(text);
    }

    fn answer(
        &mut self,
        answer: usize,
        state: &mut WindowState,
        context: &mut Context,
    ) -> Option<Command> {
        if answer == SWAP {
            self.side = self.side.opposite();
            return None;
        }
        let Some(source) = self.sources.get(state.chosen) else {
            state.notice = Some(NO_SUCH_OPENING.to_owned());
            return None;
        };
        let screen = exercise::opening_lines(source.clone(), self.side, &context.ui);
        Some(Command::replace(screen))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_found_by_a_part_of_their_name() {
        assert_eq!(sources("").len(), Opening::ALL.len() + 1);
        let names: Vec<String> = sources("ROSE-b").iter().map(LineSource::name).collect();
        assert_eq!(names, ["Rose-Bill", "Central Rose-Bill", "Rose-Birth"]);
        assert_eq!(sources("虎")[0].name(), "Tiger");
        let path = "my/lines.txt";
        assert_eq!(sources(path), [LineSource::File(path.into())]);
    }
}
