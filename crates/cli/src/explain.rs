//! `reversi explain`: shows step by step how the kernel computes something.

mod example;
mod go;

use std::path::PathBuf;

use reversi::array_board::{self, BLACK, WALL, WHITE};
use reversi::bitboard::plain::{DIRECTIONS, Direction};
use reversi::{Color, Position, Square};
use reversi_lessons::arrays::directions;
use reversi_lessons::{HalvesOrder, LessonOptions, RowLength, Topic, Trace, svg, text};
use reversi_text::{Said, tr};
use reversi_wording::framed;

use self::example::Example;
use self::go::GoLessonArgs;
use super::Failure;
use super::output::{print, print_long, print_to};
use super::source::{A_GAME, find};
use super::values::{direction, output_file, square, whole};

/// Explain step by step how the program computes with bitboards
///
/// Prints what each part of the computation finds, and the result on the board. With --steps: every expression with
/// the bits of its result; a terminal shows them in your pager ($PAGER, otherwise less).
#[derive(Debug, Default, clap::Args)]
#[command(group = clap::ArgGroup::new("topic").multiple(false), after_help = "\
Examples:
  reversi explain                                  How the legal moves of the start are found
  reversi explain --steps                          The same with every step
  reversi explain f5d6 --direction right            Only one direction
  reversi explain f5d6 --unmasked                  What goes wrong without the mask
  reversi explain f5d6c3 --flips c4                Which discs a move turns
  reversi explain f5d6c3 --flips c4 --carry        The same by additions, without loops
  reversi explain --halves                         On a machine with words of 32 bits
  reversi explain --halves --word-by-word          The same, one word after the other
  reversi explain --stable - < board.txt           Which discs can never be turned
  reversi explain --disc-count                     How the discs are counted
  reversi explain f5 --arrays f6                   How a move is found by walking on an array
  reversi explain f5 --arrays f6 --wide            The same on rows of 16 cells
  reversi explain f5d6c3 --directions              In which directions each move turns discs
  reversi explain f5d6 -o lesson.svg               A picture that plays the lesson
  reversi explain f5d6 -o step.svg --step 5        A picture of one step
  reversi explain --example edge                   An example at its own position
  reversi explain --go                             Which stones are dead in Go
  reversi explain --go --legal-moves c3b3d4        Where a stone may be placed in Go")]
#[allow(clippy::struct_excessive_bools)] // each is a switch of the command line
pub(crate) struct ExplainArgs {
    #[arg(value_name = "GAME", help = format!("{A_GAME} [default: the start]. With --go: moves such as c3b3d4, or rows from \
          the top such as .X./XO./... and the side to move [default: an example]"))]
    position: Option<String>,
    /// Explain the legal moves (the default)
    #[arg(long, group = "topic")]
    legal_moves: bool,
    /// Explain which discs a move on SQUARE turns
    #[arg(long, value_name = "SQUARE", group = "topic", value_parser = square)]
    flips: Option<Square>,
    /// Explain which discs can never be turned again
    #[arg(long, group = "topic")]
    stable: bool,
    /// Explain the moves to the left by an addition whose carry runs through the discs; with --flips, the discs
    /// that a move turns
    #[arg(long, conflicts_with_all = ["legal_moves", "stable", "halves", "disc_count", "mobility", "arrays", "directions"])]
    carry: bool,
    /// Explain the legal moves with two words of 32 bits; with --flips, the discs that a move turns
    #[arg(long, conflicts_with_all = ["legal_moves", "stable", "carry", "disc_count", "mobility", "arrays", "directions"])]
    halves: bool,
    /// With --halves: finish one word, cross once, then finish the other, instead of crossing at every step
    #[arg(long, requires = "halves")]
    word_by_word: bool,
    /// Explain how discs are counted
    #[arg(long, group = "topic")]
    disc_count: bool,
    /// Explain mobility, potential mobility and frontier
    #[arg(long, group = "topic")]
    mobility: bool,
    /// Explain a move on SQUARE on an array: walk in eight directions and keep a flag of each
    #[arg(long, value_name = "SQUARE", group = "topic", value_parser = square)]
    arrays: Option<Square>,
    /// With --arrays: rows of 16 cells, whose indexes in hexadecimal read as row and column
    #[arg(long, requires = "arrays")]
    wide: bool,
    /// Print the flags of every legal move: in which directions it turns discs
    #[arg(long, group = "topic", conflicts_with_all = ["direction", "unmasked"])]
    directions: bool,
    /// Show only one direction of moves, flips or halves
    #[arg(long, value_name = "DIRECTION", value_parser = direction(), ignore_case = true)]
    direction: Option<Direction>,
    /// Leave out the mask that stops runs at the edge, to see what it is for
    #[arg(long)]
    unmasked: bool,
    /// Explain an example at its own position; `reversi explain --help` lists them
    #[arg(long, value_name = "EXAMPLE", conflicts_with_all = ["position", "topic", "carry", "halves", "direction", "unmasked", "wide", "word_by_word", "go"])]
    example: Option<Example>,
    #[command(flatten)]
    form: LessonFormArgs,
    #[command(flatten)]
    go: GoLessonArgs,
}

/// The options for the form of a lesson: a text or a picture.
#[derive(Clone, Debug, Default, clap::Args)]
struct LessonFormArgs {
    /// Print every step with its bits instead of a summary
    #[arg(long, conflicts_with_all = ["output", "directions"])]
    steps: bool,
    /// Write the lesson to this SVG file instead of the text, as a picture that plays by itself; with -, print it
    #[arg(short, long, value_name = "FILE", value_parser = output_file(&["svg"]))]
    output: Option<PathBuf>,
    /// With --output: only the step with this number, as a still picture
    #[arg(long, value_name = "N", requires = "output", value_parser = whole(1usize..))]
    step: Option<usize>,
}

