//! Training samples by self-play, the fit of the weights of the evaluation, and the fit of the
//! numbers of `ProbCut`.
//!
//!     cargo run --release -p tools --bin train -- play --help
//!
//! `src/eval/weights.txt` says how the weights of the program were made.

// Counts are small, and scores fit into a byte.
#![allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)]
#![allow(unreachable_pub)] // a program has no other users

mod check;
mod compare;
mod fit;
mod gauge;
mod play;
mod probcut;
mod samples;
mod speed;
#[cfg(test)]
mod tests;

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use clap::Parser as _;
use reversi::eval::Weights;
use reversi::eval::fitting::PHASES;
use reversi::search::{Confidence, Limits, Searcher};
use reversi_cli::options::{SeedArgs, ThreadArgs, read_weights};
use reversi_cli::output::{cannot_write, print, progress_bar, try_output, write_output};
use reversi_cli::values::{file_name, seconds, shard, whole};
use reversi_cli::{Failure, exit_code, pairs, source, tally_text};
use reversi_notation::Record;
use reversi_notation::obf::ScoredPosition;
use reversi_table::background::Shard;

use check::{check, proven};
use compare::WeightsComparison;
use fit::{Fit, RIDGE, fit};
use play::{SelfPlay, play, skip_known};
use probcut::{Measurement, fit_probcut};
use samples::Reader;
use speed::speed;

/// Make training samples and fit the numbers of the evaluation and the search
#[derive(Debug, clap::Parser)]
#[command(name = "train")]
struct Train {
    #[command(subcommand)]
    tool: Tool,
}

#[derive(Debug, clap::Subcommand)]
enum Tool {
    /// Let the program play itself, and store the positions with their scores
    Play(PlayArgs),
    /// Fit the weights to samples
    Fit(FitArgs),
    /// Play games between two sets of weights
    Compare(CompareArgs),
    /// Compare the evaluation with the theoretical scores of WTHOR files
    Check(CheckArgs),
    /// Measure how well searches choose among moves whose scores are all proven
    Gauge(GaugeArgs),
    /// Solve all moves of tournament positions, for `gauge`
    SolveMoves(SolveMovesArgs),
    /// Measure how far shallow searches are from deeper ones, and fit the error model of `ProbCut`
    FitProbcut(FitProbcutArgs),
    /// Measure the speed of midgame searches
    Speed(SpeedArgs),
}

fn main() -> ExitCode {
    exit_code(Train::try_parse(), run)
}

#[derive(Debug, clap::Args)]
struct PlayArgs {
    /// Files of games whose positions serve as openings, in addition to random ones
    #[arg(value_name = "FILE")]
    openings: Vec<PathBuf>,
    /// Score the positions of these games instead of playing
    #[arg(long, requires = "openings")]
    label: bool,
    /// Play from balanced openings and early positions of the files, with at most one random move
    #[arg(long, conflicts_with = "label")]
    calm: bool,
    /// Output file; an unfinished one is continued
    #[arg(short, long, value_name = "FILE", value_parser = file_name())]
    output: PathBuf,
    /// Total number of games in all shards
    #[arg(long, value_name = "N", default_value_t = 100_000, allow_negative_numbers = true,
          value_parser = whole(1..=1_000_000_000u32))]
    games: u32,
    /// Depth of the searches that choose moves and score positions
    #[arg(long, value_name = "PLIES", default_value_t = 6, allow_negative_numbers = true,
          value_parser = whole(1..=60u32))]
    depth: u32,
    /// Solve positions with at most this many empty squares, 0 to 30
    #[arg(long, value_name = "EMPTIES", default_value_t = 18, allow_negative_numbers = true,
          value_parser = whole(0..=30u32))]
    solve_from: u32,
    #[command(flatten)]
    random: SeedArgs,
    /// Weights to play with [default: those of the program]
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Shard of the games to play, such as 2/8: the second of eight
    #[arg(long, value_name = "K/N", default_value = "1/1", value_parser = shard)]
    shard: Shard,
    #[command(flatten)]
    threads: ThreadArgs,
}

fn run(args: &Train) -> Result<(), Failure> {
    match &args.tool {
        Tool::Play(args) => run_play(args),
        Tool::Fit(args) => run_fit(args),
        Tool::Compare(args) => run_compare(args),
        Tool::Check(args) => run_check(args),
        Tool::Gauge(args) => run_gauge(args),
        Tool::SolveMoves(args) => run_solve_moves(args),
        Tool::FitProbcut(args) => run_fit_probcut(args),
        Tool::Speed(args) => run_speed(args),
    }
}

