//! The file window: saving the game, the list of the player's games and of those of files, and choosing among several.

mod games;
mod keys;
mod own_games;
mod view;

use std::mem;
use std::path::Path;
use std::sync::Arc;

use crate::event::KeyEvent;
use ratatui::layout::Rect;
use tui_input::InputRequest;

use super::{Canvas, Command, Context, Pasted, Screen, ScreenKind};
use crate::context::UiContext;
use crate::files::{FileReader, FileReply, FileRequest, Saved, SavedContent, SavedFile, endings};
use crate::keymap::{Keymap, Meaning, field_request, look_up};
use crate::pictures::Picture;
use crate::widget::field::Field;
use crate::widget::list::{self, ListStep};
use reversi::ByColor;
use reversi_notation::{Format, GamePart, LeftOut, Record, clean};
use reversi_study::games::ChoiceTask;
use reversi_study::stats::text::{brought_back, removed_games};
use reversi_table::go::GoGame;
use reversi_table::go::player::GoPlayerKind;
use reversi_table::phrase::{parts_of_games, path_text, sentence, tags_text};
use reversi_table::player::recorded::player_of;
use reversi_table::store::game_file::{IfPresent, SaveError};
use reversi_table::store::game_list::{GameList, Source};
use reversi_wording::{NO_FILE_NAME, reading};

use games::start_choice;
use keys::Intent;
use own_games::OwnGames;

use Intent::{
    Accept, AnotherName, AskRemove, Close, Complete, DropLabel, Edit, EditLabel, KeepLabel, Mark,
    Move, SaveAs, Sort, Stop,
};
use reversi_text::{Message, Name, Said, label, tr};

/// The row before the games that leads to the files.
const OPEN_FILE: &Message = label!("Open a file");

/// The row before the games that undoes a removal.
const BRING_BACK: &Message = label!("Bring back what was removed");

/// What the window is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FilePurpose {
    /// Saving the game.
    Save,
    /// Opening one of the player's games, of the libraries or of files opened lately, or another file by its name.
    Games,
    /// Opening a game of Go by file name.
    OpenGo,
    /// Choosing among the games of a file or a paste.
    Choose,
}

/// What the window is waiting for.
#[derive(Debug, PartialEq, Eq)]
enum FileState {
    /// A name or a choice.
    User,
    /// The disk; holds what to show meanwhile.
    Disk(String),
    /// Whether to replace the existing file, or to append to it if its format holds several games.
    Overwrite { holds_many: bool },
}

/// A file window.
#[derive(Debug)]
pub(crate) struct FileWindow {
    purpose: FilePurpose,
    field: Field,
    /// The source of the listed games; `None` if there is no history.
    source: Option<Source>,
    /// The text to save and its format; `None` for the game.
    text: Option<(Arc<str>, String)>,
    /// The listed games; `None` until read.
    games: Option<GameList>,
    /// The folders and files that the typed name may become.
    names: Vec<String>,
    /// The selected row: a name, or a game after the names; `None` while a name is typed.
    chosen: Option<usize>,
    state: FileState,
    sentence: Option<String>,
    /// Whether the name is only proposed: typing replaces it.
    is_proposed: bool,
    /// Whether a row was chosen since something was typed.
    is_picking: bool,
    /// What the list of the player's games has besides those of the history.
    list: OwnGames,
    /// What reads for this window.
    reader: FileReader,
    /// What opens a game of Go that was read.
    open_go: Option<OpenGo>,
    /// The choice among the listed games; `None` until it is needed.
    choice: Option<ChoiceTask>,
    /// The tags and the note of the selected game while they are typed.
    label: Option<Field>,
}

/// Opens a game of Go with these players on the screen below the window.
pub(super) type OpenGo = fn(GoGame, ByColor<GoPlayerKind>) -> Command;

impl FileWindow {
    /// Creates the window for saving a game, with a suggested name.
    pub(crate) fn save(record: &Record, ui: &UiContext) -> Self {
        Self::with(FilePurpose::Save, &proposed_name(record), ui)
    }

    /// Creates the window for saving a game as a moving picture, with a suggested name.
    pub(crate) fn share(record: &Record, ui: &UiContext) -> Self {
        let name = proposed_name(record);
        let stem = name
            .rsplit_once('.')
            .map_or(name.as_str(), |(stem, _)| stem);
        Self::with(FilePurpose::Save, &format!("{stem}.svg"), ui)
    }

