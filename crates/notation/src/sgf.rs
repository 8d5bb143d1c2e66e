//! SGF for Othello, `GM[2]`: `(;FF[4]GM[2]PB[..]PW[..]AB[e4][d5]AW[d4][e5]PL[B];B[f5];W[d6])`.
//!
//! Source: the SGF FF\[4\] specification (red-bean.com/sgf). A move is a letter and a digit; an empty
//! move, `pass`, `PA` and `--` are passes. Two letters are read as in Go, the file first: `fe` is f5. Edax puts the
//! first move into the root node, which is accepted.
//! The evaluation of a move is stored in `V`, from Black's view; the time spent on it has no property and
//! is not written. The marks `!`, `!!`, `?`, `??`, `!?` and `?!` are `TE[1]`, `TE[2]`, `BM[1]`, `BM[2]`,
//! `IT` and `DO`. The name of a node, `N`, and the comment on the game, `GC`, are read as lines of the comment, too. A
//! time control is written as the seconds of `TM`, or as the text of `OT`; a theoretical score of WTHOR as `TS`, and who
//! played as `OR`, which other programs skip. Properties without a meaning here are kept as they stand in their nodes,
//! except `AP`, `CA` and `FF`, which say how the file was written.

use std::borrow::Cow;
use std::fmt::Write as _;

use super::clean::clean_for_file;
use super::error::Problem;
use super::property_tree::{
    Property, is_othello, properties, read_common, read_mark, short_tag, side, unescaped,
    write_foreign, write_mark, write_number, write_own, write_text,
};
use super::record::{Record, StatedEnding, StatedResult, StatedScore};
use super::record_tree::{LineOrder, LineStep, line_steps};
use super::replay::{Replay, comment_on, number, set};
use super::variations::RecordedMove;
use reversi::Position;
use reversi::Square;
use reversi::SquareSet;
use reversi::{ByColor, Color};
use reversi::{ForeignTag, ForeignTags, NodeNotes};

/// The name of the format in its tags.
pub(super) const NAME: &str = "sgf";

/// Whether a property is read as lines of the comment.
pub(super) fn is_comment(tag: &str) -> bool {
    matches!(tag, "N" | "GC")
}

fn result(text: &str) -> Option<StatedResult> {
    let text = text.trim();
    if text == "0" || text.eq_ignore_ascii_case("draw") {
        return Some(StatedResult::of(StatedScore::Winner(None)));
    }
    let (from, by) = text.split_once('+')?;
    let winner = side(&from.to_ascii_uppercase())?;
    let ending = match by.chars().next() {
        Some('R' | 'r') => Some(StatedEnding::Resignation),
        Some('T' | 't') => Some(StatedEnding::Time),
        Some('F' | 'f') => Some(StatedEnding::Left),
        _ => None,
    };
    let sign = if winner == Color::Black { 1.0 } else { -1.0 };
    let score = match number(by).filter(|_| ending.is_none()) {
        Some(margin) => StatedScore::Margin(sign * margin),
        None => StatedScore::Winner(Some(winner)),
    };
    Some(StatedResult {
        score: Some(score),
        ending,
    })
}

/// Returns the name of a square that is written as in Go, `fe` for f5 or `tt` for a pass, and any other text as it is.
fn square_name(text: &str) -> Cow<'_, str> {
    match text.trim().as_bytes() {
        b"tt" => "".into(),
        &[file @ b'a'..=b'h', rank @ b'a'..=b'h'] => {
            format!("{}{}", char::from(file), rank - b'a' + 1).into()
        }
        _ => text.into(),
    }
}

/// The starting position while its properties are read.
#[derive(Default)]
struct SetUp {
    discs: Option<ByColor<SquareSet>>,
    side: Option<Color>,
}

