//! A running match on the screen.

use std::sync::Arc;

use insta::assert_snapshot;
use reversi::search::{Certainty, MoveScore, Score, SearchInfo};
use reversi::{Game, Square};
use reversi_net::arena::{Match, Runner, Update, Watch};
use reversi_table::player::level::Level;
use reversi_table::player::{Control, Player, PlayerError, PlayerKind};
use reversi_tui::{Effect, FirstScreen};

use crate::person::{Person, Table};

/// The moves of the opening and the beginning of a game, with a position to look at.
const MIDDLE: u32 = 20;

/// Plays a match on its watch until so many things have happened. Returns the number of games that ended.
fn play(watch: &Watch, contest: &Match, updates: u32) -> usize {
    let runner = Runner::new(contest);
    let stopper = runner.stopper();
    let (mut left, mut ended) = (updates, 0);
    let results = runner.run(1, |update| {
        if left > 0 {
            watch.take(&update);
            ended += usize::from(matches!(update, Update::Ended(..)));
            left -= 1;
        } else {
            stopper.stop();
        }
        Ok(())
    });
    results.unwrap();
    ended
}

fn contest() -> Match {
    let players = ["engine:1", "greedy"].map(|name| name.parse().unwrap());
    Match::new(players.into(), 20)
}

/// A person in front of a match in which so many things have happened.
fn spectator(size: (u16, u16), updates: u32) -> (Person, Arc<Watch>) {
    let watch = Arc::new(Watch::new(&contest()));
    let table = ["level 1 12-1-7 (62.5 %)", "Elo difference +89 +/- 120"];
    watch.set_table(table.map(str::to_owned).to_vec(), 20);
    play(&watch, &contest(), updates);
    let first = FirstScreen::Match(Arc::clone(&watch));
    let mut person = Table::new().size(size.0, size.1).first(first).sit();
    person.wait(200);
    (person, watch)
}

/// Lets so many moves pass at the first pace.
fn wait_for_moves(person: &mut Person, moves: u64) {
    person.wait(500 * moves);
}

