//! Text of any encoding, read as UTF-8.

use std::borrow::Cow;
use std::io::{self, Cursor, Read};
use std::str::from_utf8;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{
    BIG5, Decoder, EUC_JP, EUC_KR, Encoding, GBK, KOI8_U, SHIFT_JIS, UTF_8, WINDOWS_1252,
};

/// The number of bytes that are decoded at once, and from which an encoding is guessed.
const BLOCK: usize = 1 << 16;

/// The number of bytes in which a text may declare its encoding.
const HEAD: usize = 4096;

/// An input of text in UTF-8 without a byte order mark, with line feeds.
///
/// What is valid UTF-8 stays as it is. UTF-16 is recognised by its mark. Any other encoding is the one that the text
/// declares, as SGF does with `CA[Shift_JIS]`, or is guessed from the first text that is not UTF-8: an encoding of
/// Chinese, Japanese or Korean, or one of Windows. A file in an encoding of single bytes may also have
/// lines in UTF-8. If the first line ends with a carriage return alone, every carriage return ends a line.
#[derive(Debug)]
pub struct Decoded<R> {
    inner: R,
    encoding: TextEncoding,
    /// The beginning of the text, which may declare an encoding.
    head: Vec<u8>,
    line_end: LineEnding,
    /// A carriage return was read that may end a line alone.
    has_return: bool,
    /// Bytes that are not decoded yet: a part of a character or of a line.
    undecoded: Vec<u8>,
    /// Text that is read before anything else.
    text: Cursor<Vec<u8>>,
    /// The input has ended. It is not read again: a terminal would go on.
    ended: bool,
}

#[derive(Debug)]
enum TextEncoding {
    /// No bytes were read yet.
    Unread,
    /// UTF-8 so far.
    Utf8,
    /// An encoding of all that follows.
    Whole(Box<Decoder>),
    /// The encoding of the lines that are not UTF-8.
    Lines(&'static Encoding),
    /// Bytes that are not text.
    Binary,
}

/// What ends the lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineEnding {
    /// No line has ended yet.
    Unknown,
    /// A line feed, perhaps with a carriage return before it.
    LineFeed,
    /// A carriage return.
    Return,
}

impl TextEncoding {
    fn whole(encoding: &'static Encoding) -> Self {
        Self::Whole(Box::new(encoding.new_decoder_without_bom_handling()))
    }

    /// Guesses the encoding of a text that is not UTF-8, or of its beginning, unless it declares one.
    fn guess(bytes: &[u8], declared: Option<&'static Encoding>) -> Self {
        let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
        let mut balance = 0;
        for line in bytes.split_inclusive(|&byte| byte == b'\n') {
            if from_utf8(line).is_err() {
                balance += 1;
                detector.feed(line, false);
            } else if !line.is_ascii() {
                balance -= 1;
            }
        }
        let encoding = declared.unwrap_or_else(|| {
            let guess = detector.guess(None, Utf8Detection::Deny);
            // With few letters, rare encodings are guessed too often.
            let others = [BIG5, EUC_JP, EUC_KR, GBK, KOI8_U, SHIFT_JIS];
            let is_likely = guess.name().starts_with("windows-") || others.contains(&guess);
            if is_likely { guess } else { WINDOWS_1252 }
        });
        // Some characters of two bytes are valid UTF-8, characters of one byte hardly ever.
        if balance > 0 && !encoding.is_single_byte() {
            Self::whole(encoding)
        } else {
            Self::Lines(encoding)
        }
    }
}

/// Returns the encoding that a text of SGF declares, if it is not UTF-8.
fn declared(text: &[u8]) -> Option<&'static Encoding> {
    let start = text.windows(3).position(|bytes| bytes == b"CA[")? + 3;
    let label = text[start..].split(|&byte| byte == b']').next()?;
    let encoding = Encoding::for_label(label)?;
    (encoding != UTF_8 && encoding.is_ascii_compatible()).then_some(encoding)
}

impl<R: Read> Decoded<R> {
    /// Decodes what a reader reads.
    pub const fn new(inner: R) -> Self {
        Self::with(inner, TextEncoding::Unread)
    }

    /// Reads bytes that are not text.
    pub(super) const fn binary(inner: R) -> Self {
        Self::with(inner, TextEncoding::Binary)
    }

    const fn with(inner: R, encoding: TextEncoding) -> Self {
        Self {
            inner,
            encoding,
            head: Vec::new(),
            line_end: LineEnding::Unknown,
            has_return: false,
            undecoded: Vec::new(),
            text: Cursor::new(Vec::new()),
            ended: false,
        }
    }

    /// Returns the reader of the bytes.
    pub(super) const fn get_ref(&self) -> &R {
        &self.inner
    }

    /// Reads more bytes.
    fn fill(&mut self) -> io::Result<()> {
        let start = self.undecoded.len();
        self.undecoded.resize(start + BLOCK, 0);
        let count = self.inner.read(&mut self.undecoded[start..]);
        self.undecoded
            .truncate(start + *count.as_ref().unwrap_or(&0));
        self.ended = count? == 0;
        Ok(())
    }

