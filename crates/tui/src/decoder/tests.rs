use std::{iter, slice};

use proptest::prelude::*;

use super::*;

/// What bytes that arrive in pieces of a size mean.
fn received_in_pieces(bytes: &[u8], size: usize) -> Vec<Input> {
    let mut decoder = Decoder::default();
    let mut events = Vec::new();
    let now = Instant::now();
    for piece in bytes.chunks(size) {
        decoder.feed(piece, now);
        events.extend(iter::from_fn(|| decoder.next_input()));
    }
    if decoder.deadline().is_some() {
        events.extend(decoder.end_sequence());
    }
    events
}

/// What pieces mean that arrive at these times in milliseconds, with a silence after them.
fn received_at(pieces: &[(u64, &str)]) -> Vec<Input> {
    received_owing(0, pieces)
}

/// What they mean while the terminal owes answers in the first second.
fn received_owing(answers: usize, pieces: &[(u64, &str)]) -> Vec<Input> {
    let start = Instant::now();
    let mut decoder = Decoder::default();
    decoder.expect(answers, start + Duration::from_secs(1));
    let mut events = Vec::new();
    for &(millis, piece) in pieces {
        let now = start + Duration::from_millis(millis);
        while decoder.deadline().is_some_and(|deadline| deadline <= now) {
            events.extend(decoder.end_sequence());
            events.extend(iter::from_fn(|| decoder.next_input()));
        }
        decoder.feed(piece.as_bytes(), now);
        events.extend(iter::from_fn(|| decoder.next_input()));
    }
    while decoder.deadline().is_some() {
        events.extend(decoder.end_sequence());
        events.extend(iter::from_fn(|| decoder.next_input()));
    }
    events
}

fn key(code: KeyCode) -> Input {
    Input::Terminal(press(code, KeyModifiers::NONE))
}

fn letters(text: &str) -> Vec<Input> {
    text.chars()
        .map(|letter| key(KeyCode::Char(letter)))
        .collect()
}

/// The events of bytes that arrive in pieces of a size.
fn events_in_pieces(bytes: &[u8], size: usize) -> Vec<InputEvent> {
    let received = received_in_pieces(bytes, size).into_iter();
    let event = |received| match received {
        Input::Terminal(event) => event,
        other => panic!("{other:?}"),
    };
    received.map(event).collect()
}

fn events(bytes: &[u8]) -> Vec<InputEvent> {
    let whole = events_in_pieces(bytes, bytes.len());
    for size in 1..bytes.len() {
        assert_eq!(events_in_pieces(bytes, size), whole, "in pieces of {size}");
    }
    whole
}

fn press(code: KeyCode, modifiers: KeyModifiers) -> InputEvent {
    InputEvent::Key(KeyEvent::new(code, modifiers))
}

