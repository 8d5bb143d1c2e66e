//! The language of the texts: `--lang`, the settings, the locale, and what stays English.

use std::path::Path;

use crate::program::{home_with_settings, program, run};

/// A line of `reversi show f5` in English and in Japanese.
const ENGLISH: &str = "White to move";
const JAPANESE: &str = "白番";

/// Says that a language cannot be shown.
const NO_UTF_8: &str = "note: the texts are in English: ja needs a locale with UTF-8\n";
const NO_ASCII: &str = "note: the texts are in English: --ascii has no letters for ja\n";

const NOWHERE: &str = "/nowhere";

/// Runs a command line with these variables. Returns what it prints and reports, and its exit code.
fn in_locale(home: &Path, line: &str, variables: &[(&str, &str)]) -> (String, String, Option<i32>) {
    let args: Vec<&str> = line.split(' ').collect();
    let mut command = program(home, &args);
    command.envs(variables.iter().copied());
    let output = run(&mut command, b"");
    let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    (out, err, output.status.code())
}

#[test]
fn the_option_wins_over_the_settings_and_the_settings_over_the_locale() {
    let none = tempfile::tempdir().unwrap();
    let english = home_with_settings("language = \"en\"\n");
    let japanese = home_with_settings("language = \"ja\"\n");
    let en = ("LANG", "en_GB.UTF-8");
    let ja = ("LANG", "ja_JP.UTF-8");
    for (line, home, variables, shown) in [
        ("show f5", &none, &[][..], ENGLISH),
        ("show f5", &none, &[en], ENGLISH),
        ("show f5", &none, &[ja], JAPANESE),
        (
            "show f5",
            &none,
            &[ja, ("LC_MESSAGES", "de_DE.UTF-8")],
            ENGLISH,
        ),
        ("show f5", &none, &[en, ("LC_ALL", "ja_JP.UTF-8")], JAPANESE),
        ("show f5", &english, &[ja], ENGLISH),
        ("show f5", &japanese, &[en], JAPANESE),
        ("show f5 --lang en", &japanese, &[ja], ENGLISH),
        ("show f5 --lang=ja", &english, &[en], JAPANESE),
        ("--lang JA show f5", &none, &[], JAPANESE),
    ] {
        let (out, err, code) = in_locale(home.path(), line, variables);
        assert_eq!((&*err, code), ("", Some(0)), "{line} {variables:?}");
        let shows = [ENGLISH, JAPANESE].map(|text| out.contains(text));
        let expected = [ENGLISH, JAPANESE].map(|text| text == shown);
        assert_eq!(shows, expected, "{line} {variables:?}: {out}");
    }
}

#[test]
fn what_cannot_be_shown_is_english_and_said_once() {
    let none = tempfile::tempdir().unwrap();
    let japanese = home_with_settings("language = \"ja\"\n");
    let c = ("LC_ALL", "C");
    for (line, home, variables, note) in [
        ("show f5", &none, &[c][..], ""),
        ("show f5", &none, &[c, ("LANG", "ja_JP.UTF-8")], ""),
        ("show f5", &none, &[("LANG", "ja_JP.eucJP")], NO_UTF_8),
        ("show f5", &japanese, &[c], NO_UTF_8),
        ("show f5 --lang ja", &none, &[c], NO_UTF_8),
        ("--plain --ascii --lang ja", &none, &[], NO_ASCII),
        ("themes --ascii", &japanese, &[], NO_ASCII),
        // Programs read these: nobody misses the language.
        ("show f5 --json --lang ja", &none, &[c], ""),
        ("convert f5 --to pgn -o -", &japanese, &[c], ""),
    ] {
        let (out, err, code) = in_locale(home.path(), line, variables);
        assert_eq!((&*err, code), (note, Some(0)), "{line} {variables:?}");
        assert!(out.is_ascii() || line == "themes --ascii", "{line}: {out}");
    }
}

#[test]
fn what_programs_read_is_the_same_in_each_language() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    for line in [
        "show f5d6c3 --json",
        "openings f5d6c3 --json",
        "solve --json -",
        "review f5d6c3d3c4f4 --depth 2 --json",
        "games --json",
        "stats --json",
        "convert f5d6c3 --to pgn -o -",
        "convert f5d6c3 --to svg -o -",
        "completions bash",
        "man",
        "engine gtp",
        "--version",
    ] {
        let english = in_locale(home, line, &[]);
        let japanese = in_locale(home, line, &[("LC_ALL", "ja_JP.UTF-8")]);
        assert_eq!(japanese.0, english.0, "{line}");
        assert_eq!(japanese.2, english.2, "{line}");
    }
}

#[test]
fn errors_are_in_the_language_with_the_same_exit_codes() {
    let home = tempfile::tempdir().unwrap();
    let locale = &[("LC_ALL", "ja_JP.UTF-8")];
    for line in [
        "show f5a1",
        "show nothing.ggf",
        "hint --depth 99",
        "--nosuch",
        "solve f5 --lang xx",
        "review --help",
        "join nowhere.invalid --code x",
    ] {
        let english = in_locale(home.path(), line, &[]);
        let japanese = in_locale(home.path(), line, locale);
        assert_eq!(japanese.2, english.2, "{line}");
        let said = japanese.0 + &japanese.1;
        assert!(!said.is_ascii(), "{line}: {said}");
    }
    // What is no language is refused by its name.
    let (_, err, code) = in_locale(Path::new(NOWHERE), "show f5 --lang de", &[]);
    let first = err.lines().next().unwrap();
    assert_eq!(
        (first, code),
        ("error: invalid value 'de' for '--lang <LANGUAGE>'", Some(2))
    );
}
