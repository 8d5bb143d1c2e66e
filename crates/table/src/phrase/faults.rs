//! What is wrong with a game that is read, as clauses. The errors of the library and of the formats display in English, for
//! programs.

use std::io;

use super::{illegal_move, io_reason};
use reversi::{
    MoveError, MoveProblem, NODE_LIMIT, Oddity, ParsePositionError, ParseSquareError, TreeError,
};
use reversi_notation::find::FindError;
use reversi_notation::input::{GAME_LIMIT, NESTING_LIMIT, SIDE_LIMIT, TREE_LIMIT};
use reversi_notation::{
    CutVariations, Place, Problem, RecordError, Remark, RemarkPart, Warning, clean,
};
use reversi_text::{Message, Name, Said, label, tr};

/// Why a text is no square.
pub fn not_a_square(error: &ParseSquareError) -> Said {
    match error {
        ParseSquareError::OffBoard(text) => tr!(
            "{text} is off the board: files are a-h and ranks are 1-8",
            text = Name(text)
        ),
        ParseSquareError::NotASquare(text) => tr!(
            "{text} is not a square like f5",
            // It may have control characters.
            text = Name(&format!("{text:?}"))
        ),
    }
}

/// Why a move or a game is not added to variations.
pub fn tree_error(error: TreeError) -> Said {
    match error {
        TreeError::Move(error) => illegal_move(error),
        TreeError::Full => tr!(
            "the tree is full: it can have {number} moves",
            number = NODE_LIMIT
        ),
        TreeError::DifferentStart => tr!("the games start from different positions"),
        other => Said::display(other),
    }
}

/// What is odd about a position.
pub fn oddity(odd: &Oddity) -> Said {
    match *odd {
        Oddity::NoDiscs => tr!("there are no discs on the board"),
        Oddity::OneSided(color) => tr!("only {color} has discs", color),
        Oddity::GameOver => tr!("neither side has a legal move: the game is over"),
        Oddity::MustPass(color) => tr!("{color} has no legal move and must pass", color),
        Oddity::EmptyCentre(squares) => tr!(
            "no game leads to this position: {squares} in the centre cannot be empty",
            squares = Name(&squares.to_string())
        ),
        Oddity::Unreachable(squares) if squares.len() == 1 => tr!(
            "no game leads to this position: the disc on {square} cannot have been played",
            square = Name(&squares.to_string())
        ),
        Oddity::Unreachable(squares) => tr!(
            "no game leads to this position: the discs on {squares} cannot have been played",
            squares = Name(&squares.to_string())
        ),
        Oddity::NoLastMove => {
            tr!("no game leads to this position: no disc can have been placed last")
        }
        ref other => Said::display(other),
    }
}

/// What is odd about a position, in fewer words; `None` if there are none.
pub fn oddity_briefly(odd: &Oddity) -> Option<Said> {
    match odd {
        Oddity::GameOver => Some(tr!("neither side has a legal move")),
        Oddity::EmptyCentre(_) | Oddity::Unreachable(_) | Oddity::NoLastMove => {
            Some(tr!("no game leads to this position"))
        }
        _ => None,
    }
}

/// Why a move that is recorded cannot be played.
pub fn move_problem(problem: &MoveProblem) -> Said {
    match *problem {
        MoveProblem::Unreadable(ref error) => not_a_square(error),
        MoveProblem::Illegal {
            square,
            error: MoveError::GameOver,
        } => tr!("{square} comes after the end of the game", square),
        MoveProblem::Illegal { error, .. } => illegal_move(error),
        MoveProblem::WrongSide {
            square: Some(square),
            side_to_move,
        } => tr!(
            "{square} is recorded for {color}, but {other} is to move",
            square,
            color = side_to_move.opposite(),
            other = side_to_move
        ),
        MoveProblem::WrongSide {
            square: None,
            side_to_move,
        } => tr!(
            "a pass is recorded for {color}, but {other} is to move",
            color = side_to_move.opposite(),
            other = side_to_move
        ),
        MoveProblem::NoPass { side_to_move: None } => {
            tr!("a pass is recorded after the end of the game")
        }
        MoveProblem::NoPass {
            side_to_move: Some(color),
        } => tr!("a pass is recorded, but {color} has a legal move", color),
        ref other => Said::display(other),
    }
}

