//! PGN for Othello, which has no standard. Three dialects are read: disc counts as the result
//! (`[Result "34-30"]`), which is also the dialect written; that of Edax, where `1-0` means that Black
//! won and a `FEN` tag holds the set-up; and bare moves with or without numbers.
//!
//! Only the `FEN` tag of Edax 4.6 is supported: eighth rank first, `p` Black and `P` White. A comment in
//! braces belongs to the move before it; before the first move of a variation, to that move. One with a closing
//! brace is written after semicolons, each of which makes the rest of its line a comment. Evaluations and times are
//! written as in chess, `{[%eval 2.5] [%emt 0:00:04]}`, but in discs for the side that moved, and in seconds. A
//! variation stands in parentheses after the move that it replaces, and marks are written as `$1` to `$6`. Other
//! numbers, such as `$14`, are lines at the beginning of the comment, and written as numbers again. A line that
//! begins with `%` is skipped. Tags without a meaning here are kept as they stand, and so are values that cannot be read.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, BufRead};

use super::clean::clean_for_file;
use super::error::{Problem, TREE_LIMIT};
use super::input::{CountedInput, Cut, GAME_LIMIT, LineEnd, read_line};
use super::record::{Record, StatedEnding, StatedResult, StatedScore, TheoreticalScore};
use super::record_tree::{LineOrder, LineStep, line_steps};
use super::replay::{Replay, comment_on, move_text, number, set};
use super::variations::RecordedMove;
use reversi::Position;
use reversi::{ByColor, Color};
use reversi::{ForeignTag, MoveMark, NodeNotes};

/// The first line of the next game and its number, read while looking for the end of the previous game.
pub(super) type Held = Option<(u64, Vec<u8>)>;

/// The name of the format in its tags.
pub(super) const NAME: &str = "pgn";

/// The beginning of the line that ends a game with an unclosed comment.
const NEXT_GAME: &str = "[Event \"";

/// Returns the text of the next game, which ends where tags follow moves.
pub(super) fn cut(
    input: &mut CountedInput<impl BufRead>,
    held: &mut Held,
) -> io::Result<Option<Cut>> {
    let mut bytes = Vec::new();
    let mut start = None;
    let (mut in_comment, mut moves_seen, mut too_long) = (false, false, false);
    // Variations do not count for the length of the main line.
    let (mut depth, mut in_variations) = (0u64, 0);
    loop {
        let (number, line) = if let Some(held) = held.take() {
            held
        } else {
            let number = input.line;
            let mut line = Vec::new();
            // Only moves can have variations.
            let is_tag = !in_comment && input.fill_buf()?.first() == Some(&b'[');
            let limit = if is_tag { GAME_LIMIT } else { TREE_LIMIT };
            match read_line(input, &mut line, limit)? {
                LineEnd::EndOfInput => break,
                LineEnd::Complete => {}
                LineEnd::TooLong => too_long = true,
            }
            (number, line)
        };
        if !in_comment && line.starts_with(b"%") {
            continue;
        }
        let text = line.trim_ascii();
        let tag = text.starts_with(b"[") && !text.starts_with(b"[%");
        // An unclosed comment ends at the tag that begins every game.
        if (tag && moves_seen && !in_comment)
            || (in_comment && line.starts_with(NEXT_GAME.as_bytes()))
        {
            *held = Some((number, line));
            break;
        }
        let after_tag = text.rsplit(|&byte| byte == b']').next().unwrap_or_default();
        let has_moves = tag && after_tag.trim_ascii_start().starts_with(b"1");
        moves_seen |= has_moves;
        if (in_comment || !tag) && !text.is_empty() {
            moves_seen = true;
            in_variations += follow(text, &mut in_comment, &mut depth);
        }
        if !text.is_empty() {
            start.get_or_insert(number);
        }
        let length = bytes.len() + line.len();
        too_long |= length > GAME_LIMIT + in_variations || length > TREE_LIMIT;
        if too_long {
            bytes = Vec::new();
        } else {
            bytes.extend_from_slice(&line);
            bytes.push(b'\n');
        }
    }
    let game = if too_long {
        Err(Problem::TooLong)
    } else if in_comment {
        let missing = "the closing brace of a comment";
        Err(Problem::Truncated(missing))
    } else {
        Ok(bytes)
    };
    Ok(start.map(|line| (line, game)))
}

