//! The file of training samples: positions with the final scores of the games that contain them.
//!
//! A file begins with [`MAGIC`]. A block follows for each game: the number of its samples in one byte, and
//! for each sample the discs of the side to move and of the opponent (two little-endian words) and the
//! score for the side to move in discs (one signed byte). Files are merged by reading one after another.

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, ErrorKind, Read, Seek as _, SeekFrom, Write as _};
use std::path::Path;

use reversi::Board;

/// The first bytes of a file.
const MAGIC: &[u8; 16] = b"reversi samples\n";

/// The bytes of a sample.
const SAMPLE_BYTES: usize = 17;

/// A position and its score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    pub board: Board,
    /// The score for the side to move, in discs.
    pub score: i8,
}

impl Sample {
    fn to_bytes(self) -> [u8; SAMPLE_BYTES] {
        let mut bytes = [0; SAMPLE_BYTES];
        bytes[..8].copy_from_slice(&self.board.player().bits().to_le_bytes());
        bytes[8..16].copy_from_slice(&self.board.opponent().bits().to_le_bytes());
        bytes[16] = self.score.cast_unsigned();
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let word = |at| Some(u64::from_le_bytes(bytes.get(at..at + 8)?.try_into().ok()?));
        let board = Board::from_bits(word(0)?, word(8)?).ok()?;
        let score = bytes.get(16)?.cast_signed();
        (-64..=64).contains(&score).then_some(Self { board, score })
    }
}

/// Reads the games of a file of samples.
pub struct Reader(BufReader<File>);

impl Reader {
    /// Opens a file.
    ///
    /// # Errors
    /// If it cannot be read or contains no samples.
    pub fn open(path: &Path) -> io::Result<Self> {
        let mut reader = BufReader::new(File::open(path)?);
        let mut magic = [0; MAGIC.len()];
        match reader.read_exact(&mut magic) {
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => return damaged(),
            read => read?,
        }
        if magic == *MAGIC {
            Ok(Self(reader))
        } else {
            damaged()
        }
    }

    /// Reads the samples of the next game; `None` at the end of the file.
    fn game(&mut self) -> io::Result<Option<Vec<Sample>>> {
        let mut count = [0];
        if self.0.read(&mut count)? == 0 {
            return Ok(None);
        }
        let mut block = vec![0; usize::from(count[0]) * SAMPLE_BYTES];
        match self.0.read_exact(&mut block) {
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => {
                let sentence = "the last game is incomplete; `train play` finishes such a file";
                return Err(io::Error::new(error.kind(), sentence));
            }
            read => read?,
        }
        let samples = block.chunks(SAMPLE_BYTES).map(Sample::from_bytes);
        samples
            .collect::<Option<_>>()
            .map_or_else(damaged, |game| Ok(Some(game)))
    }
}

impl Iterator for Reader {
    type Item = io::Result<Vec<Sample>>;

    fn next(&mut self) -> Option<Self::Item> {
        self.game().transpose()
    }
}

fn damaged<T>() -> io::Result<T> {
    Err(io::Error::new(
        ErrorKind::InvalidData,
        "not a file of training samples, or damaged",
    ))
}

/// Appends games to a file of samples.
pub struct Writer {
    file: File,
    /// The games in the file.
    pub games: u32,
}

impl Writer {
    /// Creates a file, or opens one to continue it: an unfinished last game is removed.
    ///
    /// # Errors
    /// If it cannot be read or written, or contains something else.
    pub fn open(path: &Path) -> io::Result<Self> {
        let mut file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .read(true)
            .write(true)
            .open(path)?;
        let present = file.metadata()?;
        if !present.is_file() {
            return Err(io::Error::other("it is not a regular file"));
        }
        if present.len() == 0 {
            file.write_all(MAGIC)?;
            return Ok(Self { file, games: 0 });
        }
        let (mut games, mut end) = (0, MAGIC.len() as u64);
        for game in Reader::open(path)? {
            match game {
                Ok(samples) => {
                    games += 1;
                    end += 1 + (samples.len() * SAMPLE_BYTES) as u64;
                }
                Err(error) if error.kind() == ErrorKind::UnexpectedEof => break,
                Err(error) => return Err(error),
            }
        }
        file.set_len(end)?;
        file.seek(SeekFrom::End(0))?;
        Ok(Self { file, games })
    }

    /// Adds a game of fewer than 256 samples.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, samples: &[Sample]) -> io::Result<()> {
        let count = u8::try_from(samples.len()).map_err(io::Error::other)?;
        let mut block = vec![count];
        block.extend(samples.iter().flat_map(|sample| sample.to_bytes()));
        self.file.write_all(&block)?;
        self.games += 1;
        Ok(())
    }
}
