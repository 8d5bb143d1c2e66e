//! What was played in positions, up to symmetry, and how those games ended.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::MIN_EMPTIES;
use crate::games::index::{GamesIndex, IndexError, ReadProgress};
use crate::games::row::{OpeningResult, ReadRow};
use arrayvec::ArrayVec;
use reversi::{Board, Color, Position, Square, SquareSet, Symmetry};
use reversi_notation::Record;
use reversi_table::store::summary::Verdict;

/// A position up to symmetry.
pub(super) struct Canonical {
    /// The smallest of its eight symmetric boards.
    board: Board,
    /// The symmetries that lead to that board: several if the position is symmetric itself.
    symmetries: ArrayVec<Symmetry, 8>,
}

impl Canonical {
    pub(super) fn of(board: Board) -> Self {
        let mut canonical = Self {
            board,
            symmetries: ArrayVec::new(),
        };
        for symmetry in Symmetry::ALL {
            let image = board.transformed(symmetry);
            if image < canonical.board {
                canonical.board = image;
                canonical.symmetries.clear();
            }
            if image == canonical.board {
                canonical.symmetries.push(symmetry);
            }
        }
        canonical
    }

    pub(super) const fn board(&self) -> Board {
        self.board
    }

    /// Returns the move on the canonical board. Moves that are symmetric to each other have the same one.
    pub(super) fn square(&self, square: Square) -> Square {
        let images = self.symmetries.iter().map(|image| image.square(square));
        images.min().unwrap_or(square)
    }
}

/// The results of the games in which a move was played, for the side that played it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The games, also those without a known result.
    pub games: u32,
    /// The games won.
    pub wins: u32,
    /// The draws.
    pub draws: u32,
    /// The games lost.
    pub losses: u32,
    /// The games with a known final score.
    pub scored: u32,
    /// The sum of their scores, in discs.
    pub score_sum: i64,
    /// The games with a theoretical score, which WTHOR files have.
    pub solved: u32,
    /// The sum of their theoretical scores, in discs.
    pub theory_sum: i64,
}

impl Counts {
    /// Returns the counts of one game for a side.
    fn of(result: OpeningResult, side: Color) -> Self {
        let own = |score: i64| match side {
            Color::Black => score,
            Color::White => -score,
        };
        let is = |verdict| u32::from(result.verdict == Some(verdict));
        Self {
            games: 1,
            wins: is(Verdict::Won(side)),
            draws: is(Verdict::Draw),
            losses: is(Verdict::Won(side.opposite())),
            scored: result.score.map_or(0, |_| 1),
            score_sum: result.score.map_or(0, own),
            solved: result.theory.map_or(0, |_| 1),
            theory_sum: result.theory.map_or(0, own),
        }
    }
    /// Adds the results of other games.
    fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.scored += other.scored;
        self.score_sum += other.score_sum;
        self.solved += other.solved;
        self.theory_sum += other.theory_sum;
    }

    /// Returns the mean final score; `None` if none is known.
    pub fn mean_score(&self) -> Option<f64> {
        mean(self.score_sum, self.scored)
    }

    /// Returns the mean theoretical score; `None` if none is known.
    pub fn mean_theory(&self) -> Option<f64> {
        mean(self.theory_sum, self.solved)
    }

    /// Returns the shares of wins, draws and losses among the games with a known result, in percent.
    pub fn percents(&self) -> Option<[f64; 3]> {
        let known = self.wins + self.draws + self.losses;
        let percent = |part: u32| 100.0 * f64::from(part) / f64::from(known);
        (known > 0).then(|| [self.wins, self.draws, self.losses].map(percent))
    }
}

#[allow(clippy::cast_precision_loss)] // a sum of scores has far less than 52 bits
fn mean(sum: i64, count: u32) -> Option<f64> {
    (count > 0).then(|| sum as f64 / f64::from(count))
}

/// The results of the games in which a position occurred, by the move that was played there.
pub struct MoveCounts {
    position: Canonical,
    /// The occupied squares of the symmetric boards.
    occupied: ArrayVec<SquareSet, 8>,
    /// By the move on the canonical board.
    by_square: BTreeMap<Square, Counts>,
}

impl MoveCounts {
    /// Creates the counts of a position without games.
    pub fn new(board: Board) -> Self {
        let occupied = Symmetry::ALL.map(|symmetry| board.transformed(symmetry).occupied());
        Self {
            position: Canonical::of(board),
            occupied: occupied.into(),
            by_square: BTreeMap::new(),
        }
    }

    /// Counts a game, if the position occurs in it and a move was played there. Returns whether it was counted.
    pub fn add_game(&mut self, record: &Record) -> bool {
        let squares = record.moves.iter().map(|recorded| recorded.square);
        self.add(record.start, squares, || OpeningResult::of(record))
    }

