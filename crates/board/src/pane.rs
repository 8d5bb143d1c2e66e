//! What a board shows, and the input on it: squares are chosen by typing, with the arrow keys, or with the mouse.

use std::error::Error;
use std::fmt;

use crate::action::{BoardAction, Coordinate};
use crate::theme::ActiveTheme;
use crate::tile::view::TileCache;
use crate::tile::{Disc, Mark, SquareSign, Tile};
use crate::view::{BoardPlace, BoardShape, BoardView};
use reversi::{ByColor, Color, File, Game, ParseSquareError, Position, Rank, Square, SquareSet};

/// A square under the cursor or the mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Pointer {
    square: Square,
    /// A mouse position is cleared when the mouse leaves; the cursor stays.
    by_mouse: bool,
}

/// The input on a board: a square that is being typed or pointed at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BoardPane {
    /// The typed file letter.
    typed: Option<File>,
    pointer: Option<Pointer>,
}

/// The effect of an input on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardReply {
    /// Only the cursor, the previewed move or the typed letter changed.
    Input,
    /// A square is chosen.
    Chosen(Square),
    /// What was typed is no square.
    Refused(TypingError),
    /// The board has no use for it: it may mean something to what is around the board.
    Unused,
}

/// An error of typing a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypingError {
    /// A digit without a letter before it.
    RankFirst(Rank),
    /// A letter and a digit that is no rank.
    OffBoard(File, char),
}

impl fmt::Display for TypingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RankFirst(rank) => write!(f, "{rank}: type a letter a-h first, as in f{rank}"),
            Self::OffBoard(file, digit) => {
                ParseSquareError::OffBoard(format!("{file}{digit}")).fmt(f)
            }
        }
    }
}

impl Error for TypingError {}

/// What a board shows apart from the input.
#[derive(Clone, Copy, Debug)]
pub struct BoardScene {
    /// The discs of each side.
    pub discs: ByColor<SquareSet>,
    /// The side to move.
    pub side: Color,
    /// The moves to choose from; empty when none is wanted.
    pub legal: SquareSet,
    /// Whether they are marked.
    pub dots: bool,
    /// The last move, with its flips.
    pub last: Option<(Square, SquareSet)>,
    /// A move that is shown before it is played, with its flips.
    pub preview: Option<(Square, SquareSet)>,
    /// The squares that a sentence is about.
    pub pointed: SquareSet,
    /// The signs on the squares, by index.
    pub signs: [Option<SquareSign>; 64],
    /// The form of the board.
    pub shape: BoardShape,
    /// Whether the board is turned around.
    pub turned: bool,
}

impl BoardScene {
    /// Returns a position of Reversi without marks.
    pub fn of(position: Position) -> Self {
        Self {
            discs: ByColor::from_fn(|color| position.discs(color)),
            side: position.side_to_move(),
            legal: SquareSet::EMPTY,
            dots: true,
            last: None,
            preview: None,
            pointed: SquareSet::EMPTY,
            signs: [None; 64],
            shape: BoardShape::EIGHT,
            turned: false,
        }
    }

    /// Returns where a cursor starts: on the legal move nearest to the centre.
    pub fn first(&self) -> Square {
        let last = i16::from(self.shape.side) - 1;
        let far = |square: &Square| {
            let off = |index: u8| (2 * i16::from(index) - last).pow(2);
            off(square.file().index()) + off(square.rank().index())
        };
        let nearest = self.legal.iter().min_by_key(far);
        let last = || self.last.map(|(square, _)| square);
        nearest.or_else(last).unwrap_or(Square::A1)
    }

    /// Returns the neighbour of a square on the screen; at the edge, the square itself.
    fn beside(&self, square: Square, (columns, rows): (i8, i8)) -> Square {
        let sign = |reversed| if reversed { -1 } else { 1 };
        let files = columns * sign(self.turned);
        let ranks = rows * sign(self.turned != self.shape.upward);
        let on_board = |square: &Square| {
            square.file().index() < self.shape.side && square.rank().index() < self.shape.side
        };
        let beside = square.offset(files, ranks).filter(on_board);
        beside.unwrap_or(square)
    }

    /// Returns the next legal move in reading order, or the previous one.
    fn next(&self, at: Square, forward: bool) -> Option<Square> {
        let mut legal = self.legal.iter();
        if forward {
            legal.find(|&square| square > at).or(self.legal.first())
        } else {
            legal.rfind(|&square| square < at).or(self.legal.last())
        }
    }
}

impl BoardPane {
    /// Returns the typed file.
    pub fn typed(self) -> Option<File> {
        self.typed
    }

    /// Returns the square under the cursor or the mouse.
    pub fn square(self) -> Option<Square> {
        self.pointer.map(|pointer| pointer.square)
    }

    /// Returns the square under the cursor.
    pub fn cursor(self) -> Option<Square> {
        let pointer = self.pointer.filter(|pointer| !pointer.by_mouse);
        pointer.map(|pointer| pointer.square)
    }

