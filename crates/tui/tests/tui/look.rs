//! What holds on every screen: the way back, the key line, the list of actions, and one meaning of each key.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use reversi_table::player::PlayerKind;
use reversi_table::store::settings::ThemeName;
use reversi_tui::{ColorDepth, FirstScreen, Options};

use crate::dial;
use crate::person::{MIDDLE, Person, Table};
use crate::pictures::svg;

/// The sizes that a person sees: most terminals, large ones, and the smallest.
const SIZES: [(u16, u16); 5] = [(80, 24), (120, 40), (200, 60), (40, 15), (24, 12)];

/// Every screen: its name, the row of the first screen that leads to it, and the keys after that.
const SCREENS: [(&str, Option<&str>, &str); 19] = [
    ("first screen", None, ""),
    ("choice of players", None, "n"),
    ("game", None, "f5"),
    ("review", None, "f5 d6 w"),
    ("analysis", Some("Analyse"), "f5 d6 left f6 k"),
    ("inspector", None, "f5 i"),
    ("tutorial", Some("Learn"), ""),
    ("training", Some("Train"), ""),
    ("choice of puzzles", Some("Train"), "enter"),
    ("puzzles", Some("Train"), "enter enter"),
    ("puzzle of the day", Some("Train"), "down enter"),
    ("opening lines", Some("Train"), "down down enter enter"),
    ("record", Some("Train"), "down down down enter"),
    ("games", Some("Review"), ""),
    ("friend", Some("Friend"), ""),
    ("settings", Some("Settings"), ""),
    ("Go", Some("More"), "down enter"),
    ("find it yourself", None, "f5 d6 w #"),
    ("position editor", None, "f5 ?edit_the_position"),
];

fn at_start(size: (u16, u16)) -> Person {
    let table = Table::new().first(FirstScreen::Start);
    table.size(size.0, size.1).sit()
}

/// Opens a screen from the first one.
fn open(screen: (&str, Option<&str>, &str), size: (u16, u16)) -> Person {
    open_on(screen, at_start(size))
}

fn open_on((_, row, keys): (&str, Option<&str>, &str), mut person: Person) -> Person {
    if let Some(row) = row {
        for _ in 0..12 {
            let text = person.text();
            let marked = text.lines().find(|line| line.contains(['▸', '>']));
            if marked.is_some_and(|line| line.contains(row)) {
                break;
            }
            person.keys("down");
        }
        person.keys("enter");
    }
    person.keys(keys);
    person
}

/// The rows of the list of actions: keys and what they do.
fn actions(person: &Person) -> Vec<(String, String)> {
    let text = person.text();
    let inside = text.lines().filter_map(|line| line.split('│').nth(1));
    let rows = inside.filter_map(|line| {
        let (keys, what) = line.trim().split_once("  ")?;
        let is_key_line = what.contains("Esc back");
        (!is_key_line).then(|| (keys.trim().to_owned(), what.trim().to_owned()))
    });
    rows.collect()
}

#[test]
fn esc_leads_from_every_screen_to_the_first_one() {
    for (turn, size) in SIZES.into_iter().enumerate() {
        let first = at_start(size).text();
        let name = first.lines().find(|line| line.contains("Play")).unwrap();
        for screen in dial::sizes(turn, SCREENS) {
            let mut person = open(screen, size);
            for _ in 0..6 {
                person.keys("esc");
            }
            let text = person.text();
            // The smallest screen shows a part of the list.
            let rows = ["Friend", "Train", "Settings"];
            let names = rows.iter().filter(|row| text.contains(**row)).count();
            let names = names >= if size.0 == 24 { 1 } else { 3 };
            assert!(names, "{} {size:?}\n{name}\n{text}", screen.0);
            assert!(person.effects.is_empty(), "{}", screen.0);
        }
    }
}

#[test]
fn a_game_waits_on_the_first_screen() {
    let mut person = Table::new().moves(MIDDLE).sit();
    person.keys("esc");
    assert!(
        person.says("Continue") && person.says("move 13"),
        "{}",
        person.text()
    );
    person.keys("enter");
    assert_eq!(person.transcript(), MIDDLE);
    person.keys("tab enter");
    assert_eq!(person.game().entries().len(), 13);
}

