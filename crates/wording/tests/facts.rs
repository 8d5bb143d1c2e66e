//! Each fact as the whole sentence that a person reads: with its side, its sign and its unit.

#![allow(clippy::unwrap_used)] // in tests a panic is the report

use std::iter;
use std::sync::Arc;
use std::time::Duration;

use reversi::search::{Certainty, Limits, MoveScore, Score};
use reversi::{ByColor, Color, Entry, Game, Outcome, Position, Square, SquareSet, transcript};
use reversi_net::network::game::NotJoined;
use reversi_net::network::link::JoinError;
use reversi_net::network::request::Invitation;
use reversi_notation::{Casual, Record};
use reversi_study::practice::attempt::Origin;
use reversi_study::practice::exercise::PuzzleExercise;
use reversi_study::practice::fact::{NextMoves, PracticeFact, PracticeSubject, WhyRight};
use reversi_study::practice::generate::{PuzzleFilter, Searched};
use reversi_study::practice::mistakes::{GameMistakes, MistakeSummary};
use reversi_study::practice::practice_store::Noted;
use reversi_study::practice::supply::Supply;
use reversi_study::progress::RatingChange;
use reversi_study::rating::Rating;
use reversi_study::review::{LastMoveIn, MoveChances, MoveReview, Reason, Review, Reviewer, Whose};
use reversi_table::background::Waker;
use reversi_table::go::{GoGame, GoMove, Grid, Komi};
use reversi_table::player::PlayerKind;
use reversi_table::player::name::PersonName;
use reversi_table::player::people::group::{Chance, PlayerGroup};
use reversi_table::session::{Event, Refusal};
use reversi_table::table::{
    ClocksWhileAway, ConnectionEvent, ConnectionRole, Disconnection, EndReason, GoodbyeReason,
    LossReason, Offer,
};
use reversi_text::Said;
use reversi_wording::practice::{
    feedback, mistake_summary, noted, origin, searched, storm_summary,
};
use reversi_wording::{
    LastingState, ask_quit, casual, connection_event, entry, event, go, hint, invitation,
    not_joined, not_saved_yet, outcome_for, refusal, review, score, time_up, to_move, to_move_in,
};

const BLACK: Color = Color::Black;
const WHITE: Color = Color::White;

fn square(name: &str) -> Square {
    name.parse().unwrap()
}

fn found(name: &str, certainty: Certainty, discs: i32) -> MoveScore {
    let at = square(name);
    MoveScore::new(Some(at), Score::of(discs), certainty, 12, vec![at])
}

/// Compares what is said with the lines of a text.
#[track_caller]
fn says(said: impl IntoIterator<Item = Said>, text: &str) {
    let said: Vec<String> = said.into_iter().map(String::from).collect();
    let text: Vec<&str> = text.trim().lines().map(str::trim).collect();
    assert_eq!(said, text);
}

/// Black played g2 and lost 6 discs against b1.
fn judged(reason: Option<Reason>) -> MoveReview {
    MoveReview {
        color: BLACK,
        square: square("g2"),
        best: found("b1", Certainty::Exact, 4),
        played: found("g2", Certainty::Exact, -2),
        loss: 6,
        reason,
        chances: None,
    }
}

/// All reasons.
fn reasons() -> [Reason; 15] {
    let corner = Square::H1;
    let first_rank = |file: char| square(&format!("{file}1"));
    [
        Reason::MissedWipeout,
        Reason::AllowedWipeout,
        Reason::AllowedWipeoutAtOnce { reply: Square::A1 },
        Reason::LeftCorner { corner },
        Reason::GaveCorner {
            corner,
            was_open: true,
        },
        Reason::LetPass,
        Reason::LostLastMove {
            region: "abcdefgh".chars().map(first_rank).collect(),
            is_whole: false,
        },
        Reason::LaterCorner {
            corner,
            after: ['c', 'd'].map(first_rank),
        },
        Reason::CutOwnMobility {
            from: 9,
            to: 1,
            best: 5,
        },
        Reason::GaveMobility { to: 5, best: 1 },
        Reason::LostResult {
            opponent_passes: true,
        },
        Reason::BesideCorner { corner },
        Reason::Mobility {
            own: [1, 5],
            opponent: [9, 0],
        },
        Reason::Frontier { to: 5, best: 1 },
        Reason::LowerScore,
    ]
}

/// White is to move, and has to pass.
fn pass() -> Position {
    let text = format!("{}XO-{}- O", "-".repeat(24), "-".repeat(36));
    text.parse().unwrap()
}

