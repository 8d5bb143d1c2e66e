//! Words that several rooms share: grammar, lists, numbers, dates, and sentences that stand in two places: events,
//! refusals, scores, clocks, results, players. A sentence that is used once stands where it is used.

pub(crate) mod as_text;
mod board;
mod external;
mod files;
pub(crate) mod go;
pub(crate) mod line;
pub(crate) mod network;
pub(crate) mod openings;
mod player;
mod reason;
mod score;
pub(crate) mod screens;
pub(crate) mod stats;
pub(crate) mod summary;
mod time;

use std::fmt::Display;

use crate::color::{ByColor, Color};
use crate::game::{Ending, Entry, Game, Outcome, Status};
use crate::position::Position;
use crate::square::Square;
use crate::squares::SquareSet;

pub(crate) use board::bit_grid;
pub use board::grid;
pub(crate) use external::*;
pub(crate) use files::*;
pub(crate) use player::*;
pub use reason::Reason;
pub(crate) use reason::{best_move, last_move, loses, turning_point};
pub use score::score_cell;
pub(crate) use score::{
    certainty_words, hint_sentence, line_of_play, score_line, score_sentence, score_short,
    scored_move,
};
pub(crate) use time::{time_cell, time_spent};

/// The game has ended.
pub(crate) const GAME_OVER: &str = "The game is over.";

/// A count and its noun: `1 disc`, `2 discs`, `3 entries`.
pub(crate) fn plural<N: Copy + Display + PartialEq + From<u8>>(count: N, noun: &str) -> String {
    if count == N::from(1) {
        format!("{count} {noun}")
    } else if let Some(stem) = noun.strip_suffix('y') {
        format!("{count} {stem}ies")
    } else {
        format!("{count} {noun}s")
    }
}

/// A list in a sentence: `a, b or c`.
pub(crate) fn one_of(names: &[impl AsRef<str>]) -> String {
    match names {
        [] => String::new(),
        [only] => only.as_ref().to_owned(),
        [first @ .., last] => {
            let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
            format!("{} or {}", first.join(", "), last.as_ref())
        }
    }
}

/// Capitalizes a clause, unless it starts with the name of a square.
pub(crate) fn capitalized(clause: &str) -> String {
    let mut chars = clause.chars();
    match (chars.next(), chars.next()) {
        (Some(first), Some(second)) if !second.is_ascii_digit() => {
            first.to_uppercase().collect::<String>() + &clause[first.len_utf8()..]
        }
        _ => clause.to_owned(),
    }
}

/// A clause as a sentence.
pub(crate) fn sentence(clause: impl Display) -> String {
    capitalized(&clause.to_string()) + "."
}

/// Formats a number with its sign and this many decimals. What is shown as zero has the sign `+`.
pub(crate) fn signed(number: f64, decimals: usize) -> String {
    let text = format!("{number:+.decimals$}");
    if text.bytes().any(|byte| (b'1'..=b'9').contains(&byte)) {
        text
    } else {
        text.replace('-', "+")
    }
}

/// A local date and time without its seconds: `2024-05-17 20:15`. A date alone stays as it is.
pub(crate) fn to_the_minute(date: &str) -> &str {
    match date.as_bytes().get(13) {
        Some(b':') => date.get(..16).unwrap_or(date),
        _ => date,
    }
}

/// The rules of the game, each with a word in front.
pub(crate) const RULES: [(&str, &str); 6] = [
    ("goal", "have more discs of your colour at the end"),
    (
        "start",
        "two discs of each side in the middle; Black moves first",
    ),
    (
        "move",
        "place a disc so that it traps a row of the other side's discs between it and one of your own, \
         along a rank, a file or a diagonal",
    ),
    (
        "flips",
        "all trapped discs turn to your colour; every move must turn at least one",
    ),
    ("pass", "a side without a legal move passes, and only then"),
    (
        "end",
        "when neither side can move; empty squares go to the winner",
    ),
];

// What happened.

/// A new game started.
pub(crate) const STARTED: &str = "New game.";

/// A side placed a disc.
pub(crate) fn played(color: Color, square: Square, flips: usize) -> String {
    format!("{color} plays {square}, turning {}.", plural(flips, "disc"))
}

/// A side placed a disc, with the squares of the discs that turned.
pub(crate) fn turned(color: Color, square: Square, flips: SquareSet) -> String {
    format!("{color} plays {square}, turning {}.", square_list(flips))
}

/// A side had to pass; `again` when the other side has just moved.
pub(crate) fn passed(color: Color, again: bool) -> String {
    let other = color.opposite();
    let again = if again { " again" } else { "" };
    format!("{} {other} moves{again}.", passes(color))
}

/// A forced pass, without what follows.
pub(crate) fn passes(color: Color) -> String {
    format!("{color} has no legal move and passes.")
}

