//! The inspector: how the bitboard code computes its results, step by step.
//!
//! Steps, values and texts come from the [lesson](reversi_lessons); this screen navigates a trace and
//! shows it. The game at the table waits: a CPU's move is played after the inspector is closed.

mod array;
mod layout;
mod view;

use crate::screen::actions::said;
use std::fmt::Debug;
use std::time::{Duration, Instant};

use ratatui::layout::Rect;

use super::board_pane::typing_error;
use super::dialog::ask_lesson;
use super::files::FileWindow;
use super::{Canvas, Command, Context, Hint, Pasted, Screen, hints};
use crate::context::UiContext;
use crate::keymap::{
    BACKSPACE, BACKTAB, BoardAction, CURSOR, DOWN, END, ENTER, ESC, HOME, Keymap, LEFT, Meaning,
    PAGE_DOWN, PAGE_UP, RIGHT, SPACE, Shortcut, TAB, UP, also, key,
};
use crate::theme::Role;
use reversi::transcript::{self, Token};
use reversi::{Color, Game, Position, Square, SquareSet};
use reversi_board::BoardReply;
use reversi_board::parts::{BoardPane, BoardScene};
use reversi_lessons::{HalvesOrder, LessonOptions, RowLength, Topic, Trace, Walk, svg};
use reversi_notation::detect;
use reversi_notation::find::find;
use reversi_text::{Message, Name, Said, label, tr};

/// How long a run shows each step, in milliseconds: minimum, initial, maximum.
const PAUSES: (u64, u64, u64) = (200, 1000, 5000);

/// How much `+` and `-` change it.
const PAUSE_STEP: Duration = Duration::from_millis(200);

/// What a key or a click means in the inspector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Intent {
    /// Opens the course.
    Course,
    Topic(usize),
    Chapter(usize),
    Step(usize),
    NextTopic,
    PreviousTopic,
    NextChapter,
    PreviousChapter,
    NextStep,
    PreviousStep,
    FirstStep,
    LastStep,
    Run,
    Slower,
    Faster,
    /// Switches the mask, or what else the topic can show in two ways.
    Mask,
    ShowCursor,
    /// Shows the text in place of the board, or the board again.
    TurnPage,
    /// Saves the step or the lesson as a picture.
    Save,
    /// Cancels the input or the run, or closes the inspector.
    Leave,
}

/// The keys.
/// A game is pasted into a lesson.
pub(super) const LEAVE_FIRST: &Message = label!("Leave the lesson first to paste a game.");

#[rustfmt::skip] // a table
static KEYS: Keymap<Intent> = &[
    bind!(&[(RIGHT, Intent::NextStep), (LEFT, Intent::PreviousStep)], "step", 9, "next step, previous step"),
    bind!(&[(DOWN, Intent::NextChapter), (UP, Intent::PreviousChapter)], "part", 7,
        "next or previous part, such as a direction"),
    bind!(&[(SPACE, Intent::Run)], "run", 8, "run|; any key stops it"),
    bind!(&[(HOME, Intent::FirstStep), (END, Intent::LastStep)], "", 0, "first step, last step"),
    bind!(&[(TAB, Intent::NextTopic)], "lesson", 6, "next lesson|; Shift-Tab for the previous one"),
    also(&[(BACKTAB, Intent::PreviousTopic)]),
    bind!(&[(ENTER, Intent::ShowCursor)], "square", 3, "pick a square to see its flips"),
    bind!(&[(key(Shortcut::Swap), Intent::Mask)], "mask off", 5, "mask on or off; the rows of an array; the order of two words"),
    bind!(&[(key(Shortcut::More), Intent::Slower)], "", 0, "run slower"),
    bind!(&[(key(Shortcut::Less), Intent::Faster)], "", 0, "run faster"),
    bind!(&[(key(Shortcut::Save), Intent::Save)], "save", 2, "save the step or the whole lesson as a picture (SVG)"),
    on_board!(&[BACKSPACE], "", 0, "delete the typed letter"),
    bind!(&[(ESC, Intent::Leave)], "back", 9, "back: cancel the input or the run, leave this lesson"),
];

/// The keys in a window without room for the board and the whole text.
#[rustfmt::skip] // a table
static TWO_PAGES: Keymap<Intent> = &[
    bind!(&[(TAB, Intent::TurnPage)], "text", 9, "the text in place of the board, or the board again"),
    bind!(&[(PAGE_DOWN, Intent::NextTopic)], "lesson", 6, "next lesson|; Page Up for the previous one"),
    also(&[(PAGE_UP, Intent::PreviousTopic)]),
];

