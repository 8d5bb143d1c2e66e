//! Line mode: a session in plain lines of text, for pipes, scripts, screen readers and simple
//! terminals.
//!
//! Prints each event as one sentence of [`crate::app::session`], without escape sequences. Prints the
//! board before every human decision, and after every move when only CPUs play.
//!
//! At a terminal the game is saved before each event is printed, see `LineMode::with_saver`; a game over the
//! network everywhere. Other games through pipes leave no files behind, so that scripts do the same every time.

mod commands;
pub(crate) mod go;
pub(crate) mod input;
pub(crate) mod network;
mod print;
pub(crate) mod puzzle;

use std::fmt::{Display, Write as _};
use std::io::{self, BufRead, Write};
use std::sync::Arc;

use crate::app::player::ExternalEngine;
use crate::app::session::{Event, Session, Setup};
use crate::app::wording;
use crate::color::Color;
use crate::notation::clean_lines;
use crate::square::Square;

use crate::app::network::game::NetworkGame;
use crate::app::store::saver::GameSaver;
use input::{FileWord, InputLine, Item, MAX_LINE, Word};

/// The number of entries in each line of `history`.
const HISTORY_COLUMNS: usize = 10;

/// Who reads the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// A person at a terminal; prints prompts.
    Terminal,
    /// A pipe or a file: no prompts.
    Pipe,
}

/// An error that ends line mode.
#[derive(Debug, thiserror::Error)]
pub enum LineError {
    /// Cannot read the input.
    #[error("cannot read the input: {0}")]
    Input(io::Error),
    /// Cannot write the output.
    #[error("cannot write the output: {0}")]
    Output(io::Error),
    /// The thread that reads the input cannot be started.
    #[error("cannot start a thread: {0}")]
    Thread(io::Error),
}

/// Everything but the input and the thread.
impl From<io::Error> for LineError {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// Why a line of input ends early.
enum Failed {
    /// A move or command was refused: a clause without a full stop.
    Refused(String),
    /// Cannot write the output.
    Output(io::Error),
}

impl From<io::Error> for Failed {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

fn refused(why: impl Display) -> Failed {
    Failed::Refused(why.to_string())
}

/// A session in lines of text. See the [module](self).
///
/// ```
/// use reversi::app::line::{LineMode, Reader};
/// use reversi::ByColor;
/// use reversi::app::{player::PlayerKind, session::Setup};
/// let humans = ByColor::new(PlayerKind::Human, PlayerKind::Human);
/// let mut output = Vec::new();
/// LineMode::new(Setup::new(humans, 0), Reader::Pipe, &b"f5"[..], &mut output).run()?;
/// assert!(String::from_utf8_lossy(&output).contains("\nBlack plays f5, turning 1 disc.\n"));
/// # Ok::<(), reversi::app::line::LineError>(())
/// ```
#[derive(Debug)]
pub struct LineMode<R, W> {
    session: Session,
    reader: Reader,
    input: R,
    output: W,
    /// The board has changed since it was last printed.
    stale: bool,
    /// Describes moves and prints the board only on request, for screen readers.
    spoken: bool,
    /// The number of search threads.
    threads: usize,
    /// The engine that reviews; `None` for this program.
    engine: Option<ExternalEngine>,
    /// Saves the game, if games are saved.
    saver: Option<GameSaver>,
    /// Sentences to print first.
    notices: Vec<String>,
    /// The game on a connection, if there is one.
    network: Option<NetworkGame>,
    /// The last line of the output is a prompt.
    has_prompt: bool,
}

impl<R: BufRead, W: Write> LineMode<R, W> {
    /// Creates a line mode with its input and output.
    pub fn new(setup: Setup, reader: Reader, input: R, output: W) -> Self {
        Self {
            threads: setup.threads,
            engine: setup.engine.clone(),
            // Line mode waits for the CPUs, so nothing is to be woken.
            session: Session::new(setup, Arc::new(|| ())),
            reader,
            input,
            output,
            stale: true,
            spoken: false,
            saver: None,
            notices: Vec::new(),
            network: None,
            has_prompt: false,
        }
    }

