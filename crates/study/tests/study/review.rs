//! The review of games: losses, proofs, reasons, and the worker in the background.

use std::collections::BTreeSet;
use std::mem::discriminant;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, OnceLock};

use reversi::search::{Certainty, Limits, Searcher};
use reversi::transcript;
use reversi::{Board, Color, Entry, Game, Position, Square, SquareSet, Symmetry};
use reversi_notation::Record;
use reversi_study::practice::generate::{PuzzleFilter, find_all, random};
use reversi_study::practice::puzzle::PuzzleKind;
use reversi_study::review::{
    Grade, MoveReview, Reason, Review, ReviewTask, Reviewer, TriedMove, Whose, svg, text,
};
use reversi_table::player::people::group::{Chance, PlayerGroup};
use reversi_wording::review as wording;

mod graph;
mod people;
mod text_form;

use crate::best_play::BestPlay;
use crate::{dial, random_games};

/// Tournament games of 2005 from the WTHOR database (Federation Francaise d'Othello): a missed and an
/// allowed wipeout, a corner that nobody takes for four moves, forced passes, 36 moves against 25.
const GAMES: [&str; 5] = [
    "f5d6c5f4f3g4d3e3f2g5e6f6h4e2g6h3e7g3d2f1h5h6g1h1h2c4c2g2b4c1e1d1h7h8g7f7g8b2b1f8b3d8e8a1c8c3a2c6\
     a4a3a5a6b5c7b7a8b6a7d7b8",
    "f5f6e6f4e3d3f3c5c4b4c3d6e7d7g4e2d2f2g3h3h5c1d1f1e1c2c8f7g6g5h4e8d8f8g8c7h2h7b8c6b6g7b2b5a6b3a3a2\
     a4a5b7g2h8a8a7h6h1g1a1b1",
    "f5d6c5f4e3c4e6d2d3c6b4a3b5c3f2a4f3f6c2c1b3e2e1g4g3h3b6f1g1a6a5d1b1g2h1h2h4g5g6h6h5b2h7c7c8d7d8e7\
     f8e8g7f7g8h8a7b8b7a8a2a1",
    "f5f6e6f4g6d6g4g5f3e3h5e7c5h3f7d7c6c7f8e8c8h4d8c4g3b5e2h6d3b6b3b4a6a4a3d2c3a5d1c2c1b2g7h8g8b1a1a2\
     b7h7h2g2e1f2b8f1g1h1a7a8",
    "f5d6c3d3c4f4c6f6d7e3d2c5e6b4b3e7a4b6b5a3a5a6f7g8g6h6c7f8g4h4e8d8f3g5h3e1h5h2b8e2g3f2c2d1f1g1b1b2\
     a7c8h8a8h7b7h1g2c1g7a2a1",
];

const LIMITS: Limits = Limits::depth(4).with_exact_from(14);

/// The reviews of the games above: one serves all tests.
static REVIEWS: [OnceLock<Review>; GAMES.len()] = [const { OnceLock::new() }; GAMES.len()];

fn reviewed(game: &Game) -> Review {
    let review = || {
        let mut review = Review::new(game);
        Reviewer::new(1, LIMITS).run(&mut review).unwrap();
        assert!(review.is_complete());
        review
    };
    let known = games().position(|known| known == *game);
    known.map_or_else(review, |at| REVIEWS[at].get_or_init(review).clone())
}

fn games() -> impl Iterator<Item = Game> {
    GAMES.iter().map(|moves| transcript::parse(moves).unwrap())
}

/// Every move of a review that lost something, with the position before it.
fn judged(review: &Review) -> impl Iterator<Item = (Position, &MoveReview)> {
    (0..review.game().entries().len())
        .filter_map(|entry| Some((review.positions()[entry], review.move_review(entry)?)))
}

/// The same with the number of the entry.
fn entries(review: &Review) -> impl Iterator<Item = (usize, (Position, &MoveReview))> {
    let all = 0..review.game().entries().len();
    all.filter_map(|entry| {
        let judged = review.move_review(entry)?;
        Some((entry, (review.positions()[entry], judged)))
    })
}

/// Plays a line; passes that it leaves out are made. Says who made each move, and gives the end.
fn play(position: Position, line: &[Square]) -> (Vec<(Square, Color)>, Position) {
    let mut game = Game::from_position(position);
    for &square in line {
        game.play(square).unwrap();
    }
    let moves = game.entries().iter().filter_map(|entry| match *entry {
        Entry::Move { square, color, .. } => Some((square, color)),
        _ => None,
    });
    (moves.collect(), game.position())
}

fn first_move(square: &str) -> TriedMove {
    TriedMove {
        position: Position::START,
        last: None,
        square: square.parse().unwrap(),
    }
}

#[test]
fn a_proven_loss_is_the_difference_of_two_proofs() {
    let mut searcher = Searcher::new(16);
    let mut solved = |board: Board| {
        let result = searcher.search(board, &Limits::solve(), &mut ());
        result.score().discs()
    };
    for game in games() {
        let review = reviewed(&game);
        for (position, move_review) in judged(&review) {
            if position.board().empty_count() > LIMITS.exact_from {
                continue;
            }
            assert!(move_review.is_exact());
            let best = solved(position.board());
            let played = -solved(position.board().play(move_review.square).unwrap());
            assert_eq!(move_review.best.score.discs(), best, "{position}");
            assert_eq!(move_review.played.score.discs(), played, "{position}");
            assert_eq!(move_review.loss, best.abs_diff(played));
        }
    }
}

