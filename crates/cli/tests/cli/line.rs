//! The line-mode dialogue in memory, word by word.

use std::cell::RefCell;
use std::io::{self, BufReader, Read, Write};
use std::rc::Rc;

use reversi::transcript;
use reversi::{ByColor, Color};
use reversi_cli::line::{LineMode, Reader};
use reversi_table::player::PlayerKind;
use reversi_table::session::Setup;

use PlayerKind::{Greedy, Human, Random};

const START: &str = "  a b c d e f g h
1 . . . . . . . .
2 . . . . . . . .
3 . . . * . . . .
4 . . * O X . . .
5 . . . X O * . .
6 . . . . * . . .
7 . . . . . . . .
8 . . . . . . . .
Black (X) 2, White (O) 2. Black to move: c4 d3 e6 f5.
";

const AFTER_F5: &str = "  a b c d e f g h
1 . . . . . . . .
2 . . . . . . . .
3 . . . . . . . .
4 . . . O X * . .
5 . . . X X X . .
6 . . . * . * . .
7 . . . . . . . .
8 . . . . . . . .
Black (X) 4, White (O) 1. White to move: d6 f4 f6.
";

/// A game in which White passes eight times (WTHOR 1999, no. 317).
const PASSES: &str = "f5f4e3d6f3g3g4g5h3d3h6h5h4h2h1e2g6f2g2h7g7f7g8h8e1f1g1f6f8d1d2e6d7";

/// What the dialogue says to this input, after these moves.
fn dialogue_from(
    players: (PlayerKind, PlayerKind),
    moves: &str,
    reader: Reader,
    input: &[u8],
) -> String {
    let mut setup = Setup::new(ByColor::new(players.0, players.1), 3);
    transcript::play(&mut setup.game, moves).unwrap();
    let mut output = Vec::new();
    LineMode::new(setup, reader, input, &mut output)
        .run()
        .unwrap();
    let output = String::from_utf8(output).unwrap();
    assert!(
        output.chars().all(|c| c == '\n' || !c.is_control()),
        "control characters in {output:?}"
    );
    output
}

#[test]
fn each_new_game_begins_with_an_opening_of_its_own_and_names_it() {
    let players = ByColor::new(Human, Human);
    let mut output = Vec::new();
    let setup = Setup::new(players, 3).with_opening(&"balanced".parse().unwrap());
    LineMode::new(setup, Reader::Pipe, &b"new\nnew\n"[..], &mut output)
        .run()
        .unwrap();
    let output = String::from_utf8(output).unwrap();
    let games: Vec<&str> = output.split("New game.").skip(1).collect();
    assert_eq!(games.len(), 3);
    for (index, game) in games.iter().enumerate() {
        assert!(game.starts_with(" Opening: "), "{game}");
        assert!(game.contains("Black to move") && !games[..index].contains(game));
    }
}

/// What is said to this input after a start, whatever is said before.
fn answer_after(moves: &str, input: &str) -> String {
    let players = (Human, Human);
    let before = dialogue_from(players.clone(), moves, Reader::Pipe, b"");
    let whole = dialogue_from(players, moves, Reader::Pipe, input.as_bytes());
    whole.strip_prefix(&before).unwrap().to_owned()
}

fn answer(input: &str) -> String {
    answer_after("", input)
}

/// The sentences of an answer, without its boards.
fn sentences(text: &str) -> Vec<&str> {
    let of_a_board = |line: &&str| {
        line.starts_with("  a b")
            || line
                .strip_prefix(|c: char| c.is_ascii_digit())
                .is_some_and(|rest| rest.len() == 16 && rest.starts_with(' '))
    };
    text.lines().filter(|line| !of_a_board(line)).collect()
}

#[test]
fn a_game_begins_with_its_players_and_the_board() {
    assert_eq!(
        dialogue_from((Human, Human), "", Reader::Pipe, b""),
        format!("You are Black, a friend is White.\nNew game.\n{START}")
    );
}

#[test]
fn a_move_is_a_sentence_and_a_board() {
    let played = format!("Black plays f5, turning 1 disc.\n{AFTER_F5}");
    for input in [
        "f5\n",
        "F5",
        "  f5 \r\n",
        "1. f5\n",
        "\u{feff}f5\n",
        "\n\nf5\n",
    ] {
        assert_eq!(answer(input), played, "{input:?}");
    }
    assert!(answer("e6f4e3f6g5d6e7f5c5").contains("\nBlack plays c5, turning 5 discs.\n"));
}

