//! What is read in a board is what its text says, or nothing: about 350 boards in 50 spellings, and what becomes of them
//! by slips.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use reversi::Position;
use reversi_notation::find::{TextItem, find};

use crate::board_spellings::{SPELLINGS, Spelling, WrittenBoard, boards};
use crate::dial;
use crate::random::Random;

/// The least share of the texts that is read, in percent; the rest is refused.
const LEAST_READ: usize = 90;

fn file_of(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("data/boards/{name}.txt"))
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
fn read_apart(spelling: &str, text: &str) -> Option<String> {
    let lines: Vec<&str> = text.lines().collect();
    let rows = |rows: std::ops::Range<usize>| Some(lines.get(rows)?.join("\n"));
    let board = |squares: String| (squares.len() == 64).then(|| format!("= {squares} ?"));
    let with_side = |squares: String, is_black| {
        let side = if is_black { 'X' } else { 'O' };
        (squares.len() == 64).then(|| format!("= {squares} {side}"))
    };
    let all = |line: fn(&str) -> Option<String>| {
        let read: Option<Vec<String>> = lines.iter().map(|&text| line(text)).collect();
        Some(read?.join("\n"))
    };
    if let Some((_, signs)) = ONLY_SIGNS.iter().find(|(name, _)| *name == spelling) {
        return board(of_signs(text, signs));
    }
    match spelling {
        "obf" | "obf-scores" => Some(format!("= {}", text.get(..66)?)),
        "lines-score" => all(|line| Some(format!("= {} ?", line.get(..64)?))),
        "lines-side-score" => all(|line| Some(format!("= {}", line.get(..66)?))),
        "lines-csv" => {
            Some(all(|line| Some(format!("= {line:.64} ?")))?.replacen("= board,score ?\n", "", 1))
        }
        "edax" => {
            let squares: String = rows(1..9)?
                .lines()
                .filter_map(|line| line.get(..18))
                .collect();
            with_side(
                of_signs(&squares.replace('.', "-"), "*O-"),
                lines[2].contains("* to move"),
            )
        }
        "ggs" => with_side(of_signs(&rows(1..9)?, "*O-"), text.contains("* to move")),
        "nboard" => with_side(of_signs(text.get(5..76)?, "*O-"), text.ends_with("*]")),
        "numpy" | "lists-minus" | "lists-012" | "json-minus" | "json-012" | "json-64" => {
            board(of_numbers(text))
        }
        "braces" => board(of_numbers(text.split_once('=')?.1)),
        "json-null" => with_side(
            of_cells(text.split(',').take(64), ["\"B\"", "\"W\""]),
            text.contains("black"),
        ),
        "json-empty" => board(of_cells(text.split(','), ["\"B\"", "\"W\""])),
        "bits-decimal" => board(of_bits(text, 10)?),
        "bits-hex" => board(of_bits(text, 16)?),
        "fen-pieces" => with_side(of_fen(text, "Pp")?, text.contains(" w")),
        "fen-xo" => with_side(of_fen(text, "xo")?, text.ends_with(['b', 'x'])),
        "fen-bw" => with_side(of_fen(text, "bw")?, text.contains(" b")),
        "markdown" => {
            let rows = lines.iter().filter(|line| is_row(spelling, line));
            board(of_cells(
                rows.flat_map(|line| line.split('|').skip(2).take(8)),
                ["●", "○"],
            ))
        }
        "html" => board(of_cells(text.split("<td>").skip(1), ["X", "O"])),
        "boxes" => {
            let text = text.replace('●', "X").replace('○', "O");
            let rows = text.lines().filter(|line| line.starts_with('│'));
            board(of_cells(
                rows.flat_map(|row| row.split('│').skip(1).take(8)),
                ["X", "O"],
            ))
        }
        "pipes" => board(of_cells(
            text.lines()
                .flat_map(|line| line.split('|').skip(1).take(8)),
            ["X", "O"],
        )),
        "side-before" => with_side(of_signs(&rows(1..9)?, "XO-"), names_black(lines[0])),
        "side-after" => with_side(of_signs(&rows(0..8)?, "XO."), names_black(lines.get(8)?)),
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
        "1" => Some('X'),
        "0" => Some('-'),
        "-1" | "2" => Some('O'),
        _ => None,
    };
    numbers.filter_map(sign).collect()
}

