//! The examples of the library print what is true. `cargo test` builds them.

use crate::program::{command, path};

/// Returns what an example prints.
fn printed(name: &str, args: &[&str]) -> String {
    let home = tempfile::tempdir().unwrap();
    let program = path().with_file_name("examples").join(name);
    let program = program.with_extension(std::env::consts::EXE_EXTENSION);
    assert!(program.exists(), "run `cargo build --examples` first");
    let output = command(home.path(), program).args(args).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn random_games_end_with_a_winner_or_a_draw() {
    let text = printed("random_games", &[]);
    let numbers: Vec<u32> = text
        .split(|c: char| !c.is_ascii_digit())
        .filter_map(|number| number.parse().ok())
        .collect();
    let [games, black, white, draws] = numbers[..] else {
        panic!("{text}");
    };
    assert_eq!((games, black + white + draws), (1000, 1000), "{text}");
    assert!(black > 0 && white > 0 && draws > 0, "{text}");
}

#[test]
fn perft_counts_the_leaves_below_each_first_move() {
    let text = printed("perft", &["6"]);
    assert_eq!(
        text,
        "d3 2050\nc4 2050\nf5 2050\ne6 2050\nperft(6) = 8200\n"
    );
    assert_eq!(printed("perft", &["0"]), "perft(0) = 1\n");
}

#[test]
fn solve_prints_the_exact_score_of_every_move() {
    let text = printed("solve", &[]);
    let moves: Vec<&str> = text.lines().map(|line| &line[..6]).collect();
    let known = [
        "+18 g8", "+12 h1", " +6 h7", " +6 a2", " +4 a3", " -4 b1", "-22 a4", "-24 g2",
    ];
    assert_eq!(moves.len(), known.len(), "{text}");
    assert!(known.iter().all(|found| moves.contains(found)), "{text}");
    assert_eq!(moves[0], known[0], "the best move comes first");
}

#[test]
fn search_reports_each_depth_up_to_its_limit() {
    let text = printed("search", &["f5d6c3d3c4"]);
    let (depths, result) = text.trim_end().rsplit_once('\n').unwrap();
    assert_eq!(depths.lines().count(), 8, "{text}");
    assert!(
        (1..)
            .zip(depths.lines())
            .all(|(depth, line)| line.starts_with(&format!("depth {depth}: "))),
        "{text}"
    );
    assert!(result.ends_with(" nodes"), "{text}");
}

#[test]
fn games_are_read_from_any_format() {
    let fixture = |name| {
        format!(
            "{}/tests/fixtures/{name}",
            concat!(env!("CARGO_MANIFEST_DIR"), "/../..")
        )
    };
    let text = printed("read_games", &[&fixture("wthor-1978.wtb")]);
    assert_eq!(text.lines().count(), 8, "{text}");
    assert!(text.starts_with("Davison Jeff - Nyberg Kim: 41-23 Chimney\n"));
    let text = printed("read_games", &[&fixture("ggs.ggf")]);
    assert_eq!(text, "Saio1200 - Saio3000: 32-32 No-Kung\n");
}

#[test]
fn the_steps_of_the_kernel_end_with_the_legal_moves() {
    let text = printed("kernel_steps", &["f5d6c3"]);
    assert_eq!(text.matches("shift ").count(), 8, "{text}");
    assert!(text.contains(
        "shift -1, mask 7e7e7e7e7e7e7e7e\n    run   e5\n    run   e5 f5\n    moves g5\n"
    ));
    assert!(text.ends_with("legal moves d3 f3 f4 g5\n"), "{text}");
}

#[test]
fn a_game_against_a_level_is_played_and_reviewed_without_a_screen() {
    let text = printed("play_and_review", &[]);
    assert!(text.starts_with("New game.\nYou play "), "{text}");
    assert!(text.contains("\nGame over."), "{text}");
    let moves = text
        .lines()
        .filter(|line| line.contains(" B ") || line.contains(" W "));
    assert!(moves.count() > 40, "{text}");
    let source = include_str!("../../examples/play_and_review.rs");
    let code = source
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with("//"));
    assert!(code.count() < 40);
}
