//! The drawing of the review.

use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::layout::ReviewLayout;
use super::side::SideLine;
use super::{Intent, ReviewScreen};
use crate::app::player::{score_cell, score_sentence};
use crate::app::study::review::graph::Graph;
use crate::app::study::review::{Grade, MoveReview, Totals};
use crate::app::tui::context::UiContext;
use crate::app::tui::layout::Slices;
use crate::app::tui::screen::board_pane::BoardScene;
use crate::app::tui::screen::{Canvas, openings_panel};
use crate::app::tui::text::{clip, columns, cut, width, wrap};
use crate::app::tui::theme::{ActiveTheme, Role};
use crate::app::tui::widget::graph::GraphView;
use crate::app::tui::widget::moves::{MoveItem, MovesView, Notes, role_of};
use crate::app::tui::widget::tile::{Label, Mark, Tile};
use crate::app::wording::{self, line_of_play, plural};
use crate::color::{ByColor, Color};
use crate::game::{Entry, Game, Status};
use crate::opening::Opening;
use crate::search::MoveScore;
use crate::squares::SquareSet;

/// The shortest useful part of a name, in columns.
const SHORTEST_NAME: usize = 4;

/// The minimum width for two lines of play in one row.
const SHARED: usize = 60;

impl ReviewScreen {
    pub(super) fn draw_on(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let layout = ReviewLayout::of(area);
        let tiles = self.tiles(layout.board.height, &canvas.context.ui, &canvas.look);
        self.pane.draw(layout.board, &tiles, None, canvas);
        self.draw_title(layout.title, canvas);
        let openings = if layout.list.is_empty() {
            layout.graph
        } else {
            layout.list.union(layout.totals)
        };
        if !canvas.context.ui.shows_openings || openings != layout.graph {
            self.draw_graph(layout.graph, canvas);
        }
        if layout.title.is_empty() {
            // Shown where nothing is known yet.
            canvas.text(Slices(layout.graph).bottom(1), self.progress(), Role::Key);
        }
        if canvas.context.ui.shows_openings {
            let scores = self.scores();
            openings_panel::draw(self.position(), &scores, openings, canvas);
        } else {
            self.draw_list(layout.list, canvas);
            self.draw_totals(layout.totals, canvas);
        }
        self.draw_brief(layout.brief, canvas);
        self.draw_details(&layout, canvas);
        canvas.keys(layout.keys, self.hints(&canvas.context.ui));
    }

    fn tiles(&self, height: u16, ui: &UiContext, look: &ActiveTheme) -> [Tile; 64] {
        let here = Game::from_position(self.position());
        let next = self.next_square();
        let best = self.best();
        // A previewed disc differs from others only by its colours, if there are any.
        let ghostly = look.paints().is_some() && height > 1;
        let scene = BoardScene {
            last: self.last_square(),
            dots: ui.settings.legal_dots,
            preview: (next.filter(|_| ghostly)).map(|square| (square, SquareSet::EMPTY)),
            ..self.pane.scene(&here, here.legal_moves())
        };
        Tile::board(|square| {
            let best = best.as_ref().filter(|f| f.square == Some(square));
            let label = best.map(|best| Label::new(&score_cell(best.certainty, best.score), true));
            let tile = self.pane.tile(square, &scene, None).labelled(label, height);
            if next == Some(square) && !ghostly && best.is_none() {
                return Tile {
                    named: true,
                    mark: Mark::None,
                    ..tile
                };
            }
            tile
        })
    }