/// What the list of actions explains.
static LEGEND: &[(&Message, &Message)] = &[
    (
        label!("a-h 1-8"),
        label!("a square: the flips of a move there (Reversi)"),
    ),
    (
        label!("mouse"),
        label!("click a square, a lesson, a part or the step bar"),
    ),
    (label!("1"), label!("a set bit; its square is marked")),
    (
        label!("own"),
        label!("the side to move; opponent: the other side"),
    ),
    (
        label!("hex"),
        label!("two digits per row, top row first; file a is the highest bit"),
    ),
];

/// The keys while a square is selected with the cursor; they take precedence.
#[rustfmt::skip] // a table
static CHOOSING: Keymap<Intent> = &[
    on_board!(CURSOR, "", 0, ""),
    on_board!(&[ENTER, SPACE], "show flips", 10, ""),
];

/// A topic of the inspector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LessonTopic {
    /// A short name.
    pub(crate) label: Said,
    /// The name in names of files, which no language changes.
    pub(crate) in_file_names: String,
    /// What the key for the other way changes.
    pub(crate) switch: Option<TopicSwitch>,
    pub(crate) has_directions: bool,
    /// The square that it is about.
    pub(crate) square: Option<Square>,
}

/// What a topic can show in two ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TopicSwitch {
    /// With the mask, or without it.
    Mask,
    /// The rows of an array.
    Rows,
    /// The order of the steps on two words.
    Order,
}

impl TopicSwitch {
    /// Changes the options.
    const fn toggle(self, options: &mut LessonOptions) {
        match self {
            Self::Mask => options.masked = !options.masked,
            Self::Rows => options.rows = options.rows.other(),
            Self::Order => options.order = options.order.other(),
        }
    }

    /// Returns what the key would show.
    const fn label(self, options: &LessonOptions) -> &'static Message {
        match self {
            Self::Mask if options.masked => label!("mask off"),
            Self::Mask => label!("mask on"),
            Self::Rows => match options.rows {
                RowLength::Ten => label!("rows of 16"),
                RowLength::Sixteen => label!("rows of 10"),
            },
            Self::Order => match options.order {
                HalvesOrder::StepByStep => label!("word by word"),
                HalvesOrder::WordByWord => label!("step by step"),
            },
        }
    }
}

/// What the inspector shows: a position, and the topics of a kernel.
pub(crate) trait Lessons: Debug {
    /// Returns the topics in the order of the menu; `square` is the chosen one.
    fn topics(&self, square: Square) -> Vec<LessonTopic>;

    /// Returns the trace of a topic, which is known by its place in the menu.
    fn trace(&self, topic: usize, square: Square, options: LessonOptions) -> Trace<usize>;

    /// Returns the side whose discs are the own ones.
    fn side_to_move(&self) -> Color;
}

/// The inspector.
#[derive(Debug)]
pub(crate) struct InspectorScreen {
    lessons: Box<dyn Lessons>,
    /// The position to return to from the course, which is the first topic; `None` without one.
    course: Option<Position>,
    walk: Walk<usize>,
    /// The square whose flips are shown.
    square: Square,
    options: LessonOptions,
    pane: BoardPane,
    /// When a run shows the next step.
    due: Option<Instant>,
    /// How long a run shows each step.
    pause: Duration,
    /// Set if the current key stopped a run.
    stopped: bool,
    /// A message about the last key.
    notice: Option<(String, Role)>,
    /// Whether the text is shown, where the window has no room for both it and the board.
    reads: bool,
    /// Whether the window has no room for both.
    is_cut: bool,
}

impl InspectorScreen {
    /// Creates the inspector at a position of Reversi; `square` is the first one to choose.
    pub(crate) fn new(position: Position, square: Square) -> Self {
        let lessons = Box::new(ReversiLessons(position));
        Self {
            square,
            course: Some(position),
            ..Self::of(lessons)
        }
    }

    /// Opens a topic.
    pub(crate) fn about(mut self, topic: Topic) -> Self {
        let all = Topic::all(self.square);
        if let Some(index) = all.iter().position(|&other| other == topic) {
            self.choose_topic(index);
        }
        self
    }