fn of_bits(text: &str, radix: u32) -> Option<String> {
    let text = text.to_lowercase().replace("0x", "");
    let number = |label: &str| {
        let after = text
            .split_once(label)?
            .1
            .trim_start_matches([' ', '=', ':']);
        let number = after.split(|c: char| !c.is_digit(radix)).next()?;
        u64::from_str_radix(number, radix).ok()
    };
    let (black, white) = (number("black")?, number("white")?);
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
    Some((0..64).map(sign).collect())
}

fn of_fen(text: &str, pieces: &str) -> Option<String> {
    let mut squares = text.split_whitespace().next()?.replace('/', "");
    for digit in 1..=8 {
        squares = squares.replace(&digit.to_string(), &"-".repeat(digit));
    }
    Some(of_signs(&squares, &format!("{pieces}-")))
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
                Some(stated),
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

/// What becomes of a text by a slip, in the order in which slips are applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Slip {
    // These make another board of the text, or none.
    DropLine,
    DoubleLine,
    SwapLines,
    RuleLine,
    // These as well; at most one of them is applied, because two may make up for each other.
    DropSign,
    DoubleSign,
    Cut,
    // These leave the squares as they are.
    WordAtLineEnd,
    OtherLine,
    Spaces,
    JoinLines,
    LineEnds,
    SecondBoard,
}

const SLIPS: [Slip; 13] = [
    Slip::DropLine,
    Slip::DoubleLine,
    Slip::SwapLines,
    Slip::RuleLine,
    Slip::DropSign,
    Slip::DoubleSign,
    Slip::Cut,
    Slip::WordAtLineEnd,
    Slip::OtherLine,
    Slip::Spaces,
    Slip::JoinLines,
    Slip::LineEnds,
    Slip::SecondBoard,
];

/// A line across the page.
const RULE: &str = "--------";

const MOVES: &str = "f5d6";

const WORDS: [&str; 14] = [
    " 12", " hello", " +3", " -4", " 0", "\t1", " (7)", ",", ";", " -", " <- here", "  33-31",
    " 2 1", " f5d6",
];

const OTHER_LINES: [&str; 9] = [
    "",
    "  a b c d e f g h",
    "abcdefgh",
    "Board after 12 moves:",
    "========",
    "```",
    "12:03 Ann:",
    "-4",
    "f5d6",
];

impl Slip {
    fn is_of_signs(self) -> bool {
        matches!(self, Self::DropSign | Self::DoubleSign | Self::Cut)
    }

    /// Returns false for two slips that may make up for each other: a sign is dropped and another one doubled or
    /// added, or a row is joined to another line or parted from the others, and another one doubled or added.
    fn goes_with(self, other: Self) -> bool {
        let are = |slip: fn(Self) -> bool, others: &[Self]| {
            slip(self) && others.contains(&other) || slip(other) && others.contains(&self)
        };
        !(self.is_of_signs() && other.is_of_signs()
            || are(
                Self::is_of_signs,
                &[Self::WordAtLineEnd, Self::OtherLine, Self::Spaces],
            )
            || are(
                |slip| slip == Self::Cut,
                &[Self::DoubleLine, Self::RuleLine],
            )
            || are(|slip| slip == Self::Spaces, &[Self::WordAtLineEnd])
            || are(Self::parts, &[Self::DoubleLine, Self::RuleLine]))
    }

    fn parts(self) -> bool {
        matches!(
            self,
            Self::SwapLines | Self::JoinLines | Self::SecondBoard | Self::OtherLine
        )
    }

    fn keeps_squares(self) -> bool {
        self > Self::Cut
    }

