//! Owns the trace of mobility, potential mobility and frontier. Follows
//! [`bitboard::mobility`](crate::bitboard::mobility) and
//! [`neighbours`](crate::bitboard::neighbours).

use super::expression::{Expression, Function, Variable};
use super::recorder::Recorder;
use super::words::{squares, verb};
use super::{Options, Source, Topic, Trace, View, source};

/// How free a side is. The result is the frontier of the own discs; the other values are `mobility`
/// and `opponent_mobility`, `potential` and `potential_mobility`, `opponent_frontier`.
#[must_use]
pub fn mobility(own: u64, opponent: u64) -> Trace {
    let mut rec = Recorder::default();
    let (own, opponent) = rec.position(own, opponent, source::FREEDOM);
    let empty = rec.empty(own, opponent, source::MOVES_EMPTY);

    rec.chapter("mobility", None);
    let moves = Expression::call(Function::LegalMoves, own, opponent);
    let moves = rec.step("moves", moves, source::MOVES, |set| {
        format!("The legal moves: {}.", squares(set))
    });
    let mobility_source = source::MOBILITY_COUNT;
    count(
        &mut rec,
        "mobility",
        moves,
        mobility_source,
        "Mobility is how many moves there are",
    );
    let replies = Expression::call(Function::LegalMoves, opponent, own);
    let replies = rec.step("opponent_moves", replies, source::MOVES, |set| {
        format!(
            "Where the other side could move, were it its turn: {}.",
            squares(set)
        )
    });
    count(
        &mut rec,
        "opponent_mobility",
        replies,
        mobility_source,
        "The mobility of the other side",
    );

    rec.chapter("potential mobility", None);
    let near = neighbours(&mut rec, opponent, "the opponent discs");
    let potential = rec.step("potential", near & empty, source::POTENTIAL_SET, |set| {
        let none_yet = set & !moves.value;
        format!(
            "The empty squares among them: {}. Every legal move is one of these; {} {} no move yet.",
            squares(set),
            squares(none_yet),
            verb(none_yet, "is", "are")
        )
    });
    count(
        &mut rec,
        "potential_mobility",
        potential,
        source::POTENTIAL_SET,
        "Potential mobility is how many moves there may come to be",
    );

    rec.chapter("frontier", None);
    let open = neighbours(&mut rec, empty, "the empty squares");
    let other = rec.step(
        "opponent_frontier",
        opponent & open,
        source::FRONTIER_SET,
        |set| format!("The opponent discs among them: {}.", squares(set)),
    );
    count(
        &mut rec,
        "opponent_frontier_count",
        other,
        source::FRONTIER_SET,
        "The frontier of the other side",
    );
    let frontier = rec.step("frontier", own & open, source::FRONTIER_SET, |set| {
        let inside = own.value & !set;
        format!(
            "The own discs among them: {}. {}.",
            squares(set),
            match inside {
                0 => "No own disc is closed in on all sides".to_owned(),
                _ => format!("Closed in on all sides: {}", squares(inside)),
            }
        )
    });
    count(
        &mut rec,
        "frontier_count",
        frontier,
        source::FRONTIER_SET,
        "The own frontier; a small one gives the other side few moves",
    );
    rec.finish(
        Topic::Mobility,
        (own, opponent),
        Options::default(),
        frontier,
    )
}

fn count(rec: &mut Recorder, name: &'static str, set: Variable, source: Source, what: &str) {
    let ones = Expression::from(set).count_ones();
    rec.step_seen_as(View::Number, name, ones, source, |number| {
        format!("{what}: {number}.")
    });
}

/// The squares that touch a set. The masks keep a step from running over the edge.
fn neighbours(rec: &mut Recorder, of: Variable, what: &str) -> Variable {
    let not_a = Variable::constant("NOT_A", 0x7f7f_7f7f_7f7f_7f7f);
    let not_h = Variable::constant("NOT_H", 0xfefe_fefe_fefe_fefe);
    let set = rec.step("set", of, source::NEAR, |_| {
        format!("Looked for: the squares that touch {what}.")
    });
    let beside = rec.step(
        "beside",
        ((set & not_a) << 1) | ((set & not_h) >> 1),
        source::NEAR_BESIDE,
        |_| {
            "One step left and one step right. What stands on the edge is masked out, or it would \
             come in again on the other side."
                .to_owned()
        },
    );
    let row = rec.step("row", set | beside, source::NEAR_ROW, |_| {
        "With the squares themselves: rows of three.".to_owned()
    });
    rec.step(
        "near",
        beside | (row << 8) | (row >> 8),
        source::NEAR_ALL,
        |set| {
            format!(
                "These rows one step up and one step down: the neighbours, {}.",
                squares(set)
            )
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitboard;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_measure_is_the_kernel_s(own: u64, other: u64) {
            let opponent = other & !own;
            let empty = !(own | opponent);
            let trace = mobility(own, opponent);
            let expected = [
                ("mobility", u64::from(bitboard::mobility::mobility(own, opponent))),
                ("opponent_mobility", u64::from(bitboard::mobility::mobility(opponent, own))),
                ("potential", bitboard::mobility::potential_mobility(own, opponent)),
                ("opponent_frontier", bitboard::mobility::frontier(opponent, empty)),
                ("frontier", bitboard::mobility::frontier(own, empty)),
            ];
            for (name, value) in expected {
                prop_assert_eq!(trace.value(name), Some(value), "{}", name);
            }
            for (name, set) in [
                ("potential_mobility", "potential"),
                ("frontier_count", "frontier"),
                ("opponent_frontier_count", "opponent_frontier"),
            ] {
                let ones = trace.value(set).unwrap().count_ones();
                prop_assert_eq!(trace.value(name), Some(u64::from(ones)));
            }
        }
    }
}
