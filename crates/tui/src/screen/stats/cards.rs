//! The cards of the record.

use crate::widget::PutText as _;
use std::collections::BTreeMap;

use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::symbols::{Marker, bar};
use ratatui::text::Line;
use ratatui::widgets::{Bar, BarChart, BarGroup, GraphType, Widget as _};

use super::Intent;
use crate::layout::{Slices, right_of};
use crate::screen::{Canvas, inside_card};
use crate::text::{clip, columns, cut, rows, shown_opening, width, wrap};
use crate::theme::Role;
use crate::widget::chart::{self, Curve};
use reversi::Square;
use reversi_board::parts::{BoardPlace, Mark, Tile, ink};
use reversi_study::games::WinCounts;
pub(super) use reversi_study::stats::text::{
    LOSSES, MISTAKES, NO_MISTAKES, NO_OPENINGS, NO_REVIEWS, OPENINGS, PHASES, SQUARES, by_games,
    mean, not_counted, opponent_name,
};
use reversi_study::stats::{DatedRating, MistakeCount, MistakeKind, PlayerRecord, RECENT};
use reversi_text::{Name, Said, label, tr};

/// A card of the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StatsCard {
    /// The results by opponent.
    Opponents,
    /// The results by opening.
    Openings,
    /// The losses over time.
    Form,
    /// The losses by phase.
    Phases,
    /// The mistakes by reason.
    Mistakes,
    /// The losses by square.
    Squares,
    /// The rating against levels over time.
    Rating,
    /// The rating for puzzles over time.
    Puzzles,
}

impl StatsCard {
    pub(super) fn title(self) -> &'static str {
        match self {
            Self::Opponents => label!("Results").text(),
            Self::Openings => OPENINGS.text(),
            Self::Form => LOSSES.text(),
            Self::Phases => label!("Discs lost by phase").text(),
            Self::Mistakes => MISTAKES.text(),
            Self::Squares => SQUARES.text(),
            Self::Rating => label!("Rating in games").text(),
            Self::Puzzles => label!("Rating for puzzles").text(),
        }
    }
}

/// The roles of games that were won, drawn and lost.
const WON: Role = Role::Gain;
const DRAWN: Role = Role::Muted;
const LOST: Role = Role::Loss;

/// The narrowest list with bars, and its widest bar.
const WITH_BARS: u16 = 30;
const WIDEST_BAR: u16 = 40;

/// The columns that a long name leaves to the bar.
const LEAST_BAR: usize = 5;

/// The narrowest column for a text beside the board.
const BESIDE: u16 = 18;

/// The columns between the board and the text beside it, and the rows of the text below it.
const GAP: u16 = 3;
pub(super) const LEGEND: u16 = 2;

/// The widest bar of a phase.
const WIDEST_PHASE: u16 = 16;

/// Signs for few, more and the most discs, where there is no room for numbers.
const SIGNS: [&str; 3] = [".", "+", "#"];

/// The tints of squares, in eighths of the greatest loss.
const TINTS: u32 = 8;

/// Bars of ASCII characters.
const ASCII_BARS: bar::Set<'static> = bar::Set {
    full: "#",
    seven_eighths: "#",
    three_quarters: "#",
    five_eighths: "#",
    half: "#",
    three_eighths: "_",
    one_quarter: "_",
    one_eighth: "_",
    empty: " ",
};

/// A record to draw.
pub(super) struct RecordView<'a> {
    pub(super) record: &'a PlayerRecord,
    /// The first line of the lists.
    pub(super) first: usize,
}

/// Returns the last line of a card's list that can be its first one; 0 for a card without a list.
pub(super) fn last_first(
    record: &PlayerRecord,
    card: StatsCard,
    area: Rect,
    is_boxed: bool,
) -> usize {
    let inner = inside_card(area, is_boxed);
    match card {
        StatsCard::Opponents => {
            let OpponentsLayout { list, .. } = OpponentsLayout::of(record, inner);
            last_of(record.opponents.len(), list)
        }
        StatsCard::Openings => last_of(record.openings.len(), inner),
        StatsCard::Mistakes if !record.reviewed.is_empty() => last_of(record.mistakes.len(), inner),
        _ => 0,
    }
}

