//! The sentences of practice: puzzles, ratings, and the file that keeps them.

use std::ops::RangeInclusive;

use super::{last_move, plural};
use crate::color::Color;
use crate::square::Square;
use crate::squares::SquareSet;

/// What a puzzle asks for.
pub(crate) mod question {
    use super::{Color, SquareSet, last_move};

    /// The only move that wins.
    pub(crate) const WIN: &str = "find the only winning move";
    /// The only move that draws.
    pub(crate) const DRAW: &str = "find the only move that keeps the draw";

    /// The best move, or one of several.
    pub(crate) const fn best(answers: usize) -> &'static str {
        match answers {
            1 => "find the best move",
            _ => "find one of the two best moves",
        }
    }

    /// A move that leaves the opponent without a move.
    pub(crate) fn pass(opponent: Color) -> String {
        format!("make {opponent} pass")
    }

    /// A move that keeps the opponent out of a corner.
    pub(crate) fn corner(opponent: Color, corner: SquareSet) -> String {
        format!("keep {opponent} out of the corner {corner}")
    }

    /// A move that gets the last move in a region.
    pub(crate) fn last(region: SquareSet, is_whole: bool) -> String {
        format!("get the last move {}", last_move(region, is_whole))
    }

    /// The question as a sentence.
    pub(crate) fn ask(own: Color, what: &str) -> String {
        format!("{own} to move: {what}.")
    }
}

/// Where a puzzle is from.
pub(crate) mod origin {
    /// It was missed.
    pub(crate) const AGAIN: &str = "You missed this one before.";
    /// It is a mistake of a game of the player.
    pub(crate) const MISTAKE: &str = "From one of your games.";
}

/// The first hint: the part of the board with an answer, the only one or one of two.
pub(crate) fn where_to_look(answer: Square, is_only: bool) -> String {
    let high = if answer.rank().index() < 4 {
        "upper"
    } else {
        "lower"
    };
    let side = if answer.file().index() < 4 {
        "left"
    } else {
        "right"
    };
    let subject = if is_only { "The answer" } else { "One answer" };
    format!("{subject} is in the {high} {side} quarter of the board.")
}

/// The second hint.
pub(crate) fn answer(answer: Square, is_only: bool) -> String {
    let what = if is_only { "the answer" } else { "an answer" };
    format!("{answer} is {what}.")
}

/// A right answer; `worth` is the sentence about the score.
pub(crate) fn right(square: Square, worth: &str, next: Option<(Square, i32)>) -> String {
    let next = next.map_or_else(String::new, |(next, loss)| {
        format!(" The best other move, {next}, loses {loss} discs.")
    });
    format!("{square} is right. {worth}{next}")
}

/// A wrong answer that loses this many discs, with its reason as a clause.
pub(crate) fn wrong(square: Square, loss: u32, fact: Option<&str>) -> String {
    match fact {
        Some(fact) => format!("{square} {fact}. It loses {loss} discs."),
        None => format!("{square} is wrong: it loses {loss} discs."),
    }
}

/// The change of the ratings after an attempt, each before and after.
pub(crate) fn ratings(player: [i32; 2], puzzle: [i32; 2]) -> String {
    let [from, to] = player;
    let [puzzle_from, puzzle_to] = puzzle;
    format!("Your rating: {from} to {to}. The puzzle's: {puzzle_from} to {puzzle_to}.")
}

/// The player's rating.
pub(crate) fn rating(rating: f64, deviation: f64) -> String {
    format!("rating {rating:.0} ± {deviation:.0}")
}

/// There is no puzzle yet.
pub(crate) const LOOKING: &str = "Looking for a puzzle.";

/// There are no more puzzles, or none at all.
pub(crate) const NO_MORE: &str = "There are no more puzzles here.";

/// What was searched for mistakes in games: the mistakes among the moves with some numbers of empty squares, and how
/// many of them are puzzles.
pub(crate) fn searched(
    games: u32,
    empties: RangeInclusive<u32>,
    [mistakes, moves]: [u32; 2],
    more_than: u32,
    puzzles: u32,
) -> String {
    let (from, to) = empties.into_inner();
    let range = if from == to {
        from.to_string()
    } else {
        format!("{from} to {to}")
    };
    let lost = match mistakes {
        0 => "none".to_owned(),
        _ => mistakes.to_string(),
    };
    let searched = plural(games, "game");
    if moves == 0 {
        return format!("Searched {searched}: no moves with {range} empty squares.");
    }
    let mut text = format!(
        "Searched {searched}: of {} with {range} empty squares, {lost} lost more than {more_than} discs",
        plural(moves, "move"),
    );
    let end = match (mistakes, puzzles) {
        (0, _) => ".".to_owned(),
        (_, 0) => ", and none of these is such a puzzle.".to_owned(),
        (_, 1) => ", and 1 of these is such a puzzle.".to_owned(),
        _ => format!(", and {puzzles} of these are such puzzles."),
    };
    text += &end;
    if puzzles < mistakes {
        text += " Other mistakes left too few moves to choose from, or no clear answer.";
    }
    text
}

/// A puzzle is played to its end.
pub(crate) const PLAYING_ON: &str = "Play on: the best defence answers to the end.";

/// The end of a puzzle that was played to its end, with the margin for the player and the best one.
pub(crate) fn played_out(margin: i32, best: i32) -> String {
    let result = match margin {
        1.. => format!("You win by {margin}"),
        0 => "A draw".to_owned(),
        _ => format!("You lose by {}", -margin),
    };
    if margin >= best {
        format!("{result}: nothing was lost.")
    } else {
        format!("{result}, {} discs less than possible.", best - margin)
    }
}

/// How to answer in line mode.
pub(crate) const HELP: &str = "Type a move such as f5. X is Black, O is White, * is a legal move.";

/// A puzzle is played on only once it is solved.
pub(crate) const SOLVE_FIRST: &str = "Solve the puzzle first; hint helps.";

/// What to do in line mode after a right answer.
pub(crate) const TYPE_MORE: &str = "Type more for the next puzzle, play to play on, or quit.";

/// What was typed is not known, as a clause.
pub(crate) fn unknown(text: &str) -> String {
    let short: String = text.chars().take(20).collect();
    // Debug format escapes control characters.
    format!("{short:?} is neither a move such as f5 nor a command; type help for a list")
}

/// The line after a right answer.
pub(crate) fn best_play(line: &str) -> String {
    format!("Best play: {line}.")
}

/// The line after a wrong answer.
pub(crate) fn refutation(line: &str) -> String {
    format!("The refutation: {line}.")
}

/// What to do in line mode after a wrong answer.
pub(crate) const TRY_AGAIN: &str = "Try again, or type hint.";
