//! The card of the current move: what it lost, why, and the lines of play; at the end of the game, the result and how
//! well both sides played.

use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use super::{Intent, ReviewScreen};
use crate::layout::Slices;
use crate::screen::totals::{self, TotalsRow};
use crate::screen::{Canvas, card_edges};
use crate::text::{align_left, align_right, cut, rows, width, wrap, wrap_with_dots};
use crate::theme::{ActiveTheme, Role};
use crate::widget::moves::DRAW;
use reversi::search::MoveScore;
use reversi::{
    Board, ByColor, Color, Ending, Entry, Outcome, Position, Square, Status, is_proven_draw,
};
use reversi_notation::{StatedEnding, StatedScore, clean};
use reversi_study::review::{Grade, MoveReview};
use reversi_table::phrase::{line_of_play, sentence};
use reversi_table::player::people::group::PlayerGroup;
use reversi_table::session::AnalysisMode;
use reversi_text::{Message, Said, label, tr};
use reversi_wording::review::{how_sure, turning_point};
use reversi_wording::score::{score_cell, score_sentence};
use reversi_wording::{self as wording, DRAW_WITH_BEST_PLAY};

/// The names of the best line and of the one played, after a move that lost something.
const BEST: &Message = label!("best"; "a line of play");
const PLAYED: &Message = label!("played"; "a line of play");

/// The most lines of play below which a reason is shown even if it does not fit as a whole.
const FEW: usize = 3;

/// The least columns for the names of lines of play.
const LEAST_NAME: usize = 6;

/// The columns of the narrowest card with the heads in its title, and of the narrowest table.
const HEADED: usize = 24;
const TABLE: usize = 23;

/// The parts of the card, which [`MoveCard::lines`] arranges.
#[derive(Default)]
struct MoveCard {
    title: String,
    /// How sure the verdict is, if it is not proven; the heads of the table.
    figure: String,
    /// What the move lost, or what happened.
    verdict: String,
    style: Style,
    /// Why a move was bad, and the same in few words.
    reason: Option<[String; 2]>,
    /// How many players make the same mistake, in many words and in few.
    people: Vec<String>,
    /// The comment on the move.
    comment: Option<String>,
    /// What the lines that the player trains have in place of the move, in many words and in few.
    line: Vec<String>,
    /// The best line and the one played.
    plays: Vec<(String, MoveScore)>,
    /// The lines of the live evaluation.
    live: Vec<(String, MoveScore)>,
    /// The names of the players, for the heads of the table.
    names: ByColor<String>,
    /// The table of both sides.
    table: Vec<TotalsRow>,
    /// A further remark.
    note: Option<String>,
}

impl MoveCard {
    /// Creates a card about something that is not a move.
    fn plain(title: &str, verdict: String, look: &ActiveTheme) -> Self {
        Self {
            title: title.to_owned(),
            verdict,
            style: look.style(Role::Strong),
            ..Self::default()
        }
    }

    /// Creates the card of a move in a position.
    fn of_move(
        number: usize,
        position: Position,
        square: Square,
        (judged, group): (Option<&MoveReview>, PlayerGroup),
        you: Option<Color>,
        look: &ActiveTheme,
    ) -> Self {
        let color = position.side_to_move();
        let title = if you == Some(color) {
            tr!("{number} you {square}"; "a move as a title", number, square)
        } else {
            tr!("{number} {color} {square}"; "a move as a title", number, color, square)
        };
        let Some(judged) = judged else {
            return Self {
                style: look.style(Role::Muted),
                ..Self::plain(&title, label!("Not reviewed yet.").text().to_owned(), look)
            };
        };
        let proven = judged.is_exact();
        let verdict = match judged.loss {
            0 if position.legal_moves().len() == 1 => label!("The only move.").text().to_owned(),
            0 if proven => label!("The best move (proven).").text().to_owned(),
            0 => label!("No better move found.").text().to_owned(),
            count if proven => tr!(
                "Loses {count} disc (proven)." | "Loses {count} discs (proven).",
                count
            )
            .into(),
            count => tr!(
                "Loses about {count} disc." | "Loses about {count} discs.",
                count
            )
            .into(),
        };
        let reason = wording::review::reason_sentence(judged, you);
        let short = wording::review::short_reason_sentence(judged, you);
        let people = [
            wording::review::people(judged, group),
            wording::review::short_people(judged, group),
        ];
        let mut plays = vec![(BEST.to_string(), judged.best.clone())];
        if judged.loss > 0 {
            plays.push((PLAYED.to_string(), judged.played.clone()));
        }
        Self {
            figure: if proven {
                String::new()
            } else {
                how_sure(judged).into()
            },
            style: if judged.loss > 0 {
                loss_style(judged.grade(), look)
            } else {
                look.style(Role::Text)
            },
            reason: reason
                .zip(short)
                .map(|(whole, short)| [whole.into(), short.into()]),
            plays,
            people: people.into_iter().flatten().map(String::from).collect(),
            ..Self::plain(&title, verdict, look)
        }
    }

