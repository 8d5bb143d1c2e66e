//! What is shown of thinking: a CPU's thought, hints, and a value on every legal square.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use insta::assert_snapshot;
use reversi::search::{Certainty, Limits, MoveScore, Score, SearchInfo};
use reversi::{Game, Square};
use reversi_notation::{Casual, MoveOrigin};
use reversi_table::player::level::Level;
use reversi_table::player::{Control, Player, PlayerError, PlayerKind};
use reversi_tui::{ColorDepth, Input};
use reversi_wording::score::score_cell;

use crate::person::{MIDDLE, PASSES, Person, Table};

fn squares(names: &str) -> Vec<Square> {
    names.split(' ').map(|name| name.parse().unwrap()).collect()
}

/// Thinks the same every time, and answers when it is stopped, or let go.
struct Thinker;

static LET_GO: AtomicBool = AtomicBool::new(false);

impl Player for Thinker {
    fn choose(&mut self, game: &Game, control: &Control) -> Result<Square, PlayerError> {
        for depth in [3, 14] {
            let best = MoveScore::new(
                "d6".parse().ok(),
                Score::of(-4),
                Certainty::Estimate,
                depth,
                squares("d6 c3 d3 c4 f4 f6 f3 e6 e7 d7 c6 c5 b6"),
            );
            control.reporter.progress({
                let mut info = SearchInfo::default();
                info.moves = vec![best];
                info
            });
        }
        while !control.reporter.is_stopped() && !LET_GO.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(1));
        }
        Ok(game.legal_moves().iter().next().unwrap())
    }
}

fn thinker(kind: &PlayerKind, _: u64) -> Option<Box<dyn Player>> {
    (!kind.is_human()).then(|| Box::new(Thinker) as Box<dyn Player>)
}

fn engine(level: u8) -> PlayerKind {
    PlayerKind::Engine(Level::new(level).unwrap())
}

fn analysis(person: &Person) -> &SearchInfo {
    person.session().analysis.latest().unwrap().unwrap()
}

/// The text for a square of the board.
fn value(person: &Person, square: Square) -> String {
    let found = analysis(person).score_of(square).unwrap();
    score_cell(found.certainty, found.score).into()
}

fn against_a_thinker() -> Table {
    Table::new()
        .players(PlayerKind::Human, engine(7))
        .with(|options| options.setup.factory = thinker)
}

/// Two thoughts come at once: the first is shown, the other a quarter of a second later.
fn after_both_thoughts(table: Table) -> Person {
    let mut person = table.sit();
    assert!(!person.says("depth"), "hidden until asked for");
    person.keys("f5 v");
    while person.session().thought().is_none_or(|t| t.depth < 14) {
        person.wait_for_wake();
    }
    person.wait(250);
    person
}

#[test]
fn an_engine_that_thinks_says_so_in_one_line() {
    let person = after_both_thoughts(against_a_thinker());
    assert_snapshot!(person.text());
}

#[test]
fn an_engine_that_thinks_on_the_smallest_screen() {
    let person = after_both_thoughts(against_a_thinker().size(24, 12));
    assert_snapshot!(person.text());
}

#[test]
fn a_thought_taken_back_leaves_nothing_behind() {
    let mut person = after_both_thoughts(against_a_thinker());
    assert!(person.says("depth 14, -4, d6 c3"));
    person.keys("u");
    assert!(!person.says("depth"));
    assert_eq!(person.app.deadline(), None);
}

/// An endgame where every score is soon proven: position 40 of the FFO test suite (French Federation of
/// Othello), whose best move is a2 for +38.
fn endgame() -> Table {
    let text = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X";
    Table::new().with(|options| {
        options.setup.game = Game::from_position(text.parse().unwrap());
        options.analysis = Limits::solve();
    })
}

#[test]
fn a_hint_marks_the_best_square_and_says_what_it_is_worth() {
    let mut person = endgame().sit();
    person.keys("k");
    person.wait_for_analysis();
    let best = analysis(&person).best().clone();
    let square = best.square.unwrap();
    let text = person.text();
    assert!(
        person.says("Hint") && person.says(&format!("{square} ")),
        "{text}"
    );
    assert!(!text.contains("proven") && !text.contains('='), "{text}");
    assert_snapshot!("a_hint_says_one_thing_in_plain_words", text);
    person.keys("k");
    let text = person.text();
    assert!(person.says(&format!("{square}: ")), "{text}");
    assert!(text.contains("(proven)."), "{text}");
    let discs = best.score.discs();
    assert!(person.says(&format!("wins by {discs}")), "{text}");
    assert_snapshot!(text);
    person.keys("k");
    assert!(!person.says("Hint"));
    assert!(person.session().analysis.latest().is_none());
}

