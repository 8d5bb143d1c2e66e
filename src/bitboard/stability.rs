//! Stability: discs that can never be turned again, whatever both sides play.
//!
//! All discs found here are stable, but not every stable disc is found: finding all of them would take
//! a search. Three methods are combined. For each edge, a table lists the discs that no sequence of
//! moves along the edge can turn. A disc whose four lines are all full cannot be turned. And a disc is
//! stable if each of its four lines is full or has an own stable disc next to it; this step is repeated
//! until nothing is added. The method is common in the field; see
//! Michael Buro's Logistello and Richard Delorme's Edax (`get_stability`).

#![allow(clippy::inline_always)] // see any_kernel::compiled

use super::word::Word;

/// For the own discs of an edge and the opponent's, as the high and the low byte of the index: the own discs that
/// the opponent can never turn along the edge.
static EDGE: [u8; 1 << 16] = edge_table();

/// All squares except the edges.
pub const INNER: u64 = 0x007e_7e7e_7e7e_7e00;

const CORNERS: u64 = 0x8100_0000_0000_0081;

/// The squares of file h.
pub const FILE_H: u64 = 0x0101_0101_0101_0101;

/// Returns discs of `own` that are certainly stable, a subset of all stable discs.
#[inline]
pub fn stable_discs<W: Word>(own: W, opponent: W) -> W {
    let edges = W::call(stable_edge_discs, own, opponent);
    let [rank, file, falling, rising] = full_lines(own, opponent);
    let inner = own & INNER;
    let mut stable = edges | inner & rank & file & falling & rising;
    if stable == 0 {
        return stable;
    }
    loop {
        let on_rank = rank | stable << 1 | stable >> 1;
        let on_file = file | stable << 8 | stable >> 8;
        let on_falling = falling | stable << 9 | stable >> 9;
        let on_rising = rising | stable << 7 | stable >> 7;
        let more = inner & on_rank & on_file & on_falling & on_rising & !stable;
        if more == 0 {
            return stable;
        }
        stable |= more;
    }
}

/// Returns the discs of `own` on the edges that no play along their edge can turn: corners, runs from a
/// corner, full edges and the like.
#[inline]
pub fn stable_edge_discs(own: u64, opponent: u64) -> u64 {
    let edge = |own: u64, opponent: u64| u64::from(stable_on_edge(own, opponent));
    edge(own >> 56, opponent >> 56) << 56
        | edge(own, opponent)
        | byte_to_file(edge(file_to_byte(own >> 7), file_to_byte(opponent >> 7))) << 7
        | byte_to_file(edge(file_to_byte(own), file_to_byte(opponent)))
}

/// Returns the number of those discs, faster.
#[inline(always)]
pub(crate) fn stable_edge_count(own: u64, opponent: u64) -> u32 {
    let edges = [
        stable_on_edge(own >> 56, opponent >> 56),
        stable_on_edge(own, opponent),
        stable_on_edge(file_to_byte(own >> 7), file_to_byte(opponent >> 7)),
        stable_on_edge(file_to_byte(own), file_to_byte(opponent)),
    ];
    // A corner is stable, and lies on two edges.
    u32::from_le_bytes(edges).count_ones() - (own & CORNERS).count_ones()
}

/// Returns the stable discs of an edge, which is the lowest byte of the sets.
#[inline(always)]
#[allow(clippy::cast_possible_truncation)] // the lowest byte is meant
const fn stable_on_edge(own: u64, opponent: u64) -> u8 {
    EDGE[(own as usize & 0xff) << 8 | opponent as usize & 0xff]
}

