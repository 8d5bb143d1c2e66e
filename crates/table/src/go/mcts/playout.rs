//! Playouts: fast games of mostly random moves, which estimate who wins.

#![allow(clippy::inline_always)] // so that the size of the board is a constant in the loop

use rand::Rng as _;
use rand::rngs::ChaCha8Rng;

use crate::go::{Grid, kernel};

/// The stones as the side to move sees them, and the point that the simple ko forbids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct PlayoutBoard {
    pub(super) own: u64,
    pub(super) opponent: u64,
    pub(super) ko: u64,
}

/// The end of a playout, as the side that began it sees it.
pub(super) struct Ended {
    /// The lead in points, without the komi.
    pub(super) lead: i32,
    /// The points where each side was the first to play; those of the side that starts the playout first.
    pub(super) first: [u64; 2],
}

impl PlayoutBoard {
    /// Returns the empty points.
    #[inline(always)]
    pub(super) fn empty(self, grid: Grid) -> u64 {
        grid.board() & !(self.own | self.opponent)
    }

    /// Returns the points that are worth a try: empty, no eye and not forbidden by a ko.
    #[inline(always)]
    pub(super) fn candidates(self, grid: Grid) -> u64 {
        self.empty(grid) & !self.ko & !kernel::eyes(grid, self.own, self.opponent)
    }

    /// Places a stone on an empty point, and returns the board as the other side sees it. `None` for a
    /// suicide.
    #[inline(always)]
    pub(super) fn play(self, grid: Grid, point: u64) -> Option<Self> {
        let Self { own, opponent, .. } = self;
        let around = kernel::neighbours(grid, point);
        let captured = kernel::captures(grid, own, opponent, point);
        let own = own | point;
        let opponent = opponent & !captured;
        let liberties = around & !(own | opponent);
        if liberties == 0 && kernel::dead_stones(grid, own, opponent) != 0 {
            return None;
        }
        let is_ko = captured.is_power_of_two() && around & own == 0 && liberties == captured;
        Some(Self {
            own: opponent,
            opponent: own,
            ko: if is_ko { captured } else { 0 },
        })
    }

    /// Returns the board after a pass.
    #[inline(always)]
    pub(super) fn pass(self) -> Self {
        Self {
            own: self.opponent,
            opponent: self.own,
            ko: 0,
        }
    }

    /// Returns the points by which the side to move leads, if the game ended now.
    pub(super) fn lead(self, grid: Grid) -> i32 {
        let count =
            |own: u64, opponent: u64| kernel::area(grid, own, opponent).count_ones().cast_signed();
        count(self.own, self.opponent) - count(self.opponent, self.own)
    }

    /// Returns the points that capture the chain with the last stone, or save a chain that it attacks.
    #[inline(always)]
    fn urgent(self, grid: Grid, last: u64) -> u64 {
        let empty = self.empty(grid);
        let mut points = last_liberty(grid, self.opponent, empty, last);
        let mut attacked = kernel::neighbours(grid, last) & self.own;
        while attacked != 0 {
            let stone = attacked & attacked.wrapping_neg();
            attacked &= !stone;
            let liberty = last_liberty(grid, self.own, empty, stone);
            if liberty == 0 {
                continue;
            }
            // It runs where that brings liberties.
            if last_liberty(grid, self.own | liberty, empty & !liberty, liberty) == 0 {
                points |= liberty;
            }
            // It captures an attacker.
            let chain = kernel::reached(grid, stone, self.own);
            attacked &= !chain;
            let mut enemies = kernel::neighbours(grid, chain) & self.opponent;
            while enemies != 0 {
                let enemy = enemies & enemies.wrapping_neg();
                enemies &= !enemy;
                points |= last_liberty(grid, self.opponent, empty, enemy);
            }
        }
        points & !self.ko
    }
}

/// Returns the only liberty of the chain with this stone, or nothing if it has more or none.
#[inline(always)]
fn last_liberty(grid: Grid, stones: u64, empty: u64, stone: u64) -> u64 {
    let mut chain = stone;
    loop {
        let around = kernel::neighbours(grid, chain);
        let liberties = around & empty;
        if liberties & liberties.wrapping_sub(1) != 0 {
            return 0;
        }
        let more = around & stones & !chain;
        if more == 0 {
            return liberties;
        }
        chain |= more;
    }
}

/// Plays a game to its end, after `last` was played (0 for a pass).
pub(super) fn play_out(
    grid: Grid,
    board: PlayoutBoard,
    last: u64,
    random: &mut ChaCha8Rng,
) -> Ended {
    const FIVE: Grid = Grid::new(5).expect("from 2 to 7");
    const SEVEN: Grid = Grid::new(7).expect("from 2 to 7");
    // The usual sizes are compiled on their own, so that all masks are constants.
    match grid {
        FIVE => play_out_on(FIVE, board, last, random),
        SEVEN => play_out_on(SEVEN, board, last, random),
        grid => play_out_on(grid, board, last, random),
    }
}

#[inline(always)]
fn play_out_on(
    grid: Grid,
    mut board: PlayoutBoard,
    mut last: u64,
    random: &mut ChaCha8Rng,
) -> Ended {
    let mut first = [0, 0];
    let mut passes = 0;
    let mut side = 0;
    for _ in 0..3 * grid.area() {
        if let Some((point, next)) = choose(grid, board, last, random) {
            if point & (first[0] | first[1]) == 0 {
                first[side] |= point;
            }
            (board, last, passes) = (next, point, 0);
        } else {
            (board, last, passes) = (board.pass(), 0, passes + 1);
        }
        side ^= 1;
        if passes == 2 {
            break;
        }
    }
    let lead = board.lead(grid);
    Ended {
        lead: if side == 0 { lead } else { -lead },
        first,
    }
}

/// Chooses a move of a playout. `None` is a pass.
#[inline(always)]
fn choose(
    grid: Grid,
    board: PlayoutBoard,
    last: u64,
    random: &mut ChaCha8Rng,
) -> Option<(u64, PlayoutBoard)> {
    if last != 0 && !random.next_u32().is_multiple_of(10) {
        let urgent = board.urgent(grid, last);
        if urgent != 0 {
            let point = pick(urgent, random);
            if let Some(next) = board.play(grid, point) {
                return Some((point, next));
            }
        }
    }
    let mut candidates = board.candidates(grid);
    while candidates != 0 {
        let point = pick(candidates, random);
        candidates &= !point;
        let Some(next) = board.play(grid, point) else {
            continue;
        };
        let gives_away = kernel::neighbours(grid, point) & next.opponent != 0
            && last_liberty(grid, next.opponent, next.empty(grid), point) != 0;
        if gives_away && !random.next_u32().is_multiple_of(8) {
            continue;
        }
        return Some((point, next));
    }
    None
}

/// Returns a random point of a set, which is not empty.
#[inline(always)]
fn pick(mut set: u64, random: &mut ChaCha8Rng) -> u64 {
    let count = u64::from(set.count_ones());
    for _ in 0..(u64::from(random.next_u32()) * count) >> 32 {
        set &= set - 1;
    }
    set & set.wrapping_neg()
}