#[test]
fn each_reason_is_a_fact_for_the_opponent_a_merit_of_the_better_move_and_a_place_to_look() {
    let told = reasons().map(|reason| review::reason(&judged(Some(reason)), Some(WHITE)).unwrap());
    says(
        told,
        "
        misses a wipeout: b1 takes every disc
        lets you take every disc; b1 does not
        lets you take every disc with a1; b1 does not
        misses the corner h1
        leaves the corner h1 open; b1 does not
        lets you pass and makes Black move twice in a row
        leaves you the last move of the 8 squares at a1; b1 keeps it
        lets you take the corner h1 after c1 d1
        leaves Black only 1 move; b1 leaves 5
        gives you 5 moves; b1 gives 1
        turns a win by 4 into a loss by 2 after your pass
        is next to the empty corner h1; b1 is not
        leaves you 9 moves to Black's 1; b1 leaves 0 to 5
        leaves Black 5 discs next to empty squares; b1 leaves 1
        leaves Black 2 discs behind; b1 leaves Black 4 discs ahead
        ",
    );
    let result = Reason::LostResult {
        opponent_passes: false,
    };
    let said = review::reason(&judged(Some(result)), Some(WHITE));
    assert_eq!(said.unwrap(), "turns a win by 4 into a loss by 2");
    let level = MoveReview {
        played: found("g2", Certainty::Exact, 0),
        ..judged(Some(Reason::LowerScore))
    };
    let said = review::reason(&level, Some(BLACK)).unwrap();
    assert_eq!(said, "leaves you only level; b1 leaves you 4 discs ahead");
    let with_merit = || reasons().into_iter().filter(|reason| reason.has_merit());
    let does = |reason| PracticeFact::Does(PracticeSubject::BetterMove, reason, BLACK);
    says(
        with_merit().map(|reason| feedback(&does(reason))),
        "
        A better move takes every disc of White.
        A better move keeps White from taking every disc.
        A better move keeps White from taking every disc at once.
        A better move takes the corner h1.
        A better move keeps White from taking h1 at once.
        A better move does not let White pass.
        A better move gets you the last move of the 8 squares at a1.
        A better move leaves you 5 moves.
        A better move gives White only 1 move.
        A better move is not next to an empty corner.
        A better move leaves White no move to your 5.
        A better move leaves you only 1 disc next to empty squares.
        ",
    );
    says(
        with_merit().map(|reason| feedback(&PracticeFact::Look(reason, BLACK))),
        "
        You can take every disc of White.
        Keep White from taking every disc.
        Keep White from taking every disc at once.
        Look for a corner to take.
        Look at the corner h1: White must not get it at once.
        Do not let White pass: you would move twice.
        Look at who gets the last move of the 8 squares at a1.
        Look at the moves that you have left then.
        Look at the moves that White has then: leave few.
        Look at the corner h1: stay away.
        Look at how many moves each side has then.
        Look at your discs next to empty squares then: leave few.
        ",
    );
}

#[test]
fn an_answer_that_is_right_says_why_and_how_the_game_ends() {
    let right = |why| PracticeFact::Right {
        square: square("b1"),
        why: Some(why),
        score: 2,
    };
    let told = [
        WhyRight::OnlyWin,
        WhyRight::OthersLose,
        WhyRight::Passes(WHITE),
        WhyRight::KeepsCorner(WHITE, Square::H1),
        WhyRight::LastMove(LastMoveIn::Game),
        WhyRight::AsGoodAs(square("c1"), 5),
        WhyRight::OthersLoseDiscs(1),
    ]
    .map(|why| feedback(&right(why)));
    says(
        told,
        "
        b1 is right: no other move wins. With best play you win 33-31 (proven).
        b1 is right: every other move loses. With best play you win 33-31 (proven).
        b1 is right: White has to pass. With best play you win 33-31 (proven).
        b1 is right: it keeps White out of the corner h1. With best play you win 33-31 (proven).
        b1 is right: it gets you the last move of the game. With best play you win 33-31 (proven).
        b1 is right: only c1 is as good, and the others lose 5 discs or more. With best play you win 33-31 (proven).
        b1 is right: every other move loses 1 disc or more. With best play you win 33-31 (proven).
        ",
    );
    let told = [-64, 0].map(|score| {
        feedback(&PracticeFact::Right {
            square: square("b1"),
            why: None,
            score,
        })
    });
    says(
        told,
        "
        b1 is right. With best play you lose 0-64 (proven).
        b1 is right. With best play it is a draw (proven).
        ",
    );
}

