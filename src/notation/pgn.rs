//! Owns PGN for Othello, which has no standard. Three dialects are read: disc counts as the result
//! (`[Result "34-30"]`), which is also what is written; the one of Edax, where `1-0` means that Black
//! won and a set-up stands in a `FEN` tag; and bare moves with or without numbers.
//!
//! The `FEN` tag is that of Edax 4.6 alone, eighth rank first, `p` Black and `P` White; no other is
//! guessed at. A comment in braces belongs to the move before it. Evaluations and times are written as
//! `{[%eval 2.5] [%emt 0:00:04]}` is in chess, but in discs for the side that moved, and in seconds.

use std::fmt::Write as _;
use std::io::BufRead;

use super::clean::{clean, clean_lines};
use super::error::{MoveProblem, Place, Problem};
use super::record::{Record, StatedEnding, StatedResult, StatedScore};
use super::replay::{Replay, comment_on, move_text};
use super::source::{Chunk, Cut, GAME_LIMIT, Line, Source, next_cut};
use super::text_games::counts;
use crate::color::{ByColor, Color};
use crate::position::Position;
use crate::square::{File, Rank, Square};
use crate::squares::SquareSet;

/// Cuts a file into games: a game ends where tags follow moves.
#[derive(Debug)]
pub(crate) struct Games<R> {
    source: Source<R>,
    /// The first line of the next game.
    held: Option<(u64, Vec<u8>)>,
    ended: bool,
}

impl<R: BufRead> Games<R> {
    pub(crate) const fn new(source: Source<R>) -> Self {
        Self {
            source,
            held: None,
            ended: false,
        }
    }

    pub(crate) const fn offset(&self) -> u64 {
        self.source.offset()
    }

    fn cut(&mut self) -> std::io::Result<Option<Cut>> {
        let mut bytes = Vec::new();
        let mut start = None;
        let (mut in_comment, mut moves_seen, mut too_long) = (false, false, false);
        loop {
            let (number, line) = if let Some(held) = self.held.take() {
                held
            } else {
                let number = self.source.line();
                let mut line = Vec::new();
                match self.source.read_line(&mut line)? {
                    Line::End => {
                        self.ended = true;
                        break;
                    }
                    Line::Whole => {}
                    Line::TooLong => too_long = true,
                }
                (number, line)
            };
            let text = line.trim_ascii();
            let tag = text.starts_with(b"[") && !text.starts_with(b"[%");
            // In a comment that was not closed, the tag that begins every game ends it.
            if (tag && moves_seen && !in_comment) || (in_comment && line.starts_with(b"[Event \""))
            {
                self.held = Some((number, line));
                break;
            }
            if (in_comment || !tag) && !text.is_empty() {
                moves_seen = true;
                for &byte in text {
                    match byte {
                        b'{' => in_comment = true,
                        b'}' => in_comment = false,
                        _ => {}
                    }
                }
            }
            if !text.is_empty() {
                start.get_or_insert(number);
            }
            too_long |= bytes.len() + line.len() > GAME_LIMIT;
            if too_long {
                bytes = Vec::new();
            } else {
                bytes.extend_from_slice(&line);
                bytes.push(b'\n');
            }
        }
        Ok(start.map(|line| {
            let place = Place::Line(line);
            if too_long {
                Err((place, Problem::TooLong { limit: GAME_LIMIT }))
            } else if in_comment {
                let missing = "the closing brace of a comment";
                Err((place, Problem::Truncated { missing }))
            } else {
                Ok(Chunk { bytes, line })
            }
        }))
    }
}

impl<R: BufRead> Iterator for Games<R> {
    type Item = Cut;

    fn next(&mut self) -> Option<Cut> {
        if self.ended {
            return None;
        }
        let cut = self.cut();
        next_cut(cut, &mut self.ended, self.source.line())
    }
}