/// Why a text is no position.
fn no_position(error: &ParsePositionError) -> Said {
    match *error {
        ParsePositionError::UnknownCharacter { found, at } => tr!(
            "character {at} of the position is {found}, but a square must be X, O or -",
            at,
            found = Name(&format!("{found:?}"))
        ),
        ParsePositionError::TooFewSquares { found } => tr!(
            "the position has {found} squares, but it needs 64, followed by the side to move, X or O",
            found
        ),
        ParsePositionError::NoSide => tr!(
            "the position does not name the side to move: add X (Black) or O (White) after the squares"
        ),
        ParsePositionError::BadSide { found } => tr!(
            "the side to move is {found}, but it must be X for Black or O for White",
            found = Name(&format!("{found:?}"))
        ),
        ParsePositionError::TooLong { at } => tr!(
            "unexpected text after the side to move, at character {at} of the position",
            at
        ),
        ref other => Said::display(other),
    }
}

/// The parts of games that can be malformed.
const PARTS: [&Message; 17] = [
    label!("FEN tag"; "a part of a game"),
    label!("board"; "a part of a game"),
    label!("board size"; "a part of a game"),
    label!("file"; "a part of a game"),
    label!("first line"; "a part of a game"),
    label!("game"; "a part of a game"),
    label!("komi"; "a part of a game"),
    label!("line between the moves"; "a part of a game"),
    label!("list of moves"; "a part of a game"),
    label!("move"; "a part of a game"),
    label!("order"; "a part of a game"),
    label!("position"; "a part of a game"),
    label!("property of a move"; "a part of a game"),
    label!("set-up point"; "a part of a game"),
    label!("set-up square"; "a part of a game"),
    label!("side to move"; "a part of a game"),
    label!("type of the game"; "a part of a game"),
];

/// What these parts must be.
const EXPECTED: [&Message; 23] = [
    label!("2, which is Othello"; "what a part of a game must be"),
    label!("64 squares, X for Black, O for White and - for an empty one"; "what a part of a game must be"),
    label!("B or W"; "what a part of a game must be"),
    label!("B[f5] or W[f5]"; "what a part of a game must be"),
    label!("a move"; "what a part of a game must be"),
    label!("a number of half points from -50 to 50"; "what a part of a game must be"),
    label!("a point of the board, such as cc"; "what a part of a game must be"),
    label!("a set-up before the first move"; "what a part of a game must be"),
    label!("a square like \"f5\", or an object with one"; "what a part of a game must be"),
    label!("a square like f5"; "what a part of a game must be"),
    label!("a square of the board"; "what a part of a game must be"),
    label!("a text like \"f5d6\" or a list"; "what a part of a game must be"),
    label!("as long as the number of games in its header says"; "what a part of a game must be"),
    label!("eight ranks of p, P and digits, the eighth first, and then b or w"; "what a part of a game must be"),
    label!("from 2 to 7"; "what a part of a game must be"),
    label!("numbered in a way that only one legal game explains"; "what a part of a game must be"),
    label!("one board before the moves"; "what a part of a game must be"),
    label!("that of Othello on 8x8, such as 8, 8k or s8r20"; "what a part of a game must be"),
    label!("the names of columns, one of them moves"; "what a part of a game must be"),
    label!("the same in all names of the side to move"; "what a part of a game must be"),
    label!("what the other list of moves of the object has"; "what a part of a game must be"),
    label!("written in one way"; "what a part of a game must be"),
    label!("written with X, O and -"; "what a part of a game must be"),
];

/// What a game that ends too early lacks.
const MISSING: [&Message; 8] = [
    label!("the closing brace"; "what an incomplete game lacks"),
    label!("the closing brace of a comment"; "what an incomplete game lacks"),
    label!("the closing bracket"; "what an incomplete game lacks"),
    label!("the closing parenthesis"; "what an incomplete game lacks"),
    label!("the end of the line"; "what an incomplete game lacks"),
    label!("the header of 16 bytes or a part of it"; "what an incomplete game lacks"),
    label!("the list of moves"; "what an incomplete game lacks"),
    label!("what the number of games in the header promises"; "what an incomplete game lacks"),
];

