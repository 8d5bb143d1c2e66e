//! The choice of a form in which a position is copied.

use super::EditorScreen;
use crate::app::tui::keymap::{BACKSPACE, DOWN, ENTER, ESC, Keymap, SPACE, UP, bind};
use crate::app::tui::screen::files::FileWindow;
use crate::app::tui::screen::window::Intent::{self, Answer, Close, Move};
use crate::app::tui::screen::window::{
    WindowContent, WindowRow, WindowScreen, WindowSpec, WindowState,
};
use crate::app::tui::screen::{Command, Context, ScreenKind};
use crate::app::tui::theme::Role;
use crate::app::tui::widget::list::ListStep;
use crate::color::Color;
use crate::game::Game;
use crate::notation::{Record, svg, transcript};
use crate::position::Position;

#[rustfmt::skip] // a table
static KEYS: Keymap<Intent> = &[
    bind(&[(ENTER, Answer(0)), (SPACE, Answer(0))], "copy", 10, ""),
    bind(&[(UP, Move(ListStep::Up)), (DOWN, Move(ListStep::Down))], "choose", 8, ""),
    bind(&[(ESC, Close), (BACKSPACE, Close)], "back", 9, ""),
];

/// What is copied.
enum PositionCopy {
    Text(String),
    /// An SVG picture, which is saved to a file.
    Picture(String),
}

/// The forms of a position, with their names.
pub(super) struct PositionCopies(Vec<(&'static str, PositionCopy)>);

/// Returns the window with the forms of the position of a game.
pub(super) fn window(game: &Game) -> WindowScreen<PositionCopies> {
    let position = game.position();
    let moves = transcript::print(game);
    // A transcript begins at the usual start.
    let moves = (game.start() == Position::START && !moves.is_empty()).then_some(moves);
    let moves = moves.map(|moves| ("Transcript", PositionCopy::Text(moves)));
    let picture = svg::still(&Record::from_game(game), None);
    let forms = [
        ("OBF", PositionCopy::Text(position.to_string())),
        ("Bitboards", PositionCopy::Text(bitboards(position))),
    ];
    let forms = forms.into_iter().chain(moves);
    let picture = ("Picture", PositionCopy::Picture(picture));
    let spec = WindowSpec {
        kind: ScreenKind::Window,
        widths: (40, 66),
        text_rows: 3,
        ..WindowSpec::new(" Copy ", KEYS)
    };
    WindowScreen::new(spec, PositionCopies(forms.chain([picture]).collect()))
}

/// Returns the discs of Black and of White as hexadecimal numbers with a1 as the highest bit, and the side to move.
fn bitboards(position: Position) -> String {
    let [black, white] = Color::ALL.map(|color| position.discs(color).bits());
    let side = position.side_to_move().letter();
    format!("0x{black:016x} 0x{white:016x} {side}")
}

impl WindowContent for PositionCopies {
    fn text(&self, state: &WindowState, _ascii: bool, limit: usize) -> Vec<WindowRow> {
        let shown = match self.0.get(state.chosen) {
            Some((_, PositionCopy::Text(text))) => text,
            _ => "An SVG file, for which you choose a name.",
        };
        state.message(shown, limit)
    }

    fn list(&self, _columns: usize) -> Vec<WindowRow> {
        let names = self.0.iter();
        let rows = names.map(|(name, _)| WindowRow::new(*name, Role::Text));
        rows.collect()
    }

    fn answer(
        &mut self,
        _: usize,
        state: &mut WindowState,
        _context: &mut Context,
    ) -> Option<Command> {
        let (_, form) = self.0.get(state.chosen)?;
        let next = match form {
            PositionCopy::Text(text) => Command::act_on(|editor: &mut EditorScreen, _| {
                editor.draft.mark_used();
                None
            })
            .then(Command::Copy(" Position ", text.clone())),
            PositionCopy::Picture(svg) => {
                Command::open(FileWindow::export(svg.as_str().into(), "position.svg"))
            }
        };
        Some(Command::Close.then(next))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::find::find;

    #[test]
    fn every_text_that_is_copied_is_read_back_as_the_same_position() {
        let game = transcript::parse("f5d6c3d3c4f4f6f3e6e7d7c6").unwrap();
        for position in game.positions() {
            let WindowScreen { content, .. } = window(&Game::from_position(position));
            for (name, form) in content.0 {
                if let PositionCopy::Text(text) = form {
                    let read = find(&text).unwrap().into_first();
                    assert_eq!(read.position, position, "{name}");
                    assert!(read.side_is_stated, "{name}");
                }
            }
        }
        let names = |game: &Game| window(game).content.0.len();
        assert_eq!(names(&game), names(&Game::new()) + 1, "a transcript");
    }
}