#[test]
fn what_an_exercise_tells_is_a_whole_sentence() {
    let [b1, g2] = ["b1", "g2"].map(square);
    let all_fail = |answers: &[Square]| PracticeFact::AllFail {
        opponent: WHITE,
        corner: Some(Square::H1),
        answers: answers.to_vec(),
        best: g2,
        loss: 6,
    };
    let next = NextMoves {
        opening: None,
        moves: SquareSet::from(square("f5")).with(square("c4")),
    };
    let told = [
        all_fail(&[b1]),
        all_fail(&[b1, square("c1")]),
        PracticeFact::Fails(Box::new(judged(Some(Reason::MissedWipeout)))),
        PracticeFact::Fails(Box::new(judged(None))),
        PracticeFact::NoRowFrom(WHITE, Square::H1),
        PracticeFact::WouldHave(WHITE, 0),
        PracticeFact::WouldHave(WHITE, 1),
        PracticeFact::WouldHave(WHITE, 5),
        PracticeFact::AsGood {
            square: g2,
            best: b1,
            is_exact: false,
        },
        PracticeFact::LosesLittle {
            square: g2,
            best: b1,
            loss: 1,
            is_exact: true,
        },
        PracticeFact::NotJudged,
        PracticeFact::Checking(g2),
        PracticeFact::Continues(next),
        PracticeFact::NotInLine {
            square: g2,
            loss: Some(2),
            next,
        },
        PracticeFact::LosesDiscs {
            square: g2,
            loss: 6,
            best: b1,
        },
    ];
    says(
        told.iter().map(feedback).chain(origin(Origin::Mistake)),
        "
        After any other move White can take h1: g2, the best of them, loses 6 discs.
        After any move but b1 and c1 White can take h1: g2, the best of them, loses 6 discs.
        g2 loses 6 discs: it misses a wipeout.
        g2 loses 6 discs (proven).
        White must find no row of your discs to trap from h1.
        If it were White's turn, it would have no move: keep it so.
        If it were White's turn, it would have 1 move: take it away.
        If it were White's turn, it would have 5 moves: take them away.
        g2 is right: about as good as b1.
        g2 is right: it loses only 1 disc against b1.
        This move could not be judged.
        Checking g2.
        The line continues with c4 or f5.
        g2 is not in this line and loses about 2 discs: here the line continues with c4 or f5.
        g2 loses about 6 discs: b1 is better.
        From one of your games.
        ",
    );
}

#[test]
fn a_rating_rises_falls_or_stays() {
    let rating = |rating| Rating {
        rating,
        ..Rating::new()
    };
    let told = |change: Option<[f64; 4]>| {
        noted(&Noted {
            rating: Rating::new(),
            streak: 2,
            storm: 0,
            change: change.map(|[from, to, before, after]| RatingChange {
                player: [from, to].map(rating),
                puzzle: [before, after].map(rating),
            }),
        })
    };
    let changes = [
        None,
        Some([1500.0, 1500.2, 1400.0, 1400.3]),
        Some([1500.0, 1509.0, 1400.0, 1391.0]),
    ];
    says(
        changes.map(told),
        "
        Solved with a hint, so your rating stays the same. 2 in a row.
        Your rating stays at 1500. The puzzle's stays at 1400. 2 in a row.
        Your rating rises from 1500 to 1509. The puzzle's falls from 1400 to 1391. 2 in a row.
        ",
    );
}

#[test]
fn a_storm_is_compared_with_the_best_one() {
    let supply = Supply::of(None, PuzzleFilter::default(), Box::new(iter::empty()));
    let waker: Waker = Arc::new(|| ());
    let mut exercise = PuzzleExercise::of(supply, None, PersonName::EMPTY, &waker);
    exercise.start_storm();
    let storm = exercise.storm.as_ref().unwrap();
    says(
        [Some(2), Some(0)].map(|best| Said::sentences(storm_summary(storm, best))),
        "
        You solved 0 of 0 puzzles in 3 minutes. Your best is 2.
        You solved 0 of 0 puzzles in 3 minutes. This is your best.
        ",
    );
}

