use std::fs::{self, File};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, SystemTime};

use super::*;
use crate::games::row::PackedGame;
use crate::review::Whose;
use crate::review::{AnalysisStore, Reason, Review, Reviewer};
use reversi::ByColor;
use reversi::transcript;
use reversi_table::player::name::PersonName;
use reversi_table::store::game_facts::GameFacts;
use reversi_table::store::history::{self, removed};
use reversi_table::store::state::StateFolder;

const SHORTEST: &str = "e6f4e3f6g5d6e7f5c5";

fn sources(name: &str, games: &[(&str, &str, &str)]) -> (tempfile::TempDir, Sources) {
    let folder = tempfile::tempdir().unwrap();
    let state = StateFolder::at(folder.path().join("reversi"));
    for (black, white, moves) in games {
        let mut record = Record::from_game(&transcript::parse(moves).unwrap());
        record.players = ByColor::new((*black).to_owned(), (*white).to_owned());
        history::append(&state, &record).unwrap();
    }
    let name = name.parse().unwrap();
    (folder, Sources::of_history(state, name))
}

/// Reviews the games, or stops once they are read.
fn review(sources: &Sources, stop: bool) -> PlayerRecord {
    let reviewer = Reviewer::new(1, Limits::depth(1));
    let is_read = AtomicBool::new(false);
    let mut progress = |_: &PlayerRecord| is_read.store(true, Ordering::Relaxed);
    let found = sources.review(&reviewer, &mut progress, &|| {
        stop && is_read.load(Ordering::Relaxed)
    });
    found.unwrap()
}

#[test]
fn a_record_that_is_left_reads_no_game_more() {
    let games = [("human", "greedy", SHORTEST); 4];
    let (_folder, sources) = sources("", &games);
    let reviewer = Reviewer::new(1, Limits::depth(1));
    for left in 0..20 {
        let asked = AtomicUsize::new(0);
        let stop = || asked.fetch_add(1, Ordering::Relaxed) >= left;
        let record = sources.review(&reviewer, &mut |_| (), &stop).unwrap();
        assert!(
            asked.load(Ordering::Relaxed) <= left + 4,
            "{left}: {asked:?}"
        );
        assert!(record.reviewed.len() <= record.games as usize);
        assert_eq!(sources.record(&|| true).unwrap().games, 0);
    }
}

#[test]
fn the_player_is_the_only_person_or_the_one_with_the_name() {
    let games = [
        ("human", "engine:3", SHORTEST),
        ("greedy", "Ann", SHORTEST),
        ("Ann", "Bob", SHORTEST),
        ("Bob", "Ann", SHORTEST),
        ("Ann", "Ann", SHORTEST),
        ("Bob", "human", SHORTEST),
        ("engine:1", "engine:2", SHORTEST),
    ];
    let (_folder, sources) = sources("Ann", &games);
    let record = sources.record(&|| false).unwrap();
    assert_eq!((record.games, record.not_counted), (4, 3));
    let of = |name: &str| {
        let tally = &record.opponents[name];
        (tally.games, tally.won, tally.lost, tally.mean_margin)
    };
    assert_eq!(of("level 3"), (1, 1, 0, Some(64.0)));
    assert_eq!(of("greedy"), (1, 0, 1, Some(-64.0)));
    assert_eq!(of("Bob"), (2, 1, 1, Some(0.0)));
    assert_eq!(record.openings["Fishhook"].games, 4);
    let nobody = Sources {
        name: PersonName::EMPTY,
        ..sources.clone()
    };
    assert_eq!(nobody.record(&|| false).unwrap().games, 2);
}

#[test]
fn only_moves_that_the_player_found_count_as_the_players() {
    let (_folder, sources) = sources("", &[]);
    let mut record = Record::from_game(&transcript::parse("f5d6c3d3c4f4f6b4").unwrap());
    record.players = ByColor::new("human".to_owned(), "engine:3".to_owned());
    let counted = |origin: &str| {
        let mut record = record.clone();
        record.origin = (!origin.is_empty()).then(|| origin.parse().unwrap());
        let (_folder, other) = self::sources("", &[]);
        history::append(&other.state, &record).unwrap();
        let record = review(&other, false);
        let moves: u32 = record.squares.values().map(|square| square.moves).sum();
        (record.games, moves)
    };
    assert_eq!(counted(""), (1, 4), "an older file");
    assert_eq!(counted("you computer given*4 played*4"), (1, 2));
    assert_eq!(
        counted("you computer casual:hint given*2 hint played*5"),
        (1, 2)
    );
    assert_eq!(counted("you computer played*2 retaken played*5"), (1, 4));
    assert_eq!(counted("computer you given*4 played*4"), (1, 2));
    assert_eq!(counted("computer engine"), (0, 0));
    assert_eq!(review(&sources, false).games, 0);
}

