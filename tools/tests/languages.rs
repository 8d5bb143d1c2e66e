//! The files of the languages against the messages of the program.

use std::collections::BTreeMap;

use polib::po_file;
use reversi_text::Language;

use crate::file;

/// The languages that have a file.
fn with_files() -> impl Iterator<Item = Language> {
    let all = Language::CHOICES.into_iter();
    all.filter(|&language| language != Language::English)
}

/// The files of what explains a move: hints, reasons and what the coach says.
const EXPLAINING: [&str; 3] = [
    "crates/wording/src/hint.rs",
    "crates/wording/src/reason.rs",
    "crates/wording/src/coach.rs",
];

#[test]
fn each_explanation_of_a_move_can_be_told_from_the_others_in_each_language() {
    let explains = |places: &Vec<String>| {
        let of_file = |place: &String| {
            place
                .split(':')
                .next()
                .is_some_and(|file| EXPLAINING.contains(&file))
        };
        places.iter().any(of_file)
    };
    let messages = file::all()
        .into_iter()
        .filter(|(_, places)| explains(places));
    let messages: Vec<_> = messages.map(|(message, _)| message).collect();
    assert!(messages.len() > 100);
    for language in with_files() {
        let catalog = po_file::parse(&file::path(language.code())).unwrap();
        let mut by_text: BTreeMap<Vec<String>, Vec<&str>> = BTreeMap::new();
        for message in &messages {
            let context = (!message.context.is_empty()).then_some(&*message.context);
            let plural = message.plural.as_deref();
            let found = catalog
                .find_message(context, &message.english, plural)
                .unwrap();
            by_text
                .entry(file::forms(found))
                .or_default()
                .push(&message.english);
        }
        by_text.retain(|_, english| english.len() > 1);
        assert_eq!(by_text, BTreeMap::new(), "{language:?}");
    }
}

#[test]
fn each_language_has_a_text_for_each_message_and_no_other() {
    for language in with_files() {
        let catalog = po_file::parse(&file::path(language.code())).unwrap();
        assert_eq!(file::troubles(&catalog), [""; 0]);
        let forms = (0..1000).map(|count| language.plural_form(count)).max();
        assert_eq!(forms.unwrap() + 1, catalog.metadata.plural_rules.nplurals);
    }
}
