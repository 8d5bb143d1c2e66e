//! Lines of JSON about many games or positions, in their order: by several threads, in parts for several processes or
//! machines, and into a file that a later run continues.
//!
//! Each line begins with the number of its item and where the item is, its *head*. So the lines that a file has say which
//! items are done, and `sort -V` brings the lines of several files in order.

use std::fs::{File, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Take, Write as _};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use indicatif::ProgressBar;
use serde::Serialize;
use serde_json::{Value, json};

use super::Failure;
use super::line::until_ctrl_c;
use super::output::{about, cannot_write, is_standard, print};
use super::values::shard;
use reversi_notation::clean_json;
use reversi_study::JSON_VERSION;
use reversi_table::background::{Shard, TaskError, catch, in_order};
use reversi_table::phrase::path_text;
use reversi_text::{Name, tr};

/// The most items that wait for a thread. They are read ahead, so that the progress bar knows how many there are.
const WAITING: usize = 10_000;

/// The choice of a part of the items.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct ShardArgs {
    /// Do only part K of N equal parts, such as 2/8, which other processes or machines complete
    #[arg(long, value_name = "K/N", value_parser = shard)]
    pub(super) shard: Option<Shard>,
}

impl ShardArgs {
    /// Returns the part; the whole by default.
    pub(super) fn part(self) -> Shard {
        self.shard.unwrap_or(Shard::WHOLE)
    }
}

/// Returns the text that every line about an item begins with: its fields, the number of the item first, and a comma.
pub(super) fn head(fields: &impl Serialize) -> Result<String, Failure> {
    let text = serde_json::to_string(fields).map_err(|error| Failure::Output(error.into()))?;
    let text = clean_json(&text);
    Ok(text.strip_suffix('}').unwrap_or(&text).to_owned() + ",")
}

/// Returns a line with a head and more fields, an object.
pub(super) fn line(head: &str, mut facts: Value) -> String {
    facts["version"] = json!(JSON_VERSION);
    let text = facts.to_string();
    format!("{head}{}\n", &clean_json(&text)[1..])
}

/// How many lines an item has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LinesOfItem {
    One,
    Any,
}

/// The lines that a file had, compared with the items as they come.
pub(super) struct KeptLines {
    lines: Option<Take<BufReader<File>>>,
    path: PathBuf,
    per_item: LinesOfItem,
    /// The next line.
    next: Option<Vec<u8>>,
    number: u64,
    /// The offset of the next line, and the one from which on lines are written again.
    at: u64,
    redone_from: u64,
}

/// Where new lines go.
pub(super) struct LineOutput {
    /// The file; `None` for standard output.
    file: Option<File>,
    path: PathBuf,
    /// The length of what is kept of the file, until the rest is cut off.
    keeps: Option<u64>,
}

/// The pause before the next try to take a lock. A process that another thread is starting holds the lock, too, for a moment.
const PAUSE: Duration = Duration::from_millis(10);

/// The number of tries.
const TRIES: u32 = 20;

/// Opens a file of lines, new or not, or standard output. `field` is the name of the number of an item.
///
/// # Errors
/// If it cannot be read and written, if another program writes it, or if it ends with something else than a line.
pub(super) fn open(
    path: Option<&Path>,
    field: &str,
    per_item: LinesOfItem,
) -> Result<(KeptLines, LineOutput), Failure> {
    let Some(path) = path.filter(|path| !is_standard(path)) else {
        return Ok((
            KeptLines::none(PathBuf::new(), per_item),
            LineOutput::standard(),
        ));
    };
    let unusable = |error| cannot_write(path, &error);
    let mut options = File::options();
    let file = options.read(true).append(true).create(true).open(path);
    let file = file.map_err(unusable)?;
    // Without locks in the file system, nothing stops two programs.
    let is_held = |_| {
        let is_held = matches!(file.try_lock(), Err(TryLockError::WouldBlock));
        thread::sleep(PAUSE * u32::from(is_held));
        is_held
    };
    if (0..TRIES).all(is_held) {
        let name = path_text(path);
        return Err(Failure::Faults(tr!(
            "{name} is in use by another program",
            name = Name(&name)
        )));
    }
    let mut kept = KeptLines::none(path.to_owned(), per_item);
    let mut output = LineOutput {
        file: Some(file),
        path: path.to_owned(),
        keeps: None,
    };
    // A pipe has no lines yet.
    if path.is_file() {
        let old = || File::open(path).map(BufReader::new);
        let lengths = kept_lengths(
            &mut old().map_err(unusable)?,
            &format!("{{\"{field}\":"),
            per_item,
        );
        let Some((keeps, whole)) = lengths.map_err(unusable)? else {
            return Err(kept.foreign());
        };
        output.keeps = Some(keeps);
        kept.redone_from = keeps;
        // What will be cut off has to be of this command, too.
        kept.lines = Some(old().map_err(unusable)?.take(whole));
        kept.read_next()?;
    }
    Ok((kept, output))
}

