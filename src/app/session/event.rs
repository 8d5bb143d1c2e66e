//! Owns what a session reports, and the sentence for each report: every front end says the same.

use std::fmt;

use crate::app::clock::Remaining;
use crate::app::player::{PlayerError, PlayerKind};
use crate::color::{ByColor, Color};
use crate::game::{Ending, Entry, Game, Outcome, Status};
use crate::position::Position;
use crate::square::Square;
use crate::squares::SquareSet;

/// Something that happened in a session. Prints as one sentence; [`Event::Over`] may be two lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A game began.
    Started,
    /// A disc was placed.
    Played {
        /// By whom.
        color: Color,
        /// Where.
        square: Square,
        /// The discs it turned.
        flips: SquareSet,
    },
    /// A side had no legal move.
    Passed {
        /// Which side.
        color: Color,
        /// Whether the other side has just moved.
        again: bool,
    },
    /// A side gave up.
    Resigned {
        /// Which side.
        color: Color,
    },
    /// A side used up its time. Whether that ends the game is the clock's rule; if it does, an
    /// [`Event::Over`] follows.
    TimeUp {
        /// Whose time.
        color: Color,
        /// Whether the game goes on all the same.
        goes_on: bool,
    },
    /// The game ended.
    Over(Outcome),
    /// Entries were taken back, the last one first.
    Undone(Vec<Entry>),
    /// Entries were played again, in order.
    Redone(Vec<Entry>),
    /// Other players play.
    PlayersChanged(ByColor<PlayerKind>),
    /// The CPUs were paused (`true`) or go on.
    Paused(bool),
    /// A CPU gave no move. The CPUs are paused.
    PlayerFailed {
        /// Its side.
        color: Color,
        /// What it is.
        player: PlayerKind,
        /// Why.
        error: PlayerError,
    },
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Started => write!(f, "A new game begins."),
            Self::Played {
                color,
                square,
                flips,
            } => {
                let count = flips.bits().count_ones();
                write!(
                    f,
                    "{color} plays {square}, turning {}.",
                    plural(count, "disc")
                )
            }
            Self::Passed { color, again } => {
                let other = color.opposite();
                let again = if *again { " again" } else { "" };
                write!(
                    f,
                    "{color} has no legal move and passes. {other} moves{again}."
                )
            }
            Self::Resigned { color } => write!(f, "{color} resigns."),
            Self::TimeUp { color, goes_on } => {
                let rest = if *goes_on { "; the game goes on" } else { "" };
                write!(f, "{color}'s time is up{rest}.")
            }
            Self::Over(outcome) => {
                let (before, last) = outcome_sentences(outcome);
                if let Some(before) = before {
                    writeln!(f, "{before}")?;
                }
                write!(f, "{last}")
            }
            Self::Undone(entries) => write!(f, "Taken back: {}.", entry_list(entries)),
            Self::Redone(entries) => write!(f, "Played again: {}.", entry_list(entries)),
            Self::PlayersChanged(players) => {
                write!(f, "Black is {}, White is {}.", players.black, players.white)
            }
            Self::Paused(true) => write!(f, "The CPU is paused."),
            Self::Paused(false) => write!(f, "The CPU goes on."),
            Self::PlayerFailed {
                color,
                player,
                error,
            } => write!(
                f,
                "{color} ({player}) gave no move: {error}. The CPU is paused."
            ),
        }
    }
}

/// `1 disc`, `2 discs`.
fn plural(count: u32, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}

/// An entry as part of a sentence: `Black's f5`, `White's pass`, `Black's resignation`.
#[must_use]
pub fn describe_entry(entry: &Entry) -> String {
    match entry {
        Entry::Move { color, square, .. } => format!("{color}'s {square}"),
        Entry::Pass { color } => format!("{color}'s pass"),
        Entry::Resignation { color } => format!("{color}'s resignation"),
        Entry::Timeout { color } => format!("{color}'s loss on time"),
    }
}