    fn apply(self, text: &str, random: &mut Random) -> String {
        let mut lines: Vec<&str> = text.lines().collect();
        let mut signs: Vec<char> = text.chars().collect();
        let (line, sign) = (random.below(lines.len()), random.below(signs.len()));
        // The line stays whole.
        let is_in_line = |&at: &usize| signs[at] != '\n';
        let sign = (sign..signs.len()).find(is_in_line).unwrap_or(sign);
        match self {
            Self::DropLine => drop(lines.remove(line)),
            Self::DoubleLine => lines.insert(line, lines[line]),
            Self::SwapLines => lines.swap(line, random.below(text.lines().count())),
            Self::RuleLine => lines.insert(line, RULE),
            Self::OtherLine => lines.insert(line, OTHER_LINES[random.below(OTHER_LINES.len())]),
            Self::DropSign => drop(signs.remove(sign)),
            Self::DoubleSign => signs.insert(sign, signs[sign]),
            Self::Cut => signs.truncate(sign),
            Self::WordAtLineEnd => {
                let word = WORDS[random.below(WORDS.len())];
                let changed = lines[line].to_owned() + word;
                lines[line] = &changed;
                return lines.join("\n");
            }
            Self::Spaces => {
                let places = text.match_indices(' ').map(|(at, _)| at);
                let places: Vec<usize> = places.collect();
                let at = if places.is_empty() {
                    0
                } else {
                    places[random.below(places.len())]
                };
                return match random.below(5) {
                    0 => text.replace(' ', "\t"),
                    1 => text.replace('\n', " \n"),
                    2 => text.replace('\n', "\n    "),
                    3 if !places.is_empty() => format!("{}{}", &text[..at], &text[at + 1..]),
                    _ => format!("{} {}", &text[..at], &text[at..]),
                };
            }
            Self::JoinLines => {
                let between = ["", " "][random.below(2)];
                let (before, after) = lines.split_at(line);
                return [before.join("\n"), after.join("\n")].join(between);
            }
            Self::LineEnds => {
                let end = ["\r\n", "\n"][random.below(2)];
                let (before, after) = lines.split_at(line);
                return [before.join("\r\n"), after.join(end)].join("\r\n");
            }
            Self::SecondBoard => panic!("it is appended to the text"),
        }
        if self.is_of_signs() {
            signs.into_iter().collect()
        } else {
            lines.join("\n")
        }
    }
}

/// A text of a spelling, with its boards and their numbers.
struct Original<'a> {
    spelling: &'a Spelling,
    text: String,
    boards: Vec<Position>,
    number: usize,
}

/// The texts of all spellings.
fn originals() -> Vec<Original<'static>> {
    let mut originals = Vec::new();
    for (spelling, boards) in SPELLINGS.iter().zip(boards()) {
        let texts = spelling.texts(&boards);
        let boards_of_text = boards.len().div_ceil(texts.len());
        let chunks = boards.chunks(boards_of_text).zip(texts).enumerate();
        originals.extend(chunks.map(|(number, (boards, written))| Original {
            spelling,
            text: written.text,
            boards: boards.to_vec(),
            number,
        }));
    }
    originals
}

