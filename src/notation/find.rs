//! Finds what a text holds: a position or games, in any text that a person may paste.
//!
//! 1. A game in SGF, GGF, PGN or Othello Quest JSON, with or without the command of a protocol before it, or
//!    the `BO[8 ...]` of GGF alone, and a list of transcripts are read by the readers of those formats.
//! 2. Otherwise boards are looked for: eight lines of eight squares, as this program, Edax, `NBoard` and GGS print a
//!    board, with coordinates, borders and other text beside and around; 64 squares in any number of lines, and what
//!    OBF allows after them; FEN; two hexadecimal numbers with a1 as the highest bit: the discs of Black and of White,
//!    if words before them or the side to move say so, otherwise those of the side to move and its opponent, as most
//!    engines write them.
//! 3. Then moves, from the start or from the board before them: all squares between which only numbers, signs, and
//!    names of sides stand, in all lines, are one game if they are legal as one, otherwise several. One square in a
//!    sentence is no move, unless a sentence is all there is and has three. If a move of a game is illegal, the text is
//!    refused: a game is read whole or not at all. What else the text may be is [told](TextItem::other_reading).
//!
//! What has not been read is [told](TextContent::skipped), too.
//!
//! The squares of a board are those of [`Position`]'s text, and the discs and squares of emoji and of CJK texts. In
//! addition:
//!
//! - `*` is a legal move, as this program marks it, if there is another sign for Black and the squares with `*`
//!   are the legal moves of one side. Otherwise it is a black disc.
//! - `0` is Black and `1` White if both occur with a sign for empty squares and no other disc, as Egaroucid
//!   writes. `0` beside black discs is a mistyped `O`. Digits alone, `0`, `1` and `2`, are empty squares, Black and
//!   White. Anything else with digits is an error: it may be a set of bits.
//!
//! Where the text does not name the side to move, it is the side with the legal moves marked by `*`; or the only
//! one that can move; or Black after an even number of discs and White after an odd one, as in a game without
//! passes.

mod bitboards;
mod board_text;
mod boards;
mod moves;
mod sides;
mod tokens;

use std::fmt;

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

