//! The laws of a session with clocks, on invented time.

use std::sync::Mutex;

use super::*;
use crate::clock::FlagRule;
use crate::player::level::Level;

/// A time that stands still until it is moved.
#[derive(Clone)]
struct Watch(Arc<Mutex<Instant>>);

impl Watch {
    fn new() -> Self {
        Self(Arc::new(Mutex::new(Instant::now())))
    }

    fn pass(&self, seconds: u64) {
        *self.0.lock().unwrap() += Duration::from_secs(seconds);
    }

    fn source(&self) -> TimeSource {
        let watch = self.clone();
        Arc::new(move || *watch.0.lock().unwrap())
    }
}

fn timed(black: PlayerKind, white: PlayerKind, time: &str, flag: FlagRule) -> (Session, Watch) {
    timed_with(black, white, time, flag, PlayerKind::create)
}

fn timed_with(
    black: PlayerKind,
    white: PlayerKind,
    time: &str,
    flag: FlagRule,
    factory: Factory,
) -> (Session, Watch) {
    let watch = Watch::new();
    let mut setup = Setup::new(ByColor::new(black, white), 7);
    setup.time = Some(time.parse().unwrap());
    setup.flag = flag;
    setup.now = watch.source();
    setup.factory = factory;
    (Session::new(setup, silent()), watch)
}

fn shown(session: &Session) -> String {
    let left = session.timing.remaining().unwrap();
    format!("Time: Black {}, White {}.", left.black, left.white)
}

const HUMAN: PlayerKind = PlayerKind::Human;

#[test]
fn without_a_time_control_there_are_no_clocks() {
    let mut session = session(HUMAN, HUMAN, "");
    assert!(session.timing.clock().is_none() && session.timing.remaining().is_none());
    assert!(session.timing.flag_falls().is_none() && !session.tick());
}

#[test]
fn each_side_uses_its_own_time_and_gains_the_increment() {
    let (mut session, watch) = timed(HUMAN, HUMAN, "5m+3s", FlagRule::Lose);
    assert_eq!(shown(&session), "Time: Black 5:00, White 5:00.");
    watch.pass(10);
    session.play(square("f5")).unwrap();
    watch.pass(20);
    assert_eq!(shown(&session), "Time: Black 4:53, White 4:40.");
    session.play(square("d6")).unwrap();
    assert_eq!(
        session.timing.clock().unwrap().running(),
        Some(Color::Black)
    );
    assert_eq!(shown(&session), "Time: Black 4:53, White 4:43.");
}

#[test]
fn a_paused_session_has_no_running_clock() {
    let (mut session, watch) = timed(HUMAN, HUMAN, "5m", FlagRule::Lose);
    watch.pass(1);
    session.set_paused(true);
    watch.pass(1000);
    assert!(!session.tick());
    assert_eq!(shown(&session), "Time: Black 4:59, White 5:00.");
    session.set_paused(false);
    watch.pass(1);
    assert_eq!(shown(&session), "Time: Black 4:58, White 5:00.");
}

#[test]
fn who_uses_up_the_time_has_lost_and_that_is_no_resignation() {
    let (mut session, watch) = timed(HUMAN, HUMAN, "1m", FlagRule::Lose);
    session.play(square("f5")).unwrap();
    events(&mut session);
    watch.pass(59);
    assert!(!session.tick());
    watch.pass(1);
    assert!(session.tick());
    let outcome = session.game().outcome().unwrap();
    assert_eq!(outcome.ending, reversi::Ending::TimedOut(Color::White));
    assert_eq!(outcome.winner, Some(Color::Black));
    let (color, goes_on) = (Color::White, false);
    assert_eq!(
        events(&mut session),
        [Event::TimeUp { color, goes_on }, Event::Over(outcome)]
    );
    watch.pass(100);
    assert!(!session.tick(), "the clocks stand");
    assert_eq!(shown(&session), "Time: Black 1:00, White 0:00.0.");
}

