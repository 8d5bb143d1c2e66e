//! The screen of an exercise: a task on the board, answered with a square or in words. The puzzles, the mistakes of a
//! game, the lines of an opening, the tutorial and the course are shown on it.

mod cards;
mod input;
mod views;

use std::time::{Duration, Instant};

use crate::event::KeyEvent;
use ratatui::layout::Rect;
use tui_input::InputRequest;

use super::board_pane::{TAP_A_SQUARE, plays, text_with_flips, typing_error};
use super::side::TextCard;
use super::{Canvas, Command, Context, Hint, Pasted, Screen, hints, ways, without_repeats};
use crate::context::UiContext;
use crate::keymap::{
    BoardAction, DOWN, ENTER, Keymap, LEFT, Meaning, RIGHT, SPACE, Shortcut, TAB, UP, also,
    board_keys, field_request, key, look_up,
};
use crate::table::timeline::Timeline;
use crate::widget::list::ListStep;
use reversi::{Game, Position, Square, SquareSet};
use reversi_board::BoardReply;
use reversi_board::parts::{BoardPane, BoardScene, SquareSign};
use reversi_lessons::View;
use reversi_lessons::exercise::{
    AnswerForm, Exercise, ExercisePhase, ExerciseRequest, Feedback, Tone,
};

use ExerciseRequest::{Again, Hint as Help, Next, PlayOn};
use Intent::{Ask, TurnPage};

use cards::ExerciseLayout;
use input::AnswerInput;
use reversi_text::{Message, Said, label};
pub(crate) use views::{
    course, is_course_done, mistakes, opening_lines, own_lines_at, own_mistakes, puzzle_of_the_day,
    puzzles, puzzles_of, storm, tutorial,
};

/// The time between two moves of a refutation.
const PACE: Duration = Duration::from_millis(700);

/// What a key or a click means on this screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Intent {
    Ask(ExerciseRequest),
    /// Shows the text in place of the board, or the board again.
    TurnPage,
    /// Opens the game on the board in an analysis.
    Analyse,
    /// Moves in the options of an answer.
    Move(ListStep),
    /// Answers with an option.
    Pick(usize),
    /// Edits the answer.
    Edit(InputRequest),
    /// Answers with the marked option, or with what is typed.
    Answer,
    /// Opens the topic after this exercise, or the one before it.
    Topic(bool),
}

/// The keys on a screen without room for the board and the whole text; they take precedence.
#[rustfmt::skip] // a table
static TWO_PAGES: Keymap<Intent> = &[
    bind!(&[(TAB, TurnPage)], "text", 9, "the text in place of the board, or the board again"),
];

/// The keys while a text is to be chosen; they take precedence.
#[rustfmt::skip] // a table
static CHOOSING: Keymap<Intent> = &[
    bind!(&[(DOWN, Intent::Move(ListStep::Down)), (UP, Intent::Move(ListStep::Up))], "choose", 8, "next or previous option"),
    also(&[(RIGHT, Intent::Move(ListStep::Down)), (LEFT, Intent::Move(ListStep::Up))]),
];

/// The keys while an answer in words is wanted; they take precedence.
#[rustfmt::skip] // a table
static IN_WORDS: Keymap<Intent> = &[
    bind!(&[(ENTER, Intent::Answer), (SPACE, Intent::Answer)], "answer", 9, "answer with the marked option, or with what is typed"),
];

/// The keys of an exercise that no answer is wanted in: an analysis would tell it.
#[rustfmt::skip] // a table
static ANSWERED: Keymap<Intent> = &[
    bind!(&[(key(Shortcut::Analyse), Intent::Analyse)], "analyse", 3, "analyse this position"),
];

/// The keys after a wrong answer; they take precedence.
#[rustfmt::skip] // a table
static REFUTED: Keymap<Intent> = &[
    bind!(&[(ENTER, Ask(Again)), (SPACE, Ask(Again))], "try again", 11, ""),
];

/// The keys after the end; they take precedence.
#[rustfmt::skip] // a table
static DONE: Keymap<Intent> = &[
    bind!(&[(ENTER, Ask(Next)), (SPACE, Ask(Next))], "next", 11, ""),
];

