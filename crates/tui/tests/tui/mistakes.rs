//! The mistakes of a reviewed game, to be found again: asked, answered, hinted at and summed up, with the better
//! moves hidden until then.

use insta::assert_snapshot;
use reversi::search::{Limits, Searcher};
use reversi::transcript;
use reversi::{ByColor, Color, Game, Position, Square};
use reversi_study::review::MoveReview;
use reversi_table::player::PlayerKind;
use reversi_table::session::GameMeta;
use reversi_table::store::autosave::Autosave;
use reversi_table::store::state::StateFolder;
use reversi_tui::{FirstScreen, Options};

use crate::dial;
use crate::person::{Person, Table};
use crate::review::{after, review};

const SIZES: [(u16, u16); 5] = [(80, 24), (120, 40), (200, 60), (40, 15), (24, 12)];

/// The final of the World Championship of 1978.
const GAME: &str = "f5f6e6f4e3c5c4d3f3e2d2e7c6c3f1c2f2d1b3b4a3a5b5e1c1d6g4g5e8f8g8d7c7b6g3d8c8f7h6a6a4g6h5a2b7a8a7\
    b2a1b1g7h3h4b8h2h8h7g2g1h1";

/// A game of two people, reviewed, with its mistakes to be found.
pub(crate) fn both() -> Person {
    after(Table::new().moves(GAME), "#")
}

/// A game against the computer with some mistakes of Black, who is the person.
fn own() -> Person {
    let players = |table: Table| table.players(PlayerKind::Human, PlayerKind::Random);
    after(players(Table::new().moves(GAME)), "#")
}

/// The mistakes of a side, or of both, with the positions before them.
fn mistakes(person: &Person, side: Option<Color>) -> Vec<(Position, MoveReview)> {
    let review = review(person);
    let entries = 0..review.game().entries().len();
    let bad = entries.filter_map(|entry| {
        let judged = review.move_review(entry)?;
        let is_asked = side.is_none_or(|side| side == judged.color);
        (judged.grade().is_bad() && is_asked).then(|| (review.positions()[entry], judged.clone()))
    });
    bad.collect()
}

fn best(mistake: &MoveReview) -> String {
    mistake.best.square.unwrap().to_string()
}

/// Checks that the screen does not name a square, at any size and on any page.
fn assert_hidden(person: &mut Person, secret: &str, when: &str) {
    for (columns, rows) in SIZES {
        person.resize(columns, rows);
        let has_pages = person.says("Tab text") || person.says("Tab board");
        for _ in 0..if has_pages { 2 } else { 1 } {
            let text = person.text();
            assert!(!text.contains(secret), "{secret} {when}\n{text}");
            if has_pages {
                person.keys("tab");
            }
        }
    }
    person.resize(80, 24);
}

/// Checks which mistake is asked, and of how many.
fn assert_asked(person: &Person, number: usize, all: usize) {
    let asked = format!(" {number} of {all}");
    assert!(person.says(&asked), "{asked}\n{}", person.text());
}

/// Waits until an answer is judged.
fn wait_for_verdict(person: &mut Person) {
    person.wait_until("verdict", |person| !person.says("Judging"));
}

