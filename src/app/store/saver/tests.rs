//! What a front end can rely on: every finished game is logged, every unfinished one is found again.

use super::*;
use crate::app::session::MoveNote;
use crate::color::{ByColor, Color};
use crate::notation::transcript;
use crate::search::Score;
use std::sync::atomic::{AtomicUsize, Ordering};

const SHORTEST: &str = "e6f4e3f6g5d6e7f5c5";

fn state() -> (tempfile::TempDir, StateFolder) {
    let folder = tempfile::tempdir().unwrap();
    let state = StateFolder::at(folder.path().join("reversi"));
    (folder, state)
}

fn meta(begun: &str) -> GameMeta {
    GameMeta {
        begun: begun.to_owned(),
        players: ByColor::new("human".to_owned(), "greedy".to_owned()),
        ..GameMeta::default()
    }
}

fn start(state: &StateFolder) -> (GameSaver, Vec<Found>) {
    let (keeper, found, notices) = GameSaver::start(Some(state.clone()), || ());
    assert_eq!(notices, Vec::<String>::new());
    (keeper, found)
}

/// Keeps every state of a game on its way.
fn play(keeper: &GameSaver, moves: &str, meta: &GameMeta) -> Game {
    let mut game = Game::new();
    for square in transcript::parse(moves).unwrap().entries() {
        game.play(square.square().unwrap()).unwrap();
        keeper.keep(&game, meta);
    }
    game
}

fn logged(state: &StateFolder) -> Vec<history::Logged> {
    history::read(state).unwrap().map(Result::unwrap).collect()
}

#[test]
fn an_unfinished_game_is_found_at_the_next_start() {
    let (_folder, state) = state();
    let (keeper, found) = start(&state);
    assert!(found.is_empty());
    let game = play(&keeper, "f5d6c3", &meta("a"));
    keeper.close();
    let (keeper, mut found) = start(&state);
    assert_eq!(found[0].game, game);
    keeper.adopt(found.remove(0));
    let game = play(&keeper, "f5d6c3d3", &meta("a"));
    keeper.close();
    let (_keeper, found) = start(&state);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].game, game);
    assert!(logged(&state).is_empty());
}

#[test]
fn a_game_that_was_set_aside_is_found_beside_the_one_that_took_its_place() {
    let (_folder, state) = state();
    let (keeper, _) = start(&state);
    let first = play(&keeper, "f5d6c3", &meta("a"));
    keeper.set_aside();
    play(&keeper, SHORTEST, &meta("b"));
    let last = play(&keeper, "f5", &meta("c"));
    keeper.close();
    let (_keeper, found) = start(&state);
    let mut games: Vec<Game> = found.into_iter().map(|found| found.game).collect();
    games.sort_by_key(|game| game.entries().len());
    assert_eq!(games, [last, first]);
    assert_eq!(logged(&state).len(), 1);
}

#[test]
fn every_finished_game_is_logged_once_however_fast_they_come() {
    let (_folder, state) = state();
    let (keeper, _) = start(&state);
    for number in 0..50 {
        let meta = meta(&format!("game {number}"));
        let game = play(&keeper, SHORTEST, &meta);
        keeper.keep(&game, &meta);
        // The next one is on the board before the disk has seen any of it.
        keeper.keep(&Game::new(), &meta);
    }
    keeper.close();
    let dates: Vec<String> = logged(&state)
        .into_iter()
        .map(|game| game.record.unwrap().date)
        .collect();
    let expected: Vec<String> = (0..50).map(|number| format!("game {number}")).collect();
    assert_eq!(dates, expected);
    assert!(start(&state).1.is_empty());
}

#[test]
fn a_game_that_was_over_when_its_program_was_killed_is_logged_at_the_next_start() {
    let (_folder, state) = state();
    let mut game = transcript::parse("f5d6").unwrap();
    game.resign(Color::White);
    for _ in 0..2 {
        let (mut autosave, ..) = Autosave::open(&state);
        autosave.save(&game, &meta("a")).unwrap();
        drop(autosave);
        assert!(start(&state).1.is_empty());
        let games = logged(&state);
        // The second time it is in the log already.
        assert_eq!(games.len(), 1);
        assert_eq!(games[0].record.as_ref().unwrap().replay().unwrap(), game);
    }
}

#[test]
fn a_new_game_without_an_entry_leaves_the_old_one_to_be_found() {
    let (_folder, state) = state();
    let (keeper, _) = start(&state);
    let game = play(&keeper, "f5d6c3", &meta("a"));
    keeper.keep(&Game::new(), &meta("b"));
    keeper.close();
    let (keeper, found) = start(&state);
    assert_eq!(found[0].game, game);
    drop(found);
    keeper.close();
    let (keeper, mut found) = start(&state);
    keeper.adopt(found.remove(0));
    keeper.forget();
    keeper.close();
    assert!(start(&state).1.is_empty());
}

#[test]
fn trouble_is_told_once_and_the_game_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let state = StateFolder::at(file.join("reversi"));
    let woken = Arc::new(AtomicUsize::new(0));
    let waker = Arc::clone(&woken);
    let (keeper, _, notices) = GameSaver::start(Some(state), move || {
        waker.fetch_add(1, Ordering::Relaxed);
    });
    assert_eq!(notices, Vec::<String>::new());
    let mut told = Vec::new();
    let mut game = Game::new();
    for square in ["f5", "d6", "c3"] {
        game.play(square.parse().unwrap()).unwrap();
        keeper.keep(&game, &meta("a"));
        keeper.flush();
        told.extend(keeper.trouble());
    }
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].starts_with("Cannot save the game to "));
    assert!(told[0].ends_with(". The game continues."));
    assert_eq!(woken.load(Ordering::Relaxed), 1);
    let over = play(&keeper, SHORTEST, &meta("a"));
    keeper.keep(&over, &meta("a"));
    keeper.flush();
    assert!(
        keeper
            .trouble()
            .unwrap()
            .starts_with("Cannot add the game to the history")
    );
}

#[test]
fn without_a_folder_nothing_is_kept_and_nothing_waits() {
    let (keeper, found, notices) = GameSaver::start(None, || ());
    assert!(found.is_empty() && notices.is_empty());
    play(&keeper, SHORTEST, &meta("a"));
    keeper.flush();
    assert_eq!(keeper.trouble(), None);
}

#[test]
fn the_log_holds_the_time_and_the_thought_of_each_move_and_the_time_control() {
    let game = transcript::parse(SHORTEST).unwrap();
    let note = |millis, score: Option<i32>| MoveNote {
        time: Some(Duration::from_millis(millis)),
        score: score.map(Score::of),
    };
    let meta = GameMeta {
        time: Some("1h5m+3s".to_owned()),
        notes: vec![note(1234, None), note(20, Some(-3))],
        ..meta("a")
    };
    let record = record(&game, &meta);
    let mut text = String::new();
    crate::notation::ggf::write(&record, &mut text);
    assert!(text.contains("TI[01:05:00/00:03]"), "{text}");
    assert!(text.contains("B[E6//1.23]W[F4/-3/0.02]B[E3]"), "{text}");
    let again = crate::notation::ggf::parse(&text).unwrap();
    assert_eq!(again.moves, record.moves);
    assert_eq!(again.time_control, record.time_control);
}
