//! Owns the person of these tests: presses keys, lets time pass, and looks at the screen.

use std::iter::once;
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::{Frame, Terminal};
use reversi::search::Limits;
use reversi::transcript;
use reversi::{ByColor, Game};
use reversi_table::player::PlayerKind;
use reversi_table::session::{Session, Setup};
use reversi_table::store::config::Store;
use reversi_table::store::settings::{Settings, ThemeName};
use reversi_tui::event::{
    InputEvent, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use reversi_tui::{App, Effect, FirstScreen, Input, Options};
use unicode_width::UnicodeWidthStr as _;

use crate::sizes::{self, OtherSizes, assert_same};

/// A tournament game in which White passes eight times (WTHOR 1999, no. 317).
pub(crate) const PASSES: &str =
    "f5f4e3d6f3g3g4g5h3d3h6h5h4h2h1e2g6f2g2h7g7f7g8h8e1f1g1f6f8d1d2e6d7";

/// A nine-move game that Black wins with every disc.
pub(crate) const WIPEOUT: &str = "e6f4e3f6g5d6e7f5c5";

/// The middle of a game.
pub(crate) const MIDDLE: &str = "f5d6c3d3c4f4f6f3e6e7d7c6";

/// How long a test waits for what must come, so that it fails and does not hang. It is far more than a busy machine needs.
pub(crate) const PATIENCE: Duration = Duration::from_secs(120);

/// What a person sits down to.
pub(crate) struct Table {
    pub(crate) options: Options,
    pub(crate) size: (u16, u16),
}

impl Table {
    /// Two persons at the start of a game, in colours, with the time that flips take left out, and without the coach
    /// of beginners.
    pub(crate) fn new() -> Self {
        let players = ByColor::new(PlayerKind::Human, PlayerKind::Human);
        let setup = Setup::new(players, 7);
        let settings = Settings {
            coach: Some(false),
            ..Settings::default()
        };
        Self {
            options: Options {
                animation: false,
                analysis: Limits::depth(4),
                deeper_analysis: Limits::depth(6),
                review: Limits::depth(2).with_exact_from(8),
                folder: std::path::PathBuf::from("/nowhere"),
                ..Options::new(setup, FirstScreen::Board, settings, Store::in_memory())
            },
            size: (80, 24),
        }
    }

    pub(crate) fn players(mut self, black: PlayerKind, white: PlayerKind) -> Self {
        self.options.setup.players = ByColor::new(black, white);
        self
    }

    pub(crate) fn moves(mut self, moves: &str) -> Self {
        transcript::play(&mut self.options.setup.game, moves).unwrap();
        self
    }

    pub(crate) fn first(mut self, first: FirstScreen) -> Self {
        self.options.first = first;
        self
    }

    pub(crate) fn theme(mut self, theme: ThemeName) -> Self {
        self.options.settings.theme = theme.into();
        self
    }

    pub(crate) fn size(mut self, columns: u16, rows: u16) -> Self {
        self.size = (columns, rows);
        self
    }

    pub(crate) fn with(mut self, change: impl FnOnce(&mut Options)) -> Self {
        change(&mut self.options);
        self
    }

    /// Sits down to the choice of players.
    pub(crate) fn choose(self) -> Person {
        let mut person = self.first(FirstScreen::Start).sit();
        person.keys("n");
        person
    }

    pub(crate) fn sit(self) -> Person {
        Person::new(self)
    }
}

/// Undoes the pass at the end of the game, as an older version of the program did.
pub(crate) fn undo_pass(options: &mut Options) {
    options.setup.game.undo();
}

/// A person in front of the front end.
pub(crate) struct Person {
    pub(crate) app: App,
    pub(crate) terminal: Terminal<TestBackend>,
    pub(crate) now: Instant,
    wakes: Receiver<()>,
    /// What the clocks of a game read.
    watch: Arc<Mutex<Instant>>,
    pub(crate) effects: Vec<Effect>,
    /// What the application drew last.
    drawn: Buffer,
    other_sizes: OtherSizes,
    /// Whether frames of another size change what the test is about.
    pub(crate) is_of_one_size: bool,
}

impl Person {
    fn new(table: Table) -> Self {
        let (sender, wakes) = mpsc::channel();
        let sender = Mutex::new(sender);
        let wake = Arc::new(move || {
            // Nobody listens any more when a test is over.
            let _ = sender.lock().unwrap().send(());
        });
        let now = Instant::now();
        let mut table = table;
        let watch = Arc::new(Mutex::new(now));
        let read = Arc::clone(&watch);
        table.options.setup.now = Arc::new(move || *read.lock().unwrap());
        let mut person = Self {
            app: App::new(table.options, wake, now),
            terminal: Terminal::new(TestBackend::new(table.size.0, table.size.1)).unwrap(),
            now,
            wakes,
            watch,
            effects: Vec::new(),
            drawn: Buffer::default(),
            other_sizes: OtherSizes::new(),
            is_of_one_size: false,
        };
        person.look();
        person.wait_until("record", |person| !person.app.is_reading());
        person
    }

    pub(crate) fn send(&mut self, input: Input) {
        *self.watch.lock().unwrap() = self.now;
        // A change of the size alone shows nothing else.
        let is_of_person = match &input {
            Input::Terminal(event) => !matches!(event, InputEvent::Resize(..)),
            _ => false,
        };
        self.effects.extend(self.app.update(input, self.now));
        match (self.app.take_dirty(), is_of_person) {
            (true, true) => self.look_at_other_sizes(),
            (true, false) => self.draw(),
            (false, _) => {}
        }
    }

    /// Presses keys: words for special ones, `?` and words for what stands in the list of actions, otherwise each
    /// character. `f5 enter ?edit_the_position`
    pub(crate) fn keys(&mut self, script: &str) {
        for word in script.split_whitespace() {
            if let Some(action) = word.strip_prefix('?').filter(|words| !words.is_empty()) {
                self.choose(&action.replace('_', " "));
            } else if let Some(event) = special(word) {
                self.press(event);
            } else {
                for letter in word.chars() {
                    self.press(KeyEvent::from(KeyCode::Char(letter)));
                }
            }
        }
    }

    /// Chooses the action with these words from the list of actions, if it has one.
    fn choose(&mut self, words: &str) {
        for letter in once('?').chain(words.chars()) {
            self.press(KeyEvent::from(KeyCode::Char(letter)));
        }
        let is_listed = !self.says("Nothing fits these words.");
        self.press(special(if is_listed { "enter" } else { "esc" }).expect("it is a key"));
    }

    fn press(&mut self, key: KeyEvent) {
        self.send(Input::Terminal(InputEvent::Key(key)));
    }

    pub(crate) fn paste(&mut self, text: &str) {
        self.send(Input::Terminal(InputEvent::Paste(text.to_owned())));
    }

    pub(crate) fn mouse(&mut self, kind: MouseEventKind, column: u16, row: u16) {
        self.send(Input::Terminal(InputEvent::Mouse(MouseEvent {
            kind,
            column,
            row,
            modifiers: KeyModifiers::NONE,
        })));
    }

    pub(crate) fn click(&mut self, column: u16, row: u16) {
        self.mouse(MouseEventKind::Down(MouseButton::Left), column, row);
    }

    pub(crate) fn resize(&mut self, columns: u16, rows: u16) {
        self.terminal.backend_mut().resize(columns, rows);
        self.send(Input::Terminal(InputEvent::Resize(columns, rows)));
    }

    /// Lets time pass.
    pub(crate) fn wait(&mut self, milliseconds: u64) {
        let end = self.now + Duration::from_millis(milliseconds);
        while let Some(deadline) = self.app.deadline().filter(|&deadline| deadline <= end) {
            self.now = deadline.max(self.now);
            self.send(Input::Tick);
        }
        self.now = end;
        self.send(Input::Tick);
        self.look_at_other_sizes();
    }

    /// Waits until another thread has something new, whatever screen is open.
    pub(crate) fn wait_for_wake(&mut self) {
        self.wakes.recv_timeout(PATIENCE).unwrap();
        self.send(Input::Wake);
    }

    /// Waits until a CPU's answer is there. It is not played yet: that is a matter of time.
    pub(crate) fn wait_for_answer(&mut self) {
        let before = self.game().entries().len();
        self.wait_until("answer", |person| {
            let session = person.session();
            let is_played = session.game().entries().len() > before;
            is_played || session.has_answer() || session.thinking().is_none()
        });
    }

    /// Waits until something holds that another thread brings about.
    pub(crate) fn wait_until(&mut self, what: &str, holds: impl Fn(&Self) -> bool) {
        let end = Instant::now() + PATIENCE;
        while !holds(self) {
            assert!(Instant::now() < end, "no {what} in\n{}", self.text());
            // A call for something that came already may be left over.
            let _ = self.wakes.recv_timeout(Duration::from_millis(20));
            self.send(Input::Wake);
        }
        self.look_at_other_sizes();
    }

    /// Returns whether the screen says something, perhaps in several lines.
    pub(crate) fn says(&self, sentence: &str) -> bool {
        self.text().contains(sentence) || self.words().contains(sentence)
    }

    /// The words on the screen: in whole lines, in those beside a board with squares of two and of three rows,
    /// and in the cards at the right.
    pub(crate) fn words(&self) -> String {
        let text = self.text();
        let cards = text.lines().filter_map(|line| {
            let mut parts = line.rsplit('│').filter(|part| !part.trim().is_empty());
            parts.next().map(str::to_owned)
        });
        let cards = cards.collect::<Vec<_>>().join(" ");
        let cards = cards.split_whitespace().collect::<Vec<_>>().join(" ");
        let flows = [0, 40, 50, 72].map(|columns| {
            let lines = text
                .lines()
                .map(|line| line.chars().skip(columns).collect::<String>());
            let joined = lines.collect::<Vec<_>>().join(" ");
            joined.split_whitespace().collect::<Vec<_>>().join(" ")
        });
        let inside = text.lines().filter_map(|line| line.split('│').nth(1));
        let inside = inside.collect::<Vec<_>>().join(" ");
        let inside = inside.split_whitespace().collect::<Vec<_>>().join(" ");
        [flows.join("\n"), inside, cards].join("\n")
    }

    /// Waits until the screen says something.
    pub(crate) fn wait_for_text(&mut self, text: &str) {
        self.wait_until(text, |person| person.says(text));
    }

    /// Waits until the game on the board is this one.
    pub(crate) fn wait_for_game(&mut self, moves: &str) {
        self.wait_until(moves, |person| {
            person.app.session().is_some() && person.transcript() == moves
        });
    }

    /// Waits until an analysis has ended and is shown.
    pub(crate) fn wait_for_analysis(&mut self) {
        while self.session().analysis.latest().is_none() || self.session().analysis.is_busy() {
            self.wakes.recv_timeout(PATIENCE).unwrap();
            self.send(Input::Wake);
        }
        self.look_at_other_sizes();
    }

    /// Waits for the next news of a thread in the background.
    pub(crate) fn next_wake(&mut self) {
        self.wakes.recv_timeout(PATIENCE).unwrap();
        self.send(Input::Wake);
    }

    /// Waits until the review that is open has come to its end.
    pub(crate) fn wait_for_review(&mut self) {
        while self.app.review().unwrap().is_busy() {
            self.next_wake();
        }
        self.look_at_other_sizes();
    }

    /// Lets the CPUs play until a person is asked, or the game is over.
    pub(crate) fn wait_for_turn(&mut self) {
        while self.session().thinking().is_some() && !self.text().contains("Press any key") {
            if self.app.deadline().is_none() {
                self.wait_for_wake();
            } else {
                self.wait(100);
            }
        }
    }

    /// Lets the CPUs play until there are so many entries.
    pub(crate) fn wait_for_entries(&mut self, count: usize) {
        while self.game().entries().len() < count {
            if self.app.deadline().is_none() {
                self.wait_for_wake();
            } else {
                self.wait(100);
            }
        }
    }

    pub(crate) fn session(&self) -> &Session {
        self.app.session().unwrap()
    }

    pub(crate) fn game(&self) -> &Game {
        self.session().game()
    }

    pub(crate) fn transcript(&self) -> String {
        transcript::print(self.game())
    }

    /// Draws what is shown at other sizes, and then at this one, whose places clicks hit.
    fn look_at_other_sizes(&mut self) {
        let size = self.terminal.size().unwrap();
        let before = if self.is_of_one_size {
            None
        } else {
            self.other_sizes
                .look(&mut self.app, (size.width, size.height))
        };
        self.draw();
        if let Some(before) = before {
            assert_same(&before, &self.drawn);
        }
    }

    /// Checks that no wide letter is cut in half.
    pub(crate) fn assert_whole(&self) {
        assert_eq!(sizes::halves(&self.drawn), [""; 0], "{}", self.text());
    }

    /// Draws, if there is anything new.
    pub(crate) fn look(&mut self) {
        if self.app.take_dirty() {
            self.draw();
        }
    }

    fn draw(&mut self) {
        let (app, drawn) = (&mut self.app, &mut self.drawn);
        let draw = |frame: &mut Frame| {
            app.draw(frame);
            drawn.clone_from(frame.buffer_mut());
        };
        self.terminal.draw(draw).unwrap();
    }

    pub(crate) fn buffer(&self) -> &Buffer {
        self.terminal.backend().buffer()
    }

    /// The screen as text.
    pub(crate) fn text(&self) -> String {
        let buffer = self.buffer();
        let mut text = String::new();
        for y in 0..buffer.area.height {
            let mut line = String::new();
            let mut x = 0;
            while x < buffer.area.width {
                let symbol = buffer[(x, y)].symbol();
                line += symbol;
                // What lies below the second half of a wide character is not seen.
                x += u16::try_from(symbol.width()).unwrap().max(1);
            }
            text += line.trim_end();
            text.push('\n');
        }
        text
    }
}

fn special(word: &str) -> Option<KeyEvent> {
    let code = match word {
        "enter" => KeyCode::Enter,
        "esc" => KeyCode::Esc,
        "tab" => KeyCode::Tab,
        "backtab" => KeyCode::BackTab,
        "backspace" => KeyCode::Backspace,
        "space" => KeyCode::Char(' '),
        "up" => KeyCode::Up,
        "down" => KeyCode::Down,
        "home" => KeyCode::Home,
        "end" => KeyCode::End,
        "pageup" => KeyCode::PageUp,
        "pagedown" => KeyCode::PageDown,
        "delete" => KeyCode::Delete,
        "left" => KeyCode::Left,
        "right" => KeyCode::Right,
        word => {
            let letter = word.strip_prefix("ctrl-")?.chars().next()?;
            return Some(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL));
        }
    };
    Some(KeyEvent::from(code))
}
