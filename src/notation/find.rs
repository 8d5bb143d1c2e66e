//! Finds the positions and games in any text that a person may paste.
//!
//! 1. A game in SGF, GGF, PGN or Othello Quest JSON, even after the command of a protocol, the `BO[8 ...]` of GGF
//!    alone, and a list of transcripts are read by the readers of those formats.
//! 2. Otherwise, boards are looked for: eight lines of eight squares, as this program, Edax, `NBoard` and GGS print a
//!    board, with coordinates, borders and other text around it; 64 squares in any number of lines, with what OBF
//!    allows after them; FEN; two hexadecimal numbers with a1 as the highest bit. The numbers are the discs of Black and
//!    White if words before them or a side to move say so; otherwise those of the side to move and its opponent, as most
//!    engines write them.
//! 3. Then moves are looked for, from the board before them or from the usual start. Squares with only numbers, signs
//!    and names of sides between them are moves. Those of all lines are one game if they are legal as one, otherwise
//!    several. A single square in a sentence is not a move, unless the text has only sentences, with at least three
//!    squares. If a move of a game is illegal, the text is refused: a game is read whole or not at all.
//!    [`TextItem::other_reading`] describes what else the text may be.
//!
//! [`TextContent::skipped`] lists what was not read. The name of a line of an opening book, `Tiger | f5d6c3d3c4`, becomes
//! the event of the game.
//!
//! The squares of a board are those of [`Position`]'s text, and the discs and squares of emoji and of CJK texts. In
//! addition:
//!
//! - `*` marks a legal move, as this program prints it, if there is another sign for Black and the squares with `*`
//!   are the legal moves of one side. Otherwise it is a black disc.
//! - `0` is Black and `1` White if both occur with a sign for empty squares and no other disc, as Egaroucid
//!   writes. `0` beside black discs is a mistyped `O`. Digits alone, `0`, `1` and `2`, are empty squares, Black and
//!   White. Anything else with digits is an error: it may be a set of bits.
//!
//! If the text does not name the side to move, it is the side whose legal moves are marked by `*`; otherwise the only
//! side that can move; otherwise Black for an even number of discs and White for an odd one, as in a game without
//! passes.

mod bitboards;
mod board_text;
mod boards;
mod moves;
mod sides;
mod tokens;

use std::fmt;
use std::ops::Range;

use self::board_text::BoardText;
use self::moves::{FoundGames, Run};
use self::tokens::{FoundMove, LineStarts, TextWord, WordKind};
use super::clean::clean;
use super::error::{GAME_LIMIT, Place, Problem, clip};
use super::record::Record;
use super::records::{Format, detect, read_strictly};
use super::{text_games, transcript};
use crate::board::OverlapError;
use crate::position::{ParsePositionError, Position};
use crate::square::Square;

/// The most games that are read from a text.
const MOST_GAMES: usize = 10_000;

/// The most parts of a text that are listed as skipped.
const MOST_SKIPPED: usize = 1000;

/// A position or game in a text. Displays as a clause that describes how the text was understood:
/// `a board of 8 lines, * for Black; White to move`.
#[derive(Clone, Debug, PartialEq)]
pub struct TextItem {
    /// Where it begins.
    pub place: Place,
    /// The position, after the last move.
    pub position: Position,
    /// What the text is, and what unusual signs were taken to mean, as a clause.
    pub form: String,
    /// False if the side to move was inferred.
    pub side_is_stated: bool,
    /// The game that led to the position.
    pub game: Option<Record>,
    /// What the same text would be in another reading, as a clause.
    pub other_reading: Option<String>,
}

/// A part of a text that was not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkippedText {
    /// Where it begins.
    pub place: Place,
    /// The text, shortened; foreign.
    pub text: String,
}

/// What a text holds. Displays as a clause about the first item and what was skipped.
#[derive(Clone, Debug, PartialEq)]
pub struct TextContent {
    /// The positions and games, at least one.
    pub items: Vec<TextItem>,
    /// What was skipped, in order.
    pub skipped: Vec<SkippedText>,
}

