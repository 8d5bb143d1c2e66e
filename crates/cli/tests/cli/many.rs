//! Many games and positions: a line each, in parts, and in files that go on where they stopped.

use std::fs;
use std::path::Path;
use std::process::Output;

use reversi::transcript;
use serde_json::Value;

use crate::program::{self, error, printed, program};
use crate::random_games::{add_to_history, random_games};
use reversi_table::store::state::StateFolder;

/// Two ends of games in a position that is solved: in the first the best move, in the second one that loses 16 discs, and
/// an answer that loses 4.
const GAMES: &str = "(;GM[Othello]DT[2026.11.01]PB[Ann]PW[Bo]RE[?]TY[8]\
    BO[8 ---*OO-- -O****** **OO**** **OOO*O* *****O** **O*O*O* --OOOO** OOOOOOO* *]B[b7]W[a7];)\n\
    (;GM[Othello]PB[Bo]PW[Ann]RE[?]TY[8]\
    BO[8 ---*OO-- -O****** **OO**** **OOO*O* *****O** **O*O*O* --OOOO** OOOOOOO* *]B[c1]W[b1];)\n";

fn run(home: &Path, args: &[&str]) -> Output {
    program::run(program(home, args).current_dir(home), b"")
}

/// The lines that a command prints.
fn lines(home: &Path, args: &[&str]) -> Vec<String> {
    let text = printed(run(home, args));
    text.lines().map(str::to_owned).collect()
}

