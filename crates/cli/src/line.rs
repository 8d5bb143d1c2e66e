//! Line mode: a session of either game in plain lines of text, for pipes, scripts, screen readers and simple
//! terminals.
//!
//! Prints each event as one sentence of [`reversi_table::session`], without escape sequences. Prints the
//! board before every human decision, and after every move when only CPUs play.
//!
//! At a terminal the game is saved before each event is printed, see `LineMode::with_saver`; a game over the
//! network everywhere. Other games through pipes leave no files behind, so that scripts do the same every time.

mod commands;
mod go;
pub(crate) mod input;
pub(crate) mod network;
mod print;
pub(crate) mod puzzle;

use std::fmt::Display;
use std::io::{self, BufRead, Write};
use std::sync::Arc;

use reversi::{ByColor, Color, Game, Square, SquareSet};
use reversi_notation::clean_lines;
use reversi_table::clock::Remaining;
use reversi_table::phrase::columns::align_left;
use reversi_table::phrase::sentence;
use reversi_table::player::{ExternalEngine, TablePlayer as _};
use reversi_table::session::{BadMove, Event, GameMeta, NewGame, Refusal, Session, Setup};
use reversi_table::store::autosave::StoredGame;
use reversi_table::store::config::Store;
use reversi_table::store::saver::GameSaver;
use reversi_table::store::settings::Settings;
use reversi_table::store::state::StateFolder;
use reversi_table::system::signals;
use reversi_table::table::{ConnectionEvent, SetAside, Table, TableRequest};
use reversi_text::{Message, Name, Said, tr};
use reversi_wording::{self as wording, GameSentences};

use input::{CommandWord, InputLine, Inputs, MAX_LINE};

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

/// An error that ends line mode, or the engine for a host.
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
    /// The game could not be saved: a clause that has the game.
    #[error("{0}")]
    NotSaved(String),
}

/// An error that comes alone is one of the output.
impl From<io::Error> for LineError {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// Why a line of input ends early.
enum Failed {
    /// A move or command was refused: a clause without a full stop.
    Refused(Said),
    /// Cannot write the output.
    Output(io::Error),
}

impl From<io::Error> for Failed {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

fn refused(why: impl Display) -> Failed {
    Failed::Refused(Said::verbatim(why.to_string()))
}

/// The stop of a command: never, because Ctrl-C ends the program. On a screen, what takes long is stopped when it is
/// left.
pub(crate) const fn until_ctrl_c() -> bool {
    false
}

/// Returns a clause about a word that is neither a move nor a command.
fn unknown(quoted: &str) -> Said {
    tr!(
        "{word} is neither a move such as f5 nor a command; type help for a list",
        word = Name(quoted)
    )
}

/// What line mode needs from a game.
pub trait LineGame: StoredGame + GameSentences {
    /// What the person should know about the board, if anything.
    const INTRODUCTION: Option<&'static Message>;
    /// How to begin.
    const WELCOME: &'static Message;

    /// Keeps the players of a game for the next one on the screen, if the settings have them.
    fn keep_players(_settings: &mut Settings, _players: ByColor<Self::Kind>) {}

    /// Returns the board with whose turn it is; the turn alone if it is `spoken`.
    fn describe_position(
        &self,
        clocks: Option<ByColor<Remaining>>,
        spoken: bool,
        you: Option<Color>,
    ) -> Said;

    /// Returns the board at the end.
    fn final_board(&self) -> String;

    /// Returns the sentence about the legal moves, if they are listed.
    fn legal_moves_sentence(&self, you: Option<Color>) -> Option<Said>;

    /// Returns the sentence about a move for a person who does not see the board.
    fn describe_spoken(color: Color, square: Square, flips: SquareSet, you: Option<Color>) -> Said {
        Self::played(color, square, flips, you)
    }

