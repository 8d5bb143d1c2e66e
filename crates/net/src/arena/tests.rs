//! The laws of a match, with players made for the purpose.

use std::collections::HashSet;
use std::time::Duration;

use super::*;
use crate::dial;
use reversi::{Square, balanced_openings, transcript};
use reversi_notation::{StatedEnding, StatedResult};
use reversi_table::game_opening::random_game;
use reversi_table::player::{Control, Player};

pub(crate) fn contest(players: &[&str]) -> Match {
    let players = players.iter().map(|name| name.parse().unwrap()).collect();
    Match {
        seed: 7,
        ..Match::new(players, 6)
    }
}

pub(crate) fn run(contest: &Match, jobs: usize) -> Result<Results, MatchError> {
    Runner::new(contest).run(jobs, |_| Ok(()))
}

fn tally(contest: &Match, jobs: usize) -> Tally {
    run(contest, jobs).unwrap().tally(0)
}

/// Returns the records of the games of a match that ends with an error or without.
fn records(contest: &Match) -> (Vec<Record>, Result<Results, MatchError>) {
    let mut records = Vec::new();
    let result = Runner::new(contest).run(1, |update| {
        if let Update::Ended(_, record, _) = update {
            records.push(record.clone());
        }
        Ok(())
    });
    (records, result)
}

#[test]
fn a_match_is_the_same_with_any_number_of_jobs() {
    let small = contest(&["engine:1", "greedy"]);
    let expected = tally(&small, 1);
    for jobs in dial::sizes(1, [2, 5, 100]) {
        let mut told = 0;
        let again = Runner::new(&small).run(jobs, |update| {
            told += u32::from(matches!(update, Update::Ended(..)));
            Ok(())
        });
        assert_eq!(again.unwrap().tally(0), expected);
        assert_eq!(told, 12);
    }
    // Two seeds may happen to give the same total, so two are tried.
    let others = [8, 9].map(|seed| {
        let other = Match {
            seed,
            ..small.clone()
        };
        tally(&other, 2)
    });
    assert_ne!(others, [expected; 2]);
}

#[test]
fn the_result_is_from_the_first_players_side() {
    let ours = tally(&contest(&["greedy", "random"]), 2);
    assert_eq!(ours.wins + ours.draws + ours.losses, 12);
    let strong = tally(&contest(&["engine:3", "random"]), 2);
    let weak = tally(&contest(&["random", "engine:3"]), 2);
    assert!(strong.wins >= 10 && strong.mean_margin > 0.0, "{strong:?}");
    assert!(weak.losses >= 10 && weak.mean_margin < 0.0, "{weak:?}");
}

#[test]
fn a_person_plays_no_match() {
    let result = run(&contest(&["human", "greedy"]), 1);
    assert_eq!(result.unwrap_err(), MatchError::Human);
}

#[test]
fn an_opening_has_so_many_moves_and_leaves_a_choice() {
    let mut chance = ChaCha8Rng::seed_from_u64(1);
    for moves in [0, 1, 9, 20, 40] {
        let game = random_game(moves, &mut chance);
        let played = game.entries().iter().filter(|e| e.square().is_some());
        assert_eq!(played.count(), moves as usize);
        assert!(!game.legal_moves().is_empty());
    }
}

#[test]
fn balanced_openings_are_all_played_before_one_comes_back() {
    let count = u32::try_from(balanced_openings().len()).unwrap();
    let balanced = Match {
        openings: GameOpening::Balanced,
        pairs: count + 1,
        ..contest(&["random", "greedy"])
    };
    let opening = |contest: &Match, number: u32| {
        transcript::print(&contest.opening(&contest.fixture(2 * number)))
    };
    let of_seed = |seed| {
        let contest = Match {
            seed,
            ..balanced.clone()
        };
        (0..20)
            .map(|number| opening(&contest, number))
            .collect::<Vec<_>>()
    };
    assert_eq!(of_seed(1), of_seed(1));
    assert_ne!(of_seed(1), of_seed(2));
    let different: HashSet<_> = of_seed(1).into_iter().collect();
    assert_eq!(different.len(), 20);
    assert!(
        different
            .iter()
            .all(|line| balanced_openings().contains(&line.as_str()))
    );
    assert_eq!(opening(&balanced, 0), opening(&balanced, count));
    let colours =
        [0, 1].map(|number| transcript::print(&balanced.opening(&balanced.fixture(number))));
    assert_eq!(
        colours[0], colours[1],
        "both sides of an opening are played"
    );
}

