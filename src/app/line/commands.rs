//! The commands that search, and those that save, open, resume and review games.

use std::io::{BufRead, Write};
use std::time::Duration;

use super::{Failed, LineMode, refused};
use crate::app::player::PlayerKind;
use crate::app::player::level::Level;
use crate::app::session::Refusal;
use crate::app::store::autosave::GameMeta;
use crate::app::store::game_file::{self, IfPresent, expand_home};
use crate::app::store::game_list::{Name, Source, pick, resolve};
use crate::app::store::saver;
use crate::app::store::state::{StartTime, StateFolder};
use crate::app::study::review::{ENGINE_LIMITS, Review, Reviewer, TABLE, limits_of_depth, text};
use crate::app::wording;
use crate::color::Color;
use crate::game::Status;
use crate::search::{Limits, MoveScore};

/// The limits of `hint` and `eval`: deep enough to be useful, short enough not to keep anyone waiting.
const HINT_LIMITS: Limits = Limits {
    exact_from: 18,
    time: Some(Duration::from_secs(5)),
    ..Limits::depth(12)
};

/// The depth of a review in plies: a few seconds for a game.
const REVIEW_DEPTH: u32 = 10;

impl<R: BufRead, W: Write> LineMode<R, W> {
    /// Saves the game to a new file.
    pub(super) fn save(&mut self, name: &str) -> Result<(), Failed> {
        if name.is_empty() {
            return Err(refused(wording::line::SAVE_NEEDS));
        }
        let meta = match &self.saver {
            Some(saver) => saver.meta(&self.session),
            None => GameMeta::of(&self.session, StartTime::now()),
        };
        let record = saver::record(self.session.game(), &meta);
        let path = game_file::save(&record, &expand_home(name), IfPresent::Ask);
        Ok(self.say(&wording::saved_to(&path.map_err(refused)?))?)
    }

    /// Opens a game of a file or of the history. A CPU to move waits.
    pub(super) fn open(&mut self, name: &str) -> Result<(), Failed> {
        if name.is_empty() {
            return Err(refused(wording::line::OPEN_NEEDS));
        }
        let (source, number) = match resolve(name).map_err(refused)? {
            Name::File(path, number) => (Source::File(path), number),
            Name::Logged(number) => {
                let state = StateFolder::of_this_person();
                let state = state.ok_or_else(|| refused(wording::line::NO_HISTORY))?;
                (Source::Log(state), number)
            }
        };
        let record = pick(&source, number, &|| false);
        let record = record.map_err(|why| refused(wording::line::cannot_open(why)))?;
        let game = record.replay().map_err(refused)?;
        self.set_aside()?;
        let waits = match game.status() {
            Status::ToMove(color) | Status::MustPass(color) => {
                !self.session.players()[color].is_human()
            }
            Status::Over(_) => false,
        };
        self.session.set_paused(waits);
        self.session.restart(game);
        Ok(())
    }

    /// Prints the mistakes of the game so far, the totals, and the turning point.
    pub(super) fn review(&mut self) -> Result<(), Failed> {
        let game = self.session.game();
        if game.entries().is_empty() {
            return Err(refused(wording::NO_MOVES));
        }
        let mut review = Review::new(game);
        let limits = match self.engine {
            Some(_) => ENGINE_LIMITS,
            None => limits_of_depth(REVIEW_DEPTH),
        };
        let reviewer = Reviewer::new(TABLE, limits)
            .with_threads(self.threads)
            .with_engine(self.engine.clone());
        reviewer.run(&mut review).map_err(refused)?;
        let bad = |&entry: &usize| {
            let judged = review.move_review(entry);
            judged.is_some_and(|judged| judged.grade().is_bad())
        };
        let mistakes = (0..game.entries().len()).filter(bad);
        let mut lines: Vec<String> = mistakes
            .map(|entry| text::entry_line(&review, entry))
            .collect();
        if lines.is_empty() {
            lines.push(wording::line::NO_MISTAKES.to_owned());
        }
        lines.push(text::totals(&review).trim_end().to_owned());
        lines.extend(review.turning_sentence());
        Ok(self.say(&lines.join("\n"))?)
    }

    /// Finds the `count` best moves of the position.
    fn find(&mut self, count: u8) -> Result<Vec<MoveScore>, Failed> {
        if !self.session.analyse(usize::from(count), HINT_LIMITS) {
            return Err(self.explain(&Refusal::GameOver));
        }
        match self.session.wait_for_analysis() {
            Some(Err(error)) => Err(refused(error)),
            Some(Ok(info)) if !info.moves.is_empty() => Ok(info.moves.clone()),
            _ => Err(refused(wording::line::NO_MOVE_FOUND)),
        }
    }

    pub(super) fn hint(&mut self, count: u8) -> Result<(), Failed> {
        if count == 0 {
            return Err(refused(wording::line::HINT_NEEDS));
        }
        let moves = self.find(count)?;
        let color = self.session.game().position().side_to_move();
        let line = |found| {
            if self.spoken {
                wording::hint_sentence(color, found)
            } else {
                wording::scored_move(found)
            }
        };
        let lines: Vec<String> = moves.iter().map(line).collect();
        Ok(self.say(&lines.join("\n"))?)
    }

    pub(super) fn eval(&mut self) -> Result<(), Failed> {
        let color = self.session.game().position().side_to_move();
        let best = &self.find(1)?[0];
        let worth = wording::score_sentence(color, best.score, best.certainty, best.depth);
        Ok(self.say(&worth)?)
    }

    /// Sets the level of the engines in the game.
    pub(super) fn set_level(&mut self, number: Option<u8>) -> Result<(), Failed> {
        let level = number
            .and_then(Level::new)
            .ok_or_else(|| refused(wording::line::LEVEL_NEEDS))?;
        let players = self.session.players().clone();
        if Color::ALL.iter().all(|&c| players[c].level().is_none()) {
            return Err(refused(wording::line::NO_ENGINE));
        }
        self.session.set_players(players.map(|kind| match kind {
            PlayerKind::Engine(_) => PlayerKind::Engine(level),
            other => other,
        }));
        Ok(())
    }

    /// Resumes the unfinished game found at the start.
    pub(super) fn resume(&mut self) -> Result<(), Failed> {
        let game = self.session.game();
        if game.outcome().is_none() && !game.entries().is_empty() {
            return Err(refused(wording::line::GAME_IN_PROGRESS));
        }
        let saver = self.saver.as_mut();
        let saver = saver.ok_or_else(|| refused(wording::line::NOT_IN_PIPES))?;
        saver.resume(0, &mut self.session).map_err(refused)
    }
}
