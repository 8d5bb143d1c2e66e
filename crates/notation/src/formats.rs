//! The table of formats. A format is one row: its names, how its files are recognised and read, how it is written, and
//! what it holds of a game. All else that the program says about formats comes from here.

use std::collections::BTreeSet;
use std::path::Path;
use std::{fmt, io};

use super::csv::Rows;
use super::head::Head;
use super::left_out::{GamePart, LeftOut, table};
use super::property_tree::Trees;
use super::record::{Record, StatedResult, StatedScore};
use super::splitter::GameSplitter;
use super::unpacked::unpacked_path;
use super::wthor::{self, Names};
use super::{Problem, ggf, pgn, sgf, svg, text_games};
use reversi::ForeignTag;

/// The most names of tags that are listed for a game.
const NAME_LIMIT: usize = 100;

/// A row of the table.
struct FormatRow {
    /// The name on the command line.
    name: &'static str,
    /// The file extensions, without the dot; the usual one comes first.
    extensions: &'static [&'static str],
    reader: FormatReader,
    writer: FormatWriter,
    /// Whether the writer, or for a format without one the reader, holds a part of a game that has it.
    holds: fn(&Record, GamePart) -> bool,
}

/// Recognises a file by its beginning. No beginning is that of two formats.
type Recognise = fn(&Head) -> bool;

/// How a format is read.
#[derive(Clone, Copy)]
enum FormatReader {
    /// As plain lines, which any text may resemble.
    Lines(Recognise),
    /// With a dedicated reader.
    Marked(Recognise, fn(Names) -> GameSplitter),
    /// Not at all.
    None,
}

/// Appends one record to a text, without the line end after it.
type Write = fn(&Record, &mut String);

