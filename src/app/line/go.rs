//! Line mode for Go.

use std::fmt::Write as _;
use std::io::{self, BufRead, Write};
use std::sync::Arc;

use super::input::{FileWord, InputLine, MAX_LINE, read_line};
use super::{LineError, Reader, print_lines};
use crate::app::go::{GoGame, GoMove, text};
use crate::app::session::{Event, Session, Setup};
use crate::app::store::autosave::{GameMeta, StoredGame as _};
use crate::app::store::game_file::{IfPresent, expand_home, save_text};
use crate::app::store::go_file;
use crate::app::store::saver::GameSaver;
use crate::app::store::state::StartTime;
use crate::app::wording::go as sentences;
use crate::app::wording::{self, line as lines, sentence};

/// The commands besides moves, with what they do.
const COMMANDS: [(&str, &str); 13] = [
    ("pass", "pass; two passes in turn end the game"),
    ("board", "print the board"),
    (
        "liberties",
        "name the liberties of a chain, for example liberties c3",
    ),
    (
        "undo",
        "undo the last move; against a CPU, back to your own last move",
    ),
    ("redo", "redo the moves that were undone"),
    ("go", "let a paused CPU continue"),
    ("resign", "resign the game"),
    (
        "new",
        "start a new game with the same players, size and komi",
    ),
    ("resume", "resume the unfinished game found at the start"),
    ("save", "save the game as SGF: save game.sgf"),
    ("open", "open a game in SGF: open game.sgf"),
    ("help", "print this help"),
    ("quit", "quit"),
];

/// The longest part of a word that is quoted, in characters.
const QUOTED: usize = 20;

/// A session in lines of text.
#[derive(Debug)]
pub(crate) struct GoLineMode<R, W> {
    session: Session<GoGame>,
    reader: Reader,
    input: R,
    output: W,
    /// The board has changed since it was last printed.
    stale: bool,
    /// Saves the game, if games are saved.
    saver: Option<GameSaver<GoGame>>,
    /// Sentences to print first.
    notices: Vec<String>,
}

impl<R: BufRead, W: Write> GoLineMode<R, W> {
    /// Creates a line mode with its input and output.
    pub(crate) fn new(setup: Setup<GoGame>, reader: Reader, input: R, output: W) -> Self {
        Self {
            // Line mode waits for the CPUs, so nothing is to be woken.
            session: Session::new(setup, Arc::new(|| ())),
            reader,
            input,
            output,
            stale: true,
            saver: None,
            notices: Vec::new(),
        }
    }

    /// Saves the game after every move, and offers an unfinished one.
    pub(crate) fn with_saver(mut self, (saver, notices): (GameSaver<GoGame>, Vec<String>)) -> Self {
        (self.saver, self.notices) = (Some(saver), notices);
        self
    }

    /// Runs until the command `quit` or the end of the input.
    ///
    /// # Errors
    /// Cannot read the input or write the output.
    pub(crate) fn run(mut self) -> Result<(), LineError> {
        self.say(&wording::players(self.session.players()))?;
        self.say(sentences::ROWS)?;
        if self.reader == Reader::Terminal {
            self.say(sentences::WELCOME)?;
        }
        for notice in std::mem::take(&mut self.notices) {
            self.say(&notice)?;
        }
        let newest = self
            .saver
            .as_ref()
            .and_then(|saver| saver.unfinished().first());
        if let Some(game) = newest {
            let offer = wording::unfinished_game(&game.describe());
            self.say(&(offer + lines::TYPE_RESUME))?;
        }
        self.settle()?;
        loop {
            self.ask()?;
            self.prompt()?;
            let why = match read_line(&mut self.input).map_err(LineError::Input)? {
                InputLine::End => {
                    if self.reader == Reader::Terminal {
                        self.output.write_all(b"\n")?;
                    }
                    return Ok(());
                }
                InputLine::TooLong => lines::too_long(MAX_LINE),
                InputLine::NotText { byte, at } => lines::not_text(byte, at),
                InputLine::Text(line) if self.obey(&line)? => return Ok(()),
                InputLine::Text(_) => continue,
            };
            self.say(&sentence(why))?;
        }
    }

    /// Runs the moves and commands of a line up to the first that is refused. Returns whether to quit.
    fn obey(&mut self, line: &str) -> io::Result<bool> {
        if let Some((word, name)) = FileWord::split(line) {
            let done = match word {
                FileWord::Save => self.save(name),
                FileWord::Open => self.open(name),
            };
            self.settle()?;
            if let Err(why) = done {
                self.say(&sentence(why))?;
            }
            return Ok(false);
        }
        let line = line.to_lowercase();
        let mut words = line
            .split(|c: char| c.is_whitespace() || c == ',' || c == ';')
            .filter(|word| !word.is_empty());
        while let Some(word) = words.next() {
            let done = match word {
                "quit" => return Ok(true),
                "board" => {
                    self.stale = true;
                    Ok(())
                }
                "help" => {
                    self.say(&help())?;
                    Ok(())
                }
                "liberties" => match words.next().map(str::parse) {
                    Some(Ok(point)) => {
                        self.say(&text::liberties(self.session.game(), point))?;
                        Ok(())
                    }
                    _ => Err(sentences::LIBERTIES_NEEDS.to_owned()),
                },
                "undo" => self.session.undo().map_err(|why| why.to_string()),
                "redo" => self.session.redo().map_err(|why| why.to_string()),
                "resign" => self.session.resign().map_err(|why| self.explain(&why)),
                "resume" => self.resume(),
                "new" => {
                    let game = self.session.game();
                    self.replace(GoGame::new(game.grid(), game.komi()))?;
                    Ok(())
                }
                "go" if self.session.is_paused() => {
                    self.session.set_paused(false);
                    Ok(())
                }
                "go" => Err(lines::NOT_PAUSED.to_owned()),
                word => {
                    if let Ok(played) = word.parse::<GoMove>() {
                        let done = self.session.play_or_pass(played.into());
                        done.map_err(|why| self.explain(&why))
                    } else {
                        let start: String = word.chars().take(QUOTED).collect();
                        // Debug format escapes control characters.
                        Err(sentences::unknown(format_args!("{start:?}")))
                    }
                }
            };
            self.settle()?;
            if let Err(why) = done {
                self.say(&sentence(why))?;
                break;
            }
        }
        Ok(false)
    }

