//! The reader for all formats: recognises the format of a file and reads its games one by one in bounded memory.

use std::fmt;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use super::clean::decode;
use super::error::{GAME_LIMIT, Place, Problem, RecordError};
use super::input::{CountedInput, Decoded};
use super::property_tree::Trees;
#[cfg(feature = "serde")]
use super::quest;
use super::record::Record;
use super::text_games::{self, Item, Lines};
use super::wthor::{self, NameProblem, Names};
use super::{ggf, pgn, sgf};

/// The number of bytes examined to recognise the format of a file.
const HEAD: usize = 4096;

/// A format of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Sequences of moves, one game per line.
    Transcript,
    /// Board text: a single position.
    Obf,
    /// Generic Game Format.
    Ggf,
    /// The database of the French federation.
    Wthor,
    /// Smart Game Format, `GM[2]`.
    Sgf,
    /// Portable Game Notation as Othello programs write it.
    Pgn,
    /// Othello Quest JSON; read-only.
    Quest,
    /// An SVG picture; write-only.
    Svg,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 8] = [
        Self::Transcript,
        Self::Obf,
        Self::Ggf,
        Self::Wthor,
        Self::Sgf,
        Self::Pgn,
        Self::Quest,
        Self::Svg,
    ];

    /// Returns the name of this format on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Transcript => "transcript",
            Self::Obf => "obf",
            Self::Ggf => "ggf",
            Self::Wthor => "wthor",
            Self::Sgf => "sgf",
            Self::Pgn => "pgn",
            Self::Quest => "quest",
            Self::Svg => "svg",
        }
    }

    /// Returns the usual file extension of this format, without the dot.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Transcript => "txt",
            Self::Wthor => "wtb",
            Self::Quest => "json",
            _ => self.name(),
        }
    }

    /// Returns the format of a file extension, if there is one.
    pub fn of_path(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?;
        Self::ALL
            .into_iter()
            .find(|format| format.extension().eq_ignore_ascii_case(extension))
    }

    /// Returns true if games can be read from it.
    pub const fn can_be_read(self) -> bool {
        !matches!(self, Self::Svg)
    }

    /// Returns true if games can be written to it.
    pub const fn can_be_written(self) -> bool {
        !matches!(self, Self::Quest)
    }

    /// Returns the number of variations of a record that are left out in this format: none in SGF and PGN,
    /// all in the others.
    pub fn variations_left_out(self, record: &Record) -> usize {
        match self {
            Self::Sgf | Self::Pgn => 0,
            _ => record.variation_count(),
        }
    }

    /// Appends one record as text with a line end to `out`. [`Format::Obf`] is the position after the last
    /// move, [`Format::Svg`] a picture of it. The result written is that of the board if the game
    /// is finished, otherwise the stated one. What a format cannot hold is [left out](Self::left_out).
    ///
    /// Returns false for formats without such a text: [`Format::Wthor`] has its own [`wthor::Writer`], and
    /// [`Format::Quest`] is read-only.
    pub fn write(self, record: &Record, out: &mut String) -> bool {
        match self {
            Self::Transcript => text_games::write(record, out),
            Self::Obf => text_games::write_position(record.final_position(), record, out),
            Self::Ggf => ggf::write(record, out),
            Self::Sgf => sgf::write(record, out),
            Self::Pgn => pgn::write(record, out),
            Self::Svg => out.push_str(&super::svg::still(record, None)),
            Self::Wthor | Self::Quest => return false,
        }
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
    if wthor::is_wtb(head) {
        return Some(Format::Wthor);
    }
    let text = decode_all(head);
    // A comment may stand before anything.
    let whole_line = text.lines().find(|line| {
        let line = line.trim_start();
        !line.is_empty() && !line.starts_with(['%', '#'])
    })?;
    let line = whole_line.trim();
    let at = line.as_ptr().addr() - text.as_ptr().addr();
    let text = &text[at..];
    let squeezed: String = text
        .chars()
        .filter(|c| !c.is_whitespace())
        .take(HEAD)
        .collect();
    let tree = squeezed.trim_start_matches(|c: char| c.is_ascii_digit());
    if tree.starts_with("(;") {
        let upper = tree.to_ascii_uppercase();
        return Some(match upper.find("GM[") {
            Some(at) if upper[at + 3..].starts_with(|c: char| c.is_ascii_digit()) => Format::Sgf,
            _ if upper.starts_with("(;FF[") => Format::Sgf,
            _ => Format::Ggf,
        });
    }
    if ["{\"", "{}", "[{\"", "[{}", "[]"]
        .iter()
        .any(|start| squeezed.starts_with(start))
    {
        return Some(Format::Quest);
    }
    // A tag has a value: `[f5, d6]` is a list.
    let name = squeezed.strip_prefix('[').unwrap_or("");
    let value = name.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
    if value.len() < name.len() && value.starts_with('"') {
        return Some(Format::Pgn);
    }
    if text_games::is_board(line) {
        return Some(Format::Obf);
    }
    if text_games::is_empty_game(whole_line) {
        return Some(Format::Transcript);
    }
    // A number and a full stop, or a first item that is a move or a pass.
    let mut tokens = super::transcript::tokens(line);
    matches!(tokens.next(), Some(Ok(_))).then_some(Format::Transcript)
}