/// Follows the comments and the variations of a line. Returns the number of its bytes in variations.
fn follow(line: &[u8], in_comment: &mut bool, depth: &mut u64) -> usize {
    let mut count = 0;
    for (at, &byte) in line.iter().enumerate() {
        let outside = *depth == 0;
        match byte {
            // The rest of the line is a comment.
            b';' if !*in_comment => {
                return count + if outside { 0 } else { line.len() - at };
            }
            b'{' => *in_comment = true,
            b'}' => *in_comment = false,
            b'(' if !*in_comment => *depth += 1,
            b')' if !*in_comment => *depth = depth.saturating_sub(1),
            _ => {}
        }
        count += usize::from(!outside || *depth > 0);
    }
    count
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

/// Returns whether the value of a tag means that nothing is known.
fn is_unknown(value: &str) -> bool {
    matches!(value, "" | "?" | "-" | "????.??.??" | "*")
}

/// Returns whether a tag only says that something is unknown that a record has a place for.
pub(super) fn is_unknown_value(tag: &ForeignTag) -> bool {
    let is_usual = USUAL.iter().any(|usual| usual.0 == tag.name);
    is_unknown(tag.text) && (is_usual || tag.name.ends_with("Elo") || tag.name.ends_with("Rating"))
}

/// Reads `34-30`: Black's discs and White's.
fn counts(text: &str) -> Option<ByColor<u32>> {
    let (black, white) = text.split_once('-')?;
    let count = |digits: &str| {
        let plain = (1..=2).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
        plain.then(|| digits.parse().ok()).flatten()
    };
    let (black, white) = (count(black)?, count(white)?);
    (black + white <= 64).then_some(ByColor::new(black, white))
}

/// Takes the next tag, or a line that begins like one, from the beginning of a text. Moves may follow it on its line.
fn next_tag<'a>(text: &mut &'a str) -> Option<&'a str> {
    let rest = text.trim_start();
    let line = rest.lines().next().filter(|line| line.starts_with('['))?;
    let mut escaped = false;
    let ends = |c: char| {
        let is_end = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        is_end
    };
    let value = line.find('"').map(|at| at + 1);
    let value_end = value.and_then(|at| Some(at + line[at..].find(ends)?));
    let end = value_end.and_then(|at| Some(at + line[at..].find(']')? + 1));
    let (line, rest) = rest.split_at(end.unwrap_or(line.len()));
    *text = rest;
    Some(line)
}

/// Reads `34-30`, `1-0`, `0-1`, or a draw.
pub(super) fn result(text: &str) -> Option<StatedResult> {
    let winner = match text.trim() {
        "1-0" => Some(Color::Black),
        "0-1" => Some(Color::White),
        "1/2-1/2" | "0.5-0.5" | "½-½" => None,
        text => return counts(text).map(|counts| StatedResult::of(StatedScore::Counts(counts))),
    };
    Some(StatedResult::of(StatedScore::Winner(winner)))
}

/// Reads the set-up of Edax, `8/8/8/3Pp3/3pP3/8/8/8 b - - 0 1`.
fn fen(text: &str) -> Result<Position, Problem> {
    let parsed = || {
        let mut fields = text.split_whitespace();
        let mut ranks = Vec::new();
        for rank in fields.next()?.split('/') {
            let mut squares = String::new();
            for c in rank.chars() {
                match c {
                    'p' => squares.push('X'),
                    'P' => squares.push('O'),
                    '1'..='8' => squares.extend((b'0'..c as u8).map(|_| '-')),
                    _ => return None,
                }
            }
            ranks.push((squares.len() == 8).then_some(squares)?);
        }
        ranks.reverse();
        let side = match fields.next()? {
            "b" => 'X',
            "w" => 'O',
            _ => return None,
        };
        let is_board = ranks.len() == 8;
        is_board.then(|| format!("{}{side}", ranks.concat()).parse().ok())?
    };
    parsed().ok_or_else(|| {
        let expected = "eight ranks of p, P and digits, the eighth first, and then b or w";
        Problem::malformed("FEN tag", text, expected)
    })
}

fn fen_text(position: Position) -> String {
    let board = position.to_string();
    let mut text = String::new();
    for rank in (0..8).rev() {
        let squares = &board[8 * rank..8 * rank + 8];
        // Runs of empty squares, and discs one by one.
        for run in squares.split_inclusive(['X', 'O']) {
            let disc = run.trim_start_matches('-');
            if run.len() > disc.len() {
                text += &(run.len() - disc.len()).to_string();
            }
            text += match disc {
                "X" => "p",
                "O" => "P",
                _ => "",
            };
        }
        text.push(if rank == 0 { ' ' } else { '/' });
    }
    let side = position.side_to_move().initial().to_ascii_lowercase();
    format!("{text}{side} - - 0 1")
}

