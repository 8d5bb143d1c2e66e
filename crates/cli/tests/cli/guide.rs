//! The README and the guide: their links lead somewhere, their commands run, their settings are those of the program.
//!
//! The language of a block of code says what it is. `sh`: commands, one a line, which are run at a terminal until they
//! end or wait; `cargo` commands only name what there is. `console`: a command and what it prints. `toml`: settings.
//! `rust`: code, which `cargo test --doc` runs. `text`: anything else.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use reversi_notation::Format;
use reversi_study::rating;
use reversi_table::phrase::columns;
use reversi_table::store::config::Store;
use reversi_table::store::settings::Settings;
use reversi_table::store::settings::keys::Shortcut;
use serde::Deserialize as _;
use serde::de::value::{self, MapDeserializer};

#[cfg(unix)]
mod commands;

/// The widest line in columns: a letter of Japanese takes two.
const WIDEST: usize = 120;

/// The folder of the project.
fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// The files in a folder with an extension, sorted.
fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join(folder)).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut paths: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .collect();
    paths.sort();
    paths
}

/// The README and the pages of the guide, with their texts.
fn pages() -> Vec<(PathBuf, String)> {
    let paths = ["README.md", "README.ja.md"].map(|name| root().join(name));
    let folders = ["docs", "docs/ja"].map(|folder| files(folder, "md"));
    let paths = paths.into_iter().chain(folders.into_iter().flatten());
    paths
        .map(|path| (path.clone(), fs::read_to_string(path).unwrap()))
        .collect()
}

/// Returns whether a page is in Japanese.
fn is_japanese(page: &Path) -> bool {
    page.ends_with("README.ja.md") || page.parent().unwrap().ends_with("docs/ja")
}

/// A block of code.
pub(crate) struct Block {
    language: String,
    /// The page with it.
    page: PathBuf,
    /// Where it begins: a page and a line.
    place: String,
    pub(crate) lines: Vec<String>,
}

/// The blocks of code of the pages.
pub(crate) fn blocks(language: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    for (path, text) in pages() {
        let name = path.strip_prefix(root()).unwrap().display().to_string();
        let mut open: Option<Block> = None;
        for (index, line) in text.lines().enumerate() {
            match (line.strip_prefix("```"), &mut open) {
                (Some(language), None) => {
                    let place = format!("{name}:{}", index + 1);
                    // What is ignored is a part of an example, which a test of the screens compares with it.
                    let known = ["sh", "console", "toml", "rust", "rust,ignore", "text"];
                    assert!(known.contains(&language), "{place}: {language:?}");
                    let (language, lines) = (language.to_owned(), Vec::new());
                    open = Some(Block {
                        language,
                        page: path.clone(),
                        place,
                        lines,
                    });
                }
                (Some(_), Some(_)) => blocks.extend(open.take()),
                (None, Some(block)) => block.lines.push(line.to_owned()),
                (None, None) => {}
            }
        }
        assert!(open.is_none(), "{name}: a block without an end");
    }
    blocks.retain(|block| block.language == language);
    assert!(!blocks.is_empty(), "no {language}");
    blocks
}

/// The command of a line, without what the line says about it.
fn command_of(line: &str) -> &str {
    line.split_once(" # ")
        .map_or(line, |(command, _)| command)
        .trim_end()
}

/// The lines of a page without its blocks of code.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut inside = false;
    text.lines().filter(move |line| {
        let is_fence = line.starts_with("```");
        inside ^= is_fence;
        !inside && !is_fence
    })
}

/// The targets of the links and pictures of a page.
fn links(text: &str) -> Vec<String> {
    let mut links = Vec::new();
    for line in prose(text) {
        // What stands between backquotes is no link, but its label may hold some.
        for (at, _) in line.match_indices("](") {
            if line[..at].matches('`').count() % 2 == 0 {
                let target = line[at + 2..].split(')').next().unwrap();
                links.push(target.to_owned());
            }
        }
    }
    links
}

/// The anchors of a page: its headings as GitHub and mdbook name them.
fn anchors(text: &str) -> BTreeSet<String> {
    let headings = prose(text).filter(|line| line.starts_with('#'));
    let anchor = |heading: &str| {
        let title = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = title
            .chars()
            .filter(|&c| c.is_alphanumeric() || c == ' ' || c == '-' || c == '_');
        kept.collect::<String>().replace(' ', "-")
    };
    headings.map(anchor).collect()
}