#[test]
fn a_better_move_is_nowhere_on_the_screen_until_it_is_found() {
    let mut person = both();
    let all = mistakes(&person, None);
    assert!(all.len() > 10, "{}", all.len());
    let tried: Vec<usize> = dial::sizes(0, 0..all.len()).collect();
    for (number, (_, mistake)) in all.iter().enumerate() {
        let (secret, wrong) = (best(mistake), mistake.square.to_string());
        assert_asked(&person, number + 1, all.len());
        if !tried.contains(&number) {
            person.keys(&secret);
            person.keys("enter");
            continue;
        }
        assert_hidden(&mut person, &secret, "before the answer");
        person.keys("k");
        assert_hidden(&mut person, &secret, "after the first hint");
        // No other key shows it.
        for key in [
            "/",
            "v",
            "|",
            "w",
            "m",
            "l",
            "i",
            "z",
            "x",
            "y",
            "s",
            "o",
            "j",
            "?overlays",
            "#",
            "?",
        ] {
            person.keys(key);
            let text = person.text();
            assert!(!text.contains(&secret), "{secret} {key}\n{text}");
        }
        person.keys("esc");
        person.keys(&wrong);
        assert!(person.says(&format!("{wrong} loses ")), "{}", person.text());
        assert_hidden(&mut person, &secret, "after a wrong answer");
        // The whole refutation.
        person.wait(20_000);
        assert_hidden(&mut person, &secret, "after the refutation");
        person.keys("enter");
        person.keys(&secret);
        assert!(
            person.says(&format!("{secret} is right")),
            "{}",
            person.text()
        );
        person.keys("enter");
    }
    assert!(person.says("Of "), "{}", person.text());
    assert!(person.says("at once and"), "{}", person.text());
}

#[test]
fn after_a_game_the_three_worst_moves_are_asked_and_then_ten_more_at_a_time() {
    // The computer has one move left.
    let (last, before) = ("g1", GAME.strip_suffix("g1h1").unwrap());
    let folder = tempfile::tempdir().unwrap();
    let state = StateFolder::at(folder.path().to_owned());
    let players = ByColor::new(PlayerKind::Human, PlayerKind::Random);
    let meta = GameMeta::new("2024-05-17 20:15:03.207".parse().unwrap(), players);
    let (mut autosave, ..) = Autosave::<Game>::open(&state);
    autosave
        .save(&transcript::parse(before).unwrap(), &meta)
        .unwrap();
    drop(autosave);
    let mut person = Table::new()
        .with(|options| options.state = Some(state))
        .first(FirstScreen::Start)
        .sit();
    person.keys("enter");
    person.keys(last);
    person.wait_for_entries(60);
    person.wait(2000);
    person.wait_until("review", |person| person.says("worst moves"));
    person.keys("w");
    let all = mistakes(&person, Some(Color::Black));
    person.keys("esc");
    let mut losses: Vec<u32> = all.iter().map(|(_, mistake)| mistake.loss).collect();
    losses.sort_unstable_by(|one, other| other.cmp(one));
    assert!(losses.len() > 3 && losses[2] > losses[3], "{losses:?}");
    let worst = |count: usize| {
        let fewest = losses[count - 1];
        all.iter()
            .filter(move |(_, mistake)| mistake.loss >= fewest)
    };
    assert!(person.says("find your 3 worst moves"), "{}", person.text());
    person.keys("enter");
    for (number, (_, mistake)) in worst(3).enumerate() {
        assert_asked(&person, number + 1, 3);
        let played = format!("here with {}.", mistake.square);
        assert!(person.says(&played), "{played}\n{}", person.text());
        person.keys(&best(mistake));
        person.keys("enter");
    }
    assert!(person.says("You found all 3 at once."), "{}", person.text());
    let others = format!("{} more mistakes cost less.", all.len() - 3);
    assert!(person.says(&others), "{others}\n{}", person.text());
    // What was found is not asked again.
    person.keys("n");
    let asked = format!(" of {}", losses.len().min(13));
    assert!(person.says(&asked), "{asked}\n{}", person.text());
    let asked = worst(3).map(|(_, mistake)| format!("here with {}.", mistake.square));
    let mut found = asked.filter(|played| person.says(played));
    assert_eq!(found.next(), None, "{}", person.text());
}

