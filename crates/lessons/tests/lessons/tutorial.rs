//! The tutorial: the right answers, and what it says of wrong ones.

use reversi::search::{Limits, Searcher};
use reversi::{Color, Entry, Square};
use reversi_lessons::course::CourseStep;
use reversi_lessons::course::tutorial::STEPS;
use reversi_table::phrase::columns::wrap;

fn answers(step: &CourseStep) -> (Vec<String>, Vec<String>) {
    let game = step.game();
    let legal = game.legal_moves().iter();
    let (right, wrong): (Vec<Square>, Vec<Square>) =
        legal.partition(|&square| step.check(&game, square).is_ok());
    let names = |squares: Vec<Square>| squares.iter().map(ToString::to_string).collect();
    (names(right), names(wrong))
}

#[test]
fn each_step_has_the_answers_that_its_text_says() {
    let right: Vec<String> = STEPS.iter().map(|step| answers(step).0.join(" ")).collect();
    assert_eq!(
        right,
        [
            "d3 c4 f5 e6",
            "d3",
            "a2",
            "h1",
            "h1",
            "d1 e1 c2 d2 b3 b4 b5 b6 d8",
            "b3",
            "d1",
            "a6"
        ]
    );
}

#[test]
fn a_move_that_the_texts_warn_of_does_not_pass() {
    let corners = STEPS
        .iter()
        .position(|step| step.title.text() == "Beside the corners");
    let mut refused = 0;
    for (index, step) in STEPS.iter().enumerate() {
        let game = step.game();
        let board = game.position().board();
        for square in game.legal_moves() {
            // The only squares that a text names are those to avoid; later steps build on it.
            let is_named = step.text.text().contains(&square.to_string());
            let is_beside = Some(index) >= corners && board.empty_corner_beside(square).is_some();
            if is_named || is_beside {
                assert!(
                    step.check(&game, square).is_err(),
                    "{}: {square}",
                    step.title
                );
                refused += 1;
            }
        }
    }
    assert!(refused > 2, "{refused}");
    let step = &STEPS[5];
    let wrong = step.check(&step.game(), "b2".parse().unwrap()).unwrap_err();
    assert_eq!(wrong.sentence, "b2 is next to the empty corner a1.");
    assert_eq!(wrong.squares, Square::A1.into());
}

#[test]
fn black_is_to_move_and_every_wrong_move_gets_a_short_sentence_about_itself() {
    for step in &STEPS {
        let game = step.game();
        assert_eq!(
            game.position().side_to_move(),
            Color::Black,
            "{}",
            step.title
        );
        for square in Square::all() {
            let Err(wrong) = step.check(&game, square) else {
                continue;
            };
            assert!(
                wrong.sentence.contains(&square.to_string()),
                "{}",
                wrong.sentence
            );
            assert!(wrong.sentence.ends_with('.'));
            assert!(wrap(&wrong.sentence, 24).len() <= 2, "{}", wrong.sentence);
        }
        for sentence in [Some(step.task), step.done].into_iter().flatten() {
            assert!(wrap(sentence.text(), 24).len() <= 2, "{sentence}");
        }
    }
}

#[test]
fn the_pass_is_one_and_the_end_is_the_end_with_the_count() {
    let after = |step: &CourseStep| {
        let mut game = step.game();
        let answer = step.answer(&game).unwrap();
        game.play(answer).unwrap();
        game
    };
    let game = after(&STEPS[2]);
    let pass = Entry::Pass {
        color: Color::White,
    };
    assert_eq!(game.entries().last(), Some(&pass));
    assert!(game.outcome().is_none());
    let counts = STEPS[3].game().position().counts();
    assert!(counts.black < counts.white, "White is ahead");
    let game = after(&STEPS[3]);
    assert_eq!(game.outcome().unwrap().winner, Some(Color::Black));
    assert_eq!(STEPS[3].done(&game), "You win 33-31.");
    let game = after(&STEPS[6]);
    assert_eq!(game.legal_moves().len(), 1, "as the sentence says");
}

#[test]
fn the_last_step_is_about_strategy_and_refuses_the_largest_move() {
    let step = STEPS.last().unwrap();
    let game = step.game();
    let board = game.position().board();
    let flips = |square: &Square| board.flips(*square).len();
    let largest = game.legal_moves().iter().max_by_key(flips).unwrap();
    let wrong = step.check(&game, largest).unwrap_err();
    assert!(
        wrong.sentence.contains("lets White take the corner"),
        "{wrong:?}"
    );
    // Each part of the advice refuses a move.
    let sentences: Vec<String> = game
        .legal_moves()
        .iter()
        .filter_map(|square| step.check(&game, square).err())
        .map(|wrong| String::from(wrong.sentence))
        .collect();
    for part in ["is next to the empty corner", "; another leaves"] {
        assert!(
            sentences.iter().any(|text| text.contains(part)),
            "{sentences:?}"
        );
    }
    let words = STEPS.map(|step| step.text.text()).join(" ");
    assert!(
        !words.contains("arXiv") && !words.contains("draw"),
        "{words}"
    );
}

#[test]
fn what_the_strategy_recommends_is_right() {
    let mut searcher = Searcher::new(16);
    for step in &STEPS[4..] {
        let board = step.game().position().board();
        let best = searcher.search(board, &Limits::depth(8), &mut ());
        let best = best.best_move().unwrap().to_string();
        assert!(answers(step).0.contains(&best), "{}: {best}", step.title);
    }
}
