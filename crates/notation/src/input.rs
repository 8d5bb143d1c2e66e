//! Bounded reading of files of any size: an input that counts bytes and lines, and lines up to a
//! limit.

use std::fs::{self, File};
use std::io::{self, BufRead, ErrorKind, Read};
use std::path::Path;

use super::error::Problem;

pub use super::decoded::Decoded;
pub use super::error::{GAME_LIMIT, NESTING_LIMIT, SIDE_LIMIT, TREE_LIMIT};
pub use super::unpacked::Unpacked;

/// The text of a game in a file, or the problem with it, and its first line.
pub(super) type Cut = (u64, Result<Vec<u8>, Problem>);

/// The longest line that is skipped to its end, in bytes. A device may have no line feed at all.
const MAX_SKIPPED: usize = 1 << 26;

/// Opens a regular file. Anything else may block for ever or do something when it is opened.
///
/// # Errors
/// Any error of the system, or that the file is not regular.
pub fn open_regular(path: &Path) -> io::Result<File> {
    check_regular(path)?;
    File::open(path)
}

/// Checks that a path is that of a regular file.
///
/// # Errors
/// Any error of the system, or that the file is not regular.
pub fn check_regular(path: &Path) -> io::Result<()> {
    let kind = fs::metadata(path)?;
    if kind.is_dir() {
        Err(ErrorKind::IsADirectory.into())
    } else if kind.is_file() {
        Ok(())
    } else {
        Err(io::Error::other("it is not a regular file"))
    }
}

/// Opens a file, a pipe or a terminal, but not an endless device such as `/dev/zero`.
///
/// # Errors
/// Any error of the system, or that it is such a device.
pub fn open(path: &Path) -> io::Result<File> {
    let file = File::open(path)?;
    let kind = file.metadata()?.file_type();
    if kind.is_dir() {
        return Err(ErrorKind::IsADirectory.into());
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt as _;
        let is_device = kind.is_char_device() || kind.is_block_device();
        if is_device && !io::IsTerminal::is_terminal(&file) && path != Path::new("/dev/null") {
            return Err(io::Error::other("it is a device, not a file"));
        }
    }
    Ok(file)
}

/// How reading a line ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnd {
    /// The input had already ended.
    EndOfInput,
    /// The line is complete.
    Complete,
    /// The line is longer than the limit. The rest of it was skipped.
    TooLong,
}

