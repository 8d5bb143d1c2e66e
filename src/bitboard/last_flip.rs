//! The number of discs that the last move of a game turns, found without making the move.
//!
//! With one empty square left, every other disc is either own or the opponent's, so the own discs on
//! the four lines through the square determine the result. Each line is gathered into a byte by a
//! multiplication and looked up. The idea is Richard Delorme's (Edax, `count_last_flip`).

use crate::square::Square;

/// For each place in a byte (0 = bit 7) and each set of own discs in it: twice the number of discs
/// between the place and the nearest own discs on both sides.
static TURNED: [[u8; 256]; 8] = turned();

/// The two diagonals through each square, without the square itself.
static DIAGONALS: [[u64; 2]; 64] = diagonals();

/// Returns twice the number of discs that a disc of `own` on `square` turns if `square` is the only empty
/// square of the board. Zero if the move is not legal.
#[inline(always)]
#[allow(clippy::inline_always)] // see any_kernel::compiled
pub(crate) fn twice_last_flips(own: u64, square: Square) -> i32 {
    let at = usize::from(square.index() & 63);
    let (file, rank) = (at & 7, at >> 3);
    let of_file = &TURNED[file];
    let line = |bits: u64| (bits >> 56) as usize;
    let row = line(own << (8 * rank));
    let column =
        line((own << file >> 7 & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080));
    let falling = line((own & DIAGONALS[at][0]).wrapping_mul(0x0101_0101_0101_0101));
    let rising = line((own & DIAGONALS[at][1]).wrapping_mul(0x0101_0101_0101_0101));
    i32::from(of_file[row])
        + i32::from(TURNED[rank][column])
        + i32::from(of_file[falling])
        + i32::from(of_file[rising])
}

const fn turned() -> [[u8; 256]; 8] {
    let mut table = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut own = 0;
        while own < 256 {
            let mut count = 0;
            let mut near = place;
            while near > 0 {
                near -= 1;
                if own & 0x80 >> near != 0 {
                    count += place - near - 1;
                    break;
                }
            }
            near = place + 1;
            while near < 8 {
                if own & 0x80 >> near != 0 {
                    count += near - place - 1;
                    break;
                }
                near += 1;
            }
            #[allow(clippy::cast_possible_truncation)] // at most twelve
            {
                table[place][own] = 2 * count as u8;
            }
            own += 1;
        }
        place += 1;
    }
    table
}

const fn diagonals() -> [[u64; 2]; 64] {
    let mut table = [[0; 2]; 64];
    let mut at = 0;
    while at < 64 {
        let (file, rank) = (at % 8, at / 8);
        let mut other = 0;
        while other < 64 {
            let (f, r) = (other % 8, other / 8);
            if other != at {
                if f + rank == file + r {
                    table[at][0] |= 1 << (63 - other);
                }
                if f + r == file + rank {
                    table[at][1] |= 1 << (63 - other);
                }
            }
            other += 1;
        }
        at += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitboard;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_count_is_that_of_the_flips(discs: u64, index in 0u8..64) {
            let square = Square::new(index).unwrap();
            let own = discs & !square.bit();
            let flips = bitboard::flips(own, !own & !square.bit(), square);
            prop_assert_eq!(twice_last_flips(own, square), 2 * flips.count_ones().cast_signed());
        }
    }
}
