//! Puzzles: every answer is proven by a plain search, and the same seed gives the same puzzles.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::ops::RangeInclusive;

use reversi::{Board, ByColor, Color, Game};
use reversi_notation::Record;
use reversi_study::practice::attempt::Origin;
use reversi_study::practice::generate::{PuzzleFilter, PuzzleSource, find_all, random};
use reversi_study::practice::puzzle::{Puzzle, PuzzleKind};
use reversi_study::practice::supply::{Supply, keep_mistakes};
use reversi_study::progress::Progress;
use reversi_table::player::name::PersonName;
use reversi_table::store::history;
use reversi_table::store::state::StateFolder;
use reversi_wording::practice;

use crate::{best_play, dial, random_games};
use best_play::BestPlay;
use random_games::{add_to_history, random_games};

fn puzzles(
    seed: u64,
    kinds: &[PuzzleKind],
    empties: RangeInclusive<u32>,
    threads: usize,
    count: usize,
) -> Vec<Puzzle> {
    let wanted = PuzzleFilter {
        kinds: kinds.to_vec(),
        empties: Some(empties),
    };
    let mut found = Vec::new();
    find_all(random(seed), &wanted, threads, &|| false, |puzzle| {
        found.push(puzzle);
        found.len() < count
    });
    found
}

