//! The languages, and the current one.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use crate::catalogue;

/// The languages that have a file: the variant, the code, which names `lang/xx.po`, the name in the language itself, and
/// which form of a plural goes with a number, from 0.
macro_rules! languages {
    ($($language:ident $code:literal $name:literal $form:expr;)*) => {
        /// A language of the program.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Language {
            /// English, which stands in the source.
            English,
            $(#[doc = $name] $language,)*
            /// Made up for tests: each letter with a sign above or below it, and texts that are 40 % longer.
            Long,
            /// Made up for tests: letters that are two columns wide, without spaces.
            Wide,
        }

        /// The number of languages that have a file.
        const FILES: usize = [$($code),*].len();

        impl Language {
            /// All languages.
            pub const ALL: [Self; FILES + 3] = [Self::English, $(Self::$language,)* Self::Long, Self::Wide];

            /// The languages that people choose from.
            pub const CHOICES: [Self; FILES + 1] = [Self::English, $(Self::$language),*];

            /// Returns its code, as in `LANG`.
            pub const fn code(self) -> &'static str {
                match self {
                    Self::English => "en",
                    $(Self::$language => $code,)*
                    Self::Long => "zz",
                    Self::Wide => "zw",
                }
            }

            /// Returns its name in the language itself.
            pub const fn name(self) -> &'static str {
                match self {
                    Self::English => "English",
                    $(Self::$language => $name,)*
                    Self::Long | Self::Wide => self.code(),
                }
            }

            /// Returns which form of a plural goes with a number, from 0.
            pub fn plural_form(self, count: u64) -> usize {
                let form: fn(u64) -> usize = match self {
                    Self::English | Self::Long | Self::Wide => |count| usize::from(count != 1),
                    $(Self::$language => $form,)*
                };
                form(count)
            }

            /// Returns the texts of its file, as `build.rs` packs them; `None` if it has none. A build with
            /// `--cfg catalogues_apart` leaves them out, so that a page loads only those that are wanted.
            const fn built_in(self) -> Option<&'static [u8]> {
                match self {
                    $(
                        #[cfg(not(catalogues_apart))]
                        Self::$language => Some(include_bytes!(concat!(env!("OUT_DIR"), "/", $code))),
                    )*
                    _ => None,
                }
            }
        }
    };
}

languages! {
    Japanese "ja" "日本語" |_| 0;
}

