//! The coach: judges a person's move against a CPU before it is final, and warns once if it loses much.
//! It answers in the background, and a late answer is not waited for.

use std::time::{Duration, Instant};

use crate::review::{BLUNDER, MoveReview, Reviewer, TriedMove};
use reversi::search::{Limits, MoveScore};
use reversi::{Game, Position, Square};
use reversi_table::background::{Background, Reporter, ValueTask, Waker};
use reversi_table::player::{PlayerError, last_square};

/// The time for each of the two positions of a judgement.
const TIME: Duration = Duration::from_millis(150);

/// A move whose judgement takes longer is played.
const PATIENCE: Duration = Duration::from_millis(600);

const LIMITS: Limits = Limits::depth(12).with_exact_from(14).with_time(TIME);

/// The memory of a judgement in megabytes.
const TABLE: usize = 8;

/// The coach of a game. See the [module](self).
#[derive(Debug)]
pub struct Coach {
    task: ValueTask<TriedMove, Option<MoveReview>, PlayerError>,
    /// The move that waits for its judgement, and until when.
    pending: Option<(TriedMove, Instant)>,
    /// The judgement of a move that loses much.
    warning: Option<(Position, MoveReview)>,
    /// The last move that it warned about.
    warned: Option<TriedMove>,
}

impl Coach {
    /// Creates a coach. The waker is called when a judgement is there.
    pub fn new(waker: Waker) -> Self {
        Self::within(LIMITS, waker)
    }

    /// Creates a coach that searches within these limits.
    fn within(limits: Limits, waker: Waker) -> Self {
        let judge = move |tried, reporter: &Reporter<_>| {
            let reviewer = Reviewer::new(TABLE, limits);
            reviewer.review_move(tried, &|| reporter.is_stopped())
        };
        Self {
            task: Background::start("coach", waker, judge),
            pending: None,
            warning: None,
            warned: None,
        }
    }

    /// Starts to judge a legal move in a game. Returns `false` if it has warned about it already.
    pub fn consider(&mut self, game: &Game, square: Square, now: Instant) -> bool {
        self.forget();
        let asked = TriedMove {
            position: game.position(),
            last: last_square(game),
            square,
        };
        if self.warned == Some(asked) {
            return false;
        }
        self.pending = Some((asked, now + PATIENCE));
        self.task.ask(asked);
        true
    }

    /// Takes the judgement. Returns the move if it is to be played: it does not lose much, or the
    /// judgement takes too long.
    pub fn poll(&mut self, now: Instant) -> Option<Square> {
        let (asked, until) = self.pending?;
        let judged = self.task.next_value();
        if judged.is_none() && now < until {
            return None;
        }
        self.forget();
        let judged = judged.and_then(|judged| judged.ok().flatten());
        let Some(judged) = judged.filter(|judged| judged.loss > BLUNDER) else {
            return Some(asked.square);
        };
        self.warned = Some(asked);
        self.warning = Some((asked.position, judged));
        None
    }

    /// Returns when the judgement is not waited for any longer.
    pub fn due(&self) -> Option<Instant> {
        self.pending.map(|(_, until)| until)
    }

    /// Returns the move that is judged or warned about.
    pub fn square(&self) -> Option<Square> {
        let pending = self.pending.map(|(asked, _)| asked.square);
        pending.or_else(|| self.warning.as_ref().map(|(_, judged)| judged.square))
    }

    /// Returns whether it warns about a move.
    pub const fn warns(&self) -> bool {
        self.warning.is_some()
    }

    /// Returns the judgement of the move that it warns about, by deeper scores of the moves, if there are any.
    pub fn warning(&self, deeper: &[MoveScore]) -> Option<MoveReview> {
        let (_, judged) = self.warning.as_ref()?;
        Some(judged.with_scores(deeper))
    }

    /// Forgets the warnings of the last game.
    pub fn new_game(&mut self) {
        self.forget();
        self.warned = None;
    }

