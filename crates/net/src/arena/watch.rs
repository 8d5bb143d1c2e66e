//! A running match for a spectator: one game at a time, and the results so far.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};

use reversi_table::sync::Mutex;

use super::{Match, Update, short_name};
use reversi::search::MoveScore;
use reversi::{ByColor, Game};
use reversi_notation::Record;
use reversi_table::clock::Clock;
use reversi_table::session::Session;
use reversi_text::Said;

/// The most games that wait to be watched: the newest ones.
const MOST_WAITING: usize = 8;

/// A game for a spectator.
#[derive(Clone, Debug)]
pub struct WatchedGame {
    /// The number of the game, from 1.
    pub number: u32,
    /// The players.
    pub names: ByColor<Said>,
    /// The game so far.
    pub game: Game,
    /// The number of moves and passes before the first move of the players.
    pub start: usize,
    /// Its clocks while it runs.
    pub clock: Option<Clock>,
    /// What the player of a move had found before it, by the number of entries before the move: its best move, and the
    /// positions that it visited.
    pub thoughts: BTreeMap<usize, (MoveScore, u64)>,
    /// Its record once it has ended.
    pub result: Option<Box<Record>>,
}

/// What a spectator sees.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The number of changes so far.
    pub version: u64,
    /// The watched game; `None` before the first one.
    pub watched: Option<WatchedGame>,
    /// The number of games that can be watched next.
    pub waiting: usize,
    /// The number of games of the match.
    pub games: u32,
    /// The number of games in the results.
    pub finished: u32,
    /// The results so far, in short lines.
    pub table: Vec<String>,
    /// How the match ended, as a sentence.
    pub end: Option<String>,
}

/// The scene, and the games behind it.
#[derive(Debug)]
struct WatchState {
    scene: Scene,
    /// The games that wait to be watched, the oldest first.
    waiting: VecDeque<WatchedGame>,
    /// The number of the last game that started.
    newest: u32,
}

/// A match that is played on one thread and watched on another; neither waits for the other. A game is kept until it
/// has been watched, unless many newer ones wait.
#[derive(Debug)]
pub struct Watch {
    state: Mutex<WatchState>,
    runs_on: AtomicBool,
}

impl Watch {
    /// Creates a watch of a match before its first game.
    pub fn new(contest: &Match) -> Self {
        let scene = Scene {
            version: 0,
            watched: None,
            waiting: 0,
            games: contest.own_games(),
            finished: 0,
            table: Vec::new(),
            end: None,
        };
        Self {
            state: Mutex::new(WatchState {
                scene,
                waiting: VecDeque::new(),
                newest: 0,
            }),
            runs_on: AtomicBool::new(false),
        }
    }

    /// Notes what happened in the match.
    pub fn take(&self, update: &Update<'_>) {
        let mut state = self.state.lock();
        match update {
            Update::Moved(fixture, session) => {
                let number = fixture.number + 1;
                if number > state.newest {
                    state.newest = number;
                    state.start(WatchedGame {
                        number,
                        names: session.players().as_ref().map(short_name),
                        game: session.game().clone(),
                        start: session.game().entries().len(),
                        clock: session.timing.clock().cloned(),
                        thoughts: BTreeMap::new(),
                        result: None,
                    });
                } else if let Some(game) = state.find(number) {
                    game.follow(session);
                }
            }
            Update::Ended(fixture, record, _) => {
                if let Some(game) = state.find(fixture.number + 1) {
                    game.end(record);
                }
            }
        }
    }

    /// Sets the results so far, and the number of games in them.
    pub fn set_table(&self, table: Vec<String>, finished: u32) {
        let scene = &mut self.state.lock().scene;
        scene.version += 1;
        scene.table = table;
        scene.finished = finished;
    }

    /// Notes the end of the match, in a sentence.
    pub fn end(&self, sentence: String) {
        let mut state = self.state.lock();
        state.scene.version += 1;
        state.scene.end = Some(sentence);
        let WatchState { scene, waiting, .. } = &mut *state;
        for game in scene.watched.iter_mut().chain(waiting) {
            game.clock = None;
        }
    }

    /// Returns the scene, if it has changed since this version.
    pub fn since(&self, version: u64) -> Option<Scene> {
        let scene = &self.state.lock().scene;
        (scene.version > version).then(|| scene.clone())
    }

    /// Shows the next game, if one waits.
    pub fn watch_next(&self) {
        let mut state = self.state.lock();
        if let Some(next) = state.waiting.pop_front() {
            state.scene.version += 1;
            state.scene.waiting = state.waiting.len();
            state.scene.watched = Some(next);
        }
    }