/// Removes `[%name value]` from a comment and returns the value.
fn annotation(comment: &mut String, name: &str) -> Option<f64> {
    let start = comment.find(&format!("[%{name} "))?;
    let end = start + comment[start..].find(']')?;
    let value = number(&comment[start + 3 + name.len()..end])?;
    comment.replace_range(start..=end, "");
    *comment = comment.trim().to_owned();
    Some(value)
}

/// The moves of a game while they are read.
struct MoveReader<'a> {
    replay: Replay,
    record: &'a mut Record,
    /// The comments before the first move of a variation.
    waiting: String,
}

impl MoveReader<'_> {
    /// Reads the movetext. Returns the result that it contains.
    fn read(&mut self, text: &str) -> Result<Option<StatedResult>, Problem> {
        let mut stated = None;
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let mut end = first.len_utf8();
            match first {
                '{' => {
                    end = rest.find('}').unwrap_or(rest.len());
                    self.comment(&rest[1..end]);
                    end = (end + 1).min(rest.len());
                }
                ';' => {
                    let comment;
                    (comment, end) = comment_lines(rest);
                    self.comment(&comment);
                }
                '(' => self.replay.open_variation(),
                ')' => {
                    self.replay.close_line();
                    self.end_waiting();
                }
                _ if first.is_whitespace() || first == '.' => {}
                _ => {
                    end = rest
                        .find(|c: char| c.is_whitespace() || "{}();".contains(c))
                        .unwrap_or(rest.len())
                        .max(end);
                    let word = &rest[..end];
                    match result(word) {
                        Some(result) if !self.replay.is_side() => stated = Some(result),
                        None if !self.replay.is_cut() => self.word(word)?,
                        _ => {}
                    }
                }
            }
            rest = &rest[end..];
        }
        Ok(stated)
    }

    /// Reads a comment. Before the first move of a variation it waits for that move.
    fn comment(&mut self, text: &str) {
        if self.replay.is_cut() {
            return;
        }
        let mut comment = text.trim().to_owned();
        if self.replay.awaits_move() {
            comment_on(None, &mut self.waiting, &comment);
            return;
        }
        if let Some((_, last)) = self.replay.last() {
            last.notes.evaluation = annotation(&mut comment, "eval").or(last.notes.evaluation);
            let seconds = annotation(&mut comment, "emt").filter(|&s| s >= 0.0);
            last.notes.seconds = seconds.or(last.notes.seconds);
        }
        if !comment.is_empty() {
            comment_on(Some(&mut self.replay), &mut self.record.comment, &comment);
        }
    }

    /// Reads a word: moves, or the mark of the last move.
    fn word(&mut self, word: &str) -> Result<(), Problem> {
        let moves = word.trim_end_matches(['!', '?', ',']);
        let symbol = word[moves.len()..].trim_end_matches(',');
        if let Some(number) = mark_number(word) {
            let last = self.replay.last().map(|(_, last)| &mut last.notes.mark);
            match (last, mark_of(number)) {
                (Some(last @ None), Some(mark)) => *last = Some(mark),
                (Some(Some(last)), Some(mark)) if *last == mark => {}
                // It is not a mark, or a second one.
                _ if number > 0 => self.comment(word),
                _ => {}
            }
            return Ok(());
        }
        if word != "*"
            && !word.starts_with('$')
            && let Err(problem) = word_of_moves(moves, &mut self.replay)
        {
            return self.replay.end_variation(problem);
        }
        let mut marks = MoveMark::ALL.into_iter();
        let mark = marks.find(|mark| mark.symbol() == symbol);
        if let Some((_, last)) = self.replay.last().filter(|_| mark.is_some()) {
            last.notes.mark = mark;
        }
        self.end_waiting();
        Ok(())
    }

    /// Adds the comment that waits to the last move, unless a variation has no move yet.
    fn end_waiting(&mut self) {
        if !self.replay.awaits_move() && !self.waiting.is_empty() {
            let waiting = std::mem::take(&mut self.waiting);
            self.comment(&waiting);
        }
    }
}

/// Returns the number of a word such as `$14`.
fn mark_number(word: &str) -> Option<usize> {
    let number = word.strip_prefix('$').filter(|text| text.len() <= 3)?;
    let is_number = number.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| number.parse().ok())?
}

