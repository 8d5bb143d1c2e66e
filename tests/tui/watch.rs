//! A running match on the screen.

use std::sync::Arc;

use insta::assert_snapshot;
use reversi::app::arena::{Match, Runner, Watch};
use reversi::app::tui::{Effect, FirstScreen};

use crate::person::{Person, Table};

/// The moves of the opening and the beginning of a game, with a position to look at.
const MIDDLE: u32 = 20;

/// Plays a match on its watch until so many things have happened.
fn play(watch: &Watch, contest: &Match, updates: u32) {
    let runner = Runner::new(contest);
    let stopper = runner.stopper();
    let mut left = updates;
    let results = runner.run(1, |update| {
        if left > 0 {
            watch.take(&update);
            left -= 1;
        } else {
            stopper.stop();
        }
        Ok(())
    });
    results.unwrap();
}

fn contest() -> Match {
    let players = ["engine:1", "greedy"].map(|name| name.parse().unwrap());
    Match::new(players.into(), 20)
}

/// A person in front of a match in which so many things have happened.
fn spectator(size: (u16, u16), updates: u32) -> (Person, Arc<Watch>) {
    let watch = Arc::new(Watch::new(&contest()));
    watch.set_table(vec![
        "level 1 12-1-7 (62.5 %)".to_owned(),
        "Elo difference +89 +/- 120".to_owned(),
    ]);
    play(&watch, &contest(), updates);
    let first = FirstScreen::Match(Arc::clone(&watch));
    let mut person = Table::new().size(size.0, size.1).first(first).sit();
    person.wait(200);
    (person, watch)
}

#[test]
fn a_running_game_is_shown_with_the_results_so_far() {
    assert_snapshot!(spectator((80, 24), MIDDLE).0.text());
}

#[test]
fn a_large_screen_shows_the_whole_game() {
    assert_snapshot!(spectator((120, 40), MIDDLE).0.text());
}

#[test]
fn a_small_screen_shows_the_board_and_the_players() {
    assert_snapshot!(spectator((24, 12), MIDDLE).0.text());
}

#[test]
fn the_end_of_a_game_stays_for_a_moment_and_the_next_one_follows() {
    let (mut person, watch) = spectator((80, 24), 1000);
    assert!(person.says("game 1 of 40"), "{}", person.text());
    assert!(person.says("Game over: "), "{}", person.text());
    person.wait(1000);
    play(&watch, &contest(), 5);
    assert!(person.says("Game over: "), "{}", person.text());
    person.wait(1000);
    play(&watch, &contest(), 5);
    person.wait(200);
    assert!(!person.says("Game over: "), "{}", person.text());
}

#[test]
fn leaving_asks_whether_the_match_is_to_stop() {
    for (keys, runs_on) in [
        ("q s", false),
        ("esc enter", true),
        ("q r", true),
        ("q q", true),
    ] {
        let (mut person, watch) = spectator((80, 24), MIDDLE);
        person.keys(keys.split_once(' ').unwrap().0);
        assert!(
            person.says("Stop the match, or let it run"),
            "{}",
            person.text()
        );
        person.keys("esc");
        assert!(!person.says("Stop the match"), "{}", person.text());
        assert_eq!(person.effects, []);
        person.keys(keys);
        assert_eq!(person.effects, [Effect::Quit], "{keys}");
        assert_eq!(watch.runs_on(), runs_on, "{keys}");
    }
    let (mut person, _) = spectator((80, 24), MIDDLE);
    person.keys("q");
    assert_snapshot!(person.text());
}

#[test]
fn a_match_that_is_over_says_so_and_is_left_without_a_question() {
    let (mut person, watch) = spectator((80, 24), MIDDLE);
    person.keys("q");
    watch.end("The match is over.".to_owned());
    person.wait(200);
    assert!(person.says("The match is over."), "{}", person.text());
    person.keys("q");
    assert_eq!(person.effects, [Effect::Quit]);
}

#[test]
fn a_match_that_stands_still_is_not_drawn_again() {
    let (mut person, watch) = spectator((80, 24), MIDDLE);
    person.app.take_dirty();
    person.wait(1000);
    let before = person.text();
    assert!(!person.app.take_dirty());
    watch.set_table(vec!["level 1 13-1-7 (64.3 %)".to_owned()]);
    person.wait(200);
    assert_ne!(person.text(), before);
}

#[test]
fn keys_of_a_game_and_pastes_do_nothing_to_a_match() {
    let (mut person, _) = spectator((80, 24), MIDDLE);
    person.keys("f5 n u x enter");
    person.paste("f5d6c3");
    assert!(
        person.says("Leave the match first to paste a game."),
        "{}",
        person.text()
    );
    person.keys("?");
    assert!(
        person.says("stop the match and print its results so far"),
        "{}",
        person.text()
    );
    person.keys("esc");
    assert!(person.app.session().is_none());
    assert!(person.says("game 1 of 40"), "{}", person.text());
}
