//! Owns the text of an autosave: TOML that a person can read, with a version and, in its last line, a
//! check of all that stands before it.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::GameMeta;
use crate::app::session::MoveNote;
use crate::color::{ByColor, Color};
use crate::game::{Entry, Game};
use crate::notation::clean;
use crate::notation::transcript::{Token, tokens};
use crate::position::Position;
use crate::search::Score;

/// The version that is written, and the only one so far.
const VERSION: u32 = 1;

/// What follows the name of a side that gave up.
const RESIGNS: &str = "-resigns";

/// What follows the name of a side whose time was used up.
const TIME_OUT: &str = "-out-of-time";

/// What stands for a number that is not known.
const UNKNOWN: &str = "-";

/// The beginning of the last line.
const CHECK: &str = "check = \"";

/// Why a text is no autosave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// It is not whole, or was changed: the check in its last line is missing or another.
    Damaged,
    /// It was written by a newer program.
    Version(u32),
    /// It is whole, but is not what an autosave is; a clause.
    Wrong(String),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Damaged => write!(f, "it is damaged"),
            Self::Version(version) => {
                write!(
                    f,
                    "it is of version {version}, and this program reads {VERSION}"
                )
            }
            Self::Wrong(why) => write!(f, "{}", clean(why)),
        }
    }
}

impl std::error::Error for ReadError {}

/// What is in the file, in this order.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Form {
    version: u32,
    begun: String,
    black: String,
    white: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    time: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    flag: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    black_left_ms: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    white_left_ms: Option<i64>,
    start: String,
    moves: String,
    undone: String,
    /// The time of each entry in seconds, those that are undone too, `-` where it is not known.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    seconds: String,
    /// What a CPU thought of each of its moves, in discs.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    scores: String,
}

/// What is read first: the rest depends on it.
#[derive(Deserialize)]
struct Versioned {
    version: u32,
}

/// A hash that shows damage (Fowler, Noll, Vo: FNV-1a, 64 bits). It is no protection against a person.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

fn entry_text(entry: &Entry) -> String {
    match entry {
        Entry::Move { square, .. } => square.to_string(),
        Entry::Pass { .. } => "--".to_owned(),
        Entry::Resignation { color } => format!("{color}{RESIGNS}"),
        Entry::Timeout { color } => format!("{color}{TIME_OUT}"),
    }
}

fn entries_text(entries: &[Entry]) -> String {
    let texts: Vec<String> = entries.iter().map(entry_text).collect();
    texts.join(" ")
}

/// One thing that is noted about each entry; nothing where it is noted about none.
fn notes_text(notes: &[MoveNote], text: impl Fn(&MoveNote) -> Option<String>) -> String {
    let texts: Vec<Option<String>> = notes.iter().map(text).collect();
    if texts.iter().all(Option::is_none) {
        return String::new();
    }
    let texts: Vec<String> = texts
        .into_iter()
        .map(|text| text.unwrap_or_else(|| UNKNOWN.to_owned()))
        .collect();
    texts.join(" ")
}

/// Reads what [`notes_text`] has written for so many entries. What is no number is not known.
fn notes(seconds: &str, scores: &str, entries: usize) -> Vec<MoveNote> {
    let time = |text: &str| {
        let seconds: f64 = text.parse().ok()?;
        Duration::try_from_secs_f64(seconds).ok()
    };
    let score = |text: &str| {
        let discs: i32 = text.parse().ok()?;
        (-64..=64).contains(&discs).then(|| Score::of(discs))
    };
    let mut seconds = seconds.split_whitespace();
    let mut scores = scores.split_whitespace();
    let mut notes: Vec<MoveNote> = (0..entries)
        .map(|_| MoveNote {
            time: seconds.next().and_then(time),
            score: scores.next().and_then(score),
        })
        .collect();
    while notes.last() == Some(&MoveNote::default()) {
        notes.pop();
    }
    notes
}

