//! The panel of openings, on the board and in the review.

use std::fs;

use insta::assert_snapshot;
use reversi::is_proven_draw;
use reversi::search::{Certainty, Limits};
use reversi_table::player::PlayerKind::{Greedy, Human};
use reversi_table::store::state::StateFolder;
use tempfile::TempDir;

use crate::person::{MIDDLE, Person, Table};

/// Games after the Tiger: f4 twice, b3 once.
const GAMES: &str = "f5d6c3d3c4f4\nf5d6c4d3c3f4\nf5d6c3d3c4b3\ne6f4e3f6g5d6e7f5c5\n";

const TIGER: &str = "f5d6c3d3c4";

/// A folder of games.
fn games() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("games")).unwrap();
    fs::write(folder.path().join("games/a.txt"), GAMES).unwrap();
    folder
}

fn with(table: Table, folder: &TempDir) -> Table {
    table.with(|options| {
        let games = folder.path().join("games");
        options.settings.games_folder = Some(games.to_str().unwrap().to_owned());
        options.state = Some(StateFolder::at(folder.path().join("state")));
    })
}

/// Waits until the moves are counted and evaluated.
fn wait(person: &mut Person, games: &str) {
    person.wait_for_text(games);
    person.wait_until("evaluation", |person| !person.app.is_looking_up());
}

#[test]
fn it_shows_what_was_played_and_follows_the_moves() {
    let folder = games();
    let mut person = with(Table::new().moves(TIGER).size(120, 40), &folder).sit();
    assert!(!person.says("Openings"));
    person.keys("/");
    wait(&mut person, "3 games");
    assert!(person.says("Aubrey"), "{}", person.text());
    person.keys("f4");
    person.wait_for_text("Brightwell");
    person.keys("u u u u u u");
    person.wait_for_text("4 games");
    person.wait_for_text("c4 +3");
    person.keys("/");
    assert!(!person.says("Openings"));
}

#[test]
fn as_many_moves_as_fit_are_shown_at_every_size() {
    for (columns, rows) in [(40, 15), (80, 24), (120, 40)] {
        let folder = games();
        let mut person = with(Table::new().moves(TIGER).size(columns, rows), &folder).sit();
        person.keys("/");
        person.wait_for_text("eval");
        let text = person.text();
        assert!(text.contains("f4") && text.contains("b3"), "{text}");
        assert!(text.contains("games") && text.contains("? more"), "{text}");
    }
}

#[test]
fn without_a_folder_it_says_how_to_name_one() {
    let mut person = Table::new().moves("f5").size(120, 40).sit();
    person.keys("/");
    person.wait_for_text("eval");
    person.wait_for_text("Set libraries to count games.");
    for name in ["Perpendicular", "Diagonal", "Parallel"] {
        assert!(person.says(name), "{}", person.text());
    }
    assert!(!person.says("games won"));
}

#[test]
fn a_folder_that_cannot_be_read_is_reported() {
    let folder = games();
    let table = with(Table::new().size(120, 40), &folder);
    fs::remove_dir_all(folder.path().join("games")).unwrap();
    let mut person = table.sit();
    person.keys("/");
    person.wait_for_text("Cannot read the games in");
}

#[test]
fn a_click_on_a_move_plays_it() {
    let folder = games();
    let mut person = with(Table::new().moves(TIGER).size(120, 40), &folder).sit();
    person.keys("/");
    wait(&mut person, "3 games");
    let text = person.text();
    let row = text
        .lines()
        .position(|line| line.contains("Aubrey"))
        .unwrap();
    let line = text.lines().nth(row).unwrap();
    let column = line.find("Aubrey").unwrap();
    let column = line[..column].chars().count();
    person.click(column.try_into().unwrap(), row.try_into().unwrap());
    assert_eq!(person.transcript(), format!("{TIGER}b3"));
}

/// The cells of a move in the panel, without its name.
fn row(person: &Person, name: &str) -> Vec<String> {
    let text = person.text();
    let mut rows = text.lines().filter_map(|line| {
        let mut cells = line.split_whitespace().map(str::to_owned);
        cells.find(|cell| cell == name)?;
        Some(cells.collect())
    });
    rows.next()
        .unwrap_or_else(|| panic!("no {name} in\n{text}"))
}

/// A table whose hints come from an engine that says what f4 is worth at a depth. The game is not one that is a proven
/// draw.
#[cfg(unix)]
fn with_engine(depth: u32) -> Table {
    let script = format!(
        "while read -r word rest; do case $word in ping) echo \"pong $rest\";; \
         hint) echo \"search f4e3 7.00 0 {depth}\"; echo status;; quit) exit 0;; esac; done"
    );
    let engine = format!("nboard:sh -c '{script}'").parse().unwrap();
    let table = Table::new().moves("f5d6c5").size(120, 40);
    table.with(|options| options.setup.engine = Some(engine))
}

