//! Never lose a game: the real program at a terminal, killed at any moment, twice at once, without a
//! place to write to, and what `reversi history` says afterwards.

use std::io::{Read, Write};
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use std::{fs, iter};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use reversi::ByColor;
use reversi::transcript;
use reversi_table::player::PlayerKind;
use reversi_table::session::GameMeta;
use reversi_table::store::autosave::{Autosave, UnfinishedGame};
use reversi_table::store::state::StateFolder;

use crate::dial;
use crate::program;
use crate::terminal::{PROGRAM, Terminal, command};

const SHORTEST: &str = "e6f4e3f6g5d6e7f5c5";

/// How long a dialogue may take.
const PATIENCE: Duration = Duration::from_secs(30);

fn state(home: &Path) -> StateFolder {
    StateFolder::at(home.join("reversi"))
}

/// Games that were under way, and sentences about damage.
fn found(home: &Path) -> (Vec<UnfinishedGame>, Vec<String>) {
    let (_, found, notices) = Autosave::<reversi::Game>::open(&state(home));
    (found, notices.into_iter().map(String::from).collect())
}

/// The moves of these games, sorted.
fn transcripts(home: &Path) -> Vec<String> {
    let (games, _) = found(home);
    let mut moves: Vec<String> = games.iter().map(|f| transcript::print(&f.game)).collect();
    moves.sort();
    moves
}

/// What the program said so far, and whoever waits for more.
#[derive(Default)]
struct Said(Mutex<String>, Condvar);

/// The program in line mode at a terminal.
struct Dialogue {
    child: Box<dyn Child + Send + Sync>,
    keys: Box<dyn Write + Send>,
    said: Arc<Said>,
    reader: Option<JoinHandle<()>>,
    _terminal: Box<dyn MasterPty + Send>,
}

impl Dialogue {
    fn start(home: &Path, args: &[&str]) -> Self {
        Self::run(command(home, PROGRAM, &[&["--plain"], args].concat()))
    }

    fn run(command: CommandBuilder) -> Self {
        let pair = native_pty_system().openpty(PtySize::default()).unwrap();
        let child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let mut output = pair.master.try_clone_reader().unwrap();
        let said = Arc::<Said>::default();
        let text = Arc::clone(&said);
        let reader = std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            // A terminal whose program has ended gives an error.
            while let Ok(count @ 1..) = output.read(&mut bytes) {
                let part = String::from_utf8_lossy(&bytes[..count]);
                text.0.lock().unwrap().push_str(&part.replace('\r', ""));
                text.1.notify_all();
            }
        });
        Self {
            child,
            keys: pair.master.take_writer().unwrap(),
            said,
            reader: Some(reader),
            _terminal: pair.master,
        }
    }

    fn type_line(&mut self, line: &str) {
        self.keys.write_all(line.as_bytes()).unwrap();
        self.keys.write_all(b"\n").unwrap();
    }

    fn expect(&self, wanted: &str) -> String {
        self.wait(wanted, |said| said.contains(wanted))
    }

    /// Waits until what it said fulfils a condition, or fails when that never comes.
    fn wait(&self, what: &str, is_enough: impl Fn(&str) -> bool) -> String {
        let end = Instant::now() + PATIENCE;
        let Said(said, more) = &*self.said;
        let mut said = said.lock().unwrap();
        while !is_enough(&said) {
            let left = end.saturating_duration_since(Instant::now());
            assert!(!left.is_zero(), "no {what:?} in:\n{said}");
            said = more.wait_timeout(said, left).unwrap().0;
        }
        said.clone()
    }

    /// Kills it like a crash; gives all that it said.
    fn kill(mut self) -> String {
        let id = i32::try_from(self.child.process_id().unwrap()).unwrap();
        let id = rustix::process::Pid::from_raw(id).unwrap();
        rustix::process::kill_process(id, rustix::process::Signal::KILL).unwrap();
        self.end()
    }

    fn quit(mut self) -> String {
        self.type_line("quit");
        self.end()
    }

    fn end(&mut self) -> String {
        self.child.wait().unwrap();
        self.reader.take().unwrap().join().unwrap();
        self.said.0.lock().unwrap().clone()
    }
}

