//! The position editor: discs are set and cleared on the board, and the position is analysed, played on, kept as a
//! puzzle or copied from there.

mod draft;
mod keys;
mod view;

use crate::screen::actions::said;
use ratatui::layout::Rect;

use super::board_pane::typing_error;
use super::new_game::NewGameScreen;
use super::{Canvas, Command, Context, Pasted, Screen, UnsavedWork, copies, dialog};
use crate::context::UiContext;
use crate::keymap::{BoardAction, Keymap};
use crate::theme::Role;
use reversi::{ByColor, Color, Game, Oddity, Position, Square, SquareSet, Symmetry};
use reversi_board::BoardReply;
use reversi_board::parts::{BoardPane, BoardScene};
use reversi_notation::find::{TextContent, find};
use reversi_notation::{Record, clean};
use reversi_study::practice::puzzle::NotAPuzzle;
use reversi_study::practice::supply::{Addition, add_position};
use reversi_table::background::{Background, Reporter, ValueTask};
use reversi_table::phrase::faults::oddity;
use reversi_table::phrase::sentence;
use reversi_table::session::Refusal;
use reversi_table::store::StorageError;
use reversi_table::table::{Help, TableAction};
use reversi_wording as wording;

use crate::screen::canvas::NOTHING_TO_REDO;
use crate::text::side_name;
use draft::PositionDraft;
use reversi_text::{Name, Said, label, tr};

/// What is placed on a chosen square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Brush {
    /// A black disc, then a white one, then none.
    #[default]
    InTurn,
    /// A disc, or none if it has this disc.
    Disc(Color),
    /// No disc.
    Empty,
}

impl Brush {
    const ALL: [Self; 4] = [
        Self::InTurn,
        Self::Disc(Color::Black),
        Self::Disc(Color::White),
        Self::Empty,
    ];

    fn name(self) -> String {
        match self {
            Self::InTurn => label!("in turn").text().to_owned(),
            Self::Disc(color) => side_name(color),
            Self::Empty => label!("empty"; "a square without a disc").text().to_owned(),
        }
    }

    fn index(self) -> usize {
        let at = Self::ALL.iter().position(|&brush| brush == self);
        at.expect("all brushes are listed")
    }

    /// Returns what is placed on a square with this disc.
    fn after(self, disc: Option<Color>) -> Option<Color> {
        match (self, disc) {
            (Self::InTurn, None) => Some(Color::Black),
            (Self::InTurn, Some(Color::Black)) => Some(Color::White),
            (Self::InTurn, Some(Color::White)) | (Self::Empty, _) => None,
            (Self::Disc(color), disc) => (disc != Some(color)).then_some(color),
        }
    }
}

/// A change of the whole board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BoardChange {
    /// The other side is to move.
    Side,
    /// Every disc is turned.
    Swap,
    /// A quarter turn clockwise.
    Turn,
    /// Left and right are exchanged.
    Mirror,
    Clear,
    Start,
}

impl BoardChange {
    fn of(self, position: Position) -> Position {
        let side = position.side_to_move();
        match self {
            Self::Side => position.with_side_to_move(side.opposite()),
            Self::Swap => position.with_colors_swapped(),
            Self::Turn => position.transformed(Symmetry::Rotate90),
            Self::Mirror => position.transformed(Symmetry::MirrorFiles),
            Self::Clear => {
                Position::from_discs(ByColor::default(), side).expect("no discs do not overlap")
            }
            Self::Start => Position::START,
        }
    }
}

/// What a key or a click means in the editor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Intent {
    /// Chooses what to place.
    Brush(usize),
    NextBrush,
    /// Clears the square under the cursor.
    ClearSquare,
    Change(BoardChange),
    Undo,
    Redo,
    Analyse,
    PlayOn,
    AddPuzzle,
    Copy,
    /// Takes what was pasted, or keeps the board.
    Take(bool),
}

/// The search for a puzzle in a position.
type PuzzleTask = ValueTask<Position, Option<Addition>, StorageError>;