#[cfg(unix)]
#[test]
fn the_panel_a_hint_and_the_evaluation_bar_show_the_deepest_score_of_a_move() {
    let mut person = with_engine(23).sit();
    person.keys("/");
    person.wait_until("evaluation", |person| !person.app.is_looking_up());
    let of_the_panel = row(&person, "f4");
    assert_eq!(of_the_panel[1], "4", "its depth: {of_the_panel:?}");
    assert_ne!(of_the_panel[0], "+7");
    let text = "White is ahead by about 7 (depth 23).";
    person.keys("|");
    // The sentence does not change more often than every quarter of a second.
    person.wait_for_analysis();
    person.wait(250);
    person.wait_for_text(text);
    assert_eq!(row(&person, "f4")[..2], ["+7", "23"]);
    person.keys("k");
    person.keys("k");
    person.wait_for_analysis();
    person.wait(250);
    person.wait_for_text(&format!("f4: {text}"));
    assert_eq!(
        person.words().lines().last().unwrap().matches(text).count(),
        1,
        "{}",
        person.text()
    );
    assert_eq!(row(&person, "f4")[..2], ["+7", "23"]);
    assert!(!person.says("(depth 4)"), "{}", person.text());

    // A shallower answer changes nothing.
    let mut person = with_engine(2).sit();
    person.keys("/");
    person.wait_until("evaluation", |person| !person.app.is_looking_up());
    assert_eq!(row(&person, "f4"), of_the_panel);
    person.keys("| k k");
    person.wait_for_analysis();
    person.wait_for_text("(depth 4)");
    assert_eq!(row(&person, "f4"), of_the_panel);
    assert_eq!(person.text().matches("(depth 4)").count(), 1);
    assert!(!person.says("(depth 2)"), "{}", person.text());
}

#[test]
fn in_the_review_it_shows_the_scores_of_the_review() {
    let table = Table::new().moves(MIDDLE).size(120, 40);
    let table = table.with(|options| options.review = Limits::depth(6));
    let mut person = table.sit();
    person.keys("w");
    person.wait_for_review();
    person.keys("/ left");
    let entries = person.game().entries().to_vec();
    for (at, entry) in entries.iter().enumerate().skip(2).rev() {
        person.wait_until("evaluation", |person| !person.app.is_looking_up());
        let review = person.app.review().unwrap().review();
        let judged = review.move_review(at).unwrap();
        assert_eq!(Some(judged.square), entry.square());
        for found in [&judged.best, &judged.played] {
            let name = found.square.unwrap().to_string();
            let score = found.score.to_string();
            // A known draw is proven to the end of the game.
            let before = review.positions()[at].board();
            let keeps_draw = |square| before.play(square).is_some_and(is_proven_draw);
            let is_known = is_proven_draw(before) && found.square.is_some_and(keeps_draw);
            let (sign, depth) = match found.certainty {
                _ if is_known => ("=", "end".to_owned()),
                Certainty::Exact => ("=", "end".to_owned()),
                _ => ("", found.depth.to_string()),
            };
            let score = score + sign;
            assert_eq!(row(&person, &name)[..2], [score, depth], "{at} {name}");
        }
        person.keys("left");
    }
}

#[test]
fn it_is_in_the_review_too() {
    let folder = games();
    let mut person = with(Table::new().moves(TIGER), &folder).sit();
    person.keys("w");
    person.wait_for_review();
    person.keys("/");
    wait(&mut person, "3 games");
    assert_snapshot!(person.text());
    person.keys("left");
    wait(&mut person, "2 games");
    person.keys("/");
    assert!(!person.says("2 games"));
}

#[test]
fn the_panel_is_help_that_a_cpu_game_may_use_and_stays_away_at_its_end() {
    let folder = games();
    let mut person = with(Table::new().players(Human, Greedy).size(120, 40), &folder).sit();
    person.keys("/");
    wait(&mut person, "4 games");
    person.keys("f5");
    person.wait_for_turn();
    person.wait_for_text("Openings");
    assert!(person.game().entries().len() >= 2);
}

/// The columns of the board.
fn board(person: &Person) -> Vec<String> {
    let text = person.text();
    let board = |line: &str| line.chars().take(50).collect::<String>();
    let lines = text.lines().map(|line| board(line).trim_end().to_owned());
    lines.collect()
}

#[test]
fn a_game_between_people_is_the_same_with_and_without_it() {
    let folder = games();
    let mut plain = Table::new().sit();
    let mut person = with(Table::new(), &folder).sit();
    person.keys("/");
    for key in "f5d6c3d3c4f4f6f3e6e7d7c6ueu".chars() {
        let key = key.to_string();
        plain.keys(&key);
        // Nothing waits for the games or for an evaluation.
        person.keys(&key);
        assert_eq!(board(&person), board(&plain));
        assert_eq!(person.transcript(), plain.transcript());
    }
}

#[test]
fn the_panel_at_eighty_columns() {
    let folder = games();
    let mut person = with(Table::new().moves(TIGER), &folder).sit();
    person.keys("/");
    wait(&mut person, "3 games");
    assert_snapshot!(person.text());
}

#[test]
fn it_counts_only_the_games_of_a_filter_and_says_how_they_went() {
    let folder = games();
    let game = |black: &str, white: &str, moves: &str| {
        format!(
            "(;GM[Othello]PC[]PB[{black}]PW[{white}]RE[?]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- \
             -------- -------- -------- *]{moves};)\n"
        )
    };
    let text = [
        game("Ann", "Bo", "B[f5]W[d6]B[c3]W[d3]B[c4]W[f4]"),
        game("Bo", "Ann", "B[f5]W[d6]B[c3]W[d3]B[c4]W[b3]"),
    ];
    fs::write(folder.path().join("games/b.ggf"), text.concat()).unwrap();
    let mut person = with(Table::new().moves(TIGER).size(120, 40), &folder).sit();
    person.keys("/");
    wait(&mut person, "5 games");
    person.keys("?openings_of_some");
    person.wait_for_text("Games to count");
    person.paste("white:ann");
    person.keys("enter");
    wait(&mut person, "1 game");
    person.wait_for_text("white:ann: 0 won, 0 drawn, 0 lost");
    assert_snapshot!(person.text());
    person.keys("?openings_of_some");
    for _ in 0.."white:ann".len() {
        person.keys("backspace");
    }
    person.keys("enter");
    wait(&mut person, "5 games");
}
