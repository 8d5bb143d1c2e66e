//! Whole games in line mode, lost connections, and wrong codes.

use reversi::transcript;
use reversi::{Color, Game};
use serde_json::Value;

use super::programs::{Wire, guest, host, host_in};
use crate::program::Running;

/// A tournament game in which White passes eight times (WTHOR 1999, no. 317).
pub(crate) const PASSES: &str =
    "f5f4e3d6f3g3g4g5h3d3h6h5h4h2h1e2g6f2g2h7g7f7g8h8e1f1g1f6f8d1d2e6d7";

/// A nine-move game that Black wins with every disc.
pub(crate) const WIPEOUT: &str = "e6f4e3f6g5d6e7f5c5";

pub(crate) fn game(moves: &str) -> Game {
    transcript::parse(moves).unwrap()
}

/// Turns the rest of a result, as the player of a side reads it, into what a spectator reads: ` Black wins 53-11.`
pub(crate) fn told(side: Color, result: &str) -> String {
    let swapped = |score: &str| {
        let (own, other) = score.trim_end_matches('.').split_once('-').unwrap();
        format!("{other}-{own}.")
    };
    match (
        result.strip_prefix(" You win "),
        result.strip_prefix(" You lose "),
    ) {
        (Some(score), _) => format!(" {side} wins {score}"),
        (_, Some(score)) => format!(" {} wins {}", side.opposite(), swapped(score)),
        (None, None) => result.to_owned(),
    }
}

/// Checks that both players are told the same end.
pub(crate) fn end_alike(black: &mut Running, white: &mut Running) {
    let told_to_black = told(Color::Black, &black.expect("Game over."));
    assert!(!told_to_black.contains("You "), "{told_to_black}");
    assert_eq!(
        told_to_black,
        told(Color::White, &white.expect("Game over."))
    );
}

/// Plays some entries of a game; both programs tell every move and every pass.
pub(crate) fn play(
    game: &Game,
    entries: std::ops::Range<usize>,
    black: &mut Running,
    white: &mut Running,
) {
    for entry in &game.entries()[entries] {
        let color = entry.color();
        let (mover, other) = if color == Color::Black {
            (&mut *black, &mut *white)
        } else {
            (&mut *white, &mut *black)
        };
        if let Some(square) = entry.square() {
            mover.send(&square.to_string());
            mover.expect(&format!("You play {square}, turning"));
            other.expect(&format!("{color} plays {square}, turning"));
        } else {
            let next = color.opposite();
            mover.expect(&format!("You have no legal move and pass. {next} moves"));
            other.expect(&format!("{color} has no legal move and passes. You move"));
        }
    }
}

#[test]
fn a_game_through_pipes_is_resumed_after_a_kill_and_both_have_it_in_their_history() {
    let game = game(WIPEOUT);
    let (mut ann, address, code) = host(&["--side", "black"]);
    let mut bob = guest(&address, &code);
    ann.expect("You are Black, Bob is White.");
    bob.expect("Ann is Black, you are White.");
    play(&game, 0..4, &mut ann, &mut bob);
    let home = ann.kill();
    bob.expect_line("Connection lost: the other side disconnected. Trying again.");
    bob.quit();
    let (mut ann, address, code) = host_in(home, &["--resume"]);
    let mut bob = guest(&address, &code);
    ann.expect("You are Black, Bob is White.");
    bob.expect("Ann is Black, you are White.");
    play(&game, 4..game.entries().len(), &mut ann, &mut bob);
    ann.expect("Game over.");
    bob.expect("Game over.");
    for program in [ann, bob] {
        let home = program.kill();
        let mut history = Running::start_in(home, &["history"]);
        history.expect("Ann");
        assert!(history.has_printed("Bob") && history.has_printed("\t64-0\t"));
    }
}

