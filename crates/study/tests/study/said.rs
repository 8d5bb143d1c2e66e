//! Hints, warnings and what exercises tell, in words.

use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::IteratorRandom as _;
use reversi::search::{Certainty, Limits, MoveScore, Score, Searcher};
use reversi::{Color, Game, Position, Square, transcript};
use reversi_notation::Record;
use reversi_study::games::ChoiceResults;
use reversi_study::practice::fact::{PracticeFact, PracticeSubject};
use reversi_study::practice::generate::{PuzzleFilter, find_all, random};
use reversi_study::practice::puzzle::NotAPuzzle;
use reversi_study::progress::PuzzleKind;
use reversi_study::review::{BLUNDER, MoveChances, MoveReview, Reason, Review, Reviewer};
use reversi_table::phrase::columns::wrap;
use reversi_table::player::people::group::{Chance, PlayerGroup};
use reversi_wording::coach::{warning, warning_forms};
use reversi_wording::{hint, practice, review};

use crate::dial;

fn found(name: &str, score: i32) -> MoveScore {
    let square: Square = name.parse().unwrap();
    let (score, certainty) = (Score::of(score), Certainty::Estimate);
    MoveScore::new(Some(square), score, certainty, 12, vec![square])
}

#[test]
fn a_hint_says_one_thing_in_plain_words() {
    let scored = |depth| {
        let limits = Limits::depth(depth);
        Searcher::new(1).analyse(Position::START.board(), 64, &limits, &mut ())
    };
    let start = hint::sentences(Position::START, &scored(4).moves, true);
    assert!(
        start[0].ends_with(" is as good as any move here: the board is symmetric."),
        "{start:?}"
    );
    let corner = format!("-OX-----{}-OX-----{} X", "-".repeat(16), "-".repeat(32));
    let said = hint::sentences(corner.parse().unwrap(), &[found("a1", 4)], true);
    assert_eq!(said[0], "a1 takes a corner.");
    let named = hint::sentences(Position::START, &scored(1).moves, false);
    assert!(!named[0].contains("you"), "{named:?}");
}

#[test]
fn a_warning_tells_the_loss_and_the_reason() {
    let judged = MoveReview {
        color: Color::Black,
        square: "d3".parse().unwrap(),
        best: found("f5", 1),
        played: found("d3", -8),
        loss: 9,
        reason: Some(Reason::Frontier { to: 3, best: 2 }),
        chances: None,
    };
    let why = "it leaves you 3 discs next to empty squares. f5 leaves 2.";
    assert_eq!(*warning(&judged), format!("d3 loses about 9 discs: {why}"));
    let nothing = MoveReview { loss: 0, ..judged };
    assert_eq!(warning(&nothing), "d3 loses nothing by a deeper search.");
}

/// Returns the moves of a game that lose much, by a shallow search.
fn blunders(game: &Game) -> Vec<MoveReview> {
    let limits = Limits::depth(2).with_exact_from(10);
    let mut review = Review::new(game);
    Reviewer::new(1, limits).run(&mut review).unwrap();
    let all = review.move_reviews();
    all.filter(|judged| judged.loss > BLUNDER)
        .cloned()
        .collect()
}

/// Returns a blunder as if four of five people played it.
fn as_if_common(judged: &MoveReview) -> MoveReview {
    let [played, best] = [0.8, 0.1].map(Chance::of);
    MoveReview {
        chances: Some([MoveChances { played, best }; PlayerGroup::ALL.len()]),
        ..judged.clone()
    }
}

fn random_game(rng: &mut ChaCha8Rng) -> Game {
    let mut game = Game::new();
    while let Some(square) = game.legal_moves().iter().choose(rng) {
        game.play(square).unwrap();
    }
    game
}

