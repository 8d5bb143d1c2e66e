//! The requests and replies of GTP.

use proptest::option;
use proptest::prelude::*;

use reversi::{Color, Square};
use reversi_table::player::protocol::gtp::{
    Chosen, GtpCommand, NAMES, Replies, Reply, Request, RequestError, TimeSettings,
};

fn colors() -> impl Strategy<Value = Color> {
    prop::sample::select(Color::ALL.to_vec())
}

fn squares() -> impl Strategy<Value = Option<Square>> {
    option::of((0u8..64).prop_map(|index| Square::new(index).unwrap()))
}

fn commands() -> impl Strategy<Value = GtpCommand> {
    use GtpCommand as C;
    let plain = [
        C::ProtocolVersion,
        C::Name,
        C::Version,
        C::ListCommands,
        C::Quit,
        C::ClearBoard,
        C::Undo,
        C::ShowBoard,
        C::FinalScore,
        C::ListGames,
        C::AnalyzeCommands,
        C::RulesGameId,
        C::RulesBoard,
        C::RulesBoardSize,
        C::RulesLegalMoves,
        C::RulesSideToMove,
        C::RulesFinalResult,
    ];
    prop_oneof![
        prop::sample::select(plain.to_vec()),
        "[!-\"$-~]{1,12}".prop_map(C::KnownCommand),
        any::<u32>().prop_map(C::BoardSize),
        (-100.0..100.0f64).prop_map(C::Komi),
        (colors(), squares()).prop_map(|(color, square)| C::Play(color, square)),
        colors().prop_map(C::GenMove),
        colors().prop_map(C::RegGenMove),
        any::<(u32, u32, u32)>().prop_map(|(main, byo_yomi, moves)| {
            C::TimeSettings(TimeSettings {
                main,
                byo_yomi,
                moves,
            })
        }),
        (colors(), any::<(u32, u32)>()).prop_map(|(color, (seconds, moves))| C::TimeLeft {
            color,
            seconds,
            moves
        }),
        "[a-zA-Z]{1,9}".prop_map(C::SetGame),
        ("[a-z/.]{1,9}( [a-z]{1,5}){0,2}", option::of(any::<u32>()))
            .prop_map(|(path, before)| C::LoadSgf { path, before }),
    ]
}

fn requests() -> impl Strategy<Value = Request> {
    (option::of(0..=i32::MAX as u32), commands()).prop_map(|(id, command)| Request { id, command })
}

/// Texts of some lines, none of them empty but possibly the first.
fn texts() -> impl Strategy<Value = String> {
    "([!-~é]{1,9}( [!-~]{1,9}){0,2})?(\n {0,2}[!-~]{1,9}){0,4}"
}

fn replies() -> impl Strategy<Value = Reply> {
    let id = option::of(0..=i32::MAX as u32);
    (id, any::<bool>(), texts()).prop_map(|(id, fine, text)| {
        let answer = if fine { Ok(text) } else { Err(text) };
        Reply::new(id, answer)
    })
}

/// Reads everything that an engine printed.
fn collect(text: &str, expected: Option<u32>) -> Vec<Reply> {
    let mut replies = Replies::default();
    text.split('\n')
        .filter_map(|line| replies.push(line, expected).unwrap())
        .collect()
}

