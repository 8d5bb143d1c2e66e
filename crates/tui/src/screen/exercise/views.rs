//! The exercises on the screen: the puzzles, the mistakes of a game, the lines of an opening, the tutorial, and the
//! course.

use std::sync::mpsc::Receiver;

use super::cards::TASK;
use super::{Ask, ExerciseScreen, ExerciseText, ExerciseView, Help, Intent, TurnPage};
use crate::context::UiContext;
use crate::keymap::{
    BACKSPACE, BACKTAB, ENTER, ESC, Keymap, PAGE_DOWN, PAGE_UP, SPACE, Shortcut, TAB, also, key,
};
use crate::screen::inspector::{InspectorScreen, LEAVE_FIRST};
use crate::screen::side::TextCard;
use crate::screen::{Command, Context};
use crate::theme::Role;
use reversi::{ByColor, Color, Opening, Position, Square};
use reversi_lessons::course::tutorial::{FIRST_TASK_BY_TOUCH, Rules, Tutorial};
use reversi_lessons::course::{CHAPTERS, Chapters, Course, CourseKind};
use reversi_lessons::exercise::Exercise as _;
use reversi_lessons::exercise::ExerciseRequest::{Again, Next, PlayOn, Previous, Swap};
use reversi_study::openings::lines::NamedLine;
use reversi_study::practice::exercise::PuzzleExercise;
use reversi_study::practice::fact::{PracticeFact, PracticeFeedback};
use reversi_study::practice::generate::{PuzzleFilter, random};
use reversi_study::practice::level::PuzzleLevel;
use reversi_study::practice::mistakes::MistakeExercise;
pub(super) use reversi_study::practice::opening_exercise::{LineSource, OpeningExercise};
use reversi_study::practice::storm::Storm;
use reversi_study::practice::supply::Supply;
use reversi_study::rating;
use reversi_study::review::{Review, Whose};
use reversi_study::stats::FoundMistake;
use reversi_table::clock::today;
use reversi_table::game_opening::GameOpening;
use reversi_table::phrase::opening_name;
use reversi_table::player::PlayerKind;
use reversi_table::player::level::Level;
use reversi_table::store::settings::Settings;
use reversi_text::{Message, Said, label, tr};
use reversi_wording::practice;
use reversi_wording::practice::MISSED_BEFORE;
use reversi_wording::you_play;

/// Opens puzzles of some kinds, of a level or as they fit the player.
pub(crate) fn puzzles(
    wanted: PuzzleFilter,
    level: Option<PuzzleLevel>,
    ui: &UiContext,
) -> ExerciseScreen<PuzzleExercise> {
    let supply = Supply::mixed(ui.state.clone(), wanted, ui.seed);
    puzzles_of(supply.of_level(level), ui)
}

/// Opens as many easy puzzles of some kinds as three minutes allow.
pub(crate) fn storm(wanted: PuzzleFilter, ui: &UiContext) -> ExerciseScreen<PuzzleExercise> {
    let supply = Supply::of(ui.state.clone(), wanted, Box::new(random(ui.seed)));
    let supply = supply.of_level(Some(PuzzleLevel::Easy));
    let (state, name) = (ui.state.clone(), ui.settings.name);
    let mut exercise = PuzzleExercise::of(supply, state, name, &ui.waker);
    exercise.start_storm();
    ExerciseScreen::new(exercise, ui)
}

/// Opens the puzzle of today, and then puzzles that fit the player.
pub(crate) fn puzzle_of_the_day(ui: &UiContext) -> ExerciseScreen<PuzzleExercise> {
    let supply = Supply::mixed(ui.state.clone(), PuzzleFilter::default(), ui.seed);
    puzzles_of(supply.with_daily(today()), ui)
}

/// Opens the puzzles of a supply.
pub(crate) fn puzzles_of(supply: Supply, ui: &UiContext) -> ExerciseScreen<PuzzleExercise> {
    let exercise = PuzzleExercise::of(supply, ui.state.clone(), ui.settings.name, &ui.waker);
    ExerciseScreen::new(exercise, ui)
}

