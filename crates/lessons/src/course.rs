//! Courses: steps with a text, a position and a task each, one after the other. The tutorial is one. The other one comes
//! before the lessons of the kernel: its answers are squares, a number in hex, or one of a few options, and what the
//! kernel computes decides about squares and numbers.

pub mod tutorial;

use std::cell::Cell;
use std::rc::Rc;

use crate::exercise::{
    AnswerForm, Exercise, ExercisePhase, ExerciseRequest, Feedback, Tone, right_answer,
};
use crate::lesson::words::squares;
use crate::lesson::{LessonOptions, Step, Topic, Trace, Variable};
use reversi::bitboard::plain::DIRECTIONS;
use reversi::transcript;
use reversi::{Board, Color, Game, Position, Square, SquareSet};
use reversi_table::background::{Background, Reporter, ValueTask, Waker};
use reversi_table::phrase;
use reversi_table::store::StorageError;
use reversi_text::{Message, Said, label, tr};

use tutorial::TutorialTask;

/// What answers the task of a step. Black is to move.
#[derive(Clone, Copy, Debug)]
enum StepAim {
    /// A move, which is played.
    Play(TutorialTask),
    /// Black's discs as a number in hex, with a hint.
    Number(&'static Message),
    /// The option with this index, with a hint. The other options come with a sentence that says why they are wrong.
    Option(
        usize,
        &'static Message,
        &'static [(Choice, Option<&'static Message>)],
    ),
    /// The disc at the far end of the run.
    RunEnd,
    /// A move that is found in the direction of the step.
    Move,
    /// A disc that the move on this square turns.
    Flip(Square),
}

