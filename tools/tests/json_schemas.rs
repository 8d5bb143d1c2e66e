//! The JSON of the commands is that of the schemas in `docs/schemas`.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::program::{program, run};

const GAME: &str = "f5d6c3d3c4f4f6f3e6e7d7c6";

/// A finished game of this person against a level.
const FINISHED: &str = "(;GM[Othello]DT[2026-11-01 10:00:00 UTC]PB[human]PW[engine:3]RE[+64.000]TY[8]\
    BO[8 ---------------------------O*------*O--------------------------- *]\
    B[f5]W[f6]B[e6]W[f4]B[g5]W[e7]B[f7]W[h5]B[e8];)\n";

/// Names of schemas, commands that print JSON, and what they read.
const COMMANDS: [(&str, &[&str], &str); 24] = [
    ("bench", &["bench", "--json"], ""),
    (
        "bench",
        &["bench", "--boards", "--depth", "2", "--json"],
        "",
    ),
    ("book", &["book", "show", "f5d6", "--json"], ""),
    ("doctor", &["doctor", "--json"], ""),
    ("games", &["games", "a.ggf", "--json"], ""),
    ("games", &["games", "a.ggf", "a.ggf", "--json"], ""),
    ("games", &["history", "--json"], ""),
    (
        "hint",
        &["hint", GAME, "-n", "2", "--depth", "4", "--json"],
        "",
    ),
    (
        "match",
        &["match", "1", "random", "--games", "2", "--json"],
        "",
    ),
    (
        "match",
        &[
            "match", "1", "random", "greedy", "--games", "2", "--time", "9m", "--json",
        ],
        "",
    ),
    (
        "match",
        &[
            "match", "1", "random", "--games", "4", "--sprt", "0", "9", "--json",
        ],
        "",
    ),
    (
        "openings",
        &["openings", "f5d6", "--depth", "2", "--json"],
        "",
    ),
    (
        "openings",
        &[
            "openings", "f5", "a.ggf", "--player", "human", "--depth", "2", "--json",
        ],
        "",
    ),
    ("opponents", &["history", "--stats", "--json"], ""),
    ("perft", &["perft", "4", "--json"], ""),
    (
        "puzzle",
        &[
            "puzzle",
            "--json",
            "--count",
            "2",
            "--seed",
            "7",
            "--difficulty",
            "easy",
        ],
        "",
    ),
    ("review", &["review", "a.ggf", "--depth", "4", "--json"], ""),
    (
        "review",
        &["review", "a.ggf", "a.ggf", "--depth", "4", "--json"],
        "",
    ),
    (
        "mistakes",
        &[
            "review",
            "a.ggf",
            "a.ggf",
            "--mistakes",
            "1",
            "--depth",
            "4",
            "--json",
        ],
        "",
    ),
    ("show", &["show", "--json", "I lost: f5d6c3 why?"], ""),
    ("solve", &["solve", "--all-moves", "--json"], SOLVED),
    ("solve", &["solve", "--shard", "1/1", "--json"], SOLVED),
    ("stats", &["stats", "--json"], ""),
    ("themes", &["themes", "--json"], ""),
];

const SOLVED: &str = "-OOOOOOOXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX- X; a1:0\n";

pub(crate) fn schemas() -> impl Iterator<Item = (String, Value)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/schemas");
    fs::read_dir(folder).unwrap().map(|entry| {
        let path = entry.unwrap().path();
        let schema = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        let name = path.file_stem().unwrap().to_str().unwrap();
        (name.to_owned(), schema)
    })
}

/// Closes the objects of a schema. The schemas promise that fields may be added, but each one is described.
fn closed(schema: &mut Value) {
    match schema {
        Value::Object(object) => {
            object.values_mut().for_each(closed);
            if object.get("properties").is_some_and(Value::is_object) {
                object.insert("additionalProperties".to_owned(), false.into());
            }
        }
        Value::Array(values) => values.iter_mut().for_each(closed),
        _ => {}
    }
}

/// Adds the fields of a schema that have no description.
fn undescribed(schema: &Value, path: &str, missing: &mut Vec<String>) {
    let is_described = |field: &Value| {
        let variants = field["anyOf"].as_array().into_iter().flatten();
        let parts = [field, &field["items"]].into_iter().chain(variants);
        parts
            .into_iter()
            .any(|part| part["description"].is_string())
    };
    match schema {
        Value::Object(object) => {
            for (name, part) in object {
                if let ("properties", Value::Object(fields)) = (&**name, part) {
                    let fields = fields.iter().filter(|(_, field)| !is_described(field));
                    missing.extend(fields.map(|(field, _)| format!("{path}.{field}")));
                }
                undescribed(part, &format!("{path}.{name}"), missing);
            }
        }
        Value::Array(values) => {
            for value in values {
                undescribed(value, path, missing);
            }
        }
        _ => {}
    }
}

#[test]
fn every_field_has_a_description_and_every_object_may_have_more_fields() {
    for (name, schema) in schemas() {
        let mut missing = Vec::new();
        undescribed(&schema, &name, &mut missing);
        assert!(missing.is_empty(), "{missing:#?}");
        let text = schema.to_string();
        assert!(!text.contains("\"additionalProperties\":false"), "{name}");
    }
}

/// Takes seconds: it runs 24 commands, among them the whole `bench` and a search for puzzles.
#[test]
fn what_the_commands_print_as_json_is_as_the_schemas_say() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("a.ggf"), FINISHED).unwrap();
    fs::create_dir(home.path().join("reversi")).unwrap();
    fs::write(home.path().join("reversi/games.ggf"), FINISHED).unwrap();
    let mut used = BTreeSet::new();
    for (name, args, input) in COMMANDS {
        let (_, schema) = schemas().find(|(known, _)| known == name).unwrap();
        let mut schema = schema;
        closed(&mut schema);
        let validator = jsonschema::validator_for(&schema).unwrap();
        let output = run(
            program(home.path(), args).current_dir(&home),
            input.as_bytes(),
        );
        let text = String::from_utf8(output.stdout).unwrap();
        // A value, or one a line.
        let values = serde_json::Deserializer::from_str(&text).into_iter::<Value>();
        let mut count = 0;
        for value in values {
            let value = value.unwrap();
            let wrong: Vec<String> = validator
                .iter_errors(&value)
                .map(|error| format!("{}: {error}", error.instance_path()))
                .collect();
            assert!(wrong.is_empty(), "{args:?}: {wrong:#?}\n{value:#}");
            count += 1;
        }
        assert!(count > 0, "{args:?}");
        used.insert(name.to_owned());
    }
    let all: BTreeSet<String> = schemas().map(|(name, _)| name).collect();
    assert_eq!(used, all);
}

#[test]
fn the_page_of_the_command_line_names_every_schema() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/cli.md");
    let page = fs::read_to_string(page).unwrap();
    for (name, schema) in schemas() {
        assert!(page.contains(&format!("(schemas/{name}.json)")), "{name}");
        let title = schema["title"].as_str().unwrap();
        assert!(page.contains(title), "{title}");
    }
}