    /// Runs the moves and commands of a line up to the first that fails. Returns whether to quit.
    ///
    /// # Errors
    /// Cannot write the output.
    fn obey<R: BufRead, W: Write>(mode: &mut LineMode<R, W, Self>, line: &str) -> io::Result<bool>;
}

/// A session in lines of text. See the [module](self).
///
/// ```
/// use reversi_cli::line::{LineMode, Reader};
/// use reversi::ByColor;
/// use reversi_table::{player::PlayerKind, session::Setup};
/// let humans = ByColor::new(PlayerKind::Human, PlayerKind::Human);
/// let mut output = Vec::new();
/// LineMode::new(Setup::new(humans, 0), Reader::Pipe, &b"f5"[..], &mut output).run()?;
/// assert!(String::from_utf8_lossy(&output).contains("\nBlack plays f5, turning 1 disc.\n"));
/// # Ok::<(), reversi_cli::line::LineError>(())
/// ```
#[derive(Debug)]
#[allow(clippy::struct_excessive_bools)] // independent flags
pub struct LineMode<R, W, G: StoredGame = Game> {
    table: Table<G>,
    reader: Reader,
    input: R,
    /// The lines of a thread, which are read instead of `input`.
    inputs: Option<Inputs>,
    output: W,
    /// The board has changed since it was last printed.
    stale: bool,
    /// Describes moves and prints the board only on request, for screen readers.
    spoken: bool,
    /// The game was played by others: the people at this terminal only go through it.
    is_given: bool,
    /// The number of search threads.
    threads: usize,
    /// The engine that reviews; `None` for this program.
    engine: Option<ExternalEngine>,
    /// The folder of the games that were played before, if there is one.
    history: Option<StateFolder>,
    /// Saves the game, if games are saved.
    saver: GameSaver<G>,
    /// The settings that keep the players for the next game, if there are any.
    settings: Option<Store>,
    /// The players that were kept last.
    kept_players: Option<ByColor<G::Kind>>,
    /// Sentences to print first.
    notices: Vec<Said>,
    /// The last line of the output is a prompt.
    has_prompt: bool,
    /// The last line of the input was to quit, and was answered that the game could not be saved.
    warned: bool,
}

impl<R: BufRead, W: Write, G: LineGame> LineMode<R, W, G> {
    /// Creates a line mode with its input and output. It waits for each line: a flag that falls meanwhile is reported
    /// after the line.
    pub fn new(setup: Setup<G>, reader: Reader, input: R, output: W) -> Self {
        let (threads, engine) = (setup.threads, setup.engine.clone());
        // Line mode waits for the CPUs, so nothing is to be woken.
        let table = Table::new(Session::new(setup, Arc::new(|| ())));
        Self::at((table, threads, engine), reader, input, output)
    }

    /// Creates a line mode at a table.
    fn at(
        (table, threads, engine): (Table<G>, usize, Option<ExternalEngine>),
        reader: Reader,
        input: R,
        output: W,
    ) -> Self {
        Self {
            threads,
            engine,
            table,
            reader,
            input,
            inputs: None,
            output,
            stale: true,
            spoken: false,
            is_given: false,
            history: None,
            saver: GameSaver::start(None, Arc::new(|| ())).0,
            settings: None,
            kept_players: None,
            notices: Vec::new(),
            has_prompt: false,
            warned: false,
        }
    }

    /// Reads the lines on a thread, instead of the input, so that a flag falls while it waits for one, and a signal that
    /// ends the program gives no time back.
    ///
    /// # Errors
    /// The thread cannot be started, or signals cannot be caught.
    pub(crate) fn on_thread(mut self, lines: impl BufRead + Send + 'static) -> io::Result<Self> {
        let inputs = Inputs::read(lines)?;
        if self.reader == Reader::Terminal {
            inputs.catch_signals()?;
        }
        self.inputs = Some(inputs);
        Ok(self)
    }

    /// Opens games of the history in this folder.
    pub(crate) fn with_history(mut self, history: Option<StateFolder>) -> Self {
        self.history = history;
        self
    }

