//! Self-play and the fit to its samples.

use super::*;
use reversi::Board;
use reversi::eval::Weights;
use samples::Sample;

fn plan() -> SelfPlay {
    SelfPlay {
        games: 6,
        seed: 1,
        shard: Shard::WHOLE,
        depth: 1,
        solve_from: 8,
        records: Vec::new(),
        label: false,
        calm: false,
        weights: Weights::standard(),
    }
}

/// Plays to a file and returns its bytes.
fn bytes(plan: &SelfPlay, threads: usize) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("samples");
    play(plan, &path, threads, |_| ()).unwrap();
    std::fs::read(path).unwrap()
}

fn samples(plan: &SelfPlay) -> Vec<Vec<Sample>> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("samples");
    play(plan, &path, 1, |_| ()).unwrap();
    Reader::open(&path).unwrap().map(Result::unwrap).collect()
}

#[test]
fn the_same_seed_makes_the_same_samples_with_any_number_of_threads() {
    let alone = bytes(&plan(), 1);
    assert_eq!(bytes(&plan(), 3), alone);
    assert_ne!(bytes(&SelfPlay { seed: 2, ..plan() }, 1), alone);
}

#[test]
fn the_shards_together_have_the_games_of_the_whole() {
    let whole = samples(&plan());
    let half = |part| {
        samples(&SelfPlay {
            games: 3,
            shard: Shard { index: part, of: 2 },
            ..plan()
        })
    };
    let (even, odd) = (half(0), half(1));
    for (number, game) in whole.iter().enumerate() {
        let part = if number % 2 == 0 { &even } else { &odd };
        assert_eq!(game, &part[number / 2], "game {number}");
    }
}

#[test]
fn an_interrupted_run_continues_to_the_same_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("samples");
    let whole = bytes(&plan(), 1);
    for length in [0, 16, 17, whole.len() / 2, whole.len() - 1] {
        std::fs::write(&path, &whole[..length]).unwrap();
        play(&plan(), &path, 2, |_| ()).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), whole, "cut at {length}");
    }
}

#[test]
fn something_else_is_refused_and_stays_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("letter");
    std::fs::write(&path, "Dear reader, this is not a file of samples.").unwrap();
    assert!(play(&plan(), &path, 1, |_| ()).is_err());
    assert!(std::fs::read_to_string(&path).unwrap().starts_with("Dear"));
}

#[test]
fn the_scores_of_the_solved_part_are_those_of_the_solver() {
    use reversi::search::{Limits, Searcher};
    let mut searcher = Searcher::new(1);
    for Sample { board, score } in samples(&plan()).into_iter().flatten() {
        if board.empty_count() <= plan().solve_from {
            let solution = searcher.search(board, &Limits::solve(), &mut ());
            assert_eq!(solution.score().discs(), i32::from(score), "{board:?}");
        }
    }
}

#[test]
fn every_position_of_a_record_is_scored_and_an_unfinished_one_is_left_out() {
    use reversi::transcript;
    let game = "f5d6c5f4f3g4d3e3f2g5e6f6h4e2g6h3e7g3d2f1h5h6g1h1h2c4c2g2b4c1e1d1h7h8g7f7g8b2b1f8b3d8e8a1c8\
        c3a2c6a4a3a5a6b5c7b7a8b6a7d7b8";
    let game = transcript::parse(game).unwrap();
    let positions: Vec<_> = game.positions().collect();
    let plan = SelfPlay {
        games: 2,
        label: true,
        records: vec![positions.clone(), positions[..20].to_vec()],
        ..plan()
    };
    let games = samples(&plan);
    assert!(games[1].is_empty());
    for position in positions {
        let is_open = position.board().empty_count() > plan.solve_from;
        let is_sampled = games[0].iter().any(|s| s.board == position.board());
        let can_move = !position.legal_moves().is_empty();
        assert!(is_sampled || !is_open || !can_move, "{position}");
    }
}

/// From nothing, and all scores count the same.
const PLAIN: Fit = Fit {
    from: None,
    ridge: RIDGE,
    close: None,
    rescale: false,
};