/// An option of a task.
#[derive(Clone, Copy, Debug)]
enum Choice {
    /// A part of the source, or digits.
    Code(&'static str),
    Words(&'static Message),
}

impl Choice {
    fn text(self) -> &'static str {
        match self {
            Self::Code(text) => text,
            Self::Words(label) => label.text(),
        }
    }
}

/// A step of a course.
#[derive(Clone, Copy, Debug)]
pub struct CourseStep {
    /// What it is about.
    pub title: &'static Message,
    /// What there is to know.
    pub text: &'static Message,
    /// What to do, in a sentence that fits the smallest screen.
    pub task: &'static Message,
    /// What the right answer showed, equally short; `None` if that is the result of the game.
    pub done: Option<&'static Message>,
    /// The moves before it, or the squares from a1 to h8: `X` Black, `O` White.
    start: &'static str,
    /// The lesson, with the index of the only direction, and the values of it that are shown before the answer and
    /// after it.
    shown: Option<(Topic, Option<usize>, [&'static str; 2])>,
    aim: StepAim,
}

/// The move of the chapter about flips.
const E3: Square = Square::new(20).expect("there are 64 squares");

/// The middle of a game.
const MIDDLE: &str = "------------------XO-O----XXOO-----OOX----OXXX-----XO-----------";

/// The course.
pub const CHAPTERS: [CourseStep; 8] = [
    CourseStep {
        title: label!("A board as a number"),
        text: label!(
            "A side's discs are one number of 64 bits, a1 first: 1 is a disc. Four bits are one hex \
               digit. They count 8, 4, 2 and 1; sums of 10 to 15 are written a to f."
        ),
        task: label!("Write rank 8 in hex: two digits."),
        done: Some(label!("With 14 zeros in front it is the whole board.")),
        start: "----------------------------------------------------------XXXXX-",
        shown: Some((Topic::LegalMoves, Some(0), ["own", "own"])),
        aim: StepAim::Number(label!("a8 to d8 are 2 + 1, and e8 to h8 are 8 + 4 + 2.")),
    },
    CourseStep {
        title: label!("Shifts"),
        text: label!(
            "A shift moves all bits of a number at once: << toward a1, >> toward h8. One place is one \
               square along the rank; after h1 comes a2. own is the number of Black's discs."
        ),
        task: label!("Which shift moves every disc one square up?"),
        done: Some(label!("Eight places toward a1 are one rank up.")),
        start: "------------------X------------------X-----X--------------------",
        shown: Some((Topic::LegalMoves, Some(0), ["own", "shifted"])),
        aim: StepAim::Option(
            1,
            label!("<< goes toward a1, and a rank has 8 squares."),
            &[
                (
                    Choice::Code("own << 1"),
                    Some(label!("That moves them left: a rank has 8 squares.")),
                ),
                (Choice::Code("own << 8"), None),
                (
                    Choice::Code("own >> 8"),
                    Some(label!("That moves them down: >> goes toward h8.")),
                ),
            ],
        ),
    },
    CourseStep {
        title: label!("Masks"),
        text: label!(
            "After h4 comes a5, so Black's row right from f4 would go on at a5. A mask keeps some squares: \
               INNER_FILES b to g, INNER_RANKS 2 to 7."
        ),
        task: label!("Which mask of White's discs stops this row?"),
        done: Some(label!("It drops h4, so the row cannot cross the edge.")),
        start: "-----------------------------XOO--------------------------------",
        shown: Some((Topic::LegalMoves, Some(2), ["opponent", "passable"])),
        aim: StepAim::Option(
            0,
            label!("The disc on h4 must not be kept."),
            &[
                (Choice::Code("INNER_FILES"), None),
                (
                    Choice::Code("INNER_RANKS"),
                    Some(label!("It keeps g4 and h4, so a5 seems a move.")),
                ),
                (
                    Choice::Words(label!("no mask")),
                    Some(label!("Without a mask, a5 seems a move.")),
                ),
            ],
        ),
    },
    CourseStep {
        title: label!("A run"),
        text: label!(
            "A run is a row of White's discs next to a black one. The kernel, which finds the moves, steps \
               from Black's discs onto White's, and goes on from there five times."
        ),
        task: label!("Choose the disc where the run up from c6 ends."),
        done: Some(label!("c5, c4 and c3 are the run.")),
        start: "--------------X---O-------O--O----O-------X---O-----------------",
        shown: Some((Topic::LegalMoves, Some(0), ["own", "run"])),
        aim: StepAim::RunEnd,
    },
    CourseStep {
        title: label!("Moves"),
        text: label!(
            "The runs are moved one step more. Where that is an empty square, Black may play: the disc \
               traps the run. That is one direction. The kernel does it in eight."
        ),
        task: label!("Choose a move that is found going up."),
        done: Some(label!("It traps the run below it.")),
        start: MIDDLE,
        shown: Some((Topic::LegalMoves, Some(0), ["run", "moves"])),
        aim: StepAim::Move,
    },
    CourseStep {
        title: label!("Flips"),
        text: label!(
            "For the flips of a move, the kernel starts at the new disc and steps over White's discs \
               in each direction. If a black disc comes next, they turn."
        ),
        task: label!("Black plays e3. Choose a disc that it turns."),
        done: Some(label!("A black disc comes after its run.")),
        start: MIDDLE,
        shown: Some((Topic::Flips(E3), None, ["placed", "flipped"])),
        aim: StepAim::Flip(E3),
    },
    CourseStep {
        title: label!("Counting"),
        text: label!(
            "Discs are counted by adding neighbours, everywhere at once. First two bits become the \
               number of their discs: 00, 01 or 10. Then pairs are added, and so on."
        ),
        task: label!("What do the bits of a8 and b8 become first?"),
        done: Some(label!("10 is 2 in binary: both squares have a disc.")),
        start: "---------------O-----------OX------XO-------------------OO------",
        shown: Some((Topic::DiscCount, None, ["opponent", "pairs"])),
        aim: StepAim::Option(
            1,
            label!("Each has a disc: write 1 + 1 in binary."),
            &[
                (
                    Choice::Code("01"),
                    Some(label!("01 is 1, but both squares have a disc.")),
                ),
                (Choice::Code("10"), None),
                (
                    Choice::Code("11"),
                    Some(label!("11 are the bits before. As a number it is 3.")),
                ),
            ],
        ),
    },
    CourseStep {
        title: label!("Why it is fast"),
        text: label!(
            "On an array like int[10][10], a program looks from each square in eight directions. An \
               operation of the kernel works on all 64 at once."
        ),
        task: label!("How many operations find all legal moves?"),
        done: Some(label!("21 in each direction, and 2 for the empties.")),
        start: MIDDLE,
        shown: Some((Topic::LegalMoves, None, ["empty", "moves"])),
        aim: StepAim::Option(
            1,
            label!("The kernel always does the same on every board."),
            &[
                (
                    Choice::Words(label!("512: 64 times 8")),
                    Some(label!("None is for one square: each is for all 64.")),
                ),
                (Choice::Words(label!("170 on any board")), None),
                (
                    Choice::Words(label!("more with more discs")),
                    Some(label!("The same operations run on every board.")),
                ),
            ],
        ),
    },
];

impl CourseStep {
    /// Returns the game up to the task.
    ///
    /// # Panics
    /// Never: the moves are legal, and a test reads every board.
    pub fn game(&self) -> Game {
        if let StepAim::Play(_) = self.aim {
            return transcript::parse(self.start).expect("the moves of a step are legal");
        }
        let position = format!("{} X", self.start);
        let position: Position = position.parse().expect("the board of a step is one");
        Game::from_position(position)
    }

    /// Returns the board before the moves, seen by Black, who need not have a move.
    fn board(&self) -> Board {
        self.game().start().board()
    }

    /// Returns how the task is answered.
    pub fn form(&self) -> AnswerForm {
        match self.aim {
            StepAim::Play(_) => AnswerForm::Move,
            StepAim::Number(_) => AnswerForm::Text,
            StepAim::Option(_, _, options) => AnswerForm::Choice(
                options
                    .iter()
                    .map(|(choice, _)| choice.text().to_owned())
                    .collect(),
            ),
            StepAim::RunEnd | StepAim::Move | StepAim::Flip(_) => AnswerForm::Square,
        }
    }

    /// Returns the lesson that shows it, if there is one.
    pub fn trace(&self) -> Option<Trace> {
        let (topic, direction, _) = self.shown?;
        let board = self.board();
        let options = LessonOptions {
            direction: direction.map(|index| DIRECTIONS[index]),
            ..LessonOptions::default()
        };
        Some(topic.trace(board.player().bits(), board.opponent().bits(), options))
    }

    /// Returns the last step of the lesson that computes the value shown before the answer, 0, or after it, 1.
    pub fn shown(&self, value: usize) -> Option<Step> {
        let (.., names) = self.shown?;
        let mut steps = self.trace()?.steps.into_iter();
        steps.rfind(|step| step.result.name == names[value])
    }

    /// Returns the squares of the value shown after the answer.
    fn result(&self) -> SquareSet {
        let shown = self.shown(1);
        shown.map_or(SquareSet::EMPTY, |step| {
            SquareSet::from_bits(step.result.value)
        })
    }

    /// Returns a square that is right; `None` if squares are not asked for.
    pub fn answer(&self, game: &Game) -> Option<Square> {
        Square::all().find(|&square| self.check(game, square).is_ok())
    }

    /// Checks a square.
    ///
    /// # Errors
    /// Why it is wrong.
    pub fn check(&self, game: &Game, square: Square) -> Result<(), Feedback> {
        let is_right = match self.aim {
            StepAim::Play(task) => return task.check(game, square),
            StepAim::Number(_) | StepAim::Option(..) => false,
            // The run goes up, so that its end is its first square.
            StepAim::RunEnd => self.result().first() == Some(square),
            StepAim::Move | StepAim::Flip(_) => self.result().contains(square),
        };
        if is_right {
            return Ok(());
        }
        let board = self.board();
        let (is_black, is_empty) = (
            board.player().contains(square),
            board.empties().contains(square),
        );
        let why = match self.aim {
            StepAim::Move if !is_empty => {
                tr!("{square} is taken: a move needs an empty square.", square)
            }
            StepAim::Move if board.legal_moves().contains(square) => {
                tr!("{square} is a move, but in another direction.", square)
            }
            StepAim::Move => tr!("No run going up ends below {square}.", square),
            StepAim::Flip(_) if is_empty => tr!("{square} is empty: only discs turn.", square),
            StepAim::Flip(_) if is_black => tr!("{square} is black already.", square),
            StepAim::Flip(placed) => tr!("{placed} does not trap {square}.", placed, square),
            _ if is_empty => tr!("{square} is empty: a run has only white discs.", square),
            _ if is_black => tr!("{square} is black: a run has only white discs.", square),
            _ if self.result().contains(square) => {
                tr!("{square} is in the run, but it goes on above.", square)
            }
            _ => tr!("{square} is not in the run up from c6.", square),
        };
        Err(Feedback::new(Tone::Wrong, why))
    }

    /// Checks an option, or a number in hex: with or without `0x`, zeros in front and underscores.
    ///
    /// # Errors
    /// Why it is wrong.
    pub fn check_text(&self, text: &str) -> Result<(), Feedback> {
        if let StepAim::Option(right, _, options) = self.aim {
            let mut options = options.iter().enumerate();
            let chosen = options.find(|(_, (choice, _))| choice.text() == text);
            return match chosen {
                Some((index, _)) if index == right => Ok(()),
                Some((_, (_, Some(why)))) => Err(Feedback::new(Tone::Wrong, *why)),
                _ => Err(Feedback::new(
                    Tone::Wrong,
                    tr!("Choose one of the options."),
                )),
            };
        }
        let digits = text.trim().to_lowercase().replace('_', "");
        let digits = digits.strip_prefix("0x").unwrap_or(&digits);
        match u64::from_str_radix(digits, 16) {
            Ok(number) if number == self.board().player().bits() => Ok(()),
            Ok(number) => {
                let why = tr!("That would be {squares}.", squares = &squares(number));
                let squares = SquareSet::from_bits(number);
                Err(Feedback::new(Tone::Wrong, why).about(squares))
            }
            Err(_) => Err(Feedback::new(
                Tone::Wrong,
                tr!("A number in hex has up to 16 digits, 0 to 9 and a to f."),
            )),
        }
    }

    /// Returns a help with the answer.
    pub fn hint(&self, game: &Game) -> Option<Feedback> {
        if let StepAim::Number(hint) | StepAim::Option(_, hint, _) = self.aim {
            return Some(Feedback::new(Tone::Hint, hint));
        }
        let square = self.answer(game)?;
        let hint = Feedback::new(Tone::Hint, right_answer(square));
        Some(hint.about(square).recommending(Some(square)))
    }

    /// Returns the sentence about the right answer, after it was given.
    pub fn done(&self, game: &Game) -> Said {
        match (self.done, game.outcome()) {
            (Some(done), _) => done.into(),
            // The learner plays Black.
            (None, Some(outcome)) => phrase::result(&outcome, Some(Color::Black)),
            (None, None) => Said::default(),
        }
    }
}

/// How far the course is done, in this run and in the next one.
#[derive(Debug)]
pub struct CourseProgress {
    /// The index of the chapter; the number of chapters after the last one.
    reached: Cell<usize>,
    /// Keeps it.
    keeper: ValueTask<usize, (), StorageError>,
}

impl CourseProgress {
    /// Continues after this many chapters. The function keeps their number for the next run; it is called on a thread.
    pub fn new(
        chapters: usize,
        mut keep: impl FnMut(usize) -> Result<(), StorageError> + Send + 'static,
        waker: Waker,
    ) -> Self {
        Self {
            reached: Cell::new(chapters.min(CHAPTERS.len())),
            keeper: Background::start("course", waker, move |chapters, _: &Reporter<()>| {
                keep(chapters)
            }),
        }
    }

    /// Returns the index of the chapter that was reached; the number of chapters after the last one.
    pub fn reached(&self) -> usize {
        self.reached.get()
    }

    fn reach(&self, chapter: usize) {
        if self.reached.replace(chapter) != chapter {
            self.keeper.queue(chapter);
        }
    }
}

impl Drop for CourseProgress {
    fn drop(&mut self) {
        self.keeper.finish();
    }
}

/// A kind of course, and what it keeps.
pub trait CourseKind {
    /// Its steps.
    const STEPS: &'static [CourseStep];

    /// What comes after the last one, in a sentence.
    const NEXT: Option<&'static Message> = None;

    /// Keeps the index of the step that was reached.
    fn reach(&self, _step: usize) {}
}

/// The kind of the course about the kernel.
#[derive(Debug)]
pub struct Chapters {
    reached: Rc<CourseProgress>,
    /// The position that the other lessons explain, and the square that they begin with.
    pub subject: (Position, Square),
}

impl CourseKind for Chapters {
    const STEPS: &'static [CourseStep] = &CHAPTERS;
    const NEXT: Option<&'static Message> = Some(label!(
        "The other lessons show every step on your board, the last one on an array."
    ));

