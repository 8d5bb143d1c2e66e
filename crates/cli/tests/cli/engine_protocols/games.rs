//! Whole games of the engine against itself, with a host that only knows the protocol and the rules.

use std::cell::RefCell;

use reversi::{Color, Entry, Game, Square, Status, transcript};
use reversi_notation::{Record, RecordedMove};
use reversi_table::player::protocol::gtp::{self, Chosen, Replies};
use reversi_table::player::protocol::nboard::{NBoardCommand, Response};

use crate::dial;
use crate::engine_protocols::process;
use crate::program::{Running, run};

/// Whether a host writes forced passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Passes {
    Written,
    LeftOut,
}

const LEVEL_1: [&str; 6] = ["--level", "1", "--threads", "1", "--seed", "3"];

fn start(protocol: &str) -> Running {
    let args: Vec<&str> = [protocol].into_iter().chain(LEVEL_1).collect();
    process::engine(&args)
}

/// Plays on from an opening until the game is over. `choose` asks the engine of a side, `tell` tells the
/// engines about a move or a pass.
fn play(
    opening: &str,
    passes: Passes,
    mut choose: impl FnMut(Color) -> Option<Square>,
    mut tell: impl FnMut(Color, Option<Square>),
) -> usize {
    let mut game = transcript::parse(opening).unwrap();
    let mut forced = 0;
    while let Status::ToMove(color) = game.status() {
        let square = choose(color).expect("a move");
        game.play(square).expect("a legal move");
        tell(color, Some(square));
        if let Some(&Entry::Pass { color }) = game.entries().last() {
            forced += 1;
            if passes == Passes::Written {
                assert_eq!(choose(color), None, "{color} must pass");
                tell(color, None);
            }
        }
    }
    forced
}

const OPENINGS: [&str; 4] = ["", "f5f4e3d6", "f5d6c3d3c4f4f6", "f5f6e6f4g5e7"];

#[test]
fn whole_games_are_played_over_nboard() {
    let mut forced = 0;
    let engine = RefCell::new(start("nboard"));
    for opening in OPENINGS {
        let game = transcript::parse(opening).unwrap();
        let set = NBoardCommand::SetGame(Box::new(Record::from_game(&game)));
        engine.borrow_mut().send(&set.to_string());
        let choose = |_| {
            let mut engine = engine.borrow_mut();
            engine.send("go");
            loop {
                match engine.line().parse().unwrap() {
                    Response::Move(chosen) => break chosen.square,
                    Response::Hint(_) | Response::NodeStats { .. } | Response::Status(_) => {}
                    other => panic!("{other}"),
                }
            }
        };
        let tell = |_, square| {
            let command = NBoardCommand::Move(RecordedMove::new(square));
            engine.borrow_mut().send(&command.to_string());
        };
        forced += play(opening, Passes::Written, choose, tell);
    }
    let (_, status, said) = engine.into_inner().finish();
    assert!(status.success() && said.is_empty(), "{said}");
    assert!(forced > 0);
}

#[test]
fn whole_games_are_played_between_two_engines_over_gtp_with_and_without_passes() {
    let mut forced = [0, 0];
    for passes in [Passes::Written, Passes::LeftOut] {
        let engines = [start("gtp"), start("gtp")].map(RefCell::new);
        let mut id = 0;
        let mut ask = |engine: usize, command: gtp::GtpCommand| {
            id += 1;
            let mut engine = engines[engine].borrow_mut();
            engine.send(
                &gtp::Request {
                    id: Some(id),
                    command,
                }
                .to_string(),
            );
            let mut replies = Replies::default();
            let reply =
                std::iter::from_fn(|| Some(replies.push(&engine.line(), Some(id)).unwrap()));
            let reply = reply.flatten().next().unwrap();
            assert_eq!(reply.id, Some(id));
            reply.answer.unwrap()
        };
        for opening in OPENINGS {
            let start = transcript::parse(opening).unwrap();
            for engine in 0..2 {
                ask(engine, gtp::GtpCommand::ClearBoard);
                for entry in start.entries() {
                    ask(engine, gtp::GtpCommand::Play(entry.color(), entry.square()));
                }
            }
            let ask = RefCell::new(&mut ask);
            let choose = |color: Color| {
                let answer = ask.borrow_mut()(color as usize, gtp::GtpCommand::GenMove(color));
                match Chosen::parse(&answer).unwrap() {
                    Chosen::Move(square) => square,
                    Chosen::Resignation => panic!("it resigned"),
                }
            };
            let tell = |color: Color, square| {
                let other = color.opposite() as usize;
                ask.borrow_mut()(other, gtp::GtpCommand::Play(color, square));
            };
            forced[passes as usize] += play(opening, passes, choose, tell);
            // Both agree about the end.
            let scores = [0, 1].map(|engine| ask.borrow_mut()(engine, gtp::GtpCommand::FinalScore));
            assert_eq!(scores[0], scores[1]);
        }
        for engine in engines {
            engine.into_inner().finish_quietly();
        }
    }
    assert!(forced[0] > 0 && forced[0] == forced[1], "{forced:?}");
}

