//! The command line: commands, help, exit codes, what is said to wrong values, and the settings file.

use std::io::Write as _;
use std::process::{Output, Stdio};

use crate::program;

use program::{error, home_with_settings, printed, program};

mod book;
mod doctor;
mod games;
mod help;
mod streams;

const START: &str = "---------------------------OX------XO--------------------------- X";

pub(crate) fn run(args: &[&str]) -> Output {
    run_with_input(args, b"")
}

fn run_with_input(args: &[&str], input: &[u8]) -> Output {
    let home = tempfile::tempdir().unwrap();
    program::run(&mut program(home.path(), args), input)
}

/// What is on stdout of a run that succeeds and complains of nothing.
fn said(args: &[&str]) -> String {
    printed(run(args))
}

/// The first line on stderr of a run that is wrong usage; nothing is on stdout.
fn refused(args: &[&str]) -> String {
    refusal(args).lines().next().unwrap().to_owned()
}

/// What is on stderr of a run that is wrong usage; nothing is on stdout.
fn refusal(args: &[&str]) -> String {
    let text = error(run(args), 2);
    assert!(
        text.chars().all(|c| c == '\n' || !c.is_control()),
        "{text:?}"
    );
    text
}

#[test]
fn perft_prints_the_count_alone_and_the_rate_on_stderr() {
    for (args, count) in [
        (&["perft", "0"][..], "1\n"),
        (&["perft", "7"], "55092\n"),
        (&["perft", "3", "--position", START], "56\n"),
        // Nobody can move: the game is one leaf however deep.
        (
            &["perft", "60", "--position", &format!("{}O", "X".repeat(64))],
            "1\n",
        ),
    ] {
        let output = run(args);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert_eq!(String::from_utf8(output.stdout).unwrap(), count);
        let rate = String::from_utf8(output.stderr).unwrap();
        let end = format!(
            " million leaves a second ({} kernel)\n",
            reversi::bitboard::AnyKernel::fastest().name()
        );
        assert!(rate.ends_with(&end), "{rate}");
    }
}

#[test]
fn show_prints_the_board_the_moves_and_the_bits() {
    let shown = said(&["show"]);
    assert!(shown.starts_with("  a b c d e f g h\n1 . . . . . . . .\n"));
    assert!(shown.contains("\nBlack (X) 2, White (O) 2. Black to move: c4 d3 e6 f5.\n"));
    assert!(shown.contains(&format!("\n{START}\n")));
    assert!(shown.contains(
        "\n4 . . . . 1 . . .    4 . . . 1 . . . .    4 . . 1 . . . . .\n\
         5 . . . 1 . . . .    5 . . . . 1 . . .    5 . . . . . 1 . .\n"
    ));
    let hex = said(&["show", "--hex"]);
    assert!(
        hex.ends_with(
            "\nBlack       0x0000000810000000\n\
             White       0x0000001008000000\n\
             legal moves 0x0000102004080000\n"
        ),
        "{hex}"
    );
}

#[test]
fn show_reads_a_transcript_or_a_board_by_what_it_is() {
    // A transcript tells more than a board: the opening.
    let head = "Opening: Perpendicular\n\n";
    let with_head = said(&["show", "f5d6c3"]);
    let after = with_head.strip_prefix(head).unwrap();
    assert!(
        after.contains("\n------------------X--------XX------OXX-----O-------------------- O\n")
    );
    assert_eq!(said(&["show", "F5 d6, c3"]), with_head);
    let text = after.lines().find(|line| line.len() == 66).unwrap();
    assert_eq!(said(&["show", text]), after);
    assert_eq!(
        said(&["show", &text.replace(' ', "").to_lowercase()]),
        after
    );
    assert_eq!(said(&["show", START]), said(&["show"]));
    assert_eq!(said(&["show", ""]), said(&["show"]));
    for input in ["f5d6c3\n", text] {
        let output = run_with_input(&["show", "-"], input.as_bytes());
        let shown = String::from_utf8(output.stdout).unwrap();
        assert_eq!(shown.strip_prefix(head).unwrap_or(&shown), after);
    }
    assert_eq!(
        said(&["show", "f5", "--hex"]),
        said(&["show", "--hex", "f5"])
    );
}