#[test]
fn every_key_line_ends_with_the_way_to_everything_else() {
    for (turn, size) in SIZES.into_iter().enumerate() {
        for screen in dial::sizes(turn, SCREENS) {
            // These are windows, and a list of games is typed into.
            if matches!(screen.0, "training" | "choice of puzzles" | "games") {
                continue;
            }
            let person = open(screen, size);
            let text = person.text();
            let found = text.matches("? more").count();
            assert_eq!(found, 1, "{} {size:?}\n{text}", screen.0);
            let mut lines = text.lines().filter(|line| !line.trim().is_empty());
            let line = lines.next_back().unwrap();
            assert!(
                line.trim_end().ends_with("? more"),
                "{} {size:?}\n{text}",
                screen.0
            );
        }
    }
}

#[test]
fn a_key_has_one_meaning_in_the_whole_program() {
    // What a key means, in the first words of what the lists of actions say.
    let meanings: BTreeMap<&str, &[&str]> = BTreeMap::from([
        ("n", &["next", "new game", "new analysis", "skip"][..]),
        ("u", &["undo", "back to", "previous step"]),
        ("r", &["redo"]),
        (
            "k",
            &[
                "the best move and its score",
                "a good move, and why",
                "hint",
                "where to look",
                "mark",
            ],
        ),
        ("v", &["a score for each move"]),
        ("|", &["evaluation bar"]),
        ("/", &["openings on or off"]),
        ("w", &["review", "analyse"]),
        ("s", &["save", "write the record"]),
        ("o", &["open a game", "open another game"]),
        ("y", &["show the moves", "copy the position"]),
        ("m", &["coach"]),
        ("x", &["swap", "play the other side", "mask on or off"]),
        (
            "l",
            &[
                "show or hide dots",
                "show or hide a chain and its liberties",
            ],
        ),
        (".", &["pass"]),
        ("p", &["pause"]),
        ("i", &["how the program", "how it works"]),
        ("j", &["resign", "claim the win"]),
        ("z", &["turn the board"]),
        ("#", &["find the mistakes"]),
        (">", &["play on", "play a solved puzzle"]),
        ("q", &["quit"]),
        ("?", &["this list", "a mistake"]),
        ("t", &["next theme"]),
    ]);
    let mut seen = 0;
    for screen in SCREENS {
        let mut person = open(screen, (110, 60));
        person.keys("?");
        for (keys, text) in actions(&person) {
            for key in keys.split_whitespace() {
                if let Some(known) = meanings.get(key) {
                    seen += 1;
                    let fits = known.iter().any(|words| text.starts_with(words));
                    assert!(fits, "{}: {key} {text}", screen.0);
                }
            }
        }
    }
    assert!(seen > 60, "{seen}");
}

#[test]
fn an_action_is_found_by_its_words_and_done() {
    let mut person = Table::new().moves(MIDDLE).sit();
    person.keys("? t u r n");
    assert!(person.says("turn the board"), "{}", person.text());
    assert!(!person.says("resign"), "{}", person.text());
    let corner = |person: &Person| {
        let text = person.text();
        text.lines().nth(1).and_then(|line| line.chars().next())
    };
    assert_eq!(corner(&person), Some('1'));
    person.keys("enter");
    assert_eq!(corner(&person), Some('8'));
    person.keys("? x y z");
    assert!(person.says("Nothing fits these words."));
    person.keys("enter esc");
    assert_eq!(corner(&person), Some('8'));
}

