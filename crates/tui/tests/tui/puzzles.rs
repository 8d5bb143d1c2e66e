//! Puzzles on the board: answered, refuted, played on, and noted.

use std::fs;

use insta::assert_snapshot;
use reversi_study::practice::generate::{PuzzleFilter, daily, puzzles_of, random};
use reversi_study::practice::level::PuzzleLevel;
use reversi_study::practice::puzzle::{Finder, Puzzle};
use reversi_study::progress::Progress;
use reversi_table::clock::today;
use reversi_table::store::state::StateFolder;
use reversi_tui::FirstScreen;
use reversi_tui::event::MouseEventKind;
use reversi_wording::practice;

use crate::person::{Person, Table};

/// The keys from the first screen to the puzzles.
const PUZZLES: &str = "down down down enter enter enter";

/// The seed of the tables here.
const SEED: u64 = 7;

/// The first new puzzle of the seed that is near the rating of a new player.
fn first_puzzle() -> Puzzle {
    let mut finder = Finder::default();
    let wanted = PuzzleFilter {
        empties: Some(PuzzleLevel::Easy.empties()),
        ..PuzzleFilter::default()
    };
    let mut all = random(SEED)
        .flat_map(|candidate| puzzles_of(&candidate, &wanted, &mut finder, &|| false).puzzles);
    let near = |puzzle: &Puzzle| (puzzle.rating() - 1000.0).abs() <= 300.0;
    all.find(near).unwrap()
}

fn puzzles(table: Table) -> Person {
    let mut person = table.first(FirstScreen::Start).sit();
    person.keys(PUZZLES);
    person.wait_for_text("to move:");
    person.wait_for_text("about ");
    person
}

fn with_state(state: &StateFolder) -> Table {
    let state = state.clone();
    Table::new().with(|options| options.state = Some(state))
}

fn answer(puzzle: &Puzzle) -> String {
    puzzle.answers()[0].square.unwrap().to_string()
}

fn worst(puzzle: &Puzzle) -> String {
    puzzle.moves.last().unwrap().square.unwrap().to_string()
}

/// A wrong answer and a right one to the puzzle of [`puzzles_at`].
pub(crate) fn both_answers() -> [String; 2] {
    let puzzle = first_puzzle();
    [worst(&puzzle), answer(&puzzle)]
}

#[test]
fn the_list_of_what_can_be_practised_opens_the_puzzles() {
    let mut person = Table::new().first(FirstScreen::Start).sit();
    person.keys("down down down enter");
    assert_snapshot!(person.text());
    person.keys("enter");
    assert!(person.says("for you"), "{}", person.text());
    person.keys("enter");
    person.wait_for_text("to move:");
    person.keys("esc");
    assert!(person.says("for you"), "{}", person.text());
    person.keys("esc");
    assert!(person.says("find the move"), "{}", person.text());
    person.keys("esc");
    assert!(person.says("puzzles, openings"), "{}", person.text());
}

#[test]
fn a_puzzle_asks_its_question_at_every_size() {
    for (columns, rows) in [(24, 12), (40, 15), (80, 24), (120, 40)] {
        let person = puzzles_at(columns, rows);
        let question = practice::question(&first_puzzle());
        let text = person.text().replace('\n', " ");
        for word in question.split(' ') {
            assert!(text.contains(word), "{word} in\n{}", person.text());
        }
    }
    let mut person = puzzles_at(80, 24);
    // The rating is read in the background.
    person.wait_for_text("about 1000");
    assert_snapshot!(person.text());
}

pub(crate) fn puzzles_at(columns: u16, rows: u16) -> Person {
    let mut person = Table::new()
        .size(columns, rows)
        .first(FirstScreen::Start)
        .sit();
    person.keys(PUZZLES);
    person.wait_for_text("to move:");
    person
}

#[test]
fn a_right_answer_is_praised_and_raises_the_rating() {
    let folder = tempfile::tempdir().unwrap();
    let state = StateFolder::at(folder.path().join("reversi"));
    let mut person = puzzles(with_state(&state));
    let puzzle = first_puzzle();
    person.keys(&answer(&puzzle));
    person.wait_for_text("Your rating rises from 1000 to");
    assert!(person.says("is right"), "{}", person.text());
    assert_snapshot!(person.text());
    person.keys("n");
    person.wait_for_text("to move:");
    assert!(!person.says("is right"));
    drop(person);
    let progress = Progress::load(&state).unwrap();
    assert!(progress.rating.rating > 1000.0);
    assert!(
        progress.puzzles.is_empty(),
        "what was found is not asked again"
    );
    let day = progress.days.values().next().unwrap();
    assert_eq!((day.puzzles, day.solved), (1, 1));
}

