//! Owns GGF, the Generic Game Format of the Generic Game Server and of `NBoard`:
//! `(;GM[Othello]PB[..]PW[..]BO[8 ... *]B[d3//0.01]W[c5/2.39/4.5];)`.
//!
//! Sources: the format's description by Igor Đurđanović and Michael Buro, and `NBoard`'s `Protocol.htm`
//! by Chris Welty. Unknown tags are passed over, but for those that are common in SGF and that no other
//! program minds: `EV` event, `RO` round. A closing bracket cannot be part of a text: `)` is written for
//! it.

use std::borrow::Cow;
use std::fmt::Write as _;

use super::clean::clean_lines;
use super::error::Problem;
use super::property_tree::{Property, properties};
use super::record::{Record, RecordedMove, StatedEnding, StatedResult, StatedScore};
use super::replay::{Replay, comment_on, move_text};
use crate::color::Color;
use crate::position::Position;

/// Reads one game, `(;GM[Othello]...;)`, as the `NBoard` protocol sends it.
///
/// # Errors
/// [`Problem`] says what is wrong: no game at all, a board that is not 8 by 8, or a move that is not
/// legal.
pub fn parse(text: &str) -> Result<Record, Problem> {
    let Some(start) = text.find("(;") else {
        return Err(Problem::NoGame { format: "GGF" });
    };
    parse_main_line(&text[start..])
}

fn number(text: &str) -> Option<f64> {
    let number: f64 = text.trim().parse().ok()?;
    number.is_finite().then_some(number)
}

/// Seconds, or minutes and hours before them: `0.01`, `1:30`.
fn seconds(text: &str) -> Option<f64> {
    let mut total = 0.0;
    for part in text.split(':') {
        total = total * 60.0 + number(part).filter(|&part| part >= 0.0)?;
    }
    total.is_finite().then_some(total)
}

fn result(text: &str) -> Option<StatedResult> {
    let (score, ending) = match text.trim().split_once(':') {
        Some((score, ending)) => (score, ending.trim()),
        None => (text, ""),
    };
    let ending = match ending.chars().next().map(|c| c.to_ascii_lowercase()) {
        Some('r') => Some(StatedEnding::Resignation),
        Some('t') => Some(StatedEnding::Time),
        Some('s') => Some(StatedEnding::Agreement),
        Some('l') => Some(StatedEnding::Left),
        _ => None,
    };
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

/// Reads what [`Trees`](super::property_tree::Trees) cuts out of a file.
pub(super) fn parse_main_line(text: &str) -> Result<Record, Problem> {
    let mut record = Record::default();
    let mut replay = None;
    for property in properties(text, false) {
        let Property::Text(tag, text) = property else {
            continue;
        };
        match tag {
            "GM" if !text.trim().eq_ignore_ascii_case("othello") => {
                return Err(Problem::malformed("game", &text, "Othello"));
            }
            "PC" => record.place = text.into_owned(),
            "DT" => record.date = text.into_owned(),
            "EV" => record.event = text.into_owned(),
            "RO" => record.round = text.into_owned(),
            "PB" => record.players.black = text.into_owned(),
            "PW" => record.players.white = text.into_owned(),
            "RB" => record.ratings.black = number(&text),
            "RW" => record.ratings.white = number(&text),
            "TI" => {
                record.time_control.black = text.to_string();
                record.time_control.white = text.into_owned();
            }
            "TB" => record.time_control.black = text.into_owned(),
            "TW" => record.time_control.white = text.into_owned(),
            "RE" => record.result = result(&text),
            "BO" => match &mut replay {
                None => replay = Some(Replay::new(board(&text)?)),
                Some(_) => {
                    return Err(Problem::malformed(
                        "order",
                        "BO",
                        "one board before the moves",
                    ));
                }
            },
            "B" | "W" => {
                let color = if tag == "B" {
                    Color::Black
                } else {
                    Color::White
                };
                let replay = replay.get_or_insert_with(|| Replay::new(Position::START));
                let mut fields = text.split('/');
                let recorded = match move_text(fields.next().unwrap_or("")) {
                    Ok(token) => replay.token(token, Some(color))?,
                    Err(why) => return Err(replay.fail(why)),
                };
                recorded.evaluation = fields.next().and_then(number);
                recorded.seconds = fields.next().and_then(seconds);
            }
            "CO" => comment_on(replay.as_mut(), &mut record.comment, &text),
            _ => {}
        }
    }
    let replay = replay.unwrap_or_else(|| Replay::new(Position::START));
    record.start = replay.start();
    record.moves = replay.into_moves();
    Ok(record)
}

fn text(text: &str) -> Cow<'_, str> {
    let clean = clean_lines(text);
    if clean.contains([']', '\n']) {
        // What looks like the beginning of the next game must not be there either.
        Cow::Owned(clean.replace(']', ")").replace("\n(;", "\n(,"))
    } else {
        clean
    }
}

