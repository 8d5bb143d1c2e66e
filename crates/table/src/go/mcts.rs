//! The searching player: Monte Carlo tree search.
//!
//! Each playout walks down the tree of known positions by the most promising moves (UCT), plays on from its
//! edge with fast random moves, and adds the result to every position on its way, for the moves that were
//! made there and, with less weight, for those that were made later (RAVE). What was found is kept for the
//! next move of the same game, and after an undo it is still there.
//!
//! Moves in the tree obey positional superko, with the earlier positions of the game; playouts only the
//! simple ko, and they end after three moves for every point of the board.

mod playout;
mod tree;

use std::cmp::Reverse;
use std::time::{Duration, Instant};

use rand::rngs::ChaCha8Rng;

use super::{GoGame, GoMove, GoMoveError, Grid, Komi, Stones};
use crate::background::Reporter;
use playout::{Ended, PlayoutBoard, play_out};
use reversi::{ByColor, Color, Entry};
use tree::{Id, PathStep, Tree, TreeMove, TreePosition, Value};

/// After this many playouts of a move, the position after it gets a node.
const EXPAND_AFTER: u32 = 8;

/// The share of the margin in the value of a result while the game is open; the rest is winning.
const MARGIN_SHARE: f32 = 0.05;

/// The share once the game is as good as decided, so that the winner wins by more and the loser loses by
/// less.
const DECIDED_MARGIN_SHARE: f32 = 0.6;

/// The chances to win between which a game goes from open to decided.
const OPEN: f32 = 0.6;
const DECIDED: f32 = 0.8;

/// The chance below which a game is decided for the loser.
const LOST: f32 = 0.05;

/// If the winning chance of either side is below this, a move gets an eighth of the time.
const ONE_SIDED: f32 = 0.01;

/// The number of moves in the tree where it stops growing: about 120 MB.
const MAX_EDGES: usize = 3_000_000;

/// The number of playouts between two looks at the clock.
const CLOCK_INTERVAL: u32 = 128;

/// The time between two reports.
const REPORT_INTERVAL: Duration = Duration::from_millis(100);

/// The chance to win below which a side that is behind may pass.
const HOPELESS: f32 = 0.02;

/// What the search thinks about a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveValue {
    /// The move.
    pub played: GoMove,
    /// The number of games played out after it.
    pub playouts: u32,
    /// The share of them that the side to move won, 0 to 1.
    pub wins: f32,
}

/// What a search has found so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GoSearchInfo {
    /// The number of games played out.
    pub playouts: u32,
    /// The moves, the best first.
    pub moves: Vec<MoveValue>,
    /// The line that both sides are expected to play.
    pub line: Vec<GoMove>,
}

/// How long a move is searched: until one of the limits, or until no other move can become the most played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PlayoutLimits {
    pub(super) playouts: u32,
    pub(super) time: Duration,
}

impl PlayoutLimits {
    /// Returns the effort of a level. The playouts decide, so that a seed repeats its moves, unless a slow
    /// machine needs more than the time (an eighth of it in a one-sided game); at level 5 the time decides.
    pub(super) fn of_level(level: u8) -> Self {
        let (playouts, seconds) = match level {
            0 | 1 => (25, 2),
            2 => (100, 2),
            3 => (600, 2),
            4 => (6_000, 2),
            _ => (400_000, 4),
        };
        Self {
            playouts,
            time: Duration::from_secs(seconds),
        }
    }
}

/// The search of one player, with what it remembers.
#[derive(Debug, Default)]
pub(super) struct Search {
    /// The board and the komi that the tree is about.
    about: Option<(Grid, Komi)>,
    tree: Tree,
}

