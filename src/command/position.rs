//! Owns how a command reads a position from its argument or from standard input.

use std::io::{self, Read as _};

use reversi::Position;
use reversi::notation::transcript;

use super::Failure;

/// More than this on standard input is no position, in bytes.
const MAX_INPUT: u64 = 64 * 1024;

/// The position that an argument of a command means: a transcript, board text, or `-` for what stands
/// on standard input.
pub(super) fn position_of(text: &str, command: &str) -> Result<Position, Failure> {
    if text == "-" {
        read(&standard_input()?, command)
    } else {
        read(text, command)
    }
}

fn standard_input() -> Result<String, Failure> {
    let mut bytes = Vec::new();
    io::stdin()
        .lock()
        .take(MAX_INPUT + 1)
        .read_to_end(&mut bytes)
        .map_err(Failure::Input)?;
    if bytes.len() as u64 > MAX_INPUT {
        return Err(Failure::Usage(format!(
            "standard input holds more than {MAX_INPUT} bytes, but a transcript or a board is short"
        )));
    }
    String::from_utf8(bytes).map_err(|error| {
        Failure::Usage(format!(
            "standard input is not UTF-8 text at byte {}",
            error.utf8_error().valid_up_to() + 1
        ))
    })
}

/// Reads a transcript or board text, whichever it is. When it is neither, the error is about the one
/// that it resembles: a board has no digits, a transcript is half digits.
fn read(text: &str, command: &str) -> Result<Position, Failure> {
    if text.starts_with("--") && text.len() < 20 && text.contains(|c: char| c.is_lowercase()) {
        return Err(Failure::Usage(format!(
            "there is no option {text:?}, `reversi {command} --help` lists them"
        )));
    }
    let as_game = match transcript::parse(text) {
        Ok(game) => return Ok(game.position()),
        Err(error) => error,
    };
    let as_board = match text.parse::<Position>() {
        Ok(position) => return Ok(position),
        Err(error) => error,
    };
    let characters = text.chars().filter(|c| !c.is_whitespace());
    let of_a_board = |c: &char| "XxOo*BbWw-./".contains(*c);
    let looks_like_a_board = 2 * characters.clone().filter(of_a_board).count() > characters.count();
    Err(Failure::Usage(if looks_like_a_board {
        as_board.to_string()
    } else {
        format!("the transcript, {as_game}")
    }))
}
