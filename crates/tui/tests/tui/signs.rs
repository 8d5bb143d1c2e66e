//! The law of signs: a score beside a move or a line is for the side that makes that move; any other score names its
//! side. Screens with scores are read at 200 positions, and each number on them is computed again: near the end of a
//! game by trying out all moves, before that from the report of the search.

use std::collections::HashMap;

use rand::rngs::ChaCha8Rng;
use rand::{RngExt as _, SeedableRng as _};
use reversi::search::{Limits, SearchInfo, Searcher};
use reversi::{Board, Color, Game, Position, Square, is_proven_draw};
use reversi_table::background::Reporter;

use crate::dial;
use crate::person::{Person, Table};

/// From this many empty squares on, all moves are tried out.
const EXACT: u32 = 6;

/// The sizes of the screen: with a number on each square, two cards beside each other, and neither.
const SIZES: [(u16, u16); 3] = [(120, 40), (80, 24), (40, 15)];

/// What each move is worth for the side that makes it.
type Worth = HashMap<Square, i32>;

/// Returns the score of a board for its side to move, by trying out everything.
fn solved(board: Board) -> i32 {
    let moves = board.legal_moves();
    if !moves.is_empty() {
        let scores = moves
            .iter()
            .map(|square| -solved(board.play(square).unwrap()));
        return scores.max().unwrap();
    }
    let both = [board.player(), board.opponent()];
    let [own, other] = both.map(|discs| i32::try_from(discs.len()).unwrap());
    let empty = (own - other).signum() * (64 - own - other);
    board
        .pass()
        .map_or(own - other + empty, |passed| -solved(passed))
}

fn exact(board: Board) -> Worth {
    let moves = board.legal_moves().iter();
    moves
        .map(|square| (square, -solved(board.play(square).unwrap())))
        .collect()
}

/// Plays random moves until at most this many squares are empty. The side to move has a choice.
fn random_game(rng: &mut ChaCha8Rng, empties: u32) -> Game {
    loop {
        let mut game = Game::new();
        while game.position().board().empty_count() > empties && game.outcome().is_none() {
            let moves: Vec<Square> = game.legal_moves().iter().collect();
            game.play(moves[rng.random_range(0..moves.len())]).unwrap();
        }
        let board = game.position().board();
        if game.outcome().is_none() && !is_proven_draw(board) && board.legal_moves().len() > 1 {
            return game;
        }
    }
}

/// A number on the screen with a sign.
#[derive(Debug, PartialEq)]
enum Signed {
    /// On a square of the board, or beside a move or a line of play, perhaps proven.
    Beside(Square, i32, bool),
    /// After a move in the list of the game: what the move lost.
    Loss(Square, i32),
    /// After the name of a side.
    Of(Color, i32),
}

