//! What the program says on a terminal alone, in another language.

use crate::terminal::{PROGRAM, Terminal};
use reversi_text::Language;

#[test]
fn the_headings_of_tables_are_in_the_language() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games.txt");
    std::fs::write(&games, "f5d6c3d3c4f4\nf5f6e6f4\n").unwrap();
    let games = games.to_str().unwrap();
    for (args, headings) in [
        (
            &["openings", "f5", games][..],
            &[
                "move", "share %", "win %", "draw %", "loss %", "score", "theory", "eval",
            ][..],
        ),
        (
            &["review", "--depth", "2", games, games],
            &["loss B", "loss W", "mistakes B", "mistakes W"],
        ),
    ] {
        let mut terminal = Terminal::start_with(PROGRAM, args, &[("REVERSI_LANG", "zz")]);
        assert!(terminal.wait_for_end().success());
        let sent = String::from_utf8_lossy(&terminal.sent.lock().unwrap()).into_owned();
        for heading in headings {
            let heading = Language::Long.translated(heading);
            assert!(sent.contains(&*heading), "{heading} in {sent}");
        }
    }
}
