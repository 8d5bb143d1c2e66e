//! Saving the game and opening others.

use std::path::{Path, PathBuf};

use insta::assert_snapshot;
use reversi::{ByColor, transcript};
use reversi_notation::{Record, detect};
use reversi_table::clock::StartTime;
use reversi_table::player::PlayerKind::{Greedy, Human};
use reversi_table::store::history::{self, removed};
use reversi_table::store::state::StateFolder;
use reversi_tui::FirstScreen;
use unicode_width::UnicodeWidthStr as _;

use crate::person::{MIDDLE, PASSES, Person, Table, WIPEOUT};
#[cfg(unix)]
use crate::program::succeeds;

/// Types a name in the place of the one that is there.
fn name(person: &mut Person, path: &Path) {
    person.keys("ctrl-u");
    person.paste(path.to_str().unwrap());
}

fn save(person: &mut Person, path: &Path) {
    person.keys("s");
    name(person, path);
    person.keys("enter");
}

pub(crate) fn open(person: &mut Person, path: &str) {
    person.keys("o ctrl-u");
    person.paste(path);
    person.keys("enter");
}

/// Waits until the window is closed because the game was saved.
fn wait_for_saved(person: &mut Person) {
    person.wait_until("saved game", |person| {
        let text = person.text();
        text.contains("Saved to") && !text.contains("Save game")
    });
}

fn read(path: &Path) -> Vec<Record> {
    let games = detect::open(path, None).unwrap();
    games.map(Result::unwrap).collect()
}

/// The screen with a fixed date in the name of the file, of which a small window shows only the end.
fn dated(person: &Person) -> String {
    const FIXED: &str = "2026-11-21";
    let today = StartTime::now().minute()[..FIXED.len()].to_owned();
    (0..FIXED.len()).fold(person.text(), |text, start| {
        let [shown, fixed] = [&today[start..], &FIXED[start..]];
        text.replace(&format!("{shown}-you"), &format!("{fixed}-you"))
    })
}

#[test]
fn a_name_is_proposed_that_says_when_and_who() {
    let mut person = Table::new().players(Human, Greedy).moves("f5d6").sit();
    person.keys("s");
    assert_snapshot!(dated(&person));
}

#[test]
fn the_window_to_save_fits_the_smallest_screen() {
    let mut person = Table::new().moves("f5d6").size(24, 12).sit();
    person.keys("s");
    assert_snapshot!(dated(&person));
}

#[test]
fn letters_and_digits_are_text_where_a_name_is_typed() {
    let mut person = Table::new().moves("f5d6").sit();
    person.keys("s ctrl-u qabcf5-8?uS home delete x end backspace");
    assert!(person.says("xabcf5-8?u "), "{}", person.text());
    assert_eq!(person.transcript(), "f5d6");
    person.keys("esc");
    assert!(!person.says("xabcf5"));
}

#[test]
fn a_saved_game_is_opened_again_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    for (number, moves) in [MIDDLE, WIPEOUT, PASSES, "f5"].into_iter().enumerate() {
        for ending in ["ggf", "sgf", "pgn", "txt"] {
            let path = folder.path().join(format!("{number}.{ending}"));
            let mut person = Table::new().moves(moves).sit();
            save(&mut person, &path);
            wait_for_saved(&mut person);
            let game = person.game().clone();
            let mut other = Table::new().sit();
            open(&mut other, path.to_str().unwrap());
            if game.outcome().is_some() {
                other.wait_for_text("Review");
                other.keys("esc");
            }
            other.wait_for_text("Opened");
            assert_eq!(*other.game(), game, "{ending}");
        }
    }
}

#[test]
fn a_game_is_saved_as_a_picture_that_plays_it() {
    let folder = tempfile::tempdir().unwrap();
    for (name, part, saved) in [
        ("game.svg", "@keyframes f5{", "Image saved to"),
        ("game.cast", "\"version\":2", "Recording saved to"),
    ] {
        let path = folder.path().join(name);
        let mut person = Table::new().moves(MIDDLE).sit();
        save(&mut person, &path);
        person.wait_for_text(saved);
        assert!(std::fs::read_to_string(&path).unwrap().contains(part));
        // Nothing is added to a picture.
        save(&mut person, &path);
        person.wait_for_text("already exists");
        assert!(!person.says("add"), "{}", person.text());
    }
}

#[test]
fn what_is_saved_is_what_the_log_of_games_has() {
    let folder = tempfile::tempdir().unwrap();
    let state = StateFolder::at(folder.path().join("state"));
    let path = folder.path().join("game.ggf");
    let mut person = Table::new()
        .with(|options| options.state = Some(state.clone()))
        .sit();
    person.paste(WIPEOUT);
    person.keys("esc");
    save(&mut person, &path);
    wait_for_saved(&mut person);
    person.app.close();
    let logged = history::read(&state, &|| false)
        .unwrap()
        .next()
        .unwrap()
        .unwrap();
    assert_eq!(read(&path), [logged.record.unwrap()]);
}