/// The position editor.
#[derive(Debug)]
pub(crate) struct EditorScreen {
    draft: PositionDraft,
    brush: Brush,
    /// What was pasted, shown before it replaces the board.
    pasted: Option<TextContent>,
    pane: BoardPane,
    /// A message about the last key.
    notice: Option<(String, Role)>,
    puzzles: Option<PuzzleTask>,
}

impl EditorScreen {
    /// Opens the editor at the position of a game.
    pub(crate) fn new(game: &Game) -> Self {
        Self {
            draft: PositionDraft::new(game),
            brush: Brush::default(),
            pasted: None,
            pane: BoardPane::default(),
            notice: None,
            puzzles: None,
        }
    }

    /// Returns whether the position would be lost.
    fn loses_position(&self) -> bool {
        self.draft.is_unused()
    }

    /// Returns the position on the screen.
    fn shown(&self) -> Position {
        let pasted = self.pasted.as_ref();
        pasted.map_or_else(|| self.draft.position(), |pasted| pasted.first().position)
    }

    fn remark(&mut self, sentence: impl Into<String>) {
        self.notice = Some((sentence.into(), Role::Text));
    }

    fn refuse(&mut self, sentence: impl Into<String>) {
        self.notice = Some((sentence.into(), Role::Warning));
    }

    fn set(&mut self, square: Square, disc: Option<Color>) {
        self.draft
            .change(self.draft.position().with_disc(square, disc));
    }

    /// Returns what the board shows. Every square can be chosen.
    fn scene(&self) -> BoardScene {
        let position = self.shown();
        BoardScene {
            legal: if self.pasted.is_some() {
                SquareSet::EMPTY
            } else {
                SquareSet::ALL
            },
            dots: false,
            ..BoardScene::of(position)
        }
    }

    /// Returns the game to play or to analyse from here, or shows why there is none.
    fn playable(&mut self) -> Option<Game> {
        let position = self.draft.position();
        if !position.board().is_game_over() {
            return Some(self.draft.game());
        }
        let mut odd = position.oddities().into_iter();
        let over = odd.find(|odd| matches!(odd, Oddity::NoDiscs | Oddity::GameOver))?;
        self.refuse(oddity(&over).sentence());
        None
    }

    fn use_position(&mut self, intent: Intent, context: &Context) -> Option<Command> {
        let game = self.playable()?;
        let ui = &context.ui;
        let command = match intent {
            Intent::PlayOn => {
                let color = game.position().side_to_move();
                let heading = String::from(tr!("Play on from here, {color} to move", color));
                let players = ui.settings.players();
                Command::open(NewGameScreen::playing_on(players, game, heading))
            }
            Intent::Analyse => Command::Analyse(Box::new(game)),
            _ => {
                self.look_for_puzzle(ui);
                return None;
            }
        };
        self.draft.mark_used();
        Some(command)
    }

    /// Starts to prove that the position is a puzzle, or shows why it is none.
    fn look_for_puzzle(&mut self, ui: &UiContext) {
        let position = self.draft.position();
        if let Err(why) = NotAPuzzle::check(position.board()) {
            self.refuse(sentence(why));
            return;
        }
        let Some(state) = ui.state.clone() else {
            self.refuse(label!("Puzzles cannot be saved here.").text());
            return;
        };
        let work = move |position, reporter: &Reporter<_>| {
            add_position(&state, position, &|| reporter.is_stopped())
        };
        let task = || Background::start("editor", ui.waker.clone(), work);
        self.puzzles.get_or_insert_with(task).ask(position);
        self.remark(label!("Solving the position.").text());
    }

    fn is_solving(&self) -> bool {
        self.puzzles.as_ref().is_some_and(Background::is_busy)
    }