#[test]
fn an_answer_is_right_if_it_loses_at_most_one_disc() {
    // Both sides play badly to the end.
    let mut game = Game::new();
    while let Some(square) = game.legal_moves().first() {
        game.play(square).unwrap();
    }
    let mut person = after(Table::new().moves(&transcript::print(&game)), "#");
    let all = mistakes(&person, None);
    let mut searcher = Searcher::new(4);
    let mut solve = |position: Position| {
        let info = searcher.analyse(position.board(), 1, &Limits::solve(), &mut ());
        info.moves.first().map(|found| found.score.discs())
    };
    let mut verdicts = [0; 2];
    for (position, mistake) in &all {
        // With few empty squares the review has proven every score.
        let is_proven = position.board().empty_count() <= 8;
        for square in position.legal_moves().iter().filter(|_| is_proven) {
            let Some(reply) = solve(position.play(square).unwrap()) else {
                continue;
            };
            let is_right = solve(*position).unwrap() + reply <= 1;
            person.keys(&square.to_string());
            wait_for_verdict(&mut person);
            let right = format!("{square} is right");
            assert_eq!(
                person.says(&right),
                is_right,
                "{mistake:?}\n{}",
                person.text()
            );
            verdicts[usize::from(is_right)] += 1;
            person.keys("u");
        }
        person.keys("n");
    }
    assert!(verdicts.iter().all(|&count| count > 2), "{verdicts:?}");
}

#[test]
fn the_mistakes_of_the_person_are_asked_or_else_those_of_both() {
    let person = own();
    let all = mistakes(&person, Some(Color::Black));
    let (_, first) = &all[0];
    let about = if first.is_exact() { "" } else { "about " };
    let asked = format!(
        "You lost {about}{} discs here with {}.",
        first.loss, first.square
    );
    assert!(person.says(&asked), "{asked}\n{}", person.text());
    assert_asked(&person, 1, all.len());
    assert!(all.len() < mistakes(&person, None).len());
    let mut person = both();
    for (_, mistake) in mistakes(&person, None) {
        let about = if mistake.is_exact() { "" } else { "about " };
        let discs = reversi_table::phrase::plural(mistake.loss, "disc");
        let (color, square) = (mistake.color, mistake.square);
        let asked = format!("{color} lost {about}{discs} here with {square}.");
        assert!(person.says(&asked), "{asked}\n{}", person.text());
        person.keys("n");
    }
}

#[test]
fn mistakes_that_the_review_finds_later_are_asked_too() {
    // Minutes of work before the first one.
    let slow = |options: &mut Options| options.review = Limits::depth(30);
    let mut person = Table::new().moves(&GAME[..40]).with(slow).sit();
    person.keys("w #");
    assert!(person.says("Looking for mistakes"), "{}", person.text());
    person.keys("esc esc");
    assert!(!person.says("Looking for mistakes"), "{}", person.text());
    let mut person = Table::new().moves(GAME).sit();
    person.keys("w #");
    person.wait_until("mistake", |person| person.says("Find a better move"));
    person.wait_for_review();
    let all = mistakes(&person, None);
    // Each is asked once, whatever the order in which the review found them.
    let mut asked = 0;
    while !person.says("Summary") {
        asked += 1;
        assert!(asked <= all.len(), "{}", person.text());
        person.keys("n");
    }
    assert_eq!(asked, all.len());
    assert!(
        person.says(&format!("missed {}", all.len())),
        "{}",
        person.text()
    );
}

#[test]
fn hints_are_words_then_some_moves_then_the_move_which_enter_plays() {
    let mut person = both();
    let (_, first) = mistakes(&person, None).remove(0);
    let better = best(&first);
    person.keys("k");
    assert!(
        person.says("etter move") || person.says("Look"),
        "{}",
        person.text()
    );
    person.keys("k");
    assert!(person.says("A better move is "), "{}", person.text());
    assert!(person.says(&better), "{}", person.text());
    person.keys("k");
    assert!(
        person.says(&format!("{better} is better. Enter plays it.")),
        "{}",
        person.text()
    );
    person.keys("enter");
    assert!(
        person.says(&format!("{better} is right")),
        "{}",
        person.text()
    );
}