/// The program with its output in a pipe.
fn run(home: &Path, args: &[&str]) -> (Option<i32>, String, String) {
    let output = program::run(&mut program::program(home, args), b"");
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (
        output.status.code(),
        text(output.stdout),
        text(output.stderr),
    )
}

/// The moves and passes that were told.
fn told(said: &str) -> usize {
    let is_entry = |line: &&str| {
        let entries = [" plays ", "You play ", " and passes. ", " and pass. "];
        entries.iter().any(|entry| line.contains(entry))
    };
    said.lines().filter(is_entry).count()
}

/// The entries of a game of two CPUs, as a dialogue in a pipe tells them.
fn whole_game(home: &Path, args: &[&str]) -> String {
    let (_, said, _) = run(home, &[&["--plain"], args].concat());
    let moves = said.lines().filter_map(|line| {
        let (_, rest) = line.split_once(" plays ")?;
        rest.split(',').next()
    });
    moves.collect()
}

/// Takes seconds: it kills 100 games by default, four at once, whose moves wait for the disk.
#[test]
fn a_game_survives_kills_at_any_moment() {
    // The runs wait for the disk most of the time.
    const THREADS: u64 = 4;
    let count = dial::games(300);
    let runs = u64::try_from(count).unwrap();
    let seeds = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];
    let players = |seed| ["--black", "random", "--white", "greedy", "--seed", seed];
    let home = tempfile::tempdir().unwrap();
    let whole_games =
        seeds.map(|seed| transcript::parse(&whole_game(home.path(), &players(seed))).unwrap());
    // Returns whether the game could be resumed, and whether it was over.
    let kill_one = |run: u64, entries: usize| {
        let home = tempfile::tempdir().unwrap();
        let number = usize::try_from(run % 10).unwrap();
        let (args, whole) = (players(seeds[number]), &whole_games[number]);
        let dialogue = Dialogue::start(home.path(), &args);
        dialogue.wait("entries", |said| {
            told(said) >= entries || said.contains("Game over.")
        });
        let said = dialogue.kill();
        // What was told is safe.
        let (found, notices) = found(home.path());
        assert_eq!(notices, Vec::<String>::new());
        let (code, log, errors) = self::run(home.path(), &["history"]);
        assert_eq!((code, &*errors), (Some(0), ""));
        if said.contains("Game over.") {
            assert!(found.is_empty());
            assert_eq!(log.lines().count(), 1, "{log}");
            return (0, 1);
        }
        if let Some(found) = found.first() {
            let entries = found.game.entries();
            assert!(entries.len() >= told(&said), "{said}");
            assert_eq!(entries, &whole.entries()[..entries.len()]);
            assert_eq!(found.meta.players.white, PlayerKind::Greedy);
            return (1, 0);
        }
        // Before the first move was told, or between the last and its result.
        let nearly_over = log.lines().count() == 1;
        assert!(told(&said) == 0 || nearly_over, "{said}");
        (0, 0)
    };
    // A fixed sequence of entries to kill the game after; the machine adds the moment between two.
    let mut random = 0x2545_f491_4f6c_dd1d_u64;
    let entries: Vec<usize> = iter::repeat_with(|| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        usize::try_from(random % 66).unwrap()
    })
    .take(count)
    .collect();
    let (resumable, over) = thread::scope(|scope| {
        let workers: Vec<_> = (0..THREADS)
            .map(|thread| {
                let all = (0..runs).zip(&entries);
                let mine = all.filter(move |(run, _)| run % THREADS == thread);
                let kill_one = &kill_one;
                scope.spawn(move || {
                    mine.map(|(run, &entries)| kill_one(run, entries))
                        .fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1))
                })
            })
            .collect();
        let results = workers.into_iter().map(|worker| worker.join().unwrap());
        results.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1))
    });
    println!("{resumable} resumable, {over} over, of {runs}");
    assert!(resumable > runs / 10, "{resumable} resumable, {over} over");
}