/// Takes seconds: it reviews 18 whole games by default.
#[test]
fn every_warning_has_a_reason_and_the_loss_in_three_lines_and_marks_only_what_it_names() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let fixture = include_str!("../../../../tests/fixtures/tournament_games.tsv");
    let played = fixture.lines().filter(|line| !line.starts_with('#'));
    let played = dial::sizes(0, played.step_by(4)).map(|line| {
        let moves = line.split('\t').find(|field| field.len() > 20).unwrap();
        transcript::parse(moves).unwrap()
    });
    let random: Vec<Game> = (0..dial::games(30))
        .map(|_| random_game(&mut rng))
        .collect();
    let (mut count, mut common) = (0, 0);
    for judged in random
        .into_iter()
        .chain(played)
        .flat_map(|game| blunders(&game))
        .flat_map(|judged| [as_if_common(&judged), judged])
    {
        let (sentence, squares) = (warning(&judged), judged.squares());
        let clause = review::reason(&judged, Some(judged.color)).unwrap();
        let (fact, better) = match clause.split_once([';', ':']) {
            Some((fact, better)) => (fact, Some(better)),
            None => (&*clause, None),
        };
        let (square, loss) = (judged.square, judged.loss);
        let loss = if judged.is_exact() {
            format!("loses {loss} discs (proven)")
        } else {
            format!("loses about {loss} discs")
        };
        let most = " Most club players play it.";
        let alone = sentence.strip_suffix(most).unwrap_or(&sentence);
        let short = format!("{square} {loss}: it {fact}.");
        let whole = better.map(|better| format!("{short}{better}."));
        assert!(
            alone == short || Some(alone) == whole.as_deref(),
            "{sentence}"
        );
        let longest = warning_forms(&judged).remove(0);
        let expected = whole.unwrap_or(short);
        assert_eq!(longest.strip_suffix(most).unwrap_or(&longest), expected);
        let chances = judged.chances(PlayerGroup::Club).unwrap();
        let has_room = wrap(&format!("{alone}{most}"), 28).len() <= 3;
        let is_common = chances.played.probability() > 0.5;
        assert_eq!(alone != &*sentence, is_common && has_room, "{sentence}");
        common += u32::from(alone != &*sentence);
        assert!(wrap(&sentence, 28).len() <= 3, "{sentence}");
        let named = |square: Square| sentence.contains(&square.to_string());
        // A large region is named by one of its squares.
        let all = squares.iter().all(named) || squares.len() > 4 && squares.iter().any(named);
        assert!(all, "{sentence} {squares:?}");
        count += 1;
    }
    assert!(count > dial::games(600) && common > 0, "{count} {common}");
}

#[test]
fn a_sentence_about_a_wrong_answer_says_what_that_move_loses_before_why() {
    let wanted = PuzzleFilter {
        empties: Some(7..=8),
        ..PuzzleFilter::default()
    };
    let mut count = 0;
    find_all(random(4), &wanted, 1, &|| false, |puzzle| {
        for index in puzzle.answers().len()..puzzle.moves.len() {
            let review = puzzle.review(index).unwrap();
            let start = format!("{} loses ", review.square);
            let sentence = practice::feedback(&PracticeFact::Wrong(Box::new(review)));
            assert!(sentence.starts_with(&start), "{sentence}");
            assert!(!sentence.contains(". It "), "{sentence}");
            assert_eq!(sentence.matches(": it ").count(), 1, "{sentence}");
        }
        for told in puzzle.refutations() {
            let sentence = practice::feedback(&told);
            assert!(!sentence.contains(" and loses "), "{sentence}");
        }
        let is_only = puzzle.answers().len() == 1;
        let question = practice::question(&puzzle);
        assert!(is_only || !question.contains("only"), "{question}");
        count += 1;
        count < 6
    });
}

#[test]
fn a_position_that_is_no_puzzle_says_why_and_each_kind_of_puzzle_what_it_asks() {
    let refused = [
        NotAPuzzle::Empties(1),
        NotAPuzzle::Empties(40),
        NotAPuzzle::FewMoves(1, 3),
        NotAPuzzle::FewMoves(0, 2),
        NotAPuzzle::Obvious,
        NotAPuzzle::Unclear,
    ];
    assert_eq!(
        refused.map(|why| why.to_string()),
        [
            "not a puzzle: it has 1 empty square, and a puzzle has 4 to 20",
            "not a puzzle: it has 40 empty squares, and a puzzle has 4 to 20",
            "not a puzzle: there is 1 legal move, and a puzzle has 3 or more",
            "not a puzzle: there are 0 legal moves, and a puzzle has 2 or more",
            "not a puzzle: only one move looks good",
            "not a puzzle: no move or two are clearly better than all others",
        ]
    );
    let mut asked = PuzzleKind::ALL.map(|kind| kind.about().text());
    asked.sort_unstable();
    assert_eq!(
        asked,
        [
            "Find the best move, or one of the two best.",
            "Find the only move that keeps the draw.",
            "Find the only winning move.",
            "Get the last move in a region of empty squares.",
            "Keep the opponent out of a corner.",
            "Make the opponent pass.",
        ]
    );
}

#[test]
fn the_results_of_a_choice_tell_where_the_player_leaves_the_book() {
    let mut results = ChoiceResults::default();
    assert_eq!(results.said(), None);
    let mut game = transcript::parse("f5d6c7").unwrap();
    game.resign(Color::White);
    results.add(&Record::from_game(&game), Color::Black);
    assert_eq!(
        results.said().unwrap(),
        "1 won, 0 drawn, 0 lost, off the opening book at move 3"
    );
}

#[test]
fn a_hint_to_a_better_move_does_not_name_it() {
    let gave = Reason::GaveCorner {
        corner: Square::H1,
        was_open: false,
    };
    let said = practice::feedback(&PracticeFact::Does(
        PracticeSubject::BetterMove,
        gave,
        Color::Black,
    ));
    assert_eq!(said, "A better move keeps White from taking h1 at once.");
    let look = practice::feedback(&PracticeFact::Look(Reason::LetPass, Color::White));
    assert_eq!(look, "Do not let Black pass: you would move twice.");
}