#[test]
fn a_game_from_elsewhere_is_saved_with_all_that_is_known_about_it() {
    let folder = tempfile::tempdir().unwrap();
    let (path, copy) = (folder.path().join("a.ggf"), folder.path().join("b.ggf"));
    let game = "(;GM[Othello]PC[Tokyo]DT[2020-01-02]PB[Tamenori]PW[Murakami]RB[2000]TY[8]RE[?]BO[8 \
                -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\
                B[f5/1.00/2]W[d6//3.5]B[c3];)\n";
    std::fs::write(&path, game).unwrap();
    let mut person = Table::new().sit();
    open(&mut person, path.to_str().unwrap());
    person.wait_for_game("f5d6c3");
    save(&mut person, &copy);
    wait_for_saved(&mut person);
    assert_eq!(read(&copy), read(&path));
    // Gone on with, it is a game of those who sit here.
    person.keys("d3");
    let third = folder.path().join("c.ggf");
    save(&mut person, &third);
    wait_for_saved(&mut person);
    assert_eq!(read(&third)[0].players.black, "you");
}

#[test]
fn a_file_that_is_there_is_replaced_or_added_to_only_when_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.ggf");
    let mut person = Table::new().moves(MIDDLE).sit();
    save(&mut person, &path);
    wait_for_saved(&mut person);
    let before = std::fs::read(&path).unwrap();
    save(&mut person, &path);
    person.wait_for_text("already exists");
    person.keys("esc");
    assert!(person.says("Save game"), "the name stays");
    assert_eq!(std::fs::read(&path).unwrap(), before);
    person.keys("enter");
    person.wait_for_text("append");
    person.keys("+");
    wait_for_saved(&mut person);
    assert_eq!(read(&path).len(), 2);
    save(&mut person, &path);
    person.wait_for_text("replace");
    person.keys("s");
    wait_for_saved(&mut person);
    assert_eq!(read(&path).len(), 1);
}

#[test]
fn what_cannot_be_saved_is_said_and_the_name_stays() {
    let folder = tempfile::tempdir().unwrap();
    let mut person = Table::new().moves(MIDDLE).sit();
    for (file, said) in [
        ("game.doc", ".doc is not a known extension; use .ggf"),
        ("game", "has no extension"),
        ("game.json", ".json files can only be read"),
        ("none/game.ggf", "There is no folder"),
    ] {
        save(&mut person, &folder.path().join(file));
        person.wait_for_text(said);
        person.keys("end");
        assert!(person.says(file), "{}", person.text());
        person.keys("esc");
    }
    save(&mut person, folder.path());
    person.wait_for_text("is a folder");
    person.keys("esc");
    assert_eq!(person.transcript(), MIDDLE);
    person.keys("e3");
    assert_eq!(person.game().entries().len(), 13, "the game goes on");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[cfg(unix)]
#[test]
fn a_folder_without_the_right_to_write_is_said() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let closed = folder.path().join("closed");
    std::fs::create_dir(&closed).unwrap();
    std::fs::set_permissions(&closed, std::fs::Permissions::from_mode(0o500)).unwrap();
    // Who may do everything is refused by a folder of the system, where there is one.
    let is_closed = |folder: &PathBuf| {
        let file = folder.join("try");
        let failed = std::fs::write(&file, "").is_err();
        // Only what was written can be removed.
        let _ = std::fs::remove_file(file);
        failed && folder.is_dir()
    };
    let mut folders = [closed, "/sys".into()].into_iter();
    let Some(refused) = folders.find(is_closed) else {
        return;
    };
    let mut person = Table::new().moves("f5").size(120, 40).sit();
    save(&mut person, &refused.join("game.ggf"));
    // In a folder of the system there is no file to write to, in a closed one no right to.
    person.wait_for_text("Cannot save the game to");
    assert!(person.says("game.ggf"), "{}", person.text());
    person.keys("esc d6");
    assert_eq!(person.transcript(), "f5d6");
}

fn three_games(folder: &Path) -> PathBuf {
    let path = folder.join("three.ggf");
    let game = |black: &str, moves: &str| {
        let mut record = Record::from_game(&transcript::parse(moves).unwrap());
        record.players = ByColor::new(black, "Ishii").map(str::to_owned);
        "1997-11-02".clone_into(&mut record.date);
        let mut text = String::new();
        assert!(reversi_notation::Format::Ggf.write(&record, &mut text));
        text
    };
    let games = [
        game("Tamenori", PASSES),
        "(;GM[Othello]PB[a]PW[b]B[f5]W[f5];)\n".to_owned(),
        game("\u{1b}[31m\u{202e}Murakami\u{7}", WIPEOUT),
    ];
    std::fs::write(&path, games.concat()).unwrap();
    path
}

