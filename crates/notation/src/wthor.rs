//! WTHOR, the database format of the Fédération Française d'Othello: games in `.wtb` files of 68
//! bytes a game, names of players and tournaments in `.jou` and `.trn` files beside them.
//!
//! Source: "Format de la base Wthor" (ffothello.org). All numbers are little-endian. Names are Latin-1
//! and end with a NUL. Passes are not written. The score of Black counts the empty squares for the
//! winner, so that both counts are 64 together.

mod names;
mod write;

use std::io::{self, BufRead, Read as _};

use super::error::{Place, Problem};
use super::input::CountedInput;
use super::record::{Record, StatedResult, StatedScore, TheoreticalScore};
use super::replay::Replay;
use super::text_games::Item;
use reversi::ByColor;
use reversi::Position;
use reversi::transcript::MoveProblem;
use reversi::{File as BoardFile, ParseSquareError, Rank, Square};

pub use names::{NameProblem, Names};
pub(super) use write::holds_names;
pub use write::{CannotHold, Files, Writer};

/// The length of the header of every WTHOR file.
const HEADER_LEN: usize = 16;
/// The length of a game in a `.wtb` file.
const GAME_LEN: usize = 68;
/// The length of a name in a `.jou` file.
const PLAYER_LEN: usize = 20;
/// The length of a name in a `.trn` file.
const TOURNAMENT_LEN: usize = 26;

/// The depth of theoretical scores in a file that does not state it.
const USUAL_DEPTH: u8 = 22;

/// The 16-byte header of a WTHOR file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Header {
    /// The creation date: year, month, day.
    created: (u16, u8, u8),
    /// The number of games in a `.wtb` file.
    games: u32,
    /// The number of names in a `.jou` or `.trn` file.
    names: u16,
    /// The year of the games.
    year: u16,
    /// The board size: 0 or 8 for 8x8, 10 for 10x10.
    board: u8,
    /// The number of empty squares from which theoretical scores are exact; 0 means 22.
    depth: u8,
}

impl Header {
    /// Reads a header without checking it.
    fn from_bytes(bytes: &[u8; HEADER_LEN]) -> Self {
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

    /// Returns the bytes of this header. Years beyond 25599 are cut off.
    fn to_bytes(self) -> [u8; HEADER_LEN] {
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

/// Returns true if a file with this header can only be a `.wtb` file: the date and board size are
/// valid, and it has games rather than names.
pub(super) fn is_wtb(head: &[u8]) -> bool {
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

/// Reads the games of a `.wtb` file.
#[derive(Debug)]
pub(super) struct Games {
    names: Names,
    /// `None` until the header has been read.
    header: Option<Header>,
    /// The number of games read so far.
    read: u32,
    ended: bool,
}

impl Games {
    pub(super) const fn new(names: Names) -> Self {
        Self {
            names,
            header: None,
            read: 0,
            ended: false,
        }
    }

    /// Reads the next game.
    pub(super) fn next(
        &mut self,
        input: &mut CountedInput<impl BufRead>,
    ) -> io::Result<Option<Item>> {
        if self.ended {
            return Ok(None);
        }
        let place = Place::Byte(input.offset);
        let game = self.read(input)?;
        // A game that breaks a rule is followed by others; a file that does is not.
        self.ended = matches!(
            game,
            None | Some(Err(Problem::Truncated(_) | Problem::Malformed { .. }))
        );
        Ok(game.map(|game| (place, game)))
    }

    /// Returns why games have no names, as far as they were read.
    pub(super) fn name_problems(&self) -> Vec<NameProblem> {
        self.names.problems()
    }

    fn read(
        &mut self,
        input: &mut CountedInput<impl BufRead>,
    ) -> io::Result<Option<Result<Record, Problem>>> {
        let header = if let Some(header) = self.header {
            header
        } else {
            let mut bytes = [0; HEADER_LEN];
            if read_block(input, &mut bytes)? < HEADER_LEN {
                let missing = "the header of 16 bytes or a part of it";
                return Ok(Some(Err(Problem::Truncated(missing))));
            }
            let header = Header::from_bytes(&bytes);
            if !matches!(header.board, 0 | 8) {
                let board = header.board.to_string();
                return Ok(Some(Err(Problem::malformed("board size", &board, "8"))));
            }
            *self.header.insert(header)
        };
        let mut game = [0; GAME_LEN];
        let length = read_block(input, &mut game)?;
        if self.read == header.games {
            return Ok((length > 0).then(|| {
                let found = format!("{} games and more bytes after them", self.read);
                let expected = "as long as the number of games in its header says";
                Err(Problem::malformed("file", &found, expected))
            }));
        }
        if length < GAME_LEN {
            let missing = "what the number of games in the header promises";
            return Ok(Some(Err(Problem::Truncated(missing))));
        }
        self.read += 1;
        Ok(Some(self.game(&game, header)))
    }

    fn game(&mut self, bytes: &[u8; GAME_LEN], header: Header) -> Result<Record, Problem> {
        let Header { year, depth, .. } = header;
        let mut replay = Replay::new(Position::START);
        for &byte in bytes[8..].iter().take_while(|&&byte| byte != 0) {
            let Some(square) = square(byte) else {
                let error = ParseSquareError::NotASquare(format!("byte {byte}"));
                return Err(replay.fail(MoveProblem::Unreadable(error)));
            };
            replay.play(square, None)?;
        }
        let number = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        let [black_name, white_name] = self.names.players.of([number(2), number(4)]);
        let [event] = self.names.tournaments.of([number(0)]);
        let black = bytes[6];
        // An impossible score above 64 is kept as a margin; no board will confirm it.
        let score = match 64u8.checked_sub(black) {
            Some(white) => StatedScore::Counts(ByColor::new(black.into(), white.into())),
            None => StatedScore::Margin(2.0 * f64::from(black) - 64.0),
        };
        Ok(replay.into_record(Record {
            event,
            players: ByColor::new(black_name, white_name),
            date: if year == 0 {
                String::new()
            } else {
                year.to_string()
            },
            result: Some(StatedResult::of(score)),
            theoretical: Some(TheoreticalScore {
                black: bytes[7],
                empties: if depth == 0 { USUAL_DEPTH } else { depth },
            }),
            ..Record::default()
        }))
    }
}

/// Fills a block from the input. Returns the number of bytes read.
fn read_block(input: &mut CountedInput<impl BufRead>, mut block: &mut [u8]) -> io::Result<usize> {
    let length = block.len() as u64;
    let filled = io::copy(&mut input.take(length), &mut block)?;
    usize::try_from(filled).map_err(io::Error::other)
}

/// Returns the square of a move byte: 10 * rank + file, a1 = 11.
fn square(byte: u8) -> Option<Square> {
    let rank = Rank::new((byte / 10).checked_sub(1)?)?;
    let file = BoardFile::new((byte % 10).checked_sub(1)?)?;
    Some(Square::at(file, rank))
}

/// Returns the move byte of a square.
fn byte(square: Square) -> u8 {
    10 * (square.rank().index() + 1) + square.file().index() + 1
}

#[cfg(test)]
mod tests {
    use super::names::read_names;
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
        let names = read_names(bytes.as_slice(), PLAYER_LEN).unwrap();
        assert_eq!(names, ["Préqualif"]);
        assert!(read_names(&bytes[..9], PLAYER_LEN).is_err());
    }
}