    /// Decodes some of the bytes.
    fn decode(&mut self) -> io::Result<()> {
        if matches!(self.encoding, TextEncoding::Unread) {
            if self.undecoded.len() < 3 && !self.ended {
                return Ok(());
            }
            let (encoding, mark) = Encoding::for_bom(&self.undecoded).unwrap_or((UTF_8, 0));
            self.undecoded.drain(..mark);
            self.encoding = if encoding == UTF_8 {
                TextEncoding::Utf8
            } else {
                TextEncoding::whole(encoding)
            };
        }
        if matches!(self.encoding, TextEncoding::Utf8) {
            let end = match from_utf8(&self.undecoded) {
                Ok(text) => text.len(),
                Err(error) if error.error_len().is_none() && !self.ended => error.valid_up_to(),
                Err(_) => {
                    if !self.ended {
                        let mut more = (&mut self.inner).take(BLOCK as u64);
                        self.ended = more.read_to_end(&mut self.undecoded)? < BLOCK;
                    }
                    self.head.extend_from_slice(&self.undecoded);
                    let declared = declared(&std::mem::take(&mut self.head));
                    self.encoding = TextEncoding::guess(&self.undecoded, declared);
                    return self.decode();
                }
            };
            let rest = self.undecoded.split_off(end);
            let text = std::mem::replace(&mut self.undecoded, rest);
            let room = HEAD.saturating_sub(self.head.len());
            self.head.extend_from_slice(&text[..text.len().min(room)]);
            self.set_text(text);
            return Ok(());
        }
        let text = match &mut self.encoding {
            TextEncoding::Whole(decoder) => {
                let most = decoder.max_utf8_buffer_length(self.undecoded.len());
                let mut text = String::with_capacity(most.unwrap_or(0));
                let _ = decoder.decode_to_string(&self.undecoded, &mut text, self.ended);
                self.undecoded.clear();
                text.into_bytes()
            }
            TextEncoding::Lines(encoding) => {
                let is_cut = !self.ended && self.undecoded.len() < BLOCK;
                let end =
                    (self.undecoded.iter().rposition(|&byte| byte == b'\n')).map_or(0, |at| at + 1);
                let end = if end > 0 || is_cut {
                    end
                } else {
                    self.undecoded.len()
                };
                let end = if self.ended {
                    self.undecoded.len()
                } else {
                    end
                };
                let rest = self.undecoded.split_off(end);
                let lines = std::mem::replace(&mut self.undecoded, rest);
                decode_lines(&lines, encoding).into_bytes()
            }
            _ => std::mem::take(&mut self.undecoded),
        };
        self.set_text(text);
        Ok(())
    }

    /// Takes a decoded text, with line feeds at the ends of its lines.
    fn set_text(&mut self, mut text: Vec<u8>) {
        if self.line_end == LineEnding::LineFeed || matches!(self.encoding, TextEncoding::Binary) {
            self.text = Cursor::new(text);
            return;
        }
        if std::mem::take(&mut self.has_return) {
            text.insert(0, b'\r');
        }
        if !self.ended && text.last() == Some(&b'\r') {
            text.pop();
            self.has_return = true;
        }
        if self.line_end == LineEnding::Unknown
            && let Some(at) = text.iter().position(|byte| matches!(byte, b'\r' | b'\n'))
        {
            let is_return = text[at] == b'\r' && text.get(at + 1) != Some(&b'\n');
            self.line_end = if is_return {
                LineEnding::Return
            } else {
                LineEnding::LineFeed
            };
        }
        if self.line_end == LineEnding::Return {
            for at in 0..text.len() {
                if text[at] == b'\r' && text.get(at + 1) != Some(&b'\n') {
                    text[at] = b'\n';
                }
            }
        } else if self.line_end == LineEnding::LineFeed && std::mem::take(&mut self.has_return) {
            text.push(b'\r');
        }
        self.text = Cursor::new(text);
    }
}

impl<R: Read> Read for Decoded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let count = self.text.read(buffer)?;
            if count > 0 || buffer.is_empty() {
                return Ok(count);
            }
            if self.ended && self.undecoded.is_empty() && !self.has_return {
                return Ok(0);
            }
            if !self.ended {
                self.fill()?;
            }
            self.decode()?;
        }
    }
}

/// Decodes the lines of a text that are not UTF-8.
fn decode_lines(bytes: &[u8], encoding: &'static Encoding) -> String {
    let lines = bytes.split_inclusive(|&byte| byte == b'\n');
    let lines = lines.map(|line| match from_utf8(line) {
        Ok(line) => Cow::Borrowed(line),
        Err(_) => encoding.decode_without_bom_handling(line).0,
    });
    lines.collect()
}

/// Decodes bytes of an unknown encoding: as UTF-8 if valid, otherwise in a guessed encoding, such as that of Windows for
/// western Europe.
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    from_utf8(bytes).map_or_else(|_| decode_all(bytes).into(), Cow::Borrowed)
}

