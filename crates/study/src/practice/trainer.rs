//! The opening trainer: the player plays one side of some lines, the program the other one.
//!
//! A move that leaves the lines is rejected. After their end, play continues as long as other games do, and moves
//! are rejected that lose discs by the program's own evaluation.

use std::collections::VecDeque;

use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom as _;

use crate::openings::lines::OpeningLines;
use crate::openings::table::{OpeningMove, OpeningTable};
use crate::schedule::Recall;
use reversi::transcript;
use reversi::{Color, Game, MoveError, Square, SquareSet};

/// The loss in discs at which a move after the end of the lines is rejected.
pub(crate) const LOSS: u32 = 3;

/// The state of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LineState {
    /// The player is to move.
    Asked,
    /// The player's move waits for the evaluation of the position.
    Judging(Square),
    /// This move of the player left the lines and was rejected; the player is still to move.
    Wrong(Square),
    /// So was this one, after the end of the lines: the discs that it loses, and the best move.
    Loses(Square, u32, Square),
    /// The program is to move, and waits for the games of the position.
    Replying,
    /// The line is over.
    Complete,
}

/// A result to keep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Note {
    /// How well the player remembered what to play after these moves.
    Recall(String, Recall),
    /// A line was played, perhaps without a mistake.
    Line {
        /// It had no mistake.
        known: bool,
    },
}

/// An opening trainer.
#[derive(Debug)]
pub struct Trainer {
    lines: OpeningLines,
    side: Color,
    game: Game,
    stage: LineState,
    /// The positions to repeat, each as the moves that lead to it.
    due: VecDeque<String>,
    /// The position that this line repeats.
    repeated: Option<String>,
    /// The player made a mistake in this position.
    missed: bool,
    /// The player made a mistake in this line.
    missed_line: bool,
    random: ChaCha8Rng,
    notes: Vec<Note>,
}

impl Trainer {
    /// Starts the first line for a side. Lines that are due come first.
    pub(crate) fn new(lines: OpeningLines, side: Color, due: Vec<String>, seed: u64) -> Self {
        let mut trainer = Self {
            lines,
            side,
            game: Game::new(),
            stage: LineState::Complete,
            due: due.into(),
            repeated: None,
            missed: false,
            missed_line: false,
            random: ChaCha8Rng::seed_from_u64(seed),
            notes: Vec::new(),
        };
        trainer.next_line();
        trainer
    }

    /// Starts the next line.
    pub(crate) fn next_line(&mut self) {
        (self.missed, self.missed_line) = (false, false);
        self.repeated = self.due.pop_front();
        let repeated = self.repeated.as_deref().map(transcript::parse);
        self.game = match repeated {
            Some(Ok(game)) => game,
            Some(Err(_)) | None => Game::new(),
        };
        self.settle();
    }

    /// Returns the game so far.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the state of the line.
    pub(crate) const fn stage(&self) -> LineState {
        self.stage
    }

    /// Returns whether this line was missed before.
    pub const fn is_repeated(&self) -> bool {
        self.repeated.is_some()
    }

    /// Returns the moves of the lines; none after their end.
    pub(crate) fn right_moves(&self) -> SquareSet {
        self.lines.moves(self.game.position().board())
    }

    /// Returns whether the line has had no mistake.
    pub(crate) const fn is_known(&self) -> bool {
        !self.missed_line
    }

    /// Takes the results to keep.
    pub(crate) fn take_notes(&mut self) -> Vec<Note> {
        std::mem::take(&mut self.notes)
    }

    /// Sets the state by the side to move.
    fn settle(&mut self) {
        self.stage = if self.game.outcome().is_some() {
            LineState::Complete
        } else if self.game.position().side_to_move() == self.side {
            LineState::Asked
        } else {
            LineState::Replying
        };
        self.missed = false;
    }

    /// Takes a move of the player.
    ///
    /// # Errors
    /// The move is not legal.
    pub(crate) fn answer(&mut self, square: Square) -> Result<(), MoveError> {
        match self.stage {
            LineState::Asked | LineState::Wrong(_) | LineState::Loses(..) => {}
            LineState::Judging(_) | LineState::Replying | LineState::Complete => return Ok(()),
        }
        self.game.clone().play(square)?;
        let right = self.right_moves();
        if right.contains(square) {
            self.accept(square);
        } else if right.is_empty() {
            self.stage = LineState::Judging(square);
        } else {
            self.stop(LineState::Wrong(square));
        }
        Ok(())
    }

