//! Lines of input: reading them within bounds, and splitting them into moves and commands.

use std::io::{self, BufRead};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use super::unknown;
use reversi::transcript::{self, Token};
use reversi::{ParseSquareError, Square, narrow};
use reversi_notation::input::{self, LineEnd};
use reversi_table::background::Waker;
use reversi_table::phrase::faults::not_a_square;
use reversi_table::system::signals::{self, Call};
use reversi_text::{Message, Said, label};

/// The longest line accepted, in bytes. A game with move numbers has about 500.
pub(crate) const MAX_LINE: usize = 64 * 1024;

/// One line of input.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum InputLine {
    Text(String),
    /// Longer than [`MAX_LINE`]; skipped to its end.
    TooLong,
    /// Not UTF-8: the first invalid byte and its position in the line, counted from 1.
    NotText {
        byte: u8,
        at: usize,
    },
    /// The end of the input.
    End,
    /// A signal that ends the program.
    Signal(i32),
}

/// Reads one line, holding at most [`MAX_LINE`] bytes of it.
pub(crate) fn read_line(input: &mut impl BufRead) -> io::Result<InputLine> {
    let mut bytes = Vec::new();
    Ok(match input::read_line(input, &mut bytes, MAX_LINE)? {
        LineEnd::EndOfInput => InputLine::End,
        LineEnd::TooLong => InputLine::TooLong,
        LineEnd::Complete => String::from_utf8(bytes).map_or_else(
            |error| {
                let at = error.utf8_error().valid_up_to();
                InputLine::NotText {
                    byte: error.as_bytes()[at],
                    at: at + 1,
                }
            },
            InputLine::Text,
        ),
    })
}

/// How long a signal waits for the program to take it. No clock has to be saved while a computer thinks.
const UNTIL_TAKEN: Duration = Duration::from_millis(300);

/// How long the program may then take to save the clocks.
const SAVING: Duration = Duration::from_secs(10);

/// How long to sleep when nothing is due.
const A_WHILE: Duration = Duration::from_secs(3600);

/// The most lines that are read ahead.
const AHEAD: usize = 64;

/// A line, or news of a connection.
enum Arrival {
    Line(io::Result<InputLine>),
    Wake,
}

/// Lines that a thread reads, so that other things can happen while nothing is typed.
#[derive(Debug)]
pub(super) struct Inputs {
    sender: SyncSender<Arrival>,
    receiver: Receiver<Arrival>,
    /// Whether the program has taken a signal, and ends.
    signal_taken: Arc<AtomicBool>,
}

impl Inputs {
    /// Starts to read lines on a thread, which ends with the program: nothing can interrupt it.
    ///
    /// # Errors
    /// The thread cannot be started.
    pub(super) fn read(mut lines: impl BufRead + Send + 'static) -> io::Result<Self> {
        let (sender, receiver) = mpsc::sync_channel(AHEAD);
        let to = sender.clone();
        let read = move || {
            loop {
                let line = read_line(&mut lines);
                let is_last = matches!(line, Ok(InputLine::End) | Err(_));
                if to.send(Arrival::Line(line)).is_err() || is_last {
                    return;
                }
            }
        };
        let thread = thread::Builder::new().name("input".to_owned());
        thread.spawn(read)?;
        Ok(Self {
            sender,
            receiver,
            signal_taken: Arc::default(),
        })
    }

    /// Passes signals that end the program on as input, so that the time of whoever is to move is saved before.
    ///
    /// # Errors
    /// Signals cannot be caught, or the thread cannot be started.
    pub(super) fn catch_signals(&self) -> io::Result<()> {
        let (sender, taken) = (self.sender.clone(), Arc::clone(&self.signal_taken));
        let ignored = signals::CAUGHT.map(|signal| signals::is_ignored(signal).then_some(signal));
        let pass_on = signals::listen(move |call| {
            if let Call::End(signal) = call
                && !ignored.contains(&Some(signal))
                && sender
                    .try_send(Arrival::Line(Ok(InputLine::Signal(signal))))
                    .is_ok()
            {
                thread::sleep(UNTIL_TAKEN);
                if taken.load(Ordering::Relaxed) {
                    thread::sleep(SAVING);
                }
            }
            // The default action, unless the program has ended by now.
            false
        })?;
        let thread = thread::Builder::new().name("signals".to_owned());
        thread.spawn(pass_on)?;
        Ok(())
    }

