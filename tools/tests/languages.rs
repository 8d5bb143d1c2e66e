//! The files of the languages against the messages of the program.

use polib::po_file;
use reversi_text::Language;

use crate::file;

#[test]
fn each_language_has_a_text_for_each_message_and_no_other() {
    let made_up = [Language::English, Language::Long, Language::Wide];
    for language in Language::ALL {
        if made_up.contains(&language) {
            continue;
        }
        let catalog = po_file::parse(&file::path(language.code())).unwrap();
        assert_eq!(file::troubles(&catalog), [""; 0]);
        let forms = (0..1000).map(|count| language.plural_form(count)).max();
        assert_eq!(forms.unwrap() + 1, catalog.metadata.plural_rules.nplurals);
    }
}
