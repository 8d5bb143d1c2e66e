//! The panel of openings, on the board and in the review: what was played in the position.

use ratatui::layout::Rect;

use super::{Canvas, Command, game_filter};
use crate::context::UiContext;
use crate::layout::Slices;
use crate::text::{rows, wrap};
use crate::theme::Role;
use crate::widget::openings::OpeningsView;
use reversi::Position;
use reversi::search::MoveScore;
use reversi_study::openings::task::LookupRequest;
use reversi_table::phrase::sentence;
use reversi_text::{Name, label, tr};

/// The fewest rows of a panel with a title.
const WITH_TITLE: u16 = 5;

/// Asks for the table of a position, if the panel is open, with an evaluation of a depth or without one.
pub(super) fn ask(ui: &mut UiContext, position: Position, depth: Option<u32>) {
    if ui.shows_openings && !position.legal_moves().is_empty() {
        ui.openings.ask(LookupRequest { position, depth });
    }
}

/// Opens the window with the filter of the games that the panel counts, and shows the panel.
pub(super) fn choose_games(ui: &mut UiContext) -> Command {
    ui.shows_openings = true;
    Command::open(game_filter::window(
        ui.openings.filter(),
        |text, context| context.ui.openings.set_filter(text).map(|()| None),
    ))
}

/// Returns the scores of the moves of a position that the panel knows, the best first.
pub(super) fn scores(ui: &UiContext, position: Position) -> Vec<MoveScore> {
    let found = ui.openings.found(position);
    found.map_or_else(Vec::new, |found| found.table.scores())
}

/// Returns how many games are counted, or how far they are read.
pub(super) fn state<I: Copy + 'static>(position: Position, canvas: &Canvas<I>) -> String {
    let task = &canvas.context.ui.openings;
    let games = task.found(position).and_then(|found| found.table.games);
    match (task.reading(), games) {
        (Some(progress), _) => tr!(
            "reading games, {progress}",
            progress = Name(&progress.words())
        )
        .into(),
        (None, Some(games)) => tr!("{count} game" | "{count} games", count = games).into(),
        (None, None) => String::new(),
    }
}

/// Draws what is known of a position, below a title if it is to have one. The scores of the screen take the place of those of the panel. A click
/// on a move acts like a click on its square.
pub(super) fn draw<I: Copy + 'static>(
    position: Position,
    scores: &[MoveScore],
    area: Rect,
    is_titled: bool,
    canvas: &mut Canvas<I>,
) {
    let state = state(position, canvas);
    let task = &canvas.context.ui.openings;
    let found = task.found(position);
    let mut rest = Slices(area);
    if is_titled && area.height >= WITH_TITLE {
        let title = rest.top(1);
        canvas.text(title, label!("Openings").text(), Role::Strong);
        canvas.right(title, &state, Role::Muted);
    } else if is_titled && task.reading().is_some() {
        canvas.text(rest.top(1), label!("Reading games.").text(), Role::Muted);
    }
    let Some(found) = found else { return };
    let mut table = found.table.clone();
    table.evaluate(scores);
    let view = OpeningsView {
        table: &table,
        japanese: canvas.context.ui.has_japanese(),
        look: &canvas.look,
    };
    let moves = view.draw(rest.0, canvas.buf);
    rest.top(rows(&moves) + 1);
    canvas.hits.add_squares(moves);
    let filter = task.filter();
    let note = match (&found.problem, &found.results) {
        (Some(error), _) => sentence(error),
        (None, _) if !task.has_games() => label!("Set libraries to count games.").text().to_owned(),
        (None, Some(results)) => tr!(
            "{filter}: {results}.",
            filter = Name(filter),
            results = Name(results)
        )
        .into(),
        (None, None) if !filter.is_empty() => {
            tr!("Only games of {filter}.", filter = Name(filter)).into()
        }
        (None, None) => return,
    };
    let lines = wrap(&note, usize::from(area.width));
    if let Some(free) = rest.0.height.checked_sub(rows(&lines)) {
        rest.top(free.min(1));
        canvas.lines(rest.0, lines, Role::Muted);
    }
}