/// The score of a board for the side to move by a plain alpha-beta search.
fn score(board: Board, mut alpha: i32, beta: i32) -> i32 {
    let moves = board.legal_moves();
    if moves.is_empty() {
        return match board.pass() {
            Some(passed) => -score(passed, -beta, -alpha),
            None => board.final_score(),
        };
    }
    let mut best = -64;
    for square in moves {
        best = best.max(-score(board.play(square).unwrap(), -beta, -alpha));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

#[test]
fn the_answers_are_proven_by_a_plain_search() {
    for puzzle in puzzles(1, &PuzzleKind::ALL, 8..=9, 2, 12) {
        let board = puzzle.position.board();
        let name = puzzle.position.to_string();
        let mut listed: Vec<i32> = Vec::new();
        for found in &puzzle.moves {
            let after = board.play(found.square.unwrap()).unwrap();
            let plain = -score(after, -65, 65);
            assert_eq!(found.score.discs(), plain, "{name}");
            listed.push(plain);
        }
        assert_eq!(listed.len(), board.legal_moves().len(), "{name}");
        let answers = puzzle.answers().len();
        let (best, next) = (listed[0], listed[answers]);
        assert!((1..=2).contains(&answers), "{name}");
        assert!(
            listed[..answers].iter().all(|&score| score == best),
            "{name}"
        );
        let keeps_result = best >= 0 && next < 0 || best > 0 && next == 0;
        assert!(best - next >= 4 || keeps_result && answers == 1, "{name}");
        assert_eq!(puzzle.score(), best);
        // The line of the answer leads to that score.
        let mut game = Game::from_position(puzzle.position);
        for &square in &puzzle.answers()[0].pv {
            game.play(square).unwrap();
        }
        let end = game
            .outcome()
            .unwrap()
            .score
            .map(|discs| i32::try_from(discs).unwrap());
        let own = puzzle.position.side_to_move();
        assert_eq!(end[own] - end[own.opposite()], best, "{name}");
    }
}

#[test]
fn the_same_seed_gives_the_same_puzzles_with_any_number_of_threads() {
    // Without a thread of its own, the search runs on this one.
    let [one, two, again, none] =
        [1, 2, 2, 0].map(|threads| puzzles(7, &PuzzleKind::ALL, 8..=10, threads, 8));
    assert_eq!(one, two);
    assert_eq!(two, again);
    assert_eq!(one, none);
    let other = puzzles(8, &PuzzleKind::ALL, 8..=10, 2, 8);
    assert_ne!(one[0].position, other[0].position);
}

#[test]
fn every_kind_comes_about_and_keeps_what_it_says() {
    for kind in PuzzleKind::ALL {
        let puzzle = puzzles(3, &[kind], 8..=9, 2, 1).remove(0);
        let board = puzzle.position.board();
        assert_eq!(puzzle.kind, kind);
        assert!(practice::question(&puzzle).ends_with('.'));
        for found in &puzzle.moves {
            let square = found.square.unwrap();
            let after = board.play(square).unwrap();
            let is_answer = puzzle.is_answer(square);
            let discs = found.score.discs();
            let holds = match kind {
                PuzzleKind::Win => discs > 0,
                PuzzleKind::Draw => discs == 0,
                PuzzleKind::Best => discs == puzzle.score(),
                PuzzleKind::Pass => after.pass().is_some(),
                PuzzleKind::Corner => (after.legal_moves() & puzzle.target).is_empty(),
                PuzzleKind::LastMove => {
                    let mut game = Game::from_position(puzzle.position);
                    let mut last = None;
                    for &square in &found.pv {
                        let color = game.position().side_to_move();
                        game.play(square).unwrap();
                        if puzzle.target.contains(square) {
                            last = Some(color);
                        }
                    }
                    last == Some(puzzle.position.side_to_move())
                }
            };
            assert_eq!(holds, is_answer, "{kind:?} {} {square}", puzzle.position);
        }
    }
}

#[test]
fn a_corner_that_is_kept_is_lost_on_no_line_of_best_play_and_at_once_after_any_other_move() {
    for puzzle in puzzles(4, &[PuzzleKind::Corner], 7..=8, 2, dial::games(25)) {
        let board = puzzle.position.board();
        let mut play = BestPlay::default();
        for square in board.legal_moves() {
            let can_take = !(board.play(square).unwrap().legal_moves() & puzzle.target).is_empty();
            assert_eq!(can_take, !puzzle.is_answer(square), "{puzzle:?}");
            if !can_take {
                let last = play.last_players(board, square, puzzle.target);
                assert!(
                    !last.contains(&Some(false)),
                    "{square}: {last:?} {puzzle:?}"
                );
            }
        }
    }
}

#[test]
fn a_last_move_is_got_on_every_line_of_best_play_and_lost_on_every_one_after_any_other_move() {
    for puzzle in puzzles(5, &[PuzzleKind::LastMove], 7..=8, 2, dial::games(25)) {
        let board = puzzle.position.board();
        let mut play = BestPlay::default();
        for square in board.legal_moves() {
            let last = play.last_players(board, square, puzzle.target);
            let expected = BTreeSet::from([Some(puzzle.is_answer(square))]);
            assert_eq!(last, expected, "{square} {puzzle:?}");
        }
    }
}

/// Takes seconds: it looks for 14 puzzles of each of the six kinds by default.
#[test]
fn a_question_with_two_answers_does_not_speak_of_the_only_or_the_best_move() {
    let mut with_two = BTreeSet::new();
    for kind in PuzzleKind::ALL {
        for puzzle in puzzles(6, &[kind], 7..=8, 2, dial::games(40)) {
            let question = practice::question(&puzzle);
            let of_one = question.contains("only") || question.contains("the best move.");
            let count = puzzle.answers().len();
            assert!(count == 1 || !of_one, "{count} answers: {question}");
            assert_eq!(
                question.contains("two"),
                kind == PuzzleKind::Best && count == 2
            );
            if count == 2 {
                with_two.insert(kind);
            }
        }
    }
    assert!(with_two.contains(&PuzzleKind::Best), "{with_two:?}");
    assert!(with_two.len() > 1, "{with_two:?}");
}

#[test]
fn kinds_have_different_names() {
    let names: BTreeSet<&str> = PuzzleKind::ALL.iter().map(|kind| kind.name()).collect();
    assert_eq!(names.len(), PuzzleKind::ALL.len());
}

#[test]
fn a_search_for_puzzles_can_be_stopped() {
    let wanted = PuzzleFilter::default();
    find_all(random(1), &wanted, 2, &|| true, |_| {
        panic!("it was stopped")
    });
}

#[test]
fn mistakes_are_those_of_the_side_that_is_asked_for() {
    // A puzzle, and a game that plays the worst move in it.
    let puzzle = puzzles(5, &[PuzzleKind::Best], 8..=8, 2, 1).remove(0);
    let own = puzzle.position.side_to_move();
    let mut game = Game::from_position(puzzle.position);
    game.play(puzzle.moves.last().unwrap().square.unwrap())
        .unwrap();
    let found = |person: Option<Color>| {
        let wanted = PuzzleFilter {
            empties: Some(8..=8),
            ..PuzzleFilter::default()
        };
        let own = person.map(|person| Record::from_game(&game).own_squares(person));
        let candidate = PuzzleSource::Mistakes(Box::new(game.clone()), own);
        let mut found = Vec::new();
        find_all([candidate].into_iter(), &wanted, 1, &|| false, |puzzle| {
            found.push(puzzle.position);
            true
        });
        found
    };
    assert_eq!(found(Some(own)), [puzzle.position]);
    assert_eq!(found(None), [puzzle.position]);
    assert_eq!(found(Some(own.opposite())), []);
    // The right move is no mistake.
    game.undo();
    game.play(puzzle.answers()[0].square.unwrap()).unwrap();
    let wanted = PuzzleFilter {
        empties: Some(8..=8),
        ..PuzzleFilter::default()
    };
    let candidate = PuzzleSource::Mistakes(Box::new(game), None);
    find_all([candidate].into_iter(), &wanted, 1, &|| false, |_| {
        panic!("no mistake")
    });
}

/// Keeps the mistakes of all games.
fn keep_all(state: &StateFolder, name: PersonName, wanted: &PuzzleFilter) {
    while keep_mistakes(state, name, wanted, &|| false).unwrap() {}
}

/// Takes seconds: it solves positions of whole games with up to 20 empty squares (`EMPTIES`).
#[test]
fn the_first_puzzle_is_a_mistake_of_games_that_nobody_searched_before() {
    let folder = tempfile::tempdir().unwrap();
    let state = StateFolder::at(folder.path().join("reversi"));
    add_to_history(&state, &random_games(2));
    let mut supply = Supply::mixed(Some(state.clone()), PuzzleFilter::default(), 1);
    let [first, second, third] = [1, 2, 3].map(|_| supply.next(&|| false).unwrap().unwrap());
    assert_eq!(
        [first.origin, second.origin, third.origin],
        [Origin::Mistake, Origin::New, Origin::Mistake]
    );
    // Games without a mistake do not hold up the new ones.
    let empty = StateFolder::at(folder.path().join("empty"));
    let mut supply = Supply::mixed(Some(empty), PuzzleFilter::default(), 1);
    assert_eq!(supply.next(&|| false).unwrap().unwrap().origin, Origin::New);
}

#[test]
fn mistakes_of_the_history_are_kept_once_and_asked_before_new_puzzles() {
    let folder = tempfile::tempdir().unwrap();
    let state = StateFolder::at(folder.path().join("reversi"));
    add_to_history(&state, &random_games(6));
    let wanted = PuzzleFilter {
        empties: Some(6..=10),
        ..PuzzleFilter::default()
    };
    keep_mistakes(&state, PersonName::EMPTY, &wanted, &|| true).unwrap();
    assert_eq!(Progress::load(&state).unwrap(), Progress::default());
    keep_all(&state, PersonName::EMPTY, &wanted);
    let progress = Progress::load(&state).unwrap();
    assert_eq!(progress.searched, 6);
    assert!(!progress.puzzles.is_empty());
    keep_all(&state, PersonName::EMPTY, &wanted);
    assert_eq!(Progress::load(&state).unwrap(), progress);
    // A game is searched once: what its puzzles have become since stays.
    let path = folder.path().join("reversi/practice.json");
    let kept = std::fs::read(&path).unwrap();
    let mut json: serde_json::Value = serde_json::from_slice(&kept).unwrap();
    json["puzzles"] = serde_json::json!({});
    std::fs::write(&path, json.to_string()).unwrap();
    keep_all(&state, PersonName::EMPTY, &wanted);
    assert!(Progress::load(&state).unwrap().puzzles.is_empty());
    std::fs::write(&path, kept).unwrap();
    // Games between two people are nobody's until one of them is named; then all games are searched again.
    for game in &random_games(12)[6..] {
        let mut record = Record::from_game(game);
        record.players = ByColor::new("Ann".to_owned(), "Bob".to_owned());
        history::append(&state, &record).unwrap();
    }
    add_to_history(&state, &random_games(1));
    keep_all(&state, PersonName::EMPTY, &wanted);
    let of_nobody = Progress::load(&state).unwrap();
    assert_eq!(of_nobody.searched, 13);
    assert_eq!(of_nobody.puzzles, progress.puzzles);
    keep_all(&state, "Bob".parse().unwrap(), &wanted);
    let of_bob = Progress::load(&state).unwrap();
    assert_eq!(of_bob.searched, 13);
    assert!(of_bob.puzzles.len() > progress.puzzles.len());
    let progress = of_bob;
    let mut supply = Supply::mixed(Some(state), wanted, 1);
    let [first, second] = [1, 2].map(|_| supply.next(&|| false).unwrap().unwrap());
    assert_eq!(
        (first.origin, second.origin),
        (Origin::Mistake, Origin::New)
    );
    let name = first.puzzle.position.to_string();
    assert!(progress.puzzles[&name].own && !progress.puzzles[&name].tried);
}

/// Plays the rest of a line and returns whether it ends the game.
fn ends_the_game(mut board: Board, line: &[reversi::Square]) -> bool {
    for &square in line {
        board = board
            .play(square)
            .or_else(|| board.pass().and_then(|passed| passed.play(square)))
            .unwrap();
    }
    board.is_game_over()
}

#[test]
fn the_puzzles_of_a_seed_look_like_this() {
    let mut text = String::new();
    for kind in PuzzleKind::ALL {
        let count = if kind == PuzzleKind::LastMove { 2 } else { 6 };
        for puzzle in puzzles(5, &[kind], 8..=9, 1, count) {
            let rating = puzzle.rating();
            let _ = writeln!(text, "{}\n{}", puzzle.position, practice::question(&puzzle));
            let _ = writeln!(text, "{:?}, rating {rating}", puzzle.difficulty);
            for found in &puzzle.moves {
                let square = found.square.unwrap();
                let mark = if puzzle.is_answer(square) { "!" } else { "" };
                let _ = write!(text, " {square}{mark} {:+}", found.score.discs());
            }
            text.push_str("\n\n");
            for answer in puzzle.answers() {
                assert!(ends_the_game(puzzle.position.board(), &answer.pv));
            }
        }
    }
    insta::assert_snapshot!(text);
}

#[test]
fn positions_that_are_too_easy_or_too_hard_are_no_puzzles() {
    // A puzzle has a choice and some squares left, however many are asked for.
    let found = |empties: RangeInclusive<u32>| {
        let wanted = PuzzleFilter {
            kinds: PuzzleKind::ALL.to_vec(),
            empties: Some(empties),
        };
        let mut found = 0;
        let candidates = random(2).take(300);
        find_all(candidates, &wanted, 1, &|| false, |puzzle| {
            let empties = puzzle.position.board().empty_count();
            let least = if empties < 6 { 3 } else { 4 };
            assert!(puzzle.position.legal_moves().len() >= least);
            found += 1;
            true
        });
        found
    };
    assert!(found(8..=8) > 10);
    assert!(found(4..=5) > 0);
    assert_eq!(found(2..=3), 0);
}

#[test]
fn a_mistake_loses_more_than_two_discs() {
    let wanted = PuzzleFilter {
        empties: Some(8..=9),
        ..PuzzleFilter::default()
    };
    let (mut mistakes, mut by_two) = (0, 0);
    let games = random_games(25);
    for game in &games {
        for (position, entry) in game.positions().zip(game.entries()) {
            let (board, Some(square)) = (position.board(), entry.square()) else {
                continue;
            };
            if !(8..=9).contains(&board.empty_count()) {
                continue;
            }
            let loss = score(board, -65, 65) + score(board.play(square).unwrap(), -65, 65);
            mistakes += u32::from(loss > 2);
            by_two += u32::from(loss == 2);
        }
    }
    assert!(by_two > 0);
    let candidates = games
        .into_iter()
        .map(|game| PuzzleSource::Mistakes(Box::new(game), None));
    let searched = find_all(candidates, &wanted, 1, &|| false, |_| true);
    assert_eq!((searched.games, searched.mistakes), (25, mistakes));
}
