//! Durations in words.

use std::time::Duration;

/// The time that a move took, in at most four characters: `3.4s`, `42s`, `3:05`, `59m`, `2h05`.
pub(crate) fn time_cell(time: Duration) -> String {
    let millis = time.as_millis();
    let (tenths, seconds) = ((millis + 50) / 100, (millis + 500) / 1000);
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    match (tenths, seconds) {
        (..100, _) => format!("{}.{}s", tenths / 10, tenths % 10),
        (_, ..60) => format!("{seconds}s"),
        (_, ..600) => format!("{minutes}:{:02}", seconds % 60),
        (_, ..3600) => format!("{minutes}m"),
        (_, ..36_000) => format!("{hours}h{minutes:02}"),
        _ => ">10h".to_owned(),
    }
}

/// A time in whole seconds: `0:42`.
pub(crate) fn time_spent(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes}:{seconds:02}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_of_a_move_takes_four_characters_at_most() {
        let cell = |millis| time_cell(Duration::from_millis(millis));
        let cases = [
            (0, "0.0s"),
            (3_449, "3.4s"),
            (9_949, "9.9s"),
            (9_951, "10s"),
            (59_499, "59s"),
            (59_500, "1:00"),
            (185_000, "3:05"),
            (3_540_000, "59m"),
            (7_500_000, "2h05"),
            (100_000_000, ">10h"),
        ];
        for (millis, text) in cases {
            assert_eq!(cell(millis), text);
        }
        for seconds in 0..100_000 {
            assert!(cell(1000 * seconds).len() <= 4);
        }
        assert_eq!(time_spent(Duration::from_secs(42)), "0:42");
        assert_eq!(time_spent(Duration::from_secs(3725)), "1:02:05");
    }
}
