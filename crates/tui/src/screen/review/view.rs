//! The drawing of the review.

use ratatui::layout::Rect;
use ratatui::widgets::{Clear, Widget as _};

use super::card::{COMMENT, loss_style};
use super::layout::ReviewLayout;
use super::{Intent, ReviewScreen};
use crate::context::UiContext;
use crate::layout::Slices;
use crate::screen::board_pane::signs;
use crate::screen::{Canvas, Screen as _, card_edges, openings_panel, overlays};
use crate::text::{columns, cut_name, opening_name, rows, width, wrap, wrap_with_dots};
use crate::theme::{ActiveTheme, Role};
use crate::widget::evaluation::EvaluationView;
use crate::widget::graph::{self, GraphView};
use crate::widget::moves::{
    DRAW, MOVES_TITLE, MoveItem, MovesView, Notes, RESIGNS, SheetBranch, note_departure, row_start,
};
use reversi::search::MoveScore;
use reversi::{Entry, Game, MoveMark, NodeId, Opening, SquareSet};
use reversi_board::parts::{BoardScene, Label, Mark, Tile};
use reversi_study::review::graph::Graph;
use reversi_study::review::{Grade, MoveReview};
use reversi_table::phrase::sentence;
use reversi_table::store::settings::keys::Shortcut;
use reversi_text::{Message, Name, label, tr};
use reversi_wording::NO_MOVES;
use reversi_wording::score::{score_cell, score_list};

/// The shortest useful part of a name, in columns.
const SHORTEST_NAME: usize = 4;

/// The columns of the logo and the gap behind it.
const LOGO: usize = 3;

/// The fewest rows of the graph with a legend below it.
const WITH_LEGEND: u16 = 7;

/// The rows of a variation that leave enough room for the game below it.
const ROWS_OF_GAME: u16 = 5;

impl ReviewScreen {
    pub(super) fn draw_screen(&self, layout: &ReviewLayout, canvas: &mut Canvas<Intent>) {
        let ui = &canvas.context.ui;
        let (overlay, shows_openings) = (ui.overlay, ui.shows_openings);
        if let Some(place) = layout.board {
            let tiles = self.tiles(place.height, &canvas.context.ui, &canvas.look);
            canvas.draw_pane(self.pane, place, &tiles, None);
        }
        if canvas.context.ui.settings.evaluation_bar {
            let bar = EvaluationView {
                black: self.black_lead(),
                has_discs: layout.has_bars,
                look: &canvas.look,
            };
            bar.render(layout.bar, canvas.buf);
        }
        self.draw_header(layout, canvas);
        let openings = if shows_openings {
            layout.openings()
        } else {
            Rect::ZERO
        };
        let is_free = |card: Rect| !card.is_empty() && !card.intersects(openings);
        if is_free(layout.graph) {
            self.draw_graph(layout.graph, layout.is_boxed, canvas);
        }
        if is_free(layout.moves) {
            self.draw_moves(layout, canvas);
        }
        let has_beside = is_free(layout.beside);
        if has_beside {
            self.draw_beside(layout.beside, canvas);
        }
        let mut speech = (layout.lines, layout.lines.height);
        if is_free(layout.card) {
            let card = self.draw_card(layout.card, layout.is_boxed, has_beside, canvas);
            if layout.lines.is_empty() {
                speech = card;
            }
        } else if !layout.lines.is_empty() {
            let room = usize::from(layout.lines.width * layout.lines.height);
            let summary = self.value_line(room).unwrap_or_else(|| self.summary(room));
            canvas.paragraph(layout.lines, &summary, Role::Text);
            speech.1 = 0;
        }
        if let Some(overlay) = overlay.filter(|_| !layout.legend.is_empty()) {
            let inner = canvas.card(layout.legend, layout.is_boxed, overlay.name().text(), "");
            let free = overlays::draw_legend(overlay, self.position(), None, inner, canvas);
            if layout.lines.is_empty() && layout.card.is_empty() {
                speech = (inner, free);
            }
        }
        if !openings.is_empty() {
            let (position, scores) = (self.position(), self.scores());
            let state = openings_panel::state(position, canvas);
            let inner = canvas.card(openings, layout.is_boxed, label!("Openings").text(), &state);
            openings_panel::draw(position, &scores, inner, false, canvas);
        }
        self.draw_speech(speech, canvas);
        canvas.footer(layout.keys, layout.has_bars, self.hints(canvas.context));
    }

