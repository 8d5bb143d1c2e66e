//! Boards of games as people and programs write them, with the squares and the side that each text states.

use reversi::{Color, Game, Position, Square, Symmetry};

use crate::random::Random;

/// A text with boards, and what it states: a line for each board, `= ` with its 64 squares and the side to move, or
/// `?` if the text does not name it.
pub(crate) struct WrittenBoard {
    pub(crate) text: String,
    pub(crate) stated: String,
}

/// A way to write a board: its name and the function that writes the board with a number.
pub(crate) struct Spelling {
    pub(crate) name: &'static str,
    write: fn(Position, usize) -> (String, IsSideStated),
    /// Whether several boards follow each other, one a line.
    pub(crate) is_line: bool,
}

type IsSideStated = bool;

/// The boards of one spelling: an early one, the middle of a game, discs of one colour, a forced pass, 62, 63 and 64
/// discs.
pub(crate) const BOARDS_OF_SPELLING: usize = 7;

/// The signs of a black disc, a white one and an empty square.
type Signs = [&'static str; 3];

const OBF: Signs = ["X", "O", "-"];
const ZERO_ONE_TWO: Signs = ["1", "2", "0"];
const MINUS_ONE: Signs = ["1", "-1", "0"];

const LETTERS: &str = "  a b c d e f g h";

/// What states the side to move, for Black and for White.
const PHRASES: [[&str; 2]; 10] = [
    ["Black to move", "White to move"],
    ["黒番", "白番"],
    ["side: b", "side: w"],
    ["Black's turn", "White's turn"],
    ["to move: X", "to move: O"],
    ["X to play", "O to play"],
    ["turn: black", "turn: white"],
    ["Schwarz am Zug", "Weiß am Zug"],
    ["Side to move: Black", "Side to move: White"],
    ["Trait aux noirs", "Trait aux blancs"],
];

pub(crate) const SPELLINGS: [Spelling; 50] = [
    one("obf", |position, _| (position.to_string(), true)),
    one("obf-scores", |position, number| {
        (format!("{position};{}", scores(position, number)), true)
    }),
    line("lines-score", |position, number| {
        (format!("{} {}", squares(position), score(number)), false)
    }),
    line("lines-side-score", |position, number| {
        (format!("{position} {}", score(number)), true)
    }),
    line("lines-csv", |position, number| {
        (format!("{},{}", squares(position), score(number)), false)
    }),
    one("rows", |position, _| (glued(position, OBF), false)),
    one("rows-lower", |position, _| {
        (glued(position, ["x", "o", "."]), false)
    }),
    one("rows-spaced", |position, _| (spaced(position, OBF), false)),
    one("coordinates-left", |position, _| {
        let rows = ranked(&spaced(position, ["X", "O", "."]), 1, |rank, row| {
            format!("{rank} {row}")
        });
        (format!("{LETTERS}\n{rows}"), false)
    }),
    one("coordinates-right", |position, _| {
        let rows = ranked(&glued(position, ["X", "O", "."]), 1, |rank, row| {
            format!("{row} {rank}")
        });
        (format!("{rows}\nabcdefgh"), false)
    }),
    one("coordinates-both", |position, _| {
        let rows = ranked(&spaced(position, OBF), 1, |rank, row| {
            format!("{rank} {row} {rank}")
        });
        (format!("{LETTERS}\n{rows}\n{LETTERS}"), false)
    }),
    one("ranks-from-0", |position, _| {
        let rows = ranked(&spaced(position, ["X", "O", "."]), 0, |rank, row| {
            format!("{rank} {row}")
        });
        (format!("  0 1 2 3 4 5 6 7\n{rows}"), false)
    }),
    one("edax", |position, _| (edax(position), true)),
    one("ggs", |position, _| {
        let letters = LETTERS.to_uppercase();
        let rows = ranked(&spaced(position, ["*", "O", "-"]), 1, |rank, row| {
            format!("| {rank} {row} {rank}")
        });
        let side = by_side(position, ["*", "O"]);
        let text = format!("| {letters}\n{rows}\n| {letters}\n|\n| {side} to move");
        (text, true)
    }),
    one("nboard", |position, _| {
        let rows = glued(position, ["*", "O", "-"]).replace('\n', " ");
        let side = by_side(position, ["*", "O"]);
        (format!("BO[8 {rows} {side}]"), true)
    }),
    one("numpy", |position, _| {
        (numpy(position, ["  1", " -1", "  0"], ""), false)
    }),
    one("lists-minus", |position, number| {
        (lists(position, MINUS_ONE, "[]", number), false)
    }),
    one("lists-012", |position, number| {
        (lists(position, ZERO_ONE_TWO, "[]", number), false)
    }),
    one("lists-strings", |position, number| {
        (lists(position, ["'X'", "'O'", "'.'"], "[]", number), false)
    }),
    one("braces", |position, number| {
        let braces = lists(position, ZERO_ONE_TWO, "{}", number);
        (format!("int board[8][8] = {braces};"), false)
    }),
    one("json-minus", |position, number| {
        let board = lists(position, MINUS_ONE, "[]", number);
        (format!("{{\"board\": {board}}}"), false)
    }),
    one("json-012", |position, number| {
        let board = lists(position, ZERO_ONE_TWO, "[]", number);
        (format!("{{\"board\": {board}}}"), false)
    }),
    one("json-null", |position, number| {
        let board = lists(position, ["\"B\"", "\"W\"", "null"], "[]", number);
        let side = by_side(position, ["black", "white"]);
        let text = format!("{{\"board\": {board}, \"turn\": \"{side}\"}}");
        (text, true)
    }),
    one("json-empty", |position, number| {
        let board = lists(position, ["\"B\"", "\"W\"", "\"\""], "[]", number);
        (format!("{{\"board\": {board}}}"), false)
    }),
    one("json-64", |position, number| {
        let signs = [ZERO_ONE_TWO, MINUS_ONE][number % 2];
        let numbers = rows(position, signs, ",").join(",");
        (format!("{{\"squares\":[{numbers}]}}"), false)
    }),
    one("digits", |position, _| {
        (rows(position, ZERO_ONE_TWO, "").concat(), false)
    }),
    one("digits-rows", |position, _| {
        (glued(position, ZERO_ONE_TWO), false)
    }),
    one("walls-hash", |position, _| {
        (walled(position, ["X", "O", "."], "#", ""), false)
    }),
    one("walls-question", |position, _| {
        (walled(position, ["@", "o", "."], "?", " "), false)
    }),
    one("walls-star", |position, _| {
        (walled(position, ["B", "W", "."], "*", ""), false)
    }),
    one("walls-plus", |position, _| {
        (walled(position, ["X", "O", "-"], "+", " "), false)
    }),
    one("walls-three", |position, _| {
        (walled(position, ZERO_ONE_TWO, "3", " "), false)
    }),
    one("bits-decimal", |position, number| {
        let [black, white] = bits(position);
        let text = match number % 3 {
            0 => format!("black = {black}\nwhite = {white}"),
            1 => format!("White: {white}, Black: {black}"),
            _ => format!("Black {black}\nWhite {white}"),
        };
        (text, false)
    }),
    one("bits-hex", |position, number| {
        let [black, white] = bits(position);
        let text = match number % 3 {
            0 => format!("black=0x{black:016x}\nwhite=0x{white:016x}"),
            1 => format!("White: {white:#018X}, Black: {black:#018X}"),
            _ => format!("Black {black:016x} White {white:016x}"),
        };
        (text, false)
    }),
    // P is the side that begins, and w its turn, as in chess.
    one("fen-pieces", |position, _| {
        let side = by_side(position, ["w", "b"]);
        (format!("{} {side} - - 0 1", fen(position, "Pp")), true)
    }),
    one("fen-xo", |position, number| {
        let side = by_side(position, [["b", "w"], ["x", "o"]][number % 2]);
        (format!("{} {side}", fen(position, "xo")), true)
    }),
    one("fen-bw", |position, _| {
        let side = by_side(position, ["b", "w"]);
        (format!("{} {side} - - 0 1", fen(position, "bw")), true)
    }),
    one("markdown", |position, number| {
        let rows = ranked(
            &rows(position, ["●", "○", " "], " | ").join("\n"),
            1,
            |rank, row| format!("| {rank} | {row} |"),
        );
        let blank = if number.is_multiple_of(2) { "" } else { " " };
        let head = format!(
            "|{blank}| a | b | c | d | e | f | g | h |\n|{}",
            "---|".repeat(9)
        );
        (format!("{head}\n{rows}"), false)
    }),
    one("html", |position, _| {
        let rows = rows(position, ["X", "O", ""], "</td><td>")
            .map(|row| format!("<tr><td>{row}</td></tr>\n"));
        (format!("<table>\n{}</table>", rows.concat()), false)
    }),
    one("boxes", |position, number| {
        let signs = [["●", "○", " "], ["X", "O", " "]][number % 2];
        let rows = rows(position, signs, " │ ").map(|row| format!("│ {row} │\n"));
        let rule = |left, cross, right| format!("{left}{}{right}", ["───"; 8].join(cross));
        let text = format!(
            "{}\n{}{}",
            rule("┌", "┬", "┐"),
            rows.join(&format!("{}\n", rule("├", "┼", "┤"))),
            rule("└", "┴", "┘"),
        );
        (text, false)
    }),
    one("pipes", |position, _| {
        let rows = rows(position, ["X", "O", " "], "|").map(|row| format!("|{row}|"));
        (rows.join("\n"), false)
    }),
    one("emoji-green", |position, _| {
        (glued(position, ["⚫", "⚪", "🟩"]), false)
    }),
    one("emoji-white", |position, _| {
        (glued(position, ["⚫", "⚪", "⬜"]), false)
    }),
    one("emoji-black", |position, _| {
        (glued(position, ["⚫", "⚪", "⬛"]), false)
    }),
    one("squares-for-empty", |position, _| {
        (glued(position, ["●", "○", "□"]), false)
    }),
    one("dots", |position, _| {
        (glued(position, ["●", "○", "・"]), false)
    }),
    one("letters", |position, _| {
        (spaced(position, ["B", "W", "."]), false)
    }),
    one("at-signs", |position, _| {
        (glued(position, ["@", "O", "."]), false)
    }),
    one("side-before", |position, number| {
        let phrase = by_side(position, PHRASES[number % PHRASES.len()]);
        (format!("{phrase}\n{}", glued(position, OBF)), true)
    }),
    one("side-after", |position, number| {
        let phrase = by_side(position, PHRASES[(number + 3) % PHRASES.len()]);
        (
            format!("{}\n{phrase}", spaced(position, ["X", "O", "."])),
            true,
        )
    }),
];

const fn one(name: &'static str, write: fn(Position, usize) -> (String, IsSideStated)) -> Spelling {
    Spelling {
        name,
        write,
        is_line: false,
    }
}

const fn line(
    name: &'static str,
    write: fn(Position, usize) -> (String, IsSideStated),
) -> Spelling {
    Spelling {
        is_line: true,
        ..one(name, write)
    }
}

impl Spelling {
    /// Writes one board.
    pub(crate) fn text(&self, position: Position, number: usize) -> String {
        (self.write)(position, number).0
    }

    /// Writes the boards of this spelling, each in a text of its own, or those of lines in two texts.
    pub(crate) fn texts(&self, boards: &[Position]) -> Vec<WrittenBoard> {
        let written = boards.iter().enumerate().map(|(number, &position)| {
            let (text, is_side_stated) = (self.write)(position, number);
            let side = by_side(position, ["X", "O"]);
            let side = if is_side_stated { side } else { "?" };
            let stated = format!("= {} {side}", squares(position));
            WrittenBoard { text, stated }
        });
        let written: Vec<WrittenBoard> = written.collect();
        if !self.is_line {
            return written;
        }
        let head = if self.name == "lines-csv" {
            "board,score\n"
        } else {
            ""
        };
        let joined = |part: &[WrittenBoard]| {
            let lines =
                |of: fn(&WrittenBoard) -> &str| part.iter().map(of).collect::<Vec<_>>().join("\n");
            WrittenBoard {
                text: head.to_owned() + &lines(|board| &board.text),
                stated: lines(|board| &board.stated),
            }
        };
        written.chunks(4).map(joined).collect()
    }
}

/// Returns the boards of all spellings, from random games and their symmetric images.
pub(crate) fn boards() -> Vec<[Position; BOARDS_OF_SPELLING]> {
    let mut random = Random(1);
    let of_start = |&symmetry: &Symmetry| Position::START.transformed(symmetry) == Position::START;
    let symmetries: Vec<Symmetry> = Symmetry::ALL.into_iter().filter(of_start).collect();
    let mut of_kinds: [Vec<Position>; BOARDS_OF_SPELLING] = Default::default();
    of_kinds[0].push(Position::START);
    while of_kinds.iter().any(|boards| boards.len() < SPELLINGS.len()) {
        let game = random_game(&mut random);
        let symmetry = symmetries[random.below(symmetries.len())];
        let mut from_game = [None; BOARDS_OF_SPELLING];
        for position in game
            .positions()
            .filter(|&position| position != Position::START)
        {
            let discs = 64 - position.board().empty_count();
            let is_one_sided = position.counts().black == 0 || position.counts().white == 0;
            let kind = match discs {
                _ if is_one_sided => 2,
                _ if !position.board().is_game_over() && position.legal_moves().is_empty() => 3,
                ..=10 if random.below(3) == 0 => 0,
                20..=40 if random.below(6) == 0 => 1,
                62..=64 => discs as usize - 58,
                _ => continue,
            };
            from_game[kind] = Some(position.transformed(symmetry));
        }
        for (boards, position) in of_kinds.iter_mut().zip(from_game) {
            if boards.len() < SPELLINGS.len() {
                boards.extend(position);
            }
        }
    }
    let of_spelling = |spelling| std::array::from_fn(|kind| of_kinds[kind][spelling]);
    (0..SPELLINGS.len()).map(of_spelling).collect()
}

fn random_game(random: &mut Random) -> Game {
    let mut game = Game::new();
    while game.outcome().is_none() {
        let moves: Vec<Square> = game.legal_moves().iter().collect();
        game.play(moves[random.below(moves.len())]).unwrap();
    }
    game
}

fn by_side(position: Position, [black, white]: [&'static str; 2]) -> &'static str {
    match position.side_to_move() {
        Color::Black => black,
        Color::White => white,
    }
}

fn sign(position: Position, square: Square, [black, white, empty]: Signs) -> &'static str {
    match position.disc(square) {
        Some(Color::Black) => black,
        Some(Color::White) => white,
        None => empty,
    }
}

fn squares(position: Position) -> String {
    rows(position, OBF, "").concat()
}

fn rows(position: Position, signs: Signs, between: &str) -> [String; 8] {
    let squares: Vec<Square> = Square::all().collect();
    std::array::from_fn(|rank| {
        let squares = squares[8 * rank..][..8].iter();
        let signs: Vec<_> = squares.map(|&at| sign(position, at, signs)).collect();
        signs.join(between)
    })
}

fn glued(position: Position, signs: Signs) -> String {
    rows(position, signs, "").join("\n")
}

fn spaced(position: Position, signs: Signs) -> String {
    rows(position, signs, " ").join("\n")
}

/// Writes the number of each rank beside it.
fn ranked(rows: &str, first: usize, row: fn(usize, &str) -> String) -> String {
    let rows = (first..)
        .zip(rows.lines())
        .map(|(rank, text)| row(rank, text));
    rows.collect::<Vec<_>>().join("\n")
}

/// As Edax prints a board: `.` marks the legal moves.
fn edax(position: Position) -> String {
    let letters = LETTERS.to_uppercase();
    let rows = std::array::from_fn::<String, 8, _>(|rank| {
        let squares = Square::all().skip(8 * rank).take(8);
        let signs = squares.map(|square| {
            let is_legal = position.legal_moves().contains(square);
            sign(
                position,
                square,
                ["*", "O", if is_legal { "." } else { "-" }],
            )
        });
        let counts = |name, color| {
            let moves = position.with_side_to_move(color).legal_moves().len();
            let discs = position.counts()[color];
            format!(" {name}: discs = {discs:2}    moves = {moves:2}")
        };
        let beside = match rank {
            1 => format!(" {} to move", by_side(position, ["*", "O"])),
            3 => counts("*", Color::Black),
            4 => counts("O", Color::White),
            5 => {
                let empties = position.board().empty_count();
                format!("  empties = {empties:2}      ply = {:2}", 61 - empties)
            }
            _ => String::new(),
        };
        let rank = rank + 1;
        format!(
            "{rank} {} {rank}{beside}\n",
            signs.collect::<Vec<_>>().join(" ")
        )
    });
    format!("{letters}\n{}{letters}", rows.concat())
}

/// As Python prints an array.
fn numpy(position: Position, signs: Signs, between: &str) -> String {
    let rows = rows(position, signs, between).map(|row| format!("[{}]", &row[1..]));
    format!("[{}]", rows.join("\n "))
}

/// Lists of lists, in one line or one line a rank.
fn lists(position: Position, signs: Signs, brackets: &str, number: usize) -> String {
    let (open, close) = brackets.split_at(1);
    let joint = [", ", ",\n "][number % 2];
    let rows = rows(position, signs, ", ").map(|row| format!("{open}{row}{close}"));
    format!("{open}{}{close}", rows.join(joint))
}

/// A board with walls around it.
fn walled(position: Position, signs: Signs, wall: &str, between: &str) -> String {
    let rows =
        rows(position, signs, between).map(|row| format!("{wall}{between}{row}{between}{wall}\n"));
    let edge = [wall; 10].join(between);
    format!("{edge}\n{}{edge}", rows.concat())
}

fn bits(position: Position) -> [u64; 2] {
    Color::ALL.map(|color| position.discs(color).bits())
}

fn fen(position: Position, pieces: &str) -> String {
    let squares = squares(position);
    let mut rows = Vec::new();
    for rank in 0..8 {
        let mut row = squares[8 * rank..][..8].to_owned();
        for empties in (1..=8).rev() {
            row = row.replace(&"-".repeat(empties), &empties.to_string());
        }
        rows.push(row.replace('X', &pieces[..1]).replace('O', &pieces[1..]));
    }
    rows.join("/")
}

/// Scores that a program would write: even numbers with a sign for White.
fn score(number: usize) -> i64 {
    [0, 12, -4, 1, -64, 33, 2][number % 7]
}

fn scores(position: Position, number: usize) -> String {
    let moves = (number..).zip(position.legal_moves().iter());
    let scores = moves.map(|(number, square)| format!(" {square}:{:+};", score(number)));
    scores.collect()
}
