//! The moves and commands of Othello.

use std::io::{self, BufRead, Write};
use std::time::Duration;

use super::input::{self, CommandWord, FileWord, GameEdge, InputItem};
use super::{Failed, LineGame, LineMode, help, refused, until_ctrl_c};
use reversi::search::{Limits, MoveScore};
use reversi::{ByColor, Color, Game, Square, SquareSet};
use reversi_study::known_scores::agreeing;
use reversi_study::review::{ENGINE_LIMITS, Review, Reviewer, TABLE, Whose, limits_of_depth};
use reversi_table::clock::Remaining;
use reversi_table::phrase::sentence;
use reversi_table::player::PlayerKind;
use reversi_table::player::level::{LEVELS, Level};
use reversi_table::session::{Event, refuse_pass};
use reversi_table::store;
use reversi_table::store::game_file::{self, IfPresent, expand_home};
use reversi_table::store::game_list::{Source, SourceName, pick, resolve};
use reversi_table::store::settings::Settings;
use reversi_table::table::{Help, Offer, TableAction, TableRequest};
use reversi_text::{Message, Said, label, tr};
use reversi_wording as wording;
use reversi_wording::grid;
use reversi_wording::score::{hint_sentence, score_sentence, scored_move};
use reversi_wording::{hint, review as review_text};

/// The head of the help, above the commands.
const HELP: &Message = label!(
    "\
Type a move such as f5, or several: f5 d6 or f5d6c3.
X is Black, O is White, * is a legal move. Forced passes are automatic.
The computer replies at once, so the next move on a line is your next move.
If one of several moves on a line is not possible, none of them is played, as far as
the moves of the computer do not decide that. Other commands run in order until one fails."
);

/// The limits of `hint` and `eval`: deep enough to be useful, short enough not to keep anyone waiting.
const HINT_LIMITS: Limits = Limits::depth(12)
    .with_exact_from(18)
    .with_time(Duration::from_secs(5));

/// The depth of a review in plies: a few seconds for a game.
const REVIEW_DEPTH: u32 = 10;

impl LineGame for Game {
    const INTRODUCTION: Option<&'static Message> = None;
    const WELCOME: &'static Message = label!("Type a move such as f5, or help.");

    fn keep_players(settings: &mut Settings, players: ByColor<PlayerKind>) {
        settings.keep_players(players);
    }

    fn describe_position(
        &self,
        clocks: Option<ByColor<Remaining>>,
        spoken: bool,
        you: Option<Color>,
    ) -> Said {
        let turn = wording::turn(self, clocks, you);
        if spoken {
            turn
        } else {
            Said::verbatim(grid(self.position(), self.legal_moves()) + &turn)
        }
    }

    fn final_board(&self) -> String {
        grid(self.position(), SquareSet::EMPTY)
    }

    fn legal_moves_sentence(&self, you: Option<Color>) -> Option<Said> {
        Some(wording::to_move(self, you))
    }

    fn describe_spoken(color: Color, square: Square, flips: SquareSet, you: Option<Color>) -> Said {
        wording::played_turning(color, square, flips, you)
    }

    fn obey<R: BufRead, W: Write>(mode: &mut LineMode<R, W>, line: &str) -> io::Result<bool> {
        mode.obey_line(line)
    }
}

