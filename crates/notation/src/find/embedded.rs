//! Games that stand in a text in one of the formats, even after the command of a protocol.

use super::content::{TextContent, TextItem, item};
use super::skipped::{MOST_GAMES, SkippedText};
use crate::error::{Place, Problem};
use crate::formats::{Format, detect};
use crate::record::Record;
use crate::records::read_strictly;
use crate::svg::game_in;
use reversi::Position;

/// Returns the text of a game in a format, without the command of a protocol before it, and the format.
pub(super) fn embedded_game(text: &str) -> Option<(String, Format)> {
    let format = detect(text.as_bytes());
    // Other JSON may have a board of another shape.
    let is_game = || match games(text, Format::Quest) {
        Ok(_)
        | Err(
            Problem::Move { .. }
            | Problem::Malformed {
                part: "move" | "list of moves",
                ..
            },
        ) => true,
        Err(_) => text.contains("\"m\""),
    };
    if format == Some(Format::Pgn) || format == Some(Format::Quest) && is_game() {
        return Some((text.to_owned(), format?));
    }
    if let Some(game) = game_in(text) {
        return Some((game, Format::Sgf));
    }
    let is_tree = |&(at, _): &(usize, &str)| {
        let after = text[at + 2..].trim_start();
        after.starts_with(|c: char| c.is_ascii_alphabetic())
            && after.bytes().take(10).any(|byte| byte == b'[')
    };
    if let Some((at, _)) = text.match_indices("(;").find(is_tree) {
        let (before, text) = text.split_at(at);
        // Keeps the line numbers.
        let lines = "\n".repeat(before.matches('\n').count());
        return Some((lines + text, detect(text.as_bytes())?));
    }
    let (board, _) = text[text.find("BO[")?..].split_once(']')?;
    Some((format!("(;GM[Othello]{board}];)"), Format::Ggf))
}

/// Reads the games of a text in a format. Games after the first that cannot be read are skipped; the second value is
/// the problem with the first of these.
pub(super) fn games(text: &str, format: Format) -> Result<(TextContent, Option<Problem>), Problem> {
    let mut games = read_strictly(text.as_bytes(), format);
    let first = games.next().ok_or(Problem::NoGame(format.name()))?;
    let first = first.map_err(|error| error.problem)?;
    let mut content = TextContent::from(game_or_position(first, format, games.place()));
    let mut problem = None;
    while content.items.len() < MOST_GAMES
        && let Some(game) = games.next()
    {
        match game {
            Ok(game) => content
                .items
                .push(game_or_position(game, format, games.place())),
            Err(error) => {
                problem.get_or_insert(error.problem.clone());
                let skipped = SkippedText::of_problem(error.place, error.problem);
                content.skipped.push(skipped);
            }
        }
    }
    Ok((content, problem))
}

/// Returns the item of a game. A position without moves stays as it is, even if the side to move must pass.
fn game_or_position(game: Record, format: Format, place: Place) -> TextItem {
    let start = game.start;
    let position = Record {
        start,
        moves: game.moves.clone(),
        ..Record::default()
    };
    let is_position =
        game.squares().next().is_none() && game == position && start != Position::START;
    let mut item = item(game, format, place);
    if is_position {
        item.position = start;
        item.game = None;
    }
    item
}
