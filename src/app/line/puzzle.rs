//! Puzzles in lines of text.

use std::io::{self, BufRead, Write};

use super::input::{InputLine, MAX_LINE, read_line};
use super::{LineError, Reader, print_lines};
use crate::app::study::practice::attempt::{Attempt, AttemptState};
use crate::app::study::practice::judge;
use crate::app::study::practice::store::PracticeStore;
use crate::app::study::practice::supply::Supply;
use crate::app::wording::grid;
use crate::app::wording::practice as wording;
use crate::app::wording::{line, line_of_play, played, sentence};
use crate::game::{Entry, Game};
use crate::square::Square;

/// The commands besides moves, with what they do.
const COMMANDS: [(&str, &str); 6] = [
    ("hint", "where to look, then the answer"),
    ("more", "the next puzzle"),
    ("play", "play a solved puzzle to the end"),
    ("board", "print the board again"),
    ("help", "print this help"),
    ("quit", "quit"),
];

/// Asks puzzles in lines of text.
pub(crate) struct PuzzleMode {
    supply: Supply,
    keeper: PracticeStore,
    reader: Reader,
    /// The number of puzzles to come; `None` without end.
    left: Option<u32>,
}

/// What to do after a puzzle.
enum Then {
    Next,
    Quit,
}

impl PuzzleMode {
    /// Creates the mode for a number of puzzles.
    pub(crate) const fn new(
        supply: Supply,
        keeper: PracticeStore,
        reader: Reader,
        left: Option<u32>,
    ) -> Self {
        Self {
            supply,
            keeper,
            reader,
            left,
        }
    }

    /// Asks one puzzle after another until the input ends, or there are no more.
    ///
    /// # Errors
    /// Cannot read the input or write the output.
    pub(crate) fn run(
        mut self,
        mut input: impl BufRead,
        mut output: impl Write,
    ) -> Result<(), LineError> {
        while self.left != Some(0) {
            let attempt = match self.supply.next(&|| false) {
                Ok(Some(attempt)) => attempt,
                Ok(None) => {
                    print_lines(&mut output, wording::NO_MORE)?;
                    if let Some(searched) = self.supply.searched() {
                        print_lines(&mut output, &searched)?;
                    }
                    return Ok(());
                }
                Err(error) => {
                    print_lines(&mut output, &sentence(error))?;
                    continue;
                }
            };
            self.left = self.left.map(|left| left - 1);
            if let Then::Quit = self.ask(attempt, &mut input, &mut output)? {
                break;
            }
        }
        Ok(())
    }

    fn ask(
        &mut self,
        mut attempt: Attempt,
        input: &mut impl BufRead,
        output: &mut impl Write,
    ) -> Result<Then, LineError> {
        show(&attempt, output)?;
        loop {
            let plays_on = *attempt.state() == AttemptState::PlayingOn;
            if plays_on {
                print_board(attempt.game(), output)?;
            }
            let Some(text) = self.read(input, output)? else {
                return Ok(Then::Quit);
            };
            match text.as_str() {
                "quit" => return Ok(Then::Quit),
                "more" => return Ok(Then::Next),
                "" if attempt.is_solved() && !plays_on => return Ok(Then::Next),
                "" => {}
                "hint" if !plays_on => print_lines(output, &attempt.hint().sentence)?,
                "board" if !plays_on => show(&attempt, output)?,
                "help" if !plays_on => print_lines(output, &help())?,
                "play" if !plays_on => {
                    if attempt.play_on() {
                        print_moves(&mut attempt, 0, output)?;
                    } else {
                        print_lines(output, wording::SOLVE_FIRST)?;
                    }
                }
                _ => match text.parse() {
                    Ok(square) if plays_on => play(&mut attempt, square, output)?,
                    Ok(square) => self.answer(&mut attempt, square, output)?,
                    Err(_) => print_lines(output, &sentence(wording::unknown(&text)))?,
                },
            }
            if *attempt.state() == AttemptState::Over {
                return Ok(Then::Next);
            }
        }
    }

