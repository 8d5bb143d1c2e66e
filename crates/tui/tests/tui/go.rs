//! A game of Go on the screen.

use std::time::{Duration, Instant};

use insta::assert_snapshot;
use ratatui::style::Color as Tint;
use reversi::ByColor;
pub(crate) use reversi_table::go::player::GoPlayerKind::{self, Greedy, Human, Mcts, Random};
use reversi_table::go::{GoGame, Grid, Komi};
use reversi_table::session::Setup;
use reversi_table::store::state::StateFolder;
use reversi_tui::{ColorDepth, Effect, FirstScreen};

use crate::person::{PATIENCE, Person, Table};

/// A ko: White may not take back at b2.
const KO: &str = "a2 b2 b1 c1 b3 c3 e5 d2 c2";

/// A board that both sides share, White on the right.
const SHARED: &str = "c1 d1 c2 d2 c3 d3 c4 d4 c5 d5";

pub(crate) fn table(size: u8, black: GoPlayerKind, white: GoPlayerKind) -> Table {
    let grid = Grid::new(size).unwrap();
    let setup = Setup::of_game(
        GoGame::new(grid, Komi::usual(grid)),
        ByColor::new(black, white),
        7,
    );
    Table::new().first(FirstScreen::Go(Box::new(setup)))
}

pub(crate) fn people(size: u8) -> Table {
    table(size, Human, Human)
}

/// Whether the column beside the board says something, perhaps in several lines.
fn says_beside(person: &Person, sentence: &str) -> bool {
    let text = person.text();
    let lines = text.lines().map(|line| line.chars().skip(38));
    let words: Vec<String> = lines.map(Iterator::collect).collect();
    let words = words.join(" ");
    let words: Vec<&str> = words.split_whitespace().collect();
    words.join(" ").contains(sentence)
}

fn typed(keys: &str) -> Person {
    let mut person = people(5).sit();
    person.keys(keys);
    person
}

/// Lets time pass until the screen says something.
fn let_play(person: &mut Person, text: &str) {
    let end = Instant::now() + PATIENCE;
    while !person.says(text) {
        assert!(Instant::now() < end, "no {text} in\n{}", person.text());
        std::thread::sleep(Duration::from_millis(10));
        person.wait(1000);
    }
}

#[test]
fn the_opening() {
    assert_snapshot!(typed("c3 b3").text());
}

#[test]
fn the_larger_board() {
    let mut person = people(7).sit();
    person.keys("d4 c");
    assert_snapshot!(person.text());
}

#[test]
fn small_screens_show_everything() {
    for (name, columns, rows) in [("small", 40, 15), ("smallest", 24, 12)] {
        let mut person = people(5).size(columns, rows).sit();
        person.keys("c3 b3 up");
        assert_snapshot!(name, person.text());
    }
}

#[test]
fn captured_stones_are_counted_and_marked_until_the_next_move() {
    let mut person = people(5).with(|options| options.ascii = true).sit();
    person.keys("c3 a1 a2 e5");
    person.keys("b1");
    assert_snapshot!(person.text());
    assert!(person.says("Black plays b1 and captures 1 stone: a1."));
    let marks = |person: &Person| person.text().matches('~').count();
    let board = marks(&person);
    person.wait(2000);
    assert_eq!(marks(&person), board);
    person.keys("d1");
    assert_eq!(marks(&person) + 1, board);
}

#[test]
fn wrong_moves_are_refused_with_the_reason() {
    let refused = |keys: &str, why: &str| {
        let person = typed(keys);
        assert!(says_beside(&person, why), "{keys}: {}", person.text());
    };
    refused("c3 c3", "c3 is occupied.");
    refused(&format!("{KO} b2"), "b2 repeats the position after move 8.");
    refused("a2 e5 b1 a1", "a1 is suicide");
    refused("g7", "g7 is not on this board.");
    refused("3", "3: type a letter first, as in c3.");
    refused(". . c3", "The game is over.");
    refused("u", "There is nothing to undo.");
    refused("l", "There is no stone on the board.");
}

#[test]
fn a_pass_is_announced_and_two_passes_end_the_game_with_a_count() {
    let mut person = typed(SHARED);
    person.keys(".");
    assert!(says_beside(
        &person,
        "Black passes. The game ends if White passes too."
    ));
    person.keys(".");
    assert_snapshot!(person.text());
    assert!(person.says("Game over: Black wins by 5."));
    person.keys("u u");
    assert!(person.says("Undid Black's pass.") && person.says("Black to move"));
    person.keys("r r");
    assert!(person.says("Game over: Black wins by 5."));
}