    fn reach(&self, step: usize) {
        self.reached.reach(step);
    }
}

/// A course, one step after the other.
#[derive(Debug)]
pub struct Course<K> {
    /// Its kind.
    pub kind: K,
    /// The index of the step.
    pub step: usize,
    game: Game,
    /// Whether the task is done.
    done: bool,
    /// The hint that was asked for.
    hint: Option<Feedback>,
}

impl Course<Chapters> {
    /// Continues the course, or starts it again after its end.
    pub fn new(reached: Rc<CourseProgress>, subject: (Position, Square)) -> Self {
        let step = reached.reached() % CHAPTERS.len();
        Self::at(step, Chapters { reached, subject })
    }
}

impl<K: CourseKind> Course<K> {
    /// Starts at a step, counted from 0.
    pub fn at(step: usize, kind: K) -> Self {
        kind.reach(step);
        Self {
            game: K::STEPS[step].game(),
            kind,
            step,
            done: false,
            hint: None,
        }
    }

    /// Returns whether this is the last step.
    pub const fn is_last(&self) -> bool {
        self.step + 1 == K::STEPS.len()
    }

    /// Returns the step.
    pub const fn current(&self) -> &'static CourseStep {
        &K::STEPS[self.step]
    }

    fn finish(&mut self) {
        self.done = true;
        self.kind.reach(self.step + 1);
    }

