//! The tree of a review or an analysis: the game, its variations, and the current position.

use crate::theme::Role;
use crate::widget::moves::role_of;
use reversi::{
    Color, Entry, Game, GameTree, MoveMark, NodeId, NodeNotes, Position, SheetRow, Square,
    TreeError,
};
use reversi_notation::Record;
use reversi_text::tr;

/// A branch as a row of the score sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BranchRow {
    /// The entry of the game below which it stands.
    pub(super) entry: usize,
    /// The number of branches in which it stands, itself included.
    pub(super) depth: usize,
    /// Its first move.
    pub(super) node: NodeId,
    /// The number of collapsed variations that this row stands for; 0 for a row of its own.
    pub(super) hidden: usize,
}

/// A game with its branches and the current position.
#[derive(Clone, Debug)]
pub(super) struct ReviewTree {
    tree: GameTree,
    /// The nodes of the main line, from the root. A resignation or a loss on time repeats the last node.
    line: Vec<NodeId>,
    /// The number of entries of the game before the current position, or before the branch with it.
    at: usize,
    /// Where the game ends, even if more moves were tried after it: its last node, and a resignation or a loss on
    /// time. `None` in an analysis, which can go on.
    end: Option<(NodeId, Option<Entry>)>,
    /// The main line at the start.
    played: Vec<NodeId>,
    /// The number of changes of the tree and its notes.
    changes: u32,
    /// Whether this is an analysis: any move can be deleted, and a move is shown after it is made.
    is_analysis: bool,
}

impl ReviewTree {
    /// Creates the tree of a game with the branches and comments of its record. The position is the last one.
    pub(super) fn of(game: &Game, record: &Record, is_analysis: bool) -> Self {
        let mut tree = GameTree::from_game(&game.up_to(game.entries().len()));
        let last = tree.main_line().last().unwrap_or(NodeId::ROOT);
        let end = (game.entries().last().copied())
            .filter(|entry| !matches!(entry, Entry::Move { .. } | Entry::Pass { .. }));
        // The record of a part of another game has nothing to add.
        let _added = record.tree().map(|branches| tree.merge(&branches));
        tree.forget_edits();
        let mut tree = Self {
            tree,
            line: Vec::new(),
            at: 0,
            end: (end.is_some() || !is_analysis).then_some((last, end)),
            played: Vec::new(),
            changes: 0,
            is_analysis,
        };
        tree.follow_main_line();
        tree.played.clone_from(&tree.line);
        tree.go(usize::MAX);
        tree
    }

    /// Takes the main line of the tree as the game, and finds the current position in it.
    fn follow_main_line(&mut self) {
        self.line.clear();
        for node in self.tree.main_line() {
            self.line.push(node);
            if let Some((_, entry)) = self.end.filter(|&(last, _)| last == node) {
                self.line.extend(entry.map(|_| node));
                break;
            }
        }
        self.find();
    }

    /// Returns the game: the main line, with an end before that on the board.
    pub(super) fn main_game(&self) -> Game {
        let last = self.line.last().copied().unwrap_or(NodeId::ROOT);
        let mut game = self.tree.game_to(last);
        let end = self.end.filter(|&(node, _)| node == last);
        match end.and_then(|(_, entry)| entry) {
            Some(Entry::Resignation { color }) => drop(game.resign(color)),
            Some(Entry::Timeout { color }) => drop(game.time_out(color)),
            Some(Entry::Agreement { .. }) => drop(game.agree_to_draw()),
            _ => {}
        }
        game
    }

    /// Returns the tree.
    pub(super) const fn tree(&self) -> &GameTree {
        &self.tree
    }

    /// Returns whether any move can be deleted, and a move is shown after it is made.
    pub(super) const fn is_analysis(&self) -> bool {
        self.is_analysis
    }

    /// Returns the node of the move that the screen is about: in a branch and in an analysis the last one, in a
    /// review the next one. At the start of an analysis it is the root.
    pub(super) fn shown(&self) -> NodeId {
        if self.is_analysis || self.aside() {
            return self.tree.cursor();
        }
        self.line
            .get(self.at + 1)
            .copied()
            .unwrap_or(self.tree.cursor())
    }

