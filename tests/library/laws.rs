//! What holds for every board, every game and every text, as properties.

use proptest::prelude::*;

use reversi::transcript;
use reversi::{
    Board, ByColor, Color, Ending, Entry, File, Game, MoveError, Oddity, Position, Rank, Square,
    SquareSet, Status, Symmetry, bitboard,
};

use crate::cases::cases;

/// Any two sets of squares that do not overlap, from nearly empty to nearly full.
pub(crate) fn set_up() -> impl Strategy<Value = Board> {
    (any::<u64>(), any::<u64>(), any::<u64>(), 0..4).prop_map(|(sides, a, b, kind)| {
        let taken = match kind {
            0 => a & b,
            1 => a,
            2 => a | b,
            _ => u64::MAX,
        };
        Board::from_bits(taken & sides, taken & !sides).unwrap()
    })
}

pub(crate) fn color() -> impl Strategy<Value = Color> {
    any::<bool>().prop_map(|black| if black { Color::Black } else { Color::White })
}

/// Plays on, always the legal move that the next number chooses, until they or the game end.
fn play_on(game: &mut Game, choices: &[u8]) {
    for &choice in choices {
        let moves = game.legal_moves();
        let Some(index) = usize::from(choice).checked_rem(moves.len()) else {
            return;
        };
        let square = moves.iter().nth(index).unwrap();
        game.play(square).unwrap();
    }
}

/// A game from the start, of any length up to the end.
fn game() -> impl Strategy<Value = Game> {
    prop::collection::vec(any::<u8>(), 0..=60).prop_map(|choices| {
        let mut game = Game::new();
        play_on(&mut game, &choices);
        game
    })
}

/// Everything that must hold whatever was done to a game.
fn assert_legal(game: &Game) {
    let mut position = game.start();
    for (number, entry) in game.entries().iter().enumerate() {
        let before = position;
        match *entry {
            Entry::Move {
                color,
                square,
                flips,
            } => {
                assert_eq!(color, position.side_to_move());
                assert!(!flips.is_empty());
                assert_eq!(flips, position.board().flips(square));
                position = position.play(square).expect("a legal move");
                for color in Color::ALL {
                    let grown = position.counts()[color] > before.counts()[color];
                    assert_eq!(grown, color == entry.color(), "only the mover's discs grow");
                }
            }
            Entry::Pass { color } => {
                assert_eq!(color, position.side_to_move());
                position = position.pass().expect("a forced pass");
            }
            Entry::Resignation { .. } | Entry::Timeout { .. } | Entry::Agreement { .. } => {
                assert_eq!(number + 1, game.entries().len(), "nothing follows it");
            }
        }
    }
    assert_eq!(game.position(), position);
    assert!((position.board().player() & position.board().opponent()).is_empty());
    assert_eq!(game.positions().last(), Some(position));
    match game.status() {
        Status::ToMove(color) => {
            assert_eq!(color, position.side_to_move());
            assert!(!game.legal_moves().is_empty());
        }
        Status::MustPass(color) => {
            assert_eq!(color, position.side_to_move());
            assert!(game.legal_moves().is_empty());
            assert!(position.pass().is_some());
        }
        Status::Over(outcome) => {
            let ending = match game.entries().last() {
                Some(&Entry::Resignation { color }) => Ending::Resigned(color),
                Some(&Entry::Timeout { color }) => Ending::TimedOut(color),
                Some(Entry::Agreement { .. }) => Ending::Agreed,
                Some(Entry::Move { .. } | Entry::Pass { .. }) | None => Ending::Finished,
            };
            assert_eq!(outcome.ending, ending);
            let resigned = ending != Ending::Finished;
            assert!(resigned || position.board().is_game_over());
            assert_eq!(outcome.discs, position.counts());
            assert!(game.legal_moves().is_empty());
            if !resigned {
                assert_eq!(outcome.score.black + outcome.score.white, 64);
            }
        }
    }
}

/// What a person may do to a game, right or wrong.
#[derive(Clone, Copy, Debug)]
enum Operation {
    Legal(u8),
    Anywhere(Square),
    Undo,
    Redo,
    Pass,
    Resign(Color),
    TimeOut(Color),
    Agree,
}