#[test]
fn keys_are_decoded() {
    const NONE: KeyModifiers = KeyModifiers::NONE;
    const SHIFT: KeyModifiers = KeyModifiers::SHIFT;
    const CONTROL: KeyModifiers = KeyModifiers::CONTROL;
    const ALT: KeyModifiers = KeyModifiers::ALT;
    for (bytes, code, modifiers) in [
        ("f", KeyCode::Char('f'), NONE),
        ("F", KeyCode::Char('F'), SHIFT),
        ("\u{e9}", KeyCode::Char('\u{e9}'), NONE),
        ("\u{1f600}", KeyCode::Char('\u{1f600}'), NONE),
        ("\r", KeyCode::Enter, NONE),
        ("\t", KeyCode::Tab, NONE),
        ("\x7f", KeyCode::Backspace, NONE),
        ("\x03", KeyCode::Char('c'), CONTROL),
        ("\x1a", KeyCode::Char('z'), CONTROL),
        ("\n", KeyCode::Char('j'), CONTROL),
        ("\x1f", KeyCode::Char('7'), CONTROL),
        ("\0", KeyCode::Char(' '), CONTROL),
        ("\x1b", KeyCode::Esc, NONE),
        ("\x1bq", KeyCode::Char('q'), ALT),
        ("\x1b\x01", KeyCode::Char('a'), ALT | CONTROL),
        ("\x1b[A", KeyCode::Up, NONE),
        ("\x1bOB", KeyCode::Down, NONE),
        ("\x1b[1;5C", KeyCode::Right, CONTROL),
        ("\x1b[1;4D", KeyCode::Left, SHIFT | ALT),
        ("\x1b[H", KeyCode::Home, NONE),
        ("\x1b[4~", KeyCode::End, NONE),
        ("\x1b[3~", KeyCode::Delete, NONE),
        ("\x1b[5;5~", KeyCode::PageUp, CONTROL),
        ("\x1b[6~", KeyCode::PageDown, NONE),
        ("\x1b[Z", KeyCode::BackTab, SHIFT),
        ("\x1bOP", KeyCode::Null, NONE),
        ("\x1b[24~", KeyCode::Null, NONE),
        ("\x1b[[A", KeyCode::Null, NONE),
    ] {
        let bytes = bytes.as_bytes();
        assert_eq!(events(bytes), [press(code, modifiers)], "{bytes:?}");
    }
    // Another Esc does not take it for its own beginning.
    let twice = [press(KeyCode::Esc, NONE), press(KeyCode::Up, NONE)];
    assert_eq!(events(b"\x1b\x1b[A"), twice);
    let quit = [
        press(KeyCode::Esc, NONE),
        press(KeyCode::Char('c'), CONTROL),
    ];
    assert_eq!(events(b"\x1b\x03"), quit);
}

#[test]
fn every_protocol_of_the_mouse_is_decoded() {
    let at = |kind| {
        InputEvent::Mouse(MouseEvent {
            kind,
            column: 9,
            row: 4,
            modifiers: KeyModifiers::NONE,
        })
    };
    let click = at(MouseEventKind::Down(MouseButton::Left));
    for bytes in [
        "\x1b[<0;10;5M",
        "\x1b[<4;10;5M",
        "\x1b[32;10;5M",
        "\x1b[M *%",
    ] {
        assert_eq!(
            events(bytes.as_bytes()),
            slice::from_ref(&click),
            "{bytes:?}"
        );
    }
    assert_eq!(events(b"\x1b[<35;10;5M"), [at(MouseEventKind::Moved)]);
    assert_eq!(events(b"\x1b[<64;10;5M"), [at(MouseEventKind::ScrollUp)]);
    for (bytes, button) in [
        (&b"\x1b[<128;10;5M"[..], MouseButton::Back),
        (b"\x1b[<129;10;5M", MouseButton::Forward),
        (b"\x1b[M\xa1*%", MouseButton::Forward),
    ] {
        assert_eq!(events(bytes), [at(MouseEventKind::Down(button))]);
    }
    assert_eq!(events(b"\x1b[<65;10;5M"), [at(MouseEventKind::ScrollDown)]);
}

#[test]
fn what_means_nothing_is_dropped_and_hides_nothing() {
    for bytes in [
        &b"\x1b[<35;0;5M"[..], // a column before the first
        b"\x1b[<0;10;5m",      // the button goes up
        b"\x1b[0;0;0M",
        b"\x1b[M   ",
        b"\x1b[99999999999~",
        b"\x1b[201~",
        b"\x1b[?62;22c",
        b"\x1b[24;80R",
        b"\x1b[1;2",
        b"\x1b[",
        b"\x1bO",
        b"\xff",
        b"\xf0\x9f",
    ] {
        assert_eq!(events(bytes), [], "{bytes:?}");
        let then = [bytes, b"\x03"].concat();
        assert_eq!(
            events_in_pieces(&then, then.len()).last(),
            Some(&press(KeyCode::Char('c'), KeyModifiers::CONTROL)),
            "{then:?}"
        );
    }
}

#[test]
fn a_paste_is_one_event() {
    let text = "f5 d6\r\x1b[A\x1b[20\u{e9}\x03";
    let bytes = format!("a\x1b[200~{text}\x1b[201~b");
    let key = |letter| press(KeyCode::Char(letter), KeyModifiers::NONE);
    let wanted = [key('a'), InputEvent::Paste(text.to_owned()), key('b')];
    for size in 2..=bytes.len() {
        assert_eq!(events_in_pieces(bytes.as_bytes(), size), wanted, "{size}");
    }
}