    /// Saves the game after every entry, offers unfinished games, and adds the finished game to the
    /// history. Prints `notices` first.
    pub(crate) fn with_saver(mut self, (saver, notices): (GameSaver, Vec<String>)) -> Self {
        self.saver = Some(saver);
        self.notices = notices;
        self
    }

    /// Says which discs each move turns, and prints the board only on request.
    pub fn spoken(mut self) -> Self {
        self.spoken = true;
        self
    }

    /// Runs until the command `quit` or the end of the input.
    ///
    /// # Errors
    /// [`LineError`], with [`io::ErrorKind::BrokenPipe`] when the reader of the output is gone.
    pub fn run(mut self) -> Result<(), LineError> {
        self.welcome()?;
        let newest = self
            .saver
            .as_ref()
            .and_then(|saver| saver.unfinished().first());
        if let Some(newest) = newest {
            let offer = wording::unfinished_game(&newest.describe());
            self.say(&(offer + wording::line::TYPE_RESUME))?;
        }
        self.settle()?;
        self.ask()?;
        loop {
            self.prompt()?;
            let line = input::read_line(&mut self.input).map_err(LineError::Input)?;
            if self.take_line(line)? {
                return Ok(());
            }
        }
    }

    /// Prints the players and what the person should know first.
    fn welcome(&mut self) -> io::Result<()> {
        self.say(&self.sentence(&Event::PlayersChanged(self.session.players().clone())))?;
        if self.reader == Reader::Terminal {
            self.say(wording::line::WELCOME)?;
        }
        for notice in std::mem::take(&mut self.notices) {
            self.say(&notice)?;
        }
        Ok(())
    }

    /// Handles a line of input. Returns whether to quit.
    fn take_line(&mut self, line: InputLine) -> io::Result<bool> {
        let prompted = std::mem::take(&mut self.has_prompt);
        match line {
            InputLine::End => {
                self.has_prompt = prompted;
                self.end()?;
                return Ok(true);
            }
            InputLine::TooLong => self.refuse(&wording::line::too_long(MAX_LINE), &[], false)?,
            InputLine::NotText { byte, at } => {
                self.refuse(&wording::line::not_text(byte, at), &[], false)?;
            }
            InputLine::Text(text) => return self.obey(&text),
        }
        Ok(false)
    }

    /// Runs the moves and commands of a line up to the first that fails. Returns whether to quit.
    fn obey(&mut self, line: &str) -> io::Result<bool> {
        let mut played: Vec<Square> = Vec::new();
        // Time has passed while the line was typed.
        self.session.tick();
        let items = input::items(line);
        // A command and its number are one item.
        let one = matches!(
            items[..],
            [Item::Word(Word::Hint(_) | Word::Level(_)) | Item::File(..)]
        );
        let several = !one && (items.len() > 1 || line.split_whitespace().count() > 1);
        for (index, item) in items.iter().enumerate() {
            let done = match item {
                Item::Word(Word::Quit) => return Ok(true),
                Item::Word(word) => {
                    played.clear();
                    self.do_word(*word)
                }
                Item::File(FileWord::Save, name) => self.save(name),
                Item::File(FileWord::Open, _) if self.network.is_some() => {
                    Err(refused(wording::NOT_OVER_NETWORK))
                }
                Item::File(FileWord::Open, name) => self.open(name),
                Item::Move(square) => {
                    let done = self.session.play(*square);
                    if done.is_ok() {
                        played.push(*square);
                    }
                    done.map_err(|why| self.explain(&why))
                }
                // A written pass right behind the move of this line that forced it is no error: the
                // line is a pasted game.
                Item::Pass if self.has_just_passed() && !played.is_empty() => Ok(()),
                Item::Pass => Err(self.explain(&self.session.refuse_pass())),
                Item::OffBoard(error) => Err(refused(error)),
                Item::Unknown(quoted) => Err(refused(wording::line::unknown(quoted))),
            };
            self.settle()?;
            match done {
                Ok(()) => {}
                Err(Failed::Refused(why)) => {
                    self.refuse(&why, &played, several && index == 0)?;
                    break;
                }
                Err(Failed::Output(error)) => return Err(error),
            }
        }
        self.ask()?;
        Ok(false)
    }