    /// Saves the game after every entry, offers unfinished games, and adds the finished game to the
    /// history. Prints `notices` first.
    pub(crate) fn with_saver(mut self, (saver, notices): (GameSaver<G>, Vec<Said>)) -> Self {
        self.saver = saver;
        self.notices = notices;
        self
    }

    /// Keeps the players of each game for the next one on the screen.
    pub(crate) fn with_settings(mut self, settings: Store) -> Self {
        self.settings = Some(settings);
        self
    }

    /// Goes through a game that others have played: prints these sentences first, in place of the players at this terminal.
    pub(crate) fn of_given_game(mut self, sentences: Vec<Said>) -> Self {
        self.is_given = true;
        while self.table.next_event().is_some() {}
        self.notices = sentences;
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
        let ended = self.run_to_end();
        self.table.save_clocks(&mut self.saver);
        ended
    }

    fn run_to_end(&mut self) -> Result<(), LineError> {
        self.welcome()?;
        if let Some(newest) = self.saver.unfinished().first() {
            let offer = wording::unfinished_game(&newest.describe());
            let how = tr!("Type {command} to continue it.", command = Name("resume"));
            self.print(&Said::sentences([offer, how]))?;
        }
        self.settle()?;
        loop {
            self.ask()?;
            if !self.has_prompt {
                self.prompt()?;
            }
            let line = match &self.inputs {
                Some(inputs) => inputs.next(self.table.session().timing.flag_falls()),
                None => input::read_line(&mut self.input).map(Some),
            };
            let line = line.map_err(LineError::Input)?;
            // The line feed at the end of a line ends that of the prompt.
            self.has_prompt &= !line.as_ref().is_some_and(|line| *line != InputLine::End);
            // Time has passed, and the other program may have sent something.
            self.table.tick();
            self.settle()?;
            if let Some(line) = line
                && self.take_line(line)?
            {
                return self.check_saved();
            }
        }
    }

    /// Returns an error with the game if it could not be saved.
    fn check_saved(&self) -> Result<(), LineError> {
        match self.lost_game() {
            Some(lost) => Err(LineError::NotSaved(lost.into())),
            None => Ok(()),
        }
    }

    fn lost_game(&self) -> Option<Said> {
        self.saver.lost_game(self.table.session())
    }

    /// Prints the players and what the person should know first.
    fn welcome(&mut self) -> io::Result<()> {
        if !self.is_given {
            let players = self.table.session().players().clone();
            self.print(&self.sentence(&Event::PlayersChanged(players)))?;
        }
        self.print_all(G::INTRODUCTION.map(Said::from))?;
        if self.reader == Reader::Terminal {
            self.print(G::WELCOME.text())?;
        }
        for notice in std::mem::take(&mut self.notices) {
            self.print(&notice)?;
        }
        Ok(())
    }

    /// Handles a line of input. Returns whether to quit.
    fn take_line(&mut self, line: InputLine) -> io::Result<bool> {
        let warned = std::mem::take(&mut self.warned);
        match line {
            InputLine::End => {
                self.end()?;
                return Ok(true);
            }
            InputLine::Signal(signal) => {
                self.table.save_clocks(&mut self.saver);
                self.saver.flush();
                signals::end_by(signal);
                return Ok(true);
            }
            InputLine::TooLong => self.refuse(&wording::line::too_long(MAX_LINE), &[], false)?,
            InputLine::NotText { byte, at } => {
                self.refuse(&wording::line::not_text(byte, at), &[], false)?;
            }
            InputLine::Text(text) if !G::obey(self, &text)? => {}
            InputLine::Text(_) if warned || self.lost_game().is_none() => return Ok(true),
            InputLine::Text(_) => {
                self.warned = true;
                self.print(&tr!(
                    "This game could not be saved. Type quit again to leave it."
                ))?;
            }
        }
        Ok(false)
    }

