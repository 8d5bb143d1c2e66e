//! What a person may see in a position: each legal move with the scores of shallow searches, and its features.

use super::shapes::{MoveShapes, Views};
use crate::bitboard::mobility::frontier;
use crate::bitboard::neighbours;
use crate::bitboard::stability::stable_discs;
use crate::bitboard::symmetry::Symmetry;
use crate::board::Board;
use crate::search::{
    Certainty, Confidence, Handler, Limits, MoveScore, Score, SearchInfo, Searcher,
};
use crate::square::Square;
use crate::squares::SquareSet;

/// The depths of the searches in plies. A depth of 1 is the evaluation after the move.
const DEPTHS: [u32; 5] = [1, 2, 3, 4, 6];

/// The scores of a move: one for each depth, and the deepest, which is the final score near the end of the game.
pub const SCORES: usize = DEPTHS.len() + 1;

/// The deepest search in plies.
pub(crate) const DEPTH: u32 = DEPTHS[DEPTHS.len() - 1];

/// From this number of empty squares on, the last score is the final one.
pub(crate) const EXACT_FROM: u32 = 10;

/// The table of the searches in megabytes.
const TABLE: usize = 1;

/// The most that a move can lose, in discs, as far as a feature shows it.
const MOST_LOSS: i32 = 24;

/// The number of features of a move.
pub const FEATURES: usize = 110;

/// The squares beside the corners: on the edge, and on the diagonal.
const C_SQUARES: u64 = 0x4281_0000_0000_8142;
const X_SQUARES: u64 = 0x0042_0000_0000_4200;

const EDGES: u64 = 0xff81_8181_8181_81ff;

/// A position as a person sees it, with the scores of its moves.
///
/// It is made for one of the eight symmetric boards, so that symmetric positions have the same.
#[derive(Clone, Debug, PartialEq)]
pub struct Survey {
    board: Board,
    last: Option<Square>,
    /// The symmetry that led to this board.
    symmetry: Symmetry,
    /// For each legal move in reading order, its scores for the side to move, in discs.
    scores: Vec<[i8; SCORES]>,
}

/// Takes the scores of each depth from a search of all moves.
struct Scores<'a> {
    moves: SquareSet,
    scores: &'a mut [[i8; SCORES]],
    should_stop: &'a mut dyn FnMut() -> bool,
}

impl Scores<'_> {
    /// Notes the scores of a search in the columns from the one of its depth on.
    fn take(&mut self, info: &SearchInfo, is_final: bool) {
        for line in &info.moves {
            let Some(square) = line.square else { continue };
            let Some(at) = self.moves.iter().position(|other| other == square) else {
                continue;
            };
            let from = match DEPTHS.iter().position(|&depth| depth == line.depth) {
                _ if is_final => SCORES - 1,
                Some(from) => from,
                None => continue,
            };
            #[allow(clippy::cast_possible_truncation)] // -64 to 64
            self.scores[at][from..].fill(line.score.discs() as i8);
        }
    }
}

impl Handler for Scores<'_> {
    fn progress(&mut self, info: &SearchInfo) {
        self.take(info, false);
    }

    fn should_stop(&mut self) -> bool {
        (self.should_stop)()
    }
}

