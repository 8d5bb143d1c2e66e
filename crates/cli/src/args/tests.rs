//! One option, one meaning: what holds for the options of all commands together.

use std::collections::{BTreeMap, BTreeSet};

use clap::{Arg, Command};

use super::*;

/// For each name of a value: what it means, a value that every option with this name accepts, and one that each refuses;
/// `None` if it is free text or checked later.
const VALUES: [(&str, &str, &str, Option<&str>); 43] = [
    ("ADDRESS", "an address of a network", "127.0.0.1", Some("x")),
    ("BOARD", "64 characters and the side to move", "x", None),
    (
        "CODE",
        "the code of a host",
        "7K3M-Q2XA-9TRW-C4HD",
        Some("x"),
    ),
    ("DATE", "a day", "2026-11-26", Some("x")),
    ("DIFFICULTY", "how hard", "easy", Some("x")),
    ("DIRECTION", "a direction on the board", "up", Some("x")),
    ("DISCS", "a number of discs", "6", Some("x")),
    ("ELO0", "a difference in Elo", "0", Some("x")),
    ("ELO1", "a difference in Elo", "100", Some("x")),
    ("EMPTIES", "a number of empty squares", "4-8", Some("x")),
    ("ENGINE", "another program", "nboard:edax", None),
    ("EXAMPLE", "an example of `explain`", "row", Some("x")),
    ("FILE", "a file", "a", None),
    ("FILTER", "words and terms", "tiger", None),
    ("FORM", "text, markdown or svg", "text", Some("x")),
    ("FORMAT", "a format of games", "sgf", Some("x")),
    ("K/N", "a part of some work", "2/8", Some("0/8")),
    ("KERNEL", "a kernel of bitboards", "portable", Some("x")),
    ("KIND", "a kind of puzzles", "corner", Some("x")),
    ("KOMI", "points for White", "9", Some("x")),
    ("LANGUAGE", "a language of the texts", "ja", Some("x")),
    ("LEVEL", "a level of the computer", "3", Some("x")),
    ("MS", "milliseconds", "250", Some("x")),
    ("N", "a number of things, or of one thing", "5", Some("x")),
    ("NAME", "a name of a person", "ann", None),
    ("NUMBER", "a random seed", "7", Some("x")),
    ("OPENING", "an opening of games", "tiger", None),
    ("PLAYER", "a player", "greedy", None),
    ("PLIES", "a depth of a search", "8", Some("x")),
    ("RESULT", "a result of a game", "win", Some("x")),
    ("RULE", "lose or warn", "lose", Some("x")),
    ("SECONDS", "a time limit", "2.5", Some("x")),
    ("SIDE", "black, white or random", "black", Some("x")),
    ("SOURCE", "where puzzles come from", "games", Some("x")),
    ("SQUARE", "a square", "c4", Some("x")),
    ("SQUARE=TEXT", "marks of squares", "c4=A", Some("x")),
    ("TAG", "a word of yours for a game", "x", None),
    ("THEME", "a theme", "classic", Some("x")),
    ("TIME", "clocks for a game", "5m+3s", Some("x")),
    ("TRANSCRIPT", "moves", "f5d6c3", None),
    (
        "URL",
        "the address of a page",
        "https://example.org/",
        Some("x"),
    ),
    ("WHEN", "whether, or `auto`", "auto", Some("x")),
    ("YEAR", "a year, or years", "2020..", Some("x")),
];

/// Calls a function with each command, the words that name it, and each of its options.
fn each_option(visit: &mut dyn FnMut(&str, &Arg)) {
    fn walk(command: &Command, words: &str, visit: &mut dyn FnMut(&str, &Arg)) {
        for option in command.get_arguments() {
            if !option.is_positional() {
                visit(words, option);
            }
        }
        for command in command.get_subcommands() {
            walk(command, &format!("{words} {}", command.get_name()), visit);
        }
    }
    let mut command = Cli::command();
    command.build();
    walk(&command, "reversi", visit);
}

/// The names of the values of an option; none of a switch.
fn value_names(option: &Arg) -> Vec<String> {
    let takes = option.get_action().takes_values();
    let names = option.get_value_names().filter(|_| takes);
    names.map_or_else(Vec::new, |names| {
        names.iter().map(ToString::to_string).collect()
    })
}

#[test]
fn an_option_takes_the_same_and_has_the_same_letter_in_every_command() {
    let (mut longs, mut shorts) = (BTreeMap::new(), BTreeMap::new());
    let mut wrong = Vec::new();
    each_option(&mut |words, option| {
        let long = option.get_long().expect("every option has a long name");
        let (values, letter) = (value_names(option), option.get_short());
        let form = (values, option.get_num_args(), letter);
        let (first, known) = longs
            .entry(long.to_owned())
            .or_insert_with(|| (words.to_owned(), form.clone()));
        if *known != form {
            wrong.push(format!(
                "--{long}: {known:?} in {first}, {form:?} in {words}"
            ));
        }
        if let Some(letter) = letter {
            let known = shorts.entry(letter).or_insert_with(|| long.to_owned());
            if known != long {
                wrong.push(format!("-{letter} is --{known} and, in {words}, --{long}"));
            }
        }
    });
    assert!(longs.len() > 80, "{}", longs.len());
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Takes seconds: it parses hundreds of command lines, and the description of all commands is built anew for each.
#[test]
fn the_name_of_a_value_says_what_every_option_with_it_accepts() {
    let mut used = BTreeSet::new();
    let mut wrong = Vec::new();
    each_option(&mut |words, option| {
        let long = option.get_long().expect("every option has a long name");
        let names = value_names(option);
        let known = names.iter().map(|name| {
            used.insert(name.clone());
            VALUES.iter().find(|(known, ..)| known == name)
        });
        let Some(known) = known.collect::<Option<Vec<_>>>() else {
            wrong.push(format!("{words}: --{long} takes {names:?}"));
            return;
        };
        let is_refused = |values: &[&str]| {
            let line = words.split(' ').map(OsString::from);
            let mut line: Vec<OsString> = line.collect();
            match values {
                [value] => line.push(format!("--{long}={value}").into()),
                values => {
                    line.push(format!("--{long}").into());
                    line.extend(values.iter().map(OsString::from));
                }
            }
            let kind = parse(&line).err().map(|error| error.kind());
            matches!(
                kind,
                Some(ErrorKind::InvalidValue | ErrorKind::ValueValidation)
            )
        };
        if known.is_empty() {
            return;
        }
        let good: Vec<&str> = known.iter().map(|(_, _, good, _)| *good).collect();
        if is_refused(&good) {
            wrong.push(format!("{words} --{long} refuses {good:?}"));
        }
        let bad: Option<Vec<&str>> = known.iter().map(|(_, _, _, bad)| *bad).collect();
        if let Some(bad) = bad
            && !is_refused(&bad)
        {
            wrong.push(format!("{words} --{long} accepts {bad:?}"));
        }
    });
    let listed: BTreeSet<String> = VALUES.iter().map(|(name, ..)| (*name).to_owned()).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(used, listed);
}
