//! The tree of a review: the game, the moves that were tried in it, and the current position.

use crate::app::tui::theme::Role;
use crate::app::tui::widget::moves::role_of;
use crate::color::Color;
use crate::game::{Entry, Game};
use crate::game_tree::{GameTree, NodeId, TreeError};
use crate::notation::Record;
use crate::position::Position;
use crate::square::Square;

/// Returns the first entries of a game, without a resignation or timeout. Forced passes are made.
pub(super) fn game_up_to(game: &Game, entries: usize) -> Game {
    let mut shorter = Game::from_position(game.start());
    for square in game.entries()[..entries].iter().filter_map(Entry::square) {
        shorter.play(square).expect("it was legal before");
    }
    shorter
}

/// A branch as a row of the score sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BranchRow {
    /// The entry of the game below which it stands.
    pub(super) entry: usize,
    /// The number of branches in which it stands, itself included.
    pub(super) depth: usize,
    /// Its first move.
    pub(super) node: NodeId,
}

/// A game with its branches and the current position.
#[derive(Clone, Debug)]
pub(super) struct ReviewTree {
    tree: GameTree,
    /// The node before each entry of the game, and the last one. A resignation has none of its own.
    line: Vec<NodeId>,
    /// The number of entries of the game before the current position, or before the branch with it.
    at: usize,
}

impl ReviewTree {
    /// Creates the tree of a game with the branches and comments of its record. The position is the last one.
    pub(super) fn of(game: &Game, record: &Record) -> Self {
        let mut tree = GameTree::from_game(&game_up_to(game, game.entries().len()));
        // The record of a part of another game has nothing to add.
        let _added = record.tree().map(|branches| tree.merge(&branches));
        let nodes: Vec<NodeId> = tree.main_line().collect();
        let mut placed = 0;
        let after = game.entries().iter().map(|entry| {
            placed += usize::from(matches!(entry, Entry::Move { .. } | Entry::Pass { .. }));
            nodes[placed]
        });
        let line: Vec<NodeId> = std::iter::once(NodeId::ROOT).chain(after).collect();
        let at = line.len() - 1;
        let mut tree = Self { tree, line, at };
        tree.go(at);
        tree
    }

    /// Returns the number of entries of the game before the current position, or before the branch with it.
    pub(super) const fn at(&self) -> usize {
        self.at
    }

    /// Returns whether the current position is in a branch.
    pub(super) fn aside(&self) -> bool {
        self.tree.cursor() != self.line[self.at]
    }

    /// Returns the moves up to the current position.
    pub(super) const fn game(&self) -> &Game {
        self.tree.game()
    }

    pub(super) fn position(&self) -> Position {
        self.tree.position(self.tree.cursor())
    }

    /// Returns the move that led to the current position.
    pub(super) fn last_square(&self) -> Option<Square> {
        self.game().last_move().map(|(square, _)| square)
    }

    /// Returns the next move of the branch.
    pub(super) fn next_square(&self) -> Option<Square> {
        let next = self.tree.line_after(self.tree.cursor()).next()?;
        self.tree.entry(next)?.square()
    }

    /// Returns a move of a branch with the position before it; `None` for a pass.
    fn tried(&self, node: NodeId) -> Option<(Position, Square)> {
        let before = self.tree.position(self.tree.parent(node)?);
        Some((before, self.tree.entry(node)?.square()?))
    }

    /// Returns the last move of the branch up to the current position, with the position before it.
    pub(super) fn last_aside(&self) -> Option<(Position, Square)> {
        let path = self.path();
        path.into_iter().rev().find_map(|node| self.tried(node))
    }

    /// Returns the nodes of the branch up to the current position.
    fn path(&self) -> Vec<NodeId> {
        let above = self.tree.ancestors(self.tree.cursor());
        let mut path: Vec<NodeId> = above
            .take_while(|&node| node != self.line[self.at])
            .collect();
        path.reverse();
        path
    }

    /// Returns the branch as far as it goes, each node with its entry, the position before it, and its role.
    pub(super) fn branch(&self) -> Vec<(NodeId, Entry, Position, Role)> {
        let path = self.path();
        let played = path.len();
        let after = self.tree.line_after(self.tree.cursor());
        let nodes = path.into_iter().chain(after).zip(1..);
        nodes
            .filter_map(|(node, number)| {
                let before = self.tree.position(self.tree.parent(node)?);
                let entry = self.tree.entry(node)?;
                Some((node, entry, before, role_of(number, played)))
            })
            .collect()
    }

