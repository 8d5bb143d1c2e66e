//! `reversi review`: prints what each move of a game lost and why, and the graph of the evaluation; of many games, a line
//! each.

mod many;

use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use clap::ColorChoice;
use serde_json::{Value, json};

use super::Failure;
use super::choice::FilterArgs;
use super::line::until_ctrl_c;
use super::options::{EngineChoice, JapaneseArg, ThreadArgs, search_failed, settings};
use super::output::{
    FormArgs, is_standard, print_message, print_to, progress_bar, try_output, warning,
};
use super::person;
use super::screen::{LookArgs, has_screen, tui_options, two_people};
use super::source::{self, PositionOrGame, StandardInput};
use super::stream::ShardArgs;
use super::values::{output_file, seconds, whole};
use crate::terminal;
use reversi::search::Limits;
use reversi::{Color, Entry, Game, Opening, Position, Square};
use reversi_notation::Record;
use reversi_study::practice::own_lines::{LineDeparture, OwnLines};
use reversi_study::review::{
    AnalysisStore, DEFAULT_DEPTH, ENGINE_LIMITS, MoveChances, Review, Reviewer, TABLE, Whose,
    limits_of_depth, svg, text,
};
use reversi_table::player::ExternalEngine;
use reversi_table::player::name::{PersonName, own_side};
use reversi_table::player::recorded::player_of;
use reversi_table::store::rated::RatedState;
use reversi_table::store::summary;
use reversi_text::tr;
use reversi_tui::FirstScreen;
use reversi_wording::review as wording;

/// Review a game: what each move lost, why, and the evaluation graph
///
/// GAME is as for `reversi show`, but it must have moves. At a terminal, opens the screen of the review, without GAME
/// the list of your last games; with --plain or through a pipe, prints the review. Of many games it prints a line each:
/// of a file with several or a folder, of your history (`history:`), of your libraries, or of several GAMEs.
#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("effort").multiple(false))]
#[command(group = clap::ArgGroup::new("form").arg("json").multiple(false))]
#[command(group = clap::ArgGroup::new("many").args(["shard"]).multiple(true))]
#[command(after_help = "\
Examples:
  reversi review history:last                      Your last game
  reversi review games.ggf#3 --lines               A game of a file, with lines of play
  reversi review game.sgf -o graph.svg             With the graph as a picture
  reversi review f5d6c3d3c4f4 --depth 10           A transcript, with a shallower search
  reversi review games.ggf --plain                 A line for each game of a file
  reversi review history: --mistakes 6             A line for each move that lost at least 6 discs
  reversi review --library --shard 2/8 -o part2.jsonl
                                                   The second of eight parts, as JSON; run it again to continue

Prints a line NUMBER SIDE MOVE LOSS best MOVE (CERTAINTY): REASON for each move. NUMBER counts the moves
without passes, a ply moves and passes. LOSS is in discs compared with the best move, which is named if
anything was lost. CERTAINTY is `exact` for a proven loss, `depth 16` for an estimate 16 plies deep,
`end at 73 %` for a selective search to the end of the game with about that confidence. REASON is a fact about
the positions after the two moves, or proven for every line of best play.

The line of a mistake or blunder ends with how many players make it, if more than half do: `About 3 of 4
club players play h1 here.` This is an estimate by a model of how people move. The players are like the side that
moved: tournament players lose less than 1.8 discs a move in this game, club players less than 2.8, casual
players less than 4, beginners more. With fewer than 15 judged moves they are club players. The model is
fitted to tournament games; what it says of casual players and beginners is extrapolated.

If the game leaves a line that you train (at + in the screen of the review), the move and that of the line follow.
Then follow the totals of each side and the graph, whose columns are plies. Positions with at most 22 empty
squares are solved, whatever --depth is; with --time-limit, as far as the time allows. A move other than the best
takes a second search. The same review has the same figures with any number of threads, except with --time-limit.

With --engine, each position is asked once with --depth or --time-limit [default: 2 seconds], and a move other than
the best is compared by the positions after the two moves. What the engine calls proven is `exact`.

