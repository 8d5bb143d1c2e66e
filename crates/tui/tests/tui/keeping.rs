//! Games that are kept: the offer to go on with an unfinished one, and what is on the disk.

use std::path::Path;

use insta::assert_snapshot;
use reversi::transcript;
use reversi::{ByColor, Game};
use reversi_table::player::PlayerKind::{self, Greedy, Human};
use reversi_table::session::GameMeta;
use reversi_table::store::autosave::Autosave;
use reversi_table::store::state::StateFolder;
use reversi_tui::{Effect, FirstScreen, Options};

use crate::dial;
use crate::file_time::wait_for_newer_file_time;
use crate::person::{MIDDLE, Person, Table, WIPEOUT};

/// Leaves a game behind, as a program does that was killed.
fn leave_behind(folder: &Path, moves: &str, begun: &str) {
    let (mut autosave, ..) = Autosave::<reversi::Game>::open(&StateFolder::at(folder.to_owned()));
    let meta = GameMeta::new(begun.parse().unwrap(), ByColor::new(Human, Greedy));
    autosave
        .save(&transcript::parse(moves).unwrap(), &meta)
        .unwrap();
}

fn unfinished(folder: &Path) -> Vec<Game> {
    let (_, found, notices) = Autosave::<reversi::Game>::open(&StateFolder::at(folder.to_owned()));
    assert_eq!(notices, [""; 0]);
    found.into_iter().map(|found| found.game).collect()
}

fn table(folder: &Path) -> Table {
    Table::new().with(|options| options.state = Some(StateFolder::at(folder.to_owned())))
}

fn start(folder: &Path) -> Person {
    table(folder).first(FirstScreen::Start).sit()
}

/// Leaves two games behind, and opens the list of them.
fn list(folder: &Path) -> Person {
    leave_behind(folder, "f5", "2024-05-16 08:00:00.000");
    wait_for_newer_file_time(folder);
    leave_behind(folder, MIDDLE, "2024-05-17 20:15:03.207");
    let mut person = start(folder);
    person.keys("enter");
    person
}

#[test]
fn an_unfinished_game_is_offered() {
    let folder = tempfile::tempdir().unwrap();
    leave_behind(folder.path(), MIDDLE, "2024-05-17 20:15:03.207");
    let mut person = start(folder.path());
    assert_snapshot!(person.text());
    person.keys("enter");
    assert_eq!(person.transcript(), MIDDLE);
}

#[test]
fn an_unfinished_game_is_offered_on_the_smallest_screen() {
    let folder = tempfile::tempdir().unwrap();
    leave_behind(folder.path(), MIDDLE, "2024-05-17 20:15:03.207");
    let table = table(folder.path()).first(FirstScreen::Start);
    assert_snapshot!(table.size(24, 12).sit().text());
}

#[test]
fn of_several_unfinished_games_the_newest_comes_first() {
    let folder = tempfile::tempdir().unwrap();
    let mut person = list(folder.path());
    assert_snapshot!(person.text());
    person.keys("down enter");
    assert_eq!(person.transcript(), "f5");
    person.app.close();
    assert_eq!(unfinished(folder.path()).len(), 2, "the other one is kept");
}

#[test]
fn many_unfinished_games_are_a_list_on_every_screen() {
    let folder = tempfile::tempdir().unwrap();
    for day in 10..22 {
        leave_behind(folder.path(), "f5", &format!("2024-05-{day} 08:00:00.000"));
    }
    for (columns, rows) in [(24, 12), (80, 24)] {
        let table = table(folder.path()).first(FirstScreen::Start);
        let mut person = table.size(columns, rows).sit();
        person.keys("enter end");
        assert!(person.says("(12 of"), "{}", person.text());
        person.keys("pageup up home down pagedown pagedown");
        assert!(person.says("(12 of"), "{}", person.text());
        let text = person.text();
        let shown = text.matches("2024-05-").count();
        // The filter takes a row.
        assert_eq!(shown, if rows == 12 { 3 } else { 12 }, "{text}");
        // The marked game is the last one.
        let games = text.lines().enumerate();
        let games = games.filter(|(_, line)| line.contains("2024-05-"));
        let games: Vec<usize> = games.map(|(row, _)| row).collect();
        let [.., before, _] = games[..] else {
            panic!("{text}");
        };
        person.click(columns / 2, before.try_into().unwrap());
        assert!(!person.says("(12 of"), "{}", person.text());
        person.keys("enter");
        assert_eq!(person.transcript(), "f5");
        // The next one finds what this one has saved.
        person.app.close();
    }
}