/// An error of reading a text. Displays as a clause.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FindError {
    /// There is only white space.
    #[error("the text is empty; expected a board, a transcript, a game or two hexadecimal numbers")]
    Empty,
    /// The text is longer than 1 MiB.
    #[error("the text is too long: at most {GAME_LIMIT} bytes")]
    TooLong,
    /// The text resembles the squares of a board, but some are wrong.
    #[error("{0}")]
    Squares(ParsePositionError),
    /// A board does not have eight lines.
    #[error("the board has {found} lines of eight squares, but it needs 8")]
    Lines {
        /// The number of lines with eight squares.
        found: usize,
    },
    /// The coordinates of a board do not run from a to h and from 1 to 8.
    #[error("the coordinates of the board must run from a to h and from 1 to 8")]
    Coordinates,
    /// `0` or `1` may mean several things.
    #[error(
        "the meaning of 0 and 1 is unclear here: use X for Black, O for White and - for empty squares"
    )]
    UnclearDigits,
    /// There is only one hexadecimal number.
    #[error(
        "only one hexadecimal number found, but a position needs two: the discs of Black and those of White"
    )]
    OneNumber,
    /// Two bitboards have common squares.
    #[error("the two hexadecimal numbers overlap: {0}")]
    Overlap(OverlapError),
    /// The text resembles a transcript, or nothing else.
    #[error("in the transcript, {0}")]
    Transcript(Problem),
    /// A game cannot be read.
    #[error("in the game, {0}")]
    Game(Problem),
    /// A move of a game in the text cannot be played.
    #[error("{place}: {problem}")]
    Move {
        /// The move.
        place: Place,
        /// Why it cannot be played.
        problem: Problem,
    },
    /// There are control characters, such as the colours of a terminal.
    #[error("{place}: there are control characters; paste plain text")]
    ControlCharacters {
        /// The first of them.
        place: Place,
    },
    /// The only squares are keys such as F5.
    #[error("{place}: {} in a sentence is a key, not a move", .key.to_string().to_uppercase())]
    FunctionKey {
        /// The first of them.
        place: Place,
        /// The key as a square.
        key: Square,
    },
    /// There are squares in sentences, but no game.
    #[error(
        "{place}: {} in a sentence is not a game; a game needs at least two moves in a row, and a board 64 squares",
        .square.map_or_else(|| "a pass".to_owned(), |square| square.to_string())
    )]
    Mention {
        /// The first of them.
        place: Place,
        /// The square; `None` is a pass.
        square: Option<Square>,
    },
}

impl FindError {
    /// Returns whether the error is about a certain board or game in the text, and not about the text as a whole.
    pub const fn is_specific(&self) -> bool {
        !matches!(
            self,
            Self::Empty
                | Self::TooLong
                | Self::Squares(_)
                | Self::Transcript(_)
                | Self::Game(_)
                | Self::Mention { .. }
                | Self::FunctionKey { .. }
                | Self::ControlCharacters { .. }
        )
    }
}

impl fmt::Display for TextItem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = self.position;
        let turn = if position.board().is_game_over() {
            write!(f, "{}; the game is over", self.form)?;
            None
        } else if position.legal_moves().is_empty() {
            Some("must pass")
        } else {
            Some("to move")
        };
        if let Some(turn) = turn {
            let stated = if self.side_is_stated {
                ""
            } else {
                " (not stated)"
            };
            write!(
                f,
                "{}; {} {turn}{stated}",
                self.form,
                position.side_to_move()
            )?;
        }
        self.other_reading
            .as_ref()
            .map_or(Ok(()), |other| write!(f, "; {other}"))
    }
}

impl TextItem {
    /// Returns the game; for a position, one without moves that starts there.
    pub fn into_record(self) -> Record {
        self.game.unwrap_or_else(|| Record {
            start: self.position,
            ..Record::default()
        })
    }
}

impl TextContent {
    /// Returns the first position or game.
    pub fn first(&self) -> &TextItem {
        &self.items[0]
    }

    /// Returns the first position or game.
    pub fn into_first(mut self) -> TextItem {
        self.items.swap_remove(0)
    }

    /// Returns whether the text can be read in one way only: it has one item, nothing was inferred, and nothing was
    /// skipped. Text around a board may be skipped, because programs print it.
    pub fn is_plain(&self) -> bool {
        let is_plain = |item: &TextItem| item.side_is_stated && item.other_reading.is_none();
        let [item] = &self.items[..] else {
            return false;
        };
        is_plain(item) && (self.skipped.is_empty() || item.game.is_none())
    }
}

impl fmt::Display for TextContent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.items.len() > 1 {
            f.write_str("the first of several: ")?;
        }
        write!(f, "{}", self.items[0])?;
        let [first, more @ ..] = &self.skipped[..] else {
            return Ok(());
        };
        write!(f, "; skipped {first}")?;
        match more.len() {
            0 => Ok(()),
            more => write!(f, " and {more} more"),
        }
    }
}