    /// Draws the cards beside the moves: the legend of the overlay, how well both sides play, and the comment on the
    /// current move.
    fn draw_beside(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let mut rest = Slices(area);
        if let Some(overlay) = canvas.context.ui.overlay {
            let (position, (border, rules)) = (self.position(), card_edges(true));
            let columns = area.width.saturating_sub(border);
            let legend = overlays::legend_rows(overlay, position, None, columns);
            let inner = canvas.card(rest.top(legend + rules), true, overlay.name().text(), "");
            overlays::draw_legend(overlay, position, None, inner, canvas);
        }
        let both = self.draw_both_sides(rest.0, canvas);
        rest.top(both);
        if rest.0.height >= COMMENT {
            self.draw_comment(rest.0, canvas);
        }
    }

    /// Draws the card with the comment on the current move and its mark.
    fn draw_comment(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let notes = self.tree.tree().notes(self.tree.shown());
        let mark = notes.mark.map_or(String::new(), |mark| mark.to_string());
        let inner = canvas.card(area, true, label!("Comment").text(), &mark);
        if let Some(comment) = self.comment() {
            let [columns, rows] = [inner.width, inner.height].map(usize::from);
            canvas.lines(inner, wrap_with_dots(&comment, columns, rows), Role::Text);
        } else {
            let key = canvas.context.ui.settings.keys.shown(Shortcut::Comment);
            let key = Name(&key.to_string());
            let how = tr!("None yet. A click here or {key} writes one.", key);
            canvas.paragraph(inner, &how, Role::Muted);
            canvas.hits.add(area, Intent::Annotate);
        }
    }

    fn tiles(&self, height: u16, ui: &UiContext, look: &ActiveTheme) -> [Tile; 64] {
        let here = Game::from_position(self.position());
        let next = self.next_square();
        let shown: Vec<MoveScore> = match self.values() {
            [] => self.best().into_iter().collect(),
            values => values.to_vec(),
        };
        // A previewed disc differs from others only by its colours, if there are any.
        let ghostly = look.paints().is_some() && height > 1;
        let scene = BoardScene {
            last: self.tree.game().last_move(),
            dots: ui.settings.legal_dots,
            preview: (next.filter(|_| ghostly)).map(|square| (square, SquareSet::EMPTY)),
            signs: signs(ui.overlay, self.position()),
            ..self.pane.scene(&here, here.legal_moves())
        };
        Tile::board(|square| {
            let found = shown.iter().find(|found| found.square == Some(square));
            let label = found.map(|found| {
                let is_best =
                    (found.score, found.certainty) == (shown[0].score, shown[0].certainty);
                Label::new(&score_cell(found.certainty, found.score), is_best)
            });
            let is_unknown = label.is_none();
            let tile = self.pane.tile(square, &scene).labelled(label, height);
            if next == Some(square) && !ghostly && is_unknown {
                return Tile {
                    named: true,
                    mark: Mark::None,
                    ..tile
                };
            }
            tile
        })
    }

