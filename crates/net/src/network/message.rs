//! The messages between the two programs: one JSON object each.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use reversi::{Color, Game, Position, Square};
use reversi_notation::{GameOrigin, clean};
use reversi_table::as_text;
use reversi_table::clock::TimeControl;
use reversi_table::entries;
use reversi_table::session::{MoveNote, Timing};
pub use reversi_table::table::GoodbyeReason;
use reversi_table::table::Offer;

/// The version of the protocol. A program refuses one with another version.
///
/// [`NetworkMessage::Hello`] and [`NetworkMessage::Goodbye`] stay as they are in every version, so that each program can say so to
/// any other one.
pub const VERSION: u32 = 5;

/// The longest message in bytes. A whole game has about 1200.
pub(crate) const MAX_LENGTH: usize = 8192;

/// The longest line of chat in bytes.
const LONGEST_LINE: usize = 200;

/// The times left of Black and White in milliseconds, negative when exceeded.
pub(crate) type TimesLeft = [i64; 2];

/// One message. A game is named by its number, so that late messages about an old game are ignored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "message", rename_all = "kebab-case", deny_unknown_fields)]
pub enum NetworkMessage {
    /// The guest's first message.
    Hello {
        /// The version of the protocol.
        version: u32,
        /// A random number that stays the same when the guest comes back.
        guest: u64,
        /// The guest's name, possibly empty.
        name: String,
    },
    /// The whole game: the host's first message to a guest that it accepts, sent again when a game starts or
    /// ends. A spectator gets it after every change, and nothing else.
    Game(Box<GameState>),
    /// The sender has played a move.
    Move {
        /// The number of the game.
        game: u32,
        /// The number of entries before the move.
        entry: usize,
        /// The square.
        #[serde(with = "as_text")]
        square: Square,
        /// The times left, if the host says so in a game with clocks.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left_ms: Option<TimesLeft>,
    },
    /// The sender has resigned.
    Resign {
        /// The number of the game.
        game: u32,
    },
    /// The guest has claimed the win, because the host had left. The host answers with the whole game.
    Claim {
        /// The number of the game.
        game: u32,
        /// The number of entries before the end.
        entry: usize,
    },
    /// The times left after a move of the guest, by the host's clock.
    Clocks {
        /// The number of the game.
        game: u32,
        /// The times.
        left_ms: TimesLeft,
    },
    /// The sender offers something, or agrees to what the receiver has offered.
    Offer {
        /// The number of the game.
        game: u32,
        /// The number of entries that the sender knows.
        entry: usize,
        /// What it offers.
        what: Offer,
    },
    /// The sender says something.
    Say {
        /// One line.
        text: String,
    },
    /// Spectators have come or gone.
    Watching {
        /// Their names, possibly empty.
        names: Vec<String>,
    },
    /// The sender is still there.
    Ping,
    /// The sender closes the connection and says why.
    Goodbye {
        /// The reason.
        why: GoodbyeReason,
    },
}

/// A whole game, from the host.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct GameState {
    /// The number of the game, a new one after each takeback.
    pub game: u32,
    /// The number that it had when it began.
    pub began: u32,
    /// Whether the guest plays Black.
    pub guest_is_black: bool,
    /// The name of Black's player, possibly empty.
    pub black_name: String,
    /// The name of White's player, possibly empty.
    pub white_name: String,
    /// When it began, in milliseconds since 1970: both programs save the same game.
    #[serde(default)]
    pub started_ms: i64,
    /// The starting position.
    #[serde(with = "as_text")]
    pub start: Position,
    /// The entries so far, as in an autosave.
    pub entries: String,
    /// The entries that were taken back after them.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub undone: String,
    /// Who plays it for the host, and how its entries came about, as in an autosave.
    #[serde(default)]
    pub origin: String,
    /// Whether a side has lost because it left; the last entry is then a resignation.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub departed: bool,
    /// The time control, if there are clocks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<TimeControl>,
    /// The times left, if there are clocks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_ms: Option<TimesLeft>,
    /// The thinking time of each entry in milliseconds by the host's clock, if it was measured. May be
    /// shorter than the game.
    #[serde(default)]
    pub times_ms: Vec<Option<u32>>,
    /// The thinking time of the present turn so far.
    #[serde(default)]
    pub turn_ms: u32,
    /// Whether the game waits for one of its players to connect.
    #[serde(default)]
    pub is_paused: bool,
    /// The names of the spectators, possibly empty.
    #[serde(default)]
    pub watching: Vec<String>,
}