    /// Says that a move keeps a proven draw or leaves one.
    fn tell_draw(&mut self, board: Board, square: Square, columns: usize, look: &ActiveTheme) {
        if !is_proven_draw(board) {
            return;
        }
        if !board.play(square).is_some_and(is_proven_draw) {
            self.note = Some(tr!("Before this move: a draw with best play (proven).").into());
            return;
        }
        let figure = label!("proven draw").text();
        let has_room = width(&self.title) + width(figure) + 7 <= columns;
        let figure = if has_room { figure } else { DRAW.text() };
        figure.clone_into(&mut self.figure);
        // The proof overrides an estimated loss: then there are two lines, the best one and the one played.
        if self.plays.len() > 1 {
            label!("Keeps the draw (proven).")
                .text()
                .clone_into(&mut self.verdict);
            self.style = look.style(Role::Text);
            self.reason = None;
            self.people.clear();
            self.plays.clear();
        }
    }

    /// Leaves out the best line and the one played, if several lines of the live evaluation need their rows, and the
    /// table, if it does not fit below all lines.
    fn fit(&mut self, columns: usize, rows: usize) {
        let verdict = wrap(&self.verdict, columns).len();
        if self.live.len() > 1 && verdict + self.plays.len() + self.live.len() > rows {
            self.plays.clear();
            self.live.truncate(rows.saturating_sub(verdict).max(1));
        }
        self.plays.append(&mut self.live);
        let above = verdict + self.plays.len();
        let has_heads = columns >= HEADED;
        let needed = above + self.table.len() + usize::from(!has_heads);
        if needed > rows || columns < TABLE {
            self.table.clear();
        }
        if has_heads && !self.table.is_empty() {
            let heads = totals::heads(&self.names, columns).join(" ");
            heads.trim_start().clone_into(&mut self.figure);
        }
    }

    /// Returns the reason and how many players make the same mistake, if there is room for both beside the comment.
    /// The reason may lose the clause about the best move for it: the line of that move names it as well.
    fn reason_and_people(&self, columns: usize, rows: usize) -> Vec<String> {
        let Some(reason) = &self.reason else {
            return Vec::new();
        };
        let comment = self.comment.as_deref();
        let comment = comment.map_or(0, |comment| wrap(comment, columns).len());
        let mut both = reason.iter().flat_map(|reason| {
            let words = self.people.iter().map(|people| wrap(people, columns));
            words.map(|people| [wrap(reason, columns), people].concat())
        });
        both.find(|lines| lines.len() + comment <= rows)
            .unwrap_or_else(|| reason_in(reason, columns, rows))
    }

    /// Arranges the card in columns and rows. Without room for everything the reason takes precedence over the line
    /// played, and a note is there as a whole or not at all.
    fn lines(self, columns: usize, rows: usize, look: &ActiveTheme) -> Vec<Line<'static>> {
        let [text, muted] = [Role::Text, Role::Muted].map(|role| look.style(role));
        let styled = |lines: Vec<String>, style: Style| -> Vec<Line<'static>> {
            let lines = lines.into_iter();
            lines.map(|line| Line::styled(line, style)).collect()
        };
        let mut lines = styled(wrap(&self.verdict, columns), self.style);
        let names = self.plays.iter().map(|(name, _)| width(name));
        let names = names.max().unwrap_or(0).max(LEAST_NAME);
        let plays = self.plays.iter();
        let plays: Vec<Line> = plays
            .map(|play| play_line(play, names, columns, look))
            .collect();
        let has_few = plays.len() <= FEW;
        let room = rows.saturating_sub(lines.len() + plays.len());
        let room = room.max(usize::from(has_few));
        // The reason stays whole beside it.
        let reason = self.reason.as_ref();
        let of_reason = reason.map_or(1, |[_, short]| wrap(short, columns).len());
        let own = self.line.iter().map(|line| wrap(line, columns));
        let mut own = own.filter(|line| line.len() + of_reason <= room);
        let line = own.next().unwrap_or_default();
        let room = room - line.len();
        lines.extend(styled(line, look.style(Role::Strong)));
        let reason = if has_few || of_reason <= room {
            self.reason_and_people(columns, room)
        } else {
            Vec::new()
        };
        let left = room.saturating_sub(reason.len());
        lines.extend(styled(reason, text));
        let comment = self
            .comment
            .map(|comment| wrap_with_dots(&comment, columns, left));
        lines.extend(styled(comment.unwrap_or_default(), text));
        let has_heads = columns < HEADED && !self.table.is_empty();
        let heads = totals::heads(&self.names, columns);
        let head = align_right(&heads.join(" "), columns);
        let table = self.table.iter();
        let table = table.map(|row| Line::styled(totals::row(row, &heads, columns), text));
        let head = has_heads.then(|| Line::styled(head, muted));
        let table: Vec<Line> = head.into_iter().chain(table).collect();
        let mut free = rows.saturating_sub(lines.len() + plays.len() + table.len());
        let note = self.note.map(|note| styled(wrap(&note, columns), muted));
        let note = note.unwrap_or_default();
        let note = if note.len() <= free { note } else { Vec::new() };
        free = free.saturating_sub(note.len());
        for part in [plays, table, note] {
            if !part.is_empty() && free > 0 {
                lines.push(Line::default());
                free -= 1;
            }
            lines.extend(part);
        }
        lines
    }
}

