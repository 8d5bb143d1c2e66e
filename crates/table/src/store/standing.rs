//! How a person's games against a CPU ended, and what to try next.

use std::cmp::Ordering;

use super::history;
use super::state::StateFolder;
use crate::player::PlayerKind;
use crate::player::level::Level;
use crate::player::name::lone_person;
use crate::player::recorded::recorded_name;
use crate::store::rated::RatedState;
use crate::store::summary::{Verdict, verdict};
use reversi::{ByColor, Color};
use reversi_text::{Said, tr};

/// The number of the last games that decide what to try next.
const LAST: usize = 10;

/// With fewer games there is no advice.
const FEWEST: usize = 5;

/// The percentage of losses, and that of wins, from which on another level is better.
const LOSES: usize = 70;
const WINS: usize = 80;

/// The number of the newest games of the history that count: nobody waits for more of them to be read.
const READ: usize = 1000;

/// Returns how the newest games of a person against this CPU ended, with what to try next; `None` unless there are
/// several, or if it was stopped.
pub(super) fn standing(
    state: &StateFolder,
    players: &ByColor<PlayerKind>,
    stop: &dyn Fn() -> bool,
) -> Option<Said> {
    let human = Color::ALL
        .into_iter()
        .find(|color| players[*color].is_human())?;
    let cpu = &players[human.opposite()];
    // A double is the same player, however strong it was.
    let name = cpu.to_string();
    let is_same = |recorded: &str| recorded_name(recorded) == recorded_name(&name);
    let (mut results, mut rated) = (Vec::new(), Vec::new());
    let mut log = history::read(state, stop).ok()?;
    let mut newest: Vec<_> = log.by_ref().rev().take(READ).flatten().collect();
    let has_more = log.next_back().is_some();
    newest.reverse();
    if stop() {
        return None;
    }
    for logged in newest {
        if let Some(record) = logged.record.ok().filter(|_| !logged.superseded)
            && let Some(person) = lone_person(&record)
            && is_same(&record.players[person.opposite()])
        {
            let result = verdict(&record).map_or(Ordering::Equal, |verdict| match verdict {
                Verdict::Draw => Ordering::Equal,
                Verdict::Won(winner) if winner == person => Ordering::Greater,
                Verdict::Won(_) => Ordering::Less,
            });
            results.push(result);
            rated.extend(RatedState::of(&record).is_rated().then_some(result));
        }
    }
    if results.len() < 2 || !cpu.is_cpu() {
        return None;
    }
    let next = cpu
        .level()
        .filter(|level| level.time.is_none())
        .and_then(|level| next_step(level.number, &rated));
    next.or_else(|| {
        let won = count_of(&results, Ordering::Greater);
        let (count, cpu) = (results.len(), &cpu.name().said());
        Some(if has_more {
            tr!(
                "You have won {won} of your last {count} games against {cpu}.",
                won,
                count,
                cpu
            )
        } else {
            tr!(
                "You have won {won} of your {count} games against {cpu}.",
                won,
                count,
                cpu
            )
        })
    })
}

fn count_of(results: &[Ordering], result: Ordering) -> usize {
    results.iter().filter(|&&found| found == result).count()
}

