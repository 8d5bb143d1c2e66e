//! The bytes of a terminal in raw mode, as events.

use std::str;
use std::time::{Duration, Instant};

use super::event::{
    Answer, Input, InputEvent, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent,
    MouseEventKind,
};
use super::graphics::knows_placeholders;

const BEL: u8 = 7;
const ESC: u8 = 0x1b;
const CTRL_C: u8 = 3;
const PASTE_END: &[u8] = b"\x1b[201~";
/// The longest paste that is kept; the rest of a longer one is dropped.
const LONGEST_PASTE: usize = 1 << 24;
/// The longest control sequence or answer; real ones have some twenty bytes.
const LONGEST_SEQUENCE: usize = 64;
/// How long the rest of a key may take.
const KEY_PAUSE: Duration = Duration::from_millis(20);
/// How long Esc is held while it may begin an answer that is owed.
const ESC_PAUSE: Duration = Duration::from_millis(250);
/// How long the rest of an answer or of a paste may take: it may come over a network.
const LONG_PAUSE: Duration = Duration::from_secs(1);
/// The most bytes that come together when a person types: a key has up to eight.
const TYPED_TOGETHER: usize = 16;

/// How many bytes were decoded, and the event, if they mean one; `None` if more bytes are needed.
type Decoded = Option<(usize, Option<InputEvent>)>;

/// A control string of ECMA-48, which an answer of the terminal is.
#[derive(Debug)]
struct ControlString {
    /// It began with `ESC` and this letter.
    letter: u8,
    /// As much of its text as is kept.
    text: Vec<u8>,
}

/// Splits bytes into events, however they arrive.
#[derive(Debug, Default)]
pub struct Decoder {
    bytes: Vec<u8>,
    /// The text of a paste that has not ended.
    paste: Option<Vec<u8>>,
    /// An answer that has not ended.
    answer: Option<ControlString>,
    /// The last bytes of a paste or answer that has not ended, if they came like keys: they are, if its end
    /// never comes.
    typed: Vec<u8>,
    /// When the last bytes came.
    fed_at: Option<Instant>,
    /// How many answers the terminal owes, and until when they are waited for.
    owed: Option<(usize, Instant)>,
    /// Esc was pressed alone, before the bytes.
    is_left: bool,
}

impl Decoder {
    /// Waits for answers until this moment: what begins like one is held until then, and if its end does not come, it is
    /// dropped whole.
    pub const fn expect(&mut self, answers: usize, until: Instant) {
        self.owed = Some((answers, until));
    }

    /// Returns how many answers the terminal owes.
    pub fn owed(&self) -> usize {
        self.owed.map_or(0, |(answers, _)| answers)
    }

    /// Returns until when to wait for an answer, if one was owed when the last bytes came.
    fn owed_until(&self) -> Option<Instant> {
        let owed = self.owed.filter(|&(answers, until)| {
            answers > 0 && self.fed_at.is_some_and(|fed_at| fed_at < until)
        });
        owed.map(|(_, until)| until)
    }

    /// Takes the bytes of a read.
    pub fn feed(&mut self, bytes: &[u8], now: Instant) {
        if bytes == [CTRL_C] && self.paste.take().is_some() {
            // It came alone, so it was typed: a paste whose end never comes must not swallow it.
            self.bytes.clear();
        }
        let begins_answer = matches!(bytes, [b']' | b'P' | b'_' | b'[' | b'O', ..]);
        let is_esc = self.bytes == [ESC] && !self.is_within();
        self.is_left |= is_esc && self.owed_until().is_some() && !begins_answer;
        if self.is_left {
            self.bytes.clear();
        }
        let pause = self.fed_at.map(|at| now.saturating_duration_since(at));
        let is_later = pause.is_some_and(|pause| pause >= KEY_PAUSE) || !self.typed.is_empty();
        let is_like_keys = is_later && bytes.len() <= TYPED_TOGETHER;
        if self.is_within() && is_like_keys && self.owed_until().is_none() {
            self.typed.extend_from_slice(bytes);
        } else {
            self.typed.clear();
        }
        self.bytes.extend_from_slice(bytes);
        self.fed_at = Some(now);
    }

    /// Returns whether a paste or an answer has not ended.
    const fn is_within(&self) -> bool {
        self.paste.is_some() || self.answer.is_some()
    }

