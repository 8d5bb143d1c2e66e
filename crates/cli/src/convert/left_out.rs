//! What a format could not hold of many games, in one sentence.

use std::collections::BTreeSet;

use reversi_notation::{GamePart, LeftOut};
use reversi_table::phrase::tags_text;
use reversi_text::{Said, tr};

/// The most names of tags that are listed.
const TAG_LIMIT: usize = 200;

/// The number of games of which each part was left out, and of variations, and the names of tags.
#[derive(Default)]
pub(super) struct LeftOutTotal {
    games: [u64; GamePart::ALL.len()],
    tags: BTreeSet<(&'static str, String)>,
    variations: usize,
}

impl LeftOutTotal {
    /// Counts what was left out of a game.
    pub(super) fn add(&mut self, left_out: LeftOut) {
        for part in left_out.parts {
            self.games[part as usize] += 1;
        }
        for tag in left_out.tags {
            if self.tags.len() < TAG_LIMIT {
                self.tags.insert(tag);
            }
        }
        self.variations += left_out.variations;
    }

    /// Returns a clause, or `None` if nothing was left out. Parts of the same number of games stand together.
    pub(super) fn clause(&self) -> Option<Said> {
        let mut groups: Vec<(u64, Vec<&'static str>)> = Vec::new();
        for (part, &games) in GamePart::ALL.into_iter().zip(&self.games) {
            match groups.iter_mut().find(|group| group.0 == games) {
                // They are counted themselves.
                _ if games == 0 || matches!(part, GamePart::Variations | GamePart::Tags) => {}
                Some((_, parts)) => parts.push(part.plural()),
                None => groups.push((games, vec![part.plural()])),
            }
        }
        let of_games = |parts: &Said, count| {
            tr!(
                "{parts} of {count} game" | "{parts} of {count} games",
                parts,
                count
            )
        };
        let parts = groups.iter().map(|(games, parts)| {
            let parts = parts.iter().map(|part| Said::verbatim(*part));
            of_games(&Said::all_of(parts), *games)
        });
        let tags = tags_text(
            self.tags
                .iter()
                .map(|(format, name)| (*format, name.as_str())),
        );
        let with_tags = self.games[GamePart::Tags as usize];
        let tags = (!tags.is_empty()).then(|| of_games(&Said::verbatim(tags), with_tags));
        let count = self.variations;
        let variations =
            (count > 0).then(|| tr!("{count} variation" | "{count} variations", count));
        let clauses: Vec<String> = parts
            .chain(tags)
            .chain(variations)
            .map(String::from)
            .collect();
        let parts = &Said::verbatim(clauses.join("; "));
        (!clauses.is_empty()).then(|| tr!("left out {parts}: the format cannot hold them", parts))
    }
}
