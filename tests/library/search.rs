//! The search: its scores against a plain one, what must hold for any position, and its limits.

#![allow(clippy::cast_possible_truncation)] // random numbers are cut to size
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};
use std::time::{Duration, Instant};

use reversi::bitboard::AnyKernel;
use reversi::eval::fitting::{PHASES, TERMS, classes};
use reversi::eval::{Weights, evaluate};
use reversi::search::bench::bench;
use reversi::search::solve::{Goal, solve};
use reversi::search::{Certainty, Confidence, Handler, Limits, Score, SearchInfo, Searcher};
use reversi::transcript;
use reversi::{Board, Position, Square, SquareSet, Symmetry};
use reversi_notation::obf::ScoredPosition;

use crate::dial;

/// Sebastiano Vigna's splitmix64.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = self.0;
        let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) as usize % bound
    }

    /// A position with at least one move, from a random game; fewer empties when a game is over early.
    fn board(&mut self, empties: u32) -> Board {
        loop {
            let mut board = Board::START;
            while board.empty_count() > empties && !board.is_game_over() {
                let moves: Vec<Square> = board.legal_moves().iter().collect();
                board = match moves.len() {
                    0 => board.swapped(),
                    count => board.play(moves[self.below(count)]).unwrap(),
                };
            }
            if board.empty_count() == empties && !board.legal_moves().is_empty() {
                return board;
            }
        }
    }
}

/// The score by trying everything: no pruning, no table, no order.
fn plain_score(board: Board) -> i32 {
    let moves = board.legal_moves();
    if moves.is_empty() {
        let passed = board.swapped();
        return if passed.legal_moves().is_empty() {
            board.final_score()
        } else {
            -plain_score(passed)
        };
    }
    moves
        .iter()
        .map(|square| -plain_score(board.play(square).unwrap()))
        .max()
        .unwrap()
}

fn solved(searcher: &mut Searcher, board: Board) -> i32 {
    let result = searcher.search(board, &Limits::solve(), &mut ());
    assert_eq!(result.certainty(), Certainty::Exact);
    result.score().discs()
}

#[test]
fn solved_scores_are_those_of_a_plain_search() {
    let mut random = Random(1);
    let mut searcher = Searcher::new(1);
    for round in 0..dial::events(10_000) {
        let empties = 1 + round % 7;
        let board = random.board(empties);
        let result = searcher.search(board, &Limits::solve(), &mut ());
        let expected = plain_score(board);
        assert_eq!(result.score().discs(), expected, "{board:?}");
        assert_eq!(result.certainty(), Certainty::Exact);
        // The move and the line hold what the score promises.
        let after = board.play(result.best_move().unwrap()).unwrap();
        assert_eq!(-plain_score(after), expected, "{board:?}");
    }
}

#[test]
fn solved_scores_with_more_empties_are_those_of_a_search_without_pruning_of_its_own() {
    // Plain alpha-beta over the rules, which shares no code with the search.
    fn alpha_beta(board: Board, mut alpha: i32, beta: i32) -> i32 {
        let moves = board.legal_moves();
        if moves.is_empty() {
            let passed = board.swapped();
            return if passed.legal_moves().is_empty() {
                board.final_score()
            } else {
                -alpha_beta(passed, -beta, -alpha)
            };
        }
        for square in moves {
            alpha = alpha.max(-alpha_beta(board.play(square).unwrap(), -beta, -alpha));
            if alpha >= beta {
                break;
            }
        }
        alpha
    }
    let mut random = Random(2);
    let mut searcher = Searcher::new(4);
    for round in 0..60 {
        let board = random.board(9 + round % 4);
        assert_eq!(
            solved(&mut searcher, board),
            alpha_beta(board, -64, 64),
            "{board:?}"
        );
    }
}

/// Weights without sense, in discs: with them the order of moves is poor and shallow searches mislead.
fn random_weights(random: &mut Random) -> Weights {
    let (_, count) = classes();
    let mut phase = || {
        (0..count + TERMS)
            .map(|_| f32::from(random.below(5) as u8) - 2.0)
            .collect()
    };
    let table: Vec<Vec<f32>> = (0..PHASES).map(|_| phase()).collect();
    Weights::from_bytes(&Weights::to_bytes(&table)).unwrap()
}