    /// Creates the window for saving a text, with a suggested name.
    pub(crate) fn export(text: Arc<str>, proposed: &str, ui: &UiContext) -> Self {
        let (_, extension) = proposed.rsplit_once('.').unwrap_or(("", proposed));
        Self {
            text: Some((text, extension.to_uppercase())),
            ..Self::with(FilePurpose::Save, proposed, ui)
        }
    }

    /// Creates the window with all games, the newest first, and starts to read them.
    pub(crate) fn games(context: &Context) -> Self {
        let mut window = Self {
            chosen: Some(0),
            list: OwnGames::start(context),
            choice: Some(start_choice(context)),
            ..Self::with(FilePurpose::Games, "", &context.ui)
        };
        window.names = window.list.rows();
        window.read_log(context);
        window
    }

    /// Starts to read the history, if there is one.
    fn read_log(&mut self, context: &Context) {
        self.source = context.saver.state().cloned().map(Source::Log);
        if let Some(log) = &self.source {
            self.reader.read(FileRequest::Log(log.clone()));
        }
    }

    /// Creates the window for opening a game of Go.
    pub(super) fn open_go(open: OpenGo, ui: &UiContext) -> Self {
        let mut window = Self {
            open_go: Some(open),
            ..Self::with(FilePurpose::OpenGo, "", ui)
        };
        window.ask_names(ui);
        window
    }

    /// Creates the window for a game that is named before the window opens.
    pub(crate) fn named(name: &str, context: &Context) -> Self {
        let log = context.saver.state().cloned().map(Source::Log);
        let request = FileRequest::Name(name.to_owned(), log);
        Self::reading(request, reading(Some(name)).into(), &context.ui)
    }

    /// Creates the window for the games of a paste.
    pub(crate) fn pasted(text: Arc<str>, ui: &UiContext) -> Self {
        let source = Source::Text(text);
        Self {
            source: Some(source.clone()),
            ..Self::reading(FileRequest::List(source), reading(None).into(), ui)
        }
    }

    /// Creates the window for what is being read: one game opens, and of several one can be chosen.
    fn reading(request: FileRequest, sentence: String, ui: &UiContext) -> Self {
        let mut window = Self {
            chosen: Some(0),
            state: FileState::Disk(sentence),
            ..Self::with(FilePurpose::Choose, "", ui)
        };
        window.reader.read(request);
        window
    }

    fn with(purpose: FilePurpose, name: &str, ui: &UiContext) -> Self {
        Self {
            purpose,
            field: Field::new(name),
            source: None,
            text: None,
            games: None,
            names: Vec::new(),
            chosen: None,
            state: FileState::User,
            sentence: None,
            is_proposed: !name.is_empty(),
            is_picking: false,
            list: OwnGames::default(),
            reader: FileReader::new(ui.waker.clone()),
            open_go: None,
            choice: None,
            label: None,
        }
    }

    /// Shows an error.
    fn refuse(&mut self, sentence: String) {
        self.state = FileState::User;
        self.sentence = Some(sentence);
    }

    /// Shows why nothing was read: here, or on the screen below if there is nothing to return to.
    fn fail(&mut self, sentence: String) -> Option<Command> {
        if self.purpose == FilePurpose::Choose && self.games.is_none() {
            return Some(Command::Close.then(Command::Warn(sentence)));
        }
        self.refuse(sentence);
        None
    }

    /// Shows what became of games of the history, and reads it again.
    fn read_again(&mut self, sentence: String) {
        self.refuse(sentence);
        self.list.marked.clear();
        if self.filters() {
            self.keep_chosen(|window| window.names = window.list.rows());
        }
        if let Some(log) = self.source.clone() {
            self.reader.read(FileRequest::Log(log));
        }
    }

