//! Renews the file of a language, `crates/text/lang/xx.po`, and says what it lacks:
//!
//!     cargo run -p tools --bin languages -- ja
//!
//! A file that does not exist is made, without texts. Texts of messages that nothing says any more are dropped.
//!
//! With the file that the tests have written, as `.ci/run` sets `REVERSI_MET`, it names the messages that no test has met:
//!
//!     cargo run -p tools --bin languages -- --met FILE

#[allow(clippy::unwrap_used)] // a developer runs it, for whom a panic is the report
mod file;
#[allow(clippy::unwrap_used)] // so it is here
mod met;
#[path = "../../tests/support/source.rs"]
#[allow(dead_code, clippy::unwrap_used)] // the laws use the rest
mod source;

use std::error::Error;

use polib::catalog::Catalog;
use polib::message::Message;
use polib::metadata::CatalogMetadata;
use polib::po_file;

use file::all;
use source::Written;

/// Returns a file with an entry for each message, in the order of the files that say them, each with the file. Texts that
/// the file has are kept.
fn renewed(old: &Catalog) -> Catalog {
    let place = |place: String| {
        let (file, line) = place.split_once(':').unwrap_or((&place, "0"));
        (file.to_owned(), line.parse().unwrap_or_default())
    };
    let mut all: Vec<(Vec<(String, usize)>, Written)> = all()
        .into_iter()
        .map(|(written, places)| (places.into_iter().map(place).collect(), written))
        .collect();
    all.sort();
    let mut new = Catalog::new(old.metadata.clone());
    new.preheader.clone_from(&old.preheader);
    for (places, written) in all {
        let (context, english) = (&*written.context, &*written.english);
        let context = (!context.is_empty()).then_some(context);
        let known = old.find_message(context, english, written.plural.as_deref());
        let mut files: Vec<&str> = places.iter().map(|(file, _)| &**file).collect();
        files.dedup();
        let mut entry = match &written.plural {
            Some(_) => Message::build_plural(),
            None => Message::build_singular(),
        };
        entry
            .with_msgid(english.to_owned())
            .with_source(files.join("\n"));
        if let Some(context) = context {
            entry.with_msgctxt(context.to_owned());
        }
        if let Some(plural) = &written.plural {
            entry
                .with_msgid_plural(plural.clone())
                .with_msgstr_plural(vec![String::new(); new.metadata.plural_rules.nplurals]);
        }
        if let Some(known) = known {
            entry.with_translator_comments(known.translator_comments().to_owned());
            match known.msgstr() {
                Ok(text) => entry.with_msgstr(text.to_owned()),
                Err(_) => entry.with_msgstr_plural(file::forms(known)),
            };
        }
        new.append_or_update(entry.done());
    }
    new
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let code = match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--met", file] => return met::report(file.as_ref()),
        [code] if code.bytes().all(|byte| byte.is_ascii_lowercase()) => code.to_owned(),
        _ => return Err("the code of a language is missing: ja".into()),
    };
    let path = file::path(&code);
    let old = if path.exists() {
        po_file::parse(&path)?
    } else {
        Catalog::new(CatalogMetadata {
            content_type: "text/plain; charset=UTF-8".to_owned(),
            language: code,
            ..CatalogMetadata::new()
        })
    };
    let new = renewed(&old);
    po_file::write_to_file(&new, &path)?;
    let troubles = file::troubles(&new);
    for trouble in &troubles {
        println!("{trouble}");
    }
    println!(
        "{} messages, {} troubles: {}",
        new.count(),
        troubles.len(),
        path.display()
    );
    Ok(())
}
