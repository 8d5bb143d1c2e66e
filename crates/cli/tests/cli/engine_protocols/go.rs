//! Go over GTP.

use std::fs;

use reversi::Color;
use reversi_table::go::{GoGame, GoMove, Grid, Komi};
use reversi_table::player::protocol::gtp::NAMES;

use crate::engine_protocols::process::session_with;
use crate::program::Running;

fn engine(level: &str) -> Running {
    Running::start(&["go", "--gtp", "--seed", "1", "--level", level])
}

fn session(script: &str) {
    session_with(engine("1"), script);
}

#[test]
fn a_session_is_answered_word_for_word() {
    session(&format!(
        "\
> 1 protocol_version
< =1 2
<
> 2 name
< =2 Reversi Go
<
> 3 version
< =3 {}
<
> 4 boardsize 19
< ?4 unacceptable size
<
> 5 boardsize 3
< =5
<
> 6 komi 0.5
< =6
<
> 7 komi 0.3
< ?7 a komi is a number of points or half points, from -50 to 50, such as 7.5
<
> 8 clear_board
< =8
<
> 9 play b B2
< =9
<
> 10 play w b2
< ?10 illegal move: b2 is occupied
<
> 11 play w d4
< ?11 illegal move: d4 is not on this board
<
> 12 play w a1
< =12
<
> 13 play b pass
< =13
<
> 14 play w c3
< =14
<
> 15 showboard
< =15
< 3 . . O
< 2 . X .
< 1 O . .
<   a b c
< Black to move.
<
> 16 final_score
< ?16 cannot score: the game is not over
<
> 17 play b pass
< =17
<
> 18 gogui-rules_final_result
< =18 The game is not over.
<
> 19 play w pass
< =19
<
> 20 final_score
< =20 W+1.5
<
> 21 play b a2
< ?21 illegal move: the game is over
<
> 22 genmove b
< =22 pass
<
> 23 quit
< =23
<",
        env!("CARGO_PKG_VERSION")
    ));
}

#[test]
fn a_point_beyond_the_board_is_refused_with_the_size_of_the_board() {
    session(
        "\
> 1 play b z9
< ?1 syntax error: z9 is off the board: columns are a-e and rows are 1-5
<
> boardsize 7
< =
<
> play b i10
< ? syntax error: i10 is off the board: columns are a-g and rows are 1-7
<
> play b h8
< ? illegal move: h8 is not on this board
<",
    );
}

#[test]
fn a_side_may_move_twice_and_undo_takes_back_one_move() {
    session(
        "\
> 1 play w c3
< =1
<
> 2 play w c4
< =2
<
> 3 undo
< =3
<
> 4 gogui-rules_side_to_move
< =4 black
<
> 5 undo
< =5
<
> 6 gogui-rules_board
< =6
< . . . . .
< . . . . .
< . . . . .
< . . . . .
< . . . . .
<
> 7 undo
< ?7 cannot undo
<
> 8 play b pass
< =8
<
> 9 play b c3
< ?9 illegal move: White is to move
<
> 10 genmove b
< ?10 wrong color: White is to move
<
> 11 quit
< =11
<",
    );
}

#[test]
fn suicide_and_a_repeated_position_are_refused() {
    // Black takes the ko at b2, and White may not take it back at once.
    session(
        "\
> boardsize 4
< =
<
> play b a2
< =
<
> play w b2
< =
<
> play b b1
< =
<
> play w c3
< =
<
> play b b3
< =
<
> play w d2
< =
<
> play b d4
< =
<
> play w c1
< =
<
> play b c2
< =
<
> 1 play w b2
< ?1 illegal move: b2 repeats the position after move 8
<
> 2 play w a1
< ?2 illegal move: a1 is suicide: the stone would have no liberty and capture nothing
<
> 3 gogui-rules_legal_moves
< =3 a4 b4 c4 a3 d3 d1 pass
<",
    );
}

