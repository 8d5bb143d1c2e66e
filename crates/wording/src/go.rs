//! The sentences about a game of Go.

use reversi::{ByColor, Color, Square};
use reversi_table::go::player::GoSearchInfo;
use reversi_table::go::{GoEnding, GoGame, GoMove, GoOutcome, kernel};
use reversi_table::phrase::{plural, side, square_list, verb};

/// Where the rows are counted from.
pub const ROWS: &str = "Rows are counted from the bottom: a1 is the bottom left corner.";

/// The rules, each with a word in front.
pub const RULES: [(&str, &str); 7] = [
    ("goal", "surround more points than the other side"),
    (
        "move",
        "place a stone on a point where lines cross; Black moves first",
    ),
    (
        "capture",
        "stones that touch along the lines are a chain, the empty points next to it its liberties; a chain \
         without liberties is captured",
    ),
    (
        "suicide",
        "a new stone must have a liberty after it has captured what it can",
    ),
    ("ko", "no move may repeat an earlier position of the game"),
    (
        "end",
        "when both sides pass in turn; all stones on the board count, so capture dead ones first",
    ),
    (
        "score",
        "your stones, and the empty points that only your stones reach; White gets the komi too",
    ),
];

/// Returns the result of a game, with the count.
pub fn result(outcome: &GoOutcome, you: Option<Color>) -> String {
    let wins = |winner| {
        let wins = verb(winner, you, ["win", "wins"]);
        format!("{} {wins}", side(winner, you))
    };
    let end = match (outcome.ending, outcome.winner) {
        (GoEnding::Resigned(_), Some(winner)) => return format!("Game over: {}.", wins(winner)),
        (_, Some(winner)) => format!("{} by {}", wins(winner), outcome.margin()),
        (_, None) => "a draw".to_owned(),
    };
    let ByColor { black, white } = ByColor::from_fn(|color| {
        let (stones, all) = (outcome.stones[color], outcome.area[color]);
        let (stones, points) = (plural(stones, "stone"), plural(all - stones, "point"));
        format!("{color} {all} ({stones}, {points})")
    });
    let komi = match outcome.komi.to_string().as_str() {
        "0" => String::new(),
        komi => format!(" and {komi} komi"),
    };
    format!("Game over: {end}. {black}, {white}{komi}.")
}

/// Returns what each side has captured: `Captures: Black 0, White 1`.
pub fn captures(game: &GoGame) -> String {
    let ByColor { black, white } = both_captures(game);
    format!("Captures: Black {black}, White {white}")
}

/// Returns the number of stones that each side has captured.
pub fn both_captures(game: &GoGame) -> ByColor<u32> {
    ByColor::from_fn(|color| game.captures(color))
}

/// Returns the sentence about the chain on a point.
pub fn liberties(game: &GoGame, point: Square) -> String {
    let Some((color, chain, liberties)) = chain_at(game, point) else {
        return format!("There is no stone on {point}.");
    };
    let stones = plural(chain.count_ones(), "stone");
    let count = plural(liberties.count_ones(), "liberty");
    let names = square_list(game.grid().points(liberties).collect());
    format!("{color}'s chain of {stones} at {point} has {count}: {names}.")
}

/// Returns the chain on a point: its side, its stones and its liberties.
pub fn chain_at(game: &GoGame, point: Square) -> Option<(Color, u64, u64)> {
    let (color, grid, stones) = (game.stone(point)?, game.grid(), game.stones());
    let bit = grid.bit(point)?;
    let (own, opponent) = (stones[color], stones[color.opposite()]);
    let liberties = kernel::liberties(grid, own, opponent, bit);
    Some((color, kernel::reached(grid, bit, own), liberties))
}

/// The number of moves shown of the line that a CPU expects.
const SHOWN: usize = 6;

/// Returns what a CPU is thinking, once there is something.
pub fn thought(info: &GoSearchInfo) -> Option<String> {
    let best = info.moves.first()?;
    let line: Vec<String> = if info.line.is_empty() {
        vec![best.played.to_string()]
    } else {
        let line = info.line.iter().take(SHOWN);
        line.map(GoMove::to_string).collect()
    };
    let (percent, line) = (100.0 * best.wins, line.join(" "));
    Some(format!(
        "wins {percent:.0} %, {line}, {playouts} playouts",
        playouts = info.playouts
    ))
}

/// Returns the board, the top row first: `X` is Black, `O` White, `.` an empty point, and after two passes
/// `x` and `o` empty points that count for them.
pub fn grid(game: &GoGame) -> String {
    let grid = game.grid();
    let is_counted = game
        .outcome()
        .is_some_and(|outcome| outcome.ending == GoEnding::Passed);
    let points: Vec<_> = grid.points(grid.board()).collect();
    let mut text = String::new();
    for row in points.chunks(usize::from(grid.size())) {
        text.push(row[0].rank().digit());
        for &point in row {
            let counts = |color: &Color| {
                let bit = grid.bit(point).unwrap_or_default();
                is_counted && game.area(*color) & bit != 0
            };
            let counts = || Color::ALL.into_iter().find(counts);
            text.push(' ');
            text.push(match game.stone(point) {
                Some(color) => color.letter(),
                None => counts().map_or('.', |color| color.letter().to_ascii_lowercase()),
            });
        }
        text.push('\n');
    }
    text.push(' ');
    for column in grid.columns() {
        text.push(' ');
        text.push(column.letter());
    }
    text + "\n"
}