#[test]
fn the_list_of_actions_stays_where_it_is_while_one_types_and_finds_what_people_call_it() {
    for size in [(80, 24), (120, 40), (60, 50), (40, 15)] {
        let mut person = Table::new().moves(MIDDLE).size(size.0, size.1).sit();
        person.keys("?");
        let frame = |person: &Person| {
            let text = person.text();
            let lines: Vec<&str> = text.lines().collect();
            let top = lines.iter().position(|line| line.contains("Actions"));
            let end = lines.iter().rposition(|line| line.contains('╰'));
            let columns = |row: Option<usize>| {
                let line = lines[row.expect("a window")];
                line.find(['╭', '╰']).map(|at| line[..at].chars().count())
            };
            (top, end, columns(top), columns(end))
        };
        let before = frame(&person);
        for typed in ["s", "h", "a", "r", "e", "x"] {
            person.keys(typed);
            assert_eq!(frame(&person), before, "{size:?}\n{}", person.text());
        }
    }
    let found = |person: &mut Person, word: &str| {
        let keys: Vec<String> = word.chars().map(String::from).collect();
        person.keys(&format!("? {}", keys.join(" ")));
        let text = person.text();
        let rows = text.lines().skip_while(|line| !line.contains(word)).skip(1);
        let inside = rows.filter_map(|row| Some(row.split('│').nth(1)?.trim().to_owned()));
        let row = inside.into_iter().find(|row| !row.is_empty());
        person.keys("esc");
        row.expect("a row")
    };
    let first = [
        "choose the opponent",
        "Review: all your games",
        "Settings:",
        "Review: all your games",
    ];
    let game = [
        "choose the opponent",
        "y  show the moves and copy",
        "Settings:",
        "s  save the game",
    ];
    for (mut person, answers) in [
        (Table::new().first(FirstScreen::Start).sit(), first),
        (Table::new().moves(MIDDLE).sit(), game),
    ] {
        for (word, answer) in ["easy", "share", "language", "export"]
            .into_iter()
            .zip(answers)
        {
            let row = found(&mut person, word);
            assert!(row.contains(answer), "{word}: {row}");
        }
    }
}

/// Takes seconds: it opens a screen of 110x80 anew for each action that it clicks on, by default every third.
#[test]
fn every_action_of_every_screen_can_be_clicked() {
    for (turn, screen) in SCREENS.into_iter().enumerate() {
        let mut person = open(screen, (110, 80));
        person.keys("?");
        let all = actions(&person);
        if !all.iter().any(|(keys, _)| keys == "Ctrl-L") {
            // A window with a field to type in has no list.
            assert!(matches!(screen.0, "training" | "games"), "{}", screen.0);
            continue;
        }
        // What is only explained is as dim as what an empty field says.
        let dim = |person: &Person, column: u16, row: usize| {
            let buffer = person.buffer();
            buffer[(column, u16::try_from(row).unwrap())].fg
        };
        let place = |person: &Person, words: &str| {
            let text = person.text();
            let rows = text.lines().enumerate();
            let mut found = rows.filter_map(|(row, line)| Some((row, line.find(words)?, line)));
            let (row, at, line) = found.next().unwrap();
            (u16::try_from(line[..at].chars().count()).unwrap(), row)
        };
        let mut other = open(screen, (110, 80));
        other.keys("? pagedown pagedown pagedown pagedown pagedown pagedown pagedown");
        let (search, field) = place(&other, "type to search");
        for (keys, what) in dial::sizes(turn, all) {
            let mut person = open(screen, (110, 80));
            person.keys("?");
            let text = person.text();
            // The text of the marked row may also stand above the list.
            let rows = text.lines().enumerate();
            let found = rows.filter_map(|(row, line)| {
                let border = line.find('│')?;
                let inside = line[border..].trim_start_matches('│');
                let is_row = inside.trim_start().starts_with(&*keys);
                let at = inside.find(&format!("  {what}")).filter(|_| is_row)?;
                Some((row, line, line.len() - inside.len() + at + 2))
            });
            // A review knows mistakes only after a while.
            let Some((row, line, at)) = found.last() else {
                continue;
            };
            let column = u16::try_from(line[..at].chars().count()).unwrap();
            let is_explained = dim(&other, column, row) == dim(&other, search, field);
            person.click(column, u16::try_from(row).unwrap());
            let open = person.says("type to search");
            assert!(
                open == is_explained || keys == "?",
                "{}: {keys} {what}",
                screen.0
            );
        }
    }
}

/// How a terminal shows the screens, with the name of the sheet.
type Look = (&'static str, fn(&mut Options));

const LOOKS: [Look; 5] = [
    ("truecolor", |_| {}),
    ("256", |options| options.colors = ColorDepth::Indexed),
    ("16", |options| options.colors = ColorDepth::Basic),
    ("light", |options| {
        options.settings.theme = ThemeName::Light.into();
    }),
    ("ascii", |options| options.ascii = true),
];

/// Draws every screen at every size as every kind of terminal shows it: a page for each kind, to be looked at in a
/// browser.
#[test]
#[ignore = "draws pages to look at: cargo test --test tui -- --ignored draw_every_screen"]
fn draw_every_screen() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("screens");
    std::fs::create_dir_all(&folder).unwrap();
    for (name, look) in LOOKS {
        let mut page = format!("<!doctype html><title>{name}</title><body>\n");
        for screen in SCREENS {
            for size in SIZES {
                let table = Table::new().first(FirstScreen::Start).with(look);
                let person = open_on(screen, table.size(size.0, size.1).sit());
                let title = format!("{}, {}x{}", screen.0, size.0, size.1);
                writeln!(page, "<h2>{title}</h2>{}", svg(person.buffer(), &title)).unwrap();
            }
        }
        let file = folder.join(format!("{name}.html"));
        std::fs::write(&file, page).unwrap();
        println!("{}", file.display());
    }
}