/// Fits a reason into columns and rows: in few words, if not all of it fits.
fn reason_in([whole, short]: &[String; 2], columns: usize, rows: usize) -> Vec<String> {
    let whole = wrap(whole, columns);
    if whole.len() <= rows {
        return whole;
    }
    let mut lines = wrap(short, columns);
    lines.truncate(rows);
    lines
}

/// Returns a line of play that fits a width: `best   +4= c6 d7 b5`.
fn play_line(
    (name, found): &(String, MoveScore),
    names: usize,
    columns: usize,
    look: &ActiveTheme,
) -> Line<'static> {
    let [muted, text, strong] =
        [Role::Muted, Role::Text, Role::Strong].map(|role| look.style(role));
    let head = align_left(name, names) + " ";
    let score = align_right(&score_cell(found.certainty, found.score), 4) + " ";
    let room = columns.saturating_sub(width(&head) + width(&score));
    Line::from(vec![
        Span::styled(head, muted),
        Span::styled(score, strong),
        Span::styled(cut(&line_of_play(&found.pv), room), text),
    ])
}

/// The fewest rows of the card with the comment.
pub(super) const COMMENT: u16 = 4;

impl ReviewScreen {
    /// Draws the card of both sides. Returns its rows; none while nothing is known or without room for a comment below.
    pub(super) fn draw_both_sides(&self, area: Rect, canvas: &mut Canvas<Intent>) -> u16 {
        let table = totals::table(self.review().totals(&self.whose()));
        let (border, rules) = card_edges(true);
        let height = rows(&table) + rules;
        if self.review().known() < 2 || area.height < height + COMMENT {
            return 0;
        }
        let columns = usize::from(area.width.saturating_sub(border));
        let place = Slices(area).top(height);
        let heads = totals::heads(&self.names, columns);
        let inner = canvas.card(
            place,
            true,
            label!("Both sides").text(),
            heads.join(" ").trim_start(),
        );
        let lines = table.iter().map(|row| totals::row(row, &heads, columns));
        canvas.lines(inner, lines, Role::Text);
        place.height
    }

    /// Draws the card, without what the cards beside the moves show. Returns the area inside, and how many of its rows
    /// are free.
    pub(super) fn draw_card(
        &self,
        area: Rect,
        is_boxed: bool,
        has_beside: bool,
        canvas: &mut Canvas<Intent>,
    ) -> (Rect, u16) {
        let mut card = self.card(&canvas.look);
        let reason = card.reason.as_ref().map(|[whole, _]| whole.as_str());
        let told = [&*card.verdict, reason.unwrap_or_default()];
        let told = Said::sentences(told.map(|told| Said::verbatim(told.trim().to_owned())));
        let key = (&card.title, told.is_empty());
        let title = Said::verbatim(card.title.clone()).sentence();
        canvas.say_once(format!("{key:?}"), Said::sentences([title, told]));
        if has_beside {
            card.table.clear();
            card.comment = None;
        }
        if let Some((_, position, square)) = self.current_move() {
            let columns = usize::from(area.width);
            card.tell_draw(position.board(), square, columns, &canvas.look);
        }
        let (border, rules) = card_edges(is_boxed);
        let mut columns = usize::from(area.width.saturating_sub(border));
        let room = usize::from(area.height.saturating_sub(rules));
        if !card.table.is_empty() && !is_boxed {
            // The heads in the title end before a blank.
            columns = columns.saturating_sub(1);
        }
        card.fit(columns, room);
        let inner = canvas.card(area, is_boxed, &card.title, &card.figure);
        let lines = card.lines(columns, room, &canvas.look);
        let free = inner.height.saturating_sub(rows(&lines));
        for (line, row) in lines.into_iter().zip(inner.rows()) {
            canvas.line(row, line);
        }
        (inner, free)
    }

