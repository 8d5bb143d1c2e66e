//! The commands about whole games: saving, opening and reviewing one.

use std::io::{BufRead, Write};

use super::{Failed, LineMode, refused};
use crate::app::review::{Review, Reviewer, TABLE, limits_of_depth, text};
use crate::app::store::autosave::GameMeta;
use crate::app::store::game_file::{self, IfPresent, expand_home};
use crate::app::store::game_list::{Name, Source, pick, resolve};
use crate::app::store::saver;
use crate::app::store::state::{StartTime, StateFolder};
use crate::app::wording;
use crate::game::Status;

/// The depth of a review in plies: a few seconds for a game.
const REVIEW_DEPTH: u32 = 10;

impl<R: BufRead, W: Write> LineMode<R, W> {
    /// Saves the game to a new file.
    pub(super) fn save(&mut self, name: &str) -> Result<(), Failed> {
        if name.is_empty() {
            return Err(refused("save needs a file name, such as save game.ggf"));
        }
        let meta = match &self.saver {
            Some(saver) => saver.meta(&self.session),
            None => GameMeta::of(&self.session, StartTime::now()),
        };
        let record = saver::record(self.session.game(), &meta);
        let path = game_file::save(&record, &expand_home(name), IfPresent::Ask);
        let path = wording::path_text(&path.map_err(refused)?);
        Ok(self.say(&format!("Saved to {path}."))?)
    }

    /// Opens a game of a file or of the history. A CPU to move waits.
    pub(super) fn open(&mut self, name: &str) -> Result<(), Failed> {
        if name.is_empty() {
            return Err(refused(
                "open needs a file name, or history:last for your last game",
            ));
        }
        let (source, number) = match resolve(name).map_err(refused)? {
            Name::File(path, number) => (Source::File(path), number),
            Name::Logged(number) => {
                let state = StateFolder::of_this_person();
                let state = state.ok_or_else(|| refused("there is no history"))?;
                (Source::Log(state), number)
            }
        };
        let record = pick(&source, number, &|| false);
        let record = record.map_err(|why| refused(format!("cannot open it: {why}")))?;
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
        let reviewer = Reviewer::new(TABLE, limits_of_depth(REVIEW_DEPTH));
        reviewer.with_threads(self.threads).run(&mut review);
        let bad = |&entry: &usize| {
            let judged = review.move_review(entry);
            judged.is_some_and(|judged| judged.grade().is_bad())
        };
        let mistakes = (0..game.entries().len()).filter(bad);
        let mut lines: Vec<String> = mistakes
            .map(|entry| text::entry_line(&review, entry))
            .collect();
        if lines.is_empty() {
            lines.push("No mistakes.".to_owned());
        }
        lines.push(text::totals(&review).trim_end().to_owned());
        lines.extend(review.turning_sentence());
        Ok(self.say(&lines.join("\n"))?)
    }
}