#[test]
fn the_lines_of_a_proven_loss_end_with_the_scores_that_they_prove() {
    let mut lines = 0;
    for game in games() {
        for (position, move_review) in judged(&reviewed(&game)) {
            let lost = move_review.is_exact() && move_review.loss > 0;
            for found in [&move_review.best, &move_review.played] {
                assert_eq!(found.pv.first(), found.square.as_ref());
                let (_, end) = play(position, &found.pv);
                if lost {
                    assert!(end.board().is_game_over(), "{position} {:?}", found.pv);
                    let score = end.board().final_score();
                    let own = end.side_to_move() == move_review.color;
                    let score = if own { score } else { -score };
                    assert_eq!(score, found.score.discs(), "{position}");
                    lines += 1;
                }
            }
        }
    }
    assert!(lines > 40, "{lines} lines");
}

#[test]
fn the_graph_ends_with_the_result_and_changes_by_the_losses() {
    for game in games() {
        let review = reviewed(&game);
        let entries = game.entries().len();
        let margin = game.outcome().unwrap().score;
        let (end, certainty) = review.black_score(entries).unwrap();
        assert_eq!(certainty, Certainty::Exact);
        assert_eq!(
            end.discs(),
            margin.black.cast_signed() - margin.white.cast_signed()
        );
        for entry in 0..entries {
            let (before, certainty) = review.black_score(entry).unwrap();
            let (after, _) = review.black_score(entry + 1).unwrap();
            if certainty != Certainty::Exact {
                continue;
            }
            let lost = review.move_review(entry).map_or(0, |move_review| {
                let loss = move_review.loss.cast_signed();
                match move_review.color {
                    Color::Black => loss,
                    Color::White => -loss,
                }
            });
            assert_eq!(before.discs() - lost, after.discs());
        }
    }
}

#[test]
fn moves_to_the_same_position_turned_or_mirrored_lose_the_same() {
    for first in ["d3", "c4", "f5", "e6"] {
        let review = reviewed(&transcript::parse(first).unwrap());
        let judged = review.move_review(0).unwrap();
        assert_eq!((judged.loss, judged.best.square), (0, first.parse().ok()));
    }
    let loss = |moves: &str| {
        let review = reviewed(&transcript::parse(moves).unwrap());
        review.move_review(3).unwrap().loss
    };
    assert_eq!(loss("f5f6e6f4"), loss("f5f6e6d6"));
}

#[test]
fn moves_of_the_proven_perfect_game_lose_nothing_and_that_is_proven() {
    let review = reviewed(&transcript::parse("f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5").unwrap());
    for (_, judged) in judged(&review) {
        assert_eq!((judged.loss, judged.is_exact()), (0, true), "{judged:?}");
    }
}

#[test]
fn the_eight_symmetric_games_lose_the_same() {
    let game = transcript::parse(GAMES[3]).unwrap();
    let losses = |review: &Review| -> Vec<Option<(u32, Option<Chance>)>> {
        let proven = |entry| {
            let move_review = review.move_review(entry)?;
            let chances = move_review.chances(PlayerGroup::Club);
            let played = chances.map(|chances| chances.played);
            move_review.is_exact().then_some((move_review.loss, played))
        };
        (0..game.entries().len()).map(proven).collect()
    };
    let expected = losses(&reviewed(&game));
    assert!(
        expected
            .iter()
            .flatten()
            .any(|(_, chance)| chance.is_some())
    );
    for symmetry in Symmetry::ALL {
        let start = Position::new(game.start().board().transformed(symmetry), Color::Black);
        let mut turned = Game::from_position(start);
        for entry in game.entries() {
            if let Some(square) = entry.square() {
                turned.play(symmetry.square(square)).unwrap();
            }
        }
        assert_eq!(losses(&reviewed(&turned)), expected, "{symmetry:?}");
    }
}

/// The most empty squares at which all lines of best play are enumerated here.
const ENUMERATED: u32 = 9;

/// The squares next to a square.
fn around(square: Square) -> Vec<Square> {
    let steps = (-1..=1).flat_map(|files| (-1..=1).map(move |ranks| (files, ranks)));
    let steps = steps.filter(|&step| step != (0, 0));
    steps
        .filter_map(|(files, ranks)| square.offset(files, ranks))
        .collect()
}