/// Returns the mark with a number.
fn mark_of(number: usize) -> Option<MoveMark> {
    MoveMark::ALL.get(number.checked_sub(1)?).copied()
}

/// Returns the comment at the beginning of a text that begins with a semicolon: the rest of the line, and that of
/// each line below it that begins with another one. Returns its length in the text, too.
fn comment_lines(text: &str) -> (String, usize) {
    let (mut comment, mut end) = (Vec::new(), 0);
    while let Some(rest) = text[end..].strip_prefix(';') {
        let line = rest.split_inclusive('\n').next().unwrap_or("");
        end += 1 + line.len();
        let line = line.trim_end_matches(['\n', '\r']);
        comment.push(line.strip_prefix(' ').unwrap_or(line));
    }
    (comment.join("\n"), end)
}

/// Plays a word: a move, a move with its number before it (`1.f5`), or several moves in a row.
fn word_of_moves(word: &str, replay: &mut Replay) -> Result<(), Problem> {
    let numbered = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let word = if numbered.is_empty() || numbered.starts_with('.') {
        numbered.trim_start_matches('.')
    } else {
        word
    };
    if word.is_empty() {
        Ok(())
    } else if move_text(word).is_ok() {
        replay.field(word, None).map(|_| ())
    } else {
        replay.transcript(word, usize::MAX)
    }
}

/// The endings and their names in the Termination tag.
const TERMINATIONS: [(&str, StatedEnding); 5] = [
    ("resignation", StatedEnding::Resignation),
    ("time forfeit", StatedEnding::Time),
    ("agreement", StatedEnding::Agreement),
    ("abandoned", StatedEnding::Left),
    ("forfeit", StatedEnding::Left),
];

/// The tag of the theoretical score of WTHOR, which other programs skip.
const THEORETICAL: &str = "TheoreticalScore";

/// The tag of who played, which other programs skip.
const ORIGIN: &str = "Origin";

/// A game whose tags are read.
#[derive(Default)]
struct TagReader {
    record: Record,
    start: Position,
    stated: Option<StatedResult>,
    ending: Option<StatedEnding>,
}

impl TagReader {
    fn read(&mut self, name: &str, value: String) -> Result<(), Problem> {
        let record = &mut self.record;
        let field = match name {
            "Event" => &mut record.event,
            "Site" => &mut record.place,
            "Date" => &mut record.date,
            "Round" => &mut record.round,
            "Black" => &mut record.players.black,
            "White" => &mut record.players.white,
            _ => {
                let is_read = match name {
                    "TimeControl" => {
                        record.set_time_control(&value);
                        true
                    }
                    THEORETICAL => set(&mut record.theoretical, TheoreticalScore::read(&value)),
                    ORIGIN => set(&mut record.origin, value.parse().ok()),
                    "BlackElo" | "BlackRating" => set(&mut record.ratings.black, number(&value)),
                    "WhiteElo" | "WhiteRating" => set(&mut record.ratings.white, number(&value)),
                    "Result" => set(&mut self.stated, result(&value)),
                    "Termination" => {
                        let mut named = TERMINATIONS.into_iter();
                        let named = named.find(|(name, _)| value.eq_ignore_ascii_case(name));
                        set(&mut self.ending, named.map(|(_, ending)| ending))
                    }
                    "FEN" => {
                        self.start = fen(&value)?;
                        true
                    }
                    name => name == "SetUp",
                };
                if !is_read {
                    self.keep(name, &value);
                }
                return Ok(());
            }
        };
        if is_unknown(&value) {
            self.keep(name, &value);
        } else if field.is_empty() {
            // Edax writes dates twice; the first is the right one.
            *field = value;
        }
        Ok(())
    }

    /// Keeps a tag as it stands.
    fn keep(&mut self, name: &str, text: &str) {
        let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
        let is_usual = USUAL.contains(&(name, text));
        if !is_usual && !name.is_empty() && name.chars().all(is_name) {
            self.record.tags.push(NAME, name, text);
        }
    }
}

/// The tags that are always written, in this order, with the values that mean that nothing is known.
const USUAL: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("Black", "?"),
    ("White", "?"),
    ("Result", "*"),
];

