//! `reversi fit-probcut` and `reversi fit-eval`: the tools that fit the numbers of the search and of the
//! evaluation. For developers, so no help lists them.

use super::{Failure, print};
use crate::app::cli::args::FitArgs;
use crate::app::fit::Plan;
use crate::notation::{Record, detect};

pub(super) fn run(args: &FitArgs, fit: fn(&[Record], Plan) -> String) -> Result<(), Failure> {
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
    print(fit(&games, plan).as_bytes())
}