/// Returns the last of these lines that can be the first one in an area.
fn last_of(lines: usize, area: Rect) -> usize {
    lines.saturating_sub(area.height.into())
}

/// The results by opponent, with the level of the player above and what is not counted below.
struct OpponentsLayout {
    level: (Rect, Vec<String>),
    list: Rect,
    note: (Rect, Vec<String>),
}

impl OpponentsLayout {
    fn of(record: &PlayerRecord, area: Rect) -> Self {
        let columns = usize::from(area.width);
        let mut rest = Slices(area);
        let level = record.level.map(|level| wrap(&level.sentence(), columns));
        let level = level.unwrap_or_default();
        let level = (rest.top(rows(&level)), level);
        let mut note = wrap(&Said::sentences(not_counted(record)), columns);
        if usize::from(rest.0.height) <= record.opponents.len() + note.len() {
            note.clear();
        }
        let has_note = !note.concat().is_empty();
        let below = rest.bottom(if has_note { rows(&note) } else { 0 });
        Self {
            level,
            list: rest.0,
            note: (below, note),
        }
    }
}

/// The board with the losses, and the text beside or below it.
struct SquaresLayout {
    place: BoardPlace,
    text: Rect,
}

impl SquaresLayout {
    /// Lays out the largest board that leaves room for the text, if there is any.
    fn of(area: Rect) -> Self {
        let beside = |(columns, rows): (u16, u16)| {
            columns + GAP + BESIDE <= area.width && rows <= area.height
        };
        let below =
            |(columns, rows): (u16, u16)| columns <= area.width && rows + LEGEND <= area.height;
        let fits = |&height: &u16| {
            let size = BoardPlace::size(height);
            beside(size) || below(size)
        };
        let height = (1..=6).rev().find(fits).unwrap_or(1);
        let (columns, rows) = BoardPlace::size(height);
        let text = if beside((columns, rows)) {
            right_of(area, columns + GAP)
        } else {
            let mut rest = Slices(area);
            rest.top(rows);
            rest.0
        };
        Self {
            place: BoardPlace::at(area.x, area.y, height),
            text,
        }
    }
}

