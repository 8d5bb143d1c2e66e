//! No text becomes another board or game without a word: texts whose right answer is known, and laws about changed
//! texts, made without the code that reads them.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use reversi::Position;
use reversi_notation::detect;
use reversi_notation::find::{TextItem, find};

/// A text may always be refused.
const REFUSED: &str = "!";

/// The moves of the game in several of the files.
const WHOLE_GAME: &str = "d3c3c4c5c6c7b2e3c8b4f2b5a4c2f5b7d7f3d2a6d6b6a8b8a7c1a5a1g2f4d1g5g6h7b1a3f6e6f7g7a2d8h8e8e7g4h4b3h5\
    h6f8h1h2e1e2f1g1g3h3g8";

const SHORT_GAME: &str = "d3c3f5f6b3b2b1a3g7c1b4a1b5a5c5b6b7";

const FIRST: &str = "-----------------O------X-OXXXXO-XOOOOXO--X--OXO----OOXO-------X";
const SECOND: &str = "XOOOO----O-OO---OOXOO-X--OOOOO-----XX-O----XXX-----XXX-------XX-";
const THIRD: &str = "OOO------O------OOXX-----O-XX---XOXXXX---O---X---O----X---------";
const FOURTH: &str = "--XXO------XX-O--OXXXXOO--XXXOO--OOOOXXX-XOOO-XX---O-O-X--------";

const CROSSED: &str =
    "---------------------------XO------OX--------------------------- X f4d3c4b3d2d1";

/// The files of tests/data/texts, and what each of them is: items separated by ` ; `, each a transcript, a board, or a board
/// and moves. A board without a side may have any side to move.
const FILES: [(&str, &str); 41] = [
    ("side-line-then-text.txt", "FIRST O"),
    ("two-boards-with-side-lines.txt", "FIRST O ; SECOND O"),
    ("crossed-start-chat.txt", CROSSED),
    ("crossed-start-list.txt", CROSSED),
    ("moves-row-col.json", SHORT_GAME),
    ("moves-x-y.json", SHORT_GAME),
    ("moves-unknown-object.json", REFUSED),
    ("moves-last-object.json", "f5d6c3"),
    ("position-best.json", "THIRD"),
    ("position-frame.json", "THIRD"),
    ("position-hash-signs.json", "THIRD X a7"),
    ("cells-in-brackets.txt", "SECOND O"),
    ("rows-yaml.yaml", "SECOND O"),
    ("names-java.txt", "FIRST"),
    ("names-rust.txt", "FIRST"),
    ("csv-empty-cells.csv", "FOURTH"),
    ("lists-of-squares.txt", "FOURTH X"),
    ("dict-of-squares.txt", "FOURTH"),
    ("binary-numbers.txt", "THIRD"),
    ("ranks-from-8.txt", "FIRST O"),
    ("third-sign-on-legal-squares.txt", "THIRD X"),
    ("third-sign-elsewhere.txt", "THIRD"),
    ("legend-numbers.txt", "SECOND"),
    ("legend-minus.txt", "SECOND"),
    ("legend-zero-is-black.txt", "SECOND"),
    ("legend-enum.txt", "SECOND"),
    ("legend-letters.txt", "SECOND O"),
    ("legend-signs.txt", "SECOND"),
    ("legend-contradicted.txt", REFUSED),
    ("lowest-bit-a1.txt", "FOURTH X"),
    ("two-boards-side-by-side.txt", "FIRST ; THIRD"),
    ("doubled-cells.txt", "FIRST"),
    (
        "names-that-end-with-squares.txt",
        "Tiger: f5d6c3d3c4 ; with e7: f5d6c3d3c4f4f6g5e6d7e7",
    ),
    (
        "names-before-equals.txt",
        "Tiger: f5d6c3d3c4 ; Berg: f5d6c3d3c4b5",
    ),
    ("moves-and-grid-and-comments.txt", WHOLE_GAME),
    ("grid-alone.txt", WHOLE_GAME),
    ("number-rows.txt", WHOLE_GAME),
    ("names-below-moves.txt", SHORT_GAME),
    ("sgf-without-last-parenthesis.sgf", "f5d6c3"),
    ("board-behind-hash.txt", "FIRST O"),
    ("colour-row-column.txt", SHORT_GAME),
];

