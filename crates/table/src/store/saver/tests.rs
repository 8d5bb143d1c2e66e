//! What a front end can rely on: every finished game is logged, every unfinished one is found again.

use super::*;
use crate::clock::FlagRule;
use crate::file_time::wait_for_newer_file_time;
use crate::player::PlayerKind;
use crate::session::{MoveNote, SavedClocks, Setup};
use reversi::search::Score;
use reversi::{ByColor, Color, transcript};
use reversi_notation::{Format, detect};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::time::{Duration, Instant};

const SHORTEST: &str = "e6f4e3f6g5d6e7f5c5";

fn state() -> (tempfile::TempDir, StateFolder) {
    let folder = tempfile::tempdir().unwrap();
    let state = StateFolder::at(folder.path().join("reversi"));
    (folder, state)
}

/// What belongs to the game that began in this minute.
fn meta(minute: u8) -> GameMeta {
    let started_at = format!("2024-05-17 20:{minute:02}:00.000").parse().unwrap();
    GameMeta::new(
        started_at,
        ByColor::new(PlayerKind::Human, PlayerKind::Greedy),
    )
}

fn start(state: &StateFolder) -> GameSaver {
    let (saver, notices) = GameSaver::<Game>::start(Some(state.clone()), Arc::new(|| ()));
    assert_eq!(notices, [""; 0]);
    saver
}

fn unfinished(saver: &GameSaver) -> Vec<Game> {
    saver
        .unfinished()
        .iter()
        .map(|found| found.game.clone())
        .collect()
}

fn session() -> Session {
    let humans = ByColor::new(PlayerKind::Human, PlayerKind::Human);
    Session::new(Setup::new(humans, 0), Arc::new(|| ()))
}

/// Saves every state of a game on its way.
fn play(saver: &mut GameSaver, moves: &str, meta: &GameMeta) -> Game {
    let mut game = Game::new();
    for square in transcript::parse(moves).unwrap().entries() {
        game.play(square.square().unwrap()).unwrap();
        saver.save_game(&game, meta);
    }
    game
}

fn logged(state: &StateFolder) -> Vec<history::Logged> {
    history::read(state, &|| false)
        .unwrap()
        .map(Result::unwrap)
        .collect()
}

#[test]
fn an_unfinished_game_is_found_at_the_next_start() {
    let (_folder, state) = state();
    let mut saver = start(&state);
    assert!(unfinished(&saver).is_empty());
    let game = play(&mut saver, "f5d6c3", &meta(1));
    drop(saver);
    let mut saver = start(&state);
    assert_eq!(unfinished(&saver), std::slice::from_ref(&game));
    let mut session = session();
    saver.resume(0, &mut session).unwrap();
    assert!(saver.resume(0, &mut session).is_err(), "there is but one");
    assert_eq!(session.game(), &game);
    let game = play(&mut saver, "f5d6c3d3", &meta(1));
    drop(saver);
    assert_eq!(unfinished(&start(&state)), [game]);
    assert!(logged(&state).is_empty());
}

#[test]
fn only_one_program_resumes_or_discards_a_game_that_both_offer() {
    let (_folder, state) = state();
    for moves in ["f5d6c3", "f5d6"] {
        let mut saver = start(&state);
        play(&mut saver, moves, &meta(1));
    }
    let (mut one, mut two) = (start(&state), start(&state));
    assert_eq!((unfinished(&one).len(), unfinished(&two).len()), (2, 2));
    let mut session = session();
    one.resume(0, &mut session).unwrap();
    one.discard(0).unwrap();
    for _ in 0..2 {
        let taken = two.resume(0, &mut session).unwrap_err();
        assert!(matches!(taken, NotClaimed::Taken), "{taken}");
    }
    assert!(matches!(two.discard(0), Err(NotClaimed::None)));
    drop(one);
    assert_eq!(unfinished(&start(&state)).len(), 1);
}

#[test]
fn too_many_unfinished_games_are_moved_to_the_history_the_oldest_first() {
    let (_folder, state) = state();
    for minute in 0..MOST_UNFINISHED + 2 {
        let mut saver = start(&state);
        play(&mut saver, "f5d6c3", &meta(u8::try_from(minute).unwrap()));
        drop(saver);
        wait_for_newer_file_time(state.path());
        if minute == MOST_UNFINISHED {
            let (saver, notices) = GameSaver::<Game>::start(Some(state.clone()), Arc::new(|| ()));
            assert_eq!(saver.unfinished().len(), MOST_UNFINISHED);
            assert_eq!(notices, [moved_to_history(1)]);
        }
    }
    let (saver, _) = GameSaver::<Game>::start(Some(state.clone()), Arc::new(|| ()));
    assert_eq!(saver.unfinished().len(), MOST_UNFINISHED);
    let dates = logged(&state)
        .into_iter()
        .map(|game| game.record.unwrap().date);
    let oldest = [meta(0), meta(1)].map(|meta| meta.started_at.to_string());
    assert_eq!(dates.collect::<Vec<_>>(), oldest);
}

