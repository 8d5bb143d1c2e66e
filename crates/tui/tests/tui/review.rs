//! The review: what it looks like, what its keys and clicks do, and that it leaves the game alone.

use insta::assert_snapshot;
use reversi::search::{Certainty, Limits, MoveScore};
use reversi::{Entry, Square};
use reversi_study::review::{MoveReview, Review, Totals, Whose};
use reversi_table::store::settings::ThemeName;
use reversi_tui::ColorDepth;
use reversi_tui::event::MouseEventKind;
use reversi_wording::review as wording;

use crate::person::{MIDDLE, PASSES, Person, Table};

pub(crate) fn table() -> Table {
    Table::new().moves(PASSES)
}

/// The review, complete, after some keys.
pub(crate) fn after(table: Table, keys: &str) -> Person {
    let mut person = table.sit();
    person.keys("w");
    person.wait_for_review();
    person.keys(keys);
    if person.app.review().is_some() {
        person.wait_for_review();
    }
    person
}

pub(crate) fn review(person: &Person) -> &Review {
    person.app.review().unwrap().review()
}

/// Whether an entry is a mistake or a blunder.
fn is_bad(person: &Person, entry: usize) -> bool {
    let move_review = review(person).move_review(entry);
    move_review.is_some_and(|move_review| move_review.grade().is_bad())
}

/// The first bad move of the game.
pub(crate) fn first_mistake(person: &Person) -> usize {
    let entries = review(person).game().entries().len();
    (0..entries).find(|&entry| is_bad(person, entry)).unwrap()
}

/// A legal move other than the one that was played after so many entries, nor the best one.
pub(crate) fn other_move(person: &Person, entry: usize) -> Square {
    let review = review(person);
    let move_review = review.move_review(entry).unwrap();
    review.positions()[entry]
        .legal_moves()
        .iter()
        .find(|&square| square != move_review.square && Some(square) != move_review.best.square)
        .unwrap()
}