/// Takes seconds: it searches 7 positions, by default, six plies deep by plain alpha-beta, which orders no moves.
#[test]
fn at_full_confidence_an_estimate_is_that_of_a_plain_search_of_its_depth() {
    // Plain alpha-beta to a depth, with the evaluation at its leaves: no cut and no reduction on probability.
    fn alpha_beta(weights: &Weights, board: Board, window: (i32, i32), depth: u32) -> i32 {
        let moves = board.legal_moves();
        if moves.is_empty() {
            let passed = board.swapped();
            return if passed.legal_moves().is_empty() {
                board.final_score()
            } else {
                -alpha_beta(weights, passed, (-window.1, -window.0), depth)
            };
        }
        if depth == 0 {
            return evaluate(weights, board).discs();
        }
        let (mut alpha, beta) = window;
        for square in moves {
            let after = board.play(square).unwrap();
            alpha = alpha.max(-alpha_beta(weights, after, (-beta, -alpha), depth - 1));
            if alpha >= beta {
                break;
            }
        }
        alpha
    }
    let mut random = Random(4);
    let weights = Arc::new(random_weights(&mut random));
    let mut searcher = Searcher::new(4).with_weights(Arc::clone(&weights));
    for round in 0..dial::games(20) {
        let board = random.board(30 + round);
        let limits = Limits::depth(6).with_confidence(Confidence::Full);
        let found = searcher.search(board, &limits, &mut ()).score().discs();
        // Around the score, a window is enough to prove it, and takes a fraction of the time.
        let window = (found - 1, found + 1);
        assert_eq!(alpha_beta(&weights, board, window, 6), found, "{board:?}");
    }
}

#[test]
fn a_limit_that_is_not_reached_changes_no_proof() {
    let mut random = Random(28);
    for round in 0..dial::games(40) {
        let board = random.board(14 + round % 6);
        let score = solved(&mut Searcher::new(8), board);
        let limited = Searcher::new(8).search(board, &Limits::nodes(1 << 40), &mut ());
        assert_eq!(limited.certainty(), Certainty::Exact);
        assert_eq!(limited.score().discs(), score, "{board:?}");
    }
}

#[test]
fn a_first_search_to_the_end_with_reduced_moves_claims_less() {
    let mut random = Random(29);
    let limits = |nodes| {
        let mut limits = Limits::solve();
        limits.end_confidence = Confidence::C73;
        limits.nodes = nodes;
        limits
    };
    let mut certainty = |nodes| {
        let result = Searcher::new(8).search(random.board(18), &limits(nodes), &mut ());
        result.certainty()
    };
    assert_eq!(
        certainty(Some(1 << 40)),
        Certainty::Selective(Confidence::C50)
    );
    assert_eq!(certainty(None), Certainty::Selective(Confidence::C73));
}

#[test]
fn symmetric_boards_have_the_same_score() {
    let mut random = Random(3);
    for empties in [14, 15, 16] {
        let board = random.board(empties);
        let mut searcher = Searcher::new(8);
        let score = solved(&mut searcher, board);
        for symmetry in Symmetry::ALL {
            assert_eq!(
                solved(&mut searcher, board.transformed(symmetry)),
                score,
                "{symmetry:?} of {board:?}"
            );
        }
    }
}

#[test]
fn the_size_of_the_table_and_the_threads_change_no_exact_score() {
    let mut random = Random(4);
    for round in 0..12 {
        let board = random.board(14 + round % 5);
        let expected = solved(&mut Searcher::new(0), board);
        assert_eq!(solved(&mut Searcher::new(32), board), expected, "{board:?}");
        let mut three = Searcher::new(8).with_threads(3);
        assert_eq!(solved(&mut three, board), expected, "{board:?}");
    }
}

#[test]
fn win_loss_draw_is_the_sign_of_the_score() {
    let mut random = Random(6);
    let mut searcher = Searcher::new(8);
    let limits = Limits::solve().with_win_loss_draw();
    for round in 0..dial::games(400) {
        let board = random.board(5 + round % 11);
        searcher.clear();
        let sign = searcher.search(board, &limits, &mut ());
        assert_eq!(sign.certainty(), Certainty::WinLossDraw);
        assert_eq!(
            sign.score().discs().signum(),
            solved(&mut searcher, board).signum(),
            "{board:?}"
        );
    }
}

