//! Packs the catalogues `lang/*.po` into the form in which the program looks texts up.

#[allow(dead_code)] // the program reads what is written here
#[path = "src/catalogue.rs"]
mod catalogue;

use std::error::Error;
use std::path::PathBuf;
use std::{env, fs};

use polib::message::{MessageView, SingularPluralMismatchError};
use polib::po_file;

/// Returns the texts of an entry: one, or one for each form of the plural. None, if it has none yet.
fn forms(message: &dyn MessageView) -> Result<Option<Vec<String>>, SingularPluralMismatchError> {
    let forms = if message.is_plural() {
        message.msgstr_plural()?.clone()
    } else {
        vec![message.msgstr()?.to_owned()]
    };
    Ok(forms.iter().all(|form| !form.is_empty()).then_some(forms))
}

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=lang");
    println!("cargo::rerun-if-changed=src/catalogue.rs");
    let out = PathBuf::from(env::var("OUT_DIR")?);
    for entry in fs::read_dir("lang")? {
        let path = entry?.path();
        let mut texts = Vec::new();
        for message in po_file::parse(&path)?.messages() {
            if let Some(forms) = forms(message)? {
                let context = message.msgctxt().unwrap_or_default();
                texts.push((catalogue::key(context, message.msgid()), forms.join("\0")));
            }
        }
        let name = path.file_stem().ok_or("a catalogue has a name")?;
        fs::write(out.join(name), catalogue::packed(texts))?;
    }
    Ok(())
}
