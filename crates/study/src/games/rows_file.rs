//! The file of the index: the games of many files, in blocks that are only ever added.
//!
//! Whoever reads takes the blocks that are whole, whoever else is adding some. A block has a header with a checksum of
//! its own, so that headers can be walked without reading the games. A file that is damaged, or was cut off while it was
//! written, ends before the damage; a block whose games are damaged is found when they are read.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::row::{OwnRow, ReadRow};
use reversi_table::player::random::hashed;
use reversi_table::store::atomic::AtomicFile;
use reversi_table::store::document::open_private;
use reversi_text::tr;

/// The length of a header, in bytes.
const HEADER: usize = 32;

/// The longest block, in bytes: far more than a block of games with the longest names.
const LONGEST: u64 = 1 << 28;

/// What a file of games had, read to its end.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct FileEnd {
    /// The number of its games, the repeated ones among them.
    pub(super) games: u64,
    /// The number of its games that cannot be read.
    pub(super) faults: u64,
    /// Why the first of them, or the file, cannot be read, or how it was read; empty if all is well.
    pub(super) why: String,
}

/// Where a block is, and what it belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BlockPlace {
    /// The stamp of the file of games.
    stamp: u64,
    /// The number of the last game in it; 0 for the end of the file.
    pub(super) last: u64,
    /// The place of the first byte after the header.
    start: u64,
    /// The number of bytes after the header.
    length: u64,
    /// The checksum of these bytes.
    check: u64,
}

impl BlockPlace {
    /// Returns the place of a block whose header begins there.
    fn of(stamp: u64, last: u64, at: u64, bytes: &[u8]) -> Self {
        Self {
            stamp,
            last,
            start: at + HEADER as u64,
            length: bytes.len() as u64,
            check: hashed(0, bytes),
        }
    }

    /// Reads a header that begins at a place; `None` if it is damaged.
    fn read(header: &[u8; HEADER], at: u64) -> Option<Self> {
        let (words, _) = header.as_chunks::<8>();
        let [stamp, last, sizes, check] = *words else {
            return None;
        };
        let [stamp, last, sizes, check] = [stamp, last, sizes, check].map(u64::from_le_bytes);
        let place = Self {
            stamp,
            last,
            start: at + HEADER as u64,
            length: sizes >> 32,
            check,
        };
        (place.header() == *header && place.length <= LONGEST).then_some(place)
    }

    /// Returns the header: the stamp, the number of the last game, the length with a checksum of the header, and the
    /// checksum of the block.
    fn header(&self) -> [u8; HEADER] {
        let words = |sizes| [self.stamp, self.last, sizes, self.check].map(u64::to_le_bytes);
        let sizes = self.length << 32;
        let check = hashed(0, words(sizes).as_flattened()) >> 32;
        let mut header = [0; HEADER];
        header.copy_from_slice(words(sizes | check).as_flattened());
        header
    }

    /// Returns the place after the block.
    const fn end(&self) -> u64 {
        self.start + self.length
    }
}

/// What is known of a file of games.
#[derive(Clone, Debug, Default)]
pub(super) struct IndexedFile {
    /// The blocks of its games, in order.
    pub(super) blocks: Vec<BlockPlace>,
    /// What it had, if it was read to its end.
    pub(super) end: Option<FileEnd>,
    /// The number of bytes of its blocks.
    bytes: u64,
}

impl IndexedFile {
    /// Returns the number of the last game whose row is kept; 0 without games.
    pub(super) fn last(&self) -> u64 {
        self.blocks.last().map_or(0, |block| block.last)
    }
}

/// The file of the index. What it says stays true while another program replaces it.
#[derive(Debug)]
pub(super) struct RowsFile {
    file: File,
    /// What is in it, by the stamps of the files of games.
    pub(super) files: HashMap<u64, IndexedFile>,
    /// The place after the last whole block.
    end: u64,
}

