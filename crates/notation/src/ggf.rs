//! GGF, the Generic Game Format of the Generic Game Server and of `NBoard`:
//! `(;GM[Othello]PB[..]PW[..]BO[8 ... *]B[d3//0.01]W[c5/2.39/4.5];)`.
//!
//! Sources: the format's description by Igor Đurđanović and Michael Buro, and `NBoard`'s `Protocol.htm`
//! by Chris Welty. Some tags are written that other programs ignore: those of SGF for the event, `EV`, the round, `RO`,
//! and the marks of moves, and `TS`, the theoretical score of WTHOR, and `OR`, who played. Tags without a meaning here,
//! and the type of a game, `TY`, are kept as they stand, after the move that they follow. A text cannot contain a closing
//! bracket: `)` is written instead.

use std::fmt::Write as _;

use super::clean::clean_for_file;
use super::error::Problem;
use super::property_tree::{
    Property, is_othello, properties, read_common, read_mark, short_tag, side, write_foreign,
    write_mark, write_number, write_own, write_text,
};
use super::record::{Record, StatedEnding, StatedResult, StatedScore};
use super::replay::{Replay, comment_on, number, set};
use super::variations::RecordedMove;
use reversi::ForeignTags;
use reversi::Position;
use reversi::transcript::{MoveProblem, Token};
use reversi::{ByColor, Color};

/// The name of the format in its tags.
pub(super) const NAME: &str = "ggf";

/// The type of an ordinary game.
const USUAL_TYPE: &str = "8";

/// Reads a time in seconds, or with minutes and hours: `0.01`, `1:30`.
pub fn seconds(text: &str) -> Option<f64> {
    let mut total = 0.0;
    for part in text.split(':') {
        total = total * 60.0 + number(part).filter(|&part| part >= 0.0)?;
    }
    total.is_finite().then_some(total)
}

/// Reads the evaluation and the time after a move. What is not a number is left out.
fn numbers<'a>(recorded: &mut RecordedMove, mut fields: impl Iterator<Item = &'a str>) {
    recorded.notes.evaluation = fields.next().and_then(number);
    recorded.notes.seconds = fields.next().and_then(seconds);
}

/// Reads what [`move_text`] writes, whether the move is legal or not.
///
/// # Errors
/// [`MoveProblem::Unreadable`] if it does not begin with a move or a pass.
pub fn read_move(text: &str) -> Result<RecordedMove, MoveProblem> {
    let mut fields = text.split('/');
    let token = super::replay::move_text(fields.next().unwrap_or(""))?;
    let mut recorded = RecordedMove::new(match token {
        Token::Move(square) => Some(square),
        Token::Pass => None,
    });
    numbers(&mut recorded, fields);
    Ok(recorded)
}

/// Returns whether the last move of a game is a pass that is written.
pub fn ends_with_pass(text: &str) -> bool {
    let moves = properties(text, false).filter_map(|property| match property {
        Property::Text(tag, text) if side(tag).is_some() => Some(text),
        _ => None,
    });
    let last = moves.last().map(|text| read_move(&text));
    matches!(last, Some(Ok(RecordedMove { square: None, .. })))
}

/// The endings and their letters after the score.
const ENDINGS: [(char, StatedEnding); 4] = [
    ('r', StatedEnding::Resignation),
    ('t', StatedEnding::Time),
    ('s', StatedEnding::Agreement),
    ('l', StatedEnding::Left),
];

fn result(text: &str) -> Option<StatedResult> {
    let (score, ending) = match text.trim().split_once(':') {
        Some((score, ending)) => (score, ending.trim()),
        None => (text, ""),
    };
    let letter = ending.chars().next().map(|c| c.to_ascii_lowercase());
    let named = ENDINGS.into_iter().find(|&(c, _)| Some(c) == letter);
    let ending = named.map(|(_, ending)| ending);
    if score.trim().eq_ignore_ascii_case("draw") {
        // Nobody who resigns or leaves has a draw.
        let ending = ending.filter(|&ending| ending == StatedEnding::Agreement);
        let score = Some(StatedScore::Winner(None));
        return Some(StatedResult { score, ending });
    }
    let score = number(score).map(StatedScore::Margin);
    (score.is_some() || ending.is_some()).then_some(StatedResult { score, ending })
}

/// Reads `8 -------- ... *`.
fn board(text: &str) -> Result<Position, Problem> {
    let text = text.trim();
    let squares = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let size = &text[..text.len() - squares.len()];
    if size != "8" {
        return Err(Problem::malformed("board size", size, "8"));
    }
    squares.parse().map_err(Problem::Start)
}

