//! The list of moves of a review with what each one lost, and the totals of each side.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::layout::PAIR;
use super::{Intent, ReviewScreen};
use crate::app::review::{Grade, MoveReview, Totals};
use crate::app::tui::keymap::Meaning::Own;
use crate::app::tui::screen::Hits;
use crate::app::tui::theme::{ActiveTheme, Role};
use crate::color::{ByColor, Color};
use crate::game::Entry;

/// Columns of an entry, with the space after it.
const ENTRY: u16 = PAIR / 2;

/// How a bad move is marked in a text.
pub(super) const fn mark(grade: Grade) -> &'static str {
    match grade {
        Grade::Best | Grade::Good => "",
        Grade::Mistake => "?",
        Grade::Blunder => "??",
    }
}

/// How a loss is written: `-3`, and `0` where nothing was lost.
pub(super) fn loss_text(loss: u32) -> String {
    if loss == 0 {
        "0".to_owned()
    } else {
        format!("-{loss}")
    }
}

/// How a loss looks.
pub(super) fn loss_style(grade: Grade, look: &ActiveTheme) -> Style {
    look.style(match grade {
        Grade::Best => Role::Muted,
        Grade::Good => Role::Text,
        Grade::Mistake => Role::Key,
        Grade::Blunder => Role::Warning,
    })
}

/// An entry without its number: `g5`, `--`, `resigns`.
pub(super) fn entry_text(entry: &Entry) -> String {
    match entry {
        Entry::Move { square, .. } => square.to_string(),
        Entry::Pass { .. } => "--".to_owned(),
        Entry::Resignation { .. } => "resigns".to_owned(),
        Entry::Timeout { .. } => "time up".to_owned(),
    }
}

/// An entry of a list.
struct Item {
    number: Option<usize>,
    entry: Entry,
    loss: Option<(u32, Grade)>,
    chosen: bool,
    /// It was stepped back over.
    later: bool,
    target: Intent,
}

fn judged(judgement: &MoveReview) -> (u32, Grade) {
    (judgement.loss, judgement.grade())
}

impl ReviewScreen {
    /// How many moves were made in the first entries of the game.
    pub(super) fn moves_before(&self, entries: usize) -> usize {
        let all = self.review().game().entries();
        let first = &all[..entries.min(all.len())];
        first
            .iter()
            .filter(|entry| entry.square().is_some())
            .count()
    }

    fn items(&self) -> Vec<Item> {
        let review = self.review();
        let mut number = 0;
        let entries = review.game().entries().iter().enumerate();
        entries
            .map(|(index, entry)| {
                let is_move = entry.square().is_some();
                number += usize::from(is_move);
                Item {
                    number: is_move.then_some(number),
                    entry: *entry,
                    loss: review.judgement(index).map(judged),
                    chosen: index == self.at,
                    later: false,
                    target: Intent::Entry(index),
                }
            })
            .collect()
    }

    fn side_items(&self) -> Vec<Item> {
        let Some(side) = &self.side else {
            return Vec::new();
        };
        let (all, count) = side.all();
        let before = side.game().entries().len() - count;
        let mut number = side.game().entries()[..before]
            .iter()
            .filter(|entry| entry.square().is_some())
            .count();
        all.iter()
            .enumerate()
            .map(|(index, (position, entry))| {
                let square = entry.square();
                number += usize::from(square.is_some());
                let judgement = square.and_then(|square| self.judgement_of(*position, square));
                Item {
                    number: square.map(|_| number),
                    entry: *entry,
                    loss: judgement.map(judged),
                    chosen: index + 1 == count,
                    later: index >= count,
                    target: Intent::SideEntry(index + 1),
                }
            })
            .collect()
    }

    /// Draws the moves of the game, or those of the side line under a heading.
    pub(super) fn draw_list(
        &self,
        area: Rect,
        hits: &Hits<Intent>,
        look: &ActiveTheme,
        buf: &mut Buffer,
    ) {
        if self.side.is_none() {
            draw_items(&self.items(), area, hits, look, buf);
            return;
        }
        let heading = format!("Side line from {}", self.moves_before(self.at) + 1);
        let room = usize::from(area.width);
        buf.set_stringn(area.x, area.y, heading, room, look.style(Role::Strong));
        let below = Rect {
            y: area.y + 1,
            height: area.height.saturating_sub(1),
            ..area
        };
        let items = self.side_items();
        // Where there is room for it, the game stays in sight.
        let needed = u16::try_from(rows(&items).len()).unwrap_or(below.height);
        let with_game = below.height > needed + 5;
        let side = Rect {
            height: if with_game { needed } else { below.height },
            ..below
        };
        draw_items(&items, side, hits, look, buf);
        if with_game {
            let y = side.bottom() + 1;
            let game = Rect {
                y,
                height: below.bottom() - y,
                ..below
            };
            draw_items(&self.items(), game, hits, look, buf);
        }
    }

