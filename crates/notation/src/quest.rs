//! Games in JSON, by their shape: an object with `moves`, as Othello Quest and many others write them.
//!
//! The moves are one text (`"f5d6c3"`), a list of texts, or a list of objects with a move `m`, `move` or `square`. They
//! may also be inside a `position`, as Othello Quest writes them. A position is a text of 64 squares or a list of eight
//! rows, with the side to move at its end or named apart. Players are those of `black` and `white` or of `players`,
//! Black first. [`NamedField`] has the names. All other fields are ignored.
//!
//! A file may contain one object, several in sequence, or an array of them, which may be the `games` of an object.

use std::io::{self, BufRead};

use serde_json::error::Category;
use serde_json::{Map, Value};

use super::error::Problem;
use super::input::{CountedInput, Cut, GAME_LIMIT};
use super::named::{NamedField, side_named};
use super::record::{Record, StatedResult, StatedScore};
use super::replay::{Replay, move_text};
use reversi::Position;
use reversi::{ByColor, Color};

/// The names of the move in an object of a list of moves.
const MOVES: [&str; 8] = [
    "m",
    "move",
    "square",
    "sq",
    "pos",
    "position",
    "coord",
    "coordinate",
];

/// How a list of games in an object begins: the last eight bytes.
const GAMES: u64 = u64::from_be_bytes(*b"games\":[");

/// What an object says about a game, besides its record.
#[derive(Default)]
struct GameParts<'a> {
    moves: Option<&'a Value>,
    start: Option<&'a Value>,
    position: Option<&'a Value>,
    side: Option<Color>,
}

/// Reads one game.
pub(super) fn parse(text: &str) -> Result<Record, Problem> {
    let object: Map<String, Value> =
        serde_json::from_str(text).map_err(|error| wrong_json(text, &error))?;
    let (mut record, mut parts) = (Record::default(), GameParts::default());
    for (name, value) in &object {
        match (NamedField::of(name), value) {
            (None, _) | (_, Value::Null) => {}
            (Some(NamedField::Moves), moves) => parts.moves = parts.moves.or(Some(moves)),
            (Some(NamedField::Start), start) => parts.start = Some(start),
            (Some(NamedField::Position), Value::Object(inner)) => {
                parts.moves = parts.moves.or(inner.get("moves"));
            }
            (Some(NamedField::Position), position) => parts.position = Some(position),
            (Some(NamedField::Side), side_of) => parts.side = side_of.as_str().and_then(side_named),
            (Some(NamedField::Players), players) => read_players(&mut record.players, players),
            (Some(NamedField::Player(color)), player) => {
                record.players[color] = player_name(player).unwrap_or_default();
            }
            (Some(NamedField::Result), Value::Object(counts)) => {
                record.result = disc_counts(counts).or(record.result);
            }
            (Some(field), Value::String(text)) => field.set(&mut record, text),
            (Some(field), Value::Number(number)) => field.set(&mut record, &number.to_string()),
            (Some(_), _) => {}
        }
    }
    parts.played(record)
}

impl GameParts<'_> {
    /// Plays the moves from the position in which they begin, and adds them to a record with the rest.
    fn played(&self, record: Record) -> Result<Record, Problem> {
        let read = |value: &Value, side| position(&squares(value)?, side);
        let shown = |side| self.position.map(|value| read(value, side)).transpose();
        let start = self.start.map(|value| read(value, self.side)).transpose()?;
        let moves = self.moves.filter(|moves| !is_empty(moves));
        let Some(moves) = moves else {
            let position = start.or(shown(self.side)?);
            let of_none = self.moves.map(|_| Position::START);
            let missing = Problem::Truncated("the list of moves");
            let start = position.or(of_none).ok_or(missing)?;
            return Ok(Record { start, ..record });
        };
        let from = |start, record| {
            let mut replay = Replay::new(start);
            play(&mut replay, moves).map(|()| replay.into_record(record))
        };
        let played = from(start.unwrap_or(Position::START), record.clone());
        let Some(shown_discs) = shown(Some(Color::Black))?.filter(|_| start.is_none()) else {
            return played;
        };
        // The position is one of the game, or the one in which it begins.
        let discs = |position: Position| position.with_side_to_move(Color::Black);
        let is_shown = |position| discs(position) == discs(shown_discs);
        match (played, shown(self.side)) {
            (Ok(record), _) if record.positions().any(is_shown) => Ok(record),
            (_, Ok(Some(start))) => from(start, record),
            (played, _) => played,
        }
    }
}

/// Reads a position with the side to move at its end, or named apart.
fn position(squares: &str, side: Option<Color>) -> Result<Position, Problem> {
    let with_side = side.map(|side| format!("{squares} {}", side.letter()));
    let parsed = squares
        .parse()
        .or_else(|error| with_side.ok_or(error)?.parse());
    parsed.map_err(Problem::Start)
}

/// Returns whether there are no moves.
fn is_empty(moves: &Value) -> bool {
    moves.as_str().is_some_and(|text| text.trim().is_empty())
        || moves.as_array().is_some_and(Vec::is_empty)
}

