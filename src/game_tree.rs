//! A tree of variations over a game's moves, with comments, marks, evaluations, and a cursor.
//!
//! The nodes stand in one list and refer to each other by number, so that nothing here is recursive. A
//! deleted node keeps its number and its place in the list: undoing the deletion restores it exactly.

mod foreign_tags;

use std::fmt;

use crate::game::{Entry, Game};
use crate::position::{MoveError, Position};
use crate::square::Square;

pub use foreign_tags::{ForeignTag, ForeignTags};

/// The most nodes that a tree can have, counting the deleted ones, which can be restored.
pub const NODE_LIMIT: usize = 100_000;

/// A mark on a move, as in the notation of chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MoveMark {
    /// `!`
    Good,
    /// `?`
    Mistake,
    /// `!!`
    Brilliant,
    /// `??`
    Blunder,
    /// `!?`
    Interesting,
    /// `?!`
    Dubious,
}

impl MoveMark {
    /// All marks, in the order of their numbers in PGN, from 1.
    pub const ALL: [Self; 6] = [
        Self::Good,
        Self::Mistake,
        Self::Brilliant,
        Self::Blunder,
        Self::Interesting,
        Self::Dubious,
    ];

    /// Returns the symbol, such as `!?`.
    pub const fn symbol(self) -> &'static str {
        ["!", "?", "!!", "??", "!?", "?!"][self as usize]
    }
}

/// Prints the symbol.
impl fmt::Display for MoveMark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.symbol())
    }
}

/// The number of a node. It never changes and is never used again for another node of the same tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// The start of every tree.
    pub const ROOT: Self = Self(0);

    const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a node says about its move, or the root about the whole game.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct NodeNotes {
    /// The comment, or empty. It may be foreign text: show it through `clean` of `reversi-notation`.
    pub comment: String,
    /// The mark on the move.
    pub mark: Option<MoveMark>,
    /// The evaluation of the move, in discs for the side that made it; finite.
    pub evaluation: Option<f64>,
    /// The time spent on the move, in seconds; finite and not negative.
    pub seconds: Option<f64>,
    /// What a file says about it that has no meaning here, such as the labels of a diagram.
    pub tags: ForeignTags,
}

impl NodeNotes {
    /// Adds what other notes say: a comment that is not there yet, and everything that is missing.
    pub fn merge(&mut self, other: &Self) {
        let lines = |text: &str| format!("\n{text}\n");
        if self.comment.is_empty() {
            self.comment.clone_from(&other.comment);
        } else if !lines(&self.comment).contains(&lines(&other.comment))
            && !other.comment.is_empty()
        {
            self.comment.push('\n');
            self.comment.push_str(&other.comment);
        }
        self.mark = self.mark.or(other.mark);
        self.evaluation = self.evaluation.or(other.evaluation);
        self.seconds = self.seconds.or(other.seconds);
        self.tags.merge(&other.tags);
    }
}

/// A move or a forced pass in a tree.
#[derive(Clone, Debug)]
struct MoveNode {
    /// `None` is the root.
    entry: Option<Entry>,
    /// The position after it.
    position: Position,
    notes: NodeNotes,
    parent: NodeId,
    /// The first is the main line. At most as many as a position has legal moves.
    children: Vec<NodeId>,
    /// The child visited last.
    visited: Option<NodeId>,
    collapsed: bool,
}

impl MoveNode {
    fn new(entry: Option<Entry>, position: Position, parent: NodeId) -> Self {
        Self {
            entry,
            position,
            notes: NodeNotes::default(),
            parent,
            children: Vec::new(),
            visited: None,
            collapsed: false,
        }
    }
}

/// A change of a tree, which can be undone, with the node that it is about, if it is about one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TreeEdit {
    /// A branch was added.
    Add(NodeId),
    /// A node was deleted with all that follows it.
    Delete(NodeId),
    /// The line of a node became the main line.
    Promote(NodeId),
    /// The notes on a node were replaced.
    Annotate(NodeId),
    /// The moves and notes of another tree were added.
    Merge,
}

