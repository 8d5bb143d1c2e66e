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
