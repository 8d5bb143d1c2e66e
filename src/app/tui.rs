//! The terminal interface: its options, and the loop that turns events into frames.
//!
//! Each event goes to the screen on top of the stack, whose keymap turns it into an intent; handling the
//! intent may send a command to the application. [`App`] knows no terminal, so that tests and benches can
//! drive it like a user. A frame is drawn only when something has changed; between events the loop sleeps.

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
use terminal::{PanicHook, RawTerminal};

pub use app::{App, Effect, Input};
pub use theme::ColorDepth;

/// The first screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstScreen {
    /// The choice of players and theme.
    NewGame,
    /// The board, with the players of the setup.
    Board,
}

/// Options of the terminal interface, resolved from flags, settings and environment.
#[derive(Debug)]
pub struct Options {
    /// Players, random seed and starting game.
    pub setup: Setup,
    /// The first screen.
    pub first: FirstScreen,
    /// The settings in force: the saved ones, overridden by flags.
    pub settings: Settings,
    /// Where the user's changes to the settings are saved.
    pub store: Store,
    /// The colour depth.
    pub colors: ColorDepth,
    /// ASCII only: `X`, `O`, `.`.
    pub ascii: bool,
    /// Enables mouse support.
    pub mouse: bool,
    /// Animates flips.
    pub animation: bool,
    /// Search limits of hints and values.
    pub analysis: Limits,
    /// Search limits of a review, per position.
    pub review: Limits,
    /// Where games are saved; `None` disables saving.
    pub state: Option<StateFolder>,
    /// A notice to show at the start, such as a problem with the settings file.
    pub notice: Option<String>,
}

/// An event that wakes the loop.
#[derive(Debug)]
enum Message {
    Input(Input),
    /// A signal arrived.
    Call(Call),
    /// The terminal cannot be read any more.
    Lost(io::Error),
}

/// Runs the terminal interface until the user quits. A terminating signal restores the terminal and then
/// ends the program by that signal, as if there were no handler.
///
/// # Errors
/// Returns the terminal's I/O error; the terminal has been restored by then.
pub fn run(options: Options) -> io::Result<()> {
    let (sender, receiver) = mpsc::channel();
    let end = {
        let _hook = PanicHook::install();
        let calls = sender.clone();
        let signals = Signals::listen(move |call| calls.send(Message::Call(call)).is_ok())?;
        let mouse = options.mouse;
        let mut app = App::new(options, waker(&sender), Instant::now());
        let mut terminal = RawTerminal::enter(mouse)?;
        read_input(sender)?;
        let end = run_loop(&mut app, &mut terminal, &receiver);
        drop(terminal);
        drop(signals);
        // Everything is saved before a signal ends the program.
        app.close();
        end
    };
    match end? {
        End::Quit => Ok(()),
        End::Signal(call) => call.end_by_it(),
    }
}

/// Why the loop ended.
enum End {
    Quit,
    Signal(Call),
}

fn waker(sender: &Sender<Message>) -> crate::app::background::Waker {
    let sender = sender.clone();
    Arc::new(move || {
        // Sending fails only when the program is ending.
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

fn run_loop(
    app: &mut App,
    terminal: &mut RawTerminal,
    messages: &Receiver<Message>,
) -> io::Result<End> {
    loop {
        if app.take_dirty() {
            draw(app, terminal)?;
        }
        let mut message = next_message(app, messages)?;
        // All pending events are handled before the next frame.
        loop {
            match message {
                Message::Input(input) => {
                    let resized = matches!(input, Input::Terminal(Event::Resize(..)));
                    if let Some(effect) = app.update(input, Instant::now())
                        && carry_out(effect, app, terminal)?
                    {
                        return Ok(End::Quit);
                    }
                    if resized {
                        break;
                    }
                }
                Message::Call(Call::Continued) => {
                    terminal.reenter()?;
                    draw(app, terminal)?;
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

fn draw(app: &App, terminal: &mut RawTerminal) -> io::Result<()> {
    terminal.draw(app.is_colored(), |frame| app.draw(frame))
}

/// Sleeps until there is something to do.
fn next_message(app: &mut App, messages: &Receiver<Message>) -> io::Result<Message> {
    let gone = || io::Error::other("the terminal reader thread has stopped");
    let Some(deadline) = app.deadline() else {
        return messages.recv().map_err(|_| gone());
    };
    match messages.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
        Ok(message) => Ok(message),
        Err(RecvTimeoutError::Timeout) => Ok(Message::Input(Input::Tick)),
        Err(RecvTimeoutError::Disconnected) => Err(gone()),
    }
}

/// Applies an effect. Returns whether the loop should end.
fn carry_out(effect: Effect, app: &mut App, terminal: &mut RawTerminal) -> io::Result<bool> {
    match effect {
        Effect::Quit => return Ok(true),
        Effect::Suspend => {
            terminal.outside(signals::suspend)?;
            draw(app, terminal)?;
        }
        Effect::Redraw => {
            terminal.redraw()?;
            draw(app, terminal)?;
        }
        Effect::Copy(text) => execute!(io::stdout(), CopyToClipboard::to_clipboard_from(text))?,
    }
    Ok(false)
}
