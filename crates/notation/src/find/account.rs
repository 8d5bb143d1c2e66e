//! What stands between the moves of a game and is accounted for by nothing: a sign in place of a move, and a number that
//! neither counts the moves nor stands beside each of them.

use std::ops::Range;

use super::skipped::SkippedText;
use super::tokens::{self, LineStarts, WordKind};
use crate::error::clip;

/// A number of a text, and how many moves stand before it.
struct CountedNumber {
    place: Range<usize>,
    number: usize,
    before: usize,
}

/// Returns what is not accounted for in the text of one game, whose words are moves and numbers.
pub(super) fn unaccounted(text: &str) -> Vec<SkippedText> {
    let lines = LineStarts::of(text);
    let (mut numbers, mut moves, mut ends) = (Vec::new(), 0, Vec::new());
    for (at, line) in lines.in_part(0..text.len()) {
        let mut words = Vec::new();
        tokens::words(line, at, &mut words);
        for word in words {
            match word.kind {
                WordKind::Moves(steps) => {
                    moves += steps.len();
                    ends.push(word.at..word.end);
                }
                WordKind::Number => {
                    let Ok(number) = text[word.at..word.end].parse() else {
                        return Vec::new();
                    };
                    numbers.push(CountedNumber {
                        place: word.at..word.end,
                        number,
                        before: moves,
                    });
                }
                WordKind::Pass | WordKind::Between => {}
                // Words have a note of their own, and numbers among them are times and scores.
                WordKind::Slip(_) | WordKind::Link | WordKind::Other => return Vec::new(),
            }
        }
    }
    let between = ends.windows(2).map(|pair| pair[0].end..pair[1].start);
    let signs = between.filter_map(|gap| sign_in_place(text, gap));
    // Those after the last move are a result.
    numbers.retain(|number| number.before < moves);
    let odd = odd_number(&numbers, moves).map(|number| number.place.clone());
    let said = signs.chain(odd).map(|part| SkippedText {
        place: lines.place(part.start),
        text: clip(&text[part]),
        problem: None,
    });
    said.collect()
}

/// Returns the sign that stands between two moves as if it were one: `??`, `...`, or nothing between two commas.
fn sign_in_place(text: &str, gap: Range<usize>) -> Option<Range<usize>> {
    let inside = &text[gap.clone()];
    let is_outside = |c: char| c.is_whitespace() || c == ',';
    let sign = inside.trim_matches(is_outside);
    let commas = inside.matches(',').count();
    if sign.is_empty() {
        let comma = inside.rfind(',').filter(|_| commas > 1)?;
        return Some(gap.start + comma..gap.start + comma + 1);
    }
    let start = gap.start + (sign.as_ptr().addr() - inside.as_ptr().addr());
    let is_apart = !inside.starts_with(sign) && !inside.ends_with(sign);
    let is_sign = sign.len() > 1 && sign.bytes().all(|byte| b"?._*".contains(&byte));
    (is_sign && is_apart).then_some(start..start + sign.len())
}

/// Returns the first number that does not count the moves as most of them do.
fn odd_number(numbers: &[CountedNumber], moves: usize) -> Option<&CountedNumber> {
    /// Fewer numbers begin with 1; those of a part of a game may begin later.
    const FEWEST_OF_A_PART: usize = 3;
    let first = numbers.first()?;
    let is_counted = |number: &CountedNumber, every: usize, begin: usize| {
        number.before / every + begin == number.number
    };
    // Times or scores beside each move.
    if numbers.len() > moves || numbers.len() == moves && !is_counted(first, 1, 1) {
        return None;
    }
    // The numbers of the moves, or of pairs of them.
    let ways = [1, 2].map(|every| {
        let begin = match first.number.checked_sub(first.before / every) {
            Some(begin) if numbers.len() >= FEWEST_OF_A_PART => begin,
            _ => 1,
        };
        let fits = |number: &&CountedNumber| is_counted(number, every, begin);
        let odd = numbers.iter().find(|number| !fits(number));
        (numbers.iter().filter(fits).count(), odd)
    });
    let [each, pairs] = ways;
    if each.0 >= pairs.0 { each.1 } else { pairs.1 }
}
