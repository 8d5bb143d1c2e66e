//! What the screens look like, as text.

use insta::assert_snapshot;
use reversi_table::player::PlayerKind::{Greedy, Human, Random};
use reversi_table::store::settings::ThemeName;
use reversi_tui::{ColorDepth, FirstScreen};

use crate::person::{MIDDLE, PASSES, Table, WIPEOUT, undo_pass};

#[test]
fn the_start() {
    assert_snapshot!(Table::new().sit().text());
}

#[test]
fn the_choice_of_players() {
    let mut person = Table::new().choose();
    person.keys("down right right");
    assert_snapshot!(person.text());
}

#[test]
fn the_choice_of_players_on_the_smallest_screen() {
    let person = Table::new().size(24, 12).choose();
    assert_snapshot!(person.text());
}

#[test]
fn a_file_letter_names_the_squares_that_can_follow() {
    let mut person = Table::new().moves(MIDDLE).sit();
    person.keys("e");
    assert_snapshot!(person.text());
}

#[test]
fn a_wrong_square_says_why() {
    let mut person = Table::new().sit();
    person.keys("c3");
    assert_snapshot!(person.text());
}

#[test]
fn a_cursor_shows_what_would_turn_in_letters() {
    let mut person = Table::new()
        .moves(MIDDLE)
        .with(|options| options.ascii = true)
        .sit();
    person.keys("tab");
    assert_snapshot!(person.text());
}

#[test]
fn discs_that_have_just_turned_are_marked_in_letters() {
    let mut person = Table::new().with(|options| options.ascii = true).sit();
    person.keys("f5");
    assert_snapshot!(person.text());
}

#[test]
fn a_pass_is_named_and_explained() {
    let mut person = Table::new().moves(&PASSES[..44]).sit();
    person.keys("g8");
    assert_snapshot!(person.text());
}

#[test]
fn an_undone_pass_says_how_to_make_it_again() {
    let person = Table::new().moves(&PASSES[..46]).with(undo_pass).sit();
    assert_snapshot!(person.text());
}

#[test]
fn the_end_with_empty_squares_left() {
    assert_snapshot!(Table::new().moves(WIPEOUT).sit().text());
}

#[test]
fn the_end_on_the_smallest_screen() {
    assert_snapshot!(Table::new().moves(WIPEOUT).size(24, 12).sit().text());
}

#[test]
fn the_help() {
    let mut person = Table::new().size(100, 60).sit();
    person.keys("?");
    assert_snapshot!(person.text());
}

#[test]
fn the_help_on_the_smallest_screen_scrolls() {
    let mut person = Table::new().size(24, 12).sit();
    person.keys("? down down");
    assert_snapshot!(person.text());
}

#[test]
fn the_help_does_not_scroll_beyond_its_end() {
    let mut person = Table::new().size(24, 12).sit();
    person.keys("?");
    for _ in 0..30 {
        person.keys("pagedown");
    }
    let end = person.text();
    person.keys("pagedown down down");
    assert_eq!(person.text(), end);
    person.keys("up");
    assert_ne!(person.text(), end);
    for _ in 0..30 {
        person.keys("pageup");
    }
    person.keys("down down");
    let third = person.text();
    person.keys("esc ? down down");
    assert_eq!(person.text(), third);
}

#[test]
fn the_question_whether_to_quit() {
    let mut person = Table::new().moves("f5").sit();
    person.keys("q");
    assert_snapshot!(person.text());
}

#[test]
fn the_transcript() {
    let mut person = Table::new().moves(MIDDLE).sit();
    person.keys("y");
    assert_snapshot!(person.text());
}

#[test]
fn a_cpu_that_thinks() {
    let person = Table::new().players(Greedy, Human).sit();
    assert_snapshot!(person.text());
}

#[test]
fn paused_cpus_say_how_to_go_on() {
    let mut person = Table::new().players(Greedy, Random).sit();
    person.keys("p");
    assert_snapshot!(person.text());
}

#[test]
fn moves_taken_back_stay_in_the_list() {
    let mut person = Table::new().moves(MIDDLE).sit();
    person.keys("u u u");
    assert_snapshot!(person.text());
}

#[test]
fn the_smallest_screen() {
    let mut person = Table::new().moves(MIDDLE).size(24, 12).sit();
    person.keys("e");
    assert_snapshot!(person.text());
}

#[test]
fn forty_columns() {
    assert_snapshot!(Table::new().moves(MIDDLE).size(40, 15).sit().text());
}

#[test]
fn sixty_columns() {
    assert_snapshot!(Table::new().moves(MIDDLE).size(60, 20).sit().text());
}

