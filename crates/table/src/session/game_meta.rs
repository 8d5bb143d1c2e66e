//! The data of a game besides its moves, and its record.

use std::time::Duration;

use super::{MoveNote, Session, TableGame, participants};
use crate::clock::{Bonus, FlagRule, Remaining, SideTime, StartTime, TimeControl};
use crate::player::description::PlayerName;
use crate::player::name::{PersonName, shown_names};
use reversi::{ByColor, Color, Game, Square};
use reversi_notation::{Casual, GameOrigin, Participant, Record, Seats, StatedEnding};

/// Everything about a game except its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameMeta<G: TableGame = Game> {
    /// The start of the game. Distinguishes the games of one program.
    pub started_at: StartTime,
    /// The player of each side.
    pub players: ByColor<G::Kind>,
    /// The names of the people among them.
    pub names: ByColor<PersonName>,
    /// The clocks, if any.
    pub clocks: Option<SavedClocks>,
    /// Notes by entry, including undone entries. May be shorter than the game.
    pub notes: Vec<MoveNote>,
    /// The name of the opening that the game began with; `None` for the usual start.
    pub opening: Option<String>,
    /// What made the game casual first; `None` if it is rated.
    pub casual: Option<Casual>,
    /// Whether a side has lost because it left; the last entry is then a resignation.
    pub departed: bool,
    /// The side of the first of two people.
    pub first: Color,
    /// Who plays at the other end of a connection.
    pub remote: Participant,
    /// Who made the entries.
    pub seats: Seats,
    /// The move that a hint shows in the present position.
    pub hinted: Option<Square>,
}

/// The clocks of a saved game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedClocks {
    /// The time control.
    pub control: TimeControl,
    /// What happens when a side runs out of time.
    pub rule: FlagRule,
    /// The time left in milliseconds; negative when exceeded.
    pub left_ms: ByColor<i64>,
}

impl<G: TableGame> GameMeta<G> {
    /// Creates the data of a game without clocks or notes.
    pub const fn new(started_at: StartTime, players: ByColor<G::Kind>) -> Self {
        Self {
            started_at,
            players,
            names: ByColor::new(PersonName::EMPTY, PersonName::EMPTY),
            clocks: None,
            notes: Vec::new(),
            opening: None,
            casual: None,
            departed: false,
            first: Color::Black,
            remote: Participant::Guest,
            seats: Seats::EMPTY,
            hinted: None,
        }
    }

    /// Returns the players as people know them.
    pub(crate) fn shown_players(&self) -> ByColor<PlayerName> {
        shown_names(&self.players, &self.names)
    }

    /// Returns the data of a session's game.
    pub fn of(session: &Session<G>, started_at: StartTime) -> Self {
        let timing = &session.timing;
        let clocks = timing.clock().zip(timing.remaining());
        Self {
            clocks: clocks.map(|(clock, left)| SavedClocks {
                control: clock.control(),
                rule: clock.rule(),
                left_ms: left.map(Remaining::millis),
            }),
            notes: timing.notes().to_vec(),
            names: session.names,
            opening: session.opening.clone(),
            casual: session.help.casual,
            departed: session.departed().is_some(),
            first: session.help.first,
            remote: session.help.remote,
            seats: session.seats.clone().until(session.participants()),
            hinted: session.help.hinted,
            ..Self::new(started_at, session.players().clone())
        }
    }
}

impl GameMeta {
    /// Returns who played the game, and how its moves came about.
    pub fn origin(&self) -> GameOrigin {
        let sides = participants(&self.players, self.first, self.remote);
        GameOrigin {
            sides,
            seats: self.seats.clone().until(sides),
            casual: self.casual,
            moves: self.notes.iter().map(|note| note.origin).collect(),
        }
    }

    /// Returns the record of a game: its moves and this data.
    pub fn record(&self, game: &Game) -> Record {
        let mut record = Record::from_game(game);
        if let Some(result) = record.result.as_mut().filter(|_| self.departed) {
            let ending = &mut result.ending;
            *ending = ending.map(|_| StatedEnding::Left);
        }
        let names = self.shown_players();
        record.players = ByColor::from_fn(|color| match &self.players[color] {
            kind if kind.is_cpu() => kind.to_string(),
            _ => names[color].to_string(),
        });
        record.date = self.started_at.to_string();
        if let Some(opening) = &self.opening {
            record.event = format!("Opening: {opening}");
        }
        if let Some(clocks) = &self.clocks {
            record.time_control = ByColor::from_fn(|color| clock_text(clocks.control.side(color)));
        }
        record.origin = Some(self.origin());
        for (recorded, note) in record.moves.iter_mut().zip(&self.notes) {
            recorded.notes.seconds = note.time.map(|time| rounded(time.as_secs_f64()));
            recorded.notes.evaluation = note.score.map(|score| f64::from(score.discs()));
        }
        record
    }
}

/// Rounds seconds to hundredths.
fn rounded(seconds: f64) -> f64 {
    (seconds * 100.0).round() / 100.0
}

/// Returns a time control in GGF's notation: `05:00/00:03` is five minutes and three seconds a move, `00:00.5` half a
/// second. It has no other kinds, which are named.
fn clock_text(time: SideTime) -> String {
    let units = |time: Duration| {
        let seconds = time.as_secs();
        let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        let mut text = if hours > 0 {
            format!("{hours:02}:{minutes:02}:{seconds:02}")
        } else {
            format!("{minutes:02}:{seconds:02}")
        };
        let thousandths = time.subsec_millis();
        if thousandths > 0 {
            text += format!(".{thousandths:03}").trim_end_matches('0');
        }
        text
    };
    if time.per_move.is_zero() {
        return units(time.initial);
    }
    let between = match time.bonus {
        Bonus::Increment => "/",
        Bonus::Delay => " delay ",
        Bonus::ByoYomi => " byo-yomi ",
    };
    units(time.initial) + between + &units(time.per_move)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_control_is_written_with_parts_of_a_second() {
        let time = |initial, per_move| SideTime {
            initial: Duration::from_millis(initial),
            per_move: Duration::from_millis(per_move),
            bonus: Bonus::Increment,
        };
        for (time, text) in [
            (time(300_000, 3000), "05:00/00:03"),
            (time(2000, 500), "00:02/00:00.5"),
            (time(3_600_250, 0), "01:00:00.25"),
        ] {
            assert_eq!(clock_text(time), text);
        }
    }
}
