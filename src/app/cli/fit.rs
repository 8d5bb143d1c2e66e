//! `reversi fit-probcut`: a developer tool that fits the numbers of ProbCut. Hidden from the help.

use std::path::PathBuf;

use super::values::whole;
use super::{Failure, SeedArgs, print, records};
use crate::app::fit::{Plan, fit_probcut};

#[derive(Debug, clap::Args)]
pub(crate) struct FitArgs {
    /// Files of games, in any format
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Number of positions to draw from the games
    #[arg(long, value_name = "N", default_value_t = 10_000, allow_negative_numbers = true,
          value_parser = whole(1..=1_000_000_000u32))]
    positions: u32,
    /// Depth of the deepest midgame search
    #[arg(long, value_name = "PLIES", default_value_t = 8, allow_negative_numbers = true,
          value_parser = whole(1..=60u32))]
    depth: u32,
    /// Solve positions with at most this many empty squares
    #[arg(long, value_name = "EMPTIES", default_value_t = 18, allow_negative_numbers = true,
          value_parser = whole(0..=30u32))]
    solve_from: u32,
    #[command(flatten)]
    random: SeedArgs,
}

pub(super) fn run(args: &FitArgs) -> Result<(), Failure> {
    let mut games = Vec::new();
    for path in &args.files {
        games.extend(records(path)?);
    }
    let plan = Plan {
        positions: args.positions,
        depth: args.depth,
        solve_from: args.solve_from,
        seed: args.random.seed,
    };
    print(&fit_probcut(&games, plan))
}