/// Returns how much of a file of lines is kept, and how long its whole lines are. If items can have several lines, those of
/// the last item are not kept, as some may be missing. `None` if the file ends with something else than the beginning of a
/// line.
fn kept_lengths(
    file: &mut impl BufRead,
    start: &str,
    per_item: LinesOfItem,
) -> io::Result<Option<(u64, u64)>> {
    let (mut whole, mut begin) = (0, 0);
    let (mut line, mut item) = (Vec::new(), Vec::new());
    loop {
        line.clear();
        let length = file.read_until(b'\n', &mut line)?;
        let is_whole = line.ends_with(b"\n");
        let start = start.as_bytes();
        if !is_whole && !line.starts_with(start) && !start.starts_with(&line) {
            return Ok(None);
        }
        // Without the whole number, the line may be another one of the same item.
        if let Some(end) = line.iter().position(|&byte| byte == b',')
            && item != line[..end]
        {
            begin = whole;
            line[..end].clone_into(&mut item);
        }
        if !is_whole {
            let keeps = match per_item {
                LinesOfItem::One => whole,
                LinesOfItem::Any => begin,
            };
            return Ok(Some((keeps, whole)));
        }
        whole += length as u64;
    }
}

impl KeptLines {
    const fn none(path: PathBuf, per_item: LinesOfItem) -> Self {
        Self {
            lines: None,
            path,
            per_item,
            next: None,
            number: 0,
            at: 0,
            redone_from: 0,
        }
    }

    fn read_next(&mut self) -> Result<(), Failure> {
        let mut line = Vec::new();
        self.at += self.next.as_ref().map_or(0, |line| line.len() as u64);
        if let Some(lines) = &mut self.lines {
            let length = lines.read_until(b'\n', &mut line);
            let length = length.map_err(|error| cannot_write(&self.path, &error))?;
            self.number += 1;
            self.next = (length > 0).then_some(line);
        }
        Ok(())
    }

    /// Returns whether an item with this head is done.
    ///
    /// # Errors
    /// If the file has another line here.
    pub(super) fn has(&mut self, head: &str) -> Result<bool, Failure> {
        let Some(line) = &self.next else {
            return Ok(false);
        };
        if line.starts_with(head.as_bytes()) {
            let is_done = self.at < self.redone_from;
            self.read_next()?;
            while self.per_item == LinesOfItem::Any
                && let Some(line) = &self.next
                && line.starts_with(head.as_bytes())
            {
                self.read_next()?;
            }
            return Ok(is_done);
        }
        match self.per_item {
            // It has no line, but a later item has.
            LinesOfItem::Any => Ok(true),
            LinesOfItem::One => Err(self.foreign()),
        }
    }

    /// Checks that the file has no more lines after those of all items.
    ///
    /// # Errors
    /// If it has.
    pub(super) fn finish(&self) -> Result<(), Failure> {
        match self.next {
            Some(_) => Err(self.foreign()),
            None => Ok(()),
        }
    }

    fn foreign(&self) -> Failure {
        let why = match self.number {
            0 => tr!(
                "the last line is not of this command and its input; use another name for the output"
            ),
            number => tr!(
                "line {number} is not of this command and its input; use another name for the output",
                number
            ),
        };
        Failure::Faults(about(&path_text(&self.path), why))
    }
}

impl LineOutput {
    fn standard() -> Self {
        Self {
            file: None,
            path: PathBuf::new(),
            keeps: None,
        }
    }

    /// Writes the lines of an item at once.
    ///
    /// # Errors
    /// If they cannot be written.
    pub(super) fn write(&mut self, lines: &str) -> Result<(), Failure> {
        let Some(file) = &mut self.file else {
            return print(lines);
        };
        let cut = self
            .keeps
            .take()
            .map_or(Ok(()), |length| file.set_len(length));
        cut.and_then(|()| file.write_all(lines.as_bytes()))
            .map_err(|error| cannot_write(&self.path, &error))
    }
}