fn entry_list(entries: &[Entry]) -> String {
    let named: Vec<String> = entries.iter().map(describe_entry).collect();
    named.join(", ")
}

/// A set of squares by name, in the order of their names: `c4 d3 e6 f5`.
#[must_use]
pub fn square_list(set: SquareSet) -> String {
    let mut names: Vec<String> = set.iter().map(|square| square.to_string()).collect();
    names.sort();
    names.join(" ")
}

/// The end of a game in words: a sentence about empty squares given away, where there are any, and the
/// result. Counts are official: the empty squares go to the winner.
#[must_use]
pub fn outcome_sentences(outcome: &Outcome) -> (Option<String>, String) {
    let Outcome { discs, score, .. } = outcome;
    let empties = outcome.empties();
    let how = match outcome.ending {
        Ending::Finished => None,
        Ending::Resigned(loser) => Some((loser, format!("{loser} resigns"))),
        Ending::TimedOut(loser) => Some((loser, format!("{loser}'s time is up"))),
    };
    if let Some((loser, how)) = how {
        return (
            Some(format!("{}-{} on the board.", discs.black, discs.white)),
            format!("Game over. {how}: {} wins.", loser.opposite()),
        );
    }
    let squares = if empties == 1 {
        "the empty square".to_owned()
    } else {
        format!("the {empties} empty squares")
    };
    let given = match outcome.winner {
        Some(winner) if empties == 1 => format!("{squares} goes to {winner}"),
        Some(winner) => format!("{squares} go to {winner}"),
        None => format!("{squares} are shared"),
    };
    let before =
        (empties > 0).then(|| format!("{}-{} on the board; {given}.", discs.black, discs.white));
    let result = match outcome.winner {
        Some(winner) => format!("{winner} wins by {}", outcome.margin()),
        None => "a draw".to_owned(),
    };
    let last = format!(
        "Game over. Black {}, White {}: {result}.",
        score.black, score.white
    );
    (before, last)
}

/// The discs of each side: `Black (X) 2, White (O) 2.`
#[must_use]
pub fn counts_sentence(position: Position) -> String {
    let counts = position.counts();
    format!("Black (X) {}, White (O) {}.", counts.black, counts.white)
}

/// What both sides have left: `Time: Black 4:58, White 5:00.`
#[must_use]
pub fn clock_sentence(remaining: ByColor<Remaining>) -> String {
    format!(
        "Time: Black {}, White {}.",
        remaining.black, remaining.white
    )
}

/// Who is to move where: `Black to move: c4 d3 e6 f5.`
#[must_use]
pub fn ask_sentence(game: &Game) -> String {
    match game.status() {
        Status::ToMove(color) => to_move_sentence(color, game.legal_moves()),
        Status::MustPass(color) => {
            format!(
                "{color} has no legal move and must pass: the pass was undone, redo makes it again."
            )
        }
        Status::Over(_) => "The game is over.".to_owned(),
    }
}

/// Who is to move where in a position that belongs to no game.
#[must_use]
pub fn position_sentence(position: Position) -> String {
    let color = position.side_to_move();
    if !position.legal_moves().is_empty() {
        to_move_sentence(color, position.legal_moves())
    } else if position.pass().is_some() {
        format!("{color} has no legal move and must pass.")
    } else {
        "The game is over.".to_owned()
    }
}

fn to_move_sentence(color: Color, legal_moves: SquareSet) -> String {
    format!("{color} to move: {}.", square_list(legal_moves))
}

/// The counts, the clocks if there are any, and who is to move where, the line under a printed board:
/// `Black (X) 2, White (O) 2. Black to move: c4 d3 e6 f5.`
#[must_use]
pub fn turn_sentence(game: &Game, remaining: Option<ByColor<Remaining>>) -> String {
    let counts = counts_sentence(game.position());
    let clock = remaining.map_or_else(String::new, |both| clock_sentence(both) + " ");
    format!("{counts} {clock}{}", ask_sentence(game))
}
