//! The overlays: signs on the board and their legend, in a game and in its review.

use insta::assert_snapshot;
use reversi::Color;
use reversi_study::overlay::Overlay;
use reversi_table::player::PlayerKind;
use reversi_table::store::settings::ThemeName;
use reversi_tui::ColorDepth;

use crate::person::{MIDDLE, PASSES, Person, Table};
use crate::review::after;

/// The keys that show an overlay.
fn keys(overlay: Overlay) -> String {
    let index = Overlay::ALL.iter().position(|&other| other == overlay);
    format!(
        "?overlays home {} enter",
        "down ".repeat(index.unwrap() + 1)
    )
}

/// Returns whether the legend of the position on the board is on the screen.
fn has_legend(person: &Person, overlay: Overlay) -> bool {
    let groups = overlay.groups(person.game().position());
    groups.iter().all(|group| person.says(&group.meaning))
}

#[test]
fn every_overlay_has_signs_and_a_legend_and_follows_the_position() {
    for overlay in Overlay::ALL {
        let mut person = Table::new().moves(&PASSES[..40]).size(120, 40).sit();
        person.keys("u");
        let before = person.text();
        person.keys(&keys(overlay));
        assert!(person.says(overlay.name().text()), "{}", person.text());
        assert!(has_legend(&person, overlay), "{}", person.text());
        assert_ne!(person.text(), before);
        let first = person.text();
        person.keys("u u");
        assert!(has_legend(&person, overlay), "{}", person.text());
        assert_ne!(person.text(), first);
        person.keys("r r");
        assert!(has_legend(&person, overlay), "{}", person.text());
        // The first row of the list switches it off.
        person.keys("?overlays home enter");
        assert!(
            person.says("Discs now") && !has_legend(&person, overlay),
            "{}",
            person.text()
        );
    }
}

#[test]
fn a_review_shows_the_overlay_of_its_position() {
    let mut person = after(Table::new().moves(MIDDLE).size(120, 40), "");
    for overlay in Overlay::ALL {
        person.keys(&keys(overlay));
        assert!(person.says(overlay.name().text()), "{}", person.text());
        let review = person.app.review().unwrap().review();
        for group in overlay.groups(*review.positions().last().unwrap()) {
            assert!(person.says(&group.meaning), "{}", person.text());
        }
        person.keys("home");
        let review = person.app.review().unwrap().review();
        for group in overlay.groups(review.positions()[0]) {
            assert!(person.says(&group.meaning), "{}", person.text());
        }
        person.keys("end");
    }
    person.keys("?overlays home enter");
    assert!(person.says("Evaluation"), "{}", person.text());
}

#[test]
fn a_legend_hides_neither_the_moves_nor_the_graph_of_a_review() {
    for size in [(80, 24), (120, 40), (200, 60)] {
        let mut person = after(Table::new().moves(MIDDLE).size(size.0, size.1), "");
        let rows = |person: &Person| {
            let text = person.text();
            let rows = text
                .lines()
                .filter(|line| line.contains(" 11 ") && line.contains("d7"));
            rows.count()
        };
        for overlay in Overlay::ALL {
            person.keys(&keys(overlay));
            let review = person.app.review().unwrap().review();
            for group in overlay.groups(*review.positions().last().unwrap()) {
                assert!(person.says(&group.meaning), "{size:?}\n{}", person.text());
            }
            assert!(
                person.says("Evaluation") && person.says("Moves"),
                "{}",
                person.text()
            );
            assert_eq!(rows(&person), 1, "{size:?}\n{}", person.text());
        }
    }
}

#[test]
fn a_short_legend_leaves_the_moves_of_a_game_on_a_screen_of_the_usual_size() {
    let mut person = Table::new().moves(MIDDLE).sit();
    person.keys(&keys(Overlay::Stable));
    assert!(
        has_legend(&person, Overlay::Stable) && person.says("Moves"),
        "{}",
        person.text()
    );
}