/// Checks the type of a game: `8`, with `s` before it for a pair of games, and `k` for komi and `r20` for a random
/// start after it. Other letters are other rules, such as `8a`, where the fewest discs win.
fn check_type(text: &str) -> Result<(), Problem> {
    let text = text.trim().to_ascii_lowercase();
    let size = text.trim_start_matches('s');
    let options = size.trim_start_matches(|c: char| c.is_ascii_digit());
    let size = &size[..size.len() - options.len()];
    let is_known = |c: char| matches!(c, 'k' | 'r') || c.is_ascii_digit();
    if size.is_empty() || (size == "8" && options.chars().all(is_known)) {
        return Ok(());
    }
    let expected = "that of Othello on 8x8, such as 8, 8k or s8r20";
    Err(Problem::malformed("type of the game", &text, expected))
}

/// Reads a game, as [`Trees`](super::property_tree::Trees) returns it.
pub(super) fn parse(text: &str) -> Result<Record, Problem> {
    let mut record = Record::default();
    let mut replay = None;
    let mut properties = properties(text, false);
    for property in properties
        .by_ref()
        .take_while(|property| *property != Property::Close)
    {
        let Property::Text(name, text) = property else {
            continue;
        };
        let tag = &*short_tag(name);
        if let Some(color) = side(tag) {
            let replay = replay.get_or_insert_with(|| Replay::new(Position::START));
            let mut fields = text.split('/');
            let recorded = replay.field(fields.next().unwrap_or(""), Some(color))?;
            numbers(recorded, fields);
            continue;
        }
        match tag {
            "GM" if !is_othello(&text) => {
                return Err(Problem::malformed("game", &text, "Othello"));
            }
            "GM" => {}
            "TY" => {
                check_type(&text)?;
                if !matches!(text.trim(), "" | USUAL_TYPE) {
                    keep(replay.as_mut(), &mut record.tags, tag, &text);
                }
            }
            "TI" => record.time_control = ByColor::from_fn(|_| text.to_string()),
            "TB" => record.time_control.black = text.into_owned(),
            "TW" => record.time_control.white = text.into_owned(),
            "RE" if text == "?" || set(&mut record.result, result(&text)) => {}
            "RE" => record.tags.push(NAME, tag, &text),
            "BO" if replay.is_none() => replay = Some(Replay::new(board(&text)?)),
            "BO" => {
                let expected = "one board before the moves";
                return Err(Problem::malformed("order", "BO", expected));
            }
            "CO" => comment_on(replay.as_mut(), &mut record.comment, &text),
            _ => match (
                read_mark(tag, &text),
                replay.as_mut().and_then(Replay::last),
            ) {
                (Some(mark), Some((_, last))) => last.notes.mark = Some(mark),
                _ if read_common(&mut record, tag, &text) => {}
                _ => keep(replay.as_mut(), &mut record.tags, name, &text),
            },
        }
    }
    let replay = replay.unwrap_or_else(|| Replay::new(Position::START));
    record.reading = properties.stray().into_iter().collect();
    Ok(replay.into_record(record))
}

/// Keeps a tag with the last move or, before the first move, with the game.
fn keep(replay: Option<&mut Replay>, game: &mut ForeignTags, name: &str, text: &str) {
    let last = replay.and_then(Replay::last);
    let tags = last.map_or(game, |(_, recorded)| &mut recorded.notes.tags);
    tags.push(NAME, name, text);
}

/// Removes from a text everything that would end it or look like the beginning of the next game.
fn escaped(text: &str) -> String {
    clean_for_file(text)
        .replace(']', ")")
        .replace("\n(;", "\n(,")
}

/// Returns whether all texts of a record come back as they are.
pub(super) fn holds_texts(record: &Record) -> bool {
    let notes = record.moves.iter().map(|recorded| &recorded.notes.comment);
    let texts = [
        &record.players.black,
        &record.players.white,
        &record.date,
        &record.place,
        &record.event,
        &record.round,
        &record.time_control.black,
        &record.time_control.white,
        &record.comment,
    ];
    let is_held = |text: &String| !text.contains(']') && !text.contains("\n(;");
    texts.into_iter().chain(notes).all(is_held)
}

/// Returns a result as it is read from what is written of it.
pub(super) fn result_again(stated: StatedResult) -> StatedResult {
    result(&result_text(stated)).unwrap_or_default()
}

