use std::sync::Arc;

use ratatui::buffer::Buffer;

use super::*;
use crate::hits::Hits;
use reversi::ByColor;
use reversi_table::player::PlayerKind;
use reversi_table::session::Setup;
use reversi_table::table::Table;

fn context() -> Context {
    let players = ByColor::new(PlayerKind::Human, PlayerKind::Human);
    let session = Session::new(Setup::new(players, 7), Arc::new(|| ()));
    let ui = UiContext::plain();
    let table = Some(TableView::new(Table::new(session), &ui));
    Context::unsaved(ui, table)
}

#[test]
fn a_click_finds_the_square_or_the_key_that_the_last_picture_shows_there() {
    let (screen, context) = (BoardScreen::default(), context());
    let mut hits = Hits::default();
    for (columns, rows) in [(200, 60), (24, 12), (40, 40), (80, 24)] {
        let area = Rect::new(0, 0, columns, rows);
        let layout = BoardLayout::of(area).unwrap();
        let mut buf = Buffer::empty(area);
        screen.draw(
            area,
            &mut Canvas::new(&context, screen.kind(), &mut hits, &mut buf),
        );
        for square in Square::all() {
            for place in layout.board.rect(square).positions() {
                let expected = Some(Meaning::Board(BoardAction::Click(square)));
                assert_eq!(hits.at(place), expected, "{area}");
            }
        }
        let keys = hits.all().into_iter().filter(|(_, meaning)| {
            !matches!(meaning, Meaning::Board(_) | Meaning::Own(Intent::Entry(_)))
        });
        for (place, _) in keys {
            assert_eq!(place.intersection(layout.keys), place, "{area}");
        }
    }
}

#[test]
fn a_cursor_begins_on_the_legal_move_nearest_to_the_middle_and_tab_goes_on_from_it() {
    let mut screen = BoardScreen::default();
    let mut context = context();
    let mut seen = Vec::new();
    let tab = [BoardAction::NextMove(true); 5];
    for action in tab.into_iter().chain([BoardAction::NextMove(false)]) {
        assert!(screen.act_on_board(action, &mut context).is_none());
        seen.push(screen.pane.square().unwrap().to_string());
    }
    assert_eq!(seen, ["d3", "c4", "f5", "e6", "d3", "e6"]);
}
