//! What holds for every tree, as properties over random edits.

use std::cell::Cell;
use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::cases::cases;
use crate::transcript;

thread_local! {
    /// The number of rows that were made.
    pub(super) static ROWS: Cell<usize> = const { Cell::new(0) };
}

fn square(name: &str) -> Square {
    name.parse().unwrap()
}

/// Something that a person does to a tree; numbers choose among what there is.
#[derive(Clone, Copy, Debug)]
enum Deed {
    Play(usize),
    Add(usize, usize),
    Back,
    Forward,
    ToStart,
    ToEnd,
    NextSibling,
    PreviousSibling,
    GoTo(usize),
    Delete(usize),
    Promote(usize),
    Undo,
    Redo,
    Collapse(usize, bool),
    Note(usize, u8),
    Annotate(usize),
}

fn deeds(most: usize) -> impl Strategy<Value = Vec<Deed>> {
    let number = any::<usize>;
    let deed = prop_oneof![
        12 => number().prop_map(Deed::Play),
        4 => (number(), number()).prop_map(|(node, choice)| Deed::Add(node, choice)),
        4 => Just(Deed::Back),
        2 => Just(Deed::Forward),
        1 => Just(Deed::ToStart),
        1 => Just(Deed::ToEnd),
        1 => Just(Deed::NextSibling),
        1 => Just(Deed::PreviousSibling),
        3 => number().prop_map(Deed::GoTo),
        2 => number().prop_map(Deed::Delete),
        2 => number().prop_map(Deed::Promote),
        2 => Just(Deed::Undo),
        2 => Just(Deed::Redo),
        2 => (number(), any::<bool>()).prop_map(|(node, on)| Deed::Collapse(node, on)),
        2 => (number(), 0..4u8).prop_map(|(node, note)| Deed::Note(node, note)),
        2 => number().prop_map(Deed::Annotate),
    ];
    prop::collection::vec(deed, 0..most)
}

fn nodes(tree: &GameTree) -> Vec<NodeId> {
    let rows = tree.all_rows().map(|row| row.node);
    std::iter::once(NodeId::ROOT).chain(rows).collect()
}

/// A legal move after a node, if there is one.
fn choice(tree: &GameTree, node: NodeId, choice: usize) -> Option<Square> {
    let position = tree.position(node);
    let position = position.pass().unwrap_or(position);
    let moves: Vec<Square> = position.legal_moves().iter().collect();
    Some(moves[choice.checked_rem(moves.len())?])
}

fn perform(tree: &mut GameTree, deed: Deed) {
    let all = nodes(tree);
    let node = |number: usize| all[number % all.len()];
    match deed {
        Deed::Play(number) => match choice(tree, tree.cursor(), number) {
            Some(square) => drop(tree.play(square).unwrap()),
            None => assert_eq!(tree.play(Square::A1), Err(MoveError::GameOver.into())),
        },
        Deed::Add(at, number) => {
            if let Some(square) = choice(tree, node(at), number) {
                let added = tree.add(node(at), square).unwrap();
                assert_eq!(tree.entry(added).unwrap().square(), Some(square));
            }
        }
        Deed::Back => drop(tree.back()),
        Deed::Forward => drop(tree.forward()),
        Deed::ToStart => drop(tree.to_start()),
        Deed::ToEnd => drop(tree.to_end()),
        Deed::NextSibling => drop(tree.next_sibling()),
        Deed::PreviousSibling => drop(tree.previous_sibling()),
        Deed::GoTo(at) => assert!(tree.go_to(node(at))),
        Deed::Delete(at) => drop(tree.delete(node(at))),
        Deed::Promote(at) => drop(tree.promote(node(at))),
        Deed::Undo => drop(tree.undo()),
        Deed::Redo => drop(tree.redo()),
        Deed::Collapse(at, on) => tree.set_collapsed(node(at), on),
        Deed::Annotate(at) => {
            let notes = NodeNotes {
                comment: format!("{}!", tree.notes(node(at)).comment),
                mark: Some(MoveMark::Good),
                ..NodeNotes::default()
            };
            assert!(tree.annotate(node(at), notes.clone()));
            assert!(!tree.annotate(node(at), notes));
        }
        Deed::Note(at, kind) => {
            let notes = tree.notes_mut(node(at));
            match kind {
                0 => notes.comment = "good\nplan".to_owned(),
                1 => notes.comment = "plan".to_owned(),
                2 => notes.mark = Some(MoveMark::Dubious),
                _ => notes.evaluation = Some(-1.5),
            }
        }
    }
}

