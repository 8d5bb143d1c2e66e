//! The patterns: groups of squares whose discs together say much about a position.
//!
//! A pattern has a shape and lies on the board in up to eight ways. The state of a pattern is a number in
//! base three with a digit for each square: 0 for a disc of the side to move, 1 for an empty square, 2 for
//! a disc of the opponent. The idea is Michael Buro's ("From simple features to sophisticated evaluation
//! functions", Computers and Games, 1999).

use crate::bitboard::kernel::Kernel;
use crate::board::Board;
use crate::square::Square;
use crate::squares::SquareSet;
use crate::symmetry::Symmetry;

/// The shapes, by the squares of one of their places.
const SHAPES: [&[u8]; 7] = [
    b"b2a1b1c1d1e1f1g1h1g2",
    b"b1c1d1e1f1g1c2d2e2f2",
    b"a1b1c1d1a2b2c2a3b3a4",
    b"b1c1d1e1b2c2d2b3c3b4",
    b"b2c2d2e2b3c3d3b4c4b5",
    b"a1a2b3c4d5e6f7g8h8",
    b"a1b2c3d4e5f6g7h8",
];

/// The number of patterns: all shapes in all their places.
pub const PATTERNS: usize = 30;

/// The same, rounded up to whole vector registers.
const LANES: usize = 32;

/// The number of states of all shapes together.
pub(crate) const STATES: usize = {
    let (mut sum, mut shape) = (0, 0);
    while shape < SHAPES.len() {
        sum += states(shape);
        shape += 1;
    }
    sum
};

/// The length of a table with a value for each of [`STATES`]. The part behind them is zero: with it, an index
/// of 16 bits from the first state of any shape is in bounds, and the compiler omits the checks.
pub(crate) const TABLE: usize = STATES + (1 << 16);

/// Returns the number of states of a shape.
const fn states(shape: usize) -> usize {
    3usize.pow(SHAPES[shape].len() as u32 / 2)
}

/// A square of a shape.
const fn square_of(shape: usize, place: usize) -> Square {
    let name = SHAPES[shape];
    let (file, rank) = (name[2 * place] - b'a', name[2 * place + 1] - b'1');
    Square::new(8 * rank + file).expect("a square of the board")
}

/// The tables that follow from the shapes.
struct Tables {
    /// What a digit of each pattern is worth on each square: a power of three, or 0. The last row is of no square.
    digits: [[u16; LANES]; 65],
    /// Twice the same.
    doubles: [[u16; LANES]; 65],
    /// The highest state of each pattern.
    highest: [u16; LANES],
    /// The first state of each pattern's shape among all states.
    offsets: [usize; PATTERNS],
}

/// The same, so that the compiler knows each.
const OFFSETS: [usize; PATTERNS] = tables().offsets;

/// The same for a kernel that gathers: lanes without a pattern read a zero from behind the states.
static FIRST: [u32; LANES] = {
    let mut first = [STATES as u32; LANES];
    let mut pattern = 0;
    while pattern < PATTERNS {
        first[pattern] = OFFSETS[pattern] as u32;
        pattern += 1;
    }
    first
};

static TABLES: Tables = tables();

const fn tables() -> Tables {
    let mut tables = Tables {
        digits: [[0; LANES]; 65],
        doubles: [[0; LANES]; 65],
        highest: [0; LANES],
        offsets: [0; PATTERNS],
    };
    let (mut pattern, mut offset, mut shape) = (0, 0, 0);
    while shape < SHAPES.len() {
        let size = SHAPES[shape].len() / 2;
        let mut seen = [SquareSet::EMPTY; 8];
        let mut way = 0;
        while way < 8 {
            let mut place = 0;
            while place < size {
                let square = Symmetry::ALL[way].square(square_of(shape, place));
                seen[way] = seen[way].with(square);
                place += 1;
            }
            let mut earlier = 0;
            while earlier < way && seen[earlier].bits() != seen[way].bits() {
                earlier += 1;
            }
            if earlier == way {
                let (mut place, mut digit) = (0, 1u32);
                while place < size {
                    let square = Symmetry::ALL[way].square(square_of(shape, place));
                    tables.digits[square.index() as usize][pattern] = digit as u16;
                    tables.doubles[square.index() as usize][pattern] = 2 * digit as u16;
                    digit *= 3;
                    place += 1;
                }
                tables.highest[pattern] = (digit - 1) as u16;
                tables.offsets[pattern] = offset;
                pattern += 1;
            }
            way += 1;
        }
        offset += states(shape);
        shape += 1;
    }
    assert!(pattern == PATTERNS && offset == STATES);
    tables
}

/// The states of all patterns on a board, updated from move to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub(crate) struct PatternStates([u16; LANES]);

impl PatternStates {
    /// Returns the states on a board.
    #[inline(always)]
    pub(crate) fn of(board: Board) -> Self {
        let mut states = Self(TABLES.highest.map(|highest| highest / 2)); // all empty: every digit is 1
        for square in board.player() {
            for (state, digit) in states
                .0
                .iter_mut()
                .zip(&TABLES.digits[usize::from(square.index())])
            {
                *state -= digit;
            }
        }
        for square in board.opponent() {
            states.add(&TABLES.digits[usize::from(square.index())]);
        }
        states
    }

    #[inline(always)]
    fn add(&mut self, digits: &[u16; LANES]) {
        for (state, digit) in self.0.iter_mut().zip(digits) {
            *state = state.wrapping_add(*digit);
        }
    }

    /// Returns the states seen by the other side: each digit is subtracted from 2.
    #[inline(always)]
    pub(crate) fn swapped(&self) -> Self {
        let mut states = TABLES.highest;
        for (state, old) in states.iter_mut().zip(&self.0) {
            *state -= old;
        }
        Self(states)
    }