/// Takes seconds: it fits 191,403 weights to the samples of two phases twice, in up to 40 steps (`STEPS`).
#[test]
fn a_fit_finds_what_the_samples_have_in_common() {
    // A side is ahead by its discs on the first rank. No two boards are symmetric.
    let board = |discs: u64| Board::from_bits(discs, 0x0000_0018_1000_0000).unwrap();
    let games: Vec<Vec<Sample>> = (0..256u64)
        .map(|row| {
            let score = row.count_ones() as i8 * 4;
            vec![Sample {
                board: board(row << 56),
                score,
            }]
        })
        .collect();
    let fits = fit(&PLAIN, &games, &[], 2, || ());
    let samples: usize = fits.iter().map(|(_, report)| report.samples).sum();
    assert!(samples > 200);
    let twice = fit(&PLAIN, &[&*games, &*games].concat(), &[], 2, || ());
    for ((weights, report), (again, repeated)) in fits.iter().zip(&twice) {
        assert_eq!((weights, report.samples), (again, repeated.samples));
    }
    let (_, report) = &fits[13];
    assert!(
        report.error < 3.0 && report.held_out_error < 6.0,
        "{}",
        report.error
    );
}

/// Takes seconds: it fits 191,403 weights to the samples of two phases three times, in up to 40 steps (`STEPS`).
#[test]
fn a_fit_from_weights_changes_only_what_they_miss() {
    let board = |discs: u64| Board::from_bits(discs << 56, 0x0000_0018_1000_0000).unwrap();
    let games = |shift: i8| -> Vec<Vec<Sample>> {
        let sample = |row: u64| Sample {
            board: board(row),
            score: row.count_ones() as i8 * 4 + shift,
        };
        (0..256).map(|row| vec![sample(row)]).collect()
    };
    let from: Vec<Vec<f32>> = fit(&PLAIN, &games(0), &[], 1, || ())
        .into_iter()
        .map(|(weights, _)| weights)
        .collect();
    let fit_from = |games: &[Vec<Sample>], ridge| {
        let plan = Fit {
            from: Some(from.clone()),
            ridge,
            close: Some(16.0),
            rescale: false,
        };
        fit(&plan, games, &[], 1, || ())
    };
    // Nothing is certain enough to change them.
    for ((weights, _), from) in fit_from(&games(6), 1e12).iter().zip(&from) {
        let changes = weights.iter().zip(from).map(|(a, b)| (a - b).abs());
        assert!(changes.fold(0.0, f32::max) < 1e-3);
    }
    let (_, report) = &fit_from(&games(6), RIDGE)[13];
    assert!(report.error < 3.0, "{}", report.error);
}

/// Takes seconds: it fits 191,403 weights to the samples of two phases six times, in up to 40 steps (`STEPS`).
#[test]
fn weights_on_a_wrong_scale_are_scaled_to_the_scores() {
    let sample = |row: u64| Sample {
        board: Board::from_bits(row << 56, 0x0000_0018_1000_0000).unwrap(),
        score: row.count_ones() as i8 * 4 - 16,
    };
    let games: Vec<_> = (0..256).map(|row| vec![sample(row)]).collect();
    let fitted: Vec<Vec<f32>> = fit(&PLAIN, &games, &[], 1, || ())
        .into_iter()
        .map(|(weights, _)| weights)
        .collect();
    let error = |factor: f32, rescale| {
        let scaled = |weights: &Vec<f32>| weights.iter().map(|weight| factor * weight).collect();
        let plan = Fit {
            from: Some(fitted.iter().map(scaled).collect()),
            ridge: 1e12,
            close: Some(16.0),
            rescale,
        };
        fit(&plan, &games, &[], 1, || ())[13].1.error
    };
    let right = error(1.0, false);
    for factor in [0.5, 2.0] {
        let (wrong, mended) = (error(factor, false), error(factor, true));
        assert!(wrong > 2.0 * right, "{factor}: {wrong}, {right}");
        assert!(mended < 1.2 * right, "{factor}: {mended}, {right}");
    }
}

