//! The board as a widget, and its input.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Place, Rect};
use ratatui::widgets::{StatefulWidget, Widget};

use crate::action::BoardAction;
use crate::event::{InputEvent, MouseButton, MouseEventKind};
use crate::tile::view::TileCache;
use crate::tile::{Label, Tile};
use crate::view::BoardPlace;
use reversi::{File, Game, Position, Square, SquareSet};

use crate::pane::{BoardPane, BoardReply, BoardScene};
use crate::theme::ActiveTheme;

/// A board to draw: a position, what is marked on it, and a theme.
///
/// It is as large as the area allows and stands in its middle. The smallest one has 18 columns and 9 rows; nothing is
/// drawn into a smaller area.
#[derive(Clone, Debug)]
pub struct BoardWidget<'a> {
    position: Position,
    scene: BoardScene,
    labels: [Option<Label>; 64],
    look: &'a ActiveTheme,
}

impl<'a> BoardWidget<'a> {
    /// Creates a board without marks.
    pub fn new(position: Position, theme: &'a ActiveTheme) -> Self {
        Self {
            position,
            scene: BoardScene::of(position),
            labels: [None; 64],
            look: theme,
        }
    }

    /// Creates the board of a game, with its legal moves and its last move.
    pub fn of_game(game: &Game, theme: &'a ActiveTheme) -> Self {
        Self::new(game.position(), theme)
            .legal_moves(game.legal_moves())
            .last_move(game.last_move())
    }

    /// Sets the moves that can be chosen. They have dots, the Tab key goes from one to the next, and the one under the
    /// cursor is shown with the discs that it turns.
    pub fn legal_moves(mut self, moves: SquareSet) -> Self {
        self.scene.legal = moves;
        self
    }

    /// Sets whether legal moves have dots; they have by default.
    pub fn dots(mut self, dots: bool) -> Self {
        self.scene.dots = dots;
        self
    }

    /// Sets the last move and the discs that it turned, as [`Game::last_move`] returns them.
    pub fn last_move(mut self, last: Option<(Square, SquareSet)>) -> Self {
        self.scene.last = last;
        self
    }

    /// Sets the squares that have the colour of the cursor.
    pub fn highlighted(mut self, squares: SquareSet) -> Self {
        self.scene.pointed = squares;
        self
    }

    /// Sets the text on an empty square, such as a score: up to four ASCII characters. The best one stands out; on the
    /// smallest board, it alone has a mark.
    pub fn label(mut self, square: Square, text: &str, best: bool) -> Self {
        self.labels[usize::from(square.index())] = Some(Label::new(text, best));
        self
    }

    /// Sets whether h8 is at the top left, for the person on the other side of a table.
    pub fn turned(mut self, turned: bool) -> Self {
        self.scene.turned = turned;
        self
    }

    /// Returns the part of an area that the board takes, with its frame; `None` if it is too small.
    pub fn fit(area: Rect) -> Option<Rect> {
        BoardPlace::fitting(area).map(|place| place.area)
    }
}

/// Draws the board with the input of a state, which then knows where it is.
impl StatefulWidget for &BoardWidget<'_> {
    type State = BoardState;

    fn render(self, area: Rect, buf: &mut Buffer, state: &mut BoardState) {
        state.drawn = None;
        let Some(place) = BoardPlace::fitting(area.intersection(buf.area)) else {
            return;
        };
        let place = BoardPlace {
            turned: self.scene.turned,
            ..place
        };
        let scene = BoardScene {
            preview: state.pane.preview(self.position, self.scene.legal),
            ..self.scene
        };
        let tiles = Tile::board(|square| {
            let tile = state.pane.tile(square, &scene);
            let label = self.labels[usize::from(square.index())];
            tile.labelled(label.filter(|_| tile.disc.is_none()), place.height)
        });
        let last = scene.last.map(|(square, _)| square);
        let view = (state.pane).view(place, &tiles, last, self.look, &state.cache);
        view.render(area, buf);
        state.drawn = Some((place, scene));
    }
}

/// Draws the board without input. A [`BoardState`] also keeps the drawings of squares for the next frame.
impl Widget for &BoardWidget<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        StatefulWidget::render(self, area, buf, &mut BoardState::default());
    }
}

/// The input on a board: a cursor, the mouse or half of a square's name, on the board as it was drawn last.
#[derive(Debug, Default)]
pub struct BoardState {
    pane: BoardPane,
    drawn: Option<(BoardPlace, BoardScene)>,
    cache: TileCache,
}

impl BoardState {
    /// Handles an input: letters and digits name a square, the arrow keys, Tab and the mouse point at one, Enter, Space
    /// and a click choose it, Esc and Backspace take back. A chosen square need not be a legal move.
    pub fn handle(&mut self, event: &InputEvent) -> BoardReply {
        let Some((_, scene)) = &self.drawn else {
            return BoardReply::Unused;
        };
        let action = match event {
            InputEvent::Key(key) => match BoardAction::of_key(*key) {
                Some(action) => action,
                None => return BoardReply::Unused,
            },
            InputEvent::Mouse(mouse) => {
                let square = self.square_at(mouse.column, mouse.row);
                match (mouse.kind, square) {
                    (MouseEventKind::Down(MouseButton::Left), Some(square)) => {
                        BoardAction::Click(square)
                    }
                    (MouseEventKind::Down(MouseButton::Left) | MouseEventKind::Moved, square) => {
                        return if self.pane.hover(square) {
                            BoardReply::Input
                        } else {
                            BoardReply::Unused
                        };
                    }
                    _ => return BoardReply::Unused,
                }
            }
            _ => return BoardReply::Unused,
        };
        self.pane.apply(action, scene)
    }

    /// Returns the square at a column and a row of the screen, on the board as it was drawn last.
    pub fn square_at(&self, column: u16, row: u16) -> Option<Square> {
        let (place, _) = self.drawn?;
        let mut rects = place.rects();
        let hit = rects.find(|(rect, _)| rect.contains(Place::new(column, row)));
        hit.map(|(_, square)| square)
    }

    /// Returns the square under the cursor or the mouse.
    pub fn square(&self) -> Option<Square> {
        self.pane.square()
    }

    /// Returns the letter that is typed of a square's name.
    pub fn typed(&self) -> Option<File> {
        self.pane.typed()
    }

    /// Puts the cursor on a square.
    pub fn point_at(&mut self, square: Square) {
        self.pane.point_at(square);
    }

    /// Removes the cursor and the typed letter.
    pub fn clear(&mut self) {
        self.pane.clear();
    }
}