/// An edit with what is needed to undo and to redo it.
#[derive(Clone, Debug)]
struct RecordedEdit {
    edit: TreeEdit,
    /// The nodes that it moves, with their places among their siblings before and after it; `None` is not in
    /// the tree.
    moved: Vec<(NodeId, [Option<usize>; 2])>,
    /// The notes that undoing it puts back or, once it is undone, redoing it.
    notes: Vec<(NodeId, NodeNotes)>,
    /// The cursor before and after it.
    cursors: [NodeId; 2],
}

/// An error of changing a tree. The tree is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TreeError {
    /// The move is not legal.
    Move(MoveError),
    /// The tree would have more than [`NODE_LIMIT`] nodes.
    Full,
    /// The trees to be merged start from different positions.
    DifferentStart,
}

impl fmt::Display for TreeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(error) => error.fmt(f),
            Self::Full => write!(f, "the tree is full: it can have {NODE_LIMIT} moves"),
            Self::DifferentStart => write!(f, "the games start from different positions"),
        }
    }
}

impl std::error::Error for TreeError {}

impl From<MoveError> for TreeError {
    fn from(error: MoveError) -> Self {
        Self::Move(error)
    }
}

/// A row of a score sheet, returned by [`GameTree::rows`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SheetRow {
    /// The node.
    pub node: NodeId,
    /// The number of branches in which it stands, one inside the other; 0 is the main line.
    pub depth: usize,
    /// True for the first move of a branch.
    pub begins_branch: bool,
    /// The number of branches beside this move that are not listed because they are collapsed.
    pub hidden: usize,
}

/// A tree of variations with a cursor. A node is an entry of a [`Game`], a move or a forced pass; the root is
/// the start. The first child of a node continues the main line.
///
/// Passes are added like those of a game: right after the move that forces them. Two trees are equal if they
/// have the same start, the same moves in the same order, and the same notes; cursors, collapsed variations
/// and edits do not count.
///
/// ```
/// use reversi::{Game, GameTree};
/// let mut tree = GameTree::new(Game::new().start());
/// for name in ["f5", "d6", "c3"] {
///     tree.play(name.parse()?)?;
/// }
/// tree.back();
/// tree.back();
/// let branch = tree.play("f6".parse()?)?;
/// assert_eq!(tree.game().entries().len(), 2);
/// assert!(tree.promote(branch));
/// assert_eq!(tree.main_line().count(), 3, "the root, f5 and f6");
/// tree.undo();
/// assert_eq!(tree.main_line().count(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct GameTree {
    nodes: Vec<MoveNode>,
    cursor: NodeId,
    /// The game up to the cursor.
    game: Game,
    edits: Vec<RecordedEdit>,
    undone: Vec<RecordedEdit>,
}

impl GameTree {
    /// Creates a tree without moves. If the side to move can only pass, the pass is added.
    pub fn new(start: Position) -> Self {
        let root = MoveNode::new(None, start, NodeId::ROOT);
        let game = Game::from_position(start);
        let mut tree = Self {
            nodes: vec![root],
            cursor: NodeId::ROOT,
            game: game.clone(),
            edits: Vec::new(),
            undone: Vec::new(),
        };
        for (&entry, position) in game.entries().iter().zip(game.positions().skip(1)) {
            let pass = tree.push(tree.cursor, entry, position);
            tree.set_cursor(pass);
        }
        tree
    }

    /// Creates a tree whose only line is a game, with the entries that were undone. The cursor stands where
    /// the game does. A resignation or a loss on time is left out.
    ///
    /// # Panics
    /// Never: the moves of a game are legal.
    pub fn from_game(game: &Game) -> Self {
        let mut tree = Self::new(game.start());
        let entries = game.entries().iter().chain(game.undone());
        let mut last = NodeId::ROOT;
        for square in entries.filter_map(Entry::square) {
            last = tree.add(last, square).expect("it was legal in the game");
        }
        let here = |&node: &NodeId| tree.position(node) == game.position();
        let here = tree.main_line().find(here).unwrap_or(NodeId::ROOT);
        tree.set_cursor(here);
        tree.forget_edits();
        tree
    }

