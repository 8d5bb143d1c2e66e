//! The root of a search: iterative deepening, aspiration windows, and one line or several.

use std::time::Instant;

use super::compiled::Compiled;
use super::info::{MoveScore, SearchInfo};
use super::limits::Limits;
use super::node::{Line, Subtree};
use super::parameters::{
    ASPIRATION_EXACT, ASPIRATION_MIDGAME, ASPIRATION_SELECTIVE, ASPIRATION_WIDEST,
    CONFIDENCE_WITH_LATE_MOVES, SETTLED_FROM_DEPTH,
};
use super::score::{Certainty, Confidence, Score, Window};
use super::worker::Worker;
use crate::board::Board;
use crate::square::Square;
use crate::squares::SquareSet;

/// A search of the root to one depth.
struct Iteration {
    board: Board,
    moves: SquareSet,
    depth: u32,
    /// How certain its scores are once it is complete.
    certainty: Certainty,
    /// The number of lines to return.
    count: usize,
    win_loss_draw: bool,
    /// Whether no iteration is complete yet.
    is_first: bool,
    /// When the search began.
    begin: Instant,
}

/// How many depths in a row have found the same.
#[derive(Default)]
struct Agreement {
    found: Vec<(Option<Square>, Score)>,
    depths: u32,
}

impl Agreement {
    /// Counts a depth with these lines.
    fn add(&mut self, lines: &[MoveScore]) {
        let found: Vec<_> = lines.iter().map(|line| (line.square, line.score)).collect();
        self.depths = if found == self.found {
            self.depths + 1
        } else {
            1
        };
        self.found = found;
    }
}

