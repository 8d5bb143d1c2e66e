//! The file windows: saving, opening, and choosing among several games.

mod games;
mod open;
mod save;

use crossterm::event::KeyEvent;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use tui_input::InputRequest;

use super::window::{draw_frame, is_roomy, widest_inside};
use crate::app::store::game_list::{About, GameLine};
use crate::app::tui::keymap::{
    BACKSPACE, DELETE, END, HOME, Keymap, LEFT, Meaning, RIGHT, also, bind, ctrl, look_up, typed,
};
use crate::app::tui::text::{clip, width};
use crate::app::tui::theme::{ActiveTheme, Role};
use crate::app::tui::widget::field::Field;
use crate::app::tui::widget::list::ListView;

pub(crate) use games::GamesWindow;
pub(crate) use open::OpenWindow;
pub(crate) use save::SaveWindow;

/// The largest inner width of a file window.
const WIDEST: u16 = 76;

/// The number of lines in a page.
const PAGE: usize = 10;

/// The editing keys of a text field. Other keys type.
#[rustfmt::skip] // a table
pub(super) static FIELD: Keymap<InputRequest> = &[
    also(&[(LEFT, InputRequest::GoToPrevChar), (RIGHT, InputRequest::GoToNextChar)]),
    bind(&[(HOME, InputRequest::GoToStart), (END, InputRequest::GoToEnd)], "", 0,
        "start of the text, end of the text"),
    also(&[(BACKSPACE, InputRequest::DeletePrevChar), (DELETE, InputRequest::DeleteNextChar)]),
    bind(&[(ctrl('w'), InputRequest::DeletePrevWord), (ctrl('u'), InputRequest::DeleteLine)], "", 0,
        "delete a word, delete everything"),
];

/// Returns the edit that a key requests.
fn edit(key: KeyEvent) -> Option<InputRequest> {
    match look_up(&[FIELD], key) {
        Some(Meaning::Own(request)) => Some(request),
        _ => typed(key).map(InputRequest::InsertChar),
    }
}

/// Applies a file name completion, unless the text has changed since. Returns whether it was applied.
fn complete(field: &mut Field, typed: &str, text: &str) -> bool {
    let same = field.text() == typed;
    if same {
        *field = Field::new(text);
    }
    same
}

/// Returns the inner width of a file window.
fn inside(area: Rect) -> u16 {
    widest_inside(area).min(WIDEST)
}

fn rows_of(lines: &[String]) -> u16 {
    u16::try_from(lines.len()).unwrap_or(u16::MAX)
}

fn draw_lines(lines: &[String], area: Rect, role: Role, look: &ActiveTheme, buf: &mut Buffer) {
    for (line, y) in lines.iter().zip(area.y..area.bottom()) {
        buf.set_stringn(area.x, y, line, usize::from(area.width), look.style(role));
    }
}

/// A movement of the selection in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Up,
    Down,
    PageUp,
    PageDown,
    First,
    Last,
}

impl Step {
    fn from(self, chosen: usize, count: usize) -> usize {
        let last = count.saturating_sub(1);
        match self {
            Self::Up => chosen.saturating_sub(1),
            Self::Down => (chosen + 1).min(last),
            Self::PageUp => chosen.saturating_sub(PAGE),
            Self::PageDown => (chosen + PAGE).min(last),
            Self::First => 0,
            Self::Last => last,
        }
    }
}

/// Draws the visible part of a list around the selected line. Returns the area of each line.
fn draw_list(
    lines: &[GameLine],
    chosen: Option<usize>,
    numbered: bool,
    area: Rect,
    look: &ActiveTheme,
    buf: &mut Buffer,
) -> Vec<(Rect, usize)> {
    let list = ListView {
        count: lines.len(),
        chosen,
        look,
    };
    // Numbers, dates and results are aligned.
    let seen = lines[list.visible(area)].last();
    let digits = seen.map_or(0, |line| line.number.to_string().len());
    let text = |index: usize| {
        let line: &GameLine = &lines[index];
        let number = if numbered {
            format!("{:>digits$}  ", line.number)
        } else {
            String::new()
        };
        let room = usize::from(area.width).saturating_sub(width(&number));
        match &line.game {
            Ok(about) => (number + &describe(about, room), Role::Text),
            Err(why) => (format!("{number}{why}"), Role::Warning),
        }
    };
    list.draw(text, area, buf)
}

/// Returns a game in a line of the given width: the date if there is room, the players, and the result at
/// the right.
fn describe(about: &About, columns: usize) -> String {
    let result = &about.result;
    let room = columns.saturating_sub(width(result) + 2);
    let names = format!("{} - {}", about.players.black, about.players.white);
    let day = about.date.get(..10).unwrap_or(&about.date);
    let left = [&about.date, day]
        .into_iter()
        .filter(|date| !date.is_empty())
        .map(|date| format!("{date}  {names}"))
        .find(|text| width(text) <= room)
        .unwrap_or(names);
    let left = clip(&left, room);
    let gap = " ".repeat(columns.saturating_sub(width(left) + width(result)));
    format!("{left}{gap}{result}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::tui::keymap::check_tables;

    #[test]
    fn the_tables_keep_the_laws_of_keys() {
        check_tables(&[FIELD], false);
    }
}