    /// Returns until when to wait for the rest of what has begun, if anything has.
    pub fn deadline(&self) -> Option<Instant> {
        let pause = if self.is_within() {
            LONG_PAUSE
        } else if self.bytes.is_empty() {
            return None;
        } else if let (&[ESC], Some(until)) = (&self.bytes[..], self.owed_until()) {
            return self.fed_at.map(|at| until.min(at + ESC_PAUSE));
        } else {
            KEY_PAUSE
        };
        self.fed_at.map(|at| at + pause)
    }

    /// Ends what has begun and whose rest has not come: a paste is what has come of it, an answer means
    /// nothing, and what was typed after the beginning of either is decoded next. Esc alone is a key;
    /// another sequence means nothing.
    pub fn end_sequence(&mut self) -> Option<Input> {
        let bytes = std::mem::take(&mut self.bytes);
        if !self.is_within() {
            let is_key = bytes == [ESC];
            return is_key.then(|| Input::Terminal(InputEvent::Key(KeyCode::Esc.into())));
        }
        self.bytes = std::mem::take(&mut self.typed);
        self.answer = None;
        let mut paste = self.paste.take()?;
        paste.extend(bytes);
        paste.truncate(paste.len().saturating_sub(self.bytes.len()));
        (!paste.is_empty()).then(|| pasted(&paste))
    }

    /// Takes the next event or answer.
    pub fn next_input(&mut self) -> Option<Input> {
        if std::mem::take(&mut self.is_left) {
            return Some(Input::Terminal(InputEvent::Key(KeyCode::Esc.into())));
        }
        loop {
            if self.answer.is_some() {
                let received = self.take_answer();
                if received.is_some() || self.answer.is_some() {
                    return received;
                }
                continue;
            }
            if let Some(paste) = &mut self.paste {
                let mut places = self.bytes.windows(PASTE_END.len());
                let end = places.position(|bytes| bytes == PASTE_END);
                // The last bytes may be the beginning of the end.
                let whole = self.bytes.len().saturating_sub(PASTE_END.len() - 1);
                let text = self.bytes.drain(..end.unwrap_or(whole));
                let room = LONGEST_PASTE - paste.len();
                paste.extend(text.take(room));
                end?;
                self.bytes.drain(..PASTE_END.len());
                self.typed.clear();
                let paste = self.paste.take()?;
                return Some(pasted(&paste));
            }
            if let [ESC, letter @ (b']' | b'P' | b'_'), rest @ ..] = &self.bytes[..]
                && (!rest.is_empty() || self.owed_until().is_some())
            {
                let letter = *letter;
                self.bytes.drain(..2);
                let text = Vec::new();
                self.answer = Some(ControlString { letter, text });
                continue;
            }
            let (count, event) = decode(&self.bytes)?;
            self.bytes.drain(..count);
            match event {
                Some(InputEvent::Paste(_)) => self.paste = Some(Vec::new()),
                Some(event) => return Some(Input::Terminal(event)),
                None => {}
            }
        }
    }

    /// Takes bytes of an answer, up to its end: `BEL` or `ESC \`. Anything else that is not printable breaks
    /// it off, and what was typed before that is decoded next. Returns what it means, if anything, once it has
    /// ended.
    fn take_answer(&mut self) -> Option<Input> {
        let answer = self.answer.as_mut()?;
        let is_end = |byte: &u8| !(b' '..=b'~').contains(byte);
        let end = self.bytes.iter().position(is_end);
        let text = self.bytes.drain(..end.unwrap_or(self.bytes.len()));
        // One byte more than allowed is kept: it shows that the answer is too long.
        let room = (LONGEST_SEQUENCE + 1).saturating_sub(answer.text.len());
        answer.text.extend(text.take(room));
        end?;
        let length = match self.bytes[..] {
            [BEL, ..] => 1,
            [ESC, b'\\', ..] => 2,
            [ESC] => return None,
            _ => {
                self.answer = None;
                if !self.typed.is_empty() {
                    self.bytes = std::mem::take(&mut self.typed);
                }
                return None;
            }
        };
        self.typed.clear();
        self.bytes.drain(..length);
        let ControlString { letter, text } = self.answer.take()?;
        let text = str::from_utf8(&text).ok()?;
        let received = (text.len() <= LONGEST_SEQUENCE).then(|| answered(letter, text))?;
        if let (Some(_), Some((answers, _))) = (&received, &mut self.owed) {
            *answers = answers.saturating_sub(1);
        }
        received
    }
}

