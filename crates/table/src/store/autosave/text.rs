//! The text of an autosave: TOML that a person can read, with a version. Files of earlier programs end
//! with a line that checks the others, which is ignored: a file is replaced as a whole.

use std::time::Duration;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use crate::as_text;
use crate::clock::{FlagRule, StartTime, TimeControl};
pub(super) use crate::entries::{self, EntriesError};
use crate::player::PlayerKind;
use crate::session::{GameMeta, MoveNote, SavedClocks};
use crate::store::saved_game::ReadError;
use reversi::search::Score;
use reversi::{ByColor, Color, Game, Position};
use reversi_notation::{GameOrigin, Participant, Seats, clean};
use reversi_text::{Name, tr};

/// The version that is written, and the only one so far.
const VERSION: u32 = 1;

/// The placeholder for an unknown number.
const UNKNOWN: &str = "-";

fn damaged(reason: &str) -> ReadError {
    ReadError::Damaged(tr!("it is damaged ({how})", how = Name(&clean(reason))).into())
}

impl From<EntriesError> for ReadError {
    fn from(error: EntriesError) -> Self {
        Self::Damaged(error.to_string())
    }
}

impl From<toml_edit::de::Error> for ReadError {
    fn from(error: toml_edit::de::Error) -> Self {
        damaged(error.message())
    }
}

/// The contents of the file, in this order.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
struct SavedForm {
    version: u32,
    #[serde(rename = "begun", with = "as_text")]
    started_at: StartTime,
    #[serde(
        serialize_with = "as_text::serialize",
        deserialize_with = "saved_player"
    )]
    black: PlayerKind,
    #[serde(
        serialize_with = "as_text::serialize",
        deserialize_with = "saved_player"
    )]
    white: PlayerKind,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    black_name: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    white_name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    time: Option<TimeControl>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    flag: Option<FlagRule>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    black_left_ms: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    white_left_ms: Option<i64>,
    #[serde(with = "as_text")]
    start: Position,
    moves: String,
    undone: String,
    /// The side that resigns at the end has left.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    departed: bool,
    /// The time of each entry in seconds, including undone entries; `-` if unknown.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    seconds: String,
    /// The CPU's score for each of its moves, in discs.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    scores: String,
    /// The name of the opening that the game began with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    opening: Option<String>,
    /// Who plays it, and how its entries came about, including undone ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    origin: Option<String>,
    /// The move that a hint shows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    hinted: Option<String>,
}

/// Reads a player, also one over the network, which is parsed nowhere else.
fn saved_player<'de, D: Deserializer<'de>>(from: D) -> Result<PlayerKind, D::Error> {
    let text = String::deserialize(from)?;
    if text == PlayerKind::Remote.to_string() {
        return Ok(PlayerKind::Remote);
    }
    text.parse().map_err(D::Error::custom)
}

/// The version alone, which is read first, because the rest depends on it.
#[derive(Deserialize)]
struct Versioned {
    version: u32,
}

/// Formats one kind of note for all entries; empty if no entry has one.
fn notes_text(notes: &[MoveNote], text: impl Fn(&MoveNote) -> Option<String>) -> String {
    let texts: Vec<String> = notes
        .iter()
        .map(|note| text(note).unwrap_or_else(|| UNKNOWN.to_owned()))
        .collect();
    if texts.iter().all(|text| text == UNKNOWN) {
        return String::new();
    }
    texts.join(" ")
}

/// Parses the output of [`notes_text`] for this many entries. Anything but a number means unknown.
fn notes(form: &SavedForm, origin: Option<&GameOrigin>, entries: usize) -> Vec<MoveNote> {
    let time = |text: &str| {
        let seconds: f64 = text.parse().ok()?;
        Duration::try_from_secs_f64(seconds).ok()
    };
    let score = |text: &str| {
        let discs: i32 = text.parse().ok()?;
        (-64..=64).contains(&discs).then(|| Score::of(discs))
    };
    let mut seconds = form.seconds.split_whitespace();
    let mut scores = form.scores.split_whitespace();
    let mut notes: Vec<MoveNote> = (0..entries)
        .map(|entry| MoveNote {
            time: seconds.next().and_then(time),
            score: scores.next().and_then(score),
            origin: origin
                .map(|origin| origin.of_move(entry))
                .unwrap_or_default(),
        })
        .collect();
    while notes.last() == Some(&MoveNote::default()) {
        notes.pop();
    }
    notes
}