#[test]
fn a_casual_game_counts_but_is_not_rated() {
    let rating = |origin: &str| {
        let (_folder, sources) = sources("", &[]);
        let mut record = Record::from_game(&transcript::parse(SHORTEST).unwrap());
        record.players = ByColor::new("human".to_owned(), "engine:3".to_owned());
        record.origin = Some(origin.parse().unwrap());
        for _ in 0..5 {
            history::append(&sources.state, &record).unwrap();
        }
        let record = sources.record(&|| false).unwrap();
        (record.games, record.rating.is_some())
    };
    assert_eq!(rating("you computer"), (5, true));
    for reason in ["", ":hint", ":values", ":undo", ":coach", ":players"] {
        assert_eq!(rating(&format!("you computer casual{reason}")), (5, false));
    }
}

#[test]
fn under_a_filter_nothing_is_said_of_the_strength_and_an_empty_choice_says_of_how_many() {
    let games = [("human", "engine:3", SHORTEST); 6];
    let (_folder, all) = sources("", &games);
    let record = all.record(&|| false).unwrap();
    assert!(record.rating.is_some() && record.level.is_some() && !record.ratings.is_empty());
    let filtered = |filter: &str| {
        let filter = filter.parse().unwrap();
        let sources = Sources {
            filter,
            ..all.clone()
        };
        sources.record(&|| false).unwrap()
    };
    let won = filtered("result:win");
    assert_eq!((won.games, won.rating, won.level), (6, None, None));
    assert!(won.ratings.is_empty());
    let lost = filtered("result:loss");
    assert_eq!(lost.games, 0);
    assert_eq!(lost.without_games(), "None of your 6 games match.");
    let (_folder, none) = sources("", &[]);
    assert_eq!(
        none.record(&|| false).unwrap().without_games(),
        text::NO_GAMES.text()
    );
}

#[test]
fn exactly_the_chosen_games_are_removed_with_their_analyses_and_can_come_back() {
    let games = [
        ("human", "engine:3", SHORTEST),
        ("greedy", "human", SHORTEST),
        ("Cleo", "Dan", SHORTEST),
        ("human", "greedy", "f5d6c3d3c4"),
    ];
    let (_folder, all) = sources("", &games);
    let before = review(&all, false);
    let lost = Sources {
        filter: "result:loss".parse().unwrap(),
        ..all.clone()
    };
    assert_eq!(lost.remove().unwrap(), 1);
    let after = all.record(&|| false).unwrap();
    assert_eq!((after.games, after.not_counted), (2, 1));
    assert_eq!(after.opponents["level 3"].won, 1);
    assert_eq!(
        after.reviewed.len(),
        1,
        "the other game with these moves is analysed again"
    );
    assert_eq!(removed::undo(&all.state).unwrap(), 1);
    assert_eq!(review(&all, false).mean_loss, before.mean_loss);
    assert_eq!(all.remove().unwrap(), 3);
    assert_eq!(
        all.record(&|| false).unwrap().not_counted,
        1,
        "a game of others stays"
    );
}

#[test]
fn a_game_over_the_network_is_that_of_the_person_here() {
    let (_folder, sources) = sources("", &[]);
    let mut record = Record::from_game(&transcript::parse(SHORTEST).unwrap());
    record.players = ByColor::new("Bob".to_owned(), "Ann".to_owned());
    record.origin = Some("host you".parse().unwrap());
    history::append(&sources.state, &record).unwrap();
    let found = sources.record(&|| false).unwrap();
    assert_eq!((found.games, found.opponents["Bob"].lost), (1, 1));
}

