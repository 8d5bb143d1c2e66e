//! A review as text.

use reversi::{ByColor, transcript};
use reversi_notation::Record;
use reversi_study::review::{Review, Reviewer, Whose, limits_of_depth};
use reversi_wording::review as wording;

#[test]
fn the_line_of_a_move_that_lost_nothing_is_shown_once() {
    let game = transcript::parse("f5f4e3d6f3").unwrap();
    let mut review = Review::new(&game);
    Reviewer::new(1, limits_of_depth(2))
        .run(&mut review)
        .unwrap();
    let mut seen = [false; 2];
    for judged in review.move_reviews() {
        let lines = wording::lines_of_play(judged);
        assert!(lines[0].starts_with("best "), "{lines:?}");
        assert_eq!(lines.len(), if judged.loss == 0 { 1 } else { 2 });
        seen[lines.len() - 1] = true;
    }
    assert_eq!(seen, [true; 2]);
}

#[test]
fn moves_that_were_given_or_hinted_do_not_count_in_the_totals() {
    let game = transcript::parse("f5f4e3d6f3").unwrap();
    let mut review = Review::new(&game);
    Reviewer::new(1, limits_of_depth(2))
        .run(&mut review)
        .unwrap();
    let moves = |origin: &str| {
        let mut record = Record::from_game(&game);
        record.origin = Some(origin.parse().unwrap());
        let whose = Whose::of(&record, None);
        let totals = review.totals(&whose);
        let table = wording::totals(&review, &whose, None);
        for (color, side) in totals.iter() {
            let row = table
                .lines()
                .find(|row| row.starts_with(&color.to_string()));
            let count = row.unwrap().split_whitespace().nth(1);
            assert_eq!(count, Some(&*side.moves.to_string()), "{table}");
        }
        (totals.black.moves, totals.white.moves)
    };
    assert_eq!(
        review.totals(&Whose::default()).map(|side| side.moves),
        ByColor::new(3, 2)
    );
    assert_eq!(moves("you computer played*5"), (3, 2));
    assert_eq!(moves("you computer given*2 played*3"), (2, 1));
    assert_eq!(
        moves("you computer given*5"),
        (3, 2),
        "nobody played it here"
    );
    assert_eq!(moves("you computer casual:hint played*4 hint"), (2, 2));
}