/// Returns the number of discs on the board.
fn discs(person: &Person) -> usize {
    let text = person.text();
    let column = |line: &str| line.chars().skip(3).step_by(2).take(8).collect::<String>();
    let rows = text.lines().skip(2).take(8).map(column);
    rows.collect::<String>().matches(['●', '○']).count()
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
fn a_game_that_is_over_long_ago_is_watched_move_by_move_to_its_end() {
    let (mut person, _) = spectator((40, 15), 1000);
    for moves in 1..=20 {
        assert_eq!(discs(&person), 4 + 8 + moves, "{moves} {}", person.text());
        wait_for_moves(&mut person, 1);
    }
    // The game has 60 moves and passes at least, of which the opening has 8.
    wait_for_moves(&mut person, 34);
    assert!(
        person.says(" wins ") || person.says("Draw "),
        "{}",
        person.text()
    );
}

#[test]
fn the_end_of_a_game_stays_for_a_moment_and_the_next_one_follows() {
    let (mut person, watch) = spectator((80, 24), 400);
    let is_at_end = |person: &Person| person.says(" wins ") || person.says("Draw ");
    assert!(person.says("Game 1"));
    while !is_at_end(&person) {
        assert!(person.says("Game 1"), "{}", person.text());
        wait_for_moves(&mut person, 1);
    }
    person.wait(1000);
    assert!(
        is_at_end(&person) && person.says("Game 1"),
        "{}",
        person.text()
    );
    person.wait(1500);
    assert!(
        !is_at_end(&person) && person.says("Game 2"),
        "{}",
        person.text()
    );
    // Nothing waits for the spectator: what is finished is counted apart from what is watched.
    assert!(person.says("Finished: 20 of 40"));
    watch.set_table(Vec::new(), 40);
    person.wait(200);
    assert!(person.says("Finished: 40 of 40") && person.says("Game 2"));
}

#[test]
fn a_spectator_sets_the_pace_pauses_and_steps() {
    let (mut person, _) = spectator((40, 15), 1000);
    let before = discs(&person);
    person.keys("+");
    person.wait(900);
    assert_eq!(discs(&person), before + 1, "a second for a move");
    person.keys("- - - - -");
    person.wait(2000);
    assert!(discs(&person) >= before + 10, "{}", person.text());
    person.keys("p");
    let paused = discs(&person);
    person.wait(5000);
    assert_eq!(discs(&person), paused);
    assert!(person.says("Paused."));
    person.keys("left left space right right");
    assert_eq!(discs(&person), paused + 1);
    person.keys("p");
    person.wait(300);
    assert!(discs(&person) > paused + 1);
    // A step pauses, so that the next move does not come on its own.
    person.keys("right");
    let stepped = discs(&person);
    person.wait(3000);
    assert_eq!(discs(&person), stepped);
}

#[test]
fn the_next_game_can_be_watched_before_this_one_ends() {
    let (mut person, watch) = spectator((80, 24), MIDDLE);
    person.keys("n");
    assert!(
        person.says("No other game to watch yet."),
        "{}",
        person.text()
    );
    let watched = play(&watch, &contest(), 400);
    assert!(watched > 2);
    person.wait(200);
    person.keys("n");
    assert!(person.says("Game 2"), "{}", person.text());
    person.keys("n");
    assert!(person.says("Game 3"), "{}", person.text());
}

#[test]
fn a_small_screen_has_the_text_on_another_page() {
    let (mut person, _) = spectator((24, 12), MIDDLE);
    person.keys("tab");
    assert!(person.says("Finished: 20 of 40") && person.says("level 1 12-1-7"));
    assert_snapshot!(person.text());
    person.keys("tab");
    assert!(!person.says("Finished"));
}

#[test]
fn leaving_asks_whether_the_match_is_to_stop() {
    for (keys, runs_on) in [
        ("q j", false),
        ("esc enter", true),
        ("q enter", true),
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
    person.keys("esc");
    person.wait(200);
    assert!(person.says("The match is over."), "{}", person.text());
    person.keys("q");
    assert_eq!(person.effects, [Effect::Quit]);
}

#[test]
fn a_match_that_stands_still_is_not_drawn_again() {
    let (mut person, watch) = spectator((80, 24), MIDDLE);
    wait_for_moves(&mut person, 60);
    person.app.take_dirty();
    person.wait(1000);
    let before = person.text();
    assert!(!person.app.take_dirty());
    watch.set_table(vec!["level 1 13-1-7 (64.3 %)".to_owned()], 21);
    person.wait(200);
    assert_ne!(person.text(), before);
}

#[test]
fn keys_of_a_game_and_pastes_do_nothing_to_a_match() {
    let (mut person, _) = spectator((80, 24), MIDDLE);
    person.keys("f5 u x enter");
    person.paste("f5d6c3");
    assert!(
        person.says("Leave the match first to paste a game."),
        "{}",
        person.text()
    );
    person.keys("?");
    assert!(
        person.says("while the match runs, stop it or let it run"),
        "{}",
        person.text()
    );
    person.keys("esc");
    assert!(person.app.session().is_none());
    assert!(person.says("Game 1"), "{}", person.text());
}

/// Plays the first legal move, and has found something about it.
struct Thinker(i32);

impl Player for Thinker {
    fn choose(&mut self, game: &Game, control: &Control) -> Result<Square, PlayerError> {
        let square = game.legal_moves().first().unwrap();
        let after = game.position().play(square).unwrap();
        let ply = u32::try_from(game.entries().len()).unwrap();
        control.reporter.progress({
            let mut info = SearchInfo::default();
            info.moves = vec![MoveScore::new(
                Some(square),
                Score::of(self.0 * i32::try_from(ply).unwrap() / 2),
                Certainty::Estimate,
                12 + ply,
                [square]
                    .into_iter()
                    .chain(after.legal_moves())
                    .take(6)
                    .collect(),
            )];
            info.nodes = 12_345 << ply;
            info
        });
        Ok(square)
    }
}

/// Black sees itself ahead, and White, of another opinion, sees itself ahead by less.
fn thinker(kind: &PlayerKind, _: u64) -> Option<Box<dyn Player>> {
    let sees = match kind {
        PlayerKind::Human => return None,
        PlayerKind::Greedy => 3,
        _ => 1,
    };
    Some(Box::new(Thinker(sees)))
}

/// Two computers that have played ten moves, and pause.
fn two_thinkers(size: (u16, u16)) -> Person {
    let mut person = Table::new()
        .players(PlayerKind::Greedy, PlayerKind::Random)
        .size(size.0, size.1)
        .with(|options| options.setup.factory = thinker)
        .sit();
    person.wait_for_entries(10);
    person.keys("p");
    person
}

#[test]
fn two_computers_show_their_thoughts_beside_each_other_and_both_scores() {
    // Not the whole screens: they have the times of the moves.
    let large = two_thinkers((120, 40)).text();
    for row in [
        "│ Black depth 20, +12  White depth 21, +4   │",
        "│   3.1M nodes           6.3M nodes         │",
        "│   c2 d2 e3 b4 c5 f5    d2 d1 e1 f5 e6 f6  │",
        "╭ Scores ",
        "│ +12│ ⢠⠃ ",
        "│ by Black  by White ",
    ] {
        assert!(large.contains(row), "{row}\n{large}");
    }
    let small = two_thinkers((80, 24)).text();
    for row in [
        " Thoughts ───────────────────\n",
        " Black depth 20, +12, 3.1M",
        "   c2 d2 e3 b4 c5 f5\n",
        " White depth 21, +4, 6.3M",
        "   d2 d1 e1 f5 e6 f6\n",
    ] {
        assert!(small.contains(row), "{row}\n{small}");
    }
}

#[test]
fn levels_that_play_like_people_have_no_thoughts_to_show() {
    let level = |number| PlayerKind::Engine(Level::new(number).unwrap());
    let mut person = Table::new().players(level(2), level(3)).size(120, 40).sit();
    person.wait_for_entries(6);
    person.keys("p");
    assert!(!person.says("Thoughts"), "{}", person.text());
}

#[test]
fn the_thoughts_of_two_computers_fit_every_screen() {
    for size in [(200, 60), (120, 40), (100, 30), (80, 24)] {
        let person = two_thinkers(size);
        let text = person.text();
        assert!(text.contains("depth 20, +12"), "{size:?}\n{text}");
        assert!(text.contains("depth 21, +4"), "{size:?}\n{text}");
    }
    for size in [(60, 20), (40, 15), (24, 12)] {
        assert!(two_thinkers(size).says("paused") || two_thinkers(size).says("Paused"));
    }
}

#[test]
fn a_side_of_two_computers_is_taken_over_while_they_pause_or_play() {
    for is_paused in [true, false] {
        let mut person = two_thinkers((80, 24));
        if !is_paused {
            person.keys("p");
        }
        let to_move = person.game().position().side_to_move();
        person.keys(">");
        assert!(person.session().players()[to_move].is_human());
        assert!(person.session().awaits_human() && !person.session().is_paused());
        assert!(!person.says("Thoughts"), "they are secret in a game");
        let square = person.game().legal_moves().first().unwrap().to_string();
        let played = person.game().entries().len();
        person.keys(&square);
        person.wait_for_entries(played + 2);
        // There is nobody else to take over.
        person.keys(">");
        assert!(!person.session().players()[to_move.opposite()].is_human());
    }
}

#[test]
fn a_match_shows_what_both_had_found_at_the_move_that_is_shown() {
    let players = ["greedy", "random"].map(|name| name.parse().unwrap());
    let contest = Match::new(players.into(), 1).with_factory(thinker);
    for size in [(120, 40), (80, 24)] {
        let watch = Arc::new(Watch::new(&contest));
        play(&watch, &contest, MIDDLE);
        let first = FirstScreen::Match(Arc::clone(&watch));
        let mut person = Table::new().size(size.0, size.1).first(first).sit();
        person.wait(200);
        // The first move is there at once.
        wait_for_moves(&mut person, 5);
        assert!(person.says("depth 25"), "{}", person.text());
        assert_snapshot!(person.text());
        person.keys("left left");
        assert!(
            person.says("depth 23") && !person.says("depth 25"),
            "{}",
            person.text()
        );
    }
}
