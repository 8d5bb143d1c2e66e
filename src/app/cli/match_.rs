//! `reversi match`: plays many games between two players and compares their strength.

use crate::app::arena::{Elo, Match, MatchError, Tally};
use crate::app::player::PlayerKind;
use serde_json::{Value, json};

use super::values::{THREADS, player, whole};
use super::{Failure, SeedArgs, machine_threads, print, print_json, progress_bar};

/// Play many games between two players and compare their strength
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  reversi match engine:3 greedy --games 100
  reversi match engine:2 engine:1 --games 200 --openings 6 --seed 7 --jobs 4

Each opening is a number of random moves and is played twice, with colours swapped. The players search on
one thread and without clocks, so the result depends only on the seed, not on the number of jobs.
Wins, draws, losses, the mean margin (in discs, over games that were played to the end) and the Elo
difference are A's; the error of the Elo difference is that of a 95 % confidence interval.

--json prints one object: a, b, games, seed, openings, wins, draws, losses, score (0 to 1), mean_margin,
elo and elo_error (null if one side won every game), elo_bound (the bound of the Elo difference at 95 %
if one side won every game, otherwise null).")]
pub(crate) struct MatchArgs {
    /// First player, whose result is printed
    #[arg(value_name = "A", value_parser = player(), hide_possible_values = true,
          ignore_case = true)]
    a: PlayerKind,
    /// Second player
    #[arg(value_name = "B", value_parser = player(), hide_possible_values = true,
          ignore_case = true)]
    b: PlayerKind,
    /// Number of games, even because each opening is played twice
    #[arg(long, value_name = "N", default_value = "100", allow_negative_numbers = true,
          value_parser = whole(2..=1_000_000u32))]
    games: u32,
    #[command(flatten)]
    random: SeedArgs,
    /// Number of random moves in each opening, 0 to 40
    #[arg(long, value_name = "PLIES", default_value = "8", allow_negative_numbers = true,
          value_parser = whole(0..=40u32))]
    openings: u32,
    /// Number of games to run at the same time [default: number of cores]
    #[arg(long, value_name = "J", allow_negative_numbers = true, value_parser = whole(THREADS))]
    jobs: Option<usize>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &MatchArgs) -> Result<(), Failure> {
    let contest = Match {
        players: [args.a.clone(), args.b.clone()],
        pairs: pairs(args.games)?,
        opening_moves: args.openings,
        seed: args.random.seed,
    };
    let bar = progress_bar(
        args.games.into(),
        "{wide_bar} {pos} of {len} games, {eta} left",
    );
    let tally = contest.run(args.jobs.unwrap_or_else(machine_threads), || bar.inc(1));
    bar.finish_and_clear();
    let tally = tally.map_err(|error| match error {
        MatchError::Human => Failure::Usage(error.to_string()),
        MatchError::PlayerFailed(..) => Failure::Faults(error.to_string()),
    })?;
    if args.json {
        return print_json(&as_json(args, &tally));
    }
    print(&as_text(args, &tally))
}

/// Returns the number of openings for a number of games.
pub(super) fn pairs(games: u32) -> Result<u32, Failure> {
    if games.is_multiple_of(2) {
        return Ok(games / 2);
    }
    Err(Failure::Usage(format!(
        "--games {games}: use an even number, because each opening is played twice"
    )))
}

fn as_text(args: &MatchArgs, tally: &Tally) -> String {
    format!(
        "{} against {}, {} games, openings of {} moves, seed {}\n{}",
        args.a,
        args.b,
        args.games,
        args.openings,
        args.random.seed,
        tally_text(tally)
    )
}

/// Returns the result of a match in three lines.
pub(super) fn tally_text(tally: &Tally) -> String {
    let Tally {
        wins,
        draws,
        losses,
        mean_margin,
        elo,
    } = tally;
    let elo = match elo {
        Elo::About { difference, error } => format!("{difference:+.0} +/- {error:.0}"),
        Elo::Above(bound) => format!("above {bound:+.0}"),
        Elo::Below(bound) => format!("below {bound:+.0}"),
    };
    format!(
        "wins {wins}, draws {draws}, losses {losses} ({:.1} %)\n\
         mean margin {mean_margin:+.1}\nElo difference {elo} (95 %)\n",
        100.0 * tally.score()
    )
}

fn as_json(args: &MatchArgs, tally: &Tally) -> Value {
    let (elo, error, bound) = match tally.elo {
        Elo::About { difference, error } => (Some(difference), Some(error), None),
        Elo::Above(bound) | Elo::Below(bound) => (None, None, Some(bound)),
    };
    json!({
        "a": args.a.to_string(),
        "b": args.b.to_string(),
        "games": args.games,
        "seed": args.random.seed,
        "openings": args.openings,
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "score": tally.score(),
        "mean_margin": tally.mean_margin,
        "elo": elo,
        "elo_error": error,
        "elo_bound": bound,
    })
}
