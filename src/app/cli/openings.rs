//! `reversi openings`: what was played in a position in the games of files.

use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::Failure;
use super::options::{JapaneseArg, SearchArgs, settings};
use super::output::{print, print_json, print_message, progress_bar};
use super::source::{self, PositionOrGame, cannot_read, open_games, skipped};
use super::table::TextTable;
use super::values::whole;
use crate::app::player::score_cell;
use crate::app::store::game_file::expand_home;
use crate::app::store::state::StateFolder;
use crate::app::store::summary;
use crate::app::study::openings::MoveCounts;
use crate::app::study::openings::index::{GamesIndex, list};
use crate::app::study::openings::table::{DEPTH, OpeningMove, OpeningTable};
use crate::app::wording::{line_of_play, path_text, plural, signed};
use crate::search::Limits;
use crate::{Opening, Position};

/// Show what was played in a position, and how those games ended
///
/// The games are those of the given files, in any format, or of the folder that the setting `games-folder`
/// names. That folder is read once; later only files that have changed are read again. Games that reach the
/// position by other moves count, and so do symmetric ones.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  reversi openings                                 The first move, in the games of your folder
  reversi openings f5d6c3d3c4                      The position after five moves
  reversi openings f5d6c3d3c4 WTH_2000.wtb         The same, in the games of a file
  reversi openings f5f6 ~/games --no-eval          In the games of a folder, without a search

On a terminal the columns are aligned; elsewhere they are separated by tabs, without a heading: move, games,
share of the games, wins, draws and losses of the side to move (in percent), its mean final score, its mean
theoretical score (which WTHOR files have), the program's evaluation, and the name of the opening. Moves
that are symmetric to each other share a line. Positions with fewer than 34 empty squares have no games.

--json prints one object: position, side_to_move (\"black\" or \"white\"), opening (English and Japanese name, or
null), games (or null), moves (a list of move, same (the moves symmetric to it), opening, games, share, wins,
draws, losses (numbers of games), mean_score, mean_theory, evaluation (as `reversi hint --json` prints it)).")]
pub(crate) struct OpeningsArgs {
    /// A transcript such as f5d6c3, a board or history:N, or - for standard input [default: the start]
    #[arg(value_name = "TRANSCRIPT", allow_hyphen_values = true)]
    text: Option<String>,
    /// Files of games, or folders with such files [default: the folder of the settings]
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Number of moves to show, 1 to 64 [default: all]
    #[arg(short = 'n', long, value_name = "N", allow_negative_numbers = true,
          value_parser = whole(1..=64usize))]
    count: Option<usize>,
    #[command(flatten)]
    japanese: JapaneseArg,
    /// Depth of the evaluation in plies, 1 to 60 [default: 12]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(1..=60u32),
          conflicts_with = "no_eval")]
    depth: Option<u32>,
    /// Leave out the evaluation
    #[arg(long)]
    no_eval: bool,
    #[command(flatten)]
    search: SearchArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &OpeningsArgs) -> Result<(), Failure> {
    // The first word may be a file already.
    let is_file = |text: &&String| Path::new(text).exists();
    let first = args.text.as_ref().filter(is_file);
    let text = args.text.as_deref().filter(|_| first.is_none());
    let files: Vec<&Path> = (first.map(Path::new).into_iter())
        .chain(args.files.iter().map(PathBuf::as_path))
        .collect();
    let subject = source::find(text, None, "openings")?;
    let position = subject.end();
    let position = position.pass().unwrap_or(position);
    if position.legal_moves().is_empty() {
        return Err(Failure::Usage(
            "the game is over in this position".to_owned(),
        ));
    }
    let (counts, faults) = counted(&files, position)?;
    let mut table = OpeningTable::new(position, counts.as_ref());
    if !args.no_eval {
        let limits = Limits::depth(args.depth.unwrap_or(DEPTH));
        let mut searcher = args.search.searcher()?;
        let found = searcher.analyse(position.board(), 64, &limits, &mut ());
        table.evaluate(&found.moves);
    }
    table.moves.truncate(args.count.unwrap_or(usize::MAX));
    let opening = match &subject {
        PositionOrGame::Game(game, _) => Opening::of(game.positions()),
        PositionOrGame::Position(position) => Opening::at(*position),
    };
    if args.json {
        print_json(&as_json(&table, opening))?;
    } else {
        print_table(args, &table, opening)?;
    }
    if files.is_empty() && faults > 0 {
        print_message(&format!("warning: {}", cannot_read(faults, "game")));
        return Ok(());
    }
    skipped(faults)
}

