//! How people move: the probability of each legal move for a player of some strength.
//!
//! The model is a softmax over the legal moves. A small network gives each move its weight from what a person may see:
//! the scores of searches from one to six plies, discs turned, mobility, frontier, the square and what is beside it,
//! parity, the last move, and how often tournament games chose it ([`survey`]). It is fitted to tournament games by
//! maximum likelihood; `people.txt` says how, and how well it predicts the moves of later years.
//!
//! Nobody in those games is a beginner. Below the weakest tournament players the model is not fitted: there
//! [`Person::haste`] mixes in the moves of somebody who looks at the board for a moment, which is a guess.
//!
//! ```
//! use reversi::Board;
//! use reversi_table::player::people::{People, Strength, survey::Survey};
//!
//! let board = Board::START.play("f5".parse()?).unwrap();
//! let survey = Survey::of(board, None, &mut || false).unwrap();
//! let chances = People::standard().chances(&survey, Strength(200));
//! assert_eq!(chances.len(), 3, "d6, f4 and f6");
//! assert!((chances.iter().sum::<f32>() - 1.0).abs() < 1e-5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod features;
pub mod frequency;
pub mod group;
pub mod network;
pub mod shapes;
pub mod survey;
#[cfg(test)]
mod tests;

use std::sync::OnceLock;

use features::UNSEEN;
use frequency::Frequency;
use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;
use network::{Network, PARAMETERS};
use shapes::{SHAPES, Shapes};
use survey::Survey;

/// How strong a player is: what a move loses on average against the best one, in hundredths of a disc. The smaller, the
/// stronger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Strength(pub u16);

impl Strength {
    /// Returns the loss of a move in discs.
    pub fn discs(self) -> f32 {
        f32::from(self.0) / 100.0
    }
}

/// A player who moves like people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Person {
    /// The strength of the tournament players that it is like.
    pub strength: Strength,
    /// How much it prefers likely moves, in percent: at 100 it moves as such players do, above it like one of them on
    /// a good day.
    pub sharpness: u16,
    /// How much it moves like somebody who looks at the board for a moment, in percent: from 0, not at all, to 100.
    pub haste: u8,
}

/// A move that is less likely than the likeliest one by this factor is not played.
const FAR_FETCHED: f32 = 0.02;

/// The first bytes of a file of the model.
const MAGIC: &[u8] = b"reversi people 1\n";

/// The most bytes of a model.
const MOST_BYTES: usize = 1 << 20;

/// The model of the program.
static STANDARD: &[u8] = include_bytes!("people.bin");

/// The model.
#[derive(Clone, Debug, PartialEq)]
pub struct People {
    network: Network,
    shapes: Shapes,
    frequency: Frequency,
}

impl People {
    /// Creates a model.
    pub const fn new(network: Network, shapes: Shapes, frequency: Frequency) -> Self {
        Self {
            network,
            shapes,
            frequency,
        }
    }

    /// Returns the model of the program.
    ///
    /// # Panics
    /// Never: a test reads it.
    pub fn standard() -> &'static Self {
        static PEOPLE: OnceLock<People> = OnceLock::new();
        PEOPLE
            .get_or_init(|| Self::from_bytes(STANDARD).expect("the model of the program is whole"))
    }

    /// Returns the contents of a file of the model.
    pub fn to_bytes(&self) -> Vec<u8> {
        let parameters = self.network.parameters().iter();
        let parameters: Vec<u8> = parameters.flat_map(|number| number.to_le_bytes()).collect();
        let rest = [
            &parameters[..],
            self.shapes.bytes(),
            &self.frequency.to_bytes(),
        ]
        .concat();
        [MAGIC, &compress_to_vec_zlib(&rest, 10)].concat()
    }

    /// Reads a file of the model; `None` if it is none.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let rest = bytes.strip_prefix(MAGIC)?;
        let rest = decompress_to_vec_zlib_with_limit(rest, MOST_BYTES).ok()?;
        let (numbers, rest) = rest.split_at_checked(4 * PARAMETERS)?;
        let (shapes, rest) = rest.split_at_checked(SHAPES)?;
        let (numbers, _) = numbers.as_chunks::<4>();
        let parameters = numbers.iter().map(|bytes| f32::from_le_bytes(*bytes));
        Some(Self {
            network: Network::new(parameters.collect())?,
            shapes: Shapes::from_bytes(shapes),
            frequency: Frequency::from_bytes(rest)?,
        })
    }

    /// Returns the share of each move of a survey in tournament games; all alike where they do not say.
    pub fn shares(&self, survey: &Survey) -> Vec<f32> {
        let games: Vec<f32> = (0..survey.scores().len())
            .map(|at| self.frequency.games(survey.board_after(at)) + UNSEEN)
            .collect();
        let all: f32 = games.iter().sum();
        games.into_iter().map(|games| games / all).collect()
    }

    /// Returns the probability of each move of a survey, in its order, for a player of a strength.
    pub fn chances(&self, survey: &Survey, strength: Strength) -> Vec<f32> {
        softmax(self.weights(survey, strength).into_iter())
    }

    /// Returns the logarithm of each probability, but for a common number.
    fn weights(&self, survey: &Survey, strength: Strength) -> Vec<f32> {
        let features = survey.features(strength.discs(), &|board| self.frequency.games(board));
        let shapes = survey.shapes();
        let moves = features.iter().zip(&shapes);
        moves
            .map(|(row, shapes)| self.network.weigh(row).0 + self.shapes.weigh(shapes))
            .collect()
    }

    /// Returns the probability of each move of a survey, in its order, for a person. Far-fetched moves have none, and
    /// nobody passes up a move that takes the opponent's last disc.
    pub fn choices(&self, survey: &Survey, person: Person) -> Vec<f32> {
        let count = survey.scores().len();
        let wipes_out = |&at: &usize| survey.board_after(at).player().is_empty();
        if let Some(wipeout) = (0..count).find(wipes_out) {
            return (0..count)
                .map(|at| f32::from(u8::from(at == wipeout)))
                .collect();
        }
        let [sharpness, haste] =
            [person.sharpness, person.haste.into()].map(|percent| f32::from(percent) / 100.0);
        let (fitted, glances) = (self.weights(survey, person.strength), survey.first_glance());
        let weights = fitted.iter().zip(glances);
        let mut chances = softmax(
            weights.map(|(fitted, glance)| sharpness * (1.0 - haste) * fitted + haste * glance),
        );
        let most = chances.iter().copied().fold(0.0, f32::max);
        for chance in &mut chances {
            if *chance < FAR_FETCHED * most {
                *chance = 0.0;
            }
        }
        let sum: f32 = chances.iter().sum();
        for chance in &mut chances {
            *chance /= sum;
        }
        chances
    }
}

/// Returns probabilities whose logarithms are these, but for a common number.
pub fn softmax(weights: impl Iterator<Item = f32>) -> Vec<f32> {
    let weights: Vec<f32> = weights.collect();
    let most = weights.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    // Not the one of the system: a seed plays the same game on every platform.
    let mut chances: Vec<f32> = weights
        .iter()
        .map(|weight| libm::expf(weight - most))
        .collect();
    let sum: f32 = chances.iter().sum();
    for chance in &mut chances {
        *chance /= sum;
    }
    chances
}