    /// Returns the states after a move, seen by the next side.
    #[inline(always)]
    pub(crate) fn after_move(&self, square: Square, flips: SquareSet) -> Self {
        self.swapped().with_move(square, flips)
    }

    /// Returns the states after a move of the opponent, seen by the same side.
    #[inline(always)]
    pub(crate) fn with_move(&self, square: Square, flips: SquareSet) -> Self {
        let mut states = *self;
        states.add(&TABLES.digits[usize::from(square.index() & 63)]);
        let mut flips = flips.bits();
        // Most moves turn at most three discs. Without a branch for each, nothing is predicted wrongly.
        loop {
            for _ in 0..3 {
                // 64 where no disc is left: a row of zeros.
                let leading = flips.leading_zeros() as usize;
                states.add(&TABLES.doubles[leading]);
                flips &= !(1 << 63 >> (leading & 63));
            }
            if flips == 0 {
                return states;
            }
        }
    }

    /// Returns the place of each pattern's state among [`STATES`].
    pub(crate) fn places(&self) -> impl Iterator<Item = usize> {
        TABLES
            .offsets
            .iter()
            .zip(&self.0)
            .map(|(&offset, &state)| offset + usize::from(state))
    }

    /// Returns the sum of the patterns' values in a table.
    #[inline(always)]
    pub(crate) fn sum(&self, kernel: impl Kernel, table: &[i16; TABLE]) -> i32 {
        if let Some(sum) = kernel.sum(table, &FIRST, &self.0) {
            return sum;
        }
        // Written out, because the compiler unrolls a loop of this length only by two.
        macro_rules! sum {
            ($($pattern:literal)*) => {
                0 $(+ i32::from(table[OFFSETS[$pattern] + usize::from(self.0[$pattern])]))*
            };
        }
        sum!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29)
    }
}

/// Returns for each of [`STATES`] the number of its class, from 0, and the number of classes. States of
/// a shape that a symmetry of the board exchanges belong to one class and have one weight.
pub fn classes() -> (Vec<u32>, usize) {
    let mut classes = Vec::with_capacity(STATES);
    let mut count = 0;
    for (shape, name) in SHAPES.iter().enumerate() {
        let squares: Vec<Square> = (0..name.len() / 2).map(|at| square_of(shape, at)).collect();
        // What the digit of each square is worth after each symmetry that maps the shape onto itself.
        let mut orders: Vec<Vec<usize>> = Symmetry::ALL
            .iter()
            .filter_map(|symmetry| {
                let place = |&square| squares.iter().position(|&s| s == symmetry.square(square));
                let worth = |square| place(square).map(|place| 3usize.pow(place as u32));
                squares.iter().map(worth).collect()
            })
            .collect();
        orders.sort_unstable();
        orders.dedup();
        let first = classes.len();
        let mut digits = vec![0; squares.len()];
        for state in 0..states(shape) {
            let twin = |order: &Vec<usize>| -> usize {
                digits
                    .iter()
                    .zip(order)
                    .map(|(digit, worth)| digit * worth)
                    .sum()
            };
            let least = orders.iter().map(twin).min().unwrap_or(state);
            if least == state {
                classes.push(count);
                count += 1;
            } else {
                classes.push(classes[first + least]);
            }
            // The next state: add one, with carries.
            for digit in &mut digits {
                *digit = (*digit + 1) % 3;
                if *digit != 0 {
                    break;
                }
            }
        }
    }
    (classes, count as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitboard::AnyKernel;
    use crate::bitboard::any_kernel::with_kernel;
    use crate::perft::perft;

    #[test]
    fn states_are_updated_by_moves_as_if_computed_anew() {
        let mut board = Board::START;
        let mut states = PatternStates::of(board);
        let mut number = 7;
        for _ in 0..60 {
            assert_eq!(states, PatternStates::of(board));
            let moves = board.legal_moves();
            number = (number * 31 + 5) % 101;
            let Some(square) = moves.iter().nth(number % moves.len().max(1)) else {
                (board, states) = (board.swapped(), states.swapped());
                continue;
            };
            states = states.after_move(square, board.flips(square));
            board = board.play(square).unwrap();
        }
        assert!(perft(board, 1) > 0);
    }

    #[test]
    fn the_sum_has_a_value_of_every_pattern() {
        let mut table: Vec<i16> = (0..101).cycle().map(|n| n * n % 97).take(STATES).collect();
        table.resize(TABLE, 0);
        let table: Box<[i16; TABLE]> = table.into_boxed_slice().try_into().unwrap();
        let states = PatternStates::of(Board::START.play("f5".parse().unwrap()).unwrap());
        let expected: i32 = states.places().map(|place| i32::from(table[place])).sum();
        for kernel in AnyKernel::all() {
            let sum = with_kernel!(kernel, kernel => states.sum(kernel, &table));
            assert_eq!(sum, expected, "{}", kernel.name());
        }
    }

    #[test]
    fn symmetric_boards_have_the_same_classes_of_states() {
        let (classes, count) = classes();
        assert_eq!(classes.len(), STATES);
        assert_eq!(*classes.iter().max().unwrap() as usize + 1, count);
        let mut board = Board::START;
        for name in [
            "f5", "d6", "c3", "d3", "c4", "f4", "c5", "b3", "c2", "b4", "b1",
        ] {
            if let Some(next) = board.play(name.parse().unwrap()) {
                board = next;
            }
            let classes_of = |board| {
                let mut found: Vec<u32> = PatternStates::of(board)
                    .places()
                    .map(|place| classes[place])
                    .collect();
                found.sort_unstable();
                found
            };
            for symmetry in Symmetry::ALL {
                assert_eq!(classes_of(board.transformed(symmetry)), classes_of(board));
            }
        }
    }
}