/// Says a word that a format gives in English. Names and numbers are in no list and stay as they are.
fn word(words: &[&'static Message], english: &'static str) -> Said {
    let known = words.iter().find(|word| word.english() == english);
    known.map_or_else(|| Said::verbatim(english), |word| Said::from(*word))
}

/// What is wrong with a game or a file.
pub fn problem(problem: &Problem) -> Said {
    let mebibytes = GAME_LIMIT >> 20;
    match problem {
        Problem::Io(why, code) => {
            let of_system = |code| io_reason(&io::Error::from_raw_os_error(code));
            let why = code.map_or_else(|| Said::verbatim(clean(why).into_owned()), of_system);
            tr!("reading failed: {why}", why = &why)
        }
        Problem::Text(why) => find_error(why),
        Problem::Unrecognised => tr!(
            "unrecognised format; supported are transcripts like f5d6c3, board text, GGF, WTHOR, SGF, PGN, JSON and CSV"
        ),
        Problem::LongText => tr!(
            "unrecognised format; a text in none of the supported formats may have at most {mebibytes} MiB",
            mebibytes
        ),
        Problem::Packed(format) => tr!(
            "this is a {format} archive; unpack it first",
            format = Name(format)
        ),
        Problem::NoGame(format) => tr!("no {format} game found", format = Name(format)),
        Problem::TooLong => tr!(
            "too long: a game or a line may have at most {mebibytes} MiB",
            mebibytes
        ),
        Problem::Truncated(missing) => tr!(
            "the game is incomplete: {missing} is missing",
            missing = &word(&MISSING, missing)
        ),
        Problem::Malformed {
            part,
            found,
            expected,
        } => tr!(
            "the {part} is {found}, but it must be {expected}",
            part = &word(&PARTS, part),
            found = Name(&format!("{:?}", clean(found))),
            expected = &word(&EXPECTED, expected)
        ),
        Problem::Start(why) => tr!("starting position: {why}", why = &no_position(why)),
        &Problem::Json {
            line,
            column,
            found: None,
        } => tr!(
            "line {line}, column {column} of the JSON: the end is missing",
            line,
            column
        ),
        &Problem::Json {
            line,
            column,
            found: Some(found),
        } => tr!(
            "line {line}, column {column} of the JSON: {found} is out of place",
            line,
            column,
            found = Name(&format!("{:?}", found.to_string()))
        ),
        Problem::TooManyVariations => tr!(
            "a game may have at most {moves} moves in variations, and {depth} variations one inside the other",
            moves = SIDE_LIMIT,
            depth = NESTING_LIMIT
        ),
        Problem::NoEnd => tr!(
            "the end is missing, or the game is longer than {bytes} bytes",
            bytes = TREE_LIMIT
        ),
        &Problem::Move { number, ref why } => {
            tr!("move {number}: {why}", number, why = &move_problem(why))
        }
        other => Said::display(other),
    }
}

/// How a text was read.
pub fn remark(remark: &Remark) -> Said {
    let said = remark.parts().iter().map(|(_, part)| match part {
        RemarkPart::Text(text) => Said::verbatim(clean(text).into_owned()),
        RemarkPart::Remarks(all) => remarks(all),
        _ => Said::default(),
    });
    let said: Vec<Said> = said.collect();
    let parts = remark.parts().iter().zip(&said);
    let parts = parts.map(|((name, part), said)| match *part {
        RemarkPart::Count(count) => (*name, count.into()),
        RemarkPart::Color(color) => (*name, color.into()),
        _ => (*name, said.into()),
    });
    let (english, plural) = remark.english();
    Message::of_library(english, plural).with(&parts.collect::<Vec<_>>())
}

/// How a text was read, one clause after another.
pub fn remarks(all: &[Remark]) -> Said {
    Said::clauses(all.iter().map(remark))
}

/// What should be said of a game wherever it is used.
pub fn warning(warning: &Warning) -> Said {
    match warning {
        Warning::Reading(all) => remarks(all),
        Warning::Contradiction { stated, outcome } => tr!(
            "the stated result is {stated}, but the moves give {black}-{white}",
            stated = Name(&stated.to_string()),
            black = outcome.score.black,
            white = outcome.score.white
        ),
        Warning::Unfinished { stated, empties } => tr!(
            "the stated result is {stated}, but the moves stop with {empties} empty squares",
            stated = Name(&stated.to_string()),
            empties = *empties
        ),
        other => Said::display(other),
    }
}

/// What could not be read of variations.
pub fn cut_variations(cut: &CutVariations) -> Said {
    let (count, moves) = (cut.count, Name(&cut.moves));
    let problem = &problem(&cut.problem);
    if cut.moves.is_empty() {
        return tr!(
            "a variation was cut short after the start: {problem}"
                | "{count} variations were cut short, the first after the start: {problem}",
            count,
            problem
        );
    }
    tr!(
        "a variation was cut short after {moves}: {problem}"
            | "{count} variations were cut short, the first after {moves}: {problem}",
        count,
        moves,
        problem
    )
}

/// Says where something of a text is.
fn placed(place: Place, clause: &Said) -> Said {
    match place {
        Place::Line(line) => tr!("line {line}: {clause}", line, clause),
        Place::Column { line, column } => tr!(
            "line {line}, column {column}: {clause}",
            line,
            column,
            clause
        ),
        Place::Byte(byte) => tr!("byte {byte}: {clause}", byte, clause),
        _ => clause.clone(),
    }
}

/// Why a text has no game and no position.
pub fn find_error(error: &FindError) -> Said {
    let mebibytes = GAME_LIMIT >> 20;
    match error {
        FindError::Empty => tr!(
            "the text is empty; expected a board, a transcript, a game or two hexadecimal numbers"
        ),
        FindError::TooLong => tr!("the text is larger than {mebibytes} MiB", mebibytes),
        FindError::Nothing => tr!(
            "there is no game and no board in this text: expected moves like f5d6c3, or eight lines of eight squares"
        ),
        FindError::Transcript(why) => {
            tr!("in the transcript, {problem}", problem = &problem(why))
        }
        FindError::Game(why) => tr!("in the game, {problem}", problem = &problem(why)),
        FindError::Squares(why) => no_position(why),
        &FindError::Lines { found } => tr!(
            "the board has {found} lines of eight squares, but it needs 8",
            found
        ),
        &FindError::RowLength { line, found } => tr!(
            "line {line} has {found} squares, but a row of a board has 8",
            line,
            found
        ),
        FindError::UnclearSigns => tr!(
            "the signs of the board are unclear: use X for Black, O for White and - for empty squares"
        ),
        FindError::Coordinates => {
            tr!("the coordinates of the board must run from a to h and from 1 to 8")
        }
        FindError::UnclearDigits => tr!(
            "the meaning of 0 and 1 is unclear here: use X for Black, O for White and - for empty squares"
        ),
        &FindError::Contradiction { line } => tr!(
            "line {line} contradicts the board or another line of the text",
            line
        ),
        FindError::OneNumber => tr!(
            "only one hexadecimal number found, but a position needs two: the discs of Black and those of White"
        ),
        FindError::Owners => {
            tr!("the two numbers need different owners: Black and White, or player and opponent")
        }
        FindError::Overlap(overlap) => tr!(
            "the two hexadecimal numbers overlap: both sides have a disc on {squares}",
            squares = overlap.squares
        ),
        FindError::Move {
            place,
            problem: why,
            skipped: None,
        } => placed(*place, &problem(why)),
        FindError::Move {
            place,
            problem: why,
            skipped: Some(word),
        } => {
            let why = tr!(
                "{problem}; \"{word}\" before it is not a move",
                problem = &problem(why),
                word = Name(&clean(word))
            );
            placed(*place, &why)
        }
        &FindError::ControlCharacters { place } => placed(
            place,
            &tr!("there are control characters; paste plain text"),
        ),
        &FindError::FunctionKey { place, key } => {
            let key = key.to_string().to_uppercase();
            placed(
                place,
                &tr!("{key} in a sentence is a key, not a move", key = Name(&key)),
            )
        }
        &FindError::Mention { place, square } => {
            let clause = if let Some(square) = square {
                tr!(
                    "{square} in a sentence is not a game; a game needs at least two moves in a row, and a board 64 squares",
                    square
                )
            } else {
                tr!(
                    "a pass in a sentence is not a game; a game needs at least two moves in a row, and a board 64 squares"
                )
            };
            placed(place, &clause)
        }
        other => Said::display(other),
    }
}

/// What is wrong with a game of a file, and where it is.
pub fn record_error(error: &RecordError) -> Said {
    let (number, problem) = (error.game, &problem(&error.problem));
    match error.place {
        _ if error.problem.is_of_the_file() => problem.clone(),
        Place::Line(line) => tr!(
            "game {number}, line {line}: {problem}",
            number,
            line,
            problem
        ),
        Place::Column { line, column } => tr!(
            "game {number}, line {line}, column {column}: {problem}",
            number,
            line,
            column,
            problem
        ),
        Place::Byte(byte) => tr!(
            "game {number}, byte {byte}: {problem}",
            number,
            byte,
            problem
        ),
        _ => Said::display(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reversi::{Board, Color, Position, Square, SquareSet, transcript};
    use reversi_notation::find::find;

    #[test]
    fn what_is_wrong_is_said_in_english_as_it_displays() {
        let unreadable = |text: &str| text.parse::<Square>().unwrap_err();
        let problems = [
            MoveProblem::Unreadable(unreadable("i9")),
            MoveProblem::Unreadable(unreadable("\u{7}")),
            MoveProblem::WrongSide {
                square: Some(Square::A1),
                side_to_move: Color::White,
            },
            MoveProblem::WrongSide {
                square: None,
                side_to_move: Color::Black,
            },
            MoveProblem::NoPass { side_to_move: None },
            MoveProblem::NoPass {
                side_to_move: Some(Color::Black),
            },
            MoveProblem::Illegal {
                square: Square::A1,
                error: MoveError::GameOver,
            },
        ];
        let moves = problems.map(|why| Problem::Move { number: 3, why });
        let played = ["f5d6c4c4", "f5f5", "a1"].map(|moves| transcript::parse(moves).unwrap_err());
        let others = [
            Problem::Io("\u{7}".to_owned(), None),
            Problem::Text(Box::new(FindError::UnclearSigns)),
            Problem::Truncated("the closing brace"),
            Problem::malformed("board size", "\u{7}", "8"),
            Problem::malformed("side to move", "f5", "B or W"),
            Problem::Json {
                line: 1,
                column: 2,
                found: None,
            },
            Problem::Json {
                line: 1,
                column: 2,
                found: Some('\u{7}'),
            },
            Problem::TooManyVariations,
            Problem::Unrecognised,
            Problem::LongText,
            Problem::Packed("zip"),
            Problem::NoGame("SGF"),
            Problem::TooLong,
            Problem::NoEnd,
        ];
        let starts = [
            "?",
            "X",
            &"-".repeat(64),
            &("-".repeat(64) + "?"),
            &("-".repeat(64) + "XX"),
        ];
        let starts = starts.map(|text| text.parse::<Position>().unwrap_err());
        for fault in moves
            .into_iter()
            .chain(played.map(Problem::from))
            .chain(others)
            .chain(starts.map(Problem::Start))
        {
            assert_eq!(*problem(&fault), fault.to_string());
            let of_move = |skipped: Option<&str>| FindError::Move {
                place: Place::Line(2),
                problem: fault.clone(),
                skipped: skipped.map(str::to_owned),
            };
            let found = [
                of_move(None),
                of_move(Some("f\u{7}")),
                FindError::Transcript(fault.clone()),
                FindError::Game(fault),
            ];
            for found in found {
                assert_eq!(*find_error(&found), found.to_string());
            }
        }
    }

    #[test]
    fn why_nothing_is_found_is_said_in_english_as_it_displays() {
        let place = Place::Column { line: 3, column: 4 };
        let overlap = Board::from_bits(3, 3).unwrap_err();
        for found in [
            FindError::Empty,
            FindError::TooLong,
            FindError::Nothing,
            FindError::Squares(ParsePositionError::NoSide),
            FindError::Lines { found: 7 },
            FindError::RowLength { line: 2, found: 7 },
            FindError::UnclearSigns,
            FindError::Coordinates,
            FindError::UnclearDigits,
            FindError::Contradiction { line: 2 },
            FindError::OneNumber,
            FindError::Owners,
            FindError::Overlap(overlap),
            FindError::ControlCharacters { place },
            FindError::FunctionKey {
                place,
                key: Square::F5,
            },
            FindError::Mention {
                place,
                square: Some(Square::F5),
            },
            FindError::Mention {
                place,
                square: None,
            },
        ] {
            assert_eq!(*find_error(&found), found.to_string());
        }
    }

    #[test]
    fn how_a_text_was_read_is_said_in_english_as_it_displays() {
        for text in [
            "f5d6c3d3c4f4 and more",
            "f5d6c3d3\nf5f6e6f4\n",
            "0x810000000 0x1008000000",
            "---------------------------O*------*O--------------------------- *",
        ] {
            let content = find(text).unwrap();
            assert_eq!(*remarks(&content.remarks()), content.to_string());
        }
    }

    #[test]
    fn what_is_odd_or_refused_is_said_in_english_as_it_displays() {
        let squares = SquareSet::from(Square::D4);
        for odd in [
            Oddity::NoDiscs,
            Oddity::OneSided(Color::Black),
            Oddity::GameOver,
            Oddity::MustPass(Color::White),
            Oddity::EmptyCentre(squares),
            Oddity::Unreachable(squares),
            Oddity::Unreachable(squares | SquareSet::from(Square::A1)),
            Oddity::NoLastMove,
        ] {
            assert_eq!(*oddity(&odd), odd.to_string());
        }
        let taken = MoveError::Occupied {
            square: Square::D4,
            by: Color::White,
        };
        for error in [
            TreeError::Move(taken),
            TreeError::Full,
            TreeError::DifferentStart,
        ] {
            assert_eq!(*tree_error(error), error.to_string());
        }
    }
}