#[test]
fn in_a_tournament_everyone_meets_everyone_with_both_colours_from_the_same_openings() {
    let tournament = contest(&["random", "greedy", "engine:3"]);
    assert_eq!(tournament.games(), 36);
    assert_eq!(tournament.pairings(), [[0, 1], [0, 2], [1, 2]]);
    let mut seen = Vec::new();
    for number in 0..tournament.games() {
        let fixture = tournament.fixture(number);
        seen.push((
            fixture.opening,
            fixture.players.black,
            fixture.players.white,
        ));
        assert_eq!(
            fixture.players[fixture.first()],
            tournament.pairings()[fixture.pairing][0]
        );
    }
    seen.sort_unstable();
    let expected: Vec<_> = (0..6)
        .flat_map(|opening| {
            [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)].map(|(b, w)| (opening, b, w))
        })
        .collect();
    assert_eq!(seen, expected);
    // The first pairing plays the same games as a match of these two.
    let results = run(&tournament, 3).unwrap();
    assert_eq!(results.tally(0), tally(&contest(&["random", "greedy"]), 2));
    assert_eq!(results.standings()[0].player, 2, "the engine wins");
}

/// Takes seconds: it plays a match of level 2 against chance twice, until the test has a verdict.
#[test]
fn a_test_ends_a_match_at_the_same_pair_with_any_number_of_jobs() {
    let tested = Match {
        pairs: 100,
        sprt: Some(Sprt {
            elo0: 0.0,
            elo1: 100.0,
        }),
        ..contest(&["engine:2", "random"])
    };
    let expected = run(&tested, 1).unwrap();
    assert_eq!(expected.verdict(), Some(SprtVerdict::H1));
    assert!(expected.games() < 200, "{expected:?}");
    let again = run(&tested, 5).unwrap();
    assert_eq!(
        (again.games(), again.tally(0)),
        (expected.games(), expected.tally(0))
    );
}

#[test]
fn a_stopped_match_has_the_results_so_far() {
    let runner = Runner::new(&contest(&["random", "greedy"]));
    let stopper = runner.stopper();
    let results = runner.run(1, |update| {
        if let Update::Ended(_, _, results) = update
            && results.games() == 5
        {
            stopper.stop();
        }
        Ok(())
    });
    let results = results.unwrap();
    assert!(
        (5..8).contains(&results.games()) && !results.is_complete(),
        "{results:?}"
    );
}

/// Returns the first legal move.
fn first_move(game: &Game) -> Square {
    game.legal_moves().iter().next().unwrap()
}

/// Never moves.
struct Endless;

impl Player for Endless {
    fn choose(&mut self, _: &Game, control: &Control) -> Result<Square, PlayerError> {
        while !control.reporter.is_stopped() {
            std::thread::sleep(Duration::from_millis(1));
        }
        Err(PlayerError::Stopped)
    }
}

/// Plays on a square that is taken.
struct Illegal;

impl Player for Illegal {
    fn choose(&mut self, _: &Game, _: &Control) -> Result<Square, PlayerError> {
        Ok("d4".parse().unwrap())
    }
}

/// Crashes as Black.
struct Crashing;

impl Player for Crashing {
    fn choose(&mut self, game: &Game, _: &Control) -> Result<Square, PlayerError> {
        if game.position().side_to_move() == Color::Black {
            return Err(PlayerError::Failed("it crashed\u{7}".to_owned()));
        }
        Ok(first_move(game))
    }
}

/// Creates the players of a test: `greedy` crashes as Black, level 1 never moves, and level 2 breaks the
/// rules.
pub(crate) fn failing(kind: &PlayerKind, seed: u64) -> Option<Box<dyn Player>> {
    match kind {
        PlayerKind::Greedy => Some(Box::new(Crashing)),
        PlayerKind::Engine(level) if level.number == 1 => Some(Box::new(Endless)),
        PlayerKind::Engine(_) => Some(Box::new(Illegal)),
        kind => kind.create(seed),
    }
}