#[test]
fn a_search_for_puzzles_says_what_it_found_in_which_games() {
    let told = |empties, moves, mistakes, puzzles| {
        let searched_now = Searched {
            games: 1,
            moves,
            mistakes,
            puzzles,
        };
        let wanted = PuzzleFilter {
            empties: Some(empties),
            ..PuzzleFilter::default()
        };
        searched((&searched_now, &wanted)).unwrap()
    };
    let told = [
        told(9..=9, 0, 0, 0),
        told(8..=9, 1, 0, 0),
        told(9..=9, 5, 2, 0),
        told(9..=9, 5, 1, 1),
    ];
    says(
        told,
        "
        Searched 1 game: no moves with 9 empty squares.
        Searched 1 game: of 1 move with 8 to 9 empty squares, none lost more than 2 discs.
        Searched 1 game: of 5 moves with 9 empty squares, 2 lost more than 2 discs, and none of these is such a \
        puzzle. Other mistakes left too few moves to choose from, or no clear answer.
        Searched 1 game: of 5 moves with 9 empty squares, 1 lost more than 2 discs, and 1 of these is such a puzzle.
        ",
    );
}

#[test]
fn the_end_of_an_exercise_with_mistakes_says_what_is_left() {
    let summary = |all, found, of_game| MistakeSummary {
        all,
        found,
        helped: 0,
        later: None,
        of_game,
    };
    let game = |others, is_complete| GameMistakes {
        is_of_you: true,
        again: Vec::new(),
        others,
        is_complete,
    };
    let told = [
        summary(0, 0, None),
        summary(0, 0, Some(game(0, true))),
        summary(2, 2, Some(game(1, false))),
        summary(1, 0, Some(game(5, true))),
    ];
    says(
        told.map(|summary| Said::sentences(mistake_summary(&summary))),
        "
        There are no better moves to find here.
        You made no mistake: no move lost more than 2 discs.
        You found all 2 at once. One more mistake cost less. The review stopped early: there may be more mistakes.
        Of 1 mistake you found 0 at once and 0 with help, and missed 1. 5 more mistakes cost less.
        ",
    );
}

#[test]
fn a_hint_names_the_side_or_you() {
    let moves = "f5d6c5f4e3c6e6f6g4g3g6f3d3h5g5h6f7b5f2e2c4e7d8b3f1d1d2e8f8h4a6b4b6a5d7c8b8c7c3c2a4a3a2b7h3c1h7e1g7g1a8a7\
                 b1a1g2";
    let after = |entries: usize| transcript::parse(&moves[..2 * entries]).unwrap().position();
    let corner = |text: &str| {
        format!("{text}{} X", "-".repeat(64 - text.len()))
            .parse()
            .unwrap()
    };
    let told = [
        (corner("-OX"), "a1", 64),
        (corner("-OXO-"), "a1", 64),
        (after(55), "b2", 2),
        (after(48), "b1", 2),
        (after(12), "g5", 2),
    ]
    .map(|(position, best, discs)| {
        let best = [found(best, Certainty::Exact, discs)];
        let [you, named] = [true, false].map(|is_you| hint::sentences(position, &best, is_you));
        [you[0].clone(), named[0].clone(), you[1].clone()]
    });
    says(
        told.into_iter().flatten(),
        "
        a1 is your only move.
        a1 is Black's only move.
        a1 is the only move.
        a1 takes every disc of White in the end.
        a1 takes every disc of White in the end.
        a1 takes every disc.
        b2 makes Black pass: you move again.
        b2 makes Black pass: White moves again.
        b2 makes Black pass.
        b1 makes 2 more of your discs safe for good.
        b1 makes 2 more of Black's discs safe for good.
        b1 secures 2 discs.
        g5 leaves only 6 of your discs next to empty squares.
        g5 leaves only 6 of Black's discs next to empty squares.
        g5 leaves 6 discs open.
        ",
    );
}

#[test]
fn a_move_that_is_a_pass_has_a_score() {
    let pass = MoveScore::new(None, Score::of(-4), Certainty::Estimate, 9, Vec::new());
    assert_eq!(
        score::hint_sentence(BLACK, &pass, Some(BLACK)),
        "pass: White is ahead by about 4 (depth 9)."
    );
}