#[test]
fn points_that_count_differ_without_colours() {
    let mut person = people(5)
        .with(|options| {
            options.colors = ColorDepth::None;
            options.ascii = true;
        })
        .sit();
    person.keys(SHARED);
    person.keys(". .");
    let text = person.text();
    assert_eq!(
        (text.matches("-x-").count(), text.matches("-o-").count()),
        (5, 0)
    );
    assert!(text.contains("o  "), "{text}");
    for cell in &person.buffer().content {
        assert_eq!((cell.fg, cell.bg), (Tint::Reset, Tint::Reset));
    }
}

/// Two chains that touch, and a stone of each side diagonal to its own chain.
const CHAINS: &str = "c3 b3 d3 b4 d2 c4 e4 a5";

#[test]
fn the_stones_of_a_chain_are_joined_and_no_others() {
    let mut person = people(5).with(|options| options.ascii = true).sit();
    person.keys(CHAINS);
    let rows = |person: &Person| {
        let text = person.text();
        let row = |number: &str| {
            let found = text
                .lines()
                .find(|line| line.trim_start().starts_with(number));
            found.unwrap().chars().take(35).collect::<String>()
        };
        ["4 ", "3 "].map(|number| row(number).trim().to_owned())
    };
    assert_eq!(
        rows(&person),
        [
            "4   +---OOOOO=OOOOO---+---XXXXX",
            "3   +---OOOOO-XXXXX=XXXXX---+",
        ]
    );
    person.keys("? joined enter");
    assert!(
        rows(&person).iter().all(|row| !row.contains('=')),
        "{}",
        person.text()
    );
    person.keys("? joined enter");
    assert_eq!(rows(&person).concat().matches('=').count(), 2);

    let mut person = people(5)
        .with(|options| options.colors = ColorDepth::None)
        .sit();
    person.keys(CHAINS);
    assert_snapshot!("joined", person.text());
    person.resize(40, 15);
    assert_snapshot!("joined_small", person.text());
}

#[test]
fn a_chain_with_one_liberty_left_is_marked_for_both_sides() {
    let mut person = people(5).with(|options| options.ascii = true).sit();
    // Not the one of the legend beside the board.
    let marks = |person: &Person| {
        let text = person.text();
        let board = text.lines().flat_map(|line| line.chars().take(35));
        board.filter(|&sign| sign == '!').count()
    };
    person.keys("b1 b2 a2 b3 a3 c1 b4 e4 c2");
    // White's chain can be captured at c3, c1 at d1, and b1 at a1; the last stone has three liberties.
    assert_eq!(marks(&person), 4, "{}", person.text());
    assert_snapshot!("atari", person.text());
    person.keys("? joined enter");
    assert_eq!(marks(&person), 0);
    person.keys("? joined enter e5 c3");
    assert_eq!(marks(&person), 1, "c1 is still marked: {}", person.text());
    // A stone that was played into danger is marked as the last one too.
    let mut person = people(5).with(|options| options.ascii = true).sit();
    person.keys("e5 a2 a1");
    let text = person.text();
    assert!(text.contains(">XXX.") && text.contains("XX!XX"), "{text}");
    let mut person = people(5)
        .size(24, 12)
        .with(|options| options.ascii = true)
        .sit();
    person.keys("b1 a1");
    assert!(person.says("!O"), "{}", person.text());
}

#[test]
fn a_sign_of_danger_has_its_legend_beside_the_board_as_long_as_it_is_there() {
    for size in [(200, 60), (120, 40), (80, 24), (60, 20), (40, 15)] {
        let mut person = people(5).size(size.0, size.1).sit();
        assert!(!person.says("! one liberty"), "{size:?}\n{}", person.text());
        person.keys("e5 a2 a1");
        assert!(person.says("! one liberty"), "{size:?}\n{}", person.text());
        person.keys("? joined enter");
        assert!(!person.says("! one liberty"), "{size:?}\n{}", person.text());
    }
}

#[test]
fn a_joined_stone_is_as_round_as_one_that_stands_alone() {
    // Only the row and the column of its middle, where it is joined, may differ.
    for size in [(80, 24), (120, 40), (200, 60)] {
        let cells = |moves: &str| {
            let mut person = people(5).size(size.0, size.1).sit();
            person.keys(moves);
            person.buffer().clone()
        };
        let (joined, apart) = (cells("c3 a1 c4 a2"), cells("c3 a1 ? joined enter c4 a2"));
        let differences = joined.diff(&apart);
        let columns: std::collections::BTreeSet<u16> =
            differences.iter().map(|(x, ..)| *x).collect();
        assert!((1..=2).contains(&columns.len()), "{size:?} {columns:?}");
    }
}

