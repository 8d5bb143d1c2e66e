//! `reversi match`: plays many games between players and compares their strength.

mod report;

use std::io::{self, IsTerminal as _};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use clap::ColorChoice;
use indicatif::{ProgressBar, ProgressDrawTarget};

pub(crate) use reversi_net::arena::match_file::{MatchFile, MatchFileError};
use reversi_net::arena::{Match, MatchError, Results, Runner, Sprt, Update, Watch};
use reversi_table::background::{TaskError, catch};
use reversi_table::clock::TimeControl;
use reversi_table::game_opening::GameOpening;
use reversi_table::phrase::{path_text, sentence};
use reversi_table::player::PlayerKind;
use reversi_table::system::cleanup::{CaughtSignal, on_signal, on_signal_after_screen};

use super::Failure;
use super::options::{BookChoice, LogArgs, SeedArgs, find_players, machine_threads};
use super::output::{FormArgs, about, print_message, progress_bar};
use super::screen::{LookArgs, has_screen, tui_options, two_people};
use super::stream::ShardArgs;
use super::values::{Expected, PlayerChoice, THREADS, game_opening, output_file, player, whole};
use crate::terminal;
use reversi_text::{Said, tr};
use reversi_tui::{self as tui, FirstScreen};

pub use report::tally_text;

/// The most players of a tournament.
const MOST_PLAYERS: usize = 32;

/// The most games of all pairings.
const MOST_GAMES: u64 = 10_000_000;

/// The time between two changes of the live table.
const INTERVAL: Duration = Duration::from_millis(100);

/// Play many games between players and compare their strength
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  reversi match 3 greedy --games 100
  reversi match 2 1 --games 200 --opening 6 --seed 7 --jobs 4
  reversi match 8 7 --games 400 --opening balanced
                                                   From positions that are about even
  reversi match 6 5 --games 1000 --sprt 0 100
                                                   Stop as soon as the result is clear
  reversi match 10@0.5s \"nboard:edax -nboard\" --jobs 1
                                                   Search for half a second a move
  reversi match 4 3 --time 1m+1s --jobs 1
  reversi match 3 2 -o games.ggf
  reversi match 3 2 -o games.ggf --resume
                                                   Continue after an interruption
  reversi match 3 2 --shard 2/8 -o part2.ggf       The games of the second of eight parts
  reversi match 1 greedy random                    A tournament: everyone meets everyone
  reversi match 5 \"nboard:edax -nboard\" --watch
                                                   See the games of another program

A number is a level of this program: 3 is `level 3`. With a time for each move, such as 10@0.5s, a level searches
that long, to any depth.

Each opening is played twice, with colours swapped. --opening takes a number of random moves; balanced,
openings of 8 moves after which a search to depth 18 gave neither side more than one disc; or a file with an
opening in each line, such as the XOT list, or with games. None is repeated before all have been played. A name
such as Tiger, or moves such as f5d6c3, starts every game the same way. The players of this program search on
one thread. Unless a time limits their moves, the result depends only on the seed, not on the number of jobs or
the speed of the machine. With --time or a time for each move it depends on both: use no more jobs than idle
cores.
Wins, draws, losses, the mean margin (in discs, over games that were played to the end) and the Elo
difference are A's; the error of the Elo difference is that of a 95 % confidence interval. A player that runs
out of time or fails to move loses the game. One that fails in its first 3 games, in all its games, or later
in 10 games in a row, ends the match.

Ctrl-C ends a match with the results so far; a second one ends it at once. However the program
ends, the file of --output has every finished game. --resume needs the same players, openings, seed, time
control and --no-book; --games may be larger than before. So it also adds up the games of the parts of a match:
put their files together in one, and resume that without --shard.

--sprt is a sequential test on pairs of games, with an error of 5 % on both sides: the match ends as soon as
the log-likelihood ratio (LLR) leaves -2.94 to +2.94. H0 is the first Elo difference, H1 the second.

