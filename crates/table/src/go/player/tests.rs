use super::*;
use crate::dial;
use crate::go::{Grid, Komi, Stones, kernel};

fn grid(size: u8) -> Grid {
    Grid::new(size).unwrap()
}

/// Sets up a board from rows of `X`, `O` and `.`.
fn position(rows: &[&str], komi: &str, first: Color) -> GoGame {
    let mut stones = Stones::default();
    for stone in rows.concat().chars() {
        stones = stones.map(|set| set << 1);
        match stone {
            'X' => stones.black |= 1,
            'O' => stones.white |= 1,
            _ => {}
        }
    }
    let grid = grid(u8::try_from(rows.len()).unwrap());
    GoGame::from_position(grid, komi.parse().unwrap(), stones, first).unwrap()
}

fn mcts(playouts: u32) -> GoPlayer {
    let mut player = GoPlayer::new(GoPlayerKind::Mcts(LEVELS), 1);
    player.playouts = Some(playouts);
    player
}

fn choose(player: &mut GoPlayer, game: &GoGame) -> (GoMove, GoSearchInfo) {
    player.choose(game, &Reporter::default())
}

/// Plays a game to its end.
fn play(mut game: GoGame, players: &mut [GoPlayer; 2]) -> GoGame {
    while game.outcome().is_none() {
        let player = &mut players[game.side_to_move() as usize];
        let (chosen, _) = choose(player, &game);
        game.play(chosen).expect("a player makes legal moves");
        assert!(game.entries().len() < 1000, "the game does not end");
    }
    game
}

fn points(names: &[&str]) -> Vec<GoMove> {
    names.iter().map(|name| name.parse().unwrap()).collect()
}

#[test]
fn random_never_fills_its_eyes_and_passes_when_only_they_are_left() {
    let rows = [".XX.X", "XXXXX", ".X.XX", "XXXXX", "XXXXX"];
    let game = position(&rows, "0", Color::Black);
    let stones = game.stones();
    let eyes = kernel::eyes(game.grid(), stones.black, stones.white);
    assert_eq!(eyes, 0b10010_00000_10100_00000_00000);
    assert_eq!(sensible_moves(&game), 0);
    let mut random = GoPlayer::new(GoPlayerKind::Random, 1);
    assert_eq!(choose(&mut random, &game).0, GoMove::Pass);
    for seed in 0..20 {
        let mut players = [seed, seed + 100].map(|seed| GoPlayer::new(GoPlayerKind::Random, seed));
        let game = play(GoGame::new(grid(5), Komi::default()), &mut players);
        // What is left are eyes, points where a stone would be lost, and repetitions.
        assert!(game.stones().black | game.stones().white != 0);
    }
}

#[test]
fn an_eye_is_false_with_two_diagonal_stones_or_with_one_at_the_edge() {
    for (rows, is_eye) in [
        ([".X...", "XX...", ".....", ".....", "....."], true),
        ([".X...", "XO...", "X....", ".....", "....."], false),
        (["OX...", "X.X..", ".X...", ".....", "....."], true),
        (["OXO..", "X.X..", ".X...", ".....", "....."], false),
    ] {
        let game = position_of_any(&rows);
        let eyes = kernel::eyes(grid(5), game.black, game.white);
        assert_eq!(eyes != 0, is_eye, "{rows:?}");
    }
}

/// Reads stones that may lack liberties.
fn position_of_any(rows: &[&str]) -> Stones {
    let read = |stone| {
        rows.concat()
            .chars()
            .fold(0, |set, c| set << 1 | u64::from(c == stone))
    };
    Stones::new(read('X'), read('O'))
}

#[test]
fn greedy_captures_the_most_then_saves_then_takes_liberties() {
    let mut greedy = GoPlayer::new(GoPlayerKind::Greedy, 1);
    let captures = [".XO..", "XOOX.", "OXX..", ".....", "....."];
    let game = position(&captures, "0", Color::Black);
    // d5 captures three stones, a2... one.
    assert_eq!(choose(&mut greedy, &game).0, points(&["d5"])[0]);
    let saves = ["OX...", ".....", "..O..", ".OXO.", "....."];
    let game = position(&saves, "0", Color::White);
    assert_eq!(choose(&mut greedy, &game).0, points(&["c1"])[0]);
    let game = position(&saves, "0", Color::Black);
    assert_eq!(choose(&mut greedy, &game).0, points(&["a4"])[0]);
    let saves = [".....", ".....", "..O..", ".OXO.", "....."];
    let game = position(&saves, "0", Color::Black);
    assert_eq!(choose(&mut greedy, &game).0, points(&["c1"])[0]);
    let game = GoGame::new(grid(5), Komi::default());
    let middle = points(&["b2", "b3", "b4", "c2", "c3", "c4", "d2", "d3", "d4"]);
    assert!(middle.contains(&choose(&mut greedy, &game).0));
}

