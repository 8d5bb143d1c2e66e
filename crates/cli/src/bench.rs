//! `reversi bench`: measures the speed of the search on fixed positions, and of the boards.

use std::fmt::Write as _;

use clap::builder::{PossibleValue, TypedValueParser};
use serde_json::{Value, json};

use super::Failure;
use super::output::FormArgs;
use super::values::{named, whole};
use reversi::array_board::bench::{self, BoardTime};
use reversi::bitboard::AnyKernel;
use reversi::search::bench::{Part, bench};
use reversi_table::phrase::columns::{align_left, align_right};
use reversi_text::{Message, Name, Said, label, tr};

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
    named(AnyKernel::all().map(|kernel| (PossibleValue::new(kernel.name()), kernel)))
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
    let head = tr!("{kernel} kernel", kernel = Name(kernel.name()));
    let columns = [
        label!("positions"),
        label!("nodes"),
        label!("seconds"),
        label!("million nodes a second"),
    ];
    let columns = columns.map(Message::text);
    let rows = parts.iter().map(|part| {
        let cells = [
            part.positions.to_string(),
            part.nodes.to_string(),
            format!("{:.3}", part.elapsed.as_secs_f64()),
            format!("{:.1}", part.rate() / 1e6),
        ];
        part_row(part.name, cells.each_ref().map(String::as_str))
    });
    let rows: String = rows.collect();
    format!("{head}\n{}{rows}", part_row(label!("part").text(), columns))
}

/// Returns a row of the table of the parts.
fn part_row(name: &str, cells: [&str; 4]) -> String {
    let [positions, nodes, seconds, rate] = cells;
    let cells = [(positions, 9), (nodes, 10), (seconds, 8), (rate, 23)];
    let cells = cells.map(|(cell, columns)| " ".to_owned() + &align_right(cell, columns));
    align_left(name, 8) + &cells.concat() + "\n"
}

/// Returns a table of the boards and what it means.
#[allow(clippy::cast_precision_loss)] // a rate to be read by people
fn board_report(times: &[BoardTime], depth: u32) -> String {
    let leaves = tr!(
        "perft {depth}: {leaves} leaves from the start. Every board plays every move, those of the last ply too.",
        depth,
        leaves = times[0].leaves
    );
    let runs = tr!(
        "The best of {runs} runs. Speed: 1.00 is the first board.",
        runs = bench::RUNS
    );
    let columns = [
        (label!("seconds"), 8),
        (label!("million leaves a second"), 24),
        (label!("speed"), 7),
    ];
    let columns =
        columns.map(|(name, columns)| " ".to_owned() + &align_right(name.text(), columns));
    let board = align_left(label!("board").text(), 27);
    let mut text = format!("{leaves}\n{runs}\n\n{board}{}\n", columns.concat());
    for (index, time) in times.iter().enumerate() {
        let seconds = time.best.as_secs_f64();
        let rate = time.leaves as f64 / seconds / 1e6;
        let speed = times[0].ratio(time);
        let _ = writeln!(
            text,
            "{} {seconds:>8.4} {rate:>24.2} {speed:>7.2}",
            align_left(&board_name(times, index), 27)
        );
    }
    text + "\n" + &meaning(times)
}

/// Returns the name of a board of [`bench::bench`]: there are three arrays, each without and with flags, before the
/// kernels.
fn board_name(times: &[BoardTime], index: usize) -> Said {
    match index {
        1 | 3 | 5 => tr!("{array} with flags", array = Name(&times[index - 1].name)),
        _ => Said::verbatim(times[index].name.clone()),
    }
}

/// Returns what the times of [`bench::bench`] mean, in sentences.
fn meaning(times: &[BoardTime]) -> String {
    let (arrays, kernels) = times.split_at(6);
    // Rows of cells, ten cells a row in one array, and sixteen cells a row: each without and with flags.
    let [rows, tens, wide] = [0, 2, 4];
    let names = [rows, tens, wide].map(|array| &times[array].name);
    let flags = [rows, tens, wide].map(|array| speed(&times[array + 1], &times[array]));
    let [a, b, c] = flags;
    let [one, two, three] = names.map(|name| Name(name));
    let (a, b, c) = (&a, &b, &c);
    let against_tens =
        |board: usize| [0, 1].map(|flags| speed(&times[board + flags], &times[tens + flags]));
    let [without, with] = &against_tens(wide);
    let of_16 = tr!(
        "Rows of 16 are {without} as rows of 10 without flags, and {with} with them.",
        without,
        with
    );
    let [without, with] = &against_tens(rows);
    let of_two = tr!(
        "Two indices a cell are {without} as one without flags, and {with} with them.",
        without,
        with
    );
    let (index, fastest) = arrays
        .iter()
        .enumerate()
        .min_by_key(|(_, time)| time.best)
        .expect("six times of arrays");
    let told = kernels.iter().map(|kernel| {
        let (name, speed) = (Name(&kernel.name), &speed(kernel, fastest));
        tr!("the {name} kernel {speed}", name, speed)
    });
    let (array, kernels_are) = (&board_name(times, index), &Said::list(told));
    let mut lines = vec![
        tr!(
            "With flags, {one} is {a} as without, {two} {b} and {three} {c}.",
            one,
            a,
            two,
            b,
            three,
            c
        ),
        of_16,
        of_two,
        tr!(
            "Against the fastest array, {array}: {kernels_are}.",
            array,
            kernels_are
        ),
    ];
    if kernels.iter().all(|kernel| fastest.ratio(kernel) > SAME) {
        lines.push(tr!(
            "A kernel tests all squares at once, an array one square and one direction after another."
        ));
    }
    lines.push(tr!("\"About as fast\" is a difference of at most 5 %."));
    lines.push(Said::default());
    Said::lines(lines).into()
}

/// The ratio up to which two times are the same.
const SAME: f64 = 1.05;

/// Returns the speed of a board compared with another: `1.30 times as fast`.
fn speed(board: &BoardTime, other: &BoardTime) -> Said {
    let ratio = other.ratio(board);
    let times = |ratio: f64| format!("{ratio:.2}");
    if ratio > SAME {
        tr!("{times} times as fast", times = Name(&times(ratio)))
    } else if ratio < 1.0 / SAME {
        tr!("{times} times as slow", times = Name(&times(1.0 / ratio)))
    } else {
        tr!("about as fast")
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
