//! The table of formats. A format is one row: its names, how its files are recognised and read, how it is written, and
//! what it holds of a game. All else that the program says about formats comes from here.

use std::path::Path;
use std::{fmt, io};

use super::head::Head;
use super::left_out::{GamePart, LeftOut, table};
use super::property_tree::Trees;
use super::record::{Record, StatedResult};
use super::splitter::GameSplitter;
use super::wthor::{self, Names};
use super::{Problem, ggf, pgn, sgf, svg, text_games};

/// A row of the table.
struct FormatRow {
    /// The name on the command line.
    name: &'static str,
    /// The file extensions, without the dot; the usual one comes first.
    extensions: &'static [&'static str],
    /// A game in this format, as a noun: `a transcript`.
    noun: &'static str,
    reader: FormatReader,
    writer: FormatWriter,
    /// Whether the writer, or for a format without one the reader, holds a part of a game that has it.
    holds: fn(&Record, GamePart) -> bool,
    /// Whether it holds variations.
    variations: bool,
}

/// Recognises a file by its beginning. No beginning is that of two formats.
type Recognise = fn(&Head) -> bool;

/// How a format is read.
#[derive(Clone, Copy)]
enum FormatReader {
    /// As lines without signs of their own: any text may look like some.
    Lines(Recognise),
    /// By a reader of its own.
    Marked(Recognise, fn(Names) -> GameSplitter),
    /// Not at all.
    None,
}

/// Appends one record to a text, without the line end after it.
type Write = fn(&Record, &mut String);

