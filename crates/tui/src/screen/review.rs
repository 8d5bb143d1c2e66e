//! The review of a game, and the analysis of any position: browsing moves, trying others, which stay as variations,
//! and playing on from any point. Everything is evaluated in the background; nothing here waits for it.
//!
//! In a review the board shows the position before the current move, with the move played and the best move marked;
//! in an analysis, and in variations, the position after it.

mod annotate;
mod branches;
mod card;
mod evaluation;
mod keys;
mod layout;
mod live;
mod moves;
mod view;

use crate::screen::actions::said;
use ratatui::layout::Rect;

use super::board_pane::typing_error;
use super::dialog::{self, Question, TRANSCRIPT};
use super::editor::EditorScreen;
use super::files::FileWindow;
use super::new_game::NewGameScreen;
use super::window::WindowScreen;
use super::{
    Canvas, Command, Context, Pasted, Screen, ScreenContents, UnsavedWork, copies, exercise,
    openings_panel, overlays,
};
use crate::context::UiContext;
use crate::keymap::{BoardAction, Keymap, Shortcut};
use crate::theme::Role;
use reversi::{
    ByColor, Color, Entry, Game, MoveMark, NodeId, Opening, Position, Status, transcript,
};
use reversi_board::BoardReply;
use reversi_board::parts::BoardPane;
use reversi_notation::Record;
use reversi_notation::find::moves_of;
use reversi_study::openings::lines::NamedLine;
use reversi_study::overlay::Overlay;
pub(crate) use reversi_study::practice::own_lines::{LineChange, LineDeparture};
use reversi_study::review::{Review, ReviewTask, Whose};
use reversi_table::phrase::faults::{cut_variations, problem, tree_error};
use reversi_table::phrase::sentence;
use reversi_table::player::name::own_side;
use reversi_table::player::recorded::recorded_player;
use reversi_table::session::AnalysisMode;
use reversi_table::store::analysis_file::AnalysisFile;
use reversi_table::table::{Help, TableAction};
use reversi_wording::{self as wording, NO_MOVES};

use branches::ReviewTree;
use layout::{ReviewLayout, Wanted};
use live::LiveEvaluation;
use reversi_text::{Name, Said, label, tr};

/// What a key or a click means in the review.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Intent {
    /// An entry of the game.
    Entry(usize),
    /// A position of a branch.
    Node(NodeId),
    Back,
    Forward,
    First,
    Last,
    PreviousMistake,
    NextMistake,
    ShowCursor,
    /// The previous or the next move that was tried in place of this one.
    Sibling(bool),
    /// Undoes the last change of the tree.
    Undo,
    Redo,
    /// Deletes a move with all that follow it.
    Delete,
    /// Makes the current line the main line.
    Promote,
    /// Collapses or expands the variations beside the current move.
    Collapse,
    /// Asks for a comment and a mark.
    Annotate,
    /// Evaluates the current position.
    Evaluate(AnalysisMode),
    /// One line of the hint more, or less.
    Lines(bool),
    /// Shows or hides the evaluation bar.
    Bar,
    /// Starts a new analysis.
    New,
    PlayOn,
    /// Asks for better moves at the mistakes.
    Find,
    EditPosition,
    /// Shows or hides what was played in other games.
    Openings,
    /// Chooses the games that the panel of openings counts.
    OpeningsGames,
    /// Adds the moves so far to the lines that the player trains.
    AddLine,
    /// Trains the lines that the game left.
    TrainLines,
    /// Opens the list of overlays.
    Overlays,
    Copy,
    /// Opens the choice of a form in which the position or the game is copied.
    CopyAs,
    Save,
    Open,
    /// On a small screen, shows the cards or the board.
    Switch,
    /// Cancels the input, leaves the branch, or closes the review.
    Leave,
}

/// The review of a game.
pub(crate) struct ReviewScreen {
    job: ReviewTask,
    /// The record of the game.
    record: Record,
    /// The players' names, ready to show; empty if unknown.
    names: ByColor<String>,
    /// The side of the user, if one is.
    person: Option<Color>,
    /// The opening's name at each position that is still in it.
    openings: Vec<Option<&'static Opening>>,
    /// The game with its branches, and the current position.
    tree: ReviewTree,
    pane: BoardPane,
    /// The evaluation of the current position.
    live: LiveEvaluation,
    /// Where the tree is saved.
    file: AnalysisFile,
    /// The changes of the tree that were saved.
    saved_changes: u32,
    /// Where the game left the lines that the player trains.
    departure: Option<LineDeparture>,
    /// A message about the last key.
    notice: Option<(String, Role)>,
    /// The last key looked for a mistake after this move, or before it, and found none yet.
    sought: Option<bool>,
    /// Whether a small screen shows the cards, not the board.
    shows_cards: bool,
    /// `None` before the first frame.
    layout: Option<ReviewLayout>,
}

