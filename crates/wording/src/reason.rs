//! Why a move was worse than the best one, in words.

use reversi::search::Score;
use reversi::{Color, Square};
use reversi_study::review::{LastMoveIn, MoveReview, Reason};
use reversi_text::{Moves, Said, tr};

/// Who is addressed as "you": the side that moved, its opponent, or nobody.
enum Addressed {
    Mover,
    Opponent,
    Nobody,
}

impl Addressed {
    fn of(mover: Color, you: Option<Color>) -> Self {
        match you {
            Some(you) if you == mover => Self::Mover,
            Some(_) => Self::Opponent,
            None => Self::Nobody,
        }
    }
}

/// Returns what a move does, as a clause about it: `opens the corner h1`. `you` is the side of the only person.
#[allow(clippy::too_many_lines)] // a clause for each case
pub(crate) fn fact(reason: Reason, review: &MoveReview, you: Option<Color>) -> Said {
    use Addressed::{Mover, Nobody, Opponent};
    let (own, opponent) = (review.color, review.color.opposite());
    let addressed = Addressed::of(own, you);
    match (reason, addressed) {
        (Reason::MissedWipeout, _) => tr!("misses a wipeout"),
        (Reason::AllowedWipeout, Opponent) => tr!("lets you take every disc"),
        (Reason::AllowedWipeout, _) => tr!("lets {opponent} take every disc", opponent),
        (Reason::AllowedWipeoutAtOnce { reply }, Opponent) => {
            tr!("lets you take every disc with {reply}", reply)
        }
        (Reason::AllowedWipeoutAtOnce { reply }, _) => {
            tr!(
                "lets {opponent} take every disc with {reply}",
                opponent,
                reply
            )
        }
        (Reason::GaveCorner { corner, was_open }, _) if was_open => {
            tr!("leaves the corner {corner} open", corner)
        }
        (Reason::GaveCorner { corner, .. }, _) => tr!("opens the corner {corner}", corner),
        (Reason::LeftCorner { corner }, _) => tr!("misses the corner {corner}", corner),
        (Reason::LetPass, Mover) => {
            tr!(
                "lets {opponent} pass and makes you move twice in a row",
                opponent
            )
        }
        (Reason::LetPass, Opponent) => {
            tr!("lets you pass and makes {own} move twice in a row", own)
        }
        (Reason::LetPass, Nobody) => {
            tr!(
                "lets {opponent} pass and makes {own} move twice in a row",
                opponent,
                own
            )
        }
        (Reason::LostLastMove { region, is_whole }, addressed) => {
            let last_move = last_move(LastMoveIn::of(region, is_whole));
            if let Opponent = addressed {
                tr!("leaves you {last_move}", last_move = &last_move)
            } else {
                tr!(
                    "leaves {opponent} {last_move}",
                    opponent,
                    last_move = &last_move
                )
            }
        }
        (Reason::LaterCorner { corner, after }, Opponent) => {
            tr!(
                "lets you take the corner {corner} after {moves}",
                corner,
                moves = Moves(&after)
            )
        }
        (Reason::LaterCorner { corner, after }, _) => tr!(
            "lets {opponent} take the corner {corner} after {moves}",
            opponent,
            corner,
            moves = Moves(&after)
        ),
        (Reason::CutOwnMobility { to, .. }, Mover) => {
            tr!("leaves you only {moves}", moves = &moves(to))
        }
        (Reason::CutOwnMobility { to, .. }, _) => {
            tr!("leaves {own} only {moves}", own, moves = &moves(to))
        }
        (Reason::GaveMobility { to, .. }, Opponent) => tr!("gives you {moves}", moves = &moves(to)),
        (Reason::GaveMobility { to, .. }, _) => {
            tr!("gives {opponent} {moves}", opponent, moves = &moves(to))
        }
        (Reason::LostResult { opponent_passes }, _) => {
            lost_result(review, opponent_passes, reason.reply(review), you)
        }
        (Reason::BesideCorner { corner }, _) => {
            tr!("is next to the empty corner {corner}", corner)
        }
        (
            Reason::Mobility {
                own: [kept, _],
                opponent: [given, _],
            },
            addressed,
        ) => match addressed {
            Mover => leaves_you(opponent, given, kept),
            Opponent => tr!(
                "leaves you {moves} to {own}'s {kept}",
                moves = &moves(given),
                own,
                kept
            ),
            Nobody => tr!(
                "leaves {opponent} {moves} to {own}'s {kept}",
                opponent,
                moves = &moves(given),
                own,
                kept
            ),
        },
        (Reason::Frontier { to, .. }, Mover) => tr!(
            "leaves you {count} disc next to empty squares"
                | "leaves you {count} discs next to empty squares",
            count = to
        ),
        (Reason::Frontier { to, .. }, _) => tr!(
            "leaves {own} {count} disc next to empty squares"
                | "leaves {own} {count} discs next to empty squares",
            own,
            count = to
        ),
        (Reason::LowerScore, addressed) => {
            let score = review.played.score;
            let lead = &lead(score, review.is_exact());
            // A loss is one although the side is ahead.
            match (addressed, score.discs() < 0) {
                (Mover, true) => tr!("leaves you {lead}", lead),
                (Mover, false) => tr!("leaves you only {lead}", lead),
                (_, true) => tr!("leaves {own} {lead}", own, lead),
                (_, false) => tr!("leaves {own} only {lead}", own, lead),
            }
        }
    }
}