#[test]
fn a_setting_is_changed_seen_and_kept() {
    let mut person = open(SCREENS[15], (80, 24));
    assert!(person.says("The colours of the board"), "{}", person.text());
    let ground = person.buffer()[(79, 12)].bg;
    person.keys("right");
    assert_ne!(person.buffer()[(79, 12)].bg, ground);
    person.keys("down right");
    let text = person.text();
    let line = text.lines().find(|line| line.contains("Legal moves"));
    assert!(line.unwrap().contains("off"), "{text}");
    person.keys("esc f5");
    assert!(!person.says("▗▖"), "no dots");
    // The bell rings for the events that are chosen.
    person.keys("esc");
    let mut person = open(SCREENS[15], (80, 24));
    person.keys("up up right esc f5 j enter");
    assert!(person.app.take_bell(), "the game is over");
}

/// Every word in the sources: what screens say is made of them.
fn vocabulary() -> BTreeSet<String> {
    fn read(folder: &Path, words: &mut BTreeSet<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                read(&path, words);
            } else if let Ok(text) = std::fs::read_to_string(&path) {
                words.extend(words_of(&text));
            }
        }
    }
    let mut words = BTreeSet::new();
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    read(&root.join("src"), &mut words);
    for entry in std::fs::read_dir(root.join("crates")).unwrap() {
        read(&entry.unwrap().path().join("src"), &mut words);
    }
    words
}

fn words_of(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|letter: char| !letter.is_ascii_alphabetic());
    let words = words.filter(|word| word.len() > 2).map(str::to_lowercase);
    words.collect::<Vec<_>>().into_iter()
}

#[test]
fn no_word_is_cut_on_any_screen() {
    let known = vocabulary();
    assert!(known.contains("square") && !known.contains("squar"));
    let mut cut = BTreeSet::new();
    for (turn, size) in SIZES.into_iter().enumerate() {
        for screen in dial::sizes(turn, SCREENS) {
            // A window covers parts of words.
            if matches!(screen.0, "training" | "choice of puzzles" | "games") {
                continue;
            }
            // The files stand in a row above the bits.
            let text = open(screen, size).text().replace("abcdefgh", "");
            let unknown = words_of(&text).filter(|word| !known.contains(word));
            cut.extend(unknown.map(|word| format!("{word:?} on {} at {size:?}", screen.0)));
        }
    }
    assert!(cut.is_empty(), "{cut:#?}");
}

#[test]
fn the_last_column_is_free_on_every_screen_at_80x24() {
    for screen in SCREENS {
        let person = open(screen, (80, 24));
        let text = person.text();
        let mut lines = text.lines().map(|line| line.chars().count());
        assert!(lines.all(|columns| columns < 80), "{}\n{text}", screen.0);
    }
}

#[test]
fn nothing_is_cut_with_dots_at_80x24() {
    // The bar of the discs has dots for the empty squares beside its blocks.
    let has_dots = |text: &str| {
        let mut lines = text.lines().filter(|line| !line.contains("▄."));
        lines.any(|line| {
            line.split(|letter| letter != '.')
                .any(|dots| dots.len() == 3)
        })
    };
    let is_cut = |person: &Person| has_dots(&person.text()) || person.text().contains('…');
    let depths = [ColorDepth::True, ColorDepth::Indexed, ColorDepth::Basic];
    for (turn, screen) in SCREENS.into_iter().enumerate() {
        for depth in dial::sizes(turn, depths) {
            let table = Table::new().first(FirstScreen::Start);
            let person = table.with(|options| options.colors = depth).sit();
            let mut person = open_on(screen, person);
            assert!(!is_cut(&person), "{}\n{}", screen.0, person.text());
            person.keys("?");
            for _ in 0..4 {
                assert!(!is_cut(&person), "{}\n{}", screen.0, person.text());
                person.keys("pagedown");
            }
        }
    }
    for keys in ["f5 k", "f5 v", "f5 m", "f5 b2"] {
        let mut person = Table::new().sit();
        person.keys(keys);
        person.wait(2_000);
        assert!(!is_cut(&person), "{keys}\n{}", person.text());
    }
}