#[test]
fn the_mark_of_danger_and_the_switch_are_explained_in_the_list_of_actions() {
    let mut person = people(5).size(100, 60).sit();
    person.keys("?");
    assert!(
        person.says("its chain has one liberty left"),
        "{}",
        person.text()
    );
    assert!(person.says("chains on or off"), "{}", person.text());
}

#[test]
fn a_captured_chain_dissolves_and_leaves_the_board_that_there_is_without_animation() {
    let captured = |animated: bool| {
        let mut person = people(5)
            .with(|options| (options.ascii, options.animation) = (true, animated))
            .sit();
        person.keys("b1 b2 a2 b3 a3 e5 b4 e4 c2 e3 c3");
        person
    };
    let stones = |person: &Person| {
        let text = person.text();
        let board = text.lines().skip(4).flat_map(|line| line.chars().take(35));
        board.filter(|&letter| letter == 'O').count()
    };
    let (mut animated, mut at_once) = (captured(true), captured(false));
    let left = stones(&at_once);
    let mut seen = vec![stones(&animated)];
    for _ in 0..5 {
        animated.wait(80);
        seen.push(stones(&animated));
    }
    assert_eq!(seen[0], left + 2 * left / 3, "{}", animated.text());
    assert!(
        seen.is_sorted_by(|earlier, later| earlier >= later),
        "{seen:?}"
    );
    assert!(seen[3] < seen[0] && seen[5] == left, "{seen:?}");
    assert_eq!(animated.text(), at_once.text(), "the points are marked");
    animated.wait(2000);
    at_once.wait(2000);
    assert_eq!(animated.text(), at_once.text());
    assert_eq!(animated.app.deadline(), None, "nothing is drawn any more");
}

#[test]
fn the_switch_of_chains_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("config.toml");
    let open = || reversi_table::store::config::Store::open_at(path.clone()).0;
    let mut person = people(5).with(|options| options.store = open()).sit();
    assert!(open().kept().chains);
    person.keys("? joined enter");
    person.wait_until("the switch is saved", |_| !open().kept().chains);
}

#[test]
fn liberties_are_marked_and_named_on_request() {
    let mut person = typed("c3 b3 c2");
    person.keys("l");
    assert_snapshot!(person.text());
    assert!(says_beside(
        &person,
        "Black's chain of 2 stones at c2 has 5 liberties: b2 c1 c4 d2 d3."
    ));
    // The chain at the cursor comes first.
    person.keys("left left left");
    assert!(!says_beside(&person, "liberties: b2 c1"));
    person.keys("l");
    assert!(!says_beside(&person, "has 5 liberties"));
}

#[test]
fn the_cursor_stays_on_the_board_and_plays() {
    let mut person = typed("right right right right");
    assert!(person.says("Black to move: e3"));
    person.keys("enter");
    assert!(person.says("Black plays e3."));
    person.keys("down down down enter");
    assert!(person.says("White plays e1."));
    person.keys("tab enter");
    assert!(person.says("Black plays a2."), "{}", person.text());
}

#[test]
fn a_click_plays() {
    let mut person = typed("");
    let text = person.text();
    let row = text
        .lines()
        .position(|line| line.trim_start().starts_with("3 "))
        .unwrap();
    let letters = text.lines().find(|line| line.contains("a     b")).unwrap();
    let column = letters.chars().position(|c| c == 'b').unwrap();
    person.click(u16::try_from(column).unwrap(), u16::try_from(row).unwrap());
    assert!(person.says("Black plays b3."), "{}", person.text());
}

#[test]
fn a_cpu_answers_and_undo_takes_both_moves_back() {
    let mut person = table(5, Human, Random).sit();
    person.keys("c3");
    person.keys("b");
    assert!(says_beside(
        &person,
        "It is White's turn, and random plays White."
    ));
    let_play(&mut person, "White plays");
    assert!(person.says("Your move"), "{}", person.text());
    person.keys("u");
    assert!(says_beside(&person, "and your c3."), "{}", person.text());
    person.keys("r");
    assert!(says_beside(&person, "Redid your c3 and White's"));
}

