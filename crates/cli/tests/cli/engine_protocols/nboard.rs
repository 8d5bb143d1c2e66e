//! The engine over `NBoard`.

use reversi::search::Confidence;
use reversi::transcript;
use reversi_notation::RecordedMove;
use reversi_table::player::protocol::nboard::{Depth, Hint, NBoardCommand, Response};

use crate::dial;
use crate::engine_protocols::process::{self, session};
use crate::program::Running;

/// The first position of the FFO endgame test: Black wins by 18 with g8.
const FFO_1: &str = "set game (;GM[Othello]PC[a]PB[b]PW[w]RE[?]TY[8]BO[8 --*****- -OOO**-O -OOO**O* \
                     -O*O*O** O***O*** --*O*O** -***OOO- -OOOOO-- *];)";

#[test]
fn a_session_is_answered_word_for_word() {
    session(
        &["nboard"],
        "\
> nboard 2
> set contempt 10
> ping 1
< pong 1
> set depth 6
< set myname Reversi 6
> learn
< learned
> fly me to the moon
> set wings 2
> hint many
< status hint needs a whole number, not \"many\"
> move a1
< status illegal move: a1 would turn no discs
> move
< status move needs a move
> move PA
< status illegal move: Black has a legal move
> set game (;GM[Othello]B[F5]W[F5];)
< status move 2: f5 is taken by Black
> move F5/1.25/0.5
> move D6
> move c6//3
> ping 2
< pong 2",
    );
}

#[test]
fn a_level_is_not_changed_by_the_depth_that_the_host_sets() {
    session(
        &["nboard", "--level", "3"],
        "> set depth 26\n< set myname Reversi level 3",
    );
}

#[test]
fn a_forced_pass_is_chosen_and_may_be_played_or_left_out() {
    // Black plays h8, White must pass, and Black ends the game with a1.
    session(
        &["nboard"],
        "\
! warning: no game leads to this position: d4 e4 d5 e5 in the centre cannot be empty
> set game (;GM[Othello]BO[8 -O****** -------- -------- -------- -------- -------- -------- ******O- *]B[H8];)
> go
< === PA
> hint 1
< status Analyzing
~ search PAa1 -64 0 100%
~ nodestats # #
< status
> move PA
> move PA
< status illegal move: Black has a legal move
> go
< === A1
> move A1
> go
< === PA
> hint 1
< status The game is over.
> analyze
< status Analyzing
< analysis 3 -64
< analysis 2 64
< analysis 1 -64
< analysis 0 64
< status",
    );
}

/// Reads hints until one with this depth.
fn hint_with_depth(engine: &mut Running, depth: Depth) -> Hint {
    loop {
        if let Response::Hint(hint) = engine.line().parse().unwrap()
            && hint.depth == depth
        {
            return hint;
        }
    }
}

#[test]
fn a_hint_deepens_until_the_score_is_proven() {
    let mut engine = process::engine(&["nboard", "--threads", "1"]);
    engine.send(FFO_1);
    engine.send("hint 2");
    assert_eq!(engine.line(), "status Analyzing");
    let best = hint_with_depth(&mut engine, Depth::End(Confidence::Full));
    assert_eq!(best.pv[0], Some("g8".parse().unwrap()));
    assert!((best.evaluation - 18.0).abs() < 0.01);
    let second = hint_with_depth(&mut engine, Depth::End(Confidence::Full));
    assert_ne!(second.pv[0], best.pv[0]);
    assert!(second.evaluation <= 18.0);
    engine.lines_before("status");
    engine.finish_quietly();
}

#[test]
fn nothing_stale_follows_a_pong_whenever_it_comes() {
    let mut engine = process::engine(&["nboard", "--threads", "2"]);
    let commands = ["hint 3", "go", "analyze", "hint 1"];
    for number in 0..dial::games(200) {
        engine.send("set game (;GM[Othello]B[F5]W[D6]B[C3]W[D3]B[C4];)");
        engine.send(commands[number % commands.len()]);
        // Sometimes at once, sometimes after some lines of the search.
        for _ in 0..number % 7 {
            let line = engine.line();
            assert!(!line.starts_with("pong"), "{line}");
            if line.starts_with("===") || line == "status" {
                break;
            }
        }
        engine.send(&format!("ping {number}\nping {}", number + 1000));
        engine.lines_before(&format!("pong {number}"));
        assert_eq!(engine.line(), format!("pong {}", number + 1000));
    }
    engine.finish_quietly();
}