    /// Saves the game to a new file.
    fn save(&mut self, name: &str) -> Result<(), String> {
        if name.is_empty() {
            return Err(sentences::SAVE_NEEDS.to_owned());
        }
        let meta = match &self.saver {
            Some(saver) => saver.meta(&self.session),
            None => GameMeta::of(&self.session, StartTime::now()),
        };
        let text = self.session.game().write(&meta);
        let path = save_text(&text, &expand_home(name), IfPresent::Ask);
        let path = path.map_err(|why| why.to_string())?;
        self.say(&wording::saved_to(&path))
            .map_err(|why| why.to_string())
    }

    /// Opens a game of a file, with the players of this one.
    fn open(&mut self, name: &str) -> Result<(), String> {
        if name.is_empty() {
            return Err(sentences::OPEN_NEEDS.to_owned());
        }
        let (game, _) = go_file::open(&expand_home(name))?;
        self.replace(game).map_err(|why| why.to_string())
    }

    /// Starts another game. One in progress is left for the next start.
    fn replace(&mut self, game: GoGame) -> io::Result<()> {
        let current = self.session.game();
        let is_under_way = current.outcome().is_none() && !current.entries().is_empty();
        if let Some(saver) = &mut self.saver {
            saver.set_aside(&self.session);
            if is_under_way {
                self.say(wording::KEPT)?;
            }
        }
        self.session.restart_with(game, *self.session.players());
        Ok(())
    }

    /// Resumes the unfinished game found at the start.
    fn resume(&mut self) -> Result<(), String> {
        let game = self.session.game();
        if game.outcome().is_none() && !game.entries().is_empty() {
            return Err(lines::GAME_IN_PROGRESS.to_owned());
        }
        let saver = self.saver.as_mut().ok_or(lines::NOT_IN_PIPES)?;
        let resumed = saver.resume(0, &mut self.session);
        resumed.map_err(|why| why.to_string())
    }

    /// Saves the game, before it is printed. Returns a notice if that failed.
    fn keep(&mut self) -> Option<String> {
        let saver = self.saver.as_mut()?;
        saver.save(&self.session);
        saver.flush();
        saver.trouble()
    }

    /// Returns a refusal with advice on what to type instead, once the game is over.
    fn explain(&self, why: &impl ToString) -> String {
        match self.session.game().outcome() {
            Some(_) => lines::advise(why.to_string(), "new, undo or quit"),
            None => why.to_string(),
        }
    }

    /// Prints the events, and lets the CPUs play until a person is to move or the game is over.
    fn settle(&mut self) -> io::Result<()> {
        self.tell()?;
        while self.session.wait() {
            if !self.session.has_human() {
                self.ask()?;
            }
            self.session.advance();
            self.tell()?;
        }
        Ok(())
    }

    fn tell(&mut self) -> io::Result<()> {
        while let Some(event) = self.session.next_event() {
            let notice = event.changes_game().then(|| self.keep()).flatten();
            if let (Event::Started, Some(saver)) = (&event, &mut self.saver) {
                saver.game_started();
            }
            let said = event.to_string();
            let is_over = matches!(event, Event::Over(_));
            if is_over {
                // The result is the last sentence, so the board comes first.
                self.say(text::grid(self.session.game()).trim_end())?;
            }
            self.stale = !is_over;
            self.say(&said)?;
            if let Some(notice) = notice {
                self.say(&notice)?;
            }
        }
        Ok(())
    }

    /// Prints the board unless it was printed already.
    fn ask(&mut self) -> io::Result<()> {
        if !std::mem::take(&mut self.stale) {
            return Ok(());
        }
        let game = self.session.game();
        let turn = match game.outcome() {
            Some(_) => wording::GAME_OVER.to_owned(),
            None => sentence(format_args!("{} to move", game.side_to_move())),
        };
        let text = format!("{}{}. {turn}", text::grid(game), text::captures(game));
        self.say(&text)
    }

    fn prompt(&mut self) -> io::Result<()> {
        if self.reader == Reader::Terminal {
            let game = self.session.game();
            match game.outcome() {
                Some(_) => self.output.write_all(b"> ")?,
                None => write!(self.output, "{}> ", game.side_to_move())?,
            }
            self.output.flush()?;
        }
        Ok(())
    }

    fn say(&mut self, text: &str) -> io::Result<()> {
        print_lines(&mut self.output, text)
    }
}

fn help() -> String {
    let mut text = sentences::HELP.to_owned();
    for (name, what) in COMMANDS {
        // Writing to a string cannot fail.
        let _ = write!(text, "\n  {name:<11}{what}");
    }
    text
}
