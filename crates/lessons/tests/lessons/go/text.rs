//! Moves, komi and players: what is printed is read back, and any other text is an error without control
//! characters.

use proptest::prelude::*;
use reversi::{File, Rank, Square};
use reversi_table::go::player::{GoPlayerKind, LEVELS};
use reversi_table::go::{GoMove, Komi};

use crate::cases::cases;

fn players() -> impl Strategy<Value = GoPlayerKind> {
    prop_oneof![
        Just(GoPlayerKind::Human),
        Just(GoPlayerKind::Random),
        Just(GoPlayerKind::Greedy),
        (1..=LEVELS).prop_map(GoPlayerKind::Mcts),
    ]
}

fn moves() -> impl Strategy<Value = GoMove> {
    let point = |(file, rank)| Square::at(File::new(file).unwrap(), Rank::new(rank).unwrap());
    prop_oneof![
        Just(GoMove::Pass),
        (0u8..8, 0u8..8).prop_map(move |at| GoMove::Stone(point(at))),
    ]
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn a_move_is_read_back_in_small_and_capital_letters(played in moves()) {
        let text = played.to_string();
        prop_assert_eq!(text.parse(), Ok(played));
        prop_assert_eq!(text.to_uppercase().parse(), Ok(played));
    }

    #[test]
    fn a_komi_is_read_back_and_prints_at_most_one_half(halves in -100i16..=100) {
        let text = (f64::from(halves) / 2.0).to_string();
        let komi: Komi = text.parse().unwrap();
        prop_assert_eq!(komi.to_string().parse(), Ok(komi));
        prop_assert_eq!(komi.to_string(), text);
    }

    #[test]
    fn a_player_is_read_back_in_small_and_capital_letters(player in players()) {
        let text = player.to_string();
        prop_assert_eq!(text.parse(), Ok(player));
        prop_assert_eq!(text.to_uppercase().parse(), Ok(player));
    }

    #[test]
    fn any_other_text_is_an_error_in_one_clean_sentence(text: String) {
        let errors = [
            text.parse::<GoMove>().err().map(|error| error.to_string()),
            text.parse::<Komi>().err().map(|error| error.to_string()),
            text.parse::<GoPlayerKind>().err().map(|error| error.to_string()),
        ];
        for error in errors.into_iter().flatten() {
            prop_assert!(!error.chars().any(char::is_control), "{:?}", error);
        }
    }
}

#[test]
fn what_is_no_komi_is_refused() {
    for text in [
        "", "7.25", "50.5", "-50.5", "1e9", "nan", "inf", "-inf", "seven", " 7",
    ] {
        assert!(text.parse::<Komi>().is_err(), "{text}");
    }
    for (text, printed) in [("-0", "0"), ("7.0", "7"), ("+7.5", "7.5"), ("-0.5", "-0.5")] {
        assert_eq!(text.parse::<Komi>().unwrap().to_string(), printed);
    }
}