/// How a format is written.
#[derive(Clone, Copy)]
enum FormatWriter {
    /// As text, one game after another; with what stands between two games besides the line end.
    Text(Write, &'static str),
    /// As text that holds only one game.
    Single(Write),
    /// As files for many games, by a writer of their own.
    Database,
    /// Not at all.
    None,
}

table! {
    /// A format of games.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum Format: FormatRow;

    /// Sequences of moves, one game per line.
    Transcript: FormatRow {
        name: "transcript",
        extensions: &["txt"],
        noun: "a transcript",
        reader: FormatReader::Lines(Head::is_transcript),
        writer: FormatWriter::Text(text_games::write, ""),
        holds: |record, part| match part {
            GamePart::Moves | GamePart::Characters => true,
            GamePart::Result => has_counts(record),
            GamePart::GameComment => text_games::line_comment(record).is_some(),
            _ => false,
        },
        variations: false,
    };
    /// Board text: a single position.
    Obf: FormatRow {
        name: "obf",
        extensions: &["obf"],
        noun: "a game in OBF",
        reader: FormatReader::Lines(Head::is_board),
        writer: FormatWriter::Text(|record, out| text_games::write_position(record.final_position(), record, out), ""),
        holds: |record, part| match part {
            GamePart::Characters => true,
            GamePart::GameComment => text_games::line_comment(record).is_some(),
            _ => false,
        },
        variations: false,
    };
    /// Generic Game Format.
    Ggf: FormatRow {
        name: "ggf",
        extensions: &["ggf", "gam"],
        noun: "a game in GGF",
        reader: FormatReader::Marked(Head::is_ggf, |_| GameSplitter::Trees(Trees::new(false), ggf::parse)),
        writer: FormatWriter::Text(ggf::write, ""),
        holds: |record, part| match part {
            GamePart::Result => has_counts(record) || result_is(record, ggf::holds_result),
            GamePart::Characters => ggf::holds_texts(record),
            _ => true,
        },
        variations: false,
    };
    /// The database of the French federation.
    Wthor: FormatRow {
        name: "wthor",
        extensions: &["wtb"],
        noun: "a game in WTHOR",
        reader: FormatReader::Marked(Head::is_wthor, |names| GameSplitter::Wthor(Box::new(wthor::Games::new(names)))),
        writer: FormatWriter::Database,
        holds: |record, part| match part {
            GamePart::Moves | GamePart::Players | GamePart::Event | GamePart::Theoretical => true,
            GamePart::Date => record.year().is_some_and(|year| record.date == year.to_string()),
            GamePart::Result => has_counts(record),
            GamePart::Characters => wthor::holds_names(record),
            _ => false,
        },
        variations: false,
    };
    /// Smart Game Format, `GM[2]`.
    Sgf: FormatRow {
        name: "sgf",
        extensions: &["sgf"],
        noun: "a game in SGF",
        reader: FormatReader::Marked(Head::is_sgf, |_| GameSplitter::Trees(Trees::new(true), sgf::parse)),
        writer: FormatWriter::Text(sgf::write, ""),
        holds: |record, part| match part {
            GamePart::Result => has_counts(record) || result_is(record, sgf::holds_result),
            GamePart::Times => false,
            _ => true,
        },
        variations: true,
    };
    /// Portable Game Notation as Othello programs write it.
    Pgn: FormatRow {
        name: "pgn",
        extensions: &["pgn"],
        noun: "a game in PGN",
        reader: FormatReader::Marked(Head::is_pgn, |_| GameSplitter::Pgn(None)),
        // A tag at the start of a line starts the next game, after a blank line.
        writer: FormatWriter::Text(pgn::write, "\n"),
        holds: |record, part| match part {
            GamePart::Result => has_counts(record) || result_is(record, pgn::holds_result),
            _ => true,
        },
        variations: true,
    };
    /// Othello Quest JSON; read-only.
    Quest: FormatRow {
        name: "quest",
        extensions: &["json"],
        noun: "a game of Othello Quest",
        reader: FormatReader::Marked(Head::is_json, |_| GameSplitter::quest()),
        writer: FormatWriter::None,
        holds: |_, part| {
            matches!(part, GamePart::Moves | GamePart::Players | GamePart::Date | GamePart::Characters)
        },
        variations: false,
    };
    /// An SVG picture; write-only.
    Svg: FormatRow {
        name: "svg",
        extensions: &["svg"],
        noun: "a picture in SVG",
        reader: FormatReader::None,
        writer: FormatWriter::Single(|record, out| out.push_str(&svg::still(record, None))),
        holds: |_, part| part == GamePart::Characters,
        variations: false,
    };
}

/// Returns whether the stated result, if there is one, fulfils a condition.
fn result_is(record: &Record, condition: fn(StatedResult) -> bool) -> bool {
    record.possible_result().is_none_or(condition)
}

/// Returns whether the stated result is only the discs of both sides, as usual, or there is none.
fn has_counts(record: &Record) -> bool {
    result_is(record, |stated| {
        stated.ending.is_none() && stated.score.is_some_and(|score| score.counts().is_some())
    })
}

impl Format {
    /// Returns the name of this format on the command line.
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// Returns the usual file extension of this format, without the dot.
    pub const fn extension(self) -> &'static str {
        self.row().extensions[0]
    }

