//! The `NBoard` protocol, versions 1 and 2.
//!
//! Source: `Protocol.htm` of `NTest` by Chris Welty. Read more leniently than written, for what real
//! engines print: spaces in place of slashes after a move, passes in every spelling, and numbers with a
//! fraction where a whole one is meant.
//!
//! ```
//! use reversi_table::player::protocol::nboard::{NBoardCommand, Response};
//!
//! assert_eq!("move F5/1.5/0.2".parse::<NBoardCommand>()?.to_string(), "move F5/1.5/0.2");
//! let Response::Move(chosen) = "=== f5 1.50 0.2".parse()? else { panic!() };
//! assert_eq!(chosen.square, Some("f5".parse()?));
//! assert_eq!(chosen.notes.evaluation, Some(1.5));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;
use std::str::FromStr;

use super::{ProtocolError, split_word};
use reversi::search::{Certainty, Confidence, MoveScore, Score};
use reversi::{MoveProblem, Square};
use reversi_notation::{Format, Record, RecordedMove, clean, clip, detect, ggf};

/// The longest principal variation that is read, in moves and passes.
const LONGEST_PV: usize = 128;

/// A command of a host. Displays as its line, without the line feed.
#[derive(Clone, Debug, PartialEq)]
pub enum NBoardCommand {
    /// `nboard 2`: the first line. The version of the protocol.
    Version(u32),
    /// `set game`: sets the game, whose last position is the current one. No reply. A forced pass at its
    /// end is among the moves only if it is written.
    SetGame(Box<Record>),
    /// `set depth`: sets the depth of the midgame search in plies.
    SetDepth(u32),
    /// `set contempt`: sets the value of a draw from the book for Black, in hundredths of a disc.
    SetContempt(i32),
    /// `move`: plays a move or a pass. No reply.
    Move(RecordedMove),
    /// `hint`: evaluates the best moves, this many, until stopped.
    Hint(u32),
    /// `go`: chooses a move, but does not play it.
    Go,
    /// `ping`: stops what runs, and replies with this number.
    Ping(u64),
    /// `learn`: adds the game to the book.
    Learn,
    /// `analyze`: evaluates every position of the game.
    Analyze,
    /// `quit`: ends the engine.
    Quit,
}

/// A response of an engine. Displays as its line, without the line feed.
#[derive(Clone, Debug, PartialEq)]
pub enum Response {
    /// `===`: the chosen move, with the evaluation and the time in seconds if known.
    Move(RecordedMove),
    /// `search` or `book`: the evaluation of a move.
    Hint(Hint),
    /// `status`: a text for the status line.
    Status(String),
    /// `warning`: a warning for people. The document does not have it; `NTest` warns when it was given no depth.
    Warning(String),
    /// `set myname`: the name of the engine.
    MyName(String),
    /// `nodestats`: the nodes and the seconds of this search.
    NodeStats {
        /// The nodes so far.
        nodes: u64,
        /// The seconds so far.
        seconds: f64,
    },
    /// `learned`: the game is learned.
    Learned,
    /// `analysis`: the evaluation of a position of the game.
    Analysis {
        /// The number of moves and passes before it.
        plies: u32,
        /// The evaluation in discs, for the side to move.
        evaluation: f64,
    },
    /// `pong`: the reply to `ping`.
    Pong(u64),
}

/// The evaluation of a move by a search or from a book.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// The moves from the evaluated one on, at least that; `None` is a pass.
    pub pv: Vec<Option<Square>>,
    /// The evaluation in discs, for the side to move.
    pub evaluation: f64,
    /// The number of games in the book; `None` for a search.
    pub book_games: Option<u64>,
    /// The depth of the search.
    pub depth: Depth,
    /// Any other text, or empty.
    pub text: String,
}

/// The depth of an evaluation. Displays as `18`, `24@73%`, `95%`, `100%` or `100%W`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// A number of plies, and the confidence of selective search if it is stated.
    Plies(u32, Option<Confidence>),
    /// To the end of the game with this confidence; full confidence is exact.
    End(Confidence),
    /// To the end of the game, but only the winner is proven.
    WinLossDraw,
}

