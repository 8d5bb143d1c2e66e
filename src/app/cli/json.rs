//! What the JSON of several commands has in common. Fields stand in the order of the output.

use serde::Serialize;

use crate::search::{Certainty, MoveScore, SearchInfo};
use crate::{Color, Position, Square};

/// Returns the word for a side.
pub(super) const fn color_name(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// Returns the names of squares.
pub(super) fn names<'a>(squares: impl IntoIterator<Item = &'a Square>) -> Vec<String> {
    squares.into_iter().map(ToString::to_string).collect()
}

/// Returns the word for the certainty of a score.
pub(super) const fn kind_name(certainty: Certainty) -> &'static str {
    match certainty {
        Certainty::Exact => "exact",
        Certainty::WinLossDraw => "win_loss_draw",
        Certainty::Selective(_) => "selective",
        Certainty::Estimate => "estimate",
    }
}

/// Returns the confidence in a score in percent, if known.
pub(super) const fn percent(certainty: Certainty) -> Option<u8> {
    match certainty {
        Certainty::Exact | Certainty::WinLossDraw => Some(100),
        Certainty::Selective(confidence) => Some(confidence.percent()),
        Certainty::Estimate => None,
    }
}

/// A move with its score and the line of best play.
#[derive(Serialize)]
pub(super) struct MoveScoreJson {
    confidence: Option<u8>,
    depth: u32,
    kind: &'static str,
    r#move: Option<String>,
    pv: Vec<String>,
    score: i32,
}

impl From<&MoveScore> for MoveScoreJson {
    fn from(found: &MoveScore) -> Self {
        Self {
            confidence: percent(found.certainty),
            depth: found.depth,
            kind: kind_name(found.certainty),
            r#move: found.square.map(|square| square.to_string()),
            pv: names(&found.pv),
            score: found.score.discs(),
        }
    }
}

/// A legal move and its score in discs.
#[derive(Serialize)]
pub(super) struct MoveDiscsJson {
    pub(super) r#move: Option<String>,
    pub(super) score: i32,
}

/// The moves of a position, and what a search of them took.
#[derive(Serialize)]
pub(super) struct MovesJson {
    moves: Vec<MoveScoreJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    position: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
    side_to_move: &'static str,
}

impl MovesJson {
    /// Creates a list of moves that were found without a search.
    pub(super) fn new(position: Position, moves: &[MoveScore]) -> Self {
        Self {
            moves: moves.iter().map(MoveScoreJson::from).collect(),
            nodes: None,
            position: position.to_string(),
            seconds: None,
            side_to_move: color_name(position.side_to_move()),
        }
    }

    /// Creates the list of the moves that a search found.
    pub(super) fn of_search(position: Position, result: &SearchInfo) -> Self {
        Self {
            nodes: Some(result.nodes),
            seconds: Some(result.elapsed.as_secs_f64()),
            ..Self::new(position, &result.moves)
        }
    }
}