#[test]
fn malformed_lines_are_refused_and_the_next_one_is_taken() {
    session(
        "\
>
> # a comment
> 1 play b
< ?1 syntax error: play needs a move
<
> 2 play green c3
< ?2 syntax error: play needs a colour, b or w, not \"green\"
<
> 3 play b z9
< ?3 syntax error: z9 is off the board: columns are a-e and rows are 1-5
<
> 4 boardsize five
< ?4 syntax error: boardsize needs a whole number, not \"five\"
<
> 5 fly
< ?5 unknown command
<
> 6 komi nan
< ?6 syntax error: komi needs a number, not \"nan\"
<
> 7 set_game Othello
< ?7 unsupported game
<
> 8 set_game Go
< =8
<
> 9 list_games
< =9 Go
<
> 10 gogui-rules_game_id
< =10 go
<
> 11 gogui-rules_board_size
< =11 5
<
> 12 time_settings 60 10 1
< =12
<
> 13 time_left b 60 0
< =13
<",
    );
}

#[test]
fn all_commands_are_listed_and_known() {
    let mut engine = engine("1");
    let list = engine.ask("list_commands");
    assert!(list.trim_start_matches("= ").lines().eq(NAMES));
    for name in NAMES {
        assert_eq!(engine.ask(&format!("known_command {name}")), "= true");
    }
    engine.finish_quietly();
}

#[test]
fn games_are_loaded_from_sgf_to_their_end_or_before_a_move() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a game.sgf");
    fs::write(&path, "(;GM[1]SZ[5]KM[2.5]RE[B+R];B[cc];W[cb];B[db])").unwrap();
    let path = path.to_str().unwrap();
    let mut engine = engine("1");
    assert_eq!(engine.ask(&format!("loadsgf \"{path}\"")), "=");
    let rows = ". . . . .\n. . O X .\n. . X . .\n. . . . .\n. . . . .";
    assert_eq!(engine.ask("gogui-rules_board"), format!("=\n{rows}"));
    assert_eq!(engine.ask(&format!("loadsgf \"{path}\" 2")), "=");
    assert_eq!(engine.ask("gogui-rules_side_to_move"), "= white");
    assert_eq!(engine.ask("play w pass"), "=");
    assert_eq!(engine.ask("play b pass"), "=");
    assert_eq!(engine.ask("final_score"), "= B+22.5");
    let refused = engine.ask("loadsgf /no/such/file");
    assert!(refused.starts_with("? cannot load file: "), "{refused}");
    engine.finish_quietly();
}

#[test]
fn the_end_of_the_input_ends_a_search() {
    let mut engine = engine("5");
    engine.ask("boardsize 7");
    engine.send("genmove b");
    let (rest, status, said) = engine.finish();
    assert!(status.success() && rest.is_empty(), "{rest:?} {said}");
}

#[test]
fn reg_genmove_does_not_play() {
    let mut engine = engine("1");
    let first = engine.ask("reg_genmove b");
    assert!(
        first.trim_start_matches("= ").parse::<GoMove>().is_ok(),
        "{first}"
    );
    assert_eq!(engine.ask("undo"), "? cannot undo");
    engine.finish_quietly();
}

#[test]
fn whole_games_between_two_processes_obey_the_rules_and_end_with_one_score() {
    for (size, komi) in [("3", "0"), ("5", "0"), ("7", "9")] {
        let mut engines = [engine("1"), engine("2")];
        let grid = Grid::new(size.parse().unwrap()).unwrap();
        let mut game = GoGame::new(grid, komi.parse::<Komi>().unwrap());
        for engine in &mut engines {
            assert_eq!(engine.ask(&format!("boardsize {size}")), "=");
            assert_eq!(engine.ask(&format!("komi {komi}")), "=");
        }
        while game.outcome().is_none() {
            let color = game.side_to_move();
            let [own, other] = match color {
                Color::Black => [0, 1],
                Color::White => [1, 0],
            };
            let reply = engines[own].ask(&format!("genmove {color}"));
            let chosen = reply.trim_start_matches("= ");
            game.play(chosen.parse().unwrap()).expect("a legal move");
            assert_eq!(engines[other].ask(&format!("play {color} {chosen}")), "=");
        }
        let score = format!("= {}", game.outcome().unwrap());
        for mut engine in engines {
            assert_eq!(engine.ask("final_score"), score);
            engine.finish_quietly();
        }
    }
}