    /// Lets the match run on after the spectator has left.
    pub fn run_on(&self) {
        self.runs_on.store(true, Ordering::Relaxed);
    }

    /// Returns whether the match is to run on without a spectator.
    pub fn runs_on(&self) -> bool {
        self.runs_on.load(Ordering::Relaxed)
    }
}

impl WatchState {
    /// Adds a game that started.
    fn start(&mut self, game: WatchedGame) {
        self.scene.version += 1;
        if self.scene.watched.is_none() {
            self.scene.watched = Some(game);
            return;
        }
        self.waiting.push_back(game);
        if self.waiting.len() > MOST_WAITING {
            self.waiting.pop_front();
        }
        self.scene.waiting = self.waiting.len();
    }

    /// Returns a game that is watched or waits, to change it.
    fn find(&mut self, number: u32) -> Option<&mut WatchedGame> {
        let watched = self.scene.watched.as_mut();
        if let Some(game) = watched.filter(|game| game.number == number) {
            self.scene.version += 1;
            return Some(game);
        }
        self.waiting.iter_mut().find(|game| game.number == number)
    }
}

impl WatchedGame {
    /// Takes the last move from its session.
    fn follow(&mut self, session: &Session) {
        self.game = session.game().clone();
        self.clock = session.timing.clock().cloned();
        let entries = self.game.entries();
        if let Some(at) = entries.iter().rposition(|entry| entry.square().is_some())
            && let Some(thought) = session.thought_of(entries[at].color())
            && let Some(best) = thought.moves.first()
        {
            self.thoughts.insert(at, (best.clone(), thought.nodes));
        }
    }

    fn end(&mut self, record: &Record) {
        self.clock = None;
        if let Ok(game) = record.replay() {
            self.game = game;
        }
        self.result = Some(Box::new(record.clone()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::Runner;

    /// Plays a match of four games, three at the same time, and calls a spectator after each update.
    fn play(watch: &Watch, contest: &Match, mut spectator: impl FnMut()) {
        let results = Runner::new(contest).run(3, |update| {
            watch.take(&update);
            if let Update::Ended(_, _, results) = update {
                watch.set_table(Vec::new(), results.games());
            }
            spectator();
            Ok(())
        });
        assert!(results.unwrap().is_complete());
    }

    fn contest(pairs: u32) -> Match {
        let players = ["greedy", "random"].map(|name| name.parse().unwrap());
        Match::new(players.into(), pairs)
    }

    #[test]
    fn a_spectator_follows_one_game_to_its_end_and_then_the_next() {
        let contest = contest(4);
        let watch = Watch::new(&contest);
        let mut shown: Vec<WatchedGame> = Vec::new();
        let mut version = 0;
        play(&watch, &contest, || {
            if let Some(scene) = watch.since(version) {
                version = scene.version;
                shown.extend(scene.watched);
            }
            if shown.last().is_some_and(|game| game.result.is_some()) {
                watch.watch_next();
            }
        });
        let mut numbers: Vec<u32> = shown.iter().map(|game| game.number).collect();
        numbers.dedup();
        assert!(numbers.len() > 1 && numbers.is_sorted(), "{numbers:?}");
        for pair in shown.windows(2) {
            let [one, next] = pair else { unreachable!() };
            if one.number == next.number {
                let entries = next.game.entries();
                assert!(entries.starts_with(one.game.entries()));
            } else {
                assert!(one.game.outcome().is_some() && one.result.is_some());
            }
        }
    }

    #[test]
    fn the_games_of_a_match_that_is_over_can_all_be_watched_from_their_opening_on() {
        let contest = contest(4);
        let watch = Watch::new(&contest);
        play(&watch, &contest, || ());
        watch.end("The match is over.".to_owned());
        for number in 1..=8 {
            let scene = watch.since(0).unwrap();
            assert_eq!((scene.finished, scene.games), (8, 8));
            assert_eq!(scene.waiting, 8 - number as usize);
            let game = scene.watched.unwrap();
            assert_eq!((game.number, game.start), (number, 8));
            assert!(game.result.unwrap().outcome().is_some());
            watch.watch_next();
        }
    }

    #[test]
    fn of_many_games_the_newest_wait_to_be_watched() {
        let contest = contest(20);
        let watch = Watch::new(&contest);
        play(&watch, &contest, || ());
        let scene = watch.since(0).unwrap();
        assert_eq!(scene.watched.unwrap().number, 1);
        assert_eq!(scene.waiting, MOST_WAITING);
        watch.watch_next();
        let scene = watch.since(0).unwrap();
        assert_eq!(
            scene.watched.unwrap().number as usize,
            40 - MOST_WAITING + 1
        );
    }
}
