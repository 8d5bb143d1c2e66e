//! The results of a match as text and JSON.

use serde_json::{Value, json};

use super::super::table::TextTable;
use reversi_net::arena::{
    Elo, Results, Sprt, SprtVerdict, Standing, Tally, full_name, short_name, shown_name,
};
use reversi_table::background::Shard;
use reversi_table::game_opening::GameOpening;
use reversi_table::phrase::signed;
use reversi_text::{Message, Name, Said, label, tr};

/// Returns the results for people.
pub(super) fn as_text(results: &Results) -> String {
    let contest = results.contest();
    let (played, all) = (results.games(), contest.games());
    let games = if results.is_complete() && contest.part == Shard::WHOLE {
        tr!("{played} games", played)
    } else {
        tr!("{played} of {all} games", played, all)
    };
    let openings = Said::display(contest.openings.describe());
    let seed = tr!("seed {seed}", seed = contest.seed);
    let conditions = [games, openings, seed]
        .into_iter()
        .chain(contest.time.map(Said::display));
    let conditions = &Said::list(conditions);
    let (head, table) = match &contest.players[..] {
        [a, b] => {
            let (a, b) = (shown_name(a), shown_name(b));
            let (a, b) = (Name(&a), Name(&b));
            (
                tr!("{a} against {b}, {conditions}", a, b, conditions),
                tally_text(&results.tally(0)),
            )
        }
        players => {
            let count = players.len();
            (
                tr!(
                    "tournament of {players} players, {conditions}",
                    players = count,
                    conditions
                ),
                crosstable(results),
            )
        }
    };
    let mut text = [&*head, &table].join("\n");
    if let (Some(Sprt { elo0, elo1 }), Some(llr)) = (contest.sprt, results.llr()) {
        let verdict = match results.verdict() {
            None => label!("no verdict"),
            Some(SprtVerdict::H0) => label!("H0 accepted"),
            Some(SprtVerdict::H1) => label!("H1 accepted"),
        };
        let (elo0, elo1) = (elo0.to_string(), elo1.to_string());
        let (elo0, elo1, llr) = (Name(&elo0), Name(&elo1), &llr_text(llr));
        let said = tr!(
            "SPRT {elo0} {elo1}: {llr}, {verdict}",
            elo0,
            elo1,
            llr,
            verdict
        );
        text.extend([&*said, "\n"]);
    }
    for (player, [on_time, forfeited]) in contest.players.iter().zip(losses(results)) {
        let name = shown_name(player);
        let loser = Name(&name);
        let on_time = (on_time > 0).then(|| {
            tr!(
                "{loser} lost {count} game on time" | "{loser} lost {count} games on time",
                loser,
                count = on_time
            )
        });
        let forfeited = (forfeited > 0).then(|| {
            tr!(
                "{loser} lost {count} game by failing to move"
                    | "{loser} lost {count} games by failing to move",
                loser,
                count = forfeited
            )
        });
        text.extend(
            on_time
                .into_iter()
                .chain(forfeited)
                .map(|said| format!("{said}\n")),
        );
    }
    text
}

fn llr_text(llr: f64) -> Said {
    let (llr, bound) = (signed(llr, 2), format!("{:.2}", Sprt::bound()));
    let (llr, bound) = (Name(&llr), Name(&bound));
    tr!("LLR {llr} (-{bound} to +{bound})", llr, bound)
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
    let columns = [
        label!("rating"),
        label!("error"),
        label!("points"),
        label!("games"),
    ];
    let mut head = vec![""];
    head.extend(columns.map(Message::text));
    head.extend(ranks.iter().map(String::as_str));
    head.push(label!("player").text());
    let rows = ranks.iter().zip(&standings).map(|(rank, row)| {
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
        cells.push(shown_name(&results.contest().players[row.player]).into());
        cells
    });
    TextTable::aligned_text(&head, 5 + ranks.len()).text_of(rows)
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
    let score = format!("{:.1}", 100.0 * tally.score());
    let margin = signed(*mean_margin, 1);
    let [wins, draws, losses] = [*wins, *draws, *losses];
    let lines = [
        tr!(
            "wins {wins}, draws {draws}, losses {losses} ({score} %)",
            wins,
            draws,
            losses,
            score = Name(&score)
        ),
        tr!("mean margin {margin}", margin = Name(&margin)),
        tr!("Elo difference {elo} (95 %)", elo = &elo_text(elo)),
    ];
    lines.map(|line| format!("{line}\n")).concat()
}

fn elo_text(elo: &Elo) -> Said {
    match elo {
        Elo::About { error, .. } if error.is_infinite() => tr!("unknown"; "Elo difference"),
        // The winner of every game of a few may still be the weaker one: this says nothing.
        Elo::Above(bound) if *bound <= -0.5 => tr!("unknown"; "Elo difference"),
        Elo::Below(bound) if *bound >= 0.5 => tr!("unknown"; "Elo difference"),
        Elo::About { difference, error } => {
            Said::verbatim(format!("{} +/- {error:.0}", signed(*difference, 0)))
        }
        Elo::Above(bound) => tr!("above {bound}", bound = Name(&bound_text(*bound))),
        Elo::Below(bound) => tr!("below {bound}", bound = Name(&bound_text(*bound))),
    }
}