/// Holds a reason that only compares two moves against the rules.
fn compares_truly(position: Position, move_review: &MoveReview) -> bool {
    let own = move_review.color;
    let better = move_review.best.square.unwrap();
    let after = position.play(move_review.square).unwrap();
    let after_best = position.play(better).unwrap();
    let legal = |board: Board| board.legal_moves().len();
    match move_review.reason.unwrap() {
        Reason::BesideCorner { corner } => {
            let empty_corners = SquareSet::CORNERS & position.board().empties();
            let beside = |square: Square, corner| around(square).contains(&corner);
            empty_corners.contains(corner)
                && beside(move_review.square, corner)
                && !empty_corners.iter().any(|corner| beside(better, corner))
        }
        Reason::Mobility {
            own: [kept, own_best],
            opponent: [given, best],
        } => {
            legal(after.board().swapped()) == kept
                && legal(after_best.board().swapped()) == own_best
                && legal(after.board()) == given
                && legal(after_best.board()) == best
                && kept + best < own_best + given
        }
        Reason::Frontier { to, best } => {
            let frontier = |position: Position| {
                let empties = position.board().empties();
                let is_open = |disc: &Square| around(*disc).iter().any(|&at| empties.contains(at));
                position.discs(own).iter().filter(is_open).count()
            };
            frontier(after) == to && frontier(after_best) == best && to > best
        }
        Reason::LowerScore => move_review.played.score < move_review.best.score,
        reason => panic!("{reason:?} is more than a comparison"),
    }
}

/// Returns whether a move takes every disc of the other side.
fn takes_all(position: Position, square: Square) -> bool {
    let end = position.play(square);
    end.is_ok_and(|end| end.board().player().is_empty())
}

/// Holds a reason against the rules and plain enumeration, and nothing else.
fn is_true(position: Position, move_review: &MoveReview) -> bool {
    let own = move_review.color;
    let better = move_review.best.square.unwrap();
    let after = position.play(move_review.square).unwrap();
    let after_best = position.play(better).unwrap();
    let legal = |board: Board| board.legal_moves().len();
    let (line, end) = play(position, &move_review.played.pv);
    let (best_line, best_end) = play(position, &move_review.best.pv);
    if let Reason::LostResult { opponent_passes } = move_review.reason.unwrap()
        && opponent_passes != after.pass().is_some()
    {
        return false;
    }
    match move_review.reason.unwrap() {
        Reason::MissedWipeout => {
            move_review.is_exact()
                && best_end.discs(own.opposite()).is_empty()
                && !end.discs(own.opposite()).is_empty()
        }
        Reason::AllowedWipeout => {
            move_review.is_exact() && end.discs(own).is_empty() && !best_end.discs(own).is_empty()
        }
        Reason::AllowedWipeoutAtOnce { reply } => {
            let mut others = after_best.legal_moves().iter();
            takes_all(after, reply) && !others.any(|other| takes_all(after_best, other))
        }
        Reason::GaveCorner { corner, was_open } => {
            let other = (corner, own.opposite());
            after.legal_moves().contains(corner)
                && !after_best.legal_moves().contains(corner)
                && line.contains(&other)
                && !best_line.contains(&other)
                && was_open == position.board().swapped().legal_moves().contains(corner)
        }
        Reason::LeftCorner { corner } => {
            corner == better && ["a1", "a8", "h1", "h8"].contains(&&*corner.to_string())
        }
        Reason::LetPass => {
            after.legal_moves().is_empty()
                && after.pass().is_some()
                && !after_best.legal_moves().is_empty()
        }
        Reason::LostLastMove { region, is_whole } => {
            let last = |line: &[(Square, Color)]| {
                let inside = |(square, _): &&(Square, Color)| region.contains(*square);
                line.iter().rfind(inside).map(|&(_, color)| color)
            };
            let mut play = BestPlay::default();
            let board = position.board();
            let mut on_all = |square, own| {
                board.empty_count() > ENUMERATED
                    || play.last_players(board, square, region) == BTreeSet::from([Some(own)])
            };
            is_whole == (region == board.empties())
                && on_all(move_review.square, false)
                && on_all(better, true)
                && last(&line) == Some(own.opposite())
                && last(&best_line) == Some(own)
        }
        Reason::CutOwnMobility { from, to, best } => {
            legal(position.board()) == from
                && legal(after.board().swapped()) == to
                && legal(after_best.board().swapped()) == best
                && 2 * to <= from
                && to + 3 <= from
                && to + 3 <= best
        }
        Reason::GaveMobility { to, best } => {
            legal(after.board()) == to
                && legal(after_best.board()) == best
                && to > best + 3
                && 2 * to >= 3 * best
        }
        Reason::LaterCorner {
            corner,
            after: [reply, next],
        } => {
            let other = own.opposite();
            let moves = [(reply, other), (next, own), (corner, other)];
            line[1..].starts_with(&moves)
                && SquareSet::CORNERS.contains(corner)
                && !best_line.contains(&(corner, other))
        }
        Reason::BesideCorner { .. }
        | Reason::Mobility { .. }
        | Reason::Frontier { .. }
        | Reason::LowerScore => compares_truly(position, move_review),
        Reason::LostResult { .. } => {
            let sign = |position: Position| {
                let score = position.board().final_score().signum();
                if position.side_to_move() == own {
                    score
                } else {
                    -score
                }
            };
            sign(best_end) > sign(end)
        }
    }
}

#[test]
fn every_reason_is_a_fact_about_the_positions_and_lines() {
    let mut kinds = Vec::new();
    for game in games() {
        let review = reviewed(&game);
        for (position, move_review) in judged(&review) {
            assert_eq!(move_review.reason.is_some(), move_review.loss >= 2);
            let Some(reason) = move_review.reason else {
                assert_eq!(wording::reason(move_review, None), None);
                continue;
            };
            let sentence = wording::reason(move_review, None).unwrap();
            assert!(is_true(position, move_review), "{position}: {sentence}");
            if !kinds.contains(&discriminant(&reason)) {
                kinds.push(discriminant(&reason));
            }
        }
    }
    assert!(kinds.len() >= 7, "only {} kinds of reasons", kinds.len());
}