#[test]
fn a_review_speaks_to_the_person_of_the_game() {
    let mut game = transcript::parse("e6f4e3f6g5d6e7").unwrap();
    assert!(game.agree_to_draw());
    let whose = Whose::of(&Record::from_game(&game), Some(WHITE));
    let mut judged = Review::new(&game);
    let last = game.entries().len() - 1;
    let line = review::entry_line(&judged, last, &whose);
    assert_eq!(line, "-- both players agreed to a draw");
    says(
        review::spoken_totals(&judged, &whose, Some(WHITE)),
        "
        Black: 0 moves, 0 mistakes, 0 blunders, 0 best moves.
        You: 0 moves, 0 mistakes, 0 blunders, 0 best moves.
        ",
    );
    Reviewer::new(1, Limits::depth(3)).run(&mut judged).unwrap();
    let said = |entry| review::spoken_mistake(&judged, entry, &whose).unwrap();
    says(
        judged.mistakes().take(2).map(said),
        "
        Move 3, Black: e3 loses about 5 discs; c3 was best. e3 leaves Black about 5 discs behind; c3 leaves Black \
        about level.
        Move 4, you: f6 loses about 7 discs; d6 was best. f6 leaves Black 7 moves to your 6; d6 leaves 5 to 7.
        ",
    );
}

#[test]
fn most_people_of_each_group_make_a_common_mistake() {
    let [played, best] = [0.8, 0.1].map(Chance::of);
    let common = MoveReview {
        chances: Some([MoveChances { played, best }; PlayerGroup::ALL.len()]),
        ..judged(None)
    };
    says(
        PlayerGroup::ALL.map(|group| review::people(&common, group).unwrap()),
        "
        About 3 of 4 tournament players play g2 here.
        About 3 of 4 club players play g2 here.
        About 3 of 4 casual players play g2 here.
        About 3 of 4 beginners play g2 here.
        ",
    );
}

#[test]
fn each_reason_why_a_game_is_casual_is_a_sentence() {
    let all = [
        Casual::Unrated,
        Casual::Hint,
        Casual::Values,
        Casual::Undo,
        Casual::Coach,
        Casual::Players,
        Casual::Bar,
        Casual::Openings,
        Casual::Review,
        Casual::Analysis,
        Casual::Position,
    ];
    says(
        all.map(casual),
        "
        Not rated: you chose a casual game.
        Not rated: a hint was shown.
        Not rated: values were shown.
        Not rated: a move was undone.
        Not rated: the coach helped.
        Not rated: players changed.
        Not rated: the evaluation was shown.
        Not rated: openings were shown.
        Not rated: the game was reviewed.
        Not rated: the game was analysed.
        Not rated: it began from a position.
        ",
    );
}

#[test]
fn who_has_to_pass_or_ends_the_game_is_you() {
    let mut game = Game::from_position(pass());
    while game.undo().is_some() {}
    let passed = Event::Passed {
        color: BLACK,
        again: false,
    };
    let both = ByColor::new(PlayerKind::Human, PlayerKind::Human);
    let told = [
        to_move_in(pass(), Some(WHITE)),
        to_move(&game, Some(WHITE)),
        entry(&Entry::Resignation { color: WHITE }, Some(WHITE)),
        entry(&Entry::Agreement { color: WHITE }, Some(WHITE)),
        time_up(WHITE, true, Some(WHITE)),
        event::<Game>(&passed, Some(WHITE)),
        event::<Game>(&Event::PlayersChanged(both), Some(WHITE)),
        refusal::<Game>(&Refusal::NobodyToResign),
        refusal::<Game>(&Refusal::NothingToSay),
    ];
    says(
        told,
        "
        You have no legal move and you (White) must pass.
        You have no legal move and you (White) must pass: the pass was undone, redo plays it again.
        your resignation
        the agreed draw
        Your time is up; the game continues.
        Black has no legal move and passes. You move.
        You play both sides.
        only a person can resign
        there is nothing to say
        ",
    );
}

#[test]
fn empty_squares_at_the_end_count_for_the_winner_or_are_shared() {
    let ended = |black: usize, white: usize| -> Outcome {
        let (black, white) = ("X".repeat(black), "O".repeat(white));
        let empty = "-".repeat(64 - black.len() - white.len());
        let position: Position = format!("{black}{empty}{white} X").parse().unwrap();
        Game::from_position(position).outcome().unwrap()
    };
    for (black, white, given) in [
        (64, 0, None),
        (63, 0, Some("The empty square counts for you.")),
        (62, 0, Some("The 2 empty squares count for you.")),
        (0, 63, Some("The empty square counts for White.")),
        (8, 8, Some("The 48 empty squares are shared.")),
    ] {
        let (before, _) = outcome_for(&ended(black, white), BLACK);
        assert_eq!(before.as_deref(), given);
    }
}

