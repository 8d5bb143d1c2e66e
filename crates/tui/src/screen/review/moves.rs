//! The moves: stepping through the game and its branches, and changing them.

use super::ReviewScreen;
use crate::screen::canvas::NOTHING_TO_REDO;
use reversi::Square;
use reversi_study::review::TriedMove;
use reversi_table::phrase::faults::tree_error;
use reversi_table::session::Event;
use reversi_table::store::settings::keys::{OwnKeys, Shortcut};
use reversi_text::{Name, label, tr};
use reversi_wording as wording;

impl ReviewScreen {
    pub(super) fn last_entry(&self) -> usize {
        self.review().game().entries().len()
    }

    pub(super) fn step_on(&mut self) {
        if !self.tree.forward() && self.tree.aside() {
            self.remark(label!("End of the variation. A move extends it.").text());
        }
    }

    /// Returns the entry of the next mistake, or of the previous one.
    pub(super) fn mistake_beside(&self, forward: bool) -> Option<usize> {
        let review = self.review();
        if forward {
            review.next_mistake(self.focus())
        } else {
            review.previous_mistake(self.focus())
        }
    }

    pub(super) fn go_to_mistake(&mut self, forward: bool) {
        match self.mistake_beside(forward) {
            Some(entry) => self.go(entry + usize::from(self.is_analysis())),
            None => self.sought = Some(forward),
        }
    }

    /// Returns that there is no mistake where one was looked for, as far as it is known by now.
    pub(super) fn no_mistake(&self) -> Option<String> {
        let forward = self.sought?;
        let said = match (forward, self.review().is_complete()) {
            (true, true) => tr!("No mistakes after this one."),
            (true, false) => tr!("No mistakes after this one so far."),
            (false, true) => tr!("No mistakes before this one."),
            (false, false) => tr!("No mistakes before this one so far."),
        };
        let none = self.mistake_beside(forward).is_none();
        none.then(|| said.into())
    }

    /// Plays a move at the current position: follows the game or a branch, or starts or extends a branch.
    pub(super) fn try_move(&mut self, square: Square) {
        match self.tree.play(square) {
            Ok(passed) => {
                self.follow_tree();
                if let Some(color) = passed {
                    let passed: Event = Event::Passed { color, again: true };
                    self.remark(wording::event(&passed, self.person));
                }
            }
            Err(error) => self.refuse(tree_error(error)),
        }
    }

    /// Requests scores for the moves of the branch.
    pub(super) fn ask_about_branch(&mut self) {
        for (node, entry, position, _) in self.tree.branch() {
            if let Some(square) = entry.square().filter(|_| self.tree.aside()) {
                self.job.ask(TriedMove {
                    position,
                    last: self.tree.square_before(node),
                    square,
                });
            }
        }
    }

    /// Undoes the last change of the tree, or redoes it.
    pub(super) fn undo(&mut self, is_redo: bool) {
        if !self.tree.undo(is_redo) {
            self.refuse(if is_redo {
                NOTHING_TO_REDO.text()
            } else {
                label!("Nothing to undo: no move was tried.").text()
            });
        }
        self.follow_tree();
    }

    pub(super) fn delete(&mut self, own: &OwnKeys) {
        match self.tree.delete() {
            Some(moves) => {
                let key = own.shown(Shortcut::Undo).to_string();
                self.remark(tr!(
                    "Deleted {count} move; {key} restores them."
                        | "Deleted {count} moves; {key} restores them.",
                    count = moves,
                    key = Name(&key),
                ));
            }
            None => self.refuse(label!("Only a move of a variation can be deleted.").text()),
        }
    }

    /// Makes the current line the main line.
    pub(super) fn promote(&mut self) {
        if self.tree.promote() {
            self.remark(label!("This is the main line now.").text());
        } else {
            self.refuse(label!("This is the main line already.").text());
        }
    }

    /// Collapses or expands the variations beside the current move.
    pub(super) fn collapse(&mut self) {
        if !self.tree.toggle_collapsed() {
            self.refuse(label!("There are no variations here.").text());
        }
    }

    /// Returns where a cursor starts: on the best move, the one played, or any legal one.
    pub(super) fn first_square(&self) -> Square {
        self.best()
            .and_then(|found| found.square)
            .or_else(|| self.next_square())
            .or_else(|| self.position().legal_moves().iter().next())
            .or_else(|| self.tree.last_square())
            .unwrap_or(Square::A1)
    }
}