#[test]
fn every_move_gets_the_score_of_the_board_after_it() {
    let mut random = Random(7);
    let mut searcher = Searcher::new(8);
    for round in 0..40 {
        let board = random.board(8 + round % 6);
        let lines = searcher.analyse(board, 64, &Limits::solve(), &mut ()).moves;
        assert_eq!(lines.len(), board.legal_moves().len());
        for line in &lines {
            let after = board.play(line.square.unwrap()).unwrap();
            let reply = searcher.search(after, &Limits::solve(), &mut ());
            assert_eq!(line.score, -reply.score(), "{line:?}");
        }
        assert!(lines.is_sorted_by_key(|line| -line.score));
        let few = searcher.analyse(board, 3, &Limits::solve(), &mut ()).moves;
        let scores = |lines: &[reversi::search::MoveScore]| -> Vec<Score> {
            lines.iter().map(|line| line.score).collect()
        };
        assert_eq!(scores(&few), scores(&lines[..few.len()]));
    }
}

#[test]
fn progress_on_every_move_keeps_them_all_while_it_deepens() {
    struct Watch {
        moves: usize,
        seen: usize,
    }
    impl Handler for Watch {
        fn progress(&mut self, progress: &SearchInfo) {
            self.seen += 1;
            assert_eq!(progress.moves.len(), self.seen.min(self.moves));
            assert!(progress.moves.iter().all(|line| line.depth > 0));
            assert!(progress.moves.is_sorted_by_key(|line| -line.score));
        }
    }
    let board = Random(12).board(40);
    let mut watch = Watch {
        moves: board.legal_moves().len(),
        seen: 0,
    };
    Searcher::new(1).analyse(board, 64, &Limits::depth(5), &mut watch);
    assert_eq!(watch.seen, 5 * watch.moves);
}

/// Plays a line. Returns the board after it, and 1 if the first side to move is to move there, otherwise -1.
fn after_line(board: Board, line: &[Square]) -> (Board, i32) {
    let (mut at, mut sign) = (board, 1);
    for &square in line {
        if at.legal_moves().is_empty() {
            at = at.pass().unwrap();
            sign = -sign;
        }
        at = at.play(square).expect("a legal line");
        sign = -sign;
    }
    (at, sign)
}

#[test]
fn a_line_can_be_played_and_ends_with_the_score_that_was_proven() {
    let mut random = Random(8);
    for threads in [1, 3] {
        let mut searcher = Searcher::new(8).with_threads(threads);
        for round in 0..dial::games(200) {
            let board = random.board(4 + round % 13);
            let result = searcher.search(board, &Limits::solve(), &mut ());
            let (end, sign) = after_line(board, result.pv());
            assert!(end.is_game_over(), "{board:?}: {:?}", result.pv());
            assert_eq!(
                sign * end.final_score(),
                result.score().discs(),
                "{board:?}"
            );
        }
    }
}

#[test]
fn the_line_of_a_search_that_was_stopped_can_be_played() {
    let mut random = Random(18);
    for threads in [1, 3] {
        // From 1 to 60,000 positions.
        for round in dial::sizes(0, 0..300) {
            let board = random.board(20 + round % 30);
            let limits = Limits::nodes(u64::from(round) * 200);
            let mut searcher = Searcher::new(1).with_threads(threads);
            let result = searcher.search(board, &limits, &mut ());
            after_line(board, result.pv());
        }
    }
}

#[test]
fn a_stopped_search_lists_the_moves_that_it_did_not_search_last() {
    let mut stopped = 0;
    for round in 1..60 {
        let board = Random(round).board(20 + round as u32 % 20);
        let mut progress = Depths::default();
        let limits = Limits::nodes(round * 400);
        let result = Searcher::new(1).analyse(board, 3, &limits, &mut progress);
        stopped += usize::from(result.stopped && result.best().depth > 2);
        let searched: Vec<_> = result.moves.iter().map(|line| line.depth > 0).collect();
        assert!(searched.is_sorted_by(|a, b| a >= b), "{:?}", result.moves);
        if progress.0.len() > 3 {
            assert!(!searched.contains(&false), "{:?}", result.moves);
        }
    }
    assert!(stopped > 20, "{stopped}");
}