#[test]
fn the_reply_in_a_reason_is_not_a_move_of_the_same_side_after_a_pass() {
    // Game 357 of 1985 in the WTHOR database: after a7, move 55, the opponent passes, and g2 follows, the best move.
    let game = transcript::parse(
        "f5f6e6f4g6d7g5g4f3c4e7h5h6h7d6e3g3e2h3d3c5b5c8e8f8d8f7g7c7c6b4b3b6a6a4a3a2c3h4b7d2d1f2f1e1h2c1b2a8b8\
         g1g8h8h1a7g2a1b1c2a5",
    );
    let review = reviewed(&game.unwrap());
    let (position, judged) = judged(&review)
        .find(|(_, judged)| judged.square.to_string() == "a7")
        .unwrap();
    assert!(position.play(judged.square).unwrap().pass().is_some());
    let sentence = wording::reason(judged, None).unwrap();
    assert!(!sentence.contains(" after "), "{sentence}");
    let mut lost = judged.clone();
    lost.reason = Some(Reason::LostResult {
        opponent_passes: true,
    });
    let sentence = wording::reason(&lost, None).unwrap();
    let pass = format!("after {}'s pass", judged.color.opposite());
    assert!(sentence.contains(&pass), "{sentence}");
    assert!(!sentence.contains("after g2"), "{sentence}");
}

#[test]
fn a_reason_names_the_move_that_takes_every_disc_at_once() {
    // The shortest game.
    let game = transcript::parse("f5d6c5f4e7f6g5e6e3");
    let review = reviewed(&game.unwrap());
    let (position, judged) = judged(&review)
        .find(|(_, judged)| judged.square.to_string() == "e6")
        .unwrap();
    assert!(!judged.is_exact());
    assert!(is_true(position, judged));
    let sentence = wording::reason(judged, None).unwrap();
    assert_eq!(sentence, "lets Black take every disc with e3; c6 does not");
}

/// Takes seconds: it reviews 20 whole games and checks each reason, by counting or by another search.
#[test]
fn every_reason_in_games_of_random_moves_is_a_fact() {
    // Random moves lose in all ways, and next to best moves that do almost the same.
    let limits = Limits::depth(2).with_exact_from(ENUMERATED);
    let mut counts = [0; 15];
    let games = dial::games(60);
    for game in random_games::random_games(games) {
        let mut review = Review::new(&game);
        Reviewer::new(1, limits).run(&mut review).unwrap();
        assert!(review.is_complete());
        for (position, move_review) in judged(&review) {
            assert_eq!(move_review.reason.is_some(), move_review.loss >= 2);
            let Some(reason) = move_review.reason else {
                continue;
            };
            let sentence = wording::reason(move_review, None).unwrap();
            assert!(is_true(position, move_review), "{position}: {sentence}");
            counts[match reason {
                Reason::MissedWipeout => 0,
                Reason::AllowedWipeout => 1,
                Reason::AllowedWipeoutAtOnce { .. } => 2,
                Reason::LeftCorner { .. } => 3,
                Reason::GaveCorner { .. } => 4,
                Reason::LetPass => 5,
                Reason::LostLastMove { .. } => 6,
                Reason::CutOwnMobility { .. } => 7,
                Reason::GaveMobility { .. } => 8,
                Reason::LostResult { .. } => 9,
                Reason::LaterCorner { .. } => 10,
                Reason::BesideCorner { .. } => 11,
                Reason::Mobility { .. } => 12,
                Reason::Frontier { .. } => 13,
                Reason::LowerScore => 14,
            }] += 1;
        }
    }
    // There are wipeouts in the games above.
    assert!(counts[3..].iter().all(|&count| count > 0), "{counts:?}");
    insta::assert_compact_debug_snapshot!(format!("reasons_in_{games}_games"), counts);
}

#[test]
fn every_reason_for_a_puzzle_is_a_fact() {
    let mut explained = BTreeSet::new();
    // Why a corner is kept is proven for all lines, and tested with the puzzles.
    for kind in PuzzleKind::ALL
        .into_iter()
        .filter(|&kind| kind != PuzzleKind::Corner)
    {
        let wanted = PuzzleFilter {
            kinds: vec![kind],
            empties: Some(7..=8),
        };
        let mut left = 12;
        find_all(random(9), &wanted, 2, &|| false, |puzzle| {
            let answers = puzzle.answers().len();
            for index in answers..puzzle.moves.len() {
                let move_review = puzzle.review(index).unwrap();
                let sentence = wording::reason(&move_review, None).unwrap();
                let holds = match move_review.reason.unwrap() {
                    // The lines of the wrong moves may be cut short; their scores are proven.
                    Reason::LostResult { .. } => {
                        let [best, played] = [&move_review.best, &move_review.played]
                            .map(|line| line.score.discs().signum());
                        best > played
                    }
                    _ => is_true(puzzle.position, &move_review),
                };
                assert!(holds, "{}: {sentence}", puzzle.position);
                assert!(move_review.is_exact());
            }
            explained.insert(kind);
            left -= 1;
            left > 0
        });
    }
    assert_eq!(explained.len(), 5);
}