fn run_play(args: &PlayArgs) -> Result<(), Failure> {
    let games = records(&args.openings)?;
    let mut records: Vec<_> = games
        .iter()
        .map(|game| game.positions().collect())
        .collect();
    if args.label {
        skip_known(&mut records);
    }
    let games = if args.label {
        records.len() as u32
    } else {
        args.games
    };
    let plan = SelfPlay {
        games: args.shard.count(games),
        seed: args.random.seed,
        shard: args.shard,
        depth: args.depth,
        solve_from: args.solve_from,
        records,
        label: args.label,
        calm: args.calm,
        weights: weights(args.weights.as_deref())?,
    };
    let bar = progress_bar(
        plan.games.into(),
        "{wide_bar} {pos} of {len} games, {eta} left",
    );
    play(&plan, &args.output, args.threads.count(), |games| {
        bar.inc(games.into());
    })
    .map_err(|error| cannot_write(&args.output, &error))?;
    bar.finish_and_clear();
    Ok(())
}

#[derive(Debug, clap::Args)]
struct FitArgs {
    /// Files of samples
    #[arg(value_name = "FILE", required = true)]
    samples: Vec<PathBuf>,
    /// A WTHOR file whose theoretical scores are samples too; can be given more than once
    #[arg(long, value_name = "FILE")]
    proven: Vec<PathBuf>,
    /// Number of empty squares of their positions; the theoretical scores must be proven from there on
    #[arg(long, value_name = "N", default_value_t = 24, allow_negative_numbers = true,
          value_parser = whole(1..=59u32))]
    empties: u32,
    /// Fit what these weights miss, instead of weights from nothing
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Penalty on the square of a weight, or of its change
    #[arg(long, value_name = "X", default_value_t = RIDGE)]
    ridge: f32,
    /// Give more weight to close scores: one of this many discs counts half
    #[arg(long, value_name = "DISCS")]
    close: Option<f32>,
    /// Scale the weights of each phase so that estimates near zero match the mean scores there, which --close shrinks
    #[arg(long)]
    rescale: bool,
    /// Output file of the weights
    #[arg(short, long, value_name = "FILE", value_parser = file_name())]
    output: PathBuf,
    #[command(flatten)]
    threads: ThreadArgs,
}

fn run_fit(args: &FitArgs) -> Result<(), Failure> {
    // Fails now if the weights cannot be written, not after a long fit.
    try_output(&args.output)?;
    let mut games = Vec::new();
    for path in &args.samples {
        let read = || -> io::Result<Vec<_>> { Reader::open(path)?.collect() };
        games.extend(read().map_err(|error| Failure::File(path.clone(), error))?);
    }
    if games.is_empty() {
        return Err(Failure::faults("the files contain no samples"));
    }
    let records = records(&args.proven)?;
    let proven: Vec<_> = proven(&records, args.empties).collect();
    let bar = progress_bar(PHASES as u64, "{wide_bar} {pos} of {len} phases");
    let from = args.from.as_deref().map(read_weights).transpose()?;
    let plan = Fit {
        from: from.map(|weights| weights.in_discs()),
        ridge: args.ridge,
        close: args.close,
        rescale: args.rescale,
    };
    let fits = fit(&plan, &games, &proven, args.threads.count(), || bar.inc(1));
    bar.finish_and_clear();
    let mut text = format!("{} games", games.len());
    if !proven.is_empty() {
        let _ = write!(text, " and {} proven positions", proven.len());
    }
    text.push_str("\nempties samples  error held-out  error   mean\n");
    for (at, (_, report)) in fits.iter().enumerate() {
        let _ = writeln!(
            text,
            "{:>3}-{:<3} {:>7} {:>6.2} {:>8} {:>6.2} {:>6.2}",
            4 * at,
            4 * at + 3,
            report.samples,
            report.error,
            report.held_out,
            report.held_out_error,
            report.held_out_mean,
        );
    }
    let weights: Vec<_> = fits.into_iter().map(|(weights, _)| weights).collect();
    write_output(&args.output, &Weights::to_bytes(&weights))?;
    print(&text)
}