/// Opens the mistakes of a side in a reviewed game, or of both sides, with the reviews to come: all, or that many of the
/// worst.
pub(crate) fn mistakes(
    review: (Review, Receiver<Review>),
    (side, whose): (Option<Color>, Whose),
    asked_for: Option<usize>,
    ui: &UiContext,
) -> ExerciseScreen<MistakeExercise> {
    let (reviewer, waker) = (ui.review.clone(), ui.waker.clone());
    let exercise = MistakeExercise::new(review, (side, whose), asked_for, reviewer, waker);
    ExerciseScreen::new(exercise, ui)
}

/// Opens mistakes of the player in many games.
pub(crate) fn own_mistakes(
    mistakes: Vec<FoundMistake>,
    ui: &UiContext,
) -> ExerciseScreen<MistakeExercise> {
    let (state, waker) = (ui.state.clone(), ui.waker.clone());
    let exercise = MistakeExercise::of_games(mistakes, state, ui.review.clone(), waker);
    ExerciseScreen::new(exercise, ui)
}

/// Opens lines that the player keeps at a position in them: the moves that lead to it.
pub(crate) fn own_lines_at(
    lines: Vec<NamedLine>,
    moves: String,
    side: Color,
    ui: &UiContext,
) -> ExerciseScreen<OpeningExercise> {
    let (state, waker) = (ui.state.clone(), ui.waker.clone());
    let exercise = OpeningExercise::new(LineSource::Own(lines), side, state, ui.seed, waker);
    ExerciseScreen::new(exercise.starting_with(moves), ui)
}

/// Opens the lines of an opening for a side.
pub(crate) fn opening_lines(
    source: LineSource,
    side: Color,
    ui: &UiContext,
) -> ExerciseScreen<OpeningExercise> {
    let (state, waker) = (ui.state.clone(), ui.waker.clone());
    ExerciseScreen::new(
        OpeningExercise::new(source, side, state, ui.seed, waker),
        ui,
    )
}

/// Opens the tutorial at its first step.
pub(crate) fn tutorial(ui: &UiContext) -> ExerciseScreen<Tutorial> {
    ExerciseScreen::new(Tutorial::at(0, Rules), ui)
}

/// Opens the course at the chapter that was reached. `subject` is what the inspector explains after it: a position,
/// and the first square to choose.
pub(crate) fn course(
    subject: (Position, Square),
    ui: &UiContext,
) -> ExerciseScreen<Course<Chapters>> {
    ExerciseScreen::new(Course::new(ui.course(), subject), ui)
}

/// Returns whether the course was done to its end.
pub(crate) fn is_course_done(ui: &UiContext) -> bool {
    ui.course().reached() == CHAPTERS.len()
}

#[rustfmt::skip] // a table
static PUZZLE_KEYS: Keymap<Intent> = &[
    on_board!(&[ENTER, SPACE], "", 0, "play at the cursor; then try again, or the next puzzle"),
    bind!(&[(key(Shortcut::Hint), Ask(Help))], "hint", 7, "hint: where to look, then some moves, then the answer"),
    bind!(&[(key(Shortcut::PlayOn), Ask(PlayOn))], "play on", 6, "play a solved puzzle to the end against the best defence"),
    bind!(&[(key(Shortcut::Undo), Ask(Again))], "again", 5, "back to the position of the puzzle"),
    bind!(&[(key(Shortcut::Next), Ask(Next))], "next", 8, "next puzzle"),
    on_board!(&[ESC, BACKSPACE], "back", 5, "back: delete the typed letter, hide the cursor, leave the puzzles"),
];

#[rustfmt::skip] // a table
static MISTAKE_KEYS: Keymap<Intent> = &[
    on_board!(&[ENTER, SPACE], "", 0, "play at the cursor; then try again, or the next mistake"),
    bind!(&[(key(Shortcut::Hint), Ask(Help))], "hint", 7, "hint: what a better move does, then some moves, then the move"),
    bind!(&[(key(Shortcut::Undo), Ask(Again))], "again", 6, "back to the position; at the end, to the mistakes not found at once"),
    bind!(&[(key(Shortcut::Next), Ask(Next))], "next", 8, "next mistake, or skip this one"),
    bind!(&[(PAGE_UP, Ask(Previous)), (PAGE_DOWN, Ask(Next))], "", 0, "previous or next mistake"),
    on_board!(&[ESC, BACKSPACE], "back", 5, "back: delete the typed letter, hide the cursor, leave the mistakes"),
];