#[test]
fn a_pass_and_a_finished_game_are_answered_too() {
    let mut searcher = Searcher::new(1);
    let over = Board::from_bits(0x1fff, 0).unwrap();
    let result = searcher.search(over, &Limits::depth(5), &mut ());
    assert_eq!((result.best_move(), result.score()), (None, Score::MAX));
    assert_eq!(result.certainty(), Certainty::Exact);
    // The opponent alone can move: c1 over b1, which leaves nothing.
    let pass = Board::from_bits(0x4000_0000_0000_0000, 0x8000_0000_0000_0000).unwrap();
    assert!(pass.legal_moves().is_empty());
    let result = searcher.search(pass, &Limits::solve(), &mut ());
    assert_eq!((result.best_move(), result.score()), (None, Score::MIN));
}

#[test]
fn a_result_says_how_sure_it_is() {
    let mut searcher = Searcher::new(16);
    let result = searcher.search(Board::START, &Limits::depth(5), &mut ());
    assert_eq!(
        (result.certainty(), result.best().depth),
        (Certainty::Estimate, 5)
    );
    assert!(!result.stopped);
    let board = Random(9).board(18);
    let selective = Limits::solve().with_end_confidence(Confidence::C73);
    let result = searcher.search(board, &selective, &mut ());
    assert_eq!(result.certainty(), Certainty::Selective(Confidence::C73));
    assert!(!result.certainty().is_proven());
    assert_eq!(solved(&mut searcher, board) % 2, 0);
}

/// Stops as soon as it is told to; notes the depths, and tells of each.
struct Stopper<'a> {
    stop: &'a AtomicBool,
    depths: Vec<u32>,
    on_depth: Sender<u32>,
}