    /// Creates the inspector with lessons.
    pub(crate) fn of(lessons: Box<dyn Lessons>) -> Self {
        let square = Square::A1;
        Self {
            walk: Walk::new(lessons.trace(0, square, LessonOptions::default())),
            lessons,
            course: None,
            square,
            options: LessonOptions::default(),
            pane: BoardPane::default(),
            due: None,
            pause: Duration::from_millis(PAUSES.1),
            stopped: false,
            notice: None,
            reads: false,
            is_cut: false,
        }
    }

    fn is_at_end(&self) -> bool {
        self.walk.at + 1 == self.walk.steps()
    }

    fn topics(&self) -> Vec<LessonTopic> {
        self.lessons.topics(self.square)
    }

    /// Returns the open topic.
    fn topic(&self) -> LessonTopic {
        self.topics().swap_remove(self.walk.trace.topic)
    }

    /// Returns the place of the topic about a square: the open one if it is, otherwise the first.
    fn topic_of_square(&self) -> Option<usize> {
        let topics = self.topics();
        let open = self.walk.trace.topic;
        let is_about = |&place: &usize| topics[place].square.is_some();
        [open].into_iter().chain(0..topics.len()).find(is_about)
    }

    /// Opens the last topic.
    pub(crate) fn last(mut self) -> Self {
        self.choose_topic(self.topics().len() - 1);
        self
    }

    /// Opens the next topic, or the previous one. The course is between the last one and the first.
    fn turn_topics(&mut self, forward: bool) -> Option<Command> {
        let (at, last) = (self.walk.trace.topic, self.topics().len() - 1);
        let edge = if forward { last } else { 0 };
        if at == edge && self.course.is_some() {
            return self.open_course();
        }
        let by = if forward { 1 } else { last };
        self.choose_topic((at + by) % (last + 1));
        None
    }

    fn open_course(&self) -> Option<Command> {
        Some(Command::Close.then(Command::Course(self.course?, self.square)))
    }

    fn choose_topic(&mut self, topic: usize) {
        self.pane.clear();
        if topic != self.walk.trace.topic {
            self.walk.replace(self.trace(topic));
        }
    }

    fn trace(&self, topic: usize) -> Trace<usize> {
        self.lessons.trace(topic, self.square, self.options)
    }

    /// Shows the flips of a square. A user who was viewing results keeps viewing results.
    fn choose_square(&mut self, square: Square) {
        let Some(topic) = self.topic_of_square() else {
            return;
        };
        self.pane.clear();
        let is_open = topic == self.walk.trace.topic;
        if is_open && square == self.square {
            return;
        }
        let at_end = is_open && self.is_at_end();
        self.square = square;
        self.walk = Walk::new(self.trace(topic));
        if at_end {
            self.walk.last();
        }
    }

    fn switch(&mut self) {
        let topic = self.topic();
        if let Some(switch) = topic.switch {
            switch.toggle(&mut self.options);
            self.walk.replace(self.trace(self.walk.trace.topic));
        } else {
            let notice = tr!("{lesson}: this lesson has no mask.", lesson = &topic.label).into();
            self.notice = Some((notice, Role::Warning));
        }
    }

    /// Runs from the current step, or from the first one at the end.
    fn run(&mut self, now: Instant) {
        if self.is_at_end() {
            self.walk.first();
        }
        if !self.is_at_end() {
            self.due = Some(now + self.pause);
        }
    }

    fn change_pause(&mut self, pause: Duration) {
        let (least, _, most) = PAUSES;
        self.pause = pause.clamp(Duration::from_millis(least), Duration::from_millis(most));
        let seconds = self.pause.as_secs_f64();
        let seconds = format!("{seconds:.1}");
        let notice = tr!(
            "Each step is shown for {seconds} s.",
            seconds = Name(&seconds)
        );
        self.notice = Some((notice.into(), Role::Text));
    }

    /// Asks whether to save the step or the lesson, then for the name of the file.
    fn save(&self, ui: &UiContext) -> Command {
        let (trace, side) = (&self.walk.trace, self.lessons.side_to_move());
        let name = self.topic().in_file_names;
        let export = |picture: String, name: String| {
            let text = (picture + "\n").into();
            Command::open(FileWindow::export(text, &name, ui))
        };
        let step = format!("{name}-step-{}.svg", self.walk.at + 1);
        let step = export(svg::still(trace, self.walk.at, side), step);
        let lesson = export(svg::animation(trace, side), format!("{name}.svg"));
        Command::open(ask_lesson(step, lesson))
    }

    fn is_choosing(&self) -> bool {
        self.pane.square().is_some()
    }
}

impl Screen for InspectorScreen {
    type Intent = Intent;