    /// Returns the branches in the order of the score sheet.
    pub(super) fn rows(&self) -> Vec<BranchRow> {
        let mut entry = 0;
        let mut rows = Vec::new();
        for row in self.tree.rows() {
            let place = |node| self.line.iter().position(|&at| at == node);
            if let Some(after) = place(row.node) {
                entry = after - 1;
                continue;
            }
            // Moves after the last one of the game are a branch, too.
            let parent = self.tree.parent(row.node);
            if row.begins_branch
                || row.depth == 0 && parent.is_some_and(|node| place(node).is_some())
            {
                rows.push(BranchRow {
                    entry,
                    depth: row.depth.max(1),
                    node: row.node,
                });
            }
        }
        rows
    }

    /// Returns the moves of a branch from its first one, with the number of that: `4 c5 f4 d2`.
    pub(super) fn text(&self, branch: NodeId) -> String {
        let first = |&node: &NodeId| self.tree.children(node).first().copied();
        let nodes = std::iter::successors(Some(branch), first);
        let moves = nodes.filter_map(|node| self.tree.entry(node)?.square());
        let moves: Vec<String> = moves.map(|square| square.to_string()).collect();
        format!("{} {}", self.tree.move_number(branch), moves.join(" "))
    }

    /// Returns whether the current position is in a branch that begins with this node.
    pub(super) fn is_in(&self, branch: NodeId) -> bool {
        self.tree
            .ancestors(self.tree.cursor())
            .any(|node| node == branch)
    }

    /// Returns whether other moves were tried in place of the last one.
    pub(super) fn has_siblings(&self) -> bool {
        let parent = self.tree.parent(self.tree.cursor());
        parent.is_some_and(|parent| self.tree.children(parent).len() > 1)
    }

    /// Stores the game with its branches in its record.
    pub(super) fn write(&self, record: &mut Record) {
        if !self.rows().is_empty() {
            record.set_tree(&self.tree);
        }
    }
}

/// Moving, and changing the branches.
impl ReviewTree {
    /// Shows an entry of the game, or the end.
    pub(super) fn go(&mut self, entry: usize) {
        self.at = entry.min(self.line.len() - 1);
        self.tree.go_to(self.line[self.at]);
    }

    /// Shows the position after a node.
    pub(super) fn show(&mut self, node: NodeId) {
        self.tree.go_to(node);
        self.find();
    }

    /// Finds the place of the current position in the game.
    fn find(&mut self) {
        let mut above = self.tree.ancestors(self.tree.cursor());
        let at = above.find_map(|node| self.line.iter().position(|&at| at == node));
        self.at = at.expect("the root is the first node of the line");
    }

    /// Steps one entry back.
    pub(super) fn back(&mut self) {
        if self.aside() {
            self.tree.back();
            self.find();
        } else {
            self.go(self.at.saturating_sub(1));
        }
    }

    /// Steps one entry forward: in the game, or into the branch that was left by stepping back. Returns false at the
    /// end.
    pub(super) fn forward(&mut self) -> bool {
        let next = self.tree.line_after(self.tree.cursor()).next();
        let in_game = self.line.get(self.at + 1).copied();
        match next {
            Some(next) if self.aside() || Some(next) != in_game => self.show(next),
            _ if self.aside() || in_game.is_none() => return false,
            _ => self.go(self.at + 1),
        }
        true
    }

    /// Goes to the end of the branch, or of the game.
    pub(super) fn go_to_end(&mut self) {
        if self.aside() {
            self.tree.to_end();
        } else {
            self.go(usize::MAX);
        }
    }

    /// Goes to the previous or the next move in place of this one.
    pub(super) fn sibling(&mut self, forward: bool) {
        if forward {
            self.tree.next_sibling();
        } else {
            self.tree.previous_sibling();
        }
        self.find();
    }

    /// Returns to the game, which then goes on when stepping forward.
    pub(super) fn leave_branch(&mut self) {
        if let Some(&next) = self.line.get(self.at + 1) {
            self.tree.go_to(next);
        }
        self.go(self.at);
    }