fn result_text(result: StatedResult) -> String {
    let margin = match result.score {
        // If only the winner is known: the whole board, as the server scores a resignation.
        Some(StatedScore::Winner(Some(winner))) if result.ending.is_some() => match winner {
            Color::Black => 64.0,
            Color::White => -64.0,
        },
        score => match score.and_then(StatedScore::margin) {
            Some(margin) => margin,
            // A winner without a score cannot be written.
            None => return "?".to_owned(),
        },
    };
    let mut text = format!("{margin:+.3}");
    if text.parse() != Ok(margin) {
        text = format!("{margin:+}");
    }
    let named = ENDINGS.into_iter().find(|&(_, e)| Some(e) == result.ending);
    text.extend(named.into_iter().flat_map(|(letter, _)| [':', letter]));
    text
}

/// Appends one game without a line end to `out`.
pub(super) fn write(record: &Record, out: &mut String) {
    // Writing to a String cannot fail.
    let tag = |out: &mut String, tag, text: &str| write_text(out, tag, text, escaped);
    out.push_str("(;GM[Othello]");
    tag(out, "PC", &record.place);
    tag(out, "DT", &record.date);
    tag(out, "EV", &record.event);
    tag(out, "RO", &record.round);
    // Programs expect the players, even if unknown.
    for (color, player) in record.players.iter() {
        let _ = write!(out, "P{}[{}]", color.initial(), escaped(player));
    }
    write_number(out, "RB", record.ratings.black);
    write_number(out, "RW", record.ratings.white);
    if record.time_control.black == record.time_control.white {
        tag(out, "TI", &record.time_control.black);
    } else {
        tag(out, "TB", &record.time_control.black);
        tag(out, "TW", &record.time_control.white);
    }
    let result = record.true_result().unwrap_or_default();
    write_own(out, record);
    let kept = |name| {
        let mut tags = record.tags.iter();
        tags.find(|tag| tag.format == NAME && tag.name == name)
    };
    let kind = kept("TY").map_or(USUAL_TYPE, |tag| tag.text);
    tag(out, "TY", kind);
    let unknown = kept("RE").filter(|_| result == StatedResult::default());
    let result = unknown.map_or_else(|| result_text(result), |tag| tag.text.to_owned());
    tag(out, "RE", &result);
    write_kept(out, &record.tags, |name| !matches!(name, "TY" | "RE"));
    out.push_str("BO[8");
    for (at, c) in record.start.to_string().chars().enumerate() {
        if at % 8 == 0 && at < 64 {
            out.push(' ');
        }
        out.push(if c == 'X' { '*' } else { c });
    }
    out.push(']');
    tag(out, "CO", &record.comment);
    for (side, recorded) in record.sides() {
        let _ = write!(out, "{}[{}]", side.initial(), move_text(recorded));
        write_mark(out, recorded.notes.mark);
        tag(out, "CO", &recorded.notes.comment);
        write_kept(out, &recorded.notes.tags, |_| true);
    }
    out.push_str(";)");
}

/// Writes the tags that were kept, if their names are wanted.
fn write_kept(out: &mut String, tags: &ForeignTags, is_wanted: impl Fn(&str) -> bool) {
    let of_ggf = tags.iter().filter(|tag| tag.format == NAME);
    of_ggf
        .filter(|tag| is_wanted(tag.name))
        .for_each(|tag| write_foreign(out, [tag]));
}

/// Writes a move with its evaluation and its time: `D3/-1.5/2`, `PA//0.5`.
pub fn move_text(recorded: &RecordedMove) -> String {
    let mut text = match recorded.square {
        Some(square) => square.to_string().to_ascii_uppercase(),
        None => "PA".to_owned(),
    };
    let number = |number: Option<f64>| number.map_or(String::new(), |n| n.to_string());
    if recorded.notes.evaluation.is_some() || recorded.notes.seconds.is_some() {
        text = text + "/" + &number(recorded.notes.evaluation);
    }
    if recorded.notes.seconds.is_some() {
        text = text + "/" + &number(recorded.notes.seconds);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_moves_count_for_the_pass_at_the_end() {
        for (text, expected) in [
            ("(;B[f5]W[PA]CO[a note];)", true),
            ("(;B[f5]W[PA/1/2];)", true),
            ("(;B[f5]CO[PA];)", false),
            ("(;CO[PA];)", false),
            ("(;B[PA]W[f5];)", false),
        ] {
            assert_eq!(ends_with_pass(text), expected, "{text}");
        }
    }
}