#[test]
fn a_killed_game_is_offered_and_gone_on_with() {
    let home = tempfile::tempdir().unwrap();
    let mut first = Dialogue::start(home.path(), &["--white", "greedy"]);
    first.expect("You (Black) to move: c4 d3 e6 f5.");
    first.type_line("f5");
    first.expect("White plays ");
    let said = first.kill();
    assert!(!said.contains("Unfinished"));
    let mut second = Dialogue::start(home.path(), &[]);
    let offer = ": you against greedy, 2 moves. Type resume to continue it.";
    let said = second.expect(offer);
    assert!(said.contains("Unfinished game of 20"), "{said}");
    second.expect("Black to move: c4 d3 e6 f5.");
    second.type_line("resume");
    second.expect("You are Black, greedy is White.");
    second.expect("You play f5, turning 1 disc.");
    second.type_line("resume");
    second.expect("A game is in progress; type new first, then resume.");
    second.type_line("resign");
    let said = second.expect("Game over. You lose: you resigned.");
    assert_eq!(told(&said), 2);
    second.quit();
    assert!(found(home.path()).0.is_empty());
    let (code, log, errors) = run(home.path(), &["history"]);
    assert_eq!((code, &*errors), (Some(0), ""));
    assert!(log.contains("\tyou\tgreedy\tBlack resigned\t"), "{log}");
    let (_, shown, _) = run(home.path(), &["show", "history:last"]);
    assert!(shown.contains("\nResult: Black resigned\n"), "{shown}");
}

#[test]
fn the_opponent_in_line_mode_is_that_of_the_next_game_on_the_screen() {
    let home = tempfile::tempdir().unwrap();
    let config = home.path().join("reversi/config.toml");
    // Two people are no opponents of the computer.
    let dialogue = Dialogue::start(home.path(), &[]);
    dialogue.expect("Black to move: c4 d3 e6 f5.");
    dialogue.quit();
    assert!(!config.exists());
    let mut dialogue = Dialogue::start(home.path(), &["--white", "greedy"]);
    dialogue.expect("You (Black) to move: c4 d3 e6 f5.");
    let next = |line: &str| {
        let mut screen = Terminal::spawn(command::<&str>(home.path(), PROGRAM, &[]));
        screen.wait_for_text(line);
        screen.type_keys("q");
        assert!(screen.wait_for_end().success());
    };
    next("greedy waits");
    dialogue.type_line("swap");
    dialogue.expect("Greedy is Black, you are White.");
    dialogue.quit();
    let kept = fs::read_to_string(&config).unwrap();
    assert!(kept.contains("black = \"greedy\""), "{kept}");
    assert!(kept.contains("white = \"you\""), "{kept}");
    // In a pipe nothing is kept.
    run(home.path(), &["--white", "engine:5", "--plain"]);
    assert_eq!(fs::read_to_string(&config).unwrap(), kept);
}

#[test]
fn two_programs_keep_a_game_each() {
    let home = tempfile::tempdir().unwrap();
    let mut one = Dialogue::start(home.path(), &[]);
    one.expect("Black to move");
    one.type_line("f5 d6");
    one.expect("White plays d6");
    let mut two = Dialogue::start(home.path(), &[]);
    two.expect("Black to move");
    two.type_line("e6");
    two.expect("Black plays e6");
    one.type_line("c3");
    one.expect("Black plays c3");
    assert!(found(home.path()).0.is_empty(), "both live");
    assert!(!two.kill().contains("unfinished"), "the other one lived");
    let (games, _) = found(home.path());
    assert_eq!(transcript::print(&games[0].game), "e6");
    drop(games);
    one.kill();
    assert_eq!(transcripts(home.path()), ["e6", "f5d6c3"]);
}

#[test]
fn damage_is_told_and_the_game_begins() {
    let home = tempfile::tempdir().unwrap();
    let mut dialogue = Dialogue::start(home.path(), &[]);
    dialogue.type_line("f5");
    dialogue.expect("Black plays f5");
    dialogue.kill();
    let folder = state(home.path()).autosaves();
    let paths: Vec<_> = fs::read_dir(&folder)
        .unwrap()
        .map(|e| e.unwrap().path())
        .collect();
    let path = paths
        .iter()
        .find(|path| path.extension().unwrap() == "toml")
        .unwrap();
    let bytes = fs::read(path).unwrap();
    fs::write(path, &bytes[..bytes.len() / 2]).unwrap();
    let dialogue = Dialogue::start(home.path(), &[]);
    dialogue.expect(": it is damaged (");
    dialogue.expect("). It was renamed to ");
    dialogue.expect("Black to move: c4 d3 e6 f5.");
    dialogue.quit();
    assert_eq!(
        fs::read(path.with_extension("damaged")).unwrap(),
        &bytes[..bytes.len() / 2]
    );
    let said = Dialogue::start(home.path(), &[]).quit();
    assert!(!said.contains("damaged"), "{said}");
}

