//! The features of a move: what a person may see, as numbers for the network.

#![allow(clippy::cast_precision_loss)] // small counts

use super::survey::{EDGES, SCORES, Survey};
use reversi::bitboard::mobility::frontier;
use reversi::bitboard::neighbours;
use reversi::bitboard::stability::stable_discs;
use reversi::{Board, Square, SquareSet};

/// The number of features of a move.
pub const FEATURES: usize = 110;

/// The most that a move can lose, in discs, as far as a feature shows it.
const MOST_LOSS: i32 = 24;

/// The squares beside the corners: on the edge, and on the diagonal.
const C_SQUARES: u64 = 0x4281_0000_0000_8142;
const X_SQUARES: u64 = 0x0042_0000_0000_4200;

/// The squares d3, e3, c4 to f4, c5 to f5, d6 and e6.
const MIDDLE: u64 = 0x0000_183c_3c18_0000;

/// The numbers of games in which moves were played are trusted by half from this many on.
const TRUSTED_GAMES: f32 = 20.0;

/// What is added to the number of games of each move, as if it had been played sometimes.
pub(super) const UNSEEN: f32 = 0.3;

/// The features of a move, filled in from the first to the last.
struct FeatureRow {
    values: [f32; FEATURES],
    place: usize,
}

impl FeatureRow {
    fn put(&mut self, value: f32) {
        self.values[self.place] = value;
        self.place += 1;
    }

    fn flag(&mut self, is_so: bool) {
        self.put(f32::from(u8::from(is_so)));
    }

    fn count(&mut self, set: u64, unit: f32) {
        self.put(set.count_ones() as f32 / unit);
    }
}

/// A move and what follows it.
struct Prospect {
    square: Square,
    flips: SquareSet,
    next: Board,
    /// The opponent's moves after it.
    replies: SquareSet,
    /// The moves of the side that moved, if the opponent could pass.
    own: SquareSet,
    /// In how many games it was played.
    games: f32,
}

/// A position with all that does not depend on one move.
struct PositionFacts<'a> {
    survey: &'a Survey,
    strength: f32,
    board: Board,
    last: Option<Square>,
    moves: SquareSet,
    /// The moves that the opponent would have.
    other_moves: SquareSet,
    regions: Vec<SquareSet>,
    prospects: Vec<Prospect>,
    /// The best score of each search.
    best: [i32; SCORES],
    all_games: f32,
}

impl Survey {
    /// Returns the features of each move for a player of this strength, in discs lost a move. `games` returns in how many
    /// games a position came up.
    pub fn features(&self, strength: f32, games: &dyn Fn(Board) -> f32) -> Vec<[f32; FEATURES]> {
        features(self, strength, games)
    }
}

fn features(survey: &Survey, strength: f32, games: &dyn Fn(Board) -> f32) -> Vec<[f32; FEATURES]> {
    let facts = PositionFacts::of(survey, strength, games);
    let row = |at| {
        let mut row = FeatureRow {
            values: [0.0; FEATURES],
            place: 0,
        };
        let prospect = &facts.prospects[at];
        facts.position(&mut row);
        facts.searches(at, &mut row);
        facts.discs(prospect, &mut row);
        facts.square(prospect, &mut row);
        facts.last_move(prospect, &mut row);
        facts.shape(prospect, &mut row);
        facts.regions(prospect, &mut row);
        facts.openings(prospect, &mut row);
        debug_assert_eq!(row.place, FEATURES);
        row.values
    };
    (0..facts.prospects.len()).map(row).collect()
}

/// Returns the number of discs of a side beside empty squares.
fn open_discs(own: SquareSet, board: Board) -> f32 {
    frontier(own.bits(), board.empties().bits()).count_ones() as f32
}

impl<'a> PositionFacts<'a> {
    fn of(survey: &'a Survey, strength: f32, games: &dyn Fn(Board) -> f32) -> Self {
        let board = survey.board();
        let moves = board.legal_moves();
        let prospect = |square| {
            let flips = board.flips(square);
            let next = board.play_unchecked(square, flips);
            Prospect {
                square,
                flips,
                next,
                replies: next.legal_moves(),
                own: next.swapped().legal_moves(),
                games: games(next),
            }
        };
        let prospects: Vec<Prospect> = moves.iter().map(prospect).collect();
        let best = |at: usize| survey.scores().iter().map(|s| i32::from(s[at])).max();
        Self {
            survey,
            strength,
            board,
            last: survey.last(),
            moves,
            other_moves: board.swapped().legal_moves(),
            regions: board.empties().regions(),
            best: std::array::from_fn(|at| best(at).unwrap_or_default()),
            all_games: prospects.iter().map(|prospect| prospect.games).sum(),
            prospects,
        }
    }

