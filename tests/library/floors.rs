//! The order of the floors: each part of the program imports only parts that stand before it, and no files import each
//! other in a circle.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The parts, the ground first. A longer name stands for a part of its own.
const FLOORS: &str = "
    square color memory bitboard squares symmetry board position game opening game_tree perft array_board
    eval search notation serialize
    app::sync app::as_text app::phrase app::background app::system app::clock app::game_opening app::player app::session app::go app::overlay app::lesson
    app::store app::study app::table
    app::network app::arena app::wording app::line app::serve
    app::tui::text app::tui::theme app::tui::raster app::tui::graphics app::tui::event app::tui::decoder app::tui::ansi app::tui::widget
    app::tui::layout app::tui::keymap app::tui::context app::tui::hits app::tui::log app::tui::table app::tui::pictures
    app::tui::files app::tui::swatches
    app::tui::screen app::tui::app app::tui
    app::terminal app::cli app
";

/// The module of a file of the source.
fn module_of(path: &Path) -> String {
    let names: Vec<_> = path
        .with_extension("")
        .iter()
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    names.join("::")
}

pub(crate) fn source_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            source_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// Removes comments, strings and unit tests.
fn code_of(text: &str) -> String {
    // The unit tests are the last of a file.
    let tests = text.find("\nmod tests {").unwrap_or(text.len());
    let text = &text[..tests];
    let mut code = String::new();
    for line in text.lines() {
        let line = line.split("//").next().unwrap();
        let outside = line.split('"').step_by(2);
        code.extend(outside.chain(["\n"]));
    }
    code
}

/// Adds the paths of a `use` tree.
fn flatten(before: &str, tree: &str, paths: &mut Vec<String>) {
    let Some((head, rest)) = tree.split_once('{') else {
        let name = tree.split(" as ").next().unwrap();
        paths.push(format!("{before}{}", name.trim()));
        return;
    };
    let before = format!("{before}{}", head.trim());
    let inside = rest.rsplit_once('}').map_or(rest, |(inside, _)| inside);
    let (mut depth, mut start) = (0, 0);
    for (at, letter) in inside.char_indices() {
        depth += i32::from(letter == '{') - i32::from(letter == '}');
        if letter == ',' && depth == 0 {
            flatten(&before, &inside[start..at], paths);
            start = at + 1;
        }
    }
    if !inside[start..].trim().is_empty() {
        flatten(&before, &inside[start..], paths);
    }
}

/// The modules that each module imports from: those of its `use` lines, without the modules around it.
fn imports() -> BTreeMap<String, BTreeSet<String>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    source_files(&root, &mut files);
    files.retain(|path| !path.ends_with("lib.rs") && !path.ends_with("main.rs"));
    files.retain(|path| {
        !path
            .iter()
            .any(|part| part == "tests" || part == "tests.rs")
    });
    let module = |path: &PathBuf| module_of(path.strip_prefix(&root).unwrap());
    let modules: BTreeSet<String> = files.iter().map(module).collect();
    let resolve = |from: &str, path: &str| {
        let mut base: Vec<&str> = from.split("::").collect();
        let mut names = path.split("::").peekable();
        match names.peek() {
            Some(&"crate") => {
                names.next();
                base.clear();
            }
            Some(&"self") => drop(names.next()),
            _ => {
                while names.next_if(|&name| name == "super").is_some() {
                    base.pop();
                }
            }
        }
        base.extend(names);
        (1..=base.len())
            .rev()
            .map(|length| base[..length].join("::"))
            .find(|name| modules.contains(name))
    };
    files
        .iter()
        .map(|path| {
            let from = module(path);
            let code = code_of(&fs::read_to_string(path).unwrap());
            let mut paths = Vec::new();
            for statement in code.split(';') {
                let starts = statement.rfind("\nuse ").or(statement.rfind(" use "));
                if let Some(at) = starts {
                    flatten("", &statement[at + 5..].replace('\n', " "), &mut paths);
                }
            }
            let found = paths.iter().filter_map(|path| resolve(&from, path));
            let others = found.filter(|to| *to != from && !from.starts_with(&format!("{to}::")));
            (from.clone(), others.collect())
        })
        .collect()
}

/// The place of a module's floor.
fn floor_of(module: &str) -> usize {
    let floors: Vec<&str> = FLOORS.split_whitespace().collect();
    let holds = |floor: &&str| *module == **floor || module.starts_with(&format!("{floor}::"));
    let floor = floors
        .iter()
        .filter(|floor| holds(floor))
        .max_by_key(|floor| floor.len());
    let floor = floor.unwrap_or_else(|| panic!("{module} stands on no floor"));
    floors.iter().position(|other| other == floor).unwrap()
}

#[test]
fn each_part_imports_only_parts_that_stand_before_it() {
    let imports = imports();
    assert!(imports.len() > 300, "{} files", imports.len());
    let arrows = imports
        .iter()
        .flat_map(|(from, all)| all.iter().map(move |to| (from, to)));
    let upwards: Vec<String> = arrows
        .filter(|(from, to)| floor_of(from) < floor_of(to))
        .map(|(from, to)| format!("{from} imports {to}"))
        .collect();
    assert_eq!(upwards, [""; 0]);
}

/// Where code may be for one system: the room for it, the memory of the search, the kernels, and the library's one
/// question whether a file is a device, which it asks without the program.
const SYSTEM_ROOMS: [&str; 5] = [
    "app/system",
    "memory.rs",
    "search/table.rs",
    "bitboard/",
    "notation/input.rs",
];

#[test]
fn only_the_room_for_it_differs_between_systems() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    source_files(&root, &mut files);
    let mut found = Vec::new();
    for path in files {
        let name: Vec<_> = path.strip_prefix(&root).unwrap().iter().collect();
        let name = name.join("/".as_ref()).into_string().unwrap();
        let is_test = name.ends_with("/tests.rs") || name.contains("/tests/");
        if is_test || SYSTEM_ROOMS.iter().any(|room| name.starts_with(room)) {
            continue;
        }
        let code = code_of(&fs::read_to_string(&path).unwrap());
        let differs = |line: &&str| {
            let systems = ["unix", "windows", "target_os", "target_family"];
            line.contains("cfg")
                && systems.iter().any(|system| line.contains(system))
                && !line.contains("test")
        };
        found.extend(
            code.lines()
                .filter(differs)
                .map(|line| format!("{name}: {line}")),
        );
    }
    assert_eq!(found, [""; 0]);
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    let mut imports = imports();
    // Files that import nothing of what is left are no part of a circle.
    loop {
        let left: BTreeSet<String> = imports.keys().cloned().collect();
        imports.retain(|_, all| !all.is_disjoint(&left));
        if imports.len() == left.len() {
            break;
        }
    }
    // What is left are circles, and what imports from them.
    assert_eq!(imports.keys().collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn the_arrows_of_a_file_are_found() {
    let imports = imports();
    for (from, to) in [
        ("board", "bitboard::kernel"),
        ("app::table::permission", "app::session"),
        ("app::tui::screen::board", "app::tui::screen::board::end"),
        ("search::midgame", "search::table"),
    ] {
        assert!(
            imports[from].contains(to),
            "{from} to {to}: {:?}",
            imports[from]
        );
    }
    let mut paths = Vec::new();
    flatten("", "super::{a, b::{c, d as e}}", &mut paths);
    assert_eq!(paths, ["super::a", "super::b::c", "super::b::d"]);
}
