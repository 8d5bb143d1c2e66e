//! What a format could not hold of many games, in one sentence.

use std::collections::BTreeSet;

use reversi_notation::{GamePart, LeftOut};
use reversi_table::phrase::{parts_of_games, tags_text};
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
        let mut groups: Vec<(u64, Vec<Said>)> = Vec::new();
        for (part, &games) in GamePart::ALL.into_iter().zip(&self.games) {
            let name = parts_of_games(part).into();
            match groups.iter_mut().find(|group| group.0 == games) {
                // They are counted themselves.
                _ if games == 0 || matches!(part, GamePart::Variations | GamePart::Tags) => {}
                Some((_, parts)) => parts.push(name),
                None => groups.push((games, vec![name])),
            }
        }
        let of_games = |parts: &Said, count| {
            tr!(
                "{parts} of {count} game" | "{parts} of {count} games",
                parts,
                count
            )
        };
        let parts = groups.into_iter();
        let parts = parts.map(|(games, parts)| of_games(&Said::all_of(parts), games));
        let tags = self.tags.iter();
        let tags = tags_text(tags.map(|(format, name)| (*format, name.as_str())));
        let with_tags = self.games[GamePart::Tags as usize];
        let tags = (!tags.is_empty()).then(|| of_games(&tags, with_tags));
        let count = self.variations;
        let variations =
            (count > 0).then(|| tr!("{count} variation" | "{count} variations", count));
        let parts = &Said::clauses(parts.chain(tags).chain(variations));
        (!parts.is_empty()).then(|| tr!("left out {parts}: the format cannot hold them", parts))
    }
}