/// Takes seconds: level 5 takes up to four seconds for the move that is waited for.
#[test]
fn a_cpu_that_thinks_is_stopped_and_goes_on() {
    let mut person = table(5, Human, Mcts(5)).sit();
    person.keys("c3 b");
    assert!(says_beside(
        &person,
        "It is White's turn, and level 5 plays White."
    ));
    person.keys("p");
    assert!(says_beside(&person, "Paused: p resumes level 5 (White)."));
    // A late answer is not played.
    person.wait(5000);
    assert!(!person.says("White plays"));
    person.keys("p");
    let_play(&mut person, "White plays");
}

#[test]
fn undo_stops_a_cpu_and_its_late_answer_is_dropped() {
    let mut person = table(5, Human, Mcts(5)).sit();
    person.keys("c3 u");
    assert!(person.says("Undid your c3.") && person.says("Your move"));
    for _ in 0..20 {
        std::thread::sleep(Duration::from_millis(10));
        person.wait(1000);
    }
    assert!(!person.says("White plays"));
    person.keys("u");
    assert!(person.says("There is nothing to undo."));
}

#[test]
fn what_a_cpu_thinks_is_shown() {
    let mut person = table(5, Human, Mcts(5)).sit();
    person.keys("c3");
    person.wait_until("thought", |person| {
        says_beside(person, "White: wins") && person.says("%")
    });
}

#[test]
fn resigning_and_quitting_are_asked_about() {
    let mut person = typed("c3 j");
    assert_snapshot!(person.text());
    person.keys("esc q");
    assert!(person.says("Quit?"), "{}", person.text());
    person.keys("esc j enter");
    assert!(person.says("Game over: Black wins."));
    person.keys("q");
    assert_eq!(person.effects, [Effect::Quit]);
}

#[test]
fn a_new_game_has_another_size_komi_and_players() {
    let mut person = typed("c3 n right down left down right");
    assert_snapshot!(person.text());
    person.keys("enter");
    assert!(person.says("Go 7x7") && person.says("komi 7.5"));
}

#[test]
fn pasted_moves_are_all_played_or_none_of_them() {
    let mut person = typed("");
    for (moves, said) in [
        ("c3 b3 pass c3 d4", "c3 is occupied; nothing was played."),
        ("c3 b3 x", "nothing was played."),
    ] {
        person.paste(moves);
        assert!(person.says(said), "{moves}: {}", person.text());
        assert!(!person.says("Black plays c3."), "{moves}");
    }
    person.paste("c3 b3 pass d4");
    assert!(person.says("White plays d4."), "{}", person.text());
}

#[test]
fn two_cpus_play_and_are_paused() {
    let mut person = table(5, Random, Random).sit();
    person.keys("p");
    assert!(person.says("The computer is paused."));
    person.keys("p");
    let_play(&mut person, "Black plays");
}

#[test]
fn the_help_lists_keys_and_rules() {
    let mut person = people(5).size(100, 60).sit();
    person.keys("?");
    for text in [
        "pass; two passes in turn end the game",
        "capture",
        "a-g 1-7",
    ] {
        assert!(person.says(text), "{text}: {}", person.text());
    }
}

fn kept_in(folder: &tempfile::TempDir) -> Table {
    let state = StateFolder::at(folder.path().to_owned());
    people(5).with(|options| options.state = Some(state))
}

fn log(folder: &tempfile::TempDir) -> String {
    std::fs::read_to_string(folder.path().join("go.sgf")).unwrap_or_default()
}

#[test]
fn an_unfinished_game_is_offered_and_a_finished_one_is_logged() {
    let folder = tempfile::tempdir().unwrap();
    let mut person = kept_in(&folder).sit();
    person.keys("c3 b3 q");
    assert_eq!(person.effects, [Effect::Quit]);
    drop(person);
    let mut person = kept_in(&folder).sit();
    assert!(
        person.says("you against a friend, 2 moves."),
        "{}",
        person.text()
    );
    person.keys("enter");
    assert!(person.says("Black to move") && says_beside(&person, "1 c3 b3"));
    person.keys("d3 . .");
    drop(person);
    let games = log(&folder);
    assert_eq!(games.lines().count(), 1);
    assert!(games.contains(";B[cc];W[bc];B[dc];W[];B[])"), "{games}");
    assert!(!kept_in(&folder).sit().says("Resume it?"));
}

#[test]
fn an_unfinished_game_is_kept_until_it_is_discarded() {
    let folder = tempfile::tempdir().unwrap();
    let mut person = kept_in(&folder).sit();
    person.keys("c3 n enter");
    assert!(person.says("New game."));
    drop(person);
    let mut person = kept_in(&folder).sit();
    person.keys("esc");
    assert!(!person.says("Resume it?"));
    drop(person);
    let mut person = kept_in(&folder).sit();
    assert!(person.says("1 move.") && person.says("Resume it?"));
    person.keys("delete");
    assert!(person.says("Discard it for good? Press Del again."));
    person.keys("delete");
    assert!(!person.says("Resume it?"));
    drop(person);
    assert!(!kept_in(&folder).sit().says("Resume it?"));
}