fn pasted(bytes: &[u8]) -> Input {
    let text = String::from_utf8_lossy(bytes).into_owned();
    Input::Terminal(InputEvent::Paste(text))
}

/// Returns the meaning of an answer.
fn answered(letter: u8, text: &str) -> Option<Input> {
    let answer = match letter {
        b']' => Answer::Background(color(text)?),
        b'_' if text == "Gi=31;OK" => Answer::Graphics,
        b'P' => Answer::Placeholders(knows_placeholders(text.strip_prefix(">|")?)),
        _ => return None,
    };
    Some(Input::Answer(answer))
}

/// Reads the answer about the background colour.
fn color(text: &str) -> Option<[u8; 3]> {
    let (_, color) = text.strip_prefix("11;")?.split_once(':')?;
    let mut parts = color.split('/').map(|digits| {
        let is_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        let length = u32::try_from(digits.len())
            .ok()
            .filter(|&length| is_hex && length <= 4)?;
        let (value, most) = (
            u32::from_str_radix(digits, 16).ok()?,
            16_u32.pow(length) - 1,
        );
        u8::try_from(value * 255 / most).ok()
    });
    let mut part = || parts.next().flatten();
    Some([part()?, part()?, part()?])
}

/// Decodes the first sequence or character. A paste is decoded up to its beginning.
fn decode(bytes: &[u8]) -> Decoded {
    let key = |code, modifiers| Some(InputEvent::Key(KeyEvent::new(code, modifiers)));
    match bytes {
        [] | [ESC] | [ESC, b'O' | b']' | b'P' | b'_'] => None,
        // Ctrl-C works after any other key.
        [ESC, ESC | CTRL_C, ..] => Some((1, key(KeyCode::Esc, KeyModifiers::NONE))),
        [ESC, b'[', sequence @ ..] => {
            let (count, event) = control_sequence(sequence)?;
            Some((2 + count, event))
        }
        [ESC, b'O', letter @ b' '..=b'~', ..] => {
            let code = named(*letter).unwrap_or(KeyCode::Null);
            Some((3, key(code, KeyModifiers::NONE)))
        }
        [ESC, rest @ ..] => {
            let (count, pressed) = character(rest)?;
            let event =
                pressed.and_then(|(code, modifiers)| key(code, modifiers | KeyModifiers::ALT));
            Some((1 + count, event))
        }
        _ => {
            let (count, pressed) = character(bytes)?;
            Some((
                count,
                pressed.and_then(|(code, modifiers)| key(code, modifiers)),
            ))
        }
    }
}

/// Decodes what follows `ESC [`.
fn control_sequence(bytes: &[u8]) -> Decoded {
    match bytes {
        // The function keys of the Linux console.
        [b'[', b'A'..=b'E', ..] => return Some((2, Some(InputEvent::Key(KeyCode::Null.into())))),
        [b'['] => return None,
        [b'M', place @ ..] => return mouse_in_bytes(&place[..place.len().min(3)]),
        _ => {}
    }
    let Some(end) = bytes.iter().position(|byte| !(b' '..b'@').contains(byte)) else {
        let is_too_long = bytes.len() > LONGEST_SEQUENCE;
        return is_too_long.then_some((bytes.len(), None));
    };
    match bytes[end] {
        last @ b'@'..=b'~' => Some((end + 1, meaning(&bytes[..end], last))),
        // Something else begins here, such as Ctrl-C: the sequence was broken off.
        _ => Some((end, None)),
    }
}

/// Decodes what follows `ESC [ M`: the mouse of terminals that know no newer protocol.
fn mouse_in_bytes(place: &[u8]) -> Decoded {
    if place.iter().any(|&byte| byte < 32) {
        return Some((1, None));
    }
    let &[button, column, row] = place else {
        return None;
    };
    let [button, column, row] = [button, column, row].map(|byte| u16::from(byte - 32));
    Some((4, mouse(button, column, row)))
}

