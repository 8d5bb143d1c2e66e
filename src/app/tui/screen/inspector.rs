//! Owns the inspector: how the machine computes what it knows about a position, step by step.
//!
//! Steps, values and texts come from [`trace`](crate::app::lesson); this screen keeps a place in a
//! trace and shows it. The game waits behind it, untouched: a CPU's answer is played when it is closed.

mod layout;
mod values;
mod view;

use std::time::{Duration, Instant};

use super::Request;
use super::board::BoardScreen;
use crate::app::lesson::{Options, Topic, Walk};
use crate::app::tui::context::{Target, UiContext};
use crate::app::tui::keymap::Action;
use crate::position::Position;
use crate::square::{File, Rank, Square};

/// What [`Target::Option`] counts here.
const TOPICS: usize = 0;
const CHAPTERS: usize = 1;
const STEPS: usize = 2;

/// How long a step is shown in a run, in milliseconds: the shortest, the first, the longest.
const PAUSES: (u64, u64, u64) = (200, 1000, 5000);

/// How much `+` and `-` change it.
const PAUSE_STEP: u64 = 200;

/// The inspector.
#[derive(Debug)]
pub(crate) struct InspectorScreen {
    behind: Box<BoardScreen>,
    position: Position,
    walk: Walk,
    /// The square whose flips are meant.
    square: Square,
    masked: bool,
    /// The file letter that was typed.
    typed: Option<File>,
    /// The cursor, while a square is chosen with the arrow keys.
    cursor: Option<Square>,
    /// When the next step is shown by itself.
    due: Option<Instant>,
    /// How long a step is shown in a run.
    pause: Duration,
    /// The key that is being handled stopped a run.
    stopped: bool,
    /// A sentence about the last key.
    notice: Option<String>,
}

impl InspectorScreen {
    /// The inspector over a game, at the position that is on its board.
    pub(crate) fn new(behind: Box<BoardScreen>) -> Self {
        let position = behind.session().game().position();
        let board = position.board();
        let trace = Topic::LegalMoves.trace(
            board.player().bits(),
            board.opponent().bits(),
            Options::default(),
        );
        Self {
            position,
            walk: Walk::new(trace),
            square: behind.square_of_interest(),
            masked: true,
            typed: None,
            cursor: None,
            due: None,
            pause: Duration::from_millis(PAUSES.1),
            stopped: false,
            notice: None,
            behind,
        }
    }

    /// The game behind it.
    pub(crate) fn behind(&self) -> &BoardScreen {
        &self.behind
    }

    /// The same, to let its clocks run on.
    pub(crate) fn behind_mut(&mut self) -> &mut BoardScreen {
        &mut self.behind
    }

    /// Gives the game back.
    pub(crate) fn into_behind(self) -> Box<BoardScreen> {
        self.behind
    }

    /// Shows a sentence until the next key.
    pub(crate) fn say(&mut self, notice: String) {
        self.notice = Some(notice);
    }

    /// When the next step is shown by itself.
    pub(crate) const fn deadline(&self) -> Option<Instant> {
        self.due
    }

    /// Time may have passed. Says whether anything is to be drawn.
    pub(crate) fn tick(&mut self, env: &UiContext) -> bool {
        let Some(due) = self.due.filter(|&due| due <= env.now) else {
            return false;
        };
        self.walk.next();
        // A machine that slept does not hurry after what it missed.
        let next = (due + self.pause).max(env.now);
        self.due = (!self.is_at_end()).then_some(next);
        true
    }

    fn is_at_end(&self) -> bool {
        self.walk.at() + 1 == self.walk.len()
    }

    /// A key was pressed or something was clicked, whatever it does: a run stops.
    pub(crate) fn touch(&mut self) {
        self.stopped = self.due.take().is_some();
        self.notice = None;
    }