/// Returns the problem with a text that is not JSON.
fn wrong_json(text: &str, error: &serde_json::Error) -> Problem {
    let (line, column) = (error.line(), error.column());
    let found = text.lines().nth(line.saturating_sub(1));
    let found = found.and_then(|line| line.get(column.saturating_sub(1)..)?.chars().next());
    Problem::Json {
        line,
        column,
        found: found.filter(|_| error.classify() != Category::Eof),
    }
}

/// Returns the problem with a part of JSON that has another shape.
fn wrong_shape(part: &'static str, found: &Value, expected: &'static str) -> Problem {
    Problem::malformed(part, &found.to_string(), expected)
}

/// Returns the squares of a position: a text, or a list of rows.
fn squares(value: &Value) -> Result<String, Problem> {
    let text = match value {
        Value::String(text) => Some(text.clone()),
        Value::Array(rows) => rows.iter().map(Value::as_str).collect(),
        _ => None,
    };
    let expected = "64 squares, X for Black, O for White and - for an empty one";
    text.ok_or_else(|| wrong_shape("position", value, expected))
}

/// Plays moves of any shape.
fn play(replay: &mut Replay, moves: &Value) -> Result<(), Problem> {
    match moves {
        Value::String(moves) => replay.transcript(moves, usize::MAX),
        Value::Array(moves) => moves.iter().try_for_each(|played| play_one(replay, played)),
        _ => Err(wrong_shape(
            "list of moves",
            moves,
            "a text like \"f5d6\" or a list",
        )),
    }
}

/// Plays an item of a list of moves. An object without a move is another event of the game, like its end.
fn play_one(replay: &mut Replay, played: &Value) -> Result<(), Problem> {
    let text = match played {
        Value::Object(object) => {
            let mut names = MOVES.iter();
            match names.find_map(|name| object.get(*name)) {
                Some(value) => value.as_str(),
                None if object.values().any(is_square) => None,
                None => return Ok(()),
            }
        }
        played => played.as_str(),
    };
    match text {
        Some(text) if move_text(text).is_err() && text.len() > 3 => {
            replay.transcript(text, usize::MAX)
        }
        Some(text) => replay.field(text, None).map(drop),
        None => Err(wrong_shape(
            "move",
            played,
            "a square like \"f5\" or {\"m\": \"f5\"}",
        )),
    }
}

fn is_square(value: &Value) -> bool {
    value.as_str().is_some_and(|text| move_text(text).is_ok())
}

/// Reads the names of the players: a list with Black first, or an object with both.
fn read_players(players: &mut ByColor<String>, value: &Value) {
    let value_of = |color| match (value, color) {
        (Value::Array(list), Color::Black) => list.first(),
        (Value::Array(list), Color::White) => list.get(1),
        (Value::Object(object), _) => {
            let mut fields = object.iter();
            let is_player = |name: &str| NamedField::of(name) == Some(NamedField::Player(color));
            fields.find_map(|(name, value)| is_player(name).then_some(value))
        }
        _ => None,
    };
    for color in Color::ALL {
        if let Some(name) = value_of(color).and_then(player_name) {
            players[color] = name;
        }
    }
}

/// Returns the name of a player: a text, unless it is a set of discs, or in an object.
fn player_name(value: &Value) -> Option<String> {
    let text = match value {
        Value::Object(object) => {
            let mut names = ["name", "username", "user", "id"].iter();
            names.find_map(|name| object.get(*name)?.as_str())?
        }
        value => value.as_str()?,
    };
    (!text.starts_with("0x")).then(|| text.to_owned())
}

/// Reads the discs of both sides.
fn disc_counts(counts: &Map<String, Value>) -> Option<StatedResult> {
    let count = |name| u32::try_from(counts.get(name)?.as_u64()?).ok();
    let (black, white) = (count("black")?, count("white")?);
    let score = StatedScore::Counts(ByColor::new(black, white));
    Some(StatedResult::of(score)).filter(|_| score.is_possible())
}

/// Returns the text of the next object in a file, in an array, or in the `games` of an object.
pub(super) fn cut(input: &mut CountedInput<impl BufRead>) -> io::Result<Option<Cut>> {
    loop {
        let line = input.line;
        match input.byte()? {
            None => return Ok(None),
            Some(b'{') => {
                if let Some(game) = cut_object(input)? {
                    return Ok(Some((line, game)));
                }
            }
            Some(_) => {}
        }
    }
}