#[test]
fn an_action_stands_below_its_keys_where_there_is_no_room_beside_them() {
    let mut person = Table::new().size(24, 12).sit();
    person.keys("?");
    assert!(person.says("a-h 1-8: a square:"), "{}", person.text());
    person.resize(80, 24);
    assert!(person.says("a-h 1-8") && !person.says("a-h 1-8:"));
}

#[test]
fn the_list_of_moves_says_when_there_are_none() {
    for size in [(80, 24), (120, 40)] {
        let person = open(("analysis", Some("Analyse"), ""), size);
        assert!(person.says("No moves played yet."), "{}", person.text());
    }
}

#[test]
fn no_card_is_empty() {
    for (turn, size) in [(120, 40), (200, 60)].into_iter().enumerate() {
        for screen in dial::sizes(turn, SCREENS) {
            let person = open(screen, size);
            let text = person.text();
            let rows: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
            let at = |x: usize, y: usize| rows.get(y).and_then(|row| row.get(x)).copied();
            let corners = (0..rows.len()).flat_map(|y| (0..rows[y].len()).map(move |x| (x, y)));
            for (x, y) in corners.filter(|&(x, y)| at(x, y) == Some('╭')) {
                let right = (x + 1..=usize::from(size.0))
                    .find(|&x| matches!(at(x, y), Some('╮') | None))
                    .unwrap();
                let bottom = (y + 1..=usize::from(size.1))
                    .find(|&y| matches!(at(x, y), Some('╰') | None))
                    .unwrap();
                let inside = (y + 1..bottom).flat_map(|y| (x + 1..right).map(move |x| (x, y)));
                let filled = inside.filter(|&(x, y)| at(x, y).is_some_and(|c| c != ' '));
                assert!(filled.count() > 0, "{} {size:?}\n{text}", screen.0);
            }
        }
    }
}

/// Takes seconds: it draws a game at some 2900 sizes by default, a third of all.
#[test]
fn the_names_of_both_sides_are_whole_at_every_size_and_in_every_depth_of_colour() {
    let depths: [fn(&mut Options); 5] = [
        |_| {},
        |options| options.colors = ColorDepth::Indexed,
        |options| options.colors = ColorDepth::Basic,
        |options| options.colors = ColorDepth::None,
        |options| options.ascii = true,
    ];
    for (number, depth) in depths.into_iter().enumerate() {
        let level = "10".parse().unwrap();
        let table = Table::new().players(PlayerKind::Human, level);
        let mut person = table.with(depth).sit();
        person.keys("f5");
        // Each size has one of the depths: what fits does not depend on them.
        for columns in 24..=200 {
            let rows = (12..=60).filter(|rows| (rows + columns) % 5 == number);
            for rows in dial::sizes(columns, rows) {
                person.resize(
                    u16::try_from(columns).unwrap(),
                    u16::try_from(rows).unwrap(),
                );
                let text = person.text();
                for name in ["you", "level 10"] {
                    let is_said = text.contains(name) || person.words().contains(name);
                    assert!(is_said, "{columns}x{rows}\n{text}");
                }
            }
        }
    }
}

#[test]
fn the_graph_of_a_large_screen_stands_below_the_moves_over_the_whole_column() {
    let text = Table::new().moves(MIDDLE).size(200, 60).sit().text();
    let place = |title: &str| {
        let mut lines = text.lines().enumerate();
        let (row, line) = lines.find(|(_, line)| line.contains(title)).unwrap();
        (line[..line.find(title).unwrap()].chars().count(), row)
    };
    let (moves, graph) = (place("╭ Moves"), place("╭ Discs now"));
    assert!(moves.0 == graph.0 && moves.1 < graph.1, "{text}");
    assert_eq!(place("╭ Position").1, moves.1, "{text}");
}
