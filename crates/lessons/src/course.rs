//! Courses: steps with a text, a position and a task each, one after the other. The tutorial is one. The other one comes
//! before the lessons of the kernel: its answers are squares, a number in hex, or one of a few options, and what the
//! kernel computes decides about squares and numbers.

pub mod tutorial;

use std::cell::Cell;
use std::rc::Rc;

use crate::exercise::{AnswerForm, Exercise, ExercisePhase, ExerciseRequest, Feedback, Tone};
use crate::lesson::words::squares;
use crate::lesson::{LessonOptions, Step, Topic, Trace, Variable};
use reversi::bitboard::plain::DIRECTIONS;
use reversi::transcript;
use reversi::{Board, Color, Game, Position, Square, SquareSet};
use reversi_table::background::{Background, Reporter, ValueTask, Waker};
use reversi_table::phrase;
use reversi_table::store::StorageError;

use tutorial::TutorialTask;

/// What answers the task of a step. Black is to move.
#[derive(Clone, Copy, Debug)]
enum StepAim {
    /// A move, which is played.
    Play(TutorialTask),
    /// Black's discs as a number in hex, with a hint.
    Number(&'static str),
    /// The option with this index, with a hint. The other options come with a sentence that says why they are wrong.
    Option(usize, &'static str, &'static [(&'static str, &'static str)]),
    /// The disc at the far end of the run.
    RunEnd,
    /// A move that is found in the direction of the step.
    Move,
    /// A disc that the move on this square turns.
    Flip(Square),
}

/// A step of a course.
#[derive(Clone, Copy, Debug)]
pub struct CourseStep {
    /// What it is about.
    pub title: &'static str,
    /// What there is to know.
    pub text: &'static str,
    /// What to do, in a sentence that fits the smallest screen.
    pub task: &'static str,
    /// What the right answer showed, equally short; empty if that is the result of the game.
    done: &'static str,
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
        title: "A board as a number",
        text: "A side's discs are one number of 64 bits, a1 first: 1 is a disc. Four bits are one hex \
               digit. They count 8, 4, 2 and 1; sums of 10 to 15 are written a to f.",
        task: "Write rank 8 in hex: two digits.",
        done: "With 14 zeros in front it is the whole board.",
        start: "----------------------------------------------------------XXXXX-",
        shown: Some((Topic::LegalMoves, Some(0), ["own", "own"])),
        aim: StepAim::Number("a8 to d8 are 2 + 1, and e8 to h8 are 8 + 4 + 2."),
    },
    CourseStep {
        title: "Shifts",
        text: "A shift moves all bits of a number at once: << toward a1, >> toward h8. One place is one \
               square along the rank; after h1 comes a2. own is the number of Black's discs.",
        task: "Which shift moves every disc one square up?",
        done: "Eight places toward a1 are one rank up.",
        start: "------------------X------------------X-----X--------------------",
        shown: Some((Topic::LegalMoves, Some(0), ["own", "shifted"])),
        aim: StepAim::Option(
            1,
            "<< goes toward a1, and a rank has 8 squares.",
            &[
                ("own << 1", "That moves them left: a rank has 8 squares."),
                ("own << 8", ""),
                ("own >> 8", "That moves them down: >> goes toward h8."),
            ],
        ),
    },
    CourseStep {
        title: "Masks",
        text: "After h4 comes a5, so Black's row right from f4 would go on at a5. A mask keeps some squares: \
               INNER_FILES b to g, INNER_RANKS 2 to 7.",
        task: "Which mask of White's discs stops this row?",
        done: "It drops h4, so the row cannot cross the edge.",
        start: "-----------------------------XOO--------------------------------",
        shown: Some((Topic::LegalMoves, Some(2), ["opponent", "passable"])),
        aim: StepAim::Option(
            0,
            "The disc on h4 must not be kept.",
            &[
                ("INNER_FILES", ""),
                ("INNER_RANKS", "It keeps g4 and h4, so a5 seems a move."),
                ("no mask", "Without a mask, a5 seems a move."),
            ],
        ),
    },
    CourseStep {
        title: "A run",
        text: "A run is a row of White's discs next to a black one. The kernel, which finds the moves, steps \
               from Black's discs onto White's, and goes on from there five times.",
        task: "Choose the disc where the run up from c6 ends.",
        done: "c5, c4 and c3 are the run.",
        start: "--------------X---O-------O--O----O-------X---O-----------------",
        shown: Some((Topic::LegalMoves, Some(0), ["own", "run"])),
        aim: StepAim::RunEnd,
    },
    CourseStep {
        title: "Moves",
        text: "The runs are moved one step more. Where that is an empty square, Black may play: the disc \
               traps the run. That is one direction. The kernel does it in eight.",
        task: "Choose a move that is found going up.",
        done: "It traps the run below it.",
        start: MIDDLE,
        shown: Some((Topic::LegalMoves, Some(0), ["run", "moves"])),
        aim: StepAim::Move,
    },
    CourseStep {
        title: "Flips",
        text: "For the flips of a move, the kernel starts at the new disc and steps over White's discs \
               in each direction. If a black disc comes next, they turn.",
        task: "Black plays e3. Choose a disc that it turns.",
        done: "A black disc comes after its run.",
        start: MIDDLE,
        shown: Some((Topic::Flips(E3), None, ["placed", "flipped"])),
        aim: StepAim::Flip(E3),
    },
    CourseStep {
        title: "Counting",
        text: "Discs are counted by adding neighbours, everywhere at once. First two bits become the \
               number of their discs: 00, 01 or 10. Then pairs are added, and so on.",
        task: "What do the bits of a8 and b8 become first?",
        done: "10 is 2 in binary: both squares have a disc.",
        start: "---------------O-----------OX------XO-------------------OO------",
        shown: Some((Topic::DiscCount, None, ["opponent", "pairs"])),
        aim: StepAim::Option(
            1,
            "Each has a disc: write 1 + 1 in binary.",
            &[
                ("01", "01 is 1, but both squares have a disc."),
                ("10", ""),
                ("11", "11 are the bits before. As a number it is 3."),
            ],
        ),
    },
    CourseStep {
        title: "Why it is fast",
        text: "On an array like int[10][10], a program looks from each square in eight directions. An \
               operation of the kernel works on all 64 at once.",
        task: "How many operations find all legal moves?",
        done: "21 in each direction, and 2 for the empties.",
        start: MIDDLE,
        shown: Some((Topic::LegalMoves, None, ["empty", "moves"])),
        aim: StepAim::Option(
            1,
            "The kernel always does the same on every board.",
            &[
                (
                    "512: 64 times 8",
                    "None is for one square: each is for all 64.",
                ),
                ("170 on any board", ""),
                (
                    "more with more discs",
                    "The same operations run on every board.",
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
            StepAim::Option(_, _, options) => {
                AnswerForm::Choice(options.iter().map(|&(text, _)| text.to_owned()).collect())
            }
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
    fn shown(&self, value: usize) -> Option<Step> {
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
                format!("{square} is taken: a move needs an empty square")
            }
            StepAim::Move if board.legal_moves().contains(square) => {
                format!("{square} is a move, but in another direction")
            }
            StepAim::Move => format!("no run going up ends below {square}"),
            StepAim::Flip(_) if is_empty => format!("{square} is empty: only discs turn"),
            StepAim::Flip(_) if is_black => format!("{square} is black already"),
            StepAim::Flip(placed) => format!("{placed} does not trap {square}"),
            _ if is_empty => format!("{square} is empty: a run has only white discs"),
            _ if is_black => format!("{square} is black: a run has only white discs"),
            _ if self.result().contains(square) => {
                format!("{square} is in the run, but it goes on above")
            }
            _ => format!("{square} is not in the run up from c6"),
        };
        Err(Feedback::wrong(why))
    }

    /// Checks an option, or a number in hex: with or without `0x`, zeros in front and underscores.
    ///
    /// # Errors
    /// Why it is wrong.
    pub fn check_text(&self, text: &str) -> Result<(), Feedback> {
        if let StepAim::Option(right, _, options) = self.aim {
            let mut options = options.iter().enumerate();
            let chosen = options.find(|(_, (option, _))| *option == text);
            return match chosen {
                Some((index, _)) if index == right => Ok(()),
                Some((_, (_, why))) => Err(Feedback::new(Tone::Wrong, *why)),
                None => Err(Feedback::new(Tone::Wrong, "Choose one of the options.")),
            };
        }
        let digits = text.trim().to_lowercase().replace('_', "");
        let digits = digits.strip_prefix("0x").unwrap_or(&digits);
        match u64::from_str_radix(digits, 16) {
            Ok(number) if number == self.board().player().bits() => Ok(()),
            Ok(number) => Err(
                Feedback::wrong(format!("that would be {}", squares(number)))
                    .about(SquareSet::from_bits(number)),
            ),
            Err(_) => Err(Feedback::wrong(
                "a number in hex has up to 16 digits, 0 to 9 and a to f",
            )),
        }
    }

    /// Returns a help with the answer.
    fn hint(&self, game: &Game) -> Option<Feedback> {
        if let StepAim::Number(hint) | StepAim::Option(_, hint, _) = self.aim {
            return Some(Feedback::new(Tone::Hint, hint));
        }
        let square = self.answer(game)?;
        let hint = Feedback::new(Tone::Hint, format!("{square} is right."));
        Some(hint.about(square).recommending(Some(square)))
    }

    /// Returns the sentence about the right answer, after it was given.
    fn done(&self, game: &Game) -> String {
        match game.outcome() {
            // The learner plays Black.
            Some(outcome) if self.done.is_empty() => phrase::result(&outcome, Some(Color::Black)),
            _ => self.done.to_owned(),
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
    const NEXT: Option<&'static str> = None;

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
    const NEXT: Option<&'static str> =
        Some("The other lessons show every step on your board, the last one on an array.");

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
            let next = K::NEXT.filter(|_| self.is_last()).map(str::to_owned);
            let shown = step.shown(1).map(|step| step.to_string());
            feedback.details.extend(next.into_iter().chain(shown));
            return Some(feedback);
        }
        self.hint.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reversi::bitboard;
    use reversi::bitboard::plain::{Direction, legal_moves_along};
    use reversi_table::phrase::columns::wrap;

    fn sides(chapter: &CourseStep) -> (u64, u64) {
        let board = chapter.board();
        (board.player().bits(), board.opponent().bits())
    }

    fn options(chapter: &CourseStep) -> Vec<String> {
        match chapter.form() {
            AnswerForm::Choice(options) => options,
            form => panic!("{form:?}"),
        }
    }

    fn is_right(chapter: &CourseStep, text: &str) -> bool {
        chapter.check_text(text).is_ok()
    }

    fn right_squares(chapter: &CourseStep) -> SquareSet {
        let game = chapter.game();
        Square::all()
            .filter(|&square| chapter.check(&game, square).is_ok())
            .collect()
    }

    fn set(names: &str) -> SquareSet {
        names.split(' ').map(|name| name.parse().unwrap()).collect()
    }

    #[test]
    fn the_number_is_the_board_however_it_is_written() {
        let chapter = &CHAPTERS[0];
        let (own, _) = sides(chapter);
        assert_eq!(own >> 8, 0, "only rank 8 has discs");
        for text in [
            format!("{own:x}"),
            format!("{own:X}"),
            format!("0x{own:x}"),
            format!("0X{own:016X}"),
            "0x0000_0000_0000_003e".to_owned(),
        ] {
            assert!(is_right(chapter, &text), "{text}");
        }
        for (text, said) in [
            (
                "",
                "A number in hex has up to 16 digits, 0 to 9 and a to f.",
            ),
            (
                "3g",
                "A number in hex has up to 16 digits, 0 to 9 and a to f.",
            ),
            (
                "10000000000000000",
                "A number in hex has up to 16 digits, 0 to 9 and a to f.",
            ),
            ("7c", "That would be b8, c8, d8, e8 and f8."),
            ("0", "That would be no square."),
        ] {
            let wrong = chapter.check_text(text).unwrap_err();
            assert_eq!(wrong.sentence, said);
        }
    }

    #[test]
    fn the_right_shift_moves_up_and_the_others_elsewhere() {
        let chapter = &CHAPTERS[1];
        let (own, _) = sides(chapter);
        let up: SquareSet = SquareSet::from_bits(own)
            .iter()
            .map(|square| square.offset(0, -1).unwrap())
            .collect();
        for (option, moved, where_to) in [
            ("own << 1", own << 1, (-1, 0)),
            ("own << 8", own << 8, (0, -1)),
            ("own >> 8", own >> 8, (0, 1)),
        ] {
            assert!(options(chapter).contains(&option.to_owned()));
            assert_eq!(is_right(chapter, option), moved == up.bits(), "{option}");
            let (files, ranks) = where_to;
            let there = SquareSet::from_bits(own).iter();
            let there: SquareSet = there
                .map(|square| square.offset(files, ranks).unwrap())
                .collect();
            assert_eq!(there.bits(), moved, "as its sentence says");
        }
        assert_eq!(chapter.trace().unwrap().value("shifted"), Some(up.bits()));
    }

    #[test]
    fn the_right_mask_stops_the_row_and_without_it_there_is_a_wrong_move() {
        let chapter = &CHAPTERS[2];
        let (own, opponent) = sides(chapter);
        for (option, mask) in [
            ("INNER_FILES", bitboard::INNER_FILES),
            ("INNER_RANKS", bitboard::INNER_RANKS),
            ("no mask", u64::MAX),
        ] {
            assert!(options(chapter).contains(&option.to_owned()));
            let right = Direction {
                shift: DIRECTIONS[2].shift,
                mask,
            };
            let found = SquareSet::from_bits(legal_moves_along(&[right], own, opponent));
            assert_eq!(is_right(chapter, option), found.is_empty(), "{option}");
            if !found.is_empty() {
                assert_eq!(found, set("a5"));
                assert_eq!(SquareSet::from_bits(opponent & mask), set("g4 h4"));
            }
        }
    }

    #[test]
    fn the_squares_are_those_of_the_kernel() {
        let (own, opponent) = sides(&CHAPTERS[3]);
        assert_eq!(
            CHAPTERS[3].trace().unwrap().value("run"),
            Some(set("c3 c4 c5").bits())
        );
        assert_eq!(right_squares(&CHAPTERS[3]), set("c3"));
        assert_eq!(
            legal_moves_along(&DIRECTIONS[..1], own, opponent),
            set("c2").bits()
        );
        let (own, opponent) = sides(&CHAPTERS[4]);
        let up = legal_moves_along(&DIRECTIONS[..1], own, opponent);
        assert_eq!(right_squares(&CHAPTERS[4]).bits(), up);
        assert!(up != 0 && up != bitboard::legal_moves(own, opponent));
        let (own, opponent) = sides(&CHAPTERS[5]);
        let flips = bitboard::flips(own, opponent, E3);
        assert!(flips != 0);
        assert_eq!(right_squares(&CHAPTERS[5]).bits(), flips);
    }

    #[test]
    fn two_bits_become_the_number_of_their_discs() {
        let chapter = &CHAPTERS[6];
        let pairs = chapter.shown(1).unwrap().result.value;
        for option in options(chapter) {
            let value = u64::from_str_radix(&option, 2).unwrap();
            let becomes = pairs >> 6 & 3;
            assert_eq!(is_right(chapter, &option), value == becomes, "{option}");
        }
        let (_, opponent) = sides(chapter);
        assert_eq!(opponent >> 6 & 3, 3, "both squares have a disc");
    }

    #[test]
    fn every_chapter_shows_its_values_and_every_answer_gets_a_short_sentence() {
        let short = |sentence: &str| {
            assert!(wrap(sentence, 24).len() <= 2, "{sentence}");
            assert!(sentence.ends_with(['.', '?']), "{sentence}");
        };
        for chapter in &CHAPTERS {
            let game = chapter.game();
            for value in [0, 1] {
                assert!(
                    chapter.shown(value).unwrap().result.value != 0,
                    "{}",
                    chapter.title
                );
            }
            assert!(wrap(chapter.text, 24).len() <= 9, "{}", chapter.text);
            short(chapter.task);
            short(chapter.done);
            match chapter.form() {
                AnswerForm::Square => {
                    for square in Square::all() {
                        if let Err(wrong) = chapter.check(&game, square) {
                            assert!(wrong.sentence.contains(&square.to_string()));
                            short(&wrong.sentence);
                        }
                    }
                }
                AnswerForm::Choice(options) => {
                    let wrong = options
                        .iter()
                        .filter_map(|text| chapter.check_text(text).err());
                    let wrong: Vec<Feedback> = wrong.collect();
                    assert_eq!(wrong.len() + 1, options.len(), "one is right");
                    for wrong in &wrong {
                        short(&wrong.sentence);
                    }
                    for option in options {
                        assert!(option.len() <= 20, "{option}");
                    }
                    short(&chapter.hint(&game).unwrap().sentence);
                }
                AnswerForm::Text | AnswerForm::Move => {
                    short(&chapter.hint(&game).unwrap().sentence);
                }
            }
        }
    }
}
