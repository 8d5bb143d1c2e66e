//! `reversi convert`: converts games between formats.

mod left_out;
mod sink;

use std::fs;
use std::io::{self, BufRead, IsTerminal as _};
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValue, TypedValueParser};

use indicatif::ProgressBar;
use reversi_notation::{Format, LeftOut, Record, Records, detect};
use reversi_table::phrase::faults::{self, record_error};
use reversi_table::phrase::path_text;
use reversi_text::{Name, Said, tr};
use reversi_tui::{Picture, RECORDING};
use same_file::Handle;

use super::Failure;
use super::output::{
    ReportKind, about, about_game, error, is_standard, print_message, print_one_of_many,
    progress_bar, report_reading, warning,
};
use super::source::{GAMES, GamesArgument, STANDARD_INPUT, file_of, games_of};
use super::values::{format, named, whole};
use left_out::LeftOutTotal;
use sink::{GameWriter, Refused};

/// The number of games between two updates of the progress bar.
const STRIDE: u64 = 512;

/// Convert games from any format to another
///
/// Reads transcripts, board text (obf), ggf, wthor, sgf, pgn, JSON such as that of Othello Quest (quest) and tables of
/// games (csv), also compressed by gzip or bzip2. Writes all but quest and csv. One game can also be a picture: svg is
/// the board at its end, or with --animate the game playing itself, also on a web page; cast is a recording of the board
/// for asciinema. A transcript is one game a line: the moves, a tab, and BLACK-WHITE with the empty squares given to the
/// winner; for an unfinished game the stated result, or ?. Only sgf and pgn hold variations, and transcripts and
/// positions no names: what the output cannot hold is reported on stderr, with the number of games. A game that cannot be
/// read is reported on stderr and skipped; the exit code is then 1.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  reversi convert games.ggf                        One game a line: moves, tab, score
  reversi convert WTH_*.wtb -o all.ggf             Many files into one
  reversi convert - --from pgn --to sgf < a.pgn    From standard input
  reversi convert game.txt -o game.svg             A picture of the end of the game
  reversi convert game.txt -o game.svg --at 20     After 20 moves
  reversi convert game.ggf -o game.svg --animate   A picture that plays the game
  reversi convert game.ggf -o game.cast            A recording for asciinema
  reversi convert games.ggf#3 -o third.svg         One of several games
  reversi convert history:last -o last.svg         Your last game
  reversi convert f5d6c3 -o moves.sgf              A transcript")]
pub(crate) struct ConvertArgs {
    #[arg(value_name = "IN", required = true, help = GAMES)]
    input: Vec<PathBuf>,
    /// Input format [default: detected for each file]
    #[arg(long, value_name = "FORMAT", value_parser = format(), ignore_case = true)]
    from: Option<Format>,
    /// Output format [default: from the extension of FILE; transcript without one]
    #[arg(long, value_name = "FORMAT", value_parser = target(), ignore_case = true)]
    to: Option<ConvertTarget>,
    /// Output file, created once it is complete; - is standard output, the default
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write an svg picture that plays the game
    #[arg(long, conflicts_with = "at")]
    animate: bool,
    /// Draw the position after N moves and passes [default: all]
    #[arg(long, value_name = "N", value_parser = whole(0usize..))]
    at: Option<usize>,
}

/// What is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ConvertTarget {
    Games(Format),
    Picture(Picture),
}

impl ConvertTarget {
    /// Returns the target of a format.
    const fn of(format: Format) -> Self {
        match format {
            Format::Svg => Self::Picture(Picture::Still(None)),
            format => Self::Games(format),
        }
    }

    /// Returns what a file of this name holds, by its extension.
    fn of_path(path: &Path) -> Option<Self> {
        let format = Format::of_path(path).map(Self::of);
        format.or_else(|| Picture::of_path(path).map(Self::Picture))
    }
}

/// Parses the name of an output format. One that can only be read is parsed, for its own sentence, but not listed.
fn target() -> impl TypedValueParser<Value = ConvertTarget> {
    let formats = Format::ALL.into_iter().map(|format| {
        let name = PossibleValue::new(format.name()).hide(!format.can_be_written());
        (name.alias(format.extension()), ConvertTarget::of(format))
    });
    let recording = (
        PossibleValue::new(RECORDING),
        ConvertTarget::Picture(Picture::Recording),
    );
    named(formats.chain([recording]))
}

impl ConvertArgs {
    /// Returns the output file; `None` for standard output.
    fn output(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| !is_standard(path))
    }
}

pub(super) fn run(args: &ConvertArgs) -> Result<(), Failure> {
    let to = target_of(args)?;
    if let Some(from) = args.from
        && !from.can_be_read()
    {
        return Err(Failure::Usage(tr!(
            "--from {from}: this format can only be written",
            from = Name(from.name())
        )));
    }
    refuse_to_read_what_is_written(args)?;
    refuse_output_among_inputs(args)?;
    let mut conversion = Conversion {
        sink: GameWriter::open(to, args.output())?,
        from: args.from,
        unreadable: 0,
        left_out: 0,
        games: 0,
        bar: bar(args),
        bytes_before: 0,
    };
    for input in &args.input {
        conversion.input(input)?;
    }
    conversion.end(args.output())
}