fn objects(text: &str) -> Vec<Value> {
    let lines = text.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// A home with two games in a file and one in the history.
fn home() -> tempfile::TempDir {
    let home = program::home_with_settings("name = \"Ann\"\n");
    fs::write(home.path().join("two.ggf"), GAMES).unwrap();
    let state = StateFolder::at(home.path().join("reversi"));
    add_to_history(&state, &[random_games(1)[0].up_to(12)]);
    home
}

#[test]
fn of_several_games_a_line_each_says_who_played_and_what_both_lost() {
    let home = home();
    let review = |args: &[&str]| {
        let args = [&["review"], args, &["--depth", "1"]].concat();
        lines(home.path(), &args)
    };
    let two = [
        "1\t2026.11.01\tAnn\tBo\tunfinished\t0.00\t0.00\t0\t0",
        "2\t\tBo\tAnn\tunfinished\t16.00\t4.00\t1\t1",
    ];
    assert_eq!(review(&["two.ggf"]), two);
    assert_eq!(review(&["two.ggf", "--shard", "2/2"]), two[1..]);
    assert_eq!(review(&["two.ggf", "--filter", "black:bo"]), two[1..]);
    let piped = program::run(
        &mut program(home.path(), &["review", "-"]),
        GAMES.as_bytes(),
    );
    assert_eq!(printed(piped).lines().collect::<Vec<_>>(), two);
    let named = review(&["two.ggf", "two.ggf#2", "f5", "history:"]);
    let starts = [
        "two.ggf#1\t2026.11.01\tAnn\t",
        "two.ggf#2\t\tBo\tAnn\t",
        "two.ggf#2\t\tBo\tAnn\t",
        "f5\t\t?\t?\tunfinished\t0.00\t-\t0\t0",
        "history:1\t\tAnn\tlevel 5\tunfinished\t",
    ];
    assert_eq!(named.len(), starts.len(), "{named:?}");
    for (line, start) in named.iter().zip(starts) {
        assert!(line.starts_with(start), "{line:?} {start:?}");
    }
}

#[test]
fn the_games_of_the_libraries_are_reviewed_in_parts_of_one_list() {
    let home = tempfile::tempdir().unwrap();
    let library = home.path().join("two.ggf");
    fs::write(&library, GAMES).unwrap();
    fs::create_dir(home.path().join("reversi")).unwrap();
    let config = format!("libraries = [{library:?}]\n");
    fs::write(home.path().join("reversi/config.toml"), config).unwrap();
    let review = |args: &[&str]| lines(home.path(), &[&["review", "--library"], args].concat());
    let all = review(&[]);
    let name = library.display();
    let second = format!("{name}#2\t\tBo\tAnn\tunfinished\t16.00\t4.00\t1\t1");
    assert_eq!(all.len(), 2, "{all:?}");
    assert_eq!(all[1], second);
    assert_eq!(review(&["--shard", "2/2"]), [second]);
    assert_eq!(review(&["--shard", "1/2"]), all[..1]);
}

#[test]
fn of_several_games_a_line_for_each_mistake_names_the_game() {
    let home = home();
    let found = lines(
        home.path(),
        &["review", "two.ggf", "--mistakes", "6", "--depth", "1"],
    );
    let line = "2: 1 B c1 -16 best b7 (exact): turns a win by 8 into a loss by 8 after h1";
    assert_eq!(found, [line]);
    let text = printed(run(
        home.path(),
        &["review", "two.ggf", "--mistakes", "6", "--json"],
    ));
    let start = "{\"item\":2,\"number\":2,\"depth\":16,\"time_limit\":null,\"engine\":null,\"least_loss\":6,\"ply\":1,\"black\":\"Bo\",\"mistake\":{";
    assert!(text.starts_with(start), "{text}");
    let [mistake] = &objects(&text)[..] else {
        panic!("{text}");
    };
    let position = "---XOO---OXXXXXXXXOOXXXXXXOOOXOXXXXXXOXXXXOXOXOX--OOOOXXOOOOOOOX X";
    assert_eq!(mistake["position"], position);
    assert_eq!(mistake["you"], "white");
    let mistake = &mistake["mistake"];
    assert_eq!(
        (&mistake["loss"], &mistake["move"]),
        (&16.into(), &"c1".into())
    );
}

#[test]
fn each_line_of_json_begins_with_its_game_and_says_which_side_is_yours() {
    let home = home();
    let args = ["review", "two.ggf", "history:", "--depth", "1", "--json"];
    let text = printed(run(home.path(), &args));
    let heads: Vec<&str> = text
        .lines()
        .map(|line| line.split("\"black\"").next().unwrap())
        .collect();
    let options = "\"time_limit\":null,\"engine\":null,\"least_loss\":null,";
    let heads: Vec<&str> = heads
        .into_iter()
        .map(|head| head.strip_suffix(options).unwrap())
        .collect();
    assert_eq!(
        heads,
        [
            "{\"item\":1,\"file\":\"two.ggf\",\"number\":1,\"depth\":1,",
            "{\"item\":2,\"file\":\"two.ggf\",\"number\":2,\"depth\":1,",
            "{\"item\":3,\"number\":1,\"depth\":1,",
        ]
    );
    let yours: Vec<[Value; 2]> = objects(&text)
        .iter()
        .map(|game| [game["you"].clone(), game["rated"].clone()])
        .collect();
    let expected = serde_json::json!([["black", false], ["white", false], ["black", true]]);
    assert_eq!(serde_json::json!(yours), expected);
    let mistakes = [&args[..], &["--mistakes", "6"]].concat();
    let mistakes = printed(run(home.path(), &mistakes));
    let items: Vec<Value> = objects(&mistakes)
        .iter()
        .map(|mistake| mistake["item"].clone())
        .collect();
    assert!(items.starts_with(&[2.into()]), "{mistakes}");
}

#[test]
fn what_many_games_cannot_have_is_refused_in_one_sentence() {
    let home = home();
    let refused = |args: &[&str]| {
        let args = [&["review", "two.ggf"], args].concat();
        error(run(home.path(), &args), 2)
    };
    assert_eq!(
        refused(&["--mistakes", "6", "-o", "graph.svg"]),
        "error: --output: a picture is of one game; of many, write JSON to a file that ends in .jsonl\n"
    );
    assert_eq!(
        refused(&["--json", "-o", "graph.svg"]),
        "error: --json cannot be used with a picture as the output; name a file that ends in .jsonl\n"
    );
    let wrong = refused(&["--shard", "3/2"]);
    assert!(
        wrong.contains("expected a part and the number of parts, such as 2/8"),
        "{wrong}"
    );
    let none = error(run(home.path(), &["review", "--json"]), 2);
    assert_eq!(
        none,
        "error: name the game to review: a transcript, a file, FILE#N, history:N or history:last\n"
    );
    assert!(!home.path().join("graph.svg").exists());
}

/// A file with this many short games, a transcript a line.
fn short_games(folder: &Path, count: usize) {
    let games = random_games(count);
    let moves = games
        .iter()
        .map(|game| transcript::print(&game.up_to(8)) + "\n");
    fs::write(folder.join("games.txt"), moves.collect::<String>()).unwrap();
}

#[test]
fn a_file_of_lines_goes_on_where_it_stopped_and_its_parts_make_the_whole() {
    let home = tempfile::tempdir().unwrap();
    short_games(home.path(), 12);
    let at = |name: &str| home.path().join(name);
    let read = |name: &str| fs::read_to_string(at(name)).unwrap();
    for form in [&[][..], &["--mistakes", "4"]] {
        let review = |args: &[&str]| {
            let command = ["review", "games.txt", "--depth", "1", "--threads", "2"];
            printed(run(home.path(), &[&command, form, args].concat()))
        };
        assert_eq!(review(&["-o", "all.jsonl"]), "");
        let all = read("all.jsonl");
        assert_eq!(review(&["--json"]), all);
        for length in [0, 5, all.len() / 3, all.len() / 2, all.len() - 1, all.len()] {
            fs::write(at("all.jsonl"), &all[..length]).unwrap();
            review(&["-o", "all.jsonl"]);
            assert_eq!(read("all.jsonl"), all, "cut at {length}");
        }
        let mut parts: Vec<String> = Vec::new();
        for part in ["1/3", "2/3", "3/3"] {
            let text = review(&["--json", "--shard", part]);
            parts.extend(text.lines().map(str::to_owned));
        }
        let item = |line: &String| -> u64 {
            let line: Value = serde_json::from_str(line).unwrap();
            line["item"].as_u64().unwrap()
        };
        parts.sort_by_key(item);
        assert_eq!(parts.join("\n") + "\n", all);
        // A line of another depth is of another command.
        let args = ["review", "games.txt", "-o", "all.jsonl", "--depth", "2"];
        let refused = error(run(home.path(), &[&args, form].concat()), 1);
        let place = refused.split(" is not").next().unwrap();
        assert_eq!(place, "error: all.jsonl: line 1");
        assert_eq!(read("all.jsonl"), all);
        fs::remove_file(at("all.jsonl")).unwrap();
    }
}

#[test]
fn the_parts_of_a_set_of_positions_are_the_lines_of_the_whole() {
    let home = tempfile::tempdir().unwrap();
    let ends = random_games(9).into_iter().map(|game| {
        let end = game.positions().find(|at| at.board().empty_count() == 7);
        format!("{}\n", end.unwrap_or(game.position()))
    });
    let ends: String = ends.collect();
    fs::write(home.path().join("ends.obf"), format!("% positions\n{ends}")).unwrap();
    let read = |name: &str| fs::read_to_string(home.path().join(name)).unwrap();
    let solve = |args: &[&str]| printed(run(home.path(), &[&["solve", "ends.obf"], args].concat()));
    assert_eq!(solve(&["-o", "all.jsonl"]), "");
    let all = read("all.jsonl");
    assert_eq!(all.lines().count(), 9);
    for (line, number) in all.lines().zip(2..) {
        assert!(
            line.starts_with(&format!("{{\"number\":{number},")),
            "{line}"
        );
        assert!(!line.contains("seconds"), "{line}");
    }
    let parts = ["1/2", "2/2"].map(|part| solve(&["--json", "--shard", part, "--threads", "1"]));
    let mut parts: Vec<&str> = parts.iter().flat_map(|part| part.lines()).collect();
    parts.sort_by_key(|line| all.find(line));
    assert_eq!(parts.join("\n") + "\n", all);
    fs::write(home.path().join("all.jsonl"), &all[..all.len() / 2]).unwrap();
    assert_eq!(solve(&["-o", "all.jsonl", "--threads", "3"]), "");
    assert_eq!(read("all.jsonl"), all);
}

#[test]
fn a_file_of_lines_does_not_go_on_with_other_options() {
    let home = tempfile::tempdir().unwrap();
    let end = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X\n";
    // The last move loses 26 discs.
    let blunder = "f5f6e6f4e3c5c4d6b5d3c3e2f2c2g4f3g3f1d1b6c6e1c1d2g1a5g5h6e7f7b4a4d7b3f8c7c8h4h3h5g2g6h7b2b1e8a3";
    let games = format!("{blunder}\nf5d6c3d3c4f4\n");
    fs::write(home.path().join("games.txt"), games).unwrap();
    fs::write(home.path().join("end.obf"), end).unwrap();
    let path = home.path().join("lines.jsonl");
    let run = |line: &str| run(home.path(), &line.split(' ').collect::<Vec<_>>());
    let review = "review games.txt -o lines.jsonl --depth 1";
    let solve = "solve end.obf -o lines.jsonl";
    for (base, first, other) in [
        (review, "", " --mistakes 9"),
        (review, " --mistakes 9", ""),
        (review, " --mistakes 9", " --mistakes 10"),
        (solve, "", " --wld"),
        (solve, "", " --all-moves"),
        (solve, "", " --time-limit 9"),
        (solve, " --wld", ""),
    ] {
        let [first, other] = [first, other].map(|options| format!("{base}{options}"));
        printed(run(&first));
        let lines = fs::read(&path).unwrap();
        assert!(!lines.is_empty(), "{first}");
        let said = error(run(&other), 1);
        let foreign = "error: lines.jsonl: line 1 is not of this command and its input";
        assert!(said.starts_with(foreign), "{first}, then {other}: {said}");
        assert_eq!(fs::read(&path).unwrap(), lines);
        // The same command has nothing left to do.
        printed(run(&first));
        assert_eq!(fs::read(&path).unwrap(), lines);
        fs::remove_file(&path).unwrap();
    }
}

#[test]
fn the_parts_of_a_match_add_up_to_the_whole() {
    let home = tempfile::tempdir().unwrap();
    let play = |args: &[&str]| {
        let command = ["match", "random", "greedy", "--games", "10", "--seed", "3"];
        printed(run(home.path(), &[&command, args].concat()))
    };
    let whole = play(&[]);
    let parts =
        ["1/2", "2/2"].map(|part| play(&["--shard", part, "-o", &format!("{}.ggf", &part[..1])]));
    assert!(
        parts[0].starts_with("random against greedy, 6 of 10 games, "),
        "{}",
        parts[0]
    );
    assert!(
        parts[1].starts_with("random against greedy, 4 of 10 games, "),
        "{}",
        parts[1]
    );
    let games = ["1.ggf", "2.ggf"].map(|name| fs::read_to_string(home.path().join(name)).unwrap());
    fs::write(home.path().join("all.ggf"), games.concat()).unwrap();
    assert_eq!(play(&["-o", "all.ggf", "--resume"]), whole);
    // All games are there: none was played again.
    let all = fs::read_to_string(home.path().join("all.ggf")).unwrap();
    assert_eq!(all, games.concat());
    // A part leaves the games of the others alone.
    let again = play(&["--shard", "1/2", "-o", "1.ggf", "--resume"]);
    assert_eq!(again, parts[0]);
}

#[test]
fn the_parts_of_a_record_are_reviewed_one_by_one() {
    let [parts, whole] = [0, 1].map(|_| {
        let home = tempfile::tempdir().unwrap();
        let games: Vec<_> = random_games(4).iter().map(|game| game.up_to(8)).collect();
        add_to_history(&StateFolder::at(home.path().join("reversi")), &games);
        home
    });
    let stats = |home: &tempfile::TempDir, args: &[&str]| {
        printed(run(home.path(), &[&["stats"], args].concat()))
    };
    let reviewed = |home: &tempfile::TempDir| {
        let record = stats(home, &["--no-review", "--json"]);
        let record: Value = serde_json::from_str(&record).unwrap();
        record["reviewed"].as_array().unwrap().len()
    };
    assert_eq!(stats(&whole, &["--review"]), "");
    for (part, count) in [("1/3", 2), ("2/3", 3), ("2/3", 3), ("3/3", 4)] {
        assert_eq!(stats(&parts, &["--review", "--shard", part]), "");
        assert_eq!(reviewed(&parts), count, "{part}");
    }
    let record = |home| stats(home, &["--no-review", "--json"]);
    assert_eq!(record(&parts), record(&whole));
    let alone = error(run(parts.path(), &["stats", "--shard", "1/3"]), 2);
    assert!(alone.contains("--review"), "{alone}");
}

/// Takes seconds: it reviews 200 games in four parts, kills each part once, and reviews them again as one.
#[cfg(unix)]
#[test]
fn two_hundred_games_by_gnu_parallel_are_those_of_one_run_whatever_is_killed() {
    // Another program of this name has no such option.
    if !program::succeeds("parallel", ["--minversion", "20100101"]) {
        eprintln!("skipped: GNU parallel is not installed");
        return;
    }
    let home = tempfile::tempdir().unwrap();
    short_games(home.path(), 200);
    let reversi = program::path();
    let review = format!(
        "{} review games.txt --depth 1 --threads 1",
        reversi.display()
    );
    let shell = |script: &str| {
        let mut shell = program::command(home.path(), "sh");
        let output = shell.args(["-c", script]).current_dir(home.path()).output();
        let output = output.unwrap();
        assert!(output.status.success(), "{script}: {output:?}");
    };
    let read = |name: &str| fs::read_to_string(home.path().join(name)).unwrap();
    for (form, name) in [("", "games"), (" --mistakes 4", "mistakes")] {
        shell(&format!("{review}{form} -o {name}.jsonl"));
        // Each part is killed once it has some lines.
        let killed = format!(
            "{review}{form} --shard $1/4 -o {name}-$1.jsonl & \
             until [ -s {name}-$1.jsonl ] && [ \"$(wc -l < {name}-$1.jsonl)\" -ge 5 ]; do sleep 0.01; done; \
             kill -KILL $!; wait; true"
        );
        fs::write(home.path().join("killed.sh"), killed).unwrap();
        shell("parallel --will-cite -j 4 sh killed.sh {} ::: 1 2 3 4");
        shell(&format!(
            "parallel --will-cite -j 2 {review}{form} --shard {{}}/4 -o {name}-{{}}.jsonl ::: 1 2 3 4"
        ));
        shell(&format!("sort -V {name}-*.jsonl > merged.jsonl"));
        let merged = read("merged.jsonl");
        assert!(merged == read(&format!("{name}.jsonl")), "{name}");
        assert!(!form.is_empty() || merged.lines().count() == 200);
        // The merged file is one to go on with.
        shell(&format!("{review}{form} -o merged.jsonl"));
        assert!(merged == read("merged.jsonl"), "{name}");
    }
}