#[test]
fn a_game_that_was_set_aside_is_found_beside_the_one_that_took_its_place() {
    let (_folder, state) = state();
    let mut saver = start(&state);
    let first = play(&mut saver, "f5d6c3", &meta(1));
    saver.set_aside(&session());
    play(&mut saver, SHORTEST, &meta(2));
    let last = play(&mut saver, "f5", &meta(3));
    drop(saver);
    let mut games = unfinished(&start(&state));
    games.sort_by_key(|game| game.entries().len());
    assert_eq!(games, [last, first]);
    assert_eq!(logged(&state).len(), 1);
}

#[test]
fn every_finished_game_is_logged_once_however_fast_they_come() {
    let (_folder, state) = state();
    let mut saver = start(&state);
    for number in 0..50 {
        let meta = meta(number);
        let game = play(&mut saver, SHORTEST, &meta);
        saver.save_game(&game, &meta);
        // The next one is on the board before the disk has seen any of it.
        saver.save_game(&Game::new(), &meta);
    }
    drop(saver);
    let dates: Vec<String> = logged(&state)
        .into_iter()
        .map(|game| game.record.unwrap().date)
        .collect();
    let expected: Vec<String> = (0..50)
        .map(|number| meta(number).started_at.to_string())
        .collect();
    assert_eq!(dates, expected);
    assert!(unfinished(&start(&state)).is_empty());
}

#[test]
fn a_game_that_was_over_when_its_program_was_killed_is_logged_at_the_next_start() {
    let (_folder, state) = state();
    let mut game = transcript::parse("f5d6").unwrap();
    game.resign(Color::White);
    for _ in 0..2 {
        let (mut autosave, ..) = Autosave::open(&state);
        autosave.save(&game, &meta(1)).unwrap();
        drop(autosave);
        assert!(unfinished(&start(&state)).is_empty());
        let games = logged(&state);
        // The second time it is in the log already.
        assert_eq!(games.len(), 1);
        assert_eq!(games[0].record.as_ref().unwrap().replay().unwrap(), game);
    }
}

#[test]
fn a_new_game_without_an_entry_leaves_the_old_one_to_be_found() {
    let (_folder, state) = state();
    let mut saver = start(&state);
    let game = play(&mut saver, "f5d6c3", &meta(1));
    saver.save_game(&Game::new(), &meta(2));
    drop(saver);
    for _ in 0..2 {
        assert_eq!(unfinished(&start(&state)), std::slice::from_ref(&game));
    }
}

#[test]
fn trouble_is_told_once_and_the_game_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let state = StateFolder::at(file.join("reversi"));
    let woken = Arc::new(AtomicUsize::new(0));
    let waker = Arc::clone(&woken);
    let wake = move || {
        waker.fetch_add(1, Ordering::Relaxed);
    };
    let (mut saver, notices) = GameSaver::start(Some(state), Arc::new(wake));
    assert_eq!(notices, [""; 0]);
    let mut told = Vec::new();
    let mut game = Game::new();
    for square in ["f5", "d6", "c3"] {
        game.play(square.parse().unwrap()).unwrap();
        saver.save_game(&game, &meta(1));
        saver.flush();
        told.extend(saver.take_notice());
    }
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].starts_with("Cannot save the game to "));
    assert!(told[0].ends_with(". The game continues."));
    assert_ne!(woken.load(Ordering::Relaxed), 0);
    let over = play(&mut saver, SHORTEST, &meta(1));
    saver.save_game(&over, &meta(1));
    saver.flush();
    assert!(
        saver
            .take_notice()
            .unwrap()
            .starts_with("Cannot add the game to the history")
    );
}

#[test]
fn without_a_folder_nothing_is_kept_and_nothing_waits() {
    let (mut saver, notices) = GameSaver::start(None, Arc::new(|| ()));
    assert!(saver.unfinished().is_empty() && notices.is_empty());
    play(&mut saver, SHORTEST, &meta(1));
    saver.flush();
    assert_eq!(saver.take_notice(), None);
}