/// Returns the clause about the best move that goes with a fact: `c6 does not`. `None` if it would add nothing.
pub(crate) fn contrast(reason: Reason, review: &MoveReview, you: Option<Color>) -> Option<Said> {
    let (better, own) = (review.best.square?, review.color);
    Some(match reason {
        Reason::MissedWipeout => tr!("{better} takes every disc", better),
        Reason::AllowedWipeout
        | Reason::AllowedWipeoutAtOnce { .. }
        | Reason::GaveCorner { .. } => tr!("{better} does not", better),
        Reason::LostLastMove { .. } => tr!("{better} keeps it", better),
        Reason::CutOwnMobility { best, .. } | Reason::Frontier { best, .. } => {
            tr!("{better} leaves {number}", better, number = best)
        }
        Reason::GaveMobility { best, .. } => tr!("{better} gives {number}", better, number = best),
        Reason::BesideCorner { .. } => tr!("{better} is not", better),
        Reason::Mobility {
            own: [_, kept],
            opponent: [_, given],
        } => tr!("{better} leaves {given} to {kept}", better, given, kept),
        Reason::LowerScore => {
            let lead = &lead(review.best.score, review.is_exact());
            if you == Some(own) {
                tr!("{better} leaves you {lead}", better, lead)
            } else {
                tr!("{better} leaves {own} {lead}", better, own, lead)
            }
        }
        Reason::LeftCorner { .. }
        | Reason::LetPass
        | Reason::LaterCorner { .. }
        | Reason::LostResult { .. } => return None,
    })
}

/// Returns what the best move does better, as a clause about it for the player who moved: `keeps White from taking h1 at
/// once`. `None` if the reason says nothing about the best move.
pub(crate) fn merit(reason: Reason, own: Color) -> Option<Said> {
    let opponent = own.opposite();
    Some(match reason {
        Reason::MissedWipeout => tr!("takes every disc of {opponent}", opponent),
        Reason::AllowedWipeout => tr!("keeps {opponent} from taking every disc", opponent),
        Reason::AllowedWipeoutAtOnce { .. } => {
            tr!("keeps {opponent} from taking every disc at once", opponent)
        }
        Reason::LeftCorner { corner } => tr!("takes the corner {corner}", corner),
        Reason::GaveCorner { corner, .. } => {
            tr!(
                "keeps {opponent} from taking {corner} at once",
                opponent,
                corner
            )
        }
        Reason::LetPass => tr!("does not let {opponent} pass", opponent),
        Reason::LostLastMove { region, is_whole } => {
            let last_move = last_move(LastMoveIn::of(region, is_whole));
            tr!("gets you {last_move}", last_move = &last_move)
        }
        Reason::CutOwnMobility { best, .. } => tr!("leaves you {moves}", moves = &moves(best)),
        Reason::GaveMobility { best, .. } => {
            tr!(
                "gives {opponent} only {moves}",
                opponent,
                moves = &moves(best)
            )
        }
        Reason::Mobility {
            own: [_, kept],
            opponent: [_, given],
        } => leaves_you(opponent, given, kept),
        Reason::Frontier { best, .. } => tr!(
            "leaves you only {count} disc next to empty squares"
                | "leaves you only {count} discs next to empty squares",
            count = best
        ),
        Reason::BesideCorner { .. } => tr!("is not next to an empty corner"),
        Reason::LaterCorner { .. } | Reason::LostResult { .. } | Reason::LowerScore => {
            return None;
        }
    })
}