    /// Checks the moves with which a line begins, as far as they do not depend on those of a CPU.
    fn check_moves(&self, moves: impl IntoIterator<Item = Option<Square>>) -> Result<(), Failed> {
        match self.table.session().check_moves(moves) {
            Err(bad) if bad.index == 0 => Err(self.explain(&bad.why)),
            // It may have moved by then.
            Err(BadMove {
                why: Refusal::NotYourTurn { player, .. },
                ..
            }) if player.is_cpu() => Ok(()),
            Err(bad) => Err(refused(wording::bad_move(&bad))),
            Ok(()) => Ok(()),
        }
    }

    /// Says something to the other player.
    fn say(&mut self, text: &str) -> Result<(), Failed> {
        let said = self.table.say(text);
        let said = said.map_err(|why| refused(wording::refusal(&why)))?;
        Ok(self.print(&wording::connection_event(&said))?)
    }

    /// Runs a command that every game has; `None` for another.
    fn do_shared(&mut self, word: CommandWord) -> Option<Result<(), Failed>> {
        let request = match word {
            CommandWord::Undo => TableRequest::Undo,
            CommandWord::Redo => TableRequest::Redo,
            CommandWord::Resign => TableRequest::Resign,
            CommandWord::TakeOver => TableRequest::TakeOver,
            CommandWord::Forfeit => TableRequest::Forfeit,
            CommandWord::Swap => TableRequest::Swap,
            CommandWord::New => return Some(self.start_again()),
            CommandWord::Go if !self.table.session().is_paused() => {
                return Some(Err(refused(tr!("the computer is not paused"))));
            }
            CommandWord::Go => TableRequest::Pause(false),
            CommandWord::Resume => return Some(self.resume()),
            CommandWord::Board => return Some(self.print_board().map_err(Failed::from)),
            _ => return None,
        };
        let done = self.table.request(request);
        Some(done.map_err(|why| self.explain(&why)))
    }

    /// Starts another game. One in progress is kept and offered at the next start of the program.
    fn replace(&mut self, game: G) -> Result<(), Failed> {
        self.set_aside()?;
        let new = NewGame::in_place_of(self.table.session(), game);
        let started = self.table.start(new);
        started.map_err(|why| self.explain(&why))
    }

    /// Starts another game with the same players, like [`LineMode::replace`].
    fn start_again(&mut self) -> Result<(), Failed> {
        self.set_aside()?;
        let rated = self.table.session().help.is_rated;
        for request in [TableRequest::Again { rated }, TableRequest::Pause(false)] {
            let done = self.table.request(request);
            done.map_err(|why| self.explain(&why))?;
        }
        Ok(())
    }

    /// Resumes the unfinished game found at the start.
    fn resume(&mut self) -> Result<(), Failed> {
        let game = self.table.session().game();
        if game.outcome().is_none() && !game.entries().is_empty() {
            return Err(refused(tr!(
                "a game is in progress; type new first, then resume"
            )));
        }
        if self.saver.state().is_none() {
            return Err(refused(tr!(
                "unfinished games can only be resumed at a terminal"
            )));
        }
        self.table.resume(&mut self.saver, 0).map_err(refused)
    }

    /// Returns the data of the game.
    fn meta(&self) -> GameMeta<G> {
        self.saver.meta(self.table.session())
    }

    /// Prints the events, and lets the CPUs play until a human has to decide or the game is over.
    fn settle(&mut self) -> io::Result<()> {
        let happened = self.table.exchange(&mut self.saver);
        self.print_saved()?;
        for event in &happened {
            self.print(&wording::connection_event(event))?;
            if let Some(rest) = wording::after_disconnection(event) {
                let can_claim = matches!(
                    event,
                    ConnectionEvent::Disconnected {
                        claim_after: Some(_),
                        ..
                    }
                );
                let how = can_claim.then(|| tr!("Type {command} then.", command = Name("claim")));
                self.print(&Said::sentences([rest, how.unwrap_or_default()]))?;
            }
        }
        self.keep_players()?;
        while self.table.wait() {
            if !self.table.session().has_human() {
                self.ask()?;
            }
            self.table.advance();
            self.table.save(&mut self.saver);
            self.print_saved()?;
        }
        Ok(())
    }