/// A side resigned.
pub(crate) fn resigned(color: Color) -> String {
    format!("{color} resigns.")
}

/// The coach was switched on or off.
pub(crate) const fn coach(is_on: bool) -> &'static str {
    if is_on {
        "The coach is on: it warns before a move that loses much."
    } else {
        "The coach is off."
    }
}

/// The question before a person resigns.
pub(crate) const ASK_RESIGN: &str = "Resign? The game ends and counts as lost.";

/// The question before the program quits during a game.
pub(crate) const fn ask_quit(is_saved: bool) -> &'static str {
    if is_saved {
        "Quit? Your game is saved."
    } else {
        "Quit? This game is not saved."
    }
}

/// The question before a pasted game replaces the one in progress.
pub(crate) fn ask_pasted(is_saved: bool, about: &str) -> String {
    let kept = if is_saved {
        " It is kept and offered at the next start."
    } else {
        ""
    };
    format!("A game is in progress.{kept} Open the pasted game instead ({about})?")
}

/// A side used up its time.
pub(crate) fn time_up(color: Color, game_continues: bool) -> String {
    let rest = if game_continues {
        "; the game continues"
    } else {
        ""
    };
    format!("{color}'s time is up{rest}.")
}

/// Entries were undone, the last one first.
pub(crate) fn undone(entries: &[String]) -> String {
    format!("Undid {}.", and_list(entries))
}

/// Entries were redone, in order.
pub(crate) fn redone(entries: &[String]) -> String {
    format!("Redid {}.", and_list(entries))
}

/// The players of both sides.
pub(crate) fn players(players: &ByColor<impl Display>) -> String {
    format!("Black is {}, White is {}.", players.black, players.white)
}

/// The CPUs were paused or resumed.
pub(crate) const fn paused(is_paused: bool) -> &'static str {
    if is_paused {
        "The CPU is paused."
    } else {
        "The CPU resumes."
    }
}

/// The clocks between two people were paused or resumed.
pub(crate) const fn clocks_paused(is_paused: bool) -> &'static str {
    if is_paused {
        "The clocks are paused."
    } else {
        "The clocks are running."
    }
}

/// The pause before a move of a CPU was changed, to nothing or a time in words.
pub(crate) fn cpu_pause(pause: Option<&str>) -> String {
    match pause {
        None => "The CPU plays without a pause.".to_owned(),
        Some(pause) => format!("The CPU pauses {pause} before a move."),
    }
}

/// A CPU failed to move. The reason is a clause, possibly from another program.
pub(crate) fn player_failed(color: Color, player: impl Display, reason: impl Display) -> String {
    format!("{color} ({player}) failed to move: {reason}. The CPU is paused.")
}

/// An entry as part of a sentence: `Black's f5`, `White's pass`, `Black's resignation`.
pub(crate) fn entry(entry: &Entry) -> String {
    match entry {
        Entry::Move { color, square, .. } => format!("{color}'s {square}"),
        Entry::Pass { color } => format!("{color}'s pass"),
        Entry::Resignation { color } => format!("{color}'s resignation"),
        Entry::Timeout { color } => format!("{color}'s loss on time"),
    }
}

