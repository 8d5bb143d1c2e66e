//! `reversi openings`: what was played in a position in the games of files.

use std::io::{self, IsTerminal as _};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::Failure;
use super::choice::{FilterArgs, GamePlace, each_game, library, with_library};
use super::line::until_ctrl_c;
use super::options::{JapaneseArg, SearchArgs};
use super::output::{FormArgs, message_counts};
use super::source::{self, A_GAME, GAMES_OR_FOLDERS, PositionOrGame, games, skipped};
use super::table::TextTable;
use super::values::whole;
use reversi::search::Limits;
use reversi::{Opening, Position};
use reversi_notation::Record;
use reversi_study::games::ChoiceResults;
use reversi_study::openings::MoveCounts;
use reversi_study::openings::table::{DEPTH, OpeningMove, OpeningTable};
use reversi_table::phrase::{line_of_play, signed};
use reversi_table::store::game_facts::GameFacts;
use reversi_table::store::summary;
use reversi_text::{Message, label, tr};
use reversi_wording::score::score_cell;

/// Show what was played in a position, and how those games ended
///
/// The games are those of the given files, in any format, or of the libraries: the files and folders that the setting
/// `libraries` names. They are read once; later only files that have changed are read again. Games that reach the
/// position by other moves count, and so do symmetric ones.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  reversi openings                                 The first move, in the games of your libraries
  reversi openings f5d6c3d3c4                      The position after five moves
  reversi openings f5d6c3d3c4 WTH_2000.wtb         The same, in the games of a file
  reversi openings f5f6 ~/games --no-eval          In the games of a folder, without a search
  reversi openings --filter \"white:ann tiger\"     In the games of a player in an opening

On a terminal the columns are aligned; elsewhere they are separated by tabs, without a heading: move, games,
share of the games, wins, draws and losses of the side to move (in percent), its mean final score, its mean
theoretical score (which WTHOR files have), the program's evaluation, and the name of the opening. Moves
that are symmetric to each other share a line. Positions with fewer than 34 empty squares have no games.")]
pub(crate) struct OpeningsArgs {
    #[arg(value_name = "GAME", help = format!("{A_GAME} [default: the start]; a file as the first word is one of games to count"))]
    text: Option<String>,
    #[arg(value_name = "FILE", help = format!("{GAMES_OR_FOLDERS} [default: your libraries]"))]
    files: Vec<PathBuf>,
    #[command(flatten)]
    filter: FilterArgs,
    /// Number of moves to show, 1 to 64 [default: all]
    #[arg(short = 'n', long, value_name = "N", value_parser = whole(1..=64usize))]
    count: Option<usize>,
    #[command(flatten)]
    japanese: JapaneseArg,
    /// Depth of the evaluation in plies, 1 to 60 [default: 12]
    #[arg(long, value_name = "PLIES", value_parser = whole(1..=60u32), conflicts_with = "no_eval")]
    depth: Option<u32>,
    /// Leave out the evaluation
    #[arg(long)]
    no_eval: bool,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    form: FormArgs,
}

pub(super) fn run(args: &OpeningsArgs) -> Result<(), Failure> {
    // The first word may be a file already.
    let is_file = |text: &&String| Path::new(text).exists();
    let first = args.text.as_ref().filter(is_file);
    let text = args.text.as_deref().filter(|_| first.is_none());
    let files: Vec<PathBuf> = (first.map(PathBuf::from).into_iter())
        .chain(args.files.iter().cloned())
        .collect();
    let found = source::find(text, None)?;
    let position = found.subject.end();
    let position = position.pass().unwrap_or(position);
    if position.legal_moves().is_empty() {
        return Err(found.wrong(tr!("the game is over in this position")));
    }
    let (counts, results, faults) = counted(args, &files, position)?;
    let mut table = OpeningTable::new(position, counts.as_ref());
    if !args.no_eval {
        let limits = Limits::depth(args.depth.unwrap_or(DEPTH));
        let mut searcher = args.search.searcher()?;
        let found = searcher.analyse(position.board(), 64, &limits, &mut ());
        table.evaluate(&found.moves);
    }
    table.moves.truncate(args.count.unwrap_or(usize::MAX));
    let opening = match &found.subject {
        PositionOrGame::Game(game, _) => Opening::of(game.positions()),
        PositionOrGame::Position(position) => Opening::at(*position),
    };
    args.form.print(
        || as_json(&table, opening, &results),
        || as_text(args, &table, opening, &results),
    )?;
    skipped(faults)
}