/// Reads the text of one game.
type Parse = fn(&str) -> Result<Record, Problem>;

/// Splits an input into games, by format.
#[derive(Debug)]
enum GameSplitter {
    Lines(Box<Lines>),
    Trees(Trees, Parse),
    Pgn(pgn::Held),
    #[cfg(feature = "serde")]
    Quest,
    Wthor(Box<wthor::Games>),
    /// The games found in a text of no format.
    Found(std::vec::IntoIter<Item>),
    /// Nothing can be read; the reason is reported once.
    Nothing(Option<Problem>),
}

/// The iterator over the games of a file, returned by [`detect::read`](super::detect::read) and
/// [`detect::open`](super::detect::open).
///
/// An error concerns one game, and the following games are still read. After an input error nothing
/// follows.
#[derive(Debug)]
pub struct Records<R> {
    input: CountedInput<Whole<R>>,
    games: GameSplitter,
    format: Option<Format>,
    count: u64,
    place: Place,
    ended: bool,
}

/// The input, restarted after its first bytes were examined. An input that has ended is not read again:
/// a terminal would wait for more.
type Whole<R> = BufReader<Decoded<io::Chain<io::Cursor<Vec<u8>>, io::Take<R>>>>;

/// Finds the games in a text that no format claims. The second argument is true if the text may be lines of games.
/// `None` leaves the text to the reader of its format.
pub(super) type FindGames = fn(&[u8], bool) -> Option<Vec<Item>>;

/// Reads the games of a file in a known format.
pub(super) fn read_strictly<R: BufRead>(input: R, format: Format) -> Records<R> {
    records(input, Some(format), Names::default(), |_, _| None)
}

/// Reads the first game of a text in a known format.
///
/// # Errors
/// [`Problem`] if the game cannot be read.
pub fn parse(text: &str, format: Format) -> Result<Record, Problem> {
    let first = read_strictly(text.as_bytes(), format).next();
    let no_game = Problem::NoGame(format.name());
    first.ok_or(no_game)?.map_err(|error| error.problem)
}

/// Reads the games of a file in a known format (`hint`) or in a recognised one. `names` are those for the numbers in a
/// WTHOR file; `find` finds the games in a text that no format claims.
pub(super) fn records<R: BufRead>(
    mut input: R,
    hint: Option<Format>,
    names: Names,
    find: FindGames,
) -> Records<R> {
    let mut head = Vec::with_capacity(HEAD);
    let mut failed = (&mut input).take(HEAD as u64).read_to_end(&mut head).err();
    let format = hint.or_else(|| detect(&head));
    let mut has_ended = head.len() < HEAD;
    let is_lines = matches!(format, None | Some(Format::Transcript | Format::Obf));
    let mut found = None;
    // A text that no format claims is read whole, up to a bound.
    if failed.is_none() && hint.is_none() && is_lines && !is_claimed(&head) {
        let more = (GAME_LIMIT + 1).saturating_sub(head.len()) as u64;
        failed = (&mut input).take(more).read_to_end(&mut head).err();
        has_ended = head.len() <= GAME_LIMIT;
        if failed.is_none() && has_ended {
            found = find(&head, format.is_some());
        }
    }
    let rest = if has_ended { 0 } else { u64::MAX };
    let blank = head.iter().all(u8::is_ascii_whitespace);
    let games = match (found, failed, format) {
        (Some(found), ..) => GameSplitter::Found(found.into_iter()),
        (None, Some(error), _) => GameSplitter::Nothing(Some(Problem::from(&error))),
        (None, None, Some(Format::Transcript | Format::Obf)) => GameSplitter::Lines(Box::default()),
        (None, None, Some(Format::Ggf)) => GameSplitter::Trees(Trees::new(false), ggf::parse),
        (None, None, Some(Format::Sgf)) => GameSplitter::Trees(Trees::new(true), sgf::parse),
        (None, None, Some(Format::Pgn)) => GameSplitter::Pgn(None),
        #[cfg(feature = "serde")]
        (None, None, Some(Format::Quest)) => GameSplitter::Quest,
        #[cfg(not(feature = "serde"))]
        (None, None, Some(Format::Quest)) => GameSplitter::Nothing(Some(Problem::NoJson)),
        (None, None, Some(Format::Wthor)) => {
            GameSplitter::Wthor(Box::new(wthor::Games::new(names)))
        }
        (None, None, None) if blank => GameSplitter::Nothing(Some(Problem::NoGame("Othello"))),
        (None, None, None | Some(Format::Svg)) => {
            GameSplitter::Nothing(Some(Problem::Unrecognised))
        }
    };
    let whole = Decoded::new(io::Cursor::new(head).chain(input.take(rest)));
    Records {
        input: CountedInput::new(BufReader::with_capacity(1 << 16, whole)),
        games,
        format,
        count: 0,
        place: Place::Line(1),
        ended: false,
    }
}

