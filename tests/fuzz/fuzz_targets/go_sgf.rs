//! Any bytes through the reader of Go games.

#![no_main]

use libfuzzer_sys::fuzz_target;
use reversi_table::go::sgf;

fuzz_target!(|bytes: &[u8]| match sgf::parse(bytes) {
    Ok(read) => {
        let text = sgf::to_string(&read);
        let again = sgf::parse(&text).expect("what is written can be read");
        assert_eq!(again.game.entries(), read.game.entries());
        assert_eq!(sgf::to_string(&again), text);
    }
    Err(error) => assert!(!error.to_string().chars().any(char::is_control)),
});
