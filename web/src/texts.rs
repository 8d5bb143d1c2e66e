//! The texts of languages, which the page loads only if they are wanted.

use std::collections::BTreeSet;
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::Duration;
use std::{fs, io, thread};

use reversi_text::Language;
use reversi_tui::Input;

/// How long the first screen waits for its language.
const PATIENCE: Duration = Duration::from_secs(5);

/// The texts of a language.
type Loaded = (Language, Vec<u8>);

/// The texts that are being loaded.
pub(crate) struct Texts {
    asked: BTreeSet<Language>,
    inputs: Sender<Input>,
    sender: Sender<Loaded>,
    loaded: Receiver<Loaded>,
}

impl Texts {
    /// Waits for the texts of the chosen language, but not for long. Later ones wake the screens through this sender.
    pub(crate) fn wait(inputs: Sender<Input>) -> io::Result<Self> {
        let (sender, loaded) = mpsc::channel();
        let mut texts = Self {
            asked: BTreeSet::new(),
            inputs,
            sender,
            loaded,
        };
        if texts.ask()?
            && let Ok((language, loaded)) = texts.loaded.recv_timeout(PATIENCE)
        {
            language.take_catalogue(loaded);
        }
        Ok(texts)
    }

    /// Takes the texts that have come, and asks for those of the chosen language if they are not there.
    pub(crate) fn poll(&mut self) -> io::Result<()> {
        for (language, texts) in self.loaded.try_iter() {
            language.take_catalogue(texts);
        }
        self.ask().map(drop)
    }

    /// Asks for the texts of the chosen language if they are not there, once. Returns whether they were asked for now.
    fn ask(&mut self) -> io::Result<bool> {
        let language = Language::chosen();
        if language == Language::current() || !self.asked.insert(language) {
            return Ok(false);
        }
        let (sender, inputs) = (self.sender.clone(), self.inputs.clone());
        let load = move || match fs::read(format!("/lang/{}.bin", language.code())) {
            Ok(texts) => {
                // Sending fails only when the program is ending.
                let _ = sender.send((language, texts));
                let _ = inputs.send(Input::Wake);
            }
            Err(error) => eprintln!("{language:?}: {error}"),
        };
        let thread = thread::Builder::new().name("texts".to_owned());
        thread.spawn(load)?;
        Ok(true)
    }
}