/// Formats a game and its details.
pub(crate) fn write(game: &Game, meta: &GameMeta) -> String {
    let clocks = meta.clocks.as_ref();
    let form = SavedForm {
        version: VERSION,
        started_at: meta.started_at,
        black: meta.players.black.clone(),
        white: meta.players.white.clone(),
        black_name: meta.names.black.to_string(),
        white_name: meta.names.white.to_string(),
        time: clocks.map(|clocks| clocks.control),
        flag: clocks.map(|clocks| clocks.rule),
        black_left_ms: clocks.map(|clocks| clocks.left_ms.black),
        white_left_ms: clocks.map(|clocks| clocks.left_ms.white),
        start: game.start(),
        moves: entries::print(game.entries()),
        undone: entries::print(game.undone()),
        departed: meta.departed,
        seconds: notes_text(&meta.notes, |note| {
            Some(format!("{:.3}", note.time?.as_secs_f64()))
        }),
        scores: notes_text(&meta.notes, |note| Some(note.score?.to_string())),
        opening: meta.opening.clone(),
        origin: Some(meta.origin().to_string()),
        hinted: meta.hinted.map(|square| square.to_string()),
    };
    toml_edit::ser::to_string(&form).expect("strings and numbers can always be written")
}

/// Parses the output of [`write()`].
pub(crate) fn read(bytes: &[u8]) -> Result<(Game, GameMeta), ReadError> {
    let text = str::from_utf8(bytes).map_err(|error| damaged(&error.to_string()))?;
    let Versioned { version } = toml_edit::de::from_str(text)?;
    if version != VERSION {
        let newer = tr!(
            "it is of version {version}, and this program reads {current}",
            version,
            current = VERSION
        );
        return Err(ReadError::Newer(newer.into()));
    }
    let form: SavedForm = toml_edit::de::from_str(text)?;
    let game = entries::replay(form.start, &form.moves, &form.undone)?;
    let clocks = form.time.map(|control| {
        let saved = ByColor::new(form.black_left_ms, form.white_left_ms);
        let all = |color| {
            let granted = control.side(color).granted().as_millis();
            i64::try_from(granted).unwrap_or(i64::MAX)
        };
        SavedClocks {
            control,
            rule: form.flag.unwrap_or_default(),
            left_ms: ByColor::from_fn(|color| saved[color].unwrap_or_else(|| all(color))),
        }
    });
    let entries = game.entries().len() + game.undone().len();
    // Files of earlier programs, and damaged ones, do not say who played.
    let origin: Option<GameOrigin> = form.origin.as_deref().and_then(|text| text.parse().ok());
    let second = origin
        .as_ref()
        .and_then(|origin| origin.side(Participant::SecondPerson));
    let is_host_remote =
        (origin.as_ref()).is_some_and(|origin| origin.side(Participant::Host).is_some());
    let notes = notes(&form, origin.as_ref(), entries);
    let meta = GameMeta {
        started_at: form.started_at,
        players: ByColor::new(form.black, form.white),
        // A bad name in the file must not make the game unreadable.
        names: ByColor::new(form.black_name, form.white_name)
            .map(|name| name.parse().unwrap_or_default()),
        clocks,
        notes,
        opening: form.opening.map(|name| clean(&name).into_owned()),
        departed: form.departed,
        casual: origin.as_ref().and_then(|origin| origin.casual),
        remote: if is_host_remote {
            Participant::Host
        } else {
            Participant::Guest
        },
        first: second.map_or(Color::Black, Color::opposite),
        seats: origin.map_or(Seats::EMPTY, |origin| origin.seats),
        hinted: form.hinted.and_then(|square| square.parse().ok()),
    };
    Ok((game, meta))
}