fn tree_after(deeds: &[Deed]) -> GameTree {
    let mut tree = GameTree::new(Position::START);
    for &deed in deeds {
        perform(&mut tree, deed);
    }
    tree
}

/// A tree from a start in which Black has to pass.
fn after_a_pass() -> GameTree {
    let rows = ["OX------", "--------", "--------", "OXX-----"].concat();
    let start = format!("{rows}{rows} X").parse().unwrap();
    GameTree::new(start)
}

/// The first game that stops right after a forced pass, of those that always make the move number `n`.
fn game_after_a_pass() -> Game {
    for n in 0..100 {
        let mut game = Game::new();
        while let Some(at) = usize::checked_rem(n, game.legal_moves().len()) {
            let square = game.legal_moves().iter().nth(at).unwrap();
            game.play(square).unwrap();
            if matches!(game.entries().last(), Some(Entry::Pass { .. })) {
                return game;
            }
        }
    }
    unreachable!("one of these games has a pass")
}

/// Everything that an edit may change and its undoing must restore.
fn state(tree: &GameTree) -> (Vec<(SheetRow, NodeNotes)>, NodeId, Game) {
    let rows = tree.all_rows();
    let rows = rows.map(|row| (row, tree.notes(row.node).clone()));
    (rows.collect(), tree.cursor(), tree.game().clone())
}