#[test]
fn a_game_is_saved_as_sgf_and_pasted_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.sgf");
    let mut person = typed("c3 . s");
    assert!(person.says("The file will be SGF."), "{}", person.text());
    person.keys("ctrl-u");
    person.paste(path.to_str().unwrap());
    person.keys("enter");
    person.wait_for_text("Saved to game.sgf");
    let text = std::fs::read_to_string(path).unwrap();
    let mut person = typed("");
    person.paste(&text);
    assert!(person.says("Black to move") && says_beside(&person, "1 c3 pass"));
    person.paste("(;GM[2]SZ[8])");
    assert!(says_beside(&person, "1 c3 pass"), "{}", person.text());
}

#[test]
fn a_game_is_opened_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.sgf");
    std::fs::write(&path, "(;GM[1]SZ[7]KM[9]PW[mcts:2];B[dd])").unwrap();
    let mut person = kept_in(&folder).sit();
    person.keys("c3 o");
    person.paste(path.to_str().unwrap());
    person.keys("enter");
    person.wait_for_text("Go 7x7");
    assert!(person.says("level 2") && person.text().contains(" 1  d4"));
    drop(person);
    // The game that was left is offered.
    let mut person = kept_in(&folder).sit();
    assert!(person.says("1 move.") && person.says("Resume it?"));
    person.keys("esc o n o n e enter");
    person.wait_for_text("Cannot open the game: none: ");
}

#[test]
fn esc_leads_to_the_first_screen_and_the_game_waits_even_while_a_cpu_thinks() {
    let folder = tempfile::tempdir().unwrap();
    let state = StateFolder::at(folder.path().to_owned());
    let mut person = table(5, Human, Mcts(5))
        .with(|options| options.state = Some(state))
        .sit();
    person.keys("c3 esc");
    assert!(person.says("Friend"), "{}", person.text());
    person.keys("down down down down down down enter down enter");
    assert!(
        person.says("1 move.") && person.says("Resume it?"),
        "{}",
        person.text()
    );
    person.keys("enter");
    assert!(says_beside(&person, "1 c3"), "{}", person.text());
}

#[test]
fn no_word_is_cut_on_small_screens() {
    for white in [Mcts(3), Random, Greedy, Human] {
        for (columns, rows) in [(40, 15), (30, 14)] {
            let person = table(5, Human, white).size(columns, rows).sit();
            let name = white.to_string();
            let text = person.text();
            let start = &name[..name.len() - 1];
            assert!(
                text.contains(&name) || !text.contains(start),
                "{columns}x{rows} {name}\n{text}"
            );
        }
    }
    for size in [5, 7] {
        for (columns, rows) in [(24, 12), (40, 15), (60, 20), (80, 24), (100, 30)] {
            let person = people(size).size(columns, rows).sit();
            assert!(person.says(". pass"), "{}", person.text());
        }
    }
    let mut person = people(5).size(40, 15).sit();
    person.keys(". .");
    assert_eq!(
        person.text().matches("pass").count(),
        2,
        "{}",
        person.text()
    );
    let mut person = people(5).size(24, 12).sit();
    person.keys("c3 b3 c2 d2 d3 l");
    assert!(
        person.says("Black's chain of 3 stones at d3 has 5 liberties."),
        "{}",
        person.text()
    );
}

#[test]
fn a_game_that_could_not_be_saved_is_not_left_without_a_question() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "in the way").unwrap();
    let state = Some(StateFolder::at(file));
    let mut person = people(5).with(|options| options.state = state).sit();
    person.keys("q");
    assert_eq!(person.effects, [Effect::Quit], "nothing is lost");
    person.keys("c3 q");
    assert!(
        person.says("Quit? This game is not saved."),
        "{}",
        person.text()
    );
    person.keys("esc esc");
    assert!(
        person.says("Leave the game? It is not saved."),
        "{}",
        person.text()
    );
    person.keys("esc n enter");
    assert!(
        person.says("Leave this game? It could not be saved."),
        "{}",
        person.text()
    );
    person.keys("enter");
    assert!(!person.says("It could not be saved."), "{}", person.text());
    person.keys("q");
    assert_eq!(person.effects, [Effect::Quit, Effect::Quit]);
}
