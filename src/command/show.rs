//! Owns `reversi show`: a position in words and bits.

use std::io::{self, Read as _, Write};

use reversi::line::{bit_grid, grid};
use reversi::notation::transcript;
use reversi::session::{counts_sentence, outcome_sentences, position_sentence};
use reversi::{Color, Game, Position};

use super::{Failure, print};
use crate::cli::ShowArgs;

/// More than this on standard input is no position, in bytes.
const MAX_INPUT: u64 = 64 * 1024;

pub(super) fn run(args: &ShowArgs) -> Result<(), Failure> {
    let position = position(args.text.as_deref(), "show")?;
    let mut text = Vec::new();
    describe(&mut text, position, args.hex).map_err(Failure::Output)?;
    print(&text)
}

/// The position that an argument of a command names: the start, what stands on standard input, or the
/// end of a transcript, or board text.
pub(super) fn position(text: Option<&str>, command: &str) -> Result<Position, Failure> {
    match text {
        None => Ok(Position::START),
        Some("-") => read(&standard_input()?, command),
        Some(text) => read(text, command),
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

fn describe(to: &mut impl Write, position: Position, hex: bool) -> io::Result<()> {
    let legal_moves = position.legal_moves();
    let counts = counts_sentence(position);
    write!(to, "{}", grid(position, legal_moves))?;
    writeln!(to, "{counts} {}", position_sentence(position))?;
    if let Some(outcome) = Game::from_position(position).outcome() {
        let (before, last) = outcome_sentences(&outcome);
        for sentence in before.into_iter().chain([last]) {
            writeln!(to, "{sentence}")?;
        }
    }
    writeln!(to, "\n{position}\n")?;
    let sets = [
        ("Black", position.discs(Color::Black)),
        ("White", position.discs(Color::White)),
        ("legal moves", legal_moves),
    ];
    if hex {
        for (name, set) in sets {
            writeln!(to, "{name:<11} 0x{set:016x}")?;
        }
        Ok(())
    } else {
        side_by_side(to, sets)
    }
}

/// Sets of squares as rows of bits, beside each other, each under its name.
fn side_by_side(to: &mut impl Write, sets: [(&str, u64); 3]) -> io::Result<()> {
    let blocks = sets.map(|(name, set)| format!("{name}\n{}", bit_grid(set)));
    let mut lines = blocks.each_ref().map(|block| block.lines());
    while let [Some(black), Some(white), Some(legal)] = lines.each_mut().map(Iterator::next) {
        writeln!(to, "{black:<21}{white:<21}{legal}")?;
    }
    Ok(())
}
