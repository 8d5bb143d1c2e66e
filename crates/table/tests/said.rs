//! The sentences about files, games and players.

#![allow(clippy::unwrap_used)] // in tests a panic is the report

use std::io;
use std::path::Path;
use std::sync::Arc;

use reversi::{Position, transcript};
use reversi_notation::{Format, Problem, Record, detect};
use reversi_table::background::TaskError;
use reversi_table::entries::replay;
use reversi_table::game_opening::{GameOpening, GameOpeningError};
use reversi_table::phrase::faults::record_error;
use reversi_table::player::{Control, PlayerKind};
use reversi_table::store::analysis_file::AnalysisFile;
use reversi_table::store::atomic::AtomicFile;
use reversi_table::store::filter::GameFilter;
use reversi_table::store::game_file::SaveError;
use reversi_table::store::game_list::SourceError;
use reversi_table::store::labels::{GameLabel, Labels};
use reversi_table::store::recent::RecentFiles;
use reversi_table::store::saver::NotClaimed;
use reversi_table::store::state::{StateFolder, not_saved_because};
use reversi_table::store::summary;

#[test]
fn an_error_says_what_failed_and_why() {
    let full = || io::Error::other("the disk is full");
    let path = || "a.ggf".into();
    let no_game = || Problem::NoGame("Othello");
    let opening = |name: &str| name.parse::<GameFilter>().unwrap_err().to_string();
    for (error, said) in [
        (
            SaveError::Game(no_game()).to_string(),
            "Cannot draw the game: no Othello game found",
        ),
        (
            SaveError::NotWritten(path(), full()).to_string(),
            "Cannot write a.ggf: the disk is full",
        ),
        (
            SaveError::Task(TaskError::NoMemory).to_string(),
            "Cannot save the game: not enough memory",
        ),
        (
            SourceError::NoName.to_string(),
            "the file name before the number is missing",
        ),
        (
            SourceError::NoLog.to_string(),
            "cannot find the history without a home folder",
        ),
        (SourceError::Stopped.to_string(), "reading was cancelled"),
        (NotClaimed::None.to_string(), "there is no unfinished game"),
        (
            NotClaimed::Taken.to_string(),
            "another program has resumed or discarded this game",
        ),
        (
            GameOpeningError::Empty(path()).to_string(),
            "a.ggf: there are no openings in it",
        ),
        (
            opening("opening:"),
            "\"opening:\" is not a filter; opening: needs the name of an opening",
        ),
    ] {
        assert_eq!(error, said);
    }
    // White passes after these.
    let moves = "f5 f4 e3 d6 f3 g3 g4 g5 h3 d3 h6 h5 h4 h2 h1 e2 g6 f2 g2 h7 g7 f7 g8";
    let error = replay(Position::START, moves, "").unwrap_err();
    assert_eq!(error.to_string(), "a pass is missing");
    let nowhere = tempfile::tempdir().unwrap().path().join("none").join("..");
    let error = AtomicFile::create(&nowhere).map(drop).unwrap_err();
    assert_eq!(error.to_string(), "there is no file name");
    let cut = detect::read(&b"WTHOR"[..], Some(Format::Wthor)).find_map(Result::err);
    let said = record_error(&cut.unwrap());
    assert!(said.starts_with("game 1, byte 0: "), "{said}");
}

#[test]
fn a_file_of_the_state_folder_that_cannot_be_used_is_named() {
    // No system has such a name.
    let nowhere = StateFolder::at("\0".into());
    let analysis = AnalysisFile::new(Some(&nowhere), &(Arc::new(|| ()) as _));
    analysis.resume();
    assert_eq!(analysis.loses(), None);
    let label: GameLabel = "#good".parse().unwrap();
    for (error, said) in [
        (
            RecentFiles::load(&nowhere)
                .map(drop)
                .map_err(|why| why.to_string()),
            "cannot read the list of files opened lately ",
        ),
        (
            RecentFiles::note(&nowhere, Path::new("a.ggf")).map_err(|why| why.to_string()),
            "cannot save the list of files opened lately ",
        ),
        (
            Labels::load(&nowhere)
                .map(drop)
                .map_err(|why| why.to_string()),
            "cannot read the tags and notes of games ",
        ),
        (
            Labels::keep(&nowhere, 1, label)
                .map(drop)
                .map_err(|why| why.to_string()),
            "cannot save the tags and notes of games ",
        ),
        (
            analysis.poll().unwrap().map(drop),
            "cannot read the analysis ",
        ),
    ] {
        let error = error.unwrap_err();
        assert!(error.starts_with(said), "{error}");
    }
}

#[test]
fn a_place_where_nothing_is_saved_says_what_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a");
    let told = |path: &Path| {
        let said = String::from(not_saved_because(path));
        said.replace(&path.display().to_string(), "PATH")
    };
    assert_eq!(told(&path), "nothing is saved, because PATH is no folder");
    #[cfg(unix)]
    {
        let _socket = std::os::unix::net::UnixListener::bind(&path).unwrap();
        assert_eq!(told(&path), "nothing is saved, because PATH is a socket");
        std::fs::remove_file(&path).unwrap();
    }
    std::fs::write(&path, "").unwrap();
    assert_eq!(told(&path), "nothing is saved, because PATH is a file");
}

#[test]
fn players_and_openings_are_described() {
    let opening = |text: &str| {
        GameOpening::find(text, |text| text.into())
            .unwrap()
            .describe()
    };
    assert_eq!(
        ["standard", "1", "8", "balanced", "Tiger", "f5d6c3"].map(opening),
        [
            "the standard start",
            "openings of 1 move",
            "openings of 8 moves",
            "balanced openings",
            "the opening Tiger",
            "the opening f5d6c3",
        ]
    );
    let remote = PlayerKind::Remote.describe();
    assert_eq!(remote, "a person at the other end of the connection");
    let over = transcript::parse("e6f4e3f6g5d6e7f5c5").unwrap();
    let mut random = PlayerKind::Random.create(1).unwrap();
    let error = random.choose(&over, &Control::default()).unwrap_err();
    assert_eq!(error.to_string(), "it found no move");
}

#[test]
fn the_details_of_a_game_have_what_its_record_has() {
    let mut record = Record::from_game(&transcript::parse("f5d6").unwrap());
    record.event = "Spring cup".to_owned();
    record.round = "3".to_owned();
    assert_eq!(
        summary::details(&record),
        ["Event: Spring cup", "Round: 3", "Result: unfinished"]
    );
}

/// The engine answers each command with nothing.
#[cfg(unix)]
#[test]
fn an_engine_that_speaks_gtp_gives_no_scores_and_begins_from_the_start() {
    use reversi::search::{Limits, Searcher};
    use reversi::{Board, Game};
    use reversi_table::player::Analyst;

    let kind: PlayerKind = r#"gtp:sh -c 'while read id rest; do echo "=$id"; echo; done'"#
        .parse()
        .unwrap();
    let PlayerKind::External(engine) = &kind else {
        panic!("{kind:?}");
    };
    let mut analyst = Analyst::new(Some(engine), || Searcher::new(1));
    let analysed = analyst.analyse(Board::START, 1, &Limits::depth(1), &mut ());
    assert_eq!(
        analysed.unwrap_err().to_string(),
        "GTP has no command for scores; use an NBoard engine to analyse"
    );
    let game = Game::from_position(Position::START.play("f5".parse().unwrap()).unwrap());
    let chosen = kind.create(1).unwrap().choose(&game, &Control::default());
    assert_eq!(
        chosen.unwrap_err().to_string(),
        "GTP has no command to set up a position; use an NBoard engine for such games"
    );
}
