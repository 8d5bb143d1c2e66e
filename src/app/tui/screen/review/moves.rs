//! The review's list of moves with their losses, and the totals of each side.

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::side::SideLine;
use super::{Intent, ReviewScreen};
use crate::app::study::review::{Grade, MoveReview, Totals};
use crate::app::tui::layout::Slices;
use crate::app::tui::screen::Canvas;
use crate::app::tui::theme::{ActiveTheme, Role};
use crate::app::tui::widget::moves::{MoveItem, MovesView, Notes, role_of};
use crate::color::{ByColor, Color};
use crate::game::Entry;

/// Returns the text mark of a bad move.
pub(super) const fn mark(grade: Grade) -> &'static str {
    match grade {
        Grade::Best | Grade::Good => "",
        Grade::Mistake => "?",
        Grade::Blunder => "??",
    }
}

/// Returns the text of a loss: `-3`, or `0` if nothing was lost.
pub(super) fn loss_text(loss: u32) -> String {
    if loss == 0 {
        "0".to_owned()
    } else {
        format!("-{loss}")
    }
}

/// Returns the style of a loss.
pub(super) fn loss_style(grade: Grade, look: &ActiveTheme) -> Style {
    look.style(match grade {
        Grade::Best => Role::Muted,
        Grade::Good => Role::Text,
        Grade::Mistake => Role::Key,
        Grade::Blunder => Role::Warning,
    })
}

/// Returns an entry without its number: `g5`, `--`, `resigns`.
pub(super) fn entry_text(entry: &Entry) -> String {
    match entry {
        Entry::Move { square, .. } => square.to_string(),
        Entry::Pass { .. } => "--".to_owned(),
        Entry::Resignation { .. } => "resigns".to_owned(),
        Entry::Timeout { .. } => "time up".to_owned(),
    }
}

/// Returns an entry for the list of moves: muted if undone.
fn item(
    entry: &Entry,
    number: Option<usize>,
    role: Role,
    move_review: Option<&MoveReview>,
    look: &ActiveTheme,
) -> MoveItem {
    let note = move_review
        .filter(|_| entry.square().is_some())
        .map(|move_review| {
            let grade = move_review.grade();
            // Losses are aligned, whatever their marks.
            let text = format!("{:>3}{}", loss_text(move_review.loss), mark(grade));
            let style = match role {
                Role::Muted => look.style(role),
                _ => loss_style(grade, look),
            };
            (text, style)
        });
    MoveItem {
        number,
        color: entry.color(),
        text: entry_text(entry),
        role,
        note,
    }
}

impl ReviewScreen {
    /// Returns the number of moves in the first entries of the game.
    pub(super) fn moves_before(&self, entries: usize) -> usize {
        let all = self.review().game().entries();
        let first = &all[..entries.min(all.len())];
        first
            .iter()
            .filter(|entry| entry.square().is_some())
            .count()
    }

    fn items(&self, look: &ActiveTheme) -> Vec<MoveItem> {
        let review = self.review();
        let mut number = 0;
        let entries = review.game().entries().iter().enumerate();
        entries
            .map(|(index, entry)| {
                let is_move = entry.square().is_some();
                number += usize::from(is_move);
                let role = if index == self.at {
                    Role::Chosen
                } else {
                    Role::Text
                };
                let number = is_move.then_some(number);
                item(entry, number, role, review.move_review(index), look)
            })
            .collect()
    }

    fn side_items(&self, side: &SideLine, look: &ActiveTheme) -> Vec<MoveItem> {
        let (all, count) = side.all();
        let mut number = self.moves_before(self.at);
        all.iter()
            .enumerate()
            .map(|(index, (position, entry))| {
                let square = entry.square();
                number += usize::from(square.is_some());
                let move_review = square.and_then(|square| self.move_review_of(*position, square));
                let role = role_of(index + 1, count);
                item(entry, square.map(|_| number), role, move_review, look)
            })
            .collect()
    }

    /// Draws the moves of the game, or those of the side line under a heading.
    pub(super) fn draw_list(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let Some(side) = &self.side else {
            self.draw_game(area, canvas);
            return;
        };
        let mut rest = Slices(area);
        let text = format!("Side line from {}", self.moves_before(self.at) + 1);
        canvas.text(rest.top(1), text, Role::Strong);
        let items = self.side_items(side, &canvas.look);
        let view = MovesView {
            items: &items,
            focus: side.entries().len().saturating_sub(1),
            scroll: None,
            notes: Notes::Losses,
            look: &canvas.look,
        };
        let needed = view.rows();
        // If there is room, the game stays visible.
        let shows_game = rest.0.height > needed.saturating_add(5);
        let line = rest.top(if shows_game { needed } else { u16::MAX });
        let places = view.draw(line, canvas.buf);
        let hits = canvas.hits;
        hits.add_all(places, |index| Intent::SideEntry(index + 1));
        if shows_game {
            rest.top(1);
            self.draw_game(rest.0, canvas);
        }
    }

    fn draw_game(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let view = MovesView {
            items: &self.items(&canvas.look),
            focus: self.at,
            scroll: None,
            notes: Notes::Losses,
            look: &canvas.look,
        };
        let places = view.draw(area, canvas.buf);
        canvas.hits.add_all(places, Intent::Entry);
    }

    /// Draws the statistics of each side, which are not final before the review is complete.
    pub(super) fn draw_totals(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let totals = self.review().totals();
        let text = |of: &dyn Fn(&Totals) -> Option<String>| totals.map(|side| of(&side));
        let mean = |t: &Totals| {
            let digits = |mean| usize::from(mean < 9.95);
            t.mean_loss().map(|mean| format!("{mean:.*}", digits(mean)))
        };
        let rows: [(&str, ByColor<Option<String>>); 4] = [
            ("mean loss", text(&mean)),
            ("mistakes", text(&|t| Some(t.mistakes.to_string()))),
            ("blunders", text(&|t| Some(t.blunders.to_string()))),
            (
                "best %",
                text(&|t| t.best_percent().map(|share| share.to_string())),
            ),
        ];
        if area.height < 5 {
            return;
        }
        if !self.review().is_complete() {
            canvas.text(area, "so far", Role::Key);
        }
        // The columns end under the discs.
        let columns = [(Color::Black, 13), (Color::White, 17)];
        for (color, width) in columns {
            let (disc, style) = (canvas.look.disc(color), canvas.look.disc_style(color));
            canvas
                .buf
                .set_string(area.x + width - 1, area.y, disc, style);
        }
        for ((name, both), row) in rows.iter().zip(area.rows().skip(1)) {
            canvas.text(row, name, Role::Muted);
            for (color, width) in columns {
                let text = both[color].as_deref().unwrap_or("-");
                canvas.right(Rect { width, ..row }, text, Role::Text);
            }
        }
    }
}
