//! `reversi solve`: solves the endgame positions of a file and checks listed scores.

use std::io::{self, BufRead as _, BufReader, Cursor, IsTerminal as _, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use reversi::search::solve::{Goal, Solution, solve};
use reversi::search::{Handler, Limits, MoveScore, Searcher};
use reversi::{Board, Position};
use reversi_notation::find::find;
use reversi_notation::input::{Decoded, LineEnd, Unpacked, open, read_line};
use reversi_notation::obf::ScoredPosition;
use reversi_table::phrase::faults::oddity;
use reversi_table::phrase::{line_of_play, path_text};
use reversi_text::{Message, Name, Said, label, tr};
use serde::Serialize;
use serde_json::{Value, json};

use super::Failure;
use super::options::SearchArgs;
use super::output::{
    FormArgs, ReportKind, about, about_line, positions_bar, print, print_message, print_one_of_many,
};
use super::source::{self, A_GAME, Located, STANDARD_INPUT, locate, read_as};
use super::stream::{self, LinesOfItem, OnItem, ShardArgs};
use super::values::{output_file, seconds};

/// The longest line accepted, in bytes. A line with every move and its score has about 500.
const MAX_LINE: usize = 64 * 1024;

/// The most empty squares of a position that is solved without a time limit. With more, a solution takes days.
const MOST_EMPTIES: u32 = 40;

/// The totals so far.
#[derive(Default)]
struct Sum {
    solved: u32,
    /// The positions whose time ran out.
    unsolved: u32,
    differences: usize,
    bad_lines: u32,
    nodes: u64,
    elapsed: Duration,
}

/// Solve endgame positions: the proven score and the best line of each
#[derive(Debug, clap::Args)]
#[command(mut_arg("json", |arg| arg.help("Print JSON, one object a line")))]
#[command(after_help = "\
Examples:
  reversi solve positions.obf                      Solve every line of a file
  reversi solve positions.obf -o solved.jsonl      As JSON; run it again to continue after an interruption
  reversi solve positions.obf --shard 2/8 -o part2.jsonl
                                                   The second of eight parts
  reversi solve --all-moves positions.obf          Check every listed score
  reversi solve \"$MOVES\"                          Solve the position after some moves
  echo \"$LINE\" | reversi solve -                  Solve one position
  reversi solve --wld --json positions.obf         Win, draw or loss, for programs
  reversi solve --time-limit 10 positions.obf      At most ten seconds a position

Each line of the input is 64 characters X, O or - from a1 to h8 and the side to move, then, optionally,
scores of moves: `; g8:+18; h1:+12`. Text after a % is a comment. If no line is a position, an input of up to 64 KiB
is searched for boards and games.
Prints a line NUMBER SCORE MOVE NODES SECONDS PV for each position: the number of the line, the score in
discs for the side to move with the empty squares given to the winner, the best move, `--` if there is
none, and the line of best play. With --wld the score is win, draw or loss.
With --time-limit, a position that takes longer has `unsolved` as its score and no line: its score is not known.
A position with more than 40 empty squares is solved only with --time-limit.
Invalid or unsolved positions, and listed scores that differ from the solution, are reported on stderr; the exit
code is then 1. Anything else in a line that is not a move and its score is reported and ignored.

With --output or --shard, as many positions are solved at once as there are threads, each by one thread from an empty
table. So the lines are the same whatever was solved before, on any machine, except with --time-limit; JSON has no
`seconds` then. The file keeps what is solved: the same command continues it.")]
pub(crate) struct SolveArgs {
    #[arg(value_name = "GAME", help = format!("{A_GAME}, the default in a pipe; a file may have one position a line"))]
    input: Option<PathBuf>,
    #[command(flatten)]
    search: SearchArgs,
    /// Find only whether each position is a win, draw or loss
    #[arg(long)]
    wld: bool,
    /// Find the score of every legal move
    #[arg(long)]
    all_moves: bool,
    /// Search time for each position in seconds, e.g. 5 or 0.5 [default: until it is solved]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time_limit: Option<Duration>,
    /// Write JSON to this file, one object a line, after the lines that it has
    #[arg(short, long, value_name = "FILE", value_parser = output_file(&["jsonl"]))]
    output: Option<PathBuf>,
    #[command(flatten)]
    shard: ShardArgs,
    #[command(flatten)]
    form: FormArgs,
}

impl Sum {
    fn add(&mut self, solution: &Solution) {
        self.nodes += solution.result.nodes;
        self.elapsed += solution.result.elapsed;
        if is_solved(solution) {
            self.solved += 1;
            self.differences += solution.differences.len();
        } else {
            self.unsolved += 1;
        }
    }
}

/// Stops a search at a time.
struct Deadline(Option<Instant>);

impl Handler for Deadline {
    fn should_stop(&mut self) -> bool {
        self.0.is_some_and(|time| Instant::now() >= time)
    }
}

/// Returns whether everything that was asked about a position is proven.
fn is_solved(solution: &Solution) -> bool {
    let mut moves = solution.result.moves.iter();
    moves.all(|line| line.certainty.is_proven())
}

impl SolveArgs {
    /// Returns why a position is not solved, as nobody would wait for its solution: a clause.
    fn too_large(&self, board: Board) -> Option<Said> {
        let empties = board.empty_count();
        let is_solved = empties <= MOST_EMPTIES || board.is_game_over();
        (!is_solved && self.time_limit.is_none()).then(|| {
            tr!(
                "{empties} empty squares are too many to solve, at most {most} without --time-limit; \
                 `reversi hint` estimates the score",
                empties,
                most = MOST_EMPTIES
            )
        })
    }

    /// Returns the input; `None` for standard input.
    fn file(&self) -> Option<&Path> {
        self.input.as_deref().filter(|path| path.as_os_str() != "-")
    }

    /// Returns whether the positions are solved apart from each other, so that nothing depends on the others.
    const fn is_apart(&self) -> bool {
        self.output.is_some() || self.shard.shard.is_some()
    }

    const fn goal(&self) -> Goal {
        Goal {
            win_loss_draw: self.wld,
            every_move: self.all_moves,
        }
    }

    /// Solves a position in its time.
    fn solve(&self, searcher: &mut Searcher, problem: &ScoredPosition) -> Solution {
        let board = problem.position.board();
        // Where nobody would wait, it is tried for a moment.
        let time = self.too_large(board).map(|_| Duration::ZERO);
        let time = time.or(self.time_limit);
        let mut deadline = Deadline(time.and_then(|time| Instant::now().checked_add(time)));
        solve(searcher, board, &problem.scores, self.goal(), &mut deadline)
    }
}

pub(super) fn run(args: &SolveArgs) -> Result<(), Failure> {
    let Some(path) = args.file() else {
        if args.input.is_none() && io::stdin().is_terminal() {
            return Err(Failure::Usage(NO_INPUT.into()));
        }
        let input = io::stdin().lock();
        return solve_all(
            args,
            STANDARD_INPUT.text(),
            input,
            Failure::Input,
            report_no_game,
        );
    };
    if let Some(text) = path.to_str()
        && !matches!(locate(text)?, Located::File(_, None))
    {
        let found = source::find(Some(text), None)?;
        let position = found.subject.end();
        if let Some(why) = args.too_large(position.board()) {
            return Err(found.wrong(why));
        }
        let line = position.to_string();
        // It is reported already.
        return solve_all(args, text, line.as_bytes(), Failure::Input, |_, _| ());
    }
    let unreadable = |error| Failure::File(path.to_owned(), error);
    let file = open(path).map_err(unreadable)?;
    solve_all(args, &path_text(path), file, unreadable, report_no_game)
}

/// What is missing on the command line.
const NO_INPUT: &Message =
    label!("nothing to solve; give a file with one position a line, a transcript or a board");

/// Reports why no game leads to the position of a line.
fn report_no_game(number: u32, position: Position) {
    if let Some(why) = position.no_game_because() {
        print_one_of_many(ReportKind::Position, &about_line(number, oddity(&why)));
    }
}

/// A position of the input, with the number of its line.
type NumberedPosition = (u32, ScoredPosition);

fn solve_all(
    args: &SolveArgs,
    name: &str,
    input: impl Read,
    unreadable: impl Fn(io::Error) -> Failure,
    report: impl Fn(u32, Position),
) -> Result<(), Failure> {
    let input = in_lines(Decoded::new(Unpacked::new(input))).map_err(&unreadable)?;
    let mut sum = Sum::default();
    if args.is_apart() {
        solve_apart(args, input, &unreadable, &report, &mut sum)?;
    } else {
        let mut searcher = args.search.searcher()?;
        // Allocates the memory now, so that it does not count for the first position.
        searcher.search(Board::START, &Limits::depth(1), &mut ());
        let mut bad_lines = 0;
        each_position(
            input,
            &unreadable,
            &report,
            &mut bad_lines,
            &mut |(number, problem)| {
                let solution = args.solve(&mut searcher, &problem);
                sum.add(&solution);
                let facts = || as_json(args, &solution, Some(number));
                args.form
                    .print(facts, || as_text(number, args, &solution))?;
                report_faults(number, args, problem.position.board(), &solution);
                Ok(ControlFlow::Continue(()))
            },
        )?;
        sum.bad_lines = bad_lines;
    }
    print_total(args, &sum)?;
    // A part may have none.
    if !args.is_apart() && sum.solved + sum.unsolved + sum.bad_lines == 0 {
        return Err(Failure::Faults(about(name, tr!("no position found"))));
    }
    faults(&sum)
}

/// Calls a function with each position of an input, until it breaks. Reports lines without one, and counts them.
fn each_position(
    input: impl Read,
    unreadable: impl Fn(io::Error) -> Failure,
    report: impl Fn(u32, Position),
    bad_lines: &mut u32,
    on_position: &mut dyn FnMut(NumberedPosition) -> Result<ControlFlow<()>, Failure>,
) -> Result<(), Failure> {
    let mut input = BufReader::new(input);
    for number in 1.. {
        let mut line = Vec::new();
        let end = read_line(&mut input, &mut line, MAX_LINE).map_err(&unreadable)?;
        if end == LineEnd::EndOfInput {
            break;
        }
        let problem = match parse(line, end) {
            Ok(Some(problem)) => problem,
            Ok(None) => continue,
            Err(why) => {
                *bad_lines += 1;
                print_one_of_many(ReportKind::Line, &about_line(number, why));
                continue;
            }
        };
        for why in &problem.ignored {
            print_one_of_many(ReportKind::Part, &about_line(number, why));
        }
        report(number, problem.position);
        if on_position((number, problem))?.is_break() {
            break;
        }
    }
    Ok(())
}

/// Solves the positions of a part of the input that the output lacks, each from an empty table.
fn solve_apart(
    args: &SolveArgs,
    input: impl Read,
    unreadable: impl Fn(io::Error) -> Failure,
    report: impl Fn(u32, Position),
    sum: &mut Sum,
) -> Result<(), Failure> {
    let is_json = args.form.json || args.output.is_some();
    let (mut kept, mut output) = stream::open(args.output.as_deref(), "number", LinesOfItem::One)?;
    let single = args.search.single()?;
    let bar = positions_bar(0);
    let part = args.shard.part();
    let mut bad_lines = 0;
    let produce = |on_item: &mut OnItem<'_, NumberedPosition>| {
        let mut positions = 0..;
        let on_position = &mut |(number, problem): NumberedPosition| {
            let is_own = positions.next().is_some_and(|index| part.has(index));
            if !is_own || kept.has(&head(args, number)?)? {
                return Ok(ControlFlow::Continue(()));
            }
            Ok(on_item((number, problem)))
        };
        each_position(input, &unreadable, &report, &mut bad_lines, on_position)?;
        kept.finish()
    };
    let work = |searcher: &mut Searcher, (number, problem): NumberedPosition| {
        searcher.clear();
        let solution = args.solve(searcher, &problem);
        Ok((number, problem.position.board(), solution))
    };
    let take = |(number, board, solution): (u32, Board, Solution)| {
        sum.add(&solution);
        let text = if is_json {
            stream::line(&head(args, number)?, as_json(args, &solution, None))
        } else {
            as_text(number, args, &solution)
        };
        output.write(&text)?;
        report_faults(number, args, board, &solution);
        Ok(())
    };
    stream::run(
        args.search.threads.count(),
        &bar,
        produce,
        single,
        work,
        take,
    )?;
    sum.bad_lines = bad_lines;
    Ok(())
}