/// A position or game that was found in a text. Displays as a clause that describes how the text was understood:
/// `a board of 8 lines, * for Black; White to move`.
#[derive(Clone, Debug, PartialEq)]
pub struct TextItem {
    /// Where it begins.
    pub place: Place,
    /// The position, after the last move.
    pub position: Position,
    /// What the text is, and what unusual signs were taken for, as a clause.
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
pub enum FindError {
    /// There is only white space.
    #[error("the text is empty; expected a board, a transcript, a game or two hexadecimal numbers")]
    Empty,
    /// The text is longer than 1 MiB.
    #[error("the text is too long: at most {GAME_LIMIT} bytes")]
    TooLong,
    /// The text looks like the squares of a board, but is none.
    #[error("{0}")]
    Squares(ParsePositionError),
    /// There is a board of another number of lines.
    #[error("the board has {found} lines of eight squares, but it needs 8")]
    Lines {
        /// The number of lines with eight squares.
        found: usize,
    },
    /// The coordinates of the board do not run from a to h and from 1 to 8.
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
    /// The two bitboards have common squares.
    #[error("the two hexadecimal numbers overlap: {0}")]
    Overlap(OverlapError),
    /// The text looks like a transcript, or like nothing else.
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
    /// There are squares in sentences, but no game.
    #[error(
        "{place}: {} in a sentence is no game; a game needs at least two moves in a row, and a board 64 squares",
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
    /// Returns whether the text is meant as a board or a game, so that the error is about that.
    pub const fn is_specific(&self) -> bool {
        !matches!(
            self,
            Self::Empty
                | Self::TooLong
                | Self::Squares(_)
                | Self::Transcript(_)
                | Self::Game(_)
                | Self::Mention { .. }
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
    /// Returns the game; one without moves from a position.
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

    /// Returns whether everything is certain: one item that needs no remark, and nothing that was skipped beside moves.
    /// Programs print other text around a board.
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

/// Finds the positions and games that a text contains.
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
    let alone = (!has_boards).then(|| transcript::parse(text));
    if let Some(Ok(game)) = &alone {
        return Ok(item(Record::from_game(game), Format::Transcript).into());
    }
    // Lines of a file, with results or comments. If one is no game, it may be a sentence.
    let is_plain = !has_boards && text_games::is_plain(text);
    let of_lines = is_plain
        .then(|| games(text, Format::Transcript).ok())
        .flatten();
    let of_lines = match of_lines {
        Some((games, None)) => return Ok(games),
        Some((games, Some(problem))) => Some((games, problem)),
        None => None,
    };
    let mut loose = match (boards.problem, boards.loose_rows) {
        (Some(problem), _) => Some(problem),
        (None, 2..) => Some(FindError::Lines {
            found: boards.loose_rows,
        }),
        _ => None,
    };
    if let Some(problem) = loose.take_if(|loose| matches!(loose, FindError::Lines { .. })) {
        return Err(problem);
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
    // A list in which one game is wrong, but not a game that goes wrong in a later line.
    if let (Some((games, own)), Some(FindError::Move { problem, .. })) = (of_lines, &error)
        && own == *problem
    {
        return Ok(games);
    }
    // What looks most like something.
    let is_board = || {
        looks_like_a_board(text)
            .then(|| text.parse::<Position>().err())
            .flatten()
    };
    Err(match (loose, alone) {
        (Some(problem), _) if !matches!(error, Some(FindError::Move { .. })) => problem,
        (_, Some(Err(problem))) if search.is_transcript() || error.is_none() => {
            is_board().map_or(FindError::Transcript(problem), FindError::Squares)
        }
        (_, alone) => match (error, alone) {
            (Some(error), _) => error,
            (None, Some(Err(problem))) => FindError::Transcript(problem),
            (None, _) => FindError::Transcript(Problem::NoGame("Othello")),
        },
    })
}

/// Returns whether a character is a command to a terminal, and no white space or end of a file.
fn is_control(c: char) -> bool {
    c.is_control() && !c.is_whitespace() && c != '\u{1a}'
}

/// Returns true if most characters of a text are those of a board.
pub(crate) fn looks_like_a_board(text: &str) -> bool {
    let characters = text.chars().filter(|c| !c.is_whitespace());
    let of_a_board = |c: &char| "XxOo*BbWw-./".contains(*c);
    2 * characters.clone().filter(of_a_board).count() > characters.count()
}

/// Returns the game of a text, without what a protocol has before it, and its format.
fn embedded_game(text: &str) -> Option<(String, Format)> {
    let format = detect(text.as_bytes());
    // An object without moves of Othello Quest is another program's.
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
        // The places of its lines stay the same.
        let lines = "\n".repeat(before.matches('\n').count());
        return Some((lines + text, format?));
    }
    let (board, _) = text[text.find("BO[")?..].split_once(']')?;
    Some((format!("(;GM[Othello]{board}];)"), Format::Ggf))
}

/// Reads the games of a text in a format. Those after the first that cannot be read are skipped; the problem is that
/// of the first of them.
fn games(text: &str, format: Format) -> Result<(TextContent, Option<Problem>), Problem> {
    let mut games = read_strictly(text.as_bytes(), format);
    let first = games.next().ok_or(Problem::NoGame(format.name()))?;
    let mut content = TextContent::from(item(first.map_err(|error| error.problem)?, format));
    content.items[0].place = games.place();
    let mut problem = None;
    while content.items.len() < MOST_GAMES
        && let Some(game) = games.next()
    {
        match game {
            Ok(game) => content.items.push(TextItem {
                place: games.place(),
                ..item(game, format)
            }),
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

/// Describes a game.
fn item(game: Record, format: Format) -> TextItem {
    let name = match format {
        Format::Transcript => "a transcript".to_owned(),
        Format::Quest => "a game of Othello Quest".to_owned(),
        format => format!("a game in {}", format.name().to_uppercase()),
    };
    let moves = game.moves.iter().filter(|played| played.square.is_some());
    TextItem {
        place: Place::Line(1),
        position: game.final_position(),
        form: format!("{name} of {}", count_of_moves(moves.count())),
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

/// The words of a text and where they stand.
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

    /// Returns whether the text has moves and what may stand between them, and nothing else.
    fn is_transcript(&self) -> bool {
        let part = self.part(0..self.text.len());
        let is_other = |word: &TextWord| matches!(word.kind, WordKind::Other | WordKind::Link);
        self.text.lines().count() == 1 && !part.words.iter().any(is_other) || part.words.len() == 1
    }

    /// Cuts a part into words and the runs of moves among them.
    fn part(&self, part: std::ops::Range<usize>) -> TextWords {
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

    /// Reads all boards and games; no error is one without any moves.
    fn content(&self, boards: Vec<BoardText>) -> Result<TextContent, Option<FindError>> {
        let mut content = TextContent {
            items: Vec::new(),
            skipped: Vec::new(),
        };
        let mut problem = None;
        let mut boards = boards.into_iter().peekable();
        let mut before = 0;
        let end = |board: Option<&BoardText>| board.map_or(self.text.len(), |board| board.at);
        let mut open = self.section(None, 0..end(boards.peek()), boards.peek().is_none())?;
        while let Some(mut board) = boards.next() {
            let after = board.end..end(boards.peek());
            board.complete(&self.text[before..board.at], &self.text[after.clone()]);
            before = board.end;
            // A board that shows the position or game before it, as a program prints one after each move.
            if let Some(last) = open.items.last_mut()
                && (last.game.is_some() || last.form != board.form)
                && shows(&last.clone().into_record(), board.position)
            {
                if board.side.is_some() && last.game.is_none() && !last.side_is_stated {
                    last.position = board.position;
                    last.side_is_stated = true;
                }
                let start = last.position;
                let game = last.clone().into_record();
                let part = self.part(after.clone());
                let further = moves::games(start, true, &part.runs, &self.lines);
                if let Ok(FoundGames { games, used, .. }) = further
                    && let [next] = &games[..]
                    && board.side.is_none_or(|side| side == start.side_to_move())
                {
                    let mut record = game;
                    record
                        .moves
                        .extend(next.replay.clone().into_record(Record::default()).moves);
                    last.position = record.final_position();
                    last.form = item(record.clone(), Format::Transcript).form;
                    last.game = Some(record);
                    open.skipped.extend(self.skipped(&part, &used));
                } else {
                    open.skipped.extend(self.skipped(&part, &[]));
                }
                continue;
            }
            let next = self.section(Some(board), after, false)?;
            problem = problem.or(open.problem.take());
            content.extend(std::mem::replace(&mut open, next));
        }
        problem = problem.or(open.problem.take());
        content.extend(open);
        if content.items.is_empty() {
            return Err(problem);
        }
        Ok(content)
    }

    /// Reads a board, if there is one, and the moves after it.
    fn section(
        &self,
        board: Option<BoardText>,
        range: std::ops::Range<usize>,
        may_be_link: bool,
    ) -> Result<FoundItems, FindError> {
        let mut part = self.part(range);
        let Some(board) = board else {
            let mut games = moves::games(Position::START, false, &part.runs, &self.lines)?;
            if games.games.is_empty() && may_be_link {
                let links = self.links(&part);
                if !links.is_empty() {
                    games = moves::games(Position::START, false, &links, &self.lines)?;
                    part.runs = links;
                }
            }
            let is_other = |word: &TextWord| matches!(word.kind, WordKind::Other);
            if let [game] = &games.games[..]
                && game.replay.squares().count() == 1
                && part.words.iter().any(is_other)
            {
                let square = game.replay.squares().next();
                let place = self.lines.place(game.at);
                games = FoundGames {
                    problem: Some(FindError::Mention { place, square }),
                    ..FoundGames::default()
                };
            }
            let items = games.games.into_iter().map(|game| {
                let record = game.replay.into_record(Record::default());
                TextItem {
                    place: self.lines.place(game.at),
                    other_reading: game.other_reading,
                    ..item(record, Format::Transcript)
                }
            });
            return Ok(FoundItems {
                items: items.collect(),
                skipped: self.skipped(&part, &games.used),
                problem: games.problem,
            });
        };
        self.after_board(board, &part)
    }

    /// Reads the moves after a board.
    fn after_board(&self, mut board: BoardText, part: &TextWords) -> Result<FoundItems, FindError> {
        let place = self.lines.place(board.at);
        let mut position = board.position;
        let mut of_board = moves::games(position, true, &part.runs, &self.lines);
        let failed = |found: &Result<FoundGames, _>| {
            found
                .as_ref()
                .is_ok_and(|found| found.games.is_empty() && found.problem.is_some())
                || found.is_err()
        };
        if failed(&of_board)
            && board.side.is_none()
            && let Some(side) = moves::side_that_plays(position, &part.runs)
        {
            // The moves tell the side.
            position = position.with_side_to_move(side);
            of_board = moves::games(position, true, &part.runs, &self.lines);
            board.side = Some(side);
        }
        let mut from_start = None;
        if failed(&of_board) || of_board.as_ref().is_ok_and(|found| found.games.len() == 1) {
            from_start = moves::games(Position::START, false, &part.runs, &self.lines)
                .ok()
                .filter(|found| found.games.len() == 1);
        }
        let of_start = |found: &FoundGames| {
            let game = found.games[0].replay.clone().into_record(Record::default());
            (self.lines.place(found.games[0].at), game)
        };
        let alone = |board: BoardText| {
            let game = board.game;
            TextItem {
                place,
                position: game.as_ref().map_or(position, Record::final_position),
                form: game
                    .as_ref()
                    .map_or(board.form, |game| item(game.clone(), Format::Obf).form),
                side_is_stated: board.side.is_some() || game.is_some(),
                game,
                other_reading: board.other_reading,
            }
        };
        let section = |items, used: &[usize]| FoundItems {
            items,
            skipped: self.skipped(part, used),
            problem: None,
        };
        let of_game = |place, game| TextItem {
            place,
            ..item(game, Format::Transcript)
        };
        if let Some(found) = &from_start {
            let (start, game) = of_start(found);
            if shows(&game, position) && position != Position::START {
                return Ok(section(vec![of_game(place, game)], &found.used));
            }
            if failed(&of_board) && !moves::are_legal_moves(position, &part.runs) {
                let items = vec![alone(board), of_game(start, game)];
                return Ok(section(items, &found.used));
            }
        }
        if failed(&of_board) && moves::are_legal_moves(position, &part.runs) {
            return Ok(section(vec![alone(board)], &[]));
        }
        let found = of_board?;
        let [game] = &found.games[..] else {
            // Nothing, or several lines of play, as engines print them.
            return match found.problem {
                Some(error @ FindError::Move { .. }) => Err(error),
                _ => Ok(section(vec![alone(board)], &[])),
            };
        };
        let record = game.replay.clone().into_record(Record::default());
        let other = from_start.filter(|_| position != Position::START);
        let other = other.map(|found| {
            let end = of_start(&found).1.final_position();
            format!("the moves are a game from the usual start, too: {end}")
        });
        let moves = count_of_moves(game.replay.squares().count());
        let other = board
            .other_reading
            .or_else(|| game.other_reading.clone())
            .or(other);
        let item = TextItem {
            place,
            position: record.final_position(),
            form: format!("{} and {moves}", board.form),
            side_is_stated: board.side.is_some(),
            game: Some(record),
            other_reading: other,
        };
        Ok(section(vec![item], &found.used))
    }

    /// Returns the moves in the addresses of a part, each as a run.
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

    /// Returns what was not read of a part: all words but those of some runs.
    fn skipped(&self, part: &TextWords, used: &[usize]) -> Vec<SkippedText> {
        let mut is_used = vec![false; part.words.len()];
        for &run in used {
            is_used[part.runs[run].words.clone()].fill(true);
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
                // One number is the size of a board, the score of a move.
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

/// What was found in a part of a text.
struct FoundItems {
    items: Vec<TextItem>,
    skipped: Vec<SkippedText>,
    problem: Option<FindError>,
}

impl TextContent {
    fn extend(&mut self, section: FoundItems) {
        self.items.extend(section.items);
        self.skipped.extend(section.skipped);
    }
}

/// Returns whether a position, perhaps of the other side, occurs in a game.
fn shows(game: &Record, position: Position) -> bool {
    let discs = |position: Position| position.with_side_to_move(crate::Color::Black);
    let wanted = discs(position);
    game.positions().any(|position| discs(position) == wanted)
}

/// Returns the moves of a text that has no board and no game in a format, as a transcript, legal or not; `None` also if
/// one may be a square in a sentence.
#[cfg(feature = "play")]
pub(crate) fn moves_of(text: &str) -> Option<String> {
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
