//! The laws of a session, with players made for the purpose.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

mod origin;
mod remote;
mod thinking;
mod timed;

use super::undo::is_decision;
use super::*;
use crate::clock::FlagRule;
use crate::player::{Control, Player, PlayerError, PlayerKind};
use reversi::transcript;
use reversi::{Ending, Entry, MoveError, Outcome, Square, Status};

/// A game in which White passes (entries: 14 moves and more; WTHOR 1999).
const PASSES: &str = "f5f4e3d6f3g3g4g5h3d3h6h5h4h2h1e2g6f2g2h7g7f7g8h8e1f1g1f6f8d1d2e6d7";

fn silent() -> Waker {
    Arc::new(|| ())
}

fn session(black: PlayerKind, white: PlayerKind, moves: &str) -> Session {
    let mut setup = Setup::new(ByColor::new(black, white), 7);
    transcript::play(&mut setup.game, moves).unwrap();
    Session::new(setup, silent())
}

fn events(session: &mut Session) -> Vec<Event> {
    std::iter::from_fn(|| session.next_event()).collect()
}

/// The first move of most games here.
fn f5() -> Event {
    Event::Played {
        color: Color::Black,
        square: square("f5"),
        flips: square("e5").into(),
    }
}

/// The outcome that ends these events.
fn end(events: &[Event]) -> &Outcome {
    match events.last() {
        Some(Event::Over(outcome)) => outcome,
        last => panic!("{last:?}"),
    }
}

fn square(name: &str) -> Square {
    name.parse().unwrap()
}

/// A player that thinks until it is stopped.
struct Endless;

impl Player for Endless {
    fn choose(&mut self, _: &Game, control: &Control) -> Result<Square, PlayerError> {
        while !control.reporter.is_stopped() {
            std::thread::sleep(Duration::from_millis(1));
        }
        Err(PlayerError::Stopped)
    }
}

fn endless(kind: &PlayerKind, _: u64) -> Option<Box<dyn Player>> {
    (!kind.is_human()).then(|| Box::new(Endless) as Box<dyn Player>)
}

#[test]
fn two_cpus_play_a_whole_game_and_the_same_one_with_the_same_seed() {
    let play = || {
        let mut session = session(PlayerKind::Greedy, PlayerKind::Random, "");
        while session.wait() {
            assert!(session.advance());
        }
        assert!(session.game().outcome().is_some());
        (transcript::print(session.game()), events(&mut session))
    };
    let (moves, said) = play();
    assert_eq!(play(), (moves, said.clone()));
    assert_eq!(end(&said).winner, Some(Color::Black));
}

#[test]
fn games_with_a_seed_are_the_same_on_every_platform() {
    let mut session = session(PlayerKind::Random, PlayerKind::Greedy, "");
    while session.wait() {
        session.advance();
    }
    let first = transcript::print(session.game());
    // Written down once; a change of the generator or of how it is used would show.
    assert_eq!(
        first,
        "d3c5d6e3f5g5f4e6f3f2g6d2c2c7c4c3f1h7c6c1e7e8b6g3g2h1f6a6d7b5e2e1g4d8g7f7d1g1b4h5h4b3g8h6h2h3a4a3b7a7b2a2h8a5f8b8c8a8a1b1"
    );
    session.new_game();
    while session.wait() {
        session.advance();
    }
    assert_ne!(
        transcript::print(session.game()),
        first,
        "a rematch is another game"
    );
}

#[test]
fn a_move_forces_a_pass_that_is_announced() {
    let mut session = session(PlayerKind::Human, PlayerKind::Human, "");
    events(&mut session);
    for token in transcript::tokens(PASSES) {
        if let Ok(transcript::Token::Move(square)) = token {
            session.play(square).unwrap();
        }
    }
    let said = events(&mut session);
    assert_eq!(said[0], f5());
    let is_pass = |event: &&Event| matches!(event, Event::Passed { .. });
    let passes: Vec<_> = said.iter().filter(is_pass).collect();
    assert_eq!(passes.len(), 8);
    let (color, again) = (Color::White, true);
    assert_eq!(*passes[0], Event::Passed { color, again });
    let outcome = end(&said);
    assert_eq!(outcome.discs, ByColor::new(37, 0));
    assert_eq!(outcome.score, ByColor::new(64, 0));
    assert_eq!(outcome.winner, Some(Color::Black));
}