/// Returns the lowest bit of each byte (file h) gathered into one byte, rank 1 highest.
#[inline]
pub(crate) const fn file_to_byte(set: u64) -> u64 {
    (set & FILE_H).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// Reverses [`file_to_byte`]: bit 7 goes to rank 1, bit 0 to rank 8, all on file h.
const fn byte_to_file(byte: u64) -> u64 {
    // Seven copies, each shifted by seven more, bring bit i to bit 8i.
    (byte & 0x7f).wrapping_mul(0x0002_0408_1020_4081) & 0x0001_0101_0101_0101 | (byte & 0x80) << 49
}

/// Returns the squares whose line has no empty square, for each of the four kinds of lines: rank, file,
/// falling and rising diagonal.
#[inline]
fn full_lines<W: Word>(own: W, opponent: W) -> [W; 4] {
    let occupied = own | opponent;
    // A byte is full if all its bits are set: AND the bits together, then spread the lowest one.
    let mut rank = occupied & occupied >> 1;
    rank &= rank >> 2;
    rank &= rank >> 4;
    rank = (rank & FILE_H).wrapping_mul(0xff);
    let mut file = occupied & occupied.rotate_left(8);
    file &= file.rotate_left(16);
    file &= file.rotate_left(32);
    // Along a diagonal in steps of one, two and four; a step off the board counts as full.
    let mut up_left = occupied & (occupied << 9 | 0x0101_0101_0101_01ff);
    up_left &= up_left << 18 | 0x0303_0303_0303_ffff;
    up_left &= up_left << 36 | 0x0f0f_0f0f_ffff_ffff;
    let mut down_right = occupied & (occupied >> 9 | 0xff80_8080_8080_8080);
    down_right &= down_right >> 18 | 0xffff_c0c0_c0c0_c0c0;
    down_right &= down_right >> 36 | 0xffff_ffff_f0f0_f0f0;
    let falling = up_left & down_right;
    let mut up_right = occupied & (occupied << 7 | 0x8080_8080_8080_80ff);
    up_right &= up_right << 14 | 0xc0c0_c0c0_c0c0_ffff;
    up_right &= up_right << 28 | 0xf0f0_f0f0_ffff_ffff;
    let mut down_left = occupied & (occupied >> 7 | 0xff01_0101_0101_0101);
    down_left &= down_left >> 14 | 0xffff_0303_0303_0303;
    down_left &= down_left >> 28 | 0xffff_ffff_0f0f_0f0f;
    let rising = up_right & down_left;
    [rank, file, falling, rising]
}

/// Works from full edges to emptier ones: a disc is stable if, after any placement by either side on an
/// empty square (even one that turns nothing on this edge), it is still own and stable.
#[allow(clippy::large_stack_arrays)] // computed by the compiler
const fn edge_table() -> [u8; 1 << 16] {
    let mut table = [0; 1 << 16];
    let mut empties = 0;
    while empties <= 8 {
        let mut own: usize = 0;
        while own < 256 {
            let mut opponent: usize = 0;
            while opponent < 256 {
                if own & opponent == 0 && (own | opponent).count_ones() == 8 - empties {
                    let mut stable = own;
                    let mut place = 0;
                    while place < 8 && stable != 0 {
                        if (own | opponent) & 0x80 >> place == 0 {
                            let (a, b) = after_move(own, opponent, place);
                            stable &= a & table[a << 8 | b] as usize;
                            let (b, a) = after_move(opponent, own, place);
                            stable &= a & table[a << 8 | b] as usize;
                        }
                        place += 1;
                    }
                    #[allow(clippy::cast_possible_truncation)] // a subset of `own`, a byte
                    {
                        table[own << 8 | opponent] = stable as u8;
                    }
                }
                opponent += 1;
            }
            own += 1;
        }
        empties += 1;
    }
    table
}

/// Returns an edge after a disc of `mover` is placed on it: the mover's discs and the other's.
const fn after_move(mover: usize, other: usize, place: usize) -> (usize, usize) {
    let disc = 0x80 >> place;
    let mut turned = 0;
    let mut run = 0;
    let mut at = disc << 1;
    while at & other != 0 {
        run |= at;
        at <<= 1;
    }
    if at & mover != 0 {
        turned |= run;
    }
    run = 0;
    at = disc >> 1;
    while at & other != 0 {
        run |= at;
        at >>= 1;
    }
    if at & mover != 0 {
        turned |= run;
    }
    (mover | disc | turned, other & !turned)
}

#[cfg(test)]
#[allow(clippy::cast_possible_truncation)] // bytes, counted in usize
mod tests {
    use super::*;
    use crate::board::Board;
    use proptest::prelude::*;

    /// Returns true if any placement on the edge, now or later, turns this own disc.
    fn can_be_turned(own: usize, opponent: usize, disc: usize) -> bool {
        if own & disc == 0 {
            return true;
        }
        (0..8).any(|place| {
            (own | opponent) & (0x80 >> place) == 0 && {
                let (a, b) = after_move(own, opponent, place);
                let (d, c) = after_move(opponent, own, place);
                can_be_turned(a, b, disc) || can_be_turned(c, d, disc)
            }
        })
    }

    #[test]
    fn the_edge_table_agrees_with_trying_every_continuation() {
        for own in 0usize..256 {
            for opponent in (0usize..256).filter(|o| o & own == 0) {
                if (own | opponent).count_ones() < 3 {
                    continue; // eight empties take long, and the table is built from fuller edges
                }
                let stable = EDGE[own << 8 | opponent];
                for place in 0..8 {
                    let disc = 0x80 >> place;
                    if own & disc != 0 {
                        assert_eq!(
                            usize::from(stable) & disc != 0,
                            !can_be_turned(own, opponent, disc),
                            "own {own:08b} opponent {opponent:08b} disc {disc:08b}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn full_lines_are_those_without_an_empty_square() {
        for empty in crate::square::Square::all() {
            let lines = full_lines(!empty.bit(), 0);
            for square in crate::square::Square::all() {
                let (f, r) = (
                    i32::from(square.file().index()) - i32::from(empty.file().index()),
                    i32::from(square.rank().index()) - i32::from(empty.rank().index()),
                );
                let through = [r == 0, f == 0, f == r, f == -r];
                for (line, hit) in lines.into_iter().zip(through) {
                    assert_eq!(line & square.bit() == 0, hit, "{empty} {square}");
                }
            }
        }
    }

    #[test]
    fn a_corner_and_a_run_from_it_are_stable() {
        assert_eq!(
            stable_discs(0xe000_0000_0000_0000, 0x1800_0000_0000_0000),
            0xe000_0000_0000_0000
        );
        let own = 0xf0c0_8000_0000_0000;
        assert_eq!(stable_discs(own, 0x0810_0000_0000_0000), own);
    }

    proptest! {
        #[test]
        fn stable_edge_discs_are_counted_without_a_set(own: u64, opponent: u64) {
            let opponent = opponent & !own;
            let set = stable_edge_discs(own, opponent);
            prop_assert_eq!(stable_edge_count(own, opponent), set.count_ones());
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]
        #[test]
        fn a_stable_disc_is_never_turned(choices in prop::collection::vec(any::<u8>(), 61)) {
            // Along a random game, discs once called stable stay with their owner to the end.
            let mut board = Board::START;
            let (mut own, mut other) = (0, 0);
            for choice in choices {
                let (player, opponent) = (board.player().bits(), board.opponent().bits());
                own |= stable_discs(player, opponent);
                other |= stable_discs(opponent, player);
                prop_assert_eq!(own & !player, 0);
                prop_assert_eq!(other & !opponent, 0);
                let moves: Vec<_> = board.legal_moves().iter().collect();
                board = if moves.is_empty() {
                    match board.pass() { Some(passed) => passed, None => break }
                } else {
                    board.play(moves[usize::from(choice) % moves.len()]).unwrap()
                };
                std::mem::swap(&mut own, &mut other);
            }
        }
    }
}
