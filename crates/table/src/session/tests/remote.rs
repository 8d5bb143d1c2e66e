//! A player at the other end of a connection.

use super::*;

fn against_remote() -> Session {
    session(PlayerKind::Human, PlayerKind::Remote, "")
}

#[test]
fn the_moves_of_each_side_are_its_own() {
    let mut session = against_remote();
    assert_eq!(session.remote(), Some(Color::White));
    let refused = session.play_for_remote(square("f5")).unwrap_err();
    assert!(matches!(refused, Refusal::NotYourTurn { .. }));
    session.play(square("f5")).unwrap();
    assert!(!session.wait(), "nobody here thinks about it");
    let refused = session.play(square("d6")).unwrap_err();
    let (color, player) = (Color::White, PlayerKind::Remote);
    assert_eq!(refused, Refusal::NotYourTurn { color, player });
    let illegal = session.play_for_remote(square("a1")).unwrap_err();
    assert!(matches!(illegal, Refusal::Move(_)));
    session.play_for_remote(square("d6")).unwrap();
    assert_eq!(transcript::print(session.game()), "f5d6");
}

#[test]
fn while_the_connection_is_lost_the_game_waits() {
    let mut session = against_remote();
    events(&mut session);
    session.set_paused(true);
    assert_eq!(session.play(square("f5")), Err(Refusal::NotConnected));
    assert_eq!(session.resign(), Err(Refusal::NotConnected));
    session.set_paused(false);
    session.play(square("f5")).unwrap();
    assert_eq!(events(&mut session), [f5()]);
}

#[test]
fn either_side_resigns_at_any_time() {
    let mut session = against_remote();
    session.resign_for_remote(Color::White).unwrap();
    assert_eq!(session.game().outcome().unwrap().winner, Some(Color::Black));
    assert_eq!(
        session.resign_for_remote(Color::White),
        Err(Refusal::GameOver)
    );
    let mut session = against_remote();
    session.play(square("f5")).unwrap();
    session.resign().unwrap();
    assert_eq!(session.game().outcome().unwrap().winner, Some(Color::White));
    assert_eq!(session.time_out(Color::White), Err(Refusal::GameOver));
}

#[test]
fn the_clock_of_a_guest_ends_no_game() {
    let mut setup = Setup::new(ByColor::new(PlayerKind::Human, PlayerKind::Remote), 7);
    let start = Instant::now();
    let now = Arc::new(std::sync::Mutex::new(start));
    let read = Arc::clone(&now);
    setup.now = Arc::new(move || *read.lock().unwrap());
    (setup.time, setup.flag) = ("10s".parse().ok(), FlagRule::HostDecides);
    let mut session = Session::new(setup, silent());
    *now.lock().unwrap() = start + Duration::from_secs(20);
    assert!(!session.tick());
    assert_eq!(session.timing.flag_falls(), None);
    session.time_out(Color::Black).unwrap();
    assert_eq!(session.game().outcome().unwrap().winner, Some(Color::White));
}

#[test]
fn a_spectator_can_do_nothing_that_players_do() {
    let mut session = session(PlayerKind::Remote, PlayerKind::Remote, "");
    assert!(session.is_watched());
    assert_eq!(session.play(square("f5")), Err(Refusal::Watching));
    assert_eq!(session.resign(), Err(Refusal::Watching));
    for name in ["f5", "d6", "c3"] {
        session.play_for_remote(square(name)).unwrap();
    }
    session.resign_for_remote(Color::White).unwrap();
    assert_eq!(session.game().outcome().unwrap().winner, Some(Color::Black));
    assert!(!against_remote().is_watched());
}
