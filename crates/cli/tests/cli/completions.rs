//! Completions as a person sees them who presses Tab in a real shell.

use std::fs;

use crate::program::{program, run, succeeds};
use crate::terminal::{Terminal, command};

/// A shell, its arguments, and what it needs before it reads a script.
type Shell = (&'static str, &'static [&'static str], &'static str);

const SHELLS: [Shell; 3] = [
    (
        "bash",
        &["--norc", "--noprofile", "-i"],
        "bind 'set show-all-if-ambiguous on'; bind 'set page-completions off'",
    ),
    ("zsh", &["-f", "-i"], "autoload -U compinit; compinit -u -D"),
    ("fish", &["--no-config"], "true"),
];

/// What is typed before Tab, what is offered then, and what is not.
const CASES: [(&str, &[&str], &[&str]); 8] = [
    ("convert g.ggf --to ", &["transcript", "cast"], &[]),
    ("convert g.ggf --anim", &["--animate"], &[]),
    ("review ", &["g.ggf", "history:last"], &[]),
    ("book show ", &["g.ggf", "history:last"], &[]),
    ("games ", &["g.ggf", "history:last"], &[]),
    ("book extend ", &["g.ggf"], &["history:last"]),
    ("completions ", &["powershell"], &["g.ggf"]),
    ("hint f5 --time-", &["--time-limit"], &[]),
];

#[test]
fn tab_offers_games_files_and_options_in_every_shell() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("g.ggf"), "").unwrap();
    for (shell, args, before) in SHELLS {
        if !succeeds(shell, ["-c", "exit"]) {
            eprintln!("skipped: {shell} is not installed");
            continue;
        }
        let script = run(&mut program(home.path(), &["completions", shell]), b"");
        fs::write(home.path().join("script"), script.stdout).unwrap();
        for (line, offered, others) in CASES {
            let mut terminal = Terminal::spawn(command(home.path(), shell, args));
            // The marker is not on the screen as it is typed.
            terminal.type_keys(&format!("{before}; source ./script; clear; echo rea''dy\r"));
            terminal.wait_for("prompt", |screen| screen.starts_with("ready\n"));
            terminal.type_keys(&format!("reversi {line}\t"));
            let shows = |screen: &str| offered.iter().all(|word| screen.contains(word));
            terminal.wait_for(&format!("{offered:?} in {shell}"), shows);
            let screen = terminal.text();
            // What was typed is there, too.
            let list = screen.replace(line.trim_end(), "");
            for word in others {
                assert!(!list.contains(word), "{shell}: {word:?} in\n{screen}");
            }
            terminal.child.kill().unwrap();
            terminal.child.wait().unwrap();
        }
    }
}

#[test]
fn a_command_that_offers_the_last_game_takes_it() {
    let home = tempfile::tempdir().unwrap();
    let script = run(&mut program(home.path(), &["completions", "fish"]), b"").stdout;
    let script = String::from_utf8(script).unwrap();
    let offers = script
        .lines()
        .filter(|line| line.contains("-a history:last"));
    let mut count = 0;
    for line in offers {
        let condition = line.split('"').nth(1).unwrap();
        let words = condition
            .split("; and ")
            .map(|part| part.split(' ').nth(1).unwrap());
        let mut args: Vec<&str> = words.collect();
        args.push("history:last");
        let output = run(&mut program(home.path(), &args), b"");
        let errors = String::from_utf8(output.stderr).unwrap();
        let needs_screen = errors.contains("needs a terminal");
        assert!(
            errors.contains("the history is empty") || needs_screen,
            "{args:?}: {errors}"
        );
        count += 1;
    }
    assert!(count > 8, "{count}");
}