    /// Handles what was read.
    fn take(&mut self, reply: FileReply, ui: &UiContext) -> Option<Command> {
        match reply {
            FileReply::Log(listed) => {
                let games = listed.unwrap_or_else(|why| {
                    self.refuse(sentence(why));
                    GameList::default()
                });
                self.keep_chosen(|window| {
                    window.games = Some(games);
                    window.drop_repeated();
                });
            }
            FileReply::Removed(done) => {
                self.list.has_removed |= done.is_ok();
                self.read_again(done.map_or_else(sentence, |games| removed_games(games).into()));
            }
            FileReply::BroughtBack(done) => {
                self.list.has_removed &= done.is_err();
                self.read_again(done.map_or_else(sentence, |games| brought_back(games).into()));
            }
            FileReply::Text(Ok(text)) => {
                self.state = FileState::User;
                return Some(Command::open(Self::export(text, "games.ggf", ui)));
            }
            FileReply::Listed(source, Ok(games)) => return self.take_list(source, games, ui),
            FileReply::Picked(Ok(record)) => return Some(Command::ShowOpened(record)),
            FileReply::Listed(_, Err(why))
            | FileReply::Picked(Err(why))
            | FileReply::Text(Err(why)) => {
                return self.fail(sentence(why));
            }
            FileReply::GoGame(Ok((game, players))) => {
                let open = self.open_go?;
                return Some(Command::Close.then(open(game, players)));
            }
            FileReply::GoGame(Err(why)) => self.refuse(sentence(why)),
            // The text may have changed since.
            FileReply::Completed(typed, text, hint) => {
                if self.is_typing() && self.field.text() == typed {
                    self.field = Field::new(&text);
                    self.sentence = hint.or(self.sentence.take());
                }
            }
            FileReply::Names(typed, names) => {
                if self.field.text() == typed {
                    self.names = names;
                }
            }
        }
        None
    }

    /// Opens the game of a source, or lists its games to choose from.
    fn take_list(
        &mut self,
        source: Source,
        mut games: GameList,
        ui: &UiContext,
    ) -> Option<Command> {
        if let Some(record) = games.only.take() {
            return Some(match source {
                Source::Text(_) => Command::ShowPasted(record),
                Source::File(_) | Source::Log(_) => Command::ShowOpened(record),
            });
        }
        if let [line] = &games.lines[..]
            && let Err(why) = &line.game
        {
            return self.fail(match &source {
                Source::File(path) => about_file(&path_text(path), why),
                Source::Text(_) | Source::Log(_) => sentence(why),
            });
        }
        self.state = FileState::User;
        if self.purpose != FilePurpose::Choose {
            return Some(Command::open(Self {
                source: Some(source),
                games: Some(games),
                chosen: Some(0),
                ..Self::with(FilePurpose::Choose, "", ui)
            }));
        }
        (self.source, self.games) = (Some(source), Some(games));
        None
    }

    /// Returns whether it waits for the result of saving.
    pub(crate) fn is_saving(&self) -> bool {
        self.purpose == FilePurpose::Save && matches!(self.state, FileState::Disk(_))
    }

    /// Handles the result of saving: closes, or asks what to do with an existing file.
    pub(crate) fn take_saved(&mut self, saved: Saved) -> Option<Command> {
        let error = match saved {
            Ok(saved) => return Some(Command::Close.then(Command::Report(saved_as(&saved)))),
            Err(error) => error,
        };
        self.refuse(sentence(&error));
        if let SaveError::Present { holds_many, .. } = error {
            self.state = FileState::Overwrite { holds_many };
        }
        None
    }

    /// Asks for the names that the typed one may become.
    fn ask_names(&mut self, ui: &UiContext) {
        let (state, libraries) = match self.purpose {
            FilePurpose::Games if self.filters() => {
                self.names = self.list.rows();
                return;
            }
            FilePurpose::Games => (
                ui.state.clone(),
                ui.settings.library_names().cloned().collect(),
            ),
            FilePurpose::OpenGo => (None, Vec::new()),
            FilePurpose::Save | FilePurpose::Choose => return,
        };
        let typed = self.field.text().to_owned();
        let names = FileRequest::Names(ui.folder.clone(), typed, state, libraries);
        self.reader.read(names);
    }

    fn count(&self) -> usize {
        self.names.len() + self.listed_games().len()
    }

    /// Returns whether what is typed filters the list, and is no name.
    fn filters(&self) -> bool {
        match self.purpose {
            FilePurpose::Games => !self.is_path(),
            FilePurpose::Choose => list::filters(self.lines().len()),
            FilePurpose::Save | FilePurpose::OpenGo => false,
        }
    }