#[test]
fn the_details_of_a_hint_are_a_whole_sentence_at_every_size() {
    for (columns, rows) in [(24, 12), (40, 15), (80, 24), (120, 40)] {
        let mut person = endgame().size(columns, rows).sit();
        person.keys("k");
        person.wait_for_analysis();
        let best = analysis(&person).best().square.unwrap();
        person.keys("k");
        let text = person.text();
        let words = person.words();
        let details = words.split(&format!("{best}: ")).nth(1);
        let details = details.unwrap_or_else(|| panic!("no details\n{text}"));
        assert!(
            details.contains('.') && !details.contains("exact,"),
            "{text}"
        );
    }
}

#[test]
fn values_stand_on_every_legal_square() {
    let mut person = endgame().sit();
    person.keys("v");
    person.wait_for_analysis();
    assert_snapshot!(person.text());
    let text = person.text();
    for square in person.game().legal_moves() {
        let value = value(&person, square);
        assert!(
            value.ends_with('=') && text.contains(&value),
            "{square} {value}"
        );
    }
}

#[test]
fn values_on_every_kind_of_screen_leave_the_board_and_the_keys_as_they_are() {
    for (columns, rows) in [(24, 12), (40, 15), (60, 20), (80, 24), (120, 40)] {
        for ascii in [false, true] {
            let mut person = Table::new()
                .moves(MIDDLE)
                .size(columns, rows)
                .with(|options| {
                    options.ascii = ascii;
                    options.colors = if ascii {
                        ColorDepth::None
                    } else {
                        ColorDepth::True
                    };
                    options.analysis = Limits::depth(2);
                })
                .sit();
            let before = person.text();
            person.keys("v");
            person.wait_for_analysis();
            let text = person.text();
            assert_ne!(text, before);
            let best = analysis(&person).best().clone();
            let name = best.square.unwrap().to_string();
            assert!(text.contains(&name), "{text}");
            assert!(
                text.contains(&value(&person, best.square.unwrap())),
                "{text}"
            );
            // Nothing is proven two plies ahead.
            assert!(!text.contains("+2=") && !text.contains("exact"), "{text}");
            person.keys("esc");
            assert_eq!(person.text(), before);
        }
    }
}

#[test]
fn values_end_with_a_move_an_undo_a_new_game_and_esc() {
    for keys in ["c5", "u", "n esc", "esc", "v v", "k esc"] {
        let mut person = Table::new().moves(MIDDLE).sit();
        person.keys("v");
        person.wait_for_analysis();
        assert!(person.says("Best "), "{}", person.text());
        person.keys(keys);
        assert!(person.session().analysis.latest().is_none(), "{keys}");
        person.wait(1_000);
        assert!(!person.says("Best "), "{keys} {}", person.text());
        assert_eq!(person.app.deadline(), None, "{keys}");
    }
}

#[test]
fn values_do_not_hinder_a_move_that_is_typed_or_pointed_at() {
    let mut person = Table::new().moves(MIDDLE).sit();
    person.keys("v");
    person.wait_for_analysis();
    person.keys("c");
    assert!(person.says("Black to move: c_"));
    person.keys("esc tab");
    assert!(person.says("turns"));
    person.keys("esc");
    assert!(person.says("Best "), "they are still there");
    person.keys("c5");
    assert_eq!(person.transcript(), format!("{MIDDLE}c5"));
}

#[test]
fn a_hint_that_has_ended_thinks_longer_when_asked_again_and_then_hides() {
    for (key, more) in [("k", "k longer"), ("v", "(v thinks longer)")] {
        let mut person = Table::new().moves(MIDDLE).sit();
        person.keys(key);
        person.wait_for_analysis();
        assert!(person.says(more), "{}", person.text());
        assert_eq!(analysis(&person).best().depth, 4);
        person.keys(key);
        person.wait_for_analysis();
        assert_eq!(analysis(&person).best().depth, 6);
        assert!(!person.says(more), "{}", person.text());
        person.keys(key);
        assert!(person.session().analysis.latest().is_none());
        // The next one begins as the first did.
        person.keys(key);
        person.wait_for_analysis();
        assert_eq!(analysis(&person).best().depth, 4);
    }
}

