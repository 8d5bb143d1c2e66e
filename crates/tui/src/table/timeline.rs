//! Timing on the board: the wave of flips, and when a CPU's move may appear.

use std::time::{Duration, Instant};

use reversi::{ByColor, Color, Game, Square, SquareSet};
use reversi_board::parts::{Disc, EDGE, GONE};

/// The delay between the flips of neighbouring discs.
const RIPPLE: Duration = Duration::from_millis(55);

/// The duration of one disc's flip.
const TURN: Duration = Duration::from_millis(170);

/// How long captured stones take to dissolve.
const DISSOLVE: Duration = Duration::from_millis(400);

/// The interval between frames of a wave.
const FRAME: Duration = Duration::from_millis(20);

/// How long the last position is shown before its discs are counted.
const LAST_LOOK: Duration = Duration::from_millis(700);

/// The time between two discs while they are counted.
const COUNT: Duration = Duration::from_millis(30);

/// How long small discs fall over the felt after a win.
const CHEER: Duration = Duration::from_millis(1800);

/// Discs that flip one after another, away from the placed disc, or dissolve together.
#[derive(Clone, Copy, Debug)]
struct Wave {
    /// The placed disc; `None` if the discs dissolve.
    square: Option<Square>,
    flips: SquareSet,
    /// Their colour in the end.
    to: Color,
    start: Instant,
}

impl Wave {
    /// Returns when a disc starts to flip.
    fn begins(&self, square: Square) -> Instant {
        let Some(placed) = self.square else {
            return self.start;
        };
        let files = square.file().index().abs_diff(placed.file().index());
        let ranks = square.rank().index().abs_diff(placed.rank().index());
        self.start + RIPPLE * u32::from(files.max(ranks).saturating_sub(1))
    }

    /// Returns how long one disc takes.
    fn duration(&self) -> Duration {
        self.square.map_or(DISSOLVE, |_| TURN)
    }

    fn end(&self) -> Instant {
        let begins = self.flips.iter().map(|square| self.begins(square));
        begins
            .max()
            .map_or(self.start, |last| last + self.duration())
    }

    /// Returns the appearance of a disc while it flips or dissolves.
    fn turning(&self, square: Square, now: Instant) -> Option<Disc> {
        if !self.flips.contains(square) {
            return None;
        }
        let passed = now.saturating_duration_since(self.begins(square));
        if passed >= self.duration() {
            return None;
        }
        let steps = self.square.map_or(GONE, |_| 2 * EDGE);
        let at = passed.as_millis() * u128::from(steps) / self.duration().as_millis();
        #[allow(clippy::cast_possible_truncation)] // below the number of steps
        let at = at as u8;
        Some(match self.square {
            None => Disc {
                gone: at,
                ..Disc::flat(self.to)
            },
            Some(_) if at < EDGE => Disc {
                step: at,
                ..Disc::flat(self.to.opposite())
            },
            Some(_) => Disc {
                step: steps - at,
                ..Disc::flat(self.to)
            },
        })
    }
}

/// The timing of the board.
#[derive(Debug)]
pub(crate) struct Timeline {
    wave: Option<Wave>,
    /// When the current position appeared.
    since: Instant,
    /// Whether there is more to read than usual before the next move.
    unhurried: bool,
    /// The discs at the end of a game, and when they begin to be counted.
    count: Option<(ByColor<u32>, Instant)>,
    /// Whether the only person has won, which is cheered once the discs are counted.
    cheers: bool,
}

impl Timeline {
    /// Creates the timing of a new board.
    pub(crate) const fn new(now: Instant) -> Self {
        Self {
            wave: None,
            since: now,
            unhurried: false,
            count: None,
            cheers: false,
        }
    }

    /// Starts to count the discs, a moment after the last one has turned; then a win of the only person, `you`, is cheered.
    pub(crate) fn count_discs(&mut self, discs: ByColor<u32>, you: Option<Color>, now: Instant) {
        let end = self.wave.map_or(now, |wave| wave.end());
        self.count = Some((discs, end + LAST_LOOK));
        self.cheers = you.is_some_and(|you| discs[you] > discs[you.opposite()]);
    }

