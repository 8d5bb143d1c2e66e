//! Line mode in a game over the network: moves come from the input and from the other program.

use std::io::{self, BufRead, Write};
use std::sync::Arc;

use super::input::{self, CommandWord, InputLine, Inputs};
use super::{LineError, LineMode, Reader};
use reversi_net::network::OnlineGame;
use reversi_table::phrase;
use reversi_table::session::Session;
use reversi_table::store::saver::GameSaver;
use reversi_table::table::{GameConnection as _, Table};
use reversi_text::{Said, tr};
use reversi_wording as wording;

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
    pub(crate) saver: (GameSaver, Vec<Said>),
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
        if let Some(invitation) = invitation {
            writeln!(self.output, "{}", wording::invitation(&invitation))?;
            self.output.flush()?;
        }
        let mut watching = Vec::new();
        let setup = loop {
            if let Some(setup) = network.begin() {
                break setup;
            }
            let names = network.status().watching;
            if names != watching {
                let said = wording::spectators(&names).sentence();
                watching = names;
                writeln!(self.output, "{said}")?;
                self.output.flush()?;
            }
            match inputs.next(None).map_err(LineError::Input)? {
                Some(InputLine::End) => return Ok(()),
                Some(InputLine::Text(text)) if is_quit(&text) => return Ok(()),
                Some(_) => {
                    let said = tr!("Still waiting for a guest; type quit to stop.");
                    writeln!(self.output, "{said}")?;
                    self.output.flush()?;
                }
                None => {}
            }
        };
        let (mut saver, mut notices) = self.saver;
        let (threads, engine) = (setup.threads, setup.engine.clone());
        let session = Session::new(setup, Arc::new(|| ()));
        let (table, why) = Table::online(session, Box::new(network), resumes.then_some(&mut saver));
        // Only the game on the connection counts here.
        saver.leave();
        notices.splice(0..0, why.map(|why| Said::verbatim(phrase::sentence(why))));
        let mut mode = LineMode::at(
            (table, threads, engine),
            self.reader,
            io::empty(),
            self.output,
        );
        (mode.inputs, mode.spoken) = (Some(inputs), self.spoken);
        mode.with_saver((saver, notices)).run()
    }
}

fn is_quit(line: &str) -> bool {
    matches!(
        input::items(line)[..],
        [input::InputItem::Word(CommandWord::Quit)]
    )
}