#[derive(Debug, clap::Args)]
struct CompareArgs {
    /// Two files of weights; the result is that of the first
    #[arg(value_name = "FILE", num_args = 2)]
    weights: Vec<PathBuf>,
    /// Depth of the searches; the end of the game is not solved
    #[arg(long, value_name = "PLIES", default_value_t = 6, allow_negative_numbers = true,
          value_parser = whole(1..=60u32))]
    depth: u32,
    /// Search time for each move in seconds, instead of a depth
    #[arg(long, value_name = "SECONDS", conflicts_with = "depth", allow_negative_numbers = true,
          value_parser = seconds)]
    time: Option<Duration>,
    /// Number of positions to search for each move, instead of a depth; unlike --time, the result can be repeated
    #[arg(long, value_name = "N", conflicts_with_all = ["depth", "time"], allow_negative_numbers = true,
          value_parser = whole(1..=1_000_000_000_000u64))]
    nodes: Option<u64>,
    /// Number of games, even because each opening is played twice
    #[arg(long, value_name = "N", default_value_t = 400, allow_negative_numbers = true,
          value_parser = whole(2..=1_000_000u32))]
    games: u32,
    /// Number of random moves in each opening, 0 to 40
    #[arg(long, value_name = "PLIES", default_value_t = 10, allow_negative_numbers = true,
          value_parser = whole(0..=40u32))]
    openings: u32,
    #[command(flatten)]
    random: SeedArgs,
    #[command(flatten)]
    threads: ThreadArgs,
}

/// Reads a file of weights; without one, those of the program.
fn weights(path: Option<&Path>) -> Result<Arc<Weights>, Failure> {
    path.map_or_else(|| Ok(Weights::standard()), read_weights)
}

/// Reads the games of files.
fn records(paths: &[PathBuf]) -> Result<Vec<Record>, Failure> {
    let mut games = Vec::new();
    for path in paths {
        games.extend(source::records(path)?);
    }
    Ok(games)
}

fn run_compare(args: &CompareArgs) -> Result<(), Failure> {
    let pairs = pairs(args.games)?;
    let comparison = WeightsComparison {
        weights: [
            read_weights(&args.weights[0])?,
            read_weights(&args.weights[1])?,
        ],
        limits: match (args.time, args.nodes) {
            (Some(time), _) => Limits::time(time),
            (None, Some(nodes)) => Limits::nodes(nodes),
            (None, None) => Limits::depth(args.depth),
        },
        pairs,
        opening_moves: args.openings,
        seed: args.random.seed,
    };
    let bar = progress_bar(
        u64::from(2 * comparison.pairs),
        "{wide_bar} {pos} of {len} games, {eta} left",
    );
    let tally = comparison.run(args.threads.count(), || bar.inc(1));
    bar.finish_and_clear();
    print(&tally_text(&tally))
}

#[derive(Debug, clap::Args)]
struct CheckArgs {
    /// WTHOR files (.wtb)
    #[arg(value_name = "FILE", required = true)]
    games: Vec<PathBuf>,
    /// Number of empty squares of the positions; the theoretical scores must be proven from there on
    #[arg(long, value_name = "N", default_value_t = 24, allow_negative_numbers = true,
          value_parser = whole(1..=59u32))]
    empties: u32,
    /// Depth of the searches; 0 is the evaluation alone
    #[arg(long, value_name = "PLIES", default_value_t = 0, allow_negative_numbers = true,
          value_parser = whole(0..=60u32))]
    depth: u32,
    /// Weights to evaluate with [default: those of the program]
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
}

fn run_check(args: &CheckArgs) -> Result<(), Failure> {
    let games = records(&args.games)?;
    let weights = weights(args.weights.as_deref())?;
    let errors = check(proven(&games, args.empties), args.depth, &weights);
    if errors.positions == 0 {
        let empties = args.empties;
        let sentence = format!("no game has a theoretical score and {empties} empty squares");
        return Err(Failure::faults(sentence));
    }
    print(&format!(
        "positions {}, mean error {:.2} discs, root mean square {:.2}, mean score minus estimate {:+.2}\n",
        errors.positions, errors.mean, errors.root_mean_square, errors.bias
    ))
}

#[derive(Debug, clap::Args)]
struct GaugeArgs {
    /// Files of positions with the proven score of every legal move (OBF); other lines are skipped
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Depth of the searches
    #[arg(long, value_name = "PLIES", default_value_t = 12, allow_negative_numbers = true,
          value_parser = whole(1..=60u32))]
    depth: u32,
    /// Search at full width, instead of at a confidence of 73 %
    #[arg(long)]
    full: bool,
    /// Weights to evaluate with [default: those of the program]
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Weights to compare with, position by position
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,
}