impl ReviewScreen {
    /// Starts the review of a game; its record names the players.
    pub(crate) fn new(game: &Game, record: Record, ui: &UiContext) -> Self {
        let job = ui.reviews.start(game, ui.review.clone(), ui.waker.clone());
        Self::of(job, record, false, ui)
    }

    /// Starts an analysis of a game, or of a position without moves.
    pub(crate) fn analysis(game: &Game, record: Record, ui: &UiContext) -> Self {
        let job = ui.reviews.start(game, ui.review.clone(), ui.waker.clone());
        Self::of(job, record, true, ui)
    }

    /// Resumes the newest analysis, or starts one.
    pub(crate) fn last_analysis(ui: &UiContext) -> Self {
        let game = Game::new();
        let screen = Self::analysis(&game, Record::from_game(&game), ui);
        screen.file.resume();
        screen
    }

    fn of(job: ReviewTask, record: Record, is_analysis: bool, ui: &UiContext) -> Self {
        let game = job.review().game();
        Self {
            names: ByColor::from_fn(|color| recorded_player(&record.players, color).said().into()),
            tree: ReviewTree::of(game, &record, is_analysis),
            live: LiveEvaluation::new(&ui.review, ui.waker.clone()),
            file: AnalysisFile::new(ui.state.as_ref(), &ui.waker),
            saved_changes: 0,
            departure: None,
            notice: (record.variations.cut())
                .map(|cut| (cut_variations(cut).sentence().into(), Role::Warning)),
            person: own_side(&record, ui.settings.name),
            record,
            openings: openings(game),
            job,
            pane: BoardPane::default(),
            sought: None,
            shows_cards: false,
            layout: None,
        }
    }

    /// Returns whether there is room only for the board or for the cards.
    fn is_small(&self) -> bool {
        self.layout.is_some_and(|layout| layout.is_small)
    }

    /// Returns whether it is an analysis, not the review of a game.
    const fn is_analysis(&self) -> bool {
        self.tree.is_analysis()
    }

    /// Returns whether nothing would be lost if another game was opened in its place.
    fn is_untouched(&self) -> bool {
        self.tree.tree().all_rows().next().is_none()
    }

    /// Asks whether to open a game in place of the analysis, or to add it if it begins with the same position.
    fn ask_merge(&self, record: &Record, ui: &UiContext) -> WindowScreen<Question> {
        // What happens to the analysis that is open.
        let (is_lost, is_kept) = (self.file.loses().is_some(), ui.state.is_some());
        let [added, opened] = [record.clone(), record.clone()];
        let open = Command::act_on(move |review: &mut Self, context| {
            match opened.replay() {
                Ok(game) => review.open(&game, opened, &context.ui),
                Err(problem) => review.refuse(sentence(problem)),
            }
            None
        });
        if self.tree.tree().start() != record.start {
            let ask = if is_lost {
                tr!("Open this game in place of the analysis, which could not be saved?")
            } else if is_kept {
                tr!("Open this game in place of the analysis, which stays saved?")
            } else {
                tr!("Open this game in place of the analysis?")
            };
            let why = tr!("It begins with another position, so it cannot be added.");
            let question = Said::sentences([ask, why]);
            return dialog::ask_merge(&question, None, open);
        }
        let add = Command::act_on(move |review: &mut Self, _| {
            review.merge(&added);
            None
        });
        let question = if is_lost {
            tr!(
                "Add this game to the analysis, with its variations and comments, or open it in place of the analysis, which could not be saved?"
            )
        } else if is_kept {
            tr!(
                "Add this game to the analysis, with its variations and comments, or open it in place of the analysis, which stays saved?"
            )
        } else {
            tr!(
                "Add this game to the analysis, with its variations and comments, or open it in place of the analysis?"
            )
        };
        dialog::ask_merge(&question, Some(add), open)
    }