    /// Plays a move: follows the game or a branch, or starts or extends a branch. Returns the side that must pass
    /// after it.
    pub(super) fn play(&mut self, square: Square) -> Result<Option<Color>, TreeError> {
        let in_game = self.line.get(self.at + 1).filter(|_| !self.aside());
        let in_game = in_game.and_then(|&next| self.tree.entry(next)?.square());
        if in_game == Some(square) {
            self.go(self.at + 1);
            return Ok(None);
        }
        let node = self.tree.play(square)?;
        self.find();
        Ok(match self.tree.entry(node) {
            Some(Entry::Pass { color }) => Some(color),
            _ => None,
        })
    }

    /// Undoes the last change of the branches, or redoes it. Returns false if there is none.
    pub(super) fn undo(&mut self, is_redo: bool) -> bool {
        let edit = if is_redo {
            self.tree.redo()
        } else {
            self.tree.undo()
        };
        self.find();
        edit.is_some()
    }

    /// Returns whether a change can be redone.
    pub(super) fn can_redo(&self) -> bool {
        self.tree.can_redo()
    }

    /// Deletes the move of the branch that led to the current position, with all that follow it. Returns their number.
    pub(super) fn delete(&mut self) -> Option<usize> {
        if !self.aside() {
            return None;
        }
        let moves = |tree: &GameTree| {
            let nodes = tree
                .all_rows()
                .filter_map(|row| tree.entry(row.node)?.square());
            nodes.count()
        };
        let before = moves(&self.tree);
        self.tree.delete(self.tree.cursor());
        self.find();
        Some(before - moves(&self.tree))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::transcript;

    fn square(name: &str) -> Square {
        name.parse().unwrap()
    }

    /// A game in which another move was tried after two, and an answer to it.
    fn tree() -> ReviewTree {
        let game = transcript::parse("f5d6c3d3c4").unwrap();
        let mut tree = ReviewTree::of(&game, &Record::from_game(&game));
        tree.go(2);
        tree.play(square("c5")).unwrap();
        tree.play(square("b5")).unwrap_err();
        tree.play(square("f4")).unwrap();
        tree
    }

    #[test]
    fn a_branch_stays_when_it_is_left() {
        let mut tree = tree();
        assert_eq!(transcript::print(tree.game()), "f5d6c5f4");
        assert!(tree.aside() && !tree.forward());
        tree.back();
        tree.back();
        assert!(!tree.aside() && tree.at() == 2);
        assert!(tree.forward() && tree.aside(), "back into the branch");
        tree.leave_branch();
        assert!(
            tree.forward() && !tree.aside() && tree.at() == 3,
            "on in the game"
        );
        let rows = tree.rows();
        assert_eq!(rows.len(), 1);
        assert_eq!((rows[0].entry, rows[0].depth), (2, 1));
        assert_eq!(tree.text(rows[0].node), "3 c5 f4");
    }

    #[test]
    fn a_deleted_branch_comes_back() {
        let mut tree = tree();
        assert!(tree.undo(false) && tree.undo(true) && !tree.undo(true));
        tree.back();
        assert_eq!(tree.delete(), Some(2));
        assert!(!tree.aside() && tree.rows().is_empty());
        assert_eq!(tree.delete(), None, "a move of the game");
        assert!(tree.undo(false));
        assert_eq!(transcript::print(tree.game()), "f5d6c5");
        assert_eq!(tree.branch().len(), 2);
    }

    #[test]
    fn the_record_keeps_the_branches() {
        let mut tree = tree();
        tree.go(5);
        tree.play(square("b3")).unwrap();
        let mut record = Record::default();
        tree.write(&mut record);
        let game = transcript::parse("f5d6c3d3c4").unwrap();
        let again = ReviewTree::of(&game, &record);
        assert_eq!(again.tree, tree.tree);
        assert_eq!(again.rows().len(), 2, "{:?}", again.rows());
    }

    #[test]
    fn after_a_resignation_there_is_nothing_to_step_into() {
        let mut game = transcript::parse("f5d6c3").unwrap();
        game.resign(Color::White);
        let mut tree = ReviewTree::of(&game, &Record::from_game(&game));
        assert_eq!(tree.at(), 4);
        tree.back();
        assert_eq!(tree.at(), 3);
        assert!(tree.forward() && tree.at() == 4 && !tree.forward());
    }
}
