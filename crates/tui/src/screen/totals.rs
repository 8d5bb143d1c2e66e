//! The table of both sides: what their moves lost and how good they were, below the names of the players.

use crate::text::{align_left, align_right, side_name, width};
use reversi::{ByColor, Color};
use reversi_study::review::Totals;
use reversi_text::{Message, label};

/// The names of the rows, whole and in a word: the loss per move, the mistakes, the blunders, and the share of best moves.
const NAMES: [[&Message; 2]; 4] = [
    [label!("loss per move"), label!("loss")],
    [label!("mistakes ?"), label!("mistakes")],
    [label!("blunders ??"), label!("blunders")],
    [
        label!("best moves"),
        label!("best"; "the share of best moves"),
    ],
];

/// The fewest columns of a name, and of the other columns.
const ROW: usize = 10;
const CELL: usize = 5;

/// A row: its name, whole and in a word, and what it says of both sides.
pub(super) type TotalsRow = ([&'static Message; 2], ByColor<String>);

/// Returns the rows.
pub(super) fn table(totals: ByColor<Totals>) -> [TotalsRow; 4] {
    let of = |text: &dyn Fn(&Totals) -> Option<String>| {
        totals.map(|side| text(&side).unwrap_or_else(|| "-".to_owned()))
    };
    let [loss, mistakes, blunders, best] = NAMES;
    [
        (
            loss,
            of(&|side| side.mean_loss().map(|mean| format!("{mean:.1}"))),
        ),
        (mistakes, of(&|side| Some(side.mistakes.to_string()))),
        (blunders, of(&|side| Some(side.blunders.to_string()))),
        (
            best,
            of(&|side| side.best_percent().map(|share| format!("{share} %"))),
        ),
    ]
}

/// Returns the heads, which are as wide as their columns: the names of the players where there is room for both, otherwise
/// those of the sides.
pub(super) fn heads(names: &ByColor<String>, columns: usize) -> [String; 2] {
    let longest = |names: &ByColor<String>| width(&names.black).max(width(&names.white)).max(CELL);
    let sides = ByColor::from_fn(side_name);
    let is_known = Color::ALL
        .iter()
        .all(|&color| !matches!(&*names[color], "" | "?"));
    let row = NAMES.iter().map(|[_, short]| width(short.text())).max();
    let has_room = row.unwrap_or(0).max(ROW) + 2 + 2 * longest(names) <= columns;
    let names = if is_known && has_room { names } else { &sides };
    Color::ALL.map(|color| align_right(&names[color], longest(names)))
}

/// Returns a row below the heads, with its name in a word if there is no more room.
pub(super) fn row(
    ([name, short], both): &TotalsRow,
    heads: &[String; 2],
    columns: usize,
) -> String {
    let cell = width(&heads[0]);
    let room = columns.saturating_sub(2 * cell + 2);
    let name = if width(name.text()) > room {
        short
    } else {
        name
    };
    let cells = [&both.black, &both.white].map(|text| " ".to_owned() + &align_right(text, cell));
    align_left(name.text(), room) + &cells.concat()
}