    /// Draws the players, the result, and the progress of the review.
    fn draw_title(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let (look, outcome) = (canvas.look, self.review().game().outcome());
        let mut title = canvas.title("Review");
        let progress = self.progress();
        let dot = look.symbol(" · ", ", ");
        let room = usize::from(area.width).saturating_sub(9 + progress.len() + 1);
        if let Some(side) = self.side_text() {
            // A long line is shown from its current end.
            let mut text = format!("{dot}{side}");
            while width(&text) > room
                && let Some((head, moves)) = text.split_once(": ")
                && let Some((_, rest)) = moves.trim_start_matches(".. ").split_once(' ')
            {
                text = format!("{head}: .. {rest}");
            }
            title.push_span(Span::styled(cut(&text, room), look.style(Role::Key)));
        } else {
            // Long names get the space that the score leaves.
            let score = outcome.map_or_else(String::new, |outcome| {
                format!("{dot}{}-{}", outcome.score.black, outcome.score.white)
            });
            let left = room.saturating_sub(width(&score) + width(dot));
            let names = self.names_in(left);
            let names = names.map_or_else(String::new, |names| format!("{dot}{names}"));
            title.push_span(Span::styled(names + &score, look.style(Role::Muted)));
        }
        canvas.line(area, title);
        if columns(&progress) + 9 <= area.width {
            canvas.right(area, &progress, Role::Key);
        }
    }

    /// Returns the players within a width: each name gets half, plus what the other leaves. `None` if
    /// nobody is known or there is no room.
    fn names_in(&self, columns: usize) -> Option<String> {
        let (black, white) = (&*self.names.black, &*self.names.white);
        if [black, white].iter().all(|name| matches!(*name, "" | "?")) {
            return None;
        }
        let between = " - ";
        let room = columns.checked_sub(between.len() + 2 * SHORTEST_NAME)? + 2 * SHORTEST_NAME;
        let half = room / 2;
        let black = clip(black, room - half.min(width(white)));
        let white = clip(white, room - width(black));
        Some(format!("{}{between}{}", black.trim_end(), white.trim_end()))
    }

    /// Returns the progress of the review; empty when complete.
    fn progress(&self) -> String {
        let review = self.review();
        if review.is_complete() {
            if self.job.is_busy() {
                "looking".to_owned()
            } else {
                String::new()
            }
        } else if self.job.is_busy() {
            let all = review.positions().len();
            format!("reviewing {}/{all}", review.known())
        } else {
            "review stopped".to_owned()
        }
    }

    fn draw_graph(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let view = GraphView {
            graph: &Graph::of(self.review()),
            at: self.at,
            ruled: true,
            look: &canvas.look,
        };
        let places = view.draw(area, canvas.buf);
        canvas.hits.add_all(places, Intent::Entry);
    }

    /// Draws a short summary beside a small board.
    fn draw_brief(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let review = self.review();
        let all = review.game().entries().len();
        let mut rest = Slices(area);
        canvas.text(rest.top(1), format!("{}/{all}", self.at), Role::Strong);
        rest.top(1);
        if let Some((black, certainty)) = review.black_score(self.at) {
            canvas.text(rest.top(1), "Black", Role::Muted);
            canvas.text(rest.top(1), score_cell(certainty, black), Role::Text);
        }
        if self.job.is_busy() {
            rest.top(1);
            let known = format!("{}/{}", review.known(), review.positions().len());
            canvas.text(rest.top(1), known, Role::Key);
        }
    }

    /// Returns the input, the error or the message.
    fn speech(&self) -> Option<(String, Role)> {
        if self.notice.is_some() {
            return self.notice.clone();
        }
        let legal = self.position().legal_moves();
        let name = |square| {
            let what = if legal.contains(square) {
                "press Enter to try it"
            } else {
                "not legal here"
            };
            format!("{square}: {what}.")
        };
        let text = self.pane.text(name)?;
        Some((text, Role::Key))
    }