/// What the cards beside or below the board say, in one line.
pub(crate) fn cards(person: &Person) -> String {
    let left = find(person, "Evaluation").0 - 1;
    let text = person.text();
    let lines = text
        .lines()
        .map(|line| line.chars().skip(left.into()).collect::<String>());
    let joined = lines.collect::<Vec<_>>().join(" ").replace(['│', '|'], " ");
    joined.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The title of the card of a move: `12 White g5`.
pub(crate) fn title(person: &Person, entry: usize) -> String {
    let entries = &review(person).game().entries()[..=entry];
    let number = entries.iter().filter_map(Entry::square).count();
    let last = &entries[entry];
    format!(" {number} {} {} ", last.color(), last.square().unwrap())
}

/// What the card says about the loss of a move.
pub(crate) fn verdict(judged: &MoveReview, choices: usize) -> String {
    let discs = if judged.loss == 1 { "disc" } else { "discs" };
    match (judged.loss, judged.is_exact()) {
        (0, _) if choices == 1 => "The only move.".to_owned(),
        (0, true) => "The best move (proven).".to_owned(),
        (0, false) => "No better move found.".to_owned(),
        (loss, true) => format!("Loses {loss} {discs} (proven)."),
        (loss, false) => format!("Loses about {loss} {discs}."),
    }
}

/// Where a text stands on the screen.
pub(crate) fn find(person: &Person, text: &str) -> (u16, u16) {
    let screen = person.text();
    let (row, line) = screen
        .lines()
        .enumerate()
        .find(|(_, line)| line.contains(text))
        .unwrap_or_else(|| panic!("no {text:?} in\n{screen}"));
    let column = line.split_once(text).unwrap().0.chars().count();
    (u16::try_from(column).unwrap(), u16::try_from(row).unwrap())
}

#[test]
fn it_opens_at_the_end_of_a_finished_game() {
    assert_snapshot!(after(table(), "").text());
}

#[test]
fn a_mistake_with_the_best_line_beside_the_played_one() {
    assert_snapshot!(after(table(), "home down down").text());
}

#[test]
fn a_variation() {
    assert_snapshot!(after(Table::new().moves(MIDDLE), "left left left e2 b4").text());
}

#[test]
fn a_large_screen() {
    assert_snapshot!(after(table().size(120, 40), "up").text());
}

#[test]
fn a_screen_that_is_higher_than_wide() {
    assert_snapshot!(after(table().size(48, 44), "up").text());
}

#[test]
fn forty_columns() {
    assert_snapshot!(after(table().size(40, 15), "up").text());
}

#[test]
fn the_smallest_screen() {
    assert_snapshot!(after(table().size(24, 12), "up").text());
}

#[test]
fn a_small_screen_shows_the_board_or_the_text() {
    for (columns, rows) in [(40, 15), (24, 12)] {
        let mut person = after(table().size(columns, rows), "up");
        let board = person.text();
        assert!(board.contains(" a b c d e f g h"), "{board}");
        assert!(board.contains("Tab text"), "{board}");
        person.keys("tab");
        let text = person.text();
        assert!(!text.contains(" a b c d e f g h"), "{text}");
        assert!(text.contains("Tab board"), "{text}");
        // What is said about the move stands there as a whole.
        let at = (0..review(&person).game().entries().len())
            .rev()
            .find(|&entry| is_bad(&person, entry));
        let at = at.unwrap();
        assert!(text.contains(title(&person, at).trim_start()), "{text}");
        let judged = review(&person).move_review(at).unwrap();
        assert!(person.says(&verdict(judged, 9)), "{text}");
        assert!(text.contains("best ") && text.contains("played "), "{text}");
        person.keys("tab");
        assert_eq!(person.text(), board);
        // On a larger one both are there, and Tab goes to the next mistake.
        person.resize(80, 24);
        assert!(
            person.says("Moves") && !person.says("Tab "),
            "{}",
            person.text()
        );
        person.keys("home");
        let before = person.text();
        person.keys("tab");
        assert_ne!(person.text(), before);
        assert!(person.says("Moves"));
    }
}

#[test]
fn the_text_of_forty_columns() {
    assert_snapshot!(after(table().size(40, 15), "up tab").text());
}

#[test]
fn the_text_of_the_smallest_screen() {
    assert_snapshot!(after(table().size(24, 12), "up tab").text());
}

#[test]
fn no_fact_stands_twice_on_the_screen() {
    for size in [(80, 24), (120, 40)] {
        let mut person = after(table().size(size.0, size.1), "");
        let text = person.text();
        for words in ["loss ", "mistakes", "best moves", "Game over"] {
            assert_eq!(text.matches(words).count(), 1, "{words}\n{text}");
        }
        person.keys("up");
        let text = person.text();
        for words in [
            "oses ",
            "best ",
            "played ",
            "Black is ahead",
            "with best play",
        ] {
            assert!(text.matches(words).count() <= 1, "{words}\n{text}");
        }
    }
}

#[test]
fn without_colours() {
    let table = table().theme(ThemeName::Monochrome);
    assert_snapshot!(after(table, "up up").text());
}

#[test]
fn in_letters_without_colours() {
    let table = table().with(|options| {
        options.ascii = true;
        options.colors = ColorDepth::None;
    });
    let person = after(table, "up up");
    assert!(person.text().is_ascii());
    assert_snapshot!(person.text());
}

#[test]
fn its_list_of_actions() {
    assert_snapshot!(after(table().size(100, 40), "?").text());
}

#[test]
fn the_choice_of_players_to_play_on() {
    assert_snapshot!(after(Table::new().moves(MIDDLE), "home right right >").text());
}

#[test]
fn it_is_there_at_once_and_gone_at_once_however_long_the_review_takes() {
    // Minutes of work.
    let mut person = table()
        .with(|options| options.review = Limits::depth(24))
        .sit();
    person.keys("w");
    assert!(person.says("Game over. Black"), "{}", person.text());
    assert!(person.says("reviewing "));
    person.keys("home right right");
    assert!(person.says(" 3 Black e3 "), "{}", person.text());
    assert!(person.says("Not reviewed yet."), "{}", person.text());
    person.keys("esc");
    // The worker was waited for: it has stopped in the middle of a position.
    assert!(person.app.review().is_none());
}

#[test]
fn the_end_of_the_game_is_known_first_and_the_graph_fills_towards_the_start() {
    let mut person = table().sit();
    person.keys("w");
    let count = person.game().entries().len() + 1;
    while person.app.review().unwrap().is_busy() {
        let review = review(&person);
        let known: Vec<bool> = (0..count).map(|k| review.score(k).is_some()).collect();
        assert!(known.is_sorted(), "{known:?}");
        let progress = format!("reviewing {}/{count}", review.known());
        assert!(
            review.is_complete() || person.says(&progress),
            "{}",
            person.text()
        );
        person.next_wake();
    }
    assert!(!person.says("reviewing"));
}

#[test]
fn every_size_says_how_far_it_has_come() {
    for (columns, rows) in [(24, 12), (40, 12), (40, 16), (60, 12), (80, 24), (100, 30)] {
        let table = table().size(columns, rows);
        let mut person = table
            .with(|options| options.review = Limits::depth(24))
            .sit();
        person.keys("w");
        let all = person.game().entries().len() + 1;
        person.wait_until("count of what is known", |person| {
            let text = person.text();
            (1..all).any(|known| text.contains(&format!("{known}/{all}")))
        });
    }
}

#[test]
fn arrows_home_and_end_step_through_the_entries() {
    let mut person = after(table(), "home");
    let entries = person.game().entries().to_vec();
    for (index, entry) in entries.iter().enumerate() {
        let head = match entry {
            Entry::Move { .. } => title(&person, index),
            _ => format!("{} has no legal move and passes.", entry.color()),
        };
        assert!(person.says(&head), "{head}\n{}", person.text());
        person.keys("right");
    }
    let end = person.text();
    assert!(end.contains("Game over. "));
    person.keys("right");
    assert_eq!(person.text(), end);
    person.keys("home left");
    assert!(person.says(" 1 Black f5 ") && person.says("The best move (proven)."));
    person.keys("end");
    assert_eq!(person.text(), end);
}

#[test]
fn what_is_said_is_what_was_found() {
    // On the second one, three rows hold what is said about a move.
    for (columns, rows) in [(80, 24), (100, 30)] {
        look_through(after(table().size(columns, rows), "home"));
    }
}

fn look_through(mut person: Person) {
    for entry in 0..person.game().entries().len() {
        let move_review = review(&person).move_review(entry).cloned();
        let text = cards(&person);
        if let Some(move_review) = move_review {
            let said = |name: &str, found: &MoveScore| {
                let sign = if found.certainty == Certainty::Exact {
                    "="
                } else {
                    ""
                };
                let (discs, square) = (found.score.discs(), found.square.unwrap());
                format!("{name} {discs:+}{sign} {square}")
            };
            let choices = review(&person).positions()[entry].legal_moves().len();
            let mut all = vec![
                title(&person, entry),
                verdict(&move_review, choices),
                said("best", &move_review.best),
            ];
            if move_review.loss > 0 {
                all.push(said("played", &move_review.played));
            }
            if let Some(reason) = wording::reason(&move_review, None) {
                all.push(reason.chars().take(20).collect());
            }
            for said in all {
                assert!(text.contains(&said), "{said}\n{text}\n{}", person.text());
            }
        }
        person.keys("right");
    }
    let totals = review(&person).totals(&Whose::default());
    let row = |name: &str, of: &dyn Fn(&Totals) -> String| {
        format!("{name} {} {}", of(&totals.black), of(&totals.white))
    };
    let text = cards(&person);
    for said in [
        row("loss per move", &|side| {
            format!("{:.1}", side.mean_loss().unwrap())
        }),
        row("mistakes ?", &|side| side.mistakes.to_string()),
        row("blunders ??", &|side| side.blunders.to_string()),
        row("best moves", &|side| {
            format!("{} %", side.best_percent().unwrap())
        }),
    ] {
        assert!(text.contains(&said), "{said}\n{}", person.text());
    }
}

/// A game with mistakes near its end that nearly all players make, by the model.
const TRAPS: &str = "f5f6e6f4e3d6c4f3g3f2g4d3d2d1e2g5e1f1g6c3c5b6b5b3b4c6f7a3a4a5c1b1c2h5h6h3h4h7e7d7c8e8g8f8d8c7\
                     a7b7a8b2g2g1a1a2b8g7h8a6h2h1";

#[test]
fn a_mistake_that_most_players_make_is_said_to_be_one_in_as_many_words_as_fit() {
    for (columns, rows) in [(80, 24), (120, 40)] {
        let mut person = after(Table::new().moves(TRAPS).size(columns, rows), "home");
        let mut said = 0;
        for entry in 0..person.game().entries().len() {
            let review = review(&person);
            let text = cards(&person);
            let group = review.game().entries()[entry].color();
            let short = format!("Most {} play it.", review.group(group));
            let known = wording::people_at(review, entry);
            let shown = known.is_some_and(|known| text.contains(&*known) || text.contains(&short));
            let words = [" players play ", "eginners play ", " play it."];
            let speaks = words.iter().any(|words| text.contains(words));
            assert_eq!(shown, speaks, "{text}");
            said += u32::from(shown);
            person.keys("right");
        }
        assert!(said > 0, "{columns} columns");
    }
}

#[test]
fn up_and_down_go_from_mistake_to_mistake() {
    for (on, back) in [("down", "up"), ("tab", "backtab")] {
        let mut person = after(table(), "home");
        let flaws: Vec<usize> = (0..person.game().entries().len())
            .filter(|&entry| {
                review(&person)
                    .move_review(entry)
                    .is_some_and(|move_review| move_review.loss > 2)
            })
            .collect();
        assert!(flaws.len() > 2);
        let mut seen = Vec::new();
        let later = flaws.iter().filter(|&&entry| entry > 0);
        for &entry in later.clone() {
            person.keys(on);
            let move_review = review(&person).move_review(entry).unwrap();
            let mark = if move_review.loss > 6 { "??" } else { "?" };
            let head = title(&person, entry);
            assert!(person.says(&head), "{head}\n{}", person.text());
            let note = format!("-{}{mark}", move_review.loss);
            assert!(person.says(&note), "{note}\n{}", person.text());
            seen.push(person.text());
        }
        person.keys(on);
        assert!(person.says("No mistakes after this one."));
        for text in seen.iter().rev().skip(1) {
            person.keys(back);
            assert_eq!(person.text(), *text);
        }
    }
}

#[test]
fn another_move_is_tried_judged_and_taken_back() {
    let mut person = after(table(), "home");
    let entry = first_mistake(&person);
    for _ in 0..entry {
        person.keys("right");
    }
    let before = person.text();
    let game = person.game().clone();
    let other = other_move(&person, entry);
    person.keys(&other.to_string());
    assert!(person.says(&format!(" {other} ")), "{}", person.text());
    assert!(person.says("Variation from "));
    person.wait_for_review();
    let position = review(&person).positions()[entry];
    let move_review = person.app.review().unwrap().move_review(position, other);
    let shown = verdict(move_review.unwrap(), position.legal_moves().len());
    assert!(person.says(&shown), "{shown}\n{}", person.text());
    person.keys("u");
    assert_eq!(person.text(), before);
    person.keys("r");
    assert!(person.says("Variation from "));
    // Esc leaves it; it stays below the move that it replaces, until it is undone.
    person.keys("esc");
    assert!(!person.says("Variation from "));
    let row = find(&person, &format!("{} {other}", entry + 1));
    person.keys("u");
    assert_eq!(person.text(), before);
    // A click on it, or stepping forward after stepping back, leads into it again.
    person.keys("r esc");
    person.click(row.0 + 1, row.1);
    assert!(person.says("Variation from "));
    person.keys("left");
    assert!(!person.says("Variation from "));
    person.keys("right");
    assert!(person.says("Variation from "));
    person.keys("right");
    assert!(person.says("End of the variation."));
    person.keys("delete");
    assert!(person.says("Deleted 1 move; u restores them."));
    person.keys("u");
    assert!(person.says("Variation from "));
    person.keys("backspace");
    assert_eq!(person.text(), before);
    assert_eq!(*person.game(), game);
}

#[test]
fn a_format_without_variations_is_not_proposed_and_says_what_it_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let mut person = after(Table::new().moves("f5d6"), "left f4");
    person.keys("s");
    assert!(person.says("you-a-friend.sgf"), "{}", person.text());
    for (name, keeps) in [("kept.sgf", true), ("lost.ggf", false)] {
        if !keeps {
            person.keys("s");
        }
        person.keys("ctrl-u");
        person.paste(folder.path().join(name).to_str().unwrap());
        person.keys("enter");
        person.wait_for_text("Saved to");
        assert_eq!(
            person.says("Without 1 variation"),
            !keeps,
            "{}",
            person.text()
        );
    }
    let kept = std::fs::read_to_string(folder.path().join("kept.sgf")).unwrap();
    assert!(kept.contains("(;W[f4]"), "{kept}");
}

