//! Inputs and outputs that are closed, full, without an end, or no text.

#[cfg(target_os = "linux")]
use std::process::{Command, Output};

#[cfg(unix)]
use super::program;

#[cfg(unix)]
#[test]
fn an_output_that_nobody_reads_ends_the_program_quietly() {
    let home = tempfile::tempdir().unwrap();
    for args in [
        &["--black", "random", "--white", "random"][..],
        &["perft", "5"],
        &["show"],
        &["completions", "bash"],
        &["man"],
        &["doctor"],
        &["--help"],
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = program(home.path(), args).stdout(writer).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        let complaints = String::from_utf8(output.stderr).unwrap();
        assert!(!complaints.contains("error"), "{args:?}: {complaints}");
        // With stderr closed as well, as in `2>&1 | head -0`.
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let status = program(home.path(), args)
            .stdout(writer.try_clone().unwrap())
            .stderr(writer)
            .status()
            .unwrap();
        assert_eq!(status.code(), Some(0), "{args:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_output_that_is_full_is_a_failure() {
    let home = tempfile::tempdir().unwrap();
    std::fs::create_dir(home.path().join("reversi")).unwrap();
    let game = "(;GM[Othello]PB[you]PW[level 3]TY[8]B[f5];)\n";
    std::fs::write(home.path().join("reversi/games.ggf"), game).unwrap();
    for args in [
        &[][..],
        &["show"],
        &["perft", "2"],
        &["--help"],
        &["man"],
        &["doctor"],
        &["history", "--json"],
    ] {
        let full = std::fs::File::options()
            .write(true)
            .open("/dev/full")
            .unwrap();
        let output = program(home.path(), args).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        let complaint = String::from_utf8(output.stderr).unwrap();
        assert!(
            complaint.starts_with("error: cannot write the output: "),
            "{args:?}: {complaint}"
        );
        assert_eq!(complaint.lines().count(), 1);
    }
}

#[cfg(unix)]
#[test]
fn an_input_that_cannot_be_read_is_a_failure() {
    let home = tempfile::tempdir().unwrap();
    for args in [&["--plain"][..], &["show", "-"]] {
        let folder = std::fs::File::open(home.path()).unwrap();
        let output = program(home.path(), args).stdin(folder).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        let complaint = String::from_utf8(output.stderr).unwrap();
        assert!(
            complaint.starts_with("error: cannot read standard input: "),
            "{complaint}"
        );
    }
}

#[test]
fn an_empty_standard_input_is_not_the_start_position() {
    for args in [
        &["hint", "-"][..],
        &["show", "-"],
        &["show", "-", "--game", "2"],
        &["review", "-"],
        &["analyse", "-"],
        &["explain", "-"],
        &["explain", "--go", "-"],
        &["openings", "-"],
        &["book", "show", "-"],
    ] {
        for input in ["", " \n\n"] {
            let complaint = super::error(super::run_with_input(args, input.as_bytes()), 1);
            assert_eq!(
                complaint,
                "error: standard input is empty; it must have moves, a board or a game\n",
                "{args:?}"
            );
        }
    }
}

#[cfg(unix)]
#[test]
fn arguments_that_are_no_text_are_wrong_usage() {
    use std::os::unix::ffi::OsStrExt as _;
    let home = tempfile::tempdir().unwrap();
    let output = program(home.path(), &["show"])
        .arg(std::ffi::OsStr::from_bytes(b"f5\xff"))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("UTF-8"));
}

/// Runs the program for at most ten seconds.
#[cfg(target_os = "linux")]
fn run_in_time(command: &mut Command) -> Output {
    let child = command.spawn().unwrap();
    let id = rustix::process::Pid::from_raw(i32::try_from(child.id()).unwrap()).unwrap();
    let (done, wait) = std::sync::mpsc::channel::<()>();
    let guard = std::thread::spawn(move || {
        if wait
            .recv_timeout(std::time::Duration::from_secs(10))
            .is_err()
        {
            let _ = rustix::process::kill_process(id, rustix::process::Signal::KILL);
        }
    });
    let output = child.wait_with_output().unwrap();
    let _ = done.send(());
    guard.join().unwrap();
    output
}

#[cfg(target_os = "linux")]
#[test]
fn a_device_without_an_end_is_refused() {
    let home = tempfile::tempdir().unwrap();
    for args in [
        &["solve", "/dev/full"][..],
        &["games", "/dev/zero", "--from", "ggf"],
        &["games", "/dev/zero", "--from", "transcript"],
        &["convert", "/dev/zero", "--from", "pgn"],
        &["show", "/dev/full"],
    ] {
        let output = run_in_time(&mut program(home.path(), args));
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(": it is a device, not a file"), "{said}");
    }
    for args in [&["solve"][..], &["--plain"]] {
        let zeros = std::fs::File::open("/dev/zero").unwrap();
        let output = run_in_time(program(home.path(), args).stdin(zeros));
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains("longer than 64 MiB"), "{said}");
    }
    let output = run_in_time(&mut program(home.path(), &["solve", "/dev/null"]));
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(output.stderr, b"error: /dev/null: no position found\n");
}

#[cfg(target_os = "linux")]
#[test]
fn a_time_zone_that_is_a_device_is_not_read() {
    let home = tempfile::tempdir().unwrap();
    let args = ["convert", "-", "-o", "a.wtb"];
    let mut child = program(home.path(), &args);
    child.current_dir(home.path()).env("TZ", "/dev/zero");
    let input = home.path().join("a.txt");
    std::fs::write(&input, "e6f4e3f6g5d6e7f5c5\n").unwrap();
    let output = run_in_time(child.stdin(std::fs::File::open(&input).unwrap()));
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}