    /// Opens the chosen row: enters a folder, or reads a file or a game.
    fn open_row(&mut self, row: usize, context: &Context) -> Option<Command> {
        let Some(name) = self.names.get(row).cloned() else {
            self.pick(row - self.names.len());
            return None;
        };
        if self.filters() {
            self.open_files(&name, context);
            return None;
        }
        let typed = self.field.text();
        let folder = typed.rfind(std::path::is_separator).map_or(0, |at| at + 1);
        let is_whole = name.starts_with('~') || Path::new(&name).is_absolute();
        let folder = if is_whole { "" } else { &typed[..folder] };
        let path = folder.to_owned() + &name;
        self.edit(|field| *field = Field::new(&path));
        if name.ends_with(std::path::is_separator) {
            self.ask_names(&context.ui);
        } else {
            self.read_named();
        }
        None
    }

    fn is_typing(&self) -> bool {
        let has_field = self.purpose != FilePurpose::Choose || self.filters();
        has_field && self.state == FileState::User
    }

    fn keys(&self) -> Keymap<Intent> {
        match (&self.state, self.purpose) {
            (FileState::Disk(_), _) => keys::BUSY,
            (FileState::Overwrite { .. }, _) => keys::PRESENT,
            (FileState::User, _) if self.label.is_some() => keys::LABEL,
            (FileState::User, _) if self.filters() && !self.list.marked.is_empty() => keys::MARKED,
            (FileState::User, _) if self.filters() => keys::FILTERED,
            (FileState::User, FilePurpose::Save) => keys::SAVE,
            (FileState::User, FilePurpose::OpenGo | FilePurpose::Games) => keys::OPEN,
            (FileState::User, FilePurpose::Choose) => keys::CHOOSE,
        }
    }

    fn can_append(&self) -> bool {
        self.state == FileState::Overwrite { holds_many: true }
    }

    /// Waits for the disk.
    fn wait(&mut self, sentence: String) {
        self.state = FileState::Disk(sentence);
        self.sentence = None;
    }

    /// Returns the typed name, or says that one is missing.
    fn name(&mut self) -> Option<String> {
        let name = self.field.text().trim().to_owned();
        if !name.is_empty() {
            return Some(name);
        }
        self.sentence = Some(match self.purpose {
            FilePurpose::Save if self.text.is_some() => NO_FILE_NAME.into(),
            FilePurpose::Save => tr!(
                "The name must end in {endings}.",
                endings = reversi_text::Name(&endings())
            )
            .into(),
            _ => NO_FILE_NAME.into(),
        });
        None
    }

    fn save_as(&mut self, if_present: IfPresent, context: &Context) -> Option<Command> {
        let name = self.name()?;
        self.wait(label!("Saving.").text().to_owned());
        let Some((text, _)) = &self.text else {
            return Some(Command::Save(name, if_present));
        };
        let saved = SavedContent::Text(Arc::clone(text));
        context.files.save(saved, &name, if_present);
        None
    }

    fn read_named(&mut self) {
        if let Some(name) = self.name() {
            self.wait(reading(Some(&name)).into());
            let request = match self.purpose {
                FilePurpose::OpenGo => FileRequest::GoGame(name),
                _ => FileRequest::Name(name, self.source.clone()),
            };
            self.reader.read(request);
        }
    }

    fn pick(&mut self, index: usize) {
        let line = self.listed_games().get(index).copied();
        let Some((line, source)) = line.and_then(|line| Some((line, self.source_of(line)?))) else {
            return;
        };
        let number = line.number;
        let (name, reading) = match &source {
            Source::Log(_) => {
                let name = format!("history:{number}");
                (name.clone(), reading(Some(&name)))
            }
            Source::File(_) | Source::Text(_) => {
                (tr!("Game {number}", number).into(), reading(None))
            }
        };
        if let Err(why) = &line.game {
            self.sentence = Some(about_file(&name, why));
            return;
        }
        self.wait(reading.into());
        self.reader.read(FileRequest::Pick(source, Some(number)));
    }

    fn step(&mut self, step: ListStep) {
        let count = self.count();
        let has_field = self.purpose != FilePurpose::Choose && !self.filters();
        self.chosen = match (step, self.chosen) {
            (ListStep::Down | ListStep::PageDown, None) if count > 0 => Some(0),
            (_, None) => None,
            (ListStep::Up | ListStep::PageUp, Some(0)) if has_field => None,
            (step, Some(chosen)) => Some(step.from(chosen, count)),
        };
    }

    fn edit(&mut self, edit: impl FnOnce(&mut Field)) {
        self.is_proposed = false;
        edit(&mut self.field);
        (self.chosen, self.is_picking) = (None, false);
        self.list.awaits_mistakes = false;
        self.sentence = None;
    }

