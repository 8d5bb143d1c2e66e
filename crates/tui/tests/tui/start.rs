//! The first screen and the end of a game.

use reversi::{ByColor, Color};
use reversi_table::player::PlayerKind::{self, Greedy, Human};
use reversi_table::player::level::Level;
use reversi_table::store::state::StateFolder;
use reversi_tui::{ColorDepth, Effect, FirstScreen, Options};

use crate::person::{Person, Table, WIPEOUT};
use crate::review::find;

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
    for open in ["i", "up up enter down down enter"] {
        let mut person = start().sit();
        assert!(person.says("watch, Go, bits"), "{}", person.text());
        person.keys(open);
        assert!(person.says("1 of 8"), "{open}: {}", person.text());
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
                person
                    .words()
                    .contains("how it works: bits, hex and the bitboard"),
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
    let mut person = start().size(120, 40).sit();
    person.keys("n");
    assert!(person.says("Clock"));
    person.keys("esc up up enter enter");
    assert!(person.says("5 club"), "{}", person.text());
    person.keys("esc esc o");
    assert!(person.says("Your games"));
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
        person.keys("up up enter down");
        let screen = person.text();
        click_on(&mut person, "Go   ");
        assert!(person.says("Your move"), "{}", person.text());
        // Esc hides the cursor first.
        person.keys("right esc");
        assert!(person.says("Your move"), "{}", person.text());
        person.keys("esc");
        assert_eq!(person.text(), screen);
        person.keys("enter n down down down left left left left enter c3 b3 esc esc");
        assert!(person.says("Analyse"), "{}", person.text());
        person.keys("enter down enter");
        assert!(person.says("Resume it?"), "{}", person.text());
        person.keys("enter esc q");
        assert_eq!(person.effects, [Effect::Quit]);
    }
}

#[test]
fn the_demo_plays_until_a_key_and_then_nothing_wakes() {
    let demo = || {
        start()
            .size(120, 40)
            .with(|options| options.animation = true)
    };
    let mut person = demo().sit();
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
    let person = start().size(120, 40).with(perfect).sit();
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
        assert!(person.says("a1 is not a legal first move; d3, c4, f5 and e6 are."));
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
    click(&mut person, "new game", 0, 0);
    for (text, by, number) in [("1  2  3", 6, 3), ("9  10", 3, 10), ("1  2  3", 0, 1)] {
        click(&mut person, text, 0, by);
        assert!(
            person.says(&format!("level {number}: ")),
            "{}",
            person.text()
        );
    }
    person.keys("+ + + - right left");
    assert!(person.says("level 3: "), "{}", person.text());
    click(&mut person, "3m+2s", 0, 1);
    click(&mut person, "light", 0, 1);
    click(&mut person, "swap", 0, 0);
    click(&mut person, "Enter", 0, 0);
    assert_eq!(person.session().players(), &ByColor::new(level(3), Human));
    let time = person.session().timing.clock().unwrap().control();
    assert_eq!(time.to_string(), "3m+2s");
    assert_ne!(person.buffer()[(119, 20)].bg, classic);
}

#[test]
fn the_clock_of_the_form_is_the_clock_of_the_game() {
    let mut person = start().sit();
    person.keys("n down down down right enter");
    assert!(person.session().timing.clock().is_some());
    person.keys("n down down down left enter");
    assert!(person.session().timing.clock().is_none());
}

#[test]
fn a_clock_of_ones_own_is_typed_in_both_forms() {
    for form in ["n down down down", "down enter down"] {
        let mut person = start().sit();
        person.keys(form);
        person.keys("5 q enter");
        assert!(person.says("is not a time control"), "{}", person.text());
        person.keys("backspace backspace 7 m + 4 s");
        assert!(person.says("7m+4s"), "{form}: {}", person.text());
        // The form of friends starts with the same key.
        person.keys("enter");
        if person.app.session().is_none() {
            assert!(person.says("7m+4s"), "{form}: {}", person.text());
            person.keys("enter");
        }
        let time = person.session().timing.clock().unwrap().control();
        assert_eq!(time.to_string(), "7m+4s", "{form}");
    }
}

