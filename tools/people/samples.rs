//! Positions of tournament games with the scores of their moves and the move that was played.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use reversi::{Board, Color, Square};
use reversi_notation::Record;
use reversi_table::player::people::survey::{SCORES, Survey};
use serde::{Deserialize, Serialize};

/// The first ply of a position that is drawn; before it, moves differ by symmetry alone.
const FIRST_PLY: usize = 3;

/// A position of a game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Sample {
    pub year: u16,
    pub game: u32,
    /// The number of the player to move.
    pub player: u32,
    discs: [u64; 2],
    last: Option<u8>,
    /// The place of the played move in the survey.
    pub played: u8,
    scores: Vec<[i8; SCORES]>,
}

impl Sample {
    pub fn board(&self) -> Board {
        Board::from_bits(self.discs[0], self.discs[1]).expect("a board of a game")
    }

    pub fn survey(&self) -> Survey {
        Survey::seen(
            self.board(),
            self.last.and_then(Square::new),
            self.scores.clone(),
        )
    }

    pub fn played(&self) -> usize {
        self.played.into()
    }

    pub fn empties(&self) -> u32 {
        (self.discs[0] | self.discs[1]).count_zeros()
    }

    /// What the move lost in discs.
    pub fn loss(&self) -> f64 {
        self.losses()[self.played()]
    }

    /// What each move loses in discs.
    pub fn losses(&self) -> Vec<f64> {
        self.survey().losses().map(f64::from).collect()
    }
}

pub fn to_bytes(samples: &[Sample]) -> Vec<u8> {
    postcard::to_stdvec(samples).expect("samples can be written")
}

pub fn from_bytes(bytes: &[u8]) -> Option<Vec<Sample>> {
    postcard::from_bytes(bytes).ok()
}

/// Draws positions with a choice from each game.
pub fn draw(games: &[Record], each: u32, threads: usize, done: impl Fn() + Sync) -> Vec<Sample> {
    let mut numbers: HashMap<&str, u32> = HashMap::new();
    for game in games {
        for name in [&game.players.black, &game.players.white] {
            let next = numbers.len() as u32;
            numbers.entry(name).or_insert(next);
        }
    }
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(game) = games.get(at) else { break };
                    let players = [&game.players.black, &game.players.white]
                        .map(|name| numbers[name.as_str()]);
                    let samples = of_game(game, at as u32, players, each);
                    found.lock().expect("no thread panics").push((at, samples));
                    done();
                }
            });
        }
    });
    let mut found = found.into_inner().expect("no thread panics");
    found.sort_unstable_by_key(|(at, _)| *at);
    found.into_iter().flat_map(|(_, samples)| samples).collect()
}

fn of_game(game: &Record, number: u32, players: [u32; 2], each: u32) -> Vec<Sample> {
    let moves: Vec<(Color, Option<Square>)> = game
        .sides()
        .map(|(color, played)| (color, played.square))
        .collect();
    let mut choices: Vec<usize> = Vec::new();
    let positions: Vec<_> = game.positions().collect();
    for (ply, position) in positions.iter().enumerate().skip(FIRST_PLY) {
        if ply < moves.len() && moves[ply].1.is_some() && position.legal_moves().len() > 1 {
            choices.push(ply);
        }
    }
    let mut samples = Vec::new();
    let mut state = u64::from(number).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    for _ in 0..each {
        if choices.is_empty() {
            break;
        }
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let ply = choices.swap_remove((state >> 33) as usize % choices.len());
        let position = positions[ply];
        let (color, Some(square)) = moves[ply] else {
            continue;
        };
        if color != position.side_to_move() {
            continue;
        }
        let board = position.board();
        let last = moves[ply - 1].1;
        let Some(survey) = Survey::of(board, last, &mut || false) else {
            continue;
        };
        let Some(played) = survey.moves().position(|other| other == square) else {
            continue;
        };
        samples.push(Sample {
            year: game.year().unwrap_or_default(),
            game: number,
            player: players[usize::from(color == Color::White)],
            discs: [board.player().bits(), board.opponent().bits()],
            last: last.map(Square::index),
            played: played as u8,
            scores: survey.scores().to_vec(),
        });
    }
    samples
}
