//! The board as other programs draw it and send it inputs.

use std::collections::BTreeSet;

use super::person::Table;
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use ratatui::style::Color as Tint;
use ratatui::widgets::{StatefulWidget, Widget};
use reversi::transcript;
use reversi::{Game, Square, SquareSet};
use reversi_board::event::{
    InputEvent, KeyCode, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use reversi_board::{
    ActiveTheme, BoardReply, BoardState, BoardWidget, BuiltInTheme, ColorDepth, CustomTheme,
    PaletteColor, Rgb,
};

fn classic() -> ActiveTheme {
    ActiveTheme::new(BuiltInTheme::Classic, ColorDepth::True, false)
}

fn square(name: &str) -> Square {
    name.parse().unwrap()
}

fn key(code: KeyCode) -> InputEvent {
    InputEvent::Key(code.into())
}

fn mouse(kind: MouseEventKind, column: u16, row: u16) -> InputEvent {
    InputEvent::Mouse(MouseEvent {
        kind,
        column,
        row,
        modifiers: KeyModifiers::NONE,
    })
}

/// Draws a board into an area of a screen full of `?`.
fn drawn(board: &BoardWidget, area: Rect, state: &mut BoardState) -> Buffer {
    let mut buf = Buffer::empty(Rect::new(0, 0, 150, 80));
    for cell in &mut buf.content {
        cell.set_char('?');
    }
    StatefulWidget::render(board, area, &mut buf, state);
    buf
}

#[test]
fn the_widget_draws_what_the_screens_of_the_program_draw() {
    let game = transcript::parse("f5d6c3").unwrap();
    // A board without a frame beside the panel, and a framed one.
    for (size, area) in [((80, 24), Rect::new(0, 0, 50, 24)), ((120, 40), Rect::ZERO)] {
        for keys in ["", "right", "right down", "g"] {
            let mut person = Table::new().moves("f5d6c3").size(size.0, size.1).sit();
            person.keys(keys);
            let screen = person.buffer();
            let area = if area.is_empty() {
                framed(screen)
            } else {
                area
            };
            let (theme, mut state) = (classic(), BoardState::default());
            let board = BoardWidget::of_game(&game, &theme);
            drawn(&board, area, &mut state);
            for word in keys.split_whitespace() {
                let code = match word {
                    "right" => KeyCode::Right,
                    "down" => KeyCode::Down,
                    letter => KeyCode::Char(letter.chars().next().unwrap()),
                };
                assert_eq!(state.handle(&key(code)), BoardReply::Input);
            }
            let widget = drawn(&board, area, &mut state);
            for at in area.positions() {
                assert_eq!(widget[at], screen[at], "{size:?} {keys} {at}");
            }
        }
    }
}

/// Returns the area of a framed board: from the corner of its frame on.
fn framed(screen: &Buffer) -> Rect {
    let frame = Tint::Rgb(0x0b, 0x32, 0x20);
    let cells = screen.area.positions().filter(|&at| screen[at].bg == frame);
    let (mut xs, mut ys) = (BTreeSet::new(), BTreeSet::new());
    for at in cells {
        xs.insert(at.x);
        ys.insert(at.y);
    }
    let (x, y) = (*xs.first().unwrap(), *ys.first().unwrap());
    let (right, bottom) = (*xs.last().unwrap() + 1, *ys.last().unwrap() + 1);
    Rect::new(x, y, right - x, bottom - y)
}

#[test]
fn a_board_of_every_size_stays_in_its_place_and_every_cell_of_a_square_is_that_square() {
    let (game, theme) = (transcript::parse("f5d6c3").unwrap(), classic());
    let mut heights = BTreeSet::new();
    let sizes = (4..=130)
        .step_by(7)
        .flat_map(|w| (1..=70).step_by(3).map(move |h| (w, h)));
    for (width, height) in sizes {
        let area = Rect::new(7, 3, width, height);
        let mut state = BoardState::default();
        let board = BoardWidget::of_game(&game, &theme);
        let buf = drawn(&board, area, &mut state);
        let place = BoardWidget::fit(area);
        assert_eq!(place.is_some(), width >= 18 && height >= 9, "{area}");
        let place = place.unwrap_or_default();
        assert!(place.is_empty() || place.intersection(area) == place);
        let mut cells = [0; 64];
        for at in buf.area.positions() {
            assert_eq!(buf[at].symbol() == "?", !place.contains(at), "{area} {at}");
        }
        for at in place.positions() {
            if let Some(square) = state.square_at(at.x, at.y) {
                cells[usize::from(square.index())] += 1;
            }
        }
        assert!(cells.iter().all(|&count| count == cells[0]), "{area}");
        heights.insert(cells[0]);
    }
    let squares = (0..=8).map(|height: usize| 2 * height * height);
    assert_eq!(heights, squares.collect());
}

#[test]
fn squares_are_chosen_with_keys_and_the_mouse_and_other_keys_are_left_to_the_program() {
    let (game, theme) = (Game::new(), classic());
    let area = Rect::new(5, 2, 80, 24);
    for turned in [false, true] {
        let board = BoardWidget::of_game(&game, &theme).turned(turned);
        let mut state = BoardState::default();
        assert_eq!(state.handle(&key(KeyCode::Enter)), BoardReply::Unused);
        drawn(&board, area, &mut state);
        let mut reply = |code| state.handle(&key(code));
        assert_eq!(reply(KeyCode::Char('F')), BoardReply::Input);
        assert_eq!(reply(KeyCode::Char('5')), BoardReply::Chosen(square("f5")));
        assert!(matches!(reply(KeyCode::Char('5')), BoardReply::Refused(_)));
        assert_eq!(reply(KeyCode::Tab), BoardReply::Input);
        assert_eq!(reply(KeyCode::Enter), BoardReply::Chosen(square("d3")));
        assert_eq!(reply(KeyCode::Right), BoardReply::Input);
        let beside = square(if turned { "c3" } else { "e3" });
        assert_eq!(reply(KeyCode::Enter), BoardReply::Chosen(beside));
        assert_eq!(reply(KeyCode::Char('q')), BoardReply::Unused);
        assert_eq!(reply(KeyCode::Esc), BoardReply::Input);
        assert_eq!(reply(KeyCode::Esc), BoardReply::Unused);
        let left = MouseEventKind::Down(MouseButton::Left);
        let mut clicked = SquareSet::EMPTY;
        for at in area.positions() {
            let expected = state.square_at(at.x, at.y);
            match state.handle(&mouse(left, at.x, at.y)) {
                BoardReply::Chosen(square) => {
                    assert_eq!((Some(square), state.square()), (expected, expected));
                    clicked.insert(square);
                }
                reply => assert_eq!((expected, state.square()), (None, None), "{reply:?}"),
            }
        }
        assert_eq!(clicked, SquareSet::ALL);
    }
}

#[test]
fn a_move_under_the_mouse_is_previewed_until_the_mouse_leaves() {
    let (game, theme, area) = (Game::new(), classic(), Rect::new(0, 0, 50, 24));
    let mut state = BoardState::default();
    let board = BoardWidget::of_game(&game, &theme);
    let before = drawn(&board, area, &mut state);
    let on_f5 = area
        .positions()
        .find(|at| state.square_at(at.x, at.y) == Some(square("f5")));
    let on_f5 = on_f5.unwrap();
    let over = mouse(MouseEventKind::Moved, on_f5.x, on_f5.y);
    assert_eq!(state.handle(&over), BoardReply::Input);
    assert_eq!(state.handle(&over), BoardReply::Unused);
    let during = drawn(&board, area, &mut state);
    let changed = area.positions().filter(|&at| before[at] != during[at]);
    let changed: SquareSet = changed
        .filter_map(|at| state.square_at(at.x, at.y))
        .collect();
    // The letter in f1 is highlighted.
    assert_eq!(changed.to_string(), "f1 e5 f5");
    let away = mouse(MouseEventKind::Moved, 60, 23);
    assert_eq!(state.handle(&away), BoardReply::Input);
    assert_eq!(drawn(&board, area, &mut state), before);
}

#[test]
fn labels_and_highlighted_squares_are_marked_and_nothing_else() {
    let (game, theme, area) = (Game::new(), classic(), Rect::new(0, 0, 50, 24));
    let mut state = BoardState::default();
    let plain = BoardWidget::of_game(&game, &theme);
    let before = drawn(&plain, area, &mut state);
    let marked = (plain.clone().label(square("f5"), "+3", true))
        .label(square("e5"), "-9", false)
        .highlighted(SquareSet::CORNERS);
    let after = drawn(&marked, area, &mut state);
    let changed = area.positions().filter(|&at| before[at] != after[at]);
    let changed: SquareSet = changed
        .filter_map(|at| state.square_at(at.x, at.y))
        .collect();
    // A disc hides a label.
    assert_eq!(changed.to_string(), "a1 h1 f5 a8 h8");
    let text: String = after.content.iter().map(Cell::symbol).collect();
    assert!(text.contains("+3") && !text.contains("-9"));
    assert_ne!(drawn(&plain.dots(false), area, &mut state), before);
}

#[test]
fn themes_with_other_colours_share_a_state_and_are_not_mixed_up() {
    let (game, area) = (Game::new(), Rect::new(0, 0, 50, 24));
    let blue = Rgb(0x35, 0x85, 0xab);
    let own = CustomTheme::new(BuiltInTheme::Classic).with_color(PaletteColor::LightSquares, blue);
    let own = ActiveTheme::custom(&own, ColorDepth::True, false);
    let classic = classic();
    let mut state = BoardState::default();
    let mut ground = |theme| {
        let buf = drawn(&BoardWidget::of_game(&game, theme), area, &mut state);
        let mut alone = Buffer::empty(buf.area);
        Widget::render(&BoardWidget::of_game(&game, theme), area, &mut alone);
        let same = area.positions().all(|at| alone[at] == buf[at]);
        assert!(same, "a board without a state is the same");
        buf[(4, 1)].bg
    };
    for _ in 0..2 {
        assert_eq!(ground(&own), Tint::Rgb(0x35, 0x85, 0xab));
        assert_eq!(ground(&classic), Tint::Rgb(0x23, 0x85, 0x4b));
    }
}

#[test]
fn events_of_crossterm_are_those_of_the_screens_and_a_released_key_is_none() {
    use ratatui::crossterm::event::{self as theirs, KeyEventKind};
    let pressed = |kind| {
        let held = theirs::KeyModifiers::CONTROL | theirs::KeyModifiers::ALT;
        let key = theirs::KeyEvent::new_with_kind(theirs::KeyCode::Right, held, kind);
        InputEvent::from_crossterm(theirs::Event::Key(key))
    };
    let held = KeyModifiers::CONTROL | KeyModifiers::ALT;
    let expected = reversi_board::event::KeyEvent::new(KeyCode::Right, held);
    for kind in [KeyEventKind::Press, KeyEventKind::Repeat] {
        assert_eq!(pressed(kind), Some(InputEvent::Key(expected)));
    }
    assert_eq!(pressed(KeyEventKind::Release), None);
    let click = theirs::Event::Mouse(theirs::MouseEvent {
        kind: theirs::MouseEventKind::Down(theirs::MouseButton::Left),
        column: 4,
        row: 9,
        modifiers: theirs::KeyModifiers::NONE,
    });
    let expected = mouse(MouseEventKind::Down(MouseButton::Left), 4, 9);
    assert_eq!(InputEvent::from_crossterm(click), Some(expected));
}

#[test]
fn the_guide_shows_the_example() {
    let guide = include_str!("../../../../docs/library.md");
    let example = include_str!("../../../board/examples/board.rs");
    let (_, block) = guide.split_once("```rust,ignore\n").unwrap();
    let (block, _) = block.split_once("```").unwrap();
    assert!(
        block.starts_with("fn play(") && example.ends_with(block),
        "{block}"
    );
}