    /// Notes that the right moves are shown, which counts as a mistake.
    pub(crate) fn show(&mut self) {
        if self.stage == LineState::Asked {
            self.note_mistake();
        }
    }

    fn accept(&mut self, square: Square) {
        let moves = transcript::print(&self.game);
        if self
            .repeated
            .take_if(|repeated| *repeated == moves)
            .is_some()
            && !self.missed
        {
            self.notes.push(Note::Recall(moves, Recall::Found));
        }
        // `answer` has checked that it is legal.
        let _ = self.game.play(square);
        self.settle();
    }

    fn stop(&mut self, why: LineState) {
        self.note_mistake();
        self.stage = why;
    }

    fn note_mistake(&mut self) {
        if !std::mem::replace(&mut self.missed, true) {
            self.missed_line = true;
            let moves = transcript::print(&self.game);
            self.notes.push(Note::Recall(moves, Recall::Missed));
        }
    }

    fn end(&mut self) {
        self.stage = LineState::Complete;
        let known = self.is_known();
        self.notes.push(Note::Line { known });
    }

    /// Continues with the table of the position: replies for the program's side, or ends the line if no game
    /// continues it. `is_final` means that all moves are evaluated. Returns a move that was played.
    pub(crate) fn take_table(&mut self, table: &OpeningTable, is_final: bool) -> Option<Square> {
        if table.position != self.game.position() {
            return None;
        }
        let right = self.right_moves();
        let is_behind = right.is_empty();
        let goes_on = table.moves.iter().any(|known| known.counts.games > 0);
        match self.stage {
            LineState::Asked | LineState::Replying if is_behind && !goes_on => self.end(),
            LineState::Replying => {
                let square = self.choose(table, right)?;
                // The moves of a table are legal.
                let _ = self.game.play(square);
                self.settle();
                return Some(square);
            }
            LineState::Judging(square) if is_final => {
                let Some((lost, best)) = loss(table, square).filter(|&(lost, _)| lost >= LOSS)
                else {
                    self.accept(square);
                    return Some(square);
                };
                self.stop(LineState::Loses(square, lost, best));
            }
            _ => {}
        }
        None
    }

    /// Chooses a move of the lines, or after their end of other games, by how often it was played.
    fn choose(&mut self, table: &OpeningTable, right: SquareSet) -> Option<Square> {
        let weight = |known: &OpeningMove| {
            let games = u64::from(known.counts.games);
            match right.contains(known.squares[0]) {
                true => games + 1,
                false if right.is_empty() => games,
                false => 0,
            }
        };
        let chosen = table.moves.choose_weighted(&mut self.random, weight).ok()?;
        // Of the four first moves, f5 is the usual one.
        chosen.squares.last().copied()
    }
}