/// Returns what is written: as requested, by the extension of the output, or transcripts.
fn target_of(args: &ConvertArgs) -> Result<ConvertTarget, Failure> {
    let output = args.output();
    let to = match (args.to, output) {
        (Some(to), _) => to,
        (None, None) => ConvertTarget::Games(Format::Transcript),
        (None, Some(output)) if output.extension().is_none() => {
            ConvertTarget::Games(Format::Transcript)
        }
        (None, Some(output)) => {
            ConvertTarget::of_path(output).ok_or_else(|| no_format_of(output))?
        }
    };
    match to {
        ConvertTarget::Picture(Picture::Still(_)) if args.animate => {
            Ok(ConvertTarget::Picture(Picture::Animation))
        }
        ConvertTarget::Picture(Picture::Still(_)) => {
            Ok(ConvertTarget::Picture(Picture::Still(args.at)))
        }
        _ if args.animate => Err(Failure::Usage(tr!(
            "--animate draws an svg picture; name one: -o FILE.svg"
        ))),
        _ if args.at.is_some() => Err(Failure::Usage(tr!(
            "--at draws an svg picture; name one: -o FILE.svg"
        ))),
        ConvertTarget::Games(format) if !format.can_be_written() => {
            let others = &Said::one_of(writable().map(|(name, _)| Said::verbatim(name)));
            let format = Name(format.name());
            Err(Failure::Usage(tr!(
                "{format} can only be read; use --to {others}",
                format,
                others
            )))
        }
        ConvertTarget::Games(Format::Wthor) if output.is_none() => Err(Failure::Usage(tr!(
            "WTHOR is three files; name the first one: -o FILE.wtb"
        ))),
        to => Ok(to),
    }
}

/// Returns the names and extensions of what can be written.
fn writable() -> impl Iterator<Item = (&'static str, &'static str)> {
    let formats = Format::ALL
        .into_iter()
        .filter(|format| format.can_be_written());
    let formats = formats.map(|format| (format.name(), format.extension()));
    formats.chain([(RECORDING, RECORDING)])
}

/// Returns the error for an output whose extension is that of no format.
fn no_format_of(output: &Path) -> Failure {
    let endings = writable().map(|(_, ending)| Said::display(".".to_owned() + ending));
    let why = tr!(
        "the extension sets the format; use {endings}, or --to FORMAT",
        endings = &Said::one_of(endings)
    );
    Failure::Usage(about(&path_text(output), why))
}

/// Refuses an input that is also the output: it would be replaced, or grow while it is read.
fn refuse_to_read_what_is_written(args: &ConvertArgs) -> Result<(), Failure> {
    let is_file = |path: &Path| fs::metadata(path).is_ok_and(|metadata| metadata.is_file());
    let output = match args.output() {
        // Opening a pipe would block until its other end is opened.
        Some(path) if !is_file(path) => return Ok(()),
        Some(path) => Handle::from_path(path),
        None => Handle::stdout(),
    };
    // An output that does not exist yet is not an input.
    let Ok(output) = output else {
        return Ok(());
    };
    let same = |path: &&PathBuf| {
        let file = file_of(path);
        !is_standard(&file)
            && is_file(&file)
            && Handle::from_path(file).is_ok_and(|input| input == output)
    };
    match args.input.iter().find(same) {
        None => Ok(()),
        Some(path) => {
            let path = format!("{:?}", path.display().to_string());
            Err(Failure::Usage(tr!(
                "{path} is both input and output; write to another file",
                path = Name(&path)
            )))
        }
    }
}

/// Refuses a last input that does not exist and is named like an output, if none is named.
fn refuse_output_among_inputs(args: &ConvertArgs) -> Result<(), Failure> {
    match &args.input[..] {
        [_, .., last] if args.output.is_none() && !last.exists() => match games_of(last)? {
            GamesArgument::File(path) if ConvertTarget::of_path(path).is_some() => {
                let path = path_text(path);
                Err(Failure::Faults(tr!(
                    "there is no file {path}, and nothing was converted; to write it, use -o {path}",
                    path = Name(&path)
                )))
            }
            _ => Ok(()),
        },
        _ => Ok(()),
    }
}

/// A running conversion.
struct Conversion {
    sink: GameWriter,
    from: Option<Format>,
    /// The number of inputs that could not be read.
    unreadable: u64,
    /// The number of games that could not be converted.
    left_out: u64,
    /// The number of converted games.
    games: u64,
    bar: ProgressBar,
    /// The size of the earlier inputs in bytes.
    bytes_before: u64,
}

