//! Facts of a position as signs on its board.

use rand::rngs::ChaCha8Rng;
use rand::seq::IteratorRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use reversi::bitboard::neighbours;
use reversi::{Color, Position, Square, SquareSet};
use reversi_study::overlay::Overlay;

/// Positions of random games.
fn positions(seed: u64) -> Vec<Position> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut found = Vec::new();
    for _ in 0..40 {
        let mut position = Position::START;
        let until = rng.random_range(0..60);
        while position.board().empty_count() > until {
            let next = match position.legal_moves().iter().choose(&mut rng) {
                Some(square) => position.play(square).ok(),
                None => position.pass(),
            };
            let Some(next) = next else { break };
            position = next;
        }
        found.push(position);
    }
    found
}

fn of(overlay: Overlay, position: Position, sign: &str) -> SquareSet {
    let groups = overlay.groups(position).into_iter();
    let same = groups.filter(|group| group.sign.text == sign);
    same.fold(SquareSet::EMPTY, |set, group| set | group.squares)
}

#[test]
fn no_square_has_two_signs_and_no_sign_two_meanings() {
    for position in positions(1) {
        for overlay in Overlay::ALL {
            let groups = overlay.groups(position);
            let mut seen = SquareSet::EMPTY;
            for group in &groups {
                assert!((seen & group.squares).is_empty(), "{overlay:?} {position}");
                assert_eq!(group.sign.text.len(), 1);
                seen |= group.squares;
                let same = groups
                    .iter()
                    .filter(|other| other.sign.text == group.sign.text);
                // All large regions share a sign.
                assert!(
                    same.count() == 1 || group.sign.text == "+",
                    "{overlay:?} {position}"
                );
            }
            let signs = overlay.signs(position);
            for square in Square::all() {
                let sign = signs[usize::from(square.index())];
                assert_eq!(sign.is_some(), seen.contains(square));
            }
        }
    }
}

#[test]
fn no_move_turns_a_stable_disc_and_every_turned_disc_may_have_been_open() {
    let mut turned = 0;
    for position in positions(2) {
        let stable = of(Overlay::Stable, position, "S");
        for side in Color::ALL {
            let board = position.with_side_to_move(side).board();
            for square in board.legal_moves() {
                assert!((board.flips(square) & stable).is_empty(), "{position}");
                turned += board.flips(square).len();
            }
        }
        let open = of(Overlay::Frontier, position, "F");
        let occupied = position.board().occupied();
        for disc in occupied {
            let near = SquareSet::from_bits(neighbours(disc.bit()));
            assert_eq!(open.contains(disc), !(near - occupied).is_empty());
        }
    }
    assert!(turned > 100);
}

#[test]
fn mobility_marks_the_moves_of_both_sides() {
    for position in positions(3) {
        let moves = |side| position.with_side_to_move(side).legal_moves();
        let both = of(Overlay::Mobility, position, "+");
        assert_eq!(both, moves(Color::Black) & moves(Color::White));
        for (side, sign) in [(Color::Black, "B"), (Color::White, "W")] {
            assert_eq!(of(Overlay::Mobility, position, sign) | both, moves(side));
        }
    }
}

#[test]
fn regions_fill_the_empty_squares_and_their_sign_is_their_size() {
    let mut odd = [0; 2];
    for position in positions(4) {
        let mut all = SquareSet::EMPTY;
        for group in Overlay::Regions.groups(position) {
            all |= group.squares;
            let size: Option<usize> = group.sign.text.parse().ok();
            for region in group.squares.regions() {
                assert_eq!(size.unwrap_or(region.len()), region.len(), "{position}");
                let is_small = region.len() < 10;
                assert_eq!(group.sign.is_strong, is_small && region.len() % 2 == 1);
                odd[region.len() % 2] += 1;
            }
        }
        assert_eq!(all, position.board().empties());
    }
    assert!(odd.iter().all(|&count| count > 10), "{odd:?}");
}

#[test]
fn a_marked_corner_is_lost_at_once() {
    let mut seen = 0;
    for position in positions(5) {
        let given = of(Overlay::Corners, position, "!");
        for square in given {
            let after = position.board().play(square).unwrap();
            let beside = SquareSet::from_bits(neighbours(square.bit()));
            let taken = after.legal_moves() & beside & SquareSet::CORNERS;
            assert!(!taken.is_empty(), "{position} {square}");
            seen += 1;
        }
        let careful = of(Overlay::Corners, position, "?");
        for square in careful & position.legal_moves() {
            let after = position.board().play(square).unwrap();
            let beside = SquareSet::from_bits(neighbours(square.bit()));
            let taken = after.legal_moves() & beside & SquareSet::CORNERS;
            assert!(taken.is_empty(), "{position} {square}");
        }
    }
    assert!(seen > 10, "{seen}");
}

#[test]
fn a_legend_counts_what_is_marked() {
    let meanings = |overlay: Overlay| {
        let groups = overlay.groups(Position::START).into_iter();
        groups.map(|group| group.meaning).collect::<Vec<_>>()
    };
    assert_eq!(
        meanings(Overlay::Stable),
        ["proven stable: Black none, White none"]
    );
    assert_eq!(
        meanings(Overlay::Frontier),
        ["touches an empty square: Black 2, White 2"]
    );
    assert_eq!(
        meanings(Overlay::Mobility),
        [
            "Black's moves: 4",
            "White's, if it were its turn: 4",
            "moves of both: 0"
        ]
    );
    assert_eq!(meanings(Overlay::Regions), ["even: 1 region of 60 squares"]);
}
