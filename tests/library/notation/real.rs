//! Real files, from the folder of fixtures; its README says where they come from.

use std::path::PathBuf;

use reversi::{ByColor, Ending, Square, transcript};
use reversi_notation::{Format, Record, StatedScore, Warning, detect};

use crate::notation::games::read_all;

fn fixture(name: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "fixtures", name]
        .iter()
        .collect()
}

fn read(name: &str) -> Vec<Record> {
    detect::open(&fixture(name), None)
        .unwrap()
        .map(Result::unwrap)
        .collect()
}

fn moves(record: &Record) -> String {
    transcript::print(&record.replay().unwrap())
}

#[test]
fn a_year_of_wthor_is_read_with_the_names_beside_it() {
    let games = read("wthor-1978.wtb");
    assert_eq!(games.len(), 8);
    assert_eq!(games[0].players.black, "Davison Jeff");
    assert_eq!(games[1].players.black, "Maruoka Hidenori");
    assert_eq!(games[0].event, "World Championship");
    assert_eq!(games[0].year(), Some(1978));
    for game in &games {
        let outcome = game.outcome().unwrap();
        assert_eq!(outcome.ending, Ending::Finished);
        let stated = game.result.unwrap().score.unwrap();
        assert_eq!(
            stated,
            StatedScore::Counts(outcome.score),
            "the stored score is that of the board"
        );
        assert_eq!(game.check(), None);
    }
    assert_eq!(games[0].outcome().unwrap().score, ByColor::new(41, 23));
    let theoretical = games[0].theoretical.unwrap();
    assert_eq!((theoretical.black, theoretical.empties), (46, 24));
}

#[test]
fn a_game_of_the_generic_game_server_is_read_with_times_and_evaluations() {
    let games = read("ggs.ggf");
    assert_eq!(games.len(), 1);
    let game = &games[0];
    assert_eq!(
        game.players,
        ByColor::new("Saio1200".into(), "Saio3000".into())
    );
    assert_eq!(game.ratings, ByColor::new(Some(2196.37), Some(2200.35)));
    assert_eq!(game.time_control.white, "05:00//02:00");
    assert_eq!(game.year(), Some(2003));
    assert_eq!(game.moves.len(), 60);
    assert_eq!(game.moves[7].square, "d2".parse::<Square>().ok());
    assert_eq!(game.moves[7].notes.evaluation, Some(2.39));
    assert_eq!(game.moves[7].notes.seconds, Some(0.01));
    assert_eq!(game.moves[0].notes.evaluation, None);
    assert_eq!(game.outcome().unwrap().score, ByColor::new(32, 32));
    assert_eq!(game.check(), None);
}

#[test]
fn what_edax_exports_is_one_game_in_every_format() {
    for (name, expected) in [
        ("a11", "f5f4c3e6f7g6g4e8g8g5h5"),
        ("b7", "f5d6c3d3c4f4f6"),
        ("c", "g8"),
    ] {
        let read: Vec<Record> = ["ggf", "sgf", "pgn", "txt"]
            .into_iter()
            .flat_map(|ending| read(&format!("edax-{name}.{ending}")))
            .collect();
        assert_eq!(read.len(), 4);
        for record in &read {
            assert_eq!(moves(record), expected);
            assert_eq!(record.start, read[0].start);
        }
    }
}

#[test]
fn line_ends_of_every_kind_are_read() {
    for name in ["a11", "b7", "c"] {
        for ending in ["ggf", "sgf", "pgn", "txt"] {
            let name = format!("edax-{name}.{ending}");
            let text = std::fs::read_to_string(fixture(&name)).unwrap();
            let games = read_all(text.replace('\n', "\r\n"), None);
            assert_eq!(games.len(), 1, "{name}");
            assert_eq!(
                moves(games[0].as_ref().unwrap()),
                moves(&read(&name)[0]),
                "{name}"
            );
        }
    }
    let folded = read_all("(;GM[2];B[f5]C[one \\\r\ntwo\r\nthree])", None);
    assert_eq!(
        folded[0].as_ref().unwrap().moves[0].notes.comment,
        "one two\nthree"
    );
}

