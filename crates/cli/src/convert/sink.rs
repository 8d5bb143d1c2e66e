//! The output of a conversion: standard output, or a file that appears when it is complete.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use reversi_notation::{Format, LeftOut, Record, wthor};
use reversi_table::clock::today;
use reversi_table::store::atomic::AtomicFile;
use reversi_tui::Picture;

use super::ConvertTarget;
use crate::Failure;
use crate::output::{CleanWriter, Stdout, cannot_write};
use crate::source::ends_at;
use reversi_table::system::cleanup;
use reversi_text::{Said, tr};

/// The size of the output buffer in bytes.
const BUFFER: usize = 1 << 16;

/// Why a game was not written.
pub(super) enum Refused {
    /// The format cannot hold this game: a clause that says why.
    Game(String),
    /// It is the second one for a picture, which shows one.
    Second,
    /// The game is too short for the picture, or the output was closed.
    All(Failure),
}

impl From<io::Error> for Refused {
    fn from(error: io::Error) -> Self {
        Self::All(Failure::Output(error))
    }
}

/// An output: standard output or a file.
pub(super) enum Out {
    Stdout(CleanWriter<Stdout>),
    File(BufWriter<AtomicFile>),
}

impl Out {
    fn open(path: Option<&Path>) -> Result<Self, Failure> {
        Ok(match path {
            None => Self::Stdout(CleanWriter::stdout()),
            Some(path) => Self::File(create(path)?),
        })
    }

    fn text(&mut self, text: &str) -> io::Result<()> {
        match self {
            Self::Stdout(out) => out.text(text),
            Self::File(out) => out.write_all(text.as_bytes()),
        }
    }

    fn finish(self) -> io::Result<()> {
        match self {
            Self::Stdout(out) => out.finish().map(drop),
            Self::File(out) => commit(out),
        }
    }
}

fn create(path: &Path) -> Result<BufWriter<AtomicFile>, Failure> {
    AtomicFile::create(path)
        .and_then(|file| cleanup::remove_when_ended(file.temporary()).map(|()| file))
        .map(|file| BufWriter::with_capacity(BUFFER, file))
        .map_err(|error| cannot_write(path, &error))
}

fn commit(out: BufWriter<AtomicFile>) -> io::Result<()> {
    out.into_inner()
        .map_err(io::IntoInnerError::into_error)?
        .commit()
}

/// Takes games one by one.
pub(super) enum GameWriter {
    Text {
        out: Out,
        format: Format,
        /// The text of one game.
        text: String,
    },
    /// A picture shows one game, so it is written only when there is no second one.
    Picture {
        out: Out,
        picture: Picture,
        text: String,
    },
    Wthor(Box<Wthor>),
}

impl GameWriter {
    pub(super) fn open(target: ConvertTarget, path: Option<&Path>) -> Result<Self, Failure> {
        Ok(match (target, path) {
            (ConvertTarget::Games(Format::Wthor), Some(path)) => {
                Self::Wthor(Box::new(Wthor::open(path)?))
            }
            (ConvertTarget::Picture(picture), _) => Self::Picture {
                out: Out::open(path)?,
                picture,
                text: String::new(),
            },
            (ConvertTarget::Games(format), _) => Self::Text {
                out: Out::open(path)?,
                format,
                text: String::new(),
            },
        })
    }

    /// Writes a game. Returns what the format cannot hold of it; a picture is not meant to hold the game.
    pub(super) fn write(&mut self, record: &Record) -> Result<LeftOut, Refused> {
        match self {
            Self::Text { out, format, text } => {
                let _ = format.write(record, text);
                out.text(text)?;
                text.clear();
                Ok(format.left_out(record))
            }
            Self::Picture { picture, text, .. } => {
                if !text.is_empty() {
                    return Err(Refused::Second);
                }
                let end = record.sides().count();
                if let Picture::Still(Some(at)) = *picture
                    && at > end
                {
                    return Err(Refused::All(Failure::Faults(ends_at(at, end))));
                }
                *text = picture
                    .draw(record)
                    .map_err(|problem| Refused::Game(problem.to_string()))?;
                Ok(LeftOut::default())
            }
            Self::Wthor(wthor) => {
                wthor.write(record)?;
                Ok(Format::Wthor.left_out(record))
            }
        }
    }

    /// Completes the output. Returns clauses about what it cannot hold of all games together.
    pub(super) fn finish(self) -> Result<Vec<Said>, Failure> {
        let (mut out, text) = match self {
            Self::Text { out, text, .. } | Self::Picture { out, text, .. } => (out, text),
            Self::Wthor(wthor) => return wthor.finish(),
        };
        out.text(&text)
            .and_then(|()| out.finish())
            .map_err(Failure::Output)?;
        Ok(Vec::new())
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
    /// The depth of the first theoretical score.
    depth: Option<u8>,
    /// Games with theoretical scores of another depth.
    of_other_depths: u64,
}

impl Wthor {
    fn open(path: &Path) -> Result<Self, Failure> {
        Ok(Self {
            path: path.to_owned(),
            file: Some(create(path)?),
            writer: None,
            year: None,
            of_other_years: 0,
            depth: None,
            of_other_depths: 0,
        })
    }

    fn write(&mut self, record: &Record) -> Result<(), Refused> {
        let year = record.year();
        if let Some(file) = self.file.take() {
            self.year = year;
            let today = today();
            let today = (
                today.year().unsigned_abs(),
                today.month().unsigned_abs(),
                today.day().unsigned_abs(),
            );
            self.writer = Some(wthor::Writer::new(file, today, year.unwrap_or(0))?);
        }
        let Some(writer) = &mut self.writer else {
            return Ok(());
        };
        match writer.write(record)? {
            Ok(()) => {
                self.of_other_years += u64::from(year != self.year);
                if let Some(score) = record.theoretical {
                    let depth = *self.depth.get_or_insert(score.empties);
                    self.of_other_depths += u64::from(score.empties != depth);
                }
                Ok(())
            }
            Err(why) => Err(Refused::Game(why.to_string())),
        }
    }

    fn finish(self) -> Result<Vec<Said>, Failure> {
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
        let mut notes = Vec::new();
        if self.of_other_years > 0 {
            let year = self.year.map_or_else(|| tr!("no year"), Said::display);
            notes.push(tr!(
                "a WTHOR file has one year, {year} from the first game, but {count} game is of another"
                    | "a WTHOR file has one year, {year} from the first game, but {count} games are of another",
                year = &year,
                count = self.of_other_years
            ));
        }
        if let Some(depth) = self.depth.filter(|_| self.of_other_depths > 0) {
            let depth = &tr!(
                "{count} empty square" | "{count} empty squares",
                count = depth
            );
            notes.push(tr!(
                "a WTHOR file has one depth of theoretical scores, {depth} from the first game, but {count} game is of \
                 another"
                    | "a WTHOR file has one depth of theoretical scores, {depth} from the first game, but {count} games \
                       are of another",
                depth,
                count = self.of_other_depths
            ));
        }
        Ok(notes)
    }
}