impl RecordView<'_> {
    /// Draws a card.
    pub(super) fn draw(
        &self,
        card: StatsCard,
        area: Rect,
        is_boxed: bool,
        canvas: &mut Canvas<Intent>,
    ) {
        let inner = canvas.card(area, is_boxed, card.title(), &self.figure(card));
        let is_reviewed = !self.record.reviewed.is_empty();
        match card {
            StatsCard::Opponents => self.draw_opponents(inner, canvas),
            StatsCard::Openings if self.record.openings.is_empty() => {
                canvas.paragraph(inner, NO_OPENINGS.text(), Role::Muted);
            }
            StatsCard::Openings => {
                let japanese = canvas.context.ui.has_japanese();
                let name = |name: &str| shown_opening(name, japanese);
                self.draw_results(&self.record.openings, name, inner, canvas);
            }
            StatsCard::Rating => draw_ratings(&self.record.ratings, inner, canvas),
            StatsCard::Puzzles => draw_ratings(&self.record.puzzle_ratings, inner, canvas),
            _ if !is_reviewed => canvas.paragraph(inner, NO_REVIEWS.text(), Role::Muted),
            StatsCard::Form => self.draw_form(inner, canvas),
            StatsCard::Phases => self.draw_phases(inner, canvas),
            StatsCard::Mistakes => self.draw_mistakes(inner, canvas),
            StatsCard::Squares => self.draw_squares(inner, canvas),
        }
    }

    /// Returns the text at the right of a card's title.
    fn figure(&self, card: StatsCard) -> String {
        let record = self.record;
        match card {
            StatsCard::Opponents | StatsCard::Openings => {
                label!("won-drawn-lost, mean").text().to_owned()
            }
            StatsCard::Form if record.reviewed.len() > RECENT => {
                tr!("line: mean of {number} games", number = RECENT).into()
            }
            StatsCard::Form if record.reviewed.len() > 1 => {
                label!("line: mean so far").text().to_owned()
            }
            StatsCard::Squares => tr!("sum").into(),
            StatsCard::Phases => label!("per move").text().to_owned(),
            StatsCard::Rating => record
                .level
                .map(|level| level.range())
                .unwrap_or_default()
                .into(),
            StatsCard::Puzzles => {
                let (all, solved) = record.puzzles;
                tr!("{solved} of {all} solved", solved, all).into()
            }
            StatsCard::Form | StatsCard::Mistakes => String::new(),
        }
    }

    fn draw_opponents(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let OpponentsLayout { level, list, note } = OpponentsLayout::of(self.record, area);
        canvas.lines(level.0, level.1, Role::Strong);
        canvas.lines(note.0, note.1, Role::Muted);
        self.draw_results(&self.record.opponents, opponent_name, list, canvas);
    }

    /// Draws results, those with the most games first: a name, a bar, the games and the mean margin.
    fn draw_results(
        &self,
        tallies: &BTreeMap<String, WinCounts>,
        name: impl Fn(&str) -> String,
        area: Rect,
        canvas: &mut Canvas<Intent>,
    ) {
        let sorted = by_games(tallies);
        let end = last_of(sorted.len(), area);
        let games_of = |tally: &WinCounts| {
            let [_, won, drawn, lost, _] = tally.cells();
            format!("{won}-{drawn}-{lost}")
        };
        let mean_of = |tally: &WinCounts| tally.cells().into_iter().next_back().unwrap_or_default();
        let widest = |text: &dyn Fn(&str, &WinCounts) -> String| {
            let widths = sorted.iter().map(|(of, tally)| width(&text(of, tally)));
            widths.max().unwrap_or(0)
        };
        let longest = widest(&|of, _| name(of));
        let result = widest(&|_, tally| games_of(tally)) + 1;
        let mean = widest(&|_, tally| mean_of(tally)) + 1;
        let has_bars = area.width >= WITH_BARS;
        let numbers = if has_bars {
            result + mean + LEAST_BAR
        } else {
            result
        };
        let room = usize::from(area.width).saturating_sub(numbers + 1);
        let named = longest.min(room);
        let shown = sorted.iter().skip(self.first.min(end));
        for ((of, tally), row) in shown.zip(area.rows()) {
            let mut rest = Slices(row);
            let name = shortened(&name(of), named);
            canvas.text(rest.left(clamped(named)), name, Role::Text);
            if has_bars {
                canvas.right(rest.right(clamped(mean)), &mean_of(tally), Role::Muted);
            }
            canvas.right(rest.right(clamped(result)), &games_of(tally), Role::Text);
            if has_bars {
                rest.left(1);
                let parts = [(tally.won, WON), (tally.drawn, DRAWN), (tally.lost, LOST)];
                draw_shares(&parts, Slices(rest.0).left(WIDEST_BAR), canvas);
            }
        }
    }

    /// Draws the losses of each game, and their mean over some games.
    fn draw_form(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let games = &self.record.reviewed;
        let losses: Vec<f64> = games.iter().filter_map(|game| game.mean_loss.all).collect();
        if losses.len() < 2 {
            let text = label!("Two reviewed games make a line here.").text();
            canvas.paragraph(area, text, Role::Muted);
            return;
        }
        let means = (1..=losses.len()).map(|end| {
            let last = &losses[end.saturating_sub(RECENT)..end];
            #[allow(clippy::cast_precision_loss)] // at most 10
            let count = last.len() as f64;
            last.iter().sum::<f64>() / count
        });
        let most = losses.iter().copied().fold(1.0, f64::max).ceil();
        let (losses, means) = (numbered(losses.iter().copied()), numbered(means));
        let games_and_mean = [
            Curve {
                points: &losses,
                kind: GraphType::Scatter,
                marker: (Marker::Dot, '.'),
                role: Role::Muted,
            },
            curve(&means),
        ];
        let dates = [0, games.len() - 1].map(|at| games[at].date.as_str());
        draw_chart(&games_and_mean, [0.0, most], 1, ends(dates), area, canvas);
    }

    /// Draws the losses by phase as bars: over all games, and over the last ones.
    fn draw_phases(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let record = self.record;
        let mut kinds = vec![(
            record.mean_loss.phases(),
            Role::Muted,
            label!("all games").text().to_owned(),
        )];
        if record.reviewed.len() > RECENT {
            let recent = tr!("last {number} games", number = RECENT).into();
            kinds.push((record.recent_mean_loss.phases(), Role::Text, recent));
        }
        let mut rest = Slices(area);
        if kinds.len() > 1 {
            let mut legend = Slices(rest.bottom(1));
            for ((_, role, what), ascii) in kinds.iter().zip(["left:", "right:"]) {
                let text = format!("{} {what}", canvas.look.symbol("■", ascii));
                canvas.text(legend.left(columns(&text) + 3), text, *role);
            }
        }
        draw_phase_bars(&kinds, rest.0, canvas);
    }

    /// Draws how often each kind of mistake was made.
    fn draw_mistakes(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let mistakes = &self.record.mistakes;
        if mistakes.is_empty() {
            canvas.paragraph(area, NO_MISTAKES.text(), Role::Muted);
            return;
        }
        // Those without a reason are many, and nothing can be learned from them.
        let has_reason = |mistake: &&MistakeCount| mistake.reason != MistakeKind::Other;
        let explained = mistakes.iter().filter(has_reason);
        let most = explained.map(|mistake| mistake.count).max().unwrap_or(1);
        let longest = mistakes
            .iter()
            .map(|mistake| columns(mistake.reason.words().text()))
            .max();
        let named = longest.unwrap_or(0);
        let room = area.width.saturating_sub(named + 7);
        let first = self.first.min(last_of(mistakes.len(), area));
        let mut rest = Slices(area);
        for mistake in mistakes.iter().skip(first) {
            let words = wrap(
                mistake.reason.words().text(),
                usize::from(area.width.saturating_sub(5)),
            );
            let mut row = Slices(rest.top(rows(&words)));
            canvas.right(row.left(4), &mistake.count.to_string(), Role::Text);
            row.left(1);
            canvas.lines(row.left(named + 1), words, Role::Text);
            if room > 3 && has_reason(&mistake) {
                let filled = mistake.count * u32::from(room.min(WIDEST_BAR)) / most;
                let line = Slices(row.0).left(u16::try_from(filled).unwrap_or(room).max(1));
                draw_shares(&[(1, LOST)], line, canvas);
            }
        }
    }

    /// Draws the board with the discs that were lost on each square.
    fn draw_squares(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let record = self.record;
        let losses = || Square::all().map(|square| (square, record.loss_on(square)));
        let most = losses().map(|(_, loss)| loss.lost).max().unwrap_or(0);
        if most == 0 {
            canvas.paragraph(area, NO_MISTAKES.text(), Role::Muted);
            return;
        }
        let shape = SquaresLayout::of(area);
        let has_numbers = shape.place.height > 1 || most <= 99;
        let is_tinted = canvas.look.paints().is_some();
        let tiles = Tile::board(|square| {
            let lost = record.loss_on(square).lost;
            Tile {
                mark: match u8::try_from((TINTS * lost + most / 2) / most) {
                    Ok(eighths @ 1..) if is_tinted => Mark::Heat(eighths),
                    _ => Mark::None,
                },
                ..Tile::of(square)
            }
        });
        canvas.board(shape.place, &tiles, None, None);
        let height = shape.place.height;
        for (rect, square) in shape.place.rects() {
            let lost = record.loss_on(square).lost;
            let text = match (3 * lost).div_ceil(most) {
                0 => continue,
                _ if has_numbers => lost.to_string(),
                third => SIGNS[third as usize - 1].to_owned(),
            };
            let style = ink(tiles[usize::from(square.index())], height, &canvas.look);
            let text = format!("{text:>2}");
            let x = rect.x + (rect.width - columns(&text).min(rect.width)) / 2;
            let y = rect.y + (height - 1) / 2;
            canvas.buf.put_string(x, y, text, style);
        }
        let count = record.reviewed.len();
        let [few, some, many] = SIGNS;
        let legend = match (has_numbers, is_tinted) {
            (true, true) => {
                tr!(
                    "All discs that your moves there lost in {count} game: the more, the redder."
                        | "All discs that your moves there lost in {count} games: the more, the redder.",
                    count,
                )
            }
            (true, false) => tr!(
                "All discs that your moves there lost in {count} game."
                    | "All discs that your moves there lost in {count} games.",
                count,
            ),
            (false, _) => {
                let [few, some, many] = [few, some, many].map(ToString::to_string);
                tr!(
                    "Where your moves lost discs: {few} few, {some} more, {many} most.",
                    few = Name(&few),
                    some = Name(&some),
                    many = Name(&many),
                )
            }
        };
        let mut rest = Slices(shape.text);
        canvas.next_paragraph(&mut rest, &legend, Role::Muted);
        rest.top(1);
        self.draw_worst(rest, canvas);
    }

    /// Draws the squares on which the most was lost.
    fn draw_worst(&self, mut rest: Slices, canvas: &mut Canvas<Intent>) {
        let squares = self.record.squares.iter().filter(|(_, loss)| loss.lost > 0);
        let mut squares: Vec<_> = squares.collect();
        squares.sort_by_key(|(_, loss)| std::cmp::Reverse(loss.lost));
        if rest.0.height < 3 {
            return;
        }
        canvas.text(
            rest.top(1),
            label!("Most were lost on").text(),
            Role::Strong,
        );
        for (row, (square, loss)) in rest.0.rows().zip(squares) {
            let discs = tr!("{count} disc" | "{count} discs", count = loss.lost);
            let long = tr!(
                "{square}  {discs} in {count} move" | "{square}  {discs} in {count} moves",
                square = Name(square),
                discs = &discs,
                count = loss.moves,
            );
            let text = if width(&long) <= usize::from(row.width) {
                String::from(long)
            } else {
                format!("{square}  {discs}")
            };
            canvas.text(row, text, Role::Text);
        }
    }
}

