//! The choice of a form in which a position is copied.

use super::EditorScreen;
use crate::app::tui::keymap::Keymap;
use crate::app::tui::screen::Command;
use crate::app::tui::screen::files::FileWindow;
use crate::app::tui::screen::pick::{self, PickList, PickRow, pick_keys};
use crate::app::tui::screen::window::{Intent, WindowScreen, WindowSpec};
use crate::color::Color;
use crate::game::Game;
use crate::notation::{Record, svg, transcript};
use crate::position::Position;

static KEYS: Keymap<Intent> = &pick_keys("copy");

/// Returns the window with the forms of the position of a game.
pub(super) fn window(game: &Game) -> WindowScreen<PickList> {
    let spec = WindowSpec {
        widths: (40, 66),
        text_rows: 3,
        ..WindowSpec::new(" Copy ", KEYS)
    };
    let texts = texts(game).into_iter().map(|(name, text)| {
        PickRow::new(name, text.clone(), move |_| {
            let mark = Command::act_on(|editor: &mut EditorScreen, _| {
                editor.draft.mark_used();
                None
            });
            Command::Close.then(mark.then(Command::Copy(" Position ", text.clone())))
        })
    });
    let svg = svg::still(&Record::from_game(game), None);
    let about = "An SVG file, for which you choose a name.";
    let picture = PickRow::new("Picture", about, move |context| {
        let export = FileWindow::export(svg.as_str().into(), "position.svg", &context.ui);
        Command::Close.then(Command::open(export))
    });
    pick::window(spec, texts.chain([picture]), 0)
}

/// Returns the texts for the position of a game, with their names.
fn texts(game: &Game) -> Vec<(&'static str, String)> {
    let position = game.position();
    let moves = transcript::print(game);
    let mut texts = vec![
        ("OBF", position.to_string()),
        ("Bitboards", bitboards(position)),
    ];
    // A transcript begins at the usual start.
    if game.start() == Position::START && !moves.is_empty() {
        texts.push(("Transcript", moves));
    }
    texts
}

/// Returns the discs of Black and of White as hexadecimal numbers with a1 as the highest bit, and the side to move.
fn bitboards(position: Position) -> String {
    let [black, white] = Color::ALL.map(|color| position.discs(color).bits());
    let side = position.side_to_move().letter();
    format!("0x{black:016x} 0x{white:016x} {side}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::find::find;

    #[test]
    fn every_text_that_is_copied_is_read_back_as_the_same_position() {
        let game = transcript::parse("f5d6c3d3c4f4f6f3e6e7d7c6").unwrap();
        for position in game.positions() {
            for (name, text) in texts(&Game::from_position(position)) {
                let read = find(&text).unwrap().into_first();
                assert_eq!(read.position, position, "{name}");
                assert!(read.side_is_stated, "{name}");
            }
        }
        let names = |game: &Game| texts(game).len();
        assert_eq!(names(&game), names(&Game::new()) + 1, "a transcript");
    }
}