#[test]
fn enter_or_space_goes_on_with_the_game_and_its_players() {
    for key in ["enter", "space"] {
        let folder = tempfile::tempdir().unwrap();
        let mut person = list(folder.path());
        person.keys(key);
        assert_eq!(person.transcript(), MIDDLE);
        assert_eq!(person.session().players(), &ByColor::new(Human, Greedy));
        person.keys("tab enter");
        let game = person.game().clone();
        assert_eq!(game.entries().len(), 13);
        person.app.close();
        assert_eq!(
            unfinished(folder.path())[0],
            game,
            "it is saved where it was"
        );
        assert_eq!(unfinished(folder.path()).len(), 2);
    }
}

#[test]
fn esc_leaves_the_game_for_the_next_start() {
    {
        let folder = tempfile::tempdir().unwrap();
        let mut person = list(folder.path());
        assert!(person.says("(1 of 2)"));
        person.keys("esc");
        assert!(!person.says("(1 of 2)") && person.says("Continue"));
        person.keys("n enter f5");
        assert_eq!(person.transcript(), "f5");
        person.app.close();
        assert_eq!(unfinished(folder.path()).len(), 3);
    }
    let folder = tempfile::tempdir().unwrap();
    let mut person = list(folder.path());
    person.keys("q");
    assert_eq!(person.effects, [Effect::Quit]);
}

#[test]
fn a_game_given_on_the_command_line_comes_without_an_offer() {
    let folder = tempfile::tempdir().unwrap();
    leave_behind(folder.path(), MIDDLE, "2024-05-17 20:15:03.207");
    let person = table(folder.path()).moves("f5d6").sit();
    assert!(!person.says("Unfinished"));
    assert_eq!(unfinished(folder.path()).len(), 1, "nobody holds it");
    person.app.close();
    assert_eq!(unfinished(folder.path()).len(), 1, "nothing was played");
}

#[test]
fn a_damaged_game_is_told_and_does_not_stop_the_start() {
    let folder = tempfile::tempdir().unwrap();
    leave_behind(folder.path(), MIDDLE, "2024-05-17 20:15:03.207");
    let autosaves = StateFolder::at(folder.path().to_owned()).autosaves();
    for entry in std::fs::read_dir(autosaves).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "toml") {
            std::fs::write(path, "half a ga").unwrap();
        }
    }
    let person = table(folder.path())
        .first(FirstScreen::Start)
        .size(200, 40)
        .sit();
    let text = person.text();
    assert!(text.contains("Cannot read the saved game"), "{text}");
    assert!(!text.contains("Unfinished"), "{text}");
}

#[test]
fn moves_taken_back_are_kept_too_and_a_game_that_is_over_goes_into_the_log() {
    let folder = tempfile::tempdir().unwrap();
    let state = StateFolder::at(folder.path().to_owned());
    let mut person = table(folder.path()).sit();
    person.keys("f5 d6 u");
    let game = person.game().clone();
    person.app.close();
    assert_eq!(unfinished(folder.path()), [game]);
    assert!(!state.log().exists());

    let mut person = table(folder.path()).sit();
    person.paste(WIPEOUT);
    person.keys("esc n");
    assert!(person.game().entries().is_empty(), "a rematch");
    person.app.close();
    let log = std::fs::read_to_string(state.log()).unwrap();
    assert_eq!(log.matches("(;GM[Othello]").count(), 1, "{log}");
    assert_eq!(unfinished(folder.path()).len(), 1);
}

#[test]
fn a_folder_that_cannot_be_written_is_told_once_and_the_game_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "in the way").unwrap();
    let mut person = table(&file).size(200, 40).sit();
    person.keys("f5");
    person.wait_for_text("The game continues.");
    let told = person.words().lines().last().unwrap().to_owned();
    assert_eq!(told.matches("The game continues.").count(), 1, "{told}");
    person.keys("d6");
    assert_eq!(person.transcript(), "f5d6");
}