#[test]
fn the_log_holds_the_time_and_the_thought_of_each_move_and_the_time_control() {
    let game = transcript::parse(SHORTEST).unwrap();
    let note = |millis, score: Option<i32>| MoveNote {
        time: Some(Duration::from_millis(millis)),
        score: score.map(Score::of),
        ..MoveNote::default()
    };
    let meta = GameMeta {
        clocks: Some(SavedClocks {
            control: "1h5m+3s".parse().unwrap(),
            rule: FlagRule::Lose,
            left_ms: ByColor::new(1, 1),
        }),
        notes: vec![note(1234, None), note(20, Some(-3))],
        ..meta(1)
    };
    let record = meta.record(&game);
    let mut text = String::new();
    assert!(Format::Ggf.write(&record, &mut text));
    assert!(text.contains("TI[01:05:00/00:03]"), "{text}");
    assert!(text.contains("B[E6//1.23]W[F4/-3/0.02]B[E3]"), "{text}");
    let again = detect::parse(&text, Format::Ggf).unwrap();
    assert_eq!(again.moves, record.moves);
    assert_eq!(again.time_control, record.time_control);
}

#[test]
fn after_a_game_against_a_level_it_says_what_to_try_next() {
    let (_folder, state) = state();
    let mut saver = start(&state);
    let mut said = Vec::new();
    for minute in 0..6 {
        let mut meta = meta(minute);
        meta.players.white = "engine:3".parse().unwrap();
        play(&mut saver, SHORTEST, &meta);
        saver.flush();
        said.push(saver.take_notice().map(String::from));
    }
    let won = |games| {
        Some(format!(
            "You have won {games} of your {games} games against level 3."
        ))
    };
    let next = |games| {
        let games = format!("You won {games} of your last {games} games against level 3");
        Some(format!("{games}: try level 4."))
    };
    assert_eq!(said, [None, won(2), won(3), won(4), next(5), next(6)]);
}

/// A saver whose thread stands still after its first answer, until the first end of the channel is dropped;
/// the second end counts its answers.
fn start_held(state: &StateFolder) -> (GameSaver, mpsc::Sender<()>, mpsc::Receiver<()>) {
    let (release, held) = mpsc::channel::<()>();
    let (answered, answers) = mpsc::channel();
    let held = Mutex::new(held);
    let wake = move || {
        let _ = answered.send(());
        // The other end is dropped.
        let _ = held.lock().unwrap().recv();
    };
    let (saver, notices) = GameSaver::start(Some(state.clone()), Arc::new(wake));
    assert!(notices.is_empty(), "{notices:?}");
    (saver, release, answers)
}

/// What a kill leaves at this moment.
fn killed(state: &StateFolder) -> (tempfile::TempDir, StateFolder) {
    let folder = tempfile::tempdir().unwrap();
    let copy = StateFolder::at(folder.path().join("reversi"));
    std::fs::create_dir_all(copy.autosaves()).unwrap();
    for file in std::fs::read_dir(state.autosaves()).unwrap() {
        let file = file.unwrap();
        std::fs::copy(file.path(), copy.autosaves().join(file.file_name())).unwrap();
    }
    if state.log().exists() {
        std::fs::copy(state.log(), copy.log()).unwrap();
    }
    (folder, copy)
}

#[test]
fn a_save_survives_a_kill_before_its_thread_has_written_it() {
    let (_folder, state) = state();
    let (mut saver, release, answers) = start_held(&state);
    play(&mut saver, "f5", &meta(1));
    answers.recv().unwrap();
    let mut game = transcript::parse("f5").unwrap();
    for square in ["d6", "c3"] {
        game.play(square.parse().unwrap()).unwrap();
        saver.save_game(&game, &meta(1));
        let (_copy, state) = killed(&state);
        assert_eq!(unfinished(&start(&state)), std::slice::from_ref(&game));
    }
    game.undo();
    saver.save_game(&game, &meta(1));
    let (_copy, copy) = killed(&state);
    let found = start(&copy).unfinished().to_vec();
    assert_eq!((found.len(), &found[0].game), (1, &game));
    assert_eq!(found[0].game.undone().len(), 1);
    drop(release);
    drop(saver);
    assert_eq!(unfinished(&start(&state)), [game]);
}

