//! A place in a lesson, and the ways through it.

use reversi::Board;
use reversi::bitboard::plain::DIRECTIONS;
use reversi_lessons::{LessonOptions, Topic, Walk};

fn retrace(walk: &mut Walk, topic: Topic, options: LessonOptions) {
    walk.replace(topic.trace(walk.trace.own, walk.trace.opponent, options));
}

fn walk(topic: Topic) -> Walk {
    let (own, opponent) = (Board::START.player().bits(), Board::START.opponent().bits());
    Walk::new(topic.trace(own, opponent, LessonOptions::default()))
}

#[test]
fn a_walk_ends_at_both_ends_and_visits_every_step() {
    let mut walk = walk(Topic::LegalMoves);
    assert!(!walk.previous());
    let mut visited = 1;
    while walk.next() {
        visited += 1;
    }
    assert_eq!(visited, walk.steps());
    assert!(!walk.last());
    assert!(walk.first());
    assert!(!walk.first());
    assert!(walk.last());
    assert_eq!(walk.at, walk.steps() - 1);
    while walk.previous() {
        visited -= 1;
    }
    assert_eq!(visited, 1);
}

#[test]
fn chapters_are_walked_in_order_and_back() {
    let mut walk = walk(Topic::LegalMoves);
    let mut titles = vec![walk.chapter().title.to_string()];
    while walk.next_chapter() {
        assert_eq!(walk.place_in_chapter().0, 1);
        titles.push(walk.chapter().title.to_string());
    }
    let mut expected = vec!["the position".to_owned()];
    expected.extend(DIRECTIONS.map(|direction| direction.to_string()));
    expected.push("the result".to_owned());
    assert_eq!(titles, expected);
    // From within a chapter first to its beginning, then to the one before.
    assert!(walk.previous());
    titles.pop();
    assert!(walk.previous_chapter());
    assert_eq!(walk.chapter().title, "up left");
    assert_eq!(walk.place_in_chapter().0, 1);
    while walk.previous_chapter() {
        titles.pop();
    }
    assert_eq!(titles, ["the position"]);
}

#[test]
fn a_jump_finds_the_chapter_of_a_direction() {
    let mut walk = walk(Topic::LegalMoves);
    assert!(walk.go_to_chapter(7));
    assert_eq!(walk.chapter().direction, Some(DIRECTIONS[6]));
    assert!(!walk.go_to_chapter(7));
    assert!(!walk.go(walk.steps()));
    assert!(!walk.go_to_chapter(99));
}

#[test]
fn the_mask_is_switched_at_the_same_moment() {
    let mut walk = walk(Topic::LegalMoves);
    walk.go_to_chapter(7);
    while walk.step().result.name != "run" {
        walk.next();
    }
    let unmasked = LessonOptions {
        masked: false,
        ..LessonOptions::default()
    };
    retrace(&mut walk, Topic::LegalMoves, unmasked);
    assert_eq!(walk.chapter().title, "left");
    assert_eq!(walk.step().result.name, "run");
    assert!(!walk.trace.options.masked);
    retrace(&mut walk, Topic::DiscCount, unmasked);
    assert_eq!(walk.at, 0);
}