#[test]
fn two_people_are_named_in_the_choice_of_players_and_in_saved_games() {
    let folder = tempfile::tempdir().unwrap();
    let start = || table(folder.path()).first(FirstScreen::Start).sit();
    let mut person = start();
    person.keys("n ?name_the_person");
    person.paste("\u{1b}[2JAnn\r");
    assert!(person.says("[2JAnn") && person.says("Enter keep it"));
    person.keys("ctrl-u A n n q x enter backspace");
    assert!(person.says("Annqx"), "{}", person.text());
    person.keys(
        "?name_the_person backspace backspace esc ?name_the_person backspace backspace enter",
    );
    assert!(person.says("Ann") && !person.says("Annqx"));
    // The second one plays White.
    person.keys("up ?name_the_person g r e e d y enter");
    assert!(
        person.says("\"greedy\" is a computer player"),
        "{}",
        person.text()
    );
    person.keys("?name_the_person B \u{f6} b enter enter f5");
    assert!(
        person.says("Ann") && person.says("B\u{f6}b"),
        "{}",
        person.text()
    );
    person.app.close();
    let mut person = start();
    assert!(person.says("Ann vs B\u{f6}b, move 2"), "{}", person.text());
    person.keys("enter");
    person.paste("d6c3d3c4f4f6f3e6e7");
    assert!(
        person.says("Ann") && person.says("B\u{f6}b"),
        "{}",
        person.text()
    );
    person.keys("j enter");
    assert!(person.game().outcome().is_some());
    // A rematch with swapped sides swaps the names.
    person.keys("x f5 j enter");
    person.app.close();
    let log = std::fs::read_to_string(StateFolder::at(folder.path().to_owned()).log()).unwrap();
    let first = log.find("PB[Ann]PW[B\u{f6}b]").unwrap();
    assert!(log.find("PB[B\u{f6}b]PW[Ann]").unwrap() > first, "{log}");
}

#[test]
fn the_only_person_keeps_the_name_on_either_side() {
    let ann = |options: &mut reversi_tui::Options| {
        options.settings.name = "Ann".parse().unwrap();
        options.settings.black = Greedy;
        options.settings.white = Human;
    };
    let mut person = Table::new()
        .players(Greedy, Human)
        .with(ann)
        .first(FirstScreen::Start)
        .sit();
    person.keys("f5");
    let names = person.session().names;
    assert_eq!(
        (names.black.to_string(), names.white.to_string()),
        ("Ann".to_owned(), String::new())
    );
    person.keys("x");
    assert_eq!(person.session().names.white.to_string(), "Ann");
}

#[test]
fn a_new_game_leaves_the_one_in_progress_for_the_next_start() {
    let folder = tempfile::tempdir().unwrap();
    let mut person = table(folder.path()).sit();
    person.keys("f5 d6 c3");
    person.keys("n enter");
    assert!(
        person.says("The game in progress is kept"),
        "{}",
        person.text()
    );
    person.keys("e6");
    person.app.close();
    let mut games = unfinished(folder.path());
    games.sort_by_key(|game| game.entries().len());
    let moves: Vec<String> = games.iter().map(transcript::print).collect();
    assert_eq!(moves, ["e6", "f5d6c3"]);
}

#[test]
fn an_unfinished_game_is_discarded_when_del_is_pressed_twice() {
    let folder = tempfile::tempdir().unwrap();
    let mut person = list(folder.path());
    person.keys("delete");
    assert_snapshot!(person.text());
    person.keys("down up");
    assert!(person.says("Resume it?"), "{}", person.text());
    person.keys("delete delete");
    assert!(person.says("1 move.\u{20}"), "{}", person.text());
    assert_eq!(unfinished(folder.path()).len(), 1);
    person.keys("delete delete");
    assert!(!person.says("Unfinished game"));
    assert!(unfinished(folder.path()).is_empty());
}

/// A program whose games cannot be saved: a file is in the place of the folder.
fn nowhere(folder: &Path) -> Table {
    let file = folder.join("file");
    std::fs::write(&file, "in the way").unwrap();
    table(&file)
}

#[test]
fn a_game_that_could_not_be_saved_is_not_left_without_a_question() {
    let folder = tempfile::tempdir().unwrap();
    let mut person = nowhere(folder.path()).sit();
    person.keys("f5 q");
    assert!(
        person.says("Quit? This game is not saved."),
        "{}",
        person.text()
    );
    // From the first screen, too.
    person.keys("esc");
    person.keys("Q");
    person.keys("esc esc q");
    assert_eq!(person.effects, []);
    assert!(
        person.says("Quit? This game is not saved."),
        "{}",
        person.text()
    );
    person.keys("esc n enter");
    assert!(
        person.says("Leave this game? It could not be saved."),
        "{}",
        person.text()
    );
    person.keys("esc esc");
    assert_eq!(person.transcript(), "f5");
    person.keys("n enter enter");
    assert_eq!(person.transcript(), "", "{}", person.text());
    // A result that is not in the history is lost, too.
    person.paste(WIPEOUT);
    person.keys("esc q");
    assert_eq!(person.effects, []);
    person.keys("q");
    assert_eq!(person.effects, [Effect::Quit]);
}