    /// The phase of the game, the player, and how much there is to choose.
    fn position(&self, row: &mut FeatureRow) {
        let empties = self.board.empty_count();
        let ply = 60 - empties.min(60);
        row.put(2.0 * (self.strength - 1.5));
        row.put(ply as f32 / 60.0);
        for centre in [0.0, 12.0, 24.0, 36.0, 48.0, 60.0] {
            row.put((1.0 - (ply as f32 - centre).abs() / 12.0).max(0.0));
        }
        row.put(libm::logf(self.moves.len() as f32) / 3.0);
        let best = self.best[SCORES - 1];
        let scores = || {
            let scores = self.survey.scores().iter();
            scores.map(|scores| i32::from(scores[SCORES - 1]))
        };
        let second = scores().filter(|&score| score < best).max();
        let gap = second.map_or(0, |second| (best - second).min(MOST_LOSS));
        row.put(best as f32 / 32.0);
        row.put(gap as f32 / 8.0);
        row.put(libm::logf(
            scores().filter(|&score| score == best).count() as f32
        ));
        row.flag(empties % 2 == 1);
        row.flag(self.last.is_some());
    }

    /// What the move loses by each search, alone and among all moves.
    fn searches(&self, at: usize, row: &mut FeatureRow) {
        let all = self.survey.scores();
        for (depth, best) in self.best.into_iter().enumerate() {
            let loss = (best - i32::from(all[at][depth])).min(MOST_LOSS) as f32;
            row.put(loss / 8.0);
            row.put(1.0 / (1.0 + loss));
            row.flag(loss == 0.0);
        }
        for depth in [0, 2, SCORES - 1] {
            let better = |other: &&[i8; SCORES]| other[depth] > all[at][depth];
            row.put((all.iter().filter(better).count() as f32).min(8.0) / 4.0);
        }
        row.flag(all[at][SCORES - 1] > 0);
        row.flag(all[at][SCORES - 1] == 0);
        for (depth, discs) in [(0, 3.0), (2, 3.0), (SCORES - 1, 2.0), (SCORES - 1, 6.0)] {
            let best = self.best[depth] as f32;
            let chance =
                |other: &[i8; SCORES]| libm::expf((f32::from(other[depth]) - best) / discs);
            let sum: f32 = all.iter().map(chance).sum();
            row.put((f32::from(all[at][depth]) - (best + discs * libm::logf(sum))) / 8.0);
        }
    }

    /// Discs turned, mobility and frontier.
    fn discs(&self, prospect: &Prospect, row: &mut FeatureRow) {
        let Prospect {
            square,
            flips,
            next,
            replies,
            own,
            ..
        } = prospect;
        let turned = flips.len() as f32;
        let all = self.prospects.iter();
        let sum: usize = all.clone().map(|other| other.flips.len()).sum();
        row.put(turned / 6.0);
        row.put(libm::logf(turned));
        row.put((turned - sum as f32 / self.prospects.len() as f32) / 4.0);
        let fewest = all.map(|other| other.replies.len()).min();
        let replies = replies.len();
        row.put(replies as f32 / 10.0);
        row.put((replies - fewest.unwrap_or_default()) as f32 / 6.0);
        row.put((replies as f32 - self.other_moves.len() as f32) / 6.0);
        row.put(own.len() as f32 / 10.0);
        row.put((own.len() as f32 - self.moves.len() as f32) / 6.0);
        let (board, empties) = (self.board, next.empties().bits());
        let front = open_discs(next.opponent(), *next);
        row.put(front / 12.0);
        row.put((front - open_discs(board.player(), board)) / 6.0);
        let other_front = open_discs(next.player(), *next);
        row.put((other_front - open_discs(board.opponent(), board)) / 6.0);
        let opened = neighbours(flips.bits()) & empties;
        row.count(opened, 6.0);
        row.flag(opened == 0);
        row.count(neighbours(square.bit()) & empties, 5.0);
    }

    /// The kind of square, corners, and the edge.
    fn square(&self, prospect: &Prospect, row: &mut FeatureRow) {
        let Prospect {
            square,
            flips,
            next,
            replies,
            own,
            ..
        } = prospect;
        let (board, bit) = (self.board, square.bit());
        let kind = square_kind(*square);
        for other in 0..9 {
            row.flag(kind == other);
        }
        let corner = neighbours(bit) & SquareSet::CORNERS.bits();
        for squares in [C_SQUARES, X_SQUARES] {
            let corner = if bit & squares == 0 { 0 } else { corner };
            for set in [board.empties(), board.player(), board.opponent()] {
                row.flag(corner & set.bits() != 0);
            }
        }
        let corners = SquareSet::CORNERS;
        row.put((*replies & corners).len() as f32);
        row.put((self.other_moves & (corners - *replies)).len() as f32);
        row.put((*own & (corners - self.moves)).len() as f32);
        row.flag(!(self.moves & corners).is_empty());
        let beside = if bit & EDGES == 0 {
            0
        } else {
            neighbours(bit) & EDGES
        };
        for set in [board.player(), board.opponent(), board.empties()] {
            row.count(beside & set.bits(), 2.0);
        }
        row.count(flips.bits() & EDGES, 3.0);
        let stable =
            |own: SquareSet, other: SquareSet| stable_discs(own.bits(), other.bits()).count_ones();
        let before = stable(board.player(), board.opponent());
        let after = stable(next.opponent(), next.player());
        row.put(after.saturating_sub(before) as f32 / 6.0);
    }

