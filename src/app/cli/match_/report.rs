//! The results of a match as text and JSON.

use std::fmt::Write as _;

use serde::Serialize;
use serde_json::Value;

use super::super::table::TextTable;
use crate::app::arena::{Elo, Results, Sprt, SprtVerdict, Standing, Tally, full_name, short_name};
use crate::app::wording::{plural, signed};

/// Returns the results for people.
pub(super) fn as_text(results: &Results) -> String {
    let contest = results.contest();
    let mut games = results.games().to_string();
    if !results.is_complete() {
        let _ = write!(games, " of {}", contest.games());
    }
    let time = contest
        .time
        .map_or(String::new(), |time| format!(", {time}"));
    let conditions = format!(
        "{games} games, openings of {} moves, seed {}{time}",
        contest.opening_moves, contest.seed
    );
    let mut text = match &contest.players[..] {
        [a, b] => format!(
            "{} against {}, {conditions}\n{}",
            full_name(a),
            full_name(b),
            tally_text(&results.tally(0))
        ),
        _ => format!(
            "tournament of {} players, {conditions}\n{}",
            contest.players.len(),
            crosstable(results)
        ),
    };
    if let (Some(Sprt { elo0, elo1 }), Some(llr)) = (contest.sprt, results.llr()) {
        let verdict = match results.verdict() {
            None => "no verdict",
            Some(SprtVerdict::H0) => "H0 accepted",
            Some(SprtVerdict::H1) => "H1 accepted",
        };
        let _ = writeln!(text, "SPRT {elo0} {elo1}: {}, {verdict}", llr_text(llr));
    }
    for (player, [on_time, forfeited]) in contest.players.iter().zip(losses(results)) {
        for (count, how) in [(on_time, "on time"), (forfeited, "by failing to move")] {
            if count > 0 {
                let (player, games) = (full_name(player), plural(count, "game"));
                let _ = writeln!(text, "{player} lost {games} {how}");
            }
        }
    }
    text
}

fn llr_text(llr: f64) -> String {
    let bound = Sprt::bound();
    format!("LLR {} (-{bound:.2} to +{bound:.2})", signed(llr, 2))
}

/// Returns the games that each player lost on time, and those that it forfeited.
fn losses(results: &Results) -> Vec<[u32; 2]> {
    let contest = results.contest();
    let mut losses = vec![[0; 2]; contest.players.len()];
    for (pairing, players) in contest.pairings().into_iter().enumerate() {
        let tally = results.tally(pairing);
        for (side, player) in players.into_iter().enumerate() {
            losses[player][0] += tally.lost_on_time[side];
            losses[player][1] += tally.forfeited[side];
        }
    }
    losses
}

/// Returns the table of a tournament: the points of each player against each other one, the best first.
fn crosstable(results: &Results) -> String {
    let standings = results.standings();
    let points = results.crosstable();
    let ranks: Vec<String> = (1..=standings.len()).map(|rank| rank.to_string()).collect();
    let mut head = vec!["", "rating", "error", "points", "games"];
    head.extend(ranks.iter().map(String::as_str));
    head.push("player");
    let mut table = TextTable::aligned_text(&head, 5 + ranks.len());
    for (rank, row) in ranks.iter().zip(&standings) {
        let mut cells = vec![
            rank.clone(),
            signed(row.rating, 0),
            row.error
                .map_or("-".to_owned(), |error| format!("{error:.0}")),
            format!("{:.1}", row.points),
            row.games.to_string(),
        ];
        cells.extend(
            standings
                .iter()
                .map(|other| match points[row.player][other.player] {
                    _ if row.player == other.player => "-".to_owned(),
                    (_, points) => format!("{points:.1}"),
                }),
        );
        cells.push(full_name(&results.contest().players[row.player]));
        table.row(cells).expect("memory takes any text");
    }
    let bytes = table.finish().expect("memory takes any text");
    String::from_utf8(bytes).expect("a table is text")
}

/// Returns the result of a match in three lines.
pub fn tally_text(tally: &Tally) -> String {
    let Tally {
        wins,
        draws,
        losses,
        mean_margin,
        elo,
        ..
    } = tally;
    format!(
        "wins {wins}, draws {draws}, losses {losses} ({:.1} %)\n\
         mean margin {}\nElo difference {} (95 %)\n",
        100.0 * tally.score(),
        signed(*mean_margin, 1),
        elo_text(elo)
    )
}