    /// Returns a waker that ends [`Inputs::next`].
    pub(super) fn waker(&self) -> Waker {
        let sender = self.sender.clone();
        Arc::new(move || {
            // If there is no room, enough arrives anyway.
            let _ = sender.try_send(Arrival::Wake);
        })
    }

    /// Waits for the next line; `None` after a call of the waker, or at the deadline.
    ///
    /// # Errors
    /// The input cannot be read.
    pub(super) fn next(&self, deadline: Option<Instant>) -> io::Result<Option<InputLine>> {
        let time = deadline.map_or(A_WHILE, |at| at.saturating_duration_since(Instant::now()));
        match self.receiver.recv_timeout(time) {
            Ok(Arrival::Line(line)) => {
                let is_signal = matches!(line, Ok(InputLine::Signal(_)));
                self.signal_taken.fetch_or(is_signal, Ordering::Relaxed);
                line.map(Some)
            }
            // There is always a sender: this.
            Ok(Arrival::Wake) | Err(_) => Ok(None),
        }
    }
}

/// A command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CommandWord {
    Moves,
    Board,
    History,
    /// Shows this many of the best moves.
    Hint(u8),
    Eval,
    /// Sets the level of the engines; `None` without a valid number.
    Level(Option<u8>),
    /// Names the squares with discs.
    Discs,
    Review,
    Undo,
    Redo,
    Go,
    TakeOver,
    Forfeit,
    Swap,
    Resign,
    /// Offers a draw, or agrees to it.
    Draw,
    /// Claims the win, because the other player has left.
    Claim,
    /// Mutes what the other player says, or shows it again.
    Mute,
    New,
    Resume,
    /// Goes to the start of the game, or to its end.
    GoTo(GameEdge),
    Help,
    Quit,
}

/// The first or the last place of a game that is stepped through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GameEdge {
    First,
    Last,
}

impl CommandWord {
    /// All commands in the order of the help, with what they do.
    pub(super) const ALL: [(Self, &'static str, &'static Message); 26] = [
        (Self::Moves, "moves", label!("list the legal moves")),
        (Self::Board, "board", label!("print the board")),
        (Self::Discs, "discs", label!("name the squares with discs")),
        (
            Self::History,
            "history",
            label!("list the moves, passes as --"),
        ),
        (
            Self::Hint(1),
            "hint",
            label!("name a good move; hint 3 lists the best three with their scores"),
        ),
        (Self::Eval, "eval", label!("show the score of the position")),
        (
            Self::Level(None),
            "level",
            label!("set the level of the computer, 1 to 10; for example level 7"),
        ),
        (
            Self::Undo,
            "undo",
            label!("undo the last move; against the computer, back to your own last move"),
        ),
        (
            Self::Redo,
            "redo",
            label!("redo the moves that were undone"),
        ),
        (
            Self::Redo,
            "next",
            label!("the same as redo: step through a game move by move"),
        ),
        (Self::Undo, "back", label!("the same as undo")),
        (
            Self::GoTo(GameEdge::First),
            "first",
            label!("undo all moves; next plays them one by one"),
        ),
        (Self::GoTo(GameEdge::Last), "last", label!("redo all moves")),
        (Self::Go, "go", label!("let the paused computer continue")),
        (
            Self::TakeOver,
            "take",
            label!("play for a computer that failed to move, or take over a side of two computers"),
        ),
        (
            Self::Forfeit,
            "forfeit",
            label!("resign for a player that failed to move"),
        ),
        (Self::Swap, "swap", label!("swap sides")),
        (Self::Resign, "resign", label!("resign the game")),
        (
            Self::Draw,
            "draw",
            label!("over the network, offer a draw or agree to it; undo asks for a takeback"),
        ),
        (
            Self::Claim,
            "claim",
            label!("over the network, claim the win of a game that the other player left"),
        ),
        (
            Self::Mute,
            "mute",
            label!("over the network, mute what the other player says, or show it again"),
        ),
        (
            Self::Review,
            "review",
            label!("list the mistakes so far and the turning point"),
        ),
        (
            Self::New,
            "new",
            label!("start a new game with the same players and starting position"),
        ),
        (
            Self::Resume,
            "resume",
            label!("resume the unfinished game found at the start"),
        ),
        (Self::Help, "help", label!("print this help")),
        (Self::Quit, "quit", label!("quit")),
    ];