#[test]
fn a_paste_without_an_end_is_bounded_and_left_by_ctrl_c() {
    let mut decoder = Decoder::default();
    let now = Instant::now();
    decoder.feed(b"\x1b[200~", now);
    let piece = [b'x'; 4096];
    for _ in 0..2 * LONGEST_PASTE / piece.len() {
        decoder.feed(&piece, now);
        assert_eq!(decoder.next_input(), None);
    }
    assert_eq!(decoder.paste.as_ref().unwrap().len(), LONGEST_PASTE);
    assert!(decoder.bytes.len() < PASTE_END.len());
    decoder.feed(b"\x03", now);
    let ctrl_c = press(KeyCode::Char('c'), KeyModifiers::CONTROL);
    assert_eq!(decoder.next_input(), Some(Input::Terminal(ctrl_c)));
    decoder.feed(b"f", now);
    assert!(decoder.next_input().is_some());
}

#[test]
fn keys_typed_after_a_torn_answer_are_kept() {
    for start in [
        "\x1b]11;rgb:ff",
        "\x1bP>|kit",
        "\x1b_Gi=31",
        "\x1b]1",
        "\x1b]11;rgb:ff\x1b",
    ] {
        for (typed, wanted) in [
            (&[(900, "f"), (1000, "5")][..], letters("f5")),
            (
                &[(900, "f"), (1800, "5"), (2700, "d"), (3600, "6")],
                letters("f5d6"),
            ),
            (&[(900, "f5")], letters("f5")),
            (
                &[(900, "f"), (950, "5"), (990, "\r")],
                [letters("f5"), vec![key(KeyCode::Enter)]].concat(),
            ),
            (
                &[(900, "f"), (950, "\x1b[A")],
                [letters("f"), vec![key(KeyCode::Up)]].concat(),
            ),
            (
                &[(900, "f"), (950, "\x1b")],
                [letters("f"), vec![key(KeyCode::Esc)]].concat(),
            ),
            (&[(1000, "f5")], letters("f5")),
            (&[], vec![]),
        ] {
            assert_eq!(
                received_at(&[&[(0, start)], typed].concat()),
                wanted,
                "{start:?} {typed:?}"
            );
        }
    }
    // Its rest that comes late is no key.
    let late = [
        (0, "\x1b]11;rgb:ff"),
        (900, "/80/00"),
        (1700, "\x07"),
        (1800, "f"),
    ];
    let background = Input::Answer(Answer::Background([255, 128, 0]));
    assert_eq!(
        received_at(&late),
        [vec![background], letters("f")].concat()
    );
}

#[test]
fn an_answer_that_is_owed_is_read_however_slowly_it_comes_and_never_typed() {
    let answer = "\x1b]11;rgb:f5f5/d6d6/c3c3\x1b\\";
    let expected = [Input::Answer(Answer::Background([0xf5, 0xd6, 0xc3]))];
    for cut in 1..answer.len() {
        for pause in [20, 100, 200] {
            let (first, rest) = answer.split_at(cut);
            let received = received_owing(1, &[(0, first), (pause, rest)]);
            assert_eq!(received, expected, "{cut} {pause}");
            // The rest never comes.
            let received = received_owing(1, &[(0, first), (pause, "")]);
            let left = if cut == 1 {
                vec![key(KeyCode::Esc)]
            } else {
                Vec::new()
            };
            assert_eq!(received, left, "{cut} {pause}");
        }
    }
    let byte_by_byte: Vec<(u64, &str)> = (0..)
        .step_by(30)
        .zip(answer.split_inclusive(|_| true))
        .collect();
    assert_eq!(received_owing(1, &byte_by_byte), expected);
    // What is typed after a torn one is dropped with it, and what comes later is not.
    assert_eq!(
        received_owing(1, &[(0, "\x1b]11;rgb:f5"), (50, "f5"), (2_000, "d6")]),
        letters("d6")
    );
}

