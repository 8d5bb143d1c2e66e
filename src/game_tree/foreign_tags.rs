//! Properties and tags of files that have no meaning here.

use std::collections::BTreeSet;

/// Ends the name of a format and of a tag.
const FIELD_END: char = '\u{1f}';

/// Ends a tag.
const TAG_END: char = '\u{1e}';

/// A property or tag of a file that has no meaning here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ForeignTag<'a> {
    /// The name of the format of the file, such as `sgf`.
    pub format: &'a str,
    /// Its name, such as `LB`.
    pub name: &'a str,
    /// One of its values as it stands in the file, without brackets or quotes.
    pub text: &'a str,
}

/// Properties and tags of a file that have no meaning here, kept for files of the same format. All of them are one
/// text, so that they take no more memory than in the file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ForeignTags(String);

impl ForeignTags {
    /// Returns whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns them in the order of the file. One with several values occurs several times in a row.
    pub fn iter(&self) -> impl Iterator<Item = ForeignTag<'_>> {
        self.0.split_terminator(TAG_END).filter_map(|tag| {
            let (format, rest) = tag.split_once(FIELD_END)?;
            let (name, text) = rest.split_once(FIELD_END)?;
            Some(ForeignTag { format, name, text })
        })
    }

    /// Removes all but some.
    pub fn retain(&mut self, is_kept: impl FnMut(&ForeignTag) -> bool) {
        let all = std::mem::take(self);
        let kept = all.iter().filter(is_kept);
        kept.for_each(|tag| self.push(tag.format, tag.name, tag.text));
    }

    /// Adds one, unless it has no name.
    pub fn push(&mut self, format: &str, name: &str, text: &str) {
        let fields = [(format, FIELD_END), (name, FIELD_END), (text, TAG_END)];
        for (field, end) in fields.into_iter().filter(|_| !name.is_empty()) {
            self.0 += &field.replace([FIELD_END, TAG_END], "\u{fffd}");
            self.0.push(end);
        }
    }

    /// Adds all of others.
    pub fn append(&mut self, others: &Self) {
        self.0 += &others.0;
    }

    /// Adds those of others whose names are not there yet.
    pub(crate) fn merge(&mut self, others: &Self) {
        if self.is_empty() || others.is_empty() {
            return self.append(others);
        }
        let here = self.clone();
        let known: BTreeSet<_> = here.iter().map(|tag| (tag.format, tag.name)).collect();
        let is_new = |tag: &ForeignTag| !known.contains(&(tag.format, tag.name));
        let new = others.iter().filter(is_new);
        new.for_each(|tag| self.push(tag.format, tag.name, tag.text));
    }
}
