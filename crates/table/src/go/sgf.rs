//! SGF for Go, `GM[1]`: `(;FF[4]GM[1]SZ[5]KM[0]PB[..]PW[..];B[cc];W[])`.
//!
//! Source: the SGF FF\[4\] specification (red-bean.com/sgf). A point is two letters, its column from the left
//! and its row from the top; an empty move and `tt` are passes. Only the main line is read. Comments are
//! skipped.

use std::fmt::Write as _;
use std::io;
use std::path::Path;

use super::game::{GoGame, GoMove, GoMoveError, Komi};
use super::{Grid, Stones};
use crate::phrase::faults::problem;
use reversi::{ByColor, Color, Square};
use reversi_notation::input::{open_regular, read_bounded};
pub use reversi_notation::property_tree::{Property, first_game, main_line, side, write_text};
use reversi_notation::sgf::escaped;
use reversi_notation::{Problem, clean, clip, decode};
use reversi_text::{Name, Said, tr};

/// A game with the players and the date of its file.
#[derive(Clone, Debug)]
pub struct GameRecord {
    /// The game.
    pub game: GoGame,
    /// The names of the players; empty if unknown.
    pub players: ByColor<String>,
    /// The date as written; empty if unknown.
    pub date: String,
}

/// Why a text is not read as a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SgfError {
    /// The text violates the format, or holds another game or board.
    #[error("{}", problem(_0))]
    Format(#[from] Problem),
    /// The stones that are set up do not make a position.
    #[error("{}", tr!("the stones that are set up are not a legal position: some have no liberty"))]
    SetUp,
    /// Stones are set up after the first move.
    #[error("{}", tr!("after move {number}, stones are set up; that is read only before the first move", number = *_0))]
    LateSetUp(usize),
    /// A move is not a point of the board.
    #[error("{}", tr!("move {number}: \"{found}\" is not a point of the board", number = *number, found = Name(&clean(found))))]
    Unreadable {
        /// The number of the move, passes among them, from 1.
        number: usize,
        /// The text, shortened.
        found: String,
    },
    /// A side moves twice in a row.
    #[error("{}", tr!("move {number} is recorded for {color}, but {other} is to move", number = *number, color = side_to_move.opposite(), other = *side_to_move))]
    WrongSide {
        /// The number of the move.
        number: usize,
        /// The side whose turn it is.
        side_to_move: Color,
    },
    /// A move is not legal.
    #[error("{}", tr!("move {number}: {error}", number = *number, error = &Said::display(error)))]
    Illegal {
        /// The number of the move.
        number: usize,
        /// The reason.
        error: GoMoveError,
    },
}

/// What is read before the first move.
struct SetupStones {
    grid: Grid,
    komi: Komi,
    stones: Stones,
    first: Option<Color>,
    handicap: bool,
}

impl SetupStones {
    fn on(grid: Grid) -> Self {
        Self {
            grid,
            komi: Komi::default(),
            stones: Stones::default(),
            first: None,
            handicap: false,
        }
    }

    /// Reads a property, unless it does not belong to the setup.
    fn read(&mut self, tag: &str, text: &str) -> Result<(), SgfError> {
        let trimmed = text.trim();
        match tag {
            "KM" => {
                let komi = trimmed.parse();
                self.komi = komi.map_err(|_| {
                    Problem::malformed("komi", text, "a number of half points from -50 to 50")
                })?;
            }
            "HA" => self.handicap = trimmed.parse().is_ok_and(|stones: u32| stones > 1),
            "PL" => {
                let color = side(trimmed.get(..1).unwrap_or(""));
                let expected = "B or W";
                self.first =
                    Some(color.ok_or_else(|| Problem::malformed("side to move", text, expected))?);
            }
            "AB" => self.put(Some(Color::Black), text)?,
            "AW" => self.put(Some(Color::White), text)?,
            "AE" => self.put(None, text)?,
            _ => {}
        }
        Ok(())
    }

