//! The table of both sides: what their moves lost and how good they were, below the names of the players.

use crate::text::{align_left, align_right, width};
use reversi::{ByColor, Color};
use reversi_study::review::Totals;
use reversi_text::label;

/// The columns of the longest name of a row without its second word, and the fewest of the other columns.
const ROW: usize = 10;
const CELL: usize = 5;

/// A row: its name, and what it says of both sides.
pub(super) type TotalsRow = (&'static str, ByColor<String>);

/// Returns the rows: the loss per move, the mistakes, the blunders, and the share of best moves.
pub(super) fn table(totals: ByColor<Totals>) -> [TotalsRow; 4] {
    let of = |text: &dyn Fn(&Totals) -> Option<String>| {
        totals.map(|side| text(&side).unwrap_or_else(|| "-".to_owned()))
    };
    [
        (
            label!("loss per move").text(),
            of(&|side| side.mean_loss().map(|mean| format!("{mean:.1}"))),
        ),
        ("mistakes ?", of(&|side| Some(side.mistakes.to_string()))),
        ("blunders ??", of(&|side| Some(side.blunders.to_string()))),
        (
            label!("best moves").text(),
            of(&|side| side.best_percent().map(|share| format!("{share} %"))),
        ),
    ]
}

/// Returns the heads, which are as wide as their columns: the names of the players where there is room for both, otherwise
/// those of the sides.
pub(super) fn heads(names: &ByColor<String>, columns: usize) -> [String; 2] {
    let longest = |names: &ByColor<String>| width(&names.black).max(width(&names.white)).max(CELL);
    let sides = ByColor::from_fn(|color: Color| color.to_string());
    let is_known = Color::ALL
        .iter()
        .all(|&color| !matches!(&*names[color], "" | "?"));
    let has_room = ROW + 2 + 2 * longest(names) <= columns;
    let names = if is_known && has_room { names } else { &sides };
    Color::ALL.map(|color| align_right(&names[color], longest(names)))
}

/// Returns a row below the heads. Without room for its name, the first word says it, too.
pub(super) fn row((name, both): &TotalsRow, heads: &[String; 2], columns: usize) -> String {
    let cell = width(&heads[0]);
    let room = columns.saturating_sub(2 * cell + 2);
    let short = name.split(' ').next().unwrap_or(name);
    let name = if width(name) > room { short } else { name };
    let name = align_left(name, room);
    format!("{name} {:>cell$} {:>cell$}", both.black, both.white)
}