/// The texts of the languages that are made up.
type Kept = Mutex<HashMap<(Language, &'static str), &'static str>>;
static KEPT: OnceLock<Kept> = OnceLock::new();

/// The texts that were handed over, by language, in a build that has none.
static HANDED_OVER: [OnceLock<Vec<u8>>; Language::ALL.len()] =
    [const { OnceLock::new() }; Language::ALL.len()];

/// The chosen language. Threads of any kind answer in it, once its texts are there.
static CHOSEN: AtomicU8 = AtomicU8::new(0);

impl Language {
    /// Returns the language in which messages are said now: the chosen one, or English until the texts of that are there.
    pub fn current() -> Self {
        let chosen = Self::chosen();
        let is_there = chosen.is_made_up() || chosen.catalogue().is_some();
        if is_there { chosen } else { Self::English }
    }

    /// Returns the language that was made the current one last. It is not yet, if its texts are still to be loaded.
    pub fn chosen() -> Self {
        Self::ALL[usize::from(CHOSEN.load(Ordering::Relaxed)).min(Self::ALL.len() - 1)]
    }

    /// Makes this the language of all messages from now on, or as soon as its texts are there.
    pub fn make_current(self) {
        CHOSEN.store(self as u8, Ordering::Relaxed);
    }

    /// Takes the texts of its file, as `build.rs` packs them, unless it has them. If it is the chosen language, all messages
    /// are said in it from now on: call this between two screens, so that none is in two languages.
    pub fn take_catalogue(self, texts: Vec<u8>) {
        HANDED_OVER[self as usize].get_or_init(|| texts);
    }

    fn catalogue(self) -> Option<&'static [u8]> {
        let handed_over = || HANDED_OVER[self as usize].get().map(Vec::as_slice);
        self.built_in().or_else(handed_over)
    }

    /// Returns the language with this code, also one that is made up.
    pub fn of_code(code: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|language| language.code() == code)
    }

    /// Returns the language of a locale, such as `ja_JP.UTF-8`, or of a tag, such as `ja-JP`: one that people choose from.
    pub fn of_locale(locale: &str) -> Option<Self> {
        let code = locale.split(['_', '.', '@', '-']).next()?;
        let mut choices = Self::CHOICES.into_iter();
        choices.find(|language| language.code().eq_ignore_ascii_case(code))
    }

    /// Returns an English text in this language, with its parts by name: of one, or the form for a number if it has a
    /// plural. The context says what it is about, if it has another meaning elsewhere.
    pub(crate) fn text_of(
        self,
        english: &'static str,
        plural: Option<(&'static str, u64)>,
        context: &str,
    ) -> &'static str {
        #[cfg(debug_assertions)]
        crate::met::note(context, english);
        let count = plural.map_or(1, |(_, count)| count);
        let own = match plural {
            Some((plural, count)) if count != 1 => plural,
            _ => english,
        };
        if self.is_made_up() {
            return self.made_up(own);
        }
        let forms = self.entry(context, english);
        let text = forms.and_then(|forms| forms.split('\0').nth(self.plural_form(count)));
        // What a file has not yet is said in English.
        text.unwrap_or(own)
    }

    /// Returns an English text that is no [`Message`](crate::Message), such as the help of an option, in this language.
    pub fn translated(self, english: &str) -> Cow<'_, str> {
        #[cfg(debug_assertions)]
        crate::met::note("", english);
        if self.is_made_up() {
            return self.make_up(english).into();
        }
        self.entry("", english).unwrap_or(english).into()
    }

    /// Returns whether it exists for tests alone.
    const fn is_made_up(self) -> bool {
        matches!(self, Self::Long | Self::Wide)
    }

    /// Returns what its file has for an English text: one text, or one for each form of a plural, with a zero between them.
    fn entry(self, context: &str, english: &str) -> Option<&'static str> {
        catalogue::text(self.catalogue()?, catalogue::key(context, english))
    }

    /// Returns an English text in a language that is made up. What was made up once is kept.
    fn made_up(self, english: &'static str) -> &'static str {
        let kept = KEPT.get_or_init(Kept::default);
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.entry((self, english))
            .or_insert_with(|| self.make_up(english).leak())
    }

    /// Returns the texts that were said so far in a language that is made up, with the names of their parts: what stands on
    /// a screen consists of them.
    #[doc(hidden)]
    pub fn all_made_up(self) -> Vec<&'static str> {
        let kept = KEPT.get_or_init(Kept::default);
        let kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        let own = kept.iter().filter(|((language, _), _)| *language == self);
        own.map(|(_, text)| *text).collect()
    }

    fn make_up(self, english: &str) -> String {
        let mut text = String::new();
        let (mut letters, mut is_part) = (0, false);
        for c in english.chars() {
            is_part = c == '{' || is_part && c != '}';
            if is_part || !c.is_ascii_alphabetic() {
                let is_dropped = self == Self::Wide && c == ' ';
                text.extend((!is_dropped).then_some(c));
                continue;
            }
            let alphabet = match self {
                Self::Wide => "アイウエオカキクケコサシスセソタチツテトナニヌネノハ",
                _ if c.is_ascii_uppercase() => "ÅƁÇĎÊƑĜĤÎĴĶĻṀÑÖÞǪŘŠŤÛṼŴẊÝŽ",
                _ => "åƀçďêƒĝĥîĵķļṁñöþǫřšťûṽŵẋýž",
            };
            let place = usize::from(c.to_ascii_lowercase() as u8 - b'a');
            let letter = alphabet.chars().nth(place).unwrap_or(c);
            text.push(letter);
            letters += 1;
            // Two of five letters are doubled; a wide letter takes two columns as it is.
            let is_doubled = self == Self::Long && letters % 5 >= 3;
            text.extend(is_doubled.then_some(letter));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::Language;

    #[test]
    fn a_language_that_is_made_up_keeps_the_parts_and_is_longer_or_wider() {
        let english = "{player} has no legal move and passes.";
        let long = Language::Long.make_up(english);
        assert_eq!(long, "{player} ĥåšš ññö ļêĝĝååļ ṁöṽṽêê åñď þþååššêšš.");
        let wide = Language::Wide.make_up(english);
        assert_eq!(
            wide,
            "{player}クアテセソシオキアシスソニオアセエタアテテオテ."
        );
        assert_eq!(Language::of_code("zz"), Some(Language::Long));
    }
}