/// Tournament games; their origin is in the file.
const TOURNAMENT_GAMES: &str = include_str!("../../../../tests/fixtures/tournament_games.tsv");

#[test]
fn every_mistake_in_tournament_games_has_a_reason_that_is_a_fact() {
    let limits = Limits::depth(3).with_exact_from(ENUMERATED);
    let mut kinds = Vec::new();
    let lines = TOURNAMENT_GAMES
        .lines()
        .filter(|line| !line.starts_with('#'));
    for line in lines.step_by(3) {
        let moves = line.split('\t').find(|field| field.len() > 20).unwrap();
        let game = transcript::parse(moves).unwrap();
        let mut review = Review::new(&game);
        Reviewer::new(1, limits).run(&mut review).unwrap();
        for (position, move_review) in judged(&review) {
            if move_review.loss < 2 {
                continue;
            }
            let sentence = wording::reason(move_review, None).unwrap();
            assert!(is_true(position, move_review), "{position}: {sentence}");
            kinds.push(discriminant(&move_review.reason.unwrap()));
        }
    }
    let count = kinds.len();
    kinds.dedup();
    assert!(count > 100 && kinds.len() > 8, "{count}: {kinds:?}");
}

fn line(moves: &str, number: usize) -> String {
    let game = transcript::parse(moves).unwrap();
    wording::entry_line(&reviewed(&game), number - 1, &Whose::default()).into()
}

/// Returns a line without the sentence about what most people play.
fn without_people(line: &str) -> &str {
    line.split_once(". ").map_or(line, |(fact, _)| fact)
}

#[test]
fn a_wipeout_that_was_missed_is_named_and_so_is_one_that_was_allowed() {
    // Three moves take every disc in the end; which one is found depends on the evaluation.
    let missed = line(GAMES[0], 58);
    assert!(
        ["a7", "b8", "d7"]
            .map(|best| format!(
                "54 W c7  -6 best {best} (exact): misses a wipeout: {best} takes every disc"
            ))
            .contains(&missed),
        "{missed}"
    );
    assert_eq!(
        without_people(&line(GAMES[0], 61)),
        "57 B b6 -10 best d7 (exact): lets White take every disc; d7 does not"
    );
}

#[test]
fn a_corner_that_was_there_to_take_is_named() {
    assert_eq!(
        line(GAMES[1], 49),
        "49 B a4 -48 best a1 (exact): misses the corner a1"
    );
}

#[test]
fn a_move_after_which_the_opponent_passes_is_named() {
    // The best move is not solved, so only the reason is certain.
    let line_43 = line(GAMES[2], 43);
    let line_43 = without_people(&line_43);
    let reason = ": lets White pass and makes Black move twice in a row";
    assert!(
        line_43.starts_with("43 B h7 ") && line_43.ends_with(reason),
        "{line_43}"
    );
    assert_eq!(line(GAMES[2], 44), "-- W pass");
}

#[test]
fn totals_count_each_judged_move_once() {
    for game in games() {
        let review = reviewed(&game);
        let totals = review.totals(&Whose::default());
        let moves = |color| {
            game.entries()
                .iter()
                .filter(|entry| matches!(entry, Entry::Move { color: by, .. } if *by == color))
                .count()
        };
        for (color, side) in totals.iter() {
            assert_eq!(side.moves as usize, moves(color));
            let of_side = || review.move_reviews().filter(|j| j.color == color);
            let graded = |grade| of_side().filter(|j| j.grade() == grade).count();
            assert_eq!(side.loss, of_side().map(|j| j.loss).sum::<u32>());
            assert_eq!(side.best as usize, graded(Grade::Best));
            assert_eq!(side.mistakes as usize, graded(Grade::Mistake));
            assert_eq!(side.blunders as usize, graded(Grade::Blunder));
        }
    }
}

#[test]
fn going_from_mistake_to_mistake_finds_each_of_them_both_ways() {
    let review = reviewed(&games().next().unwrap());
    let entries = review.game().entries().len();
    let bad = |&entry: &usize| {
        review
            .move_review(entry)
            .is_some_and(|j| j.grade().is_bad())
    };
    let all: Vec<usize> = (0..entries).filter(bad).collect();
    assert!(all.len() > 3);
    let later = |&entry: &usize| review.next_mistake(entry);
    let forward: Vec<usize> = std::iter::successors(all.first().copied(), later).collect();
    let earlier = |&entry: &usize| review.previous_mistake(entry);
    let mut back: Vec<usize> =
        std::iter::successors(review.previous_mistake(entries), earlier).collect();
    back.reverse();
    assert_eq!(forward, all);
    assert_eq!(back, all);
}

#[test]
fn a_resignation_and_a_loss_on_time_are_not_judged() {
    let mut game = transcript::parse("f5d6c3d3c4f4f6").unwrap();
    game.resign(Color::White);
    let review = reviewed(&game);
    assert!(review.move_review(7).is_none());
    assert_eq!(
        wording::entry_line(&review, 7, &Whose::default()),
        "-- W resigns"
    );
    assert_eq!(
        review.black_score(7),
        review.black_score(8),
        "the board is the same"
    );
    let mut game = transcript::parse("f5d6").unwrap();
    game.time_out(Color::Black);
    assert_eq!(
        wording::entry_line(&reviewed(&game), 2, &Whose::default()),
        "-- B loses on time"
    );
}