/// Draws ratings over time.
fn draw_ratings(all: &[DatedRating], area: Rect, canvas: &mut Canvas<Intent>) {
    let [first, .., last] = all else {
        return;
    };
    let ratings = all.iter().map(|one| one.rating);
    let low = ratings.clone().fold(f64::INFINITY, f64::min);
    let high = ratings.clone().fold(f64::NEG_INFINITY, f64::max);
    let bounds = [
        (low / 50.0).floor() * 50.0,
        (high / 50.0).floor() * 50.0 + 50.0,
    ];
    let points = numbered(ratings);
    let dates = ends([&first.date, &last.date]);
    draw_chart(&[curve(&points)], bounds, 0, dates, area, canvas);
}

/// Returns what stands at the ends of a chart from one date to another: the days, or the times if these are the same.
fn ends(dates: [&str; 2]) -> [String; 2] {
    let day = |date: &'_ str| date.split(' ').next().unwrap_or_default().to_owned();
    let known =
        |[first, last]: &[String; 2]| !first.is_empty() && !last.is_empty() && first != last;
    let ways = [dates.map(day), dates.map(str::to_owned)];
    let games = || [label!("oldest game").text(), label!("newest game").text()].map(str::to_owned);
    ways.into_iter().find(known).unwrap_or_else(games)
}

