//! `reversi convert`, `show` and `games` in the real program.

use std::fs;
#[cfg(unix)]
use std::io::Write as _;
use std::path::Path;
#[cfg(target_os = "linux")]
use std::process::Stdio;
use std::process::{Command, Output};

use reversi_notation::Format;

use crate::program::{self, NO_SUCH_FILE};

mod games;
#[cfg(unix)]
use crate::signals;

/// A nine-move game, 64-0 with the empty squares.
const SHORTEST: &str = "e6f4e3f6g5d6e7f5c5";
/// Five moves of the tiger.
const TIGER: &str = "f5d6c3d3c4";

fn program(folder: &Path, args: &[&str]) -> Command {
    let mut command = program::program(folder, args);
    command.current_dir(folder);
    command
}

struct Said {
    code: Option<i32>,
    out: String,
    err: String,
}

fn run(folder: &Path, args: &[&str], input: &[u8]) -> Said {
    let Output {
        status,
        stdout,
        stderr,
    } = program::run(&mut program(folder, args), input);
    Said {
        code: status.code(),
        out: String::from_utf8(stdout).unwrap(),
        err: String::from_utf8(stderr).unwrap(),
    }
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

/// What is in a folder, by name.
fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn transcripts_are_one_game_a_line_with_the_official_score() {
    let folder = folder();
    let said = run(
        folder.path(),
        &["convert", "-"],
        format!("{SHORTEST}\n{TIGER}\n{SHORTEST} 13-0\n").as_bytes(),
    );
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert_eq!(
        said.out,
        format!("{SHORTEST}\t64-0\n{TIGER}\t?\n{SHORTEST}\t64-0\n")
    );
    let again = run(folder.path(), &["convert", "-"], said.out.as_bytes());
    assert_eq!(again.out, said.out, "what is written is read as the same");
}

#[test]
fn the_names_of_wthor_are_found_in_the_current_folder() {
    let folder = folder();
    let fixtures = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join("tests/fixtures");
    for name in ["wthor-1978.wtb", "wthor.jou", "wthor.trn"] {
        fs::copy(fixtures.join(name), folder.path().join(name)).unwrap();
    }
    let args = ["convert", "wthor-1978.wtb", "--to", "pgn"];
    let said = run(folder.path(), &args, b"");
    assert_eq!((said.code, &*said.err), (Some(0), ""));
    assert!(
        said.out.contains("[Black \"Davison Jeff\"]"),
        "{}",
        said.out
    );
}

#[test]
fn every_format_leads_back_to_the_same_games() {
    let folder = folder();
    let text = format!("{SHORTEST}\t64-0\n{SHORTEST}\t64-0\n");
    fs::write(folder.path().join("a.txt"), &text).unwrap();
    for ending in ["ggf", "sgf", "pgn", "wtb", "txt"] {
        let file = format!("out.{ending}");
        let said = run(folder.path(), &["convert", "a.txt", "-o", &file], b"");
        assert_eq!(
            (said.code, &*said.out, &*said.err),
            (Some(0), "", ""),
            "{ending}"
        );
        let said = run(folder.path(), &["convert", &file], b"");
        assert_eq!((said.code, &*said.out), (Some(0), &*text), "{ending}");
    }
    assert_eq!(
        names(folder.path()),
        [
            "a.txt", "out.ggf", "out.jou", "out.pgn", "out.sgf", "out.trn", "out.txt", "out.wtb"
        ]
    );
    let said = run(folder.path(), &["convert", "a.txt", "--to", "OBF"], b"");
    assert_eq!(said.out.lines().count(), 2);
    assert!(said.out.lines().all(|line| line.len() == 66));
}

#[test]
fn variations_are_kept_where_both_formats_hold_them_and_counted_elsewhere() {
    let folder = folder();
    let moves = "(;W[d6]TE[1]C[a];B[c3])(;W[f6](;B[e6])(;B[d3]))(;W[f4]))";
    let (head, game) = ("(;FF[4]GM[2]", format!(";B[f5]{moves}"));
    fs::write(folder.path().join("a.sgf"), format!("{head}{game}\n")).unwrap();
    for (from, to) in [("a.sgf", "b.sgf"), ("b.sgf", "c.pgn"), ("c.pgn", "d.sgf")] {
        let said = run(folder.path(), &["convert", from, "-o", to], b"");
        assert_eq!((said.code, &*said.err), (Some(0), ""), "{to}");
        let text = fs::read_to_string(folder.path().join(to)).unwrap();
        assert!(
            to == "c.pgn" || text.ends_with(&format!("{game}\n")),
            "{text}"
        );
    }
    let two = format!("{head}{game}\n{head}{game}\n{head};B[f5])\n");
    for (format, others) in [
        ("ggf", ""),
        ("transcript", "comments on moves and marks of 2 games; "),
        (
            "obf",
            "moves of 3 games; comments on moves and marks of 2 games; ",
        ),
    ] {
        let said = run(
            folder.path(),
            &["convert", "-", "--to", format],
            two.as_bytes(),
        );
        assert_eq!(said.code, Some(0), "{format}");
        assert_eq!(
            said.err,
            format!(
                "warning: standard input: left out {others}6 variations: the format cannot hold them\n"
            )
        );
    }
    let bad = format!("{head};B[f5](;W[d6])(;W[f6];B[a1];W[f4]))");
    let said = run(
        folder.path(),
        &["convert", "-", "--to", "pgn"],
        bad.as_bytes(),
    );
    assert_eq!(said.code, Some(0));
    assert_eq!(
        said.err,
        "warning: standard input: game 1: a variation was cut short after f5f6: move 3: a1 would turn no discs\n"
    );
    assert!(
        said.out.ends_with("1. f5 d6 (1... f6) *\n\n"),
        "{}",
        said.out
    );
}

#[test]
fn the_help_lists_the_formats_and_what_they_hold() {
    let help = run(folder().path(), &["convert", "--help"], b"").out;
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    let (about, options) = help.split_once("Usage:").unwrap();
    let list = |keep: fn(&Format) -> bool, between: &str| {
        let names = Format::ALL.iter().filter(|format| keep(format));
        names
            .map(|format| format.name())
            .collect::<Vec<_>>()
            .join(between)
    };
    for format in Format::ALL {
        assert!(about.contains(format.name()), "{format}: {about}");
    }
    let read_only = list(|format| !format.can_be_written(), " and ");
    assert!(
        about.contains(&format!("Writes all but {read_only}. ")),
        "{about}"
    );
    let holders = list(|format| format.holds_variations(), " and ");
    assert!(
        about.contains(&format!("Only {holders} hold variations")),
        "{about}"
    );
    for (names, more) in [
        (list(|format| format.can_be_read(), ", "), ""),
        (list(|format| format.can_be_written(), ", "), ", cast"),
    ] {
        let values = format!("[possible values: {names}{more}]");
        assert!(options.contains(&values), "{values}: {options}");
    }
}

#[test]
fn what_a_format_cannot_hold_is_named_with_the_number_of_games() {
    let folder = folder();
    let games = "(;GM[Othello]PB[a]PW[b]DT[1999.1.2]TI[05:00//02:00]B[F5/1.5/3]CO[x]W[D6]TE[2];)\n\
                 (;GM[Othello]PB[a ] b]PW[b]RE[+2:r]B[F5]CO[y]W[D6];)\n";
    fs::write(folder.path().join("a.ggf"), games.replace(" ] ", " ")).unwrap();
    let left_out = |from: &str, to: &str| {
        let said = run(folder.path(), &["convert", from, "-o", to], b"");
        assert_eq!(said.code, Some(0), "{}", said.err);
        said.err
    };
    let warning = |from: &str, parts: &str| {
        format!("warning: {from}: left out {parts}: the format cannot hold them\n")
    };
    assert_eq!(left_out("a.ggf", "b.ggf"), "");
    assert_eq!(left_out("a.ggf", "b.pgn"), "");
    assert_eq!(
        left_out("a.ggf", "b.sgf"),
        warning("a.ggf", "results and times of moves of 1 game")
    );
    assert_eq!(
        left_out("a.ggf", "b.txt"),
        warning(
            "a.ggf",
            "players and comments on moves of 2 games; \
             dates, time controls, results, marks, evaluations and times of moves of 1 game"
        )
    );
    let text = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    assert!(
        text("b.ggf").contains("TI[05:00//02:00]"),
        "{}",
        text("b.ggf")
    );
    assert!(text("b.ggf").contains("W[D6]TE[2]"), "{}", text("b.ggf"));
    assert_eq!(left_out("b.sgf", "c.ggf"), "");
    let changed = text("b.ggf")
        .replace("/1.5/3", "/1.5")
        .replace("RE[+2.000:r]", "RE[+64.000:r]");
    assert_eq!(text("c.ggf"), changed);
    fs::write(
        folder.path().join("a.pgn"),
        "[Black \"a]\"]\n\n1. f5 {]} d6 *\n",
    )
    .unwrap();
    assert_eq!(
        left_out("a.pgn", "d.ggf"),
        warning("a.pgn", "characters of 1 game")
    );
}

#[test]
fn tags_are_kept_in_files_of_their_format_and_named_in_others() {
    let folder = folder();
    let sgf = "(;FF[4]GM[2]CA[UTF-8]AP[reversi]SZ[8]AB[e4][d5]AW[d4][e5]PL[B]AN[Al];B[f5]LB[f5:1][d6:\\]];W[d6]TR[d6])\n";
    let plain = "(;FF[4]GM[2]CA[UTF-8]AP[reversi]SZ[8]AB[e4][d5]AW[d4][e5]PL[B];B[f5]SQ[f5])\n";
    let board = "8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *";
    let ggf = format!("(;GM[Othello]PB[a]PW[b]TY[s8r18]RE[?]ID[7]BO[{board}]B[F5];)\n");
    let pgn = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[Black \"?\"]\n[White \"?\"]\n\
               [Result \"0-1\"]\n[Annotator \"Al\"]\n\n1. f5 0-1\n\n";
    let obf = "---------------------------OX------XO--------------------------- X; f5:+2; d3:-4 % start\n";
    for (name, text, other, lost) in [
        (
            "a.sgf",
            [sgf, plain].concat(),
            "pgn",
            "SGF properties AN, LB, SQ and TR of 2 games",
        ),
        (
            "b.sgf",
            plain.to_owned(),
            "ggf",
            "SGF property SQ of 1 game",
        ),
        ("a.ggf", ggf, "sgf", "GGF tags ID and TY of 1 game"),
        (
            "a.pgn",
            pgn.to_owned(),
            "ggf",
            "results of 1 game; PGN tag Annotator of 1 game",
        ),
        (
            "a.obf",
            obf.to_owned(),
            "sgf",
            "OBF scores of moves of 1 game",
        ),
    ] {
        fs::write(folder.path().join(name), &text).unwrap();
        let same = format!("same.{}", name.split_once('.').unwrap().1);
        let is_warned = "warning: a.pgn: game 1: the stated result is White wins, but the moves stop with 59 empty squares\n";
        let warned = if name == "a.pgn" { is_warned } else { "" };
        let said = run(folder.path(), &["convert", name, "-o", &same], b"");
        assert_eq!((said.code, &*said.err), (Some(0), warned), "{name}");
        assert_eq!(fs::read_to_string(folder.path().join(&same)).unwrap(), text);
        let said = run(folder.path(), &["convert", name, "--to", other], b"");
        let expected =
            format!("{warned}warning: {name}: left out {lost}: the format cannot hold them\n");
        assert_eq!((said.code, said.err), (Some(0), expected));
    }
}

#[test]
fn emoji_and_persian_words_stay_whole_in_files_and_pipes() {
    let folder = folder();
    let text = "👩\u{200d}🚀 می\u{200c}خواهم Donau\u{ad}dampfer";
    let game = format!("(;GM[2]PB[{text}]C[{text}];B[f5]C[{text}])\n");
    fs::write(folder.path().join("a.sgf"), game).unwrap();
    fs::write(folder.path().join("escape.txt"), "f5 % \u{1b}[2J\u{9b}\n").unwrap();
    for to in ["b.ggf", "b.pgn", "b.sgf"] {
        let said = run(folder.path(), &["convert", "a.sgf", "-o", to], b"");
        assert_eq!((said.code, &*said.err), (Some(0), ""), "{to}");
        let written = fs::read_to_string(folder.path().join(to)).unwrap();
        assert_eq!(written.matches(text).count(), 3, "{written}");
        let args = ["convert", "a.sgf", "--to", &to[2..]];
        let said = run(folder.path(), &args, b"");
        assert_eq!(said.out, written);
        // A terminal would obey control characters, whatever is between.
        let escape = run(
            folder.path(),
            &["convert", "escape.txt", "--to", "txt"],
            b"",
        );
        assert_eq!(escape.out, "f5\t?\t% \\u{1b}[2J\\u{9b}\n");
        let redirected = folder.path().join("redirected");
        let status = program(folder.path(), &args)
            .stdout(fs::File::create(&redirected).unwrap())
            .status();
        assert!(status.unwrap().success());
        assert_eq!(fs::read_to_string(&redirected).unwrap(), written);
    }
}

#[test]
fn the_program_reads_what_it_writes() {
    let folder = folder();
    let of = |args: &[&str], input: &str| {
        let said = run(folder.path(), args, input.as_bytes());
        assert_eq!(said.code, Some(0), "{args:?} {input}: {}", said.err);
        said.out
    };
    // What the program says of a game, as far as it does not depend on its format.
    let facts = |input: &str| {
        let json: serde_json::Value =
            serde_json::from_str(&of(&["show", "--json", "-"], input)).unwrap();
        ["position", "start", "moves"].map(|name| json[name].clone())
    };
    let late = "---------------------------OX------XXX-------------------------- O";
    for game in [
        "f5d6c3d3c4",
        &format!("{late};d6c3"),
        &format!("{late};f6e6"),
    ] {
        let file = folder.path().join("game.txt");
        fs::write(&file, format!("{game}\n")).unwrap();
        let expected = facts(game);
        for args in [
            &["show", "--json", "game.txt"][..],
            &["show", "--kifu", "game.txt"],
            &["show", "--kifu", "--diagram", "markdown", "game.txt"],
            &["show", "--kifu", "--diagram", "svg", "game.txt"],
            &["games", "--json", "game.txt"],
            &["convert", "game.txt", "--to", "sgf"],
            &["convert", "game.txt", "--to", "ggf"],
            &["convert", "game.txt", "--to", "pgn"],
            &["convert", "game.txt", "--to", "transcript"],
            &["convert", "game.txt", "--to", "svg"],
        ] {
            assert_eq!(facts(&of(args, "")), expected, "{args:?}");
        }
        // Only the moves up to a position.
        let [_, start, moves] = facts(&of(&["show", "--json", "--at", "1", "game.txt"], ""));
        let first = &expected[2].as_str().unwrap()[..2];
        assert_eq!((&start, moves.as_str().unwrap()), (&expected[1], first));
        let [position, ..] = expected;
        for args in [
            &["show", "--diagram", "svg", "game.txt"][..],
            &["show", "--diagram", "text", "game.txt"],
            &["convert", "game.txt", "--to", "obf"],
        ] {
            let [again, ..] = facts(&of(args, ""));
            assert_eq!(again, position, "{args:?}");
        }
    }
}

#[test]
fn the_theoretical_scores_of_wthor_come_back_from_every_format_with_tags() {
    let folder = folder();
    let fixtures = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join("tests/fixtures");
    for name in ["wthor-1978.wtb", "wthor.jou", "wthor.trn"] {
        fs::copy(fixtures.join(name), folder.path().join(name)).unwrap();
    }
    let games = |name: &str| {
        let bytes = fs::read(folder.path().join(name)).unwrap();
        // The depth, then the scores and the moves of each game; the numbers of names may change.
        let games = bytes[16..].chunks(68).map(|game| game[6..].to_vec());
        (bytes[14], games.collect::<Vec<_>>())
    };
    for middle in ["b.ggf", "b.sgf", "b.pgn"] {
        for (from, to) in [("wthor-1978.wtb", middle), (middle, "again.wtb")] {
            let said = run(folder.path(), &["convert", from, "-o", to], b"");
            assert_eq!((said.code, &*said.err), (Some(0), ""), "{from} {to}");
        }
        assert_eq!(games("again.wtb"), games("wthor-1978.wtb"), "{middle}");
    }
    let said = run(folder.path(), &["convert", "wthor-1978.wtb"], b"");
    assert_eq!(
        said.err,
        "warning: wthor-1978.wtb: left out players, dates, events and theoretical scores of 8 games: \
         the format cannot hold them\n"
    );
    // One depth for all games.
    let mut other = fs::read(folder.path().join("wthor-1978.wtb")).unwrap();
    other[14] = 20;
    fs::write(folder.path().join("wthor.wtb"), other).unwrap();
    let args = ["convert", "wthor-1978.wtb", "wthor.wtb", "-o", "all.wtb"];
    assert_eq!(
        run(folder.path(), &args, b"").err,
        "warning: a WTHOR file has one depth of theoretical scores, 24 empty squares from the first game, \
         but 8 games are of another\n"
    );
}

#[test]
fn a_list_of_other_names_is_not_used_and_named() {
    let folder = folder();
    let fixtures = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join("tests/fixtures");
    for (from, to) in [
        ("wthor-1978.wtb", "PLAYOK_2023.wtb"),
        ("wthor.jou", "WTH.JOU"),
    ] {
        fs::copy(fixtures.join(from), folder.path().join(to)).unwrap();
    }
    let warning = "warning: PLAYOK_2023.wtb: no names of players: \
                   none of the lists beside it begins like its own name (WTH.JOU)\n";
    for args in [
        &["games", "PLAYOK_2023.wtb"][..],
        &["convert", "PLAYOK_2023.wtb", "--to", "pgn"],
        &["show", "PLAYOK_2023.wtb#2"],
    ] {
        let said = run(folder.path(), args, b"");
        assert_eq!((said.code, &*said.err), (Some(0), warning), "{args:?}");
        assert!(!said.out.contains("Davison"), "{}", said.out);
    }
}

#[test]
fn an_empty_game_of_wthor_is_a_line_without_moves() {
    let folder = folder();
    let mut file = vec![20, 24, 1, 1, 1, 0, 0, 0, 0, 0, 0xe8, 7, 8, 0, 22, 0];
    file.extend([0, 0, 0, 0, 0, 0, 64, 64]);
    file.resize(16 + 68, 0);
    fs::write(folder.path().join("a.wtb"), &file).unwrap();
    let said = run(folder.path(), &["convert", "a.wtb", "-o", "a.txt"], b"");
    assert_eq!(said.code, Some(0), "{}", said.err);
    let text = fs::read_to_string(folder.path().join("a.txt")).unwrap();
    assert_eq!(text, "\t64-0\n");
    let said = run(folder.path(), &["convert", "a.txt"], b"");
    assert_eq!((said.code, &*said.out), (Some(0), "\t64-0\n"));
}

#[test]
fn a_wrong_game_is_named_and_the_others_are_converted() {
    let folder = folder();
    fs::write(
        folder.path().join("a.txt"),
        format!("{SHORTEST}\nf5a1\n{TIGER}\n"),
    )
    .unwrap();
    fs::write(
        folder.path().join("b.ggf"),
        "(;GM[Othello]PB[a\u{1b}[2J]B[F5]W[F5];)(;GM[Othello]RE[-2]B[E6]W[F4]B[E3]W[F6]B[G5]W[D6]B[E7]W[F5]B[C5];)",
    )
    .unwrap();
    let args = ["convert", "a.txt", "none.txt", "b.ggf", "-o", "out.txt"];
    let said = run(folder.path(), &args, b"");
    assert_eq!(said.code, Some(1));
    let lines: Vec<&str> = said.err.lines().collect();
    assert_eq!(
        lines[0],
        "error: a.txt: game 2, line 2: move 2: a1 would turn no discs"
    );
    assert_eq!(
        lines[1],
        format!("error: cannot read \"none.txt\": {NO_SUCH_FILE}")
    );
    assert_eq!(
        lines[2],
        "error: b.ggf: game 1, line 1: move 2: f5 is taken by Black"
    );
    assert_eq!(
        lines[3],
        "warning: b.ggf: game 2: the stated result is White +2, but the moves give 64-0"
    );
    assert_eq!(
        lines[4],
        "error: cannot read 1 file, skipped 2 games, converted 3 games"
    );
    assert_eq!(lines.len(), 5);
    assert_eq!(
        fs::read_to_string(folder.path().join("out.txt")).unwrap(),
        format!("{SHORTEST}\t64-0\n{TIGER}\t?\n{SHORTEST}\t64-0\n")
    );
}

#[test]
fn of_a_million_errors_of_a_kind_the_first_ten_are_printed_and_the_others_counted() {
    let folder = folder();
    let bad = "f5f5\n".repeat(12_345);
    fs::write(folder.path().join("bad.txt"), format!("{SHORTEST}\n{bad}")).unwrap();
    for command in [&["convert"][..], &["games"], &["puzzle", "-n", "1"]] {
        let said = run(folder.path(), &[command, &["bad.txt"]].concat(), b"");
        let is_fault = |line: &&str| line.contains("f5 is taken by Black");
        let (told, lines): (Vec<&str>, Vec<&str>) = said.err.lines().partition(is_fault);
        assert_eq!(told.len(), 10, "{}", said.err);
        assert!(told[9].contains("game 11, line 11"), "{}", told[9]);
        assert!(
            lines.contains(&"and 12,335 more like these"),
            "{}",
            said.err
        );
        if command[0] != "puzzle" {
            assert_eq!(said.code, Some(1), "{}", said.err);
            assert!(
                lines.last().unwrap().contains("12345 games"),
                "{}",
                said.err
            );
        }
    }
}

#[test]
fn json_about_many_games_counts_the_messages_of_each_kind() {
    let folder = folder();
    fs::write(folder.path().join("bad.txt"), "f5f5\n".repeat(12)).unwrap();
    fs::create_dir(folder.path().join("reversi")).unwrap();
    let bad = "(;GM[Othello]B[f5]W[f5];)\n".repeat(11) + "(;GM[Othello]\n";
    fs::write(folder.path().join("reversi/games.ggf"), bad).unwrap();
    for (args, counts) in [
        (
            &["openings", "f5", "bad.txt", "--no-eval", "--json"][..],
            r#"{"move":12}"#,
        ),
        (
            &["history", "--stats", "--json"],
            r#"{"incomplete":1,"move":11}"#,
        ),
    ] {
        let said = run(folder.path(), args, b"");
        let has = said.out.contains(&format!(r#""messages":{counts}"#));
        assert!(has, "{args:?}: {}{}", said.out, said.err);
        assert_eq!(said.code, Some(1), "{}", said.err);
    }
}

#[test]
fn where_each_line_is_an_object_of_one_kind_messages_are_on_standard_error_alone() {
    let folder = folder();
    let games = "f5d6\n".to_owned() + &"f5f5\n".repeat(12);
    fs::write(folder.path().join("some.txt"), games).unwrap();
    let lines = "hello\n".repeat(12) + "-OOOOOOO" + &"X".repeat(55) + "- X;\n";
    for (args, input, end) in [
        (
            &["games", "some.txt", "--json"][..],
            "",
            "and 2 more like these\nerror: cannot read 12 games\n",
        ),
        (
            &["solve", "--json"],
            &lines,
            "and 2 more like these\nerror: 12 invalid lines\n",
        ),
    ] {
        let said = run(folder.path(), args, input.as_bytes());
        let lines: Vec<&str> = said.out.lines().collect();
        assert_eq!(lines.len(), 1, "{}", said.out);
        assert!(lines[0].starts_with('{') && !said.out.contains("messages"));
        assert!(said.err.ends_with(end), "{}", said.err);
        assert_eq!(said.err.lines().count(), 12, "{}", said.err);
        assert_eq!(said.code, Some(1));
    }
}

#[test]
fn an_output_without_a_game_leaves_the_old_file() {
    let folder = folder();
    fs::write(folder.path().join("out.txt"), "old").unwrap();
    let said = run(folder.path(), &["convert", "-", "-o", "out.txt"], b"hello");
    assert_eq!(said.code, Some(1));
    assert!(
        said.err
            .ends_with("error: cannot read 1 file, converted 0 games\n")
    );
    assert_eq!(fs::read(folder.path().join("out.txt")).unwrap(), b"old");
    assert_eq!(names(folder.path()), ["out.txt"]);
}

#[test]
fn an_input_is_never_the_output() {
    let folder = folder();
    let path = folder.path().join("a.txt");
    fs::write(&path, SHORTEST).unwrap();
    fs::hard_link(&path, folder.path().join("b.txt")).unwrap();
    for output in ["a.txt", "./a.txt", "b.txt"] {
        let said = run(folder.path(), &["convert", "a.txt", "-o", output], b"");
        assert_eq!(said.code, Some(2));
        assert_eq!(
            said.err,
            "error: \"a.txt\" is both input and output; write to another file\n"
        );
    }
    // Appended to by the shell, it would grow as fast as it is read.
    let file = fs::File::options().append(true).open(&path).unwrap();
    let output = program(folder.path(), &["convert", "a.txt"])
        .stdout(file)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(fs::read_to_string(&path).unwrap(), SHORTEST);
}

#[test]
fn a_game_to_convert_is_named_as_elsewhere() {
    let folder = folder();
    let games = format!("{SHORTEST}\n{TIGER}\n");
    fs::write(folder.path().join("a.txt"), &games).unwrap();
    let convert = |args: &[&str]| run(folder.path(), &[&["convert"], args].concat(), b"");
    let tiger = convert(&[TIGER]);
    assert_eq!((tiger.code, &*tiger.err), (Some(0), ""));
    assert!(tiger.out.starts_with(TIGER), "{}", tiger.out);
    for name in ["a.txt#2", "a.txt 2"] {
        assert_eq!(convert(&[name]).out, tiger.out, "{name}");
    }
    assert!(convert(&["a.txt#2", "--to", "svg"]).out.starts_with("<svg"));
    let both = convert(&["a.txt#2", SHORTEST, "a.txt"]);
    assert_eq!(both.out.lines().count(), 4, "{}", both.out);
    let none = convert(&["a.txt#3"]);
    assert_eq!(none.code, Some(1));
    assert!(
        none.err.contains("there is no game 3, only 2 games"),
        "{}",
        none.err
    );
    // A word that is no game is a file that is not there.
    assert!(
        convert(&["hello"])
            .err
            .starts_with("error: cannot read \"hello\"")
    );
    let over = convert(&["a.txt#2", "-o", "a.txt"]);
    assert_eq!(over.code, Some(2), "{}", over.err);
    assert_eq!(
        fs::read_to_string(folder.path().join("a.txt")).unwrap(),
        games
    );
}

#[test]
fn what_cannot_be_is_said_before_anything_is_read() {
    let folder = folder();
    fs::write(
        folder.path().join("a.txt"),
        format!("{SHORTEST}\n{TIGER}\n"),
    )
    .unwrap();
    for (code, args, why) in [
        (
            2,
            &["convert", "a.txt", "--to", "wthor"][..],
            "WTHOR is three files; name the first one: -o FILE.wtb",
        ),
        (
            2,
            &["convert", "a.txt", "--from", "svg"],
            "--from svg: this format can only be written",
        ),
        (
            1,
            &["convert", "a.txt", "--to", "svg"],
            "a picture shows one game, but there are several; name one, such as a.txt#2",
        ),
    ] {
        let said = run(folder.path(), args, b"");
        assert_eq!((said.code, &*said.out), (Some(code), ""));
        assert_eq!(said.err, format!("error: {why}\n"));
    }
    let said = run(folder.path(), &["convert", "a.txt", "--to", "quest"], b"");
    assert!(
        said.err
            .starts_with("error: quest can only be read; use --to transcript,")
    );
    let said = run(folder.path(), &["convert", "a.txt", "--to", "fen"], b"");
    assert_eq!(said.code, Some(2));
    assert!(said.err.contains("[possible values: transcript, obf, "));
    let said = run(
        folder.path(),
        &["convert", "a.txt", "-o", "no/such/out.txt"],
        b"",
    );
    assert_eq!(said.code, Some(1));
    assert!(
        said.err
            .starts_with("error: cannot write the output: \"no/such/out.txt\": ")
    );
}

#[test]
fn a_game_becomes_a_picture_an_animation_or_a_recording() {
    let folder = folder();
    fs::write(folder.path().join("a.txt"), format!("{TIGER}\n")).unwrap();
    let written = |args: &[&str], name: &str| {
        let args = [&["convert", "a.txt", "-o", name][..], args].concat();
        let said = run(folder.path(), &args, b"");
        assert_eq!((said.code, &*said.err), (Some(0), ""), "{args:?}");
        fs::read_to_string(folder.path().join(name)).unwrap()
    };
    for (args, keyframes) in [
        (&[][..], false),
        (&["--at", "2"], false),
        (&["--animate"], true),
    ] {
        let picture = written(args, "game.svg");
        let tree = roxmltree::Document::parse(&picture).unwrap();
        assert!(
            tree.root_element()
                .has_tag_name(("http://www.w3.org/2000/svg", "svg"))
        );
        let has_script = tree.descendants().any(|node| node.has_tag_name("script"));
        assert!(!has_script && picture.len() < 200_000);
        assert_eq!(picture.contains("@keyframes"), keyframes, "{args:?}");
        assert_eq!(written(args, "again.svg"), picture);
    }
    let recording = written(&[], "game.cast");
    assert!(
        recording
            .lines()
            .all(|line| serde_json::from_str::<serde_json::Value>(line).is_ok())
    );
    assert_eq!(written(&["--to", "cast"], "again"), recording);
    for (code, args, why) in [
        (
            1,
            &["-o", "b.svg", "--at", "99"][..],
            "--at 99: the game ends at position 5",
        ),
        (
            2,
            &["-o", "b.sgf", "--animate"],
            "--animate draws an svg picture; name one: -o FILE.svg",
        ),
        (
            2,
            &["-o", "b.cast", "--at", "3"],
            "--at draws an svg picture; name one: -o FILE.svg",
        ),
    ] {
        let said = run(
            folder.path(),
            &[&["convert", "a.txt"][..], args].concat(),
            b"",
        );
        assert_eq!(
            (said.code, &*said.err),
            (Some(code), &*format!("error: {why}\n"))
        );
        assert!(!folder.path().join(args[1]).exists());
    }
}

#[test]
fn a_game_that_the_format_cannot_hold_is_left_out() {
    let folder = folder();
    let input = format!("{SHORTEST}\n{TIGER}\n");
    let said = run(
        folder.path(),
        &["convert", "-", "-o", "a.wtb"],
        input.as_bytes(),
    );
    assert_eq!(said.code, Some(1));
    assert!(said.err.starts_with(
        "error: standard input: game 2: WTHOR needs a score, but this game is unfinished and has none\n"
    ));
    assert_eq!(
        run(folder.path(), &["convert", "a.wtb"], b"").out,
        format!("{SHORTEST}\t64-0\n")
    );
}

#[test]
fn a_reader_that_goes_away_ends_it_quietly() {
    let folder = folder();
    let line = format!("{SHORTEST}\n");
    fs::write(folder.path().join("a.txt"), line.repeat(20_000)).unwrap();
    let mut child = program(folder.path(), &["convert", "a.txt"])
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty());
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_one_sentence_and_leaves_no_half_file() {
    let folder = folder();
    fs::write(folder.path().join("a.txt"), SHORTEST).unwrap();
    let said = run(folder.path(), &["convert", "a.txt", "-o", "/dev/full"], b"");
    assert_eq!(said.code, Some(1));
    assert_eq!(
        said.err,
        "error: cannot write the output: the disk is full\n"
    );
    assert!(!fs::metadata("/dev/full").unwrap().is_file());
}

/// Returns whether a process has opened a file of a folder that has no name.
#[cfg(unix)]
fn has_unnamed_file(process: u32, folder: &Path) -> bool {
    let folder = fs::canonicalize(folder).unwrap();
    let Ok(open) = fs::read_dir(format!("/proc/{process}/fd")) else {
        return false;
    };
    let mut files = open.filter_map(|entry| fs::read_link(entry.ok()?.path()).ok());
    files.any(|file| file.starts_with(&folder) && !file.exists())
}

/// Starts a conversion that waits for more input, once it has its temporary file.
#[cfg(unix)]
fn waiting(
    folder: &Path,
    command: &mut Command,
) -> (std::process::Child, std::process::ChildStdin) {
    let mut child = command.spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(SHORTEST.as_bytes()).unwrap();
    let begun = std::time::Instant::now();
    while names(folder).is_empty() && !has_unnamed_file(child.id(), folder) {
        assert!(begun.elapsed().as_secs() < 30);
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    // The signals are caught right after that.
    std::thread::sleep(std::time::Duration::from_millis(100));
    (child, input)
}

#[cfg(unix)]
#[test]
fn a_signal_leaves_no_temporary_file() {
    use rustix::process::{Pid, Signal, kill_process};
    use std::os::unix::process::ExitStatusExt as _;
    signals::have_usual_actions();
    let folder = folder();
    for signal in [Signal::TERM, Signal::INT, Signal::HUP, Signal::KILL] {
        let mut command = program(folder.path(), &["convert", "-", "-o", "a.ggf"]);
        let (mut child, _input) = waiting(folder.path(), &mut command);
        if signal == Signal::KILL && !names(folder.path()).is_empty() {
            // This file system has no files without a name.
            child.kill().unwrap();
            child.wait().unwrap();
            continue;
        }
        let id = Pid::from_raw(i32::try_from(child.id()).unwrap()).unwrap();
        kill_process(id, signal).unwrap();
        let status = child.wait().unwrap();
        assert_eq!(status.signal(), Some(signal.as_raw()));
        assert_eq!(names(folder.path()), [""; 0]);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_ignored_signal_stays_ignored() {
    use rustix::process::{Pid, Signal, kill_process};
    let folder = folder();
    let path = program::path();
    let ignoring = format!("trap '' HUP; exec {} convert - -o a.ggf", path.display());
    let mut command = program::command(folder.path(), "sh");
    command.args(["-c", &ignoring]).current_dir(folder.path());
    let (mut child, input) = waiting(folder.path(), command.stdin(Stdio::piped()));
    let id = Pid::from_raw(i32::try_from(child.id()).unwrap()).unwrap();
    kill_process(id, Signal::HUP).unwrap();
    std::thread::sleep(std::time::Duration::from_millis(100));
    drop(input);
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert_eq!(names(folder.path()), ["a.ggf"]);
}