/// Returns where the player of a side looks for the best move, as a sentence that does not name it; `None` if the reason
/// says nothing about the best move.
pub(crate) fn hint(reason: Reason, own: Color) -> Option<Said> {
    let opponent = own.opposite();
    Some(match reason {
        Reason::MissedWipeout => tr!("You can take every disc of {opponent}.", opponent),
        Reason::AllowedWipeout => tr!("Keep {opponent} from taking every disc.", opponent),
        Reason::AllowedWipeoutAtOnce { .. } => {
            tr!("Keep {opponent} from taking every disc at once.", opponent)
        }
        Reason::LeftCorner { .. } => tr!("Look for a corner to take."),
        Reason::GaveCorner { corner, .. } => tr!(
            "Look at the corner {corner}: {opponent} must not get it at once.",
            corner,
            opponent
        ),
        Reason::LetPass => tr!(
            "Do not let {opponent} pass: you would move twice.",
            opponent
        ),
        Reason::LostLastMove { region, is_whole } => {
            let last_move = last_move(LastMoveIn::of(region, is_whole));
            tr!("Look at who gets {last_move}.", last_move = &last_move)
        }
        Reason::CutOwnMobility { .. } => tr!("Look at the moves that you have left then."),
        Reason::GaveMobility { .. } => {
            tr!(
                "Look at the moves that {opponent} has then: leave few.",
                opponent
            )
        }
        Reason::Mobility { .. } => tr!("Look at how many moves each side has then."),
        Reason::Frontier { .. } => tr!("Look at your discs next to empty squares then: leave few."),
        Reason::BesideCorner { corner } => tr!("Look at the corner {corner}: stay away.", corner),
        Reason::LaterCorner { .. } | Reason::LostResult { .. } | Reason::LowerScore => {
            return None;
        }
    })
}

/// Returns the last move in a place, as part of a sentence: `the last move of the game`.
pub(crate) fn last_move(place: LastMoveIn) -> Said {
    match place {
        LastMoveIn::Game => tr!("the last move of the game"),
        LastMoveIn::Squares(squares) => {
            tr!(
                "the last move in {squares}",
                squares = Moves(&Vec::from_iter(squares))
            )
        }
        LastMoveIn::Region { count, at } => {
            tr!(
                "the last move of the {number} squares at {square}",
                number = count,
                square = at
            )
        }
    }
}

/// Returns a number of moves, as part of a sentence: `no move`, `1 move`, `2 moves`.
pub(crate) fn moves(count: usize) -> Said {
    if count == 0 {
        tr!("no move")
    } else {
        tr!("{count} move" | "{count} moves", count)
    }
}

/// Returns a number of discs, as part of a sentence.
pub(crate) fn discs(count: u32) -> Said {
    tr!("{count} disc" | "{count} discs", count)
}

/// Returns how many moves both sides have, as a clause about a move for the player who made it.
fn leaves_you(opponent: Color, given: usize, kept: usize) -> Said {
    tr!(
        "leaves {opponent} {moves} to your {kept}",
        opponent,
        moves = &moves(given),
        kept
    )
}

/// Returns how the result changed, with what the opponent does after the move in its line.
fn lost_result(
    review: &MoveReview,
    opponent_passes: bool,
    reply: Option<Square>,
    you: Option<Color>,
) -> Said {
    let [better, worse] = &[&review.best, &review.played].map(|line| result(line.score));
    let opponent = review.color.opposite();
    match reply {
        _ if opponent_passes && you == Some(opponent) => {
            tr!("turns {better} into {worse} after your pass", better, worse)
        }
        _ if opponent_passes => {
            tr!(
                "turns {better} into {worse} after {opponent}'s pass",
                better,
                worse,
                opponent
            )
        }
        Some(reply) => tr!(
            "turns {better} into {worse} after {reply}",
            better,
            worse,
            reply
        ),
        None => tr!("turns {better} into {worse}", better, worse),
    }
}

/// Returns a score as a lead of the side that moved, as part of a sentence: `about 8 discs behind`, `2 discs ahead`.
fn lead(score: Score, is_exact: bool) -> Said {
    let count = score.discs().abs();
    match (score.discs(), is_exact) {
        (1.., true) => tr!("{count} disc ahead" | "{count} discs ahead", count),
        (1.., false) => tr!(
            "about {count} disc ahead" | "about {count} discs ahead",
            count
        ),
        (0, true) => tr!("level"; "neither side is ahead"),
        (0, false) => tr!("about level"),
        (_, true) => tr!("{count} disc behind" | "{count} discs behind", count),
        (_, false) => tr!(
            "about {count} disc behind" | "about {count} discs behind",
            count
        ),
    }
}

/// Returns a result, as part of a sentence: `a win by 4`.
fn result(score: Score) -> Said {
    let margin = score.discs().abs();
    match score.discs() {
        1.. => tr!("a win by {margin}", margin),
        0 => tr!("a draw"),
        _ => tr!("a loss by {margin}", margin),
    }
}
