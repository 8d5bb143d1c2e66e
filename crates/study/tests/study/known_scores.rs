//! What is known of the moves of a position from several searches.

use reversi::Position;
use reversi::search::{Certainty, MoveScore, Score};
use reversi_study::known_scores::KnownScores;

#[test]
fn of_each_move_the_deepest_score_is_known_and_the_deepest_search_names_the_best() {
    let found = |name: &str, score, depth| {
        MoveScore::new(
            name.parse().ok(),
            Score::of(score),
            Certainty::Estimate,
            depth,
            Vec::new(),
        )
    };
    // Not a position that is known to be a draw.
    let played = |position: Position, name: &str| position.play(name.parse().unwrap());
    let after_f4 = played(played(Position::START, "f5").unwrap(), "f4").unwrap();
    let mut known = KnownScores::new(after_f4);
    let table = [found("e6", 1, 12), found("f4", 0, 12), found("c4", -3, 12)];
    known.take(&table, false);
    known.take(&[found("f4", 5, 3)], true);
    assert_eq!(known.moves, table, "a shallower search changes nothing");
    known.take(&[found("f4", 0, 18)], true);
    known.take(&table, false);
    let merged = [found("f4", 0, 18), found("e6", 1, 12), found("c4", -3, 12)];
    assert_eq!(known.moves, merged);
    // At the same depth, the latest analysis counts.
    let again = [found("f4", 2, 18)];
    known.take(&again, false);
    assert_eq!(known.moves, merged);
    known.take(&again, true);
    assert_eq!(known.moves[0], again[0]);
    let mut proven = found("c4", -5, 10);
    proven.certainty = Certainty::Exact;
    known.take(std::slice::from_ref(&proven), false);
    assert_eq!(known.moves[0], proven);
    known.take(&[], true);
    assert_eq!(known.moves.len(), 3);
}

fn at_depth(names: &[&str], scores: &[i32], depth: u32) -> Vec<MoveScore> {
    let moves = names.iter().zip(scores);
    let moves = moves.map(|(name, &score)| {
        MoveScore::new(
            name.parse().ok(),
            Score::of(score),
            Certainty::Estimate,
            depth,
            vec![name.parse().unwrap()],
        )
    });
    moves.collect()
}

#[test]
fn all_symmetric_moves_have_one_value_and_the_best_one_is_not_worse_than_another() {
    // Two discs of each side in columns: f4 is f5 upside down. The usual start is known to be a draw.
    let rows = format!("{0}XO{1}XO{0} X", "-".repeat(27), "-".repeat(6));
    let position: Position = rows.parse().unwrap();
    let mut known = KnownScores::new(position);
    let mut hint = at_depth(&["f4"], &[0], 20).remove(0);
    hint.pv = ["f4", "c3"].map(|name| name.parse().unwrap()).to_vec();
    known.take(&[hint], true);
    known.take(&at_depth(&["f5", "f4"], &[1, -1], 12), true);
    for moves in [&known.moves, &known.compared] {
        assert_eq!(moves.len(), 2);
        let is_same = |found: &MoveScore| (found.score, found.depth) == (Score::of(0), 20);
        assert!(moves.iter().all(is_same), "{moves:?}");
        // A line of play begins with its move and is legal.
        for found in moves {
            assert_eq!(found.pv.len(), 2);
            assert_eq!(found.pv.first().copied(), found.square);
            let end = found.pv.iter().try_fold(position, |p, &s| p.play(s));
            assert!(end.is_ok(), "{found:?}");
        }
    }
    assert_eq!(known.compared[0].square, "f4".parse().ok());
}

#[test]
fn moves_are_compared_by_one_search_at_one_depth() {
    // Not a position that is known to be a draw.
    let played = |position: Position, name: &str| position.play(name.parse().unwrap());
    let after_f4 = played(played(Position::START, "f5").unwrap(), "f4").unwrap();
    let mut known = KnownScores::new(after_f4);
    let names = ["d6", "f4", "f6"];
    let first = at_depth(&names, &[1, 0, -2], 6);
    known.take(&first, true);
    assert_eq!(known.compared, first);
    // Half way to the next depth.
    let mut half = first.clone();
    half[0] = at_depth(&["d6"], &[-3], 7).remove(0);
    known.take(&half, true);
    assert_eq!(known.compared, first, "its best move is not yet worse");
    let next = at_depth(&names, &[-3, -4, -5], 7);
    known.take(&next, true);
    assert_eq!(known.compared, next);
    // Of equal moves the one that was best stays the best.
    known.take(&at_depth(&["f6", "d6", "f4"], &[0, 0, -1], 8), true);
    assert_eq!(known.compared[0].square, "d6".parse().ok());
    known.take(&at_depth(&["f4"], &[9], 3), false);
    assert_eq!(known.compared.len(), 3);
}

#[test]
fn a_proven_move_does_not_hide_those_that_are_searched_after_it() {
    let [f5, d6] = ["f5", "d6"].map(|name| name.parse().unwrap());
    let position = Position::START.play(f5).and_then(|p| p.play(d6)).unwrap();
    let mut known = KnownScores::new(position);
    // A draw is known to be kept by c3, at whatever depth it is found.
    known.take(&at_depth(&["c3"], &[0], 1), true);
    let all = at_depth(&["c3", "c4", "c5", "c6", "c7"], &[0, -1, -1, -2, -8], 6);
    known.take(&all, true);
    assert_eq!(known.compared.len(), all.len());
    known.take(&at_depth(&["c3"], &[0], 2), true);
    assert_eq!(known.compared.len(), all.len());
}

#[test]
fn on_a_known_draw_the_move_that_keeps_it_is_proven_and_no_other_wins() {
    let position = Position::START.play("f5".parse().unwrap()).unwrap();
    let found = |name: &str, score| {
        MoveScore::new(
            name.parse().ok(),
            Score::of(score),
            Certainty::Estimate,
            12,
            Vec::new(),
        )
    };
    let mut known = KnownScores::new(position);
    known.take(&[found("f4", 3), found("d6", 1), found("f6", -1)], true);
    let scores = known.moves.iter().map(|m| (m.score.discs(), m.is_exact()));
    let scores: Vec<_> = scores.collect();
    assert!(scores.iter().all(|&(discs, _)| discs <= 0), "{scores:?}");
    assert_eq!(
        scores.iter().filter(|score| **score == (0, true)).count(),
        1
    );
    let proven = known.moves.iter().find(|found| found.is_exact());
    assert_eq!(proven.unwrap().square, "d6".parse().ok());
}