/// A list in a sentence: `a, b and c`.
fn and_list(names: &[String]) -> String {
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

// What is refused: clauses without a full stop.

/// A CPU plays the side to move.
pub(crate) fn not_your_turn(color: Color, player: impl Display) -> String {
    format!("it is {color}'s turn, and {player} plays {color}")
}

/// A person at the other end of a connection plays the side to move.
pub(crate) fn not_your_turn_but_theirs(color: Color) -> String {
    format!("it is {color}'s turn; wait for your opponent")
}

/// The connection to the other player is lost.
pub(crate) const NOT_CONNECTED: &str = "your opponent is not connected; the game waits";

/// Undo and other changes need the other player.
pub(crate) const NOT_OVER_NETWORK: &str = "this is not possible in a game over the network";

/// A game between two people is played without an engine.
pub(crate) const NO_ENGINE_HELP: &str = "the engine does not help in a game over the network";

/// The coach needs a CPU and time.
pub(crate) const NO_COACH: &str = "the coach works only in games against a CPU without clocks";

/// A human asked for a pass, but a side has a legal move or an undone pass is pending.
pub(crate) fn no_voluntary_pass(to_move: Option<Color>) -> String {
    match to_move {
        Some(color) => format!("forced passes are automatic, and {color} has a legal move"),
        None => "forced passes are automatic; redo plays the undone pass again".to_owned(),
    }
}

/// There are no moves to copy or to show.
pub(crate) const NO_MOVES: &str = "no moves played yet";

/// There is nothing to undo.
pub(crate) const NOTHING_TO_UNDO: &str = "there is nothing to undo";

/// There is nothing to redo.
pub(crate) const NOTHING_TO_REDO: &str = "there is nothing to redo";

/// Swapping the players changes nothing.
pub(crate) const SAME_PLAYERS: &str = "both sides have the same player";

/// No CPU has failed to move.
pub(crate) const NOBODY_FAILED: &str = "no CPU has failed to move";

/// No human is playing.
pub(crate) const NOBODY_TO_RESIGN: &str = "only a human player can resign";

/// The side that must pass has no move to analyse.
pub(crate) fn nothing_to_analyse(color: Color) -> String {
    format!("{color} has no move to analyse")
}

// The position.

/// The squares of a set by name, in alphabetical order: `c4 d3 e6 f5`.
pub(crate) fn square_list(set: SquareSet) -> String {
    let mut names: Vec<String> = set.iter().map(|square| square.to_string()).collect();
    names.sort();
    names.join(" ")
}

/// The squares with discs of each side: `Black: d5 e4. White: d4 e5.`
pub(crate) fn discs(position: Position) -> String {
    let of = |color| format!("{color}: {}.", square_list(position.discs(color)));
    format!("{} {}", of(Color::Black), of(Color::White))
}

/// The discs of each side: `Black (X) 2, White (O) 2.`
pub(crate) fn counts(position: Position) -> String {
    let counts = position.counts();
    format!("Black (X) {}, White (O) {}.", counts.black, counts.white)
}

/// The time left on both clocks: `Time: Black 4:58, White 5:00.`
pub(crate) fn clocks(remaining: &ByColor<impl Display>) -> String {
    format!(
        "Time: Black {}, White {}.",
        remaining.black, remaining.white
    )
}

/// The side to move and its legal moves: `Black to move: c4 d3 e6 f5.`
pub(crate) fn to_move(game: &Game) -> String {
    match game.status() {
        Status::MustPass(color) => format!(
            "{color} has no legal move and must pass: the pass was undone, redo plays it again."
        ),
        Status::ToMove(_) => to_move_in(game.position()),
        Status::Over(_) => GAME_OVER.to_owned(),
    }
}

/// The side to move and its legal moves, in a position without a game.
pub(crate) fn to_move_in(position: Position) -> String {
    let color = position.side_to_move();
    if !position.legal_moves().is_empty() {
        format!("{color} to move: {}.", square_list(position.legal_moves()))
    } else if position.pass().is_some() {
        format!("{color} has no legal move and must pass.")
    } else {
        GAME_OVER.to_owned()
    }
}

/// The line under a printed board: counts, clocks if there are any, and the legal moves:
/// `Black (X) 2, White (O) 2. Black to move: c4 d3 e6 f5.`
pub(crate) fn turn(game: &Game, remaining: Option<ByColor<impl Display>>) -> String {
    let clocks = remaining.map_or_else(String::new, |both| clocks(&both) + " ");
    format!("{} {clocks}{}", counts(game.position()), to_move(game))
}

/// The end of a game: a sentence about the empty squares, if any, and the result. The result counts
/// empty squares for the winner.
pub(crate) fn outcome(outcome: &Outcome) -> (Option<String>, String) {
    let Outcome { discs, score, .. } = outcome;
    let on_board = format!("{}-{} on the board", discs.black, discs.white);
    let loss = match outcome.ending {
        Ending::Finished => None,
        Ending::Resigned(loser) => Some((loser, resigned(loser))),
        Ending::TimedOut(loser) => Some((loser, time_up(loser, false))),
    };
    if let Some((loser, how)) = loss {
        let how = how.trim_end_matches('.');
        let last = format!("Game over. {how}: {} wins.", loser.opposite());
        return (Some(on_board + "."), last);
    }
    let given = match (outcome.empties(), outcome.winner) {
        (0, _) => None,
        (1, Some(winner)) => Some(format!("the empty square goes to {winner}")),
        (empties, Some(winner)) => Some(format!("the {empties} empty squares go to {winner}")),
        (empties, None) => Some(format!("the {empties} empty squares are shared")),
    };
    let result = match outcome.winner {
        Some(winner) => format!("{winner} wins by {}", outcome.margin()),
        None => "a draw".to_owned(),
    };
    (
        given.map(|given| format!("{on_board}; {given}.")),
        format!(
            "Game over. Black {}, White {}: {result}.",
            score.black, score.white
        ),
    )
}

/// A finished game as its only human player sees it: `You win 48-16.`
pub(crate) fn result_for(outcome: &Outcome, color: Color) -> String {
    let score = outcome.score;
    match outcome.winner {
        Some(winner) if winner == color => {
            format!("You win {}-{}.", score[color], score[color.opposite()])
        }
        Some(_) => format!("You lose by {}.", outcome.margin()),
        None => "A draw.".to_owned(),
    }
}