#[test]
fn several_moves_on_a_line_come_before_one_board() {
    let apart = answer("f5\nd6\nc3\n");
    let sentences_of_moves = "Black plays f5, turning 1 disc.\n\
                              White plays d6, turning 1 disc.\n\
                              Black plays c3, turning 1 disc.\n";
    let last_board = &apart[apart.rfind("  a b c").unwrap()..];
    for input in [
        "f5d6c3",
        "f5 d6 c3",
        "F5, D6; c3",
        "1. f5 d6 2. c3",
        "f5d6 C3\r\n",
    ] {
        assert_eq!(
            answer(input),
            format!("{sentences_of_moves}{last_board}"),
            "{input:?}"
        );
    }
}

#[test]
fn a_line_with_a_bad_move_plays_nothing_and_says_why() {
    let asked = "Black to move: c4 d3 e6 f5.\n";
    for (line, why) in [
        ("f5 d6 a1 c3\n", "a1 would turn no discs."),
        ("f5f5d6", "f5 is taken by Black."),
        (
            "f5i9d6",
            "i9 is off the board: files are a-h and ranks are 1-8.",
        ),
        ("a1 f5", "a1 would turn no discs."),
        (
            "f5 flip d6",
            "\"flip\" is neither a move such as f5 nor a command; type help for a list.",
        ),
        (
            "f5-d6-c3-d3-c4",
            "\"-d6-c3-d3-c4\" is neither a move such as f5 nor a command; type help for a list.",
        ),
        (
            "f5 pass d6",
            "Forced passes are automatic, and there is a legal move.",
        ),
    ] {
        let (first, rest) = why.split_at(1);
        let first = first.to_lowercase();
        let said = format!("Nothing was played; {first}{rest} {asked}");
        assert_eq!(answer(line), said, "{line}");
    }
}

#[test]
fn a_line_against_the_computer_says_what_was_played_before_its_answer_spoiled_the_rest() {
    let said = dialogue_from((Human, Greedy), "", Reader::Pipe, b"f5 f5\na1 f5\n");
    assert!(
        said.contains("\nf5 was played; f5 is taken by Black.\n"),
        "{said}"
    );
    assert!(said.contains("\nNothing was played; a1 "), "{said}");
}

#[test]
fn a_bad_move_is_one_sentence_and_the_same_side_is_asked_again() {
    let asked = "Black to move: c4 d3 e6 f5.\n";
    for (input, why) in [
        ("c3", "c3 would turn no discs."),
        ("d4", "d4 is taken by White."),
        (
            "i5",
            "i5 is off the board: files are a-h and ranks are 1-8.",
        ),
        (
            "f10",
            "f10 is off the board: files are a-h and ranks are 1-8.",
        ),
        (
            "flip",
            "\"flip\" is neither a move such as f5 nor a command; type help for a list.",
        ),
        (
            "pass",
            "Forced passes are automatic, and there is a legal move.",
        ),
        (
            "PA",
            "Forced passes are automatic, and there is a legal move.",
        ),
        ("undo", "There is nothing to undo."),
        ("redo", "There is nothing to redo."),
        ("go", "The computer is not paused."),
    ] {
        assert_eq!(answer(input), format!("{why} {asked}"));
    }
    assert_eq!(
        sentences(&answer("c3\nf5\n"))[1],
        "Black plays f5, turning 1 disc."
    );
}

#[test]
fn input_that_is_no_text_gets_a_short_sentence_without_control_characters() {
    let say = |input: &[u8]| {
        let whole = dialogue_from((Human, Human), "", Reader::Pipe, input);
        let before = dialogue_from((Human, Human), "", Reader::Pipe, b"");
        whole.strip_prefix(&before).unwrap().to_owned()
    };
    let asked = "Black to move: c4 d3 e6 f5.\n";
    assert_eq!(
        say(b"\x1b[2J\0\n"),
        format!(
            "\"\\u{{1b}}[2J\\0\" is neither a move such as f5 nor a command; type help for a list. {asked}"
        )
    );
    assert_eq!(
        say(b"f5 \xff\n"),
        format!("A line with invalid UTF-8 (byte 4 is 0xff) was ignored. {asked}")
    );
    let long = [vec![b'f'; 1_000_000], b"\nf5\n".to_vec()].concat();
    assert_eq!(
        say(&long),
        format!(
            "A line longer than 65536 bytes was ignored. {asked}\
             Black plays f5, turning 1 disc.\n{AFTER_F5}"
        )
    );
    assert!(say(&vec![b'f'; 60_000]).len() < 200);
}

