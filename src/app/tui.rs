//! The terminal front end: what it is started with, and the loop that turns events into frames.
//!
//! An event goes to the screen on top of the stack, whose tables of keys make it one of its own intents;
//! what the screen does with that may be a command to the application. [`App`] knows no terminal, so
//! that tests and benches drive it like a person does. A frame is drawn only after something changed;
//! between events the loop sleeps.

mod app;
mod context;
mod files;
mod hits;
mod keymap;
mod layout;
mod raster;
mod screen;
mod signals;
mod table;
mod terminal;
mod text;
mod theme;
mod widget;

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, TryRecvError};
use std::thread;
use std::time::Instant;

use crossterm::clipboard::CopyToClipboard;
use crossterm::event::Event;
use crossterm::execute;

use crate::app::session::Setup;
use crate::app::settings::Settings;
use crate::app::store::config::Store;
use crate::app::store::state::StateFolder;
use crate::search::Limits;
use signals::{Call, Signals};
use terminal::{PanicHook, Screen};

pub use app::{App, Effect, Input};

/// How many colours the terminal shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ColorDepth {
    /// None: no colour codes are sent.
    None,
    /// The 256 colours of xterm.
    Indexed,
    /// 24 bits.
    True,
}

/// What comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstScreen {
    /// The choice of players and theme.
    NewGame,
    /// The board, with the players of the set-up.
    Board,
}

/// What the terminal front end is started with: flags, settings and environment are resolved.
#[derive(Debug)]
pub struct Options {
    /// The players, the seed and the game to begin with.
    pub setup: Setup,
    /// What comes first.
    pub first: FirstScreen,
    /// The settings in force: those kept, with the flags over them.
    pub settings: Settings,
    /// Where a change that the person makes is kept.
    pub store: Store,
    /// How many colours there are.
    pub colors: ColorDepth,
    /// Letters and dots only: `X`, `O`, `.`.
    pub ascii: bool,
    /// Whether the mouse is ours.
    pub mouse: bool,
    /// Whether flips run as a wave.
    pub animation: bool,
    /// How far hints and values look ahead.
    pub analysis: Limits,
    /// How far a review looks ahead at each position.
    pub review: Limits,
    /// Where games are kept, so that none is lost; with `None`, they are not.
    pub state: Option<StateFolder>,
    /// A sentence to show at the start, such as a problem with the settings file.
    pub notice: Option<String>,
}

/// What wakes the loop.
#[derive(Debug)]
enum Message {
    Input(Input),
    /// A signal came.
    Call(Call),
    /// The terminal cannot be read any more.
    Lost(io::Error),
}

/// Runs the terminal front end until the person quits. Asked to end by a signal, it gives the terminal
/// back and then ends by that signal, as a program without a handler does.
///
/// # Errors
/// What the terminal reports; it has been restored by then.
pub fn run(options: Options) -> io::Result<()> {
    let (sender, receiver) = mpsc::channel();
    let end = {
        let _hook = PanicHook::install();
        let signals = Signals::listen(&sender)?;
        let mouse = options.mouse;
        let mut app = App::new(options, waker(&sender), Instant::now());
        let mut screen = Screen::enter(mouse)?;
        read_input(sender)?;
        let end = run_loop(&mut app, &mut screen, &receiver);
        drop(screen);
        drop(signals);
        // What is to be kept is on the disk before a signal ends the program.
        app.close();
        end
    };
    match end? {
        End::Quit => Ok(()),
        End::Signal(call) => call.end_by_it(),
    }
}

/// How the loop came to its end.
enum End {
    Quit,
    Signal(Call),
}

fn waker(sender: &Sender<Message>) -> crate::app::background::Waker {
    let sender = sender.clone();
    Arc::new(move || {
        // Nobody listens any more once the program ends.
        let _ = sender.send(Message::Input(Input::Wake));
    })
}

/// Starts the thread that waits for keys. It lives until the program ends.
fn read_input(sender: Sender<Message>) -> io::Result<()> {
    thread::Builder::new()
        .name("input".to_owned())
        .spawn(move || {
            loop {
                let event = crossterm::event::read();
                let lost = event.is_err();
                let message = match event {
                    Ok(event) => Message::Input(Input::Terminal(event)),
                    Err(error) => Message::Lost(error),
                };
                if sender.send(message).is_err() || lost {
                    return;
                }
            }
        })?;
    Ok(())
}

fn run_loop(app: &mut App, screen: &mut Screen, messages: &Receiver<Message>) -> io::Result<End> {
    loop {
        if app.take_dirty() {
            screen.draw(app)?;
        }
        let mut message = next_message(app, messages)?;
        // Everything that is there already is taken in before the next frame.
        loop {
            match message {
                Message::Input(input) => {
                    let resized = matches!(input, Input::Terminal(Event::Resize(..)));
                    if let Some(effect) = app.update(input, Instant::now())
                        && carry_out(effect, app, screen)?
                    {
                        return Ok(End::Quit);
                    }
                    if resized {
                        break;
                    }
                }
                Message::Call(Call::Continued) => {
                    screen.reenter()?;
                    screen.draw(app)?;
                }
                Message::Call(call) => return Ok(End::Signal(call)),
                Message::Lost(error) => return Err(error),
            }
            message = match messages.try_recv() {
                Ok(message) => message,
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => return Ok(End::Quit),
            };
        }
    }
}

/// Sleeps until there is something to do.
fn next_message(app: &mut App, messages: &Receiver<Message>) -> io::Result<Message> {
    let gone = || io::Error::other("the thread that reads the terminal is gone");
    let Some(deadline) = app.deadline() else {
        return messages.recv().map_err(|_| gone());
    };
    match messages.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
        Ok(message) => Ok(message),
        Err(RecvTimeoutError::Timeout) => Ok(Message::Input(Input::Tick)),
        Err(RecvTimeoutError::Disconnected) => Err(gone()),
    }
}

/// Does what the front end asks for. Says whether it is to end.
fn carry_out(effect: Effect, app: &mut App, screen: &mut Screen) -> io::Result<bool> {
    match effect {
        Effect::Quit => return Ok(true),
        Effect::Suspend => {
            screen.outside(signals::suspend)?;
            screen.draw(app)?;
        }
        Effect::Redraw => {
            screen.redraw()?;
            screen.draw(app)?;
        }
        Effect::Copy(text) => execute!(io::stdout(), CopyToClipboard::to_clipboard_from(text))?,
    }
    Ok(false)
}