    fn go(&mut self, step: usize) {
        self.kind.reach(step);
        (self.step, self.done, self.hint) = (step, false, None);
        self.game = self.current().game();
    }
}

impl<K: CourseKind> Exercise for Course<K> {
    type Fact = Said;

    fn game(&self) -> Option<&Game> {
        Some(&self.game)
    }

    fn phase(&self) -> ExercisePhase {
        if self.done {
            ExercisePhase::Done
        } else {
            ExercisePhase::Asking
        }
    }

    fn form(&self) -> AnswerForm {
        self.current().form()
    }

    fn says_how(&self) -> bool {
        let step = self.current();
        step.form() == AnswerForm::Move && step.start.is_empty()
    }

    fn bits(&self) -> Option<(Variable, bool)> {
        let step = self.current();
        let shown = step.shown(usize::from(self.done))?.result;
        let hides_hex = matches!(step.aim, StepAim::Number(_)) && !self.done;
        Some((shown, !hides_hex))
    }

    fn answer(&mut self, square: Square) -> Result<(), Feedback> {
        let step = self.current();
        step.check(&self.game, square)?;
        if let StepAim::Play(_) = step.aim {
            // It is legal.
            let _ = self.game.play(square);
        }
        self.finish();
        Ok(())
    }

    fn answer_in_words(&mut self, text: &str) -> Result<(), Feedback> {
        self.current().check_text(text)?;
        self.finish();
        Ok(())
    }

    fn can(&self, request: ExerciseRequest) -> bool {
        match request {
            ExerciseRequest::Hint => !self.done,
            ExerciseRequest::Previous => self.step > 0,
            ExerciseRequest::Next => !self.is_last(),
            _ => false,
        }
    }

    fn carry_out(&mut self, request: ExerciseRequest) {
        match request {
            ExerciseRequest::Hint => self.hint = self.current().hint(&self.game),
            ExerciseRequest::Previous => self.go(self.step - 1),
            _ => self.go(self.step + 1),
        }
    }

    fn feedback(&self) -> Option<Feedback> {
        let step = self.current();
        if self.done {
            let mut feedback = Feedback::new(Tone::Right, step.done(&self.game));
            let next = K::NEXT.filter(|_| self.is_last()).map(Said::from);
            let shown = step.shown(1).map(|step| Said::verbatim(step.to_string()));
            feedback.details.extend(next.into_iter().chain(shown));
            return Some(feedback);
        }
        self.hint.clone()
    }
}
