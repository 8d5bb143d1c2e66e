//! The choice of what to practise, and of the lines of an opening: an opening by its name, or a file of lines.

use std::path::PathBuf;

use super::files::FileWindow;
use super::mistake_choice::MistakesWindow;
use super::pick::{self, PickList, PickRow, pick_keys};
use super::puzzle_choice::PuzzleChoice;
use super::stats::StatsScreen;
use super::window::{Intent, WindowContent, WindowRow, WindowScreen, WindowSpec, WindowState};
use super::{Command, Context, ScreenKind, exercise};
use crate::context::UiContext;
use crate::keymap::{DELETE, DOWN, ENTER, ESC, Keymap, TAB, UP};
use crate::text::width;
use crate::theme::Role;
use crate::widget::list::{ListStep, TO_FILTER};
use reversi::{Color, Opening};
use reversi_study::openings::lines::NamedLine;
pub(super) use reversi_study::practice::opening_exercise::LineSource;
pub(super) use reversi_study::practice::own_lines::LineChange;
use reversi_table::phrase::has_words;
use reversi_table::store::filter::GameFilter;
use reversi_table::store::game_file::expand_home;

use Intent::{Answer, Close, Move};
use reversi_text::{Message, Name, label, tr};
use reversi_wording::you_play;

/// What can be practised: its name, what it is, and what opens it.
type Practice = (
    &'static Message,
    &'static Message,
    fn(&UiContext) -> Command,
);

#[rustfmt::skip] // a table
pub(super) const PRACTICES: [Practice; 5] = [
    (label!("Puzzles"), label!("find the move; your own mistakes come first"), |_| Command::open(PuzzleChoice::new())),
    (label!("Puzzle of the day"), label!("the same for everybody"), |ui| Command::open(exercise::puzzle_of_the_day(ui))),
    (label!("Openings"), label!("play an opening or your own lines; the program answers"), |ui| Command::open(line_window(ui))),
    (label!("Your record"), label!("your results, losses, mistakes and openings"), |ui| Command::open(StatsScreen::new(ui))),
    (label!("Your mistakes"), label!("find better moves than those that cost you discs"), |_| Command::open(MistakesWindow::new(GameFilter::default()))),
];

static KEYS: Keymap<Intent> = &pick_keys(label!("open"));

/// Returns the window with the list of what can be practised.
pub(crate) fn window() -> WindowScreen<PickList> {
    let spec = WindowSpec {
        widths: (48, 48),
        text_rows: 2,
        picks_at_once: true,
        ..WindowSpec::new(label!("Train"), KEYS)
    };
    let rows = PRACTICES.map(|(name, about, open)| {
        PickRow::new(name.text(), about.text(), move |context| open(&context.ui))
    });
    pick::window(spec, rows, 0)
}

/// No opening matches what is typed.
const NO_SUCH_OPENING: &Message = label!("No opening has this name.");

/// The longest list.
const ROWS: u16 = 12;

/// A row of the list of lines.
#[derive(Clone, Debug, PartialEq, Eq)]
enum LineRow {
    /// Trains these lines.
    Train(LineSource),
    /// Adds the lines of a file to those of the player.
    Add(PathBuf),
    /// Writes the lines of the player to a file.
    Export,
}

/// The choice of the lines to train.
pub(crate) struct LineSources {
    /// The lines of the player.
    own: Vec<NamedLine>,
    typed: String,
    /// What matches what is typed.
    rows: Vec<LineRow>,
    side: Color,
    /// Whether openings have their Japanese names too.
    japanese: bool,
}

/// The answer that trains the other side.
const SWAP: usize = 1;

/// The answer that removes a line of the player.
const REMOVE: usize = 2;

#[rustfmt::skip] // a table
static LINE_KEYS: Keymap<Intent> = &[
    bind!(&[(ENTER, Answer(0))], "train", 10, ""),
    bind!(&[(DOWN, Move(ListStep::Down)), (UP, Move(ListStep::Up))], "choose", 8, ""),
    bind!(&[(TAB, Answer(SWAP))], "other side", 7, ""),
    bind!(&[(DELETE, Answer(REMOVE))], "remove", 6, ""),
    bind!(&[(ESC, Close)], "back", 9, ""),
];