#[test]
fn a_ping_stops_a_hint_with_an_empty_status() {
    let mut engine = process::engine(&["nboard"]);
    engine.send("hint 1");
    assert_eq!(engine.line(), "status Analyzing");
    let first = engine.line();
    assert!(first.starts_with("search "), "{first}");
    engine.send("ping 3");
    let before = engine.lines_before("pong 3");
    assert_eq!(before.last().unwrap(), "status");
    engine.finish_quietly();
}

#[test]
fn a_wrong_line_does_not_stop_a_hint_and_a_move_does() {
    let mut engine = process::engine(&["nboard"]);
    engine.send("hint 1");
    engine.send("move a1\nset game (;GM[Othello]B[A1];)");
    engine.lines_before("status illegal move: a1 would turn no discs");
    engine.lines_before("status move 1: a1 would turn no discs");
    let next = engine.line();
    assert!(
        next.starts_with("search ") || next.starts_with("nodestats "),
        "{next}"
    );
    engine.send("move f5\nping 1");
    let before = engine.lines_before("pong 1");
    assert_eq!(before.last().unwrap(), "status");
    engine.finish_quietly();
}

#[test]
fn the_end_of_the_input_ends_the_process_in_the_middle_of_a_search() {
    for command in ["hint 64", "go", "analyze"] {
        let mut engine = process::engine(&["nboard"]);
        engine.send(command);
        let first = engine.line();
        assert!(first.starts_with("status "), "{first}");
        let (_, status, said) = engine.finish();
        assert!(status.success());
        assert_eq!(said, "");
    }
}

#[test]
fn quit_ends_the_process_in_the_middle_of_a_search() {
    let mut engine = process::engine(&["nboard"]);
    engine.send("hint 1\nquit\nping 1");
    let (rest, status, said) = engine.finish();
    assert!(status.success());
    assert_eq!(said, "");
    assert_eq!(rest[0], "status Analyzing");
    assert!(!rest.contains(&"pong 1".to_owned()));
}

#[test]
fn the_clock_of_the_game_limits_the_time_to_think() {
    // With no time left, level 10 moves at once instead of searching 20 plies.
    let mut engine = process::engine(&["nboard", "--level", "10", "--threads", "1", "--no-book"]);
    engine.send("set game (;GM[Othello]TI[0:01]B[F5//5]W[D6//5]B[C3//5]W[D3//5]B[C4//5];)\ngo");
    let mut deepest = 0;
    loop {
        match engine.line().parse().unwrap() {
            Response::Hint(hint) => {
                if let Depth::Plies(plies, _) = hint.depth {
                    deepest = deepest.max(plies);
                }
            }
            Response::Move(chosen) => {
                assert!(chosen.square.is_some());
                break;
            }
            _ => {}
        }
    }
    assert!(deepest < 8, "{deepest}");
}

#[test]
fn moves_are_taken_with_their_passes_and_without_them() {
    // A tournament game (WTHOR 1999, no. 317) with eight passes.
    let moves = "f5f4e3d6f3g3g4g5h3d3h6h5h4h2h1e2g6f2g2h7g7f7g8h8e1f1g1f6f8d1d2e6d7";
    let game = transcript::parse(moves).unwrap();
    for with_passes in [true, false] {
        let mut engine = process::engine(&["nboard", "--level", "1"]);
        for entry in game.entries() {
            if with_passes || entry.square().is_some() {
                let command = NBoardCommand::Move(RecordedMove::new(entry.square()));
                engine.send(&command.to_string());
            }
        }
        engine.send("ping 1");
        assert_eq!(engine.line(), "pong 1");
        engine.send("analyze");
        assert_eq!(engine.line(), "status Analyzing");
        let scores = engine.lines_before("status");
        assert_eq!(scores.len(), game.entries().len() + 1);
        assert!(scores[0].starts_with(&format!("analysis {} ", game.entries().len())));
        engine.finish_quietly();
    }
}