#[test]
fn the_summary_counts_what_was_found_at_once_with_help_and_not_at_all() {
    let mut person = own();
    let all = mistakes(&person, Some(Color::Black));
    assert!(all.len() >= 5, "{}", all.len());
    let answers: Vec<String> = all.iter().map(|(_, mistake)| best(mistake)).collect();
    // The first at once, the second with a hint, the third after a wrong answer, the fourth when it was named.
    person.keys(&format!("{} n", answers[0]));
    person.keys(&format!("k {} n", answers[1]));
    person.keys(&format!("{} u {} n", all[2].1.square, answers[2]));
    person.keys("k k k enter n");
    for _ in 4..all.len() {
        person.keys("n");
    }
    let missed = all.len() - 3;
    let summary = format!(
        "Of {} mistakes you found 1 at once and 2 with help, and missed {missed}.",
        all.len()
    );
    assert!(person.says(&summary), "{summary}\n{}", person.text());
    let again = all[1..]
        .iter()
        .map(|(_, mistake)| mistake.square.to_string());
    for square in again {
        assert!(
            person.says(&format!(" {square}")),
            "{square}\n{}",
            person.text()
        );
    }
    assert_snapshot!(person.text());
    // Those are asked again, and only those.
    person.keys("u");
    assert!(
        person.says(&format!("here with {}.", all[1].1.square)),
        "{}",
        person.text()
    );
    for answer in &answers[1..] {
        person.keys(answer);
        person.keys("n");
    }
    assert!(
        person.says(&format!("You found all {} at once.", all.len())),
        "{}",
        person.text()
    );
    person.keys("n");
    assert!(
        person.says("Evaluation"),
        "back in the review\n{}",
        person.text()
    );
}

#[test]
fn a_game_without_mistakes_says_so() {
    let person = after(Table::new().moves("f5d6"), "#");
    assert!(person.says("No mistakes"), "{}", person.text());
}

#[test]
fn one_steps_back_to_an_earlier_mistake() {
    let mut person = both();
    let first = person.text();
    person.keys("pagedown");
    assert_asked(&person, 2, mistakes(&person, None).len());
    person.keys("pageup");
    assert_eq!(person.text(), first);
    person.keys("pageup");
    assert_eq!(person.text(), first);
}

#[test]
fn a_mistake_is_asked_at_every_size() {
    let mut person = both();
    assert_snapshot!(person.text());
    let (_, first) = mistakes(&person, None).remove(0);
    for (columns, rows) in SIZES {
        person.resize(columns, rows);
        let (text, task) = (
            person.text(),
            format!("{} lost Find a better move.", first.square),
        );
        for word in task.split(' ') {
            assert!(text.contains(word), "{columns}x{rows} {word}\n{text}");
        }
    }
}

#[test]
fn a_square_is_clicked_like_it_is_typed() {
    let mut person = both();
    let (_, first) = mistakes(&person, None).remove(0);
    let square: Square = first.best.square.unwrap();
    person.resize(120, 40);
    let column = 8 * u16::from(square.file().index()) + 8;
    let text = person.text();
    let rank = square.rank().digit().to_string();
    let row = text
        .lines()
        .position(|line| line.trim_start().starts_with(&rank))
        .unwrap();
    let left = text.lines().nth(row).unwrap().find(&rank).unwrap();
    person.click(
        u16::try_from(left).unwrap() + column - 4,
        u16::try_from(row).unwrap(),
    );
    assert!(
        person.says(&format!("{square} is right")),
        "{}",
        person.text()
    );
}

#[test]
fn a_hint_does_not_offer_the_mistake_itself() {
    let mut person = both();
    let all = mistakes(&person, None);
    for (_, mistake) in &all {
        person.keys("k k");
        let hint = person.words();
        let hint = hint.split("A better move is ").nth(1).unwrap();
        let named: Vec<&str> = hint.split('.').next().unwrap().split([' ', ',']).collect();
        assert!(named.contains(&best(mistake).as_str()), "{}", person.text());
        assert!(
            !named.contains(&mistake.square.to_string().as_str()),
            "{named:?}"
        );
        person.keys("n");
    }
}
