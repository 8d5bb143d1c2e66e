//! `reversi book`: shows, checks and extends the opening book.

use std::fs::{self, File};
use std::io::{ErrorKind, Write as _};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::json;

use super::Failure;
use super::choice::{FilterArgs, GamePlace, each_game};
use super::line::until_ctrl_c;
use super::options::ThreadArgs;
use super::output::{
    FormArgs, about, cannot_write, positions_bar, print, progress_bar, try_output,
};
use super::source::{A_GAME, GAMES_OR_FOLDERS, position, skipped};
use super::values::{file_name, seconds, whole};
use reversi::{Color, Opening, Position, Square};
use reversi_notation::Record;
use reversi_notation::input::read_bounded;
use reversi_study::openings::lines::PlayedMoves;
use reversi_table::phrase::path_text;
use reversi_table::player::book::{Book, BookCheck, Extension};
use reversi_table::store::atomic::AtomicFile;
use reversi_table::system::cleanup::flag_on_signal;
use reversi_text::{Name, Said, label, tr};
use reversi_wording::score::scored_move;

/// The largest file of a book in bytes.
const MAX_FILE: usize = 64 << 20;

/// The depth of a new book.
const DEPTH: u8 = 16;

/// The time between two saves of a book while it grows.
const SAVE_INTERVAL: Duration = Duration::from_secs(60);

#[derive(Debug, clap::Subcommand)]
pub(crate) enum BookArgs {
    Show(BookShowArgs),
    Lines(BookLinesArgs),
    Add(Box<BookAddArgs>),
    Extend(BookExtendArgs),
    Check(BookCheckArgs),
}

pub(super) fn run(args: &BookArgs) -> Result<(), Failure> {
    match args {
        BookArgs::Show(args) => show(args),
        BookArgs::Lines(args) => lines(args),
        BookArgs::Add(args) => add(args),
        BookArgs::Extend(args) => extend(args),
        BookArgs::Check(args) => check(args),
    }
}

/// The book of a command.
#[derive(Debug, clap::Args)]
struct BookFile {
    /// Book made by `reversi book add` or `extend` [default: the book of the program]
    #[arg(long = "book", value_name = "FILE")]
    path: Option<PathBuf>,
}

impl BookFile {
    /// Reads the book and calls a function with it.
    fn with<T>(&self, run: impl FnOnce(&Book) -> Result<T, Failure>) -> Result<T, Failure> {
        match &self.path {
            Some(path) => run(&read(path)?),
            None => run(Book::standard()),
        }
    }
}

/// Reads a book.
fn read(path: &Path) -> Result<Book, Failure> {
    let bytes = File::open(path)
        .and_then(|file| read_bounded(file, MAX_FILE))
        .map_err(|error| Failure::File(path.to_owned(), error))?;
    Book::from_bytes(&bytes).map_err(|error| Failure::Faults(about(&path_text(path), error)))
}

/// Show the moves of the opening book in a position
///
/// Prints a line MOVE: DEPTH, SCORE, PV for each move, best first. SCORE is in discs for the side to move,
/// and PV the best moves of both sides by the book. DEPTH is that of the search at the end of the line.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  reversi book show                                The first moves
  reversi book show f5d6c3                         The replies after three moves
  reversi book show f5d6c3 --book mine.book        In your own book")]
pub(crate) struct BookShowArgs {
    #[arg(value_name = "GAME", help = format!("{A_GAME} [default: the start]"))]
    text: Option<String>,
    #[command(flatten)]
    book: BookFile,
    #[command(flatten)]
    form: FormArgs,
}

fn show(args: &BookShowArgs) -> Result<(), Failure> {
    let position = position(args.text.as_deref())?;
    args.book.with(|book| {
        let moves = book.moves(position.board());
        let facts = || json!({"position": position, "side_to_move": position.side_to_move(), "moves": moves});
        args.form.print(facts, || match &moves[..] {
            [] => tr!("The book does not have this position.").to_string() + "\n",
            moves => Said::lines(moves.iter().map(scored_move)).to_string() + "\n",
        })
    })
}

/// Print the lines of an opening book as transcripts
///
/// Together they have every position of the book. `reversi book add` reads them.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  reversi book lines --book mine.book > lines.txt  Write the lines of a book to a file
  reversi book add other.book lines.txt --min-games 1
                                                   Make a book of them")]
pub(crate) struct BookLinesArgs {
    #[command(flatten)]
    book: BookFile,
}