/// Returns a bound with its sign; what rounds to zero has none.
fn bound_text(bound: f64) -> String {
    match signed(bound, 0) {
        zero if zero == "+0" => "0".to_owned(),
        text => text,
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
            let (player, points) = (
                short_name(&contest.players[row.player]),
                format!("{:.1}", row.points),
            );
            let (player, points) = (Name(&player), Name(&points));
            tr!(
                "{points} of {games} {player}",
                points,
                games = row.games,
                player
            )
            .into()
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
    let elo = tr!("Elo difference {elo}", elo = &elo_text(&tally.elo));
    let llr = results.llr().map(llr_text);
    let others = [elo].into_iter().chain(llr).map(String::from);
    [score].into_iter().chain(others).collect()
}

/// Returns the results as JSON.
pub(super) fn as_json(results: &Results) -> Value {
    let contest = results.contest();
    let pairings = contest.pairings().into_iter().enumerate();
    let mut pairings: Vec<_> = pairings
        .map(|(index, [a, b])| {
            let mut pairing = tally_as_json(&results.tally(index));
            pairing["a"] = json!(full_name(&contest.players[a]));
            pairing["b"] = json!(full_name(&contest.players[b]));
            pairing
        })
        .collect();
    let mut object = if contest.players.len() == 2 {
        let mut pairing = pairings.remove(0);
        pairing["sprt"] = json!(contest.sprt.map(|sprt| sprt_as_json(&sprt, results)));
        pairing
    } else {
        json!({"players": standings_as_json(results), "pairings": pairings})
    };
    object["games"] = json!(results.games());
    object["seed"] = json!(contest.seed);
    object["openings"] = match &contest.openings {
        GameOpening::Random(moves) => json!(moves),
        opening => json!(opening.to_string()),
    };
    object["time"] = json!(contest.time.map(|time| time.to_string()));
    object
}

fn standings_as_json(results: &Results) -> Vec<Value> {
    let losses = losses(results);
    let standing = |row: &Standing| {
        json!({
            "player": full_name(&results.contest().players[row.player]),
            "games": row.games,
            "points": row.points,
            "rating": without_sign(row.rating),
            "rating_error": row.error,
            "lost_on_time": losses[row.player][0],
            "forfeited": losses[row.player][1],
        })
    };
    results.standings().iter().map(standing).collect()
}

fn sprt_as_json(sprt: &Sprt, results: &Results) -> Value {
    let verdict = results.verdict().map(|verdict| match verdict {
        SprtVerdict::H0 => "H0",
        SprtVerdict::H1 => "H1",
    });
    json!({
        "elo0": sprt.elo0,
        "elo1": sprt.elo1,
        "llr": results.llr().map(without_sign),
        "bound": Sprt::bound(),
        "verdict": verdict,
    })
}

/// Returns a number, with zero in place of the negative one.
fn without_sign(number: f64) -> f64 {
    number + 0.0
}

fn tally_as_json(tally: &Tally) -> Value {
    let (elo, error, bound) = match tally.elo {
        // Nothing is known of so few games.
        Elo::About { error, .. } if error.is_infinite() => (None, None, None),
        Elo::About { difference, error } => (Some(without_sign(difference)), Some(error), None),
        Elo::Above(bound) | Elo::Below(bound) => (None, None, Some(without_sign(bound))),
    };
    json!({
        "games": tally.games(),
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "score": tally.score(),
        "mean_margin": without_sign(tally.mean_margin),
        "elo": elo,
        "elo_error": error,
        "elo_bound": bound,
        "lost_on_time": tally.lost_on_time,
        "forfeited": tally.forfeited,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use reversi::{Color, Game, Square};
    use reversi_net::arena::{Match, Runner};
    use reversi_table::player::{Control, Player, PlayerError, PlayerKind};

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
            ["below 0", "above 0", "+0 +/- 35", "below -120"]
        );
        // Who won every game of a few may still be the weaker one.
        for bound in [Elo::Above(-190.8), Elo::Below(190.8)] {
            assert_eq!(elo_text(&bound), "unknown");
        }
        let mut tally = Tally::of(&[]);
        tally.mean_margin = -0.04;
        assert!(tally_text(&tally).contains("mean margin +0.0\n"));
        assert!(llr_text(-0.001).starts_with("LLR +0.00 "));
    }

    #[test]
    fn zero_has_no_sign_in_json() {
        for elo in [
            Elo::Below(-0.0),
            Elo::Above(-0.0),
            Elo::About {
                difference: -0.0,
                error: 35.0,
            },
        ] {
            let tally = Tally {
                elo,
                mean_margin: -0.0,
                ..Tally::of(&[])
            };
            let text = tally_as_json(&tally).to_string();
            assert!(!text.contains("-0"), "{text}");
        }
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
        assert_eq!(as_json(runner.results())["elo_error"], Value::Null);
    }
}
