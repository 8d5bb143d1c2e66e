//! What several searches know of the moves of a position.

use std::cmp::Reverse;

use reversi::search::{Certainty, MoveScore, Score};
use reversi::{Board, Position, Square, Symmetry, is_proven_draw};

/// What is known of the moves of a position. All parts of a screen show these scores, so that they agree. Moves that
/// lead to the same position, turned or mirrored, have the same score, and a draw that is proven is one.
#[derive(Clone, Debug, PartialEq)]
pub struct KnownScores {
    /// The position.
    pub position: Position,
    /// Of each move the score of the deepest search, for lists that name the depth; the best first.
    pub moves: Vec<MoveScore>,
    /// The scores of one search at one depth, the deepest that is complete: only these can be compared. The best
    /// first.
    pub compared: Vec<MoveScore>,
    /// The shallowest move of the search that `compared` is from, as it was found. That a move is known to keep a draw
    /// does not make a search deeper.
    searched: Option<MoveScore>,
}

impl KnownScores {
    /// Creates the scores of a position of which nothing is known yet.
    pub const fn new(position: Position) -> Self {
        Self {
            position,
            moves: Vec::new(),
            compared: Vec::new(),
            searched: None,
        }
    }

    /// Takes the moves that a search has found, the best first. At the same depth its scores take the place
    /// of others if `latest` is set.
    pub fn take(&mut self, found: &[MoveScore], latest: bool) {
        let searched = with_symmetric_moves(self.position.board(), found);
        self.compare(&searched, latest);
        let found = with_known_draw(self.position.board(), searched);
        let Some(first) = found.first() else { return };
        // The best move of a shallower search does not take the place of that of a deeper one.
        let old = self.moves.first();
        let best = old
            .filter(|old| old.is_deeper_than(first))
            .unwrap_or(first)
            .square;
        for next in &found {
            match self
                .moves
                .iter_mut()
                .find(|known| known.square == next.square)
            {
                None => self.moves.push(next.clone()),
                Some(known)
                    if next.is_deeper_than(known) || latest && !known.is_deeper_than(next) =>
                {
                    *known = next.clone();
                }
                Some(_) => {}
            }
        }
        self.moves
            .sort_by_key(|known| (known.square != best, Reverse(known.score)));
    }

    /// Takes the scores that can be compared, if their search is deeper than that of the others. While a search goes from
    /// one depth to the next, those of the last depth stay. Of equal moves the one that was best stays the best.
    fn compare(&mut self, found: &[MoveScore], latest: bool) {
        let moves = found.iter().cloned();
        let shallowest = moves.reduce(|one, other| {
            if one.is_deeper_than(&other) {
                other
            } else {
                one
            }
        });
        let Some(new) = shallowest else { return };
        let has_one_depth = !found.iter().any(|next| next.is_deeper_than(&new));
        let replaces = self.searched.as_ref().is_none_or(|old| {
            let is_same = latest && has_one_depth && !old.is_deeper_than(&new);
            new.is_deeper_than(old) || is_same
        });
        if replaces {
            let best = self.compared.first().and_then(|old| old.square);
            self.compared = with_known_draw(self.position.board(), found.to_vec());
            (self.compared).sort_by_key(|next| (Reverse(next.score), next.square != best));
            self.searched = Some(new);
        }
    }
}

/// Returns the best moves of a board, as many as there were, such that symmetric moves have one value.
pub fn agreeing(board: Board, found: &[MoveScore]) -> Vec<MoveScore> {
    let mut all = settled(board, found);
    all.sort_by_key(|found| Reverse(found.score));
    all.truncate(found.len());
    all
}

/// Returns scores with those of all symmetric moves. Of moves that lead to the same position, turned or mirrored, the
/// deepest score counts.
pub(crate) fn with_symmetric_moves(board: Board, found: &[MoveScore]) -> Vec<MoveScore> {
    let form = |square: Square| board.play(square).map(Board::canonical);
    let mut all: Vec<MoveScore> = Vec::with_capacity(found.len());
    for first in found {
        let form_of = |known: &MoveScore| known.square.and_then(form);
        let Some(shared) = form_of(first) else {
            all.push(first.clone());
            continue;
        };
        if all.iter().any(|known| known.square == first.square) {
            continue;
        }
        let same = found.iter().filter(|other| form_of(other) == Some(shared));
        let deepest = same.fold(first, |deepest, other| {
            if other.is_deeper_than(deepest) {
                other
            } else {
                deepest
            }
        });
        let squares = board.legal_moves().into_iter();
        let mut squares: Vec<Square> = squares
            .filter(|&square| form(square) == Some(shared))
            .collect();
        squares.sort_by_key(|&square| Some(square) != first.square);
        let scores = squares.into_iter();
        all.extend(scores.filter_map(|square| on_square(board, deepest, square)));
    }
    all
}

/// Returns scores with those of all symmetric moves. On a board that is known to be a draw, no move wins.
fn settled(board: Board, found: &[MoveScore]) -> Vec<MoveScore> {
    with_known_draw(board, with_symmetric_moves(board, found))
}

/// Returns scores such that no move wins on a board that is known to be a draw.
fn with_known_draw(board: Board, mut found: Vec<MoveScore>) -> Vec<MoveScore> {
    if is_proven_draw(board) {
        for found in &mut found {
            know_draw(board, found);
        }
    }
    found
}

/// Gives a move of a board that is known to be a draw the score that is proven, or at least none that is better.
fn know_draw(board: Board, found: &mut MoveScore) {
    match found.square.and_then(|square| known_draw(board, square)) {
        Some(draw) => *found = draw,
        None => found.score = found.score.min(Score::of(0)),
    }
}

/// Returns a move that keeps a draw, which is proven, with the moves that keep it after that.
pub(crate) fn known_draw(board: Board, square: Square) -> Option<MoveScore> {
    let keeps = |board: Board, square| {
        let next = board.play(square)?;
        (is_proven_draw(board) && is_proven_draw(next)).then_some(next)
    };
    let mut pv = vec![square];
    let mut next = keeps(board, square)?;
    while let Some((square, after)) =
        (next.legal_moves().into_iter()).find_map(|square| Some((square, keeps(next, square)?)))
    {
        pv.push(square);
        next = after;
    }
    Some(MoveScore::new(
        Some(square),
        Score::of(0),
        Certainty::Exact,
        board.empty_count(),
        pv,
    ))
}

/// Returns the score of a move for another one that leads to the same position, turned or mirrored.
fn on_square(board: Board, found: &MoveScore, square: Square) -> Option<MoveScore> {
    let from = found.square?;
    if from == square {
        return Some(found.clone());
    }
    let [from, to] = [from, square].map(|square| board.play(square));
    let mut symmetries = Symmetry::ALL.into_iter();
    let symmetry = symmetries.find(|&symmetry| from.map(|b| b.transformed(symmetry)) == to)?;
    let later = found.pv.iter().skip(1).map(|&next| symmetry.square(next));
    let mut found = found.clone();
    found.square = Some(square);
    found.pv = [square].into_iter().chain(later).collect();
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