impl RowsFile {
    /// Opens the file to read it.
    ///
    /// # Errors
    /// Any error of the system.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        Self::of(File::open(path)?)
    }

    /// Opens the file to add to it, without what follows the last whole block; a new one is private.
    ///
    /// # Errors
    /// Any error of the system.
    pub(super) fn open_to_add(path: &Path) -> io::Result<Self> {
        let file = open_private(File::options().read(true).write(true), path)?;
        let rows = Self::of(file)?;
        rows.file.set_len(rows.end)?;
        Ok(rows)
    }

    fn of(file: File) -> io::Result<Self> {
        let mut rows = Self {
            file,
            files: HashMap::new(),
            end: 0,
        };
        rows.read_on()?;
        Ok(rows)
    }

    /// Finds the blocks that were added since.
    ///
    /// # Errors
    /// Any error of the system.
    pub(super) fn read_on(&mut self) -> io::Result<()> {
        let length = self.file.metadata()?.len();
        let mut found = Vec::new();
        let mut reader = BufReader::new(&self.file);
        reader.seek(SeekFrom::Start(self.end))?;
        let mut header = [0; HEADER];
        while self.end + HEADER as u64 <= length {
            reader.read_exact(&mut header)?;
            let place = BlockPlace::read(&header, self.end);
            let Some(place) = place.filter(|place| place.end() <= length) else {
                break;
            };
            let end = if place.last == 0 {
                let mut bytes = vec![0; usize::try_from(place.length).unwrap_or_default()];
                reader.read_exact(&mut bytes)?;
                let end = postcard::from_bytes(&bytes).ok();
                let Some(end) = end.filter(|_| hashed(0, &bytes) == place.check) else {
                    break;
                };
                Some(end)
            } else {
                reader.seek_relative(place.length.cast_signed())?;
                None
            };
            self.end = place.end();
            found.push((place, end));
        }
        for (place, end) in found {
            self.note(place, end);
        }
        Ok(())
    }

    fn note(&mut self, place: BlockPlace, end: Option<FileEnd>) {
        let file = self.files.entry(place.stamp).or_default();
        file.bytes += HEADER as u64 + place.length;
        match end {
            Some(end) => file.end = Some(end),
            None => file.blocks.push(place),
        }
    }

    /// Reads a block of games into a buffer; an error if it is damaged.
    ///
    /// # Errors
    /// Any error of the system, or the block is damaged.
    pub(super) fn rows<'a>(
        &self,
        place: BlockPlace,
        buffer: &'a mut Vec<u8>,
    ) -> io::Result<Vec<ReadRow<'a>>> {
        buffer.clear();
        (&self.file).seek(SeekFrom::Start(place.start))?;
        (&self.file).take(place.length).read_to_end(buffer)?;
        if buffer.len() as u64 != place.length || hashed(0, buffer) != place.check {
            return Err(damaged());
        }
        postcard::from_bytes(buffer).map_err(|_| damaged())
    }

    /// Reads everything. Returns the number of games, the repeated ones among them.
    ///
    /// # Errors
    /// Any error of the system, or the file is damaged.
    pub(super) fn check(&self) -> io::Result<u64> {
        if self.end < self.file.metadata()?.len() {
            return Err(damaged());
        }
        let (mut games, mut buffer) = (0, Vec::new());
        for &place in self.files.values().flat_map(|file| &file.blocks) {
            games += self.rows(place, &mut buffer)?.len() as u64;
        }
        Ok(games)
    }

    /// Adds a block with games. The number is that of the last game that was read.
    ///
    /// # Errors
    /// Any error of the system.
    pub(super) fn add_games(
        &mut self,
        stamp: u64,
        last: u64,
        rows: &[OwnRow],
    ) -> io::Result<BlockPlace> {
        let place = self.add(stamp, last, &packed(rows)?)?;
        self.note(place, None);
        Ok(place)
    }

    /// Notes that a file of games was read to its end.
    ///
    /// # Errors
    /// Any error of the system.
    pub(super) fn add_end(&mut self, stamp: u64, end: FileEnd) -> io::Result<()> {
        let place = self.add(stamp, 0, &packed(&end)?)?;
        self.note(place, Some(end));
        Ok(())
    }

    /// Writes a block in one piece.
    fn add(&mut self, stamp: u64, last: u64, bytes: &[u8]) -> io::Result<BlockPlace> {
        let place = BlockPlace::of(stamp, last, self.end, bytes);
        self.file.seek(SeekFrom::Start(self.end))?;
        self.file.write_all(&[&place.header(), bytes].concat())?;
        self.end = place.end();
        Ok(place)
    }

    /// Returns whether most of the file belongs to none of the wanted files of games.
    pub(super) fn is_mostly_unwanted(&self, is_wanted: impl Fn(u64) -> bool) -> bool {
        let wanted = self.files.iter().filter(|(stamp, _)| is_wanted(**stamp));
        let wanted: u64 = wanted.map(|(_, file)| file.bytes).sum();
        wanted < self.end / 2
    }

    /// Replaces the file by one with the blocks of some files of games.
    ///
    /// # Errors
    /// Any error of the system; the old file is unchanged.
    pub(super) fn keep_only(self, path: &Path, is_kept: impl Fn(u64) -> bool) -> io::Result<Self> {
        let mut new = AtomicFile::create(path)?;
        for (&stamp, file) in self.files.iter().filter(|(stamp, _)| is_kept(**stamp)) {
            for place in &file.blocks {
                new.write_all(&place.header())?;
                (&self.file).seek(SeekFrom::Start(place.start))?;
                io::copy(&mut (&self.file).take(place.length), &mut new)?;
            }
            if let Some(end) = &file.end {
                let bytes = packed(end)?;
                new.write_all(&BlockPlace::of(stamp, 0, 0, &bytes).header())?;
                new.write_all(&bytes)?;
            }
        }
        drop(self);
        new.commit()?;
        Self::open_to_add(path)
    }
}

fn damaged() -> io::Error {
    io::Error::new(
        io::ErrorKind::InvalidData,
        String::from(tr!("it is damaged")),
    )
}

/// Returns a value in bytes.
fn packed<T: Serialize + ?Sized>(value: &T) -> io::Result<Vec<u8>> {
    postcard::to_stdvec(value).map_err(io::Error::other)
}