    /// Counts a game of the index. Returns whether it was counted.
    pub(super) fn add_row(&mut self, row: &ReadRow<'_>) -> bool {
        let start = row.start();
        start.is_some_and(|start| self.add(start, row.squares(), || row.opening_result()))
    }

    fn add(
        &mut self,
        start: Position,
        moves: impl Iterator<Item = Option<Square>> + Clone,
        result: impl FnOnce() -> OpeningResult,
    ) -> bool {
        let empties = self.position.board().empty_count();
        let before = start.board().empty_count().checked_sub(empties);
        let Some(before) = before.filter(|_| empties >= MIN_EMPTIES) else {
            return false;
        };
        // Each move fills one square, so that the squares alone rule most games out.
        let before = before as usize;
        let placed = moves.clone().flatten().take(before);
        let occupied = placed.fold(start.board().occupied(), SquareSet::with);
        let Some(square) =
            (moves.clone().flatten().nth(before)).filter(|_| self.occupied.contains(&occupied))
        else {
            return false;
        };
        let (mut position, mut placed) = (start, 0);
        for next in moves {
            let after = match next {
                Some(_) if placed == before => break,
                Some(square) => position.play(square).ok(),
                None => position.pass(),
            };
            let Some(after) = after else { return false };
            (position, placed) = (after, placed + usize::from(next.is_some()));
        }
        let other = Canonical::of(position.board());
        let is_same = other.board() == self.position.board();
        if is_same {
            let known = self.by_square.entry(other.square(square)).or_default();
            known.add(&Counts::of(result(), position.side_to_move()));
        }
        is_same
    }

    /// Returns the results of a move, and of those that are symmetric to it.
    pub fn of(&self, square: Square) -> Counts {
        let found = self.by_square.get(&self.position.square(square));
        found.copied().unwrap_or_default()
    }

    /// Returns whether two moves are symmetric to each other.
    pub(crate) fn are_same(&self, one: Square, other: Square) -> bool {
        self.position.square(one) == self.position.square(other)
    }

    /// Returns the number of games in which a move was played here.
    pub(crate) fn games(&self) -> u32 {
        self.by_square.values().map(|counts| counts.games).sum()
    }
}

impl GamesIndex {
    /// Returns the results of the games in which a position occurred.
    ///
    /// # Errors
    /// [`IndexError`].
    pub fn counts(
        &mut self,
        board: Board,
        on_progress: &mut dyn FnMut(ReadProgress),
        stop: &dyn Fn() -> bool,
    ) -> Result<MoveCounts, IndexError> {
        let mut counts = MoveCounts::new(board);
        self.each_game(on_progress, stop, &mut |_, row| {
            counts.add_row(row);
            ControlFlow::Continue(())
        })?;
        Ok(counts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reversi_notation::{Format, detect};

    /// Returns the results of each move of a game.
    fn counted(text: &str) -> Vec<Counts> {
        let record = detect::parse(text, Format::Transcript).unwrap();
        let moves = record.positions().zip(record.squares());
        let counts = moves.map(|(position, square)| {
            let mut counts = MoveCounts::new(position.board());
            assert!(counts.add_game(&record));
            counts.of(square)
        });
        counts.collect()
    }

    #[test]
    fn a_result_counts_for_the_side_that_moved() {
        // Black wins with every disc.
        let counts = counted("e6f4e3f6g5d6e7f5c5");
        assert_eq!(counts.len(), 9);
        assert_eq!(counts[0].percents(), Some([100.0, 0.0, 0.0]));
        assert_eq!(counts[0].mean_score(), Some(64.0));
        assert_eq!(counts[1].percents(), Some([0.0, 0.0, 100.0]));
        assert_eq!(counts[1].mean_score(), Some(-64.0));
        assert_eq!(counts[1].mean_theory(), None);
    }

    #[test]
    fn a_game_without_a_result_counts_as_a_game() {
        let counts = counted("f5d6c3");
        let expected = Counts {
            games: 1,
            ..Counts::default()
        };
        assert_eq!(counts, [expected; 3]);
        assert_eq!(expected.percents(), None);
    }

    #[test]
    fn symmetric_positions_and_moves_are_the_same() {
        let board = Board::START.play("f5".parse().unwrap()).unwrap();
        let one = Canonical::of(board);
        for symmetry in Symmetry::ALL {
            let other = Canonical::of(board.transformed(symmetry));
            assert_eq!(one.board(), other.board());
            for square in board.legal_moves() {
                assert_eq!(one.square(square), other.square(symmetry.square(square)));
            }
        }
    }

    #[test]
    fn the_four_first_moves_are_one() {
        let start = Canonical::of(Board::START);
        assert_eq!(start.symmetries.len(), 4);
        let moves = Board::START.legal_moves();
        let first = start.square(moves.first().unwrap());
        assert!(moves.iter().all(|square| start.square(square) == first));
    }
}
