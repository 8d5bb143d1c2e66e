//! The program where the system gives it little memory.

use crate::program;
use crate::terminal::{PROGRAM, Terminal, has_answer};

/// What the system's library says when it aborts the program.
const ABORTED: &str = "memory allocation of";

/// Takes seconds: it starts 14 programs, and plays with those that have memory enough.
#[cfg(target_os = "linux")]
#[test]
fn with_little_memory_the_game_goes_on_or_the_terminal_is_given_back() {
    let mut played = Vec::new();
    for kilobytes in [60_000, 80_000, 100_000, 120_000, 153_600, 204_800, 400_000] {
        for book in [&[][..], &["--no-book"]] {
            let limited = format!("ulimit -v {kilobytes}; exec \"$0\" \"$@\"");
            let arguments = [
                "-c", &limited, PROGRAM, "--black", "human", "--white", "engine:8", "--pace", "0",
            ];
            let mut terminal = Terminal::start("sh", &[&arguments, book].concat());
            // A thread takes memory of its own; a CPU that gets none is paused, and says so.
            let is_short = |screen: &str| {
                screen.contains("not enough memory") || screen.contains("cannot start a thread")
            };
            terminal.wait_for("start", |screen| {
                is_short(screen) || screen.contains(ABORTED) || screen.contains("Your move")
            });
            if terminal.text().contains("Your move") {
                terminal.type_keys("f5");
                terminal.wait_for("answer", |screen| {
                    let answered = screen.contains("Your move") && has_answer(screen, "f5");
                    is_short(screen) || screen.contains(ABORTED) || answered
                });
                if has_answer(&terminal.text(), "f5") {
                    played.push(kilobytes);
                }
                terminal.type_keys("\u{3}");
            }
            let status = terminal.wait_for_end();
            let said = terminal.text();
            assert!(!said.contains(ABORTED), "{kilobytes} kB: {said}");
            assert!(
                status.success() || status.exit_code() == 1 && is_short(&said),
                "{kilobytes} kB: {status:?} {said}"
            );
            terminal.assert_given_back();
        }
    }
    assert!(
        played.contains(&204_800) && played.contains(&400_000),
        "{played:?}"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn with_too_little_memory_for_its_options_the_program_says_so() {
    let home = tempfile::tempdir().unwrap();
    for arguments in [
        &["--version"][..],
        &["--help"],
        &["man"],
        &["perft", "3"],
        &["show", "f5"],
    ] {
        let (mut refused, mut aborted) = (0, 0);
        // From where the system cannot load the program to where it works.
        for kilobytes in (10_000..).step_by(250) {
            let mut command = program::command(home.path(), "sh");
            command.args(["-c", &format!("ulimit -v {kilobytes}; exec \"$0\" \"$@\"")]);
            let output = command.arg(PROGRAM).args(arguments).output().unwrap();
            let said = String::from_utf8_lossy(&output.stderr);
            if output.status.success() {
                break;
            }
            refused += u32::from(said == "error: not enough memory\n");
            aborted += u32::from(said.contains(ABORTED));
        }
        // Before its own code begins, the program allocates its first few bytes: where even these are missing, nothing
        // can be said. That is so in one step at most.
        assert!(aborted <= 1, "{arguments:?}: {aborted}");
        assert!(refused > 5, "{arguments:?}");
    }
}