    /// Returns the starting position.
    pub fn start(&self) -> Position {
        self.position(NodeId::ROOT)
    }

    /// Returns the node at the cursor.
    pub const fn cursor(&self) -> NodeId {
        self.cursor
    }

    /// Returns the game up to the cursor. It is kept, not replayed.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the game up to a node.
    ///
    /// # Panics
    /// Like all functions of a node, if the node is of another tree and not in this one.
    pub fn game_to(&self, node: NodeId) -> Game {
        let entries = self.entries(node);
        let mut game = Game::from_position(self.start());
        for square in entries.iter().filter_map(Entry::square) {
            game.play(square).expect("a node is a legal move");
        }
        // The game adds the pass that the last move forces; in the tree it is the next node.
        if game.entries().len() > entries.len() {
            game.undo();
        }
        game
    }

    /// Returns the position after a node.
    pub fn position(&self, node: NodeId) -> Position {
        self.node(node).position
    }

    /// Returns the move or the pass of a node; `None` for the root.
    pub fn entry(&self, node: NodeId) -> Option<Entry> {
        self.node(node).entry
    }

    /// Returns the notes on a node.
    pub fn notes(&self, node: NodeId) -> &NodeNotes {
        &self.node(node).notes
    }

    /// Returns the notes on a node, to be changed. Such a change is not an edit that can be undone:
    /// [`annotate`](Self::annotate) is.
    pub fn notes_mut(&mut self, node: NodeId) -> &mut NodeNotes {
        &mut self.node_mut(node).notes
    }

    /// Returns the node before a node; `None` for the root.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        (node != NodeId::ROOT).then(|| self.node(node).parent)
    }

    /// Returns the nodes after a node, the main line first.
    pub fn children(&self, node: NodeId) -> &[NodeId] {
        &self.node(node).children
    }

    /// Returns the number of discs placed from the start up to a node, 0 at the root: the move number, in which
    /// passes do not count.
    pub fn move_number(&self, node: NodeId) -> u32 {
        let empties = |position: Position| position.board().empty_count();
        empties(self.start()) - empties(self.position(node))
    }

    /// Returns whether a node is in this tree and not deleted.
    pub fn contains(&self, node: NodeId) -> bool {
        let is_child = |node: NodeId| {
            let parent = self.parent(node);
            parent.is_none_or(|parent| self.children(parent).contains(&node))
        };
        node.index() < self.nodes.len() && self.ancestors(node).all(is_child)
    }

    /// Returns a node and the nodes before it, the root last.
    pub fn ancestors(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(Some(node), |&node| self.parent(node))
    }

    /// Returns the entries from the root to a node.
    pub fn entries(&self, node: NodeId) -> Vec<Entry> {
        let mut entries: Vec<Entry> = self.ancestors(node).filter_map(|n| self.entry(n)).collect();
        entries.reverse();
        entries
    }

    /// Returns the root and the nodes of the main line.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> {
        std::iter::successors(Some(NodeId::ROOT), |&node| {
            self.children(node).first().copied()
        })
    }

    /// Returns the nodes after a node along the children visited last, or the first ones: where going forward
    /// leads.
    pub fn line_after(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.next(node), |&node| self.next(node))
    }

    fn next(&self, node: NodeId) -> Option<NodeId> {
        let node = self.node(node);
        node.visited.or(node.children.first().copied())
    }

    fn node(&self, node: NodeId) -> &MoveNode {
        &self.nodes[node.index()]
    }

    fn node_mut(&mut self, node: NodeId) -> &mut MoveNode {
        &mut self.nodes[node.index()]
    }

    /// Returns the place of a node among its siblings.
    fn place(&self, node: NodeId) -> usize {
        let mut siblings = self.children(self.node(node).parent).iter();
        let place = siblings.position(|&sibling| sibling == node);
        place.expect("a node that is not deleted is a child of its parent")
    }
}