    fn draw_details(&self, layout: &ReviewLayout, canvas: &mut Canvas<Intent>) {
        let (area, look) = (layout.details, &canvas.look);
        let details = self.details(look);
        let (columns, rows) = (usize::from(area.width), usize::from(area.height));
        let [text, muted] = [Role::Text, Role::Muted].map(|role| look.style(role));
        let mut lines: Vec<Line<'static>> = Vec::new();
        if let Some(side) = self.side_text().filter(|_| layout.title.is_empty()) {
            lines.push(Line::styled(cut(&side, columns), look.style(Role::Key)));
        }
        let mut head = if details.head.width() <= columns {
            details.head
        } else {
            details.short
        };
        // The score is at the right of the headline, if it fits.
        let gap = columns.saturating_sub(head.width());
        let mut worth = details.worth;
        if let Some(sentence) = worth.take_if(|sentence| width(sentence) + 3 <= gap) {
            head.push_span(Span::styled(format!("{sentence:>gap$}"), muted));
        }
        lines.push(head);
        // If rows are few, the two lines of play share one.
        let share = rows < 4 && columns >= SHARED && details.reason.is_some();
        let plays = if let ([(one, best), (other, played)], true) = (&details.lines[..], share) {
            let half = (columns - 2) / 2;
            let mut line = play_line(one, best, half, look);
            line.push_span(Span::raw(" ".repeat(half + 2 - line.width())));
            line.extend(play_line(other, played, half, look));
            vec![line]
        } else {
            let lines = details.lines.iter();
            lines
                .map(|(name, found)| play_line(name, found, columns, look))
                .collect()
        };
        let free = rows.saturating_sub(lines.len());
        // The reason takes precedence over a line of play that does not fit.
        let room = free.saturating_sub(details.lines.len()).max(1);
        let reason = details.reason.iter();
        let reason = reason.flat_map(|reason| reason_in(reason, columns, room));
        let reason: Vec<_> = reason.map(|line| Line::styled(line, text)).collect();
        let parts = if rows < 4 {
            [reason, plays]
        } else {
            [plays, reason]
        };
        lines.extend(parts.into_iter().flatten());
        let more = worth.iter().chain(&details.more);
        lines.extend(more.map(|more| Line::styled(cut(more, columns), muted)));
        let speech = self.speech();
        lines.resize(rows - usize::from(speech.is_some()), Line::default());
        if let Some((speech, role)) = speech {
            lines.push(Line::styled(cut(&speech, columns), look.style(role)));
        }
        for (line, row) in lines.into_iter().zip(area.rows()) {
            canvas.buf.set_line(row.x, row.y, &line, row.width);
        }
    }
}

/// Fits a reason into columns and rows: only its first clause, if not all of it fits.
fn reason_in(reason: &str, columns: usize, rows: usize) -> Vec<String> {
    let whole = wrap(reason, columns);
    if whole.len() <= rows {
        return whole;
    }
    let clause = reason.split([';', ':']).next().unwrap_or(reason);
    let mut lines = wrap(&format!("{}.", clause.trim_end_matches('.')), columns);
    lines.truncate(rows);
    lines
}

/// Returns the text mark of a bad move.
const fn mark(grade: Grade) -> &'static str {
    match grade {
        Grade::Best | Grade::Good => "",
        Grade::Mistake => "?",
        Grade::Blunder => "??",
    }
}

/// Returns the text of a loss: `-3`, or `0` if nothing was lost.
fn loss_text(loss: u32) -> String {
    if loss == 0 {
        "0".to_owned()
    } else {
        format!("-{loss}")
    }
}

/// Returns the style of a loss.
fn loss_style(grade: Grade, look: &ActiveTheme) -> Style {
    look.style(match grade {
        Grade::Best => Role::Muted,
        Grade::Good => Role::Text,
        Grade::Mistake => Role::Key,
        Grade::Blunder => Role::Warning,
    })
}

/// Returns an entry without its number: `g5`, `--`, `resigns`.
fn entry_text(entry: &Entry) -> String {
    match entry {
        Entry::Move { square, .. } => square.to_string(),
        Entry::Pass { .. } => "--".to_owned(),
        Entry::Resignation { .. } => "resigns".to_owned(),
        Entry::Timeout { .. } => "time up".to_owned(),
    }
}

/// Returns an entry for the list of moves: muted if undone.
fn item(
    entry: &Entry,
    number: Option<usize>,
    role: Role,
    move_review: Option<&MoveReview>,
    look: &ActiveTheme,
) -> MoveItem {
    let note = move_review
        .filter(|_| entry.square().is_some())
        .map(|move_review| {
            let grade = move_review.grade();
            // Losses are aligned, whatever their marks.
            let text = format!("{:>3}{}", loss_text(move_review.loss), mark(grade));
            let style = match role {
                Role::Muted => look.style(role),
                _ => loss_style(grade, look),
            };
            (text, style)
        });
    MoveItem {
        number,
        color: entry.color(),
        text: entry_text(entry),
        role,
        note,
    }
}

