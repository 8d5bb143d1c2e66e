//! Game clocks on the screen: when their texts change, what a fallen flag says, and what stops them.

use std::time::Duration;

use insta::assert_snapshot;
use reversi_table::clock::FlagRule;
use reversi_table::player::PlayerKind::{Greedy, Human};

use crate::person::{Person, Table};

fn timed(time: &str, flag: FlagRule) -> Table {
    Table::new().with(|options| {
        options.setup.time = Some(time.parse().unwrap());
        options.setup.flag = flag;
    })
}

/// The texts of both clocks, as long as they stand at the ends of the line below the tiles of the players.
fn clocks(person: &Person) -> [String; 2] {
    let text = person.text();
    let row: String = text.lines().nth(6).unwrap().chars().skip(50).collect();
    let mut words = row.split_whitespace();
    [words.next(), words.next_back()].map(|clock| clock.unwrap().to_owned())
}

#[test]
fn a_clock_ticks_once_a_second_and_ten_times_at_the_end() {
    let mut person = timed("12s", FlagRule::Lose).sit();
    let mut texts = vec![clocks(&person)[0].clone()];
    while person.game().outcome().is_none() {
        let deadline = person.app.deadline().unwrap();
        assert!(deadline > person.now, "time goes on");
        person.wait(u64::try_from((deadline - person.now).as_nanos().div_ceil(1_000_000)).unwrap());
        let text = clocks(&person)[0].clone();
        assert_ne!(Some(&text), texts.last(), "nothing is drawn in vain");
        texts.push(text);
    }
    assert_eq!(texts[..4], ["0:12", "0:11", "0:10", "0:09.9"]);
    assert_eq!(texts.len(), 3 + 100);
    assert_eq!(texts.last().unwrap(), "0:00.0");
    // The review of the game begins, and then nothing is due.
    person.wait(2_000);
    assert_eq!(person.app.deadline(), None, "no clock runs any more");
}

#[test]
fn each_side_has_its_own_time_and_an_undo_gives_it_back() {
    let mut person = timed("5m+3s", FlagRule::Lose).sit();
    person.wait(2_500);
    assert_eq!(clocks(&person), ["4:58", "5:00"]);
    person.keys("f5");
    person.wait(60_000);
    assert_eq!(clocks(&person), ["5:01", "4:00"]);
    person.keys("u");
    assert_eq!(clocks(&person), ["5:00", "5:00"]);
}

#[test]
fn a_pause_stops_the_clock_between_two_persons_too() {
    let mut person = timed("5m", FlagRule::Lose).sit();
    person.keys("p");
    assert!(person.says("The clocks are paused."));
    assert_eq!(person.app.deadline(), None);
    person.wait(60_000);
    assert_eq!(clocks(&person), ["5:00", "5:00"]);
    assert!(person.says("p go on"));
    person.keys("p");
    person.wait(1_000);
    assert_eq!(clocks(&person), ["4:59", "5:00"]);
}

#[test]
fn a_fallen_flag_ends_the_game_with_a_banner() {
    let mut person = timed("10s", FlagRule::Lose).sit();
    person.keys("f5");
    person.wait(10_000);
    assert!(person.game().outcome().is_some());
    assert_snapshot!(person.text());
}

#[test]
fn where_a_flag_only_warns_the_game_goes_on() {
    let mut person = timed("10s", FlagRule::Warn).sit();
    person.wait(9_000);
    assert!(!person.says("time is up"));
    person.wait(3_500);
    let text = person.text();
    assert!(
        person.says("Black's time is up; the game continues."),
        "{text}"
    );
    assert_eq!(clocks(&person), ["-0:02.5", "0:10"]);
    person.keys("f5");
    assert_eq!(person.transcript(), "f5");
    assert!(!person.says("\n Black's time is up"), "the banner is gone");
}

#[test]
fn clocks_run_on_behind_a_window() {
    let mut person = timed("10s", FlagRule::Lose).sit();
    person.keys("?");
    assert!(person.app.deadline().is_some());
    person.wait(11_000);
    assert!(person.game().outcome().is_some());
    person.keys("esc");
    assert!(person.says("Black's time is up"));
}

#[test]
fn a_cpus_pause_is_not_its_time() {
    let mut person = timed("5m", FlagRule::Lose).players(Human, Greedy).sit();
    person.keys("f5");
    person.wait_for_answer();
    assert!(person.app.deadline().unwrap() - person.now <= Duration::from_millis(500));
    person.wait(400);
    assert_eq!(person.transcript(), "f5");
    let left = person.session().timing.remaining().unwrap().white.left();
    assert_eq!(left, Duration::from_secs(300));
}

#[test]
fn clocks_on_small_screens() {
    for (columns, rows) in [(24, 12), (40, 15), (60, 20)] {
        let mut person = timed("65m", FlagRule::Lose).size(columns, rows).sit();
        let full = if columns == 24 { "1h05" } else { "1:05:00" };
        assert!(person.says(full), "{}", person.text());
        // An hour of ticks at once, as after a sleep of the machine.
        person.now += Duration::from_secs(3_890);
        person.wait(5_000);
        let low = if columns == 24 { " 05.0" } else { "0:05.0" };
        assert!(person.says(low), "{}", person.text());
    }
}

#[test]
fn the_list_tells_how_long_each_move_took_through_undo_and_redo() {
    for size in [(80, 24), (96, 30)] {
        let mut person = Table::new().size(size.0, size.1).sit();
        person.wait(3_400);
        person.keys("f5");
        person.wait(75_000);
        person.keys("d6");
        assert!(person.says("1 f5 3.4s d6 1:15"), "{}", person.text());
        assert!(person.says("0:03 used") && person.says("1:15 used"));
        person.keys("u");
        assert!(person.says("1 f5 3.4s d6 1:15"), "{}", person.text());
        assert!(!person.says("1:15 used"));
        person.keys("r");
        assert!(person.says("1:15 used"));
        assert_eq!(person.app.deadline(), None, "nothing ticks");
    }
}

#[test]
fn a_game_with_clocks_shows_the_time_of_the_current_move() {
    let mut person = timed("5m", FlagRule::Lose).size(120, 40).sit();
    person.wait(12_000);
    assert!(
        person.says("4:48") && person.says("0:12"),
        "{}",
        person.text()
    );
    let mut person = timed("5m", FlagRule::Lose).sit();
    person.wait(12_000);
    assert!(
        person.says("4:48") && person.says("move 0:12"),
        "{}",
        person.text()
    );
    person.keys("f5");
    assert!(person.says("1 f5 12s"), "{}", person.text());
}