#[test]
fn moves_board_and_history_print_what_there_is() {
    assert_eq!(answer("moves"), "Black to move: c4 d3 e6 f5.\n");
    assert_eq!(answer("Board"), START);
    assert_eq!(answer("history"), "No moves yet.\n");
    assert_eq!(
        answer_after("f5d6c3d3c4f4c5b3c2e3d2c6", "HISTORY"),
        "1. f5 2. d6 3. c3 4. d3 5. c4 6. f4 7. c5 8. b3 9. c2 10. e3\n11. d2 12. c6\n"
    );
}

#[test]
fn history_shows_passes_and_reads_back_as_the_same_game() {
    let history = answer_after(PASSES, "history");
    assert!(history.contains("23. g8 -- 24. h8 -- 25. e1"), "{history}");
    assert_eq!(transcript::parse(&history), transcript::parse(PASSES));
    // Typed in as it is printed, the game plays again.
    let again = answer(&history.replace('\n', " "));
    assert!(again.ends_with("Game over. Black wins 64-0.\n"), "{again}");
}

#[test]
fn a_forced_pass_is_told_and_made() {
    let game = transcript::parse(PASSES).unwrap();
    let passes = game
        .entries()
        .iter()
        .filter(|entry| matches!(entry, reversi::Entry::Pass { .. }))
        .count();
    let said = answer(PASSES);
    let sentence = "White has no legal move and passes. Black moves again.";
    assert_eq!(
        said.lines().filter(|line| *line == sentence).count(),
        passes
    );
    assert!(passes > 4);
}

#[test]
fn undo_takes_a_pass_back_with_its_move() {
    let said = answer_after(&PASSES[..46], "undo\nredo\n");
    let said = sentences(&said);
    assert!(
        said[0].starts_with("Undid White's pass and Black's "),
        "{said:?}"
    );
    assert!(said[1].contains("Black to move: "));
    assert!(said[2].starts_with("Redid Black's ") && said[2].ends_with(" and White's pass."));
}

#[test]
fn a_pass_that_was_undone_says_what_can_be_done() {
    let mut setup = Setup::new(ByColor::new(Human, Human), 3);
    transcript::play(&mut setup.game, &PASSES[..46]).unwrap();
    setup.game.undo();
    let said = |input: &str| {
        let mut output = Vec::new();
        let setup = setup.clone();
        let mode = LineMode::new(setup, Reader::Pipe, input.as_bytes(), &mut output);
        mode.run().unwrap();
        String::from_utf8(output).unwrap()
    };
    let text = said("pass\nredo\n");
    let lines = sentences(&text);
    let pending =
        "White has no legal move and must pass: the pass was undone, redo plays it again.";
    assert!(
        lines.iter().any(|line| line.ends_with(pending)),
        "{lines:?}"
    );
    let refused = "Forced passes are automatic; redo plays the undone pass";
    assert!(lines.iter().any(|line| line.starts_with(refused)));
    assert!(lines.contains(&"Redid White's pass."));
    assert!(lines.last().unwrap().contains("Black to move: "));
    // A move may follow at once: the pass is made again first.
    let text = said(&PASSES[46..48]);
    let lines = sentences(&text);
    let passed = lines
        .iter()
        .position(|line| *line == "White has no legal move and passes. Black moves again.");
    let played = format!("Black plays {}, turning ", &PASSES[46..48]);
    assert!(lines[passed.unwrap() + 1].starts_with(&played));
}

#[test]
fn undo_and_redo_between_two_people_go_one_entry() {
    let said = answer("f5 d6\nundo\nundo\nredo\n");
    let said: Vec<&str> = sentences(&said)
        .into_iter()
        .filter(|line| !line.starts_with("Black (X)"))
        .collect();
    assert_eq!(
        said[2..],
        [
            "Undid White's d6.",
            "Undid Black's f5.",
            "Redid Black's f5.",
        ]
    );
    assert!(answer("f5\nundo").ends_with(START));
}

