//! The newest games that match a filter.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use reversi::{ByColor, transcript};
use reversi_notation::{Format, Record};
use reversi_study::games::game_search::{NewestMatches, start};
use reversi_table::player::name::PersonName;
use reversi_table::store::game_list::LATEST;
use reversi_table::store::recent::RecentFiles;
use reversi_table::store::state::StateFolder;

/// Writes a file with a game of each year, and returns its path.
fn file(folder: &Path, name: &str, years: impl Iterator<Item = u32>) -> PathBuf {
    let mut text = String::new();
    for year in years {
        let mut record = Record::from_game(&transcript::parse("f5d6c3").unwrap());
        record.players = ByColor::new(format!("Ann{year}"), "Bo".to_owned());
        record.date = year.to_string();
        assert!(Format::Ggf.write(&record, &mut text));
    }
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path
}

#[test]
fn the_newest_games_of_libraries_and_recent_files_are_found_by_a_filter_and_counted() {
    let folder = tempfile::tempdir().unwrap();
    let state = StateFolder::at(folder.path().join("state"));
    let library = file(folder.path(), "library.ggf", (1000..1600).rev());
    let recent = file(folder.path(), "recent.ggf", 1590..1592);
    RecentFiles::note(&state, &recent).unwrap();
    let libraries = vec![library, folder.path().join("missing")];
    let task = start(state, PersonName::EMPTY, libraries, Arc::new(|| ()));
    let found = |filter: &str| {
        task.ask(filter.parse().unwrap());
        loop {
            let found = task.wait_value().unwrap().unwrap();
            if found.reading.is_none() {
                return found;
            }
        }
    };
    let all = found("");
    // A game that occurs twice counts once.
    assert_eq!((all.lines.len(), all.count), (LATEST, 600));
    assert_eq!(all.problem, None);
    let dates = |found: &NewestMatches| -> Vec<String> {
        let dates = found.lines.iter().map(|line| line.date().to_owned());
        dates.collect()
    };
    let expected = (1100..1600).rev().map(|year| year.to_string());
    assert_eq!(dates(&all), expected.collect::<Vec<_>>());
    let some = found("year:1000-1001 ann");
    assert_eq!(
        (some.count, dates(&some)),
        (2, vec!["1001".into(), "1000".into()])
    );
}
