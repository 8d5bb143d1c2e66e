//! A hint: one fact about the best move of a position. Scores, depths and lines are for those who ask for more.

use super::review::movers;
use reversi::bitboard::neighbours;
use reversi::bitboard::stability::stable_discs;
use reversi::search::{MoveScore, Score};
use reversi::{Board, Position, Square, SquareSet};

/// A fact about the best move of a position. It is true for every result of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HintFact {
    /// There is no other move.
    OnlyMove,
    /// It takes every disc of the opponent with best play. Proven.
    Wipeout,
    /// All moves lead to the same position, turned or mirrored.
    AllTheSame,
    /// It takes a corner.
    TakesCorner,
    /// The opponent has no move after it.
    MakesPass,
    /// The opponent could take this corner before the move, or could after several other moves. It cannot after this
    /// one, and does not in the expected line.
    KeepsCorner(Square),
    /// The number of discs that the move makes stable.
    Secures(usize),
    /// The number of moves that the opponent has after it: few, and no other move leaves fewer.
    FewMoves(usize),
    /// The mobility of both sides after the move; the opponent's is clearly lower.
    MoreMoves(usize, usize),
    /// The number of frontier discs of the side to move, clearly fewer than after the usual move.
    FewBesideEmpty(usize),
    /// The numbers of the opponent's moves after it, and after the next best move: fewer.
    FewerMoves(usize, (Square, usize)),
    /// The numbers of discs that it turns, and that the next best move turns: fewer.
    TurnsFewer(usize, (Square, usize)),
    /// It is on an edge, next to no empty corner.
    TakesEdge,
    /// The discs that it turns, and the opponent's moves after it.
    Turns(usize, usize),
}

/// The fewest discs that a move must make stable for the hint to mention it.
const SECURED: usize = 2;

/// The opponent's moves are few if there are at most `FEW`, or at least `FEWER` fewer than after the usual move.
const FEW: usize = 3;
const FEWER: usize = 3;

/// With fewer empty squares than this, hints do not count moves or open discs: the rest of the game can be calculated.
const COUNTS_FROM: u32 = 14;

/// The least difference between counts of moves or open discs that a hint mentions.
const CLEARLY: usize = 2;

/// Returns the best move of a position, from its scored moves, the best move first, and the fact about it.
pub fn hint(position: Position, moves: &[MoveScore]) -> Option<(Square, HintFact)> {
    let square = moves.first()?.square?;
    Some((square, fact(position.board(), moves)?))
}

/// Returns the first fact that is true of the best move, in the order of the variants; `None` without a legal move.
fn fact(board: Board, moves: &[MoveScore]) -> Option<HintFact> {
    let best = moves.first()?;
    let square = best.square?;
    let after = board.play(square)?;
    let others = board.legal_moves() - SquareSet::from(square);
    let others: Vec<Board> = others
        .iter()
        .filter_map(|other| board.play(other))
        .collect();
    if others.is_empty() {
        return Some(HintFact::OnlyMove);
    }
    if best.is_exact() && best.score == Score::MAX {
        return Some(HintFact::Wipeout);
    }
    let form = after.canonical();
    if others.iter().all(|other| other.canonical() == form) {
        return Some(HintFact::AllTheSame);
    }
    if SquareSet::CORNERS.contains(square) {
        return Some(HintFact::TakesCorner);
    }
    if after.pass().is_some() {
        return Some(HintFact::MakesPass);
    }
    let fact = kept_corner(board, after, &others, best)
        .map(HintFact::KeepsCorner)
        .or_else(|| secured(board, after).map(HintFact::Secures))
        .or_else(|| few_moves(after, &others).map(HintFact::FewMoves))
        .or_else(|| more_moves(after))
        .or_else(|| few_beside_empty(after, &others).map(HintFact::FewBesideEmpty));
    let next = moves.get(1).and_then(|next| next.square);
    fact.or_else(|| Some(beside_next(board, square, next)))
}

/// Returns what a move does, in comparison with the next best one where it does less.
fn beside_next(board: Board, square: Square, next: Option<Square>) -> HintFact {
    let turned = |square| board.flips(square).len();
    let given = |square| {
        let after = board.play(square);
        after.map_or(0, |after| after.legal_moves().len())
    };
    let fewer = |count: &dyn Fn(Square) -> usize| {
        let other = next.map(|next| (next, count(next)));
        Some((
            count(square),
            other.filter(|other| count(square) < other.1)?,
        ))
    };
    let is_edge = [square.file().index(), square.rank().index()]
        .iter()
        .any(|index| [0, 7].contains(index));
    match (fewer(&given), fewer(&turned)) {
        (Some((count, other)), _) => HintFact::FewerMoves(count, other),
        (None, Some((count, other))) => HintFact::TurnsFewer(count, other),
        _ if is_edge && board.empty_corner_beside(square).is_none() => HintFact::TakesEdge,
        _ => HintFact::Turns(turned(square), given(square)),
    }
}

