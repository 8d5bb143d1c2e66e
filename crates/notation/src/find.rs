//! Finds the positions and games in any text that a person may paste.
//!
//! 1. A game in SGF, GGF, PGN or Othello Quest JSON, even after the command of a protocol, the `BO[8 ...]` of GGF
//!    alone, and a list of transcripts are read by the readers of those formats.
//!    So is a kifu, a board with the numbers of the moves on their squares.
//! 2. Otherwise, boards are looked for: FEN; eight lines of eight squares, as this program, Edax, `NBoard` and GGS print
//!    a board, with coordinates, borders, walls and other text around it, as the rows of a program's list, and in tables
//!    with blank cells; 64 squares in a line, or in a few lines that have nothing else; two hexadecimal or decimal
//!    numbers with a1 as the highest bit. The numbers are the discs of Black and White if words before them or a side to
//!    move say so; otherwise those of the side to move and its opponent, as most engines write them. No square is taken
//!    from beyond its line: a line that has its squares is complete, and a board with a line too many or too long is
//!    refused.
//! 3. Then moves are looked for, from the board before them or from the usual start. Squares with only numbers, signs
//!    and names of sides between them are moves. Those of all lines are one game if they are legal as one, otherwise
//!    several. A single square in a sentence is not a move, unless the text has only sentences, with at least three
//!    squares. If a move of a game is illegal, the text is refused: a game is read whole or not at all.
//!    [`TextItem::other_reading`] describes what else the text may be.
//!
//! 4. Otherwise, the text may be numbers: pairs of a row and a column, or one number a square. They are a game if they are
//!    legal in one way of counting.
//!
//! What the text says of itself counts: which sign is which disc, which bit is a1, whose move it is. A reading that
//! contradicts it is refused with the line.
//!
//! [`TextContent::skipped`] lists what was not read. The name of a line of an opening book, `Tiger | f5d6c3d3c4`, becomes
//! the comment on the game.
//!
//! The squares of a board are those of [`Position`]'s text, and the discs and squares of emoji and of CJK texts. In
//! addition:
//!
//! - `*` and `□` mark a legal move if both sides have another sign and the marked squares are the legal moves of one
//!   side. Otherwise `*` is a black disc, and `□`, `■` and their emoji are empty squares beside discs, and discs beside
//!   another sign for empty squares.
//! - `0` is Black and `1` White if both occur with a sign for empty squares and no other disc, as Egaroucid
//!   writes. `0` beside black discs is a mistyped `O`. Numbers alone are empty squares for 0, Black for 1 and White for
//!   2 or -1. Anything else with digits is an error: it may be a set of bits.
//! - Signs that may mean two boards are refused, and so are those that the text itself explains in another way.
//!
//! In FEN, `P` is Black, and `w` with it the side of `P`, which begins. A side that is written counts, unless no game
//! leads to it.
//!
//! If the text does not name the side to move, it is the side whose legal moves are marked by `*`; otherwise the only
//! side that can move; otherwise Black for an even number of discs and White for an odd one, as in a game without
//! passes.

mod account;
mod bitboards;
mod board_text;
mod boards;
mod cells;
pub(super) mod claims;
mod content;
mod embedded;
mod fen;
mod lists;
mod moves;
mod numbers;
mod respelled;
mod search;
mod sides;
pub(super) mod signs;
mod skipped;
mod tokens;

use std::borrow::Cow;

use self::content::item;
use self::embedded::{embedded_game, games};
use self::search::FindContext;
use self::skipped::MOST_GAMES;
use super::error::{GAME_LIMIT, Place, Problem};
use super::formats::Format;
use super::record::Record;
use super::text_games;
use reversi::ParseSquareError;
use reversi::Position;
use reversi::transcript::{self, MoveProblem};

pub use super::error::FindError;
pub use content::{TextContent, TextItem};
pub use skipped::SkippedText;

