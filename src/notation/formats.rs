//! The table of formats. A format is one row: its names, how it is recognised, its reader and its writer, what it
//! holds of a game, and an example. All else that the program says about formats comes from here.

use std::path::Path;
use std::{fmt, io};

use super::head::Head;
use super::left_out::GamePart::{
    Characters, Date, Evaluations, Event, GameComment, Marks, MoveComments, Moves, Place, Players,
    Ratings, Result as StatedResults, Round, Theoretical, TimeControl, Times,
};
use super::left_out::Held::{If, No, Yes};
use super::left_out::{GamePart, Held, LeftOut};
use super::property_tree::Trees;
use super::record::{Record, StatedResult};
use super::splitter::GameSplitter;
use super::wthor::{self, Names};
use super::{Problem, ggf, pgn, sgf, svg, text_games};

/// A row of the table.
struct FormatRow {
    /// The name on the command line.
    name: &'static str,
    /// The usual file extension, without the dot.
    extension: &'static str,
    /// A game in this format, as a noun: `a transcript`.
    noun: &'static str,
    /// Whether its files are lines without signs of their own, so that any text may look like one.
    is_plain: bool,
    /// `None` if it can only be written.
    reader: Option<Reader>,
    writer: Writer,
    /// What the writer, or for a format without one the reader, holds of each part of a game.
    holds: fn(GamePart) -> Held,
    /// Whether it holds variations.
    variations: bool,
}

/// How a format is read.
struct Reader {
    /// Recognises a file by its beginning. No beginning is that of two formats.
    recognises: fn(&Head) -> bool,
    /// Reads the games of a file.
    read: fn(Names) -> GameSplitter,
    /// A file with a game; for a text that can be written, as it is written.
    example: &'static [u8],
}

/// Appends one record to a text, without the line end after it.
type Write = fn(&Record, &mut String);

/// How a format is written.
#[derive(Clone, Copy)]
enum Writer {
    /// As text, one game after another; with what stands between two games besides the line end.
    Text(Write, &'static str),
    /// As text that holds only one game.
    Single(Write),
    /// As files for many games, by a writer of their own.
    Database,
    /// Not at all.
    None,
}

/// How many games a format can be written with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Writing {
    /// One or more games in a text, by [`Format::write`]. After the line end of a game stands `between`, and then the
    /// next game.
    Games {
        /// Nothing or a blank line.
        between: &'static str,
    },
    /// One game, by [`Format::write`].
    OneGame,
    /// A database, by a writer of its own such as [`wthor::Writer`].
    Database,
    /// It can only be read.
    Never,
}