impl Handler for Stopper<'_> {
    fn progress(&mut self, progress: &SearchInfo) {
        self.depths.push(progress.moves[0].depth);
        // Nobody may listen any more.
        let _ = self.on_depth.send(progress.moves[0].depth);
        assert!(!progress.moves[0].pv.is_empty());
    }

    fn should_stop(&mut self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

#[test]
fn a_stop_is_obeyed_and_the_best_move_so_far_is_kept() {
    for threads in [1, 2] {
        let stop = AtomicBool::new(false);
        let mut searcher = Searcher::new(16).with_threads(threads);
        let (on_depth, depths) = mpsc::channel();
        let mut handler = Stopper {
            stop: &stop,
            depths: Vec::new(),
            on_depth,
        };
        // A whole game cannot be solved: without the stop this would never end.
        let result = std::thread::scope(|scope| {
            let stop = &stop;
            scope.spawn(move || {
                // It has begun to deepen.
                depths.iter().find(|&depth| depth >= 8);
                stop.store(true, Ordering::Relaxed);
            });
            searcher.search(Board::START, &Limits::solve(), &mut handler)
        });
        assert!(result.stopped);
        assert!(result.best_move().is_some());
        assert!(handler.depths.is_sorted(), "{:?}", handler.depths);
        assert_eq!(handler.depths.last(), Some(&result.best().depth));
    }
}

/// Counts how often a search checks its limits.
#[derive(Default)]
struct CheckCounter {
    checks: u64,
}

impl Handler for CheckCounter {
    fn should_stop(&mut self) -> bool {
        self.checks += 1;
        false
    }
}

#[test]
fn a_search_with_a_time_limit_looks_at_the_clock_every_few_hundred_nodes() {
    // Without optimization a node takes up to ten microseconds.
    let an_hour = Limits::depth(12).with_time(Duration::from_secs(3600));
    for (board, limits) in [
        (Board::START, an_hour),
        (Random(5).board(16), an_hour.with_exact_from(16)),
    ] {
        let mut counter = CheckCounter::default();
        let result = Searcher::new(16).search(board, &limits, &mut counter);
        assert!(!result.stopped && result.nodes > 20_000, "{}", result.nodes);
        let nodes = result.nodes / counter.checks;
        assert!((512..640).contains(&nodes), "{nodes} nodes between checks");
    }
}

#[test]
fn a_search_stopped_before_it_begins_still_names_a_legal_move() {
    let stop = AtomicBool::new(true);
    let mut handler = Stopper {
        stop: &stop,
        depths: Vec::new(),
        on_depth: mpsc::channel().0,
    };
    let limits = Limits::solve().with_nodes(0);
    let result = Searcher::new(1).search(Board::START, &limits, &mut handler);
    assert!(Board::START.play(result.best_move().unwrap()).is_some());
    assert_eq!(result.certainty(), Certainty::Estimate);
}

/// Keeps the best move and score of each depth.
#[derive(Default)]
struct Depths(Vec<(u32, Option<Square>, Score)>);

impl Handler for Depths {
    fn progress(&mut self, info: &SearchInfo) {
        let best = info.best();
        self.0.push((best.depth, best.square, best.score));
    }
}

#[test]
fn a_settled_search_ends_once_three_depths_agree() {
    let limits = Limits::depth(20).with_settled(3);
    let mut settled = 0;
    for moves in ["f5", "f5d6c3d3c4f4", "f5f6e6f4", "f5d6c5f4e3c6d3f6"] {
        let board = transcript::parse(moves).unwrap().position().board();
        let mut seen = Depths::default();
        let limits = limits.with_nodes(3_000_000);
        let result = Searcher::new(16).search(board, &limits, &mut seen);
        let same = |last: &[(u32, Option<Square>, Score)]| {
            last.iter()
                .all(|(_, square, score)| (*square, *score) == (last[0].1, last[0].2))
        };
        let deep: Vec<_> = seen
            .0
            .into_iter()
            .filter(|(depth, ..)| *depth >= 14)
            .collect();
        let agreed = deep.windows(3).position(same);
        match agreed {
            Some(at) => {
                assert_eq!(at + 3, deep.len(), "{moves}: it ends there: {deep:?}");
                assert!(!result.stopped);
                settled += 1;
            }
            None => assert!(
                result.stopped || result.best().depth == 20,
                "{moves}: {deep:?}"
            ),
        }
    }
    assert!(settled > 0);
    // A search to the end is not cut short.
    let ending = Random(5).board(14);
    let solve = Limits::solve().with_settled(1);
    let solved = Searcher::new(16).search(ending, &solve, &mut ());
    assert_eq!(solved.certainty(), Certainty::Exact);
}

#[test]
fn time_and_node_limits_end_a_search() {
    let mut searcher = Searcher::new(16);
    let begin = Instant::now();
    let result = searcher.search(
        Board::START,
        &Limits::time(Duration::from_millis(30)),
        &mut (),
    );
    assert!(result.stopped && result.best_move().is_some());
    assert!(begin.elapsed() >= Duration::from_millis(30));
    let result = searcher.search(Board::START, &Limits::nodes(100_000), &mut ());
    assert!(result.stopped);
    assert!(
        (100_000..150_000).contains(&result.nodes),
        "{}",
        result.nodes
    );
}

#[test]
fn one_thread_visits_the_same_nodes_every_time_and_on_every_kernel() {
    let nodes = |kernel| bench(kernel).map(|part| part.nodes);
    let first = nodes(AnyKernel::fastest());
    for kernel in AnyKernel::all() {
        assert_eq!(first, nodes(kernel), "{}", kernel.name());
    }
    assert_eq!(first, nodes(AnyKernel::fastest()));
    assert!(first[0] == 24_571_284 && first[1] > 0 && first[2] > 0);
}

#[test]
fn positions_of_the_ffo_test_are_solved_with_the_score_of_every_move() {
    // Numbers 1 to 6 of the FFO endgame test set, collected by the French Othello Federation.
    const LINES: &str = "\
--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12; H7:+6; A2:+6; A3:+4; B1:-4; A4:-22; G2:-24;
-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X; A4:+10; B2:+0; A3:-6; G7:-8; A7:-12; H7:-14; B7:-14; H2:-24;
----OX----OOXX---OOOXX-XOOXXOOOOOXXOXXOOOXXXOOOOOXXXXOXO--OOOOOX X; D1:+2; G3:+0; B8:-2; B1:-4; C1:-4; A2:-4; A3:-6; B2:-12;
-XXXXXX-X-XXXOO-XOXXXOOXXXOXOOOX-OXOOXXX--OOOXXX--OOXX----XOXXO- X; H8:+0; A5:+0; B6:-4; B7:-4; A6:-8; B2:-12; H2:-26;
-OOOOO----OXXO-XXXOXOXX-XXOXOXXOXXOOXOOOXXXXOO-OX-XOOO---XXXXX-- X; G8:+32; G2:+12; B2:-20; G6:-26; G1:-32; G7:-34;
--OXXX--OOOXXX--OOOXOXO-OOXOOOX-OOXXXXXXXOOXXOX--OOOOX---XXXXXX- X; A1:+14; H3:+14; A8:+12; H2:+8; G2:+8; H4:+4; G7:+4; A7:-22; B1:-24;";
    let mut searcher = Searcher::new(32);
    for line in LINES.lines() {
        let problem = ScoredPosition::parse_line(line).unwrap().unwrap();
        let goal = Goal {
            every_move: true,
            ..Goal::default()
        };
        let board = problem.position.board();
        let solution = solve(&mut searcher, board, &problem.scores, goal, &mut ());
        assert_eq!(solution.differences, []);
        assert_eq!(solution.result.moves.len(), board.legal_moves().len());
    }
}

#[test]
fn a_wrong_listed_score_is_found() {
    let board = Random(10).board(8);
    let mut searcher = Searcher::new(1);
    let result = searcher.search(board, &Limits::solve(), &mut ());
    let wrong = [(result.best_move().unwrap(), result.score().discs() - 2)];
    let solution = solve(&mut searcher, board, &wrong, Goal::default(), &mut ());
    assert_eq!(solution.differences.len(), 1);
    assert_eq!(solution.differences[0].found, result.score());
}
/// A board with 35 legal moves for the side to move, more than any game reaches.
const MANY_MOVES: &str = "---------OOXOOO--XX-OXX--OX---O---X-OXO--OXXXXO--OO-OXO--------- X";

/// Every kind of search, kept short by a number of positions: what it finds must be legal.
fn assert_searchable(board: Board) {
    let limits = [
        Limits::depth(3),
        Limits::depth(6).with_nodes(2_000),
        Limits::solve().with_nodes(2_000),
        Limits::solve().with_nodes(2_000).with_win_loss_draw(),
    ];
    let mut searcher = Searcher::new(1);
    let moves = board.legal_moves();
    for limits in limits {
        let lines = searcher.analyse(board, 64, &limits, &mut ()).moves;
        let found = lines.iter().filter_map(|line| line.square);
        assert_eq!(found.collect::<SquareSet>(), moves, "{board:?}");
    }
}

#[test]
fn a_board_with_35_legal_moves_is_searched() {
    let board = MANY_MOVES.parse::<Position>().unwrap().board();
    assert_eq!(board.legal_moves().len(), 35);
    assert_searchable(board);
    let mut searcher = Searcher::new(1).with_threads(2);
    assert_eq!(
        searcher
            .search(board, &Limits::depth(6), &mut ())
            .best()
            .depth,
        6
    );
}

#[test]
fn any_board_at_all_is_searched() {
    let mut random = Random(13);
    for round in 0..300 {
        let mut bits = || (0..4).fold(0, |word, _| word << 16 | random.below(1 << 16) as u64);
        let (sides, a, b) = (bits(), bits(), bits());
        let taken = [a & b, a, a | b, u64::MAX][round % 4];
        assert_searchable(Board::from_bits(taken & sides, taken & !sides).unwrap());
    }
}

/// Squares are changed one at a time, and changes kept that cost no legal move: such boards have far
/// more moves than those of games.
#[test]
fn boards_that_climb_towards_many_legal_moves_are_searched() {
    let mut random = Random(14);
    let mut most = 0;
    for _ in 0..12 {
        let mut board = random.board(40);
        for _ in 0..6_000 {
            let bit = 1 << random.below(64);
            let (player, opponent) = (board.player().bits() & !bit, board.opponent().bits() & !bit);
            let changed = match random.below(3) {
                0 => Board::from_bits(player, opponent),
                1 => Board::from_bits(player | bit, opponent),
                _ => Board::from_bits(player, opponent | bit),
            }
            .unwrap();
            if changed.legal_moves().len() >= board.legal_moves().len() {
                board = changed;
            }
        }
        most = most.max(board.legal_moves().len());
        assert_searchable(board);
    }
    assert!(most > 30, "the climb reaches {most} moves only");
}