/// Finds the positions and games in a text.
///
/// # Errors
/// [`FindError`] about the form that the text resembles most.
///
/// ```
/// use reversi_notation::find::find;
/// let start = find("0x0000000810000000 0x0000001008000000")?.into_first();
/// assert_eq!(start.position, reversi::Position::START);
/// assert_eq!(find("f5 d6 c3")?.to_string(), "a transcript of 3 moves; White to move");
/// let lost = find("I lost: f5d6c3 why?")?;
/// assert_eq!(lost.skipped[1].to_string(), "\"why\" at line 1, column 16");
/// # Ok::<(), reversi_notation::find::FindError>(())
/// ```
pub fn find(text: &str) -> Result<TextContent, FindError> {
    let mut content = read(text)?;
    if let [item] = &content.items[..]
        && item.game.is_some()
    {
        content.skipped.extend(account::unaccounted(text));
    }
    if content.is_cut() {
        let place = content.items[MOST_GAMES - 1].place;
        content
            .skipped
            .insert(0, SkippedText::after_most_games(place));
    }
    Ok(content)
}

/// Reads a text by the first reader that explains it.
fn read(text: &str) -> Result<TextContent, FindError> {
    let text = text.trim_start_matches('\u{feff}');
    if text.len() > GAME_LIMIT {
        return Err(FindError::TooLong);
    }
    if text.trim().is_empty() {
        return Err(FindError::Empty);
    }
    if let Some((text, format)) = embedded_game(text) {
        return games(&text, format)
            .map(|(games, _)| games)
            .map_err(FindError::Game);
    }
    let text = &tokens::narrow(text);
    let text = &without_comment_signs(text);
    let text = &*respelled::respelled(text);
    let search = FindContext::of(text);
    if let Some(games) = search.kifus() {
        return Ok(games);
    }
    let boards = boards::boards(text);
    let has_boards = !boards.found.is_empty();
    let mut no_transcript = None;
    if !has_boards {
        match transcript::parse(text) {
            Ok(game) if game.entries().is_empty() => {
                no_transcript = Some(Problem::NoGame("Othello"));
            }
            Ok(game) => {
                let game = Record::from_game(&game);
                return Ok(item(game, Format::Transcript, Place::Line(1)).into());
            }
            Err(problem) => no_transcript = Some(problem.into()),
        }
    }
    // Lines of a file, with results or comments. A line that is not a game may be a sentence.
    let mut of_lines = None;
    if !has_boards && text_games::is_plain(text) {
        match games(text, Format::Transcript) {
            Ok((games, _)) if is_nothing(&games) && !text_games::is_empty_game(text) => {}
            Ok((games, None)) => return Ok(games),
            Ok((games, Some(problem))) => of_lines = Some((games, problem)),
            Err(_) => {}
        }
    }
    if let Some(error @ (FindError::Lines { .. } | FindError::RowLength { .. })) = boards.problem {
        return Err(error);
    }
    let error = match (search.content(boards.found), text.find(is_control)) {
        (Ok(mut content), None) => {
            if has_boards {
                let said = boards.claims.lines();
                content
                    .skipped
                    .retain(|text| !said.contains(&text.place.line()));
            }
            return Ok(with_unread(content, &search, boards.unread));
        }
        (Ok(_), Some(at)) => {
            let place = search.lines.place(at);
            return Err(FindError::ControlCharacters { place });
        }
        (Err(error), _) => error,
    };
    if !error
        .as_ref()
        .is_some_and(|error| matches!(error, FindError::Move { .. }))
        && let Some(game) = numbers::find(text)
    {
        return Ok(game.into());
    }
    // A list with a wrong game, and not one game with a wrong move in a later line.
    if let (Some((games, own)), Some(FindError::Move { problem, .. })) = (of_lines, &error)
        && own == *problem
    {
        return Ok(games);
    }
    Err(match (boards.problem, no_transcript, error) {
        (Some(problem), _, error) if !matches!(error, Some(FindError::Move { .. })) => problem,
        (_, Some(problem), error) if error.is_none() || search.is_transcript() => {
            not_a_transcript(text, &search, problem)
        }
        (_, _, error) => error.unwrap_or(FindError::Nothing),
    })
}