#[test]
fn every_link_leads_to_a_file_and_a_heading() {
    let mut wrong = Vec::new();
    let others = files(".", "md").into_iter();
    let others = others.chain(files("tests/fixtures", "md"));
    let others = others.chain(files("docs", "md"));
    let others = others.map(|path| (path.clone(), fs::read_to_string(path).unwrap()));
    let pages: BTreeMap<_, _> = pages().into_iter().chain(others).collect();
    for (path, text) in &pages {
        for link in links(text) {
            if link.starts_with("https://") || link.starts_with("http://") {
                continue;
            }
            // The book has only what is in its folder.
            let folder = path.parent().unwrap();
            let is_outside = [("docs", "../"), ("docs/ja", "../../")]
                .into_iter()
                .any(|(name, start)| folder.ends_with(name) && link.starts_with(start));
            if is_outside {
                wrong.push(format!("{}: {link} is not in the book", path.display()));
            }
            let (file, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let target = match file {
                "" => path.clone(),
                file => path.parent().unwrap().join(file),
            };
            let has_anchor = || {
                let text = fs::read_to_string(&target).unwrap();
                anchors(&text).contains(anchor)
            };
            if !target.exists() || !anchor.is_empty() && !has_anchor() {
                wrong.push(format!("{}: {link}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_readme_fits_on_three_screens_and_no_line_is_too_wide() {
    let papers = ["CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"].map(|name| {
        let path = root().join(name);
        (path.clone(), fs::read_to_string(path).unwrap())
    });
    for (path, text) in pages().into_iter().chain(papers) {
        for (index, line) in text.lines().enumerate() {
            let width = columns::width(line);
            let is_whole = !line.starts_with('@') && !line.contains("@@");
            assert!(is_whole, "{}:{}", path.display(), index + 1);
            assert!(width <= WIDEST, "{}:{}", path.display(), index + 1);
        }
        if path.ends_with("README.md") || path.ends_with("README.ja.md") {
            assert!(text.lines().count() <= 150);
        }
    }
}

#[test]
fn every_page_has_a_picture_and_is_in_the_summary_and_every_picture_is_shown() {
    let mut shown = BTreeSet::new();
    let summary = fs::read_to_string(root().join("docs/SUMMARY.md")).unwrap();
    for (path, text) in pages() {
        let name = path.file_name().unwrap().to_str().unwrap();
        let pictures: Vec<_> = links(&text)
            .into_iter()
            .filter(|link| {
                Path::new(link)
                    .extension()
                    .is_some_and(|found| found == "svg")
            })
            .collect();
        let files = pictures.iter().map(|link| Path::new(link).file_name());
        shown.extend(files.map(|name| name.unwrap().to_owned()));
        if name == "SUMMARY.md" {
            continue;
        }
        assert!(!pictures.is_empty(), "{name} has no picture");
        if !name.starts_with("README") {
            let folder = if is_japanese(&path) { "ja/" } else { "" };
            assert!(summary.contains(&format!("({folder}{name})")), "{name}");
        }
    }
    for picture in files("docs/pictures", "svg") {
        assert!(shown.contains(picture.file_name().unwrap()), "{picture:?}");
    }
}

/// Returns the pictures of a page: what stands in place of each, and its file.
fn shown_pictures(text: &str) -> Vec<(String, String)> {
    let shown = text.split("![").skip(1);
    let shown = shown.filter_map(|rest| rest.split_once("]("));
    let shown = shown.filter_map(|(alt, rest)| Some((alt, rest.split_once(')')?.0)));
    let shown = shown.map(|(alt, file)| (alt.replace('\n', " "), file.to_owned()));
    shown.collect()
}

#[test]
fn what_stands_in_place_of_a_picture_is_its_title() {
    let mut checked = 0;
    let mut in_japanese = BTreeMap::new();
    for (path, text) in pages() {
        for (alt, file) in shown_pictures(&text) {
            let picture = fs::read_to_string(path.parent().unwrap().join(&file)).unwrap();
            let title = picture.split_once("<title>").unwrap().1;
            let title = title.split_once("</title>").unwrap().0;
            if is_japanese(&path) {
                // The title is English. Every Japanese page describes the picture in the same words.
                let first = in_japanese.entry(title.to_owned());
                let first = first.or_insert_with(|| alt.clone());
                assert_eq!(*first, alt, "{}", path.display());
                assert!(!alt.is_ascii(), "{}: {alt:?}", path.display());
                continue;
            }
            // A record has the names of the players for a title.
            let expected = match title.strip_prefix("Black - White") {
                Some("") => "A position with the numbers of its moves",
                Some(_) => "A game without a mistake plays itself",
                None => title,
            };
            let is_of_it = alt.strip_prefix(expected);
            let is_of_it = is_of_it.is_some_and(|rest| rest.is_empty() || rest.starts_with(": "));
            assert!(is_of_it, "{}: {alt:?}, {expected:?}", path.display());
            checked += 1;
        }
    }
    assert!(checked > 20, "{checked}");
}

#[test]
fn a_page_in_japanese_has_the_code_and_the_pictures_of_the_english_one() {
    let code_of = |page: &Path| {
        let blocks = ["sh", "rust"].into_iter().flat_map(blocks);
        let lines = blocks
            .filter(|block| block.page == page)
            .flat_map(|block| block.lines);
        lines
            .map(|line| command_of(&line).to_owned())
            .collect::<Vec<_>>()
    };
    let pictures_of = |text: &str| {
        let pictures = shown_pictures(text).into_iter();
        let names = pictures.map(|(_, file)| Path::new(&file).file_name().unwrap().to_owned());
        names.collect::<Vec<_>>()
    };
    let mut checked = 0;
    for (path, text) in pages().into_iter().filter(|(path, _)| is_japanese(path)) {
        let english = match path.file_name().unwrap().to_str().unwrap() {
            "README.ja.md" => root().join("README.md"),
            name => root().join("docs").join(name),
        };
        assert_eq!(code_of(&path), code_of(&english), "{}", path.display());
        let english = fs::read_to_string(english).unwrap();
        let (shown, expected) = (pictures_of(&text), pictures_of(&english));
        assert_eq!(shown, expected, "{}", path.display());
        checked += 1;
    }
    assert_eq!(checked, 4);
}

#[test]
fn every_type_of_the_architecture_stands_where_it_says() {
    let page = fs::read_to_string(root().join("docs/architecture.md")).unwrap();
    let rows = page.lines().filter_map(|line| {
        let (name, rest) = line.strip_prefix("| `")?.split_once("` | `")?;
        Some((name, rest.split_once('`')?.0))
    });
    let rows: Vec<_> = rows.collect();
    assert_eq!(rows.len(), 12, "{rows:?}");
    for (name, file) in rows {
        let source = fs::read_to_string(root().join(file)).unwrap();
        let kinds = ["struct", "enum", "trait"];
        let ends = [' ', '<', '(', ':', ';'];
        let is_defined = kinds.iter().any(|kind| {
            ends.iter()
                .any(|end| source.contains(&format!("{kind} {name}{end}")))
        });
        assert!(is_defined, "{name} is not defined in {file}");
    }
}

#[test]
fn no_sentence_stands_in_two_places() {
    let mut places: BTreeMap<String, String> = BTreeMap::new();
    for (path, text) in pages() {
        let lines = prose(&text).map(|line| if line.is_empty() { "\n" } else { line });
        let text = lines.collect::<Vec<_>>().join(" ");
        let parts = text.split(['\n', '|']).flat_map(|part| part.split(". "));
        let sentences = parts.flat_map(|part| part.split('。'));
        for sentence in sentences {
            let sentence = sentence.trim();
            if sentence.len() < 60 || sentence.starts_with("![") {
                continue;
            }
            let name = path.display().to_string();
            let before = places.insert(sentence.to_owned(), name.clone());
            assert!(before.is_none(), "{sentence:?} in {before:?} and {name}");
        }
    }
}

/// What the program says about a settings file.
fn notice(settings: &str) -> (Settings, Option<String>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("config.toml");
    fs::write(&path, settings).unwrap();
    let (store, notice) = Store::open_at(path);
    (
        store.kept().clone(),
        notice.map(|notice| notice.to_string()),
    )
}

/// The keys that the program names where one is wrong, after some words.
fn known_keys(settings: &str, words: &str) -> BTreeSet<String> {
    keys_after(&notice(settings).1.unwrap(), words)
}

/// The keys that an error names after some words.
fn keys_after(error: &str, words: &str) -> BTreeSet<String> {
    let (_, known) = error.split_once(words).unwrap();
    let known = known.split(['.', ';']).next().unwrap();
    let names = known.split([',', '`', ' ']);
    let names = names.filter(|name| !["", "or"].contains(name));
    names.map(str::to_owned).collect()
}

/// The keys of the settings file. The program does not list them all in its notice.
fn all_keys() -> BTreeSet<String> {
    let unknown = [("unknown", 1)].into_iter();
    let error = Settings::deserialize(MapDeserializer::<_, value::Error>::new(unknown));
    keys_after(&error.unwrap_err().to_string(), "expected one of ")
}

#[test]
fn the_page_of_settings_has_every_key_of_the_program_and_no_other() {
    let page = fs::read_to_string(root().join("docs/settings.md")).unwrap();
    let (_, rest) = page.split_once("## Every key\n").unwrap();
    let (section, _) = rest.split_once("\n## ").unwrap();
    let rows = section.lines().filter_map(|line| line.strip_prefix("| `"));
    let cells = rows.map(|row| row.split(" | ").next().unwrap());
    let keys = cells.flat_map(|cell| cell.trim_end_matches('`').split("`, `"));
    let keys: BTreeSet<String> = keys.map(str::to_owned).collect();
    assert_eq!(keys, all_keys());
    for key in known_keys("[engines.edax]\nunknown = 1", "; use ") {
        assert!(page.contains(&format!("\n{key} = ")), "{key}");
    }
    for color in known_keys("[themes.ocean]\nunknown = \"#000000\"", "; use ") {
        let named = format!("`{color}`");
        let given = format!("\n{color} = ");
        assert!(page.contains(&named) || page.contains(&given), "{color}");
    }
}

#[test]
fn the_page_of_settings_lists_the_key_of_each_command() {
    let page = fs::read_to_string(root().join("docs/settings.md")).unwrap();
    let code = |key: char| match key {
        // In a table.
        '|' => "<code>&#124;</code>".to_owned(),
        key => format!("`{key}`"),
    };
    let rows = Shortcut::ALL.iter().map(|shortcut| {
        let keys: Vec<String> = shortcut.keys().chars().map(code).collect();
        format!(
            "| `{}` | {} | {} |\n",
            shortcut.name(),
            keys.join(", "),
            shortcut.meaning()
        )
    });
    assert!(page.contains(&rows.collect::<String>()));
}

#[test]
fn settings_in_the_guide_are_accepted_and_the_defaults_are_those_of_the_program() {
    let mut defaults = 0;
    for block in blocks("toml") {
        let text = block.lines.join("\n");
        if text.starts_with("[dependencies]") {
            let package = "reversi-core";
            let named = format!("reversi = {{ package = \"{package}\", ");
            assert!(text.contains(&named), "{}", block.place);
            continue;
        }
        let (settings, notice) = notice(&text);
        assert_eq!(notice, None, "{}", block.place);
        if settings == Settings::default() {
            defaults += 1;
            for key in all_keys() {
                let stands = text.contains(&format!("{key} = "));
                assert!(stands || ["engines", "keys", "themes"].contains(&key.as_str()));
            }
        }
    }
    assert_eq!(defaults, 1);
}

#[test]
fn what_a_registry_shows_of_a_package_is_whole() {
    let folders = fs::read_dir(root().join("crates")).unwrap();
    let folders = folders.map(|entry| entry.unwrap().path());
    let mut shown = 0;
    for folder in folders.chain([root().to_owned()]) {
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        let named = manifest.split_once("\nreadme = \"");
        let named = named.map(|(_, rest)| rest.split_once('"').unwrap().0);
        let readme = folder.join(named.unwrap_or("README.md"));
        assert!(!named.is_some_and(|name| name.contains("..")), "{named:?}");
        let Ok(text) = fs::read_to_string(&readme) else {
            continue;
        };
        // A registry has neither the pictures nor the pages.
        for link in links(&text) {
            assert!(link.starts_with("https://"), "{}: {link}", readme.display());
        }
        assert!(!text.contains("!["), "{}", readme.display());
        shown += 1;
    }
    assert_eq!(shown, 4);
}

/// Returns whether a manifest is that of a package.
fn is_package(manifest: &str, name: &str) -> bool {
    let (_, package) = manifest.split_once("[package]\n").unwrap();
    package.starts_with(&format!("name = \"{name}\"\n"))
}

#[test]
fn commands_of_cargo_name_what_there_is() {
    let crates = fs::read_dir(root().join("crates")).unwrap();
    let members = crates.map(|entry| entry.unwrap().path());
    let folders = ["", "benches", "tools", "web"].map(|folder| root().join(folder));
    let manifests: Vec<String> = members
        .chain(folders)
        .map(|folder| fs::read_to_string(folder.join("Cargo.toml")).unwrap())
        .collect();
    let mut count = 0;
    for block in blocks("sh") {
        for line in &block.lines {
            let words: Vec<&str> = line.split_whitespace().collect();
            let tool = line.split_once("target/release/").map(|(_, rest)| rest);
            let tool = tool.and_then(|rest| rest.split_whitespace().next());
            let after = |word: &str| {
                let at = words.iter().position(|&other| other == word)?;
                words.get(at + 1).copied()
            };
            let of_cargo = |word| after(word).filter(|_| words[0] == "cargo");
            let named = [
                // `reversi explain` has examples of its own.
                ("examples", of_cargo("--example")),
                ("benches", of_cargo("--bench")),
                ("tools", of_cargo("--bin").or(tool)),
                (".", of_cargo("--path")),
            ];
            if let Some(name) = of_cargo("-p") {
                let exists = manifests.iter().any(|text| is_package(text, name));
                assert!(exists, "{}: {name}", block.place);
            }
            for (folder, name) in named {
                let Some(name) = name else { continue };
                let path = root().join(folder).join(name);
                let exists = path.exists() || path.with_extension("rs").exists();
                assert!(exists, "{}: {name}", block.place);
            }
            let is_known = match words[0] {
                "cargo" => ["run", "test", "install", "bench", "build", "doc"].contains(&words[1]),
                "parallel" => tool.is_some(),
                program if program.contains('/') => tool.is_some(),
                program => program == "reversi",
            };
            assert!(is_known, "{}: {line}", block.place);
            count += 1;
        }
    }
    assert!(count > 50);
}

#[test]
fn the_ratings_of_the_levels_are_those_of_the_points_in_the_guide() {
    let page = fs::read_to_string(root().join("docs/engines.md")).unwrap();
    for level in 2..=10u8 {
        let start = format!("| {level} |");
        let row = page.lines().find(|line| line.starts_with(&start)).unwrap();
        let percent = row
            .rsplit('|')
            .nth(1)
            .unwrap()
            .trim()
            .strip_suffix(" %")
            .unwrap();
        let points: f64 = percent.parse::<f64>().unwrap() / 100.0;
        let measured = 400.0 * (points / (1.0 - points)).log10();
        let [below, own] = [level - 1, level].map(|level| rating::of_level(level).rating);
        let error = own - below - measured;
        assert!(error.abs() <= 3.0, "level {level}: {error:+.1} Elo");
    }
}

#[test]
fn the_tables_of_formats_have_a_row_for_every_format_with_what_it_can() {
    // The other rows are diagrams, and in the guide recordings.
    for (page, others) in [("docs/formats.md", 2), ("crates/notation/src/lib.rs", 1)] {
        let text = fs::read_to_string(root().join(page)).unwrap();
        let lines = text.lines().map(|line| line.trim_start_matches("//! "));
        let lines = lines.skip_while(|line| !line.starts_with("| format | read | written |"));
        let rows = lines.skip(2).take_while(|line| line.starts_with('|'));
        let rows: Vec<Vec<&str>> = rows.map(|row| row.split(" | ").collect()).collect();
        assert_eq!(rows.len(), Format::ALL.len() + others, "{page}");
        for format in Format::ALL {
            let names = [format!("`.{}`", format.extension()), format!("`{format}`")];
            let is_row = |row: &&Vec<&str>| {
                let mut cells = row.iter();
                cells.any(|cell| names.iter().any(|name| cell.contains(name)))
            };
            let found: Vec<_> = rows.iter().filter(is_row).collect();
            let [row] = &found[..] else {
                panic!("{page}: {} rows for {format}", found.len())
            };
            let can = [format.can_be_read(), format.can_be_written()];
            for (cell, can) in row[1..3].iter().zip(can) {
                let is_said = cell.starts_with(if can { "yes" } else { "no" });
                assert!(is_said, "{page}: {format}");
            }
            let has_variations = row[1].contains("with variations");
            assert_eq!(
                has_variations,
                format.holds_variations(),
                "{page}: {format}"
            );
        }
    }
}