    /// Returns whether nothing is typed or pointed at.
    pub fn is_empty(self) -> bool {
        self == Self::default()
    }

    /// Applies an action.
    pub fn apply(&mut self, action: BoardAction, scene: &BoardScene) -> BoardReply {
        match action {
            BoardAction::Type(Coordinate::File(file)) => {
                (self.typed, self.pointer) = (Some(file), None);
            }
            BoardAction::Type(Coordinate::Rank(rank)) => {
                return match self.typed.take() {
                    Some(file) => BoardReply::Chosen(Square::at(file, rank)),
                    None => BoardReply::Refused(TypingError::RankFirst(rank)),
                };
            }
            BoardAction::Type(Coordinate::OffBoard(digit)) => {
                let refused = |file| BoardReply::Refused(TypingError::OffBoard(file, digit));
                return self.typed.take().map_or(BoardReply::Unused, refused);
            }
            BoardAction::Click(square) => {
                self.hover(Some(square));
                return BoardReply::Chosen(square);
            }
            BoardAction::MoveCursor(columns, rows) => self.point_at(match self.square() {
                Some(at) => scene.beside(at, (columns, rows)),
                None => scene.first(),
            }),
            BoardAction::NextMove(forward) => {
                self.typed = None;
                let next = match self.square() {
                    Some(at) => scene.next(at, forward),
                    None => Some(scene.first()),
                };
                if let Some(next) = next {
                    self.point_at(next);
                }
            }
            BoardAction::Enter => {
                let chosen = self.square().filter(|_| self.typed.is_none());
                return chosen.map_or(BoardReply::Unused, BoardReply::Chosen);
            }
            BoardAction::GiveUp => {
                if !self.give_up() {
                    return BoardReply::Unused;
                }
            }
        }
        BoardReply::Input
    }

    /// Clears the typed letter. Returns whether there was one.
    pub fn forget_typed(&mut self) -> bool {
        self.typed.take().is_some()
    }

    /// Clears the typed letter, otherwise the cursor. Returns whether there was one.
    pub fn give_up(&mut self) -> bool {
        self.forget_typed() || self.pointer.take().is_some()
    }

    /// Clears everything.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Puts the cursor on a square.
    pub fn point_at(&mut self, square: Square) {
        self.typed = None;
        self.pointer = Some(Pointer {
            square,
            by_mouse: false,
        });
    }

    /// Sets or clears the mouse's square. Returns whether it changed.
    pub fn hover(&mut self, square: Option<Square>) -> bool {
        let before = self.pointer;
        match square {
            Some(square) => {
                self.pointer = Some(Pointer {
                    square,
                    by_mouse: true,
                });
            }
            None => self.pointer = self.pointer.filter(|pointer| !pointer.by_mouse),
        }
        self.pointer != before
    }

    /// Returns the legal move under the cursor, with its flips.
    pub fn preview(self, position: Position, legal: SquareSet) -> Option<(Square, SquareSet)> {
        let square = self.square().filter(|&square| legal.contains(square))?;
        Some((square, position.board().flips(square)))
    }

    /// Returns the input as a text: the typed letter, or the text about the square under the cursor.
    pub fn text(self, about: impl FnOnce(Square) -> String) -> Option<String> {
        let typed = self.typed.map(|file| format!("{file}_"));
        typed.or_else(|| self.square().map(about))
    }

    /// Returns what the board shows of a game of Reversi, with a preview of the move under the cursor.
    pub fn scene(self, game: &Game, legal: SquareSet) -> BoardScene {
        BoardScene {
            legal,
            last: game.last_move(),
            preview: self.preview(game.position(), legal),
            ..BoardScene::of(game.position())
        }
    }

    /// Returns a square with its disc and its marks.
    pub fn tile(self, square: Square, scene: &BoardScene) -> Tile {
        let is_legal = scene.legal.contains(square);
        let named = is_legal && self.typed == Some(square.file());
        let previewed = scene.preview.is_some_and(|(at, _)| at == square);
        let would_turn = scene.preview.map_or(SquareSet::EMPTY, |(_, flips)| flips);
        let mut colors = Color::ALL.into_iter();
        let color = colors.find(|&color| scene.discs[color].contains(square));
        let sign = scene.signs[usize::from(square.index())];
        let is_last = scene.last.is_some_and(|(last, _)| last == square);
        let was_turned = scene.last.is_some_and(|(_, flips)| flips.contains(square));
        Tile {
            disc: if previewed {
                Some(Disc::ghost(scene.side))
            } else {
                color.map(Disc::flat)
            },
            // A name or a preview replaces the mark.
            mark: if named || previewed {
                Mark::None
            } else if would_turn.contains(square) {
                Mark::WouldTurn(scene.side)
            } else if let Some(sign) = sign {
                Mark::Sign(sign)
            } else if is_last {
                Mark::Last
            } else if was_turned {
                Mark::Turned
            } else if is_legal && scene.dots {
                Mark::Legal
            } else {
                Mark::None
            },
            lit: named || self.square() == Some(square) || scene.pointed.contains(square),
            named,
            ..scene.shape.tile(square)
        }
    }