The columns of many games are the name of the game, date, Black, White, result, the discs lost per move by Black and by
White, and the mistakes and blunders of both. As many games are reviewed at once as there are threads, never from an
earlier review. So the lines are the same on any machine, whatever was done before, except with --time-limit and
--engine. A file of lines (-o FILE.jsonl) keeps what is done: the same command continues it.")]
pub(crate) struct ReviewArgs {
    /// Transcripts, files, FILE#N, history:N, history:last, history: for all your games, or - for standard input
    #[arg(value_name = "GAME")]
    games: Vec<String>,
    /// Number of the game in a file or standard input, from 1 [default: the only one, or all]
    #[arg(long, value_name = "N", conflicts_with = "many", value_parser = whole(0u64..))]
    game: Option<u64>,
    /// Review the games of your libraries
    #[arg(long, group = "many", conflicts_with = "games")]
    library: bool,
    /// Print the moves that lost at least DISCS, one a line
    #[arg(long, value_name = "DISCS", group = "many", value_parser = whole(1..=128u32))]
    mistakes: Option<u32>,
    /// Search depth in plies, 1 to 60 [default: 16]
    #[arg(long, value_name = "PLIES", group = "effort", value_parser = whole(1..=60u32))]
    depth: Option<u32>,
    /// Search time for each position in seconds, e.g. 2 or 0.5
    #[arg(long, value_name = "SECONDS", group = "effort", value_parser = seconds)]
    time_limit: Option<Duration>,
    #[command(flatten)]
    engine: EngineChoice,
    #[command(flatten)]
    threads: ThreadArgs,
    #[command(flatten)]
    japanese: JapaneseArg,
    /// Print the best line and the played line under each move that lost discs
    #[arg(long, conflicts_with_all = ["json", "many"])]
    lines: bool,
    /// Print the review in plain text lines; used automatically when there is no terminal
    #[arg(long, group = "form")]
    plain: bool,
    #[command(flatten)]
    form: FormArgs,
    /// Write the graph to FILE.svg instead of the text (- prints only the picture), or JSON to FILE.jsonl, one object a
    /// line, after the lines that it has
    #[arg(short, long, value_name = "FILE", conflicts_with = "plain", value_parser = output_file(&["svg", "jsonl"]))]
    output: Option<PathBuf>,
    #[command(flatten)]
    shard: ShardArgs,
    #[command(flatten)]
    filter: FilterArgs,
}

pub(super) fn run(args: &ReviewArgs, color: ColorChoice) -> Result<(), Failure> {
    let engine = args.engine.open()?;
    let prints = args.plain || args.lines || args.form.json || args.output.is_some();
    let opens = !prints && has_screen() && args.games.iter().all(|text| text != "-");
    if many::is_asked(args, opens)? {
        return many::run(args, engine.as_ref(), None);
    }
    if args.form.json && args.output.is_some() {
        return Err(Failure::Usage(tr!(
            "--json cannot be used with a picture as the output; name a file that ends in .jsonl"
        )));
    }
    let Some(text) = args.games.first() else {
        if opens && args.game.is_none() {
            return open(args, color, None, engine);
        }
        return Err(named_game_missing());
    };
    let takes_all = args.game.is_none() && !args.lines && args.output.is_none();
    let found = if text == "-" && takes_all {
        match StandardInput::read()? {
            StandardInput::Games(games) => {
                return many::run(args, engine.as_ref(), Some(games));
            }
            StandardInput::One(found) => *found,
        }
    } else {
        source::find(Some(text), args.game)?
    };
    let PositionOrGame::Game(game, record) = &found.subject else {
        return Err(found.wrong(tr!(
            "a position has no moves to review; use `reversi hint` for it"
        )));
    };
    let record = record.as_deref();
    let of_game = Record::from_game(game);
    let is_move = |entry: &Entry| matches!(entry, Entry::Move { .. });
    if !game.entries().iter().any(is_move) {
        return Err(found.wrong(tr!("the game has no moves to review")));
    }
    if opens {
        let record = record.unwrap_or(&of_game).clone();
        return open(args, color, Some(Box::new(record)), engine);
    }
    // Fails now if the picture cannot be written, not after a long search.
    if let Some(path) = &args.output {
        try_output(path)?;
    }
    if let Some(why) = record.and_then(Record::check) {
        print_message(&warning(why));
    }
    let name = settings().kept().name;
    let you = record.and_then(|record| own_side(record, name));
    let own_lines = own_lines(name);
    let departure = departure(own_lines.as_ref(), record.unwrap_or(&of_game));
    let review = reviewed(args, engine.as_ref(), game)?;
    if let Some(path) = &args.output {
        let line = |entry| wording::entry_line(&review, entry, &Whose::default()).into();
        let picture = svg::graph(&review, &title(record.unwrap_or(&of_game)), &line) + "\n";
        print_to(path, &picture)?;
        if is_standard(path) {
            return Ok(());
        }
    }
    let departure = departure.as_ref();
    args.form.print(
        || as_json(&review, record.unwrap_or(&of_game), you, departure),
        || as_text(args, &review, (record, you), departure),
    )
}

