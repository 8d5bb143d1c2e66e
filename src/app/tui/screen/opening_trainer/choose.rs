//! The choice of the lines to train: an opening by its name, or a file of lines.

use super::{OpeningTrainerScreen, file_of};
use crate::app::study::openings::practice::LineSource;
use crate::app::tui::keymap::{DOWN, ENTER, ESC, Keymap, TAB, UP, bind};
use crate::app::tui::screen::help::HelpRow;
use crate::app::tui::screen::window::{
    Intent, WindowContent, WindowScreen, WindowSpec, WindowState,
};
use crate::app::tui::screen::{Command, Context, ScreenKind};
use crate::app::tui::text::width;
use crate::app::tui::theme::Role;
use crate::app::tui::widget::list::ListStep;
use crate::app::wording::openings::trainer as wording;
use crate::color::Color;
use crate::opening::Opening;

use Intent::{Answer, Close, Move};

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
static KEYS: Keymap<Intent> = &[
    bind(&[(ENTER, Answer(0))], "train", 10, ""),
    bind(&[(DOWN, Move(ListStep::Down)), (UP, Move(ListStep::Up))], "choose", 8, ""),
    bind(&[(TAB, Answer(SWAP))], "other side", 7, ""),
    bind(&[(ESC, Close)], "back", 9, ""),
];

/// Returns the window with the lines to train.
pub(in crate::app::tui::screen) fn window() -> WindowScreen<LineSources> {
    let spec = WindowSpec {
        kind: ScreenKind::Window,
        widths: (56, 56),
        field: Some(ROWS),
        picks_at_once: true,
        ..WindowSpec::new(" Train openings ", KEYS)
    };
    let list = LineSources {
        sources: sources(""),
        side: Color::Black,
    };
    WindowScreen::new(spec, list)
}

/// Returns the lines that match a text.
fn sources(text: &str) -> Vec<LineSource> {
    if let Some(path) = file_of(text) {
        return vec![LineSource::File(path)];
    }
    let text = text.trim().to_lowercase();
    let matches = |opening: &&Opening| {
        let japanese = opening.japanese.unwrap_or_default();
        opening.english.to_lowercase().contains(&text) || japanese.contains(&text)
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
        LineSource::File(_) => wording::lines_in(&source.name()),
    }
}

impl WindowContent for LineSources {
    fn text(&self, state: &WindowState, _ascii: bool, _limit: usize) -> Vec<HelpRow> {
        let mut rows = state.message(wording::TYPE_NAME, usize::from(u16::MAX));
        rows.push(HelpRow::new(wording::side(self.side), Role::Text));
        rows
    }

    fn list(&self, columns: usize) -> Vec<String> {
        let sources = self.sources.iter();
        sources.map(|source| line(source, columns)).collect()
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
            state.notice = Some(wording::NO_OPENING.to_owned());
            return None;
        };
        let screen = OpeningTrainerScreen::new(source.clone(), self.side, &context.ui);
        Some(Command::replace(screen))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::tui::keymap::check_tables;

    #[test]
    fn the_table_keeps_the_laws_of_keys() {
        check_tables(&[KEYS], false);
    }

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