/// Returns the meaning of a control sequence by its parameters and its last byte. A key that the program
/// does not use is [`KeyCode::Null`].
fn meaning(parameters: &[u8], last: u8) -> Option<InputEvent> {
    let (is_sgr, numbers) = match parameters {
        [b'<', numbers @ ..] => (true, numbers),
        numbers => (false, numbers),
    };
    let number = |index| {
        let number = numbers.split(|&byte| byte == b';').nth(index)?;
        str::from_utf8(number).ok()?.parse::<u16>().ok()
    };
    let code = match last {
        b'M' => {
            let button = number(0)?.checked_sub(if is_sgr { 0 } else { 32 })?;
            return mouse(button, number(1)?, number(2)?);
        }
        b'I' => return Some(InputEvent::FocusGained),
        // The new size, as terminals report it that are asked to (mode 2048), and a page does.
        b't' if number(0)? == 48 => return Some(InputEvent::Resize(number(2)?, number(1)?)),
        b'Z' => {
            return Some(InputEvent::Key(KeyEvent::new(
                KeyCode::BackTab,
                KeyModifiers::SHIFT,
            )));
        }
        b'~' => match number(0)? {
            200 => return Some(InputEvent::Paste(String::new())),
            201 => return None,
            1 | 7 => KeyCode::Home,
            3 => KeyCode::Delete,
            4 | 8 => KeyCode::End,
            5 => KeyCode::PageUp,
            6 => KeyCode::PageDown,
            _ => KeyCode::Null,
        },
        letter => named(letter)?,
    };
    let held = number(1).unwrap_or(1).saturating_sub(1);
    let modifiers = [
        KeyModifiers::SHIFT,
        KeyModifiers::ALT,
        KeyModifiers::CONTROL,
    ];
    let modifiers = (0..).zip(modifiers).filter(|(bit, _)| held >> bit & 1 != 0);
    let modifiers = modifiers.map(|(_, modifier)| modifier).collect();
    Some(InputEvent::Key(KeyEvent::new(code, modifiers)))
}

/// Returns the key of a sequence that ends with a letter.
const fn named(letter: u8) -> Option<KeyCode> {
    Some(match letter {
        b'A' => KeyCode::Up,
        b'B' => KeyCode::Down,
        b'C' => KeyCode::Right,
        b'D' => KeyCode::Left,
        b'F' => KeyCode::End,
        b'H' => KeyCode::Home,
        b'P' | b'Q' | b'S' => KeyCode::Null,
        _ => return None,
    })
}

/// Returns the mouse event of a button's number and a place, counted from 1. Only what the program uses.
fn mouse(button: u16, column: u16, row: u16) -> Option<InputEvent> {
    const HELD: u16 = 0b1_1100;
    let kind = match button & !HELD {
        0 => MouseEventKind::Down(MouseButton::Left),
        35 => MouseEventKind::Moved,
        64 => MouseEventKind::ScrollUp,
        65 => MouseEventKind::ScrollDown,
        128 => MouseEventKind::Down(MouseButton::Back),
        129 => MouseEventKind::Down(MouseButton::Forward),
        _ => return None,
    };
    Some(InputEvent::Mouse(MouseEvent {
        kind,
        column: column.checked_sub(1)?,
        row: row.checked_sub(1)?,
        modifiers: KeyModifiers::NONE,
    }))
}

/// Decodes a character, with Control as terminals send it. Invalid bytes mean nothing.
fn character(bytes: &[u8]) -> Option<(usize, Option<(KeyCode, KeyModifiers)>)> {
    let first = &bytes[..bytes.len().min(4)];
    if let Err(error) = str::from_utf8(first)
        && error.valid_up_to() == 0
    {
        return error.error_len().map(|count| (count, None));
    }
    let letter = first.utf8_chunks().next()?.valid().chars().next()?;
    let control = |base: char, offset| char::from_u32(base as u32 + letter as u32 - offset);
    let (code, modifiers) = match letter {
        '\r' => (KeyCode::Enter, KeyModifiers::NONE),
        '\t' => (KeyCode::Tab, KeyModifiers::NONE),
        '\x7f' => (KeyCode::Backspace, KeyModifiers::NONE),
        '\0' => (KeyCode::Char(' '), KeyModifiers::CONTROL),
        '\x01'..='\x1a' => (KeyCode::Char(control('a', 1)?), KeyModifiers::CONTROL),
        '\x1c'..='\x1f' => (KeyCode::Char(control('4', 0x1c)?), KeyModifiers::CONTROL),
        letter if letter.is_uppercase() => (KeyCode::Char(letter), KeyModifiers::SHIFT),
        letter => (KeyCode::Char(letter), KeyModifiers::NONE),
    };
    Some((letter.len_utf8(), Some((code, modifiers))))
}

#[cfg(test)]
mod tests;