impl Depth {
    /// Returns the depth of a score of this program.
    pub(crate) fn of(found: &MoveScore) -> Self {
        match found.certainty {
            Certainty::Exact => Self::End(Confidence::Full),
            Certainty::WinLossDraw => Self::WinLossDraw,
            Certainty::Selective(confidence) => Self::End(confidence),
            Certainty::Estimate => Self::Plies(found.depth, None),
        }
    }

    /// Returns the depth in plies and the certainty of a score with this depth, for a position with
    /// some empty squares.
    pub(crate) fn certainty(self, empties: u32) -> (u32, Certainty) {
        let end = |confidence| match confidence {
            Confidence::Full => Certainty::Exact,
            selective => Certainty::Selective(selective),
        };
        match self {
            Self::Plies(plies, Some(confidence)) if plies >= empties => (empties, end(confidence)),
            Self::Plies(plies, _) => (plies, Certainty::Estimate),
            Self::End(confidence) => (empties, end(confidence)),
            Self::WinLossDraw => (empties, Certainty::WinLossDraw),
        }
    }
}

impl Hint {
    /// Returns the line of a score of this program.
    pub fn of(found: &MoveScore) -> Self {
        let moves = found.pv.iter().copied().map(Some);
        let pv = match found.square {
            Some(_) => moves.collect(),
            None => std::iter::once(None).chain(moves).collect(),
        };
        Self {
            pv,
            evaluation: f64::from(found.score.discs()),
            book_games: None,
            depth: Depth::of(found),
            text: String::new(),
        }
    }

    /// Returns the score for a position with some empty squares. The evaluation is rounded to discs.
    pub fn score(&self, empties: u32) -> MoveScore {
        let (depth, certainty) = self.depth.certainty(empties);
        MoveScore::new(
            self.pv.first().copied().flatten(),
            rounded(self.evaluation),
            certainty,
            depth,
            self.pv.iter().copied().flatten().collect(),
        )
    }
}

/// Rounds an evaluation to a score.
pub fn rounded(evaluation: f64) -> Score {
    #[allow(clippy::cast_possible_truncation)] // within -64..=64
    Score::of(evaluation.clamp(-64.0, 64.0).round() as i32)
}

impl fmt::Display for NBoardCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Version(version) => write!(f, "nboard {version}"),
            Self::SetGame(record) => {
                let mut game = String::new();
                // GGF has a text form.
                let _ = Format::Ggf.write(record, &mut game);
                write!(f, "set game {}", clean(&game.trim_end().replace('\n', " ")))
            }
            Self::SetDepth(depth) => write!(f, "set depth {depth}"),
            Self::SetContempt(contempt) => write!(f, "set contempt {contempt}"),
            Self::Move(played) => write!(f, "move {}", ggf::move_text(played)),
            Self::Hint(count) => write!(f, "hint {count}"),
            Self::Go => f.write_str("go"),
            Self::Ping(number) => write!(f, "ping {number}"),
            Self::Learn => f.write_str("learn"),
            Self::Analyze => f.write_str("analyze"),
            Self::Quit => f.write_str("quit"),
        }
    }
}

/// Reads a line. Version 1 plays moves without the word `move`.
impl FromStr for NBoardCommand {
    type Err = ProtocolError;

    fn from_str(line: &str) -> Result<Self, ProtocolError> {
        let (word, rest) = split_word(line);
        Ok(match word {
            "nboard" => Self::Version(whole("nboard", rest)?),
            "set" => return setting(rest),
            "move" => Self::Move(played("move", rest)?),
            "hint" => Self::Hint(whole("hint", rest)?),
            "go" => Self::Go,
            "ping" => Self::Ping(whole("ping", rest)?),
            "learn" => Self::Learn,
            "analyze" => Self::Analyze,
            "quit" => Self::Quit,
            _ => match word.get(..2).map(str::parse::<Square>) {
                Some(Ok(_)) => Self::Move(played("move", line)?),
                _ => return Err(ProtocolError::Unknown(clip(word))),
            },
        })
    }
}

