//! The lines of `NBoard`.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

use reversi::search::{Certainty, Confidence, MoveScore, Score};
use reversi::{ByColor, Game, NodeNotes, Square, transcript};
use reversi_notation::{Record, RecordedMove, StatedResult, StatedScore};
use reversi_table::player::protocol::nboard::{Depth, Hint, NBoardCommand, Response, rounded};

fn squares() -> impl Strategy<Value = Square> {
    (0u8..64).prop_map(|index| Square::new(index).unwrap())
}

fn numbers() -> impl Strategy<Value = f64> {
    prop_oneof![-64.0..64.0f64, any::<i16>().prop_map(f64::from)]
}

fn seconds() -> impl Strategy<Value = f64> {
    prop_oneof![
        0.0..1e9f64,
        (0u32..9999).prop_map(|tenths| f64::from(tenths) / 10.0)
    ]
}

fn played() -> impl Strategy<Value = RecordedMove> {
    let fields = (
        option::of(squares()),
        option::of(numbers()),
        option::of(seconds()),
    );
    fields.prop_map(|(square, evaluation, seconds)| RecordedMove {
        square,
        notes: {
            let mut notes = NodeNotes::default();
            notes.evaluation = evaluation;
            notes.seconds = seconds;
            notes
        },
    })
}

/// Games of some moves, with the data that their moves and players can have.
fn records() -> impl Strategy<Value = Record> {
    let data = (option::of(numbers()), option::of(seconds()));
    (
        vec((any::<prop::sample::Index>(), data), 0..70),
        "[a-zA-Z0-9]{0,8}",
    )
        .prop_map(|(moves, name)| {
            let mut game = Game::new();
            for (choice, _) in &moves {
                let legal: Vec<Square> = game.legal_moves().into_iter().collect();
                if !legal.is_empty() {
                    game.play(*choice.get(&legal)).unwrap();
                }
            }
            let mut record = Record::from_game(&game);
            // GGF has no other form of a result.
            record.result = game.outcome().map(|outcome| {
                let score = outcome.score.map(f64::from);
                StatedResult::of(StatedScore::Margin(score.black - score.white))
            });
            record.players.black = name;
            record.time_control = ByColor::from_fn(|_| "15:00".to_owned());
            for (recorded, (_, (evaluation, seconds))) in record.moves.iter_mut().zip(moves) {
                recorded.notes.evaluation = evaluation;
                recorded.notes.seconds = seconds;
            }
            record
        })
}

fn commands() -> impl Strategy<Value = NBoardCommand> {
    prop_oneof![
        any::<u32>().prop_map(NBoardCommand::Version),
        records().prop_map(|record| NBoardCommand::SetGame(Box::new(record))),
        any::<u32>().prop_map(NBoardCommand::SetDepth),
        any::<i32>().prop_map(NBoardCommand::SetContempt),
        played().prop_map(NBoardCommand::Move),
        any::<u32>().prop_map(NBoardCommand::Hint),
        any::<u64>().prop_map(NBoardCommand::Ping),
        Just(NBoardCommand::Go),
        Just(NBoardCommand::Learn),
        Just(NBoardCommand::Analyze),
        Just(NBoardCommand::Quit),
    ]
}

fn confidences() -> impl Strategy<Value = Confidence> {
    prop::sample::select(Confidence::ALL.to_vec())
}

fn depths() -> impl Strategy<Value = Depth> {
    prop_oneof![
        (any::<u32>(), option::of(confidences())).prop_map(|(n, at)| Depth::Plies(n, at)),
        confidences().prop_map(Depth::End),
        Just(Depth::WinLossDraw),
    ]
}

fn words() -> impl Strategy<Value = String> {
    "([!-~é]{1,9}( [!-~é]{1,9}){0,3})?"
}

fn responses() -> impl Strategy<Value = Response> {
    let hint = (
        vec(option::of(squares()), 1..20),
        numbers(),
        option::of(any::<u64>()),
        depths(),
        words(),
    );
    prop_oneof![
        played().prop_map(Response::Move),
        hint.prop_map(|(pv, evaluation, book_games, depth, text)| {
            Response::Hint(Hint {
                pv,
                evaluation,
                book_games,
                depth,
                text,
            })
        }),
        words().prop_map(Response::Status),
        words().prop_map(Response::Warning),
        words().prop_map(Response::MyName),
        (any::<u64>(), seconds())
            .prop_map(|(nodes, seconds)| Response::NodeStats { nodes, seconds }),
        Just(Response::Learned),
        (any::<u32>(), numbers())
            .prop_map(|(plies, evaluation)| Response::Analysis { plies, evaluation }),
        any::<u64>().prop_map(Response::Pong),
    ]
}

