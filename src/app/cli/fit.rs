//! `reversi fit-probcut`: a developer tool that fits the numbers of ProbCut. Hidden from the help.

use std::path::PathBuf;

use super::{Failure, print};
use crate::app::fit::{Plan, fit_probcut};
use crate::notation::detect;

#[derive(Debug, clap::Args)]
pub(crate) struct FitArgs {
    /// Files of games, in any format
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Number of positions to draw from the games
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    positions: u32,
    /// Depth of the deepest midgame search
    #[arg(long, value_name = "PLIES", default_value_t = 8)]
    depth: u32,
    /// Solve positions with at most this many empty squares
    #[arg(long, value_name = "EMPTIES", default_value_t = 18)]
    solve_from: u32,
    /// Random seed
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
}

pub(super) fn run(args: &FitArgs) -> Result<(), Failure> {
    let mut games = Vec::new();
    for path in &args.files {
        let records =
            detect::open(path, None).map_err(|error| Failure::File(path.clone(), error))?;
        for record in records {
            games.push(record.map_err(|error| Failure::Faults(error.to_string()))?);
        }
    }
    let plan = Plan {
        positions: args.positions,
        depth: args.depth,
        solve_from: args.solve_from,
        seed: args.seed,
    };
    print(&fit_probcut(&games, plan))
}