fn setting(text: &str) -> Result<NBoardCommand, ProtocolError> {
    let (name, value) = split_word(text);
    Ok(match name {
        "game" => {
            let mut record = detect::parse(value, Format::Ggf).map_err(ProtocolError::Game)?;
            let is_pass = |last: &RecordedMove| last.square.is_none();
            if record.moves.last().is_some_and(is_pass) && !ggf::ends_with_pass(value) {
                record.moves.pop();
            }
            NBoardCommand::SetGame(Box::new(record))
        }
        "depth" => NBoardCommand::SetDepth(whole("set depth", value)?),
        "contempt" => NBoardCommand::SetContempt(whole("set contempt", value)?),
        _ => return Err(ProtocolError::Unknown(clip(&format!("set {name}")))),
    })
}

impl fmt::Display for Response {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(chosen) => write!(f, "=== {}", ggf::move_text(chosen)),
            Self::Hint(hint) => hint.fmt(f),
            Self::Status(text) => f.write_str(format!("status {}", clean(text)).trim_end()),
            Self::Warning(text) => f.write_str(format!("warning {}", clean(text)).trim_end()),
            Self::MyName(name) => f.write_str(format!("set myname {}", clean(name)).trim_end()),
            Self::NodeStats { nodes, seconds } => write!(f, "nodestats {nodes} {seconds}"),
            Self::Learned => f.write_str("learned"),
            Self::Analysis { plies, evaluation } => write!(f, "analysis {plies} {evaluation}"),
            Self::Pong(number) => write!(f, "pong {number}"),
        }
    }
}

/// Prints `search F5d6C3 -2 0 18 text`: the side to move in capitals, as `NBoard` shows it.
impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = self.book_games.map_or("search", |_| "book");
        write!(f, "{word} ")?;
        for (ply, square) in self.pv.iter().enumerate() {
            let name = square.map_or_else(|| "pa".to_owned(), |square| square.to_string());
            f.write_str(&if ply % 2 == 0 {
                name.to_ascii_uppercase()
            } else {
                name
            })?;
        }
        let games = self.book_games.unwrap_or(0);
        write!(f, " {} {games} {}", self.evaluation, self.depth)?;
        let text = clean(self.text.trim());
        if text.is_empty() {
            return Ok(());
        }
        write!(f, " {text}")
    }
}

impl fmt::Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plies(plies, None) => write!(f, "{plies}"),
            Self::Plies(plies, Some(confidence)) => write!(f, "{plies}@{}%", confidence.percent()),
            Self::End(confidence) => write!(f, "{}%", confidence.percent()),
            Self::WinLossDraw => f.write_str("100%W"),
        }
    }
}

impl FromStr for Response {
    type Err = ProtocolError;

    fn from_str(line: &str) -> Result<Self, ProtocolError> {
        let (word, rest) = split_word(line);
        Ok(match word {
            "===" => Self::Move(played("===", rest)?),
            "search" => Self::Hint(hint("search", rest)?),
            "book" => Self::Hint(hint("book", rest)?),
            "status" => Self::Status(rest.to_owned()),
            "warning" => Self::Warning(rest.to_owned()),
            "set" => match split_word(rest) {
                ("myname", name) => Self::MyName(name.to_owned()),
                (name, _) => return Err(ProtocolError::Unknown(clip(&format!("set {name}")))),
            },
            "nodestats" => {
                let (nodes, seconds) = split_word(rest);
                Self::NodeStats {
                    nodes: count("nodestats", nodes)?,
                    seconds: decimal("nodestats", seconds)?,
                }
            }
            // NTest prints `learn`.
            "learned" | "learn" => Self::Learned,
            "analysis" => {
                let (plies, evaluation) = split_word(rest);
                Self::Analysis {
                    plies: whole("analysis", plies)?,
                    evaluation: decimal("analysis", evaluation)?,
                }
            }
            "pong" => Self::Pong(whole("pong", rest)?),
            _ => return Err(ProtocolError::Unknown(clip(word))),
        })
    }
}