/// What every line about a position begins with: its number, and the options that decide what the line says.
#[derive(Serialize)]
struct PositionHead {
    number: u32,
    wld: bool,
    all_moves: bool,
    /// The seconds for each position.
    time_limit: Option<f64>,
}

/// Returns how the line of a position begins.
fn head(args: &SolveArgs, number: u32) -> Result<String, Failure> {
    stream::head(&PositionHead {
        number,
        wld: args.wld,
        all_moves: args.all_moves,
        time_limit: args.time_limit.map(|time| time.as_secs_f64()),
    })
}

/// Reports on stderr what is wrong about a solution.
fn report_faults(number: u32, args: &SolveArgs, board: Board, solution: &Solution) {
    if !is_solved(solution) {
        let why = args.too_large(board);
        let why = why.unwrap_or_else(|| tr!("not solved within the time limit"));
        print_message(&about_line(number, why));
        return;
    }
    for difference in &solution.differences {
        let square = difference.square;
        let [listed, found] =
            [difference.listed, difference.found.discs()].map(|discs| outcome(args, discs));
        let (listed, found) = (Name(&listed), Name(&found));
        let why = tr!(
            "the listed score of {square} is {listed}, but the solution is {found}",
            square,
            listed,
            found
        );
        print_message(&about_line(number, why));
    }
}

