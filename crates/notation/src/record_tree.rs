//! Records as trees of variations, and back, and the order in which formats write variations.

use std::collections::BTreeMap;

use super::error::Problem;
use super::record::{Record, step};
use super::variations::{RecordPoint, RecordedMove, SideMove, Variations};
use reversi::Color;
use reversi::Entry;
use reversi::transcript::MoveProblem;
use reversi::{GameTree, NodeId, TreeError};

/// A piece of a game with variations, in the order of a format.
#[derive(Clone, Copy)]
pub(super) enum LineStep<'a> {
    /// A variation begins.
    Open,
    /// The variation ends that began last.
    Close,
    Move(Color, &'a RecordedMove),
}

/// The order in which a format writes variations.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum LineOrder {
    /// Where a line branches, each branch stands in parentheses, the main line first.
    Branches,
    /// After the move that they replace, in parentheses.
    AfterMove,
}

/// Returns the moves of a record with its variations in the order of a format.
pub(super) fn line_steps(record: &Record, order: LineOrder) -> Vec<LineStep<'_>> {
    let main = record
        .sides()
        .map(|(side, recorded)| LineStep::Move(side, recorded));
    let mut moves: Vec<_> = main.collect();
    let sides = record.side_moves();
    if sides.is_empty() {
        return moves;
    }
    let mut positions: Vec<_> = record.positions().collect();
    let mut children: Vec<Vec<usize>> = (1..positions.len()).map(|next| vec![next]).collect();
    children.push(Vec::new());
    for side in sides {
        let parent = side.after.index(record.moves.len());
        let (color, position) = step(positions[parent], side.recorded.square);
        children[parent].push(positions.len());
        children.push(Vec::new());
        positions.push(position);
        moves.push(LineStep::Move(color, &side.recorded));
    }
    let mut steps = Vec::with_capacity(2 * moves.len());
    // What is still to come, the next last: a parenthesis, or a point with the branches in its place.
    let mut open: Vec<Result<(usize, &[usize]), LineStep>> = vec![Ok((0, &[]))];
    while let Some(next) = open.pop() {
        let (point, beside) = match next {
            Err(parenthesis) => {
                steps.push(parenthesis);
                continue;
            }
            Ok(point) => point,
        };
        steps.extend(point.checked_sub(1).map(|at| moves[at]));
        let next = children[point].as_slice();
        let (line, branches) = match (order, next) {
            (LineOrder::Branches, [_, _, ..]) => (None, next),
            _ => (next.first(), beside),
        };
        open.extend(line.map(|&line| Ok((line, &next[1..]))));
        for &branch in branches.iter().rev() {
            open.extend([
                Err(LineStep::Close),
                Ok((branch, &[][..])),
                Err(LineStep::Open),
            ]);
        }
    }
    steps
}

/// Returns the forced pass after a node.
fn pass(tree: &GameTree, node: NodeId) -> Option<NodeId> {
    let first = tree.children(node).first().copied();
    first.filter(|&first| matches!(tree.entry(first), Some(Entry::Pass { .. })))
}

impl Record {
    /// Returns the moves of the variations; none if the moves that they follow were removed from the main
    /// line.
    fn side_moves(&self) -> &[SideMove] {
        let is_there = |side: &SideMove| match side.after {
            RecordPoint::Main(count) => count <= self.moves.len(),
            RecordPoint::Side(_) => true,
        };
        let sides = self.variations.moves.as_slice();
        if sides.iter().all(is_there) {
            sides
        } else {
            &[]
        }
    }

    /// Returns the number of variations.
    pub fn variation_count(&self) -> usize {
        if self.variations.moves.is_empty() {
            return 0;
        }
        let steps = line_steps(self, LineOrder::AfterMove).into_iter();
        steps.filter(|step| matches!(step, LineStep::Open)).count()
    }

    /// Returns the game with its variations as a tree, with the cursor at the start. The comment on the game is that
    /// of the root. A move that stands twice is one node with the notes of both.
    ///
    /// # Errors
    /// [`Problem::Move`] for an illegal move. A record that was read from a file has none.
    pub fn tree(&self) -> Result<GameTree, Problem> {
        let mut tree = GameTree::new(self.start);
        tree.notes_mut(NodeId::ROOT)
            .comment
            .clone_from(&self.comment);
        let mut nodes = vec![NodeId::ROOT];
        let main = (0..).map(RecordPoint::Main).zip(&self.moves);
        let sides = self.side_moves().iter();
        let sides = sides.map(|side| (side.after, &side.recorded));
        for (after, recorded) in main.chain(sides) {
            let parent = nodes[after.index(self.moves.len())];
            let why = |why| Problem::Move {
                number: nodes.len(),
                why,
            };
            let node = match recorded.square {
                None => pass(&tree, parent).ok_or_else(|| {
                    let side_to_move = Some(tree.position(parent).side_to_move());
                    why(MoveProblem::NoPass { side_to_move })
                })?,
                Some(square) => tree.add(parent, square).map_err(|error| match error {
                    TreeError::Move(error) => why(MoveProblem::Illegal { square, error }),
                    _ => Problem::TooManyVariations,
                })?,
            };
            tree.notes_mut(node).merge(&recorded.notes);
            nodes.push(node);
        }
        tree.forget_edits();
        tree.to_start();
        Ok(tree)
    }

    /// Replaces the start, the moves, the variations and the comment with those of a tree. The players, the event and
    /// the stated result stay.
    pub fn set_tree(&mut self, tree: &GameTree) {
        let moves = std::mem::take(&mut self.moves);
        let is_same_start = self.start == tree.start();
        self.start = tree.start();
        self.comment.clone_from(&tree.notes(NodeId::ROOT).comment);
        self.variations = Variations::default();
        let mut points = BTreeMap::from([(NodeId::ROOT, RecordPoint::Main(0))]);
        for row in tree.all_rows() {
            let recorded = RecordedMove {
                square: tree.entry(row.node).as_ref().and_then(Entry::square),
                notes: tree.notes(row.node).clone(),
            };
            let point = if row.depth == 0 {
                self.moves.push(recorded);
                RecordPoint::Main(self.moves.len())
            } else {
                // The row of its parent came before.
                let parent = tree.parent(row.node).unwrap_or(NodeId::ROOT);
                let after = points[&parent];
                self.variations.moves.push(SideMove { after, recorded });
                RecordPoint::Side(self.variations.moves.len() - 1)
            };
            points.insert(row.node, point);
        }
        // Nobody played a line that was changed.
        let squares =
            |moves: &[RecordedMove]| -> Vec<_> { moves.iter().map(|m| m.square).collect() };
        let is_played = is_same_start && squares(&moves).starts_with(&squares(&self.moves));
        self.origin = self.origin.take().filter(|_| is_played);
    }
}