fn lines(args: &BookLinesArgs) -> Result<(), Failure> {
    args.book.with(|book| {
        let lines = book.lines().into_iter();
        let text = lines.map(|line| line.iter().map(Square::to_string).collect::<String>() + "\n");
        print(&text.collect::<String>())
    })
}

/// Add the openings of games to an opening book
///
/// Adds each position that a move of at least --min-games games leads to, with the best moves that a search finds and
/// the moves of the games. The games are those of the given files, in any format, such as lines of text, or of the
/// libraries of the settings. Ctrl-C saves what was found so far; the same command continues.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  reversi book add mine.book WTH_2000.wtb --min-games 3 --depth 18
  reversi book add mine.book --player ann          The openings of a player in your libraries
  reversi book add mine.book lines.txt --min-games 1
                                                   Your own lines, one transcript a line")]
pub(crate) struct BookAddArgs {
    /// Book to make or extend
    #[arg(value_name = "BOOK", value_parser = file_name())]
    path: PathBuf,
    #[arg(value_name = "FILE", help = format!("{GAMES_OR_FOLDERS} [default: your libraries]"))]
    files: Vec<PathBuf>,
    /// The fewest games with a move, 1 to 1000000
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = whole(1..=1_000_000u32))]
    min_games: u32,
    /// How many opening moves to add from each game, 1 to 60
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = whole(1..=60usize))]
    max_moves: usize,
    /// Depth of the searches in plies, 1 to 60 [default: 16, or that of an existing book]
    #[arg(long, value_name = "PLIES", value_parser = whole(1..=60u8))]
    depth: Option<u8>,
    #[command(flatten)]
    filter: FilterArgs,
    #[command(flatten)]
    threads: ThreadArgs,
}

fn add(args: &BookAddArgs) -> Result<(), Failure> {
    let mut book = open_or_new(&args.path, args.depth)?;
    let choice = args.filter.choice();
    let mut played = PlayedMoves::default();
    let mut count = |_: GamePlace<'_>, record: &Record, _: Option<&'static Opening>| {
        played.add(record, args.max_moves, None);
        Ok(ControlFlow::Continue(()))
    };
    let missing = label!(
        "to add games to a book, name files of games, or set libraries in the settings file"
    );
    let Some(faults) = each_game(&args.files, None, &choice, missing, &mut count)? else {
        return Ok(());
    };
    try_output(&args.path)?;
    let (stop, signal) = flag_on_signal();
    let extension = Extension {
        threads: args.threads.count(),
        stop: &stop,
    };
    let bar = progress_bar(0, &tr!("{{pos}} positions, {{elapsed}}"));
    let lines = played.frequent(args.min_games);
    extension.add_lines(&mut book, &lines, |positions| {
        bar.set_position(positions as u64);
    });
    bar.finish_and_clear();
    save(&book, &args.path)?;
    signal.end_by_it();
    report(&book, &args.path)?;
    skipped(faults)
}

/// Make or extend an opening book
///
/// Searches positions and adds them to the book with the scores of their best moves. The next positions are
/// those that both sides reach by losing least, so good lines become long and bad ones stay short. The book
/// is saved every minute and at the end. Ctrl-C saves it too; the same command continues. The result depends
/// only on the depth and the number of positions, not on the threads or on interruptions.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  reversi book extend mine.book --positions 2000   Make a book of 2000 positions
  reversi book extend mine.book --time-limit 3600  Extend it for an hour
  reversi book extend mine.book                    Extend it until Ctrl-C")]
pub(crate) struct BookExtendArgs {
    /// Book to make or extend
    #[arg(value_name = "BOOK", value_parser = file_name())]
    path: PathBuf,
    /// Depth of the searches in plies, 1 to 60 [default: 16, or that of an existing book]
    #[arg(long, value_name = "PLIES", value_parser = whole(1..=60u8))]
    depth: Option<u8>,
    /// Stop at this number of positions, rounded up to a whole batch of 16
    #[arg(long, value_name = "N", conflicts_with = "time_limit", value_parser = whole(1..=10_000_000usize))]
    positions: Option<usize>,
    /// Stop after this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time_limit: Option<Duration>,
    #[command(flatten)]
    threads: ThreadArgs,
}

/// Reads the book at a path, or creates an empty one. An existing book must have the requested depth.
fn open_or_new(path: &Path, depth: Option<u8>) -> Result<Book, Failure> {
    let book = match fs::metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Book::new(depth.unwrap_or(DEPTH)),
        _ => read(path)?,
    };
    if let Some(depth) = depth.filter(|&depth| depth != book.depth()) {
        let of_book = book.depth();
        return Err(Failure::Faults(tr!(
            "--depth {depth}: the depth of this book is {of_book}",
            depth,
            of_book
        )));
    }
    Ok(book)
}