    /// How near the opponent's last move is.
    fn last_move(&self, prospect: &Prospect, row: &mut FeatureRow) {
        let apart = |last: Square| {
            let square = prospect.square;
            let files = square.file().index().abs_diff(last.file().index());
            let ranks = square.rank().index().abs_diff(last.rank().index());
            files.max(ranks)
        };
        let distance = self.last.map_or(0, apart);
        let last = self.last.map_or(0, Square::bit);
        let flips = prospect.flips.bits();
        row.put(f32::from(distance) / 7.0);
        row.flag(distance == 1);
        row.flag(distance == 2);
        row.flag(flips & last != 0);
        row.flag(flips & neighbours(last) != 0);
    }

    /// What stands around the square, and what the move changes there.
    fn shape(&self, prospect: &Prospect, row: &mut FeatureRow) {
        let Prospect {
            square,
            flips,
            next,
            replies,
            own,
            ..
        } = prospect;
        let near = neighbours(square.bit());
        row.count(near & self.board.player().bits(), 4.0);
        row.count(near & self.board.opponent().bits(), 4.0);
        let directions = near & flips.bits();
        row.count(directions, 3.0);
        row.flag(directions.is_power_of_two());
        let all = self.prospects.iter();
        let fewer = |other: &&Prospect| other.replies.len() < replies.len();
        row.put((all.clone().filter(fewer).count() as f32).min(8.0) / 4.0);
        let less = |other: &&Prospect| other.flips.len() < flips.len();
        row.put((all.filter(less).count() as f32).min(8.0) / 4.0);
        row.count((*replies - self.other_moves).bits(), 5.0);
        row.count((self.other_moves - *replies).bits(), 5.0);
        let flips = flips.bits();
        row.count(flips & MIDDLE, 4.0);
        row.count(flips & !neighbours(self.board.empties().bits()), 3.0);
        row.count(flips & X_SQUARES, 1.0);
        row.count(flips & C_SQUARES, 1.0);
        let edge = neighbours(square.bit() & EDGES) & EDGES;
        row.count(edge & next.player().bits(), 1.0);
        row.count(own.bits() & !(C_SQUARES | X_SQUARES), 8.0);
        row.count(replies.bits() & !(C_SQUARES | X_SQUARES), 8.0);
    }

    /// The region of empty squares, parity, passes and the end.
    fn regions(&self, prospect: &Prospect, row: &mut FeatureRow) {
        let square = prospect.square;
        let region = self.regions.iter().find(|region| region.contains(square));
        let region = region.copied().unwrap_or_default();
        row.put((region.len() % 2) as f32);
        row.put((region.len() as f32).min(16.0) / 16.0);
        row.flag(region.len() == 1);
        row.put((self.regions.len() as f32 - 1.0) / 3.0);
        row.flag((region & self.other_moves).is_empty());
        row.flag(self.other_moves.contains(square));
        let (is_pass, is_over) = (prospect.replies.is_empty(), prospect.own.is_empty());
        row.flag(is_pass && !is_over);
        row.flag(is_pass && is_over);
    }

    /// What others played here.
    fn openings(&self, prospect: &Prospect, row: &mut FeatureRow) {
        let all = self.all_games;
        let share = (prospect.games + UNSEEN) / (all + UNSEEN * self.prospects.len() as f32);
        let known = all / (all + TRUSTED_GAMES);
        row.put(libm::logf(share) * known / 3.0);
        row.put(known);
        let is_new = f32::from(u8::from(prospect.games == 0.0));
        row.put(libm::logf(all + 1.0) / 10.0 * is_new);
    }
}

/// Returns which of the nine kinds of squares that can be played a square is: a1, b1, c1, d1, b2, c2, d2, c3 or d3.
fn square_kind(square: Square) -> usize {
    let near = |index: u8| usize::from(index.min(7 - index));
    let (file, rank) = (near(square.file().index()), near(square.rank().index()));
    match (file.min(rank), file.max(rank)) {
        (0, far) => far,
        (1, far) => 3 + far,
        (2, far) => 5 + far,
        // The four squares in the middle are empty only where somebody has set up a position.
        _ => 9,
    }
}
