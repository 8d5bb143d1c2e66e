//! The laws of what a session tells about thoughts and analyses.

use super::*;
use crate::player::PlayerError;
use reversi::search::{Certainty, Limits, MoveScore, Score, SearchInfo};

const HUMAN: PlayerKind = PlayerKind::Human;

/// Fourteen empties: FFO endgame test position 1, Black to move wins by 18 with g8.
const FFO_1: &str = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";

fn set_up(position: &str) -> Session {
    let mut setup = Setup::new(ByColor::new(HUMAN, HUMAN), 0);
    setup.game = Game::from_position(position.parse().unwrap());
    Session::new(setup, silent())
}

/// The score of a square, in discs.
fn score_of(analysis: &SearchInfo, name: &str) -> Option<(i32, Certainty)> {
    let found = analysis.score_of(square(name))?;
    Some((found.score.discs(), found.certainty))
}

/// Waits, with a bound, until something holds.
fn until(session: &mut Session, holds: impl Fn(&Session) -> bool) {
    let end = Instant::now() + Duration::from_secs(30);
    while !holds(session) {
        assert!(Instant::now() < end, "it never came");
        session.poll();
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// A player that says what it thinks and then thinks until it is stopped.
struct Talker;

impl Player for Talker {
    fn choose(&mut self, _: &Game, control: &Control) -> Result<Square, PlayerError> {
        for depth in 1..=3 {
            let best = MoveScore::new(
                Some(square("d6")),
                Score::of(3),
                Certainty::Estimate,
                depth,
                vec![square("d6"), square("c3")],
            );
            control.reporter.progress({
                let mut info = SearchInfo::default();
                info.moves = vec![best];
                info
            });
        }
        Endless.choose(&Game::new(), control)
    }
}

#[test]
fn the_newest_thought_is_there_while_a_cpu_thinks_and_gone_after_an_undo() {
    let mut setup = Setup::new(ByColor::new(PlayerKind::Human, PlayerKind::Greedy), 0);
    setup.factory = |kind, _| (!kind.is_human()).then(|| Box::new(Talker) as Box<dyn Player>);
    let woken = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&woken);
    let waker = Arc::new(move || {
        counter.fetch_add(1, Ordering::SeqCst);
    });
    let mut session = Session::new(setup, waker);
    session.play(square("f5")).unwrap();
    until(&mut session, |session| {
        session.thought().is_some_and(|thought| thought.depth == 3)
    });
    assert!(woken.load(Ordering::SeqCst) >= 1);
    let thought = session.thought().unwrap();
    let found = (thought.certainty, thought.score.discs(), thought.depth);
    assert_eq!(found, (Certainty::Estimate, 3, 3));
    assert_eq!(thought.pv, ["d6", "c3"].map(square));
    session.undo().unwrap();
    assert_eq!(session.thought(), None);
    session.poll();
    assert_eq!(session.thought(), None);
}

#[test]
fn an_engine_tells_its_thoughts_and_plays_the_solution() {
    let engine: PlayerKind = "engine:7".parse().unwrap();
    let mut setup = Setup::new(ByColor::new(engine, PlayerKind::Human), 0);
    setup.game = Game::from_position(FFO_1.parse().unwrap());
    let mut session = Session::new(setup, silent());
    assert!(session.wait());
    let thought = session.thought().unwrap().clone();
    assert!(thought.score <= Score::of(18) || !thought.certainty.is_proven());
    session.advance();
    assert_eq!(session.thought(), None);
    assert_eq!(session.game().last_move().unwrap().0, square("g8"));
}

#[test]
fn an_analysis_finds_a_proven_score_for_every_legal_move() {
    let mut session = set_up(FFO_1);
    assert!(session.analysis.latest().is_none());
    assert!(session.analyse(64, Limits::solve()));
    let analysis = session.analysis.wait().unwrap().unwrap().clone();
    assert!(!session.analysis.is_busy() && !analysis.stopped && analysis.nodes > 0);
    assert_eq!(analysis.moves.len(), session.game().legal_moves().len());
    // The scores that the test set lists.
    for (name, discs) in [
        ("g8", 18),
        ("h1", 12),
        ("h7", 6),
        ("a3", 4),
        ("b1", -4),
        ("g2", -24),
    ] {
        let proven = (discs, Certainty::Exact);
        assert_eq!(score_of(&analysis, name), Some(proven), "{name}");
    }
    assert_eq!(score_of(&analysis, "a1"), None);
    assert_eq!(analysis.best_move(), Some(square("g8")));
}

#[test]
fn an_analysis_deepens_until_the_next_move_ends_it() {
    let mut session = set_up("---------------------------OX------XO--------------------------- X");
    assert!(session.analyse(64, Limits::solve()));
    let depth = |session: &Session| Some(session.analysis.latest()?.ok()?.moves.first()?.depth);
    until(&mut session, |session| {
        depth(session).is_some_and(|depth| depth >= 3)
    });
    assert!(session.analysis.is_busy());
    let analysis = session.analysis.latest().unwrap().unwrap();
    assert!(
        analysis
            .moves
            .iter()
            .all(|found| found.certainty == Certainty::Estimate)
    );
    for found in &analysis.moves {
        assert_ne!(found.certainty, Certainty::Exact);
    }
    session.play(square("f5")).unwrap();
    assert!(session.analysis.latest().is_none());
    // What comes late about the old position is dropped, the new position is answered.
    assert!(session.analyse(1, Limits::depth(2)));
    let legal_moves = session.game().legal_moves();
    let analysis = session.analysis.wait().unwrap().unwrap();
    assert!(legal_moves.contains(analysis.best_move().unwrap()));
    assert_eq!(analysis.best().depth, 2);
    assert!(!session.analysis.is_busy());
}

#[test]
fn a_change_of_the_game_of_any_kind_ends_the_analysis() {
    let changes: [fn(&mut Session); 4] = [
        |session| session.undo().unwrap(),
        Session::new_game,
        |session| session.resign().unwrap(),
        |session| session.restart(Game::new()),
    ];
    for change in changes {
        let mut session = session(HUMAN, HUMAN, "f5d6c3");
        session.analyse(64, Limits::solve());
        change(&mut session);
        assert!(session.analysis.latest().is_none());
        session.poll();
        assert!(session.analysis.latest().is_none());
    }
}

#[test]
fn a_finished_game_has_nothing_to_analyse() {
    let mut session = set_up(&format!("{} X", "X".repeat(64)));
    assert!(!session.analyse(64, Limits::solve()));
    assert!(session.analysis.wait().is_none());
}

#[test]
fn another_kind_of_player_is_another_player() {
    /// Plays its first or its last legal move.
    struct Fixed(bool);
    impl Player for Fixed {
        fn choose(&mut self, game: &Game, _: &Control) -> Result<Square, PlayerError> {
            let moves: Vec<Square> = game.legal_moves().iter().collect();
            Ok(if self.0 {
                moves[0]
            } else {
                moves[moves.len() - 1]
            })
        }
    }
    let mut setup = Setup::new(ByColor::new(PlayerKind::Greedy, PlayerKind::Human), 7);
    setup.factory = |kind, _| Some(Box::new(Fixed(*kind == PlayerKind::Greedy)));
    let mut session = Session::new(setup, silent());
    for (player, first) in [(PlayerKind::Greedy, true), (PlayerKind::Random, false)] {
        session.set_players(ByColor::new(player, PlayerKind::Human));
        let moves: Vec<Square> = session.game().legal_moves().iter().collect();
        assert!(session.wait() && session.advance());
        let expected = if first {
            moves[0]
        } else {
            moves[moves.len() - 1]
        };
        assert_eq!(
            session.game().entries().last().unwrap().square(),
            Some(expected)
        );
        let reply = session.game().legal_moves().first().unwrap();
        session.play(reply).unwrap();
        assert!(session.wait(), "the next answer of the same player waits");
    }
}