impl Search {
    /// Searches a game that is not over and returns the move with what was found.
    pub(super) fn run(
        &mut self,
        game: &GoGame,
        effort: PlayoutLimits,
        random: &mut ChaCha8Rng,
        reporter: &Reporter<GoSearchInfo>,
    ) -> (GoMove, GoSearchInfo) {
        let about = Some((game.grid(), game.komi()));
        if self.about != about {
            self.about = about;
            self.tree = Tree::default();
        }
        let position = position(game);
        let mut root = self.tree.node(game.grid(), position);
        if self.tree.len() > MAX_EDGES / 2 {
            root = self.tree.keep_reachable(root);
        }
        if self.tree.len() > MAX_EDGES / 2 {
            self.tree = Tree::default();
            root = self.tree.node(game.grid(), position);
        }
        let mut descent = Descent {
            game,
            tree: &mut self.tree,
            root: (root, position),
            path: Vec::new(),
            positions: Vec::new(),
            done: 0,
        };
        descent.weigh_margin();
        let start = Instant::now();
        let mut next_report = REPORT_INTERVAL;
        while descent.done < effort.playouts && !reporter.is_stopped() {
            descent.play_out(random);
            if descent.done.is_multiple_of(CLOCK_INTERVAL) {
                let win = descent.weigh_margin();
                let elapsed = start.elapsed();
                let is_over = !(ONE_SIDED..=1.0 - ONE_SIDED).contains(&win);
                let time = effort.time / if is_over { 8 } else { 1 };
                if elapsed >= time || descent.is_decided(effort.playouts) {
                    break;
                }
                if elapsed >= next_report {
                    next_report = elapsed + REPORT_INTERVAL;
                    reporter.progress(descent.info());
                }
            }
        }
        let info = descent.info();
        (descent.choose(&info), info)
    }
}

/// Returns the position of a game.
fn position(game: &GoGame) -> TreePosition {
    let (grid, color, stones) = (game.grid(), game.side_to_move(), game.stones());
    let ko = match game.entries().last() {
        Some(Entry::Move { flips, .. }) if flips.len() == 1 => {
            let captured = grid.set(*flips);
            let retaken = game.check(as_move(grid, captured));
            if matches!(retaken, Err(GoMoveError::Repeats { .. })) {
                captured
            } else {
                0
            }
        }
        _ => 0,
    };
    TreePosition {
        board: PlayoutBoard {
            own: stones[color],
            opponent: stones[color.opposite()],
            ko,
        },
        color,
        passed: game.has_passed(),
    }
}

fn as_move(grid: Grid, point: u64) -> GoMove {
    grid.point(point).map_or(GoMove::Pass, GoMove::Stone)
}

/// The playouts from one position.
struct Descent<'a> {
    game: &'a GoGame,
    tree: &'a mut Tree,
    root: (Id, TreePosition),
    /// The moves of the playout within the tree.
    path: Vec<PathStep>,
    /// The positions after them.
    positions: Vec<Stones>,
    done: u32,
}