#[test]
fn a_move_after_the_flag_has_fallen_comes_too_late() {
    let (mut session, watch) = timed(HUMAN, HUMAN, "1m", FlagRule::Lose);
    watch.pass(61);
    assert_eq!(
        session.play(square("f5")),
        Err(Refusal::Move(MoveError::GameOver))
    );
    assert_eq!(session.game().entries().len(), 1);
    assert_eq!(
        session.game().entries()[0],
        Entry::Timeout {
            color: Color::Black
        }
    );
}

#[test]
fn a_loss_on_time_is_undone_and_redone_like_any_entry() {
    let (mut session, watch) = timed(HUMAN, HUMAN, "1m", FlagRule::Lose);
    watch.pass(20);
    session.play(square("f5")).unwrap();
    watch.pass(60);
    assert!(session.tick());
    let over = session.game().clone();
    events(&mut session);
    session.undo().unwrap();
    assert_eq!(
        events(&mut session),
        [Event::Undone(vec![Entry::Timeout {
            color: Color::White
        }])]
    );
    assert_eq!(shown(&session), "Time: Black 0:40, White 1:00.");
    session.redo().unwrap();
    assert_eq!(session.game(), &over);
    assert_eq!(shown(&session), "Time: Black 0:40, White 0:00.0.");
    session.undo().unwrap();
    watch.pass(30);
    session.play(square("d6")).unwrap();
    assert_eq!(shown(&session), "Time: Black 0:40, White 0:30.");
    session.undo().unwrap();
    session.undo().unwrap();
    assert_eq!(shown(&session), "Time: Black 1:00, White 1:00.");
}

#[test]
fn a_warning_comes_once_and_the_game_goes_on() {
    let (mut session, watch) = timed(HUMAN, HUMAN, "1m", FlagRule::Warn);
    events(&mut session);
    watch.pass(75);
    assert!(session.tick());
    assert!(!session.tick());
    assert_eq!(
        events(&mut session),
        [Event::TimeUp {
            color: Color::Black,
            goes_on: true
        }]
    );
    assert_eq!(shown(&session), "Time: Black -0:15, White 1:00.");
    session.play(square("f5")).unwrap();
    assert_eq!(session.game().outcome(), None);
}

#[test]
fn a_new_game_has_full_clocks() {
    let (mut session, watch) = timed(HUMAN, HUMAN, "1m", FlagRule::Lose);
    watch.pass(100);
    session.tick();
    session.new_game();
    assert_eq!(shown(&session), "Time: Black 1:00, White 1:00.");
    watch.pass(5);
    assert_eq!(shown(&session), "Time: Black 0:55, White 1:00.");
}

#[test]
fn what_lies_between_a_cpus_answer_and_its_move_is_not_its_time() {
    let (mut session, watch) = timed(HUMAN, PlayerKind::Greedy, "1m", FlagRule::Lose);
    session.play(square("f5")).unwrap();
    assert!(session.wait());
    watch.pass(100);
    assert!(!session.tick());
    assert!(session.advance());
    assert_eq!(shown(&session), "Time: Black 1:00, White 1:00.");
    assert_eq!(
        session.timing.clock().unwrap().running(),
        Some(Color::Black)
    );
}

#[test]
fn a_cpu_that_thinks_too_long_loses_on_time_too() {
    let cpu = PlayerKind::Greedy;
    let (mut session, watch) = timed_with(HUMAN, cpu, "1m", FlagRule::Lose, endless);
    session.play(square("f5")).unwrap();
    watch.pass(60);
    assert!(session.tick());
    assert_eq!(session.thinking(), None);
    let outcome = session.game().outcome().unwrap();
    assert_eq!(outcome.ending, reversi::Ending::TimedOut(Color::White));
    // The person goes back to the own last decision.
    session.undo().unwrap();
    assert_eq!(session.game(), &Game::new());
}

#[test]
fn an_engine_with_little_time_for_its_game_does_not_lose_on_time() {
    let engine = "engine:8".parse().unwrap();
    let mut setup = Setup::new(ByColor::new(engine, PlayerKind::Random), 7);
    setup.time = Some("1s".parse().unwrap());
    let mut session = Session::new(setup, silent());
    while session.wait() {
        session.advance();
    }
    let outcome = session.game().outcome().unwrap();
    assert_eq!(outcome.ending, reversi::Ending::Finished);
    assert!(!session.timing.remaining().unwrap().black.is_up());
}