/// What the screen shows of an exercise besides the board.
#[derive(Default)]
pub(crate) struct ExerciseText {
    /// What there is to know; the last card has the task.
    cards: Vec<TextCard>,
    /// The task in a sentence, for screens without room for cards.
    task: Option<String>,
    /// The note below the feedback.
    note: Option<String>,
    /// The text at the right end of the title line, and a shorter one.
    progress: Option<[Said; 2]>,
    /// The titles of all steps, and the index of the current one.
    steps: (Vec<&'static str>, usize),
}

/// How an exercise is shown.
pub(crate) trait ExerciseView: Exercise + 'static {
    const TITLE: &'static Message;
    const KEYS: Keymap<Intent>;
    /// What a person has to do before pasting a game.
    const BEFORE_PASTE: &'static Message;
    /// Whether the text of a position is read before its board, where only one of them has room.
    const IS_READ_FIRST: bool = false;
    /// The keys that turn between the text and the board, where only one of them has room.
    const PAGES: Keymap<Intent> = TWO_PAGES;

    /// Returns what the exercise tells, as sentences.
    fn say(told: &Self::Fact) -> Said;

    /// Returns the texts of the current position; openings have their Japanese names too, if that is wanted.
    fn text(&self, ui: &UiContext) -> ExerciseText;

    /// Asks for what is known of the position as an opening, and takes it. Sets the notice if something is missing.
    fn ask_openings(&mut self, _ui: &mut UiContext, _notice: &mut Option<Feedback<Self::Fact>>) {}

    /// Returns what follows the last position, and its label in the key line.
    fn after_last(&self, _context: &Context) -> Option<(&'static Message, Command)> {
        None
    }

    /// Returns what opens the topic after this exercise, or the one before it, if it is one of several.
    fn topic(&self, _forward: bool) -> Option<Command> {
        None
    }
}

/// What is said to a person.
struct Speech {
    /// The answer to what they did.
    said: Option<Feedback>,
    /// Whether it outranks the prompt.
    is_newer: bool,
    /// Where the cursor is, or how to answer.
    prompt: Option<String>,
}

/// The screen of an exercise.
pub(crate) struct ExerciseScreen<E> {
    exercise: E,
    pane: BoardPane,
    input: AnswerInput,
    timeline: Timeline,
    /// The last position that was shown; `None` if the next one does not follow from it by a move.
    seen: Option<Position>,
    /// What went wrong, until the next key.
    notice: Option<Feedback>,
    /// How many moves of a refutation the board shows after the wrong answer.
    refuted: u32,
    /// What the exercise said last.
    heard: Option<Feedback>,
    /// Whether what the exercise says is newer than where the cursor is.
    has_answered: bool,
    /// The recommended square on which the cursor was put.
    recommended: Option<Square>,
    /// Whether the text is shown, where the screen has no room for both it and the board.
    reads: bool,
    /// `None` before the first frame.
    layout: Option<ExerciseLayout>,
}

impl<E: ExerciseView> ExerciseScreen<E> {
    fn new(exercise: E, ui: &UiContext) -> Self {
        Self {
            input: AnswerInput::new(exercise.form()),
            exercise,
            pane: BoardPane::default(),
            timeline: Timeline::new(ui.now),
            seen: None,
            notice: None,
            refuted: 0,
            heard: None,
            has_answered: false,
            recommended: None,
            reads: E::IS_READ_FIRST,
            layout: None,
        }
    }

    /// Shows the flips of the move that was played, if one was.
    fn follow(&mut self, ui: &UiContext) {
        let Some(game) = self.exercise.game() else {
            return;
        };
        let position = game.position();
        match (self.seen.replace(position), game.last_move()) {
            (Some(seen), _) if seen == position => {}
            (Some(_), Some((square, flips))) => {
                if let Some(color) = position.disc(square) {
                    (self.timeline).moved(square, flips, color, ui.animates(), ui.now);
                }
            }
            _ => self.timeline.changed(ui.now),
        }
    }

