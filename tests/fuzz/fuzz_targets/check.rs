//! What must hold whatever is read.

use reversi_notation::{Format, detect};

/// Reads bytes to their end: what comes out replays, can be shown, and comes back from every format
/// that holds it.
pub(crate) fn read(bytes: &[u8], hint: Option<Format>) {
    let mut count = 0;
    for game in detect::read(bytes, hint) {
        count += 1;
        assert!(count <= bytes.len() + 1, "more games than bytes");
        let record = match game {
            Ok(record) => record,
            Err(error) => {
                assert!(!error.to_string().chars().any(char::is_control));
                continue;
            }
        };
        let replayed = record.replay().expect("a record that was read replays");
        let _ = record.check().map(|warning| warning.to_string());
        let _ = reversi::Opening::of(replayed.positions());
        for format in [Format::Transcript, Format::Ggf, Format::Sgf, Format::Pgn] {
            let mut text = String::new();
            assert!(format.write(&record, &mut text));
            let again = detect::read(text.as_bytes(), Some(format)).next();
            let again = again.expect("a game").expect("what is written can be read");
            assert_eq!(again.start, record.start);
            let squares = |record: &reversi_notation::Record| {
                record.moves.iter().map(|m| m.square).collect::<Vec<_>>()
            };
            assert_eq!(squares(&again), squares(&record));
        }
    }
}