#[test]
fn another_game_replaces_one_that_could_not_be_saved_only_after_a_question() {
    let folder = tempfile::tempdir().unwrap();
    let mut person = nowhere(folder.path()).sit();
    person.keys("f5");
    let file = folder.path().join("game.txt");
    std::fs::write(&file, MIDDLE).unwrap();
    person.keys("o");
    person.paste(&file.display().to_string());
    person.keys("enter");
    person.wait_for_text("Leave this game? It could not be saved.");
    assert_eq!(person.transcript(), "f5");
    person.keys("enter");
    assert_eq!(person.transcript(), MIDDLE);
}

#[test]
fn an_analysis_that_could_not_be_saved_is_not_left_without_a_question() {
    let folder = tempfile::tempdir().unwrap();
    let mut person = nowhere(folder.path())
        .first(FirstScreen::Analyse(None))
        .sit();
    person.keys("q");
    assert_eq!(person.effects, [Effect::Quit], "nothing is lost");
    person.keys("f5 q");
    assert!(
        person.says("Quit? This analysis is not saved."),
        "{}",
        person.text()
    );
    for keys in ["esc esc", "esc n"] {
        person.keys(keys);
        assert!(
            person.says("Leave this analysis? It could not be saved."),
            "{keys}: {}",
            person.text()
        );
    }
    person.keys("enter");
    assert!(!person.says("It could not be saved."), "{}", person.text());
}

#[test]
fn help_is_on_the_disk_before_it_is_seen_and_the_header_says_that_the_game_is_casual() {
    let folder = tempfile::tempdir().unwrap();
    let level: PlayerKind = "1".parse().unwrap();
    let mut person = table(folder.path())
        .players(Human, level)
        .size(120, 40)
        .sit();
    person.keys("f5");
    person.wait_for_entries(2);
    assert!(person.says("rated"), "{}", person.text());
    let saved = || {
        let autosaves = StateFolder::at(folder.path().to_owned()).autosaves();
        let files = std::fs::read_dir(autosaves).unwrap();
        let texts = files.map(|file| std::fs::read(file.unwrap().path()).unwrap());
        texts
            .map(|text| String::from_utf8_lossy(&text).into_owned())
            .collect::<String>()
    };
    assert!(!saved().contains("casual"));
    person.keys("k");
    assert!(saved().contains("casual:hint"), "{}", saved());
    assert!(person.says("casual"), "{}", person.text());
}

// It takes seconds, because it draws thousands of screens.
#[test]
fn a_running_game_against_a_level_says_at_every_size_whether_it_is_rated() {
    type Change = fn(Table) -> Table;
    let level = |strength: &str| strength.parse::<PlayerKind>().unwrap();
    let tables: [(Change, &str, &str); 7] = [
        (|table| table, "", "rated"),
        (|table| table.moves(MIDDLE), "", "rated"),
        (|table| table.moves(MIDDLE), "k", "casual"),
        (|table| table.moves(MIDDLE), "|", "casual"),
        (|table| table.moves(MIDDLE).with(has_clocks), "", "rated"),
        (
            |table| table.moves(MIDDLE).with(has_long_name),
            "k",
            "casual",
        ),
        (
            |table| table.moves(MIDDLE).with(has_clocks).with(is_ascii),
            "k e",
            "casual",
        ),
    ];
    for (number, (table, keys, word)) in tables.into_iter().enumerate() {
        let mut person = table(Table::new().players(Human, level("10")).size(120, 40)).sit();
        person.is_of_one_size = true;
        person.keys(keys);
        for columns in 24..=170 {
            for rows in 12..=60 {
                // The smallest sizes have least room.
                if columns > 44 && !dial::is_full() && (columns * 7 + rows) % 67 != 0 {
                    continue;
                }
                person.resize(columns, rows);
                let says = person.text().to_lowercase().matches(word).count();
                assert_eq!(says, 1, "{number}: {columns}x{rows}\n{}", person.text());
            }
        }
    }
}

fn has_clocks(options: &mut Options) {
    options.setup.time = "1h+15s".parse().ok();
}

fn has_long_name(options: &mut Options) {
    options.settings.name = "Bartholomew".parse().unwrap();
    options.setup.names.black = options.settings.name;
}

fn is_ascii(options: &mut Options) {
    options.ascii = true;
}
