//! Owns what of a session is kept with its game, and going on with a session that was kept: players,
//! clocks and the game itself.

use std::fmt;

use super::autosave::{Found, GameMeta};
use crate::app::clock::Remaining;
use crate::app::player::PlayerKind;
use crate::app::session::Session;
use crate::app::wording;
use crate::color::{ByColor, Color};
use crate::notation::clean;

/// What belongs to the game of a session now; `begun` is what the [`GameMeta`] of its beginning says.
#[must_use]
pub fn meta(session: &Session, begun: &str) -> GameMeta {
    let clock = session.clock();
    GameMeta {
        begun: begun.to_owned(),
        players: session.players().map(|kind| kind.to_string()),
        time: clock.map(|clock| clock.control().to_string()),
        flag: clock.map(|clock| clock.rule().to_string()),
        left_ms: session.remaining().map(|left| left.map(milliseconds)),
        notes: session.notes(),
    }
}

/// What is left, in milliseconds, negative when it is used up.
fn milliseconds(remaining: Remaining) -> i64 {
    let whole = |time: std::time::Duration| i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
    whole(remaining.left()) - whole(remaining.over())
}

/// Why a session cannot go on with a game: a clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CannotResume(String);

impl fmt::Display for CannotResume {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&wording::cannot_resume(clean(&self.0)))
    }
}

impl std::error::Error for CannotResume {}

/// Puts a game that was found into a session, with its players and clocks. The clocks run on from what
/// was left when the game was saved. Give the game to [`GameSaver::adopt`](super::saver::GameSaver::adopt)
/// then.
///
/// # Errors
/// [`CannotResume`] when this program does not know a player or a time control; nothing has changed.
pub fn resume(session: &mut Session, found: &Found) -> Result<(), CannotResume> {
    let meta = &found.meta;
    let wrong = |why: &dyn fmt::Display| CannotResume(why.to_string());
    let mut players = ByColor::new(PlayerKind::Human, PlayerKind::Human);
    for color in Color::ALL {
        players[color] = meta.players[color].parse().map_err(|error| wrong(&error))?;
    }
    let time = meta.time.as_deref().map(str::parse).transpose();
    let time = time.map_err(|error| wrong(&error))?;
    let flag = meta.flag.as_deref().map(str::parse).transpose();
    let flag = flag.map_err(|error| wrong(&error))?.unwrap_or_default();
    session.set_players(players);
    session.restart(found.game.clone());
    session.set_notes(meta.notes.clone());
    session.set_time(time, flag);
    if let Some(left) = meta.left_ms {
        session.set_left(left);
    }
    session.set_paused(false);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::session::Setup;
    use crate::app::store::autosave::Autosave;
    use crate::app::store::state::StateFolder;
    use crate::notation::transcript;
    use std::sync::{Arc, Mutex};
    use std::time::{Duration, Instant};

    #[test]
    fn a_session_goes_on_with_its_players_and_what_its_clocks_had_left() {
        let folder = tempfile::tempdir().unwrap();
        let state = StateFolder::at(folder.path().to_owned());
        let now = Arc::new(Mutex::new(Instant::now()));
        let setup = |time: Option<&str>| {
            let humans = ByColor::new(PlayerKind::Human, PlayerKind::Human);
            let mut setup = Setup::new(humans, 0);
            setup.time = time.map(|time| time.parse().unwrap());
            let source = Arc::clone(&now);
            setup.now = Arc::new(move || *source.lock().unwrap());
            Session::new(setup, Arc::new(|| ()))
        };
        let pass = |seconds| *now.lock().unwrap() += Duration::from_secs(seconds);
        let mut first = setup(Some("60s+1s"));
        first.play("f5".parse().unwrap()).unwrap();
        pass(10);
        let (mut autosave, ..) = Autosave::open(&state);
        autosave.save(first.game(), &meta(&first, "a")).unwrap();
        drop(autosave);
        // A day goes by, which costs nobody time.
        pass(86_400);
        let (_, found, _) = Autosave::open(&state);
        let mut second = setup(None);
        resume(&mut second, &found[0]).unwrap();
        assert_eq!(second.game(), &transcript::parse("f5").unwrap());
        assert_eq!(meta(&second, "a"), found[0].meta);
        assert_eq!(found[0].meta.left_ms, Some(ByColor::new(61_000, 50_000)));
        pass(20);
        assert_eq!(
            meta(&second, "a").left_ms,
            Some(ByColor::new(61_000, 30_000))
        );
        // To take the move back gives no time back that was spent before.
        second.undo().unwrap();
        assert!(meta(&second, "a").left_ms.unwrap().white <= 50_000);
    }

    #[test]
    fn a_player_that_is_not_known_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let state = StateFolder::at(folder.path().to_owned());
        let (mut autosave, ..) = Autosave::open(&state);
        let players = ByColor::new("human".to_owned(), "oracle\u{7}".to_owned());
        let game = transcript::parse("f5").unwrap();
        autosave
            .save(&game, &GameMeta::starting_now(players))
            .unwrap();
        drop(autosave);
        let (_, found, _) = Autosave::open(&state);
        let humans = ByColor::new(PlayerKind::Human, PlayerKind::Human);
        let mut session = Session::new(Setup::new(humans, 0), Arc::new(|| ()));
        let error = resume(&mut session, &found[0]).unwrap_err().to_string();
        assert!(
            error.starts_with("cannot resume the game: \"oracle"),
            "{error}"
        );
        assert!(!error.contains('\u{7}'));
        assert!(session.game().entries().is_empty());
    }
}