impl Conversion {
    fn input(&mut self, path: &Path) -> Result<(), Failure> {
        match games_of(path)? {
            GamesArgument::StandardInput => {
                let stdin = io::stdin().lock();
                self.games(STANDARD_INPUT.text(), detect::read(stdin, self.from))
            }
            GamesArgument::One(game) => {
                let name = path_text(path);
                let written = self.game(&name, 1, &game.record());
                let mut left_out = LeftOutTotal::default();
                left_out.add(written.map_err(|failure| match failure {
                    Failure::Faults(clause) => game.wrong(clause),
                    failure => failure,
                })?);
                self.report(&name, &left_out);
                Ok(())
            }
            GamesArgument::File(path) => match detect::open(path, self.from) {
                Ok(records) => self.games(&path_text(path), records),
                Err(why) => {
                    self.unreadable += 1;
                    self.print_message(&error(Failure::File(path.to_owned(), why)));
                    Ok(())
                }
            },
        }
    }

    fn games<R: BufRead>(&mut self, name: &str, mut records: Records<R>) -> Result<(), Failure> {
        let (mut number, mut left_out) = (0, LeftOutTotal::default());
        while let Some(game) = records.next() {
            number += 1;
            match game {
                Err(why) => {
                    if why.problem.is_of_the_file() {
                        self.unreadable += 1;
                    } else {
                        self.left_out += 1;
                    }
                    self.print_one_of_many(&why.problem, &error(about(name, record_error(&why))));
                }
                Ok(record) => {
                    self.bar.suspend(|| report_reading(name, &record));
                    if let Some(why) = record.start.no_game_for_either_side() {
                        let warning = warning(about_game(name, number, why));
                        self.print_one_of_many(ReportKind::Position, &warning);
                    }
                    left_out.add(self.game(name, number, &record)?);
                }
            }
            if number % STRIDE == 0 {
                let bytes = self.bytes_before + records.bytes_read();
                self.bar.set_position(bytes);
                self.bar.set_message(self.games.to_string());
            }
        }
        for problem in records.name_problems() {
            self.print_message(&warning(about(name, problem)));
        }
        self.report(name, &left_out);
        self.bytes_before += records.bytes_read();
        Ok(())
    }

    /// Says what the output cannot hold of an input.
    fn report(&self, name: &str, left_out: &LeftOutTotal) {
        if let Some(left_out) = left_out.clause() {
            self.print_message(&warning(about(name, left_out)));
        }
    }

    /// Writes a game. Returns what the format cannot hold of it.
    fn game(&mut self, name: &str, number: u64, record: &Record) -> Result<LeftOut, Failure> {
        let check = record.check().map(|why| faults::warning(&why).to_string());
        let cut = record
            .variations
            .cut()
            .map(|cut| faults::cut_variations(cut).to_string());
        for why in check.into_iter().chain(cut) {
            let warning = warning(about_game(name, number, why));
            self.print_one_of_many(ReportKind::Game, &warning);
        }
        match self.sink.write(record) {
            Ok(left_out) => {
                self.games += 1;
                Ok(left_out)
            }
            Err(Refused::Game(why)) => {
                self.left_out += 1;
                let error = error(about_game(name, number, why));
                self.print_one_of_many(ReportKind::Refused, &error);
                Ok(LeftOut::default())
            }
            Err(Refused::Second) => {
                let which = if name == STANDARD_INPUT.text() {
                    "FILE#1".to_owned()
                } else {
                    format!("{name}#{number}")
                };
                Err(Failure::Faults(tr!(
                    "a picture shows one game, but there are several; name one, such as {which}",
                    which = Name(&which)
                )))
            }
            Err(Refused::All(failure)) => Err(failure),
        }
    }

    /// Writes a line to stderr above the progress bar.
    fn print_message(&self, sentence: &Said) {
        self.bar.suspend(|| print_message(sentence));
    }

    /// Writes a line about a game to stderr above the progress bar, if it is one of the first of its kind.
    fn print_one_of_many(&self, kind: impl Into<ReportKind>, sentence: &Said) {
        self.bar.suspend(|| print_one_of_many(kind, sentence));
    }

    fn end(self, output: Option<&Path>) -> Result<(), Failure> {
        self.bar.finish_and_clear();
        // An output without games would only hide the old file.
        if self.games > 0 || output.is_none() {
            for note in self.sink.finish()? {
                print_message(&warning(note));
            }
        }
        let mut clauses = Vec::new();
        if self.unreadable > 0 {
            let count = self.unreadable;
            clauses.push(tr!(
                "cannot read {count} file" | "cannot read {count} files",
                count
            ));
        }
        if self.left_out > 0 {
            let count = self.left_out;
            clauses.push(tr!("skipped {count} game" | "skipped {count} games", count));
        }
        if clauses.is_empty() {
            return Ok(());
        }
        let count = self.games;
        clauses.push(tr!(
            "converted {count} game" | "converted {count} games",
            count
        ));
        Err(Failure::Faults(Said::list(clauses)))
    }
}

/// Creates a progress bar over the bytes of all inputs.
fn bar(args: &ConvertArgs) -> ProgressBar {
    // A progress bar and games on the same terminal would overwrite each other.
    if args.output().is_none() && io::stdout().is_terminal() {
        return ProgressBar::hidden();
    }
    let length = |path: &PathBuf| fs::metadata(path).map_or(0, |metadata| metadata.len());
    progress_bar(
        args.input.iter().map(length).sum(),
        &tr!("{{bar:30}} {{bytes}} of {{total_bytes}}, {{msg}} games, {{eta}} left"),
    )
}
