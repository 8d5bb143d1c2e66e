//! The tool that fits the model of how people move to tournament games.
//!
//!     cargo run --release -p tools --bin people -- --help
//!
//! `crates/table/src/player/people.txt` says how the model of the program was made.

// Counts are small, and scores fit into a byte.
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss
)]
#![allow(clippy::cast_possible_wrap)]
#![allow(unreachable_pub)] // a program has no other users

mod fit;
mod report;
mod samples;
#[cfg(test)]
mod tests;

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser as _;
use reversi_cli::options::ThreadArgs;
use reversi_cli::output::{print, progress_bar, write_output};
use reversi_cli::values::{file_name, whole};
use reversi_cli::{Failure, exit_code, source};
use reversi_table::player::people::People;

use samples::Sample;

/// Fit the model of how people move to tournament games
#[derive(Debug, clap::Parser)]
#[command(name = "people")]
struct Tools {
    #[command(subcommand)]
    tool: Tool,
}

#[derive(Debug, clap::Subcommand)]
enum Tool {
    /// Draw positions from games and search all their moves
    Sample(SampleArgs),
    /// Fit the model
    Fit(FitArgs),
    /// Compare a model with what people played, and with simpler models
    Report(ReportArgs),
}

#[derive(Debug, clap::Args)]
struct SampleArgs {
    /// Files of games with players and dates, such as WTHOR files
    #[arg(value_name = "FILE", required = true)]
    games: Vec<PathBuf>,
    /// Output file
    #[arg(short, long, value_name = "FILE", value_parser = file_name())]
    output: PathBuf,
    /// Number of positions to draw from each game
    #[arg(long, value_name = "N", default_value_t = 4, allow_negative_numbers = true,
          value_parser = whole(1..=60u32))]
    each: u32,
    #[command(flatten)]
    threads: ThreadArgs,
}

#[derive(Debug, clap::Args)]
struct FitArgs {
    /// File of samples
    #[arg(value_name = "SAMPLES")]
    samples: PathBuf,
    /// Files of games whose positions are counted; of the years that are fitted
    #[arg(long, value_name = "FILE", required = true, num_args = 1..)]
    games: Vec<PathBuf>,
    /// Output file of the model
    #[arg(short, long, value_name = "FILE", value_parser = file_name())]
    output: PathBuf,
    /// Last year that is fitted
    #[arg(long, value_name = "YEAR", default_value_t = 2005)]
    until: u16,
    /// Last year of those after it on which the fit stops at its best
    #[arg(long, value_name = "YEAR", default_value_t = 2008)]
    stop: u16,
    /// Times that the fit sees all samples
    #[arg(long, value_name = "N", default_value_t = 10, allow_negative_numbers = true,
          value_parser = whole(1..=1000u32))]
    rounds: u32,
}

#[derive(Debug, clap::Args)]
struct ReportArgs {
    /// File of samples
    #[arg(value_name = "SAMPLES")]
    samples: PathBuf,
    /// Model to measure
    #[arg(long, value_name = "FILE")]
    model: PathBuf,
    /// First year of the samples to compare with
    #[arg(long, value_name = "YEAR", default_value_t = 2009)]
    from: u16,
    /// The most positions to compare with
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    positions: u32,
}

fn main() -> ExitCode {
    exit_code(Tools::try_parse(), run)
}

fn run(args: &Tools) -> Result<(), Failure> {
    match &args.tool {
        Tool::Sample(args) => run_sample(args),
        Tool::Fit(args) => run_fit(args),
        Tool::Report(args) => run_report(args),
    }
}

fn run_sample(args: &SampleArgs) -> Result<(), Failure> {
    let mut games = Vec::new();
    for path in &args.games {
        games.extend(source::records(path)?);
    }
    let bar = progress_bar(
        games.len() as u64,
        "{wide_bar} {pos} of {len} games, {eta} left",
    );
    let samples = samples::draw(&games, args.each, args.threads.count(), || bar.inc(1));
    bar.finish_and_clear();
    write_output(&args.output, &samples::to_bytes(&samples))?;
    print(&format!(
        "{} positions of {} games\n",
        samples.len(),
        games.len()
    ))
}

fn read(path: &PathBuf) -> Result<Vec<Sample>, Failure> {
    let bytes = fs::read(path).map_err(|error| Failure::File(path.clone(), error))?;
    samples::from_bytes(&bytes).ok_or_else(|| Failure::faults("this is no file of samples"))
}

fn run_fit(args: &FitArgs) -> Result<(), Failure> {
    let samples = read(&args.samples)?;
    let mut counts = fit::Counts::default();
    for path in &args.games {
        for game in source::records(path)? {
            counts.add(&game);
        }
    }
    let years = fit::Years {
        fitted_until: args.until,
        stopped_until: args.stop,
    };
    let bar = progress_bar(
        args.rounds.into(),
        "{wide_bar} {pos} of {len} rounds, {eta} left",
    );
    let mut text = String::from("round  bits  held out  matched\n");
    let model = fit::fit(&samples, counts, years, args.rounds, |round, found| {
        bar.inc(1);
        let fit::Round { bits, held } = found;
        let matched = 100.0 * held.matched;
        let _ = writeln!(
            text,
            "{round:>5} {bits:>5.3} {:>9.3} {matched:>6.2} %",
            held.bits
        );
    });
    bar.finish_and_clear();
    print(&text)?;
    write_output(&args.output, &model.to_bytes())
}

fn run_report(args: &ReportArgs) -> Result<(), Failure> {
    let samples = read(&args.samples)?;
    let bytes = fs::read(&args.model).map_err(|error| Failure::File(args.model.clone(), error))?;
    let model = People::from_bytes(&bytes).ok_or_else(|| Failure::faults("this is no model"))?;
    print(&report::report(
        &samples,
        &model,
        args.from,
        args.positions as usize,
    ))
}