    pub(super) fn parse(text: &str) -> Option<Self> {
        let mut all = Self::ALL.into_iter();
        let (word, ..) = all.find(|(_, name, _)| is_command(text, name))?;
        Some(word)
    }

    /// Returns this command with the number after it, if it takes one.
    fn with_number(self, number: &str) -> Option<Self> {
        // A number that is too large is not a level, and more than the number of moves.
        let number = number.parse().unwrap_or(u8::MAX);
        match self {
            Self::Hint(_) => Some(Self::Hint(number)),
            Self::Level(_) => Some(Self::Level(Some(number))),
            _ => None,
        }
    }
}

/// A command with a text, which is the rest of the line: most often the name of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FileWord {
    Save,
    Open,
    /// Says something to the other player.
    Say,
}

impl FileWord {
    /// All of them, with what they do.
    pub(super) const ALL: [(Self, &'static str, &'static Message); 3] = [
        (
            Self::Save,
            "save",
            label!("save the game: save game.ggf; the extension sets the format"),
        ),
        (
            Self::Open,
            "open",
            label!("open a game: open game.ggf, or open history:last"),
        ),
        (
            Self::Say,
            "say",
            label!("say something to the other player over the network: say good game"),
        ),
    ];

    /// Splits a line that begins with such a command.
    pub(super) fn split(line: &str) -> Option<(Self, &str)> {
        let line = line.trim();
        let (first, name) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let mut all = Self::ALL.into_iter();
        let (word, ..) = all.find(|(_, known, _)| is_command(first, known))?;
        Some((word, name.trim_start()))
    }
}

/// Returns whether a word is a command, in either case, with letters of any width.
fn is_command(word: &str, name: &str) -> bool {
    let letters = word.chars().map(|c| narrow(c).to_ascii_lowercase());
    letters.eq(name.chars())
}

/// One item of a line.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum InputItem {
    Move(Square),
    Pass,
    Word(CommandWord),
    /// A command and its text, which may be missing.
    File(FileWord, String),
    /// A square off the board, such as `i9`; the items end here.
    OffBoard(ParseSquareError),
    /// Neither a move nor a command, quoted and safe to print; the items end here.
    Unknown(String),
}

impl InputItem {
    /// Returns a clause about an item that cannot be read.
    pub(super) fn problem(&self) -> Option<Said> {
        match self {
            Self::OffBoard(error) => Some(not_a_square(error)),
            Self::Unknown(quoted) => Some(unknown(quoted)),
            _ => None,
        }
    }
}

/// Splits a line into items, up to the first that cannot be read.
pub(super) fn items(line: &str) -> Vec<InputItem> {
    let mut items = Vec::new();
    let line = line.trim_start_matches('\u{feff}');
    if let Some((word, name)) = FileWord::split(line) {
        return vec![InputItem::File(word, name.to_owned())];
    }
    let mut texts = line
        .split(|c: char| c.is_whitespace() || ",;、，；".contains(c))
        .filter(|text| !text.is_empty())
        .peekable();
    while let Some(text) = texts.next() {
        if let Some(mut word) = CommandWord::parse(text) {
            let number = |text: &&str| text.chars().map(narrow).collect::<String>();
            let is_number = |text: &String| text.bytes().all(|byte| byte.is_ascii_digit());
            if let Some(with_number) = texts
                .peek()
                .map(number)
                .filter(is_number)
                .and_then(|number| word.with_number(&number))
            {
                word = with_number;
                texts.next();
            }
            items.push(InputItem::Word(word));
            continue;
        }
        let typed = transcript::typed(text);
        for token in transcript::tokens(typed.as_deref().unwrap_or(text)) {
            match token {
                Ok(Token::Move(square)) => items.push(InputItem::Move(square)),
                Ok(Token::Pass) => items.push(InputItem::Pass),
                Err(error) => {
                    items.push(match error {
                        ParseSquareError::OffBoard(_) => InputItem::OffBoard(error),
                        ParseSquareError::NotASquare(word) => {
                            InputItem::Unknown(quote(&word, text))
                        }
                    });
                    return items;
                }
            }
        }
    }
    items
}

