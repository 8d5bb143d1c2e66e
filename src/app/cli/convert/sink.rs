//! The output of a conversion: standard output, or a file that appears when it is complete.

use std::io::{self, BufWriter, StdoutLock, Write};
use std::path::{Path, PathBuf};

use crate::app::store::atomic::AtomicFile;
use crate::app::store::state::today;
use crate::notation::{Format, Record, wthor};

use crate::app::cli::{Failure, cannot_write};

/// Bytes that are gathered before they are written.
const BUFFER: usize = 1 << 16;

/// Why a game was not written.
pub(super) enum Refused {
    /// The format cannot hold this game: a clause that says why.
    Game(String),
    /// Nothing can be written any more.
    All(Failure),
}

impl From<io::Error> for Refused {
    fn from(error: io::Error) -> Self {
        Self::All(Failure::Output(error))
    }
}

/// The two places for bytes.
pub(super) enum Out {
    Stdout(BufWriter<StdoutLock<'static>>),
    File(BufWriter<AtomicFile>),
}

impl Out {
    fn open(path: Option<&Path>) -> Result<Self, Failure> {
        Ok(match path {
            None => Self::Stdout(BufWriter::with_capacity(BUFFER, io::stdout().lock())),
            Some(path) => Self::File(create(path)?),
        })
    }

    fn inner(&mut self) -> &mut dyn Write {
        match self {
            Self::Stdout(out) => out,
            Self::File(out) => out,
        }
    }

    fn finish(self) -> io::Result<()> {
        match self {
            Self::Stdout(mut out) => out.flush(),
            Self::File(out) => commit(out),
        }
    }
}

fn create(path: &Path) -> Result<BufWriter<AtomicFile>, Failure> {
    AtomicFile::create(path)
        .map(|file| BufWriter::with_capacity(BUFFER, file))
        .map_err(|error| cannot_write(path, &error))
}

fn commit(out: BufWriter<AtomicFile>) -> io::Result<()> {
    out.into_inner()
        .map_err(io::IntoInnerError::into_error)?
        .commit()
}

/// Takes games one by one.
pub(super) enum Sink {
    Text {
        out: Out,
        format: Format,
        /// The text of one game.
        text: String,
    },
    /// A picture is of one game: it is held until it is clear that there is no other.
    Picture {
        out: Out,
        text: Option<String>,
    },
    Wthor(Box<Wthor>),
}

impl Sink {
    pub(super) fn open(format: Format, path: Option<&Path>) -> Result<Self, Failure> {
        Ok(match (format, path) {
            (Format::Wthor, Some(path)) => Self::Wthor(Box::new(Wthor::open(path)?)),
            (Format::Svg, _) => Self::Picture {
                out: Out::open(path)?,
                text: None,
            },
            _ => Self::Text {
                out: Out::open(path)?,
                format,
                text: String::new(),
            },
        })
    }

    pub(super) fn write(&mut self, record: &Record) -> Result<(), Refused> {
        match self {
            Self::Text { out, format, text } => {
                text.clear();
                let _ = format.write(record, text);
                Ok(out.inner().write_all(text.as_bytes())?)
            }
            Self::Picture { text: Some(_), .. } => Err(Refused::All(Failure::Usage(
                "svg draws one game, but there are several".to_owned(),
            ))),
            Self::Picture { text, .. } => {
                let _ = Format::Svg.write(record, text.insert(String::new()));
                Ok(())
            }
            Self::Wthor(wthor) => wthor.write(record),
        }
    }

    /// Completes the output. Gives clauses about what the format could not hold.
    pub(super) fn finish(self) -> Result<Vec<String>, Failure> {
        match self {
            Self::Text { out, .. } => {
                out.finish().map_err(Failure::Output)?;
                Ok(Vec::new())
            }
            Self::Picture { mut out, text } => {
                let text = text.unwrap_or_default();
                out.inner()
                    .write_all(text.as_bytes())
                    .and_then(|()| out.finish())
                    .map_err(Failure::Output)?;
                Ok(Vec::new())
            }
            Self::Wthor(wthor) => wthor.finish(),
        }
    }
}

/// A `.wtb` file and the names beside it.
pub(super) struct Wthor {
    path: PathBuf,
    /// The file until the first game tells the year.
    file: Option<BufWriter<AtomicFile>>,
    writer: Option<wthor::Writer<BufWriter<AtomicFile>>>,
    year: Option<u16>,
    /// Games of another year than the first.
    of_other_years: u64,
}

impl Wthor {
    fn open(path: &Path) -> Result<Self, Failure> {
        Ok(Self {
            path: path.to_owned(),
            file: Some(create(path)?),
            writer: None,
            year: None,
            of_other_years: 0,
        })
    }

    fn write(&mut self, record: &Record) -> Result<(), Refused> {
        let year = record.year();
        if let Some(file) = self.file.take() {
            self.year = year;
            self.writer = Some(wthor::Writer::new(file, today(), year.unwrap_or(0))?);
        }
        let Some(writer) = &mut self.writer else {
            return Ok(());
        };
        match writer.write(record)? {
            Ok(()) => {
                self.of_other_years += u64::from(year != self.year);
                Ok(())
            }
            Err(why) => Err(Refused::Game(why.to_string())),
        }
    }

    fn finish(self) -> Result<Vec<String>, Failure> {
        let Some(writer) = self.writer else {
            return Ok(Vec::new());
        };
        let (out, files) = writer.finish().map_err(Failure::Output)?;
        // The names are there before the games that need them.
        for (ending, bytes) in [("jou", files.players), ("trn", files.tournaments)] {
            let path = self.path.with_extension(ending);
            let mut file = create(&path)?;
            file.write_all(&bytes)
                .and_then(|()| commit(file))
                .map_err(|error| cannot_write(&path, &error))?;
        }
        commit(out).map_err(Failure::Output)?;
        let year = self
            .year
            .map_or("no year".to_owned(), |year| year.to_string());
        Ok(match self.of_other_years {
            0 => Vec::new(),
            count => vec![format!(
                "a WTHOR file has one year, {year} from the first game, but {} of another year",
                match count {
                    1 => "1 game is".to_owned(),
                    _ => format!("{count} games are"),
                }
            )],
        })
    }
}
