//! The weights of the patterns, and the file that holds them.
//!
//! A file begins with [`MAGIC`]; the rest is a zlib stream, whose checksum guards it: for each phase the
//! weight of each class of states and the [`TERMS`], little-endian words of 16 bits, first all low bytes and
//! then all high bytes, which compress better.

use std::fmt;
use std::sync::{Arc, OnceLock};

use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;

use super::Estimate;
use super::patterns::{PatternStates, TABLE, classes};
use crate::bitboard::kernel::Kernel;
use crate::board::Board;
use crate::memory;
use crate::squares::SquareSet;

/// The first bytes of a file: its format, which includes the shapes of the patterns.
const MAGIC: &[u8] = b"reversi weights 4\n";

/// The numbers of empty squares that a phase spans.
const SPAN: usize = 4;

/// The number of phases.
pub const PHASES: usize = 15;

/// The number of legal moves from which on the weight is the same.
const MOBILITY: usize = 31;

/// The number of weights of a phase that belong to no state: a constant for each number of empty squares (it is
/// an advantage to make the last move, so even and odd numbers differ), then a weight for each number of legal
/// moves of the side to move, and the same for the opponent.
pub const TERMS: usize = SPAN + 2 * (MOBILITY + 1);

/// The weights for one phase.
pub(crate) struct Phase {
    states: Box<[i16; TABLE]>,
    terms: [i16; TERMS],
}

impl Phase {
    /// Returns the estimate of a board of this phase with empty squares and discs of both sides, from the legal moves of
    /// the side to move and those that the opponent would have.
    #[inline(always)]
    pub(crate) fn estimate(
        &self,
        kernel: impl Kernel,
        empties: u32,
        moves: [SquareSet; 2],
        states: &PatternStates,
    ) -> Estimate {
        let [constant, own, other] = terms(empties, moves).map(|term| i32::from(self.terms[term]));
        Estimate(states.sum(kernel, &self.states) + constant + own + other)
    }
}

/// The memory in bytes that must be free to read the weights, measured: 22 MB, and some for a small
/// search and its stack.
const NEEDED_MEMORY: usize = 30 << 20;

/// The standard weights, once they were read.
static STANDARD: OnceLock<Arc<Weights>> = OnceLock::new();

/// The weights of the evaluation by phase of the game: one for each state of each pattern, one
/// for each number of legal moves.
pub struct Weights {
    phases: Vec<Phase>,
    /// The only thread that may evaluate.
    #[cfg(test)]
    pub(crate) only_thread: Option<std::thread::ThreadId>,
}

impl fmt::Debug for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Weights").finish_non_exhaustive()
    }
}

/// The error for data that is not a file of weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WeightsError {
    /// It is something else, or in the format of another version.
    NotWeights,
    /// It is damaged: its checksum or its length is wrong.
    Damaged,
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotWeights => "not a file of weights for this version of the program",
            Self::Damaged => "the weights are damaged",
        })
    }
}

impl std::error::Error for WeightsError {}

/// Returns the phase of a number of empty squares.
#[inline]
pub fn phase(empties: u32) -> usize {
    (empties as usize / SPAN).min(PHASES - 1)
}

/// Returns the indices of the [`TERMS`] from the number of empty squares and the moves of both sides.
#[inline(always)]
pub(crate) fn terms(empties: u32, moves: [SquareSet; 2]) -> [usize; 3] {
    let [own, other] = moves.map(|moves| moves.len().min(MOBILITY));
    [
        empties as usize % SPAN,
        SPAN + own,
        SPAN + MOBILITY + 1 + other,
    ]
}

fn no_weights() -> Box<[i16; TABLE]> {
    let table = vec![0; TABLE].into_boxed_slice();
    table.try_into().expect("a table of this length")
}

impl Weights {
    /// Returns the weights that come with this crate. A build with `--cfg weights_apart` leaves them out, so that a page
    /// can show its first screen before it loads them; this function then waits for [`Self::set_standard`].
    ///
    /// # Panics
    /// Never: the tests read them.
    pub fn standard() -> Arc<Self> {
        #[cfg(not(weights_apart))]
        let weights = STANDARD.get_or_init(|| {
            let bytes = include_bytes!("weights.bin");
            Arc::new(Weights::from_bytes(bytes).expect("the weights of this crate"))
        });
        #[cfg(weights_apart)]
        let weights = STANDARD.wait();
        Arc::clone(weights)
    }

    /// Sets the weights that [`Self::standard`] returns, unless they are already set. Returns whether it set them.
    #[doc(hidden)]
    pub fn set_standard(self) -> bool {
        STANDARD.set(Arc::new(self)).is_ok()
    }

    /// Returns whether the standard weights were read, or there is memory for that and for a small search.
    pub(crate) fn has_memory() -> bool {
        STANDARD.get().is_some() || memory::is_free(NEEDED_MEMORY)
    }

