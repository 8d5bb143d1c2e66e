//! What a guest and a spectator have in common: both take the game of a host.

use std::time::Duration;

use super::{Exchange, NetworkState, checked};
use crate::network::message::GameState;
use reversi::{ByColor, Entry};
use reversi_table::clock::{FlagRule, StartTime};
use reversi_table::player::PlayerKind;
use reversi_table::player::name::PersonName;
use reversi_table::session::{Session, Setup};
use reversi_table::table::Violation;

/// Returns the setup of the host's first game.
pub(super) fn begin(
    host: &GameState,
    (players, names): (ByColor<PlayerKind>, ByColor<PersonName>),
    state: &mut NetworkState,
) -> Option<Setup> {
    (state.number, state.began) = (host.game, host.began);
    let mut setup = Setup::new(players, 0);
    setup.names = names;
    (setup.time, setup.flag) = (host.time, FlagRule::HostDecides);
    (setup.game, setup.departed) = (host.replay()?, host.departed);
    state.known = setup.game.entries().len();
    Some(setup)
}

/// Replaces the game by the host's copy. Entries of this side that the host has not received are sent
/// again. Returns whether it was the same game.
pub(super) fn take_game(
    host: &GameState,
    (players, names): (ByColor<PlayerKind>, ByColor<PersonName>),
    at: &mut Exchange,
) -> Result<bool, Violation> {
    let (state, session) = (&mut *at.state, &mut *at.session);
    let game = host.replay().ok_or(Violation::OutOfPlace)?;
    let left = host.left_ms.map(|left| checked(left, host.time));
    let left = left.transpose()?;
    let is_alike = *session.players() == players && session.game().start() == game.start();
    let is_renewed = state.number != host.game;
    let is_new = state.began != host.began;
    let is_reopened = is_renewed && !is_new && !host.departed && session.departed().is_some();
    if is_reopened && is_alike {
        session.reopen();
    }
    let is_taken_back =
        is_renewed && !is_new && is_alike && session.game().entries().starts_with(game.entries());
    if is_taken_back {
        session.undo_to(game.entries().len());
    }
    let is_same = is_taken_back
        || !is_renewed && is_alike && catch_up(session, game.entries(), host.departed);
    (state.number, state.began) = (host.game, host.began);
    state.known = game.entries().len();
    session.names = names;
    if !is_same {
        if *session.players() != players {
            session.set_players(players);
        }
        session.restart_departed(game, host.departed);
        session.set_time(host.time, FlagRule::HostDecides);
    }
    state.is_connected = true;
    session.set_paused(false);
    take_notes(host, left, state.known, session);
    if let Some(started_at) = StartTime::from_millis(host.started_ms) {
        session.started_at = started_at;
    }
    Ok(is_same)
}

/// Takes from the host who watches.
pub(super) fn take_spectators(names: &[String], at: &mut Exchange) {
    at.show_spectators(names.iter().map(|name| person(name)).collect());
}

/// Returns the names in a host's game; the name of a computer player is no name.
pub(super) fn names(host: &GameState) -> ByColor<PersonName> {
    ByColor::new(person(&host.black_name), person(&host.white_name))
}

fn person(name: &str) -> PersonName {
    name.parse().unwrap_or_default()
}

/// Plays the entries of the host's game that are missing here; `departed` is whether a side has lost it because it left.
/// Returns `false` if the games differ, except for entries of this side at the end that the host has not received yet,
/// such as the claim of the win.
fn catch_up(session: &mut Session, entries: &[Entry], departed: bool) -> bool {
    let here = session.game().entries().len();
    for &entry in entries.iter().skip(here) {
        let done = match entry {
            Entry::Move { square, .. } => session.play_for_remote(square),
            Entry::Resignation { color } if departed => session.depart(color),
            Entry::Resignation { color } if session.players()[color].is_remote() => {
                session.resign_for_remote(color)
            }
            Entry::Timeout { color } => session.time_out(color),
            Entry::Agreement { .. } => session.agree_to_draw(),
            // The session has made the pass after the move before it.
            Entry::Pass { .. } | Entry::Resignation { .. } => Ok(()),
        };
        if done.is_err() {
            return false;
        }
    }
    let claimed = session.departed().is_some();
    let is_own = |entry: &Entry| match entry {
        Entry::Pass { .. } => true,
        Entry::Resignation { .. } if claimed => true,
        entry => !session.players()[entry.color()].is_remote(),
    };
    let ahead = session.game().entries().strip_prefix(entries);
    ahead.is_some_and(|ahead| ahead.iter().all(is_own))
}

/// Takes the times of the host's game: the clocks, the time of each move, and that of the present turn. Takes also how
/// the moves came about. Moves that the host has not received keep their notes.
fn take_notes(state: &GameState, left: Option<ByColor<i64>>, known: usize, session: &mut Session) {
    if let Some(left) = left {
        session.set_left(left);
    }
    if let Some(origin) = state.origin() {
        session.help.casual = origin.casual;
    }
    let mut notes = state.notes(known);
    let own = session.timing.notes().iter().skip(known);
    notes.extend(own.copied());
    session.set_notes(notes);
    if session.game().entries().len() == known {
        session
            .timing
            .set_turn(Duration::from_millis(state.turn_ms.into()));
    }
}