#[test]
fn a_file_with_several_games_is_listed() {
    let folder = tempfile::tempdir().unwrap();
    let path = three_games(folder.path());
    let mut person = Table::new().sit();
    open(&mut person, path.to_str().unwrap());
    person.wait_for_text("Game 1 of 3.");
    assert_snapshot!(person.text());
    person.keys("down enter");
    assert!(person.says("Game 2: move 2: f5 is taken by Black."));
    // Back, and the name is still there.
    person.keys("esc");
    assert!(person.says("Your games"), "{}", person.text());
    person.keys("enter");
    person.wait_for_text("Game 1 of 3.");
    person.keys("pagedown home end enter");
    person.wait_for_game(WIPEOUT);
    // A finished game is reviewed; it stands on the board behind.
    assert!(
        person.says(r"\u{1b}[31m\u{202e}Mu - Ishii"),
        "{}",
        person.text()
    );
    assert!(person.app.review().is_some());
    person.keys("esc u");
    assert_eq!(person.game().entries().len(), 8);
    person.keys("r");
    assert!(person.game().outcome().is_some());
}

#[test]
fn what_was_skipped_in_a_file_is_said_when_its_game_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("letter.txt");
    std::fs::write(&path, "My game: f5d6c3d3c4 why?\n").unwrap();
    let mut person = Table::new().size(120, 40).sit();
    open(&mut person, path.to_str().unwrap());
    person.wait_for_game("f5d6c3d3c4");
    let said = "Skipped \"My game\" at line 1, column 1 and 1 more.";
    assert!(person.says(said), "{}", person.text());
}

#[test]
fn names_in_japanese_stand_in_columns_in_lists_and_at_the_end_of_a_game() {
    // Finalists of world championships.
    let names = [
        "\u{9ad8}\u{68a8}\u{60a0}\u{4ecb}",
        "Tamenori",
        "\u{6751}\u{4e0a}\u{5065}",
    ];
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("quest.json");
    let games = names.map(|name| {
        format!(
            "{{\"players\":[{{\"name\":\"{name}\"}},{{\"name\":\"Ishii\"}}],\
             \"position\":{{\"moves\":[{{\"m\":\"f5\"}},{{\"m\":\"d6\"}}]}}}}\n"
        )
    });
    std::fs::write(&path, games.concat()).unwrap();
    let mut person = Table::new().sit();
    open(&mut person, path.to_str().unwrap());
    person.wait_for_text("Game 1 of 3.");
    let text = person.text();
    let ends = names.map(|name| {
        let line = text.lines().find(|line| line.contains(name)).unwrap();
        let (before, _) = line.split_once("unfinished").unwrap();
        before.width()
    });
    assert!(ends.iter().all(|&end| end == ends[0]), "{text}");

    // A long name without spaces is cut, and not left out.
    let long = "\u{30aa}\u{30bb}\u{30ed}\u{5927}\u{597d}\u{304d}\u{3055}\u{3093}";
    let (before, last) = WIPEOUT.split_at(WIPEOUT.len() - 2);
    let mut person = Table::new()
        .size(120, 40)
        .moves(before)
        .with(|options| {
            options.setup.names = ByColor::new(names[0], long).map(|name| name.parse().unwrap());
        })
        .sit();
    person.keys(last);
    person.wait(5000);
    person.wait_for_text("loss per move");
    let text = person.text();
    let end = |part: &str| {
        let line = text.lines().find(|line| line.contains(part)).unwrap();
        let at = line.find(part).unwrap();
        let inside = line[at..].split('\u{2502}').next().unwrap();
        line[..at].width() + inside.trim_end().width()
    };
    let cut = "\u{30aa}\u{30bb}\u{30ed}\u{5927} ...";
    assert_eq!(end(cut), end("loss per move"), "{text}");
}

#[test]
fn a_list_is_shown_on_small_screens_too() {
    let folder = tempfile::tempdir().unwrap();
    let path = three_games(folder.path());
    let mut person = Table::new().size(24, 12).sit();
    open(&mut person, path.to_str().unwrap());
    person.wait_for_text("Game 1 of 3.");
    assert_snapshot!(person.text());
}

#[test]
fn a_number_behind_the_name_opens_that_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = three_games(folder.path());
    let mut person = Table::new().sit();
    open(&mut person, &format!("{}#3", path.display()));
    person.wait_for_game(WIPEOUT);
    let mut person = Table::new().sit();
    open(&mut person, &format!("{}#4", path.display()));
    person.wait_for_text("There is no game 4, only 3 games.");
}