#[test]
fn two_programs_play_whole_games_with_passes_and_swap_sides_for_the_rematch() {
    let (mut ann, address, code) = host(&["--side", "black"]);
    let mut bob = guest(&address, &code);
    ann.expect("You are Black, Bob is White.");
    bob.expect("Ann is Black, you are White.");
    let first = game(PASSES);
    play(&first, 0..first.entries().len(), &mut ann, &mut bob);
    end_alike(&mut ann, &mut bob);
    ann.send("new");
    bob.expect("Ann wants a rematch.");
    bob.send("new");
    ann.expect("Bob is Black, you are White.");
    bob.expect("You are Black, Ann is White.");
    let second = game(WIPEOUT);
    play(&second, 0..second.entries().len(), &mut bob, &mut ann);
    end_alike(&mut bob, &mut ann);
    ann.quit();
    bob.expect("The other player has quit.");
    bob.quit();
}

#[test]
fn a_side_resigns_while_the_other_thinks() {
    let (mut ann, address, code) = host(&["--side", "black"]);
    let mut bob = guest(&address, &code);
    ann.expect("You (Black) to move");
    bob.expect("Black to move");
    bob.send("resign");
    ann.expect("Game over. You win: White resigned.");
    bob.expect("Game over. You lose: you resigned.");
    bob.quit();
    ann.quit();
}

#[test]
fn what_needs_consent_or_an_engine_is_refused_and_the_turn_is_kept() {
    let (mut ann, address, code) = host(&["--side", "black"]);
    let mut bob = guest(&address, &code);
    bob.expect("Black to move");
    bob.send("f5");
    bob.expect("It is Black's turn; wait for your opponent.");
    ann.send("f5");
    for word in ["swap", "level 3", "go", "open x.ggf"] {
        ann.send(word);
        ann.expect("This is not possible in a game over the network.");
    }
    for word in ["hint", "eval", "review"] {
        bob.send(word);
        bob.expect("The computer does not help in a game over the network.");
    }
    bob.send("new");
    bob.expect("The game is not over.");
    bob.send("d6");
    ann.expect("White plays d6, turning 1 disc.");
    ann.quit();
    bob.quit();
}

#[test]
fn a_guest_that_is_killed_joins_again_and_gets_the_game() {
    let (mut ann, address, code) = host(&["--side", "white"]);
    let game = game(PASSES);
    let mut bob = guest(&address, &code);
    ann.expect("Black to move");
    let entries = game.entries();
    let half = (20..entries.len())
        .find(|&entry| entries[entry].color() == Color::White && entries[entry].square().is_some());
    let half = half.unwrap();
    play(&game, 0..half, &mut bob, &mut ann);
    bob.child.kill().unwrap();
    ann.expect_line("Connection lost: the other side disconnected. Waiting for your guest.");
    ann.send(&game.entries()[half].square().unwrap().to_string());
    ann.expect("Your opponent is not connected; the game waits.");
    let mut bob = guest(&address, &code);
    ann.expect("Bob is connected.");
    bob.expect("You are Black, Ann is White.");
    for entry in &game.entries()[..half] {
        if let Some(square) = entry.square() {
            let told = match entry.color() {
                Color::Black => format!("You play {square},"),
                Color::White => format!("White plays {square},"),
            };
            bob.expect(&told);
        }
    }
    play(&game, half..game.entries().len(), &mut bob, &mut ann);
    end_alike(&mut bob, &mut ann);
    ann.quit();
    bob.quit();
}

#[test]
fn a_lost_connection_is_taken_up_again_with_the_move_that_was_on_its_way() {
    let (mut ann, address, code) = host(&["--side", "black"]);
    let wire = Wire::to(&address);
    let mut bob = guest(&wire.address, &code);
    let game = game(WIPEOUT);
    ann.expect("You (Black) to move");
    play(&game, 0..3, &mut ann, &mut bob);
    wire.lose_everything();
    bob.send("f6");
    bob.expect("You play f6");
    wire.cut();
    ann.expect_line("Connection lost: the other side disconnected. Waiting for your guest.");
    bob.expect_line("Connection lost: the other side disconnected. Trying again.");
    assert!(!ann.has_printed("White plays f6"));
    wire.mend();
    bob.expect("Connected again.");
    ann.expect("Bob is connected.");
    ann.expect("White plays f6");
    // A move of the host that was lost.
    wire.lose_everything();
    ann.send("g5");
    ann.expect("You play g5");
    wire.cut();
    bob.expect_line("Connection lost: the other side disconnected. Trying again.");
    wire.mend();
    bob.expect("Black plays g5");
    ann.expect("Bob is connected.");
    play(&game, 5..game.entries().len(), &mut ann, &mut bob);
    end_alike(&mut ann, &mut bob);
    ann.quit();
    bob.quit();
}