    /// Opens a game in place of the analysis, which stays saved.
    pub(crate) fn open(&mut self, game: &Game, record: Record, ui: &UiContext) {
        *self = Self::analysis(game, record, ui);
    }

    /// Adds the moves and comments of a game to the analysis.
    fn merge(&mut self, record: &Record) {
        let merged = record.tree().map(|other| self.tree.merge(&other));
        match merged {
            Ok(Ok(added)) => self.remark(tr!(
                "Added {count} move." | "Added {count} moves.",
                count = added
            )),
            Ok(Err(error)) => self.refuse(tree_error(error).sentence()),
            Err(error) => self.refuse(problem(&error).sentence()),
        }
        self.follow_tree();
    }

    /// Sets the notes on the current move.
    fn annotate(&mut self, mark: Option<MoveMark>, comment: String) {
        self.tree.annotate(mark, comment);
    }

    /// Reviews what has become the main line, and asks about the variation.
    fn follow_tree(&mut self) {
        let game = self.tree.main_game();
        if game.entries() != self.review().game().entries() {
            self.job.continue_with(&game);
            self.openings = openings(&game);
        }
        self.ask_about_branch();
    }

    /// Saves the tree if it has changed, and takes the analysis that was asked for.
    fn keep(&mut self, ui: &UiContext) {
        if std::mem::replace(&mut self.saved_changes, self.tree.changes()) != self.tree.changes() {
            self.file.save(self.game_record());
        }
        match self.file.poll() {
            None => {}
            Some(Err(why)) => self.refuse(sentence(why)),
            // The user has begun another analysis before this one was read.
            Some(Ok(_)) if !self.is_untouched() => {}
            Some(Ok(record)) => match record.replay() {
                Ok(game) => {
                    let file =
                        std::mem::replace(&mut self.file, AnalysisFile::new(None, &ui.waker));
                    self.open(&game, *record, ui);
                    self.file = file;
                    let key = ui.settings.keys.shown(Shortcut::Next);
                    let key = Name(&key.to_string());
                    self.remark(tr!("Your last analysis. {key} starts a new one.", key));
                }
                Err(problem) => self.refuse(sentence(problem)),
            },
        }
    }

    /// Starts the review of the game at the table, at an entry, or takes up the one that its end has begun.
    pub(crate) fn of_table(
        context: &mut Context,
        at: usize,
        begun: Option<ReviewTask>,
    ) -> Option<Self> {
        let table = context.table.as_mut()?;
        if let Err(refusal) = table.help(Help::Review) {
            table.refuse(&refusal);
            return None;
        }
        let (table, record) = (context.table.as_ref()?, context.record()?);
        let mut game = table.session().game().clone();
        // An imported game that is only being browsed is reviewed as a whole.
        while table.is_as_imported() && game.redo().is_some() {}
        let mut review = match begun {
            Some(job) => Self::of(job, record, false, &context.ui),
            None => Self::new(&game, record, &context.ui),
        };
        review.go(at);
        Some(review)
    }

    fn review(&self) -> &Review {
        self.job.review()
    }

    /// Returns whether the current position is being evaluated.
    fn is_evaluating(&self) -> bool {
        self.live.is_busy()
    }

    /// Returns the record of the game with its branches, and with the scores known so far.
    fn game_record(&self) -> Record {
        let mut record = self.record.clone();
        let evaluation = |position, square| {
            let judged = self.job.move_review(position, square)?;
            Some(f64::from(judged.played.score.discs()))
        };
        self.tree.write(&mut record, evaluation);
        self.review().annotate(&mut record);
        record
    }

    fn remark(&mut self, sentence: impl Into<String>) {
        self.notice = Some((sentence.into(), Role::Text));
    }

    fn refuse(&mut self, sentence: impl Into<String>) {
        self.notice = Some((sentence.into(), Role::Warning));
    }

    /// Returns the current position.
    fn position(&self) -> Position {
        self.tree.position()
    }

    /// Shows an entry of the game.
    pub(crate) fn go(&mut self, entry: usize) {
        self.tree.go(entry);
    }

    /// Returns what leaves this screen or replaces the analysis: at once, or after a question if it would be lost.
    fn leave(&self, leave: Command) -> Command {
        if self.file.loses().is_none() {
            return leave;
        }
        let question = label!("Leave this analysis? It could not be saved.").text();
        Command::open(dialog::ask_leave(
            label!("Leave the analysis"),
            question,
            |_| leave,
        ))
    }

