//! The laws of the index.

use std::fs;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use reversi::{Board, Game, Position, Symmetry};
use reversi_notation::detect;
use reversi_study::games::GameChoice;
use reversi_study::games::index::{GamesIndex, IndexError, ReadProgress};
use reversi_study::openings::table::OpeningTable;
use reversi_study::openings::task::{LookupRequest, OpeningTask};
use reversi_study::openings::{Counts, MoveCounts};
use reversi_table::player::name::PersonName;
use tempfile::TempDir;

use crate::dial;
use crate::openings::games::{played, random_games, scan, turned, write};
use crate::random::Random;

/// A folder of games and one of its index.
struct Folders {
    games: TempDir,
    cache: TempDir,
}

impl Folders {
    fn new() -> Self {
        Self {
            games: tempfile::tempdir().unwrap(),
            cache: tempfile::tempdir().unwrap(),
        }
    }

    fn index(&self) -> GamesIndex {
        GamesIndex::new(
            self.cache.path().to_owned(),
            vec![self.games.path().to_owned()],
        )
    }

    fn write(&self, name: &str, games: &[Game]) {
        write(&self.games.path().join(name), games);
    }

    /// Updates the index. Returns it, and whether a file was read.
    fn updated(&self) -> (GamesIndex, bool) {
        let mut index = self.index();
        let mut read = 0;
        index
            .update(&mut |progress| read = progress.of, &|| false)
            .unwrap();
        (index, read > 0)
    }
}

/// Returns the number of games in an index, each of which counts once.
fn games_in(index: &mut GamesIndex) -> usize {
    let mut count = 0;
    let walked = index.each_game(&mut |_| (), &|| false, &mut |_, row| {
        assert!(row.record().is_some());
        count += 1;
        ControlFlow::Continue(())
    });
    walked.unwrap();
    count
}

/// Returns the results of each move of some positions.
fn counts(index: &mut GamesIndex, boards: &[Board]) -> Vec<Vec<Counts>> {
    let each = boards.iter().map(|&board| {
        let found = index.counts(board, &mut |_| (), &|| false).unwrap();
        let moves = board.legal_moves().into_iter();
        moves.map(|square| found.of(square)).collect()
    });
    each.collect()
}

/// Returns a part of the positions of games.
fn boards(games: &[Game]) -> Vec<Board> {
    let positions = games.iter().flat_map(Game::positions);
    positions.map(Position::board).step_by(7).collect()
}

#[test]
fn the_index_agrees_with_a_scan_of_all_games() {
    let mut random = Random(1);
    let games = random_games(&mut random, 600);
    let folders = Folders::new();
    for (number, part) in games.chunks(150).enumerate() {
        folders.write(&format!("{number}.txt"), part);
    }
    let (mut index, _) = folders.updated();
    assert_eq!((games_in(&mut index), index.problems()), (600, Vec::new()));
    let positions = games.iter().flat_map(Game::positions);
    let all: Vec<Board> = positions.map(Position::board).collect();
    let (records, played) = (all_records(&folders), played(&games));
    let mut several = 0;
    for number in 0..dial::games(1000) {
        let board = all[random.below(all.len())];
        let symmetry = Symmetry::ALL[random.below(8)];
        let board = board.transformed(symmetry);
        let found = index.counts(board, &mut |_| (), &|| false).unwrap();
        // The other way to count is slower.
        let linear = (number % 20 == 0).then(|| {
            let mut linear = MoveCounts::new(board);
            for game in &records {
                linear.add_game(game);
            }
            linear
        });
        for square in board.legal_moves() {
            let expected = scan(&played, board, square);
            assert_eq!(found.of(square), expected, "{square} in {board:?}");
            if let Some(linear) = &linear {
                assert_eq!(linear.of(square), expected, "{square} in {board:?}");
            }
            several += usize::from(expected.games > 1);
        }
    }
    assert!(
        several > dial::games(100),
        "only {several} moves occur more than once"
    );
}

fn all_records(folders: &Folders) -> Vec<reversi_notation::Record> {
    let files = fs::read_dir(folders.games.path()).unwrap();
    let files = files.map(|file| file.unwrap().path());
    let records = files.flat_map(|path| detect::open(&path, None).unwrap());
    records.map(Result::unwrap).collect()
}

