//! Measures midgame searches: `midgame FILE.wtb DEPTH COUNT`.
use reversi::notation::detect;
use reversi::search::{Limits, Searcher};
use std::time::Instant;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let depth: u32 = a[2].parse().unwrap();
    let count: usize = a[3].parse().unwrap();
    let mut boards = Vec::new();
    for (n, r) in detect::open(a[1].as_ref(), None).unwrap().enumerate() {
        if n % 37 != 0 {
            continue;
        }
        let r = r.unwrap();
        let Some(p) = r.positions().nth(24) else {
            continue;
        };
        if p.board().empty_count() == 36 {
            boards.push(p.board());
        }
        if boards.len() == count {
            break;
        }
    }
    let mut s = Searcher::new(16);
    let (mut nodes, mut score) = (0, 0);
    let t = Instant::now();
    let mut best = String::new();
    for b in &boards {
        s.clear();
        let r = s.search(*b, &Limits::depth(depth), &mut ());
        nodes += r.nodes;
        score += r.score().discs();
        best += &format!("{}", r.best_move().unwrap());
    }
    let e = t.elapsed().as_secs_f64();
    println!(
        "{} positions, {nodes} nodes, sum {score}, {e:.3} s, {:.2} Mn/s {best}",
        boards.len(),
        nodes as f64 / e / 1e6
    );
}
