//! Details of the formats, each as its description has it: where a text may be cut, which tags count, and what
//! is written to the letter.

use std::io::{BufReader, ErrorKind, Read};
#[cfg(unix)]
use std::path::Path;

use reversi::{Board, ByColor, Color, Game, MoveMark, Position};
use reversi_notation::{
    Format, GamePart, Problem, Record, StatedEnding, StatedResult, StatedScore, detect, wthor,
};

use crate::notation::games::{print, read_all, read_one};

/// The longest game of a file in bytes.
const GAME_LIMIT: usize = 1 << 20;

/// Returns the error of a text that holds a single bad game.
fn error(text: &str, hint: Format) -> String {
    let mut games = read_all(text, Some(hint));
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0).unwrap_err().to_string()
}

/// Plays moves like `f5d6` from the start.
fn game(moves: &str) -> Game {
    read_one(moves, Some(Format::Transcript)).replay().unwrap()
}

#[test]
fn a_format_can_be_read_or_written_or_both() {
    for format in Format::ALL {
        assert_eq!(format.can_be_read(), format != Format::Svg, "{format}");
        let is_read_only = matches!(format, Format::Quest | Format::Csv);
        assert_ne!(format.can_be_written(), is_read_only, "{format}");
    }
}

#[test]
fn a_tree_without_the_name_of_its_game_is_sgf_only_with_its_version() {
    for (text, format, other) in [
        ("(;FF[4]C[hello]B[f5])", Format::Sgf, Format::Ggf),
        ("(;GM[2]C[hello]B[f5])", Format::Sgf, Format::Ggf),
        ("(;PB[x]CO[hello]B[f5];)", Format::Ggf, Format::Sgf),
        ("(;GM[Othello]CO[hello]B[f5];)", Format::Ggf, Format::Sgf),
    ] {
        let games = read_all(text, None);
        assert_eq!(games, read_all(text, Some(format)), "{text}");
        assert_ne!(games, read_all(text, Some(other)), "{text}");
    }
}

#[test]
fn the_bytes_read_are_counted_for_progress() {
    let text = "f5d6\nf5f6\nf5d6c3\n";
    let mut records = detect::read(text.as_bytes(), None);
    assert_eq!(records.bytes_read(), 0);
    records.next().unwrap().unwrap();
    let first = records.bytes_read();
    assert!((5..17).contains(&first), "{first}");
    assert_eq!(records.by_ref().count(), 2);
    assert_eq!(records.bytes_read(), 17);
}

#[cfg(unix)]
#[test]
fn a_device_is_refused_and_the_null_device_is_an_empty_file() {
    let error = detect::open(Path::new("/dev/zero"), None).err().unwrap();
    assert_eq!(error.to_string(), "it is a device, not a file");
    let records = detect::open(Path::new("/dev/null"), Some(Format::Ggf)).unwrap();
    let problems: Vec<_> = records.map(|game| game.unwrap_err().problem).collect();
    assert!(matches!(problems[..], [Problem::NoGame(_)]), "{problems:?}");
}

/// An input that gives one byte at a time and is interrupted before each.
struct Halting<'a>(&'a [u8], bool);

impl Read for Halting<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        self.1 = !self.1;
        if self.1 {
            return Err(ErrorKind::Interrupted.into());
        }
        let count = self.0.len().min(1);
        buffer[..count].copy_from_slice(&self.0[..count]);
        self.0 = &self.0[count..];
        Ok(count)
    }
}

#[test]
fn interruptions_and_small_pieces_change_nothing() {
    let text =
        b"[Event \"x\"]\n\n1. f5 {a\n[White \"y\"]\nb} d6 *\n\n[Event \"z\"]\n\n1. f5 f6 *\n";
    let whole: Vec<_> = detect::read(&text[..], None).collect();
    let halting = BufReader::new(Halting(text, false));
    let pieces: Vec<_> = detect::read(halting, None).collect();
    assert_eq!(whole, pieces);
    assert_eq!(whole.len(), 2);
}