/// Returns the window with the lines to train.
fn line_window(ui: &UiContext) -> WindowScreen<LineSources> {
    let spec = WindowSpec {
        kind: ScreenKind::Window,
        widths: (56, 56),
        field: Some(ROWS),
        placeholder: TO_FILTER,
        picks_at_once: true,
        ..WindowSpec::new(label!("Train openings"), LINE_KEYS)
    };
    let own = ui.own_lines().to_vec();
    let list = LineSources {
        rows: rows("", &own),
        own,
        typed: String::new(),
        side: Color::Black,
        japanese: ui.has_japanese(),
    };
    WindowScreen::new(spec, list)
}

/// Returns the rows that match a text: those about a file, if it looks like one. The lines of the player come first.
fn rows(text: &str, own: &[NamedLine]) -> Vec<LineRow> {
    let text = text.trim();
    if text.contains(['/', '.', '\\', '~']) {
        let path = expand_home(text);
        return vec![
            LineRow::Train(LineSource::File(path.clone())),
            LineRow::Add(path),
        ];
    }
    let all_own = (text.is_empty() && own.len() > 1).then(|| LineSource::Own(own.to_vec()));
    let export = (text.is_empty() && !own.is_empty()).then_some(LineRow::Export);
    let one = |line: &NamedLine| LineRow::Train(LineSource::Own(vec![line.clone()]));
    let each_own = own.iter().filter(|line| has_words(&line.to_string(), text));
    let matches = |opening: &&Opening| has_words(&opening.name(true), text);
    let all = text.is_empty().then_some(LineSource::All);
    let named = Opening::ALL.iter().filter(matches);
    let named = all.into_iter().chain(named.map(LineSource::Opening));
    let own = all_own.map(LineRow::Train).into_iter();
    let own = own.chain(each_own.map(one)).chain(export);
    own.chain(named.map(LineRow::Train)).collect()
}

/// Returns a line of the list, within a width; names of openings in Japanese too, if that is wanted.
fn line(row: &LineRow, columns: usize, japanese: bool) -> String {
    let with_moves = |name: &str, moves: &str| {
        let room = columns.saturating_sub(width(name) + 2);
        let moves = if moves.len() <= room { moves } else { "" };
        format!("{name}  {moves}")
    };
    let source = match row {
        LineRow::Train(source) => source,
        LineRow::Add(_) => {
            return label!("Add the lines of this file to yours")
                .text()
                .to_owned();
        }
        LineRow::Export => return label!("Write your lines to a file").text().to_owned(),
    };
    match source {
        LineSource::Opening(opening) => with_moves(&opening.name(japanese), opening.moves),
        LineSource::Own(lines) => match &lines[..] {
            [line] if line.name.is_empty() => with_moves(label!("Your line").text(), &line.moves()),
            [line] => {
                let name = tr!("Your line: {name}", name = Name(&line.name));
                with_moves(&name, &line.moves())
            }
            lines => tr!(
                "All {count} line of yours" | "All {count} lines of yours",
                count = lines.len(),
            )
            .into(),
        },
        LineSource::All => source.name(japanese).into(),
        LineSource::File(_) => {
            tr!("The lines in {file}", file = Name(&source.name(japanese))).into()
        }
    }
}

impl LineSources {
    /// Removes the line of a row, if it is one of the player.
    fn remove(&mut self, row: LineRow, state: &mut WindowState, ui: &UiContext) -> Option<Command> {
        let line = match row {
            LineRow::Train(LineSource::Own(mut lines)) if lines.len() == 1 => lines.pop()?,
            _ => {
                state.notice = Some(
                    label!("Only a line of yours can be removed.")
                        .text()
                        .to_owned(),
                );
                return None;
            }
        };
        state.notice = match ui.change_lines(LineChange::Remove(line.clone())) {
            Ok(()) => {
                let title = line.title();
                Some(tr!("Removed {line} from your lines.", line = Name(&title)).into())
            }
            Err(why) => Some(why.to_owned()),
        };
        self.own.retain(|own| *own != line);
        self.rows = rows(&self.typed, &self.own);
        state.chosen = state.chosen.min(self.rows.len().saturating_sub(1));
        None
    }
}