#[test]
fn a_game_is_a_kifu_and_a_position_a_diagram_with_marks() {
    let kifu = said(&["show", "f5d6c3", "--kifu"]);
    assert!(kifu.starts_with("   a  b  c  d  e  f  g  h\n"), "{kifu}");
    assert!(kifu.contains("\n6  .  .  .  2  .  .  .  .\n"), "{kifu}");
    let first = said(&["show", "f5d6c3", "--kifu", "--at", "1"]);
    assert!(first.contains('1') && !first.contains("  2  "), "{first}");
    let marked = said(&["show", "f5", "--mark", "d6=A,f4,f5=!"]);
    for row in [
        "4  .  .  .  O  X  *  .  .",
        "5  .  .  .  X  X X!  .  .",
        "6  .  .  .  A  .",
    ] {
        assert!(marked.contains(row), "{marked}");
    }
    let table = said(&["show", "f5", "--diagram", "markdown"]);
    assert!(
        table.starts_with("|   | a | b |") && table.ends_with("\nWhite to move.\n"),
        "{table}"
    );
    let svg = said(&["show", "f5d6c3", "--kifu", "--diagram", "svg"]);
    assert!(
        svg.starts_with("<svg") && svg.ends_with("</svg>\n"),
        "{svg}"
    );
    for (args, why) in [
        (
            &["show", START, "--kifu"][..],
            "--kifu: a position has no moves",
        ),
        (
            &["show", "--mark", "i9"],
            "expected a square, perhaps with =",
        ),
        (&["show", "--mark", "c4=long"], "one or two characters"),
        (
            &["show", "--diagram", "png"],
            "[possible values: text, markdown, svg]",
        ),
    ] {
        let output = run(args);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        assert!(stderr.contains(why), "{stderr}");
    }
}

#[test]
fn show_says_when_a_side_must_pass_or_the_game_is_over() {
    let board = |rest: &str, side: &str| format!("{rest}{} {side}", "-".repeat(64 - rest.len()));
    let pass = run(&["show", &board("XO", "O")]);
    assert_eq!(
        (pass.status.code(), String::from_utf8(pass.stderr).unwrap()),
        (
            Some(0),
            "warning: no game leads to this position: d4 e4 d5 e5 in the centre cannot be empty\n"
                .to_owned()
        )
    );
    let pass = String::from_utf8(pass.stdout).unwrap();
    assert!(
        pass.contains("\nBlack (X) 1, White (O) 1. White has no legal move and must pass.\n"),
        "{pass}"
    );
    let over = said(&["show", "e6f4e3f6g5d6e7f5c5"]);
    assert!(
        over.contains(
            "\nBlack (X) 13, White (O) 0. The game is over.\n\
             13-0 on the board; the 51 empty squares go to Black.\n\
             Game over. Black wins 64-0.\n"
        ),
        "{over}"
    );
}

#[test]
fn a_position_is_read_as_other_programs_print_it() {
    let edax = "  A B C D E F G H\n1 - - - - - - - - 1\n2 - - - - - - - - 2\n3 - - - . - - - - 3\n\
                4 - - . O * - - - 4\n5 - - - * O . - - 5\n6 - - - - . - - - 6\n7 - - - - - - - - 7\n\
                8 - - - - - - - - 8\n  A B C D E F G H\n* to move\n";
    let own = said(&["show"]);
    for text in [edax, &own, &format!("{START}; f5:+0")] {
        assert_eq!(said(&["show", text]), own);
        assert_eq!(
            printed(run_with_input(&["show", "-"], text.as_bytes())),
            own
        );
    }
    for (text, form) in [
        (
            "0x0000000810000000 0x0000001008000000",
            "two hexadecimal numbers, taken as Black and White with a1 as the highest bit",
        ),
        (&START[..64], "64 squares"),
    ] {
        let output = run(&["show", text]);
        let note = String::from_utf8(output.stderr).unwrap();
        assert_eq!(
            note,
            format!("note: read as {form}; Black to move (not stated)\n")
        );
        assert_eq!(String::from_utf8(output.stdout).unwrap(), own);
    }
}