/// Makes the type of the formats from the table, so that none can be without a row or missing in the list of all.
macro_rules! formats {
    ($($(#[$doc:meta])+ $name:ident: $row:expr;)+) => {
        /// A format of games.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Format { $($(#[$doc])+ $name,)+ }

        impl Format {
            /// All formats.
            pub const ALL: [Self; [$(Self::$name),+].len()] = [$(Self::$name),+];

            const fn row(self) -> &'static FormatRow {
                match self { $(Self::$name => const { &$row },)+ }
            }
        }
    };
}

formats! {
    /// Sequences of moves, one game per line.
    Transcript: FormatRow {
        name: "transcript",
        extension: "txt",
        noun: "a transcript",
        is_plain: true,
        reader: Some(Reader {
            recognises: Head::is_transcript,
            read: |_| GameSplitter::Lines(Box::default()),
            example: b"e6f4e3f6g5d6e7f5c5\t64-0\t% nine moves\n",
        }),
        writer: Writer::Text(text_games::write, ""),
        holds: |part| match part {
            Moves | Characters => Yes,
            StatedResults => If(has_counts),
            GameComment => If(|record| text_games::line_comment(record).is_some()),
            Players | Ratings | Date | Place | Event | Round | TimeControl | Theoretical | MoveComments | Marks
            | Evaluations | Times => No,
        },
        variations: false,
    };
    /// Board text: a single position.
    Obf: FormatRow {
        name: "obf",
        extension: "obf",
        noun: "a game in OBF",
        is_plain: true,
        reader: Some(Reader {
            recognises: Head::is_board,
            read: |_| GameSplitter::Lines(Box::default()),
            example: b"---------------------------OX------XO--------------------------- X % the start\n",
        }),
        writer: Writer::Text(|record, out| text_games::write_position(record.final_position(), record, out), ""),
        holds: |part| match part {
            Characters => Yes,
            GameComment => If(|record| text_games::line_comment(record).is_some()),
            Moves | Players | Ratings | Date | Place | Event | Round | TimeControl | StatedResults | Theoretical
            | MoveComments | Marks | Evaluations | Times => No,
        },
        variations: false,
    };
    /// Generic Game Format.
    Ggf: FormatRow {
        name: "ggf",
        extension: "ggf",
        noun: "a game in GGF",
        is_plain: false,
        reader: Some(Reader {
            recognises: Head::is_ggf,
            read: |_| GameSplitter::Trees(Trees::new(false), ggf::parse),
            example: b"(;GM[Othello]PB[Ann]PW[Bob];)\n",
        }),
        writer: Writer::Text(ggf::write, ""),
        holds: |part| match part {
            Moves | Players | Ratings | Date | Place | Event | Round | TimeControl | Theoretical | GameComment
            | MoveComments | Marks | Evaluations | Times => Yes,
            StatedResults => If(|record| has_counts(record) || result_is(record, ggf::holds_result)),
            Characters => If(ggf::holds_texts),
        },
        variations: false,
    };
    /// The database of the French federation.
    Wthor: FormatRow {
        name: "wthor",
        extension: "wtb",
        noun: "a game in WTHOR",
        is_plain: false,
        reader: Some(Reader {
            recognises: Head::is_wthor,
            read: |names| GameSplitter::Wthor(Box::new(wthor::Games::new(names))),
            example: b"\x14\x18\x01\x02\x01\0\0\0\0\0\xe8\x07\0\0\0\0\0\0\0\0\0\0\x40\x40\
                \x41\x2e\x23\x42\x39\x2e\x4b\x38\x35\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\
                \0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
        }),
        writer: Writer::Database,
        holds: |part| match part {
            Moves | Players | Event | Theoretical => Yes,
            Date => If(|record| record.year().is_some_and(|year| record.date == year.to_string())),
            StatedResults => If(has_counts),
            Characters => If(wthor::holds_names),
            Ratings | Place | Round | TimeControl | GameComment | MoveComments | Marks | Evaluations | Times => No,
        },
        variations: false,
    };
    /// Smart Game Format, `GM[2]`.
    Sgf: FormatRow {
        name: "sgf",
        extension: "sgf",
        noun: "a game in SGF",
        is_plain: false,
        reader: Some(Reader {
            recognises: Head::is_sgf,
            read: |_| GameSplitter::Trees(Trees::new(true), sgf::parse),
            example: b"(;FF[4]GM[2];B[f5](;W[d6])(;W[f6]))\n",
        }),
        writer: Writer::Text(sgf::write, ""),
        holds: |part| match part {
            Moves | Players | Ratings | Date | Place | Event | Round | TimeControl | Theoretical | GameComment
            | MoveComments | Marks | Evaluations | Characters => Yes,
            StatedResults => If(|record| has_counts(record) || result_is(record, sgf::holds_result)),
            Times => No,
        },
        variations: true,
    };
    /// Portable Game Notation as Othello programs write it.
    Pgn: FormatRow {
        name: "pgn",
        extension: "pgn",
        noun: "a game in PGN",
        is_plain: false,
        reader: Some(Reader {
            recognises: Head::is_pgn,
            read: |_| GameSplitter::Pgn(None),
            example: b"[Event \"?\"]\n\n1. f5 d6 (f6) *\n",
        }),
        // A tag at the start of a line starts the next game, after a blank line.
        writer: Writer::Text(pgn::write, "\n"),
        holds: |part| match part {
            Moves | Players | Ratings | Date | Place | Event | Round | TimeControl | Theoretical | GameComment
            | MoveComments | Marks | Evaluations | Times | Characters => Yes,
            StatedResults => If(|record| has_counts(record) || result_is(record, pgn::holds_result)),
        },
        variations: true,
    };
    /// Othello Quest JSON; read-only.
    Quest: FormatRow {
        name: "quest",
        extension: "json",
        noun: "a game of Othello Quest",
        is_plain: false,
        reader: Some(Reader {
            recognises: Head::is_json,
            read: |_| GameSplitter::quest(),
            example: br#"{"players":[{"name":"Ann"},{"name":"Bob"}],"moves":[{"m":"f5"},{"m":"d6"}]}"#,
        }),
        writer: Writer::None,
        holds: |part| match part {
            Moves | Players | Date | Characters => Yes,
            Ratings | Place | Event | Round | TimeControl | StatedResults | Theoretical | GameComment
            | MoveComments | Marks | Evaluations | Times => No,
        },
        variations: false,
    };
    /// An SVG picture; write-only.
    Svg: FormatRow {
        name: "svg",
        extension: svg::EXTENSION,
        noun: "a picture in SVG",
        is_plain: false,
        reader: None,
        writer: Writer::Single(|record, out| out.push_str(&svg::still(record, None))),
        holds: |part| match part {
            Characters => Yes,
            Moves | Players | Ratings | Date | Place | Event | Round | TimeControl | StatedResults | Theoretical
            | GameComment | MoveComments | Marks | Evaluations | Times => No,
        },
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
        self.row().extension
    }

    /// Returns a game in this format as a noun: `a transcript`.
    pub(super) const fn noun(self) -> &'static str {
        self.row().noun
    }

    /// Returns the format of a file extension, if there is one.
    pub fn of_path(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?;
        Self::ALL
            .into_iter()
            .find(|format| format.extension().eq_ignore_ascii_case(extension))
    }

    /// Returns whether its files are lines of moves or squares without tags, so that any text may look like one.
    pub const fn is_plain(self) -> bool {
        self.row().is_plain
    }

    /// Returns true if games can be read from it.
    pub const fn can_be_read(self) -> bool {
        self.row().reader.is_some()
    }

    /// Returns true if games can be written to it.
    pub const fn can_be_written(self) -> bool {
        !matches!(self.writing(), Writing::Never)
    }

    /// Returns how many games it can be written with.
    pub const fn writing(self) -> Writing {
        match self.row().writer {
            Writer::Text(_, between) => Writing::Games { between },
            Writer::Single(_) => Writing::OneGame,
            Writer::Database => Writing::Database,
            Writer::None => Writing::Never,
        }
    }

    /// Returns a small file in this format; `None` if it can only be written.
    ///
    /// ```
    /// use reversi::notation::{Format, detect};
    /// let example = Format::Sgf.example().unwrap();
    /// assert_eq!(detect::detect(example), Some(Format::Sgf));
    /// let record = detect::read(example, None).next().unwrap()?;
    /// assert_eq!(record.variation_count(), 1);
    /// # Ok::<(), reversi::notation::RecordError>(())
    /// ```
    pub fn example(self) -> Option<&'static [u8]> {
        self.row().reader.as_ref().map(|reader| reader.example)
    }

    /// Returns the reader of its files.
    pub(super) fn reader(self, names: Names) -> GameSplitter {
        match &self.row().reader {
            Some(reader) => (reader.read)(names),
            None => GameSplitter::Nothing(Some(Problem::Unrecognised)),
        }
    }

    /// Returns the number of variations of a record that are left out in this format: none in SGF and PGN,
    /// all in the others.
    pub fn variations_left_out(self, record: &Record) -> usize {
        self.left_out(record).variations
    }

    /// Returns what [`Format::write`], or the writer of WTHOR, leaves out of a record. Only SGF and PGN hold
    /// variations.
    pub fn left_out(self, record: &Record) -> LeftOut {
        LeftOut::of(record, self.row().holds, self.row().variations)
    }

    /// Appends one record as text with a line end to `out`. [`Format::Obf`] is the position after the last
    /// move, [`Format::Svg`] a picture of it. The result written is that of the board if the game
    /// is finished, otherwise the stated one. What a format cannot hold is [left out](Self::left_out).
    ///
    /// Returns false for formats without such a text: [`Format::Wthor`] has its own [`wthor::Writer`], and
    /// [`Format::Quest`] is read-only.
    pub fn write(self, record: &Record, out: &mut String) -> bool {
        let (Writer::Text(write, _) | Writer::Single(write)) = self.row().writer else {
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
    Format::ALL.into_iter().find(|format| {
        let reader = format.row().reader.as_ref();
        reader.is_some_and(|reader| (reader.recognises)(&head))
    })
}
