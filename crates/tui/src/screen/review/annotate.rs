//! The window for the comment and the mark of a move.

use super::ReviewScreen;
use crate::keymap::{DOWN, ENTER, ESC, Keymap, UP};
use crate::screen::window::{
    Intent, WindowContent, WindowRow, WindowScreen, WindowSpec, WindowState,
};
use crate::screen::{Command, Context};
use crate::theme::Role;
use crate::widget::field::Field;
use crate::widget::list::ListStep;
use reversi::{MoveMark, NodeNotes};

use Intent::{Answer, Close, Move};
use reversi_text::{Message, label};

#[rustfmt::skip] // a table
static KEYS: Keymap<Intent> = &[
    bind!(&[(ENTER, Answer(0))], "done", 10, ""),
    bind!(&[(DOWN, Move(ListStep::Down)), (UP, Move(ListStep::Up))], "mark", 8, ""),
    bind!(&[(ESC, Close)], "back", 9, ""),
];

/// The names of the marks, in the order of [`MoveMark::ALL`].
const NAMES: [&Message; 6] = [
    label!("good"; "a mark on a move"),
    label!("mistake"; "a mark on a move"),
    label!("brilliant"; "a mark on a move"),
    label!("blunder"; "a mark on a move"),
    label!("interesting"; "a mark on a move"),
    label!("dubious"; "a mark on a move"),
];

/// The rows of the list of marks, with the one for none.
const MARKS: u16 = 7;

/// The comment before it is edited.
pub(crate) struct Annotation(String);

/// Returns the window for the notes on a move; at the start of the game there is only a comment.
pub(super) fn window(notes: &NodeNotes, is_move: bool) -> WindowScreen<Annotation> {
    let spec = WindowSpec {
        widths: (40, 76),
        field: Some(if is_move { MARKS } else { 0 }),
        keeps_choice: true,
        placeholder: (label!("comment"), label!("comment")),
        ..WindowSpec::new(
            if is_move {
                label!("Comment and mark")
            } else {
                label!("Comment")
            },
            KEYS,
        )
    };
    let mut window = WindowScreen::new(spec, Annotation(notes.comment.clone()));
    window.state.field = Field::new(&one_line(&notes.comment));
    let mark = notes
        .mark
        .and_then(|mark| MoveMark::ALL.iter().position(|&other| other == mark));
    window.state.chosen = mark.map_or(0, |mark| mark + 1);
    window
}

/// Returns a comment as the field shows it.
fn one_line(comment: &str) -> String {
    comment.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl WindowContent for Annotation {
    fn text(&self, state: &WindowState, _ascii: bool, limit: usize) -> Vec<WindowRow> {
        state.message("", limit)
    }

    fn list(&self, _columns: usize) -> Vec<WindowRow> {
        let marks = MoveMark::ALL.iter().zip(NAMES);
        let marks = marks.map(|(mark, name)| WindowRow {
            key: mark.to_string(),
            ..WindowRow::new(name, Role::Text)
        });
        std::iter::once(WindowRow::new(label!("no mark").text(), Role::Text))
            .chain(marks)
            .collect()
    }

    fn answer(&mut self, _: usize, state: &mut WindowState, _: &mut Context) -> Option<Command> {
        let mark = state
            .chosen
            .checked_sub(1)
            .map(|index| MoveMark::ALL[index]);
        let typed = state.field.text().trim();
        // A comment of several lines stays as it is unless it is edited.
        let comment = if typed == one_line(&self.0) {
            self.0.clone()
        } else {
            typed.to_owned()
        };
        let annotate = move |review: &mut ReviewScreen, _: &mut Context| {
            review.annotate(mark, comment);
            None
        };
        Some(Command::Close.then(Command::act_on(annotate)))
    }
}
