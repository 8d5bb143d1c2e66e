//! All output of the commands to stdout and stderr goes through here, so that text from files cannot control
//! the terminal.

use std::collections::BTreeMap;
use std::io::{self, BufWriter, IsTerminal as _, StdoutLock, Write};
use std::path::Path;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;

use super::Failure;
use reversi_notation::{Problem, Record, clean_controls, clean_json, clean_output};
use reversi_study::JSON_VERSION;
use reversi_table::phrase::faults::remarks;
use reversi_table::phrase::io_reason;
use reversi_table::store::atomic::AtomicFile;
use reversi_table::sync::Mutex;
use reversi_table::system::cleanup::remove_when_ended;
use reversi_table::system::pager;
use reversi_text::{Name, Said, tr};
pub(super) use reversi_wording::report::{about, about_game, about_line, error, note, warning};

/// A writer of text and JSON that escapes harmful characters, wherever they come from. Invisible characters are escaped
/// only on a terminal: elsewhere they join emoji and letters.
pub(super) struct CleanWriter<W> {
    out: W,
    /// Whether a terminal shows it.
    is_shown: bool,
}

/// Standard output, buffered.
pub(super) type Stdout = BufWriter<StdoutLock<'static>>;

/// Returns standard output with a buffer, for text that is known to be harmless.
pub(super) fn stdout() -> Stdout {
    BufWriter::with_capacity(1 << 16, io::stdout().lock())
}

impl CleanWriter<Stdout> {
    pub(super) fn stdout() -> Self {
        Self {
            out: stdout(),
            is_shown: io::stdout().is_terminal(),
        }
    }
}

impl<W: Write> CleanWriter<W> {
    /// Creates a writer of what a terminal shows.
    pub(super) const fn new(out: W) -> Self {
        Self {
            out,
            is_shown: true,
        }
    }

    /// Writes text. Harmful characters are shown like `\u{9b}`.
    pub(super) fn text(&mut self, text: &str) -> io::Result<()> {
        let text = if self.is_shown {
            clean_output(text)
        } else {
            clean_controls(text, &['\n', '\t'])
        };
        self.out.write_all(text.as_bytes())
    }

    /// Writes a value as JSON on one line. Harmful characters are escaped, so that it says the same.
    pub(super) fn json(&mut self, value: &impl Serialize) -> io::Result<()> {
        let json = serde_json::to_string(value)?;
        self.out.write_all(clean_json(&json).as_bytes())
    }

    /// Writes what is buffered and returns the output.
    pub(super) fn finish(mut self) -> io::Result<W> {
        self.out.flush()?;
        Ok(self.out)
    }
}

/// Writes a result to stdout at once.
///
/// # Errors
/// If stdout cannot be written.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut out = CleanWriter::stdout();
    out.text(text)
        .and_then(|()| out.finish().map(drop))
        .map_err(Failure::Output)
}

/// Writes a long text to stdout: through the person's pager where a terminal shows it.
pub(super) fn print_long(text: &str) -> Result<(), Failure> {
    if io::stdout().is_terminal() && std::env::var_os("TERM").is_none_or(|kind| kind != "dumb") {
        match pager::show(clean_output(text).as_bytes()) {
            Ok(true) => return Ok(()),
            Ok(false) => {}
            Err(error) => {
                print(text)?;
                let reason = &io_reason(&error);
                print_message(&warning(tr!("cannot start $PAGER: {reason}", reason)));
                return Ok(());
            }
        }
    }
    print(text)
}

/// Writes a text with colour codes of this program to stdout at once.
pub(super) fn print_styled(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())
        .and_then(|()| out.flush())
        .map_err(Failure::Output)
}

/// The choice between text and JSON.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct FormArgs {
    /// Print JSON, with the fields of the schemas in the guide
    #[arg(long)]
    pub(super) json: bool,
}

impl FormArgs {
    /// Writes what a command found to stdout at once: facts for programs, as [`print_json`] does, or a text about them.
    pub(super) fn print<T: Serialize>(
        self,
        facts: impl FnOnce() -> T,
        text: impl FnOnce() -> String,
    ) -> Result<(), Failure> {
        if self.json {
            print_json(&facts())
        } else {
            print(&text())
        }
    }
}

/// Writes a result to stdout at once, as a line of JSON: an object, to which the version of its form is added.
pub(super) fn print_json(value: &impl Serialize) -> Result<(), Failure> {
    let mut value = serde_json::to_value(value).map_err(|error| Failure::Output(error.into()))?;
    value["version"] = JSON_VERSION.into();
    let mut out = CleanWriter::stdout();
    out.json(&value)
        .and_then(|()| out.text("\n"))
        .and_then(|()| out.finish().map(drop))
        .map_err(Failure::Output)
}

/// Writes a message to stderr.
pub(super) fn print_message(sentence: &Said) {
    // Nothing can be done if stderr is closed.
    let _ = writeln!(io::stderr(), "{}", clean_output(sentence));
}

/// Reports how a game of a source with this name was read, where that may be done in another way.
pub(super) fn report_reading(name: &str, record: &Record) {
    if !record.reading.is_empty() {
        let reading = note(about(name, remarks(&record.reading)));
        print_one_of_many(ReportKind::Reading, &reading);
    }
}

/// The most messages of a kind that are printed.
const MOST_OF_A_KIND: u64 = 10;