#[test]
fn without_a_place_to_write_to_one_sentence_is_said_and_the_game_goes_on() {
    let home = tempfile::tempdir().unwrap();
    fs::write(
        home.path().join("reversi"),
        "a file in the place of the folder",
    )
    .unwrap();
    let mut dialogue = Dialogue::start(home.path(), &[]);
    dialogue.type_line(SHORTEST);
    dialogue.expect("Game over. Black wins 64-0.");
    dialogue.type_line("quit");
    dialogue.expect("This game could not be saved. Type quit again to leave it.");
    let said = dialogue.quit();
    assert_eq!(
        said.matches("Cannot save the game to ").count(),
        1,
        "{said}"
    );
    assert_eq!(said.matches("Cannot add the game to ").count(), 1, "{said}");
    let (code, log, _) = run(home.path(), &["history"]);
    assert_eq!((code, &*log), (Some(0), ""));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_costs_one_sentence_and_no_game() {
    // A disk of one page, in a namespace of its own: enough for the first entry and no more.
    let script = "mount -t tmpfs -o size=4k tmpfs \"$XDG_STATE_HOME\" && exec \"$@\"";
    let probe = ["-rm", "mount", "-t", "tmpfs", "tmpfs", "/mnt"];
    if !program::succeeds("unshare", probe) {
        eprintln!("skipped: no small disk can be made here");
        return;
    }
    let home = tempfile::tempdir().unwrap();
    let args = ["-rm", "sh", "-c", script, "sh", PROGRAM, "--plain"];
    let mut dialogue = Dialogue::run(command(home.path(), "unshare", &args));
    dialogue.type_line(SHORTEST);
    dialogue.expect("Game over. Black wins 64-0.");
    let said = dialogue.quit();
    assert_eq!(said.matches("the disk is full").count(), 2, "{said}");
    assert!(said.contains(". The game continues.\n"), "{said}");
}

#[test]
fn finished_games_are_listed_shown_and_counted() {
    let home = tempfile::tempdir().unwrap();
    assert_eq!(
        run(home.path(), &["history"]),
        (Some(0), String::new(), String::new())
    );
    let mut dialogue = Dialogue::start(home.path(), &[]);
    dialogue.type_line(SHORTEST);
    dialogue.expect("Game over.");
    // The same game ends anew: its last end counts.
    dialogue.type_line("undo c5");
    dialogue.type_line("undo undo resign");
    dialogue.expect("resigns");
    dialogue.quit();
    let mut dialogue = Dialogue::start(home.path(), &["--white", "random", "--seed", "1"]);
    dialogue.type_line("f5 resign");
    dialogue.expect("You resign");
    dialogue.type_line("new");
    dialogue.type_line("d3 resign");
    dialogue.expect("You play d3");
    dialogue.quit();
    let (code, log, errors) = run(home.path(), &["history"]);
    assert_eq!((code, &*errors), (Some(0), ""));
    let rows: Vec<Vec<&str>> = log.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(rows.len(), 3, "{log}");
    assert_eq!(rows[0][2..5], ["you", "a friend", "White resigned"]);
    assert_eq!(rows[1][2..5], ["you", "random", "Black resigned"]);
    for count in 1..=4 {
        let newest: String = log
            .split_inclusive('\n')
            .skip(3usize.saturating_sub(count))
            .collect();
        let (_, listed, _) = run(home.path(), &["history", "-n", &count.to_string()]);
        assert_eq!(listed, newest);
    }
    let number = rows[0][0];
    let (_, shown, _) = run(home.path(), &["show", &format!("history:{number}")]);
    assert!(
        shown.starts_with("Black: you\nWhite: a friend\nDate: 20"),
        "{shown}"
    );
    let (code, _, error) = run(home.path(), &["show", "history:99"]);
    assert_eq!(code, Some(1));
    assert!(error.starts_with("error: the history has "), "{error}");
    let (_, stats, _) = run(home.path(), &["history", "--stats"]);
    assert_eq!(stats, "2\t0\t0\t2\t-\trandom\n");
    let (_, json, _) = run(home.path(), &["history", "--stats", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["opponents"]["random"]["lost"], 2);
    let (_, json, _) = run(home.path(), &["history", "--json"]);
    let third: serde_json::Value = serde_json::from_str(json.lines().nth(2).unwrap()).unwrap();
    assert_eq!(third["winner"], "white");
    // The log is a file of games like any other.
    let path = state(home.path()).log();
    let (code, listed, _) = run(home.path(), &["games", path.to_str().unwrap()]);
    assert_eq!(code, Some(0));
    assert!(listed.lines().count() >= 3);
}

#[test]
fn a_pipe_leaves_nothing_behind() {
    let home = tempfile::tempdir().unwrap();
    whole_game(home.path(), &["--black", "random", "--white", "random"]);
    assert_eq!(fs::read_dir(home.path()).unwrap().count(), 0);
}

#[test]
fn a_line_of_the_log_that_is_no_game_is_named() {
    let home = tempfile::tempdir().unwrap();
    let state = state(home.path());
    fs::create_dir_all(state.path()).unwrap();
    fs::write(
        state.log(),
        "(;GM[Othello]PB[human]PW[x]B[E6];)\n\u{1b}[2J\n",
    )
    .unwrap();
    let (code, log, error) = run(home.path(), &["history"]);
    assert_eq!(code, Some(1));
    assert_eq!(log, "1\t\tyou\tx\tunfinished\t\n");
    assert_eq!(
        error,
        "error: history:2: the game is incomplete: the end of the line is missing\n\
         error: cannot read 1 game\n"
    );
}

#[test]
fn a_new_game_sets_the_unfinished_one_aside() {
    let home = tempfile::tempdir().unwrap();
    let mut dialogue = Dialogue::start(home.path(), &[]);
    dialogue.type_line("new");
    dialogue.expect("New game.");
    dialogue.type_line("f5 d6 new");
    let said = dialogue.expect("The game in progress is kept and offered at the next start.\n");
    assert_eq!(said.matches("is kept").count(), 1, "{said}");
    dialogue.type_line("e6");
    dialogue.expect("Black plays e6");
    dialogue.quit();
    assert_eq!(transcripts(home.path()), ["e6", "f5d6"]);
}

/// The program with few file descriptors.
fn run_with_descriptors(home: &Path, count: u32, args: &str) -> (Option<i32>, String, String) {
    let limited = format!("ulimit -n {count}; exec {PROGRAM} {args}");
    let mut shell = program::command(home, "sh");
    let output = shell.args(["-c", &limited]).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (
        output.status.code(),
        text(output.stdout),
        text(output.stderr),
    )
}

#[test]
fn many_unfinished_games_need_few_descriptors_and_the_oldest_go_to_the_history() {
    let home = tempfile::tempdir().unwrap();
    let players = ByColor::new(PlayerKind::Human, PlayerKind::Greedy);
    for second in 0..60 {
        let (mut autosave, ..) =
            Autosave::<reversi::Game>::open(&StateFolder::at(home.path().join("elsewhere")));
        let begun = format!("2024-05-17 20:15:{second:02}.000");
        let meta = GameMeta::new(begun.parse().unwrap(), players.clone());
        autosave
            .save(&transcript::parse("f5d6").unwrap(), &meta)
            .unwrap();
    }
    let left = home.path().join("elsewhere");
    fs::rename(left, home.path().join("reversi")).unwrap();
    let (code, log, errors) = run_with_descriptors(home.path(), 20, "history");
    assert_eq!(code, Some(0), "{errors}");
    assert_eq!(log.lines().count(), 10, "{log}");
    let notice = "warning: The 10 oldest unfinished games were moved to the history.\n";
    assert_eq!(errors, notice);
    assert_eq!(found(home.path()).0.len(), 50);
}