#[test]
fn a_wrong_clock_stays_in_its_row_when_another_row_is_clicked() {
    let mut person = start().sit();
    person.keys("n down down down 5 q");
    let (column, row) = find(&person, "surprise me");
    person.click(column, row);
    let text = person.text();
    let clock = text.lines().find(|line| line.contains("Clock"));
    assert!(
        clock.is_some_and(|line| line.contains("▸ Clock") && line.contains("5q")),
        "{text}"
    );
    assert!(person.says("is not a time control"), "{text}");
    person.keys("esc down right");
    assert!(person.says("A random opening"), "{}", person.text());
}

#[test]
fn play_begins_at_once_and_always_has_a_person_in_it() {
    let level = |number| PlayerKind::Engine(Level::new(number).unwrap());
    // The settings of somebody who has only watched, and those of an older version.
    let mut person = start().players(level(5), Greedy).sit();
    person.keys("enter");
    assert_eq!(person.session().players(), &ByColor::new(Human, level(3)));
    let kept = |options: &mut Options| {
        options.setup.players = ByColor::new(level(5), Greedy);
        (options.settings.black, options.settings.white) = (level(5), Greedy);
    };
    let mut person = start().with(kept).sit();
    person.keys("enter");
    assert_eq!(person.session().players(), &ByColor::new(Human, Greedy));
    // After a game that was watched.
    let mut person = start().players(Human, level(4)).sit();
    person.keys("up up enter enter enter");
    assert_eq!(
        person.session().players(),
        &ByColor::new(level(5), level(5))
    );
    person.keys("esc");
    for _ in 0..12 {
        let text = person.text();
        if text.lines().any(|line| line.contains("▸ Play")) {
            break;
        }
        person.keys("down");
    }
    assert!(person.says("level 4 waits"), "{}", person.text());
    person.keys("enter");
    assert_eq!(person.session().players(), &ByColor::new(Human, level(4)));
}

#[test]
fn the_players_of_a_game_are_those_of_the_next_one_whatever_way_it_began() {
    let level = |number| PlayerKind::Engine(Level::new(number).unwrap());
    let next_is = |person: &mut Person, way: &str, line: &str| {
        let players = person.session().players().clone();
        person.keys("esc");
        for _ in 0..3 {
            if person.says(line) {
                break;
            }
            // Of a card or a window, the first Esc.
            person.keys("esc");
        }
        assert!(person.says(line), "{way}: {}", person.text());
        person.keys("n enter");
        assert_eq!(person.session().players(), &players, "{way}");
    };
    // The form of a new game.
    let mut person = start().players(Human, level(5)).size(120, 40).sit();
    person.keys("n + enter");
    assert_eq!(person.session().players(), &ByColor::new(Human, level(6)));
    next_is(&mut person, "form", "level 6 waits");
    // A rematch with the sides swapped.
    let over = || {
        let table = Table::new().players(Human, Greedy).moves(WIPEOUT);
        let mut person = table.size(120, 40).sit();
        // The card at the end opens, and Esc closes it.
        person.wait(1);
        person.keys("esc");
        person
    };
    let mut person = over();
    person.keys("x");
    assert_eq!(person.session().players(), &ByColor::new(Greedy, Human));
    next_is(&mut person, "rematch", "greedy waits");
    // On from a position of a review.
    let mut person = over();
    person.keys("w home right right > down left enter");
    assert_eq!(person.game().entries().len(), 2);
    let players = person.session().players().clone();
    assert_ne!(players, ByColor::new(Human, Greedy));
    let name = if players.black.is_human() {
        players.white.name().to_string()
    } else {
        players.black.name().to_string()
    };
    next_is(&mut person, "review", &format!("{name} waits"));
    // Swapped during a game.
    let mut person = Table::new().players(Human, level(6)).size(120, 40).sit();
    person.keys("f5 x");
    assert_eq!(person.session().players(), &ByColor::new(level(6), Human));
    next_is(&mut person, "swap", "level 6 waits");
}

