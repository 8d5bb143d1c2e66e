//! Reads a file of games in any format that the library knows, and prints who played and who won.
//!
//!     cargo run -p reversi-notation --example read_games -- games.ggf

use std::error::Error;
use std::path::Path;

use reversi::Opening;
use reversi_notation::{clean, detect};

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args_os().nth(1).ok_or("which file?")?;
    for record in detect::open(Path::new(&path), None)? {
        let record = match record {
            Ok(record) => record,
            // It names the game, the line and the move, and the next game is read all the same.
            Err(error) => {
                eprintln!("{error}");
                continue;
            }
        };
        let names = record.players.as_ref().map(|name| clean(name));
        let opening = Opening::of(record.positions()).map_or("", |opening| opening.english);
        let result = match record.outcome() {
            Some(outcome) => format!("{}-{}", outcome.score.black, outcome.score.white),
            None => "unfinished".to_owned(),
        };
        println!("{} - {}: {result} {opening}", names.black, names.white);
    }
    Ok(())
}
