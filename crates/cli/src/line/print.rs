//! What line mode prints: events, the board, questions and refusals.

use std::io::{self, BufRead, Write};

use super::{Failed, HISTORY_COLUMNS, LineGame, LineMode, Reader, print_lines};
use reversi::{Entry, Square};
use reversi_table::session::{Event, Refusal, Turn};
use reversi_text::{Moves, Name, Said, tr};
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
            Event::Paused(true) => {
                sentence = Said::sentences([sentence, tr!("Type go to continue.")]);
            }
            Event::PlayerFailed { .. } => {
                let how =
                    tr!("Type go to try again, take to play for it, or forfeit to resign for it.");
                sentence = Said::sentences([sentence, how]);
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
        let sentences: Vec<Said> = entries
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
    pub(super) fn sentence(&self, event: &Event<G>) -> Said {
        let session = self.table.session();
        let you = session.lone_human();
        match (event, session.opening.as_deref()) {
            (Event::Over(outcome), _) => G::over(outcome, session.departed(), you),
            (Event::PlayersChanged(_), _) => wording::players(&session.shown_players(), you),
            (Event::Started, Some(name)) => {
                Said::sentences([wording::event(event, you), wording::opening(name)])
            }
            _ => wording::event(event, you),
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
        let clause = Name(why);
        let sentence = match played {
            [] if !nothing_yet => Said::verbatim(why.to_owned()).sentence(),
            [] => tr!("Nothing was played; {clause}.", clause),
            [square] => tr!("{square} was played; {clause}.", square = *square, clause),
            _ => tr!(
                "{moves} were played; {clause}.",
                moves = Moves(played),
                clause
            ),
        };
        let mut moves = None;
        let game = self.table.session().game();
        if !self.stale && game.outcome().is_none() {
            moves = game.legal_moves_sentence(self.table.session().lone_human());
        }
        self.print(&Said::sentences([sentence].into_iter().chain(moves)))
    }

    /// Returns the refusal as a clause, with advice on what to type instead where that helps.
    pub(super) fn explain(&self, why: &Refusal<G>) -> Failed {
        let is_over = match why {
            Refusal::GameOver => true,
            Refusal::Move(error) => *error == G::OVER,
            _ => false,
        };
        let is_paused = self.table.session().is_paused();
        let said = wording::refusal(why);
        let why = match why {
            _ if is_over && self.table.connection().is_some() => {
                tr!("{why}; type new for a rematch, or quit", why = &said)
            }
            _ if is_over => tr!("{why}; type new, undo or quit", why = &said),
            Refusal::NotYourTurn { .. } if is_paused => {
                tr!("{why}; type go to let it play", why = &said)
            }
            _ => said,
        };
        Failed::Refused(why)
    }

    pub(super) fn prompt(&mut self) -> io::Result<()> {
        if self.reader == Reader::Pipe {
            return Ok(());
        }
        let marks = marks(&LastingState::of_table(&self.table, &self.saver), ", ");
        let turn = match self.table.session().game().turn() {
            Turn::Move(color) | Turn::Pass(color) => tr!("{color}", color),
            Turn::Over => Said::default(),
        };
        let parts = [turn, marks].into_iter().filter(|part| !part.is_empty());
        let prompt = format!("{}> ", Said::list(parts));
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
        sentences: impl IntoIterator<Item = Said>,
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
            return self.print(&tr!("No moves yet."));
        }
        let has_departed = self.table.session().departed().is_some();
        let you = self.table.session().lone_human();
        let mut number = 0;
        let named = entries.iter().map(|entry| match entry {
            Entry::Move { square, .. } => {
                number += 1;
                Said::verbatim(number.to_string() + ". " + &square.to_string())
            }
            Entry::Pass { .. } => Said::verbatim("--"),
            &Entry::Resignation { color } if has_departed => match you {
                Some(you) if you == color => tr!("you left"),
                _ => tr!("{color} left", color),
            },
            &Entry::Resignation { color } if you == Some(color) => tr!("you resign"),
            &Entry::Resignation { color } => tr!("{color} resigns", color),
            &Entry::Timeout { color } if you == Some(color) => tr!("you are out of time"),
            &Entry::Timeout { color } => tr!("{color} is out of time", color),
            Entry::Agreement { .. } => tr!("draw agreed"),
        });
        let named: Vec<String> = named.map(String::from).collect();
        let lines = named.chunks(HISTORY_COLUMNS).map(|line| line.join(" "));
        self.print(&Said::lines(lines.map(Said::verbatim)))
    }

    pub(super) fn has_just_passed(&self) -> bool {
        matches!(
            self.table.session().game().entries().last(),
            Some(Entry::Pass { .. })
        )
    }
}
