//! What is said.

use std::borrow::Cow;
use std::fmt::{self, Display, Formatter};
use std::ops::Deref;

/// A text for a person, in the language that was current when it was made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Said(Cow<'static, str>);

impl Said {
    /// Returns a text that is no message of the program: what a person has written, a table of figures, names.
    pub fn verbatim(text: impl Into<Cow<'static, str>>) -> Self {
        Self(text.into())
    }

    /// Returns a value as it displays: an error that is in the current language already, or one of the system or of a library,
    /// which is in English.
    pub fn display(what: impl Display) -> Self {
        Self(Cow::Owned(what.to_string()))
    }

    /// Joins texts, one per line.
    pub fn lines(all: impl IntoIterator<Item = Self>) -> Self {
        let all: Vec<Self> = all.into_iter().collect();
        let lines: Vec<&str> = all.iter().map(|said| &**said).collect();
        Self(Cow::Owned(lines.join("\n")))
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
        write_unpadded(self, f)
    }
}

/// Writes a text for people. It is padded and cut by its columns on a terminal, not by characters as formats do.
pub(crate) fn write_unpadded(text: &str, f: &mut Formatter<'_>) -> fmt::Result {
    debug_assert!(
        f.width().is_none() && f.precision().is_none(),
        "{text:?} is padded or cut by its characters"
    );
    f.write_str(text)
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