impl Survey {
    /// Searches a position, which takes one or two milliseconds. `last` is the move that led to it, if it is known.
    /// `None` if it was stopped, and if there is no legal move. The result depends on nothing else.
    pub fn of(
        board: Board,
        last: Option<Square>,
        should_stop: &mut dyn FnMut() -> bool,
    ) -> Option<Self> {
        let mut survey = Self::seen(board, last, Vec::new());
        let board = survey.board;
        let moves = board.legal_moves();
        moves.first()?;
        // Its own: what another has searched before would show in the scores.
        let mut searcher = Searcher::new(TABLE);
        survey.scores = vec![[0; SCORES]; moves.len()];
        let mut scores = Scores {
            moves,
            scores: &mut survey.scores,
            should_stop,
        };
        let empties = board.empty_count();
        let full = |limits| Limits {
            confidence: Confidence::Full,
            ..limits
        };
        let plies = DEPTH.min(empties - 1);
        let mut is_stopped = false;
        if plies > 0 {
            let info = searcher.analyse(board, 64, &full(Limits::depth(plies)), &mut scores);
            is_stopped = info.stopped;
        }
        if empties <= EXACT_FROM && !is_stopped {
            searcher.clear();
            let info = searcher.analyse(board, 64, &Limits::solve(), &mut Stop(scores.should_stop));
            // Without a search before it, this is all there is to see.
            let all = plies == 0;
            is_stopped = info.stopped;
            scores.take(&info, !all);
            if all {
                for (at, square) in moves.iter().enumerate() {
                    if let Some(line) = info.score_of(square) {
                        #[allow(clippy::cast_possible_truncation)] // -64 to 64
                        scores.scores[at].fill(line.score.discs() as i8);
                    }
                }
            }
        }
        (!is_stopped).then_some(survey)
    }

    /// Returns a survey with these scores, which are in the order of [`Survey::scores`].
    pub fn seen(board: Board, last: Option<Square>, scores: Vec<[i8; SCORES]>) -> Self {
        let image = |symmetry: &Symmetry| {
            let last = last.map(|square| symmetry.square(square).index());
            (board.transformed(*symmetry), last)
        };
        let symmetry = Symmetry::ALL.into_iter().min_by_key(image);
        let symmetry = symmetry.unwrap_or(Symmetry::Identity);
        Self {
            board: board.transformed(symmetry),
            last: last.map(|square| symmetry.square(square)),
            symmetry,
            scores,
        }
    }

    /// Returns the legal moves, in the order of everything that is said of them.
    pub fn moves(&self) -> impl Iterator<Item = Square> {
        let back = self.symmetry.inverse();
        self.board
            .legal_moves()
            .into_iter()
            .map(move |square| back.square(square))
    }

    /// Returns the scores of each move for the side to move, in discs.
    pub fn scores(&self) -> &[[i8; SCORES]] {
        &self.scores
    }

    /// Returns a move with its score; `None` if there is no such move.
    pub(crate) fn move_score(&self, at: usize) -> Option<MoveScore> {
        let (square, score) = (self.moves().nth(at)?, self.scores.get(at)?[SCORES - 1]);
        let empties = self.board.empty_count();
        let is_exact = empties <= EXACT_FROM;
        Some(MoveScore {
            square: Some(square),
            score: Score::of(score.into()),
            certainty: if is_exact {
                Certainty::Exact
            } else {
                Certainty::Estimate
            },
            depth: if is_exact { empties } else { DEPTH },
            pv: vec![square],
        })
    }

    /// Returns what each move loses against the best one, in discs, by the deepest search.
    pub fn losses(&self) -> impl Iterator<Item = u32> {
        let score = |scores: &[i8; SCORES]| i32::from(scores[SCORES - 1]);
        let best = self.scores.iter().map(score).max().unwrap_or_default();
        self.scores
            .iter()
            .map(move |scores| score(scores).abs_diff(best))
    }

    /// Returns how each move looks at first glance, as the logarithm of a probability: many discs turn, or it takes a
    /// corner or another square on the edge.
    pub(super) fn first_glance(&self) -> Vec<f32> {
        let weight = |square: Square| {
            #[allow(clippy::cast_precision_loss)] // at most 18
            let turned = self.board.flips(square).len() as f32;
            let place = if SquareSet::CORNERS.contains(square) {
                2.5
            } else if square.bit() & EDGES != 0 {
                0.6
            } else {
                0.0
            };
            0.3 * turned + place
        };
        self.board.legal_moves().into_iter().map(weight).collect()
    }

    /// Returns the shapes of each move.
    pub fn shapes(&self) -> Vec<MoveShapes> {
        let views = Views::of(self.board);
        let moves = self.board.legal_moves().into_iter();
        moves.map(|square| views.shapes(square)).collect()
    }

