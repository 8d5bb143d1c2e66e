//! The screens on a terminal: the event loop, and everything that only a terminal needs.
//!
//! A frame is drawn only when something has changed; between events the loop sleeps.

mod input;
mod raw;

use std::io::{self, Write as _};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, TryRecvError};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crossterm::clipboard::CopyToClipboard;
use crossterm::execute;
use crossterm::style::Print;
use crossterm::terminal::disable_raw_mode;

use raw::{PanicHook, RawTerminal};
use reversi::memory;
use reversi_notation::clean_lines;
use reversi_table::background::{NO_MEMORY, TaskError};
use reversi_table::phrase::io_reason;
pub use reversi_table::system::signals::{self, Call};
use reversi_text::{Said, label, tr};
use reversi_tui::event::{InputEvent, KeyCode, KeyModifiers};
use reversi_tui::{App, Effect, Input, Options, graphics};
use reversi_wording::report::error;

pub(crate) use raw::screen_size;

/// The memory in bytes that must be free at the start: for the screens and their threads.
const NEEDED_MEMORY: usize = 48 << 20;

/// An event that wakes the loop.
#[derive(Debug)]
enum LoopMessage {
    Input(Input),
    /// A signal arrived.
    Call(Call),
    /// The terminal can no longer be read: it is gone, or there was an error.
    Lost(Option<io::Error>),
}

/// Why the interface cannot run.
#[derive(Debug, thiserror::Error)]
pub enum TuiError {
    /// An error of the terminal.
    #[error("{}", io_reason(.0))]
    Terminal(#[from] io::Error),
    /// The system could not start a thread.
    #[error("{}", TaskError::not_started(.0))]
    Thread(io::Error),
    /// There is too little memory.
    #[error("{NO_MEMORY}")]
    Memory,
    /// Something could not be saved: a clause that has what is lost.
    #[error("{0}")]
    NotSaved(String),
}

/// What a command that continues after the screen does with a signal that would end it. Returns `false` for the
/// default action.
type OnSignal = Box<dyn FnMut(i32) -> bool + Send>;

/// Runs the terminal interface until the user quits. A terminating signal restores the terminal and then
/// ends the program by that signal, as if there were no handler.
///
/// # Errors
/// [`TuiError`]; the terminal has been restored by then.
pub fn run(options: Options) -> Result<(), TuiError> {
    run_screen(options, None)
}

/// Runs the terminal interface for a command that continues afterwards. Its signals, and a Ctrl-C that came too
/// late for the screen, are then given to `on_signal`.
///
/// # Errors
/// As [`run`].
pub(crate) fn run_within_command(
    options: Options,
    on_signal: impl FnMut(i32) -> bool + Send + 'static,
) -> Result<(), TuiError> {
    run_screen(options, Some(Box::new(on_signal)))
}

fn run_screen(options: Options, on_signal: Option<OnSignal>) -> Result<(), TuiError> {
    if !memory::is_free(NEEDED_MEMORY) {
        // Later the terminal could not be restored.
        return Err(TuiError::Memory);
    }
    let (sender, receiver) = mpsc::channel();
    let mailbox = Arc::new(Mailbox {
        route: Mutex::new(Route::Screen(sender.clone())),
        end: OnceLock::new(),
    });
    let (end, unsaved) = {
        let _hook = PanicHook::install();
        let calls = Arc::clone(&mailbox);
        let pass_on = signals::listen(move |call| calls.call(call))?;
        thread::Builder::new()
            .name("signals".to_owned())
            .spawn(pass_on)
            .map_err(TuiError::Thread)?;
        let mouse = options.mouse;
        let (mut questions, mut answers) = (String::new(), 0);
        if options.asks_background {
            questions += raw::BACKGROUND_QUESTION;
            answers += 1;
        }
        if options.asks_graphics {
            questions += graphics::QUESTION;
            answers += graphics::ANSWERS;
        }
        let mut app = App::new(options, waker(&sender), Instant::now());
        let mut terminal = RawTerminal::enter(mouse)?;
        execute!(io::stdout(), Print(questions))?;
        app.set_cell(raw::cell());
        let owed = input::Owed::new(answers);
        let events = Arc::clone(&mailbox);
        input::listen(
            owed.clone(),
            move |input| events.input(input),
            move |error| drop(sender.send(LoopMessage::Lost(error))),
        )
        .map_err(TuiError::Thread)?;
        let end = run_loop(&mut app, &mut terminal, &receiver, &mailbox.end).or_else(|error| {
            // A terminal that is gone may be noticed by a write first.
            hung_up(&receiver).ok_or(error)
        });
        owed.wait();
        drop(terminal);
        signals::start_ending();
        // Everything is saved before a signal ends the program.
        let unsaved = close(app, matches!(end, Ok(LoopEnd::Signal(_))));
        (end, unsaved)
    };
    end_screen(end, &unsaved)?;
    if let Some(on_signal) = on_signal {
        mailbox.leave_to(on_signal);
        for call in receiver.try_iter().filter_map(|message| message.outside()) {
            mailbox.act(call);
        }
    }
    Ok(())
}

/// Ends the program by the signal that ended the screen, if one did. What could not be saved is an error: it is returned,
/// or reported on stderr before the signal or another error.
fn end_screen(end: io::Result<LoopEnd>, unsaved: &[String]) -> Result<(), TuiError> {
    let unsaved = (!unsaved.is_empty()).then(|| clean_lines(&unsaved.join("\n")).into_owned());
    match (end, unsaved) {
        (Ok(LoopEnd::Quit), None) => {}
        (Ok(LoopEnd::Quit), Some(unsaved)) => return Err(TuiError::NotSaved(unsaved)),
        (end, unsaved) => {
            if let Some(unsaved) = unsaved {
                // Nothing can be done if stderr is closed.
                let _ = writeln!(io::stderr(), "{}", error(unsaved));
            }
            if let LoopEnd::Signal(call) = end? {
                call.end_by_it();
            }
        }
    }
    Ok(())
}

/// Takes what other threads have for the screen, and signals after its end.
struct Mailbox {
    route: Mutex<Route>,
    /// The signal that ends the screen. It overtakes the messages that wait.
    end: OnceLock<Call>,
}

enum Route {
    Screen(Sender<LoopMessage>),
    Command(OnSignal),
}

impl Mailbox {
    fn lock(&self) -> MutexGuard<'_, Route> {
        self.route.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Leaves the signals to a command.
    fn leave_to(&self, on_signal: OnSignal) {
        *self.lock() = Route::Command(on_signal);
    }