/// Prints the size and the depth of a book.
fn report(book: &Book, path: &Path) -> Result<(), Failure> {
    let count = book.depth();
    let depth = &tr!("{count} ply" | "{count} plies", count);
    let size = tr!(
        "{count} position, searched {depth} deep" | "{count} positions, searched {depth} deep",
        count = book.len(),
        depth
    );
    print(&format!("{}\n", about(&path_text(path), size)))
}

fn extend(args: &BookExtendArgs) -> Result<(), Failure> {
    let path = &args.path;
    let mut book = open_or_new(path, args.depth)?;
    try_output(path)?;
    let (stop, signal) = flag_on_signal();
    let extension = Extension {
        threads: args.threads.count(),
        stop: &stop,
    };
    let bar = match args.positions {
        Some(positions) => positions_bar(positions as u64),
        None => progress_bar(0, &tr!("{{pos}} positions, {{elapsed}}")),
    };
    let (start, mut saved) = (Instant::now(), Instant::now());
    loop {
        bar.set_position(book.len() as u64);
        let is_enough = args.positions.is_some_and(|most| book.len() >= most)
            || args.time_limit.is_some_and(|time| start.elapsed() >= time);
        if is_enough || !extension.add_batch(&mut book) {
            break;
        }
        if saved.elapsed() > SAVE_INTERVAL {
            save(&book, path)?;
            saved = Instant::now();
        }
    }
    bar.finish_and_clear();
    save(&book, path)?;
    signal.end_by_it();
    report(&book, path)
}

fn save(book: &Book, path: &Path) -> Result<(), Failure> {
    AtomicFile::create(path)
        .and_then(|mut file| {
            file.write_all(&book.to_bytes())?;
            file.commit()
        })
        .map_err(|error| cannot_write(path, &error))
}

/// Check the moves of an opening book by searches of its positions
///
/// Finds how many discs the best move of each position loses by a search. Fails if one loses more than the
/// limit.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  reversi book check                               Check 100 positions of the program's book
  reversi book check --depth 20 --positions 1000   Check more of them, deeper")]
pub(crate) struct BookCheckArgs {
    #[command(flatten)]
    book: BookFile,
    /// Depth of the searches in plies, 2 to 60
    #[arg(long, value_name = "PLIES", default_value_t = 18, value_parser = whole(2..=60u8))]
    depth: u8,
    /// Number of positions, spread over the book
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = whole(1..=10_000_000usize))]
    positions: usize,
    /// The most discs that a move may lose, 0 to 64
    #[arg(long, value_name = "DISCS", default_value_t = 6, value_parser = whole(0..=64i32))]
    max_loss: i32,
    #[command(flatten)]
    threads: ThreadArgs,
}

fn check(args: &BookCheckArgs) -> Result<(), Failure> {
    let check = BookCheck {
        depth: args.depth,
        positions: args.positions,
        threads: args.threads.count(),
    };
    let losses = args.book.with(|book| {
        let bar = positions_bar(check.count(book) as u64);
        let losses = check.losses(book, &until_ctrl_c, || bar.inc(1));
        bar.finish_and_clear();
        Ok(losses)
    })?;
    let Some(&(board, worst)) = losses.iter().max_by_key(|(_, loss)| *loss) else {
        return Err(Failure::Faults(tr!("the book has no positions")));
    };
    let sum: i32 = losses.iter().map(|(_, loss)| loss).sum();
    #[allow(clippy::cast_precision_loss)] // far fewer than 2^52 positions
    let mean = f64::from(sum) / losses.len() as f64;
    let mean = format!("{mean:.2}");
    let checked = tr!(
        "{count} position: the best moves lose {mean} discs on average and at most {worst}"
            | "{count} positions: the best moves lose {mean} discs on average and at most {worst}",
        count = losses.len(),
        mean = Name(&mean),
        worst
    );
    print(&format!("{checked}\n"))?;
    if worst > args.max_loss {
        let position = Position::new(board, Color::Black);
        let position = position.to_string();
        return Err(Failure::Faults(tr!(
            "the book's move loses {count} disc in {position}"
                | "the book's move loses {count} discs in {position}",
            count = worst,
            position = Name(&position)
        )));
    }
    Ok(())
}
