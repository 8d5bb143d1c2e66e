//! The drawing of the card at the end of a game.

use ratatui::layout::Rect;
use ratatui::widgets::{Clear, Widget as _};

use super::Intent;
use super::end::EndCard;
use super::view::GameView;
use crate::keymap::Meaning;
use crate::layout::{Slices, Spare, centered};
use crate::log::TableMessage;
use crate::screen::{Canvas, card_edges, totals};
use crate::text::{align_right, columns, cut_name, rows, width, wrap};
use crate::theme::Role;
use crate::widget::keys::{ButtonKind, PageButton};
use crate::widget::players::HUGE;
use reversi_table::store::rated::RatedState;
use reversi_text::{Name, label, tr};
use reversi_wording::casual;
use reversi_wording::review::{best_move, highlights, turning_point};

/// The fewest rows of a screen whose card has the score in large digits.
const LEAST: u16 = 18;

/// The width of the card.
const WIDTH: u16 = 46;

/// The most columns of a player's name, and the fewest of the table of both sides.
const NAME: usize = 12;
const WITH_TABLE: usize = 28;

/// The most columns of the first of two buttons.
const BUTTON: u16 = 16;

impl GameView<'_> {
    /// Returns the end of the game while its card is open.
    pub(super) fn open_end(&self) -> Option<&EndCard> {
        let end = self.screen.end.as_ref();
        end.filter(|end| !end.is_closed && !self.is_past())
    }

    /// Draws the card below the score beside the board, so that the whole board is seen; over the whole area if
    /// there is no room beside the board. Returns what is left below the card.
    pub(super) fn draw_end(
        &self,
        end: &EndCard,
        area: Rect,
        is_beside: bool,
        canvas: &mut Canvas<Intent>,
    ) -> Rect {
        let is_boxed = !is_beside || area.width >= HUGE.width;
        let (sides, edges) = card_edges(is_boxed);
        let width = if is_beside {
            area.width
        } else {
            WIDTH.min(area.width)
        };
        let inside = usize::from(width.saturating_sub(sides));
        let result = self.result_in(inside);
        let (figure, rated) = rated_in(end, &result, inside);
        let (table, notes) = self.end_texts(end, inside);
        // Beside the board, the score is above the card.
        let players = self.players();
        let score = if is_beside || area.height < LEAST {
            0
        } else {
            players.rows(Rect {
                width: width.saturating_sub(sides),
                ..area
            })
        };
        let buttons = rows(&end.buttons());
        let needed = edges + score + rows(&result) + buttons;
        let mut spare = Spare(area.height.saturating_sub(needed));
        let rated = spare.keep(rated);
        // What there is no room for is in the review. The last line of each of them is blank.
        let table = spare.keep(table);
        let notes = notes.into_iter().find(|notes| rows(notes) <= spare.0);
        let notes = spare.keep(notes.unwrap_or_default());
        let gaps = spare.take(1);
        let height = needed + rows(&rated) + gaps + rows(&table) + rows(&notes);
        let mut place = Slices(centered(area, width));
        if !is_beside {
            place.top(area.height.saturating_sub(height) / 2);
        }
        let outer = place.top(height);
        Clear.render(outer, canvas.buf);
        canvas.buf.set_style(outer, canvas.look.style(Role::Text));
        let mut rest = Slices(canvas.card(outer, is_boxed, label!("Game over").text(), ""));
        if score > 0 {
            players.render(rest.top(score), canvas.buf);
        }
        let role = if end.is_win() {
            Role::Key
        } else {
            Role::Strong
        };
        canvas.right(rest.0, &figure, Role::Strong);
        canvas.lines(rest.top(rows(&result)), &result, role);
        canvas.lines(rest.top(rows(&rated)), &rated, Role::Muted);
        rest.top(gaps);
        canvas.lines(rest.top(rows(&table)), &table, Role::Text);
        canvas.lines(rest.top(rows(&notes)), &notes, Role::Muted);
        draw_buttons(end, rest.bottom(buttons), canvas);
        place.top(1);
        place.0
    }

    /// Returns the result, wrapped. The title of the card says that the game is over.
    fn result_in(&self, columns: usize) -> Vec<String> {
        let result = self.table.log.announcement();
        let lines = result.map_or_else(Vec::new, TableMessage::lines_at_end);
        lines.iter().flat_map(|line| wrap(line, columns)).collect()
    }

    /// Returns the table of both sides, and sentences about the game, whole and in few words.
    fn end_texts(&self, end: &EndCard, inside: usize) -> (Vec<String>, Vec<Vec<String>>) {
        let Some(review) = end.finished() else {
            let known = end.review.as_ref().map_or(0, |task| task.review().known());
            let all = self.game.entries().len() + 1;
            let text = tr!(
                "Reviewing the game: {percent} %",
                percent = known * 100 / all
            );
            return (Vec::new(), vec![vec![text.into(), String::new()]]);
        };
        let names = self.table.names().map(|name| cut_name(&name.said(), NAME));
        let heads = totals::heads(&names, inside);
        let [loss, .., best] = totals::table(review.totals(&end.whose));
        let table = if inside < WITH_TABLE {
            Vec::new()
        } else {
            let row = |row| totals::row(row, &heads, inside);
            let head = align_right(&heads.join(" "), inside);
            vec![head, row(&best), row(&loss), String::new()]
        };
        let best_move = best_move(review, &end.whose);
        let turning = turning_point(review, &end.whose);
        let whole: Vec<String> = (turning.into_iter().chain(best_move))
            .map(String::from)
            .collect();
        let short = Vec::from_iter(highlights(review, &end.whose).map(String::from));
        let wrapped = |notes: Vec<String>| {
            let mut lines: Vec<_> = notes.iter().flat_map(|note| wrap(note, inside)).collect();
            lines.extend((!lines.is_empty()).then(String::new));
            lines
        };
        (table, vec![wrapped(whole), wrapped(short)])
    }
}