#[test]
fn mcts_takes_all_of_5x5_with_black_from_the_centre() {
    let opponents = [
        GoPlayer::new(GoPlayerKind::Random, 2),
        GoPlayer::new(GoPlayerKind::Greedy, 3),
        GoPlayer::new(GoPlayerKind::Mcts(1), 4),
        mcts(3000),
    ];
    for opponent in dial::sizes(2, opponents) {
        let kind = opponent.kind;
        let game = play(
            GoGame::new(grid(5), Komi::default()),
            &mut [mcts(3000), opponent],
        );
        let first = game.entries().first();
        let centre = points(&["c3"])[0];
        assert_eq!(first.and_then(GoMove::of), Some(centre), "{kind}");
        assert_eq!(game.outcome().unwrap().to_string(), "B+25", "{kind}");
    }
}

#[test]
fn the_same_seed_and_playouts_repeat_a_game() {
    let game = || {
        let players = &mut [mcts(200), mcts(300)];
        play(GoGame::new(grid(5), Komi::default()), players)
    };
    assert_eq!(game().entries(), game().entries());
}

#[test]
fn games_of_few_playouts_on_tiny_boards_repeat_no_position() {
    // `GoGame::play` refuses a repetition.
    for size in 2..=4 {
        for playouts in [1, 10, 100] {
            let players = &mut [mcts(playouts), mcts(playouts)];
            play(GoGame::new(grid(size), Komi::default()), players);
        }
    }
}

#[test]
fn a_stopped_search_ends_at_once_with_a_legal_move() {
    let reporter = Reporter::default();
    reporter.stop();
    let game = GoGame::new(grid(7), Komi::default());
    let (chosen, info) = mcts(u32::MAX).choose(&game, &reporter);
    assert_eq!(info.playouts, 0);
    assert_eq!(game.check(chosen), Ok(0));
}

#[test]
fn a_search_says_what_it_found_and_keeps_it_for_the_next_move_and_after_undo() {
    let mut game = GoGame::new(grid(5), Komi::default());
    let mut player = mcts(2000);
    let (chosen, info) = choose(&mut player, &game);
    assert_eq!(info.moves[0].played, chosen);
    assert_eq!(info.line[0], chosen);
    assert!(info.line.len() > 1 && info.moves[0].wins > 0.5);
    let total = |info: &GoSearchInfo| info.moves.iter().map(|found| found.playouts).sum::<u32>();
    assert_eq!(total(&info), info.playouts);
    game.play(chosen).unwrap();
    game.play(info.line[1]).unwrap();
    let (_, next) = choose(&mut player, &game);
    assert!(total(&next) > next.playouts);
    game.undo();
    game.undo();
    let (_, again) = choose(&mut player, &game);
    assert_eq!(total(&again), info.playouts + again.playouts);
}

#[test]
fn after_a_pass_of_the_opponent_mcts_ends_a_game_that_is_won() {
    let rows = [".X.X.", "XXXXX", "XXXXX", "OOOOO", ".O.O."];
    let mut game = position(&rows, "0", Color::White);
    game.play(GoMove::Pass).unwrap();
    assert_eq!(choose(&mut mcts(500), &game).0, GoMove::Pass);
}

#[test]
fn mcts_captures_dead_stones_that_would_count_rather_than_passing() {
    // As it stands White has 10 points and Black, to whom the four white stones are lost, 11.
    let rows = [".X.XO", "XXXX.", "XXOO.", "OOOOO", ".O.O."];
    for passed in [false, true] {
        let mut game = position(&rows, "4", if passed { Color::White } else { Color::Black });
        if passed {
            game.play(GoMove::Pass).unwrap();
        }
        let (chosen, _) = choose(&mut mcts(2000), &game);
        assert_ne!(chosen, GoMove::Pass);
    }
}

#[test]
fn names_of_players_are_read_back() {
    for name in ["you", "random", "greedy", "level 1", "level 5"] {
        let kind: GoPlayerKind = name.parse().unwrap();
        assert_eq!(kind.to_string(), name);
    }
    // As older versions saved them.
    assert_eq!("human".parse(), Ok(GoPlayerKind::Human));
    assert_eq!("mcts:2".parse(), Ok(GoPlayerKind::Mcts(2)));
    assert_eq!("mcts".parse(), Ok(GoPlayerKind::Mcts(5)));
    for wrong in ["", "mcts:0", "mcts:6", "mcts:", "gnugo"] {
        assert_eq!(wrong.parse::<GoPlayerKind>(), Err(ParseGoPlayerError));
    }
}

#[test]
fn greedy_ends_a_game_that_it_wins() {
    for (komi, passes) in [("0", true), ("25", false)] {
        let rows = [".X...", "XX...", "..X..", ".....", "....."];
        let mut game = position(&rows, komi, Color::White);
        game.play(GoMove::Pass).unwrap();
        let mut greedy = GoPlayer::new(GoPlayerKind::Greedy, 1);
        assert_eq!(
            choose(&mut greedy, &game).0 == GoMove::Pass,
            passes,
            "komi {komi}"
        );
    }
}