    fn scene(&self) -> BoardScene {
        let Some(game) = self.exercise.game() else {
            return self.pane.scene(&Game::new(), SquareSet::EMPTY);
        };
        let legal = match self.exercise.phase() {
            ExercisePhase::Asking if self.input.form == AnswerForm::Move => game.legal_moves(),
            _ => SquareSet::EMPTY,
        };
        let mut signs = [None; 64];
        if let Some((shown, _)) = self
            .exercise
            .bits()
            .filter(|(bits, _)| bits.view == View::Squares)
        {
            for square in SquareSet::from_bits(shown.value) {
                let (text, is_strong) = ("1", true);
                signs[usize::from(square.index())] = Some(SquareSign { text, is_strong });
            }
        }
        let is_asking = self.exercise.phase() == ExercisePhase::Asking;
        if let Some(mistake) = self.exercise.mistaken().filter(|_| is_asking) {
            let (text, is_strong) = ("?", false);
            signs[usize::from(mistake.index())] = Some(SquareSign { text, is_strong });
        }
        let feedback = self.notice.clone().or_else(|| self.told());
        BoardScene {
            pointed: feedback.map_or(SquareSet::EMPTY, |feedback| feedback.squares),
            signs,
            ..self.pane.scene(game, legal)
        }
    }

    /// Puts the cursor on a square when it is recommended, so that Enter plays it.
    fn follow_recommendation(&mut self) {
        let feedback = self.exercise.feedback();
        let now = feedback.and_then(|feedback| feedback.recommended);
        let before = std::mem::replace(&mut self.recommended, now);
        if let Some(square) = now.filter(|_| now != before) {
            self.pane.point_at(square);
        }
    }

    fn answer(&mut self, square: Square, ui: &UiContext) {
        self.pane.clear();
        self.recommended = None;
        let phase = self.exercise.phase();
        if phase == ExercisePhase::Refuted {
            self.exercise.carry_out(Again);
            self.follow(ui);
        }
        if matches!(phase, ExercisePhase::Asking | ExercisePhase::Refuted)
            && let Err(wrong) = self.exercise.answer(square)
        {
            self.pane.point_at(square);
            self.notice = Some(wrong.map(E::say));
            return;
        }
        self.follow_recommendation();
    }

    fn answer_in_words(&mut self) {
        if let Some(text) = self.input.text() {
            let answered = self.exercise.answer_in_words(&text);
            self.notice = answered.err().map(|wrong| wrong.map(E::say));
        }
    }

    fn asks_for_words(&self) -> bool {
        self.exercise.phase() == ExercisePhase::Asking && self.input.is_in_words()
    }

    /// Returns what the exercise says.
    fn told(&self) -> Option<Feedback> {
        self.exercise.feedback().map(|told| told.map(E::say))
    }

    /// Returns what the exercise says. If it only asks, how to answer is added.
    fn feedback(&self, ui: &UiContext) -> Option<Feedback> {
        let feedback = self.told();
        let says_more = |feedback: &Feedback| feedback.tone != Tone::Prompt;
        if self.exercise.phase() != ExercisePhase::Asking
            || feedback.as_ref().is_some_and(says_more)
        {
            return feedback;
        }
        let how = match self.exercise.form() {
            AnswerForm::Move if self.exercise.says_how() => {
                ui.words(label!("The arrow keys and Enter work too.").text(), "")
            }
            // Without an example: it could be the answer.
            AnswerForm::Move => ui.words(
                label!("Type a square, or click it.").text(),
                TAP_A_SQUARE.text(),
            ),
            AnswerForm::Square => ui.words(
                label!("Type its name, or click it.").text(),
                label!("Tap it.").text(),
            ),
            AnswerForm::Text => ui.words(
                label!("Then press Enter.").text(),
                label!("The menu of the page opens the keyboard.").text(),
            ),
            // The key line says it.
            AnswerForm::Choice(_) => return feedback,
        };
        if how.is_empty() {
            return feedback;
        }
        let what = feedback.into_iter().map(|feedback| feedback.sentence);
        let said = Said::sentences(what.chain([Said::verbatim(how)]));
        Some(Feedback::new(Tone::Prompt, said))
    }

    /// Returns what is said, with a title: the notice, or the feedback; and below the task where the cursor is, or how to
    /// answer. Without room for both, the newer one is said.
    fn speech(&self, ui: &UiContext) -> Speech {
        let mut said = self.notice.clone().or_else(|| self.feedback(ui));
        if let Some(feedback) = &mut said
            && feedback.recommended.is_some()
            && feedback.recommended == self.pane.square()
        {
            let said = std::mem::take(&mut feedback.sentence);
            feedback.sentence = Said::sentences([said, Said::verbatim(plays(ui))]);
        }
        let (prompt, said): (Vec<_>, Vec<_>) =
            (said.into_iter()).partition(|feedback| feedback.tone == Tone::Prompt);
        let input = text_with_flips(self.pane, &self.scene(), ui);
        let prompt = prompt
            .into_iter()
            .next()
            .map(|prompt| prompt.sentence.into());
        let said = said.into_iter().next();
        let is_verdict = (said.as_ref())
            .is_some_and(|said| said.tone != Tone::Hint && self.pane.typed().is_none());
        Speech {
            said,
            is_newer: self.has_answered || is_verdict || input.is_none(),
            // After a verdict, where the cursor is says nothing.
            prompt: input.filter(|_| !is_verdict).or(prompt),
        }
    }
}

