//! What `reversi openings` prints.

use std::fs;
use std::path::Path;
use std::process::{Output, Stdio};
use std::thread;
use std::time::Duration;

use reversi::transcript;
use serde_json::Value;
use tempfile::TempDir;

use crate::dial;
use crate::program::{program, run};
use crate::random_games::random_games;

/// Four games after the Tiger: f4 won and lost, b3 won; the last one stops without a result.
const GAMES: &str = "f5d6c3d3c4f4\nf5d6c4d3c3f4\nf5d6c3d3c4b3\nf5f6\ne6f4e3f6g5d6e7f5c5\n";

fn home() -> TempDir {
    let home = tempfile::tempdir().unwrap();
    fs::create_dir(home.path().join("games")).unwrap();
    fs::write(home.path().join("games/games.txt"), GAMES).unwrap();
    home
}

fn with_setting(home: &TempDir) {
    let folder = home.path().join("reversi");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("config.toml"), "games-folder = \"~/games\"\n").unwrap();
}

fn openings(home: &Path, args: &[&str]) -> Output {
    let args = [&["openings"], args].concat();
    run(program(home, &args).current_dir(home), b"")
}

fn text(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn complaint(output: &Output, code: i32) -> String {
    assert_eq!(output.status.code(), Some(code), "{output:?}");
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// A program that is killed while it reads the library leaves an index that the next one completes.
#[test]
fn an_index_survives_kills_at_any_moment() {
    let home = home();
    with_setting(&home);
    let games = random_games(dial::games(6_000));
    for (file, games) in ["a", "b", "c"].iter().zip(games.chunks(games.len() / 3)) {
        let lines: String = games
            .iter()
            .map(|game| transcript::print(game) + "\n")
            .collect();
        fs::write(home.path().join(format!("games/{file}.txt")), lines).unwrap();
    }
    let expected = text(&openings(home.path(), &["--no-eval"]));
    let index = home.path().join("reversi/openings");
    fs::remove_dir_all(&index).unwrap();
    for run in 0..dial::events(100_u64) {
        let mut command = program(home.path(), &["openings", "--no-eval"]);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        thread::sleep(Duration::from_millis(run * 37 % 300));
        child.kill().unwrap();
        child.wait().unwrap();
        // Now and then it begins anew.
        if run % 7 == 6 && index.exists() {
            fs::remove_dir_all(&index).unwrap();
        }
    }
    assert_eq!(text(&openings(home.path(), &["--no-eval"])), expected);
}

#[test]
fn files_and_folders_are_counted() {
    let home = home();
    for files in [&["games/games.txt"][..], &["games"]] {
        let args = [&["f5d6c3d3c4"], files, &["--no-eval"]].concat();
        let output = openings(home.path(), &args);
        let text = text(&output);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "f4\t2\t66.7\t\t\t\t\t\t\t");
        assert_eq!(lines[1], "b3\t1\t33.3\t\t\t\t\t\t\tAubrey");
        assert_eq!(lines.len(), 6, "{text}");
        assert!(output.stderr.is_empty(), "{output:?}");
    }
    // The start, and the only finished game.
    let all = text(&openings(home.path(), &["games", "--no-eval"]));
    assert_eq!(all, "c4 d3 e6 f5\t5\t100.0\t100.0\t0.0\t0.0\t+64.0\t\t\t\n");
}

#[test]
fn beside_a_program_that_reads_the_library_another_one_takes_what_is_finished_and_says_so() {
    let home = home();
    with_setting(&home);
    let all = text(&openings(home.path(), &["--no-eval"]));
    fs::write(home.path().join("games/new.txt"), "f5f6e6f4\n").unwrap();
    let lock = home.path().join("reversi/openings/games.lock");
    let lock = fs::File::options().append(true).open(lock).unwrap();
    lock.lock().unwrap();
    let games = |count: &str| program(home.path(), &["games", "-n", count]).output();
    let some = openings(home.path(), &["--no-eval"]);
    assert_eq!(text(&some), all);
    let warning = "warning: your library is still being read: 1 of 2 files so far\n";
    assert_eq!(complaint(&some, 0), warning);
    // One game is there, so that nothing is missing.
    let one = games("1").unwrap();
    assert_eq!(
        (text(&one).lines().count(), complaint(&one, 0).as_str()),
        (1, "")
    );
    drop(lock);
    let rest = openings(home.path(), &["--no-eval"]);
    assert_ne!(text(&rest), all);
    assert_eq!(complaint(&rest, 0), "");
}

#[test]
fn games_of_other_rules_are_not_counted() {
    let home = home();
    with_setting(&home);
    fs::remove_file(home.path().join("games/games.txt")).unwrap();
    let games =
        "(;GM[Othello]TY[8]B[F5];)\n(;GM[Othello]TY[8a]B[F5];)\n(;GM[Reversi]TY[s8r20]B[F5];)\n";
    fs::write(home.path().join("games/a.ggf"), games).unwrap();
    let counted = "c4 d3 e6 f5\t2\t100.0\t\t\t\t\t\t\t\n";
    let indexed = openings(home.path(), &["--no-eval"]);
    assert_eq!(text(&indexed), counted);
    let warning = complaint(&indexed, 0);
    assert!(
        warning.starts_with("warning: ")
            && warning.contains("a.ggf: cannot read 1 game: game 2, line 2: "),
        "{warning}"
    );
    let scanned = openings(home.path(), &["games/a.ggf", "--no-eval"]);
    assert_eq!(String::from_utf8_lossy(&scanned.stdout), counted);
    assert_eq!(
        complaint(&scanned, 1),
        "error: games/a.ggf: game 2, line 2: the type of the game is \"8a\", but it must be that of Othello on 8x8, \
         such as 8, 8k or s8r20\nerror: cannot read 1 game\n"
    );
}

#[test]
fn the_folder_of_the_settings_is_indexed_and_says_the_same() {
    let home = home();
    with_setting(&home);
    for moves in ["f5", "f5d6", "d3c3", "f5d6c3d3c4", "f5d6c3d3c4f4c5"] {
        let scanned = text(&openings(home.path(), &[moves, "games", "--no-eval"]));
        let indexed = openings(home.path(), &[moves, "--no-eval"]);
        assert_eq!(text(&indexed), scanned);
        assert!(indexed.stderr.is_empty(), "{indexed:?}");
    }
    assert!(home.path().join("reversi/openings/games").exists());
    fs::write(home.path().join("games/more.txt"), "f5d6c3d3c4b3\nf5f5\n").unwrap();
    let more = openings(
        home.path(),
        &["f5d6c3d3c4", "-n", "1", "--no-eval", "--japanese"],
    );
    assert_eq!(text(&more), "b3\t2\t50.0\t\t\t\t\t\t\tAubrey\n");
    let warning = complaint(&more, 0);
    assert!(
        warning.contains(
            "more.txt: cannot read 1 game: game 2, line 2: move 2: f5 is taken by Black\n"
        ),
        "{warning}"
    );
}

#[test]
fn without_games_there_are_names_and_evaluations_and_a_hint() {
    let home = home();
    let output = openings(home.path(), &["f5", "--depth", "4", "--japanese"]);
    let text = text(&output);
    let names: Vec<&str> = text
        .lines()
        .map(|line| line.rsplit('\t').next().unwrap())
        .collect();
    for name in [
        "Perpendicular (縦取り)",
        "Diagonal (斜め取り)",
        "Parallel (並び取り)",
    ] {
        assert!(names.contains(&name), "{text}");
    }
    let scores: Vec<i32> = text
        .lines()
        .map(|line| line.split('\t').nth(8).unwrap().parse().unwrap())
        .collect();
    assert!(scores.is_sorted_by(|one, other| one >= other), "{text}");
    let note = complaint(&output, 0);
    assert!(note.starts_with("note: to see how often") && note.contains("libraries"));
}

#[test]
fn symmetric_transcripts_give_the_same_lines() {
    let home = home();
    let lines = |moves: &str| {
        let text = text(&openings(home.path(), &[moves, "games", "--depth", "4"]));
        let rest = |line: &str| line.split_once('\t').unwrap().1.to_owned();
        text.lines().map(rest).collect::<Vec<_>>()
    };
    let expected = lines("f5d6c3");
    // Rotated by half a turn, and reflected in both diagonals.
    for moves in ["c4e3f6", "e6f4c3", "d3c5f6"] {
        assert_eq!(lines(moves), expected, "{moves}");
    }
}

#[test]
fn json_has_every_number() {
    let home = home();
    let output = openings(home.path(), &["e6f4", "games", "--depth", "3", "--json"]);
    let found: Value = serde_json::from_str(&text(&output)).unwrap();
    assert_eq!(found["side_to_move"], "black");
    assert_eq!(found["games"], 4);
    assert_eq!(found["opening"]["english"], "Perpendicular");
    let moves = found["moves"].as_array().unwrap();
    let e3 = moves.iter().find(|known| known["move"] == "e3").unwrap();
    for (name, value) in [("games", 1), ("wins", 1), ("draws", 0), ("losses", 0)] {
        assert_eq!(e3[name], value, "{name}");
    }
    assert_eq!(e3["mean_score"], 64.0);
    assert_eq!(e3["mean_theory"], Value::Null);
    assert_eq!(e3["share"], 0.25);
    assert_eq!(e3["evaluation"]["depth"], 3);
}

#[test]
fn wrong_words_are_refused() {
    let home = home();
    let refused = |args: &[&str], code| complaint(&openings(home.path(), args), code);
    assert!(refused(&["f5f5"], 2).contains("f5 is taken by Black"));
    assert!(refused(&["e6f4e3f6g5d6e7f5c5"], 2).contains("the game is over"));
    assert!(refused(&["none.wtb"], 1).contains("cannot read \"none.wtb\""));
    assert!(refused(&["f5", "none.wtb"], 1).contains("cannot read \"none.wtb\""));
    fs::write(home.path().join("letter"), "Dear reader\n").unwrap();
    assert!(refused(&["letter"], 1).starts_with("error: letter: unrecognised format"));
    assert!(refused(&["f5", "games", "--no-eval", "--depth", "3"], 2).contains("--no-eval"));
    fs::write(home.path().join("half.txt"), "f5d6\nf5f5\n").unwrap();
    let half = refused(&["f5", "half.txt", "--no-eval"], 1);
    assert!(half.contains("half.txt: game 2") && half.ends_with("cannot read 1 game\n"));
}

#[test]
fn the_games_of_libraries_are_listed_chosen_and_read_again_when_they_change() {
    let home = home();
    let folder = home.path().join("reversi");
    fs::create_dir_all(&folder).unwrap();
    let settings = "libraries = [\"~/games\", \"~/club.ggf\", \"~/none\"]\nname = \"Ann\"\n";
    fs::write(folder.join("config.toml"), settings).unwrap();
    let club = home.path().join("club.ggf");
    let game = "(;GM[Othello]DT[2020-01-02]PB[Bob]PW[Ann]RE[-10]B[F5]W[D6]B[C3]W[D3]B[C4];)\n";
    fs::write(&club, game).unwrap();
    let games = |args: &[&str]| {
        let args = [&["games"], args].concat();
        let output = run(&mut program(home.path(), &args), b"");
        let warning = complaint(&output, 0);
        assert!(
            warning.starts_with("warning: cannot read the games in ")
                && warning.lines().count() == 1,
            "{warning}"
        );
        text(&output)
    };
    let line = format!(
        "{}#1\t2020-01-02\tBob\tAnn\tWhite +10 as stated\tTiger\t\n",
        club.display()
    );
    let all = games(&[]);
    assert!(all.starts_with(&line) && all.lines().count() == 6, "{all}");
    for chosen in [
        &["--player", "ann"][..],
        &["--opponent", "bob"],
        &["--result", "win"],
        &["--filter", "white:ann tiger year:2019.."],
        &["-n", "1"],
    ] {
        assert_eq!(games(chosen), line, "{chosen:?}");
    }
    assert_eq!(games(&["--result", "loss"]), "");
    let json: Value = serde_json::from_str(&games(&["--player", "ann", "--json"])).unwrap();
    assert_eq!(json["file"], club.to_str().unwrap());
    assert_eq!(json["number"], 1);
    // The same game again counts once; one of another player is new.
    let other = game.replace("Ann", "Anna");
    fs::write(&club, game.repeat(2) + &other).unwrap();
    assert_eq!(games(&["--player", "ann"]).lines().count(), 2);
    fs::remove_file(home.path().join("games/games.txt")).unwrap();
    assert_eq!(games(&[]).lines().count(), 2);
}

#[test]
fn the_table_counts_only_the_chosen_games_and_sums_them_up() {
    let home = home();
    let file = home.path().join("club.ggf");
    let game = |black: &str, white: &str, result: &str| {
        format!("(;GM[Othello]PB[{black}]PW[{white}]RE[{result}]B[F5]W[D6]B[C7];)\n")
    };
    let games = [
        game("Ann", "Bob", "+10"),
        game("Bob", "Ann", "-4"),
        game("Bob", "Cleo", "-4"),
        game("Cleo", "Ann", "+2"),
    ];
    fs::write(&file, games.concat()).unwrap();
    with_setting(&home);
    let counted = |args: &[&str]| -> Value {
        let args = [&["f5", "--no-eval", "--json"], args].concat();
        serde_json::from_str(&text(&openings(home.path(), &args))).unwrap()
    };
    let scanned = counted(&["club.ggf", "--player", "ann"]);
    assert_eq!(scanned["games"], 3);
    let results = &scanned["results"];
    assert_eq!((&results["won"], &results["lost"]), (&2.into(), &1.into()));
    assert_eq!(
        results["left_book"], 3,
        "the book has the four best of five replies"
    );
    assert_eq!(counted(&["club.ggf"])["results"], Value::Null);
    fs::rename(&file, home.path().join("games/club.ggf")).unwrap();
    assert_eq!(counted(&["--player", "ann"]), scanned);
}