    /// Returns the board to draw. The coordinates of the square under the cursor are highlighted, otherwise those of the
    /// last move if they help to find it.
    pub fn view<'a>(
        self,
        place: BoardPlace,
        tiles: &'a [Tile; 64],
        last: Option<Square>,
        look: &'a ActiveTheme,
        cache: &'a TileCache,
    ) -> BoardView<'a> {
        let has_small_mark = look.ascii || !look.has_colors();
        let last = last.filter(|_| has_small_mark && self.typed.is_none());
        BoardView {
            place,
            tiles,
            lit_file: self.typed,
            lit_square: self.square().or(last),
            look,
            cache,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scene(legal: &[&str], shape: BoardShape, turned: bool) -> BoardScene {
        let square = |name: &&str| name.parse::<Square>().unwrap();
        let legal = legal.iter().map(square).collect();
        BoardScene {
            shape,
            turned,
            ..BoardPane::default().scene(&Game::new(), legal)
        }
    }

    fn squares(pane: &mut BoardPane, actions: &[BoardAction], board: &BoardScene) -> Vec<String> {
        let mut shown = |&action| {
            assert_eq!(pane.apply(action, board), BoardReply::Input);
            pane.square().unwrap().to_string()
        };
        actions.iter().map(&mut shown).collect()
    }

    #[test]
    fn a_letter_and_a_digit_are_a_square_and_a_later_letter_counts() {
        let mut pane = BoardPane::default();
        let board = scene(&[], BoardShape::EIGHT, false);
        let typed: Vec<_> = "5cf5"
            .chars()
            .map(|letter| {
                let file = File::from_letter(letter).map(Coordinate::File);
                let rank = || Rank::from_digit(letter).map(Coordinate::Rank);
                let half = file.or_else(rank).unwrap();
                pane.apply(BoardAction::Type(half), &board)
            })
            .collect();
        let five = TypingError::RankFirst(Rank::new(4).unwrap());
        assert_eq!(typed[0], BoardReply::Refused(five));
        let chosen = BoardReply::Chosen("f5".parse().unwrap());
        assert_eq!(typed[1..], [BoardReply::Input, BoardReply::Input, chosen]);
        assert!(pane.is_empty());
    }

    #[test]
    fn a_letter_and_a_digit_beyond_the_board_are_explained() {
        let mut pane = BoardPane::default();
        let board = scene(&[], BoardShape::EIGHT, false);
        let mut apply = |half| pane.apply(BoardAction::Type(half), &board);
        assert_eq!(apply(Coordinate::OffBoard('9')), BoardReply::Unused);
        let h = File::from_letter('h').unwrap();
        assert_eq!(apply(Coordinate::File(h)), BoardReply::Input);
        let refused = TypingError::OffBoard(h, '9');
        assert_eq!(
            apply(Coordinate::OffBoard('9')),
            BoardReply::Refused(refused)
        );
        assert_eq!(
            refused.to_string(),
            "h9 is off the board: files are a-h and ranks are 1-8"
        );
        assert!(pane.is_empty());
    }

    #[test]
    fn a_cursor_is_shown_first_stops_at_the_edge_and_outlives_the_mouse() {
        let mut pane = BoardPane::default();
        let left = [BoardAction::MoveCursor(-1, 0); 3];
        let board = scene(&["b1"], BoardShape::EIGHT, false);
        assert_eq!(squares(&mut pane, &left, &board), ["b1", "a1", "a1"]);
        assert!(!pane.hover(None));
        assert!(pane.hover(Some("c3".parse().unwrap())));
        assert!(pane.hover(None) && pane.is_empty());
        pane.point_at("c3".parse().unwrap());
        assert!(pane.give_up() && !pane.give_up());
    }

    #[test]
    fn an_arrow_moves_the_cursor_that_way_on_the_screen_on_every_board() {
        let (down, right) = (BoardAction::MoveCursor(0, 1), BoardAction::MoveCursor(1, 0));
        let five = BoardShape {
            side: 5,
            upward: true,
        };
        let boards = [
            (BoardShape::EIGHT, false, ["d4", "d5", "e5", "f5"]),
            (BoardShape::EIGHT, true, ["d4", "d3", "c3", "b3"]),
            (five, false, ["d4", "d3", "e3", "e3"]),
        ];
        for (shape, turned, expected) in boards {
            let board = scene(&["d4"], shape, turned);
            let mut pane = BoardPane::default();
            let shown = squares(&mut pane, &[down, down, right, right], &board);
            assert_eq!(shown, expected);
        }
    }

    #[test]
    fn the_next_move_is_found_from_every_square_and_goes_round() {
        let board = scene(&["c4", "d3", "f5"], BoardShape::EIGHT, false);
        let mut pane = BoardPane::default();
        let [next, previous] = [true, false].map(BoardAction::NextMove);
        let shown = squares(&mut pane, &[next, next, next, next, previous], &board);
        assert_eq!(shown, ["d3", "c4", "f5", "d3", "f5"]);
    }
}