/// Returns the corner that the best move protects, if other moves often lose it or it could be taken before.
fn kept_corner(board: Board, after: Board, others: &[Board], best: &MoveScore) -> Option<Square> {
    let was_open = board.swapped().legal_moves() & SquareSet::CORNERS;
    let line = movers(board, &best.pv);
    let is_lost =
        |corner: Square| after.legal_moves().contains(corner) || line.contains(&(corner, false));
    let opened = |corner: Square| {
        let moves = others.iter();
        moves
            .filter(|other| other.legal_moves().contains(corner))
            .count()
    };
    let is_kept = |&corner: &Square| {
        let enough = if was_open.contains(corner) {
            1
        } else {
            others.len().div_ceil(4).max(2)
        };
        !is_lost(corner) && opened(corner) >= enough
    };
    let corners = (SquareSet::CORNERS & board.empties()).iter();
    corners.filter(is_kept).max_by_key(|&corner| opened(corner))
}

/// Returns how many discs the move makes stable, if there are at least [`SECURED`].
fn secured(board: Board, after: Board) -> Option<usize> {
    let stable = |own: SquareSet, other: SquareSet| stable_discs(own.bits(), other.bits());
    let before = stable(board.player(), board.opponent()).count_ones();
    let now = stable(after.opponent(), after.player()).count_ones();
    let more = usize::try_from(now.saturating_sub(before)).ok()?;
    (more >= SECURED).then_some(more)
}

/// Returns the number of the opponent's moves, if it is low.
fn few_moves(after: Board, others: &[Board]) -> Option<usize> {
    let moves = |board: &Board| board.legal_moves().len();
    let count = moves(&after);
    let mut all: Vec<usize> = others.iter().map(moves).collect();
    all.sort_unstable();
    let (fewest, usual) = (*all.first()?, all[all.len() / 2]);
    let is_few = count <= FEW && count < usual || count + FEWER <= usual;
    (count <= fewest && count > 0 && is_few).then_some(count)
}

/// Returns the numbers of moves of both sides, if the side that moved clearly has more.
fn more_moves(after: Board) -> Option<HintFact> {
    let (kept, given) = (
        after.swapped().legal_moves().len(),
        after.legal_moves().len(),
    );
    let counts = after.empty_count() >= COUNTS_FROM && given > 1 && kept >= given + CLEARLY;
    counts.then_some(HintFact::MoreMoves(kept, given))
}

