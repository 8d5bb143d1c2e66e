//! The laws of autosaves: what is saved is found again, whatever was done to it is seen.

use super::*;
use crate::clock::FlagRule;
use crate::player::PlayerKind;
use crate::player::name::PersonName;
use crate::session::{MoveNote, SavedClocks, Setup};
use crate::store::saved_game::STALE;
use proptest::prelude::*;
use reversi::Color;
use reversi::notation::{Casual, MoveOrigin, Participant, Seats, StatedEnding, transcript};
use reversi::search::Score;
use std::fs::{self, File};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

fn state() -> (tempfile::TempDir, StateFolder) {
    let folder = tempfile::tempdir().unwrap();
    let state = StateFolder::at(folder.path().join("reversi"));
    (folder, state)
}

fn meta() -> GameMeta {
    GameMeta {
        started_at: "2024-05-17 20:15:03.207".parse().unwrap(),
        players: ByColor::new(PlayerKind::Human, PlayerKind::Greedy),
        names: ByColor::new("\u{c5}sa \"B\"".parse().unwrap(), PersonName::EMPTY),
        clocks: Some(SavedClocks {
            control: "5m+3s".parse().unwrap(),
            rule: FlagRule::Warn,
            left_ms: ByColor::new(299_001, -17),
        }),
        notes: vec![MoveNote {
            time: Some(Duration::from_millis(1234)),
            score: Some(Score::of(-4)),
            origin: MoveOrigin::Hint,
        }],
        opening: Some("Tiger".to_owned()),
        casual: Some(Casual::Hint),
        departed: false,
        first: Color::Black,
        remote: Participant::Guest,
        seats: Seats::EMPTY,
        hinted: None,
    }
}

fn game(moves: &str) -> Game {
    transcript::parse(moves).unwrap()
}

/// The same game, and the same undone entries, which equality of games does not look at.
fn assert_same(one: &Game, two: &Game) {
    assert_eq!(one, two);
    assert_eq!(one.undone(), two.undone());
}

