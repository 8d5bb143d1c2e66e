//! `reversi bench`: measures the speed of the search on fixed positions, and of the boards.

use std::fmt::Write as _;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde_json::{Value, json};

use super::Failure;
use super::output::FormArgs;
use super::values::whole;
use reversi::array_board::bench::{self, BoardTime};
use reversi::bitboard::AnyKernel;
use reversi::search::bench::{Part, bench};

#[derive(Debug, clap::Args)]
pub(crate) struct BenchArgs {
    /// Kernel [default: the fastest]
    #[arg(long, value_name = "KERNEL", ignore_case = true, value_parser = kernels())]
    kernel: Option<AnyKernel>,
    /// Compare three boards of arrays, each without and with the flags of directions, and the kernels
    #[arg(long, conflicts_with = "kernel")]
    boards: bool,
    /// Depth of the count of leaves with --boards, 1 to 10
    #[arg(long, value_name = "PLIES", requires = "boards", default_value_t = 7, value_parser = whole(1..=10u32))]
    depth: u32,
    #[command(flatten)]
    form: FormArgs,
}

/// Parses the name of a kernel that this processor can run.
fn kernels() -> impl TypedValueParser<Value = AnyKernel> {
    PossibleValuesParser::new(AnyKernel::all().map(AnyKernel::name)).try_map(|name| {
        let named = |kernel: &AnyKernel| kernel.name().eq_ignore_ascii_case(&name);
        AnyKernel::all().find(named).ok_or("unknown kernel")
    })
}

pub(super) fn run(args: &BenchArgs) -> Result<(), Failure> {
    if args.boards {
        let times = bench::bench(args.depth);
        let boards = times.iter().map(|time| {
            json!({"name": time.name, "leaves": time.leaves, "seconds": time.best.as_secs_f64()})
        });
        let facts = || json!({"depth": args.depth, "boards": boards.collect::<Vec<Value>>()});
        return args.form.print(facts, || board_report(&times, args.depth));
    }
    let kernel = args.kernel.unwrap_or_else(AnyKernel::fastest);
    let parts = bench(kernel);
    let part_facts = |part: &Part| {
        json!({
            "name": part.name,
            "positions": part.positions,
            "nodes": part.nodes,
            "seconds": part.elapsed.as_secs_f64(),
        })
    };
    let facts = || json!({"kernel": kernel.name(), "parts": parts.each_ref().map(part_facts)});
    args.form.print(facts, || part_report(&parts, kernel))
}

/// Returns a table of the parts of the bench.
fn part_report(parts: &[Part], kernel: AnyKernel) -> String {
    let mut text = format!(
        "{} kernel\npart     positions      nodes  seconds  million nodes a second\n",
        kernel.name()
    );
    for part in parts {
        let _ = writeln!(
            text,
            "{:<8} {:>9} {:>10} {:>8.3} {:>23.1}",
            part.name,
            part.positions,
            part.nodes,
            part.elapsed.as_secs_f64(),
            part.rate() / 1e6
        );
    }
    text
}

/// Returns a table of the boards and what it means.
#[allow(clippy::cast_precision_loss)] // a rate to be read by people
fn board_report(times: &[BoardTime], depth: u32) -> String {
    let mut text = format!(
        "perft {depth}: {} leaves from the start. Every board plays every move, those of the last ply too.\n\
         The best of {} runs. Speed: 1.00 is the first board.\n\n{:<27}  seconds  million leaves a second   speed\n",
        times[0].leaves,
        bench::RUNS,
        "board",
    );
    for time in times {
        let seconds = time.best.as_secs_f64();
        let rate = time.leaves as f64 / seconds / 1e6;
        let speed = times[0].ratio(time);
        let _ = writeln!(
            text,
            "{:<27} {seconds:>8.4} {rate:>24.2} {speed:>7.2}",
            time.name
        );
    }
    text + "\n" + &meaning(times)
}