#[rustfmt::skip] // a table
static OPENING_KEYS: Keymap<Intent> = &[
    on_board!(&[ENTER, SPACE], "", 0, "play at the cursor; after a line, the next one"),
    bind!(&[(key(Shortcut::Hint), Ask(Help))], "hint", 7, "hint: what the next move looks like, then some moves, then the move; the line counts as missed"),
    bind!(&[(key(Shortcut::Next), Ask(Next))], "next", 8, "next line"),
    bind!(&[(key(Shortcut::Swap), Ask(Swap))], "swap sides", 5, "play the other side of the lines"),
    on_board!(&[ESC, BACKSPACE], "back", 5, "back: delete the typed letter, hide the cursor, leave the trainer"),
];

#[rustfmt::skip] // a table
static TUTORIAL_KEYS: Keymap<Intent> = &[
    bind!(&[(key(Shortcut::Hint), Ask(Help))], "hint", 7, "hint: put the cursor on a right answer"),
    bind!(&[(key(Shortcut::Next), Ask(Next))], "skip", 6, "next step"),
    bind!(&[(key(Shortcut::Undo), Ask(Previous))], "back", 5, "previous step"),
    on_board!(&[ESC, BACKSPACE], "leave", 5, "back: delete the typed letter, hide the cursor, leave the tutorial"),
];

#[rustfmt::skip] // a table
static COURSE_KEYS: Keymap<Intent> = &[
    bind!(&[(key(Shortcut::Hint), Ask(Help))], "hint", 7, "hint: a help with the answer, or the cursor on a right square"),
    bind!(&[(key(Shortcut::Next), Ask(Next))], "skip", 6, "next chapter"),
    bind!(&[(key(Shortcut::Undo), Ask(Previous))], "back", 5, "previous chapter"),
    bind!(&[(TAB, Intent::Topic(true))], "lesson", 6, "next lesson: every step of it on your board|; Shift-Tab for the last one"),
    also(&[(BACKTAB, Intent::Topic(false))]),
    on_board!(&[ESC, BACKSPACE], "leave", 5, "back: clear the answer, hide the cursor, leave the lesson"),
];

/// The keys of the course in a window without room for the board and the whole text.
#[rustfmt::skip] // a table
static COURSE_PAGES: Keymap<Intent> = &[
    bind!(&[(TAB, TurnPage)], "text", 10, "the text in place of the board, or the board again"),
    bind!(&[(PAGE_DOWN, Intent::Topic(true))], "lesson", 6, "next lesson|; Page Up for the last one"),
    also(&[(PAGE_UP, Intent::Topic(false))]),
];

impl ExerciseView for PuzzleExercise {
    const TITLE: &'static Message = label!("Puzzles");
    const KEYS: Keymap<Intent> = PUZZLE_KEYS;
    const BEFORE_PASTE: &'static Message = label!("Leave the puzzles first to paste a game.");

    fn say(told: &PracticeFact) -> Said {
        practice::feedback(told)
    }

