//! Tells the program which commit it is made of and which compiler builds it, for `reversi --version --verbose` and
//! `reversi doctor`.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::process::Command;

/// The folder of this package in the repository.
const PREFIX: &str = "crates/cli/";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=REVERSI_COMMIT");
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    // A compiler that does not tell its version is not named.
    if let Some(line) = first_line(&rustc, &["--version"]) {
        println!("cargo::rustc-env=REVERSI_COMPILER={line}");
    }
    // Whoever works on the program would wait for it after each commit.
    let is_for_use = env::var_os("PROFILE").is_some_and(|profile| profile == "release");
    if env::var_os("REVERSI_COMMIT").is_none()
        && is_for_use
        && let Some(commit) = commit_of_package().or_else(commit_of_repository)
    {
        println!("cargo::rustc-env=REVERSI_COMMIT={commit}");
    }
}

/// Returns the commit that Cargo has written into a package for the registry.
fn commit_of_package() -> Option<String> {
    let text = fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let (_, rest) = text.split_once("\"sha1\"")?;
    let commit = rest.split('"').nth(1)?;
    Some(commit.get(..12)?.to_owned())
}

/// Returns the commit of the repository, if it is the one of this program, and not one into which the source was copied.
fn commit_of_repository() -> Option<String> {
    let git = OsStr::new("git");
    if first_line(git, &["rev-parse", "--show-prefix"])? != PREFIX {
        return None;
    }
    // It changes with each commit and each checkout.
    let log = first_line(git, &["rev-parse", "--git-path", "logs/HEAD"])?;
    println!("cargo::rerun-if-changed={log}");
    first_line(git, &["rev-parse", "--short=12", "HEAD"])
}

/// Returns the first line that a command prints, if it succeeds.
#[expect(clippy::disallowed_methods, reason = "git and the compiler")]
fn first_line(command: &OsStr, args: &[&str]) -> Option<String> {
    let output = Command::new(command).args(args).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let line = text.lines().next().filter(|_| output.status.success());
    line.map(str::to_owned)
}