#[test]
fn a_deeper_analysis_takes_the_place_of_the_one_that_was_there() {
    let (_folder, sources) = sources("", &[("human", "greedy", SHORTEST)]);
    let shallow = review(&sources, false);
    let game = transcript::parse(SHORTEST).unwrap();
    let store = AnalysisStore::of(&sources.state);
    let deeper = Reviewer::new(1, Limits::depth(6));
    let mut found = Review::new(&game);
    deeper.run(&mut found).unwrap();
    store.save(&found, deeper.source()).unwrap();
    let record = sources.record(&|| false).unwrap();
    let mean = found.totals(&Whose::default()).black.mean_loss();
    assert_eq!(record.reviewed[0].mean_loss.all, mean);
    assert_eq!(
        review(&sources, false).mean_loss.all,
        mean,
        "not made again"
    );
    assert_eq!(shallow.reviewed.len(), 1);
}

#[test]
fn a_game_is_reviewed_once_and_what_was_found_is_kept() {
    let (_folder, sources) = sources(
        "",
        &[("human", "greedy", SHORTEST), ("random", "human", "f5d6")],
    );
    assert_eq!(sources.record(&|| false).unwrap().reviewed.len(), 0);
    assert_eq!(review(&sources, true).reviewed.len(), 0, "it was stopped");
    let record = review(&sources, false);
    assert_eq!(record.reviewed.len(), 2);
    // A search would be stopped at once.
    let again = review(&sources, true);
    assert_eq!(to_json(&again).unwrap(), to_json(&record).unwrap());
    assert_eq!(
        to_json(&sources.record(&|| false).unwrap()).unwrap(),
        to_json(&record).unwrap()
    );
}

#[test]
fn the_discs_lost_on_the_squares_are_those_lost_in_all_moves() {
    let (_folder, sources) = sources(
        "",
        &[
            ("human", "greedy", SHORTEST),
            ("random", "human", "f5d6c3d3c4f4f6f3e6e7d7c6"),
        ],
    );
    let record = review(&sources, false);
    let (moves, lost) = record.squares.values().fold((0, 0), |sum, square| {
        (sum.0 + square.moves, sum.1 + square.lost)
    });
    assert_eq!(moves, 5 + 6);
    let mean = f64::from(lost) / f64::from(moves);
    assert!(lost > 0 && (record.mean_loss.all.unwrap() - mean).abs() < 1e-9);
    let moves = |square: &str| record.loss_on(square.parse().unwrap()).moves;
    // Both games have moves to e7 and f6: those to f6 are the opponent's.
    assert_eq!((moves("e7"), moves("d6"), moves("f6")), (2, 1, 0));
}

/// Returns the file of the only analysis.
fn only_analysis(sources: &Sources) -> PathBuf {
    let mut files = fs::read_dir(sources.state.reviews()).unwrap();
    files.next().unwrap().unwrap().path()
}

#[test]
fn a_game_whose_analysis_is_damaged_or_of_an_earlier_version_is_analysed_again() {
    let (_folder, sources) = sources("", &[("human", "greedy", SHORTEST)]);
    let record = review(&sources, false);
    let file = only_analysis(&sources);
    let text = fs::read_to_string(&file).unwrap();
    let earlier = text.replace("\"version\": 1", "\"version\": 0");
    assert_ne!(earlier, text);
    for other in ["{", "{\"version\": 1}", "", &earlier] {
        fs::write(&file, other).unwrap();
        assert_eq!(sources.record(&|| false).unwrap().reviewed.len(), 0);
        let again = review(&sources, false);
        assert_eq!(again.mean_loss, record.mean_loss);
        assert_eq!(again.problems, [""; 0]);
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
    }
}

#[test]
fn without_a_place_for_an_analysis_that_is_a_problem() {
    let (_folder, sources) = sources("", &[("human", "greedy", SHORTEST)]);
    fs::write(sources.state.reviews(), "a file").unwrap();
    let record = review(&sources, false);
    assert_eq!((record.games, record.reviewed.len()), (1, 0));
    let [problem] = &record.problems[..] else {
        panic!("{:?}", record.problems);
    };
    let beginning = "cannot save the analysis of a game ";
    assert!(problem.starts_with(beginning), "{problem}");
}