/// How a host tells the engine about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Telling {
    Move,
    WholeGame,
}

/// Plays games in one session of `NBoard`, the engine on both sides.
fn games_over_nboard(args: &[&str], count: usize, telling: Telling) -> Vec<String> {
    let mut engine = process::engine(&[&["nboard", "--threads", "1"], args].concat());
    let mut play = || {
        let mut game = Game::new();
        let set =
            |game: &Game| NBoardCommand::SetGame(Box::new(Record::from_game(game))).to_string();
        engine.send(&set(&game));
        while let Status::ToMove(_) = game.status() {
            engine.send("go");
            let chosen = loop {
                if let Ok(Response::Move(chosen)) = engine.line().parse() {
                    break chosen.square.unwrap();
                }
            };
            let before = game.entries().len();
            game.play(chosen).unwrap();
            match telling {
                Telling::WholeGame => engine.send(&set(&game)),
                Telling::Move => {
                    for entry in &game.entries()[before..] {
                        let played = RecordedMove::new(entry.square());
                        engine.send(&NBoardCommand::Move(played).to_string());
                    }
                }
            }
        }
        transcript::print(&game)
    };
    (0..count).map(|_| play()).collect()
}

/// Plays games in one session of GTP, the engine on both sides, as referees play them.
fn games_over_gtp(args: &[&str], count: usize, longest: usize) -> Vec<String> {
    let mut engine = Running::start(args);
    let mut play = || {
        assert_eq!(engine.ask("clear_board"), "=");
        let mut moves = Vec::new();
        while moves.len() < longest && !moves.ends_with(&["= pass".to_owned(), "= pass".to_owned()])
        {
            let color = if moves.len() % 2 == 0 { "b" } else { "w" };
            moves.push(engine.ask(&format!("genmove {color}")));
        }
        moves.concat()
    };
    (0..count).map(|_| play()).collect()
}

fn assert_all_differ(games: &[String], about: &str) {
    for (number, game) in games.iter().enumerate() {
        assert!(!games[..number].contains(game), "{about}: {games:#?}");
    }
}

/// Takes seconds: programs play 24 whole games by default, up to level 6.
#[test]
fn the_games_of_a_session_differ_and_a_seed_repeats_the_session() {
    let count = dial::games(9);
    for level in ["1", "3", "6"] {
        let args = ["--level", level, "--seed", "1"];
        let nboard = games_over_nboard(&args, count, Telling::Move);
        assert_all_differ(&nboard, level);
        let gtp = [&["engine", "gtp", "--threads", "1"], &args[..]].concat();
        let games = games_over_gtp(&gtp, count, 140);
        assert_all_differ(&games, level);
        if level == "1" {
            assert_eq!(games_over_gtp(&gtp, count, 140), games);
            // A game that is set again after each move is the same game.
            assert_eq!(games_over_nboard(&args, count, Telling::WholeGame), nboard);
        }
    }
}

#[test]
fn the_games_of_a_session_of_go_differ_too() {
    let args = ["go", "--gtp", "--level", "1", "--seed", "1"];
    let games = games_over_gtp(&args, 6, 12);
    assert_all_differ(&games, "Go");
}

/// Takes seconds: it plays four whole games, each between two programs that it starts.
#[test]
fn this_program_as_a_host_plays_whole_games_against_itself_as_an_engine() {
    let program = crate::program::path();
    let home = tempfile::tempdir().unwrap();
    let mut passes = 0;
    for seed in ["1", "2", "3", "9"] {
        let engine = |protocol| {
            let options = format!("--level 1 --threads 1 --seed {seed}");
            format!(
                "{protocol}:'{}' engine {protocol} {options}",
                program.display()
            )
        };
        let players = [
            "--plain",
            "--black",
            &engine("nboard"),
            "--white",
            &engine("gtp"),
        ];
        let output = run(&mut crate::program::program(home.path(), &players), b"");
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success(), "{text}");
        assert!(
            text.trim_end()
                .lines()
                .last()
                .unwrap()
                .starts_with("Game over. "),
            "{text}"
        );
        assert!(
            output.stderr.is_empty(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        passes += text.matches(" must pass").count() + text.matches(" passes").count();
    }
    assert!(passes > 0);
}