/// Other texts, in the same form.
const TEXTS: [(&str, &str); 11] = [
    (
        "[12:03] Ann: e3\n[12:04] Bob: d3\n[12:05] Ann: c5\n[12:06] Bob: b6\n",
        REFUSED,
    ),
    ("black: e3\nwhite: d3\nblack: c5\nwhite: b6\n", REFUSED),
    (
        "| Player | Move |\n|---|---|\n| Ann | e3 |\n| Bob | d3 |\n| Ann | c5 |\n| Bob | b6 |\n",
        REFUSED,
    ),
    ("Ann: a1\nBob: h8\nAnn: f5\nBob: d6\nAnn: c3\n", REFUSED),
    ("[{\"m\":\"f5\"},{\"x\":1},{\"m\":\"d6\"}]", REFUSED),
    (
        "{\"moves\":[{\"m\":\"f5\"},{\"x\":1},{\"m\":\"d6\"}]}",
        REFUSED,
    ),
    (
        "{\"moves\":[{\"row\":4,\"col\":5},{\"row\":9,\"col\":3}]}",
        REFUSED,
    ),
    (
        "Tiger | f5d6c3\nwith e7 | f5d6c3d3c4f4f6g5e6d7e7\n",
        "Tiger: f5d6c3 ; with e7: f5d6c3d3c4f4f6g5e6d7e7",
    ),
    ("WHITE = 1, BLACK = 2\nNUMBERS", "SECOND"),
    ("NUMBERS\nBLACK = 1\nWHITE = 1\n", REFUSED),
    (
        "int board[8][8]; // 1 is white and 2 is black\nNUMBERS",
        "SECOND",
    ),
];

/// [`SECOND`] with 0 for empty squares, 1 for White and 2 for Black.
const NUMBERS: &str = "2 1 1 1 1 0 0 0\n0 1 0 1 1 0 0 0\n1 1 2 1 1 0 2 0\n0 1 1 1 1 1 0 0\n\
    0 0 0 2 2 0 1 0\n0 0 0 2 2 2 0 0\n0 0 0 2 2 2 0 0\n0 0 0 0 0 2 2 0\n";

/// Describes an item in the form of the table.
fn described(item: &TextItem) -> String {
    let record = item.clone().into_record();
    let moves: String = record.squares().map(|square| square.to_string()).collect();
    let read = match record.start {
        Position::START if !moves.is_empty() => moves,
        start => format!("{start} {moves}"),
    };
    let read = read.trim_end();
    if record.comment.is_empty() {
        read.to_owned()
    } else {
        format!("{}: {read}", record.comment)
    }
}

/// Returns whether what was read is what is right.
fn is_right(read: &str, right: &str) -> bool {
    let boards = [
        ("FIRST", FIRST),
        ("SECOND", SECOND),
        ("THIRD", THIRD),
        ("FOURTH", FOURTH),
    ];
    let right = boards
        .iter()
        .fold(right.to_owned(), |right, (name, board)| {
            right.replace(name, board)
        });
    let (read, right) = (read.split(" ; "), right.split(" ; "));
    let is_item = |(read, right): (&str, &str)| {
        let is_board = right.len() == 64 && right.bytes().all(|byte| b"XO-".contains(&byte));
        read == right || is_board && read.len() == 66 && read.starts_with(right)
    };
    read.clone().count() == right.clone().count() && read.zip(right).all(is_item)
}

/// Returns what is read in a text.
fn read(text: &str) -> Result<String, String> {
    let content = find(text).map_err(|error| error.to_string())?;
    let items: Vec<String> = content.items.iter().map(described).collect();
    Ok(items.join(" ; "))
}

/// Reads a text as a file: its games, or the first problem.
fn read_as_file(text: &str) -> Result<String, String> {
    let items: Result<Vec<String>, String> = detect::read(text.as_bytes(), None)
        .map(|game| {
            let game = game.map_err(|error| error.to_string())?;
            let moves: String = game.squares().map(|square| square.to_string()).collect();
            let read = match game.start {
                Position::START if !moves.is_empty() => moves,
                start => format!("{start} {moves}"),
            };
            let read = read.trim_end();
            Ok(if game.comment.is_empty() {
                read.to_owned()
            } else {
                format!("{}: {read}", game.comment)
            })
        })
        .collect();
    items.map(|items| items.join(" ; "))
}

fn file(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/texts");
    fs::read_to_string(folder.join(name)).unwrap()
}

#[test]
fn no_text_with_a_known_answer_becomes_another_board_or_game() {
    let mut wrong = String::new();
    let mut right = 0;
    let files = FILES.map(|(name, answer)| (file(name), answer));
    let texts = TEXTS.map(|(text, answer)| (text.replace("NUMBERS", NUMBERS), answer));
    for (text, answer) in files.iter().chain(&texts) {
        for (door, read) in [("a text", read(text)), ("a file", read_as_file(text))] {
            match read {
                Ok(read) if is_right(&read, answer) => right += 1,
                Ok(read) => writeln!(
                    wrong,
                    "{text}\n  is read as {door} as\n{read}\n  instead of\n{answer}\n"
                )
                .unwrap(),
                Err(_) if *answer == REFUSED => right += 1,
                Err(error) => println!("{text}\n  is refused as {door}:\n{error}\n"),
            }
        }
    }
    println!("{right} of {} are right", 2 * (files.len() + texts.len()));
    assert!(wrong.is_empty(), "{wrong}");
}
