//! The order of the floors: each part of the program imports only parts that stand before it, and no files import each
//! other in a circle.

use std::collections::{BTreeMap, BTreeSet};

use std::iter;

use crate::source::{SourceFile, source_files};

/// The parts of each crate, the ground first; between crates the compiler knows the order. A longer name stands for a part
/// of its own.
const FLOORS: &str = "
    square color memory bitboard squares symmetry board position game transcript opening game_tree perft array_board
    eval search serialize lib
    text::catalogue text::language text::said text::part text::message text::list text
    notation
    table::sync table::variants table::as_text table::phrase table::background table::system table::clock table::entries table::game_opening table::player
    table::session table::go table::store table::table table
    lessons::lesson lessons::exercise lessons::course lessons
    study::known_scores study::overlay study::review study::hint study::coach
    study::schedule study::rating study::progress
    study::games study::openings study::stats study::practice study
    net::network net::arena net
    wording
    board::event board::action board::theme board::raster board::draw board::graphics board::tile board::view board::pane
    board::widget board::lib
    tui::text tui::theme tui::graphics tui::event tui::decoder tui::ansi tui::log tui::widget tui::layout tui::keymap
    tui::options tui::context tui::hits tui::table tui::pictures tui::files tui::swatches
    tui::screen tui::app tui
    cli::line cli::serve cli::terminal cli
";

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

/// The modules of the same crate that each module imports from: those of its `use` lines, without the modules around it.
fn imports() -> BTreeMap<String, BTreeSet<String>> {
    let files = source_files();
    let modules: BTreeSet<&str> = files.iter().map(|file| &*file.module).collect();
    let resolve = |file: &SourceFile, path: &str| {
        let mut base: Vec<&str> = file.module.split("::").collect();
        let mut names = path.split("::").peekable();
        match names.peek() {
            Some(&"crate") => {
                names.next();
                base.truncate(usize::from(file.name.starts_with("crates/")));
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
            .find(|name| modules.contains(&**name))
    };
    let imports = files.iter().map(|file| {
        let from = &file.module;
        let mut paths = Vec::new();
        for statement in code_of(&file.text).split(';') {
            let starts = statement.rfind("\nuse ").or(statement.rfind(" use "));
            if let Some(at) = starts {
                flatten("", &statement[at + 5..].replace('\n', " "), &mut paths);
            }
        }
        let found = paths.iter().filter_map(|path| resolve(file, path));
        let others = found.filter(|to| to != from && !from.starts_with(&format!("{to}::")));
        (from.clone(), others.collect())
    });
    imports.collect()
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

/// Where the interface keeps what is costly to make, while it draws: pictures, and how far the course is.
const CACHES: [&str; 2] = ["crates/board/src/tile/view.rs", "crates/tui/src/context.rs"];

#[test]
fn drawing_a_screen_changes_nothing_in_it() {
    let files = source_files().into_iter();
    let draws = ["crates/board/src/", "crates/tui/src/"];
    let files = files.filter(|file| draws.iter().any(|folder| file.name.starts_with(folder)));
    let texts: Vec<_> = files.map(|file| (file.name, code_of(&file.text))).collect();
    assert!(texts.len() > 100, "{} files", texts.len());
    // What a key depends on is laid out before the screen is drawn.
    let changed = texts.into_iter().filter(|(_, code)| code.contains("Cell<"));
    let changed: Vec<String> = changed.map(|(name, _)| name).collect();
    assert_eq!(changed, CACHES);
}

/// Where code may be for one system: the room for it, the memory of the search, the kernels, and the library's one
/// question whether a file is a device, which it asks without the program.
const SYSTEM_ROOMS: [&str; 5] = [
    "crates/table/src/system",
    "src/memory.rs",
    "src/search/table.rs",
    "src/bitboard/",
    "crates/notation/src/input.rs",
];

#[test]
fn only_the_room_for_it_differs_between_systems() {
    let systems = ["unix", "windows", "target_os", "target_family"];
    let differs = |line: &&str| {
        line.contains("cfg")
            && systems.iter().any(|system| line.contains(system))
            && !line.contains("test")
    };
    let mut found = Vec::new();
    for file in source_files() {
        if SYSTEM_ROOMS.iter().any(|room| file.name.starts_with(room)) {
            continue;
        }
        let code = code_of(&file.text);
        let lines = code.lines().filter(differs);
        found.extend(lines.map(|line| format!("{}: {line}", file.name)));
    }
    assert_eq!(found, [""; 0]);
}

#[test]
fn everything_that_takes_long_can_be_stopped_and_only_a_command_never_stops_it() {
    // A command ends by Ctrl-C, and a lock is waited for with a bound. The review of a game as a whole is for examples
    // and tests. Games that somebody wants to remove are removed.
    let allowed = [
        ("crates/cli/src/line.rs", "fn until_ctrl_c() -> bool {"),
        (
            "crates/table/src/store/document.rs",
            "wait_for(PATIENCE, &|| false",
        ),
        (
            "crates/study/src/review/reviewer.rs",
            "self.run_until(review",
        ),
        (
            "crates/study/src/stats/sources.rs",
            "self.each_of_history(&choice, &|| false",
        ),
    ];
    let is_allowed = |name: &str, line: &str| {
        let mut allowed = allowed.iter();
        allowed.any(|(file, part)| name == *file && line.contains(part))
    };
    let mut found = Vec::new();
    for file in source_files() {
        let code = code_of(&file.text);
        let before = iter::once("").chain(code.lines());
        for (before, line) in before.zip(code.lines()) {
            let is_never = line.contains("|| false")
                || line.contains("|| { false")
                || (line.trim() == "false" && before.trim_end().ends_with("() -> bool {"));
            if is_never && !is_allowed(&file.name, line) && !is_allowed(&file.name, before) {
                found.push(format!("{}: {line}", file.name));
            }
        }
    }
    assert_eq!(found, [""; 0]);
    let tui = source_files()
        .into_iter()
        .filter(|file| file.name.starts_with("crates/tui/"));
    let whole: Vec<String> = tui
        .filter(|file| code_of(&file.text).contains(".run(&mut review"))
        .map(|file| file.name)
        .collect();
    assert_eq!(whole, [""; 0]);
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
        ("table::table::permission", "table::session"),
        ("tui::screen::board", "tui::screen::board::end"),
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