    fn tables(&self, _context: &Context) -> Vec<Keymap<Intent>> {
        let choosing = self.is_choosing().then_some(CHOOSING);
        let pages = self.is_cut.then_some(TWO_PAGES);
        choosing.into_iter().chain(pages).chain([KEYS]).collect()
    }

    fn works(&self, intent: Intent, _context: &Context) -> bool {
        match intent {
            Intent::NextTopic => !self.is_choosing(),
            Intent::Mask => self.topic().switch.is_some() && !self.is_choosing(),
            Intent::ShowCursor => self.topic_of_square().is_some(),
            Intent::NextChapter => self.walk.trace.chapters.len() > 1,
            Intent::Course
            | Intent::Topic(_)
            | Intent::Chapter(_)
            | Intent::Step(_)
            | Intent::PreviousTopic
            | Intent::PreviousChapter
            | Intent::NextStep
            | Intent::PreviousStep
            | Intent::FirstStep
            | Intent::LastStep
            | Intent::Run
            | Intent::Slower
            | Intent::Faster
            | Intent::TurnPage
            | Intent::Save
            | Intent::Leave => true,
        }
    }

    fn legend(&self) -> Vec<(&'static str, &'static str)> {
        said(LEGEND)
    }

    fn hints(&self, context: &Context) -> Vec<Hint<Intent>> {
        let topic = self.topic();
        let mut items = hints(&self.tables(context), &context.ui, |intent| {
            self.works(intent, context)
        });
        for item in &mut items {
            match item.target {
                Meaning::Own(Intent::NextStep | Intent::NextChapter) => {
                    if context.ui.look().ascii {
                        // There is no room for both names.
                        item.key = item.key.split('/').next_back().unwrap_or("").to_owned();
                        item.pair = None;
                    }
                    if item.target == Meaning::Own(Intent::NextChapter) && topic.has_directions {
                        item.label = label!("direction");
                    }
                }
                Meaning::Own(Intent::Run) if self.due.is_some() => {
                    item.label = label!("stop");
                }
                Meaning::Own(Intent::Mask) => {
                    if let Some(switch) = topic.switch {
                        item.label = switch.label(&self.options);
                    }
                }
                Meaning::Own(Intent::TurnPage) if self.reads => item.label = label!("board"),
                _ => {}
            }
        }
        items
    }

    fn answer(&self, _context: &Context) -> Vec<String> {
        self.notice.iter().map(|(text, _)| text.clone()).collect()
    }

    fn touch(&mut self, _context: &mut Context) {
        // Any key stops a run.
        self.stopped = self.due.take().is_some();
        self.notice = None;
    }

    fn scroll(down: bool, _on_board: bool) -> Option<Intent> {
        Some(if down {
            Intent::NextStep
        } else {
            Intent::PreviousStep
        })
    }

    fn act(&mut self, intent: Intent, context: &mut Context) -> Option<Command> {
        let stopped = self.stopped;
        let gave_up = self.pane.forget_typed();
        match intent {
            Intent::Course => return self.open_course(),
            Intent::Topic(index) => self.choose_topic(index),
            Intent::Chapter(chapter) => drop(self.walk.go_to_chapter(chapter)),
            Intent::Step(step) => drop(self.walk.go(step)),
            Intent::NextTopic => return self.turn_topics(true),
            Intent::PreviousTopic => return self.turn_topics(false),
            Intent::NextChapter => drop(self.walk.next_chapter()),
            Intent::PreviousChapter => drop(self.walk.previous_chapter()),
            Intent::NextStep => drop(self.walk.next()),
            Intent::PreviousStep => drop(self.walk.previous()),
            Intent::FirstStep => drop(self.walk.first()),
            Intent::LastStep => drop(self.walk.last()),
            Intent::Run if !stopped => self.run(context.ui.now),
            Intent::Slower => self.change_pause(self.pause + PAUSE_STEP),
            Intent::Faster => self.change_pause(self.pause.saturating_sub(PAUSE_STEP)),
            Intent::Mask => self.switch(),
            Intent::ShowCursor if !stopped && self.topic_of_square().is_some() => {
                self.pane.point_at(self.square);
                self.reads = false;
            }
            Intent::TurnPage => self.reads = !self.reads,
            Intent::Save => return Some(self.save(&context.ui)),
            Intent::Leave if gave_up || self.pane.give_up() => {}
            Intent::Leave if !stopped => return Some(Command::Close),
            Intent::Run | Intent::ShowCursor | Intent::Leave => {}
        }
        None
    }

