//! What the search remembers: the positions that it has seen, their moves and the results.
//!
//! Positions that are reached by several orders of moves are one node, so this is a graph rather than a
//! tree. It holds no history: which move would repeat a position is up to the search.

use std::collections::HashMap;

use super::playout::PlayoutBoard;
use crate::go::{Grid, kernel};
use reversi::Color;

/// The weight of the first guess about a move, in playouts.
const GUESS_WEIGHT: f32 = 10.0;

/// The number of playouts of a move after which its own share and its share in other orders count
/// about the same.
const RAVE_EQUIVALENCE: f32 = 3000.0;

/// How much rarely tried moves are preferred.
const EXPLORATION: f32 = 0.02;

/// The value of a result, or the mean of several, for one side: both parts are from 0 to 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Value {
    /// 1 for a win, 0.5 for a draw.
    pub(super) win: f32,
    /// 1 for all points, 0.5 for a draw.
    pub(super) margin: f32,
}

impl Value {
    /// Returns the value for the other side.
    pub(super) fn swapped(self) -> Self {
        Self {
            win: 1.0 - self.win,
            margin: 1.0 - self.margin,
        }
    }

    /// Returns one number in which the margin has this share.
    pub(super) fn blended(self, margin_share: f32) -> f32 {
        self.win + (self.margin - self.win) * margin_share
    }

    /// Adds a result to a mean of `count - 1` results.
    fn add(&mut self, result: Self, count: f32) {
        self.win += (result.win - self.win) / count;
        self.margin += (result.margin - self.margin) / count;
    }
}

/// A position with its side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct TreePosition {
    pub(super) board: PlayoutBoard,
    pub(super) color: Color,
    /// The last move was a pass.
    pub(super) passed: bool,
}

impl TreePosition {
    /// Returns the position after a move at this point, or after a pass for 0. `None` for a suicide.
    pub(super) fn after(self, grid: Grid, point: u64) -> Option<Self> {
        let passed = point == 0;
        let board = if passed {
            self.board.pass()
        } else {
            self.board.play(grid, point)?
        };
        Some(Self {
            board,
            color: self.color.opposite(),
            passed,
        })
    }
}

/// A move of a node, with its results for the side that makes it.
#[derive(Clone, Copy, Debug)]
pub(super) struct TreeMove {
    /// The point; 0 is a pass.
    pub(super) point: u64,
    /// The node behind it, once it has one.
    pub(super) child: Option<Id>,
    /// The number of playouts through it.
    pub(super) playouts: u32,
    /// Their mean value.
    pub(super) value: Value,
    /// The playouts where the side was the first to play there at any later time ("all moves as first"),
    /// and the weight of the guess.
    rave_playouts: f32,
    /// Their mean value.
    rave_value: Value,
}

/// The number of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Id(u32);

/// The moves of a position: a part of the edges.
#[derive(Clone, Copy, Debug)]
struct TreeNode {
    first: usize,
    count: usize,
    playouts: u32,
}

/// One step of a path: the position, the move chosen there, and the side, 0 or 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct PathStep {
    pub(super) node: Id,
    pub(super) edge: usize,
    pub(super) side: usize,
}

#[derive(Debug, Default)]
pub(super) struct Tree {
    /// The share of the margin in what moves promise.
    pub(super) margin_share: f32,
    nodes: Vec<TreeNode>,
    edges: Vec<TreeMove>,
    ids: HashMap<TreePosition, Id>,
}

impl Tree {
    /// Returns the number of moves of all nodes.
    pub(super) fn len(&self) -> usize {
        self.edges.len()
    }

    /// Returns the moves of a node.
    pub(super) fn edges(&self, id: Id) -> &[TreeMove] {
        let TreeNode { first, count, .. } = self.nodes[id.0 as usize];
        &self.edges[first..first + count]
    }

    /// Returns a move by its place among those of its node.
    pub(super) fn edge(&mut self, id: Id, edge: usize) -> &mut TreeMove {
        &mut self.edges[self.nodes[id.0 as usize].first + edge]
    }

    /// Returns the node of a position, which may be new.
    #[allow(clippy::cast_possible_truncation)] // the search stops long before 2^32 nodes
    pub(super) fn node(&mut self, grid: Grid, position: TreePosition) -> Id {
        let id = Id(self.nodes.len() as u32);
        let known = *self.ids.entry(position).or_insert(id);
        if known != id {
            return known;
        }
        let first = self.edges.len();
        let board = position.board;
        let mut rest = board.candidates(grid);
        while rest != 0 {
            let point = rest & rest.wrapping_neg();
            rest &= !point;
            if let Some(next) = board.play(grid, point) {
                self.edges
                    .push(TreeMove::new(point, guess(grid, board, next, point)));
            }
        }
        self.edges.push(TreeMove::new(0, 0.3));
        self.nodes.push(TreeNode {
            first,
            count: self.edges.len() - first,
            playouts: 0,
        });
        id
    }