/// Splits `[Name "value"]`.
fn tag(line: &str) -> Option<(&str, String)> {
    let inner = line.trim().strip_prefix('[')?;
    let (name, value) = inner.split_once('"')?;
    let mut text = String::new();
    let mut characters = value.chars();
    while let Some(c) = characters.next() {
        match c {
            '"' => break,
            '\\' => text.extend(characters.next()),
            _ => text.push(c),
        }
    }
    Some((name.trim(), text))
}

fn result(text: &str) -> Option<StatedResult> {
    let winner = match text.trim() {
        "1-0" => Some(Color::Black),
        "0-1" => Some(Color::White),
        "1/2-1/2" => None,
        text => return counts(text).map(|counts| StatedResult::of(StatedScore::Counts(counts))),
    };
    Some(StatedResult::of(StatedScore::Winner(winner)))
}

/// Reads the set-up of Edax, `8/8/8/3Pp3/3pP3/8/8/8 b - - 0 1`.
fn fen(text: &str) -> Result<Position, Problem> {
    let bad = || {
        let expected = "eight ranks of p, P and digits, the eighth first, and then b or w";
        Problem::malformed("FEN tag", text, expected)
    };
    let mut fields = text.split_whitespace();
    let mut discs = ByColor::<SquareSet>::default();
    let mut ranks = Rank::all().rev();
    for row in fields.next().unwrap_or("").split('/') {
        let rank = ranks.next().ok_or_else(bad)?;
        let mut file = 0u8;
        for c in row.chars() {
            let color = match c {
                'p' => Color::Black,
                'P' => Color::White,
                '1'..='8' => {
                    file += c as u8 - b'0';
                    if file > 8 {
                        return Err(bad());
                    }
                    continue;
                }
                _ => return Err(bad()),
            };
            let square = Square::at(File::new(file).ok_or_else(bad)?, rank);
            discs[color].insert(square);
            file += 1;
        }
        if file != 8 {
            return Err(bad());
        }
    }
    if ranks.next().is_some() {
        return Err(bad());
    }
    let side = match fields.next() {
        Some("b") => Color::Black,
        Some("w") => Color::White,
        _ => return Err(bad()),
    };
    Position::from_discs(discs, side).map_err(|_| bad())
}