#[test]
fn a_game_is_found_in_any_text_and_what_was_skipped_is_told() {
    // Without the notes.
    let shown = |args: &[&str]| String::from_utf8(run(args).stdout).unwrap();
    let own = said(&["show", "f5d6c3"]);
    let text = "Hi,\n> I lost: f5d6c3 why?\n";
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("letter.txt");
    std::fs::write(&path, text).unwrap();
    let note = "note: read as a transcript of 3 moves; White to move; skipped \"Hi\" at line 1, column 1 and 2 more\n";
    for output in [
        run(&["show", text]),
        run_with_input(&["show", "-"], text.as_bytes()),
    ] {
        assert_eq!(String::from_utf8(output.stderr).unwrap(), note);
        assert_eq!(String::from_utf8(output.stdout).unwrap(), own);
    }
    let file = path.to_str().unwrap();
    assert!(shown(&["show", file]).ends_with(&own));
    let converted = run(&["convert", file]);
    assert_eq!(
        [converted.stdout, converted.stderr].map(|bytes| String::from_utf8(bytes).unwrap()),
        [
            "f5d6c3\t?\n".to_owned(),
            format!("note: {file}: skipped \"Hi\" at line 1, column 1 and 2 more\n")
        ]
    );
    let converted = run_with_input(&["convert", "-"], b"Tiger | f5d6c3\nRose | f5d6c5\n");
    assert_eq!(
        [converted.stdout, converted.stderr].map(|bytes| String::from_utf8(bytes).unwrap()),
        ["f5d6c3\t?\t% Tiger\nf5d6c5\t?\t% Rose\n", ""]
    );
    let several = "Tiger | f5d6c3\nRose | f5d6c5";
    assert!(shown(&["show", several, "--game", "2"]).contains(&said(&["show", "f5d6c5"])));
    assert_eq!(
        refused(&["show", "Game: f5 d6\nc3 a1"]),
        "error: line 2, column 4: move 4: a1 would turn no discs"
    );
    let json: serde_json::Value = serde_json::from_str(&shown(&["show", "--json", text])).unwrap();
    assert_eq!(json["moves"], "f5d6c3");
    assert_eq!(json["read"][0]["place"], "line 2, column 11");
    assert_eq!(json["skipped"][2]["text"], "why");
    let json: serde_json::Value = serde_json::from_str(&said(&["show", "--json"])).unwrap();
    assert_eq!(
        json["legal_moves"],
        serde_json::json!(["d3", "c4", "f5", "e6"])
    );
    assert_eq!(json["read"], serde_json::Value::Null);
}

#[test]
fn a_file_with_the_name_of_a_game_is_that_file() {
    let home = tempfile::tempdir().unwrap();
    std::fs::write(home.path().join("my f5d6 game.txt"), "f5f4\nf5f6\n").unwrap();
    let shown = |game: &str| {
        let mut command = program(home.path(), &["show", game]);
        String::from_utf8(command.current_dir(home.path()).output().unwrap().stdout).unwrap()
    };
    assert!(shown("my f5d6 game.txt").ends_with(&said(&["show", "f5f4"])));
    assert!(shown("my f5d6 game.txt 2").ends_with(&said(&["show", "f5f6"])));
}