/// Writes a game and what belongs to it.
pub(super) fn write(game: &Game, meta: &GameMeta) -> String {
    let form = Form {
        version: VERSION,
        begun: meta.begun.clone(),
        black: meta.players.black.clone(),
        white: meta.players.white.clone(),
        time: meta.time.clone(),
        flag: meta.flag.clone(),
        black_left_ms: meta.left_ms.map(|left| left.black),
        white_left_ms: meta.left_ms.map(|left| left.white),
        start: game.start().to_string(),
        moves: entries_text(game.entries()),
        undone: entries_text(game.undone()),
        seconds: notes_text(&meta.notes, |note| {
            Some(format!("{:.3}", note.time?.as_secs_f64()))
        }),
        scores: notes_text(&meta.notes, |note| Some(note.score?.to_string())),
    };
    // Strings and numbers alone can always be written.
    checked(toml::to_string(&form).unwrap_or_default())
}

/// A text with the line that checks it.
pub(super) fn checked(body: String) -> String {
    let check = hash(body.as_bytes());
    body + &format!("{CHECK}{check:016x}\"\n")
}

/// Plays one entry that was written by [`entry_text`]; says whether it could.
fn enter(game: &mut Game, text: &str, after_pass: bool) -> bool {
    let resigns = text.strip_suffix(RESIGNS);
    if let Some(name) = resigns.or(text.strip_suffix(TIME_OUT)) {
        let Some(color) = Color::ALL.into_iter().find(|c| c.to_string() == name) else {
            return false;
        };
        // A game may end so where a forced pass was taken back.
        if !after_pass && matches!(game.entries().last(), Some(Entry::Pass { .. })) {
            game.undo();
        }
        return if resigns.is_some() {
            game.resign(color)
        } else {
            game.time_out(color)
        };
    }
    let mut items = tokens(text);
    match (items.next(), items.next()) {
        // The game made it by itself.
        (Some(Ok(Token::Pass)), None) => {
            matches!(game.entries().last(), Some(Entry::Pass { .. }))
        }
        (Some(Ok(Token::Move(square))), None) => game.play(square).is_ok(),
        _ => false,
    }
}

/// Reads what [`write`] has written.
pub(super) fn read(bytes: &[u8]) -> Result<(Game, GameMeta), ReadError> {
    let text = str::from_utf8(bytes).map_err(|_| ReadError::Damaged)?;
    let at = text.rfind(CHECK).ok_or(ReadError::Damaged)?;
    let (body, last) = text.split_at(at);
    if last != format!("{CHECK}{:016x}\"\n", hash(body.as_bytes())) {
        return Err(ReadError::Damaged);
    }
    let wrong = |why: &dyn fmt::Display| ReadError::Wrong(why.to_string());
    let versioned: Versioned = toml::from_str(body).map_err(|error| wrong(&error.message()))?;
    if versioned.version != VERSION {
        return Err(ReadError::Version(versioned.version));
    }
    let form: Form = toml::from_str(body).map_err(|error| wrong(&error.message()))?;
    let start: Position = form.start.parse().map_err(|error| wrong(&error))?;
    let left_ms = match (form.black_left_ms, form.white_left_ms) {
        (Some(black), Some(white)) => Some(ByColor::new(black, white)),
        _ => None,
    };
    let game = play(start, &form.moves, &form.undone)?;
    let meta = GameMeta {
        begun: form.begun,
        players: ByColor::new(form.black, form.white),
        time: form.time,
        flag: form.flag,
        left_ms,
        notes: notes(
            &form.seconds,
            &form.scores,
            game.entries().len() + game.undone().len(),
        ),
    };
    Ok((game, meta))
}

/// Plays the entries and takes back those that were undone.
fn play(start: Position, moves: &str, undone: &str) -> Result<Game, ReadError> {
    let mut game = Game::from_position(start);
    let mut after_pass = false;
    let mut count = 0;
    for text in moves.split_whitespace().chain(undone.split_whitespace()) {
        count += 1;
        if !enter(&mut game, text, after_pass) {
            return Err(ReadError::Wrong(format!(
                "entry {count}, {text:?}, cannot be played"
            )));
        }
        after_pass = text == "--";
    }
    let back = undone.split_whitespace().count();
    for _ in 0..back {
        game.undo();
    }
    if game.entries().len() + back != count {
        return Err(ReadError::Wrong("a pass is missing".to_owned()));
    }
    Ok(game)
}
