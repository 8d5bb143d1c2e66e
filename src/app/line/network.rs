//! Line mode in a game over the network: moves come from the input and from the other program.

use std::io::{self, BufRead, Write};

use super::input::{self, CommandWord, InputLine, Inputs};
use super::{Failed, LineError, LineMode, Reader, refused};
use crate::app::network::OnlineGame;
use crate::app::store::autosave::StoredGame;
use crate::app::store::saver::GameSaver;
use crate::app::wording;

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
            joined: _,
        } = self.online;
        let inputs = Inputs::read(self.input).map_err(LineError::Thread)?;
        network.set_waker(&inputs.waker());
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
            match inputs.next(None).map_err(LineError::Input)? {
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
        mode.inputs = Some(inputs);
        let (mut saver, notices) = self.saver;
        if resumes {
            while mode.session.next_event().is_some() {}
            if let Err(why) = saver.resume_remote(&mut mode.session) {
                mode.print(&wording::sentence(why))?;
            }
        }
        // Only the game on the connection counts here.
        saver.leave();
        mode.with_saver((saver, notices)).run()
    }
}

fn is_quit(line: &str) -> bool {
    matches!(
        input::items(line)[..],
        [input::InputItem::Word(CommandWord::Quit)]
    )
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