#[test]
fn a_wrong_answer_is_refuted_on_the_board_and_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let state = StateFolder::at(folder.path().join("reversi"));
    let mut person = puzzles(with_state(&state));
    let puzzle = first_puzzle();
    person.keys(&worst(&puzzle));
    person.wait_for_text("loses");
    person.wait_for_text("Your rating falls from 1000 to");
    assert_snapshot!(person.text());
    // Enter brings the position back; the right answer is not rated any more.
    person.keys("enter");
    person.keys(&answer(&puzzle));
    assert!(person.says("is right"), "{}", person.text());
    drop(person);
    let progress = Progress::load(&state).unwrap();
    assert!(progress.rating.rating < 1000.0);
    let name = puzzle.position.to_string();
    assert!(progress.puzzles[&name].rating.rating > puzzle.rating());
    assert!(progress.cards.card(&format!("puzzle:{name}")).is_some());
    // A week later it is asked again.
    let text = fs::read_to_string(state.practice()).unwrap();
    let due = progress
        .cards
        .card(&format!("puzzle:{name}"))
        .unwrap()
        .due
        .to_string();
    fs::write(state.practice(), text.replace(&due, "2020-01-01")).unwrap();
    let person = puzzles(with_state(&state));
    assert!(
        person.says("You missed this one before."),
        "{}",
        person.text()
    );
}

#[test]
fn what_is_said_fits_at_every_size() {
    let puzzle = first_puzzle();
    for (columns, rows) in [(24, 12), (40, 15), (80, 24), (120, 40)] {
        let mut person = puzzles_at(columns, rows);
        person.keys(&worst(&puzzle));
        person.wait_for_text("again");
        person.keys(&answer(&puzzle));
        let praise = practice::feedback(&puzzle.praise(puzzle.answers()[0].square.unwrap()));
        let screen = person.text();
        let shown = praise
            .split(' ')
            .filter(|word| screen.contains(*word))
            .count();
        let least = if columns < 40 {
            6
        } else {
            praise.split(' ').count()
        };
        assert!(shown >= least, "{columns}x{rows}: {praise}\n{screen}");
    }
}

#[test]
fn an_answer_is_clicked_like_it_is_typed() {
    let puzzle = first_puzzle();
    let square = puzzle.answers()[0].square.unwrap();
    let mut person = puzzles_at(40, 15);
    let screen = person.text();
    let column = screen.lines().find_map(|line| {
        let start = line.find("a b c d e f g h")?;
        Some(line[..start].chars().count() + 2 * usize::from(square.file().index()))
    });
    let rank = square.rank().digit().to_string();
    let row = screen
        .lines()
        .position(|line| line.trim().starts_with(&rank));
    person.click(
        u16::try_from(column.unwrap()).unwrap(),
        u16::try_from(row.unwrap()).unwrap(),
    );
    assert!(person.says("is right"), "{}", person.text());
    // The mouse on the board does not hide it.
    person.mouse(MouseEventKind::Moved, 5, 5);
    assert!(person.says("is right"), "{}", person.text());
}

#[test]
fn a_typed_square_after_a_wrong_answer_is_the_next_try() {
    let mut person = puzzles(Table::new());
    let puzzle = first_puzzle();
    person.keys(&worst(&puzzle));
    person.wait_for_text("loses");
    person.keys(&answer(&puzzle));
    assert!(person.says("is right"), "{}", person.text());
}