impl Original<'_> {
    /// Returns the squares of the boards that a changed text means if it is a text of the same spelling.
    fn meanings(&self, text: &str) -> Vec<String> {
        let name = self.spelling.name;
        if self.spelling.is_line {
            return Vec::new();
        }
        // A text of one line may be there twice.
        let is_one_line = self.text.lines().count() == 1;
        let lines = text.lines().filter(|_| is_one_line).map(str::to_owned);
        let is_list = ["lists", "json", "braces", "numpy"];
        if is_list.iter().any(|list| name.starts_with(list)) {
            let texts = lines.chain([text.to_owned()]);
            return texts.filter_map(|text| of_lists(&text)).collect();
        }
        // A rule may also be a row of empty squares, and there may be one above and one below the board.
        let empty = ONLY_SIGNS.iter().find(|(other, _)| *other == name);
        let empty = empty.and_then(|(_, signs)| signs.chars().last());
        let row = empty.unwrap_or('.').to_string().repeat(8);
        let mut in_rules: Vec<&str> = text.lines().collect();
        let is_rule = |line: &&str| *line == RULE;
        let (above, below) = (
            in_rules.iter().position(is_rule),
            in_rules.iter().rposition(is_rule),
        );
        for at in above.into_iter().chain(below) {
            in_rules[at] = "";
        }
        in_rules.retain(|line| !line.is_empty());
        let texts = [
            text.to_owned(),
            text.replace(RULE, &row),
            in_rules.join("\n"),
        ];
        let texts: Vec<String> = lines.chain(texts).collect();
        // The first line or the last one may be somewhere else.
        let (first, last) = (self.text.lines().next(), self.text.lines().last());
        let moved = texts.iter().flat_map(|text| {
            let without = |line| text.lines().filter(move |&other| Some(other) != line);
            let with_first: Vec<&str> = first.into_iter().chain(without(first)).collect();
            let with_last: Vec<&str> = without(last).chain(last).collect();
            [with_first.join("\n"), with_last.join("\n")]
        });
        let all = texts.iter().cloned().chain(moved);
        all.filter_map(|text| self.meaning(&text)).collect()
    }

    /// Returns the squares of the board of a text that is written like this, perhaps without a line that has no squares.
    fn meaning(&self, text: &str) -> Option<String> {
        let name = self.spelling.name;
        let stated = read_apart(name, text)?;
        let squares = &stated[2..66];
        let side = &self.boards[0].to_string()[64..];
        let position = format!("{squares}{side}").parse().ok()?;
        let rows = |text: &str| -> Vec<String> {
            let rows = text.lines().filter(|line| is_row(name, line));
            rows.map(|line| line.replace(' ', "")).collect()
        };
        let mut written = rows(&self.spelling.text(position, self.number));
        let is_written = |line: &String| {
            let at = written.iter().position(|other| other == line);
            at.map(|at| written.remove(at)).is_some()
        };
        // A number is as good as another.
        let is_same = name.starts_with("bits") || rows(text).iter().all(is_written);
        is_same.then(|| squares.to_owned())
    }
}

/// Returns false for a line without squares of a spelling with blank cells.
fn is_row(spelling: &str, line: &str) -> bool {
    match spelling {
        "markdown" => line.starts_with("| ") && line[2..].starts_with(|c: char| c.is_ascii_digit()),
        "html" => line.contains("<td>"),
        "boxes" => line.starts_with('│'),
        "pipes" => line.starts_with('|'),
        _ => true,
    }
}

/// Reads eight lists of eight, or one of 64.
fn of_lists(text: &str) -> Option<String> {
    let lists = text
        .split(['[', '{'])
        .filter_map(|part| part.split_once([']', '}']));
    let mut squares = String::new();
    for (list, _) in lists {
        let separator = if list.contains(',') { "," } else { " " };
        let cells = list.split(separator).map(str::trim);
        let cells: Vec<&str> = cells
            .filter(|cell| !cell.is_empty() || separator == ",")
            .collect();
        let sign = |cell: &&str| match *cell {
            "1" | "'X'" | "\"B\"" => Some('X'),
            "-1" | "2" | "'O'" | "\"W\"" => Some('O'),
            "0" | "'.'" | "''" | "null" | "\"\"" => Some('-'),
            _ => None,
        };
        match cells.len() {
            // The size in a declaration.
            1 => {}
            8 | 64 => squares.extend(cells.iter().map(sign).collect::<Option<Vec<char>>>()?),
            _ => return None,
        }
    }
    (squares.len() == 64).then_some(squares)
}

/// Returns the text with slips, and the squares of the boards that it can mean.
fn slipped(original: &Original, second: &Original, slips: &[(Slip, u64)]) -> (String, Vec<String>) {
    let squares = |position: &Position| position.to_string()[..64].to_owned();
    let mut meanings: Vec<String> = original.boards.iter().map(squares).collect();
    let mut text = original.text.clone();
    for &(slip, seed) in slips {
        if text.is_empty() {
            break;
        }
        if slip == Slip::SecondBoard {
            let between = ["\n", "\n\n", " ", "\n---\n"][Random(seed).below(4)];
            text = [&text, between, &second.text].concat();
            meanings.extend(second.boards.iter().map(squares));
            continue;
        }
        text = slip.apply(&text, &mut Random(seed));
        if !slip.keeps_squares() {
            meanings.extend(original.meanings(&text));
        }
    }
    meanings.sort();
    meanings.dedup();
    (text, meanings)
}

