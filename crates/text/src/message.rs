//! Messages: English texts with places for parts.

use std::fmt::{self, Display, Formatter};

use crate::language::Language;
use crate::part::MessagePart;
use crate::said::{Said, write_unpadded};

/// A message in English, which is the key to its form in other languages: a whole sentence, or a label. `{name}` stands
/// for a part.
#[derive(Debug)]
pub struct Message {
    english: &'static str,
    /// The English form for another number than one.
    plural: Option<&'static str>,
    /// What the message is about, if the same English text has another meaning elsewhere.
    context: &'static str,
}

impl Message {
    /// Makes a message with these parts, for [`tr!`](crate::tr) and [`label!`](crate::label).
    ///
    /// # Panics
    /// At compile time, if a part has no name in this list, or a name no part. A message with a plural has a part `count`.
    pub const fn new(
        english: &'static str,
        plural: Option<&'static str>,
        context: &'static str,
        names: &[&str],
    ) -> Self {
        check_parts(english, names);
        let mut index = 0;
        let mut is_counted = false;
        while index < names.len() {
            let is_used = match plural {
                Some(plural) => has_part(english, names[index]) || has_part(plural, names[index]),
                None => has_part(english, names[index]),
            };
            assert!(is_used, "a value has no part in the message");
            is_counted = is_counted || is_same(names[index].as_bytes(), b"count");
            index += 1;
        }
        if let Some(plural) = plural {
            check_parts(plural, names);
            assert!(is_counted, "a message with a plural has a part `count`");
        }
        Self {
            english,
            plural,
            context,
        }
    }

    /// Returns a message without parts in the current language.
    pub fn text(&self) -> &'static str {
        self.for_count(None)
    }

    /// Makes the message of a text of a library that speaks English alone. Its parts are those of the text.
    pub const fn of_library(english: &'static str, plural: Option<&'static str>) -> Self {
        Self {
            english,
            plural,
            context: "",
        }
    }

    /// Returns the English text, which is the key of the message.
    pub const fn english(&self) -> &'static str {
        self.english
    }

    /// Returns the text in the current language, with its parts by name.
    fn for_count(&self, count: Option<i64>) -> &'static str {
        let count = count.map(i64::unsigned_abs);
        Language::current().text_of(self.english, self.plural.zip(count), self.context)
    }

    /// Returns the message with its parts in the current language, for [`tr!`](crate::tr).
    // Not inlined: the calls of thousands of messages would make the program larger.
    #[inline(never)]
    pub fn with(&self, parts: &[(&'static str, MessagePart<'_>)]) -> Said {
        let count = parts.iter().find_map(|(name, part)| part.count(name));
        let text = self.for_count(count);
        if !text.contains(['{', '}']) {
            return Said::verbatim(text);
        }
        let mut said = String::with_capacity(text.len() + 16);
        let mut rest = text;
        while let Some(at) = rest.find(['{', '}']) {
            said.push_str(&rest[..at]);
            let brace = &rest[at..=at];
            rest = &rest[at + 1..];
            if let Some(after) = rest.strip_prefix(brace) {
                said.push_str(brace);
                rest = after;
            } else if let Some((name, after)) = rest.split_once('}') {
                if let Some((_, part)) = parts.iter().find(|(other, _)| *other == name) {
                    part.write_to(&mut said);
                }
                rest = after;
            }
        }
        said.push_str(rest);
        Said::verbatim(said)
    }
}

/// A label is shown as it is in the current language.
impl Display for Message {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write_unpadded(self.text(), f)
    }
}

/// Fails unless each `{name}` of a text is one of these names. Braces that are doubled stand for themselves.
const fn check_parts(text: &str, names: &[&str]) {
    let bytes = text.as_bytes();
    let mut index = 0;
    while index < bytes.len() {
        if bytes[index] == b'{' && index + 1 < bytes.len() && bytes[index + 1] == b'{' {
            index += 1;
        } else if bytes[index] == b'{' {
            let mut name = 0;
            while name < names.len() && !is_at(bytes, index + 1, names[name].as_bytes()) {
                name += 1;
            }
            assert!(name < names.len(), "a part of the message has no value");
        }
        index += 1;
    }
}

/// Returns whether a text has a part of this name.
const fn has_part(text: &str, name: &str) -> bool {
    let bytes = text.as_bytes();
    let mut index = 0;
    while index < bytes.len() {
        if bytes[index] == b'{' && is_at(bytes, index + 1, name.as_bytes()) {
            return true;
        }
        index += 1;
    }
    false
}

/// Returns whether a name and a closing brace stand at this index.
const fn is_at(text: &[u8], start: usize, name: &[u8]) -> bool {
    let mut index = 0;
    while index < name.len() {
        if start + index >= text.len() || text[start + index] != name[index] {
            return false;
        }
        index += 1;
    }
    start + index < text.len() && text[start + index] == b'}'
}

const fn is_same(one: &[u8], other: &[u8]) -> bool {
    let mut index = 0;
    while index < one.len() && index < other.len() && one[index] == other[index] {
        index += 1;
    }
    index == one.len() && index == other.len()
}

impl From<&'static Message> for Said {
    fn from(message: &'static Message) -> Self {
        Self::verbatim(message.text())
    }
}

impl From<&'static Message> for String {
    fn from(message: &'static Message) -> Self {
        message.text().to_owned()
    }
}

/// A label is a part of another message.
impl From<&'static Message> for MessagePart<'_> {
    fn from(label: &'static Message) -> Self {
        Self::Name(label.text())
    }
}

/// Says a message in the current language: `tr!("{player} plays {square}.", player = Name(&name), square)`. A second form
/// after `|` is for numbers other than one and needs the part `count`; a text after `;` says what the message is about,
/// where the same English has two meanings. Returns a [`Said`].
#[macro_export]
macro_rules! tr {
    ($english:literal $(| $plural:literal)? $(; $context:literal)? $(, $name:ident $(= $value:expr)?)* $(,)?) => {{
        static MESSAGE: $crate::Message =
            $crate::message!($english $(| $plural)? $(; $context)? $(, $name)*);
        MESSAGE.with(&[$((
            stringify!($name),
            $crate::MessagePart::from($crate::part_value!($name $(= $value)?)),
        )),*])
    }};
}

/// A message without parts, which is said later: `const TITLE: &Message = label!("Puzzles");`. [`Message::text`] returns it
/// in the current language.
#[macro_export]
macro_rules! label {
    ($english:literal $(; $context:literal)?) => {
        const { &$crate::message!($english $(; $context)?) }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! message {
    ($english:literal | $plural:literal $(; $context:literal)? $(, $name:ident)*) => {
        $crate::Message::new($english, Some($plural), concat!($($context)?), &[$(stringify!($name)),*])
    };
    ($english:literal $(; $context:literal)? $(, $name:ident)*) => {
        $crate::Message::new($english, None, concat!($($context)?), &[$(stringify!($name)),*])
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! part_value {
    ($name:ident) => {
        $name
    };
    ($name:ident = $value:expr) => {
        $value
    };
}