#[test]
fn deleting_leaves_nothing_and_works_twice() {
    let (_folder, sources) = sources("", &[("human", "greedy", SHORTEST)]);
    review(&sources, false);
    assert!(sources.state.log().exists() && sources.state.reviews().exists());
    sources.delete().unwrap();
    sources.delete().unwrap();
    assert_eq!(fs::read_dir(sources.state.path()).unwrap().count(), 0);
    assert_eq!(sources.record(&|| false).unwrap().games, 0);
}

#[test]
fn losses_are_counted_by_phase_and_shown_over_time() {
    let losses = |opening| Losses {
        opening: Some(opening),
        midgame: None,
        endgame: Some(1.0),
        all: Some(opening),
    };
    let game = |opening| ReviewedGame {
        file: None,
        number: 1,
        date: String::new(),
        opponent: String::new(),
        mean_loss: losses(opening),
    };
    let record = PlayerRecord {
        games: 13,
        reviewed: (1..=12).map(|loss| game(f64::from(loss))).collect(),
        mean_loss: losses(6.5),
        recent_mean_loss: losses(7.5),
        ..PlayerRecord::default()
    };
    let section = &text::sections(&record, 38)[1];
    assert_eq!(
        section.table,
        [
            "           all  last 10",
            "opening    6.5      7.5  ▁▂▂▃▄▄▅▆▆▇██",
            "midgame      -        -              ",
            "endgame    1.0      1.0  ▁▁▁▁▁▁▁▁▁▁▁▁",
            "all moves  6.5      7.5  ▁▂▂▃▄▄▅▆▆▇██",
        ]
    );
    assert_eq!(
        section.notes,
        [
            "Oldest game on the left; a full bar is 12.0 discs a move.",
            "12 of 13 games reviewed."
        ]
    );
    let narrow = &text::sections(&record, 29)[1];
    assert_eq!(narrow.table[1], "opening    6.5      7.5  ▂▄▆█");
}

#[test]
fn a_record_has_a_table_of_folders_and_a_line_for_each_kind_of_mistake() {
    let corner = Square::A1;
    let reasons = [
        Some(Reason::MissedWipeout),
        Some(Reason::AllowedWipeout),
        Some(Reason::LeftCorner { corner }),
        Some(Reason::GaveCorner {
            corner,
            was_open: false,
        }),
        Some(Reason::LetPass),
        Some(Reason::LostLastMove {
            region: corner.into(),
            is_whole: true,
        }),
        Some(Reason::CutOwnMobility {
            from: 9,
            to: 1,
            best: 5,
        }),
        Some(Reason::GaveMobility { to: 5, best: 1 }),
        Some(Reason::LostResult {
            opponent_passes: true,
        }),
        Some(Reason::BesideCorner { corner }),
        Some(Reason::Mobility {
            own: [1, 5],
            opponent: [9, 0],
        }),
        Some(Reason::Frontier { to: 5, best: 1 }),
        None,
    ];
    let mistake = |reason| MistakeCount {
        reason: MistakeKind::of(reason),
        count: 2,
    };
    let (_folder, sources) = sources("", &[("human", "greedy", SHORTEST)]);
    let mut record = review(&sources, false);
    record.mistakes = reasons.map(mistake).into();
    record.puzzles = (1, 1);
    let won = record.opponents["greedy"].clone();
    record.folders = ["cups", HISTORY]
        .map(|name| (name.to_owned(), won.clone()))
        .into();
    let sections = text::sections(&record, 60);
    let titled = |title: &str| {
        let mut found = sections
            .iter()
            .filter(|section| section.title.text() == title);
        found.next().unwrap()
    };
    let folders: Vec<&str> = titled("Folders")
        .table
        .iter()
        .map(|line| &line[..7])
        .collect();
    assert_eq!(folders, ["folder ", "cups   ", "history"]);
    assert_eq!(
        titled("Your mistakes").table,
        [
            "   2  missed a wipeout",
            "   2  allowed a wipeout",
            "   2  missed a corner",
            "   2  gave away a corner",
            "   2  let the other side pass",
            "   2  left the other side the last move",
            "   2  left too few moves",
            "   2  gave the other side more moves",
            "   2  gave away the win or the draw",
            "   2  played next to an empty corner",
            "   2  left a worse balance of moves",
            "   2  left more discs beside empties",
            "   2  a lower score, no clear reason",
        ]
    );
    assert_eq!(
        titled("Puzzles").notes,
        ["1 puzzle tried, 1 solved on the first try."]
    );
    let asked = [None, Some(1), Some(5)].map(text::ask_delete);
    assert_eq!(
        asked,
        [
            "Delete your history, the reviews and your practice? This cannot be undone.",
            "Delete your history (1 game), the reviews and your practice? This cannot be undone.",
            "Delete your history (5 games), the reviews and your practice? This cannot be undone.",
        ]
    );
}

