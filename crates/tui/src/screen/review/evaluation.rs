//! What is known of the moves of the current position.

use super::ReviewScreen;
use reversi::search::MoveScore;
use reversi::{Color, Game, Outcome, Position, Square};
use reversi_study::known_scores::KnownScores;
use reversi_study::review::MoveReview;
use reversi_table::store::settings::keys::{OwnKeys, Shortcut};
use reversi_text::{Name, tr};

impl ReviewScreen {
    /// Returns the next move, in the game or in the branch.
    pub(super) fn next_square(&self) -> Option<Square> {
        if self.tree.aside() {
            self.tree.next_square()
        } else {
            self.review().game().entries().get(self.tree.at())?.square()
        }
    }

    /// Returns the note on a move of a branch or of the game.
    pub(super) fn move_review_of(&self, position: Position, square: Square) -> Option<&MoveReview> {
        self.job.move_review(position, square).or_else(|| {
            let review = self.review();
            let entry = review.positions().iter().position(|&p| p == position)?;
            review.move_review(entry).filter(|j| j.square == square)
        })
    }

    /// Returns the best move in the current position and its score for the side to move, if known.
    pub(super) fn best(&self) -> Option<MoveScore> {
        let values = self.values().first().cloned();
        values.or_else(|| self.scores().into_iter().next())
    }

    /// Returns the values of all moves or of the best ones, the best first, while several are shown. One search finds
    /// them all.
    pub(super) fn values(&self) -> &[MoveScore] {
        self.live.shown(self.position())
    }

    /// Returns Black's lead in the current position, if known.
    pub(super) fn black_lead(&self) -> Option<i32> {
        // A game that was resigned is not over on the board.
        if let Some(Outcome { score, .. }) = Game::from_position(self.position()).outcome() {
            return Some(score.black.cast_signed() - score.white.cast_signed());
        }
        let best = self.best().or_else(|| self.best_by_review())?;
        let discs = best.score.discs();
        Some(match self.position().side_to_move() {
            Color::Black => discs,
            Color::White => -discs,
        })
    }

    /// Returns the best move that the review knows in the current position.
    fn best_by_review(&self) -> Option<MoveScore> {
        let position = self.position();
        let next = self.next_square();
        let known = next.and_then(|next| self.move_review_of(position, next));
        match (known, self.tree.last_move()) {
            (Some(move_review), _) => Some(move_review.best.clone()),
            (None, _) if !self.tree.aside() => self.review().score(self.tree.at()).cloned(),
            (None, Some((before, square))) => {
                answer(position, self.move_review_of(before, square)?)
            }
            (None, None) => None,
        }
    }

    /// Returns what is known of the moves of the current position, the best first: those of the live evaluation, the
    /// best one of the review, and the next one.
    pub(super) fn scores(&self) -> Vec<MoveScore> {
        let position = self.position();
        let next = self.next_square();
        let next = next.and_then(|next| self.move_review_of(position, next));
        let played = next.map(|next| next.played.clone());
        let reviewed: Vec<MoveScore> = self.best_by_review().into_iter().chain(played).collect();
        let mut known = KnownScores::new(position);
        for found in self.live.found(position) {
            known.take(found, true);
        }
        known.take(&reviewed, false);
        let is_legal = |found: &MoveScore| {
            found
                .square
                .is_some_and(|square| position.play(square).is_ok())
        };
        known.moves.retain(is_legal);
        known.moves
    }

    /// Shows one line of the hint more, or less.
    pub(super) fn change_lines(&mut self, more: bool, own: &OwnKeys) {
        if !self.live.change_lines(more) {
            let key = own.shown(Shortcut::Hint);
            self.remark(if more {
                tr!("There are at most five lines.")
            } else {
                tr!(
                    "One line is left; {key} hides it.",
                    key = Name(&key.to_string())
                )
            });
        }
    }
}

/// Returns the best answer to a reviewed move, in the position after it.
fn answer(position: Position, move_review: &MoveReview) -> Option<MoveScore> {
    let line = &move_review.played;
    let best_move = *line.pv.get(1)?;
    let score = if position.side_to_move() == move_review.color {
        line.score
    } else {
        -line.score
    };
    Some(MoveScore::new(
        Some(best_move),
        score,
        line.certainty,
        line.depth.saturating_sub(1),
        line.pv[1..].to_vec(),
    ))
}
