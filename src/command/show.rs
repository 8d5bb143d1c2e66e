//! Owns `reversi show`: a position in words and bits.

use std::io::{self, Write};

use reversi::line::{bit_grid, grid};
use reversi::session::{counts_sentence, outcome_sentences, position_sentence};
use reversi::{Color, Game, Position};

use super::position::position_of;
use super::{Failure, print};
use crate::cli::ShowArgs;

pub(super) fn run(args: &ShowArgs) -> Result<(), Failure> {
    let position = match args.text.as_deref() {
        None => Position::START,
        Some(text) => position_of(text, "show")?,
    };
    let mut text = Vec::new();
    describe(&mut text, position, args.hex).map_err(Failure::Output)?;
    print(&text)
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
