//! Tells the program which compiler builds it, for `reversi --version --verbose` and `reversi doctor`.

use std::env;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("--version").output();
    // A compiler that does not tell its version is not named.
    if let Ok(output) = output
        && let Ok(version) = str::from_utf8(&output.stdout)
        && let Some(line) = version.lines().next()
    {
        println!("cargo::rustc-env=REVERSI_COMPILER={line}");
    }
}
