//! The sequential test of two hypotheses about the Elo difference: it ends a match as soon as one of them
//! is clearly the better one.
//!
//! This is Abraham Wald's test ("Sequential tests of statistical hypotheses", Annals of Mathematical
//! Statistics 16, 1945) in the generalized form of Li, Liu and Ying (Sequential Analysis 33, 2014), applied
//! to the five possible scores of a pair of games as Michel Van den Bergh describes it for fishtest: the
//! likelihood of a hypothesis is that of the most likely distribution of pair scores with its mean.

/// The probability of each of the two wrong verdicts.
const ERROR: f64 = 0.05;

/// The scores of a pair of games, as shares of its two points.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// The count to assume for a result that never occurred, so that no likelihood is zero.
const ALMOST_NONE: f64 = 1e-3;

/// Two hypotheses about the Elo difference, as expected by engine testers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference under H0.
    pub elo0: f64,
    /// The difference under H1, greater than that of H0.
    pub elo1: f64,
}

/// The end of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtVerdict {
    /// The difference is rather that of H0.
    H0,
    /// The difference is rather that of H1.
    H1,
}

impl Sprt {
    /// The log-likelihood ratio at which H1 is accepted; at its negative, H0 is.
    pub fn bound() -> f64 {
        ((1.0 - ERROR) / ERROR).ln()
    }

    /// Returns the verdict at a log-likelihood ratio, `None` to continue.
    pub(crate) fn verdict(llr: f64) -> Option<SprtVerdict> {
        if llr >= Self::bound() {
            Some(SprtVerdict::H1)
        } else if llr <= -Self::bound() {
            Some(SprtVerdict::H0)
        } else {
            None
        }
    }

    /// Returns the log-likelihood ratio of H1 to H0 after this many pairs of each score: 0, 1/2, 1, 3/2 and
    /// 2 points.
    pub(crate) fn llr(&self, pairs: [u32; 5]) -> f64 {
        if pairs == [0; 5] {
            return 0.0;
        }
        let counts = pairs.map(|count| f64::from(count).max(ALMOST_NONE));
        let log_likelihood = |elo: f64| {
            let mean = 1.0 / (1.0 + 10f64.powf(-elo / 400.0));
            let tilt = tilt(&counts, mean);
            // Leaves out the entropy of the counts, which is the same for both hypotheses.
            let terms = counts.iter().zip(SCORES);
            -terms
                .map(|(count, score)| count * (tilt * (score - mean)).ln_1p())
                .sum::<f64>()
        };
        log_likelihood(self.elo1) - log_likelihood(self.elo0)
    }
}