/// Moving the cursor. Each function returns false where it cannot move.
impl GameTree {
    /// Moves the cursor to a node. Branches that hide it are expanded.
    pub fn go_to(&mut self, node: NodeId) -> bool {
        let found = self.contains(node);
        if found {
            self.set_cursor(node);
        }
        found
    }

    /// Moves the cursor one entry back.
    pub fn back(&mut self) -> bool {
        self.parent(self.cursor)
            .is_some_and(|node| self.go_to(node))
    }

    /// Moves the cursor one entry forward, to the child visited last, or to the first one.
    pub fn forward(&mut self) -> bool {
        self.next(self.cursor).is_some_and(|node| self.go_to(node))
    }

    /// Moves the cursor to the start.
    pub fn to_start(&mut self) -> bool {
        self.cursor != NodeId::ROOT && self.go_to(NodeId::ROOT)
    }

    /// Moves the cursor to the end of its line.
    pub fn to_end(&mut self) -> bool {
        let last = self.line_after(self.cursor).last();
        last.is_some_and(|node| self.go_to(node))
    }

    /// Moves the cursor to the next move in place of this one.
    pub fn next_sibling(&mut self) -> bool {
        self.go_to_sibling(|place| place.checked_add(1))
    }

    /// Moves the cursor to the previous move in place of this one.
    pub fn previous_sibling(&mut self) -> bool {
        self.go_to_sibling(|place| place.checked_sub(1))
    }

    fn go_to_sibling(&mut self, to: impl FnOnce(usize) -> Option<usize>) -> bool {
        let sibling = self.parent(self.cursor).and_then(|parent| {
            let siblings = self.children(parent);
            siblings.get(to(self.place(self.cursor))?).copied()
        });
        sibling.is_some_and(|node| self.go_to(node))
    }

    fn set_cursor(&mut self, node: NodeId) {
        self.cursor = node;
        self.game = self.game_to(node);
        let mut child = node;
        while let Some(parent) = self.parent(child) {
            let node = self.node_mut(parent);
            node.visited = Some(child);
            node.collapsed &= node.children.first() == Some(&child);
            child = parent;
        }
    }

    /// Returns whether the branches in place of a node's first child are collapsed.
    pub fn is_collapsed(&self, node: NodeId) -> bool {
        self.node(node).collapsed
    }

    /// Collapses or expands the branches in place of a node's first child. A cursor in a branch that is
    /// collapsed moves to the node.
    pub fn set_collapsed(&mut self, node: NodeId, collapsed: bool) {
        let child = self
            .ancestors(self.cursor)
            .find(|&below| self.parent(below) == Some(node));
        if collapsed && child.is_some_and(|child| self.place(child) > 0) {
            self.set_cursor(node);
        }
        self.node_mut(node).collapsed = collapsed && self.children(node).len() > 1;
    }
}

/// Changing the tree.
impl GameTree {
    /// Plays a move at the cursor and the pass that it forces, if any: follows a branch or adds one. Returns
    /// the node at which the cursor then stands.
    ///
    /// # Errors
    /// [`TreeError::Move`] if the move is not legal, and [`TreeError::Full`]; the tree is then unchanged.
    pub fn play(&mut self, square: Square) -> Result<NodeId, TreeError> {
        let before = self.cursor;
        let (node, added) = self.insert(before, square)?;
        let pass = self.children(node).first().copied();
        self.set_cursor(pass.filter(|&pass| self.is_pass(pass)).unwrap_or(node));
        self.record_added(added, before);
        Ok(self.cursor)
    }

    /// Adds a move after a node, unless it is there, and the pass that it forces, if any. Returns the node of
    /// the move. The cursor stays.
    ///
    /// # Errors
    /// As for [`play`](Self::play).
    pub fn add(&mut self, node: NodeId, square: Square) -> Result<NodeId, TreeError> {
        let (node, added) = self.insert(node, square)?;
        self.record_added(added, self.cursor);
        Ok(node)
    }