#[test]
fn nothing_in_a_name_is_obeyed_by_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let path = three_games(folder.path());
    let mut person = Table::new().sit();
    let harmless = |person: &Person| {
        let cells = person.buffer().content();
        let bad = |c: char| c.is_control() || c == '\u{202e}';
        assert!(cells.iter().all(|cell| !cell.symbol().contains(bad)));
    };
    open(&mut person, path.to_str().unwrap());
    person.wait_for_text("Game 1 of 3.");
    harmless(&person);
    person.keys("end enter");
    person.wait_for_game(WIPEOUT);
    assert!(person.says("\\u{1b}[31m"), "{}", person.text());
    harmless(&person);
    person.keys("s");
    harmless(&person);
}

#[test]
fn what_cannot_be_opened_is_said_and_the_name_stays() {
    let folder = tempfile::tempdir().unwrap();
    let letter = folder.path().join("letter.txt");
    std::fs::write(&letter, "Dear reader").unwrap();
    let mut person = Table::new().size(140, 40).moves("f5").sit();
    for (path, said) in [
        (letter.as_path(), "unrecognised format"),
        (&folder.path().join("none.ggf"), "none.ggf: "),
        (folder.path(), "is a folder"),
    ] {
        open(&mut person, path.to_str().unwrap());
        person.wait_for_text(said);
        person.keys("end");
        let name = path.file_name().unwrap().to_str().unwrap();
        assert!(person.says(name));
        person.keys("esc");
    }
    person.keys("o enter");
    assert!(person.says("Folders and files"), "{}", person.text());
    person.keys("enter");
    person.wait_for_text("is a folder");
    person.keys("esc d6");
    assert_eq!(person.transcript(), "f5d6");
}

#[test]
fn a_name_is_completed_by_tab() {
    let folder = tempfile::tempdir().unwrap();
    three_games(folder.path());
    let mut person = Table::new().sit();
    person.keys("o");
    person.paste(&format!("{}/th", folder.path().display()));
    person.keys("tab");
    // The list below has the name, too.
    let path = format!("{}/three.ggf", folder.path().display());
    person.wait_for_text(&path);
    person.keys("enter");
    person.wait_for_text("Game 1 of 3.");
}

/// A table with a log of two games.
fn with_log(folder: &Path) -> Table {
    let state = StateFolder::at(folder.to_owned());
    for (white, date, moves) in [
        ("greedy", "2026-05-16 20:15:00.000", PASSES),
        ("engine:3", "2026-05-17 21:00:00.000", WIPEOUT),
    ] {
        let mut record = Record::from_game(&transcript::parse(moves).unwrap());
        record.players = ByColor::new("human", white).map(str::to_owned);
        date.clone_into(&mut record.date);
        history::append(&state, &record).unwrap();
    }
    Table::new().with(|options| options.state = Some(state))
}

#[test]
fn a_finished_game_is_opened_by_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let mut person = with_log(folder.path()).sit();
    open(&mut person, "history:1");
    person.wait_for_game(PASSES);
    open(&mut person, "history:last");
    person.wait_for_game(WIPEOUT);
    open(&mut person, "history:3");
    person.wait_for_text("The history has 2 games; use history:1 to");
    person.keys("esc");
    open(&mut person, "history:first");
    person.wait_for_text("is not a game number");
}

/// Waits until a number of games was analysed, and returns what their moves lost.
fn wait_for_losses(person: &mut Person, count: usize) -> Vec<f64> {
    let losses = |person: &Person| -> Vec<f64> {
        let text = person.text();
        let games = text.lines().filter(|line| line.contains(" 2026-"));
        let words = games.flat_map(str::split_whitespace);
        let words = words.filter(|word| word.contains('.'));
        words.filter_map(|word| word.parse().ok()).collect()
    };
    person.wait_until("losses", |person| losses(person).len() == count);
    losses(person)
}

#[test]
fn the_latest_finished_games_are_offered_and_analysed() {
    let folder = tempfile::tempdir().unwrap();
    let mut person = with_log(folder.path()).sit();
    person.keys("o");
    person.wait_for_text("level 3");
    let losses = wait_for_losses(&mut person, 2);
    let text = losses.iter().fold(person.text(), |text, loss| {
        text.replace(&format!("{loss:>4.1}  │"), " 0.0  │")
    });
    assert_snapshot!(text);
    person.keys("down enter");
    person.wait_for_game(PASSES);
    // What is only looked at is not logged again, whatever is undone and redone.
    person.keys("u r");
    assert!(person.game().outcome().is_some());
    person.app.close();
    let log = history::read(&StateFolder::at(folder.path().to_owned()), &|| false).unwrap();
    assert_eq!(log.count(), 2);
}

/// The list of the last games, opened from the first screen.
fn last_games(table: Table) -> Person {
    let mut person = table.first(FirstScreen::Start).sit();
    person.keys("down down down down enter");
    person
}