/// Takes seconds: it fits 191,403 weights to the samples of two phases twice, in up to 40 steps (`STEPS`).
#[test]
fn a_position_with_a_proven_score_counts_with_that_score_alone() {
    let board = |discs: u64| Board::from_bits(discs << 56, 0x0000_0018_1000_0000).unwrap();
    let scored = |sign: i8| {
        (0..256u64).map(move |row| Sample {
            board: board(row),
            score: sign * row.count_ones() as i8 * 4,
        })
    };
    let proven: Vec<Sample> = scored(1).collect();
    let games: Vec<Vec<Sample>> = scored(-1).map(|sample| vec![sample]).collect();
    let alone = fit(&PLAIN, &[], &proven, 1, || ());
    let together = fit(&PLAIN, &games, &proven, 1, || ());
    for ((weights, report), (same, repeated)) in alone.iter().zip(&together) {
        assert_eq!((weights, report.samples), (same, repeated.samples));
    }
    assert!(alone[13].1.samples > 50 && alone[13].1.error < 3.0);
}

#[test]
fn a_gauge_counts_the_discs_that_a_choice_loses() {
    let choice = |best, chosen, estimate| gauge::Choice {
        best,
        chosen,
        estimate,
        nodes: 10,
    };
    let choices = [choice(0, -4, 2), choice(10, 10, 8), choice(-30, -30, -26)];
    let report = gauge::report(&choices);
    let words = |name: &str| -> Vec<String> {
        let line = report.lines().find(|line| line.starts_with(name)).unwrap();
        line[name.len()..]
            .split_whitespace()
            .map(str::to_owned)
            .collect()
    };
    assert_eq!(words("all")[..3], ["3", "66.7", "1.33"]);
    assert_eq!(words("up to 8")[..3], ["1", "0.0", "4.00"]);
    assert_eq!(words("up to 8")[5..8], ["2.00", "+2.00", "+2.00"]);
    assert_eq!(words("9 to 20")[..2], ["1", "100.0"]);
    let better = [choice(0, 0, 0), choices[1], choices[2]];
    assert!(gauge::difference(&better, &choices).starts_with("difference: discs lost -1.333"));
}

#[test]
fn solved_moves_are_read_back_and_the_best_choice_loses_nothing() {
    let mut game = reversi::Game::new();
    while let reversi::Status::ToMove(_) = game.status() {
        game.play(game.legal_moves().first().unwrap()).unwrap();
    }
    let record = reversi_notation::Record::from_game(&game);
    let mut searcher = reversi::search::Searcher::new(1);
    let scored = gauge::solve_moves(&record, 8, &mut searcher).unwrap();
    assert!(gauge::is_complete(&scored) && gauge::agrees(&scored, &record));
    let line = gauge::print(&scored);
    let read = reversi_notation::obf::ScoredPosition::parse_line(&line).unwrap();
    assert_eq!(read.as_ref(), Some(&scored));
    let full = reversi::search::Confidence::Full;
    let choices = gauge::choices(&[scored], 8, full, &Weights::standard(), || ());
    assert_eq!(choices[0].best, choices[0].chosen);
    assert_eq!(choices[0].best, choices[0].estimate);
}

#[test]
fn calm_games_come_from_sound_openings_and_differ() {
    let plan = SelfPlay {
        calm: true,
        ..plan()
    };
    let games = samples(&plan);
    assert_eq!(games.len(), 6);
    let first: Vec<_> = games
        .iter()
        .map(|game| game.last().unwrap().board)
        .collect();
    let balanced: std::collections::HashSet<_> = reversi::balanced_openings()
        .iter()
        .map(|line| reversi::transcript::parse(line).unwrap())
        .map(|game| game.position().board().canonical())
        .collect();
    assert!(
        first
            .iter()
            .all(|board| balanced.contains(&board.canonical()))
    );
    let distinct: std::collections::HashSet<_> = games.iter().map(|game| game[0].board).collect();
    assert!(distinct.len() > 1);
    assert_eq!(bytes(&plan, 3), bytes(&plan, 1));
}