/// How a format is written.
#[derive(Clone, Copy)]
enum FormatWriter {
    /// As text. With what stands between two games besides the line end; `None` if it holds one game.
    Text(Write, Option<&'static str>),
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
        reader: FormatReader::Lines(Head::is_transcript),
        writer: FormatWriter::Text(text_games::write, Some("")),
        holds: |record, part| match part {
            GamePart::Moves | GamePart::Characters => true,
            GamePart::Result => holds_result(record, text_games::result_again),
            GamePart::GameComment => text_games::line_comment(record).is_some(),
            GamePart::Tags => text_games::is_position(record),
            _ => false,
        },
    };
    /// Board text: a single position.
    Obf: FormatRow {
        name: "obf",
        extensions: &["obf"],
        reader: FormatReader::Lines(Head::is_board),
        writer: FormatWriter::Text(text_games::write_position, Some("")),
        holds: |record, part| match part {
            GamePart::Characters => true,
            GamePart::Moves | GamePart::Tags => text_games::is_without_moves(record),
            GamePart::GameComment => text_games::line_comment(record).is_some(),
            _ => false,
        },
    };
    /// Generic Game Format.
    Ggf: FormatRow {
        name: "ggf",
        extensions: &["ggf", "gam"],
        reader: FormatReader::Marked(Head::is_ggf, |_| GameSplitter::Trees(Trees::new(false), ggf::parse)),
        writer: FormatWriter::Text(ggf::write, Some("")),
        holds: |record, part| match part {
            GamePart::Result => holds_result(record, ggf::result_again),
            GamePart::Characters => ggf::holds_texts(record),
            GamePart::Variations => false,
            GamePart::Times | GamePart::Tags => true,
            _ => is_in_all_with_tags(part),
        },
    };
    /// The database of the French federation.
    Wthor: FormatRow {
        name: "wthor",
        extensions: &["wtb"],
        reader: FormatReader::Marked(|head| head.is_wtb, |names| GameSplitter::Wthor(wthor::Games::new(names).into())),
        writer: FormatWriter::Database,
        holds: |record, part| match part {
            GamePart::Moves | GamePart::Players | GamePart::Event | GamePart::Theoretical => true,
            GamePart::Date => record.year().is_some_and(|year| record.date == year.to_string()),
            GamePart::Result => holds_result(record, counts_again),
            GamePart::Characters => wthor::holds_names(record),
            _ => false,
        },
    };
    /// Smart Game Format, `GM[2]`.
    Sgf: FormatRow {
        name: "sgf",
        extensions: &["sgf"],
        reader: FormatReader::Marked(Head::is_sgf, |_| GameSplitter::Trees(Trees::new(true), sgf::parse)),
        writer: FormatWriter::Text(sgf::write, Some("")),
        holds: |record, part| match part {
            GamePart::Result => holds_result(record, sgf::result_again),
            GamePart::Times => false,
            GamePart::Variations | GamePart::Characters | GamePart::Tags | GamePart::NodeNames => true,
            _ => is_in_all_with_tags(part),
        },
    };
    /// Portable Game Notation as Othello programs write it.
    Pgn: FormatRow {
        name: "pgn",
        extensions: &["pgn"],
        reader: FormatReader::Marked(Head::is_pgn, |_| GameSplitter::Pgn(None)),
        // A tag at the start of a line starts the next game, after a blank line.
        writer: FormatWriter::Text(pgn::write, Some("\n")),
        holds: |record, part| match part {
            GamePart::Result => holds_result(record, pgn::result_again),
            GamePart::Times | GamePart::Variations | GamePart::Characters | GamePart::Tags => true,
            _ => is_in_all_with_tags(part),
        },
    };
    /// JSON, such as that of Othello Quest; read-only.
    Quest: FormatRow {
        name: "quest",
        extensions: &["json"],
        reader: FormatReader::Marked(Head::is_json, |_| GameSplitter::Quest),
        writer: FormatWriter::None,
        holds: holds_named,
    };
    /// A table with a game in each row; read-only.
    Csv: FormatRow {
        name: "csv",
        extensions: &["csv", "tsv"],
        reader: FormatReader::Marked(Head::is_table, |_| GameSplitter::Rows(Rows::default())),
        writer: FormatWriter::None,
        holds: holds_named,
    };
    /// An SVG picture; write-only.
    Svg: FormatRow {
        name: "svg",
        extensions: &["svg"],
        reader: FormatReader::None,
        writer: FormatWriter::Text(|record, out| out.push_str(&svg::still(record, None)), None),
        holds: |_, part| part == GamePart::Characters,
    };
}

/// Returns whether GGF, SGF and PGN all hold a part of any game.
const fn is_in_all_with_tags(part: GamePart) -> bool {
    match part {
        GamePart::Moves
        | GamePart::Players
        | GamePart::Ratings
        | GamePart::Date
        | GamePart::Place
        | GamePart::Event
        | GamePart::Round
        | GamePart::TimeControl
        | GamePart::Theoretical
        | GamePart::GameComment
        | GamePart::MoveComments
        | GamePart::Marks
        | GamePart::Evaluations
        | GamePart::Origin => true,
        GamePart::Result
        | GamePart::Times
        | GamePart::Tags
        | GamePart::NodeNames
        | GamePart::Variations
        | GamePart::Characters => false,
    }
}

/// Returns whether a tag says something that a record has in no other place.
fn says_more(tag: &ForeignTag) -> bool {
    match tag.format {
        sgf::NAME => !sgf::is_comment(tag.name),
        pgn::NAME => !pgn::is_unknown_value(tag),
        ggf::NAME => !(matches!(tag.name, "RB" | "RW") && tag.text == "?"),
        _ => true,
    }
}

/// Returns the names of the tags that are left out of a record, if those of some formats are held.
fn tags_left_out(record: &Record, is_held: impl Fn(Format) -> bool) -> Vec<(&'static str, String)> {
    let mut names = BTreeSet::new();
    for tag in record.foreign_tags().filter(says_more) {
        let format = Format::of_name(tag.format).filter(|&format| !is_held(format));
        if let Some(format) = format.filter(|_| names.len() < NAME_LIMIT) {
            names.insert((format as usize, tag.name));
        }
    }
    let names = names.into_iter();
    names
        .map(|(format, name)| (Format::ALL[format].name(), name.to_owned()))
        .collect()
}