proptest! {
    #[test]
    fn a_request_is_read_back_from_its_line(request in requests()) {
        let line = request.to_string();
        prop_assert!(!line.contains('\n'));
        prop_assert!(NAMES.contains(&request.command.name()));
        prop_assert_eq!(Request::parse(&line), Some(Ok(request)));
    }

    #[test]
    fn replies_are_read_back_from_their_lines(sent in prop::collection::vec(replies(), 1..5)) {
        let text: String = sent.iter().map(ToString::to_string).collect();
        prop_assert_eq!(collect(&text, None), sent);
    }

    #[test]
    fn any_text_is_survived(text in any::<String>(), expected in option::of(any::<u32>())) {
        if let Some(Ok(request)) = Request::parse(&text) {
            let line = request.to_string();
            prop_assert!(!line.contains(char::is_control));
            prop_assert_eq!(Request::parse(&line), Some(Ok(request)));
        }
        let _ = collect(&format!("={text}\n\n?{text}\n\n{text}"), expected);
        let _ = Chosen::parse(&text);
    }

    #[test]
    fn any_arguments_are_survived(
        name in prop::sample::select(NAMES.to_vec()),
        rest in "[-a-h0-9.e \"bw]{0,30}",
    ) {
        if let Some(Ok(request)) = Request::parse(&format!("{name} {rest}")) {
            prop_assert_eq!(request.command.name(), name);
            if !matches!(request.command, GtpCommand::LoadSgf { .. }) {
                prop_assert_eq!(Request::parse(&request.to_string()), Some(Ok(request)));
            }
        }
    }
}

#[test]
fn every_name_is_that_of_a_command() {
    for name in NAMES {
        let line = match name {
            "play" => "play b pass".to_owned(),
            "genmove" | "reg_genmove" => format!("{name} b"),
            "time_settings" => "time_settings 300 30 1".to_owned(),
            "time_left" => "time_left w 1.9 0".to_owned(),
            _ => format!("{name} 8"),
        };
        let request = Request::parse(&line).unwrap().unwrap();
        assert_eq!(request.command.name(), name);
    }
}

#[test]
fn lines_are_read_as_gnu_go_reads_them() {
    for blank in [
        "",
        " ",
        "\t",
        "# play b f5",
        "\r",
        "12",
        "12 # play b f5",
        "\u{1}\u{7f}",
    ] {
        assert_eq!(Request::parse(blank), None, "{blank:?}");
    }
    let expected = Request {
        id: Some(12),
        command: GtpCommand::Play(Color::White, Some("d6".parse().unwrap())),
    };
    for line in [
        "12 play w d6",
        "  12 play w d6\r",
        "12\tplay\twhite\tD6\t# White's move",
        "12 pl\u{1}ay WHITE d6",
        "12play w d6",
        "0012 play w d6 and more",
    ] {
        assert_eq!(Request::parse(line), Some(Ok(expected.clone())), "{line:?}");
    }
    for pass in ["pass", "PASS", "pa", "PA"] {
        let request = Request::parse(&format!("play b {pass}")).unwrap().unwrap();
        assert_eq!(request.command, GtpCommand::Play(Color::Black, None));
    }
    let load = |line: &str| Request::parse(line).unwrap().unwrap().command;
    let file = |path: &str, before| GtpCommand::LoadSgf {
        path: path.to_owned(),
        before,
    };
    assert_eq!(load("loadsgf game.sgf"), file("game.sgf", None));
    assert_eq!(load("loadsgf game.sgf 12"), file("game.sgf", Some(12)));
    assert_eq!(
        load("loadsgf \"my game.sgf\" 12"),
        file("my game.sgf", Some(12))
    );
}

#[test]
fn an_error_keeps_the_number_of_its_request() {
    let wrong = |line: &str| {
        let RequestError { id, error } = Request::parse(line).unwrap().unwrap_err();
        (id, error.to_string())
    };
    assert_eq!(wrong("7 fly"), (Some(7), "unknown command: fly".to_owned()));
    assert_eq!(wrong("-7 fly").0, None);
    assert_eq!(wrong("99999999999 name").0, None);
    let clause = |line: &str| wrong(line).1;
    assert_eq!(clause("play b"), "play needs a move");
    assert_eq!(clause("play f5"), "play needs a colour, b or w, not \"f5\"");
    assert_eq!(
        clause("play b i9"),
        "i9 is off the board: files are a-h and ranks are 1-8"
    );
    assert_eq!(
        clause("boardsize big"),
        "boardsize needs a whole number, not \"big\""
    );
    assert_eq!(clause("komi nan"), "komi needs a number, not \"nan\"");
    assert_eq!(
        clause("time_left b -1 0"),
        "time_left needs a number of seconds, not \"-1\""
    );
}