#[test]
fn words_and_moves_on_a_line_are_done_in_their_order() {
    assert!(answer("f5 undo").ends_with(START));
    assert_eq!(answer("f5 quit d6"), "Black plays f5, turning 1 disc.\n");
    assert_eq!(
        sentences(&answer("f5 new d3 d4")),
        [
            "Black plays f5, turning 1 disc.",
            "New game.",
            "Black plays d3, turning 1 disc.",
            "d3 was played; d4 is taken by Black.",
            "Black (X) 4, White (O) 1. White to move: c3 c5 e3.",
        ]
    );
}

#[test]
fn resigning_ends_the_game_and_can_be_taken_back() {
    let said = answer("f5\nresign\nresign\nundo\n");
    assert_eq!(
        sentences(&said)[2..],
        [
            "White resigns.",
            "4-1 on the board.",
            "Game over. White resigns: Black wins.",
            "The game is over; type new, undo or quit.",
            "Undid White's resignation.",
            "Black (X) 4, White (O) 1. White to move: d6 f4 f6.",
        ]
    );
}

#[test]
fn a_finished_game_ends_with_its_result_and_goes_on_with_new_or_undo() {
    // The shortest games have nine moves.
    let moves = "e6f4e3f6g5d6e7f5c5";
    let said = answer(moves);
    assert!(
        said.ends_with(
            "\n13-0 on the board; the 51 empty squares go to Black.\n\
             Game over. Black wins 64-0.\n"
        ),
        "{said}"
    );
    assert!(!said.contains('*'), "nothing is legal any more");
    for input in ["f5", "pass", "resign"] {
        assert_eq!(
            answer_after(moves, input),
            "The game is over; type new, undo or quit.\n"
        );
    }
    assert_eq!(
        answer(&format!("{moves} a1")),
        "Nothing was played; a1: the game is over. Black to move: c4 d3 e6 f5.\n"
    );
    assert!(answer_after(moves, "undo\nredo").ends_with(
        "Redid Black's c5.\n  a b c d e f g h\n\
         1 . . . . . . . .\n2 . . . . . . . .\n3 . . . . X . . .\n4 . . . X X X . .\n\
         5 . . X X X X X .\n6 . . . X X X . .\n7 . . . . X . . .\n8 . . . . . . . .\n\
         13-0 on the board; the 51 empty squares go to Black.\n\
         Game over. Black wins 64-0.\n"
    ));
    assert_eq!(answer_after(moves, "new"), format!("New game.\n{START}"));
}

#[test]
fn help_names_every_word() {
    let help = answer("help");
    for word in [
        "moves", "board", "history", "hint", "eval", "level", "undo", "redo", "resign", "new",
        "help", "quit", "go",
    ] {
        assert!(help.contains(&format!("\n  {word} ")), "{word}: {help}");
    }
    assert!(help.contains("Forced passes are automatic."));
}

#[test]
fn a_person_at_a_terminal_is_prompted_and_a_pipe_is_not() {
    let said = dialogue_from((Human, Human), "", Reader::Terminal, b"f5\nresign\nf5\n");
    assert!(said.contains("Type a move such as f5, or help.\n"));
    for prompt in [
        "\nBlack> Black plays f5",
        "\nWhite> White resigns",
        "\n> The game",
    ] {
        assert!(said.contains(prompt), "{said}");
    }
    assert!(
        said.ends_with("\n> \n"),
        "the shell's prompt has its own line"
    );
    assert!(!answer("f5").contains('>'));
}

#[test]
fn a_cpu_answers_each_move_at_once() {
    let said = dialogue_from((Human, Greedy), "", Reader::Pipe, b"f5\n");
    let said = sentences(&said);
    assert_eq!(said[0], "You are Black, greedy is White.");
    assert_eq!(said[3], "You play f5, turning 1 disc.");
    assert!(said[4].starts_with("White plays "));
    assert!(said[5].contains("You (Black) to move: "));
    // The second move of a line is the person's next one, after the answer.
    let said = dialogue_from((Human, Greedy), "", Reader::Pipe, b"f5 a1\n");
    assert!(sentences(&said)[5].starts_with("f5 was played; a1 would turn no discs."));
    // A CPU that plays Black begins.
    let said = dialogue_from((Random, Human), "", Reader::Pipe, b"");
    assert!(sentences(&said)[2].starts_with("Black plays "));
}