/// Returns whether a text with these first bytes is a file of lines, or empty.
fn is_claimed(head: &[u8]) -> bool {
    let text = decode_all(head);
    // A line that is longer than these bytes is left to the reader of lines.
    let is_cut = head.len() >= HEAD && !text.trim_start().contains('\n');
    is_cut || text.trim().is_empty() || text_games::is_plain(&text)
}

/// Decodes bytes in any of the encodings.
pub(super) fn decode_all(bytes: &[u8]) -> String {
    let mut utf8 = Vec::with_capacity(bytes.len());
    // Reading from memory cannot fail.
    let _ = Decoded::new(bytes).read_to_end(&mut utf8);
    decode(&utf8).into_owned()
}

impl<R: BufRead> Records<R> {
    /// Returns the number of bytes read, for progress.
    pub const fn bytes_read(&self) -> u64 {
        self.input.offset
    }

    /// Returns where the last game that was read begins.
    pub const fn place(&self) -> Place {
        self.place
    }

    /// Returns why games of a WTHOR file have no names, as far as they were read.
    pub fn name_problems(&self) -> Vec<NameProblem> {
        match &self.games {
            GameSplitter::Wthor(games) => games.name_problems(),
            _ => Vec::new(),
        }
    }

    fn read(&mut self) -> io::Result<Option<Item>> {
        let input = &mut self.input;
        let (cut, parse): (_, Parse) = match &mut self.games {
            GameSplitter::Lines(lines) => return lines.next(input),
            GameSplitter::Wthor(games) => return games.next(input),
            GameSplitter::Found(items) => return Ok(items.next()),
            GameSplitter::Nothing(problem) => {
                let problem = problem.take();
                return Ok(problem.map(|problem| (Place::Line(1), Err(problem))));
            }
            GameSplitter::Trees(trees, parse) => (trees.cut(input)?, *parse),
            GameSplitter::Pgn(held) => (pgn::cut(input, held)?, pgn::parse),
            #[cfg(feature = "serde")]
            GameSplitter::Quest => (quest::cut(input)?, quest::parse),
        };
        Ok(cut.map(|(line, game)| {
            let record = game.and_then(|bytes| parse(&decode(&bytes)));
            (Place::Line(line), record)
        }))
    }

    /// Returns the error to report instead of a game: an input error, or that there is no game.
    fn last(&mut self, error: Option<&io::Error>) -> Option<Item> {
        self.ended = true;
        let is_text = !matches!(
            self.games,
            GameSplitter::Nothing(_) | GameSplitter::Wthor(_) | GameSplitter::Found(_)
        );
        match error {
            Some(error) => {
                let place = match self.games {
                    GameSplitter::Wthor(_) => Place::Byte(self.input.offset),
                    _ => Place::Line(self.input.line),
                };
                Some((place, Err(Problem::from(error))))
            }
            None if self.count == 0 && is_text => {
                let format = self.format.map_or("Othello", Format::name);
                Some((Place::Line(1), Err(Problem::NoGame(format))))
            }
            None => None,
        }
    }
}

impl<R: BufRead> Iterator for Records<R> {
    type Item = Result<Record, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let (place, result) = match self.read() {
            Ok(Some(item)) => item,
            Ok(None) => self.last(None)?,
            Err(error) => self.last(Some(&error))?,
        };
        self.count += 1;
        self.place = place;
        let game = self.count;
        Some(result.map_err(|problem| RecordError {
            game,
            place,
            problem,
        }))
    }
}