fn files(state: &StateFolder) -> Vec<String> {
    let Ok(entries) = fs::read_dir(state.autosaves()) else {
        return Vec::new();
    };
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// The name of the only autosave.
fn saved_file(state: &StateFolder) -> String {
    let is_autosave = |name: &String| Path::new(name).extension().is_some_and(|e| e == "toml");
    files(state).into_iter().find(is_autosave).unwrap()
}

/// What a program that was killed leaves: its files, and no lock.
fn abandoned(state: &StateFolder, game: &Game) {
    let (mut autosave, ..) = Autosave::<Game>::open(state);
    autosave.save(game, &meta()).unwrap();
}

#[test]
fn what_was_saved_is_found_when_its_program_has_ended_and_not_before() {
    let (_folder, state) = state();
    let (mut autosave, found, notices) = Autosave::<Game>::open(&state);
    assert!(found.is_empty() && notices.is_empty() && files(&state).is_empty());
    let mut game = game("f5d6c3d3c4");
    game.undo();
    autosave.save(&game, &meta()).unwrap();
    assert!(
        Autosave::<Game>::open(&state).1.is_empty(),
        "its program lives"
    );
    drop(autosave);
    let (mut next, mut found, notices) = Autosave::<Game>::open(&state);
    assert_eq!((found.len(), notices.len()), (1, 0));
    let found = found.remove(0);
    let (claimed, files_of_it) = found.claim().unwrap().unwrap();
    assert!(Autosave::<Game>::open(&state).1.is_empty(), "it is held");
    assert!(found.claim().unwrap().is_none(), "it is held");
    assert_same(&claimed.game, &game);
    assert_eq!(claimed.meta, meta());
    assert!(next.adopt(files_of_it).is_none());
    assert!(
        Autosave::<Game>::open(&state).1.is_empty(),
        "it is under way again"
    );
    assert_eq!(files(&state).len(), 2, "no copy was made");
    next.add(&game, &meta()).unwrap().finish().unwrap();
    assert!(files(&state).is_empty());
}

#[test]
fn two_programs_have_a_file_each_and_the_newest_is_found_first() {
    let (_folder, state) = state();
    let (mut one, ..) = Autosave::<Game>::open(&state);
    let (mut two, ..) = Autosave::<Game>::open(&state);
    one.save(&game("f5"), &meta()).unwrap();
    two.save(&game("f5d6"), &meta()).unwrap();
    std::thread::sleep(Duration::from_millis(20));
    one.save(&game("f5d6c3"), &meta()).unwrap();
    drop((one, two));
    let (_, found, _) = Autosave::<Game>::open(&state);
    let lengths: Vec<usize> = found.iter().map(|f| f.game.entries().len()).collect();
    assert_eq!(lengths, [3, 2]);
    drop(found);
    let (_, found, _) = Autosave::<Game>::open(&state);
    assert_eq!(found.len(), 2, "nobody wanted them yet");
    for found in found {
        let (_, files) = found.claim().unwrap().unwrap();
        files.remove().unwrap();
        assert!(found.claim().unwrap().is_none(), "it is gone");
    }
    assert!(files(&state).is_empty());
}

#[test]
fn a_file_that_is_cut_off_or_changed_is_refused_or_plays_and_never_panics() {
    let text = text::write(&game("f5d6c3d3c4"), &meta());
    let bytes = text.as_bytes();
    assert!(text::read(bytes).is_ok());
    let undone = text.find("undone").unwrap();
    for end in 0..bytes.len() {
        assert!(end > undone || text::read(&bytes[..end]).is_err(), "{end}");
        for bit in 0..8 {
            let mut bytes = bytes.to_vec();
            bytes[end] ^= 1 << bit;
            let _ = text::read(&bytes);
        }
    }
}

#[test]
fn a_file_of_an_earlier_program_is_read_with_its_check() {
    let text = text::write(&game("f5d6"), &meta()) + "check = \"0123456789abcdef\"\n";
    assert_eq!(text::read(text.as_bytes()), Ok((game("f5d6"), meta())));
}

#[test]
fn a_player_that_is_not_known_is_named() {
    let text = text::write(&game("f5"), &meta()).replace("greedy", "oracle\\u0007");
    let error = text::read(text.as_bytes()).unwrap_err().to_string();
    assert!(error.contains("oracle"), "{error}");
    assert!(!error.contains('\u{7}'), "{error:?}");
}

#[test]
fn a_session_goes_on_with_its_players_and_what_its_clocks_had_left() {
    let (_folder, state) = state();
    let now = Arc::new(Mutex::new(Instant::now()));
    let started_at = meta().started_at;
    let setup = |time: Option<&str>| {
        let humans = ByColor::new(PlayerKind::Human, PlayerKind::Human);
        let mut setup = Setup::new(humans, 0);
        setup.time = time.map(|time| time.parse().unwrap());
        let source = Arc::clone(&now);
        setup.now = Arc::new(move || *source.lock().unwrap());
        Session::new(setup, Arc::new(|| ()))
    };
    let left = |session: &Session| GameMeta::of(session, started_at).clocks.unwrap().left_ms;
    let pass = |seconds| *now.lock().unwrap() += Duration::from_secs(seconds);
    let mut first = setup(Some("60s+1s"));
    first.play("f5".parse().unwrap()).unwrap();
    pass(10);
    let (mut autosave, ..) = Autosave::<Game>::open(&state);
    let saved = GameMeta::of(&first, started_at);
    autosave.save(first.game(), &saved).unwrap();
    drop(autosave);
    // A day goes by, which costs nobody time.
    pass(86_400);
    let (_, found, _) = Autosave::<Game>::open(&state);
    assert_eq!(found[0].meta, saved);
    let mut second = setup(None);
    found[0].resume(&mut second);
    assert_eq!(second.game(), &game("f5"));
    assert_eq!(GameMeta::of(&second, started_at), saved);
    assert_eq!(left(&second), ByColor::new(61_000, 50_000));
    pass(20);
    assert_eq!(left(&second), ByColor::new(61_000, 30_000));
    // To take the move back gives no time back that was spent before.
    second.undo().unwrap();
    assert!(left(&second).white <= 50_000);
}

#[test]
fn a_damaged_file_is_set_aside_and_told_once() {
    let (_folder, state) = state();
    for damage in [
        &b""[..],
        b"\xff\x00\x1b[2J",
        b"version = 1\n",
        &vec![b'x'; 70_000],
    ] {
        abandoned(&state, &game("f5"));
        let name = saved_file(&state);
        fs::write(state.autosaves().join(&name), damage).unwrap();
        let (_, found, notices) = Autosave::<Game>::open(&state);
        assert!(found.is_empty());
        assert_eq!(notices.len(), 1);
        let start = "Cannot read the saved game ";
        assert!(
            notices[0].starts_with(start)
                && notices[0].contains(": it is damaged (")
                && notices[0].contains("). It was renamed to ")
        );
        let aside = state.autosaves().join(name.replace(".toml", ".damaged"));
        assert_eq!(fs::read(&aside).unwrap(), damage);
        let (_, found, notices) = Autosave::<Game>::open(&state);
        assert!(found.is_empty() && notices.is_empty());
    }
}

#[test]
fn a_file_of_a_newer_program_is_left_alone() {
    let (_folder, state) = state();
    abandoned(&state, &game("f5"));
    let name = saved_file(&state);
    let path = state.autosaves().join(name);
    let old = fs::read_to_string(&path).unwrap();
    let new = old.replace("version = 1", "version = 2");
    fs::write(&path, &new).unwrap();
    let (_, found, notices) = Autosave::<Game>::open(&state);
    assert!(found.is_empty());
    assert!(notices[0].ends_with("it is of version 2, and this program reads 1."));
    assert_eq!(fs::read_to_string(&path).unwrap(), new);
}

#[test]
fn a_whole_file_that_is_no_game_is_refused_with_the_reason() {
    let why = |change: fn(&str) -> String| {
        let text = text::write(&game("f5d6"), &meta());
        text::read(change(&text).as_bytes())
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        why(|body| body.replace("f5 d6", "f5 a1")),
        "entry 2, \"a1\", cannot be played"
    );
    assert_eq!(
        why(|body| body.replace("undone = \"\"", "undone = \"pa\"")),
        "entry 3, \"pa\", cannot be played"
    );
    assert_eq!(
        why(|body| body.replace("black = ", "brown = ")),
        "it is damaged (missing field `black`)"
    );
    assert!(why(|body| body.replace("OX", "ZX")).contains("'Z'"));
}

#[test]
fn a_file_in_the_place_of_the_folder_stops_no_game() {
    let (folder, _) = state();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let state = StateFolder::at(file.join("reversi"));
    let (mut autosave, found, notices) = Autosave::<Game>::open(&state);
    assert!(found.is_empty() && notices.is_empty());
    let error = autosave.save(&game("f5"), &meta()).unwrap_err().to_string();
    assert!(error.starts_with("cannot save the game to "), "{error}");
}

#[test]
fn rests_of_a_killed_program_are_removed_when_they_are_old() {
    let (_folder, state) = state();
    abandoned(&state, &game("f5"));
    let old = SystemTime::now() - 2 * STALE;
    for (name, time) in [
        ("1-1.lock", old),
        (".1-1.toml.abc", old),
        ("2-2.lock", SystemTime::now()),
    ] {
        let file = File::create(state.autosaves().join(name)).unwrap();
        file.set_modified(time).unwrap();
    }
    let (_, found, _) = Autosave::<Game>::open(&state);
    assert_eq!(found.len(), 1);
    let names = files(&state);
    assert_eq!(names.len(), 3, "{names:?}");
    assert!(names.contains(&"2-2.lock".to_owned()));
}

/// A game that was saved, and then changed by a program that was killed before its thread wrote that.
fn killed_early(state: &StateFolder, saved: &Game, newest: &Game) {
    let (mut autosave, ..) = Autosave::<Game>::open(state);
    autosave.save(saved, &meta()).unwrap();
    autosave.add(newest, &meta()).unwrap();
}

fn journal(state: &StateFolder) -> std::path::PathBuf {
    let saved = state.autosaves().join(saved_file(state));
    saved.with_extension("lock")
}

#[test]
fn the_newest_state_is_found_unless_it_is_incomplete() {
    let (_folder, state) = state();
    let (saved, newest) = (game("f5d6"), game("f5d6c3d3"));
    killed_early(&state, &saved, &newest);
    let whole = fs::read(journal(&state)).unwrap();
    let mut damaged = whole.clone();
    let at = damaged.windows(5).position(|bytes| bytes == b"f5 d6");
    damaged[at.unwrap()] = b'x';
    let older = text::write(&game("f5d6c3"), &meta());
    let older = format!("{}\n{older}\n", older.len()).into_bytes();
    for (bytes, expected) in [
        (whole.clone(), &newest),
        (whole[..whole.len() - 1].to_vec(), &saved),
        (damaged.clone(), &saved),
        (vec![0; 300], &saved),
        (b"\xff\n".to_vec(), &saved),
        ([&older[..], &whole].concat(), &newest),
        ([&older[..], &whole[..40]].concat(), &game("f5d6c3")),
        ([&older[..], &damaged].concat(), &game("f5d6c3")),
        (Vec::new(), &saved),
    ] {
        fs::write(journal(&state), &bytes).unwrap();
        let (mut autosave, found, notices) = Autosave::<Game>::open(&state);
        assert_eq!((found.len(), notices.len()), (1, 0));
        assert_same(&found[0].game, expected);
        let (claimed, files) = found[0].claim().unwrap().unwrap();
        assert_same(&claimed.game, expected);
        // It goes on where it was.
        autosave.adopt(files);
        let next = game("f5d6c3d3c4");
        drop(autosave.add(&next, &meta()).unwrap());
        drop(autosave);
        assert_same(&Autosave::<Game>::open(&state).1[0].game, &next);
    }
    assert_eq!(files(&state).len(), 2);
}

#[test]
fn a_first_move_is_found_without_a_file_and_half_of_one_is_nothing() {
    let (_folder, state) = state();
    let (mut autosave, ..) = Autosave::<Game>::open(&state);
    autosave.add(&game("f5"), &meta()).unwrap();
    assert!(
        Autosave::<Game>::open(&state).1.is_empty(),
        "its program lives"
    );
    drop(autosave);
    let names = files(&state);
    assert_eq!(names.len(), 1, "{names:?}");
    let (_, found, _) = Autosave::<Game>::open(&state);
    assert_eq!(found.len(), 1);
    assert_same(&found[0].game, &game("f5"));
    let path = state.autosaves().join(&names[0]);
    let whole = fs::read(&path).unwrap();
    fs::write(&path, &whole[..whole.len() / 2]).unwrap();
    let (_, found, notices) = Autosave::<Game>::open(&state);
    assert!(found.is_empty() && notices.is_empty());
    assert_eq!(files(&state), names, "it may be new");
    let old = SystemTime::now() - 2 * STALE;
    File::options()
        .write(true)
        .open(&path)
        .unwrap()
        .set_modified(old)
        .unwrap();
    assert!(Autosave::<Game>::open(&state).1.is_empty());
    assert!(files(&state).is_empty());
}

#[test]
fn a_discarded_game_is_gone_with_its_newest_state() {
    let (_folder, state) = state();
    killed_early(&state, &game("f5"), &game("f5d6"));
    let (_, found, _) = Autosave::<Game>::open(&state);
    let (_, taken) = found[0].claim().unwrap().unwrap();
    taken.remove().unwrap();
    assert!(files(&state).is_empty());
    // Another program may have opened the lock just before.
    assert!(taken.remove().is_ok() && found[0].claim().unwrap().is_none());
}

#[test]
fn a_save_after_the_game_was_finished_has_files_of_its_own() {
    let (_folder, state) = state();
    let (mut autosave, ..) = Autosave::<Game>::open(&state);
    let first = autosave.add(&game("f5"), &meta()).unwrap();
    first.finish().unwrap();
    assert!(files(&state).is_empty());
    let second = autosave.add(&game("f5d6"), &meta()).unwrap();
    first.commit().unwrap();
    second.commit().unwrap();
    drop(autosave);
    drop(second);
    let (_, found, _) = Autosave::<Game>::open(&state);
    assert_eq!(found.len(), 1);
    assert_same(&found[0].game, &game("f5d6"));
}

#[cfg(unix)]
#[test]
fn what_is_no_file_among_the_saved_games_is_told_and_skipped() {
    let (_folder, state) = state();
    abandoned(&state, &game("f5"));
    let folder = state.autosaves();
    fs::write(folder.join("locked.toml"), "").unwrap();
    for pipe in ["a.toml", "locked.lock", ".old", "old.lock"] {
        crate::store::make_socket(&folder.join(pipe));
    }
    fs::create_dir(folder.join("b.toml")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", folder.join("c.toml")).unwrap();
    let (_, found, notices) = Autosave::<Game>::open(&state);
    assert_eq!(found.len(), 1);
    assert_eq!(notices.len(), 4, "{notices:?}");
    assert!(notices[0].ends_with("a.toml: it is not a regular file."));
}

#[test]
fn a_side_may_have_given_up_where_its_pass_was_taken_back() {
    let mut game = game("f5f4e3d6f3g3g4g5h3d3h6h5h4h2h1e2g6f2g2h7g7f7g8h8e1f1g1f6f8d1d2e6d7");
    let is_pass =
        |entry: Option<&reversi::Entry>| matches!(entry, Some(reversi::Entry::Pass { .. }));
    while !is_pass(game.entries().last()) {
        game.undo();
    }
    game.undo();
    let text = text::write(&game, &meta());
    assert_same(&text::read(text.as_bytes()).unwrap().0, &game);
    game.resign(Color::Black);
    let text = text::write(&game, &meta());
    assert_same(&text::read(text.as_bytes()).unwrap().0, &game);
    game.undo();
    let text = text::write(&game, &meta());
    assert_same(&text::read(text.as_bytes()).unwrap().0, &game);
}

proptest! {
    #[test]
    fn any_game_is_read_back_with_what_was_undone(
        choices in prop::collection::vec(any::<prop::sample::Index>(), 0..70),
        end in 0..4,
        back in 0_usize..70,
    ) {
        let mut game = Game::new();
        for choice in choices {
            let moves: Vec<_> = game.legal_moves().iter().collect();
            if moves.is_empty() {
                break;
            }
            game.play(moves[choice.index(moves.len())]).unwrap();
        }
        match end {
            0 => false,
            1 => game.resign(Color::White),
            2 => game.agree_to_draw(),
            _ => game.time_out(Color::Black),
        };
        for _ in 0..back {
            game.undo();
        }
        let text = text::write(&game, &meta());
        let (again, meta_again) = text::read(text.as_bytes()).unwrap();
        assert_same(&again, &game);
        let mut expected = meta();
        // There are no notes about entries that are not there.
        expected.notes.truncate(game.entries().len() + game.undone().len());
        prop_assert_eq!(meta_again, expected);
    }

    #[test]
    fn noise_is_no_game(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        prop_assert!(text::read(&bytes).is_err());
    }
}

#[test]
fn notes_are_kept_where_there_are_any_and_older_files_have_none() {
    let game = game("f5d6c3");
    let note = |millis: Option<u64>, discs: Option<i32>| MoveNote {
        time: millis.map(Duration::from_millis),
        score: discs.map(Score::of),
        ..MoveNote::default()
    };
    for notes in [
        vec![],
        vec![
            note(Some(1500), None),
            note(None, None),
            note(None, Some(3)),
        ],
        vec![note(None, None), note(Some(0), Some(-64))],
    ] {
        let mut meta = meta();
        meta.notes.clone_from(&notes);
        let text = text::write(&game, &meta);
        assert_eq!(text.contains("seconds"), !notes.is_empty());
        assert_eq!(text::read(text.as_bytes()).unwrap().1, meta);
    }
}

#[test]
fn notes_that_are_no_numbers_are_no_notes() {
    let mut meta = meta();
    meta.notes.clear();
    let body = text::write(&game("f5d6"), &meta);
    for seconds in ["x -1 2 3 4", "inf NaN", "1e300 -"] {
        let text = format!("{body}seconds = \"{seconds}\"\nscores = \"65 x\"\n");
        let read = text::read(text.as_bytes()).unwrap();
        assert_eq!(read.1.notes, []);
    }
}

#[test]
fn a_game_is_over_the_network_if_one_side_is() {
    for (players, expected) in [
        (ByColor::new(PlayerKind::Human, PlayerKind::Remote), true),
        (ByColor::new(PlayerKind::Remote, PlayerKind::Human), true),
        (ByColor::new(PlayerKind::Human, PlayerKind::Greedy), false),
    ] {
        let (_folder, state) = state();
        let (mut autosave, ..) = Autosave::open(&state);
        let meta = GameMeta { players, ..meta() };
        autosave.save(&game("f5"), &meta).unwrap();
        drop(autosave);
        let (_, found, _) = Autosave::<Game>::open(&state);
        assert_eq!(found[0].is_remote(), expected);
    }
}

#[test]
fn a_program_that_saves_nothing_leaves_no_files() {
    let (_folder, state) = state();
    let (mut autosave, ..) = Autosave::open(&state);
    autosave.save(&game("f5"), &meta()).unwrap();
    let (_, found, _) = Autosave::<Game>::open(&state);
    assert!(found.is_empty(), "its program is running");
    drop(autosave);
    let (_, found, _) = Autosave::<Game>::open(&state);
    let (_, files_of_found) = found[0].claim().unwrap().unwrap();
    // The file of the game was removed while it was open, as by another program.
    let saved = state.autosaves().join(saved_file(&state));
    fs::remove_file(saved.with_extension("toml")).unwrap();
    assert_eq!(files(&state).len(), 1, "its lock");
    drop(files_of_found);
    assert!(files(&state).is_empty());
}

#[test]
fn a_game_over_the_network_goes_on_between_two_people_here() {
    let (_folder, state) = state();
    let (mut autosave, ..) = Autosave::open(&state);
    let players = ByColor::new(PlayerKind::Remote, PlayerKind::Human);
    let meta = GameMeta { players, ..meta() };
    autosave.save(&game("f5d6"), &meta).unwrap();
    drop(autosave);
    let (_, found, _) = Autosave::open(&state);
    let here = ByColor::new(PlayerKind::Human, PlayerKind::Greedy);
    let mut session = Session::new(Setup::new(here, 0), Arc::new(|| ()));
    found[0].resume(&mut session);
    let people = ByColor::new(PlayerKind::Human, PlayerKind::Human);
    assert_eq!(*session.players(), people);
    assert_same(session.game(), &game("f5d6"));
    // In a session over the network it stays one.
    let there = ByColor::new(PlayerKind::Human, PlayerKind::Remote);
    let mut session = Session::new(Setup::new(there, 0), Arc::new(|| ()));
    found[0].resume(&mut session);
    assert_eq!(session.remote(), Some(Color::Black));
}

#[test]
fn what_is_old_and_locked_or_has_its_game_stays() {
    let (_folder, state) = state();
    abandoned(&state, &game("f5"));
    let lock_of_game = journal(&state);
    let old = SystemTime::now() - 2 * STALE;
    let held = File::create(state.autosaves().join("held.lock")).unwrap();
    held.set_modified(old).unwrap();
    held.lock().unwrap();
    let lock = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(&lock_of_game)
        .unwrap();
    lock.set_modified(old).unwrap();
    drop(lock);
    Autosave::<Game>::open(&state);
    let names = files(&state);
    assert!(names.contains(&"held.lock".to_owned()), "{names:?}");
    assert_eq!(names.len(), 3, "{names:?}");
}

#[cfg(unix)]
#[test]
fn a_folder_that_is_a_file_is_an_error_and_none_is_no_game() {
    let (_folder, state) = state();
    let (_, found, notices) = Autosave::<Game>::open(&state);
    assert!(found.is_empty() && notices.is_empty());
    fs::create_dir_all(state.autosaves().parent().unwrap()).unwrap();
    std::os::unix::fs::symlink("autosaves-loop", state.autosaves()).unwrap();
    std::os::unix::fs::symlink(
        state.autosaves(),
        state.autosaves().with_file_name("autosaves-loop"),
    )
    .unwrap();
    let (_, found, notices) = Autosave::<Game>::open(&state);
    assert!(found.is_empty());
    assert_eq!(notices.len(), 1, "{notices:?}");
}

#[test]
fn the_record_of_a_game_names_the_opening_that_it_began_with() {
    let record = meta().record(&game("f5d6c3d3c4b3"));
    assert_eq!(record.event, "Opening: Tiger");
    let without = GameMeta {
        opening: None,
        ..meta()
    };
    assert_eq!(without.record(&game("f5d6")).event, "");
}

#[test]
fn a_game_that_a_side_left_is_read_back_as_such_and_its_record_says_so() {
    let mut game = game("f5d6");
    assert!(game.resign(Color::White));
    for (departed, ending) in [
        (true, StatedEnding::Left),
        (false, StatedEnding::Resignation),
    ] {
        let meta = GameMeta { departed, ..meta() };
        let text = write(&game, &meta);
        assert_eq!(text.contains("departed = true"), departed, "{text}");
        let (_, again) = read(text.as_bytes()).unwrap();
        assert_eq!(again.departed, departed);
        let result = meta.record(&game).result.unwrap();
        assert_eq!(result.ending, Some(ending));
    }
}