#[test]
fn one_game_of_the_list_is_removed_after_a_yes_and_comes_back_by_a_row() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("state");
    let mut person = last_games(with_log(&state));
    person.wait_for_text("  won 64-0");
    let listed = |person: &Person| {
        let text = person.text();
        let is_game = |line: &&str| line.contains("  won ") || line.contains("  lost ");
        text.lines().filter(is_game).count()
    };
    let count = listed(&person);
    // The row above the games is not a game.
    person.keys("up delete");
    assert!(!person.says("Remove 1 game"), "{}", person.text());
    person.keys("down delete");
    assert!(
        person.says("Remove 1 game from your history?"),
        "{}",
        person.text()
    );
    person.keys("esc");
    assert_eq!(listed(&person), count);
    person.keys("delete enter");
    person.wait_for_text("Removed 1 game. You can bring it back for 30 days.");
    person.wait_until("shorter list", |person| listed(person) == count - 1);
    person.keys("up enter");
    person.wait_until("the game", |person| listed(person) == count);
    assert!(!person.says("Bring back"), "{}", person.text());
    assert!(!removed::can_undo(&StateFolder::at(state)));
}

#[test]
fn review_lists_the_last_games_of_the_player_the_newest_first_with_files_above() {
    let folder = tempfile::tempdir().unwrap();
    for (columns, rows) in [(80, 24), (120, 40), (40, 15), (24, 12)] {
        let state = folder.path().join(columns.to_string());
        let games = || last_games(with_log(&state).size(columns, rows));
        let mut person = games();
        person.wait_for_text("  won 64-0");
        let text = person.text();
        let row = |words: &str| text.lines().position(|line| line.contains(words)).unwrap();
        assert!(row("Open a file") < row("level 3"), "{text}");
        assert!(row("level 3") < row("greedy"), "{text}");
        person.keys("enter");
        person.wait_for_game(WIPEOUT);
        assert!(person.app.review().is_some());
        // The review of a game may be stored while it is on the screen.
        drop(person);
        let mut person = games();
        person.wait_for_text("  won 64-0");
        person.keys("g r e e d");
        let text = person.text();
        let is_listed = |line: &str| line.contains("level 3") && !line.contains("against level 3");
        assert!(!text.lines().any(is_listed), "{text}");
        person.keys("enter");
        person.wait_for_game(PASSES);
        drop(person);
        std::fs::remove_dir_all(&state).unwrap();
    }
    let mut person = last_games(with_log(folder.path()));
    person.wait_for_text("  won 64-0");
    person.keys("up enter");
    assert!(person.says("Folders and files"), "{}", person.text());
    // Back to the games.
    person.keys("backspace backspace");
    assert!(person.says("won 64-0"), "{}", person.text());
    // Without games there are the files.
    let mut person = last_games(Table::new());
    assert!(person.says("No finished games") || person.says("Games are not being saved"));
    person.keys("enter");
    assert!(person.says("Folders and files"), "{}", person.text());
}

#[test]
fn a_list_of_more_than_ten_games_filters_as_one_types_and_no_letter_does_something_else() {
    let folder = tempfile::tempdir().unwrap();
    let state = StateFolder::at(folder.path().to_owned());
    for number in 1..=12 {
        let moves = if number == 7 { WIPEOUT } else { PASSES };
        let mut record = Record::from_game(&transcript::parse(moves).unwrap());
        record.players = ByColor::new(format!("Ann{number}q"), "Tom".to_owned());
        history::append(&state, &record).unwrap();
    }
    let mut person = Table::new().sit();
    open(&mut person, state.log().to_str().unwrap());
    person.wait_for_text("Game 1 of 12.");
    assert!(person.says("type to filter"), "{}", person.text());
    let color = person.buffer()[(40, 12)].bg;
    person.keys("t o m");
    assert!(
        person.says("tom") && person.says("Game 1 of 12."),
        "{}",
        person.text()
    );
    assert_eq!(person.buffer()[(40, 12)].bg, color, "the theme");
    person.keys("z");
    assert!(
        person.says("No game fits these words."),
        "{}",
        person.text()
    );
    person.keys("ctrl-u a n n 7 q");
    assert!(person.says("Game 1 of 1."), "{}", person.text());
    assert_eq!(person.effects, []);
    person.keys("enter");
    person.wait_for_game(WIPEOUT);
}

#[test]
fn a_list_of_games_filters_by_what_the_games_are_and_says_what_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let mut person = last_games(with_log(folder.path()));
    person.wait_for_text("  won 64-0");
    person.keys("result:win space opponent:level");
    assert!(!person.says("greedy"), "{}", person.text());
    assert!(person.says("won 64-0"), "{}", person.text());
    person.keys("ctrl-u year:2026 space opponent:gree");
    assert!(
        person.says("greedy") && !person.says("level 3"),
        "{}",
        person.text()
    );
    person.keys("ctrl-u who:ann");
    let wrong = "\"who\" is not a filter; use player, black, white, opponent,";
    assert!(person.says(wrong), "{}", person.text());
    person.keys("ctrl-u year:2025");
    assert!(
        person.says("No game fits these words."),
        "{}",
        person.text()
    );
}

