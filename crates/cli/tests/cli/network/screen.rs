//! A game over the network on the screen, and a host that was killed.

use super::programs::{guest, host};
use crate::terminal::{PROGRAM, Terminal, autosaves, command};

/// The address and the code on the screen of a waiting host.
fn invitation(host: &Terminal) -> (String, String) {
    host.wait_for_text("Code: ");
    let text = host.text();
    let after = |what: &str| {
        let at = text.find(what).unwrap() + what.len();
        text[at..].split_whitespace().next().unwrap().to_owned()
    };
    (after("reversi join "), after("Code: "))
}

#[test]
fn a_game_begins_on_the_screen_when_the_guest_comes_and_waits_while_it_is_gone() {
    let args = ["host", "--port", "0", "--side", "black", "--name", "Ann"];
    let mut host = Terminal::start(PROGRAM, &args);
    let (address, code) = invitation(&host);
    let mut bob = Terminal::start(
        PROGRAM,
        &["join", &address, "--code", &code, "--name", "Bob"],
    );
    host.wait_for_text("Your move");
    host.type_keys("/");
    host.wait_for_text("The computer does not help in a game over the network");
    host.type_keys("f5");
    host.wait_for_text("Waiting for Bob (White).");
    bob.wait_for_text("Your move");
    bob.type_keys("k");
    bob.wait_for_text("The computer does not help in a game over the network");
    bob.type_keys("d6");
    bob.wait_for_text("Waiting for Ann (Black).");
    host.wait_for_text("Your move");
    bob.signal("-KILL");
    host.wait_for_text("Bob is not connected: claim the win in ");
    host.type_keys("c3");
    host.wait_for_text("Your opponent is not connected; the game waits");
    let mut bob = guest(&address, &code);
    bob.expect("You play d6");
    host.wait_for_text("Bob is connected.");
    host.type_keys("c3");
    bob.expect("Black plays c3");
    bob.send("resign");
    host.wait_for_text("offers a rematch");
    host.type_keys("n");
    bob.expect("Ann wants a rematch.");
    bob.send("new");
    host.wait_for_text("Waiting for Bob (Black).");
    host.type_keys("q");
    assert!(host.wait_for_end().success());
    host.assert_given_back();
    bob.expect("The other player has quit.");
    bob.quit();
}

#[test]
fn waiting_for_a_guest_is_cancelled_by_a_key() {
    let mut host = Terminal::start(PROGRAM, &["host", "--port", "0"]);
    invitation(&host);
    host.type_keys("\u{1b}");
    // Esc leads to the first screen, as everywhere.
    host.wait_for_text("level 3 waits");
    host.type_keys("q");
    assert!(host.wait_for_end().success());
    host.assert_given_back();
}

#[test]
fn a_mistyped_code_is_asked_for_again() {
    let (mut ann, address, code) = host(&["--side", "black"]);
    let mut bob = Terminal::start(PROGRAM, &["join", &address, "--name", "Bob"]);
    bob.wait_for_text("Code: ");
    bob.type_keys(&format!("{}\r", &code[1..]));
    bob.wait_for_text("This is not a code; a code has 16 letters and digits");
    let other = if code.starts_with('7') { '8' } else { '7' };
    bob.type_keys(&format!("{other}{}\r", &code[1..]));
    bob.wait_for_text("The host did not accept the code; check it, and that");
    bob.type_keys(&format!("{code}\r"));
    ann.expect("You are Black, Bob is White.");
    bob.wait_for_text("Waiting for Ann (Black).");
    bob.type_keys("\u{3}");
    assert!(bob.wait_for_end().success());
    ann.quit();
    // Nobody is asked without end.
    let mut nobody = Terminal::start(PROGRAM, &["join", &address]);
    nobody.wait_for_text("Code: ");
    nobody.type_keys("x\r");
    nobody.wait_for_text("This is not a code");
    nobody.type_keys("\u{4}");
    assert_eq!(nobody.wait_for_exit().exit_code(), 1);
}

#[test]
fn a_host_that_was_killed_resumes_its_game_with_a_new_code() {
    let home = tempfile::tempdir().unwrap();
    let start = |args: &[&str]| {
        let args = [&["host", "--port", "0"], args].concat();
        Terminal::spawn(command(home.path(), PROGRAM, &args))
    };
    let mut nothing = start(&["--resume"]);
    assert!(!nothing.wait_for_exit().success());
    nothing.wait_for_text("there is no unfinished game over the network");
    let mut host = start(&["--side", "white", "--name", "Ann", "--time", "30m"]);
    let (address, code) = invitation(&host);
    let mut bob = guest(&address, &code);
    bob.expect("You (Black) to move");
    bob.send("f5");
    host.wait_for_text("Your move");
    host.type_keys("d6");
    bob.expect("White plays d6");
    host.wait_for("a saved move", |_| autosaves(home.path()).contains("f5 d6"));
    host.signal("-KILL");
    host.wait_for_exit();
    bob.expect_line(
        "Connection lost: the other side disconnected. Trying again. Your clock may run in 10 s.",
    );
    bob.quit();
    let mut host = start(&["--resume"]);
    let (address, code) = invitation(&host);
    let mut bob = guest(&address, &code);
    bob.expect("You are Black, Ann is White.");
    bob.expect("White plays d6");
    bob.expect("Time: you ");
    host.wait_for_text("Waiting for Bob (Black).");
    bob.send("c3");
    host.wait_for_text("Your move");
    host.type_keys("\u{3}");
    assert!(host.wait_for_end().success());
    bob.quit();
}
