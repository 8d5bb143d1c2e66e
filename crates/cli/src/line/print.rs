//! What line mode prints: events, the board, questions and refusals.

use std::io::{self, BufRead, Write};

use super::{Failed, HISTORY_COLUMNS, LineGame, LineMode, Reader, print_lines, refused};
use reversi::{Entry, Square};
use reversi_table::phrase::{self, side, verb};
use reversi_table::session::{Event, Refusal, Turn};
use reversi_text::{Name, Said, tr};
use reversi_wording::{self as wording, LastingState, marks};

impl<R: BufRead, W: Write, G: LineGame> LineMode<R, W, G> {
    pub(super) fn print_events(&mut self) -> io::Result<()> {
        while let Some(event) = self.table.next_event() {
            self.print_event(&event)?;
        }
        Ok(())
    }

    pub(super) fn print_event(&mut self, event: &Event<G>) -> io::Result<()> {
        let mut sentence = match event {
            // To someone who does not see the board, a move that is redone is like one that is played.
            Event::Redone(entries) if self.spoken => {
                self.stale = true;
                return self.print_redone(entries);
            }
            Event::Played {
                color,
                square,
                flips,
            } if self.spoken => {
                G::describe_spoken(*color, *square, *flips, self.table.session().lone_human())
            }
            event => self.sentence(event),
        };
        match event {
            Event::Over(_) if self.spoken => self.stale = false,
            Event::Over(_) => {
                // The sentence about the end is the last, so the board comes first.
                self.print(self.table.session().game().final_board().trim_end())?;
                self.stale = false;
            }
            Event::Paused(true) => sentence += " Type go to continue.",
            Event::PlayerFailed { .. } => {
                sentence +=
                    " Type go to try again, take to play for it, or forfeit to resign for it.";
            }
            Event::Paused(false) | Event::PlayersChanged(_) => {}
            Event::Started
            | Event::Played { .. }
            | Event::Passed { .. }
            | Event::Resigned { .. }
            | Event::Left { .. }
            | Event::Reopened
            | Event::TimeUp { .. }
            | Event::DrawAgreed
            | Event::Undone(_)
            | Event::Redone(_) => self.stale = true,
        }
        self.print(&sentence)
    }

    /// Prints redone entries like played ones, with the discs that turned.
    fn print_redone(&mut self, entries: &[Entry]) -> io::Result<()> {
        let you = self.table.session().lone_human();
        let sentences: Vec<String> = entries
            .iter()
            .map(|entry| match *entry {
                Entry::Move {
                    color,
                    square,
                    flips,
                } => G::describe_spoken(color, square, flips, you),
                // A forced pass is redone with the move before it.
                Entry::Pass { color } if G::PASSES_ARE_FORCED => {
                    self.sentence(&Event::Passed { color, again: true })
                }
                other => self.sentence(&Event::Redone(vec![other])),
            })
            .collect();
        self.print_all(sentences)
    }

    /// Returns the sentence about an event. Two people are called by their names.
    pub(super) fn sentence(&self, event: &Event<G>) -> String {
        let session = self.table.session();
        let you = session.lone_human();
        match (event, session.opening.as_deref()) {
            (Event::Over(outcome), _) => G::over(outcome, session.departed(), you).into(),
            (Event::PlayersChanged(_), _) => wording::players(&session.shown_players(), you).into(),
            (Event::Started, Some(name)) => Said::sentences([
                wording::event(event, you),
                tr!("Opening: {name}.", name = Name(name)),
            ])
            .into(),
            _ => wording::event(event, you).into(),
        }
    }

    /// Prints the board unless it was printed already.
    pub(super) fn ask(&mut self) -> io::Result<()> {
        if self.stale {
            self.print_position(self.spoken)
        } else {
            Ok(())
        }
    }

    pub(super) fn print_board(&mut self) -> io::Result<()> {
        self.print_position(false)
    }

    fn print_position(&mut self, spoken: bool) -> io::Result<()> {
        self.stale = false;
        let session = self.table.session();
        let (clocks, you) = (session.timing.shown(), session.lone_human());
        self.print(&session.game().describe_position(clocks, spoken, you))
    }