    /// Takes a signal. Returns `false` if it is for nobody.
    fn call(&self, call: Call) -> bool {
        // Not locked while it waits: the screen may have ended then.
        let is_screen = || matches!(*self.lock(), Route::Screen(_));
        let is_overdue = is_screen() && call.wait_for_end();
        match (&mut *self.lock(), call) {
            (Route::Screen(screen), call) => {
                if is_overdue {
                    // Only what cannot block.
                    let _ = disable_raw_mode();
                    call.end_by_it();
                }
                if matches!(call, Call::End(_)) {
                    self.end.get_or_init(|| call);
                }
                screen.send(LoopMessage::of(call)).is_ok()
            }
            (Route::Command(on_signal), Call::End(signal)) => on_signal(signal),
            (Route::Command(_), _) => false,
        }
    }

    /// Takes input. Returns `false` once the screen has ended.
    fn input(&self, input: Input) -> bool {
        let message = LoopMessage::Input(input);
        let call = message.outside();
        let is_taken = match &*self.lock() {
            Route::Screen(screen) => screen.send(message).is_ok(),
            Route::Command(_) => false,
        };
        if let Some(call) = call.filter(|_| !is_taken) {
            self.act(call);
        }
        is_taken
    }

    /// Does what the signal does once the screen has ended.
    fn act(&self, call: Call) {
        if !self.call(call) {
            call.act_by_default();
        }
    }
}

impl LoopMessage {
    /// Returns the message about a signal.
    const fn of(call: Call) -> Self {
        match call {
            Call::Resized => Self::Input(Input::Terminal(InputEvent::Resize(0, 0))),
            call => Self::Call(call),
        }
    }

    const fn is_resize(&self) -> bool {
        matches!(self, Self::Input(Input::Terminal(InputEvent::Resize(..))))
    }