proptest! {
    #[test]
    fn a_command_is_read_back_from_its_line(command in commands()) {
        let line = command.to_string();
        prop_assert!(!line.contains('\n'), "{}", line);
        prop_assert_eq!(line.parse(), Ok(command));
    }

    #[test]
    fn a_response_is_read_back_from_its_line(response in responses()) {
        let line = response.to_string();
        prop_assert!(!line.contains('\n'), "{}", line);
        prop_assert_eq!(line.parse(), Ok(response));
    }

    #[test]
    fn any_text_is_survived(line in any::<String>()) {
        survives(&line)?;
    }

    #[test]
    fn any_arguments_are_survived(
        word in "set game|set depth|set contempt|move|hint|ping|nboard|===|search|book|nodestats|analysis|pong",
        rest in "[-A-H0-9@%W/,.e ()\\[\\];é]{0,40}",
    ) {
        survives(&format!("{word} {rest}"))?;
    }
}

/// Reads a line both ways; what is read prints as one line that reads the same.
fn survives(line: &str) -> Result<(), TestCaseError> {
    if let Ok(command) = line.parse::<NBoardCommand>() {
        let printed = command.to_string();
        prop_assert!(!printed.contains(char::is_control));
        let again: NBoardCommand = printed.parse().unwrap();
        prop_assert_eq!(again.to_string(), printed);
    }
    if let Ok(response) = line.parse::<Response>() {
        let printed = response.to_string();
        prop_assert!(!printed.contains(char::is_control));
        let again: Response = printed.parse().unwrap();
        prop_assert_eq!(again.to_string(), printed);
    }
    Ok(())
}

#[test]
fn every_line_of_edax_is_understood() {
    let text = include_str!("../../../../../tests/fixtures/edax-nboard.txt");
    let mut kinds = [0; 6];
    for line in text.lines() {
        let kind = match line
            .parse()
            .unwrap_or_else(|error| panic!("{line}: {error}"))
        {
            Response::MyName(name) => {
                assert_eq!(name, "Edax6");
                0
            }
            Response::Pong(_) => 1,
            Response::Status(text) => {
                assert!(text.starts_with("Edax is "), "{text}");
                2
            }
            Response::NodeStats { .. } => 3,
            Response::Hint(hint) => {
                assert_eq!((hint.pv.len(), hint.evaluation), (4, 0.0));
                assert_eq!(hint.depth, Depth::Plies(6, None));
                4
            }
            Response::Move(chosen) => {
                assert_eq!(chosen.square, Some("b5".parse().unwrap()));
                assert_eq!(
                    (chosen.notes.evaluation, chosen.notes.seconds),
                    (Some(0.0), Some(0.0))
                );
                5
            }
            other => panic!("{other}"),
        };
        kinds[kind] += 1;
    }
    assert_eq!(kinds, [1, 2, 7, 7, 5, 1]);
}

#[test]
fn the_session_of_the_description_of_the_protocol_is_understood() {
    let game = "set game (;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[chris]RE[?]\
                TI[15:00]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]\
                B[F5]W[F6]B[D3]W[C5]B[E6]W[F7]B[E7]W[F4];)";
    let Ok(NBoardCommand::SetGame(record)) = game.parse() else {
        panic!("no game");
    };
    let game = transcript::parse("f5f6d3c5e6f7e7f4").unwrap();
    assert_eq!(record.replay(), Ok(game));
    assert_eq!(record.players.black, "./mEdax");
    assert_eq!(record.time_control.white, "15:00");
}

#[test]
fn a_move_is_read_in_every_spelling() {
    let read = |text: &str| match text.parse::<NBoardCommand>() {
        Ok(NBoardCommand::Move(played)) => played,
        other => panic!("{text}: {other:?}"),
    };
    for line in ["move F5", "move f5", "F5", "f5//", "move F5//"] {
        assert_eq!(
            read(line),
            RecordedMove::new(Some("f5".parse().unwrap())),
            "{line}"
        );
    }
    for line in [
        "move F5/-1.25/3",
        "move  F5 -1.25 3\r",
        "f5/-1.25/3",
        "move F5/ -1.25 /3 x",
    ] {
        let played = read(line);
        assert_eq!(played.notes.evaluation, Some(-1.25), "{line}");
        if !line.ends_with('x') {
            assert_eq!(played.notes.seconds, Some(3.0), "{line}");
        }
    }
    assert_eq!(read("move F5//0.5").notes.evaluation, None);
    assert_eq!(read("move F5//0.5").notes.seconds, Some(0.5));
    for line in [
        "move PA",
        "move pass",
        "move PASS",
        "move --",
        "move ps/0/0",
    ] {
        assert_eq!(read(line).square, None, "{line}");
    }
}