/// Finds the positions and games in a text.
///
/// # Errors
/// [`FindError`] about the form that the text resembles most.
///
/// ```
/// use reversi::notation::find::find;
/// let start = find("0x0000000810000000 0x0000001008000000")?.into_first();
/// assert_eq!(start.position, reversi::Position::START);
/// assert_eq!(find("f5 d6 c3")?.to_string(), "a transcript of 3 moves; White to move");
/// let lost = find("I lost: f5d6c3 why?")?;
/// assert_eq!(lost.skipped[1].to_string(), "\"why\" at line 1, column 16");
/// # Ok::<(), reversi::notation::find::FindError>(())
/// ```
pub fn find(text: &str) -> Result<TextContent, FindError> {
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
    let boards = boards::boards(text);
    let has_boards = !boards.found.is_empty();
    let mut no_transcript = None;
    if !has_boards {
        match transcript::parse(text) {
            Ok(game) => {
                let game = Record::from_game(&game);
                return Ok(item(game, Format::Transcript, Place::Line(1)).into());
            }
            Err(problem) => no_transcript = Some(problem),
        }
    }
    // Lines of a file, with results or comments. A line that is not a game may be a sentence.
    let mut of_lines = None;
    if !has_boards && text_games::is_plain(text) {
        match games(text, Format::Transcript) {
            Ok((games, None)) => return Ok(games),
            Ok((games, Some(problem))) => of_lines = Some((games, problem)),
            Err(_) => {}
        }
    }
    if let Some(error @ FindError::Lines { .. }) = boards.problem {
        return Err(error);
    }
    let search = FindContext::of(text);
    let error = match (search.content(boards.found), text.find(is_control)) {
        (Ok(content), None) => return Ok(content),
        (Ok(_), Some(at)) => {
            let place = search.lines.place(at);
            return Err(FindError::ControlCharacters { place });
        }
        (Err(error), _) => error,
    };
    // A list with a wrong game, and not one game with a wrong move in a later line.
    if let (Some((games, own)), Some(FindError::Move { problem, .. })) = (of_lines, &error)
        && own == *problem
    {
        return Ok(games);
    }
    // The error about what the text resembles most.
    Err(match (boards.problem, no_transcript, error) {
        (Some(problem), _, error) if !matches!(error, Some(FindError::Move { .. })) => problem,
        (_, Some(problem), error) if error.is_none() || search.is_transcript() => {
            let is_board = looks_like_a_board(text);
            let squares = is_board.then(|| text.parse::<Position>().err()).flatten();
            squares.map_or(FindError::Transcript(problem), FindError::Squares)
        }
        (_, _, error) => error.unwrap_or(FindError::Transcript(Problem::NoGame("Othello"))),
    })
}

/// Returns whether a character is a control character other than white space and the end-of-file mark of DOS.
fn is_control(c: char) -> bool {
    c.is_control() && !c.is_whitespace() && c != '\u{1a}'
}

/// Returns whether most characters of a text are those of a board.
pub fn looks_like_a_board(text: &str) -> bool {
    let characters = text.chars().filter(|c| !c.is_whitespace());
    let of_a_board = |c: &char| "XxOo*BbWw-./".contains(*c);
    2 * characters.clone().filter(of_a_board).count() > characters.count()
}

/// Returns the text of a game in a format, without the command of a protocol before it, and the format.
fn embedded_game(text: &str) -> Option<(String, Format)> {
    let format = detect(text.as_bytes());
    // JSON without the moves of Othello Quest is from another program.
    if format == Some(Format::Pgn) || format == Some(Format::Quest) && text.contains("\"m\"") {
        return Some((text.to_owned(), format?));
    }
    let is_tree = |&(at, _): &(usize, &str)| {
        let after = text[at + 2..].trim_start();
        after.starts_with(|c: char| c.is_ascii_alphabetic())
            && after.bytes().take(10).any(|byte| byte == b'[')
    };
    if let Some((at, _)) = text.match_indices("(;").find(is_tree) {
        let (before, text) = text.split_at(at);
        let format =
            detect(text.as_bytes()).filter(|format| matches!(format, Format::Ggf | Format::Sgf));
        // Keeps the line numbers.
        let lines = "\n".repeat(before.matches('\n').count());
        return Some((lines + text, format?));
    }
    let (board, _) = text[text.find("BO[")?..].split_once(']')?;
    Some((format!("(;GM[Othello]{board}];)"), Format::Ggf))
}

