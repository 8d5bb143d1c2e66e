//! The files of the languages, `crates/text/lang/*.po`, and what they lack.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::LazyLock;

use polib::catalog::Catalog;
use polib::message::MessageView;

use reversi_text::Language;

use crate::source::{Written, messages};

/// Where the texts of the help stand, for people who look for one.
const HELP: &str = "crates/cli/src/args.rs";

/// The path of the file of a language by its code.
pub(crate) fn path(code: &str) -> PathBuf {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/text/lang");
    PathBuf::from(folder).join(format!("{code}.po"))
}

/// Returns the texts of an entry: one, or one for each form of a plural.
pub(crate) fn forms(message: &dyn MessageView) -> Vec<String> {
    match message.msgstr() {
        Ok(text) => vec![text.to_owned()],
        Err(_) => message.msgstr_plural().unwrap().clone(),
    }
}

/// The texts of the help of the command line, which the program looks up by their English. Those that are made of messages
/// differ between two languages.
static HELP_TEXTS: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    // The language is that of the whole process: two threads must not do this at once.
    let [english, made_up] = [Language::English, Language::Long].map(|language| {
        language.make_current();
        reversi_cli::help_texts()
    });
    Language::English.make_current();
    let texts = english.intersection(&made_up);
    let texts = texts.filter(|text| text.contains(char::is_alphabetic));
    texts.cloned().collect()
});

/// All that a language says: the messages and the texts of the help, each with the places where it stands.
pub(crate) fn all() -> BTreeMap<Written, Vec<String>> {
    let mut all = messages();
    for english in HELP_TEXTS.iter().cloned() {
        let written = Written {
            context: String::new(),
            english,
            plural: None,
        };
        all.entry(written).or_default().push(HELP.to_owned());
    }
    all
}

/// The parts of a text: the names in braces.
fn parts(text: &str) -> BTreeSet<&str> {
    let doubled = text.replace("{{", "  ").replace("}}", "  ");
    let starts = doubled.match_indices('{').map(|(start, _)| start + 1);
    starts
        .map(|start| &text[start..])
        .map(|rest| rest.split('}').next().unwrap_or(rest))
        .collect()
}

/// What is wrong with a file: messages that it lacks, entries that nothing says, and texts whose parts do not fit. Whether
/// the count is said is for each form of a plural to decide.
pub(crate) fn troubles(catalog: &Catalog) -> Vec<String> {
    let mut troubles = Vec::new();
    let said = all();
    let mut found = BTreeMap::new();
    for message in catalog.messages() {
        let context = message.msgctxt().unwrap_or_default();
        found.insert((context, message.msgid()), message);
    }
    for written in said.keys() {
        let Some(message) = found.remove(&(&*written.context, &*written.english)) else {
            troubles.push(format!("no entry: {:?}", written.english));
            continue;
        };
        let mut wanted = parts(&written.english);
        wanted.extend(written.plural.iter().flat_map(|plural| parts(plural)));
        for form in forms(message) {
            let mut has = parts(&form);
            if written.plural.is_some() {
                has.extend(wanted.get("count"));
            }
            if form.is_empty() {
                troubles.push(format!("no text: {:?}", written.english));
            } else if has != wanted {
                troubles.push(format!("other parts: {:?}: {form:?}", written.english));
            }
        }
    }
    let unused = found.into_keys();
    troubles.extend(unused.map(|(_, english)| format!("said nowhere: {english:?}")));
    troubles
}