#[test]
fn the_number_of_a_reply_may_stand_apart_if_it_is_expected() {
    let read = |text: &str, expected| collect(&format!("{text}\n\n"), expected).remove(0);
    let fine = |id, text: &str| Reply::new(id, Ok(text.to_owned()));
    assert_eq!(read("=12 f5", Some(12)), fine(Some(12), "f5"));
    assert_eq!(read("= 12 f5", Some(12)), fine(Some(12), "f5"));
    assert_eq!(read("= 12 f5", None), fine(None, "12 f5"));
    assert_eq!(read("=12 f5", Some(13)), fine(Some(12), "f5"));
    assert_eq!(read("= 12\n A B", Some(12)), fine(Some(12), "\n A B"));
    assert_eq!(read("=", Some(12)), fine(None, ""));
    assert_eq!(
        read("? 12 illegal move", Some(12)),
        Reply::new(Some(12), Err("illegal move".to_owned()))
    );
}

#[test]
fn every_reply_of_edax_is_understood() {
    let text = include_str!("../../../../../tests/fixtures/edax-gtp.txt");
    let replies = collect(text, Some(2));
    assert_eq!(replies.len(), 12);
    let ids: Vec<_> = replies.iter().map(|reply| reply.id).collect();
    assert_eq!(
        ids[1..7],
        [Some(2), Some(2), Some(2), Some(2), Some(2), None]
    );
    let commands = replies[1].answer.as_ref().unwrap();
    assert_eq!(commands.lines().count(), 19);
    assert!(
        commands.lines().all(|name| NAMES.contains(&name)),
        "{commands}"
    );
    let chosen = Chosen::parse(replies[7].answer.as_ref().unwrap());
    assert_eq!(chosen, Ok(Chosen::Move(Some("f6".parse().unwrap()))));
    assert!(replies[8].answer.as_ref().unwrap().starts_with("\n  A B C"));
    assert_eq!(replies[10].answer, Err("7 illegal move".to_owned()));
}

#[test]
fn a_chosen_move_is_read_in_every_spelling() {
    let square = Some("f5".parse().unwrap());
    for text in ["f5", "F5", " f5 ", "F5 0.3"] {
        assert_eq!(Chosen::parse(text), Ok(Chosen::Move(square)), "{text}");
    }
    for text in ["pass", "PASS", "pa", "PA"] {
        assert_eq!(Chosen::parse(text), Ok(Chosen::Move(None)), "{text}");
    }
    assert_eq!(Chosen::parse("Resign"), Ok(Chosen::Resignation));
    assert!(Chosen::parse("").is_err() && Chosen::parse("k10").is_err());
    for chosen in [
        Chosen::Move(square),
        Chosen::Move(None),
        Chosen::Resignation,
    ] {
        assert_eq!(Chosen::parse(&chosen.to_string()), Ok(chosen));
    }
}

#[test]
fn text_outside_of_replies_is_skipped_and_a_reply_without_an_end_is_dropped() {
    let replies = collect("Welcome!\n\nthinking...\n=1 f5\n\n\n\n=2\n\n", Some(1));
    let ids: Vec<_> = replies.iter().map(|reply| reply.id).collect();
    assert_eq!(ids, [Some(1), Some(2)]);
    let mut endless = Replies::default();
    let line = "x".repeat(1000);
    assert_eq!(endless.push("=1", None), Ok(None));
    let error = (0..2000).find_map(|_| endless.push(&line, None).err());
    assert!(
        error
            .unwrap()
            .to_string()
            .starts_with("a reply needs an empty line")
    );
    assert_eq!(endless.push("", None), Ok(None), "it was dropped");
}