#[test]
fn the_guide_and_the_help_tell_the_search_of_the_reviews() {
    assert_eq!(LIMITS.depth, Some(10));
    assert_eq!(LIMITS.exact_from, 16);
    let review = crate::review::limits_of_depth(10);
    assert!(LIMITS.confidence < review.confidence && LIMITS.exact_from < review.exact_from);
    let guide = include_str!("../../../../docs/training.md");
    let help = include_str!("../../../cli/src/stats.rs");
    for text in [guide, help] {
        let words = text.replace("///", " ");
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        let told = "lighter search than that of `reversi review`: 10 plies deep with more selective pruning, and \
                    exact from 16 empty squares on.";
        assert!(words.contains(told), "{words}");
    }
}

/// Games against levels 3 and 4, most of them won.
fn against_levels(count: usize) -> (tempfile::TempDir, Sources) {
    let games = [
        ("human", "engine:3", SHORTEST),
        ("human", "engine:3", SHORTEST),
        ("engine:4", "human", SHORTEST),
    ];
    let games: Vec<_> = games.into_iter().cycle().take(count).collect();
    sources("", &games)
}

#[test]
fn a_level_is_estimated_from_five_games_on_and_better_with_reviews() {
    assert_eq!(against_levels(4).1.record(&|| false).unwrap().level, None);
    let (_folder, sources) = against_levels(5);
    let record = sources.record(&|| false).unwrap();
    assert!(record.level.is_some());
    assert_ne!(review(&sources, false).level, record.level);
    let json = to_json(&record).unwrap();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let level = |name: &str| json["level"][name].as_f64().unwrap();
    assert!(level("low") <= level("estimate") && level("estimate") <= level("high"));
}

#[test]
fn only_games_from_the_start_against_a_level_as_measured_count_by_their_result() {
    let edited = {
        let after = transcript::parse("f5d6").unwrap();
        let mut game = reversi::Game::from_position(after.position());
        game.resign(Color::White);
        Record::from_game(&game)
    };
    let shortest = Record::from_game(&transcript::parse(SHORTEST).unwrap());
    let result = |record: &Record, opponent: &str, side: Color| {
        let mut record = record.clone();
        record.players[side] = "human".to_owned();
        record.players[side.opposite()] = opponent.to_owned();
        PlayedGame::new(None, 1, side, &record).result
    };
    assert_eq!(result(&shortest, "engine:3", Color::Black), Some((3, 1.0)));
    assert_eq!(result(&shortest, "engine:7", Color::White), Some((7, 0.0)));
    for opponent in ["engine:3@1s", "greedy", "random", "Ann", "me:1.85"] {
        assert_eq!(
            result(&shortest, opponent, Color::Black),
            None,
            "{opponent}"
        );
    }
    assert_eq!(result(&edited, "engine:3", Color::Black), None);
    let unfinished = Record::from_game(&transcript::parse("f5d6").unwrap());
    assert_eq!(result(&unfinished, "engine:3", Color::Black), None);
}

#[test]
fn a_double_needs_twenty_reviewed_games() {
    let (_folder, sources) = against_levels(19);
    assert_eq!(review(&sources, false).double(), None);
    let (_folder, sources) = against_levels(20);
    assert_eq!(sources.record(&|| false).unwrap().double(), None);
    let record = review(&sources, false);
    let mean_loss = record.mean_loss.all.unwrap();
    assert_eq!(record.double(), Some(PlayerKind::double(mean_loss)));
}