#[test]
fn the_move_of_the_game_is_no_side_line() {
    let person = after(table(), "home f5");
    assert_eq!(person.text(), after(table(), "home right").text());
}

#[test]
fn a_forced_pass_in_a_side_line_is_made_and_said() {
    // Before White's last move here Black tries the one after which White passes in the game.
    let game = reversi::transcript::parse(PASSES).unwrap();
    let pass = game
        .entries()
        .iter()
        .position(|entry| matches!(entry, Entry::Pass { .. }))
        .unwrap();
    let last = game.entries()[pass - 1].square().unwrap();
    // Another move first, then what was played: the pass is of the variation.
    let moves: String = game.entries()[..pass - 1]
        .iter()
        .filter_map(Entry::square)
        .map(|square| square.to_string())
        .collect();
    let mut person = after(Table::new().moves(&moves), "");
    person.keys(&last.to_string());
    let text = person.text();
    assert!(text.contains(&format!(" {last} ")), "{text}");
    assert!(text.contains(" --\n"), "{text}");
    assert!(person.says("has no legal move and passes."), "{text}");
    person.wait_for_review();
    person.keys("left");
    assert!(person.says("Variation") && !person.says("has no legal move"));
    person.keys("right u");
    assert!(!person.says("Variation"));
}

#[test]
fn a_move_that_is_not_legal_is_refused_with_a_reason() {
    let mut person = after(table(), "home a1");
    assert!(person.says("a1 would turn no discs"));
    person.keys("d4");
    assert!(person.says("d4 is taken by White"));
    person.keys("4");
    assert!(person.says("4: type a letter a-h first, as in f4"));
    person.keys("end a8");
    assert!(person.says("the game is over"), "{}", person.text());
    person.keys("u");
    assert!(person.says("Nothing to undo"));
    // A typed letter is given up first.
    person.keys("home f esc");
    assert!(person.says(" 1 Black f5 "));
    person.keys("f backspace 5");
    assert!(person.says("5: type a letter a-h first, as in f5"));
}