    /// Draws the players, the result and the opening, or the progress of the review.
    fn draw_header(&self, layout: &ReviewLayout, canvas: &mut Canvas<Intent>) {
        let (area, dot) = (layout.header, canvas.look.symbol(" · ", ", "));
        let mut rest = Slices(area);
        let (position, progress) = (self.position(), self.progress());
        // At the end, the empty squares count too.
        let outcome = self.tree.game().outcome();
        let score = outcome.map_or_else(|| position.counts(), |outcome| outcome.score);
        let score = format!("{}-{}", score.black, score.white);
        let room = usize::from(area.width);
        if area.is_empty() {
            // Beside a small board.
            let (known, all) = self.known();
            if self.job.is_busy() {
                let text = format!("{known}/{all}");
                let place = Slices(layout.margin.union(layout.card)).bottom(1);
                canvas.right(place, &text, Role::Key);
            }
        } else if area.height > 1 {
            let right = if progress.is_empty() { score } else { progress };
            canvas.header(rest.top(1), false, self.title(), &right);
            let names = self.names_in(room).unwrap_or_default();
            canvas.text(rest.top(1), names, Role::Muted);
        } else {
            let score = format!("{dot}{score}");
            let title = LOGO + width(self.title());
            let left = room.saturating_sub(title + width(&score) + width(dot));
            let (known, all) = self.known();
            let right = match progress {
                progress if progress.is_empty() => {
                    self.opening().map_or_else(String::new, |opening| {
                        opening_name(opening, left, canvas.context.ui.has_japanese())
                    })
                }
                progress if width(&progress) <= left => progress,
                _ => format!("{known}/{all}"),
            };
            // Long names get what the score and the right end leave; an opening is less important.
            let beside = self.names_in(left.saturating_sub(width(&right) + 2));
            let names = beside.or_else(|| self.names_in(left).filter(|_| !self.job.is_busy()));
            let names = names.map_or_else(String::new, |names| format!("{dot}{names}"));
            let title = format!("{}{names}{score}", self.title());
            canvas.header(area, layout.has_bars, &title, &right);
        }
    }

    /// Returns the name of the screen.
    fn title(&self) -> &'static str {
        if self.is_analysis() {
            label!("Analyse").text()
        } else {
            label!("Review").text()
        }
    }

    /// Returns the index of the selected entry.
    pub(super) fn focus(&self) -> usize {
        self.tree.at() - usize::from(self.is_analysis() && self.tree.at() > 0)
    }

    /// Returns the last named opening of the game.
    fn opening(&self) -> Option<&'static Opening> {
        let so_far = &self.openings[..self.openings.len().min(self.tree.at() + 1)];
        so_far.iter().rev().find_map(|&opening| opening)
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
        let black = cut_name(black, room - half.min(width(white)));
        let white = cut_name(white, room - width(&black));
        Some(format!("{black}{between}{white}"))
    }

    /// Returns the number of reviewed positions and of all positions.
    fn known(&self) -> (usize, usize) {
        (self.review().known(), self.review().positions().len())
    }

    /// Returns the progress of the review; empty when complete.
    fn progress(&self) -> String {
        let (known, all) = self.known();
        match (self.job.is_busy(), known == all) {
            (false, true) => String::new(),
            (false, false) => label!("review stopped").text().to_owned(),
            (true, true) => tr!("looking").into(),
            (true, false) => tr!("reviewing {known}/{all}", known, all).into(),
        }
    }

    /// Draws the graph of the evaluation in a card.
    fn draw_graph(&self, area: Rect, is_boxed: bool, canvas: &mut Canvas<Intent>) {
        const TITLE: &Message = label!("Evaluation");
        let graph = Graph::of(self.review());
        let mut number = 0;
        let entries = self.review().game().entries().iter();
        let numbers: Vec<Option<usize>> = entries
            .map(|entry| {
                let is_move = entry.square().is_some();
                number += usize::from(is_move);
                is_move.then_some(number)
            })
            .collect();
        let proven = graph.proven_from();
        let proven = proven.and_then(|position| numbers.get(position).copied().flatten());
        let proven_from = |first| tr!("discs, proven from {first}", first);
        let figure = proven.map_or_else(|| tr!("discs"), proven_from);
        let fits = width(TITLE.text()) + width(&figure) + 8 <= usize::from(area.width);
        let figure = if fits { figure } else { tr!("discs") };
        let mut rest = Slices(canvas.card(area, is_boxed, TITLE.text(), &figure));
        let legend = graph::legend(&canvas.look);
        if !graph.mistakes.is_empty()
            && rest.0.height >= WITH_LEGEND
            && columns(&legend) <= rest.0.width
        {
            canvas.text(rest.bottom(1), legend, Role::Muted);
        }
        let view = GraphView {
            graph: &graph,
            at: self.tree.at(),
            numbers: Some(&numbers),
            look: &canvas.look,
        };
        let places = view.draw(rest.0, canvas.buf);
        canvas.hits.add_all(places, Intent::Entry);
    }

    /// Returns the scores of all moves in a line of this width while they are evaluated, for boards whose squares have
    /// no room for them.
    fn value_line(&self, columns: usize) -> Option<String> {
        let is_listed = self.is_small() && !self.values().is_empty();
        is_listed.then(|| score_list(self.values(), columns).into())
    }

    /// Returns the input, the error or the message.
    fn speech(&self, ui: &UiContext) -> Option<(String, Role)> {
        if self.notice.is_some() {
            return self.notice.clone();
        }
        if let Some(none) = self.no_mistake() {
            return Some((none, Role::Text));
        }
        let legal = self.position().legal_moves();
        let has_buttons = ui.has_buttons();
        let name = |square| {
            let mut values = self.values().iter();
            let worth = values.find(|found| found.square == Some(square));
            let worth = worth.map(|found| score_cell(found.certainty, found.score));
            let said = match (&worth, has_buttons) {
                _ if !legal.contains(square) => tr!("{square}: not legal here.", square),
                (Some(worth), true) => tr!("{square}: {worth}, tap it to try it.", square, worth),
                (Some(worth), false) => {
                    tr!("{square}: {worth}, press Enter to try it.", square, worth)
                }
                (None, true) => tr!("{square}: tap it to try it.", square),
                (None, false) => tr!("{square}: press Enter to try it.", square),
            };
            said.into()
        };
        let text = self.pane.text(name)?;
        Some((text, Role::Key))
    }

    /// Draws the input or the message over the end of an area. Without one, draws what to do next, into free rows only.
    fn draw_speech(&self, (area, free): (Rect, u16), canvas: &mut Canvas<Intent>) {
        let speech = self.speech(&canvas.context.ui);
        if let Some((text, _)) = &speech {
            canvas.say(text);
        }
        let can_try = !self.position().legal_moves().is_empty();
        let values = self.value_line(usize::from(area.width * free));
        let (text, role) = match &speech {
            Some((text, role)) => (text.as_str(), *role),
            None if values.is_some() => (values.as_deref().unwrap_or_default(), Role::Text),
            None if can_try => {
                let words = (
                    label!("Type a square to try it.").text(),
                    label!("Tap a square to try it.").text(),
                );
                (canvas.context.ui.words(words.0, words.1), Role::Muted)
            }
            None => return,
        };
        let lines = wrap(text, usize::from(area.width));
        if speech.is_none() && rows(&lines) > free {
            return;
        }
        let place = Slices(area).bottom(rows(&lines));
        Clear.render(place, canvas.buf);
        canvas.buf.set_style(place, canvas.look.style(Role::Text));
        canvas.lines(place, lines, role);
    }
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