/// Reads one game.
pub(super) fn parse(text: &str) -> Result<Record, Problem> {
    let mut tags = TagReader::default();
    let mut body = text;
    while let Some(line) = next_tag(&mut body) {
        if let Some((name, value)) = tag(line) {
            tags.read(name, value)?;
        }
    }
    let TagReader {
        mut record,
        start,
        stated,
        ending,
    } = tags;
    let mut reader = MoveReader {
        replay: Replay::new(start),
        record: &mut record,
        waiting: String::new(),
    };
    let in_text = reader.read(body)?;
    let replay = reader.replay;
    // The tag may have more detail than the movetext, which may only name the winner.
    let score = stated.or(in_text).and_then(|stated| stated.score);
    record.result = (score.is_some() || ending.is_some()).then_some(StatedResult { score, ending });
    Ok(replay.into_record(record))
}

pub(super) fn result_text(result: Option<StatedResult>) -> String {
    let Some(score) = result.and_then(|result| result.score) else {
        return "*".to_owned();
    };
    match (score, score.counts(), score.winner()) {
        (StatedScore::Winner(None), ..) | (_, None, None) => "1/2-1/2".to_owned(),
        (_, Some(counts), _) => format!("{}-{}", counts.black, counts.white),
        (_, None, Some(Color::Black)) => "1-0".to_owned(),
        (_, None, Some(Color::White)) => "0-1".to_owned(),
    }
}

/// Returns a result as it is read from what is written of it.
pub(super) fn result_again(stated: StatedResult) -> StatedResult {
    let score = result(&result_text(Some(stated))).and_then(|result| result.score);
    StatedResult { score, ..stated }
}

