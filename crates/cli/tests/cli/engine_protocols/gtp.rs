//! The engine over GTP.

use std::fs;

use reversi_table::player::protocol::gtp::NAMES;

use crate::engine_protocols::process::{self, session};
use crate::program::NO_SUCH_FILE;

#[test]
fn a_session_is_answered_word_for_word() {
    session(
        &["gtp"],
        &format!(
            "\
> 1 protocol_version
< =1 2
<
> 2 name
< =2 Reversi
<
> version
< = {}
<
> 3 known_command genmove
< =3 true
<
> 4 known_command fly
< =4 false
<
> 5 fly
< ?5 unknown command
<
> 6 boardsize 8
< =6
<
> 7 boardsize 19
< ?7 unacceptable size
<
> 8 komi 6.5
< =8
<
> 9 set_game Othello
< =9
<
> 10 set_game Chess
< ?10 unsupported game
<
> 11 list_games
< =11 Othello
<
> 12 play b f5
< =12
<
> 13 play b d6
< ?13 illegal move: White is to move
<
> 14 play w a1
< ?14 illegal move: a1 would turn no discs
<
> 15 play w pass
< ?15 illegal move: White has a legal move
<
> 16 play white D6
< =16
<
> 17 play b
< ?17 syntax error: play needs a move
<
> 18 genmove
< ?18 syntax error: genmove needs a colour, b or w
<
> 19 genmove w
< ?19 wrong color: Black is to move
<
> 20 showboard
< =20
<   a b c d e f g h
< 1 . . . . . . . .
< 2 . . . . . . . .
< 3 . . * . . . . .
< 4 . . * O X . . .
< 5 . . * O X X . .
< 6 . . * O . . . .
< 7 . . * . . . . .
< 8 . . . . . . . .
< Black (X) 3, White (O) 3. Black to move: c3 c4 c5 c6 c7.
<
> 21 quit
< =21
<",
            env!("CARGO_PKG_VERSION")
        ),
    );
}

#[test]
fn moves_are_taken_back_and_times_are_set() {
    session(
        &["gtp"],
        "\
> 1 play b f5
< =1
<
> 2 play w d6
< =2
<
> 21 final_score
< ?21 cannot score: the game is not over
<
> 22 undo
< =22
<
> 23 undo
< =23
<
> 24 undo
< ?24 cannot undo
<
> 25 time_settings 300 30 5
< =25
<
> 26 time_left b 299.5 0
< =26
<
> 27 clear_board
< =27
<
> 28 quit
< =28
<",
    );
}

#[test]
fn lines_are_read_as_gnu_go_reads_them() {
    session(
        &["gtp"],
        "\
>
> # a comment
> \t
> 7
>   8\tname # who?
< =8 Reversi
<
> 9pl\u{1}ay b f5\r
< =9
<
> PROTOCOL_VERSION
< ? unknown command
<
> -3 name
< ? unknown command
<",
    );
}

#[test]
fn all_commands_are_listed_and_known() {
    let mut engine = process::engine(&["gtp"]);
    let list = engine.ask("list_commands");
    let names: Vec<&str> = list.trim_start_matches("= ").lines().collect();
    assert_eq!(names, NAMES);
    for name in names {
        assert_eq!(engine.ask(&format!("known_command {name}")), "= true");
    }
    engine.finish_quietly();
}

#[test]
fn the_rules_are_told_to_gogui() {
    session(
        &["gtp"],
        "\
> gogui-rules_game_id
< = othello
<
> gogui-rules_board_size
< = 8
<
> gogui-analyze_commands
< = plist/Legal moves/gogui-rules_legal_moves
< string/Side to move/gogui-rules_side_to_move
< string/Result/gogui-rules_final_result
<
> play b f5
< =
<
> gogui-rules_side_to_move
< = white
<
> gogui-rules_legal_moves
< = f4 d6 f6
<
> gogui-rules_board
< =
< . . . . . . . .
< . . . . . . . .
< . . . . . . . .
< . . . X X X . .
< . . . O X . . .
< . . . . . . . .
< . . . . . . . .
< . . . . . . . .
<
> gogui-rules_final_result
< = The game is not over.
<",
    );
}