#[test]
fn between_two_persons_undo_goes_back_one_move_with_the_pass_after_it() {
    let mut session = session(PlayerKind::Human, PlayerKind::Human, PASSES);
    let entries = session.game().entries().to_vec();
    let pass = entries
        .iter()
        .position(|entry| matches!(entry, Entry::Pass { .. }))
        .unwrap();
    while session.game().entries().len() > pass {
        session.undo().unwrap();
        assert!(session.awaits_human(), "nobody has to pass again");
    }
    assert_eq!(session.game().entries(), &entries[..pass - 1]);
    session.redo().unwrap();
    assert_eq!(session.game().entries(), &entries[..=pass]);
    while session.undo().is_ok() {}
    assert_eq!(session.game(), &Game::new());
    assert_eq!(session.undo(), Err(Refusal::NothingToUndo));
}

#[test]
fn a_pass_that_was_undone_is_redone_alone_or_by_the_next_move() {
    for redo in [true, false] {
        let mut setup = Setup::new(ByColor::new(PlayerKind::Human, PlayerKind::Human), 7);
        transcript::play(&mut setup.game, &PASSES[..46]).unwrap();
        let passed = setup.game.entries().to_vec();
        setup.game.undo();
        let mut session = Session::new(setup, silent());
        assert!(matches!(session.game().status(), Status::MustPass(_)));
        if redo {
            session.redo().unwrap();
            assert_eq!(session.game().entries(), passed);
        } else {
            session.play(square(&PASSES[46..48])).unwrap();
            assert!(session.game().entries().starts_with(&passed));
        }
    }
}

#[test]
fn against_a_cpu_undo_goes_back_to_the_own_last_decision_across_passes() {
    let mut session = session(PlayerKind::Human, PlayerKind::Greedy, PASSES);
    let all = session.game().entries().to_vec();
    let mut lengths = vec![all.len()];
    while session.undo().is_ok() {
        assert!(session.awaits_human());
        lengths.push(session.game().entries().len());
    }
    assert_eq!(session.game(), &Game::new());
    // One step for each of Black's own moves, however many passes lie between.
    let moves = all
        .iter()
        .filter(|&e| is_decision::<Game>(e, Some(Color::Black)))
        .count();
    assert_eq!(lengths.len(), moves + 1);
    for &length in lengths.iter().rev().skip(1) {
        session.redo().unwrap();
        assert_eq!(session.game().entries().len(), length);
    }
    assert_eq!(session.game().entries(), all);
    assert_eq!(session.redo(), Err(Refusal::NothingToRedo));
}

#[test]
fn a_person_who_has_not_moved_yet_has_nothing_to_undo() {
    let mut session = session(PlayerKind::Greedy, PlayerKind::Human, "");
    assert!(session.wait() && session.advance());
    assert_eq!(session.undo(), Err(Refusal::NothingToUndo));
    assert_eq!(session.game().entries().len(), 1);
}

#[test]
fn undo_while_a_cpu_thinks_stops_it_and_drops_its_late_answer() {
    let mut setup = Setup::new(ByColor::new(PlayerKind::Human, PlayerKind::Greedy), 0);
    setup.factory = endless;
    let mut session = Session::new(setup, silent());
    session.play(square("f5")).unwrap();
    assert_eq!(session.thinking(), Some(Color::White));
    assert_eq!(
        session.play(square("d6")),
        Err(Refusal::NotYourTurn {
            color: Color::White,
            player: PlayerKind::Greedy
        })
    );
    session.undo().unwrap();
    assert_eq!(session.thinking(), None);
    assert_eq!(session.game(), &Game::new());
    assert!(!session.wait(), "nothing is to come");
    session.play(square("c4")).unwrap();
    drop(session); // waits for the thread, which obeys the stop
}

#[test]
fn a_cpu_that_crashes_is_reported_and_the_game_stays() {
    struct Crash;
    impl Player for Crash {
        fn choose(&mut self, _: &Game, _: &Control) -> Result<Square, PlayerError> {
            panic!("a bug in a player");
        }
    }
    let mut setup = Setup::new(ByColor::new(PlayerKind::Random, PlayerKind::Human), 0);
    setup.factory = |_, _| Some(Box::new(Crash));
    let mut session = Session::new(setup, silent());
    assert!(session.wait() && session.advance());
    assert!(session.is_paused());
    let Some(Event::PlayerFailed {
        color: Color::Black,
        player: PlayerKind::Random,
        error,
    }) = events(&mut session).pop()
    else {
        panic!("it is not reported");
    };
    let said = error.to_string();
    let expected = "internal error: a bug in a player (crates/table/src/session";
    assert!(said.starts_with(expected), "{said}");
    assert!(said.contains("Please report it"), "{said}");
    session.set_players(ByColor::new(PlayerKind::Human, PlayerKind::Human));
    session.play(square("f5")).unwrap();
}