    /// Returns a game in this format as a noun: `a transcript`.
    pub(super) const fn noun(self) -> &'static str {
        self.row().noun
    }

    /// Returns the format of a file extension, if there is one.
    pub fn of_path(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?;
        let is_extension = |known: &&str| known.eq_ignore_ascii_case(extension);
        let mut formats = Self::ALL.into_iter();
        formats.find(|format| format.row().extensions.iter().any(is_extension))
    }

    /// Returns whether its files are lines of moves or squares without tags, so that any text may look like one.
    pub const fn is_plain(self) -> bool {
        matches!(self.row().reader, FormatReader::Lines(_))
    }

    /// Returns true if games can be read from it.
    pub const fn can_be_read(self) -> bool {
        !matches!(self.row().reader, FormatReader::None)
    }

    /// Returns true if games can be written to it.
    pub const fn can_be_written(self) -> bool {
        !matches!(self.row().writer, FormatWriter::None)
    }

    /// Returns whether it is the form of files for many games, which have a writer of their own.
    pub const fn is_database(self) -> bool {
        matches!(self.row().writer, FormatWriter::Database)
    }

    /// Returns what stands between two games of a text besides the line end; `None` if it has one game, or is no text.
    pub const fn between_games(self) -> Option<&'static str> {
        match self.row().writer {
            FormatWriter::Text(_, between) => Some(between),
            _ => None,
        }
    }

    /// Returns whether it holds variations.
    pub const fn holds_variations(self) -> bool {
        self.row().variations
    }

    fn recognises(self, head: &Head) -> bool {
        match self.row().reader {
            FormatReader::Lines(recognises) | FormatReader::Marked(recognises, _) => {
                recognises(head)
            }
            FormatReader::None => false,
        }
    }

    /// Returns the reader of its files.
    pub(super) fn reader(self, names: Names) -> GameSplitter {
        match self.row().reader {
            FormatReader::Lines(_) => GameSplitter::Lines(Box::default()),
            FormatReader::Marked(_, read) => read(names),
            FormatReader::None => GameSplitter::Nothing(Some(Problem::Unrecognised)),
        }
    }

    /// Returns what [`Format::write`], or the writer of WTHOR, leaves out of a record. Only SGF and PGN hold
    /// variations.
    pub fn left_out(self, record: &Record) -> LeftOut {
        let row = self.row();
        let variations = if row.variations {
            0
        } else {
            record.variation_count()
        };
        LeftOut::of(record, row.holds, variations)
    }

    /// Appends one record as text with a line end to `out`. [`Format::Obf`] is the position after the last
    /// move, [`Format::Svg`] a picture of it. The result written is that of the board if the game
    /// is finished, otherwise the stated one. What a format cannot hold is [left out](Self::left_out).
    ///
    /// Returns false for formats without such a text: [`Format::Wthor`] has its own [`wthor::Writer`], and
    /// [`Format::Quest`] is read-only.
    pub fn write(self, record: &Record, out: &mut String) -> bool {
        let (FormatWriter::Text(write, _) | FormatWriter::Single(write)) = self.row().writer else {
            return false;
        };
        write(record, out);
        out.push('\n');
        true
    }

    /// Writes one record as [`write`](Self::write) does to a file or any other writer.
    ///
    /// # Errors
    /// Any error of the writer, and [`io::ErrorKind::Unsupported`] for a format without such a text.
    pub fn write_to(self, record: &Record, mut out: impl io::Write) -> io::Result<()> {
        let mut text = String::new();
        if !self.write(record, &mut text) {
            let error = format!("{self} has no text for one game");
            return Err(io::Error::new(io::ErrorKind::Unsupported, error));
        }
        out.write_all(text.as_bytes())
    }
}

/// Prints the name of the format on the command line.
impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Recognises the format of a file by its first bytes (a few thousand are enough). Returns `None` if it
/// matches no supported format.
///
/// ```
/// # use reversi::notation::detect::{detect, Format};
/// assert_eq!(detect(b"1. f5 d6 2. c3"), Some(Format::Transcript));
/// assert_eq!(detect(b"2 (;GM[Othello]PB[a]"), Some(Format::Ggf));
/// assert_eq!(detect(b"Dear reader"), None);
/// ```
pub fn detect(head: &[u8]) -> Option<Format> {
    let head = Head::of(head);
    let mut formats = Format::ALL.into_iter();
    formats.find(|format| format.recognises(&head))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_beginning_is_that_of_two_formats() {
        for text in [
            "f5d6",
            "1. f5",
            "pass",
            "\t?",
            "b6",
            "-------- --------",
            "bbbbbbbbwwwwwwww",
            "(;GM[2]B[f5])",
            "(;B[f5];)",
            "2 (;GM[Othello]",
            "[Event \"f5\"]",
            "[f5, d6]",
            "{\"moves\":\"f5\"}",
            "[{}]",
            "%\n1. f5",
            "Dear reader",
            "",
        ] {
            let head = Head::of(text.as_bytes());
            let formats = Format::ALL.into_iter();
            let of: Vec<Format> = formats.filter(|format| format.recognises(&head)).collect();
            assert!(of.len() < 2, "{text:?}: {of:?}");
        }
    }
}