    /// Starts a new analysis; this one stays saved.
    fn restart() -> Command {
        Command::act_on(|review: &mut Self, context| {
            let game = Game::new();
            review.open(&game, Record::from_game(&game), &context.ui);
            None
        })
    }

    /// Returns whose the moves of the game are.
    fn whose(&self) -> Whose {
        let moves = self.review().game().entries().iter();
        if self.record.squares().eq(moves.filter_map(Entry::square)) {
            return Whose::of(&self.record, self.person);
        }
        Whose::of(&Record::from_game(self.review().game()), self.person)
    }

    /// Asks for better moves at the mistakes.
    fn find_mistakes(&mut self, ui: &UiContext) -> Command {
        Command::open(exercise::mistakes(
            self.job.follow(),
            (self.person, self.whose()),
            None,
            ui,
        ))
    }

    /// Returns the window for the notes on the current move.
    fn annotation(&self) -> WindowScreen<annotate::Annotation> {
        let (tree, node) = (self.tree.tree(), self.tree.shown());
        let is_move = matches!(tree.entry(node), Some(Entry::Move { .. }));
        annotate::window(tree.notes(node), is_move)
    }

    /// Returns the game up to the current position.
    fn game_here(&self) -> Game {
        let game = self.tree.game();
        game.up_to(game.entries().len())
    }

    /// Adds the moves up to the one that the card is about to the lines that the player trains.
    fn add_line(&mut self, ui: &UiContext) {
        let mut game = self.game_here();
        if let Some((_, position, square)) = self.current_move()
            && position == game.position()
        {
            // The move is one of the game or of a branch.
            let _ = game.play(square);
        }
        let Some(line) = NamedLine::of(&game) else {
            self.refuse(
                label!("Only moves from the usual start make a line; step to its last move.")
                    .text(),
            );
            return;
        };
        if let Err(why) = ui.change_lines(LineChange::Add(line)) {
            self.refuse(why);
        }
    }

    /// Opens the lines that the game left, at the position in which it left them.
    fn train_lines(&mut self, ui: &UiContext) -> Option<Command> {
        let lines = ui.lines.as_ref()?.lines();
        let Some(departure) = &self.departure else {
            self.refuse(label!("This game does not leave a line that you train.").text());
            return None;
        };
        let moves = self.review().game().entries().iter();
        let moves = moves.filter_map(Entry::square);
        let moves = moves.take(departure.exit.number as usize - 1);
        let moves = moves.map(|square| square.to_string()).collect();
        let side = self.person;
        let side = side.unwrap_or(departure.exit.position.side_to_move());
        let screen = exercise::own_lines_at(lines.through(departure), moves, side, ui);
        Some(Command::open(screen))
    }

    /// Finds where the game leaves the lines that the player trains.
    fn look_for_departure(&mut self, ui: &UiContext) {
        let game = self.review().game();
        let record = Record::from_game(game);
        let is_usual = game.start() == Position::START;
        let lines = ui.lines.as_ref().filter(|_| is_usual);
        let departure = lines.and_then(|task| task.lines().left_by(&record));
        if self.departure != departure {
            if let Some(departure) = departure.as_ref().filter(|_| self.notice.is_none()) {
                let exit = &departure.exit;
                let you = (self.whose()).you(exit.position.side_to_move(), exit.square);
                self.remark(departure.announcement(you));
            }
            self.departure = departure;
        }
    }

    fn play_on(&mut self, ui: &UiContext) -> Option<Command> {
        let game = self.game_here();
        let (Status::ToMove(color) | Status::MustPass(color)) = game.status() else {
            self.refuse(label!("The game is over here; go back a few moves first.").text());
            return None;
        };
        let moves = game.entries().iter().filter_map(Entry::square).count();
        let number = moves + 1;
        let heading = tr!("Play on from move {number}, {color} to move", number, color).into();
        let players = ui.settings.players();
        Some(Command::open(NewGameScreen::playing_on(
            players, game, heading,
        )))
    }

    /// Returns the game, or the line of the variation up to the current position.
    fn line(&self) -> &Game {
        if self.tree.aside() {
            self.tree.game()
        } else {
            self.review().game()
        }
    }