/// Decodes a whole text as [`Decoded`] does.
pub(super) fn decode_all(bytes: &[u8]) -> String {
    let mut text = String::new();
    // Reading from memory cannot fail, and what is read is UTF-8.
    let _ = Decoded::new(bytes).read_to_string(&mut text);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A text in an encoding.
    fn encoded(text: &str, encoding: &'static Encoding) -> Vec<u8> {
        let (bytes, _, has_failed) = encoding.encode(text);
        assert!(!has_failed, "{text} {encoding:?}");
        bytes.into_owned()
    }

    /// An input that reads pieces of this size.
    struct Pieces<'a>(&'a [u8], usize);

    impl Read for Pieces<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let size = buffer.len().min(self.1);
            self.0.read(&mut buffer[..size])
        }
    }

    /// Decodes bytes in pieces of several sizes, and returns the same text for all of them.
    fn decoded(bytes: &[u8]) -> String {
        let text = decode_all(bytes);
        for size in [1, 2, 3, 1000] {
            let mut read = Vec::new();
            let mut input = Decoded::new(Pieces(bytes, size));
            input.read_to_end(&mut read).unwrap();
            assert_eq!(String::from_utf8(read).unwrap(), text, "{size}");
        }
        text
    }

    #[test]
    fn utf_16_of_both_orders_is_read_as_utf_8_in_pieces_of_any_size() {
        let text = "f5 – 🐯 村\n".repeat(1000);
        let units = || std::iter::once(0xfeff).chain(text.encode_utf16());
        for bytes in [
            text.as_bytes().to_vec(),
            [b"\xef\xbb\xbf", text.as_bytes()].concat(),
            units().flat_map(u16::to_le_bytes).collect(),
            units().flat_map(u16::to_be_bytes).collect(),
        ] {
            assert_eq!(decoded(&bytes), text);
        }
        assert_eq!(decoded(b"\xff\xfea\0\x00\xd8b"), "a\u{fffd}");
        assert_eq!(decoded(b"\xff"), "ÿ");
    }

    #[test]
    fn a_name_in_any_encoding_is_read_as_it_is() {
        use encoding_rs::{WINDOWS_1250, WINDOWS_1251};
        for (name, encoding) in [
            ("村上健", SHIFT_JIS),
            ("中島哲也", EUC_JP),
            ("张三", GBK),
            ("陳大文", BIG5),
            ("김철수", EUC_KR),
            ("Préqualif", WINDOWS_1252),
            ("Åsa", WINDOWS_1252),
            ("José García", WINDOWS_1252),
            ("Łukasz Dvořák", WINDOWS_1250),
            ("Иван Петров", WINDOWS_1251),
        ] {
            for text in [
                format!("(;GM[2]PB[{name}];B[f5])"),
                format!("[Black \"{name}\"]\n1. f5"),
                format!("black,moves\n{name},f5d6c3\n"),
            ] {
                assert_eq!(decoded(&encoded(&text, encoding)), text, "{encoding:?}");
                assert_eq!(decoded(text.as_bytes()), text);
            }
        }
    }

    #[test]
    fn a_declared_encoding_is_that_of_all_that_is_not_utf_8() {
        let game = |label: &str, name: &str| format!("(;FF[4]CA[{label}]GM[2]PB[{name}];B[f5])");
        // Guessed, it would be one of western Europe.
        let text = game("EUC-JP", "佐谷哲");
        assert_eq!(decoded(&encoded(&text, EUC_JP)), text);
        let text = game("windows-1251", "Ан");
        assert_eq!(decoded(&encoded(&text, encoding_rs::WINDOWS_1251)), text);
        // A wrong declaration.
        let text = game("Shift_JIS", "村上健");
        assert_eq!(decoded(text.as_bytes()), text);
        let text = game("UTF-8", "村上健");
        assert_eq!(decoded(&encoded(&text, SHIFT_JIS)), text);
    }

    #[test]
    fn lines_in_utf_8_stay_so_among_others() {
        let bytes = [
            b"Pr\xe9qualif\n".as_slice(),
            "村上健 – 🐯\n".as_bytes(),
            b"Pr\xe9qualif\n",
        ];
        assert_eq!(
            decoded(&bytes.concat()),
            "Préqualif\n村上健 – 🐯\nPréqualif\n"
        );
    }

    #[test]
    fn a_text_with_carriage_returns_alone_has_lines() {
        assert_eq!(decoded(b"one\rtwo\r\rthree\r"), "one\ntwo\n\nthree\n");
        assert_eq!(decoded(b"one\r\ntwo\rthree\r"), "one\r\ntwo\rthree\r");
        assert_eq!(decoded(b"one\ntwo\rthree"), "one\ntwo\rthree");
        assert_eq!(decoded(b"one\rtwo\r\nthree"), "one\ntwo\r\nthree");
    }
}