impl<K: Compiled> Worker<'_, K> {
    /// Searches ever deeper until a limit is reached. Returns the lines found, best first.
    pub(super) fn deepen(
        &mut self,
        board: Board,
        count: usize,
        limits: &Limits,
        begin: Instant,
    ) -> Vec<MoveScore> {
        let moves = board.legal_moves_by(self.kernel);
        if moves.is_empty() {
            return vec![self.without_move(board, limits, begin)];
        }
        let empties = board.empty_count();
        let mut lines = first_lines(board, moves);
        let mut iteration = Iteration {
            board,
            moves,
            depth: 0,
            certainty: Certainty::Estimate,
            count: count.min(lines.len()),
            win_loss_draw: limits.win_loss_draw,
            is_first: true,
            begin,
        };
        let mut agreement = Agreement::default();
        for (depth, confidence) in limits.iterations(empties) {
            if limits
                .enough_time
                .is_some_and(|time| begin.elapsed() >= time)
            {
                break;
            }
            self.confidence = confidence;
            iteration.depth = depth;
            iteration.certainty = match (depth == empties, confidence) {
                (false, _) => Certainty::Estimate,
                (true, Confidence::Full) if limits.win_loss_draw => Certainty::WinLossDraw,
                (true, Confidence::Full) => Certainty::Exact,
                (true, _) if self.reduces_to_the_end() => {
                    Certainty::Selective(CONFIDENCE_WITH_LATE_MOVES)
                }
                (true, confidence) => Certainty::Selective(confidence),
            };
            if !self.iterate(&iteration, &mut lines) {
                break;
            }
            iteration.is_first = false;
            if iteration.certainty == Certainty::Estimate && depth >= SETTLED_FROM_DEPTH {
                agreement.add(&lines[..iteration.count]);
                if limits
                    .settled
                    .is_some_and(|depths| agreement.depths >= depths)
                {
                    break;
                }
            }
        }
        lines.truncate(iteration.count);
        lines
    }

    /// Searches the lines of one iteration and sorts them. Returns `false` if it was stopped.
    fn iterate(&mut self, iteration: &Iteration, lines: &mut [MoveScore]) -> bool {
        let &Iteration {
            count, is_first, ..
        } = iteration;
        let every = count == lines.len() && count > 1;
        // The moves that this iteration has not searched yet. If all moves are requested, it searches
        // each one separately; otherwise it repeatedly searches for the best of the rest.
        let order: Vec<_> = lines.iter().filter_map(|line| line.square).collect();
        let mut left = iteration.moves;
        for place in 0..count {
            let allowed = if every { order[place].into() } else { left };
            let Some(found) = self.best_line(iteration, lines, allowed) else {
                if self.stopped {
                    return false;
                }
                continue;
            };
            left -= SquareSet::from_iter(found.square);
            if let Some(line) = lines.iter_mut().find(|line| line.square == found.square) {
                *line = found;
            }
            lines.sort_by_key(|line| {
                let searched = line.square.is_some_and(|m| !left.contains(m));
                // A move that no iteration has searched yet has no score to compare.
                (
                    !(searched || every && !is_first),
                    !line.is_searched(),
                    -line.score,
                )
            });
            let nodes = self.all_nodes();
            if let Some(handler) = self.handler.as_mut() {
                handler.progress(&SearchInfo {
                    moves: lines[..if is_first { place + 1 } else { count }].to_vec(),
                    nodes,
                    elapsed: iteration.begin.elapsed(),
                    stopped: false,
                });
            }
            if self.stopped {
                return false;
            }
        }
        true
    }

    /// Returns the best line that begins with an allowed move; `None` if the search was stopped and its line
    /// must not replace an earlier one.
    fn best_line(
        &mut self,
        iteration: &Iteration,
        lines: &[MoveScore],
        allowed: SquareSet,
    ) -> Option<MoveScore> {
        let &Iteration {
            board,
            depth,
            certainty,
            win_loss_draw,
            ..
        } = iteration;
        let guess = lines
            .iter()
            .find(|line| line.square.is_some_and(|m| allowed.contains(m)))
            .map_or(0, |line| line.score.discs());
        let subtree = Subtree {
            board,
            depth,
            allowed,
        };
        let (score, pv) = self.aspire(subtree, guess, win_loss_draw);
        let best = *pv.first()?;
        let certainty = if !self.stopped {
            certainty
        } else if iteration.count > 1
            || win_loss_draw
            || !iteration.is_first
                && lines[0].square != Some(best)
                && score < lines[0].score.discs()
        {
            return None;
        } else {
            // The best move of those searched so far, but not proven to be the best.
            match certainty {
                Certainty::Exact => Certainty::Selective(Confidence::C50),
                other => other,
            }
        };
        Some(MoveScore {
            square: Some(best),
            score: shown(score, certainty),
            certainty,
            depth,
            pv: pv.to_vec(),
        })
    }

    /// Returns the score of the best allowed move, exact within the kind of search, and the line that
    /// leads to it.
    ///
    /// A stopped search returns the best move so far: the move that was expected to be best comes first, so
    /// another one has proven to be better. Its line is empty if no move has reached alpha yet.
    ///
    /// Aspiration: the search begins with a narrow window around the expected score and widens it after
    /// a miss. Sound: a score inside a window is exact.
    fn aspire(&mut self, subtree: Subtree, guess: i32, win_loss_draw: bool) -> (i32, Line) {
        let to_the_end = subtree.depth >= subtree.board.empty_count();
        let mut line = Line::new();
        if to_the_end && win_loss_draw {
            let score = K::principal(self, subtree, Window::WIN_LOSS_DRAW, &mut line);
            return (score.signum(), line);
        }
        let (mut width, guess) = match (to_the_end, self.confidence) {
            (false, _) => (ASPIRATION_MIDGAME, guess),
            // Final scores are even.
            (true, Confidence::Full) => (ASPIRATION_EXACT, guess + (guess & 1)),
            (true, _) => (ASPIRATION_SELECTIVE, guess + (guess & 1)),
        };
        let mut window = Window::around(guess, width);
        let mut above_alpha = (0, Line::new());
        loop {
            let score = K::principal(self, subtree, window, &mut line);
            if score > window.alpha {
                above_alpha = (score, line.clone());
            }
            if self.stopped || window.contains(score) {
                return above_alpha;
            }
            // Selective searches may contradict each other; a full window resolves that.
            width *= 2;
            window = if width > ASPIRATION_WIDEST {
                Window::FULL
            } else if score <= window.alpha {
                Window {
                    alpha: (score - width).max(-65),
                    beta: score + 1,
                }
            } else {
                Window {
                    alpha: score - 1,
                    beta: (score + width).min(65),
                }
            };
        }
    }

    /// Searches a position without legal moves: a pass or the end of the game.
    fn without_move(&mut self, board: Board, limits: &Limits, begin: Instant) -> MoveScore {
        let passed = board.swapped();
        if passed.legal_moves_by(self.kernel).is_empty() {
            return MoveScore {
                square: None,
                score: Score::of(board.final_score()),
                certainty: Certainty::Exact,
                depth: 0,
                pv: Vec::new(),
            };
        }
        let mut lines = self.deepen(passed, 1, limits, begin);
        lines.swap_remove(0).before_pass()
    }
}

/// Reduces a win, draw or loss proof to the smallest score with its sign, since no more is known.
fn shown(score: i32, certainty: Certainty) -> Score {
    Score::of(if certainty == Certainty::WinLossDraw {
        2 * score.signum()
    } else {
        score
    })
}

/// Returns every legal move, unsearched and with equal scores.
fn first_lines(board: Board, moves: SquareSet) -> Vec<MoveScore> {
    moves
        .into_iter()
        .map(|square| MoveScore {
            square: Some(square),
            score: Score::of(
                board.player().bits().count_ones().cast_signed()
                    - board.opponent().bits().count_ones().cast_signed(),
            ),
            certainty: Certainty::Estimate,
            depth: 0,
            pv: vec![square],
        })
        .collect()
}
