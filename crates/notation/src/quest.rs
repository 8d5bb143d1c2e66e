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
use super::find::claims::Claims;
use super::find::signs::{sign_of_word, signs_of_squares};
use super::input::{CountedInput, Cut, GAME_LIMIT};
use super::move_list::{self, DataMove, DataSquare, PairOrder, is_column, is_row, order_named};
use super::named::{NamedField, side_named};
use super::record::{Record, StatedResult, StatedScore};
use super::replay::move_text;
use crate::remark::{Remark, remark};
use reversi::{ByColor, Color};
use reversi::{ParsePositionError, Position};

/// The names of the move in an object of a list of moves.
pub(super) const MOVES: [&str; 14] = [
    "m",
    "move",
    "square",
    "sq",
    "pos",
    "position",
    "coord",
    "coordinate",
    "coordinates",
    "to",
    "at",
    "index",
    "idx",
    "cell",
];

/// The names of the side that makes a move.
const SIDES: [&str; 6] = ["player", "side", "color", "colour", "by", "who"];

/// How a list of games in an object begins: the last eight bytes.
const GAMES: u64 = u64::from_be_bytes(*b"games\":[");

/// What an object says about a game, besides its record.
#[derive(Default)]
struct GameParts<'a> {
    moves: Option<&'a Value>,
    start: Option<&'a Value>,
    position: Option<&'a Value>,
    side: Option<String>,
    /// What the text says of its signs.
    claims: Claims,
    /// Which of the numbers of a move is its row, if the text says it.
    order: Option<PairOrder>,
}

/// Reads one game.
pub(super) fn parse(text: &str) -> Result<Record, Problem> {
    let object: Map<String, Value> =
        serde_json::from_str(text).map_err(|error| wrong_json(text, &error))?;
    let mut record = Record::default();
    let mut parts = GameParts {
        claims: Claims::of(text),
        order: order_named(text),
        ..GameParts::default()
    };
    for (name, value) in &object {
        match (NamedField::of(name), value) {
            (None, _) | (_, Value::Null) => {}
            (Some(NamedField::Moves), Value::Object(inner)) if numbered(inner).is_none() => {
                let mut inner = inner.iter();
                let of_moves =
                    |(name, _): &(&String, &Value)| NamedField::of(name) == Some(NamedField::Moves);
                parts.moves = parts.moves.or(inner.find(of_moves).map(|(_, moves)| moves));
            }
            (Some(NamedField::Moves), moves) => match parts.moves {
                Some(other) if are_other_moves(other, moves) => {
                    let expected = "what the other list of moves of the object has";
                    return Err(wrong_shape("list of moves", moves, expected));
                }
                other => parts.moves = other.or(Some(moves)),
            },
            (Some(NamedField::Start), start) => parts.start = Some(start),
            (Some(NamedField::Position), Value::Object(inner)) => {
                parts.moves = parts.moves.or(inner.get("moves"));
            }
            (Some(NamedField::Position), position) => parts.position = Some(position),
            (Some(NamedField::Side), side) => {
                let side = side
                    .as_str()
                    .map_or_else(|| side.to_string(), str::to_owned);
                if parts
                    .side
                    .replace(side.clone())
                    .is_some_and(|other| other != side)
                {
                    let expected = "the same in all names of the side to move";
                    return Err(Problem::malformed("side to move", &side, expected));
                }
            }
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
        let shown = |value: &Value| self.position_of(&squares(value)?);
        let start = self.start.map(shown).transpose()?;
        let start = start.map(ShownPosition::stated).transpose()?;
        let moves = self.moves.filter(|moves| !is_empty(moves));
        let Some(moves) = moves else {
            let position = self
                .position
                .filter(|_| start.is_none())
                .map(shown)
                .transpose()?;
            let position = position.map(ShownPosition::stated).transpose()?;
            let of_none = self.moves.map(|_| Position::START);
            let missing = Problem::Truncated("the list of moves");
            let start = start.or(position).or(of_none).ok_or(missing)?;
            return Ok(Record { start, ..record });
        };
        let (list, skipped) = moves_of(moves)?;
        let from = |start, record| {
            let (replay, mut reading) = move_list::play(start, &list, self.order)?;
            reading.extend(skipped.clone());
            Ok(Record {
                reading,
                ..replay.into_record(record)
            })
        };
        let played = from(start, record.clone());
        let Some(value) = self.position.filter(|_| start.is_none()) else {
            return played;
        };
        // The position is one of the game, or the one in which it begins.
        let shown = shown(value)?;
        let discs = |position: Position| position.with_side_to_move(Color::Black);
        let is_shown = |position| discs(position) == discs(shown.discs);
        match (played, shown.side) {
            (Ok(record), _) if record.positions().any(is_shown) => Ok(record),
            (_, Some(side)) => from(Some(shown.discs.with_side_to_move(side)), record),
            (played, None) => {
                let of_sides = Color::ALL.map(|side| {
                    let start = shown.discs.with_side_to_move(side);
                    from(Some(start), record.clone()).ok()
                });
                match of_sides {
                    [Some(record), None] | [None, Some(record)] => Ok(record),
                    _ => played,
                }
            }
        }
    }

    /// Reads a position with the side to move at its end, or named apart, or neither.
    fn position_of(&self, squares: &str) -> Result<ShownPosition, Problem> {
        let parsed = squares.parse::<Position>();
        let signs = signs_of_squares(squares, &self.claims);
        match (signs, parsed) {
            (Some((signs, at_end)), parsed) => {
                let named = self
                    .side
                    .as_deref()
                    .and_then(|side| signs.labelled_side(side));
                Ok(ShownPosition {
                    discs: signs.position,
                    // The side at the end of the squares is that of this position.
                    side: at_end.or(named),
                    problem: parsed.err(),
                })
            }
            (None, Ok(position)) => Ok(ShownPosition {
                discs: position,
                side: Some(position.side_to_move()),
                problem: None,
            }),
            (None, Err(error)) => Err(Problem::Start(error)),
        }
    }
}

/// A position that an object shows.
struct ShownPosition {
    discs: Position,
    /// The side to move, if it is known.
    side: Option<Color>,
    /// Why the text alone is no position.
    problem: Option<ParsePositionError>,
}

impl ShownPosition {
    /// Returns the position with its side to move.
    fn stated(self) -> Result<Position, Problem> {
        match (self.side, self.problem) {
            (Some(side), _) => Ok(self.discs.with_side_to_move(side)),
            (None, Some(error)) => Err(Problem::Start(error)),
            (None, None) => Ok(self.discs),
        }
    }
}

/// Returns whether two lists of moves are two games.
fn are_other_moves(list: &Value, other: &Value) -> bool {
    let [first, second] = [list, other].map(|list| {
        let (moves, _) = moves_of(list).ok()?;
        let (replay, _) = move_list::play(None, &moves, None).ok()?;
        Some(replay.squares().collect::<Vec<_>>())
    });
    first
        .zip(second)
        .is_some_and(|(first, second)| first != second)
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
        Value::Array(rows) if rows.iter().any(Value::is_array) => {
            let rows = rows.iter().map(|row| row.as_array());
            let cells = rows.map(|row| row?.iter().map(sign_named).collect::<Option<String>>());
            cells.collect()
        }
        Value::Array(rows) => rows.iter().map(Value::as_str).collect(),
        _ => None,
    };
    let expected = "64 squares, X for Black, O for White and - for an empty one";
    text.ok_or_else(|| wrong_shape("position", value, expected))
}

