//! `reversi games`: lists the games of files, or of the libraries.

use std::ops::ControlFlow;
use std::path::PathBuf;

use super::Failure;
use super::choice::{FilterArgs, GamePlace, each_game};
use super::game_table::GameTable;
use super::output::FormArgs;
use super::source::skipped;
use super::values::{format, whole};
use reversi::Opening;
use reversi::notation::{Format, Record};

/// List the games of files or of your libraries, all or by player, year, opening or result
///
/// Without FILE, lists the games of the libraries: the files and folders that the setting `libraries` names. They are
/// read once; later only files that have changed are read again.
///
/// On a terminal the columns are aligned; elsewhere they are separated by tabs, without a heading: number,
/// date, Black, White, result, opening, event. The number of a game of several files is FILE#N, by which other commands
/// take it.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  reversi games WTH_2000.wtb                       All games of a file
  reversi games WTH_2000.wtb --player murakami --result win
  reversi games games.ggf --opening tiger --json   As JSON, for other programs
  reversi games -n 20 --filter \"white:ann year:2020.. rose\"
                                                   The first 20 such games of your libraries")]
pub(crate) struct GamesArgs {
    /// Files of games in any format, or folders with such files; - is standard input [default: your libraries]
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Format of the files [default: detected]
    #[arg(long, value_name = "FORMAT", value_parser = format(), ignore_case = true, requires = "files")]
    from: Option<Format>,
    /// Number of games to list [default: all]
    #[arg(short = 'n', long, value_name = "N", value_parser = whole(1..=u64::MAX))]
    count: Option<u64>,
    #[command(flatten)]
    filter: FilterArgs,
    #[command(flatten)]
    form: FormArgs,
}

pub(super) fn run(args: &GamesArgs) -> Result<(), Failure> {
    let choice = args.filter.choice();
    let has_one = args.files.len() == 1 && !args.files[0].is_dir();
    let mut left = args.count.unwrap_or(u64::MAX);
    let mut rows = GameTable::new(args.form.json, true);
    let mut on_game = |place: GamePlace<'_>, record: &Record, opening: Option<&'static Opening>| {
        let file = place.file.filter(|_| !has_one);
        rows.game(file, place.number, record, opening)
            .map_err(Failure::Output)?;
        left -= 1;
        Ok(match left {
            0 => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        })
    };
    let purpose = "to list games";
    let Some(faults) = each_game(&args.files, args.from, &choice, purpose, &mut on_game)? else {
        return Ok(());
    };
    rows.finish().map_err(Failure::Output)?;
    skipped(faults)
}