    /// Edits the name or the filter, and updates the list.
    fn edit_and_list(&mut self, edit: impl FnOnce(&mut Field), context: &Context) {
        self.edit(edit);
        self.filter(context);
        self.ask_names(&context.ui);
    }

    /// Stops reading. The window closes if it has no file name or list to return to; saving continues without it.
    fn stop(&mut self) -> Option<Command> {
        self.reader.stop();
        let is_named = !matches!(self.purpose, FilePurpose::Save | FilePurpose::Choose);
        if !is_named && self.games.is_none() {
            return Some(Command::Close);
        }
        self.state = FileState::User;
        None
    }

    /// Edits the name or the filter.
    fn edit_name(&mut self, request: InputRequest, context: &Context) {
        if let (true, InputRequest::InsertChar(_)) = (self.is_proposed, request) {
            // The extension stays.
            let name = self.field.text();
            let dot = name.rfind('.').unwrap_or(name.len());
            self.field = Field::new(&name[dot..]);
            self.field.edit(InputRequest::GoToStart);
        }
        self.edit_and_list(|field| field.edit(request), context);
    }

    fn title(&self) -> String {
        match (self.purpose, &self.source) {
            (FilePurpose::Save, _) if self.text.is_some() => label!("Export").text().to_owned(),
            (FilePurpose::Save, _) => label!("Save game").text().to_owned(),
            (FilePurpose::Games, _) => label!("Your games").text().to_owned(),
            (FilePurpose::OpenGo, _) => label!("Open game").text().to_owned(),
            (FilePurpose::Choose, Some(Source::File(path))) => {
                let name = path.file_name().unwrap_or(path.as_os_str());
                clean(&name.to_string_lossy()).into_owned()
            }
            (FilePurpose::Choose, _) => label!("Pasted games").text().to_owned(),
        }
    }

    /// Returns what to say if there is nothing else: advice, or the place in the list.
    fn advice(&self, is_low: bool) -> String {
        let count = self.listed_games().len();
        let place = self.chosen.map_or(0, |chosen| chosen + 1);
        let label = self.chosen_label().map(ToString::to_string);
        match (self.purpose, &self.games) {
            (FilePurpose::Save, _) => match &self.text {
                Some((_, format)) => tr!(
                    "The file will be {format}.",
                    format = reversi_text::Name(format)
                )
                .into(),
                None => tr!(
                    "The extension sets the format: {endings}.",
                    endings = reversi_text::Name(&endings())
                )
                .into(),
            },
            (FilePurpose::OpenGo, _) => NO_FILE_NAME.into(),
            (FilePurpose::Games, _) if !self.filters() && is_low => String::new(),
            (FilePurpose::Games, _) if !self.filters() => {
                label!("File name, FILE#3 for its third game, or history:last for your last.")
                    .text()
                    .to_owned()
            }
            _ if self.label.is_some() => {
                label!("Tags begin with #, the rest is a note: #blitz forgot the corner.")
                    .text()
                    .to_owned()
            }
            (FilePurpose::Choose | FilePurpose::Games, _) if count == 0 && self.is_filtered() => {
                self.list.no_game().to_owned()
            }
            (FilePurpose::Games, _) => match (self.list.state(), label) {
                (Some(state), _) => state,
                (None, Some(label)) => label,
                (None, None) if is_low || count == 0 => String::new(),
                (None, None) => label!("Words, or opponent:ann year:2026 result:loss tag:blitz.")
                    .text()
                    .to_owned(),
            },
            (FilePurpose::Choose, games) => {
                let more = games.as_ref().is_some_and(|games| games.more);
                let label = label.map_or_else(String::new, |label| format!(" {label}"));
                place_text(place, count, more) + &label
            }
        }
    }

    fn is_filtered(&self) -> bool {
        self.filters() && !self.field.text().is_empty()
    }
}

impl Screen for FileWindow {
    type Intent = Intent;

    fn kind(&self) -> ScreenKind {
        ScreenKind::Window
    }

    fn tables(&self, _context: &Context) -> Vec<Keymap<Intent>> {
        let is_list = self.purpose == FilePurpose::Games
            && self.state == FileState::User
            && self.label.is_none()
            && self.filters();
        // Between words a space is typed.
        let marks = is_list && (self.is_picking || self.field.text().is_empty());
        let more = [marks.then_some(keys::MARKS), is_list.then_some(keys::SORTS)];
        std::iter::once(self.keys())
            .chain(more.into_iter().flatten())
            .collect()
    }

