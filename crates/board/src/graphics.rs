//! Pictures in the terminal: the graphics protocol of kitty, with Unicode placeholders.
//!
//! A picture is sent once and gets a number. The cells that show it are text: a placeholder with a diacritic
//! for its row and one for its column, whose foreground colour is the number. So pictures are laid out,
//! compared with the last frame, covered by windows and clicked like any text.
//! <https://sw.kovidgoyal.net/kitty/graphics-protocol/#unicode-placeholders>

use std::collections::HashMap;
use std::hash::Hash;
use std::io::{self, Write};
use std::sync::atomic::{AtomicU32, Ordering};

use crate::theme::{PLACEHOLDER, Rgb};

/// The diacritics for the numbers of rows and columns.
const DIACRITICS: [char; 32] = [
    '\u{305}', '\u{30d}', '\u{30e}', '\u{310}', '\u{312}', '\u{33d}', '\u{33e}', '\u{33f}',
    '\u{346}', '\u{34a}', '\u{34b}', '\u{34c}', '\u{350}', '\u{351}', '\u{352}', '\u{357}',
    '\u{35b}', '\u{363}', '\u{364}', '\u{365}', '\u{366}', '\u{367}', '\u{368}', '\u{369}',
    '\u{36a}', '\u{36b}', '\u{36c}', '\u{36d}', '\u{36e}', '\u{36f}', '\u{483}', '\u{484}',
];

/// The size of a cell in pixels where the terminal does not tell it.
const USUAL_CELL: (u16, u16) = (10, 20);

/// The largest cell that is painted in its own size; larger ones are scaled up.
const LARGEST_CELL: (u16, u16) = (32, 64);

/// More pictures than any board shows.
const MOST: usize = 600;

/// The most base64 text that one command may hold.
const CHUNK: usize = 4096;

/// The number of the next picture, and of the first one that the terminal still has.
static NEXT: AtomicU32 = AtomicU32::new(0x52_00_01);
static KEPT: AtomicU32 = AtomicU32::new(0x52_00_01);

/// Deletes all pictures from the terminal.
///
/// # Errors
/// The output cannot be written.
pub fn delete_all(out: &mut impl Write) -> io::Result<()> {
    let end = NEXT.load(Ordering::SeqCst);
    for number in KEPT.swap(end, Ordering::SeqCst)..end {
        write!(out, "\x1b_Ga=d,d=I,i={number},q=2\x1b\\")?;
    }
    Ok(())
}

/// Returns the text and the colour of a cell that shows a part of a picture.
pub(crate) fn placeholder(number: u32, column: u16, row: u16) -> (String, Rgb) {
    let [_, red, green, blue] = number.to_be_bytes();
    let [row, column] = [row, column].map(|at| DIACRITICS[usize::from(at)]);
    (
        String::from_iter([PLACEHOLDER, row, column]),
        Rgb(red, green, blue),
    )
}

/// Packs pixels in RGB as the protocol has them: compressed by zlib, as base64.
pub(crate) type Pack = fn(&[u8]) -> String;

/// The pictures that the terminal has, by what they show.
#[derive(Debug)]
pub struct Images<K> {
    /// Packs the pixels of a picture; `None` if the terminal draws none.
    pack: Option<Pack>,
    /// The size of a cell in pixels.
    cell: (u16, u16),
    numbers: HashMap<K, u32>,
    /// The value of [`KEPT`] when these were sent: another one means that the terminal has lost them.
    kept: u32,
    /// Commands for the terminal.
    pending: Vec<u8>,
}

impl<K> Default for Images<K> {
    fn default() -> Self {
        Self {
            pack: None,
            cell: USUAL_CELL,
            numbers: HashMap::new(),
            kept: 0,
            pending: Vec::new(),
        }
    }
}

impl<K: Eq + Hash> Images<K> {
    /// Turns pictures on.
    pub const fn turn_on(&mut self, pack: Pack) {
        self.pack = Some(pack);
    }

    /// Returns whether the terminal draws pictures.
    pub(crate) const fn is_on(&self) -> bool {
        self.pack.is_some()
    }

    /// Sets the size of a cell in pixels, 0 if unknown.
    pub fn set_cell(&mut self, (width, height): (u16, u16)) {
        let cell = if width == 0 || height == 0 {
            USUAL_CELL
        } else {
            (width.min(LARGEST_CELL.0), height.min(LARGEST_CELL.1))
        };
        if std::mem::replace(&mut self.cell, cell) != cell {
            self.kept = 0;
        }
    }

    /// Returns the number of a picture, and sends it if it is new. The size is in cells; `paint` returns the RGB
    /// pixels for a width and a height. `None` if pictures are off or the size is too large.
    pub(crate) fn number(
        &mut self,
        key: K,
        (columns, rows): (u16, u16),
        paint: impl FnOnce((usize, usize)) -> Vec<u8>,
    ) -> Option<u32> {
        let (cell, pack) = (self.cell, self.pack?);
        if usize::from(columns.max(rows)) > DIACRITICS.len() {
            return None;
        }
        if self.kept != KEPT.load(Ordering::SeqCst) {
            self.forget();
        }
        if let Some(&number) = self.numbers.get(&key) {
            return Some(number);
        }
        let number = NEXT.fetch_add(1, Ordering::SeqCst);
        self.numbers.insert(key, number);
        let size = (usize::from(columns * cell.0), usize::from(rows * cell.1));
        send(
            &mut self.pending,
            number,
            (columns, rows),
            (size, &pack(&paint(size))),
        );
        Some(number)
    }

