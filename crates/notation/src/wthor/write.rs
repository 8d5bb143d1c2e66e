//! The WTHOR writer: games are written as they come, the name tables at the end.

use std::collections::HashMap;
use std::io::{self, Seek, SeekFrom, Write};

use super::{GAME_LEN, Header, PLAYER_LEN, TOURNAMENT_LEN, byte};
use crate::{Record, StatedScore};
use reversi::ByColor;
use reversi::Position;

/// The reason why a game cannot be stored in a WTHOR file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CannotHold {
    /// The game does not begin from the standard start.
    #[error("WTHOR stores only games from the standard starting position")]
    Start,
    /// The game is unfinished and no score is stated.
    #[error("WTHOR needs a score, but this game is unfinished and has none")]
    NoScore,
    /// The file already has 65,536 names of players or of tournaments.
    #[error("a WTHOR file has room for 65535 players and 65535 tournaments")]
    TooManyNames,
}

/// The name files that belong to a `.wtb` file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Files {
    /// The `.jou` file.
    pub players: Vec<u8>,
    /// The `.trn` file.
    pub tournaments: Vec<u8>,
}

/// A table of names, each with its number.
#[derive(Debug, Default)]
struct NameTable {
    numbers: HashMap<Vec<u8>, u16>,
    names: Vec<Vec<u8>>,
}

/// Returns a name as Latin-1, cut to fit a field that ends with NUL.
fn latin_1(name: &str, length: usize) -> Vec<u8> {
    let mut bytes: Vec<u8> = name
        .chars()
        .take(length - 1)
        .map(|c| match u8::try_from(c) {
            Ok(byte) if !c.is_control() => byte,
            _ => b'?',
        })
        .collect();
    bytes.truncate(bytes.trim_ascii_end().len());
    bytes
}

fn holds(name: &str, length: usize) -> bool {
    let name = name.trim_end();
    (name.len() < length && name.is_ascii())
        || latin_1(name, length)
            .into_iter()
            .map(char::from)
            .eq(name.chars())
}

/// Returns whether the names of a record come back as they are.
pub(in super::super) fn holds_names(record: &Record) -> bool {
    let ByColor { black, white } = &record.players;
    holds(black, PLAYER_LEN) && holds(white, PLAYER_LEN) && holds(&record.event, TOURNAMENT_LEN)
}

impl NameTable {
    /// Returns the number of a name.
    fn number(&mut self, name: &str, length: usize) -> Result<u16, CannotHold> {
        let bytes = latin_1(if name.is_empty() { "???" } else { name }, length);
        if let Some(&number) = self.numbers.get(&bytes) {
            return Ok(number);
        }
        // The header counts names in a u16, so that the last number is one less than that can hold.
        let number = u16::try_from(self.names.len())
            .ok()
            .filter(|&number| number < u16::MAX)
            .ok_or(CannotHold::TooManyNames)?;
        self.names.push(bytes.clone());
        self.numbers.insert(bytes, number);
        Ok(number)
    }

    fn to_file(&self, header: Header, length: usize) -> Vec<u8> {
        let header = Header {
            games: 0,
            names: u16::try_from(self.names.len()).expect("`number` accepts no more names"),
            ..header
        };
        let mut file = header.to_bytes().to_vec();
        for name in &self.names {
            let end = file.len() + length;
            file.extend_from_slice(name);
            file.resize(end, 0);
        }
        file
    }
}

/// Writes games to a `.wtb` file as they come, in bounded memory. [`Writer::finish`] writes the number of
/// games into the header.
///
/// WTHOR stores less than a [`Record`]: no times, evaluations, comments, ratings or endings. Names are
/// Latin-1 with at most 19 bytes (tournaments 25), and all games have the same year and the same depth of
/// theoretical scores: those of the first game that has one.
#[derive(Debug)]
pub struct Writer<W> {
    out: W,
    header: Header,
    players: NameTable,
    tournaments: NameTable,
}

impl<W: Write + Seek> Writer<W> {
    /// Creates a writer and writes the header. `created` is its date as year, month and day; `year` is the
    /// year of the games, 0 if unknown.
    ///
    /// # Errors
    /// Any error of the output.
    pub fn new(mut out: W, created: (u16, u8, u8), year: u16) -> io::Result<Self> {
        let header = Header {
            created,
            year,
            board: 8,
            ..Header::default()
        };
        out.write_all(&header.to_bytes())?;
        Ok(Self {
            out,
            header,
            players: NameTable::default(),
            tournaments: NameTable::default(),
        })
    }

    /// Writes one game. The score is that of the board where the game is finished, else the stated one;
    /// it also replaces an unknown theoretical score.
    ///
    /// # Errors
    /// The inner error means that the format cannot hold the game; nothing is written then. The outer one
    /// is an error of the output.
    pub fn write(&mut self, record: &Record) -> io::Result<Result<(), CannotHold>> {
        let game = match self.encode(record) {
            Ok(game) => game,
            Err(error) => return Ok(Err(error)),
        };
        self.out.write_all(&game)?;
        self.header.games += 1;
        Ok(Ok(()))
    }

    fn encode(&mut self, record: &Record) -> Result<[u8; GAME_LEN], CannotHold> {
        if record.start != Position::START {
            return Err(CannotHold::Start);
        }
        let score = record.true_result().and_then(|result| result.score);
        let black = score
            .and_then(StatedScore::counts)
            .filter(|counts| counts.black <= 64)
            .and_then(|counts| u8::try_from(counts.black).ok())
            .ok_or(CannotHold::NoScore)?;
        let tournament = self.tournaments.number(&record.event, TOURNAMENT_LEN)?;
        let black_name = self.players.number(&record.players.black, PLAYER_LEN)?;
        let white_name = self.players.number(&record.players.white, PLAYER_LEN)?;
        let mut game = [0; GAME_LEN];
        game[0..2].copy_from_slice(&tournament.to_le_bytes());
        game[2..4].copy_from_slice(&black_name.to_le_bytes());
        game[4..6].copy_from_slice(&white_name.to_le_bytes());
        game[6] = black;
        game[7] = record.theoretical.map_or(black, |score| score.black);
        if let Some(score) = record.theoretical.filter(|_| self.header.depth == 0) {
            self.header.depth = score.empties;
        }
        for (place, square) in game[8..].iter_mut().zip(record.squares()) {
            *place = byte(square);
        }
        Ok(game)
    }

    /// Completes the header and returns the name files and the output.
    ///
    /// # Errors
    /// Any error of the output.
    pub fn finish(mut self) -> io::Result<(W, Files)> {
        self.out.seek(SeekFrom::Start(0))?;
        self.out.write_all(&self.header.to_bytes())?;
        self.out.seek(SeekFrom::End(0))?;
        self.out.flush()?;
        let header = Header {
            year: 0,
            board: 0,
            ..self.header
        };
        let files = Files {
            players: self.players.to_file(header, PLAYER_LEN),
            tournaments: self.tournaments.to_file(header, TOURNAMENT_LEN),
        };
        Ok((self.out, files))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_holds_as_many_names_as_its_header_can_count() {
        let mut table = NameTable::default();
        for number in 0..u16::MAX {
            assert_eq!(table.number(&number.to_string(), 20).ok(), Some(number));
        }
        assert!(table.number("one more", 20).is_err());
        assert_eq!(table.number("0", 20).ok(), Some(0), "a known name");
        assert_eq!(table.names.len(), usize::from(u16::MAX));
    }
}