    fn act_on_board(&mut self, action: BoardAction, _context: &mut Context) -> Option<Command> {
        let scene = BoardScene {
            last: Some((self.square, SquareSet::EMPTY)),
            ..self.pane.scene(&Game::new(), SquareSet::EMPTY)
        };
        self.topic_of_square()?;
        match self.pane.apply(action, &scene) {
            BoardReply::Chosen(square) => self.choose_square(square),
            BoardReply::Refused(error) => {
                self.notice = Some((typing_error(error).into(), Role::Warning));
            }
            BoardReply::Unused | BoardReply::Input => {}
        }
        None
    }

    fn paste(&mut self, text: &str, _context: &mut Context) -> Pasted {
        // The inspector never changes the game on the board.
        let is_game = detect::detect(text.as_bytes()).is_some() || find(text).is_ok();
        if let Some(square) = lone_square(text) {
            self.choose_square(square);
        } else if is_game {
            self.notice = Some((LEAVE_FIRST.into(), Role::Warning));
        }
        if is_game {
            Pasted::Taken
        } else {
            Pasted::Passed
        }
    }

    fn tick(&mut self, context: &mut Context) -> Option<Command> {
        let now = context.ui.now;
        let due = self.due.filter(|&due| due <= now)?;
        self.walk.next();
        // After the machine slept, missed steps are not made up.
        let next = (due + self.pause).max(now);
        self.due = (!self.is_at_end()).then_some(next);
        None
    }

    fn deadline(&mut self, _context: &mut Context) -> Option<Instant> {
        self.due
    }

    fn report(&mut self, sentence: String, _context: &mut Context) {
        self.notice = Some((sentence, Role::Text));
    }

    fn warn(&mut self, sentence: String, _context: &mut Context) {
        self.notice = Some((sentence, Role::Warning));
    }

    fn lay_out(&mut self, area: Rect, _context: &Context) {
        self.is_cut = self.has_two_pages(area);
    }

    fn draw(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        self.draw_screen(area, canvas);
    }
}

/// Returns the square that a text names, if it holds nothing else.
fn lone_square(text: &str) -> Option<Square> {
    let mut tokens = transcript::tokens(text);
    match (tokens.next(), tokens.next()) {
        (Some(Ok(Token::Move(square))), None) => Some(square),
        _ => None,
    }
}

/// The lessons about a position of Reversi.
#[derive(Debug)]
struct ReversiLessons(Position);

impl Lessons for ReversiLessons {
    fn topics(&self, square: Square) -> Vec<LessonTopic> {
        let topic = |topic: Topic| LessonTopic {
            label: match topic {
                Topic::LegalMoves => tr!("legal moves"),
                Topic::Flips(square) => tr!("flips of {square}", square),
                Topic::Carry => tr!("carry"; "a lesson in few words"),
                Topic::FlipsByCarry(_) => tr!("carry flips"; "a lesson in few words"),
                Topic::Halves => tr!("halves"; "a lesson in few words"),
                Topic::FlipsInHalves(square) => {
                    tr!("halves {square}"; "a lesson in few words", square)
                }
                Topic::DiscCount => tr!("disc count"),
                Topic::StableDiscs => tr!("stable"; "a lesson in few words"),
                Topic::Mobility => tr!("mobility"),
                Topic::Arrays(square) => tr!("arrays {square}", square),
            },
            in_file_names: topic.in_file_names(),
            switch: match topic {
                Topic::Arrays(_) => Some(TopicSwitch::Rows),
                Topic::Halves | Topic::FlipsInHalves(_) => Some(TopicSwitch::Order),
                _ => topic.has_mask().then_some(TopicSwitch::Mask),
            },
            has_directions: topic.has_directions(),
            square: match topic {
                Topic::Flips(square)
                | Topic::FlipsByCarry(square)
                | Topic::FlipsInHalves(square)
                | Topic::Arrays(square) => Some(square),
                _ => None,
            },
        };
        Topic::all(square).map(topic).into()
    }

    fn trace(&self, topic: usize, square: Square, options: LessonOptions) -> Trace<usize> {
        let board = self.0.board();
        let (own, opponent) = (board.player().bits(), board.opponent().bits());
        let trace = Topic::all(square)[topic].trace(own, opponent, options);
        trace.with_topic(topic)
    }

    fn side_to_move(&self) -> Color {
        self.0.side_to_move()
    }
}
