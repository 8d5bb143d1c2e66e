//! Puzzles in lines of text.

use std::io::{self, BufRead, Write};

use super::input::{InputLine, MAX_LINE, read_line};
use super::{LineError, LineGame as _, Reader, print_lines, unknown, until_ctrl_c};
use reversi::{Entry, Game, Square};
use reversi_study::practice::attempt::{Attempt, AttemptState};
use reversi_study::practice::fact::PracticeFact;
use reversi_study::practice::judge;
use reversi_study::practice::practice_store::PracticeStore;
use reversi_study::practice::supply::Supply;
use reversi_study::progress::AttemptResult;
use reversi_table::phrase::columns::align_left;
use reversi_table::phrase::sentence;
use reversi_text::{Message, Moves, Said, label, tr};
use reversi_wording::practice;
use reversi_wording::{GameSentences as _, discs, grid, line, to_move};

/// The commands besides moves, with what they do.
const COMMANDS: [(&str, &Message); 7] = [
    (
        "hint",
        label!("where to look, then some moves, then the answer"),
    ),
    ("more", label!("the next puzzle")),
    ("play", label!("play a solved puzzle to the end")),
    ("board", label!("print the board again")),
    ("discs", label!("name the squares with discs")),
    ("help", label!("print this help")),
    ("quit", label!("quit")),
];

/// Asks puzzles in lines of text.
pub(crate) struct PuzzleMode<R, W> {
    pub(crate) supply: Supply,
    pub(crate) store: PracticeStore,
    pub(crate) reader: Reader,
    /// Names the discs instead of printing the board, for screen readers.
    pub(crate) spoken: bool,
    pub(crate) input: R,
    pub(crate) output: W,
    /// The number of puzzles to come; `None` without end.
    pub(crate) left: Option<u32>,
}

impl<R: BufRead, W: Write> PuzzleMode<R, W> {
    /// Asks one puzzle after another until the input ends, or there are no more.
    ///
    /// # Errors
    /// Cannot read the input or write the output.
    pub(crate) fn run(mut self) -> Result<(), LineError> {
        while self.left != Some(0) {
            match self.supply.next(&until_ctrl_c) {
                Ok(Some(attempt)) => {
                    self.left = self.left.map(|left| left - 1);
                    if !self.ask(attempt)? {
                        break;
                    }
                }
                Ok(None) => {
                    self.print(practice::NO_MORE.text())?;
                    if let Some(searched) = practice::searched(self.supply.searched()) {
                        self.print(&searched)?;
                    }
                    break;
                }
                Err(error) => self.print(&sentence(error))?,
            }
        }
        Ok(())
    }

    /// Asks a puzzle. Returns whether the next one is wanted.
    fn ask(&mut self, mut attempt: Attempt) -> Result<bool, LineError> {
        self.print_question(&attempt)?;
        loop {
            let plays_on = attempt.state == AttemptState::PlayingOn;
            if plays_on {
                self.print_board(&attempt.game)?;
            }
            let Some(text) = self.read()? else {
                return Ok(false);
            };
            match text.as_str() {
                "quit" => return Ok(false),
                "more" => return Ok(true),
                "" if attempt.is_solved() && !plays_on => return Ok(true),
                "" => {}
                "hint" if !plays_on => self.hint(&mut attempt)?,
                "board" if self.spoken => self.print_grid(&attempt.game)?,
                "discs" => self.print(&discs(attempt.game.position()))?,
                "board" if !plays_on => self.print_question(&attempt)?,
                "help" if !plays_on => self.print(&help())?,
                "play" if !plays_on => {
                    if attempt.play_on() {
                        self.print_moves(&mut attempt, 0)?;
                    } else {
                        self.print(&tr!("Solve the puzzle first; hint helps."))?;
                    }
                }
                _ => {
                    if let Ok(square) = text.parse() {
                        self.answer(&mut attempt, square)?;
                    } else {
                        let short: String = text.chars().take(20).collect();
                        // Debug format escapes control characters.
                        let quoted = format!("{short:?}");
                        self.print(&unknown(&quoted).sentence())?;
                    }
                }
            }
            if attempt.state == AttemptState::Over {
                return Ok(true);
            }
        }
    }

    /// Reads the next line that is text; `None` at the end of the input.
    fn read(&mut self) -> Result<Option<String>, LineError> {
        loop {
            if self.reader == Reader::Terminal {
                self.output.write_all(b"> ")?;
                self.output.flush()?;
            }
            let why = match read_line(&mut self.input).map_err(LineError::Input)? {
                // Signals keep their default action during a puzzle.
                InputLine::End | InputLine::Signal(_) => return Ok(None),
                InputLine::TooLong => line::too_long(MAX_LINE),
                InputLine::NotText { byte, at } => line::not_text(byte, at),
                InputLine::Text(text) => return Ok(Some(text.trim().to_lowercase())),
            };
            self.print(&why.sentence())?;
        }
    }

