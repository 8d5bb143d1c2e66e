//! Colours, the background of the terminal, and pictures.

use std::time::Duration;

use crate::pty::TWO_PERSONS;
use crate::terminal::{PROGRAM, Terminal};

#[test]
fn without_colours_no_colour_code_is_sent() {
    for args in [["--color", "never"], ["--theme", "monochrome"]] {
        let mut terminal = Terminal::start(PROGRAM, &args);
        terminal.wait_for_text("Enter open");
        terminal.type_keys("f5");
        terminal.wait_for_text("1 f5");
        let sent = String::from_utf8_lossy(&terminal.sent.lock().unwrap()).into_owned();
        for sequence in sent.split("\x1b[").skip(1) {
            let Some(end) = sequence.find(|c: char| c.is_ascii_alphabetic()) else {
                break; // cut off where reading stopped
            };
            if sequence[end..].starts_with('m') {
                for code in sequence[..end].split(';') {
                    let code: u16 = code.parse().unwrap_or(0);
                    let colored = matches!(code, 30..=49 | 90..=107);
                    assert!(!colored, "{args:?}: {:?}", &sequence[..=end]);
                }
            }
        }
        terminal.type_keys("\x03");
        assert!(terminal.wait_for_end().success());
    }
}

#[test]
fn a_terminal_with_16_colours_gets_no_code_of_256() {
    let environment = [("TERM", "xterm-16color"), ("COLORTERM", "")];
    let mut terminal = Terminal::start_with(PROGRAM, &TWO_PERSONS, &environment);
    terminal.wait_for_text("Black to move");
    let sent = String::from_utf8_lossy(&terminal.sent.lock().unwrap()).into_owned();
    assert!(!sent.contains("8;5;") && !sent.contains("8;2;"), "{sent:?}");
    // The felt is green.
    assert!(sent.contains("42m") || sent.contains(";42;"), "{sent:?}");
    terminal.type_keys("\x03");
    assert!(terminal.wait_for_end().success());
}

/// The question for the background colour.
const BACKGROUND: &[u8] = b"\x1b]11;?\x1b\\";

fn has_asked(terminal: &Terminal) -> bool {
    let sent = terminal.sent.lock().unwrap();
    sent.windows(BACKGROUND.len())
        .any(|bytes| bytes == BACKGROUND)
}

#[test]
fn a_light_terminal_gets_the_light_theme_and_its_answer_is_never_typed() {
    // A slow machine may take the answer for a late one.
    let is_light = (0..10).any(|_| {
        let mut terminal = Terminal::start(PROGRAM, &["--no-animation"]);
        terminal.wait_for("question", |_| has_asked(&terminal));
        terminal.type_keys("\x1b]11;rgb:fdf");
        std::thread::sleep(Duration::from_millis(60));
        terminal.type_keys("d/f6f5/e3e3\x1b");
        std::thread::sleep(Duration::from_millis(60));
        terminal.type_keys("\\");
        terminal.wait_for_text("Enter open");
        // Neither does what comes late and without an end.
        terminal.type_keys("\x1b]11;rgb:f5d6/c3\x1b]11;rgb:f5f5/d6d6/c3c3\x07?");
        terminal.wait_for_text("type to search");
        terminal.type_keys("\x1b");
        terminal.wait_for_text("level 3 waits");
        assert!(!terminal.text().contains("1  f5"));
        let ground = {
            let parser = terminal.screen.lock().unwrap();
            parser.screen().cell(12, 79).unwrap().bgcolor()
        };
        terminal.type_keys("\x03");
        assert!(terminal.wait_for_end().success());
        terminal.assert_given_back();
        matches!(ground, vt100::Color::Rgb(240.., 240.., 240..))
    });
    assert!(is_light);
}

#[test]
fn pictures_are_sent_before_they_are_shown_and_deleted_when_the_terminal_is_given_back() {
    const PLACEHOLDER: &str = "\u{10eeee}";
    let sent =
        |terminal: &Terminal| String::from_utf8_lossy(&terminal.sent.lock().unwrap()).into_owned();
    // A slow machine may take the answers for late ones.
    let is_drawn = (0..10).any(|_| {
        let args = [&TWO_PERSONS[..], &["--no-animation"]].concat();
        let mut terminal = Terminal::start(PROGRAM, &args);
        terminal.wait_for("question", |_| sent(&terminal).contains("a=q"));
        terminal.type_keys("\x1b_Gi=31;OK\x1b\\\x1bP>|kitty(0.35.2)\x1b\\");
        terminal.wait_for_text("Black to move");
        // The answers come before the key.
        terminal.type_keys("f5");
        terminal.wait_for_text("1 f5");
        let before = sent(&terminal);
        let Some(shown) = before.find(PLACEHOLDER) else {
            terminal.type_keys("\x03");
            assert!(terminal.wait_for_end().success());
            return false;
        };
        let uploaded = before.find("a=T,U=1").unwrap();
        assert!(uploaded < shown);
        let uploads = |text: &str| text.matches("a=T,U=1").count();
        let deletes = |text: &str| text.matches("a=d,d=I,i=").count();
        assert_eq!(deletes(&before), 0);
        // Another program may have cleared everything.
        terminal.signal("-CONT");
        let again = |terminal: &Terminal| uploads(&sent(terminal)) > uploads(&before);
        terminal.wait_for("pictures", |_| again(&terminal));
        terminal.type_keys("\x03");
        assert!(terminal.wait_for_end().success());
        terminal.assert_given_back();
        let all = sent(&terminal);
        assert_eq!(deletes(&all), uploads(&all));
        assert!(all.rfind("a=d,") < all.rfind("\x1b[?1049l"));
        true
    });
    assert!(is_drawn);
    for args in [["--graphics", "off"], ["--color", "never"]] {
        let mut terminal = Terminal::start(PROGRAM, &args);
        terminal.wait_for_text("Enter open");
        assert!(!sent(&terminal).contains("\x1b_G"), "{args:?}");
        terminal.type_keys("\x03");
        assert!(terminal.wait_for_end().success());
    }
}

#[test]
fn only_a_terminal_that_can_answer_is_asked_and_only_for_an_automatic_theme() {
    let environments = [("TERM", "linux"), ("NO_COLOR", "1")];
    for (args, environment) in [
        (&["--theme", "classic"][..], &[][..]),
        (&[][..], &environments[..1]),
        (&[][..], &environments[1..]),
    ] {
        let mut terminal = Terminal::start_with(PROGRAM, args, environment);
        terminal.wait_for_text("Enter open");
        assert!(!has_asked(&terminal), "{args:?} {environment:?}");
        terminal.type_keys("\x03");
        assert!(terminal.wait_for_end().success());
    }
}

#[test]
fn a_terminal_without_truecolor_gets_256_colours() {
    let terminal = Terminal::start_with(PROGRAM, &TWO_PERSONS, &[("COLORTERM", "")]);
    terminal.wait_for_text("Black to move");
    let parser = terminal.screen.lock().unwrap();
    let screen = parser.screen();
    for row in 0..24 {
        for column in 0..80 {
            let cell = screen.cell(row, column).unwrap();
            for color in [cell.fgcolor(), cell.bgcolor()] {
                assert!(!matches!(color, vt100::Color::Rgb(..)), "{color:?}");
            }
        }
    }
}