    /// Returns how much of the cheer has passed, 0 to 1, while there is one.
    pub(crate) fn cheer(&self, now: Instant) -> Option<f32> {
        let (discs, start) = self.count.filter(|_| self.cheers)?;
        let end = start + COUNT * discs.black.max(discs.white);
        let passed = now.checked_duration_since(end)?;
        (passed < CHEER).then(|| passed.as_secs_f32() / CHEER.as_secs_f32())
    }

    /// Returns how many discs have been counted; `None` if the count has not begun.
    pub(crate) fn counted(&self, now: Instant) -> Option<ByColor<u32>> {
        let (discs, start) = self.count.filter(|(_, start)| *start <= now)?;
        let by_now = (now - start).as_millis() / COUNT.as_millis();
        Some(discs.map(|discs| discs.min(u32::try_from(by_now).unwrap_or(discs))))
    }

    /// Returns whether discs are still to be counted.
    pub(crate) fn is_counting(&self, now: Instant) -> bool {
        let discs = self.count.map(|(discs, _)| discs);
        discs.is_some() && self.counted(now) != discs
    }

    /// Plays a move and starts its wave. Returns whether the move was legal.
    pub(crate) fn play(
        &mut self,
        game: &mut Game,
        square: Square,
        animated: bool,
        now: Instant,
    ) -> bool {
        let color = game.position().side_to_move();
        if game.play(square).is_err() {
            return false;
        }
        if let Some((square, flips)) = game.last_move() {
            self.moved(square, flips, color, animated, now);
        }
        true
    }

    /// Starts the wave of a move.
    pub(crate) fn moved(
        &mut self,
        square: Square,
        flips: SquareSet,
        to: Color,
        animated: bool,
        now: Instant,
    ) {
        self.start((Some(square), flips), to, animated, now);
    }

    /// Lets captured stones of a color dissolve, all together.
    pub(crate) fn captured(&mut self, stones: SquareSet, of: Color, animated: bool, now: Instant) {
        self.start((None, stones), of, animated, now);
    }

    fn start(
        &mut self,
        (square, flips): (Option<Square>, SquareSet),
        to: Color,
        animated: bool,
        now: Instant,
    ) {
        let wave = Wave {
            square,
            flips,
            to,
            start: now,
        };
        self.count = None;
        self.wave = animated.then_some(wave);
        self.since = now;
        self.unhurried = false;
    }

    /// Returns the captured stones that are still seen, and their color.
    pub(crate) fn dissolving(&self, now: Instant) -> Option<(SquareSet, Color)> {
        let is_seen = |wave: &Wave| wave.square.is_none() && now < wave.end();
        let wave = self.wave.filter(is_seen)?;
        Some((wave.flips, wave.to))
    }

    /// Ends the wave after any other change.
    pub(crate) fn changed(&mut self, now: Instant) {
        self.wave = None;
        self.count = None;
        self.since = now;
        self.unhurried = false;
    }

    /// Allows extra reading time before the next move.
    pub(crate) fn read_first(&mut self) {
        self.unhurried = true;
    }

    /// Ends the wave and the count when a key is pressed.
    pub(crate) fn end_wave(&mut self) {
        self.count = None;
        self.wave = None;
    }

    /// Returns whether discs are flipping.
    pub(crate) const fn is_flipping(&self) -> bool {
        self.wave.is_some()
    }

    /// Removes what has ended.
    pub(crate) fn pass_to(&mut self, now: Instant) {
        if self.wave.is_some_and(|wave| wave.end() <= now) {
            self.wave = None;
        }
    }

    /// Returns when a CPU's move may appear: after the pause, and never before the wave ends.
    pub(crate) fn due(&self, pace: Duration) -> Instant {
        let pace = if self.unhurried { pace * 3 } else { pace };
        let due = self.since + pace;
        self.wave.map_or(due, |wave| due.max(wave.end()))
    }

    /// Returns when the display next changes.
    pub(crate) fn next_frame(&self, now: Instant) -> Option<Instant> {
        let count = self.count.filter(|_| self.is_counting(now));
        match (self.wave, count) {
            (Some(_), _) => Some(now + FRAME),
            (None, None) if self.cheer(now).is_some() => Some(now + 2 * FRAME),
            (None, count) => count.map(|(_, start)| start.max(now + COUNT)),
        }
    }