    /// Shows the result of the search for a puzzle.
    fn show_addition(&mut self, added: Addition) {
        match added {
            Addition::Added(puzzle) => {
                if puzzle.position == self.draft.position() {
                    self.draft.mark_used();
                }
                let added = [
                    tr!("Added to the puzzles."),
                    reversi_wording::practice::question(&puzzle),
                ];
                self.remark(Said::sentences(added));
            }
            Addition::Known => {
                self.remark(label!("This position is among the puzzles already.").text());
            }
            Addition::Refused(why) => self.refuse(sentence(why)),
        }
    }

    /// Takes what was pasted, or keeps the board.
    fn take_paste(&mut self, takes: bool) {
        let Some(pasted) = self
            .pasted
            .take()
            .filter(|_| takes)
            .map(TextContent::into_first)
        else {
            return;
        };
        // A record that was read can be played.
        match pasted.game.map(|record| record.replay()) {
            Some(Ok(game)) => self.draft.take_game(&game),
            _ => self.draft.change(pasted.position),
        }
    }
}

/// Returns why an intent is refused. The analysis of a position is help in the game at the table.
fn refusal(intent: Intent, context: &mut Context) -> Option<Refusal> {
    let action = match intent {
        Intent::PlayOn => TableAction::Rearrange,
        Intent::Analyse | Intent::AddPuzzle => {
            // The position is that of the game at the table, or almost.
            let table = context.table.as_mut()?;
            return table.help(Help::Analysis).err();
        }
        Intent::Brush(_)
        | Intent::NextBrush
        | Intent::ClearSquare
        | Intent::Change(_)
        | Intent::Undo
        | Intent::Redo
        | Intent::Copy
        | Intent::Take(_) => TableAction::Look,
    };
    context.permits(action).err()
}

impl Screen for EditorScreen {
    type Intent = Intent;

    fn tables(&self, _context: &Context) -> Vec<Keymap<Intent>> {
        if self.pasted.is_some() {
            return vec![keys::PASTED];
        }
        vec![keys::SET, keys::CHANGE, keys::USE]
    }

    fn works(&self, intent: Intent, _context: &Context) -> bool {
        match intent {
            Intent::Undo => self.draft.can_undo(),
            Intent::Redo => self.draft.can_redo(),
            Intent::ClearSquare => self.pane.square().is_some(),
            Intent::Analyse | Intent::PlayOn => !self.draft.position().board().is_game_over(),
            Intent::Brush(_)
            | Intent::NextBrush
            | Intent::Change(_)
            | Intent::AddPuzzle
            | Intent::Copy
            | Intent::Take(_) => true,
        }
    }

    fn legend(&self) -> Vec<(&'static str, &'static str)> {
        said(keys::LEGEND)
    }

    fn answer(&self, _context: &Context) -> Vec<String> {
        self.notice.iter().map(|(text, _)| text.clone()).collect()
    }

    fn touch(&mut self, _context: &mut Context) {
        self.notice = None;
    }

    fn act(&mut self, intent: Intent, context: &mut Context) -> Option<Command> {
        self.pane.forget_typed();
        if let Some(why) = refusal(intent, context) {
            self.refuse(sentence(wording::refusal(&why)));
            return None;
        }
        match intent {
            Intent::Brush(at) => self.brush = Brush::ALL[at],
            Intent::NextBrush => {
                self.brush = Brush::ALL[(self.brush.index() + 1) % Brush::ALL.len()];
                self.remark(tr!("Placing: {disc}.", disc = Name(&self.brush.name())));
            }
            Intent::ClearSquare => {
                if let Some(square) = self.pane.square() {
                    self.set(square, None);
                }
            }
            Intent::Change(change) => self.draft.change(change.of(self.draft.position())),
            Intent::Undo | Intent::Redo => {
                let is_redo = intent == Intent::Redo;
                if !self.draft.step(is_redo) {
                    self.refuse(if is_redo {
                        Said::from(NOTHING_TO_REDO)
                    } else {
                        tr!("Nothing to undo.")
                    });
                }
            }
            Intent::Analyse | Intent::PlayOn | Intent::AddPuzzle => {
                return self.use_position(intent, context);
            }
            Intent::Copy => {
                let game = self.draft.game();
                let copied = || {
                    Command::act_on(|editor: &mut Self, _| {
                        editor.draft.mark_used();
                        None
                    })
                };
                let record = Record::from_game(&game);
                return Some(Command::open(copies::window(&game, &record, None, copied)));
            }
            Intent::Take(takes) => self.take_paste(takes),
        }
        None
    }