/// Does something with items on this many threads, and passes the results to `take` in the order of the items. `produce`
/// sends the items; the first failure ends everything.
///
/// # Errors
/// The first failure.
pub(super) fn run<Item: Send, Worker, Found: Send>(
    threads: usize,
    bar: &ProgressBar,
    produce: impl FnOnce(&mut OnItem<'_, Item>) -> Result<(), Failure>,
    new_worker: impl Fn() -> Worker + Sync + Send,
    work: impl Fn(&mut Worker, Item) -> Result<Found, Failure> + Sync + Send,
    mut take: impl FnMut(Found) -> Result<(), Failure> + Send,
) -> Result<(), Failure> {
    let (sender, receiver) = mpsc::sync_channel(WAITING);
    let done = thread::scope(|scope| {
        let worker = thread::Builder::new().name("items".to_owned());
        let worker = worker.spawn_scoped(scope, || {
            let mut failed = None;
            let work = catch(|| {
                in_order(
                    threads,
                    receiver.into_iter(),
                    &until_ctrl_c,
                    new_worker,
                    |worker, item, _| work(worker, item),
                    |found: Result<Found, Failure>| {
                        bar.inc(1);
                        failed = found.and_then(&mut take).err();
                        failed.is_none()
                    },
                );
            });
            match failed {
                Some(failure) => Err(failure),
                None => work.map_err(Failure::Internal),
            }
        });
        let worker = worker.map_err(|error| Failure::Internal(TaskError::not_started(&error)))?;
        let produced = produce(&mut |item| {
            bar.inc_length(1);
            match sender.send(item) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        });
        drop(sender);
        let done = worker.join().expect("a panic is caught before");
        produced.and(done)
    });
    bar.finish_and_clear();
    done
}

/// Takes an item, until it breaks.
pub(super) type OnItem<'a, Item> = dyn FnMut(Item) -> ControlFlow<()> + 'a;

#[cfg(test)]
mod tests {
    use super::*;

    /// Heads of items with these numbers.
    fn text(number: u32) -> String {
        head(&json!({"item": number})).unwrap()
    }

    fn lines_of(numbers: &[u32]) -> String {
        let line = |number: &u32| line(&text(*number), json!({"loss": 7}));
        numbers.iter().map(line).collect()
    }

    #[test]
    fn a_line_begins_with_its_item_and_ends_with_the_version() {
        assert_eq!(lines_of(&[3]), "{\"item\":3,\"loss\":7,\"version\":1}\n");
    }

    #[test]
    fn a_file_cut_anywhere_goes_on_to_the_same_end() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.jsonl");
        for (per_item, items) in [
            (LinesOfItem::One, &[1, 2, 3, 4][..]),
            (LinesOfItem::Any, &[2, 2, 3, 3, 3, 12]),
        ] {
            let whole = lines_of(items);
            for length in 0..=whole.len() {
                std::fs::write(&path, &whole[..length]).unwrap();
                let (mut kept, mut output) = open(Some(&path), "item", per_item).unwrap();
                for item in 1..=12 {
                    let lines = items.iter().filter(|&&of| of == item);
                    let lines: Vec<u32> = lines.copied().collect();
                    let is_item = per_item == LinesOfItem::Any || !lines.is_empty();
                    if is_item && !kept.has(&text(item)).unwrap() {
                        output.write(&lines_of(&lines)).unwrap();
                    }
                }
                kept.finish().unwrap();
                drop(output);
                let found = std::fs::read_to_string(&path).unwrap();
                assert_eq!(found, whole, "{length}");
            }
        }
    }

    #[test]
    fn a_file_of_something_else_stays_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("notes.jsonl");
        for (notes, place) in [
            ("my notes", "the last line"),
            ("my notes\n", "line 1"),
            (&lines_of(&[1, 3])[..], "line 2"),
            (&lines_of(&[1, 1])[..], "line 2"),
            (&lines_of(&[1, 2, 3, 4])[..], "line 4"),
        ] {
            std::fs::write(&path, notes).unwrap();
            let done = || -> Result<(), Failure> {
                let (mut kept, mut output) = open(Some(&path), "item", LinesOfItem::One)?;
                for item in 1..=3 {
                    if !kept.has(&text(item))? {
                        output.write("{}")?;
                    }
                }
                kept.finish()
            };
            let failure = done().unwrap_err().to_string();
            let expected = format!(
                "{}: {place} is not of this command and its input; use another name for the output",
                path_text(&path)
            );
            assert_eq!(failure, expected);
            assert_eq!(std::fs::read_to_string(&path).unwrap(), notes);
        }
    }

    #[test]
    fn a_file_is_written_by_one_program_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.jsonl");
        let first = open(Some(&path), "item", LinesOfItem::One).unwrap();
        let second = open(Some(&path), "item", LinesOfItem::One);
        let refused = second.err().unwrap().to_string();
        assert_eq!(
            refused,
            format!("{} is in use by another program", path_text(&path))
        );
        drop(first);
    }
}