fn noted_seconds(session: &Session) -> Vec<Option<u64>> {
    let seconds = |note: MoveNote| note.time.map(|time| time.as_secs());
    session
        .timing
        .notes()
        .to_vec()
        .into_iter()
        .map(seconds)
        .collect()
}

#[test]
fn the_time_of_each_move_is_noted_without_clocks_too_and_pauses_are_left_out() {
    let watch = Watch::new();
    let mut setup = Setup::new(ByColor::new(HUMAN, HUMAN), 0);
    setup.now = watch.source();
    let mut session = Session::new(setup, silent());
    watch.pass(3);
    session.play(square("f5")).unwrap();
    watch.pass(4);
    session.set_paused(true);
    watch.pass(100);
    session.set_paused(false);
    watch.pass(5);
    session.play(square("d6")).unwrap();
    assert_eq!(noted_seconds(&session), [Some(3), Some(9)]);
    // What is undone keeps its note; another move in its place has its own.
    watch.pass(50);
    session.undo().unwrap();
    assert_eq!(noted_seconds(&session), [Some(3), Some(9)]);
    session.redo().unwrap();
    session.undo().unwrap();
    watch.pass(2);
    session.play(square("f4")).unwrap();
    assert_eq!(noted_seconds(&session), [Some(3), Some(2)]);
    session.new_game();
    assert_eq!(noted_seconds(&session), []);
}

#[test]
fn a_forced_pass_takes_no_time() {
    let watch = Watch::new();
    let mut setup = Setup::new(ByColor::new(HUMAN, HUMAN), 0);
    setup.now = watch.source();
    setup.game = transcript::parse(&PASSES[..40]).unwrap();
    let mut session = Session::new(setup, silent());
    let before = session.game().entries().len();
    while session.game().outcome().is_none() {
        watch.pass(1);
        let legal = session.game().legal_moves();
        session.play(legal.first().unwrap()).unwrap();
    }
    for (index, entry) in session.game().entries().iter().enumerate() {
        let is_move = matches!(entry, Entry::Move { .. });
        let expected = (is_move && index >= before).then_some(Duration::from_secs(1));
        assert_eq!(
            session.timing.notes()[index].time,
            expected,
            "entry {index}"
        );
    }
}

#[test]
fn what_an_engine_thought_of_its_move_is_noted() {
    let mut session = session(
        PlayerKind::Engine(Level::new(6).unwrap()),
        PlayerKind::Greedy,
        "",
    );
    for _ in 0..4 {
        assert!(session.wait() && session.advance());
    }
    let scores: Vec<bool> = session
        .timing
        .notes()
        .to_vec()
        .iter()
        .map(|n| n.score.is_some())
        .collect();
    assert_eq!(scores[..3], [true, false, true]);
    assert!(
        session
            .timing
            .notes()
            .to_vec()
            .iter()
            .all(|note| note.time.is_some())
    );
}

#[test]
fn the_clocks_of_two_paused_cpus_stand_after_undo_too() {
    let cpu = PlayerKind::Greedy;
    let (mut session, watch) = timed(cpu.clone(), cpu, "1m", FlagRule::Lose);
    for _ in 0..3 {
        assert!(session.wait() && session.advance());
    }
    session.undo().unwrap();
    session.undo().unwrap();
    assert!(session.is_paused());
    let before = shown(&session);
    watch.pass(100);
    assert!(!session.tick());
    assert_eq!(shown(&session), before);
}

#[test]
fn new_clocks_stand_while_the_answer_of_a_cpu_waits() {
    let (mut session, watch) = timed(HUMAN, PlayerKind::Greedy, "1m", FlagRule::Lose);
    session.play(square("f5")).unwrap();
    assert!(session.wait());
    session.set_time(Some("2m".parse().unwrap()), FlagRule::Lose);
    watch.pass(200);
    assert!(!session.tick());
    assert!(session.advance());
    assert_eq!(shown(&session), "Time: Black 2:00, White 2:00.");
}
