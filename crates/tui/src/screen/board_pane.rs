//! The board of a screen: its squares can be clicked, and lines below it say what is to be done.

use std::time::Instant;

use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::Widget as _;

use super::Canvas;
use crate::context::UiContext;
use crate::layout::{BoardLayout, Slices};
use crate::log::TableMessage;
use crate::table::timeline::Timeline;
use crate::text::{rows, width, wrap};
use crate::theme::{ActiveTheme, Role, in_role, line_of};
use crate::widget::players::{NARROW, PlayersView};
use reversi::{Color, ParseSquareError, Position, Square};
use reversi_board::TypingError;
use reversi_board::parts::{BoardPane, BoardPlace, BoardScene, Disc, Mark, SquareSign, Tile};
use reversi_study::overlay::{Overlay, OverlaySign};
use reversi_table::phrase::faults::not_a_square;
use reversi_table::store::settings::keys::Shortcut;
use reversi_text::{Message, Name, Said, label, tr};
use reversi_wording::hint;

/// Why what is typed is no square.
pub(super) fn typing_error(error: TypingError) -> Said {
    match error {
        TypingError::RankFirst(rank) => {
            let rank = rank.to_string();
            tr!(
                "{rank}: type a letter a-h first, as in f{rank}",
                rank = Name(&rank)
            )
        }
        TypingError::OffBoard(file, digit) => {
            not_a_square(&ParseSquareError::OffBoard(format!("{file}{digit}")))
        }
    }
}

/// Returns how the move under the cursor is played.
pub(super) fn plays(ui: &UiContext) -> &'static str {
    ui.words(
        label!("Enter plays it.").text(),
        label!("A tap plays it.").text(),
    )
}

/// The flips of the last move, at a time.
pub(super) type Flipping<'a> = (&'a Timeline, Instant);

/// Returns a square with its disc as it is now. Discs have no mark of their flip before all have flipped.
pub(super) fn flipping_tile(
    pane: BoardPane,
    square: Square,
    scene: &BoardScene,
    (timeline, now): Flipping,
) -> Tile {
    let tile = pane.tile(square, scene);
    let turned = |disc: Disc| timeline.disc(square, disc.color, now);
    Tile {
        disc: tile
            .disc
            .map(|disc| if disc.ghost { disc } else { turned(disc) }),
        mark: match tile.mark {
            Mark::Turned if timeline.is_flipping() => Mark::None,
            mark => mark,
        },
        ..tile
    }
}

/// Returns the signs of an overlay on a position, by index.
pub(super) fn signs(overlay: Option<Overlay>, position: Position) -> [Option<SquareSign>; 64] {
    let sign = |OverlaySign { text, is_strong }| SquareSign { text, is_strong };
    let signs = overlay.map(|overlay| overlay.signs(position));
    signs.map_or([None; 64], |signs| signs.map(|on| on.map(sign)))
}

/// Returns the input on a board as a text, with what the previewed move flips.
pub(super) fn text_with_flips(
    pane: BoardPane,
    scene: &BoardScene,
    ui: &UiContext,
) -> Option<String> {
    pane.text(|square| match scene.preview {
        Some((_, flips)) => {
            let turns = hint::turns(square, flips.len());
            Said::sentences([turns, Said::verbatim(plays(ui))]).into()
        }
        None => square.to_string(),
    })
}

impl<I: Copy + 'static> Canvas<'_, I> {
    /// Draws a board with its input. The squares can be clicked.
    pub(super) fn draw_pane(
        &mut self,
        pane: BoardPane,
        place: BoardPlace,
        tiles: &[Tile; 64],
        last: Option<Square>,
    ) {
        let view = pane.view(place, tiles, last, &self.look, &self.context.ui.tiles);
        view.render(self.buf.area, self.buf);
        self.hits.add_squares(place.rects());
    }

    /// Notes what is typed, or the square under the cursor, what stands there and what the move is worth if that is shown,
    /// for a reader of the screen.
    pub(super) fn say_input(&mut self, pane: BoardPane, scene: &BoardScene, worth: Option<String>) {
        if let Some(file) = pane.typed() {
            self.say(tr!("File {file}.", file = Name(&file.to_string())));
        }
        let Some(square) = pane.cursor() else {
            return;
        };
        let mut colors = Color::ALL.into_iter();
        let color = colors.find(|&color| scene.discs[color].contains(square));
        let what = match (color, scene.preview) {
            (Some(color), _) => tr!("{square}, {color}", square, color),
            (None, Some((at, flips))) if at == square => tr!(
                "{square} turns {count} disc" | "{square} turns {count} discs",
                square,
                count = flips.len(),
            ),
            (None, _) => tr!("{square}, empty", square),
        };
        self.say(match worth {
            Some(worth) => tr!(
                "{about}, worth {worth}",
                about = &what,
                worth = Name(&worth)
            ),
            None => what,
        });
    }

