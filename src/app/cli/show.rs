//! Owns `reversi show`: a position in words and bits, and what is known about its game.

use std::io::{self, Write};

use crate::app::line::{bit_grid, grid};
use crate::app::session::{counts_sentence, describe_entry, outcome_sentences, position_sentence};
use crate::notation::{Record, clean, summary};
use crate::opening::Opening;
use crate::squares::SquareSet;
use crate::{Color, Game, Position};

use super::source::{self, Source};
use super::{Failure, complain, print};
use crate::app::cli::args::ShowArgs;

pub(super) fn run(args: &ShowArgs) -> Result<(), Failure> {
    let source = source::find(args.text.as_deref(), args.game, "show")?;
    let mut text = Vec::new();
    let position = head(&mut text, &source, args.at)?;
    describe(&mut text, position, args.hex).map_err(Failure::Output)?;
    if let Source::Record(record) = &source
        && let Some(warning) = record.check()
    {
        complain(&format!("warning: {warning}"));
    }
    print(&text)
}

/// The position that an argument of a command names: the start, what stands on standard input, or the
/// end of a transcript, or board text, or of a game in a file or in the log.
pub(super) fn position(text: Option<&str>, command: &str) -> Result<Position, Failure> {
    source::find(text, None, command).map(|source| source.end())
}

/// Writes what is known about the game, and gives the position to show.
fn head(to: &mut Vec<u8>, source: &Source, at: Option<usize>) -> Result<Position, Failure> {
    let game = match source {
        Source::Position(position) => {
            return match at {
                None | Some(0) => Ok(*position),
                Some(at) => Err(Failure::Usage(format!(
                    "--at {at}: a position has no entries"
                ))),
            };
        }
        Source::Transcript(game) => game.clone(),
        Source::Record(record) => record
            .replay()
            .map_err(|problem| Failure::Faults(problem.to_string()))?,
    };
    let entries = game.entries();
    let at_end = entries.len();
    let at = at.unwrap_or(at_end);
    if at > at_end {
        let entries = if at_end == 1 { "entry" } else { "entries" };
        return Err(Failure::Usage(format!(
            "--at {at}: the game has {at_end} {entries}"
        )));
    }
    let mut lines = Vec::new();
    if let Source::Record(record) = source {
        lines.extend(about(record));
    }
    // The name while the game is in it: what comes later does not count.
    let mut so_far = game.clone();
    while so_far.entries().len() > at {
        so_far.undo();
    }
    if let Some(opening) = Opening::of(so_far.positions()) {
        lines.push(opening_line(opening));
    }
    if at < at_end {
        let last = match at.checked_sub(1).and_then(|last| entries.get(last)) {
            Some(entry) => format!(", after {}", describe_entry(entry)),
            None => ", before the first".to_owned(),
        };
        lines.push(format!("Entry: {at} of {at_end}{last}"));
    }
    if !lines.is_empty() {
        to.extend_from_slice((lines.join("\n") + "\n\n").as_bytes());
    }
    Ok(so_far.position())
}

/// The name of an opening in all its languages.
pub(super) fn opening_line(opening: &Opening) -> String {
    let japanese = opening.japanese.map(|name| format!(" ({name})"));
    format!(
        "Opening: {}{}",
        opening.english,
        japanese.unwrap_or_default()
    )
}

/// What a record says besides the moves, one line each.
pub(super) fn about(record: &Record) -> Vec<String> {
    let mut lines = Vec::new();
    for color in Color::ALL {
        let rating = record.ratings[color].map(|rating| format!(" ({rating})"));
        if !record.players[color].is_empty() {
            let name = summary::player(record, color);
            lines.push(format!("{color}: {name}{}", rating.unwrap_or_default()));
        }
    }
    for (name, text) in [
        ("Event", &record.event),
        ("Round", &record.round),
        ("Place", &record.place),
        ("Date", &record.date),
    ] {
        if !text.trim().is_empty() {
            lines.push(format!("{name}: {}", clean(text.trim())));
        }
    }
    lines.push(format!("Result: {}", summary::result(record)));
    lines
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
            writeln!(to, "{name:<11} 0x{:016x}", set.bits())?;
        }
        Ok(())
    } else {
        side_by_side(to, sets)
    }
}

/// Sets of squares as rows of bits, beside each other, each under its name.
fn side_by_side(to: &mut impl Write, sets: [(&str, SquareSet); 3]) -> io::Result<()> {
    let blocks = sets.map(|(name, set)| format!("{name}\n{}", bit_grid(set)));
    let mut lines = blocks.each_ref().map(|block| block.lines());
    while let [Some(black), Some(white), Some(legal)] = lines.each_mut().map(Iterator::next) {
        writeln!(to, "{black:<21}{white:<21}{legal}")?;
    }
    Ok(())
}