/// Returns the error of a command without games.
fn named_game_missing() -> Failure {
    Failure::Usage(tr!(
        "name the game to review: a transcript, a file, FILE#N, history:N or history:last"
    ))
}

/// Returns the lines that the player trains. Problems with them are reported on stderr.
fn own_lines(name: PersonName) -> Option<OwnLines> {
    let lines = OwnLines::load(&person::state_folder()?, name, &until_ctrl_c);
    lines.map_err(|error| print_message(&warning(error))).ok()
}

/// Returns where a game left the lines that the player trains.
fn departure(lines: Option<&OwnLines>, record: &Record) -> Option<LineDeparture> {
    lines
        .filter(|_| record.start == Position::START)?
        .left_by(record)
}

/// Opens the screen of the review of a game, or the list of the last games.
fn open(
    args: &ReviewArgs,
    color: ColorChoice,
    game: Option<Box<Record>>,
    engine: Option<ExternalEngine>,
) -> Result<(), Failure> {
    let mut look = LookArgs::default();
    look.japanese = args.japanese.clone();
    let mut setup = two_people();
    setup.threads = args.threads.count();
    let limits = limits(args, engine.as_ref());
    setup.engine = engine;
    let mut options = tui_options(&look, color, FirstScreen::Review(game), setup, |_| ());
    options.review = limits;
    Ok(terminal::run(options)?)
}

/// Returns the limits of the search for each position.
fn limits(args: &ReviewArgs, engine: Option<&ExternalEngine>) -> Limits {
    match (args.depth, args.time_limit) {
        (_, Some(time)) => Limits::time(time),
        (None, None) if engine.is_some() => ENGINE_LIMITS,
        (depth, None) => limits_of_depth(depth.unwrap_or(DEFAULT_DEPTH)),
    }
}

fn reviewed(
    args: &ReviewArgs,
    engine: Option<&ExternalEngine>,
    game: &Game,
) -> Result<Review, Failure> {
    let reviewer = Reviewer::new(TABLE, limits(args, engine))
        .with_threads(args.threads.count())
        .with_engine(engine.cloned());
    let state = person::state_folder();
    let store = state.as_ref().map(AnalysisStore::of);
    let stored = store.as_ref().and_then(|store| store.load(game));
    // Limits on the command line ask for a new search.
    let is_usual = args.depth.is_none() && args.time_limit.is_none();
    if let Some((source, review)) = &stored
        && is_usual
        && source.is_as_deep_as(&reviewer.source())
    {
        return Ok(review.clone());
    }
    let mut review = Review::new(game);
    let positions = review.positions().len() as u64;
    let bar = progress_bar(positions, &tr!("{{bar:30}} {{pos}} of {{len}} positions"));
    bar.tick();
    let done = reviewer.run_until(&mut review, &mut |_| bar.inc(1), &until_ctrl_c);
    bar.finish_and_clear();
    done.map_err(|error| search_failed(engine, &error))?;
    if let (Some(store), Some(_)) = (store, stored)
        && let Err(error) = store.save(&review, reviewer.source())
    {
        print_message(&warning(error));
    }
    Ok(review)
}

/// Returns the players, as far as known, and the result.
fn title(record: &Record) -> String {
    let named = |color: Color| match record.players[color].trim() {
        "" => tr!("{color}", color),
        _ => summary::player(record, color),
    };
    let [black, white] = Color::ALL.map(named);
    [&*black, " - ", &white, ", ", &summary::result(record)].concat()
}