    /// Keeps the players of the game for the next one, as the screens do.
    fn keep_players(&mut self) -> io::Result<()> {
        let players = self.table.session().players();
        let is_new = self.kept_players.as_ref() != Some(players) && !self.table.is_as_imported();
        let Some(settings) = self.settings.as_mut().filter(|_| is_new) else {
            return Ok(());
        };
        let players = players.clone();
        self.kept_players = Some(players.clone());
        match settings.keep(|settings| G::keep_players(settings, players)) {
            Ok(()) => Ok(()),
            Err(error) => self.print(&sentence(error)),
        }
    }

    /// Prints the events of the game, once it is on the disk, and then the notice of the saver, if any.
    fn print_saved(&mut self) -> io::Result<()> {
        self.saver.flush();
        let notice = self.saver.take_notice().map(String::from);
        self.print_events()?;
        self.print_all(notice.map(Said::verbatim))
    }

    /// Leaves a game in progress for the next start, because a new one replaces it.
    pub(super) fn set_aside(&mut self) -> io::Result<()> {
        match self.table.set_aside(&mut self.saver) {
            SetAside::Lost(lost) => self.print(&lost),
            SetAside::Kept => self.print(wording::KEPT.text()),
            SetAside::Nothing => Ok(()),
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

fn help(
    head: &Message,
    width: usize,
    commands: impl IntoIterator<Item = (&'static str, &'static Message)>,
) -> Said {
    let line = |(name, what)| Said::verbatim(format!("  {}{what}", align_left(name, width)));
    let head = Said::verbatim(head.text());
    Said::lines([head].into_iter().chain(commands.into_iter().map(line)))
}

#[cfg(test)]
mod tests {
    use std::io::{BufReader, Read};
    use std::time::{Duration, Instant};

    use reversi_table::sync::Mutex;

    use super::*;
    use reversi_table::player::PlayerKind;
    use reversi_table::store::state::StateFolder;

    /// A person who types each line some seconds after the last, by a clock that only they move.
    struct Typist<'a> {
        lines: std::slice::Iter<'a, (u64, &'static str)>,
        now: Arc<Mutex<Instant>>,
    }

    impl Read for Typist<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let Some((seconds, line)) = self.lines.next() else {
                return Ok(0);
            };
            *self.now.lock() += Duration::from_secs(*seconds);
            let line = format!("{line}\n");
            buffer[..line.len()].copy_from_slice(line.as_bytes());
            Ok(line.len())
        }
    }