#[test]
fn of_many_saves_only_the_newest_is_written_by_the_thread() {
    let (_folder, state) = state();
    let (mut saver, release, answers) = start_held(&state);
    let mut game = play(&mut saver, "f5", &meta(1));
    answers.recv().unwrap();
    game.play("d6".parse().unwrap()).unwrap();
    for _ in 0..250 {
        game.undo();
        saver.save_game(&game, &meta(1));
        game.redo();
        saver.save_game(&game, &meta(1));
    }
    drop(release);
    drop(saver);
    assert_eq!(answers.iter().count(), 1);
    assert_eq!(unfinished(&start(&state)), [game]);
}

#[test]
fn a_game_goes_on_after_its_end_was_taken_back() {
    let (_folder, state) = state();
    let (mut saver, release, answers) = start_held(&state);
    let mut game = play(&mut saver, "f5", &meta(1));
    answers.recv().unwrap();
    game.resign(Color::White);
    saver.save_game(&game, &meta(1));
    game.undo();
    saver.save_game(&game, &meta(1));
    let (_copy, copy) = killed(&state);
    assert_eq!(unfinished(&start(&copy)), std::slice::from_ref(&game));
    drop(release);
    drop(saver);
    assert_eq!(unfinished(&start(&state)), [game]);
    assert_eq!(logged(&state).len(), 1);
}

#[test]
fn a_new_game_does_not_replace_one_whose_end_is_yet_to_be_logged() {
    let (_folder, state) = state();
    let (mut saver, release, answers) = start_held(&state);
    play(&mut saver, "f5", &meta(1));
    answers.recv().unwrap();
    play(&mut saver, SHORTEST, &meta(1));
    let second = play(&mut saver, "f5d6", &meta(2));
    let (_copy, copy) = killed(&state);
    assert_eq!(unfinished(&start(&copy)), std::slice::from_ref(&second));
    assert_eq!(logged(&copy).len(), 1);
    drop(release);
    drop(saver);
    assert_eq!(unfinished(&start(&state)), [second]);
    assert_eq!(logged(&state).len(), 1);
}

#[test]
fn saves_that_come_faster_than_the_disk_stay_few_and_the_newest_is_found() {
    let (_folder, state) = state();
    let mut saver = start(&state);
    let long = "e6f4e3f6g5d6e7";
    let mut game = play(&mut saver, long, &meta(1));
    for _ in 0..2000 {
        game.undo();
        saver.save_game(&game, &meta(1));
        game.redo();
        saver.save_game(&game, &meta(1));
        let size = |file: std::fs::DirEntry| file.metadata().unwrap().len();
        let files = std::fs::read_dir(state.autosaves()).unwrap();
        // A file that is being replaced may go meanwhile.
        let largest = files.filter_map(Result::ok).filter(|file| {
            file.path()
                .extension()
                .is_some_and(|ending| ending == "lock")
        });
        assert!(largest.map(size).max().unwrap() < 1 << 20);
    }
    drop(saver);
    assert_eq!(unfinished(&start(&state)), [game]);
}

/// Progress in the first game.
fn changes(changes: u32) -> GameProgress {
    GameProgress { games: 1, changes }
}

#[test]
fn an_imported_game_is_saved_once_it_changes() {
    let (_folder, state) = state();
    let mut saver = start(&state);
    let mut session = session();
    session.play("f5".parse().unwrap()).unwrap();
    saver.look_at(&session, changes(0));
    saver.look_at(&session, changes(0));
    assert!(!saver.keeps(&session));
    drop(saver);
    let mut saver = start(&state);
    assert!(unfinished(&saver).is_empty());
    saver.look_at(&session, changes(1));
    drop(saver);
    assert_eq!(unfinished(&start(&state)), [session.game().clone()]);
}

#[test]
fn a_game_is_kept_from_its_first_move_to_its_end() {
    let (_folder, state) = state();
    let mut saver = start(&state);
    let mut session = session();
    saver.look_at(&session, changes(0));
    assert!(!saver.keeps(&session), "nothing was played");
    session.play("f5".parse().unwrap()).unwrap();
    saver.look_at(&session, changes(1));
    assert!(saver.keeps(&session));
    session.resign().unwrap();
    saver.look_at(&session, changes(2));
    assert!(!saver.keeps(&session), "it is over");
    let (mut nowhere, _) = GameSaver::<Game>::start(None, Arc::new(|| ()));
    session.undo().unwrap();
    nowhere.look_at(&session, changes(3));
    assert!(!nowhere.keeps(&session));
}