fn as_text(
    args: &ReviewArgs,
    review: &Review,
    (record, you): (Option<&Record>, Option<Color>),
    departure: Option<&LineDeparture>,
) -> String {
    let mut text = String::new();
    let whose = Whose::of(record.unwrap_or(&Record::from_game(review.game())), you);
    for line in record.map(summary::details).unwrap_or_default() {
        text += &(String::from(line) + "\n");
    }
    if let Some(opening) = Opening::of(review.game().positions()) {
        let line = summary::opening_line(opening, args.japanese.is_wanted());
        text += &(String::from(line) + "\n");
    }
    if !text.is_empty() {
        text.push('\n');
    }
    for entry in 0..review.game().entries().len() {
        let _ = writeln!(text, "{}", wording::entry_line(review, entry, &whose));
        let move_review = review.move_review(entry);
        if let (true, Some(move_review)) = (args.lines, move_review)
            && move_review.loss > 0
        {
            for line in wording::lines_of_play(move_review) {
                // Writing to a string cannot fail.
                let _ = writeln!(text, "     {line}");
            }
        }
    }
    text.push('\n');
    if let Some(departure) = departure {
        let exit = &departure.exit;
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{} {}\n",
            departure.announcement(whose.you(exit.position.side_to_move(), exit.square)),
            departure.sentence()
        );
    }
    text += &wording::totals(review, &whose, you);
    if args.output.is_none() {
        let head = tr!("Lead of Black (X) or White (O) in discs after each ply; x, o: estimated");
        text.extend(["\n", &*head, "\n"]);
        text += &text::graph(review);
    }
    text
}

fn as_json(
    review: &Review,
    record: &Record,
    you: Option<Color>,
    departure: Option<&LineDeparture>,
) -> Value {
    let game = review.game();
    let opening = Opening::of(game.positions());
    let entries = game.entries().iter().enumerate();
    let entries = entries.map(|(at, entry)| entry_as_json(review, at, entry));
    json!({
        "black": player_of(&record.players, Color::Black).to_string(),
        "white": player_of(&record.players, Color::White).to_string(),
        "result": &*summary::result(record),
        "you": you,
        "rated": RatedState::of(record).is_rated(),
        "opening": opening,
        "start": game.start(),
        "start_evaluation": evaluation_as_json(review, 0),
        "entries": entries.collect::<Vec<_>>(),
        "totals": review.totals(&Whose::of(record, None)),
        "left_lines": departure.map(|LineDeparture { exit, right, played }| json!({
            "number": exit.number,
            "side": exit.position.side_to_move(),
            "move": exit.square,
            "lines": right.iter().collect::<Vec<Square>>(),
            "played": played,
        })),
    })
}

fn entry_as_json(review: &Review, at: usize, entry: &Entry) -> Value {
    let (kind, color) = match entry {
        Entry::Move { color, .. } => ("move", color),
        Entry::Pass { color } => ("pass", color),
        Entry::Resignation { color } => ("resignation", color),
        Entry::Timeout { color } => ("timeout", color),
        Entry::Agreement { color } => ("agreement", color),
    };
    let mut object = json!({
        "ply": at + 1,
        "number": entry.square().map(|_| review.move_number(at)),
        "side": color,
        "entry": kind,
        "evaluation": evaluation_as_json(review, at + 1),
    });
    if let Some(move_review) = review.move_review(at) {
        object["move"] = json!(move_review.square);
        object["loss"] = json!(move_review.loss);
        object["exact"] = json!(move_review.is_exact());
        object["best"] = json!(move_review.best);
        object["played"] = json!(move_review.played);
        object["reason"] = json!(wording::reason(move_review, None).as_deref());
        let group = review.group(move_review.color);
        let people = move_review.chances(group).map(
            |MoveChances { played, best }| json!({"group": group.to_string(), "played": played, "best": best}),
        );
        object["people"] = json!(people);
    }
    object
}

/// Returns the evaluation after a number of entries; `None` if it is unknown.
fn evaluation_as_json(review: &Review, entries: usize) -> Option<Value> {
    let (black, certainty) = review.black_score(entries)?;
    let (kind, confidence) = certainty.kind_and_confidence();
    let depth = review.score(entries)?.depth;
    Some(json!({"black": black, "kind": kind, "confidence": confidence, "depth": depth}))
}
