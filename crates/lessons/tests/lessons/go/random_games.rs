//! Random games: they end, replay and count right.

use std::collections::HashSet;

use reversi::{Color, Entry};
use reversi_table::go::{GoGame, GoMove, GoMoveError, Komi};

use crate::dial;
use crate::fuzz::setting;
use crate::go::board::{Board, grid};
use crate::random::Random;

/// Returns a random legal move that does not fill an own eye, or a pass if there is none.
fn choose(game: &GoGame, random: &mut Random) -> GoMove {
    let (grid, color) = (game.grid(), game.side_to_move());
    let board = Board::new(grid, game.stones());
    let is_eye = |place: usize| {
        let mut around = board.neighbours(place).into_iter();
        around.all(|next| board.points[next] == Some(color))
    };
    let mut places = board.of(None);
    places.retain(|&place| !is_eye(place));
    while !places.is_empty() {
        let place = places.swap_remove(random.below(places.len()));
        let played = GoMove::Stone(board.square(place));
        if game.check(played).is_ok() {
            return played;
        }
    }
    GoMove::Pass
}

/// Plays a game to its end. Checks that no position repeats, and every capture against the oracle.
fn play_out(game: &mut GoGame, random: &mut Random) {
    let mut seen = HashSet::from([game.stones()]);
    while game.outcome().is_none() {
        let (played, color) = (choose(game, random), game.side_to_move());
        let before = Board::new(game.grid(), game.stones());
        game.play(played).unwrap();
        let GoMove::Stone(point) = played else {
            continue;
        };
        assert!(seen.insert(game.stones()), "{point} repeats a position");
        let place = before.places().find(|&place| before.square(place) == point);
        let (captured, after) = before.play(place.unwrap(), color).unwrap();
        assert_eq!(after, Board::new(game.grid(), game.stones()));
        let entry = Entry::Move {
            color,
            square: point,
            flips: captured
                .into_iter()
                .map(|place| before.square(place))
                .collect(),
        };
        assert_eq!(game.entries().last(), Some(&entry));
    }
}

/// Checks that the outcome is the oracle's count.
fn assert_counted(game: &GoGame, komi: i32) {
    let board = Board::new(game.grid(), game.stones());
    let [black, white] = Color::ALL.map(|color| board.area(color).len());
    let lead = i32::try_from(black).unwrap() - i32::try_from(white).unwrap() - komi;
    let expected = match lead {
        0 => "0".to_owned(),
        1.. => format!("B+{lead}"),
        _ => format!("W+{}", -lead),
    };
    assert_eq!(game.outcome().unwrap().to_string(), expected);
}

/// Undoes a game to its start, redoes it, and plays it again from its moves.
fn assert_replays(game: &mut GoGame) {
    let (end, entries) = (game.stones(), game.entries().to_vec());
    let start = game.start();
    while game.undo().is_some() {}
    assert_eq!((game.stones(), game.side_to_move()), start);
    assert_eq!(game.undone().len(), entries.len());
    let mut again = game.clone();
    while game.redo().is_some() {}
    assert_eq!((game.stones(), game.entries()), (end, &entries[..]));
    for entry in &entries {
        if let Some(played) = GoMove::of(entry) {
            again.play(played).unwrap();
        }
    }
    assert_eq!((again.stones(), again.entries()), (end, &entries[..]));
    assert_eq!(again.outcome(), game.outcome());
    assert_eq!(again.play(GoMove::Pass), Err(GoMoveError::Over));
}

#[test]
fn random_games_end_replay_and_count_right() {
    let games = setting("REVERSI_GO_GAMES", dial::events(300));
    let mut random = Random(games);
    let (mut moves, mut captures) = (0, 0);
    for number in 0..games {
        // Most on the boards that are played.
        let size = [5, 7, 5, 2, 5, 3, 5, 4, 6][usize::try_from(number % 9).unwrap()];
        let komi = i32::try_from(number % 4).unwrap();
        let mut game = GoGame::new(grid(size), komi.to_string().parse::<Komi>().unwrap());
        play_out(&mut game, &mut random);
        moves += game.entries().len();
        captures += game.captures(Color::Black) + game.captures(Color::White);
        assert_counted(&game, komi);
        assert_replays(&mut game);
    }
    assert!(u64::from(captures) > games, "too few captures to be a test");
    println!("{games} games, {moves} moves, {captures} captured stones");
}

/// Whatever is done to a game in whatever order, it says the same as a game with the same moves.
#[test]
fn a_game_with_undo_and_redo_is_the_game_of_its_moves() {
    let mut random = Random(7);
    for _ in 0..dial::events(60) {
        let mut game = GoGame::new(grid(3), Komi::default());
        for _ in 0..120 {
            match random.below(4) {
                0 => drop(game.undo()),
                1 => drop(game.redo()),
                _ if game.outcome().is_some() => drop(game.undo()),
                _ => {
                    let played = choose(&game, &mut random);
                    game.play(played).unwrap();
                }
            }
            let mut same = GoGame::new(grid(3), Komi::default());
            for entry in game.entries() {
                if let Some(played) = GoMove::of(entry) {
                    same.play(played).unwrap();
                }
            }
            assert_eq!(game.stones(), same.stones());
            assert_eq!(game.legal_moves(), same.legal_moves());
            assert_eq!(game.outcome(), same.outcome());
            for place in 0..9 {
                let point = Board::new(game.grid(), game.stones()).square(place);
                let played = GoMove::Stone(point);
                assert_eq!(game.check(played), same.check(played));
            }
        }
    }
}