/// Everything that must hold whatever was done to a tree.
fn assert_sound(tree: &GameTree) {
    let all = nodes(tree);
    assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len());
    for &node in &all {
        assert!(tree.contains(node));
        // Walking to a node equals replaying its moves.
        let mut game = Game::from_position(tree.start());
        let entries = tree.entries(node);
        for entry in &entries {
            match entry.square() {
                Some(square) => game.play(square).unwrap(),
                None => drop(game.pass_if_forced()),
            }
        }
        if game.entries().len() > entries.len() {
            game.undo();
        }
        assert_eq!(game.entries(), entries);
        assert_eq!(game.position(), tree.position(node));
        assert_eq!(game, tree.game_to(node));
        let moves = entries.iter().filter(|entry| entry.square().is_some());
        assert_eq!(tree.move_number(node) as usize, moves.count());
        // A pass is there wherever it is due, and no move stands twice.
        let children = tree.children(node);
        let squares: BTreeSet<_> = children
            .iter()
            .map(|&child| tree.entry(child).unwrap().square())
            .collect();
        assert_eq!(squares.len(), children.len());
        let must_pass = tree.position(node).pass().is_some();
        assert_eq!(must_pass, squares.contains(&None));
        assert!(
            children
                .iter()
                .all(|&child| tree.parent(child) == Some(node))
        );
    }
    assert_eq!(tree.game(), &tree.game_to(tree.cursor()));
    // The cursor is never hidden, and rows are all rows where nothing is collapsed.
    let rows: Vec<SheetRow> = tree.rows().collect();
    let shown = rows.iter().any(|row| row.node == tree.cursor());
    assert!(shown || tree.cursor() == NodeId::ROOT);
    if all.iter().all(|&node| !tree.is_collapsed(node)) {
        assert_eq!(rows, tree.all_rows().collect::<Vec<_>>());
    }
    let main: Vec<NodeId> = tree.main_line().skip(1).collect();
    for node in tree.main_line().skip(1).map(Some).chain([None]) {
        let first = rows.iter().position(|row| Some(row.node) == node);
        let (before, after) = rows.split_at(first.unwrap_or(rows.len()));
        assert!(tree.rows_before(node).eq(before.iter().rev().copied()));
        assert!(
            node.into_iter()
                .flat_map(|node| tree.rows_from(node))
                .eq(after.iter().copied())
        );
    }
    let unindented = rows.iter().filter(|row| row.depth == 0).map(|row| row.node);
    assert_eq!(unindented.collect::<Vec<_>>(), main);
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn walking_to_any_node_equals_replaying_its_moves(deeds in deeds(60)) {
        let mut tree = GameTree::new(Position::START);
        for deed in deeds {
            perform(&mut tree, deed);
        }
        assert_sound(&tree);
    }

    #[test]
    fn a_tree_that_starts_with_a_pass_is_sound(deeds in deeds(20)) {
        let mut tree = after_a_pass();
        for deed in deeds {
            perform(&mut tree, deed);
            assert_sound(&tree);
        }
    }

    #[test]
    fn undoing_an_edit_changes_nothing_and_redoing_it_makes_it_again(
        deeds in deeds(60), edit in 0..5, node in any::<usize>(),
    ) {
        let mut tree = tree_after(&deeds);
        let before = state(&tree);
        let edits = tree.edits.len();
        perform(&mut tree, match edit {
            0 => Deed::Delete(node),
            1 => Deed::Promote(node),
            2 => Deed::Play(node),
            3 => Deed::Annotate(node),
            _ => Deed::Add(node, node),
        });
        prop_assume!(tree.edits.len() > edits);
        let after = state(&tree);
        for _ in 0..2 {
            let undone = tree.undo();
            prop_assert_eq!(state(&tree).0, before.0.clone());
            prop_assert_eq!((tree.cursor(), tree.game()), (before.1, &before.2));
            prop_assert_eq!(tree.redo(), undone);
            prop_assert_eq!(state(&tree), after.clone());
        }
        assert_sound(&tree);
    }

    #[test]
    fn undoing_all_edits_gives_the_empty_tree_and_redoing_them_all_gives_it_back(deeds in deeds(60)) {
        let mut tree = tree_after(&deeds);
        while tree.redo().is_some() {}
        let rows = |tree: &GameTree| tree.all_rows().map(|row| row.node).collect::<Vec<_>>();
        let before = rows(&tree);
        while tree.undo().is_some() {}
        prop_assert_eq!(tree.all_rows().count(), 0);
        while tree.redo().is_some() {}
        prop_assert_eq!(rows(&tree), before);
    }

    #[test]
    fn forward_leads_back_to_where_one_was(deeds in deeds(60)) {
        let mut tree = tree_after(&deeds);
        let here = tree.cursor();
        let mut steps = 0;
        while tree.back() {
            steps += 1;
        }
        prop_assert!(!tree.to_start());
        for _ in 0..steps {
            prop_assert!(tree.forward());
        }
        prop_assert_eq!(tree.cursor(), here);
        let end = tree.line_after(here).last();
        prop_assert_eq!(tree.to_end(), end.is_some());
        prop_assert_eq!(tree.cursor(), end.unwrap_or(here));
    }

    #[test]
    fn merging_a_tree_with_itself_or_a_part_of_it_changes_nothing(
        deeds in deeds(60), node in any::<usize>(),
    ) {
        let tree = tree_after(&deeds);
        let mut merged = tree.clone();
        prop_assert_eq!(merged.merge(&tree), Ok(0));
        prop_assert_eq!(&merged, &tree);
        let main = tree.main_line().last().unwrap();
        prop_assert_eq!(merged.merge(&GameTree::from_game(&tree.game_to(main))), Ok(0));
        prop_assert_eq!(&merged, &tree);
        let mut part = tree.clone();
        perform(&mut part, Deed::Delete(node));
        prop_assert_eq!(merged.merge(&part), Ok(0));
        prop_assert_eq!(&merged, &tree);
    }

    #[test]
    fn a_merged_tree_has_every_line_of_both_and_the_main_line_of_the_first(
        one in deeds(60), other in deeds(60),
    ) {
        let (one, other) = (tree_after(&one), tree_after(&other));
        let lines = |tree: &GameTree| -> BTreeSet<Vec<Option<Square>>> {
            let squares = |node| tree.entries(node).iter().map(Entry::square).collect();
            nodes(tree).into_iter().map(squares).collect()
        };
        let mut both = one.clone();
        let added = both.merge(&other).unwrap();
        assert_sound(&both);
        // It is undone and redone like any edit.
        let (before, after) = (one.clone(), both.clone());
        if after != before {
            prop_assert_eq!(both.undo(), Some(TreeEdit::Merge));
            prop_assert_eq!(&both, &before);
            prop_assert_eq!(both.redo(), Some(TreeEdit::Merge));
            prop_assert_eq!(&both, &after);
        }
        prop_assert_eq!(nodes(&both).len(), nodes(&one).len() + added);
        let expected: BTreeSet<_> = lines(&one).union(&lines(&other)).cloned().collect();
        prop_assert_eq!(lines(&both), expected);
        let main: Vec<_> = one.main_line().collect();
        prop_assert_eq!(both.main_line().take(main.len()).collect::<Vec<_>>(), main);
        prop_assert_eq!(both.merge(&other), Ok(0), "what was merged is there");
        let again = both.clone();
        both.merge(&one).unwrap();
        prop_assert_eq!(both, again);
    }
}

#[test]
fn a_tree_of_a_game_stands_where_the_game_does() {
    let mut game = transcript::parse("f5d6c3d3c4").unwrap();
    game.undo();
    game.undo();
    let mut tree = GameTree::from_game(&game);
    assert_eq!(tree.game(), &game);
    assert_eq!(tree.main_line().count(), 6);
    assert!(tree.forward() && tree.forward() && !tree.forward());
    assert_eq!(tree.undo(), None);
    game.resign(crate::color::Color::White);
    assert_eq!(GameTree::from_game(&game).game().entries().len(), 3);
}

