//! Spaced repetition: when to ask again for what was missed, by the algorithm SM-2 of P. A. Woźniak
//! (Optimization of learning, 1990).

use std::collections::BTreeMap;

use jiff::ToSpan as _;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

/// How well something was remembered: the qualities of SM-2 that this program distinguishes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Recall {
    /// It was missed.
    Missed,
    /// The answer was named before it was given.
    Shown,
    /// It was found with help.
    Helped,
    /// It was found.
    Found,
    /// It was found easily. Only the example of SM-2 needs it.
    #[cfg(test)]
    Easy,
}

/// The number of hints after which the answer is named.
pub(super) const ANSWER_NAMED: u32 = 3;

impl Recall {
    /// Returns how well a right answer was remembered after this many hints.
    pub(super) const fn after(hints: u32) -> Self {
        match hints {
            0 => Self::Found,
            1..ANSWER_NAMED => Self::Helped,
            _ => Self::Shown,
        }
    }

    /// Returns the quality, of 0 to 5: below 3 the repetitions start again.
    const fn quality(self) -> u32 {
        match self {
            Self::Missed => 2,
            Self::Shown | Self::Helped => 3,
            Self::Found => 4,
            #[cfg(test)]
            Self::Easy => 5,
        }
    }

    /// Returns whether it was found without help.
    pub(super) const fn is_found(self) -> bool {
        self.quality() > Self::Helped.quality()
    }

    /// Returns whether the player did not find it alone, so that it is asked again.
    pub(super) const fn comes_back(self) -> bool {
        matches!(self, Self::Missed | Self::Shown)
    }
}

/// The ease factor of a new card, in hundredths.
const FIRST_EASE: u32 = 250;

/// The smallest ease factor, in hundredths.
const LEAST_EASE: u32 = 130;

/// The largest ease factor, in hundredths; SM-2 sets none, but a file may hold anything.
const GREATEST_EASE: u32 = 1000;

/// The longest interval in days.
const LONGEST: u32 = 3650;

/// When something is asked again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Card {
    /// The day on which it is due.
    pub due: Date,
    /// The number of times in a row that it was remembered.
    pub repetitions: u32,
    /// The days between the last time and the due day.
    interval: u32,
    /// The ease factor in hundredths.
    ease: u32,
}

impl Card {
    /// Creates a card that is due on a day.
    pub(crate) const fn new(due: Date) -> Self {
        Self {
            due,
            repetitions: 0,
            interval: 0,
            ease: FIRST_EASE,
        }
    }

    /// Sets the next day after an answer today.
    pub(crate) fn answer(&mut self, recall: Recall, today: Date) {
        let ease = self.ease.clamp(LEAST_EASE, GREATEST_EASE);
        if recall == Recall::Missed {
            (self.repetitions, self.interval) = (0, 1);
        } else {
            self.repetitions = self.repetitions.saturating_add(1);
            if recall == Recall::Shown {
                // Whoever was told the answer has not remembered it: once more tomorrow.
                self.repetitions = 1;
            }
            self.interval = match self.repetitions {
                1 => 1,
                2 => 6,
                _ => (self.interval.min(LONGEST) * ease).div_ceil(100),
            };
            // 0.1 - (5 - q) (0.08 + (5 - q) 0.02), in hundredths.
            let below = 5 - recall.quality();
            let lost = below * (8 + 2 * below);
            self.ease = (ease + 10).saturating_sub(lost).max(LEAST_EASE);
        }
        self.interval = self.interval.min(LONGEST);
        self.due = today.saturating_add(i64::from(self.interval).days());
    }
}

/// The cards by their names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Schedule(BTreeMap<String, Card>);

impl Schedule {
    /// Records an answer. A puzzle that was missed or shown gets a card; one that was found needs none.
    pub(crate) fn answer(&mut self, name: &str, recall: Recall, today: Date) {
        if recall.comes_back() && !self.0.contains_key(name) {
            self.0.insert(name.to_owned(), Card::new(today));
        }
        if let Some(card) = self.0.get_mut(name) {
            card.answer(recall, today);
        }
    }

    /// Records an answer to what is asked again in any case.
    pub(crate) fn repeat(&mut self, name: &str, recall: Recall, today: Date) {
        let card = self.0.entry(name.to_owned());
        card.or_insert_with(|| Card::new(today))
            .answer(recall, today);
    }

    /// Returns the card of a name.
    pub fn card(&self, name: &str) -> Option<&Card> {
        self.0.get(name)
    }