    /// Opens the choice of a form in which the position or the game is copied.
    fn copy_as(&self, overlay: Option<Overlay>) -> Command {
        let mut record = Record::from_game(self.line());
        record.players.clone_from(&self.record.players);
        let copied = || Command::act_on(|_: &mut Self, _| None);
        Command::open(copies::window(&self.game_here(), &record, overlay, copied))
    }

    fn copy(&mut self) -> Option<Command> {
        let moves = transcript::print(self.line());
        if moves.is_empty() {
            self.refuse(NO_MOVES);
            return None;
        }
        Some(Command::Copy(TRANSCRIPT, moves))
    }
}

/// Saves what was found of the moves that were tried.
impl Drop for ReviewScreen {
    fn drop(&mut self) {
        if self.tree.changes() > 0 {
            self.file.save(self.game_record());
        }
    }
}

impl Screen for ReviewScreen {
    type Intent = Intent;

    fn tables(&self, _context: &Context) -> Vec<Keymap<Intent>> {
        self.active_tables()
    }

    fn works(&self, intent: Intent, _context: &Context) -> bool {
        self.can(intent)
    }

    fn legend(&self) -> Vec<(&'static str, &'static str)> {
        said(keys::LEGEND)
    }

    fn touch(&mut self, _context: &mut Context) {
        (self.notice, self.sought) = (None, None);
    }

    fn answer(&self, _context: &Context) -> Vec<String> {
        let notice = self.notice.clone().map(|(text, _)| text);
        notice.or_else(|| self.no_mistake()).into_iter().collect()
    }

    fn act(&mut self, intent: Intent, context: &mut Context) -> Option<Command> {
        let gave_up = !self.pane.is_empty();
        self.pane.clear();
        let permitted = context.permits(keys::action(intent));
        if let Err(why) = permitted {
            self.refuse(sentence(wording::refusal(&why)));
            return None;
        }
        let ui = &mut context.ui;
        match intent {
            // The moves.
            Intent::Entry(entry) => self.go(entry),
            Intent::Node(node) => self.tree.show(node),
            Intent::Back => self.tree.back(),
            Intent::Forward => self.step_on(),
            Intent::Sibling(forward) => self.tree.sibling(forward),
            Intent::First => self.go(0),
            Intent::Last => self.tree.go_to_end(),
            Intent::PreviousMistake => self.go_to_mistake(false),
            Intent::NextMistake => self.go_to_mistake(true),
            Intent::ShowCursor => self.pane.point_at(self.first_square()),
            // The branches.
            Intent::Undo => self.undo(false),
            Intent::Redo => self.undo(true),
            Intent::Delete => self.delete(&ui.settings.keys),
            Intent::Promote => self.promote(),
            Intent::Collapse => self.collapse(),
            Intent::Annotate => return Some(Command::open(self.annotation())),
            // What is shown.
            Intent::Evaluate(mode) => self.live.toggle(mode),
            Intent::Lines(more) => self.change_lines(more, &ui.settings.keys),
            Intent::Bar => switch_bar(ui),
            Intent::Openings => ui.shows_openings = !ui.shows_openings,
            Intent::OpeningsGames => return Some(openings_panel::choose_games(ui)),
            Intent::Overlays => return Some(Command::open(overlays::window(ui.overlay))),
            Intent::Switch => self.shows_cards = !self.shows_cards,
            // Other games and screens.
            Intent::New => return Some(self.leave(Self::restart())),
            Intent::PlayOn => return self.play_on(ui),
            Intent::Find => return Some(self.find_mistakes(ui)),
            Intent::EditPosition => {
                return Some(Command::open(EditorScreen::new(&self.game_here())));
            }
            Intent::AddLine => self.add_line(ui),
            Intent::TrainLines => return self.train_lines(ui),
            // Files.
            Intent::Copy => return self.copy(),
            Intent::CopyAs => return Some(self.copy_as(ui.overlay)),
            Intent::Save => return Some(Command::open(FileWindow::save(&self.game_record(), ui))),
            Intent::Open => return Some(Command::open(FileWindow::games(context))),
            Intent::Leave if gave_up => {}
            Intent::Leave if self.tree.aside() => self.tree.leave_branch(),
            Intent::Leave => return Some(self.leave(Command::Close)),
        }
        self.follow_tree();
        None
    }

