//! The lesson of mobility, potential mobility and frontier.

use super::narrator::{self, NarratedStep, common};
use super::traced::{Traced, renamed};
use super::words::squares;
use super::{LessonOptions, Topic, Trace};
use reversi::bitboard::legal_moves;
use reversi::bitboard::mobility::{frontier, potential_mobility};
use reversi::bitboard::word::Word;

/// Returns the number of legal moves.
fn mobility(own: Traced, opponent: Traced) -> Traced {
    let moves = Traced::call(legal_moves, own, opponent);
    moves.count_ones()
}

/// Explains the mobility of both sides. The result is the frontier of the own discs.
pub(super) fn trace(discs: [u64; 2]) -> Trace {
    let run = |own: Traced, opponent: Traced| {
        mobility(own, opponent);
        let opponents = &[
            ("moves", "opponent_moves"),
            ("mobility", "opponent_mobility"),
            ("frontier", "opponent_frontier"),
        ];
        renamed(opponents, || mobility(opponent, own));
        let _ = potential_mobility(own, opponent);
        let empty = Traced::named("empty");
        renamed(opponents, || frontier(opponent, empty));
        frontier(own, empty)
    };
    narrator::trace(Topic::Mobility, LessonOptions::default(), discs, run, tell)
}

fn tell(step: &mut NarratedStep) -> Option<String> {
    let set = step.value;
    let listed = squares(set);
    Some(match step.name {
        "moves" => {
            step.begins("mobility", None);
            format!("The legal moves: {listed}.")
        }
        "mobility" => format!("Mobility is the number of legal moves: {set}."),
        "opponent_moves" => {
            format!("The moves that the other side would have if it were to move: {listed}.")
        }
        "opponent_mobility" => format!("The mobility of the other side: {set}."),
        "empty" => {
            step.begins("potential mobility", None);
            return common(step);
        }
        // The neighbours of the empty squares are computed twice and explained once.
        "beside" | "row" | "neighbours" if step.before == Some(set) => return None,
        "beside" if step.before.is_some() => {
            step.begins("frontier", None);
            "Next, the squares that touch an empty square. Again one step left and one step right, \
             with the edges masked out."
                .to_owned()
        }
        "beside" => {
            "First, the squares that touch an opponent disc. One step left and one step right; \
             the edges are masked out, or discs would reappear on the other side."
                .to_owned()
        }
        "row" => "With the squares themselves: rows of three.".to_owned(),
        "neighbours" => {
            format!("These rows, one step up and one step down: the neighbours, {listed}.")
        }
        "potential_mobility" => {
            let none_yet = set & !step.at("moves");
            format!(
                "The empty squares among them: {listed}. Their number, {}, is the potential \
                 mobility. Every legal move is one of these; not legal yet: {}.",
                set.count_ones(),
                squares(none_yet)
            )
        }
        "opponent_frontier" => {
            format!(
                "The opponent discs among them: {listed}. This is the frontier of the other side."
            )
        }
        "frontier" => {
            let inside = match step.at("own") & !set {
                0 => "No own disc is surrounded on all sides".to_owned(),
                inside => format!("Surrounded on all sides: {}", squares(inside)),
            };
            format!(
                "The own discs among them are the own frontier: {listed}. {inside}. A small frontier leaves \
                 the other side few moves."
            )
        }
        _ => return common(step),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    use crate::cases::cases;
    use reversi::bitboard;

    proptest! {
        #![proptest_config(cases(256))]

        #[test]
        fn every_measure_is_the_kernel_s(own: u64, other: u64) {
            let opponent = other & !own;
            let empty = !(own | opponent);
            let lesson = trace([own, opponent]);
            let expected = [
                ("mobility", u64::from(bitboard::mobility::mobility(own, opponent))),
                ("opponent_mobility", u64::from(bitboard::mobility::mobility(opponent, own))),
                ("potential_mobility", bitboard::mobility::potential_mobility(own, opponent)),
                ("opponent_frontier", bitboard::mobility::frontier(opponent, empty)),
                ("frontier", bitboard::mobility::frontier(own, empty)),
            ];
            for (name, value) in expected {
                prop_assert_eq!(lesson.value(name), Some(value), "{}", name);
            }
        }
    }
}