impl GameState {
    /// Returns the side of the guest.
    pub(crate) const fn guest(&self) -> Color {
        if self.guest_is_black {
            Color::Black
        } else {
            Color::White
        }
    }

    /// Formats the thinking times of a game.
    pub(super) fn times_of(timing: &Timing) -> Vec<Option<u32>> {
        let notes = timing.notes().iter();
        notes.map(|note| note.time.map(millis)).collect()
    }

    /// Returns how its entries came about; `None` if the host does not say so.
    pub(super) fn origin(&self) -> Option<GameOrigin> {
        self.origin.parse().ok()
    }

    /// Returns the notes about this many entries.
    pub(super) fn notes(&self, entries: usize) -> Vec<MoveNote> {
        let origin = self.origin();
        let origin_of = |entry| origin.as_ref().map(|origin| origin.of_move(entry));
        let time = |entry| {
            let ms: u32 = self.times_ms.get(entry).copied().flatten()?;
            Some(Duration::from_millis(ms.into()))
        };
        let noted = |entry| MoveNote {
            time: time(entry),
            origin: origin_of(entry).unwrap_or_default(),
            ..MoveNote::default()
        };
        (0..entries).map(noted).collect()
    }

    /// Replays the game; `None` if it cannot be played.
    pub(crate) fn replay(&self) -> Option<Game> {
        entries::replay(self.start, &self.entries, &self.undone).ok()
    }
}

/// Returns a time in milliseconds, at most 49 days.
pub(super) fn millis(time: Duration) -> u32 {
    u32::try_from(time.as_millis()).unwrap_or(u32::MAX)
}

/// Returns a line of chat that is safe to show: without spaces around it, with control characters escaped, and short.
pub(super) fn line_of(text: &str) -> String {
    let mut line = clean(text.trim()).into_owned();
    while line.len() > LONGEST_LINE {
        line.pop();
    }
    line
}

impl NetworkMessage {
    /// Returns the JSON text.
    ///
    /// # Panics
    /// Never: the texts and numbers of a message can be written.
    pub fn print(&self) -> String {
        serde_json::to_string(self).expect("texts and numbers can be written")
    }