/// Returns what is wrong with the reading of a text with slips; `None` if it is refused or right.
fn wrong_reading(original: &Original, second: &Original, slips: &[(Slip, u64)]) -> Option<String> {
    let (text, meanings) = slipped(original, second, slips);
    let content = find(&text).ok()?;
    // What is joined to the name of a side, or left of it, may name another one.
    let parts_side = |slip| matches!(slip, Slip::SecondBoard | Slip::JoinLines | Slip::Cut);
    let has_other_side = slips.iter().any(|&(slip, _)| parts_side(slip));
    let side_of = |board: &Position| {
        let is_stated = read_apart(original.spelling.name, &original.text)
            .is_some_and(|stated| !stated.ends_with('?'));
        is_stated.then(|| board.side_to_move())
    };
    let is_right = |item: &TextItem| {
        let record = item.clone().into_record();
        let start = record.start;
        let is_inserted_game =
            start == Position::START && text.contains(MOVES) && item.game.is_some();
        let is_side_right = has_other_side
            || original.spelling.is_line
            || !item.side_is_stated
            || item.game.is_some()
            || side_of(&original.boards[0]) == Some(start.side_to_move());
        let squares = start.to_string()[..64].to_owned();
        is_inserted_game || meanings.contains(&squares) && is_side_right
    };
    let wrong = content.items.iter().find(|item| !is_right(item))?;
    let names: Vec<Slip> = slips.iter().map(|&(slip, _)| slip).collect();
    let meanings = meanings.join("\n  ");
    Some(format!(
        "{} with {names:?}:\n{text}\n  is read as\n{}\n  instead of\n  {meanings}\n",
        original.spelling.name,
        shown(wrong)
    ))
}

/// The texts with slips of each text of the files.
const SLIPPED_TEXTS: usize = 60;

#[test]
fn no_slip_makes_another_board_of_a_text() {
    let seed = std::env::var("REVERSI_FUZZ_SEED").map_or(1, |seed| seed.parse().unwrap());
    let mut random = Random(seed);
    let originals = originals();
    let mut table = String::new();
    let mut wrong = Vec::new();
    let mut of_spelling = (0, 0);
    for (at, original) in originals.iter().enumerate() {
        for _ in 0..dial::events(SLIPPED_TEXTS) {
            let second = &originals[random.below(originals.len())];
            let count = 1 + random.below(3);
            let mut slips: Vec<(Slip, u64)> = Vec::new();
            while slips.len() < count {
                let slip = SLIPS[random.below(SLIPS.len())];
                if slips.iter().all(|&(other, _)| slip.goes_with(other)) {
                    slips.push((slip, random.next()));
                }
            }
            slips.sort();
            of_spelling.0 += 1;
            if wrong_reading(original, second, &slips).is_none() {
                continue;
            }
            of_spelling.1 += 1;
            // The fewest slips that are enough.
            let fewer = (0..slips.len()).map(|at| vec![slips[at]]);
            let pairs = (0..slips.len()).map(|at| [&slips[..at], &slips[at + 1..]].concat());
            let mut all = fewer.chain(pairs).chain([slips.clone()]);
            wrong.extend(all.find_map(|slips| wrong_reading(original, second, &slips)));
        }
        let next = originals.get(at + 1);
        let name = original.spelling.name;
        if next.is_none_or(|next| next.spelling.name != name) {
            writeln!(table, "{name} | {} | {}", of_spelling.0, of_spelling.1).unwrap();
            of_spelling = (0, 0);
        }
    }
    println!("{}\nspelling | slips | wrong\n{table}", wrong.join("\n"));
    assert_eq!(wrong.len(), 0, "texts are read as another board");
}
