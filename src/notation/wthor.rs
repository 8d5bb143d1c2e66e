//! Owns WTHOR, the database format of the Fédération Française d'Othello: games in `.wtb` files of 68
//! bytes a game, names of players and tournaments in `.jou` and `.trn` files beside them.
//!
//! Source: "Format de la base Wthor" (ffothello.org). All numbers are little-endian. Names are Latin-1
//! and end with a NUL. Passes are not written. The score of Black counts the empty squares for the
//! winner, so that both counts are 64 together.

mod write;

use std::io::{self, BufRead};

use super::error::{MoveProblem, Place, Problem};
use super::record::{Record, StatedResult, StatedScore};
use super::replay::Replay;
use super::source::Source;
use super::text_games::Item;
use crate::color::ByColor;
use crate::position::Position;
use crate::square::{File, ParseSquareError, Rank, Square};

pub use write::{CannotHold, Files, Writer};

/// The length of the header of every WTHOR file.
pub const HEADER_LEN: usize = 16;
/// The length of a game in a `.wtb` file.
pub const GAME_LEN: usize = 68;
/// The length of a name in a `.jou` file.
pub const PLAYER_LEN: usize = 20;
/// The length of a name in a `.trn` file.
pub const TOURNAMENT_LEN: usize = 26;

/// The 16 bytes that a WTHOR file begins with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// The date when the file was made: year, month, day.
    pub created: (u16, u8, u8),
    /// How many games a `.wtb` file says it has.
    pub games: u32,
    /// How many names a `.jou` or `.trn` file says it has.
    pub names: u16,
    /// The year in which the games were played.
    pub year: u16,
    /// The width of the board as it is written: 0 or 8 for 8, 10 for 10.
    pub board: u8,
    /// How many empty squares the theoretical scores begin at; 0 is written for 22.
    pub depth: u8,
}

impl Header {
    /// Reads a header, whatever it says.
    #[must_use]
    pub fn from_bytes(bytes: &[u8; HEADER_LEN]) -> Self {
        Self {
            created: (
                u16::from(bytes[0]) * 100 + u16::from(bytes[1]),
                bytes[2],
                bytes[3],
            ),
            games: u32::from_le_bytes([bytes[4], bytes[5], bytes[6], bytes[7]]),
            names: u16::from_le_bytes([bytes[8], bytes[9]]),
            year: u16::from_le_bytes([bytes[10], bytes[11]]),
            board: bytes[12],
            depth: bytes[14],
        }
    }

    /// The bytes of this header. Years beyond 25599 are cut off.
    #[must_use]
    pub fn to_bytes(self) -> [u8; HEADER_LEN] {
        let mut bytes = [0; HEADER_LEN];
        let (year, month, day) = self.created;
        bytes[0] = u8::try_from(year / 100).unwrap_or(u8::MAX);
        bytes[1] = u8::try_from(year % 100).unwrap_or(0);
        bytes[2] = month;
        bytes[3] = day;
        bytes[4..8].copy_from_slice(&self.games.to_le_bytes());
        bytes[8..10].copy_from_slice(&self.names.to_le_bytes());
        bytes[10..12].copy_from_slice(&self.year.to_le_bytes());
        bytes[12] = self.board;
        bytes[14] = self.depth;
        bytes
    }
}

/// Whether a file that begins so can only be a `.wtb` file: a header with a possible date and board,
/// and with games rather than names.
#[must_use]
pub fn is_wtb(head: &[u8]) -> bool {
    let Some(bytes) = head.first_chunk::<HEADER_LEN>() else {
        return false;
    };
    let header = Header::from_bytes(bytes);
    (19..=21).contains(&bytes[0])
        && bytes[1] < 100
        && (1..=12).contains(&bytes[2])
        && (1..=31).contains(&bytes[3])
        && matches!(header.board, 0 | 8 | 10)
        && bytes[13] <= 1
        && header.depth <= 60
        && header.names == 0
}

/// The names that the numbers in a `.wtb` file stand for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// From a `.jou` file.
    pub players: Vec<String>,
    /// From a `.trn` file.
    pub tournaments: Vec<String>,
}

impl Names {
    fn player(&self, number: u16) -> String {
        Self::name(&self.players, number)
    }

    fn tournament(&self, number: u16) -> String {
        Self::name(&self.tournaments, number)
    }

    fn name(names: &[String], number: u16) -> String {
        match names.get(usize::from(number)) {
            Some(name) => name.clone(),
            None => format!("#{number}"),
        }
    }
}

/// Reads the names of a `.jou` file (`length` is [`PLAYER_LEN`]) or a `.trn` file
/// ([`TOURNAMENT_LEN`]). A file that is shorter than it says gives the names that are there.
///
/// # Errors
/// What the reader says, and `UnexpectedEof` when not even a header is there.
pub fn read_names(reader: &mut impl io::Read, length: usize) -> io::Result<Vec<String>> {
    let mut header = [0; HEADER_LEN];
    reader.read_exact(&mut header)?;
    let mut names = Vec::new();
    let mut name = vec![0; length];
    for _ in 0..Header::from_bytes(&header).names {
        match reader.read_exact(&mut name) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => break,
            Err(error) => return Err(error),
        }
        let end = name.iter().position(|&b| b == 0).unwrap_or(name.len());
        // Latin-1: each byte is the character of that number.
        let latin: String = name[..end].iter().map(|&b| char::from(b)).collect();
        names.push(latin.trim_end().to_owned());
    }
    Ok(names)
}

/// The games of a `.wtb` file.
#[derive(Debug)]
pub(super) struct Games<R> {
    source: Source<R>,
    names: Names,
    header: Header,
    year: String,
    /// How many games were read; `None` before the header.
    read: Option<u32>,
    ended: bool,
}