#[test]
fn doubles_of_all_strengths_are_one_opponent() {
    let games = [
        ("human", "me:1.85", SHORTEST),
        ("me:2.10", "human", SHORTEST),
    ];
    let (_folder, sources) = sources("", &games);
    let opponents = sources.record(&|| false).unwrap().opponents;
    let counts = &opponents["your double"];
    assert_eq!((opponents.len(), counts.won, counts.lost), (1, 1, 1));
}

#[test]
fn a_filter_chooses_the_games_that_count() {
    let games = [
        ("human", "engine:3", SHORTEST),
        ("greedy", "human", SHORTEST),
        ("human", "greedy", "f5d6c3d3c4"),
    ];
    let (_folder, all) = sources("", &games);
    review(&all, false);
    let count = |filter: &str| {
        let filter = filter.parse().unwrap();
        let record = Sources {
            filter,
            ..all.clone()
        }
        .record(&|| false)
        .unwrap();
        (record.games, record.reviewed.len())
    };
    assert_eq!(count(""), (3, 3));
    assert_eq!(count("opponent:greedy"), (2, 2));
    assert_eq!(count("result:win"), (1, 1));
    assert_eq!(count("opening:tiger result:loss"), (0, 0));
    let store = AnalysisStore::of(&all.state);
    let records = games.map(|(_, _, moves)| Record::from_game(&transcript::parse(moves).unwrap()));
    let worst = |origin: Option<&str>| -> Option<u32> {
        let lost = records.iter().flat_map(|record| {
            let mut record = record.clone();
            record.origin = origin.map(|origin| origin.parse().unwrap());
            let facts = GameFacts::of(&record, None);
            Color::ALL.map(|side| store.worst_loss(side, &facts))
        });
        lost.flatten().max()
    };
    assert_eq!(
        worst(Some("you computer given*60")),
        None,
        "nobody lost by these"
    );
    let worst = worst(None).unwrap();
    assert!(worst > 0, "a game was lost by 64 discs");
    assert!(count(&format!("min-loss:{worst}")).0 > 0);
    assert_eq!(count(&format!("min-loss:{}", worst + 1)), (0, 0));
}

#[test]
fn losses_are_known_by_opponent_opening_and_folder() {
    let (folder, history) = sources("Ann", &[("Ann", "Bob", SHORTEST)]);
    let files = folder.path().join("files");
    fs::create_dir(&files).unwrap();
    let game = |black: &str, white: &str, moves: &str| {
        let mut record = Record::from_game(&transcript::parse(moves).unwrap());
        record.players = ByColor::new(black.to_owned(), white.to_owned());
        history::line_of(&record)
    };
    let lines = [
        game("Ann", "Bob", SHORTEST),
        game("Bob", "Ann", SHORTEST),
        game("Cleo", "Dan", SHORTEST),
        game("Ann", "Dan", "f5d6c3d3c4"),
    ];
    fs::write(files.join("a.ggf"), lines.join("\n")).unwrap();
    let all = Sources {
        libraries: vec![files.clone()],
        ..history
    };
    let record = review(&all, false);
    assert_eq!(record.problems, [""; 0]);
    assert_eq!(
        (record.games, record.not_counted),
        (3, 0),
        "one game is in both"
    );
    let of = |tallies: &BTreeMap<String, WinCounts>, name: &str| {
        let tally = &tallies[name];
        (tally.games, tally.mean_loss.is_some())
    };
    assert_eq!(of(&record.opponents, "Bob"), (2, true));
    assert_eq!(of(&record.openings, "Tiger"), (1, true));
    assert_eq!(of(&record.folders, HISTORY), (1, true));
    assert_eq!(of(&record.folders, &path_text(&files)), (2, true));
}

#[test]
fn a_game_of_a_library_is_the_players_by_name_or_by_what_its_program_knew() {
    let (folder, history) = sources("Ann", &[]);
    let files = folder.path().join("games");
    fs::create_dir(&files).unwrap();
    let game = |black: &str, white: &str, origin: &str| {
        let mut record = Record::from_game(&transcript::parse(SHORTEST).unwrap());
        record.players = ByColor::new(black.to_owned(), white.to_owned());
        record.origin = origin.parse().ok();
        history::line_of(&record)
    };
    let games = [
        // Of others, against computers.
        (game("Bob", "engine:3", ""), false),
        (game("greedy", "Cleo", ""), false),
        (game("ANN", "engine:3", ""), true),
        (game("engine:3", "human", ""), true),
        (game("Bob", "engine:4", "you computer played*9"), true),
    ];
    for (line, is_own) in games {
        fs::write(files.join("a.ggf"), &line).unwrap();
        let all = Sources {
            libraries: vec![files.clone()],
            ..history.clone()
        };
        assert_eq!(
            all.record(&|| false).unwrap().games,
            u32::from(is_own),
            "{line}"
        );
        fs::remove_file(files.join("a.ggf")).unwrap();
    }
}