#[test]
fn the_signs_need_no_colour() {
    for ascii in [false, true] {
        for size in [(120, 40), (80, 24), (60, 20), (40, 15), (24, 12)] {
            let table = Table::new().moves(MIDDLE).size(size.0, size.1);
            let table = table.theme(ThemeName::Monochrome).with(|options| {
                options.ascii = ascii;
                options.colors = ColorDepth::None;
            });
            let mut person = table.sit();
            let count = |person: &Person| {
                // The board is at the left.
                let text = person.text();
                let rows = text.lines().skip(1).filter(|line| !line.starts_with('F'));
                let letters = rows.flat_map(|line| line.chars().take(usize::from(size.0 / 2)));
                letters.filter(|&letter| letter == 'F').count()
            };
            let before = count(&person);
            person.keys(&keys(Overlay::Frontier));
            assert!(count(&person) > before, "{size:?}\n{}", person.text());
        }
    }
}

#[test]
fn signs_are_drawn_in_colours_at_every_size() {
    for size in [(200, 60), (120, 40), (80, 24), (60, 20), (40, 15), (24, 12)] {
        let mut person = Table::new().moves(MIDDLE).size(size.0, size.1).sit();
        person.keys(&keys(Overlay::Mobility));
        let groups = Overlay::Mobility.groups(person.game().position());
        let text = person.text();
        let near = groups.iter().filter(|group| !group.squares.is_empty());
        for group in near {
            assert!(text.contains(group.sign.text), "{size:?} {group:?}\n{text}");
        }
        assert!(person.says("'s moves: "), "{size:?}\n{text}");
    }
}

#[test]
fn i_opens_the_lesson_on_the_overlay() {
    let mut person = Table::new().moves(MIDDLE).sit();
    person.keys(&keys(Overlay::Stable));
    assert!(person.says("how this is computed"), "{}", person.text());
    person.keys("i");
    assert!(person.says("stable"), "{}", person.text());
    let stable = person.text();
    person.keys("esc");
    person.keys(&keys(Overlay::Mobility));
    person.keys("i");
    assert!(
        person.says("mobility") && person.text() != stable,
        "{}",
        person.text()
    );
    person.keys("esc");
    person.keys(&keys(Overlay::Regions));
    assert!(!person.says("how this is computed"), "{}", person.text());
}

#[test]
fn an_overlay_is_chosen_with_the_mouse_alone() {
    let mut person = Table::new().moves(MIDDLE).size(120, 40).sit();
    let click = |person: &mut Person, words: &str| {
        let text = person.text();
        let (row, line) = text
            .lines()
            .enumerate()
            .find(|(_, line)| line.contains(words))
            .unwrap();
        let column = line.split_once(words).unwrap().0.chars().count();
        person.click(u16::try_from(column).unwrap(), u16::try_from(row).unwrap());
    };
    click(&mut person, "? more");
    person.keys("o v e r l a y s");
    click(&mut person, "overlays: stable");
    click(&mut person, "Frontier");
    assert!(has_legend(&person, Overlay::Frontier), "{}", person.text());
}

#[test]
fn an_overlay_stays_on_against_the_computer_and_marks_what_it_should() {
    let mut person = Table::new()
        .players(PlayerKind::Human, PlayerKind::Greedy)
        .sit();
    person.keys(&keys(Overlay::Mobility));
    person.keys("f5");
    person.wait_for_turn();
    assert!(has_legend(&person, Overlay::Mobility), "{}", person.text());
    assert_eq!(person.game().position().side_to_move(), Color::Black);
}

#[test]
fn what_they_look_like() {
    let mut person = Table::new().moves(&PASSES[..40]).sit();
    person.keys(&keys(Overlay::Corners));
    assert_snapshot!(person.text());
    let mut person = Table::new().moves(MIDDLE).size(40, 15).sit();
    person.keys(&keys(Overlay::Mobility));
    assert_snapshot!(person.text());
}

#[test]
fn the_list_of_overlays() {
    let mut person = Table::new().moves(MIDDLE).sit();
    person.keys(&keys(Overlay::Regions));
    person.keys("?overlays");
    assert_snapshot!(person.text());
}