/// Takes seconds: a guest gives up after five refusals (`REFUSALS`), each of which takes a second (`WRONG_CODE`), with
/// growing pauses before them (`RETRY`), six seconds in all.
#[test]
fn a_guest_gives_up_when_its_host_is_gone_for_good() {
    let (mut ann, address, code) = host(&[]);
    let wire = Wire::to(&address);
    let mut bob = guest(&wire.address, &code);
    bob.expect("to move");
    // Another host at the same place does not know the code.
    let (other, address, _) = host(&[]);
    wire.lead_to(&address);
    ann.child.kill().unwrap();
    bob.expect_line("Connection lost: the other side disconnected. Trying again.");
    bob.expect("host no longer accepts the code");
    bob.quit();
    other.quit();
}

#[test]
fn the_clock_of_the_host_ends_the_game_on_both_sides() {
    let (mut ann, address, code) = host(&["--side", "white", "--time", "1s"]);
    let mut bob = guest(&address, &code);
    bob.expect("Time: you 0:0");
    ann.expect("Game over. You win: Black's time is up.");
    bob.expect("Game over. You lose: your time is up.");
    ann.quit();
    bob.quit();
}

#[test]
fn a_wrong_code_is_refused_and_the_guest_with_the_right_one_plays() {
    let (mut ann, address, code) = host(&["--side", "black"]);
    let (status, complaint) = guest(&address, "0000-0000-0000-0000").wait();
    assert_eq!(status.code(), Some(1));
    assert_eq!(
        complaint,
        "error: the host did not accept the code; check it, and that a host is waiting there\n"
    );
    let (status, complaint) = guest(&address, "0000").wait();
    assert_eq!(status.code(), Some(2));
    assert!(
        complaint.contains("a code has 16 letters and digits"),
        "{complaint}"
    );
    // A code that is not on the command line is read.
    let mut bob = Running::start(&["join", &address]);
    bob.send(&code.to_lowercase().replace('-', " "));
    ann.expect("You are Black, a friend is White.");
    ann.send("f5");
    bob.expect("Black plays f5");
    // There is one guest only.
    let (status, complaint) = guest(&address, &code).wait();
    assert_eq!(status.code(), Some(1));
    assert_eq!(complaint, "error: the host is playing with another guest\n");
    bob.send("d6");
    ann.expect("White plays d6");
    ann.quit();
    bob.quit();
}

#[test]
fn nobody_at_the_address_is_one_sentence() {
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = free.local_addr().unwrap().to_string();
    drop(free);
    let (status, complaint) = guest(&address, "0000-0000-0000-0000").wait();
    assert_eq!(status.code(), Some(1));
    assert!(
        complaint.starts_with(&format!("error: cannot connect to {address}: ")),
        "{complaint}"
    );
    assert_eq!(complaint.lines().count(), 1);
    let (ann, address, _) = host(&[]);
    let port = address.rsplit(':').next().unwrap();
    let (status, complaint) = Running::start(&["host", "--port", port]).wait();
    assert_eq!(status.code(), Some(1));
    assert!(
        complaint.starts_with("error: cannot wait for a guest at "),
        "{complaint}"
    );
    ann.quit();
}