    /// Chooses the move of a node to try next: the one with the best prospects among those that are not
    /// excluded. A pass is never excluded.
    #[allow(clippy::cast_precision_loss)] // counts of playouts
    pub(super) fn select(&self, id: Id, excluded: u64) -> usize {
        let log = (self.nodes[id.0 as usize].playouts as f32 + 1.0).ln();
        let mut best = (f32::MIN, 0);
        for (index, edge) in self.edges(id).iter().enumerate() {
            let prospects = edge.prospects(log, self.margin_share);
            if prospects > best.0 && edge.point & excluded == 0 {
                best = (prospects, index);
            }
        }
        best.1
    }

    /// Adds the result of a playout to a step of its path. `first` holds the points where the side of the
    /// step was the first to play from there on.
    #[allow(clippy::cast_precision_loss)] // counts of playouts
    pub(super) fn update(&mut self, step: PathStep, first: u64, value: Value) {
        let node = &mut self.nodes[step.node.0 as usize];
        node.playouts += 1;
        let edges = &mut self.edges[node.first..node.first + node.count];
        let edge = &mut edges[step.edge];
        edge.playouts += 1;
        edge.value.add(value, edge.playouts as f32);
        for edge in edges.iter_mut().filter(|edge| edge.point & first != 0) {
            edge.rave_playouts += 1.0;
            edge.rave_value.add(value, edge.rave_playouts);
        }
    }

    /// Drops all nodes that cannot be reached from this one, and returns its new number.
    #[allow(clippy::cast_possible_truncation)] // no more nodes than before
    pub(super) fn keep_reachable(&mut self, root: Id) -> Id {
        let mut new_ids: Vec<Option<Id>> = vec![None; self.nodes.len()];
        let mut order = vec![root];
        new_ids[root.0 as usize] = Some(Id(0));
        let mut next = 0;
        while let Some(&id) = order.get(next) {
            next += 1;
            for child in self.edges(id).iter().filter_map(|edge| edge.child) {
                let new_id = &mut new_ids[child.0 as usize];
                if new_id.is_none() {
                    *new_id = Some(Id(order.len() as u32));
                    order.push(child);
                }
            }
        }
        let old = std::mem::take(self);
        for &id in &order {
            let first = self.edges.len();
            self.edges.extend_from_slice(old.edges(id));
            self.nodes.push(TreeNode {
                first,
                ..old.nodes[id.0 as usize]
            });
        }
        for edge in &mut self.edges {
            edge.child = edge.child.and_then(|child| new_ids[child.0 as usize]);
        }
        let kept = old.ids.into_iter();
        let renumber = |(position, id): (_, Id)| Some((position, new_ids[id.0 as usize]?));
        self.ids = kept.filter_map(renumber).collect();
        Id(0)
    }
}

impl TreeMove {
    const fn new(point: u64, guess: f32) -> Self {
        Self {
            point,
            child: None,
            playouts: 0,
            value: Value {
                win: 0.0,
                margin: 0.0,
            },
            rave_playouts: GUESS_WEIGHT,
            rave_value: Value {
                win: guess,
                margin: guess,
            },
        }
    }

    /// Returns the value that this move may have, given the logarithm of its node's playouts: its own mean
    /// and that of all moves as first, which counts for less the more playouts there are (the schedule of
    /// David Silver), and a bonus for rarely tried moves (UCB1).
    #[allow(clippy::cast_precision_loss)] // counts of playouts
    fn prospects(&self, log: f32, margin_share: f32) -> f32 {
        let playouts = self.playouts as f32;
        let rave = self.rave_playouts;
        let share = rave / (rave + playouts + rave * playouts / RAVE_EQUIVALENCE);
        let own = self.value.blended(margin_share);
        let value = own + (self.rave_value.blended(margin_share) - own) * share;
        value + EXPLORATION * (log / (playouts + 1.0)).sqrt()
    }
}

/// Returns the value of a move before any playout: captures are good, a stone in atari and the edge are
/// not.
#[allow(clippy::cast_precision_loss)] // at most 49
fn guess(grid: Grid, board: PlayoutBoard, next: PlayoutBoard, point: u64) -> f32 {
    let captured = (board.opponent & !next.own).count_ones();
    let liberties = kernel::liberties(grid, next.opponent, next.own, point);
    let mut value: f32 = 0.5;
    if captured > 0 {
        value += 0.2 + 0.02 * captured as f32;
    } else if liberties.is_power_of_two() {
        value -= 0.25;
    }
    if point & grid.edge() != 0 {
        value -= 0.1;
    }
    value.min(0.95)
}