    fn act_on_board(&mut self, action: BoardAction, _context: &mut Context) -> Option<Command> {
        let here = Game::from_position(self.position());
        let scene = self.pane.scene(&here, here.legal_moves());
        match self.pane.apply(action, &scene) {
            BoardReply::Chosen(square) => {
                self.pane.clear();
                self.try_move(square);
            }
            BoardReply::Refused(error) => self.refuse(typing_error(error)),
            BoardReply::Unused if action == BoardAction::GiveUp => self.undo(false),
            BoardReply::Unused | BoardReply::Input => {}
        }
        None
    }

    /// Plays moves from the current position as if typed.
    fn paste(&mut self, text: &str, _context: &mut Context) -> Pasted {
        let mut there = Game::from_position(self.position());
        let plays = |moves: String| transcript::play(&mut there, &moves).is_ok();
        if !moves_of(text).is_some_and(plays) || there.entries().is_empty() {
            return Pasted::Passed;
        }
        self.pane.clear();
        for square in there.entries().iter().filter_map(Entry::square) {
            self.try_move(square);
        }
        Pasted::Taken
    }

    fn poll(&mut self) {
        let had_failed = self.job.error().is_some();
        self.job.poll();
        if let (false, Some(error)) = (had_failed, self.job.error()) {
            self.refuse(sentence(error));
        }
        if let Some(why) = self.live.take_error() {
            self.refuse(sentence(why));
        }
        self.live.poll();
    }

    fn tick(&mut self, context: &mut Context) -> Option<Command> {
        // A rematch over the network may have begun.
        if context.permits(TableAction::Analyse).is_err() {
            self.live.stop();
        }
        let ui = &mut context.ui;
        let mut limits = ui.deeper_analysis;
        limits.settled = None;
        self.live.follow(self.position(), limits);
        self.keep(ui);
        // The review has the deepest scores of the screen.
        let depth = ui.review.depth().unwrap_or(u32::MAX);
        let depth = ui.opening_depth.min(depth);
        openings_panel::ask(ui, self.position(), Some(depth));
        self.look_for_departure(&context.ui);
        None
    }

    fn contents(&self) -> ScreenContents<'_> {
        ScreenContents {
            takes_games: self.is_analysis(),
            review: Some(&self.job),
            is_evaluating: self.is_evaluating(),
            ..ScreenContents::default()
        }
    }

    fn unsaved(&self) -> Option<UnsavedWork> {
        let clause = Some(self.file.loses()?);
        let question = label!("Quit? This analysis is not saved.").text();
        Some(UnsavedWork { question, clause })
    }

    fn record(&self) -> Option<Record> {
        Some(self.game_record())
    }

    /// Opens the game at once if the analysis has no moves, and otherwise asks whether to add it.
    fn take_game(
        &mut self,
        record: &Record,
        game: &Game,
        context: &mut Context,
    ) -> Option<Command> {
        if self.is_untouched() {
            self.open(game, record.clone(), &context.ui);
            return None;
        }
        Some(Command::open(self.ask_merge(record, &context.ui)))
    }

    fn report(&mut self, sentence: String, _context: &mut Context) {
        self.remark(sentence);
    }

    fn scroll(down: bool, _on_board: bool) -> Option<Intent> {
        Some(if down { Intent::Forward } else { Intent::Back })
    }

    fn lay_out(&mut self, area: Rect, context: &Context) {
        let wanted = Wanted {
            cards: self.shows_cards,
            legend: context.ui.overlay.is_some(),
        };
        self.layout = ReviewLayout::of(area, wanted);
    }

    fn draw(&self, _area: Rect, canvas: &mut Canvas<Intent>) {
        if let Some(layout) = &self.layout {
            self.draw_screen(layout, canvas);
        }
    }
}

/// Shows or hides the evaluation bar.
fn switch_bar(ui: &mut UiContext) {
    let on = !ui.settings.evaluation_bar;
    ui.keep(move |settings| settings.evaluation_bar = on);
}

/// Returns the opening at each position, as long as the game is in one.
fn openings(game: &Game) -> Vec<Option<&'static Opening>> {
    let mut so_far = Game::from_position(game.start());
    let mut names = vec![Opening::current(&so_far)];
    for square in game.entries().iter().map_while(Entry::square) {
        // The move was legal before.
        let _ = so_far.play(square);
        names.push(Opening::current(&so_far));
    }
    names
}

#[cfg(test)]
mod tests;