/// There are no games to count.
const NO_GAMES: &Message = label!(
    "to see how often each move was played, name files of games, or set libraries in the settings file"
);

/// Counts the chosen games in which a position occurred, in files or in the libraries; `None` if there is neither.
/// Returns also how many games of files cannot be read.
fn counted(
    args: &OpeningsArgs,
    files: &[PathBuf],
    position: Position,
) -> Result<(Option<MoveCounts>, ChoiceResults, u64), Failure> {
    let choice = args.filter.choice();
    let mut counts = MoveCounts::new(position.board());
    let mut results = ChoiceResults::default();
    let mut add = |_: GamePlace<'_>, record: &Record, opening: Option<&'static Opening>| {
        if counts.add_game(record)
            && !choice.is_all()
            && let Some(side) = choice.side_of(&GameFacts::of(record, opening))
        {
            results.add(record, side);
        }
        Ok(ControlFlow::Continue(()))
    };
    if !files.is_empty() || !choice.is_all() {
        let faults = each_game(files, None, &choice, NO_GAMES, &mut add)?;
        return Ok((faults.map(|_| counts), results, faults.unwrap_or(0)));
    }
    let counts = match library(NO_GAMES)? {
        Some(mut index) => Some(with_library(&mut index, |index, on_progress| {
            index.counts(position.board(), on_progress, &until_ctrl_c)
        })?),
        None => None,
    };
    Ok((counts, results, 0))
}

fn as_text(
    args: &OpeningsArgs,
    table: &OpeningTable,
    opening: Option<&Opening>,
    results: &ChoiceResults,
) -> String {
    let japanese = args.japanese.is_wanted();
    let above = [
        opening.map(|opening| summary::opening_line(opening, japanese)),
        table.games.map(|count| games(count.into())),
        results.said(),
    ];
    let above = above.into_iter().flatten().map(|line| format!("{line}\n"));
    let head = [
        label!("move"),
        label!("games"),
        label!("share %"),
        label!("win %"),
        label!("draw %"),
        label!("loss %"),
        label!("score"),
        label!("theory"),
        label!("eval"),
        label!("opening"),
    ];
    let rows = table.moves.iter();
    let rows = rows.map(|known| cells(table, known, japanese));
    let rows = TextTable::for_stdout(&head, head.len() - 1).text_of(rows);
    let above = above.filter(|_| io::stdout().is_terminal());
    above.chain([rows]).collect()
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
        text(
            (known.evaluation.as_ref())
                .map(|found| score_cell(found.certainty, found.score).into()),
        ),
        text((known.opening).map(|opening| opening.name(japanese).into_owned())),
    ]
}

fn as_json(table: &OpeningTable, opening: Option<&Opening>, results: &ChoiceResults) -> Value {
    let moves = table.moves.iter().map(|known| {
        let counts = &known.counts;
        json!({
            "move": known.squares[0],
            "same": known.squares[1..],
            "opening": known.opening,
            "games": table.games.map(|_| counts.games),
            "share": table.share(known).map(|percent| percent / 100.0),
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
        "results": (results.wins().games > 0).then(|| json!({
            "won": results.wins().won,
            "drawn": results.wins().drawn,
            "lost": results.wins().lost,
            "mean_margin": results.wins().mean_margin,
            "left_book": results.median_left(),
        })),
        "messages": message_counts(),
    })
}
