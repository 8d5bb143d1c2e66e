//! Hints in plain words.

use reversi::search::MoveScore;
use reversi::{Position, Square};
use reversi_study::hint::{HintFact, hint};
use reversi_text::{Said, tr};

use crate::reason::moves as moves_text;

/// Returns the hint for a position from its scored moves, the best move first: a sentence, then shorter ones. If
/// `is_you`, the side to move is addressed as "you"; otherwise its colour is named.
pub fn sentences(position: Position, moves: &[MoveScore], is_you: bool) -> Vec<Said> {
    let Some((square, fact)) = hint(position, moves) else {
        return Vec::new();
    };
    let long = long(square, fact, position, is_you);
    let [short, shortest] = [short(square, fact, position), tr!("{square}.", square)];
    vec![long, short, shortest]
}

/// Returns a fact as a whole sentence: `f5 keeps the corner h1 safe.`
#[allow(clippy::too_many_lines)] // a sentence for each case
fn long(square: Square, fact: HintFact, position: Position, is_you: bool) -> Said {
    let own = position.side_to_move();
    let opponent = own.opposite();
    match (fact, is_you) {
        (HintFact::OnlyMove, true) => tr!("{square} is your only move.", square),
        (HintFact::OnlyMove, false) => tr!("{square} is {own}'s only move.", square, own),
        (HintFact::Wipeout, _) => {
            tr!(
                "{square} takes every disc of {opponent} in the end.",
                square,
                opponent
            )
        }
        (HintFact::AllTheSame, _) => {
            tr!(
                "{square} is as good as any move here: the board is symmetric.",
                square
            )
        }
        (HintFact::TakesCorner, _) => short(square, fact, position),
        (HintFact::MakesPass, true) => {
            tr!(
                "{square} makes {opponent} pass: you move again.",
                square,
                opponent
            )
        }
        (HintFact::MakesPass, false) => {
            tr!(
                "{square} makes {opponent} pass: {own} moves again.",
                square,
                opponent,
                own
            )
        }
        (HintFact::KeepsCorner(corner), _) => {
            tr!("{square} keeps the corner {corner} safe.", square, corner)
        }
        (HintFact::Secures(number), true) => {
            tr!(
                "{square} makes {number} more of your discs safe for good.",
                square,
                number
            )
        }
        (HintFact::Secures(number), false) => tr!(
            "{square} makes {number} more of {own}'s discs safe for good.",
            square,
            number,
            own
        ),
        (HintFact::FewMoves(count), _) => tr!(
            "{square} leaves {opponent} only {count} move."
                | "{square} leaves {opponent} only {count} moves.",
            square,
            opponent,
            count
        ),
        (HintFact::MoreMoves(kept, given), true) => tr!(
            "{square} leaves you {kept} moves and {opponent} only {given}.",
            square,
            kept,
            opponent,
            given
        ),
        (HintFact::MoreMoves(kept, given), false) => tr!(
            "{square} leaves {own} {kept} moves and {opponent} only {given}.",
            square,
            own,
            kept,
            opponent,
            given
        ),
        (HintFact::FewBesideEmpty(number), true) => tr!(
            "{square} leaves only {number} of your discs next to empty squares.",
            square,
            number
        ),
        (HintFact::FewBesideEmpty(number), false) => tr!(
            "{square} leaves only {number} of {own}'s discs next to empty squares.",
            square,
            number,
            own
        ),
        (HintFact::FewerMoves(count, (next, more)), _) => tr!(
            "{square} leaves {opponent} {count} move; {next}, the next best, leaves {more}."
                | "{square} leaves {opponent} {count} moves; {next}, the next best, leaves {more}.",
            square,
            opponent,
            count,
            next,
            more
        ),
        (HintFact::TurnsFewer(count, (next, more)), _) => tr!(
            "{square} turns only {count} disc; {next}, the next best, turns {more}."
                | "{square} turns only {count} discs; {next}, the next best, turns {more}.",
            square,
            count,
            next,
            more
        ),
        (HintFact::TakesEdge, _) => {
            tr!("{square} takes the edge, away from empty corners.", square)
        }
        (HintFact::Turns(count, given), _) => tr!(
            "{square} turns {count} disc and leaves {opponent} {moves}."
                | "{square} turns {count} discs and leaves {opponent} {moves}.",
            square,
            count,
            opponent,
            moves = &moves_text(given)
        ),
    }
}

/// Returns how many discs a move turns: `f5 turns 3 discs.`
pub fn turns(square: Square, count: usize) -> Said {
    tr!(
        "{square} turns {count} disc." | "{square} turns {count} discs.",
        square,
        count
    )
}

/// Returns a fact in fewer words: `f5 keeps h1 safe.`
fn short(square: Square, fact: HintFact, position: Position) -> Said {
    let opponent = position.side_to_move().opposite();
    match fact {
        HintFact::OnlyMove => tr!("{square} is the only move.", square),
        HintFact::Wipeout => tr!("{square} takes every disc.", square),
        HintFact::AllTheSame => tr!("{square} is as good as any.", square),
        HintFact::TakesCorner => tr!("{square} takes a corner.", square),
        HintFact::MakesPass => tr!("{square} makes {opponent} pass.", square, opponent),
        HintFact::KeepsCorner(corner) => tr!("{square} keeps {corner} safe.", square, corner),
        HintFact::Secures(number) => tr!("{square} secures {number} discs.", square, number),
        HintFact::FewMoves(count) => tr!(
            "{square} leaves only {count} move." | "{square} leaves only {count} moves.",
            square,
            count
        ),
        HintFact::MoreMoves(_, given) => {
            tr!(
                "{square} leaves {opponent} only {given}.",
                square,
                opponent,
                given
            )
        }
        HintFact::FewBesideEmpty(number) => {
            tr!("{square} leaves {number} discs open.", square, number)
        }
        HintFact::FewerMoves(count, _) => tr!(
            "{square} leaves {count} move." | "{square} leaves {count} moves.",
            square,
            count
        ),
        HintFact::TurnsFewer(count, _) => tr!(
            "{square} turns only {count} disc." | "{square} turns only {count} discs.",
            square,
            count
        ),
        HintFact::TakesEdge => tr!("{square} takes the edge.", square),
        HintFact::Turns(count, _) => turns(square, count),
    }
}