impl<E: ExerciseView> Screen for ExerciseScreen<E> {
    type Intent = Intent;

    fn tables(&self, _context: &Context) -> Vec<Keymap<Intent>> {
        let first = match self.exercise.phase() {
            ExercisePhase::Refuted => Some(REFUTED),
            ExercisePhase::Done => Some(DONE),
            ExercisePhase::Waiting | ExercisePhase::Asking => None,
        };
        let is_cut = (self.layout.as_ref()).is_some_and(|layout| !layout.is_whole);
        let pages = is_cut.then_some(E::PAGES);
        let words = self.asks_for_words().then_some(IN_WORDS);
        let is_choice = matches!(self.input.form, AnswerForm::Choice(_));
        let choosing = words.filter(|_| is_choice).map(|_| CHOOSING);
        let first = pages.into_iter().chain(words).chain(choosing).chain(first);
        first.chain([E::KEYS, ANSWERED, board_keys()]).collect()
    }

    fn works(&self, intent: Intent, context: &Context) -> bool {
        match intent {
            Ask(Next) => self.exercise.after_last(context).is_some() || self.exercise.can(Next),
            Ask(request) => self.exercise.can(request),
            TurnPage | Intent::Topic(_) => true,
            Intent::Move(_) | Intent::Pick(_) | Intent::Edit(_) | Intent::Answer => {
                self.asks_for_words()
            }
            // Where any square can be asked for, the board is not one of a game.
            Intent::Analyse => {
                self.exercise.phase() == ExercisePhase::Done && self.input.form == AnswerForm::Move
            }
        }
    }

    fn intent(&self, key: KeyEvent, context: &Context) -> Option<Meaning<Intent>> {
        let has_field = self.asks_for_words() && self.input.form == AnswerForm::Text;
        let typed = has_field.then(|| field_request(key)).flatten();
        let typed = typed.filter(|request| match request {
            InputRequest::InsertChar(letter) => {
                letter.is_ascii_hexdigit() || "xX_".contains(*letter)
            }
            _ => true,
        });
        let typed = typed.map(|request| Meaning::Own(Intent::Edit(request)));
        typed.or_else(|| look_up(&self.tables(context), key, &context.ui.settings.keys))
    }

    fn hints(&self, context: &Context) -> Vec<Hint<Intent>> {
        let mut items = hints(&self.tables(context), &context.ui, |intent| {
            self.works(intent, context)
        });
        without_repeats(&mut items);
        let mut pages = items.iter_mut();
        if let Some(page) = pages.find(|item| item.target == Meaning::Own(TurnPage))
            && self.reads
        {
            page.label = label!("board");
        }
        if let Some((label, _)) = self.exercise.after_last(context) {
            let mut items = items.iter_mut();
            if let Some(next) = items.find(|item| item.target == Meaning::Own(Ask(Next))) {
                next.label = label;
            }
        }
        items
    }

    fn touch(&mut self, _context: &mut Context) {
        self.timeline.end_wave();
        (self.notice, self.has_answered) = (None, false);
    }

    fn answer(&self, context: &Context) -> Vec<String> {
        let speech = self.speech(&context.ui);
        let said = speech.said.filter(|_| self.has_answered);
        said.into_iter().map(|said| said.sentence.into()).collect()
    }

    fn question(&self, context: &Context) -> Option<String> {
        let keys = match self.exercise.phase() {
            ExercisePhase::Refuted => REFUTED,
            ExercisePhase::Done => DONE,
            ExercisePhase::Waiting | ExercisePhase::Asking => return None,
        };
        let works = |intent| self.works(intent, context);
        let ways = ways(&hints(&[keys], &context.ui, works), &context.ui);
        Some(ways).filter(|ways| !ways.is_empty())
    }