/// Returns the Lagrange multiplier of the most likely distribution with a mean: it gives each score the
/// probability `count / total / (1 + tilt * (score - mean))` (Art Owen, "Empirical likelihood ratio
/// confidence intervals for a single functional", Biometrika 75, 1988).
fn tilt(counts: &[f64; 5], mean: f64) -> f64 {
    // The mean that remains falls as the tilt grows; between the poles it falls through zero.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        let terms = counts.iter().zip(SCORES);
        let remains: f64 = terms
            .map(|(count, score)| count * (score - mean) / (1.0 + middle * (score - mean)))
            .sum();
        if remains > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt as _, SeedableRng as _};

    use super::*;

    const TEST: Sprt = Sprt {
        elo0: 0.0,
        elo1: 10.0,
    };

    #[test]
    fn the_ratio_of_many_pairs_is_that_of_normal_scores() {
        // For hypotheses that are close, n (s1 - s0) (2 mean - s0 - s1) / (2 variance) is the limit.
        for pairs in [
            [900, 2100, 4000, 2200, 950],
            [1500, 0, 7000, 0, 1600],
            [700, 1500, 3000, 1550, 720],
        ] {
            let counts = pairs.map(f64::from);
            let n: f64 = counts.iter().sum();
            let mean = counts.iter().zip(SCORES).map(|(c, s)| c * s).sum::<f64>() / n;
            let squares = counts
                .iter()
                .zip(SCORES)
                .map(|(c, s)| c * (s - mean).powi(2));
            let variance = squares.sum::<f64>() / n;
            let score = |elo: f64| 1.0 / (1.0 + 10f64.powf(-elo / 400.0));
            let (s0, s1) = (score(0.0), score(4.0));
            let expected = n * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
            let llr = Sprt {
                elo0: 0.0,
                elo1: 4.0,
            }
            .llr(pairs);
            assert!(
                (llr - expected).abs() < 0.02 * expected.abs(),
                "{llr} {expected}"
            );
        }
    }

    #[test]
    fn the_ratio_of_few_pairs_is_that_of_the_formula() {
        // Computed with another program.
        for (pairs, elo0, elo1, expected) in [
            ([12, 30, 55, 41, 17], 0.0, 10.0, 0.78841),
            ([400, 900, 2000, 1700, 800], 0.0, 4.0, 27.17294),
            ([0, 0, 5, 9, 6], 0.0, 50.0, 2.67156),
            ([33, 80, 120, 60, 20], -5.0, 5.0, -2.3486),
        ] {
            let llr = Sprt { elo0, elo1 }.llr(pairs);
            assert!((llr - expected).abs() < 1e-4, "{llr} {expected}");
        }
    }

    #[test]
    fn the_other_sides_view_has_the_opposite_ratio() {
        let pairs = [12, 30, 55, 41, 17];
        let mut reversed = pairs;
        reversed.reverse();
        let other = Sprt {
            elo0: -TEST.elo1,
            elo1: -TEST.elo0,
        };
        assert!((TEST.llr(pairs) + other.llr(reversed)).abs() < 1e-9);
        assert!(TEST.llr([0; 5]).abs() < 1e-12);
        assert!(TEST.llr([0, 0, 0, 0, 30]) > 0.0 && TEST.llr([30, 0, 0, 0, 0]) < 0.0);
    }

    #[test]
    fn the_bounds_are_those_of_wald() {
        assert!((Sprt::bound() - 2.944).abs() < 0.001);
        assert_eq!(Sprt::verdict(2.95), Some(SprtVerdict::H1));
        assert_eq!(Sprt::verdict(-2.95), Some(SprtVerdict::H0));
        assert_eq!(Sprt::verdict(2.9), None);
    }

    /// Plays pairs of games with this chance to win each, no draws, until there is a verdict.
    fn simulate(elo: f64, random: &mut ChaCha8Rng) -> SprtVerdict {
        let test = Sprt {
            elo0: 0.0,
            elo1: 60.0,
        };
        let chance = 1.0 / (1.0 + 10f64.powf(-elo / 400.0));
        let mut pairs = [0; 5];
        loop {
            let won = [(); 2].map(|()| usize::from(random.random_bool(chance)));
            pairs[2 * (won[0] + won[1])] += 1;
            if let Some(verdict) = Sprt::verdict(test.llr(pairs)) {
                return verdict;
            }
        }
    }

    /// Takes seconds: it simulates 1200 tests, and each computes a ratio after every pair of games, in 200 steps.
    #[test]
    fn one_verdict_in_twenty_is_wrong_where_a_hypothesis_is_true() {
        let mut random = ChaCha8Rng::seed_from_u64(3);
        let mut wrong = |elo: f64, verdict: SprtVerdict| {
            let runs = (0..400).filter(|_| simulate(elo, &mut random) == verdict);
            runs.count()
        };
        let (accepted, rejected) = (wrong(0.0, SprtVerdict::H1), wrong(60.0, SprtVerdict::H0));
        assert!((6..=30).contains(&accepted), "{accepted} of 400");
        assert!((6..=30).contains(&rejected), "{rejected} of 400");
        assert_eq!(wrong(200.0, SprtVerdict::H0), 0);
    }
}