fn as_text(number: u32, args: &SolveArgs, solution: &Solution) -> String {
    let best = solution.result.best();
    let effort = format!(
        "{} {:.3}",
        solution.result.nodes,
        solution.result.elapsed.as_secs_f64()
    );
    if !is_solved(solution) {
        return format!("{number} unsolved -- {effort}\n");
    }
    let mut text = format!(
        "{number} {} {} {effort} {}",
        outcome(args, best.score.discs()),
        move_name(best),
        line_of_play(&best.pv),
    );
    // Without a move there is no line of play.
    text.truncate(text.trim_end().len());
    if args.all_moves {
        let each: Vec<String> = solution
            .result
            .moves
            .iter()
            .map(|line| format!("{}:{}", move_name(line), outcome(args, line.score.discs())))
            .collect();
        text.push_str("\n  ");
        text.push_str(&each.join(" "));
    }
    text.push('\n');
    text
}

/// Returns the best move; `--` for a pass and at the end of the game.
fn move_name(found: &MoveScore) -> String {
    found
        .square
        .map_or_else(|| "--".to_owned(), |square| square.to_string())
}

/// Returns a signed score, or only the winner if nothing more is known.
fn outcome(args: &SolveArgs, discs: i32) -> String {
    match discs {
        _ if !args.wld => format!("{discs:+}"),
        1.. => "win".to_owned(),
        0 => "draw".to_owned(),
        _ => "loss".to_owned(),
    }
}