    /// Forgets the move, so that another one can be chosen. Returns whether there was one.
    pub fn forget(&mut self) -> bool {
        self.task.stop();
        self.pending.take().is_some() | self.warning.take().is_some()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::review::Reason;
    use reversi::Color;
    use reversi::search::{Certainty, Score};
    use reversi::transcript;

    /// The limits without the time, so that what it says does not depend on the machine.
    const UNTIMED: Limits = {
        let mut limits = LIMITS;
        limits.time = None;
        limits
    };

    /// A position where a3 opens the corner a1 and loses 26 discs, which the solver proves.
    const BEFORE_A3: &str = "f5f6e6f4e3c5c4d6b5d3c3e2f2c2g4f3g3f1d1b6c6e1c1d2g1a5g5h6e7f7b4a4d7b3f8c7c8h4h3h5g2g6h7b2b1e8";

    fn judged(coach: &mut Coach, now: Instant) -> Option<Square> {
        while coach.pending.is_some() {
            if let Some(square) = coach.poll(now) {
                return Some(square);
            }
            std::thread::yield_now();
        }
        None
    }

    #[test]
    fn it_warns_once_about_a_move_that_loses_much_and_says_why() {
        let game = transcript::parse(BEFORE_A3).unwrap();
        let mut coach = Coach::within(UNTIMED, Arc::new(|| ()));
        let now = Instant::now();
        let (bad, good) = ("a3".parse().unwrap(), "a6".parse().unwrap());
        assert!(coach.consider(&game, bad, now));
        assert_eq!(judged(&mut coach, now), None);
        let warned = coach.warning(&[]).unwrap();
        let (corner, was_open) = ("a1".parse().unwrap(), false);
        assert_eq!(warned.reason, Some(Reason::GaveCorner { corner, was_open }));
        assert_eq!((warned.square, warned.squares()), (bad, corner.into()));
        assert!(!coach.consider(&game, bad, now), "only once");
        assert_eq!(coach.warning(&[]), None);
        assert!(coach.consider(&game, good, now));
        assert_eq!(judged(&mut coach, now), Some(good));
    }

    #[test]
    fn a_warning_tells_the_loss_by_the_deepest_scores() {
        let found = |name: &str, score, depth| {
            MoveScore::new(
                name.parse().ok(),
                Score::of(score),
                Certainty::Estimate,
                depth,
                Vec::new(),
            )
        };
        let mut coach = Coach::within(UNTIMED, Arc::new(|| ()));
        let judged = MoveReview {
            color: Color::Black,
            square: "d3".parse().unwrap(),
            best: found("f5", 1, 12),
            played: found("d3", -8, 12),
            loss: 9,
            reason: Some(Reason::Frontier { to: 3, best: 2 }),
            chances: None,
        };
        coach.warning = Some((Position::START, judged));
        let loss = |deeper: &[MoveScore]| coach.warning(deeper).unwrap().loss;
        assert_eq!(loss(&[]), 9);
        let shallower = [found("f5", 3, 2), found("d3", 2, 11)];
        assert_eq!(loss(&shallower), 9);
        let deeper = [found("c4", 2, 20), found("f5", 0, 20), found("d3", -7, 19)];
        assert_eq!(loss(&deeper), 7);
        let other = [found("f5", 0, 20), found("d3", 1, 20)];
        assert_eq!(loss(&other), 0);
        assert!(coach.warning(&other).unwrap().squares().is_empty());
    }

    #[test]
    fn a_judgement_that_is_late_is_not_waited_for() {
        let game = Game::new();
        let mut coach = Coach::within(UNTIMED, Arc::new(|| ()));
        let now = Instant::now();
        let square = "f5".parse().unwrap();
        coach.task = Background::start("coach", Arc::new(|| ()), |_, reporter: &Reporter<_>| {
            while !reporter.is_stopped() {
                std::thread::yield_now();
            }
            Ok(None)
        });
        assert!(coach.consider(&game, square, now));
        assert_eq!(coach.poll(now), None);
        assert_eq!(coach.square(), Some(square), "it is shown at once");
        assert_eq!(coach.poll(now + PATIENCE), Some(square));
        assert_eq!(coach.due(), None);
    }
}
