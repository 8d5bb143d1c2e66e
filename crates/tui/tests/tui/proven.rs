//! The perfect game: its positions are told to be proven draws, with the source, and no others.

use reversi::is_proven_draw;
use reversi::transcript;

use crate::person::Table;
use crate::review::after;

/// The beginning of the perfect game, and the same seen in a mirror.
const LINES: [&str; 2] = ["f5d6c3d3c4f4f6f3", "e6f4c3c4d3d6f6c6"];

#[test]
fn a_review_says_where_the_game_is_a_proven_draw() {
    for line in LINES {
        // The ninth move leaves the perfect game.
        let mut game = transcript::parse(line).unwrap();
        let position = game.position();
        let mut others = position.legal_moves().iter();
        let other = others.find(|&square| !is_proven_draw(position.play(square).unwrap().board()));
        game.play(other.unwrap()).unwrap();
        let table = Table::new().moves(&transcript::print(&game));
        let mut person = after(table.size(120, 40), "home");
        assert!(!person.says("arXiv"), "only in the list of actions");
        person.keys("?");
        assert!(
            person.says("proven Takizawa 2023, arXiv 2310.19387"),
            "{}",
            person.text()
        );
        person.keys("esc");
        for (columns, rows, told) in [(80, 24, "proven draw"), (120, 40, "proven draw")] {
            person.resize(columns, rows);
            person.keys("home");
            for _ in 0..8 {
                assert!(person.says(told), "{}", person.text());
                person.keys("right");
            }
            // This move leaves it.
            assert!(!person.says(told), "{}", person.text());
        }
    }
}

#[test]
fn a_hint_says_it_of_a_move_that_keeps_the_draw() {
    let mut person = Table::new().size(120, 40).sit();
    person.keys("k");
    person.wait_for_analysis();
    assert!(!person.says("arXiv"), "only for those who ask again");
    person.keys("k");
    person.wait_for_analysis();
    assert!(
        person.says("a draw with best play (proven).") && !person.says("arXiv"),
        "{}",
        person.text()
    );
    // No first move can lose anything; the reply can.
    person.keys("k k f5 f6 k k");
    person.wait_for_analysis();
    assert!(
        person.says("Hint") && !person.says("best play (proven)"),
        "{}",
        person.text()
    );
}