#[test]
fn play_knows_the_last_opponent_however_the_game_was_started() {
    let level = |number| PlayerKind::Engine(Level::new(number).unwrap());
    // On the command line, with the usual opponent in the settings.
    let mut person = Table::new().players(Human, level(6)).size(80, 40).sit();
    person.keys("esc");
    assert!(person.says("level 6 waits"), "{}", person.text());
    let mut person = Table::new().players(Human, Greedy).size(80, 40).sit();
    person.keys("esc");
    assert!(person.says("greedy waits"), "{}", person.text());
    // An opened game has no opponent of the person.
    person.paste("f5d6c3d3c4f4");
    person.keys("esc");
    assert!(person.says("greedy waits"), "{}", person.text());
}

#[test]
fn every_row_has_its_line_at_every_size_also_while_games_wait() {
    for (columns, rows) in [(80, 24), (120, 40), (200, 60), (40, 15), (24, 12), (60, 20)] {
        for waits in [false, true] {
            let folder = tempfile::tempdir().unwrap();
            let state = StateFolder::at(folder.path().to_owned());
            let keeps = |options: &mut Options| options.state = Some(state.clone());
            let mut person = Table::new().with(keeps).sit();
            person.keys("f5");
            person.app.close();
            let table = start().size(columns, rows);
            let mut person = if waits { table.with(keeps) } else { table }.sit();
            if waits {
                // A game at the table, and one that is saved.
                person.keys("n enter");
                person.paste("f5d6");
                person.keys("esc");
            }
            let mut seen = String::new();
            for _ in 0..12 {
                seen += &person.text();
                person.keys("down");
            }
            let lines = [
                "you and a friend",
                "here or online",
                "rules on a board",
                "puzzles, openings",
                "all your games",
                "a board to try on",
                "watch, Go, bits",
                "themes, sounds",
            ];
            for line in lines {
                assert!(
                    seen.contains(line),
                    "{columns}x{rows} {waits}: {line}\n{}",
                    person.text()
                );
            }
            if waits {
                assert!(
                    seen.contains("move 3") && seen.contains("move 2"),
                    "{columns}x{rows}\n{seen}"
                );
            }
        }
    }
}

#[test]
fn the_board_of_the_game_that_waits_is_shown_and_goes_on_with_a_move() {
    let mut person = Table::new().moves("f5d6c3").sit();
    person.keys("esc d3");
    assert_eq!(person.transcript(), "f5d6c3d3");
}

