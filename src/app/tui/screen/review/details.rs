//! The details of the current move: its loss, the best line and the line played, the reason, and the score.

use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::ReviewScreen;
use super::moves::{entry_text, loss_style, loss_text, mark};
use crate::app::player::{score_cell, score_sentence};
use crate::app::study::review::MoveReview;
use crate::app::study::review::text::how_sure;
use crate::app::tui::text::{cut, width};
use crate::app::tui::theme::{ActiveTheme, Role};
use crate::app::wording::{self, line_of_play, plural};
use crate::color::Color;
use crate::game::{Entry, Game, Status};
use crate::opening::Opening;
use crate::search::MoveScore;

/// The parts of the details, which a layout arranges.
#[derive(Default)]
pub(super) struct Details {
    /// The headline.
    pub(super) head: Line<'static>,
    /// The headline in less space.
    pub(super) short: Line<'static>,
    /// Why a move was bad.
    pub(super) reason: Option<String>,
    /// The best line and the one played.
    pub(super) lines: Vec<(&'static str, MoveScore)>,
    /// The score of the position.
    pub(super) worth: Option<String>,
    /// Further remarks.
    pub(super) more: Vec<String>,
}

/// Returns a sentence about the score of a position.
fn worth_sentence(side_to_move: Color, best: &MoveScore) -> String {
    score_sentence(side_to_move, best.score, best.certainty, best.depth)
}

impl ReviewScreen {
    /// Returns the details of the current position.
    pub(super) fn details(&self, look: &ActiveTheme) -> Details {
        if let Some(side) = &self.side
            && let Some((position, square)) = side.last()
        {
            let move_review = self.move_review_of(position, square);
            let moves = side.game().entries().iter();
            let number = moves.filter(|entry| entry.square().is_some()).count();
            let name = square.to_string();
            let color = position.side_to_move();
            let mut details = say_move(number, color, &name, move_review, look);
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
            return self.say_end(worth, look);
        };
        let number = self.moves_before(self.at) + 1;
        let color = entry.color();
        let mut details = match entry {
            Entry::Move { square, .. } => {
                let move_review = review.move_review(self.at);
                say_move(number, color, &square.to_string(), move_review, look)
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
            let japanese = japanese.filter(|_| !look.ascii);
            let japanese = japanese.map_or_else(String::new, |name| format!(" ({name})"));
            details.more.push(format!("Opening: {english}{japanese}."));
        }
        details
    }

    /// Returns the details at the end: the result or the side to move, and each side's statistics.
    fn say_end(&self, worth: String, look: &ActiveTheme) -> Details {
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
                "{so_far}{color} lost {mean:.1} per move, {}, {}, {best}% best.",
                plural(side.mistakes, "mistake"),
                plural(side.blunders, "blunder"),
            ));
        }
        details
    }

    /// Returns the side line as text: `Side line from 12: c6 d7 --`.
    pub(super) fn side_text(&self) -> Option<String> {
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

/// Returns the headline of a move: `12 W g5  -3 ?  best c6 (exact)`.
fn say_move(
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
    head.extend([
        span("  ".to_owned(), Style::new()),
        span(format!("{loss} {mark}").trim_end().to_owned(), style),
        span(format!("  {best}"), text),
        span(format!(" ({})", how_sure(move_review)), muted),
    ]);
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
pub(super) fn play_line(
    name: &str,
    found: &MoveScore,
    columns: usize,
    look: &ActiveTheme,
) -> Line<'static> {
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