impl ReviewScreen {
    /// Returns the number of moves in the first entries of the game.
    fn moves_before(&self, entries: usize) -> usize {
        let all = self.review().game().entries();
        let first = &all[..entries.min(all.len())];
        first
            .iter()
            .filter(|entry| entry.square().is_some())
            .count()
    }

    fn items(&self, look: &ActiveTheme) -> Vec<MoveItem> {
        let review = self.review();
        let mut number = 0;
        let entries = review.game().entries().iter().enumerate();
        entries
            .map(|(index, entry)| {
                let is_move = entry.square().is_some();
                number += usize::from(is_move);
                let role = if index == self.at {
                    Role::Chosen
                } else {
                    Role::Text
                };
                let number = is_move.then_some(number);
                item(entry, number, role, review.move_review(index), look)
            })
            .collect()
    }

    fn side_items(&self, side: &SideLine, look: &ActiveTheme) -> Vec<MoveItem> {
        let (all, count) = side.all();
        let mut number = self.moves_before(self.at);
        all.iter()
            .enumerate()
            .map(|(index, (position, entry))| {
                let square = entry.square();
                number += usize::from(square.is_some());
                let move_review = square.and_then(|square| self.move_review_of(*position, square));
                let role = role_of(index + 1, count);
                item(entry, square.map(|_| number), role, move_review, look)
            })
            .collect()
    }

    /// Draws the moves of the game, or those of the side line under a heading.
    fn draw_list(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let Some(side) = &self.side else {
            self.draw_game(area, canvas);
            return;
        };
        let mut rest = Slices(area);
        let text = format!("Side line from {}", self.moves_before(self.at) + 1);
        canvas.text(rest.top(1), text, Role::Strong);
        let items = self.side_items(side, &canvas.look);
        let view = MovesView {
            items: &items,
            focus: side.entries().len().saturating_sub(1),
            scroll: None,
            notes: Notes::Losses,
            look: &canvas.look,
        };
        let needed = view.rows();
        // If there is room, the game stays visible.
        let shows_game = rest.0.height > needed.saturating_add(5);
        let line = rest.top(if shows_game { needed } else { u16::MAX });
        let places = view.draw(line, canvas.buf);
        let hits = canvas.hits;
        hits.add_all(places, |index| Intent::SideEntry(index + 1));
        if shows_game {
            rest.top(1);
            self.draw_game(rest.0, canvas);
        }
    }

    fn draw_game(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let view = MovesView {
            items: &self.items(&canvas.look),
            focus: self.at,
            scroll: None,
            notes: Notes::Losses,
            look: &canvas.look,
        };
        let places = view.draw(area, canvas.buf);
        canvas.hits.add_all(places, Intent::Entry);
    }

    /// Draws the statistics of each side, which are not final before the review is complete.
    fn draw_totals(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let totals = self.review().totals();
        let text = |of: &dyn Fn(&Totals) -> Option<String>| totals.map(|side| of(&side));
        let mean = |t: &Totals| {
            let digits = |mean| usize::from(mean < 9.95);
            t.mean_loss().map(|mean| format!("{mean:.*}", digits(mean)))
        };
        let rows: [(&str, ByColor<Option<String>>); 4] = [
            ("mean loss", text(&mean)),
            ("mistakes", text(&|t| Some(t.mistakes.to_string()))),
            ("blunders", text(&|t| Some(t.blunders.to_string()))),
            (
                "best %",
                text(&|t| t.best_percent().map(|share| share.to_string())),
            ),
        ];
        if area.height < 5 {
            return;
        }
        if !self.review().is_complete() {
            canvas.text(area, "so far", Role::Key);
        }
        // The columns end under the discs.
        let columns = [(Color::Black, 13), (Color::White, 17)];
        for (color, width) in columns {
            let (disc, style) = (canvas.look.disc(color), canvas.look.disc_style(color));
            canvas
                .buf
                .set_string(area.x + width - 1, area.y, disc, style);
        }
        for ((name, both), row) in rows.iter().zip(area.rows().skip(1)) {
            canvas.text(row, name, Role::Muted);
            for (color, width) in columns {
                let text = both[color].as_deref().unwrap_or("-");
                canvas.right(Rect { width, ..row }, text, Role::Text);
            }
        }
    }
}