#[test]
fn a_game_of_go_is_told_to_its_player() {
    let of = |moves: &str| {
        let mut game = GoGame::new(Grid::new(5).unwrap(), Komi::default());
        for played in moves.split(' ') {
            game.play(played.parse::<GoMove>().unwrap()).unwrap();
        }
        game
    };
    let game = of("a2 a1 b1");
    let captured = |color| {
        let (square, flips) = game.last_move().unwrap();
        let happened = Event::Played {
            color,
            square,
            flips,
        };
        event::<GoGame>(&happened, Some(BLACK))
    };
    assert_eq!(captured(BLACK), "You play b1 and capture 1 stone: a1.");
    let ended = of("c3 pass pass").outcome().unwrap();
    assert_eq!(
        go::result(&ended, Some(BLACK)),
        "Game over: you win by 25. Black 25 (1 stone, 24 points), White 0 (0 stones, 0 points)."
    );
    let mut resigned = game.clone();
    resigned.resign(WHITE).unwrap();
    let ended = resigned.outcome().unwrap();
    assert_eq!(go::result(&ended, Some(BLACK)), "Game over: you win.");
}

#[test]
fn a_connection_that_is_lost_or_refused_says_why() {
    let told = |role, why, grace: Option<Duration>| {
        connection_event::<Game>(&ConnectionEvent::Disconnected {
            role,
            why,
            clocks: grace.map_or(ClocksWhileAway::None, ClocksWhileAway::GuestRunsAfter),
            claim_after: None,
        })
    };
    let reasons = [
        LossReason::TooManyMessages,
        LossReason::TooManyWaiting,
        LossReason::WrongCode,
        LossReason::NotAMessage,
    ];
    let lost = reasons.clone().map(Disconnection::Lost);
    says(
        lost.map(|why| told(ConnectionRole::Guest, why, Some(Duration::ZERO))),
        "
        Connection lost: the other side sends too many messages. Trying again. Your clock may run.
        Connection lost: too many messages are waiting. Trying again. Your clock may run.
        Connection lost: the other side does not have the same code. Trying again. Your clock may run.
        Connection lost: the other side sent something that is not a message. Trying again. Your clock may run.
        ",
    );
    says(
        reasons.map(|why| not_joined(&NotJoined::Link(JoinError::Channel(why)))),
        "
        cannot join: the other side sends too many messages
        cannot join: too many messages are waiting
        cannot join: the other side does not have the same code
        cannot join: the other side sent something that is not a message
        ",
    );
    let ended = [
        GoodbyeReason::Quit,
        GoodbyeReason::Busy,
        GoodbyeReason::Version,
        GoodbyeReason::Rules,
        GoodbyeReason::HostQuit,
        GoodbyeReason::Full,
    ]
    .map(|why| Disconnection::Ended(EndReason::Goodbye(why)));
    says(
        ended.map(|why| told(ConnectionRole::Guest, why, None)),
        "
        The other player has quit.
        The host is playing with another guest.
        The other player has a different version of the program; use the same one.
        The other program refused what this one sent.
        The host has quit.
        The host has no room for more spectators.
        ",
    );
    let declined = ConnectionEvent::<Game>::Declined("Bob".parse().unwrap(), Offer::Rematch);
    assert_eq!(connection_event(&declined), "Bob does not want a rematch.");
}

#[test]
fn an_invitation_without_a_known_address_has_a_place_for_it() {
    let code = "7K3M-Q2XA-9TRW-C4HD".parse().unwrap();
    let unknown = Invitation {
        reached_at: None,
        ..Invitation::new("0.0.0.0:8864".parse().unwrap(), code, None)
    };
    assert_eq!(
        invitation(&unknown),
        "Waiting for a guest at port 8864 of every address of this computer.\n\
         Your guest types: reversi join ADDRESS:8864\n\
         Code: 7K3M-Q2XA-9TRW-C4HD"
    );
}

#[test]
fn what_lasts_is_said_before_the_program_ends() {
    let reading = LastingState::ReadingGames(Said::verbatim("31 %".to_owned()));
    assert_eq!(reading.why(), "Your library is still being read: 31 %.");
    assert_eq!(reading.mark().text(), "reading games");
    assert_eq!(ask_quit(true).text(), "Quit? Your game is saved.");
    assert_eq!(
        not_saved_yet('s'),
        "The game on the board could not be saved. Leave it with Esc first, or save it with s."
    );
}