#[test]
fn a_game_without_entries_has_one_known_position() {
    let review = reviewed(&Game::new());
    assert_eq!((review.known(), review.positions().len()), (1, 1));
    assert_eq!(review.totals(&Whose::default()).black.mean_loss(), None);
    assert_eq!(review.totals(&Whose::default()).black.best_percent(), None);
    assert!(text::graph(&review).lines().all(|line| line.len() < 20));
    // Scores that are not known yet are on the axis.
    let game = transcript::parse("f5d6c3").unwrap();
    let review = Review::new(&game);
    assert_eq!(text::graph(&review), "  +0 ????\n     0\n");
}

#[test]
fn a_review_that_is_stopped_keeps_what_it_knows_and_goes_on_later() {
    let game = games().next().unwrap();
    let deep = Limits::depth(10).with_exact_from(14);
    let reviewer = Reviewer::new(16, deep);
    let mut review = Review::new(&game);
    let stopped = AtomicBool::new(false);
    reviewer
        .run_until(
            &mut review,
            &mut |review| stopped.store(review.known() >= 10, Ordering::Relaxed),
            &|| stopped.load(Ordering::Relaxed),
        )
        .unwrap();
    // A search may be over before it asks whether to stop, but not every one.
    let before = review.known();
    assert!((10..game.entries().len()).contains(&before), "{before}");
    reviewer.run(&mut review).unwrap();
    assert!(review.is_complete());
}

#[test]
fn a_finished_review_is_the_same_with_any_number_of_threads() {
    for game in games().take(dial::games(2)) {
        let limits = Limits::depth(8).with_exact_from(14);
        let reviewed = |threads| {
            let mut review = Review::new(&game);
            let reviewer = Reviewer::new(16, limits).with_threads(threads);
            reviewer.run(&mut review).unwrap();
            review.move_reviews().cloned().collect::<Vec<_>>()
        };
        let once = reviewed(1);
        for threads in [1, 2, 5] {
            assert_eq!(reviewed(threads), once, "{threads} threads");
        }
        // A move tried while the game is reviewed changes nothing.
        let mut job = ReviewTask::start(&game, Reviewer::new(16, limits).with_threads(2), quiet());
        job.ask(first_move("d3"));
        job.wait();
        let found: Vec<_> = job.review().move_reviews().cloned().collect();
        assert_eq!(found, once);
    }
}

#[test]
fn time_for_a_move_ends_its_search() {
    let game = transcript::parse("f5f4e3").unwrap();
    let limits = Limits::time(std::time::Duration::from_millis(20));
    let mut review = Review::new(&game);
    Reviewer::new(16, limits).run(&mut review).unwrap();
    assert!(review.is_complete());
    assert!(
        review
            .move_reviews()
            .skip(1)
            .all(|j| !j.is_exact() && j.best.depth > 0)
    );
}

fn quiet() -> reversi_table::background::Waker {
    Arc::new(|| {})
}

#[test]
fn the_background_finds_what_the_foreground_does() {
    let game = games().nth(3).unwrap();
    let calls = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&calls);
    let waker = Arc::new(move || {
        counted.fetch_add(1, Ordering::Relaxed);
    });
    let mut job = ReviewTask::start(&game, Reviewer::new(16, LIMITS).with_threads(1), waker);
    job.wait();
    assert!(job.review().is_complete() && !job.is_busy());
    let expected = reviewed(&game);
    assert!(job.review().move_reviews().eq(expected.move_reviews()));
    drop(job);
    assert!(calls.load(Ordering::Relaxed) > 0, "the end is announced");
}

#[test]
fn another_move_is_judged_while_the_review_goes_on_and_after_it() {
    let game = games().next().unwrap();
    let mut job = ReviewTask::start(&game, Reviewer::new(16, LIMITS).with_threads(1), quiet());
    let f5 = "f5".parse::<Square>().unwrap();
    let ask = |job: &mut ReviewTask, square: &str| {
        job.ask(first_move(square));
    };
    ask(&mut job, "d3");
    ask(&mut job, "d3");
    ask(&mut job, "a1");
    job.wait();
    ask(&mut job, "f5");
    assert!(job.is_busy());
    job.wait();
    for square in ["d3", "f5"] {
        let move_review = job
            .move_review(Position::START, square.parse().unwrap())
            .unwrap();
        assert_eq!(move_review.loss, 0, "all first moves are the same");
    }
    assert!(job.move_review(Position::START, f5).is_some());
    assert!(
        job.move_review(Position::START, "a1".parse().unwrap())
            .is_none(),
        "not legal"
    );
}

#[test]
fn a_job_that_is_dropped_stops_and_joins_its_thread() {
    let game = games().next().unwrap();
    let limits = Limits::depth(40);
    for _ in 0..10 {
        let mut job = ReviewTask::start(&game, Reviewer::new(16, limits).with_threads(2), quiet());
        job.ask(first_move("f5"));
        drop(job);
    }
}