    /// Reads a point, or two corners of a rectangle, as in `aa:cb`.
    fn put(&mut self, color: Option<Color>, text: &str) -> Result<(), Problem> {
        let grid = self.grid;
        let (first, last) = text.split_once(':').unwrap_or((text, text));
        let corners = point(grid, first.trim()).zip(point(grid, last.trim()));
        let (first, last) = corners.ok_or_else(|| {
            Problem::malformed("set-up point", text, "a point of the board, such as cc")
        })?;
        // The first corner is the upper left one; ranks count from the bottom.
        let inside = grid.points(grid.board()).filter(|point| {
            (first.file()..=last.file()).contains(&point.file())
                && (last.rank()..=first.rank()).contains(&point.rank())
        });
        let set: u64 = inside.filter_map(|point| grid.bit(point)).sum();
        self.stones = self.stones.map(|stones| stones & !set);
        if let Some(color) = color {
            self.stones[color] |= set;
        }
        Ok(())
    }

    /// Returns the game before the first move, which `mover` makes.
    fn game(&self, mover: Option<Color>) -> Result<GoGame, SgfError> {
        let usual = if self.handicap {
            Color::White
        } else {
            Color::Black
        };
        let first = self.first.or(mover).unwrap_or(usual);
        GoGame::from_position(self.grid, self.komi, self.stones, first).ok_or(SgfError::SetUp)
    }
}

/// The largest file that is read, in bytes.
const SIZE_LIMIT: usize = 1 << 20;

/// Reads the first game of a file.
///
/// # Errors
/// Any error of the system, and within it [`SgfError`] as [`parse`].
pub fn open(path: &Path) -> io::Result<Result<GameRecord, SgfError>> {
    read_bounded(open_regular(path)?, SIZE_LIMIT).map(parse)
}

/// Reads the first game of a text. Bytes that are not UTF-8 are read as Latin-1. Names and dates are free of
/// control characters.
///
/// # Errors
/// [`SgfError`].
pub fn parse(text: impl AsRef<[u8]>) -> Result<GameRecord, SgfError> {
    let tree = first_game(text.as_ref())?;
    let tree = decode(&tree).replace("\r\n", "\n");
    let texts = || {
        main_line(&tree, true).filter_map(|property| match property {
            Property::Text(tag, text) => Some((tag, text)),
            _ => None,
        })
    };
    let of_tag = |wanted| {
        texts()
            .find(|(tag, _)| *tag == wanted)
            .map(|(_, text)| text)
    };
    if let Some(game) = of_tag("GM").filter(|text| text.trim() != "1") {
        return Err(Problem::malformed("game", &game, "Go, GM[1]").into());
    }
    let mut set_up = SetupStones::on(read_grid(of_tag("SZ").as_deref())?);
    let mut started: Option<GoGame> = None;
    let mut players = ByColor::<String>::default();
    let (mut date, mut resigned) = (String::new(), None);
    for (tag, text) in texts() {
        if let Some(color) = side(tag) {
            let mut game = match started.take() {
                Some(game) => game,
                None => set_up.game(Some(color))?,
            };
            play(&mut game, color, &text)?;
            started = Some(game);
            continue;
        }
        match tag {
            "PB" => players.black = clean(&text).into_owned(),
            "PW" => players.white = clean(&text).into_owned(),
            "DT" => date = clean(&text).into_owned(),
            "RE" => resigned = loser_by_resignation(&text),
            "AB" | "AW" | "AE" | "PL" if started.is_some() => {
                let moves = started.map_or(0, |game| game.entries().len());
                return Err(SgfError::LateSetUp(moves));
            }
            _ => set_up.read(tag, &text)?,
        }
    }
    let mut game = match started {
        Some(game) => game,
        None => set_up.game(None)?,
    };
    if let Some(loser) = resigned
        && game.outcome().is_none()
    {
        let number = game.entries().len();
        game.resign(loser)
            .map_err(|error| SgfError::Illegal { number, error })?;
    }
    Ok(GameRecord {
        game,
        players,
        date,
    })
}