/// Reads the games of a text in a format. Games after the first that cannot be read are skipped; the second value is
/// the problem with the first of these.
fn games(text: &str, format: Format) -> Result<(TextContent, Option<Problem>), Problem> {
    let mut games = read_strictly(text.as_bytes(), format);
    let first = games.next().ok_or(Problem::NoGame(format.name()))?;
    let first = first.map_err(|error| error.problem)?;
    let mut content = TextContent::from(item(first, format, games.place()));
    let mut problem = None;
    while content.items.len() < MOST_GAMES
        && let Some(game) = games.next()
    {
        match game {
            Ok(game) => content.items.push(item(game, format, games.place())),
            Err(error) => {
                content.skipped.push(SkippedText {
                    place: error.place,
                    text: error.problem.to_string(),
                });
                problem.get_or_insert(error.problem);
            }
        }
    }
    Ok((content, problem))
}

/// Returns a clause about a game: `a transcript of 3 moves`.
fn form_of(game: &Record, format: Format) -> String {
    let name = match format {
        Format::Transcript => "a transcript".to_owned(),
        Format::Quest => "a game of Othello Quest".to_owned(),
        format => format!("a game in {}", format.name().to_uppercase()),
    };
    let moves = game.moves.iter().filter(|played| played.square.is_some());
    format!("{name} of {}", count_of_moves(moves.count()))
}

/// Returns the item of a game without another reading.
fn item(game: Record, format: Format, place: Place) -> TextItem {
    TextItem {
        place,
        position: game.final_position(),
        form: form_of(&game, format),
        side_is_stated: true,
        game: Some(game),
        other_reading: None,
    }
}

fn count_of_moves(count: usize) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} move{plural}")
}

impl From<TextItem> for TextContent {
    fn from(item: TextItem) -> Self {
        Self {
            items: vec![item],
            skipped: Vec::new(),
        }
    }
}

/// Displays as `"why?" at line 1, column 16`.
impl fmt::Display for SkippedText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\" at {}", clean(&self.text), self.place)
    }
}

/// A text and its lines.
struct FindContext<'a> {
    text: &'a str,
    lines: LineStarts<'a>,
}

/// The words and moves of a part of a text.
struct TextWords {
    words: Vec<TextWord>,
    runs: Vec<Run>,
}

impl<'a> FindContext<'a> {
    fn of(text: &'a str) -> Self {
        Self {
            text,
            lines: LineStarts::of(text),
        }
    }

    /// Returns whether the text has nothing but moves and what may stand between them.
    fn is_transcript(&self) -> bool {
        let part = self.part(0..self.text.len());
        let is_other = |word: &TextWord| matches!(word.kind, WordKind::Other | WordKind::Link);
        self.text.lines().count() == 1 && !part.words.iter().any(is_other) || part.words.len() == 1
    }

    /// Cuts a part of the text into words, and finds the runs of moves among them.
    fn part(&self, part: Range<usize>) -> TextWords {
        let (mut words, mut runs) = (Vec::new(), Vec::new());
        for (at, line) in self.lines.in_part(part) {
            let first = words.len();
            tokens::words(line, at, &mut words);
            moves::runs_of_line(
                self.text,
                at..at + line.len(),
                &words[first..],
                first,
                &mut runs,
            );
        }
        TextWords { words, runs }
    }

    /// Reads all boards and games. `None` as the error means that there are no moves either.
    fn content(&self, boards: Vec<BoardText>) -> Result<TextContent, Option<FindError>> {
        let mut boards = boards.into_iter().peekable();
        let end = |board: Option<&BoardText>| board.map_or(self.text.len(), |board| board.at);
        let (mut content, problem) = self.games_in(0..end(boards.peek()))?;
        let mut before = 0;
        while let Some(mut board) = boards.next() {
            let after = board.end..end(boards.peek());
            board.complete(&self.text[before..board.at], &self.text[after.clone()]);
            before = board.end;
            let part = self.part(after);
            let used = match content.items.last_mut() {
                Some(last) if repeats(last, &board) => self.extend(last, &board, &part),
                _ => {
                    let (items, used) = self.after_board(board, &part)?;
                    content.items.extend(items);
                    used
                }
            };
            content.skipped.extend(self.skipped(&part, &used));
        }
        if content.items.is_empty() {
            return Err(problem);
        }
        Ok(content)
    }