/// Returns a number that has a sign, without the signs of proofs and mistakes behind it.
fn signed(word: &str) -> Option<i32> {
    let word = word.trim_end_matches(['=', '?', '!', ',', '.', ')']);
    let digits = word.strip_prefix(['+', '-'])?;
    (!digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
        .then(|| word.parse().unwrap())
}

fn color(word: &str) -> Option<Color> {
    Color::ALL
        .into_iter()
        .find(|color| color.to_string() == word)
}

fn square(word: &str) -> Option<Square> {
    word.trim_end_matches([',', '.', ':']).parse().ok()
}

/// Returns all numbers with a sign on the screen.
///
/// # Panics
/// If one of them says neither which move nor which side it is about.
fn numbers(person: &Person) -> Vec<Signed> {
    let text = person.text();
    let lines: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
    let mut all = Vec::new();
    // The board: names of files above it, a rank at the beginning of a line.
    let is_heading = |line: &&Vec<char>| {
        let letters: String = line.iter().filter(|c| c.is_ascii_alphabetic()).collect();
        letters.starts_with("abcdefgh")
    };
    let heading = lines.iter().find(is_heading).expect("a board");
    let columns: Vec<usize> = ('a'..='h')
        .map(|file| heading.iter().position(|&c| c == file).unwrap())
        .collect();
    let width = columns[1] - columns[0];
    let edge = columns[7] + width;
    let mut is_below = false;
    for line in &lines {
        let start = line
            .iter()
            .take(columns[0])
            .position(|c| !c.is_whitespace());
        let rank = start.map(|start| line[start]);
        if let Some(rank) = rank.filter(|rank| ('1'..='8').contains(rank)) {
            for (index, file) in ('a'..='h').enumerate() {
                let cell = line
                    .iter()
                    .skip(start.unwrap() + 2 + index * width)
                    .take(width);
                let cell: String = cell.filter(|c| c.is_ascii()).collect();
                if let Some(number) = signed(cell.trim()) {
                    let at = format!("{file}{rank}").parse().unwrap();
                    all.push(Signed::Beside(at, number, cell.contains('=')));
                }
            }
        }
        // What stands beside it, or below it across the screen.
        let beside: String = line.iter().skip(if is_below { 0 } else { edge }).collect();
        is_below |= rank == Some('8') && width == 2;
        for part in beside.split(|c: char| !c.is_ascii()) {
            let words: Vec<&str> = part.split_whitespace().collect();
            let is_move_list = words[..]
                .first()
                .is_some_and(|word| word.parse::<usize>().is_ok());
            for (index, word) in words.iter().enumerate() {
                let Some(number) = signed(word) else { continue };
                let before = index.checked_sub(1).map(|index| words[index]);
                let after = words.get(index + 1).and_then(|word| square(word));
                let side = before.and_then(color);
                all.push(match (before.and_then(square), after, side) {
                    (_, _, Some(color)) => Signed::Of(color, number),
                    (Some(at), _, _) if is_move_list => Signed::Loss(at, number),
                    (Some(at), _, _) | (_, Some(at), _) => {
                        Signed::Beside(at, number, word.contains('='))
                    }
                    _ => panic!("whose is {number} in {part:?}?\n{text}"),
                });
            }
        }
    }
    all
}

/// Returns what the sentences on the screen say of the lead in discs, and of whom.
fn sentences(person: &Person) -> Vec<(Color, i32)> {
    let words = person.words();
    let words: Vec<&str> = words.split([' ', '\n']).collect();
    let number = |word: &str| word.trim_end_matches(['.', ',']).parse::<i32>().ok();
    let mut all = Vec::new();
    for (index, name) in words.iter().enumerate() {
        let Some(color) = color(name) else { continue };
        let rest = &words[index + 1..];
        let margin = match rest {
            ["is", "ahead", "by", "about", margin, ..] | ["wins", "by", margin, ..] => {
                number(margin)
            }
            ["is", "about", margin, "disc" | "discs", "ahead", ..] => number(margin),
            [
                "is",
                "about",
                margin,
                "disc" | "discs",
                "behind" | "behind.",
                ..,
            ] => number(margin).map(|margin| -margin),
            _ => None,
        };
        all.extend(margin.map(|margin| (color, margin)));
    }
    all
}

/// Holds all that the screen says of a position against what its moves are worth, and returns the number of scores.
fn check(person: &Person, position: Position, worth: &Worth) -> usize {
    let side = position.side_to_move();
    let best = *worth.values().max().unwrap();
    let text = || format!("{position:?} {worth:?}\n{}", person.text());
    let lead = |color: Color| if color == side { best } else { -best };
    let numbers = numbers(person);
    for number in &numbers {
        match number {
            Signed::Beside(at, number, _) => {
                assert_eq!(worth.get(at), Some(number), "{at}: {}", text());
            }
            Signed::Of(color, number) => assert_eq!(lead(*color), *number, "{}", text()),
            Signed::Loss(..) => panic!("a loss: {number:?} in {}", text()),
        }
    }
    let sentences = sentences(person);
    for (color, margin) in &sentences {
        assert_eq!(lead(*color), *margin, "{}", text());
    }
    numbers.len() + sentences.len()
}

#[test]
fn each_score_beside_a_game_is_for_the_side_that_makes_the_move_or_names_its_side() {
    let mut rng = ChaCha8Rng::seed_from_u64(70);
    let mut seen = [0; 2];
    for round in 0..dial::games(100) {
        let is_late = round % 2 == 0;
        let empties = if is_late {
            EXACT
        } else {
            rng.random_range(12..54)
        };
        let game = random_game(&mut rng, empties);
        let position = game.position();
        let (columns, rows) = SIZES[round / 2 % 3];
        let table = Table::new().size(columns, rows).with(|options| {
            options.setup.game = game;
            options.analysis = if is_late {
                Limits::solve()
            } else {
                Limits::depth(3)
            };
        });
        let mut person = table.sit();
        for keys in ["v", "|", "/", "k", "k"] {
            person.keys(keys);
            person.wait_for_analysis();
            person.wait_until("opening", |person| !person.app.is_looking_up());
            let report = person.session().analysis.latest().unwrap().unwrap();
            let worth = if is_late {
                exact(position.board())
            } else if report.moves.len() == position.legal_moves().len() {
                let moves = report.moves.iter();
                moves
                    .map(|found| (found.square.unwrap(), found.score.discs()))
                    .collect()
            } else {
                continue;
            };
            seen[usize::from(is_late)] += check(&person, position, &worth);
        }
    }
    assert!(seen.iter().all(|&seen| seen > dial::games(500)), "{seen:?}");
}

/// Returns what a search of one ply finds, of all moves.
fn glimpse(board: Board) -> Worth {
    let mut searcher = Searcher::new(1);
    let limits = Limits::depth(1);
    let found = searcher.analyse(board, 64, &limits, &mut Reporter::<SearchInfo>::default());
    let moves = found.moves.iter();
    moves
        .map(|found| (found.square.unwrap(), found.score.discs()))
        .collect()
}

#[test]
fn each_score_in_a_review_is_for_the_side_that_makes_the_move_and_a_loss_is_what_its_move_lost() {
    let mut rng = ChaCha8Rng::seed_from_u64(71);
    let mut seen = 0;
    for round in 0..dial::games(4) {
        let mut game = random_game(&mut rng, EXACT);
        while game.outcome().is_none() {
            let moves: Vec<Square> = game.legal_moves().iter().collect();
            game.play(moves[rng.random_range(0..moves.len())]).unwrap();
        }
        let (columns, rows) = SIZES[round % SIZES.len()];
        let table = Table::new().size(columns, rows).with(|options| {
            options.setup.game = game;
            options.analysis = Limits::depth(1);
            options.deeper_analysis = Limits::depth(1);
            options.review = Limits::depth(2).with_exact_from(EXACT);
        });
        let mut person = table.sit();
        person.keys("w");
        person.wait_for_review();
        person.keys("home v");
        let entries = person.app.review().unwrap().review().game().entries().len();
        for entry in 0..entries {
            person.wait_until("values", |person| !person.app.is_evaluating());
            let review = person.app.review().unwrap().review();
            let board = review.positions()[entry].board();
            let live = glimpse(board);
            let judged = review.move_review(entry);
            let judged = judged.map(|judged| [&judged.best, &judged.played]);
            let judged = judged.into_iter().flatten();
            let judged: Worth = judged
                .map(|found| (found.square.unwrap(), found.score.discs()))
                .collect();
            let text = || format!("{live:?} {judged:?}\n{}", person.text());
            for number in numbers(&person) {
                seen += 1;
                match number {
                    Signed::Beside(at, number, true) if board.empty_count() <= EXACT => {
                        assert_eq!(exact(board)[&at], number, "{at}: {}", text());
                    }
                    Signed::Beside(at, number, is_proven) if is_proven_draw(board) => {
                        let keeps = is_proven_draw(board.play(at).unwrap());
                        assert!(number <= 0 && is_proven == keeps, "{at}: {}", text());
                        assert!(!is_proven || number == 0, "{at}: {}", text());
                    }
                    Signed::Beside(at, number, _) => {
                        let known = [live.get(&at), judged.get(&at)];
                        assert!(known.contains(&Some(&number)), "{at}: {}", text());
                    }
                    Signed::Loss(at, number) => {
                        let mut all = (0..entries).filter_map(|entry| review.move_review(entry));
                        let judged = all.find(|judged| judged.square == at).unwrap();
                        let loss = judged.best.score.discs() - judged.played.score.discs();
                        assert_eq!(number, -loss, "{at}: {}", text());
                    }
                    Signed::Of(..) => panic!("{number:?} in {}", text()),
                }
            }
            person.keys("right");
        }
    }
    assert!(seen > dial::games(1000), "{seen}");
}