    fn act(&mut self, intent: Intent, context: &mut Context) -> Option<Command> {
        let request = match intent {
            Ask(request) => request,
            TurnPage => {
                self.reads = !self.reads;
                return None;
            }
            Intent::Topic(forward) => return self.exercise.topic(forward),
            Intent::Move(_) | Intent::Edit(_) | Intent::Pick(_) | Intent::Answer => {
                if !self.asks_for_words() {
                    return None;
                }
                self.reads = false;
                match intent {
                    Intent::Move(step) => self.input.step(step),
                    Intent::Edit(request) => self.input.edit(request),
                    Intent::Pick(index) => {
                        self.input.choose(index);
                        self.answer_in_words();
                    }
                    _ if self.input.is_started => self.answer_in_words(),
                    _ => self.input.is_started = true,
                }
                return None;
            }
            Intent::Analyse => {
                let game = self
                    .exercise
                    .game()
                    .filter(|_| self.works(intent, context))?;
                return Some(Command::Analyse(Box::new(game.clone())));
            }
        };
        if request == Next
            && let Some((_, command)) = self.exercise.after_last(context)
        {
            return Some(command);
        }
        if self.exercise.can(request) {
            let is_same = matches!(request, Help | PlayOn);
            self.reads = E::IS_READ_FIRST && !is_same;
            if !is_same {
                self.pane.clear();
                self.seen = None;
            }
            self.exercise.carry_out(request);
            if !is_same {
                self.input = AnswerInput::new(self.exercise.form());
            }
            self.recommended = None;
            self.follow_recommendation();
            self.has_answered = true;
        }
        None
    }

    fn act_on_board(&mut self, action: BoardAction, context: &mut Context) -> Option<Command> {
        self.reads = false;
        if self.input.is_in_words() {
            let leaves = action == BoardAction::GiveUp && !self.input.give_up();
            return leaves.then_some(Command::Close);
        }
        match self.pane.apply(action, &self.scene()) {
            BoardReply::Chosen(square) => self.answer(square, &context.ui),
            BoardReply::Refused(error) => self.notice = Some(Feedback::wrong(typing_error(error))),
            BoardReply::Unused if action == BoardAction::GiveUp => return Some(Command::Close),
            // Without a cursor, Enter shows it.
            BoardReply::Unused if action == BoardAction::Enter => {
                let scene = self.scene();
                if !scene.legal.is_empty() {
                    self.pane.point_at(scene.first());
                }
            }
            BoardReply::Unused | BoardReply::Input => {}
        }
        None
    }

    fn hovered_board(&mut self) -> Option<&mut BoardPane> {
        Some(&mut self.pane)
    }

    /// Refuses the paste: an exercise never changes the game at the table.
    fn paste(&mut self, _text: &str, context: &mut Context) -> Pasted {
        self.report(E::BEFORE_PASTE.into(), context);
        Pasted::Taken
    }

    fn tick(&mut self, context: &mut Context) -> Option<Command> {
        let ui = &mut context.ui;
        self.timeline.pass_to(ui.now);
        self.exercise.pass_to(ui.now);
        if self.exercise.phase() != ExercisePhase::Refuted {
            self.refuted = 0;
        }
        let mut notice = None;
        self.exercise.update(&mut notice);
        self.exercise.ask_openings(ui, &mut notice);
        let notice = notice.map(|notice| notice.map(E::say));
        self.notice = notice.or(self.notice.take());
        let feedback = self.told();
        self.has_answered |= self.notice.is_some() || feedback != self.heard;
        self.heard = feedback;
        self.follow_recommendation();
        self.follow(ui);
        while self.exercise.has_refutation()
            && (!ui.animates() || self.timeline.due(PACE) <= ui.now)
        {
            self.exercise.refute();
            self.refuted += 1;
            self.follow(ui);
        }
        None
    }

    fn deadline(&mut self, context: &mut Context) -> Option<Instant> {
        let frame = self.timeline.next_frame(context.ui.now);
        let refutes = self.exercise.has_refutation();
        let due = refutes.then(|| self.timeline.due(PACE));
        let own = self.exercise.deadline();
        due.into_iter().chain(frame).chain(own).min()
    }

    fn report(&mut self, sentence: String, _context: &mut Context) {
        self.notice = Some(Feedback::new(Tone::Wrong, Said::verbatim(sentence)));
    }

    fn lay_out(&mut self, area: Rect, context: &Context) {
        self.layout = self.layout_in(area, &context.ui);
    }

    fn draw(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        if let Some(layout) = &self.layout {
            self.draw_all(layout, area, canvas);
        }
    }
}