    /// Returns the number of changes of the tree and its notes.
    pub(super) const fn changes(&self) -> u32 {
        self.changes
    }

    /// Replaces the mark and the comment of the move that the screen is about.
    pub(super) fn annotate(&mut self, mark: Option<MoveMark>, comment: String) {
        let node = self.shown();
        let mut notes = self.tree.notes(node).clone();
        notes.comment = comment;
        notes.mark = mark;
        self.changes += u32::from(self.tree.annotate(node, notes));
    }

    /// Returns the notes on an entry of the game.
    pub(super) fn entry_notes(&self, entry: usize) -> Option<&NodeNotes> {
        let (&before, &after) = (self.line.get(entry)?, self.line.get(entry + 1)?);
        (before != after).then(|| self.tree.notes(after))
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

    /// Returns the move before an entry; `None` after a pass and at the start.
    pub(super) fn square_before(&self, node: NodeId) -> Option<Square> {
        self.tree.entry(self.tree.parent(node)?)?.square()
    }

    /// Returns a move of a branch with the position before it; `None` for a pass.
    fn tried(&self, node: NodeId) -> Option<(Position, Square)> {
        let before = self.tree.position(self.tree.parent(node)?);
        Some((before, self.tree.entry(node)?.square()?))
    }

    /// Returns the last move of the branch up to the current position, with the position before it; in an analysis
    /// that of the main line, too.
    pub(super) fn last_move(&self) -> Option<(Position, Square)> {
        let above = self.tree.ancestors(self.tree.cursor());
        let first = if self.is_analysis {
            NodeId::ROOT
        } else {
            self.line[self.at]
        };
        let path = above.take_while(|&node| node != first);
        path.into_iter().find_map(|node| self.tried(node))
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

    /// Returns whether the score sheet has branches.
    pub(super) fn has_branches(&self) -> bool {
        let rows = self.tree.rows();
        rows.flat_map(|row| self.branch_rows(row)).next().is_some()
    }

    /// Returns branches in the order of the score sheet: the last ones above an entry of the game and the first ones from
    /// there on, up to `most` of each.
    pub(super) fn rows_around(&self, entry: usize, most: usize) -> Vec<BranchRow> {
        let node = self.line.get(entry + 1).copied();
        // The end of a game that ended before the board was full has no branches.
        let node = node.filter(|&node| node != self.line[entry]);
        let above = self.tree.rows_before(node);
        let above = above.flat_map(|row| self.branch_rows(row).rev());
        let mut rows: Vec<BranchRow> = above.take(most).collect();
        rows.reverse();
        let below = node.into_iter().flat_map(|node| self.tree.rows_from(node));
        rows.extend(below.flat_map(|row| self.branch_rows(row)).take(most));
        rows
    }

    /// Returns the rows of the score sheet for a node: one if it begins a branch, then one for the collapsed branches
    /// beside it.
    fn branch_rows(&self, row: SheetRow) -> impl DoubleEndedIterator<Item = BranchRow> {
        let is_in_game = |node| row.depth == 0 && self.line.contains(&node);
        let parent = self.tree.parent(row.node).unwrap_or(NodeId::ROOT);
        // Moves after the last one of the game are a branch, too.
        let begins = row.begins_branch || is_in_game(parent) && !is_in_game(row.node);
        let own = begins.then(|| BranchRow {
            entry: self.entry_above(parent),
            depth: row.depth.max(1),
            node: row.node,
            hidden: 0,
        });
        let collapsed = (row.hidden > 0).then(|| BranchRow {
            entry: self.entry_above(parent),
            depth: row.depth + 1,
            node: self.tree.children(parent)[1],
            hidden: row.hidden,
        });
        own.into_iter().chain(collapsed)
    }

    /// Returns the entry of the game below which the branches from a node stand.
    fn entry_above(&self, node: NodeId) -> usize {
        let place = self.place(node);
        let is_last = self.line.last() == Some(&self.line[place]);
        place.saturating_sub(is_last.into())
    }

    /// Returns the moves of a branch from its first one, with the number of that and with their marks: `4 c5? f4 d2`;
    /// of collapsed variations only their number.
    pub(super) fn text(&self, row: BranchRow) -> String {
        if row.hidden > 0 {
            return tr!(
                "+ {count} variation" | "+ {count} variations",
                count = row.hidden
            )
            .into();
        }
        let first = |&node: &NodeId| self.tree.children(node).first().copied();
        let nodes = std::iter::successors(Some(row.node), first);
        let moves = nodes.filter_map(|node| {
            let square = self.tree.entry(node)?.square()?;
            let mark = self.tree.notes(node).mark.map_or("", MoveMark::symbol);
            Some(format!("{square}{mark}"))
        });
        let moves: Vec<String> = moves.collect();
        format!("{} {}", self.tree.move_number(row.node), moves.join(" "))
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

    /// Stores the game with its branches and notes in its record, and the evaluations of moves in branches, in discs
    /// for the side that moved, that are known and not in the tree.
    pub(super) fn write(
        &self,
        record: &mut Record,
        evaluation: impl Fn(Position, Square) -> Option<f64>,
    ) {
        if self.changes > 0 || self.has_branches() {
            let mut tree = self.tree.clone();
            for row in self.tree.all_rows().filter(|row| row.depth > 0) {
                let tried = self.tried(row.node);
                let found = tried.and_then(|(position, square)| evaluation(position, square));
                let notes = tree.notes_mut(row.node);
                notes.evaluation = notes.evaluation.or(found);
            }
            record.set_tree(&tree);
        }
        if self.line != self.played {
            record.result = Record::from_game(&self.main_game()).result;
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
        self.at = self.place(self.tree.cursor());
    }

    /// Returns the place in the game of a node, or of the branch with it.
    fn place(&self, node: NodeId) -> usize {
        let mut above = self.tree.ancestors(node);
        let at = above.find_map(|node| self.line.iter().position(|&at| at == node));
        at.expect("the root is the first node of the line")
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

    /// Returns to the game, so that the next step forward follows the game.
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
        let next = self.tree.children(self.tree.cursor()).iter();
        let is_known = next
            .filter_map(|&node| self.tree.entry(node)?.square())
            .any(|at| at == square);
        let node = self.tree.play(square)?;
        self.changes += u32::from(!is_known);
        self.follow_main_line();
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
        self.changes += u32::from(edit.is_some());
        self.follow_main_line();
        edit.is_some()
    }

    /// Returns whether a change can be undone.
    pub(super) const fn can_undo(&self) -> bool {
        self.tree.can_undo()
    }

    /// Returns whether a change can be redone.
    pub(super) fn can_redo(&self) -> bool {
        self.tree.can_redo()
    }

    /// Returns whether the move that led to the current position can be deleted.
    pub(super) fn can_delete(&self) -> bool {
        self.aside() || self.is_analysis && self.at > 0
    }

    /// Makes the line with the current position the main line. Returns false if it is already.
    pub(super) fn promote(&mut self) -> bool {
        let changes = self.tree.promote(self.tree.cursor());
        self.changes += u32::from(changes);
        self.follow_main_line();
        changes
    }

    /// Collapses or expands the branches beside this move, or beside the nearest one before it. Returns false if there
    /// are none.
    pub(super) fn toggle_collapsed(&mut self) -> bool {
        let node = self.tree.ancestors(self.shown()).find_map(|node| {
            let parent = self.tree.parent(node)?;
            (self.tree.children(parent).len() > 1).then_some(parent)
        });
        if let Some(node) = node {
            self.tree.set_collapsed(node, !self.tree.is_collapsed(node));
            self.find();
        }
        node.is_some()
    }

    /// Adds the moves and notes of another tree. Returns the number of new moves.
    pub(super) fn merge(&mut self, other: &GameTree) -> Result<usize, TreeError> {
        let added = self.tree.merge(other)?;
        self.changes += 1;
        self.follow_main_line();
        Ok(added)
    }

    /// Deletes the move of the branch that led to the current position, with all that follow it; in an analysis also
    /// a move of the main line. Returns their number.
    pub(super) fn delete(&mut self) -> Option<usize> {
        if !self.can_delete() {
            return None;
        }
        let deleted = self.tree.cursor();
        self.tree.delete(deleted);
        self.changes += 1;
        self.follow_main_line();
        // A forced pass goes with its move.
        let is_pass = matches!(self.tree.entry(deleted), Some(Entry::Pass { .. }));
        let (mut moves, mut open) = (usize::from(is_pass), vec![deleted]);
        while let Some(node) = open.pop() {
            let entry = self.tree.entry(node);
            moves += usize::from(entry.and_then(|entry| entry.square()).is_some());
            open.extend(self.tree.children(node));
        }
        Some(moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reversi::transcript;

    fn square(name: &str) -> Square {
        name.parse().unwrap()
    }

    /// A game in which another move was tried after two, and an answer to it.
    fn tree() -> ReviewTree {
        let game = transcript::parse("f5d6c3d3c4").unwrap();
        let mut tree = ReviewTree::of(&game, &Record::from_game(&game), false);
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
        let rows = tree.rows_around(0, 9);
        assert_eq!(rows.len(), 1);
        assert_eq!((rows[0].entry, rows[0].depth), (2, 1));
        assert_eq!(tree.text(rows[0]), "3 c5 f4");
    }

    #[test]
    fn a_deleted_branch_comes_back() {
        let mut tree = tree();
        assert!(tree.undo(false) && tree.undo(true) && !tree.undo(true));
        tree.back();
        assert_eq!(tree.delete(), Some(2));
        assert!(!tree.aside() && !tree.has_branches());
        assert_eq!(tree.delete(), None, "a move of the game");
        assert!(tree.undo(false));
        assert_eq!(transcript::print(tree.game()), "f5d6c5");
        assert_eq!(tree.branch().len(), 2);
    }

    #[test]
    fn of_a_large_tree_only_the_rows_around_an_entry_are_listed() {
        let game = transcript::parse("f5d6c3d3c4f4c5b3c2e6c6b4").unwrap();
        let mut tree = ReviewTree::of(&game, &Record::from_game(&game), false);
        let mut nodes = vec![NodeId::ROOT];
        for next in 0..400 {
            let node = nodes[next];
            for square in tree.tree.position(node).legal_moves() {
                nodes.extend(tree.tree.add(node, square));
            }
        }
        tree.tree.set_collapsed(nodes[5], true);
        for analysis_goes_on in [false, true] {
            let all = tree.rows_around(0, usize::MAX);
            assert!(all.len() > 1000 && all.is_sorted_by_key(|row| row.entry));
            for entry in 0..=tree.line.len() {
                let place = all.partition_point(|row| row.entry < entry);
                let first = if entry + 1 < tree.line.len() {
                    place
                } else {
                    all.len()
                };
                for most in [0, 1, 7, 40] {
                    let rows = tree.rows_around(entry, most);
                    let wanted = first.saturating_sub(most)..all.len().min(first + most);
                    assert_eq!(rows, all[wanted], "{entry} {most} {analysis_goes_on}");
                }
            }
            tree.end = None;
            tree.follow_main_line();
        }
    }

    #[test]
    fn the_record_keeps_the_branches() {
        let mut tree = tree();
        tree.go(5);
        tree.play(square("b3")).unwrap();
        let mut record = Record::default();
        tree.write(&mut record, |_, _| None);
        let game = transcript::parse("f5d6c3d3c4").unwrap();
        let again = ReviewTree::of(&game, &record, false);
        assert_eq!(again.tree, tree.tree);
        let rows = again.rows_around(0, 9);
        assert_eq!(rows.len(), 2, "{rows:?}");
    }

    #[test]
    fn after_a_resignation_there_is_nothing_to_step_into() {
        let mut game = transcript::parse("f5d6c3").unwrap();
        game.resign(Color::White);
        let mut tree = ReviewTree::of(&game, &Record::from_game(&game), false);
        assert_eq!(tree.at(), 4);
        tree.back();
        assert_eq!(tree.at(), 3);
        assert!(tree.forward() && tree.at() == 4 && !tree.forward());
    }
}
