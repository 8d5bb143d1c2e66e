//! Scores in words. An unproven score is never shown as proven. A score of a move or a line is for the side that makes
//! the move: plus is good for it. A score of a position names its side.

use reversi::search::{Certainty, MoveScore, Score};
use reversi::{Color, Square};
use reversi_table::phrase::columns::{cut_clauses, width};
use reversi_text::{Moves, Name, Said, tr};

/// The certainty of a score: `depth 14`, `exact`, `win`, `draw` or `loss` for a proven outcome with
/// unknown margin, or `end at 95 %` for a selective search to the end of the game.
pub fn certainty(kind: Certainty, score: Score, depth: u32) -> Said {
    match kind {
        Certainty::Exact => tr!("exact"; "a score"),
        Certainty::WinLossDraw => match score.discs() {
            1.. => tr!("win"; "a score of four columns at most"),
            0 => tr!("draw"; "a score of four columns at most"),
            _ => tr!("loss"; "a score of four columns at most"),
        },
        Certainty::Selective(confidence) => {
            tr!("end at {percent} %", percent = confidence.percent())
        }
        _ => tr!("depth {depth}", depth),
    }
}

/// A score in a cell of the board: signed discs, with `=` after a proven score: `+4`, `-12=`; `win`,
/// `draw` or `loss` if only the outcome is proven. At most four characters.
pub fn score_cell(kind: Certainty, score: Score) -> Said {
    match kind {
        Certainty::Exact => Said::verbatim(format!("{score}=")),
        Certainty::WinLossDraw => certainty(kind, score, 0),
        _ => Said::verbatim(score.to_string()),
    }
}

/// The scores of moves as a list, for boards whose squares have no room for them: `f5 +1, d3 +0`. Of a list that does not
/// fit, whole moves are left out, and dots say so.
pub fn score_list(moves: &[MoveScore], columns: usize) -> Said {
    let each = moves.iter().filter_map(|found| {
        let score = score_cell(found.certainty, found.score);
        Some(format!("{} {score}", found.square?))
    });
    let list = each.collect::<Vec<_>>().join(", ");
    Said::verbatim(if width(&list) <= columns {
        list
    } else {
        format!("{} ...", cut_clauses(&list, columns.saturating_sub(4)))
    })
}

/// A move, its score for the side to move and the expected line: `f5: depth 12, +3, f5 d6 c3`.
pub fn scored_move(found: &MoveScore) -> Said {
    let worth = score_line(found.certainty, found.score, found.depth, &found.pv);
    of_move(found, &worth)
}

/// A recommended move as a sentence: `f5: Black is ahead by about 3 (depth 12).`
pub fn hint_sentence(side_to_move: Color, found: &MoveScore, you: Option<Color>) -> Said {
    let (score, kind) = (found.score, found.certainty);
    of_move(
        found,
        &score_sentence(side_to_move, score, kind, found.depth, you),
    )
}

/// What is said about a move, after its name.
fn of_move(found: &MoveScore, worth: &Said) -> Said {
    if let Some(square) = found.square {
        tr!("{square}: {worth}"; "a move", square, worth)
    } else {
        tr!("pass: {worth}"; "a move", worth)
    }
}

/// A score and the expected line: `depth 14, +3, f5 d6 c3`, `exact, +18, g8 h7 a8`.
pub fn score_line(kind: Certainty, score: Score, depth: u32, pv: &[Square]) -> Said {
    let figure = score.to_string();
    let (how, score, line) = (&certainty(kind, score, depth), Name(&figure), Moves(pv));
    match (kind == Certainty::WinLossDraw, pv.is_empty()) {
        (false, false) => tr!("{how}, {score}, {line}"; "a score", how, score, line),
        (false, true) => tr!("{how}, {score}"; "a score", how, score),
        (true, false) => tr!("{how}, {line}"; "a score", how, line),
        (true, true) => how.clone(),
    }
}

/// The evaluation of a position as a sentence: `White is ahead by 3 (depth 12).`, `Black wins by 18
/// (proven).` The score is for the side to move.
pub fn score_sentence(
    side_to_move: Color,
    score: Score,
    kind: Certainty,
    depth: u32,
    you: Option<Color>,
) -> Said {
    let (color, margin) = leader(side_to_move, score);
    let is_you = you == Some(color);
    let how = &certainty(kind, score, depth);
    match (kind, margin) {
        (Certainty::Exact | Certainty::WinLossDraw, 0) => tr!("The game is a draw (proven)."),
        (Certainty::Exact, _) if is_you => tr!("You win by {margin} (proven).", margin),
        (Certainty::Exact, _) => tr!("{color} wins by {margin} (proven).", color, margin),
        (Certainty::WinLossDraw, _) if is_you => tr!("You win (proven)."),
        (Certainty::WinLossDraw, _) => tr!("{color} wins (proven).", color),
        (_, 0) => tr!("The game is level ({how}).", how),
        _ if is_you => tr!("You are ahead by about {margin} ({how}).", margin, how),
        _ => tr!(
            "{color} is ahead by about {margin} ({how}).",
            color,
            margin,
            how
        ),
    }
}