fn fen_text(position: Position) -> String {
    let mut text = String::new();
    for rank in Rank::all().rev() {
        let mut empty = 0;
        for file in File::all() {
            match position.disc(Square::at(file, rank)) {
                None => empty += 1,
                Some(color) => {
                    if empty > 0 {
                        text += &empty.to_string();
                    }
                    empty = 0;
                    text.push(if color == Color::Black { 'p' } else { 'P' });
                }
            }
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        text.push(if rank.digit() == '1' { ' ' } else { '/' });
    }
    let side = match position.side_to_move() {
        Color::Black => 'b',
        Color::White => 'w',
    };
    text.push(side);
    text + " - - 0 1"
}

/// Takes `[%name value]` out of a comment.
fn annotation(comment: &mut String, name: &str) -> Option<f64> {
    let start = comment.find(&format!("[%{name} "))?;
    let end = start + comment[start..].find(']')?;
    let value: f64 = comment[start + 3 + name.len()..end].trim().parse().ok()?;
    comment.replace_range(start..=end, "");
    *comment = comment.trim().to_owned();
    value.is_finite().then_some(value)
}

/// Reads the movetext into the replay; gives the result that stands in it.
fn movetext(
    text: &str,
    replay: &mut Replay,
    record: &mut Record,
) -> Result<Option<StatedResult>, Problem> {
    let mut stated = None;
    let mut rest = text;
    let mut side_line = 0u64;
    while let Some(first) = rest.chars().next() {
        let mut end = first.len_utf8();
        match first {
            '{' | ';' => {
                let close = if first == '{' { '}' } else { '\n' };
                end = rest.find(close).unwrap_or(rest.len());
                if side_line == 0 {
                    let mut comment = rest[1..end].trim().to_owned();
                    if let Some((_, last)) = replay.last() {
                        last.evaluation = annotation(&mut comment, "eval").or(last.evaluation);
                        let seconds = annotation(&mut comment, "emt").filter(|&s| s >= 0.0);
                        last.seconds = seconds.or(last.seconds);
                    }
                    if !comment.is_empty() {
                        comment_on(Some(replay), &mut record.comment, &comment);
                    }
                }
                end = (end + 1).min(rest.len());
            }
            '(' => side_line += 1,
            ')' => side_line = side_line.saturating_sub(1),
            _ if first.is_whitespace() || first == '.' => {}
            _ => {
                end = rest
                    .find(|c: char| c.is_whitespace() || "{}();".contains(c))
                    .unwrap_or(rest.len())
                    .max(end);
                if side_line == 0 {
                    let word = &rest[..end];
                    if let Some(result) = result(word) {
                        stated = Some(result);
                    } else if word != "*" && !word.starts_with('$') {
                        word_of_moves(word, replay)?;
                    }
                }
            }
        }
        rest = &rest[end..];
    }
    Ok(stated)
}

/// Plays a word: a move, a move with its number before it (`1.f5`), or several moves in a row.
fn word_of_moves(word: &str, replay: &mut Replay) -> Result<(), Problem> {
    let numbered = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let word = if numbered.len() < word.len() && (numbered.is_empty() || numbered.starts_with('.'))
    {
        numbered.trim_start_matches('.')
    } else {
        word
    };
    let word = word.trim_end_matches(['!', '?', ',']);
    if word.is_empty() {
        return Ok(());
    }
    if let Ok(token) = move_text(word) {
        replay.token(token, None)?;
        return Ok(());
    }
    for token in super::transcript::tokens(word) {
        match token {
            Ok(token) => replay.token(token, None)?,
            Err(error) => return Err(replay.fail(MoveProblem::Unreadable(error))),
        };
    }
    Ok(())
}

/// Reads one game.
///
/// # Errors
/// [`Problem`] says what is wrong: a set-up that cannot be read, or a move that is not legal.
pub fn parse(text: &str) -> Result<Record, Problem> {
    let mut record = Record::default();
    let mut start = Position::START;
    let mut stated = None;
    let mut ending = None;
    let mut body = 0;
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim();
        if !trimmed.is_empty() && !trimmed.starts_with('[') {
            break;
        }
        body += line.len();
        let Some((name, value)) = tag(trimmed) else {
            continue;
        };
        // Edax writes dates twice; the first is the right one. "?" and "????.??.??" are unknown.
        let known = !matches!(value.as_str(), "?" | "-" | "????.??.??");
        let field = match name {
            "Event" => &mut record.event,
            "Site" => &mut record.place,
            "Date" => &mut record.date,
            "Round" => &mut record.round,
            "Black" => &mut record.players.black,
            "White" => &mut record.players.white,
            "TimeControl" => {
                record.time_control = ByColor::new(value.clone(), value);
                continue;
            }
            "BlackElo" => {
                record.ratings.black = value.parse().ok().filter(|r: &f64| r.is_finite());
                continue;
            }
            "WhiteElo" => {
                record.ratings.white = value.parse().ok().filter(|r: &f64| r.is_finite());
                continue;
            }
            "Result" => {
                stated = result(&value);
                continue;
            }
            "Termination" => {
                ending = match value.to_ascii_lowercase().as_str() {
                    "resignation" => Some(StatedEnding::Resignation),
                    "time forfeit" => Some(StatedEnding::Time),
                    "agreement" => Some(StatedEnding::Agreement),
                    "abandoned" | "forfeit" => Some(StatedEnding::Left),
                    _ => None,
                };
                continue;
            }
            "FEN" => {
                start = fen(&value)?;
                continue;
            }
            _ => continue,
        };
        if field.is_empty() && known {
            *field = value;
        }
    }
    let mut replay = Replay::new(start);
    let in_text = movetext(&text[body..], &mut replay, &mut record)?;
    // The tag may say more than the movetext, which may only say who won.
    let stated = stated.or(in_text);
    record.result = (stated.is_some() || ending.is_some()).then(|| StatedResult {
        score: stated.and_then(|stated| stated.score),
        ending,
    });
    record.start = start;
    record.moves = replay.into_moves();
    Ok(record)
}