    /// Returns what the card says in one line: `48 b2 loses 16, best h2`.
    pub(super) fn summary(&self, columns: usize) -> String {
        let Some((number, position, square)) = self.current_move() else {
            let outcome = self.review().game().outcome();
            let at_end = outcome.filter(|_| self.tree.at() == self.last_entry());
            return match at_end {
                Some(Outcome { score, .. }) => tr!(
                    "Game over: {black}-{white}.",
                    black = score.black,
                    white = score.white
                )
                .into(),
                None => self.event().1,
            };
        };
        let Some(judged) = self.move_review_of(position, square) else {
            return format!("{number} {square}");
        };
        let verdict = match (judged.loss, judged.is_exact()) {
            (0, _) => tr!("{number} {square} loses nothing", number, square),
            (loss, true) => tr!("{number} {square} loses {loss}", number, square, loss),
            (loss, false) => tr!("{number} {square} loses about {loss}", number, square, loss),
        };
        let better = judged.best.square.filter(|_| judged.loss > 0);
        let whole = better.map(|best| tr!("{verdict}, best {best}", verdict = &verdict, best));
        let whole = whole.filter(|text| width(text) <= columns);
        whole.unwrap_or(verdict).into()
    }

    /// Returns the move that the card is about, with its number and the position before it; `None` for a pass and
    /// at the end of the game. Of a branch and of an analysis it is the last move, of a review the next
    /// one.
    pub(super) fn current_move(&self) -> Option<(usize, Position, Square)> {
        let moves = |entries: &[Entry]| entries.iter().filter_map(Entry::square).count();
        if let Some((position, square)) = self.tree.last_move() {
            return Some((moves(self.tree.game().entries()), position, square));
        }
        if self.is_analysis() {
            return None;
        }
        let (entries, at) = (self.review().game().entries(), self.tree.at());
        let square = entries.get(at)?.square()?;
        Some((moves(&entries[..=at]), self.position(), square))
    }

    /// Returns the side that has lost because it left, if the record says so.
    pub(super) fn departed(&self) -> Option<Color> {
        let result = self.record.result?;
        let left = result.ending == Some(StatedEnding::Left);
        let winner = result.score.and_then(StatedScore::winner);
        winner.map(Color::opposite).filter(|_| left)
    }

    /// Returns what happened instead of a move, with a title.
    fn event(&self) -> (&'static str, String) {
        let game = self.review().game();
        // An analysis shows a move once it is played.
        let next = game.entries().get(self.tree.at());
        let (next, status) = if self.is_analysis() {
            (None, self.tree.game().status())
        } else {
            (next, game.status())
        };
        let is_end = match next {
            Some(entry) => matches!(entry, Entry::Resignation { .. }),
            None => !self.is_analysis() && !matches!(status, Status::Over(_)),
        };
        if let Some(loser) = self.departed().filter(|_| is_end) {
            return (
                label!("Left").text(),
                wording::left(loser, self.person).into(),
            );
        }
        match (next, status) {
            (Some(Entry::Resignation { color }), _) => (
                label!("Resignation").text(),
                wording::resigned(*color, self.person).into(),
            ),
            (Some(Entry::Timeout { color }), _) => (
                label!("Time").text(),
                wording::time_up(*color, false, self.person).into(),
            ),
            (Some(Entry::Agreement { .. }), _) => (label!("Draw").text(), wording::AGREED.into()),
            (Some(entry), _) => (
                label!("Pass").text(),
                wording::passes(entry.color(), self.person).into(),
            ),
            (None, Status::Over(outcome)) => (label!("Result").text(), self.result(&outcome)),
            (None, Status::ToMove(color) | Status::MustPass(color)) => (
                label!("So far").text(),
                sentence(wording::your_move(color, self.person)),
            ),
        }
    }

    /// Returns the result, told to the user if it is the user's game.
    fn result(&self, outcome: &Outcome) -> String {
        if let (Some(loser), Ending::Resigned(_)) = (self.departed(), outcome.ending) {
            return wording::departed(outcome, loser, self.person).1.into();
        }
        let told = self.person.map(|you| wording::outcome_for(outcome, you).1);
        told.unwrap_or_else(|| wording::outcome(outcome).1).into()
    }