/// Returns how many discs a move loses against the best one, and that one, if both are evaluated.
pub(crate) fn loss(table: &OpeningTable, square: Square) -> Option<(u32, Square)> {
    let scores = table.scores();
    let best = scores.first()?;
    let own = scores.iter().find(|found| found.square == Some(square))?;
    Some((best.score.discs().abs_diff(own.score.discs()), best.square?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings::MoveCounts;
    use crate::openings::lines::read_lines;
    use reversi::search::{Limits, Searcher};
    use reversi_notation::{Format, detect};

    fn square(name: &str) -> Square {
        name.parse().unwrap()
    }

    /// Returns the table of the position, with the games of a text and evaluations.
    fn table(trainer: &Trainer, games: &str) -> OpeningTable {
        let position = trainer.game().position();
        let mut counts = MoveCounts::new(position.board());
        // Without games there is an error instead of one.
        for game in detect::read(games.as_bytes(), Some(Format::Transcript)).flatten() {
            counts.add_game(&game);
        }
        let mut table = OpeningTable::new(position, Some(&counts));
        let found = Searcher::new(1).analyse(position.board(), 64, &Limits::depth(2), &mut ());
        table.evaluate(&found.moves);
        table
    }

    fn go_on(trainer: &mut Trainer, games: &str) -> Option<String> {
        let table = table(trainer, games);
        trainer
            .take_table(&table, true)
            .map(|square| square.to_string())
    }

    fn joined(lines: &str) -> OpeningLines {
        OpeningLines::join(&read_lines(lines).unwrap())
    }

    fn trainer(lines: &str, side: Color) -> Trainer {
        Trainer::new(joined(lines), side, Vec::new(), 1)
    }

    #[test]
    fn a_move_that_leaves_the_lines_is_stopped_until_it_is_right() {
        let mut trainer = trainer("f5d6c3d3c4f4", Color::Black);
        assert_eq!(
            trainer.answer(square("a1")),
            Err(MoveError::NothingToTurn { square: Square::A1 })
        );
        trainer.answer(square("f5")).unwrap();
        assert_eq!(trainer.stage(), LineState::Replying);
        assert_eq!(go_on(&mut trainer, "").as_deref(), Some("d6"));
        trainer.answer(square("c4")).unwrap();
        assert_eq!(trainer.stage(), LineState::Wrong(square("c4")));
        assert_eq!(trainer.right_moves().to_string(), "c3");
        trainer.answer(square("c4")).unwrap();
        trainer.answer(square("c3")).unwrap();
        let missed = Note::Recall("f5d6".to_owned(), Recall::Missed);
        assert_eq!(trainer.take_notes(), [missed]);
        go_on(&mut trainer, "");
        trainer.answer(square("c4")).unwrap();
        assert_eq!(go_on(&mut trainer, "").as_deref(), Some("f4"));
        // After the end, without games.
        assert_eq!(go_on(&mut trainer, ""), None);
        assert_eq!(trainer.stage(), LineState::Complete);
        assert_eq!(trainer.take_notes(), [Note::Line { known: false }]);
    }

    #[test]
    fn the_program_replies_by_frequency() {
        let games = "f5d6\nf5d6\nf5d6\nf5f6\nf5f4\n".repeat(30);
        let mut trainer = trainer("f5d6\nf5f6", Color::Black);
        let mut replies = [0, 0];
        for _ in 0..200 {
            trainer.next_line();
            trainer.answer(square("f5")).unwrap();
            match go_on(&mut trainer, &games).as_deref() {
                Some("d6") => replies[0] += 1,
                Some("f6") => replies[1] += 1,
                other => panic!("{other:?} is in no line"),
            }
        }
        let [often, seldom] = replies;
        assert!(often > 2 * seldom && seldom > 20, "{replies:?}");
    }

    #[test]
    fn behind_the_end_a_move_that_loses_discs_is_stopped() {
        let games = "f5f6e6f4e3\nf5f6e6f4e3\n";
        let mut trainer = trainer("f5f6", Color::Black);
        trainer.answer(square("f5")).unwrap();
        assert_eq!(go_on(&mut trainer, games).as_deref(), Some("f6"));
        let table = table(&trainer, games);
        let losses = |square| loss(&table, square).unwrap().0;
        let moves = trainer.game().legal_moves();
        let bad = moves
            .into_iter()
            .max_by_key(|&square| losses(square))
            .unwrap();
        let good = moves
            .into_iter()
            .min_by_key(|&square| losses(square))
            .unwrap();
        assert!(losses(bad) >= LOSS && losses(good) == 0);
        trainer.answer(bad).unwrap();
        assert_eq!(trainer.stage(), LineState::Judging(bad));
        assert_eq!(trainer.take_table(&table, false), None, "not evaluated yet");
        assert_eq!(trainer.take_table(&table, true), None);
        let best = table.scores()[0].square.unwrap();
        assert_eq!(trainer.stage(), LineState::Loses(bad, losses(bad), best));
        trainer.answer(good).unwrap();
        assert_eq!(trainer.take_table(&table, true), Some(good));
    }

    #[test]
    fn what_is_due_comes_first_and_is_noted_when_it_is_found() {
        let lines = joined("f5d6c3d3c4f4");
        let due = vec!["f5d6c3d3".to_owned()];
        let mut trainer = Trainer::new(lines, Color::Black, due, 1);
        assert!(trainer.is_repeated());
        assert_eq!(transcript::print(trainer.game()), "f5d6c3d3");
        trainer.answer(square("c4")).unwrap();
        let found = Note::Recall("f5d6c3d3".to_owned(), Recall::Found);
        assert_eq!(trainer.take_notes(), [found]);
        trainer.next_line();
        assert!(!trainer.is_repeated() && trainer.game().entries().is_empty());
    }

    #[test]
    fn the_program_begins_for_white() {
        let mut trainer = trainer("f5d6", Color::White);
        assert_eq!(trainer.stage(), LineState::Replying);
        assert_eq!(go_on(&mut trainer, "").as_deref(), Some("f5"));
        trainer.show();
        let missed = Note::Recall("f5".to_owned(), Recall::Missed);
        assert_eq!(trainer.take_notes(), [missed]);
        trainer.answer(square("d6")).unwrap();
    }
}
