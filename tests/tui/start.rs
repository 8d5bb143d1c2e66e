//! The first screen and the end of a game.

use reversi::app::player::PlayerKind::{self, Greedy, Human};
use reversi::app::player::level::Level;
use reversi::app::store::state::StateFolder;
use reversi::app::tui::{Effect, FirstScreen, Options};
use reversi::{ByColor, Color};

use crate::person::{Person, Table, WIPEOUT};

fn start() -> Table {
    Table::new().first(FirstScreen::Start)
}

#[test]
fn a_typed_square_starts_a_game_at_once() {
    let mut person = start().players(Human, Greedy).sit();
    person.keys("f5");
    assert_eq!(person.transcript(), "f5");
    assert_eq!(person.session().players(), &ByColor::new(Human, Greedy));
    // The person who typed it plays Black, whoever did last time.
    let mut person = start().players(Greedy, Human).sit();
    person.keys("d3");
    assert_eq!(person.session().players(), &ByColor::new(Human, Greedy));
    let mut person = start().sit();
    person.keys("a1");
    assert!(person.app.session().is_none() && person.says("a1 is not a legal first move"));
}

#[test]
fn a_learner_gets_from_how_it_works_to_the_legal_moves_without_leaving_the_screen() {
    for open in ["i", "up up enter"] {
        let mut person = start().sit();
        assert!(person.says("How it works"), "{}", person.text());
        person.keys(open);
        assert!(person.says("chapter 1 of 8"), "{open}: {}", person.text());
        person.keys("tab");
        assert!(person.says("legal moves"), "{}", person.text());
        person.keys("end");
        assert!(
            person
                .words()
                .contains("The legal moves: d3, c4, f5 and e6."),
            "{}",
            person.text()
        );
    }
}

#[test]
fn the_words_of_a_learner_find_the_course_in_the_list_of_actions() {
    for word in ["bit", "hex", "course", "how it works"] {
        for mut person in [start().sit(), Table::new().sit()] {
            person.keys("?");
            for letter in word.chars() {
                person.keys(
                    if letter == ' ' {
                        "space".to_owned()
                    } else {
                        letter.to_string()
                    }
                    .as_str(),
                );
            }
            assert!(
                person.words().contains("how it works: a course in bits"),
                "{word}: {}",
                person.text()
            );
        }
    }
}

#[test]
fn a_square_beyond_the_board_is_explained_on_the_board() {
    let mut person = Table::new().sit();
    person.keys("h 9");
    let words = person.words();
    assert!(
        words.contains("h9 is off the board: files are a-h and ranks are 1-8"),
        "{words}"
    );
}

#[test]
fn a_game_of_the_command_line_is_opened_at_once() {
    let text = |text: &str| start().first(FirstScreen::Text(text.to_owned())).sit();
    let mut person = text("f5d6c3");
    person.wait_for_game("f5d6c3");
    assert!(person.says("White to move"), "{}", person.text());
    let mut person = text(WIPEOUT);
    person.wait_for_game(WIPEOUT);
    assert!(person.app.review().is_some(), "a finished game is reviewed");
    let mut person = text("---------------------------OX------XO--------------------------- O");
    person.wait_for_text("White to move");
}

#[test]
fn a_file_of_the_command_line_is_opened_or_listed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.txt");
    std::fs::write(&path, "f5d6c3\nf5f6\n").unwrap();
    let name = path.to_str().unwrap();
    let open = |name: String| start().first(FirstScreen::File(name)).sit();
    let mut person = open(name.to_owned());
    person.wait_for_text("Game 1 of 2.");
    person.keys("down enter");
    person.wait_for_game("f5f6");
    let mut person = open(format!("{name}#1"));
    person.wait_for_game("f5d6c3");
    let mut person = open("no/such/file".to_owned());
    person.wait_for_text("Cannot read no/such/file");
}

#[test]
fn the_ways_lead_on_and_back() {
    let mut person = start().sit();
    person.keys("enter");
    assert!(person.says("Clock"));
    person.keys("esc down down enter");
    assert!(person.says("level 5"));
    person.keys("esc o");
    assert!(person.says("Open game"));
    person.keys("esc");
    assert!(person.says("Type f5 or click a square"));
}

#[test]
fn go_is_opened_with_a_key_or_a_click_and_leads_back() {
    for (columns, rows) in [(80, 24), (40, 15), (24, 12)] {
        let folder = tempfile::tempdir().unwrap();
        let state = StateFolder::at(folder.path().to_owned());
        let first = start().size(columns, rows);
        let first = first.with(|options| options.state = Some(state));
        let mut person = first.sit();
        assert!(person.says("Friend"));
        let screen = person.text();
        let row = screen.lines().position(|line| line.ends_with(" Go"));
        let line = screen.lines().nth(row.unwrap()).unwrap();
        let column = line.chars().count() - 1;
        person.click(
            u16::try_from(column).unwrap(),
            u16::try_from(row.unwrap()).unwrap(),
        );
        assert!(person.says("Black to move"), "{}", person.text());
        // Esc hides the cursor first.
        person.keys("right esc");
        assert!(person.says("Black to move"), "{}", person.text());
        person.keys("esc");
        assert_eq!(person.text(), screen);
        person.keys("up up enter n down down down left left left left enter c3 b3 esc esc");
        assert!(person.says("Friend"), "{}", person.text());
        person.keys("enter");
        assert!(person.says("Resume it?"), "{}", person.text());
        person.keys("enter esc q");
        assert_eq!(person.effects, [Effect::Quit]);
    }
}

