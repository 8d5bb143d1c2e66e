//! A running match for a spectator: one game at a time, and the results so far.

use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::Mutex;

use super::{Fixture, Match, Update, short_name};
use crate::app::clock::Clock;
use crate::app::wording::summary;
use crate::color::ByColor;
use crate::game::Game;
use crate::notation::{Record, clean};

/// What a spectator sees.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The number of changes so far.
    pub(crate) version: u64,
    /// The number of the game, from 1; 0 before the first one.
    pub(crate) number: u32,
    /// The number of games of the match.
    pub(crate) games: u32,
    /// The players of the game.
    pub(crate) names: ByColor<String>,
    /// The game.
    pub(crate) game: Game,
    /// Its clocks.
    pub(crate) clock: Option<Clock>,
    /// How it ended.
    pub(crate) result: Option<String>,
    /// The results so far, in short lines.
    pub(crate) table: Vec<String>,
    /// How the match ended, as a sentence.
    pub(crate) end: Option<String>,
    /// Whether the next move of any game replaces this game.
    is_free: bool,
}

/// A match that is played on one thread and watched on another; neither waits for the other.
#[derive(Debug)]
pub struct Watch {
    scene: Mutex<Scene>,
    runs_on: AtomicBool,
}

impl Watch {
    /// Creates a watch of a match before its first game.
    pub fn new(contest: &Match) -> Self {
        Self {
            scene: Mutex::new(Scene {
                version: 0,
                number: 0,
                games: contest.games(),
                names: ByColor::default(),
                game: Game::new(),
                clock: None,
                result: None,
                table: Vec::new(),
                end: None,
                is_free: true,
            }),
            runs_on: AtomicBool::new(false),
        }
    }

    /// Shows what happened in the match, if it happened in the shown game.
    pub fn take(&self, update: &Update<'_>) {
        match update {
            Update::Moved(fixture, session) => {
                let mut scene = self.scene.lock();
                if scene.is_free {
                    scene.is_free = false;
                    scene.number = fixture.number + 1;
                    scene.result = None;
                    let players = session.players();
                    scene.names = players.as_ref().map(short_name);
                }
                if scene.shows(fixture) {
                    scene.version += 1;
                    scene.game = session.game().clone();
                    scene.clock = session.timing().clock().cloned();
                }
            }
            Update::Ended(fixture, record, _) => {
                let mut scene = self.scene.lock();
                if scene.shows(fixture) {
                    scene.end_game(record);
                }
            }
        }
    }

    /// Sets the results so far.
    pub fn set_table(&self, table: Vec<String>) {
        let mut scene = self.scene.lock();
        scene.version += 1;
        scene.table = table;
    }

    /// Notes the end of the match, in a sentence.
    pub fn end(&self, sentence: String) {
        let mut scene = self.scene.lock();
        scene.version += 1;
        scene.clock = None;
        scene.end = Some(sentence);
    }

    /// Returns the scene, if it has changed since this version.
    pub(crate) fn since(&self, version: u64) -> Option<Scene> {
        let scene = self.scene.lock();
        (scene.version > version).then(|| scene.clone())
    }

    /// Shows another game once the present one is over.
    pub(crate) fn follow_next(&self) {
        let mut scene = self.scene.lock();
        scene.is_free |= scene.result.is_some();
    }

    /// Lets the match run on after the spectator has left.
    pub(crate) fn run_on(&self) {
        self.runs_on.store(true, Ordering::Relaxed);
    }

    /// Returns whether the match is to run on without a spectator.
    pub fn runs_on(&self) -> bool {
        self.runs_on.load(Ordering::Relaxed)
    }
}

impl Scene {
    fn shows(&self, fixture: &Fixture) -> bool {
        self.number == fixture.number + 1 && self.result.is_none()
    }

    fn end_game(&mut self, record: &Record) {
        self.version += 1;
        self.clock = None;
        self.result = Some(if record.comment.is_empty() {
            summary::result(record)
        } else {
            clean(&record.comment).into_owned()
        });
        if let Ok(game) = record.replay() {
            self.game = game;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::arena::Runner;

    #[test]
    fn a_spectator_follows_one_game_to_its_end_and_then_the_next() {
        let players = ["greedy", "random"].map(|name| name.parse().unwrap());
        let contest = Match::new(players.into(), 4);
        let watch = Watch::new(&contest);
        let mut shown = Vec::new();
        let mut version = 0;
        let results = Runner::new(&contest).run(3, |update| {
            watch.take(&update);
            if let Some(scene) = watch.since(version) {
                version = scene.version;
                shown.push(scene);
            }
            if shown.last().is_some_and(|scene| scene.result.is_some()) {
                watch.follow_next();
            }
            Ok(())
        });
        assert!(results.unwrap().is_complete());
        assert_eq!(watch.since(version).map(|scene| scene.version), None);
        let mut numbers: Vec<u32> = shown.iter().map(|scene| scene.number).collect();
        numbers.dedup();
        assert!(numbers.len() > 1, "{numbers:?}");
        for pair in shown.windows(2) {
            let [one, next] = pair else { unreachable!() };
            if one.number == next.number {
                assert!(one.result.is_none(), "nothing follows the end");
                let entries = next.game.entries();
                assert!(entries.starts_with(one.game.entries()));
            } else {
                assert!(one.game.outcome().is_some() && one.result.is_some());
            }
        }
    }
}