    fn works(&self, intent: Intent, context: &Context) -> bool {
        match intent {
            SaveAs(IfPresent::Append) => self.can_append(),
            Move(_) => self.count() > 0,
            EditLabel => self.chosen_game().is_some() && context.saver.state().is_some(),
            AskRemove => self.removable().is_some(),
            Mark => self.chosen_game().is_some(),
            Accept
            | SaveAs(IfPresent::Ask | IfPresent::Replace)
            | AnotherName
            | Complete
            | KeepLabel
            | DropLabel
            | Sort(_)
            | Edit(_)
            | Intent::Game(_)
            | Stop
            | Close => true,
        }
    }

    fn intent(&self, key: KeyEvent, context: &Context) -> Option<Meaning<Intent>> {
        look_up(&self.tables(context), key, &context.ui.settings.keys).or_else(|| {
            let request = field_request(key)?;
            self.is_typing().then_some(Meaning::Own(Edit(request)))
        })
    }

    fn act(&mut self, intent: Intent, context: &mut Context) -> Option<Command> {
        if mem::take(&mut self.list.awaits_mistakes) {
            self.sentence = None;
        }
        match intent {
            Stop => return self.stop(),
            _ if matches!(self.state, FileState::Disk(_)) => {}
            // There is nothing to choose from.
            Move(_) if self.count() == 0 => {}
            Close => {
                // A message may have come in place of an unfinished read.
                self.reader.stop();
                return Some(Command::Close);
            }
            SaveAs(IfPresent::Append) if !self.can_append() => {}
            SaveAs(if_present) => return self.save_as(if_present, context),
            Accept if self.filters() && !self.list.marked.is_empty() => {
                return Some(self.ask_about_marked());
            }
            Accept => match self.chosen {
                Some(chosen) => return self.open_row(chosen, context),
                None => self.read_named(),
            },
            AnotherName => {
                self.state = FileState::User;
                self.sentence = None;
            }
            EditLabel => self.edit_label(context),
            AskRemove => return self.ask_remove(),
            Mark => self.mark(),
            Sort(order) => self.sort(order),
            KeepLabel => self.keep_label(),
            DropLabel => self.label = None,
            Complete => {
                let typed = self.field.text().to_owned();
                self.reader.read(FileRequest::Complete(typed));
            }
            Edit(request) => match &mut self.label {
                Some(label) => label.edit(request),
                None => self.edit_name(request, context),
            },
            Intent::Game(index) if self.chosen == Some(index) => {
                return self.open_row(index, context);
            }
            Intent::Game(index) => {
                (self.chosen, self.is_picking) = (Some(index), true);
                self.sentence = None;
            }
            Move(step) => {
                self.step(step);
                (self.sentence, self.is_picking) = (None, true);
            }
        }
        None
    }

    fn scroll(down: bool, _on_board: bool) -> Option<Intent> {
        Some(Move(ListStep::by_wheel(down)))
    }

    fn paste(&mut self, text: &str, context: &mut Context) -> Pasted {
        if self.is_typing() {
            if self.is_proposed {
                self.field = Field::new("");
            }
            if let Some(label) = &mut self.label {
                label.paste(text);
                return Pasted::Taken;
            }
            self.edit_and_list(|field| field.paste(text), context);
        }
        Pasted::Taken
    }

    fn poll(&mut self) {
        self.keep_chosen(|window| {
            if window.list.poll() {
                window.drop_repeated();
            }
        });
        if let Some(choice) = &mut self.choice
            && let Err(failed) = choice.poll()
        {
            self.sentence = Some(failed.into());
        }
    }

    fn tick(&mut self, context: &mut Context) -> Option<Command> {
        // After a command, which may cover this window, the other replies wait.
        while let Some(reply) = self.reader.next_reply() {
            if let Some(command) = self.take(reply, &context.ui) {
                return Some(command);
            }
        }
        let awaits = self.list.awaits_mistakes;
        awaits.then(|| self.find_marked()).flatten()
    }

    fn report(&mut self, sentence: String, _context: &mut Context) {
        self.refuse(sentence);
    }

    fn draw(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        self.draw_window(area, canvas);
    }
}