impl WindowContent for LineSources {
    fn text(&self, state: &WindowState, _ascii: bool, _limit: usize) -> Vec<WindowRow> {
        let advice = if self.rows.is_empty() {
            NO_SUCH_OPENING.text()
        } else if !self.own.is_empty() {
            label!("Type part of a name, or a file of lines. Delete removes yours.").text()
        } else {
            label!("Type part of a name, or a file of your own lines.").text()
        };
        let mut rows = state.message(advice, usize::from(u16::MAX));
        rows.push(WindowRow::new(you_play(self.side), Role::Text));
        rows
    }

    fn list(&self, columns: usize) -> Vec<WindowRow> {
        let lines = self
            .rows
            .iter()
            .map(|row| line(row, columns, self.japanese));
        lines.map(|line| WindowRow::new(line, Role::Text)).collect()
    }

    fn edited(&mut self, text: &str) {
        text.clone_into(&mut self.typed);
        self.rows = rows(text, &self.own);
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
        let Some(row) = self.rows.get(state.chosen) else {
            state.notice = Some(NO_SUCH_OPENING.text().to_owned());
            return None;
        };
        let ui = &context.ui;
        if answer == REMOVE {
            return self.remove(row.clone(), state, ui);
        }
        Some(match row {
            LineRow::Train(source) => {
                Command::replace(exercise::opening_lines(source.clone(), self.side, ui))
            }
            LineRow::Add(path) => match ui.change_lines(LineChange::AddFile(path.clone())) {
                Ok(()) => Command::Close,
                Err(why) => {
                    state.notice = Some(why.to_owned());
                    return None;
                }
            },
            LineRow::Export => {
                let lines: Vec<String> = self.own.iter().map(ToString::to_string).collect();
                let text = lines.join("\n") + "\n";
                Command::replace(FileWindow::export(text.into(), "lines.txt", ui))
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reversi_text::Said;

    fn sources(text: &str) -> Vec<LineSource> {
        let train = rows(text, &[]).into_iter().map(|row| match row {
            LineRow::Train(source) => source,
            row => panic!("{row:?}"),
        });
        train.collect()
    }

    #[test]
    fn openings_are_found_by_a_part_of_their_name() {
        assert_eq!(sources("").len(), Opening::ALL.len() + 1);
        let names: Vec<Said> = sources("ROSE-b")
            .iter()
            .map(|source| source.name(false))
            .collect();
        assert_eq!(names, ["Rose-Bill", "Central Rose-Bill", "Rose-Birth"]);
        assert_eq!(sources("虎")[0].name(false), "Tiger");
        let path = "my/lines.txt";
        let train = LineRow::Train(LineSource::File(path.into()));
        assert_eq!(rows(path, &[]), [train, LineRow::Add(path.into())]);
    }

    #[test]
    fn the_lines_of_the_player_come_first_and_are_found_by_name_or_moves() {
        let own = ["My Rose | f5d6c5", "f5f6e6"].map(|line| line.parse::<NamedLine>().unwrap());
        let texts = |typed: &str| -> Vec<String> {
            let rows = rows(typed, &own);
            rows.iter()
                .take(4)
                .map(|row| line(row, 40, false))
                .collect()
        };
        let expected = [
            "All 2 lines of yours",
            "Your line: My Rose  f5d6c5",
            "Your line  f5f6e6",
            "Write your lines to a file",
        ];
        assert_eq!(texts(""), expected);
        assert_eq!(texts("rose")[0], "Your line: My Rose  f5d6c5");
        assert_eq!(texts("f5f6e6"), ["Your line  f5f6e6"]);
    }
}
