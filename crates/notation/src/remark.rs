//! What is said of how a text was read: facts, with the English words for them.

use std::fmt;

use super::clean::clean;
use reversi::Color;

/// A clause about how a text was read. Displays in English.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    english: &'static str,
    plural: Option<&'static str>,
    parts: Vec<(&'static str, RemarkPart)>,
}

/// A part of a remark.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RemarkPart {
    /// A number, which decides the plural if it is the part `count`.
    Count(u64),
    /// A side.
    Color(Color),
    /// What no language changes: signs, names of formats and foreign text, as it stands.
    Text(String),
    /// Other clauses, one after another.
    Remarks(Vec<Remark>),
}

impl Remark {
    /// Creates a remark, for [`remark!`](crate::remark::remark).
    pub(crate) const fn new(
        english: &'static str,
        plural: Option<&'static str>,
        parts: Vec<(&'static str, RemarkPart)>,
    ) -> Self {
        Self {
            english,
            plural,
            parts,
        }
    }

    /// Returns the English text with `{name}` for each part, and that for another number than one.
    pub const fn english(&self) -> (&'static str, Option<&'static str>) {
        (self.english, self.plural)
    }

    /// Returns what it is about without what is added to that: `a board of 8 lines` of `a board of 8 lines, * for Black`.
    pub fn subject(&self) -> &Self {
        match self.parts.first() {
            Some((_, RemarkPart::Remarks(all))) => match &all[..] {
                [one] => one.subject(),
                _ => self,
            },
            _ => self,
        }
    }

    /// Returns the parts by name.
    pub fn parts(&self) -> &[(&'static str, RemarkPart)] {
        &self.parts
    }
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_one = self.parts.contains(&("count", RemarkPart::Count(1)));
        let text = self.plural.filter(|_| !is_one).unwrap_or(self.english);
        // Nothing but the name of a part stands in braces.
        for piece in text.split_inclusive(['{', '}']) {
            match piece.strip_suffix('}') {
                Some(name) => match self.parts.iter().find(|(of, _)| *of == name) {
                    Some((_, part)) => write!(f, "{part}")?,
                    None => unreachable!("{text} has no part {name}"),
                },
                None => f.write_str(piece.trim_end_matches('{'))?,
            }
        }
        Ok(())
    }
}

impl fmt::Display for RemarkPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count(count) => write!(f, "{count}"),
            Self::Color(color) => write!(f, "{color}"),
            Self::Text(text) => f.write_str(&clean(text)),
            Self::Remarks(all) => f.write_str(&said(all)),
        }
    }
}

/// Returns clauses one after another, in English: `a; b`.
pub(crate) fn said(all: &[Remark]) -> String {
    let all: Vec<String> = all.iter().map(ToString::to_string).collect();
    all.join("; ")
}

impl From<usize> for RemarkPart {
    fn from(count: usize) -> Self {
        Self::Count(count as u64)
    }
}

impl From<u64> for RemarkPart {
    fn from(count: u64) -> Self {
        Self::Count(count)
    }
}

impl From<Color> for RemarkPart {
    fn from(color: Color) -> Self {
        Self::Color(color)
    }
}

impl From<String> for RemarkPart {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&str> for RemarkPart {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<Remark> for RemarkPart {
    fn from(remark: Remark) -> Self {
        Self::Remarks(vec![remark])
    }
}

impl From<Vec<Remark>> for RemarkPart {
    fn from(all: Vec<Remark>) -> Self {
        Self::Remarks(all)
    }
}

/// Makes a [`Remark`] of an English clause and its parts: `remark!("skipped {text}", text)`, `remark!("{count} move" |
/// "{count} moves", count = 3)`.
macro_rules! remark {
    (@new $english:literal, $plural:expr $(, $name:ident $(= $value:expr)?)*) => {
        $crate::remark::Remark::new(
            $english,
            $plural,
            vec![$((
                stringify!($name),
                $crate::remark::RemarkPart::from($crate::remark::remark!(@value $name $($value)?)),
            )),*],
        )
    };
    (@value $name:ident) => {
        $name
    };
    (@value $name:ident $value:expr) => {
        $value
    };
    ($english:literal | $plural:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        $crate::remark::remark!(@new $english, Some($plural) $(, $name $(= $value)?)*)
    };
    ($english:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        $crate::remark::remark!(@new $english, None $(, $name $(= $value)?)*)
    };
}
pub(crate) use remark;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_remark_has_its_parts_its_plural_and_no_control_characters() {
        let moves =
            |count: usize| remark!("a game of {count} move" | "a game of {count} moves", count);
        assert_eq!(moves(1).to_string(), "a game of 1 move");
        let text = "f\u{7}{x}";
        let both = remark!(
            "{game} by {color}, skipped {text}",
            game = vec![moves(2), remark!("or more")],
            color = Color::Black,
            text
        );
        assert_eq!(
            both.to_string(),
            "a game of 2 moves; or more by Black, skipped f\\u{7}{x}"
        );
    }
}
