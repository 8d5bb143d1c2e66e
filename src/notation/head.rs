//! The beginning of a file, by which its format is recognised.

use std::io::Read as _;

use super::clean::decode;
use super::input::Decoded;
use super::{text_games, transcript, wthor};

/// The number of bytes examined to recognise the format of a file.
pub(super) const HEAD: usize = 4096;

/// The beginning of a file.
pub(super) struct Head {
    /// Whether it is the header of a `.wtb` file.
    pub(super) is_wtb: bool,
    /// The first line that is not blank and not a comment: a comment may stand before anything.
    line: String,
    /// The text from this line on, without white space.
    squeezed: String,
}

/// Decodes bytes in any of the encodings.
pub(super) fn decode_all(bytes: &[u8]) -> String {
    let mut utf8 = Vec::with_capacity(bytes.len());
    // Reading from memory cannot fail.
    let _ = Decoded::new(bytes).read_to_end(&mut utf8);
    decode(&utf8).into_owned()
}

impl Head {
    /// Examines the first bytes of a file.
    pub(super) fn of(bytes: &[u8]) -> Self {
        let is_wtb = wthor::is_wtb(bytes);
        let text = decode_all(if is_wtb { &[] } else { bytes });
        let is_comment = |line: &str| line.trim_start().starts_with(['%', '#']);
        let mut lines = text.lines();
        let line = lines.find(|line| !line.trim().is_empty() && !is_comment(line));
        let line = line.unwrap_or("");
        let rest = lines.flat_map(str::chars);
        let squeezed = (line.chars().chain(rest))
            .filter(|c| !c.is_whitespace())
            .take(HEAD);
        Self {
            is_wtb,
            line: line.to_owned(),
            squeezed: squeezed.collect(),
        }
    }

    /// Returns the first property of a tree, such as `GM[Othello`, in upper case. A number may stand before the tree.
    fn tree(&self) -> Option<String> {
        let tree = (self.squeezed).trim_start_matches(|c: char| c.is_ascii_digit());
        Some(tree.strip_prefix("(;")?.to_ascii_uppercase())
    }

    /// Returns whether it is a tree of SGF: the game has a number, or the tree begins with the version.
    pub(super) fn is_sgf(&self) -> bool {
        self.tree().is_some_and(|tree| {
            let (_, game) = tree.split_once("GM[").unwrap_or_default();
            game.starts_with(|c: char| c.is_ascii_digit()) || tree.starts_with("FF[")
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
}
