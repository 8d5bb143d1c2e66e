//! What is wrong with a game that is read, as clauses. The errors of the library and of the formats display in English, for
//! programs.

use super::illegal_move;
use reversi::{MoveError, MoveProblem, NODE_LIMIT, Oddity, ParseSquareError, TreeError};
use reversi_notation::find::FindError;
use reversi_notation::input::GAME_LIMIT;
use reversi_notation::{Place, Problem, RecordError, clean};
use reversi_text::{Name, Said, tr};

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

/// What is wrong with a game or a file. What only its format knows is in English.
pub fn problem(problem: &Problem) -> Said {
    let mebibytes = GAME_LIMIT >> 20;
    match problem {
        Problem::Io(why) => tr!("reading failed: {why}", why = Name(&clean(why))),
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
        &Problem::Move { number, ref why } => {
            tr!("move {number}: {why}", number, why = &move_problem(why))
        }
        other => Said::display(other),
    }
}

/// Why a text has no game and no position. What is wrong with a board is in English.
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
    use reversi::{Color, Square, SquareSet, transcript};

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
            Problem::Io("\u{7}".to_owned()),
            Problem::Unrecognised,
            Problem::LongText,
            Problem::Packed("zip"),
            Problem::NoGame("SGF"),
            Problem::TooLong,
            Problem::NoEnd,
        ];
        for fault in moves
            .into_iter()
            .chain(played.map(Problem::from))
            .chain(others)
        {
            assert_eq!(*problem(&fault), fault.to_string());
            let found = [FindError::Transcript(fault.clone()), FindError::Game(fault)];
            for found in found {
                assert_eq!(*find_error(&found), found.to_string());
            }
        }
        for found in [FindError::Empty, FindError::TooLong, FindError::Nothing] {
            assert_eq!(*find_error(&found), found.to_string());
        }
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