impl<R: BufRead, W: Write> LineMode<R, W> {
    /// Runs the moves and commands of a line up to the first that fails. Returns whether to quit.
    fn obey_line(&mut self, line: &str) -> io::Result<bool> {
        let mut played: Vec<Square> = Vec::new();
        let items = input::items(line);
        // A command and its number are one item.
        let one = matches!(
            items[..],
            [InputItem::Word(CommandWord::Hint(_) | CommandWord::Level(_)) | InputItem::File(..)]
        );
        let several = !one && (items.len() > 1 || line.split_whitespace().count() > 1);
        // A line is read as a whole before anything of it is done.
        let checked = match items.last().and_then(InputItem::problem) {
            Some(problem) => Err(refused(problem)),
            None => self.check_moves(items.iter().map_while(|item| match item {
                InputItem::Move(square) => Some(Some(*square)),
                InputItem::Pass => Some(None),
                _ => None,
            })),
        };
        if let Err(Failed::Refused(why)) = checked {
            self.refuse(&why, &[], several)?;
            return Ok(false);
        }
        for (index, item) in items.iter().enumerate() {
            let done = match item {
                InputItem::Word(CommandWord::Quit) => return Ok(true),
                InputItem::Word(word) => {
                    played.clear();
                    self.do_word(*word)
                }
                InputItem::File(FileWord::Save, name) => self.save(name),
                InputItem::File(FileWord::Open, name) => self.open(name),
                InputItem::File(FileWord::Say, text) => self.say(text),
                InputItem::Move(square) => {
                    let done = self.table.request(TableRequest::Play(Some(*square)));
                    if done.is_ok() {
                        played.push(*square);
                    }
                    done.map_err(|why| self.explain(&why))
                }
                // A written pass right behind the move of this line that forced it is no error: the
                // line is a pasted game.
                InputItem::Pass if self.has_just_passed() && !played.is_empty() => Ok(()),
                InputItem::Pass => Err(self.explain(&refuse_pass(self.table.game()))),
                // The line was refused above.
                InputItem::OffBoard(_) | InputItem::Unknown(_) => break,
            };
            self.settle()?;
            match done {
                Ok(()) => {}
                Err(Failed::Refused(why)) => {
                    self.refuse(&why, &played, several && index == 0)?;
                    break;
                }
                Err(Failed::Output(error)) => return Err(error),
            }
        }
        self.ask()?;
        Ok(false)
    }

    /// Runs a command.
    fn do_word(&mut self, word: CommandWord) -> Result<(), Failed> {
        self.check_permission(word)?;
        match word {
            CommandWord::New if self.table.connection().is_some() => self.offer(Offer::Rematch),
            CommandWord::Undo if self.table.connection().is_some() => self.offer(Offer::Takeback),
            CommandWord::Draw => self.offer(Offer::Draw),
            CommandWord::Claim => {
                (self.table.claim()).map_err(|why| refused(wording::refusal(&why)))
            }
            CommandWord::Mute => self.mute(),
            CommandWord::Moves => {
                let session = self.table.session();
                let moves = wording::to_move(session.game(), session.lone_human());
                Ok(self.print(&moves)?)
            }
            CommandWord::Discs => {
                let text = wording::discs(self.table.session().game().position());
                Ok(self.print(&text)?)
            }
            CommandWord::Review => self.review(),
            CommandWord::History => Ok(self.print_history()?),
            CommandWord::Hint(count) => self.hint(count),
            CommandWord::Eval => self.eval(),
            CommandWord::Level(number) => self.set_level(number),
            CommandWord::GoTo(end) => self.go_to(end),
            CommandWord::Help => {
                let files = FileWord::ALL.map(|(_, name, what)| (name, what));
                let words = CommandWord::ALL.map(|(_, name, what)| (name, what));
                let commands = words.into_iter().chain(files);
                Ok(self.print(&help(HELP, 9, commands))?)
            }
            // The caller has quit.
            word => self.do_shared(word).unwrap_or(Ok(())),
        }
    }

    /// Offers something to the other player, or agrees to it.
    fn offer(&mut self, what: Offer) -> Result<(), Failed> {
        let offered = self.table.offer(what);
        let offered = offered.map_err(|why| refused(wording::refusal(&why)))?;
        Ok(self.print(&wording::connection_event(&offered))?)
    }

    /// Mutes what the other player says, or shows it again.
    fn mute(&mut self) -> Result<(), Failed> {
        let muted = !self.table.connection_status().is_muted;
        let said = self.table.mute(muted);
        let said = said.map_err(|why| refused(wording::refusal(&why)))?;
        Ok(self.print(&wording::connection_event(&said))?)
    }