#[test]
fn the_hinted_move_is_not_worse_than_another_by_the_values_shown_beside_it() {
    for moves in ["", "f5", "f5d6", "f5f6e6f4", MIDDLE] {
        for depth in [5, 6, 7, 8] {
            let table = Table::new().moves(moves);
            let table = table.with(|options| options.analysis = Limits::depth(depth));
            let mut person = table.sit();
            person.keys("k");
            person.wait_for_analysis();
            let text = person.text();
            let mut lines = text.lines().skip_while(|line| !line.contains("Hint ─"));
            let said = lines.nth(1).unwrap().chars().skip(50).collect::<String>();
            let hint = said
                .split_whitespace()
                .next()
                .unwrap()
                .trim_end_matches('.');
            person.keys("v");
            person.wait_for_analysis();
            let words = person.words();
            let best = words
                .split("Best ")
                .nth(1)
                .and_then(|rest| rest.split('.').next());
            let is_best = best.is_some_and(|best| best.contains(hint));
            let all = words.contains("All moves are equally good.");
            assert!(
                is_best || all,
                "{hint} at depth {depth} of {moves}: {}",
                person.text()
            );
        }
    }
}

#[test]
fn the_four_first_moves_have_one_value_after_a_deeper_hint_of_one_of_them() {
    let limits = |options: &mut reversi_tui::Options| {
        options.analysis = Limits::depth(7);
        options.deeper_analysis = Limits::depth(10);
    };
    let mut person = Table::new()
        .players(PlayerKind::Human, engine(4))
        .with(limits)
        .sit();
    for keys in ["k", "k", "v"] {
        person.keys(keys);
        person.wait_for_analysis();
    }
    let text = person.text();
    let scores: Vec<&str> = text
        .lines()
        .flat_map(|line| line.split_whitespace())
        .filter(|word| (2..4).contains(&word.len()) && word.starts_with(['+', '-']))
        .collect();
    // All of them keep the draw, which is known.
    assert_eq!(scores, ["+0="; 4], "{text}");
    assert!(person.says("All moves are equally good."), "{text}");
}

#[test]
fn enter_plays_the_hinted_move_and_the_hint_is_whole_at_every_size() {
    for (columns, rows) in [(24, 12), (40, 15), (80, 24), (120, 40)] {
        for moves in ["", MIDDLE, "f5d6c3d3c4f4f6f3e6e7d7c6b5"] {
            let mut person = Table::new().moves(moves).size(columns, rows).sit();
            person.keys("k");
            person.wait_for_analysis();
            let (text, words) = (person.text(), person.words());
            person.keys("enter");
            let played = person.transcript();
            assert_eq!(played.len(), moves.len() + 2, "{text}");
            // Its sentence, or just its name, with a full stop.
            let hint = &played[moves.len()..];
            let said = words.match_indices(&format!("{hint} ")).any(|(at, _)| {
                let mut rest = words[at..].split('.');
                rest.next().is_some_and(|sentence| sentence.len() < 70)
            });
            assert!(said || words.contains(&format!("{hint}.")), "{text}");
        }
    }
}

#[test]
fn where_there_is_nothing_to_advise_a_hint_says_why() {
    let mut person = against_a_thinker().sit();
    person.keys("f5 k");
    assert!(person.says("White"), "{}", person.text());
    assert!(person.session().analysis.latest().is_none());
    let table = Table::new().moves(&PASSES[..46]);
    let mut person = table.with(crate::person::undo_pass).sit();
    person.keys("v");
    assert!(person.says("There is no move to analyse"));
    let mut person = Table::new().moves(crate::person::WIPEOUT).sit();
    person.keys("k");
    assert!(person.says("The game is over"), "{}", person.text());
}