The points of a tournament are 1 for a win and 1/2 for a draw. Its ratings are relative to the average of
all players, with one more draw in each pairing, so that they stay finite; their errors are those of 95 %
confidence intervals.")]
pub(crate) struct MatchArgs {
    /// First player, whose result is printed
    #[arg(value_name = "A", value_parser = player(), hide_possible_values = true,
          ignore_case = true)]
    a: PlayerChoice,
    /// Second player
    #[arg(value_name = "B", value_parser = player(), hide_possible_values = true,
          ignore_case = true)]
    b: PlayerChoice,
    /// More players, for a tournament: everyone meets everyone
    #[arg(value_name = "C", value_parser = player(), hide_possible_values = true,
          ignore_case = true)]
    more: Vec<PlayerChoice>,
    /// Number of games of each two players, even because each opening is played twice
    #[arg(long, value_name = "N", default_value = "100", value_parser = whole(2..=1_000_000u32))]
    games: u32,
    #[command(flatten)]
    random: SeedArgs,
    /// How games begin: a number of random moves, 0 to 40, `balanced`, a name, moves, or a file with a line each
    #[arg(long, value_name = "OPENING", default_value = "8", value_parser = game_opening(),
          hide_possible_values = true)]
    opening: GameOpening,
    /// Time control: base plus increment, e.g. 5m+3s or 90s; 5m/20s is byo-yomi, 5m+d3s a delay, 10m:5m A's and B's
    /// [default: no clocks]
    #[arg(long, value_name = "TIME")]
    time: Option<TimeControl>,
    /// End the match when one of two Elo differences is clearly the better guess; --games is the maximum
    #[arg(long, value_names = ["ELO0", "ELO1"], num_args = 2, allow_negative_numbers = true,
          value_parser = elo, conflicts_with_all = ["more", "shard"])]
    sprt: Option<Vec<f64>>,
    /// Number of games to run at the same time [default: number of cores]
    #[arg(long, value_name = "N", value_parser = whole(THREADS))]
    jobs: Option<usize>,
    /// Save each game to this GGF file as it ends
    #[arg(short, long, value_name = "FILE", value_parser = output_file(&["ggf"]))]
    output: Option<PathBuf>,
    /// Continue the match of the file: play only the games that it lacks
    #[arg(long, requires = "output")]
    resume: bool,
    /// Watch the games in the terminal, one after another, at the pace you choose
    #[arg(long)]
    watch: bool,
    #[command(flatten)]
    shard: ShardArgs,
    #[command(flatten)]
    book: BookChoice,
    #[command(flatten)]
    log: LogArgs,
    #[command(flatten)]
    form: FormArgs,
}

/// Parses an Elo difference.
fn elo(text: &str) -> Result<f64, Expected> {
    let number = text
        .parse()
        .ok()
        .filter(|elo| (-1000.0..=1000.0).contains(elo));
    number.ok_or_else(|| Expected(tr!("an Elo difference from -1000 to 1000")))
}

impl MatchArgs {
    /// Returns the match.
    fn contest(&self) -> Result<Match, Failure> {
        let players = find_players([&self.a, &self.b].into_iter().chain(&self.more))?;
        if players.iter().any(PlayerKind::is_human) {
            return Err(Failure::Usage(Said::display(MatchError::Human)));
        }
        if players.len() > MOST_PLAYERS {
            return Err(Failure::Usage(tr!(
                "use at most {most} players",
                most = MOST_PLAYERS
            )));
        }
        let sprt = match self.sprt.as_deref() {
            Some(&[elo0, elo1]) if elo0 < elo1 => Some(Sprt { elo0, elo1 }),
            Some(_) => {
                return Err(Failure::Usage(tr!(
                    "--sprt: the first Elo difference must be less than the second"
                )));
            }
            None => None,
        };
        let contest = Match {
            openings: self.opening.clone(),
            seed: self.random.seed,
            time: self.time,
            sprt,
            part: self.shard.part(),
            factory: self.book.factory(true),
            ..Match::new(players, pairs(self.games)?)
        };
        if contest.players.len() > 2 && self.time.is_some_and(TimeControl::is_uneven) {
            return Err(Failure::Usage(tr!(
                "--time: a tournament has the same clock for everybody"
            )));
        }
        let games = contest.pairings().len() as u64 * u64::from(self.games);
        if games > MOST_GAMES {
            return Err(Failure::Usage(tr!(
                "--games {given}: a tournament has at most {most} games, not {games}",
                given = self.games,
                most = MOST_GAMES,
                games
            )));
        }
        Ok(contest)
    }
}

pub(super) fn run(args: &MatchArgs, color: ColorChoice) -> Result<(), Failure> {
    let contest = args.contest()?;
    if args.watch && !has_screen() {
        return Err(Failure::Usage(tr!("--watch needs a terminal")));
    }
    args.log.open()?;
    let games = MatchGames::open(args, &contest)?;
    let (played, signal) = if args.watch {
        games.play_watched(color)?
    } else {
        let stopper = games.runner.stopper();
        let signal = on_signal(move || stopper.stop());
        let live = Live::new(games.runner.results());
        (games.play(live, None), signal)
    };
    let results = played.map_err(|error| Failure::Partner(Said::display(error)))?;
    let (facts, text) = (|| report::as_json(&results), || report::as_text(&results));
    args.form.print(facts, text)?;
    if !results.is_complete() {
        interrupted(args, &results, &signal);
    }
    Ok(())
}

/// The games to play, and where they are kept.
struct MatchGames {
    runner: Runner,
    jobs: usize,
    file: Option<MatchFile>,
}

impl MatchGames {
    fn open(args: &MatchArgs, contest: &Match) -> Result<Self, Failure> {
        let (file, runner) = match &args.output {
            None => (None, Runner::new(contest)),
            Some(path) => {
                let (file, kept) =
                    MatchFile::open(path, contest, args.resume).map_err(Failure::faults)?;
                if kept.torn {
                    let what = tr!("removed an incomplete game at the end; it is played again");
                    print_message(&about(&path_text(path), what));
                }
                (Some(file), Runner::resume(kept.results))
            }
        };
        Ok(Self {
            runner,
            jobs: args.jobs.unwrap_or_else(machine_threads),
            file,
        })
    }