#[test]
fn a_game_gets_tags_and_a_note_that_a_filter_finds_in_every_list() {
    let folder = tempfile::tempdir().unwrap();
    let state = StateFolder::at(folder.path().to_owned());
    let mut person = last_games(with_log(folder.path()));
    person.wait_for_text("  won 64-0");
    person.keys("tab");
    assert!(person.says("Tags begin with #"), "{}", person.text());
    person.keys("#blitz space lucky enter");
    person.wait_for_text("#blitz lucky");
    person.keys("tab ctrl-u #other esc tag:blitz");
    assert!(
        person.says("won 64-0") && !person.says("greedy"),
        "{}",
        person.text()
    );
    person.keys("ctrl-u b l i t z space l u c k");
    assert!(
        person.says("won 64-0") && !person.says("greedy"),
        "{}",
        person.text()
    );
    person.keys("ctrl-u tag:other");
    assert!(
        person.says("No game fits these words."),
        "{}",
        person.text()
    );
    person.app.close();
    // The same game in another file.
    let game = std::fs::read_to_string(state.log()).unwrap();
    let copies = folder.path().join("copies.ggf");
    std::fs::write(&copies, game.repeat(6)).unwrap();
    let mut person = Table::new()
        .with(|options| options.state = Some(state))
        .sit();
    open(&mut person, copies.to_str().unwrap());
    person.wait_for_text("Game 1 of 12.");
    person.keys("tag:blitz");
    person.wait_for_text("Game 1 of 6.");
    // An empty label is removed.
    person.keys("tab ctrl-u enter");
    person.wait_for_text("No game fits these words.");
}

/// A table with a log of two games, a library, and a file of games.
fn with_library(folder: &Path) -> (Table, PathBuf) {
    let library = folder.join("library");
    std::fs::create_dir(&library).unwrap();
    let game = |black: &str, date: &str, moves: &str| {
        let mut record = Record::from_game(&transcript::parse(moves).unwrap());
        record.players = ByColor::new(black, "Ishii").map(str::to_owned);
        date.clone_into(&mut record.date);
        let mut text = String::new();
        assert!(reversi_notation::Format::Ggf.write(&record, &mut text));
        text
    };
    let games = [
        game("Tamenori", "1997-11-02", PASSES),
        game("Murakami", "2027", WIPEOUT),
    ];
    std::fs::write(library.join("games.ggf"), games.concat()).unwrap();
    let file = folder.join("club.ggf");
    std::fs::write(&file, game("Clara", "2001", MIDDLE)).unwrap();
    let table = with_log(&folder.join("state")).with(|options| {
        options.settings.games_folder = Some(library.to_str().unwrap().to_owned());
    });
    (table, file)
}

/// The place of a row with some words.
fn row(person: &Person, words: &str) -> usize {
    let text = person.text();
    let row = text.lines().position(|line| line.contains(words));
    row.unwrap_or_else(|| panic!("{words}: {text}"))
}

#[test]
fn one_list_has_the_games_of_the_history_of_libraries_and_of_files_opened_lately() {
    let folder = tempfile::tempdir().unwrap();
    let (table, file) = with_library(folder.path());
    let mut person = table.sit();
    open(&mut person, file.to_str().unwrap());
    person.wait_for_game(MIDDLE);
    person.keys("o");
    for words in ["won 64-0", "Tamenori - Ishii", "Clara - Ishii"] {
        person.wait_for_text(words);
    }
    let order = ["Murakami", "level 3", "greedy", "Clara", "Tamenori"];
    let rows = order.map(|words| row(&person, words));
    assert!(rows.is_sorted(), "{}", person.text());
    // Words, players, openings, years and tags find games of all of them.
    for (typed, found, hidden) in [
        ("ishii", "Clara - Ishii", "level 3"),
        ("year:2001", "Clara - Ishii", "Murakami"),
        ("level", "level 3", "Clara - Ishii"),
        ("year:1990-1999", "Tamenori", "Clara - Ishii"),
    ] {
        person.keys("ctrl-u");
        person.keys(typed);
        person.wait_until(typed, |person| person.says(found) && !person.says(hidden));
    }
    person.keys("enter");
    person.wait_for_game(PASSES);
    // The files opened lately are offered before the others, too.
    person.keys("esc esc o up enter");
    person.wait_for_text("club.ggf");
}

