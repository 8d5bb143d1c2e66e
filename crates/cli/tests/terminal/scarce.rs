//! The real program where the system refuses threads or memory.

use std::process::Output;

use crate::program::{command, path};

/// Runs the program from a shell that first runs `limit`, with the variables of `env`.
fn run(limit: &str, env: &[(&str, &str)], args: &[&str]) -> Output {
    let home = tempfile::tempdir().unwrap();
    command(home.path(), "sh")
        .args(["-c", &format!("{limit}exec \"$0\" \"$@\"")])
        .arg(path())
        .args(args)
        .envs(env.iter().copied())
        .output()
        .unwrap()
}

/// Returns what a successful run prints.
fn printed(limit: &str, env: &[(&str, &str)], args: &[&str]) -> String {
    let output = run(limit, env, args);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), &*stderr), (Some(0), ""), "{args:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// No thread can start: no address space has room for such a stack.
const NO_THREADS: &[(&str, &str)] = &[("RUST_MIN_STACK", "1000000000000000")];

#[test]
fn without_helper_threads_the_answers_are_the_same() {
    for args in [
        &["hint", "f5", "--depth", "6"][..],
        &["review", "f5d6c3d3c4f4f6f3e6e7", "--depth", "4"],
    ] {
        let alone = printed("", &[], &[args, &["--threads", "1"]].concat());
        let refused = printed("", NO_THREADS, &[args, &["--threads", "8"]].concat());
        assert_eq!(refused, alone, "{args:?}");
    }
}

#[test]
fn a_match_without_a_thread_for_its_players_says_why_it_fails() {
    let args = ["match", "greedy", "random", "--games", "4", "--jobs", "2"];
    let output = run("", NO_THREADS, &args);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stderr.contains("failed to move: cannot start a thread: "),
        "{stderr}"
    );
}

/// Returns how many kilobytes the program needs to start: its size counts, too, and depends on how it was compiled.
#[cfg(target_os = "linux")]
fn loaded() -> u32 {
    let loads = |kilobytes: &u32| {
        let limit = format!("ulimit -v {kilobytes}; ");
        run(&limit, &[], &["--version"]).status.success()
    };
    (16_000..72_000).step_by(1000).find(loads).unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn without_memory_a_command_says_so_in_one_sentence() {
    let mut scarce = 0;
    // With less, the system can hardly load the program.
    let least = loaded() + 3000;
    for kilobytes in (least..least + 50_000).step_by(4000) {
        let limit = format!("ulimit -v {kilobytes}; ");
        for args in [
            &["hint", "f5d6c3", "--depth", "4", "--threads", "8"][..],
            &["review", "f5d6c3d3c4f4", "--depth", "4"],
            &["match", "level 3", "greedy", "--games", "2"],
        ] {
            let output = run(&limit, &[], args);
            let said = String::from_utf8_lossy(&output.stderr);
            // With less, the system cannot even load the program.
            if output.status.code() == Some(127) || said.contains("shared libraries") {
                continue;
            }
            let is_short = output.status.code() == Some(1)
                && said.lines().last().is_some_and(|last| {
                    last.ends_with("not enough memory") || last.contains("cannot start a thread")
                });
            assert!(
                output.status.success() || is_short,
                "{kilobytes} kB, {args:?}: {:?} {said}",
                output.status
            );
            scarce += u32::from(is_short);
        }
    }
    assert!(scarce > 0);
}

#[cfg(target_os = "linux")]
#[test]
fn tables_are_smaller_where_memory_is_short() {
    let args = ["hint", "f5", "--depth", "6", "--threads", "1"];
    let plenty = printed("", &[], &args);
    let loaded = loaded();
    // The weights of the evaluation need 30 MiB before they are unpacked.
    for more in [34_000, 70_000, 130_000] {
        let kilobytes = loaded + more;
        let limit = format!("ulimit -v {kilobytes}; ");
        assert_eq!(printed(&limit, &[], &args), plenty, "{kilobytes} kB");
    }
}
