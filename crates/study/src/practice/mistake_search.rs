//! The player's mistakes in many games: which of them are asked, and the search for the better moves in the background.

use std::cmp::Reverse;
use std::collections::HashSet;

use jiff::civil::Date;

use super::practice_store::PracticeStore;
use crate::progress::card;
use crate::review::{Review, Reviewer, Whose};
use crate::schedule::Schedule;
use crate::stats::{FoundMistake, MistakeKind, NOT_ASKED, StatsError};
use reversi::{Color, Game};
use reversi_table::background::{Background, Reporter, ValueTask, Waker};
use reversi_table::clock::today;
use reversi_text::{Said, tr};

/// A choice among the player's mistakes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MistakeChoice {
    /// How many of the last reviewed games to take; `None` for all.
    pub games: Option<usize>,
    /// For this reason; `None` for any.
    pub reason: Option<MistakeKind>,
    /// In games with the opening of this name; `None` for any.
    pub opening: Option<&'static str>,
}

impl MistakeChoice {
    /// Returns whether a mistake is chosen.
    pub fn has(&self, mistake: &FoundMistake) -> bool {
        self.games.is_none_or(|games| mistake.game < games)
            && self.reason.is_none_or(|reason| mistake.reason == reason)
            && self
                .opening
                .is_none_or(|name| mistake.opening == Some(name))
    }

    /// Returns how many mistakes are chosen, as a sentence. `reviewed` is the number of reviewed games.
    pub fn sentence(&self, count: usize, reviewed: usize) -> Said {
        let games = self.games.unwrap_or(reviewed).min(reviewed);
        let games = tr!("{count} game" | "{count} games", count = games);
        let (games, discs) = (&games, NOT_ASKED);
        if count == 0 {
            return tr!(
                "In your last {games}, no move lost more than {discs} discs.",
                games,
                discs
            );
        }
        tr!(
            "In your last {games}, {count} move lost more than {discs} discs."
                | "In your last {games}, {count} moves lost more than {discs} discs.",
            games,
            count,
            discs
        )
    }
}

/// A game whose mistakes are asked.
#[derive(Clone, Debug)]
pub(super) struct AskedGame {
    pub(super) review: Review,
    /// The side whose mistakes are asked; `None` for both.
    pub(super) side: Option<Color>,
    /// Whose its moves are.
    pub(super) whose: Whose,
    /// Where one of many games is from, as a sentence; `None` for the only game.
    pub(super) place: Option<Said>,
}

/// What the search for better moves has found.
#[derive(Clone, Debug, Default)]
pub(super) struct FoundMoves {
    /// The games, each reviewed at one mistake, in the order in which they are asked.
    pub(super) games: Vec<AskedGame>,
    /// The number of mistakes that are still to be searched.
    pub(super) left: usize,
    /// The first later day on which one of the chosen mistakes is asked again.
    pub(super) later: Option<Date>,
}

/// The search for the better moves, one mistake after the other.
pub(super) type MistakeSearch = ValueTask<Vec<FoundMistake>, FoundMoves, StatsError>;

/// Starts a search for the better moves, and leaves out the mistakes that are to be asked on a later day.
pub(super) fn start(mut store: PracticeStore, reviewer: Reviewer, waker: Waker) -> MistakeSearch {
    let work = move |mistakes: Vec<FoundMistake>, reporter: &Reporter<FoundMoves>| {
        let stop = || reporter.is_stopped();
        let (asked, later) = asked(mistakes, &store.read()?.cards, today());
        let mut found = FoundMoves {
            left: asked.len(),
            later,
            ..FoundMoves::default()
        };
        for (mistake, game, entry) in asked {
            let mut review = Review::new(&game);
            reviewer.review_entry(&mut review, entry, &stop)?;
            if stop() {
                break;
            }
            found.left -= 1;
            found.games.push(AskedGame {
                review,
                side: Some(mistake.side),
                whose: Whose::default(),
                place: Some(mistake.place()),
            });
            reporter.progress(found.clone());
        }
        Ok(found)
    };
    Background::start("mistakes", waker, work)
}