#[test]
fn two_programs_take_back_agree_to_a_draw_and_talk() {
    let (mut ann, address, code) = host(&["--side", "black"]);
    let mut bob = guest(&address, &code);
    bob.expect("Black to move");
    ann.send("f5");
    bob.expect("Black plays f5");
    bob.send("undo");
    bob.expect("There is nothing to undo.");
    ann.send("undo");
    ann.expect("You ask for a takeback. Bob can agree, or play on.");
    bob.expect("Ann asks for a takeback.");
    bob.send("undo");
    bob.expect("You agree.");
    ann.expect("Undid your f5.");
    bob.expect("Undid Black's f5.");
    ann.send("say good game");
    bob.expect("Ann: good game");
    bob.send("draw");
    ann.expect("Bob asks for a draw.");
    ann.send("draw");
    for program in [&mut ann, &mut bob] {
        program.expect("Game over. Draw: both players agreed to a draw.");
    }
    bob.quit();
    ann.quit();
}

#[test]
fn friends_mute_each_other_and_whoever_stays_may_claim_the_win_later() {
    let (mut ann, address, code) = host(&["--side", "black"]);
    let mut bob = guest(&address, &code);
    bob.expect("Black to move");
    ann.send("claim");
    ann.expect("The other player has not left.");
    ann.send("mute");
    ann.expect("The chat is muted: what the other player says is not shown.");
    bob.send("say hello");
    ann.send("f5");
    bob.expect("Black plays f5");
    ann.send("mute");
    ann.expect("The chat is on again.");
    bob.send("say good luck");
    ann.expect("Bob: good luck");
    bob.quit();
    ann.expect_line("The other player has quit. The game is kept.");
    ann.expect_line("You can claim the win in 1:00. Type claim then.");
    ann.send("claim");
    ann.expect("You can claim the win in ");
    ann.quit();
}

/// The games in the history of a program that was killed, the oldest first.
fn games_after_kill(program: Running) -> Vec<Value> {
    let history = Running::start_in(program.kill(), &["history", "--json"]);
    let (lines, ..) = history.finish();
    let games = lines.iter().rev();
    games
        .map(|game| serde_json::from_str(game).unwrap())
        .collect()
}

#[test]
fn however_a_game_ends_the_guest_in_line_mode_has_the_same_in_its_history_as_the_host() {
    type End = fn(&mut Running, &mut Running);
    let ends: [(&str, End); 4] = [
        ("guest resigns", |_, bob| bob.send("resign")),
        ("host resigns", |ann, _| ann.send("resign")),
        ("draw", |ann, bob| {
            bob.send("draw");
            ann.expect("Bob asks for a draw.");
            ann.send("draw");
        }),
        ("rematch", |ann, bob| {
            ann.send("resign");
            ann.expect("Game over. You lose: you resigned.");
            bob.expect("Game over. You win: Black resigned.");
            ann.send("new");
            bob.expect("Ann wants a rematch.");
            bob.send("new");
            ann.expect("Bob is Black, you are White.");
            bob.expect("You are Black, Ann is White.");
            let second = game(WIPEOUT);
            play(&second, 0..second.entries().len(), bob, ann);
        }),
    ];
    for (name, end) in ends {
        let (mut ann, address, code) = host(&["--side", "black"]);
        let mut bob = guest(&address, &code);
        ann.expect("You are Black, Bob is White.");
        bob.expect("Ann is Black, you are White.");
        play(&game(WIPEOUT), 0..4, &mut ann, &mut bob);
        end(&mut ann, &mut bob);
        ann.expect("Game over.");
        bob.expect("Game over.");
        // What was told is on the disk.
        let [ann, bob] = [ann, bob].map(games_after_kill);
        assert_eq!(ann.len(), if name == "rematch" { 2 } else { 1 }, "{name}");
        assert_eq!(ann.len(), bob.len(), "{name}");
        for (ours, theirs) in ann.iter().zip(&bob) {
            for field in [
                "date", "moves", "result", "score", "winner", "rated", "casual",
            ] {
                assert_eq!(ours[field], theirs[field], "{name}: {field}");
            }
            assert_eq!(
                (&ours["rated"], &ours["casual"]),
                (&false.into(), &Value::Null)
            );
            let sides = [&ours["you"], &theirs["you"]].map(|side| side.as_str().unwrap());
            assert!(
                matches!(sides, ["black", "white"] | ["white", "black"]),
                "{name}: {sides:?}"
            );
        }
    }
}
