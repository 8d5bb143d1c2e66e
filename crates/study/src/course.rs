//! The course before the lessons of the kernel: eight chapters, each with one task. Answers are squares, a number in
//! hex, or one of a few options. What the kernel computes decides about squares and numbers.

use std::cell::Cell;
use std::rc::Rc;

use crate::exercise::{AnswerForm, Exercise, ExercisePhase, ExerciseRequest, Feedback, Tone};
use crate::lesson::words::squares;
use crate::lesson::{LessonOptions, Step, Topic, Trace, Variable};
use crate::practice::practice_store::PracticeStore;
use reversi::bitboard::plain::DIRECTIONS;
use reversi::{Board, Color, Game, Position, Square, SquareSet};
use reversi_table::background::{Background, Reporter, ValueTask, Waker};
use reversi_table::store::StorageError;
use reversi_table::store::state::StateFolder;

/// What answers the task of a chapter. Black is to move.
#[derive(Clone, Copy, Debug)]
enum CourseAim {
    /// Black's discs as a number in hex.
    Number,
    /// The option with this index. The others come with a sentence that says why they are wrong.
    Option(usize, &'static [(&'static str, &'static str)]),
    /// The disc at the far end of the run.
    RunEnd,
    /// A move that is found in the direction of the chapter.
    Move,
    /// A disc that the move on this square turns.
    Flip(Square),
}

/// A chapter of the course.
#[derive(Clone, Copy, Debug)]
pub struct CourseChapter {
    /// What it is about.
    pub title: &'static str,
    /// What there is to know.
    pub text: &'static str,
    /// What to do, in a sentence that fits the smallest screen.
    pub task: &'static str,
    /// A help with the answer, equally short; a right square if it is empty.
    hint: &'static str,
    /// What the right answer showed, equally short.
    done: &'static str,
    /// The squares from a1 to h8: `X` Black, `O` White.
    squares: &'static str,
    /// The lesson, with the index of the only direction.
    topic: (Topic, Option<usize>),
    /// The values of the lesson that are shown before the answer and after it.
    values: [&'static str; 2],
    aim: CourseAim,
}

/// The move of the chapter about flips.
const E3: Square = Square::new(20).expect("there are 64 squares");

/// The middle of a game.
const MIDDLE: &str = "------------------XO-O----XXOO-----OOX----OXXX-----XO-----------";

/// The course.
pub const CHAPTERS: [CourseChapter; 8] = [
    CourseChapter {
        title: "A board as a number",
        text: "A side's discs are one number of 64 bits, a1 first: 1 is a disc. Four bits are one hex \
               digit. They count 8, 4, 2 and 1; sums of 10 to 15 are written a to f.",
        task: "Type rank 8 in hex: two digits.",
        hint: "a8 to d8 are 2 + 1, and e8 to h8 are 8 + 4 + 2.",
        done: "With 14 zeros in front it is the whole board.",
        squares: "----------------------------------------------------------XXXXX-",
        topic: (Topic::LegalMoves, Some(0)),
        values: ["own", "own"],
        aim: CourseAim::Number,
    },
    CourseChapter {
        title: "Shifts",
        text: "A shift moves all bits of a number at once: << toward a1, >> toward h8. One place is one \
               square along the rank; after h1 comes a2. own is the number of Black's discs.",
        task: "Which shift moves every disc one square up?",
        hint: "<< goes toward a1, and a rank has 8 squares.",
        done: "Eight places toward a1 are one rank up.",
        squares: "------------------X------------------X-----X--------------------",
        topic: (Topic::LegalMoves, Some(0)),
        values: ["own", "shifted"],
        aim: CourseAim::Option(
            1,
            &[
                ("own << 1", "That moves them left: a rank has 8 squares."),
                ("own << 8", ""),
                ("own >> 8", "That moves them down: >> goes toward h8."),
            ],
        ),
    },
    CourseChapter {
        title: "Masks",
        text: "After h4 comes a5, so Black's row right from f4 would go on at a5. A mask keeps some squares: \
               INNER_FILES b to g, INNER_RANKS 2 to 7.",
        task: "Which mask of White's discs stops this row?",
        hint: "The disc on h4 must not be kept.",
        done: "It drops h4, so the row cannot cross the edge.",
        squares: "-----------------------------XOO--------------------------------",
        topic: (Topic::LegalMoves, Some(2)),
        values: ["opponent", "passable"],
        aim: CourseAim::Option(
            0,
            &[
                ("INNER_FILES", ""),
                ("INNER_RANKS", "It keeps g4 and h4, so a5 seems a move."),
                ("no mask", "Without a mask, a5 seems a move."),
            ],
        ),
    },
    CourseChapter {
        title: "A run",
        text: "A run is a row of White's discs next to a black one. The kernel, which finds the moves, steps \
               from Black's discs onto White's, and goes on from there five times.",
        task: "Choose the disc where the run up from c6 ends.",
        hint: "",
        done: "c5, c4 and c3 are the run.",
        squares: "--------------X---O-------O--O----O-------X---O-----------------",
        topic: (Topic::LegalMoves, Some(0)),
        values: ["own", "run"],
        aim: CourseAim::RunEnd,
    },
    CourseChapter {
        title: "Moves",
        text: "The runs are moved one step more. Where that is an empty square, Black may play: the disc \
               traps the run. That is one direction. The kernel does it in eight.",
        task: "Choose a move that is found going up.",
        hint: "",
        done: "It traps the run below it.",
        squares: MIDDLE,
        topic: (Topic::LegalMoves, Some(0)),
        values: ["run", "moves"],
        aim: CourseAim::Move,
    },
    CourseChapter {
        title: "Flips",
        text: "For the flips of a move, the kernel starts at the new disc and steps over White's discs \
               in each direction. If a black disc comes next, they turn.",
        task: "Black plays e3. Choose a disc that it turns.",
        hint: "",
        done: "A black disc comes after its run.",
        squares: MIDDLE,
        topic: (Topic::Flips(E3), None),
        values: ["placed", "flipped"],
        aim: CourseAim::Flip(E3),
    },
    CourseChapter {
        title: "Counting",
        text: "Discs are counted by adding neighbours, everywhere at once. First two bits become the \
               number of their discs: 00, 01 or 10. Then pairs are added, and so on.",
        task: "What do the bits of a8 and b8 become first?",
        hint: "Each has a disc: write 1 + 1 in binary.",
        done: "10 is 2 in binary: both squares have a disc.",
        squares: "---------------O-----------OX------XO-------------------OO------",
        topic: (Topic::DiscCount, None),
        values: ["opponent", "pairs"],
        aim: CourseAim::Option(
            1,
            &[
                ("01", "01 is 1, but both squares have a disc."),
                ("10", ""),
                ("11", "11 are the bits before. As a number it is 3."),
            ],
        ),
    },
    CourseChapter {
        title: "Why it is fast",
        text: "On an array like int[10][10], a program looks from each square in eight directions. An \
               operation of the kernel works on all 64 at once.",
        task: "How many operations find all legal moves?",
        hint: "The kernel always does the same on every board.",
        done: "21 in each direction, and 2 for the empties.",
        squares: MIDDLE,
        topic: (Topic::LegalMoves, None),
        values: ["empty", "moves"],
        aim: CourseAim::Option(
            1,
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

impl CourseChapter {
    /// Returns the board, seen by Black.
    ///
    /// # Panics
    /// Never: a test reads every board.
    pub fn board(&self) -> Board {
        let position = format!("{} X", self.squares);
        let position: Position = position.parse().expect("the board of a chapter is one");
        position.board()
    }

    /// Returns how the task is answered.
    pub fn form(&self) -> AnswerForm {
        match self.aim {
            CourseAim::Number => AnswerForm::Text,
            CourseAim::Option(_, options) => {
                AnswerForm::Choice(options.iter().map(|&(text, _)| text.to_owned()).collect())
            }
            CourseAim::RunEnd | CourseAim::Move | CourseAim::Flip(_) => AnswerForm::Square,
        }
    }

    /// Returns the lesson that shows it.
    pub fn trace(&self) -> Trace {
        let board = self.board();
        let (topic, direction) = self.topic;
        let options = LessonOptions {
            direction: direction.map(|index| DIRECTIONS[index]),
            ..LessonOptions::default()
        };
        topic.trace(board.player().bits(), board.opponent().bits(), options)
    }

    /// Returns the squares that are right; none if squares are not asked for.
    pub fn right_squares(&self) -> SquareSet {
        let result = || SquareSet::from_bits(self.step(&self.trace(), 1).result.value);
        match self.aim {
            CourseAim::Number | CourseAim::Option(..) => SquareSet::EMPTY,
            // The run goes up, so that its end is its first square.
            CourseAim::RunEnd => result().first().map_or(SquareSet::EMPTY, SquareSet::from),
            CourseAim::Move | CourseAim::Flip(_) => result(),
        }
    }

    /// Returns the last step of the lesson that computes the value shown before the answer, 0, or after it, 1.
    fn step<'a>(&self, trace: &'a Trace, value: usize) -> &'a Step {
        let name = self.values[value];
        let mut steps = trace.steps.iter();
        let step = steps.rfind(|step| step.result.name == name);
        step.expect("a test shows every value")
    }

    /// Checks a square.
    ///
    /// # Errors
    /// Why it is wrong.
    pub fn check_square(&self, square: Square) -> Result<(), Feedback> {
        if self.right_squares().contains(square) {
            return Ok(());
        }
        let board = self.board();
        let (is_black, is_empty) = (
            board.player().contains(square),
            board.empties().contains(square),
        );
        let why = match self.aim {
            CourseAim::Move if !is_empty => {
                format!("{square} is taken: a move needs an empty square")
            }
            CourseAim::Move if board.legal_moves().contains(square) => {
                format!("{square} is a move, but in another direction")
            }
            CourseAim::Move => format!("no run going up ends below {square}"),
            CourseAim::Flip(_) if is_empty => format!("{square} is empty: only discs turn"),
            CourseAim::Flip(_) if is_black => format!("{square} is black already"),
            CourseAim::Flip(placed) => format!("{placed} does not trap {square}"),
            _ if is_empty => format!("{square} is empty: a run has only white discs"),
            _ if is_black => format!("{square} is black: a run has only white discs"),
            _ if SquareSet::from_bits(self.step(&self.trace(), 1).result.value)
                .contains(square) =>
            {
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
        if let CourseAim::Option(right, options) = self.aim {
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
            Ok(number) if number == self.trace().own => Ok(()),
            Ok(number) => Err(
                Feedback::wrong(format!("that would be {}", squares(number)))
                    .about(SquareSet::from_bits(number)),
            ),
            Err(_) => Err(Feedback::wrong("type up to 16 digits, 0 to 9 and a to f")),
        }
    }
}

/// How far the course is done, in this run and in the next one.
#[derive(Debug)]
pub struct CourseProgress {
    /// The index of the chapter; the number of chapters after the last one.
    reached: Cell<usize>,
    /// Writes it to the practice file.
    keeper: ValueTask<usize, (), StorageError>,
}

impl CourseProgress {
    /// Reads it. A file that cannot be used is left alone, and reported where puzzles are asked.
    pub fn open(state: Option<StateFolder>, waker: Waker) -> Self {
        let mut store = PracticeStore::new(state);
        let read = store.read();
        let reached = read.map_or(0, |progress| progress.chapters.min(CHAPTERS.len()));
        Self {
            reached: Cell::new(reached),
            keeper: Background::start("course", waker, move |chapters, _: &Reporter<()>| {
                store.update(|progress| progress.chapters = chapters)
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

/// The course, one chapter after the other.
#[derive(Debug)]
pub struct Course {
    reached: Rc<CourseProgress>,
    /// The position that the other lessons explain, and the square that they begin with.
    pub subject: (Position, Square),
    /// The chapter, from 0.
    pub chapter: usize,
    game: Game,
    trace: Trace,
    /// Whether the task is done.
    done: bool,
    hinted: bool,
}

impl Course {
    /// Continues the course, or starts it again after its end.
    pub fn new(reached: Rc<CourseProgress>, subject: (Position, Square)) -> Self {
        let chapter = reached.reached() % CHAPTERS.len();
        reached.reach(chapter);
        Self {
            reached,
            subject,
            chapter,
            game: Game::from_position(Position::new(CHAPTERS[chapter].board(), Color::Black)),
            trace: CHAPTERS[chapter].trace(),
            done: false,
            hinted: false,
        }
    }

    /// Returns whether the chapter is the last one.
    pub const fn is_last(&self) -> bool {
        self.chapter + 1 == CHAPTERS.len()
    }

    fn go(&mut self, chapter: usize) {
        self.reached.reach(chapter);
        *self = Self::new(Rc::clone(&self.reached), self.subject);
    }

    fn finish(&mut self) {
        self.done = true;
        self.reached.reach(self.chapter + 1);
    }
}

impl Exercise for Course {
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
        CHAPTERS[self.chapter].form()
    }

    fn bits(&self) -> Option<(Variable, bool)> {
        let chapter = &CHAPTERS[self.chapter];
        let shown = chapter.step(&self.trace, usize::from(self.done)).result;
        let hides_hex = matches!(chapter.aim, CourseAim::Number) && !self.done;
        Some((shown, !hides_hex))
    }

    fn answer(&mut self, square: Square) -> Result<(), Feedback> {
        CHAPTERS[self.chapter].check_square(square)?;
        self.finish();
        Ok(())
    }

    fn answer_in_words(&mut self, text: &str) -> Result<(), Feedback> {
        CHAPTERS[self.chapter].check_text(text)?;
        self.finish();
        Ok(())
    }

    fn can(&self, request: ExerciseRequest) -> bool {
        match request {
            ExerciseRequest::Hint => !self.done,
            ExerciseRequest::Previous => self.chapter > 0,
            ExerciseRequest::Next => !self.is_last(),
            _ => false,
        }
    }

    fn carry_out(&mut self, request: ExerciseRequest) {
        match request {
            ExerciseRequest::Hint => self.hinted = true,
            ExerciseRequest::Previous => self.go(self.chapter - 1),
            _ => self.go(self.chapter + 1),
        }
    }

    fn feedback(&self) -> Option<Feedback> {
        let chapter = &CHAPTERS[self.chapter];
        if self.done {
            let step = chapter.step(&self.trace, 1);
            let mut feedback = Feedback::new(Tone::Right, chapter.done);
            feedback.details.push(step.to_string());
            if self.is_last() {
                let next =
                    "The other topics show every step on your board, the last one on an array.";
                feedback.details.insert(0, next.to_owned());
            }
            return Some(feedback);
        }
        let right = chapter.right_squares().first();
        Some(match (self.hinted, right) {
            (true, Some(square)) => Feedback::new(Tone::Hint, format!("{square} is right."))
                .about(square)
                .recommending(Some(square)),
            (true, None) => Feedback::new(Tone::Hint, chapter.hint),
            (false, _) => {
                let how = match chapter.form() {
                    AnswerForm::Text => "Then press Enter.",
                    // The key line says it.
                    AnswerForm::Choice(_) => return None,
                    AnswerForm::Move | AnswerForm::Square => "Type its name, or click it.",
                };
                Feedback::new(Tone::Prompt, how)
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reversi::bitboard;
    use reversi::bitboard::plain::{Direction, legal_moves_along};
    use reversi_table::phrase::columns::wrap;

    fn sides(chapter: &CourseChapter) -> (u64, u64) {
        let board = chapter.board();
        (board.player().bits(), board.opponent().bits())
    }

    fn options(chapter: &CourseChapter) -> Vec<String> {
        match chapter.form() {
            AnswerForm::Choice(options) => options,
            form => panic!("{form:?}"),
        }
    }

    fn is_right(chapter: &CourseChapter, text: &str) -> bool {
        chapter.check_text(text).is_ok()
    }

    fn set(names: &str) -> SquareSet {
        names.split(' ').map(|name| name.parse().unwrap()).collect()
    }

    #[test]
    fn a_course_that_was_left_goes_on_in_the_next_run() {
        let folder = tempfile::tempdir().unwrap();
        let state = || Some(StateFolder::at(folder.path().join("reversi")));
        let open = || CourseProgress::open(state(), std::sync::Arc::new(|| ()));
        let subject = (Position::new(Board::START, Color::Black), E3);
        let mut course = Course::new(Rc::new(open()), subject);
        assert_eq!(course.chapter, 0);
        course.carry_out(ExerciseRequest::Next);
        course.carry_out(ExerciseRequest::Next);
        drop(course);
        let mut course = Course::new(Rc::new(open()), subject);
        assert_eq!(course.chapter, 2, "skipped chapters count");
        course.finish();
        drop(course);
        assert_eq!(
            open().reached(),
            3,
            "a chapter that is done is not asked again"
        );
        // Where nothing is kept, it begins again.
        assert_eq!(
            CourseProgress::open(None, std::sync::Arc::new(|| ())).reached(),
            0
        );
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
            ("", "Type up to 16 digits, 0 to 9 and a to f."),
            ("3g", "Type up to 16 digits, 0 to 9 and a to f."),
            (
                "10000000000000000",
                "Type up to 16 digits, 0 to 9 and a to f.",
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
        assert_eq!(chapter.trace().value("shifted"), Some(up.bits()));
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
            CHAPTERS[3].trace().value("run"),
            Some(set("c3 c4 c5").bits())
        );
        assert_eq!(CHAPTERS[3].right_squares(), set("c3"));
        assert_eq!(
            legal_moves_along(&DIRECTIONS[..1], own, opponent),
            set("c2").bits()
        );
        let (own, opponent) = sides(&CHAPTERS[4]);
        let up = legal_moves_along(&DIRECTIONS[..1], own, opponent);
        assert_eq!(CHAPTERS[4].right_squares().bits(), up);
        assert!(up != 0 && up != bitboard::legal_moves(own, opponent));
        let (own, opponent) = sides(&CHAPTERS[5]);
        let flips = bitboard::flips(own, opponent, E3);
        assert!(flips != 0);
        assert_eq!(CHAPTERS[5].right_squares().bits(), flips);
    }

    #[test]
    fn two_bits_become_the_number_of_their_discs() {
        let chapter = &CHAPTERS[6];
        let pairs = chapter.step(&chapter.trace(), 1).result.value;
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
            let trace = chapter.trace();
            for value in [0, 1] {
                assert!(
                    chapter.step(&trace, value).result.value != 0,
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
                        if let Err(wrong) = chapter.check_square(square) {
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
                    short(chapter.hint);
                }
                AnswerForm::Text | AnswerForm::Move => short(chapter.hint),
            }
        }
    }
}
