//! Owns what the commands around games in files take: `review`, `convert`, `games` and `history`.

use std::path::PathBuf;
use std::str::FromStr as _;
use std::time::Duration;

use crate::Color;
use crate::notation::Format;
use crate::notation::summary::Verdict;
use clap::Args;
use clap::builder::{PossibleValue, TypedValueParser};

use super::values::{Named, number, number_from, seconds, threads};

pub(super) const CONVERT_EXAMPLES: &str = "\
Examples:
  reversi convert games.ggf                        One game a line: moves, tab, score
  reversi convert WTH_*.wtb -o all.ggf             Many files into one
  reversi convert - --from pgn --to sgf < a.pgn    From standard input
  reversi convert game.txt -o game.svg             A picture of the game";

pub(super) const GAMES_EXAMPLES: &str = "\
Examples:
  reversi games WTH_2000.wtb                       All games of a file
  reversi games WTH_2000.wtb --player murakami --result white
  reversi games games.ggf --opening tiger --json   As JSON, for other programs";

pub(super) const HISTORY_EXAMPLES: &str = "\
Examples:
  reversi history                                  The games that were played to their end
  reversi history --stats                          Won and lost against whom
  reversi show history:3                           One of them";

pub(super) const REVIEW_EXAMPLES: &str = "\
Examples:
  reversi review history:last                      The game that was played last
  reversi review games.ggf#3 --lines               A game of a file, with lines of play
  reversi review game.sgf --svg graph.svg          With the graph as a picture
  reversi review f5d6c3d3c4f4 --depth 10           A transcript, in less time";

pub(super) const REVIEW_NOTES: &str = "\
Each entry gives a line NUMBER SIDE MOVE LOSS best MOVE (HOW): REASON. LOSS is in discs against the best
move, which is named where something was lost. HOW is `exact` for a proven loss, `depth 16` for an estimate
so many plies deep, `end at 73 %` for a search to the end that pruned at a confidence. REASON stands
where one is known: it is computed from the positions and lines, never guessed. Then come the totals of
each side and the graph. Every position with at most 22 empty squares is solved, whatever --depth is; with
--time, those that the time allows.

--json prints one object instead: black, white, result, opening (or null), start, start_evaluation, entries
(a list of number, side, entry (\"move\", \"pass\", \"resignation\" or \"timeout\"), evaluation after it (black:
discs that Black is ahead by, kind, confidence, depth), and for moves move, loss, exact, best, played (each
with move, score, kind, confidence, depth, pv) and reason (or null)), totals (black and white: moves,
mean_loss, mistakes, blunders, best).";

#[derive(Debug, Args)]
#[command(group = clap::ArgGroup::new("effort").multiple(false))]
#[command(group = clap::ArgGroup::new("form").multiple(false))]
pub(crate) struct ReviewArgs {
    /// A transcript, a file of games, FILE#N, history:N, history:last, or - for standard input
    #[arg(value_name = "GAME", allow_hyphen_values = true)]
    pub(crate) text: String,
    /// Which game of a file or of standard input, counted from 1 [default: 1]
    #[arg(long, value_name = "N", value_parser = |text: &str| number(text, &u64::MAX))]
    pub(crate) game: Option<u64>,
    /// Look so many plies ahead, 1 to 60 [default: 16]
    #[arg(long, value_name = "N", group = "effort", allow_negative_numbers = true,
          value_parser = |text: &str| number_from(text, &1, &60u32))]
    pub(crate) depth: Option<u32>,
    /// Look as deep as so many seconds a move allow, such as 2 or 0.5
    #[arg(long, value_name = "S", group = "effort", allow_negative_numbers = true,
          value_parser = seconds)]
    pub(crate) time: Option<Duration>,
    /// With how many threads to search [default: the machine's]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = threads)]
    pub(crate) threads: Option<usize>,
    /// Under each move that lost something, the best line and the one that was played
    #[arg(long, conflicts_with = "json")]
    pub(crate) lines: bool,
    /// Print JSON
    #[arg(long, group = "form")]
    pub(crate) json: bool,
    /// Draw the graph as a picture into this file; - is standard output, and no text then
    #[arg(long, value_name = "FILE", group = "form")]
    pub(crate) svg: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct ConvertArgs {
    /// Files of games; - is standard input
    #[arg(value_name = "IN", required = true)]
    pub(crate) input: Vec<PathBuf>,
    /// The format of the input [default: as recognised, each file by itself]
    #[arg(long, value_name = "FORMAT", value_parser = format())]
    pub(crate) from: Option<Format>,
    /// The format of the output [default: by the ending of FILE, else transcript]
    #[arg(long, value_name = "FORMAT", value_parser = format())]
    pub(crate) to: Option<Format>,
    /// Where to; the file appears when it is complete [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct GamesArgs {
    /// A file of games in any format; - is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The format of the file [default: as recognised]
    #[arg(long, value_name = "FORMAT", value_parser = format())]
    pub(crate) from: Option<Format>,
    /// Only games of a player whose name contains this, in any case
    #[arg(long, value_name = "NAME")]
    pub(crate) player: Option<String>,
    /// Only games of a year, or of the years from one to another such as 1990-1999
    #[arg(long, value_name = "YEAR", value_parser = years)]
    pub(crate) year: Option<(u16, u16)>,
    /// Only games with an opening whose English or Japanese name contains this, in any case
    #[arg(long, value_name = "NAME")]
    pub(crate) opening: Option<String>,
    /// Only games with this winner
    #[arg(long, value_name = "RESULT", value_parser = verdict())]
    pub(crate) result: Option<Verdict>,
    /// Print JSON: an array of games
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct HistoryArgs {
    /// Count won, drawn and lost games of a person by opponent, and the mean margin in discs
    #[arg(long)]
    pub(crate) stats: bool,
    /// Print JSON: an array of games, or an object of opponents
    #[arg(long)]
    pub(crate) json: bool,
}

/// Reads a year, or the first and the last.
fn years(text: &str) -> Result<(u16, u16), String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    match (first.trim().parse(), last.trim().parse()) {
        (Ok(first), Ok(last)) if first <= last => Ok((first, last)),
        _ => Err("use a year such as 1999, or the first and the last, 1990-1999".to_owned()),
    }
}

fn format() -> impl TypedValueParser<Value = Format> {
    Named {
        parse: Format::from_str,
        names: || {
            let name = |format: Format| PossibleValue::new(format.name());
            Format::ALL.into_iter().map(name).collect()
        },
    }
}

fn verdict() -> impl TypedValueParser<Value = Verdict> {
    const NAMES: [(&str, Verdict); 3] = [
        ("black", Verdict::Won(Color::Black)),
        ("white", Verdict::Won(Color::White)),
        ("draw", Verdict::Draw),
    ];
    Named {
        parse: |text: &str| {
            NAMES
                .into_iter()
                .find(|(name, _)| text.eq_ignore_ascii_case(name))
                .map(|(_, verdict)| verdict)
                .ok_or("use one of black, white, draw")
        },
        names: || NAMES.into_iter().map(|(name, _)| name.into()).collect(),
    }
}
