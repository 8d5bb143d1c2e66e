//! The beginning of a file, by which its format is recognised.

use super::decoded::decode_all;
use super::{csv, text_games, wthor};
use reversi::transcript;

/// The number of bytes examined to recognise the format of a file.
pub(super) const HEAD: usize = 4096;

/// The beginning of a file.
pub(super) struct Head {
    /// Whether it is the header of a `.wtb` file.
    pub(super) is_wtb: bool,
    /// The first line that is not blank and not a comment: a comment may stand before anything.
    line: String,
    /// The text from this line on.
    text: String,
    /// The same without white space.
    squeezed: String,
}

impl Head {
    /// Examines the first bytes of a file.
    pub(super) fn of(bytes: &[u8]) -> Self {
        let is_wtb = wthor::is_wtb(bytes);
        let text = decode_all(if is_wtb { &[] } else { bytes });
        let is_skipped = |line: &&str| {
            let line = line.trim_start();
            line.is_empty() || line.starts_with(['%', '#'])
        };
        let skipped = { text.split_inclusive('\n') }.take_while(is_skipped);
        let text = text[skipped.map(str::len).sum()..].to_owned();
        let squeezed = text.chars().filter(|c| !c.is_whitespace()).take(HEAD);
        Self {
            is_wtb,
            line: text.lines().next().unwrap_or("").to_owned(),
            squeezed: squeezed.collect(),
            text,
        }
    }

    /// Returns a tree from its first property on, such as `GM[Othello`. A number may stand before the tree.
    fn tree(&self) -> Option<&str> {
        let tree = (self.squeezed).trim_start_matches(|c: char| c.is_ascii_digit());
        tree.strip_prefix("(;")
    }

    /// Returns whether it is a tree of SGF: the game has a number, or the tree begins with the version.
    pub(super) fn is_sgf(&self) -> bool {
        let is_game_two = |tree: &str| {
            let (_, game) = tree.split_once("GM[").unwrap_or_default();
            game.starts_with(|c: char| c.is_ascii_digit()) || tree.starts_with("FF[")
        };
        // The first version of SGF has longer names: `GaMe[2]`.
        self.tree().is_some_and(|tree| {
            let short = tree.replace(|c: char| c.is_ascii_lowercase(), "");
            is_game_two(&tree.to_ascii_uppercase()) || is_game_two(&short)
        })
    }

    /// Returns whether it is a tree of GGF.
    pub(super) fn is_ggf(&self) -> bool {
        self.tree().is_some() && !self.is_sgf()
    }

    /// Returns whether it is an object of JSON or a list of them.
    pub(super) fn is_json(&self) -> bool {
        let starts = ["{\"", "{}", "[{\"", "[{}", "[]"];
        starts.iter().any(|start| self.squeezed.starts_with(start))
    }

    /// Returns whether it is a tag of PGN. It has a value: `[f5, d6]` is a list.
    pub(super) fn is_pgn(&self) -> bool {
        let name = self.squeezed.strip_prefix('[').unwrap_or("");
        let value = name.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
        value.len() < name.len() && value.starts_with('"')
    }

    /// Returns whether it is a board or the first row of one.
    pub(super) fn is_board(&self) -> bool {
        text_games::is_board(self.line.trim())
    }

    /// Returns whether it is a transcript: an empty game, or a line whose first item is a move or a pass.
    pub(super) fn is_transcript(&self) -> bool {
        let first = transcript::tokens(self.line.trim()).next();
        !self.is_board() && (text_games::is_empty_game(&self.line) || matches!(first, Some(Ok(_))))
    }

    /// Returns whether it is a table with games in its rows.
    pub(super) fn is_table(&self) -> bool {
        !self.is_json()
            && !self.is_pgn()
            && !self.is_board()
            && !self.is_transcript()
            && csv::is_table(&self.text)
    }
}