#[test]
fn a_player_that_fails_now_and_then_forfeits_those_games_and_the_match_goes_on() {
    let contest = Match {
        factory: failing,
        ..contest(&["greedy", "random"])
    };
    let (mut records, result) = records(&contest);
    records.sort_by(|one, other| one.round.cmp(&other.round));
    let tally = result.unwrap().tally(0);
    assert_eq!((tally.games(), tally.forfeited), (12, [6, 0]));
    assert_eq!(
        records[0].comment,
        "greedy failed to move: it crashed\\u{7}"
    );
    assert_eq!(
        records[0].result.map(|result| result.to_string()).unwrap(),
        "White wins by forfeit"
    );
    assert_eq!(records[1].comment, "");
}

#[test]
fn forfeits_before_the_first_whole_game_are_told_with_it() {
    let names = |records: &[Record]| -> Vec<String> {
        records.iter().map(|record| record.round.clone()).collect()
    };
    let swapped = Match {
        factory: failing,
        ..contest(&["random", "greedy"])
    };
    // Greedy fails as Black, in the second game of each pair.
    let (records, _) = records(&swapped);
    assert_eq!(names(&records)[..3], ["1.1", "1.2", "2.1"]);
    let first = Match {
        factory: failing,
        ..contest(&["greedy", "random"])
    };
    let (records, _) = self::records(&first);
    assert_eq!(names(&records)[..3], ["1.2", "1.1", "2.1"]);
}

#[test]
fn a_player_that_only_fails_ends_the_match_after_three_games() {
    let contest = Match {
        factory: failing,
        ..contest(&["random", "engine:2"])
    };
    let (records, result) = records(&contest);
    assert_eq!(records, [], "nothing is kept");
    assert_eq!(
        result.unwrap_err().to_string(),
        "the match has stopped, because level 2 failed to move in 3 games in a row: it chose an \
         illegal move: d4 is taken by White"
    );
}

#[test]
fn a_player_that_fails_in_every_game_of_a_shorter_match_ends_it_with_the_reason_too() {
    let contest = Match {
        factory: failing,
        pairs: 1,
        ..contest(&["engine:2", "random"])
    };
    let (records, result) = records(&contest);
    assert_eq!(records, [], "nothing is kept");
    let error = result.unwrap_err().to_string();
    assert!(
        error.starts_with(
            "the match has stopped, because level 2 failed to move in 2 games in a row: it chose an illegal"
        ),
        "{error}"
    );
    // One game of the match has been played before.
    let mut results = Results::new(&contest);
    results.add(0, GameResult::from_margin(2));
    let resumed = Runner::resume(results).run(1, |update| {
        assert!(!matches!(update, Update::Ended(..)), "nothing is kept");
        Ok(())
    });
    let error = resumed.unwrap_err().to_string();
    assert!(
        error.contains(" failed to move in its last game: "),
        "{error}"
    );
}

/// Takes seconds: in each of two games a player thinks until its second is used up.
#[test]
fn a_fallen_flag_loses_the_game_on_time() {
    let contest = Match {
        pairs: 1,
        time: Some("1s".parse().unwrap()),
        factory: failing,
        ..contest(&["engine:1", "random"])
    };
    let (records, result) = records(&contest);
    let tally = result.unwrap().tally(0);
    assert_eq!((tally.losses, tally.lost_on_time), (2, [2, 0]));
    let ending = |result: StatedResult| result.ending;
    assert_eq!(records[0].result.and_then(ending), Some(StatedEnding::Time));
    assert_eq!(records[0].time_control.black, "00:01");
}

#[test]
fn a_handicap_of_a_match_stays_with_its_player_on_both_sides() {
    let uneven = Match {
        time: Some("10m:5m/20s".parse().unwrap()),
        ..contest(&["greedy", "random"])
    };
    let times = [0, 1].map(|number| {
        let time = uneven.setup(&uneven.fixture(number)).time;
        time.unwrap().to_string()
    });
    assert_eq!(times, ["10m:5m/20s", "5m/20s:10m"]);
}