#[test]
fn the_wrong_results_of_edax_are_reported_and_not_believed() {
    for ending in ["ggf", "sgf", "pgn"] {
        let game = &read(&format!("edax-a11.{ending}"))[0];
        assert!(
            matches!(game.check(), Some(Warning::Contradiction { .. })),
            "{ending}"
        );
        assert_eq!(game.outcome().unwrap().score, ByColor::new(63, 1));
    }
    // -127 for a game that is not over.
    let game = &read("edax-b7.ggf")[0];
    assert!(matches!(
        game.check(),
        Some(Warning::Unfinished { empties: 53, .. })
    ));
}

#[test]
fn every_format_is_recognised_by_its_content() {
    for (name, format) in [
        ("wthor-1978.wtb", Format::Wthor),
        ("ggs.ggf", Format::Ggf),
        ("edax-a11.ggf", Format::Ggf),
        ("edax-a11.sgf", Format::Sgf),
        ("edax-a11.pgn", Format::Pgn),
        ("edax-a11.txt", Format::Transcript),
        ("edax-c.txt", Format::Obf),
    ] {
        let bytes = std::fs::read(fixture(name)).unwrap();
        assert_eq!(detect::detect(&bytes), Some(format), "{name}");
    }
    let quest = br#" [{"players":[],"moves":[{"m":"f5"}]}]"#;
    assert_eq!(detect::detect(quest), Some(Format::Quest));
    assert_eq!(read_all(quest, None).len(), 1);
}

#[test]
fn the_three_dialects_of_pgn_are_read() {
    let read = |text: &str| read_all(text, Some(Format::Pgn)).remove(0).unwrap();
    let counts = read("[Result \"34-30\"]\n\n1. f5 d6 2. c3 {good} d3 34-30\n");
    assert_eq!(counts.result.unwrap().to_string(), "34-30");
    assert_eq!(counts.moves[2].notes.comment, "good");
    let edax = read("[Result \"1-0\"]\n\n 1. F5 D6 2. C3\n{? wins 40-24} 1-0\n");
    assert_eq!(edax.result.unwrap().to_string(), "Black wins");
    assert_eq!(moves(&edax), "f5d6c3");
    let plain = read("f5 d6 c3 d3 c4");
    assert_eq!(moves(&plain), "f5d6c3d3c4");
    let passes = "f5f4e3d6f3g3g4g5h3d3h6h5h4h2h1e2g6f2g2h7g7f7g8h8e1f1g1f6f8d1d2e6d7";
    let game = transcript::parse(passes).unwrap();
    let words: Vec<String> = game
        .entries()
        .iter()
        .zip(["--", "pass"].into_iter().cycle())
        .map(|(entry, pass)| entry.square().map_or(pass.to_owned(), |s| s.to_string()))
        .collect();
    assert_eq!(read(&words.join(" ")).replay(), Ok(game));
}

#[test]
fn a_transcript_may_stand_on_several_lines_or_several_on_one_each() {
    let count = |text: &str| read_all(text, None).into_iter().map(Result::unwrap).count();
    assert_eq!(count("f5d6c3d3c4\n"), 1);
    assert_eq!(count("f5 d6 c3\nd3 c4 f4\n"), 1);
    assert_eq!(count("1. f5 d6 2. c3 d3\n3. c4 f4\n"), 1);
    assert_eq!(count("1. f5 d6\n1. f5 f6\n"), 2);
    assert_eq!(count("f5d6\nf5f6\n\nc4c3\n"), 3);
    assert_eq!(count("# two games\nf5d6\t40-24\nf5f6 % note\n"), 2);
    let games = read_all("f5d6\t40-24\nf5f6\n", None);
    let stated = games[0].as_ref().unwrap().result.unwrap();
    assert_eq!(stated.to_string(), "40-24");
}

#[test]
fn a_board_may_stand_in_rows_and_obf_lines_may_have_scores() {
    let rows =
        "--------\n--------\n--------\n---OX---\n---XO---\n--------\n--------\n--------\nX\n";
    let line = "---------------------------OX------XO--------------------------- X; d3:+0; c4:+0; % start\n";
    for text in [rows, line] {
        let games = read_all(text, None);
        assert_eq!(games.len(), 1, "{text}");
        assert_eq!(games[0].as_ref().unwrap().start, reversi::Position::START);
    }
    assert_eq!(read_all(line, None)[0].as_ref().unwrap().comment, "start");
    assert_eq!(read_all(format!("{line}{line}"), None).len(), 2);
}