#[test]
fn a_wrong_position_or_transcript_is_one_sentence_about_what_it_resembles() {
    for (args, sentence) in [
        (
            &["show", "hello"][..],
            "error: there is no game and no board in this text: expected moves like f5d6c3, or eight lines of \
             eight squares, and there is no such file",
        ),
        (
            &["show", "f5a1"],
            "error: in the transcript, move 2: a1 would turn no discs",
        ),
        (
            &["show", "f5i9"],
            "error: in the transcript, move 2: i9 is off the board: files are a-h and ranks are 1-8",
        ),
        (
            &["show", "XO--"],
            "error: the position has 4 squares, but it needs 64, followed by the side to move, X or O",
        ),
        (
            &["show", &START.replacen('O', "Z", 1)],
            "error: character 28 of the position is 'Z', but a square must be X, O or -",
        ),
        (
            &["show", "--hexx"],
            "error: unexpected argument '--hexx' found",
        ),
        (
            &["show", "\u{1b}[2J"],
            "error: line 1, column 1: there are control characters; paste plain text",
        ),
        (
            &["--moves", "f5d6a1"],
            "error: --moves: move 3: a1 would turn no discs",
        ),
        (
            &["play", "--position", &START[..64]],
            "error: --position: the position does not name the side to move: \
             add X (Black) or O (White) after the squares",
        ),
        (
            &["perft", "3", "--position", "abc"],
            "error: --position: character 1 of the position is 'a', but a square must be X, O or -",
        ),
    ] {
        assert_eq!(refused(args), sentence);
    }
    for (input, sentence) in [
        (
            vec![b'f'; 100_000],
            "standard input is larger than 65536 bytes",
        ),
        (
            b"f5\xff".to_vec(),
            "in the transcript, move 2: \"ÿ\" is not a square like f5",
        ),
    ] {
        let output = run_with_input(&["show", "-"], &input);
        assert_eq!(output.status.code(), Some(1));
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(text.starts_with(&format!("error: {sentence}")), "{text}");
    }
}

#[test]
fn themes_are_listed_and_chosen_by_name_with_those_of_the_settings() {
    let home = home_with_settings("[themes.ocean]\nlight-squares = \"#3585ab\"\n");
    let run = |args: &[&str]| {
        let output = program(home.path(), args).output().unwrap();
        let texts = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        (output.status.code(), texts)
    };
    let (code, [names, _]) = run(&["themes"]);
    assert_eq!(code, Some(0));
    assert_eq!(
        names,
        "classic\nlight\ncontrast\ncolor-safe\nmonochrome\nocean\n"
    );
    let (_, [swatches, _]) = run(&["themes", "--color", "always"]);
    assert!(swatches.contains("\u{1b}[0") && swatches.contains("your own, based on classic"));
    assert_eq!(run(&["--theme", "ocean", "--plain"]).0, Some(0));
    let (code, [_, wrong]) = run(&["--theme", "lake", "--plain"]);
    assert_eq!(code, Some(2));
    assert!(wrong.contains("monochrome, ocean]"), "{wrong}");
}

