//! Puzzles in lines of text.

use std::io::{self, BufRead, Write};

use super::input::{InputLine, MAX_LINE, read_line};
use super::{LineError, Reader, print_lines};
use crate::app::study::practice::attempt::{AnswerCheck, Attempt};
use crate::app::study::practice::judge::{self, JudgeReport, JudgeRequest};
use crate::app::study::practice::store::PracticeStore;
use crate::app::study::practice::supply::Supply;
use crate::app::wording::grid;
use crate::app::wording::practice as wording;
use crate::app::wording::{line, line_of_play, played, sentence};
use crate::game::Game;
use crate::square::Square;
use crate::squares::SquareSet;

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
        let mut solved_by = None;
        while let Some(text) = self.read(input, output)? {
            match text.as_str() {
                "quit" => return Ok(Then::Quit),
                "more" => return Ok(Then::Next),
                "" if solved_by.is_some() => return Ok(Then::Next),
                "" => {}
                "hint" => print_lines(output, &attempt.hint())?,
                "board" => show(&attempt, output)?,
                "help" => print_lines(output, &help())?,
                "play" => match solved_by {
                    Some(answer) => return self.play_on(&attempt, answer, input, output),
                    None => print_lines(output, wording::SOLVE_FIRST)?,
                },
                _ => match text.parse() {
                    Ok(square) => {
                        let is_right = self.answer(&mut attempt, square, output)?;
                        solved_by = solved_by.or(is_right.then_some(square));
                    }
                    Err(_) => print_lines(output, &sentence(wording::unknown(&text)))?,
                },
            }
        }
        Ok(Then::Quit)
    }

    /// Plays a solved puzzle to its end against the best defence.
    fn play_on(
        &mut self,
        attempt: &Attempt,
        answer: Square,
        input: &mut impl BufRead,
        output: &mut impl Write,
    ) -> Result<Then, LineError> {
        let own = attempt.puzzle.position.side_to_move();
        let mut game = Game::from_position(attempt.puzzle.position);
        let mut next = Some(answer);
        loop {
            if let Some(square) = next.take() {
                let color = game.position().side_to_move();
                match game.play(square) {
                    Ok(()) => {
                        let flips = game.last_move().map_or(0, |(_, flips)| flips.len());
                        print_lines(output, &played(color, square, flips))?;
                        game.pass_if_forced();
                    }
                    Err(why) => print_lines(output, &sentence(why))?,
                }
            }
            let position = game.position();
            if let Some(outcome) = game.outcome() {
                let text = attempt.puzzle.played_out(&outcome);
                print_lines(output, grid(position, SquareSet::EMPTY).trim_end())?;
                print_lines(output, &text)?;
                return Ok(Then::Next);
            }
            if position.side_to_move() != own {
                if let Some(JudgeReport::Reply(square)) =
                    judge::answer(JudgeRequest::Reply(position), &|| false)
                {
                    next = Some(square);
                }
                continue;
            }
            print_lines(output, grid(position, position.legal_moves()).trim_end())?;
            let Some(text) = self.read(input, output)? else {
                return Ok(Then::Quit);
            };
            match text.as_str() {
                "quit" => return Ok(Then::Quit),
                "more" => return Ok(Then::Next),
                "" => {}
                _ => match text.parse() {
                    Ok(square) => next = Some(square),
                    Err(_) => print_lines(output, &sentence(wording::unknown(&text)))?,
                },
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

    /// Judges a move and says what it does. Returns whether it is right.
    fn answer(
        &mut self,
        attempt: &mut Attempt,
        square: Square,
        output: &mut impl Write,
    ) -> io::Result<bool> {
        let position = attempt.puzzle.position;
        let (verdict, result) = attempt.answer(square);
        match verdict {
            AnswerCheck::Illegal => {
                if let Err(why) = Game::from_position(position).play(square) {
                    print_lines(output, &sentence(why))?;
                }
            }
            AnswerCheck::Right => {
                print_lines(output, &attempt.puzzle.praise(square))?;
                print_lines(
                    output,
                    &wording::best_play(&line_of_play(&attempt.puzzle.answers()[0].pv)),
                )?;
            }
            AnswerCheck::Wrong => {
                if let Some(JudgeReport::Refutation(review)) =
                    judge::answer(JudgeRequest::Refute(position, square), &|| false)
                {
                    let mut game = Game::from_position(position);
                    let line = &review.played.pv[..review.played.pv.len().min(judge::REFUTATION)];
                    for &square in line {
                        // A line of the search is legal.
                        let _ = game.play(square);
                    }
                    let text = grid(game.position(), game.legal_moves());
                    print_lines(output, text.trim_end())?;
                    print_lines(output, &judge::sentence(&review))?;
                    print_lines(output, &wording::refutation(&line_of_play(&line[1..])))?;
                    print_lines(output, wording::TRY_AGAIN)?;
                }
            }
        }
        if let Some(result) = result {
            match self.keeper.note(Some(&result)) {
                Ok(noted) => print_lines(output, &noted.sentence())?,
                Err(error) => print_lines(output, &sentence(error))?,
            }
        }
        if verdict == AnswerCheck::Right {
            print_lines(output, wording::TYPE_MORE)?;
        }
        Ok(verdict == AnswerCheck::Right)
    }
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