fn elo_text(elo: &Elo) -> String {
    match elo {
        Elo::About { error, .. } if error.is_infinite() => "unknown".to_owned(),
        Elo::About { difference, error } => format!("{} +/- {error:.0}", signed(*difference, 0)),
        Elo::Above(bound) => format!("above {}", signed(*bound, 0)),
        Elo::Below(bound) => format!("below {}", signed(*bound, 0)),
    }
}

/// Returns the results so far for the live table.
pub(super) fn live(results: &Results) -> String {
    if results.contest().players.len() > 2 {
        crosstable(results).trim_end().to_owned()
    } else {
        short_lines(results).join("\n")
    }
}

/// Returns the results so far in short lines.
pub(super) fn short_lines(results: &Results) -> Vec<String> {
    let contest = results.contest();
    if contest.players.len() > 2 {
        let line = |row: &Standing| {
            let player = short_name(&contest.players[row.player]);
            format!("{:.1} of {} {player}", row.points, row.games)
        };
        return results.standings().iter().map(line).collect();
    }
    let tally = results.tally(0);
    let score = format!(
        "{} {}-{}-{} ({:.1} %)",
        short_name(&contest.players[0]),
        tally.wins,
        tally.draws,
        tally.losses,
        100.0 * tally.score(),
    );
    let elo = format!("Elo difference {}", elo_text(&tally.elo));
    [score, elo]
        .into_iter()
        .chain(results.llr().map(llr_text))
        .collect()
}

/// Returns the results as JSON.
pub(super) fn as_json(results: &Results) -> serde_json::Result<Value> {
    let contest = results.contest();
    let mut pairings: Vec<_> = (contest.pairings().into_iter().enumerate())
        .map(|(index, pair)| PairingJson::new(results, index, pair))
        .collect();
    // Sorts the fields.
    serde_json::to_value(MatchJson {
        games: results.games(),
        openings: contest.opening_moves,
        seed: contest.seed,
        time: contest.time.map(|time| time.to_string()),
        results: if contest.players.len() == 2 {
            ResultsJson::Pair {
                pairing: pairings.remove(0),
                sprt: SprtJson::new(results),
            }
        } else {
            ResultsJson::Tournament {
                pairings,
                players: standings(results),
            }
        },
    })
}

/// The conditions of a match and its results.
#[derive(Serialize)]
struct MatchJson {
    games: u32,
    openings: u32,
    seed: u64,
    time: Option<String>,
    #[serde(flatten)]
    results: ResultsJson,
}

/// The results of two players, or of a tournament.
#[derive(Serialize)]
#[serde(untagged)]
enum ResultsJson {
    Pair {
        #[serde(flatten)]
        pairing: PairingJson,
        sprt: Option<SprtJson>,
    },
    Tournament {
        pairings: Vec<PairingJson>,
        players: Vec<StandingJson>,
    },
}

/// The games of two players.
#[derive(Serialize)]
struct PairingJson {
    a: String,
    b: String,
    games: u32,
    wins: u32,
    draws: u32,
    losses: u32,
    score: f64,
    mean_margin: f64,
    elo: Option<f64>,
    elo_error: Option<f64>,
    elo_bound: Option<f64>,
    lost_on_time: [u32; 2],
    forfeited: [u32; 2],
}

impl PairingJson {
    fn new(results: &Results, index: usize, pair: [usize; 2]) -> Self {
        let tally = results.tally(index);
        let (elo, elo_error, elo_bound) = match tally.elo {
            // Nothing is known of so few games.
            Elo::About { error, .. } if error.is_infinite() => (None, None, None),
            Elo::About { difference, error } => (Some(difference), Some(error), None),
            Elo::Above(bound) | Elo::Below(bound) => (None, None, Some(bound)),
        };
        let [a, b] = pair.map(|player| full_name(&results.contest().players[player]));
        Self {
            a,
            b,
            games: tally.games(),
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            score: tally.score(),
            mean_margin: tally.mean_margin,
            elo,
            elo_error,
            elo_bound,
            lost_on_time: tally.lost_on_time,
            forfeited: tally.forfeited,
        }
    }
}

