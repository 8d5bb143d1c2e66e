//! The list of games in a file window.

use ratatui::layout::Rect;

use crate::app::store::game_list::{About, GameLine};
use crate::app::tui::screen::Canvas;
use crate::app::tui::text::{clip, width};
use crate::app::tui::theme::Role;
use crate::app::tui::widget::list::ListView;

/// Draws the visible part of a list around the selected line. Returns the area of each line.
pub(super) fn draw_list<I>(
    lines: &[GameLine],
    chosen: Option<usize>,
    numbered: bool,
    area: Rect,
    canvas: &mut Canvas<I>,
) -> Vec<(Rect, usize)> {
    let list = ListView {
        count: lines.len(),
        chosen,
        look: &canvas.look,
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
    list.draw(text, area, canvas.buf)
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
