//! search
#![allow(clippy::cast_possible_truncation, missing_docs)]
mod endgame;
pub mod handler;
mod last;
mod line;
mod midgame;
mod probcut;
mod local;
mod order;
mod parity;
pub mod score;
mod table;
mod worker;

use crate::board::Board;
use score::{Confidence, Window};

pub struct Quick(table::Table);
impl Quick { pub fn new() -> Self { let t = table::Table::new(128); t.allocate(); Self(t) } }

pub fn quick_exact(q: &Quick, board: Board) -> (i32, u64) {
    let table = &q.0;
    table.grow_older();
    let mut tune = [0; 8];
    if let Ok(t) = std::env::var("TUNE") { for (a, b) in tune.iter_mut().zip(t.split(',')) { *a = b.parse().unwrap(); } }
    let shared = worker::Shared {
        table,
        stop: false.into(),
        deadline: None,
        node_limit: u64::MAX,
        evaluator: &crate::eval::Classical,
        tune,
    };
    let mut w = worker::Worker::new(&shared, None);
    let mut line = line::Line::new();
    let e = board.empty_count();
    let verbose = std::env::var("V").is_ok();
    let mut score = 0;
    let mut go = |w: &mut worker::Worker, depth: u32, c: Confidence, score: &mut i32, width: i32| {
        w.confidence = c;
        let mut win = Window::around(*score, width);
        loop {
            let s = w.principal(board, win, depth, &mut line);
            *score = s;
            if win.contains(s) { break; }
            if s <= win.alpha { win = Window { alpha: (s - 2 * width).max(-65), beta: s + 1 }; }
            else { win = Window { alpha: s - 1, beta: (s + 2 * width).min(65) }; }
        }
        if verbose { println!("  depth {depth} {c:?} {score} {} {:?}", w.nodes, line.as_slice()); }
    };
    if e > 14 {
        let mut d = 2 + e % 2;
        while d + 8 <= e && d < 14 { go(&mut w, d, Confidence::C73, &mut score, 4); d += 2; }
        let cs: &[Confidence] = match e { 0..=17 => &[], 18..=20 => &[Confidence::C73], 21..=23 => &[Confidence::C73, Confidence::C95], _ => &[Confidence::C73, Confidence::C87, Confidence::C95, Confidence::C99] };
        for &c in cs { go(&mut w, e, c, &mut score, 2); }
    }
    if score % 2 != 0 { score += 1; }
    go(&mut w, e, Confidence::Full, &mut score, 1);
    (score, w.nodes)
}
