//! The lesson of mobility, potential mobility and frontier.

use super::moves::moves_are;
use super::narrator::{self, NarratedStep, common};
use super::traced::{Traced, renamed};
use super::words::squares;
use super::{LessonOptions, Topic, Trace};
use reversi::bitboard::legal_moves;
use reversi::bitboard::mobility::{frontier, potential_mobility};
use reversi::bitboard::word::Word;
use reversi_text::{Said, label, tr};

/// Returns the number of legal moves.
fn mobility(own: Traced, opponent: Traced) -> Traced {
    let moves = Traced::call(legal_moves, own, opponent);
    moves.count_ones()
}

/// Explains the mobility of both sides. The result is the frontier of the own discs.
pub(super) fn trace(discs: [u64; 2]) -> Trace {
    let run = |own: Traced, opponent: Traced| {
        mobility(own, opponent);
        let opponents = &[
            ("moves", "opponent_moves"),
            ("mobility", "opponent_mobility"),
            ("frontier", "opponent_frontier"),
        ];
        renamed(opponents, || mobility(opponent, own));
        let _ = potential_mobility(own, opponent);
        let empty = Traced::named("empty");
        renamed(opponents, || frontier(opponent, empty));
        frontier(own, empty)
    };
    narrator::trace(Topic::Mobility, LessonOptions::default(), discs, run, tell)
}

fn tell(step: &mut NarratedStep) -> Option<Said> {
    let set = step.value;
    let listed = &squares(set);
    Some(match step.name {
        "moves" => {
            step.begins(label!("mobility"), None);
            moves_are(set)
        }
        "mobility" => tr!("Mobility is the number of legal moves: {set}.", set),
        "opponent_moves" => tr!(
            "The moves that the other side would have if it were to move: {listed}.",
            listed
        ),
        "opponent_mobility" => tr!("The mobility of the other side: {set}.", set),
        "empty" => {
            step.begins(label!("potential mobility"), None);
            return common(step);
        }
        // The neighbours of the empty squares are computed twice and explained once.
        "beside" | "row" | "neighbours" if step.before == Some(set) => return None,
        "beside" if step.before.is_some() => {
            step.begins(label!("frontier"), None);
            tr!(
                "Next, the squares that touch an empty square. Again one step left and one step right, with the edges \
                 masked out."
            )
        }
        "beside" => tr!(
            "First, the squares that touch an opponent disc. One step left and one step right; the edges are masked \
             out, or discs would reappear on the other side."
        ),
        "row" => tr!("With the squares themselves: rows of three."),
        "neighbours" => tr!(
            "These rows, one step up and one step down: the neighbours, {listed}.",
            listed
        ),
        "potential_mobility" => tr!(
            "The empty squares among them: {listed}. Their number, {number}, is the potential mobility. Every legal move \
             is one of these; not legal yet: {none_yet}.",
            listed,
            number = set.count_ones(),
            none_yet = &squares(set & !step.at("moves"))
        ),
        "opponent_frontier" => tr!(
            "The opponent discs among them: {listed}. This is the frontier of the other side.",
            listed
        ),
        "frontier" => Said::sentences([
            tr!(
                "The own discs among them are the own frontier: {listed}.",
                listed
            ),
            match step.at("own") & !set {
                0 => tr!("No own disc is surrounded on all sides."),
                inside => tr!(
                    "Surrounded on all sides: {discs}.",
                    discs = &squares(inside)
                ),
            },
            tr!("A small frontier leaves the other side few moves."),
        ]),
        _ => return common(step),
    })
}