#[test]
fn undo_against_a_cpu_goes_back_to_the_persons_own_move() {
    let said = dialogue_from((Human, Greedy), "", Reader::Pipe, b"f5\nundo\n");
    assert!(said.contains("\nUndid White's "), "{said}");
    assert!(said.contains(" and your f5.\n"), "{said}");
    let start = START.replace("Black to move", "You (Black) to move");
    assert!(said.ends_with(&start));
}

#[test]
fn two_cpus_play_to_the_end_with_a_board_after_each_move() {
    let said = dialogue_from((Greedy, Random), "", Reader::Pipe, b"");
    let last = said.lines().last().unwrap();
    assert!(last.starts_with("Game over. "), "{last}");
    let boards = said.matches("  a b c d e f g h\n").count();
    let moves = said.matches(" plays ").count();
    assert_eq!(boards, moves + 1, "one before the first move");
    assert_eq!(
        said,
        dialogue_from((Greedy, Random), "", Reader::Pipe, b""),
        "the same seed, the same game"
    );
}

#[test]
fn two_cpus_are_paused_by_undo_and_play_on_with_go() {
    let said = dialogue_from(
        (Greedy, Random),
        "",
        Reader::Pipe,
        b"undo\nd3\nmoves\ngo\nnew\n",
    );
    let games: Vec<&str> = said.split("Game over. ").collect();
    assert_eq!(
        games.len(),
        4,
        "the first game, its end again, and a new one"
    );
    let undone = sentences(games[1]);
    assert!(undone[1].starts_with("Undid "), "{undone:?}");
    assert_eq!(undone[2], "The computer is paused. Type go to continue.");
    assert!(
        undone[4].contains("'s turn, and ") && undone[4].contains("; type go to let it play."),
        "{undone:?}"
    );
    assert_eq!(undone[6], "The computer resumes.");
    // A seed's first game and its second are different ones.
    assert_ne!(games[0], games[3]);
}

/// Fails on every write, like a pipe that nobody reads.
struct Deaf;

impl io::Write for Deaf {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn an_output_that_fails_ends_the_dialogue() {
    let setup = Setup::new(ByColor::new(Human, Human), 0);
    let error = LineMode::new(setup, Reader::Pipe, &b"f5"[..], Deaf)
        .run()
        .unwrap_err();
    assert!(
        matches!(&error, reversi_cli::line::LineError::Output(e) if e.kind() == io::ErrorKind::BrokenPipe)
    );
}

#[test]
fn players_are_swapped_unless_they_are_the_same() {
    let said = answer("swap");
    assert!(
        said.starts_with("Both sides have the same player."),
        "{said}"
    );
    let said = dialogue_from((Human, Greedy), "", Reader::Pipe, b"swap\n");
    assert!(said.contains("Greedy is Black, you are White."), "{said}");
    assert!(said.contains("Black plays "), "{said}");
}

#[test]
fn a_game_is_saved_opened_and_reviewed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("my game.ggf");
    let name = path.to_str().unwrap();
    let said = answer(&format!(
        "f5 d6 c3\nsave {name}\nsave {name}\nnew\nopen {name}\n"
    ));
    assert!(said.contains(&format!("Saved to {name}.")), "{said}");
    assert!(said.contains("my game.ggf already exists"), "{said}");
    assert!(
        said.trim_end().ends_with("White to move: d3 f3 f4 g5."),
        "{said}"
    );
    assert!(answer("save").starts_with("Save needs a file name"));
    assert!(answer("open nothing.ggf").contains("nothing.ggf"));
    assert!(answer("review").starts_with("No moves played yet."));
    let said = answer_after(PASSES, "review\n");
    assert!(
        said.contains("mean loss") && said.contains("The turning point was move "),
        "{said}"
    );
}