#[test]
fn a_score_sheet_lists_branches_after_the_move_in_whose_place_they_are() {
    let mut tree = GameTree::from_game(&transcript::parse("f5d6c3d3").unwrap());
    let line: Vec<NodeId> = tree.main_line().collect();
    for (at, name) in [(1, "f6"), (1, "f4"), (2, "c5")] {
        tree.add(line[at], square(name)).unwrap();
    }
    let f6 = tree.children(line[1])[1];
    tree.add(f6, square("e6")).unwrap();
    tree.add(f6, square("c3")).unwrap_err();
    tree.add(f6, square("f7")).unwrap();
    let sheet = |tree: &GameTree| {
        let name = |row: &SheetRow| tree.entry(row.node).unwrap().square().unwrap().to_string();
        let mark = |row: &SheetRow| if row.begins_branch { "(" } else { "" };
        tree.rows()
            .map(|row| format!("{}{}{}", row.depth, mark(&row), name(&row)))
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(sheet(&tree), "0f5 0d6 1(f6 1e6 2(f7 1(f4 0c3 1(c5 0d3");
    tree.go_to(f6);
    tree.set_collapsed(line[1], true);
    assert_eq!(
        tree.cursor(),
        line[1],
        "the cursor leaves what is collapsed"
    );
    assert_eq!(sheet(&tree), "0f5 0d6 0c3 1(c5 0d3");
    let hidden: Vec<usize> = tree.rows().map(|row| row.hidden).collect();
    assert_eq!(hidden, [0, 2, 0, 0, 0]);
    tree.go_to(f6);
    assert!(
        !tree.is_collapsed(line[1]),
        "the cursor expands what hides it"
    );
}

#[test]
fn siblings_are_stepped_through_and_the_first_and_the_last_are_ends() {
    let mut tree = GameTree::from_game(&transcript::parse("f5d6").unwrap());
    tree.back();
    let d6 = tree.children(tree.cursor())[0];
    let f6 = tree.play(square("f6")).unwrap();
    assert!(!tree.next_sibling());
    assert!(tree.previous_sibling() && !tree.previous_sibling());
    assert_eq!(tree.cursor(), d6);
    assert!(tree.next_sibling());
    assert_eq!(tree.cursor(), f6);
    tree.to_start();
    assert!(!tree.next_sibling() && !tree.previous_sibling());
}

#[test]
fn the_cursor_leaves_what_is_deleted_and_comes_back_to_it() {
    let mut tree = GameTree::from_game(&transcript::parse("f5d6c3d3").unwrap());
    let line: Vec<NodeId> = tree.main_line().collect();
    assert!(!tree.delete(NodeId::ROOT));
    assert!(tree.delete(line[2]));
    assert_eq!(tree.cursor(), line[1]);
    assert!(!tree.contains(line[4]) && !tree.go_to(line[4]));
    assert!(!tree.delete(line[4]) && !tree.promote(line[4]));
    assert!(!tree.forward());
    assert_eq!(tree.undo(), Some(TreeEdit::Delete(line[2])));
    assert_eq!(tree.cursor(), line[4]);
}

#[test]
fn a_forced_pass_is_a_node_that_goes_with_its_move() {
    let mut tree = after_a_pass();
    let pass = tree.cursor();
    assert_eq!(tree.parent(pass), Some(NodeId::ROOT));
    assert!(!tree.delete(pass));
    tree.play(square("c1")).unwrap();
    assert_eq!(tree.game().entries().len(), 3, "Black has to pass again");
    let game = game_after_a_pass();
    let mut tree = GameTree::from_game(&game);
    assert_eq!(tree.game().entries(), game.entries());
    assert!(tree.back());
    assert_eq!(
        tree.game().status(),
        crate::Status::MustPass(tree.position(tree.cursor()).side_to_move())
    );
    let before_pass = tree.cursor();
    let square = game.legal_moves().first().unwrap();
    tree.play(square).unwrap();
    let (before, after) = tree.game().entries().split_at(game.entries().len());
    assert_eq!(before, game.entries(), "the pass is made first");
    assert_eq!(after[0].square(), Some(square));
    let pass = tree.children(before_pass)[0];
    assert!(tree.delete(pass));
    assert!(!tree.contains(before_pass));
}

#[test]
fn a_move_that_is_not_legal_changes_nothing() {
    let mut tree = GameTree::from_game(&transcript::parse("f5d6").unwrap());
    let before = state(&tree);
    let error = tree.play(square("f5")).unwrap_err();
    assert_eq!(error.to_string(), "f5 is taken by Black");
    let error = tree.play(square("a1")).unwrap_err();
    assert_eq!(
        error,
        TreeError::Move(MoveError::NothingToTurn { square: Square::A1 })
    );
    assert_eq!(state(&tree), before);
}

/// Adds lines of all moves until the tree is full.
fn full_tree() -> GameTree {
    let mut tree = GameTree::new(Position::START);
    let mut next = 0;
    loop {
        let node = NodeId(next);
        let position = tree.position(node);
        for square in position.pass().unwrap_or(position).legal_moves() {
            match tree.add(node, square) {
                Ok(_) => {}
                Err(error) => {
                    assert_eq!(error, TreeError::Full);
                    return tree;
                }
            }
        }
        next += 1;
    }
}

#[test]
fn a_full_tree_refuses_more_and_is_listed_compared_and_merged() {
    let mut tree = full_tree();
    let count = tree.all_rows().count() + 1;
    assert!((NODE_LIMIT - 1..=NODE_LIMIT).contains(&count), "{count}");
    assert_eq!(tree.clone(), tree);
    assert_eq!(tree.clone().merge(&tree), Ok(0));
    let game = transcript::parse("f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6").unwrap();
    let before = state(&tree);
    let error = tree.merge(&GameTree::from_game(&game)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the tree is full: it can have 100000 moves"
    );
    assert_eq!(state(&tree), before);
    let leaf = tree
        .all_rows()
        .find(|row| row.depth == 0 && tree.children(row.node).is_empty());
    tree.go_to(leaf.unwrap().node);
    let square = tree.game().legal_moves().first().unwrap();
    assert_eq!(tree.play(square), Err(TreeError::Full));
    assert!(
        tree.back() && tree.forward(),
        "what is there can be followed"
    );
}

#[test]
fn trees_of_different_starts_are_not_merged() {
    let mut tree = GameTree::new(Position::START);
    let error = tree.merge(&after_a_pass()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the games start from different positions"
    );
}

#[test]
fn merged_notes_keep_both_comments_and_the_first_mark() {
    let note = |comment: &str, mark, evaluation| {
        let mut tree = GameTree::from_game(&transcript::parse("f5").unwrap());
        *tree.notes_mut(tree.cursor()) = NodeNotes {
            comment: comment.to_owned(),
            mark,
            evaluation,
            seconds: None,
            ..NodeNotes::default()
        };
        tree
    };
    let mut tree = note("goodness", Some(MoveMark::Good), None);
    tree.merge(&note("good", Some(MoveMark::Blunder), Some(2.0)))
        .unwrap();
    let notes = tree.notes(tree.cursor());
    assert_eq!(notes.comment, "goodness\ngood");
    assert_eq!(
        (notes.mark, notes.evaluation),
        (Some(MoveMark::Good), Some(2.0))
    );
}

#[test]
fn trees_differ_in_their_order_and_in_their_notes() {
    let mut tree = GameTree::from_game(&transcript::parse("f5d6").unwrap());
    let first = tree.main_line().nth(1).unwrap();
    let f6 = tree.add(first, square("f6")).unwrap();
    let mut other = tree.clone();
    other.promote(f6);
    assert_ne!(other, tree);
    other.undo();
    other.go_to(f6);
    other.set_collapsed(first, true);
    assert_eq!(other, tree);
    other.notes_mut(NodeId::ROOT).comment = "a game".to_owned();
    assert_ne!(other, tree);
    assert_ne!(after_a_pass(), tree);
}

#[test]
fn rows_that_are_not_taken_cost_nothing() {
    let mut tree = GameTree::from_game(&transcript::parse("f5d6c3d3c4f4c5b3c2e6c6b4").unwrap());
    let mut added: Vec<NodeId> = tree.main_line().collect();
    for next in 0..2_000 {
        for square in tree.position(added[next]).legal_moves() {
            added.push(tree.add(added[next], square).unwrap());
        }
    }
    assert!(tree.all_rows().count() > 10_000);
    let line: Vec<NodeId> = tree.main_line().collect();
    for &node in &line[1..] {
        ROWS.set(0);
        assert!(tree.rows_from(node).take(20).count() <= 20);
        assert!(tree.rows_before(Some(node)).take(20).count() <= 20);
        assert_eq!(tree.rows_before(None).take(20).count(), 20);
        assert!(ROWS.get() < 200, "{}", ROWS.get());
    }
}