#[test]
fn a_player_that_is_no_cpu_cannot_choose_moves() {
    let mut setup = Setup::new(ByColor::new(PlayerKind::Random, PlayerKind::Human), 0);
    setup.factory = |_, _| None;
    let mut session = Session::new(setup, silent());
    assert!(session.wait() && session.advance());
    let Some(Event::PlayerFailed { error, .. }) = events(&mut session).pop() else {
        panic!("it is not reported");
    };
    assert_eq!(error.to_string(), "it cannot choose moves");
}

#[test]
fn the_front_end_is_woken_when_an_answer_has_come() {
    let woken = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&woken);
    let setup = Setup::new(ByColor::new(PlayerKind::Random, PlayerKind::Human), 0);
    let mut session = Session::new(
        setup,
        Arc::new(move || {
            counter.fetch_add(1, Ordering::SeqCst);
        }),
    );
    while woken.load(Ordering::SeqCst) == 0 {
        std::thread::yield_now();
    }
    assert!(session.poll());
    assert!(session.advance());
    assert!(session.awaits_human());
}

#[test]
fn a_paused_cpu_does_not_move_until_it_goes_on() {
    let mut session = session(PlayerKind::Random, PlayerKind::Greedy, "");
    session.set_paused(true);
    assert!(!session.wait());
    session.set_paused(false);
    assert!(session.wait() && session.advance());
    session.undo().unwrap();
    assert!(session.is_paused(), "two CPUs stop after an undo");
    session.redo().unwrap();
    assert_eq!(session.game().entries().len(), 1);
}

#[test]
fn resigning_names_the_person_and_can_be_taken_back() {
    let mut setup = Setup::new(ByColor::new(PlayerKind::Human, PlayerKind::Greedy), 0);
    setup.factory = endless;
    let mut session = Session::new(setup, silent());
    session.play(square("f5")).unwrap();
    session.resign().unwrap(); // while White thinks: Black is the person
    let said = events(&mut session);
    assert_eq!(end(&said).ending, Ending::Resigned(Color::Black));
    assert_eq!(end(&said).discs, ByColor::new(4, 1));
    assert_eq!(session.resign(), Err(Refusal::GameOver));
    session.undo().unwrap();
    assert_eq!(session.game().entries().len(), 1);
    let mut cpus = self::session(PlayerKind::Random, PlayerKind::Greedy, "");
    assert_eq!(cpus.resign(), Err(Refusal::NobodyToResign));
}

#[test]
fn swapping_sides_lets_the_cpu_move_for_the_other_side() {
    let mut session = session(PlayerKind::Human, PlayerKind::Greedy, "f5d6");
    session.set_players(session.players().clone().swapped());
    assert_eq!(session.thinking(), Some(Color::Black));
    assert!(session.wait() && session.advance());
    assert!(session.awaits_human());
}

#[test]
fn a_set_up_that_begins_with_a_pass_or_is_over_says_so() {
    let only_white = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO- X";
    let set_up = |text: &str| {
        let mut setup = Setup::new(ByColor::new(PlayerKind::Human, PlayerKind::Human), 0);
        setup.game = Game::from_position(text.parse().unwrap());
        let mut session = Session::new(setup, silent());
        events(&mut session)
    };
    let (color, again) = (Color::Black, false);
    assert_eq!(
        set_up(&only_white.replace("XO- X", "OX- X")),
        [Event::Started, Event::Passed { color, again }]
    );
    let over = set_up(&only_white.replace('O', "X"));
    assert_eq!(over[0], Event::Started);
    assert_eq!(over.len(), 2);
    assert_eq!(end(&over).discs, ByColor::new(63, 0));
    assert_eq!(end(&over).score, ByColor::new(64, 0));
}

#[test]
fn a_cpu_makes_its_pass_that_was_undone() {
    // Nothing follows the pass, or one more move does.
    for length in [46, 48] {
        let mut setup = Setup::new(ByColor::new(PlayerKind::Human, PlayerKind::Greedy), 7);
        transcript::play(&mut setup.game, &PASSES[..length]).unwrap();
        let entries = setup.game.entries();
        let is_pass = |entry: &Entry| matches!(entry, Entry::Pass { .. });
        let (before, all) = (entries.iter().position(is_pass).unwrap(), entries.len());
        while setup.game.entries().len() > before {
            setup.game.undo().unwrap();
        }
        let mut session = Session::new(setup, silent());
        let last = session.game().entries().last();
        assert_eq!(session.game().entries().len(), before + 1);
        assert!(matches!(last, Some(Entry::Pass { .. })), "{last:?}");
        assert_eq!(session.game().undone().len(), all - before - 1);
        assert!(session.awaits_human());
        let announced = events(&mut session);
        assert!(
            announced.iter().any(|event| matches!(
                event,
                Event::Passed {
                    color: Color::White,
                    ..
                }
            )),
            "{announced:?}"
        );
    }
}