    /// Prints why something failed and which moves of the line were played. Unless the board follows,
    /// prints the legal moves too.
    pub(super) fn refuse(
        &mut self,
        why: &str,
        played: &[Square],
        nothing_yet: bool,
    ) -> io::Result<()> {
        let names: Vec<String> = played.iter().map(ToString::to_string).collect();
        let mut sentence = match names.len() {
            0 if !nothing_yet => phrase::sentence(why),
            count => stopped(&names.join(" "), count, why),
        };
        let game = self.table.session().game();
        if !self.stale
            && game.outcome().is_none()
            && let Some(moves) = game.legal_moves_sentence(self.table.session().lone_human())
        {
            sentence = sentence + " " + &moves;
        }
        self.print(&sentence)
    }

    /// Returns the refusal as a clause, with advice on what to type instead where that helps.
    pub(super) fn explain(&self, why: &Refusal<G>) -> Failed {
        let is_over = match why {
            Refusal::GameOver => true,
            Refusal::Move(error) => *error == G::OVER,
            _ => false,
        };
        let instead = if is_over && self.table.connection().is_some() {
            "new for a rematch, or quit"
        } else if is_over {
            "new, undo or quit"
        } else if matches!(why, Refusal::NotYourTurn { .. }) && self.table.session().is_paused() {
            "go to let it play"
        } else {
            return refused(wording::refusal(why));
        };
        refused(format_args!("{}; type {instead}", wording::refusal(why)))
    }

    pub(super) fn prompt(&mut self) -> io::Result<()> {
        if self.reader == Reader::Pipe {
            return Ok(());
        }
        let marks = marks(&LastingState::of_table(&self.table, &self.saver), ", ");
        let turn = match self.table.session().game().turn() {
            Turn::Move(color) | Turn::Pass(color) => color.to_string(),
            Turn::Over => String::new(),
        };
        let parts: Vec<_> = [turn, marks.into()]
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect();
        let prompt = format!("{}> ", parts.join(", "));
        self.has_prompt = true;
        self.output.write_all(prompt.as_bytes())?;
        self.output.flush()
    }

    pub(super) fn print(&mut self, text: &str) -> io::Result<()> {
        self.end()?;
        print_lines(&mut self.output, text)
    }

    /// Prints sentences.
    pub(super) fn print_all(
        &mut self,
        sentences: impl IntoIterator<Item = String>,
    ) -> io::Result<()> {
        sentences
            .into_iter()
            .try_for_each(|sentence| self.print(&sentence))
    }
}

impl<R: BufRead, W: Write> LineMode<R, W> {
    pub(super) fn print_history(&mut self) -> io::Result<()> {
        let entries = self.table.session().game().entries();
        if entries.is_empty() {
            return self.print("No moves yet.");
        }
        let has_departed = self.table.session().departed().is_some();
        let you = self.table.session().lone_human();
        let does = |color, forms| format!("{} {}", side(color, you), verb(color, you, forms));
        let mut number = 0;
        let named = entries.iter().map(|entry| match entry {
            Entry::Move { square, .. } => {
                number += 1;
                format!("{number}. {square}")
            }
            Entry::Pass { .. } => "--".to_owned(),
            Entry::Resignation { color } if has_departed => does(*color, ["left", "left"]),
            Entry::Resignation { color } => does(*color, ["resign", "resigns"]),
            Entry::Timeout { color } => does(*color, ["are out of time", "is out of time"]),
            Entry::Agreement { .. } => "draw agreed".to_owned(),
        });
        let named: Vec<String> = named.collect();
        let lines: Vec<String> = named
            .chunks(HISTORY_COLUMNS)
            .map(|line| line.join(" "))
            .collect();
        self.print(&lines.join("\n"))
    }

    pub(super) fn has_just_passed(&self) -> bool {
        matches!(
            self.table.session().game().entries().last(),
            Some(Entry::Pass { .. })
        )
    }
}

/// Returns the sentence about a line that failed after some of its moves were played.
fn stopped(played: &str, count: usize, why: &str) -> String {
    match count {
        0 => format!("Nothing was played; {why}."),
        1 => format!("{played} was played; {why}."),
        _ => format!("{played} were played; {why}."),
    }
}