    fn check(&self, action: TableAction) -> Result<(), Failed> {
        (self.table.permits(action)).map_err(|why| refused(wording::refusal(&why)))
    }

    /// Refuses a command that is not permitted in this game.
    fn check_permission(&self, word: CommandWord) -> Result<(), Failed> {
        match word {
            CommandWord::Hint(_) | CommandWord::Eval => self.check(TableAction::Help),
            CommandWord::Review => self.check(TableAction::Analyse),
            CommandWord::Resume
            | CommandWord::Go
            | CommandWord::Level(_)
            | CommandWord::GoTo(_) => self.check(TableAction::Rearrange),
            // The table decides.
            CommandWord::Undo
            | CommandWord::Redo
            | CommandWord::TakeOver
            | CommandWord::Forfeit
            | CommandWord::Swap
            | CommandWord::Resign
            | CommandWord::Draw
            | CommandWord::Claim
            | CommandWord::Mute
            | CommandWord::New => Ok(()),
            CommandWord::Moves
            | CommandWord::Board
            | CommandWord::History
            | CommandWord::Discs
            | CommandWord::Help
            | CommandWord::Quit => self.check(TableAction::Look),
        }
    }

    /// Goes to an end of the game step by step, and says only where it stands then.
    fn go_to(&mut self, end: GameEdge) -> Result<(), Failed> {
        let (step, place) = match end {
            GameEdge::First => (TableRequest::Undo, label!("At the start of the game.")),
            GameEdge::Last => (TableRequest::Redo, label!("At the end of the moves.")),
        };
        let first = self.table.request(step);
        first.map_err(|why| self.explain(&why))?;
        while self.table.request(step).is_ok() {}
        self.print(place.text())?;
        self.stale = true;
        // The steps are not said.
        while let Some(event) = self.table.next_event() {
            if !matches!(event, Event::Undone(_) | Event::Redone(_)) {
                self.print_event(&event)?;
            }
        }
        Ok(())
    }

    /// Saves the game to a new file.
    pub(super) fn save(&mut self, name: &str) -> Result<(), Failed> {
        if name.is_empty() {
            return Err(refused(tr!(
                "save needs a file name, such as save game.ggf"
            )));
        }
        let record = self.meta().record(self.table.session().game());
        let path = game_file::save(&record, &expand_home(name), IfPresent::Ask);
        Ok(self.print(&wording::saved_to(&path.map_err(refused)?))?)
    }

    /// Opens a game of a file or of the history. A CPU to move waits.
    pub(super) fn open(&mut self, name: &str) -> Result<(), Failed> {
        self.check(TableAction::Rearrange)?;
        if name.is_empty() {
            return Err(refused(tr!(
                "open needs a file name, or history:last for your last game"
            )));
        }
        let (source, number) = match resolve(name).map_err(refused)? {
            SourceName::File(path, number) => (Source::File(path), number),
            SourceName::Logged(number) => {
                let state = self.history.clone();
                let state = state.ok_or_else(|| refused(tr!("there is no history")))?;
                (Source::Log(state), number)
            }
        };
        let record = pick(&source, number, &until_ctrl_c);
        let record = record.map_err(|why| refused(store::cannot_open(why)))?;
        let game = record.replay().map_err(refused)?;
        self.set_aside()?;
        let why = record.start.no_game_for_either_side();
        let opened = self.table.open(record, game);
        opened.map_err(|why| self.explain(&why))?;
        Ok(self.print_all(why.map(|why| Said::verbatim(sentence(why))))?)
    }