    /// What is said to these lines in a game of ten seconds, and the times left of the saved game in milliseconds.
    fn timed(state: &StateFolder, lines: &[(u64, &'static str)]) -> (String, Option<[i64; 2]>) {
        let now = Arc::new(Mutex::new(Instant::now()));
        let humans = ByColor::new(PlayerKind::Human, PlayerKind::Human);
        let mut setup = Setup::new(humans, 0);
        setup.time = Some("10s".parse().unwrap());
        let read = Arc::clone(&now);
        setup.now = Arc::new(move || *read.lock());
        let lines = lines.iter();
        let input = BufReader::new(Typist { lines, now });
        let mut output = Vec::new();
        let saver = || GameSaver::start(Some(state.clone()), Arc::new(|| ()));
        LineMode::new(setup, Reader::Terminal, input, &mut output)
            .with_saver(saver())
            .run()
            .unwrap();
        let (saver, _) = saver();
        let clocks = saver
            .unfinished()
            .first()
            .map(|found| found.meta.clocks.clone().unwrap());
        let left = clocks.map(|clocks| [clocks.left_ms.black, clocks.left_ms.white]);
        (String::from_utf8(output).unwrap(), left)
    }

    /// What is said to these lines at a terminal, to a person who sees the board or only hears it.
    fn said(
        players: [&str; 2],
        state: &StateFolder,
        lines: impl BufRead,
        is_spoken: bool,
    ) -> String {
        let [black, white] = players.map(|player| player.parse::<PlayerKind>().unwrap());
        let setup = Setup::new(ByColor::new(black, white), 7);
        let saver = GameSaver::start(Some(state.clone()), Arc::new(|| ()));
        let mut output = Vec::new();
        let mode = LineMode::new(setup, Reader::Terminal, lines, &mut output).with_saver(saver);
        let mode = if is_spoken { mode.spoken() } else { mode };
        // A game that is not saved is an error in the end.
        let _ = mode.run();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn the_prompt_has_a_mark_of_what_lasts() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        std::fs::write(&file, "in the way").unwrap();
        let (nowhere, state) = (
            StateFolder::at(file),
            StateFolder::at(folder.path().join("games")),
        );
        let ends = "nboard:sh -c 'exit 3'";
        let lost = "White, not saved> ";
        let failed = "White, engine failed> ";
        for is_spoken in [false, true] {
            for (players, state, lines, prompt) in [
                (["human", "human"], &nowhere, "f5\nquit\nquit\n", lost),
                (["human", ends], &state, "f5\nquit\n", failed),
                (["human", "1"], &state, "hint\nquit\n", "Black, casual> "),
                (["human", "1"], &state, "quit\n", "Black> "),
            ] {
                let said = said(players, state, lines.as_bytes(), is_spoken);
                assert!(said.contains(prompt), "{prompt} {is_spoken}: {said}");
            }
        }
    }

    /// Lines of a person who moves something away before the second one.
    struct Cleaner(std::path::PathBuf, Vec<&'static str>);

    impl Read for Cleaner {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if self.1.len() == 2 {
                std::fs::remove_file(&self.0)?;
            }
            let Some(line) = self.1.pop() else {
                return Ok(0);
            };
            buffer[..line.len()].copy_from_slice(line.as_bytes());
            Ok(line.len())
        }
    }

    #[test]
    fn a_sentence_tells_that_a_game_is_not_saved_and_that_it_is_saved_again() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games");
        std::fs::write(&file, "in the way").unwrap();
        let state = StateFolder::at(file.clone());
        let lines = BufReader::new(Cleaner(file, vec!["quit\n", "d6\n", "f5\n"]));
        let said = said(["human", "human"], &state, lines, true);
        let [before, after] = ["The game continues.\n", "The game is saved again.\n"];
        let [before, after] = [before, after].map(|told| said.find(told).expect(&said));
        let lost = said.find("White, not saved> ").unwrap();
        assert!(before < lost && lost < after, "{said}");
        assert!(!said[after..].contains("not saved"), "{said}");
    }

    #[test]
    fn the_time_before_the_program_is_left_is_not_given_back() {
        let folder = tempfile::tempdir().unwrap();
        let state = StateFolder::at(folder.path().to_owned());
        let (_, left) = timed(&state, &[(1, "f5"), (4, "quit")]);
        assert_eq!(left, Some([9_000, 6_000]));
        // Also at the end of the input, without a move, and when another game replaces it.
        let (_, left) = timed(&state, &[(8, "resume"), (2, "")]);
        assert_eq!(left, Some([9_000, 4_000]));
        let (said, left) = timed(&state, &[(0, "resume"), (1, "new"), (8, "quit")]);
        assert_eq!(left, Some([9_000, 3_000]), "{said}");
    }

    #[test]
    fn whoever_runs_out_of_time_before_the_program_is_left_has_lost() {
        for end in ["quit", "d6 quit", ""] {
            let folder = tempfile::tempdir().unwrap();
            let state = StateFolder::at(folder.path().to_owned());
            let (said, left) = timed(&state, &[(1, "f5"), (17, end)]);
            assert!(said.contains("White's time is up."), "{end}: {said}");
            assert!(said.contains("Game over."), "{end}: {said}");
            assert_eq!(left, None, "{end}");
        }
    }
}