fn hint(word: &'static str, text: &str) -> Result<Hint, ProtocolError> {
    let (line, rest) = split_word(text);
    let pv = pv(line);
    if pv.is_empty() {
        return Err(wrong(word, "a move", line));
    }
    let (mut value, mut rest) = split_word(rest);
    // Some engines print two values, of a draw for Black and for White: `-2.5,1.5`, `-2.5, 1.5`.
    let mut second = None;
    if let Some((first, other)) = value.split_once(',') {
        value = first;
        second = if other.is_empty() {
            let other;
            (other, rest) = split_word(rest);
            Some(other)
        } else {
            Some(other)
        };
    }
    let mut evaluation = decimal(word, value)?;
    if let Some(second) = second {
        evaluation = f64::midpoint(evaluation, decimal(word, second)?);
    }
    let (games, rest) = split_word(rest);
    let (depth, text) = split_word(rest);
    let games = count(word, games)?;
    Ok(Hint {
        pv,
        evaluation,
        book_games: (word == "book").then_some(games),
        depth: read_depth(depth).ok_or_else(|| wrong(word, "a depth", depth))?,
        text: text.to_owned(),
    })
}

/// Reads moves and passes, which may be separated by hyphens, up to the first text that is neither.
fn pv(mut text: &str) -> Vec<Option<Square>> {
    let mut pv = Vec::new();
    while pv.len() < LONGEST_PV {
        text = text.trim_start_matches('-');
        let is = |word: &str| {
            text.get(..word.len())
                .is_some_and(|start| start.eq_ignore_ascii_case(word))
        };
        let length = if let Some(pass) = ["pass", "pa", "ps"].into_iter().find(|word| is(word)) {
            pv.push(None);
            pass.len()
        } else if let Some(Ok(square)) = text.get(..2).map(str::parse) {
            pv.push(Some(square));
            2
        } else {
            break;
        };
        text = &text[length..];
    }
    pv
}

/// Reads a depth: it begins with a whole number, and any other text may follow.
fn read_depth(text: &str) -> Option<Depth> {
    let (number, rest) = split_number(text)?;
    if rest.starts_with("%W") && number >= 100 {
        return Some(Depth::WinLossDraw);
    }
    if rest.starts_with('%') {
        return Some(Depth::End(confidence(number)));
    }
    let percent = rest.strip_prefix('@').and_then(split_number);
    let percent = percent.filter(|(_, rest)| rest.starts_with('%'));
    Some(Depth::Plies(
        number,
        percent.map(|(percent, _)| confidence(percent)),
    ))
}

/// Splits off the digits at the beginning.
fn split_number(text: &str) -> Option<(u32, &str)> {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let number = text[..text.len() - rest.len()].parse().ok()?;
    Some((number, rest))
}

/// Returns the highest confidence that is at most this percentage, or the lowest of all.
fn confidence(percent: u32) -> Confidence {
    let [lowest, ..] = Confidence::ALL;
    let mut levels = Confidence::ALL.into_iter().rev();
    let level = levels.find(|level| u32::from(level.percent()) <= percent);
    level.unwrap_or(lowest)
}

/// Reads a move with its numbers: `F5/1.5/0.2`, `F5`, `f5 1.50 0.2`, `PA`.
fn played(word: &'static str, text: &str) -> Result<RecordedMove, ProtocolError> {
    let text = text.trim();
    if text.is_empty() || text.starts_with('/') {
        return Err(wrong(word, "a move", text));
    }
    let read = if text.contains('/') {
        ggf::read_move(text)
    } else {
        let fields: Vec<&str> = text.split_whitespace().take(3).collect();
        ggf::read_move(&fields.join("/"))
    };
    read.map_err(|problem: MoveProblem| ProtocolError::Move(problem))
}

/// Reads the whole number at the beginning of a text.
fn whole<N: FromStr>(command: &'static str, text: &str) -> Result<N, ProtocolError> {
    let (number, _) = split_word(text);
    number
        .parse()
        .map_err(|_| wrong(command, "a whole number", number))
}

/// Reads a whole number that an engine may print with a fraction.
fn count(command: &'static str, text: &str) -> Result<u64, ProtocolError> {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // saturates
    whole(command, text).or_else(|_| decimal(command, text).map(|number| number as u64))
}

/// Reads the number at the beginning of a text. It is finite.
fn decimal(command: &'static str, text: &str) -> Result<f64, ProtocolError> {
    let (number, _) = split_word(text);
    let read = number
        .parse()
        .ok()
        .filter(|number: &f64| number.is_finite());
    read.ok_or_else(|| wrong(command, "a number", number))
}

fn wrong(command: &'static str, expected: &'static str, found: &str) -> ProtocolError {
    ProtocolError::Argument {
        command,
        expected,
        found: clip(found),
    }
}