    /// Returns the names with this prefix that are due, the most overdue first.
    pub(crate) fn due(&self, prefix: &str, today: Date) -> Vec<&str> {
        let of_prefix = self.0.range(prefix.to_owned()..);
        let mut due: Vec<_> = of_prefix
            .take_while(|(name, _)| name.starts_with(prefix))
            .filter(|(_, card)| card.due <= today)
            .collect();
        due.sort_by_key(|(_, card)| card.due);
        due.into_iter().map(|(name, _)| name.as_str()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    const TODAY: Date = date(2026, 1, 1);

    /// Returns the interval and the ease after each answer, given on the day on which it is due.
    fn course(answers: &[Recall]) -> Vec<(u32, u32)> {
        let mut card = Card::new(TODAY);
        answers
            .iter()
            .map(|&recall| {
                let today = card.due;
                card.answer(recall, today);
                assert_eq!(
                    card.due,
                    today.saturating_add(i64::from(card.interval).days())
                );
                (card.interval, card.ease)
            })
            .collect()
    }

    #[test]
    fn what_was_named_by_the_last_hint_is_asked_again_tomorrow() {
        use Recall::{Found, Shown};
        let intervals: Vec<u32> = course(&[Found, Found, Shown, Found])
            .into_iter()
            .map(|(interval, _)| interval)
            .collect();
        assert_eq!(intervals, [1, 6, 1, 6]);
    }

    #[test]
    fn intervals_and_ease_follow_the_formulas_of_sm_2() {
        use Recall::{Easy, Found, Helped, Missed};
        // I(1) = 1, I(2) = 6, I(n) = I(n - 1) EF, rounded up; a quality of 4 leaves EF alone.
        assert_eq!(
            course(&[Found; 5]),
            [(1, 250), (6, 250), (15, 250), (38, 250), (95, 250)]
        );
        // A quality of 5 adds 0.10, one of 3 takes 0.14.
        assert_eq!(
            course(&[Easy, Easy, Easy, Helped, Found]),
            [(1, 260), (6, 270), (17, 280), (48, 266), (128, 266)]
        );
        // Below 3 the repetitions start again, and EF stays.
        assert_eq!(
            course(&[Easy, Found, Missed, Found, Found, Found]),
            [(1, 260), (6, 260), (1, 260), (1, 260), (6, 260), (16, 260)]
        );
        // EF never falls below 1.3, and no interval is longer than ten years.
        assert_eq!(course(&[Helped; 12])[11].1, LEAST_EASE);
        assert_eq!(course(&[Easy; 30])[29].0, LONGEST);
    }

    #[test]
    fn what_was_missed_comes_back_and_what_was_found_does_not() {
        let mut schedule = Schedule::default();
        schedule.answer("puzzle:a", Recall::Found, TODAY);
        assert_eq!(schedule.card("puzzle:a"), None);
        let tomorrow = TODAY.saturating_add(1.day());
        schedule.answer("puzzle:b", Recall::Missed, tomorrow);
        schedule.answer("puzzle:c", Recall::Missed, TODAY);
        schedule.answer("puzzles", Recall::Missed, TODAY);
        assert!(schedule.due("puzzle:", TODAY).is_empty());
        assert_eq!(schedule.due("puzzle:", tomorrow), ["puzzle:c"]);
        let later = TODAY.saturating_add(9.days());
        assert_eq!(schedule.due("puzzle:", later), ["puzzle:c", "puzzle:b"]);
        schedule.answer("puzzle:c", Recall::Found, later);
        assert_eq!(schedule.due("puzzle:", later), ["puzzle:b"]);
    }

    #[test]
    fn an_answer_that_was_shown_comes_back_but_less_often_than_a_missed_one() {
        let again = |first| {
            let mut schedule = Schedule::default();
            schedule.answer("puzzle:a", first, TODAY);
            let mut dates = Vec::new();
            for _ in 0..3 {
                let card = schedule.card("puzzle:a").unwrap();
                dates.push(card.due);
                let due = card.due;
                schedule.answer("puzzle:a", Recall::Found, due);
            }
            dates
        };
        let (shown, missed) = (again(Recall::Shown), again(Recall::Missed));
        assert_eq!(shown[0], TODAY.saturating_add(1.day()));
        assert!(
            shown
                .iter()
                .zip(&missed)
                .all(|(shown, missed)| shown >= missed)
        );
        assert!(shown[2] > missed[2], "{shown:?} {missed:?}");
    }
}
