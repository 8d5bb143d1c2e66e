//! Line mode in a game over the network: moves come from the input and from the other program.

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use super::input::{self, CommandWord, InputLine};
use super::{Failed, LineError, LineMode, Reader, refused};
use crate::app::background::Waker;
use crate::app::network::OnlineGame;
use crate::app::store::autosave::StoredGame;
use crate::app::store::saver::GameSaver;
use crate::app::wording;

/// How long to sleep when nothing is due.
const A_WHILE: Duration = Duration::from_secs(3600);

/// An event: a typed line, or something that the other program has sent.
enum NetworkInput {
    Line(io::Result<InputLine>),
    Wake,
}

/// The inputs of a game over the network.
struct Inputs {
    sender: Sender<NetworkInput>,
    receiver: Receiver<NetworkInput>,
}

impl Inputs {
    fn new() -> Self {
        let (sender, receiver) = mpsc::channel();
        Self { sender, receiver }
    }

    /// Returns the waker of the connection.
    fn waker(&self) -> Waker {
        let sender = self.sender.clone();
        Arc::new(move || {
            // Sending fails only when the program is ending.
            let _ = sender.send(NetworkInput::Wake);
        })
    }

    /// Reads lines on a thread, which ends with the program: nothing can interrupt it.
    fn listen(&self, mut lines: impl BufRead + Send + 'static) -> io::Result<()> {
        let sender = self.sender.clone();
        let read = move || {
            loop {
                let line = input::read_line(&mut lines);
                let is_last = matches!(line, Ok(InputLine::End) | Err(_));
                if sender.send(NetworkInput::Line(line)).is_err() || is_last {
                    return;
                }
            }
        };
        let thread = thread::Builder::new().name("input".to_owned());
        thread.spawn(read).map(drop)
    }

    /// Waits for the next line; `None` when the other program may have sent something, or at the deadline.
    fn next(&self, deadline: Option<Instant>) -> Result<Option<InputLine>, LineError> {
        let time = deadline.map_or(A_WHILE, |at| at.saturating_duration_since(Instant::now()));
        match self.receiver.recv_timeout(time) {
            Ok(NetworkInput::Line(line)) => line.map(Some).map_err(LineError::Input),
            // There is always a sender: this.
            Ok(NetworkInput::Wake) | Err(_) => Ok(None),
        }
    }
}

/// A game over the network and what line mode needs for it.
pub(crate) struct NetworkMode<R, W> {
    pub(crate) online: OnlineGame,
    /// For a screen reader.
    pub(crate) spoken: bool,
    pub(crate) reader: Reader,
    pub(crate) input: R,
    pub(crate) output: W,
    /// Saves the game, with notices. Saves it even in a pipe, because a game over the network cannot be
    /// repeated.
    pub(crate) saver: (GameSaver, Vec<String>),
}

impl<R: BufRead + Send + 'static, W: Write> NetworkMode<R, W> {
    /// Runs until the command `quit` or the end of the input.
    ///
    /// # Errors
    /// [`LineError`].
    pub(crate) fn run(mut self) -> Result<(), LineError> {
        let OnlineGame {
            mut network,
            invitation,
            resumes,
        } = self.online;
        let inputs = Inputs::new();
        network.set_waker(&inputs.waker());
        inputs.listen(self.input).map_err(LineError::Thread)?;
        if network.is_host() {
            writeln!(self.output, "{invitation}")?;
            self.output.flush()?;
        }
        let mut watching = 0;
        let setup = loop {
            if let Some(setup) = network.begin() {
                break setup;
            }
            let count = network.status().watching;
            if std::mem::replace(&mut watching, count) != count {
                let said = wording::sentence(wording::watching(count));
                writeln!(self.output, "{said}")?;
                self.output.flush()?;
            }
            match inputs.next(None)? {
                Some(InputLine::End) => return Ok(()),
                Some(InputLine::Text(text)) if is_quit(&text) => return Ok(()),
                Some(_) => {
                    writeln!(self.output, "Still waiting for a guest; type quit to stop.")?;
                    self.output.flush()?;
                }
                None => {}
            }
        };
        let mut mode = LineMode::new(setup, self.reader, io::empty(), self.output);
        (mode.network, mode.spoken) = (Some(network), self.spoken);
        let (mut saver, notices) = self.saver;
        if resumes {
            while mode.session.next_event().is_some() {}
            if let Err(why) = saver.resume_remote(&mut mode.session) {
                mode.print(&wording::sentence(why))?;
            }
        }
        // Only the game on the connection counts here.
        saver.leave();
        mode.with_saver((saver, notices)).run_over_network(&inputs)
    }
}

fn is_quit(line: &str) -> bool {
    matches!(
        input::items(line)[..],
        [input::InputItem::Word(CommandWord::Quit)]
    )
}

impl<W: Write> LineMode<io::Empty, W> {
    fn run_over_network(mut self, inputs: &Inputs) -> Result<(), LineError> {
        self.welcome()?;
        self.settle()?;
        self.ask()?;
        self.prompt()?;
        loop {
            if let Some(line) = inputs.next(self.session.timing().flag_falls())? {
                if self.take_line(line)? {
                    return self.check_saved();
                }
            } else {
                self.session.tick();
                self.settle()?;
                self.ask()?;
            }
            if !self.has_prompt {
                self.prompt()?;
            }
        }
    }
}

impl<R: BufRead, W: Write> LineMode<R, W> {
    /// Refuses what is not possible in a game over the network.
    pub(super) fn refuse_over_network(&self, word: CommandWord) -> Result<(), Failed> {
        if self.network.is_none() {
            return Ok(());
        }
        let is_over = self.session.game().outcome().is_some();
        match word {
            CommandWord::Hint(_) | CommandWord::Eval => Err(refused(wording::NO_ENGINE_HELP)),
            CommandWord::Review if !is_over => Err(refused(wording::NO_ENGINE_HELP)),
            CommandWord::Resume | CommandWord::Go | CommandWord::Level(_) => {
                Err(refused(wording::NOT_OVER_NETWORK))
            }
            _ => Ok(()),
        }
    }

    /// Takes what the other program has sent, and sends what has happened and is saved.
    pub(super) fn exchange(&mut self) -> io::Result<()> {
        let Some(network) = &mut self.network else {
            return Ok(());
        };
        let sentences = network.update(&mut self.session);
        self.save_and_print()?;
        self.print_all(sentences)
    }

    /// Offers a rematch or agrees to it.
    pub(super) fn offer_rematch(&mut self) -> Result<(), Failed> {
        let Some(network) = &mut self.network else {
            return Ok(());
        };
        let sentence = network.offer_rematch(&self.session).map_err(refused)?;
        Ok(self.print(&sentence)?)
    }
}

impl<R, W, G: StoredGame> LineMode<R, W, G> {
    /// Returns whether the game is saved here. A guest saves its game once it is over; until then the host
    /// does. A spectator's games are not its own.
    pub(super) fn saves_game(&self) -> bool {
        let is_over = self.session.game().outcome().is_some();
        self.network
            .as_ref()
            .is_none_or(|network| network.is_host() || is_over && !network.is_spectator())
    }
}
