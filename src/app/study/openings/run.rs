//! A sorted file of counts: a head, then blocks of entries in the order of their keys. The head and each
//! block end in a checksum, so that damage is found when it is read.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::Path;
use std::vec;

use crc::{CRC_32_ISO_HDLC, Crc};
use itertools::Itertools as _;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::count::Counts;
use crate::app::store::atomic::write_file;

/// The version of the format. Files of another version are made again.
const VERSION: u32 = 1;

/// The number of entries in a block; one position is never split.
const BLOCK: usize = 256;

/// The checksum of the head and of each block.
const CHECKSUM: Crc<u32> = Crc::<u32>::new(&CRC_32_ISO_HDLC);

/// The results of a move in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct RunEntry {
    /// The key of the position. In a file, the difference from the one before.
    pub(super) key: u64,
    /// The move on the canonical board, as an index.
    pub(super) square: u8,
    pub(super) counts: Counts,
}

impl RunEntry {
    pub(super) const fn order(&self) -> (u64, u8) {
        (self.key, self.square)
    }
}

/// What a run counts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Contents {
    /// The stamps of the files that were read.
    pub(super) stamps: Vec<u64>,
    pub(super) games: u64,
    /// The games that cannot be read.
    pub(super) faults: u64,
}

#[derive(Debug, Serialize, Deserialize)]
struct Head {
    version: u32,
    contents: Contents,
    blocks: Vec<BlockHead>,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct BlockHead {
    /// The first key.
    first: u64,
    /// The place behind the head.
    offset: u64,
    length: u32,
}

/// Writes a run with entries in order, atomically.
pub(super) fn write(
    path: &Path,
    contents: Contents,
    entries: impl IntoIterator<Item = io::Result<RunEntry>>,
) -> io::Result<()> {
    let (mut blocks, mut bytes) = (Vec::new(), Vec::new());
    let mut block: Vec<RunEntry> = Vec::new();
    let mut close = |block: &mut Vec<RunEntry>| {
        let Some(first) = block.first().map(|entry| entry.key) else {
            return Ok(());
        };
        let mut last = first;
        for entry in block.iter_mut() {
            let key = entry.key;
            entry.key = key - last;
            last = key;
        }
        let packed = pack(block)?;
        blocks.push(BlockHead {
            first,
            offset: bytes.len() as u64,
            length: u32::try_from(packed.len()).map_err(io::Error::other)?,
        });
        bytes.extend(packed);
        block.clear();
        io::Result::Ok(())
    };
    for entry in entries {
        let entry = entry?;
        if block.len() >= BLOCK && block.last().is_some_and(|last| last.key != entry.key) {
            close(&mut block)?;
        }
        block.push(entry);
    }
    close(&mut block)?;
    let head = pack(&Head {
        version: VERSION,
        contents,
        blocks,
    })?;
    let length = u32::try_from(head.len()).map_err(io::Error::other)?;
    write_file(path, &[&length.to_le_bytes()[..], &head, &bytes].concat())
}

fn pack(value: &(impl Serialize + ?Sized)) -> io::Result<Vec<u8>> {
    postcard::to_allocvec_crc32(value, CHECKSUM.digest()).map_err(io::Error::other)
}

/// Reads what [`pack`] wrote; damage is an error.
fn unpack<T: DeserializeOwned>(bytes: &[u8]) -> io::Result<T> {
    let value = postcard::from_bytes_crc32(bytes, CHECKSUM.digest());
    value.map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

/// An open run.
#[derive(Debug)]
pub(super) struct Run {
    file: File,
    /// Where the blocks begin.
    start: u64,
    head: Head,
}

impl Run {
    /// Opens a run of this version.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let mut file = File::open(path)?;
        let mut length = [0; 4];
        file.read_exact(&mut length)?;
        let length = u32::from_le_bytes(length);
        let start = 4 + u64::from(length);
        if start > file.metadata()?.len() {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let head: Head = unpack(&read(&mut file, length)?)?;
        if head.version != VERSION {
            return Err(io::ErrorKind::InvalidData.into());
        }
        Ok(Self { file, start, head })
    }

    pub(super) const fn contents(&self) -> &Contents {
        &self.head.contents
    }

    /// Returns the entries of a position.
    pub(super) fn entries_of(&mut self, key: u64) -> io::Result<Vec<RunEntry>> {
        let after = self.head.blocks.partition_point(|block| block.first <= key);
        let Some(&block) = after.checked_sub(1).and_then(|at| self.head.blocks.get(at)) else {
            return Ok(Vec::new());
        };
        self.file.seek(SeekFrom::Start(self.start + block.offset))?;
        let mut entries = entries(block, &read(&mut self.file, block.length)?)?;
        entries.retain(|entry| entry.key == key);
        Ok(entries)
    }

    /// Reads everything into memory, still packed.
    pub(super) fn load(mut self) -> io::Result<Loaded> {
        self.file.seek(SeekFrom::Start(self.start))?;
        let mut bytes = Vec::new();
        self.file.read_to_end(&mut bytes)?;
        Ok(Loaded {
            blocks: self.head.blocks.into_iter(),
            bytes,
            block: Vec::new().into_iter(),
        })
    }
}

fn read(file: &mut File, length: u32) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; length as usize];
    file.read_exact(&mut bytes)?;
    Ok(bytes)
}