/// Returns what the times of [`bench::bench`] mean, in sentences.
fn meaning(times: &[BoardTime]) -> String {
    let (arrays, kernels) = times.split_at(6);
    // Rows of cells, ten cells a row in one array, and sixteen cells a row: each without and with flags.
    let [rows, tens, wide] = [0, 2, 4];
    let names = [rows, tens, wide].map(|array| &times[array].name);
    let flags = [rows, tens, wide].map(|array| speed(&times[array + 1], &times[array]));
    let [a, b, c] = flags;
    let mut text = format!(
        "With flags, {} is {a} as without, {} {b} and {} {c}.\n",
        names[0], names[1], names[2]
    );
    for (subject, board, object) in [
        ("Rows of 16", wide, "rows of 10"),
        ("Two indices a cell", rows, "one"),
    ] {
        let [without, with] =
            [0, 1].map(|flags| speed(&times[board + flags], &times[tens + flags]));
        let _ = writeln!(
            text,
            "{subject} are {without} as {object} without flags, and {with} with them."
        );
    }
    let fastest = arrays
        .iter()
        .min_by_key(|time| time.best)
        .expect("six times of arrays");
    let told: Vec<_> = kernels
        .iter()
        .map(|kernel| format!("the {} kernel {}", kernel.name, speed(kernel, fastest)))
        .collect();
    let _ = writeln!(
        text,
        "Against the fastest array, {}: {}.",
        fastest.name,
        told.join(", ")
    );
    if kernels.iter().all(|kernel| fastest.ratio(kernel) > SAME) {
        text += "A kernel tests all squares at once, an array one square and one direction after another.\n";
    }
    text + "\"About as fast\" is a difference of at most 5 %.\n"
}

/// The ratio up to which two times are the same.
const SAME: f64 = 1.05;

/// Returns the speed of a board compared with another: `1.30 times as fast`.
fn speed(board: &BoardTime, other: &BoardTime) -> String {
    match other.ratio(board) {
        ratio if ratio > SAME => format!("{ratio:.2} times as fast"),
        ratio if ratio < 1.0 / SAME => format!("{:.2} times as slow", 1.0 / ratio),
        _ => "about as fast".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn times(millis: [u64; 9]) -> Vec<BoardTime> {
        let names = [
            "A",
            "A with flags",
            "B",
            "B with flags",
            "C",
            "C with flags",
            "plain",
            "portable",
            "AVX2",
        ];
        let times = names.iter().zip(millis);
        times
            .map(|(name, millis)| BoardTime {
                name: (*name).to_owned(),
                leaves: 1_000_000,
                best: Duration::from_millis(millis),
            })
            .collect()
    }

    #[test]
    fn the_sentences_say_what_the_figures_show() {
        let said = meaning(&times([1000, 900, 1040, 1000, 1300, 1100, 200, 100, 50]));
        assert_eq!(
            said,
            "With flags, A is 1.11 times as fast as without, B about as fast and C 1.18 times as fast.\n\
             Rows of 16 are 1.25 times as slow as rows of 10 without flags, and 1.10 times as slow with them.\n\
             Two indices a cell are about as fast as one without flags, and 1.11 times as fast with them.\n\
             Against the fastest array, A with flags: the plain kernel 4.50 times as fast, the portable kernel 9.00 \
             times as fast, the AVX2 kernel 18.00 times as fast.\nA kernel tests all squares at once, an array one \
             square and one direction after another.\n\
             \"About as fast\" is a difference of at most 5 %.\n"
        );
    }

    #[test]
    fn no_reason_is_given_where_a_kernel_is_not_faster() {
        let said = meaning(&times([1000, 1100, 700, 1000, 600, 600, 900, 590, 50]));
        assert!(said.starts_with(
            "With flags, A is 1.10 times as slow as without, B 1.43 times as slow and C about"
        ));
        assert!(
            said.contains("Rows of 16 are 1.17 times as fast as rows of 10"),
            "{said}"
        );
        assert!(said.contains("Against the fastest array, C: the plain kernel 1.50 times as slow, the portable kernel about as fast"), "{said}");
        assert!(!said.contains("A kernel tests"), "{said}");
    }

    #[test]
    fn the_table_has_the_speed_of_each_board_against_the_first() {
        let text = board_report(&times([1000, 900, 1040, 1000, 1300, 1100, 200, 100, 50]), 7);
        assert!(
            text.starts_with("perft 7: 1000000 leaves from the start."),
            "{text}"
        );
        let row = text
            .lines()
            .find(|line| line.starts_with("portable"))
            .unwrap();
        let cells: Vec<&str> = row.split_whitespace().collect();
        assert_eq!(cells, ["portable", "0.1000", "10.00", "10.00"]);
    }
}