impl LessonFormArgs {
    /// Prints a lesson, or writes its picture.
    ///
    /// # Errors
    /// The output cannot be written, or there is no such step, for which `wrong` has the error.
    fn output<T>(
        &self,
        trace: &Trace<T>,
        side_to_move: Color,
        wrong: impl FnOnce(Said) -> Failure,
    ) -> Result<(), Failure> {
        let Some(path) = self.output.as_deref() else {
            if self.steps {
                return print_long(&text::to_string(trace, side_to_move));
            }
            let summary = text::summary(trace, side_to_move);
            let all = tr!(
                "--steps prints all {count} step with their bits."
                    | "--steps prints all {count} steps with their bits.",
                count = trace.steps.len()
            );
            return print(&[&summary, &*all, ""].join("\n"));
        };
        let steps = trace.steps.len();
        let mut picture = match self.step {
            None => svg::animation(trace, side_to_move),
            Some(step) if step <= steps => svg::still(trace, step - 1, side_to_move),
            Some(step) => {
                return Err(wrong(tr!(
                    "--step {step}: the lesson has {count} step"
                        | "--step {step}: the lesson has {count} steps",
                    step,
                    count = steps
                )));
            }
        };
        picture.push('\n');
        print_to(path, &picture)
    }
}

impl ExplainArgs {
    /// Returns what to explain.
    fn topic(&self) -> Topic {
        let flips = match self {
            Self { carry: true, .. } => Topic::FlipsByCarry,
            Self { halves: true, .. } => Topic::FlipsInHalves,
            _ => Topic::Flips,
        };
        let switches = [
            (self.halves, Topic::Halves),
            (self.stable, Topic::StableDiscs),
            (self.carry, Topic::Carry),
            (self.disc_count, Topic::DiscCount),
            (self.mobility, Topic::Mobility),
        ];
        let mut switches = switches.into_iter();
        let switch = switches.find_map(|(is_on, topic)| is_on.then_some(topic));
        let of_square = self.flips.map(flips);
        let of_square = of_square.or(self.arrays.map(Topic::Arrays));
        of_square.or(switch).unwrap_or(Topic::LegalMoves)
    }
}

pub(super) fn run(args: &ExplainArgs) -> Result<(), Failure> {
    if let Some(example) = args.example {
        let form = args.form.clone();
        return run(&ExplainArgs {
            form,
            ..example.args()
        });
    }
    if args.go.go {
        return go::run(args);
    }
    let found = find(args.position.as_deref(), None)?;
    let position = found.subject.end();
    let topic = args.topic();
    let is_left = args.direction == Some(DIRECTIONS[6]);
    if topic == Topic::Carry && args.direction.is_some() && !is_left {
        return Err(Failure::Usage(tr!(
            "--carry finds moves to the left only, because a carry runs that way; with --flips it works in all \
             directions"
        )));
    }
    if args.direction.is_some() && !topic.has_directions() && topic != Topic::Carry {
        return Err(Failure::Usage(tr!(
            "--direction works only with --legal-moves, --flips, --carry, --halves and --arrays"
        )));
    }
    if args.unmasked && !topic.has_mask() {
        return Err(Failure::Usage(tr!(
            "--unmasked works only with --legal-moves, --flips or --carry"
        )));
    }
    if args.directions {
        return print(&flags_of_all(position));
    }
    let options = LessonOptions {
        direction: args.direction,
        masked: !args.unmasked,
        rows: if args.wide {
            RowLength::Sixteen
        } else {
            RowLength::Ten
        },
        order: if args.word_by_word {
            HalvesOrder::WordByWord
        } else {
            HalvesOrder::StepByStep
        },
    };
    let board = position.board();
    let trace = topic.trace(board.player().bits(), board.opponent().bits(), options);
    let wrong = |clause| found.wrong(clause);
    args.form.output(&trace, position.side_to_move(), wrong)
}

/// Returns the flags of the legal moves, on the board and with the names of their directions.
fn flags_of_all(position: Position) -> String {
    let [black, white] = Color::ALL.map(|color| position.discs(color));
    let board = array_board::set_up([WALL; 100], black, white);
    let side = match position.side_to_move() {
        Color::Black => BLACK,
        Color::White => WHITE,
    };
    let moves: Vec<_> = array_board::legal_moves(&board, side).collect();
    let mut text = String::from(tr!(
        "The legal moves of {color}: the directions in which they turn discs, as flags in hexadecimal.",
        color = position.side_to_move()
    ));
    text.push('\n');
    text.extend((0..8).map(|direction| 1 << direction).map(|flag| {
        let end = if flag == 0x08 || flag == 0x80 {
            "\n"
        } else {
            ", "
        };
        format!("{flag:02x} {}{end}", directions(flag))
    }));
    text.push('\n');
    text += &framed(2, |square| {
        let found = moves.iter().find(|&&(legal, _)| legal == square);
        match (found, position.disc(square)) {
            (Some((_, flags)), _) => format!("{flags:02x}"),
            (None, Some(color)) => color.letter().to_string(),
            (None, None) => ".".to_owned(),
        }
    });
    text.push('\n');
    if moves.is_empty() {
        text.extend([&*tr!("No move is legal."), "\n"]);
    }
    let lines = moves.into_iter();
    text.extend(
        lines.map(|(square, flags)| format!("{square} {flags:02x}  {}\n", directions(flags))),
    );
    text
}
