//! The drawing of the card at the end of a game.

use ratatui::layout::Rect;
use ratatui::widgets::{Clear, Widget as _};

use super::Intent;
use super::end::EndCard;
use super::view::GameView;
use crate::keymap::Meaning;
use crate::layout::{Slices, Spare, centered};
use crate::log::TableMessage;
use crate::screen::{Canvas, card_edges};
use crate::text::{align_right, columns, cut_name, rows, width, wrap};
use crate::theme::Role;
use crate::widget::players::HUGE;
use reversi::{ByColor, Color};
use reversi_study::review::Totals;
use reversi_table::store::rated::RatedState;
use reversi_wording::casual;

/// The fewest rows of a screen whose card has the score in large digits.
const LEAST: u16 = 18;

/// The width of the card.
const WIDTH: u16 = 46;

/// The least width of the table with the names of the players, and with the colours.
const NAMED: usize = 41;
const COLORED: usize = 28;

/// The name of the last row of the table, and with little room.
const LOST: &str = "loss per move";
const LOST_SHORT: &str = "loss";

/// The width of the names of the rows with little room: that of `best moves`.
const SHORT_TITLE: usize = 11;

/// The most columns of the first of two buttons.
const BUTTON: u16 = 16;

/// The least width of a cell of the table.
const CELL: usize = 6;

/// Returns the columns of the longer of two names.
fn columns_of(names: &ByColor<String>) -> usize {
    usize::max(width(&names.black), width(&names.white))
}

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
        let mut rest = Slices(canvas.card(outer, is_boxed, "Game over", ""));
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

    /// Returns the heads of the table of both sides, the name of its last row, and the width of a cell. With little room,
    /// the name of the row is shorter, rather than those of the players. Where these might be cut, the heads are the
    /// colours.
    fn heads(&self, inside: usize) -> (ByColor<String>, &'static str, usize) {
        let names = self.table.names();
        if inside >= NAMED {
            return (names.map(|name| cut_name(&name, 12)), LOST, 12);
        }
        let cell = usize::max(columns_of(&names), CELL);
        let fits = |title: usize| title + 2 * cell < inside;
        match () {
            () if fits(LOST.len()) => (names, LOST, cell),
            () if fits(SHORT_TITLE) => (names, LOST_SHORT, cell),
            () => (
                ByColor::from_fn(|color: Color| color.to_string()),
                LOST,
                CELL,
            ),
        }
    }

    /// Returns the table of both sides, and sentences about the game, whole and in few words.
    fn end_texts(&self, end: &EndCard, inside: usize) -> (Vec<String>, Vec<Vec<String>>) {
        let Some(review) = end.finished() else {
            let known = end.review.as_ref().map_or(0, |task| task.review().known());
            let all = self.game.entries().len() + 1;
            let text = format!("Reviewing the game: {} %", known * 100 / all);
            return (Vec::new(), vec![vec![text, String::new()]]);
        };
        let totals = review.totals(&end.whose);
        let (names, lost_title, cell) = self.heads(inside);
        let title = if lost_title == LOST {
            LOST.len()
        } else {
            SHORT_TITLE
        };
        let row = |name: &str, both: ByColor<String>| {
            let [black, white] = [both.black, both.white].map(|text| align_right(&text, cell));
            format!("{name:<title$}{black} {white}")
        };
        let of = |text: &dyn Fn(&Totals) -> Option<String>| {
            totals.map(|side| text(&side).unwrap_or_else(|| "-".to_owned()))
        };
        let best = of(&|side| side.best_percent().map(|share| format!("{share} %")));
        let loss = of(&|side| side.mean_loss().map(|mean| format!("{mean:.1}")));
        let table = if inside < COLORED {
            Vec::new()
        } else {
            vec![
                row("", names),
                row("best moves", best),
                row(lost_title, loss),
                String::new(),
            ]
        };
        let best_move = review.best_move_sentence(&end.whose);
        let turning = review.turning_sentence(&end.whose);
        let whole: Vec<String> = turning.into_iter().chain(best_move).collect();
        let short = Vec::from_iter(review.highlights(&end.whose));
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
        for (label, intent) in row {
            if canvas.context.ui.has_buttons() {
                canvas.hits.add_button(label, Meaning::Own(intent));
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
            let short = label.split_once(' ').map_or(&*label, |(_, rest)| rest);
            let fits = columns(&label) + 2 <= place.width;
            let label = if fits { &label } else { short };
            canvas.text(place, format!(" {label} "), role);
            canvas.hits.add(place, intent);
        }
    }
}

/// Returns the rating for the row with the result, if it fits there; otherwise in rows of its own, as why the game does
/// not count for it; nothing if it is not against a level.
fn rated_in(end: &EndCard, result: &[String], columns: usize) -> (String, Vec<String>) {
    let rows = match (end.rated, end.new_rating()) {
        (RatedState::Rated(_), Some(rating)) => {
            let room = columns.saturating_sub(result.first().map_or(0, |row| width(row)) + 2);
            if width(&rating) <= room {
                return (rating, Vec::new());
            }
            wrap(&format!("Rating: {rating}."), columns)
        }
        (RatedState::Rated(_), None) => wrap("This game is rated.", columns),
        (RatedState::Casual(why), _) => wrap(casual(why), columns),
        (RatedState::NotAgainstLevel, _) => Vec::new(),
    };
    (String::new(), rows)
}