#[test]
fn the_games_are_sorted_by_a_key_and_by_a_click_on_a_heading() {
    let folder = tempfile::tempdir().unwrap();
    let (table, _) = with_library(folder.path());
    let mut person = table.size(120, 40).sit();
    person.keys("o");
    person.wait_for_text("Tamenori - Ishii");
    let losses = wait_for_losses(&mut person, 2);
    let rows = |person: &Person| ["level 3", "greedy"].map(|words| row(person, words));
    // The newest first, those won first, those first that lost most.
    assert!(row(&person, "Murakami") < rows(&person)[0]);
    person.keys("backtab");
    assert!(row(&person, "won 64-0") < row(&person, "Murakami"));
    person.keys("backtab");
    let [level, greedy] = rows(&person);
    assert_eq!(level < greedy, losses[0] >= losses[1], "{}", person.text());
    assert!(level.max(greedy) < row(&person, "Murakami"));
    let heading = row(&person, "Opponent");
    let line = person.text().lines().nth(heading).unwrap().to_owned();
    let at = line.chars().position(|c| c == 'D').unwrap();
    person.click(u16::try_from(at).unwrap(), u16::try_from(heading).unwrap());
    assert!(row(&person, "Murakami") < rows(&person)[0]);
}

#[test]
fn marked_games_are_saved_to_one_file_and_removed_together() {
    let folder = tempfile::tempdir().unwrap();
    let (table, _) = with_library(folder.path());
    let mut person = table.sit();
    person.keys("o");
    // The games of the library and those of the history come one after the other, in either order.
    person.wait_for_text("Tamenori - Ishii");
    person.wait_for_text("greedy");
    // Murakami, level 3 and greedy.
    person.keys("space space space");
    assert!(person.says("3 games marked."), "{}", person.text());
    assert!(person.says("* 2027") && !person.says("* 1997"));
    person.keys("enter");
    assert!(person.says("Find your mistakes"), "{}", person.text());
    person.keys("down enter");
    person.wait_for_text("Export");
    let path = folder.path().join("marked.ggf");
    name(&mut person, &path);
    person.keys("enter");
    person.wait_until("file", |_| path.exists());
    person.wait_for_text("Saved to marked.ggf");
    assert_eq!(read(&path).len(), 3);
    // Only games of the history are removed.
    person.keys("delete");
    assert!(person.says("Remove 2 games from your history?"));
    person.keys("enter");
    person.wait_until("shorter list", |person| !person.says("greedy"));
    assert!(person.says("Murakami") && !person.says("marked"));
    // A space between words is typed.
    person.keys("t a m space i s h");
    assert!(person.says("tam ish"), "{}", person.text());
    person.wait_until("one game", |person| {
        person.says("Tamenori") && !person.says("Murakami")
    });
}

#[test]
fn mistakes_that_are_asked_for_before_the_games_are_analysed_come_after_that() {
    let folder = tempfile::tempdir().unwrap();
    let mut person = with_log(folder.path()).sit();
    person.keys("o");
    person.wait_for_text("greedy");
    person.keys("down space enter enter");
    person.wait_until("mistakes", |person| {
        person.says("Find a better move") || person.says("You made no mistakes in these games.")
    });
    let waits = "These games are being analysed. Your mistakes are shown after that.";
    assert!(!person.says(waits), "{}", person.text());
}

#[test]
fn the_mistakes_in_marked_games_are_asked() {
    let folder = tempfile::tempdir().unwrap();
    let mut person = with_log(folder.path()).sit();
    person.keys("o");
    person.wait_for_text("greedy");
    wait_for_losses(&mut person, 2);
    // That game is the one in which the player lost discs.
    person.keys("down space enter enter");
    person.wait_until("mistakes", |person| {
        person.says("Find a better move") || person.says("You made no mistakes in these games.")
    });
}

#[test]
fn a_key_that_a_window_does_not_know_changes_no_theme() {
    let mut person = Table::new().first(FirstScreen::Start).sit();
    person.keys("down down down enter");
    assert!(person.says("Your record"), "{}", person.text());
    let before = person.buffer().clone();
    person.keys("t l z");
    assert_eq!(*person.buffer(), before);
}

#[test]
fn a_game_is_opened_from_the_choice_of_players_with_a_click() {
    let folder = tempfile::tempdir().unwrap();
    let mut person = with_log(folder.path()).choose();
    person.keys("o");
    person.wait_for_text("level 3");
    let text = person.text();
    let row = text.lines().position(|line| line.contains("level 3"));
    let row = u16::try_from(row.unwrap()).unwrap();
    person.click(40, row);
    person.click(40, row);
    person.wait_for_game(WIPEOUT);
}

#[test]
fn the_window_to_open_fits_the_smallest_screen() {
    let folder = tempfile::tempdir().unwrap();
    let mut person = with_log(folder.path()).size(24, 12).sit();
    person.keys("o");
    person.wait_for_text("64-0");
    assert_snapshot!(person.text());
}

#[test]
fn an_opened_game_waits_for_a_cpu_that_would_play_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.txt");
    std::fs::write(&path, "f5d6c3\n").unwrap();
    let mut person = Table::new().players(Human, Greedy).sit();
    open(&mut person, path.to_str().unwrap());
    person.wait_for_game("f5d6c3");
    person.wait(5_000);
    assert_eq!(person.transcript(), "f5d6c3");
    assert!(person.says("Paused: p resumes greedy (White)."));
}