/// Draws the buttons.
fn draw_buttons(end: &EndCard, area: Rect, canvas: &mut Canvas<Intent>) {
    let marked = end.pressed();
    for (row, place) in end.buttons().into_iter().zip(area.rows()) {
        let mut place = Slices(place);
        let first = if row.len() > 1 {
            BUTTON.min(area.width / 2)
        } else {
            area.width
        };
        for ([label, short], intent) in row {
            if canvas.context.ui.has_buttons() {
                let kind = ButtonKind::Answer;
                let button = PageButton { label, kind };
                canvas.hits.add_button(button, Meaning::Own(intent));
                continue;
            }
            let place = place.left(first.min(place.0.width));
            let role = if intent == marked {
                canvas.say(&label);
                Role::Chosen
            } else {
                Role::Key
            };
            // Without room, leave out the verb: `your 2 mistakes`.
            let fits = columns(&label) + 2 <= place.width;
            let label = if fits { label } else { short };
            canvas.text(place, format!(" {label} "), role);
            canvas.hits.add(place, intent);
        }
    }
}

/// Returns the new rating if it fits beside the result, and the rows below it: the rating that does not, or why the game is
/// casual. Both are empty if the opponent is not a level.
fn rated_in(end: &EndCard, result: &[String], columns: usize) -> (String, Vec<String>) {
    let rows = match (end.rated, end.new_rating()) {
        (RatedState::Rated(_), Some(rating)) => {
            let room = columns.saturating_sub(result.first().map_or(0, |row| width(row)) + 2);
            if width(&rating) <= room {
                return (rating, Vec::new());
            }
            wrap(&tr!("Rating: {rating}.", rating = Name(&rating)), columns)
        }
        (RatedState::Rated(_), None) => wrap(label!("This game is rated.").text(), columns),
        (RatedState::Casual(why), _) => wrap(&casual(why), columns),
        (RatedState::NotAgainstLevel, _) => Vec::new(),
    };
    (String::new(), rows)
}
