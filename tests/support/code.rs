//! The words of the source that lessons show, which no language changes.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The folders of that source.
const SHOWN: [&str; 3] = [
    "src/bitboard",
    "crates/table/src/go",
    "crates/lessons/src/lesson",
];

/// Returns the words of three letters or more from a to z, with their places.
pub(crate) fn plain_words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let words = text.split(|c: char| !c.is_ascii_alphabetic());
    let placed = words.map(|word| (word.as_ptr().addr() - text.as_ptr().addr(), word));
    placed.filter(|(_, word)| word.len() >= 3)
}

/// Returns the words of the source and of the names of its files, without its comments and texts. The root is the folder
/// of the workspace.
pub(crate) fn words_of_code(root: &Path) -> BTreeSet<String> {
    let mut code = BTreeSet::new();
    for folder in SHOWN {
        for entry in fs::read_dir(root.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let place = path.strip_prefix(root).unwrap().to_string_lossy();
            code.extend(plain_words(&place).map(|(_, word)| word.to_owned()));
            let text = fs::read_to_string(&path).unwrap_or_default();
            for line in text.lines().filter_map(|line| line.split("//").next()) {
                let parts = line.split('"').step_by(2).flat_map(plain_words);
                code.extend(parts.map(|(_, word)| word.to_owned()));
            }
        }
    }
    code
}
