//! What others rely on: hashes, texts and drawings of positions, the rules of a position alone, and which types may grow.

use std::collections::HashMap;

use proptest::prelude::*;

use reversi::{Board, Color, Game, MoveError, Position, Square, SquareSet, Status, Symmetry};

use crate::cases::cases;
use crate::laws::{color, set_up};
use crate::program::command;
use crate::source::source_files;

/// Games of moves that a multiplication chooses.
fn games(count: u64) -> impl Iterator<Item = Game> {
    (1..=count).map(|seed| {
        let mut game = Game::new();
        let mut state = seed;
        loop {
            let moves = game.legal_moves();
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(seed);
            let choice = usize::try_from(state >> 40).unwrap();
            let Some(index) = choice.checked_rem(moves.len()) else {
                return game;
            };
            game.play(moves.iter().nth(index).unwrap()).unwrap();
        }
    })
}

/// Positions by their hashes, and how many were added.
#[derive(Default)]
struct Hashes {
    known: HashMap<u64, Position>,
    added: usize,
}

impl Hashes {
    fn add(&mut self, position: Position) {
        let known = *self.known.entry(position.hash64()).or_insert(position);
        assert_eq!(known, position, "one hash");
        self.added += 1;
    }

    /// Adds a position and all that follow within some plies.
    fn add_tree(&mut self, position: Position, plies: u32) {
        self.add(position);
        if plies > 0 {
            let next = position
                .legal_moves()
                .iter()
                .map(|square| position.play(square).unwrap());
            next.for_each(|next| self.add_tree(next, plies - 1));
        }
    }
}

#[test]
fn positions_have_one_hash_exactly_if_they_are_equal() {
    let mut hashes = Hashes::default();
    hashes.add_tree(Position::START, 7);
    // Many moves lead to the same position in another order.
    assert_eq!(hashes.added, 65_005);
    assert!(hashes.known.len() < 60_000, "{}", hashes.known.len());
    for position in games(500).flat_map(|game| game.positions().collect::<Vec<_>>()) {
        for symmetry in Symmetry::ALL {
            let turned = position.transformed(symmetry);
            hashes.add(turned);
            hashes.add(turned.with_side_to_move(!turned.side_to_move()));
        }
    }
    // Boards that differ in one square, which a weak hash takes for one another.
    for square in Square::all() {
        for disc in [None, Some(Color::Black), Some(Color::White)] {
            hashes.add(Position::START.with_disc(square, disc));
        }
    }
    assert!(hashes.known.len() > 450_000, "{}", hashes.known.len());
}

#[test]
fn hashes_are_the_same_in_every_version() {
    let later: Position = "------------------XO------XXX------OXX-----O-------------------- O"
        .parse()
        .unwrap();
    let hashes = [Position::START, later].map(|position| format!("{:#x}", position.hash64()));
    assert_eq!(hashes, ["0x36f2362e1fb0926", "0x7536f234b2eabfec"]);
    assert_eq!(Position::START.hash64(), Board::START.hash64());
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn a_position_alone_follows_the_rules_of_a_game(board in set_up(), side in color()) {
        let position = Position::new(board, side);
        let game = Game::from_position(position);
        let is_pass = matches!(position.status(), Status::MustPass(_));
        prop_assert_eq!(position.outcome(), game.outcome());
        prop_assert_eq!(position.is_game_over(), game.is_over());
        prop_assert_eq!(position.pass().is_some(), is_pass);
        for square in Square::all() {
            let played = position.play(square);
            prop_assert_eq!(played.is_ok(), position.legal_moves().contains(square));
            prop_assert_eq!(played.is_ok(), !position.flips(square).is_empty());
            if !is_pass {
                let mut game = game.clone();
                let by_game = game.play(square).map(|()| game.start());
                prop_assert_eq!(by_game.err(), played.err());
            }
        }
    }

    #[test]
    fn a_drawn_position_is_read_back(board in set_up(), side in color()) {
        let position = Position::new(board, side);
        let drawn = format!("{position:#?}");
        prop_assert_eq!(drawn.lines().count(), 9);
        prop_assert_eq!(drawn.strip_suffix(" to move").unwrap().parse(), Ok(position));
        prop_assert_eq!(format!("{position:?}"), format!("Position({position})"));
        // A board has no colours: the side to move is X.
        let black = Position::new(board, Color::Black);
        prop_assert_eq!(format!("{board:#?}X to move"), format!("{black:#?}"));
        let text = black.to_string();
        prop_assert_eq!(format!("{board:?}"), format!("Board({:?})", &text[..64]));
    }
}

