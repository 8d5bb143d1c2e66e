//! Shared parts of the lessons about runs: the directions in order, and the effect of leaving out their
//! masks.

use super::LessonOptions;
use super::direction::wrapped;
use super::narrator::{NarratedStep, common};
use super::traced::{EVERY_SQUARE, Traced};
use super::words::{squares, toward};
use reversi::bitboard::plain::{DIRECTIONS, Direction};
use reversi_text::{Said, label, tr};

impl LessonOptions {
    /// Returns the directions for the kernel, with or without their masks.
    pub(super) fn directions(self) -> Vec<Direction> {
        let mut directions = self
            .direction
            .map_or(DIRECTIONS.to_vec(), |direction| vec![direction]);
        if !self.masked {
            for direction in &mut directions {
                direction.mask = EVERY_SQUARE;
            }
        }
        directions
    }
}

/// Returns the difference that the mask makes.
pub(super) fn wrong(found: Traced, with_mask: Traced) -> Traced {
    found ^ with_mask
}

/// The current direction of a lesson.
pub(super) struct Runs {
    options: LessonOptions,
    coming: std::vec::IntoIter<Direction>,
    /// The direction being explained.
    pub(super) direction: Direction,
    /// True once the runs of this direction are complete.
    pub(super) complete: bool,
    masked: bool,
}

impl Runs {
    pub(super) fn new(options: LessonOptions) -> Self {
        Self {
            options,
            coming: options.directions().into_iter(),
            direction: DIRECTIONS[0],
            complete: false,
            masked: options.masked,
        }
    }

    /// Describes a step that several lessons share.
    pub(super) fn tell(&mut self, step: &mut NarratedStep) -> Option<Said> {
        match step.name {
            "passable" => Some(self.passable(step)),
            "wrong" => Some(self.wrong(step)),
            _ => common(step),
        }
    }

    /// Describes the first step of a direction, which comes again when it is repeated with its mask.
    fn passable(&mut self, step: &mut NarratedStep) -> Said {
        match self.coming.next() {
            Some(direction) => {
                self.direction = direction;
                step.begins(toward(direction), Some(direction));
            }
            None => self.masked = true,
        }
        if !self.masked {
            return tr!(
                "The mask is left out on purpose: a run may pass over any opponent disc, even on the edges."
            );
        }
        let removed = step.at("opponent") & !step.value;
        let here = &squares(removed);
        let mask = match (self.direction.shift.abs(), removed) {
            (8, 0) => tr!("The mask leaves out ranks 1 and 8, beyond which no run continues."),
            (8, _) => tr!(
                "The mask leaves out ranks 1 and 8, beyond which no run continues: here {here}.",
                here
            ),
            (_, 0) => tr!(
                "The mask leaves out files a and h, where a shift would run over the edge onto another rank."
            ),
            _ => tr!(
                "The mask leaves out files a and h, where a shift would run over the edge onto another rank: here {here}.",
                here
            ),
        };
        Said::sentences([passable(step.value), mask])
    }

    /// Describes the start of the repetition with the mask.
    pub(super) fn with_mask(&self, step: &mut NarratedStep, is_flips: bool) -> Said {
        let found = &squares(step.value);
        let Some(direction) = self.options.direction else {
            step.begins(label!("with the mask"), None);
            return if is_flips {
                tr!("The correct flips, with the mask: {found}.", found)
            } else {
                tr!("The correct legal moves, with the mask: {found}.", found)
            };
        };
        let title = tr!("{direction}, with the mask", direction = &toward(direction));
        step.begins(title, Some(direction));
        if is_flips {
            tr!("The same again with the mask, to find the correct flips.")
        } else {
            tr!("The same again with the mask, to find the correct legal moves.")
        }
    }

    /// Returns a warning about the `allowed` squares that a step from `set` reaches over the edge.
    pub(super) fn warning(&self, set: u64, allowed: u64) -> Said {
        let over = wrapped(self.direction, set) & allowed;
        let squares = &squares(over);
        match over {
            0 => Said::default(),
            _ if self.masked => tr!(
                "Across the edge of the board: {squares}; the mask has no bit there.",
                squares
            ),
            _ if over.is_power_of_two() => tr!(
                "Wrong: {squares} was reached across the edge of the board.",
                squares
            ),
            _ => tr!(
                "Wrong: {squares} were reached across the edge of the board.",
                squares
            ),
        }
    }

    /// Describes the difference between the results with and without the mask.
    fn wrong(&self, step: &mut NarratedStep) -> Said {
        step.begins(label!("what goes wrong"), None);
        if self
            .options
            .direction
            .is_some_and(|direction| direction.shift.abs() == 8)
        {
            return tr!(
                "Nothing can go wrong along a file: bits that leave rank 1 or 8 drop out of the word. Here the mask \
                 only skips runs that nothing can close."
            );
        }
        if step.value == 0 {
            return tr!(
                "Nothing went wrong this time: no run reached an edge that the mask guards. Other positions show why \
                 it is needed."
            );
        }
        // A run that ends before the edge ends there without the mask, too: nothing is missing.
        let set = &squares(step.value);
        let found = if step.value.is_power_of_two() {
            tr!("Without the mask {set} is found that should not be.", set)
        } else {
            tr!("Without the mask {set} are found that should not be.", set)
        };
        Said::sentences([tr!("The difference."), found])
    }
}

/// Describes the discs that runs may pass over.
pub(super) fn passable(set: u64) -> Said {
    let discs = &squares(set);
    tr!(
        "The opponent discs that a run may pass over: {discs}.",
        discs
    )
}