    /// Adds a move and its passes, unless they are there. Returns its node, and the first node that is new.
    fn insert(
        &mut self,
        node: NodeId,
        square: Square,
    ) -> Result<(NodeId, Option<NodeId>), TreeError> {
        // A pass that is due comes first; it is always there.
        let mut game = Game::from_position(self.position(node));
        game.play(square)?;
        let (mut last, mut moved, mut added) = (node, node, None);
        for (&entry, position) in game.entries().iter().zip(game.positions().skip(1)) {
            last = match self.child(last, entry) {
                Some(child) => child,
                None if added.is_none() && self.nodes.len() + 2 > NODE_LIMIT => {
                    return Err(TreeError::Full);
                }
                None => {
                    let child = self.push(last, entry, position);
                    added = added.or(Some(child));
                    child
                }
            };
            if !self.is_pass(last) {
                moved = last;
            }
        }
        Ok((moved, added))
    }

    fn record_added(&mut self, added: Option<NodeId>, cursor_before: NodeId) {
        if let Some(node) = added {
            self.undone.clear();
            self.edits.push(RecordedEdit {
                edit: TreeEdit::Add(node),
                moved: vec![(node, [None, Some(self.place(node))])],
                notes: Vec::new(),
                cursors: [cursor_before, self.cursor],
            });
        }
    }

    fn is_pass(&self, node: NodeId) -> bool {
        matches!(self.entry(node), Some(Entry::Pass { .. }))
    }

    /// Returns the child with an entry.
    fn child(&self, node: NodeId, entry: Entry) -> Option<NodeId> {
        let mut children = self.children(node).iter().copied();
        children.find(|&child| self.entry(child) == Some(entry))
    }

    fn push(&mut self, parent: NodeId, entry: Entry, position: Position) -> NodeId {
        let number = u32::try_from(self.nodes.len()).expect("a tree has at most NODE_LIMIT nodes");
        self.nodes
            .push(MoveNode::new(Some(entry), position, parent));
        self.node_mut(parent).children.push(NodeId(number));
        NodeId(number)
    }

    /// Deletes a node with all that follows it; a forced pass goes with its move. A cursor in it moves to the node
    /// before. Returns false if there is no such move.
    pub fn delete(&mut self, node: NodeId) -> bool {
        let node = match self.parent(node) {
            Some(parent) if self.is_pass(node) => parent,
            _ => node,
        };
        if node == NodeId::ROOT || !self.contains(node) {
            return false;
        }
        let is_inside = self.ancestors(self.cursor).any(|above| above == node);
        let cursor = if is_inside {
            self.node(node).parent
        } else {
            self.cursor
        };
        let moved = vec![(node, [Some(self.place(node)), None])];
        self.make(TreeEdit::Delete(node), moved, cursor);
        true
    }

    /// Makes the line of a node the main line. Returns false if it is already.
    pub fn promote(&mut self, node: NodeId) -> bool {
        if !self.contains(node) {
            return false;
        }
        let path = self.ancestors(node).filter(|&above| above != NodeId::ROOT);
        let mut moved: Vec<_> = path
            .map(|node| (node, [Some(self.place(node)), Some(0)]))
            .collect();
        moved.retain(|&(_, [from, to])| from != to);
        let changes = !moved.is_empty();
        if changes {
            self.make(TreeEdit::Promote(node), moved, self.cursor);
        }
        changes
    }

    /// Replaces the notes on a node. Returns false if they are the same.
    pub fn annotate(&mut self, node: NodeId, notes: NodeNotes) -> bool {
        if !self.contains(node) || *self.notes(node) == notes {
            return false;
        }
        self.make(TreeEdit::Annotate(node), Vec::new(), self.cursor);
        let before = std::mem::replace(self.notes_mut(node), notes);
        if let Some(made) = self.edits.last_mut() {
            made.notes.push((node, before));
        }
        true
    }

    /// Makes and records an edit.
    fn make(&mut self, edit: TreeEdit, moved: Vec<(NodeId, [Option<usize>; 2])>, cursor: NodeId) {
        self.undone.clear();
        self.undone.push(RecordedEdit {
            edit,
            moved,
            notes: Vec::new(),
            cursors: [self.cursor, cursor],
        });
        self.redo();
    }