fn deed() -> impl Strategy<Value = Operation> {
    prop_oneof![
        12 => any::<u8>().prop_map(Operation::Legal),
        4 => (0u8..64).prop_map(|index| Operation::Anywhere(Square::new(index).unwrap())),
        4 => Just(Operation::Undo),
        3 => Just(Operation::Redo),
        1 => Just(Operation::Pass),
        1 => color().prop_map(Operation::Resign),
        1 => color().prop_map(Operation::TimeOut),
        1 => Just(Operation::Agree),
    ]
}

proptest! {
    #![proptest_config(cases(1_000))]

    #[test]
    fn every_legal_move_turns_a_disc_and_no_other_square_does(board in set_up()) {
        let moves = board.legal_moves();
        for square in Square::all() {
            let flips = board.flips(square);
            prop_assert_eq!(!flips.is_empty(), moves.contains(square), "{}", square);
            prop_assert!((flips - board.opponent()).is_empty(), "only opponent discs turn");
            prop_assert_eq!(board.play(square).is_some(), !flips.is_empty());
        }
        prop_assert!((moves & board.occupied()).is_empty());
    }

    #[test]
    fn no_position_of_a_game_is_said_to_come_from_no_game(game in game()) {
        for position in game.positions() {
            for oddity in position.oddities() {
                prop_assert!(!oddity.is_of_no_game(), "{}: {}", position, oddity);
            }
        }
    }

    #[test]
    fn what_is_said_about_an_odd_position_is_true(board in set_up(), side in color()) {
        let position = Position::new(board, side);
        for oddity in position.oddities() {
            match oddity {
                Oddity::NoDiscs => prop_assert!(board.occupied().is_empty()),
                Oddity::OneSided(color) => prop_assert!(position.discs(color.opposite()).is_empty()),
                Oddity::GameOver => prop_assert!(board.is_game_over()),
                Oddity::MustPass(color) => prop_assert!(color == side && board.pass().is_some()),
                Oddity::EmptyCentre(set) => prop_assert!((set & board.occupied()).is_empty()),
                Oddity::Unreachable(set) => prop_assert!((set - board.occupied()).is_empty() && !set.is_empty()),
                Oddity::NoLastMove => prop_assert!(position != Position::START),
                other => prop_assert!(false, "{} is not checked", other),
            }
        }
        let stuck = position.legal_moves().is_empty();
        prop_assert!(!stuck || !position.oddities().is_empty());
    }

    #[test]
    fn a_move_adds_one_disc_and_loses_none(board in set_up()) {
        for square in board.legal_moves() {
            let flips = board.flips(square);
            let next = board.play(square).unwrap();
            prop_assert_eq!(next.occupied(), board.occupied().with(square));
            prop_assert_eq!(next.opponent(), board.player() | flips.with(square));
            prop_assert_eq!(next.player(), board.opponent() - flips);
            prop_assert_eq!(next.unplay(square, flips), board);
            prop_assert!((1..=19).contains(&flips.len()));
        }
    }

    #[test]
    fn symmetries_commute_with_moves_flips_and_play(board in set_up()) {
        for symmetry in Symmetry::ALL {
            let image = board.transformed(symmetry);
            prop_assert_eq!(image.legal_moves(), symmetry.apply(board.legal_moves()));
            for square in Square::all() {
                let moved = symmetry.square(square);
                prop_assert_eq!(image.flips(moved), symmetry.apply(board.flips(square)));
                let played = board.play(square).map(|next| next.transformed(symmetry));
                prop_assert_eq!(image.play(moved), played);
            }
            prop_assert_eq!(image.final_score(), board.final_score());
            prop_assert_eq!(image.canonical(), board.canonical());
        }
    }

    #[test]
    fn the_score_of_one_side_is_the_loss_of_the_other(board in set_up()) {
        prop_assert_eq!(board.final_score(), -board.swapped().final_score());
        prop_assert!((-64..=64).contains(&board.final_score()));
    }

    #[test]
    fn undo_takes_a_move_back_and_redo_plays_it_again(before in game(), choice: u8) {
        let mut game = before.clone();
        play_on(&mut game, &[choice]);
        let after = game.clone();
        while game.entries().len() > before.entries().len() {
            game.undo().unwrap();
            assert_legal(&game);
        }
        prop_assert_eq!(&game, &before);
        prop_assert_eq!(game.position(), before.position());
        prop_assert_eq!(game.status(), before.status());
        while game.redo().is_some() {}
        prop_assert_eq!(&game, &after);
        prop_assert_eq!(game.position(), after.position());
    }

    #[test]
    fn a_whole_game_is_undone_to_its_start(mut game in game()) {
        let (entries, end) = (game.entries().len(), game.position());
        for _ in 0..entries {
            game.undo().unwrap();
        }
        prop_assert_eq!(game.undo(), None);
        prop_assert_eq!(game.position(), Position::START);
        for _ in 0..entries {
            game.redo().unwrap();
        }
        prop_assert_eq!(game.redo(), None);
        prop_assert_eq!(game.position(), end);
    }

    #[test]
    fn nothing_that_is_done_to_a_game_makes_it_illegal(
        board in prop_oneof![1 => Just(Board::START), 1 => set_up()],
        side in color(),
        deeds in prop::collection::vec(deed(), 0..120),
    ) {
        let mut game = Game::from_position(Position::new(board, side));
        assert_legal(&game);
        for deed in deeds {
            let before = game.clone();
            match deed {
                Operation::Legal(choice) => play_on(&mut game, &[choice]),
                Operation::Anywhere(square) => match game.play(square) {
                    Ok(()) => prop_assert!(game.entries().len() > before.entries().len()),
                    Err(error) => {
                        let right = match error {
                            MoveError::GameOver => before.outcome().is_some(),
                            MoveError::Occupied { square, by } => {
                                before.position().disc(square) == Some(by)
                            }
                            MoveError::NothingToTurn { square } => {
                                before.position().disc(square).is_none()
                                    && !before.legal_moves().contains(square)
                            }
                        };
                        prop_assert!(right, "{}", error);
                        prop_assert_eq!(&game, &before);
                        prop_assert_eq!(game.undone(), before.undone());
                    }
                },
                Operation::Undo => {
                    let entry = game.undo();
                    prop_assert_eq!(entry, before.entries().last().copied());
                }
                Operation::Redo => {
                    let entry = game.redo();
                    prop_assert_eq!(entry, before.undone().first().copied());
                }
                Operation::Pass => {
                    let passed = game.pass_if_forced();
                    prop_assert_eq!(passed, matches!(before.status(), Status::MustPass(_)));
                }
                Operation::Resign(color) => {
                    let resigned = game.resign(color);
                    prop_assert_eq!(resigned, before.outcome().is_none());
                }
                Operation::TimeOut(color) => {
                    let ended = game.time_out(color);
                    prop_assert_eq!(ended, before.outcome().is_none());
                    if ended {
                        let outcome = game.outcome().unwrap();
                        prop_assert_eq!(outcome.winner, Some(color.opposite()));
                    }
                }
                Operation::Agree => {
                    let ended = game.agree_to_draw();
                    prop_assert_eq!(ended, before.outcome().is_none());
                    if ended {
                        prop_assert_eq!(game.outcome().unwrap().winner, None);
                    }
                }
            }
            assert_legal(&game);
        }
    }

    #[test]
    fn a_position_is_read_back_from_its_print(board in set_up(), side in color()) {
        let position = Position::new(board, side);
        prop_assert_eq!(position.to_string().parse(), Ok(position));
        let discs = ByColor::from_fn(|color| position.discs(color));
        prop_assert_eq!(Position::from_discs(discs, side), Ok(position));
    }

    #[test]
    fn a_square_is_read_back_from_its_print(file in 0u8..8, rank in 0u8..8) {
        let square = Square::at(File::new(file).unwrap(), Rank::new(rank).unwrap());
        prop_assert_eq!(square.to_string().parse(), Ok(square));
        prop_assert_eq!(square.to_string().to_uppercase().parse(), Ok(square));
    }

    #[test]
    fn a_transcript_is_read_back_from_its_print(game in game()) {
        let text = transcript::print(&game);
        prop_assert_eq!(transcript::parse(&text), Ok(game.clone()));
        prop_assert_eq!(transcript::parse(&text.to_uppercase()), Ok(game));
    }

    #[test]
    fn any_text_is_a_game_or_an_error_without_control_characters(text: String) {
        if let Err(error) = transcript::parse(&text) {
            prop_assert!(!error.to_string().chars().any(char::is_control));
        }
        if let Err(error) = text.parse::<Position>() {
            prop_assert!(!error.to_string().chars().any(char::is_control));
        }
    }

    #[test]
    fn the_neighbours_of_a_set_are_those_of_its_squares(set: u64) {
        let squares = SquareSet::from_bits(set);
        let near = squares.iter().fold(0, |sum, square| sum | bitboard::neighbours(square.bit()));
        prop_assert_eq!(bitboard::neighbours(set), near);
    }
}