    /// Prints the mistakes of the game so far, the totals, and the turning point.
    pub(super) fn review(&mut self) -> Result<(), Failed> {
        let game = self.table.session().game();
        if game.entries().is_empty() {
            return Err(refused(wording::NO_MOVES));
        }
        let asked = self.table.request(TableRequest::Help(Help::Review));
        asked.map_err(|why| self.explain(&why))?;
        self.table.save(&mut self.saver);
        let game = self.table.session().game();
        let mut review = Review::new(game);
        let limits = match self.engine {
            Some(_) => ENGINE_LIMITS,
            None => limits_of_depth(REVIEW_DEPTH),
        };
        let reviewer = Reviewer::new(TABLE, limits)
            .with_threads(self.threads)
            .with_engine(self.engine.clone());
        let review_all = reviewer.run_until(&mut review, &mut |_| (), &until_ctrl_c);
        review_all.map_err(refused)?;
        let bad = |&entry: &usize| {
            let judged = review.move_review(entry);
            judged.is_some_and(|judged| judged.grade().is_bad())
        };
        let you = self.table.session().lone_human();
        let whose = Whose::of(&self.table.session().record(), you);
        let mistakes = (0..game.entries().len()).filter(bad);
        let mut lines: Vec<Said> = if self.spoken {
            mistakes
                .filter_map(|entry| review_text::spoken_mistake(&review, entry, &whose))
                .collect()
        } else {
            mistakes
                .map(|entry| review_text::entry_line(&review, entry, &whose))
                .collect()
        };
        if lines.is_empty() {
            lines.push(tr!("No mistakes."));
        }
        if self.spoken {
            lines.extend(review_text::spoken_totals(&review, &whose, you));
        } else {
            let totals = review_text::totals(&review, &whose, you);
            lines.push(Said::verbatim(totals.trim_end().to_owned()));
        }
        lines.extend(review_text::turning_point(&review, &whose));
        Ok(self.print(&Said::lines(lines))?)
    }

    /// Finds the `count` best moves of the position.
    fn find(&mut self, help: Help, count: u8) -> Result<Vec<MoveScore>, Failed> {
        let board = self.table.session().game().position().board();
        let asked = self.table.analyse(help, usize::from(count), HINT_LIMITS);
        asked.map_err(|why| self.explain(&why))?;
        // Help is saved before it is read.
        self.table.save(&mut self.saver);
        match self.table.wait_for_analysis() {
            Some(Err(error)) => Err(refused(error)),
            Some(Ok(info)) if !info.moves.is_empty() => Ok(agreeing(board, &info.moves)),
            _ => Err(refused(tr!("the search found no move in time"))),
        }
    }

    pub(super) fn hint(&mut self, count: u8) -> Result<(), Failed> {
        if count == 0 {
            return Err(refused(tr!("hint needs a number of at least 1")));
        }
        let moves = self.find(Help::Hint(None), count)?;
        let shown = self
            .table
            .request(TableRequest::Help(Help::Hint(moves[0].square)));
        shown.map_err(|why| self.explain(&why))?;
        self.table.save(&mut self.saver);
        let position = self.table.session().game().position();
        let you = self.table.session().lone_human();
        let plain = hint::sentences(position, &moves, you == Some(position.side_to_move()));
        if let (1, Some(sentence)) = (count, plain.first()) {
            return Ok(self.print(sentence)?);
        }
        let color = position.side_to_move();
        let line = |found| {
            if self.spoken {
                hint_sentence(color, found, you)
            } else {
                scored_move(found)
            }
        };
        Ok(self.print(&Said::lines(moves.iter().map(line)))?)
    }

    pub(super) fn eval(&mut self) -> Result<(), Failed> {
        let color = self.table.session().game().position().side_to_move();
        let best = &self.find(Help::Values, 1)?[0];
        let you = self.table.session().lone_human();
        let worth = score_sentence(color, best.score, best.certainty, best.depth, you);
        Ok(self.print(&worth)?)
    }

    /// Sets the level of the engines in the game.
    pub(super) fn set_level(&mut self, number: Option<u8>) -> Result<(), Failed> {
        let most = LEVELS.len();
        let level = number
            .and_then(Level::new)
            .ok_or_else(|| refused(tr!("level needs a number from 1 to {most}", most)))?;
        let done = self.table.request(TableRequest::Level(level));
        done.map_err(|why| self.explain(&why))
    }
}
