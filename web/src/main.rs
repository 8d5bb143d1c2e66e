//! The screens on a page in a browser.
//!
//! The page is a terminal (xterm.js) and a small WASI system: threads are workers that share their memory, files are in
//! the browser's database, standard input has what the terminal sends, and standard output what it shows. So the program
//! is the one of the terminal, without what only a terminal needs.
//!
//! Arguments: `--size COLUMNSxROWS`, `--threads N`, `--folder PATH` for the user's files (those that were opened on the
//! page, and those to download), `--theme light` or `dark` as the browser is, `--language TAG,...` as the browser prefers
//! them, `--motion reduced` for no animation, `--address URL` of the page, `--keys buttons` if the page shows the keys as
//! buttons, and `--text TEXT` for the analysis of a game or position.

mod screen;
mod texts;

use std::io::{self, Read as _};
use std::path::PathBuf;
#[cfg(weights_apart)]
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;
use std::{env, thread};

use ratatui::Terminal;
use reversi::{ByColor, Game};
use reversi_notation::find::find;
use reversi_table::player::PlayerKind;
use reversi_table::session::Setup;
use reversi_table::store::config::Store;
use reversi_table::store::settings::{GraphicsChoice, ThemeName};
use reversi_table::store::state::StateFolder;
use reversi_text::Language;
use reversi_tui::event::InputEvent;
use reversi_tui::{AnalysisSubject, App, Decoder, Effect, FirstScreen, Input, Options, Page};

use screen::Screen;
use texts::Texts;

/// The variable that names the folder of settings, games and records, as in the terminal program.
const HOME: &str = "REVERSI_HOME";

/// The pixels of a cell of a picture, which the page makes smaller.
const CELL: (u16, u16) = (20, 40);

/// What the page asks for.
struct Arguments {
    columns: u16,
    rows: u16,
    threads: usize,
    animation: bool,
    theme: ThemeName,
    language: Language,
    page: Page,
    first: FirstScreen,
}

impl Arguments {
    fn read(arguments: impl Iterator<Item = String>) -> Option<Self> {
        let mut read = Self {
            columns: 80,
            rows: 24,
            threads: 1,
            animation: true,
            theme: ThemeName::Classic,
            language: Language::English,
            page: Page {
                address: String::new(),
                has_buttons: false,
                is_loading: Arc::default(),
            },
            first: FirstScreen::Start,
        };
        let mut arguments = arguments;
        while let Some(name) = arguments.next() {
            let value = arguments.next()?;
            match &*name {
                "--size" => {
                    let (columns, rows) = value.split_once('x')?;
                    (read.columns, read.rows) = (columns.parse().ok()?, rows.parse().ok()?);
                }
                "--threads" => read.threads = value.parse().ok()?,
                "--folder" => env::set_current_dir(value).ok()?,
                "--motion" => read.animation = value != "reduced",
                "--theme" if value == "light" => read.theme = ThemeName::Light,
                "--theme" => read.theme = ThemeName::Classic,
                "--language" => {
                    let mut known = value.split(',').filter_map(Language::of_locale);
                    read.language = known.next().unwrap_or(Language::English);
                }
                "--address" => read.page.address = value,
                "--keys" => read.page.has_buttons = value == "buttons",
                "--text" => read.first = analysis(value),
                _ => return None,
            }
        }
        Some(read)
    }
}