/// Adds the boards that cannot be read to what was skipped.
fn with_unread(
    mut content: TextContent,
    search: &FindContext,
    unread: Vec<(usize, Problem)>,
) -> TextContent {
    let unread = unread.into_iter();
    let unread: Vec<SkippedText> = unread
        .map(|(at, problem)| SkippedText::of_problem(search.lines.place(at), problem))
        .collect();
    let is_of = |text: &SkippedText| unread.iter().any(|board| board.place == text.place);
    content.skipped.retain(|text| !is_of(text));
    content.skipped.extend(unread);
    content
}

/// Returns the error about what a text that is not a transcript resembles most.
fn not_a_transcript(text: &str, search: &FindContext, problem: Problem) -> FindError {
    let is_board = looks_like_a_board(text);
    if let Some(error) = is_board.then(|| text.parse::<Position>().err()).flatten() {
        FindError::Squares(error)
    } else if !is_no_move(&problem) {
        FindError::Transcript(problem)
    } else if let Some(at) = text.find(is_control) {
        let place = search.lines.place(at);
        FindError::ControlCharacters { place }
    } else {
        FindError::Nothing
    }
}

/// Returns a text without the sign of a comment with which all of its lines begin, in the same places.
fn without_comment_signs(text: &str) -> Cow<'_, str> {
    let mut lines = text
        .lines()
        .map(str::trim_start)
        .filter(|line| !line.is_empty());
    let sign = lines.clone().next().and_then(|line| line.chars().next());
    let sign = sign.filter(|sign| matches!(sign, '#' | '*' | '%' | ';'));
    let Some(sign) = sign.filter(|_| lines.clone().count() >= 8) else {
        return Cow::Borrowed(text);
    };
    let is_comment = |line: &str| {
        let Some(rest) = line.strip_prefix(sign) else {
            return false;
        };
        // Eight cells may be a row that begins with this sign.
        rest.is_empty() || rest.starts_with(' ') && rest.split_whitespace().count() != 7
    };
    if !lines.all(is_comment) {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        plain += &line.replacen(sign, " ", 1);
    }
    Cow::Owned(plain)
}

/// Returns whether there are no moves and no other position than the start.
fn is_nothing(content: &TextContent) -> bool {
    content.items.iter().all(TextItem::is_nothing)
}

/// Returns whether a text does not even begin like moves.
fn is_no_move(problem: &Problem) -> bool {
    match problem {
        Problem::Move { number, why } => {
            let why = matches!(
                why,
                MoveProblem::Unreadable(ParseSquareError::NotASquare(_))
            );
            *number == 1 && why
        }
        problem => matches!(problem, Problem::NoGame(_)),
    }
}

/// Returns whether a character is a control character other than white space and the end-of-file mark of DOS.
fn is_control(c: char) -> bool {
    c.is_control() && !c.is_whitespace() && c != '\u{1a}'
}

/// Returns whether most characters of a text are those of a board.
#[doc(hidden)]
pub fn looks_like_a_board(text: &str) -> bool {
    let characters = text.chars().filter(|c| !c.is_whitespace());
    let of_a_board = |c: &char| "XxOo*BbWw-./".contains(*c);
    2 * characters.clone().filter(of_a_board).count() > characters.count()
}

/// Returns the moves of a text as a transcript, legal or not; `None` if the text has a board or a game in a format, or
/// if one of the moves may be a square in a sentence.
#[doc(hidden)]
pub fn moves_of(text: &str) -> Option<String> {
    if text.contains(is_control) {
        return None;
    }
    let text = &tokens::narrow(text);
    if embedded_game(text).is_some() || !boards::boards(text).found.is_empty() {
        return None;
    }
    let search = FindContext::of(text);
    moves::sure_moves(&search.part(0..text.len()).runs)
}
