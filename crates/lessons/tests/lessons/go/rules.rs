//! The rules in positions that are known for them.

use reversi::{Color, Entry};
use reversi_table::go::{GoEnding, GoGame, GoMove, GoMoveError, Komi};

use crate::go::board::position;

fn set_up(rows: &str, first: Color) -> GoGame {
    let (grid, stones) = position(rows);
    GoGame::from_position(grid, Komi::default(), stones, first).unwrap()
}

fn stone(point: &str) -> GoMove {
    GoMove::Stone(point.parse().unwrap())
}

/// Plays moves separated by spaces.
fn play(game: &mut GoGame, moves: &str) {
    for played in moves.split(' ') {
        let played = played.parse().unwrap();
        if let Err(error) = game.play(played) {
            panic!("{error} in {moves}");
        }
    }
}

fn assert_board(game: &GoGame, rows: &str) {
    assert_eq!((game.grid(), game.stones()), position(rows));
}

fn assert_refused(game: &GoGame, point: &str, sentence: &str) {
    let error = game.check(stone(point)).unwrap_err();
    assert_eq!(error.to_string(), sentence);
}

/// Returns the number of stones that the last move captured.
fn just_captured(game: &GoGame) -> u32 {
    match game.entries().last() {
        Some(Entry::Move { flips, .. }) => flips.bits().count_ones(),
        _ => panic!("the last entry is no move"),
    }
}

/// A ko: White captures c3 on b3, and Black would take b3 back on c3.
const KO: &str = "..... .XO.. X.XO. .XO.. .....";

#[test]
fn a_ko_is_not_retaken_at_once_but_after_another_move() {
    let mut game = set_up(KO, Color::White);
    play(&mut game, "e5 e1 b3");
    assert_eq!(just_captured(&game), 1);
    assert_refused(&game, "c3", "c3 repeats the position after move 2");
    let before = game.stones();
    assert!(game.play(stone("c3")).is_err());
    assert_eq!((game.stones(), game.entries().len()), (before, 3));
    play(&mut game, "a5 a1 c3");
    assert_eq!(just_captured(&game), 1);
    assert_refused(&game, "b3", "b3 repeats the position after move 5");
}

#[test]
fn a_pass_repeats_nothing_and_is_no_threat_of_its_own() {
    let mut game = set_up(KO, Color::White);
    play(&mut game, "b3 pass");
    assert_board(&game, "..... .XO.. XO.O. .XO.. .....");
    // The same position with the other side to move is the same position.
    play(&mut game, "e5 c3");
    assert_eq!(just_captured(&game), 1);
    for _ in 0..3 {
        game.undo();
    }
    assert_refused(&game, "c3", "c3 repeats the position of the start");
}

#[test]
fn undo_forgets_the_positions_that_it_takes_back() {
    let mut game = set_up(KO, Color::White);
    play(&mut game, "b3");
    assert_refused(&game, "c3", "c3 repeats the position of the start");
    game.undo();
    assert_board(&game, KO);
    play(&mut game, "b3 e1 e5 c3");
    assert_refused(&game, "b3", "b3 repeats the position after move 3");
    for _ in 0..3 {
        game.undo();
    }
    assert_refused(&game, "c3", "c3 repeats the position of the start");
    while game.redo().is_some() {}
    assert_refused(&game, "b3", "b3 repeats the position after move 3");
    assert_eq!(game.captures(Color::White), 1);
    assert_eq!(game.captures(Color::Black), 1);
}

#[test]
fn a_triple_ko_ends_when_the_sixth_capture_would_repeat_the_start() {
    let start = "
        XO.O...
        .XO....
        ......X
        .....XO
        .....O.
        .OX...O
        OX.X...";
    let mut game = set_up(start, Color::Black);
    for point in ["c7", "c1", "g3", "b7", "b1"] {
        play(&mut game, point);
        assert_eq!(just_captured(&game), 1, "{point}");
    }
    assert_refused(&game, "g4", "g4 repeats the position of the start");
    // After an exchange elsewhere it is another position.
    play(&mut game, "d4 d5 g4");
    assert_eq!(just_captured(&game), 1);
    let captures = Color::ALL.map(|color| game.captures(color));
    assert_eq!(captures, [3, 3]);
}

