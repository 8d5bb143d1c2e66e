//! What is read in a board is what its text says, or nothing: about 350 boards in 50 spellings, and what becomes of them
//! by slips.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use reversi::notation::find::{TextItem, find};

use crate::board_spellings::{SPELLINGS, WrittenBoard, boards};

/// The least share of the texts that is read, in percent; the rest is refused.
const LEAST_READ: usize = 90;

fn file_of(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/data/boards/{name}.txt"))
}

/// The texts of a file.
fn read_file(name: &str) -> Vec<WrittenBoard> {
    let file = fs::read_to_string(file_of(name)).unwrap();
    let texts = file.split_terminator("\n====\n").map(|entry| {
        let (text, stated) = entry.split_once("\n----\n").unwrap();
        WrittenBoard {
            text: text.to_owned(),
            stated: stated.to_owned(),
        }
    });
    texts.collect()
}

/// With `REVERSI_WRITE_BOARDS` set, the files are written instead.
#[test]
fn the_files_of_boards_are_what_their_spellings_write() {
    for (spelling, boards) in SPELLINGS.iter().zip(boards()) {
        let mut file = String::new();
        for WrittenBoard { text, stated } in spelling.texts(&boards) {
            assert!(!text.contains("\n====\n") && !text.contains("\n----\n"));
            write!(file, "{text}\n----\n{stated}\n====\n").unwrap();
        }
        if std::env::var_os("REVERSI_WRITE_BOARDS").is_some() {
            fs::create_dir_all(file_of("").parent().unwrap()).unwrap();
            fs::write(file_of(spelling.name), &file).unwrap();
        }
        let written = fs::read_to_string(file_of(spelling.name)).unwrap();
        assert_eq!(written, file, "{}", spelling.name);
    }
}

/// The spellings that have no other sign of a square than these: of a black disc, a white one and an empty square.
const ONLY_SIGNS: [(&str, &str); 22] = [
    ("rows", "XO-"),
    ("rows-spaced", "XO-"),
    ("rows-lower", "xo."),
    ("coordinates-left", "XO."),
    ("coordinates-right", "XO."),
    ("coordinates-both", "XO-"),
    ("ranks-from-0", "XO."),
    ("lists-strings", "XO."),
    ("digits", "120"),
    ("digits-rows", "120"),
    ("walls-hash", "XO."),
    ("walls-question", "@o."),
    ("walls-star", "BW."),
    ("walls-plus", "XO-"),
    ("walls-three", "120"),
    ("emoji-green", "⚫⚪🟩"),
    ("emoji-white", "⚫⚪⬜"),
    ("emoji-black", "⚫⚪⬛"),
    ("squares-for-empty", "●○□"),
    ("dots", "●○・"),
    ("letters", "BW."),
    ("at-signs", "@O."),
];

/// A second reader of the texts, a line or two for each spelling, so that the files are checked twice. It knows the
/// spelling of its text, and shares nothing with the program.
fn read_apart(spelling: &str, text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let board = |squares: &str| format!("= {squares} ?");
    let with_side =
        |squares: &str, is_black| format!("= {squares} {}", if is_black { 'X' } else { 'O' });
    let all = |line: fn(&str) -> String| {
        lines
            .iter()
            .map(|&text| line(text))
            .collect::<Vec<_>>()
            .join("\n")
    };
    if let Some((_, signs)) = ONLY_SIGNS.iter().find(|(name, _)| *name == spelling) {
        return board(&of_signs(text, signs));
    }
    match spelling {
        "obf" | "obf-scores" => format!("= {}", &text[..66]),
        "lines-score" => all(|line| format!("= {} ?", &line[..64])),
        "lines-side-score" => all(|line| format!("= {}", &line[..66])),
        "lines-csv" => all(|line| format!("= {line:.64} ?")).replacen("= board,score ?\n", "", 1),
        "edax" => {
            let rows = lines[1..9]
                .iter()
                .map(|line| of_signs(&line[..18].replace('.', "-"), "*O-"));
            with_side(&rows.collect::<String>(), lines[2].contains("* to move"))
        }
        "ggs" => with_side(
            &of_signs(&lines[1..9].concat(), "*O-"),
            text.contains("* to move"),
        ),
        "nboard" => with_side(&of_signs(&text[5..76], "*O-"), text.ends_with("*]")),
        "numpy" | "lists-minus" | "lists-012" | "json-minus" | "json-012" | "json-64" => {
            board(&of_numbers(text))
        }
        "braces" => board(&of_numbers(text.split_once('=').unwrap().1)),
        "json-null" => with_side(
            &of_cells(text.split(',').take(64), ["\"B\"", "\"W\""]),
            text.contains("black"),
        ),
        "json-empty" => board(&of_cells(text.split(','), ["\"B\"", "\"W\""])),
        "bits-decimal" => board(&of_bits(text, 10)),
        "bits-hex" => board(&of_bits(text, 16)),
        "fen-pieces" => with_side(&of_fen(text, "Pp"), text.contains(" w")),
        "fen-xo" => with_side(&of_fen(text, "xo"), text.ends_with(['b', 'x'])),
        "fen-bw" => with_side(&of_fen(text, "bw"), text.contains(" b")),
        "markdown" => board(&of_cells(
            lines[2..]
                .iter()
                .flat_map(|line| line.split('|').skip(2).take(8)),
            ["●", "○"],
        )),
        "html" => board(&of_cells(text.split("<td>").skip(1), ["X", "O"])),
        "boxes" => {
            let text = text.replace('●', "X").replace('○', "O");
            let rows = text.lines().filter(|line| line.starts_with('│'));
            board(&of_cells(
                rows.flat_map(|row| row.split('│').skip(1).take(8)),
                ["X", "O"],
            ))
        }
        "pipes" => board(&of_cells(
            text.lines()
                .flat_map(|line| line.split('|').skip(1).take(8)),
            ["X", "O"],
        )),
        "side-before" => with_side(
            &of_signs(&lines[1..].concat(), "XO-"),
            names_black(lines[0]),
        ),
        "side-after" => with_side(
            &of_signs(&lines[..8].concat(), "XO."),
            names_black(lines[8]),
        ),
        _ => panic!("{spelling}"),
    }
}