#[test]
fn symmetric_games_and_other_orders_of_moves_are_the_same() {
    let games = random_games(&mut Random(2), 50);
    let (plain, other) = (Folders::new(), Folders::new());
    plain.write("games.txt", &games);
    // The four symmetries of the start.
    let symmetries = [
        Symmetry::Identity,
        Symmetry::Rotate180,
        Symmetry::Transpose,
        Symmetry::AntiTranspose,
    ];
    let turned: Vec<Game> = (games.iter().zip(symmetries.iter().cycle()))
        .map(|(game, &symmetry)| turned(game, symmetry).unwrap())
        .collect();
    other.write("games.txt", &turned);
    let boards = boards(&games);
    assert_eq!(
        counts(&mut plain.updated().0, &boards),
        counts(&mut other.updated().0, &boards)
    );
    // The same position by two orders of moves.
    let orders = Folders::new();
    fs::write(
        orders.games.path().join("tiger.txt"),
        "f5d6c3d3c4f4\nf5d6c4d3c3f4\n",
    )
    .unwrap();
    let tiger = reversi::transcript::parse("f5d6c3d3c4").unwrap();
    let (mut index, _) = orders.updated();
    let board = tiger.position().board();
    let found = index.counts(board, &mut |_| (), &|| false).unwrap();
    assert_eq!(found.of("f4".parse().unwrap()).games, 2);
}

#[test]
fn the_four_first_moves_share_a_line() {
    let folders = Folders::new();
    fs::write(folders.games.path().join("a.txt"), "f5d6\nc4c3\nd3c3\n").unwrap();
    let (mut index, _) = folders.updated();
    let start = Position::START;
    let found = index.counts(start.board(), &mut |_| (), &|| false).unwrap();
    let table = OpeningTable::new(start, Some(&found));
    assert_eq!((table.games, table.moves.len()), (Some(3), 1));
    let names: Vec<String> = table.moves[0]
        .squares
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(names, ["c4", "d3", "e6", "f5"]);
    assert_eq!(table.moves[0].counts.games, 3);
    assert_eq!(table.share(&table.moves[0]), Some(100.0));
}

/// Takes seconds: it looks up about 1000 positions in each of ten indexes.
#[test]
fn an_update_reads_what_has_changed_and_equals_a_new_index() {
    let games = random_games(&mut Random(3), 120);
    let boards = boards(&games);
    let folders = Folders::new();
    let check = |reads: bool| {
        let (mut index, has_read) = folders.updated();
        assert_eq!(has_read, reads);
        let fresh = Folders {
            games: tempfile::tempdir().unwrap(),
            cache: tempfile::tempdir().unwrap(),
        };
        let mut new = GamesIndex::new(
            fresh.cache.path().to_owned(),
            vec![folders.games.path().to_owned()],
        );
        new.update(&mut |_| (), &|| false).unwrap();
        assert_eq!(index.problems(), new.problems());
        assert_eq!(games_in(&mut index), games_in(&mut new));
        assert_eq!(counts(&mut index, &boards), counts(&mut new, &boards));
        games_in(&mut index)
    };
    folders.write("a.txt", &games[..40]);
    folders.write("b.txt", &games[40..80]);
    assert_eq!(check(true), 80);
    assert_eq!(check(false), 80);
    // Added, in a folder of its own; not a file of games; hidden.
    fs::create_dir(folders.games.path().join("more")).unwrap();
    folders.write("more/c.txt", &games[80..]);
    fs::write(folders.games.path().join("notes"), "Dear reader\n").unwrap();
    folders.write(".hidden", &games);
    assert_eq!(check(true), 120);
    // Changed.
    folders.write("a.txt", &games[..10]);
    assert_eq!(check(true), 90);
    // Removed: nothing is read.
    fs::remove_file(folders.games.path().join("b.txt")).unwrap();
    assert_eq!(check(false), 50);
    assert_eq!(files_in(&folders.cache), ["games", "games.lock"]);
}

#[test]
fn games_that_cannot_be_read_are_counted_and_do_no_harm() {
    let folders = Folders::new();
    fs::write(folders.games.path().join("a.txt"), "f5d6\nf5f5\nf5f4\n").unwrap();
    let (mut index, _) = folders.updated();
    assert_eq!(games_in(&mut index), 2);
    let path = folders.games.path().join("a.txt");
    let [problem] = index.problems().try_into().unwrap();
    let expected = format!("{}: cannot read 1 game: ", path.display());
    assert!(problem.starts_with(&expected), "{problem}");
}

