//! Owns `reversi match`: two players measured against each other, with a bar for who waits.

use std::fmt::Write as _;
use std::io::{self, IsTerminal as _};

use crate::app::arena::{Elo, Match, MatchError, Tally};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::json;

use super::{Failure, machine_threads, print};
use crate::app::cli::args::MatchArgs;

pub(super) fn run(args: &MatchArgs) -> Result<(), Failure> {
    if !args.games.is_multiple_of(2) {
        return Err(Failure::Usage(format!(
            "--games {}: each opening is played twice, use an even number",
            args.games
        )));
    }
    let contest = Match {
        players: [args.a, args.b],
        pairs: args.games / 2,
        opening_moves: args.openings,
        seed: args.seed,
    };
    let bar = progress_bar(args.games);
    let tally = contest.run(args.jobs.unwrap_or_else(machine_threads), || bar.inc(1));
    bar.finish_and_clear();
    let tally = tally.map_err(|error| match error {
        MatchError::Human => Failure::Usage(error.to_string()),
        MatchError::PlayerFailed(..) => Failure::Faults(error.to_string()),
    })?;
    let text = if args.json {
        as_json(args, &tally)
    } else {
        as_text(args, &tally)
    };
    print(text.as_bytes())
}

/// A bar on a terminal's stderr, nothing anywhere else.
fn progress_bar(games: u32) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(Some(games.into()), ProgressDrawTarget::stderr());
    // A template of ours is right, or a test would show it.
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos} of {len} games, {eta} left") {
        bar.set_style(style.progress_chars("=> "));
    }
    bar
}

fn as_text(args: &MatchArgs, tally: &Tally) -> String {
    let Tally {
        wins,
        draws,
        losses,
        mean_margin,
        elo,
    } = tally;
    let mut text = format!(
        "{} against {}, {} games, openings of {} moves, seed {}\n",
        args.a, args.b, args.games, args.openings, args.seed
    );
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "wins {wins}, draws {draws}, losses {losses} ({:.1} %)",
        100.0 * tally.score()
    );
    let _ = writeln!(text, "mean margin {mean_margin:+.1}");
    let _ = match elo {
        Elo::About { difference, error } => {
            writeln!(
                text,
                "Elo difference {difference:+.0} +/- {error:.0} (95 %)"
            )
        }
        Elo::Above(bound) => writeln!(text, "Elo difference above {bound:+.0} (95 %)"),
        Elo::Below(bound) => writeln!(text, "Elo difference below {bound:+.0} (95 %)"),
    };
    text
}

fn as_json(args: &MatchArgs, tally: &Tally) -> String {
    let (elo, error, bound) = match tally.elo {
        Elo::About { difference, error } => (Some(difference), Some(error), None),
        Elo::Above(bound) | Elo::Below(bound) => (None, None, Some(bound)),
    };
    let object = json!({
        "a": args.a.to_string(),
        "b": args.b.to_string(),
        "games": args.games,
        "seed": args.seed,
        "openings": args.openings,
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "score": tally.score(),
        "mean_margin": tally.mean_margin,
        "elo": elo,
        "elo_error": error,
        "elo_bound": bound,
    });
    format!("{object}\n")
}