/// Returns an entry without its number: `g5`, `--`, `resigns`.
fn entry_text(entry: &Entry) -> String {
    match entry {
        Entry::Move { square, .. } => square.to_string(),
        Entry::Pass { .. } => "--".to_owned(),
        Entry::Resignation { .. } => RESIGNS.to_string(),
        Entry::Timeout { .. } => label!("time up").text().to_owned(),
        Entry::Agreement { .. } => DRAW.to_string(),
    }
}

/// Returns an entry for the list of moves: muted if undone.
fn item(
    entry: &Entry,
    number: Option<usize>,
    role: Role,
    move_review: Option<&MoveReview>,
    own: Option<MoveMark>,
    look: &ActiveTheme,
) -> MoveItem {
    let judged = move_review.filter(|_| entry.square().is_some());
    let note = (judged.is_some() || own.is_some()).then(|| {
        let grade = judged.map(MoveReview::grade);
        // Losses are aligned, whatever their marks. A mark of the user's own comes first.
        let loss = judged.map_or_else(String::new, |judged| loss_text(judged.loss));
        let mark = own.map_or(grade.map_or("", mark), MoveMark::symbol);
        let style = match (role, grade) {
            (Role::Muted, _) | (_, None) => look.style(role),
            (_, Some(grade)) => loss_style(grade, look),
        };
        (format!("{loss:>3}{mark}"), style)
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
        first.iter().filter_map(Entry::square).count()
    }

    fn items(&self, look: &ActiveTheme) -> Vec<MoveItem> {
        let review = self.review();
        let mut number = 0;
        let entries = review.game().entries().iter().enumerate();
        let mut items: Vec<MoveItem> = entries
            .map(|(index, entry)| {
                let is_move = entry.square().is_some();
                number += usize::from(is_move);
                let is_shown = index == self.focus() && (self.tree.at() > 0 || !self.is_analysis());
                let role = if is_shown { Role::Chosen } else { Role::Text };
                let number = is_move.then_some(number);
                let mark = self.tree.entry_notes(index).and_then(|notes| notes.mark);
                item(entry, number, role, review.move_review(index), mark, look)
            })
            .collect();
        let resigned = matches!(
            review.game().entries().last(),
            Some(Entry::Resignation { .. })
        );
        if resigned && self.departed().is_some() {
            note_departure(&mut items);
        }
        items
    }

    fn branch_items(&self, look: &ActiveTheme) -> Vec<(NodeId, MoveItem)> {
        let mut number = self.moves_before(self.tree.at());
        let branch = self.tree.branch().into_iter();
        branch
            .map(|(node, entry, position, role)| {
                let square = entry.square();
                number += usize::from(square.is_some());
                let move_review = square.and_then(|square| self.move_review_of(position, square));
                let number = square.map(|_| number);
                let mark = self.tree.tree().notes(node).mark;
                (node, item(&entry, number, role, move_review, mark, look))
            })
            .collect()
    }

    /// Draws the moves of the game in a card, or those of the branch.
    fn draw_moves(&self, layout: &ReviewLayout, canvas: &mut Canvas<Intent>) {
        let (area, is_boxed) = (layout.moves, layout.is_boxed);
        if !self.tree.aside() {
            // A header of one row has the opening.
            let opening = self.opening().filter(|_| layout.header.height > 1);
            let room = usize::from(area.width).saturating_sub(width(MOVES_TITLE.text()) + 5);
            let opening = opening.map_or_else(String::new, |opening| {
                opening_name(opening, room, canvas.context.ui.has_japanese())
            });
            let inner = canvas.card(area, is_boxed, MOVES_TITLE.text(), &opening);
            self.draw_game(inner, canvas);
            return;
        }
        let number = self.moves_before(self.tree.at()) + 1;
        let title = tr!("Variation from {number}", number);
        let mut rest = Slices(canvas.card(area, is_boxed, &title, ""));
        let (nodes, items): (Vec<NodeId>, Vec<MoveItem>) =
            self.branch_items(&canvas.look).into_iter().unzip();
        let focus = items.iter().position(|item| item.role == Role::Chosen);
        let view = MovesView {
            items: &items,
            branches: &[],
            focus: focus.unwrap_or_default(),
            scroll: 0,
            notes: Notes::Losses,
            look: &canvas.look,
        };
        let needed = view.rows();
        // If there is room, the game stays visible.
        let shows_game = rest.0.height > needed.saturating_add(ROWS_OF_GAME);
        let line = rest.top(if shows_game { needed } else { u16::MAX });
        let places = view.draw(line, canvas.buf);
        canvas
            .hits
            .add_all(places, |index| Intent::Node(nodes[index]));
        if shows_game {
            canvas.text(rest.top(1), label!("The game:").text(), Role::Muted);
            self.draw_game(rest.0, canvas);
        }
    }

    fn draw_game(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let items = self.items(&canvas.look);
        // No other branches can be seen.
        let row = row_start(&items, self.focus());
        let rows = self.tree.rows_around(row, area.height.into());
        let branches: Vec<SheetBranch> = rows
            .iter()
            .map(|row| SheetBranch {
                item: row.entry,
                depth: row.depth,
                text: self.tree.text(*row),
                role: if row.hidden == 0 && self.tree.is_in(row.node) {
                    Role::Chosen
                } else {
                    Role::Muted
                },
            })
            .collect();
        if items.is_empty() && branches.is_empty() {
            canvas.text(Slices(area).top(1), sentence(NO_MOVES), Role::Muted);
            return;
        }
        let view = MovesView {
            items: &items,
            branches: &branches,
            focus: self.focus(),
            scroll: 0,
            notes: Notes::Losses,
            look: &canvas.look,
        };
        let places = view.draw(area, canvas.buf);
        canvas
            .hits
            .add_all(places, |index| match index.checked_sub(items.len()) {
                None => Intent::Entry(index + usize::from(self.is_analysis())),
                Some(branch) => Intent::Node(rows[branch].node),
            });
    }
}