    fn act_on_board(&mut self, action: BoardAction, _context: &mut Context) -> Option<Command> {
        if self.pasted.is_some() {
            return None;
        }
        let scene = self.scene();
        match self.pane.apply(action, &scene) {
            BoardReply::Chosen(square) => {
                let disc = self.draft.position().disc(square);
                self.set(square, self.brush.after(disc));
            }
            BoardReply::Refused(error) => self.refuse(typing_error(error)),
            BoardReply::Unused if action == BoardAction::GiveUp => {
                return Some(if self.loses_position() {
                    Command::open(dialog::ask_leave_editor())
                } else {
                    Command::Close
                });
            }
            // Without a cursor, Enter shows it.
            BoardReply::Unused if action == BoardAction::Enter => {
                self.pane.point_at(scene.first());
            }
            BoardReply::Unused | BoardReply::Input => {}
        }
        None
    }

    fn hovered_board(&mut self) -> Option<&mut BoardPane> {
        Some(&mut self.pane)
    }

    /// Shows the pasted position before it replaces the board.
    fn paste(&mut self, text: &str, _context: &mut Context) -> Pasted {
        self.pane.clear();
        match find(text) {
            Ok(pasted) => self.pasted = Some(pasted),
            Err(error) => {
                self.pasted = None;
                self.refuse(clean(&sentence(error)));
            }
        }
        Pasted::Taken
    }

    fn poll(&mut self) {
        match self.puzzles.as_ref().and_then(Background::next_value) {
            Some(Ok(Some(added))) => self.show_addition(added),
            Some(Err(error)) => self.refuse(sentence(error)),
            Some(Ok(None)) | None => {}
        }
    }

    fn unsaved(&self) -> Option<UnsavedWork> {
        self.loses_position().then_some(UnsavedWork {
            question: dialog::LOSES_POSITION.text(),
            clause: None,
        })
    }

    fn report(&mut self, sentence: String, _context: &mut Context) {
        self.remark(sentence);
    }

    fn warn(&mut self, sentence: String, _context: &mut Context) {
        self.refuse(sentence);
    }

    fn draw(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        self.draw_all(area, canvas);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn positions() -> Vec<Position> {
        let game = reversi::transcript::parse("f5d6c3d3c4f4f6f3e6e7d7c6").unwrap();
        game.positions().collect()
    }

    #[test]
    fn changes_of_the_whole_board_come_back_to_where_they_began() {
        let times = [
            (BoardChange::Side, 2),
            (BoardChange::Swap, 2),
            (BoardChange::Turn, 4),
            (BoardChange::Mirror, 2),
        ];
        for position in positions() {
            for (change, count) in times {
                let end = (0..count).fold(position, |position, _| change.of(position));
                assert_eq!(end, position, "{change:?}");
            }
            let cleared = BoardChange::Clear.of(position);
            assert_eq!(cleared.oddities(), [Oddity::NoDiscs]);
            assert_eq!(cleared.side_to_move(), position.side_to_move());
        }
        let turned =
            BoardChange::Turn.of(Position::START.with_disc(Square::A1, Some(Color::Black)));
        assert_eq!(turned.disc("h1".parse().unwrap()), Some(Color::Black));
    }

    #[test]
    fn a_square_gets_what_the_brush_says() {
        let (black, white) = (Some(Color::Black), Some(Color::White));
        for (brush, after) in [
            (Brush::InTurn, [black, white, None]),
            (Brush::Disc(Color::Black), [black, None, black]),
            (Brush::Disc(Color::White), [white, white, None]),
            (Brush::Empty, [None, None, None]),
        ] {
            assert_eq!([None, black, white].map(|disc| brush.after(disc)), after);
        }
    }
}
