//! Compressed files, read as what is in them.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Chain, Cursor, ErrorKind, Read, Take};
use std::path::Path;

use bzip2::read::MultiBzDecoder;
use flate2::read::MultiGzDecoder;

/// The number of bytes by which a compressed file is recognised.
const MAGIC: usize = 4;

/// An input that may be compressed by gzip or bzip2, which is recognised by its first bytes. What is not compressed stays
/// as it is.
pub struct Unpacked<R>(Packing<R>);

/// The bytes that were read to recognise an input, and the rest of it.
type Whole<R> = Chain<Cursor<Vec<u8>>, Take<R>>;

enum Packing<R> {
    /// Not recognised yet. `None` only while it is replaced.
    Unknown(Vec<u8>, Option<R>),
    None(Whole<R>),
    Gzip(Box<MultiGzDecoder<Whole<R>>>),
    Bzip2(Box<MultiBzDecoder<Whole<R>>>),
}

impl<R> fmt::Debug for Unpacked<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Unpacked").finish_non_exhaustive()
    }
}

impl<R: Read> Unpacked<R> {
    /// Unpacks what a reader reads.
    pub const fn new(inner: R) -> Self {
        Self(Packing::Unknown(Vec::new(), Some(inner)))
    }

    /// Returns the number of bytes read of a compressed input.
    pub(super) fn packed_bytes(&self) -> Option<u64> {
        let whole = match &self.0 {
            Packing::Gzip(decoder) => decoder.get_ref(),
            Packing::Bzip2(decoder) => decoder.get_ref(),
            Packing::Unknown(..) | Packing::None(_) => return None,
        };
        Some(u64::MAX - whole.get_ref().1.limit())
    }
}

impl<R: Read> Read for Unpacked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Packing::Unknown(head, inner) = &mut self.0 {
            let missing = MAGIC.saturating_sub(head.len()) as u64;
            let Some(mut rest) = inner.take() else {
                return Ok(0);
            };
            let read = (&mut rest).take(missing).read_to_end(head);
            if let Err(error) = read {
                *inner = Some(rest);
                return Err(error);
            }
            // An input that has ended is not read again.
            let limit = if head.len() < MAGIC { 0 } else { u64::MAX };
            let head = std::mem::take(head);
            let packing = packing(&head);
            let whole = Cursor::new(head).chain(rest.take(limit));
            self.0 = match packing {
                Some("gzip") => Packing::Gzip(MultiGzDecoder::new(whole).into()),
                Some("bzip2") => Packing::Bzip2(MultiBzDecoder::new(whole).into()),
                _ => Packing::None(whole),
            };
        }
        let unpacked = match &mut self.0 {
            Packing::Unknown(..) => Ok(0),
            Packing::None(whole) => return whole.read(buffer),
            Packing::Gzip(decoder) => decoder.read(buffer),
            Packing::Bzip2(decoder) => decoder.read(buffer),
        };
        unpacked.map_err(|error| match error.kind() {
            ErrorKind::InvalidData | ErrorKind::InvalidInput | ErrorKind::UnexpectedEof => {
                io::Error::new(error.kind(), "the compressed file is damaged or cut off")
            }
            _ => error,
        })
    }
}

/// Returns the name of what an input is packed with, by its first bytes.
pub(super) fn packing(head: &[u8]) -> Option<&'static str> {
    const KNOWN: [(&[u8], &str); 7] = [
        (b"\x1f\x8b\x08", "gzip"),
        (b"BZh", "bzip2"),
        (b"PK\x03\x04", "zip"),
        (b"\xfd7zX", "xz"),
        (b"\x28\xb5\x2f\xfd", "zstd"),
        (b"7z\xbc\xaf", "7z"),
        (b"Rar!", "rar"),
    ];
    let known = KNOWN.into_iter().find(|(magic, _)| head.starts_with(magic));
    known.map(|(_, name)| name)
}

/// Returns the path of a file without the extension of a compressed one that can be read.
pub(super) fn unpacked_path(path: &Path) -> Cow<'_, Path> {
    let extension = path.extension().unwrap_or_default();
    if ["gz", "bz2"]
        .iter()
        .any(|packed| extension.eq_ignore_ascii_case(packed))
    {
        path.with_extension("").into()
    } else {
        path.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_packed_file_is_that_within() {
        for (path, name) in [
            ("a/b.ggf.gz", "a/b.ggf"),
            ("b.BZ2", "b"),
            ("b.ggf", "b.ggf"),
        ] {
            assert_eq!(unpacked_path(Path::new(path)), Path::new(name));
        }
    }
}
