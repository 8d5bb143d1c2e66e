//! Puzzles in lines of text.

use std::io::{self, BufRead, Write};

use super::input::{InputLine, MAX_LINE, read_line};
use super::{LineError, Reader, grid};
use crate::app::practice::attempt::{Attempt, Verdict};
use crate::app::practice::judge::{self, Answer, Question};
use crate::app::practice::keeper::Keeper;
use crate::app::practice::supply::Supply;
use crate::app::wording::practice as wording;
use crate::app::wording::{line, line_of_play, sentence};
use crate::game::Game;
use crate::notation::clean_lines;
use crate::square::Square;

/// The commands besides moves, with what they do.
const COMMANDS: [(&str, &str); 5] = [
    ("hint", "where to look, then the answer"),
    ("more", "the next puzzle"),
    ("board", "print the board again"),
    ("help", "print this help"),
    ("quit", "quit"),
];

/// Asks puzzles in lines of text.
pub(crate) struct PuzzleMode {
    supply: Supply,
    keeper: Keeper,
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
        keeper: Keeper,
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
                Ok(None) => return Ok(say(&mut output, wording::NO_MORE)?),
                Err(error) => {
                    say(&mut output, &sentence(error))?;
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
        let mut is_solved = false;
        loop {
            if self.reader == Reader::Terminal {
                output.write_all(b"> ")?;
                output.flush()?;
            }
            let text = match read_line(input).map_err(LineError::Input)? {
                InputLine::End => return Ok(Then::Quit),
                InputLine::TooLong => {
                    say(output, &sentence(line::too_long(MAX_LINE)))?;
                    continue;
                }
                InputLine::NotText { byte, at } => {
                    say(output, &sentence(line::not_text(byte, at)))?;
                    continue;
                }
                InputLine::Text(text) => text.trim().to_lowercase(),
            };
            match text.as_str() {
                "quit" => return Ok(Then::Quit),
                "more" => return Ok(Then::Next),
                "" if is_solved => return Ok(Then::Next),
                "" => {}
                "hint" => say(output, &attempt.hint())?,
                "board" => show(&attempt, output)?,
                "help" => say(output, &help())?,
                _ => match text.parse::<Square>() {
                    Ok(square) => is_solved |= self.answer(&mut attempt, square, output)?,
                    Err(_) => say(output, &sentence(wording::unknown(&text)))?,
                },
            }
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
            Verdict::Illegal => {
                if let Err(why) = Game::from_position(position).play(square) {
                    say(output, &sentence(why))?;
                }
            }
            Verdict::Right => {
                say(output, &attempt.puzzle.praise(square))?;
                say(
                    output,
                    &wording::best_play(&line_of_play(&attempt.puzzle.answers()[0].pv)),
                )?;
            }
            Verdict::Wrong => {
                if let Some(Answer::Refutation(review)) =
                    judge::answer(Question::Refute(position, square), &|| false)
                {
                    let mut game = Game::from_position(position);
                    let line = &review.played.pv[..review.played.pv.len().min(judge::REFUTATION)];
                    for &square in line {
                        // A line of the search is legal.
                        let _ = game.play(square);
                    }
                    let text = grid(game.position(), game.legal_moves());
                    say(output, text.trim_end())?;
                    say(output, &judge::sentence(&review))?;
                    say(output, &wording::refutation(&line_of_play(&line[1..])))?;
                }
            }
        }
        if let Some(result) = result {
            match self.keeper.note(Some(&result)) {
                Ok(noted) => say(output, &noted.sentence())?,
                Err(error) => say(output, &sentence(error))?,
            }
        }
        if verdict == Verdict::Right {
            say(output, wording::TYPE_MORE)?;
        }
        Ok(verdict == Verdict::Right)
    }
}

/// Prints the board and the question.
fn show(attempt: &Attempt, output: &mut impl Write) -> io::Result<()> {
    let position = attempt.puzzle.position;
    say(output, grid(position, position.legal_moves()).trim_end())?;
    let origin = attempt.origin.sentence();
    let question = attempt.puzzle.question();
    say(output, format!("{question} {origin}").trim_end())
}

fn help() -> String {
    let commands = COMMANDS.map(|(name, what)| format!("{name:<6}{what}"));
    format!("{}\n{}", wording::HELP, commands.join("\n"))
}

/// Prints lines and flushes them, so that a pipe or a screen reader gets them at once.
fn say(output: &mut impl Write, text: &str) -> io::Result<()> {
    output.write_all((clean_lines(text) + "\n").as_bytes())?;
    output.flush()
}