#[test]
fn depths_say_how_certain_a_score_is() {
    let hint = |line: &str| match line.parse() {
        Ok(Response::Hint(hint)) => hint,
        other => panic!("{line}: {other:?}"),
    };
    let scored = |depth: &str| hint(&format!("search f5d6 -2.4 0 {depth} x")).score(20);
    let expected = [
        ("18", 18, Certainty::Estimate),
        ("24", 24, Certainty::Estimate),
        ("18@73%", 18, Certainty::Estimate),
        ("24@73%", 20, Certainty::Selective(Confidence::C73)),
        ("20@100%", 20, Certainty::Exact),
        ("91%", 20, Certainty::Selective(Confidence::C87)),
        ("3%", 20, Certainty::Selective(Confidence::C50)),
        ("100%", 20, Certainty::Exact),
        ("100%W", 20, Certainty::WinLossDraw),
        ("12ply", 12, Certainty::Estimate),
    ];
    for (text, depth, certainty) in expected {
        let found = scored(text);
        assert_eq!((found.depth, found.certainty), (depth, certainty), "{text}");
        assert_eq!(found.score, Score::of(-2));
    }
    assert_eq!(rounded(f64::MAX), Score::MAX);
    let book = hint("book F5-d6-PA-C3 -1.5,1.0 1234 100% from  the book");
    assert_eq!((book.pv.len(), book.pv[2]), (4, None));
    assert_eq!((book.evaluation, book.book_games), (-0.25, Some(1234)));
    assert_eq!(book.text, "from  the book");
    let pair = hint("search PA -1.5, 1.0 0 7");
    assert_eq!((pair.pv, pair.evaluation), (vec![None], -0.25));
    assert_eq!(pair.depth, Depth::Plies(7, None));
}

#[test]
fn a_score_of_this_program_comes_back_as_it_was() {
    for certainty in [
        Certainty::Estimate,
        Certainty::Selective(Confidence::C95),
        Certainty::WinLossDraw,
        Certainty::Exact,
    ] {
        let depth = if certainty == Certainty::Estimate {
            7
        } else {
            12
        };
        let found = MoveScore::new(
            Some("f5".parse().unwrap()),
            Score::of(-4),
            certainty,
            depth,
            vec!["f5".parse().unwrap(), "d6".parse().unwrap()],
        );
        let line = Response::Hint(Hint::of(&found)).to_string();
        let Ok(Response::Hint(hint)) = line.parse() else {
            panic!("{line}");
        };
        assert_eq!(hint.score(12), found, "{line}");
    }
}

#[test]
fn what_is_wrong_with_a_line_is_said_without_control_characters() {
    let command = |line: &str| line.parse::<NBoardCommand>().unwrap_err().to_string();
    assert_eq!(command("\u{1b}[2J"), "unknown command: \\u{1b}[2J");
    assert_eq!(command(""), "unknown command: ");
    assert_eq!(command("set colour 7"), "unknown command: set colour");
    assert_eq!(command("move"), "move needs a move");
    assert_eq!(
        command("move x9"),
        "x9 is off the board: files are a-h and ranks are 1-8"
    );
    assert_eq!(
        command("hint many"),
        "hint needs a whole number, not \"many\""
    );
    assert_eq!(command("ping"), "ping needs a whole number");
    assert_eq!(command("set game x"), "no ggf game found");
    assert_eq!(
        command("set game (;GM[Othello]B[a1];)"),
        "move 1: a1 would turn no discs"
    );
    let response = |line: &str| line.parse::<Response>().unwrap_err().to_string();
    assert_eq!(
        response("search x1 0 0 6"),
        "search needs a move, not \"x1\""
    );
    assert_eq!(
        response("search f5 good 0 6"),
        "search needs a number, not \"good\""
    );
    assert_eq!(response("search f5 1 0"), "search needs a depth");
    assert_eq!(response("==="), "=== needs a move");
}

#[test]
fn a_line_of_any_length_is_read_in_bounded_memory() {
    let Ok(Response::Hint(hint)) = format!("search {} 0 0 1", "f5".repeat(100_000)).parse() else {
        panic!("no hint");
    };
    assert_eq!(hint.pv.len(), 128);
    let error = "x".repeat(1 << 20).parse::<NBoardCommand>().unwrap_err();
    assert!(error.to_string().len() < 100);
}
