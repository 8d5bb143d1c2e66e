use std::thread;

use super::survey::SCORES;
use super::*;
use crate::player::level::LEVELS;
use reversi::transcript;
use reversi::{Board, Entry, Position, Square, Symmetry};

/// Positions with their last moves, from a tournament game.
fn positions() -> Vec<(Board, Option<Square>)> {
    let text = "f5d6c7f3c3e6f4e3f6e7d2c6e8d3b6g5e2b3a3d1h6d7g3g4c5h3e1c1c2c4h2h1f2f1h5a4b1b2g1a1d8h4g2c8a2f8f7b5";
    let game = transcript::parse(text).unwrap();
    let lasts = [None]
        .into_iter()
        .chain(game.entries().iter().map(Entry::square));
    let positions = game.positions().map(Position::board);
    let mut all: Vec<_> = positions.zip(lasts).collect();
    all.retain(|(board, _)| board.legal_moves().len() > 1);
    all
}

fn survey((board, last): (Board, Option<Square>)) -> Survey {
    Survey::of(board, last, &mut || false).unwrap()
}

/// Returns the probability of each move in the order of the squares.
fn chances(at: (Board, Option<Square>), strength: Strength) -> Vec<(Square, f32)> {
    let survey = survey(at);
    let mut chances: Vec<_> = survey
        .moves()
        .zip(People::standard().chances(&survey, strength))
        .collect();
    chances.sort_by_key(|(square, _)| *square);
    chances
}

#[test]
fn the_probabilities_of_the_legal_moves_sum_to_1() {
    for at in positions() {
        for strength in [80, 150, 250, 400] {
            let chances = chances(at, Strength(strength));
            let sum: f32 = chances.iter().map(|(_, chance)| chance).sum();
            assert!((sum - 1.0).abs() < 1e-4, "{sum}");
            let squares: Vec<Square> = chances.iter().map(|(square, _)| *square).collect();
            assert_eq!(squares, at.0.legal_moves().iter().collect::<Vec<_>>());
        }
    }
}

#[test]
fn symmetric_positions_have_the_same_probabilities() {
    for (board, last) in positions().into_iter().step_by(5) {
        let expected = chances((board, last), Strength(150));
        for symmetry in Symmetry::ALL {
            let image = (
                board.transformed(symmetry),
                last.map(|last| symmetry.square(last)),
            );
            let mut found: Vec<_> = expected
                .iter()
                .map(|&(square, chance)| (symmetry.square(square), chance))
                .collect();
            found.sort_by_key(|(square, _)| *square);
            assert_eq!(chances(image, Strength(150)), found);
        }
    }
    // All first moves are the same.
    for (_, chance) in chances((Board::START, None), Strength(150)) {
        assert!((chance - 0.25).abs() < 1e-6);
    }
}

#[test]
fn a_survey_is_the_same_on_every_thread_and_loses_nothing_by_the_best_move() {
    let all = positions();
    let surveys = || all.iter().map(|&at| survey(at)).collect::<Vec<_>>();
    let [first, second] = thread::scope(|scope| {
        [scope.spawn(surveys), scope.spawn(surveys)].map(|thread| thread.join().unwrap())
    });
    assert_eq!(first, second);
    for survey in first {
        assert_eq!(survey.losses().min(), Some(0));
    }
}

#[test]
fn near_the_end_the_last_score_is_the_final_one_and_the_first_is_the_evaluation() {
    let text = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOO-- X";
    let position: Position = text.parse().unwrap();
    let found = survey((position.board(), None));
    assert_eq!(found.scores(), [[64; SCORES]]);
}

#[test]
fn stronger_players_lose_less() {
    let surveys: Vec<Survey> = positions().into_iter().map(survey).collect();
    #[allow(clippy::cast_precision_loss)] // at most 128
    let lost = |strength| {
        let loss = |survey: &Survey| {
            let chances = People::standard().chances(survey, strength);
            survey
                .losses()
                .zip(chances)
                .map(|(loss, chance)| loss as f32 * chance)
                .sum::<f32>()
        };
        surveys.iter().map(loss).sum::<f32>()
    };
    assert!(lost(Strength(100)) < lost(Strength(150)));
    assert!(lost(Strength(150)) < lost(Strength(250)));
}

#[test]
fn nobody_passes_up_the_last_disc_of_the_opponent() {
    let text = "---------------------------OX-----XX----XX--X------------------- X";
    let position: Position = text.parse().unwrap();
    let survey = survey((position.board(), None));
    assert!(survey.scores().len() > 1);
    for person in LEVELS.iter().filter_map(|level| level.person) {
        let choices = People::standard().choices(&survey, person);
        assert!((choices.iter().sum::<f32>() - 1.0).abs() < 1e-6);
        for (at, chance) in choices.into_iter().enumerate() {
            let takes_all = survey.board_after(at).player().is_empty();
            assert!(chance == 0.0 || takes_all, "{person:?}");
        }
    }
}

#[test]
fn a_model_is_read_as_written_and_a_damaged_one_is_refused() {
    let people = People::standard();
    let bytes = people.to_bytes();
    assert_eq!(People::from_bytes(&bytes).as_ref(), Some(people));
    assert_eq!(bytes, STANDARD);
    for at in [3, MAGIC.len() + 1, bytes.len() / 2, bytes.len() - 1] {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1;
        assert_eq!(People::from_bytes(&damaged), None, "byte {at}");
    }
    assert_eq!(People::from_bytes(&bytes[..bytes.len() - 9]), None);
    assert_eq!(People::from_bytes(b""), None);
}

#[test]
fn the_derivatives_are_those_of_the_weight() {
    let survey = survey(positions()[20]);
    let row = survey.features(1.5, &|_| 0.0)[1];
    let people = People::standard();
    let (weight, units) = people.network.weigh(&row);
    let mut slope = vec![0.0; PARAMETERS];
    people.network.learn(&row, &units, 1.0, &mut slope);
    let mut seen = 0;
    for at in (0..PARAMETERS).step_by(7) {
        let step = 1e-2;
        let mut parameters = people.network.parameters().to_vec();
        parameters[at] += step;
        let (other, changed) = Network::new(parameters).unwrap().weigh(&row);
        // A unit that begins or ends to speak bends the line.
        let speaks = |units: &network::Units| {
            units
                .first
                .map(|unit| unit > 0.0)
                .to_vec()
                .into_iter()
                .chain(units.second.map(|unit| unit > 0.0))
                .collect::<Vec<_>>()
        };
        if speaks(&units) == speaks(&changed) {
            assert!(
                (other - weight - step * slope[at]).abs() < 2e-4 + 0.02 * (step * slope[at]).abs(),
                "{at}: {} {}",
                other - weight,
                step * slope[at]
            );
            seen += u32::from(slope[at] != 0.0);
        }
    }
    assert!(seen > 50, "{seen}");
}