    /// Takes an action.
    pub(crate) fn act(&mut self, action: Action, env: &UiContext) -> Option<Request> {
        let stopped = std::mem::take(&mut self.stopped);
        if let Some(cursor) = self.cursor
            && self.move_cursor(cursor, action)
        {
            return None;
        }
        let typed = self.typed.take();
        match action {
            Action::File(file) => self.typed = Some(file),
            Action::Rank(rank) => self.type_rank(typed, rank),
            Action::Right => drop(self.walk.next()),
            Action::Left => drop(self.walk.previous()),
            Action::Down => drop(self.walk.next_chapter()),
            Action::Up => drop(self.walk.previous_chapter()),
            Action::First => drop(self.walk.first()),
            Action::Last => drop(self.walk.last()),
            Action::Choose if !stopped => self.run(env),
            Action::Accept if !stopped => self.cursor = Some(self.square),
            Action::Next => self.turn_topics(1),
            Action::Previous => self.turn_topics(self.topics().len() - 1),
            Action::Mask => self.switch_mask(),
            Action::Slower | Action::Faster => self.change_pause(action == Action::Slower),
            Action::Help => return Some(Request::Help),
            Action::Leave if !stopped && typed.is_none() => return Some(Request::Back),
            Action::Quit => return Some(Request::Back),
            Action::QuitNow => return Some(Request::Quit),
            _ => {}
        }
        None
    }

    /// Something was clicked at.
    pub(crate) fn click(&mut self, target: Option<Target>) {
        self.stopped = false;
        self.typed = None;
        match target {
            Some(Target::Square(square)) => self.choose_square(square),
            Some(Target::Option(TOPICS, topic)) => {
                if let Some(&topic) = self.topics().get(topic) {
                    self.choose_topic(topic);
                }
            }
            Some(Target::Option(CHAPTERS, chapter)) => drop(self.walk.go_to_chapter(chapter)),
            Some(Target::Option(STEPS, step)) => drop(self.walk.go(step)),
            _ => {}
        }
    }

    fn topics(&self) -> [Topic; 6] {
        Topic::all(self.square)
    }

    /// The number of the topic that is open, in the order of the list.
    fn topic_index(&self) -> usize {
        let topic = self.walk.trace().topic();
        let place = self.topics().iter().position(|&other| other == topic);
        place.unwrap_or(0)
    }

    fn turn_topics(&mut self, by: usize) {
        let topics = self.topics();
        self.choose_topic(topics[(self.topic_index() + by) % topics.len()]);
    }

    fn choose_topic(&mut self, topic: Topic) {
        self.cursor = None;
        if topic != self.walk.trace().topic() {
            self.walk.retrace(topic, self.options());
        }
    }

    /// Shows the flips of a square. A person who looks at results goes on to look at results.
    fn choose_square(&mut self, square: Square) {
        let at_end = matches!(self.walk.trace().topic(), Topic::Flips(_)) && self.is_at_end();
        self.square = square;
        self.choose_topic(Topic::Flips(square));
        if at_end {
            self.walk.last();
        }
    }

    fn type_rank(&mut self, typed: Option<File>, rank: Rank) {
        match typed {
            Some(file) => self.choose_square(Square::at(file, rank)),
            None => self.say(format!("{rank}: first a letter a-h, as in f{rank}")),
        }
    }

    const fn options(&self) -> Options {
        Options {
            direction: None,
            masked: self.masked,
        }
    }

    fn switch_mask(&mut self) {
        let topic = self.walk.trace().topic();
        if topic.has_mask() {
            self.masked = !self.masked;
            self.walk.retrace(topic, self.options());
        } else {
            self.say(format!("{}: no run, and so no mask.", view::label(topic)));
        }
    }

    /// Runs from here, or from the first step where there is none left.
    fn run(&mut self, env: &UiContext) {
        if self.is_at_end() {
            self.walk.first();
        }
        if !self.is_at_end() {
            self.due = Some(env.now + self.pause);
        }
    }

    fn change_pause(&mut self, slower: bool) {
        let (least, _, most) = PAUSES;
        let step = Duration::from_millis(PAUSE_STEP);
        self.pause = if slower {
            self.pause + step
        } else {
            self.pause.saturating_sub(step)
        }
        .clamp(Duration::from_millis(least), Duration::from_millis(most));
        self.say(format!(
            "A run shows each step for {:.1} s.",
            self.pause.as_secs_f64()
        ));
    }

    /// Handles a key while a square is chosen with the arrow keys. Says whether that was all.
    fn move_cursor(&mut self, cursor: Square, action: Action) -> bool {
        let (files, ranks) = match action {
            Action::Left => (-1, 0),
            Action::Right => (1, 0),
            Action::Up => (0, -1),
            Action::Down => (0, 1),
            Action::Accept | Action::Choose => {
                self.cursor = None;
                self.choose_square(cursor);
                return true;
            }
            Action::Leave | Action::TakeBack if self.typed.is_none() => {
                self.cursor = None;
                return true;
            }
            _ => return false,
        };
        self.typed = None;
        self.cursor = Some(cursor.offset(files, ranks).unwrap_or(cursor));
        true
    }
}