    /// Reads the next line that is text; `None` at the end of the input.
    fn read(
        &self,
        input: &mut impl BufRead,
        output: &mut impl Write,
    ) -> Result<Option<String>, LineError> {
        loop {
            if self.reader == Reader::Terminal {
                output.write_all(b"> ")?;
                output.flush()?;
            }
            let why = match read_line(input).map_err(LineError::Input)? {
                InputLine::End => return Ok(None),
                InputLine::TooLong => line::too_long(MAX_LINE),
                InputLine::NotText { byte, at } => line::not_text(byte, at),
                InputLine::Text(text) => return Ok(Some(text.trim().to_lowercase())),
            };
            print_lines(output, &sentence(why))?;
        }
    }

    /// Judges a move and prints what it does.
    fn answer(
        &mut self,
        attempt: &mut Attempt,
        square: Square,
        output: &mut impl Write,
    ) -> io::Result<()> {
        attempt.restart();
        let result = match attempt.answer(square) {
            Ok(result) => result,
            Err(why) => return print_lines(output, &sentence(why)),
        };
        let is_right = *attempt.state() == AttemptState::Solved;
        judge(attempt);
        while attempt.refute() {}
        if !is_right {
            print_board(attempt.game(), output)?;
        }
        if let Some(feedback) = attempt.feedback() {
            print_lines(output, &feedback.sentence)?;
        }
        if is_right {
            let line = line_of_play(&attempt.puzzle.answers()[0].pv);
            print_lines(output, &wording::best_play(&line))?;
        } else {
            let moves = attempt.game().entries().iter().filter_map(Entry::square);
            let moves: Vec<Square> = moves.skip(1).collect();
            print_lines(output, &wording::refutation(&line_of_play(&moves)))?;
            print_lines(output, wording::TRY_AGAIN)?;
        }
        if let Some(result) = result {
            match self.keeper.note(Some(&result)) {
                Ok(noted) => print_lines(output, &noted.sentence())?,
                Err(error) => print_lines(output, &sentence(error))?,
            }
        }
        if is_right {
            print_lines(output, wording::TYPE_MORE)?;
        }
        Ok(())
    }
}

/// Answers what the attempt wants to know.
fn judge(attempt: &mut Attempt) {
    while let Some(request) = attempt.judge_request()
        && let Some(report) = judge::answer(request, &|| false)
    {
        attempt.take_report(report);
    }
}

/// Plays a move of a puzzle that is played on.
fn play(attempt: &mut Attempt, square: Square, output: &mut impl Write) -> io::Result<()> {
    let played = attempt.game().entries().len();
    match attempt.answer(square) {
        Ok(_) => print_moves(attempt, played, output),
        Err(why) => print_lines(output, &sentence(why)),
    }
}

/// Lets the defence move, and prints the moves after some entries and the end of the game.
fn print_moves(attempt: &mut Attempt, from: usize, output: &mut impl Write) -> io::Result<()> {
    judge(attempt);
    for entry in &attempt.game().entries()[from..] {
        if let Entry::Move {
            color,
            square,
            flips,
        } = *entry
        {
            print_lines(output, &played(color, square, flips.len()))?;
        }
    }
    if *attempt.state() == AttemptState::Over {
        print_board(attempt.game(), output)?;
        if let Some(feedback) = attempt.feedback() {
            print_lines(output, &feedback.sentence)?;
        }
    }
    Ok(())
}

/// Prints the board with the legal moves.
fn print_board(game: &Game, output: &mut impl Write) -> io::Result<()> {
    print_lines(output, grid(game.position(), game.legal_moves()).trim_end())
}

/// Prints the board and the question.
fn show(attempt: &Attempt, output: &mut impl Write) -> io::Result<()> {
    let position = attempt.puzzle.position;
    print_lines(output, grid(position, position.legal_moves()).trim_end())?;
    let origin = attempt.origin.sentence();
    let question = attempt.puzzle.question();
    print_lines(output, format!("{question} {origin}").trim_end())
}

fn help() -> String {
    let commands = COMMANDS.map(|(name, what)| format!("{name:<6}{what}"));
    format!("{}\n{}", wording::HELP, commands.join("\n"))
}