    /// Returns the board after a move, as the symmetric board of the survey shows it.
    ///
    /// # Panics
    /// If there is no such move.
    pub fn board_after(&self, at: usize) -> Board {
        let mut moves = self.board.legal_moves().iter();
        let next = moves.nth(at).and_then(|square| self.board.play(square));
        next.expect("the move is one of the survey")
    }

    /// Returns the share of the way from the first move to a full board.
    #[allow(clippy::cast_precision_loss)] // at most 60
    pub fn phase(&self) -> f32 {
        1.0 - self.board.empty_count() as f32 / 60.0
    }

    /// Returns the features of each move for a player of this strength.
    #[allow(clippy::cast_precision_loss, clippy::too_many_lines)] // small counts; a list
    pub fn features(&self, strength: f32, games: &dyn Fn(Board) -> f32) -> Vec<[f32; FEATURES]> {
        let board = self.board;
        let empties = board.empties();
        let count = empties.len();
        let moves = board.legal_moves();
        let ply = 60 - count.min(60);
        let hat = |at: f32, width: f32| (1.0 - (ply as f32 - at).abs() / width).max(0.0);
        let regions = empties.regions();
        let other_moves = board.swapped().legal_moves();
        let deep: Vec<i32> = self
            .scores
            .iter()
            .map(|s| i32::from(s[SCORES - 1]))
            .collect();
        let best: [i32; SCORES] = std::array::from_fn(|at| {
            self.scores
                .iter()
                .map(|s| i32::from(s[at]))
                .max()
                .unwrap_or(0)
        });
        let second = deep.iter().copied().filter(|&s| s < best[SCORES - 1]).max();
        let gap = second.map_or(0, |second| (best[SCORES - 1] - second).min(MOST_LOSS));
        let ties = deep.iter().filter(|&&s| s == best[SCORES - 1]).count();
        let nexts: Vec<(Square, SquareSet, Board)> = moves
            .iter()
            .map(|square| {
                let flips = board.flips(square);
                (square, flips, board.play_unchecked(square, flips))
            })
            .collect();
        let replies: Vec<SquareSet> = nexts
            .iter()
            .map(|(_, _, next)| next.legal_moves())
            .collect();
        let fewest = replies
            .iter()
            .map(|replies| replies.len())
            .min()
            .unwrap_or(0);
        let mean_flips = nexts.iter().map(|(_, flips, _)| flips.len()).sum::<usize>() as f32
            / nexts.len() as f32;
        let games: Vec<f32> = nexts.iter().map(|(_, _, next)| games(*next)).collect();
        let all_games: f32 = games.iter().sum();
        let stable = stable_discs(board.player().bits(), board.opponent().bits()).count_ones();
        let fronts =
            |player: u64, opponent: u64| frontier(player, !(player | opponent)).count_ones() as f32;
        let front = fronts(board.player().bits(), board.opponent().bits());
        let other_front = fronts(board.opponent().bits(), board.player().bits());
        let corner_near = |square: Square| {
            let bit = neighbours(square.bit()) & SquareSet::CORNERS.bits();
            SquareSet::from_bits(bit).first()
        };
        let soft =
            [(0, 3.0), (2, 3.0), (SCORES - 1, 2.0), (SCORES - 1, 6.0)].map(|(depth, discs)| {
                let sum: f32 = self
                    .scores
                    .iter()
                    .map(|s| libm::expf((f32::from(s[depth]) - best[depth] as f32) / discs))
                    .sum();
                (best[depth] as f32 + discs * libm::logf(sum), depth)
            });
        let last_region = self.last.map(|last| neighbours(last.bit()));
        let mut all = Vec::with_capacity(nexts.len());
        for (at, (square, flips, next)) in nexts.iter().enumerate() {
            let mut row = [0.0; FEATURES];
            let mut place = 0;
            let mut put = |value: f32| {
                row[place] = value;
                place += 1;
            };
            // The position and the player.
            put(2.0 * (strength - 1.5));
            put(ply as f32 / 60.0);
            for centre in [0.0, 12.0, 24.0, 36.0, 48.0, 60.0] {
                put(hat(centre, 12.0));
            }
            put(libm::logf(moves.len() as f32) / 3.0);
            put(best[SCORES - 1] as f32 / 32.0);
            put(gap as f32 / 8.0);
            put(libm::logf(ties as f32));
            put((count % 2) as f32);
            put(f32::from(u8::from(self.last.is_some())));
            // The searches.
            for depth in 0..SCORES {
                let loss = (best[depth] - i32::from(self.scores[at][depth])).min(MOST_LOSS) as f32;
                put(loss / 8.0);
                put(1.0 / (1.0 + loss));
                put(f32::from(u8::from(loss == 0.0)));
            }
            for depth in [0, 2, SCORES - 1] {
                let own = self.scores[at][depth];
                let rank = self.scores.iter().filter(|s| s[depth] > own).count();
                put((rank as f32).min(8.0) / 4.0);
            }
            put(f32::from(self.scores[at][SCORES - 1] > 0));
            put(f32::from(self.scores[at][SCORES - 1] == 0));
            for (sum, depth) in soft {
                let own = f32::from(self.scores[at][depth]);
                put((own - sum) / 8.0);
            }
            // Discs and mobility.
            let turned = flips.len() as f32;
            put(turned / 6.0);
            put(libm::logf(turned));
            put((turned - mean_flips) / 4.0);
            let reply = replies[at];
            put(reply.len() as f32 / 10.0);
            put((reply.len() - fewest) as f32 / 6.0);
            put((reply.len() as f32 - other_moves.len() as f32) / 6.0);
            let own_next = next.swapped().legal_moves();
            put(own_next.len() as f32 / 10.0);
            put((own_next.len() as f32 - moves.len() as f32) / 6.0);
            let (own, other) = (next.opponent().bits(), next.player().bits());
            let own_front = fronts(own, other);
            put(own_front / 12.0);
            put((own_front - front) / 6.0);
            put((fronts(other, own) - other_front) / 6.0);
            let open = SquareSet::from_bits(neighbours(flips.bits()) & next.empties().bits()).len();
            put(open as f32 / 6.0);
            put(f32::from(u8::from(open == 0)));
            put((neighbours(square.bit()) & next.empties().bits()).count_ones() as f32 / 5.0);
            // The square.
            let class = square_class(*square);
            for other in 0..9 {
                put(f32::from(u8::from(class == other)));
            }
            let corner = corner_near(*square);
            for (squares, is_beside) in [(C_SQUARES, true), (X_SQUARES, true)] {
                let here = is_beside && square.bit() & squares != 0;
                let holds = |set: SquareSet| here && corner.is_some_and(|c| set.contains(c));
                put(f32::from(u8::from(holds(empties))));
                put(f32::from(u8::from(holds(board.player()))));
                put(f32::from(u8::from(holds(board.opponent()))));
            }
            let corners = SquareSet::CORNERS;
            put((reply & corners).len() as f32);
            put((other_moves & corners - reply).len() as f32);
            put((own_next & corners - moves).len() as f32);
            put(f32::from(u8::from(!(moves & corners).is_empty())));
            // The edge beside it.
            let line = SquareSet::from_bits(if square.bit() & EDGES == 0 {
                0
            } else {
                neighbours(square.bit()) & EDGES
            });
            put((line & board.player()).len() as f32 / 2.0);
            put((line & board.opponent()).len() as f32 / 2.0);
            put((line & empties).len() as f32 / 2.0);
            put(SquareSet::from_bits(flips.bits() & EDGES).len() as f32 / 3.0);
            let stable_next = stable_discs(own, other).count_ones();
            put(stable_next.saturating_sub(stable) as f32 / 6.0);
            // Where the other side has just played.
            let apart = |last: Square| {
                let files = square.file().index().abs_diff(last.file().index());
                let ranks = square.rank().index().abs_diff(last.rank().index());
                files.max(ranks)
            };
            let distance = self.last.map_or(0, apart);
            put(f32::from(distance) / 7.0);
            put(f32::from(u8::from(distance == 1)));
            put(f32::from(u8::from(distance == 2)));
            put(f32::from(u8::from(
                self.last.is_some_and(|last| flips.contains(last)),
            )));
            put(f32::from(u8::from(
                last_region.is_some_and(|near| near & flips.bits() != 0),
            )));
            // The shape around it.
            let near = neighbours(square.bit());
            put((near & board.player().bits()).count_ones() as f32 / 4.0);
            put((near & board.opponent().bits()).count_ones() as f32 / 4.0);
            let directions = (near & flips.bits()).count_ones();
            put(directions as f32 / 3.0);
            put(f32::from(u8::from(directions == 1)));
            let fewer = replies
                .iter()
                .filter(|other| other.len() < reply.len())
                .count();
            put((fewer as f32).min(8.0) / 4.0);
            let less = nexts
                .iter()
                .filter(|(_, other, _)| other.len() < flips.len())
                .count();
            put((less as f32).min(8.0) / 4.0);
            let gained = reply - other_moves;
            put(gained.len() as f32 / 5.0);
            put(((other_moves - reply).len() as f32) / 5.0);
            put((SquareSet::from_bits(flips.bits() & 0x0000_183c_3c18_0000).len() as f32) / 4.0);
            let inside = flips.bits() & !neighbours(empties.bits());
            put(inside.count_ones() as f32 / 3.0);
            let x_open = X_SQUARES & flips.bits();
            put(x_open.count_ones() as f32);
            let c_own = C_SQUARES & flips.bits();
            put(c_own.count_ones() as f32);
            let lines = neighbours(square.bit() & EDGES) & EDGES & next.player().bits();
            put(lines.count_ones() as f32);
            let safe = own_next - SquareSet::from_bits(C_SQUARES | X_SQUARES);
            put(safe.len() as f32 / 8.0);
            let safe_other = reply - SquareSet::from_bits(C_SQUARES | X_SQUARES);
            put(safe_other.len() as f32 / 8.0);
            // Parity.
            let region = regions
                .iter()
                .find(|region| region.contains(*square))
                .copied();
            let region = region.unwrap_or(SquareSet::EMPTY);
            put((region.len() % 2) as f32);
            put((region.len() as f32).min(16.0) / 16.0);
            put(f32::from(u8::from(region.len() == 1)));
            put((regions.len() as f32 - 1.0) / 3.0);
            put(f32::from(u8::from((region & other_moves).is_empty())));
            put(f32::from(u8::from(other_moves.contains(*square))));
            // What follows.
            let is_over = reply.is_empty() && own_next.is_empty();
            put(f32::from(u8::from(reply.is_empty() && !is_over)));
            put(f32::from(u8::from(is_over)));
            // What others played here.
            let share = (games[at] + 0.3) / (all_games + 0.3 * nexts.len() as f32);
            let known = all_games / (all_games + 20.0);
            put(libm::logf(share) * known / 3.0);
            put(known);
            put(libm::logf(all_games + 1.0) / 10.0 * f32::from(u8::from(games[at] == 0.0)));
            debug_assert_eq!(place, FEATURES);
            all.push(row);
        }
        all
    }
}

/// A handler that only stops.
struct Stop<'a>(&'a mut dyn FnMut() -> bool);

impl Handler for Stop<'_> {
    fn should_stop(&mut self) -> bool {
        (self.0)()
    }
}

/// Returns which of the nine kinds of squares that can be played a square is: a1, b1, c1, d1, b2, c2, d2, c3 or d3.
fn square_class(square: Square) -> usize {
    let near = |index: u8| usize::from(index.min(7 - index));
    let (file, rank) = (near(square.file().index()), near(square.rank().index()));
    match (file.min(rank), file.max(rank)) {
        (0, far) => far,
        (1, far) => 3 + far,
        (2, far) => 5 + far,
        // The four squares in the middle are never empty.
        _ => 9,
    }
}