    /// Draws how well each side played so far.
    pub(super) fn draw_totals(&self, area: Rect, look: &ActiveTheme, buf: &mut Buffer) {
        let totals = self.review().totals();
        let text = |of: fn(&Totals) -> Option<String>| totals.map(|side| of(&side));
        let rows: [(&str, ByColor<Option<String>>); 4] = [
            (
                "mean loss",
                text(|t| {
                    let digits = |mean| usize::from(mean < 9.95);
                    t.mean_loss().map(|mean| format!("{mean:.*}", digits(mean)))
                }),
            ),
            ("mistakes", text(|t| Some(t.mistakes.to_string()))),
            ("blunders", text(|t| Some(t.blunders.to_string()))),
            (
                "best",
                text(|t| t.best_percent().map(|share| format!("{share}%"))),
            ),
        ];
        if area.height < 5 {
            return;
        }
        let [muted, plain] = [Role::Muted, Role::Text].map(|role| look.style(role));
        let columns = [(Color::Black, 12), (Color::White, 16)];
        for (color, end) in columns {
            let x = area.x + end;
            buf.set_string(x, area.y, look.disc(color), look.disc_style(color));
        }
        for ((name, both), y) in rows.iter().zip(area.y + 1..area.bottom()) {
            buf.set_string(area.x, y, name, muted);
            for (color, end) in columns {
                let text = both[color].as_deref().unwrap_or("-");
                let wide = u16::try_from(text.len()).unwrap_or(0);
                let x = (area.x + end + 1).saturating_sub(wide);
                buf.set_string(x, y, text, plain);
            }
        }
    }
}

/// A row of the list: Black's entry and White's.
type Row<'a> = [Option<&'a Item>; 2];

fn rows(items: &[Item]) -> Vec<Row<'_>> {
    let mut rows: Vec<Row> = Vec::new();
    for item in items {
        match (item.entry.color(), rows.last_mut()) {
            (Color::White, Some(row)) if row[1].is_none() => row[1] = Some(item),
            (Color::White, _) => rows.push([None, Some(item)]),
            (Color::Black, _) => rows.push([Some(item), None]),
        }
    }
    rows
}

/// Draws entries, Black's and White's side by side, so that the chosen one is seen among its neighbours.
fn draw_items(
    items: &[Item],
    area: Rect,
    hits: &Hits<Intent>,
    look: &ActiveTheme,
    buf: &mut Buffer,
) {
    let rows = rows(items);
    let height = usize::from(area.height);
    let columns = usize::from((area.width + 1) / PAIR).max(1);
    let room = columns * height;
    if room == 0 {
        return;
    }
    let is_chosen = |row: &Row| row.iter().flatten().any(|item| item.chosen);
    let chosen = rows
        .iter()
        .position(is_chosen)
        .unwrap_or(rows.len().saturating_sub(1));
    // With more rows than there is room for, the chosen one stands in the middle.
    let first = chosen
        .saturating_sub(room / 2)
        .min(rows.len().saturating_sub(room));
    for (index, row) in rows.iter().skip(first).take(room).enumerate() {
        let (column, line) = (index / height, index % height);
        #[allow(clippy::cast_possible_truncation)] // within the area
        let (x, y) = (area.x + column as u16 * PAIR, area.y + line as u16);
        for (x, item) in [x, x + ENTRY].into_iter().zip(row) {
            let place = Rect::new(x, y, ENTRY, 1).intersection(area);
            if let Some(item) = item
                && place.width > 0
            {
                draw_item(item, place, look, buf);
                hits.add(place, Own(item.target));
            }
        }
    }
}

fn draw_item(item: &Item, place: Rect, look: &ActiveTheme, buf: &mut Buffer) {
    let muted = look.style(Role::Muted);
    let number = item.number.map_or_else(String::new, |n| n.to_string());
    let text = entry_text(&item.entry);
    let move_style = if item.chosen {
        look.style(Role::Chosen)
    } else if item.later {
        muted
    } else {
        look.style(Role::Text)
    };
    let room = usize::from(place.width);
    buf.set_stringn(place.x, place.y, format!("{number:>2}"), room, muted);
    let at = place.x + 2;
    let room = room.saturating_sub(2);
    buf.set_stringn(at, place.y, format!(" {text} "), room, move_style);
    if text.len() > 2 {
        return;
    }
    if let Some((loss, grade)) = item.loss {
        let text = loss_text(loss);
        // Losses stand below each other, whatever their marks are.
        let indent = 3_usize.saturating_sub(text.len());
        let text = text + mark(grade);
        let style = if item.later {
            muted
        } else {
            loss_style(grade, look)
        };
        let room = room.saturating_sub(4 + indent);
        let x = at + 4 + u16::try_from(indent).unwrap_or(0);
        buf.set_stringn(x, place.y, text, room, style);
    }
}