#[test]
fn a_snapback_captures_the_stones_that_captured() {
    let mut game = set_up("..... ..... .XXX. XOOOX X..OX", Color::Black);
    play(&mut game, "c1 b1");
    assert_eq!(just_captured(&game), 1);
    play(&mut game, "c1");
    assert_eq!(just_captured(&game), 5);
    assert_board(&game, "..... ..... .XXX. X...X X.X.X");
    game.undo();
    assert_board(&game, "..... ..... .XXX. XOOOX XO.OX");
}

/// White's 20 stones have one liberty, d7.
const TWENTY: &str = "OOO.OOO OOOOOOO OOOOOOO XXXXXXX ....... ....... .......";

#[test]
fn twenty_stones_are_captured_by_one() {
    let mut game = set_up(TWENTY, Color::Black);
    play(&mut game, "d7");
    assert_eq!(just_captured(&game), 20);
    assert_eq!(game.captures(Color::Black), 20);
    assert_board(
        &game,
        "...X... ....... ....... XXXXXXX ....... ....... .......",
    );
    assert_eq!(game.area(Color::Black), game.grid().board());
    game.undo();
    assert_board(&game, TWENTY);
}

#[test]
fn suicide_is_refused_for_one_stone_and_for_a_group() {
    let sentence = |point: &str| {
        format!("{point} is suicide: the stone would have no liberty and capture nothing")
    };
    let game = set_up(TWENTY, Color::White);
    assert_refused(&game, "d7", &sentence("d7"));
    let game = set_up("..... ..... ..... XXX.. .OOX.", Color::White);
    assert_refused(&game, "a1", &sentence("a1"));
    let game = set_up("..... ..... ..... XXX.. .OOX.", Color::Black);
    assert_eq!(game.check(stone("a1")).unwrap().count_ones(), 2);
    let game = set_up(".X... X.... ..... ..... .....", Color::White);
    assert_refused(&game, "a5", &sentence("a5"));
    assert!(
        set_up(".X... X.... ..... ..... .....", Color::Black)
            .check(stone("a5"))
            .is_ok()
    );
}

#[test]
fn an_illegal_move_is_answered_with_its_reason() {
    let mut game = set_up(KO, Color::Black);
    assert_refused(&game, "b4", "b4 is occupied");
    assert_refused(&game, "c4", "c4 is occupied");
    assert_refused(&game, "f1", "f1 is not on this board");
    assert_refused(&game, "a6", "a6 is not on this board");
    play(&mut game, "pass pass");
    assert_refused(&game, "a1", "the game is over");
    assert_eq!(game.check(GoMove::Pass), Err(GoMoveError::Over));
    assert_eq!(game.resign(Color::Black), Err(GoMoveError::Over));
    assert_eq!(game.legal_moves(), 0);
}

#[test]
fn two_passes_end_the_game_and_undo_resumes_it() {
    let mut game = GoGame::new(set_up(KO, Color::Black).grid(), Komi::default());
    play(&mut game, "c3 pass b2 pass");
    assert_eq!(
        game.outcome(),
        None,
        "a pass of each, but not one after the other"
    );
    play(&mut game, "pass");
    let outcome = game.outcome().unwrap();
    assert_eq!(
        (outcome.ending, outcome.to_string()),
        (GoEnding::Passed, "B+25".to_owned())
    );
    assert!(game.undo().is_some());
    assert_eq!(game.outcome(), None);
    game.resign(Color::White).unwrap();
    assert_eq!(game.outcome().unwrap().to_string(), "B+R");
    game.undo();
    assert_eq!((game.outcome(), game.side_to_move()), (None, Color::Black));
}

#[test]
fn points_that_both_sides_reach_belong_to_neither_and_the_komi_decides() {
    let (grid, stones) = position("XX.OO XX.OO XX.OO XX.OO XX.OO");
    for (komi, expected) in [("0", "0"), ("0.5", "W+0.5"), ("-7", "B+7")] {
        let komi = komi.parse().unwrap();
        let mut game = GoGame::from_position(grid, komi, stones, Color::White).unwrap();
        play(&mut game, "pass pass");
        assert_eq!(game.outcome().unwrap().to_string(), expected);
    }
}