    /// Plays an answer, or a move of a puzzle that is played on, and prints what follows.
    fn answer(&mut self, attempt: &mut Attempt, square: Square) -> io::Result<()> {
        let plays_on = attempt.state == AttemptState::PlayingOn;
        let played = attempt.game.entries().len();
        let result = match attempt.answer(square) {
            Ok(result) => result,
            Err(why) => return self.print(&sentence(why)),
        };
        if plays_on {
            return self.print_moves(attempt, played);
        }
        judge(attempt);
        let is_right = attempt.state == AttemptState::Solved;
        if !is_right {
            while attempt.refute() {}
            if !self.spoken {
                self.print_board(&attempt.game)?;
            }
        }
        self.print_feedback(attempt)?;
        if is_right {
            let moves = attempt.puzzle.answers()[0].pv.clone();
            self.print(&practice::feedback(&PracticeFact::BestPlay(moves)))?;
        } else {
            let moves = attempt.game.entries().iter().filter_map(Entry::square);
            let moves: Vec<Square> = moves.skip(1).collect();
            self.print(&tr!("The refutation: {moves}.", moves = Moves(&moves)))?;
            self.print(&tr!("Try again, or type hint."))?;
        }
        if let Some(result) = result {
            let noted = self.note(&result);
            self.print(&noted)?;
        }
        if is_right {
            self.print(&tr!(
                "Type more for the next puzzle, play to play on, or quit."
            ))?;
        }
        Ok(())
    }

    /// Prints the next hint. The result that the last one decides is kept before.
    fn hint(&mut self, attempt: &mut Attempt) -> io::Result<()> {
        let result = attempt.hint();
        let noted = result.map(|result| self.note(&result));
        self.print_feedback(attempt)?;
        noted.map_or(Ok(()), |noted| self.print(&noted))
    }

    /// Keeps the result of an attempt. Returns the sentence about it.
    fn note(&mut self, result: &AttemptResult) -> Said {
        let noted = self.store.note(Some(result), &until_ctrl_c);
        let failed = |error| Said::verbatim(sentence(error));
        noted.map_or_else(failed, |noted| practice::noted(&noted))
    }

    /// Lets the defence move, and prints the moves after some entries and the end of the game.
    fn print_moves(&mut self, attempt: &mut Attempt, from: usize) -> io::Result<()> {
        judge(attempt);
        let you = Some(attempt.puzzle.position.side_to_move());
        for entry in &attempt.game.entries()[from..] {
            if let Entry::Move {
                color,
                square,
                flips,
            } = *entry
            {
                let said = if self.spoken {
                    Game::describe_spoken(color, square, flips, you)
                } else {
                    Game::played(color, square, flips, you)
                };
                self.print(&said)?;
            }
        }
        if attempt.state == AttemptState::Over {
            self.print_board(&attempt.game)?;
            self.print_feedback(attempt)?;
        }
        Ok(())
    }

    /// Prints the board and the question.
    fn print_question(&mut self, attempt: &Attempt) -> io::Result<()> {
        if self.spoken {
            self.print(&discs(attempt.puzzle.position))?;
        }
        self.print_board(&Game::from_position(attempt.puzzle.position))?;
        let origin = practice::origin(attempt.origin);
        let question = practice::question(&attempt.puzzle);
        self.print(&Said::sentences([question].into_iter().chain(origin)))
    }

    fn print_feedback(&mut self, attempt: &Attempt) -> io::Result<()> {
        let feedback = attempt.feedback.as_ref();
        feedback.map_or(Ok(()), |feedback| {
            let feedback = feedback.map(practice::feedback);
            self.print(&feedback.sentence)?;
            feedback
                .details
                .iter()
                .try_for_each(|line| self.print(line))
        })
    }

    /// Prints the board with the legal moves; names the moves alone if it is `spoken`.
    fn print_board(&mut self, game: &Game) -> io::Result<()> {
        if self.spoken {
            self.print(&to_move(game, None))
        } else {
            self.print_grid(game)
        }
    }

    fn print_grid(&mut self, game: &Game) -> io::Result<()> {
        self.print(grid(game.position(), game.legal_moves()).trim_end())
    }

    fn print(&mut self, text: &str) -> io::Result<()> {
        print_lines(&mut self.output, text)
    }
}

/// Answers what the attempt wants to know.
fn judge(attempt: &mut Attempt) {
    while let Some(request) = attempt.judge_request()
        && let Some(report) = judge::answer(&judge::of_puzzles(), request, &until_ctrl_c)
    {
        attempt.take_report(report);
    }
}

fn help() -> Said {
    let line = |(name, what): (&str, &Message)| Said::verbatim(align_left(name, 6) + what.text());
    let head = tr!("Type a move such as f5. X is Black, O is White, * is a legal move.");
    Said::lines([head].into_iter().chain(COMMANDS.map(line)))
}
