//! The screens of a game over the network.

use std::net::TcpListener;
use std::time::{Duration, Instant};

use reversi::{Color, Ending};
use reversi_net::network::OnlineGame;
use reversi_net::network::code::Code;
use reversi_net::network::game::{HostOptions, NetworkGame};
use reversi_net::network::request::Invitation;
use reversi_table::game_opening::GameOpening;
use reversi_table::player::PlayerKind::{Greedy, Human};
use reversi_table::player::name::PersonName;
use reversi_table::store::state::StateFolder;
use reversi_tui::{FirstScreen, Input};

use crate::dial;
use crate::person::{Person, Table};
use crate::review::find;

pub(crate) fn waiting(columns: u16, rows: u16) -> Person {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let options = HostOptions {
        color: Color::Black,
        name: PersonName::EMPTY,
        time: None,
        spectators: None,
        opening: GameOpening::Standard,
    };
    let network = NetworkGame::host(listener, Code::random(), options).unwrap();
    let shown = "7K3M-Q2XA-9TRW-C4HD".parse().unwrap();
    let invitation = Invitation::new("127.0.0.1:8864".parse().unwrap(), shown, None);
    let online = OnlineGame {
        network,
        invitation: Some(invitation),
        resumes: false,
        joined: None,
    };
    let table = Table::new().size(columns, rows);
    table.first(FirstScreen::Online(Box::new(online))).sit()
}

#[test]
fn a_host_waits_for_its_guest() {
    insta::assert_snapshot!(waiting(80, 24).text());
}

#[test]
fn the_code_is_whole_on_the_smallest_screen() {
    insta::assert_snapshot!(waiting(24, 12).text());
}

#[test]
fn waiting_ends_by_a_key_and_a_pasted_game_does_not_replace_it() {
    let mut person = waiting(80, 24);
    person.paste("f5d6c3d3c4");
    assert!(person.app.session().is_none());
    assert!(person.says("Waiting for a guest"));
    person.keys("esc");
    assert!(
        person.says("Play") && !person.says("Waiting"),
        "{}",
        person.text()
    );
}

/// Opens a row of the first screen.
fn choose(person: &mut Person, row: &str) {
    for _ in 0..12 {
        let text = person.text();
        let marked = text.lines().find(|line| line.contains('▸'));
        if marked.is_some_and(|line| line.contains(&format!("▸ {row}"))) {
            break;
        }
        person.keys("down");
    }
    person.keys("enter");
}

/// What follows a text on the screen, up to the next space.
fn after(person: &Person, what: &str) -> String {
    let text = person.text();
    let at = text.find(what).unwrap() + what.len();
    text[at..].split_whitespace().next().unwrap().to_owned()
}