#[test]
fn advice_deepens_while_it_is_looked_at() {
    let mut person = Table::new()
        .moves(MIDDLE)
        .with(|options| options.analysis = Limits::time(Duration::from_secs(60)))
        .sit();
    person.keys("k k");
    let depth = |person: &Person| {
        person
            .words()
            .split("depth ")
            .nth(1)
            .and_then(|rest| rest.split(')').next()?.parse::<u32>().ok())
    };
    while depth(&person).is_none() {
        person.wait_for_wake();
        person.wait(250);
    }
    let first = depth(&person).unwrap();
    while depth(&person).unwrap() <= first {
        person.wait_for_wake();
        person.wait(250);
    }
    person.keys("k");
    person.send(Input::Wake);
    assert_eq!(depth(&person), None);
}

#[test]
fn the_evaluation_bar_is_off_until_it_is_asked_for_and_goes_on_with_the_game() {
    let mut person = Table::new().moves(MIDDLE).sit();
    assert!(person.session().analysis.latest().is_none());
    assert!(!person.text().contains("(depth"));
    person.keys("|");
    person.wait_for_analysis();
    person.wait(300);
    let found = analysis(&person).moves[0].clone();
    let side = if found.score.discs() > 0 {
        "Black"
    } else {
        "White"
    };
    let margin = found.score.discs().unsigned_abs();
    let shown = format!("{side} +{margin} (depth {})", found.depth);
    assert!(person.says(&shown), "{shown} in\n{}", person.text());
    person.keys("c5");
    person.wait_for_analysis();
    person.wait(300);
    assert!(person.text().contains("(depth 4)"));
    // It stops at its limit, and takes nothing from a hint.
    assert!(!person.session().analysis.is_busy());
    assert!(!person.says("Hint"));
    person.keys("k");
    person.wait_for_analysis();
    assert!(person.says("Hint"), "{}", person.text());
    person.keys("esc |");
    assert!(!person.text().contains("(depth"));
    assert!(person.session().analysis.latest().is_none());
    person.wait(2_000);
    assert_eq!(person.app.deadline(), None);
}

#[test]
fn a_hint_of_an_earlier_move_does_not_come_back_with_the_evaluation_bar() {
    let mut person = Table::new().moves(MIDDLE).sit();
    person.keys("k");
    person.wait_for_analysis();
    person.keys("c5 |");
    person.wait_for_analysis();
    person.wait(300);
    assert!(person.text().contains("(depth 4)"));
    assert!(person.says("White to move"), "{}", person.text());
}

#[test]
fn the_evaluation_bar_keeps_the_thoughts_of_an_opponent_hidden() {
    let mut person = Table::new()
        .players(PlayerKind::Human, engine(2))
        .with(|options| {
            options.setup.factory = thinker;
            options.settings.evaluation_bar = true;
        })
        .sit();
    // A rated game begins without it.
    person.wait(0);
    assert!(person.session().analysis.latest().is_none() && !person.session().analysis.is_busy());
    person.keys("|");
    assert_eq!(person.session().help.casual, Some(Casual::Bar));
    person.wait(0);
    person.wait_for_analysis();
    person.keys("f5");
    person.wait_until("thought", |person| {
        person
            .session()
            .thought()
            .is_some_and(|thought| thought.depth == 14)
    });
    person.wait(500);
    assert!(!person.text().contains("(depth 14)"), "{}", person.text());
    person.keys("v");
    person.wait(500);
    assert!(person.says("You +4 (depth 14)"), "{}", person.text());
}

#[test]
fn the_evaluation_bar_and_the_thoughts_of_a_cpu_show_the_same_depth() {
    let table = against_a_thinker().with(|options| options.settings.evaluation_bar = true);
    let mut person = table.sit();
    person.keys("| f5 v");
    let mut last = None;
    while last != Some("14".to_owned()) {
        let text = person.text();
        let number = |from: &str, to: &str| {
            let (_, rest) = text.split_once(from)?;
            Some(rest.split_once(to)?.0.to_owned())
        };
        let thought = number(": depth ", ", -4");
        if thought.is_some() {
            assert_eq!(number("(depth ", ")"), thought, "{text}");
            last = thought;
        }
        if person.app.deadline().is_some() {
            person.wait(50);
        } else {
            person.send(Input::Wake);
        }
    }
}