/// Returns a file name for a game: `2026-11-21-you-level-3.ggf`.
fn proposed_name(record: &Record) -> String {
    let day: String = record.readable_date().chars().take(10).collect();
    let is_day = day.len() == 10 && day.chars().all(|c| c.is_ascii_digit() || c == '-');
    let names = ByColor::from_fn(|color| {
        let name = player_of(&record.players, color).to_string();
        let letters = name.chars().take(24).filter_map(|c| match c {
            ' ' | '_' | '-' => Some('-'),
            c => c.is_alphanumeric().then(|| c.to_ascii_lowercase()),
        });
        letters.collect::<String>()
    });
    let day = if is_day { day } else { String::new() };
    let mut parts = vec![day, names.black, names.white];
    parts.retain(|part| !part.is_empty());
    if parts.is_empty() {
        parts.push("game".to_owned());
    }
    let mut formats = [Format::Ggf, Format::Sgf, Format::Pgn].into_iter();
    let format = formats.find(|format| {
        let left_out = format.left_out(record);
        left_out.variations == 0 && left_out.tags.is_empty()
    });
    let holds_lines = Format::Ggf.left_out(record).variations == 0;
    let other = if holds_lines {
        Format::Ggf
    } else {
        Format::Sgf
    };
    let format = format.unwrap_or(other);
    format!("{}.{}", parts.join("-"), format.extension())
}

/// Returns the place in a list of games; `more` if the source has more games than the list.
fn place_text(place: usize, count: usize, more: bool) -> String {
    if more {
        let next = count + 1;
        tr!(
            "Game {place} of {count} and more. FILE#{next} opens the next one.",
            place,
            count,
            next
        )
    } else {
        tr!("Game {place} of {count}.", place, count)
    }
    .into()
}

/// The most names of tags in a message.
const TAGS_SHOWN: usize = 4;

/// Returns the message that a game, a position or an image was saved.
pub(crate) fn saved_as(saved: &SavedFile) -> String {
    let path = &saved.path;
    let name = path.file_name().unwrap_or_default();
    let folder = path.parent().unwrap_or(path);
    let (name, folder) = (path_text(name.as_ref()), path_text(folder));
    let (name, folder) = (reversi_text::Name(&name), reversi_text::Name(&folder));
    let place = match saved.format {
        Some(Format::Obf) => tr!("Position saved to {name} in {folder}.", name, folder),
        Some(Format::Svg) => tr!("Image saved to {name} in {folder}.", name, folder),
        None if Picture::of_path(path) == Some(Picture::Recording) => {
            tr!("Recording saved to {name} in {folder}.", name, folder)
        }
        _ => tr!("Saved to {name} in {folder}.", name, folder),
    };
    let LeftOut { variations, .. } = saved.left_out;
    let count = variations;
    let variations = (count > 0).then(|| tr!("{count} variation" | "{count} variations", count));
    let remarks = [
        GamePart::GameComment,
        GamePart::MoveComments,
        GamePart::Marks,
    ];
    let remarks = saved
        .left_out
        .parts
        .iter()
        .filter(|part| remarks.contains(part));
    let remarks = remarks.map(|part| Said::from(parts_of_games(*part)));
    let left_out = &Said::all_of(variations.into_iter().chain(remarks));
    let holders = Format::ALL
        .into_iter()
        .filter(|format| format.holds_variations());
    let holders = holders.map(|format| Said::verbatim(format.name().to_uppercase()));
    let without = (!left_out.is_empty()).then(|| {
        let formats = &Said::all_of(holders);
        tr!(
            "Without {what}: {formats} can hold them.",
            what = left_out,
            formats
        )
    });
    let tags = &saved.left_out.tags;
    let first = tags.iter().take(TAGS_SHOWN);
    let first = &tags_text(first.map(|(format, name)| (*format, name.as_str())));
    let without_tags = match tags.len() {
        0 => None,
        1..=TAGS_SHOWN => Some(tr!("Without {tags}.", tags = first)),
        _ => Some(tr!("Without {tags} and others.", tags = first)),
    };
    let sentences = [Some(place), without, without_tags];
    Said::sentences(sentences.into_iter().flatten()).into()
}
/// Says what is wrong with a file, or with a game of one.
fn about_file(name: &str, why: &impl ToString) -> String {
    let why = why.to_string();
    tr!("{name}: {why}.", name = Name(name), why = Name(&why)).into()
}