/// Returns a name within a width.
fn shortened(name: &str, columns: usize) -> String {
    let cut = cut(name, columns);
    if cut.is_empty() {
        clip(name, columns).to_owned()
    } else {
        cut
    }
}

/// Draws the losses by phase of some kinds of games, with a bar for each kind.
fn draw_phase_bars(
    kinds: &[([Option<f64>; 4], Role, String)],
    area: Rect,
    canvas: &mut Canvas<Intent>,
) {
    // The last one is all moves.
    let phases = PHASES.len() - 1;
    let count = clamped(phases * kinds.len());
    let width =
        (area.width.saturating_sub(2 * (clamped(phases) - 1)) / count.max(1)).min(WIDEST_PHASE);
    let look = canvas.look;
    let losses = kinds
        .iter()
        .flat_map(|(losses, ..)| losses[..phases].iter().flatten());
    let most = losses.copied().fold(0.1, f64::max);
    let groups = (0..phases).map(|phase| {
        let bars: Vec<Bar> = kinds
            .iter()
            .map(|(losses, role, _)| {
                let style = look.style(*role);
                Bar::default()
                    .value(tenths(losses[phase].unwrap_or(0.0)))
                    .text_value(mean(losses[phase]))
                    .style(style)
                    .value_style(style.add_modifier(Modifier::REVERSED))
            })
            .collect();
        BarGroup::new(bars)
            .label(Line::styled(PHASES[phase].text(), look.style(Role::Text)).centered())
    });
    let groups: Vec<BarGroup> = groups.collect();
    let set = if look.ascii {
        ASCII_BARS
    } else {
        bar::NINE_LEVELS
    };
    let mut chart = BarChart::default()
        .style(look.style(Role::Text))
        .bar_set(set)
        .max(tenths(most * 1.1))
        .bar_width(width)
        .bar_gap(0)
        .group_gap(2);
    for group in groups {
        chart = chart.data(group);
    }
    chart.render(area, canvas.buf);
}

