//! `reversi hint`: finds the best moves of a position.

use std::time::Duration;

use serde_json::json;

use super::Failure;
use super::options::{EngineChoice, SearchArgs, limits, search_failed};
use super::output::FormArgs;
use super::source::{A_GAME, find};
use super::values::{seconds, whole};
use reversi::Game;
use reversi::search::Limits;
use reversi_study::known_scores::agreeing;
use reversi_table::player::Analyst;
use reversi_text::tr;
use reversi_wording::score::scored_move;

/// The limits without `--depth` and `--time-limit`.
const DEFAULT: Limits = Limits::depth(12).with_exact_from(20);

/// Show the best moves of a position and their scores
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  reversi hint f5d6c3                              The best move after three moves
  reversi hint f5d6c3 -n 3 --depth 16              The best three, searched 16 plies deep
  reversi hint --time-limit 2.5 \"$(cat board.txt)\"  As deep as 2.5 seconds allow
  reversi hint - < game.txt                        A position from standard input

Prints a line MOVE: CERTAINTY, SCORE, PV for each move. CERTAINTY is `depth 12` for an estimate 12 plies
deep, `end at 95 %` for a selective search to the end of the game with about that confidence, or
`exact` for a proven score. SCORE is in discs for the side to move. Without --depth and --time-limit, the
search is 12 plies deep, and exact with at most 20 empty squares. With several threads, estimates may vary by a disc or
two from run to run.")]
pub(crate) struct HintArgs {
    #[arg(value_name = "GAME", help = A_GAME)]
    text: String,
    /// Search depth in plies, 1 to 60
    #[arg(long, value_name = "PLIES", value_parser = whole(1..=60u32), conflicts_with = "time_limit")]
    depth: Option<u32>,
    /// Search time in seconds, e.g. 5 or 0.5
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time_limit: Option<Duration>,
    /// Number of moves to show, 1 to 64
    #[arg(short = 'n', long, value_name = "N", default_value = "1", value_parser = whole(1..=64usize))]
    count: usize,
    #[command(flatten)]
    engine: EngineChoice,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    form: FormArgs,
}

pub(super) fn run(args: &HintArgs) -> Result<(), Failure> {
    let found = find(Some(&args.text), None)?;
    let position = found.subject.end();
    if Game::from_position(position).outcome().is_some() {
        return Err(found.wrong(tr!("the game is over in this position")));
    }
    let engine = args.engine.open()?;
    let searcher = args.search.searcher()?;
    let limits = limits(args.depth, args.time_limit).unwrap_or(match engine {
        Some(_) => Limits::default(),
        None => DEFAULT,
    });
    let mut analyst = Analyst::new(engine.as_ref(), || searcher);
    let mut result = analyst
        .analyse(position.board(), args.count, &limits, &mut ())
        .map_err(|error| search_failed(engine.as_ref(), &error))?;
    result.moves = agreeing(position.board(), &result.moves);
    let facts = || {
        json!({
            "position": position,
            "side_to_move": position.side_to_move(),
            "moves": result.moves,
            "nodes": result.nodes,
            "seconds": result.elapsed.as_secs_f64(),
        })
    };
    let line = |found| format!("{}\n", scored_move(found));
    args.form
        .print(facts, || result.moves.iter().map(line).collect())
}
