//! What several searches know of the moves of a position.

use std::cmp::Reverse;

use crate::position::Position;
use crate::search::MoveScore;

/// What is known of the moves of a position: of each the score of the deepest search, whoever asked for
/// it. All parts of a screen show these scores, so that they agree.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct KnownScores {
    pub(crate) position: Position,
    /// The best first.
    pub(crate) moves: Vec<MoveScore>,
}

impl KnownScores {
    /// Creates the scores of a position of which nothing is known yet.
    pub(crate) const fn new(position: Position) -> Self {
        Self {
            position,
            moves: Vec::new(),
        }
    }

    /// Takes the moves that a search has found, the best first. At the same depth its scores take the place
    /// of others if `latest` is set.
    pub(crate) fn take(&mut self, found: &[MoveScore], latest: bool) {
        let Some(first) = found.first() else { return };
        // The best move of a shallower search does not take the place of that of a deeper one.
        let old = self.moves.first();
        let best = old
            .filter(|old| old.is_deeper_than(first))
            .unwrap_or(first)
            .square;
        for next in found {
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Certainty, Score};

    #[test]
    fn of_each_move_the_deepest_score_is_known_and_the_deepest_search_names_the_best() {
        let found = |name: &str, score, depth| MoveScore {
            square: name.parse().ok(),
            score: Score::of(score),
            certainty: Certainty::Estimate,
            depth,
            pv: Vec::new(),
        };
        let mut known = KnownScores::new(Position::START);
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
        let proven = MoveScore {
            certainty: Certainty::Exact,
            ..found("c4", -5, 10)
        };
        known.take(std::slice::from_ref(&proven), false);
        assert_eq!(known.moves[0], proven);
        known.take(&[], true);
        assert_eq!(known.moves.len(), 3);
    }
}