#[test]
fn the_coach_helps_in_the_first_five_games_and_is_offered_then() {
    let mut person = start()
        .players(Human, Greedy)
        .with(|options| options.settings.coach = None)
        .sit();
    let coach = "You play without the coach now. m turns it on again.";
    for game in 1..=6 {
        person.keys("n enter");
        assert_eq!(person.says(coach), game == 6, "{game}: {}", person.text());
    }
    person.keys("m");
    assert!(person.says("The coach is on"), "{}", person.text());
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

/// A game in which Black threw a win away, against the computer; the last move of White is missing.
const THROWN_AWAY: &str = "f5d6c5f4d3c4e3e6f6g5e7c7d7c3g6e8f8c8f7g4h5c6f3e2b7";

/// A person who has resigned against the computer, after the review of the game.
fn after_the_end(columns: u16, rows: u16) -> Person {
    let table = Table::new().players(Human, Greedy).moves(THROWN_AWAY);
    let table = table.with(|options| options.review = reversi::search::Limits::depth(4));
    let mut person = table.size(columns, rows).sit();
    person.keys("j enter");
    person.wait(5_000);
    // It may not have begun yet.
    person.wait_until("review", |person| {
        let is_known = person.says("worst moves") || person.says("mistake");
        is_known && !person.says("Reviewing the game")
    });
    person
}

#[test]
fn find_your_mistakes_is_the_first_button_at_the_end_if_there_are_any() {
    for (columns, rows) in [(40, 15), (80, 24), (120, 40)] {
        let mut person = after_the_end(columns, rows);
        let text = person.text();
        let words = person.words();
        let at = |label: &str| {
            words
                .find(label)
                .unwrap_or_else(|| panic!("no {label}: {text}"))
        };
        let find = at("find your ");
        assert!(
            find < at("rematch") && at("rematch") < at("review"),
            "{text}"
        );
        person.keys("enter");
        assert!(!person.says("rematch"), "{}", person.text());
        assert!(person.says("mistake 1 of "), "{}", person.text());
        person.keys("esc");
        assert!(person.says("find your "), "{}", person.text());
    }
}

#[test]
fn the_end_compares_both_sides_at_80x24_too() {
    let mut person = after_the_end(80, 24);
    for row in ["greedy", "best moves", "loss per move"] {
        assert!(person.text().contains(row), "{row}\n{}", person.text());
    }
    // Its columns have the names of the players at every width.
    let mut seen = 0;
    for columns in 40..=130 {
        person.resize(columns, 40);
        let text = person.text();
        let lines: Vec<&str> = text.lines().collect();
        let Some(table) = lines.iter().position(|line| line.contains("best moves")) else {
            continue;
        };
        seen += 1;
        let heads: Vec<&str> = lines[table - 1].split([' ', '\u{2502}']).collect();
        assert!(
            heads.contains(&"you") && heads.contains(&"greedy"),
            "{text}"
        );
    }
    assert!(seen > 60, "{seen}");
}

#[test]
fn the_buttons_of_the_end_are_whole_on_the_smallest_screen() {
    let mut person = after_the_end(24, 12);
    let text = person.text();
    let has = |label: &str| {
        text.lines()
            .any(|line| line.contains(&format!(" {label} ")))
    };
    assert!(has("your 3 worst moves"), "{text}");
    for label in ["rematch", "review", "share", "first screen"] {
        assert!(has(label), "{label}\n{text}");
    }
    // They stand in rows, in which the arrows lead up and down, left and right.
    person.keys("down down right left up enter");
    assert!(person.game().entries().is_empty(), "{}", person.text());
}

/// A game in which Black turns the last white disc, against a player.
fn won_against(player: PlayerKind, animated: bool) -> Person {
    let (moves, last) = WIPEOUT.split_at(WIPEOUT.len() - 2);
    let table = Table::new().players(Human, player).moves(moves);
    let table = table.with(|options| {
        options.animation = animated;
        options.colors = ColorDepth::True;
    });
    let mut person = table.sit();
    person.keys(last);
    person
}

#[test]
fn after_a_win_the_next_player_of_the_menu_is_offered() {
    let level = |number| PlayerKind::Engine(Level::new(number).unwrap());
    for (beaten, next) in [
        (PlayerKind::Greedy, Some(level(1))),
        (level(3), Some(level(4))),
        (level(10), None),
    ] {
        let mut person = won_against(beaten.clone(), false);
        assert!(person.says("You win 64-0."), "{}", person.text());
        let Some(next) = next else {
            assert!(person.says("rematch"), "{}", person.text());
            assert!(!person.says("level 11"), "{}", person.text());
            continue;
        };
        assert!(person.says(&next.name().to_string()), "{}", person.text());
        // Beside the rematch, above the review, which is marked.
        person.keys("up right enter");
        assert!(person.game().entries().is_empty(), "{}", person.text());
        assert_eq!(person.session().players(), &ByColor::new(Human, next));
    }
    // There is none after a defeat.
    let person = after_the_end(80, 24);
    assert!(!person.says("level 1"), "{}", person.text());
}

#[test]
fn discs_fall_over_the_board_after_a_win_unless_nothing_moves() {
    let falling = |person: &Person| {
        let text = person.text();
        let board = text
            .lines()
            .map(|line| line.chars().take(50).filter(|&sign| sign == '●'));
        board.map(Iterator::count).sum::<usize>()
    };
    let mut person = won_against(PlayerKind::Greedy, true);
    person.wait(1_000);
    assert_eq!(falling(&person), 0, "the discs are counted first");
    person.wait(900);
    assert!(falling(&person) > 3, "{}", person.text());
    person.wait(3_000);
    assert_eq!(falling(&person), 0, "{}", person.text());
    let mut still = won_against(PlayerKind::Greedy, false);
    for _ in 0..8 {
        still.wait(500);
        assert_eq!(falling(&still), 0, "{}", still.text());
    }
}

#[test]
fn the_end_speaks_to_the_person_and_says_the_result_once() {
    for (columns, rows) in [(80, 24), (120, 40)] {
        let person = after_the_end(columns, rows);
        let text = person.text();
        assert!(person.says("You lose: you resigned."), "{text}");
        assert!(
            !text.contains("White wins") && !text.contains("Black wins"),
            "{text}"
        );
        assert_eq!(text.matches("You lose").count(), 1, "{text}");
    }
}

#[test]
fn the_review_of_the_end_is_that_of_the_review_screen_and_is_not_made_again() {
    let mut person = after_the_end(80, 24);
    for _ in 0..3 {
        person.keys("w");
        let review = person.app.review().unwrap();
        assert!(
            review.review().is_complete() && !review.is_busy(),
            "{}",
            person.text()
        );
        assert!(!person.says("Not reviewed yet"), "{}", person.text());
        person.keys("esc");
        assert!(person.says("find your "), "{}", person.text());
    }
}

#[test]
fn a_review_that_was_left_goes_on_where_it_was() {
    let table = Table::new().moves(THROWN_AWAY);
    let mut person = table
        .with(|options| options.review = reversi::search::Limits::depth(5))
        .sit();
    person.keys("w");
    person.wait_until("some moves", |person| {
        person
            .app
            .review()
            .is_none_or(|task| task.review().known() >= 8)
    });
    let known = person.app.review().unwrap().review().known();
    person.keys("esc w");
    let again = person.app.review().unwrap().review().known();
    assert!(again >= known && known > 0, "{again} {known}");
}

#[test]
fn no_mistakes_so_far_is_no_longer_said_once_the_review_is_complete() {
    let table = Table::new().moves("f5d6");
    let mut person = table
        .with(|options| options.review = reversi::search::Limits::depth(2))
        .sit();
    person.keys("w home up");
    person.wait_for_review();
    assert!(
        person.says("No mistakes before this one."),
        "{}",
        person.text()
    );
}

/// Opens the form for a new game and marks the row with the beginning of the game.
fn choosing_a_beginning() -> Person {
    let mut person = Table::new().first(FirstScreen::Start).sit();
    person.keys("n");
    for _ in 0..12 {
        let text = person.text();
        let marked = text.lines().find(|line| line.contains('▸'));
        if marked.is_some_and(|line| line.contains("Start")) {
            return person;
        }
        person.keys("down");
    }
    panic!("no row for the beginning in\n{}", person.text());
}

#[test]
fn a_game_begins_with_an_opening_that_is_typed_by_its_name_or_its_moves() {
    for typed in ["tiger", "f5d6c3d3c4"] {
        let mut person = choosing_a_beginning();
        person.keys("left");
        person.paste(typed);
        person.keys("enter");
        assert!(person.says("f5d6c3d3c4"), "{}", person.text());
        person.keys("enter");
        assert!(person.says("Opening: Tiger."), "{}", person.text());
        let session = person.app.session().unwrap();
        assert_eq!(session.game().entries().len(), 5);
        assert_eq!(session.opening.as_deref(), Some("Tiger"));
    }
    let mut person = choosing_a_beginning();
    person.keys("left");
    person.paste("tigger");
    person.keys("enter");
    assert!(person.says("is no opening"), "{}", person.text());
}

#[test]
fn a_game_begins_with_an_opening_from_the_list_of_names() {
    let mut person = choosing_a_beginning();
    person.keys("space");
    person.keys("s t e p h e n s enter");
    assert!(
        person.says("Stephenson: f5d6c3d3c4f4f6"),
        "{}",
        person.text()
    );
    person.keys("enter");
    assert!(person.says("Opening: Stephenson."), "{}", person.text());
    // A rematch begins in the same way.
    let entries = |person: &Person| person.app.session().unwrap().game().entries().len();
    assert_eq!(entries(&person), 7);
}

#[test]
fn a_typed_letter_leaves_the_keys_on_a_first_screen_that_is_full() {
    let mut person = Table::new().moves("f5d6c3").sit();
    person.keys("esc h");
    let text = person.text();
    assert!(text.contains("Continue") && text.contains("h_"), "{text}");
    assert!(text.contains("? more"), "{text}");
}

/// A person at the first screen of a size, with the games and the practice of a folder.
fn known(state: &StateFolder, (columns, rows): (u16, u16)) -> Person {
    let first = start().size(columns, rows);
    let first = first.with(|options| options.state = Some(state.clone()));
    first.sit()
}

/// Clicks the first place of a text.
fn click_on(person: &mut Person, text: &str) {
    let screen = person.text();
    let mut lines = screen.lines().enumerate();
    let (row, line) = lines.find(|(_, line)| line.contains(text)).unwrap();
    let column = line[..line.find(text).unwrap()].chars().count();
    person.click(u16::try_from(column).unwrap(), u16::try_from(row).unwrap());
}

#[test]
fn the_first_screen_says_how_the_last_game_ended_and_whether_the_puzzle_of_the_day_is_solved() {
    let games = [
        ("engine:3", "human", WIPEOUT),
        ("engine:4", "human", crate::person::PASSES),
        ("engine:3", "greedy", WIPEOUT),
    ];
    let (_folder, state) = crate::stats::state_of(&games);
    for (columns, rows) in [(80, 24), (120, 40), (200, 60), (40, 15)] {
        let person = known(&state, (columns, rows));
        let screen = person.text();
        let has_cards = columns > 100;
        let said = if has_cards {
            ["you lost 0-64 to level 4", "not solved yet"]
        } else {
            ["You lost 0-64 to level 4.", "not solved"]
        };
        for text in said {
            assert!(screen.contains(text), "{text}\n{screen}");
        }
        let titles = ["╭ Last game ─", "╭ Puzzle of the day ─"];
        let count = titles
            .iter()
            .filter(|title| screen.contains(*title))
            .count();
        assert_eq!(count, if has_cards { 2 } else { 0 }, "{screen}");
        assert!(!screen.contains("Your level"), "{screen}");
    }
}

#[test]
fn a_newcomer_sees_no_game_and_a_puzzle_that_is_not_solved() {
    let (_folder, state) = crate::stats::state_of(&[]);
    let person = known(&state, (120, 40));
    assert!(person.says("not solved yet"), "{}", person.text());
    assert!(!person.says("Last game"), "{}", person.text());
    // What is not saved is not known.
    assert!(!start().size(120, 40).sit().says("uzzle of the day"));
}

#[test]
fn what_is_known_leads_to_the_game_and_to_the_puzzle_and_is_read_again_afterwards() {
    for (columns, rows) in [(80, 24), (120, 40)] {
        let (_folder, state) = crate::stats::state_of(&[("human", "engine:3", WIPEOUT)]);
        let mut person = known(&state, (columns, rows));
        click_on(&mut person, "won 64-0");
        person.wait_for_game(WIPEOUT);
        assert!(person.app.review().is_some(), "{}", person.text());
        let (_folder, state) = crate::stats::state_of(&[("human", "engine:3", WIPEOUT)]);
        let mut person = known(&state, (columns, rows));
        click_on(&mut person, "not solved");
        person.wait_for_text("Puzzle of the day, ");
        person.wait_for_text("to move:");
        // A level that was never beaten so is beaten elsewhere meanwhile.
        let games = [("engine:5", "human", WIPEOUT)];
        let (_other, other) = crate::stats::state_of(&games);
        let line = std::fs::read(other.log()).unwrap();
        std::fs::write(state.log(), line).unwrap();
        person.keys("esc");
        person.wait_for_text("lost 0-64 to level 5");
    }
}

#[test]
fn the_choice_of_players_shows_a_small_board_beside_the_rows_that_leave_room() {
    let mut person = start()
        .players(Human, PlayerKind::Engine(Level::new(3).unwrap()))
        .sit();
    person.keys("n");
    // Against a level, against a friend, and to watch.
    for keys in ["", "down right", "down right right"] {
        person.keys(keys);
        let text = person.text();
        assert!(text.contains("a b c d e f g h"), "{keys}: {text}");
        for theme in ["classic", "light", "contrast", "color-safe", "monochrome"] {
            assert!(text.contains(theme), "{theme}: {text}");
        }
        assert!(text.contains("other"), "{text}");
    }
    let person = start().size(70, 20).choose();
    assert!(!person.text().contains("a b c d"), "{}", person.text());
}
