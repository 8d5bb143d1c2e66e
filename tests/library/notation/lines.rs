//! Files of lines: transcripts over several lines, boards in rows, and what ends a game.

use reversi::{ByColor, Color, Game, Position, Status, transcript};
use reversi_notation::{Format, StatedScore};

use crate::notation::games::read_all;

/// A nine-move game.
const SHORTEST: &str = "e6f4e3f6g5d6e7f5c5";
/// A tournament game (WTHOR 1999, no. 317) with eight passes.
const PASSES: &str = "f5f4e3d6f3g3g4g5h3d3h6h5h4h2h1e2g6f2g2h7g7f7g8h8e1f1g1f6f8d1d2e6d7";

/// Returns the moves of each game of a text, or its error.
fn games(text: &str) -> Vec<Result<String, String>> {
    read_all(text, Some(Format::Transcript))
        .into_iter()
        .map(|game| match game {
            Ok(record) => Ok(transcript::print(&record.replay().unwrap())),
            Err(error) => Err(error.to_string()),
        })
        .collect()
}

/// Returns the error of a text with one game.
fn error(text: &str) -> String {
    let mut games = games(text);
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0).unwrap_err()
}

#[test]
fn a_move_number_other_than_1_continues_a_game_that_could_be_another() {
    // c4 is a first move, too.
    assert_eq!(games("f5 d6\n2. c4\n"), [Ok("f5d6c4".to_owned())]);
    let both = ["f5d6", "c4"].map(|game| Ok(game.to_owned()));
    assert_eq!(games("f5 d6\n1. c4\n"), both);
    assert_eq!(games("f5 d6\nc4\n"), both);
    // Of the number 10, not only the first digit counts.
    let first = "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5";
    let whole = format!("{first}a5a6");
    assert_eq!(games(&format!("{first}\n10. a5 a6\n")), [Ok(whole)]);
}

#[test]
fn a_game_ends_with_its_result_or_when_nobody_can_move() {
    let tiger = "f5d6c3d3c4f4";
    assert_eq!(games("f5d6\nc3d3\nc4f4\n"), [Ok(tiger.to_owned())]);
    for text in [
        "f5d6c3d3 34-30\nc4f4\n",
        "f5d6\nc3d3 34-30\nc4f4\n",
        "f5d6\nc3d3 ?\nc4f4\n",
    ] {
        let games = games(text);
        assert_eq!(games.len(), 2, "{text}");
        assert_eq!(games[0].as_deref(), Ok("f5d6c3d3"), "{text}");
        let error = games[1].as_ref().unwrap_err();
        assert!(error.ends_with("move 2: f4 would turn no discs"), "{error}");
    }
    for text in [
        format!("{SHORTEST}\n6. a1\n"),
        format!("{}\n{}\n6. a1\n", &SHORTEST[..8], &SHORTEST[8..]),
    ] {
        let games = games(&text);
        assert_eq!(games.len(), 2, "{text}");
        assert_eq!(games[0].as_deref(), Ok(SHORTEST), "{text}");
        let error = games[1].as_ref().unwrap_err();
        assert!(error.ends_with("move 1: a1 would turn no discs"), "{error}");
    }
    assert_eq!(games("f5a1\n2. c3 d3\n").len(), 2);
}

#[test]
fn a_result_is_two_counts_of_one_or_two_digits() {
    let result = read_all("f5d6 4-60", None).remove(0).unwrap().result;
    assert_eq!(
        result.unwrap().score,
        Some(StatedScore::Counts(ByColor::new(4, 60)))
    );
    for text in ["f5d6 034-30", "f5d6 +4-30", "f5d6 40-30"] {
        assert!(error(text).contains("move 3"), "{text}");
    }
}

#[test]
fn a_board_may_be_written_in_rows_or_with_gaps() {
    let ranks = [
        "--------", "--------", "--------", "---OX---", "---XO---", "--------", "--------",
        "--------",
    ];
    let spaced = ranks.map(|rank| rank.split("").collect::<Vec<_>>().join(" "));
    for text in [
        format!("{}\nX", ranks.join("\n")),
        format!("  {}\n  X", ranks.join("\n  ")),
        format!("{}\n/X", ranks.join("\n/")),
        format!("{}\nX", spaced.join("\n")),
        format!(
            "{}\nX",
            spaced.each_ref().map(|rank| rank.trim()).join("\n")
        ),
        format!("{} X; d3", ranks.join(" ")),
        format!("{} X; d3", ranks.join("/")),
        format!("{}X", ranks.concat()),
    ] {
        for hint in [None, Some(Format::Obf)] {
            let games = read_all(format!("{text}\n{text}\n"), hint);
            assert_eq!(games.len(), 2, "{text}");
            for game in games {
                let record = game.unwrap_or_else(|error| panic!("{error}\n{text}"));
                assert_eq!(record.start, Position::START, "{text}");
                assert_eq!(
                    record.moves.len(),
                    usize::from(text.contains("d3")),
                    "{text}"
                );
            }
        }
    }
}