/// Lets several programs take what the others have sent, until one of them says something.
pub(crate) fn wait_for(people: &mut [&mut Person], at: usize, text: &str) {
    let end = Instant::now() + Duration::from_secs(60);
    while !people[at].says(text) {
        assert!(Instant::now() < end, "no {text} in\n{}", people[at].text());
        for person in &mut *people {
            person.send(Input::Wake);
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// The form to play with a friend, from the first screen.
fn form() -> Person {
    form_named("Ann")
}

/// The form of a person of this name.
fn form_named(name: &str) -> Person {
    let name = name.parse().unwrap();
    let table = Table::new().first(FirstScreen::Start);
    let mut person = table
        .with(move |options| options.settings.name = name)
        .sit();
    person.keys("down enter");
    person
}

/// A host of the form that waits on this computer with a code for spectators.
fn waiting_host() -> Person {
    let mut ann = form();
    // Invite, under this name, this computer, Black, others may watch, any free port.
    ann.keys("right down down right down right down down down right down");
    ann.keys("backspace backspace backspace backspace 0 enter");
    assert!(
        ann.says("Waiting for a guest at 127.0.0.1:"),
        "{}",
        ann.text()
    );
    ann
}

/// Joins a host by the form: `right` chooses to join, and once more to watch.
fn joining(choice: &str, address: &str, code: &str) -> Person {
    let mut person = form();
    person.keys(choice);
    person.keys("down");
    person.paste(address);
    person.keys("down");
    person.paste(code);
    person.keys("enter");
    person
}

#[test]
fn friends_play_and_others_watch_from_the_first_screen() {
    let mut ann = waiting_host();
    let address = after(&ann, "join ");
    let (code, theirs) = (after(&ann, "Code: "), after(&ann, "Their code: "));
    let mut cid = joining("right right right", &address, &theirs);
    assert!(cid.says("Joining. Esc cancels."), "{}", cid.text());
    wait_for(
        &mut [&mut cid],
        0,
        "A player is not connected; the game waits.",
    );
    wait_for(&mut [&mut ann], 0, "Ann watching.");
    let mut bob = joining("right right", &address, &code);
    let people = &mut [&mut ann, &mut bob, &mut cid];
    wait_for(people, 0, "Your move");
    wait_for(people, 1, "Waiting for Ann (Black).");
    wait_for(people, 2, "Waiting for Ann (Black).");
    for at in 0..3 {
        wait_for(people, at, "Ann watching");
    }
    people[0].keys("f5");
    wait_for(people, 2, "Waiting for Ann (White).");
    for key in ["d6", "j"] {
        people[2].keys(key);
        let said = "You are watching; only the two players can do this";
        assert!(people[2].says(said), "{}", people[2].text());
    }
    for key in ["k", "v", "w", "m", "|", "/"] {
        people[2].keys(key);
        let said = "The computer does not help in a game over the network";
        assert!(people[2].says(said), "{key}: {}", people[2].text());
    }
    for at in [1, 2] {
        people[at].keys("x");
        let said = "This is not possible in a game over the network";
        assert!(people[at].says(said), "{}", people[at].text());
    }
    people[1].keys("esc");
    choose(people[1], "Analyse");
    assert!(people[1].says("The computer does not help in a game over the network"));
    choose(people[1], "Continue");
    people[1].keys("j enter");
    for at in 0..3 {
        wait_for(people, at, "Game over");
    }
    assert!(people[0].says("n offers a rematch."));
    people[0].keys("n");
    assert!(people[0].says("You offer a rematch."));
    assert!(!people[0].says("offers a rematch"));
    wait_for(people, 1, "n agrees to a rematch.");
    assert!(!people[2].says("rematch"), "{}", people[2].text());
    people[2].keys("n");
    assert!(people[2].says("only the two players can do this"));
    people[1].keys("n");
    wait_for(people, 0, "Waiting for Ann (Black).");
    wait_for(people, 2, "Waiting for Ann (Black).");
    wait_for(people, 1, "Your move");
}

#[test]
fn joining_says_what_is_wrong_and_can_be_cancelled() {
    let code = "7K3M-Q2XA-9TRW-C4HD";
    let person = joining("right right", "", code);
    assert!(person.says("Type the address that your friend's program shows"));
    let person = joining("right right", "localhost", "abc");
    assert!(person.says("This is not a code; a code has 16 letters and digits"));
    let free = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = free.local_addr().unwrap().to_string();
    // A host that never answers.
    let mut person = joining("right right", &address, code);
    assert!(person.says("Joining. Esc cancels."));
    person.keys("esc");
    assert!(!person.says("Joining") && person.says("Play with a friend"));
    person.keys("esc");
    assert!(!person.says("Play with a friend"));
    assert_eq!(person.effects, []);
    drop(free);
    let mut person = joining("right right", &address, code);
    wait_for(&mut [&mut person], 0, "Cannot connect to 127.0.0.1:");
    let mut person = form();
    person.keys("right down down down down down down down x enter");
    assert!(person.says("is not a port; use a number from 1 to 65535"));
}

#[test]
fn a_click_on_an_option_of_the_form_chooses_it() {
    let mut person = form();
    for (option, sentence) in [
        ("join", "Join a friend who has invited you"),
        ("invite", "Invite a friend"),
        ("here", "Two people at this screen"),
    ] {
        let (column, row) = find(&person, option);
        person.click(column + 1, row);
        assert!(person.says(sentence), "{option}: {}", person.text());
    }
}

#[test]
fn the_form_fits_on_every_screen() {
    for (columns, rows) in [(80, 24), (40, 15), (24, 12)] {
        let mut person = form();
        person.resize(columns, rows);
        insta::assert_snapshot!(format!("form_here_{columns}x{rows}"), person.text());
        person.keys("right down down down down down down down");
        insta::assert_snapshot!(format!("form_invite_{columns}x{rows}"), person.text());
        person.keys("up up up up up up up right down");
        insta::assert_snapshot!(format!("form_join_{columns}x{rows}"), person.text());
    }
}

#[test]
fn a_game_at_one_screen_says_how_to_give_the_players_names() {
    let how = "press ? and type name";
    let person = form();
    assert!(person.words().contains(how), "{}", person.text());
    // With an opponent of the computer, a friend, and a friend with a name.
    let person = Table::new().players(Human, Greedy).choose();
    assert!(!person.words().contains(how), "{}", person.text());
    let mut person = Table::new().choose();
    assert!(person.words().contains(how), "{}", person.text());
    person.keys("down ? n a m e enter B o b enter");
    assert!(!person.words().contains(how), "{}", person.text());
    assert!(person.says("Bob"), "{}", person.text());
}

#[test]
fn two_play_here_with_the_chosen_clock() {
    let mut person = form();
    person.keys("down right enter");
    assert!(person.says("Black to move") && person.says("5:00"));
}

#[test]
fn the_evaluation_bar_does_not_evaluate_a_game_over_the_network_and_no_setting_changes() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let at = listener.local_addr().unwrap();
    let address = at.to_string();
    let code = Code::random();
    let options = HostOptions {
        color: Color::Black,
        name: PersonName::EMPTY,
        time: None,
        spectators: None,
        opening: GameOpening::Standard,
    };
    let network = NetworkGame::host(listener, code.clone(), options).unwrap();
    let online = OnlineGame {
        network,
        invitation: Some(Invitation::new(at, code.clone(), None)),
        resumes: false,
        joined: None,
    };
    let mut ann = Table::new()
        .with(|options| options.settings.evaluation_bar = true)
        .first(FirstScreen::Online(Box::new(online)))
        .sit();
    let mut bob = joining("right right", &address, &code.to_string());
    wait_for(&mut [&mut ann, &mut bob], 0, "Your move");
    let idle = |person: &mut Person| {
        let is_due = person.app.deadline().is_some_and(|at| at <= person.now);
        assert!(!is_due && !person.session().analysis.is_busy());
        assert!(!person.says("Evaluating."), "{}", person.text());
    };
    ann.wait(1_000);
    idle(&mut ann);
    // The settings show that it is on, and can switch it off and on again.
    ann.keys("esc");
    choose(&mut ann, "Settings");
    let line = |person: &Person| {
        let text = person.text();
        let line = text.lines().find(|line| line.contains("Evaluation bar"));
        line.unwrap().to_owned()
    };
    assert!(line(&ann).contains("on"), "{}", line(&ann));
    ann.keys("esc");
    choose(&mut ann, "Continue");
    ann.wait(1_000);
    idle(&mut ann);
}

/// The form to play with a friend, of somebody whose games are saved.
fn form_with(state: &StateFolder, name: &str) -> Person {
    let mut person = first_screen(state, name);
    choose(&mut person, "Friend");
    assert!(person.says("Play with a friend"), "{}", person.text());
    person
}

fn first_screen(state: &StateFolder, name: &str) -> Person {
    let (state, name) = (state.clone(), name.parse().unwrap());
    let table = Table::new().first(FirstScreen::Start);
    table
        .with(move |options| {
            options.settings.name = name;
            options.state = Some(state);
        })
        .sit()
}

fn state() -> (tempfile::TempDir, StateFolder) {
    let folder = tempfile::tempdir().unwrap();
    let state = StateFolder::at(folder.path().to_owned());
    (folder, state)
}

#[test]
fn a_guest_whose_program_was_killed_joins_again_from_its_first_screen() {
    let (_folder, state) = state();
    let mut ann = waiting_host();
    let (address, code) = (after(&ann, "join "), after(&ann, "Code: "));
    let mut bob = form_with(&state, "Robert");
    bob.keys("right right down");
    bob.paste(&address);
    bob.keys("down");
    bob.paste(&code);
    bob.keys("down");
    for _ in 0.."Robert".len() {
        bob.keys("backspace");
    }
    bob.paste("Bob");
    bob.keys("enter");
    wait_for(&mut [&mut ann, &mut bob], 1, "Waiting for Ann (Black).");
    ann.keys("f5");
    wait_for(&mut [&mut ann, &mut bob], 1, "Your move");
    drop(bob);
    wait_for(&mut [&mut ann], 0, "not connected");
    let mut bob = first_screen(&state, "Robert");
    assert!(bob.says("Join again"), "{}", bob.text());
    assert!(bob.says(&format!("at {address}")), "{}", bob.text());
    choose(&mut bob, "Join again");
    wait_for(&mut [&mut ann, &mut bob], 1, "Your move");
    wait_for(&mut [&mut ann, &mut bob], 0, "Bob");
    assert_eq!(bob.transcript(), "f5");
    // The form remembers them, too, and once the game is over nothing is offered.
    bob.keys("j enter");
    wait_for(&mut [&mut ann, &mut bob], 0, "White resigned");
    drop(bob);
    let mut bob = first_screen(&state, "Robert");
    assert!(!bob.says("Join again"), "{}", bob.text());
    choose(&mut bob, "Friend");
    bob.keys("right right");
    for text in [&address, &code, "Bob"] {
        assert!(bob.says(text), "{text} in {}", bob.text());
    }
}

#[test]
fn a_host_that_is_gone_is_not_offered_again() {
    let (_folder, state) = state();
    let mut ann = waiting_host();
    let (address, code) = (after(&ann, "join "), after(&ann, "Code: "));
    let mut bob = form_with(&state, "Bob");
    bob.keys("right right down");
    bob.paste(&address);
    bob.keys("down");
    bob.paste(&code);
    bob.keys("enter");
    wait_for(&mut [&mut ann, &mut bob], 1, "Waiting for Ann (Black).");
    drop((ann, bob));
    let mut bob = first_screen(&state, "Bob");
    choose(&mut bob, "Join again");
    wait_for(&mut [&mut bob], 0, "Cannot connect to 127.0.0.1:");
    assert!(bob.says(&code), "{}", bob.text());
    bob.keys("esc");
    assert!(!bob.says("Join again"), "{}", bob.text());
}

#[test]
fn a_host_that_was_killed_invites_its_friend_again_from_its_first_screen() {
    let (_folder, state) = state();
    let invite = |ann: &mut Person| {
        // This computer, any free port.
        ann.keys("down down right down down");
        ann.keys("backspace backspace backspace backspace 0 enter");
        assert!(ann.says("Waiting for a guest at"), "{}", ann.text());
        (after(ann, "join "), after(ann, "Code: "))
    };
    let mut ann = form_with(&state, "Ann");
    // Black plays here.
    ann.keys("right down down right down right down down down down");
    ann.keys("backspace backspace backspace backspace 0 enter");
    let (address, code) = (after(&ann, "join "), after(&ann, "Code: "));
    let mut bob = joining("right right", &address, &code);
    wait_for(&mut [&mut ann, &mut bob], 0, "Your move");
    ann.keys("f5");
    wait_for(&mut [&mut ann, &mut bob], 1, "Your move");
    drop((ann, bob));
    let mut ann = first_screen(&state, "Ann");
    choose(&mut ann, "Continue");
    assert!(ann.says("Play with a friend"), "{}", ann.text());
    assert!(!ann.says("Clock"), "the game has its clocks");
    let (address, code) = invite(&mut ann);
    let mut bob = joining("right right", &address, &code);
    wait_for(&mut [&mut ann, &mut bob], 1, "Your move");
    assert_eq!(ann.transcript(), "f5");
    bob.keys("d6");
    wait_for(&mut [&mut ann, &mut bob], 0, "Your move");
    drop((ann, bob));
    // The two may also sit at one table now.
    let mut ann = first_screen(&state, "Ann");
    choose(&mut ann, "Continue");
    ann.keys("left enter");
    assert_eq!(ann.transcript(), "f5d6");
    ann.keys("c3 d3");
    assert_eq!(ann.transcript(), "f5d6c3d3");
}

#[test]
fn a_host_finds_the_code_in_the_list_of_actions() {
    let mut ann = waiting_host();
    let (address, code) = (after(&ann, "join "), after(&ann, "Code: "));
    let mut bob = joining("right right", &address, &code);
    wait_for(&mut [&mut ann, &mut bob], 0, "Your move");
    let row = "the address and the code for your guest";
    ann.resize(100, 60);
    ann.keys("? address enter");
    assert!(ann.says(&format!("Code: {code}")), "{}", ann.text());
    assert!(
        ann.says(&format!("reversi join {address}")),
        "{}",
        ann.text()
    );
    ann.keys("esc");
    bob.resize(100, 60);
    bob.keys("?");
    assert!(!bob.says(row), "{}", bob.text());
}

#[test]
fn a_name_for_a_friend_is_not_the_name_in_other_games() {
    let mut ann = form();
    ann.keys("right down");
    ann.paste("Zoe");
    // Only this computer, any free port.
    ann.keys("down right down down down down down backspace backspace backspace backspace 0 enter");
    assert!(
        ann.says("Waiting for a guest at 127.0.0.1:"),
        "{}",
        ann.text()
    );
    ann.keys("esc f5");
    let players = ann.session().shown_players().map(|name| name.to_string());
    let is_called = |name: &str| players.black.contains(name) || players.white.contains(name);
    assert!(is_called("Ann") && !is_called("Zoe"), "{players:?}");
}

#[test]
fn a_host_chooses_how_the_game_begins_and_the_guest_sees_it() {
    let mut ann = form();
    // Invite, this computer, Black, the opening, any free port.
    ann.keys("right down down right down right down down left");
    ann.paste("tiger");
    ann.keys("enter down down backspace backspace backspace backspace 0 enter");
    let (address, code) = (after(&ann, "join "), after(&ann, "Code: "));
    let mut bob = joining("right right", &address, &code);
    wait_for(&mut [&mut ann, &mut bob], 1, "Tiger");
    for person in [&ann, &bob] {
        let session = person.app.session().unwrap();
        assert_eq!(session.game().entries().len(), 5, "{}", person.text());
    }
    assert!(ann.says("Opening: Tiger."), "{}", ann.text());
}

/// Ann, who has invited, and Bob, who has joined, after so many moves.
pub(crate) fn two_friends(moves: &[&str]) -> [Person; 2] {
    let mut ann = waiting_host();
    let (address, code) = (after(&ann, "join "), after(&ann, "Code: "));
    let mut bob = joining("right right", &address, &code);
    wait_for(&mut [&mut ann, &mut bob], 0, "Your move");
    wait_for(&mut [&mut ann, &mut bob], 1, "Waiting for Ann (Black).");
    let mut people = [ann, bob];
    for (number, square) in moves.iter().enumerate() {
        people[number % 2].keys(square);
        waits_for_entries(&mut people, number + 1);
    }
    people
}

/// Lets both take what the other has sent, until both have so many entries.
pub(crate) fn waits_for_entries(people: &mut [Person; 2], count: usize) {
    let end = Instant::now() + Duration::from_secs(60);
    while people.iter().any(|one| one.game().entries().len() != count) {
        assert!(Instant::now() < end, "{}", people[1].text());
        for person in &mut *people {
            person.send(Input::Wake);
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

pub(crate) fn hears(people: &mut [Person; 2], at: usize, text: &str) {
    let mut both: Vec<&mut Person> = people.iter_mut().collect();
    wait_for(&mut both, at, text);
}

#[test]
fn friends_take_back_moves_agree_to_draws_and_talk() {
    let mut people = two_friends(&["f5", "d6"]);
    people[1].keys("u");
    assert!(
        people[1].says("You ask for a takeback."),
        "{}",
        people[1].text()
    );
    hears(&mut people, 0, "u agrees to a takeback; a move refuses it.");
    assert!(
        people[0].says("asks for a takeback."),
        "{}",
        people[0].text()
    );
    people[0].keys("u");
    waits_for_entries(&mut people, 1);
    people[1].keys("?say_something g o o d space m o v e enter");
    assert!(people[1].says("Ann: good move"), "{}", people[1].text());
    hears(&mut people, 0, "good move");
    people[1].keys("f6");
    waits_for_entries(&mut people, 2);
    people[0].keys("j");
    let question = "Resign, and lose the game, or offer a draw?";
    assert!(people[0].says(question), "{}", people[0].text());
    people[0].keys("space");
    hears(&mut people, 1, "j agrees to a draw; a move refuses it.");
    people[1].keys("j esc");
    hears(&mut people, 1, "j agrees to a draw; a move refuses it.");
    people[1].keys("j");
    let question = "Ann offers a draw. Agree, and end the game?";
    assert!(people[1].says(question), "{}", people[1].text());
    people[1].keys("enter");
    for at in [0, 1] {
        hears(&mut people, at, "Draw");
        let outcome = people[at].game().outcome().unwrap();
        assert_eq!((outcome.ending, outcome.winner), (Ending::Agreed, None));
        assert!(
            people[at].says("both players agreed to a draw"),
            "{}",
            people[at].text()
        );
    }
}

#[test]
fn what_a_friend_asks_for_is_on_every_screen_and_a_move_refuses_it() {
    for (columns, rows) in [(120, 40), (80, 24), (40, 15), (24, 12)] {
        let mut people = two_friends(&["f5", "d6"]);
        people[0].resize(columns, rows);
        people[1].keys("?offer_a_draw");
        hears(&mut people, 0, "agrees to a draw");
        people[0].keys("c3");
        waits_for_entries(&mut people, 3);
        assert!(!people[0].says("agrees to a draw"), "{}", people[0].text());
    }
}

/// Two friends after these moves, with or without five-minute clocks; the host is Black.
pub(crate) fn two_friends_with(clocks: bool, moves: &[&str]) -> [Person; 2] {
    two_friends_named(["Ann", "Bob"], clocks, moves)
}

/// Two friends of these names, without clocks.
pub(crate) fn two_friends_called(names: [&str; 2], moves: &[&str]) -> [Person; 2] {
    two_friends_named(names, false, moves)
}

fn two_friends_named(names: [&str; 2], clocks: bool, moves: &[&str]) -> [Person; 2] {
    let clock = if clocks { "right " } else { "" };
    let mut ann = form_named(names[0]);
    // Invite, under this name, this computer, Black, the clock, others may not watch, any free port.
    ann.keys(&format!(
        "right down down right down right down {clock}down down down"
    ));
    ann.keys("backspace backspace backspace backspace 0 enter");
    let (address, code) = (after(&ann, "join "), after(&ann, "Code: "));
    let mut bob = form_named(names[1]);
    bob.keys("right right down");
    bob.paste(&address);
    bob.keys("down");
    bob.paste(&code);
    bob.keys("enter");
    wait_for(&mut [&mut ann, &mut bob], 0, "Your move");
    wait_for(&mut [&mut ann, &mut bob], 1, "Waiting for ");
    let mut people = [ann, bob];
    for (number, square) in moves.iter().enumerate() {
        people[number % 2].keys(square);
        waits_for_entries(&mut people, number + 1);
    }
    people
}

#[test]
fn whoever_stays_sees_what_the_clocks_do_and_claims_the_win_after_a_minute() {
    let moves = ["f5", "d6"];
    for (stays, count, clocks, said) in [
        (0, 1, false, None),
        (0, 2, false, None),
        (1, 1, false, None),
        (1, 2, false, None),
        (0, 1, true, Some("The clock of Bob runs in 0:10.")),
        (0, 2, true, Some("Both clocks are stopped.")),
        (1, 1, true, Some("Both clocks are stopped.")),
        (1, 2, true, Some("Both clocks are stopped.")),
    ] {
        let people = two_friends_with(clocks, &moves[..count]).map(Some);
        let [ann, bob] = people;
        let (mut stayed, left) = match stays {
            0 => (ann.unwrap(), bob.unwrap()),
            _ => (bob.unwrap(), ann.unwrap()),
        };
        let (name, color) = [("Bob", "White"), ("Ann", "Black")][stays];
        drop(left);
        let claim = format!("{name} is not connected: claim the win in 1:00.");
        wait_for(&mut [&mut stayed], 0, &claim);
        assert!(
            stayed.says(&format!("{name} has quit.")),
            "{}",
            stayed.text()
        );
        for sentence in ["Both clocks", "clock may run", "The clock of"] {
            let is_said = said.is_some_and(|said| said.contains(sentence));
            assert_eq!(stayed.says(sentence), is_said, "{}", stayed.text());
        }
        assert!(
            said.is_none_or(|said| stayed.says(said)),
            "{}",
            stayed.text()
        );
        stayed.wait(59_000);
        assert!(stayed.says("claim the win in 0:01."), "{}", stayed.text());
        stayed.keys("j");
        assert!(
            stayed.says("You can claim the win in 0:01."),
            "{}",
            stayed.text()
        );
        stayed.wait(1_000);
        stayed.keys("l");
        let claims = format!("j claims the win: {name} is not connected.");
        assert!(stayed.says(&claims), "{}", stayed.text());
        stayed.wait(60_000);
        assert_eq!(stayed.game().outcome(), None, "never by itself");
        // The question can be left, and then one waits on.
        stayed.keys("j esc");
        assert_eq!(stayed.game().outcome(), None);
        stayed.keys("j enter");
        assert!(
            stayed.says(&format!("You win: {color} left.")),
            "{}",
            stayed.text()
        );
        assert!(!stayed.says("not connected"), "{}", stayed.text());
    }
}

/// A host whose guest left after the first move, with the address and the code.
fn left_after_f5(state: &StateFolder) -> (Person, String, String) {
    let mut ann = form_with(state, "Ann");
    // Invite, this computer, no clock, any free port.
    ann.keys("right down down right down right down down down down");
    ann.keys("backspace backspace backspace backspace 0 enter");
    let (address, code) = (after(&ann, "join "), after(&ann, "Code: "));
    let mut bob = joining("right right", &address, &code);
    wait_for(&mut [&mut ann, &mut bob], 0, "Your move");
    ann.keys("f5");
    wait_for(&mut [&mut ann, &mut bob], 1, "Your move");
    (ann, address, code)
}

#[test]
fn a_guest_that_left_is_shown_that_the_win_was_claimed_and_the_record_says_so() {
    let (_folder, state) = state();
    let (mut ann, address, code) = left_after_f5(&state);
    wait_for(&mut [&mut ann], 0, "not connected");
    ann.wait(60_000);
    ann.keys("j j");
    assert!(ann.says("You win: White left."), "{}", ann.text());
    let mut bob = joining("right right", &address, &code);
    let told = "You lose: Black claimed the win while you were away.";
    wait_for(&mut [&mut ann, &mut bob], 1, told);
    drop((ann, bob));
    let history = std::fs::read_to_string(state.log()).unwrap();
    assert_eq!(history.lines().count(), 1, "{history}");
    assert!(history.contains("RE[+64.000:l]"), "{history}");
    let mut ann = first_screen(&state, "Ann");
    choose(&mut ann, "Review");
    ann.wait_until("games", |ann| ann.says("White left"));
}

#[test]
fn a_game_whose_guest_left_is_put_aside_and_continued_when_the_guest_comes_back() {
    let (_folder, state) = state();
    let (mut ann, ..) = left_after_f5(&state);
    wait_for(&mut [&mut ann], 0, "put the game aside (p)");
    ann.keys("p");
    assert!(ann.says("The game is kept."), "{}", ann.text());
    assert!(ann.app.session().is_none());
    choose(&mut ann, "Continue");
    ann.keys("down down right down down");
    ann.keys("backspace backspace backspace backspace 0 enter");
    let (address, code) = (after(&ann, "join "), after(&ann, "Code: "));
    let mut bob = joining("right right", &address, &code);
    wait_for(&mut [&mut ann, &mut bob], 1, "Your move");
    assert_eq!(ann.transcript(), "f5");
}

#[test]
fn a_guest_whose_host_left_puts_the_game_aside_to_join_again() {
    let (_folder, state) = state();
    let mut ann = waiting_host();
    let (address, code) = (after(&ann, "join "), after(&ann, "Code: "));
    let mut bob = form_with(&state, "Bob");
    bob.keys("right right down");
    bob.paste(&address);
    bob.keys("down");
    bob.paste(&code);
    bob.keys("enter");
    wait_for(&mut [&mut ann, &mut bob], 1, "Waiting for Ann (Black).");
    ann.keys("f5");
    wait_for(&mut [&mut ann, &mut bob], 1, "Your move");
    drop(ann);
    wait_for(&mut [&mut bob], 0, "put the game aside (p)");
    bob.keys("p");
    assert!(bob.says("Join again"), "{}", bob.text());
    assert!(bob.app.session().is_none());
}

#[test]
fn a_player_who_leaves_or_comes_back_is_named_on_every_screen() {
    let mut ann = waiting_host();
    let (address, code) = (after(&ann, "join "), after(&ann, "Code: "));
    let mut bob = joining("right right", &address, &code);
    wait_for(&mut [&mut ann, &mut bob], 0, "Your move");
    ann.keys("f5");
    wait_for(&mut [&mut ann, &mut bob], 1, "Your move");
    ann.keys("esc");
    drop(bob);
    wait_for(&mut [&mut ann], 0, "has quit");
    let mut bob = joining("right right", &address, &code);
    wait_for(&mut [&mut ann, &mut bob], 0, "is connected");
}

#[test]
fn what_can_be_done_while_the_other_player_is_away_is_on_every_screen() {
    for (columns, rows) in [(120, 40), (80, 24), (40, 15), (24, 12)] {
        let [mut ann, bob] = two_friends_with(true, &["f5", "d6"]);
        ann.resize(columns, rows);
        drop(bob);
        wait_for(&mut [&mut ann], 0, "1:00.");
        insta::assert_snapshot!(format!("away_{columns}x{rows}"), ann.text());
        ann.wait(60_000);
        assert!(ann.says("j claims the win"), "{}", ann.text());
        ann.keys("j enter");
        assert!(ann.says("You win: White left."), "{}", ann.text());
    }
}

fn says_line(person: &mut Person, line: &str) {
    let keys: Vec<String> = line
        .chars()
        .map(|letter| match letter {
            ' ' => "space".to_owned(),
            letter => letter.to_string(),
        })
        .collect();
    person.keys(&format!("?say_something {} enter", keys.join(" ")));
}

/// Takes seconds: it types 30 lines at two sizes by default, some 2500 keys, and draws a screen after each.
#[test]
fn a_flood_of_lines_hides_neither_the_moves_nor_what_is_asked() {
    for (columns, rows) in dial::sizes(0, [(80, 24), (120, 40), (40, 15), (24, 12)]) {
        let mut people = two_friends(&["f5", "d6"]);
        people[0].resize(columns, rows);
        let rows_of_chat = |person: &Person| person.text().matches("buy more").count();
        for number in 10..40 {
            says_line(&mut people[1], &format!("buy more of this now {number}"));
        }
        people[1].keys("?offer_a_draw");
        hears(&mut people, 0, "agrees to a draw");
        // The newest lines are there, in a few rows, or below a small board the news.
        let shown = rows_of_chat(&people[0]);
        let expected = if rows < 24 { 0..=0 } else { 1..=3 };
        assert!(expected.contains(&shown), "{}", people[0].text());
        let has_news = rows == 12 || people[0].says("asks for a draw.");
        assert!(has_news, "{}", people[0].text());
        for (at, square) in ["c3", "d3"].into_iter().enumerate() {
            says_line(&mut people[1], "buy more");
            people[at].keys(square);
            waits_for_entries(&mut people, 3 + at);
            let shown = rows_of_chat(&people[0]);
            assert!(shown <= 3, "{}", people[0].text());
            let is_listed = rows < 24 || people[0].says(square);
            assert!(is_listed, "{}", people[0].text());
        }
        people[1].keys("j enter");
        hears(&mut people, 0, "resigned");
    }
}

#[test]
fn the_chat_can_be_muted_and_unmuted() {
    let mut people = two_friends(&["f5", "d6"]);
    says_line(&mut people[1], "one");
    hears(&mut people, 0, "Ann: one");
    people[0].keys("?say_something tab");
    assert!(people[0].says("The chat is muted"), "{}", people[0].text());
    assert!(!people[0].says("Ann: one"), "{}", people[0].text());
    says_line(&mut people[1], "two");
    people[1].keys("?offer_a_draw");
    hears(&mut people, 0, "agrees to a draw");
    assert!(!people[0].says("two"), "{}", people[0].text());
    // Also from the list of actions.
    people[0].resize(120, 60);
    people[0].keys("? unmute enter");
    assert!(
        people[0].says("The chat is on again."),
        "{}",
        people[0].text()
    );
    says_line(&mut people[1], "three");
    hears(&mut people, 0, "Ann: three");
    assert!(!people[0].says("two"), "{}", people[0].text());
}