#[test]
fn a_comment_of_pgn_may_hold_what_looks_like_a_tag() {
    let text = "[Event \"a\"]\n\n1. f5 {first\n[White \"nobody\"]\nlast} d6 *\n[Event \"b\"]\n\n1. f5 f6 *\n";
    let games: Vec<Record> = read_all(text, Some(Format::Pgn))
        .into_iter()
        .map(Result::unwrap)
        .collect();
    assert_eq!(games.len(), 2);
    let first = &games[0].moves[0];
    assert_eq!(first.notes.comment, "first\n[White \"nobody\"]\nlast");
    assert_eq!(games[0].players.white, "");
    assert_eq!(games[1].event, "b");
}

#[test]
fn a_game_of_pgn_may_be_as_long_as_the_limit_and_no_longer() {
    let next = "[Event \"b\"]\n\n1. f5 f6 *\n";
    let head = "[Event \"a\"]\n\n1. f5 *\n";
    // Many lines, none of them too long. The line feed at the end of a game does not count.
    for (length, fits) in [(GAME_LIMIT + 1, true), (GAME_LIMIT + 2, false)] {
        let filler = length - head.len();
        let lines = filler / 64 - 1;
        let line = |length: usize| format!("{{{}}}\n", "x".repeat(length - 3));
        let text = head.to_owned() + &line(64).repeat(lines) + &line(filler - 64 * lines);
        assert_eq!(text.len(), length);
        let text = text + next;
        let games = read_all(&text, Some(Format::Pgn));
        assert_eq!(games.len(), 2);
        match &games[0] {
            Ok(_) => assert!(fits),
            Err(error) => {
                assert!(!fits, "{error}");
                assert!(matches!(error.problem, Problem::TooLong), "{error}");
            }
        }
        assert_eq!(games[1].as_ref().unwrap().event, "b");
    }
}

#[test]
fn variations_of_pgn_are_skipped_however_deep() {
    let text = "[Event \"a\"]\n\n1. f5 (1. c4 (1. d3 c3) e3) d6 (f6) 2. c3 *\n";
    let record = read_one(text, Some(Format::Pgn));
    assert_eq!(record.replay().unwrap(), game("f5d6c3"));
}

#[test]
fn moves_of_pgn_may_be_glued_to_their_numbers_and_to_each_other() {
    for text in [
        "1. f5 d6 2. c3 d3",
        "1.f5 d6 2.c3 d3",
        "1...f5 d6 c3! d3?,",
        "f5d6c3d3",
        "1.f5d6c3d3",
        "1 f5 d6 2 c3 d3",
    ] {
        let text = format!("[Event \"a\"]\n\n{text} *\n");
        let record = read_one(&text, Some(Format::Pgn));
        assert_eq!(record.replay().unwrap(), game("f5d6c3d3"), "{text}");
    }
    let error = error("[Event \"a\"]\n\n1f5 d6 *\n", Format::Pgn);
    assert!(error.contains("1f5"), "{error}");
}

#[test]
fn the_tags_of_pgn_about_the_result_are_read() {
    let text =
        "[Event \"a\"]\n[Result \"10-54\"]\n[Termination \"Time forfeit\"]\n\n1. f5 d6 0-1\n";
    let result = read_one(text, Some(Format::Pgn)).result.unwrap();
    assert_eq!(
        result.score,
        Some(StatedScore::Counts(ByColor::new(10, 54)))
    );
    assert_eq!(result.ending, Some(StatedEnding::Time));
    let text = "[Event \"a\"]\n[Result \"*\"]\n\n1. f5 d6 0-1\n";
    let result = read_one(text, Some(Format::Pgn)).result.unwrap();
    assert_eq!(result.score, Some(StatedScore::Winner(Some(Color::White))));
}