/// Returns the sign of a square that is empty or has a word or a sign in it. The meaning of numbers is not known here.
fn sign_named(cell: &Value) -> Option<String> {
    match cell {
        Value::Null => Some("-".to_owned()),
        Value::String(text) => sign_of_word(text).map(String::from),
        _ => None,
    }
}

/// Reads moves of any shape. An object at the end may be another event of the game, which is said.
fn moves_of(moves: &Value) -> Result<(Vec<DataMove>, Option<Remark>), Problem> {
    match (moves, moves.as_object().and_then(numbered)) {
        (Value::String(text), _) => Ok((vec![of_text(text)], None)),
        (Value::Array(list), _) => list_of(list),
        (_, Some(list)) => list_of(&list),
        _ => Err(wrong_shape(
            "list of moves",
            moves,
            "a text like \"f5d6\" or a list",
        )),
    }
}

/// Returns the values of an object whose names are the numbers from 1, in their order.
fn numbered(object: &Map<String, Value>) -> Option<Vec<Value>> {
    let values = (1..=object.len()).map(|number| object.get(&number.to_string()).cloned());
    values.collect()
}

fn of_text(text: &str) -> DataMove {
    DataMove {
        square: DataSquare::Text(text.to_owned()),
        by: None,
    }
}

fn list_of(list: &[Value]) -> Result<(Vec<DataMove>, Option<Remark>), Problem> {
    let is_event = |played: &&Value| {
        let Value::Object(object) = played else {
            return false;
        };
        let is_word = |value: &Value| value.is_boolean() || value.is_string() && !is_square(value);
        object.values().any(is_word) && one_of(played).is_none()
    };
    let events = list.iter().rev().take_while(is_event).count();
    let (moves, events) = list.split_at(list.len() - events);
    let expected = "a square like \"f5\", or an object with one";
    if moves.is_empty()
        && let Some(event) = events.first()
    {
        return Err(wrong_shape("move", event, expected));
    }
    let read = moves.iter().map(|played| {
        let read = one_of(played);
        read.ok_or_else(|| wrong_shape("move", played, expected))
    });
    let said = match events {
        [event, ..] if !is_end(event) => {
            Some(remark!("skipped {first}", first = event.to_string()))
        }
        _ => None,
    };
    Ok((read.collect::<Result<_, _>>()?, said))
}