/// Appends the next line to `line`, without its line feed and cut off at `limit` bytes.
///
/// # Errors
/// Any error of the input but an interruption, and a line that does not end within 64 MiB.
pub fn read_line(
    input: &mut impl BufRead,
    line: &mut Vec<u8>,
    limit: usize,
) -> io::Result<LineEnd> {
    let start = line.len();
    let mut read = LineEnd::EndOfInput;
    let mut length = 0;
    loop {
        let seen = match input.fill_buf() {
            Ok(seen) => seen,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if seen.is_empty() {
            return Ok(read);
        }
        let end = seen.iter().position(|&byte| byte == b'\n');
        let part = &seen[..end.unwrap_or(seen.len())];
        let room = start + limit - line.len();
        line.extend_from_slice(&part[..part.len().min(room)]);
        if part.len() > room {
            read = LineEnd::TooLong;
        } else if read == LineEnd::EndOfInput {
            read = LineEnd::Complete;
        }
        length += part.len();
        if length > MAX_SKIPPED {
            let kind = ErrorKind::InvalidData;
            return Err(io::Error::new(kind, "a line is longer than 64 MiB"));
        }
        let count = part.len() + usize::from(end.is_some());
        input.consume(count);
        if end.is_some() {
            return Ok(read);
        }
    }
}

/// Reads to the end, but at most one byte more than `limit`, so that the caller can detect more data.
///
/// # Errors
/// Any error of the input.
pub fn read_bounded(input: impl Read, limit: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(limit as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// An input that counts bytes and lines, and stays at its end once it has ended.
#[derive(Debug)]
pub(super) struct CountedInput<R> {
    inner: R,
    /// The number of bytes read.
    pub(super) offset: u64,
    /// The line of the next byte.
    pub(super) line: u64,
    ended: bool,
}

impl<R: BufRead> CountedInput<R> {
    pub(super) const fn new(inner: R) -> Self {
        Self {
            inner,
            offset: 0,
            line: 1,
            ended: false,
        }
    }

    /// Returns the input that is counted.
    pub(super) const fn get_ref(&self) -> &R {
        &self.inner
    }

    /// Reads the next byte. Returns `None` at the end.
    pub(super) fn byte(&mut self) -> io::Result<Option<u8>> {
        let byte = self.fill_buf()?.first().copied();
        self.consume(usize::from(byte.is_some()));
        Ok(byte)
    }
}

impl<R: BufRead> Read for CountedInput<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let seen = self.fill_buf()?;
        let count = seen.len().min(buffer.len());
        buffer[..count].copy_from_slice(&seen[..count]);
        self.consume(count);
        Ok(count)
    }
}

impl<R: BufRead> BufRead for CountedInput<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.ended {
            return Ok(&[]);
        }
        loop {
            match self.inner.fill_buf() {
                Ok(seen) => break self.ended = seen.is_empty(),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        if self.ended {
            return Ok(&[]);
        }
        // The second call returns the same bytes: the borrow checker rejects returning the first ones.
        let seen = self.inner.fill_buf()?;
        Ok(seen)
    }

    fn consume(&mut self, count: usize) {
        if count > 0
            && let Ok(seen) = self.inner.fill_buf()
        {
            let lines = seen[..count].split(|&byte| byte == b'\n').count();
            self.line += lines as u64 - 1;
            self.offset += count as u64;
            self.inner.consume(count);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    /// An input that is interrupted before each piece.
    struct Halting<'a>(&'a [u8], bool);

    impl Read for Halting<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.1 = !self.1;
            if self.1 {
                return Err(ErrorKind::Interrupted.into());
            }
            self.0.read(buffer)
        }
    }

    #[test]
    fn an_interrupted_line_is_read_on() {
        let mut input = BufReader::with_capacity(2, Halting(b"line\n", false));
        let mut line = Vec::new();
        let end = read_line(&mut input, &mut line, 10).unwrap();
        assert_eq!((end, line.as_slice()), (LineEnd::Complete, &b"line"[..]));
    }

    #[test]
    fn a_line_that_does_not_end_within_64_mib_is_an_error() {
        let read = |length: u64| {
            let input = io::repeat(b'x').take(length).chain(&b"\nnext\n"[..]);
            let mut input = BufReader::with_capacity(1 << 16, input);
            let mut line = Vec::new();
            let end = read_line(&mut input, &mut line, 3)?;
            assert_eq!(line, b"xxx");
            line.clear();
            assert_eq!(read_line(&mut input, &mut line, 4)?, LineEnd::Complete);
            assert_eq!(line, b"next");
            io::Result::Ok(end)
        };
        assert_eq!(read(1 << 26).unwrap(), LineEnd::TooLong);
        let error = read((1 << 26) + 1).unwrap_err();
        assert_eq!(error.to_string(), "a line is longer than 64 MiB");
    }

    /// An input that tells how often it was read.
    struct Counted<'a>(&'a [u8], usize);

    impl Read for Counted<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.1 += 1;
            self.0.read(buffer)
        }
    }

    #[test]
    fn bytes_and_lines_are_counted_and_the_end_is_read_once() {
        let mut input = CountedInput::new(BufReader::with_capacity(4, Counted(b"ab\ncd", 0)));
        for (number, &byte) in (1..).zip(b"ab\ncd") {
            assert_eq!(input.byte().unwrap(), Some(byte));
            assert_eq!(input.offset, number);
            assert_eq!(input.line, if number < 3 { 1 } else { 2 });
        }
        for _ in 0..3 {
            assert_eq!(input.byte().unwrap(), None);
        }
        assert_eq!(input.inner.get_ref().1, 3, "two pieces and the end");
    }
}