impl SetUp {
    /// Reads a property of the set-up. Returns false for any other property.
    fn read(&mut self, tag: &str, text: &str) -> Result<bool, Problem> {
        match tag {
            "AB" => self.put(Some(Color::Black), text)?,
            "AW" => self.put(Some(Color::White), text)?,
            "AE" => self.put(None, text)?,
            "PL" => {
                self.side = match text.trim().chars().next() {
                    Some('B' | 'b' | '1') => Some(Color::Black),
                    Some('W' | 'w' | '2') => Some(Color::White),
                    _ => return Err(Problem::malformed("side to move", text, "B or W")),
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Reads `a1`, or `a1:c3` for a rectangle.
    fn put(&mut self, color: Option<Color>, text: &str) -> Result<(), Problem> {
        let bad = |_| Problem::malformed("set-up square", text, "a square like f5");
        let (first, last) = text.split_once(':').unwrap_or((text, text));
        let first: Square = square_name(first).trim().parse().map_err(bad)?;
        let last: Square = square_name(last).trim().parse().map_err(bad)?;
        let discs = self.discs.get_or_insert_default();
        for square in Square::all() {
            let inside = (first.file()..=last.file()).contains(&square.file())
                && (first.rank()..=last.rank()).contains(&square.rank());
            if inside {
                discs.black.remove(square);
                discs.white.remove(square);
                if let Some(color) = color {
                    discs[color].insert(square);
                }
            }
        }
        Ok(())
    }

    fn position(&self) -> Position {
        let side = self.side.unwrap_or(Color::Black);
        let discs = self
            .discs
            .unwrap_or_else(|| ByColor::from_fn(|color| Position::START.discs(color)));
        Position::from_discs(discs, side).expect("`put` gives each square to one side at most")
    }
}

/// A game while it is read.
#[derive(Default)]
struct GameReader {
    record: Record,
    set_up: SetUp,
    /// The moves, once the first was read.
    replay: Option<Replay>,
    /// The number of open parentheses before the first move.
    opened: usize,
    /// What the node says before its move, with the evaluation for Black.
    waiting: RecordedMove,
    moved_in_node: bool,
    /// The number of nodes.
    nodes: usize,
    /// The time for the game in seconds, and what follows it.
    times: [String; 2],
    /// Whether the sides agreed on the result.
    is_agreed: bool,
}

impl GameReader {
    fn replay(&mut self) -> &mut Replay {
        self.replay.get_or_insert_with(|| {
            let mut replay = Replay::new(self.set_up.position());
            for _ in 0..self.opened {
                replay.fork();
            }
            replay
        })
    }

    /// Ends a node. What it says without a move belongs to the move before it, or to the first one of a variation.
    fn end_node(&mut self) {
        self.moved_in_node = false;
        if !self.replay.as_ref().is_some_and(Replay::awaits_move) {
            self.end_waiting();
        }
    }

    fn end_waiting(&mut self) {
        let NodeNotes {
            comment,
            mark,
            evaluation,
            tags,
            ..
        } = std::mem::take(&mut self.waiting.notes);
        comment_on(self.replay.as_mut(), &mut self.record.comment, &comment);
        let last = self.replay.as_mut().and_then(Replay::last);
        if let Some((color, last)) = last {
            last.notes.tags.append(&tags);
            let evaluation = evaluation.map(|value| from_black(value, color));
            last.notes.evaluation = last.notes.evaluation.or(evaluation);
            last.notes.mark = last.notes.mark.or(mark);
        } else {
            self.record.tags.append(&tags);
            // The start has no place for one.
            if let Some(value) = evaluation {
                self.record.tags.push(NAME, "V", &value.to_string());
            }
        }
    }

    /// Keeps a property as it stands.
    fn keep(&mut self, name: &str, text: &str) {
        let tags = if self.nodes <= 1 && !self.moved_in_node {
            &mut self.record.tags
        } else {
            &mut self.described().1.notes.tags
        };
        tags.push(NAME, name, text);
    }

    fn open(&mut self) {
        match &mut self.replay {
            Some(replay) => replay.fork(),
            None => self.opened += 1,
        }
    }

    /// Reads a property. `raw` is its text as it stands in the file.
    fn property(&mut self, name: &str, text: &str, raw: &str) -> Result<(), Problem> {
        let tag = &*short_tag(name);
        if let Some(color) = side(tag) {
            let waiting = std::mem::take(&mut self.waiting);
            let replay = self.replay();
            match replay.field(&square_name(text), Some(color)) {
                Ok(recorded) => {
                    recorded.notes.tags.append(&waiting.notes.tags);
                    recorded.notes.comment.push_str(&waiting.notes.comment);
                    recorded.notes.mark = waiting.notes.mark;
                    recorded.notes.evaluation = waiting
                        .notes
                        .evaluation
                        .map(|value| from_black(value, color));
                    self.moved_in_node = true;
                }
                Err(problem) => replay.end_variation(problem)?,
            }
            return Ok(());
        }
        let is_side = self.replay.as_ref().is_some_and(Replay::is_side);
        match tag {
            "C" => comment_on(None, &mut self.described().1.notes.comment, text),
            _ if is_comment(tag) => {
                comment_on(None, &mut self.described().1.notes.comment, text);
                if !text.is_empty() {
                    self.keep(tag, raw);
                }
            }
            "V" if number(text).is_some() => {
                let (color, described) = self.described();
                described.notes.evaluation = number(text).map(|value| from_black(value, color));
            }
            "TE" | "BM" | "IT" | "DO" => self.described().1.notes.mark = read_mark(tag, text),
            "AB" | "AW" | "AE" | "PL" if self.replay.is_some() => {
                let expected = "a set-up before the first move";
                let problem = Problem::malformed("order", tag, expected);
                self.replay().end_variation(problem)?;
            }
            "FF" | "CA" | "AP" => {}
            // A variation says nothing about the game.
            "GM" | "SZ" | "RE" | "TM" | "OT" | ENDING if is_side => {}
            _ if is_side => {
                if !read_common(&mut Record::default(), tag, text) {
                    self.keep(name, raw);
                }
            }
            "GM" if text.trim() != "2" && !is_othello(text) => {
                return Err(Problem::malformed("game", text, "2, which is Othello"));
            }
            "SZ" if text.trim() != "8" => {
                return Err(Problem::malformed("board size", text, "8"));
            }
            "GM" | "SZ" => {}
            "RE" if text == "?" || set(&mut self.record.result, result(text)) => {}
            ENDING if text.trim() == AGREEMENT => self.is_agreed = true,
            "TM" => text.clone_into(&mut self.times[0]),
            "OT" => text.clone_into(&mut self.times[1]),
            _ if self.set_up.read(tag, text)? => {}
            _ if read_common(&mut self.record, tag, text) => {}
            _ => self.keep(name, raw),
        }
        Ok(())
    }

    /// Returns the move that the node describes, with its side. Before the move, it is for Black.
    fn described(&mut self) -> (Color, &mut RecordedMove) {
        let replay = self.replay.as_mut().filter(|_| self.moved_in_node);
        let last = replay.and_then(Replay::last);
        last.unwrap_or((Color::Black, &mut self.waiting))
    }
}

/// Reads a game, as [`Trees`](super::property_tree::Trees) returns it.
pub(super) fn parse(text: &str) -> Result<Record, Problem> {
    let mut game = GameReader {
        opened: 1,
        ..GameReader::default()
    };
    let text = text.replace("\r\n", "\n");
    let mut properties = properties(&text, true);
    while let Some(property) = properties.next() {
        match property {
            Property::Text(tag, text) if !game.replay.as_ref().is_some_and(Replay::is_cut) => {
                game.property(tag, &text, properties.raw())?;
            }
            Property::Text(..) => {}
            Property::Node => {
                game.end_node();
                game.nodes += 1;
            }
            Property::Open => {
                game.end_node();
                game.open();
            }
            Property::Close => {
                game.end_node();
                game.end_waiting();
                game.replay().close_line();
            }
        }
    }
    game.replay();
    game.end_waiting();
    let replay = game.replay.expect("the game has begun");
    let [main, overtime] = &game.times;
    let between = if main.is_empty() || overtime.is_empty() {
        ""
    } else {
        OVERTIME
    };
    game.record
        .set_time_control(&format!("{main}{between}{overtime}"));
    if let Some(result) = game.record.result.as_mut().filter(|_| game.is_agreed) {
        result.ending = result.ending.or(Some(StatedEnding::Agreement));
    }
    game.record.reading = properties.stray().into_iter().collect();
    Ok(replay.into_record(game.record))
}

/// The text between the time for the game and what follows it.
const OVERTIME: &str = " + ";

/// Splits a time control into the seconds of `TM` and the text of `OT`.
fn times(text: &str) -> (&str, &str) {
    let is_digit = |c: char| c.is_ascii_digit() || c == '.';
    let is_seconds = |text: &str| number(text).is_some() && text.chars().all(is_digit);
    match text.split_once(OVERTIME) {
        _ if is_seconds(text) => (text, ""),
        Some((main, overtime)) if is_seconds(main) => (main, overtime),
        _ => ("", text),
    }
}

/// Converts a value from Black's view to that of a colour.
fn from_black(value: f64, color: Color) -> f64 {
    match color {
        Color::Black => value,
        Color::White => 0.0 - value,
    }
}

/// Returns a text as it is written between brackets.
pub fn escaped(text: &str) -> String {
    clean_for_file(text)
        .replace('\\', "\\\\")
        .replace(']', "\\]")
        // Prevents readers from mistaking it for the next game.
        .replace("\n(;", "\n(\\;")
}

fn result_text(result: StatedResult) -> String {
    let Some(score) = result.score else {
        return "?".to_owned();
    };
    let Some(winner) = score.winner() else {
        return "0".to_owned();
    };
    let by = match (result.ending, score.margin()) {
        (Some(StatedEnding::Resignation), _) => "R".to_owned(),
        (Some(StatedEnding::Time), _) => "T".to_owned(),
        (Some(StatedEnding::Left), _) => "F".to_owned(),
        (_, Some(margin)) => margin.abs().to_string(),
        (_, None) => String::new(),
    };
    format!("{}+{by}", winner.initial())
}

/// The property of an ending that `RE` has no letter for, which other programs skip, and its value.
const ENDING: &str = "ENDING";
const AGREEMENT: &str = "agreement";

/// Returns whether the sides agreed on a result that is written.
fn is_agreed(result: StatedResult) -> bool {
    result.score.is_some() && result.ending == Some(StatedEnding::Agreement)
}

/// Returns a result as it is read from what is written of it.
pub(super) fn result_again(stated: StatedResult) -> StatedResult {
    let again = result(&result_text(stated)).unwrap_or_default();
    StatedResult {
        ending: again.ending.or(stated.ending.filter(|_| is_agreed(stated))),
        ..again
    }
}

/// Appends one game without a line end to `out`.
pub(super) fn write(record: &Record, out: &mut String) {
    // Writing to a String cannot fail.
    let tag = |out: &mut String, tag, text: &str| write_text(out, tag, text, escaped);
    out.push_str("(;FF[4]GM[2]CA[UTF-8]AP[reversi]SZ[8]");
    tag(out, "PB", &record.players.black);
    tag(out, "PW", &record.players.white);
    write_number(out, "BR", record.ratings.black);
    write_number(out, "WR", record.ratings.white);
    tag(out, "DT", &record.date);
    tag(out, "PC", &record.place);
    tag(out, "EV", &record.event);
    tag(out, "RO", &record.round);
    let time_control = record.time_control_text();
    let (main, overtime) = times(&time_control);
    tag(out, "TM", main);
    tag(out, "OT", overtime);
    write_own(out, record);
    let result = record.true_result();
    if let Some(result) = result {
        let _ = write!(out, "RE[{}]", result_text(result));
        if is_agreed(result) {
            let _ = write!(out, "{ENDING}[{AGREEMENT}]");
        }
    }
    for (name, color) in [("AB", Color::Black), ("AW", Color::White)] {
        let discs = record.start.discs(color);
        if !discs.is_empty() {
            out.push_str(name);
        }
        for square in discs {
            let _ = write!(out, "[{square}]");
        }
    }
    // A board without discs must not look like a missing set-up.
    if record.start.board().occupied().is_empty() {
        out.push_str("AE[a1]");
    }
    let _ = write!(out, "PL[{}]", record.start.side_to_move().initial());
    write_described(&record.comment, &record.tags, result.is_some(), out);
    for step in line_steps(record, LineOrder::Branches) {
        match step {
            LineStep::Open => out.push('('),
            LineStep::Close => out.push(')'),
            LineStep::Move(side, recorded) => write_move(side, recorded, out),
        }
    }
    out.push(')');
}

fn write_move(side: Color, recorded: &RecordedMove, out: &mut String) {
    let square = recorded
        .square
        .map_or(String::new(), |square| square.to_string());
    // Writing to a String cannot fail.
    let _ = write!(out, ";{}[{square}]", side.initial());
    write_mark(out, recorded.notes.mark);
    let value = recorded
        .notes
        .evaluation
        .map(|value| from_black(value, side));
    write_number(out, "V", value);
    write_described(&recorded.notes.comment, &recorded.notes.tags, false, out);
}

/// Writes a comment and the properties that were kept, without a result that is known better. The values of one property
/// stand together.
fn write_described(comment: &str, tags: &ForeignTags, has_result: bool, out: &mut String) {
    if tags.is_empty() {
        return write_text(out, "C", comment, escaped);
    }
    let of_sgf = || tags.iter().filter(|tag| tag.format == NAME);
    let lines: Vec<_> = of_sgf().filter(|tag| is_comment(tag.name)).collect();
    // A comment that was changed stands alone.
    let ([before, after], comment) =
        split_comment(comment, &lines).unwrap_or(([&[][..]; 2], comment));
    write_foreign(out, before.iter().copied());
    write_text(out, "C", comment, escaped);
    write_foreign(out, after.iter().copied());
    let is_written = |tag: &ForeignTag| is_comment(tag.name) || (has_result && tag.name == "RE");
    write_foreign(out, of_sgf().filter(|tag| !is_written(tag)));
}

/// Splits the texts of properties from both ends of a comment, if it has all of them. Returns those at the beginning and
/// those at the end, and what stands between them.
fn split_comment<'a, 'b>(
    comment: &'a str,
    lines: &'b [ForeignTag<'b>],
) -> Option<([&'b [ForeignTag<'b>]; 2], &'a str)> {
    let (mut rest, mut before) = (comment, 0);
    while let Some(line) = lines.get(before)
        && let Some(after) = rest.strip_prefix(&*unescaped(line.text))
        && (after.is_empty() || after.starts_with('\n'))
    {
        rest = after.strip_prefix('\n').unwrap_or(after);
        before += 1;
    }
    for line in lines[before..].iter().rev() {
        let start = rest.strip_suffix(&*unescaped(line.text))?;
        rest = match start {
            "" => start,
            _ => start.strip_suffix('\n')?,
        };
    }
    Some(([&lines[..before], &lines[before..]], rest))
}

#[cfg(test)]
mod tests {
    use super::write;
    use crate::{Format, Problem, Record, detect};
    use reversi::transcript;

    fn parse(text: &str) -> Result<Record, Problem> {
        detect::parse(text, Format::Sgf)
    }

    #[test]
    fn what_edax_exports_is_read() {
        // Exported by Edax 4.6: the first move stands in the root node, and the result has the wrong
        // sign, because White would be to move.
        let text = "(;FF[4]GM[2]AP[edax:4.6]\nPC[Edax]DT[2026-11-21]\nPB[?]PW[?]\n\
                    SZ[8]AB[e4][d5]AW[d4][e5]PL[B]\nRE[W+62]\nB[f5];W[f4];\nB[c3];W[e6];\n\
                    B[f7];W[g6];\nB[g4];W[e8];\nB[g8];W[g5];\nB[h5];)\n";
        let record = parse(text).unwrap();
        let game = record.replay().unwrap();
        assert_eq!(transcript::print(&game), "f5f4c3e6f7g6g4e8g8g5h5");
        assert_eq!(record.place, "Edax");
        assert_eq!(
            record.check().unwrap().to_string(),
            "the stated result is White +62, but the moves give 63-1"
        );
        let mut again = String::new();
        write(&record, &mut again);
        let again = parse(&again).unwrap();
        assert_eq!(again.moves, record.moves);
        assert_eq!(again.check(), None);
    }

    #[test]
    fn a_comment_belongs_to_the_move_of_its_node() {
        let record =
            parse("(;GM[2]C[game];C[before]B[f5]V[2];W[d6]C[a\\]b]V[-1.5];C[last])").unwrap();
        assert_eq!(record.comment, "game");
        assert_eq!(record.moves[0].notes.comment, "before");
        assert_eq!(record.moves[0].notes.evaluation, Some(2.0));
        assert_eq!(record.moves[1].notes.comment, "a]b\nlast");
        assert_eq!(record.moves[1].notes.evaluation, Some(1.5));
    }

    #[test]
    fn only_the_main_line_is_read() {
        let record = parse("(;GM[2];B[f5](;W[d6];B[c3])(;W[a1]))").unwrap();
        assert_eq!(transcript::print(&record.replay().unwrap()), "f5d6c3");
    }

    #[test]
    fn rectangles_and_sides_set_a_position_up() {
        let record = parse("(;GM[2]AB[d4:e5]AW[d4]AE[e5]PL[W])").unwrap();
        let expected = "---------------------------OX------X---------------------------- O";
        assert_eq!(record.start.to_string(), expected);
    }

    #[test]
    fn another_game_is_refused_by_name() {
        let error = |text: &str| parse(text).unwrap_err().to_string();
        assert_eq!(
            error("(;GM[1]B[aa])"),
            "the game is \"1\", but it must be 2, which is Othello"
        );
        assert_eq!(
            error("(;GM[2]SZ[10]B[f5])"),
            "the board size is \"10\", but it must be 8"
        );
        assert_eq!(
            error("(;GM[2];B[f5];B[d6])"),
            "move 2: d6 is recorded for Black, but White is to move"
        );
        assert_eq!(
            error("(;GM[2];B[zz])"),
            "move 1: \"zz\" is not a square like f5"
        );
    }
}