impl Descent<'_> {
    /// Makes one playout and adds its result to the tree.
    fn play_out(&mut self, random: &mut ChaCha8Rng) {
        let ended = self.walk(random);
        let mut value = self.value(ended.lead);
        let mut first = ended.first;
        let mut side = 0;
        for &step in self.path.iter().rev() {
            if step.side != side {
                value = value.swapped();
                side = step.side;
            }
            let point = self.tree.edge(step.node, step.edge).point;
            first[side] |= point;
            first[side ^ 1] &= !point;
            self.tree.update(step, first[side], value);
        }
        self.done += 1;
    }

    /// Walks down the tree and plays to the end. The result is for the side to move at the root.
    fn walk(&mut self, random: &mut ChaCha8Rng) -> Ended {
        let grid = self.game.grid();
        let (mut node, mut position) = self.root;
        self.path.clear();
        self.positions.clear();
        let mut side = 0;
        let mut ended = loop {
            let had_passed = position.passed;
            let edge;
            (edge, position) = self.step(node, position);
            self.path.push(PathStep { node, edge, side });
            side ^= 1;
            if had_passed && position.passed {
                break Ended {
                    lead: position.board.lead(grid),
                    first: [0, 0],
                };
            }
            let is_full = self.tree.len() > MAX_EDGES;
            let taken = self.tree.edge(node, edge);
            let child = taken.child;
            let TreeMove {
                point, playouts, ..
            } = *taken;
            node = match child {
                Some(child) => child,
                None if playouts < EXPAND_AFTER || is_full => {
                    break play_out(grid, position.board, point, random);
                }
                None => {
                    let child = self.tree.node(grid, position);
                    self.tree.edge(node, edge).child = Some(child);
                    child
                }
            };
        };
        if side == 1 {
            ended.lead = -ended.lead;
            ended.first.swap(0, 1);
        }
        ended
    }

    /// Chooses a move that repeats no position, and returns it with the position after it.
    fn step(&mut self, node: Id, position: TreePosition) -> (usize, TreePosition) {
        let mut excluded = 0;
        loop {
            let edge = self.tree.select(node, excluded);
            let point = self.tree.edge(node, edge).point;
            let next = position
                .after(self.game.grid(), point)
                .expect("a node has no suicides");
            if point == 0 {
                return (edge, next);
            }
            let stones = stones(next);
            if !self.game.has_seen(stones) && !self.positions.contains(&stones) {
                self.positions.push(stones);
                return (edge, next);
            }
            excluded |= point;
        }
    }

    /// Sets the share of the margin by the chances of the most played move, and returns these.
    fn weigh_margin(&mut self) -> f32 {
        let edges = self.tree.edges(self.root.0).iter();
        let best = edges.max_by_key(|edge| edge.playouts);
        let win = best.map_or(0.5, |best| best.value.win);
        let decided = ((win - OPEN) / (DECIDED - OPEN)).clamp(0.0, 1.0);
        let is_lost = win < LOST && best.is_some_and(|best| best.playouts > CLOCK_INTERVAL);
        let decided = if is_lost { 1.0 } else { decided };
        self.tree.margin_share = MARGIN_SHARE + (DECIDED_MARGIN_SHARE - MARGIN_SHARE) * decided;
        win
    }

    /// Returns the value of a lead in points for the side to move at the root.
    #[allow(clippy::cast_precision_loss)] // small numbers
    fn value(&self, lead: i32) -> Value {
        let half_points = self.half_points(lead);
        let all = 2 * self.game.grid().area();
        Value {
            win: match half_points {
                0 => 0.5,
                1.. => 1.0,
                _ => 0.0,
            },
            margin: 0.5 + half_points as f32 / (2 * all) as f32,
        }
    }

    /// Returns a lead of the side to move at the root in half points, with the komi.
    fn half_points(&self, lead: i32) -> i32 {
        let komi = self.game.komi().half_points();
        match self.root.1.color {
            Color::Black => 2 * lead - komi,
            Color::White => 2 * lead + komi,
        }
    }

    /// Returns the legal moves, those with the most playouts first.
    fn moves(&self) -> Vec<TreeMove> {
        let grid = self.game.grid();
        let edges = self.tree.edges(self.root.0).iter();
        let legal = edges.filter(|edge| self.game.check(as_move(grid, edge.point)).is_ok());
        let mut moves: Vec<TreeMove> = legal.copied().collect();
        moves.sort_by_key(|edge| Reverse(edge.playouts));
        moves
    }

    /// Returns whether no other move can become the most played one within this many playouts.
    fn is_decided(&self, playouts: u32) -> bool {
        match self.moves().as_slice() {
            [best, second, ..] => best.playouts - second.playouts > playouts - self.done,
            _ => true,
        }
    }

    /// Returns what is known so far.
    fn info(&self) -> GoSearchInfo {
        let grid = self.game.grid();
        let value = |edge: TreeMove| MoveValue {
            played: as_move(grid, edge.point),
            playouts: edge.playouts,
            wins: edge.value.win,
        };
        GoSearchInfo {
            playouts: self.done,
            moves: self.moves().into_iter().map(value).collect(),
            line: self.line(),
        }
    }

    /// Returns the most played line.
    fn line(&self) -> Vec<GoMove> {
        let mut game = self.game.clone();
        let mut line = Vec::new();
        let mut node = Some(self.root.0);
        while let Some(id) = node {
            let played = self.tree.edges(id).iter().filter(|edge| edge.playouts > 0);
            let Some(edge) = played.max_by_key(|edge| edge.playouts) else {
                break;
            };
            let next = as_move(game.grid(), edge.point);
            if game.play(next).is_err() {
                break;
            }
            line.push(next);
            node = edge.child;
        }
        line
    }

    /// Chooses the move with the most playouts, with two exceptions. After a pass of the opponent it ends
    /// the game where that wins and no move promises more; and it does not pass while it is behind and
    /// another move may still win.
    fn choose(&self, info: &GoSearchInfo) -> GoMove {
        let moves = self.moves();
        let TreePosition { board, passed, .. } = self.root.1;
        let lead = board.lead(self.game.grid());
        let is_ahead = self.half_points(lead) > 0;
        let best = moves.first().expect("a pass is always legal");
        let value = |value: Value| value.blended(self.tree.margin_share);
        if passed && is_ahead && value(best.value) <= value(self.value(lead)) {
            return GoMove::Pass;
        }
        let mut others = info
            .moves
            .iter()
            .filter(|value| value.played != GoMove::Pass);
        match others.next() {
            Some(other) if best.point == 0 && !is_ahead && other.wins > HOPELESS => other.played,
            _ => as_move(self.game.grid(), best.point),
        }
    }
}

/// Returns the stones of a position.
fn stones(position: TreePosition) -> Stones {
    let stones = ByColor::new(position.board.own, position.board.opponent);
    match position.color {
        Color::Black => stones,
        Color::White => stones.swapped(),
    }
}
