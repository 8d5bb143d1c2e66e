//! Shapes: what stands around a move, each with a weight of its own. Players recognize them at a glance.

use arrayvec::ArrayVec;
use zerocopy::IntoBytes;

use reversi::{Board, Square, Symmetry};

/// The patterns of eight squares, each empty, of the side to move, or of the opponent.
const PATTERNS: usize = 6561;

/// The kinds of squares that can be played, up to symmetry: a1, b1, c1, d1, b2, c2, d2, c3 and d3.
const KINDS: usize = 9;

/// The kinds of squares on an edge: a1, b1, c1 and d1.
const EDGE_KINDS: usize = 4;

/// The number of shapes: the eight squares around a move, and the edge that it is on.
pub const SHAPES: usize = (KINDS + EDGE_KINDS) * PATTERNS;

/// The shapes of a move: one of the squares around it, and one or two edges.
pub type MoveShapes = ArrayVec<usize, 3>;

/// The steps of a stored weight for each unit.
const STEPS: f32 = 32.0;

/// The weight of each shape as a logarithm, in steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shapes(Vec<i8>);

impl Shapes {
    /// Creates the weights from those of the [`SHAPES`].
    #[allow(clippy::cast_possible_truncation)] // clamped
    pub fn new(weights: &[f32]) -> Self {
        let stored = |weight: &f32| (weight * STEPS).round().clamp(-127.0, 127.0) as i8;
        Self(weights.iter().map(stored).collect())
    }

    /// Returns the sum of the weights of a move's shapes.
    pub(super) fn weigh(&self, shapes: &MoveShapes) -> f32 {
        let sum: i32 = shapes.iter().map(|&shape| i32::from(self.0[shape])).sum();
        #[allow(clippy::cast_precision_loss)] // three bytes
        let sum = sum as f32;
        sum / STEPS
    }

    /// Returns the bytes of a file.
    pub(super) fn bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }

    /// Reads the bytes of a file, [`SHAPES`] of them.
    pub(super) fn from_bytes(bytes: &[u8]) -> Self {
        Self(bytes.iter().map(|byte| byte.cast_signed()).collect())
    }
}

/// A board with its symmetric ones, for the shapes of its moves.
pub(super) struct Views([(Symmetry, Board); 8]);

impl Views {
    pub(super) fn of(board: Board) -> Self {
        Self(Symmetry::ALL.map(|symmetry| (symmetry, board.transformed(symmetry))))
    }

    /// Returns the shapes of a move, which are the same on symmetric boards.
    pub(super) fn shapes(&self, square: Square) -> MoveShapes {
        let mut around = None;
        let mut shapes = MoveShapes::new();
        for (symmetry, board) in &self.0 {
            let image = symmetry.square(square);
            let (file, rank) = (image.file().index(), image.rank().index());
            if file > 3 || rank > file {
                continue;
            }
            let (file, rank) = (usize::from(file), usize::from(rank));
            if rank == 0 {
                let edge = Square::all().take(8);
                let pattern = pattern(*board, edge.map(Some));
                shapes.push((KINDS + file) * PATTERNS + pattern);
            }
            let kind = [0, 3, 5].get(rank).map_or(KINDS, |first| first + file);
            let code = kind * PATTERNS
                + pattern(
                    *board,
                    STEPS_AROUND
                        .iter()
                        .map(|&(files, ranks)| image.offset(files, ranks)),
                );
            around = Some(around.map_or(code, |other: usize| other.min(code)));
        }
        shapes.extend(around.filter(|&code| code < KINDS * PATTERNS));
        shapes
    }
}

const STEPS_AROUND: [(i8, i8); 8] = [
    (-1, -1),
    (0, -1),
    (1, -1),
    (-1, 0),
    (1, 0),
    (-1, 1),
    (0, 1),
    (1, 1),
];

/// Returns the number of a pattern of squares; one off the board counts as empty.
fn pattern(board: Board, squares: impl Iterator<Item = Option<Square>>) -> usize {
    squares.fold(0, |pattern, square| {
        let state = match square {
            Some(square) if board.player().contains(square) => 1,
            Some(square) if board.opponent().contains(square) => 2,
            _ => 0,
        };
        3 * pattern + state
    })
}