/// Returns the mistakes to ask on a day, each position once, with their games and entries: those that are due first,
/// then those that were never asked, the worst of both first. Returns also the first later day on which one is due.
fn asked(
    mistakes: Vec<FoundMistake>,
    cards: &Schedule,
    today: Date,
) -> (Vec<(FoundMistake, Game, usize)>, Option<Date>) {
    let (mut due, mut new, mut later) = (Vec::new(), Vec::new(), None::<Date>);
    let mut seen = HashSet::new();
    for mistake in mistakes {
        let Some((game, entry)) = mistake.game() else {
            continue;
        };
        let position = game.up_to(entry).position();
        if !seen.insert(position) {
            continue;
        }
        match cards.card(&card(position)).map(|card| card.due) {
            Some(day) if day > today => {
                later = Some(later.map_or(day, |first| first.min(day)));
            }
            Some(_) => due.push((mistake, game, entry)),
            None => new.push((mistake, game, entry)),
        }
    }
    for asked in [&mut due, &mut new] {
        asked.sort_by_key(|(mistake, ..)| Reverse(mistake.loss));
    }
    due.append(&mut new);
    (due, later)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::Recall;
    use crate::stats::Sources;
    use jiff::ToSpan as _;
    use jiff::civil::date;
    use reversi::search::Limits;
    use reversi::{ByColor, Entry, transcript};
    use reversi_notation::Record;
    use reversi_table::player::name::PersonName;
    use reversi_table::store::history;
    use reversi_table::store::state::StateFolder;
    use std::collections::BTreeSet;

    /// The final of the World Championship of 1978.
    const GAME: &str = "f5f6e6f4e3c5c4d3f3e2d2e7c6c3f1c2f2d1b3b4a3a5b5e1c1d6g4g5e8f8g8d7c7b6g3d8c8f7h6a6a4g6h5\
                        a2b7a8a7b2a1b1g7h3h4b8h2h8h7g2g1h1";

    /// The mistakes of a person in this game, played twice as Black and once as White, and the number of games.
    fn mistakes() -> (Vec<FoundMistake>, usize) {
        let folder = tempfile::tempdir().unwrap();
        let state = StateFolder::at(folder.path().join("reversi"));
        for players in [
            ["human", "level 3"],
            ["level 3", "human"],
            ["human", "level 4"],
        ] {
            let mut record = Record::from_game(&transcript::parse(GAME).unwrap());
            record.players = ByColor::new(players[0].to_owned(), players[1].to_owned());
            history::append(&state, &record).unwrap();
        }
        let sources = Sources::of_history(state, PersonName::EMPTY);
        let reviewer = Reviewer::new(1, Limits::depth(2));
        let record = sources.review(&reviewer, &mut |_| (), &|| false).unwrap();
        (record.found, record.reviewed.len())
    }

    #[test]
    fn a_choice_by_reason_or_opening_has_each_mistake_once() {
        let (all, games) = mistakes();
        assert!(all.len() > 10, "{}", all.len());
        let count = |choice: MistakeChoice| all.iter().filter(|one| choice.has(one)).count();
        let reasons: BTreeSet<_> = all.iter().map(|mistake| mistake.reason).collect();
        let by_reason = reasons.into_iter().map(|reason| MistakeChoice {
            reason: Some(reason),
            ..MistakeChoice::default()
        });
        assert_eq!(by_reason.map(count).sum::<usize>(), all.len());
        let last = |games| MistakeChoice {
            games: Some(games),
            opening: all[0].opening,
            ..MistakeChoice::default()
        };
        assert_eq!((count(last(0)), count(last(games))), (0, all.len()));
        assert!(count(last(1)) < count(last(2)) && count(last(2)) < all.len());
        for mistake in &all {
            let (game, entry) = mistake.game().unwrap();
            let Entry::Move { color, .. } = game.entries()[entry] else {
                panic!("{mistake:?}");
            };
            assert_eq!(color, mistake.side);
        }
    }

    #[test]
    fn what_is_due_is_asked_first_and_what_was_just_tried_on_a_later_day() {
        let (all, _) = mistakes();
        let today = date(2026, 1, 1);
        let mut cards = Schedule::default();
        let (first, later) = asked(all.clone(), &cards, today);
        // The games as Black are the same.
        assert!(first.len() < all.len() && later.is_none());
        let positions = |asked: &[(FoundMistake, Game, usize)]| -> Vec<_> {
            let before = asked
                .iter()
                .map(|(_, game, entry)| game.up_to(*entry).position());
            before.collect()
        };
        assert!(
            first.is_sorted_by_key(|(mistake, ..)| Reverse(mistake.loss)),
            "the worst first"
        );
        let first = positions(&first);
        cards.repeat(&card(first[0]), Recall::Found, today);
        cards.repeat(
            &card(first[2]),
            Recall::Found,
            today.saturating_sub(9.days()),
        );
        let (now, later) = asked(all, &cards, today);
        let mut expected = first.clone();
        expected.remove(0);
        let due = expected.remove(1);
        expected.insert(0, due);
        assert_eq!(positions(&now), expected);
        assert_eq!(later, Some(today.saturating_add(1.day())));
    }
}