/// Counts the games in which a position occurred, in files or in the folder of the settings; `None` if
/// there is neither. Returns also how many games cannot be read.
fn counted(files: &[&Path], position: Position) -> Result<(Option<MoveCounts>, u64), Failure> {
    let mut scan = Scan {
        counts: MoveCounts::new(position.board()),
        faults: 0,
    };
    if !files.is_empty() {
        for file in files {
            scan.add(file)?;
        }
        return Ok((Some(scan.counts), scan.faults));
    }
    let store = settings();
    let Some(folder) = store.kept().games_folder.as_deref().map(expand_home) else {
        print_message(
            "note: to see how often each move was played, name files of games, or set games-folder in the settings \
             file",
        );
        return Ok((None, 0));
    };
    let Some(state) = StateFolder::of_this_person() else {
        scan.add(&folder)?;
        return Ok((Some(scan.counts), scan.faults));
    };
    let mut index = GamesIndex::new(state.openings(), folder);
    let bar = progress_bar(0, "Reading games {bar:30} {percent} %");
    let counts = index.counts(
        position.board(),
        &mut |progress| {
            bar.set_length(progress.of);
            bar.set_position(progress.read);
        },
        &|| false,
    );
    bar.finish_and_clear();
    let counts = counts.map_err(|error| Failure::Faults(error.to_string()))?;
    Ok((Some(counts), index.faults()))
}

/// A position that is looked for in files.
struct Scan {
    counts: MoveCounts,
    faults: u64,
}

impl Scan {
    /// Counts the games of a file, or of all files in a folder.
    fn add(&mut self, path: &Path) -> Result<(), Failure> {
        let unreadable = |error| Failure::File(path.to_owned(), error);
        if !path.is_dir() {
            return self.add_file(path, true);
        }
        for file in list(path).map_err(unreadable)? {
            self.add_file(&file.path, false)?;
        }
        Ok(())
    }

    /// Counts the games of a file. Only a `named` one must have games.
    fn add_file(&mut self, path: &Path, named: bool) -> Result<(), Failure> {
        let name = path_text(path);
        for game in open_games(path, None)? {
            match game {
                Ok(record) => self.counts.add_game(&record),
                Err(error) if error.problem.is_of_the_file() => {
                    if named {
                        return Err(Failure::Faults(format!("{name}: {error}")));
                    }
                }
                Err(error) => {
                    self.faults += 1;
                    print_message(&format!("error: {name}: {error}"));
                }
            }
        }
        Ok(())
    }
}

/// Returns the name of an opening, in Japanese if that is wanted.
fn name(opening: &Opening, japanese: bool) -> String {
    let japanese = opening.japanese.filter(|_| japanese);
    japanese.unwrap_or(opening.english).to_owned()
}

fn print_table(
    args: &OpeningsArgs,
    table: &OpeningTable,
    opening: Option<&Opening>,
) -> Result<(), Failure> {
    let japanese = args.japanese.is_wanted();
    if io::stdout().is_terminal() {
        let mut head = opening.map_or_else(String::new, |opening| {
            summary::opening_line(opening, japanese) + "\n"
        });
        if let Some(games) = table.games {
            head += &(plural(games, "game") + "\n");
        }
        print(&head)?;
    }
    let head = [
        "move", "games", "share %", "win %", "draw %", "loss %", "score", "theory", "eval",
        "opening",
    ];
    let mut rows = TextTable::to_stdout(&head, head.len() - 1);
    for known in &table.moves {
        rows.row(cells(table, known, japanese))
            .map_err(Failure::Output)?;
    }
    rows.finish().map(drop).map_err(Failure::Output)
}

/// Returns a line of the table. What is not known is empty.
fn cells(table: &OpeningTable, known: &OpeningMove, japanese: bool) -> Vec<String> {
    let counts = &known.counts;
    let text = |text: Option<String>| text.unwrap_or_default();
    let percent = |part: f64| format!("{part:.1}");
    let [wins, draws, losses] = counts
        .percents()
        .map_or_else(Default::default, |parts| parts.map(percent));
    vec![
        line_of_play(&known.squares),
        text(table.games.map(|_| counts.games.to_string())),
        text(table.share(known).map(percent)),
        wins,
        draws,
        losses,
        text(counts.mean_score().map(|discs| signed(discs, 1))),
        text(counts.mean_theory().map(|discs| signed(discs, 1))),
        text((known.evaluation.as_ref()).map(|found| score_cell(found.certainty, found.score))),
        text(known.opening.map(|opening| name(opening, japanese))),
    ]
}

fn as_json(table: &OpeningTable, opening: Option<&Opening>) -> Value {
    let moves = table.moves.iter().map(|known| {
        let counts = &known.counts;
        json!({
            "move": known.squares[0],
            "same": known.squares[1..],
            "opening": known.opening,
            "games": table.games.map(|_| counts.games),
            "share": table.share(known),
            "wins": table.games.map(|_| counts.wins),
            "draws": table.games.map(|_| counts.draws),
            "losses": table.games.map(|_| counts.losses),
            "mean_score": counts.mean_score(),
            "mean_theory": counts.mean_theory(),
            "evaluation": known.evaluation,
        })
    });
    json!({
        "position": table.position,
        "side_to_move": table.position.side_to_move(),
        "opening": opening,
        "games": table.games,
        "moves": moves.collect::<Vec<_>>(),
    })
}