/// Returns the number of discs of the side that moved next to empty squares, if it is low.
fn few_beside_empty(after: Board, others: &[Board]) -> Option<usize> {
    let open = |board: &Board| {
        let beside = SquareSet::from_bits(neighbours(board.empties().bits()));
        (board.opponent() & beside).len()
    };
    let count = open(&after);
    let mut all: Vec<usize> = others.iter().map(open).collect();
    all.sort_unstable();
    let usual = all.get(all.len() / 2)?;
    let is_few = after.empty_count() >= COUNTS_FROM && count > 1 && count + CLEARLY <= *usual;
    is_few.then_some(count)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;
    use rand::rngs::ChaCha8Rng;
    use rand::seq::IteratorRandom as _;

    use super::*;
    use crate::dial;
    use reversi::search::{Handler, Limits, Searcher};
    use reversi::{Color, Game};

    /// Returns the scores of all moves, the best first.
    fn scored(board: Board, limits: &Limits) -> Vec<MoveScore> {
        struct Quiet;
        impl Handler for Quiet {}
        Searcher::new(1)
            .analyse(board, 64, limits, &mut Quiet)
            .moves
    }

    /// Plays random moves to the end and returns whether a disc was turned that was not to be.
    fn is_turned(mut game: Game, kept: SquareSet, owner: Color, rng: &mut ChaCha8Rng) -> bool {
        while let Some(square) = game.legal_moves().iter().choose(rng) {
            game.play(square).unwrap();
        }
        !(kept - game.position().discs(owner)).is_empty()
    }

    #[test]
    #[allow(clippy::too_many_lines)] // a case for each fact
    fn every_hint_in_games_of_random_moves_is_a_fact() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut seen = std::collections::BTreeMap::<String, u32>::new();
        for _ in 0..dial::games(60) {
            let mut game = Game::new();
            while let Some(random) = game.legal_moves().iter().choose(&mut rng) {
                let position = game.position();
                let (own, board) = (position.side_to_move(), position.board());
                let limits = if board.empty_count() < 9 {
                    Limits::solve()
                } else {
                    Limits::depth(2)
                };
                let moves = scored(board, &limits);
                let best = &moves[0];
                let square = best.square.unwrap();
                let after = position.play(square).unwrap();
                let others = position.legal_moves() - square.into();
                let replies = |square: Square| {
                    let after = position.play(square).unwrap();
                    // After a pass the same side moves again.
                    if after.side_to_move() == own {
                        SquareSet::EMPTY
                    } else {
                        after.legal_moves()
                    }
                };
                let fact = fact(board, &moves).unwrap();
                let name = format!("{fact:?}");
                *seen
                    .entry(name.split('(').next().unwrap().to_owned())
                    .or_default() += 1;
                let text = format!("{square} {fact:?}");
                match fact {
                    HintFact::OnlyMove => assert!(others.is_empty()),
                    HintFact::Wipeout => {
                        assert_eq!((best.score.discs(), best.is_exact()), (64, true));
                    }
                    HintFact::AllTheSame => {
                        let form = |square| position.play(square).unwrap().board().canonical();
                        assert!(others.iter().all(|other| form(other) == form(square)));
                    }
                    HintFact::TakesCorner => {
                        assert!(["a1", "a8", "h1", "h8"].contains(&&*square.to_string()));
                    }
                    HintFact::MakesPass => {
                        assert!(
                            after.board().legal_moves().is_empty() && !after.board().is_game_over()
                        );
                    }
                    HintFact::KeepsCorner(corner) => {
                        assert!(!replies(square).contains(corner), "{position}: {text}");
                        assert!(others.iter().any(|other| replies(other).contains(corner)));
                        let mut line = Game::from_position(position);
                        for &next in &best.pv {
                            let side = line.position().side_to_move();
                            assert!(next != corner || side == own, "{position}: {text}");
                            line.play(next).unwrap();
                        }
                    }
                    HintFact::Secures(count) => {
                        let stable = |position: Position| {
                            let own_discs = position.discs(own).bits();
                            let bits =
                                stable_discs(own_discs, position.discs(own.opposite()).bits());
                            SquareSet::from_bits(bits)
                        };
                        let kept = stable(after);
                        assert!(kept.len() >= count + stable(position).len(), "{text}");
                        let mut played = game.clone();
                        played.play(square).unwrap();
                        for _ in 0..10 {
                            assert!(
                                !is_turned(played.clone(), kept, own, &mut rng),
                                "{position}: {text}"
                            );
                        }
                    }
                    HintFact::FewMoves(count) => {
                        assert_eq!(replies(square).len(), count, "{position}: {text}");
                        assert!(others.iter().all(|other| {
                            replies(other).len() >= count || replies(other).is_empty()
                        }));
                    }
                    HintFact::MoreMoves(kept, given) => {
                        let moves = |color| {
                            Position::new(
                                reversi::Board::from_bits(
                                    after.discs(color).bits(),
                                    after.discs(color.opposite()).bits(),
                                )
                                .unwrap(),
                                color,
                            )
                            .legal_moves()
                            .len()
                        };
                        assert_eq!((moves(own), moves(own.opposite())), (kept, given), "{text}");
                        assert!(kept > given, "{text}");
                    }
                    HintFact::FewBesideEmpty(count) => {
                        let empty = after.board().empties();
                        let is_open = |square: &Square| {
                            let near = |other: &Square| {
                                let far = |a: u8, b: u8| a.abs_diff(b) > 1;
                                let [a, b] =
                                    [square, other].map(|s| (s.index() % 8, s.index() / 8));
                                !far(a.0, b.0) && !far(a.1, b.1)
                            };
                            empty.iter().any(|other| near(&other))
                        };
                        let open = after.discs(own).iter().filter(is_open).count();
                        assert_eq!(open, count, "{position}: {text}");
                    }
                    HintFact::FewerMoves(count, (next, more)) => {
                        assert_eq!(replies(square).len(), count, "{position}: {text}");
                        assert_eq!(replies(next).len(), more, "{position}: {text}");
                        assert!(count < more && moves[1].square == Some(next), "{text}");
                    }
                    HintFact::TurnsFewer(count, (next, more)) => {
                        assert_eq!(board.flips(square).len(), count, "{position}: {text}");
                        assert_eq!(board.flips(next).len(), more, "{position}: {text}");
                        assert!(count < more && moves[1].square == Some(next), "{text}");
                    }
                    HintFact::TakesEdge => {
                        assert!(board.empty_corner_beside(square).is_none(), "{text}");
                    }
                    HintFact::Turns(turned, given) => {
                        assert_eq!(board.flips(square).len(), turned, "{position}: {text}");
                        assert_eq!(replies(square).len(), given, "{position}: {text}");
                    }
                }
                game.play(random).unwrap();
            }
        }
        assert!(seen.len() >= 7, "{seen:?}");
        let plain = seen["Turns"];
        let all: u32 = seen.values().sum();
        assert!(4 * plain < all, "most hints have a reason: {seen:?}");
    }
}