/// Returns whether an object says that the game has ended.
fn is_end(event: &Value) -> bool {
    event.get("end").is_some_and(Value::is_boolean)
}

/// Reads an item of a list of moves.
fn one_of(played: &Value) -> Option<DataMove> {
    let of = |square| DataMove { square, by: None };
    let number = |value: &Value| value.as_u64().and_then(|number| u32::try_from(number).ok());
    match played {
        Value::String(text) => Some(of_text(text)),
        Value::Null => Some(of(DataSquare::Pass)),
        Value::Number(_) => number(played).map(|number| of(DataSquare::One(number))),
        Value::Array(pair) => match &pair[..] {
            [first, second] => Some(of(DataSquare::Pair(number(first)?, number(second)?))),
            _ => None,
        },
        Value::Object(object) => {
            let mut sides = SIDES.iter().filter_map(|name| object.get(*name)?.as_str());
            let by = sides.find_map(side_named);
            let named = MOVES.iter().find_map(|name| object.get(*name));
            let is_pass = object.get("pass") == Some(&Value::Bool(true));
            let square = match (coordinates(object), named) {
                (Some(square), _) => square,
                (None, _) if is_pass => DataSquare::Pass,
                (None, named) => one_of(named?)?.square,
            };
            Some(DataMove { square, by })
        }
        Value::Bool(_) => None,
    }
}

/// Returns the row and the column of a move; the column may be a letter.
fn coordinates(object: &Map<String, Value>) -> Option<DataSquare> {
    let named = |is: fn(&str) -> bool| {
        let mut values = object.iter().filter(|(name, _)| {
            let letters = name.chars().filter(char::is_ascii_alphabetic);
            is(&letters.collect::<String>().to_lowercase())
        });
        values.next().map(|(_, value)| value)
    };
    let (row, column) = (named(is_row)?, named(is_column)?);
    if let Value::String(file) = column {
        let rank = row.as_str().map_or_else(|| row.to_string(), str::to_owned);
        return Some(DataSquare::Text(format!("{file}{rank}")));
    }
    let number = |value: &Value| u32::try_from(value.as_u64()?).ok();
    Some(DataSquare::Place(number(row)?, number(column)?))
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
    let mut is_list = false;
    loop {
        let line = input.line;
        match input.byte()? {
            None => return Ok(None),
            Some(b'{') => match cut_object(input)? {
                Some(Ok(first)) if is_list && is_move(&first) => {
                    return Ok(Some((line, rest_of_list(input, &first)?)));
                }
                Some(game) => return Ok(Some((line, game))),
                None => is_list = false,
            },
            Some(b'[') => is_list = true,
            Some(byte) => is_list &= byte.is_ascii_whitespace(),
        }
    }
}

/// Returns whether an object is a move, not a game.
fn is_move(object: &[u8]) -> bool {
    let object: Option<Map<String, Value>> = serde_json::from_slice(object).ok();
    object.is_some_and(|object| {
        let is_game = |name: &String| NamedField::of(name) == Some(NamedField::Moves);
        let names_move = MOVES
            .iter()
            .any(|name| object.get(*name).is_some_and(is_square));
        !object.keys().any(is_game) && (names_move || coordinates(&object).is_some())
    })
}

/// Returns a game with a list of moves without a name, after its first move.
fn rest_of_list(
    input: &mut CountedInput<impl BufRead>,
    first: &[u8],
) -> io::Result<Result<Vec<u8>, Problem>> {
    let mut bytes = [b"{\"moves\":[", first].concat();
    let (mut depth, mut in_text, mut escaped) = (1u64, false, false);
    while depth > 0 {
        let Some(byte) = input.byte()? else {
            return Ok(Err(Problem::Truncated("the closing bracket")));
        };
        if bytes.len() >= GAME_LIMIT {
            return Ok(Err(Problem::TooLong));
        }
        bytes.push(byte);
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_text => escaped = true,
            b'"' => in_text = !in_text,
            b'[' | b'{' if !in_text => depth += 1,
            b']' | b'}' if !in_text => depth -= 1,
            _ => {}
        }
    }
    bytes.push(b'}');
    Ok(Ok(bytes))
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
            "the move is \"{\\\"x\\\":\\\"f5\\\"}\", but it must be a square like \"f5\", or an object with one"
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
