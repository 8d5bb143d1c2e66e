//! `reversi go` in lines of text, in the real program.

use std::process::Output;

use crate::program;

fn run(args: &[&str], input: &str) -> Output {
    let home = tempfile::tempdir().unwrap();
    let args = [&["go"], args].concat();
    let output = program::run(&mut program::program(home.path(), &args), input.as_bytes());
    assert!(
        !home.path().join("reversi").exists(),
        "scripts leave no files"
    );
    output
}

/// What is said to a script of two people, or of other players.
fn said(args: &[&str], input: &str) -> String {
    program::printed(run(args, input))
}

const PEOPLE: [&str; 2] = ["--white", "human"];

#[test]
fn a_game_is_a_dialogue_of_boards_and_sentences() {
    assert_eq!(
        said(&PEOPLE, "c3\nquit\n"),
        "You are Black, a friend is White.
Rows are counted from the bottom: a1 is the bottom left corner.
New game.
5 . . . . .
4 . . . . .
3 . . . . .
2 . . . . .
1 . . . . .
  a b c d e
Captures: Black 0, White 0. Black to move.
Black plays c3.
5 . . . . .
4 . . . . .
3 . . X . .
2 . . . . .
1 . . . . .
  a b c d e
Captures: Black 0, White 0. White to move.
"
    );
}

#[test]
fn two_passes_end_a_game_with_its_count() {
    let said = said(&PEOPLE, "c1 d1 c2 d2 c3 d3 c4 d4 c5 d5 pass pass\n");
    let end = "White passes too.
5 x x X O o
4 x x X O o
3 x x X O o
2 x x X O o
1 x x X O o
  a b c d e
Game over: Black wins by 5. Black 15 (5 stones, 10 points), White 10 (5 stones, 5 points).
";
    assert!(said.ends_with(end), "{said}");
}

#[test]
fn every_command_answers() {
    for (input, expected) in [
        (
            "c3 b3 c2\nliberties c2",
            "\nBlack's chain of 2 stones at c2 has 5 liberties: b2 c1 c4 d2 d3.\n",
        ),
        ("liberties a1", "\nThere is no stone on a1.\n"),
        (
            "liberties",
            "\nLiberties needs a point, such as liberties c3.\n",
        ),
        ("c3 undo redo", "\nUndid Black's c3.\nRedid Black's c3.\n"),
        ("redo", "\nThere is nothing to redo.\n"),
        (
            "c3 resign c2",
            "\nGame over: Black wins.\nThe game is over; type new, undo or quit.\n",
        ),
        ("c3 new", "\nBlack plays c3.\nNew game.\n"),
        ("help", "\n  liberties  name the liberties of a chain"),
        ("C3\nc3", "\nc3 is occupied.\n"),
        ("C3 c3", "\nNothing was played; c3 is occupied.\n"),
        (
            "c3 b3 x9",
            "\nNothing was played; \"x9\" is neither a point such as c3 nor a command; type help for a list.\n",
        ),
        (
            "c3 pass",
            "\nWhite passes. The game ends if Black passes too.\n",
        ),
        ("h8", "\nh8 is not on this board.\n"),
        (
            "\u{1b}[2Jx",
            "\n\"\\u{1b}[2jx\" is neither a point such as c3 nor a command; type help for a list.\n",
        ),
    ] {
        let text = said(&PEOPLE, input);
        assert!(text.contains(expected), "{input}: {text}");
        assert!(
            text.chars().all(|c| c == '\n' || !c.is_control()),
            "{text:?}"
        );
    }
}

#[test]
fn two_cpus_play_a_game_that_repeats() {
    let args = ["--black", "random", "--white", "greedy", "--seed", "3"];
    let text = said(&args, "");
    assert!(text.contains("\nGame over: "), "{text}");
    assert_eq!(said(&args, ""), text);
}

#[test]
fn a_game_of_a_file_is_played_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.sgf");
    std::fs::write(&path, "(;GM[1]SZ[5]KM[0];B[cc];W[bc])").unwrap();
    let name = path.to_str().unwrap();
    let text = said(&["--open", name, "--white", "human"], "d3");
    assert!(text.contains("\n3 . O X X .\n"), "{text}");
    std::fs::write(&path, "(;GM[2])").unwrap();
    let refused = run(&["--open", name], "");
    assert_eq!(refused.status.code(), Some(1));
    assert!(refused.stdout.is_empty() && !refused.stderr.is_empty());
}

#[test]
fn komi_and_size_are_options() {
    let text = said(&["--size", "7", "--white", "human"], "pass pass");
    assert!(text.contains("\n7 . . . . . . .\n"), "{text}");
    assert!(text.ends_with("White wins by 9. Black 0 (0 stones, 0 points), White 0 (0 stones, 0 points) and 9 komi.\n"), "{text}");
    for args in [
        ["--size", "6"],
        ["--komi", "x"],
        ["--black", "engine:3"],
        ["--komi", "99"],
    ] {
        assert_eq!(run(&args, "").status.code(), Some(2), "{args:?}");
    }
}

#[test]
fn a_game_is_saved_and_opened_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a game.sgf");
    let name = path.to_str().unwrap();
    let text = said(
        &PEOPLE,
        &format!("c3 b3\nsave {name}\nnew\nopen {name}\nd3\nsave\nopen\ngo"),
    );
    assert!(text.contains("\n3 . O X X .\n"), "{text}");
    for refused in ["Save needs", "Open needs", "The computer is not paused"] {
        assert!(text.contains(&format!("\n{refused}")), "{text}");
    }
    assert!(
        std::fs::read_to_string(&path)
            .unwrap()
            .contains(";B[cc];W[bc]")
    );
    let again = said(&PEOPLE, &format!("c3\nsave {name}"));
    assert!(!again.contains("saved to"), "{again}");
}