    /// Returns the appearance of a disc of a color, which may be flipping.
    pub(crate) fn disc(&self, square: Square, color: Color, now: Instant) -> Disc {
        let turning = self.wave.and_then(|wave| wave.turning(square, now));
        turning.unwrap_or(Disc::flat(color))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn discs_are_counted_after_the_last_one_has_turned() {
        let start = Instant::now();
        let mut timeline = Timeline::new(start);
        timeline.moved(
            Square::A1,
            [Square::A8].into_iter().collect(),
            Color::White,
            true,
            start,
        );
        let discs = ByColor::new(3, 61);
        timeline.count_discs(discs, None, start);
        let begins = start + TURN + RIPPLE * 6 + LAST_LOOK;
        assert_eq!(timeline.counted(begins.checked_sub(COUNT).unwrap()), None);
        assert!(timeline.is_counting(start) && timeline.is_counting(begins));
        assert_eq!(
            timeline.counted(begins + COUNT * 5),
            Some(ByColor::new(3, 5))
        );
        assert_eq!(timeline.counted(begins + COUNT * 61), Some(discs));
        timeline.pass_to(begins + COUNT * 61);
        assert!(!timeline.is_counting(begins + COUNT * 61));
        assert_eq!(timeline.next_frame(begins + COUNT * 61), None);
        timeline.end_wave();
        assert_eq!(timeline.counted(begins + COUNT * 5), None);
    }

    #[test]
    fn captured_stones_dissolve_together_and_are_gone_in_the_end() {
        let start = Instant::now();
        let mut timeline = Timeline::new(start);
        let stones: SquareSet = [Square::A1, Square::A8].into_iter().collect();
        timeline.captured(stones, Color::White, true, start);
        let gone = |ms: u64| {
            let now = start + Duration::from_millis(ms);
            let discs = stones.iter().map(|at| timeline.disc(at, Color::White, now));
            let gone: Vec<u8> = discs.map(|disc| disc.gone).collect();
            assert_eq!(gone[0], gone[1]);
            timeline.dissolving(now).map(|_| gone[0])
        };
        assert_eq!([0, 200, 399].map(gone), [0, GONE / 2, GONE - 1].map(Some));
        assert_eq!(gone(400), None);
        timeline.captured(stones, Color::White, false, start);
        assert_eq!(timeline.dissolving(start), None);
    }

    #[test]
    fn a_wave_runs_away_from_the_disc_and_ends_with_every_disc_turned() {
        let start = Instant::now();
        let mut timeline = Timeline::new(start);
        let square: Square = "a4".parse().unwrap();
        let row = |name: &str| name.parse::<Square>().unwrap();
        let flips = ["b4", "c4", "d4"].map(row).into_iter().collect();
        timeline.moved(square, flips, Color::White, true, start);

        let seen = |timeline: &Timeline, name: &str, ms: u64| {
            let now = start + Duration::from_millis(ms);
            let disc = timeline.disc(row(name), Color::White, now);
            (disc.color, disc.step)
        };
        assert_eq!(seen(&timeline, "b4", 0), (Color::Black, 0));
        assert_eq!(seen(&timeline, "b4", 86), (Color::White, EDGE));
        assert_eq!(seen(&timeline, "b4", 170), (Color::White, 0));
        assert_eq!(seen(&timeline, "d4", 86), (Color::Black, 0));
        assert_eq!(
            seen(&timeline, "a4", 10),
            (Color::White, 0),
            "the placed disc does not turn"
        );

        // A CPU with a short pause waits for the wave; one with a long pause does not wait twice.
        let end = start + TURN + RIPPLE * 2;
        assert_eq!(timeline.due(Duration::ZERO), end);
        assert_eq!(
            timeline.due(Duration::from_secs(1)),
            start + Duration::from_secs(1)
        );

        timeline.pass_to(end);
        assert_eq!(
            timeline.disc(row("d4"), Color::White, end),
            Disc::flat(Color::White)
        );
        assert!(!timeline.is_flipping());
        assert_eq!(timeline.next_frame(end), None);
    }
}