    /// Parses a JSON text of at most [`MAX_LENGTH`] bytes; `None` if it is not a message.
    pub fn parse(text: &[u8]) -> Option<Self> {
        if text.len() > MAX_LENGTH {
            return None;
        }
        serde_json::from_slice(text).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn examples() -> Vec<NetworkMessage> {
        let game = reversi::transcript::parse("f5d6c3d3c4").unwrap();
        vec![
            NetworkMessage::Hello {
                version: VERSION,
                guest: u64::MAX,
                name: "\u{c5}sa \"\\".to_owned(),
            },
            NetworkMessage::Game(Box::new(GameState {
                game: 3,
                began: 2,
                guest_is_black: true,
                black_name: String::new(),
                white_name: "Bob".to_owned(),
                started_ms: 1_715_976_903_207,
                start: Position::START,
                entries: entries::print(game.entries()),
                undone: "f6".to_owned(),
                origin: "you guest casual:undo given*2 played*3".to_owned(),
                departed: true,
                time: Some("5m+3s".parse().unwrap()),
                left_ms: Some([300_000, -5]),
                times_ms: vec![Some(1_500), None],
                turn_ms: 19_000,
                is_paused: true,
                watching: vec!["Cid".to_owned(), String::new()],
            })),
            NetworkMessage::Move {
                game: 1,
                entry: 5,
                square: Square::A1,
                left_ms: None,
            },
            NetworkMessage::Resign { game: 1 },
            NetworkMessage::Claim { game: 1, entry: 5 },
            NetworkMessage::Clocks {
                game: 1,
                left_ms: [1, 2],
            },
            NetworkMessage::Offer {
                game: 1,
                entry: 5,
                what: Offer::Takeback,
            },
            NetworkMessage::Say {
                text: "\u{c5} \"\\".to_owned(),
            },
            NetworkMessage::Watching {
                names: vec!["Cid".to_owned(), String::new()],
            },
            NetworkMessage::Ping,
            NetworkMessage::Goodbye {
                why: GoodbyeReason::Busy,
            },
        ]
    }

    #[test]
    fn a_message_is_read_back_from_its_print() {
        for message in examples() {
            let text = message.print();
            assert_eq!(
                NetworkMessage::parse(text.as_bytes()),
                Some(message),
                "{text}"
            );
        }
    }

    #[test]
    fn the_longest_game_fits_into_a_message() {
        let entries = ["a1"; 60].join(" ") + &" --".repeat(60) + " Black-out-of-time";
        let name = "\\".repeat(64);
        let state = GameState {
            game: u32::MAX,
            began: u32::MAX,
            guest_is_black: false,
            black_name: name.clone(),
            white_name: name.clone(),
            started_ms: i64::MIN,
            start: Position::START,
            entries,
            undone: String::new(),
            origin: "computer computer casual:openings".to_owned() + &" retaken hint".repeat(61),
            departed: true,
            time: Some(format!("{0}+{0}:{0}/{0}", "23h59m59.999s").parse().unwrap()),
            left_ms: Some([i64::MIN, i64::MIN]),
            times_ms: vec![Some(u32::MAX); 121],
            turn_ms: u32::MAX,
            is_paused: false,
            watching: vec![name; 16],
        };
        assert!(NetworkMessage::Game(Box::new(state)).print().len() < MAX_LENGTH);
    }

    #[test]
    fn programs_of_every_version_understand_how_they_meet_and_part() {
        let hello = NetworkMessage::Hello {
            version: VERSION,
            guest: 7,
            name: "Bob".to_owned(),
        };
        let goodbye = NetworkMessage::Goodbye {
            why: GoodbyeReason::Version,
        };
        for (message, text) in [
            (
                hello,
                format!(r#"{{"message":"hello","version":{VERSION},"guest":7,"name":"Bob"}}"#),
            ),
            (
                goodbye,
                r#"{"message":"goodbye","why":"version"}"#.to_owned(),
            ),
        ] {
            assert_eq!(message.print(), text);
        }
    }

    #[test]
    fn a_line_of_chat_is_clean_and_short() {
        assert_eq!(line_of(" good game \n"), "good game");
        assert_eq!(line_of("\u{1b}[2J\u{202e}a\nb"), r"\u{1b}[2J\u{202e}a\nb");
        assert_eq!(line_of(&"\u{e9}".repeat(150)), "\u{e9}".repeat(100));
    }

    #[test]
    fn anything_else_is_no_message() {
        for text in [
            "",
            "{}",
            "null",
            r#"{"message":"resign"}"#,
            r#"{"message":"resign","game":-1}"#,
            r#"{"message":"move","game":1,"entry":0,"square":"i9"}"#,
            r#"{"message":"move","game":1,"entry":0,"square":"a1""#,
            r#"{"message":"sing"}"#,
        ] {
            assert_eq!(NetworkMessage::parse(text.as_bytes()), None, "{text}");
        }
        let long = format!("{}{}", NetworkMessage::Ping.print(), " ".repeat(MAX_LENGTH));
        assert_eq!(NetworkMessage::parse(long.as_bytes()), None);
    }

    #[test]
    fn a_message_may_be_as_long_as_the_limit_and_no_longer() {
        let mut text = NetworkMessage::Resign { game: 1 }.print().into_bytes();
        text.resize(MAX_LENGTH, b' ');
        assert!(NetworkMessage::parse(&text).is_some());
        text.push(b' ');
        assert!(NetworkMessage::parse(&text).is_none());
    }
}