/// Returns the side that is ahead, and by how many discs. The score is for the side to move.
fn leader(side_to_move: Color, score: Score) -> (Color, u32) {
    let discs = score.discs();
    let better = if discs > 0 {
        side_to_move
    } else {
        side_to_move.opposite()
    };
    (better, discs.unsigned_abs())
}

/// The evaluation in a few words: `White +3 (depth 12)`, `Black wins (proven)`, `level (depth 12)`.
pub fn score_short(
    side_to_move: Color,
    score: Score,
    kind: Certainty,
    depth: u32,
    you: Option<Color>,
) -> Said {
    let (color, margin) = leader(side_to_move, score);
    let is_you = you == Some(color);
    let how = &certainty(kind, score, depth);
    match (kind, margin) {
        (Certainty::Exact | Certainty::WinLossDraw, 0) => tr!("Draw (proven)"),
        (Certainty::WinLossDraw, _) if is_you => tr!("You win (proven)"),
        (Certainty::WinLossDraw, _) => tr!("{color} wins (proven)", color),
        (Certainty::Exact, _) if is_you => tr!("You +{margin} (proven)", margin),
        (Certainty::Exact, _) => tr!("{color} +{margin} (proven)", color, margin),
        (_, 0) => tr!("Level ({how})", how),
        _ if is_you => tr!("You +{margin} ({how})", margin, how),
        _ => tr!("{color} +{margin} ({how})", color, margin, how),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reversi::search::Confidence;

    fn found(kind: Certainty, discs: i32) -> MoveScore {
        MoveScore::new(
            Some(Square::A1),
            Score::of(discs),
            kind,
            14,
            vec![Square::A1, "g8".parse().unwrap()],
        )
    }

    const KINDS: [Certainty; 4] = [
        Certainty::Exact,
        Certainty::WinLossDraw,
        Certainty::Selective(Confidence::C95),
        Certainty::Estimate,
    ];

    #[test]
    fn only_a_proven_score_has_the_sign_of_equality() {
        let cells = |discs| KINDS.map(|kind| score_cell(kind, Score::of(discs)));
        assert_eq!(cells(4), ["+4=", "win", "+4", "+4"]);
        assert_eq!(cells(0), ["+0=", "draw", "+0", "+0"]);
        assert_eq!(cells(-12), ["-12=", "loss", "-12", "-12"]);
        for discs in -64..=64 {
            assert!(cells(discs).iter().all(|text| text.len() <= 4));
        }
    }

    #[test]
    fn a_line_says_how_sure_it_is() {
        assert_eq!(
            KINDS.map(|kind| scored_move(&found(kind, 3))),
            [
                "a1: exact, +3, a1 g8",
                "a1: win, a1 g8",
                "a1: end at 95 %, +3, a1 g8",
                "a1: depth 14, +3, a1 g8"
            ]
        );
        let line = score_line(Certainty::Estimate, Score::of(-3), 14, &[Square::A1]);
        assert_eq!(line, "depth 14, -3, a1");
    }

    #[test]
    fn a_sentence_names_the_side_that_is_ahead_and_claims_no_win_without_a_proof() {
        let say = |discs| {
            KINDS.map(|kind| score_sentence(Color::Black, Score::of(discs), kind, 14, None))
        };
        assert_eq!(
            say(-4),
            [
                "White wins by 4 (proven).",
                "White wins (proven).",
                "White is ahead by about 4 (end at 95 %).",
                "White is ahead by about 4 (depth 14)."
            ]
        );
        assert_eq!(say(4)[0], "Black wins by 4 (proven).");
        let to_you = |you| {
            let [won, .., about] = KINDS.map(|kind| {
                let score = Score::of(4);
                let short = score_short(Color::Black, score, kind, 14, Some(you));
                (
                    score_sentence(Color::Black, score, kind, 14, Some(you)),
                    short,
                )
            });
            [won.0, about.0, about.1]
        };
        let [won, about, short] = to_you(Color::Black);
        assert_eq!(won, "You win by 4 (proven).");
        assert_eq!(about, "You are ahead by about 4 (depth 14).");
        assert_eq!(short, "You +4 (depth 14)");
        assert_eq!(to_you(Color::White)[0], "Black wins by 4 (proven).");
        let short =
            |discs| KINDS.map(|kind| score_short(Color::Black, Score::of(discs), kind, 14, None));
        assert_eq!(
            short(-4),
            [
                "White +4 (proven)",
                "White wins (proven)",
                "White +4 (end at 95 %)",
                "White +4 (depth 14)"
            ]
        );
        assert_eq!(short(0)[3], "Level (depth 14)");
        assert_eq!(
            say(0),
            [
                "The game is a draw (proven).",
                "The game is a draw (proven).",
                "The game is level (end at 95 %).",
                "The game is level (depth 14)."
            ]
        );
    }
}