#[test]
fn forced_passes_and_the_end_of_the_game_are_answered_with_pass() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("the last moves.ggf");
    fs::write(
        &path,
        "(;GM[Othello]BO[8 -O****** -------- -------- -------- -------- -------- -------- ******O- *];)",
    )
    .unwrap();
    let path = path.to_str().unwrap();
    session(
        &["gtp", "--threads", "1"],
        &format!(
            "\
! warning: no game leads to this position: d4 e4 d5 e5 in the centre cannot be empty
> loadsgf \"{path}\"
< =
<
> play b h8
< =
<
> gogui-rules_legal_moves
< = pass
<
> gogui-rules_side_to_move
< = white
<
> reg_genmove w
< = pass
<
> genmove b
< = a1
<
> undo
< =
<
> genmove w
< = pass
<
> play w pass
< ? illegal move: Black is to move
<
> genmove b
< = a1
<
> final_score
< = B+64
<
> gogui-rules_legal_moves
< =
<
> gogui-rules_final_result
< = Game over. Black wins 64-0.
<
> genmove w
< = pass
<
> play b pass
< =
<
> play b a1
< ? illegal move: the game is over
<"
        ),
    );
}

#[cfg(unix)]
#[test]
fn a_device_is_not_loaded() {
    session(
        &["gtp"],
        "\
> loadsgf /dev/null
< ? cannot load file: it is not a regular file
<",
    );
}

#[test]
fn a_game_is_loaded_up_to_a_move() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.sgf");
    fs::write(&path, "(;GM[2]RE[B+R];B[f5];W[d6];B[c3])").unwrap();
    let path = path.to_str().unwrap();
    let missing = NO_SUCH_FILE;
    session(
        &["gtp"],
        &format!(
            "\
> loadsgf {path} 2
< =
<
> gogui-rules_side_to_move
< = white
<
> play w f4
< =
<
> loadsgf {path}
< =
<
> gogui-rules_side_to_move
< = white
<
> undo
< =
<
> play b c5
< =
<
> loadsgf {path}.missing
< ? cannot load file: {missing}
<
> gogui-rules_side_to_move
< = white
<"
        ),
    );
}

#[test]
fn a_move_is_chosen_within_the_time_that_is_left() {
    let mut engine = process::engine(&["gtp", "--threads", "1"]);
    for settings in [
        "time_settings 1 0 0",
        "time_settings 0 1 25",
        "time_left b 1 10",
    ] {
        assert_eq!(engine.ask("clear_board"), "=");
        assert_eq!(engine.ask("time_settings 0 0 0"), "=");
        assert_eq!(engine.ask(settings), "=");
        let reply = engine.ask("1 genmove b");
        assert!(reply.starts_with("=1 "), "{reply}");
    }
    engine.finish_quietly();
}

#[test]
fn requests_wait_while_the_engine_thinks_and_are_answered_in_order() {
    let mut engine = process::engine(&["gtp", "--level", "5", "--threads", "1"]);
    engine.send("1 genmove b\n2 genmove w\n3 name\n4 undo\n5 undo\n6 undo\n7 quit");
    let (lines, status, said) = engine.finish();
    assert!(status.success());
    assert_eq!(said, "");
    let ids: Vec<&str> = lines
        .iter()
        .filter(|line| !line.is_empty())
        .map(|line| line.split(' ').next().unwrap())
        .collect();
    assert_eq!(ids, ["=1", "=2", "=3", "=4", "=5", "?6", "=7"]);
}

#[test]
fn the_end_of_the_input_ends_the_process_in_the_middle_of_a_search() {
    let mut engine = process::engine(&["gtp", "--threads", "1"]);
    assert_eq!(engine.ask("name"), "= Reversi");
    engine.send("genmove b");
    let (_, status, said) = engine.finish();
    assert!(status.success());
    assert_eq!(said, "");
}

#[test]
fn the_log_keeps_the_traffic_of_both_directions_and_no_control_characters() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("traffic.log");
    let args = ["gtp", "--log", path.to_str().unwrap()];
    session(
        &args,
        "> 1 list_games\n< =1 Othello\n<\n> \u{1b}[2Jx\n< ? unknown command\n<",
    );
    let log = fs::read_to_string(&path).unwrap();
    let without_time: Vec<&str> = log.lines().map(|line| &line[25..]).collect();
    assert_eq!(
        without_time,
        [
            "> 1 list_games",
            "< =1 Othello",
            "> \\u{1b}[2Jx",
            "< ? unknown command"
        ]
    );
}

#[test]
fn wrong_arguments_are_one_sentence_and_nothing_on_stdout() {
    let missing = format!("\"/missing/log\": {NO_SUCH_FILE}");
    for (args, code, words) in [
        (&["uci"][..], 2, "'uci'"),
        (&[], 2, "PROTOCOL"),
        (&["gtp", "--level", "11"], 2, "a whole number from 1 to 10"),
        (
            &["gtp", "--weights", "/missing"],
            1,
            "cannot read \"/missing\"",
        ),
        (&["nboard", "--log", "/missing/log"], 1, &missing),
    ] {
        let (lines, status, said) = process::engine(args).finish();
        assert_eq!(status.code(), Some(code), "{said}");
        assert!(lines.is_empty() && said.contains(words), "{said}");
    }
}