impl<R: BufRead> Games<R> {
    pub(super) fn new(source: Source<R>, names: Names) -> Self {
        Self {
            source,
            names,
            header: Header::default(),
            year: String::new(),
            read: None,
            ended: false,
        }
    }

    pub(super) const fn offset(&self) -> u64 {
        self.source.offset()
    }

    fn read_header(&mut self) -> io::Result<Option<Problem>> {
        let mut bytes = [0; HEADER_LEN];
        if self.source.read_block(&mut bytes)? < HEADER_LEN {
            let missing = "the header of 16 bytes, or a part of it,";
            return Ok(Some(Problem::Truncated { missing }));
        }
        self.header = Header::from_bytes(&bytes);
        self.year = match self.header.year {
            0 => String::new(),
            year => year.to_string(),
        };
        self.read = Some(0);
        let board = self.header.board;
        Ok((!matches!(board, 0 | 8))
            .then(|| Problem::malformed("board size", &board.to_string(), "8")))
    }

    fn advance(&mut self) -> io::Result<Option<Item>> {
        if self.read.is_none()
            && let Some(problem) = self.read_header()?
        {
            self.ended = true;
            return Ok(Some((Place::Byte(0), Err(problem))));
        }
        let read = self.read.unwrap_or(0);
        let place = Place::Byte(self.source.offset());
        let mut game = [0; GAME_LEN];
        if read == self.header.games {
            self.ended = true;
            let more = self.source.read_block(&mut game[..1])? > 0;
            return Ok(more.then(|| {
                let found = format!("{read} games and more bytes after them");
                let expected = "as long as the number of games in its header says";
                (place, Err(Problem::malformed("file", &found, expected)))
            }));
        }
        let length = self.source.read_block(&mut game)?;
        if length < GAME_LEN {
            self.ended = true;
            let missing = "what the number of games in the header promises";
            return Ok(Some((place, Err(Problem::Truncated { missing }))));
        }
        self.read = Some(read + 1);
        Ok(Some((place, self.game(&game))))
    }

    fn game(&self, bytes: &[u8; GAME_LEN]) -> Result<Record, Problem> {
        let number = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        let mut replay = Replay::new(Position::START);
        for &byte in bytes[8..].iter().take_while(|&&byte| byte != 0) {
            let Some(square) = square(byte) else {
                return Err(replay.fail(unreadable(byte)));
            };
            replay.play(square, None)?;
        }
        let mut record = Record::new(Position::START);
        record.event = self.names.tournament(number(0));
        record.players = ByColor::new(self.names.player(number(2)), self.names.player(number(4)));
        record.date.clone_from(&self.year);
        let black = bytes[6];
        // A score beyond 64 is kept as the margin that it would be, which no board confirms.
        record.result = Some(StatedResult::of(match 64u8.checked_sub(black) {
            Some(white) => StatedScore::Counts(ByColor::new(black.into(), white.into())),
            None => StatedScore::Margin(2.0 * f64::from(black) - 64.0),
        }));
        record.theoretical = Some(bytes[7]);
        record.moves = replay.into_moves();
        Ok(record)
    }
}

impl<R: BufRead> Iterator for Games<R> {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        if self.ended {
            return None;
        }
        match self.advance() {
            Ok(item) => item,
            Err(error) => {
                self.ended = true;
                let problem = Problem::from(&error);
                Some((Place::Byte(self.source.offset()), Err(problem)))
            }
        }
    }
}

/// The square of a move byte: 10 * rank + file, a1 = 11.
fn square(byte: u8) -> Option<Square> {
    let rank = Rank::new((byte / 10).checked_sub(1)?)?;
    let file = File::new((byte % 10).checked_sub(1)?)?;
    Some(Square::at(file, rank))
}

/// The move byte of a square.
fn byte(square: Square) -> u8 {
    10 * (square.rank().index() + 1) + square.file().index() + 1
}

fn unreadable(byte: u8) -> MoveProblem {
    MoveProblem::Unreadable(ParseSquareError::NotASquare(format!("byte {byte}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_has_its_byte() {
        for at in Square::all() {
            assert_eq!(square(byte(at)), Some(at));
        }
        let squares = (0..=255).filter(|&byte| square(byte).is_some()).count();
        assert_eq!(squares, 64);
        assert_eq!(square(11), Some(Square::A1));
        assert_eq!(square(18), Some(Square::H1));
        assert_eq!(square(81), Some(Square::A8));
    }

    #[test]
    fn a_header_is_read_back_from_its_bytes() {
        let header = Header {
            created: (2010, 8, 9),
            games: 8,
            names: 0,
            year: 1978,
            board: 8,
            depth: 24,
        };
        assert_eq!(Header::from_bytes(&header.to_bytes()), header);
        assert!(is_wtb(&header.to_bytes()));
        assert!(!is_wtb(b"(;GM[Othello]PC[GGS/os]"));
        assert!(!is_wtb(b"f5d6c3d3c4f4c5b3c2e3"));
    }

    #[test]
    fn names_are_latin_1_and_a_short_file_gives_what_is_there() {
        let header = Header {
            names: 400,
            ..Header::default()
        };
        let mut bytes = header.to_bytes().to_vec();
        let mut name = b"Pr\xe9qualif".to_vec();
        name.resize(PLAYER_LEN, 0);
        bytes.extend_from_slice(&name);
        bytes.extend_from_slice(b"cut");
        let names = read_names(&mut bytes.as_slice(), PLAYER_LEN).unwrap();
        assert_eq!(names, ["Préqualif"]);
        assert!(read_names(&mut &bytes[..9], PLAYER_LEN).is_err());
    }
}