#[test]
fn the_history_is_read_once_as_long_as_its_file_is_the_same() {
    let (_folder, one) = sources("Ann", &[("Ann", "Cid", SHORTEST)]);
    // Whoever shares the games asks for its own record.
    let other = one.clone();
    let games = |sources: &Sources, are_reviewed| sources.games(are_reviewed, &|| false).unwrap().0;
    let is_read_once = || Arc::ptr_eq(&games(&one, false)[0], &games(&other, true)[0]);
    assert!(!is_read_once(), "the file may change within the same tick");
    let set_time = |seconds| {
        let time = SystemTime::now() - Duration::from_secs(seconds);
        let file = File::options().append(true).open(one.state.log()).unwrap();
        file.set_modified(time).unwrap();
    };
    set_time(60);
    assert!(is_read_once());
    let first = games(&one, false);
    let stopped = one.games(false, &|| true).unwrap().0;
    assert!(
        Arc::ptr_eq(&first[0], &stopped[0]),
        "there is nothing to stop"
    );
    // Another state of the file of the same length, another name, another game, and none.
    set_time(50);
    assert!(!Arc::ptr_eq(&first[0], &games(&other, false)[0]));
    let named = Sources {
        name: "Bob".parse().unwrap(),
        ..one.clone()
    };
    assert_eq!(games(&named, false).len(), 0);
    let mut record = Record::from_game(&transcript::parse(SHORTEST).unwrap());
    record.players = ByColor::new("Ann".to_owned(), "engine:4".to_owned());
    history::append(&one.state, &record).unwrap();
    set_time(40);
    assert_eq!(games(&other, false).len(), 2);
    assert!(is_read_once());
    // One that was stopped is not kept.
    set_time(30);
    assert_eq!(one.games(false, &|| true).unwrap().0.len(), 0);
    assert_eq!(games(&one, false).len(), 2);
    fs::remove_file(one.state.log()).unwrap();
    assert_eq!(games(&other, false).len(), 0);
}

#[test]
fn of_a_library_only_games_that_say_something_are_kept() {
    let (folder, history) = sources("Ann", &[("Ann", "engine:3", SHORTEST)]);
    let files = folder.path().join("games");
    fs::create_dir(&files).unwrap();
    let mut lines = String::new();
    for number in 0..100 {
        let mut record = Record::from_game(&transcript::parse(SHORTEST).unwrap());
        record.players = ByColor::new("Ann".to_owned(), format!("Bob {number}"));
        lines += &history::line_of(&record);
        lines += "\n";
    }
    fs::write(files.join("a.ggf"), lines).unwrap();
    let all = Sources {
        libraries: vec![files],
        ..history
    };
    let (games, _, record) = all.games(false, &|| false).unwrap();
    assert_eq!((games.len(), record.games, record.all_games), (1, 101, 101));
    assert_eq!(record.openings["Fishhook"].won, 101);
    let (games, ..) = all.games(true, &|| false).unwrap();
    assert_eq!(games.len(), 101);
    // One game takes no more than its moves and names.
    let PackedGame(bytes) = &games[100].game;
    assert!(bytes.len() < 120, "{} bytes", bytes.len());
}

#[test]
fn only_a_mistake_of_which_nothing_but_the_score_is_known_has_no_clear_reason() {
    let of = |reason| MistakeKind::of(Some(reason));
    let mobility = Reason::Mobility {
        own: [1, 2],
        opponent: [4, 3],
    };
    let frontier = Reason::Frontier { to: 5, best: 3 };
    assert!(![of(mobility), of(frontier)].contains(&MistakeKind::Other));
    assert_eq!(
        [MistakeKind::of(None), of(Reason::LowerScore)],
        [MistakeKind::Other; 2]
    );
}