/// Returns a solution for programs; without its number and time where the line has them already, or has to be the same
/// each time.
fn as_json(args: &SolveArgs, solution: &Solution, number: Option<u32>) -> Value {
    let score = |discs: i32| if args.wld { discs.signum() } else { discs };
    let result = &solution.result;
    let solved = is_solved(solution).then_some(solution);
    let best = solved.map(|_| result.best());
    let differences = solved.into_iter().flat_map(|solved| &solved.differences);
    let differences = differences.map(|difference| {
        let (listed, found) = (difference.listed, difference.found.discs());
        json!({"move": difference.square, "listed": score(listed), "found": score(found)})
    });
    let mut object = json!({
        "score": best.map(|best| score(best.score.discs())),
        "kind": best.map_or("unsolved", |best| best.certainty.kind_and_confidence().0),
        "move": best.map(|best| best.square),
        "nodes": result.nodes,
        "pv": best.map_or(&[][..], |best| &best.pv),
        "differences": differences.collect::<Vec<_>>(),
    });
    if args.all_moves && best.is_some() {
        let each = result.moves.iter();
        let each =
            each.map(|line| json!({"move": line.square, "score": score(line.score.discs())}));
        object["moves"] = each.collect();
    }
    if let Some(number) = number {
        object["number"] = json!(number);
        object["seconds"] = json!(result.elapsed.as_secs_f64());
    }
    object
}

