//! The clocks of a game over GTP: main time, then byo-yomi periods.

use std::time::{Duration, Instant};

use reversi::{ByColor, Color};
use reversi_table::player::TimeLeft;
use reversi_table::player::protocol::gtp::TimeSettings;

/// The clocks of both sides.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct GtpClock {
    settings: TimeSettings,
    /// What is left for each side; `None` for no limit.
    left: ByColor<Option<TimeForMoves>>,
}

/// The time left for a side, and the moves to make in it; 0 moves in the main time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct TimeForMoves {
    time: Duration,
    moves: u32,
}

const fn seconds(seconds: u32) -> Duration {
    Duration::from_secs(seconds as u64)
}

impl GtpClock {
    /// Returns full clocks.
    pub(crate) fn new(settings: TimeSettings) -> Self {
        let TimeSettings {
            main,
            byo_yomi,
            moves,
        } = settings;
        let left = if byo_yomi == 0 && (moves > 0 || main == 0) {
            None
        } else if main == 0 {
            Some(Self::period(settings))
        } else {
            Some(TimeForMoves {
                time: seconds(main),
                moves: 0,
            })
        };
        Self {
            settings,
            left: ByColor::new(left, left),
        }
    }

    /// Returns full clocks with the same settings.
    pub(crate) fn restarted(self) -> Self {
        Self::new(self.settings)
    }

    /// Returns a byo-yomi period.
    const fn period(settings: TimeSettings) -> TimeForMoves {
        TimeForMoves {
            time: seconds(settings.byo_yomi),
            moves: settings.moves,
        }
    }

    /// Sets the time of a side.
    pub(crate) fn set(&mut self, color: Color, left: u32, moves: u32) {
        self.left[color] = Some(TimeForMoves {
            time: seconds(left),
            moves,
        });
    }

    /// Takes the time of a move from a side's clock.
    pub(crate) fn spend(&mut self, color: Color, time: Duration) {
        let Some(left) = &mut self.left[color] else {
            return;
        };
        left.time = left.time.saturating_sub(time);
        let is_over = if left.moves == 0 {
            left.time.is_zero() && self.settings.moves > 0
        } else {
            left.moves -= 1;
            left.moves == 0
        };
        if is_over {
            *left = Self::period(self.settings);
        }
    }

    /// Returns the time for the next moves of a side.
    pub(crate) fn time_left(&self, color: Color, now: Instant) -> Option<TimeLeft> {
        let left = self.left[color]?;
        let (time, increment) = if left.moves > 0 {
            (left.time, left.time / left.moves)
        } else {
            // A move that exceeds the main time begins the first period.
            let share = seconds(self.settings.byo_yomi) / self.settings.moves.max(1);
            (left.time + share, share)
        };
        Some(TimeLeft {
            left: time,
            since: now,
            // Each move of a period brings its share of the period.
            increment,
            reserve: Duration::ZERO,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLACK: Color = Color::Black;

    /// The time left and the increment in seconds.
    fn shown(clock: &GtpClock) -> Option<(u64, u64)> {
        let left = clock.time_left(BLACK, Instant::now())?;
        Some((left.left.as_secs(), left.increment.as_secs()))
    }

    fn clock(main: u32, byo_yomi: u32, moves: u32) -> GtpClock {
        GtpClock::new(TimeSettings {
            main,
            byo_yomi,
            moves,
        })
    }

    #[test]
    fn without_settings_and_with_moves_but_no_time_there_is_no_limit() {
        assert_eq!(shown(&GtpClock::default()), None);
        assert_eq!(shown(&GtpClock::default().restarted()), None);
        assert_eq!(shown(&clock(300, 0, 1)), None);
        assert_eq!(shown(&clock(0, 0, 0)), None);
    }

    #[test]
    fn absolute_time_runs_down() {
        let mut clock = clock(300, 0, 0);
        assert_eq!(shown(&clock), Some((300, 0)));
        clock.spend(BLACK, Duration::from_secs(100));
        assert_eq!(shown(&clock), Some((200, 0)));
        clock.spend(BLACK, Duration::from_secs(900));
        assert_eq!(shown(&clock), Some((0, 0)));
        assert_eq!(shown(&clock.restarted()), Some((300, 0)));
    }

    #[test]
    fn byo_yomi_begins_when_the_main_time_is_over_and_again_after_its_moves() {
        let mut clock = clock(60, 30, 5);
        assert_eq!(shown(&clock), Some((66, 6)));
        clock.spend(BLACK, Duration::from_secs(60));
        assert_eq!(shown(&clock), Some((30, 6)));
        for _ in 0..4 {
            clock.spend(BLACK, Duration::from_secs(5));
        }
        assert_eq!(shown(&clock), Some((10, 10)));
        clock.spend(BLACK, Duration::from_secs(5));
        assert_eq!(shown(&clock), Some((30, 6)));
        clock.set(BLACK, 8, 2);
        assert_eq!(shown(&clock), Some((8, 4)));
        clock.set(BLACK, 8, 0);
        assert_eq!(shown(&clock), Some((14, 6)));
    }
}