#[test]
fn pgn_is_written_in_lines_of_at_most_80_bytes_with_moves_in_pairs() {
    let moves = "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4";
    let written = print(Format::Pgn, &Record::from_game(&game(moves)));
    let expected = "\
[Event \"?\"]
[Site \"?\"]
[Date \"????.??.??\"]
[Round \"?\"]
[Black \"?\"]
[White \"?\"]
[Result \"*\"]

1. f5 d6 2. c3 d3 3. c4 f4 4. f6 f3 5. e6 e7 6. d7 c5 7. b6 d8 8. c6 c7 9. d2 b5
10. a5 a6 11. a7 g5 12. e3 b4 *

";
    assert_eq!(written, expected);
}

#[test]
fn ggf_has_a_time_for_each_side_or_one_for_both() {
    let text = "(;GM[Othello]PB[a]PW[b]TB[05:00]TW[1:00]B[f5/1.5/1:30];)";
    let record = read_one(text, None);
    assert_eq!(
        record.time_control,
        ByColor::new("05:00".to_owned(), "1:00".to_owned())
    );
    assert_eq!(record.moves[0].notes.seconds, Some(90.0));
    assert_eq!(record.moves[0].notes.evaluation, Some(1.5));
    let both = read_one("(;GM[Othello]TI[05:00//02:00]B[f5];)", None);
    assert_eq!(
        both.time_control,
        ByColor::from_fn(|_| "05:00//02:00".to_owned())
    );
    assert_eq!(
        read_one("(;B[f5//1:01:01];)", Some(Format::Ggf)).moves[0]
            .notes
            .seconds,
        Some(3661.0)
    );
}

#[test]
fn ggf_has_one_board_before_the_moves_of_the_right_game_and_size() {
    let board = "8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *";
    assert!(
        error(&format!("(;BO[{board}]BO[{board}]B[f5];)"), Format::Ggf)
            .contains("one board before the moves")
    );
    assert!(
        error(&format!("(;B[f5]BO[{board}];)"), Format::Ggf).contains("one board before the moves")
    );
    let other = error("(;GM[Go]B[f5];)", Format::Ggf);
    assert!(other.contains("Go") && other.contains("Othello"), "{other}");
    let size = error("(;GM[Othello]BO[10 -- *]B[f5];)", Format::Ggf);
    assert!(size.contains("\"10\", but it must be 8"), "{size}");
    let size = error("(;GM[Othello]BO[-- *]B[f5];)", Format::Ggf);
    assert!(size.contains("board size"), "{size}");
}

#[test]
fn ggf_is_written_with_its_board_in_eight_ranks() {
    let mut record = Record::from_game(&game("f5d6"));
    record.players = ByColor::new("a".to_owned(), "b".to_owned());
    let expected = "(;GM[Othello]PB[a]PW[b]TY[8]RE[?]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[F5]W[D6];)";
    assert_eq!(print(Format::Ggf, &record).trim_end(), expected);
}

#[test]
fn a_winner_has_a_score_in_ggf_only_if_the_game_was_cut_short() {
    for (winner, ending, text, is_left_out) in [
        ("1-0", "normal", "RE[?]", true),
        ("0-1", "normal", "RE[?]", true),
        ("1/2-1/2", "normal", "RE[+0.000]", false),
        ("0-1", "resignation", "RE[-64.000:r]", false),
        ("1-0", "time forfeit", "RE[+64.000:t]", false),
    ] {
        let pgn = format!("[Event \"a\"]\n[Termination \"{ending}\"]\n\n1. f5 d6 {winner}\n");
        let record = read_one(&pgn, Some(Format::Pgn));
        let written = print(Format::Ggf, &record);
        assert!(written.contains(text), "{written}");
        let parts = Format::Ggf.left_out(&record).parts;
        assert_eq!(parts.contains(&GamePart::Result), is_left_out, "{pgn}");
    }
}

#[test]
fn a_board_is_over_only_when_neither_side_can_move() {
    let only_black_moves: Board =
        "XO-------------------------------------------------------------- O"
            .parse::<Position>()
            .unwrap()
            .board();
    assert!(only_black_moves.legal_moves().is_empty());
    assert!(!only_black_moves.is_game_over());
    assert!(!only_black_moves.swapped().is_game_over());
    let nobody: Board = "XX-------------------------------------------------------------- O"
        .parse::<Position>()
        .unwrap()
        .board();
    assert!(nobody.is_game_over() && nobody.swapped().is_game_over());
}

#[test]
fn the_empty_squares_of_an_outcome_are_those_of_its_board() {
    let outcome = game("f5f4c3e6f7g6g4e8g8g5h5").outcome().unwrap();
    assert_eq!(outcome.discs, ByColor::new(14, 1));
    assert_eq!(outcome.empties(), 49);
    assert_eq!(outcome.margin(), 62);
}

#[test]
fn a_long_comment_on_a_game_begins_the_movetext_of_pgn() {
    let mut record = Record::from_game(&game("f5d6"));
    record.comment = "word ".repeat(30).trim_end().to_owned();
    let written = print(Format::Pgn, &record);
    let expected = format!("[Result \"*\"]\n\n{{{}}}\n1. f5 d6 *\n\n", record.comment);
    assert!(written.ends_with(&expected), "{written}");
}

#[test]
fn the_first_move_of_white_has_a_number_and_dots_in_pgn() {
    let start = "---------------------------OX------XO--------------------------- O";
    let record = read_one(&format!("{start}; e3 d3 c5"), None);
    let written = print(Format::Pgn, &record);
    assert!(written.ends_with("\n\n1... e3 2. d3 c5 *\n\n"), "{written}");
}

#[test]
fn what_an_error_quotes_is_cut_off_after_60_characters() {
    for (length, dots) in [(60, ""), (61, "..."), (200, "...")] {
        let error = error(&format!("(;GM[{}]B[f5];)", "é".repeat(length)), Format::Ggf);
        let expected = format!("the game is \"{}{dots}\", but", "é".repeat(60));
        assert!(error.contains(&expected), "{error}");
    }
}

const WTHOR: &[u8] = include_bytes!("../../fixtures/wthor-1978.wtb");

#[test]
fn a_file_of_wthor_is_recognised_by_a_header_that_is_possible_in_every_field() {
    // The century and the year, the month and the day of the file, the names, the size of the board, its
    // type, and the depth of the theoretical scores.
    for (at, good, bad) in [
        (0, [19, 21], [18, 22]),
        (1, [0, 99], [100, 255]),
        (2, [1, 12], [0, 13]),
        (3, [1, 31], [0, 32]),
        (8, [0, 0], [1, 255]),
        (9, [0, 0], [1, 255]),
        (12, [0, 10], [7, 9]),
        (13, [0, 1], [2, 255]),
        (14, [0, 60], [61, 255]),
    ] {
        let format = |byte: u8| {
            let mut file = WTHOR.to_vec();
            file[at] = byte;
            detect::detect(&file)
        };
        for byte in good {
            assert_eq!(format(byte), Some(Format::Wthor), "byte {at}: {byte}");
        }
        for byte in bad {
            assert_ne!(format(byte), Some(Format::Wthor), "byte {at}: {byte}");
        }
    }
}

#[test]
fn the_names_of_wthor_come_from_the_file_of_the_same_name_or_the_only_one() {
    let folder = tempfile::tempdir().unwrap();
    let put = |name: &str, bytes: &[u8]| std::fs::write(folder.path().join(name), bytes).unwrap();
    let names = || {
        let mut games = detect::open(&folder.path().join("games.wtb"), None).unwrap();
        let record = games.next().unwrap().unwrap();
        (record.players.black, record.event)
    };
    let expect = |player: &str, event: &str| {
        assert_eq!(names(), (player.to_owned(), event.to_owned()));
    };
    let players = include_bytes!("../../fixtures/wthor.jou");
    let events = include_bytes!("../../fixtures/wthor.trn");
    put("games.wtb", WTHOR);
    let (player, event) = names();
    assert!(
        player.starts_with('#') && event.starts_with('#'),
        "{player}, {event}"
    );
    put("people.jou", players);
    put("events.trn", events);
    expect("Davison Jeff", "World Championship");
    // Of two others nobody knows which.
    put("other.jou", players);
    expect(&player, "World Championship");
    put("Games.jou", players);
    expect("Davison Jeff", "World Championship");
}

#[test]
fn a_picture_shows_every_move_on_its_square_with_its_number() {
    let moves = "e6f4e3f6g5d6e7f5c5";
    let mut record = Record::from_game(&game(moves));
    record.players = ByColor::new("Ann & Co".to_owned(), "Ben".to_owned());
    insta::assert_snapshot!(print(Format::Svg, &record));
}

#[test]
fn a_position_is_set_up_before_the_first_move() {
    let error = error("(;GM[2]FF[4];B[f5];AB[a1])", Format::Sgf);
    assert!(error.contains("a set-up before the first move"), "{error}");
}

#[test]
fn a_file_of_wthor_has_a_whole_header_and_scores_that_no_board_has() {
    let read = |bytes: &[u8]| -> Vec<_> { detect::read(bytes, Some(Format::Wthor)).collect() };
    let mut bytes = vec![20, 6, 1, 1, 1, 0, 0, 0, 0, 0, 0xd6, 0x07, 8, 0, 22, 0];
    let error = read(&bytes[..15]).remove(0).unwrap_err().to_string();
    assert!(error.contains("the header of 16 bytes"), "{error}");
    bytes.extend([0, 0, 0, 0, 0, 0, 70, 64]);
    bytes.resize(16 + 68, 0);
    let record = read(&bytes).remove(0).unwrap();
    assert_eq!(record.date, "2006");
    assert_eq!(
        record.result.unwrap().score,
        Some(StatedScore::Margin(76.0))
    );
}

#[test]
fn a_line_of_pgn_that_begins_with_a_percent_sign_is_no_move() {
    let text = "% written by hand\n[Event \"a\"]\n% tags go on\n[Black \"Ann\"]\n\n1. f5\n% a1 {\nd6 *\n\n\
                % between\n[Event \"b\"]\n\n1. f5 {a\n% b} f6 *\n";
    let games: Vec<Record> = (read_all(text, None).into_iter().map(Result::unwrap)).collect();
    assert_eq!(games.len(), 2);
    assert_eq!(games[0].replay().unwrap(), game("f5d6"));
    assert_eq!(games[0].players.black, "Ann");
    assert_eq!(games[1].moves[0].notes.comment, "a\n% b");
}

#[test]
fn a_comment_of_pgn_keeps_its_closing_brace_and_what_looks_like_the_next_game() {
    let mut record = Record::from_game(&game("f5d6c3"));
    let comment = "one } two\n\n  [Event \"x\"]\n; three";
    comment.clone_into(&mut record.comment);
    comment.clone_into(&mut record.moves[1].notes.comment);
    record.moves[1].notes.evaluation = Some(-2.0);
    record.moves[2].notes.comment = "a\n[Event \"b\"]".to_owned();
    let text = print(Format::Pgn, &record);
    assert!(
        text.contains("{[%eval -2]}\n; one } two\n; \n;   [Event"),
        "{text}"
    );
    let again = read_one(&text, None);
    assert_eq!((again.comment, again.moves), (record.comment, record.moves));
}

#[test]
fn numbers_of_pgn_that_are_no_marks_are_kept() {
    let text = "[Event \"a\"]\n\n1. f5 $14 $3 {good} d6 $1 $2 (1... f6 $146) 2. c3 $0 *\n";
    let record = read_one(text, None);
    let notes = |at: usize| &record.moves[at].notes;
    assert_eq!(
        (notes(0).mark, &*notes(0).comment),
        (Some(MoveMark::Brilliant), "$14\ngood")
    );
    assert_eq!(
        (notes(1).mark, &*notes(1).comment),
        (Some(MoveMark::Good), "$2")
    );
    assert_eq!((notes(2).mark, &*notes(2).comment), (None, ""));
    let written = print(Format::Pgn, &record);
    assert!(
        written.contains("1. f5 $3 $14 {good} d6 $1 $2 (1... f6 $146) 2. c3 *"),
        "{written}"
    );
    for format in [Format::Pgn, Format::Sgf] {
        let again = read_one(&print(format, &record), None);
        assert_eq!(
            (&again.moves, &again.variations),
            (&record.moves, &record.variations)
        );
    }
}

#[test]
fn other_rules_of_ggf_are_not_read_as_othello() {
    let game = |name: &str| format!("(;GM[Othello]TY[{name}]B[f5];)");
    for name in ["8", "s8", "8k", "8r20", "s8r20", "s8kr14", "", "rated"] {
        read_one(&game(name), None);
    }
    for name in ["8a", "s8a", "8r20a", "88", "10", "s10r20", "8b"] {
        let error = error(&game(name), Format::Ggf);
        let expected = format!(
            "the type of the game is \"{name}\", but it must be that of Othello on 8x8, such as 8, 8k or s8r20"
        );
        assert!(error.ends_with(&expected), "{error}");
    }
}

#[test]
fn the_game_may_be_called_reversi() {
    for text in ["(;GM[Reversi]B[f5];)", "(;FF[4]GM[Reversi]SZ[8];B[f5])"] {
        assert_eq!(read_one(text, None).moves.len(), 1, "{text}");
    }
}

#[test]
fn squares_of_sgf_may_be_pairs_of_letters() {
    let text = "(;FF[4]GM[2]SZ[8]AB[ed][de]AW[dd:dd][ee]PL[B];B[fe];W[df];B[cc])";
    let record = read_one(text, None);
    assert_eq!(record.start, Position::START);
    assert_eq!(record.replay().unwrap(), game("f5d6c3"));
    let error = error("(;GM[2];B[if])", Format::Sgf);
    assert!(error.contains("\"if\" is not a square"), "{error}");
}

#[test]
fn utf_16_is_read_in_every_text_format() {
    let texts = [
        "f5d6c3\n",
        "(;GM[Othello]PB[村上]B[f5];)",
        "(;GM[2]PB[村上];B[f5])",
        "[Event \"é\"]\n[Black \"村上\"]\n\n1. f5 *\n",
        "{\"players\":[{\"name\":\"村上\"}],\"moves\":[{\"m\":\"f5\"}]}",
    ];
    for text in texts {
        let units = || std::iter::once(0xfeff).chain(text.encode_utf16());
        let little: Vec<u8> = units().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = units().flat_map(u16::to_be_bytes).collect();
        for bytes in [little, big] {
            assert_eq!(detect::detect(&bytes), detect::detect(text.as_bytes()));
            let records = read_all(&bytes, None);
            assert_eq!(records, read_all(text, None), "{text}");
        }
    }
}

#[test]
fn a_result_that_no_board_has_is_no_result() {
    // Edax writes -127 for an unfinished game.
    let record = read_one("(;GM[Othello]RE[-127.000]B[f5]W[d6];)", None);
    assert_eq!(record.true_result(), None);
    assert_eq!(
        record.check().unwrap().to_string(),
        "the stated result is impossible (-127), but the moves stop with 58 empty squares"
    );
    for (format, unknown) in [
        (Format::Ggf, "RE[?]"),
        (Format::Pgn, "\"*\""),
        (Format::Transcript, "\t?"),
    ] {
        assert!(print(format, &record).contains(unknown), "{format}");
    }
    assert!(!print(Format::Sgf, &record).contains("RE["));
}

#[test]
fn an_empty_game_is_not_the_position_that_it_starts_from() {
    let mut record = Record::default();
    assert_eq!(print(Format::Transcript, &record), "\t?\n");
    record.result = Some(StatedResult::of(StatedScore::Counts(ByColor::new(64, 0))));
    record.comment = "not played".to_owned();
    let line = print(Format::Transcript, &record);
    assert_eq!(line, "\t64-0\t% not played\n");
    assert_eq!(read_one(&line, None), record);
    let games = read_all(format!("{line}f5d6\t?\n\t?\n"), None);
    let moves: Vec<usize> = games
        .iter()
        .map(|game| game.as_ref().unwrap().moves.len())
        .collect();
    assert_eq!(moves, [0, 2, 0]);
}

#[test]
fn a_comment_on_a_game_stays_in_its_line() {
    for (text, expected) in [
        ("f5d6 # one % two\n", "f5d6\t?\t% one % two\n"),
        ("f5d6 % one\nc3d3 % two\n", "f5d6c3d3\t?\n"),
    ] {
        assert_eq!(print(Format::Transcript, &read_one(text, None)), expected);
    }
    let two = read_one("f5d6 % one\nc3d3 % two\n", None);
    assert_eq!(two.comment, "one\ntwo");
    let position = "---------------------------OX------XO--------------------------- X % start\n";
    assert_eq!(print(Format::Obf, &read_one(position, None)), position);
}

#[test]
fn the_depth_of_the_theoretical_scores_of_wthor_comes_back() {
    let mut file = WTHOR.to_vec();
    for (depth, expected) in [(24, 24), (0, 22), (30, 30)] {
        file[14] = depth;
        let mut writer =
            wthor::Writer::new(std::io::Cursor::new(Vec::new()), (2024, 2, 29), 1978).unwrap();
        for game in read_all(&file, None) {
            for format in [Format::Ggf, Format::Sgf, Format::Pgn] {
                let game = game.as_ref().unwrap();
                let again = read_one(&print(format, game), None);
                assert_eq!(again.theoretical.unwrap().empties, expected);
                assert_eq!(again.theoretical, game.theoretical, "{format}");
            }
            writer.write(&game.unwrap()).unwrap().unwrap();
        }
        let written = writer.finish().unwrap().0.into_inner();
        assert_eq!(written[14], expected);
        for (one, other) in written[16..].chunks(68).zip(file[16..].chunks(68)) {
            assert_eq!(one[6..], other[6..], "scores and moves");
        }
    }
}

#[test]
fn the_list_of_names_with_the_longest_common_beginning_is_that_of_a_file() {
    let players = include_bytes!("../../fixtures/wthor.jou");
    let names = |file: &str, lists: &[&str]| {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(file), WTHOR).unwrap();
        for list in lists {
            std::fs::write(folder.path().join(list), players).unwrap();
        }
        let mut games = detect::open(&folder.path().join(file), None).unwrap();
        let player = games.next().unwrap().unwrap().players.black;
        let problems: Vec<String> =
            (games.name_problems().iter().map(ToString::to_string)).collect();
        assert_eq!(
            player.starts_with('#'),
            !problems.is_empty() || lists.is_empty(),
            "{file}"
        );
        problems.join("\n")
    };
    for (file, lists) in [
        ("WTH_2022.wtb", &["WTH.JOU"][..]),
        ("WTH_2022.wtb", &["WTHOR.JOU", "PLAYOK.JOU", "A.JOU"]),
        ("WTH_2022.wtb", &["WTHOR.JOU", "WTH.JOU", "PLAYOK.JOU"]),
        ("PLAYOK_2023.wtb", &["WTH.JOU", "PLAYOK.JOU", "X.JOU"]),
        ("wthor-1978.wtb", &["WTH.jou", "wthor.jou"]),
        ("games.wtb", &["people.jou"]),
        ("1978.wtb", &["WTHOR.JOU"]),
        ("W2024.wtb", &["WTH.JOU", "W.JOU"]),
        ("games.wtb", &[]),
    ] {
        assert_eq!(names(file, lists), "", "{file} {lists:?}");
    }
    for (file, lists, expected) in [
        (
            "PLAYOK_2023.wtb",
            &["WTH.JOU"][..],
            "none of the lists beside it begins like its own name (WTH.JOU)",
        ),
        (
            "W2024.wtb",
            &["WTH.JOU"],
            "none of the lists beside it begins like its own name (WTH.JOU)",
        ),
        (
            "games.wtb",
            &["A.jou", "B.jou"],
            "none of the lists beside it begins like its own name (A.jou, B.jou)",
        ),
        (
            "WTH_1.wtb",
            &["WTHa.jou", "WTHb.jou"],
            "several lists begin like its own name (WTHa.jou, WTHb.jou)",
        ),
    ] {
        assert_eq!(
            names(file, lists),
            format!("no names of players: {expected}")
        );
    }
}

#[test]
fn a_number_that_is_not_in_the_list_of_names_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let put = |name: &str, bytes: &[u8]| std::fs::write(folder.path().join(name), bytes).unwrap();
    let mut file = WTHOR.to_vec();
    // White in the first game, Black in the second.
    file[16 + 4..16 + 6].copy_from_slice(&60_000u16.to_le_bytes());
    file[16 + 68 + 2..16 + 68 + 4].copy_from_slice(&60_001u16.to_le_bytes());
    put("games.wtb", &file);
    put("games.jou", include_bytes!("../../fixtures/wthor.jou"));
    let mut games = detect::open(&folder.path().join("games.wtb"), None).unwrap();
    let first = games.next().unwrap().unwrap();
    assert_eq!(first.players.white, "#60000");
    assert_eq!(games.by_ref().count(), 7);
    let problems: Vec<String> = (games.name_problems().iter().map(ToString::to_string)).collect();
    assert_eq!(problems.len(), 1);
    assert!(
        problems[0].starts_with(
            "2 games have players that are not in games.jou, such as number 60000 of "
        ),
        "{problems:?}"
    );
    put("games.jou", b"short");
    let problems = detect::open(&folder.path().join("games.wtb"), None)
        .unwrap()
        .name_problems();
    assert!(
        problems[0]
            .to_string()
            .starts_with("no names of players: cannot read games.jou: ")
    );
}
