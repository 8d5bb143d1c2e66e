//! Owns `reversi convert`: games of any format read one after another and written in another.

mod sink;

use std::fs;
use std::io::{self, BufRead, IsTerminal as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::notation::{Format, Records, clean, detect};
use indicatif::{ProgressBar, ProgressStyle};
use same_file::Handle;

use super::{Failure, complain};
use crate::app::cli::args::ConvertArgs;
use sink::{Refused, Sink};

/// Work that takes no longer shows no progress.
const PATIENCE: Duration = Duration::from_millis(500);

/// How many games pass between two looks at the clock.
const STRIDE: u64 = 512;

pub(super) fn run(args: &ConvertArgs) -> Result<(), Failure> {
    let to = target_format(args)?;
    if let Some(from) = args.from
        && !from.can_be_read()
    {
        return Err(Failure::Usage(format!(
            "--from {from}: it can only be written"
        )));
    }
    refuse_to_read_what_is_written(args)?;
    let mut conversion = Conversion {
        sink: Sink::open(to, args.output.as_deref())?,
        from: args.from,
        unreadable: 0,
        left_out: 0,
        games: 0,
        progress: Progress::new(args),
    };
    for input in &args.input {
        conversion.input(input)?;
    }
    conversion.end(args.output.as_deref())
}

/// The format to write: as asked for, or by the ending of the output, or transcripts.
fn target_format(args: &ConvertArgs) -> Result<Format, Failure> {
    let output = args.output.as_deref();
    let to = match (args.to, output) {
        (Some(to), _) => to,
        (None, None) => Format::Transcript,
        (None, Some(output)) => Format::of_path(output).unwrap_or(Format::Transcript),
    };
    if !to.can_be_written() {
        return Err(Failure::Usage(format!(
            "{to} can only be read, use --to with one of {}",
            list(Format::can_be_written)
        )));
    }
    if to == Format::Wthor && output.is_none() {
        return Err(Failure::Usage(
            "WTHOR is three files, name the first of them: -o FILE.wtb".to_owned(),
        ));
    }
    Ok(to)
}

fn list(which: impl Fn(Format) -> bool) -> String {
    let names: Vec<&str> = Format::ALL
        .into_iter()
        .filter(|&format| which(format))
        .map(Format::name)
        .collect();
    names.join(", ")
}

/// An input that is also the output would be replaced, or grow as fast as it is read.
fn refuse_to_read_what_is_written(args: &ConvertArgs) -> Result<(), Failure> {
    let handle = match &args.output {
        // To open what is no regular file may have effects, and it can be both.
        Some(path) if !path.is_file() => return Ok(()),
        Some(path) => Handle::from_path(path),
        None => Handle::stdout(),
    };
    let is_file = |handle: &Handle| handle.as_file().metadata().is_ok_and(|m| m.is_file());
    let Some(output) = handle.ok().filter(is_file) else {
        return Ok(());
    };
    let same = |path: &&PathBuf| {
        !is_stdin(path) && path.is_file() && Handle::from_path(path).is_ok_and(|h| h == output)
    };
    match args.input.iter().find(same) {
        None => Ok(()),
        Some(path) => Err(Failure::Usage(format!(
            "{:?} is both input and output, write to another file",
            path.display().to_string()
        ))),
    }
}

fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// A conversion under way.
struct Conversion {
    sink: Sink,
    from: Option<Format>,
    /// Inputs that could not be read at all.
    unreadable: u64,
    /// Games that could not be converted.
    left_out: u64,
    /// Games that were.
    games: u64,
    progress: Progress,
}

impl Conversion {
    fn input(&mut self, path: &Path) -> Result<(), Failure> {
        if is_stdin(path) {
            let stdin = io::stdin().lock();
            return self.games("standard input", detect::read(stdin, self.from));
        }
        let name = clean(&path.display().to_string()).into_owned();
        match detect::open(path, self.from) {
            Ok(records) => self.games(&name, records),
            Err(error) => {
                self.unreadable += 1;
                self.progress.say(&format!("error: {name}: {error}"));
                Ok(())
            }
        }
    }

    fn games<R: BufRead>(&mut self, name: &str, mut records: Records<R>) -> Result<(), Failure> {
        let mut number = 0;
        while let Some(game) = records.next() {
            number += 1;
            match game {
                Err(error) => {
                    if error.problem.is_of_the_file() {
                        self.unreadable += 1;
                    } else {
                        self.left_out += 1;
                    }
                    self.progress.say(&format!("error: {name}: {error}"));
                }
                Ok(record) => {
                    if let Some(warning) = record.check() {
                        let sentence = format!("warning: {name}: game {number}: {warning}");
                        self.progress.say(&sentence);
                    }
                    match self.sink.write(&record) {
                        Ok(()) => self.games += 1,
                        Err(Refused::Game(why)) => {
                            self.left_out += 1;
                            let sentence = format!("error: {name}: game {number}: {why}");
                            self.progress.say(&sentence);
                        }
                        Err(Refused::All(failure)) => return Err(failure),
                    }
                }
            }
            if number % STRIDE == 0 {
                self.progress.tick(records.bytes_read(), self.games);
            }
        }
        self.progress.file_done(records.bytes_read());
        Ok(())
    }

    fn end(self, output: Option<&Path>) -> Result<(), Failure> {
        self.progress.clear();
        let notes = if self.games == 0 && output.is_some() {
            // An output without a game would only hide the old one.
            drop(self.sink);
            Vec::new()
        } else {
            self.sink.finish()?
        };
        for note in notes {
            complain(&format!("warning: {note}"));
        }
        let games = |count, done: &str| match count {
            0 => None,
            1 => Some(format!("1 game was {done}")),
            _ => Some(format!("{count} games were {done}")),
        };
        let unreadable = match self.unreadable {
            0 => None,
            1 => Some("1 input could not be read".to_owned()),
            count => Some(format!("{count} inputs could not be read")),
        };
        let mut clauses: Vec<String> = unreadable.into_iter().collect();
        clauses.extend(games(self.left_out, "left out"));
        if clauses.is_empty() {
            return Ok(());
        }
        let converted = games(self.games, "converted");
        clauses.push(converted.unwrap_or_else(|| "none was converted".to_owned()));
        Err(Failure::Faults(clauses.join(", ")))
    }
}

/// How far a long conversion is, for a person who watches.
struct Progress {
    bar: Option<ProgressBar>,
    begun: Instant,
    total: u64,
    /// The bytes of the files before this one.
    before: u64,
    /// Whether a bar may be shown at all.
    watched: bool,
}

impl Progress {
    fn new(args: &ConvertArgs) -> Self {
        // A bar and games on the same terminal would write over each other.
        let games_are_seen = args.output.is_none() && io::stdout().is_terminal();
        let length = |path: &PathBuf| fs::metadata(path).map_or(0, |metadata| metadata.len());
        Self {
            bar: None,
            begun: Instant::now(),
            total: args.input.iter().map(length).sum(),
            before: 0,
            watched: io::stderr().is_terminal() && !games_are_seen,
        }
    }

    fn tick(&mut self, bytes: u64, games: u64) {
        if !self.watched || self.begun.elapsed() < PATIENCE {
            return;
        }
        let total = self.total;
        let bar = self.bar.get_or_insert_with(|| {
            let bar = ProgressBar::new(total);
            let template = "{bar:30} {bytes} of {total_bytes}, {msg} games, {eta} to go";
            // A template that cannot be read would show the usual bar.
            if let Ok(style) = ProgressStyle::with_template(template) {
                bar.set_style(style.progress_chars("#>-"));
            }
            bar
        });
        bar.set_position(self.before + bytes);
        bar.set_message(games.to_string());
    }

    fn file_done(&mut self, bytes: u64) {
        self.before += bytes;
    }

    /// A line to stderr, above the bar.
    fn say(&self, sentence: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| complain(sentence)),
            None => complain(sentence),
        }
    }

    fn clear(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
