//! Owns `reversi solve`: endgame positions from a file, solved and compared with what is listed.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;
use std::time::Duration;

use crate::Board;
use crate::app::session::line_of_play;
use crate::notation::input::{LineEnd, read_line};
use crate::notation::obf::ScoredPosition;
use crate::search::solve::{Difference, Goal, Solution, solve};
use crate::search::{Certainty, Limits, MoveScore, Searcher};
use serde_json::json;

use super::{Failure, complain, machine_threads, names, print};
use crate::app::cli::args::SolveArgs;

/// The memory of the search, in megabytes.
const TABLE: usize = 128;

/// The longest line that is read, in bytes. With every move and its score one has some 500.
const MAX_LINE: usize = 64 * 1024;

/// What has come of all lines so far.
#[derive(Default)]
struct Sum {
    positions: u32,
    solved: u32,
    differences: usize,
    bad_lines: u32,
    nodes: u64,
    elapsed: Duration,
}

pub(super) fn run(args: &SolveArgs) -> Result<(), Failure> {
    match args.file.as_deref() {
        Some(path) if path != Path::new("-") => {
            let unreadable = |error| Failure::File(path.to_owned(), error);
            let file = File::open(path).map_err(unreadable)?;
            solve_all(args, BufReader::new(file), unreadable)
        }
        _ => solve_all(args, io::stdin().lock(), Failure::Input),
    }
}

fn solve_all(
    args: &SolveArgs,
    mut input: impl BufRead,
    unreadable: impl Fn(io::Error) -> Failure,
) -> Result<(), Failure> {
    let goal = Goal {
        win_loss_draw: args.wld,
        every_move: args.all_moves,
    };
    let threads = args.threads.unwrap_or_else(machine_threads);
    let mut searcher = Searcher::new(TABLE).with_threads(threads);
    // The memory is taken now, so that it is not counted to the first position.
    searcher.search(Board::START, &Limits::depth(1), &mut ());
    let mut sum = Sum::default();
    for number in 1.. {
        let Some(line) = next_line(&mut input).map_err(&unreadable)? else {
            break;
        };
        let parse = |line: String| ScoredPosition::parse_line(&line).map_err(|e| e.to_string());
        let problem = match line.and_then(parse) {
            Ok(Some(problem)) => problem,
            Ok(None) => continue,
            Err(why) => {
                sum.positions += 1;
                sum.bad_lines += 1;
                complain(&format!("line {number}: {why}"));
                continue;
            }
        };
        let board = problem.position.board();
        let solution = solve(&mut searcher, board, &problem.scores, goal, &mut ());
        sum.positions += 1;
        sum.solved += 1;
        sum.differences += solution.differences.len();
        sum.nodes += solution.result.nodes;
        sum.elapsed += solution.result.elapsed;
        let text = if args.json {
            as_json(number, args, &solution)
        } else {
            as_text(number, args, &solution)
        };
        print(text.as_bytes())?;
        for &difference in &solution.differences {
            complain(&format!("line {number}: {}", differs(args, difference)));
        }
    }
    print(total(args, &sum).as_bytes())?;
    faults(&sum)
}

fn differs(args: &SolveArgs, difference: Difference) -> String {
    let Difference {
        square,
        listed,
        found,
    } = difference;
    let found = outcome(args, found.discs());
    let listed = outcome(args, listed);
    format!("the listed score of {square} is {listed}, but {found} was found")
}

fn as_text(number: u32, args: &SolveArgs, solution: &Solution) -> String {
    let best = solution.result.best();
    let mut text = format!(
        "{number} {} {} {} {:.3} {}",
        outcome(args, best.score.discs()),
        move_name(best),
        solution.result.nodes,
        solution.result.elapsed.as_secs_f64(),
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

/// The best move; `--` for a pass and at the end of the game.
fn move_name(found: &MoveScore) -> String {
    found
        .square
        .map_or_else(|| "--".to_owned(), |square| square.to_string())
}

/// A score with its sign, or only who wins where no more is known.
fn outcome(args: &SolveArgs, discs: i32) -> String {
    match discs {
        _ if !args.wld => format!("{discs:+}"),
        1.. => "win".to_owned(),
        0 => "draw".to_owned(),
        _ => "loss".to_owned(),
    }
}

fn as_json(number: u32, args: &SolveArgs, solution: &Solution) -> String {
    let score = |discs: i32| if args.wld { discs.signum() } else { discs };
    let best = solution.result.best();
    let kind = match best.certainty {
        Certainty::WinLossDraw => "win_loss_draw",
        _ => "exact",
    };
    let differences: Vec<_> = solution
        .differences
        .iter()
        .map(|difference| {
            json!({
                "move": difference.square.to_string(),
                "listed": score(difference.listed),
                "found": score(difference.found.discs()),
            })
        })
        .collect();
    let mut object = json!({
        "number": number,
        "score": score(best.score.discs()),
        "kind": kind,
        "move": best.square.map(|square| square.to_string()),
        "nodes": solution.result.nodes,
        "seconds": solution.result.elapsed.as_secs_f64(),
        "pv": names(&best.pv),
        "differences": differences,
    });
    if args.all_moves {
        let each = solution.result.moves.iter().map(|line| {
            json!({
                "move": line.square.map(|square| square.to_string()),
                "score": score(line.score.discs()),
            })
        });
        object["moves"] = each.collect();
    }
    format!("{object}\n")
}

fn total(args: &SolveArgs, sum: &Sum) -> String {
    let seconds = sum.elapsed.as_secs_f64();
    if args.json {
        let object = json!({
            "solved": sum.solved,
            "positions": sum.positions,
            "differences": sum.differences,
            "nodes": sum.nodes,
            "seconds": seconds,
        });
        return format!("{object}\n");
    }
    format!(
        "solved {} of {}, {} nodes, {seconds:.3} s\n",
        sum.solved, sum.positions, sum.nodes
    )
}

fn faults(sum: &Sum) -> Result<(), Failure> {
    let count = |count: usize, word: &str| {
        let ending = if count == 1 { "" } else { "s" };
        (count > 0).then(|| format!("{count} {word}{ending}"))
    };
    let faults: Vec<String> = [
        count(sum.bad_lines as usize, "wrong line"),
        count(sum.differences, "listed score"),
    ]
    .into_iter()
    .flatten()
    .collect();
    match (sum.bad_lines, sum.differences) {
        (0, 0) => Ok(()),
        (_, 0) => Err(Failure::Faults(format!("{} in the input", faults.join("")))),
        _ => Err(Failure::Faults(format!(
            "{} differing from what was found",
            faults.join(", ")
        ))),
    }
}

/// Reads a line, of which no more than [`MAX_LINE`] bytes are held: its text, or why it cannot be read.
/// `None` at the end.
fn next_line(input: &mut impl BufRead) -> io::Result<Option<Result<String, String>>> {
    let mut bytes = Vec::new();
    match read_line(input, &mut bytes, MAX_LINE)? {
        LineEnd::EndOfInput => return Ok(None),
        LineEnd::TooLong => return Ok(Some(Err(format!("it is longer than {MAX_LINE} bytes")))),
        LineEnd::Complete => {}
    }
    Ok(Some(match String::from_utf8(bytes) {
        Ok(text) => Ok(text.trim_start_matches('\u{feff}').to_owned()),
        Err(error) => Err(format!(
            "it is not UTF-8 text at byte {}",
            error.utf8_error().valid_up_to() + 1
        )),
    }))
}