/// Appends one game with a line end to `out`.
pub(super) fn write(record: &Record, out: &mut String) {
    let result = record.true_result();
    write_tags(record, result, out);
    out.push('\n');
    let mut words = Vec::new();
    if !record.comment.is_empty() {
        words.extend(comment_words("", &record.comment));
    }
    write_moves(record, &mut words);
    words.push(result_text(result));
    let mut width = 0;
    for word in words {
        if word.starts_with(';') {
            if width > 0 {
                out.push('\n');
            }
            out.push_str(&word);
            out.push('\n');
            width = 0;
            continue;
        }
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

fn write_tags(record: &Record, result: Option<StatedResult>, out: &mut String) {
    let foreign = || record.tags.iter().filter(|tag| tag.format == NAME);
    let mut written = Vec::new();
    // A value that is not known is written as it stood in a file.
    let mut tag = |name: &'static str, value: &str| {
        let usual = USUAL.into_iter().find(|usual| usual.0 == name);
        let mut kept = foreign().filter(|tag| tag.name == name);
        let unknown = || {
            kept.next()
                .map(|tag| tag.text)
                .or(usual.map(|usual| usual.1))
        };
        let value = Some(value)
            .filter(|value| !value.is_empty())
            .or_else(unknown);
        if let Some(value) = value {
            write_tag(name, value, out);
            written.push(name);
        }
    };
    let texts = [
        &record.event,
        &record.place,
        &record.date,
        &record.round,
        &record.players.black,
        &record.players.white,
    ];
    for ((name, _), text) in USUAL.into_iter().zip(texts) {
        tag(name, text);
    }
    let known = result.filter(|result| result.score.is_some());
    tag(
        "Result",
        &known.map_or(String::new(), |known| result_text(Some(known))),
    );
    let elo = ByColor::new("BlackElo", "WhiteElo");
    for (color, rating) in record.ratings.iter() {
        tag(
            elo[color],
            &rating.map_or(String::new(), |rating| rating.to_string()),
        );
    }
    tag("TimeControl", &record.time_control_text());
    let theoretical = record.theoretical.map(|score| score.to_string());
    tag(THEORETICAL, &theoretical.unwrap_or_default());
    let origin = record.origin.as_ref().map(ToString::to_string);
    tag(ORIGIN, &origin.unwrap_or_default());
    let ending = result.and_then(|result| result.ending);
    let named = TERMINATIONS.into_iter().find(|&(_, e)| Some(e) == ending);
    tag("Termination", named.map_or("", |(name, _)| name));
    if record.start != Position::START {
        tag("SetUp", "1");
        tag("FEN", &fen_text(record.start));
    }
    for tag in foreign().filter(|tag| !written.contains(&tag.name)) {
        write_tag(tag.name, tag.text, out);
    }
}

fn write_tag(name: &str, value: &str, out: &mut String) {
    let value = tag_text(value);
    // Writing to a String cannot fail.
    let _ = writeln!(out, "[{name} \"{value}\"]");
}

fn write_moves(record: &Record, words: &mut Vec<String>) {
    // Moves are numbered in pairs, as in chess: the last number and the side that had it.
    let mut here = (0, Color::White);
    let mut before = here;
    let mut open = Vec::new();
    // A variation begins with a number, and so does what follows it.
    let (mut parenthesis, mut interrupted) = ("", false);
    for step in line_steps(record, LineOrder::AfterMove) {
        let (color, recorded) = match step {
            LineStep::Open => {
                open.push((here, before));
                here = before;
                (parenthesis, interrupted) = ("(", true);
                continue;
            }
            LineStep::Close => {
                (here, before) = open.pop().unwrap_or((here, before));
                match words.last_mut() {
                    // It would belong to the comment.
                    Some(last) if last.starts_with(';') => words.push(")".to_owned()),
                    Some(last) => last.push(')'),
                    None => {}
                }
                interrupted = true;
                continue;
            }
            LineStep::Move(color, recorded) => (color, recorded),
        };
        before = here;
        let square = recorded.square.map(|square| square.to_string());
        let word = square.unwrap_or_else(|| "pass".to_owned());
        let begins = color == Color::Black || here.1 == Color::White;
        here = (here.0 + u32::from(begins), color);
        // After an unwritten pass, White may begin.
        if begins || interrupted {
            let dots = if color == Color::Black { "." } else { "..." };
            words.push(format!("{parenthesis}{}{dots} {word}", here.0));
        } else {
            words.push(word);
        }
        (parenthesis, interrupted) = ("", false);
        words.extend(
            recorded
                .notes
                .mark
                .map(|mark| format!("${}", mark as usize + 1)),
        );
        write_comment(recorded, words);
    }
}

fn write_comment(recorded: &RecordedMove, words: &mut Vec<String>) {
    let NodeNotes {
        comment,
        mark,
        evaluation,
        seconds,
        tags: _,
        ..
    } = &recorded.notes;
    if comment.is_empty() && evaluation.is_none() && seconds.is_none() {
        return;
    }
    // Writing to a String cannot fail.
    let mut notes = String::new();
    if let Some(evaluation) = evaluation {
        let _ = write!(notes, "[%eval {evaluation}] ");
    }
    if let Some(seconds) = seconds {
        let _ = write!(notes, "[%emt {seconds}] ");
    }
    let (numbers, text) = split_numbers(comment, *mark);
    words.extend(numbers.lines().map(str::to_owned));
    words.extend(comment_words(&notes, text));
}

/// Splits the lines with numbers such as `$14` from the beginning of a comment.
fn split_numbers(comment: &str, mark: Option<MoveMark>) -> (&str, &str) {
    let mut rest = comment;
    while let Some(first) = rest.lines().next()
        && let Some(number) = mark_number(first)
        // Any other number would become the mark.
        && (number > MoveMark::ALL.len() || (mark.is_some() && mark_of(number) != mark && number > 0))
    {
        let after = &rest[first.len()..];
        rest = after.strip_prefix('\n').unwrap_or(after);
    }
    // White space at the beginning of a comment is lost.
    if rest.starts_with(char::is_whitespace) {
        return ("", comment);
    }
    (&comment[..comment.len() - rest.len()], rest)
}

/// Returns a comment as words: in braces, with notes before it, or as lines that begin with semicolons if it has a
/// closing brace or what looks like the next game.
fn comment_words(notes: &str, text: &str) -> Vec<String> {
    let text = clean_for_file(text);
    let ends = text.contains('}') || text.lines().any(|line| line.starts_with(NEXT_GAME));
    if !ends {
        let comment = format!("{notes}{text}");
        let comment = comment.trim_end();
        return if comment.is_empty() {
            Vec::new()
        } else {
            vec![format!("{{{comment}}}")]
        };
    }
    let notes = notes.trim_end();
    let notes = (!notes.is_empty()).then(|| format!("{{{notes}}}"));
    let lines: Vec<String> = text
        .trim()
        .lines()
        .map(|line| format!("; {line}"))
        .collect();
    notes.into_iter().chain([lines.join("\n")]).collect()
}

/// Returns a text that is written between quotes, on one line.
fn tag_text(text: &str) -> Cow<'_, str> {
    let text = clean_for_file(text);
    if !text.contains(['\n', '\\', '"']) {
        return text;
    }
    let text = text.replace('\n', "\\n").replace('\\', "\\\\");
    text.replace('"', "\\\"").into()
}