    /// Draws what a board shows.
    pub(super) fn draw_scene(
        &mut self,
        pane: BoardPane,
        place: BoardPlace,
        scene: &BoardScene,
        flips: Option<Flipping>,
    ) {
        let tiles = Tile::board(|square| match flips {
            Some(flips) => flipping_tile(pane, square, scene, flips),
            None => pane.tile(square, scene),
        });
        let last = scene.last.map(|(square, _)| square);
        self.draw_pane(pane, place, &tiles, last);
    }

    /// Draws the players into a panel. Returns the rest of the panel; `None` if there is room only for the typed
    /// letter, which is drawn instead.
    pub(super) fn draw_players(
        &mut self,
        pane: BoardPane,
        players: &PlayersView,
        area: Rect,
        names: Rect,
    ) -> Option<Slices> {
        players.draw_names(names, self.buf);
        let mut rest = Slices(area);
        players.render(rest.top(players.rows(area)), self.buf);
        if area.width >= NARROW {
            return Some(rest);
        }
        rest.top(1);
        if let Some(file) = pane.typed() {
            self.text(rest.top(1), format!(" {file}_"), Role::Key);
        }
        None
    }
}

/// The lines below a board.
#[derive(Debug)]
pub(super) struct BoardFooter<'a> {
    /// Why the last request was refused.
    pub(super) complaint: Option<&'a str>,
    /// A pass or the result.
    pub(super) banner: Option<&'a TableMessage>,
    /// The last message, if no panel shows it.
    pub(super) latest: Option<&'a str>,
    /// The input, or what is to be done.
    pub(super) prompt: Line<'static>,
    /// Whether something is typed or pointed at.
    pub(super) has_input: bool,
    /// Whether the prompt adds to the last message.
    pub(super) is_urgent: bool,
}

impl BoardFooter<'_> {
    /// Draws the notice and the prompt; in one line if there is only one.
    pub(super) fn draw<I: Copy + 'static>(self, layout: &BoardLayout, canvas: &mut Canvas<I>) {
        let (notice, line) = (layout.notice, layout.prompt);
        if notice.is_empty() || line.is_empty() {
            let only = if line.is_empty() { notice } else { line };
            match (self.complaint, self.banner) {
                (Some(complaint), _) => canvas.paragraph(only, complaint, Role::Warning),
                (None, Some(banner)) if !self.has_input => {
                    canvas.banner(only, &banner.text, banner.short.as_deref());
                }
                _ if only.height > 1 && !self.is_urgent => {
                    if let Some(message) = self.latest {
                        canvas.paragraph(only, message, Role::Text);
                    }
                }
                _ => canvas.wrapped(only, self.prompt),
            }
            return;
        }
        let both = notice.union(line);
        if let Some(complaint) = self.complaint
            && width(complaint) > usize::from(line.width)
        {
            // It matters more than what is above it.
            canvas.paragraph_above(both, complaint, Role::Warning);
            return;
        }
        if let Some(banner) = self.banner {
            canvas.banner(notice, &banner.text, banner.short.as_deref());
        } else if self.prompt.width() > usize::from(line.width) {
            // Current choices matter more than past events.
            let lines = wrap(&self.prompt.to_string(), usize::from(line.width));
            canvas.wrapped(Slices(both).bottom(rows(&lines)), self.prompt);
            return;
        } else if let Some(message) = self.latest {
            canvas.paragraph(notice, message, Role::Text);
        }
        canvas.line(line, self.prompt);
    }
}

/// What a finger can do on a board.
pub(super) const TAP_A_SQUARE: &Message = label!("Tap a square.");

/// Returns which key resumes a CPU.
pub(super) fn paused_line(
    player: &str,
    color: Color,
    ui: &UiContext,
    look: &ActiveTheme,
) -> Line<'static> {
    let key = ui.settings.keys.shown(Shortcut::Pause).to_string();
    let key = &in_role(Role::Key, ui.words(&key, label!("\"go on\"").text()));
    let name = Name(player);
    let paused = tr!("Paused: {key} resumes {name} ({color}).", key, name, color);
    line_of(&paused, Role::Muted, look)
}

/// Returns the line about a CPU that is thinking, with its thought if there is one.
pub(super) fn thinking_line(
    player: &str,
    color: Color,
    thought: impl FnOnce(usize) -> Option<String>,
    columns: u16,
    look: &ActiveTheme,
) -> Line<'static> {
    let name = Name(player);
    let with = |thought: &Said| {
        if columns < 60 {
            tr!("{color}: {thought}", color, thought)
        } else {
            tr!(
                "{color} ({name}) is thinking: {thought}",
                color,
                name,
                thought
            )
        }
    };
    let room = usize::from(columns).saturating_sub(width(&with(&Said::default())));
    if let Some(thought) = thought(room) {
        return line_of(&with(&in_role(Role::Text, thought)), Role::Muted, look);
    }
    let sentence = tr!("{color} ({name}) is thinking.", color, name);
    look.line([(&*sentence, Role::Muted)])
}