    /// Runs a command.
    fn do_word(&mut self, word: Word) -> Result<(), Failed> {
        self.refuse_over_network(word)?;
        let done = match word {
            Word::Undo => self.session.undo(),
            Word::Redo => self.session.redo(),
            Word::Resign => self.session.resign(),
            Word::TakeOver => self.session.take_over(),
            Word::Forfeit => self.session.forfeit(),
            Word::Swap => self.session.swap(),
            Word::New if self.network.is_some() => return self.offer_rematch(),
            Word::New => {
                self.set_aside()?;
                self.session.new_game();
                self.session.set_paused(false);
                Ok(())
            }
            Word::Go if !self.session.is_paused() => {
                return Err(refused(wording::line::NOT_PAUSED));
            }
            Word::Go => {
                self.session.set_paused(false);
                Ok(())
            }
            Word::Moves => return Ok(self.say(&wording::to_move(self.session.game()))?),
            Word::Board => return Ok(self.print_board()?),
            Word::Discs => {
                let text = wording::discs(self.session.game().position());
                return Ok(self.say(&text)?);
            }
            Word::Review => return self.review(),
            Word::History => return Ok(self.print_history()?),
            Word::Resume => return self.resume(),
            Word::Hint(count) => return self.hint(count),
            Word::Eval => return self.eval(),
            Word::Level(number) => return self.set_level(number),
            Word::Help => return Ok(self.say(&help())?),
            // The caller has quit.
            Word::Quit => Ok(()),
        };
        done.map_err(|why| self.explain(&why))
    }

    /// Prints the events, and lets the CPUs play until a human has to decide or the game is over.
    fn settle(&mut self) -> io::Result<()> {
        let notice = self.keep();
        self.exchange()?;
        self.tell()?;
        self.say_all(notice)?;
        while self.session.wait() {
            let nobody_is_asked = !Color::ALL
                .iter()
                .any(|&color| self.session.players()[color].is_human());
            if nobody_is_asked {
                self.ask()?;
            }
            self.session.advance();
            self.keep_and_tell()?;
        }
        Ok(())
    }

    /// Saves the game and prints its events, and then what the saver has to say.
    fn keep_and_tell(&mut self) -> io::Result<()> {
        let notice = self.keep();
        self.tell()?;
        self.say_all(notice)
    }

    /// Saves the game, before its events are printed. Returns a notice of the saver.
    fn keep(&mut self) -> Option<String> {
        let keeps_game = self.keeps_game();
        let saver = self.saver.as_mut().filter(|_| keeps_game)?;
        saver.save(&self.session);
        saver.flush();
        saver.trouble()
    }

    /// Leaves a game in progress for the next start, because a new one replaces it.
    pub(super) fn set_aside(&mut self) -> io::Result<()> {
        let game = self.session.game();
        match &mut self.saver {
            Some(saver) if game.outcome().is_none() && !game.entries().is_empty() => {
                saver.set_aside(&self.session);
                self.say(wording::KEPT)
            }
            _ => Ok(()),
        }
    }

    /// Ends the line of the prompt.
    fn end(&mut self) -> io::Result<()> {
        if std::mem::take(&mut self.has_prompt) {
            self.output.write_all(b"\n")?;
        }
        self.output.flush()
    }
}

/// Prints lines and flushes them, so that a pipe or a screen reader gets them at once.
fn print_lines(output: &mut impl Write, text: &str) -> io::Result<()> {
    output.write_all((clean_lines(text) + "\n").as_bytes())?;
    output.flush()
}

fn help() -> String {
    let mut text = wording::line::HELP.to_owned();
    let files = FileWord::ALL.map(|(_, name, what)| (name, what));
    let words = Word::ALL.map(|(_, name, what)| (name, what));
    for (name, what) in words.into_iter().chain(files) {
        // Writing to a string cannot fail.
        let _ = write!(text, "\n  {name:<9}{what}");
    }
    text
}