#[test]
fn the_evaluation_bar_stands_beside_the_board_at_every_size_with_a_column_for_it() {
    for (size, rows) in [
        // Beside a square it has no discs at its ends, which would look like those on the board.
        ((24, 12), 8),
        ((60, 20), 16),
        ((80, 24), 24),
        ((120, 40), 32 - 2),
    ] {
        let mut person = Table::new()
            .moves(MIDDLE)
            .size(size.0, size.1)
            .theme(reversi_table::store::settings::ThemeName::Monochrome)
            .sit();
        person.keys("|");
        person.wait_for_analysis();
        person.wait(300);
        let buffer = person.buffer();
        let bars = (0..size.0).filter(|&x| {
            let column = (0..size.1).map(|y| buffer[(x, y)].symbol());
            column.filter(|symbol| ["█", "░"].contains(symbol)).count() == rows
        });
        assert_eq!(bars.count(), 1, "{size:?}\n{}", person.text());
    }
}

#[test]
fn the_prompt_names_the_hinted_square_in_every_kind_of_game() {
    let human = || PlayerKind::Human;
    let games = [
        (human(), human(), ""),
        (human(), human(), "f5d6c3"),
        (human(), engine(3), MIDDLE),
        (engine(3), human(), "f5"),
        (human(), human(), PASSES.split_at(62).0),
    ];
    for (columns, rows) in [(24, 12), (40, 15), (80, 24), (120, 40), (200, 60)] {
        for (black, white, moves) in games.clone() {
            let table = Table::new().players(black, white).moves(moves);
            let mut person = table.size(columns, rows).sit();
            person.keys("k");
            person.wait_for_analysis();
            person.wait(250);
            let text = person.text();
            let words = person.words();
            let legal = person.game().legal_moves();
            let played = person.game().entries().len();
            person.keys("enter");
            let hinted = person.game().entries()[played].square().unwrap();
            // Where there is room for one sentence only, it is the hint.
            let says = |square: Square| {
                let names = [
                    format!("Enter plays {square}"),
                    format!("Type {square}"),
                    format!("square like {square}"),
                    format!("Hint: {square}"),
                ];
                // Below a small board, the reason takes the place of the word.
                let start = format!("{square} ");
                let has_reason = text.lines().any(|line| line.starts_with(&start));
                has_reason || names.iter().any(|name| words.contains(name))
            };
            assert!(says(hinted), "{columns}x{rows} {moves}: {hinted}\n{text}");
            let mut others = (legal - hinted.into()).iter();
            assert!(
                !others.any(says),
                "{columns}x{rows} {moves}: {hinted}\n{text}"
            );
        }
    }
}

#[test]
fn a_hint_that_is_shown_makes_the_game_casual_and_its_move_that_of_the_hint() {
    let mut person = Table::new().players(PlayerKind::Human, engine(1)).sit();
    assert_eq!(person.session().help.casual, None);
    person.keys("k");
    person.wait_for_analysis();
    // What is shown does not change more often than every quarter of a second.
    person.wait(250);
    assert!(person.says("Enter plays"), "{}", person.text());
    assert_eq!(person.session().help.casual, Some(Casual::Hint));
    person.keys("enter");
    let notes = person.session().timing.notes();
    assert_eq!(notes[0].origin, MoveOrigin::Hint);
}

#[test]
fn a_hint_that_is_asked_for_while_a_cpu_is_to_move_comes_with_the_persons_turn() {
    let after = |keys: &str| {
        let mut person = Table::new().players(PlayerKind::Human, engine(1)).sit();
        person.keys(keys);
        person
    };
    let mut person = after("f5 k");
    assert!(
        person.says("A hint comes on your turn."),
        "{}",
        person.text()
    );
    assert_eq!(person.session().help.casual, None);
    person.wait_for_turn();
    person.wait_for_analysis();
    person.wait(250);
    assert!(person.says("Enter plays"), "{}", person.text());
    assert_eq!(person.game().entries().len(), 2);
    assert_eq!(person.session().help.casual, Some(Casual::Hint));

    // It is for one turn of one game, and the second key takes it back.
    for (keys, casual) in [
        ("f5 k k", None),
        ("f5 k n enter", None),
        ("f5 k u", Some(Casual::Undo)),
    ] {
        let mut person = after(keys);
        person.wait_for_answer();
        person.wait(5_000);
        assert!(!person.says("Hint"), "{keys}: {}", person.text());
        assert_eq!(person.session().help.casual, casual, "{keys}");
        assert_eq!(person.says("No hint comes on your turn."), keys == "f5 k k");
    }
}
