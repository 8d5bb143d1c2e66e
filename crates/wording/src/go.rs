//! The sentences about a game of Go.

use reversi::{ByColor, Color, Square, SquareSet};
use reversi_table::go::player::GoSearchInfo;
use reversi_table::go::{GoEnding, GoGame, GoMove, GoOutcome, kernel};
use reversi_text::{Message, Name, Said, label, tr};

/// Where the rows are counted from.
pub const ROWS: &Message =
    label!("Rows are counted from the bottom: a1 is the bottom left corner.");

/// Returns the rules, each with a word in front.
pub fn rules() -> [(&'static str, &'static str); 7] {
    RULES.map(|(word, rule)| (word.text(), rule.text()))
}

const RULES: [(&Message, &Message); 7] = [
    (
        label!("goal"; "before a rule"),
        label!("surround more points than the other side"),
    ),
    (
        label!("move"; "before a rule"),
        label!("place a stone on a point where lines cross; Black moves first"),
    ),
    (
        label!("capture"; "before a rule"),
        label!(
            "stones that touch along the lines are a chain, the empty points next to it its liberties; a chain \
             without liberties is captured"
        ),
    ),
    (
        label!("suicide"; "before a rule"),
        label!("a new stone must have a liberty after it has captured what it can"),
    ),
    (
        label!("ko"; "before a rule"),
        label!("no move may repeat an earlier position of the game"),
    ),
    (
        label!("end"; "before a rule"),
        label!(
            "when both sides pass in turn; all stones on the board count, so capture dead ones first"
        ),
    ),
    (
        label!("score"; "before a rule"),
        label!(
            "your stones, and the empty points that only your stones reach; White gets the komi too"
        ),
    ),
];

/// Returns the result of a game, with the count.
pub fn result(outcome: &GoOutcome, you: Option<Color>) -> Said {
    let (end, counted) = result_and_count(outcome, you);
    Said::sentences([end].into_iter().chain(counted))
}

/// Returns the same in two parts: who has won, and how it was counted, if it was.
pub fn result_and_count(outcome: &GoOutcome, you: Option<Color>) -> (Said, Option<Said>) {
    let margin = outcome.margin();
    let margin = Name(&margin);
    let end = match (outcome.ending, outcome.winner) {
        (GoEnding::Resigned(_), Some(winner)) if you == Some(winner) => {
            return (tr!("Game over: you win."), None);
        }
        (GoEnding::Resigned(_), Some(winner)) => {
            return (tr!("Game over: {winner} wins.", winner), None);
        }
        (_, Some(winner)) if you == Some(winner) => tr!("Game over: you win by {margin}.", margin),
        (_, Some(winner)) => tr!("Game over: {winner} wins by {margin}.", winner, margin),
        (_, None) => tr!("Game over: a draw."),
    };
    let ByColor { black, white } = ByColor::from_fn(|color| {
        let (stones, all) = (outcome.stones[color], outcome.area[color]);
        let points = &tr!("{count} point" | "{count} points", count = all - stones);
        let stones = &tr!("{count} stone" | "{count} stones", count = stones);
        tr!(
            "{color} {all} ({stones}, {points})",
            color,
            all,
            stones,
            points
        )
    });
    let (black, white) = (&black, &white);
    let counted = match outcome.komi.to_string().as_str() {
        "0" => tr!("{black}, {white}.", black, white),
        komi => tr!(
            "{black}, {white} and {komi} komi.",
            black,
            white,
            komi = Name(komi)
        ),
    };
    (end, Some(counted))
}

/// Returns what each side has captured: `Captures: Black 0, White 1`.
pub fn captures(game: &GoGame) -> Said {
    let ByColor { black, white } = both_captures(game);
    tr!("Captures: Black {black}, White {white}", black, white)
}

/// Returns the number of stones that each side has captured.
pub fn both_captures(game: &GoGame) -> ByColor<u32> {
    ByColor::from_fn(|color| game.captures(color))
}

fn no_stone(point: Square) -> Said {
    tr!("There is no stone on {point}.", point)
}

/// Returns the sentence about the chain on a point.
pub fn liberties(game: &GoGame, point: Square) -> Said {
    let Some((color, chain, liberties)) = chain_at(game, point) else {
        return no_stone(point);
    };
    let names: SquareSet = game.grid().points(liberties).collect();
    tr!(
        "{color}'s chain of {stones} at {point} has {count} liberty: {names}."
            | "{color}'s chain of {stones} at {point} has {count} liberties: {names}.",
        color,
        stones = &stones(chain),
        point,
        count = liberties.count_ones(),
        names
    )
}

/// Returns the same without the names of the liberties.
pub fn liberties_in_short(game: &GoGame, point: Square) -> Said {
    let Some((color, chain, liberties)) = chain_at(game, point) else {
        return no_stone(point);
    };
    tr!(
        "{color}'s chain of {stones} at {point} has {count} liberty."
            | "{color}'s chain of {stones} at {point} has {count} liberties.",
        color,
        stones = &stones(chain),
        point,
        count = liberties.count_ones()
    )
}

fn stones(points: u64) -> Said {
    tr!(
        "{count} stone" | "{count} stones",
        count = points.count_ones()
    )
}

/// Returns the chain on a point: its side, its stones and its liberties.
pub fn chain_at(game: &GoGame, point: Square) -> Option<(Color, u64, u64)> {
    let (color, grid, stones) = (game.stone(point)?, game.grid(), game.stones());
    let bit = grid.bit(point)?;
    let (own, opponent) = (stones[color], stones[color.opposite()]);
    let liberties = kernel::liberties(grid, own, opponent, bit);
    Some((color, kernel::reached(grid, bit, own), liberties))
}

/// Returns a move as a list of moves has it.
pub fn played(played: GoMove) -> Said {
    match played {
        GoMove::Stone(point) => Said::verbatim(point.to_string()),
        GoMove::Pass => tr!("pass"),
    }
}

/// The number of moves shown of the line that a CPU expects.
const SHOWN: usize = 6;

/// Returns what a CPU is thinking, once there is something.
pub fn thought(info: &GoSearchInfo) -> Option<Said> {
    let best = info.moves.first()?;
    let line: Vec<String> = if info.line.is_empty() {
        vec![played(best.played).into()]
    } else {
        let line = info.line.iter().take(SHOWN);
        line.map(|&at| played(at).into()).collect()
    };
    let percent = format!("{:.0}", 100.0 * best.wins);
    Some(tr!(
        "wins {percent} %, {line}, {count} playouts" | "wins {percent} %, {line}, {count} playouts",
        percent = Name(&percent),
        line = Name(&line.join(" ")),
        count = info.playouts
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
