//! The coach's warnings.

use reversi_study::review::MoveReview;
use reversi_table::phrase::columns::wrap;
use reversi_table::player::people::group::PlayerGroup;
use reversi_text::{Said, tr};

use crate::reason::{contrast, fact};
use crate::review::{loss, move_loses, move_loses_because, short_people};

/// The room for a warning beside the board of a small window.
const COLUMNS: usize = 28;
const ROWS: usize = 3;

/// Returns the warning about a judged move, shortened to fit beside the board of a small window.
pub fn warning(judged: &MoveReview) -> Said {
    warning_in(judged, COLUMNS, ROWS)
}

/// Returns the warning, shortened to fit the columns and rows.
pub fn warning_in(judged: &MoveReview, columns: usize, rows: usize) -> Said {
    let fits = |text: &Said| wrap(text, columns).len() <= rows;
    let mut forms = warning_forms(judged);
    let found = forms.iter().position(fits).unwrap_or(forms.len() - 1);
    forms.swap_remove(found)
}

/// Returns what a bad move loses and why, the longest form first: with the better move, and whether most people make the
/// move as well.
pub fn warning_forms(judged: &MoveReview) -> Vec<Said> {
    let (square, you) = (judged.square, Some(judged.color));
    if judged.loss == 0 {
        return vec![tr!("{square} loses nothing by a deeper search.", square)];
    }
    let without_reason = move_loses(judged);
    let Some(reason) = judged.reason else {
        return vec![without_reason];
    };
    let fact = &fact(reason, judged, you);
    let whole = contrast(reason, judged, you).map(|contrast| {
        let loss = &loss(judged);
        tr!(
            "{square} {loss}: it {fact}. {contrast}.",
            square,
            loss,
            fact,
            contrast = &contrast
        )
    });
    let most = short_people(judged, PlayerGroup::default());
    let with_most = |text: &Said| {
        let most = most.clone()?;
        Some(Said::sentences([text.clone(), most]))
    };
    let texts = whole.into_iter().chain([move_loses_because(judged)]);
    let texts = texts.flat_map(|text| with_most(&text).into_iter().chain([text]));
    texts
        .chain([tr!("{square} {fact}.", square, fact), without_reason])
        .collect()
}
