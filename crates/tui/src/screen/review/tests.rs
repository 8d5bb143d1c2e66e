//! The review screen with games that are not usual.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::*;
use crate::hits::Hits;
use reversi::search::Limits;
use reversi_study::review::Reviewer;

fn draw(screen: &mut ReviewScreen, context: &Context, columns: u16, rows: u16) -> String {
    let mut buf = Buffer::empty(Rect::new(0, 0, columns, rows));
    let mut hits = Hits::default();
    screen.lay_out(buf.area, context);
    screen.draw(
        buf.area,
        &mut Canvas::new(context, screen.kind(), &mut hits, &mut buf),
    );
    buf.content()
        .iter()
        .map(ratatui::buffer::Cell::symbol)
        .collect()
}

#[test]
fn a_game_without_moves_and_names_that_would_be_obeyed_are_no_trouble() {
    let mut ui = UiContext::plain();
    ui.review = Reviewer::new(1, Limits::depth(1));
    let game = Game::new();
    let mut record = Record::from_game(&game);
    record.players = ByColor::new("\u{1b}[2J\u{202e}".repeat(30), "b\n".to_owned());
    let mut screen = ReviewScreen::new(&game, record, &ui);
    let mut context = Context::unsaved(ui, None);
    screen.job.wait();
    let mistakes = [Intent::PreviousMistake, Intent::Undo];
    for intent in [Intent::Back, Intent::Forward].into_iter().chain(mistakes) {
        assert!(screen.act(intent, &mut context).is_none());
    }
    for (columns, rows) in [(24, 12), (40, 16), (80, 24), (120, 40), (200, 60)] {
        let text = draw(&mut screen, &context, columns, rows);
        assert!(!text.contains(['\u{1b}', '\u{202e}', '\n']), "{text}");
    }
    screen.try_move("f5".parse().unwrap());
    let text = draw(&mut screen, &context, 80, 24);
    assert!(text.contains("Variation from 1") && text.contains(" 1 Black f5 "));
}

#[test]
fn a_variation_that_is_not_legal_is_reported_and_the_others_are_there() {
    let ui = UiContext::plain();
    let text = "(;GM[2];B[f5](;W[d6];B[c3])(;W[f6];B[a1])(;W[f4];B[e3]))";
    let record = reversi_notation::detect::parse(text, reversi_notation::Format::Sgf).unwrap();
    let mut screen = ReviewScreen::new(&record.replay().unwrap(), record, &ui);
    let context = Context::unsaved(ui, None);
    let text = draw(&mut screen, &context, 120, 40);
    assert!(
        text.contains("2 f6 ") && text.contains("2 f4 e3 "),
        "{text}"
    );
    assert!(text.contains("a1 would turn no discs."), "{text}");
}