#[test]
fn mistakes_in_the_settings_are_warnings_one_a_line_where_the_command_succeeds() {
    let home = home_with_settings("\nwings = 3\npace = \"slow\"\n");
    let output = program(home.path(), &["stats", "--no-review"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let said = String::from_utf8(output.stderr).unwrap();
    let path = home.path().join("reversi/config.toml");
    let place = format!("warning: in the settings file {}, ", path.display());
    assert_eq!(
        said,
        format!(
            "{place}line 2, column 1: \"wings\" is not a setting; the guide lists all settings\n\
             {place}line 3, column 8: pace must be a whole number\n\
             note: the other settings are used\n"
        )
    );
    let output = program(home.path(), &["doctor"]).output().unwrap();
    let report = String::from_utf8(output.stdout).unwrap();
    assert_eq!(
        report
            .matches("In the settings file ~/reversi/config.toml, line ")
            .count(),
        2,
        "{report}"
    );
}

#[test]
fn a_wrong_value_is_told_with_the_right_ones() {
    for (args, part) in [
        (&["--black", "edax"][..], "'edax' for '--black <PLAYER>'"),
        (&["--theme", "gren"], "'gren' for '--theme <THEME>'"),
        (&["--color", "maybe"], "'maybe' for '--color <WHEN>'"),
        (
            &["--pace", "10001"],
            "expected a whole number from 0 to 10000",
        ),
        (&["--pace", "-1"], "expected a whole number from 0 to 10000"),
        (&["--seed", "x"], "expected a whole number, 0 or more"),
        (&["perft", "61"], "expected a whole number from 0 to 60"),
        (&["perft", "ten"], "expected a whole number from 0 to 60"),
        (
            &["--plain", "show"],
            "--plain is an option of `play`, not of `show`",
        ),
        (&["--no-mouse", "play"], "--no-mouse must come after `play`"),
        (&["--blakc", "human"], "'--blakc'"),
        (&["--black", "a\u{1b}[2Jb\u{7}"], "for '--black <PLAYER>'"),
        (&["dance\u{7}"], "dance"),
    ] {
        let sentence = refused(args);
        assert!(sentence.starts_with("error: "), "{sentence}");
        assert!(sentence.contains(part), "{sentence}");
    }
    for (args, values) in [
        (
            &["--theme", "gren"][..],
            "auto, classic, light, contrast, color-safe, monochrome]",
        ),
        (&["--graphics", "on"], "auto, off]"),
        (&["--color", "maybe"], "auto, always, never]"),
        (&["--time", "5m", "--flag", "never"], "lose, warn]"),
        (&["explain", "--direction", "north"], "left, "),
        (&["convert", "a", "--to", "png"], "transcript, "),
        (&["completions", "tcsh"], "bash, "),
    ] {
        let text = refusal(args);
        assert!(
            text.contains("[possible values: ") && text.contains(values),
            "{text}"
        );
    }
    refused(&["perft"]);
}

#[test]
fn the_bare_program_takes_the_options_of_play() {
    let options = [
        "--black", "greedy", "--white", "random", "--seed", "9", "--pace", "5",
    ];
    let game = said(&options);
    assert!(game.lines().last().unwrap().starts_with("Game over."));
    assert_eq!(said(&[&["play"][..], &options].concat()), game);
    assert_ne!(
        said(&["--black", "greedy", "--white", "random", "--seed", "8"]),
        game
    );
}

#[test]
fn moves_are_played_from_the_position() {
    let after_f5 = "---------------------------OX------XXX-------------------------- O";
    let both = said(&["--position", after_f5, "--moves", "d6c3"]);
    assert!(both.contains("\nWhite plays d6, turning 1 disc.\nBlack plays c3, turning 1 disc.\n"));
    let all = said(&["--moves", "f5d6c3"]);
    let board = |text: &str| text[text.rfind("  a b c").unwrap()..].to_owned();
    assert_eq!(board(&both), board(&all));
    // A new game begins at that position again.
    let home = tempfile::tempdir().unwrap();
    let mut child = program(home.path(), &["--position", after_f5, "--moves", "d6c3"])
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"new").unwrap();
    let output = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    assert!(output.ends_with("Black (X) 4, White (O) 1. White to move: d6 f4 f6.\n"));
}

#[test]
fn line_mode_sends_no_escape_sequence_whatever_the_colours() {
    for args in [
        &["--color", "always"][..],
        &["--color", "always", "--theme", "classic"],
    ] {
        let output = said(args);
        assert!(output.starts_with("You are Black"));
        assert!(!output.contains('\u{1b}'));
    }
}

#[test]
fn line_mode_needs_no_settings_and_leaves_no_file() {
    let home = tempfile::tempdir().unwrap();
    let output = program(home.path(), &["--white", "greedy", "--theme", "contrast"])
        .output()
        .unwrap();
    assert!(output.status.success());
    assert_eq!(std::fs::read_dir(home.path()).unwrap().count(), 0);
    // A wrong file matters to nobody here.
    std::fs::create_dir(home.path().join("reversi")).unwrap();
    let file = home.path().join("reversi").join("config.toml");
    std::fs::write(&file, "theme = ").unwrap();
    let output = program(home.path(), &["--plain"]).output().unwrap();
    assert!(output.status.success());
    assert!(output.stderr.is_empty());
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "theme = ");
}
