//! Owns the oracle: Reversi on an array of ten by ten cells with walls around, nothing shared with the
//! bitboards but the order of the squares.

#[derive(Clone, Copy, PartialEq, Eq)]
enum Cell {
    Empty,
    Own,
    Opponent,
    Wall,
}

/// The board as the side to move sees it.
pub(crate) struct WalledBoard {
    cells: [Cell; 100],
}

const STEPS: [isize; 8] = [-11, -10, -9, -1, 1, 9, 10, 11];

/// The cell of the square with an index in reading order.
fn cell(index: usize) -> usize {
    10 * (index / 8 + 1) + index % 8 + 1
}

impl WalledBoard {
    pub(crate) fn new(own: u64, opponent: u64) -> Self {
        assert_eq!(own & opponent, 0, "a set-up, not an overlap, is compared");
        let mut cells = [Cell::Wall; 100];
        for index in 0..64 {
            let bit = 1 << (63 - index);
            cells[cell(index)] = if own & bit != 0 {
                Cell::Own
            } else if opponent & bit != 0 {
                Cell::Opponent
            } else {
                Cell::Empty
            };
        }
        Self { cells }
    }

    /// The discs turned by a disc on the square with this index, as a bitboard.
    pub(crate) fn flips(&self, index: usize) -> u64 {
        let from = cell(index);
        if self.cells[from] != Cell::Empty {
            return 0;
        }
        let mut turned = 0;
        for step in STEPS {
            let mut run = 0;
            let mut at = from.wrapping_add_signed(step);
            while self.cells[at] == Cell::Opponent {
                run |= 1 << (63 - (8 * (at / 10 - 1) + at % 10 - 1));
                at = at.wrapping_add_signed(step);
            }
            if self.cells[at] == Cell::Own {
                turned |= run;
            }
        }
        turned
    }
}