/// The parts of the details, which a layout arranges.
#[derive(Default)]
struct Details {
    /// The headline.
    head: Line<'static>,
    /// The headline in less space.
    short: Line<'static>,
    /// Why a move was bad.
    reason: Option<String>,
    /// The best line and the one played.
    lines: Vec<(&'static str, MoveScore)>,
    /// The score of the position.
    worth: Option<String>,
    /// Further remarks.
    more: Vec<String>,
}

/// Returns a sentence about the score of a position.
fn worth_sentence(side_to_move: Color, best: &MoveScore) -> String {
    score_sentence(side_to_move, best.score, best.certainty, best.depth)
}

impl ReviewScreen {
    /// Returns the details of the current position.
    fn details(&self, look: &ActiveTheme) -> Details {
        if let Some(side) = &self.side
            && let Some((position, square)) = side.last()
        {
            let move_review = self.move_review_of(position, square);
            let moves = side.game().entries().iter();
            let number = moves.filter(|entry| entry.square().is_some()).count();
            let name = square.to_string();
            let color = position.side_to_move();
            let mut details = details_of_move(number, color, &name, move_review, look);
            details.worth = move_review
                .map(|move_review| worth_sentence(move_review.color, &move_review.played));
            if let Status::Over(_) = side.game().status() {
                details.worth = Some(result(side.game()));
            }
            return details;
        }
        let review = self.review();
        let side_to_move = review.positions()[self.at].side_to_move();
        let worth = match review.score(self.at) {
            Some(best) => worth_sentence(side_to_move, best),
            None => "Not scored yet.".to_owned(),
        };
        let Some(entry) = review.game().entries().get(self.at) else {
            return self.details_at_end(worth, look);
        };
        let number = self.moves_before(self.at) + 1;
        let color = entry.color();
        let mut details = match entry {
            Entry::Move { square, .. } => {
                let move_review = review.move_review(self.at);
                details_of_move(number, color, &square.to_string(), move_review, look)
            }
            Entry::Pass { .. } => {
                let letter = color.initial();
                plain(format!("-- {letter} {}", wording::passes(color)), look)
            }
            Entry::Resignation { .. } => plain(wording::resigned(color), look),
            Entry::Timeout { .. } => plain(wording::time_up(color, false), look),
        };
        details.worth = Some(worth);
        if let Some(Some(opening)) = self.openings.get(self.at) {
            let Opening {
                english, japanese, ..
            } = opening;
            let japanese = japanese.filter(|_| look.japanese);
            let japanese = japanese.map_or_else(String::new, |name| format!(" ({name})"));
            details.more.push(format!("Opening: {english}{japanese}."));
        }
        details
    }

    /// Returns the details at the end: the result or the side to move, and each side's statistics.
    fn details_at_end(&self, worth: String, look: &ActiveTheme) -> Details {
        let review = self.review();
        let game = review.game();
        let mut details = plain(result(game), look);
        if game.outcome().is_none() {
            details.worth = Some(worth);
            if let Some(found) = self.best() {
                details.lines.push(("best", found));
            }
        }
        let totals = review.totals();
        for color in Color::ALL {
            let side = totals[color];
            let (Some(mean), Some(best)) = (side.mean_loss(), side.best_percent()) else {
                continue;
            };
            let so_far = if review.is_complete() { "" } else { "So far " };
            details.more.push(format!(
                "{so_far}{color} lost {mean:.1} discs per move: {}, {}, {best} % best moves.",
                plural(side.mistakes, "mistake"),
                plural(side.blunders, "blunder"),
            ));
        }
        details
    }

