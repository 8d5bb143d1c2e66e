//! The names that people and programs give to the sides, and to the columns of a table and the fields of JSON.

use super::pgn;
use super::record::{Record, StatedResult, StatedScore};
use reversi::transcript::tokens;
use reversi::{Color, ParseSquareError};

/// What a value with a name is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NamedField {
    /// The moves.
    Moves,
    /// The position before the first move.
    Start,
    /// A position, which may be any of the game.
    Position,
    /// The side to move in the position.
    Side,
    /// A player.
    Player(Color),
    /// Both players.
    Players,
    /// The result, or who won.
    Result,
    Date,
    Event,
    Round,
    Place,
    Comment,
}

/// The names in lower case without punctuation and white space, and what their values are.
const NAMES: [(&[&str], NamedField); 13] = [
    (
        &[
            "moves",
            "gamemoves",
            "movelist",
            "movetext",
            "movesequence",
            "sequence",
            "transcript",
            "game",
            "gametext",
            "gamerecord",
            "record",
            "kifu",
            "棋譜",
            "手順",
            "棋谱",
            "기보",
        ],
        NamedField::Moves,
    ),
    (
        &[
            "start",
            "startposition",
            "startingposition",
            "initialposition",
            "setup",
        ],
        NamedField::Start,
    ),
    (&["position", "board", "squares"], NamedField::Position),
    (
        &["sidetomove", "side", "turn", "tomove", "next", "nextplayer"],
        NamedField::Side,
    ),
    (
        &[
            "black",
            "blackplayer",
            "playerblack",
            "blackname",
            "黒",
            "黒番",
            "黑",
            "黑方",
            "흑",
        ],
        NamedField::Player(Color::Black),
    ),
    (
        &[
            "white",
            "whiteplayer",
            "playerwhite",
            "whitename",
            "白",
            "白番",
            "白方",
            "백",
        ],
        NamedField::Player(Color::White),
    ),
    (&["players"], NamedField::Players),
    (
        &["result", "winner", "score", "結果", "结果"],
        NamedField::Result,
    ),
    (
        &[
            "date",
            "gamedate",
            "created",
            "createdat",
            "played",
            "playedon",
            "playedat",
            "year",
            "日付",
            "日期",
        ],
        NamedField::Date,
    ),
    (&["event", "tournament", "大会"], NamedField::Event),
    (&["round"], NamedField::Round),
    (&["place", "site", "location"], NamedField::Place),
    (
        &["comment", "comments", "note", "notes"],
        NamedField::Comment,
    ),
];

impl NamedField {
    /// Returns what a value with this name is, if it is known.
    pub(super) fn of(name: &str) -> Option<Self> {
        let letters = name.chars().filter(|c| c.is_alphanumeric());
        let name: String = letters.flat_map(char::to_lowercase).collect();
        let mut known = NAMES.iter();
        let (_, field) = known.find(|(names, _)| names.contains(&name.as_str()))?;
        Some(*field)
    }

    /// Returns the field of a game that a line names, and its value: `Black: Ann`. Moves and counts of discs are no values.
    pub(super) fn of_line(line: &str) -> Option<(Self, &str)> {
        let (name, value) = line.split_once([':', '='])?;
        let (field, value) = (Self::of(name)?, value.trim());
        // A move, or a mistyped one.
        let is_move = matches!(
            tokens(value).next(),
            Some(Ok(_) | Err(ParseSquareError::OffBoard(_)))
        );
        let is_value = match field {
            Self::Player(_) => value.contains(char::is_alphabetic),
            Self::Result => result(value).is_some(),
            Self::Date | Self::Event | Self::Round | Self::Place | Self::Comment => true,
            Self::Moves | Self::Start | Self::Position | Self::Side | Self::Players => false,
        };
        let is_name = name.split_whitespace().count() < 3;
        (is_name && is_value && !is_move && !value.is_empty()).then_some((field, value))
    }

    /// Sets this field of a record, if it is one of its texts or the result.
    pub(super) fn set(self, record: &mut Record, text: &str) {
        let text = text.trim();
        let field = match self {
            Self::Player(color) => &mut record.players[color],
            Self::Date => &mut record.date,
            Self::Event => &mut record.event,
            Self::Round => &mut record.round,
            Self::Place => &mut record.place,
            Self::Comment => &mut record.comment,
            Self::Result => {
                record.result = result(text).or(record.result);
                return;
            }
            Self::Moves | Self::Start | Self::Position | Self::Side | Self::Players => return,
        };
        text.clone_into(field);
    }
}

/// The names of both sides in lower case, without their endings.
const SIDES: [(&str, Color); 23] = [
    ("black", Color::Black),
    ("schwarz", Color::Black),
    ("noir", Color::Black),
    ("negr", Color::Black),
    ("ner", Color::Black),
    ("zwart", Color::Black),
    ("svart", Color::Black),
    ("pret", Color::Black),
    ("чёрн", Color::Black),
    ("черн", Color::Black),
    ("黒", Color::Black),
    ("黑", Color::Black),
    ("흑", Color::Black),
    ("white", Color::White),
    ("weiß", Color::White),
    ("weiss", Color::White),
    ("blanc", Color::White),
    ("bianc", Color::White),
    ("branc", Color::White),
    ("wit", Color::White),
    ("бел", Color::White),
    ("白", Color::White),
    ("백", Color::White),
];

/// The first letters and signs of the ASCII ones, and of the signs of sides.
const FIRST_LETTERS: &[u8] = b"bsnzpwxo*@";

/// The endings that a name may have.
const ENDINGS: [&str; 14] = [
    "", "s", "e", "es", "en", "er", "o", "a", "i", "os", "as", "hi", "ые", "ых",
];

/// Returns the side that a word or a sign names.
pub(super) fn side_named(word: &str) -> Option<Color> {
    // Most words are none: this is asked of all of a text.
    let first = word.bytes().next()?.to_ascii_lowercase();
    if first.is_ascii() && !FIRST_LETTERS.contains(&first) {
        return None;
    }
    let word = word.trim_end_matches('\u{fe0f}').to_lowercase();
    match word.as_str() {
        "x" | "*" | "b" | "●" | "⚫" | "@" => return Some(Color::Black),
        "o" | "w" | "○" | "⚪" => return Some(Color::White),
        _ => {}
    }
    let is_named = |&&(name, _): &&(&str, Color)| {
        let ending = word.strip_prefix(name);
        ending.is_some_and(|ending| ENDINGS.contains(&ending))
    };
    SIDES.iter().find(is_named).map(|&(_, color)| color)
}

/// Reads a result: both counts, or the winner by a word, or by 1 for Black, -1 or 2 for White and 0 for a draw.
fn result(text: &str) -> Option<StatedResult> {
    let winner = match text.to_lowercase().as_str() {
        "1" => Some(Color::Black),
        "-1" | "2" => Some(Color::White),
        "0" | "draw" | "tie" => None,
        text => match side_named(text) {
            None => return pgn::result(text),
            winner => winner,
        },
    };
    Some(StatedResult::of(StatedScore::Winner(winner)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_of_a_side_begins_as_the_quick_look_expects() {
        for (name, color) in SIDES {
            assert_eq!(side_named(name), Some(color), "{name}");
        }
        for sign in ["X", "*", "b", "\u{25cf}", "@", "o", "W", "\u{25cb}"] {
            assert!(side_named(sign).is_some(), "{sign}");
        }
    }
}