    fn text(&self, _ui: &UiContext) -> ExerciseText {
        let mut text = ExerciseText {
            note: self.change.map(|noted| practice::noted(&noted).into()),
            progress: self.noted.map(|noted| rating::texts(noted.rating)),
            ..ExerciseText::default()
        };
        let storm = self.storm.as_ref();
        if let Some(storm) = storm {
            text.progress = Some(practice::storm(storm));
        }
        if let Some(storm) = storm.filter(|storm| storm.is_over()) {
            let best = self.noted.map(|noted| noted.storm);
            let best = best.filter(|&best| best >= storm.solved());
            let sentences = practice::storm_summary(storm, best);
            text.task = sentences.first().cloned().map(String::from);
            let paragraphs = sentences.into_iter().map(|line| (line.into(), Role::Text));
            text.cards = vec![TextCard::new(label!("Time is up").text(), paragraphs)];
        } else if let Some(attempt) = &self.attempt {
            let board = attempt.game.position().board();
            let empties = tr!(
                "{count} empty" | "{count} empty",
                count = board.empty_count()
            )
            .into();
            let origin = practice::origin(attempt.origin).unwrap_or_default();
            let streak = self.noted.and_then(|noted| practice::streak(&noted));
            // The note after an answer has it, too.
            let streak = streak.filter(|_| self.change.is_none() && storm.is_none());
            let streak = streak.map(|streak| streak.sentence());
            let task = practice::question(&attempt.puzzle);
            text.task = Some(task.clone().into());
            text.cards = vec![TextCard {
                figure: empties,
                ..TextCard::new(
                    TASK.text(),
                    [
                        (task, Role::Strong),
                        (origin, Role::Muted),
                        (streak.unwrap_or_default(), Role::Muted),
                    ]
                    .into_iter()
                    .filter(|(text, _)| !text.is_empty())
                    .map(|(text, role)| (text.into(), role)),
                )
            }];
        }
        text
    }

    /// Returns from a storm to the choice of puzzles.
    fn after_last(&self, _context: &Context) -> Option<(&'static Message, Command)> {
        let is_over = self.storm.as_ref().is_some_and(Storm::is_over);
        is_over.then_some((label!("back"), Command::Close))
    }
}

impl ExerciseView for MistakeExercise {
    const TITLE: &'static Message = label!("Mistakes");
    const KEYS: Keymap<Intent> = MISTAKE_KEYS;
    const BEFORE_PASTE: &'static Message = label!("Leave the mistakes first to paste a game.");

    fn say(told: &PracticeFact) -> Said {
        practice::feedback(told)
    }

    fn text(&self, _ui: &UiContext) -> ExerciseText {
        let mut text = ExerciseText::default();
        if self.is_over() {
            let sentences = practice::mistake_summary(&self.summary());
            text.task = sentences.first().cloned().map(String::from);
            let paragraphs = sentences.into_iter().map(|line| (line.into(), Role::Text));
            text.cards = vec![TextCard::new(label!("Summary").text(), paragraphs)];
        } else if let (Some([task, short]), Some((number, all))) =
            (practice::mistake_task(self), self.progress())
        {
            let whole = tr!("mistake {number} of {all}", number, all);
            text.progress = Some([whole, place_in(number, all)]);
            let mut card = TextCard::of(TASK.text(), task, Role::Strong);
            let place = self.place().map(|place| (place.to_string(), Role::Muted));
            card.paragraphs.extend(place);
            text.cards = vec![card];
            text.task = Some(short.into());
        }
        text
    }

    /// Returns to the review, or to the choice of mistakes, unless there are others to ask.
    fn after_last(&self, _context: &Context) -> Option<(&'static Message, Command)> {
        let label = if self.is_of_games() {
            label!("back")
        } else {
            label!("review")
        };
        let is_last = self.is_over() && !self.can(Next);
        is_last.then_some((label, Command::Close))
    }
}

impl ExerciseView for OpeningExercise {
    const TITLE: &'static Message = label!("Openings");
    const KEYS: Keymap<Intent> = OPENING_KEYS;
    const BEFORE_PASTE: &'static Message = label!("Leave the trainer first to paste a game.");

    fn say(told: &PracticeFact) -> Said {
        practice::feedback(told)
    }

    fn text(&self, ui: &UiContext) -> ExerciseText {
        let japanese = ui.has_japanese();
        let task = String::from(you_play(self.side));
        let mut paragraphs = vec![(task.clone(), Role::Strong)];
        if let Some(line) = &self.trainer {
            if line.is_repeated() {
                paragraphs.push((MISSED_BEFORE.text().to_owned(), Role::Muted));
            }
            if let Some(opening) = Opening::of(line.game().positions()) {
                let now = tr!(
                    "So far: {opening}.",
                    opening = &opening_name(opening, japanese)
                )
                .into();
                paragraphs.push((now, Role::Text));
            }
        }
        ExerciseText {
            task: Some(task),
            cards: vec![TextCard::new(self.source.name(japanese), paragraphs)],
            ..ExerciseText::default()
        }
    }

