//! The phrases that say which side is to move, in several languages.

use crate::named::side_named;
use reversi::Color;
use reversi::Position;

/// Words that mean, beside the name of a side, that it is to move.
const TURN: [&str; 26] = [
    "turn",
    "move",
    "next",
    "zug",
    "zieht",
    "trait",
    "joue",
    "jouent",
    "jouer",
    "juega",
    "juegan",
    "turno",
    "mueve",
    "mueven",
    "muove",
    "tocca",
    "zet",
    "beurt",
    "ход",
    "ходят",
    "drag",
    "番",
    "の番",
    "手番",
    "の手番",
    "차례",
];

/// Words that negate what their line says.
const NOT: [&str; 11] = [
    "not", "isn't", "isn’t", "isnt", "never", "nicht", "pas", "non", "niet", "inte", "не",
];

/// Words that may stand between the moves of a game.
const BETWEEN: [&str; 21] = [
    "to", "move", "moves", "play", "plays", "played", "then", "and", "turn", "has", "no", "must",
    "s", "am", "und", "y", "et", "e", "en", "och", "и",
];

/// Returns whether a word after the name of a side says that it is to move.
pub(super) fn is_of_turn(word: &str) -> bool {
    let lower = word.to_lowercase();
    matches!(lower.as_str(), "to" | "play" | "plays" | "moves") || TURN.contains(&lower.as_str())
}

/// Returns whether a word may stand between moves.
pub(super) fn is_between(word: &str) -> bool {
    /// The longest of the words, in bytes.
    const LONGEST: usize = 24;
    if word.len() > LONGEST || word.bytes().all(|byte| byte.is_ascii_digit()) {
        return false;
    }
    let lower = word.to_lowercase();
    BETWEEN.contains(&lower.as_str())
        || TURN.contains(&lower.as_str())
        || side_named(&lower).is_some()
        || !word.is_ascii() && side_of_line(word).is_some()
}

/// Returns whether a line negates what it says.
pub(super) fn is_denied(line: &str) -> bool {
    let mut words = line.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’');
    words.any(|word| NOT.iter().any(|not| word.eq_ignore_ascii_case(not)))
}

/// Returns the side to move that a text names: `* to move`, `White's turn`, `Black has no legal move`, `黒番`.
pub(super) fn stated_side(text: &str) -> Option<Color> {
    if text.lines().any(is_denied) {
        let kept: Vec<&str> = text.lines().filter(|line| !is_denied(line)).collect();
        return stated_side(&kept.join("\n"));
    }
    let words = text.split(|c: char| c.is_whitespace() || "(),.;:|".contains(c));
    let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    let in_phrase = (0..words.len()).find_map(|at| {
        let word = |after: usize| words.get(at + after).copied().unwrap_or("");
        match (word(0), word(1), word(2)) {
            (side, "to", "move" | "play") | (side, "has", "no") | (side, "must", "pass") => {
                side_named(side)
            }
            (side, "turn", _) => side_named(side.trim_end_matches("'s")),
            ("move" | "turn" | "Turn", side, _) => side_named(side),
            _ => None,
        }
    });
    in_phrase.or_else(|| text.lines().find_map(side_of_line))
}

/// Returns the side that a short line names beside a word for a turn, if it is the only one.
fn side_of_line(line: &str) -> Option<Color> {
    // `黒番`: without a space between.
    let glued = ["黒", "黑", "白", "●", "○", "흑", "백"]
        .into_iter()
        .find_map(|side| {
            let after = line[line.find(side)?..].strip_prefix(side)?.trim_start();
            let is_turn = TURN
                .iter()
                .any(|turn| !turn.is_ascii() && after.starts_with(turn));
            is_turn.then(|| side_named(side))?
        });
    if glued.is_some() {
        return glued;
    }
    let words: Vec<&str> = line
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    let is_turn = |word: &&str| TURN.contains(&word.to_lowercase().as_str());
    if words.len() > 8 || !words.iter().any(is_turn) {
        return None;
    }
    // A single letter may be anything in a sentence.
    let mut named = words
        .iter()
        .filter(|word| word.chars().count() > 1)
        .filter_map(|word| side_named(word));
    let side = named.next()?;
    named.all(|other| other == side).then_some(side)
}

/// Returns the only side that can move, otherwise the side to move in a game without passes.
pub(super) fn likely_side(position: Position) -> Color {
    let can_move = |&color: &Color| !position.with_side_to_move(color).legal_moves().is_empty();
    let mut able = Color::ALL.into_iter().filter(can_move);
    match (able.next(), able.next()) {
        (Some(color), None) => color,
        _ if position.board().empty_count() % 2 == 1 => Color::White,
        _ => Color::Black,
    }
}