#[test]
fn hints_are_words_then_some_moves_then_the_answer_which_enter_plays() {
    let mut person = puzzles(Table::new());
    let puzzle = first_puzzle();
    person.keys("?");
    assert!(person.says("where to look, then"), "{}", person.text());
    person.keys("esc");
    let (before, answer) = (person.words(), answer(&puzzle));
    person.keys("k");
    assert!(person.words() != before, "{}", person.text());
    assert!(!person.says(&format!("{answer} ")), "{}", person.text());
    person.keys("k");
    let (one, what) = match puzzle.answers().len() {
        1 => ("The answer", "the answer"),
        _ => ("One answer", "an answer"),
    };
    assert!(person.says(&format!("{one} is ")), "{}", person.text());
    person.keys("k");
    let named = format!("{answer} is {what}. Enter plays it.");
    assert!(person.says(&named), "{}", person.text());
    person.keys("enter");
    assert!(person.says("is right"), "{}", person.text());
    // The answer was named, so this costs something, but less than a wrong answer.
    let after = |person: &mut Person| -> u32 {
        person.wait_for_text("Your rating falls from 1000 to");
        let words = person.words();
        let (_, rest) = words.split_once("falls from 1000 to ").unwrap();
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        digits.parse().unwrap()
    };
    let shown = after(&mut person);
    let mut other = puzzles(Table::new());
    other.keys(&worst(&puzzle));
    let missed = after(&mut other);
    assert!(shown > missed + 50, "{shown} {missed}");
}

#[test]
fn a_puzzle_whose_answer_was_named_has_failed_on_the_disk_before_the_answer_is_seen() {
    let folder = tempfile::tempdir().unwrap();
    let state = StateFolder::at(folder.path().join("reversi"));
    let mut person = puzzles(with_state(&state));
    let puzzle = first_puzzle();
    let card = format!("puzzle:{}", puzzle.position);
    let due = || {
        let progress = Progress::load(&state).unwrap();
        progress.cards.card(&card).map(|card| card.due)
    };
    person.keys("k k");
    assert_eq!(due(), None);
    person.keys("k");
    assert_eq!(due(), Some(today().tomorrow().unwrap()));
    person.wait_for_text("Your rating falls from 1000 to");
    let failed = Progress::load(&state).unwrap();
    let day = failed.days.values().next().unwrap();
    assert_eq!((day.puzzles, day.solved), (1, 0));
    person.keys("esc");
    drop(person);
    assert_eq!(Progress::load(&state).unwrap(), failed);
}

#[test]
fn an_answer_after_it_was_named_is_not_counted_again() {
    let folder = tempfile::tempdir().unwrap();
    let state = StateFolder::at(folder.path().join("reversi"));
    let mut person = puzzles(with_state(&state));
    person.keys("k k k");
    let failed = Progress::load(&state).unwrap();
    person.keys("enter");
    assert!(person.says("is right"), "{}", person.text());
    assert!(
        person.says("Your rating falls from 1000 to"),
        "{}",
        person.text()
    );
    drop(person);
    assert_eq!(Progress::load(&state).unwrap(), failed);
}

#[test]
fn a_kind_and_a_difficulty_are_chosen_before_the_puzzles() {
    for (columns, rows) in [(24, 12), (40, 15), (80, 24)] {
        let mut person = Table::new()
            .size(columns, rows)
            .first(FirstScreen::Start)
            .sit();
        person.keys("down down down enter enter");
        person.keys("right right");
        assert!(person.says("corner"), "{}", person.text());
        person.keys("down right");
        assert!(person.says("4 to 8 empty squares"), "{}", person.text());
        if columns == 80 {
            assert_snapshot!(person.text());
        }
        person.keys("enter");
        person.wait_for_text("corner");
        person.wait_for_text("to move:");
        // The choice is kept, one step back.
        person.keys("esc");
        assert!(person.says("4 to 8 empty squares"), "{}", person.text());
    }
}

#[test]
fn the_puzzle_of_the_day_is_that_of_its_date_and_is_rated_once() {
    let folder = tempfile::tempdir().unwrap();
    let state = StateFolder::at(folder.path().join("reversi"));
    let open = || {
        let mut person = with_state(&state).first(FirstScreen::Start).sit();
        person.keys("down down down enter down enter");
        person.wait_for_text("Puzzle of the day,");
        person
    };
    let mut person = open();
    let text = person.text();
    let mut words = text
        .split_whitespace()
        .map(|word| word.trim_end_matches('.'));
    let (wanted, sources) = daily(words.find_map(|word| word.parse().ok()).unwrap());
    let mut finder = Finder::default();
    let mut all = sources.flat_map(|s| puzzles_of(&s, &wanted, &mut finder, &|| false).puzzles);
    let puzzle = all.next().unwrap();
    person.keys(&answer(&puzzle));
    person.wait_for_text("Your rating rises from 1000 to");
    drop(person);
    let rated = Progress::load(&state).unwrap();
    assert_eq!(rated.streak, 1);
    let mut person = open();
    assert!(person.says("it is not rated again"), "{}", person.text());
    person.keys(&answer(&puzzle));
    assert!(person.says("is right"), "{}", person.text());
    person.keys("n");
    person.wait_until("another puzzle", |person| !person.says("Puzzle of the day"));
    drop(person);
    assert_eq!(Progress::load(&state).unwrap(), rated);
}