/// The kind of a message about a part of the input. JSON has its name, which stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, strum::VariantArray, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum ReportKind {
    /// How a game was read, where it may be done in another way.
    Reading,
    /// A file cannot be read, or has no games.
    File,
    /// A game ends too early.
    Incomplete,
    /// A game, or its variations, are too long.
    TooLong,
    /// A part of a game is not what its format has there.
    Malformed,
    /// A game does not begin with a position.
    Start,
    /// A move cannot be played.
    Move,
    /// No game leads to a position.
    Position,
    /// A line has no position.
    Line,
    /// A part of a line is ignored.
    Part,
    /// A game is not as it says of itself.
    Game,
    /// The output cannot hold a game.
    Refused,
    /// Any other problem with a game.
    Other,
}

impl From<&Problem> for ReportKind {
    fn from(problem: &Problem) -> Self {
        match problem {
            problem if problem.is_of_the_file() => Self::File,
            Problem::Io(..) => Self::File,
            Problem::Truncated(_) | Problem::NoEnd => Self::Incomplete,
            Problem::TooLong | Problem::TooManyVariations => Self::TooLong,
            Problem::Malformed { .. } | Problem::Json { .. } => Self::Malformed,
            Problem::Start(_) => Self::Start,
            Problem::Move { .. } => Self::Move,
            _ => Self::Other,
        }
    }
}

/// How many messages of each kind there were.
static MESSAGES: Mutex<BTreeMap<ReportKind, u64>> = Mutex::new(BTreeMap::new());

/// Returns how many messages of each kind there were so far, for a report about many games.
pub(super) fn message_counts() -> BTreeMap<ReportKind, u64> {
    MESSAGES.lock().clone()
}

/// Writes a message about a part of the input to stderr, if it is one of the first of its kind: millions of them help
/// nobody. [`print_more`] tells how many more there were.
pub(super) fn print_one_of_many(kind: impl Into<ReportKind>, sentence: &Said) {
    let mut messages = MESSAGES.lock();
    let count = messages.entry(kind.into()).or_default();
    *count += 1;
    if *count <= MOST_OF_A_KIND {
        print_message(sentence);
    }
}

/// Writes to stderr how many messages were left out, if any were.
pub(super) fn print_more() {
    let counts = std::mem::take(&mut *MESSAGES.lock());
    let left_out = counts
        .into_values()
        .map(|count| count.saturating_sub(MOST_OF_A_KIND));
    match left_out.sum() {
        0u64 => {}
        count => {
            let count = in_thousands(count);
            print_message(&tr!("and {count} more like these", count = Name(&count)));
        }
    }
}

/// Returns a number with a comma after each three digits.
fn in_thousands(number: u64) -> String {
    match number / 1000 {
        0 => number.to_string(),
        above => format!("{},{:03}", in_thousands(above), number % 1000),
    }
}

/// Adds the name of the output file to an error.
pub fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    // Debug format escapes control characters.
    let path = path.display().to_string();
    let reason = io_reason(error);
    Failure::Output(io::Error::new(error.kind(), format!("{path:?}: {reason}")))
}

/// Returns whether a path is `-`, which means standard input or output.
pub(super) fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Fails if an output file cannot be written, before the long work that its contents take.
///
/// # Errors
/// If it cannot be written.
pub fn try_output(path: &Path) -> Result<(), Failure> {
    if is_standard(path) {
        return Ok(());
    }
    AtomicFile::try_out(path).map_err(|error| cannot_write(path, &error))
}

/// Writes an output file.
///
/// # Errors
/// If it cannot be written. Then nothing has changed.
pub fn write_output(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    AtomicFile::create(path)
        .and_then(|mut file| {
            remove_when_ended(file.temporary())?;
            file.write_all(bytes)?;
            file.commit()
        })
        .map_err(|error| cannot_write(path, &error))
}

/// Writes a text to an output file; - is standard output.
pub(super) fn print_to(path: &Path, text: &str) -> Result<(), Failure> {
    if is_standard(path) {
        return print(text);
    }
    write_output(path, text.as_bytes())
}

/// Creates a progress bar over positions, as [`progress_bar`] does.
pub(super) fn positions_bar(length: u64) -> ProgressBar {
    progress_bar(
        length,
        &tr!("{{bar:30}} {{pos}} of {{len}} positions, {{eta}} left"),
    )
}

/// Creates a progress bar over games, as [`progress_bar`] does.
pub(super) fn games_bar() -> ProgressBar {
    progress_bar(0, &tr!("{{bar:30}} {{pos}} of {{len}} games, {{eta}} left"))
}

/// Creates a progress bar on stderr; it is hidden unless that is a terminal.
///
/// # Panics
/// If the template is wrong.
pub fn progress_bar(length: u64, template: &str) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template(template).expect("the templates here are valid");
    ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr())
        .with_style(style.progress_chars("=> "))
}

#[cfg(test)]
mod tests {
    use strum::VariantArray as _;

    use super::*;

    #[test]
    fn the_guide_names_every_kind_of_message() {
        let page = include_str!("../../../docs/cli.md");
        for kind in ReportKind::VARIANTS {
            let name = serde_json::to_value(kind).unwrap();
            let name = name.as_str().unwrap();
            assert!(page.contains(&format!("`{name}`")), "{name}");
        }
    }
}
