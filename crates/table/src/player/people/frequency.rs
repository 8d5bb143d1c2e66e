//! How often positions came up in tournament games.

use crate::player::random::mixed;
use reversi::Board;

/// The steps of a stored number of games for each doubling.
const STEPS: f32 = 8.0;

/// The number of games in which positions came up, up to symmetry; only of those that came up often.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Frequency {
    /// The keys of the positions, in order, each with the logarithm of its number of games.
    entries: Vec<(u32, u8)>,
}

impl Frequency {
    /// Makes a table from the numbers of games in which positions came up.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // less than 256
    #[allow(clippy::cast_precision_loss)]
    pub fn new(counts: impl IntoIterator<Item = (Board, u32)>) -> Self {
        let entry = |(board, games): (Board, u32)| {
            (
                key(board),
                (libm::log2f(games.max(1) as f32) * STEPS).round() as u8,
            )
        };
        let mut entries: Vec<_> = counts.into_iter().map(entry).collect();
        entries.sort_unstable();
        entries.dedup_by_key(|(key, _)| *key);
        Self { entries }
    }

    /// Returns the number of positions.
    pub const fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the contents of a file.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let bytes = |&(key, steps): &(u32, u8)| [&key.to_le_bytes()[..], &[steps]].concat();
        self.entries.iter().flat_map(bytes).collect()
    }

    /// Reads what was written; `None` if it is something else.
    pub(super) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (entries, []) = bytes.as_chunks::<5>() else {
            return None;
        };
        let entry = |&[a, b, c, d, steps]: &[u8; 5]| (u32::from_le_bytes([a, b, c, d]), steps);
        let entries: Vec<_> = entries.iter().map(entry).collect();
        entries.is_sorted().then_some(Self { entries })
    }

    /// Returns the number of games in which a position came up, to within a twentieth; 0 if there were few.
    pub fn games(&self, board: Board) -> f32 {
        let found = self
            .entries
            .binary_search_by_key(&key(board), |(key, _)| *key);
        found.map_or(0.0, |at| doubled(self.entries[at].1))
    }
}

/// Returns 2 to the power of this number of steps.
fn doubled(steps: u8) -> f32 {
    libm::exp2f(f32::from(steps) / STEPS)
}

fn key(board: Board) -> u32 {
    let board = board.canonical();
    (mixed(board.player().bits() ^ mixed(board.opponent().bits())) >> 32) as u32
}