    /// Undoes the last edit and moves the cursor to where it was. Returns the edit; `None` if there is none.
    pub fn undo(&mut self) -> Option<TreeEdit> {
        let mut recorded = self.edits.pop()?;
        self.apply(&mut recorded, 0);
        let edit = recorded.edit;
        self.undone.push(recorded);
        Some(edit)
    }

    /// Redoes the edit that was undone last. Returns it; `None` if there is none.
    pub fn redo(&mut self) -> Option<TreeEdit> {
        let mut recorded = self.undone.pop()?;
        self.apply(&mut recorded, 1);
        let edit = recorded.edit;
        self.edits.push(recorded);
        Some(edit)
    }

    /// Returns whether an edit can be undone.
    pub const fn can_undo(&self) -> bool {
        !self.edits.is_empty()
    }

    /// Returns whether an edit can be redone.
    pub const fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// Moves the nodes of an edit to their places before (0) or after (1) it.
    fn apply(&mut self, recorded: &mut RecordedEdit, to: usize) {
        for (node, notes) in &mut recorded.notes {
            std::mem::swap(self.notes_mut(*node), notes);
        }
        for &(node, places) in &recorded.moved {
            let parent = self.node(node).parent;
            if places[1 - to].is_some() {
                let place = self.place(node);
                let parent = self.node_mut(parent);
                parent.children.remove(place);
                parent.visited = parent.visited.filter(|&visited| visited != node);
            }
            if let Some(place) = places[to] {
                self.node_mut(parent).children.insert(place, node);
            }
        }
        // This also expands a branch that hides the cursor now.
        self.set_cursor(recorded.cursors[to]);
    }

    /// Forgets the edits, so that none of them can be undone or redone.
    pub fn forget_edits(&mut self) {
        self.edits.clear();
        self.undone.clear();
    }

    /// Adds all moves and notes of another tree. What both have stands once, with the comments of both; where they
    /// differ in anything else, this tree's notes stay, and so does its main line. The cursor stays. Returns the number
    /// of added nodes.
    ///
    /// # Errors
    /// [`TreeError::DifferentStart`] and [`TreeError::Full`]; the tree is then unchanged.
    pub fn merge(&mut self, other: &Self) -> Result<usize, TreeError> {
        if self.start() != other.start() {
            return Err(TreeError::DifferentStart);
        }
        let (mut merged, known) = (self.clone(), self.nodes.len());
        let (mut moved, mut notes) = (Vec::new(), Vec::new());
        // The same nodes here; those before a node come first.
        let mut same = vec![NodeId::ROOT; other.nodes.len()];
        let rows = other.all_rows().map(|row| row.node);
        for node in std::iter::once(NodeId::ROOT).chain(rows) {
            let from = other.node(node);
            if let Some(entry) = from.entry {
                let parent = same[from.parent.index()];
                same[node.index()] = match merged.child(parent, entry) {
                    Some(child) => child,
                    None if merged.nodes.len() == NODE_LIMIT => return Err(TreeError::Full),
                    None => {
                        let child = merged.push(parent, entry, from.position);
                        if parent.index() < known {
                            moved.push((child, [None, Some(merged.place(child))]));
                        }
                        child
                    }
                };
            }
            let into = same[node.index()];
            let before = merged.notes(into).clone();
            merged.notes_mut(into).merge(&from.notes);
            if into.index() < known && before != *merged.notes(into) {
                notes.push((into, before));
            }
        }
        let added = merged.nodes.len() - known;
        if !moved.is_empty() || !notes.is_empty() {
            merged.undone.clear();
            merged.edits.push(RecordedEdit {
                edit: TreeEdit::Merge,
                moved,
                notes,
                cursors: [self.cursor; 2],
            });
        }
        *self = merged;
        Ok(added)
    }
}