#[test]
fn a_square_is_chosen_with_the_arrow_keys() {
    let mut person = after(Table::new().moves(MIDDLE), "home right enter");
    assert!(person.says(": press Enter to try it."), "{}", person.text());
    person.keys("esc");
    assert!(!person.says("press Enter to try it."));
    let best = review(&person).move_review(1).unwrap().best.square;
    person.keys("enter");
    // From the best move, which was played here, to another legal one: after f5 they are d6, f4, f6.
    for name in ["f6", "f4"] {
        let (from, to) = (best.unwrap(), name.parse::<Square>().unwrap());
        if from == to {
            continue;
        }
        let steps = |from: u8, to: u8, less: &str, more: &str| {
            let key = if to > from { more } else { less };
            format!("{key} ").repeat(usize::from(from.abs_diff(to)))
        };
        let keys = steps(from.file().index(), to.file().index(), "left", "right")
            + &steps(from.rank().index(), to.rank().index(), "up", "down")
            + "enter";
        person.keys(&keys);
        assert!(
            person.says("Variation from 2") && person.says(&format!(" 2 White {name} ")),
            "{}",
            person.text()
        );
        break;
    }
}

#[test]
fn clicks_on_the_graph_the_list_and_the_board() {
    for size in [(80, 24), (120, 40), (200, 60)] {
        let mut person = after(table().size(size.0, size.1), "");
        // On the graph: every column leads to a move, whose number then stands there on the axis.
        let caret = find(&person, "╹");
        for column in (caret.0 - 18..caret.0).step_by(3) {
            person.click(column, caret.1 - 2);
            let text = person.text();
            let axis: Vec<char> = text.lines().nth(caret.1.into()).unwrap().chars().collect();
            let digits = |at: &usize| axis.get(*at).is_some_and(char::is_ascii_digit);
            let column = usize::from(column);
            if (column - 1..=column + 1).any(|at| axis.get(at) == Some(&'╹')) {
                assert!(text.contains(" Pass "), "{text}");
                continue;
            }
            let start = (column - 1..=column + 1).find(digits).unwrap();
            let number: String = axis[start..]
                .iter()
                .take_while(|c| c.is_ascii_digit())
                .collect();
            let titles = ["Black", "White"].map(|side| format!(" {number} {side} "));
            assert!(titles.iter().any(|title| text.contains(title)), "{text}");
        }
        // On the list.
        person.keys("home");
        let (column, row) = find(&person, " d6 ");
        person.click(column + 1, row);
        assert!(person.says(" 4 White d6 "), "{}", person.text());
        // The wheel steps.
        person.mouse(MouseEventKind::ScrollUp, 1, 1);
        assert!(person.says(" 3 Black e3 "), "{}", person.text());
        person.mouse(MouseEventKind::ScrollDown, 1, 1);
        assert!(person.says(" 4 White d6 "), "{}", person.text());
        // On the board: its best move, then one that is not legal.
        person.keys("home right");
        let best = review(&person).move_review(1).unwrap().clone();
        let squares = ["d6", "f4", "f6"].map(|name| name.parse::<Square>().unwrap());
        let other = squares.into_iter().find(|&s| s != best.square).unwrap();
        let height = match size.0 {
            80 => 3,
            120 => 4,
            _ => 6,
        };
        let (a, top) = find(&person, "a  ");
        // At 80x24 the letters are inside the first rank.
        let (left, top) = if height == 3 {
            (a, top)
        } else {
            (a - (height - 1), top + 1)
        };
        let x = left + 2 * height * u16::from(other.file().index());
        let y = top + height * u16::from(other.rank().index());
        person.click(x, y);
        assert!(
            person.says("Variation from 2") && person.says(&format!(" 2 White {other} ")),
            "{}",
            person.text()
        );
    }
}
