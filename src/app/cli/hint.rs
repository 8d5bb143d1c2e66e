//! Owns `reversi hint`: the best moves of a position.

use crate::app::session::found_line;
use crate::search::{Certainty, Limits, MoveScore, SearchInfo, Searcher};
use crate::{Game, Position};
use serde_json::json;

use super::show::position;
use super::{Failure, color_name, machine_threads, print};
use crate::app::cli::args::HintArgs;

/// The memory of the search, in megabytes.
const TABLE: usize = 128;

/// How far it looks unless it is told.
const DEFAULT: Limits = Limits {
    exact_from: 20,
    ..Limits::depth(12)
};

pub(super) fn run(args: &HintArgs) -> Result<(), Failure> {
    let position = position(Some(&args.text), "hint")?;
    if Game::from_position(position).outcome().is_some() {
        return Err(Failure::Usage(
            "the game is over in this position, there is no move left to find".to_owned(),
        ));
    }
    let limits = match (args.depth, args.time) {
        (Some(depth), _) => Limits::depth(depth),
        (None, Some(time)) => Limits::time(time),
        (None, None) => DEFAULT,
    };
    let threads = args.threads.unwrap_or_else(machine_threads);
    let result = Searcher::new(TABLE).with_threads(threads).analyse(
        position.board(),
        args.count,
        &limits,
        &mut (),
    );
    let text = if args.json {
        as_json(position, &result)
    } else {
        result
            .moves
            .iter()
            .map(|found| found_line(found) + "\n")
            .collect()
    };
    print(text.as_bytes())
}

fn as_json(position: Position, result: &SearchInfo) -> String {
    let moves: Vec<_> = result.moves.iter().map(found_as_json).collect();
    let object = json!({
        "position": position.to_string(),
        "side_to_move": color_name(position.side_to_move()),
        "moves": moves,
        "nodes": result.nodes,
        "seconds": result.elapsed.as_secs_f64(),
    });
    format!("{object}\n")
}

/// What a search has found, for JSON.
pub(super) fn found_as_json(found: &MoveScore) -> serde_json::Value {
    let (kind, confidence) = kind_as_json(found.certainty);
    json!({
        "move": found.square.map(|square| square.to_string()),
        "score": found.score.discs(),
        "kind": kind,
        "confidence": confidence,
        "depth": found.depth,
        "pv": super::names(&found.pv),
    })
}

/// How sure a score is, for JSON: a word, and percent where that is known.
pub(super) fn kind_as_json(kind: Certainty) -> (&'static str, Option<u8>) {
    match kind {
        Certainty::Exact => ("exact", Some(100)),
        Certainty::WinLossDraw => ("win_loss_draw", Some(100)),
        Certainty::Selective(confidence) => ("selective", Some(confidence.percent())),
        Certainty::Estimate => ("estimate", None),
    }
}