/// Listing the nodes.
impl GameTree {
    /// Returns the nodes in the order of a score sheet, without the root: a move, then the branches in its place, one
    /// step further in, then what follows the move. Collapsed branches are left out.
    pub fn rows(&self) -> impl Iterator<Item = SheetRow> {
        self.rows_with(true, self.main_line().nth(1))
    }

    /// Returns the same as [`rows`](Self::rows) with the collapsed variations.
    pub fn all_rows(&self) -> impl Iterator<Item = SheetRow> {
        self.rows_with(false, self.main_line().nth(1))
    }

    /// Returns the [`rows`](Self::rows) from a node of the main line on. Rows that are not taken cost nothing.
    pub fn rows_from(&self, node: NodeId) -> impl Iterator<Item = SheetRow> {
        self.rows_with(true, Some(node))
    }

    fn rows_with(&self, collapses: bool, first: Option<NodeId>) -> impl Iterator<Item = SheetRow> {
        // What is still to come, the next last.
        let mut open: Vec<_> = first.map(|first| (first, 0, false)).into_iter().collect();
        std::iter::from_fn(move || {
            let (node, depth, begins_branch) = open.pop()?;
            let next = self.children(node).first();
            open.extend(next.map(|&next| (next, depth, false)));
            let (row, branches) = self.row(node, depth, begins_branch, collapses);
            let branches = branches.iter().rev();
            open.extend(branches.map(|&branch| (branch, depth + 1, true)));
            Some(row)
        })
    }

    /// Returns the [`rows`](Self::rows) before a node of the main line, or all for `None`, the last one first. Rows that
    /// are not taken cost nothing.
    pub fn rows_before(&self, node: Option<NodeId>) -> impl Iterator<Item = SheetRow> {
        // What is still to come, the next last: a row, or a node with all that follows it.
        let mut open: Vec<Result<SheetRow, (NodeId, usize, bool)>> = Vec::new();
        let with_branches = |(at, depth, begins_branch)| {
            let (row, branches) = self.row(at, depth, begins_branch, true);
            let branches = branches.iter();
            let branches = branches.map(move |&branch| Err((branch, depth + 1, true)));
            std::iter::once(Ok(row)).chain(branches)
        };
        let line = self.main_line().skip(1);
        for at in line.take_while(|&at| Some(at) != node) {
            open.extend(with_branches((at, 0, false)));
        }
        std::iter::from_fn(move || {
            loop {
                match open.pop()? {
                    Ok(row) => return Some(row),
                    Err((at, depth, begins_branch)) => {
                        open.extend(with_branches((at, depth, begins_branch)));
                        let next = self.children(at).first();
                        open.extend(next.map(|&next| Err((next, depth, false))));
                    }
                }
            }
        })
    }

    /// Returns the row of a node, and the branches listed below it.
    fn row(
        &self,
        node: NodeId,
        depth: usize,
        begins_branch: bool,
        collapses: bool,
    ) -> (SheetRow, &[NodeId]) {
        #[cfg(test)]
        tests::ROWS.set(tests::ROWS.get() + 1);
        let parent = self.node(self.node(node).parent);
        let beside = if begins_branch {
            &[]
        } else {
            &parent.children[1..]
        };
        let is_hidden = collapses && parent.collapsed;
        let row = SheetRow {
            node,
            depth,
            begins_branch,
            hidden: if is_hidden { beside.len() } else { 0 },
        };
        (row, if is_hidden { &[] } else { beside })
    }
}

impl PartialEq for GameTree {
    fn eq(&self, other: &Self) -> bool {
        let mut open = vec![(NodeId::ROOT, NodeId::ROOT)];
        while let Some((here, there)) = open.pop() {
            let (here, there) = (self.node(here), other.node(there));
            let same = here.entry == there.entry && here.notes == there.notes;
            if !same || here.children.len() != there.children.len() {
                return false;
            }
            open.extend(
                here.children
                    .iter()
                    .copied()
                    .zip(there.children.iter().copied()),
            );
        }
        self.start() == other.start()
    }
}

#[cfg(test)]
mod tests;