fn tag(out: &mut String, tag: &str, value: &str) {
    if !value.is_empty() {
        // Writing to a String cannot fail.
        let _ = write!(out, "{tag}[{}]", text(value));
    }
}

fn write_result(out: &mut String, result: StatedResult) {
    let margin = result.score.map(|score| match score.margin() {
        Some(margin) => margin,
        // Only the winner is known: the whole board, as the server counts a resignation.
        None => match score.winner() {
            Some(Color::Black) => 64.0,
            Some(Color::White) => -64.0,
            None => 0.0,
        },
    });
    let Some(margin) = margin else {
        out.push_str("RE[?");
        return;
    };
    let short = format!("{margin:+.3}");
    if short.parse() == Ok(margin) {
        out.push_str("RE[");
        out.push_str(&short);
    } else {
        let _ = write!(out, "RE[{margin:+}");
    }
    match result.ending {
        None => {}
        Some(StatedEnding::Resignation) => out.push_str(":r"),
        Some(StatedEnding::Time) => out.push_str(":t"),
        Some(StatedEnding::Agreement) => out.push_str(":s"),
        Some(StatedEnding::Left) => out.push_str(":l"),
    }
}

/// Writes one game, without a line end, after what `out` holds. The result is that of the board where
/// the game is finished, else the stated one.
pub fn write(record: &Record, out: &mut String) {
    out.push_str("(;GM[Othello]");
    tag(out, "PC", &record.place);
    tag(out, "DT", &record.date);
    tag(out, "EV", &record.event);
    tag(out, "RO", &record.round);
    // Programs look for these, known or not.
    for (name, (_, player)) in ["PB", "PW"].into_iter().zip(record.players.iter()) {
        let _ = write!(out, "{name}[{}]", text(player));
    }
    for (name, (_, rating)) in ["RB", "RW"].into_iter().zip(record.ratings.iter()) {
        if let Some(rating) = rating {
            let _ = write!(out, "{name}[{rating}]");
        }
    }
    if record.time_control.black == record.time_control.white {
        tag(out, "TI", &record.time_control.black);
    } else {
        tag(out, "TB", &record.time_control.black);
        tag(out, "TW", &record.time_control.white);
    }
    out.push_str("TY[8]");
    match record.true_result() {
        Some(result) => write_result(out, result),
        None => out.push_str("RE[?"),
    }
    out.push_str("]BO[8");
    for (at, c) in record.start.to_string().chars().enumerate() {
        if at % 8 == 0 && at < 64 {
            out.push(' ');
        }
        out.push(if c == 'X' { '*' } else { c });
    }
    out.push(']');
    tag(out, "CO", &record.comment);
    for (side, recorded) in record.sides() {
        write_move(out, side, recorded);
    }
    out.push_str(";)");
}

fn write_move(out: &mut String, side: Color, recorded: &RecordedMove) {
    out.push(side.initial());
    out.push('[');
    match recorded.square {
        Some(square) => {
            let _ = write!(
                out,
                "{}{}",
                square.file().letter().to_ascii_uppercase(),
                square.rank()
            );
        }
        None => out.push_str("PA"),
    }
    if recorded.evaluation.is_some() || recorded.seconds.is_some() {
        out.push('/');
        if let Some(evaluation) = recorded.evaluation {
            let _ = write!(out, "{evaluation}");
        }
    }
    if let Some(seconds) = recorded.seconds {
        let _ = write!(out, "/{seconds}");
    }
    out.push(']');
    tag(out, "CO", &recorded.comment);
}