    /// Plays the games, for a spectator if there is one.
    fn play(self, mut live: Live, watch: Option<&Watch>) -> Result<Results, MatchError> {
        let mut file = self.file;
        let played = self.runner.run(self.jobs, |update| {
            if let Some(watch) = watch {
                watch.take(&update);
            }
            if let Update::Ended(_, record, results) = update {
                if let Some(file) = &mut file {
                    file.add(record).map_err(|error| not_kept(&error))?;
                }
                live.show(results, watch);
            }
            Ok(())
        });
        if let (Ok(results), Some(watch)) = (&played, watch) {
            watch.set_table(report::short_lines(results), results.games());
        }
        live.bar.finish_and_clear();
        played
    }

    /// Plays the games on another thread while the terminal shows them. If the user leaves and lets the match
    /// run, waits for its end.
    fn play_watched(
        self,
        color: ColorChoice,
    ) -> Result<(Result<Results, MatchError>, CaughtSignal), Failure> {
        let results = self.runner.results();
        let watch = Arc::new(Watch::new(results.contest()));
        watch.set_table(report::short_lines(results), results.games());
        let live = Live::new(results);
        let bar = live.bar.clone();
        bar.set_draw_target(ProgressDrawTarget::hidden());
        let stopper = self.runner.stopper();
        let stop = self.runner.stopper();
        let (signal, on_signal) = on_signal_after_screen(move || stop.stop());
        thread::scope(|scope| {
            let players = thread::Builder::new().name("match".to_owned());
            let seen = Arc::clone(&watch);
            let players = players.spawn_scoped(scope, move || {
                let played = catch(|| self.play(live, Some(&seen)));
                seen.end(match &played {
                    Ok(Ok(_)) => tr!("The match is over.").into(),
                    Ok(Err(error)) => sentence(error),
                    Err(error) => sentence(error),
                });
                played
            });
            let players =
                players.map_err(|error| Failure::Internal(TaskError::not_started(&error)))?;
            let options = tui_options(
                &LookArgs::default(),
                color,
                FirstScreen::Match(Arc::clone(&watch)),
                two_people(),
                |_| (),
            );
            // The games have their own file, if any.
            let state = None;
            let shown = terminal::run_within_command(tui::Options { state, ..options }, on_signal);
            if shown.is_err() || !watch.runs_on() {
                stopper.stop();
            }
            if io::stderr().is_terminal() {
                bar.set_draw_target(ProgressDrawTarget::stderr());
            }
            let played = players.join().expect("a panic is caught before");
            shown?;
            Ok((played.map_err(Failure::Internal)?, signal))
        })
    }
}

/// Returns the number of openings for a number of games.
///
/// # Errors
/// If the number is odd.
pub fn pairs(games: u32) -> Result<u32, Failure> {
    if games.is_multiple_of(2) {
        return Ok(games / 2);
    }
    Err(Failure::Usage(tr!(
        "--games {games}: use an even number, because each opening is played twice",
        games
    )))
}

fn not_kept(error: &MatchFileError) -> MatchError {
    MatchError::NotKept(tr!("cannot save the game to {why}", why = &Said::display(error)).into())
}

/// Reports that a signal ended the match, and lets it end the program.
fn interrupted(args: &MatchArgs, results: &Results, signal: &CaughtSignal) {
    let (played, games) = (results.games(), results.contest().own_games());
    let said = tr!(
        "Interrupted after {played} of {count} game."
            | "Interrupted after {played} of {count} games.",
        played,
        count = games
    );
    let how =
        (args.output.as_ref()).map(|_| tr!("To continue, run the same command with --resume."));
    print_message(&Said::sentences([said].into_iter().chain(how)));
    signal.end_by_it();
}

/// The results so far, on stderr or for a spectator.
struct Live {
    bar: ProgressBar,
    /// When to show the next change.
    due: Instant,
}

impl Live {
    fn new(results: &Results) -> Self {
        let bar = progress_bar(
            results.contest().own_games().into(),
            &(tr!("{{wide_bar}} {{pos}} of {{len}} games, {{eta}} left").to_string() + "\n{msg}"),
        );
        bar.set_position(results.games().into());
        bar.reset_eta();
        let due = Instant::now();
        Self { bar, due }
    }

    fn show(&mut self, results: &Results, watch: Option<&Watch>) {
        self.bar.set_position(results.games().into());
        let now = Instant::now();
        if now < self.due {
            return;
        }
        if let Some(watch) = watch {
            watch.set_table(report::short_lines(results), results.games());
        }
        if !self.bar.is_hidden() {
            self.bar.set_message(report::live(results));
        }
        // The statistics of very many games must not delay them.
        self.due = Instant::now() + INTERVAL.max(now.elapsed() * 20);
    }
}