    /// Returns the signal that this message means when no screen reads keys: Ctrl-C and Ctrl-Z are signals then. The
    /// terminal is restored just before its screen ends, so both kinds of message can still arrive.
    fn outside(&self) -> Option<Call> {
        match *self {
            Self::Input(Input::Terminal(InputEvent::Key(key))) => match (key.code, key.modifiers) {
                (KeyCode::Char('c'), KeyModifiers::CONTROL) => Some(Call::INTERRUPTED),
                (KeyCode::Char('z'), KeyModifiers::CONTROL) => Some(Call::Stop),
                _ => None,
            },
            Self::Call(call @ (Call::End(_) | Call::Stop)) => Some(call),
            _ => None,
        }
    }
}

/// Why the loop ended.
enum LoopEnd {
    Quit,
    Signal(Call),
}

/// Waits a moment for the message that the terminal is gone, or for a signal to end.
fn hung_up(messages: &Receiver<LoopMessage>) -> Option<LoopEnd> {
    let end = Instant::now() + Duration::from_millis(200);
    loop {
        match messages.recv_timeout(end.saturating_duration_since(Instant::now())) {
            Ok(LoopMessage::Lost(None)) => return Some(LoopEnd::Signal(Call::HUNG_UP)),
            Ok(LoopMessage::Call(call @ Call::End(_))) => return Some(LoopEnd::Signal(call)),
            Ok(_) => {}
            Err(_) => return None,
        }
    }
}

/// Closes the interface. If that takes long, says what it waits for. Before a signal ends the program it waits
/// for what is saved only. Returns a clause about everything that could not be saved.
fn close(app: App, is_signal: bool) -> Vec<String> {
    let (stage, stages) = mpsc::channel();
    let end = Instant::now() + signals::PATIENCE;
    let watch = move || {
        let mut waits_for = label!("the program").text();
        loop {
            match stages.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(next) => waits_for = next,
                Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => {
                    // Nothing can be done if stderr is closed.
                    let said = tr!(
                        "Waiting for {what}. Press Ctrl-C to quit at once.",
                        what = &Said::display(waits_for)
                    );
                    let _ = writeln!(io::stderr(), "{said}");
                    return;
                }
            }
        }
    };
    // Without another thread it waits in silence.
    let _ = thread::Builder::new().name("end".to_owned()).spawn(watch);
    let (unsaved, rest) = app.save_in_stages(move |waits_for| {
        let _ = stage.send(waits_for);
    });
    if is_signal {
        // Searches end with the program, and an engine ends with its input, however long it takes.
        std::mem::forget(rest);
    }
    unsaved
}

fn waker(sender: &Sender<LoopMessage>) -> reversi_table::background::Waker {
    let sender = sender.clone();
    Arc::new(move || {
        // Sending fails only when the program is ending.
        let _ = sender.send(LoopMessage::Input(Input::Wake));
    })
}

fn run_loop(
    app: &mut App,
    terminal: &mut RawTerminal,
    messages: &Receiver<LoopMessage>,
    end: &OnceLock<Call>,
) -> io::Result<LoopEnd> {
    // What came after a new size.
    let mut kept = None;
    loop {
        if app.take_dirty() {
            draw(app, terminal)?;
        }
        if app.take_bell() {
            execute!(io::stdout(), Print('\x07'))?;
        }
        let mut message = match kept.take() {
            Some(message) => message,
            None => next_message(app, messages)?,
        };
        // All pending events are handled before the next frame, but a click after a new size is for a picture of that
        // size.
        loop {
            if let Some(&call) = end.get() {
                return Ok(LoopEnd::Signal(call));
            }
            let resized = message.is_resize();
            if resized {
                kept = messages.try_iter().find(|next| !next.is_resize());
                app.set_cell(raw::cell());
            }
            match message {
                LoopMessage::Input(input) => {
                    if let Some(effect) = app.update(input, Instant::now())
                        && carry_out(effect, app, terminal)?
                    {
                        return Ok(LoopEnd::Quit);
                    }
                    if resized {
                        break;
                    }
                }
                LoopMessage::Call(Call::Continued) => {
                    terminal.reenter()?;
                    draw(app, terminal)?;
                }
                LoopMessage::Call(Call::Stop) => {
                    terminal.outside(signals::stop)?;
                    draw(app, terminal)?;
                }
                LoopMessage::Call(call) => return Ok(LoopEnd::Signal(call)),
                LoopMessage::Lost(None) => return Ok(LoopEnd::Signal(Call::HUNG_UP)),
                LoopMessage::Lost(Some(error)) => return Err(error),
            }
            message = match messages.try_recv() {
                Ok(message) => message,
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => return Ok(LoopEnd::Quit),
            };
        }
    }
}

fn draw(app: &mut App, terminal: &mut RawTerminal) -> io::Result<()> {
    terminal.draw(|frame| {
        app.draw(frame);
        app.take_pictures()
    })
}

/// Sleeps until there is something to do.
fn next_message(app: &mut App, messages: &Receiver<LoopMessage>) -> io::Result<LoopMessage> {
    let gone = || io::Error::other("the terminal reader thread has stopped");
    let Some(deadline) = app.deadline() else {
        return messages.recv().map_err(|_| gone());
    };
    match messages.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
        Ok(message) => Ok(message),
        Err(RecvTimeoutError::Timeout) => Ok(LoopMessage::Input(Input::Tick)),
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
