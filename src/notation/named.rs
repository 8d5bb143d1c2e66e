//! Games as named values: the columns of a table and the fields of JSON, by the names that programs give them.

use super::pgn;
use super::record::{Record, StatedResult, StatedScore};
use crate::color::Color;

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

/// The names in lower case without signs and white space, and what their values are.
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
    /// Returns what the value with a name is, if it is of use.
    pub(super) fn of(name: &str) -> Option<Self> {
        let letters = name.chars().filter(|c| c.is_alphanumeric());
        let name: String = letters.flat_map(char::to_lowercase).collect();
        let mut known = NAMES.iter();
        let (_, field) = known.find(|(names, _)| names.contains(&name.as_str()))?;
        Some(*field)
    }

    /// Sets this field of a record to a text, unless it is not a text of the record.
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

/// Returns the side that a word names.
pub(super) fn side(word: &str) -> Option<Color> {
    match word.trim().to_lowercase().as_str() {
        "black" | "b" | "x" | "●" | "黒" | "黑" | "흑" => Some(Color::Black),
        "white" | "w" | "o" | "○" | "白" | "백" => Some(Color::White),
        _ => None,
    }
}

/// Reads a result: both counts, or the winner by a word, or by 1 for Black, -1 or 2 for White and 0 for a draw.
fn result(text: &str) -> Option<StatedResult> {
    let winner = match text.to_lowercase().as_str() {
        "1" => Some(Color::Black),
        "-1" | "2" => Some(Color::White),
        "0" | "draw" | "tie" => None,
        text => match side(text) {
            None => return pgn::result(text),
            winner => winner,
        },
    };
    Some(StatedResult::of(StatedScore::Winner(winner)))
}