#[test]
fn keys_are_keys_while_an_answer_is_owed() {
    let esc = key(KeyCode::Esc);
    let received = received_owing(1, &[(0, "f5"), (50, "\x1b"), (90, "d"), (120, "\x1b[A")]);
    let expected = [
        letters("f5"),
        vec![esc.clone()],
        letters("d"),
        vec![key(KeyCode::Up)],
    ];
    assert_eq!(received, expected.concat());
    // Esc is held for a moment.
    let start = Instant::now();
    let mut decoder = Decoder::default();
    decoder.expect(1, start + Duration::from_secs(1));
    decoder.feed(b"\x1b", start);
    assert_eq!(decoder.deadline(), Some(start + ESC_PAUSE));
    assert_eq!(decoder.end_sequence(), Some(esc));
    // Once it has come, it is held no longer than ever.
    decoder.feed(b"\x1b]11;rgb:00/00/00\x07", start);
    assert!(decoder.next_input().is_some());
    assert_eq!(decoder.owed(), 0);
    decoder.feed(b"\x1b", start);
    assert_eq!(decoder.deadline(), Some(start + KEY_PAUSE));
}

#[test]
fn a_paste_without_an_end_is_given_up_after_a_silence_and_swallows_no_keys() {
    let paste = |text: &str| Input::Terminal(InputEvent::Paste(text.to_owned()));
    for (pieces, wanted) in [
        (
            &[(0, "\x1b[200~"), (900, "f"), (1000, "5")][..],
            letters("f5"),
        ),
        (&[(0, "\x1b[200~"), (1000, "f5")], letters("f5")),
        (
            &[(0, "\x1b[200~"), (900, "f"), (950, "\x1b[A")],
            [letters("f"), vec![key(KeyCode::Up)]].concat(),
        ),
        (
            &[(0, "\x1b[200~d3 c4 "), (500, "f"), (600, "5")],
            [vec![paste("d3 c4 ")], letters("f5")].concat(),
        ),
        (&[(0, "\x1b[200~d3\x1b[20")], vec![paste("d3\x1b[20")]),
        (&[(0, "\x1b[200~")], vec![]),
        // A long piece is not typed, so that neither is what came before it.
        (
            &[(0, "\x1b[200~a"), (500, "b"), (600, "0123456789abcdefg")],
            vec![paste("ab0123456789abcdefg")],
        ),
        // Its end may be slow.
        (
            &[(0, "\x1b[200~f5"), (900, "d6"), (1800, "\x1b[201~c")],
            [vec![paste("f5d6")], letters("c")].concat(),
        ),
    ] {
        assert_eq!(received_at(pieces), wanted, "{pieces:?}");
    }
}

#[test]
fn an_answer_with_the_background_is_read_however_it_is_written_and_cut() {
    let wide = "\x1b]11;rgb:ffff/8080/0000";
    for (start, end) in [
        (wide, "\x07"),
        (wide, "\x1b\\"),
        ("\x1b]11;rgb:ff/80/00", "\x07"),
        ("\x1b]11;rgba:ffff/8080/0000/ffff", "\x1b\\"),
    ] {
        let bytes = format!("f{start}{end}5");
        let key = |letter| Input::Terminal(press(KeyCode::Char(letter), KeyModifiers::NONE));
        let wanted = [
            key('f'),
            Input::Answer(Answer::Background([255, 128, 0])),
            key('5'),
        ];
        for size in 1..=bytes.len() {
            assert_eq!(received_in_pieces(bytes.as_bytes(), size), wanted, "{size}");
        }
    }
}