    /// Reads the games of a part without boards. If there is none, the problem with its moves is the second value.
    fn games_in(&self, range: Range<usize>) -> Result<(TextContent, Option<FindError>), FindError> {
        let is_whole_text = range.end == self.text.len();
        let part = self.part(range);
        let mut found = moves::games(None, &part.runs, &self.lines)?;
        if found.games.is_empty() && is_whole_text {
            let links = self.links(&part);
            if !links.is_empty() {
                found = moves::games(None, &links, &self.lines)?;
            }
        }
        let is_other = |word: &TextWord| matches!(word.kind, WordKind::Other);
        if let [game] = &found.games[..]
            && game.replay.squares().count() == 1
            && part.words.iter().any(is_other)
        {
            let square = game.replay.squares().next();
            let place = self.lines.place(game.at);
            found = FoundGames {
                problem: Some(FindError::Mention { place, square }),
                ..FoundGames::default()
            };
        }
        let mut items = Vec::new();
        for game in &found.games {
            let mut record = game.record();
            if let Some(name) = self.name_before(game.at).filter(|_| record.moves.len() > 1) {
                self.text[name.clone()].clone_into(&mut record.event);
                let words = &part.words;
                let [first, end] =
                    [name.start, name.end].map(|at| words.partition_point(|word| word.at < at));
                found.used.push(first..end);
            }
            items.push(TextItem {
                other_reading: game.other_reading.clone(),
                ..item(record, Format::Transcript, self.lines.place(game.at))
            });
        }
        let content = TextContent {
            items,
            skipped: self.skipped(&part, &found.used),
        };
        Ok((content, found.problem))
    }

    /// Returns the name of the game whose first move is at a byte, as in lines of opening books: `Tiger | f5d6c3d3c4`.
    fn name_before(&self, at: usize) -> Option<Range<usize>> {
        let (start, line) = self.lines.around(at);
        let (before, moves) = line.split_at(at - start);
        let name = before.trim_end().strip_suffix('|')?.trim();
        let is_name = name.contains(char::is_alphabetic) && !name.contains('|');
        let start = name.as_ptr().addr() - self.text.as_ptr().addr();
        (is_name && !moves.contains('|')).then_some(start..start + name.len())
    }

    /// Adds the moves after a board that repeats an item to this item. Returns the words that were read.
    fn extend(
        &self,
        last: &mut TextItem,
        board: &BoardText,
        part: &TextWords,
    ) -> Vec<Range<usize>> {
        if board.side.is_some() && last.game.is_none() && !last.side_is_stated {
            last.position = board.position;
            last.side_is_stated = true;
        }
        let start = last.position;
        let is_turn = board.side.is_none_or(|side| side == start.side_to_move());
        if is_turn
            && let Ok(FoundGames { games, used, .. }) =
                moves::games(Some(start), &part.runs, &self.lines)
            && let [next] = &games[..]
        {
            let mut record = last.clone().into_record();
            record.moves.extend(next.record().moves);
            last.position = record.final_position();
            last.form = form_of(&record, Format::Transcript);
            last.game = Some(record);
            return used;
        }
        Vec::new()
    }

    /// Reads the moves after a board. Returns the items and the words that were read.
    fn after_board(
        &self,
        mut board: BoardText,
        part: &TextWords,
    ) -> Result<(Vec<TextItem>, Vec<Range<usize>>), FindError> {
        let games_from = |board| moves::games(board, &part.runs, &self.lines);
        let has_failed = |found: &Result<FoundGames, _>| {
            let has_problem =
                |found: &FoundGames| found.games.is_empty() && found.problem.is_some();
            found.as_ref().map_or(true, has_problem)
        };
        let mut of_board = games_from(Some(board.position));
        if has_failed(&of_board)
            && board.side.is_none()
            && let Some(side) = moves::side_that_plays(board.position, &part.runs)
        {
            board.side = Some(side);
            board.position = board.position.with_side_to_move(side);
            of_board = games_from(Some(board.position));
        }
        let place = self.lines.place(board.at);
        let position = board.position;
        let is_one_game = |found: &FoundGames| found.games.len() == 1;
        let has_failed = has_failed(&of_board);
        let from_start = (has_failed || of_board.as_ref().is_ok_and(is_one_game))
            .then(|| games_from(None).ok().filter(is_one_game))
            .flatten();
        let are_moves = || moves::are_legal_moves(position, &part.runs);
        if let Some(FoundGames { games, used, .. }) = &from_start {
            let game = games[0].record();
            if shows(&game, position) && position != Position::START {
                return Ok((vec![item(game, Format::Transcript, place)], used.clone()));
            }
            if has_failed && !are_moves() {
                let game = item(game, Format::Transcript, self.lines.place(games[0].at));
                return Ok((vec![board.into_item(place), game], used.clone()));
            }
        }
        if has_failed && are_moves() {
            return Ok((vec![board.into_item(place)], Vec::new()));
        }
        let found = of_board?;
        let [game] = &found.games[..] else {
            // Nothing, or several lines of play, as engines print them.
            return match found.problem {
                Some(error @ FindError::Move { .. }) => Err(error),
                _ => Ok((vec![board.into_item(place)], Vec::new())),
            };
        };
        let from_start = from_start
            .filter(|_| position != Position::START)
            .map(|found| {
                let end = found.games[0].record().final_position();
                format!("the moves are also a game from the usual start, which ends at {end}")
            });
        let moves = count_of_moves(game.replay.squares().count());
        let record = game.record();
        let item = TextItem {
            place,
            position: record.final_position(),
            form: format!("{} and {moves}", board.form),
            side_is_stated: board.side.is_some(),
            game: Some(record),
            other_reading: board
                .other_reading
                .or_else(|| game.other_reading.clone())
                .or(from_start),
        };
        Ok((vec![item], found.used))
    }