fn print_total(args: &SolveArgs, sum: &Sum) -> Result<(), Failure> {
    if args.form.json || args.output.is_some() {
        return Ok(());
    }
    let seconds = sum.elapsed.as_secs_f64();
    let positions = sum.solved + sum.unsolved + sum.bad_lines;
    let (solved, nodes) = (sum.solved, sum.nodes);
    let seconds = format!("{seconds:.3}");
    let total = tr!(
        "solved {solved} of {positions}, {nodes} nodes, {seconds} s",
        solved,
        positions,
        nodes,
        seconds = Name(&seconds)
    );
    print(&format!("{total}\n"))
}

fn faults(sum: &Sum) -> Result<(), Failure> {
    let (bad_lines, unsolved, differences) = (sum.bad_lines, sum.unsolved, sum.differences);
    let faults = [
        (bad_lines > 0).then(|| {
            tr!(
                "{count} invalid line" | "{count} invalid lines",
                count = bad_lines
            )
        }),
        (unsolved > 0).then(|| {
            tr!(
                "{count} unsolved position" | "{count} unsolved positions",
                count = unsolved
            )
        }),
        (differences > 0).then(|| {
            tr!(
                "{count} wrong listed score" | "{count} wrong listed scores",
                count = differences
            )
        }),
    ];
    match Said::list(faults.into_iter().flatten()) {
        faults if faults.is_empty() => Ok(()),
        faults => Err(Failure::Faults(faults)),
    }
}

/// Returns an input as lines of positions. If no line is one, the text is searched for boards and games, and their
/// positions are the lines.
fn in_lines(input: impl Read) -> io::Result<impl Read> {
    let mut input = BufReader::new(input);
    let mut head = Vec::new();
    (&mut input)
        .take(MAX_LINE as u64)
        .read_until(b'\n', &mut head)?;
    let first = String::from_utf8_lossy(&head);
    if ScoredPosition::parse_line(first.trim_end()).is_err() {
        (&mut input).take(MAX_LINE as u64).read_to_end(&mut head)?;
        let is_whole = input.fill_buf()?.is_empty();
        let is_line = |line: &str| matches!(ScoredPosition::parse_line(line), Ok(Some(_)));
        let found = std::str::from_utf8(&head)
            .ok()
            .filter(|text| is_whole && !text.lines().any(is_line));
        if let Some(Ok(found)) = found.map(find) {
            print_message(&read_as(&found));
            let lines = found
                .items
                .iter()
                .map(|item| format!("{}\n", item.position));
            head = lines.collect::<String>().into_bytes();
        }
    }
    Ok(Cursor::new(head).chain(input))
}

/// Parses a line of the input; `None` if it has no position.
fn parse(line: Vec<u8>, end: LineEnd) -> Result<Option<ScoredPosition>, Said> {
    if end == LineEnd::TooLong {
        return Err(tr!("longer than {most} bytes", most = MAX_LINE));
    }
    let text = String::from_utf8(line).map_err(|error| {
        let byte = error.utf8_error().valid_up_to() + 1;
        tr!("invalid UTF-8 at byte {byte}", byte)
    })?;
    ScoredPosition::parse_line(&text).map_err(Said::display)
}