#[test]
fn the_turning_point_is_a_bad_move_of_the_side_that_lost() {
    let mut found = 0;
    for game in games() {
        let review = reviewed(&game);
        let Some(entry) = review.turning_point(&Whose::default()) else {
            continue;
        };
        found += 1;
        let judged = review.move_review(entry).unwrap();
        assert!(judged.grade().is_bad());
        assert_ne!(game.outcome().unwrap().winner, Some(judged.color));
        let sentence = wording::turning_point(&review, &Whose::default()).unwrap();
        assert!(
            sentence.contains(&format!(": {} ", judged.square)),
            "{sentence}"
        );
    }
    assert!(found > 2, "{found}");
    assert_eq!(
        reviewed(&Game::new()).turning_point(&Whose::default()),
        None,
        "it is not over"
    );
}

#[test]
fn the_graph_in_letters_shows_each_position_once() {
    for game in games() {
        let review = reviewed(&game);
        let graph = text::graph(&review);
        let rows: Vec<&str> = graph.lines().collect();
        let axis = rows.iter().find(|row| row.starts_with("  +0")).unwrap();
        assert_eq!(axis.len(), 5 + review.positions().len());
        for at in 0..review.positions().len() {
            let column: BTreeSet<char> = rows[..rows.len() - 1]
                .iter()
                .filter_map(|row| row.chars().nth(5 + at))
                .filter(|c| !" -".contains(*c))
                .collect();
            let (black, certainty) = review.black_score(at).unwrap();
            let expected = match (black.discs().signum(), certainty == Certainty::Exact) {
                (0, _) => None,
                (1, true) => Some('X'),
                (1, false) => Some('x'),
                (_, true) => Some('O'),
                (_, false) => Some('o'),
            };
            assert_eq!(column, expected.into_iter().collect(), "column {at}");
        }
    }
}

#[test]
fn the_picture_has_a_line_for_each_entry_and_a_circle_for_each_mistake() {
    let review = reviewed(&games().next().unwrap());
    let line = |entry| wording::entry_line(&review, entry, &Whose::default()).into();
    let picture = svg::graph(&review, "<A> & \u{1b}[31mB", &line);
    assert!(picture.contains("&lt;A&gt; &amp; "));
    assert!(!picture.contains('\u{1b}'));
    let entries = review.game().entries().len();
    assert_eq!(picture.matches("stroke-linecap").count(), entries);
    let is_exact = |at: usize| {
        let known = review.black_score(at).unwrap();
        known.1 == Certainty::Exact
    };
    let estimated = (0..entries).filter(|&at| !(is_exact(at) && is_exact(at + 1)));
    assert_eq!(
        picture.matches("stroke-dasharray=\"3 2\"").count(),
        estimated.count()
    );
    let bad = review.move_reviews().filter(|j| j.grade().is_bad()).count();
    assert_eq!(picture.matches("<circle").count(), bad);
}

/// The end of a game from 12 empty squares on, with other moves: both sides err, and every score is exact.
fn solved_ending(mut game: Game) -> Review {
    while game.position().board().empty_count() < 12 {
        game.undo().unwrap();
    }
    let mut game = Game::from_position(game.position());
    for choice in 0.. {
        let moves: Vec<Square> = game.legal_moves().iter().collect();
        let Some(&square) = moves.get(choice % moves.len().max(1)) else {
            break;
        };
        game.play(square).unwrap();
    }
    reviewed(&game)
}

#[test]
fn the_graphs_of_solved_endings_look_like_this() {
    for (leader, game) in [(Color::Black, 2), (Color::White, 3)] {
        let review = solved_ending(games().nth(game).unwrap());
        insta::assert_snapshot!(format!("{leader}_leads_in_letters"), text::graph(&review));
        let line = |entry| wording::entry_line(&review, entry, &Whose::default()).into();
        let picture = svg::graph(&review, "Ann and Bob", &line);
        insta::assert_snapshot!(format!("{leader}_leads_as_picture"), picture);
    }
}