#[test]
fn a_move_that_is_not_legal_is_refused_with_its_reason() {
    let refused = |position: Position, square| position.play(square).unwrap_err();
    let by = Color::White;
    assert_eq!(
        refused(Position::START, Square::D4),
        MoveError::Occupied {
            square: Square::D4,
            by
        }
    );
    let nothing = MoveError::NothingToTurn { square: Square::A1 };
    assert_eq!(refused(Position::START, Square::A1), nothing);
    let over = Position::new(Board::new(SquareSet::ALL, SquareSet::EMPTY).unwrap(), by);
    assert_eq!(refused(over, Square::A1), MoveError::GameOver);
    assert_eq!(!Color::Black, by);
    assert_eq!(Board::default(), Board::START);
}

/// Types with public fields or variants that are complete, so that others may build them and match on all they have.
const COMPLETE: &[&str] = &[
    // The rules know no more.
    "Color",
    "ByColor",
    "Symmetry",
    "Status",
    "MoveError",
    "ParseSquareError",
    // A program that shows a game or a score must know each; another one is a new major version.
    "Entry",
    "Ending",
    "StatedScore",
    "StatedResult",
    "TheoreticalScore",
    // A line of a file of positions; all else about a move is in its notes.
    "ScoredPosition",
    "RecordedMove",
    "GameOrigin",
    "Token",
    "LineEnd",
    // Numbers of the kernels and the benchmarks.
    "Halves",
    "Direction",
    "BoardTime",
    "Goal",
    // Hidden: for other parts of the program.
    "Property",
    "Check",
    "ErrorModel",
];

#[test]
fn public_types_may_grow_unless_they_are_complete() {
    let mut complete = Vec::new();
    for file in source_files() {
        if !["src/", "crates/notation/src/"]
            .iter()
            .any(|folder| file.name.starts_with(folder))
        {
            continue;
        }
        let lines: Vec<&str> = file.text.lines().collect();
        for (at, line) in lines.iter().enumerate() {
            let words: Vec<&str> = line.split(|c: char| !c.is_alphanumeric()).collect();
            let is_open = match words[..] {
                ["pub", "enum", ..] => true,
                ["pub", "struct", ..] => {
                    let body = lines[at + 1..]
                        .iter()
                        .take_while(|line| !line.starts_with('}'));
                    line.ends_with('{') && body.into_iter().any(|line| line.starts_with("    pub "))
                }
                _ => false,
            };
            let attributes = lines[..at]
                .iter()
                .rev()
                .take_while(|line| line.starts_with("#["));
            let mut attributes = attributes.map(|line| line.trim());
            if is_open && !attributes.any(|line| line == "#[non_exhaustive]") {
                complete.push(words[2].to_owned());
            }
        }
    }
    let mut expected = COMPLETE.to_vec();
    expected.sort_unstable();
    complete.sort_unstable();
    assert_eq!(complete, expected);
}

#[test]
fn the_example_of_first_steps_prints_what_it_shows() {
    let program = env!("CARGO_BIN_EXE_first_steps");
    let home = tempfile::tempdir().unwrap();
    let output = command(home.path(), program).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let expected = "\
Black can play d3 c4 f5 e6
f5 turns e5
--------
--------
--------
---OX---
---XXX--
--------
--------
--------
O to move
An illegal move: a1 would turn no discs
Read back: true
3 moves, a corner among them: false
60 positions, 19-45
After an undo it goes on: true
perft(6) = 8200
Tiger
";
    assert_eq!(String::from_utf8(output.stdout).unwrap(), expected);
}
