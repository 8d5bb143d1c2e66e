//! Scores in words. An unproven score is never shown as proven. A score of a move or a line is for the side that makes
//! the move: plus is good for it. A score of a position names its side.

use crate::phrase::columns::{cut_clauses, width};
use crate::phrase::{capitalized, line_of_play, sentence, side, verb};
use reversi::search::{Certainty, MoveScore, Score};
use reversi::{Color, Square};

/// The certainty of a score: `depth 14`, `exact`, `win`, `draw` or `loss` for a proven outcome with
/// unknown margin, or `end at 95 %` for a selective search to the end of the game.
pub fn certainty_words(kind: Certainty, score: Score, depth: u32) -> String {
    match kind {
        Certainty::Exact => "exact".to_owned(),
        Certainty::WinLossDraw => match score.discs() {
            1.. => "win".to_owned(),
            0 => "draw".to_owned(),
            _ => "loss".to_owned(),
        },
        Certainty::Selective(confidence) => format!("end at {} %", confidence.percent()),
        _ => format!("depth {depth}"),
    }
}

/// A score in a cell of the board: signed discs, with `=` after a proven score: `+4`, `-12=`; `win`,
/// `draw` or `loss` if only the outcome is proven. At most four characters.
pub fn score_cell(kind: Certainty, score: Score) -> String {
    match kind {
        Certainty::Exact => format!("{score}="),
        Certainty::WinLossDraw => certainty_words(kind, score, 0),
        _ => score.to_string(),
    }
}

/// The scores of moves as a list, for boards whose squares have no room for them: `f5 +1, d3 +0`. Of a list that does not
/// fit, whole moves are left out, and dots say so.
pub fn score_list(moves: &[MoveScore], columns: usize) -> String {
    let each = moves.iter().filter_map(|found| {
        let score = score_cell(found.certainty, found.score);
        Some(format!("{} {score}", found.square?))
    });
    let list = each.collect::<Vec<_>>().join(", ");
    if width(&list) <= columns {
        return list;
    }
    format!("{} ...", cut_clauses(&list, columns.saturating_sub(4)))
}

/// A move, its score for the side to move and the expected line: `f5: depth 12, +3, f5 d6 c3`.
pub fn scored_move(found: &MoveScore) -> String {
    let name = found
        .square
        .map_or_else(|| "pass".to_owned(), |square| square.to_string());
    let rest = score_line(found.certainty, found.score, found.depth, &found.pv);
    format!("{name}: {rest}")
}

/// A score and the expected line: `depth 14, +3, f5 d6 c3`, `exact, +18, g8 h7 a8`.
pub fn score_line(kind: Certainty, score: Score, depth: u32, pv: &[Square]) -> String {
    let mut parts = vec![certainty_words(kind, score, depth)];
    if kind != Certainty::WinLossDraw {
        parts.push(score.to_string());
    }
    if !pv.is_empty() {
        parts.push(line_of_play(pv));
    }
    parts.join(", ")
}

/// A recommended move as a sentence: `f5: Black is ahead by about 3 (depth 12).`
pub fn hint_sentence(side_to_move: Color, found: &MoveScore, you: Option<Color>) -> String {
    let name = found
        .square
        .map_or_else(|| "pass".to_owned(), |square| square.to_string());
    let (score, kind) = (found.score, found.certainty);
    let worth = score_sentence(side_to_move, score, kind, found.depth, you);
    format!("{name}: {worth}")
}

/// The evaluation of a position as a sentence: `White is ahead by 3 (depth 12).`, `Black wins by 18
/// (proven).` The score is for the side to move.
pub fn score_sentence(
    side_to_move: Color,
    score: Score,
    kind: Certainty,
    depth: u32,
    you: Option<Color>,
) -> String {
    let (better, margin) = leader(side_to_move, score);
    let does = |forms| format!("{} {}", side(better, you), verb(better, you, forms));
    let wins = || does(["win", "wins"]);
    let how = match kind {
        Certainty::Exact | Certainty::WinLossDraw => "proven".to_owned(),
        _ => certainty_words(kind, score, depth),
    };
    let what = match (kind, margin) {
        (Certainty::Exact | Certainty::WinLossDraw, 0) => "The game is a draw".to_owned(),
        (Certainty::Exact, _) => format!("{} by {margin}", wins()),
        (Certainty::WinLossDraw, _) => wins(),
        (_, 0) => "The game is level".to_owned(),
        _ => format!("{} ahead by about {margin}", does(["are", "is"])),
    };
    sentence(format_args!("{what} ({how})"))
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
) -> String {
    let (better, margin) = leader(side_to_move, score);
    let who = capitalized(&side(better, you));
    let how = match kind {
        Certainty::Exact => "proven".to_owned(),
        _ => certainty_words(kind, score, depth),
    };
    match (kind, margin) {
        (Certainty::Exact | Certainty::WinLossDraw, 0) => "Draw (proven)".to_owned(),
        (Certainty::WinLossDraw, _) => {
            format!("{who} {} (proven)", verb(better, you, ["win", "wins"]))
        }
        (_, 0) => format!("Level ({how})"),
        (_, margin) => format!("{who} +{margin} ({how})"),
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
