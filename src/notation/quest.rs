//! Othello Quest JSON: a game is an object with `moves`, each with a move `m` (`"f5"`, or `"-"` for a
//! pass), and `players`, each with a `name`, Black first.
//!
//! The moves may also be inside a `position`. A file may contain one object, several in sequence, or an
//! array of them. All other fields are ignored.

use std::io::{self, BufRead};

use serde::Deserialize;

use super::error::Problem;
use super::input::{CountedInput, Cut, GAME_LIMIT};
use super::record::Record;
use super::replay::Replay;
use crate::color::ByColor;
use crate::position::Position;

#[derive(Deserialize)]
struct QuestGame {
    #[serde(default)]
    moves: Option<Vec<Move>>,
    #[serde(default)]
    position: Option<Inner>,
    #[serde(default)]
    players: Vec<QuestPlayer>,
    /// The date, if it is a text.
    #[serde(default)]
    created: serde_json::Value,
}

#[derive(Deserialize)]
struct Inner {
    #[serde(default)]
    moves: Vec<Move>,
}

#[derive(Deserialize)]
struct Move {
    #[serde(default)]
    m: Option<String>,
}

#[derive(Deserialize)]
struct QuestPlayer {
    #[serde(default)]
    name: String,
}

/// Reads one game.
pub(super) fn parse(text: &str) -> Result<Record, Problem> {
    let game: QuestGame = serde_json::from_str(text).map_err(|error| {
        let expected = "an object with moves like {\"m\": \"f5\"}";
        Problem::malformed("JSON", &error.to_string(), expected)
    })?;
    let Some(moves) = game.moves.or(game.position.map(|inner| inner.moves)) else {
        return Err(Problem::Truncated("the list of moves"));
    };
    let mut replay = Replay::new(Position::START);
    // An object without a move is another event of the game, like its end.
    for text in moves.into_iter().filter_map(|object| object.m) {
        replay.field(&text, None)?;
    }
    let mut names = game.players.into_iter().map(|player| player.name);
    let mut record = Record {
        players: ByColor::from_fn(|_| names.next().unwrap_or_default()),
        ..Record::default()
    };
    if let serde_json::Value::String(date) = game.created {
        record.date = date;
    }
    Ok(replay.into_record(record))
}

/// Returns the text of the next object in a file or in an array.
pub(super) fn cut(input: &mut CountedInput<impl BufRead>) -> io::Result<Option<Cut>> {
    let line = loop {
        let line = input.line;
        match input.byte()? {
            None => return Ok(None),
            Some(b'{') => break line,
            Some(_) => {}
        }
    };
    let mut bytes = vec![b'{'];
    let (mut depth, mut in_text, mut escaped, mut too_long) = (1u64, false, false, false);
    while depth > 0 {
        let Some(byte) = input.byte()? else {
            let missing = "the closing brace";
            return Ok(Some((line, Err(Problem::Truncated(missing)))));
        };
        if bytes.len() < GAME_LIMIT {
            bytes.push(byte);
        } else {
            too_long = true;
        }
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_text => escaped = true,
            b'"' => in_text = !in_text,
            b'{' if !in_text => depth += 1,
            b'}' if !in_text => depth -= 1,
            // JSON strings have no line ends, so this one was not closed.
            b'\n' => in_text = false,
            _ => {}
        }
    }
    let game = (!too_long).then_some(bytes);
    Ok(Some((line, game.ok_or(Problem::TooLong))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::transcript;

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
    fn what_is_wrong_is_named() {
        let error = |text: &str| parse(text).unwrap_err().to_string();
        assert_eq!(
            error(r#"{"moves": [{"m": "f5"}, {"m": "f5"}]}"#),
            "move 2: f5 is taken by Black"
        );
        assert_eq!(
            error("{}"),
            "the game is incomplete: the list of moves is missing"
        );
        for field in ["other", "created", "moves"] {
            let deep = format!("{{\"{field}\":{}", "[".repeat(100_000));
            assert!(error(&deep).starts_with("the JSON is "), "{field}");
        }
    }
}