#[test]
fn other_answers_mean_nothing_and_are_never_taken_for_keys() {
    let long = format!("\x1b]11;rgb:{}\x07", "f5".repeat(100_000));
    for bytes in [
        "\x1b]11;rgb:ffff/ffff\x07",
        "\x1b]11;rgb://\x07",
        "\x1b]11;rgb:+f/+f/+f\x07",
        "\x1b]11;rgb:fffffffff/ff/ff\x07",
        "\x1b]11;?\x1b\\",
        "\x1b]10;rgb:ff/ff/ff\x1b\\",
        "\x1b]\x07",
        "\x1bP1+r436f=31\x1b\\",
        "\x1b_Gi=31;ENOTSUPPORTED:x\x1b\\",
        "\x1b]11;rgb:f5f5/d6d6", // never finished
        &long,
    ] {
        let sizes = if bytes.len() > 100 { 4095 } else { 1 }..=bytes.len().min(4097);
        for size in sizes {
            assert_eq!(received_in_pieces(bytes.as_bytes(), size), [], "{size}");
        }
    }
    // What is typed after a broken one is not lost.
    for (key, wanted) in [
        ("\x03", press(KeyCode::Char('c'), KeyModifiers::CONTROL)),
        ("\r", press(KeyCode::Enter, KeyModifiers::NONE)),
        ("\x1b[A", press(KeyCode::Up, KeyModifiers::NONE)),
        ("\u{e9}", press(KeyCode::Char('\u{e9}'), KeyModifiers::NONE)),
    ] {
        assert_eq!(events(format!("\x1b]11;rgb:ff{key}").as_bytes()), [wanted]);
    }
}

#[test]
fn the_answers_about_pictures_are_read() {
    for (bytes, answer) in [
        ("\x1b_Gi=31;OK\x1b\\", Answer::Graphics),
        ("\x1bP>|kitty(0.35.2)\x1b\\", Answer::Placeholders(true)),
        ("\x1bP>|WezTerm 20240203\x1b\\", Answer::Placeholders(false)),
    ] {
        for size in 1..=bytes.len() {
            let received = received_in_pieces(bytes.as_bytes(), size);
            assert_eq!(received, [Input::Answer(answer)], "{size}");
        }
    }
}

#[test]
fn an_answer_and_a_paste_have_more_time_than_a_key() {
    let now = Instant::now();
    for (start, rest) in [(&b"\x1b]"[..], &b"11;rgb:ff"[..]), (b"\x1b[200", b"~x")] {
        let mut decoder = Decoder::default();
        assert_eq!(decoder.deadline(), None);
        decoder.feed(start, now);
        assert_eq!(
            (decoder.next_input(), decoder.deadline()),
            (None, Some(now + KEY_PAUSE))
        );
        decoder.feed(rest, now);
        assert_eq!(
            (decoder.next_input(), decoder.deadline()),
            (None, Some(now + LONG_PAUSE))
        );
        let ended = decoder.end_sequence();
        assert_eq!(ended.is_some(), rest == b"~x", "{ended:?}");
        assert_eq!(decoder.deadline(), None);
    }
}

proptest! {
    /// Whatever surrounds an answer, its text is never typed.
    #[test]
    fn random_answers_are_survived_and_never_typed(
        text in "[0-9a-f/:;rgb?]{0,200}",
        letter in prop::sample::select(vec!["]", "P", "_"]),
        end in prop::sample::select(vec!["\x07", "\x1b\\", ""]),
        size in 1_usize..80,
    ) {
        let bytes = format!("\x1b{letter}{text}{end}");
        for received in received_in_pieces(bytes.as_bytes(), size) {
            prop_assert!(matches!(received, Input::Answer(_)), "{received:?}");
        }
    }

    #[test]
    fn random_bytes_are_survived(
        pieces in prop::collection::vec(
            prop::sample::select(vec![
                "\x1b", "[", "<", "M", "m", ";", "0", "200~", "201~", "65535", "99999", "O", "A", "~",
                "f5", "\u{e9}", "\r", "\x1b]", "11;rgb:", "ff/", "\x07", "\\", "\x1b_G", "\x1bP",
            ]),
            0..60,
        ),
        noise in prop::collection::vec(any::<u8>(), 0..40),
    ) {
        let bytes = [pieces.concat().as_bytes(), &noise].concat();
        let mut decoder = Decoder::default();
        decoder.feed(&bytes, Instant::now());
        while decoder.next_input().is_some() {}
        prop_assert!(decoder.bytes.len() <= LONGEST_SEQUENCE + 2);
    }
}