#[test]
fn the_best_move_loses_nothing_and_answers_the_worst_mistake_of_the_other_side() {
    let mut named = 0;
    for game in games() {
        let review = reviewed(&game);
        for color in Color::ALL {
            let whose = Whose::of(&Record::from_game(review.game()), Some(color));
            let Some(sentence) = wording::best_move(&review, &whose) else {
                continue;
            };
            named += 1;
            // The same in few words, with the worst move.
            let mistakes = review
                .mistakes()
                .filter_map(|entry| review.move_review(entry));
            let worst = mistakes
                .filter(|judged| judged.color == color)
                .max_by_key(|judged| judged.loss);
            let lost = worst.map_or_else(String::new, |judged| {
                let about = if judged.is_exact() { "" } else { "about " };
                let (square, loss) = (judged.square, judged.loss);
                format!(" You lost most with {square}: {about}{loss} discs.")
            });
            let best = sentence.split([':', ' ']).nth(7).unwrap();
            assert_eq!(
                wording::highlights(&review, &whose).map(String::from),
                Some(format!("Your best move: {best}.{lost}"))
            );
            let number = sentence
                .strip_prefix("Your best move was move ")
                .and_then(|rest| rest.split_once(':')?.0.parse::<usize>().ok())
                .unwrap();
            let moves = game.entries().iter().enumerate();
            let (entry, _) = moves
                .filter(|(_, entry)| entry.square().is_some())
                .nth(number - 1)
                .unwrap();
            let answer = review.move_review(entry).unwrap();
            assert_eq!((answer.color, answer.loss), (color, 0), "{sentence}");
            let mistake = review.move_review(entry - 1).unwrap();
            assert_eq!(mistake.color, color.opposite(), "{sentence}");
            // What is not proven is about so much.
            let about = if mistake.is_exact() { "" } else { "about " };
            let end = format!(
                "{} punished {}, which lost {about}{} discs.",
                answer.square, mistake.square, mistake.loss
            );
            assert!(sentence.ends_with(&end), "{sentence}");
            for later in entry + 1..game.entries().len() - 1 {
                let (Some(other), Some(reply)) =
                    (review.move_review(later), review.move_review(later + 1))
                else {
                    continue;
                };
                let had_choice = review.positions()[later + 1].legal_moves().len() > 1;
                if reply.color == color && reply.loss == 0 && had_choice && other.color != color {
                    assert!(other.loss <= mistake.loss, "{sentence}");
                }
            }
        }
    }
    assert!(named > 5, "{named}");
}

/// The reviews of the ends of games of random moves: from ten empty squares on everything is exact.
static RANDOM_ENDINGS: LazyLock<Vec<Review>> = LazyLock::new(|| {
    let end = |mut game: Game| {
        while game.position().board().empty_count() < 9 {
            game.undo().unwrap();
        }
        let mut ending = Game::from_position(game.position());
        for entry in game.undone() {
            if let Some(square) = entry.square() {
                ending.play(square).unwrap();
            }
        }
        reviewed(&ending)
    };
    random_games::random_games(dial::games(150))
        .into_iter()
        .map(end)
        .collect()
});

#[test]
fn the_turning_point_is_the_last_mistake_that_lost_the_game_or_else_the_worst() {
    let (mut turned, mut worst, mut draws) = (0, 0, 0);
    for review in &*RANDOM_ENDINGS {
        let winner = review.game().outcome().unwrap().winner;
        draws += usize::from(winner.is_none());
        let mistakes: Vec<(usize, &MoveReview)> = (0..review.game().entries().len())
            .filter_map(|entry| Some((entry, review.move_review(entry)?)))
            .filter(|(_, judged)| judged.grade().is_bad() && winner != Some(judged.color))
            .collect();
        let loses_it = |judged: &MoveReview| {
            let (before, after) = (judged.best.score.discs(), judged.played.score.discs());
            before >= 0 && after < 0
        };
        let last = mistakes.iter().rfind(|(_, judged)| loses_it(judged));
        let found = review.turning_point(&Whose::default());
        if let Some((entry, _)) = last {
            assert_eq!(found, Some(*entry));
            turned += 1;
        } else if let Some(found) = found {
            let loss = review.move_review(found).unwrap().loss;
            assert!(mistakes.iter().any(|(entry, _)| *entry == found));
            assert!(mistakes.iter().all(|(_, judged)| judged.loss <= loss));
            worst += 1;
        }
    }
    assert!(
        turned > dial::games(30) && worst > dial::games(30) && draws > 0,
        "{turned} {worst} {draws}"
    );
}

#[test]
fn a_loss_is_proven_if_both_scores_are_and_it_is_both_or_neither() {
    let limits = Limits::depth(2).with_exact_from(8);
    for game in games() {
        let mut review = Review::new(&game);
        Reviewer::new(1, limits).run(&mut review).unwrap();
        for judged in review.move_reviews() {
            let both = (judged.best.is_exact(), judged.played.is_exact());
            assert_eq!(both, (judged.is_exact(), judged.is_exact()));
        }
    }
}

#[test]
fn a_forced_move_is_not_the_best_move_of_a_side() {
    let mut forced = 0;
    for review in &*RANDOM_ENDINGS {
        for color in Color::ALL {
            let whose = Whose::of(&Record::from_game(review.game()), Some(color));
            let sentence = wording::best_move(review, &whose);
            let answers = (1..review.game().entries().len()).filter(|&entry| {
                let (Some(mistake), Some(answer)) =
                    (review.move_review(entry - 1), review.move_review(entry))
                else {
                    return false;
                };
                answer.color == color && answer.loss == 0 && mistake.grade().is_bad()
            });
            let (with_choice, without): (Vec<usize>, Vec<usize>) =
                answers.partition(|&entry| review.positions()[entry].legal_moves().len() > 1);
            assert_eq!(sentence.is_some(), !with_choice.is_empty(), "{sentence:?}");
            forced += usize::from(with_choice.is_empty() && !without.is_empty());
        }
    }
    assert!(forced > 0);
}

#[test]
fn the_reasons_for_the_mistakes_of_a_game_look_like_this() {
    let review = reviewed(&games().nth(2).unwrap());
    let reasons = judged(&review).filter_map(|(_, judged)| {
        let sentence = wording::reason(judged, None)?;
        Some(format!("{} {}\n", judged.square, sentence))
    });
    insta::assert_snapshot!(reasons.collect::<String>());
}
