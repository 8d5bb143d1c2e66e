//! A board on which a task is solved: the tutorial and the puzzles.

use std::time::Instant;

use super::square_input::SquareInput;
use crate::app::tui::table::timeline::Timeline;
use crate::app::tui::widget::tile::{Disc, Mark, Tile};
use crate::game::Game;
use crate::squares::SquareSet;

/// What the board shows.
pub(super) struct TaskBoard<'a> {
    pub(super) game: &'a Game,
    /// The moves to choose from; empty when none is wanted.
    pub(super) legal: SquareSet,
    pub(super) input: SquareInput,
    pub(super) timeline: &'a Timeline,
    /// The squares that a sentence is about.
    pub(super) pointed: SquareSet,
    pub(super) now: Instant,
}

impl TaskBoard<'_> {
    pub(super) fn tiles(&self) -> [Tile; 64] {
        let Self {
            game,
            legal,
            input,
            timeline,
            pointed,
            now,
        } = *self;
        let position = game.position();
        let side = position.side_to_move();
        let last = game.last_move().map(|(square, _)| square);
        let cursor = input.square();
        let preview = cursor.filter(|&square| legal.contains(square));
        let flips = preview.map(|square| position.board().flips(square));
        Tile::board(|square| {
            let disc = position.disc(square);
            let disc = disc.map(|color| timeline.disc(square, color, now));
            let previewed = preview == Some(square);
            let of_file = input.typed == Some(square.file()) && legal.contains(square);
            Tile {
                disc: if previewed {
                    Some(Disc::ghost(side))
                } else {
                    disc
                },
                mark: if previewed || of_file {
                    Mark::None
                } else if flips.is_some_and(|flips| flips.contains(square)) {
                    Mark::WouldTurn(side)
                } else if Some(square) == last {
                    Mark::Last
                } else if timeline.glows(square) {
                    Mark::Turned
                } else if legal.contains(square) {
                    Mark::Legal
                } else {
                    Mark::None
                },
                lit: of_file || cursor == Some(square) || pointed.contains(square),
                named: of_file,
                ..Tile::of(square)
            }
        })
    }
}
