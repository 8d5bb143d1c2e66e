//! Where one game of a file ends and the next begins, in formats with brackets.

use reversi_notation::{Format, Problem};

use crate::notation::games::read_all;

/// The longest game of a file in bytes.
const GAME_LIMIT: usize = 1 << 20;

/// Returns for each game of a text how many moves it has, or its error.
fn games(text: &str, hint: Format) -> Vec<Result<usize, String>> {
    read_all(text, Some(hint))
        .into_iter()
        .map(|game| {
            game.map(|record| record.moves.len())
                .map_err(|error| error.to_string())
        })
        .collect()
}

#[test]
fn a_game_may_be_as_long_as_the_limit_and_no_longer() {
    for (format, before, after) in [
        (Format::Sgf, ";GM[2]C[", "];B[f5])"),
        (Format::Ggf, ";GM[Othello]CO[", "]B[f5];)"),
        (
            Format::Quest,
            "{\"created\":\"",
            "\",\"moves\":[{\"m\":\"f5\"}]}",
        ),
        (Format::Transcript, "f5 % ", ""),
    ] {
        for (length, fits) in [(GAME_LIMIT, true), (GAME_LIMIT + 1, false)] {
            let filler = "x".repeat(length - before.len() - after.len());
            // The opening parenthesis of a tree does not count.
            let open = if before.starts_with(';') { "(" } else { "" };
            let game = format!("{open}{before}{filler}{after}\n");
            let games = read_all(game.repeat(2), Some(format));
            assert_eq!(games.len(), 2, "{format}");
            for game in games {
                match game {
                    Ok(record) => assert!(fits && record.moves.len() == 1, "{format}"),
                    Err(error) => {
                        assert!(
                            !fits && matches!(error.problem, Problem::TooLong),
                            "{error}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn an_error_names_the_line_on_which_its_game_begins_after_an_unclosed_one() {
    let text = "(;GM[2];B[f5]C[one\ntwo\n(;GM[2];B[a1])\n\n(;GM[2];B[b1])";
    let errors: Vec<String> = games(text, Format::Sgf)
        .into_iter()
        .map(Result::unwrap_err)
        .collect();
    assert_eq!(
        errors,
        [
            "game 1, line 1: the game is incomplete: the closing parenthesis is missing",
            "game 2, line 3: move 1: a1 would turn no discs",
            "game 3, line 5: move 1: b1 would turn no discs",
        ]
    );
}

#[test]
fn only_a_parenthesis_with_a_semicolon_after_it_begins_a_tree() {
    for noise in ["one; two ", "(see; there) ", "; ", "(\n;"] {
        for format in [Format::Sgf, Format::Ggf] {
            let tree = if noise.starts_with("(\n") {
                "B[f5])"
            } else {
                "(;B[f5])"
            };
            assert_eq!(games(&format!("{noise}{tree}"), format), [Ok(1)], "{noise}");
        }
    }
}

#[test]
fn a_text_of_json_may_hold_braces_quotes_and_backslashes() {
    for name in ["{", "}", "}}{", "a\\\"{b", "a\\\"}b", "a\\\\", "\\\\\\\"}"] {
        let game =
            format!("{{\"players\":[{{\"name\":\"{name}\"}}],\"moves\":[{{\"m\":\"f5\"}}]}}");
        for text in [format!("{game}\n{game}"), format!("[{game},{game}]")] {
            assert_eq!(games(&text, Format::Quest), [Ok(1), Ok(1)], "{text}");
        }
    }
}

#[test]
fn a_bad_object_does_not_hide_the_next_one() {
    let good = "{\"moves\":[{\"m\":\"f5\"}]}";
    for bad in [
        // A text that is not closed ends with its line.
        "{\"moves\":[],\"created\":\"2024\n}",
        // A backslash outside of a text means nothing.
        "{\"moves\":[]\\}",
        "{\"moves\":[]\\\"\n}",
    ] {
        let games = games(&format!("{bad}\n{good}"), Format::Quest);
        assert_eq!(games.len(), 2, "{bad}");
        assert!(games[0].is_err(), "{bad}");
        assert_eq!(games[1], Ok(1), "{bad}");
    }
}

#[test]
fn a_node_of_sgf_may_have_its_notes_before_its_move_and_several_moves() {
    let read = |text: &str| {
        let record = read_all(text, Some(Format::Sgf)).remove(0).unwrap();
        let notes = record.moves.into_iter();
        notes
            .map(|recorded| (recorded.notes.comment, recorded.notes.evaluation))
            .collect::<Vec<_>>()
    };
    let expected = [("one".to_owned(), Some(2.0)), ("two".to_owned(), Some(1.0))];
    for text in [
        "(;GM[2];B[f5]C[one]V[2];W[d6]C[two]V[-1])",
        "(;GM[2];C[one]V[2]B[f5];C[two]V[-1]W[d6])",
        "(;GM[2];B[f5]C[one]V[2]W[d6]C[two]V[-1])",
    ] {
        assert_eq!(read(text), expected, "{text}");
    }
}

#[test]
fn the_results_of_sgf_name_the_winner_and_the_margin_or_the_ending() {
    for (text, expected) in [
        ("B+R", "Black wins by resignation"),
        ("w+Resign", "White wins by resignation"),
        ("B+T", "Black wins on time"),
        ("W+time", "White wins on time"),
        ("B+F", "Black wins by forfeit"),
        ("W+Forfeit", "White wins by forfeit"),
        ("W+10", "White +10"),
        ("B+", "Black wins"),
        ("0", "draw"),
    ] {
        let text = format!("(;GM[2]RE[{text}];B[f5])");
        let record = read_all(&text, Some(Format::Sgf)).remove(0).unwrap();
        assert_eq!(record.result.unwrap().to_string(), expected, "{text}");
    }
}