#[test]
fn a_game_that_is_left_has_its_clocks_and_a_finished_one_is_logged_once() {
    let (_folder, state) = state();
    let now = Arc::new(Mutex::new(Instant::now()));
    let mut setup = Setup::new(ByColor::new(PlayerKind::Human, PlayerKind::Human), 0);
    setup.time = Some("5m".parse().unwrap());
    let source = Arc::clone(&now);
    setup.now = Arc::new(move || *source.lock().unwrap());
    let mut session = Session::new(setup, Arc::new(|| ()));
    let mut saver = start(&state);
    session.play("f5".parse().unwrap()).unwrap();
    saver.look_at(&session, changes(1));
    *now.lock().unwrap() += Duration::from_secs(100);
    saver.set_aside(&session);
    drop(saver);
    let mut saver = start(&state);
    let clocks = saver.unfinished()[0].meta.clocks.clone().unwrap();
    assert_eq!(clocks.left_ms, ByColor::new(300_000, 200_000));
    saver.leave();
    assert!(saver.unfinished().is_empty());
    session.resign().unwrap();
    saver.look_at(&session, changes(2));
    saver.set_aside(&session);
    drop(saver);
    assert_eq!(logged(&state).len(), 1);
}

#[test]
fn a_waiting_save_is_replaced_by_a_newer_one_of_its_game() {
    let (_folder, state) = state();
    let (mut autosave, ..) = Autosave::<Game>::open(&state);
    let game = transcript::parse("f5d6").unwrap();
    let mut save = |minute| SaveRequest::Commit(autosave.add(&game, &meta(minute)));
    let (one, two) = (save(1), save(1));
    autosave.set_aside();
    let other = SaveRequest::Commit(autosave.add(&game, &meta(2)));
    let failed = || {
        let error = StorageError::when(crate::store::cannot::SAVE_GAME, std::path::Path::new("x"));
        SaveRequest::<Game>::Commit(Err(error(std::io::ErrorKind::StorageFull.into())))
    };
    assert!(one.is_replaced_by(Some(&two)));
    assert!(!one.is_replaced_by(Some(&other)));
    assert!(!one.is_replaced_by(Some(&failed())) && !one.is_replaced_by(None));
    assert!(failed().is_replaced_by(Some(&failed())));
}

#[cfg(unix)] // Windows renames no folder in which a file is open
#[test]
fn a_game_whose_last_save_failed_is_not_kept() {
    let (_folder, state) = state();
    let mut saver = start(&state);
    let mut session = session();
    let play = |saver: &mut GameSaver, session: &mut Session, square: &str, count| {
        session.play(square.parse().unwrap()).unwrap();
        saver.look_at(session, changes(count));
        (saver.keeps(session), saver.lost_game(session))
    };
    assert_eq!(play(&mut saver, &mut session, "f5", 1), (true, None));
    let aside = state.autosaves().with_extension("aside");
    std::fs::rename(state.autosaves(), &aside).unwrap();
    std::fs::write(state.autosaves(), "in the way").unwrap();
    let (is_kept, lost) = play(&mut saver, &mut session, "d6", 2);
    let lost = lost.unwrap();
    assert!(
        !is_kept && lost.starts_with("cannot save the game to "),
        "{lost}"
    );
    assert!(lost.contains("]B[F5") && lost.contains("]W[D6"), "{lost}");
    std::fs::remove_file(state.autosaves()).unwrap();
    assert_eq!(
        play(&mut saver, &mut session, "c3", 3),
        (true, None),
        "there is room again"
    );
    std::fs::remove_dir_all(state.autosaves()).unwrap();
    assert!(!saver.keeps(&session), "the folder is gone");
    assert_eq!(
        play(&mut saver, &mut session, "d3", 4),
        (true, None),
        "it is made again"
    );
    drop(saver);
    assert_eq!(unfinished(&start(&state)), [session.game().clone()]);
}

#[test]
fn a_result_that_can_neither_be_logged_nor_kept_is_lost() {
    let (_folder, state) = state();
    let mut saver = start(&state);
    let mut session = session();
    // No line can be added to a folder.
    std::fs::create_dir_all(state.log()).unwrap();
    session.play("f5".parse().unwrap()).unwrap();
    session.resign().unwrap();
    saver.look_at(&session, changes(1));
    assert_eq!(saver.loses(), None, "the next start logs it");
    std::fs::remove_dir_all(state.autosaves()).unwrap();
    std::fs::write(state.autosaves(), "in the way").unwrap();
    saver.look_at(&session, changes(2));
    let lost = saver.lost_game(&session).unwrap();
    assert!(
        lost.contains("cannot add the game to the history"),
        "{lost}"
    );
    saver.forget_failure();
    assert_eq!(saver.loses(), None);
}
