//! Shared parts of the lessons about runs: the directions in order, and the effect of leaving out their
//! masks.

use super::LessonOptions;
use super::direction::wrapped;
use super::narrator::{NarratedStep, common};
use super::traced::{EVERY_SQUARE, Traced};
use super::words::{squares, verb};
use reversi::bitboard::plain::{DIRECTIONS, Direction};

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
    pub(super) fn tell(&mut self, step: &mut NarratedStep) -> Option<String> {
        match step.name {
            "passable" => Some(self.passable(step)),
            "wrong" => Some(self.wrong(step)),
            _ => common(step),
        }
    }

    /// Describes the first step of a direction, which comes again when it is repeated with its mask.
    fn passable(&mut self, step: &mut NarratedStep) -> String {
        match self.coming.next() {
            Some(direction) => {
                self.direction = direction;
                step.begins(direction.to_string(), Some(direction));
            }
            None => self.masked = true,
        }
        if !self.masked {
            return "The mask is left out on purpose: a run may pass over any opponent disc, even \
                    on the edges."
                .to_owned();
        }
        let why = if self.direction.shift.abs() == 8 {
            "ranks 1 and 8, beyond which no run continues"
        } else {
            "files a and h, where a shift would run over the edge onto another rank"
        };
        let removed = match step.at("opponent") & !step.value {
            0 => String::new(),
            set => format!(": here {}", squares(set)),
        };
        format!(
            "The opponent discs that a run may pass over: {}. The mask leaves out {why}{removed}.",
            squares(step.value)
        )
    }

    /// Describes the start of the repetition with the mask.
    pub(super) fn with_mask(&self, step: &mut NarratedStep, what: &str) -> String {
        match self.options.direction {
            None => {
                step.begins("with the mask", None);
                format!(
                    "The correct {what}, with the mask: {}.",
                    squares(step.value)
                )
            }
            Some(direction) => {
                step.begins(format!("{direction}, with the mask"), Some(direction));
                format!("The same again with the mask, to find the correct {what}.")
            }
        }
    }

    /// Returns a warning about the `allowed` squares that a step from `set` reaches over the edge.
    pub(super) fn warning(&self, set: u64, allowed: u64) -> String {
        match wrapped(self.direction, set) & allowed {
            0 => String::new(),
            over if self.masked => format!(
                " Across the edge of the board: {}; the mask has no bit there.",
                squares(over)
            ),
            over => format!(
                " Wrong: {} {} reached across the edge of the board.",
                squares(over),
                verb(over, "was", "were")
            ),
        }
    }

    /// Describes the difference between the results with and without the mask.
    fn wrong(&self, step: &mut NarratedStep) -> String {
        step.begins("what goes wrong", None);
        if self
            .options
            .direction
            .is_some_and(|direction| direction.shift.abs() == 8)
        {
            return "Nothing can go wrong along a file: bits that leave rank 1 or 8 drop out of the \
                    word. Here the mask only skips runs that nothing can close."
                .to_owned();
        }
        let part = |set, what: &str| match set {
            0 => String::new(),
            _ => format!(
                " Without the mask {} {} {what}.",
                squares(set),
                verb(set, "is", "are")
            ),
        };
        let missing = step.value & step.at("with_mask");
        match step.value {
            0 => {
                "Nothing went wrong this time: no run reached an edge that the mask guards. Other \
                 positions show why it is needed."
                    .to_owned()
            }
            set => format!(
                "The difference.{}{}",
                part(set & !missing, "found that should not be"),
                part(missing, "missing")
            ),
        }
    }
}