fn of_cells<'a>(cells: impl Iterator<Item = &'a str>, [black, white]: [&str; 2]) -> String {
    let has = |cell: &str| [cell.contains(black), cell.contains(white)];
    let sign = |cell| match has(cell) {
        [true, _] => 'X',
        [_, true] => 'O',
        _ => '-',
    };
    cells.map(sign).collect()
}

fn of_signs(text: &str, signs: &str) -> String {
    let sign = |c| signs.chars().position(|sign| sign == c);
    text.chars()
        .filter_map(sign)
        .map(|at| ['X', 'O', '-'][at])
        .collect()
}

fn of_numbers(text: &str) -> String {
    let numbers = text.split(|c: char| c != '-' && !c.is_ascii_digit());
    let sign = |number: &str| match number {
        "" => None,
        "1" => Some('X'),
        "0" => Some('-'),
        _ => Some('O'),
    };
    numbers.filter_map(sign).collect()
}

fn of_bits(text: &str, radix: u32) -> String {
    let text = text.to_lowercase().replace("0x", "");
    let [black, white] = ["black", "white"].map(|label| {
        let after = text
            .split_once(label)
            .unwrap()
            .1
            .trim_start_matches([' ', '=', ':']);
        let number = after.split(|c: char| !c.is_digit(radix)).next().unwrap();
        u64::from_str_radix(number, radix).unwrap()
    });
    let has = |bits: u64, square: u32| bits >> (63 - square) & 1 == 1;
    let sign = |square| {
        if has(black, square) {
            'X'
        } else if has(white, square) {
            'O'
        } else {
            '-'
        }
    };
    (0..64).map(sign).collect()
}

fn of_fen(text: &str, pieces: &str) -> String {
    let mut squares = text.split_whitespace().next().unwrap().replace('/', "");
    for digit in 1..=8 {
        squares = squares.replace(&digit.to_string(), &"-".repeat(digit));
    }
    of_signs(&squares, &format!("{pieces}-"))
}

fn names_black(phrase: &str) -> bool {
    let names = ["Black", "black", "黒", "side: b", "X", "Schwarz", "noirs"];
    names.iter().any(|name| phrase.contains(name))
}

#[test]
fn a_reader_of_its_own_reads_what_the_files_say() {
    for spelling in &SPELLINGS {
        for WrittenBoard { text, stated } in read_file(spelling.name) {
            assert_eq!(
                read_apart(spelling.name, &text),
                stated,
                "{}:\n{text}",
                spelling.name
            );
        }
    }
}

/// Returns what was read in the form of the files.
fn shown(item: &TextItem) -> String {
    let position = item.position.to_string();
    let squares = &position[..64];
    let side = if item.side_is_stated {
        &position[65..]
    } else {
        "?"
    };
    let moves = item.game.as_ref().map_or(0, |game| game.moves.len());
    match moves {
        0 => format!("= {squares} {side}"),
        moves => format!("= {squares} {side} after {moves} moves"),
    }
}

/// Returns the boards that are read in a text, a line for each.
fn read(text: &str) -> Result<String, String> {
    let content = find(text).map_err(|error| error.to_string())?;
    Ok(content
        .items
        .iter()
        .map(shown)
        .collect::<Vec<_>>()
        .join("\n"))
}

#[test]
fn every_board_of_the_files_is_read_as_it_is_or_refused() {
    let mut table = "spelling | read | refused | wrong\n".to_owned();
    let mut details = String::new();
    let (mut all, mut all_read, mut all_wrong) = (0, 0, 0);
    for spelling in &SPELLINGS {
        let name = spelling.name;
        let [mut right, mut refused, mut wrong] = [0; 3];
        for WrittenBoard { text, stated } in read_file(name) {
            match read(&text) {
                Ok(found) if found == stated => right += 1,
                Ok(found) => {
                    wrong += 1;
                    writeln!(
                        details,
                        "{name}: {text}\n  is read as\n{found}\n  instead of\n{stated}\n"
                    )
                    .unwrap();
                }
                Err(error) => {
                    refused += 1;
                    writeln!(details, "{name}: {text}\n  is refused: {error}\n").unwrap();
                }
            }
        }
        writeln!(table, "{name} | {right} | {refused} | {wrong}").unwrap();
        all += right + refused + wrong;
        all_read += right;
        all_wrong += wrong;
    }
    print!("{details}{table}");
    assert_eq!(all_wrong, 0, "boards are read as others");
    assert!(
        all_read * 100 >= all * LEAST_READ,
        "{all_read} of {all} texts are read"
    );
}