/// Returns whether the stated result of a record, if there is one, is held by what is read of it.
fn holds_result(record: &Record, again: fn(StatedResult) -> StatedResult) -> bool {
    let stated = record.possible_result();
    stated.is_none_or(|stated| stated.is_held_by(again(stated)))
}

/// Returns whether a part of a game is read where each value has a name.
fn holds_named(record: &Record, part: GamePart) -> bool {
    match part {
        GamePart::Result => holds_result(record, counts_again),
        GamePart::Moves
        | GamePart::Players
        | GamePart::Date
        | GamePart::Place
        | GamePart::Event
        | GamePart::Round
        | GamePart::GameComment
        | GamePart::Characters => true,
        _ => false,
    }
}

/// Returns what is read of a result that is written as the discs of both sides.
fn counts_again(stated: StatedResult) -> StatedResult {
    let counts = stated.score.and_then(StatedScore::counts);
    StatedResult {
        score: counts.map(StatedScore::Counts),
        ending: None,
    }
}

impl Format {
    /// Returns the name of this format on the command line.
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// Returns the format with a name on the command line.
    pub(super) fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// Returns the usual file extension of this format, without the dot.
    pub const fn extension(self) -> &'static str {
        self.row().extensions[0]
    }

    /// Returns the format of a file extension, if there is one.
    pub fn of_path(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?;
        let is_extension = |known: &&str| known.eq_ignore_ascii_case(extension);
        let mut formats = Self::ALL.into_iter();
        formats.find(|format| format.row().extensions.iter().any(is_extension))
    }

    /// Returns the format of a file that is read, by its extension before that of a compressed file.
    pub fn of_file(path: &Path) -> Option<Self> {
        Self::of_path(&unpacked_path(path))
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
            FormatWriter::Text(_, between) => between,
            _ => None,
        }
    }

    /// Returns whether it holds variations.
    pub fn holds_variations(self) -> bool {
        (self.row().holds)(&Record::default(), GamePart::Variations)
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
            FormatReader::None => GameSplitter::nothing(Problem::Unrecognised),
        }
    }

    /// Returns what [`Format::write`], or the writer of WTHOR, leaves out of a record. Only SGF and PGN hold
    /// variations.
    pub fn left_out(self, record: &Record) -> LeftOut {
        let holds = self.row().holds;
        let tags = tags_left_out(record, |format| {
            format == self.format_of_tags() && holds(record, GamePart::Tags)
        });
        // Whether it is held costs less than whether it is there.
        let is_left_out = |part: &GamePart| match part {
            GamePart::Tags => !tags.is_empty(),
            part => !holds(record, *part) && part.is_in(record),
        };
        let parts: Vec<GamePart> = GamePart::ALL.into_iter().filter(is_left_out).collect();
        let count = record.variation_count();
        let variations = parts.contains(&GamePart::Variations).then_some(count);
        LeftOut {
            parts,
            tags,
            variations: variations.unwrap_or_default(),
        }
    }

    /// Returns the format whose tags it keeps as they stand. Lines of positions are those of OBF.
    fn format_of_tags(self) -> Self {
        if self.is_plain() { Self::Obf } else { self }
    }

    /// Appends one record as text with a line end to `out`. [`Format::Obf`] is the position after the last
    /// move, [`Format::Svg`] a picture of it. The result written is that of the board if the game
    /// is finished, otherwise the stated one. What a format cannot hold is [left out](Self::left_out).
    ///
    /// Returns false for formats without such a text: [`Format::Wthor`] has its own [`wthor::Writer`], and
    /// [`Format::Quest`] and [`Format::Csv`] are read-only.
    pub fn write(self, record: &Record, out: &mut String) -> bool {
        let FormatWriter::Text(write, _) = self.row().writer else {
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
/// # use reversi_notation::detect::{detect, Format};
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
            "id,moves\n1,f5d6",
            "moves;id\nf5d6;1",
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