/// Returns the text of an object after its opening brace; `None` at the beginning of its list of games.
fn cut_object(
    input: &mut CountedInput<impl BufRead>,
) -> io::Result<Option<Result<Vec<u8>, Problem>>> {
    let mut bytes = vec![b'{'];
    let (mut depth, mut in_text, mut escaped, mut too_long) = (1u64, false, false, false);
    // The last bytes without white space.
    let mut tail = 0u64;
    while depth > 0 {
        let Some(byte) = input.byte()? else {
            let missing = "the closing brace";
            return Ok(Some(Err(Problem::Truncated(missing))));
        };
        if bytes.len() < GAME_LIMIT {
            bytes.push(byte);
        } else {
            too_long = true;
        }
        if !byte.is_ascii_whitespace() {
            tail = tail << 8 | u64::from(byte);
        }
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_text => escaped = true,
            b'"' => in_text = !in_text,
            b'[' if !in_text && depth == 1 && tail == GAMES => return Ok(None),
            b'{' if !in_text => depth += 1,
            b'}' if !in_text => depth -= 1,
            // JSON strings have no line ends, so this one was not closed.
            b'\n' => in_text = false,
            _ => {}
        }
    }
    let game = (!too_long).then_some(bytes);
    Ok(Some(game.ok_or(Problem::TooLong)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use reversi::transcript;

    #[test]
    fn an_exported_game_is_read() {
        let text = r#"{"id": 7, "players": [{"name": "Aya \"tora\"", "dan": 3}, {"name": "Ben"}],
            "moves": [{"m": "f5", "t": 1}, {"m": "d6"}, {"m": "c3"}, {"end": true}],
            "created": "2024-01-31T10:00:00Z"}"#;
        let record = parse(text).unwrap();
        assert_eq!(record.players.black, "Aya \"tora\"");
        assert_eq!(record.players.white, "Ben");
        assert_eq!(record.year(), Some(2024));
        assert_eq!(transcript::print(&record.replay().unwrap()), "f5d6c3");
        let inner = r#"{"position": {"moves": [{"m": "F5"}]}}"#;
        assert_eq!(parse(inner).unwrap().moves.len(), 1);
    }

    #[test]
    fn a_written_pass_is_taken_where_it_is_forced() {
        let moves = "f5f4e3d6f3g3g4g5h3d3h6h5h4h2h1e2g6f2g2h7g7f7g8h8e1f1g1f6f8d1d2e6d7";
        let game = transcript::parse(moves).unwrap();
        let list: Vec<String> = game
            .entries()
            .iter()
            .map(|entry| {
                let text = entry.square().map_or("-".to_owned(), |s| s.to_string());
                format!("{{\"m\":\"{text}\"}}")
            })
            .collect();
        let text = format!("{{\"moves\":[{}]}}", list.join(","));
        assert_eq!(parse(&text).unwrap().replay(), Ok(game));
    }

    #[test]
    fn moves_and_positions_of_any_shape_are_read() {
        let start = Position::START.to_string();
        let (board, rows) = (
            &start[..64],
            [&start[..24], "---OX---", "---XO---", &start[..24]],
        );
        let game = transcript::parse("f5d6c3").unwrap();
        let after = game.positions().nth(2).unwrap().to_string();
        let after = &after[..64];
        for (object, moves) in [
            (r#"{"moves":"f5d6c3"}"#.to_owned(), "f5d6c3"),
            (r#"{"moves":["F5","d6"," c3"]}"#.to_owned(), "f5d6c3"),
            (r#"{"game":"f5 d6","date":2020}"#.to_owned(), "f5d6"),
            (
                r#"{"moves":[{"move":"f5"},{"square":"d6"},{"end":true}]}"#.to_owned(),
                "f5d6",
            ),
            (
                format!(r#"{{"board":"{board}","turn":"black","moves":["f5"]}}"#),
                "f5",
            ),
            (format!(r#"{{"board":{rows:?},"side":"X","moves":[]}}"#), ""),
            (format!(r#"{{"position":"{board} X","moves":null}}"#), ""),
            (
                format!(r#"{{"position":"{after} X","moves":"f5d6c3"}}"#),
                "f5d6c3",
            ),
        ] {
            let record = parse(&object).unwrap();
            assert_eq!(record.start, Position::START, "{object}");
            assert_eq!(
                transcript::print(&record.replay().unwrap()),
                moves,
                "{object}"
            );
        }
        let late = format!(r#"{{"board":"{after}","turn":"w","moves":"d3"}}"#);
        assert!(parse(&late).is_err());
    }

    #[test]
    fn what_is_wrong_is_named() {
        let error = |text: &str| parse(text).unwrap_err().to_string();
        assert_eq!(
            error(r#"{"moves": [{"m": "f5"}, {"m": "f5"}]}"#),
            "move 2: f5 is taken by Black"
        );
        assert_eq!(
            error("{\"moves\":[{\"x\":\"f5\"}]}"),
            "the move is \"{\\\"x\\\":\\\"f5\\\"}\", but it must be a square like \"f5\" or {\"m\": \"f5\"}"
        );
        assert_eq!(
            error("{\"moves\":\n x}"),
            "line 2, column 2 of the JSON: \"x\" is out of place"
        );
        assert_eq!(
            error("{}"),
            "the game is incomplete: the list of moves is missing"
        );
        for field in ["other", "created", "moves"] {
            let deep = format!("{{\"{field}\":{}", "[".repeat(100_000));
            let column = 131 + field.len();
            let wrong = format!("line 1, column {column} of the JSON: \"[\" is out of place");
            assert_eq!(error(&deep), wrong, "{field}");
        }
    }
}