    /// Reads the contents of a file of weights.
    ///
    /// # Errors
    /// [`WeightsError`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WeightsError> {
        let data = bytes.strip_prefix(MAGIC).ok_or(WeightsError::NotWeights)?;
        let (classes, count) = classes();
        let length = 2 * PHASES * (count + TERMS);
        let data = decompress_to_vec_zlib_with_limit(data, length)
            .ok()
            .filter(|data| data.len() == length)
            .ok_or(WeightsError::Damaged)?;
        let (low, high) = data.split_at(length / 2);
        let words: Vec<i16> = low
            .iter()
            .zip(high)
            .map(|(&low, &high)| i16::from_le_bytes([low, high]))
            .collect();
        let phases = words.chunks(count + TERMS).map(|words| {
            let mut states = no_weights();
            for (weight, &class) in states.iter_mut().zip(&classes) {
                *weight = words[class as usize];
            }
            Phase {
                states,
                terms: std::array::from_fn(|at| words[count + at]),
            }
        });
        Ok(Self {
            phases: phases.collect(),
            #[cfg(test)]
            only_thread: None,
        })
    }

    /// Returns the contents of a file of weights. `weights` holds for each phase the weights of all
    /// classes and the [`TERMS`], in discs.
    #[doc(hidden)]
    pub fn to_bytes(weights: &[Vec<f32>]) -> Vec<u8> {
        #[allow(clippy::cast_precision_loss)] // 64
        let word = |weight: &f32| ((weight * Estimate::DISC as f32).round() as i16).to_le_bytes();
        let words: Vec<[u8; 2]> = weights.iter().flatten().map(word).collect();
        let planes: Vec<u8> = [0, 1]
            .into_iter()
            .flat_map(|byte| words.iter().map(move |word| word[byte]))
            .collect();
        [MAGIC, &compress_to_vec_zlib(&planes, 10)].concat()
    }

    /// Returns for each phase the weights of all classes and the [`TERMS`], in discs: what [`Self::to_bytes`] takes.
    #[doc(hidden)]
    pub fn in_discs(&self) -> Vec<Vec<f32>> {
        let (classes, count) = classes();
        let in_discs = |phase: &Phase| {
            let mut words = vec![0; count];
            for (&weight, &class) in phase.states.iter().zip(&classes) {
                words[class as usize] = weight;
            }
            words.extend(phase.terms);
            #[allow(clippy::cast_precision_loss)] // 64
            let discs = |word| f32::from(word) / Estimate::DISC as f32;
            words.into_iter().map(discs).collect()
        };
        self.phases.iter().map(in_discs).collect()
    }

    /// Returns the estimate of the final score for the side to move, whose legal moves are given. A board without empty
    /// squares, or with discs of one side only, has its final score.
    #[inline(always)]
    pub(crate) fn evaluate(
        &self,
        kernel: impl Kernel,
        board: Board,
        moves: SquareSet,
        states: &PatternStates,
    ) -> Estimate {
        let empties = board.empty_count();
        if empties == 0 || board.player().is_empty() || board.opponent().is_empty() {
            return Estimate(Estimate::DISC * board.final_score());
        }
        let moves = [moves, board.swapped().legal_moves_by(kernel)];
        self.phase(empties).estimate(kernel, empties, moves, states)
    }

    /// Returns the weights for a number of empty squares.
    #[inline(always)]
    pub(crate) fn phase(&self, empties: u32) -> &Phase {
        #[cfg(test)]
        self.check_thread();
        &self.phases[phase(empties)]
    }

    /// Returns weights that are all zero.
    #[cfg(test)]
    pub(crate) fn zero() -> Self {
        let phase = || Phase {
            states: no_weights(),
            terms: [0; TERMS],
        };
        Self {
            phases: (0..PHASES).map(|_| phase()).collect(),
            only_thread: None,
        }
    }

    #[cfg(test)]
    fn check_thread(&self) {
        let this = std::thread::current().id();
        assert!(
            self.only_thread.is_none_or(|only| only == this),
            "evaluated on another thread"
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::evaluate;
    use crate::symmetry::Symmetry;

    #[test]
    fn symmetric_boards_have_one_estimate() {
        let weights = Weights::standard();
        let mut board = Board::START;
        for name in [
            "f5", "d6", "c3", "d3", "c4", "f4", "c5", "b3", "c2", "b4", "b1",
        ] {
            let square = name.parse().unwrap();
            board = board.play(square).unwrap_or_else(|| board.swapped());
            let estimate = evaluate(&weights, board);
            for symmetry in Symmetry::ALL {
                assert_eq!(evaluate(&weights, board.transformed(symmetry)), estimate);
            }
        }
    }

    #[test]
    fn a_file_of_weights_is_read_as_written_and_a_damaged_one_is_refused() {
        let (_, count) = classes();
        #[allow(clippy::cast_precision_loss)]
        let table: Vec<Vec<f32>> = (0..PHASES)
            .map(|phase| {
                (0..count + TERMS)
                    .map(|class| ((class + phase) % 640) as f32 / 64.0)
                    .collect()
            })
            .collect();
        let bytes = Weights::to_bytes(&table);
        let weights = Weights::from_bytes(&bytes).unwrap();
        let (classes, _) = classes();
        for (phase, table) in weights.phases.iter().zip(&table) {
            for (&term, &read) in phase.terms.iter().zip(&table[count..]) {
                assert!((f32::from(term) - 64.0 * read).abs() < 0.01);
            }
            for (&weight, &class) in phase.states.iter().zip(&classes) {
                assert!((f32::from(weight) - 64.0 * table[class as usize]).abs() < 0.01);
            }
        }
        assert_eq!(Weights::to_bytes(&weights.in_discs()), bytes);
        let refused = |bytes: &[u8]| Weights::from_bytes(bytes).unwrap_err();
        assert_eq!(refused(b"GIF89a"), WeightsError::NotWeights);
        assert_eq!(refused(&bytes[..bytes.len() - 1]), WeightsError::Damaged);
        for at in [20, bytes.len() / 2, bytes.len() - 2] {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert_eq!(refused(&damaged), WeightsError::Damaged, "byte {at}");
        }
    }
}