fn run_gauge(args: &GaugeArgs) -> Result<(), Failure> {
    let mut positions = Vec::new();
    for path in &args.files {
        let text =
            std::fs::read_to_string(path).map_err(|error| Failure::File(path.clone(), error))?;
        let lines = text.lines().map(ScoredPosition::parse_line);
        positions.extend(lines.filter_map(|line| line.ok().flatten()));
    }
    positions.retain(gauge::is_complete);
    if positions.is_empty() {
        let sentence = "no position has a score for every legal move";
        return Err(Failure::faults(sentence));
    }
    let confidence = if args.full {
        Confidence::Full
    } else {
        Confidence::C73
    };
    let chosen = |path: Option<&Path>| -> Result<_, Failure> {
        let weights = weights(path)?;
        let bar = progress_bar(
            positions.len() as u64,
            "{wide_bar} {pos} of {len} positions",
        );
        let chosen = gauge::choices(&positions, args.depth, confidence, &weights, || bar.inc(1));
        bar.finish_and_clear();
        Ok(chosen)
    };
    let first = chosen(args.weights.as_deref())?;
    let mut text = gauge::report(&first);
    if let Some(other) = &args.against {
        let second = chosen(Some(other))?;
        text.push_str(&gauge::report(&second));
        text.push_str(&gauge::difference(&first, &second));
    }
    print(&text)
}

#[derive(Debug, clap::Args)]
struct SolveMovesArgs {
    /// Files of games, in any format
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Number of empty squares of the positions
    #[arg(long, value_name = "N", default_value_t = 24, allow_negative_numbers = true,
          value_parser = whole(1..=30u32))]
    empties: u32,
    /// Take one game in this many
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true,
          value_parser = whole(1..=1_000_000u32))]
    every: u32,
    /// Output file; an unfinished one is continued
    #[arg(short, long, value_name = "FILE", value_parser = file_name())]
    output: PathBuf,
    #[command(flatten)]
    threads: ThreadArgs,
}

fn run_solve_moves(args: &SolveMovesArgs) -> Result<(), Failure> {
    let games: Vec<_> = records(&args.files)?
        .into_iter()
        .step_by(args.every as usize)
        .filter(|game| gauge::position(game, args.empties).is_some())
        .collect();
    let file = std::fs::File::options()
        .create(true)
        .append(true)
        .open(&args.output);
    let mut file = file.map_err(|error| cannot_write(&args.output, &error))?;
    // Lines are appended whole and in order, so their number says where to go on.
    let done = std::fs::read_to_string(&args.output)
        .map_err(|error| Failure::File(args.output.clone(), error))?;
    let done = done.lines().count();
    let mut searcher = Searcher::new(gauge::TABLE).with_threads(args.threads.count());
    let bar = progress_bar(
        games.len() as u64,
        "{wide_bar} {pos} of {len} positions, {eta} left",
    );
    bar.inc(done as u64);
    let mut differences = 0;
    for game in games.iter().skip(done) {
        let Some(scored) = gauge::solve_moves(game, args.empties, &mut searcher) else {
            continue;
        };
        differences += u32::from(!gauge::agrees(&scored, game));
        file.write_all(gauge::print(&scored).as_bytes())
            .map_err(|error| cannot_write(&args.output, &error))?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    print(&format!(
        "{} positions, {differences} of those solved now differ from the theoretical score\n",
        games.len()
    ))
}

#[derive(Debug, clap::Args)]
struct FitProbcutArgs {
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
    /// Weights to evaluate with [default: those of the program]
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
}

fn run_fit_probcut(args: &FitProbcutArgs) -> Result<(), Failure> {
    let games = records(&args.files)?;
    let measurement = Measurement {
        positions: args.positions,
        depth: args.depth,
        solve_from: args.solve_from,
        seed: args.random.seed,
    };
    let weights = weights(args.weights.as_deref())?;
    print(&fit_probcut(&games, measurement, weights))
}

#[derive(Debug, clap::Args)]
struct SpeedArgs {
    /// Files of games, in any format
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Number of empty squares of the positions
    #[arg(long, value_name = "N", default_value_t = 36, allow_negative_numbers = true,
          value_parser = whole(1..=60u32))]
    empties: u32,
    /// Depth of the searches
    #[arg(long, value_name = "PLIES", default_value_t = 18, allow_negative_numbers = true,
          value_parser = whole(1..=60u32))]
    depth: u32,
    /// Number of positions, from every 37th game
    #[arg(long, value_name = "N", default_value_t = 30, allow_negative_numbers = true,
          value_parser = whole(1..=1_000_000u32))]
    positions: u32,
}

fn run_speed(args: &SpeedArgs) -> Result<(), Failure> {
    let games = records(&args.files)?;
    print(&speed(
        &games,
        args.empties,
        args.depth,
        args.positions as usize,
    ))
}