#[test]
fn a_tall_screen_has_the_panel_below_the_board() {
    assert_snapshot!(Table::new().moves(MIDDLE).size(40, 40).sit().text());
}

#[test]
fn a_large_screen() {
    assert_snapshot!(Table::new().moves(MIDDLE).size(200, 60).sit().text());
}

#[test]
fn a_screen_that_is_too_small_says_what_is_needed() {
    let mut person = Table::new().moves(MIDDLE).size(20, 8).sit();
    assert_snapshot!(person.text());
    // It recovers.
    person.resize(80, 24);
    let recovered = person.text();
    assert_eq!(recovered, Table::new().moves(MIDDLE).sit().text());
}

#[test]
fn the_classic_theme() {
    let person = Table::new().moves(MIDDLE).theme(ThemeName::Classic).sit();
    assert_snapshot!(person.text());
}

#[test]
fn the_contrast_theme() {
    let person = Table::new().moves(MIDDLE).theme(ThemeName::Contrast).sit();
    assert_snapshot!(person.text());
}

#[test]
fn the_color_safe_theme_has_rings() {
    let person = Table::new().moves(MIDDLE).theme(ThemeName::ColorSafe).sit();
    assert_snapshot!(person.text());
}

#[test]
fn the_monochrome_theme() {
    let person = Table::new()
        .moves(MIDDLE)
        .theme(ThemeName::Monochrome)
        .sit();
    assert_snapshot!(person.text());
}

#[test]
fn the_monochrome_theme_on_a_larger_screen() {
    let table = Table::new().moves(MIDDLE).theme(ThemeName::Monochrome);
    assert_snapshot!(table.size(120, 40).sit().text());
}

#[test]
fn letters_on_a_larger_screen_without_colours() {
    let table = Table::new().moves(MIDDLE).size(120, 40).with(|options| {
        options.ascii = true;
        options.colors = ColorDepth::None;
    });
    assert_snapshot!(table.sit().text());
}

#[test]
fn a_notice_is_shown_without_control_characters() {
    let table = Table::new().with(|options| {
        options.notice = Some("wrong \u{1b}[2J file".to_owned());
    });
    assert_snapshot!(table.sit().text());
}

#[test]
fn a_pass_on_the_smallest_screen() {
    let mut person = Table::new().moves(&PASSES[..44]).size(24, 12).sit();
    person.keys("g8");
    assert_snapshot!(person.text());
}

#[test]
fn an_undone_pass_on_the_smallest_screen() {
    let table = Table::new().moves(&PASSES[..46]).size(24, 12);
    let person = table.with(undo_pass).sit();
    assert_snapshot!(person.text());
}

#[test]
fn the_question_whether_to_quit_on_the_smallest_screen() {
    let mut person = Table::new().moves("f5").size(24, 12).sit();
    person.keys("q");
    assert_snapshot!(person.text());
}

#[test]
fn the_first_screen_offers_the_ways_in() {
    assert_snapshot!(Table::new().first(FirstScreen::Start).sit().text());
}

#[test]
fn the_first_screen_on_the_smallest_screen() {
    let person = Table::new().first(FirstScreen::Start).size(24, 12).sit();
    assert_snapshot!(person.text());
}

#[test]
fn a_turned_board_has_whites_side_at_the_bottom() {
    let mut person = Table::new().moves(MIDDLE).size(120, 40).sit();
    person.keys("z");
    assert_snapshot!(person.text());
}

#[test]
fn a_large_panel_has_no_empty_half() {
    for (columns, rows) in [(120, 40), (160, 50), (200, 60)] {
        for moves in ["", "f5d6", MIDDLE, &PASSES[..44], WIPEOUT] {
            let person = Table::new().moves(moves).size(columns, rows).sit();
            let buffer = person.buffer();
            // The panel is to the right of the last column with a coordinate.
            let digits = |x: u16| {
                (0..rows)
                    .filter(|&y| buffer[(x, y)].symbol() == "8")
                    .count()
                    == 1
            };
            let left = (columns / 2..columns).find(|&x| digits(x)).unwrap() + 2;
            let is_blank = |y: u16| {
                (left..columns).all(|x| {
                    let cell = &buffer[(x, y)];
                    cell.symbol() == " " && cell.bg == buffer[(columns - 1, 0)].bg
                })
            };
            let blanks: Vec<bool> = (2..rows - 4).map(is_blank).collect();
            let longest = blanks
                .split(|blank| !blank)
                .map(<[bool]>::len)
                .max()
                .unwrap();
            assert!(
                longest <= usize::from(rows / 4),
                "{longest} of {rows} for {moves:?}\n{}",
                person.text()
            );
        }
    }
}