#[test]
fn a_screen_reader_hears_a_review_in_sentences() {
    let mut output = Vec::new();
    let setup = Setup::new(ByColor::new(Human, Human), 3);
    let input = format!("{PASSES}\nreview\n");
    let mode = LineMode::new(setup, Reader::Pipe, input.as_bytes(), &mut output);
    mode.spoken().run().unwrap();
    let said = String::from_utf8(output).unwrap();
    let review: Vec<&str> = said
        .lines()
        .skip_while(|line| !line.starts_with("Move "))
        .take_while(|line| !line.starts_with("The turning point"))
        .collect();
    let (totals, mistakes): (Vec<&str>, Vec<&str>) = review
        .iter()
        .partition(|line| line.contains(" best moves."));
    assert_eq!(totals.len(), 2, "{said}");
    let [black, white] = ["Black: 21 moves, ", "White: 12 moves, "];
    assert!(
        totals[0].starts_with(black) && totals[1].starts_with(white),
        "{totals:?}"
    );
    assert!(!mistakes.is_empty());
    for line in mistakes {
        let words = [": ", " loses ", "; ", " was best."];
        assert!(words.iter().all(|word| line.contains(word)), "{line}");
        assert!(!line.contains("  ") && !line.contains("depth"), "{line}");
    }
}