    fn ask_openings(&mut self, ui: &mut UiContext, notice: &mut Option<PracticeFeedback>) {
        self.look_up(&mut ui.openings, ui.opening_depth, notice);
    }
}

/// Returns the number of the current step, and that of all steps.
fn place_of<K: CourseKind>(course: &Course<K>) -> (usize, usize) {
    (course.step + 1, K::STEPS.len())
}

/// Returns the place in a series.
fn place_in(number: usize, all: usize) -> Said {
    tr!("{number} of {all}"; "the place in a series of mistakes, steps or chapters", number, all)
}

/// Returns the texts of a step, with what it is called and its place.
fn step_text<K: CourseKind>(course: &Course<K>, task: &str, place: Said) -> ExerciseText {
    let (number, all) = place_of(course);
    let step = course.current();
    ExerciseText {
        cards: vec![
            TextCard::of(step.title.text(), step.text.text(), Role::Text),
            TextCard::of(TASK.text(), task, Role::Strong),
        ],
        task: Some(task.to_owned()),
        note: None,
        progress: Some([place, place_in(number, all)]),
        steps: (
            K::STEPS.iter().map(|step| step.title.text()).collect(),
            course.step,
        ),
    }
}

impl ExerciseView for Tutorial {
    const TITLE: &'static Message = label!("Learn");
    const KEYS: Keymap<Intent> = TUTORIAL_KEYS;
    const BEFORE_PASTE: &'static Message = label!("Leave the tutorial first to paste a game.");
    const IS_READ_FIRST: bool = true;

    fn say(told: &Said) -> Said {
        told.clone()
    }

    fn text(&self, ui: &UiContext) -> ExerciseText {
        let task = self.current().task.text();
        let by_touch = if self.says_how() {
            FIRST_TASK_BY_TOUCH.text()
        } else {
            task
        };
        let (number, all) = place_of(self);
        let place = tr!("step {number} of {all}", number, all);
        let note = label!("A coach will warn you.").text();
        ExerciseText {
            note: self.is_last().then(|| note.to_owned()),
            ..step_text(self, ui.words(task, by_touch), place)
        }
    }

    /// Returns to the game in progress, or starts one with the coach.
    fn after_last(&self, context: &Context) -> Option<(&'static Message, Command)> {
        let is_playing = context
            .table
            .as_ref()
            .is_some_and(|table| table.is_under_way());
        if !self.is_last() {
            return None;
        }
        if is_playing {
            return Some((label!("back to the game"), Command::Close));
        }
        let level = Level::new(1).expect("there is a level 1");
        let players = ByColor::new(PlayerKind::Human, PlayerKind::Engine(level));
        let start = Command::Act(Box::new(move |_, context: &mut Context| {
            context.ui.keep(Settings::coach_beginner);
            Some(Command::Start(players, GameOpening::Standard))
        }));
        Some((label!("play"), start))
    }
}

impl ExerciseView for Course<Chapters> {
    const TITLE: &'static Message = label!("How it works");
    const KEYS: Keymap<Intent> = COURSE_KEYS;
    const BEFORE_PASTE: &'static Message = LEAVE_FIRST;
    const IS_READ_FIRST: bool = true;
    const PAGES: Keymap<Intent> = COURSE_PAGES;

    fn say(told: &Said) -> Said {
        told.clone()
    }

    fn text(&self, _ui: &UiContext) -> ExerciseText {
        let (number, all) = place_of(self);
        let place = tr!("chapter {number} of {all}", number, all);
        step_text(self, self.current().task.text(), place)
    }

    /// Opens the other topics of the inspector.
    fn after_last(&self, _context: &Context) -> Option<(&'static Message, Command)> {
        let topics = self.topic(true)?;
        self.is_last().then_some((label!("lessons"), topics))
    }

    fn topic(&self, forward: bool) -> Option<Command> {
        let (position, square) = self.kind.subject;
        let inspector = InspectorScreen::new(position, square);
        let inspector = if forward { inspector } else { inspector.last() };
        Some(Command::Close.then(Command::open(inspector)))
    }
}