#[cfg(unix)]
#[test]
fn a_pipe_or_a_device_is_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pipe");
    assert!(succeeds("mkfifo", [&path]));
    for path in [path.to_str().unwrap(), "/dev/tty", "/dev/zero"] {
        let mut person = Table::new().size(120, 40).sit();
        open(&mut person, path);
        person.wait_for_text("is not a regular file.");
        assert!(!person.says("Reading "));
        person.keys("esc f5");
        assert_eq!(person.transcript(), "f5");
    }
}

#[cfg(unix)] // where such a file takes no room on the disk
#[test]
fn a_long_read_is_stopped_by_esc_and_another_file_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    let (long, short) = (folder.path().join("long.ggf"), three_games(folder.path()));
    std::fs::write(&long, "(;GM[Othello]PB[").unwrap();
    let file = std::fs::File::options().write(true).open(&long).unwrap();
    file.set_len(1 << 36).unwrap();
    let mut person = Table::new().size(120, 40).sit();
    open(&mut person, long.to_str().unwrap());
    assert!(person.says("Reading "), "{}", person.text());
    person.keys("esc");
    assert!(!person.says("Reading "), "{}", person.text());
    open(&mut person, &format!("{}#1", short.to_str().unwrap()));
    person.wait_for_text("Tamenori");
}

#[test]
fn a_list_scrolls_with_keys_and_wheel() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("many.txt");
    let games: String = (0..500)
        .map(|number| if number % 2 == 0 { "f5d6\n" } else { "f5f4\n" })
        .collect();
    std::fs::write(&path, games).unwrap();
    let mut person = Table::new().sit();
    open(&mut person, path.to_str().unwrap());
    person.wait_for_text("Game 1 of 500.");
    for (keys, number) in [
        ("up", 1),
        ("down", 2),
        ("pagedown", 12),
        ("pageup", 2),
        ("end", 500),
        ("down", 500),
        ("home", 1),
    ] {
        person.keys(keys);
        assert!(person.says(&format!("Game {number} of 500.")), "{keys}");
    }
    person.mouse(reversi_tui::event::MouseEventKind::ScrollDown, 20, 10);
    assert!(person.says("Game 2 of 500."));
    person.keys("enter");
    person.wait_for_game("f5f4");
}

#[test]
fn a_reviewed_game_is_saved_with_what_its_moves_were_worth_and_opened_from_the_review() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("reviewed.ggf");
    let mut record = Record::from_game(&transcript::parse(WIPEOUT).unwrap());
    record.players = ByColor::new("Anna".to_owned(), "Bo".to_owned());
    record.moves[0].notes.evaluation = Some(1.5);
    let mut person = Table::new().sit();
    person.app.show_record(record.clone());
    person.wait_for_review();
    save(&mut person, &path);
    wait_for_saved(&mut person);
    let saved = read(&path).remove(0);
    assert_eq!(saved.players, record.players);
    let review = person.app.review().unwrap().review();
    for (index, (color, recorded)) in saved.sides().enumerate() {
        let move_review = review.move_review(index).unwrap();
        assert_eq!(move_review.color, color);
        let expected = match index {
            // What the record says stays.
            0 => 1.5,
            _ => f64::from(move_review.played.score.discs()),
        };
        assert_eq!(
            recorded.notes.evaluation,
            Some(expected),
            "move {}",
            index + 1
        );
    }
    // Another game is opened in its place, and closing it leads back to the board.
    record.players.black = "Clara".to_owned();
    let mut text = String::new();
    assert!(reversi_notation::Format::Ggf.write(&record, &mut text));
    let other = folder.path().join("other.ggf");
    std::fs::write(&other, text).unwrap();
    open(&mut person, other.to_str().unwrap());
    person.wait_for_text("Clara - Bo");
    person.wait_for_review();
    person.keys("esc");
    assert!(person.app.review().is_none());
}

#[test]
fn a_game_is_found_in_its_folder_without_typing_a_name() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games");
    std::fs::create_dir(&games).unwrap();
    three_games(&games);
    let mut person = Table::new().sit();
    person.keys("o");
    person.paste(&format!("{}/", folder.path().display()));
    person.wait_for_text("  games/");
    person.keys("down enter");
    person.wait_for_text("three.ggf");
    person.keys("down enter");
    person.wait_for_text("Game 1 of 3.");
}

#[test]
fn typing_replaces_the_proposed_name_and_keeps_its_extension() {
    let mut person = Table::new().moves(MIDDLE).sit();
    person.keys("s F i n a l");
    assert!(person.says("Final.ggf"), "{}", person.text());
    let mut person = Table::new().moves(MIDDLE).sit();
    person.keys("s home M y -");
    assert!(person.says("  My-2"), "{}", person.text());
}