/// Unpacks a block, with whole keys.
fn entries(head: BlockHead, packed: &[u8]) -> io::Result<Vec<RunEntry>> {
    let mut entries: Vec<RunEntry> = unpack(packed)?;
    let mut key = head.first;
    for entry in &mut entries {
        key = key.wrapping_add(entry.key);
        entry.key = key;
    }
    Ok(entries)
}

/// A run in memory, as an iterator of its entries.
#[derive(Debug)]
pub(super) struct Loaded {
    /// The blocks that are still packed.
    blocks: vec::IntoIter<BlockHead>,
    bytes: Vec<u8>,
    block: vec::IntoIter<RunEntry>,
}

impl Loaded {
    /// Unpacks the next block; `None` at the end.
    fn next_block(&mut self) -> Option<io::Result<Vec<RunEntry>>> {
        let head = self.blocks.next()?;
        let packed = usize::try_from(head.offset)
            .ok()
            .and_then(|offset| self.bytes.get(offset..)?.get(..head.length as usize));
        let packed = packed.ok_or_else(|| io::ErrorKind::InvalidData.into());
        Some(packed.and_then(|packed| entries(head, packed)))
    }
}

impl Iterator for Loaded {
    type Item = io::Result<RunEntry>;

    fn next(&mut self) -> Option<io::Result<RunEntry>> {
        if let Some(entry) = self.block.next() {
            return Some(Ok(entry));
        }
        match self.next_block()? {
            Ok(block) => self.block = block.into_iter(),
            Err(error) => return Some(Err(error)),
        }
        self.block.next().map(Ok)
    }
}

/// Merges runs into the entries of one, where the results of the same move are added up.
pub(super) fn merge(
    runs: impl IntoIterator<Item = Loaded>,
) -> impl Iterator<Item = io::Result<RunEntry>> {
    // An error comes first.
    let order = |entry: &io::Result<RunEntry>| entry.as_ref().ok().map(RunEntry::order);
    sum(runs
        .into_iter()
        .kmerge_by(move |one, other| order(one) < order(other)))
}

/// Adds up the results of the same move in entries that are in order.
#[allow(clippy::result_large_err)] // entries that stay two are no error
pub(super) fn sum(
    entries: impl Iterator<Item = io::Result<RunEntry>>,
) -> impl Iterator<Item = io::Result<RunEntry>> {
    entries.coalesce(|one, other| match (one, other) {
        (Ok(mut one), Ok(other)) if one.order() == other.order() => {
            one.counts.add(&other.counts);
            Ok(Ok(one))
        }
        pair => Err(pair),
    })
}