/// Returns the analysis of the game or position in a text; a text without one is opened as a paste, which says why.
fn analysis(text: String) -> FirstScreen {
    let found = find(&text)
        .ok()
        .and_then(|content| content.items.into_iter().next());
    let game = found.and_then(|item| match item.game {
        Some(record) => record.replay().ok(),
        None => Some(Game::from_position(item.position)),
    });
    match game {
        Some(game) => FirstScreen::Analyse(Some(AnalysisSubject::Game(Box::new(game)))),
        None => FirstScreen::Text(text),
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let Some(arguments) = Arguments::read(env::args().skip(1)) else {
        return Err("the page has passed wrong arguments".into());
    };
    let (sender, receiver) = mpsc::channel();
    #[cfg(weights_apart)]
    read_weights(Arc::clone(&arguments.page.is_loading), sender.clone())?;
    listen(sender.clone())?;
    let home = PathBuf::from(env::var_os(HOME).ok_or("the page names no folder")?);
    let (store, notice) = Store::open_at(home.join("config.toml"));
    let players = ByColor::new(PlayerKind::Human, PlayerKind::Human);
    let mut setup = Setup::new(players, rand::random());
    let settings = store.kept().clone();
    // The page has no more.
    let threads = settings.threads.map(|threads| threads as usize);
    setup.threads = threads.map_or(arguments.threads, |threads| threads.min(arguments.threads));
    let language = settings.language.unwrap_or(arguments.language);
    language.make_current();
    let texts = Texts::wait(sender.clone())?;
    let options = Options {
        state: Some(StateFolder::at(home)),
        notice: notice.map(|notice| notice.to_string()),
        animation: arguments.animation,
        language: Some(arguments.language),
        page: Some(arguments.page),
        auto_theme: arguments.theme,
        draws_pictures: settings.graphics != GraphicsChoice::Off,
        ..Options::new(setup, arguments.first, settings, store).with_players_of_settings()
    };
    let waker = {
        let sender = Mutex::new(sender);
        Arc::new(move || {
            let sender = sender.lock().unwrap_or_else(PoisonError::into_inner);
            // Sending fails only when the program is ending.
            let _ = sender.send(Input::Wake);
        })
    };
    let mut app = App::new(options, waker, Instant::now());
    app.set_cell(CELL);
    run(
        app,
        Screen::new(arguments.columns, arguments.rows),
        &receiver,
        texts,
    )?;
    Ok(())
}

/// Starts the thread that waits for the weights of the evaluation: the page loads them while it shows the first screens.
#[cfg(weights_apart)]
fn read_weights(is_loading: Arc<AtomicBool>, sender: Sender<Input>) -> io::Result<()> {
    is_loading.store(true, Ordering::Relaxed);
    let read = move || {
        let bytes = std::fs::read("/weights.bin")?;
        let weights = reversi::eval::Weights::from_bytes(&bytes).map_err(io::Error::other)?;
        weights.set_standard();
        is_loading.store(false, Ordering::Relaxed);
        // Sending fails only when the program is ending.
        let _ = sender.send(Input::Wake);
        Ok(())
    };
    let read = move || {
        if let Err::<(), io::Error>(error) = read() {
            eprintln!("weights.bin: {error}");
            std::process::exit(1);
        }
    };
    let thread = thread::Builder::new().name("weights".to_owned());
    thread.spawn(read).map(drop)
}

/// Starts the thread that reads what the terminal of the page sends. What is read at once is whole: a key, a paste, or
/// the new size.
fn listen(sender: Sender<Input>) -> io::Result<()> {
    let read = move || {
        let mut decoder = Decoder::default();
        let mut bytes = [0; 4096];
        while let Ok(count @ 1..) = io::stdin().read(&mut bytes) {
            decoder.feed(&bytes[..count], Instant::now());
            while let Some(input) = decoder.next_input() {
                let _ = sender.send(input);
            }
            // Esc alone is whole, too; a paste or a text may have come in pieces.
            if bytes[..count] == [0x1b] {
                decoder.end_sequence().map(|input| sender.send(input));
            }
        }
    };
    thread::Builder::new()
        .name("input".to_owned())
        .spawn(read)?;
    Ok(())
}

/// Shows the screens until the user quits.
fn run(mut app: App, screen: Screen, inputs: &Receiver<Input>, mut texts: Texts) -> io::Result<()> {
    let mut terminal = Terminal::new(screen)?;
    let mut told = None;
    loop {
        texts.poll()?;
        let language = Language::current();
        if told.replace(language) != Some(language) {
            terminal.backend_mut().tell_language(language.code())?;
        }
        if app.take_dirty() {
            terminal.draw(|frame| app.draw(frame))?;
            let pictures = app.take_pictures();
            if !pictures.is_empty() {
                terminal.backend_mut().send(&pictures)?;
            }
            if let Some(buttons) = app.take_buttons() {
                terminal.backend_mut().show_buttons(buttons)?;
            }
        }
        if let Some(text) = app.take_spoken() {
            terminal.backend_mut().speak(&text)?;
        }
        if app.take_vibration() {
            terminal.backend_mut().vibrate()?;
        }
        if app.take_bell() {
            terminal.backend_mut().send(b"\x07")?;
        }
        let first = match app.deadline() {
            None => inputs.recv().map_err(io::Error::other)?,
            Some(deadline) => {
                match inputs.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                    Ok(input) => input,
                    Err(RecvTimeoutError::Timeout) => Input::Tick,
                    Err(error) => return Err(io::Error::other(error)),
                }
            }
        };
        // All that has come is handled before the next frame.
        for input in std::iter::once(first).chain(inputs.try_iter()) {
            if let Input::Terminal(InputEvent::Resize(columns, rows)) = input {
                *terminal.backend_mut() = Screen::new(columns, rows);
                terminal.clear()?;
            }
            match app.update(input, Instant::now()) {
                Some(Effect::Quit) => {
                    app.close();
                    return Ok(());
                }
                // A page cannot be left for a shell.
                None | Some(Effect::Suspend) => {}
                Some(Effect::Redraw) => terminal.clear()?,
                Some(Effect::Copy(text)) => terminal.backend_mut().copy(&text)?,
            }
        }
    }
}