/// Returns the start of a word in quotes, without control characters; dots mark what was cut.
fn quote(part: &str, word: &str) -> String {
    let end = word.find(part).map_or(0, |start| start + part.len());
    let dots = if end == word.len() { "" } else { "..." };
    // Debug format escapes control characters.
    let mut quoted = format!("{part:?}");
    quoted.insert_str(quoted.len() - 1, dots);
    quoted
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    fn lines(bytes: &[u8]) -> Vec<InputLine> {
        // A small buffer, so that lines lie across its ends.
        let mut input = BufReader::with_capacity(7, bytes);
        let mut lines = Vec::new();
        loop {
            match read_line(&mut input).unwrap() {
                InputLine::End => return lines,
                line => lines.push(line),
            }
        }
    }

    #[test]
    fn the_last_line_needs_no_line_feed() {
        let text = |text: &str| InputLine::Text(text.to_owned());
        assert_eq!(lines(b""), []);
        assert_eq!(lines(b"\n"), [text("")]);
        assert_eq!(
            lines(b"f5 d6 c3 d3\r\nundo"),
            [text("f5 d6 c3 d3\r"), text("undo")]
        );
    }

    #[test]
    fn a_line_is_held_within_its_bound_and_the_next_one_is_read() {
        let mut bytes = vec![b'x'; MAX_LINE];
        assert_eq!(lines(&bytes).len(), 1);
        assert!(matches!(&lines(&bytes)[0], InputLine::Text(text) if text.len() == MAX_LINE));
        bytes.extend_from_slice(b"x\nf5");
        assert_eq!(
            lines(&bytes),
            [InputLine::TooLong, InputLine::Text("f5".to_owned())]
        );
    }

    #[test]
    fn bytes_that_are_no_text_are_named_with_their_place() {
        assert_eq!(
            lines(b"f5 \xff\xfe\nd6"),
            [
                InputLine::NotText { byte: 0xff, at: 4 },
                InputLine::Text("d6".to_owned())
            ]
        );
    }

    #[test]
    fn a_line_ends_at_the_first_thing_that_cannot_be_read() {
        let square = |name: &str| InputItem::Move(name.parse().unwrap());
        assert_eq!(
            items("1. F5d6, UNDO; 2. c3 -- \r"),
            [
                square("f5"),
                square("d6"),
                InputItem::Word(CommandWord::Undo),
                square("c3"),
                InputItem::Pass
            ]
        );
        assert_eq!(
            items("f5 i9c3 d6"),
            [
                square("f5"),
                InputItem::OffBoard(ParseSquareError::OffBoard("i9".to_owned()))
            ]
        );
        assert_eq!(
            items("f5xy undo"),
            [square("f5"), InputItem::Unknown("\"xy\"".to_owned())]
        );
        assert_eq!(items(" \t\r"), []);
        assert_eq!(
            items("ｆ５、え６\u{3000}ＵＮＤＯ， ｈｉｎｔ\u{3000}３"),
            [
                square("f5"),
                square("e6"),
                InputItem::Word(CommandWord::Undo),
                InputItem::Word(CommandWord::Hint(3))
            ]
        );
        assert_eq!(
            items("ｓａｖｅ\u{3000}ｆ５.sgf"),
            [InputItem::File(FileWord::Save, "ｆ５.sgf".to_owned())]
        );
        assert_eq!(
            items("а5 В6 ｃ３"),
            [square("f5"), square("d6"), square("c3")]
        );
        assert_eq!(
            items("привет"),
            [InputItem::Unknown("\"привет\"".to_owned())]
        );
    }

    #[test]
    fn a_word_is_quoted_short_and_without_control_characters() {
        assert_eq!(
            items("\u{1b}[2J\0\u{7}"),
            [InputItem::Unknown("\"\\u{1b}[2J\\0\\u{7}\"".to_owned())]
        );
        assert_eq!(
            items(&"x".repeat(5000)),
            [InputItem::Unknown(format!("\"{}...\"", "x".repeat(20)))]
        );
        let InputItem::Unknown(quoted) = &items("\u{202e}\u{200b}\u{9b}x")[0] else {
            panic!("no such word");
        };
        assert!(quoted.is_ascii(), "{quoted}");
    }
}
