//! What is said.

use std::borrow::Cow;
use std::fmt::{self, Display, Formatter};
use std::ops::Deref;

use crate::language::Language;

/// A text for a person, in the language that was current when it was made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Said(Cow<'static, str>);

impl Said {
    /// Returns a text that is no message of the program: what a person has written, a table of figures, names.
    pub fn verbatim(text: impl Into<Cow<'static, str>>) -> Self {
        Self(text.into())
    }

    /// Returns sentences one after another, as this language puts them.
    pub fn sentences(all: impl IntoIterator<Item = Self>) -> Self {
        let all: Vec<Self> = all.into_iter().filter(|said| !said.is_empty()).collect();
        let parts: Vec<&str> = all.iter().map(|said| &**said).collect();
        Self(Cow::Owned(
            parts.join(Language::current().between_sentences()),
        ))
    }

    /// Joins texts, one per line.
    pub fn lines(all: impl IntoIterator<Item = Self>) -> Self {
        let all: Vec<Self> = all.into_iter().collect();
        let lines: Vec<&str> = all.iter().map(|said| &**said).collect();
        Self(Cow::Owned(lines.join("\n")))
    }

    /// Returns a clause as a sentence, as this language writes one: with a capital letter, unless it starts with a square,
    /// and with a full stop.
    #[must_use]
    pub fn sentence(&self) -> Self {
        let mut said = String::with_capacity(self.len() + 1);
        let mut letters = self.chars();
        let first = letters.next();
        let is_square = letters.next().is_none_or(|second| second.is_ascii_digit());
        match first {
            Some(first) if !is_square => said.extend(first.to_uppercase()),
            first => said.extend(first),
        }
        said.push_str(&self[first.map_or(0, char::len_utf8)..]);
        said.push_str(Language::current().full_stop());
        Self(Cow::Owned(said))
    }
}

impl Deref for Said {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl AsRef<str> for Said {
    fn as_ref(&self) -> &str {
        self
    }
}

impl Display for Said {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl From<Said> for String {
    fn from(said: Said) -> Self {
        said.0.into_owned()
    }
}

impl PartialEq<&str> for Said {
    fn eq(&self, other: &&str) -> bool {
        **self == **other
    }
}
