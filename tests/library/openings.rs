//! The names of openings.

use reversi::{Opening, transcript};
use reversi_notation::{Record, clean};

#[test]
fn every_line_of_the_table_is_found_in_a_record_too() {
    for opening in Opening::ALL {
        let game = transcript::parse(opening.moves).unwrap();
        assert_eq!(
            Opening::of(Record::from_game(&game).positions()),
            Some(opening)
        );
    }
}

#[test]
fn names_are_fit_to_be_shown() {
    for opening in Opening::ALL {
        for name in [Some(opening.english), opening.japanese]
            .into_iter()
            .flatten()
        {
            assert!(!name.is_empty() && name.trim() == name, "{name:?}");
            assert_eq!(clean(name), name);
        }
    }
}
