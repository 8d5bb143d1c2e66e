//! The terminal interface: its options, and the loop that turns events into frames.
//!
//! Each event goes to the screen on top of the stack, whose keymap turns it into an intent; handling the
//! intent may send a command to the application. [`App`] knows no terminal, so that tests and benches can
//! drive it like a user. A frame is drawn only when something has changed; between events the loop sleeps.

mod app;
mod context;
mod files;
mod graphics;
mod hits;
mod input;
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

use std::io::{self, Write as _};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, TryRecvError};
use std::thread;
use std::time::{Duration, Instant};

use crossterm::clipboard::CopyToClipboard;
use crossterm::event::Event;
use crossterm::execute;
use crossterm::style::Print;

use crate::app::arena::Watch;
use crate::app::go;
use crate::app::network::OnlineGame;
use crate::app::session::Setup;
use crate::app::settings::Settings;
use crate::app::store::config::Store;
use crate::app::store::state::StateFolder;
use crate::app::wording::{NO_MEMORY, screens};
use crate::memory;
use crate::search::Limits;
use input::Received;
use signals::{Call, Signals};
use terminal::{PanicHook, RawTerminal};

pub use app::{App, Effect, Input};
pub use input::Answer;
pub use theme::ColorDepth;

/// The first screen.
#[derive(Clone, Debug)]
pub enum FirstScreen {
    /// A game that plays itself, and the ways in.
    Start,
    /// The board, with the players of the setup.
    Board,
    /// The tutorial, over the start screen.
    Learn,
    /// A game of Go. Leaving it ends the interface.
    Go(Box<go::session::Setup>),
    /// A running match. Leaving it ends the interface.
    Match(Arc<Watch>),
}

/// Options of the terminal interface, resolved from flags, settings and environment.
#[derive(Debug)]
#[allow(clippy::struct_excessive_bools)] // each is a switch
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
    /// Asks the terminal for its background colour, so that the theme can follow it.
    pub asks_background: bool,
    /// Asks the terminal whether it draws pictures, so that discs can be round.
    pub asks_graphics: bool,
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
    /// The game over the network to play instead of any other.
    pub online: Option<OnlineGame>,
}

/// The memory in bytes that must be free at the start: for the screens and their threads.
const NEEDED_MEMORY: usize = 48 << 20;

/// An event that wakes the loop.
#[derive(Debug)]
enum Message {
    Input(Input),
    /// A signal arrived.
    Call(Call),
    /// The terminal can no longer be read: it is gone, or there was an error.
    Lost(Option<io::Error>),
}

/// Runs the terminal interface until the user quits. A terminating signal restores the terminal and then
/// ends the program by that signal, as if there were no handler.
///
/// # Errors
/// Returns the terminal's I/O error; the terminal has been restored by then.
pub fn run(options: Options) -> io::Result<()> {
    if !memory::is_free(NEEDED_MEMORY) {
        // Later the terminal could not be restored.
        return Err(io::Error::new(io::ErrorKind::OutOfMemory, NO_MEMORY));
    }
    let (sender, receiver) = mpsc::channel();
    let end = {
        let _hook = PanicHook::install();
        let calls = sender.clone();
        let signals = Signals::listen(move |call| {
            let message = match call {
                Call::Resized => Message::Input(Input::Terminal(Event::Resize(0, 0))),
                call => Message::Call(call),
            };
            calls.send(message).is_ok()
        })?;
        let mouse = options.mouse;
        let mut questions = String::new();
        if options.asks_background {
            questions += terminal::BACKGROUND_QUESTION;
        }
        if options.asks_graphics {
            questions += graphics::QUESTION;
        }
        let mut app = App::new(options, waker(&sender), Instant::now());
        let mut terminal = RawTerminal::enter(mouse)?;
        execute!(io::stdout(), Print(questions))?;
        app.set_cell(terminal::cell());
        let events = sender.clone();
        input::listen(
            move |received| {
                let input = match received {
                    Received::Event(event) => Input::Terminal(event),
                    Received::Answer(answer) => Input::Answer(answer),
                };
                events.send(Message::Input(input)).is_ok()
            },
            move |error| drop(sender.send(Message::Lost(error))),
        )?;
        let end = run_loop(&mut app, &mut terminal, &receiver).or_else(|error| {
            // A terminal that is gone may be noticed by a write first.
            hung_up(&receiver).ok_or(error)
        });
        drop(terminal);
        signals::start_ending();
        // Everything is saved before a signal ends the program.
        close(app);
        drop(signals);
        end
    };
    if let End::Signal(call) = end? {
        call.end_by_it();
    }
    Ok(())
}

/// Why the loop ended.
enum End {
    Quit,
    Signal(Call),
}

/// Waits a moment for the message that the terminal is gone, or for a signal to end.
fn hung_up(messages: &Receiver<Message>) -> Option<End> {
    let end = Instant::now() + Duration::from_millis(200);
    loop {
        match messages.recv_timeout(end.saturating_duration_since(Instant::now())) {
            Ok(Message::Lost(None)) => return Some(End::Signal(Call::HUNG_UP)),
            Ok(Message::Call(call @ Call::End(_))) => return Some(End::Signal(call)),
            Ok(_) => {}
            Err(_) => return None,
        }
    }
}

/// Closes the interface. If that takes long, says what it waits for.
fn close(app: App) {
    let (stage, stages) = mpsc::channel();
    let end = Instant::now() + signals::PATIENCE;
    let watch = move || {
        let mut waits_for = screens::waits_for::PROGRAM;
        loop {
            match stages.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(next) => waits_for = next,
                Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => {
                    // Nothing can be done if stderr is closed.
                    let _ = writeln!(io::stderr(), "{}", screens::waiting_to_quit(waits_for));
                    return;
                }
            }
        }
    };
    // Without another thread it waits in silence.
    let _ = thread::Builder::new().name("end".to_owned()).spawn(watch);
    app.close_in_stages(|waits_for| {
        let _ = stage.send(waits_for);
    });
}

fn waker(sender: &Sender<Message>) -> crate::app::background::Waker {
    let sender = sender.clone();
    Arc::new(move || {
        // Sending fails only when the program is ending.
        let _ = sender.send(Message::Input(Input::Wake));
    })
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
        if app.take_bell() {
            execute!(io::stdout(), Print('\x07'))?;
        }
        let mut message = next_message(app, messages)?;
        // All pending events are handled before the next frame.
        loop {
            match message {
                Message::Input(input) => {
                    let resized = matches!(input, Input::Terminal(Event::Resize(..)));
                    if resized {
                        app.set_cell(terminal::cell());
                    }
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
                Message::Call(Call::Stop) => {
                    terminal.outside(signals::stop)?;
                    draw(app, terminal)?;
                }
                Message::Call(call) => return Ok(End::Signal(call)),
                Message::Lost(None) => return Ok(End::Signal(Call::HUNG_UP)),
                Message::Lost(Some(error)) => return Err(error),
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
    terminal.draw(app.is_colored(), |frame| {
        app.draw(frame);
        app.take_pictures()
    })
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
        Effect::Suspend => signals::suspend(),
        Effect::Redraw => {
            terminal.redraw()?;
            draw(app, terminal)?;
        }
        Effect::Copy(text) => execute!(io::stdout(), CopyToClipboard::to_clipboard_from(text))?,
    }
    Ok(false)
}