/// Returns the names of the files in a folder.
fn files_in(folder: &TempDir) -> Vec<String> {
    let files = fs::read_dir(folder.path()).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

/// Changes the file of the index.
fn damage(folders: &Folders, how: impl Fn(&mut Vec<u8>)) {
    let path = folders.cache.path().join("games");
    let mut bytes = fs::read(&path).unwrap();
    how(&mut bytes);
    fs::write(path, bytes).unwrap();
}

#[test]
fn a_damaged_index_is_made_again() {
    let games = random_games(&mut Random(4), 40);
    let boards = boards(&games);
    let folders = Folders::new();
    folders.write("a.txt", &games[..20]);
    folders.write("b.txt", &games[20..]);
    let (mut open, _) = folders.updated();
    let expected = counts(&mut open, &boards);
    let kinds: [fn(&mut Vec<u8>); 6] = [
        |bytes| bytes.clear(),
        |bytes| bytes.truncate(bytes.len() / 2),
        |bytes| bytes[0] ^= 0x80,
        |bytes| bytes[20] ^= 1,
        |bytes| {
            let last = bytes.len() - 5;
            bytes[last] ^= 1;
        },
        |bytes| bytes[64..].fill(0x55),
    ];
    for kind in kinds {
        damage(&folders, kind);
        let (mut index, _) = folders.updated();
        assert_eq!(counts(&mut index, &boards), expected);
        // The same damage after the update.
        damage(&folders, kind);
        assert_eq!(counts(&mut index, &boards), expected);
        assert_eq!(counts(&mut open, &boards), expected);
    }
}

#[test]
fn a_single_changed_bit_is_found() {
    let games = random_games(&mut Random(6), 40);
    let boards = boards(&games);
    let folders = Folders::new();
    folders.write("a.txt", &games[..20]);
    folders.updated();
    let mut random = Random(7);
    for number in 0..dial::games(40) {
        folders.write("b.txt", &games[20..40 - number % 20]);
        let place = random.below(1 << 30);
        damage(&folders, |bytes| {
            let at = place % bytes.len();
            bytes[at] ^= 1 << (number % 8);
        });
        let (mut index, _) = folders.updated();
        let fresh = Folders {
            games: tempfile::tempdir().unwrap(),
            cache: tempfile::tempdir().unwrap(),
        };
        let games = folders.games.path().to_owned();
        let mut new = GamesIndex::new(fresh.cache.path().to_owned(), vec![games]);
        assert_eq!(counts(&mut index, &boards), counts(&mut new, &boards));
    }
}

#[test]
fn the_files_of_earlier_versions_are_replaced() {
    let games = random_games(&mut Random(8), 10);
    let folders = Folders::new();
    folders.write("a.txt", &games);
    for name in ["index", "0123456789abcdef"] {
        fs::write(folders.cache.path().join(name), "an earlier format").unwrap();
    }
    assert_eq!(games_in(&mut folders.updated().0), 10);
    assert_eq!(files_in(&folders.cache), ["games", "games.lock"]);
}

/// Locks an index as a program that adds to it does.
fn locked(folders: &Folders) -> fs::File {
    let path = folders.cache.path().join("games.lock");
    let file = fs::File::options()
        .append(true)
        .create(true)
        .open(path)
        .unwrap();
    file.lock().unwrap();
    file
}

#[test]
fn a_reader_takes_what_is_finished_while_another_program_reads_the_rest() {
    let games = random_games(&mut Random(9), 30);
    let boards = boards(&games);
    let folders = Folders::new();
    folders.write("a.txt", &games[..10]);
    let (mut index, _) = folders.updated();
    let some = counts(&mut index, &boards);
    folders.write("b.txt", &games[10..]);
    folders.write("c.txt", &[]);
    let other = locked(&folders);
    let mut index = folders.index();
    assert_eq!(counts(&mut index, &boards), some);
    let expected = "your library is still being read: 1 of 3 files so far";
    assert_eq!(index.problems(), [expected]);
    assert_eq!(index.still_read().as_deref(), Some(expected));
    // As soon as the other one is done, the rest is there, too.
    drop(other);
    assert_eq!(games_in(&mut index), 30);
    assert_eq!(index.still_read(), None);
    let all = counts(&mut folders.index(), &boards);
    assert_ne!(all, some);
    // With nothing to add, the other one does not matter.
    let _other = locked(&folders);
    let mut index = folders.index();
    assert_eq!(counts(&mut index, &boards), all);
    assert_eq!(index.still_read(), None);
}

#[test]
fn a_table_is_counted_again_until_another_program_has_read_all_games() {
    let games = random_games(&mut Random(11), 20);
    let folders = Folders::new();
    folders.write("a.txt", &games[..10]);
    folders.updated();
    folders.write("b.txt", &games[10..]);
    let other = locked(&folders);
    let libraries = vec![folders.games.path().to_owned()];
    let places = (folders.cache.path().to_owned(), libraries);
    let chooser = |filter| GameChoice::new(filter, PersonName::EMPTY, None).0;
    let waker = Arc::new(|| ());
    let mut task = OpeningTask::new(Some(places), 1, Box::new(chooser), waker);
    let position = Position::START;
    let depth = None;
    task.ask(LookupRequest { position, depth });
    let mut counted = |is_whole: bool| {
        loop {
            task.poll();
            let found = task.found(position);
            if let Some(found) = found.filter(|found| found.problem.is_none() == is_whole) {
                assert_eq!(task.is_busy(), !is_whole);
                return found.table.games;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    };
    assert_eq!(counted(false), Some(10));
    drop(other);
    assert_eq!(counted(true), Some(20));
}

#[test]
fn readers_beside_a_writer_never_wait_and_see_more_and_more_games() {
    let games = random_games(&mut Random(10), 1200);
    let folders = Folders::new();
    folders.write("a.txt", &games[..500]);
    folders.write("b.txt", &games[500..]);
    let (mut writer, mut seen) = (folders.index(), Vec::new());
    let mut old = folders.index();
    writer
        .update(
            &mut |_| {
                let mut new = folders.index();
                seen.push(games_in(&mut new));
                assert_eq!(Some(&games_in(&mut old)), seen.last());
                assert!(new.still_read().is_some() && old.still_read().is_some());
            },
            &|| false,
        )
        .unwrap();
    assert!(seen.is_sorted() && seen[0] == 0, "{seen:?}");
    assert!(seen.iter().any(|&seen| seen >= 256), "{seen:?}");
    assert_eq!((games_in(&mut old), games_in(&mut writer)), (1200, 1200));
    assert_eq!(old.still_read(), None);
}

#[test]
fn reading_that_was_stopped_or_cut_off_goes_on_after_the_last_row() {
    let games = random_games(&mut Random(5), 900);
    let boards = boards(&games[..4]);
    let folders = Folders::new();
    folders.write("a.txt", &games[..700]);
    folders.write("b.txt", &games[700..]);
    let whole = Folders::new();
    let libraries = vec![folders.games.path().to_owned()];
    let mut index = GamesIndex::new(whole.cache.path().to_owned(), libraries);
    let expected = counts(&mut index, &boards);
    let rows = |folders: &Folders| fs::read(folders.cache.path().join("games")).unwrap();
    for stopped_after in dial::sizes(0, [1, 100, 257, 600, 720]) {
        let asked = std::cell::Cell::new(0);
        let stop = || {
            asked.set(asked.get() + 1);
            asked.get() > stopped_after
        };
        let stopped = folders.index().update(&mut |_| (), &stop);
        assert!(matches!(stopped, Err(IndexError::Stopped)));
        let before = rows(&folders);
        let mut index = folders.index();
        let mut given = 0;
        // Whoever has enough games does not wait for the others.
        let walked = index.each_game(&mut |_| (), &|| false, &mut |_, row| {
            given += 1;
            assert_eq!(row.number, given);
            ControlFlow::Break(())
        });
        walked.unwrap();
        assert_eq!(index.still_read(), None);
        assert_eq!(counts(&mut index, &boards), expected, "{stopped_after}");
        assert_eq!(games_in(&mut index), games_in(&mut folders.index()));
        assert!(rows(&folders).starts_with(&before), "{stopped_after}");
        // The program or the machine may have ended while it was written.
        for part in [1, 2, 3] {
            damage(&folders, |bytes| bytes.truncate(bytes.len() * part / 4));
            assert_eq!(counts(&mut folders.index(), &boards), expected);
        }
        fs::remove_file(folders.cache.path().join("games")).unwrap();
    }
}

#[test]
fn a_folder_that_is_not_there_is_named() {
    let folders = Folders::new();
    let missing = folders.games.path().join("none");
    let mut index = GamesIndex::new(folders.cache.path().to_owned(), vec![missing]);
    let error = index.update(&mut |_| (), &|| false).unwrap_err();
    let sentence = error.to_string();
    assert!(
        sentence.starts_with("cannot read the games in "),
        "{sentence}"
    );
}

#[test]
fn an_index_that_cannot_be_kept_or_was_stopped_says_so_and_names_some_files_without_games() {
    let folders = Folders::new();
    for number in 1..=7 {
        let path = folders.games.path().join(format!("{number}.txt"));
        fs::write(path, "Dear reader").unwrap();
    }
    let error = |index: &mut GamesIndex, stops: bool| {
        let read = index.update(&mut |_| (), &|| stops);
        read.unwrap_err().to_string()
    };
    assert_eq!(error(&mut folders.index(), true), "reading was cancelled");
    let below = folders.games.path().join("1.txt");
    let libraries = vec![folders.games.path().to_owned()];
    let said = error(&mut GamesIndex::new(below, libraries), false);
    assert!(
        said.starts_with("cannot save the index of openings in "),
        "{said}"
    );
    let (index, _) = folders.updated();
    let [problem] = &index.problems()[..] else {
        panic!("{:?}", index.problems());
    };
    assert!(problem.starts_with("no games in 7 files: "), "{problem}");
    assert!(problem.ends_with("5.txt and 2 more"), "{problem}");
    let progress = |remaining| ReadProgress {
        read: 31,
        of: 100,
        remaining,
    };
    assert_eq!(
        [None, Some(Duration::from_secs(40))].map(|time| progress(time).words()),
        ["31 %", "31 %, 0:40 left"]
    );
}

#[test]
fn a_library_that_cannot_be_read_is_named_and_hides_no_other() {
    let folders = Folders::new();
    let games = random_games(&mut Random(3), 20);
    folders.write("a.txt", &games);
    let path = |name: &str| folders.games.path().join(name);
    fs::write(path("letter.txt"), "Dear reader").unwrap();
    fs::write(path("packed.zip"), "PK\x03\x04").unwrap();
    fs::write(path("large.txt"), "Dear reader, ".repeat(100_000)).unwrap();
    fs::write(path("damaged.wtb"), "WTHOR").unwrap();
    fs::write(
        path("faulty.ggf"),
        "(;GM[Othello]B[A1];)(;GM[Othello]B[F5];)",
    )
    .unwrap();
    let elsewhere = tempfile::tempdir().unwrap();
    let named = elsewhere.path().join("named.txt");
    fs::write(&named, "Dear reader").unwrap();
    let file = elsewhere.path().join("b.txt");
    write(&file, &games[..5]);
    let missing = elsewhere.path().join("missing");
    let libraries = vec![folders.games.path().to_owned(), named, file, missing];
    let mut index = GamesIndex::new(folders.cache.path().to_owned(), libraries);
    // The games of b.txt are in a.txt, too. Those without an end may be others.
    let repeated = games[..5].iter().filter(|game| game.outcome().is_some());
    let count = 26 - repeated.count();
    for _ in 0..2 {
        index.update(&mut |_| (), &|| false).unwrap();
        assert_eq!(games_in(&mut index), count);
        let problems = index.problems();
        let expected = [
            "missing: ",
            "damaged.wtb: ",
            "faulty.ggf: cannot read 1 game: game 1, line 1: ",
            "named.txt: ",
            "packed.zip: this is a zip archive; unpack it first",
            "large.txt: unrecognised format; a text in none of the supported formats may have at most 1 MiB",
            "no games in 1 file: ",
        ];
        assert_eq!(problems.len(), expected.len(), "{problems:?}");
        for part in expected {
            let is_said = problems.iter().any(|problem| problem.contains(part));
            assert!(is_said, "{part} in {problems:?}");
        }
    }
}

#[test]
fn a_game_that_occurs_twice_counts_once_whichever_file_is_removed() {
    let mut games = random_games(&mut Random(9), 40);
    games.retain(|game| game.outcome().is_some());
    games.truncate(30);
    let (once, several) = (Folders::new(), Folders::new());
    once.write("all.txt", &games);
    let (mut expected, _) = once.updated();
    let boards = boards(&games);
    let expected_counts = counts(&mut expected, &boards);
    // Twice in one file, and again in another one.
    several.write("a.txt", &[&games[..], &games[10..20]].concat());
    several.write("b.txt", &games[5..25]);
    several.write("c.txt", &games);
    for removed in [None, Some("a.txt"), Some("b.txt")] {
        if let Some(name) = removed {
            fs::remove_file(several.games.path().join(name)).unwrap();
        }
        let (mut index, _) = several.updated();
        assert_eq!(
            counts(&mut index, &boards),
            expected_counts,
            "without {removed:?}"
        );
        assert_eq!(games_in(&mut index), 30, "without {removed:?}");
    }
    // Moves without players and without an end may be those of another game.
    let open = Folders::new();
    fs::write(open.games.path().join("open.txt"), "f5d6c3\nf5d6c3\n").unwrap();
    assert_eq!(games_in(&mut open.updated().0), 2);
}

#[test]
fn a_file_in_two_libraries_counts_once() {
    let folders = Folders::new();
    folders.write("a.txt", &random_games(&mut Random(3), 10));
    let folder = folders.games.path().to_owned();
    let libraries = vec![folder.join("a.txt"), folder];
    let mut index = GamesIndex::new(folders.cache.path().to_owned(), libraries);
    assert_eq!(games_in(&mut index), 10);
}