/// A sequential test and its state.
#[derive(Serialize)]
struct SprtJson {
    elo0: f64,
    elo1: f64,
    llr: Option<f64>,
    bound: f64,
    verdict: Option<&'static str>,
}

impl SprtJson {
    fn new(results: &Results) -> Option<Self> {
        let Sprt { elo0, elo1 } = results.contest().sprt?;
        let verdict = results.verdict().map(|verdict| match verdict {
            SprtVerdict::H0 => "H0",
            SprtVerdict::H1 => "H1",
        });
        Some(Self {
            elo0,
            elo1,
            llr: results.llr(),
            bound: Sprt::bound(),
            verdict,
        })
    }
}

/// A player of a tournament.
#[derive(Serialize)]
struct StandingJson {
    player: String,
    games: u32,
    points: f64,
    rating: f64,
    rating_error: Option<f64>,
    lost_on_time: u32,
    forfeited: u32,
}

fn standings(results: &Results) -> Vec<StandingJson> {
    let losses = losses(results);
    let standing = |row: &Standing| {
        let [lost_on_time, forfeited] = losses[row.player];
        StandingJson {
            player: full_name(&results.contest().players[row.player]),
            games: row.games,
            points: row.points,
            rating: row.rating,
            rating_error: row.error,
            lost_on_time,
            forfeited,
        }
    };
    results.standings().iter().map(standing).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::arena::Match;
    use crate::app::arena::Runner;
    use crate::app::player::{Control, Player, PlayerError, PlayerKind};
    use crate::color::Color;
    use crate::game::Game;
    use crate::square::Square;

    /// Fails as Black.
    struct Failing;

    impl Player for Failing {
        fn choose(&mut self, game: &Game, _: &Control) -> Result<Square, PlayerError> {
            let square = game.legal_moves().first();
            let square = square.filter(|_| game.position().side_to_move() == Color::White);
            square.ok_or_else(|| PlayerError::Failed("it crashed".to_owned()))
        }
    }

    fn failing(kind: &PlayerKind, seed: u64) -> Option<Box<dyn Player>> {
        match kind {
            PlayerKind::Greedy => Some(Box::new(Failing)),
            kind => kind.create(seed),
        }
    }

    #[test]
    fn forfeits_are_told_with_the_player_that_failed() {
        for players in [&["random", "greedy"][..], &["random", "greedy", "engine:1"]] {
            let contest = Match {
                factory: failing,
                ..Match::new(
                    players.iter().map(|name| name.parse().unwrap()).collect(),
                    2,
                )
            };
            let results = Runner::new(&contest).run(1, |_| Ok(())).unwrap();
            let count = 2 * (players.len() - 1);
            let text = as_text(&results);
            let last = text.lines().last().unwrap();
            assert_eq!(
                last,
                format!("greedy lost {count} games by failing to move")
            );
        }
    }

    #[test]
    fn what_rounds_to_zero_is_not_negative() {
        let texts = [
            Elo::Below(-0.0),
            Elo::Above(-0.3),
            Elo::About {
                difference: -0.2,
                error: 35.0,
            },
            Elo::Below(-120.0),
        ];
        assert_eq!(
            texts.map(|elo| elo_text(&elo)),
            ["below +0", "above +0", "+0 +/- 35", "below -120"]
        );
        let mut tally = Tally::of(&[]);
        tally.mean_margin = -0.04;
        assert!(tally_text(&tally).contains("mean margin +0.0\n"));
        assert!(llr_text(-0.001).starts_with("LLR +0.00 "));
    }

    #[test]
    fn before_the_first_game_nothing_is_claimed() {
        let names = ["random", "greedy"].map(|name| name.parse().unwrap());
        let contest = Match::new(names.into(), 2);
        let runner = Runner::new(&contest);
        assert_eq!(
            as_text(runner.results()),
            "random against greedy, 0 of 4 games, openings of 8 moves, seed 1\n\
             wins 0, draws 0, losses 0 (0.0 %)\nmean margin +0.0\nElo difference unknown (95 %)\n"
        );
        assert_eq!(as_json(runner.results()).unwrap()["elo_error"], Value::Null);
    }
}
