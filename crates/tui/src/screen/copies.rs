//! The choice of a form in which a position or its game is copied, or saved as a picture.

use super::Command;
use super::files::FileWindow;
use super::pick::{self, PickList, PickRow, pick_keys};
use super::window::{Intent, WindowScreen, WindowSpec};
use crate::keymap::Keymap;
use reversi::{Color, Game, Position, transcript};
use reversi_notation::diagram::Diagram;
use reversi_notation::{Record, svg};
use reversi_study::overlay::Overlay;
use reversi_text::{Message, label};

/// The title of the window with a copied position.
const POSITION: &Message = label!("Position");

static KEYS: Keymap<Intent> = &pick_keys(label!("copy"));

/// Returns the window with the forms of the position of a game, with the signs of an overlay, and of the game of a
/// record. `copied` is done when a text is copied.
pub(super) fn window(
    game: &Game,
    record: &Record,
    overlay: Option<Overlay>,
    copied: fn() -> Command,
) -> WindowScreen<PickList> {
    let spec = WindowSpec {
        widths: (40, 66),
        text_rows: 3,
        ..WindowSpec::new(label!("Copy"), KEYS)
    };
    let copy = move |title: &'static Message, name: &str, about: &str, text: String| {
        PickRow::new(name, about, move |_| {
            Command::Close.then(copied().then(Command::Copy(title, text.clone())))
        })
    };
    let picture = |name: &str, file: &'static str, svg: String| {
        let about = label!("An SVG file, for which you choose a name.").text();
        PickRow::new(name, about, move |context| {
            let export = FileWindow::export(svg.as_str().into(), file, &context.ui);
            Command::Close.then(Command::open(export))
        })
    };
    let diagram = diagram(game.position(), overlay);
    let texts = texts(game).into_iter();
    let mut rows: Vec<PickRow> = texts
        .map(|(name, text)| copy(POSITION, name, &text.clone(), text))
        .collect();
    let about = label!("The board in lines of text, with the signs of the overlay.").text();
    rows.push(copy(
        POSITION,
        label!("Diagram").text(),
        about,
        diagram.text(),
    ));
    let about = label!("The same as a table of Markdown.").text();
    rows.push(copy(
        POSITION,
        label!("Markdown").text(),
        about,
        diagram.markdown(),
    ));
    if !record.moves.is_empty() {
        let kifu = Diagram::kifu(record);
        let about = label!("The game as in books: the number of each move on its square.").text();
        rows.push(copy(
            label!("Kifu"),
            label!("Kifu").text(),
            about,
            kifu.text(),
        ));
        rows.push(picture(
            label!("Kifu as a picture").text(),
            "kifu.svg",
            kifu.svg(),
        ));
    }
    let svg = match overlay {
        Some(_) => diagram.svg(),
        None => svg::still(&Record::from_game(game), None),
    };
    rows.push(picture(label!("Picture").text(), "position.svg", svg));
    pick::window(spec, rows, 0)
}

/// Returns the diagram of a position with the signs of an overlay.
fn diagram(position: Position, overlay: Option<Overlay>) -> Diagram {
    let mut diagram = Diagram::of(position);
    for group in overlay.map_or_else(Vec::new, |overlay| overlay.groups(position)) {
        for square in group.squares {
            diagram.mark(square, group.sign.text);
        }
    }
    diagram
}

/// Returns the texts for the position of a game, with their names.
fn texts(game: &Game) -> Vec<(&'static str, String)> {
    let position = game.position();
    let moves = transcript::print(game);
    let mut texts = vec![
        ("OBF", position.to_string()),
        (label!("Bitboards").text(), bitboards(position)),
    ];
    // A transcript begins at the usual start.
    if game.start() == Position::START && !moves.is_empty() {
        texts.push((label!("Transcript").text(), moves));
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
    use reversi_notation::find::find;

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