fn result_text(result: Option<StatedResult>) -> String {
    let Some(score) = result.and_then(|result| result.score) else {
        return "*".to_owned();
    };
    match (score.counts(), score.winner()) {
        (Some(counts), _) => format!("{}-{}", counts.black, counts.white),
        (None, Some(Color::Black)) => "1-0".to_owned(),
        (None, Some(Color::White)) => "0-1".to_owned(),
        (None, None) => "1/2-1/2".to_owned(),
    }
}

/// Writes one game with a line end, after what `out` holds. The result is that of the board where the
/// game is finished, else the stated one.
pub fn write(record: &Record, out: &mut String) {
    let result = record.true_result();
    let mut tag = |name: &str, value: &str, unknown: &str| {
        let value = if value.is_empty() { unknown } else { value };
        if !value.is_empty() {
            let value = clean(value).replace('\\', "\\\\").replace('"', "\\\"");
            // Writing to a String cannot fail.
            let _ = writeln!(out, "[{name} \"{value}\"]");
        }
    };
    tag("Event", &record.event, "?");
    tag("Site", &record.place, "?");
    tag("Date", &record.date, "????.??.??");
    tag("Round", &record.round, "?");
    tag("Black", &record.players.black, "?");
    tag("White", &record.players.white, "?");
    tag("Result", &result_text(result), "*");
    for (name, (_, rating)) in ["BlackElo", "WhiteElo"]
        .into_iter()
        .zip(record.ratings.iter())
    {
        tag(name, &rating.map_or(String::new(), |r| r.to_string()), "");
    }
    tag("TimeControl", &record.time_control.black, "");
    let ending = match result.and_then(|result| result.ending) {
        None => "",
        Some(StatedEnding::Resignation) => "resignation",
        Some(StatedEnding::Time) => "time forfeit",
        Some(StatedEnding::Agreement) => "agreement",
        Some(StatedEnding::Left) => "abandoned",
    };
    tag("Termination", ending, "");
    if record.start != Position::START {
        tag("SetUp", "1", "");
        tag("FEN", &fen_text(record.start), "");
    }
    let mut words = Vec::new();
    // Nothing in a comment may close it or look like the tags of the next game.
    let comment = |text: &str| clean_lines(text).replace('}', ")").replace("\n[", "\n [");
    if !record.comment.is_empty() {
        words.push(format!("{{{}}}", comment(&record.comment)));
    }
    let mut side = Color::White;
    let mut number = 0;
    for (color, recorded) in record.sides() {
        let word = recorded
            .square
            .map_or_else(|| "pass".to_owned(), |square| square.to_string());
        // Moves are numbered in pairs, as in chess; after a pass that is not written, White may begin.
        if color == Color::Black || side == Color::White {
            number += 1;
            let dots = if color == Color::Black { "." } else { "..." };
            words.push(format!("{number}{dots} {word}"));
        } else {
            words.push(word);
        }
        side = color;
        let mut notes = String::new();
        if let Some(evaluation) = recorded.evaluation {
            let _ = write!(notes, "[%eval {evaluation}] ");
        }
        if let Some(seconds) = recorded.seconds {
            let _ = write!(notes, "[%emt {seconds}] ");
        }
        notes += &comment(&recorded.comment);
        if !notes.is_empty() {
            words.push(format!("{{{}}}", notes.trim_end()));
        }
    }
    words.push(result_text(result));
    out.push('\n');
    let mut width = 0;
    for word in words {
        if width > 0 && width + word.len() >= 80 {
            out.push('\n');
            width = 0;
        } else if width > 0 {
            out.push(' ');
            width += 1;
        }
        width += word.len();
        out.push_str(&word);
    }
    out.push('\n');
}