#[test]
fn the_game_after_an_incomplete_board_is_kept() {
    for board in ["--------", "--------\n--------", "---------------- X"] {
        let games = games(&format!("{board}\nf5d6\n"));
        assert_eq!(games.len(), 2, "{board}");
        assert!(games[0].is_err(), "{board}");
        assert_eq!(games[1].as_deref(), Ok("f5d6"), "{board}");
    }
}

#[test]
fn a_pass_may_stand_on_a_line_of_its_own() {
    // Without the last two moves: a line that begins with e6 could be another game.
    let moves = &PASSES[..PASSES.len() - 4];
    let game = transcript::parse(moves).unwrap();
    let words: Vec<String> = game
        .entries()
        .iter()
        .map(|entry| {
            entry
                .square()
                .map_or("\n--\n".to_owned(), |s| s.to_string())
        })
        .collect();
    let text = words.concat();
    assert!(text.contains("\n--\n"), "{text}");
    assert_eq!(games(&text), [Ok(moves.to_owned())], "{text}");
}

#[test]
fn moves_are_counted_as_they_are_written() {
    let game = transcript::parse(PASSES).unwrap();
    let first_pass = game
        .entries()
        .iter()
        .position(|entry| entry.square().is_none())
        .unwrap();
    let written: Vec<String> = game
        .entries()
        .iter()
        .take(first_pass + 2)
        .map(|entry| entry.square().map_or("--".to_owned(), |s| s.to_string()))
        .collect();
    // f5 is taken since the first move.
    let number = format!("move {}: f5 is taken", first_pass + 3);
    let text = format!("{} f5", written.join(" "));
    assert!(error(&text).contains(&number), "{}", error(&text));
    let number = format!("move {}: f5 is taken", first_pass + 2);
    let text = text.replace("-- ", "");
    assert!(error(&text).contains(&number), "{}", error(&text));
}

#[test]
fn every_move_after_the_end_of_a_game_is_named_so() {
    for square in ["a1", "f5", "h8"] {
        let expected = format!("move 10: {square} comes after the end of the game");
        let line = error(&format!("{SHORTEST}{square}"));
        assert!(line.ends_with(&expected), "{line}");
        let moves = (0..SHORTEST.len())
            .step_by(2)
            .map(|at| &SHORTEST[at..at + 2]);
        let sides = ["B", "W"].into_iter().cycle();
        let moves: Vec<String> = moves
            .zip(sides)
            .map(|(square, side)| format!("{side}[{square}]"))
            .collect();
        let moves = moves.concat();
        for side in ["B", "W"] {
            let text = format!("(;{moves}{side}[{square}];)");
            let error = read_all(&text, Some(Format::Ggf)).remove(0).unwrap_err();
            assert!(error.to_string().ends_with(&expected), "{error}");
        }
    }
}

#[test]
fn only_a_number_with_a_full_stop_is_skipped_between_moves() {
    for text in ["f5 2. d6", "f5 2... d6", "f5, d6", "f5;d6", "1.f5 1...d6"] {
        assert_eq!(games(text), [Ok("f5d6".to_owned())], "{text}");
    }
    for text in ["f5 2 d6", "f5 2d6", "f5 ... d6", "f5.d6"] {
        assert!(error(text).contains("move 2"), "{text}");
    }
    let error = error("f5 d61");
    assert!(error.contains("move 2: d61 is off the board"), "{error}");
}

#[test]
fn a_pass_that_is_forced_at_the_start_may_be_written() {
    let start: Position = "XO-------------------------------------------------------------- O"
        .parse()
        .unwrap();
    for text in ["c1", "-- c1", "pass c1"] {
        let record = read_all(format!("{start}; {text}"), None)
            .remove(0)
            .unwrap();
        assert_eq!(record.moves.len(), 2, "{text}");
    }
    for text in ["-- c1", "pass c1"] {
        let mut game = Game::from_position(start);
        transcript::play(&mut game, text).unwrap();
        assert_eq!(transcript::print(&game), "c1");
        // The pass that was taken back may be written, too.
        let mut game = Game::from_position(start);
        while game.undo().is_some() {}
        assert_eq!(game.status(), Status::MustPass(Color::White));
        transcript::play(&mut game, text).unwrap();
        assert_eq!(transcript::print(&game), "c1");
    }
}