    /// Returns the moves in the addresses of a part, one run for each address.
    fn links(&self, part: &TextWords) -> Vec<Run> {
        let links = part
            .words
            .iter()
            .enumerate()
            .filter(|(_, word)| matches!(word.kind, WordKind::Link));
        let runs = links.filter_map(|(index, word)| {
            let (at, moves) = tokens::moves_of_link(&self.text[word.at..word.end])?;
            let at = word.at + at;
            let steps = transcript::tokens(&moves).map(|what| FoundMove { at, what });
            Some(Run::of_link(index, steps.collect()))
        });
        let mut runs: Vec<Run> = runs.collect();
        let squares = |run: &Run| run.steps.iter().map(tokens::square_of).collect::<Vec<_>>();
        runs.dedup_by(|next, run| squares(next) == squares(run));
        runs
    }

    /// Returns the text of a part without the words that were read.
    fn skipped(&self, part: &TextWords, used: &[Range<usize>]) -> Vec<SkippedText> {
        let mut is_used = vec![false; part.words.len()];
        for words in used {
            is_used[words.clone()].fill(true);
        }
        let mut skipped = Vec::new();
        let mut open: Option<(usize, usize)> = None;
        let mut close = |open: &mut Option<(usize, usize)>| {
            if let Some((at, end)) = open.take() {
                let text = &self.text[at..end];
                let is_header = text
                    .to_lowercase()
                    .split_whitespace()
                    .eq(["a", "b", "c", "d", "e", "f", "g", "h"]);
                // A number may be the size of a board or the score of a move.
                let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
                if skipped.len() < MOST_SKIPPED && !is_header && !is_number {
                    skipped.push(SkippedText {
                        place: self.lines.place(at),
                        text: clip(text),
                    });
                }
            }
        };
        for (index, word) in part.words.iter().enumerate() {
            let is_same_line =
                open.is_some_and(|(at, _)| self.lines.line(at) == self.lines.line(word.at));
            if !is_same_line {
                close(&mut open);
            }
            let next_is_used = is_used[index + 1..].iter().zip(&part.words[index + 1..]);
            let is_number_of_move = matches!(word.kind, WordKind::Number)
                && next_is_used.take(1).any(|(&used, next)| {
                    used && self.lines.line(next.at) == self.lines.line(word.at)
                });
            match word.kind {
                _ if is_used[index] || is_number_of_move => close(&mut open),
                WordKind::Between | WordKind::Pass => {
                    if let Some((_, end)) = &mut open {
                        *end = word.end;
                    }
                }
                _ => open = Some((open.map_or(word.at, |(at, _)| at), word.end)),
            }
        }
        close(&mut open);
        skipped
    }
}

/// Returns whether a board shows a position of an item before it, as where a program prints one after each move.
fn repeats(item: &TextItem, board: &BoardText) -> bool {
    (item.game.is_some() || item.form != board.form)
        && shows(&item.clone().into_record(), board.position)
}

/// Returns whether the discs of a position occur in a game.
fn shows(game: &Record, position: Position) -> bool {
    let discs = |position: Position| position.with_side_to_move(crate::Color::Black);
    let wanted = discs(position);
    game.positions().any(|position| discs(position) == wanted)
}

/// Returns the moves of a text as a transcript, legal or not; `None` if the text has a board or a game in a format, or
/// if one of the moves may be a square in a sentence.
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

#[cfg(test)]
mod tests;