#[test]
fn a_streak_is_shown_from_the_second_puzzle_on() {
    let folder = tempfile::tempdir().unwrap();
    let state = StateFolder::at(folder.path().join("reversi"));
    let mut person = puzzles(with_state(&state));
    person.keys(&answer(&first_puzzle()));
    person.wait_for_text("Your rating rises");
    assert!(!person.says("in a row"), "{}", person.text());
    drop(person);
    let text = fs::read_to_string(state.practice()).unwrap();
    let longer = text.replace("\"streak\": 1", "\"streak\": 4");
    assert_ne!(text, longer);
    fs::write(state.practice(), longer).unwrap();
    let mut person = puzzles(with_state(&state));
    assert!(person.says("4 in a row."), "{}", person.text());
    person.keys(&worst(&first_puzzle()));
    person.wait_for_text("Your rating falls");
    assert!(!person.says("in a row"), "{}", person.text());
}

#[test]
fn a_solved_puzzle_says_why_the_other_moves_fail() {
    let puzzle = first_puzzle();
    let mut person = puzzles_at(120, 40);
    person.keys(&answer(&puzzle));
    let praise = practice::feedback(&puzzle.praise(puzzle.answers()[0].square.unwrap()));
    let words = person.text().replace('\n', " ");
    for sentence in puzzle
        .refutations()
        .iter()
        .map(practice::feedback)
        .chain([praise])
    {
        for word in sentence.split(' ') {
            assert!(words.contains(word), "{sentence}\n{}", person.text());
        }
    }
    person.wait_for_text("Your rating");
    assert_snapshot!(person.text());
}

#[test]
fn a_solved_puzzle_is_played_to_the_end_against_the_best_defence() {
    let mut person = puzzles(Table::new());
    let puzzle = first_puzzle();
    person.keys(&answer(&puzzle));
    person.keys(">");
    for _ in 0..20 {
        person.wait_until("move or end", |person| {
            person.says("Play on")
                || person.says("Nothing was lost")
                || person.says("were possible")
        });
        if !person.says("Play on") {
            break;
        }
        // The first legal move.
        person.keys("tab enter");
    }
    assert!(
        person.says("were possible") || person.says("Nothing was lost"),
        "{}",
        person.text()
    );
    person.keys("u");
    assert!(person.says("to move:"));
}

#[test]
fn a_square_that_is_no_move_is_explained() {
    let mut person = puzzles(Table::new());
    let taken = first_puzzle().position.board().occupied().first().unwrap();
    person.keys(&taken.to_string());
    assert!(person.says("is taken by"), "{}", person.text());
    person.keys("5");
    assert!(person.says("type a letter a-h first"), "{}", person.text());
    person.paste("f5d6");
    assert!(person.says("Leave the puzzles first"), "{}", person.text());
}

#[test]
fn a_damaged_practice_file_is_reported_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("practice.json"), "{").unwrap();
    let state = StateFolder::at(folder.path().to_owned());
    let mut person = with_state(&state).first(FirstScreen::Start).sit();
    person.keys(PUZZLES);
    person.wait_for_text("it is damaged");
    person.keys("tab");
    person.wait_for_text("to move:");
    let puzzle = first_puzzle();
    person.keys(&answer(&puzzle));
    drop(person);
    assert_eq!(fs::read_to_string(state.practice()).unwrap(), "{");
}