#[test]
fn who_steps_through_a_game_by_ear_hears_what_was_heard_when_it_was_played() {
    let heard = |input: &str| {
        let mut output = Vec::new();
        let setup = Setup::new(ByColor::new(Human, Human), 3);
        let mode = LineMode::new(setup, Reader::Pipe, input.as_bytes(), &mut output);
        mode.spoken().run().unwrap();
        String::from_utf8(output).unwrap()
    };
    let happened = |said: &str| {
        let lines = said.lines().filter(|line| {
            ["plays", "passes", "Game over"]
                .iter()
                .any(|word| line.contains(word))
        });
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    let squares = PASSES.as_bytes().chunks(2).map(String::from_utf8_lossy);
    let squares: Vec<_> = squares.collect();
    let played = happened(&heard(&squares.join("\n")));
    let steps = "next\n".repeat(squares.len());
    let stepped = happened(&heard(&format!("{PASSES}\nfirst\n{steps}")));
    assert!(played.iter().filter(|line| line.contains("passes")).count() > 1);
    assert_eq!(stepped[stepped.len() - played.len()..], played);
}

#[test]
fn a_screen_reader_hears_what_turned_and_the_board_only_when_asked() {
    let said = |input: &str| {
        let mut output = Vec::new();
        let setup = Setup::new(ByColor::new(Human, Human), 3);
        let mode = LineMode::new(setup, Reader::Pipe, input.as_bytes(), &mut output);
        mode.spoken().run().unwrap();
        String::from_utf8(output).unwrap()
    };
    let text = said("f5\nd6\n");
    assert!(text.contains("Black plays f5, turning e5.\n"), "{text}");
    assert!(text.contains("Black (X) 4, White (O) 1. White to move: d6 f4 f6."));
    assert!(!text.contains("a b c d e f g h"), "{text}");
    assert!(said("board").contains("a b c d e f g h"));
    assert!(said("discs").contains("Black: d5 e4. White: d4 e5.\n"));
    let hint = said("hint");
    assert!(hint.contains(" is as good as any move here"), "{hint}");
    assert!(!hint.contains("depth"), "only for those who ask for more");
    let hint = said("hint 2");
    let lines: Vec<&str> = hint
        .lines()
        .filter(|line| line.contains(": The game "))
        .collect();
    assert_eq!(lines.len(), 2, "{hint}");
    let is_draw = |line: &&str| line.ends_with(": The game is a draw (proven).");
    assert!(lines.iter().all(is_draw), "{hint}");
    let over = said(PASSES);
    assert!(
        !over.contains("a b c d e f g h") && over.contains("Game over."),
        "{over}"
    );
}

#[test]
fn a_pass_has_no_number_in_the_list_of_moves() {
    let said = answer_after(PASSES, "history\n");
    assert!(said.contains(" -- "), "{said}");
    assert!(!said.contains(". --"), "{said}");
}

#[test]
fn without_a_friend_there_is_nobody_to_agree_or_to_talk_to() {
    let said = answer("f5\ndraw\nsay good game\nclaim\nmute\n");
    let refused = "This is possible only in a game over the network.";
    assert_eq!(said.matches(refused).count(), 4, "{said}");
}

/// A game of one person on a side against the computer.
fn of_one(side: Color, seed: u64) -> Setup {
    let mut players = ByColor::new(Random, Random);
    players[side] = Human;
    Setup::new(players, seed)
}

/// What is said to this input in a game of one person, by this name, against the computer.
fn said_to_one(side: Color, name: &str, seed: u64, spoken: bool, input: &str) -> String {
    let mut setup = of_one(side, seed);
    setup.names[side] = name.parse().unwrap();
    let mut output = Vec::new();
    let mut mode = LineMode::new(setup, Reader::Pipe, input.as_bytes(), &mut output);
    if spoken {
        mode = mode.spoken();
    }
    mode.run().unwrap();
    String::from_utf8(output).unwrap()
}

/// What was said, for those who listen.
#[derive(Clone, Default)]
struct Said(Rc<RefCell<Vec<u8>>>);

impl Write for Said {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A person who plays any of the legal moves that were said, and takes one back and repeats it now and then.
struct Listener {
    said: Said,
    first: usize,
    moves: usize,
    input: String,
}

impl Read for &mut Listener {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let said = self.said.0.take();
        let said = str::from_utf8(&said).unwrap();
        if said.contains("Game over.") {
            return Ok(0);
        }
        let mut turns = said.lines().filter_map(|line| line.split_once("to move: "));
        let (_, moves) = turns.next_back().unwrap();
        let moves: Vec<&str> = moves.trim_end_matches('.').split(' ').collect();
        self.moves += 1;
        let mut lines = moves[(self.first + 7 * self.moves) % moves.len()].to_owned() + "\n";
        if self.moves.is_multiple_of(8) {
            lines += "undo\nredo\nmoves\n";
        }
        self.input += &lines;
        buffer[..lines.len()].copy_from_slice(lines.as_bytes());
        Ok(lines.len())
    }
}

/// The input of a whole game.
fn whole_game(side: Color, seed: u64) -> String {
    let said = Said::default();
    let mut listener = Listener {
        said: said.clone(),
        first: usize::try_from(seed).unwrap(),
        moves: 0,
        input: String::new(),
    };
    let input = BufReader::new(&mut listener);
    let mode = LineMode::new(of_one(side, seed), Reader::Pipe, input, said);
    mode.spoken().run().unwrap();
    listener.input
}

/// Checks that no sentence is about the person by colour or by name. Which discs are theirs is a fact.
fn check_that_it_says_you(said: &str, side: Color) {
    let facts = [
        format!("ou are {side}"),
        format!("You ({side}) to move"),
        format!("is taken by {side}"),
        format!("{side} (X) "),
        format!("{side} (O) "),
    ];
    for line in sentences(said) {
        let rest = facts
            .iter()
            .fold(line.to_owned(), |line, fact| line.replace(fact, ""));
        for name in [&*side.to_string(), "Ann", "human"] {
            assert!(!rest.contains(name), "{line}");
        }
    }
}

#[test]
fn the_only_person_is_you_in_every_sentence_by_any_name_on_either_side() {
    let after = "history\nundo\nhint\nhint 3\neval\nresign\nhistory\nmoves\npass\na1\nswap\n";
    let mut passes = [false; 2];
    for side in Color::ALL {
        for (seed, name) in (0..24).zip(["", "Ann"].into_iter().cycle()) {
            let game = whole_game(side, seed);
            for spoken in [false, true] {
                let said = said_to_one(side, name, seed, spoken, &game);
                check_that_it_says_you(&said, side);
                let results = ["You win ", "You lose ", "Draw "];
                let says = |what: &str| said.contains(what);
                assert!(results.into_iter().any(says), "{said}");
                // Who hears the game hears a move that is redone as one that is played.
                let redone = if spoken { "You play " } else { "Redid your " };
                for what in ["You play ", " and your ", redone] {
                    assert!(says(what), "{what}: {said}");
                }
                passes[0] |= says("You have no legal move and pass.");
                passes[1] |= says("no legal move and passes. You move again.");
            }
        }
        // A review of all its moves would take seconds.
        let game = whole_game(side, 0);
        let (opening, rest) = game.split_at(7 * "f5\n".len());
        let input = format!("{opening}review\n{rest}{after}");
        let said = said_to_one(side, "Ann", 0, false, &input);
        // Then the sides are swapped.
        let swapped = said.rfind(&format!("ou are {}", side.opposite())).unwrap();
        let (said, _) = said[..swapped].rsplit_once('\n').unwrap();
        check_that_it_says_you(said, side);
        for what in ["You resign.", "You lose: you resigned.", "you resign\n"] {
            assert!(said.contains(what), "{what}: {said}");
        }
    }
    assert_eq!(passes, [true; 2]);
}