    /// Takes the commands for the terminal, to be sent before the frame that was drawn.
    pub fn take_pending(&mut self) -> Vec<u8> {
        let pending = std::mem::take(&mut self.pending);
        if self.numbers.len() >= MOST {
            // The next frame needs few of them; this one may need them all.
            self.forget();
        }
        pending
    }

    /// Deletes all pictures with the next commands.
    fn forget(&mut self) {
        self.numbers.clear();
        // Writing to a vector cannot fail.
        let _ = delete_all(&mut self.pending);
        self.kept = KEPT.load(Ordering::SeqCst);
    }
}

/// Writes the commands that send a picture and let placeholders show it.
fn send(
    out: &mut Vec<u8>,
    number: u32,
    (columns, rows): (u16, u16),
    ((width, height), text): ((usize, usize), &str),
) {
    let first =
        format!("a=T,U=1,q=2,f=24,o=z,s={width},v={height},i={number},c={columns},r={rows},");
    let count = text.len().div_ceil(CHUNK);
    for (index, chunk) in text.as_bytes().chunks(CHUNK).enumerate() {
        let more = u8::from(index + 1 < count);
        let head = if index == 0 { &first } else { "q=2," };
        out.extend(format!("\x1b_G{head}m={more};").bytes());
        out.extend(chunk);
        out.extend(b"\x1b\\");
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Mutex, PoisonError};

    use super::*;

    /// There is only one terminal.
    static TERMINAL: Mutex<()> = Mutex::new(());

    /// Packs pixels so that a test can compare them.
    fn letters(pixels: &[u8]) -> String {
        let letter = |half: u8| char::from(b'a' + half);
        let halves = pixels.iter().flat_map(|byte| [byte >> 4, byte & 15]);
        halves.map(letter).collect()
    }

    #[test]
    fn a_picture_is_sent_once_in_pieces_until_the_terminal_loses_it() {
        let _terminal = TERMINAL.lock().unwrap_or_else(PoisonError::into_inner);
        delete_all(&mut Vec::new()).unwrap();
        let mut images = Images::default();
        let noise = |(width, height): (usize, usize)| {
            let mut state = 1_u32;
            let mut next = || {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                state.to_be_bytes()[0]
            };
            (0..3 * width * height).map(|_| next()).collect::<Vec<u8>>()
        };
        assert_eq!(images.number('a', (8, 4), noise), None, "they are off");
        images.turn_on(letters);
        images.set_cell((0, 0));
        let number = images.number('a', (8, 4), noise).unwrap();
        let sent = String::from_utf8(images.take_pending()).unwrap();
        let commands: Vec<&str> = sent.split_terminator("\x1b\\").collect();
        let head = format!("\x1b_Ga=T,U=1,q=2,f=24,o=z,s=80,v=80,i={number},c=8,r=4,m=1;");
        assert!(commands[0].starts_with(&head), "{}", commands[0]);
        let texts = commands
            .iter()
            .map(|command| command.split_once(';').unwrap().1);
        assert!(texts.clone().all(|text| text.len() <= CHUNK));
        assert_eq!(texts.collect::<String>(), letters(&noise((80, 80))));
        assert!(commands.last().unwrap().starts_with("\x1b_Gq=2,m=0;"));

        let unused = |_| unreachable!("it is there");
        assert_eq!(images.number('a', (8, 4), unused), Some(number));
        assert!(images.take_pending().is_empty());
        assert_eq!(
            images.number('b', (66, 33), unused),
            None,
            "it is too large"
        );

        let mut deleted = Vec::new();
        delete_all(&mut deleted).unwrap();
        let deleted = String::from_utf8(deleted).unwrap();
        assert!(deleted.contains(&format!("\x1b_Ga=d,d=I,i={number},q=2\x1b\\")));
        let again = images.number('a', (8, 4), noise).unwrap();
        assert!(again > number && !images.take_pending().is_empty());
        // Cells of another size need another picture.
        images.set_cell((9, 20));
        assert!(images.number('a', (8, 4), noise).unwrap() > again);
    }

    #[test]
    fn the_pictures_of_a_frame_are_kept_until_it_is_drawn() {
        let _terminal = TERMINAL.lock().unwrap_or_else(PoisonError::into_inner);
        let mut images = Images::default();
        images.turn_on(letters);
        let flat = |(width, height): (usize, usize)| vec![7; 3 * width * height];
        let numbers: Vec<u32> = (0..2 * MOST)
            .map(|key| images.number(key, (1, 1), flat).unwrap())
            .collect();
        assert!(numbers.is_sorted() && images.number(0, (1, 1), flat) == Some(numbers[0]));
        let text = |bytes| String::from_utf8(bytes).unwrap();
        let last = format!("a=d,d=I,i={},", numbers[2 * MOST - 1]);
        assert!(!text(images.take_pending()).contains(&last));
        assert!(images.number(0, (1, 1), flat).unwrap() > numbers[2 * MOST - 1]);
        assert!(text(images.take_pending()).contains(&last));
    }

    #[test]
    fn a_cell_names_its_picture_and_its_place() {
        let (text, color) = placeholder(0x52_01_ff, 1, 2);
        assert_eq!(text, "\u{10eeee}\u{30e}\u{30d}");
        assert_eq!(color, Rgb(0x52, 0x01, 0xff));
    }
}
