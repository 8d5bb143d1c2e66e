//! `reversi bench`: measures the speed of the search on fixed positions.

use crate::search::bench::bench;

use super::{Failure, print};

pub(super) fn run() -> Result<(), Failure> {
    let found = bench();
    let text = format!(
        "{} positions, {} nodes, {:.3} s, {:.1} million nodes a second\n",
        found.positions,
        found.nodes,
        found.elapsed.as_secs_f64(),
        found.rate() / 1e6
    );
    print(&text)
}