#[test]
fn the_demo_plays_until_a_key_and_then_nothing_wakes() {
    let mut person = start().with(|options| options.animation = true).sit();
    assert!(person.says("World Championship 1978"));
    let first = person.text();
    person.wait(5_000);
    assert_ne!(person.text(), first);
    person.keys("down");
    assert_eq!(person.app.deadline(), None);
    assert!(person.says("Type f5 or click a square"));
    // It also ends by itself.
    let mut person = start().with(|options| options.animation = true).sit();
    person.wait(120_000);
    assert_eq!(person.app.deadline(), None);
    // The other one is a perfect game.
    let perfect = |options: &mut Options| {
        options.animation = true;
        options.setup.seed += 1;
    };
    let person = start().with(perfect).sit();
    assert!(person.says("A perfect game"), "{}", person.text());
    assert!(person.says("Takizawa 2023"), "{}", person.text());
    // Without animation it does not begin.
    assert_eq!(start().sit().app.deadline(), None);
}

#[test]
fn a_click_on_a_legal_square_starts_a_game_and_another_one_says_what_to_do() {
    for (columns, rows) in [(80, 24), (120, 40)] {
        let mut person = start().size(columns, rows).players(Human, Greedy).sit();
        let screen = person.text();
        let mut lines = screen.lines();
        let letters = lines.find(|line| line.contains("a ")).unwrap();
        let click = |person: &mut Person, file: char, rank: char| {
            let column = letters.find(file).unwrap();
            let row = screen
                .lines()
                .position(|line| line.trim().starts_with(rank))
                .unwrap();
            person.click(u16::try_from(column).unwrap(), u16::try_from(row).unwrap());
        };
        click(&mut person, 'a', '1');
        assert!(person.app.session().is_none());
        assert!(person.says("a1 is not a legal first move; type d3, c4, f5 or e6."));
        click(&mut person, 'f', '5');
        assert_eq!(person.transcript(), "f5");
    }
}

#[test]
fn everything_is_chosen_with_the_mouse_as_with_the_keys() {
    let level = |number| PlayerKind::Engine(Level::new(number).unwrap());
    let mut person = start()
        .players(Human, level(5))
        .size(120, 40)
        .with(|options| options.animation = true)
        .sit();
    let classic = person.buffer()[(119, 20)].bg;
    let click = |person: &mut Person, text: &str, occurrence: usize, by: u16| {
        let screen = person.text();
        let found = screen.lines().enumerate().flat_map(|(row, line)| {
            line.match_indices(text)
                .map(move |(at, _)| (line[..at].chars().count(), row))
        });
        let (column, row) = found
            .into_iter()
            .nth(occurrence)
            .unwrap_or_else(|| panic!("no {text} in {screen}"));
        person.click(
            u16::try_from(column).unwrap() + by,
            u16::try_from(row).unwrap(),
        );
    };
    click(&mut person, "Play", 0, 0);
    for (by, number) in [(4, 3), (18, 10), (0, 1)] {
        click(&mut person, "■", 0, by);
        assert!(
            person.says(&format!("level {number}: ")),
            "{}",
            person.text()
        );
    }
    person.keys("+ + + - right left");
    assert!(person.says("level 3: "), "{}", person.text());
    click(&mut person, "3m+2s", 0, 1);
    click(&mut person, "at once", 0, 1);
    click(&mut person, "classic", 0, 1);
    click(&mut person, "swap", 0, 0);
    click(&mut person, "Enter", 0, 0);
    assert_eq!(person.session().players(), &ByColor::new(level(3), Human));
    let time = person.session().timing().clock().unwrap().control();
    assert_eq!(time.to_string(), "3m+2s");
    assert_ne!(person.buffer()[(119, 20)].bg, classic);
}

#[test]
fn the_clock_of_the_form_is_the_clock_of_the_game() {
    let mut person = start().sit();
    person.keys("n down down right enter");
    assert!(person.session().timing().clock().is_some());
    person.keys("n down down left enter");
    assert!(person.session().timing().clock().is_none());
}

#[test]
fn discs_are_counted_before_the_result_is_told() {
    let animated = || Table::new().with(|options| options.animation = true);
    let mut person = animated().moves(&WIPEOUT[..16]).sit();
    person.keys("c5");
    assert!(!person.says("Black wins"));
    assert!(person.says("Counting the discs."));
    person.wait(5_000);
    assert!(person.says("Black wins 64-0"), "{}", person.text());
    assert_eq!(person.app.deadline(), None);
    assert_eq!(person.game().position().counts()[Color::Black], 13);
    // Any key skips the count.
    let mut person = animated().moves(&WIPEOUT[..16]).sit();
    person.keys("c5 esc");
    assert!(person.says("Black wins 64-0"), "{}", person.text());
}

#[test]
fn a_rematch_begins_at_once_after_a_typed_last_move() {
    for (animation, script) in [(false, "c5 n"), (true, "c5 n"), (false, "c5 x")] {
        let mut person = Table::new()
            .with(|options| options.animation = animation)
            .moves(&WIPEOUT[..16])
            .sit();
        person.keys(script);
        assert!(person.game().entries().is_empty(), "{script}");
        person.keys("enter f5");
        assert_eq!(person.transcript(), "f5");
    }
}

#[test]
fn the_result_is_told_to_the_person() {
    let mut person = Table::new()
        .players(Human, Greedy)
        .moves(&WIPEOUT[..16])
        .sit();
    person.keys("c5");
    assert!(person.says("You win 64-0."));
}