    /// Returns the side line as text: `Side line from 12: c6 d7 --`.
    fn side_text(&self) -> Option<String> {
        let side = self.side.as_ref()?;
        let (all, count) = side.all();
        let number = self.moves_before(self.at) + 1;
        let names: Vec<String> = all[..count].iter().map(|(_, e)| entry_text(e)).collect();
        Some(format!("Side line from {number}: {}", names.join(" ")))
    }
}

/// Returns the result or the state of a game.
fn result(game: &Game) -> String {
    match game.status() {
        Status::Over(outcome) => wording::outcome(&outcome).1,
        Status::ToMove(color) | Status::MustPass(color) => {
            format!("The game is not over: {color} to move.")
        }
    }
}

fn plain(text: String, look: &ActiveTheme) -> Details {
    let style = look.style(Role::Strong);
    Details {
        head: Line::styled(text.clone(), style),
        short: Line::styled(text, style),
        ..Details::default()
    }
}

/// Returns the details of a move, with the headline `12 W g5  ? loses 3 discs (proven); best c6`.
fn details_of_move(
    number: usize,
    color: Color,
    name: &str,
    move_review: Option<&MoveReview>,
    look: &ActiveTheme,
) -> Details {
    let [muted, strong, text] =
        [Role::Muted, Role::Strong, Role::Text].map(|role| look.style(role));
    let span = |text: String, style: Style| Span::styled(text, style);
    let mut head = Line::from(vec![
        span(format!("{number} "), muted),
        span(format!("{} {name}", color.initial()), strong),
    ]);
    let mut short = head.clone();
    let Some(move_review) = move_review else {
        head.push_span(span("  not scored yet".to_owned(), muted));
        return Details {
            head,
            short,
            ..Details::default()
        };
    };
    let grade = move_review.grade();
    let (loss, mark) = (loss_text(move_review.loss), mark(grade));
    let style = loss_style(grade, look);
    let better = move_review.best.square.filter(|_| move_review.loss > 0);
    let best = better.map_or_else(|| "best move".to_owned(), |square| format!("best {square}"));
    head.push_span(span("  ".to_owned(), Style::new()));
    if move_review.loss > 0 {
        let loses = wording::loses(move_review.loss, move_review.is_exact());
        head.push_span(span(
            format!("{mark} {loses}").trim_start().to_owned(),
            style,
        ));
        head.push_span(span(format!("; {best}"), text));
    } else {
        head.push_span(span(best.clone(), text));
        let proven = if move_review.is_exact() {
            " (proven)"
        } else {
            ""
        };
        head.push_span(span(proven.to_owned(), muted));
    }
    short.push_span(Span::raw(" "));
    short.push_span(span(format!("{loss}{mark}"), style));
    let mut lines = vec![("best", move_review.best.clone())];
    if move_review.loss > 0 {
        short.push_span(span(format!(" {best}"), text));
        lines.push(("played", move_review.played.clone()));
    }
    let reason = move_review.reason_sentence();
    Details {
        head,
        short,
        reason: reason.map(|reason| format!("{name} {reason}.")),
        lines,
        ..Details::default()
    }
}

/// Returns a line of play that fits a width: `best   +4= c6 d7 b5`.
fn play_line(name: &str, found: &MoveScore, columns: usize, look: &ActiveTheme) -> Line<'static> {
    let [muted, text, strong] =
        [Role::Muted, Role::Text, Role::Strong].map(|role| look.style(role));
    let head = format!("{name:<6} ");
    let score = format!("{:>4} ", score_cell(found.certainty, found.score));
    let room = columns.saturating_sub(width(&head) + width(&score));
    Line::from(vec![
        Span::styled(head, muted),
        Span::styled(score, strong),
        Span::styled(cut(&line_of_play(&found.pv), room), text),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_without_room_keeps_its_first_clause() {
        let reason = "g5 leaves the corner h1 open; c6 does not.";
        assert_eq!(reason_in(reason, 80, 1), [reason]);
        assert_eq!(reason_in(reason, 30, 1), ["g5 leaves the corner h1 open."]);
        assert_eq!(reason_in(reason, 24, 2).len(), 2);
    }
}