/// Reads the size of the board. Where none is written, it is 19.
fn read_grid(text: Option<&str>) -> Result<Grid, Problem> {
    let text = text.unwrap_or("19").trim();
    let (columns, rows) = text.split_once(':').unwrap_or((text, text));
    let grid = columns.parse().ok().and_then(Grid::new);
    grid.filter(|_| columns == rows)
        .ok_or_else(|| Problem::malformed("board size", text, "from 2 to 7"))
}

/// Plays one recorded move.
fn play(game: &mut GoGame, color: Color, text: &str) -> Result<(), SgfError> {
    let number = game.entries().len() + 1;
    let text = text.trim();
    let played = match text {
        "" | "tt" => GoMove::Pass,
        _ => GoMove::Stone(
            point(game.grid(), text).ok_or_else(|| SgfError::Unreadable {
                number,
                found: clip(text),
            })?,
        ),
    };
    let side_to_move = game.side_to_move();
    if color != side_to_move && game.outcome().is_none() {
        return Err(SgfError::WrongSide {
            number,
            side_to_move,
        });
    }
    game.play(played)
        .map_err(|error| SgfError::Illegal { number, error })
}

/// Returns who resigned, from a result such as `B+R`.
fn loser_by_resignation(result: &str) -> Option<Color> {
    let (winner, by) = result.trim().split_once('+')?;
    let resigned = by.starts_with(['R', 'r']);
    side(winner).filter(|_| resigned).map(Color::opposite)
}

/// Reads a point: `aa` is the upper left one.
fn point(grid: Grid, text: &str) -> Option<Square> {
    let [column, row] = *text.as_bytes() else {
        return None;
    };
    let place = |letter: u8| {
        letter
            .checked_sub(b'a')
            .filter(|&place| place < grid.size())
    };
    let (column, row) = place(column).zip(place(row))?;
    let index = usize::from(row) * usize::from(grid.size()) + usize::from(column);
    grid.points(grid.board()).nth(index)
}

/// Writes a point.
fn write_point(out: &mut String, grid: Grid, point: Square) {
    let row = grid.size() - 1 - point.rank().index();
    let letter = |place: u8| char::from(b'a' + place);
    // Writing to a String cannot fail.
    let _ = write!(out, "[{}{}]", letter(point.file().index()), letter(row));
}

/// Returns a game as SGF, with a line end.
pub fn to_string(record: &GameRecord) -> String {
    let GameRecord {
        game,
        players,
        date,
    } = record;
    let grid = game.grid();
    let (stones, first) = game.start();
    // Writing to a String cannot fail.
    let mut out = format!(
        "(;FF[4]GM[1]CA[UTF-8]AP[reversi]SZ[{}]KM[{}]",
        grid.size(),
        game.komi()
    );
    write_text(&mut out, "PB", &players.black, escaped);
    write_text(&mut out, "PW", &players.white, escaped);
    write_text(&mut out, "DT", date, escaped);
    if let Some(outcome) = game.outcome() {
        let _ = write!(out, "RE[{outcome}]");
    }
    for (tag, set) in [("AB", stones.black), ("AW", stones.white)] {
        if set != 0 {
            out.push_str(tag);
        }
        for point in grid.points(set) {
            write_point(&mut out, grid, point);
        }
    }
    if first == Color::White || stones != Stones::default() {
        let _ = write!(out, "PL[{}]", first.initial());
    }
    for entry in game.entries() {
        if let Some(played) = GoMove::of(entry) {
            let _ = write!(out, ";{}", entry.color().initial());
            match played {
                GoMove::Stone(point) => write_point(&mut out, grid, point),
                GoMove::Pass => out.push_str("[]"),
            }
        }
    }
    out.push_str(")\n");
    out
}