#[test]
fn a_storm_asks_easy_puzzles_until_three_minutes_are_over_and_keeps_the_best() {
    let folder = tempfile::tempdir().unwrap();
    let state = StateFolder::at(folder.path().join("reversi"));
    let mut person = with_state(&state).first(FirstScreen::Start).sit();
    person.keys("down down down enter enter down down right");
    assert!(person.says("in 3 minutes"), "{}", person.text());
    person.keys("enter");
    person.wait_for_text("to move:");
    assert!(person.says("3:00, 0 solved"), "{}", person.text());
    let mut finder = Finder::default();
    let wanted = PuzzleFilter {
        empties: Some(PuzzleLevel::Easy.empties()),
        ..PuzzleFilter::default()
    };
    let all = random(SEED)
        .flat_map(|candidate| puzzles_of(&candidate, &wanted, &mut finder, &|| false).puzzles);
    let all: Vec<Puzzle> = all.take(3).collect();
    for puzzle in &all[..2] {
        assert!(
            person.says(&practice::question(puzzle)),
            "{}",
            person.text()
        );
        person.keys(&answer(puzzle));
        assert!(person.says("was right."), "{}", person.text());
        person.wait_for_text("to move:");
    }
    person.keys(&worst(&all[2]));
    let right = format!("was wrong: {} was right.", answer(&all[2]));
    assert!(person.says(&right), "{}", person.text());
    person.wait_for_text("to move:");
    person.wait(60_000);
    assert!(person.says("2:00, 2 solved"), "{}", person.text());
    // No hint, and no second try.
    person.keys("k u >");
    assert!(person.says("to move:"), "{}", person.text());
    person.wait(120_000);
    person.wait_for_text("This is your best.");
    assert!(
        person.says("You solved 2 of 3 puzzles in 3 minutes."),
        "{}",
        person.text()
    );
    assert_snapshot!(person.text());
    for (columns, rows) in [(120, 40), (40, 15), (24, 12)] {
        person.resize(columns, rows);
        assert!(person.says("You solved 2 of 3"), "{}", person.text());
    }
    person.resize(80, 24);
    person.keys("n");
    person.wait_for_text("Your best is 2.");
    drop(person);
    let progress = Progress::load(&state).unwrap();
    assert_eq!((progress.storm, progress.streak), (2, 0));
    assert!(
        progress.days.is_empty() && progress.puzzles.is_empty(),
        "not rated"
    );
}

#[test]
fn the_missed_puzzles_are_listed_solved_and_written_to_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let state = StateFolder::at(folder.path().join("reversi"));
    let mut person = puzzles(with_state(&state));
    let puzzle = first_puzzle();
    person.keys("esc down down right right enter");
    assert!(
        person.says("You have missed no puzzles of this kind."),
        "{}",
        person.text()
    );
    person.keys("left left enter");
    person.wait_for_text("to move:");
    person.keys(&worst(&puzzle));
    person.wait_for_text("Your rating falls");
    person.keys("esc right right");
    person.wait_for_text("will be asked again: 1 puzzle.");
    person.keys("enter");
    // The date is a later day, whenever this runs.
    let text = person.text();
    let (_, rest) = text.split_once("It is asked again on ").unwrap();
    let date = &rest[..10];
    assert!(*date > *today().to_string(), "{text}");
    assert_snapshot!(text.replace(date, "2026-11-27"));
    person.keys("enter");
    person.wait_for_text("You missed this one before.");
    assert!(
        person.says(&practice::question(&puzzle)),
        "{}",
        person.text()
    );
    person.keys(&format!("{} n", answer(&puzzle)));
    person.wait_for_text("There are no more puzzles here.");
    person.keys("esc down enter");
    assert!(person.says("puzzles.obf"), "{}", person.text());
    let path = folder.path().join("set.obf");
    person.keys("ctrl-u");
    person.paste(path.to_str().unwrap());
    person.keys("enter");
    person.wait_until("file", |_| path.exists());
    let set = fs::read_to_string(&path).unwrap();
    assert!(set.starts_with(&puzzle.position.to_string()), "{set}");
    assert_eq!(set.lines().count(), 1);
}

#[test]
fn the_puzzles_are_ascii_where_nothing_else_can_be_shown() {
    let table = Table::new().with(|options| options.ascii = true);
    let mut person = table.first(FirstScreen::Start).sit();
    person.keys(PUZZLES);
    person.wait_for_text("about 1000");
    assert!(person.text().is_ascii(), "{}", person.text());
}
