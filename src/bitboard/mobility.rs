//! Mobility measures: the moves of a side, its potential moves, and its frontier.

use super::word::Word;
use super::{legal_moves, neighbours};

/// Returns the mobility of the side with the discs `own`: its number of legal moves, 0 to 33 in a game.
pub fn mobility(own: u64, opponent: u64) -> u32 {
    legal_moves(own, opponent).count_ones()
}

/// Returns the potential mobility: the empty squares next to an opponent disc. Every legal move is one
/// of them, and the others may become legal later.
pub fn potential_mobility<W: Word>(own: W, opponent: W) -> W {
    let empty = !(own | opponent);
    neighbours(opponent) & empty
}

/// Returns the frontier of a set of discs: those next to an empty square. A large frontier
/// gives the other side more moves.
pub fn frontier<W: Word>(discs: W, empty: W) -> W {
    discs & neighbours(empty)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::squares::SquareSet;

    #[test]
    fn at_the_start_four_moves_ten_hopes_and_all_discs_open() {
        let (own, opponent) = (Board::START.player().bits(), Board::START.opponent().bits());
        assert_eq!(mobility(own, opponent), 4);
        // Five empty neighbours of d4, then five of e5.
        let potential = potential_mobility(own, opponent);
        let listed = SquareSet::from_bits(potential).to_string();
        assert_eq!(listed, "c3 d3 e3 c4 f4 c5 f5 d6 e6 f6");
        assert_eq!(frontier(own, Board::START.empties().bits()), own);
    }

    #[test]
    fn a_disc_inside_a_block_is_no_frontier() {
        // a1 to c3: what touches the file d or the rank 4 is open.
        let block = 0xe0e0_e000_0000_0000;
        assert_eq!(frontier(block, !block), 0x2020_e000_0000_0000);
    }
}