/// Returns what to try after these results against a level, the last one last; `None` if the level suits the
/// person, or if there are too few games.
fn next_step(level: u8, results: &[Ordering]) -> Option<Said> {
    let recent = &results[results.len().saturating_sub(LAST)..];
    let count = recent.len();
    let [won, lost] = [Ordering::Greater, Ordering::Less].map(|result| count_of(recent, result));
    if count < FEWEST {
        None
    } else if 100 * lost >= LOSES * count {
        Some(match level {
            1 => tr!(
                "Level 1 won {lost} of your last {count} games: try it with the coach on.",
                lost,
                count
            ),
            level => tr!(
                "Level {level} won {lost} of your last {count} games: try level {easier} with the coach on.",
                level,
                lost,
                count,
                easier = level - 1
            ),
        })
    } else if 100 * won >= WINS * count {
        Level::new(level + 1).map(|next| {
            tr!(
                "You won {won} of your last {count} games against level {level}: try level {next}.",
                won,
                count,
                level,
                next = next.number
            )
        })
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_advice_follows_the_last_ten_games() {
        let advice = |level, results: &str| {
            let results: Vec<_> = results
                .chars()
                .map(|result| match result {
                    'w' => Ordering::Greater,
                    'l' => Ordering::Less,
                    _ => Ordering::Equal,
                })
                .collect();
            next_step(level, &results).unwrap_or_default()
        };
        let down = "Level 6 won 7 of your last 10 games: try level 5 with the coach on.";
        for (level, results, expected) in [
            (6, "", ""),
            (6, "llll", ""),
            (6, "wwwwllllllwwww", ""),
            (6, "wwwwwlllllllwww", down),
            (6, "lwlwlllldl", down),
            (6, "lllldw", ""),
            (
                6,
                "lllld",
                "Level 6 won 4 of your last 5 games: try level 5 with the coach on.",
            ),
            (
                1,
                "lllll",
                "Level 1 won 5 of your last 5 games: try it with the coach on.",
            ),
            (
                3,
                "wwwww",
                "You won 5 of your last 5 games against level 3: try level 4.",
            ),
            (
                3,
                "llllllwwwwldwwwww",
                "You won 8 of your last 10 games against level 3: try level 4.",
            ),
            (3, "wwwdd", ""),
            (10, "wwwwwwwwww", ""),
        ] {
            assert_eq!(
                &*advice(level, results),
                expected,
                "level {level}: {results}"
            );
        }
    }

    #[test]
    fn a_double_is_one_opponent_however_strong_it_was() {
        use reversi::transcript;
        use reversi_notation::Record;
        let folder = tempfile::tempdir().unwrap();
        let state = StateFolder::at(folder.path().join("reversi"));
        for double in ["me:1.85", "me:2.10"] {
            let mut record = Record::from_game(&transcript::parse("e6f4e3f6g5d6e7f5c5").unwrap());
            record.players = ByColor::new("human".to_owned(), double.to_owned());
            history::append(&state, &record).unwrap();
        }
        let players = ByColor::new(PlayerKind::Human, PlayerKind::double(3.0));
        assert_eq!(
            standing(&state, &players, &|| false).as_deref(),
            Some("You have won 2 of your 2 games against your double.")
        );
    }

    #[test]
    fn of_a_long_history_the_newest_games_count() {
        use reversi::transcript;
        use reversi_notation::Record;
        let folder = tempfile::tempdir().unwrap();
        let state = StateFolder::at(folder.path().join("reversi"));
        let mut game = transcript::parse("f5d6").unwrap();
        game.resign(Color::White);
        let mut record = Record::from_game(&game);
        record.players = ByColor::new("human".to_owned(), "greedy".to_owned());
        history::append(&state, &record).unwrap();
        let line = std::fs::read_to_string(state.log()).unwrap();
        std::fs::write(state.log(), line.repeat(READ + 5)).unwrap();
        let players = ByColor::new(PlayerKind::Human, PlayerKind::Greedy);
        assert_eq!(
            standing(&state, &players, &|| false).as_deref(),
            Some("You have won 1000 of your last 1000 games against greedy.")
        );
        assert_eq!(standing(&state, &players, &|| true), None);
    }

    #[test]
    fn won_games_are_those_that_the_person_won() {
        use crate::store::history;
        use reversi::transcript;
        use reversi_notation::Record;
        let folder = tempfile::tempdir().unwrap();
        let state = StateFolder::at(folder.path().join("reversi"));
        let players = ByColor::new(PlayerKind::Human, PlayerKind::Greedy);
        let mut standings = Vec::new();
        for loser in [Color::Black, Color::Black, Color::White] {
            let mut game = transcript::parse("f5d6").unwrap();
            game.resign(loser);
            let mut record = Record::from_game(&game);
            record.players = ByColor::new("human".to_owned(), "greedy".to_owned());
            history::append(&state, &record).unwrap();
            standings.extend(standing(&state, &players, &|| false));
        }
        assert_eq!(
            standings,
            [
                "You have won 0 of your 2 games against greedy.",
                "You have won 1 of your 3 games against greedy."
            ]
        );
    }
}
