//! `reversi engine`: plays as an engine for another program.

use std::io;
use std::path::PathBuf;

use clap::builder::PossibleValue;

use super::Failure;
use super::options::{BookChoice, SearchArgs, open_log};
use super::values::{level, named, suggesting, whole};
use crate::serve::{OthelloStrength, serve};
use reversi_table::player::book::Book;
use reversi_table::player::level::{LEVELS, Level};
use reversi_table::player::protocol::Protocol;

/// Play as an engine for a graphical board such as NBoard or GoGui
///
/// The board starts this command, writes commands to its standard input and reads moves and scores from its
/// standard output. It ends when its input ends.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  reversi engine nboard                            The command to enter in NBoard
  reversi engine gtp --level 4                     A weaker engine for GoGui
  printf 'genmove b\\nshowboard\\nquit\\n' | reversi engine gtp
                                                   Try it without a board

Without --level, the engine plays at level 10, at the search depth that NBoard sets, or as strong as its
time allows: the time settings of GTP and the clock of an NBoard game limit every search for a move.

NBoard: `hint` searches ever deeper until the next command; `analyze` scores every position of the game, at
most as level 9 would; `learn` and `set contempt` have no effect on the opening book.
GTP: `komi` has no effect; a1 is the top left square, which GoGui draws at the bottom left.")]
pub(crate) struct EngineArgs {
    /// Protocol: nboard or gtp
    #[arg(value_name = "PROTOCOL", value_parser = named([
              (PossibleValue::new("nboard").help("NBoard protocol, versions 1 and 2"), Protocol::NBoard),
              (PossibleValue::new("gtp").help("Go Text Protocol, version 2"), Protocol::Gtp),
          ]), hide_possible_values = true, ignore_case = true)]
    protocol: Protocol,
    /// Level, 1 to 10, or one with a time for each move, e.g. 10@0.5s [default: 10, or the depth that NBoard sets]
    #[arg(long, value_name = "LEVEL", hide_possible_values = true, value_parser = suggesting(level, 1..=LEVELS.len()))]
    level: Option<Level>,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    book: BookChoice,
    /// Random seed: the same commands lead to the same session on one thread
    ///
    /// Each game of a session has its own seed, derived from this one, so the games still differ.
    #[arg(long, value_name = "NUMBER", value_parser = whole(0u64..))]
    seed: Option<u64>,
    /// Append the commands and responses to a file
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
}

pub(super) fn run(args: &EngineArgs) -> Result<(), Failure> {
    let strength = OthelloStrength {
        level: args.level,
        seed: args.seed.unwrap_or_else(rand::random),
        searcher: args.search.searcher()?,
        // The scores of the book are those of the program's weights.
        book: (!args.book.no_book && args.search.weights.is_none()).then(Book::standard),
    };
    let log = args.log.as_deref().map(open_log).transpose()?;
    Ok(serve(
        args.protocol,
        strength,
        io::stdin(),
        &mut io::stdout(),
        log,
    )?)
}