/// Returns values with their numbers as points.
fn numbered(values: impl Iterator<Item = f64>) -> Vec<(f64, f64)> {
    let numbers = (1..).map(f64::from);
    numbers.zip(values).collect()
}

/// Returns a mean loss in tenths of a disc.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // 0 to 1280
fn tenths(loss: f64) -> u64 {
    (loss * 10.0).round() as u64
}

fn clamped(columns: usize) -> u16 {
    u16::try_from(columns).unwrap_or(u16::MAX)
}

/// Draws a line in parts, by their shares.
fn draw_shares(parts: &[(u32, Role)], area: Rect, canvas: &mut Canvas<Intent>) {
    let all = parts.iter().map(|part| part.0).sum::<u32>().max(1);
    let looks = [
        canvas.look.symbol("━", "#"),
        canvas.look.symbol("╍", "="),
        canvas.look.symbol(
            if canvas.look.has_colors() {
                "━"
            } else {
                "─"
            },
            "-",
        ),
    ];
    let signs = if parts.len() == 1 {
        [looks[0]; 3]
    } else {
        looks
    };
    let mut rest = Slices(area);
    let (mut sum, mut drawn) = (0, 0);
    for (&(count, role), sign) in parts.iter().zip(signs) {
        sum += count;
        let end = (u32::from(area.width) * sum + all / 2) / all;
        let columns = end - drawn;
        drawn = end;
        let part = rest.left(u16::try_from(columns).unwrap_or(0));
        canvas.text(part, sign.repeat(columns as usize), role);
    }
}

/// Returns a line through points.
const fn curve(points: &[(f64, f64)]) -> Curve<'_> {
    Curve {
        points,
        kind: GraphType::Line,
        marker: (Marker::Braille, '*'),
        role: Role::Strong,
    }
}

/// Draws points over time, with labels at the ends of the axes.
fn draw_chart(
    curves: &[Curve],
    bounds: [f64; 2],
    decimals: usize,
    ends: [String; 2],
    area: Rect,
    canvas: &mut Canvas<Intent>,
) {
    let [low, high] = bounds;
    let labels = [low, f64::midpoint(low, high), high].map(|at| format!("{at:.decimals$}"));
    let scale = labels.iter().map(|label| columns(label)).max().unwrap_or(0);
    let numbers = curves.iter().flat_map(|curve| curve.points);
    let last = numbers.map(|at| at.0).fold(2.0, f64::max);
    let mut rest = Slices(area);
    let dates = right_of(rest.bottom(1), scale);
    let bounds = [[1.0, last], bounds];
    chart::draw(curves, bounds, labels, &canvas.look, rest.0, canvas.buf);
    let is_short = ends.iter().map(|end| columns(end) + 1).sum::<u16>() > dates.width;
    let [first, last] = if is_short {
        [label!("oldest"; "game"), label!("newest"; "game")].map(String::from)
    } else {
        ends
    };
    canvas.text(dates, first, Role::Muted);
    canvas.right(dates, &last, Role::Muted);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_of_a_chart_differ_even_if_all_games_are_of_one_day() {
        let day = "2026-11-26 14:05";
        assert_eq!(
            ends([day, "2026-11-27 14:05"]),
            ["2026-11-26", "2026-11-27"]
        );
        assert_eq!(ends([day, "2026-11-26 15:00"]), [day, "2026-11-26 15:00"]);
        for dates in [[day, day], ["", day], [day, ""]] {
            assert_eq!(ends(dates), ["oldest game", "newest game"]);
        }
    }
}