    /// Returns the card with the comment on the move and the live evaluation.
    fn card(&self, look: &ActiveTheme) -> MoveCard {
        let mut card = self.card_of_move(look);
        card.comment = self.comment();
        card.names.clone_from(&self.names);
        // A proof needs no depth.
        let name = |best: &MoveScore| {
            if best.is_exact() {
                tr!("now")
            } else {
                tr!("{count} ply" | "{count} ply"; "of the best line", count = best.depth)
            }
            .into()
        };
        let lines = match (self.live.mode(), self.values()) {
            (None, _) => Vec::new(),
            (Some(AnalysisMode::Hint), lines) if !lines.is_empty() => lines.to_vec(),
            (Some(_), _) => self.best().into_iter().collect(),
        };
        let lines = lines.into_iter();
        card.live = lines.map(|line| (name(&line), line)).collect();
        if let ([value, ..], Some((_, best))) = (self.values(), card.plays.first())
            && value.square != best.square
            && self.is_before_move()
        {
            // The board shows what another search has found.
            card.plays.clear();
        }
        card
    }

    /// Returns the comment on the move that the screen is about.
    pub(super) fn comment(&self) -> Option<String> {
        let comment = &self.tree.tree().notes(self.tree.shown()).comment;
        let lines = comment.lines().map(clean).collect::<Vec<_>>();
        (!comment.is_empty()).then(|| lines.join(" "))
    }

    /// Returns whether the board shows the position before the move of the card.
    fn is_before_move(&self) -> bool {
        let current = self.current_move();
        current.is_some_and(|(_, position, _)| position == self.position())
    }

    fn card_of_move(&self, look: &ActiveTheme) -> MoveCard {
        if let Some((number, position, square)) = self.current_move() {
            let judged = self.move_review_of(position, square);
            let side = position.side_to_move();
            let group = self.review().group(side);
            let you = if self.tree.aside() {
                self.person
            } else {
                self.whose().you(side, square)
            };
            let mut card = MoveCard::of_move(number, position, square, (judged, group), you, look);
            if (self.tree.aside() || self.is_analysis())
                && let Status::Over(outcome) = self.tree.game().status()
            {
                card.note = Some(self.result(&outcome));
            }
            let departure = self.departure.as_ref().filter(|departure| {
                (departure.exit.position, departure.exit.square) == (position, square)
            });
            card.line = departure.map_or_else(Vec::new, |departure| {
                [departure.sentence(), departure.right_moves()]
                    .map(String::from)
                    .into()
            });
            return card;
        }
        let (review, (title, verdict)) = (self.review(), self.event());
        let mut card = MoveCard::plain(title, verdict, look);
        if self.is_analysis() && is_proven_draw(self.position().board()) {
            card.note = Some(sentence(DRAW_WITH_BEST_PLAY));
            return card;
        }
        if self.tree.at() < self.last_entry() {
            let side_to_move = self.position().side_to_move();
            let score = review.score(self.tree.at());
            card.note = score.map(|best| {
                let (kind, depth) = (best.certainty, best.depth);
                score_sentence(side_to_move, best.score, kind, depth, self.person).into()
            });
            return card;
        }
        if review.game().outcome().is_none() {
            let best = self.best();
            card.plays.extend(best.map(|best| (BEST.to_string(), best)));
        }
        if review.known() > 1 {
            card.table = totals::table(review.totals(&self.whose())).into();
        }
        card.note = review
            .is_complete()
            .then(|| turning_point(review, &self.whose()))
            .flatten()
            .map(String::from);
        card
    }
}

/// Returns the style of a loss.
pub(super) fn loss_style(grade: Grade, look: &ActiveTheme) -> Style {
    match grade {
        Grade::Best => look.style(Role::Muted),
        Grade::Good => look.style(Role::Text),
        Grade::Mistake => look.style(Role::Loss).remove_modifier(Modifier::BOLD),
        Grade::Blunder => look.style(Role::Loss),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_without_room_keeps_its_first_clause() {
        let whole = "g5 leaves the corner h1 open; c6 does not.";
        let short = "g5 leaves the corner h1 open.";
        let reason = [whole, short].map(str::to_owned);
        assert_eq!(reason_in(&reason, 80, 1), [whole]);
        assert_eq!(reason_in(&reason, 30, 1), [short]);
        assert_eq!(reason_in(&reason, 24, 2).len(), 2);
    }
}
